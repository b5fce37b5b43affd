# Estimates of outcomes within some time, where outcomes come late or never.

# A log with one arm: pulls of these ages, with lags of those that have an outcome.
log_of_ages <- function(lag, age, until = 1000) {
  rows <- order(-age)
  as_log(data.frame(arm = 1, time = until - age[rows], came = until - age[rows] + lag[rows]), outcome_time = came, until = until)
}

# Kaplan and Meier's estimate written from its definition, with Greenwood's error.
literal_kaplan_meier <- function(lag, age, m, level = 0.95) {
  a <- (1 - level) / 2
  old <- sum(age >= m)
  if (old == 0) return(c(NA, NA, 0, 1))
  s <- 1
  spread <- 0
  for (t in sort(unique(lag[!is.na(lag) & lag <= age & lag <= m]))) {
    d <- sum(lag == t & lag <= age, na.rm = TRUE)
    n <- sum(ifelse(is.na(lag) | lag > age, age, lag) >= t)
    s <- s * (1 - d / n)
    spread <- spread + d / (n * (n - d))
  }
  if (s == 1) return(c(0, 0, 0, 1 - a^(1 / old)))
  if (s < 1e-12) return(c(1, 0, a^(1 / old), 1))
  half <- qnorm(1 - a) * sqrt(spread) / abs(log(s))
  c(1 - s, s * sqrt(spread), 1 - s^exp(-half), 1 - s^exp(half))
}

numbers_of <- function(table) unname(unlist(table[c("estimate", "se", "lower", "upper")]))

test_that("Kaplan and Meier's estimate and its interval have the digits of survfit()", {
  lag <- c(2, 3, NA, 5, NA, 8, NA, NA, NA, NA)
  age <- c(20, 20, 3, 20, 8, 20, 9, 12, 12, 12)
  found <- estimates(log_of_ages(lag, age), "kaplan_meier", within = 10)
  expect_equal(numbers_of(found), c(0.4285714286, 0.1637747155, 0.1854278621, 0.7828072976), tolerance = 1e-9)
  expect_equal(found$pulls, 10)
})

test_that("it is that of its definition, with ties, without outcomes, with all, and with no pull that is old enough", {
  skip_on_cran()
  withr::local_seed(4)
  for (i in 1:60) {
    n <- sample(1:30, 1)
    age <- sample(0:12, n, replace = TRUE)
    lag <- ifelse(runif(n) < sample(c(0, 0.5, 1), 1), sample(0:9, n, replace = TRUE), NA)
    lag[!is.na(lag) & lag > age] <- NA
    within <- c(0, 2, 6, 12, 20)
    wanted <- vapply(within, function(m) literal_kaplan_meier(lag, age, m), numeric(4))
    expect_equal(numbers_of(estimates(log_of_ages(lag, age), "kaplan_meier", within = within)), c(t(wanted)), tolerance = 1e-9)
  }
})

test_that("a rate has the exact interval of a Poisson number", {
  log <- as_log(data.frame(arm = 1, time = 1:100, came = c(1:7, rep(NA, 93))), outcome_time = came, until = 100)
  found <- estimates(log, "rate", delay = 0)
  expect_equal(numbers_of(found), c(0.07, sqrt(7) / 100, 0.02814363, 0.14422676), tolerance = 1e-6)
  expect_equal(numbers_of(estimates(log, "rate", delay = 0, within = 3))[1], 0.07)
})

laws <- function() list(
  fixed = list(delay = list(5, 20), F = function(m) as.double(m >= c(5, 20))),
  table = list(delay = rbind(c(0.5, 0.25, 0.25), c(0, 0, 1)), F = function(m) c(sum(c(0.5, 0.25, 0.25)[seq_len(min(m, 3))]), as.double(m >= 3))),
  geometric = list(delay = delay_geometric(c(10, 40)), F = function(m) 1 - (1 - 1 / c(10, 40))^m),
  longest = list(delay = delay_geometric(c(10, 40), longest = 12), F = function(m) 1 - (1 - 1 / c(10, 40))^min(m, 12))
)

