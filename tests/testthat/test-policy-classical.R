# ---- yardsticks ----------------------------------------------------------------

literal_uniform <- function(world) {
  list(choose = function(t, live) {
    a <- actions_of(world, live)
    a[floor(world$random() * length(a)) + 1]
  })
}

literal_round_robin <- function(world) {
  last <- 0
  list(choose = function(t, live) {
    a <- actions_of(world, live)
    last <<- if (any(a > last)) min(a[a > last]) else a[1]
    last
  })
}

literal_fixed <- function(arm, wait = NULL) {
  function(world) {
    wait <- wait %||% world$waits
    list(choose = function(t, live) ((if (arm %in% live) arm else live[1]) - 1) * world$waits + wait)
  }
}

test_that("the uniform policy plays every available action with equal chance, by its own numbers", {
  skip_in_quick()
  expect_literal_cases(policy_uniform(), literal_uniform, sizes = c(1, 7, 20), numbers = 2000)
  expect_literal_moving(policy_uniform(), literal_uniform, numbers = 2000)
  for (waits in c(1, 3)) {
    case <- waiting_case(4, waits, 2000)
    case$world$random <- policy_numbers(policy_uniform(), 1, 1, 2000)
    expect_literal(case$bandit, policy_uniform(), literal_uniform, case$world)
  }
})

test_that("the round robin takes available actions in turn", {
  skip_in_quick()
  expect_literal_cases(policy_round_robin(), literal_round_robin, sizes = c(1, 7, 20))
  expect_literal_moving(policy_round_robin(), literal_round_robin)
  case <- waiting_case(4, 3, 1000)
  expect_literal(case$bandit, policy_round_robin(), literal_round_robin, case$world)
})

test_that("the fixed policy plays its arm while it is there, then the lowest", {
  expect_literal_cases(policy_fixed(2), literal_fixed(2), sizes = c(2, 20))
  expect_literal_moving(policy_fixed(3), literal_fixed(3))
  case <- waiting_case(4, 3, 1000)
  expect_literal(case$bandit, policy_fixed(2), literal_fixed(2), case$world)
  expect_literal(case$bandit, policy_fixed(2, wait = 1), literal_fixed(2, 1), case$world)
})

# ---- the oracle -----------------------------------------------------------------

literal_oracle <- function(world) {
  list(choose = function(t, live) {
    a <- actions_of(world, live)
    a[which.max(world$mean[a])]
  })
}

test_that("the oracle plays the available arm of highest mean, the lowest among equals", {
  means <- c(0.2, 0.9, 0.5, 0.9, 0.7, 0.9)
  arms <- arms_bernoulli(means)
  pays <- pays_by_pull(rewards_of(arms, 500))
  first <- c(1, 30, 1, 20, 1, 200)
  last <- c(Inf, 150, 400, 100, Inf, 220)
  expect_literal(bandit(arms) |> with_lifetimes(first, last), policy_oracle(), literal_oracle,
                 literal_world(6, 500, pays, first = first, last = last, mean = means))
  patience <- c(3, 40, 5, 60, Inf, 70)
  expect_literal(bandit(arms) |> with_entries(first) |> with_patience(patience), policy_oracle(), literal_oracle,
                 literal_world(6, 500, pays, first = first, patience = patience, mean = means))
})

test_that("with waiting the oracle plays the action of highest pay by time", {
  delay <- rbind(c(0.1, 0.1, 0.8), c(0.7, 0.2, 0.1), c(0.2, 0.6, 0.2))
  prob <- c(0.9, 0.4, 0.7)
  cumulative <- t(apply(delay, 1, cumsum))
  pay <- cumulative * prob
  time <- sapply(1:3, function(j) delay %*% pmin(1:3, j))
  best <- which.max(as.vector(t(pay / time)))
  b <- bandit(arms_bernoulli(prob)) |> with_waiting(delay)
  played <- core_choices(b, policy_oracle(), 300)
  expect_true(all((played$arm - 1) * 3 + played$wait == best))
  expect_gt(nrow(played), 100)
})

