# Each replication walks a resample of its own. Which events it meets is written
# here from the statement: a block begins at floor(u E), u being the uniform
# addressed by (seed, events, replication, block).
literal_starts <- function(seed, rep, blocks, below) {
  block <- seq_len(blocks) - 1
  u <- block_uniforms(cbind(block, 0, 0, rep), philox_key(seed, 8))[, 1]
  floor(u * below)
}

literal_walk <- function(events, rep, resample, block, seed = 1) {
  if (resample == "window") return(literal_starts(seed, rep, 1, events - block + 1) + seq_len(block))
  starts <- literal_starts(seed, rep, ceiling(events / block), events)
  walk <- (rep(starts, each = block) + seq_len(block) - 1) %% events + 1
  walk[seq_len(events)]
}

pooled_log <- function(events = 900, arms = 6, seed = 1) {
  withr::local_seed(seed)
  pools <- rep(replicate(events / 30, sort(sample(arms, sample(3:arms, 1))), simplify = FALSE), each = 30)
  arm <- vapply(pools, function(p) p[sample.int(length(p), 1)], 0L)
  log <- data.frame(arm = arm, reward = rbinom(events, 1, (seq_len(arms) / (arms + 1))[arm]))
  log$pool <- pools
  log
}

turns <- function(study, rep) as.data.frame(game_of(choices(study), rep = rep)[c("arm", "reward")])

test_that("each replication walks the resample that its address says", {
  skip_on_cran() # long
  log <- pooled_log()
  for (case in list(list("bootstrap", 1), list("bootstrap", 7), list("bootstrap", 900), list("window", 400), list("window", 900))) {
    for (init in c(0, 4)) {
      b <- bandit_replay(log, init = init, resample = case[[1]], block = case[[2]], thin = "pool")
      study <- play(b, policy_ucb1(), 120, reps = 3)
      for (rep in 1:3) {
        walk <- literal_walk(nrow(log), rep, case[[1]], case[[2]])
        wanted <- literal_replay(log$arm[walk], log$reward[walk], log$pool[walk], 120, init, 1, ucb1_choice)
        expect_equal(turns(study, rep), wanted, ignore_attr = TRUE)
      }
    }
  }
})

test_that("an arm lives from the first to the last place of the walk whose pool has it", {
  skip_in_quick()
  withr::local_seed(2)
  pools <- c(rep(list(1:3), 30), rep(list(1:2), 60))
  log <- data.frame(arm = vapply(pools, function(p) p[sample.int(length(p), 1)], 0L), reward = 1)
  log$pool <- pools
  study <- play(bandit_replay(log, init = 0, resample = "window", block = 40), policy_uniform(), 40, reps = 30)
  starts <- vapply(1:30, function(rep) literal_starts(1, rep, 1, 51), 0)
  expect_equal(exits(study)$rep, which(starts < 30))
  expect_equal(unique(exits(study)$arm), 3)
  # In a bootstrap by single events its last place is near the end.
  mixed <- play(bandit_replay(log, init = 0, resample = "bootstrap"), policy_uniform(), 90, reps = 30)
  for (rep in 1:30) {
    walk <- literal_walk(90, rep, "bootstrap", 1)
    expect_equal(sum(exits(mixed)$rep == rep), as.integer(max(which(walk <= 30)) < 90))
  }
})

test_that("all policies of a replication walk the same events, whatever else is run", {
  log <- pooled_log()
  b <- bandit_replay(log, resample = "bootstrap", block = 3)
  both <- play(b, list(policy_ucb1(), policy_fixed(1), other = policy_fixed(1)), 60, reps = 4)
  table <- choices(both)[-2]
  expect_identical(table[choices(both)$policy == "Fixed 1", ], table[choices(both)$policy == "other", ])
  alone <- play(b, policy_ucb1(), 60, reps = 2, first_rep = 3, threads = 2)
  expect_identical(choices(alone), choices(both)[choices(both)$policy == "UCB1" & choices(both)$rep >= 3, ])
  expect_false(identical(turns(both, 1), turns(both, 2)))
  other <- play(b, policy_ucb1(), 60, seed = 2)
  expect_false(identical(turns(other, 1), turns(both, 1)))
})

test_that("resamples differ, so there are intervals and p-values, which more replications do not shrink", {
  skip_in_quick()
  withr::local_seed(3)
  arm <- sample(2, 2000, replace = TRUE)
  log <- data.frame(arm = arm, reward = rbinom(2000, 1, c(0.3, 0.5)[arm]))
  b <- bandit_replay(log, init = 0, resample = "bootstrap")
  policies <- list(policy_fixed(1), policy_fixed(2, label = "second"))
  study <- function(reps) play(b, policies, 900, reps = reps, record = 1, keep = "summary")
  many <- study(400)
  expect_no_message(found <- summary(many, what = "reward"))
  expect_equal(found$se, found$sd)
  # The spread is that of a mean of 900 rewards.
  rates <- tapply(log$reward, log$arm, mean)
  expect_equal(found$sd, sqrt(900 * as.vector(rates * (1 - rates))), tolerance = 0.1)
  expect_equal(summary(study(100), what = "reward")$se, found$se, tolerance = 0.25)
  expect_equal(c(found$lower, found$upper), c(found$mean - qt(0.975, 399) * found$sd, found$mean + qt(0.975, 399) * found$sd))
  boot <- summary(many, what = "reward", interval = "bootstrap")
  rewards <- regret(many)$reward[regret(many)$policy == "Fixed 1"]
  expect_equal(c(boot$lower[1], boot$upper[1]), quantile(rewards, c(0.025, 0.975), names = FALSE))
  compared <- compare_policies(many, what = "reward")
  difference <- regret(many)$reward[regret(many)$policy == "second"] - rewards
  expect_equal(compared$se, sd(difference))
  expect_equal(compared$p_value, 2 * pt(-abs(mean(difference) / sd(difference)), 399))
})

test_that("an interval from one log covers the truth as often as it says", {
  skip_on_cran() # long
  # 300 logs or the share of them, one walk each: is the true mean reward of a policy within 90%?
  replays <- lapply(stats::setNames(nm = share_of(1:300, 3)), function(i) {
    withr::local_seed(i)
    arm <- sample(2, 300, replace = TRUE)
    log <- data.frame(arm = arm, reward = rbinom(300, 1, c(0.4, 0.6)[arm]), propensity = 0.5)
    bandit_replay(log, init = 0, resample = "bootstrap")
  })
  found <- summary(play(replays, policy_fixed(2), 90, reps = 40, record = 1, keep = "summary"), what = "reward", level = 0.9)
  covered <- found$lower <= 54 & 54 <= found$upper
  expect_length(covered, length(replays))
  expect_gt(mean(covered), 0.9 - 2.9 * sqrt(0.9 * 0.1 / length(replays)))
})

test_that("walks that end early, and bad resamples, are said", {
  log <- pooled_log()
  short <- play(bandit_replay(log, resample = "window", block = 30), policy_uniform(), 200, reps = 2)
  expect_output(print(short), "Out of events before the horizon: in 2 of 2 games")
  expect_snapshot({
    bandit_replay(log, resample = "bootstrap")
    bandit_replay(log, resample = "bootstrap", block = 10)
    bandit_replay(log, resample = "window")
  })
  expect_errors({
    bandit_replay(log, resample = "jackknife")
    bandit_replay(log, resample = "bootstrap", block = 0)
    bandit_replay(log, resample = "bootstrap", block = 901)
    bandit_replay(log, resample = "window", start = 5)
    bandit_replay(log, block = 5)
  })
})
