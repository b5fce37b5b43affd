# Who is there in a replay, for how long, and what policies are told of it.

log_of <- function(arm, pools, reward = 1) {
  log <- data.frame(arm = arm, reward = reward)
  log$pool <- pools
  log
}

# Lives in turns, from the definitions: an arm that was in the pool of some event
# of turn t lived in turn t. `turn_of` is the turn of each event walked.
literal_lives <- function(pools, turn_of, from = 1) {
  events <- seq(from, length.out = length(turn_of))
  arms <- sort(unique(unlist(pools[events])))
  rows <- lapply(arms, function(a) {
    has <- which(vapply(pools[events], function(p) a %in% p, NA))
    data.frame(arm = a, first = turn_of[has[1]], last = turn_of[has[length(has)]],
               gone = max(which(vapply(pools, function(p) a %in% p, NA))) < max(events))
  })
  do.call(rbind, rows)
}

test_that("an arm away from the pool for a while is neither dead nor born again", {
  pools <- list(1:3, c(1, 3), 1:3, c(1, 3), c(1, 3), 1, 1)
  log <- log_of(c(1, 3, 2, 1, 3, 1, 1), pools)
  study <- play(bandit_replay(log, init = 0, thin = "pool"), policy_ucb1(), 7)
  gone <- exits(study)
  expect_equal(anyDuplicated(gone$arm), 0)
  # UCB1 plays 1, then wants 2, which is away in event 2: it plays 3, then 2.
  expect_equal(choices(study)$arm, c(1, 3, 2, 1, 3, 1, 1))
  expect_equal(gone$arm, c(2, 3))
  expect_equal(gone$round, c(3, 5))
})

test_that("estimates of an arm are kept while it is away", {
  # Arm 2 pays, arm 1 does not; arm 2 is away in every other event.
  pools <- rep(list(1:2, 1), 100)
  log <- log_of(rep(c(2, 1), 100), pools, rep(c(1, 0), 100))
  # Arm 2 is shown in turn, not at random, which is warned of.
  replay <- suppressWarnings(bandit_replay(log, init = 2, thin = "pool"), classes = "unruly_warning_uneven")
  study <- play(replay, policy_ag(), 150)
  arms <- choices(study)$arm
  expect_true(mean(arms == 2) > 0.4)
  table <- pulls(study)
  expect_equal(table$pulls, as.vector(table(arms)))
  # No arm but the live one is chosen, and nothing dies.
  expect_equal(nrow(exits(study)), 0)
})

test_that("every policy that can play a log plays one whose arms come and go and come back", {
  skip_in_quick()
  log <- changing_log(events = 3000)
  able <- list(policy_uniform(), policy_round_robin(), policy_ucb1(), policy_ucb(), policy_se(), policy_thompson(),
               policy_etc(5), policy_epsilon_greedy(0.1), policy_moss(), policy_kl_ucb(), policy_exp3(), policy_ag(),
               policy_ag(explore = "longest"), policy_ucb_l(bonus = "constant"), policy_ucb_l(), policy_ucb_subset(2), policy_stochastic(5, reference = 0.5))
  study <- play(bandit_replay(log), able, 200, reps = 2)
  expect_true(all(regret(study)$pulls[regret(study)$round == 200] > 50))
})

# The turns of events: of each event, the turn in which it was walked.
turns_walked <- function(arm, accepted) cumsum(c(1, utils::head(accepted, -1)))

test_that("lives count in turns, discarded events included, and end with the last event of the pool", {
  skip_in_quick()
  # A fixed arm: its events are the turns, all others are discarded.
  withr::local_seed(3)
  for (start in c(1, 40)) {
    events <- 300
    alive <- cbind(sample(150, 12, replace = TRUE), 0)
    alive[, 2] <- pmin(alive[, 1] + sample(100, 12), events)
    pools <- lapply(seq_len(events), function(e) c(1, 1 + which(alive[, 1] <= e & e <= alive[, 2] & runif(12) < 0.8)))
    arm <- vapply(pools, function(p) p[sample.int(length(p), 1)], 0)
    study <- play(bandit_replay(log_of(arm, pools), init = 0, start = start, thin = "pool"), policy_fixed(1), sum(arm[start:events] == 1))
    wanted <- literal_lives(pools, turns_walked(arm, arm[start:events] == 1), start)
    # After the last turn nothing more is walked.
    end <- start - 1 + max(which(arm[start:events] == 1))
    last_event <- vapply(wanted$arm, function(a) max(which(vapply(pools, function(p) a %in% p, NA))), 0)
    wanted <- wanted[last_event < end, ]
    gone <- exits(study)
    expect_equal(gone$arm[order(gone$arm)], wanted$arm)
    expect_equal(gone$round[order(gone$arm)], wanted$last)
  }
})

