# Calibration: a figure meets its target where it should.

test_that("the error of a rule is calibrated, by bisection on the same replications", {
  skip_in_quick()
  null <- bandit(arms_bernoulli(c(0.3, 0.3)))
  played <- 0
  plan <- function(error) {
    played <<- played + 1
    run_study(null, policy_uniform(), 200, reps = 200, seed = 1, record = 1, threads = 1, stop = stop_glr(error, looks = seq(20, 200, 20), rate = "practical"))
  }
  found <- calibrate_design(plan, c(0.01, 0.99), "error", 0.1, steps = 6)
  expect_s3_class(found, "unruly_calibration")
  expect_named(found, c("parameter", "se", "measure", "target", "value", "mcse", "lower", "upper", "reps"))
  expect_equal(c(found$lower, found$upper), as.double(binom.test(round(200 * found$value), 200)$conf.int))
  expect_identical(found$value, mean(recommendations(plan(found$parameter))$stopped))
  expect_lt(abs(found$value - 0.1), 0.03)
  expect_gt(found$se, 0)
  tried <- attr(found, "tried")
  expect_false(is.unsorted(tried$value)) # the error rises with the parameter
  expect_lte(played, 22) # no value is played twice
  expect_identical(anyDuplicated(tried$parameter), 0L)
  expect_output(print(found), "<calibration> .*\\(standard error .*error is [0-9.]+ \\[.*\\] in 200 replications, for a target of 0.1")
})

test_that("a figure that follows the parameter exactly is found to the last step, also of whole numbers", {
  skip_in_quick()
  plan <- function(T) run_study(bandit(arms_constant(c(1, 0))), policy_fixed(1), T, reps = 2, seed = 1, record = 1, threads = 1)
  found <- calibrate_design(plan, c(1, 100), "reward", 37, steps = 20, whole = TRUE)
  expect_identical(found$parameter, 37)
  expect_identical(found$value, 37)
  expect_identical(found$se, NA_real_) # two games that agree say nothing
  expect_output(print(found), "<calibration> 37, where reward is")
  down <- function(x) run_study(bandit(arms_constant(c(1 - x, 0))), policy_fixed(1), 1, reps = 2, seed = 1, record = 1, threads = 1)
  expect_equal(calibrate_design(down, c(0, 1), "reward", 0.3, steps = 20)$parameter, 0.7, tolerance = 1e-5)
})

test_that("rules that cannot be calibrated are refused", {
  pair <- bandit(arms_bernoulli(c(0.3, 0.6)))
  plan <- function(T, seed = 1) run_study(pair, policy_ucb1(), T, reps = 2, seed = seed, record = 1, threads = 1)
  refused <- function(..., argument) {
    error <- expect_error(calibrate_design(...), class = "unruly_error_argument")
    expect_identical(error$argument, argument)
  }
  refused(plan, c(1, 50), "reward", 1000, argument = "target")
  refused(plan, c(1, 50), "happiness", 10, argument = "measure")
  refused(function(T) plan(T, seed = NULL), c(1, 50), "sample_size", 10, argument = "plan")
  refused(function(T) T, c(1, 50), "sample_size", 10, argument = "plan")
  refused(plan, c(50, 1), "sample_size", 10, argument = "parameter")
  error <- expect_error(calibrate_design(plan, c(1, 50), "error", 0.1), "misnamed", class = "unruly_error_argument")
  ended <- function(T) run_study(pair, policy_ucb1(), T, reps = 20, seed = 1, record = 1, threads = 1, stop = stop_glr(0.5, rate = "practical"), after = "end")
  error <- expect_error(calibrate_design(ended, c(100, 200), "regret", 5), "not defined for some games", class = "unruly_error_argument")
  expect_identical(error$argument, "measure")
  two <- function(T) run_study(pair, list(policy_ucb1(), policy_uniform()), T, reps = 2, seed = 1, record = 1, threads = 1)
  refused(two, c(1, 50), "sample_size", 10, argument = "policy")
  expect_identical(calibrate_design(two, c(1, 50), "sample_size", 10, policy = "UCB1", whole = TRUE)$parameter, 10)
})
