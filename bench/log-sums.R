# Estimates of a long log: naive means and sequences, and weighted means, from sums that the core adds up.
#
#   sh tools/with-library.sh Rscript bench/log-sums.R [rows] [arms]
#
# Seconds of processor time, by default for 2e6 rows and 20 arms, the least of three.
library(unruly)

given <- as.numeric(commandArgs(TRUE))
rows <- c(given, 2e6)[1]
arms <- c(given[-1], 20)[1]
set.seed(1)
chances <- matrix(rexp(rows * arms), rows)
chances <- chances / rowSums(chances)
colnames(chances) <- letters[seq_len(arms)]
log <- tibble::tibble(arm = sample(arms, rows, replace = TRUE), reward = rnorm(rows))
named <- log
named$arm <- letters[log$arm]
games <- log
games$rep <- rep(seq_len(1000), length.out = rows)
matrix <- named
matrix$propensities <- chances
list <- named
list$propensities <- lapply(seq_len(rows), function(i) chances[i, ])
uniform <- log
uniform$propensity <- chances[cbind(seq_len(rows), log$arm)]

took <- function(name, code) {
  code <- substitute(code)
  seconds <- replicate(3, sum(system.time(eval(code, globalenv()))[c("user.self", "sys.self")]))
  cat(sprintf("%-46s %.2f s\n", name, min(seconds)))
}
took("naive", estimates(log, "naive"))
took("sequence", estimates(log, "sequence", sd = 1))
took("naive and sequence, arms by name", estimates(named, c("naive", "sequence"), sd = 1))
took("naive, a log with propensities", estimates(matrix, "naive"))
took("naive, 1,000 games", estimates(games, "naive"))
took("aipw, propensities in a matrix", estimates(matrix, "aipw"))
took("aipw, three weights, propensities in a matrix", estimates(matrix, "aipw", weights = c("uniform", "constant", "two-point"), decay = 0.5))
took("aipw, propensities in a list", estimates(list, "aipw"))
took("aipw, uniform, propensities", estimates(uniform, "aipw", weights = "uniform"))
took("all methods, propensities in a matrix", suppressMessages(estimates(matrix, sd = 1)))
