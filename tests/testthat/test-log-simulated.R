test_that("a simulated log has the figures of the real one", {
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
  u <- (seq_len(1e5) - 0.5) / 1e5
  life <- unruly:::life_hours(u)
  expect_equal(unname(quantile(life)), c(0.5, 16.4, 21.9, 24.5, 52.3), tolerance = 1e-3)
  expect_equal(c(mean(life), sd(life)), c(20.2, 8.2), tolerance = 1e-3)
  expect_false(is.unsorted(life))
})

test_that("articles are shown uniformly from their pools, and clicked at their rates", {
  log <- simulate_click_log(events = 1e5, days = 1, seed = 2)
  size <- diff(log$pool_from)
  place <- match(paste(log$pool, log$arm),
                 paste(rep(seq_along(size), size), log$pool_members)) - log$pool_from[log$pool]
  # The place in the pool, scaled to (0, 1), is uniform.
  expect_gt(suppressWarnings(ks.test((place - runif(1e5)) / size[log$pool], "punif"))$p.value, 1e-4)
  rates <- click_rates(log)
  z <- (rates$reward - rates$events * rates$truth) / sqrt(rates$events * rates$truth * (1 - rates$truth))
  expect_lt(abs(sum(z^2) - nrow(rates)), 5 * sqrt(2 * nrow(rates)))
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
  expect_error(simulate_click_log(0), class = "unruly_error_argument")
  expect_error(simulate_click_log(10, days = 0.5), class = "unruly_error_argument")
  expect_error(simulate_click_log(10, rate = 0.5), class = "unruly_error_argument")
  expect_error(simulate_click_log(10, rate = prior_uniform(1, 0, 2)), class = "unruly_error_argument")
  expect_error(simulate_click_log(10, path = file.path(tempdir(), "no", "such", "folder")), class = "unruly_error_argument")
})
