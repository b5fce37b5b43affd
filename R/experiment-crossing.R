# Ours: when policies for impatient arms pay for themselves. The best arm has the patience of all others, so that any
# policy may lose it; with a patience of 50 hardly any does.
experiment_impatient_crossing <- function() {
  means <- c(0.5, 0.4, 0.6, 0.3, 0.5)
  list(
    paper = impatient_paper, figure = "ours, for Theorem 4.1", title = "FC-SE pays before it earns",
    note = "Means 0.5, 0.4, 0.6, 0.3 and 0.5, patience 8 and 50: ours.",
    bandits = list("patience 8" = with_patience(bandit(arms_bernoulli(means)), 8),
                   "patience 50" = with_patience(bandit(arms_bernoulli(means)), 50)),
    policies = list(policy_fc_se(sd = 0.5), policy_ucb1(range = c(0, 1)), policy_ucb(sd = 0.5),
                    policy_moss(range = c(0, 1)), policy_thompson(range = c(0, 1)), policy_uniform()),
    horizon = 10^(4:6), reps = 200
  )
}
