# The forest plot of compare_policies(): what it shows is what the table says.

forest <- function(...) ggplot2::autoplot(compare_policies(...))

panels_of <- function(plot) {
  built <- ggplot2::ggplot_build(plot)
  lines <- built$data[[which(vapply(plot$layers, function(layer) inherits(layer$geom, "GeomLinerange"), NA))]]
  points <- built$data[[which(vapply(plot$layers, function(layer) inherits(layer$geom, "GeomPoint"), NA))]]
  cbind(points[c("x", "y", "PANEL")], lines[c("xmin", "xmax")])
}

axis_of <- function(plot) Find(function(scale) "y" %in% scale$aesthetics, plot$scales$scales)

two_bandits <- function(record = 30, ...) {
  two <- list(far = bandit(arms_bernoulli(c(0.2, 0.8))), near = bandit(arms_bernoulli(c(0.5, 0.6))))
  play(two, list(policy_ucb1(), policy_moss(), policy_uniform()), 30, reps = 8, record = record, ...)
}

test_that("each pair has a row with its difference, its limits and its numbers, the first one above", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- two_bandits()
  for (pairs in c("baseline", "all")) {
    table <- compare_policies(study, pairs = pairs)
    plot <- ggplot2::autoplot(table)
    drawn <- panels_of(plot)
    drawn <- drawn[order(-drawn$y), ]
    expect_equal(drawn$x, table$difference)
    expect_equal(drawn$xmin, table$lower)
    expect_equal(drawn$xmax, table$upper)
    expect_identical(as.integer(drawn$PANEL), rep(1:2, each = nrow(table) / 2))
    axis <- axis_of(plot)
    name <- if (pairs == "all") paste(table$policy, table$baseline, sep = " - ") else table$policy
    expect_identical(axis$labels[order(-axis$breaks)], name)
    numbers <- axis$secondary.axis$labels[order(-axis$breaks)]
    cut <- regmatches(numbers, gregexpr("-?[0-9.]+", numbers))
    expect_equal(unname(t(vapply(cut, as.double, c(0, 0, 0)))), unname(as.matrix(table[c("difference", "lower", "upper")])),
                 tolerance = 0.01)
  }
})

test_that("the words say from what, after which round, at which level, and which end is the better one", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  study <- two_bandits(c(10, 30))
  expect_match(forest(study)$labels$x, "regret from UCB1")
  expect_match(forest(study, level = 0.9)$labels$caption, "^After round 30; 90% intervals, each by itself; below 0 the policy is better than the baseline")
  expect_match(forest(study, what = "reward", at = 10)$labels$caption, "After round 10.*above 0")
  expect_match(forest(study, pairs = "all")$labels$x, "^Difference in mean regret$")
  expect_false(grepl("better", forest(study, what = "pulls")$labels$caption))
})

test_that("several rounds have marks beside each other; many are for another figure", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  drawn <- panels_of(forest(two_bandits(c(10, 20, 30)), at = "all"))
  expect_identical(nrow(drawn), 12L)
  expect_identical(anyDuplicated(drawn[c("y", "PANEL")]), 0L)
  expect_error(forest(two_bandits(1:7), at = "all"), "contrast", class = "unruly_error_argument")
})

test_that("comparisons without an interval, and odd labels, are drawn without a warning", {
  skip_if_not_installed("ggplot2")
  withr::local_seed(1)
  events <- data.frame(arm = sample(1:2, 90, replace = TRUE), reward = stats::rbinom(90, 1, 0.5))
  tape <- bandit_replay(as_log(events), init = 0)
  replayed <- suppressWarnings(suppressMessages(compare_policies(play(tape, list(policy_ucb1(), policy_uniform()), 20, reps = 3))))
  expect_true(all(is.na(replayed$lower)))
  expect_silent(expect_built(ggplot2::autoplot(replayed)))
  expect_false(grepl("interval", ggplot2::autoplot(replayed)$labels$caption))
  odd <- stats::setNames(list(policy_ucb1(), policy_moss()), c("{stop('no')}\n<b>", "\u00e4\u0001"))
  study <- play(bandit(arms_bernoulli(c(0.2, 0.8))), odd, 20, reps = 3)
  expect_silent(expect_built(forest(study)))
})

test_that("captions of all pairs name the first, and names of many rows are smaller", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  policies <- lapply(1:7, function(i) policy_boltzmann(i / 10, label = letters[i]))
  study <- run_study(bandit(arms_bernoulli(c(0.3, 0.6))), policies, 20, reps = 5, seed = 1)
  all <- forest(study, pairs = "all")
  expect_match(all$labels$caption, "below 0 the first named is better")
  expect_lt(all$theme$axis.text.y$size, forest(study)$theme$axis.text.y$size)
})
