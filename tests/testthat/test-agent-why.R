# Why an agent's next choice is what it is: the numbers are those of the papers' formulas, written here in R.

# An agent that has made these pulls of its own choice, with rewards drawn outside.
taught <- function(policy, pulls, ..., arms = c("a", "b", "c"), seed = 1) {
  made <- agent(policy, arms, seed = seed, ...)
  rewards <- withr::with_seed(seed, stats::runif(pulls) < 0.5) * 1
  for (reward in rewards) agent_learn(made, agent_choose(made), reward)
  made
}

value_of <- function(why, part) {
  rows <- why[why$part == part, ]
  stats::setNames(rows$value, as.character(rows$arm))
}

tallies <- function(agent) {
  log <- agent_decisions(agent)
  arms <- levels(log$arm)
  rewards <- split(log$reward, factor(log$arm, arms))
  list(n = lengths(rewards) + 0, mean = vapply(rewards, mean, 0), t = nrow(log) + 1)
}

test_that("UCB1: mean, bonus and their sum, of which the greatest is chosen; the agent stays as it is", {
  skip_in_quick()
  a <- taught(policy_ucb1(range = c(0, 1)), 40)
  before <- agent_decisions(a)
  why <- agent_why(a)
  seen <- tallies(a)
  bonus <- sqrt(2 * log(seen$t) / seen$n)
  expect_identical(attr(why, "code"), "index")
  expect_named(why, c("arm", "part", "value"))
  expect_identical(why$part, rep(c("mean", "bonus", "index"), 3))
  expect_identical(why$arm, factor(rep(c("a", "b", "c"), each = 3)))
  expect_equal(value_of(why, "mean"), seen$mean, tolerance = 1e-12)
  expect_equal(value_of(why, "bonus"), bonus, tolerance = 1e-12)
  expect_equal(value_of(why, "index"), seen$mean + bonus, tolerance = 1e-12)
  expect_identical(agent_decisions(a), before)
  expect_identical(agent_why(a), why)
  expect_identical(agent_choose(taught(policy_ucb1(range = c(0, 1)), 40)), names(which.max(seen$mean + bonus)))
  asked <- taught(policy_ucb1(range = c(0, 1)), 40)
  for (i in 1:20) {
    agent_why(asked)
    agent_learn(a, agent_choose(a), i %% 2)
    agent_learn(asked, agent_choose(asked), i %% 2)
  }
  expect_identical(agent_decisions(asked), agent_decisions(a))
})

test_that("KL-UCB, a window and a discount: the index solves its equation", {
  kl <- function(p, q) ifelse(p == 0, 0, p * log(p / q)) + ifelse(p == 1, 0, (1 - p) * log((1 - p) / (1 - q)))
  a <- taught(policy_kl_ucb(c = 0, family = "bernoulli", range = c(0, 1)), 50)
  why <- agent_why(a)
  seen <- tallies(a)
  level <- seen$n * kl(value_of(why, "mean"), value_of(why, "index"))
  expect_equal(unname(level), rep(log(seen$t), 3), tolerance = 1e-6)

  a <- taught(policy_forgetting_ucb(window = 12, range = c(0, 1)), 50)
  log <- utils::tail(agent_decisions(a), 12)
  n <- table(log$arm)
  mean <- tapply(log$reward, log$arm, mean)
  index <- mean + sqrt(0.6 * log(12) / n)
  there <- names(n)[n > 0]
  why <- agent_why(a)
  expect_equal(value_of(why, "mean")[there], c(mean)[there], tolerance = 1e-12)
  expect_identical(attr(why, "code"), if (all(n > 0)) "index" else "first_play")
  expect_equal(value_of(why, "index")[there], c(index)[there], tolerance = 1e-12)

  a <- taught(policy_forgetting_ucb(discount = 0.9, range = c(0, 1)), 50)
  log <- agent_decisions(a)
  weight <- 0.9^(50 - log$round)
  n <- tapply(weight, log$arm, sum)
  mean <- tapply(weight * log$reward, log$arm, sum) / n
  expect_equal(value_of(agent_why(a), "mean"), c(mean), tolerance = 1e-9)
})

