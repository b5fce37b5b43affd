# Replays of logs whose outcomes have dates: each is shown before the first later event that is not before its date.

# Events a while apart, some at one time; outcomes come `late` times an exponential time after, some never (as a share).
dated_log <- function(events, seed, late = 6, never = 0, arms = 3) {
  withr::local_seed(seed)
  log <- data.frame(arm = sample(arms, events, replace = TRUE), time = floor(cumsum(rexp(events))))
  log$came <- log$time + round(late * rexp(events), 1)
  log$came[runif(events) < never] <- NA
  log$reward <- ifelse(is.na(log$came), 0, rbinom(events, 1, (seq_len(arms) / (arms + 1))[log$arm]))
  log
}

# Event by event: what is due is learnt, then the policy is asked; a turn is shown with the turn before what it waited for.
literal_dates <- function(log, horizon, choose, arms = 3) {
  pulls <- counts <- sums <- numeric(arms)
  turns <- data.frame(event = integer(), shown = numeric())
  waiting <- integer() # turns
  for (event in seq_len(nrow(log))) {
    due <- Filter(function(turn) isTRUE(log$came[turns$event[turn]] <= log$time[event]), waiting)
    turns$shown[due] <- nrow(turns)
    for (e in turns$event[due]) {
      counts[log$arm[e]] <- counts[log$arm[e]] + 1
      sums[log$arm[e]] <- sums[log$arm[e]] + log$reward[e]
    }
    waiting <- setdiff(waiting, due)
    if (nrow(turns) == horizon) break
    if (choose(nrow(turns) + 1, counts, sums, pulls) != log$arm[event]) next
    pulls[log$arm[event]] <- pulls[log$arm[event]] + 1
    turns[nrow(turns) + 1, ] <- list(event, NA)
    waiting <- c(waiting, nrow(turns))
  }
  data.frame(turns, arm = log$arm[turns$event], reward = log$reward[turns$event])
}

# Where nothing was shown: pulled least, then lowest.
delayed_choice <- function(turn, counts, sums, pulls) {
  unseen <- which(counts == 0)
  if (length(unseen) > 0) return(unseen[which.min(pulls[unseen])])
  which.max(sums / counts + sqrt(2 * log(turn) / counts))
}

replay_of <- function(log, ...) suppressWarnings(bandit_replay(log, init = 0, arm = arm, reward = reward, time = time, outcome_time = came, ...))

test_that("outcomes of a dated log are learnt when the first event that is not before their dates comes", {
  skip_in_quick()
  for (late in c(0, 1, 6, 60)) {
    log <- dated_log(900, seed = late, late = late)
    wanted <- literal_dates(log, 150, delayed_choice)
    study <- play(replay_of(log), policy_delayed_ucb1(), 150)
    found <- choices(study)
    expect_equal(as.data.frame(found[c("arm", "reward")]), wanted[c("arm", "reward")], ignore_attr = TRUE, info = late)
    if (late == 0) next
    # Of the last turn all that is learnt is what was due at once.
    known <- wanted$shown < nrow(wanted)
    expect_equal(found$shown[which(known)], wanted$shown[which(known)], info = late)
    expect_true(all(is.na(found$shown[is.na(wanted$shown)])))
    sums <- vapply(seq_len(nrow(wanted) - 1), function(t) sum(wanted$reward[which(wanted$shown == t)]), 0)
    expect_equal(found$observed[-nrow(found)], sums)
    expect_equal(sum(pulls(study)$shown), sum(!is.na(found$shown)))
  }
})

test_that("outcomes without a date are never shown, which only some policies bear", {
  skip_in_quick()
  log <- dated_log(2000, seed = 3, never = 0.4)
  silent <- replay_of(log)
  expect_error(play(silent, policy_ucb1(), 100), class = "unruly_error_policy", regexp = "policy_matured")
  study <- play(silent, list(policy_uniform(), policy_matured(policy_ucb1(), 20), policy_tsallis_inf()), 200)
  found <- choices(study)
  expect_true(all(is.na(found$shown[found$reward == 0 & is.na(found$shown)])))
  expect_true(anyNA(found$shown))
  expect_error(play(silent, policy_conversion(), 100), class = "unruly_error_policy", regexp = "states no law")
  expect_error(play(silent, policy_matured(policy_thompson("gaussian"), 10), 100, stop = stop_posterior()), class = "unruly_error")
  expect_identical(nrow(choices(play(silent, policy_conversion(delay_geometric(5)), 100))), 100L)
  for (rule in c("poisson", "hoeffding")) {
    found <- choices(play(silent, policy_conversion("estimated", within = 30, rule = rule), 200))
    expect_identical(nrow(found), 200L)
    expect_true(anyNA(found$shown) && !all(is.na(found$shown)), info = rule)
    expect_setequal(found$arm[101:200], 1:3)
  }
  expect_error(play(silent, policy_uniform(), 100, keep = "scores"), class = "unruly_error_argument")
})

test_that("dates that are those of the events, or of the next ones, change no replay", {
  log <- dated_log(900, seed = 4, late = 0)
  plain <- suppressWarnings(bandit_replay(log[c("arm", "reward")], init = 0))
  policies <- list(policy_ucb1(), policy_thompson(), policy_kl_ucb())
  of <- function(b) as.data.frame(choices(play(b, policies, 100)))[c("policy", "round", "arm", "reward")]
  expect_identical(of(replay_of(log)), of(plain))
  expect_null(replay_of(log)$traits$replay$parameters$after)
})

