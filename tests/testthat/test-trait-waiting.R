delays <- rbind(c(0.5, 0.3, 0.2), c(0.1, 0.2, 0.7))

test_that("a play takes min(tau, j) rounds and pays only if tau <= j", {
  b <- bandit(arms_constant(c(0.5, 1))) |> with_waiting(delays)
  for (j in 1:3) {
    study <- play(b, policy_fixed(2, j), 3000)
    chosen <- choices(study)
    tau <- findInterval(play_uniforms(chosen, 1)[, 2], cumsum(delays[2, ])) + 1
    expect_equal(chosen$cost, pmin(tau, j))
    expect_equal(chosen$reward, as.double(tau <= j))
    expect_true(all(chosen$wait == j))
    frequency <- tabulate(tau, 3) / nrow(chosen)
    expect_true(all(abs(frequency - delays[2, ]) < 4 * sqrt(0.25 / nrow(chosen))))
  }
})

test_that("plays follow one another without a gap", {
  b <- bandit(arms_bernoulli(c(0.5, 0.9))) |> with_waiting(delays)
  chosen <- choices(play(b, policy_uniform(), 500))
  expect_equal(chosen$round, 1 + c(0, cumsum(chosen$cost)[-nrow(chosen)]))
})

test_that("the budget is never exceeded, and less than the longest wait is left", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.5, 0.9))) |> with_waiting(delays)
  for (horizon in share_of(1:25)) {
    study <- play(b, policy_uniform(), horizon, reps = 6)
    for (rep in 1:6) {
      spent <- sum(game_of(choices(study), "Uniform", rep)$cost)
      expect_lte(spent, horizon)
      expect_lt(horizon - spent, 3)
    }
  }
})

test_that("a play that would end after the budget pays nothing, is not listed and ends the game", {
  b <- bandit(arms_constant(c(1, 1))) |> with_waiting(c(0, 0, 1))
  study <- play(b, policy_fixed(1), 11)
  expect_equal(choices(study)$round, c(1, 4, 7))
  last <- tail(regret(study), 1)
  expect_equal(last$round, 11)
  expect_equal(last$pulls, 3)
  expect_equal(last$reward, 3)
  expect_equal(sum(pulls(study)$pulls), 3)
  expect_equal(nrow(choices(play(b, policy_fixed(1), 2))), 0)
  expect_equal(nrow(choices(play(b, policy_fixed(1), 3))), 1)
})

test_that("regret is g* t less the expected pay of the plays finished by t", {
  skip_in_quick()
  b <- bandit(arms_beta(mean = c(0.5, 0.8))) |> with_waiting(delays)
  study <- play(b, policy_uniform(), 200)
  expect_literal_game(study)
  mean_time <- function(k, j) sum(delays[k, ] * pmin(1:3, j))
  g <- outer(1:2, 1:3, Vectorize(function(k, j) c(0.5, 0.8)[k] * sum(delays[k, 1:j]) / mean_time(k, j)))
  expect_equal(regret(study)$benchmark, max(g) * 1:200)
  expect_equal(pulls(study)$mean, c(t(outer(1:2, 1:3, Vectorize(function(k, j) c(0.5, 0.8)[k] * sum(delays[k, 1:j]))))))
})

test_that("checkpoints within a play do not count it yet", {
  b <- bandit(arms_constant(1)) |> with_waiting(c(0, 0, 0, 1))
  study <- play(b, policy_fixed(1), 9)
  expect_equal(regret(study)$pulls, c(0, 0, 0, 1, 1, 1, 1, 2, 2))
  expect_equal(regret(study)$reward, regret(study)$pulls)
  expect_equal(regret(study)$regret, (1:9) / 4 - regret(study)$pulls)
})

test_that("the oracle plays the constant action of highest rate", {
  b <- bandit(arms_bernoulli(c(0.5, 0.9))) |> with_waiting(delays)
  study <- play(b, policy_oracle(), 200)
  # Waiting to the end pays most: 0.9 / 2.6 beats 0.5 / 1.7, and 0.25 for a wait of 1.
  expect_equal(unique(choices(study)$arm), 2)
  expect_equal(unique(choices(study)$wait), 3)
  expect_lt(max(abs(regret(study)$regret)), 20)
})

