# Null scenarios: one mean for all arms, and nothing else changed.

means_of <- function(b) instances(run_study(b, policy_uniform(), 5, reps = 1, seed = 1, threads = 1))$mean

test_that("all arms get the mean of the control, whatever their law", {
  skip_on_cran()
  laws <- list(
    arms_bernoulli(c(0.2, 0.5, 0.7)), arms_gaussian(c(0, 1, 2), sd = 1:3), arms_beta(c(1, 2, 5), 2), arms_beta(mean = c(0.2, 0.5, 0.7)),
    arms_student(c(3, 4, 5), location = c(1, 2, 3)), arms_lognormal(c(0, 1, 2), sdlog = c(1, 0.5, 0)), arms_constant(1:3),
    arms_categorical(rbind(c(1, 0), c(1, 1), c(0, 1)), c(0, 3)), arms_empirical(list(1:3, c(5, 7), 9))
  )
  for (law in laws) {
    before <- means_of(bandit(law))
    for (control in 1:3) expect_equal(means_of(bandit_null(bandit(law), control)), rep(before[control], 3))
  }
})

test_that("the other parameters of a law and a bandit stay", {
  null <- bandit_null(bandit(arms_gaussian(c(a = 0, b = 1), sd = 1:2)) |> with_patience(c(3, 9)), "b")
  expect_identical(null$arms$parameters$sd, c(1, 2))
  expect_identical(null$arms$parameters$mean, c(1, 1), ignore_attr = TRUE)
  expect_identical(null$arms$names, c("a", "b"))
  expect_identical(null$traits$patience$parameters$patience, c(3, 9))
  beta <- bandit_null(bandit(arms_beta(c(1, 30), c(1, 10))))
  expect_equal(beta$arms$parameters$shape1 + beta$arms$parameters$shape2, c(2, 40))
})

test_that("bandits whose means cannot be made equal are refused with the reason", {
  skip_in_quick()
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  refused <- function(b, why, ...) expect_error(bandit_null(b, ...), why, class = "unruly_error_argument")
  refused(with_changes(pair, changes_drift(0.1)), "change")
  refused(with_wear(pair, wear_power(1)), "wear off")
  refused(with_waiting(pair, c(0.5, 0.5)), "waits")
  refused(bandit(arms_bernoulli(prior_uniform(2))), "prior")
  refused(bandit(arms_tape(matrix(1, 2, 3))), "fixed")
  refused(bandit(arms_linear(diag(2), 1, context_normal(2))), "contexts")
  refused(pair, "from 1 to 2", 3)
  refused(pair, "from 1 to 2", "a")
})
