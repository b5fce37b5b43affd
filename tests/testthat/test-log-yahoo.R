# Lines in the format of the Yahoo! logs, written by hand.
click_line <- function(time = 100, shown = "id-1", click = 0, pool = c("id-1", "id-2"), user = "|user 1 9") {
  paste(keys_of(time), shown, keys_of(click), user, paste0("|", pool, collapse = " "))
}

click_file <- function(lines, open = file, ending = "\n", last = ending, extension = ".txt") {
  path <- withr::local_tempfile(fileext = extension, .local_envir = parent.frame())
  connection <- open(path, "wb")
  writeBin(charToRaw(paste0(paste(lines, collapse = ending), last)), connection) # writeChar() counts characters by the locale
  close(connection)
  path
}

read_quietly <- function(files) suppressMessages(read_yahoo_clicks(files))

test_that("a line gives its time, the article shown, the click and the pool", {
  log <- read_yahoo_clicks(click_file(c(click_line(1317513291, "id-7", 1, c("id-7", "id-3")),
                                        click_line(1317513292.5, "id-4", 0, c("id-3", "id-4")))))
  events <- as_tibble(log)
  expect_equal(events$time, c(1317513291, 1317513292.5))
  expect_equal(events$arm, factor(c("id-7", "id-4"), c("id-7", "id-3", "id-4")))
  expect_equal(events$reward, c(1, 0))
  expect_equal(events$pool, list(c("id-7", "id-3"), c("id-3", "id-4")))
  # Articles are numbered in the order in which they appear.
  expect_equal(summary(log)$label, c("id-7", "id-3", "id-4"))
  expect_equal(summary(log)$reward, c(1, 0, 0))
})

test_that("articles may have features, which are left out", {
  line <- "1241160900 900002 0 |user 2:0.4 1:1.0 |900008 2:0.005 3:0.46 1:1.0 |900002 2:0.1 3:0.2 1:1.0"
  events <- as_tibble(read_yahoo_clicks(click_file(line)))
  expect_equal(events$pool, list(c("900008", "900002")))
})

test_that("a pool is a set, stored once", {
  log <- read_yahoo_clicks(click_file(c(click_line(pool = c("id-1", "id-2")), click_line(pool = c("id-2", "id-1")),
                                        click_line(pool = c("id-1", "id-2", "id-1")), click_line(pool = "id-1"),
                                        click_line(pool = c("id-1", "id-2")))))
  expect_equal(log$pool, c(1, 1, 1, 2, 1))
  expect_equal(log$pool_from, c(0, 2, 3))
  expect_equal(log$pool_members, c(1, 2, 1))
  # Named in another order than that of their numbers, twice in the same words.
  late_first <- click_line(shown = "id-3", pool = c("id-3", "id-2", "id-1"))
  expect_silent(log <- read_yahoo_clicks(click_file(c(click_line(pool = c("id-1", "id-2", "id-3")), late_first, late_first))))
  expect_equal(list(log$arm, log$pool, log$pool_members), list(c(1, 3, 3), c(1, 1, 1), c(1, 2, 3)))
})

test_that("blank lines, ends of lines as on Windows and a missing last one are fine", {
  lines <- c(click_line(1), "", click_line(2), "   ", click_line(3))
  for (ending in c("\n", "\r\n")) {
    for (last in c(ending, "")) {
      expect_silent(log <- read_yahoo_clicks(click_file(lines, ending = ending, last = last)))
      expect_equal(log$time, c(1, 2, 3))
    }
  }
})

test_that("malformed lines are counted by what is wrong with them, and skipped", {
  skip_in_quick()
  good <- click_line()
  bad <- list(
    "cannot be parsed" = c("junk", "1 id-1 0", "1 id-1 |user 1 |id-1", "1 id-1 0 5 |user 1 |id-1", "1 id-1 0 |id-1 |id-2",
                           "1 id-1 0 |user 1 | |id-1", "1 id-1 0 |user 1 |id-1 ||", "|", "1 id-\u00e9 0 |user |id-\u00e9",
                           "1 1 0 |user |2 2:0.1 1:1 |1 2:0.1"),
    "have a time that is not a number" = c(click_line("x"), click_line("-"), click_line("1e5"), click_line("."),
                                           click_line("1.2.3"), click_line("nan")),
    "have a click that is not 0 or 1" = c(click_line(click = 2), click_line(click = "00"), click_line(click = "-1")),
    "have an empty pool" = c("1 id-1 0 |user 1", "1 id-1 0 |user 1 |", "1 id-1 0 |user"),
    "show an article that is not in its pool" = c(click_line(shown = "id-9"), click_line(shown = "id-12"),
                                                  click_line(shown = "id-3", pool = "id-33"))
  )
  for (kind in names(bad)) {
    for (line in bad[[kind]]) {
      expect_message(log <- read_yahoo_clicks(click_file(c(good, line, good))), kind, class = "unruly_message_malformed")
      expect_equal(log$malformed[[kind]], 1, info = line)
      expect_equal(sum(log$malformed), 1)
      expect_equal(length(log$arm), 2)
      # Nothing of a malformed line gets into the log.
      expect_equal(log$labels, c("id-1", "id-2"))
    }
  }
  all <- click_file(c(good, unlist(bad), good))
  expect_message(log <- read_yahoo_clicks(all), "line 2 of all")
  expect_equal(unname(log$malformed), unname(lengths(bad) + 0))
  expect_output(print(log), sprintf("%d malformed lines were skipped", sum(lengths(bad))))
})

