# What stopping rules promise, and what they cost.
#
#   sh tools/with-library.sh Rscript bench/stopping.R [games]
#
# Wrong arms named in that many games (10,000) at a promised chance of 0.1, and games that were
# stopped in error at the edge of what futility and equivalence promise, with the exact upper 99%
# limit; then what a rule adds to a round of a game that it does not stop, in
# nanoseconds of processor time.
library(unruly)

games <- as.integer(c(commandArgs(TRUE), 10000)[1])

bernoulli <- bandit(arms_bernoulli(c(0.3, 0.45, 0.6)))
gaussian <- bandit(arms_gaussian(c(0, 0.5, 1)))
drawn <- bandit(arms_bernoulli(prior_uniform(3)))

played <- function(name, bandit, stop, policy, horizon, is_wrong) {
  table <- recommendations(run_study(bandit, policy, horizon, games, seed = 1, record = 1, stop = stop, progress = FALSE))
  errors <- sum(is_wrong(table))
  cat(sprintf("%-52s %5d of %d wrong, at most %.4f; %7.1f pulls, %d not stopped\n", name, errors, games,
              qbeta(0.99, errors + 1, games - errors), mean(table$sample_size), sum(!table$stopped)))
}

wrong <- function(name, bandit, stop, policy = policy_uniform()) {
  played(name, bandit, stop, policy, 50000, function(table) !table$correct)
}

# Some arm is just more than the margin better, or apart: to stop is wrong.
too_early <- function(name, bandit, stop, policy = policy_uniform()) {
  played(name, bandit, stop, policy, 5000, function(table) table$stopped)
}

wrong("GLR, practical, uniform", bernoulli, stop_glr(0.1))
wrong("GLR, practical, Thompson", bernoulli, stop_glr(0.1), policy_thompson("bernoulli"))
wrong("GLR, proved, uniform", bernoulli, stop_glr(0.1, rate = "proved"))
wrong("GLR, practical, Gaussian", gaussian, stop_glr(0.1, "gaussian"))
wrong("Hoeffding, proved", bernoulli, stop_separated(0.1))
wrong("KL, proved", bernoulli, stop_separated(0.1, "kl"))
wrong("KL, practical", bernoulli, stop_separated(0.1, "kl", rate = "practical"))
wrong("KL, practical, KL-LUCB with the same rate", bernoulli, stop_separated(0.1, "kl", rate = "practical"),
      policy_lucb(0.1, "practical", interval = "kl"))
wrong("Settled, Chernoff racing, practical", bernoulli, stop_settled(), policy_racing(0.1))
wrong("Settled, KL racing, proved", bernoulli, stop_settled(), policy_racing(0.1, "proved", test = "kl"))
for (rate in c("proved", "practical")) {
  too_early(paste0("Futility, ", rate, ", best 0.3 above the control"), bernoulli, stop_futility(1, margin = 0.299, error = 0.1, rate = rate))
  too_early(paste0("Futility, ", rate, ", best at the threshold"), bernoulli, stop_futility(threshold = 0.599, error = 0.1, rate = rate))
  too_early(paste0("Futility, ", rate, ", Gaussian, UCB1"), gaussian,
            stop_futility(1, margin = 0.999, error = 0.1, family = "gaussian", rate = rate), policy_ucb1(sd = 1))
  too_early(paste0("Equivalence, ", rate, ", 0.3 apart"), bernoulli, stop_equivalence(0.299, 0.1, rate = rate))
  too_early(paste0("Equivalence, ", rate, ", Gaussian, Thompson"), gaussian, stop_equivalence(0.999, 0.1, "gaussian", rate),
            policy_thompson("gaussian"))
}
# On average over its prior, a wrong arm has the chance that it says.
wrong("Posterior chance of 0.9, arms from its prior", drawn, stop_posterior(0.9))

cost <- function(arms, stop) {
  bandit <- bandit(arms_bernoulli(c(0.5, rep(0.499, arms - 1))))
  rounds <- 1e6
  min(replicate(5, system.time(run_study(bandit, policy_uniform(), rounds, 1, seed = 1, record = 1, threads = 1, stop = stop))[[1]])) /
    rounds * 1e9
}

for (arms in c(2, 5, 10, 50)) {
  base <- cost(arms, stop_at(1e9))
  rules <- list(glr = stop_glr(1e-9), gaussian = stop_glr(1e-9, "gaussian", sd = 0.5), hoeffding = stop_separated(1e-9),
                kl = stop_separated(1e-9, "kl"), posterior = stop_posterior(1 - 1e-9),
                futility = stop_futility(1, error = 1e-9), equivalence = stop_equivalence(0.001))
  added <- vapply(rules, function(rule) cost(arms, rule) - base, 0)
  cat(sprintf("%d arms, %.0f ns a round without: %s\n", arms, base, paste(sprintf("%s +%.0f", names(added), added), collapse = ", ")))
}
