# One line makes a measure, or a statistic of summary(), of studies, moments, exact studies and prints.

two <- bandit(arms_bernoulli(c(0.3, 0.6)))

local_list <- function(name, value, frame = parent.frame()) {
  usual <- get(name, asNamespace("unruly"))
  utils::assignInNamespace(name, value, "unruly")
  withr::defer(utils::assignInNamespace(name, usual, "unruly"), frame)
}

played <- function(keep = "summary") {
  run_study(two, list(policy_ucb1(), policy_uniform()), 12, reps = 200, seed = 1, threads = 1, keep = keep, progress = FALSE)
}

test_that("a statistic that is added is a column of summaries of rows, moments and laws, and of their prints", {
  more <- c(summary_statistics, list(q25 = statistic_of_quantile(0.25, "25%")))
  local_list("summary_statistics", more)
  of <- list(rows = played(), moments = played("moments"), law = exact_study(two, list(policy_ucb1(), policy_uniform()), 12))
  found <- lapply(of, summary)
  for (table in found) expect_identical(tail(names(table), 1), "q25")
  games <- matrix(regret(of$rows)$regret[regret(of$rows)$round == 12], 200)
  expect_equal(found$rows$q25, apply(games, 2, quantile, 0.25, names = FALSE))
  expect_equal(found$moments$q25, found$rows$q25, tolerance = 0.01)
  expect_lt(max(abs(found$law$q25 - found$rows$q25)), 0.31)
  for (object in of) {
    printed <- capture.output(print(object))
    expect_match(printed, "mean.*median +5% +95% +25%$", all = FALSE)
  }
})

test_that("a measure that is added is in rows, moments, exact studies, goals and prints", {
  skip_in_quick()
  more <- c(study_measures, list(regret_per_round = measure(of = "regret", per_round = TRUE)))
  local_list("study_measures", more)
  of <- list(rows = played(), moments = played("moments"), law = exact_study(two, list(policy_ucb1(), policy_uniform()), 12))
  for (object in of) {
    found <- summary(object, "regret_per_round")
    whole <- summary(object)
    for (column in names(summary_statistics)) expect_equal(found[[column]], whole[[column]] / 12)
    expect_match(figures_title(object, "regret_per_round"), "regret per round")
  }
  expect_equal(compare_policies(of$rows, what = "regret_per_round")$difference, compare_policies(of$rows)$difference / 12)
  expect_equal(summary(of$law, "regret_per_round", distribution = TRUE)$value, summary(of$law, distribution = TRUE)$value / 12)
  goal <- reps_until(0.1, what = "regret_per_round", max = 100)
  expect_s3_class(suppressMessages(run_study(two, policy_uniform(), 12, reps = goal, seed = 1, progress = FALSE)), "unruly_study")
})

test_that("every measure that has a law is in summaries of exact studies, with the mean of many games", {
  skip_in_quick()
  law <- exact_study(two, policy_uniform(), 12)
  games <- run_study(two, policy_uniform(), 12, reps = 2000, seed = 2, threads = 1, progress = FALSE)
  expect_true(all(c("regret", "reward", "sample_size", "optimal", "correct") %in% measures_with_laws()))
  for (what in measures_with_laws()) {
    found <- summary(games, what)
    expect_lte(abs(summary(law, what)$mean - found$mean), 4.5 * found$se + 1e-9)
    expect_lte(abs(summary(law, what)$sd - found$sd), 0.1 * found$sd + 1e-9)
  }
})
