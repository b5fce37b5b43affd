# ---- the generator and its addresses ---------------------------------------------

core_philox <- function(counter, key) .Call(unruly:::C_philox, counter, key)

test_that("Philox4x32-10 gives the published known answers, in C and in R", {
  ones <- 2^32 - 1
  known <- list(
    list(counter = rep(0, 4), key = c(0, 0),
         words = c(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8)),
    list(counter = rep(ones, 4), key = c(ones, ones),
         words = c(0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd)),
    list(counter = c(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344), key = c(0xa4093822, 0x299f31d0),
         words = c(0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1))
  )
  for (answer in known) {
    expect_identical(core_philox(answer$counter, answer$key), answer$words)
    expect_identical(as.vector(philox(matrix(answer$counter, 1), answer$key)), answer$words)
  }
  set.seed(1)
  for (i in 1:50) {
    counter <- floor(stats::runif(4) * 2^32)
    key <- floor(stats::runif(2) * 2^32)
    expect_identical(core_philox(counter, key), as.vector(philox(matrix(counter, 1), key)))
  }
})

test_that("the outcome of a pull is addressed by seed, replication, arm and pull", {
  for (seed in c(0, 1, -1, 12345, 2^32 + 7, 9e15, -9e15, -2^40 - 3)) {
    for (place in list(c(1, 1), c(7, 3), c(2^31 - 1, 1e6))) {
      core <- .Call(unruly:::C_outcome_uniforms, seed, place[1], place[2], 50)
      expect_identical(core, literal_outcome_uniforms(seed, place[1], place[2], 50))
    }
  }
})

test_that("the numbers of a policy are addressed by what it is, seed and replication", {
  policies <- list(policy_uniform(), policy_thompson("bernoulli"), policy_ag(0.5, range = c(0, 2)), policy_exp3(), policy_exp3(0.1),
                   policy_epsilon_greedy(decay = 3), policy_ars_ucb())
  for (policy in policies) {
    for (seed in c(0, -5, 2^40 + 1)) {
      core <- .Call(unruly:::C_policy_uniforms, unruly:::describe_policy(policy), seed, 9, 33)
      expect_identical(core, literal_policy_uniforms(policy, seed, 9, 33))
    }
  }
})

heights <- function(lanes, turns, clock = 0, policy = policy_thompson(), seed = 5) {
  .Call(unruly:::C_heights, unruly:::describe_policy(policy), seed, 3, clock, as.double(lanes), as.double(turns))
}

test_that("heights are those of the points, literally, also beyond turn 2^50", {
  skip_on_cran()
  policy <- policy_thompson("bernoulli")
  turns <- c(0:150, 4^3 + 0:3, 2^32 - 2:0, 2^50 + 12345 + 0:40, 2^52 + 1:3)
  at <- share_of(seq_along(turns))
  lanes <- rep_len(c(0, 1, 2, 17, 2^31 + 5, 2^32 - 1, 4), length(turns))[at]
  turns <- turns[at]
  for (clock in c(0, 2)) {
    core <- heights(lanes, turns, clock, policy, 2^40 + 1)
    expect_equal(core, literal_heights(policy, 2^40 + 1, 3, clock, lanes, turns), tolerance = 1e-15)
  }
  # Known answers: turns with a low height, and heights.
  expect_identical(which(heights(rep(0, 1000), 0:999) < 4^-3) - 1,
                   c(19, 51, 69, 100, 135, 286, 361, 373, 379, 407, 426, 468, 474, 497, 525, 548, 563, 578, 608, 657, 773, 792, 861, 953))
  expect_equal(heights(c(0, 1, 0), c(0, 0, 1)), c(0.077141096745174997, 0.424274786454647057, 0.138356406927062914), tolerance = 1e-15)
})

test_that("heights are exponential, far into the tail, and neighbours independent", {
  skip_in_quick()
  n <- 1e6 / parts_of_share(4)
  y <- heights(rep(0:3, each = n / 4), rep(seq_len(n / 4) - 1, 4))
  expect_gt(suppressWarnings(stats::ks.test(y, "pexp"))$p.value, 1e-4)
  expect_lt(abs(mean(y) - 1), 4 / sqrt(n))
  for (i in 1:12) {
    p <- -expm1(-4^-i)
    expect_gt(min(stats::pbinom(sum(y < 4^-i), n, p), stats::pbinom(sum(y < 4^-i) - 1, n, p, lower.tail = FALSE)), 1e-5)
  }
  one <- y[1:(n / 4)]
  next_lane <- y[n / 4 + 1:(n / 4)]
  for (pair in list(cbind(one[-1], one[-n / 4]), cbind(one, next_lane), cbind(one, heights(rep(0, n / 4), seq_along(one) - 1, clock = 1)))) {
    expect_lt(abs(stats::cor(pair[, 1] < 4^-2, pair[, 2] < 4^-2)), 4.5 / sqrt(n / 4))
    expect_lt(abs(stats::cor(exp(-pair[, 1]), exp(-pair[, 2]))), 4.5 / sqrt(n / 4))
  }
})

