lai_robbins <- function(horizon = c(1, 10, 20, 50, 10^(2:6))) regret_bound(bandit(arms_bernoulli(c(0.3, 0.6))), horizon)

bounded <- function() remembered("bounded", {
  play(list(a = bandit(arms_bernoulli(c(0.3, 0.6))), b = bandit(arms_bernoulli(c(0.1, 0.6)))),
       list(policy_ucb1(), policy_uniform()), 100, reps = 3)
})

test_that("a bound is laid over a plot and leaves the legend and other layers as they were", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  plot <- autoplot(bounded(), labels = FALSE)
  bound <- lai_robbins()
  both <- plot + ggplot2::autolayer(bound)
  before <- ggplot2::ggplot_build(plot)
  after <- ggplot2::ggplot_build(both)
  expect_equal(after$data[1:2], before$data)
  # The part that the plot has rounds for, in every panel.
  expect_equal(after$data[[3]]$x, rep(c(20, 50, 100), 2))
  expect_equal(after$data[[3]]$y, rep(bound$value[bound$round %in% c(20, 50, 100)], 2))
  expect_identical(unique(after$data[[4]]$label), "Lai and Robbins\n(asymptotic rate)")
  expect_equal(after$data[[4]]$x, c(100, 100))
  guides <- function(plot) {
    grob <- ggplot2::ggplotGrob(plot)
    box <- grob$grobs[[grep("guide-box", grob$layout$name)[1]]]
    length(unlist(lapply(box$grobs, function(g) g$layout$name)))
  }
  skip_if(packageVersion("ggplot2") >= "3.5.0", "guides are laid out in another way")
  expect_identical(guides(both), guides(plot))
})

test_that("bounds appear in the panels that are asked for, each with a line of its own", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  one <- lai_robbins(c(10, 100))
  two <- one
  two$bound <- "Another"
  built <- ggplot2::ggplot_build(autoplot(bounded(), labels = FALSE) + ggplot2::autolayer(rbind(one, two), label = FALSE, bandits = "b"))
  expect_length(built$data, 4)
  expect_identical(as.integer(unique(built$data[[3]]$PANEL)), 2L)
  expect_false(unique(built$data[[3]]$linetype) == unique(built$data[[4]]$linetype))
  named <- ggplot2::ggplot_build(autoplot(bounded(), labels = FALSE) + ggplot2::autolayer(rbind(one, two), label = c("x", "y")))
  expect_setequal(named$data[[5]]$label, c("x", "y"))
  expect_no_warning(ggplot2::ggplotGrob(autoplot(bounded(), log = "xy") + ggplot2::autolayer(one)))
})

test_that("a bound of 0 is drawn where its axis has a 0", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  zero <- lai_robbins(c(20, 50, 100))
  zero$value[1] <- 0
  drawn <- function(log) {
    expect_no_warning(built <- ggplot2::ggplot_build(autoplot(bounded(), labels = FALSE, log = log) + ggplot2::autolayer(zero)))
    is_bound <- vapply(built$data, function(layer) "linetype" %in% names(layer) && all(layer$linetype == "31"), NA)
    built$data[[which(is_bound)]]
  }
  expect_equal(drawn("x")$y, rep(zero$value, 2))
  expect_equal(drawn("y")$y, rep(log10(zero$value[-1]), 2))
})

test_that("a bound that goes on beyond the plot reaches its last round", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  bound <- lai_robbins(c(20, 90, 112))
  built <- ggplot2::ggplot_build(autoplot(bounded(), bandits = "a", labels = FALSE) + ggplot2::autolayer(bound))
  expect_equal(built$data[[3]]$x, c(20, 90, 100))
  expect_equal(built$data[[3]]$y[3], bound$value[2] + diff(bound$value[2:3]) * 10 / 22)
  expect_equal(built$data[[4]]$x, 100)
  # One that begins beyond it, or ends within it, is not made up.
  expect_identical(nrow(unruly:::bound_until(unruly:::check_bound(bound), 5)), 0L)
  expect_equal(unruly:::bound_until(unruly:::check_bound(bound), 200)$round, c(20, 90, 112))
  expect_no_warning(unruly:::bound_until(unruly:::check_bound(rbind(bound, bound)), 100))
})

test_that("over a plot that is not by round nothing is laid", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  bound <- lai_robbins()
  for (type in c("pulls", "choices", "distribution")) {
    expect_error(autoplot(bounded(), type) + ggplot2::autolayer(bound), "by round", class = "unruly_error_argument")
  }
  by_hand <- ggplot2::ggplot(data.frame(round = 1:9), ggplot2::aes(round, round)) + ggplot2::geom_line()
  expect_no_error(ggplot2::ggplotGrob(by_hand + ggplot2::autolayer(bound)))
  expect_no_error(ggplot2::ggplotGrob(by_hand + list(ggplot2::autolayer(bound))))
})

test_that("layers that are no bound are refused", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  share <- regret_bound(bandit(arms_bernoulli(c(0.3, 0.6))), what = "share")
  expect_error(ggplot2::autolayer(share), "bounds on regret", class = "unruly_error_argument")
  bound <- lai_robbins(100)
  expect_error(ggplot2::autolayer(bound, label = c("a", "b")), "label", class = "unruly_error_argument")
  expect_error(ggplot2::autolayer(bound, bandits = 1), "bandits", class = "unruly_error_argument")
  expect_error(autoplot(bounded()) + ggplot2::autolayer(bound, bandits = c("b", "c")), "some of \"a\", \"b\"",
               class = "unruly_error_argument")
})

test_that("a table of bounds is drawn by itself, whatever it bounds", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  plain <- bandit(arms_bernoulli(c(red = 0.3, blue = 0.6)))
  waiting <- plain |> with_waiting(c(0.5, 0.5))
  fair <- plain |> with_fairness(0.1, 0.4)
  tables <- list(lai_robbins(), regret_bound(plain, what = "share"), regret_bound(plain, what = "sample_size", error = c(0.1, 0.01)),
                 regret_bound(waiting, c(10, 1000)), regret_bound(waiting, c(10, 1000), what = "pulls"),
                 regret_bound(fair, 100, what = "shortfall"), regret_bound(fair, c(100, 1000), what = "lower"))
  for (table in drawn_of(tables)) {
    figure <- autoplot(table)
    expect_s3_class(figure, "ggplot")
    expect_no_error(ggplot2::ggplotGrob(figure))
    drawn <- ggplot2::layer_data(figure)
    expect_gt(nrow(drawn), 0)
  }
  expect_equal(sort(ggplot2::layer_data(autoplot(lai_robbins()))$y), sort(lai_robbins()$value[-(1:2)])) # from where it can hold
  expect_identical(autoplot(tables[[3]])$labels$y, "Least mean sample size")
  late <- bandit(arms_bernoulli(c(0.3, 0.7))) |> with_spread(spread_delay(1, 7))
  endless <- autoplot(regret_bound(late, c(100, 1000)))
  expect_identical(endless$labels$caption, "Infinite: Theorem 1")
  expect_true(all(is.finite(ggplot2::layer_data(endless)$y)))
})

test_that("an axis of lower and upper bounds says neither", {
  skip_if_not_installed("ggplot2")
  bounds <- regret_bound(bandit(arms_bernoulli(c(0.3, 0.5, 0.6))) |> with_patience(4), 1000)
  expect_setequal(bounds$what, c("lower", "regret"))
  expect_identical(ggplot2::autoplot(bounds)$labels$y, "Bound on regret")
  expect_identical(ggplot2::autoplot(bounds[bounds$what == "lower", ])$labels$y, "Lower bound on regret")
})
