plotted <- function() {
  remembered("plotted", {
    play(list(patient = bandit(arms_bernoulli(c(0.3, 0.6, 0.5))) |> with_patience(c(4, 30, 9)),
              fair = bandit(arms_bernoulli(c(0.2, 0.7))) |> with_fairness(0.3, 0.5)),
         list(policy_ucb1(), policy_uniform()), 60, reps = 4)
  })
}

test_that("the table of a curve is the summary, in the order of the study", {
  skip_in_quick()
  study <- plotted()
  for (type in c("regret", "reward", "unfairness")) {
    data <- plot_data(study, type)
    wanted <- summary(study, what = type, at = "all")
    expect_equal(data$mean, wanted$mean)
    expect_equal(data$lower, pmax(wanted$lower, 0)) # none of them can be negative
    expect_equal(data$upper, wanted$upper)
    expect_equal(levels(data$policy), c("UCB1", "Uniform"))
    expect_equal(levels(data$bandit), c("patient", "fair"))
  }
})

test_that("shares of pulls are means over replications and sum to 1", {
  study <- plotted()
  data <- plot_data(study, "pulls")
  sums <- tapply(data$share, list(data$bandit, data$policy), sum)
  expect_equal(as.vector(sums), rep(1, 4))
  table <- pulls(study)
  one <- table$pulls[table$bandit == "fair" & table$policy == "UCB1" & table$arm == 2]
  share <- data$share[data$bandit == "fair" & data$policy == "UCB1" & data$arm == 2]
  expect_equal(share, mean(one) / 60)
})

test_that("shares of pulls are told apart by wait", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_waiting(c(0.5, 0.5))
  data <- plot_data(play(b, policy_uniform(), 60, reps = 2), "pulls")
  expect_equal(sum(data$share), 1)
  expect_equal(nrow(data), 4)
})

test_that("bandits without waits keep their place beside one with waits", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  data <- plot_data(play(list(waits = b |> with_waiting(c(0.5, 0.5)), plain = b), policy_uniform(), 60), "pulls")
  expect_equal(as.vector(tapply(data$share, data$bandit, sum)), c(1, 1))
  expect_equal(sum(data$bandit == "plain"), 2)
})

test_that("the final figures are those of the horizon, one a replication", {
  data <- plot_data(plotted(), "distribution")
  wanted <- regret(plotted())
  expect_equal(data$regret, wanted$regret[wanted$round == 60])
})

test_that("a distribution is the games themselves, or of many densities of one bandwidth", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  few <- autoplot(plotted(), "distribution")
  games <- ggplot2::layer_data(few, 1)
  expect_setequal(round(games$x, 9), round(plot_data(plotted(), "distribution")$regret, 9))
  # Each keeps to its policy's row, and none hides another.
  expect_true(all(abs(games$y - round(games$y)) < 0.5))
  expect_identical(anyDuplicated(games[c("PANEL", "x", "y")]), 0L)
  drawn <- function(study, ...) vapply(autoplot(study, "distribution", ...)$layers, function(l) class(l$geom)[1], "")
  expect_false("GeomViolin" %in% drawn(plotted()))
  many <- play(bandit(arms_bernoulli(c(0.3, 0.6))), list(policy_ucb1(), policy_uniform()), 20, reps = 201)
  expect_identical(unname(drawn(many)), c("GeomViolin", "GeomSegment", "GeomPoint"))
  # Games without a logarithm are left out, which the caption says.
  perfect <- play(bandit(arms_bernoulli(c(0.3, 0.6))), list(policy_oracle(), policy_uniform()), 20, reps = 5)
  expect_no_warning(ggplot2::ggplotGrob(autoplot(perfect, "distribution", log = "x")))
  expect_match(autoplot(perfect, "distribution", log = "x")$labels$caption, "no logarithm")
  # A subset of bandits, one of them empty.
  expect_no_warning(ggplot2::ggplotGrob(autoplot(plotted(), "distribution", bandits = "fair")))
})

test_that("the frontier has final mean reward and unfairness of the fair bandits alone", {
  study <- plotted()
  data <- plot_data(study, "frontier")
  expect_equal(as.character(data$bandit), c("fair", "fair"))
  last <- regret(study)[regret(study)$round == 60 & regret(study)$bandit == "fair", ]
  by_policy <- function(column) as.vector(tapply(last[[column]], factor(last$policy, data$policy), mean))
  expect_equal(data$reward, by_policy("reward"))
  expect_equal(data$unfairness, by_policy("unfairness"))
})

