# A user's own data frame: columns by name, and what they say in many forms.

own_log <- function() {
  data.frame(item = c("b", "a", "b", "a"), click = c(TRUE, FALSE, FALSE, TRUE), ts = as.Date("2026-11-22") + 0:3,
             p = c(0.5, 0.5, 0.5, 0.5), age = c(20, 30, 40, 50), region = c("north", "south", "north", "east"),
             candidates = "a b c")
}

log_read <- function(log, ...) {
  b <- suppressWarnings(bandit_replay(log, ...))
  c(trait_of(b, "replay"), list(names = b$arms$names))
}

test_that("columns are named without quotes, or as texts, and are those that were meant", {
  read <- log_read(own_log(), arm = item, reward = click, time = ts, pool = candidates, propensity = p, context = c(age, region))
  expect_equal(read$names, c("a", "b", "c"))
  expect_equal(read$shown, c(2, 1, 2, 1))
  expect_equal(read$reward, c(1, 0, 0, 1))
  expect_equal(read$propensity, rep(0.5, 4))
  # Numbers as they are; a text is a column for each value, in alphabetical order.
  expect_equal(t(read$context), cbind(c(20, 30, 40, 50), c(0, 0, 0, 1), c(1, 0, 1, 0), c(0, 1, 0, 0)))
  column <- "item"
  both <- c("age", "region")
  quoted <- log_read(own_log(), arm = !!column, reward = "click", time = "ts", pool = "candidates", propensity = "p", context = !!both)
  expect_equal(quoted, read)
  # What a user's own variables are called does not matter.
  item <- click <- "nothing"
  expect_equal(log_read(own_log(), arm = item, reward = click)$shown, c(2, 1, 2, 1))
})

test_that("usual names are found by themselves, and can be switched off", {
  log <- data.frame(arm = c(1, 2), reward = c(0, 1), propensity = c(0.9, 0.1), time = 1:2, context1 = 1:2)
  expect_equal(log_read(log)$propensity, c(0.9, 0.1))
  expect_null(log_read(log, propensity = NULL)$propensity)
  expect_equal(log_read(log)$context_size, 1)
  expect_null(log_read(log, context = NULL)$context)
  expect_equal(summary(as_log(log))$events, c(1, 1))
})

test_that("names that are no columns are refused by name", {
  skip_in_quick()
  expect_error(bandit_replay(own_log(), arm = itm, reward = click), "`itm`", class = "unruly_error_argument")
  expect_error(bandit_replay(own_log(), arm = item, reward = click, context = c(age, size)), "`size`", class = "unruly_error_argument")
  expect_error(bandit_replay(own_log(), arm = item, reward = log(click)), "log(click)", fixed = TRUE, class = "unruly_error_argument")
  expect_error(bandit_replay(own_log(), arm = item), "without `reward`", class = "unruly_error_argument")
  log <- read_open_bandit()
  expect_error(bandit_replay(log, arm = item), "a log states its own", class = "unruly_error_argument")
})

test_that("gaps of a column are told with their event", {
  skip_in_quick()
  log <- data.frame(arm = c("a", "b", "a"), reward = 0)
  refused <- function(column, values, says) {
    log[[column]] <- values
    expect_error(bandit_replay(log), says, class = "unruly_error_argument")
  }
  refused("pool", c("a b", NA, "a b"), "`log\\$pool`.*NA in row 2")
  refused("pool", list(c("a", "b"), character(), "a"), "`log\\$pool`.*empty character vector")
  refused("pool", list(c("a", "b"), "a", "a"), "without the arm shown in row 2")
  refused("context", c("x", NA, "y"), "`log\\$context`.*NA in row 2.*Leave this row out")
  refused("context", c(1, NA, NA), "`log\\$context`.*NA in 2 rows, the first is row 2.*Leave these rows out")
  refused("context", c(TRUE, FALSE, NA), "`log\\$context`.*NA in row 3")
  refused("context", cbind(c(1, NA, 3), c(1, 2, NA)), "`log\\$context`.*NA in 2 rows, the first is row 2")
  expect_error(as_log(transform(own_log(), age = c(20, NA, 40, NA)), arm = item, reward = click, context = age),
               "\\$age` must be without missing values.*NA in 2 rows", class = "unruly_error_argument")
})

