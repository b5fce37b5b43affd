identified <- function(bandit, what = "sample_size", ...) regret_bound(bandit, bound = "identification", what = what, ...)

shares_of <- function(...) {
  b <- bandit(arms_bernoulli(c(...)))
  list(time = identified(b, "time")$value, share = identified(b, "share")$value, arm = identified(b, "share")$arm)
}

test_that("T* and the shares are those that Garivier and Kaufmann print", {
  first <- shares_of(0.5, 0.45, 0.43, 0.4)
  expect_equal(first$time, 989.79, tolerance = 1e-5)
  expect_equal(first$share, c(0.4165, 0.3903, 0.1362, 0.0570), tolerance = 1e-3)
  second <- shares_of(0.3, 0.21, 0.2, 0.19, 0.18)
  expect_equal(second$time, 326.64, tolerance = 1e-5)
  expect_equal(second$share, c(0.3359, 0.2515, 0.1766, 0.1324, 0.1036), tolerance = 1e-3)
})

# x - log(1 + x), by its series near 0.
excess <- function(x) {
  k <- 2:60
  vapply(x, function(x) if (abs(x) < 0.1) sum((-1)^k * x^k / k) else x - log1p(x), 0)
}

# kl(p, p + d), for the smallest d too.
risen <- function(p, d) {
  (if (p > 0) p * excess(d / p) else d) + (if (p < 1) (1 - p) * excess(-d / (1 - p)) else -d)
}

expect_solved <- function(means, gaussian) {
  found <- unruly:::optimal_shares(means, gaussian)
  best <- which.max(means)
  d <- if (gaussian) function(p, d) d^2 / 2 else risen
  parts <- vapply(seq_along(means)[-best], function(b) {
    x <- found$share[b] / found$share[best]
    gap <- means[best] - means[b]
    c(d(means[best], -gap * x / (1 + x)), x * d(means[b], gap / (1 + x)), x)
  }, numeric(3))
  level <- colSums(matrix(parts[1:2, ], 2))
  off <- c(diff(range(level)) / min(level), sum(parts[1, ] / parts[2, ] * parts[3, ]) - 1, level[1] * found$share[best] * found$time - 1)
  expect_lt(max(abs(off)), 1e-9, label = toString(means))
  expect_lt(max(abs(found$share - unruly:::optimal_shares(means, gaussian, plain = TRUE)$share)), 1e-11)
}

test_that("the shares solve their equations, also where means are nearly equal or at the ends", {
  skip_on_cran() # long
  for (i in share_of(1:60)) {
    withr::local_seed(i)
    k <- sample(2:20, 1)
    expect_solved(stats::runif(k), FALSE)
    expect_solved(stats::runif(1, 0.1, 0.9) + 10^-sample(1:10, 1) * stats::runif(k), FALSE)
    expect_solved(sample(seq(0, 1, 0.001), k), FALSE)
    expect_solved(stats::rnorm(k), TRUE)
  }
  for (means in list(c(1, 0), c(0.5, 0, 0), c(1, 0.999), c(0.001, 0), c(1, 0.5, 0), c(0.75, 0.5, 0.5, 0.5))) expect_solved(means, FALSE)
})

test_that("for two Gaussian arms T* is 8 sd^2 / gap^2, with equal shares", {
  b <- bandit(arms_gaussian(c(1, 3), sd = 5))
  expect_equal(identified(b, "time")$value, 8 * 25 / 4)
  expect_equal(identified(b, "share")$value, c(0.5, 0.5))
  expect_equal(identified(b, error = 0.1)$value, 8 * 25 / 4 * (0.1 * log(0.1 / 0.9) + 0.9 * log(0.9 / 0.1)))
})

test_that("there is one row per error (and arm), with the arms' names", {
  b <- bandit(arms_bernoulli(c(red = 0.2, blue = 0.6)))
  size <- identified(b, error = c(0.1, 0.05, 0.01))
  expect_named(size, c("bound", "round", "error", "what", "value", "holds"))
  expect_identical(size$round, rep(NA_real_, 3))
  expect_identical(size$error, c(0.1, 0.05, 0.01))
  expect_true(all(diff(size$value) > 0))
  expect_identical(regret_bound(b, bound = "identification"), identified(b, error = 0.05))
  expect_identical(regret_bound(b, what = "sample_size"), identified(b))
  share <- identified(b, "share", error = c(0.1, 0.05, 0.01))
  expect_identical(share$arm, factor(rep(c("red", "blue"), 3), c("red", "blue")))
  expect_identical(share$error, rep(c(0.1, 0.05, 0.01), each = 2))
  expect_identical(shares_of(0.2, 0.6)$arm, 1:2)
})

test_that("bandits without such a bound are refused", {
  expect_errors({
    identified(1)
    identified(bandit(arms_bernoulli(0.5)))
    identified(bandit(arms_bernoulli(c(0.5, 0.5))))
    identified(bandit(arms_gaussian(c(1, 2), sd = c(1, 2))))
    identified(bandit(arms_constant(c(1, 2))))
    identified(bandit(arms_categorical(rbind(c(0.5, 0.5), c(0.1, 0.9)), c(0, 1))))
    identified(bandit(arms_bernoulli(prior_uniform(3))))
    identified(bandit(arms_bernoulli(c(0.2, 0.6))) |> with_patience(5))
    identified(bandit(arms_bernoulli(c(0.2, 0.6))), error = c(0.1, 0.5))
    identified(bandit(arms_bernoulli(c(0.2, 0.6))), error = 0)
  })
})