test_that("chances of the right arm and simple regrets are those of summaries", {
  skip_if_not_installed("ggplot2")
  study <- play(bandit(arms_bernoulli(c(0.3, 0.4))), policy_uniform(), 40, reps = 8)
  data <- plot_data(study, "recommendations")
  for (what in c("correct", "simple_regret")) {
    of <- data[data$figure == unruly:::naming_titles[[what]], ]
    expect_equal(of[c("round", "mean", "upper")], summary(study, what, at = "all")[c("round", "mean", "upper")])
  }
  expect_true(all(data$lower >= 0))
  waiting <- play(bandit(arms_bernoulli(c(0.3, 0.4))) |> with_waiting(matrix(0.5, 2, 2)), policy_uniform(), 40, reps = 2)
  expect_error(autoplot(waiting, "recommendations"), "can be named", class = "unruly_error_argument")
})

test_that("games that stopped are counted by the round in which they did", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  pair <- bandit(arms_bernoulli(c(0.3, 0.6)))
  policies <- list(policy_uniform(), policy_ucb1())
  study <- run_study(pair, policies, 100, 30, seed = 1, stop = stop_glr(0.2, rate = "practical"))
  data <- plot_data(study, "recommendations")
  stopped <- subset(recommendations(study), stopped)
  of <- data[data$figure == "Share of games stopped", ]
  for (name in c("Uniform", "UCB1")) {
    rows <- of[of$policy == name, ]
    rounds <- stopped$round[stopped$policy == name]
    share <- vapply(rows$round, function(t) sum(rounds <= t) / 30, 0)
    expect_equal(rows$mean, share)
    expect_identical(max(rows$mean), length(rounds) / 30)
  }
  expect_identical(nrow(plot_data(study, "recommendations", policies = "UCB1")), sum(data$policy == "UCB1"))
  expect_no_error(ggplot2::ggplot_build(autoplot(study, "recommendations", log = "x")))
  expect_false("Share of games stopped" %in% plot_data(run_study(pair, policies, 400, 5, seed = 1), "recommendations")$figure)
  none <- run_study(pair, policies, 40, 5, seed = 1, stop = stop_at(100))
  sums <- run_study(pair, policies, 40, 5, seed = 1, stop = stop_at(10), keep = "moments")
  for (study in drawn_of(list(none, sums), 2)) expect_no_warning(ggplot2::ggplotGrob(autoplot(study, "recommendations")))
})

test_that("survival falls by one replication at each exit", {
  study <- play(bandit(arms_bernoulli(c(0.3, 0.6))) |> with_patience(c(3, Inf)), policy_uniform(), 40, reps = 5)
  data <- plot_data(study, "exits")
  gone <- exits(study)
  for (t in c(0, 3, 5, 10, 20, 40)) {
    there <- min(data$present[data$arm == 1 & data$round <= t])
    expect_equal(there, 1 - sum(gone$round <= t) / 5)
  }
  expect_equal(unique(data$present[data$arm == 2]), 1)
})

test_that("the choices drawn are those of the first replication", {
  study <- plotted()
  data <- plot_data(study, "choices")
  expect_equal(data$arm, choices(study)$arm[choices(study)$rep == 1])
})

types <- c("regret", "reward", "reward per round", "contrast", "optimal", "pulls", "unfairness", "frontier", "exits",
           "distribution", "choices", "recommendations", "game")

test_that("there is a picture of every type, and a test of each", {
  expect_setequal(names(unruly:::study_plots), types)
})

test_that("every type draws a plain ggplot, for one replication too", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  one_arm <- bandit(arms_constant(1)) |> with_fairness(0.5, 1) |> with_patience(2)
  small <- play(one_arm, list(policy_ucb1(), policy_uniform()), 3)
  studies <- list(plotted(), small)
  for (i in seq_along(studies)) {
    for (k in seq_along(types)) {
      if (!is_drawn(i, k)) next
      drawn <- ggplot2::autoplot(studies[[i]], types[k])
      expect_s3_class(drawn, "ggplot")
      expect_no_error(ggplot2::ggplotGrob(drawn))
    }
  }
})