test_that("the truth is theta (1 - never) F(m), and rates divide by the exposure of the law", {
  skip_on_cran()
  theta <- c(0.4, 0.6)
  for (law in laws()) for (zero in list(NULL, Inf)) {
    b <- bandit(arms_bernoulli(theta)) |> with_delay(law$delay, zero = zero, never = c(0.2, 0))
    study <- run_study(b, policy_uniform(), 200, reps = 2, seed = 3, keep = "choices", progress = FALSE)
    found <- estimates(study, c("naive", "kaplan_meier", "rate"), within = c(2, 15))
    for (m in c(2, 15)) {
      share <- theta * c(0.8, 1) * law$F(m)
      now <- found[found$within == m, ]
      expect_equal(now$truth[now$method != "rate"], rep(share, 4))
      expect_equal(now$truth[now$method == "rate"], rep(theta, 2))
      made <- choices(study)
      made$age <- 200 - made$round
      made$lag <- made$shown - made$round
      came <- made$reward != 0 & !is.na(made$lag) & made$lag <= pmin(made$age, m)
      key <- function(x) factor(paste(x$rep, x$arm), c("1 1", "1 2", "2 1", "2 2"))
      exposure <- vapply(seq_len(nrow(made)), function(i) (c(0.8, 1) * law$F(min(made$age[i], m)))[made$arm[i]], 0)
      rate <- as.vector(tapply(came, key(made), sum) / tapply(exposure, key(made), sum))
      expect_equal(now$estimate[now$method == "rate"], rate)
      old <- made$age >= m
      expect_equal(now$estimate[now$method == "naive"], as.vector(tapply(came[old], key(made)[old], mean)))
      lags <- ifelse(made$reward != 0, made$lag, NA)
      by_hand <- lapply(split(seq_len(nrow(made)), key(made)), function(i) literal_kaplan_meier(lags[i], made$age[i], m))
      expect_equal(numbers_of(now[now$method == "kaplan_meier", ]), as.vector(do.call(rbind, by_hand)), tolerance = 1e-9)
    }
  }
})

test_that("games of a study, its logs and agents are estimated alike; a rule may have stopped them", {
  skip_on_cran()
  b <- bandit(arms_bernoulli(c(a = 0.4, b = 0.6))) |> with_delay(delay_geometric(10), zero = Inf)
  for (stop in list(NULL, stop_at(120))) {
    study <- run_study(b, policy_exp3(), 200, reps = 2, seed = 3, keep = "choices", stop = stop, progress = FALSE)
    methods <- c("naive", "sequence", "aipw", "kaplan_meier")
    all <- suppressWarnings(estimates(study, methods, within = 12))
    expect_equal(unique(all$round), if (is.null(stop)) 200 else 120)
    for (rep in 1:2) {
      log <- as_log(study, rep = rep)
      of_log <- suppressWarnings(estimates(log, methods, within = 12, weights = "uniform", family = "bernoulli", range = c(0, 1)))
      mine <- all[all$rep == rep, ]
      for (column in c("arm", "pulls", "estimate", "se", "lower", "upper", "effective")) expect_equal(mine[[column]], of_log[[column]])
    }
  }
  twice <- list(one = b, other = bandit(arms_bernoulli(c(0.5, 0.1))) |> with_delay(4))
  both <- run_study(twice, policy_exp3(), 100, reps = 2, seed = 3, keep = "choices", progress = FALSE)
  alone <- run_study(twice[2], policy_exp3(), 100, reps = 2, seed = 3, keep = "choices", progress = FALSE)
  columns <- c("pulls", "truth", "estimate", "se", "lower", "upper")
  found <- suppressWarnings(estimates(both, within = 10))
  expect_equal(found[found$bandit == "other", columns], suppressWarnings(estimates(alone, within = 10))[columns], ignore_attr = TRUE)
  helper <- agent(policy_exp3(), c("a", "b"), horizon = 50, seed = 1)
  for (i in 1:20) agent_choose(helper) -> arm
  agent_learn(helper, agent_decisions(helper)$arm[3], 1, ticket = 3)
  expect_equal(estimates(helper, "kaplan_meier", within = 17)$pulls, as.vector(table(factor(agent_decisions(helper)$arm, c("a", "b")))))
})

