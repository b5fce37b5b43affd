# The bounds of the fairness paper: values worked out term by term, the
# conditions, and held against the regret itself.

paper_case <- function(mean = c(0.9, 0.8, 0.5, 0.2), share = c(0.1, 0.2, 0.1, 0.05), penalty = c(0.3, 0.4, 0.1, 0.5)) {
  bandit(arms_bernoulli(mean)) |> with_fairness(share, penalty)
}

test_that("Theorems 4.2 and 4.5 are the sums of their terms", {
  T <- 2000
  l <- log(T)
  found <- of_ht_ucb(paper_case(), c(T, 500))
  expect_named(found, c("bound", "round", "what", "value", "holds"))
  expect_identical(found$bound, rep(c("Theorem 4.2", "Theorem 4.5"), each = 2))
  expect_identical(found$round, c(2000, 500, 2000, 500))
  # Arm 2: gap .1, critical. Arm 3: gap .4, penalty .1. Arm 4: gap .7, penalty .5.
  wanted <- max(min(8 * l / 0.3, 0.3 * 0.1 * T), 8 * l / 0.4) + max(min(8 * l / 0.2, 0.2 * 0.05 * T), 8 * l / 0.7) +
    max(8 * l / 0.1 - 0.1 * 0.2 * T, 0)
  expect_equal(found$value[1], wanted)
  free <- 8 * sqrt(T * l) * sum(sqrt(c(0.1, 0.2, 0.1, 0.05))) + 8 * sqrt(0.95 * 4 * T * l) + (sqrt(32) + 4) * sqrt(4 * T * l)
  expect_equal(found$value[3], free)
  expect_identical(found$holds[3], TRUE)
})

test_that("the pulls of Theorem 4.2 are given for the arms that are not optimal", {
  T <- 2000
  l <- log(T)
  found <- of_ht_ucb(paper_case(), T, "pulls")
  expect_named(found, c("bound", "round", "arm", "what", "value", "holds"))
  expect_identical(found$arm, 2:4)
  expect_equal(found$value, c(max(8 * l / 0.01, 0.2 * T), max(min(8 * l / 0.09, 0.1 * T), 8 * l / 0.16),
                              max(min(8 * l / 0.04, 0.05 * T), 8 * l / 0.49)))
})

test_that("the factors of Theorem 4.3 are those of equation (13)", {
  # Sums of mean and penalty: 1.2, 1.2 would tie, so the penalties differ a little.
  mean <- c(0.5, 0.9, 0.8, 0.2)
  penalty <- c(0.9, 0.3, 0.35, 0.1)
  found <- of_ht_ucb(paper_case(mean, penalty = penalty), 200, "shortfall")
  expect_identical(found$arm, 1:3)
  # In the order 1 (1.4), 2 (1.2), 3 (1.15), 4 (0.3).
  b1 <- 1 / 0.2^2 + 1 / 0.25^2 + 1 / 1.1^2
  b2 <- 1 / (1.2 - 0.5)^2 + 1 / 0.05^2 + 1 / 0.9^2
  b3 <- 1 / (1.15 - 0.5)^2 + 1 / (1.15 - 0.9)^2 + 1 / 0.85^2
  expect_equal(found$value, 8 * log(200) * c(b1, 2 * b1 + b2, 3 * b1 + 2 * b2 + b3))
  expect_true(all(found$holds))
  tied <- of_ht_ucb(paper_case(c(0.8, 0.7), 0.1, c(0.4, 0.5)), 100, "shortfall")
  expect_identical(tied$value, c(Inf, Inf))
  expect_false(any(tied$holds))
})

