test_that("click rates have Wilson intervals", {
  log <- data.frame(item = rep(c("a", "b"), c(20, 5)), click = c(rep(1, 4), rep(0, 21)))
  log$pool <- I(rep(list(c("a", "b", "c")), 25))
  for (level in c(0.9, 0.95)) {
    found <- summary(as_log(log, arm = item, reward = click), level = level)
    expect_named(found, c("arm", "label", "events", "reward", "rate", "lower", "upper"))
    wilson <- suppressWarnings(prop.test(4, 20, conf.level = level, correct = FALSE)$conf.int)
    expect_equal(c(found$lower[1], found$upper[1]), as.vector(wilson))
    wilson <- suppressWarnings(prop.test(0, 5, conf.level = level, correct = FALSE)$conf.int)
    expect_equal(c(found$lower[2], found$upper[2]), as.vector(wilson))
    expect_identical(found$lower[2], 0)
    # Of an arm that was never shown nothing is known.
    expect_equal(c(found$lower[3], found$upper[3]), c(0, 1))
    expect_true(is.nan(found$rate[3]))
  }
})

test_that("rewards on another scale have no such interval", {
  found <- summary(as_log(data.frame(arm = 1:2, reward = c(3, 0))))
  expect_identical(found$lower, c(NA_real_, NA_real_))
})

test_that("a log with arms that come and go says how many are alive at its end", {
  skip_on_cran()
  expect_output(print(simulate_click_log(2000, days = 1, seed = 1)), "[0-9]+ of [0-9]+ arms alive at its end")
  expect_no_match(capture.output(print(read_open_bandit())), "alive")
})
