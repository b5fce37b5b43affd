# The figure of a bandit.

skip_if_not_installed("ggplot2")

drawn <- function(bandit) unruly:::arms_drawn(bandit)

test_that("arms are drawn with their means and deviations, which no reward exceeds", {
  table <- drawn(bandit(arms_gaussian(c(a = 0, b = 2), sd = c(1, 3))))
  expect_identical(table$arm, c("a", "b"))
  expect_equal(table[c("mean", "lower", "upper")], tibble::tibble(mean = c(0, 2), lower = c(-1, -1), upper = c(1, 5)), ignore_attr = TRUE)
  expect_identical(table$best, c(FALSE, TRUE))
  table <- drawn(bandit(arms_bernoulli(c(0.1, 0.9, 0.9))))
  expect_equal(table$upper, c(0.4, 1, 1))
  expect_equal(table$lower, c(0, 0.6, 0.6))
  expect_identical(table$best, c(FALSE, TRUE, TRUE))
  expect_equal(drawn(bandit(arms_student(3, c(0, 1), 2)))$upper, c(0, 1) + 2 * sqrt(3))
  expect_identical(drawn(bandit(arms_student(c(1.5, 3), 0)))$upper[1], Inf)
  expect_equal(drawn(bandit(arms_lognormal(0, 1)))$mean, exp(0.5))
  expect_equal(drawn(bandit(arms_lognormal(0, 1)))$upper, exp(0.5) + sqrt((exp(1) - 1) * exp(1)))
  data <- list(x = c(1, 2, 3), y = c(5, 5))
  table <- drawn(bandit(arms_empirical(data)))
  expect_equal(table$mean, c(2, 5))
  expect_equal(table$upper, c(2 + sqrt(2 / 3), 5))
})

test_that("the middle and 95% of the means of a prior are drawn", {
  table <- drawn(bandit(arms_bernoulli(prior_uniform(3))))
  expect_identical(table$arm, as.character(1:3))
  expect_equal(table$mean, rep(0.5, 3), tolerance = 0.1)
  expect_equal(table$lower, rep(0.025, 3), tolerance = 0.5)
  expect_equal(table$upper, rep(0.975, 3), tolerance = 0.02)
  expect_false(any(table$best))
  expect_identical(drawn(bandit_mortal(3, 100, 20))$mean, table$mean)
})

test_that("traits of single arms stand beside them, shared ones in the subtitle", {
  pair <- bandit(arms_bernoulli(c(a = 0.2, b = 0.8)))
  labels <- function(b) drawn(b)$label
  expect_identical(labels(pair |> with_patience(3)), c("a", "b"))
  expect_identical(labels(pair |> with_patience(c(3, 5)) |> with_entries(c(1, 4))),
                   c("a\npatience 3, from round 1", "b\npatience 5, from round 4"))
  expect_identical(labels(pair |> with_lifetimes(1, c(5, 9))), c("a\nto round 5", "b\nto round 9"))
  expect_identical(labels(pair |> with_fairness(c(0.1, 0.2), 1)), c("a\nshare 0.1", "b\nshare 0.2"))
  plot <- autoplot(pair |> with_patience(3))
  expect_identical(plot$labels$title, "2 Bernoulli arms")
  expect_match(plot$labels$subtitle, "with patience 3")
})

test_that("plot() and autoplot() draw arms, or with a horizon their means", {
  skip_on_cran() # long
  withr::local_pdf(NULL)
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  expect_identical(autoplot(pair)$labels$x, "Probability of a reward of 1")
  expect_identical(autoplot(bandit(arms_beta(c(2, 3), 1)))$labels$x, "Reward")
  expect_identical(autoplot(pair, horizon = 9)$labels$x, "Round")
  expect_identical(autoplot(pair, "means", horizon = 9)$labels$x, "Round")
  expect_s3_class(plot(pair), "ggplot")
  for (b in list(bandit(arms_gaussian(seq(0, 1, length.out = 60))), bandit(arms_bernoulli(prior_uniform(100))), bandit(arms_student(c(1.5, 3), 0)),
                 bandit(arms_constant(1)), bandit(arms_tape(matrix(0:1, 2, 5))), bandit(arms_categorical(diag(2), 1:2)))) {
    expect_no_warning(print(autoplot(b)))
  }
  expect_error(autoplot(pair, "arm"), "Did you mean \"arms\"", class = "unruly_error_argument")
  linear <- bandit(arms_linear(diag(2), 0.1, context_normal(2)))
  expect_error(plot(linear), "whose arms have means", class = "unruly_error_argument")
})
