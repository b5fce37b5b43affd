# Names at the ends of lines, and who is coloured.

lines_of <- function(plot) {
  layers <- ggplot2::ggplot_build(plot)
  which_geom <- function(name) which(vapply(plot$layers, function(l) inherits(l$geom, name), NA))
  list(names = if (length(which_geom("GeomLineNames"))) layers$data[[which_geom("GeomLineNames")]],
       curves = lapply(which_geom("GeomLine"), function(i) layers$data[[i]]))
}

fourteen <- function() {
  remembered("fourteen", {
    policies <- c(lapply(1:12, function(i) policy_epsilon_greedy(i / 12, label = paste("greedy", i))), list(policy_uniform(), policy_oracle()))
    play(bandit(arms_bernoulli(c(0.1, 0.5, 0.9))), policies, 300, reps = 4)
  })
}

test_that("texts are spread so that none lies on another, in order, no further than it takes", {
  skip_in_quick()
  spread <- unruly:::spread_names
  expect_equal(spread(c(10, 50, 30), c(5, 5, 5), 0, 100), c(10, 50, 30))
  expect_equal(spread(c(50, 50), c(10, 10), 0, 100), c(45, 55))
  expect_equal(spread(c(0, 0, 99), c(10, 20, 10), 0, 100), c(5, 20, 95))
  withr::local_seed(1)
  for (i in 1:50) {
    at <- runif(8, 0, 100)
    height <- runif(8, 5, 12)
    found <- spread(at, height, 0, 100)
    expect_identical(order(found), order(at))
    edges <- order(found)
    expect_true(all(diff(found[edges]) >= (height[edges][-1] + height[edges][-8]) / 2 - 1e-9))
    expect_gte(min(found - height / 2), -1e-9)
    expect_lte(max(found + height / 2), 100 + 1e-9)
  }
})

test_that("names that fit stand at the ends of lines instead of a legend", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  study <- play(bandit(arms_bernoulli(c(0.3, 0.6))), list(policy_ucb1(), policy_uniform()), 60, reps = 3)
  plot <- autoplot(study)
  drawn <- lines_of(plot)$names
  final <- summary(study)
  expect_identical(drawn$label, c("UCB1", "Uniform"))
  expect_equal(drawn$y, final$mean)
  expect_identical(drawn$ink, unruly:::safe_colours[1:2])
  skip_if_not_drawn()
  has_legend <- function(plot) any(grepl("guide-box", ggplot2::ggplotGrob(plot)$layout$name))
  skip_if(packageVersion("ggplot2") >= "3.5.0", "guides are laid out in another way")
  expect_false(has_legend(plot))
  bare <- autoplot(study, labels = FALSE)
  expect_true(has_legend(bare))
  expect_null(lines_of(bare)$names)
  expect_error(autoplot(study, labels = "yes"), "labels", class = "unruly_error_argument")
  # No room: many panels, or lines that end early.
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  many <- play(stats::setNames(rep(list(b), 9), letters[1:9]), list(policy_ucb1(label = "A rather long name"), policy_uniform()), 30, reps = 2)
  expect_null(lines_of(autoplot(many))$names)
  expect_identical(nrow(lines_of(autoplot(many, labels = TRUE))$names), 18L)
  expect_null(lines_of(autoplot(play(b, policy_uniform(), 10, record = 1)))$names)
})

test_that("names keep their distance in the drawing itself", {
  skip_if_not_installed("ggplot2")
  withr::local_pdf(NULL, width = 4, height = 2.5)
  places <- data.frame(x = 1, y = c(0.5, 0.5, 0.51), label = c("a", "b", "two\nlines"), ink = "black")
  grob <- grid::gTree(places = places, vp = grid::viewport(clip = "off"), cl = "unruly_line_names")
  grid::grid.draw(grob)
  texts <- grid::makeContent(grob)$children
  at <- grid::convertY(texts[[2]]$y, "pt", valueOnly = TRUE)
  expect_gte(min(diff(sort(at))), unruly:::name_size)
})

test_that("the seven best of more policies are coloured, and no colour comes twice", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- fourteen()
  plot <- autoplot(study)
  drawn <- lines_of(plot)
  final <- summary(study)
  best <- head(final$policy[order(final$mean)], 8)
  expect_true("Oracle" %in% best)
  expect_setequal(drawn$names$label, best)
  expect_identical(anyDuplicated(drawn$names$ink), 0L)
  grey <- drawn$curves[[1]]
  expect_identical(unique(grey$colour), unruly:::pale)
  expect_identical(length(unique(grey$group)), 6L)
  expect_lt(max(grey$linewidth), min(drawn$curves[[2]]$linewidth))
  expect_match(plot$labels$caption, "grey: greedy 8, greedy 9, greedy 10")
})

