# Logs whose pools differ in size: which events become turns, and what that is worth.

# A log with pools of several sizes, by turns or at random; with `stated`, arms were shown with propensities of their own.
log_of_pools <- function(events, seed, stated = FALSE, by_turns = TRUE, arms = 5) {
  withr::local_seed(seed)
  pools <- replicate(sample(2:5, 1), sort(sample(arms, sample(1:arms, 1))), simplify = FALSE)
  which_pool <- if (by_turns) rep_len(seq_along(pools), events) else sample(length(pools), events, replace = TRUE)
  shares <- lapply(pools, function(p) if (stated) prop.table(sample(1:4, length(p), replace = TRUE)) else rep(1, length(p)) / length(p))
  place <- vapply(which_pool, function(i) sample.int(length(pools[[i]]), 1, prob = shares[[i]]), 0L)
  log <- data.frame(arm = mapply(function(i, at) pools[[i]][at], which_pool, place))
  log$reward <- rbinom(events, 1, (seq_len(arms) / (arms + 1))[log$arm])
  log$pool <- pools[which_pool]
  if (stated) log$propensity <- mapply(function(i, at) shares[[i]][at], which_pool, place)
  log
}

# From the statement, event by event: an event is used with probability least / propensity, the propensity being one in
# the size of the pool where none is stated, and the least that of the log, or of the pool. A used event is a turn if the choice is the
# arm shown; the first of each of `init` arms is one unasked. `choose(turn, pool, counts, sums)`.
literal_pools <- function(log, horizon, init, by_pool, rep, choose, walk = seq_len(nrow(log))) {
  propensity <- if (is.null(log$propensity)) 1 / lengths(log$pool) else log$propensity
  least <- if (by_pool) ave(propensity, vapply(log$pool, paste, "", collapse = " "), FUN = min) else min(propensity)
  used <- literal_use(least / propensity, rep)
  counts <- sums <- numeric(5)
  met <- integer()
  places <- integer()
  to_meet <- min(init, length(unique(log$arm[walk][used[walk]])))
  for (place in seq_along(walk)) {
    event <- walk[place]
    if (length(places) == horizon) break
    if (!used[event]) next
    shown <- log$arm[event]
    if (length(met) < to_meet) {
      if (shown %in% met) next
      met <- c(met, shown)
    } else if (choose(length(places) + 1, log$pool[[event]], counts, sums) != shown) {
      next
    }
    counts[shown] <- counts[shown] + 1
    sums[shown] <- sums[shown] + log$reward[event]
    places <- c(places, place)
  }
  list(arm = log$arm[walk][places], reward = log$reward[walk][places], events = places, own = seq_along(places) > length(met))
}

# Policies, and what they choose: afresh at every event that they are asked of.
literal_policies <- function(rep, events) {
  numbers <- policy_numbers(policy_uniform(), 1, rep, events)
  list(list(policy_ucb1(), ucb1_choice),
       list(policy_uniform(), function(turn, live, counts, sums) live[floor(numbers() * length(live)) + 1]))
}

expect_literal_replay <- function(bandit, log, horizon, init, by_pool, rep = 1, walk = seq_len(nrow(log)), info = NULL) {
  for (pair in literal_policies(rep, nrow(log))) {
    study <- play(bandit, pair[[1]], horizon, reps = rep)
    wanted <- literal_pools(log, horizon, init, by_pool, rep, pair[[2]], walk)
    turns <- length(wanted$arm)
    # Numbers with a gap are names.
    wanted$arm <- if (is.null(bandit$arms$names)) wanted$arm else factor(wanted$arm, bandit$arms$names)
    expect_equal(turns_of(study, rep = rep), data.frame(arm = wanted$arm, reward = wanted$reward), ignore_attr = TRUE, info = info)
    found <- game_of(regret(study), rep = rep)
    expect_equal(found$events[seq_len(turns)], wanted$events, info = info)
    expect_equal(found$chosen[seq_len(turns)], cumsum(wanted$own), info = info)
  }
}

test_that("with pools of several sizes a replay is the literal walk of its statement, event by event", {
  skip_on_cran()
  for (seed in 1:6) {
    for (stated in c(FALSE, TRUE)) {
      log <- log_of_pools(500, seed, stated, by_turns = seed %% 2 == 0)
      for (by_pool in c(FALSE, TRUE)) {
        if (seed > 1 && !is_drawn(seed, stated, by_pool)) next
        init <- seed %% 3
        b <- suppressWarnings(bandit_replay(log, init = init, thin = if (by_pool) "pool" else TRUE),
                              classes = c("unruly_warning_uneven", "unruly_warning_overlap"))
        expect_literal_replay(b, log, 120, init, by_pool, rep = 1 + seed %% 2, info = paste(seed, stated, by_pool))
      }
    }
  }
})

