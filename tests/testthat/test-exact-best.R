best_of <- function(prior) unruly:::mean_of_best(prior)

# Of two arms, in closed form.
best_of_two <- function(a, b) a / (a + b) + 2 * exp(lbeta(a + b, a + b) - lbeta(a, a) - lbeta(b, b)) / (a + b)

test_that("the mean of the best is that of independent computations, for priors as narrow as they come", {
  values <- list(list(1, 1e5, 1.499982500178e-05, 1e-11), list(2, 1e6, 2.74999375012e-06, 1e-10), list(1e6, 1e3, 0.999018811287, 1e-12),
                 list(1e-3, 1e-3, 0.7499991811273, 1e-12), list(1e-6, 1e6, 1.9999986e-12, 1e-8))
  for (v in values) expect_equal(best_of(prior_beta(2, v[[1]], v[[2]])), v[[3]], tolerance = v[[4]])
  # By fractions.
  expect_equal(best_of(prior_beta(2, 2, 1e6)), 2.7499937500134377e-06, tolerance = 1e-13)
})

test_that("the value for two arms is the closed form, wherever that has its digits", {
  skip_in_quick()
  withr::local_seed(1)
  for (i in 1:60) {
    shapes <- 10^runif(2, -10, 4)
    expect_equal(best_of(prior_beta(2, shapes[1], shapes[2])), best_of_two(shapes[1], shapes[2]), tolerance = 5e-9,
                 info = paste(format(shapes, digits = 17), collapse = ", "))
  }
})

test_that("the value for several arms is the sum of what each contributes as the best", {
  # The integral of Q_k(u) times the probability that no other arm has more: the formula for arms that differ.
  skip_in_quick()
  literal <- function(quantile, below, k) {
    one <- function(arm) {
      pieces <- c(0, 10^-(12:1), 0.5, 1 - 10^-(1:12), 1)
      f <- function(u) quantile(u) * Reduce(`*`, lapply(seq_len(k)[-arm], function(other) below(quantile(u))))
      sum(mapply(function(from, to) stats::integrate(f, from, to, rel.tol = 1e-11, subdivisions = 500)$value,
                 pieces[-length(pieces)], pieces[-1]))
    }
    sum(vapply(seq_len(k), one, 0))
  }
  for (k in 2:5) {
    for (shapes in list(c(1, 1), c(2, 5), c(0.5, 0.5), c(30, 400))) {
      expect_equal(best_of(prior_beta(k, shapes[1], shapes[2])), tolerance = 1e-9,
                   literal(function(u) qbeta(u, shapes[1], shapes[2]), function(x) pbeta(x, shapes[1], shapes[2]), k))
    }
    expect_equal(best_of(prior_normal(k, 3, 2)), literal(function(u) qnorm(u, 3, 2), function(x) pnorm(x, 3, 2), k), tolerance = 1e-9)
    expect_equal(best_of(prior_uniform(k, -1, 3)), literal(function(u) qunif(u, -1, 3), function(x) punif(x, -1, 3), k), tolerance = 1e-9)
  }
})

test_that("some priors have a known best", {
  expect_equal(best_of(prior_normal(2)), 1 / sqrt(pi), tolerance = 1e-12)
  expect_equal(best_of(prior_normal(3, 5, 2)), 5 + 3 / sqrt(pi), tolerance = 1e-12)
  expect_equal(best_of(prior_normal(4, 1e6, 1e-3)), 1e6 + 1e-3 * best_of(prior_normal(4)), tolerance = 1e-15)
  expect_identical(best_of(prior_normal(3, 5, 0)), 5)
  expect_equal(best_of(prior_uniform(4)), 0.8, tolerance = 1e-15)
  expect_identical(best_of(unruly:::prior_shuffled(c(0.2, 0.7, 0.1))), 0.7)
  # One arm has its mean.
  expect_equal(best_of(prior_beta(1, 3, 7)), 0.3, tolerance = 1e-12)
  # Shapes that no quantile function of R can cope with: arms that pay 1 with a probability, and arms that are all but equal.
  expect_equal(best_of(prior_beta(3, 1e-100, 1e-100)), 7 / 8, tolerance = 1e-12)
  expect_equal(best_of(prior_beta(3, 1e-20, 1e20)) / 3e-40, 1, tolerance = 1e-12)
  expect_equal(best_of(prior_beta(2, 1e100, 1e100)), 0.5, tolerance = 1e-15)
  expect_equal(best_of(prior_beta(2, 1e16, 1e16)) - 0.5, 0.5 / sqrt(2e16) / sqrt(pi), tolerance = 1e-6)
})

test_that("no optimum is above the best arm, however narrow the prior", {
  skip_in_quick()
  for (shapes in list(c(1, 1e5), c(2, 1e6), c(1e6, 1e3), c(1e-3, 1e-3), c(1e-6, 1e6), c(1e4, 1e4))) {
    prior <- prior_beta(2, shapes[1], shapes[2])
    limit <- bayes_optimal(prior, 40)
    expect_gte(limit$regret, -1e-13 * limit$best)
    expect_equal(limit$best / (40 * best_of_two(shapes[1], shapes[2])), 1, tolerance = 1e-9)
    exact <- regret(exact_study(bandit(arms_bernoulli(prior)), list(policy_ucb1(), policy_bayes_optimal(shapes)), 40, record = 1))
    expect_true(all(exact$regret >= -1e-12 * limit$best))
    expect_equal(exact$regret[2], limit$regret, tolerance = 1e-9)
    expect_gte(exact$regret[1], exact$regret[2] - 1e-12 * limit$best)
    expect_equal(regret_bound(bandit(arms_bernoulli(prior)), 40, "bayes_optimal")$value, limit$regret, tolerance = 1e-12)
  }
})
