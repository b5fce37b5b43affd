# Rules that take arms out of a game: stop_posterior() and stop_boundary() in `drop` and `graduate`, against a literal version that goes through the game
# round by round, and reference values.

# P(an arm exceeds another by more than a margin), by R's own integral.
literal_exceeds <- function(n, mean, m, other, margin, sd) {
  if (!is.null(sd)) return(pnorm((mean - other - margin) / (sd * sqrt(1 / n + 1 / m))))
  a <- c(1 + n * mean, 1 + n - n * mean)
  b <- c(1 + m * other, 1 + m - m * other)
  cuts <- sort(unique(pmin(pmax(c(0, 1, margin, 1 + margin, a[1] / sum(a) + c(-2, -1, 0, 1, 2) / sqrt(n + 2), b[1] / sum(b) + margin + c(-2, -1, 0, 1, 2) / sqrt(m + 2)), 0), 1)))
  inside <- function(x) dbeta(x, a[1], a[2]) * pbeta(x - margin, b[1], b[2])
  sum(vapply(seq_along(cuts[-1]), function(i) integrate(inside, cuts[i], cuts[i + 1], rel.tol = 1e-7, subdivisions = 1000, stop.on.error = FALSE)$value, 0))
}

# A literal rule is a function of what is known of the arms left after a round: numbers n, means, and which are left; it says of
# each arm whether it is to leave. `t`: the round.
literal_leave_posterior <- function(limit, over, control = NULL, margin = 0, sd = NULL, looks = NULL) {
  function(n, mean, left, t) {
    found <- logical(length(n))
    if (!is.null(looks) && !t %in% looks) return(found)
    if (is.null(control)) {
      if (any(n[left] == 0) || sum(left) < 2) return(found)
      p <- vapply(which(left), function(k) posterior_chance(match(k, which(left)), n[left], mean[left], if (is.null(sd)) "beta" else "gaussian", sd), 0)
    } else {
      if (!left[control] || n[control] == 0) return(found)
      p <- vapply(which(left), function(k) if (n[k] == 0) NA else literal_exceeds(n[k], mean[k], n[control], mean[control], margin, sd), 0)
    }
    found[left] <- (if (over) p > limit else p < limit) %in% TRUE
    found
  }
}

literal_leave_boundary <- function(limits, over, looks, control = 1, sd = NULL) {
  function(n, mean, left, t) {
    if (!t %in% looks || !left[control]) return(logical(length(n)))
    z <- literal_scores(t(n), t(mean), control, sd)[1, ]
    limit <- limits[looks == t]
    left & (if (over) z >= limit - 1e-9 else z <= limit + 1e-9) %in% TRUE
  }
}

# A game of these choices, up to where it ended by itself: which arms left, in which round and how, and how it ended.
literal_leaving <- function(choices, arms, horizon, drop = NULL, graduate = NULL, control = NULL, lag = 0, first = rep(1, arms)) {
  out <- rep(NA_character_, arms)
  rows <- NULL
  for (t in seq_len(max(choices$round))) {
    shown <- choices[choices$round + lag <= t, ]
    n <- tabulate(shown$arm, arms)
    mean <- vapply(seq_len(arms), function(k) if (n[k] > 0) mean(shown$reward[shown$arm == k]) else 0, 0)
    plays <- tabulate(choices$arm[choices$round <= t], arms)
    left <- is.na(out) & first <= t
    ask <- function(rule) if (is.null(rule)) logical(arms) else rule(n, mean, left, t)
    leader <- literal_best(matrix(n, 1), matrix(mean, 1), matrix(plays, 1), matrix(left, 1))
    may <- left & n > 0 & seq_len(arms) != (if (is.null(control)) leader else control)
    graduates <- ask(graduate) & may
    drops <- ask(drop) & may & !graduates
    out[graduates] <- "graduated"
    out[drops] <- "dropped"
    new <- which(graduates | drops)
    rows <- rbind(rows, if (length(new) > 0) data.frame(round = as.double(t), arm = new, cause = out[new]))
    rest <- setdiff(which(is.na(out)), control)
    name <- function(among) literal_best(matrix(n, 1), matrix(mean, 1), matrix(plays, 1), matrix(among, 1))
    over <- any(!is.na(out)) && all(first <= t) && length(rest) == (if (is.null(control)) 1 else 0)
    if (over) {
      found <- if (is.null(control)) c("last", rest) else if ("graduated" %in% out) c("graduated", name(out %in% "graduated")) else c("dropped", control)
      return(list(rows = rows, reason = found[1], arm = as.integer(found[2]), round = t))
    }
  }
  list(rows = rows, reason = "horizon", arm = name((is.na(out) & first <= t) | out %in% "graduated"), round = horizon)
}

