# stop_log_rank(): each look against a version written from the statement, of which survival::survdiff() has the square.

# The Z of each rival at time c, from all who arrived by then; `made` has the columns time, reward, event and arm.
literal_log_rank <- function(made, c, control, arms) {
  here <- made[made$time <= c, ]
  over <- here$time + here$reward <= c
  lived <- ifelse(over, here$reward, c - here$time)
  died <- over & here$event
  vapply(setdiff(seq_len(arms), control), function(k) {
    pair <- here$arm %in% c(k, control)
    own <- here$arm[pair] == k
    sums <- vapply(unique(lived[pair & died]), function(t) {
      risk <- lived[pair] >= t
      dies <- lived[pair] == t & died[pair]
      N <- sum(risk)
      n <- sum(risk & own)
      D <- sum(dies)
      c(D * n / N - sum(dies & own), if (N > 1) D * n * (N - n) * (N - D) / (N^2 * (N - 1)) else 0)
    }, numeric(2))
    if (length(sums) == 0 || sum(sums[2, ]) == 0) NA else sum(sums[1, ]) / sqrt(sum(sums[2, ]))
  }, 0)
}

# Of one game that was played to the end: at which look it stops, when, with what reason and arm.
literal_stop <- function(made, upper, lower, events, control, arms, dates = NULL) {
  deaths <- sort((made$time + made$reward)[made$event])
  looks <- length(upper)
  for (j in seq_len(looks)) {
    if (is.null(dates) && events[j] > length(deaths)) return(list(reason = "horizon"))
    c <- if (is.null(dates)) deaths[events[j]] else dates[j]
    z <- literal_log_rank(made, c, control, arms)
    rivals <- setdiff(seq_len(arms), control)
    best <- which(!is.na(z) & z >= upper[j])
    found <- list(time = c, events = sum(deaths <= c), round = sum(made$time <= c))
    if (length(best) > 0) return(c(found, reason = "log_rank", arm = rivals[best[which.max(z[best])]]))
    futile <- j == looks || j <= length(lower) && all(!is.na(z) & z <= lower[j])
    if (futile) return(c(found, reason = "futility", arm = control))
  }
  list(reason = "horizon")
}

expect_log_rank <- function(b, rule, upper, lower, events, control = 1, dates = NULL, reps = 6, horizon = 120) {
  arms <- b$arms$count
  play <- function(...) run_study(b, policy_uniform(), horizon, reps = reps, seed = 5, keep = "choices", overrun = TRUE, progress = FALSE, ...)
  whole <- choices(play())
  whole$arm <- as.integer(whole$arm)
  study <- play(stop = rule)
  named <- recommendations(study)
  times <- regret(study)
  for (rep in seq_len(reps)) {
    wanted <- literal_stop(whole[whole$rep == rep, ], upper, lower, events, control, arms, dates)
    found <- named[named$rep == rep, ]
    expect_identical(found$reason, wanted$reason)
    if (wanted$reason == "horizon") next
    expect_identical(as.integer(found$arm), as.integer(wanted$arm))
    expect_equal(max(found$round, 1), max(wanted$round, 1))
    time <- times$time[times$rep == rep]
    expect_equal(time[length(time)], wanted$time, tolerance = 1e-12)
    expect_equal(study$tables$stops$events[study$tables$stops$rep == rep], wanted$events)
  }
  table(named$reason)
}

test_that("looks at events and at times are made in order, as the statement says", {
  skip_in_quick()
  two <- bandit(arms_survival(c(control = 5, new = 10))) |> with_accrual(10)
  three <- bandit(arms_survival(c(a = 8, control = 6, b = 14), limit = 20)) |> with_accrual(10, arrivals = "even")
  upper <- c(2.5, 2, 1.6)
  seen <- c(expect_log_rank(two, stop_log_rank(upper = upper, lower = c(0.2, 0.6), looks = c(15, 40, 110)), upper, c(0.2, 0.6), c(15, 40, 110)),
            expect_log_rank(three, stop_log_rank(upper = upper, looks = c(20, 21, 90), control = "control"), upper, NULL, c(20, 21, 90), control = 2))
  expect_true(all(c("log_rank", "futility") %in% names(seen)))
  expect_log_rank(two, stop_log_rank(upper = upper, lower = c(-0.5, 0.5), looks = at_times(c(4, 9, 30))), upper, c(-0.5, 0.5), NULL, dates = c(4, 9, 30))
  # Too few events: the game goes on.
  seen <- expect_log_rank(two, stop_log_rank(upper = c(9, 9), looks = c(50, 121)), c(9, 9), NULL, c(50, 121))
  expect_identical(names(seen), "horizon")
})

