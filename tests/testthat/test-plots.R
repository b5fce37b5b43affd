plotted <- function() {
  play(list(patient = bandit(arms_bernoulli(c(0.3, 0.6, 0.5))) |> with_patience(c(4, 30, 9)),
            fair = bandit(arms_bernoulli(c(0.2, 0.7))) |> with_fairness(0.3, 0.5)),
       list(policy_ucb1(), policy_uniform()), 60, reps = 4)
}

test_that("the table of a curve is the summary, in the order of the study", {
  study <- plotted()
  for (type in intersect(c("regret", "reward"), names(unruly:::study_plots))) {
    data <- study_plot_data(study, type)
    wanted <- summary(study, what = type)
    expect_equal(data$mean, wanted$mean)
    expect_equal(data$lower, wanted$lower)
    expect_equal(levels(data$policy), c("UCB1", "Uniform"))
    expect_equal(levels(data$bandit), c("patient", "fair"))
  }
})

test_that("shares of pulls are means over replications and sum to 1", {
  study <- plotted()
  data <- study_plot_data(study, "pulls")
  sums <- tapply(data$share, list(data$bandit, data$policy), sum)
  expect_equal(as.vector(sums), rep(1, 4))
  table <- pulls(study)
  one <- table$pulls[table$bandit == "fair" & table$policy == "UCB1" & table$arm == 2]
  share <- data$share[data$bandit == "fair" & data$policy == "UCB1" & data$arm == 2]
  expect_equal(share, mean(one) / 60)
})

test_that("shares of pulls are told apart by wait", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_waiting(c(0.5, 0.5))
  data <- study_plot_data(play(b, policy_uniform(), 60, reps = 2), "pulls")
  expect_equal(sum(data$share), 1)
  expect_equal(nrow(data), 4)
})

test_that("every type draws a plain ggplot, for one replication too", {
  skip_if_not_installed("ggplot2")
  for (study in list(plotted(), play(bandit(arms_constant(1)), policy_ucb1(), 3))) {
    for (type in c("regret", "reward", "pulls")) {
      drawn <- ggplot2::autoplot(study, type)
      expect_s3_class(drawn, "ggplot")
      expect_no_error(ggplot2::ggplot_build(drawn))
    }
  }
})

test_that("policies differ in more than colour", {
  skip_if_not_installed("ggplot2")
  drawn <- ggplot2::autoplot(plotted(), "regret")
  expect_true(all(c("colour", "linetype") %in% names(drawn$mapping)))
})

test_that("an unknown type is refused, naming those there are", {
  expect_error(study_plot_data(plotted(), "colours"), class = "unruly_error_argument")
  expect_error(study_plot_data(1), class = "unruly_error_argument")
})

test_that("the pictures look as they did", {
  skip_on_cran()
  skip_if_not_installed("vdiffr")
  skip_if_not_installed("ggplot2")
  study <- plotted()
  vdiffr::expect_doppelganger("regret", ggplot2::autoplot(study, "regret"))
  vdiffr::expect_doppelganger("reward", ggplot2::autoplot(study, "reward"))
  vdiffr::expect_doppelganger("pulls", ggplot2::autoplot(study, "pulls"))
})
