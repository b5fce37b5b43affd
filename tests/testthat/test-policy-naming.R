# Policies that look for the best arm, each against a slow version written from its rule.

# On few arms and many, where rewards come at once and where they are late, and where arms
# come and go.
expect_literal_naming <- function(policy, make, horizon = 300, sizes = c(1, 2, 7), numbers = 0, unit = FALSE, moving = TRUE,
                                  kinds = c("bernoulli", "gaussian", "constant", "tape_pull", "tape_round")) {
  random <- function() policy_numbers(policy, 1, 1, numbers)
  for (case in literal_cases(horizon, sizes = sizes, unit = unit)) {
    if (!case$arms$kind %in% kinds) next
    world <- literal_world(case$arms$count, horizon, case$pays)
    for (lag in c(0, if (case$arms$count > 1) 11)) {
      world$random <- random()
      b <- if (lag > 0) bandit(case$arms) |> with_delay(lag) else bandit(case$arms)
      expect_literal(b, policy, literal_naming(make, lag), world)
    }
  }
  if (moving) expect_literal_moving(policy, literal_naming(make), horizon = horizon, seeds = 1, numbers = numbers)
}

# ---- tracking -------------------------------------------------------------------------

# Means of constant arms are equal but for rounding, which the literal shares of Bernoulli
# arms cannot stand.
test_that("tracking makes the choices of its rule, ties included", {
  expect_literal_naming(policy_tracking(), literal_tracking(), 80, sizes = c(1, 2, 5), unit = TRUE,
                        kinds = c("bernoulli", "tape_pull", "tape_round"))
  expect_literal_naming(policy_tracking("gaussian"), literal_tracking(TRUE), 150)
})

test_that("shares of plays come near the optimal ones", {
  problem <- bandit(arms_bernoulli(c(0.7, 0.5, 0.4)))
  shares <- bound_identification(problem)$share
  played <- pulls(play(problem, policy_tracking(), 20000, reps = 4, record = 1))
  expect_equal(as.vector(tapply(played$pulls, played$arm, mean)) / 20000, shares, tolerance = 0.1)
})

# ---- LUCB -----------------------------------------------------------------------------

test_that("LUCB and KL-LUCB make the choices of their bounds, ties included", {
  expect_literal_naming(policy_lucb(), literal_lucb(literal_hoeffding(0.05)))
  expect_literal_naming(policy_lucb(0.4, sd = 0.1), literal_lucb(literal_hoeffding(0.4, 0.2)), sizes = 7, moving = FALSE)
  by_divergence <- function(error) {
    literal_lucb(function(mean, n, t, arms) literal_kl_upper(mean, literal_kl_rate(t, arms, error) / n))
  }
  expect_literal_naming(policy_kl_lucb(), by_divergence(0.05), unit = TRUE)
  expect_literal_naming(policy_kl_lucb(0.3), by_divergence(0.3), sizes = 7, unit = TRUE, moving = FALSE)
})

# ---- top two --------------------------------------------------------------------------

test_that("top two makes the choices of its draws, costs and allocations", {
  for (leader in c("empirical", "ucb", "thompson")) {
    for (challenger in c("transport", "thompson")) {
      for (prior in c("beta", "gaussian")) {
        # A challenger that is drawn may need many numbers.
        drawn <- challenger == "thompson"
        allocation <- if (xor(leader == "ucb", drawn)) "tracking" else "random"
        beta <- if (leader == "ucb") 0.3 else 0.5
        policy <- policy_top_two(leader, challenger, beta, allocation, prior)
        expect_literal_naming(policy, literal_top_two(leader, challenger, beta, allocation, prior), if (drawn) 25 else 100,
                              sizes = if (drawn) 3 else 7, unit = prior == "beta", moving = leader != "thompson",
                              numbers = if (drawn) 5e5 else 1e4)
      }
    }
  }
})

# ---- contests -------------------------------------------------------------------------

test_that("racing makes the choices of its comparisons", {
  for (rate in c("practical", "proved")) {
    expect_literal_naming(policy_chernoff_racing(0.1, rate), literal_racing(FALSE, 0.1, rate), unit = TRUE)
    expect_literal_naming(policy_kl_racing(0.1, rate), literal_racing(TRUE, 0.1, rate), unit = TRUE)
  }
})

test_that("successive rejects and sequential halving make the choices of their phases", {
  expect_literal_naming(policy_successive_rejects(), literal_rejects)
  expect_literal_naming(policy_sequential_halving(), literal_halving())
  expect_literal_naming(policy_sequential_halving(fresh = TRUE), literal_halving(TRUE))
  # Hardly a budget.
  for (horizon in c(1, 19, 25)) {
    expect_literal_naming(policy_successive_rejects(), literal_rejects, horizon, sizes = c(2, 20), moving = FALSE)
    expect_literal_naming(policy_sequential_halving(), literal_halving(), horizon, sizes = c(2, 20), moving = FALSE)
  }
})
