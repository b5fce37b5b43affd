# What policies cost: nanoseconds of processor time a round, and how many times UCB1's on the same bandit and horizon in
# the same run. Times are differences between two numbers of replications, so that the start does not count.
#
#   sh tools/with-library.sh Rscript bench/policies.R [horizon [label ...]]
#
# Every policy that needs no arguments, and some variants, on the first of these problems that it can play: ten Bernoulli
# arms with means .1 to .9, then what more some need. With labels only those. Then the bandits on which Thompson
# sampling's goals are stated: a best arm of mean .5, all others a gap below.
library(unruly)

given <- commandArgs(TRUE)
horizon <- c(as.numeric(given[1]), 1e5)[1 + (length(given) == 0)]
wanted <- given[-1]

ten <- bandit(arms_bernoulli(seq(0.1, 0.9, length.out = 10)))
normal <- bandit(arms_gaussian(seq(0.1, 0.9, length.out = 10)))
problems <- list(
  plain = ten,
  normal = normal,
  patience = with_patience(ten, 5),
  waiting = with_waiting(bandit(arms_bernoulli(c(0.3, 0.5, 0.7))), matrix(0.25, 3, 4)),
  fairness = with_fairness(ten, 0.05, 1),
  population = bandit_mortal(alive = 10, horizon = horizon, mean_lifetime = 1000, reward = prior_uniform(10)),
  delay = with_delay(ten, 10),
  composite = with_spread(ten, spread_linear(5)),
  contexts = bandit(arms_linear(matrix(seq(-1, 1, length.out = 30), 10), sd = 1, context = context_normal(3)))
)

# Seconds of `reps` more replications, the least of three times.
nanoseconds <- function(bandit, policy, rounds, reps = max(2, ceiling(1e6 / rounds))) {
  seconds <- function(reps) {
    sum(system.time(suppressMessages(suppressWarnings(run_study(bandit, policy, rounds, reps = reps, seed = 1, threads = 1, record = 1, progress = FALSE))))[c("user.self", "sys.self")])
  }
  took <- replicate(3, seconds(1 + reps) - seconds(1))
  min(took[took > 0], Inf) / (reps * rounds) * 1e9
}

ucb1 <- list()
beside_ucb1 <- function(name, bandit, label, policy, rounds) {
  key <- paste(name, rounds)
  if (is.null(ucb1[[key]])) ucb1[[key]] <<- nanoseconds(bandit, policy_ucb1(), rounds)
  own <- nanoseconds(bandit, policy, rounds)
  cat(sprintf("%-32s %-28s %9.0f ns %8.1f times UCB1\n", label, name, own, own / ucb1[[key]]))
}

policies <- c(unruly:::arcade_incumbents(), list(
  "Thompson (beta)" = policy_thompson("bernoulli"), "Thompson (Gaussian)" = policy_thompson("gaussian", sd = 1),
  "SW-Thompson(2000)" = policy_forgetting_thompson(2000), "Top two (beta)" = policy_top_two(family = "bernoulli"),
  "Floor .01 over UCB1" = policy_floor(policy_ucb1(), 0.01), "Floor .01 over Thompson" = policy_floor(policy_thompson("bernoulli"), 0.01),
  "Discounted Thompson(.999)" = policy_forgetting_thompson(discount = 0.999)
))
policies <- policies[!duplicated(names(policies))]
if (length(wanted) > 0) policies <- policies[names(policies) %in% wanted]

for (label in names(policies)) {
  fits <- Find(function(name) is.null(suppressMessages(unruly:::why_not_tried(policies[[label]], problems[[name]], horizon))), names(problems))
  if (is.null(fits)) cat(sprintf("%-32s plays none of the problems\n", label))
  else if (fits == "contexts") cat(sprintf("%-32s %-28s %9.0f ns\n", label, fits, nanoseconds(problems[[fits]], policies[[label]], horizon)))
  else beside_ucb1(fits, problems[[fits]], label, policies[[label]], horizon)
}

goals <- list(
  list("bernoulli", 2, 0.1, c(1e4, 1e5, 1e6)), list("bernoulli", 2, 0, 1e5), list("bernoulli", 10, 0.4, c(1e4, 1e5)),
  list("bernoulli", 10, 0.1, c(1e4, 1e5, 1e6)), list("bernoulli", 10, 0, 1e4), list("bernoulli", 100, 0.4, 1e5),
  list("bernoulli", 100, 0.1, c(1e4, 1e5)), list("bernoulli", 1000, 0.1, 1e4), list("gaussian", 2, 0.1, 1e5),
  list("gaussian", 10, 0.4, 1e5), list("gaussian", 10, 0.1, c(1e4, 1e5, 1e6)), list("gaussian", 10, 0, 1e5),
  list("gaussian", 100, 0.4, 1e5)
)
for (goal in if (length(wanted) == 0) goals) {
  means <- c(rep(0.5 - goal[[3]], goal[[2]] - 1), 0.5)
  b <- bandit(if (goal[[1]] == "bernoulli") arms_bernoulli(means) else arms_gaussian(means))
  for (rounds in goal[[4]]) {
    beside_ucb1(sprintf("%d arms, gap %g, T = %g", goal[[2]], goal[[3]], rounds), b, paste("Thompson,", goal[[1]]), policy_thompson(goal[[1]]), rounds)
  }
}
