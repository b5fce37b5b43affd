# The experiment on estimates at a small size: its settings and figure.

test_that("infer-1 is listed as it is in the paper", {
  listed <- experiments()
  row <- listed[listed$id == "infer-1", ]
  expect_identical(row$horizon, 1e5)
  expect_identical(row$horizons, 3L)
  expect_identical(row$bandits, "no signal, low signal, high signal")
  bandits <- describe_experiment("infer-1")$bandits(1000)
  for (b in bandits) {
    noise <- split(b$arms$parameters$value, rep(1:3, each = 1000))
    expect_equal(vapply(noise, function(x) mean(x), 0), b$arms$parameters$value[c(1, 1001, 2001)] + 0.999, ignore_attr = TRUE)
    expect_equal(var(noise[[2]]), 1 / 3, tolerance = 2e-3)
  }
})

test_that("infer-1 runs at a small size, and its figure is drawn", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  series <- run_experiment("infer-1", reps = 5, horizon = c(50, 100), threads = 1)
  data <- series_table(series, inference_figures)
  expect_setequal(as.character(unique(data$method)), c("naive", "sequence", "aipw, uniform", "aipw, constant", "aipw, two-point"))
  expect_identical(nrow(data), 2L * 5L * 3L * 5L) # horizons, cases, figures, methods
  expect_true(all(data$value[data$figure == "coverage" & data$method == "sequence"] > 0.9))
  expect_silent(ggplot2::ggplotGrob(autoplot(series)))
  expect_silent(ggplot2::ggplotGrob(autoplot(run_experiment("infer-1", reps = 2, horizon = 50, threads = 1))))
})
