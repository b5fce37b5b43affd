# What the bounds of both papers refuse, and how they say it.

test_that("bad horizons are refused by every bound", {
  bounds <- list(
    function(...) of_lower(c(2, 2, 2), ...), function(...) of_ucb(c(0, 1), c(5, 1e5), ...),
    function(...) of_fc_se(c(0, 0.5, 1), c(4, 4, 2), ...),
    function(...) of_fc_entry(c(0.1, 0.2, 0.3, 0.4), 8, c(1, 1, 1, 9), ..., n_cycle = 4),
    function(...) of_wait_ucb(waiting_table(), ...), function(...) of_ucb_simplex(waiting_table(), ...),
    function(...) of_budget_ucb(waiting_table(), ...)
  )
  for (i in seq_along(bounds)) {
    for (horizon in drawn_of(list(NULL, 0, 1.5, NA_real_, c(10, Inf), numeric(), "10"), 4, i)) {
      error <- expect_error(bounds[[i]](horizon = horizon), class = "unruly_error_argument")
      expect_identical(error$argument, "horizon")
    }
  }
})

test_that("bad settings of the lower bound are refused", {
  expect_errors({
    of_lower(5, 100)
    of_lower(c(2, 2, 2), 100, first_exit = 0)
    of_lower(c(2, 2, 2), 100, first_exit = c(2, 3))
    of_lower(c(2, 2, 2), 100, first_exit = NA)
  })
})

test_that("bandits that UCB's bound does not cover are refused", {
  expect_errors({
    of_ucb(1, 5, 100)
    of_ucb(c(0, 1, 1), c(5, 5, 5), 100)
    of_ucb(c(0, 0.5, 1), c(5, 5, 100), c(2, 1e5))
  })
})

test_that("bandits that FC-SE's bound does not cover are refused", {
  waits <- function(horizon, ...) of_fc_se(c(0.1, 0.2, 0.3, 0.9), c(3, 3, 3, 60), horizon, ...)
  expect_errors({
    of_fc_se(c(0, 1), c(1, 5), 100)
    waits(100, n_cycle = 4)
    waits(100, segment = 9)
    waits(100, segment = 61)
    waits(c(100, 1))
    of_fc_se(c(0.1, 0.2, 0.3, 0.9), c(3, 3, 3, 9), 100)
    of_fc_se(c(0, 1, 2, 3), c(3, 3, 3, 60), 100)
  })
})

test_that("bandits that FC-Entry's bound does not cover are refused", {
  enters <- function(mean = c(0.1, 0.2, 0.3, 0.4, 0.9, 0.8), patience = c(8, 8, 8, 1e5, 8, 8), floor = 8, n_cycle = 5,
                     first = c(1, 1, 1, 1, 100, 1e5), ...) of_fc_entry(mean, patience, first, 1e4, n_cycle, floor, ...)
  expect_errors({
    of_fc_entry(c(0.1, 0.2, 0.3, 0.4), 8, 1, 100, 4)
    enters(mean = c(0, 1, 2, 3, 4, 5))
    enters(floor = 9)
    enters(floor = 2)
    enters(n_cycle = 6)
    enters(patience = c(8, 8, 8, 15, 8, 8))
    enters(segment = 15)
    enters(first = c(1, 1, 5, 9, 100, 1e5))
    enters(first = c(1, 1, 1, 1, 100, 200))
  })
})

test_that("bad tables of waiting values are refused", {
  with <- function(column, value) replace(waiting_table(), column, list(value))
  expect_errors({
    of_wait_ucb(0.5, 100)
    of_wait_ucb(waiting_table()[0, ], 100)
    of_wait_ucb(waiting_table()[-3], 100)
    of_wait_ucb(waiting_table()[-4], 100, constants = TRUE)
    of_ucb_simplex(waiting_table()[-4], 100)
    of_wait_ucb(with("arm", c(1, 1, 0)), 100)
    of_wait_ucb(with("wait", c(1, 2, 2)), 100)
    of_wait_ucb(with("wait", c("a", "b", "c")), 100)
    of_wait_ucb(with("time", c(1, 1, 3.5)), 100)
    of_wait_ucb(with("time", c(0, 1, 3)), 100)
    of_wait_ucb(with("gap", c(0.1, 0.2, 0.3)), 100)
    of_wait_ucb(with("gap", c(0.1, NA, 0)), 100)
    of_wait_ucb(with("gap", c(-0.1, 0.1, 0)), 100)
    of_wait_ucb(with("gap", c(1.5, 0.1, 0)), 100)
    of_budget_ucb(with("rate", c(0.2, 0.3, 0.4)), 100)
    of_budget_ucb(with("rate", c(0.2, 0.3, 1.2)), 100)
    of_wait_ucb(bandit(arms_bernoulli(c(0.5, 0.6))), 100)
  })
})

test_that("bad options of the farewell bounds are refused", {
  expect_errors({
    of_wait_ucb(waiting_table(), 100, what = "reward")
    of_budget_ucb(waiting_table(), 100, what = 1)
    of_ucb_simplex(waiting_table(), 100, constants = NA)
    of_wait_ucb(waiting_table(), 100, constants = "yes")
    of_ucb_simplex(waiting_table(), 100, kappa = 1)
    of_ucb_simplex(waiting_table(), 100, kappa = Inf)
    of_ucb_simplex(waiting_table(), 100, kappa = c(3, 4))
  })
  # The longest wait times the best rate itself is fine.
  expect_silent(of_ucb_simplex(waiting_table(), 100, kappa = 3 * 0.36))
})
