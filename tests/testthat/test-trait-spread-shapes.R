# Spreads of any shape, spreads by arm, and what is read off a spread.

finite <- list(spread_delay(2, 5), spread_delay(0, 0), spread_window(0, 3), spread_window(4, 9), spread_linear(1),
               spread_linear(7), spread_linear(7, "increasing"), spread_from(c(0, 1, 2, 0, 5)), spread_from(c(1, 1), from = 0))
endless <- list(spread_geometric(2.5), spread_power(2.5))

test_that("weights sum to one, and `later` is their sum from a lag on", {
  skip_on_cran()
  for (spread in finite) {
    table <- as_tibble(spread, 0:12)
    expect_equal(sum(table$weight), 1)
    expect_equal(table$later, rev(cumsum(rev(table$weight))))
    expect_equal(sum(as_tibble(spread)$weight), 1)
  }
  for (spread in endless) {
    table <- as_tibble(spread, 0:40)
    expect_identical(table$weight[1], 0)
    expect_equal(table$later, 1 - cumsum(c(0, table$weight))[1:41])
    usual <- as_tibble(spread)
    expect_gt(sum(usual$weight), 0.98)
  }
  expect_equal(as_tibble(spread_power(2), 1)$weight, 6 / pi^2)
})

test_that("weights are what arrives", {
  skip_in_quick()
  for (spread in c(finite[-(1:2)], endless)) {
    b <- bandit(arms_tape(matrix(c(1, numeric(30)), nrow = 1))) |> with_spread(spread)
    expect_equal(choices(play(b, policy_fixed(1), 31))$observed, as_tibble(spread, 0:30)$weight)
  }
})

test_that("d1 and d2 are the sums of Theorem 1", {
  skip_in_quick()
  arms <- arms_bernoulli(c(0.2, 0.5, 0.9))
  for (spread in c(finite, list(spread_geometric(2.5)))) {
    w <- as_tibble(spread, 1:200)
    mean <- sum(0.9 * w$later)
    late <- function(p) if (spread$law == "delay") w$later * p - (w$later * p)^2 else w$later^2 * p * (1 - p)
    variance <- sum(pmax(late(0.2), late(0.5), late(0.9)))
    d <- summary(spread, arms)
    expect_equal(c(d$d1, d$d2), c(mean, variance))
  }
  # A delay of 10 to 30 rounds: 20 on average.
  expect_equal(summary(spread_delay(10, 30), arms)$d1, 0.9 * 20)
})

test_that("without arms they are those of a reward of 1, and arms may differ in their spreads", {
  skip_in_quick()
  expect_equal(summary(spread_linear(4)), tibble::tibble(d1 = 2, d2 = 0))
  expect_equal(summary(spread_delay(2, 2)), tibble::tibble(d1 = 2, d2 = 0))
  expect_equal(summary(spread_delay(1, 2))$d2, 0.25)
  arms <- arms_bernoulli(c(0.2, 0.5, 0.9))
  same <- bandit(arms) |> with_spread(spread_linear(4))
  expect_identical(unruly:::spread_moments(same), summary(spread_linear(4), arms))
  longer <- bandit(arms) |> with_spread(list(spread_linear(4), spread_delay(50, 50), spread_linear(4)))
  expect_equal(unruly:::spread_moments(longer)$d1, sum(pmax(0.9 * c(1, 0.6, 0.3, 0.1, rep(0, 46)), 0.5)))
  expect_identical(as.data.frame(spread_linear(4)), as.data.frame(as_tibble(spread_linear(4))))
  expect_error(summary(spread_linear(4), 1), "`arms`", class = "unruly_error_argument")
  expect_error(summary(spread_linear(4), arms_student(3, 0:1)), "`arms`", class = "unruly_error_argument")
  expect_error(summary(spread_adversarial(4)), "`object`", class = "unruly_error_argument")
})

test_that("for endless spreads they are the limits, infinite where they diverge", {
  skip_on_cran() # long
  one <- function(spread) summary(spread, arms_gaussian(1, 1))
  expect_equal(one(spread_geometric(1e4))$d1, 1e4)
  expect_equal(one(spread_geometric(1e4))$d2, 1 / (1 - 0.9999^2))
  # The mean lag is zeta(gamma - 1) / zeta(gamma).
  expect_equal(one(spread_power(3))$d1, literal_zeta(2) / literal_zeta(3), tolerance = 1e-7)
  expect_equal(one(spread_power(2.2))$d1, literal_zeta(1.2, 1e6) / literal_zeta(2.2), tolerance = 1e-5)
  two <- one(spread_power(2))
  expect_identical(two$d1, Inf)
  expect_lt(two$d2, Inf)
  expect_identical(one(spread_power(1.5))$d2, Inf)
})

test_that("the variance of every kind of arms is known", {
  moments <- function(arms) unname(unlist(arms_moments(arms)))
  expect_equal(moments(arms_beta(2, 3)), c(0.4, 0.04))
  expect_equal(moments(arms_beta(mean = 0.4)), c(0.4, 0.12))
  expect_equal(moments(arms_categorical(matrix(c(1, 3), 1), c(0, 2))), c(1.5, 0.75))
  expect_equal(moments(arms_constant(c(1, 2))), c(1, 2, 0, 0))
  expect_equal(moments(arms_tape(rbind(c(0, 1, 0, 1)))), c(0.5, 0.25))
  expect_equal(moments(arms_gaussian(c(1, 2), 3)), c(1, 2, 9, 9))
})

