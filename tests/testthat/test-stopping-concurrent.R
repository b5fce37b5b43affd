# Concurrent controls: of a control only pulls since the other arm entered count, whenever they are shown. A literal version
# goes through the record of a game and works out what each rule says of each arm, from its lines alone.

# P(an arm has the greater mean than its control), from numbers and totals: uniform priors, or flat ones with `sd`.
literal_better_than <- function(n, total, m, other, sd) {
  if (is.null(sd)) literal_better(m, other, n, total) else pnorm((total / n - other / m) / (sd * sqrt(1 / n + 1 / m)))
}

literal_z <- function(n, total, m, other, sd) {
  p <- (total + other) / (n + m)
  if (is.null(sd) && p %in% c(0, 1)) return(0)
  (total / n - other / m) / ((if (is.null(sd)) sqrt(p * (1 - p)) else sd) * sqrt(1 / n + 1 / m))
}

# What was shown by the end of round t: `game` has round, arm and reward, `lag` by arm, `first` the entries. For each arm the
# number and total of its outcomes, and of the control's that it is compared with.
literal_known <- function(game, t, control, first, lag, concurrent, there) {
  none <- 0 * first
  known <- list(n = none, total = none, m = none, other = none)
  shown <- game$round + lag[game$arm] <= t
  of <- function(k, from = 1) game$reward[shown & game$arm == k & game$round >= from]
  for (k in there) {
    beside <- of(control, if (concurrent) first[k] else 1)
    known$n[k] <- length(of(k))
    known$total[k] <- sum(of(k))
    known$m[k] <- length(beside)
    known$other[k] <- sum(beside)
  }
  known
}

# A statistic of each arm that can be compared; NA of the others.
literal_compared <- function(known, arms, statistic, sd) {
  vapply(seq_along(known$n), function(k) {
    if (!k %in% arms || known$n[k] == 0 || known$m[k] == 0) return(NA)
    statistic(known$n[k], known$total[k], known$m[k], known$other[k], sd)
  }, 0)
}

# What the rules say at the end of round t. `rules`: for `stop`, `graduate` and `drop` lists of kind, looks and limits.
# NULL, or who leaves, or how the game ends.
literal_verdict <- function(game, t, rules, control, first, last, out, lag, sd, concurrent) {
  there <- which(first <= t & last >= t & is.na(out))
  known <- literal_known(game, t, control, first, lag, concurrent, which(first <= t & last >= t))
  rivals <- setdiff(there, control)
  to_come <- any(first > t)
  look <- function(rule) match(t, rule$looks)
  mean <- ifelse(known$n > 0, known$total / known$n, -Inf)
  says <- list()
  stop <- rules$stop
  if (!is.null(stop) && !is.na(look(stop)) && control %in% there && stop$kind == "boundary") {
    z <- literal_compared(known, rivals, literal_z, sd)
    if (any(!is.na(z))) {
      best <- which(z == max(z, na.rm = TRUE))
      best <- best[which.max(mean[best])]
      if (z[best] >= stop$upper[look(stop)] - 1e-9) return(list(reason = "boundary", arm = best))
      lower <- c(stop$lower, -Inf)[look(stop)]
      if (z[best] <= lower + 1e-9 && !anyNA(z[rivals]) && !to_come) return(list(reason = "futility", arm = control))
    }
  }
  if (!is.null(stop) && !is.na(look(stop)) && control %in% there && stop$kind == "futility" && length(rivals) > 0) {
    plays <- sum(game$round <= t)
    bounds <- literal_stop_bounds(stop$error, 2, plays, "practical", sd)
    futile <- vapply(rivals, function(k) {
      if (known$n[k] == 0 || known$m[k] == 0) return(FALSE)
      bounds$upper(mean[k], known$n[k]) <= bounds$lower(known$other[k] / known$m[k], known$m[k]) + stop$margin
    }, NA)
    leader <- there[order(-mean[there], -tabulate(game$arm[game$round <= t], length(first))[there])[1]]
    if (all(futile)) return(list(reason = "futility", arm = leader))
  }
  leaves <- function(rule, over) {
    if (is.null(rule) || is.na(look(rule)) || !control %in% there) return(integer())
    x <- literal_compared(known, rivals, if (rule$kind == "boundary") literal_z else literal_better_than, sd)
    limit <- rep_len(rule$limit, length(rule$looks))[look(rule)]
    if (rule$kind == "boundary") limit <- limit + (if (over) -1 else 1) * 1e-9
    which(if (over) x >= limit else x <= limit)
  }
  graduated <- leaves(rules$graduate, TRUE)
  list(graduated = graduated, dropped = setdiff(leaves(rules$drop, FALSE), graduated), mean = mean, rivals = rivals, to_come = to_come)
}

