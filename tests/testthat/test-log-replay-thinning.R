# Logs that were not shown uniformly.

uneven_log <- function(events, chance = c(0.4, 0.3, 0.2, 0.1), rate = c(0.1, 0.1, 0.1, 0.3), seed = 1) {
  withr::local_seed(seed)
  arm <- sample(length(chance), events, replace = TRUE, prob = chance)
  data.frame(arm = arm, reward = rbinom(events, 1, rate[arm]), propensity = chance[arm])
}

test_that("a replay is the literal walk through the events that its replication uses", {
  skip_in_quick()
  log <- uneven_log(3000)
  for (init in c(0, 3)) {
    study <- play(bandit_replay(log, init = init), policy_ucb1(), 150, reps = 2)
    for (rep in 1:2) {
      left <- log[literal_use(0.1 / log$propensity, rep), ]
      wanted <- literal_replay(left$arm, left$reward, rep(list(1:4), nrow(left)), 150, init, 1, ucb1_choice)
      expect_equal(turns_of(study, rep = rep), wanted, ignore_attr = TRUE)
    }
  }
  expect_false(identical(turns_of(study, rep = 1), turns_of(study, rep = 2)))
})

test_that("a resample is one of the log that is left", {
  log <- uneven_log(900)
  study <- play(bandit_replay(log, init = 0, resample = "window", block = 500), policy_ucb1(), 40, reps = 2)
  for (rep in 1:2) {
    from <- floor(block_uniforms(cbind(0, 0, 0, rep), philox_key(1, 8))[, 1] * 401)
    walk <- from + 1:500
    left <- log[walk[literal_use(0.1 / log$propensity, rep)[walk]], ]
    wanted <- literal_replay(left$arm, left$reward, rep(list(1:4), nrow(left)), 40, 0, 1, ucb1_choice)
    expect_equal(turns_of(study, rep = rep), wanted, ignore_attr = TRUE)
  }
})

test_that("policies earn on an uneven log what they earn online", {
  skip_on_cran() # long
  settings <- uneven_settings(turns = 250, games = 30)
  policies <- list(policy_thompson("bernoulli"), policy_ucb1(), policy_epsilon_greedy(), policy_uniform(), policy_etc(20))
  for (name in drawn_of(names(settings))) {
    contextual <- !is.null(settings[[name]]$log$context1)
    able <- if (contextual) c(policies[-1], list(policy_linucb())) else policies
    found <- replay_against_online(settings[[name]], 250, 300, able, level = 0.999)
    expect_true(all(found$lower < found$online & found$online < found$upper), info = name)
    # Intervals that say something.
    expect_lt(max(found$upper - found$lower), 0.2)
  }
})

test_that("the better arm is found though the log hardly ever shows the other", {
  skip_in_quick()
  log <- uneven_log(40000, c(0.95, 0.05), c(0.4, 0.6))
  replay <- suppressWarnings(bandit_replay(log, init = 0), classes = "unruly_warning_overlap")
  value <- replay_value(run_study(replay, list(policy_ucb1(), policy_fixed(1), policy_fixed(2, label = "second")), 400, reps = 4, seed = 1))
  expect_gt(value$estimate[1], 0.44)
  expect_equal(value$estimate[-1], c(0.4, 0.6), tolerance = 0.1)
})

test_that("equal propensities leave every event in", {
  log <- data.frame(arm = rep(1:2, 20), reward = 1, propensity = 0.5)
  expect_null(bandit_replay(log)$traits$replay$parameters$chance)
  expect_output(print(bandit_replay(log)), "the replay of 40 events, about 20 turns$")
})

test_that("the least propensity is that of the log or a number, by pool also a column, and print says it", {
  skip_in_quick()
  log <- uneven_log(1000)
  log$floor <- rep(c(0.1, 0.05), 500)
  chance <- function(...) trait_of(suppressWarnings(bandit_replay(log, ...)), "replay")$chance
  expect_equal(chance(), 0.1 / log$propensity)
  expect_equal(chance(min_propensity = 0.05), 0.05 / log$propensity)
  expect_error(chance(min_propensity = floor), "min_propensity = min\\(column\\)", class = "unruly_error_argument")
  expect_equal(chance(min_propensity = floor, thin = "pool"), log$floor / log$propensity)
  expect_error(chance(min_propensity = propensity / 2 + 0.1, thin = "pool"), "at most the propensity", class = "unruly_error_argument")
  half <- 0.04
  expect_equal(chance(min_propensity = half), 0.04 / log$propensity)
  expect_output(print(bandit_replay(log)), "thinned to about [34][0-9]{2} \\(least propensity 0.1\\)")
  expect_error(bandit_replay(log, min_propensity = 0.2), "at most the propensity", class = "unruly_error_argument")
  expect_error(bandit_replay(log, min_propensity = nowhere), "`nowhere`", class = "unruly_error_argument")
  expect_error(bandit_replay(log[1:2], min_propensity = 0.1), "without propensities", class = "unruly_error_argument")
})

