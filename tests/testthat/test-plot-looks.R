# Every type of figure is built with few and with many policies, bandits and arms, and in each setting; six of them look as
# they did.

two <- list(policy_ucb1(), policy_thompson("bernoulli"))
dozen <- c(lapply(c(0.5, 1, 2, 4), function(a) policy_ucb1(alpha = a, label = paste("UCB1, alpha =", a))),
           lapply(1:5 / 50, function(e) policy_epsilon_greedy(e, label = paste("A policy with a long name, epsilon =", e))),
           list(policy_thompson("bernoulli"), policy_uniform(), policy_etc(5)))
dozen_names <- vapply(dozen, function(p) p$label, "")
several <- function(make) {
  list(easy = make(c(0.2, 0.5, 0.9)), "hard, and with a long name" = make(c(0.5, 0.52, 0.55)),
       many = make(seq(0.1, 0.9, length.out = 34)), pair = make(c(0.3, 0.6)))
}
fair <- function(p) bandit(arms_bernoulli(p)) |> with_fairness(0.5 / length(p), 0.4)
drawn_of <- function(bandits, policies, horizon = 200, reps = 12) {
  play(bandits, policies, horizon, reps = reps, record = unique(round(horizon^seq(0, 1, length.out = 30))))
}

test_that("every type of figure of a study is there", {
  skip_if_not_installed("ggplot2")
  study <- drawn_of(bandit(arms_bernoulli(c(0.3, 0.6))) |> with_fairness(0.2, 0.4) |> with_patience(c(20, Inf)), two, 30, 3)
  for (type in share_of(names(unruly:::study_plots))) {
    figure <- autoplot(study, type)
    expect_s3_class(figure, "ggplot")
    expect_gt(length(figure$layers), 0)
  }
})

test_that("a small study has every figure; its regret, distribution and exits look as they did", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  study <- drawn_of(bandit(arms_bernoulli(c(0.3, 0.5, 0.6))) |> with_fairness(0.2, 0.4) |> with_patience(c(20, 60, Inf)), two)
  looks <- c("regret", "distribution", "exits")
  for (type in looks) expect_drawing(paste("small", type), autoplot(study, type))
  others <- setdiff(names(unruly:::study_plots), looks)
  for (i in seq_along(others)) if (is_drawn(i)) expect_built(autoplot(study, others[i]))
  bound <- regret_bound(bandit(arms_bernoulli(c(0.3, 0.5, 0.6))), unique(round(10^seq(0, 6, 0.05))))
  expect_drawing("small regret with a bound", autoplot(study, log = "x") + ggplot2::autolayer(bound))
})

test_that("a large study has every figure, and its regret looks as it did", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  study <- drawn_of(several(fair), dozen, reps = 6)
  expect_drawing("large regret", autoplot(study, "regret", log = "xy"))
  types <- c("contrast", "frontier", "pulls", "distribution")
  for (i in seq_along(types)) if (is_drawn(i)) expect_built(autoplot(study, types[i]))
  impatient <- drawn_of(several(function(p) bandit(arms_bernoulli(p)) |> with_patience(30)), dozen, reps = 6)
  if (is_drawn(0, one_in = 3)) expect_built(autoplot(impatient, "exits"))
  if (is_drawn(1, one_in = 3)) expect_built(autoplot(impatient, "exits", dozen_names[8:10], "many"))
  if (is_drawn(2, one_in = 3)) expect_built(autoplot(impatient, "choices", dozen_names[8:10], "many"))
})

test_that("each setting has its figures, and waiting looks as it did", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  waits <- drawn_of(bandit(arms_bernoulli(c(0.7, 0.9))) |> with_waiting(rbind(c(0.8, 0.2, 0), c(0.1, 0.1, 0.8))),
                    list(policy_wait_ucb(), policy_ucb1()))
  expect_drawing("waiting pulls", autoplot(waits, "pulls"))
  expect_built(autoplot(waits, "reward per round"))
  born <- drawn_of(bandit_mortal(10, 200, 40, init = NULL), list(policy_ag(), policy_ucb1()))
  types <- c("pulls", "exits", "choices")
  for (i in 1:3) if (is_drawn(i, one_in = 3)) expect_built(autoplot(born, types[i]))
  events <- data.frame(arm = rep(1:3, 60), reward = rep(c(0, 1, 1, 0), 45))
  replayed <- drawn_of(bandit_replay(events, resample = "bootstrap"), two, 40)
  expect_built(autoplot(replayed))
  drawn <- drawn_of(bandit(arms_bernoulli(prior_uniform(5))), two)
  expect_built(autoplot(drawn, "pulls"))
  expect_built(autoplot(spread_power(2)))
})
