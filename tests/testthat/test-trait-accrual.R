# Calendar time: patients who arrive over time, looks at times, and waiting for what is outstanding.

pair <- function() bandit(arms_bernoulli(c(0.3, 0.6)))

same_games <- function(found, wanted) {
  for (table in list(exits, recommendations)) expect_identical(table(found), table(wanted))
  # The plain one does not say when outcomes are shown, and of how many.
  for (table in list(choices, pulls)) expect_identical(table(found)[names(table(wanted))], table(wanted))
  expect_identical(regret(found)[setdiff(names(regret(found)), "time")], regret(wanted))
}

test_that("with even arrivals games are those with a delay of max(0, ceiling(rate f - 1e-9) - 1) rounds", {
  skip_in_quick()
  policies <- list(policy_ucb1(), policy_thompson(), policy_allocation("rsihr"))
  settings <- list(pair() |> with_patience(c(30, 9)), pair(), pair() |> with_batches(7), pair() |> with_entries(c(1, 20)))
  # 0.3 * 10 and 2.3 * 10 are not whole in binary; each is followed by the lag by hand.
  by_hand <- list(c(10, 0, 0), c(10, 0.05, 0), c(10, 0.1, 0), c(10, 0.3, 2), c(10, 2.3, 22), c(0.5, 9, 4), c(3, 100, 299), c(1 / 3, 1, 0))
  for (i in seq_along(by_hand)) {
    given <- by_hand[[i]]
    b <- settings[[(i - 1) %% 4 + 1]]
    accrual <- play(b |> with_accrual(given[1], given[2], "even"), policies, 60)
    same_games(accrual, play(b |> with_delay(given[3]), policies, 60))
    expect_equal(regret(accrual)$time, regret(accrual)$round / given[1])
  }
  by_arm <- pair() |> with_accrual(4, c(0.25, 2.6), "even")
  same_games(play(by_arm, policies, 60), play(pair() |> with_delay(list(0, 10)), policies, 60))
})

test_that("with a follow-up of 0 nothing changes", {
  skip_in_quick()
  policies <- list(policy_ucb1(), policy_thompson(), policy_queue(policy_kl_ucb()))
  for (arrivals in c("even", "poisson")) {
    same_games(play(pair() |> with_accrual(3, 0, arrivals), policies, 80, reps = 2), play(pair(), policies, 80, reps = 2))
    stopped <- function(b) play(b, policies, 80, reps = 4, stop = stop_posterior(0.95), overrun = TRUE)
    same_games(stopped(pair() |> with_accrual(3, 0, arrivals)), stopped(pair()))
  }
})

test_that("Poisson arrivals and what is shown are those of the literal version, the same for all policies", {
  skip_on_cran()
  settings <- list(
    list(pair(), 2, 5), list(pair(), 0.5, c(0, 9)), list(pair(), 30, c(40, 1.5)), list(pair() |> with_batches(8), 3, c(2, 4)),
    list(pair() |> with_batches(ends = c(5, 33)), 3, 1), list(bandit(arms_gaussian(c(0, 1))) |> with_entries(c(1, 9)), 1, c(4, 2))
  )
  # A third of all has each setting, and each way of arriving with and without an overrun, or for some time.
  given <- expand.grid(arrivals = c("poisson", "even"), overrun = c(0, 0.4, 2, Inf), setting = seq_along(settings), stringsAsFactors = FALSE)
  for (i in one_in(3, seq_len(nrow(given)))) {
    s <- settings[[given$setting[i]]]
    overrun <- given$overrun[i]
    b <- with_accrual(s[[1]], s[[2]], s[[3]], given$arrivals[i])
    study <- play(b, list(policy_thompson(), policy_uniform()), 60, reps = 2, seed = 7, overrun = overrun)
    for (policy in c("Thompson", "Uniform")) for (rep in 1:2) {
      chosen <- game_of(choices(study), policy, rep)
      wanted <- literal_accrual(b, chosen, 60, 7, rep, if (overrun == Inf) TRUE else overrun)
      expect_equal(chosen$observed, wanted$observed, tolerance = 1e-12)
      expect_equal(game_of(regret(study), policy, rep)$time, wanted$time, tolerance = 1e-12)
      if (overrun == Inf) expect_equal(sum(chosen$observed), sum(chosen$reward))
    }
  }
  # Arrivals depend on the seed and the replication alone.
  time <- function(seed, reps, ...) regret(run_study(pair() |> with_accrual(2, 5), list(policy_ucb1(), policy_uniform()), 50, reps, seed = seed, ...))$time
  few <- matrix(time(1, 4), ncol = 8)
  expect_identical(few[, 1:4], few[, 5:8])
  expect_identical(few[, 3:4], matrix(time(1, 2, first_rep = 3), ncol = 4)[, 1:2])
  expect_false(any(few[, 1] == matrix(time(2, 1), ncol = 2)[, 1]))
})

