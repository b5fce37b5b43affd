# Wait-UCB with side feedback, UCB-Simplex, Budget-UCB, UCB-BV1 and UCB-BV2. (The
# Wait-UCB of the paper has more tests in test-policy-farewell.R.)

shapes <- list(c(1, 1), c(1, 10), c(2, 3), c(3, 5), c(5, 1), c(5, 10))

expect_literal_everywhere <- function(policy, choose, side = FALSE, horizon = 2500) {
  for (i in seq_along(shapes)) {
    shape <- shapes[[i]]
    for (b in drawn_of(farewell_bandits(shape[1], shape[2], seed = sum(shape)), 4, i)) {
      expect_literal_choices(b, policy, choose, horizon, side = side)
    }
  }
}

test_that("Wait-UCB makes the choices of its formula, with either feedback", {
  skip_on_cran()
  expect_literal_everywhere(policy_wait_ucb(), literal_wait)
  expect_literal_everywhere(policy_wait_ucb("side"), literal_wait, side = TRUE)
})

test_that("UCB-Simplex makes the choices of its formula", {
  skip_on_cran()
  expect_literal_everywhere(policy_ucb_simplex(), literal_simplex())
  expect_literal_everywhere(policy_ucb_simplex(kappa = 0), literal_simplex(0), horizon = 1000)
})

test_that("Budget-UCB makes the choices of its formula", {
  skip_on_cran()
  expect_literal_everywhere(policy_budget_ucb(), literal_budget())
  expect_literal_everywhere(policy_budget_ucb(lambda = 0.5), literal_budget(0.5), horizon = 1000)
})

test_that("UCB-BV1 makes the choices of its formula, also where the index is infinite", {
  skip_on_cran()
  expect_literal_everywhere(policy_ucb_bv(), literal_bv1())
  expect_literal_everywhere(policy_ucb_bv(lambda = 0.8), literal_bv1(0.8), horizon = 1000)
})

test_that("UCB-BV2 makes the choices of its formula: the least mean cost never changes", {
  skip_in_quick()
  expect_literal_everywhere(policy_ucb_bv(version = "BV2"), literal_bv2)
  expect_literal_everywhere(policy_ucb_bv(version = "BV2"), literal_bv2, horizon = 9)
})

test_that("all make the choices of their formulas over many thousand epochs", {
  b <- bandit(arms_bernoulli(c(0.5, 0.7, 1))) |> with_waiting(rbind(c(0.9, 0.1), c(0.8, 0.2), c(0.7, 0.3)))
  rules <- list(literal_wait, literal_wait, literal_simplex(), literal_budget(), literal_bv1(), literal_bv2)
  policies <- list(policy_wait_ucb(), policy_wait_ucb("side"), policy_ucb_simplex(), policy_budget_ucb(),
                   policy_ucb_bv(), policy_ucb_bv(version = "BV2"))
  for (i in seq_along(rules)) {
    played <- expect_literal_choices(b, policies[[i]], rules[[i]], 12000, side = i == 2)
    expect_gt(played, 8000)
  }
})

test_that("with a single wait, Wait-UCB makes UCB1's choices with ln(s - 1)", {
  b <- bandit(arms_beta(mean = c(0.4, 0.5, 0.7))) |> with_waiting(matrix(1, 3, 1))
  ucb1 <- function(n, total, time, s) which.max(total / n + sqrt(2 * log(s - 1) / n))
  expect_literal_choices(b, policy_wait_ucb(), ucb1, 5000)
  expect_equal(farewell_choices(b, policy_wait_ucb(), 5000)$arm, farewell_choices(b, policy_wait_ucb("side"), 5000)$arm)
})

# ---- exact and lazy --------------------------------------------------------

test_that("the lazy choice is the plain one, for 300,000 epochs", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.7, 1, 0.5))) |>
    with_waiting(rbind(c(0.8, 0.1, 0.1), c(0.6, 0, 0.4), c(0.9, 0.1, 0)))
  policies <- list(policy_wait_ucb(), policy_wait_ucb("side"), policy_ucb_simplex(), policy_budget_ucb(),
                   policy_ucb_bv(), policy_ucb_bv(version = "BV2"))
  for (policy in drawn_of(policies, 3)) {
    lazy <- farewell_choices(b, policy, 3.6e5)
    plain <- farewell_choices(b, policy, 3.6e5, plain = TRUE)
    expect_gt(nrow(lazy), 3e5)
    expect_true(identical(lazy, plain))
  }
})

test_that("the lazy choice is the plain one where many actions are equally good", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.5, 0.7, 1))) |> with_waiting(c(1, 0, 0, 0, 0))
  one <- bandit(arms_constant(1)) |> with_waiting(c(0, 0, 0, 0.5, 0, 0, 0, 0.5, 0, 0))
  policies <- list(policy_wait_ucb(), policy_wait_ucb("side"), policy_ucb_simplex(), policy_budget_ucb(),
                   policy_ucb_bv(), policy_ucb_bv(version = "BV2"))
  for (i in seq_along(policies)) {
    policy <- policies[[i]]
    for (problem in drawn_of(list(b, one), 4, i)) {
      expect_true(identical(farewell_choices(problem, policy, 1e5), farewell_choices(problem, policy, 1e5, plain = TRUE)))
    }
  }
})