test_that("with fairness the oracle serves arms whose penalty outweighs their gap, the shortest first", {
  means <- c(0.8, 0.6, 0.3, 0.8)
  share <- c(0.1, 0.2, 0.3, 0.15)
  penalty <- c(0.5, 0.4, 0.2, 0)
  literal <- function(world) {
    seen <- new_tally(world)
    list(choose = function(t, live) {
      behind <- share * t - seen$n
      behind[!(max(means) - means < penalty)] <- 0
      if (any(behind > 0)) which.max(behind) else which.max(means)
    }, observe = seen$add)
  }
  arms <- arms_bernoulli(means)
  b <- bandit(arms) |> with_fairness(share, penalty)
  expect_literal(b, policy_oracle(), literal, literal_world(4, 2000, pays_by_pull(rewards_of(arms, 2000))))
  final <- regret(run_study(b, policy_oracle(), horizon = 2000, reps = 2, seed = 1, record = 1))
  expect_true(all(abs(final$regret) < 2))
})

# ---- upper confidence bounds -----------------------------------------------------

literal_ucb1 <- literal_index(function(t, a, n, mean, ...) mean + sqrt(2 * log(t) / n))

literal_ucb <- function(delta = NULL) {
  literal_index(function(t, a, n, mean, world, ...) {
    mean + sqrt(2 * log(1 / (delta %||% (1 / world$horizon^2))) / n)
  })
}

test_that("UCB1 makes the choices of its formula, ties included", {
  expect_literal_cases(policy_ucb1(), literal_ucb1)
  expect_literal_moving(policy_ucb1(), literal_ucb1)
  case <- waiting_case(4, 3, 1000)
  expect_literal(case$bandit, policy_ucb1(), literal_ucb1, case$world)
})

test_that("UCB makes the choices of its formula with the default delta and a given one", {
  expect_literal_cases(policy_ucb(), literal_ucb())
  expect_literal_cases(policy_ucb(0.1), literal_ucb(0.1), sizes = c(2, 7))
  expect_literal_moving(policy_ucb(), literal_ucb())
  case <- waiting_case(4, 3, 1000)
  expect_literal(case$bandit, policy_ucb(0.05), literal_ucb(0.05), case$world)
})

# ---- Thompson sampling -------------------------------------------------------------

test_that("Gaussian Thompson sampling makes the choices of its posterior draws", {
  expect_literal_cases(policy_thompson(), literal_thompson_gaussian, numbers = 2000 * 20)
  expect_literal_moving(policy_thompson(), literal_thompson_gaussian, numbers = 2000 * 6)
  expect_literal_cases(policy_thompson(prior_mean = 0.4, prior_sd = 0.3, sd = 0.5), literal_thompson_normal(0.4, 0.3, 0.5),
                       numbers = 2000 * 20)
  expect_literal_moving(policy_thompson(prior_sd = 1), literal_thompson_normal(0, 1, 1), numbers = 2000 * 6)
  case <- waiting_case(4, 3, 1000)
  case$world$random <- policy_numbers(policy_thompson(), 1, 1, 0)
  expect_literal(case$bandit, policy_thompson(), literal_thompson_gaussian, case$world)
})

# Twenty arms for 300 rounds only: the literal version draws a gamma at a time.
test_that("beta Thompson sampling makes the choices of its posterior draws, also for fractional rewards", {
  expect_literal_cases(policy_thompson("bernoulli"), literal_thompson_beta, unit = TRUE, sizes = 1:3, numbers = 2000 * 20)
  expect_literal_cases(policy_thompson("bernoulli"), literal_thompson_beta, horizon = 300, unit = TRUE, sizes = 20, numbers = 300 * 110)
  expect_literal_moving(policy_thompson("bernoulli"), literal_thompson_beta, seeds = 1, numbers = 2000 * 35)
})
