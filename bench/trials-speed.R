# The time of a trial: four Bernoulli arms, 1,000 patients in batches of 100, "best" allocation, stopping and dropping at ten looks; beside it
# Thompson sampling with the same stopping rule, and, where it is installed, adaptr 1.3 with its default number of draws.
#   sh tools/with-library.sh Rscript bench/trials-speed.R [trials, 20000] [trials in one study at the end, 0]
suppressPackageStartupMessages(library(unruly))
given <- as.numeric(c(commandArgs(TRUE), 20000, 0)[1:2])
looks <- seq(100, 1000, 100)
p <- c(control = 0.25, a = 0.25, b = 0.25, c = 0.35)
trial <- bandit(arms_bernoulli(p)) |> with_batches(100)
stop <- stop_posterior(0.99, looks = looks)
best <- policy_allocation("best", power = 0.5)
design <- function(reps, policy = best, drop = stop_posterior(below = 0.01, looks = looks)) {
  run_study(trial, policy, 1000, reps, seed = 1, record = 1, stop = stop, drop = drop, threads = 1, progress = FALSE)
}
seconds <- function(code) {
  before <- proc.time()
  force(code)
  sum((proc.time() - before)[1:2])
}
of_adaptr <- function(reps) {
  setup <- adaptr::setup_trial_binom(names(p), true_ys = p, data_looks = looks, highest_is_best = TRUE, superiority = 0.99,
                                     inferiority = 0.01, soften_power = 0.5)
  seconds(adaptr::run_trials(setup, n_rep = reps, cores = 1, base_seed = 1, progress = NULL))
}
has_adaptr <- requireNamespace("adaptr", quietly = TRUE)
few <- 40

# In turns, so that whatever else the machine does is shared.
times <- replicate(5, c(
  best = seconds(design(given[1] / 5)) / given[1] * 5,
  thompson = seconds(design(given[1] / 5, policy_thompson(), NULL)) / given[1] * 5,
  adaptr = if (has_adaptr) of_adaptr(few) / few else NA
)) * 1000
cat("Milliseconds of a processor a trial: median, least, greatest of five turns\n")
print(round(t(apply(times, 1, function(x) c(median = stats::median(x), least = min(x), greatest = max(x)))), 3))
cat(sprintf("As many of the first in the time of one of adaptr: %.0f\n", stats::median(times["adaptr", ] / times["best", ])))

if (given[2] > 0) {
  study <- NULL
  clock <- system.time(study <- design(given[2]))
  cat(sprintf("%.0f trials in one study: %.0f s of a processor, %.0f s by the clock, %.0f MB in R\n",
              given[2], sum(clock[1:2]), clock[3], as.numeric(utils::object.size(study)) / 1e6))
  print(operating_characteristics(study))
}

# Limits at the information seen, beside those planned, in turns: as planned, and at looks that came late.
pair <- bandit(arms_gaussian(c(control = 0, new = 0.3)))
spends <- trial_design(pair, looks = 1:4, power = 0.9, spending = "obrien_fleming")
late <- spends$at + c(10, 0, 10, 0)
follow <- function(...) {
  seconds(run_study(pair, policy_allocation(), spends$at[4], reps = 2000, seed = 1, record = 1, threads = 1, stop = stop_boundary(spends, ...)))
}
times <- replicate(5, c(planned = follow(observed = FALSE), seen = follow(), late = follow(looks = late)))
cat("Limits at the information seen, as multiples of those planned:\n")
print(round(apply(times, 1, stats::median) / stats::median(times["planned", ]), 2))
