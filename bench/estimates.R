# Do intervals after a bandit cover?
#
#   sh tools/with-library.sh Rscript bench/estimates.R [games]
#
# Coverage over that many games (10,000) of naive intervals, sequences and weighted means of level .95, with its
# standard error; for sequences also of all checkpoints together, which is what they promise.
library(unruly)

games <- as.integer(c(commandArgs(TRUE), 10000)[1])
keep <- c("summary", "scores")
share <- function(covers) {
  p <- mean(covers)
  sprintf("%.4f (%.4f)", p, sqrt(p * (1 - p) / length(covers)))
}

covered <- function(name, arms, policy, horizon, ..., sequences = NULL, record = 1) {
  study <- run_study(bandit(arms), policy, horizon, games, seed = 1, keep = keep, record = record)
  found <- suppressMessages(estimates(study, ...))
  covers <- found$lower <= found$truth & found$truth <= found$upper
  covers[is.na(covers)] <- FALSE # no interval at all
  for (method in unique(found$method)) {
    for (arm in sort(unique(found$arm))) {
      here <- found$method == method & found$arm == arm
      off <- found$estimate[here] - found$truth[here]
      cat(sprintf("%-34s %-17s arm %d: %s, bias %+.4f (%.4f), width %.3f\n", name, method, arm, share(covers[here]), mean(off, na.rm = TRUE),
                  sd(off, na.rm = TRUE) / sqrt(games), mean((found$upper - found$lower)[here], na.rm = TRUE)))
    }
  }
}

# In all of 30 checkpoints and, jointly, for all arms; of a fifth of the games, for memory.
always <- function(name, arms, policy, horizon, ...) {
  study <- run_study(bandit(arms), policy, horizon, ceiling(games / 5), seed = 1, keep = keep, record = 30)
  for (joint in c(FALSE, TRUE)) {
    found <- estimates(study, "sequence", at = "all", joint = joint, ...)
    covers <- found$lower <= found$truth & found$truth <= found$upper
    by <- if (joint) found$rep else paste(found$rep, found$arm)
    cat(sprintf("%-34s %s: %s\n", name, if (joint) "always, all arms" else "always, each arm", share(tapply(covers, by, all))))
  }
}

floor <- policy_floor(policy_thompson("bernoulli"), min_propensity = 1 / 3, decay = 0.3, type = "clip", label = "Thompson with a floor")
arms <- arms_bernoulli(c(0.4, 0.5, 0.6))
all <- c("naive", "sequence", "aipw")
weights <- c("uniform", "constant", "two-point")
covered("floor t^-.3, T = 1,000", arms, floor, 1000, all, weights = weights)
covered("Thompson, T = 1,000", arms, policy_thompson("bernoulli"), 1000, all, weights = weights)
covered("UCB1, alpha .1, T = 500", arms_bernoulli(c(0.5, 0.5, 0.5)), policy_ucb1(alpha = 0.1), 500, c("naive", "sequence"))
covered("epsilon-greedy .1, T = 1,000", arms, policy_epsilon_greedy(0.1), 1000, all, weights = weights)
covered("Gaussian, floor t^-.3, T = 1,000", arms_gaussian(c(0, 0.1, 0.2)),
        policy_floor(policy_thompson(), min_propensity = 1 / 3, decay = 0.3, type = "clip"), 1000, all, weights = weights)
always("Thompson", arms, policy_thompson("bernoulli"), 1000)
always("Thompson, beta-binomial", arms, policy_thompson("bernoulli"), 1000, family = "bernoulli")
always("UCB1, alpha .1, equal arms", arms_bernoulli(c(0.1, 0.1)), policy_ucb1(alpha = 0.1), 1000, family = "bernoulli")
always("Gaussian, Thompson", arms_gaussian(c(0, 0.1)), policy_thompson(), 1000)
