test_that("arms enter in the exact round, unknown before", {
  b <- bandit(arms_constant(c(0.1, 0.5, 0.9))) |> with_entries(c(1, 4, 7))
  study <- play(b, policy_oracle(), 10)
  expect_equal(choices(study)$arm, c(1, 1, 1, 2, 2, 2, 3, 3, 3, 3))
  expect_equal(regret(study)$regret, rep(0, 10))
  expect_equal(regret(study)$benchmark, cumsum(rep(c(0.1, 0.5, 0.9), c(3, 3, 4))))
})

test_that("regret compares with the best arm that has entered by then, also if it has left", {
  b <- bandit(arms_constant(c(0.1, 0.9))) |> with_entries(c(1, 3)) |> with_patience(c(9, 2))
  study <- play(b, policy_fixed(1), 8)
  expect_equal(exits(study)$round, 4)
  expect_equal(regret(study)$regret, cumsum(c(0, 0, rep(0.8, 6))))
  expect_literal_game(study)
})

test_that("arms live in rounds first to last, both included", {
  b <- bandit(arms_constant(c(0.9, 0.5, 0.7))) |> with_lifetimes(c(1, 1, 6), c(4, Inf, 8))
  study <- play(b, policy_oracle(), 10)
  expect_equal(choices(study)$arm, c(1, 1, 1, 1, 2, 3, 3, 3, 2, 2))
  expect_equal(exits(study)$arm, c(1, 3))
  expect_equal(exits(study)$round, c(4, 8))
  expect_equal(exits(study)$cause, c("died", "died"))
  expect_equal(regret(study)$regret, rep(0, 10))
})

test_that("the dead go before the newborn come, in the same round", {
  b <- bandit(arms_constant(c(0.9, 0.3))) |> with_lifetimes(c(1, 4), c(3, 10))
  study <- play(b, policy_round_robin(), 8)
  expect_equal(choices(study)$arm, rep(1:2, c(3, 5)))
  expect_equal(regret(study)$benchmark, cumsum(rep(c(0.9, 0.3), c(3, 5))))
})

test_that("an arm that lives one round is played in it alone", {
  b <- bandit(arms_constant(c(0.2, 0.9))) |> with_lifetimes(c(1, 5), c(Inf, 5))
  study <- play(b, policy_oracle(), 9)
  expect_equal(which(choices(study)$arm == 2), 5)
  expect_equal(exits(study)$round, 5)
})

test_that("without a living arm rounds pass idle and cost nothing, until somebody is born", {
  b <- bandit(arms_constant(c(0.5, 0.8))) |> with_lifetimes(c(1, 6), c(2, 7))
  study <- play(b, policy_ucb1(), 9)
  expect_equal(choices(study)$round, c(1, 2, 6, 7))
  expect_equal(regret(study)$pulls, c(1, 2, 2, 2, 2, 3, 4, 4, 4))
  expect_equal(regret(study)$regret, rep(0, 9))
  expect_equal(max(regret(study)$benchmark), 2 * 0.5 + 2 * 0.8)
})

test_that("nobody is there in round 1 if all are born later", {
  b <- bandit(arms_constant(c(0.5, 0.8))) |> with_lifetimes(c(4, 3), c(Inf, Inf))
  study <- play(b, policy_round_robin(), 6)
  expect_equal(choices(study)$round, 3:6)
  expect_equal(choices(study)$arm, c(2, 1, 2, 1))
  expect_literal_game(study)
})

test_that("arms whose time is after the horizon never enter, and their means do not count", {
  b <- bandit(arms_constant(c(0.5, 0.9))) |> with_entries(c(1, 11))
  study <- play(b, list(policy_ucb1(), policy_uniform()), 10)
  expect_true(all(choices(study)$arm == 1))
  expect_equal(unique(regret(study)$regret), 0)
  expect_equal(instances(study)$arm, 1)
  expect_equal(nrow(exits(study)), 0)
})

test_that("with negative means the best living arm is still the comparator", {
  b <- bandit(arms_constant(c(-0.5, -0.2, -0.9))) |> with_lifetimes(1, c(9, 4, Inf))
  study <- play(b, policy_fixed(3), 12)
  expect_equal(regret(study)$benchmark, cumsum(rep(c(-0.2, -0.5, -0.9), c(4, 5, 3))))
  expect_literal_game(study)
})

test_that("any pattern of lives agrees with the literal walk", {
  skip_in_quick()
  withr::local_seed(32)
  for (i in 1:15) {
    arms <- sample(1:6, 1)
    first <- sample(1:30, arms, replace = TRUE)
    last <- first + sample(c(0:30, Inf), arms, replace = TRUE)
    b <- bandit(arms_gaussian(rnorm(arms))) |> with_lifetimes(first, last)
    if (i %% 3 == 0) b <- with_patience(b, sample(1:12, arms, replace = TRUE))
    if (is_drawn(i)) expect_literal_game(play(b, policy_uniform(), 50, seed = i))
  }
})

test_that("instances lists lives, and agrees with the exits", {
  b <- bandit(arms_bernoulli(prior_uniform(3))) |> with_lifetimes(c(1, 2, 50), c(5, Inf, 60))
  study <- play(b, policy_ucb1(), 20, reps = 2)
  drawn <- instances(study)
  expect_equal(drawn$arm, c(1, 2, 1, 2)) # the third is not born by the horizon
  expect_equal(drawn$first, c(1, 2, 1, 2))
  expect_equal(drawn$last, c(5, Inf, 5, Inf))
})