# How a game goes on and ends: rows of arms that left, and the reason, arm and round of its end (NA where it goes on).
literal_concurrent <- function(game, rules, control, first, last, lag, sd, concurrent = TRUE) {
  out <- rep(NA_character_, length(first))
  rows <- data.frame(round = numeric(), arm = integer(), cause = character())
  looks <- sort(unique(unlist(lapply(rules, `[[`, "looks"))))
  for (t in looks[looks <= max(game$round)]) {
    found <- literal_verdict(game, t, rules, control, first, last, out, lag, sd, concurrent)
    if (!is.null(found$reason)) return(list(rows = rows, end = c(found, round = t)))
    out[found$graduated] <- "graduated"
    out[found$dropped] <- "dropped"
    new <- sort(c(found$graduated, found$dropped))
    if (length(new) > 0) rows <- rbind(rows, data.frame(round = t, arm = new, cause = out[new]))
    if (length(new) == 0 || length(setdiff(found$rivals, new)) > 0 || found$to_come) next
    graduates <- which(out == "graduated")
    named <- if (length(graduates) > 0) graduates[which.max(found$mean[graduates])] else control
    return(list(rows = rows, end = list(reason = if (length(graduates) > 0) "graduated" else "dropped", arm = named, round = t)))
  }
  list(rows = rows, end = NULL)
}

# The decisions of the games of a study, as the literal version has them; returns how often those of a pooled control differ.
expect_concurrent <- function(b, policy, horizon, rules, code, control = 1, reps = 6, seed = 1, lag = 0, sd = NULL, first = NULL, of_interest = function(first, last) TRUE) {
  play <- function(...) run_study(b, policy, horizon, reps, seed = seed, record = 1, keep = "choices", progress = FALSE, stop = code$stop, graduate = code$graduate, drop = code$drop, ...)
  study <- play(threads = 1)
  expect_identical(play(threads = 2)$tables, study$tables)
  expect_identical(withr::with_options(list(unruly.plain = TRUE), play(threads = 1)$tables), study$tables)
  lives <- if (is.null(first)) as.data.frame(instances(study))
  games <- as.data.frame(choices(study))
  exits <- as.data.frame(exits(study))
  ends <- as.data.frame(recommendations(study))
  number <- function(x) as.integer(as.character(x))
  differ <- 0
  for (r in seq_len(reps)) {
    game <- as.list(games[games$rep == r, c("round", "arm", "reward")])
    game$arm <- number(game$arm)
    own <- lives[lives$rep == r, ]
    last <- if (is.null(first)) own$last[order(number(own$arm))] else rep(Inf, b$arms$count)
    from <- first %||% own$first[order(number(own$arm))]
    if (!of_interest(from, last)) next
    ask <- function(concurrent) literal_concurrent(game, rules, control, from, last, rep_len(lag, length(from)), sd, concurrent)
    wanted <- ask(TRUE)
    left <- exits[exits$rep == r & exits$cause %in% c("dropped", "graduated"), ]
    found <- data.frame(round = left$round, arm = number(left$arm), cause = left$cause)
    expect_identical(found[order(found$round, found$arm), ], wanted$rows, ignore_attr = TRUE)
    ended <- ends[r, ]
    if (is.null(wanted$end)) expect_identical(ended$reason, "horizon") else
      expect_identical(list(ended$reason, number(ended$arm), as.double(ended$round)), list(wanted$end$reason, as.integer(wanted$end$arm), as.double(wanted$end$round)))
    differ <- differ + !identical(ask(FALSE), wanted)
  }
  differ
}

