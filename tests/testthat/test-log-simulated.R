test_that("a simulated log has the figures of the real one", {
  skip_in_quick()
  log <- simulate_click_log(events = 2e5, days = 60, seed = 1)
  pools <- diff(log$pool_from)[log$pool]
  expect_lt(abs(mean(pools) - 36.5), 3)
  expect_gte(min(pools), 12)
  expect_lte(max(pools), 60)
  # The mean rate of some 2,500 articles with standard deviation .018.
  expect_lt(abs(mean(log$reward) - 0.037), 0.003)
  expect_lt(abs(log$arms / 60 - (5 * 49 + 2 * 27.5) / 7), 4)
  expect_false(is.unsorted(log$time))
  expect_true(all(log$shown == log$arm))
})

test_that("lives have the quartiles, mean and standard deviation of the real ones", {
  skip_in_quick()
  u <- (seq_len(1e5) - 0.5) / 1e5
  life <- unruly:::life_hours(u)
  expect_equal(unname(quantile(life)), c(0.5, 16.4, 21.9, 24.5, 52.3), tolerance = 1e-3)
  expect_equal(c(mean(life), sd(life)), c(20.2, 8.2), tolerance = 1e-3)
  expect_false(is.unsorted(life))
})

test_that("articles are shown uniformly from their pools, and clicked at their rates", {
  skip_in_quick()
  log <- simulate_click_log(events = 1e5, days = 1, seed = 2)
  size <- diff(log$pool_from)
  place <- match(keys_of(log$pool, log$arm),
                 keys_of(rep(seq_along(size), size), log$pool_members)) - log$pool_from[log$pool]
  # The place in the pool, scaled to (0, 1), is uniform.
  expect_gt(suppressWarnings(ks.test((place - runif(1e5)) / size[log$pool], "punif"))$p.value, 1e-4)
  rates <- summary(log)
  z <- (rates$reward - rates$events * rates$truth) / sqrt(rates$events * rates$truth * (1 - rates$truth))
  expect_lt(abs(sum(z^2) - nrow(rates)), 5 * sqrt(2 * nrow(rates)))
})

# Whole numbers below 2^53, which say whether two logs are the same.
sums_of <- function(log) {
  weighted <- function(x) sum(x * seq_along(x))
  c(log$arms, weighted(log$arm), weighted(log$reward), weighted(log$pool), weighted(log$pool_members), sum(log$time))
}

test_that("without decay and effect of lives the log is the one of constant rates", {
  constant <- function(...) simulate_click_log(..., decay = Inf, life_effect = 0)
  expect_identical(sums_of(constant(20000, days = 3, seed = 1)),
                   c(145, 15690471413, 7311429, 27991216393, 2969073951, 26352867742559))
  expect_identical(sums_of(constant(5000, days = 1, rate = prior_uniform(1), seed = 2)),
                   c(43, 310292576, 6742374, 405548931, 8903427, 6587783240913))
  log <- constant(5000, days = 2, rate = prior_uniform(1, 0.25, 0.25 + 1e-9), seed = 3)
  expect_equal(log$truth, rep(0.25, log$arms), tolerance = 1e-8)
})

# When articles were first and last in a pool, in hours, NA of those that the
# beginning or the end of the log may have cut.
observed_lives <- function(log) {
  size <- diff(log$pool_from)
  hours <- (log$time - log$time[1]) / 3600
  first <- tapply(hours, log$pool, min)[rep(seq_along(size), size)]
  last <- tapply(hours, log$pool, max)[rep(seq_along(size), size)]
  first <- tapply(first, log$pool_members, min)
  last <- tapply(last, log$pool_members, max)
  cut <- first < 1 | last > max(hours) - 1
  data.frame(first = replace(first, cut, NA), last = replace(last, cut, NA))
}

test_that("click rates fall with age, by half in the end", {
  skip_in_quick()
  log <- simulate_click_log(2e5, days = 10, rate = prior_uniform(1, 0.2, 0.2001), seed = 4, decay = 6, life_effect = 0)
  age <- (log$time - log$time[1]) / 3600 - observed_lives(log)$first[log$arm]
  age <- cut(age, c(0, 1, 3, 6, 12, 24))
  measured <- tapply(log$reward, age, mean)
  events <- as.vector(table(age))
  # The integral of the mean over an interval; the level makes up for the fall.
  fresh <- function(a) 0.5 * a + 3 * (1 - exp(-a / 6))
  expected <- diff(fresh(c(0, 1, 3, 6, 12, 24))) / diff(c(0, 1, 3, 6, 12, 24))
  life <- unruly:::life_hours((seq_len(1e4) - 0.5) / 1e4)
  level <- 0.2 * mean(life) / mean(fresh(life))
  # Articles are not equally many at all ages of an interval, the last above all.
  expect_lt(max(abs(measured / (level * expected) - 1)[-5]), 0.04)
  expect_lt(abs(mean(log$reward) - 0.2), 4 * 0.4 / sqrt(2e5) + 0.005)
})

