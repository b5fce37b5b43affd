# Gamma as printed, by integration.
gamma_of <- function(m, L, density, upper = 1, lower = 0) {
  tail <- function(f) integrate(f, m, upper, rel.tol = 1e-10)$value
  beyond <- tail(density)
  mean <- integrate(function(x) x * density(x), lower, upper, rel.tol = 1e-10)$value
  (mean + (L - 1) * tail(function(x) x * density(x))) / (1 + beyond * (L - 1))
}

value_of <- function(mean_lifetime, reward) bandit_value(bandit_mortal(5, 100, mean_lifetime, reward))

test_that("with uniform rewards the reference is sqrt(L) / (1 + sqrt(L))", {
  for (L in c(1, 2, 10, 1e3, 1e6)) expect_equal(value_of(L, prior_uniform(1)), sqrt(L) / (1 + sqrt(L)))
  # And scales with the rewards.
  expect_equal(value_of(100, arms_gaussian(prior_uniform(1, 2, 6))), 2 + 4 * 10 / 11)
})

test_that("the reference is the fixed point of Gamma, and its greatest value", {
  skip_in_quick()
  laws <- list(list(prior_beta(1, 1, 3), function(x) dbeta(x, 1, 3), 0, 1),
               list(prior_beta(1, 4, 2), function(x) dbeta(x, 4, 2), 0, 1),
               list(arms_gaussian(prior_normal(1, 0.3, 0.2)), function(x) dnorm(x, 0.3, 0.2), -2, 3))
  for (law in laws) {
    for (L in c(2, 50, 1e4)) {
      m <- value_of(L, law[[1]])
      gamma <- function(x) gamma_of(x, L, law[[2]], law[[4]], law[[3]])
      expect_equal(gamma(m), m, tolerance = 1e-6)
      expect_gt(gamma(m) + 1e-7, max(gamma(m - 0.05), gamma(min(m + 0.02, law[[4]] - 1e-3))))
    }
  }
})

test_that("arms say how their means are distributed", {
  skip_in_quick()
  L <- 300
  expect_equal(value_of(L, arms_bernoulli(prior_beta(5, 1, 3))), value_of(L, prior_beta(1, 1, 3)))
  expect_equal(value_of(L, arms_gaussian(prior_uniform(5), sd = 2)), value_of(L, prior_uniform(1)))
  expect_equal(value_of(L, arms_beta(mean = prior_uniform(5))), value_of(L, prior_uniform(1)))
  expect_equal(value_of(L, arms_bernoulli(0.3)), 0.3)
  expect_error(value_of(L, arms_beta(prior_uniform(2), 1)), "drawn from a prior or equal", class = "unruly_error_argument")
  expect_error(bandit_value(bandit(arms_bernoulli(prior_uniform(2)))), "mortal", class = "unruly_error_argument")
  expect_error(bandit_value(100), "mortal", class = "unruly_error_argument")
  expect_error(bandit_value(), "is missing", class = "unruly_error_argument")
  # What the policy that plays against it is given.
  b <- bandit_mortal(4, 100, L, death = "budgeted")
  expect_identical(bandit_value(b), b$traits$population$parameters$reference)
})

test_that("edited priors and arms are refused", {
  skip_in_quick()
  edited <- function(...) utils::modifyList(unclass(prior_beta(1, 1, 3)), list(...)) |> structure(class = "unruly_prior")
  for (prior in list(edited(values = c("a", "b")), edited(values = c(NA, 1)), edited(law = "none"), edited(range = NULL),
                     edited(range = c(1, 0)))) {
    expect_error(bandit_mortal(2, 50, 10, prior), "`reward` must be .* is not as it was made", class = "unruly_error_argument")
    arms <- arms_bernoulli(prior_beta(1, 1, 3))
    arms$parameters$prob <- prior
    expect_error(bandit_mortal(2, 50, 10, arms), "`reward` must be .* is not as it was made", class = "unruly_error_argument")
    expect_error(simulate_click_log(10, rate = prior), "`rate` must be .* is not as it was made", class = "unruly_error_argument")
  }
  arms$parameters <- 1
  expect_error(bandit_mortal(2, 50, 10, arms), "`parameters` is not as it was made", class = "unruly_error_argument")
})