test_that("Thompson sampling: the posterior that is drawn from", {
  a <- taught(policy_thompson("bernoulli", range = c(0, 1)), 30)
  why <- agent_why(a)
  log <- agent_decisions(a)
  wins <- tapply(log$reward, factor(log$arm, c("a", "b", "c")), sum, default = 0)
  n <- table(factor(log$arm, c("a", "b", "c")))
  expect_identical(attr(why, "code"), "drawn")
  expect_equal(value_of(why, "shape1"), c(1 + wins), tolerance = 1e-12)
  expect_equal(value_of(why, "shape2"), stats::setNames(as.numeric(1 + n - wins), names(n)), tolerance = 1e-12)
  a <- taught(policy_thompson(sd = 0.5), 30)
  why <- agent_why(a)
  seen <- tallies(a)
  expect_equal(value_of(why, "mean"), seen$mean, tolerance = 1e-12)
  expect_equal(value_of(why, "sd"), 0.5 / sqrt(seen$n), tolerance = 1e-12)
})

test_that("HT-UCB adds the promise: the penalty of arms that lack pulls, nothing of others", {
  a <- taught(policy_ht_ucb(), 25, share = c(0.4, 0.3, 0.1), penalty = 0.6)
  why <- agent_why(a)
  seen <- tallies(a)
  lacking <- seen$n < c(0.4, 0.3, 0.1) * seen$t
  promised <- value_of(why, "promise")
  expect_true(all(promised == 0.6) && setequal(names(promised), names(seen$n)[lacking]))
  all <- value_of(why, "mean") + value_of(why, "bonus")
  all[names(promised)] <- all[names(promised)] + promised
  expect_equal(value_of(why, "index"), all, tolerance = 1e-12)
  expect_identical(agent_choose(a), names(which.max(value_of(why, "index"))))
})

test_that("elimination shows bounds and places, a cycle its places, waits their pay per round", {
  a <- taught(policy_se(sd = 0.5), 12, horizon = 100)
  why <- agent_why(a)
  seen <- tallies(a)
  expect_identical(attr(why, "code"), "cycle")
  expect_identical(attr(why, "does"), policies()$does[unruly:::policy_types() == "policy_se"])
  expect_equal((value_of(why, "low") + value_of(why, "high")) / 2, seen$mean, tolerance = 1e-12)
  expect_identical(unname(value_of(why, "place")), c(1, 2, 3))

  a <- agent(policy_wait_ucb("product-limit", index = "hoeffding"), c("a", "b"), seed = 3, waiting = 2)
  for (i in 1:60) {
    made <- agent_choose(a)
    late <- i %% 3 == 0
    agent_learn(a, made$arm, if (late) NA else i %% 2, time = if (late) NA else 1)
  }
  why <- agent_why(a)
  expect_named(why, c("arm", "wait", "part", "value"))
  expect_identical(attr(why, "code"), "index")
  index <- why[why$part == "index", ]
  expect_identical(index$wait, c(1:2, 1:2))
  best <- index[which.max(index$value), ]
  expect_identical(agent_choose(a), list(arm = as.character(best$arm), wait = best$wait))
})

test_that("before its first pulls an arm has no parts; those that do not say have none at all", {
  a <- agent(policy_ucb1(), c("a", "b"), seed = 1)
  expect_identical(attr(agent_why(a), "code"), "first_play")
  expect_identical(nrow(agent_why(a)), 0L)
  agent_learn(a, agent_choose(a), 1)
  expect_identical(unique(as.character(agent_why(a)$arm)), "a")
  for (policy in list(policy_floor(policy_ucb1(), 0.1), policy_exp3(gamma = 0.1), policy_index(function(s) s$mean))) {
    a <- agent(policy, c("a", "b"), seed = 1)
    expect_identical(attr(agent_why(a), "code"), NA_character_)
    expect_identical(nrow(agent_why(a)), 0L)
  }
  a <- agent(policy_ucb1(), "alone", seed = 1)
  expect_identical(attr(agent_why(a), "code"), "only_one")
})

test_that("arms that are gone are left out; where there is no next choice there is an error", {
  a <- taught(policy_ucb1(range = c(0, 1)), 20)
  agent_leave(a, "b")
  expect_identical(unique(as.character(agent_why(a)$arm)), c("a", "c"))
  expect_error(agent_why(taught(policy_ucb1(), 3, horizon = 3)), class = "unruly_error_agent")
  expect_error(agent_why(1), class = "unruly_error_argument")
})