test_that("Bernoulli and Gaussian rewards are the inverses of the addressed uniforms", {
  u <- literal_outcome_uniforms(5, 3, 1, 500)[, 1]
  bernoulli <- core_choices(bandit(arms_bernoulli(0.3)), policy_fixed(), 500, seed = 5, replication = 3)
  expect_identical(bernoulli$reward, as.double(u < 0.3))
  gaussian <- core_choices(bandit(arms_gaussian(2, 3)), policy_fixed(), 500, seed = 5, replication = 3)
  expect_equal(gaussian$reward, stats::qnorm(u, 2, 3), tolerance = 1e-14)
})

test_that("the delay of a pull comes from its second uniform", {
  u <- literal_outcome_uniforms(5, 3, 1, 200)[, 2]
  b <- bandit(arms_bernoulli(0.3)) |> with_waiting(c(0.2, 0.5, 0.3))
  played <- core_choices(b, policy_fixed(), 600, seed = 5, replication = 3)
  expect_identical(played$cost[1:200], as.double(findInterval(u, c(0.2, 0.7)) + 1))
})

# ---- distributions -----------------------------------------------------------------

draws <- function(law, a = 0, b = 0, seed = 1, n = 20000) {
  .Call(unruly:::C_draws, law, c(a, b), as.double(seed), as.double(n))
}

expect_law <- function(x, cdf, ...) {
  expect_gt(suppressWarnings(stats::ks.test(x, cdf, ...))$p.value, 0.001)
}

expect_counts <- function(x, prob) {
  expect_gt(stats::chisq.test(tabulate(x, length(prob)), p = prob / sum(prob))$p.value, 0.001)
}

test_that("uniforms are uniform, and neither 0 nor 1", {
  for (seed in 1:3) {
    u <- draws("uniform", seed = seed, n = 1e5)
    expect_law(u, "punif")
    expect_true(all(u > 0 & u < 1))
    expect_counts(floor(u * 256) + 1, rep(1, 256))
    # The low bits too.
    expect_counts((u * 2^52 - 0.5) %% 256 + 1, rep(1, 256))
  }
})

test_that("neighbours are uncorrelated: pulls, arms, replications, seeds, and the halves of a block", {
  n <- 20000
  take <- function(seed = 1, replication = 1, arm = 1) {
    .Call(unruly:::C_outcome_uniforms, as.double(seed), as.double(replication), as.double(arm), as.double(n))
  }
  u <- take()
  pairs <- list(pull = cbind(u[-n, 1], u[-1, 1]), halves = u, halves_next = cbind(u[-n, 2], u[-1, 1]),
                arm = cbind(u[, 1], take(arm = 2)[, 1]), replication = cbind(u[, 1], take(replication = 2)[, 1]),
                seed = cbind(u[, 1], take(seed = 2)[, 1]), high_seed = cbind(u[, 1], take(seed = 1 + 2^32)[, 1]),
                policy = cbind(u[, 1], policy_numbers_vector(policy_uniform(), n)))
  for (pair in pairs) {
    expect_lt(abs(stats::cor(pair[, 1], pair[, 2])), 4 / sqrt(n))
    expect_counts(floor(pair[, 1] * 8) * 8 + floor(pair[, 2] * 8) + 1, rep(1, 64))
  }
  # The same across many arms, replications and seeds, one pull each.
  first <- function(...) .Call(unruly:::C_outcome_uniforms, ...)[1, 1]
  ones <- as.double(1:3000)
  for (u in list(vapply(ones, function(i) first(1, 1, i, 1), 0), vapply(ones, function(i) first(1, i, 1, 1), 0),
                 vapply(ones, function(i) first(i, 1, 1, 1), 0))) {
    expect_law(u, "punif")
    expect_lt(abs(stats::cor(u[-3000], u[-1])), 4 / sqrt(3000))
  }
})

test_that("the normal quantile is that of R to 1e-14, far into the tails", {
  u <- c(2^-53, 1e-300, 1e-100, 1e-20, 10^-(1:16), 0.075, 0.0749999, 0.425, 0.4999999, 0.5, 0.925, 0.9250001,
         1 - 10^-(1:15), stats::ppoints(1001), exp(-seq(26, 24, length.out = 50)))
  core <- vapply(u, function(p) draws("normal_quantile", p, n = 1), 0)
  wanted <- stats::qnorm(u)
  expect_true(all(abs(core - wanted) <= 1e-14 * abs(wanted)))
})

test_that("normal, exponential and geometric draws have their laws", {
  expect_law(draws("normal"), "pnorm")
  expect_law(draws("exponential", seed = 2), "pexp")
  for (p in c(0.03, 0.4, 0.9)) {
    x <- draws("geometric", p)
    expect_true(all(x >= 1 & x == round(x)))
    cut <- max(2, floor(3 / p))
    expect_counts(pmin(x, cut), c(stats::dgeom(seq_len(cut - 1) - 1, p), 1 - stats::pgeom(cut - 2, p)))
  }
  expect_identical(unique(draws("geometric", 1)), 1)
  # A rare success: the mean life is right, and nothing overflows.
  x <- draws("geometric", 1e-9)
  expect_law(x * 1e-9, "pexp")
})

