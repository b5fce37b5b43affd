# The six experiments of the farewell paper in full, 4.2e9 rounds: how long they
# take, and the order of the policies as found.
#   Rscript bench/farewell.R [horizon, by default that of the paper]
library(unruly)

horizon <- as.numeric(c(commandArgs(trailingOnly = TRUE), 1e7)[1])
ids <- grep("^farewell", experiments()$id, value = TRUE)
total <- 0
for (id in ids) {
  time <- system.time(study <- run_experiment(id, horizon = horizon, threads = 2))[["elapsed"]]
  total <- total + time
  final <- summary(study, what = "epoch_regret")
  final <- final[order(final$mean), ]
  cat(sprintf("%s: %.1f s\n", id, time))
  cat(sprintf("  %-24s %12.1f  (%.1f to %.1f)\n", final$policy, final$mean, final$lower, final$upper), sep = "")
}
cat(sprintf("all six: %.0f s on two threads (wanted: under 300)\n", total))