test_that("any cut of the bytes into chunks reads the same", {
  lines <- c(click_line(1, pool = c("id-1", "id-22")), "junk", click_line(2, "id-3", 1, c("id-3", "id-1")), "", click_line(3))
  path <- click_file(lines, ending = "\r\n", last = "")
  bytes <- readBin(path, "raw", 1e4)
  whole <- read_quietly(path)
  for (size in c(1, 2, 3, 7, 50)) {
    handle <- .Call(unruly:::C_clicks_open)
    for (from in seq(1, length(bytes), by = size)) {
      .Call(unruly:::C_clicks_read, handle, bytes[from:min(from + size - 1, length(bytes))])
    }
    .Call(unruly:::C_clicks_end, handle)
    read <- .Call(unruly:::C_clicks_take, handle)
    for (field in c("time", "shown", "reward", "pool", "pool_from", "pool_members", "labels")) {
      expect_identical(read[[field]], whole[[field]])
    }
    expect_equal(sum(read$faults), 1)
  }
})

test_that("compressed files read like plain ones, also those of several parts", {
  skip_in_quick()
  lines <- vapply(1:2000, function(i) click_line(i, sample(c("id-1", "id-2"), 1), i %% 2), "")
  plain <- read_yahoo_clicks(click_file(lines))
  expect_identical(read_yahoo_clicks(click_file(lines, gzfile, extension = ".gz")), plain)
  expect_identical(read_yahoo_clicks(click_file(lines, bzfile, extension = ".bz2")), plain)
  first <- click_file(lines[1:700], gzfile)
  second <- click_file(lines[701:2000], gzfile)
  expect_identical(read_yahoo_clicks(c(first, second)), plain)
  joined <- withr::local_tempfile()
  writeBin(c(readBin(first, "raw", 1e6), readBin(second, "raw", 1e6)), joined)
  expect_identical(read_yahoo_clicks(joined), plain)
})

test_that("a written log comes back exactly", {
  skip_in_quick()
  for (extension in c(".txt", ".gz")) {
    path <- withr::local_tempfile(fileext = extension)
    written <- simulate_click_log(events = 30000, days = 2, seed = 4, file = path)
    read <- read_yahoo_clicks(path)
    for (field in c("time", "shown", "reward", "pool", "pool_from", "pool_members", "labels", "arms")) {
      expect_equal(read[[field]], written[[field]])
    }
    expect_equal(sum(read$malformed), 0)
  }
})

test_that("the made-up files in the exact formats are read", {
  skip_if_not(nzchar(Sys.getenv("UNRULY_YAHOO")), "UNRULY_YAHOO is not set")
  files <- file.path(Sys.getenv("UNRULY_YAHOO"), c("synthetic_r6a.txt", "synthetic_r6b.txt"))
  expect_message(first <- read_yahoo_clicks(files[1]), "2 malformed lines")
  expect_equal(length(first$arm), 398)
  expect_silent(second <- read_yahoo_clicks(files[2]))
  expect_equal(length(second$arm), 400)
  expect_equal(as_tibble(second)$shown[1:3], c("id-900220", "id-900342", "id-900326"))
})

test_that("files that cannot be read are refused", {
  skip_in_quick()
  absent <- file.path(tempdir(), "no-such-file")
  expect_error(read_yahoo_clicks(absent), "which does not exist", class = "unruly_error_argument")
  expect_error(read_yahoo_clicks(tempdir()), class = "unruly_error_argument")
  expect_error(suppressMessages(read_yahoo_clicks(click_file(c("junk", "", "")))), "none in 3 lines",
               class = "unruly_error_argument")
  expect_error(read_yahoo_clicks(character()), class = "unruly_error_argument")
  whole <- click_file(vapply(1:5000, click_line, ""), gzfile)
  cut <- withr::local_tempfile(fileext = ".gz")
  writeBin(utils::head(readBin(whole, "raw", 1e6), -200), cut)
  expect_error(suppressMessages(read_yahoo_clicks(cut)), class = "unruly_error_argument")
})

test_that("events that run back in time are warned of", {
  expect_warning(read_yahoo_clicks(click_file(c(click_line(2), click_line(1)))), "order of time", class = "unruly_warning_log")
})

test_that("a line too long to be one does not fill the memory", {
  handle <- .Call(unruly:::C_clicks_open)
  junk <- rep(as.raw(97), 2^22)
  for (i in 1:6) .Call(unruly:::C_clicks_read, handle, junk)
  .Call(unruly:::C_clicks_read, handle, charToRaw(paste0("\n", click_line(), "\n")))
  .Call(unruly:::C_clicks_end, handle)
  read <- .Call(unruly:::C_clicks_take, handle)
  expect_equal(read$lines, 2)
  expect_equal(sum(read$faults), 1)
  expect_equal(read$shown, 1)
})
