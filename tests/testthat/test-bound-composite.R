# The bounds of the composite feedback paper, against their formulas written
# out for single cases, and against what is played.

test_that("the first term of Theorem 1 is the sum of 8 alpha ln T / gap", {
  table <- bound_ars_ucb(mean = c(0.9, 0.5, 0.8, 0.9), horizon = c(100, 1e5), alpha = 6)
  expect_named(table, c("bound", "round", "regret"))
  expect_identical(table$bound, rep("Theorem 1, first term", 2))
  expect_equal(table$regret, 8 * 6 * log(c(100, 1e5)) * (1 / 0.4 + 1 / 0.1))
  expect_identical(bound_ars_ucb(mean = c(0.5, 0.5), horizon = 10)$regret, 0)
})

test_that("its constant is that of appendix A", {
  # f(k) = k^2: F = 1, 5, 14, 30, ...; F(k) < f(k + 1) last for k = 3, F = 14.
  # alpha = 25: (sqrt(alpha) - 2)^2 = 9; d1 = 1.5: t1 = exp((6 / 3)^2).
  # 12 d2 k / F(k) > 9 / 4, that is F(k) / k < 16 d2 / 3; d2 = 1.2: 1, 2.5, 4.67,
  # 7.5 against 6.4, so n = 14. t2 = exp(14 / 25) + 2 (14 + 28).
  one <- bound_ars_ucb(mean = c(0.2, 0.8), horizon = 1000, alpha = 25, d1 = 1.5, d2 = 1.2)
  constant <- 2 * max(exp(4), exp(14 / 25) + 2 * (14 + 28)) + 8 * 2 + 2 * 14
  expect_equal(one$regret[2] - one$regret[1], constant)
  expect_identical(one$bound, c("Theorem 1, first term", "Theorem 1"))
  larger <- bound_ars_ucb(mean = c(0.2, 0.8), horizon = 1000, alpha = 25, d1 = 2, d2 = 1.2)
  expect_equal(larger$regret[2] - larger$regret[1], 2 * exp((8 / 3)^2) + 16 + 28)
  # No spread: n = 0. Doubling: F(k) = f(k + 1) always, so F(k0) = 0.
  none <- bound_ars_ucb(mean = c(0.2, 0.8), horizon = 1000, round_size = rounds_doubling(), d1 = 0, d2 = 0)
  expect_equal(none$regret[2] - none$regret[1], 2 * 1 + 16)
  expect_identical(bound_ars_ucb(mean = c(0.2, 0.8), horizon = 1000, d1 = Inf, d2 = 1)$regret[2], Inf)
  expect_identical(bound_ars_ucb(mean = c(0.2, 0.8), horizon = 1000, d1 = 1, d2 = Inf)$regret[2], Inf)
})

test_that("ARS-UCB keeps Theorem 1 where it says something", {
  b <- bandit(arms_bernoulli(c(0.3, 0.7))) |> with_spread(spread_delay(1, 2))
  d <- summary(spread_delay(1, 2), arms_bernoulli(c(0.3, 0.7)))
  sizes <- rounds_power(2, c = 5)
  bound <- bound_ars_ucb(mean = c(0.3, 0.7), horizon = 5000, alpha = 64, round_size = sizes, d1 = d$d1, d2 = d$d2)
  expect_lt(bound$regret[2], 0.4 * 5000 * 10)
  study <- run_study(b, policy_ars_ucb(64, sizes), 5000, reps = 10, seed = 1, record = 1, threads = 1)
  expect_lt(mean(regret(study)$regret), bound$regret[2])
})

test_that("Theorem 2 counts whole rounds of play", {
  for (beta in c(0, 0.3, 0.5, 1)) {
    for (horizon in c(1, 2, 7, 100, 12345)) {
      sizes <- ceiling(seq_len(horizon)^beta)
      K <- sum(cumsum(sizes) <= horizon)
      expect_identical(whole_rounds(horizon, beta), K + 0)
      wanted <- 3 * ceiling(K^beta) * sqrt(4 * log(4) * ((beta + 1) * horizon)^(1 / (beta + 1))) + 2 * 10 * K + ceiling((K + 1)^beta)
      expect_equal(bound_ars_exp3(arms = 4, horizon = horizon, length = 10, beta = beta)$regret, wanted)
    }
  }
})

