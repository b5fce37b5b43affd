# What the bounds of both papers refuse, and how they say it.

test_that("bad horizons are refused by every bound", {
  bounds <- list(
    function(...) bound_impatient_lower(patience = c(2, 2, 2), ...),
    function(...) bound_ucb_impatient(mean = c(0, 1), patience = c(5, 1e5), ...),
    function(...) bound_fc_se(mean = c(0, 0.5, 1), patience = c(4, 4, 2), ...),
    function(...) bound_fc_entry(mean = c(0.1, 0.2, 0.3, 0.4), patience = 8, first = c(1, 1, 1, 9), ..., n_cycle = 4),
    function(...) bound_wait_ucb(waiting_table(), ...),
    function(...) bound_ucb_simplex(waiting_table(), ...),
    function(...) bound_budget_ucb(waiting_table(), ...)
  )
  bad <- list(0, 1.5, NA_real_, c(10, Inf), numeric(), "10")
  expect_refused <- function(bound) {
    without_layout()
    for (horizon in bad) {
      error <- expect_error(bound(horizon = horizon), class = "unruly_error_argument")
      expect_identical(error$argument, "horizon")
    }
    expect_identical(expect_error(bound(), class = "unruly_error_argument")$argument, "horizon")
  }
  for (bound in bounds) expect_refused(bound)
  expect_snapshot(error = TRUE, {
    bound_impatient_lower(patience = c(2, 2, 2))
    bound_fc_se(mean = c(0, 0.5, 1), patience = c(4, 4, 2), horizon = c(10, NA))
    bound_wait_ucb(waiting_table(), horizon = 0)
  })
})

test_that("bad arguments of the lower bound are refused", {
  expect_snapshot(error = TRUE, {
    bound_impatient_lower()
    bound_impatient_lower(patience = 5, horizon = 100)
    bound_impatient_lower(patience = c(2, 0), horizon = 100)
    bound_impatient_lower(patience = "2", horizon = 100)
    bound_impatient_lower(patience = c(2, 2, 2), horizon = 100, first_exit = 0)
    bound_impatient_lower(patience = c(2, 2, 2), horizon = 100, first_exit = c(2, 3))
    bound_impatient_lower(patience = c(2, 2, 2), horizon = 100, first_exit = NA)
  })
})

test_that("bad arguments of UCB's bound are refused", {
  expect_snapshot(error = TRUE, {
    bound_ucb_impatient()
    bound_ucb_impatient(mean = 1, patience = 5, horizon = 100)
    bound_ucb_impatient(mean = c(0, NA), patience = c(5, 5), horizon = 100)
    bound_ucb_impatient(mean = c(0, Inf), patience = c(5, 5), horizon = 100)
    bound_ucb_impatient(mean = c(0, 1), horizon = 100)
    bound_ucb_impatient(mean = c(0, 1), patience = c(5, 5, 5), horizon = 100)
    bound_ucb_impatient(mean = c(0, 1, 1), patience = c(5, 5, 5), horizon = 100)
    bound_ucb_impatient(mean = c(0, 0.5, 1), patience = c(5, 5, 100), horizon = c(2, 1e5))
  })
})

test_that("bad arguments of FC-SE's bound are refused", {
  waits <- function(horizon, ...) bound_fc_se(horizon = horizon, mean = c(0.1, 0.2, 0.3, 0.9), patience = c(3, 3, 3, 60), ...)
  expect_snapshot(error = TRUE, {
    bound_fc_se(mean = "a", patience = c(2, 2), horizon = 100)
    bound_fc_se(mean = c(0, 1), patience = c(2, 2, 2), horizon = 100)
    bound_fc_se(mean = c(0, 1), patience = c(1, 5), horizon = 100)
    waits(100, n_cycle = 1)
    waits(100, n_cycle = 4)
    waits(100, n_cycle = 5)
    waits(100, n_cycle = 2.5)
    waits(100, segment = 0)
    waits(100, segment = 9)
    waits(100, segment = 61)
    waits(100, segment = c(20, 30))
    waits(c(100, 1))
    bound_fc_se(mean = c(0.1, 0.2, 0.3, 0.9), patience = c(3, 3, 3, 9), horizon = 100)
    bound_fc_se(mean = c(0, 1, 2, 3), patience = c(3, 3, 3, 60), horizon = 100)
  })
})