test_that("gaps are independent and exponential with mean 1 / rate", {
  study <- run_study(pair() |> with_accrual(4, 1), policy_uniform(), 6, reps = 3000, seed = 3, record = 1:6, threads = 1)
  gaps <- apply(matrix(regret(study)$time, 6), 2, function(time) diff(c(0, time)))
  expect_gt(stats::ks.test(as.vector(gaps), "pexp", 4)$p.value, 1e-3)
  expect_lt(max(abs(stats::cor(t(gaps))[upper.tri(diag(6))])), 4.5 / sqrt(3000))
})

# ---- looks at times --------------------------------------------------------------------

# It holds whenever it is asked, once each arm has an outcome.
always <- function(looks) stop_posterior(0.01, looks = looks)

test_that("a rule is asked at the end of the last round that has begun by the time of a look", {
  skip_in_quick()
  b <- pair() |> with_accrual(2, 0)
  study <- run_study(b, policy_round_robin(), 40, reps = 30, seed = 5, record = 1:40, stop = always(at_times(c(6.5, 9))))
  arrived <- vapply(1:30, function(rep) literal_arrivals(41, 2, "poisson", 5, rep), numeric(41))
  expect_equal(recommendations(study)$round, unname(colSums(arrived <= 6.5)))
  even <- function(looks, rate = 10, ...) {
    recommendations(run_study(pair() |> with_accrual(rate, 0, "even"), policy_round_robin(), 40, reps = 1, seed = 5, record = 1, stop = always(looks), ...))
  }
  expect_identical(even(at_times(c(0.3, 1)))$round, 3) # 0.3 * 10 < 3 in binary
  expect_identical(even(at_times(c(0.05, 0.1, 0.19, 2.55)))$round, 25) # before the first patient, and twice in round 1, without an outcome of each arm
  expect_identical(even(at_times(c(3.99, 1000)))$round, 39)
  # At the horizon, looks that would be later are made.
  expect_identical(even(at_times(1000))[c("round", "stopped")], tibble::tibble(round = 40, stopped = TRUE))
  expect_identical(even(10)$round, 10)
})

test_that("looks at times are those of rounds where patients come at equal intervals, and join with others", {
  skip_in_quick()
  b <- pair() |> with_accrual(5, 3, "even")
  stops <- function(rule, ...) play(b, list(policy_thompson(), policy_ucb1()), 150, reps = 10, stop = rule, ...)
  plain <- function(study) recommendations(study)[c("policy", "rep", "round", "arm", "stopped", "sample_size")]
  for (make in list(function(looks) stop_posterior(0.9, looks = looks), function(looks) stop_glr(0.3, looks = looks) | stop_at(120),
                    function(looks) stop_posterior(0.9, looks = looks) & stop_separated(0.9, rate = "practical"))) {
    expect_identical(plain(stops(make(at_times(c(4, 10.1, 20))))), plain(stops(make(c(20, 50, 100)))))
  }
  expect_gt(sum(recommendations(stops(stop_posterior(0.9, looks = at_times(c(4, 10.1, 20)))))$stopped), 5)
})

# ---- what is outstanding ------------------------------------------------------------------

test_that("without overrun the last outcomes are not seen, with it all are", {
  skip_in_quick()
  late <- list(delay = pair() |> with_delay(15), random = pair() |> with_delay(delay_geometric(9)), accrual = pair() |> with_accrual(2, 5),
               batches = pair() |> with_batches(35), ends = pair() |> with_batches(ends = c(10, 20)))
  for (b in late) {
    seen <- function(overrun) choices(play(b, list(policy_ucb1(), policy_exp3()), 50, reps = 2, overrun = overrun))
    without <- seen(FALSE)
    with <- seen(TRUE)
    expect_lt(sum(without$observed), sum(without$reward))
    expect_identical(with[setdiff(names(with), "observed")], without[setdiff(names(with), "observed")])
    before <- with$round < 50
    expect_identical(with$observed[before], without$observed[before])
    expect_equal(sum(with$observed), sum(with$reward))
  }
  # Means are then those of all rewards, whatever is recorded.
  for (record in list(1, 1:50, 20)) {
    study <- play(late$accrual, policy_ucb1(), 50, reps = 3, record = record, overrun = TRUE)
    chosen <- choices(study)
    means <- tapply(chosen$reward, list(chosen$arm, chosen$rep), mean)
    expect_equal(pulls(study)$estimate, as.vector(means))
  }
})