entering <- c(1, 1, 61, 31)
four <- function(...) bandit(arms_bernoulli(c(0.35, 0.5, 0.4, 0.2))) |> with_entries(entering) |> with_changes(changes_at(61, c(0.65, 0.7, 0.6, 0.6)))
looks <- c(40, 70, 100, 130, 160)

test_that("an arm that enters late among 600 patients graduates as often as the exact law says", {
  skip_in_quick()
  # With blocks of all arms there, the numbers are known: in a milder disease 100 patients each of `b` and of the control, and
  # before it 150 of the control alone.
  graduates <- function(n, p, m) {
    success <- outer(dbinom(0:100, 100, 0.45), p)
    of_b <- 0:100
    of_control <- seq_along(p) - 1
    pooled <- outer(of_b, of_control, `+`) / (100 + m)
    z <- outer(of_b / 100, of_control / m, `-`) / sqrt(pooled * (1 - pooled) * (1 / 100 + 1 / m))
    sum(success[z >= 1.959964 - 1e-9 & pooled > 0 & pooled < 1])
  }
  before <- dbinom(0:150, 150, 0.3)
  since <- dbinom(0:100, 100, 0.45)
  all <- vapply(0:250, function(s) sum(before[1 + max(0, s - 100):min(150, s)] * since[1 + s - max(0, s - 100):min(150, s)]), 0)
  exact <- c(concurrent = graduates(100, since, 100), all = graduates(100, all, 250))
  expect_equal(exact, c(concurrent = 0.02737036, all = 0.34849525), tolerance = 2e-7)
  trial <- bandit(arms_bernoulli(c(control = 0.3, a = 0.3, b = 0.3))) |> with_entries(c(1, 1, 301)) |> with_changes(changes_at(301, rep(0.45, 3)))
  share <- function(concurrent) {
    study <- run_study(trial, policy_allocation(), 600, 2000, seed = 7, record = 600, progress = FALSE,
                       graduate = stop_boundary(upper = 1.959964, looks = 600, control = "control", concurrent = concurrent))
    mean(tabulate(exits(study)$rep[exits(study)$arm == "b"], 2000))
  }
  found <- c(share(TRUE), share(FALSE))
  expect_true(all(abs(found - exact) < 4 * sqrt(exact * (1 - exact) / 2000)))
})

