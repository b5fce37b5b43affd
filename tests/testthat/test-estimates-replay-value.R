uniform_log <- function(events, rates, seed) {
  withr::local_seed(seed)
  arm <- sample(length(rates), events, replace = TRUE)
  data.frame(arm = arm, reward = rbinom(events, 1, rates[arm]))
}

test_that("the value of one game is the mean of the turns that the policy chose, with its standard error", {
  log <- uniform_log(2000, c(0.2, 0.5, 0.7), 1)
  study <- play(bandit_replay(log, init = 3), policy_fixed(2), 300)
  paid <- choices(study)$reward[-(1:3)]
  value <- replay_value(study)
  expect_named(value, c("bandit", "policy", "games", "turns", "events", "share", "estimate", "se", "lower", "upper"))
  expect_equal(value$turns, 297)
  expect_equal(value$events, regret(study)$events[300])
  expect_equal(value$share, 297 / value$events)
  expect_equal(value$estimate, mean(paid))
  expect_equal(value$se, sd(paid) / sqrt(297))
  expect_equal(value$upper - value$lower, 2 * qt(0.975, 296) * value$se)
  # So at every checkpoint, and the events walked.
  table <- regret(study)
  expect_equal(table$estimate[100], mean(paid[1:97]))
  expect_equal(table$se[100], sd(paid[1:97]) / sqrt(97))
  expect_equal(table$events[300], which(cumsum(log$arm == 2) == cumsum(log$arm == 2)[table$events[300]])[1])
})

test_that("a fixed policy's true value lies in its interval, 95 times in 100", {
  skip_on_cran() # long
  # An arm of a log shown uniformly, a game a log.
  rate <- 0.3
  replays <- lapply(stats::setNames(nm = share_of(1:400, 2)), function(i) {
    log <- uniform_log(600, c(0.6, rate), i)
    # One log in a thousand is warned of as uneven.
    suppressWarnings(bandit_replay(log, init = 2), classes = "unruly_warning_uneven")
  })
  value <- replay_value(run_study(replays, policy_fixed(2), 200, reps = 1, seed = 1, record = 1))
  inside <- value$lower <= rate & rate <= value$upper
  n <- length(inside)
  expect_gte(n, 200)
  # 95% of all, give or take three standard errors, on the side that matters and the other.
  expect_gt(sum(inside), 0.95 * n - 3 * sqrt(n * 0.95 * 0.05))
  expect_lt(sum(inside), n)
})

test_that("the spread of games is the error if they differ by more than the noise of their rewards", {
  # A policy that commits to what one turn said: games earn 0.2 or 0.8 a turn.
  withr::local_seed(4)
  arm <- sample(2, 40000, replace = TRUE)
  log <- data.frame(arm = arm, reward = rbinom(40000, 1, c(0.2, 0.8)[arm]))
  starts <- 1000 * (0:39) + 1
  study <- run_study(bandit_replay(log, init = 0, start = starts), policy_etc(1), 200, reps = 40, seed = 1)
  value <- replay_value(study)
  games <- regret(study)[regret(study)$round == 200, ]
  expect_gt(sd(games$estimate), 3 * max(games$se))
  expect_equal(value$se, sd(games$estimate) / sqrt(40))
})

test_that("games on the same events are as certain as one, windows apart are independent", {
  skip_in_quick()
  log <- uniform_log(4000, c(0.3, 0.6), 5)
  value_of <- function(start, reps) {
    replay_value(run_study(bandit_replay(log, init = 0, start = start), policy_fixed(1), 200, reps = reps, seed = 1, record = 1))
  }
  one <- value_of(1, 1)
  same <- value_of(1, 10)
  expect_equal(same$se, one$se)
  expect_equal(same$turns, 2000)
  expect_equal(same$events, 10 * one$events)
  expect_equal(same$share, one$share)
  games <- lapply(c(1, 1001, 2001, 3001), value_of, reps = 1)
  apart <- value_of(c(1, 1001, 2001, 3001), 4)
  expect_equal(apart$se, sqrt(sum(vapply(games, function(g) g$se^2, 0))) / 4)
  half <- value_of(c(1, 201), 2)
  expect_gt(half$se, value_of(c(1, 2001), 2)$se)
  expect_lt(half$se, value_of(c(1, 1), 2)$se)
})

test_that("a log that was not shown uniformly is warned of, one that was is not", {
  skip_on_cran() # long
  withr::local_seed(6)
  quiet <- vapply(1:100, function(i) {
    pools <- list(1:3, 2:6, 1:8)[sample(3, 500, replace = TRUE)]
    arm <- vapply(pools, function(p) p[sample.int(length(p), 1)], 0L)
    unruly:::uniform_p_value(as_log(structure(list(arm = arm, reward = rep(1, 500), pool = pools),
                                                       class = "data.frame", row.names = 1:500)))
  }, 0)
  # p-values of uniform logs are uniform.
  expect_gt(ks.test(quiet, "punif")$p.value, 0.001)
  expect_silent(bandit_replay(read_open_bandit()))
  skewed <- data.frame(arm = sample(3, 2000, replace = TRUE, prob = c(0.4, 0.3, 0.3)), reward = 1)
  expect_warning(bandit_replay(skewed), "propensity", class = "unruly_warning_uneven")
  # A pool for each event tells nothing.
  alone <- data.frame(arm = 1:5, reward = 1)
  alone$pool <- lapply(1:5, function(i) 1:(5 + i))
  expect_silent(bandit_replay(alone))
})

test_that("few events of many pools are judged by the exact moments", {
  withr::local_seed(7)
  p <- vapply(1:300, function(i) {
    pool <- sample(40, 120, replace = TRUE)
    arms <- sample(10, 120, replace = TRUE)
    unruly:::uniform_p_value(list(pool = pool, shown = arms, arms = 10, pool_from = 10 * 0:40))
  }, 0)
  expect_lt(mean(p < 0.05), 0.1)
  expect_gt(mean(p < 0.5), 0.35)
})

test_that("only replays have such a value", {
  study <- run_study(bandit(arms_bernoulli(0.5)), policy_ucb1(), horizon = 10, reps = 1, seed = 1)
  expect_error(replay_value(study), class = "unruly_error_argument")
})

test_that("a log is uneven or not whatever the options for writing numbers", {
  log <- simulate_click_log(400, seed = 1)
  p <- function() unruly:::uniform_p_value(log)
  usual <- p()
  expect_gt(length(log$pool_from), 20) # pools whose numbers take more than one digit
  expect_identical(withr::with_options(list(OutDec = ",", scipen = -5, digits = 22, warn = 2), p()), usual)
})