times_of <- function(time) {
  log <- data.frame(arm = rep_len(1:2, length(time)), reward = 0)
  log$time <- time
  as_log(log)$time
}

test_that("times come as numbers, dates, date-times and texts", {
  skip_in_quick()
  moment <- as.POSIXct("2021-11-24 09:02:28", tz = "UTC")
  seconds <- as.numeric(moment)
  expect_equal(times_of(moment), seconds)
  expect_equal(times_of(as.POSIXlt(moment)), seconds)
  expect_equal(times_of(as.Date("2021-11-24")), 18955 * 86400)
  expect_equal(times_of(c(5, 7.5)), c(5, 7.5))
  same <- c("2021-11-24 09:02:28", "2021-11-24T09:02:28Z", "2021/11/24 09:02:28", "2021-11-24 10:02:28+01:00",
            "2021-11-24 14:32:28 +0530", "2021-11-24T01:02:28-08", " 2021-11-24 09:02:28.0 UTC ", "2021-11-24 09:02:28,000")
  expect_equal(times_of(same), rep(seconds, length(same)))
  expect_equal(times_of(factor(same)), rep(seconds, length(same)))
  expect_equal(times_of("2021-11-24 09:02:28.125406+00:00"), seconds + 0.125406, tolerance = 1e-15)
  expect_equal(times_of(c("2021-11-24", "2021-11-24 09:02")), c(18955 * 86400, seconds - 28))
  expect_equal(times_of(c("17", "18.5")), c(17, 18.5))
  for (bad in list("yesterday", c("2021-11-24", NA), "2021-02-30", "2021-11-24 25:00", "24.11.2021", "\xff", TRUE)) {
    expect_error(times_of(bad), class = "unruly_error_argument")
  }
  expect_error(times_of(c("2021-11-24", "noon")), "\"noon\" in row 2", class = "unruly_error_argument")
})

test_that("times must not decrease, within each game", {
  log <- data.frame(arm = 1:2, reward = 1, time = c("2026-11-22", "2026-11-21"))
  expect_error(bandit_replay(log), "`log\\$time`.*row 2.*order\\(log\\$time\\)", class = "unruly_error_argument")
  log <- data.frame(arm = 1, reward = 1, time = c(3, 1, 3, 2), rep = c(1, 2, 1, 2))
  expect_equal(as_log(log)$time, log$time)
  expect_error(as_log(log, game = NULL), "row 2", class = "unruly_error_argument")
  log$time[4] <- 0
  expect_error(as_log(log), "row 4", class = "unruly_error_argument")
})

test_that("labels may have spaces unless pools are texts", {
  log <- data.frame(arm = c("free trial", "buy now"), reward = 0:1)
  expect_equal(summary(as_log(log))$label, c("buy now", "free trial"))
  log$pool <- I(list(c("buy now", "free trial"), c("buy now", "free trial")))
  expect_equal(summary(as_log(log))$label, c("buy now", "free trial"))
  log$pool <- "buy now free trial"
  expect_error(as_log(log), "without spaces", class = "unruly_error_argument")
})

test_that("one convention: whatever takes a log takes a data frame with the arguments of as_log()", {
  data <- own_log()
  log <- as_log(data, arm = item, reward = click, propensity = p)
  expect_s3_class(log, "unruly_log")
  expect_identical(as_log(log), log)
  expect_identical(estimates(data, "naive", arm = item, reward = "click", propensity = p), estimates(log, "naive"))
  expect_identical(bandit_replay(data, arm = item, reward = click, propensity = p, init = 0), bandit_replay(log, init = 0))
  warm <- function(...) agent_decisions(agent_warm_start(agent(policy_ucb1(), c("a", "b"), seed = 1), ...))
  expect_identical(warm(data, arm = item, reward = click), warm(log))
  # A function's own argument and one of as_log() go where they belong, in a function of the user, too.
  mine <- function(data, ...) bandit_replay(data, ..., reward = click, init = 1)
  expect_identical(mine(data, arm = item), bandit_replay(data, arm = item, reward = click, init = 1))
})