test_that("the best have the same colours in every figure, others those that are left", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- fourteen()
  all <- lines_of(autoplot(study))$names
  subset <- c("greedy 1", "greedy 12", "Uniform", "Oracle")
  few <- lines_of(autoplot(study, policies = subset))$names
  expect_setequal(few$label, subset)
  for (name in intersect(all$label, subset)) expect_identical(few$ink[few$label == name], all$ink[all$label == name])
  expect_identical(anyDuplicated(few$ink), 0L)
  expect_false(unruly:::pale %in% few$ink)
})

test_that("`highlight` says who is coloured, of few policies too", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- fourteen()
  drawn <- lines_of(autoplot(study, highlight = c("greedy 12", "Uniform")))
  expect_setequal(drawn$names$label, c("greedy 12", "Uniform", "Oracle"))
  few <- play(bandit(arms_bernoulli(c(0.3, 0.6))), list(policy_ucb1(), policy_uniform(), policy_etc(5)), 60, reps = 3)
  one <- lines_of(autoplot(few, highlight = "Uniform"))$names
  expect_identical(one$label, "Uniform")
  expect_identical(one$ink, unruly:::safe_colours[2]) # its own
  rows <- ggplot2::layer_data(autoplot(few, "distribution", highlight = "Uniform"), 1)
  expect_setequal(rows$colour, c(unruly:::safe_colours[2], unruly:::pale))
  expect_error(autoplot(few, highlight = "UCB"), "UCB1", class = "unruly_error_argument")
  expect_error(autoplot(study, highlight = paste("greedy", 1:8)), "at most 7", class = "unruly_error_argument")
})

test_that("legends go by the final value, from the top", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- play(bandit(arms_bernoulli(c(0.1, 0.9))), list(policy_oracle(), policy_ucb1(), policy_uniform()), 200, reps = 3)
  plot <- autoplot(study, labels = FALSE)
  key <- ggplot2::ggplot_build(plot)$plot$scales$get_scales("colour")$get_breaks()
  expect_identical(as.vector(key), c("Uniform", "UCB1", "Oracle"))
  reward <- ggplot2::ggplot_build(autoplot(study, "reward", labels = FALSE))$plot$scales$get_scales("colour")$get_breaks()
  expect_identical(as.vector(reward), c("Oracle", "UCB1", "Uniform"))
})

test_that("captions say how many games there were, and the level of the bands", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- play(bandit(arms_bernoulli(c(0.3, 0.6))), list(policy_ucb1(), policy_uniform()), 60, reps = 12)
  caption <- function(...) autoplot(study, ...)$labels$caption
  expect_identical(caption(), "Means over 12 replications; bands: 95% intervals")
  expect_identical(caption(level = 0.9, interval = "bootstrap"), "Means over 12 replications; bands: 90% bootstrap intervals")
  expect_match(caption("contrast"), "Below 0 a policy is better than UCB1\nMeans over 12 replications; bands: 95% intervals")
  expect_match(caption("distribution"), "^12 replications; one point per game")
  expect_identical(caption("pulls"), "Means over 12 replications; all 60 rounds; lines: 95% intervals")
  once <- play(bandit(arms_bernoulli(c(0.3, 0.6))), policy_uniform(), 60)
  expect_identical(autoplot(once)$labels$caption, "One replication")
  log <- play(bandit_replay(data.frame(arm = rep(1:2, 30), reward = 1)), policy_uniform(), 20, reps = 3)
  expect_identical(autoplot(log)$labels$caption, "Means over 3 replications; policy randomness only: no intervals")
})

test_that("usual windows have 50 rounds or more, or there are none", {
  of <- function(horizon) {
    data <- plot_data(run_study(bandit(arms_bernoulli(c(0.3, 0.5))), policy_ucb1(), horizon, reps = 2, seed = 1), "reward per round")
    levels(data$figure)
  }
  expect_identical(of(49), "All rounds so far")
  expect_match(of(300)[2], "^Last 50")
})