test_that("so are resamples", {
  skip_in_quick()
  log <- log_of_pools(300, 7)
  for (resample in c("bootstrap", "window")) {
    b <- bandit_replay(log, init = 1, resample = resample)
    u <- block_uniforms(cbind(0:299, 0, 0, 2), philox_key(1, 8))[, 1]
    walk <- if (resample == "bootstrap") floor(300 * u) + 1 else floor(151 * u[1]) + 1:150
    expect_literal_replay(b, log, 60, 1, FALSE, rep = 2, walk = walk, info = resample)
  }
})

# The probability that an event becomes a turn if the policy chooses each of its arms with `choice`, by what the bandit will do.
turn_probabilities <- function(bandit, log, propensities, choice = function(pool) rep(1, length(pool)) / length(pool)) {
  p <- trait_of(bandit, "replay")
  given <- if (is.null(log$propensity)) 1 / lengths(log$pool) else log$propensity
  # What is used of an event had another arm been shown follows from the least, which is chance x propensity.
  least <- (if (is.null(p$chance)) 1 else p$chance) * given
  vapply(seq_len(nrow(log)), function(e) sum(choice(log$pool[[e]]) * propensities(log$pool[[e]]) * least[e] / propensities(log$pool[[e]])), 0)
}

test_that("every event becomes a turn with the same probability, whatever is chosen; by pool with that of its pool", {
  skip_in_quick()
  shares <- c(5, 3, 2)
  propensities <- function(pool) shares[pool] / sum(shares[pool])
  withr::local_seed(3)
  log <- data.frame(pool = I(rep(list(1:3, 2:3, c(1, 3)), 40)))
  log$arm <- vapply(log$pool, function(p) sample(p, 1, prob = shares[p]), 0)
  log$reward <- 1
  log$propensity <- mapply(function(p, a) propensities(p)[match(a, p)], log$pool, log$arm)
  log$pool <- unclass(log$pool)
  # Greedy for an arm, or uniform.
  for (choice in list(function(pool) rep(1, length(pool)) / length(pool), function(pool) as.double(pool == max(pool)),
                      function(pool) as.double(pool == min(pool)))) {
    expect_equal(turn_probabilities(bandit_replay(log), log, propensities, choice), rep(0.2, 120), tolerance = 1e-12)
    by_pool <- turn_probabilities(bandit_replay(log, thin = "pool"), log, propensities, choice)
    expect_equal(by_pool, rep(c(0.2, 0.4, 2 / 7), 40), tolerance = 1e-12)
    uniform <- log[c("arm", "reward", "pool")]
    even <- function(pool) rep(1, length(pool)) / length(pool)
    plain <- suppressWarnings(list(bandit_replay(uniform), bandit_replay(uniform, thin = "pool")), classes = "unruly_warning_uneven")
    expect_equal(turn_probabilities(plain[[1]], uniform, even, choice), rep(1 / 3, 120), tolerance = 1e-12)
    expect_equal(turn_probabilities(plain[[2]], uniform, even, choice), rep(c(1 / 3, 1 / 2, 1 / 2), 40), tolerance = 1e-12)
  }
})

two_pools <- function(events, seed = 1, rates = c(0.6, 0.3, 0.2)) {
  withr::local_seed(seed)
  large <- rep_len(c(TRUE, FALSE), events)
  arm <- ifelse(large, sample(1:3, events, replace = TRUE), sample(2:3, events, replace = TRUE))
  data.frame(arm = arm, reward = rates[arm], pool = ifelse(large, "1 2 3", "2 3"))
}

