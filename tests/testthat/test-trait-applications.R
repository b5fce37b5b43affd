# The applications of farewell to arms as ready bandits.

test_that("an auction is won at the rival bid, and a lost one costs the fee", {
  fee <- 2
  b <- bandit_auction(rival = c(0.3, 0.3, 0.2, 0.2), value = arms_constant(0.8), fee = fee)
  for (bid in 1:4) {
    played <- farewell_choices(b, policy_fixed(1, bid + fee), 3000)
    won <- played$reward > 0
    expect_equal(played$reward[won], rep(0.8, sum(won)))
    expect_true(all(played$cost[won] > fee & played$cost[won] <= fee + bid))
    expect_equal(played$cost[!won], rep(fee, sum(!won)))
    expect_equal(mean(won), c(0.3, 0.6, 0.8, 1)[bid], tolerance = 0.1)
  }
  # A wait up to the fee leaves nothing to bid.
  for (wait in 1:2) {
    played <- farewell_choices(b, policy_fixed(1, wait), 300)
    expect_true(all(played$reward == 0 & played$cost == wait))
  }
})

test_that("the value of a bid is that of the paper's auction", {
  skip_in_quick()
  rival <- c(0.3, 0.3, 0.2, 0.2)
  worth <- c(0.4, 0.6, 0.7, 0.9)
  value <- bandit_value(bandit_auction(rival, worth, fee = 2))
  for (bid in 1:4) {
    wins <- seq_len(bid)
    row <- value[value$wait == bid + 2, ]
    expect_equal(row$reward, sum(rival[wins] * worth[wins]))
    expect_equal(row$time, 2 + sum(rival[wins] * wins))
  }
  expect_equal(value$rate[1:2], c(0, 0))
})

test_that("auctions may be of several kinds", {
  rival <- rbind(c(0.5, 0.5), c(1, 0))
  b <- bandit_auction(rival, arms_beta(mean = c(0.5, 0.2)))
  expect_equal(arm_count(b), 2)
  expect_equal(wait_count(b), 3)
  expect_equal(b, bandit_auction(rival, arms_beta(mean = c(0.5, 0.2)), fee = 1))
  same <- bandit_auction(c(0.5, 0.5), arms_beta(mean = c(0.5, 0.2)))
  expect_equal(same$traits$waiting$parameters$delay, rbind(c(0, 0.5, 0.5), c(0, 0.5, 0.5)))
})

test_that("simulated budgets of auctions match the recursion", {
  skip_in_quick()
  b <- bandit_auction(c(0.3, 0.3, 0.4), c(0.4, 0.6, 0.9), fee = 2)
  value <- bandit_value(b)
  constant <- Map(function(arm, wait) policy_fixed(arm, wait, label = paste(arm, wait)), value$arm, value$wait)
  study <- run_study(b, constant, 30, reps = 3000, seed = 3, record = c(7, 30), threads = 1)
  seen <- summary(study, "reward", at = "all")
  expect_true(all(abs(seen$mean - bandit_value(b, c(7, 30))$total) <= 4.5 * seen$se + 1e-9))
})

test_that("policies play auctions by their formulas; side feedback knows what a lost auction costs", {
  skip_in_quick()
  b <- bandit_auction(c(0.3, 0.3, 0.2, 0.2), c(0.4, 0.6, 0.7, 0.9), fee = 2)
  expect_literal_choices(b, policy_wait_ucb("side"), literal_wait, 6000, side = TRUE, vain = 2)
  expect_literal_choices(b, policy_wait_ucb(), literal_wait, 6000, vain = 2)
  expect_literal_choices(b, policy_ucb_bv(version = "BV2"), literal_bv2, 6000, vain = 2)
  for (policy in list(policy_wait_ucb("side"), policy_ucb_bv(version = "BV2"))) {
    expect_true(identical(farewell_choices(b, policy, 2e5), farewell_choices(b, policy, 2e5, plain = TRUE)))
  }
})

test_that("the time of a cross-validation is the sum of its runs", {
  time <- rbind(c(0.7, 0.3), c(0.1, 0.9))
  one <- bandit_cross_validation(time, c(0.5, 0.8), folds = 1)$traits$waiting$parameters
  expect_equal(one$delay, time)
  expect_equal(one$pay, matrix(c(0.5, 0.8), 2, 2))
  three <- bandit_cross_validation(time, c(0.5, 0.8), folds = 3)$traits$waiting$parameters
  expect_equal(three$delay[1, ], c(0, 0, stats::dbinom(0:3, 3, 0.3)))
  expect_equal(three$delay[2, ], c(0, 0, stats::dbinom(0:3, 3, 0.9)))
  expect_equal(three$pay[, 3:6], matrix(c(0.5, 0.8), 2, 4))
})

test_that("scores may depend on the time of a run", {
  # Given a total of 3 + b, b of the three runs took 2 units.
  b <- bandit_cross_validation(c(0.7, 0.3), rbind(c(0.2, 0.8)), folds = 3)
  law <- b$traits$waiting$parameters
  expect_equal(law$pay[1, 3:6], 0.2 + 0.6 * (0:3) / 3)
  # All runs taken together score what a run scores.
  expect_equal(sum(law$delay * law$pay), 0.7 * 0.2 + 0.3 * 0.8)
})

test_that("many folds stay a law", {
  skip_in_quick()
  b <- bandit_cross_validation(c(0.2, 0.5, 0.3), 0.7, folds = 200)
  law <- b$traits$waiting$parameters
  expect_equal(sum(law$delay), 1)
  expect_true(all(law$pay >= 0 & law$pay <= 1))
  expect_equal(tail(bandit_value(b)$time, 1), 200 * 2.1)
})

test_that("applications print what they are", {
  expect_snapshot(bandit_auction(c(0.5, 0.5), arms_beta(mean = 0.4), fee = 2))
  expect_snapshot(bandit_auction(c(0.5, 0.5), c(0.4, 0.6)))
  expect_snapshot(bandit_cross_validation(c(0.7, 0.3), 0.5))
})

test_that("bad auctions are refused", {
  law <- c(0.5, 0.5)
  expect_errors(bandit_auction())
  expect_errors(bandit_auction(law))
  expect_errors(bandit_auction("a", law))
  expect_errors(bandit_auction(c(0.5, 0.6), law))
  expect_errors(bandit_auction(c(1.5, -0.5), law))
  expect_errors(bandit_auction(numeric(), law))
  expect_errors(bandit_auction(law, c(0.5, NA)))
  expect_errors(bandit_auction(law, c(0.5, 0.5, 0.5)))
  expect_errors(bandit_auction(law, arms_gaussian(0)))
  expect_errors(bandit_auction(rbind(law, law), arms_constant(c(0.1, 0.2, 0.3))))
  expect_errors(bandit_auction(law, law, fee = 0))
  expect_errors(bandit_auction(law, law, fee = 0.5))
})

test_that("bad cross-validations are refused", {
  law <- c(0.5, 0.5)
  expect_errors(bandit_cross_validation())
  expect_errors(bandit_cross_validation(law))
  expect_errors(bandit_cross_validation(c(0.5, 0.2), 0.5))
  expect_errors(bandit_cross_validation(law, 2))
  expect_errors(bandit_cross_validation(law, c(0.5, 0.5)))
  expect_errors(bandit_cross_validation(law, matrix(0.5, 2, 2)))
  expect_errors(bandit_cross_validation(law, 0.5, folds = 0))
  expect_errors(bandit_cross_validation(law, 0.5, folds = NULL))
})
