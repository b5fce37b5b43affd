# Policies for contexts: microseconds a round, by the number of coordinates.
#   Rscript bench/contexts.R
library(unruly)

cost <- function(arms, policy, horizon) {
  time <- Inf
  for (i in 1:3) {
    time <- min(time, system.time(run_study(bandit(arms), policy, horizon, reps = 1, seed = 1, threads = 1, record = 1,
                                            progress = FALSE))[["user.self"]])
  }
  time / horizon * 1e6
}

set.seed(1)
policies <- list(policy_linucb(), policy_linear_thompson(), policy_linear_epsilon_greedy(), policy_logistic_thompson())
horizons <- c("10" = 50000, "100" = 10000, "300" = 2000, "1000" = 500)
for (d in as.integer(names(horizons))) {
  horizon <- horizons[[as.character(d)]]
  arms <- arms_logistic(matrix(rnorm(10 * d), 10) / sqrt(d), context_sphere(d))
  idle <- cost(arms, policy_fixed(1), horizon)
  cat(sprintf("d = %4d  %-22s %8.1f us a round\n", d, "contexts and means", idle))
  for (policy in policies) {
    cat(sprintf("d = %4d  %-22s %8.1f us a round beyond that\n", d, policy$label, cost(arms, policy, horizon) - idle))
  }
}