test_that("the estimate for times lived is P(X > m), and the rate the hazard", {
  skip_in_quick()
  plain <- bandit(arms_survival(c(12, 17), limit = 24))
  for (b in list(plain, with_accrual(plain, 5))) {
    study <- suppressWarnings(run_study(b, policy_uniform(), 80, reps = 2, seed = 3, keep = "choices", progress = FALSE))
    found <- estimates(study, c("kaplan_meier", "rate"), within = c(3, 10))
    made <- choices(study)
    ends <- if (is.null(made[["time"]])) rep(Inf, 2) else tapply(made$time, made$rep, max)
    age <- pmin(24, if (is.null(made[["time"]])) rep(Inf, nrow(made)) else ends[made$rep] - made$time)
    key <- factor(paste(made$rep, made$arm), c("1 1", "1 2", "2 1", "2 2"))
    for (m in c(3, 10)) {
      now <- found[found$within == m & found$method == "kaplan_meier", ]
      lags <- ifelse(made$reward < 24 & made$reward <= age, made$reward, NA)
      by_hand <- do.call(rbind, lapply(split(seq_len(nrow(made)), key), function(i) literal_kaplan_meier(lags[i], age[i], m)))
      expect_equal(unname(cbind(now$estimate, now$se, now$lower, now$upper)), unname(cbind(1 - by_hand[, 1], by_hand[, 2], 1 - by_hand[, 4], 1 - by_hand[, 3])),
                   tolerance = 1e-9)
      expect_equal(now$truth, rep(2^(-m / c(12, 17)), 2))
      rates <- found[found$within == m & found$method == "rate", ]
      events <- tapply(!is.na(lags) & lags <= m, key, sum)
      expect_equal(rates$estimate, as.vector(events / tapply(pmin(made$reward, age, m), key, sum)))
      expect_equal(rates$truth, rep(log(2) / c(12, 17), 2))
    }
  }
})

test_that("comparisons rest on the same pulls", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(a = 0.4, b = 0.6))) |> with_delay(delay_geometric(10), zero = Inf)
  study <- run_study(b, policy_uniform(), 300, reps = 2, seed = 3, keep = "choices", progress = FALSE)
  found <- compare_arms(study, control = "a", within = 30)
  alone <- estimates(study, "sequence", within = 30)
  expect_equal(found$estimate, alone$estimate[c(2, 4)] - alone$estimate[c(1, 3)])
  expect_equal(found$truth, rep(0.2 * (1 - 0.9^30), 2))
  log <- as_log(study)
  expect_equal(compare_arms(log, control = "a", within = 30, family = "bernoulli")$e_value, found$e_value[1])
  expect_equal(compare_arms(log, control = "a", within = 30, method = "aipw")$arm, factor("b", c("a", "b")))
})

test_that("a log without rewards has one for each date, and keeps its dates", {
  data <- data.frame(arm = c("x", "y", "x"), time = as.Date("2026-11-01") + 0:2, paid = as.Date(c("2026-11-03", NA, NA)))
  log <- as_log(data, outcome_time = paid, until = as.Date("2026-12-01"))
  expect_equal(as_tibble(log)$reward, c(1, 0, 0))
  expect_equal(as_tibble(log)$outcome_time - as_tibble(log)$time, c(2 * 86400, NA, NA))
  expect_equal(log$until, as.numeric(as.Date("2026-12-01")) * 86400)
  expect_equal(as_log(data, outcome_time = paid)$until, max(as.numeric(data$time)) * 86400)
})