test_that("policies of a single round are points one below the other", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- play(bandit(arms_bernoulli(c(0.3, 0.6))), list(policy_ucb1(), policy_uniform()), 50, reps = 5, record = 1)
  plot <- autoplot(study)
  expect_equal(ggplot2::layer_data(plot, 1)$xmax, plot_data(study)$upper)
  points <- ggplot2::layer_data(plot, 2)
  expect_equal(points$x, plot_data(study)$mean)
  expect_equal(as.vector(points$y), c(2, 1))
  expect_identical(plot$labels$x, "Mean cumulative regret by round 50")
  expect_silent(ggplot2::ggplotGrob(autoplot(study, "contrast")))
})

test_that("a replay has rewards to draw and no regret", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  log <- bandit_replay(data.frame(arm = rep(1:2, 30), reward = 1))
  study <- play(list(log = log, again = log), policy_uniform(), 20, reps = 2)
  expect_no_error(ggplot2::ggplotGrob(ggplot2::autoplot(study, "reward")))
  expect_error(ggplot2::autoplot(study, "regret"), "reward", class = "unruly_error_argument")
  both <- play(list(log = log, plain = bandit(arms_constant(1:2))), policy_uniform(), 20, reps = 2)
  for (type in drawn_of(c("regret", "distribution"), 2)) expect_no_error(ggplot2::ggplotGrob(ggplot2::autoplot(both, type)))
})

test_that("policies differ in more than colour", {
  skip_if_not_installed("ggplot2")
  drawn <- ggplot2::autoplot(plotted(), "regret")
  expect_true(all(c("colour", "linetype") %in% names(drawn$mapping)))
})

test_that("a study without choices or fairness says what a type would need", {
  study <- play(bandit(arms_constant(1)), policy_ucb1(), 3, keep = "summary")
  for (type in c("choices", "unfairness", "frontier")) {
    expect_error(plot_data(study, type), "needs a study", class = "unruly_error_argument")
  }
})

test_that("an unknown type is refused, naming those there are", {
  expect_error(plot_data(plotted(), "colours"), class = "unruly_error_argument")
  expect_error(plot_data(1), class = "unruly_error_argument")
})

# ---- what is drawn of it ---------------------------------------------------------

test_that("policies and bandits that are asked for are drawn, in the order of the study", {
  skip_on_cran()
  study <- plotted()
  for (type in types) {
    data <- plot_data(study, type, policies = "Uniform")
    expect_identical(unique(as.character(data$policy)), "Uniform")
    expect_identical(levels(data$policy), c("UCB1", "Uniform"))
  }
  both <- plot_data(study, "regret", policies = c("Uniform", "UCB1"), bandits = "fair")
  expect_equal(both, plot_data(study)[plot_data(study)$bandit == "fair", ])
  expect_error(plot_data(study, policies = "UCB"), "UCB1", class = "unruly_error_argument")
  expect_error(plot_data(study, bandits = character()), "patient", class = "unruly_error_argument")
  # What a bandit lacks, a study of more has.
  expect_error(plot_data(study, "exits", bandits = "fair"), "needs arms", class = "unruly_error_argument")
  expect_error(plot_data(study, "frontier", bandits = "patient"), "fairness", class = "unruly_error_argument")
})

test_that("intervals are of the level and the kind that are asked for", {
  skip_in_quick()
  study <- plotted()
  for (kind in c("t", "bootstrap")) {
    wanted <- suppressMessages(summary(study, what = "reward", at = "all", level = 0.5, interval = kind))
    data <- plot_data(study, "reward", level = 0.5, interval = kind)
    expect_equal(data$lower, pmax(wanted$lower, 0))
    expect_equal(data$upper, wanted$upper)
  }
})

test_that("reward per round is the reward over the rounds", {
  study <- plotted()
  data <- plot_data(study, "reward per round")
  table <- regret(study)
  last <- table[table$round == 60 & table$policy == "UCB1" & table$bandit == "fair", ]
  row <- data[data$round == 60 & data$policy == "UCB1" & data$bandit == "fair" & data$figure == "All rounds so far", ]
  expect_equal(row$mean, mean(last$reward) / 60)
  expect_equal(row$upper - row$mean, qt(0.975, 3) * sd(last$reward) / 2 / 60)
})

test_that("the contrast has the paired differences of every round", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- plotted()
  data <- plot_data(study, "contrast", baseline = "Uniform", level = 0.8)
  wanted <- compare_policies(study, "Uniform", level = 0.8, at = "all")
  expect_equal(as.list(data[c("round", "difference", "lower", "upper")]), as.list(wanted[c("round", "difference", "lower", "upper")]))
  expect_identical(as.character(unique(data$policy)), "UCB1")
  expect_error(plot_data(study, "contrast", baseline = "A"), class = "unruly_error_argument")
  expect_error(autoplot(study, "contrast", policies = "UCB1"), "baseline", class = "unruly_error_argument")
  expect_error(plot_data(study, "contrast", policies = "Uniform", baseline = "Uniform"), "policies",
               class = "unruly_error_argument")
  alone <- play(bandit(arms_constant(1:2)), policy_ucb1(), 5)
  expect_error(plot_data(alone, "contrast"), "two policies", class = "unruly_error_argument")
})