test_that("articles that live long are clicked more, and `truth` is the mean over the life", {
  skip_in_quick()
  log <- simulate_click_log(1e5, days = 40, rate = prior_uniform(1, 0.1, 0.1001), seed = 5, decay = Inf, life_effect = 0.5)
  lives <- observed_lives(log)
  life <- (lives$last - lives$first)[lives$last - lives$first > 5]
  truth <- log$truth[which(lives$last - lives$first > 5)]
  life <- life[!is.na(life)]
  expect_equal(unname(coef(lm(log(truth) ~ log(life)))[2]), 0.5, tolerance = 0.02)
  expect_equal(mean(log$reward), 0.1, tolerance = 0.05)
  # (Pools are not equally large at all ages: with many more events that would show.)
  faded <- simulate_click_log(3e4, days = 3, rate = prior_uniform(1, 0.3, 0.9), seed = 6, decay = 4, life_effect = 1)
  rates <- summary(faded)
  rates <- rates[rates$events > 0 & rates$truth < 1, ]
  z <- (rates$reward - rates$events * rates$truth) / sqrt(rates$events * rates$truth * (1 - rates$truth))
  expect_lt(abs(sum(z^2) - length(z)), 5 * sqrt(2 * length(z)))
})

test_that("a seed gives the same log and leaves R's generator alone", {
  set.seed(1)
  before <- .Random.seed
  a <- simulate_click_log(1000, days = 1, seed = 7)
  expect_identical(before, .Random.seed)
  expect_identical(a, simulate_click_log(1000, days = 1, seed = 7))
  expect_false(identical(a, simulate_click_log(1000, days = 1, seed = 8)))
  b <- simulate_click_log(1000, days = 1)
  set.seed(1)
  expect_identical(b, simulate_click_log(1000, days = 1))
})

test_that("bad arguments are refused", {
  skip_in_quick()
  expect_error(simulate_click_log(0), class = "unruly_error_argument")
  expect_error(simulate_click_log(10, days = 0.5), class = "unruly_error_argument")
  expect_error(simulate_click_log(10, decay = 0), "`decay`", class = "unruly_error_argument")
  expect_error(simulate_click_log(10, decay = c(1, 2)), "`decay`", class = "unruly_error_argument")
  expect_error(simulate_click_log(10, life_effect = -1), "`life_effect`", class = "unruly_error_argument")
  expect_error(simulate_click_log(10, rate = 0.5), class = "unruly_error_argument")
  expect_error(simulate_click_log(10, rate = prior_uniform(1, 0, 2)), class = "unruly_error_argument")
  expect_match(path_error(simulate_click_log(10, file = file.path(tempdir(), "no", "such", "folder"))), "Its folder does not exist")
})

test_that("a log for which there is no room is an error, and what was there stays", {
  skip_on_cran()
  disk <- small_disk()
  skip_if(is.null(disk), "no file system can be mounted here")
  for (name in c("log", "log.gz")) {
    file <- file.path(disk, name)
    writeLines("as it was", file)
    expect_match(path_error(simulate_click_log(20000, days = 2, seed = 1, file = file)), "could not be written")
    expect_identical(readLines(file), "as it was")
    expect_identical(list.files(disk), name)
    unlink(file)
  }
})

test_that("a log that lacks its end is not taken for whole, however little it lacks", {
  skip_in_quick()
  for (name in c("log", "log.gz")) {
    file <- file.path(withr::local_tempdir(), name)
    simulate_click_log(2000, days = 2, seed = 1, file = file)
    connection <- gzfile(file, "rb")
    size <- as.double(length(readBin(connection, raw(), 1e7)))
    close(connection)
    expect_true(unruly:::is_whole(file, size))
    bytes <- readBin(file, raw(), 1e7)
    for (lost in c(1, 4, 8, 9, 100, length(bytes))) {
      writeBin(utils::head(bytes, -lost), file)
      expect_false(unruly:::is_whole(file, size), info = paste(name, lost))
    }
  }
})