test_that("with a number only outcomes of so many rounds are waited for, or of so much time", {
  skip_in_quick()
  seen <- function(b, overrun, ...) choices(play(b, list(policy_uniform(), policy_exp3()), 50, reps = 2, overrun = overrun, ...))
  rule <- stop_posterior(0.8, looks = c(20, 37))
  for (b in list(pair() |> with_delay(15), pair() |> with_delay(delay_geometric(9), never = 0.2), pair() |> with_batches(8),
                 pair() |> with_delay(list(1, 12)) |> with_batches(ends = c(10, 41, 53)))) {
    for (stop in list(NULL, rule)) for (overrun in c(0, 3, 11)) {
      found <- seen(b, overrun, stop = stop)
      last <- !duplicated(found[c("policy", "rep")], fromLast = TRUE)
      for (i in which(last)) {
        game <- found[found$policy == found$policy[i] & found$rep == found$rep[i], ]
        end <- max(game$round)
        comes <- !is.na(game$shown) & game$shown <= end + overrun
        expect_equal(sum(game$observed), sum(game$reward[comes]))
        earlier <- comes & game$shown < end
        expect_equal(game$observed[nrow(game)], sum(game$reward[comes & !earlier]))
      }
    }
  }
})

test_that("an overrun of 0 is none, one of more than all are late is the whole; both are the same studies", {
  skip_on_cran()
  lives <- bandit(arms_survival(c(4, 7), limit = 9)) |> with_accrual(3)
  late <- list(pair() |> with_delay(15), pair() |> with_delay(delay_geometric(9), never = 0.2) |> with_batches(8), pair() |> with_accrual(2, c(5, 1)),
               pair() |> with_accrual(2, 5, "even") |> with_batches(7), lives, lives |> with_batches(6), pair())
  alike <- function(x, y) expect_identical(x$tables, y$tables)
  for (b in late) {
    policies <- if ("accrual" %in% names(b$traits) && b$arms$kind == "survival") list(policy_thompson("survival"), policy_uniform()) else
      list(policy_thompson(), policy_uniform())
    for (stop in list(NULL, stop_posterior(0.9, looks = c(20, 30, 50)))) {
      if (!is_drawn(match(list(b), late), is.null(stop), one_in = 2)) next
      run <- function(overrun) play(b, policies, 50, reps = 3, stop = stop, overrun = overrun)
      none <- run(FALSE)
      whole <- run(TRUE)
      expect_identical(run(0), none)
      expect_identical(run(0L), none)
      expect_identical(run(Inf), whole)
      alike(run(1000), whole)
    }
  }
})

test_that("patients still followed when the wait is over have lived until then", {
  skip_on_cran()
  b <- bandit(arms_survival(c(20, 30))) |> with_accrual(2)
  # The rule holds at the horizon alone, and names the arm of least hazard.
  for (batches in list(NULL, 7)) for (overrun in c(1e-6, 2, 9)) {
    late <- if (is.null(batches)) b else with_batches(b, batches)
    study <- play(late, policy_uniform(), 40, reps = 30, stop = stop_posterior(0.5, looks = 40), overrun = overrun)
    named <- recommendations(study)
    games <- choices(study)
    for (rep in share_of(1:30)) {
      game <- game_of(games, rep = rep)
      after <- literal_arrivals(41, 2, "poisson", 1, rep)
      closed <- max(game$time) + overrun
      # What the next patient's arrival has shown is known, too, unless a batch holds it back.
      known <- game$time + game$reward <= closed | !is.na(game$shown) & game$shown <= 40
      until <- if (is.null(batches)) max(after[41], closed) else closed
      lived <- ifelse(known, game$reward, until - game$time)
      events <- tapply(known, factor(game$arm, 1:2), sum)
      hazard <- events / tapply(lived, factor(game$arm, 1:2), sum)
      expect_identical(sum(pulls(study)$shown[pulls(study)$rep == rep]), as.double(sum(known)))
      if (named$stopped[rep]) expect_identical(named$arm[rep], which.min(hazard)[[1]])
    }
  }
})