expect_leaves <- function(bandit, policy, horizon, drop = NULL, graduate = NULL, literal_drop = NULL, literal_graduate = NULL, ..., reps = 10, ends = NULL) {
  if (!is.na(share_number())) reps <- ceiling(reps / 2)
  play <- function() run_study(bandit, policy, horizon, reps, seed = 2, record = 1, keep = "choices", drop = drop, graduate = graduate)
  study <- play()
  games <- choices(study)
  exits <- exits(study)
  ends_of <- recommendations(study)
  expect_identical(withr::with_options(list(unruly.plain = TRUE), play()$tables), study$tables)
  reasons <- character()
  left <- 0
  for (r in seq_len(reps)) {
    game <- games[games$rep == r, ]
    game$arm <- as.integer(game$arm)
    wanted <- literal_leaving(game, bandit$arms$count, horizon, literal_drop, literal_graduate, ...)
    found <- exits[exits$rep == r, ]
    named <- ends_of[r, ]
    expect_identical(data.frame(round = found$round, arm = as.integer(found$arm), cause = found$cause),
                     (wanted$rows %||% data.frame(round = numeric(), arm = integer(), cause = character()))[c("round", "arm", "cause")], ignore_attr = TRUE)
    expect_identical(list(named$reason, as.integer(named$arm), as.double(named$round)), list(wanted$reason, wanted$arm, as.double(wanted$round)))
    expect_true(all(game$round <= wanted$round))
    reasons <- c(reasons, wanted$reason)
    left <- left + NROW(wanted$rows)
  }
  expect_gt(left, 0)
  if (!is.null(ends)) expect_true(all(ends %in% reasons))
}

four <- bandit(arms_bernoulli(c(0.3, 0.3, 0.5, 0.7)))

