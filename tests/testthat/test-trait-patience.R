constants <- function(arms) bandit(arms_constant(seq_len(arms) / arms))

test_that("a gap of exactly m rounds is safe and m + 1 is not", {
  # Round robin over four arms pulls each every four rounds.
  for (m in 4:6) {
    study <- play(constants(4) |> with_patience(m), policy_round_robin(), 40)
    expect_equal(nrow(exits(study)), 0)
    expect_equal(pulls(study)$pulls, rep(10, 4))
  }
  study <- play(constants(4) |> with_patience(c(3, 9, 9, 9)), policy_round_robin(), 40)
  expect_equal(exits(study)$arm, 1)
  expect_equal(exits(study)$round, 4) # pulled in round 1, gone at the end of round 1 + 3
  expect_equal(choices(study)$arm[1:7], c(1:4, 2:4))
})

test_that("the clock of an arm that was never pulled starts before round 1", {
  # Round robin reaches arm k in round k: patience k is enough, k - 1 is not.
  expect_equal(nrow(exits(play(constants(3) |> with_patience(c(3, 3, 3)), policy_round_robin(), 3))), 0)
  study <- play(constants(3) |> with_patience(c(9, 9, 2)), policy_round_robin(), 5)
  expect_equal(exits(study)$round, 2)
  expect_equal(choices(study)$arm, c(1, 2, 1, 2, 1))
})

test_that("neglected arms leave in the round of their patience, and not the one that is played", {
  study <- play(constants(5) |> with_patience(c(7, 1, 3, 9, Inf)), policy_fixed(5), 8)
  expect_equal(exits(study)$arm, c(2, 3, 1))
  expect_equal(exits(study)$round, c(1, 3, 7))
  expect_equal(exits(study)$cause, rep("left", 3))
  study <- play(constants(2) |> with_patience(1), policy_fixed(1), 50)
  expect_equal(exits(study)$arm, 2)
  expect_equal(exits(study)$round, 1)
})

test_that("an arm that leaves in the last round is listed", {
  study <- play(constants(2) |> with_patience(c(Inf, 6)), policy_fixed(1), 6)
  expect_equal(exits(study)$round, 6)
  expect_equal(nrow(exits(play(constants(2) |> with_patience(c(Inf, 7)), policy_fixed(1), 6))), 0)
})

test_that("the clock of an entering arm starts in the round before its entry", {
  study <- play(constants(3) |> with_entries(c(1, 5, 9)) |> with_patience(c(1, 3, 1)), policy_fixed(1), 20)
  expect_equal(exits(study)$arm, 2:3)
  expect_equal(exits(study)$round, c(4 + 3, 8 + 1))
})

test_that("regret compares with the best arm of all, even after it has left", {
  study <- play(bandit(arms_constant(c(0.25, 1))) |> with_patience(c(Inf, 2)), policy_fixed(1), 10)
  expect_equal(regret(study)$regret, 0.75 * (1:10))
  expect_equal(regret(study)$benchmark, 1:10)
  expect_literal_game(study)
})

test_that("an arm that a policy plays again and again until the end stays", {
  long <- play(constants(2) |> with_patience(c(1, Inf)), policy_fixed(1), 5000, record = 1, keep = "summary")
  expect_equal(nrow(exits(long)), 0)
  expect_equal(pulls(long)$pulls, c(5000, 0))
})

test_that("when all arms have left, rounds pass without pulls and regret goes on", {
  impatient <- bandit(arms_constant(c(0.5, 1))) |>
    with_lifetimes(first = 1, last = c(4, 6)) |>
    with_patience(c(9, 2))
  study <- play(impatient, policy_fixed(1), 10)
  expect_equal(choices(study)$round, 1:4)
  expect_equal(exits(study)$round, c(2, 4))
  expect_equal(regret(study)$pulls, pmin(1:10, 4))
  # Arm 2 lives until round 6, though it has left: 0.5, then 1 a round, then nothing to be missed.
  expect_equal(regret(study)$regret, cumsum(c(rep(0.5, 4), 1, 1, rep(0, 4))))
  expect_literal_game(study)
})

test_that("any pattern of patience agrees with the literal walk", {
  skip_in_quick()
  withr::local_seed(31)
  for (i in 1:12) {
    arms <- sample(2:6, 1)
    b <- bandit(arms_bernoulli(runif(arms))) |> with_patience(sample(c(1:9, Inf), arms, replace = TRUE))
    if (!is_drawn(i)) next
    expect_literal_game(play(b, policy_uniform(), 60, seed = i))
    expect_literal_game(play(b, policy_ucb1(), 60, seed = i))
  }
})

test_that("a horizon of one round and a single arm are no special cases", {
  expect_literal_game(play(constants(1) |> with_patience(1), policy_ucb1(), 1))
  expect_literal_game(play(constants(1) |> with_patience(1), policy_ucb1(), 3))
  expect_literal_game(play(constants(3) |> with_patience(1), policy_ucb1(), 2))
})