test_that("with `pay` the reward depends on the delay, with the given joint frequencies", {
  pay <- rbind(c(0.9, 0.1, 0.5), c(0.2, 0.6, 1))
  b <- bandit(arms_bernoulli(c(0, 0))) |> with_waiting(delays, pay)
  study <- play(b, policy_fixed(1), 20000, record = 1)
  chosen <- choices(study)
  expect_true(all(chosen$reward %in% 0:1))
  # At the longest wait the cost is the delay: P(tau = d, V = 1) = delay * pay.
  joint <- vapply(0:1, function(paid) tabulate(chosen$cost[chosen$reward == paid], 3), numeric(3)) / nrow(chosen)
  wanted <- cbind(delays[1, ] * (1 - pay[1, ]), delays[1, ] * pay[1, ])
  expect_true(all(abs(joint - wanted) < 4 * sqrt(wanted * (1 - wanted) / nrow(chosen))))
  u <- play_uniforms(chosen, 1)
  tau <- findInterval(u[, 2], cumsum(delays[1, ])) + 1
  expect_equal(chosen$reward, as.double(u[, 1] < pay[1, tau]))
  expect_literal_game(play(b, policy_uniform(), 300))
})

test_that("without `pay` reward and delay are independent, also for arms drawn by rejection", {
  b <- bandit(arms_beta(2, 3)) |> with_waiting(c(0.5, 0.5))
  chosen <- choices(play(b, policy_fixed(1), 15000, record = 1))
  expect_lt(abs(cor(chosen$cost, chosen$reward)), 4 / sqrt(nrow(chosen)))
})

test_that("a single wait makes a bandit of ordinary rounds", {
  b <- bandit(arms_bernoulli(c(0.4, 0.6)))
  plain <- play(b, policy_ucb1(), 100)
  waiting <- play(b |> with_waiting(1), policy_ucb1(), 100)
  expect_equal(choices(waiting)$arm, choices(plain)$arm)
  expect_equal(choices(waiting)$reward, choices(plain)$reward)
  expect_equal(regret(waiting)$regret, regret(plain)$regret, tolerance = 1e-12)
})

test_that("an arm in play is not neglected, however long it takes", {
  b <- bandit(arms_constant(c(1, 1))) |> with_waiting(c(0, 0, 0, 1)) |> with_patience(2)
  study <- play(b, policy_fixed(1), 13)
  expect_equal(choices(study)$arm, rep(1, 3))
  expect_equal(exits(study)$arm, 2)
  expect_equal(exits(study)$round, 2)
  expect_literal_game(study)
})

test_that("an arm that dies while it is played still pays, and is gone then", {
  skip_in_quick()
  b <- bandit(arms_constant(c(1, 0.5))) |> with_lifetimes(1, c(5, Inf)) |> with_waiting(c(0, 0, 1))
  study <- play(b, policy_fixed(1), 12)
  expect_equal(choices(study)$arm, c(1, 1, 2, 2))
  expect_equal(choices(study)$reward, c(1, 1, 0.5, 0.5))
  expect_equal(exits(study)$round, 5)
  expect_literal_game(study)
})

test_that("waiting with moving arms and patience agrees with the literal walk", {
  skip_in_quick()
  withr::local_seed(33)
  for (i in 1:12) {
    arms <- sample(2:4, 1)
    b <- bandit(arms_bernoulli(runif(arms))) |>
      with_waiting(rmultinom(1, 10, rep(1, 4))[, 1] / 10) |>
      with_patience(sample(c(1:12, Inf), arms, replace = TRUE))
    if (i %% 2) b <- with_entries(b, c(1, sample(20, arms - 1, replace = TRUE)))
    if (is_drawn(i, one_in = 3)) expect_literal_game(play(b, policy_uniform(), 60, seed = i))
  }
})
