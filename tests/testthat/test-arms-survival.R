# Times lived, alone and of patients who arrive over time.

test_that("the four means have their digits, and draws have the law", {
  skip_in_quick()
  means <- function(...) instances(run_study(bandit(arms_survival(12, ...)), policy_fixed(), 1, reps = 1, seed = 1))$mean
  expect_equal(c(means(limit = 24), means(), means(shape = 2, limit = 24)),
               c(12.984255368, 17.3123404907, 12.5368879158), tolerance = 1e-11)
  expect_equal(means(shape = 0.7, limit = 36), 16.1962393551, tolerance = 1e-11)
  for (shape in c(1, 0.7, 2)) for (limit in c(Inf, 15)) {
    study <- run_study(bandit(arms_survival(12, shape, limit)), policy_fixed(), 4000, reps = 1, seed = 5, keep = "choices", progress = FALSE)
    x <- choices(study)$reward
    expect_equal(max(x) == limit, is.finite(limit))
    inner <- x[x < limit]
    below <- function(q) (1 - 2^-((q / 12)^shape)) / (1 - 2^-((limit / 12)^shape))
    expect_gt(stats::ks.test(inner, below)$p.value, 1e-3)
    expect_lt(abs(mean(x == limit) - 2^-((limit / 12)^shape)), 4 * sqrt(0.25 / 4000))
    expect_null(choices(study)[["event"]])
  }
})

# In which round each patient's death is known, written from the statement.
test_that("with accrual the outcome of patient i is known at A_i + reward", {
  skip_in_quick()
  b <- bandit(arms_survival(c(a = 5, b = 9), limit = 12))
  for (arrivals in c("poisson", "even")) for (overrun in list(FALSE, TRUE, 2)) {
    study <- run_study(with_accrual(b, 3, arrivals = arrivals), policy_uniform(), 60, reps = 2, seed = 7, keep = "choices",
                       overrun = overrun, progress = FALSE)
    for (rep in 1:2) {
      made <- choices(study)[choices(study)$rep == rep, ]
      arrived <- literal_arrivals(61, 3, arrivals, 7, rep)
      expect_equal(made$time, arrived[made$round], tolerance = 1e-12)
      expect_equal(made$event, made$reward < 12)
      wanted <- literal_shown_in(made$round, made$reward, arrived)
      seen <- is.finite(wanted)
      expect_equal(made$shown[seen], wanted[seen])
      expect_true(all(made$shown[!seen] >= 60))
      last <- regret(study)$time[regret(study)$rep == rep]
      expect_equal(last[length(last)], if (overrun > 0) min(max(made$time + made$reward), made$time[60] + if (overrun == 2) 2 else Inf) else made$time[60], tolerance = 1e-12)
    }
  }
})

test_that("policies that take early deaths for a fair sample are named; what does not fit is refused", {
  b <- bandit(arms_survival(c(5, 9), limit = 12))
  expect_warning(run_study(with_accrual(b, 3), policy_ucb1(), 20, reps = 1, seed = 1), class = "unruly_warning_outcomes")
  expect_errors({
    with_accrual(b, 3, follow_up = 2)
    with_accrual(bandit(arms_bernoulli(c(0.2, 0.3))), 3)
    arms_survival(-1)
    arms_survival(c(1, 2), shape = 0)
    arms_survival(c(1, 2), limit = 0)
    with_delay(b, 3, zero = 5)
  })
})

test_that("survival arms print and are drawn", {
  expect_output(print(arms_survival(c(12, 17), limit = 24)), "2 survival arms", fixed = TRUE)
})

# ---- policies by hazards --------------------------------------------------------------------

# P(each of some hazards is the least), by R's quadrature.
literal_least_hazard <- function(events, time) {
  if (sum(events) == 0) return(rep(1 / length(events), length(events)))
  a <- 1 + events
  b <- time + sum(time) / sum(events)
  vapply(seq_along(a), function(k) {
    to <- stats::qgamma(1 - 1e-12, a[k], b[k])
    stats::integrate(function(h) {
      all <- stats::dgamma(h, a[k], b[k])
      for (j in seq_along(a)[-k]) all <- all * stats::pgamma(h, a[j], b[j], lower.tail = FALSE)
      all
    }, 0, to, rel.tol = 1e-9, subdivisions = 1000)$value
  }, 0)
}