test_that("rates are shown by windows too", {
  skip_in_quick()
  study <- play(bandit(arms_bernoulli(c(0.2, 0.8))), policy_uniform(), 100, reps = 3)
  data <- plot_data(study, "reward per round", window = 25)
  expect_identical(levels(data$figure), c("All rounds so far", "Last 25 rounds"))
  games <- choices(study)
  last <- mean(games$reward[games$round > 75])
  expect_equal(data$mean[data$round == 100], c(mean(games$reward), last))
  expect_equal(data$mean[data$round == 10], mean(games$reward[games$round <= 10])) # no window yet
  best <- plot_data(study, "optimal", window = 25)
  expect_equal(best$mean[best$round == 100], c(mean(games$arm == 2), mean(games$arm[games$round > 75] == 2)))
  expect_identical(nrow(plot_data(study, "optimal", window = 0)), sum(best$figure == "All rounds so far"))
  # Fifty, unless asked for otherwise; between checkpoints, where there are few.
  usual <- plot_data(study, "optimal")
  expect_identical(levels(usual$figure)[2], "Last 50 rounds")
  sparse <- play(bandit(arms_bernoulli(c(0.2, 0.8))), policy_uniform(), 100, reps = 3, record = c(50, 100))
  wide <- plot_data(sparse, "optimal")
  expect_equal(wide$mean[4], mean(games$arm[games$round > 50] == 2))
  expect_error(plot_data(study, "optimal", window = 101), "window", class = "unruly_error_argument")
  sums <- play(bandit(arms_bernoulli(c(0.2, 0.8))), policy_uniform(), 100, reps = 3, keep = "moments")
  same <- plot_data(sums, "reward per round", window = 25)
  expect_equal(same$mean, data$mean[data$round %in% same$round])
  expect_true(all(is.na(same$lower[same$figure == "Last 25 rounds"])))
})

test_that("lines of sweeps without the setting have bands, and bars do not hide one another", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  policies <- c(policy_grid(policy_epsilon_greedy, epsilon = c(0.1, 0.3)), list(policy_uniform()))
  study <- play(list(a = bandit(arms_bernoulli(c(0.3, 0.6)))), policies, 60, reps = 5)
  plot <- autoplot(study, "sweep", x = "epsilon")
  geoms <- vapply(plot$layers, function(l) class(l$geom)[1], "")
  band <- ggplot2::layer_data(plot, match("GeomRect", geoms))
  final <- summary(study)
  expect_equal(band$ymax, final$upper[final$policy == "Uniform"])
  expect_match(plot$labels$caption, "5 replications; bars: 95% intervals")
})

test_that("bounds say that they are asymptotic, and have their names beside the others", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
  study <- play(problem, list(policy_ucb1(), policy_uniform()), 100, reps = 3)
  names <- lines_of(autoplot(study) + ggplot2::autolayer(regret_bound(problem, round(10^seq(0, 6, 0.05)))))$names
  expect_identical(names$label, c("UCB1", "Uniform", "Lai and Robbins\n(asymptotic rate)"))
  alone <- lines_of(autoplot(study, labels = FALSE) + ggplot2::autolayer(regret_bound(problem, round(10^seq(0, 6, 0.05)))))$names
  expect_identical(alone$label, "Lai and Robbins\n(asymptotic rate)")
})

# Each pair of a bandit and a policy, joined by one of the separators, is the text of another pair.
# Names are in the order of the alphabet, as those they are compared with.
test_that("figures and tables hold the same whatever bandits and policies are called", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  studied <- function(bandits, policies) {
    plays <- lapply(seq_along(policies), function(i) policy_epsilon_greedy(i / 5, label = policies[i]))
    bandits <- stats::setNames(lapply(c(0.6, 0.4), function(m) bandit(arms_bernoulli(c(0.3, m))) |> with_fairness(0.2, 0.5)), bandits)
    play(bandits, plays, 60, reps = 4, seed = 3)
  }
  numbers <- function(table) unname(as.list(table[vapply(table, function(x) is.numeric(x) || is.logical(x), NA)]))
  drawn <- function(plot) lapply(ggplot2::ggplot_build(plot)$data, function(layer) numbers(layer[setdiff(names(layer), "width")]))
  known <- function(study) suppressMessages(estimates(study, c("naive", "sequence"), family = "bernoulli"))
  looks <- c(lapply(c("regret", "reward", "contrast", "optimal", "pulls", "unfairness", "frontier", "distribution"), function(type) function(study) drawn(autoplot(study, type))),
             lapply(c("intervals", "coverage"), function(type) function(study) drawn(autoplot(known(study), type))),
             function(study) numbers(compare_policies(study, adjust = "holm")), function(study) numbers(operating_characteristics(study)))
  plain <- studied(c("A", "B"), c("P", "Q"))
  separators <- c(" ", ".", ", ", "\r", "\n", " on ", " - ", ":")
  for (k in seq_along(separators)) {
    by <- separators[k]
    look <- drawn_of(looks, 12, k)
    if (length(look) > 0) given <- studied(c("a", paste0("a", by, "b")), c("a", paste0("b", by, "a")))
    for (one in look) expect_identical(one(given), one(plain), info = encodeString(by))
  }
})