test_that("Bernoulli draws have their chance, and 0 and 1 are certain", {
  for (p in c(0.001, 0.3, 0.97)) {
    expect_gt(stats::binom.test(sum(draws("bernoulli", p)), 20000, p)$p.value, 0.001)
  }
  expect_identical(unique(draws("bernoulli", 0)), 0)
  expect_identical(unique(draws("bernoulli", 1)), 1)
})

test_that("gamma draws have their law, for tiny shapes and large", {
  for (shape in c(0.05, 0.5, 1, 1.5, 30, 1e5)) expect_law(draws("gamma", shape), "pgamma", shape)
})

test_that("beta draws have their law, for tiny shapes and large", {
  skip_in_quick()
  for (shapes in list(c(1, 1), c(0.5, 0.5), c(2, 5), c(30, 1), c(0.1, 0.1), c(0.2, 3), c(5e4, 2e4))) {
    x <- draws("beta", shapes[1], shapes[2])
    expect_law(x, "pbeta", shapes[1], shapes[2])
  }
  # Shapes so small that nearly all draws are 0 or 1 to the last bit.
  for (shapes in list(c(0.003, 0.003), c(0.002, 0.006), c(1e-5, 1e-5))) {
    x <- draws("beta", shapes[1], shapes[2])
    expect_true(all(x >= 0 & x <= 1))
    expect_gt(stats::binom.test(sum(x > 0.5), 20000, 1 - stats::pbeta(0.5, shapes[1], shapes[2]))$p.value, 0.001)
  }
})

# ---- arms and priors ------------------------------------------------------------------

test_that("categorical arms pay each value with its weight", {
  prob <- rbind(c(1, 2, 3, 4), c(5, 0, 0, 5), c(0, 0, 7, 0))
  rewards <- rewards_of(arms_categorical(prob, value = c(-1, 0.5, 2, 8)), 10000)
  for (k in 1:2) {
    at <- match(rewards[k, ], c(-1, 0.5, 2, 8))
    expect_false(anyNA(at) || any(prob[k, at] == 0))
    expect_counts(match(at, which(prob[k, ] > 0)), prob[k, prob[k, ] > 0])
  }
  expect_identical(unique(rewards[3, ]), 2)
})

test_that("beta arms have their law, and means of 0 and 1 are certain", {
  rewards <- rewards_of(arms_beta(shape1 = c(2, 0.3), shape2 = c(5, 0.6)), 10000)
  expect_law(rewards[1, ], "pbeta", 2, 5)
  expect_law(rewards[2, ], "pbeta", 0.3, 0.6)
  rewards <- rewards_of(arms_beta(mean = c(0.3, 0, 1)), 10000)
  expect_law(rewards[1, ], "pbeta", 0.3, 0.7)
  expect_identical(c(unique(rewards[2, ]), unique(rewards[3, ])), c(0, 1))
})

test_that("a tape is paid by pull or by round, to the last column", {
  set.seed(1)
  tape <- matrix(stats::rnorm(4 * 300), 4)
  arm <- rep_len(1:4, 300)
  by_pull <- core_choices(bandit(arms_tape(tape)), policy_round_robin(), 300)
  expect_identical(by_pull$reward, tape[cbind(arm, (seq_len(300) - 1) %/% 4 + 1)])
  by_round <- core_choices(bandit(arms_tape(tape, by = "round")), policy_round_robin(), 300)
  expect_identical(by_round$reward, tape[cbind(arm, seq_len(300))])
  expect_identical(rewards_of(arms_tape(tape), 300), tape)
  expect_identical(rewards_of(arms_tape(tape, by = "round"), 300), tape)
})

test_that("priors draw each replication's parameters from their laws", {
  drawn <- function(arms, reps = 400) {
    instances(run_study(bandit(arms), policy_uniform(), horizon = 1, reps = reps, seed = 3, record = 1))
  }
  x <- drawn(arms_gaussian(prior_normal(20, 2, 3), prior_uniform(20, 1, 5)))
  expect_identical(nrow(x), 8000L)
  expect_law(x$mean, "pnorm", 2, 3)
  expect_law(x$sd, "punif", 1, 5)
  # A replication's arms differ, and so do mean and standard deviation.
  expect_lt(abs(stats::cor(x$mean, x$sd)), 4 / sqrt(8000))
  expect_lt(abs(stats::cor(x$mean[x$arm == 1], x$mean[x$arm == 2])), 4 / sqrt(400))
  expect_identical(anyDuplicated(x$mean), 0L)
  x <- drawn(arms_bernoulli(prior_beta(20, 0.5, 2)))
  expect_law(x$prob, "pbeta", 0.5, 2)
  expect_identical(unique(drawn(arms_constant(prior_normal(3, 7, 0)), 2)$value), 7)
})
