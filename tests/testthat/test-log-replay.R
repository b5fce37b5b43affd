test_that("replay by rejection is the literal walk of the log, for UCB1", {
  skip_in_quick()
  log <- changing_log()
  for (init in c(0, 3, 8, 25)) {
    for (start in c(1, 700)) {
      study <- play(bandit_replay(log, init = init, start = start, thin = "pool"), policy_ucb1(), 150)
      walk <- literal_replay(log$arm, log$reward, log$pool, 150, init, start, ucb1_choice)
      expect_equal(turns_of(study), walk, ignore_attr = TRUE)
      expect_equal(regret(study)$reward[seq_len(nrow(walk))], cumsum(walk$reward))
    }
  }
})

test_that("replay is the literal walk for a policy that randomises afresh at every event", {
  log <- changing_log(seed = 2)
  u <- .Call(unruly:::C_policy_uniforms, unruly:::describe_policy(policy_uniform()), 1, 1, nrow(log) + 0)
  used <- 0
  uniform <- function(turn, live, counts, sums) {
    used <<- used + 1
    live[floor(u[used] * length(live)) + 1]
  }
  walk <- literal_replay(log$arm, log$reward, log$pool, 300, 4, 1, uniform)
  expect_equal(turns_of(play(bandit_replay(log, init = 4, thin = "pool"), policy_uniform(), 300)), walk, ignore_attr = TRUE)
})

test_that("round robin goes on after the arm that was played last, not the one rejected", {
  skip_in_quick()
  log <- changing_log(seed = 3)
  last <- 0
  next_arm <- function(turn, live, counts, sums) if (any(live > last)) min(live[live > last]) else min(live)
  walk <- literal_replay(log$arm, log$reward, log$pool, 200, 2, 1, next_arm, function(arm) last <<- arm)
  expect_equal(turns_of(play(bandit_replay(log, init = 2, thin = "pool"), policy_round_robin(), 200)), walk, ignore_attr = TRUE)
})

test_that("more first meetings than there are arms do not use up the log", {
  log <- data.frame(arm = rep(1:2, 500), reward = 1)
  study <- play(bandit_replay(log, init = 25), policy_fixed(1), 100)
  expect_equal(nrow(choices(study)), 100)
  expect_equal(choices(study)$arm, c(1, 2, rep(1, 98)))
})

test_that("replication r begins at start[r], in turn", {
  log <- changing_log(seed = 4)
  study <- play(bandit_replay(log, init = 2, start = c(1, 500), thin = "pool"), policy_ucb1(), 60, reps = 3)
  expect_equal(turns_of(study, rep = 1), turns_of(study, rep = 3))
  walk <- literal_replay(log$arm, log$reward, log$pool, 60, 2, 500, ucb1_choice)
  expect_equal(turns_of(study, rep = 2), walk, ignore_attr = TRUE)
})

test_that("out of events, the game ends early and the study says so", {
  log <- data.frame(arm = rep(1:2, 10), reward = rep(c(0.5, 1), 10))
  study <- play(bandit_replay(log, init = 0), policy_fixed(2), 30)
  expect_equal(nrow(choices(study)), 10)
  expect_equal(regret(study)$pulls, pmin(1:30, 10))
  expect_equal(regret(study)$reward, pmin(1:30, 10))
  expect_true(all(is.na(regret(study)$regret)) && all(is.na(regret(study)$benchmark)))
  expect_output(print(study), "Out of events before the horizon: in 1 of 1 games, after 10 turns")
})

test_that("arms that leave the pool are listed with the last turn in which they could be played", {
  log <- data.frame(arm = c(1, 2, 1, 1), reward = 1)
  log$pool <- list(1:2, 1:2, 1L, 1L)
  study <- play(bandit_replay(log, init = 2, thin = "pool"), policy_ucb1(), 4)
  expect_equal(exits(study)$arm, 2)
  expect_equal(exits(study)$round, 2)
  expect_equal(exits(study)$cause, "died")
})

test_that("a replay is unbiased where arms were shown uniformly", {
  withr::local_seed(5)
  rates <- c(0.2, 0.5, 0.7)
  arm <- sample(3, 9000, replace = TRUE)
  log <- data.frame(arm = arm, reward = rbinom(9000, 1, rates[arm]))
  for (k in 1:3) {
    study <- play(bandit_replay(log, init = 0), policy_fixed(k), 2500, record = 1, keep = "summary")
    expect_lt(abs(regret(study)$reward / 2500 - rates[k]), 4 * sqrt(0.25 / 2500))
  }
})

test_that("a log has no parameters and no true means to list", {
  study <- play(bandit_replay(data.frame(arm = c(1, 2, 1), reward = c(1, 0, 1)), init = 0), policy_fixed(1), 2)
  expect_named(instances(study), c("rep", "arm", "mean"))
  expect_true(all(is.na(instances(study)$mean)))
})

test_that("summaries of logs alone compare the reward per turn, unless something else is asked for", {
  skip_in_quick()
  study <- play(bandit_replay(changing_log()), list(policy_ucb1(), policy_uniform()), 150)
  expect_message(found <- suppressMessages(summary(study), classes = "unruly_message_policy_randomness"), "no regret", class = "unruly_message_reward")
  expect_identical(found, suppressMessages(summary(study, what = "reward_per_turn")))
  expect_equal(found$mean, suppressMessages(summary(study, what = "reward"))$mean / 150)
  expect_false(anyNA(found$mean))
  expect_message(suppressMessages(compare_policies(study), classes = "unruly_message_policy_randomness"), "no regret")
  for (what in c("regret", "benchmark", "optimal")) {
    expect_error(summary(study, what = what), "no true means", class = "unruly_error_argument")
    expect_error(compare_policies(study, what = what), "no true means", class = "unruly_error_argument")
  }
})

test_that("a byte that is no text in any column of an Open Bandit log is told by its line", {
  for (column in 1:3) {
    line <- c("1", "0", "0.5")
    line[column] <- "\xff0.5"
    path <- withr::local_tempfile(fileext = ".csv")
    writeLines(c("item_id,click,propensity_score", "2,1,0.5", paste(line, collapse = ",")), path, useBytes = TRUE)
    expect_error(read_open_bandit(path), "in line 3", class = "unruly_error_argument")
  }
})