test_that("the lazy choice is the plain one while arms enter, leave and die", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.5, 0.7, 0.9, 0.4))) |>
    with_waiting(c(0.5, 0.2, 0.3)) |>
    with_patience(c(2000, Inf, 300, Inf)) |>
    with_lifetimes(first = c(1, 1, 5000, 8000), last = c(Inf, 60000, Inf, 70000))
  for (policy in list(policy_wait_ucb("side"), policy_ucb_simplex(), policy_ucb_bv(version = "BV2"))) {
    for (seed in drawn_of(1:3, 3)) {
      expect_true(identical(farewell_choices(b, policy, 1e5, seed), farewell_choices(b, policy, 1e5, seed, plain = TRUE)))
    }
  }
})

# ---- budgets -----------------------------------------------------------------

test_that("no epoch is credited beyond the budget", {
  skip_on_cran() # long
  b <- bandit(arms_constant(c(1, 1))) |> with_waiting(rbind(c(0.2, 0, 0.8), c(0, 0.5, 0.5)))
  policies <- list(policy_wait_ucb(), policy_wait_ucb("side"), policy_ucb_simplex(), policy_budget_ucb(),
                   policy_ucb_bv(), policy_ucb_bv(version = "BV2"))
  for (horizon in c(1:12, 500)) {
    study <- run_study(b, policies, horizon, reps = 4, seed = 1, record = 1, keep = "choices", threads = 1)
    final <- regret(study)
    expect_identical(nrow(final), 24L)
    played <- choices(study)
    game <- factor(paste(played$policy, played$rep), paste(final$policy, final$rep))
    sum_of <- function(x) as.vector(rowsum(c(x, numeric(24)), c(game, seq_len(24)))) # 0 where nothing was played
    expect_true(all(sum_of(played$cost) <= horizon))
    expect_equal(final$reward, sum_of(played$reward))
    expect_equal(final$pulls, sum_of(rep(1, nrow(played))))
  }
})

# ---- what side feedback gains ---------------------------------------------------

test_that("side feedback never costs more than bandit feedback in the settings of the paper", {
  skip_on_cran() # long
  for (experiment in list(experiment_farewell_1a(), experiment_farewell_1c(), experiment_farewell_2b())) {
    study <- run_study(experiment$bandits, list(policy_wait_ucb(), policy_wait_ucb("side")), 2e5, reps = 4, seed = 1,
                       record = 1, threads = 1)
    final <- summary(study)
    expect_lt(final$mean[final$policy == "Wait-UCB (side)"], 0.7 * final$mean[final$policy == "Wait-UCB"])
  }
})

# P(tau = 1) = P(tau = 6) = 1/2: wait 1 is best. A longer wait must not learn from
# delays that were seen: it would believe that all of them are short.
test_that("longer waits do not learn from shorter ones", {
  skip_on_cran() # long
  b <- experiment_farewell_1c()$bandits
  counts <- function(horizon) {
    final <- pulls(run_study(b, policy_wait_ucb("side"), horizon, reps = 1, seed = 1, record = 1, threads = 1))
    final$pulls[final$wait == 6]
  }
  expect_lt(counts(4e5), 1.5 * counts(1e5))
})

# ---- arguments ---------------------------------------------------------------

test_that("labels are the papers' names, and can be changed", {
  skip_on_cran() # long
  labels <- vapply(experiment_farewell_1a()$policies, function(p) p$label, "")
  expect_equal(labels, c("Wait-UCB", "UCB-Simplex", "Budget-UCB", "UCB-BV1", "Wait-UCB (side)", "Wait-Hoeffding",
                         "Wait-Hoeffding (side)"))
  expect_equal(policy_ucb_bv(version = "BV2")$label, "UCB-BV2")
  expect_equal(policy_wait_ucb("side", label = "mine")$label, "mine")
  expect_equal(policy_ucb_simplex(kappa = 3, label = "mine")$label, "mine")
})

test_that("bad arguments are refused by name", {
  expect_errors(policy_wait_ucb("full"))
  expect_errors(policy_wait_ucb(NULL))
  expect_errors(policy_wait_ucb(label = 3))
  expect_errors(policy_wait_ucb("side", label = NA))
  expect_errors(policy_ucb_simplex(kappa = -1))
  expect_errors(policy_ucb_simplex(kappa = c(1, 2)))
  expect_errors(policy_budget_ucb(lambda = 0))
  expect_errors(policy_budget_ucb(lambda = "1"))
  expect_errors(policy_ucb_bv(lambda = 1.5))
  expect_errors(policy_ucb_bv(lambda = NA_real_))
  expect_errors(policy_ucb_bv(label = character(), version = "BV2"))
})

test_that("a bandit without waiting is refused", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.2, 0.4)))
  for (policy in list(policy_wait_ucb("side"), policy_ucb_simplex(), policy_budget_ucb(), policy_ucb_bv(), policy_ucb_bv(version = "BV2"))) {
    expect_error(run_study(b, policy, 100, reps = 1, seed = 1), class = "unruly_error_policy")
  }
})