test_that("axes become logarithmic where they can be, by `log` or by a scale of the user's", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  study <- plotted()
  built <- function(plot) ggplot2::ggplot_build(plot)$data
  lines <- built(autoplot(study, "regret", log = "xy"))[[2]]
  expect_equal(max(lines$x), log10(60))
  expect_true(all(is.finite(lines$y)))
  expect_silent(ggplot2::ggplotGrob(autoplot(study, "reward", log = "y")))
  by_hand <- suppressMessages(autoplot(study, "optimal") + ggplot2::scale_x_log10())
  expect_equal(built(by_hand)[[2]]$x, built(autoplot(study, "optimal", log = "x"))[[2]]$x)
  # Means of 0 have no logarithm, of which ggplot2 warns; all else is drawn.
  expect_no_error(suppressWarnings(suppressMessages(built(autoplot(study) + ggplot2::scale_y_log10()))))
  expect_error(autoplot(study, "pulls", log = "y"), "log", class = "unruly_error_argument")
  expect_error(autoplot(study, "contrast", log = "xy"), "log", class = "unruly_error_argument")
  expect_error(autoplot(study, log = "z"), "log", class = "unruly_error_argument")
})

test_that("the share of plays of a best arm is that of the choices", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.2, 0.8, 0.8)))
  study <- play(b, list(policy_uniform(), policy_fixed(2)), 50, reps = 3)
  data <- plot_data(study, "optimal", window = 0)
  best <- choices(study)$arm != 1
  share <- function(policy) {
    here <- choices(study)$policy == policy
    rowMeans(apply(matrix(best[here], 50), 2, cumsum) / 1:50)
  }
  for (policy in c("Uniform", "Fixed 2")) expect_equal(data$mean[data$policy == policy], share(policy))
  expect_true(all(data$lower >= 0 & data$upper <= 1))
  expect_equal(range(data$mean[data$policy == "Fixed 2"]), c(1, 1))
  skip_if_not_installed("ggplot2")
  waits <- play(b |> with_waiting(c(0, 0, 1)), policy_uniform(), 30, reps = 2)
  expect_no_error(ggplot2::ggplotGrob(autoplot(waits, "optimal")))
  log <- play(bandit_replay(data.frame(arm = rep(1:2, 30), reward = 1)), policy_uniform(), 20)
  expect_error(autoplot(log, "optimal"), "reward", class = "unruly_error_argument")
})

test_that("plot() plots the figures of autoplot()", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_s3_class(plot(aus_cycle(c(2, 4, 4))), "ggplot")
  expect_s3_class(plot(spread_linear(4), lags = 3), "ggplot")
  expect_s3_class(plot(bandit_value(bandit(arms_bernoulli(c(0.3, 0.6))) |> with_waiting(c(0.5, 0.5)))), "ggplot")
})

test_that("the interval of a penalised regret ends at 0", {
  problem <- bandit(arms_gaussian(c(0.5, 0.6), sd = 1)) |> with_fairness(0.2, 0.1)
  study <- run_study(problem, policy_uniform(), 50, reps = 2, seed = 2)
  expect_gte(min(plot_data(study)$lower, na.rm = TRUE), 0)
})

test_that("means per round of many policies have their intervals at the ends of the lines", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  policies <- lapply(1:5, function(alpha) policy_ucb1(alpha = alpha, label = paste("UCB", alpha)))
  study <- play(bandit(arms_bernoulli(c(0.01, 0.02))), policies, 200, reps = 5)
  plot <- autoplot(study, "reward per round")
  of <- function(plot) unlist(lapply(plot$layers, function(layer) class(layer$geom)[1]))
  expect_true("GeomLinerange" %in% of(plot) && !"GeomRibbon" %in% of(plot))
  expect_true("GeomRibbon" %in% of(autoplot(study, "reward per round", policies = paste("UCB", 1:4))))
  expect_lte(max(ggplot2::layer_data(plot, 1)$x), 200)
  expect_gte(min(plot_data(study, "reward per round")$lower), 0) # no reward is less
})