# A literal replay by a policy that knows of lives: `choose(t, live, state)` with
# everything a policy may know, event by event.
replay_with_lives <- function(arm, reward, pools, horizon, init, start, choose) {
  s <- list(n = numeric(max(unlist(pools))), sums = numeric(max(unlist(pools))), first = integer(), lives = numeric())
  last_event <- integer()
  for (e in seq_along(pools)) last_event[pools[[e]]] <- e
  s$last_event <- last_event
  turn <- 1
  met <- integer()
  taken <- integer()
  seen_in <- integer() # the last turn in which an arm was in the pool
  init <- min(init, length(unique(arm[start:length(arm)])))
  for (e in start:length(arm)) {
    if (turn > horizon) break
    gone <- setdiff(which(!is.na(s$first)), which(last_event >= e))
    for (a in gone) {
      s$lives <- c(s$lives, seen_in[a] - s$first[a] + 1)
      s$first[a] <- NA
    }
    for (a in pools[[e]]) if (is.na(s$first[a]) || length(s$first) < a) s$first[a] <- turn
    seen_in[pools[[e]]] <- turn
    if (length(met) < init) {
      if (arm[e] %in% met) next
      met <- c(met, arm[e])
    } else if (choose(turn, pools[[e]], s) != arm[e]) {
      next
    }
    s$n[arm[e]] <- s$n[arm[e]] + 1
    s$sums[arm[e]] <- s$sums[arm[e]] + reward[e]
    taken <- c(taken, e)
    turn <- turn + 1
  }
  data.frame(arm = arm[taken], reward = reward[taken])
}

# Arms of limited lives with absences in between.
mortal_log <- function(events, seed, arms = 30) {
  withr::local_seed(seed)
  from <- sample(-100:events, arms, replace = TRUE)
  to <- from + sample(events %/% 2, arms, replace = TRUE)
  pools <- lapply(seq_len(events), function(e) {
    p <- which(from <= e & e <= to & runif(arms) < 0.97)
    if (length(p) == 0) which.max(to) else p
  })
  arm <- vapply(pools, function(p) p[sample.int(length(p), 1)], 0L)
  list(arm = arm, reward = rbinom(events, 1, (seq_len(arms) / (arms + 1))[arm]), pools = pools)
}

lived_replay <- function(...) suppressWarnings(bandit_replay(..., thin = "pool"), classes = "unruly_warning_lives")

literal_replay_index <- function(weight) {
  function(turn, live, s) {
    tried <- s$n > 0
    average <- if (any(tried)) sum(s$sums[tried] / s$n[tried]) / sum(tried) else 0
    n <- pmax(s$n[live], 1)
    mean <- ifelse(s$n[live] > 0, s$sums[live] / n, average)
    live[which.max(mean + weight(turn, live, s) * sqrt(2 * log(turn - s$first[live] + 1) / n))]
  }
}

test_that("UCB-L and UCB mortal replay a log as their formulas say, lives estimated in turns", {
  skip_on_cran() # long
  for (seed in drawn_of(1:3, 3)) {
    log <- mortal_log(4000, seed)
    frame <- log_of(log$arm, log$pools, log$reward)
    for (known in c(FALSE, TRUE)) {
      study <- play(lived_replay(frame, init = 4, start = 50, known = known), policy_ucb_l(scale = 0.2), 250)
      psi <- function(turn, live, s) {
        estimated <- if (length(s$lives) == 0) 1 else 0.2 * log(pmax(s$first[live] - 1 + mean(s$lives) - turn + 1, 1))
        # Whoever is told lives knows at least who outlives the log.
        ifelse(known & live %in% log$pools[[4000]], 0.2 * log(250 - turn + 1), estimated)
      }
      walk <- replay_with_lives(log$arm, log$reward, log$pools, 250, 4, 50, literal_replay_index(psi))
      expect_equal(turns_of(study), walk, ignore_attr = TRUE)
    }
    study <- play(bandit_replay(frame, init = 4, start = 50, thin = "pool"), policy_ucb_l(bonus = "constant"), 250)
    walk <- replay_with_lives(log$arm, log$reward, log$pools, 250, 4, 50, literal_replay_index(function(turn, live, s) 1))
    expect_equal(turns_of(study), walk, ignore_attr = TRUE)
  }
})