test_that("dates of outcomes are read from strings as times are, without a warning, and NaN is no date", {
  data <- data.frame(arm = "x", time = c("2026-11-01", "2026-11-02 12:00"), paid = c(NA, "2026-11-03"))
  expect_silent(log <- as_log(data, outcome_time = paid))
  expect_equal(as_tibble(log)$outcome_time, c(NA, as.numeric(as.Date("2026-11-03")) * 86400))
  wrong <- data.frame(arm = 1, time = 1:3, came = c(2, NA, NaN))
  expect_errors({
    as_log(wrong, outcome_time = came)
    as_log(transform(data, paid = c(NA, "soon")), outcome_time = paid)
    as_log(transform(data, paid = c("2026-11-03", "")), outcome_time = paid)
  })
})

test_that("studies and agents date the outcomes of their logs", {
  b <- bandit(arms_bernoulli(c(0.4, 0.6))) |> with_delay(delay_geometric(10), never = 0.2)
  study <- run_study(b, policy_uniform(), 60, reps = 1, seed = 3, keep = "choices", progress = FALSE)
  log <- as_tibble(as_log(study))
  made <- choices(study)
  seen <- !is.na(made$shown) & made$shown <= 60
  expect_equal(log$outcome_time, ifelse(seen, made$shown, NA))
  expect_equal(log$reward, ifelse(seen, made$reward, NA))
  expect_null(as_log(run_study(bandit(arms_bernoulli(0.4)), policy_uniform(), 5, reps = 1, seed = 1))$outcome_time)
})

test_that("quantities that cannot be estimated, and wrong dates, are refused", {
  silent <- bandit(arms_bernoulli(c(0.4, 0.6))) |> with_delay(delay_geometric(10), zero = Inf)
  study <- run_study(silent, policy_uniform(), 60, reps = 1, seed = 3, progress = FALSE)
  kept <- run_study(silent, policy_uniform(), 60, reps = 1, seed = 3, keep = "choices", progress = FALSE)
  data <- data.frame(arm = 1, time = 1:3, came = c(2, NA, 3), reward = c(1, 0, 0))
  expect_errors({
    estimates(study, "kaplan_meier", within = 5)
    estimates(kept, "kaplan_meier")
    estimates(kept, within = -1)
    estimates(kept, "rate", within = 5, delay = "late")
    estimates(kept, "naive", within = 5, at = "all")
    estimates(as_log(data, reward = NULL, outcome_time = came), "rate")
    estimates(as_log(data), "kaplan_meier", within = 5)
    compare_arms(kept, control = 1, within = c(5, 6))
    as_log(data, until = 9)
    as_log(data, outcome_time = came, until = 2.5)
    as_log(data.frame(arm = 1, time = 1:2, came = c(0, NA)), outcome_time = came)
    as_log(data.frame(arm = 1, time = 1:2, came = c(1, NA), reward = c(1, 0.5)), outcome_time = came)
    as_log(data.frame(arm = 1, came = c(1, NA)), outcome_time = came)
  })
})

test_that("ages may be lengths of time where the log has dates, and are refused where there is no unit", {
  days <- function(x) as.difftime(x, units = "days")
  dates <- data.frame(arm = rep(c("a", "b"), 5), time = as.Date("2026-11-01") + 0:9, came = as.Date(c("2026-11-04", rep(NA, 9))))
  log <- as_log(dates, outcome_time = came, until = as.Date("2026-12-01"))
  expect_identical(estimates(log, "kaplan_meier", within = days(c(2, 5))), estimates(log, "kaplan_meier", within = c(2, 5) * 86400))
  expect_identical(estimates(log, "kaplan_meier", within = as.difftime(1, units = "weeks"))$within, rep(7 * 86400, 2))
  compared <- compare_arms(log, control = "a", within = days(5), family = "bernoulli")
  expect_identical(compared, compare_arms(log, control = "a", within = 5 * 86400, family = "bernoulli"))
  numbered <- data.frame(arm = 1:2, time = 1:4, came = c(2, NA, 3, NA))
  texts <- transform(dates, time = format(time), came = format(came))
  expect_identical(as_log(texts, outcome_time = came)$unit, "seconds")
  learner <- agent(policy_ucb1(), c("a", "b"), seed = 1)
  agent_learn(learner, agent_choose(learner), 1)
  kept <- run_study(bandit(arms_bernoulli(c(0.4, 0.6))), policy_uniform(), 9, reps = 1, seed = 3, keep = "choices")
  expect_errors({
    estimates(as_log(numbered, outcome_time = came), within = days(5))
    estimates(learner, within = days(5))
    compare_arms(kept, control = 1, within = days(5))
    estimates(log, within = days(-1))
    policy_matured(policy_ucb1(), days(5))
  })
})

