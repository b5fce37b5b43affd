# What honest estimates cost: the sums that `keep = "scores"` adds up, and the chances they need.
#
#   sh tools/with-library.sh Rscript bench/scores.R
#
# Nanoseconds of processor time a round, without scores and what they add. Policies whose chances are closed
# forms; Thompson sampling, whose chances are integrals (one arm is another since the last round; all are, with
# discounts).
library(unruly)

cost <- function(arms, policy, rounds, keep) {
  bandit <- bandit(arms_bernoulli(seq(0.4, 0.5, length.out = arms)))
  run <- function() run_study(bandit, policy, rounds, 1, seed = 1, record = 1, threads = 1, keep = keep, progress = FALSE)
  min(replicate(5, system.time(run())[[1]])) / rounds * 1e9
}

show <- function(name, policy, rounds) {
  for (arms in c(3, 10)) {
    base <- cost(arms, policy, rounds, "summary")
    cat(sprintf("%-28s %2d arms: %6.0f ns, +%.0f\n", name, arms, base, cost(arms, policy, rounds, "scores") - base))
  }
}

show("uniform", policy_uniform(), 3e6)
show("epsilon-greedy", policy_epsilon_greedy(), 3e6)
show("Exp3", policy_exp3(), 3e6)
show("Boltzmann", policy_boltzmann(), 3e6)
show("floor of UCB1", policy_floor(policy_ucb1(), 0.02), 3e6)
show("floor of UCB1, decay", policy_floor(policy_ucb1(), 0.1, 0.5), 3e6)
show("Thompson, beta", policy_thompson("bernoulli"), 2e5)
show("Thompson, Gaussian", policy_thompson(sd = 0.5), 2e5)
show("Thompson, discounted", policy_forgetting_thompson(discount = 0.99), 2e5)
