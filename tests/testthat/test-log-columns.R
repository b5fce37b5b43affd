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

test_that("what is no column is refused by name", {
  skip_in_quick()
  expect_error(bandit_replay(own_log(), arm = itm, reward = click), "`itm`", class = "unruly_error_argument")
  expect_error(bandit_replay(own_log(), arm = item, reward = click, context = c(age, size)), "`size`", class = "unruly_error_argument")
  expect_error(bandit_replay(own_log(), arm = item, reward = log(click)), "log(click)", fixed = TRUE, class = "unruly_error_argument")
  expect_error(bandit_replay(own_log(), arm = item), "without `reward`", class = "unruly_error_argument")
  log <- read_open_bandit()
  expect_error(bandit_replay(log, arm = item), "a log states its own", class = "unruly_error_argument")
})

test_that("what a column lacks is told with its event", {
  log <- data.frame(arm = c("a", "b", "a"), reward = 0)
  refused <- function(column, values, says) {
    log[[column]] <- values
    expect_error(bandit_replay(log), says, class = "unruly_error_argument")
  }
  refused("pool", c("a b", NA, "a b"), "`log\\$pool`.*NA in row 2")
  refused("pool", list(c("a", "b"), character(), "a"), "`log\\$pool`.*empty character vector")
  refused("pool", list(c("a", "b"), "a", "a"), "without the arm shown in row 2")
  refused("context", c("x", NA, "y"), "`log\\$context`.*NA in row 2")
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
