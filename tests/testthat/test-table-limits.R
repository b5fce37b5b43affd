# Limits of measures: Clopper and Pearson's, Student's, Markov's, order statistics; each again from its definition.

test_that("Markov's limits are Clopper and Pearson's at 0 and 1, and shift and scale with the measure", {
  for (n in c(1, 2, 20, 200)) {
    for (x in 0:1) expect_equal(limits_of_equals(x, n, c(0, 1)), as.double(binom.test(x * n, n)$conf.int), tolerance = 1e-12)
    expect_equal(limits_of_equals(0.3, n, c(0, 1)), c(0.3 * 0.025^(1 / n), 1 - 0.7 * 0.025^(1 / n)))
    expect_equal(limits_of_equals(7 + 4 * 0.3, n, c(7, 11)), 7 + 4 * limits_of_equals(0.3, n, c(0, 1)))
  }
  expect_equal(limits_of_equals(0, 200, c(0, 1))[2], 0.01827534, tolerance = 1e-7)
  expect_identical(limits_of_equals(3, 20, c(0, Inf)), c(NA_real_, NA_real_))
  expect_identical(limits_of_equals(3, 20, c(3, 3)), c(3, 3))
  expect_identical(limits_of_mean(0.1, 1e-17, 20, c(0, 1)), limits_of_equals(0.1, 20, c(0, 1))) # but for rounding
  expect_identical(limits_of_mean(1e-18, 1e-19, 20, c(-1, 1)), limits_of_equals(1e-18, 20, c(-1, 1)))
})

# The worst law for the upper limit A + (x - A) q .. at a mean m: as much as possible at x, the rest at an end.
test_that("no law of a measure in [0, 1] misses Markov's limits more often than it may", {
  for (n in c(3, 20, 200)) for (x in c(0, 0.2, 0.7, 1)) {
    limits <- limits_of_equals(x, n, c(0, 1))
    if (x > 0) { # a mean just below the lower limit, of x and 0 alone
      p <- (limits[1] - 1e-6) / x
      expect_lte(p^n, 0.025)
      expect_gt(((limits[1] + 1e-6) / x)^n, 0.025) # nor are they too wide
    }
    if (x < 1) {
      p <- (1 - limits[2] - 1e-6) / (1 - x)
      expect_lte(p^n, 0.025)
    }
  }
})

test_that("a share of several arms is covered as often as that of one", {
  skip_in_quick()
  # The law of the sum over n games, of the shares 0, 1/K, ..., 1 with probabilities p.
  missed <- function(p, n) {
    arms <- length(p) - 1
    law <- 1
    for (i in seq_len(n)) {
      longer <- numeric(length(law) + arms)
      for (k in 0:arms) longer[k + seq_along(law)] <- longer[k + seq_along(law)] + p[k + 1] * law
      law <- longer
    }
    sum <- (seq_along(law) - 1) / arms
    mean <- sum(p * 0:arms) / arms
    limits <- exact_interval(list(n = n, mean = sum / n), "independent", 0.95)
    c(sum(law[limits[1, ] > mean + 1e-12]), sum(law[limits[2, ] < mean - 1e-12]))
  }
  withr::local_seed(1)
  for (arms in c(2, 3, 5)) for (n in c(2, 20, 60)) {
    for (i in 1:20) {
      p <- exp(rnorm(arms + 1, 0, sample(c(1, 3, 6), 1)))
      expect_lte(max(missed(p / sum(p), n)), 0.025)
    }
  }
})

test_that("quantiles lie between order statistics as often as they should, and not between closer ones", {
  for (n in c(1, 5, 20, 60, 500)) for (p in c(0.05, 0.5, 0.95)) {
    places <- quantile_places(p, n)
    expect_lte(pbinom(places[1] - 1, n, p), 0.025)
    expect_gt(pbinom(places[1], n, p), 0.025)
    expect_lte(1 - pbinom(places[2] - 1, n, p), 0.025 + 1e-15)
    expect_gt(1 - pbinom(places[2] - 2, n, p), 0.025)
  }
  x <- c(3, 8, 5, 5, 9, 1, 2, 7, 6, 4, 5, 8, 2, 3, 9, 9, 1, 6, 4, 10)
  found <- quantile_measures("sample_size", x)
  expect_identical(found$from, c(sort(x)[6], -Inf, sort(x)[17]))
  expect_identical(found$to, c(sort(x)[15], sort(x)[4], Inf))
  expect_identical(quantile_error(0.5, rep(200, 20)), 0)
})

test_that("what a measure can be is known where the bandit says it", {
  pair <- bandit(arms_bernoulli(c(0.3, 0.6)))
  game <- list(horizon = 100, record = c(10, 80), stop = NULL)
  ruled <- c(game[1:2], list(stop = stop_glr()))
  range <- function(measure, bandit = pair, description = game) unname(measure_range(measure, bandit, description))
  for (measure in c("correct", "misnamed", "no_winner", "coverage: naive, arm 1", "uninformative: aipw", "optimal")) expect_identical(range(measure), c(0, 1))
  expect_equal(range("simple_regret"), c(0, 0.3))
  expect_equal(range("regret"), c(0, 80 * 0.3))
  expect_equal(range("reward"), c(0, 80))
  expect_equal(range("sample_size"), c(80, 80))
  expect_equal(range("sample_size", description = ruled), c(0, 100))
  expect_equal(range("sample_size", with_absences(pair, 0.5)), c(0, 100))
  expect_equal(range("bias: sequence"), c(-1, 1))
  expect_equal(range("rmse: naive, arm 2"), c(0, 1))
  expect_equal(range("bias: aipw"), c(-Inf, Inf))
  expect_equal(range("width: naive"), c(0, Inf))
  expect_equal(range("simple_regret", bandit(arms_bernoulli(prior_uniform(2)))), c(0, 1))
  bell <- bandit(arms_gaussian(c(-1, 2), sd = 3))
  expect_equal(range("simple_regret", bell), c(0, 3))
  expect_equal(range("reward", bell), c(-Inf, Inf))
  expect_equal(range("regret", bandit(arms_gaussian(prior_normal(2, 0, 1)))), c(0, Inf))
  expect_equal(range("simple_regret", with_changes(pair, changes_drift(0.1))), c(0, Inf))
  expect_equal(range("reward", bandit(arms_constant(c(2, 5)))), c(160, 400))
  expect_equal(range("reward", bandit(arms_constant(c(2, 5))), ruled), c(0, 400))
})