test_that("the published way is biased by -7/600 where pools of three and two arms take turns, the other by nothing", {
  skip_in_quick()
  rates <- c(0.6, 0.3, 0.2)
  log <- two_pools(600)
  log$pool <- lapply(strsplit(log$pool, " "), as.integer)
  worth <- vapply(log$pool, function(p) mean(rates[p]), 0)
  limit <- function(b) weighted.mean(worth, turn_probabilities(b, log, function(p) rep(1, length(p)) / length(p)))
  expect_equal(limit(bandit_replay(log)), 0.308333333333333, tolerance = 1e-12)
  expect_equal(limit(bandit_replay(log, thin = "pool")) - 0.308333333333333, -0.0116666666666667, tolerance = 1e-10)
  # As it is played: the uniform policy on many events, arms paying their means.
  many <- two_pools(1e5)
  value <- function(...) {
    suppressMessages(replay_value(run_study(bandit_replay(many, init = 0, ...), policy_uniform(), 1e5, reps = 1, seed = 1, record = 1)),
                     classes = "unruly_message_pools")
  }
  thinned <- value()
  published <- value(thin = "pool")
  expect_lt(abs(thinned$estimate - 0.308333), 4 * thinned$se)
  expect_lt(abs(published$estimate - 0.296667), 4 * published$se)
  expect_gt(0.308333 - published$estimate, 6 * published$se)
  # A fifth of the turns is the price.
  expect_equal(thinned$share, 1 / 3, tolerance = 0.02)
  expect_equal(published$share, 5 / 12, tolerance = 0.02)
  expect_equal(thinned$events, 1e5)
})

test_that("with pools of one size, all ways are one", {
  skip_in_quick()
  log <- log_of_pools(200, 1)
  log$pool <- rep(list(1:3, 3:5), 100)
  withr::local_seed(1)
  log$arm <- vapply(log$pool, function(p) sample(p, 1), 0L)
  expect_identical(bandit_replay(log, thin = "pool"), bandit_replay(log))
  expect_null(trait_of(bandit_replay(log), "replay")$chance)
  # Stated propensities of one in the size of the pool change nothing either, whatever the sizes.
  log <- log_of_pools(400, 2)
  stated <- transform(log[c("arm", "reward")], propensity = 1 / lengths(log$pool))
  stated$pool <- log$pool
  for (thin in list(TRUE, "pool")) {
    games <- lapply(list(log, stated), function(x) {
      play(suppressWarnings(bandit_replay(x, thin = thin), classes = c("unruly_warning_uneven", "unruly_warning_overlap")), policy_thompson(), 80, reps = 3)
    })
    expect_identical(choices(games[[1]]), choices(games[[2]]))
    expect_identical(regret(games[[1]]), regret(games[[2]]))
  }
})

test_that("print and replay_value() say that pools of several sizes do not count alike", {
  skip_in_quick()
  log <- two_pools(900)
  weights <- "a pool of s arms has weight 1/s"
  expect_output(print(bandit_replay(log)), "thinned to about [0-9]+ \\(least propensity 0.333\\), about 300 turns$")
  expect_output(print(bandit_replay(log, thin = "pool")), paste0("900 events, about 375 turns; ", weights))
  expect_output(print(bandit_replay(log, thin = FALSE)), paste0("900 events; ", weights))
  value <- function(b, ...) replay_value(run_study(b, policy_fixed(2), 100, reps = 1, seed = 1), ...)
  expect_message(value(bandit_replay(log, thin = "pool")), weights, class = "unruly_message_pools")
  expect_message(value(bandit_replay(log, thin = FALSE)), weights, class = "unruly_message_pools")
  expect_silent(value(bandit_replay(log)))
  # All events count in the doubly robust value.
  expect_silent(value(bandit_replay(log, thin = "pool"), method = "dr"))
  log$propensity <- ifelse(log$pool == "2 3", 0.5, 1 / 3)
  stated <- bandit_replay(log, thin = "pool")
  expect_output(print(stated), "900 events, about 375 turns; a pool has weight p, its least propensity")
  expect_message(value(stated), "its least propensity", class = "unruly_message_pools")
  expect_silent(value(stated, weights = "propensity"))
  expect_output(print(bandit_replay(log, thin = FALSE)), "the propensity of the choice")
})

test_that("a large pool among small ones leaves little, and the warning says what leaves more", {
  withr::local_seed(2)
  log <- two_pools(900)
  log$pool[1:3] <- paste(1:30, collapse = " ")
  expect_warning(bandit_replay(log), "the largest has 30 arms", class = "unruly_warning_overlap")
  expect_warning(bandit_replay(log), "thin = \"pool\"", class = "unruly_warning_overlap")
  expect_silent(bandit_replay(log, thin = "pool"))
})

test_that("bad ways of thinning are refused in words", {
  skip_in_quick()
  log <- two_pools(30)
  for (thin in list("pools", NA, 1, "log", c(TRUE, FALSE), NULL)) {
    expect_error(bandit_replay(log, thin = thin), "`thin` must be TRUE, FALSE or \"pool\"", class = "unruly_error_argument")
  }
})
