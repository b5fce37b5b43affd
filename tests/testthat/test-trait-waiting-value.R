# The value of waiting, and what constant policies earn.

random_waiting <- function(arms, waits, pay = FALSE, seed = 1) {
  farewell_bandits(arms, waits, seed)[[if (pay) 2 else 1]]
}

# Straight from the definitions, delay by delay.
literal_value <- function(b, means) {
  law <- b$traits$waiting$parameters
  rows <- expand.grid(wait = seq_len(ncol(law$delay)), arm = seq_len(nrow(law$delay)))
  rows$reward <- rows$time <- 0
  for (i in seq_len(nrow(rows))) {
    for (d in seq_len(ncol(law$delay))) {
      pays <- if (is.null(law$pay)) means[rows$arm[i]] else law$pay[rows$arm[i], d]
      rows$reward[i] <- rows$reward[i] + law$delay[rows$arm[i], d] * pays * (d <= rows$wait[i])
      rows$time[i] <- rows$time[i] + law$delay[rows$arm[i], d] * min(d, rows$wait[i])
    }
  }
  rows
}

test_that("values are those of the definition", {
  skip_on_cran()
  for (pay in c(FALSE, TRUE)) {
    for (shape in list(c(1, 1), c(1, 6), c(3, 4), c(4, 1))) {
      b <- random_waiting(shape[1], shape[2], pay)
      value <- bandit_value(b)
      literal <- literal_value(b, b$arms$parameters$prob)
      expect_named(value, c("arm", "wait", "reward", "time", "rate", "gap"))
      expect_equal(value$arm, literal$arm)
      expect_equal(value$wait, literal$wait)
      expect_equal(value$reward, literal$reward)
      expect_equal(value$time, literal$time)
      expect_equal(value$rate, literal$reward / literal$time)
      expect_equal(value$gap, max(value$rate) - value$rate)
      expect_equal(min(value$gap), 0)
    }
  }
})

test_that("every kind of arms with rewards in [0, 1] has a value", {
  law <- c(0.5, 0.5)
  reward_of <- function(arms) bandit_value(bandit(arms) |> with_waiting(law))$reward
  expect_equal(reward_of(arms_constant(0.4)), c(0.2, 0.4))
  expect_equal(reward_of(arms_beta(mean = 0.4)), c(0.2, 0.4))
  expect_equal(reward_of(arms_beta(2, 3)), c(0.2, 0.4))
  expect_equal(reward_of(arms_categorical(matrix(c(3, 1), 1), c(0.2, 1))), c(0.2, 0.4))
  expect_equal(reward_of(arms_tape(matrix(c(0.2, 0.6), 1))), c(0.2, 0.4))
  # What the arms say does not matter where the delay decides.
  b <- bandit(arms_gaussian(prior_normal(1))) |> with_waiting(law, pay = c(1, 0))
  expect_equal(bandit_value(b)$reward, c(0.5, 0.5))
})

test_that("the paper's gaps come out in its experiments", {
  skip_on_cran()
  least_gap <- function(experiment) {
    gap <- bandit_value(experiment$bandits)$gap
    min(gap[gap > 1e-9])
  }
  expect_equal(least_gap(experiment_farewell_1a()), 1 / 24)
  expect_equal(least_gap(experiment_farewell_1b()), 0.1244, tolerance = 1e-3)
  expect_equal(least_gap(experiment_farewell_1c()), 1 / 6)
  best <- function(experiment) with(bandit_value(experiment$bandits), cbind(arm, wait)[gap < 1e-9, ])
  expect_equal(unname(best(experiment_farewell_2b())), c(2, 2))
  expect_equal(unname(best(experiment_farewell_2c())), c(3, 1))
  # The rates of 2c by hand, from its law alone.
  law <- farewell_delays()
  rates <- vapply(1:3, function(k) max(c(1, 0.5, 0.7)[k] * cumsum(law[k, ]) /
    (cumsum(law[k, ] * 1:5) + 1:5 * (1 - cumsum(law[k, ])))), 0)
  expect_equal(which.max(rates), 3)
  expect_equal(farewell_delays(), experiment_farewell_2b()$bandits$traits$waiting$parameters$delay)
})

test_that("the study's benchmark is the greatest rate times the rounds, and its means the rewards", {
  b <- random_waiting(3, 4, pay = TRUE, seed = 5)
  value <- bandit_value(b)
  study <- run_study(b, policy_wait_ucb(), 500, reps = 2, seed = 1, record = 1, threads = 1)
  expect_equal(regret(study)$benchmark, rep(max(value$rate) * 500, 2))
  expect_equal(pulls(study)$mean[1:12], value$reward)
})

test_that("simulated rates match, within their error", {
  skip_in_quick()
  b <- random_waiting(2, 3, pay = TRUE, seed = 3)
  value <- bandit_value(b)
  constant <- Map(function(arm, wait) policy_fixed(arm, wait, label = paste(arm, wait)), value$arm, value$wait)
  study <- run_study(b, constant, 2e4, reps = 20, seed = 2, record = 1, threads = 1)
  rates <- summary(study, "reward")
  expect_true(all(abs(rates$mean / 2e4 - value$rate) < 4 * rates$se / 2e4 + 3 / 2e4))
})

# ---- finite budgets ---------------------------------------------------------

# E[reward] by the recursion as it is written.
literal_renewal <- function(time, paid, budget) {
  expected <- numeric(budget + 1)
  for (t in seq_len(budget)) {
    for (cost in seq_len(min(t, length(time)))) {
      expected[t + 1] <- expected[t + 1] + paid[cost] + time[cost] * expected[t - cost + 1]
    }
  }
  expected[-1]
}

