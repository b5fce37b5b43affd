# Wait-Hoeffding, with its three kinds of feedback.

hoeffding_policies <- function() {
  list(policy_wait_ucb(index = "hoeffding"), policy_wait_ucb("side", index = "hoeffding"), policy_wait_ucb("product-limit", index = "hoeffding"))
}

hoeffding_rules <- function() list(literal_hoeffding, literal_hoeffding, literal_hoeffding_limit())

expect_hoeffding_everywhere <- function(i, horizon = 2500) {
  for (shape in list(c(1, 1), c(1, 10), c(2, 3), c(3, 5), c(5, 1), c(5, 10))) {
    for (b in drawn_of(farewell_bandits(shape[1], shape[2], seed = sum(shape)), 4, shape, i)) {
      expect_literal_choices(b, hoeffding_policies()[[i]], hoeffding_rules()[[i]], horizon, side = i > 1)
    }
  }
}

test_that("Wait-Hoeffding makes the choices of its formula, with all kinds of feedback", {
  skip_on_cran()
  expect_hoeffding_everywhere(1)
  expect_hoeffding_everywhere(2)
  expect_hoeffding_everywhere(3, horizon = 1500)
})

test_that("it makes them over many thousand epochs", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.5, 0.7, 1))) |> with_waiting(rbind(c(0.9, 0.1), c(0.8, 0.2), c(0.7, 0.3)))
  for (i in 1:3) {
    played <- expect_literal_choices(b, hoeffding_policies()[[i]], hoeffding_rules()[[i]], 15000, side = i > 1)
    expect_gt(played, 10000)
  }
})

test_that("it makes them where a play in vain takes less than its wait", {
  b <- bandit_auction(rival = c(0.3, 0.3, 0.2, 0.2), value = c(0.4, 0.6, 0.7, 0.9), fee = 2)
  rules <- list(literal_hoeffding, literal_hoeffding, literal_hoeffding_limit(2))
  for (i in 1:3) {
    expect_literal_choices(b, hoeffding_policies()[[i]], rules[[i]], 4000, side = i > 1, vain = 2)
  }
})

test_that("the lazy choice is the plain one, with ties and while arms enter, leave and die", {
  skip_on_cran() # long
  moving <- bandit(arms_bernoulli(c(0.5, 0.7, 0.9, 0.4))) |>
    with_waiting(c(0.5, 0.2, 0.3)) |>
    with_patience(c(2000, Inf, 300, Inf)) |>
    with_lifetimes(first = c(1, 1, 5000, 8000), last = c(Inf, 60000, Inf, 70000))
  ties <- bandit(arms_constant(1)) |> with_waiting(c(0, 0, 0, 0.5, 0, 0, 0, 0.5, 0, 0))
  for (i in 1:3) {
    policy <- hoeffding_policies()[[i]]
    for (b in drawn_of(list(moving, ties), 2, i)) {
      expect_true(identical(farewell_choices(b, policy, 1e5), farewell_choices(b, policy, 1e5, plain = TRUE)))
    }
  }
})

test_that("its index falls below the value no more often than s^-4", {
  skip_on_cran() # long
  set.seed(1)
  law <- c(0.5, 0, 0, 0, 0, 0.5)
  for (j in c(1, 3, 6)) {
    g <- sum(law[1:j]) / sum(pmin(1:6, j) * law)
    for (s in c(1.5, 2, 3)) {
      for (n in c(5, 30)) {
        tau <- matrix(sample(6, 4000 * n, TRUE, law), n)
        e <- sqrt(2 * log(s) / n)
        room <- colMeans(pmin(tau, j)) - (j - 1) * e
        below <- room > 0 & (colMeans(tau <= j) + e) / room < g
        expect_lte(mean(below), s^-4 + 3 * sqrt(s^-4 / 4000))
      }
    }
  }
})

test_that("the product-limit estimate is that of all plays, and short plays do not bias it", {
  skip_on_cran() # long
  set.seed(2)
  law <- c(0.3, 0.2, 0.1, 0.4)
  pay <- c(0.2, 0.9, 0.5, 0.7)
  wait <- rep(c(1, 2, 4), c(300, 200, 100))
  found <- replicate(400, {
    tau <- sample(4, length(wait), TRUE, law)
    v <- as.numeric(runif(length(wait)) < pay[tau])
    last <- pmin(tau, wait)
    found <- literal_product_limit(vapply(1:4, function(d) sum(last >= d), 0),
                                   vapply(1:4, function(d) sum(tau == d & wait >= d), 0),
                                   vapply(1:4, function(d) sum(v[tau == d & wait >= d]), 0))
    c(found$r, found$c)
  })
  exact <- c(cumsum(law * pay), vapply(1:4, function(j) sum(pmin(1:4, j) * law), 0))
  expect_lt(max(abs(rowMeans(found) - exact) / pmax(apply(found, 1, sd), 1e-9) * 20), 4)
  # With plays of one wait only it is their mean.
  alone <- literal_product_limit(c(10, 7, 3), c(3, 4, 1), c(1, 2, 1))
  expect_equal(alone$r[3], 0.4)
  expect_equal(alone$c[3], 2)
})

test_that("it cuts the regret of Wait-UCB where waits are long", {
  skip_on_cran() # long
  delays <- list(rbind(c(0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0)),
                 rbind(c(0.1, 0.1, 0.2, 0.3, 0.3), c(0.3, 0.5, 0, 0, 0.2), c(0.8, 0.1, 0.1, 0, 0)))
  value <- list(1, c(0.7, 1, 0.5))
  for (i in drawn_of(1:2, 2)) {
    b <- bandit(arms_bernoulli(value[[i]])) |> with_waiting(delays[[i]])
    policies <- c(list(policy_wait_ucb("side")), hoeffding_policies()[2:3])
    final <- regret(run_study(b, policies, 4e5, reps = 4, seed = 1, record = 1, progress = FALSE))
    mean <- tapply(final$regret, factor(final$policy, unique(final$policy)), mean)
    expect_lt(max(mean[2:3]), 0.4 * mean[[1]])
  }
})

test_that("bad arguments and bandits without waiting are refused", {
  skip_on_cran() # long
  for (wrong in list("full", NULL, 1, c("side", "bandit"))) {
    expect_error(policy_wait_ucb(wrong, index = "hoeffding"), "`feedback` must be one of", class = "unruly_error_argument")
  }
  expect_error(policy_wait_ucb(label = 3, index = "hoeffding"), class = "unruly_error_argument")
  b <- bandit(arms_bernoulli(c(0.2, 0.4)))
  expect_error(run_study(b, policy_wait_ucb(index = "hoeffding"), 100, reps = 1, seed = 1), class = "unruly_error_policy")
  expect_identical(policy_wait_ucb("side", index = "hoeffding")$label, "Wait-Hoeffding (side)")
  expect_identical(policies()$paper[unruly:::policy_types() == "policy_wait_hoeffding"], "ours")
})
