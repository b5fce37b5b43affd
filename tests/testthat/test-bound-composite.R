# The bounds of the composite feedback paper, against their formulas written
# out for single cases, and against what is played.

late <- function(mean, spread = spread_delay(1, 2)) bandit(arms_bernoulli(mean)) |> with_spread(spread)

of_arms <- function(arms, length) late(seq_len(arms) / (arms + 1), spread_delay(length - 1, length))

test_that("the first term of Theorem 1 is the sum of 8 alpha ln T / gap", {
  table <- regret_bound(late(c(0.9, 0.5, 0.8, 0.9)), c(100, 1e5), policy_ars_ucb(6))
  expect_named(table, c("bound", "round", "what", "value"))
  expect_identical(table$bound[3:4], rep("Theorem 1", 2))
  table <- table[1:2, ]
  expect_identical(table$bound, rep("Theorem 1, first term", 2))
  expect_equal(table$value, 8 * 6 * log(c(100, 1e5)) * (1 / 0.4 + 1 / 0.1))
  expect_identical(regret_bound(late(c(0.5, 0.5)), 10, policy_ars_ucb(5))$value[1], 0)
})

test_that("its constant is that of appendix A", {
  # f(k) = k^2: F = 1, 5, 14, 30, ...; F(k) < f(k + 1) last for k = 3, F = 14.
  # alpha = 25: (sqrt(alpha) - 2)^2 = 9; d1 = 1.5: t1 = exp((6 / 3)^2).
  # 12 d2 k / F(k) > 9 / 4, that is F(k) / k < 16 d2 / 3; d2 = 1.2: 1, 2.5, 4.67,
  # 7.5 against 6.4, so n = 14. t2 = exp(14 / 25) + 2 (14 + 28).
  constant <- function(alpha, rounds, d1, d2) ars_ucb_constant(2, alpha, rounds, d1, d2)
  squares <- round_sizes(2)
  expect_equal(constant(25, squares, 1.5, 1.2), 2 * max(exp(4), exp(14 / 25) + 2 * (14 + 28)) + 8 * 2 + 2 * 14)
  expect_equal(constant(25, squares, 2, 1.2), 2 * exp((8 / 3)^2) + 16 + 28)
  # No spread: n = 0. Doubling: F(k) = f(k + 1) always, so F(k0) = 0.
  expect_equal(constant(5, round_sizes(doubling = TRUE), 0, 0), 2 * 1 + 16)
  expect_identical(constant(5, squares, Inf, 1), Inf)
  expect_identical(constant(5, squares, 1, Inf), Inf)
  b <- late(c(0.2, 0.8))
  d <- unruly:::spread_moments(b)
  found <- regret_bound(b, 1000, policy_ars_ucb(25))$value
  expect_equal(found[2] - found[1], constant(25, squares, d$d1, d$d2))
})

test_that("ARS-UCB keeps Theorem 1 where it says something", {
  b <- bandit(arms_bernoulli(c(0.3, 0.7))) |> with_spread(spread_delay(1, 2))
  sizes <- round_sizes(2, c = 5)
  bound <- regret_bound(b, 5000, policy_ars_ucb(64, sizes))
  expect_lt(bound$value[2], 0.4 * 5000 * 10)
  study <- run_study(b, policy_ars_ucb(64, sizes), 5000, reps = 10, seed = 1, record = 1, threads = 1)
  expect_lt(mean(regret(study)$regret), bound$value[2])
})

test_that("Theorem 2 counts whole rounds of play", {
  skip_in_quick()
  for (beta in c(0, 0.3, 0.5, 1)) {
    for (horizon in c(1, 2, 7, 100, 12345)) {
      sizes <- ceiling(seq_len(horizon)^beta)
      K <- sum(cumsum(sizes) <= horizon)
      expect_identical(whole_rounds(horizon, beta), K + 0)
      wanted <- 3 * ceiling(K^beta) * sqrt(4 * log(4) * ((beta + 1) * horizon)^(1 / (beta + 1))) + 2 * 10 * K + ceiling((K + 1)^beta)
      expect_equal(regret_bound(of_arms(4, 10), horizon, policy_ars_exp3(beta))$value, wanted)
    }
  }
})

test_that("the order of Theorem 2 is T^(2/3) for beta = 1/2", {
  skip_in_quick()
  table <- regret_bound(of_arms(10, 10), c(1e9, 1e12), policy_ars_exp3())
  expect_equal(log(table$value[2] / table$value[1]) / log(1000), 2 / 3, tolerance = 0.01)
})

test_that("ARS-EXP3 keeps Theorem 2 against the adversary", {
  skip_in_quick()
  tape <- simulate_tape(c(0.2, 0.4, 0.9), 1e5, seed = 1)
  b <- bandit(arms_tape(tape, by = "round")) |> with_spread(spread_adversarial(10))
  study <- run_study(b, policy_ars_exp3(), 1e5, reps = 10, seed = 1, record = 1, threads = 1)
  expect_lt(mean(regret(study)$regret), regret_bound(b, 1e5, policy_ars_exp3())$value)
})

test_that("Theorem 3 is sqrt(T h(2T) N ln N) + h^-1(d) times its constant", {
  table <- regret_bound(of_arms(7, 10), c(1e4, 1e6), policy_clw(guess = 0.25), constant = 3)
  expect_equal(table$value, 3 * (sqrt(c(1e4, 1e6) * (2 * c(1e4, 1e6))^0.25 * 7 * log(7)) + 10^4))
  expect_identical(unique(table$bound), "Theorem 3 (order)")
})

test_that("bandits that the theorems do not cover are refused", {
  expect_errors({
    regret_bound(late(0.5), 100, policy_ars_ucb(5))
    regret_bound(bandit(arms_gaussian(c(0.5, 1.5))) |> with_spread(spread_delay(1, 2)), 100, policy_ars_ucb(5))
    regret_bound(late(c(0.5, 0.9)), 100, policy_ars_ucb(4))
    regret_bound(late(c(0.5, 0.9)), 100, policy_ars_ucb(5, round_sizes(0.5)))
    regret_bound(late(c(0.5, 0.9)), 100, policy_ars_ucb(5, 1:3))
    regret_bound(late(c(0.5, 0.9), spread_adversarial(3)), 100, policy_ars_ucb(5))
    regret_bound(late(c(0.5, 0.9), spread_geometric(2)), 100, policy_ars_exp3())
    regret_bound(late(c(0.5, 0.9)), 100, policy_ars_exp3(gamma = 0.1))
    regret_bound(late(c(0.5, 0.9)), 100, policy_clw(spread = "guessed"), constant = 0)
    regret_bound(bandit(arms_bernoulli(c(0.5, 0.9))), 100, policy_clw(spread = "guessed"))
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
  expect_true(all(is.finite(regret_bound(of_arms(2, 2), c(1e20, 1e90), policy_ars_exp3())$value)))
})
