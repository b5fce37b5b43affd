# Policies for contexts: microseconds a round, by the number of coordinates.
#   Rscript bench/contexts.R
library(unruly)

cost <- function(arms, policy, horizon, seconds = 0) {
  time <- Inf
  for (i in 1:3) {
    time <- min(time, system.time(run_study(bandit(arms), policy, horizon, reps = 1, seed = 1, threads = 1, record = 1,
                                            progress = FALSE))[["user.self"]])
  }
  time / horizon * 1e6
}

set.seed(1)
constructors <- list(policy_linucb = policy_linucb, policy_linear_thompson = get0("policy_linear_thompson"),
                     policy_linear_epsilon_greedy = get0("policy_linear_epsilon_greedy"),
                     policy_logistic_thompson = get0("policy_logistic_thompson"))
for (d in c(10, 100, 300, 1000)) {
  horizon <- c("10" = 50000, "100" = 10000, "300" = 2000, "1000" = 500)[[as.character(d)]]
  theta <- matrix(rnorm(10 * d), 10) / sqrt(d)
  arms <- if (exists("arms_logistic")) arms_logistic(theta, context_sphere(d)) else arms_linear(theta, 0.3, context_sphere(d))
  idle <- cost(arms, policy_fixed(1), horizon)
  cat(sprintf("%-30s d = %4d  %9.1f us a round: drawing the context and what ten arms would pay\n", "policy_fixed", d, idle))
  for (name in names(constructors)) {
    if (is.null(constructors[[name]])) next
    cat(sprintf("%-30s d = %4d  %9.1f us a round beyond that\n", name, d, cost(arms, constructors[[name]](), horizon) - idle))
  }
}