test_that("at the horizon rules are asked once, after all is shown", {
  skip_in_quick()
  # Outcomes come at the end: by then the rule cannot hold without them.
  b <- bandit(arms_constant(c(0.2, 0.9))) |> with_delay(100)
  study <- function(overrun, stop) recommendations(play(b, policy_round_robin(), 40, stop = stop, overrun = overrun, record = 1))
  for (looks in list(NULL, 40, c(10, 40))) {
    rule <- stop_posterior(0.9, family = "gaussian", sd = 0.1, looks = looks)
    expect_false(study(FALSE, rule)$stopped)
    expect_identical(study(TRUE, rule)[c("round", "arm", "stopped", "sample_size")], tibble::tibble(round = 40, arm = 2L, stopped = TRUE, sample_size = 40))
  }
  expect_false(study(TRUE, stop_posterior(0.9, family = "gaussian", sd = 0.1, looks = 39))$stopped)
  expect_identical(study(TRUE, stop_at(39))$reason, "at")
  # Without a rule the arm named goes by all outcomes, too.
  expect_identical(study(TRUE, NULL)$arm, 2L)
  expect_identical(study(FALSE, NULL)$arm, 1L)
})

test_that("a stop is not taken back, and its games have the other outcomes", {
  skip_in_quick()
  b <- bandit(arms_gaussian(c(0, 0.2))) |> with_accrual(4, 3)
  rule <- stop_posterior(0.8, looks = c(20, 40))
  for (after in c("commit", "end")) {
    without <- play(b, policy_thompson(), 60, reps = 20, stop = rule, after = after)
    with <- play(b, policy_thompson(), 60, reps = 20, stop = rule, after = after, overrun = TRUE)
    early <- recommendations(without)$stopped
    expect_identical(recommendations(with)[early, ], recommendations(without)[early, ])
    expect_gt(sum(early), 5)
    stopped <- which(early)[1]
    chosen <- game_of(choices(with), rep = stopped)
    expect_equal(sum(chosen$observed), sum(chosen$reward))
    wanted <- literal_accrual(b, chosen, 60, 1, stopped, TRUE)
    time <- game_of(regret(with), rep = stopped)$time
    expect_equal(time[60], max(wanted$time), tolerance = 1e-12)
    expect_equal(time[seq_len(nrow(chosen))], wanted$time, tolerance = 1e-12)
    expect_lt(game_of(regret(without), rep = stopped)$time[60], time[60])
  }
})

test_that("duration is the mean time at the end, also of moments", {
  skip_in_quick()
  b <- list(accrual = pair() |> with_accrual(4, 3), plain = pair())
  for (overrun in c(FALSE, TRUE)) {
    run <- function(...) run_study(b, policy_ucb1(), 100, reps = 12, seed = 2, record = 1, overrun = overrun, stop = stop_posterior(0.95, looks = c(40, 80)),
                                      threads = 1, ...)
    study <- run()
    table <- suppressMessages(operating_characteristics(study))
    row <- table[table$measure == "duration", ]
    time <- regret(study)$time[regret(study)$bandit == "accrual"]
    expect_identical(row$bandit, "accrual")
    expect_equal(row$value, mean(time))
    expect_equal(row$mcse, stats::sd(time) / sqrt(12))
    expect_true(all(is.na(regret(study)$time[regret(study)$bandit == "plain"])))
    moments <- suppressMessages(operating_characteristics(run(keep = "moments")))
    expect_equal(moments$value[moments$measure == "duration" & moments$bandit == "accrual"], mean(time))
    expect_equal(summary(study, "time")$mean[1], mean(time))
  }
  # The last of n patients comes after n / rate on average; the last outcome of all a follow-up later.
  last <- function(...) regret(run_study(pair() |> with_accrual(4, 3), policy_uniform(), 100, reps = 500, seed = 2, record = 1, ...))$time
  expect_equal(last(overrun = TRUE), last() + 3)
  expect_lt(abs(mean(last()) - 25), 4 * 2.5 / sqrt(500))
})