test_that("the lower bounds are the sums of their terms", {
  T <- 1e4
  found <- of_ht_ucb(paper_case(share = c(0.1, 0.2, 0.1, 0)), T, "lower")
  expect_identical(found$bound, paste("Theorem", c("4.6", "4.7", "4.8")))
  expect_equal(found$value, c(log(T) / 0.3, max(log(T) / 0.1 - 0.1 * 0.2 * T, 0), 0.6 * sqrt(3 * T / 2) / (8 * exp(1))))
  expect_identical(found$holds, c(FALSE, FALSE, TRUE))
})

test_that("the theorems hold where their conditions are met, and there alone", {
  holds <- function(b, T, what = "regret", which = 1) of_ht_ucb(b, T, what)$holds[which]
  strict <- paper_case(c(0.9, 0.85), c(0.1, 0.1), 0.6)
  expect_true(holds(strict, 1e6))
  expect_false(holds(strict, 30)) # too short
  # A non-critical arm must be a little below its penalty, not far.
  far <- paper_case(c(0.9, 0.1), c(0.1, 0.1), c(0.6, 0.1))
  near <- paper_case(c(0.9, 0.1), c(0.1, 0.1), c(0.6, 0.7))
  expect_false(holds(far, 1e6))
  expect_true(holds(near, 1e6))
  expect_false(holds(paper_case(penalty = 0), 1e6))
  expect_false(holds(paper_case(share = c(0.1, 0, 0.1, 0.1)), 1e6, which = 2))
})

# Theorem 4.6's own setting: constant rewards, all other arms at 0.
lower_case <- function(gap = 0.6, penalty = 0.3) {
  bandit(arms_constant(c(gap, 0, 0))) |> with_fairness(c(0.3, 0.2, 0.2), penalty)
}

test_that("HT-UCB's regret lies between the lower and the upper bounds where they hold", {
  skip_in_quick()
  horizon <- 1e5
  low <- of_ht_ucb(lower_case(), horizon, "lower")
  expect_true(low$holds[1])
  study <- run_study(lower_case(), policy_ht_ucb(), horizon = horizon, reps = 1, seed = 1, record = 1)
  expect_gte(regret(study)$regret, low$value[1])
  high <- of_ht_ucb(lower_case(), horizon)
  expect_lte(regret(study)$regret, high$value[2])

  # Theorem 4.7's: a close critical arm whose share is soon met.
  critical <- bandit(arms_constant(c(0.55, 0.5, 0))) |> with_fairness(c(0.2, 0.002, 0.2), c(0.4, 0.4, 0.1))
  low <- of_ht_ucb(critical, 1e6, "lower")
  expect_true(low$holds[2])
  study <- run_study(critical, policy_ht_ucb(), horizon = 1e6, reps = 1, seed = 1, record = 1)
  expect_gte(regret(study)$regret, low$value[2])
})

test_that("the greatest shortfall stays below Theorem 4.3's bound", {
  b <- paper_case(c(0.9, 0.8, 0.7), c(0.2, 0.2, 0.2), c(0.5, 0.8, 0.6))
  bound <- of_ht_ucb(b, 1e4, "shortfall")
  expect_true(all(bound$holds))
  study <- run_study(b, policy_ht_ucb(), horizon = 1e4, reps = 20, seed = 1, record = 1)
  expect_lte(mean(regret(study)$largest_shortfall), sum(bound$value))
})

test_that("the bounds of HT-UCB refuse what is no problem with fairness", {
  expect_error(of_ht_ucb(bandit(arms_bernoulli(0.5)), 100), class = "unruly_error_argument")
  expect_error(of_ht_ucb(paper_case(), 1), class = "unruly_error_argument")
  expect_error(of_ht_ucb(paper_case(), 100, "all"), class = "unruly_error_argument")
  one <- bandit(arms_bernoulli(0.5)) |> with_fairness(0.1, 1)
  expect_identical(of_ht_ucb(one, 100)$value[1], 0)
  expect_identical(nrow(of_ht_ucb(one, 100, "pulls")), 0L)
  expect_identical(of_ht_ucb(one, 100, "lower")$value, c(0, 0, 0))
})