test_that("the order of Theorem 2 is T^(2/3) for beta = 1/2", {
  table <- bound_ars_exp3(arms = 10, horizon = c(1e9, 1e12), length = 10)
  expect_equal(log(table$regret[2] / table$regret[1]) / log(1000), 2 / 3, tolerance = 0.01)
})

test_that("ARS-EXP3 keeps Theorem 2 against the adversary", {
  skip_in_quick()
  tape <- tape_stochastic(c(0.2, 0.4, 0.9), 1e5, seed = 1)
  b <- bandit(arms_tape(tape, by = "round")) |> with_spread(spread_adversarial(10))
  study <- run_study(b, policy_ars_exp3(), 1e5, reps = 10, seed = 1, record = 1, threads = 1)
  expect_lt(mean(regret(study)$regret), bound_ars_exp3(arms = 3, horizon = 1e5, length = 10)$regret)
})

test_that("Theorem 3 is sqrt(T h(2T) N ln N) + h^-1(d) times its constant", {
  table <- bound_ars_clw(arms = 7, horizon = c(1e4, 1e6), length = 10, guess = 0.25, constant = 3)
  expect_equal(table$regret, 3 * (sqrt(c(1e4, 1e6) * (2 * c(1e4, 1e6))^0.25 * 7 * log(7)) + 10^4))
  expect_identical(unique(table$bound), "Theorem 3 (order)")
})

test_that("what the theorems do not cover is refused", {
  expect_snapshot(error = TRUE, {
    bound_ars_ucb(mean = 0.5, horizon = 100)
    bound_ars_ucb(mean = c(0.5, 1.5), horizon = 100)
    bound_ars_ucb(mean = c(0.5, 0.9), horizon = 100, alpha = 4)
    bound_ars_ucb(mean = c(0.5, 0.9), horizon = 100, round_size = rounds_power(0.5))
    bound_ars_ucb(mean = c(0.5, 0.9), horizon = 100, round_size = 1:3)
    bound_ars_ucb(mean = c(0.5, 0.9), horizon = 100, d1 = 1)
    bound_ars_ucb(mean = c(0.5, 0.9), horizon = 100, d1 = -1, d2 = 1)
    bound_ars_ucb(mean = c(0.5, 0.9), horizon = 0)
    bound_ars_exp3(arms = 0, horizon = 100, length = 10)
    bound_ars_exp3(arms = 3, horizon = 100)
    bound_ars_exp3(arms = 3, horizon = 100, length = 10, beta = 2)
    bound_ars_clw(arms = 3, horizon = 100, length = 10, guess = 0)
    bound_ars_clw(arms = 3, horizon = 100, length = 10, constant = 0)
    unruly:::spread_moments(bandit(arms_bernoulli(0.5)))
    unruly:::spread_moments(bandit(arms_bernoulli(0.5)) |> with_spread(spread_adversarial(3)))
    unruly:::spread_moments(bandit(arms_bernoulli(prior_uniform(2))) |> with_spread(spread_delay(1, 2)))
  })
})

test_that("the number of rounds is found at once, however many there are", {
  skip_in_quick()
  exact <- function(horizon) floor((sqrt(8 * horizon + 1) - 1) / 2) # rounds of 1, 2, 3 ... plays
  for (horizon in c(1e6, 4e7, 1e9, 1e12, 2^53)) expect_equal(unruly:::whole_rounds(horizon, 1), exact(horizon), tolerance = 1e-8)
  for (beta in c(0.5, 0.8)) {
    plays <- sum(ceiling((1:5e5)^beta))
    expect_equal(unruly:::whole_rounds(plays, beta), 5e5, tolerance = 1e-6)
    expect_equal(unruly:::many_rounds(plays, beta), 5e5, tolerance = 1e-5)
  }
  expect_identical(unruly:::whole_rounds(101, 1e-300), 51) # one of 1 play, all others of 2
  expect_true(all(is.finite(bound_ars_exp3(arms = 2, horizon = c(1e20, 1e90), length = 2)$regret)))
})