test_that("rules decide as the literal version, of arms that enter, with and without delay", {
  skip_in_quick()
  control_of <- function(control, ...) list(control = control, looks = looks, concurrent = TRUE, ...)
  rules <- function(control = 1) {
    given <- function(f, ...) do.call(f, control_of(control, ...))
    list(
      boundary = list(code = list(stop = given(stop_boundary, upper = c(3, 2, 1.8, 1.5, 1), lower = c(-1, -0.5, 0, 0.5))),
                      rules = list(stop = list(kind = "boundary", looks = looks, upper = c(3, 2, 1.8, 1.5, 1), lower = c(-1, -0.5, 0, 0.5)))),
      futility = list(code = list(stop = given(stop_futility, error = 0.9, margin = 0.35, rate = "practical")),
                      rules = list(stop = list(kind = "futility", looks = looks, error = 0.9, margin = 0.35))),
      boundaries = list(code = list(graduate = given(stop_boundary, upper = c(2.5, 2, 1.5, 1, 0.8)), drop = given(stop_boundary, lower = c(-1, -0.7, -0.3, 0, 0.3))),
                        rules = list(graduate = list(kind = "boundary", looks = looks, limit = c(2.5, 2, 1.5, 1, 0.8)),
                                     drop = list(kind = "boundary", looks = looks, limit = c(-1, -0.7, -0.3, 0, 0.3)))),
      posteriors = list(code = list(stop = given(stop_boundary, upper = rep(2.6, 5)), graduate = given(stop_posterior, probability = 0.9017), drop = given(stop_posterior, below = 0.1283)),
                        rules = list(stop = list(kind = "boundary", looks = looks, upper = rep(2.6, 5), lower = rep(-Inf, 4)),
                                     graduate = list(kind = "posterior", looks = looks, limit = 0.9017), drop = list(kind = "posterior", looks = looks, limit = 0.1283)))
    )
  }
  lags <- c(25, 3, 0, 8)
  normal <- bandit(arms_gaussian(c(0, 0.6, 0.3, -0.2), sd = 1.5)) |> with_entries(entering) |> with_changes(changes_at(61, c(0.6, 1, 0.8, 0.2)))
  differ <- 0
  for (i in seq_along(rules())) {
    ask <- function(b, policy, control = 1, ...) {
      one <- rules(control)[[i]]
      expect_concurrent(b, policy, 160, one$rules, one$code, control = control, first = entering, ...)
    }
    asked <- list(
      \() ask(four(), policy_allocation(block = 4)), \() ask(four(), policy_thompson(), seed = 2),
      \() ask(four() |> with_delay(as.list(lags)), policy_uniform(), lag = lags, seed = 3), \() ask(four(), policy_uniform(), control = 4, seed = 4),
      \() ask(normal, policy_uniform(), sd = 1.5, seed = 5),
      \() ask(normal |> with_delay(as.list(lags)), policy_allocation("neyman", family = "gaussian"), control = 2, lag = lags, sd = 1.5, seed = 6)
    )
    for (one in drawn_of(asked, 4, i)) differ <- differ + one()
  }
  expect_gt(differ, if (is.na(share_number())) 30 else 5)
})

test_that("entries that are over make room for arms born at their places", {
  skip_in_quick()
  born <- bandit_mortal(alive = 3, horizon = 120, mean_lifetime = 25)
  rules <- list(stop = list(kind = "boundary", looks = 1:12 * 10, upper = rep(1.6, 12), lower = rep(-Inf, 11)))
  code <- list(stop = stop_boundary(upper = rep(1.6, 12), looks = 1:12 * 10, concurrent = TRUE))
  # More entries in the control's life than places.
  many <- function(first, last) sum(first <= last[1]) > 5
  expect_gt(expect_concurrent(born, policy_uniform(), 120, rules, code, reps = 150, seed = 2, of_interest = many), 0)
})

test_that("with all arms there from round 1 concurrent controls change no bit, also exactly", {
  skip_in_quick()
  same <- bandit(arms_gaussian(c(0, 0.3, 0.7), sd = 1)) |> with_delay(4)
  play <- function(concurrent) {
    run_study(same, policy_ucb1(), 150, 20, seed = 1, record = 1, progress = FALSE, stop = stop_boundary(upper = c(3, 2.5), looks = c(50, 150), concurrent = concurrent),
              drop = stop_posterior(below = 0.1, control = 1, concurrent = concurrent), graduate = stop_boundary(upper = 2, looks = 100, concurrent = concurrent))$tables
  }
  expect_identical(play(TRUE), play(FALSE))
  exact <- function(concurrent) recommendations(exact_study(bandit(arms_bernoulli(c(0.3, 0.6))), policy_thompson(), 12, stop = stop_boundary(upper = c(2, 1.5), looks = c(8, 12), concurrent = concurrent) |
                                                              stop_futility(1, error = 0.9, rate = "practical", concurrent = concurrent)))
  expect_identical(exact(TRUE), exact(FALSE))
  expect_error(exact_study(bandit(arms_bernoulli(c(0.3, 0.6))) |> with_entries(c(1, 5)), policy_thompson(), 12, stop = stop_boundary(upper = 2, looks = 12, concurrent = TRUE)),
               "without traits", class = "unruly_error_argument")
})