test_that("arms leave as in the literal version, which is told the same", {
  skip_in_quick()
  # No probability of a few outcomes is one of these limits.
  best <- function(limit, ...) literal_leave_posterior(limit, FALSE, ...)
  expect_leaves(four, policy_uniform(), 120, drop = stop_posterior(below = 0.1037), literal_drop = best(0.1037), reps = 5, ends = "last")
  expect_leaves(four, policy_thompson(), 150, drop = stop_posterior(below = 0.0517, looks = 1:15 * 10), literal_drop = best(0.0517, looks = 1:15 * 10))
  looks <- 1:12 * 10
  trial <- function(...) expect_leaves(..., control = 1)
  trial(four, policy_uniform(), 120, drop = stop_posterior(below = 0.2019, control = 1, margin = 0.05, looks = looks), graduate = stop_posterior(0.9, control = 1, margin = -0.05, looks = looks),
        literal_drop = literal_leave_posterior(0.2019, FALSE, 1, 0.05, looks = looks), literal_graduate = literal_leave_posterior(0.9, TRUE, 1, -0.05, looks = looks),
        ends = "graduated", reps = 20)
  trial(four, policy_allocation(block = 4), 160, drop = stop_boundary(lower = c(0, 0.3, 0.5), looks = c(40, 80, 120)), graduate = stop_boundary(upper = c(2, 1.8, 1.5), looks = c(40, 80, 120)),
        literal_drop = literal_leave_boundary(c(0, 0.3, 0.5), FALSE, c(40, 80, 120)), literal_graduate = literal_leave_boundary(c(2, 1.8, 1.5), TRUE, c(40, 80, 120)), reps = 20)
  normal <- bandit(arms_gaussian(c(0, 0.5, -1, 1), sd = 1.5))
  trial(normal, policy_uniform(), 120, drop = stop_posterior(below = 0.2019, control = 1, margin = 0.1), graduate = stop_boundary(upper = c(1, 1.5), looks = c(30, 100)),
        literal_drop = literal_leave_posterior(0.2019, FALSE, 1, 0.1, sd = 1.5), literal_graduate = literal_leave_boundary(c(1, 1.5), TRUE, c(30, 100), sd = 1.5), reps = 20, ends = "graduated")
  expect_leaves(normal, policy_ucb1(), 120, drop = stop_posterior(below = 0.1037), literal_drop = best(0.1037, sd = 1.5), reps = 5)
  expect_leaves(four |> with_delay(15), policy_uniform(), 120, drop = stop_posterior(below = 0.1037), literal_drop = best(0.1037), lag = 15, reps = 5)
  expect_leaves(four |> with_entries(c(1, 1, 50, 30)), policy_uniform(), 150, drop = stop_posterior(below = 0.1037), literal_drop = best(0.1037), first = c(1, 1, 50, 30), reps = 5)
  trial(bandit(arms_bernoulli(c(0.8, 0.2, 0.3))), policy_uniform(), 200, drop = stop_posterior(below = 0.2983, control = 1), literal_drop = literal_leave_posterior(0.2983, FALSE, 1), reps = 10, ends = "dropped")
})

test_that("without a control the leader stays, however unlikely it is to be the best", {
  # One of eight equal arms is the best with a probability near 1 / 8, and so is the leader.
  eight <- bandit(arms_bernoulli(rep(0.5, 8)))
  expect_leaves(eight, policy_uniform(), 24, drop = stop_posterior(below = 0.3137, looks = c(16, 24)),
                literal_drop = literal_leave_posterior(0.3137, FALSE, looks = c(16, 24)), reps = 5, ends = "last")
})

test_that("rules join, the first that holds is noted, and what never holds changes nothing", {
  skip_in_quick()
  looks <- c(50, 100)
  study <- run_study(four, policy_uniform(), 150, 30, seed = 1, record = 1,
                     drop = stop_posterior(below = 0.05, control = 1, looks = looks) | stop_boundary(lower = c(-5, 0.5), looks = looks), graduate = stop_boundary(upper = c(1.5, 1.5), looks = looks) & stop_posterior(0.9, control = 1, looks = looks))
  expect_setequal(study$tables$exits$rule, c("drop_posterior", "drop_boundary", "graduate_boundary & graduate_posterior"))
  expect_false("rule" %in% names(exits(study)))
  plain <- run_study(four, policy_thompson(), 100, 5, seed = 1, record = 5)
  idle <- run_study(four, policy_thompson(), 100, 5, seed = 1, record = 5, drop = stop_posterior(below = 0) | stop_posterior(below = 0, control = 1), graduate = stop_posterior(1 - 2^-53, control = 1))
  for (name in c("regret", "recommendations", "pulls")) expect_identical(idle$tables[[name]], plain$tables[[name]])
  expect_identical(nrow(exits(idle)), 0L)
  stopped <- function(...) run_study(four, policy_thompson(), 300, 10, seed = 1, record = 1, stop = stop_glr(0.2), ...)
  expect_identical(recommendations(stopped(drop = stop_posterior(below = 0))), recommendations(stopped()))
  alone <- function(threads) run_study(four, policy_uniform(), 150, 20, seed = 1, record = 3, threads = threads, drop = stop_posterior(below = 0.1))$tables
  expect_identical(alone(1), alone(2))
})

