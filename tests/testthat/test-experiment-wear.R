# The experiments on arms that wear out at a small size: their settings, and that their
# figures show what they say.

run_wear <- function(id, ...) run_experiment(id, threads = 1, progress = FALSE, ...)

test_that("the experiments on wear are listed at the paper's scale", {
  skip_in_quick()
  listed <- experiments()
  row <- function(id) listed[match(id, listed$id), ]
  expect_identical(as.list(row("wear-1")[c("horizon", "reps")]), list(horizon = 1e4, reps = 25))
  expect_identical(as.list(row("wear-2")[c("horizon", "reps")]), list(horizon = 25000, reps = 50))
  expect_identical(lengths(strsplit(row("wear-1")$bandits, ", L")), 30L)
})

test_that("wear-1 drops the second arm by L after T / 4 pulls", {
  skip_in_quick()
  study <- run_wear("wear-1", reps = 2, horizon = 200)
  expect_length(study$description$bandits, 30)
  data <- unruly:::regret_by_level(study)
  expect_equal(unique(data$level), 0.01 * 1.25^(0:29))
  for (i in c(1, 30)) {
    level <- unique(data$level)[i]
    wear <- study$description$bandits[[i]]$traits$wear$parameters
    expect_equal(study$description$bandits[[i]]$arms$parameters$mean, c(0, level))
    expect_equal(unique(wear$law.after), 50)
    expect_equal(wear$law.drop, c(0, 2 * level))
  }
  # The regret of one that plays arm 2 only is L / 2 for each pull beyond a quarter.
  worst <- study$description$bandits[[30]]
  alone <- whatever_scale(regret(run_study(worst, policy_fixed(2), 200, reps = 1, seed = 1, threads = 1, record = 1)))
  expect_equal(alone$regret, 150 * 0.01 * 1.25^29)
  skip_if_not_installed("ggplot2")
  drawn <- ggplot2::autoplot(study)
  expect_no_error(ggplot2::ggplotGrob(drawn))
  expect_match(drawn$labels$subtitle, "two arms")
})

test_that("wear-2 has nine arms that fall, and the policies that follow changes", {
  study <- run_wear("wear-2", reps = 2, horizon = 400)
  d <- study$description
  expect_equal(d$bandits[[1]]$arms$parameters$mean, c(0, 0.001 * 10^(0:8 / 2)))
  expect_length(d$policies, 13)
  skip_if_not_installed("ggplot2")
  expect_no_error(ggplot2::ggplotGrob(ggplot2::autoplot(study)))
})