test_that("fast and plain games, and those of threads, stop alike", {
  b <- bandit(arms_survival(c(a = 8, control = 6, b = 14), limit = 20)) |> with_accrual(10)
  rule <- stop_log_rank(upper = c(2, 1.8), lower = 0, looks = c(20, 60), control = "control")
  play <- function(plain, threads) withr::with_options(list(unruly.plain = plain), {
    study <- run_study(b, list(policy_uniform(), policy_thompson()), 100, reps = 10, seed = 1, stop = rule | stop_at(90), overrun = TRUE, threads = threads,
                       progress = FALSE)
    study$tables[c("regret", "stops", "pulls")]
  })
  first <- play(FALSE, 1)
  expect_identical(first, play(TRUE, 1))
  expect_identical(first, play(FALSE, 2))
  expect_true(any(first$stops$reason == "log_rank"))
})

test_that("the square of Z is that of another package", {
  skip_in_quick()
  skip_if_not_installed("survival")
  b <- bandit(arms_survival(c(5, 10), limit = 15)) |> with_accrual(10)
  made <- choices(run_study(b, policy_uniform(), 100, reps = 1, seed = 2, keep = "choices", progress = FALSE))
  made$arm <- as.integer(made$arm)
  c <- 9
  here <- made[made$time <= c, ]
  over <- here$time + here$reward <= c
  lived <- ifelse(over, here$reward, c - here$time)
  of_survival <- function(name) getExportedValue("survival", name) # which is not among the packages suggested
  died <- of_survival("Surv")(lived, over & here$event)
  other <- of_survival("survdiff")(died ~ here$arm)
  expect_equal(literal_log_rank(made, c, 1, 2)^2, unname(other$chisq), tolerance = 1e-10)
})

test_that("a design of events has its error and power in a trial of survival times", {
  skip_on_cran()
  plan <- trial_design(2, c(80, 160, 240))
  effect <- bandit(arms_survival(c(control = 12, new = 17.142857))) |> with_accrual(rate = 20, arrivals = "even")
  null <- bandit(arms_survival(c(control = 12, new = 12))) |> with_accrual(rate = 20, arrivals = "even")
  study <- run_study(list(effect = effect, null = null), policy_allocation(), horizon = 400, reps = 600, seed = 3, overrun = TRUE,
                     stop = stop_log_rank(plan), record = 400, progress = FALSE)
  found <- suppressMessages(operating_characteristics(study))
  of <- function(bandit, measure) found[found$bandit == bandit & found$measure == measure, ]
  near <- function(row, value, se) expect_lt(abs(row$value - value), 4 * sqrt(row$mcse^2 + se^2))
  near(of("effect", "power"), 0.7794, 0.0029)
  near(of("effect", "duration"), 26.01, 0.03)
  near(of("effect", "events"), 204.4, 0.4)
  near(of("null", "duration"), 26.75, 0.01)
  near(of("null", "events"), 239.4, 0.1)
  expect_lt(abs(of("null", "error")$value - 0.0249), 4 * sqrt(0.0249 / 600))
})

test_that("rules that do not fit are refused, and print", {
  lives <- bandit(arms_survival(c(5, 10))) |> with_accrual(10)
  expect_output(print(stop_log_rank(upper = c(2.5, 2), looks = c(20, 40))), "log_rank (control = 1, upper = 2.5, 2, events = 20 to 40, 2 looks)", fixed = TRUE)
  expect_identical(as_code(stop_log_rank(upper = c(2.5, 2), looks = at_times(c(3, 9)))), as_code(eval(parse(text = as_code(stop_log_rank(upper = c(2.5, 2), looks = at_times(c(3, 9))))))))
  expect_errors({
    stop_log_rank()
    stop_log_rank(upper = 2)
    stop_log_rank(upper = 2, looks = 20.5)
    stop_log_rank(upper = 2, looks = c(20, 30))
    stop_log_rank(upper = 2, looks = at_outcomes(20))
    stop_log_rank(trial_design(2, c(20, 40), sides = 2, error = 0.05))
    stop_log_rank(trial_design(2, c(0.5, 1)))
    run_study(bandit(arms_bernoulli(c(0.2, 0.3))), policy_uniform(), 10, reps = 1, seed = 1, stop = stop_log_rank(upper = 2, looks = 5))
    run_study(bandit(arms_survival(c(5, 10))), policy_uniform(), 10, reps = 1, seed = 1, stop = stop_log_rank(upper = 2, looks = 5))
    run_study(with_batches(lives, 5), policy_uniform(), 10, reps = 1, seed = 1, stop = stop_log_rank(upper = 2, looks = 5))
    run_study(lives, policy_uniform(), 10, reps = 1, seed = 1, stop = stop_log_rank(upper = 2, looks = 5, control = 3))
    run_study(lives, policy_uniform(), 10, reps = 1, seed = 1, drop = stop_log_rank(upper = 2, looks = 5))
    agent(policy_uniform(), c("a", "b"), stop = stop_log_rank(upper = 2, looks = 5))
  })
})
