# Figures of estimates, operating characteristics and agents: their data and that they draw.

test_that("coverage, bias and width are those of the estimates", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  study <- run_study(bandit(arms_bernoulli(c(0.3, 0.6))), list(policy_ucb1(), policy_uniform()), 60, reps = 30, seed = 1, threads = 1)
  found <- estimates(study, c("naive", "sequence"), level = 0.9)
  data <- autoplot(found, "coverage")$data
  here <- found[found$policy == "UCB1" & found$method == "naive" & found$arm == 1, ]
  row <- data[data$policy == "UCB1" & data$method == "naive" & data$arm == 1, ]
  covers <- here$lower <= 0.3 & here$upper >= 0.3
  expect_equal(row$value, mean(covers, na.rm = TRUE))
  expect_equal(c(row$lower, row$upper), as.vector(binom.test(sum(covers, na.rm = TRUE), sum(!is.na(covers)))$conf.int))
  bias <- autoplot(found, "bias")$data
  off <- here$estimate - 0.3
  expect_equal(bias$value[bias$policy == "UCB1" & bias$method == "naive" & bias$arm == 1], mean(off))
  beside <- autoplot(found)$data
  row <- beside[beside$row == "UCB1" & beside$method == "naive" & beside$arm == 1, ]
  row <- row[order(row$figure), ]
  expect_equal(row$value, c(mean(here$estimate), mean(covers, na.rm = TRUE)))
  expect_equal(unlist(row[1, c("lower", "upper")]), stats::quantile(here$estimate, c(0.025, 0.975)), ignore_attr = TRUE)
  expect_identical(row$truth, c(0.3, NA))
  expect_identical(levels(beside$row), c("UCB1", "Uniform"))
  for (type in drawn_of(c("estimates", "coverage", "bias", "width", "intervals"))) expect_silent(ggplot2::ggplotGrob(autoplot(found, type)))
  some <- autoplot(found, "intervals", policies = "Uniform", reps = 7)$data
  expect_identical(sort(unique(some$rep)), 1:7)
  expect_identical(as.character(unique(some$policy)), "Uniform")
  expect_identical(as.character(some$found), ifelse(some$lower <= some$truth & some$upper >= some$truth, "covers", "misses"))
  expect_error(autoplot(found, policies = "Thompson"), class = "unruly_error_argument")
  expect_error(autoplot(found, "volume"), class = "unruly_error_argument")
})

test_that("estimates of means that are drawn anew, or after several rounds, are drawn by their coverage", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  play_pair <- function(arms, ...) run_study(bandit(arms), policy_ucb1(), 40, reps = 5, seed = 1, threads = 1, ...)
  anew <- estimates(play_pair(arms_bernoulli(prior_uniform(2))))
  expect_match(autoplot(anew)$labels$x, "cover")
  expect_error(autoplot(anew, "estimates"), "differ by replication", class = "unruly_error_argument")
  later <- estimates(play_pair(arms_bernoulli(c(0.2, 0.6)), record = c(20, 40), keep = c("summary", "scores")), at = "all")
  expect_error(autoplot(later, "estimates"), "several rounds", class = "unruly_error_argument")
})

test_that("logs are drawn by arm", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  log <- data.frame(arm = c("a", "b", "a", "b"), reward = c(1, 0, 0, 1))
  found <- estimates(log, c("naive", "sequence"), sd = 0.5)
  expect_silent(ggplot2::ggplotGrob(autoplot(found)))
  expect_error(autoplot(found, "coverage"), "single game", class = "unruly_error_argument")
})

test_that("operating characteristics are drawn, with the nominal level", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  trial <- bandit(arms_bernoulli(c(0.3, 0.6)))
  study <- run_study(list(effect = trial, null = bandit_null(trial)), list(policy_ucb1(), policy_uniform()), 100, reps = 20, seed = 1, threads = 1,
                     stop = stop_glr(0.2, rate = "practical"))
  table <- operating_characteristics(study, method = "sequence", level = 0.9)
  plot <- autoplot(table)
  expect_silent(ggplot2::ggplotGrob(plot))
  expect_setequal(as.character(unique(plot$data$measure)), c("error", "power", "sample_size", "simple_regret", "coverage: sequence"))
  expect_identical(plot$layers[[1]]$data$level, 0.9)
  expect_identical(as.character(unique(autoplot(table, "sample_size")$data$measure)), "sample_size")
  expect_error(autoplot(table, "happiness"), class = "unruly_error_argument")
})