# What is known before round t of one game: events and time at risk by arm, `now` being when the patient of that round comes, or
# the first one of its batch; NA without accrual: all that was played has been shown.
literal_followed <- function(made, t, now, arms) {
  past <- made[made$round < t, ]
  lived <- if (is.na(now)) past$reward else pmax(pmin(past$reward, now - past$time), 0)
  over <- if (is.na(now)) past$ended else past$ended & past$time + past$reward <= now + 1e-12
  sums <- function(x) vapply(seq_len(arms), function(k) sum(x[past$arm == k]), 0)
  list(events = sums(over), time = sums(lived))
}

one_survival_game <- function(b, policy, horizon, seed = 3) {
  study <- run_study(b, policy, horizon, reps = 1, seed = seed, keep = "choices", record = 1, progress = FALSE)
  made <- choices(study)
  made$arm <- as.integer(made$arm)
  made$ended <- made$reward < rep_len(b$arms$parameters$limit, b$arms$count)[made$arm]
  made
}

test_that("Thompson sampling by hazards has the propensities of its posteriors", {
  skip_in_quick()
  arms <- arms_survival(c(a = 5, b = 9, c = 6), limit = c(12, 20, 12))
  worlds <- list(bandit(arms), bandit(arms) |> with_accrual(3), bandit(arms) |> with_accrual(3, arrivals = "even"),
                 bandit(arms) |> with_accrual(3) |> with_batches(10))
  size <- c(1, 1, 1, 10)
  for (i in seq_along(worlds)) {
    made <- one_survival_game(worlds[[i]], policy_thompson(), 70)
    arrived <- if (i > 1) literal_arrivals(71, 3, if (i == 3) "even" else "poisson", 3, 1)
    off <- vapply(seq_len(70), function(t) {
      now <- if (i > 1) arrived[(t - 1) %/% size[i] * size[i] + 1] else NA
      seen <- literal_followed(made, t, now, 3)
      made$propensity[t] - literal_least_hazard(seen$events, seen$time)[made$arm[t]]
    }, 0)
    expect_lt(max(abs(off)), 1e-6)
    expect_gt(length(unique(made$propensity)), 10)
  }
})

test_that("its draws have these propensities", {
  skip_in_quick()
  b <- bandit(arms_survival(c(5, 9, 6), limit = 12)) |> with_accrual(3)
  study <- run_study(b, policy_thompson(), 60, reps = 600, seed = 4, keep = "choices", record = 60, progress = FALSE)
  last <- choices(study)[choices(study)$round == 60, ]
  # Each choice has a propensity p with mean sum p^2 over arms; of those below one half as many are made as are likely.
  first <- choices(study)[choices(study)$round == 1, ]
  expect_lt(max(abs(table(first$arm) / 600 - 1 / 3)), 4 * sqrt(2 / 9 / 600))
  expect_lt(abs(mean(1 / last$propensity) - 3), 4 * stats::sd(1 / last$propensity) / sqrt(600))
})

test_that("allocation by hazards weighs arms by its posteriors", {
  skip_in_quick()
  arms <- arms_survival(c(control = 5, b = 9, c = 6), limit = 12)
  b <- bandit(arms) |> with_accrual(3)
  policies <- list(policy_allocation("best", power = 1), policy_allocation("best", power = 0.5, rule = "block", block = 6),
                   policy_allocation("better", control = 1, power = 2, control_share = 0.3))
  arrived <- literal_arrivals(61, 3, "poisson", 3, 1)
  for (i in c(1, 3)) {
    made <- one_survival_game(b, policies[[i]], 60)
    off <- vapply(seq_len(60), function(t) {
      seen <- literal_followed(made, t, arrived[t], 3)
      if (i == 1) share <- literal_least_hazard(seen$events, seen$time) else {
        a <- 1 + seen$events
        rate <- seen$time + sum(seen$time) / sum(seen$events)
        better <- if (sum(seen$events) == 0) c(1, 1) else
          stats::pbeta(rate[2:3] / (rate[2:3] + rate[1]), a[2:3], a[1])^2
        share <- c(0.3, 0.7 * better / sum(better))
      }
      made$propensity[t] - share[made$arm[t]]
    }, 0)
    expect_lt(max(abs(off)), 1e-6)
  }
  blocks <- one_survival_game(b, policies[[2]], 60)
  expect_equal(nrow(blocks), 60)
  same <- function(options) {
    study <- withr::with_options(options, run_study(b, policies, 80, reps = 3, seed = 1, keep = "choices", progress = FALSE))
    choices(study)
  }
  expect_identical(same(list(unruly.plain = TRUE)), same(list(unruly.plain = FALSE)))
})