test_that("estimates by age are drawn as steps", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  silent <- bandit(arms_bernoulli(c(0.4, 0.6))) |> with_delay(delay_geometric(10), zero = Inf)
  study <- run_study(silent, policy_uniform(), 60, reps = 2, seed = 3, keep = "choices", progress = FALSE)
  found <- estimates(study, "kaplan_meier", within = 1:20)
  drawn <- ggplot2::ggplot_build(ggplot2::autoplot(found))$data[[2]]
  expect_equal(sort(drawn$y), sort(found$estimate[found$rep == 1]))
  caption <- function(x) ggplot2::autoplot(x)$labels$caption
  expect_identical(caption(found), "Replication 1 of 2; bands: 95% intervals")
  single <- estimates(study, "kaplan_meier", within = 1:20, level = 0.9)
  expect_identical(caption(single[single$rep == 1, ]), "One replication; bands: 90% intervals")
  expect_error(ggplot2::autoplot(found, "coverage"), class = "unruly_error_argument")
  expect_s3_class(ggplot2::autoplot(estimates(study, c("naive", "rate"), within = c(3, 9))), "ggplot")
})

test_that("estimates of a log say that no outcome came within an age, as where days were meant", {
  data <- data.frame(arm = 1, time = as.Date("2026-11-01") + 0:9, came = as.Date(c("2026-11-04", rep(NA, 9))))
  log <- as_log(data, outcome_time = came)
  expect_message(estimates(log, "kaplan_meier", within = 5), "least lag is 259,?200.*seconds", class = "unruly_message_within")
  expect_no_message(estimates(log, "kaplan_meier", within = 5 * 86400), class = "unruly_message_within")
  expect_match(format(log)[2], "1 outcome dated")
})

test_that("estimates, comparisons and summaries of a dated log tell of outcomes that have not come, once each, and of no others", {
  skip_in_quick()
  day <- 86400
  data <- data.frame(item = rep(c("a", "b"), 10), time = as.Date("2026-11-01") + 0:19)
  data$came <- replace(data$time + 3, c(1:4, 17:20), NA)
  log <- as_log(data, arm = item, outcome_time = came, until = as.Date("2026-12-01"))
  told <- function(code) {
    count <- 0
    text <- NULL
    withCallingHandlers(code, message = function(m) {
      if (inherits(m, "unruly_message_open")) {
        count <<- count + 1
        text <<- conditionMessage(m)
      }
      tryInvokeRestart("muffleMessage")
    })
    expect_lte(count, 1)
    text
  }
  for (text in list(told(estimates(log)), told(compare_arms(log, control = "a")), told(summary(log)), told(estimates(log, c("naive", "rate"), delay = 0)))) {
    expect_match(text, "^8 of 20 outcomes had not come when the log was cut, and were counted as 0.*as.difftime\\(3, units = \"days\"\\)")
  }
  expect_null(told(estimates(log, within = 5 * day)))
  expect_null(told(estimates(log, "rate", delay = delay_geometric(5 * day))))
  expect_null(told(compare_arms(log, control = "a", within = 5 * day)))
  expect_null(told(estimates(as_log(data[5:16, ], arm = item, outcome_time = came))))
  expect_null(told(estimates(data.frame(arm = 1:2, reward = c(1, 0, 1, NA)))))
  unknown <- transform(data, reward = ifelse(is.na(came), NA, 1))
  expect_match(told(estimates(as_log(unknown, arm = item, outcome_time = came), "naive")), "8 of 20 outcomes .* were left out")
  mixed <- transform(unknown, reward = replace(reward, 1, 0))
  expect_match(told(estimates(as_log(mixed, arm = item, outcome_time = came), "naive")), "counted as 0 \\(1\\) or left out \\(7\\)")
  numbers <- data.frame(arm = 1:2, time = 1:10, came = c(7, rep(NA, 9)))
  expect_match(told(summary(as_log(numbers, outcome_time = came))), "9 of 10 outcomes.*within `6`")
  none <- told(summary(as_log(data.frame(arm = 1, time = 1:2, came = NA), outcome_time = came)))
  expect_match(none, "2 of 2 outcomes")
  expect_match(format(log)[2], "12 outcomes dated; 8 open")
})

