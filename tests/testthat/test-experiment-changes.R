# The experiments on changing arms at a small size: their settings.

run_change <- function(id, ...) run_experiment(id, threads = 1, progress = FALSE, ...)

test_that("the experiments on changing arms are listed at the paper's scale", {
  skip_in_quick()
  listed <- experiments()
  rows <- listed[match(c("change-1", "change-2", "change-random"), listed$id), ]
  expect_identical(rows$horizon, rep(20000, 3))
  expect_identical(rows$reps, rep(100, 3))
  expect_identical(lengths(strsplit(rows$policies, ", (?!changes|w =|M =|local|global)", perl = TRUE)), c(11L, 11L, 9L))
})

test_that("the means of change-1 and change-2 change at four fifths of the horizon", {
  means <- rbind(c(0.9, 0.5, 0.3), c(0.9, 0.2, 0.3), c(0.1, 0.2, 0.3), c(0.1, 0.7, 0.3), c(0.1, 0.7, 0.5))
  study <- run_change("change-1", reps = 2, horizon = 500, record = c(100, 101, 200, 300, 400, 500))
  best <- apply(means, 1, max)
  gained <- cumsum(rep(best, each = 100))
  found <- regret(study)
  expect_equal(found$benchmark, gained[found$round])
  # The best arm is another one after the second and the third change.
  expect_equal(unique(found$changes[found$round == 500]), 2)
  second <- regret(run_change("change-2", reps = 1, horizon = 500))
  expect_equal(unique(second$benchmark[second$round == 500]), sum(100 * c(0.9, 0.7, 0.6, 0.7, 0.8)))
})

test_that("the policy that knows the changes loses least on problem 1", {
  skip_in_quick()
  study <- run_change("change-1", reps = 5, horizon = 5000, record = 1)
  final <- summary(study)
  known <- final$mean[final$policy == "KL-UCB, changes known"]
  expect_true(all(final$mean[final$policy != "KL-UCB, changes known"] > known))
})

test_that("change-random draws a problem for each replication", {
  skip_in_quick()
  study <- run_change("change-random", reps = 3, horizon = 8000)
  drawn <- instances(study)
  expect_identical(anyDuplicated(round(drawn$mean, 8)), 0L)
  skip_if_not_installed("ggplot2")
  expect_no_error(ggplot2::ggplotGrob(ggplot2::autoplot(study)))
})
