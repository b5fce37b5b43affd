# What sending parts to daemons costs: parts of about a second (or as many seconds
# as asked for), against the time that their games take by themselves.
#
#   sh tools/with-library.sh Rscript bench/workers.R [parts, 20] [daemons, 1] [seconds, 1]
library(unruly)
given <- as.numeric(commandArgs(TRUE))
parts <- c(given, 20)[1]
daemons <- if (length(given) > 1) given[2] else 1
seconds <- if (length(given) > 2) given[3] else 1

problem <- bandit(arms_bernoulli(c(0.3, 0.5, 0.6)))
policies <- list(policy_uniform(), policy_uniform(label = "again"))
horizon <- 1e5
play <- function(reps, ...) {
  run_study(problem, policies, horizon, reps = reps, seed = 1, record = 50, threads = 1, progress = FALSE, ...)
}
each <- system.time(play(50))[["elapsed"]] / 50
reps <- parts * max(1, round(seconds / each))
mirai::daemons(daemons)
invisible(play(daemons, workers = TRUE)) # loads the package there
path <- tempfile()
invisible(plan_study(problem, policies, horizon, reps = reps, seed = 1, record = 50, parts = parts, path = path))
alone <- system.time(one <- play(reps))[["elapsed"]]
main <- system.time(two <- play(reps, workers = TRUE, path = path))
sent <- main[["elapsed"]]
again <- system.time(play(reps))[["elapsed"]]
mirai::daemons(0)
stopifnot(identical(one, two))
alone <- min(alone, again)
cat(sprintf("The sending process took %.0f ms of processor time a part\n", 1000 * sum(main[1:2]) / parts))
cat(sprintf("%d parts of %.2f s, %d daemons, written to a folder: %.1f s; one process: %.1f s; overhead %.1f%%\n", parts, alone / parts,
            daemons, sent, alone, 100 * (sent * daemons / alone - 1)))