test_that("little overlap is warned of, and so are arms that never come", {
  skip_in_quick()
  expect_silent(bandit_replay(uneven_log(2000)))
  expect_warning(bandit_replay(uneven_log(4000, c(0.97, 0.03), c(0.4, 0.6))), "Thinning leaves about", class = "unruly_warning_overlap")
  never <- data.frame(arm = rep(1:2, 50), reward = 1, propensity = 0.5, pool = "1 2 3")
  expect_warning(bandit_replay(never), "never shown", class = "unruly_warning_overlap")
})

# ---- every event left in -------------------------------------------------------

test_that("thin = FALSE is for deterministic policies, others are refused in words", {
  skip_in_quick()
  log <- uneven_log(3000)
  b <- bandit_replay(log, init = 0, thin = FALSE)
  study <- play(b, policy_ucb1(), 150)
  wanted <- literal_replay(log$arm, log$reward, rep(list(1:4), 3000), 150, 0, 1, ucb1_choice)
  expect_equal(turns_of(study), wanted, ignore_attr = TRUE)
  for (policy in list(policy_thompson(), policy_uniform(), policy_doubling(policy_thompson()), policy_index(\(v) v$mean))) {
    expect_error(run_study(b, policy, 10), "deterministic", class = "unruly_error_policy")
  }
  log$context <- 1
  expect_error(run_study(bandit_replay(log, thin = FALSE), policy_linucb(), 10), "contexts", class = "unruly_error_policy")
  # No propensities are needed for it, and nothing is warned of.
  expect_silent(bandit_replay(log[c("arm", "reward")], thin = FALSE))
})

test_that("a policy is called deterministic if it makes the same choices whatever its random numbers", {
  skip_on_cran() # long
  listed <- unruly:::registry()
  deterministic <- listed$constructor[listed$deterministic]
  log <- data.frame(arm = rep(1:4, 1000), reward = rep(c(0, 1, 0, 1, 1, 0, 1, 1, 1, 0), 400))
  zoo <- policies_of_logs()
  study <- play(suppressWarnings(bandit_replay(log, init = 0)), zoo, 300, reps = 3)
  for (policy in zoo) {
    games <- lapply(1:3, function(rep) turns_of(study, policy = policy$label, rep = rep)$arm)
    same <- length(unique(games)) == 1
    expect_identical(same, policy$constructor %in% deterministic, info = policy$label)
  }
})

# ---- policies that do not learn --------------------------------------------------

test_that("weights by propensity are those of the turns on every event", {
  log <- uneven_log(20000, c(0.7, 0.2, 0.1), c(0.8, 0.4, 0.1), seed = 4)
  study <- run_study(bandit_replay(log, init = 0), policy_uniform(), 3000, reps = 1, seed = 1)
  value <- replay_value(study, weights = "propensity")
  # By hand, from the events that were turns.
  u <- policy_numbers_vector(policy_uniform(), 20000)
  turns <- utils::head(which(floor(3 * u) + 1 == log$arm), 3000)
  w <- 1 / log$propensity[turns]
  estimate <- sum(w * log$reward[turns]) / sum(w)
  expect_equal(value$turns, 3000)
  expect_equal(value$estimate, estimate)
  expect_equal(value$se, sqrt(sum(w^2 * (log$reward[turns] - estimate)^2) * 3000 / 2999) / sum(w))
  expect_lt(abs(value$estimate - mean(c(0.8, 0.4, 0.1))), 3 * value$se)
})