test_that("bad arguments of FC-Entry's bound are refused", {
  enters <- function(mean = c(0.1, 0.2, 0.3, 0.4, 0.9, 0.8), patience = c(8, 8, 8, 1e5, 8, 8), floor = 8, n_cycle = 5,
                     first = c(1, 1, 1, 1, 100, 1e5), ...) {
    bound_fc_entry(horizon = 1e4, n_cycle = n_cycle, patience_floor = floor, mean = mean, patience = patience, first = first, ...)
  }
  expect_snapshot(error = TRUE, {
    bound_fc_entry(horizon = 100, n_cycle = 4, mean = c(0.1, 0.2, 0.3, 0.4), patience = 8)
    bound_fc_entry(horizon = 100, mean = c(0.1, 0.2, 0.3, 0.4), patience = 8, first = c(1, 1, 1, 9))
    enters(mean = c(0, 1))
    enters(mean = c(0, 1, 2, 3, 4, 5))
    enters(patience = c(8, 8))
    enters(floor = 0)
    enters(floor = c(8, 8))
    enters(floor = 9)
    enters(floor = 2)
    enters(n_cycle = 3)
    enters(n_cycle = 6)
    enters(patience = c(8, 8, 8, 15, 8, 8))
    enters(segment = 15)
    enters(segment = "long")
    enters(first = 100)
    enters(first = rep(1, 6))
    enters(first = c(1, 1, 5, 9, 100, 1e5))
    enters(first = c(1, 1, 1, 1, 100, NA))
    enters(first = c(1, 1, 1, 1, 100, 200))
  })
})

test_that("bad tables of waiting values are refused", {
  with <- function(column, value) replace(waiting_table(), column, list(value))
  expect_snapshot(error = TRUE, {
    bound_wait_ucb()
    bound_wait_ucb(0.5, 100)
    bound_wait_ucb(waiting_table()[0, ], 100)
    bound_wait_ucb(waiting_table()[-3], 100)
    bound_wait_ucb(waiting_table()[-4], 100, constants = TRUE)
    bound_ucb_simplex(waiting_table()[-4], 100)
    bound_wait_ucb(with("arm", c(1, 1, 0)), 100)
    bound_wait_ucb(with("wait", c(1, 2, 2)), 100)
    bound_wait_ucb(with("wait", c("a", "b", "c")), 100)
    bound_wait_ucb(with("time", c(1, 1, 3.5)), 100)
    bound_wait_ucb(with("time", c(0, 1, 3)), 100)
    bound_wait_ucb(with("gap", c(0.1, 0.2, 0.3)), 100)
    bound_wait_ucb(with("gap", c(0.1, NA, 0)), 100)
    bound_wait_ucb(with("gap", c(-0.1, 0.1, 0)), 100)
    bound_wait_ucb(with("gap", c(1.5, 0.1, 0)), 100)
    bound_budget_ucb(with("rate", c(0.2, 0.3, 0.4)), 100)
    bound_budget_ucb(with("rate", c(0.2, 0.3, 1.2)), 100)
    bound_wait_ucb(bandit(arms_bernoulli(c(0.5, 0.6))), 100)
  })
})

test_that("bad options of the farewell bounds are refused", {
  expect_snapshot(error = TRUE, {
    bound_wait_ucb(waiting_table(), 100, what = "reward")
    bound_budget_ucb(waiting_table(), 100, what = 1)
    bound_ucb_simplex(waiting_table(), 100, constants = NA)
    bound_wait_ucb(waiting_table(), 100, constants = "yes")
    bound_ucb_simplex(waiting_table(), 100, kappa = 1)
    bound_ucb_simplex(waiting_table(), 100, kappa = Inf)
    bound_ucb_simplex(waiting_table(), 100, kappa = c(3, 4))
  })
  # The longest wait times the best rate itself is fine.
  expect_silent(bound_ucb_simplex(waiting_table(), 100, kappa = 3 * 0.36))
})