test_that("threads, plain games, folders and joined studies agree; another `overrun` is another study", {
  skip_in_quick()
  b <- pair() |> with_accrual(4, c(3, 1))
  run <- function(..., overrun = TRUE) run_study(b, list(policy_thompson(), policy_ucb1()), 80, seed = 1, keep = c("choices", "scores"), overrun = overrun,
                                                 stop = stop_posterior(0.95, looks = at_times(c(8, 16))), ...)
  whole <- run(reps = 6, threads = 1)
  expect_identical(run(reps = 6, threads = more_threads()), whole)
  expect_identical(withr::with_options(list(unruly.plain = TRUE), run(reps = 6)), whole)
  expect_identical(regret(c(run(reps = 2), run(reps = 4, first_rep = 3))), regret(whole))
  expect_error(c(run(reps = 2), run(reps = 4, first_rep = 3, overrun = FALSE)), "overrun", class = "unruly_error_combination")
  skip_if_not_installed("nanoparquet")
  path <- withr::local_tempfile()
  expect_identical(regret(run(reps = 6, path = path)), regret(whole))
  expect_error(run(reps = 6, path = path, overrun = FALSE), "overrun", class = "unruly_error_path")
  expect_error(run(reps = 6, path = path, overrun = 2), "overrun", class = "unruly_error_path")
  waits <- withr::local_tempfile()
  expect_identical(run(reps = 6, path = waits, overrun = 1 / 3), run(reps = 6, overrun = 1 / 3))
  expect_identical(read_study(waits), run(reps = 6, overrun = 1 / 3))
})

test_that("accrual, times and overrun print", {
  expect_snapshot({
    b <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_accrual(10, 6)
    b
    bandit(arms_bernoulli(c(0.3, 0.6))) |> with_accrual(1 / 3, c(0, 2), "even")
    at_times(c(12, 24))
    stop_glr(looks = at_times(c(12, 24, 36)))
    told <- function(b, overrun) run_study(b, policy_ucb1(), 50, reps = 2, seed = 1, record = 1, overrun = overrun) |>
      print() |> capture.output() |> grep(pattern = "Overrun", value = TRUE)
    told(b, 0)
    told(b, 2.5)
    told(with_delay(bandit(arms_bernoulli(c(0.3, 0.6))), 9), 1)
    told(list(a = b, b = with_delay(bandit(arms_bernoulli(c(0.3, 0.6))), 9)), 3)
    run_study(b, policy_ucb1(), 50, reps = 2, seed = 1, record = 1, overrun = TRUE, stop = stop_posterior(0.99, looks = at_times(4))) |>
      print() |> capture.output() |> grep(pattern = "Stops|Overrun", value = TRUE)
  })
})

test_that("impossible accruals are refused, with the reason", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  expect_errors({
    with_accrual(b)
    with_accrual(b, 0, 1)
    with_accrual(b, 1)
    with_accrual(b, 1, -1)
    with_accrual(b, 1, c(1, 2, 3))
    with_accrual(b, 1, 1, "odd")
    with_accrual(with_accrual(b, 1, 1), 1, 1)
    with_accrual(with_delay(b, 2), 1, 1)
    with_waiting(with_accrual(b, 1, 1), matrix(0.5, 2, 2))
    with_accrual(bandit_mortal(3, 100, 10, prior_uniform(3)), 1, 1)
    with_accrual(bandit_replay(data.frame(arm = c(1, 2), reward = 0)), 1, 1)
    at_times(c(2, 1))
    at_times(-1)
    run_study(b, policy_ucb1(), 10, stop = stop_glr(looks = at_times(3)))
    agent(policy_ucb1(), 2, stop = stop_glr(looks = at_times(3)))
    agent(policy_ucb1(), 2, overrun = TRUE)
    exact_study(with_accrual(b, 1, 1), policy_ucb1(), 5)
    exact_study(b, policy_ucb1(), 5, overrun = TRUE)
    exact_study(b, policy_ucb1(), 5, stop = stop_posterior(looks = at_times(3)))
    run_study(with_spread(b, spread_window(1, 2)), policy_ucb1(), 5, overrun = TRUE)
    run_study(b, policy_ucb1(), 5, overrun = "yes")
    run_study(b, policy_ucb1(), 5, overrun = NA)
    run_study(with_delay(b, 3), policy_ucb1(), 5, overrun = 2.5)
    run_study(with_delay(b, 3), policy_ucb1(), 5, overrun = -1)
    run_study(with_delay(b, 3), policy_ucb1(), 5, overrun = c(1, 2))
    run_study(with_accrual(b, 1, 1), policy_ucb1(), 5, overrun = -0.5)
    run_study(with_accrual(b, 1, 1), policy_ucb1(), 5, overrun = "2 weeks")
    run_study(list(a = with_accrual(b, 1, 1), b = b), policy_ucb1(), 5, overrun = 0.5)
    run_study(with_spread(b, spread_window(1, 2)), policy_ucb1(), 5, overrun = 2)
    plan_study(with_delay(b, 3), policy_ucb1(), 5, overrun = 2.5, path = tempfile())
  })
})
