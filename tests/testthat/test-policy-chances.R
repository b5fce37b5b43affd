# The chances that policies tell: tests/c/test_chances.c holds them to their choices; here their values, by
# other means.

# The log of one game.
chances_of <- function(policy, b, horizon, seed = 1) {
  as_tibble(as_log(whatever_scale(run_study(b, policy, horizon, 1, seed = seed, threads = 1))))
}

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
  skip_on_cran()
  normal <- bandit(arms_gaussian(c(0, 0.3, 0.25, -1), sd = 0.7))
  log <- chances_of(policy_thompson(sd = 0.7), normal, 401)
  for (round in looked_at) {
    seen <- seen_before(log, round)
    m <- seen$total / seen$n
    s <- 0.7 / sqrt(seen$n)
    exact <- greatest_by_quadrature(function(k, x) dnorm(x, m[k], s[k]), function(k, x) pnorm(x, m[k], s[k]), m - 9 * s, m + 9 * s)
    expect_lt(max(abs(exact - log$propensities[[round]])), 1e-8)
  }
  expect_identical(lapply(log$propensities[1:4], unname), lapply(1:4, function(k) as.double(1:4 == k)))
  rare <- bandit(arms_bernoulli(c(0.02, 0.9, 0.88, 0.5)))
  log <- chances_of(policy_thompson("bernoulli"), rare, 401)
  for (round in c(1, 2, looked_at)) {
    seen <- seen_before(log, round)
    a <- 1 + seen$total
    b <- 1 + seen$n - seen$total
    exact <- greatest_by_quadrature(function(k, x) dbeta(x, a[k], b[k]), function(k, x) pbeta(x, a[k], b[k]), rep(0, 4), rep(1, 4))
    expect_lt(max(abs(exact - log$propensities[[round]])), 1e-8)
  }
})

test_that("so are those of discounted posteriors, whose shapes are no whole numbers, and of a window", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6, 0.55)))
  log <- chances_of(policy_forgetting_thompson(discount = 0.8), b, 60)
  windowed <- chances_of(policy_forgetting_thompson(20), b, 60)
  for (round in c(2, 5, 30, 60)) {
    past <- log[seq_len(round - 1), ]
    weight <- 0.8^(round - 1 - past$round)
    shape <- function(hit) 1 + vapply(1:3, function(k) sum(weight[past$arm == k & past$reward == hit]), 0)
    from <- shape(1)
    to <- shape(0)
    exact <- greatest_by_quadrature(function(k, x) dbeta(x, from[k], to[k]), function(k, x) pbeta(x, from[k], to[k]), rep(0, 3), rep(1, 3))
    expect_lt(max(abs(exact - log$propensities[[round]])), 1e-8)
    past <- windowed[windowed$round < round & windowed$round >= round - 20, ]
    count <- function(hit) 1 + vapply(1:3, function(k) sum(past$arm == k & past$reward == hit), 0)
    from <- count(1)
    to <- count(0)
    exact <- greatest_by_quadrature(function(k, x) dbeta(x, from[k], to[k]), function(k, x) pbeta(x, from[k], to[k]), rep(0, 3), rep(1, 3))
    expect_lt(max(abs(exact - windowed$propensities[[round]])), 1e-8)
  }
})

test_that("many plays and few, near ties and hopeless arms: the chances stay right and sum to 1", {
  skip_in_quick()
  arms <- list(c(0.5, 0.5, 0.5), c(0.999, 0.001), c(0.5, 0.5001, 0.2, 0.9), rep(0.5, 40), 0.5)
  for (prob in arms) {
    for (prior in c("beta", "gaussian")) {
      log <- chances_of(policy_floor(policy_thompson(if (prior == "beta") "bernoulli" else prior, sd = if (prior == "gaussian") 0.5), 0.01), bandit(arms_bernoulli(prob)), 1000)
      expect_equal(vapply(log$propensities, sum, 0), rep(1, 1000), tolerance = 1e-9)
      expect_true(all(unlist(log$propensities) >= 0))
    }
  }
})

test_that("Boltzmann's and Gumbel's chances are those of their formulas", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.3, 0.6, 0.55)))
  log <- chances_of(policy_boltzmann(0.2), b, 200)
  gumbel <- chances_of(policy_boltzmann(sd = 0.5), b, 200)
  for (round in c(4, 20, 200)) {
    seen <- seen_before(log, round)
    weight <- exp(seen$total / seen$n / 0.2)
    expect_equal(unname(log$propensities[[round]]), weight / sum(weight), tolerance = 1e-12)
    seen <- seen_before(gumbel, round)
    m <- seen$total / seen$n
    s <- 0.5 / sqrt(seen$n)
    standard <- function(k, x) (x - m[k]) / s[k]
    exact <- greatest_by_quadrature(function(k, x) exp(-standard(k, x) - exp(-standard(k, x))) / s[k], function(k, x) exp(-exp(-standard(k, x))),
                                    m - 4 * s, m + 30 * s)
    expect_lt(max(abs(exact - gumbel$propensities[[round]])), 1e-8)
  }
})

