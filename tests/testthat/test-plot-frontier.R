frontier_study <- function(reps = 30) {
  b <- bandit(arms_bernoulli(c(0.8, 0.6, 0.3))) |> with_fairness(0.2, 0.4)
  tuned <- lapply(c(0, 0.1, 0.3, 0.6), function(a) policy_ht_ucb(a, label = paste("A", a)))
  run_study(b, c(tuned, list(policy_flearn(30), policy_uniform(), policy_fixed(3))), horizon = 1000, reps = reps,
            seed = 1, record = 1)
}

test_that("compare_policies(frontier = ) interpolates between the policies of the family", {
  study <- frontier_study()
  found <- compare_policies(study, frontier = "HT-UCB")
  expect_identical(found$policy, c("Flearn", "Uniform", "Fixed 3"))
  last <- regret(study)
  last$expected <- last$benchmark - last$regret + last$penalty
  mean_of <- function(column) c(tapply(last[[column]], factor(last$policy, unique(last$policy)), mean))
  x <- mean_of("unfairness")
  y <- mean_of("expected")
  on <- stats::approx(x[1:4], y[1:4], x["Flearn"])$y
  expect_equal(found$difference[1], unname(y["Flearn"] - on))
  expect_equal(found$unfairness, unname(x[5:7]))
  # Uniform play is as fair as the frontier's end; a single arm less than the frontier reaches.
  expect_equal(found$difference[2], unname(y["Uniform"] - y[4]))
  expect_true(is.na(found$difference[3]))
  expect_true(found$lower[1] < found$difference[1] && found$difference[1] < found$upper[1])
})

test_that("the interval of compare_policies(frontier = ) allows for both errors", {
  skip_in_quick()
  # Halves of a study disagree by about as much as the standard errors say.
  study <- frontier_study(400)
  part <- function(from) {
    cut <- study
    keep <- (study$replications - 1) %/% 10 == from
    cut$replications <- study$replications[keep]
    for (table in c("regret", "recommendations")) {
      rows <- study$tables[[table]]
      cut$tables[[table]] <- rows[rows$rep %in% cut$replications, ]
    }
    compare_policies(cut, frontier = "HT-UCB")$difference[1]
  }
  parts <- vapply(0:39, part, 0)
  whole <- compare_policies(study, frontier = "HT-UCB")
  expect_equal(whole$se[1], stats::sd(parts) / sqrt(40), tolerance = 0.35)
})

test_that("a policy of the family is on its own frontier", {
  study <- frontier_study()
  points <- unruly:::final_points(study, "bandit")
  inside <- unruly:::gap_to_frontier(lapply(points, function(x) x[, 2]), lapply(points, function(x) x[, 1:4]), 0.95)
  expect_equal(inside$difference, 0)
  expect_equal(inside$se, 0)
})

test_that("compare_policies(frontier = ) says what it needs", {
  skip_in_quick()
  study <- frontier_study(2)
  plain <- play(bandit(arms_constant(1:2)), policy_ucb1(), 5)
  expect_error(compare_policies(plain, frontier = "HT-UCB"), "fairness", class = "unruly_error_argument")
  expect_error(compare_policies(study, frontier = "Flearn"), "two policies", class = "unruly_error_argument")
  expect_error(compare_policies(study, frontier = "LFG"), class = "unruly_error_argument")
  only <- run_study(study$description$bandits, study$description$policies[1:4], horizon = 10, reps = 2, seed = 1)
  expect_identical(nrow(compare_policies(only, frontier = "HT-UCB")), 0L)
})

test_that("the frontier joins the policies of a constructor", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- frontier_study(3)
  expect_identical(as.character(plot_data(study, "frontier")$family), c(rep("HT-UCB", 4), "Flearn", "Uniform", "Fixed"))
  drawn <- ggplot2::autoplot(study, "frontier")
  path <- ggplot2::layer_data(drawn, 1)
  expect_identical(as.vector(table(path$group)), 4L)
  expect_false(is.unsorted(path$x))
  points <- ggplot2::layer_data(drawn, 4)
  expect_identical(length(unique(paste(points$colour, points$shape))), 4L)
})

test_that("the points of a family say which policies they are", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  labels <- ggplot2::layer_data(autoplot(frontier_study(3), "frontier"), 5)$label
  expect_setequal(labels, paste("A", c(0, 0.1, 0.3, 0.6)))
  own <- unruly:::own_part
  expect_identical(own("HT-UCB (A = 0.25)", "HT-UCB"), "A = 0.25")
  expect_identical(own("HT-UCB, tuned", "HT-UCB"), "tuned")
  expect_identical(own("HT-UCB", "HT-UCB"), "HT-UCB")
})

test_that("the frontier has the intervals of both means", {
  skip_in_quick()
  study <- frontier_study(5)
  data <- plot_data(study, "frontier", level = 0.9)
  for (what in c("reward", "unfairness")) {
    wanted <- summary(study, what = what, level = 0.9)
    expect_equal(data[[paste0(what, "_upper")]], wanted$upper)
    expect_equal(data[[paste0(what, "_lower")]], pmax(wanted$lower, 0))
  }
  skip_if_not_installed("ggplot2")
  bars <- ggplot2::layer_data(autoplot(study, "frontier", level = 0.9), 2)
  expect_setequal(bars$ymax, data$reward_upper)
})