test_that("spreads by arm each send their own reward, and arrive together", {
  spreads <- list(spread_delay(2, 2), spread_geometric(2), spread_from(c(0, 0, 1, 1)))
  chosen <- choices(play(three() |> with_spread(spreads), policy_uniform(), 200))
  weights <- lapply(spreads, function(s) as_tibble(s, 0:199)$weight)
  arrivals <- numeric(200)
  for (t in 1:200) arrivals[t:200] <- arrivals[t:200] + chosen$reward[t] * weights[[chosen$arm[t]]][seq_len(201 - t)]
  expect_equal(chosen$observed, arrivals)
  # One for all, said three times, is one for all.
  same <- play(three() |> with_spread(rep(list(spread_window(1, 5)), 3)), policy_uniform(), 50)
  expect_identical(choices(same), choices(play(three() |> with_spread(spread_window(1, 5)), policy_uniform(), 50)))
})

test_that("custom shapes are the direct sum, however they are added up", {
  skip_in_quick()
  shapes <- list(flat = rep(1, 500), straight = 500:1, up = 1:500, tent = c(1:250, 250:1), steps = rep(c(3, 0, 1), each = 200),
                 rough = (1:300 * 7919) %% 13, single = c(0, 0, 0, 1), decay = 0.9^(1:60))
  for (name in names(shapes)) {
    weights <- shapes[[name]] / sum(shapes[[name]])
    b <- bandit(arms_tape(matrix(rep(c(1, 0, 0.3, 0.1), 500), nrow = 1))) |> with_spread(c(0, shapes[[name]]))
    chosen <- choices(play(b, policy_fixed(1), 2000, record = 1))
    padded <- c(numeric(length(weights) + 1), chosen$reward)
    wanted <- vapply(1:2000, function(t) sum(weights * padded[(t + length(weights) - 1):t]), 0)
    expect_equal(chosen$observed, wanted, tolerance = 1e-10, info = name)
  }
})

test_that("a custom spread of a known shape is that spread", {
  same <- function(custom, law) {
    expect_equal(choices(play(three() |> with_spread(custom), policy_uniform(), 300))$observed,
                 choices(play(three() |> with_spread(law), policy_uniform(), 300))$observed)
  }
  same(spread_from(rep(2, 20), from = 5), spread_window(5, 25))
  same(spread_from(40:1), spread_linear(40))
  same(spread_from(7, from = 0), spread_delay(0, 0))
})

test_that("spreads are drawn", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  for (spread in c(finite, endless, list(spread_adversarial(5), spread_delay(1, 500)))) {
    drawn <- autoplot(spread)
    expect_s3_class(drawn, "ggplot")
    expect_silent(ggplot2::ggplot_build(drawn))
  }
  expect_identical(as.list(autoplot(spread_linear(4))$data[c("lag", "weight")]),
                   as.list(as_tibble(spread_linear(4))[c("lag", "weight")]))
  expect_identical(nrow(autoplot(spread_power(2), lags = 1:5)$data), 5L)
})

test_that("weights are a spread, zeros in front are lags at which nothing arrives, and a list has one per arm", {
  weighed <- three() |> with_spread(c(0, 0, 1, 3))
  expect_identical(weighed, three() |> with_spread(spread_from(c(0, 0, 1, 3))))
  expect_identical(weighed, three() |> with_spread(1:4 |> replace(1:4, c(0, 0, 2, 6))))
  observed <- function(b) choices(play(b, policy_uniform(), 300))$observed
  expect_equal(observed(weighed), observed(three() |> with_spread(spread_from(c(1, 3), from = 3))))
  expect_identical(three() |> with_spread(list(c(1, 1), spread_geometric(2), c(2, 0))),
                   three() |> with_spread(list(spread_from(c(1, 1)), spread_geometric(2), spread_from(1))))
  named <- bandit(arms_bernoulli(c(a = 0.2, b = 0.8)))
  expect_identical(named |> with_spread(list(b = c(0, 1), a = c(1, 0))), named |> with_spread(list(c(1, 0), c(0, 1))))
})

test_that("bad spreads are refused", {
  expect_errors({
    three() |> with_spread(c(0, 0))
    three() |> with_spread(c(1, -1))
    three() |> with_spread(list(c(1, 1), c(1, 1), c(-1, 1)))
    three() |> with_spread(3)
    three() |> with_spread(numeric())
    three() |> with_spread()
    three() |> with_spread(list(spread_delay(1, 2), spread_delay(1, 2)))
    three() |> with_spread(list(spread_delay(1, 2), "a", 2))
    three() |> with_spread(list(spread_delay(1, 2), spread_delay(1, 2), spread_adversarial(2))) |> with_waiting(four_waits)
    as_tibble(spread_adversarial(3))
    as_tibble(spread_delay(1, 2), lags = -1)
  })
  moments <- function(arms, more = identity) unruly:::spread_moments(more(bandit(arms)) |> with_spread(spread_delay(1, 2)))
  expect_error(moments(arms_bernoulli(c(0.2, 0.8)), function(b) with_wear(b, wear_power(1))), "one with wear", class = "unruly_error_argument")
  expect_error(moments(arms_student(3, 0:1)), "student arms", class = "unruly_error_argument")
})

test_that("the variance of rewards that are certain is 0, however late they come", {
  skip_on_cran()
  expect_identical(summary(spread_power(1.5)), tibble::tibble(d1 = Inf, d2 = 0))
  expect_identical(summary(spread_power(1.5), arms = arms_bernoulli(c(0, 0.5)))$d2, Inf)
  expect_identical(summary(spread_power(2), arms = arms_constant(0)), tibble::tibble(d1 = 0, d2 = 0))
})
