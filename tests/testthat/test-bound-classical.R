lai_robbins <- function(bandit, horizon) regret_bound(bandit, horizon, "lai_robbins")

constant_of <- function(arms) lai_robbins(bandit(arms), 10)$value / log(10)

kl <- function(p, q) p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))

test_that("the constant for Bernoulli arms is that of Lai and Robbins", {
  expect_equal(constant_of(arms_bernoulli(c(0.3, 0.6, 0.5))), 0.3 / literal_bernoulli_divergence(0.3, 0.6) + 0.1 / literal_bernoulli_divergence(0.5, 0.6), tolerance = 1e-10)
  # An arm that never pays: kl(0, q) = -log(1 - q).
  expect_equal(constant_of(arms_bernoulli(c(0, 0.6))), 0.6 / -log(0.4), tolerance = 1e-10)
  # Nothing is better than an arm that always pays; equal arms cost nothing.
  expect_identical(constant_of(arms_bernoulli(c(0.3, 1))), 0)
  expect_identical(constant_of(arms_bernoulli(c(0.4, 0.4))), 0)
})

test_that("the constant for Gaussian arms is the sum of 2 sd^2 / gap", {
  expect_equal(constant_of(arms_gaussian(c(0, 1, 0.5), c(1, 1, 3))), 2 / 1 + 2 * 9 / 0.5)
  expect_identical(constant_of(arms_gaussian(c(0, 1), c(0, 1))), 0)
})

# The least divergence over laws on the values with mean at least `best`, by a
# search over the laws themselves: three values have a line of laws of that mean.
divergence_by_search <- function(law, values, best) {
  stats::optimize(function(last) {
    # The law (1 - middle - last, middle, last) of mean `best`.
    middle <- (best - values[1] - last * (values[3] - values[1])) / (values[2] - values[1])
    other <- c(1 - middle - last, middle, last)
    if (any(other < 0)) return(1e6 * (1 - min(other)))
    sum(ifelse(law > 0, law * log(law / other), 0))
  }, c(0, 1), tol = 1e-12)$objective
}

test_that("the constant for categorical arms minimises over all laws on the values", {
  values <- c(0, 0.4, 1)
  for (law in list(c(0.5, 0.3, 0.2), c(0.2, 0.7, 0.1), c(0.6, 0.4, 0))) {
    best <- c(0.1, 0.5, 0.4)
    arms <- arms_categorical(rbind(law, best), values)
    gap <- sum((best - law) * values)
    found <- constant_of(arms)
    # Without weight on 1 the minimum may lie at the edge, which the search comes near to.
    expect_equal(gap / found, divergence_by_search(law, values, sum(best * values)), tolerance = 1e-5)
  }
  # Two values are Bernoulli arms, whatever their scale.
  scaled <- arms_categorical(rbind(c(0.7, 0.3), c(0.4, 0.6)), c(-1, 4))
  expect_equal(constant_of(scaled), 5 * constant_of(arms_bernoulli(c(0.3, 0.6))), tolerance = 1e-9)
})

test_that("an arm without weight on the greatest value may reach the end of lambda", {
  # E log(1 - lambda (X - best)) rises to the end, 1 / (1 - best): the optimal law moves weight to 1.
  law <- c(0.99, 0.01, 0)
  found <- unruly:::divergence_on_values(law, c(0, 0.4, 1), 0.9)
  expect_equal(found, sum(law[1:2] * log1p(-(c(0, 0.4) - 0.9) / 0.1)), tolerance = 1e-12)
  expect_equal(found, divergence_by_search(law, c(0, 0.4, 1), 0.9), tolerance = 1e-4)
})

test_that("the bound is the constant times the logarithm, a table like others", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  found <- lai_robbins(b, c(1, 10, 1000))
  expect_named(found, c("bound", "round", "what", "value", "holds"))
  expect_equal(found$value, 0.3 / literal_bernoulli_divergence(0.3, 0.6) * log(c(1, 10, 1000)))
})

test_that("KL-UCB comes near the bound and stays above it at a long horizon", {
  skip_on_cran()
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  study <- run_study(b, policy_kl_ucb(), 20000, reps = 100, seed = 1, record = c(2000, 20000), threads = 1, progress = FALSE)
  grown <- diff(summary(study, at = "all")$mean)
  theory <- diff(lai_robbins(b, c(2000, 20000))$value)
  expect_lt(abs(grown / theory - 1), 0.5)
})

test_that("other arms, priors and traits are refused", {
  expect_error(lai_robbins(bandit(arms_beta(mean = 0.5)), 9), "Bernoulli", class = "unruly_error_argument")
  expect_error(lai_robbins(bandit(arms_bernoulli(prior_uniform(3))), 9), "prior", class = "unruly_error_argument")
  expect_error(lai_robbins(bandit(arms_bernoulli(c(0.1, 0.2))) |> with_patience(3), 9), "patience", class = "unruly_error_argument")
  expect_error(lai_robbins(bandit(arms_bernoulli(0.1)), 0.5), "horizon", class = "unruly_error_argument")
})