test_that("rules with controls of their own, joined, each count by its own", {
  skip_on_cran()
  b <- bandit(arms_bernoulli(c(0.3, 0.6, 0.5))) |> with_entries(c(1, 31, 61))
  rule <- function(control, concurrent) stop_boundary(upper = c(2, 1.5), looks = c(80, 120), control = control, concurrent = concurrent)
  ends <- function(stop) recommendations(run_study(b, policy_uniform(), 120, 60, seed = 1, record = 1, progress = FALSE, stop = stop))[c("rep", "round", "arm", "reason")]
  either <- ends(rule(2, TRUE) | rule(1, TRUE) | rule(2, FALSE))
  alone <- list(ends(rule(2, TRUE)), ends(rule(1, TRUE)), ends(rule(2, FALSE)))
  rounds <- do.call(pmin, lapply(alone, function(x) ifelse(x$reason == "boundary", x$round, Inf)))
  expect_identical(ifelse(either$reason == "boundary", either$round, Inf), rounds)
  first <- ifelse(alone[[1]]$reason == "boundary" & alone[[1]]$round == rounds, 1, ifelse(alone[[2]]$reason == "boundary" & alone[[2]]$round == rounds, 2, 3))
  for (r in which(is.finite(rounds))) expect_identical(either$arm[r], alone[[first[r]]]$arm[r])
  both <- ends(rule(2, TRUE) & rule(1, FALSE))
  expect_true(all(both$reason %in% c("boundary & boundary", "horizon")) && any(both$reason != "horizon"))
})

test_that("agents decide as a study does, also when read from a file at any moment", {
  skip_in_quick()
  withr::local_options(unruly.span = 8)
  withr::local_seed(3)
  path <- withr::local_tempfile(fileext = ".json")
  again <- function(a, i) {
    if (!yes(0.05)) return(a)
    save_agent(a, path)
    read_agent(path)
  }
  late <- four()
  settings <- list(entries = late, delay = late |> with_delay(list(9, 0, 3, 1)), batches = late |> with_batches(7), born = bandit_mortal(alive = 4, horizon = 160, mean_lifetime = 50))
  for (name in names(settings)) {
    policy <- if (name == "delay") policy_uniform() else policy_thompson("bernoulli")
    study <- run_study(settings[[name]], policy, 160, 1, seed = 3, record = 1, keep = "choices", progress = FALSE, stop = stop_futility(1, margin = 0.2, error = 0.9, rate = "practical", concurrent = TRUE) & stop_boundary(upper = rep(2, 5), looks = looks, concurrent = TRUE),
                       drop = stop_posterior(below = 0.1, control = 1, looks = looks, concurrent = TRUE) | stop_boundary(lower = rep(-0.5, 5), looks = looks, concurrent = TRUE), graduate = stop_posterior(0.9, control = 1, concurrent = TRUE))
    expect_agent_agrees(study, name, between = again)
  }
})

test_that("it needs a control, prints, and a file keeps it", {
  refused <- function(code) expect_error(code, "given only with `control`", class = "unruly_error_combination")
  refused(stop_posterior(below = 0.05, concurrent = TRUE))
  refused(stop_futility(threshold = 0.5, concurrent = TRUE))
  expect_error(stop_boundary(upper = 2, looks = 10, concurrent = 1), "TRUE or FALSE", class = "unruly_error_argument")
  rule <- stop_boundary(upper = 2, looks = 10, concurrent = TRUE)
  expect_identical(format(rule), "<stop> boundary (control = 1, upper = 2, looks = 10, margin = 0, family from the bandit, concurrent = TRUE)")
  expect_identical(stop_boundary(upper = 2, looks = 10, concurrent = FALSE), stop_boundary(upper = 2, looks = 10))
  edited <- stop_posterior(below = 0.05)
  edited$parameters$concurrent <- TRUE
  expect_error(run_study(four(), policy_uniform(), 20, 2, seed = 1, drop = edited), class = "unruly_error")
  study <- run_study(four(), policy_uniform(), 20, 2, seed = 1, graduate = rule)
  path <- withr::local_tempfile(fileext = ".rds")
  saveRDS(study, path)
  expect_identical(readRDS(path)$description$graduate$parameters$concurrent, TRUE)
})
