# The experiments on naming the best arm at a small size: their settings and figures.

run_best <- function(id, ...) run_experiment(id, threads = 1, progress = FALSE, ...)

test_that("the experiments on naming are listed at the papers' scale", {
  skip_in_quick()
  listed <- experiments()
  rows <- listed[match(c("best-1", "best-2", "best-budget"), listed$id), ]
  expect_identical(rows$reps, c(3000, 3000, 2000))
  expect_identical(rows$horizon, c(1e5, 1e5, 6000))
  expect_identical(rows$horizons, c(1L, 1L, 4L))
  expect_identical(rows$bandits[3], paste("problem", 1:7, collapse = ", "))
})

test_that("the problems have the papers' difficulty", {
  skip_in_quick()
  bound <- function(id, what) {
    means <- describe_experiment(id)$bandits(1)$arms$parameters$prob$values
    regret_bound(bandit(arms_bernoulli(means)), what = what)$value
  }
  expect_equal(bound("best-1", "time"), 989.79, tolerance = 1e-5)
  expect_equal(bound("best-1", "share"), c(0.4165, 0.3903, 0.1362, 0.0570), tolerance = 1e-3)
  expect_equal(bound("best-2", "time"), 326.64, tolerance = 1e-4)
  problems <- budget_problems()
  expect_identical(vapply(problems, function(b) b$arms$count + 0, 0, USE.NAMES = FALSE), c(20, 20, 4, 6, 15, 20, 30))
  for (problem in problems) {
    means <- problem$arms$parameters$prob
    expect_identical(which(means == max(means)), 1L)
    expect_identical(means[1], 0.5)
  }
})

test_that("games of best-2 stop, of tracking before those of round robin", {
  skip_in_quick()
  study <- run_best("best-2", reps = 20, horizon = 2e4)
  plays <- plays_until_named(study)
  mean <- stats::setNames(plays$mean, plays$policy)
  expect_equal(plays$median, apply(matrix(plays_of_games(study), 20), 2, stats::median))
  expect_equal(plays$wrong, as.vector(tapply(!recommendations(study)$correct, recommendations(study)$policy, mean)[as.character(plays$policy)]))
  bound <- regret_bound(problem_of_experiment(study), bound = "identification", error = 0.1)$value
  expect_true(all(mean > bound))
  expect_true(all(mean < 10 * bound))
  expect_lt(mean[["Tracking"]], mean[["Round robin"]])
  games <- recommendations(study)
  expect_true(all(games$stopped[!grepl("racing", games$policy)]))
  expect_gt(mean(games$correct), 0.9)
})

test_that("a race is over when one arm is left, also if the game goes on", {
  skip_on_cran() # long
  study <- run_best("best-2", reps = 5, horizon = 5000, stop = stop_at(5000), keep = "choices")
  found <- matrix(plays_of_games(study), 5, dimnames = list(NULL, names(study$description$policies)))
  expect_true(all(found[, "Tracking"] == 5000))
  played <- choices(study)
  for (policy in c("Chernoff racing", "KL racing")) {
    for (rep in 1:5) {
      arms <- played$arm[played$policy == policy & played$rep == rep]
      # The last play of another arm than the one that is played to the end, which is played
      # once more if it comes later in the order.
      last <- max(which(arms != arms[5000]))
      expect_identical(found[[rep, policy]], last + (arms[last] < arms[5000]) + 0)
    }
  }
})

test_that("each replication of best-1 and best-2 has the arms in an order of its own", {
  skip_in_quick()
  for (id in c("best-1", "best-2")) {
    study <- run_best(id, reps = 200, horizon = 20)
    drawn <- instances(study)
    means <- study$description$bandits[[1]]$arms$parameters$prob$values
    orders <- split(drawn$mean, drawn$rep)
    expect_true(all(vapply(orders, function(m) identical(sort(m), sort(means)), NA)))
    first <- table(factor(vapply(orders, which.max, 1L), seq_along(means)))
    expect_gt(stats::chisq.test(first)$p.value, 1e-4)
    expect_gt(length(unique(orders)), 15)
  }
  # An edited object is refused, and other bandits with such means are printed.
  b <- bandit(arms_bernoulli(prior_shuffled(c(0.2, 0.7, 0.5))))
  expect_match(utils::capture.output(print(b)), "shuffled(0.2, 0.7, 0.5)", fixed = TRUE, all = FALSE)
  b$arms$parameters$prob$values <- c(0.2, 0.7)
  expect_error(run_study(b, policy_ucb1(), 10), class = "unruly_error_argument")
})

test_that("best-budget plays each problem for its budget, or all for another", {
  skip_in_quick()
  series <- run_best("best-budget", reps = 3)
  expect_identical(lapply(series$studies, function(s) names(s$description$bandits)),
                   list("problem 4", paste("problem", 1:3), "problem 5", paste("problem", 6:7)))
  errors <- series_table(series, errors_of_naming)
  expect_identical(nrow(errors), 28L)
  expect_true(all(errors$lower <= errors$error & errors$error <= errors$upper))
  expect_length(run_best("best-budget", reps = 1, horizon = 100)$description$bandits, 7)
  skip_if_not_installed("ggplot2")
  expect_silent(ggplot2::ggplotGrob(ggplot2::autoplot(series)))
})

test_that("the figures of naming are drawn", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  for (reps in 1:2) expect_silent(ggplot2::ggplotGrob(ggplot2::autoplot(run_best("best-2", reps = reps, horizon = 2e4))))
})

test_that("a rule may be given in the place of the experiment's, and is checked", {
  study <- run_best("best-2", reps = 1, horizon = 500, stop = stop_at(100))
  expect_identical(unique(recommendations(study)$sample_size), 100)
  expect_error(run_experiment("best-2", stop = 100), class = "unruly_error_argument")
})
