# How often the limits of operating_characteristics() contain what they are about: studies of few replications of a trial
# whose characteristics exact_study() gives.
#
#   Rscript bench/limits.R [studies]
library(unruly)

asked <- commandArgs(TRUE)
studies <- if (length(asked) > 0) as.integer(asked[1]) else 2000
pair <- bandit(arms_bernoulli(c(control = 0.3, new = 0.6)))
trial <- list(bandit = list(effect = pair, null = bandit_null(pair)), policies = list(policy_uniform(), policy_ucb1()),
              horizon = 40, record = 1,
              stop = stop_posterior(0.97) | stop_futility("control", margin = 0.1, error = 0.5, rate = "practical"))
exact <- operating_characteristics(do.call(exact_study, trial))
key <- function(table) paste(table$bandit, table$policy, table$measure)

# By row of `exact`: of so many studies, the share whose limits contain it, and the share without limits.
covered <- function(reps) {
  hits <- known <- numeric(nrow(exact))
  for (i in seq_len(studies)) {
    study <- do.call(run_study, c(trial, reps = reps, seed = 1, first_rep = (i - 1) * reps + 1, progress = FALSE))
    found <- unruly:::with_intervals(unruly:::measures_of_games(study), study$description)
    found <- found[match(key(exact), key(found)), ]
    there <- !is.na(found$lower)
    known <- known + there
    near <- 1e-9 * pmax(1, abs(exact$value))
    hits <- hits + (there & found$lower <= exact$value + near & exact$value - near <= found$upper)
  }
  data.frame(covered = hits / known, known = known / studies)
}

found <- lapply(c(20, 100), covered)
table <- data.frame(exact[c("bandit", "policy", "measure", "value")], n20 = found[[1]]$covered, known20 = found[[1]]$known,
                    n100 = found[[2]]$covered, known100 = found[[2]]$known)
print(table, digits = 3)
cat(sprintf("%d studies; Monte Carlo standard error of 0.95: %.4f\n", studies, sqrt(0.95 * 0.05 / studies)))
