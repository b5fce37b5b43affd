# The chances that policies tell: tests/c/test_chances.c holds them to their choices; here their values, by
# other means.

# The log of one game.
chances_of <- function(policy, b, horizon, seed = 1) as_log(whatever_scale(run_study(b, policy, horizon, 1, seed = seed, threads = 1)))

# Chances of the greatest of draws, by R's own quadrature.
greatest_by_quadrature <- function(density, below, from, to) {
  vapply(seq_along(from), function(k) {
    value <- function(x) {
      product <- density(k, x)
      for (j in seq_along(from)[-k]) product <- product * below(j, x)
      product
    }
    cuts <- seq(from[k], to[k], length.out = 41)
    sum(vapply(seq_len(40), function(i) stats::integrate(value, cuts[i], cuts[i + 1], rel.tol = 1e-12, abs.tol = 1e-14)$value, 0))
  }, 0)
}

seen_before <- function(log, round) {
  past <- log[seq_len(round - 1), ]
  arms <- seq_len(max(unlist(log$pool)))
  list(n = tabulate(past$arm, length(arms)), total = vapply(arms, function(k) sum(past$reward[past$arm == k]), 0))
}

looked_at <- c(8, 9, 10, 11, 40, 41, 150, 400, 401)

test_that("the chances of Thompson sampling are right to 1e-8", {
  normal <- bandit(arms_gaussian(c(0, 0.3, 0.25, -1), sd = 0.7))
  log <- chances_of(policy_thompson(sd = 0.7), normal, 401)
  for (round in looked_at) {
    seen <- seen_before(log, round)
    m <- seen$total / seen$n
    s <- 0.7 / sqrt(seen$n)
    exact <- greatest_by_quadrature(function(k, x) dnorm(x, m[k], s[k]), function(k, x) pnorm(x, m[k], s[k]), m - 9 * s, m + 9 * s)
    expect_lt(max(abs(exact - log$chances[[round]])), 1e-8)
  }
  expect_identical(lapply(log$chances[1:4], unname), lapply(1:4, function(k) as.double(1:4 == k)))
  rare <- bandit(arms_bernoulli(c(0.02, 0.9, 0.88, 0.5)))
  log <- chances_of(policy_thompson("beta"), rare, 401)
  for (round in c(1, 2, looked_at)) {
    seen <- seen_before(log, round)
    a <- 1 + seen$total
    b <- 1 + seen$n - seen$total
    exact <- greatest_by_quadrature(function(k, x) dbeta(x, a[k], b[k]), function(k, x) pbeta(x, a[k], b[k]), rep(0, 4), rep(1, 4))
    expect_lt(max(abs(exact - log$chances[[round]])), 1e-8)
  }
})

test_that("so are those of discounted posteriors, whose shapes are no whole numbers, and of a window", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6, 0.55)))
  log <- chances_of(policy_discounted_thompson(0.8), b, 60)
  windowed <- chances_of(policy_sw_thompson(20), b, 60)
  for (round in c(2, 5, 30, 60)) {
    past <- log[seq_len(round - 1), ]
    weight <- 0.8^(round - 1 - past$round)
    shape <- function(hit) 1 + vapply(1:3, function(k) sum(weight[past$arm == k & past$reward == hit]), 0)
    from <- shape(1)
    to <- shape(0)
    exact <- greatest_by_quadrature(function(k, x) dbeta(x, from[k], to[k]), function(k, x) pbeta(x, from[k], to[k]), rep(0, 3), rep(1, 3))
    expect_lt(max(abs(exact - log$chances[[round]])), 1e-8)
    past <- windowed[windowed$round < round & windowed$round >= round - 20, ]
    count <- function(hit) 1 + vapply(1:3, function(k) sum(past$arm == k & past$reward == hit), 0)
    from <- count(1)
    to <- count(0)
    exact <- greatest_by_quadrature(function(k, x) dbeta(x, from[k], to[k]), function(k, x) pbeta(x, from[k], to[k]), rep(0, 3), rep(1, 3))
    expect_lt(max(abs(exact - windowed$chances[[round]])), 1e-8)
  }
})

test_that("many plays and few, near ties and hopeless arms: the chances stay right and sum to 1", {
  arms <- list(c(0.5, 0.5, 0.5), c(0.999, 0.001), c(0.5, 0.5001, 0.2, 0.9), rep(0.5, 40), 0.5)
  for (prob in arms) {
    for (prior in c("beta", "gaussian")) {
      log <- chances_of(policy_floor(policy_thompson(prior, sd = if (prior == "gaussian") 0.5 else 1), 0.01), bandit(arms_bernoulli(prob)), 1000)
      expect_equal(vapply(log$chances, sum, 0), rep(1, 1000), tolerance = 1e-9)
      expect_true(all(unlist(log$chances) >= 0))
    }
  }
})

test_that("Boltzmann's and Gumbel's chances are those of their formulas", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6, 0.55)))
  log <- chances_of(policy_boltzmann(0.2), b, 200)
  gumbel <- chances_of(policy_boltzmann_gumbel(sd = 0.5), b, 200)
  for (round in c(4, 20, 200)) {
    seen <- seen_before(log, round)
    weight <- exp(seen$total / seen$n / 0.2)
    expect_equal(unname(log$chances[[round]]), weight / sum(weight), tolerance = 1e-12)
    seen <- seen_before(gumbel, round)
    m <- seen$total / seen$n
    s <- 0.5 / sqrt(seen$n)
    standard <- function(k, x) (x - m[k]) / s[k]
    exact <- greatest_by_quadrature(function(k, x) exp(-standard(k, x) - exp(-standard(k, x))) / s[k], function(k, x) exp(-exp(-standard(k, x))),
                                    m - 4 * s, m + 30 * s)
    expect_lt(max(abs(exact - gumbel$chances[[round]])), 1e-8)
  }
})

test_that("choices carry their chances: 1 where no dice are thrown, NA where nobody knows", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  made <- choices(play(b, list(policy_ucb1(), policy_uniform(), policy_clw(2), policy_queue(policy_ucb1()), policy_queue(policy_thompson(), label = "queued"),
                               policy_custom(function(s, v) 1, label = "mine")), 30))
  chance <- split(made$chance, factor(made$policy, unique(made$policy)))
  expect_identical(chance[[1]], rep(1, 30))
  expect_identical(chance[[2]], rep(0.5, 30))
  expect_identical(chance[[3]], rep(NA_real_, 30))
  expect_identical(chance[[4]], rep(1, 30))
  expect_identical(chance$queued, rep(NA_real_, 30))
  expect_identical(chance$mine, rep(NA_real_, 30))
  greedy <- choices(play(b, policy_epsilon_greedy(0.2), 500))
  expect_setequal(round(greedy$chance, 12), c(1, 0.9, 0.1))
  waiting <- choices(play(with_waiting(b, matrix(0.5, 2, 2)), policy_uniform(), 50))
  expect_identical(waiting$chance, rep(0.25, nrow(waiting)))
})
