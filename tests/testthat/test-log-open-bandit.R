# Files of the Open Bandit Dataset: whatever the order of their rows and the names of their columns, they are one log.

sample_rows <- function() utils::read.csv(open_bandit_sample(), colClasses = "character", check.names = FALSE)

csv_of <- function(rows) {
  file <- tempfile(fileext = ".csv")
  utils::write.csv(rows, file, row.names = FALSE, quote = FALSE)
  file
}

test_that("shuffled rows are sorted by their timestamp, and a warning says so", {
  skip_on_cran()
  rows <- sample_rows()[1:2000, ]
  rows <- rows[!duplicated(rows$timestamp), ]
  in_order <- read_open_bandit(csv_of(rows))
  expect_false(is.unsorted(in_order$time))
  expect_identical(as_tibble(in_order)$time[1], as.numeric(as.POSIXct(rows$timestamp[1], "UTC")))
  for (seed in 1:5) {
    withr::local_seed(seed)
    shuffled <- csv_of(rows[sample(nrow(rows)), ])
    expect_warning(log <- read_open_bandit(shuffled), "sorted", class = "unruly_warning_log")
    expect_identical(log, in_order)
    kept <- suppressWarnings(read_open_bandit(shuffled, position = c(1, 3)), classes = "unruly_warning_log")
    expect_identical(kept, read_open_bandit(csv_of(rows), position = c(1, 3)))
  }
})

test_that("times with fractions and offsets, `action_prob` and files without times are read", {
  skip_in_quick()
  rows <- sample_rows()[1:300, ]
  plain <- read_open_bandit(csv_of(rows))
  stamped <- rows
  stamped$timestamp <- sub("$", ".250000+00:00", rows$timestamp)
  expect_equal(read_open_bandit(csv_of(stamped))$time, plain$time + 0.25)
  names(stamped)[names(stamped) == "propensity_score"] <- "action_prob"
  expect_identical(read_open_bandit(csv_of(stamped))$propensity, plain$propensity)
  expect_null(read_open_bandit(csv_of(rows[setdiff(names(rows), "timestamp")]))$time)
  bad <- rows
  bad$timestamp[7] <- "yesterday"
  expect_error(read_open_bandit(csv_of(bad)), "\"yesterday\" in line 8", class = "unruly_error_argument")
  bad$timestamp <- rows$timestamp
  names(bad)[names(bad) == "propensity_score"] <- "action_prob"
  bad$action_prob[3] <- "0"
  expect_error(read_open_bandit(csv_of(bad)), "`action_prob` is above 0 .*line 4", class = "unruly_error_argument")
})

test_that("every reader of logs gives its events in the order of time, or refuses", {
  skip_in_quick()
  withr::local_seed(1)
  file <- tempfile()
  suppressMessages(invisible(simulate_click_log(events = 500, days = 1, seed = 1, file = file)))
  lines <- readLines(file)
  sorted <- read_yahoo_clicks(file)
  turned <- tempfile()
  writeLines(rev(lines), turned)
  expect_warning(log <- read_yahoo_clicks(turned), "sorted", class = "unruly_warning_log")
  expect_false(is.unsorted(log$time))
  key <- function(log) data.frame(log$time, log$labels[log$shown], log$reward)[order(log$time, log$labels[log$shown], log$reward), ]
  expect_equal(key(log), key(sorted), ignore_attr = TRUE)
  expect_identical(log$arm, log$shown)
  frame <- data.frame(arm = 1:3, reward = 0, time = c(2, 1, 3))
  expect_error(as_log(frame), "do not decrease", class = "unruly_error_argument")
})

test_that("times written without separators are answered with how to read them", {
  frame <- data.frame(arm = 1:2, reward = 0, time = c("20261130", "20261201"))
  expect_error(as_log(frame), "as.Date(x$time, \"%Y%m%d\")", fixed = TRUE, class = "unruly_error_argument")
  frame$time <- as.Date(frame$time, "%Y%m%d")
  expect_equal(diff(as_log(frame)$time), 86400)
  frame$time <- c("20261130235959", "20261201000000")
  expect_error(as_log(frame), "as.POSIXct(x$time, \"UTC\", \"%Y%m%d%H%M%S\")", fixed = TRUE, class = "unruly_error_argument")
  frame$time <- as.POSIXct(frame$time, "UTC", "%Y%m%d%H%M%S")
  expect_equal(diff(as_log(frame)$time), 1)
  frame$time <- c("5", "7")
  expect_identical(as_log(frame)$time, c(5, 7))
})
