
spreads <- list(
  window = spread_window(2, 7), now = spread_window(0, 1), short = spread_window(0, 3),
  decreasing = spread_linear(6), increasing = spread_linear(5, "increasing"), one = spread_linear(1),
  geometric = spread_geometric(5), power = spread_power(1.5)
)

test_that("the reward that is seen is the direct sum of all that arrives, for every law", {
  skip_on_cran()
  for (name in names(spreads)) {
    study <- play(three() |> with_spread(spreads[[name]]), policy_uniform(), 150)
    chosen <- choices(study)
    law <- c(law = spreads[[name]]$law, spreads[[name]]$parameters)
    expect_equal(chosen$observed, literal_observed(chosen, 150, as.list(law)), tolerance = 1e-9, info = name)
  }
})

test_that("so it is with waiting, where the rounds of a play are seen together", {
  skip_on_cran()
  for (name in names(spreads)) {
    study <- play(three() |> with_spread(spreads[[name]]) |> with_waiting(four_waits), policy_uniform(), 150)
    chosen <- choices(study)
    law <- c(law = spreads[[name]]$law, spreads[[name]]$parameters)
    expect_equal(chosen$observed, literal_observed(chosen, 150, as.list(law)), tolerance = 1e-9, info = name)
  }
})

test_that("so it is when nobody is there for a while", {
  skip_in_quick()
  for (name in names(spreads)) {
    b <- three() |> with_lifetimes(c(1, 30, 60), c(20, 50, 80)) |> with_spread(spreads[[name]])
    chosen <- choices(play(b, policy_uniform(), 90))
    law <- c(law = spreads[[name]]$law, spreads[[name]]$parameters)
    expect_equal(chosen$observed, literal_observed(chosen, 90, as.list(law)), tolerance = 1e-9, info = name)
  }
})

test_that("a delay is one lag, uniform on min..max", {
  for (range in list(c(0, 0), c(0, 4), c(3, 3), c(2, 11))) {
    study <- play(three() |> with_spread(spread_delay(range[1], range[2])), policy_uniform(), 200)
    chosen <- choices(study)
    lag <- range[1] + floor(play_uniforms(chosen, 1)[, 2] * (range[2] - range[1] + 1))
    expect_equal(chosen$observed, literal_observed(chosen, 200, lags = lag), tolerance = 1e-12)
  }
  u <- .Call(unruly:::C_outcome_uniforms, 1, 1, 1, 20000)[, 2]
  expect_gt(chisq.test(table(floor(u * 10)))$p.value, 1e-4)
})

test_that("with waiting a delay has a uniform of its own, independent of the wait", {
  # The lag cannot be told from the block the wait has used; every reward must
  # arrive within min..max rounds of the end of its play, once.
  b <- bandit(arms_constant(1)) |> with_waiting(c(0.5, 0.5)) |> with_spread(spread_delay(0, 1))
  chosen <- choices(play(b, policy_fixed(1), 4000, record = 1))
  seen <- cumsum(chosen$observed)
  worth <- cumsum(chosen$reward)
  expect_true(all(seen <= worth & worth - seen <= 1))
  now <- worth == seen # lag 0
  expect_lt(abs(mean(now) - 0.5), 4 * 0.5 / sqrt(nrow(chosen)))
  expect_gt(chisq.test(table(now, chosen$cost))$p.value, 1e-4)
})

test_that("the weights of a power law are within 1e-9 of the law, up to lag 1e5", {
  skip_in_quick()
  for (gamma in c(1.1, 1.5, 2, 3, 10, 50)) {
    b <- bandit(arms_tape(matrix(c(1, numeric(1e5)), nrow = 1))) |> with_spread(spread_power(gamma))
    seen <- choices(play(b, policy_fixed(1), 1e5 + 1, record = 1))$observed
    expect_equal(seen[1], 0)
    wanted <- exp(-gamma * log(seq_len(1e5))) / literal_zeta(gamma)
    expect_lt(max(abs(seen[-1] / wanted - 1)), 1e-9)
  }
})

test_that("a long window and a long linear spread keep their accuracy", {
  skip_in_quick()
  for (spread in list(spread_window(10, 999), spread_linear(1000), spread_linear(1000, "increasing"))) {
    b <- bandit(arms_tape(matrix(rep(c(1, 0, 0, 0.1), 1000), nrow = 1))) |> with_spread(spread)
    chosen <- choices(play(b, policy_fixed(1), 4000, record = 1))
    law <- as.list(c(law = spread$law, spread$parameters))
    weights <- literal_weights(law, 0:1000)
    padded <- c(numeric(1000), chosen$reward)
    wanted <- vapply(1:4000, function(t) sum(weights * padded[(t + 1000):t]), 0)
    expect_equal(chosen$observed, wanted, tolerance = 1e-9)
  }
})

test_that("the adversary delays the best arm once it has been chosen long enough in succession", {
  b <- bandit(arms_constant(c(0.5, 1))) |> with_spread(spread_adversarial(4, streak = 3))
  chosen <- choices(play(b, policy_fixed(2), 12))
  expect_equal(chosen$observed, c(0, 1, 1, 0, 0, 0, rep(1, 6)))
  # Another arm is never delayed, and round robin has no streaks.
  expect_equal(choices(play(b, policy_fixed(1), 6))$observed, c(0, rep(0.5, 5)))
  expect_equal(choices(play(b, policy_round_robin(), 6))$observed, c(0, 0.5, 1, 0.5, 1, 0.5))
  chosen <- choices(play(three() |> with_spread(spread_adversarial(5, streak = 2)), policy_uniform(), 300))
  run <- sequence(rle(chosen$arm)$lengths)
  lag <- ifelse(chosen$arm == 3 & run >= 2, 5, 1)
  expect_equal(chosen$observed, literal_observed(chosen, 300, lags = lag), tolerance = 1e-12)
})

test_that("the streak of an adversary is three times its length by default", {
  b <- bandit(arms_constant(1)) |> with_spread(spread_adversarial(2))
  # Lag 1 for five rounds, lag 2 from the sixth on: nothing arrives in round 7.
  expect_equal(choices(play(b, policy_fixed(1), 9))$observed, c(0, 1, 1, 1, 1, 1, 0, 1, 1))
})

test_that("regret and reward are of totals, in the round of the pull", {
  skip_on_cran()
  plain <- play(three(), policy_uniform(), 80)
  spread <- play(three() |> with_spread(spread_delay(5, 90)), policy_uniform(), 80)
  expect_identical(choices(spread)[c("arm", "reward")], choices(plain)[c("arm", "reward")])
  expect_identical(regret(spread), regret(plain))
  expect_literal_game(spread)
})

test_that("estimates are of what was seen when the arm was played", {
  study <- play(three() |> with_spread(spread_window(1, 4)), policy_uniform(), 80)
  chosen <- choices(study)
  expect_equal(pulls(study)$estimate, as.vector(tapply(chosen$observed, factor(chosen$arm, 1:3), mean)))
})

test_that("the whole reward arrives in the end", {
  # One pull worth 1, then nothing: finite laws sum to 1.
  for (spread in list(spread_delay(3, 9), spread_window(2, 40), spread_linear(30), spread_linear(30, "increasing"),
                      spread_geometric(2))) {
    b <- bandit(arms_tape(matrix(c(1, numeric(99)), nrow = 1))) |> with_spread(spread)
    expect_equal(sum(choices(play(b, policy_fixed(1), 100))$observed), 1, tolerance = 1e-9)
  }
})