test_that("the arm named is that of fewest events per time at risk", {
  skip_in_quick()
  b <- bandit(arms_survival(c(5, 9, 6), limit = 12)) |> with_accrual(3)
  study <- run_study(b, list(policy_thompson(), policy_allocation("best")), 60, reps = 20, seed = 6, keep = "choices", progress = FALSE)
  named <- recommendations(study)
  for (i in seq_len(nrow(named))) {
    made <- choices(study)
    made <- made[made$policy == named$policy[i] & made$rep == named$rep[i], ]
    made$ended <- made$event
    seen <- literal_followed(made, 61, literal_arrivals(61, 3, "poisson", 6, named$rep[i])[61], 3)
    expect_equal(as.integer(named$arm[i]), which.min(seen$events / seen$time))
  }
})

test_that("hazards are for times lived only, and nobody is warned who goes by them", {
  b <- bandit(arms_survival(c(5, 9), limit = 12)) |> with_accrual(3)
  expect_no_warning(run_study(b, list(policy_thompson(), policy_allocation("best"), policy_allocation()), 20, reps = 1, seed = 1))
  expect_warning(run_study(b, policy_thompson("gaussian", sd = 6), 20, reps = 1, seed = 1), class = "unruly_warning_outcomes")
  expect_errors({
    run_study(bandit(arms_bernoulli(c(0.2, 0.3))), policy_thompson("survival"), 10, reps = 1, seed = 1)
    agent(policy_thompson("survival"), c("a", "b"))
    policy_allocation("neyman", family = "survival")
    policy_thompson("survival", sd = 1)
    run_study(bandit(arms_bernoulli(c(0.2, 0.3))), policy_uniform(), 10, reps = 1, seed = 1, stop = stop_posterior(family = "survival"))
    run_study(b, policy_uniform(), 10, reps = 1, seed = 1, graduate = stop_posterior(margin = 1))
    run_study(b, policy_uniform(), 10, reps = 1, seed = 1, graduate = stop_posterior(concurrent = TRUE))
  })
})

# Rules by hazards, asked at the end of each round of one game.
test_that("rules stop and take arms out by the posteriors of hazards", {
  skip_in_quick()
  b <- bandit(arms_survival(c(control = 3, b = 12, c = 4), limit = 20)) |> with_accrual(3)
  arrived <- function(rep) literal_arrivals(121, 3, "poisson", 8, rep)
  chances <- function(made, t, rep) {
    made$ended <- made$event
    seen <- literal_followed(made, t + 1, arrived(rep)[t + 1], 3)
    shown <- vapply(1:3, function(k) sum(made$shown[made$arm == k] <= t), 0)
    a <- 1 + seen$events
    rate <- seen$time + sum(seen$time) / sum(seen$events)
    list(best = if (all(shown > 0)) literal_least_hazard(seen$events, seen$time) else rep(0, 3), named = which.min(seen$events / seen$time),
         better = if (shown[1] > 0) ifelse(shown > 0, stats::pbeta(rate / (rate + rate[1]), a, a[1]), NA) else rep(NA, 3))
  }
  play <- function(...) suppressWarnings(run_study(b, policy_allocation(), 120, reps = 8, seed = 8, keep = "choices", progress = FALSE, ...))
  study <- play(stop = stop_posterior(0.9))
  named <- recommendations(study)
  expect_true(any(named$stopped))
  for (i in seq_len(nrow(named))) {
    made <- choices(study)[choices(study)$rep == named$rep[i], ]
    made$arm <- as.integer(made$arm)
    last <- named$round[i]
    holds <- vapply(seq_len(last), function(t) { found <- chances(made, t, named$rep[i]); found$best[found$named] > 0.9 }, NA)
    expect_equal(which(holds), if (named$stopped[i]) last else integer())
    if (named$stopped[i]) expect_equal(as.integer(named$arm[i]), chances(made, last, named$rep[i])$named)
  }
  study <- play(graduate = stop_posterior(0.9), drop = stop_posterior(below = 0.02, control = 1))
  out <- exits(study)
  expect_true(all(c("graduated", "dropped") %in% out$cause) || "graduated" %in% out$cause)
  for (rep in unique(out$rep)) {
    made <- choices(study)[choices(study)$rep == rep, ]
    made$arm <- as.integer(made$arm)
    first <- out[out$rep == rep, ][1, ]
    found <- vapply(seq_len(first$round), function(t) chances(made, t, rep)$better[2:3], numeric(2))
    reached <- found > 0.9 | found < 0.02
    expect_equal(min(which(colSums(reached, na.rm = TRUE) > 0)), first$round)
  }
})