test_that("a game stops before arms leave, a stop is about those left, and the horizon is no rule", {
  both <- run_study(four, policy_uniform(), 200, 50, seed = 1, record = 1, stop = stop_at(100), drop = stop_posterior(below = 0.2, looks = c(50, 100)))
  expect_true(all(exits(both)$round == 50))
  expect_true(all(recommendations(both)$reason %in% c("at", "last")))
  last <- run_study(four, policy_uniform(), 100, 50, seed = 1, record = 1, drop = stop_posterior(below = 0.2, looks = 100))
  expect_true(all(exits(last)$round == 100) && nrow(exits(last)) > 0)
  left <- run_study(bandit(arms_bernoulli(c(0.3, 0.35, 0.9))), policy_uniform(), 600, 20, seed = 1, record = 1,
                    stop = stop_posterior(0.9), graduate = stop_posterior(0.9999, control = 1))
  out <- exits(left)
  ends <- recommendations(left)
  expect_true(any(ends$reason == "posterior"))
  for (r in ends$rep[ends$reason == "posterior"]) expect_false(ends$arm[r] %in% out$arm[out$rep == r]) # a graduate is better, but gone
})

test_that("probabilities of exceeding by a margin are right where laws meet their ends", {
  skip_in_quick()
  dropped <- function(rewards, below, margin) {
    nrow(exits(run_study(bandit(arms_constant(rewards)), policy_allocation(block = 2), 40, 1, seed = 1, record = 1,
                         drop = stop_posterior(below = below, control = 1, margin = margin, family = "bernoulli", looks = 20)))) > 0
  }
  for (rewards in list(c(0, 1), c(1, 0), c(1, 1), c(0, 0), c(0.45, 0.5))) for (margin in c(-0.95, -0.2, 0, 0.05, 0.3, 0.7)) {
    p <- literal_exceeds(10, rewards[2], 10, rewards[1], margin, NULL)
    expect_true(p > 1 - 3e-6 || dropped(rewards, p + 2e-6, margin), label = paste(c(rewards, margin), collapse = " "))
    expect_false(p > 3e-6 && dropped(rewards, p - 2e-6, margin), label = paste(c(rewards, margin), collapse = " "))
  }
  expect_false(dropped(c(0, 1), 1, -1.5) || !dropped(c(0, 1), 1e-9, 1))
})

test_that("agents drop and graduate as a study does, also when read from a file, and name an arm that is gone", {
  skip_in_quick()
  looks <- 1:15 * 10
  settings <- list(plain = four, delay = four |> with_delay(list(0, 3, 7, 1)), batches = four |> with_batches(7), entries = four |> with_entries(c(1, 1, 50, 30)))
  for (name in names(settings)) {
    for (policy in drawn_of(list(policy_thompson(), policy_allocation()), 2, match(name, names(settings)))) {
      study <- run_study(settings[[name]], policy, 150, 2, seed = 3, record = 1, keep = "choices", stop = stop_posterior(0.99), drop = stop_posterior(below = 0.1),
                         graduate = stop_posterior(0.99, control = 1, looks = looks))
      expect_agent_agrees(study, name)
    }
  }
})