# An agent to which nobody reports zeros: of its decisions every fifth is reported, at once.
told_of_ones <- function(policy, decisions = 50) {
  helper <- agent(policy, c("a", "b"), seed = 1)
  for (i in seq_len(decisions)) {
    arm <- agent_choose(helper)
    if (i %% 5 == 0) agent_learn(helper, arm, 1)
  }
  helper
}

test_that("estimates of an agent count silence by the age that its policy states, and say so", {
  skip_in_quick()
  helper <- told_of_ones(policy_floor(policy_matured(policy_thompson(), 10), 0.2))
  expect_message(found <- suppressWarnings(estimates(helper, c("naive", "kaplan_meier"))), "`within = 10`", class = "unruly_message_open")
  expect_no_message(same <- estimates(helper, c("naive", "kaplan_meier"), within = 10), class = "unruly_message_open")
  expect_identical(found, same)
  expect_lt(max(found$estimate), 1)
  expect_message(compared <- compare_arms(helper, control = "a"), class = "unruly_message_open")
  expect_identical(compared, compare_arms(helper, control = "a", within = 10))
  estimated <- told_of_ones(policy_conversion("estimated", within = 20))
  expect_message(estimates(estimated, "naive"), "`within = 20`", class = "unruly_message_open")
})

test_that("an agent whose policy counts by the law of the lags has rates by this law, and its means are said to be of what was reported", {
  skip_in_quick()
  helper <- told_of_ones(policy_conversion(delay_geometric(c(b = 3, a = 30))))
  expect_message(found <- estimates(helper, "naive"), "40 of 50 outcomes had not been reported.*\"rate\"", class = "unruly_message_open")
  expect_equal(found$estimate, c(1, 1))
  expect_no_message(rates <- estimates(helper, "rate"))
  expect_identical(rates, estimates(helper, "rate", delay = delay_geometric(c(a = 30, b = 3))))
  expect_output(print(helper), "40 rewards not reported yet, and not in its means")
  plain <- agent(policy_ucb1(), c("a", "b"), seed = 1)
  for (reward in c(0, 1, 0)) agent_learn(plain, agent_choose(plain), reward)
  agent_choose(plain)
  expect_no_message(estimates(plain, "naive"), class = "unruly_message_open")
  shouting <- told_of_ones(policy_exp3(gamma = 0.1))
  expect_message(estimates(shouting, "naive"), "40 of 50", class = "unruly_message_open")
})

# Twenty days of clicks in dates, of which each other converts three days later.
dated_clicks <- function() {
  data <- data.frame(item = rep(c("a", "b"), 10), time = as.Date("2026-11-01") + 0:19)
  as_log(transform(data, came = replace(time + 3, c(1:4, 17:20), NA)), arm = item, outcome_time = came, until = as.Date("2026-12-01"))
}