test_that("expectations within a budget are those of the recursion", {
  skip_in_quick()
  b <- random_waiting(2, 4, seed = 7)
  law <- b$traits$waiting$parameters$delay
  rounds <- c(1:10, 57, 4095:4098, 9000)
  found <- bandit_value(b, rounds)
  expect_named(found, c("arm", "wait", "reward", "time", "rate", "gap", "round", "pulls", "total", "benchmark", "regret"))
  expect_identical(unique(tibble::as_tibble(found)[1:6]), tibble::as_tibble(bandit_value(b)))
  for (arm in 1:2) {
    for (wait in 1:4) {
      if (!is_drawn(arm, wait, one_in = 2)) next
      mine <- found[found$arm == arm & found$wait == wait, ]
      time <- law[arm, seq_len(wait)]
      time[wait] <- sum(law[arm, wait:4])
      paid <- law[arm, seq_len(wait)] * b$arms$parameters$prob[arm]
      expect_equal(mine$round, rounds)
      expect_equal(mine$total, literal_renewal(time, paid, 9000)[rounds])
      expect_equal(mine$pulls, literal_renewal(time, time, 9000)[rounds])
    }
  }
  expect_equal(found$benchmark, max(bandit_value(b)$rate) * found$round)
  expect_equal(found$regret, found$benchmark - found$total)
})

test_that("times with a common divisor are right for ever", {
  b <- bandit(arms_constant(1)) |> with_waiting(c(0, 0, 0, 0.5, 0, 0, 0, 0.5))
  found <- bandit_value(b, c(4, 7, 8, 11, 12, 1e6 + 0:4, 1e8))
  full <- found[found$wait == 8, ]
  expect_equal(full$total[1:5], c(0.5, 0.5, 1.25, 1.25, 1.875))
  expect_equal(full$total[6:9], rep(full$total[6], 4))
  expect_equal(full$total[10] - full$total[6], 4 / 6, tolerance = 1e-6)
  expect_equal(full$total[11] / 1e8, 1 / 6, tolerance = 1e-7)
  # A wait of 1 is never paid; it takes one round.
  expect_equal(found$pulls[found$wait == 1], found$round[found$wait == 1])
  expect_equal(found$total[found$wait == 1], rep(0, 11))
})

test_that("a budget too short for any play pays nothing", {
  b <- bandit(arms_constant(1)) |> with_waiting(c(0, 0, 1))
  expect_equal(bandit_value(b, 2)$total, c(0, 0, 0))
  expect_equal(bandit_value(b, 2)$pulls, c(2, 1, 0))
})

test_that("g* T is never far from the best constant policy (Theorem 1)", {
  skip_in_quick()
  for (seed in 1:5) {
    b <- random_waiting(3, 6, pay = TRUE, seed = seed)
    value <- bandit_value(b)
    found <- bandit_value(b, c(10, 100, 1e4, 1e6))
    apart <- found$round * value$rate[match(paste(found$arm, found$wait), paste(value$arm, value$wait))] - found$total
    expect_true(all(abs(apart) <= found$wait))
  }
})

test_that("simulated budgets match, within their error", {
  skip_in_quick()
  b <- random_waiting(2, 3, seed = 9)
  value <- bandit_value(b)
  constant <- Map(function(arm, wait) policy_fixed(arm, wait, label = paste(arm, wait)), value$arm, value$wait)
  study <- run_study(b, constant, 20, reps = 4000, seed = 3, record = c(5, 20), threads = 1)
  for (what in c("reward", "pulls")) {
    seen <- summary(study, what, at = "all")
    exact <- bandit_value(b, c(5, 20))[[if (what == "pulls") "pulls" else "total"]]
    expect_true(all(abs(seen$mean - exact) <= 4.5 * seen$se + 1e-9))
  }
})

# ---- plots --------------------------------------------------------------------

test_that("the plot draws the rates and marks every best action", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  value <- bandit_value(experiment_farewell_2a()$bandits)
  data <- waiting_plot_data(value)
  expect_named(data, c("arm", "wait", "rate", "best"))
  expect_equal(data$rate, value$rate)
  expect_equal(data$best, value$arm == 3)
  expect_equal(levels(data$arm), c("1", "2", "3"))
  expect_s3_class(ggplot2::autoplot(value), "ggplot")
  expect_equal(waiting_plot_data(bandit_value(experiment_farewell_2a()$bandits, c(10, 20))), data)
  expect_built(ggplot2::autoplot(bandit_value(experiment_farewell_2b()$bandits)))
})

test_that("the plot draws any number of arms and waits", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  for (shape in list(c(1, 1), c(9, 2), c(1, 12))) {
    drawn <- ggplot2::ggplot_build(ggplot2::autoplot(bandit_value(random_waiting(shape[1], shape[2]))))
    expect_equal(max(vapply(drawn$data, nrow, 0L)), prod(shape))
  }
})

# ---- bad input ------------------------------------------------------------------

test_that("bandits without a value are refused", {
  law <- c(0.5, 0.5)
  b <- bandit(arms_bernoulli(0.5)) |> with_waiting(law)
  prior <- bandit(arms_bernoulli(prior_uniform(2))) |> with_waiting(law)
  moving <- bandit(arms_bernoulli(c(0.5, 0.6))) |> with_waiting(law) |> with_entries(c(1, 5))
  expect_errors(bandit_value())
  expect_errors(bandit_value(3))
  expect_errors(bandit_value(bandit(arms_bernoulli(0.5))))
  expect_errors(bandit_value(prior))
  expect_errors(bandit_value(prior, 10))
  expect_errors(bandit_value(moving, 10))
  expect_errors(bandit_value(b, 0))
  expect_errors(bandit_value(b, c(1, NA)))
  expect_errors(bandit_value(b, 1.5))
  expect_errors(bandit_value(b, 1e9))
  expect_errors(bandit_value(b, numeric()))
})