test_that("rules for leaving that do not fit are refused", {
  skip_on_cran()
  refused <- function(code, ...) expect_error(code, ..., class = "unruly_error_argument")
  refused(stop_posterior(below = 0.05, margin = 0.1), "control")
  refused(stop_posterior(below = 2), "below")
  refused(stop_boundary(lower = c(1, 2), looks = 10), "lower")
  refused(stop_posterior(below = 0.05) | stop_at(3), "cannot be joined")
  refused(stop_posterior(below = 0.05) & stop_posterior(0.9, control = 1), "cannot be joined")
  play <- function(..., policy = policy_uniform(), bandit = four) run_study(bandit, policy, 20, 2, seed = 1, ...)
  refused(play(stop = stop_posterior(below = 0.05)), "a rule for `drop`.*drop = stop_posterior")
  refused(play(drop = stop_at(3)), "a rule for `stop`")
  refused(play(graduate = stop_boundary(lower = 0, looks = c(10, 20))), "without `upper`")
  refused(play(drop = stop_boundary(upper = 2, looks = 10)), "without `lower`")
  refused(play(drop = stop_posterior(0.9, control = 1)), "a rule for `graduate`")
  refused(play(drop = stop_posterior(below = 0.05, control = 1), graduate = stop_posterior(0.975, control = 2)), "same `control`")
  named <- bandit(arms_bernoulli(c(control = 0.2, a = 0.4)))
  both <- function(control) play(drop = stop_posterior(below = 0.05, control = "control"), graduate = stop_posterior(0.975, control = control), bandit = named)
  expect_identical(regret(both(1)), regret(both("control")))
  refused(both("a"), "They name \"control\" and \"a\"")
  refused(play(drop = stop_boundary(lower = 0, looks = 10, control = 7)), "no arm 7")
  refused(play(drop = stop_posterior(below = 0.05), bandit = bandit(arms_bernoulli(c(0.2, 0.4))) |> with_fairness(0.1, 1)), "cannot lose arms")
  refused(play(drop = stop_posterior(below = 0.05), policy = policy_bayes_optimal()), "arms leave")
  refused(exact_study(four, policy_ucb1(), 5, drop = stop_posterior(below = 0.05)), "depends on the past")
  expect_identical(format(stop_posterior(below = 0.01) | stop_boundary(lower = 0, looks = 10)),
                   "<drop> drop_posterior (below = 0.01, family from the bandit) | drop_boundary (lower = 0, looks = 10, control = 1, margin = 0, family from the bandit)")
})

test_that("a posterior is for the argument by what is given of it, and is refused elsewhere", {
  skip_in_quick()
  refused <- function(code, ...) expect_error(code, ..., class = "unruly_error_argument")
  play <- function(...) run_study(four, policy_uniform(), 20, 2, seed = 1, ...)
  refused(play(stop = stop_posterior(below = 0.1)), "`below` of `stop_posterior\\(\\)` is for `drop`")
  refused(play(graduate = stop_posterior(below = 0.1)), "`below` of `stop_posterior\\(\\)` is for `drop`")
  for (given in list(list(control = 1), list(margin = -0.1), list(concurrent = TRUE))) {
    single <- do.call(stop_posterior, c(0.9, given))
    refused(play(stop = single), "`control`, `margin` and `concurrent` of `stop_posterior\\(\\)` are for `graduate`")
    refused(play(drop = single), "beside `below`, for `drop`")
    expect_identical(single$parameters[names(given)], given)
    expect_identical(single$parameters$control, 1)
  }
  refused(play(drop = stop_posterior(0.02)), "without `below`")
  refused(stop_posterior(below = 0.1) | stop_posterior(0.9), "without `below`")
  expect_error(stop_posterior(0.9, below = 0.1), "Either `below`", class = "unruly_error_combination")
  # Usual values change no role, and without a control it is the first arm.
  expect_identical(stop_posterior(0.9, margin = 0, concurrent = FALSE), stop_posterior(0.9))
  graduates <- function(rule) exits(play(graduate = rule, record = 1))
  rule <- stop_posterior(0.6, looks = c(5, 20))
  expect_gt(nrow(graduates(rule)), 0)
  expect_identical(graduates(rule), graduates(stop_posterior(0.6, control = 1, looks = c(5, 20))))
  both <- play(stop = rule, graduate = rule | stop_posterior(0.7, margin = 0.1))
  expect_identical(format(both$description$graduate), paste("<graduate> graduate_posterior (above = 0.6, control = 1, margin = 0, family from the bandit, looks = 5 to 20, 2 looks) |",
                                                            "graduate_posterior (above = 0.7, control = 1, margin = 0.1, family from the bandit)"))
  expect_identical(grep("graduate = ", as_code(both), value = TRUE), "  graduate = stop_posterior(0.6, control = 1, looks = c(5, 20)) |")
})