test_that("the mean of a law of lags may be a length of time where the log has dates; a number is said to be in seconds", {
  log <- dated_clicks()
  days <- function(x) as.difftime(x, units = "days")
  law <- delay_geometric(days(5))
  expect_identical(format(law), "<delay> rewards shown late, geometric with mean 432000 seconds")
  expect_no_message(found <- estimates(log, "rate", delay = law), class = "unruly_message_unit")
  expect_message(same <- estimates(log, "rate", delay = delay_geometric(5 * 86400)), "seconds", class = "unruly_message_unit")
  expect_equal(found, same)
  expect_no_message(estimates(log, "rate", delay = 0), class = "unruly_message_unit")
  by_arm <- estimates(log, "rate", delay = delay_geometric(days(c(b = 5, a = 1)), longest = days(9)))
  expect_equal(by_arm, suppressMessages(estimates(log, "rate", delay = delay_geometric(c(1, 5) * 86400, longest = 9 * 86400))))
  numbered <- as_log(data.frame(arm = 1, time = 1:2, came = c(2, NA)), outcome_time = came)
  pair <- bandit(arms_bernoulli(c(0.4, 0.6)))
  expect_errors({
    estimates(numbered, "rate", delay = law)
    estimates(log, "rate", delay = days(5))
    with_delay(pair, law)
    with_delay(pair, 5, zero = law)
    policy_conversion(law)
    delay_geometric(days(5), longest = 9)
    delay_geometric(9, longest = days(5))
    delay_geometric(days(0))
    estimates(log, within = "7 days")
    estimates(numbered, within = "7 days")
  })
})

test_that("rates that are NA, and outcomes that came before the law of the lags has any, are explained", {
  skip_in_quick()
  log <- dated_clicks()
  expect_message(found <- estimates(log, "rate", within = 2 * 86400, delay = delay_geometric(as.difftime(c(a = 1, b = 1), units = "days"))), class = "unruly_message_within")
  expect_warning(none <- estimates(log, "rate", delay = 40 * 86400), "law.*12 outcomes", class = "unruly_warning_law")
  expect_true(all(is.na(none$estimate)))
  slow <- delay_geometric(as.difftime(900, units = "days"))
  expect_warning(estimates(log, "rate", delay = slow), "more than one outcome per pull: \"a\", \"b\"", class = "unruly_warning_law")
  numbers <- as_log(data.frame(arm = rep(1:2, 5), time = 1:10, came = c(1:9 + 0.2, NA)), outcome_time = came)
  expect_no_warning(estimates(numbers, "rate", delay = delay_geometric(2)))
  early <- as_log(data.frame(arm = rep(1:2, 5), time = 1:10, came = NA, reward = 0), outcome_time = came)
  expect_message(estimates(early, "rate", delay = 40), "NA for arms \"1\", \"2\"", class = "unruly_message_exposure")
  expect_message(estimates(early, "rate", delay = list(40, 1)), "NA for arm \"1\"", class = "unruly_message_exposure")
})

test_that("prints of estimates say what a rate and a share within an age are, and in which unit ages are", {
  skip_in_quick()
  found <- estimates(dated_clicks(), c("kaplan_meier", "rate"), within = 5 * 86400, delay = delay_geometric(as.difftime(1, units = "days")))
  said <- pillar::tbl_sum(found)
  expect_match(said[["within"]], "seconds")
  expect_match(said[["kaplan_meier"]], "within")
  expect_match(said[["rate"]], "ever")
  expect_named(pillar::tbl_sum(estimates(dated_clicks(), "naive", within = 5 * 86400)), c("Estimates", "within"))
  lives <- estimates(run_study(bandit(arms_survival(c(12, 17), limit = 24)), policy_uniform(), 80, reps = 1, seed = 3, keep = "choices", progress = FALSE), c("kaplan_meier", "rate"), within = 3)
  expect_match(pillar::tbl_sum(lives)[["kaplan_meier"]], "survival")
  expect_match(pillar::tbl_sum(lives)[["rate"]], "hazard")
  expect_named(pillar::tbl_sum(lives[lives$method == "rate", ]), c("Estimates", "rate"))
})
