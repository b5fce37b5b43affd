# Grids of policies and bandits, and the settings they leave in a study.

two_arms <- function(K, gap) bandit(arms_bernoulli(c(0.5 + gap, rep(0.5, K - 1))))

test_that("a grid has every combination, named by what varies", {
  grid <- policy_grid(policy_epsilon_greedy, epsilon = c(0.1, 0.2))
  expect_named(grid, c("Epsilon-greedy (epsilon = 0.1)", "Epsilon-greedy (epsilon = 0.2)"))
  expect_identical(grid[[2]]$parameters, policy_epsilon_greedy(epsilon = 0.2)$parameters)
  expect_identical(vapply(grid, function(p) p$label, ""), rlang::set_names(names(grid)))
  bandits <- bandit_grid(two_arms, K = c(2, 5), gap = c(0.1, 0.3, 0.4))
  expect_length(bandits, 6)
  expect_named(bandits[1:3], c("K = 2, gap = 0.1", "K = 5, gap = 0.1", "K = 2, gap = 0.3"))
  expect_identical(bandits[[3]]$arms, two_arms(2, 0.3)$arms)
  expect_named(policy_grid(policy_epsilon_greedy, epsilon = 0.1), "Epsilon-greedy")
  expect_named(policy_grid(policy_queue, policy = list(policy_ucb1(), ep = policy_exp3()))[2:1], c("QPM-D (Exp3) (policy = ep)", "QPM-D (UCB1) (policy = no. 1)"))
})

test_that("settings() joins to any table, and survives folders and joins", {
  skip_in_quick()
  grid <- c(policy_grid(policy_epsilon_greedy, epsilon = c(0.1, 0.2)), list(policy_uniform()))
  bandits <- bandit_grid(two_arms, K = c(2, 3), gap = 0.3)
  run <- function(...) run_study(bandits, grid, 30, reps = 3, seed = 1, progress = FALSE, ...)
  table <- as_tibble(run(), "settings")
  expect_identical(table$K, rep(c(2, 3), each = 3))
  expect_identical(table$gap, rep(0.3, 6))
  expect_identical(table$epsilon, rep(c(0.1, 0.2, NA), 2))
  final <- summary(run())
  expect_identical(table[c("bandit", "policy")], final[c("bandit", "policy")])
  expect_identical(as_tibble(c(run(), run(first_rep = 9)), "settings"), table)
  skip_if_not_installed("nanoparquet")
  skip_if_not_installed("jsonlite")
  path <- withr::local_tempdir()
  run(path = path)
  expect_identical(as_tibble(read_study(path), "settings"), table)
  expect_identical(read_study(path), run())
})

test_that("settings of the same name are told apart, and lists stay lists", {
  bandits <- bandit_grid(function(alpha, p) bandit(arms_bernoulli(p * alpha)), alpha = c(0.5, 1), p = list(c(0.2, 0.4)))
  study <- run_study(bandits, policy_grid(policy_ucb1, alpha = c(1, 2)), 30, reps = 2, seed = 1, progress = FALSE)
  table <- as_tibble(study, "settings")
  expect_identical(table$bandit_alpha, c(0.5, 0.5, 1, 1))
  expect_identical(table$policy_alpha, c(1, 2, 1, 2))
  expect_identical(table$p[[3]], c(0.2, 0.4))
})

test_that("a sweep has a row a bandit and policy; policies without the setting are level", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- run_study(bandit_grid(two_arms, K = c(2, 3), gap = c(0.1, 0.3)),
                     c(policy_grid(policy_epsilon_greedy, epsilon = c(0.1, 0.2)), list(policy_uniform())), 30, reps = 3,
                     seed = 1, progress = FALSE)
  data <- plot_data(study, "sweep", x = "epsilon")
  expect_identical(data$mean, summary(study)$mean)
  expect_identical(levels(data$line), c("Epsilon-greedy", "Uniform"))
  expect_identical(levels(data$panel), names(study$description$bandits))
  expect_identical(is.na(data$x), data$policy == "Uniform")
  by_gap <- plot_data(study, "sweep", x = "gap", what = "reward")
  expect_identical(levels(by_gap$panel), c("K = 2", "K = 3"))
  expect_identical(levels(by_gap$line), names(study$description$policies))
  expect_identical(by_gap$mean, summary(study, what = "reward")$mean)
  expect_s3_class(ggplot2::autoplot(study, "sweep", x = "gap"), "ggplot")
  layers <- ggplot2::ggplot_build(ggplot2::autoplot(study, "sweep", x = "epsilon"))$data
  expect_identical(nrow(layers[[1]]), 4L) # a level line in each panel
  expect_error(ggplot2::autoplot(study, "sweep"), "`x`", class = "unruly_error_argument")
  expect_error(ggplot2::autoplot(study, "sweep", x = "alpha"), "`x`", class = "unruly_error_argument")
  plain <- run_study(two_arms(2, 0.1), policy_uniform(), 30, reps = 3, progress = FALSE)
  expect_error(ggplot2::autoplot(plain, "sweep", x = "alpha"), "needs settings", class = "unruly_error_argument")
})

test_that("bad grids are refused by name", {
  expect_error(policy_grid(1), "`make`", class = "unruly_error_argument")
  expect_error(policy_grid(function(x) x, x = 1:2), "`make`", class = "unruly_error_argument")
  expect_error(bandit_grid(policy_ucb1), "`make`", class = "unruly_error_argument")
  expect_error(policy_grid(policy_ucb1, c(1, 2)), "names", class = "unruly_error_argument")
  expect_error(policy_grid(policy_ucb1, alpha = numeric()), "`alpha`", class = "unruly_error_argument")
  expect_error(policy_grid(policy_ucb1, alpha = c(1, 1)), "twice", class = "unruly_error_argument")
  expect_error(policy_grid(policy_ucb1, alpha = -1), "`alpha`", class = "unruly_error_argument")
})