test_that("the doubly robust value is that of its formula, with a table by arm or by arm and pool", {
  withr::local_seed(6)
  pools <- list(1:3, 2:4)
  which_pool <- sample(2, 4000, replace = TRUE)
  chance <- c(0.6, 0.3, 0.1)
  place <- sample(3, 4000, replace = TRUE, prob = chance)
  log <- data.frame(arm = place + which_pool - 1, propensity = chance[place])
  log$reward <- rbinom(4000, 1, 0.2 + 0.1 * log$arm + 0.1 * which_pool)
  log$pool <- pools[which_pool]
  study <- run_study(bandit_replay(log, init = 0), list(policy_fixed(3), policy_uniform()), 400, reps = 1, seed = 1)
  by_arm <- tapply(log$reward, log$arm, mean)
  by_pool <- tapply(log$reward, list(log$arm, which_pool), mean)
  u <- policy_numbers_vector(policy_uniform(), 4000)
  choice <- list(rep(3, 4000), floor(3 * u) + which_pool)
  for (table in c("arm", "pool")) {
    value <- replay_value(study, method = "dr", table = table)
    for (i in 1:2) {
      q <- function(arm) if (table == "arm") by_arm[arm] else by_pool[cbind(arm, which_pool)]
      term <- q(choice[[i]]) + (choice[[i]] == log$arm) * (log$reward - q(log$arm)) / log$propensity
      walked <- seq_len(which(cumsum(choice[[i]] == log$arm) == 400)[1])
      expect_equal(value$estimate[i], mean(term[walked]))
      expect_equal(value$se[i], sd(term[walked]) / sqrt(length(walked)))
      expect_equal(value$turns[i], 400)
    }
  }
})

test_that("without propensities an event's is one in its pool, and weights are refused", {
  withr::local_seed(7)
  log <- data.frame(arm = sample(3, 3000, replace = TRUE))
  log$reward <- rbinom(3000, 1, log$arm / 4)
  study <- run_study(bandit_replay(log, init = 0), policy_fixed(2), 300, reps = 1, seed = 1)
  value <- replay_value(study, method = "dr")
  expect_lt(abs(value$estimate - 0.5), 4 * value$se)
  expect_error(replay_value(study, weights = "propensity"), "without propensities", class = "unruly_error_argument")
})

test_that("for policies that learn, or remember, both are refused in words", {
  skip_in_quick()
  log <- uneven_log(2000)
  for (policy in list(policy_ucb1(), policy_round_robin(), policy_doubling(policy_fixed(1)))) {
    study <- run_study(bandit_replay(log, init = 0), policy, 50, reps = 1, seed = 1)
    expect_error(replay_value(study, weights = "propensity"), "policies that learn", class = "unruly_error_argument")
    expect_error(replay_value(study, method = "dr"), "policies that learn", class = "unruly_error_argument")
  }
})

test_that("propensities of all arms alone serve a replay as those of what was shown", {
  skip_in_quick()
  withr::local_seed(8)
  log <- data.frame(arm = sample(c("a", "b"), 2000, replace = TRUE, prob = c(0.7, 0.3)))
  log$reward <- rbinom(2000, 1, ifelse(log$arm == "a", 0.2, 0.5))
  shown <- bandit_replay(transform(log, propensity = ifelse(arm == "a", 0.7, 0.3)))
  of_all <- function(propensities) {
    log$propensities <- propensities
    bandit_replay(log)
  }
  columns <- matrix(c(0.3, 0.7), 2000, 2, byrow = TRUE, dimnames = list(NULL, c("b", "a")))
  expect_identical(of_all(columns), shown)
  expect_identical(of_all(rep(list(c(b = 0.3, a = 0.7)), 2000)), shown)
  expect_message(expect_identical(of_all(unname(columns[, 2:1])), shown), class = "unruly_message_columns")
  columns[7, ] <- c(0.3, 0.8)
  expect_error(of_all(columns), "1.1 as the sum in row 7", class = "unruly_error_argument")
  columns[7, ] <- NA
  expect_error(of_all(columns), "in row 7", class = "unruly_error_argument")
  expect_error(of_all(c(rep(list(c(b = 0.3, a = 0.7)), 1999), list(NULL))), "row 2,000", class = "unruly_error_argument")
  below <- c(rep(list(c(b = 0.3, a = 0.7)), 1999), list(c(b = 0.3, a = 0.9, c = -0.2)))
  expect_error(of_all(below), "-0.2 for arm \"c\" in row 2,000", class = "unruly_error_argument")
})
