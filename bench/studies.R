# Studies of many replications: memory and time of moments, and of tables.
#
#   sh tools/with-library.sh Rscript bench/studies.R [moments|tables|sweep] [replications]
library(unruly)
given <- c(commandArgs(TRUE), "moments")
reps <- if (length(given) > 2) as.numeric(given[2]) else switch(given[1], moments = 1e6, tables = 1e5, sweep = 20)
peak <- function() as.numeric(gsub("[^0-9]", "", grep("VmHWM", readLines("/proc/self/status"), value = TRUE))) / 1024
timed <- function(what, code) cat(sprintf("%-40s %6.2f s\n", what, system.time(code)[["elapsed"]]))

problem <- bandit(arms_bernoulli(seq(0.1, 0.9, length.out = 10)))
policies <- list(policy_ucb1(), policy_uniform(), policy_epsilon_greedy())
fifty <- unique(round(exp(seq(0, log(100), length.out = 86))))
if (given[1] == "sweep") {
  problem <- bandit_grid(function(a, gap) bandit(arms_bernoulli(c(0.3, 0.3 + gap, a))), a = (1:30) / 31, gap = (1:10) / 20)
  policies <- policy_grid(policy_ucb1, alpha = (1:20) / 5)
  fifty <- c(10, 30, 100)
}
before <- peak()
timed(sprintf("%s, %g replications", given[1], reps), study <- run_study(
  problem, policies, 100, reps = reps, record = fifty, seed = 1, threads = 2, progress = FALSE,
  keep = if (given[1] == "moments") "moments" else "summary"))
cat(sprintf("%d checkpoints; peak %.0f MB, of which %.0f were there before\n", length(fifty), peak(), before))
timed("summary()", summary(study))
timed("summary(at = \"all\")", summary(study, at = "all"))
timed("compare_policies()", compare_policies(study))
if (given[1] != "moments") {
  timed("regret()", table <- regret(study))
  columns <- sum(vapply(table, function(x) if (is.integer(x)) 4 else 8, 0)) * nrow(table)
  there <- sum(vapply(table, function(x) as.numeric(object.size(x)), 0))
  cat(sprintf("regret(): %.0f MB of columns, in memory %.0f MB (%.2f)\n", columns / 1e6, there / 1e6, there / columns))
}
if (given[1] == "sweep") timed("settings()", study_settings(study))
