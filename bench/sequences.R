# Both limits of confidence sequences for a million rows, of which each has its own pulls and mean, by one thread and by two.
#
#   sh tools/with-library.sh Rscript bench/sequences.R [rows]
library(unruly)
core <- asNamespace("unruly")$C_evidence_intervals
rows <- c(as.numeric(commandArgs(TRUE)), 1e6)[1]
set.seed(1)
pulls <- sample(2000, rows, replace = TRUE)
mean <- rbinom(rows, pulls, runif(rows)) / pulls
sums <- list(n = as.double(pulls), mean = mean, squares = pulls * mean * (1 - mean) * runif(rows), sd = rep(1, rows))
level <- rep(log(40), rows)
mixture <- rep(12, rows)
for (family in c(bernoulli = 2, bounded = 3)) {
  for (threads in 1:2) {
    seconds <- system.time(.Call(core, family, sums, level, mixture, 0, as.double(threads)))[["elapsed"]]
    cat(sprintf("%s, threads %d: %.2f s\n", c("", "bernoulli", "bounded")[family], threads, seconds))
  }
}