test_that("dots hold arguments of as_log() only, and are empty beside a log", {
  skip_in_quick()
  data <- own_log()
  log <- as_log(data, arm = item, reward = click)
  for (take in list(function(...) bandit_replay(...), function(...) estimates(...), function(...) agent_warm_start(agent(policy_ucb1(), 2, seed = 1), ...))) {
    expect_error(take(log, arm = item), "a log states its own", class = "unruly_error_argument")
    expect_error(take(log, reward = click), "a log states its own", class = "unruly_error_argument")
    error <- expect_error(take(data, arm = item, rewards = click), "no argument `rewards`", class = "unruly_error_argument")
    expect_match(unruly:::bullets_of(error, "i"), "`reward`")
  }
  study <- run_study(bandit(arms_bernoulli(c(0.3, 0.6))), policy_uniform(), 10, 1, seed = 1, threads = 1)
  expect_error(estimates(study, "naive", arm = item), "no argument `arm`", class = "unruly_error_argument")
})

test_that("a log states a range, which its rewards do not leave", {
  skip_in_quick()
  data <- own_log()
  log <- as_log(data, arm = item, reward = click, range = c(-1, 2))
  expect_identical(log$range, c(-1, 2))
  expect_output(print(log), "rewards in [-1, 2]", fixed = TRUE)
  expect_identical(bandit_replay(log)$arms$range, c(-1, 2))
  data$click <- c(0, 1, 2.5, 1)
  expect_error(as_log(data, arm = item, reward = click, range = c(-1, 2)), "2.5 in row 3", class = "unruly_error_argument")
  for (bad in list(1, c(1, 1), c(2, 1), c(0, NA), "a")) {
    expect_error(as_log(data, arm = item, reward = click, range = bad), "`range`", class = "unruly_error_argument")
  }
})

test_that("answers in words are refused with what makes them 0 and 1", {
  clicks <- data.frame(arm = c("a", "b", "a"), bought = c("no", "yes", NA), kind = factor(c("lost", "won", "lost")),
                       digits = c("0", "1", "1"), three = c("x", "y", "z"))
  expect_errors({
    as_log(clicks, reward = bought)
    as_log(clicks, reward = kind)
    estimates(clicks, reward = digits)
    as_log(clicks, reward = three)
  })
  clicks$bought <- clicks$bought == "yes"
  expect_identical(as_tibble(as_log(clicks, reward = bought))$reward, c(0, 1, NA))
})

test_that("games are told apart by columns of any name", {
  data <- data.frame(arm = c(1, 1, 2, 2), reward = 1:4, session = c("x", "y", "x", "y"), day = c(1, 1, 1, 2))
  expect_identical(estimates(data, "naive", game = session)$rep, c("x", "x", "y", "y"))
  expect_identical(unique(estimates(data, "naive", game = c(session, day))$rep), c("x, 1", "y, 1", "y, 2"))
  expect_false("rep" %in% names(estimates(data, "naive")))
  names(data)[3] <- "rep"
  expect_identical(estimates(data, "naive")$rep, c("x", "x", "y", "y"))
  expect_false("rep" %in% names(estimates(data, "naive", game = NULL)))
})

test_that("rewards and propensities may be missing, but not in a replay", {
  data <- data.frame(arm = c("a", "b", "a"), reward = c(1, NA, 0), propensity = c(0.5, 0.5, NA))
  log <- as_log(data)
  expect_identical(summary(log)$events, c(2L, 0L))
  expect_output(print(log), "with propensities; 1 event without a propensity; 1 reward not reported")
  expect_error(bandit_replay(log), "without in event 2", class = "unruly_error_argument")
  expect_error(bandit_replay(data[-2, ]), "without in event 2", class = "unruly_error_argument")
  expect_error(as_log(transform(data, reward = c(1, NaN, 0))), class = "unruly_error_argument")
})