test_that("titles of panels fit beside each other where estimates stand beside their coverage", {
  skip_if_not_installed("ggplot2")
  study <- run_study(bandit(arms_bernoulli(c(0.3, 0.6))), list(policy_ucb1(), policy_uniform()), 100, reps = 20, seed = 1)
  plot <- ggplot2::autoplot(estimates(study, "sequence"), "estimates")
  expect_identical(levels(plot$data$figure), c("Estimate", "Coverage"))
  expect_match(gsub("\n", " ", plot$labels$caption), "right: the share of intervals that cover the truth, with 95% intervals")
})

test_that("estimates by age are points of few ages and steps of many, with days of dates and names that are there", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  start <- as.POSIXct("2026-01-01", tz = "UTC")
  d <- data.frame(time = start + 43200 * 1:120, arm = rep(c("red", "blue"), 60))
  lag <- 86400 * rep(c(0.5, 2.5, 6.5, 1.5, 9), 24)
  d$came <- replace(d$time + lag, rep(c(FALSE, TRUE, FALSE), 40), NA)
  log <- as_log(d, arm = arm, time = time, outcome_time = came, until = start + 86400 * 90)
  of <- function(days) suppressMessages(estimates(log, c("naive", "kaplan_meier"), within = as.difftime(days, units = "days")))
  layers <- function(plot) vapply(plot$layers, function(l) class(l$geom)[1], "")
  few <- autoplot(of(c(1, 3, 7)))
  expect_identical(layers(few), "GeomPointrange")
  expect_identical(levels(few$data$policy), c("naive", "kaplan_meier"))
  expect_identical(sort(unique(few$data$within)), c(1, 3, 7))
  expect_identical(few$labels$x, "Within (age of a pull in days)")
  expect_match(few$labels$caption, "bars: 95%")
  many <- autoplot(of(1:10))
  expect_identical(layers(many), c("GeomRibbon", "GeomStep"))
  band <- ggplot2::layer_data(many, 1)
  band <- band[band$PANEL == 1 & band$group == 1, ]
  expect_identical(diff(band$x), rep(c(1, 0), length.out = 18)) # flat between two ages, then upright
  expect_identical(diff(band$ymax)[seq(1, 17, 2)], rep(0, 9))
  hours <- autoplot(suppressMessages(estimates(log, "naive", within = as.difftime(c(12, 24, 40), units = "hours"))))
  expect_identical(hours$labels$x, "Within (age of a pull in hours)")
  numbers <- as_log(data.frame(time = 1:60, arm = 1:2, came = 1:60 + c(1, 3)), arm = arm, time = time, outcome_time = came, until = 70)
  expect_identical(autoplot(suppressMessages(estimates(numbers, "naive", within = c(2, 5))))$labels$x, "Within (age of a pull)")
})

test_that("each row of panels has the arms of its own bandit, and strips say names in full", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  arms <- c("homepage banner", "newsletter", "video spot")
  named <- bandit(arms_bernoulli(stats::setNames(c(0.3, 0.5, 0.6), arms)))
  study <- play(list(named = named, plain = bandit(arms_bernoulli(c(0.4, 0.6)))), policy_thompson(), 60, reps = 8)
  made <- estimates(study, "naive")
  rows <- ggplot2::ggplot_build(autoplot(made))$layout$panel_params
  expect_identical(lapply(rows, function(panel) as.vector(panel$y$get_labels()))[c(1, 3)], list(rev(arms), c("2", "1")))
  intervals <- autoplot(made[made$bandit == "named", ], "intervals")
  strips <- structure(data.frame(arm = arms), type = "cols", facet = "grid")
  expect_identical(unlist(intervals$facet$params$labeller(strips)), arms, ignore_attr = TRUE)
})