test_that("AG-L replays a log by its rule, lives known by time or estimated", {
  skip_in_quick()
  for (known in c(TRUE, FALSE)) {
    log <- mortal_log(4000, 7)
    policy <- policy_ag(keep = 0.4)
    random <- policy_numbers(policy, 1, 1, 10000)
    rule <- function(turn, live, s) {
      played <- live[s$n[live] > 0]
      mean <- s$sums[played] / s$n[played]
      p <- if (length(played) == 0) 1 else 1 - max(mean)
      if (random() >= p) return(played[which.max(mean)])
      # When those would have died that are there at the end is unknown: the longest lives.
      last <- replace(s$last_event, log$pools[[4000]], Inf)
      left <- if (known) last[live] else s$first[live]
      longest <- if (!known && length(s$lives) == 0) live else sort(live[order(-left, live)][1:ceiling(0.4 * length(live))])
      longest[floor(random() * length(longest)) + 1]
    }
    study <- play(lived_replay(log_of(log$arm, log$pools, log$reward), init = 4, known = known), policy, 250)
    walk <- replay_with_lives(log$arm, log$reward, log$pools, 250, 4, 1, rule)
    expect_equal(turns_of(study), walk, ignore_attr = TRUE)
  }
})

test_that("LinUCB replays a log with contexts as its formula says", {
  skip_in_quick()
  withr::local_seed(11)
  n <- 2000
  x <- matrix(rnorm(2 * n), n)
  arm <- sample(4, n, replace = TRUE)
  theta <- matrix(rnorm(8), 4)
  reward <- rowSums(theta[arm, ] * x)
  log <- data.frame(arm = arm, reward = reward, context1 = x[, 1], context2 = x[, 2])
  study <- play(bandit_replay(log, init = 2), policy_linucb(0.7), 200)
  A <- replicate(4, diag(2), simplify = FALSE)
  b <- replicate(4, numeric(2), simplify = FALSE)
  taken <- integer()
  for (e in seq_len(n)) {
    if (length(taken) == 200) break
    first <- length(taken) < 2
    if (first && arm[e] %in% arm[taken]) next
    if (!first) {
      index <- vapply(1:4, function(k) sum(solve(A[[k]], b[[k]]) * x[e, ]) + 0.7 * sqrt(sum(x[e, ] * solve(A[[k]], x[e, ]))), 0)
      if (which.max(index) != arm[e]) next
    }
    A[[arm[e]]] <- A[[arm[e]]] + outer(x[e, ], x[e, ])
    b[[arm[e]]] <- b[[arm[e]]] + reward[e] * x[e, ]
    taken <- c(taken, e)
  }
  expect_equal(turns_of(study)$arm, arm[taken])
  expect_error(run_study(bandit_replay(log[1:2]), policy_linucb(), 5), "contexts", class = "unruly_error_policy")
})

test_that("arms alive when the log ends are taken for those that live longest", {
  skip_in_quick()
  # Arm 1 dies in the middle, 2 near the end, 3 and 4 are there at the end; 4 came last.
  withr::local_seed(8)
  pools <- c(rep(list(1:3), 500), rep(list(2:3), 400), rep(list(3:4), 100))
  arm <- vapply(pools, function(p) p[sample.int(length(p), 1)], 0L)
  log <- log_of(arm, pools, 0)
  study <- play(lived_replay(log, init = 0, known = TRUE), policy_ag(keep = 0.3), 400)
  expect_equal(unique(choices(study)$arm), 3)
  # The policies are told no round for them.
  told <- NULL
  spy <- policy_custom(\(state, view) {
    told <<- rbind(told, data.frame(arm = view$live, last = view$last))
    view$live[1]
  })
  looking(play(lived_replay(log, init = 0, known = TRUE), spy, 20))
  expect_equal(unique(told$last[told$arm == 3]), Inf)
  expect_true(all(is.finite(told$last[told$arm %in% 1:2])))
})

test_that("known lives on a short log are warned of, and print says how many arms outlive it", {
  skip_in_quick()
  lives <- function(days) suppressWarnings(simulate_click_log(4000, days = days, seed = 1))
  expect_warning(short <- bandit_replay(lives(1), known = TRUE), "spans [01][.0-9]* mean lives", class = "unruly_warning_lives")
  expect_silent(long <- bandit_replay(lives(4), known = TRUE))
  alive <- length(unruly:::pools_of(lives(4))[[utils::tail(lives(4)$pool, 1)]])
  expect_output(print(long), sprintf("; %d of [0-9]+ arms alive at its end", alive))
  expect_silent(bandit_replay(lives(1)))
  expect_warning(bandit_replay(data.frame(arm = rep(1:2, 9), reward = 1), known = TRUE), "no end of a life", class = "unruly_warning_lives")
})
