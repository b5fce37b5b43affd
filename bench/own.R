# Policies of one's own: in R against a bare loop, in C against ours.
#   Rscript bench/own.R
library(unruly)
options(digits = 3)

problem <- bandit(arms_bernoulli(0.05 + 0.9 * (1:10) / 10))
seconds <- function(code) system.time(code)[["elapsed"]]
best_of <- function(n, f) min(vapply(seq_len(n), \(i) f(), 0))

bare <- function(horizon) {
  n <- s <- numeric(10)
  chance <- 0.05 + 0.9 * (1:10) / 10
  for (t in 1:horizon) {
    a <- if (t <= 10) t else which.max(s / n + sqrt(2 * log(t) / n))
    n[a] <- n[a] + 1
    s[a] <- s[a] + (runif(1) < chance[a])
  }
}
invisible(bare(1e4))
index <- policy_index(\(v) v$mean + sqrt(2 * log(v$round) / v$pulls))
custom <- policy_custom(\(state, v) {
  if (any(v$pulls == 0)) which(v$pulls == 0)[1] else which.max(v$mean + sqrt(2 * log(v$round) / v$pulls))
}, observe = \(state, v, outcome) state)
rounds <- 2e5
play <- function(policy) run_study(problem, policy, rounds, reps = 1, seed = 1, threads = 1, record = 1)
loop <- best_of(5, \() seconds(bare(rounds)))
for (policy in list(index, custom)) {
  took <- best_of(5, \() seconds(play(policy)))
  cat(policy$label, ": ", took / rounds * 1e6, " us a round, ", took / loop, " of a bare loop in R (wanted: at most 3)\n", sep = "")
}

compiled <- policy_compile(system.file("examples", "ucb1.c", package = "unruly"), list(alpha = 2))()
long <- function(policy) seconds(run_study(problem, policy, 1e7, reps = 4, seed = 1, threads = 1, record = 1))
ratio <- replicate(7, long(compiled) / long(policy_ucb1()))
cat("UCB1 from a C file over ours: ", median(ratio), " (wanted: at most 1.05)\n", sep = "")