# The chances that a literal version tells before it chooses.
expect_literal_chances <- function(b, policy, make, horizon) {
  told <- list()
  world <- literal_world(b$arms$count, horizon, pays_by_pull(rewards_of(b$arms, horizon)), random = policy_numbers(policy, 1, 1, 50 * horizon))
  watched <- function(world) {
    inside <- make(world)
    list(choose = function(t, live) {
      told[[t]] <<- inside$chances(t, live)
      inside$choose(t, live)
    }, observe = inside$observe)
  }
  expect_literal(b, policy, watched, world, played = TRUE)
  found <- chances_of(policy, b, horizon)$propensities
  expect_lt(max(abs(unlist(found) - unlist(told))), 1e-9)
  expect_gt(mean(unlist(told) > 1e-3 & unlist(told) < 1 - 1e-3), 0.01)
}

test_that("CLW and ARS-CLW know the chance that a bit still to be drawn ends their block", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.1, 0.9, 0.5)))
  for (version in c("2018", "2022")) for (d in c(1, 4)) {
    expect_literal_chances(b, policy_clw(d, version), literal_clw(d, version), 200)
  }
  expect_literal_chances(b, policy_clw(guess = 0.1, start = 8), literal_ars_clw(0.1, 8), 300)
  expect_literal_chances(b, policy_clw(spread = "guessed"), literal_ars_clw(), 300)
})

test_that("policies with contexts tell their chances, if the arms are drawn apart", {
  skip_in_quick()
  b <- bandit(arms_logistic(rbind(c(1, 0.5), c(-0.5, 1), c(0.3, 0.2)), context_normal(2)))
  greedy <- chances_of(policy_linear_epsilon_greedy(0.3), b, 100)
  expect_setequal(round(unlist(greedy$propensities), 12), c(0.1, 0.8))
  log <- chances_of(policy_linear_thompson(alpha = 0.7, ridge = 2), b, 60)
  x <- as.matrix(log[c("context1", "context2")])
  for (round in c(1, 2, 10, 60)) {
    laws <- vapply(1:3, function(k) {
      past <- which(log$arm[seq_len(round - 1)] == k)
      inverse <- solve(2 * diag(2) + crossprod(x[past, , drop = FALSE]))
      c(x[round, ] %*% inverse %*% crossprod(x[past, , drop = FALSE], log$reward[past]), 0.7 * sqrt(x[round, ] %*% inverse %*% x[round, ]))
    }, c(0, 0))
    m <- laws[1, ]
    s <- laws[2, ]
    exact <- greatest_by_quadrature(function(k, x) dnorm(x, m[k], s[k]), function(k, x) pnorm(x, m[k], s[k]), m - 9 * s, m + 9 * s)
    expect_lt(max(abs(exact - log$propensities[[round]])), 1e-8)
  }
  expect_equal(chances_of(policy_linear_thompson(link = "logit"), b, 5)$propensities[[1]], log$propensities[[1]])
  expect_true(all(unlist(chances_of(policy_linucb(), b, 5)$propensities) %in% 0:1))
  expect_null(chances_of(policy_linear_thompson(shared = TRUE), b, 5)[["propensities"]])
  expect_null(chances_of(policy_linear_thompson(shared = TRUE, link = "logit"), b, 5)[["propensities"]])
})

test_that("choices carry their chances: 1 where no dice are thrown, NA where nobody knows", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  made <- choices(play(b, list(policy_ucb1(), policy_uniform(), policy_thompson_t(), policy_queue(policy_ucb1()), policy_queue(policy_thompson(), label = "queued"),
                               policy_custom(function(s, v) 1, label = "mine")), 30))
  chance <- split(made$propensity, factor(made$policy, unique(made$policy)))
  expect_identical(chance[[1]], rep(1, 30))
  expect_identical(chance[[2]], rep(0.5, 30))
  expect_identical(chance[[3]], rep(NA_real_, 30))
  expect_identical(chance[[4]], rep(1, 30))
  expect_identical(chance$queued, rep(NA_real_, 30))
  expect_identical(chance$mine, rep(NA_real_, 30))
  greedy <- choices(play(b, policy_epsilon_greedy(0.2), 500))
  expect_setequal(round(greedy$propensity, 12), c(1, 0.9, 0.1))
  waiting <- choices(play(with_waiting(b, matrix(0.5, 2, 2)), policy_uniform(), 50))
  expect_identical(waiting$propensity, rep(0.25, nrow(waiting)))
})
