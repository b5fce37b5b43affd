# Times of other software beside unruly's, on one core, for Table 2 of the paper: writes comparison.csv. Packages that are
# not installed (here, or in the library named by UNRULY_EXTRA) are left out, with a message. Figures from documentation are
# entered as such.
#   Rscript paper/comparison.R
library(unruly)
.libPaths(c(Sys.getenv("UNRULY_EXTRA", .libPaths()[1]), .libPaths()))
options(unruly.threads = 1)
here <- dirname(sub("--file=", "", grep("--file=", commandArgs(FALSE), value = TRUE)))
seconds <- function(expression) sum(system.time(expression)[c("user.self", "sys.self")])

rows <- list()
add <- function(software, what, microseconds, ours, source) {
  rows[[length(rows) + 1]] <<- data.frame(software = software, what = what, microseconds = microseconds,
                                          ratio = if (is.na(ours)) NA else microseconds / ours, source = source)
}

# --- a stochastic bandit: UCB1, ten Bernoulli arms ------------------------------------

prob <- seq(0.1, 0.9, length.out = 10)
horizon <- 1e5
ours <- seconds(run_study(bandit(arms_bernoulli(prob)), policy_ucb1(), horizon, reps = 50, seed = 1, record = 1)) / 50 / horizon * 1e6
loop <- compiler::cmpfun(function() {
  pulls <- total <- numeric(10)
  for (t in seq_len(horizon)) {
    best <- if (t <= 10) t else which.max(total / pulls + sqrt(2 * log(t) / pulls))
    total[best] <- total[best] + (stats::runif(1) < prob[best])
    pulls[best] <- pulls[best] + 1
  }
})
add("unruly", "UCB1, K = 10, T = 1e5", ours, NA, "run here")
add("a loop in R", "the same", min(replicate(3, seconds(loop()))) / horizon * 1e6, ours, "run here")

# --- nine policies, nine arms, T = 1e4, as in the documentation of SMPyBandits: rewards in [0, 1], beta posterior --------

nine <- list(policy_uniform(), policy_epsilon_greedy(), policy_ucb1(), policy_kl_ucb(), policy_thompson("bernoulli"),
             policy_moss(), policy_bayes_ucb(), policy_exp3(), policy_boltzmann())
played <- seconds(run_study(bandit(arms_bernoulli(seq(0.1, 0.9, by = 0.1))), nine, 1e4, reps = 20, seed = 1, record = 1))
ours <- played / 20 / length(nine) / 1e4 * 1e6
add("unruly", "nine policies, K = 9, T = 1e4", ours, NA, "run here")
add("SMPyBandits", "nine policies, K = 9, T = 1e4", 749 / 100 / 9 / 1e4 * 1e6, ours, "its documentation")

# --- an adaptive trial in batches of 100: Thompson sampling, 5,000 patients ------------

if (requireNamespace("whatifbandit", quietly = TRUE)) {
  source(file.path(here, "comparison-trial.R"))
} else {
  message("whatifbandit is not installed: left out")
}

found <- do.call(rbind, rows)
utils::write.csv(found, file.path(here, "comparison.csv"), row.names = FALSE)
print(found)
