# Does a replay of a log that was not shown uniformly tell what policies would
# earn online? Every policy of the zoo on four settings, each game in a window of its own;
# prints estimates that lie three standard errors off, and the share of intervals that hold.
# From the package's folder:
#   Rscript bench/replay-truth.R [games, 300 by default] [turns, 500 by default]

library(unruly)
source("tests/testthat/helper-environment.R")
source("tests/testthat/helper-replay.R")

arguments <- as.numeric(commandArgs(TRUE))
games <- if (length(arguments) > 0) arguments[1] else 300
turns <- if (length(arguments) > 1) arguments[2] else 500

settings <- suppressWarnings(uneven_settings(turns, games))
for (name in names(settings)) {
  found <- suppressWarnings(replay_against_online(settings[[name]], turns, 20 * games))
  z <- (found$estimate - found$online) / sqrt(found$se^2 + found$online_se^2)
  inside <- found$lower <= found$online & found$online <= found$upper
  cat(sprintf("%s: %d of %d policies within their intervals, greatest z %.2f (%s)\n", name, sum(inside), length(inside),
              max(abs(z)), found$policy[which.max(abs(z))]))
  print(as.data.frame(found[abs(z) > 3, c("policy", "estimate", "se", "online")]))
}