test_that("columns of propensities without names are those of the arms in their order, which is said", {
  skip_in_quick()
  data <- data.frame(arm = factor(c("b", "a", "b"), c("b", "c", "a")), reward = c(1, 0, 1))
  data$propensities <- rbind(c(0.5, 0.2, 0.3), c(0.2, 0.3, 0.5), c(0.7, 0.2, 0.1))
  expect_message(log <- as_log(data), "\"b\", \"c\", \"a\"", class = "unruly_message_columns")
  expect_identical(log$labels, c("b", "c", "a"))
  named <- data
  colnames(named$propensities) <- c("b", "c", "a")
  expect_silent(as_log(named))
  expect_identical(measured_estimates(log, "aipw"), measured_estimates(named, "aipw"))
  data$propensities <- data$propensities[, 1:2]
  expect_error(as_log(data), "one with 2 columns without names", class = "unruly_error_argument")
  named$propensities[2, "c"] <- -0.1
  expect_error(estimates(named, "aipw"), "-0.1 for arm \"c\" in row 2", class = "unruly_error_argument")
  named$propensities[2, ] <- c(0.5, 0.5, 0)
  expect_error(estimates(named, "aipw"), "0 for arm \"a\", which was chosen in row 2", class = "unruly_error_argument")
  named$propensities[2, ] <- c(0.5, 0.4, 0.2)
  expect_error(estimates(named, "aipw"), "1.1 as the sum in row 2", class = "unruly_error_argument")
})

# What people have instead of what is asked for, and the hint that is followed.
test_that("pools and propensities in other forms get an answer that helps, which is tried", {
  skip_in_quick()
  log <- data.frame(arm = c("a", "b", "c"), reward = c(1, 0, 1), pool = c("a,b", "a, b", "b;c"))
  for (as_given in list(identity, factor)) {
    log$pool <- as_given(c("a,b", "a, b", "b;c"))
    error <- expect_error(as_log(log), "separated by spaces.*strsplit\\(x\\$pool", class = "unruly_error_argument")
  }
  log$pool <- strsplit(as.character(log$pool), "[,;|] *")
  expect_equal(diff(as_log(log)$pool_from), c(2, 2))
  numbered <- data.frame(arm = c(1, 2), reward = 0, pool = "1,2")
  expect_error(as_log(numbered), "strsplit", class = "unruly_error_argument")
  named <- data.frame(arm = c("a,b", "c"), reward = 0, pool = c("a,b c", "c")) # arms may have commas
  expect_equal(as_log(named)$labels, c("a,b", "c"))

  p <- signif(matrix(c(1, 2, 4, 3, 2, 2), 2, byrow = TRUE) / 7, 6)
  given <- data.frame(arm = c(1, 2), reward = 0)
  given$propensities <- p
  expect_error(bandit_replay(given), "p / rowSums(p)", fixed = TRUE, class = "unruly_error_argument")
  given$propensities <- p / rowSums(p)
  expect_no_error(suppressWarnings(bandit_replay(given)))
  given$propensities <- list(p[1, ], p[2, ])
  expect_error(bandit_replay(given), "row / sum(row)", fixed = TRUE, class = "unruly_error_argument")
  given$propensities <- lapply(given$propensities, function(row) row / sum(row))
  expect_no_error(suppressWarnings(bandit_replay(given)))
  given$propensities <- p / 2
  expect_false(grepl("rowSums", tryCatch(bandit_replay(given), error = conditionMessage)))
})

test_that("an arm may come as a factor wherever one is given", {
  takers <- list(policy_fixed, function(arm) policy_allocation("better", control = arm), function(arm) stop_posterior(below = 0.05, control = arm),
                 function(arm) stop_evidence(arm), function(arm) stop_futility(arm))
  for (take in takers) expect_identical(take(factor("b", c("a", "b"))), take("b"))
  expect_identical(policy_fixed(factor(c("a", "b", "a"))), policy_fixed(c("a", "b", "a")))
  expect_error(policy_fixed(factor(NA)), "`arm`", class = "unruly_error_argument")
})

test_that("lags in the place of dates are refused with what to write", {
  clicks <- data.frame(arm = c("a", "b"), day = as.Date("2026-01-01") + 0:1, lag = as.difftime(c(2, 3), units = "days"))
  refusal <- expect_error(as_log(clicks, time = day, outcome_time = lag), class = "unruly_error_argument")
  expect_match(conditionMessage(refusal), "time + lag", fixed = TRUE)
})