test_that("resamples, threads and plain games show outcomes after as many events", {
  skip_in_quick()
  log <- dated_log(1500, seed = 5)
  for (resample in c("bootstrap", "window")) {
    b <- replay_of(log, resample = resample)
    policies <- list(policy_ucb1(), policy_thompson(), policy_se(), policy_exp3())
    one <- function(plain, threads) withr::with_options(list(unruly.plain = plain), as.data.frame(choices(run_study(
      b, policies, 80, reps = 4, seed = 1, keep = "choices", threads = threads, progress = FALSE))))
    expect_identical(one(FALSE, 1), one(TRUE, 2))
    expect_true(any(one(FALSE, 1)$shown > one(FALSE, 1)$round, na.rm = TRUE))
  }
})

test_that("policies refuse silent logs, and what they propose can be done, with contexts too", {
  log <- dated_log(300, seed = 6)
  log$context1 <- rnorm(300)
  expect_s3_class(play(replay_of(log, context = "context1"), policy_linucb(), 20), "unruly_study")
  log$came[log$reward == 0] <- NA
  expect_error(play(replay_of(log, context = "context1"), policy_ucb1(), 20), "policy_matured.*`outcome_time` out to show all outcomes at once",
               class = "unruly_error_policy")
  expect_s3_class(play(replay_of(log, context = "context1"), policy_matured(policy_linucb(), 5), 20), "unruly_study")
  log$came <- NULL
  expect_s3_class(play(suppressWarnings(bandit_replay(log)), policy_ucb1(), 20), "unruly_study")
})

test_that("lags in place of dates are told from the numbers", {
  log <- data.frame(arm = 1, reward = 1, time = 1:4, lag = c(3, 3, 2, 5))
  expect_error(as_log(log, outcome_time = lag), "earlier one in row 3.*A lag\\?.*`time \\+ lag`", class = "unruly_error_argument")
  log$time <- as.Date("2026-11-22") + 0:3
  expect_error(as_log(log, outcome_time = lag), "row 1.*A lag\\?", class = "unruly_error_argument")
  log$came <- log$time - 1
  refusal <- expect_error(as_log(log, outcome_time = came), class = "unruly_error_argument")
  expect_no_match(conditionMessage(refusal), "A lag")
})

test_that("games of a log have their own dates, and unknown rewards without dates are zeros that nobody reports", {
  log <- rbind(data.frame(dated_log(200, seed = 7), game = 1), data.frame(dated_log(200, seed = 8), game = 2))
  log$reward[1] <- NA
  log$came[1] <- NA
  games <- suppressWarnings(bandit_replay(log, init = 0, arm = arm, reward = reward, time = time, outcome_time = came, game = game))
  found <- choices(play(games, policy_round_robin(), 60))
  expect_false(anyNA(found$reward))
  log$reward[1] <- 1
  log$came[1] <- log$time[1]
  log$reward[2] <- -1
  log$reward[3] <- log$came[3] <- NA
  expect_error(suppressWarnings(bandit_replay(log, init = 0, arm = arm, reward = reward, time = time, outcome_time = came, game = game)),
               class = "unruly_error_argument")
})

test_that("a replay by dates says so, and waits for what is outstanding only if told to", {
  skip_in_quick()
  log <- dated_log(600, seed = 9, late = 40, never = 0.1)
  b <- replay_of(log)
  expect_output(print(b), "outcomes shown by their dates, some never")
  shown <- function(...) sum(pulls(run_study(b, policy_uniform(), 100, reps = 1, seed = 1, progress = FALSE, ...))$shown)
  expect_lt(shown(), shown(overrun = TRUE))
  # Also where the log ends before the horizon.
  whole <- function(never, ...) run_study(replay_of(dated_log(600, seed = 9, late = 40, never = never)), policy_uniform(), 5000, reps = 2, seed = 1,
                                          keep = "choices", progress = FALSE, ...)
  for (never in c(0, 0.1)) {
    study <- whole(never, overrun = TRUE)
    counts <- pulls(study)
    expect_true(all(tapply(counts$pulls, counts$rep, sum) < 600))
    if (never == 0) expect_identical(counts$shown, counts$pulls) else expect_lt(sum(counts$shown), sum(counts$pulls))
    expect_gt(sum(counts$shown), sum(pulls(whole(never))$shown))
    expect_equal(tapply(choices(study)$observed, choices(study)$rep, sum), tapply(choices(study)$reward, choices(study)$rep, sum))
  }
  expect_error(shown(overrun = 3), "TRUE or FALSE for the bandit", class = "unruly_error_argument")
})

test_that("policies that learn from no dated log, or lack contexts, are told what to do", {
  data <- data.frame(arm = rep(c("a", "b"), 5), reward = c(1, 0), time = 1:10, came = c(3, NA, 4:10, NA), context1 = 1, context2 = 1:10)
  log <- as_log(transform(data, reward = as.double(!is.na(came))), outcome_time = came, context = c(context1, context2))
  plain <- as_log(data)
  expect_errors({
    run_study(bandit_replay(log), policy_linucb(), horizon = 5, reps = 1, seed = 1)
    agent_warm_start(agent(policy_linucb(), c("a", "b"), context = 2, seed = 1), as_log(data, context = NULL))
    agent_warm_start(agent(policy_linucb(), c("a", "b"), context = 3, seed = 1), plain)
  })
})
