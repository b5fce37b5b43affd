# Parameters that are to be found.

test_that("a free parameter is described, printed, and kept with its usual range", {
  policy <- policy_delta(rate = free(), temperature = free(), stick = free(-3, 3), rate_below = free())
  expect_identical(policy$label, "Delta")
  expect_identical(unclass(policy$parameters$rate), list(lower = 0, upper = 1, log = FALSE))
  expect_identical(unclass(policy$parameters$temperature), list(lower = 0.001, upper = 1000, log = TRUE))
  expect_identical(unclass(policy$parameters$stick), list(lower = -3, upper = 3, log = FALSE))
  expect_match(format(policy), "rate = free in [0, 1]", fixed = TRUE, all = FALSE)
  floored <- policy_floor(policy_delta(rate = free()), min_propensity = free(0.001, 0.25))
  expect_named(unruly:::free_parameters(floored), c("min_propensity", "base.rate"))
  expect_identical(unruly:::filled(floored, list(min_propensity = 0.1, base.rate = 0.4)), policy_floor(policy_delta(rate = 0.4), 0.1))
  expect_named(unruly:::free_parameters(policy_kalman("probit", bonus = free(), random = free(), sd = free(1, 5))), c("bonus", "random", "sd"))
  expect_identical(format(free(0, 1)), "<free in [0, 1]>")
  expect_identical(format(free()), "<free>")
})

test_that("functions that play refuse a free parameter, in the user's call", {
  skip_in_quick()
  policy <- policy_delta(rate = free())
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  d <- data.frame(arm = c(1, 2, 1), reward = c(1, 0, 1))
  plays <- list(run_study = \() run_study(b, policy, 10), run_study = \() run_study(b, list(policy_ucb1(), policy_floor(policy, 0.1)), 10), agent = \() agent(policy, 2),
                exact_study = \() exact_study(b, policy, 5), choice_likelihood = \() choice_likelihood(d, policy))
  for (i in seq_along(plays)) {
    e <- expect_error(plays[[i]](), "`rate` is free. `fit_policy()` estimates it.", fixed = TRUE, class = "unruly_error_policy")
    expect_identical(as.character(conditionCall(e)[[1]]), names(plays)[i])
  }
})

test_that("ranges that cannot be searched are refused, and name the parameter", {
  skip_in_quick()
  expect_error(free(1, 0), "upper", class = "unruly_error_argument")
  expect_error(free(0), "upper", class = "unruly_error_argument")
  expect_error(free(0, Inf), "upper", class = "unruly_error_argument")
  expect_error(free("a", 1), "lower", class = "unruly_error_argument")
  expect_error(free("alpha"), '`lower` must be a single number.*Given: "alpha"', class = "unruly_error_argument")
  expect_error(free("0", "1"), '`lower` must be a single number.*Given: "0"', class = "unruly_error_argument")
  expect_error(free(upper = "1"), '`upper` must be a single number.*Given: "1"', class = "unruly_error_argument")
  expect_error(free(0, 1, log = TRUE), "lower", class = "unruly_error_argument")
  expect_error(free(0, 1, log = NA), "log", class = "unruly_error_argument")
  expect_error(policy_delta(rate = free(0, 2)), "rate", class = "unruly_error_argument")
  expect_error(policy_delta(temperature = free(0, 2)), "temperature", class = "unruly_error_argument")
  expect_error(policy_kalman(choice = free()), "choice", class = "unruly_error_argument")
  expect_error(policy_kalman(choice = free(0, 1)), "choice", class = "unruly_error_argument")
  expect_error(policy_kalman(sd = free()), "sd", class = "unruly_error_argument")
  expect_error(policy_kalman(random = free()), "random", class = "unruly_error_argument") # softmax does not use it
  expect_error(policy_floor(policy_ucb1(), min_propensity = free()), "min_propensity", class = "unruly_error_argument")
  expect_error(arms_bernoulli(free(0, 1)), class = "unruly_error_argument")
  edited <- policy_delta(rate = free())
  edited$parameters$rate$upper <- 7
  expect_error(run_study(bandit(arms_bernoulli(0.5)), edited, 10), class = "unruly_error")
})

test_that("text, whole numbers and several numbers cannot be free, and are named", {
  expect_error(policy_kalman(choice = free()), "choice.*a string", class = "unruly_error_argument")
  expect_error(policy_etc(free(1, 10)), "pulls.*whole number.*can be free", class = "unruly_error_argument")
  expect_error(policy_ucb1(range = free(0, 1)), "range.*can be free", class = "unruly_error_argument")
})
