# Indices of the variance, of the posterior, of divergences: each against a slow
# version written from the formula.

# ---- UCB-V and UCB-tuned --------------------------------------------------------------

literal_ucb_v <- function(zeta = 1.2, c = 1, width = 1) {
  literal_variance_index(function(t, n, mean, scatter, world) {
    mean + sqrt(2 * scatter / n * zeta * log(t) / n) + 3 * c * width * zeta * log(t) / n
  })
}

literal_ucb_tuned <- function(width = 1) {
  literal_variance_index(function(t, n, mean, scatter, world) {
    mean + sqrt(log(t) / n * pmin(width^2 / 4, scatter / n + width^2 * sqrt(2 * log(t) / n)))
  })
}

test_that("UCB-V makes the choices of its formula, ties included", {
  expect_literal_cases(policy_ucb_v(), literal_ucb_v())
  expect_literal_cases(policy_ucb_v(0.3, c = 0.01), literal_ucb_v(0.3, 0.01), sizes = c(2, 7))
  expect_literal_cases(policy_ucb_v(1e-9, c = 1e-9), literal_ucb_v(1e-9, 1e-9), sizes = 3)
  expect_literal_moving(policy_ucb_v(0.5, c = 0.1), literal_ucb_v(0.5, 0.1))
  case <- waiting_case(4, 3, 1000)
  expect_literal(case$bandit, policy_ucb_v(), literal_ucb_v(), case$world)
})

test_that("UCB-tuned makes the choices of its formula, ties included", {
  expect_literal_cases(policy_ucb_tuned(), literal_ucb_tuned())
  expect_literal_moving(policy_ucb_tuned(), literal_ucb_tuned())
  case <- waiting_case(4, 3, 1000)
  expect_literal(case$bandit, policy_ucb_tuned(), literal_ucb_tuned(), case$world)
})

test_that("indices of the variance know of other ranges, and lose nothing far from 0", {
  skip_in_quick()
  arms <- arms_gaussian(1e6 + c(20, 50, 40), 16)
  world <- literal_world(3, 2000, pays_by_pull(rewards_of(arms, 2000)))
  expect_literal(bandit(arms), policy_ucb_v(range = c(1e6, 1e6 + 64)), literal_ucb_v(width = 64), world)
  expect_literal(bandit(arms), policy_ucb_tuned(sd = 32), literal_ucb_tuned(64), world)
  # Where rewards hardly vary UCB1 explores, and these do not.
  calm <- bandit(arms_beta(shape1 = c(400, 500), shape2 = c(600, 500)))
  final <- regret(run_study(calm, list(policy_ucb1(), policy_ucb_tuned(), policy_ucb_v()), 5000, reps = 5, seed = 1, record = 1))
  mean <- tapply(final$regret, final$policy, mean)
  expect_lt(mean[["UCB-tuned"]], mean[["UCB1"]] / 2)
  expect_lt(mean[["UCB-V"]], mean[["UCB1"]])
})

# ---- KL-UCB of other families -----------------------------------------------------------

# q = p exp(u): the divergence p / q - 1 - ln(p / q) is exp(-u) - 1 + u.
literal_kl_exponential <- function(c = 0) {
  literal_index(function(t, a, n, mean, ...) {
    level <- max(log(t) + if (c > 0) c * log(log(t)) else 0, 0) / n
    low <- numeric(length(n))
    high <- level + 1
    for (i in 1:52) {
      middle <- (low + high) / 2
      within <- exp(-middle) - 1 + middle <= level
      low[within] <- middle[within]
      high[!within] <- middle[!within]
    }
    mean * exp(ifelse(level > 0, low, 0))
  })
}

literal_kl_gaussian <- function(c = 0, sd = 1) {
  literal_index(function(t, a, n, mean, ...) {
    mean + sd * sqrt(2 * max(log(t) + if (c > 0) c * log(log(t)) else 0, 0) / n)
  })
}

positive_tape <- function(k, horizon) {
  withr::local_seed(k)
  means <- stats::runif(k, 1, 2)
  tape <- ceiling(16 * matrix(stats::rexp(k * horizon) * means, k)) / 16
  list(arms = arms_tape(tape), world = literal_world(k, horizon, pays_by_pull(tape)))
}

test_that("KL-UCB of exponential rewards makes the choices of its formula, at 0 too", {
  policy <- policy_kl_ucb(family = "exponential")
  for (k in c(1, 2, 20)) {
    case <- positive_tape(k, 1000)
    expect_literal(bandit(case$arms), policy, literal_kl_exponential(), case$world)
  }
  case <- positive_tape(3, 1000)
  expect_literal(bandit(case$arms), policy_kl_ucb(3, family = "exponential"), literal_kl_exponential(3), case$world)
  for (value in list(c(0.5, 0.5, 0.5), c(0, 0, 0), c(0, 1, 0.25))) {
    expect_literal(bandit(arms_constant(value)), policy, literal_kl_exponential(),
                   literal_world(3, 1000, function(arm, pull, round) value[arm]))
  }
  expect_literal_moving(policy, literal_kl_exponential(), seeds = 1)
})

test_that("KL-UCB of Gaussian rewards makes the choices of its formula", {
  policy <- policy_kl_ucb(family = "gaussian")
  expect_literal_cases(policy, literal_kl_gaussian(), sizes = c(1, 2, 20))
  expect_literal_cases(policy_kl_ucb(3, family = "gaussian", sd = 0.1), literal_kl_gaussian(3, 0.1), sizes = 7)
  expect_literal_moving(policy, literal_kl_gaussian())
  case <- waiting_case(3, 2, 1000)
  expect_literal(case$bandit, policy, literal_kl_gaussian(), case$world)
  expect_identical(as_usual(policy_kl_ucb(family = "bernoulli"))$parameters, as_usual(policy_kl_ucb())$parameters)
})

test_that("the exponential family learns exponential rewards of any scale", {
  skip_on_cran() # long
  withr::local_seed(1)
  tape <- matrix(stats::rexp(2 * 5000) * c(600, 1000), 2)
  final <- regret(run_study(bandit(arms_tape(tape)), policy_kl_ucb(family = "exponential"), 5000, reps = 1, seed = 1, record = 1))
  expect_lt(final$regret, 400 * 5000 / 10)
})

# ---- Bayes-UCB ----------------------------------------------------------------------------

literal_bayes_beta <- function(c = 0) {
  function(world) {
    seen <- new_tally(world)
    list(choose = function(t, live) {
      a <- actions_of(world, live)
      above <- min(1 / (t * log(world$horizon)^c), 1)
      a[which.max(stats::qbeta(above, 1 + seen$total[a], 1 + seen$n[a] - seen$total[a], lower.tail = FALSE))]
    }, observe = seen$add)
  }
}

literal_bayes_gaussian <- function(c = 0, sd = 1) {
  literal_index(function(t, a, n, mean, world, ...) {
    mean + sd / sqrt(n) * stats::qnorm(min(1 / (t * log(world$horizon)^c), 1), lower.tail = FALSE)
  })
}

test_that("Bayes-UCB of a beta posterior makes the choices of its quantiles, also for fractional rewards", {
  for (case in literal_cases(1000, sizes = c(1, 2, 3, 20), unit = TRUE)) {
    expect_literal(bandit(case$arms), policy_bayes_ucb(), literal_bayes_beta(), literal_world(case$arms$count, 1000, case$pays))
  }
  for (prob in list(c(0, 0, 0), c(1, 1, 1), c(0.999, 0, 1))) {
    arms <- arms_bernoulli(prob)
    world <- literal_world(3, 1000, pays_by_pull(rewards_of(arms, 1000)))
    for (c in c(0, 5)) expect_literal(bandit(arms), policy_bayes_ucb(c = c), literal_bayes_beta(c), world)
  }
  expect_literal_moving(policy_bayes_ucb(), literal_bayes_beta())
  case <- waiting_case(4, 3, 1000)
  expect_literal(case$bandit, policy_bayes_ucb(), literal_bayes_beta(), case$world)
})

test_that("Bayes-UCB of a Gaussian posterior makes the choices of its quantiles", {
  expect_literal_cases(policy_bayes_ucb("gaussian"), literal_bayes_gaussian(), sizes = c(1, 2, 20))
  expect_literal_cases(policy_bayes_ucb("gaussian", c = 5, sd = 0.1), literal_bayes_gaussian(5, 0.1), sizes = 7)
  expect_literal_moving(policy_bayes_ucb("gaussian"), literal_bayes_gaussian())
  case <- waiting_case(4, 3, 1000)
  expect_literal(case$bandit, policy_bayes_ucb("gaussian"), literal_bayes_gaussian(), case$world)
})

test_that("horizons at which ln T is small, or 0, do no harm", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.2, 0.8)))
  for (horizon in 1:3) {
    for (family in c("bernoulli", "gaussian")) {
      expect_identical(max(choices(play(b, policy_bayes_ucb(family, c = 5), horizon))$round), as.double(horizon))
    }
  }
})

test_that("beta quantiles are those of qbeta()", {
  skip_on_cran() # long
  a <- rep(c(1, 1.5, 2, 30, 1000, 1e5), each = 6)
  b <- rep(c(1, 2.5, 20, 700, 1e4, 1e6), 6)
  for (tail in c(0.9, 0.5, 0.1, 1e-4, 1e-9, 1e-12)) {
    expect_equal(.Call(unruly:::C_beta_upper_quantile, a, b, tail), stats::qbeta(tail, a, b, lower.tail = FALSE), tolerance = 1e-11)
  }
})

# ---- IMED ------------------------------------------------------------------------------------

literal_imed <- function(d) {
  function(world) {
    seen <- new_tally(world)
    list(choose = function(t, live) {
      a <- actions_of(world, live)
      n <- seen$n[a]
      if (any(n == 0)) return(a[n == 0][1])
      mean <- seen$total[a] / n
      distance <- ifelse(mean == max(mean), 0, d(mean, max(mean)))
      index <- n * distance + log(n)
      a[which(index <= min(index) + 1e-12 * (1 + min(index)))[1]]
    }, observe = seen$add)
  }
}

literal_squares <- function(sd = 1) function(p, q) (p - q)^2 / (2 * sd^2)

test_that("IMED makes the choices of its formula, ties included", {
  for (case in literal_cases(1000, sizes = c(1, 2, 3, 20), unit = TRUE)) {
    expect_literal(bandit(case$arms), policy_imed(), literal_imed(literal_bernoulli_divergence),
                   literal_world(case$arms$count, 1000, case$pays))
  }
  for (prob in list(c(0, 0, 0), c(1, 1, 1), c(0.999, 0, 1))) {
    arms <- arms_bernoulli(prob)
    expect_literal(bandit(arms), policy_imed(), literal_imed(literal_bernoulli_divergence),
                   literal_world(3, 1000, pays_by_pull(rewards_of(arms, 1000))))
  }
  expect_literal_moving(policy_imed(), literal_imed(literal_bernoulli_divergence))
  expect_literal_cases(policy_imed("gaussian"), literal_imed(literal_squares()), sizes = c(1, 2, 20))
  expect_literal_cases(policy_imed("gaussian", sd = 0.1), literal_imed(literal_squares(0.1)), sizes = 7)
  expect_literal_moving(policy_imed("gaussian", sd = 0.5), literal_imed(literal_squares(0.5)))
  case <- waiting_case(4, 3, 1000)
  expect_literal(case$bandit, policy_imed(), literal_imed(literal_bernoulli_divergence), case$world)
})

test_that("Bayes-UCB and IMED come near the least regret there can be", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.9, 0.8)))
  final <- regret(run_study(b, list(policy_bayes_ucb(), policy_imed(), policy_ucb1()), 20000, reps = 20, seed = 1, record = 1))
  means <- tapply(final$regret, final$policy, mean)
  # Lai and Robbins: ln T gap / kl = 22.4.
  expect_lt(max(means[c("Bayes-UCB", "IMED")]), 40)
  expect_gt(means[["UCB1"]], 100)
})

# ---- fast and plain ------------------------------------------------------------------------

fast_policies <- list(policy_ucb_v(0.3, c = 0.01), policy_ucb_tuned(), policy_bayes_ucb("gaussian", sd = 0.5, label = "Bayes (sd)"),
                      policy_imed("gaussian", sd = 0.5, label = "IMED (sd)"),
                      policy_kl_ucb(family = "gaussian", sd = 0.5, label = "KL (sd)"))
unit_policies <- list(policy_bayes_ucb(), policy_imed(), policy_kl_ucb(family = "exponential"))

test_that("lazy choices are those of the plain rule for 1 to 20 arms and several laws", {
  skip_on_cran() # long
  for (k in c(1, 2, 7, 20)) {
    withr::local_seed(k)
    for (arms in list(arms_bernoulli(stats::runif(k)), arms_constant(sample(c(0.2, 0.9), k, replace = TRUE)),
                      arms_bernoulli(rep(c(0, 0.001, 1), length.out = k)))) {
      expect_lazy_is_plain(bandit(arms), c(fast_policies, unit_policies), horizon = 8000)
    }
    for (arms in list(arms_gaussian(stats::runif(k), 1), arms_gaussian(0.5 + 1e-6 * seq_len(k), 1e-6))) {
      expect_lazy_is_plain(bandit(arms), fast_policies, horizon = 12000)
    }
  }
})

test_that("lazy choices are those of the plain rule where arms come and go, and with waiting", {
  skip_on_cran() # long
  k <- 12
  withr::local_seed(1)
  arms <- arms_bernoulli(stats::runif(k))
  patience <- sample(c(20, 300, 3000, Inf), k, replace = TRUE)
  enters <- c(1, sample(2e4, k - 1))
  for (b in list(bandit(arms) |> with_entries(enters) |> with_patience(patience),
                 bandit(arms) |> with_lifetimes(enters, pmin(enters + 8000, 2e4)),
                 bandit(arms) |> with_patience(patience) |> with_waiting(matrix(0.25, k, 4)),
                 bandit_mortal(alive = 10, horizon = 2e4, mean_lifetime = 2000))) {
    expect_lazy_is_plain(b, c(fast_policies, unit_policies), horizon = 2e4)
  }
})

test_that("whole stretches are played as round by round", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.3, 0.5, 0.52)))
  policies <- c(fast_policies[c(3, 5)], unit_policies)
  kept <- function(keep) pulls(play(b, policies, 2e4, keep = keep, record = 1))
  expect_identical(kept("summary"), kept("choices"))
})

# ---- words and bad input ----------------------------------------------------------------------

test_that("the range that rewards must lie in is told before anything is played", {
  loud <- bandit(arms_gaussian(c(100, 120), sd = 60))
  expect_errors({
    run_study(loud, policy_bayes_ucb(range = c(0, 1)), 10)
    run_study(loud, policy_imed(range = c(0, 1)), 10)
    run_study(loud, policy_kl_ucb(family = "exponential"), 10)
    run_study(bandit(arms_constant(c(2, 3))), policy_imed(), 10)
    run_study(bandit(arms_bernoulli(0.5)) |> with_spread(spread_delay(1, 3)), policy_bayes_ucb(range = c(0, 1)), 10)
  })
  fits <- list(policy_kl_ucb(family = "gaussian", sd = 60), policy_imed("gaussian", sd = 60), policy_bayes_ucb("gaussian", sd = 60),
               policy_ucb_v(sd = 60), policy_ucb_tuned(range = c(-140, 360)))
  expect_no_warning(run_study(loud, fits, 10, reps = 1, seed = 1, threads = 1, progress = FALSE))
  expect_snapshot({
    said <- tryCatch(run_study(loud, list(policy_ucb_v(range = c(0, 1)), policy_imed("gaussian", sd = 1), policy_doubling(policy_ucb())), 10),
                     unruly_warning_scale = conditionMessage)
    writeLines(said)
  })
})

test_that("arguments without an effect, or without sense, are refused", {
  expect_errors({
    policy_kl_ucb(family = "poisson")
    policy_kl_ucb(family = "exponential", range = c(0, 2))
    policy_kl_ucb(family = "bernoulli", sd = 2)
    policy_bayes_ucb("gaussian", range = c(0, 2))
    policy_bayes_ucb(c = -1)
    policy_imed("bernoulli", sd = 3)
    policy_ucb_v(zeta = 0)
    policy_ucb_v(range = c(0, 2), sd = 1)
    policy_ucb_tuned(range = 1)
  })
})

test_that("a function in the place of a number is refused, whatever its argument is called", {
  skip_in_quick()
  takes_c <- Filter(function(name) "c" %in% names(formals(name)), getNamespaceExports("unruly"))
  expect_true("policy_bayes_ucb" %in% takes_c)
  for (name in grep("^policy_", takes_c, value = TRUE)) {
    for (odd in list(function(x) x, mean, stop)) {
      expect_error(do.call(name, list(c = odd)), "`c` must be", class = "unruly_error_argument", info = name)
    }
  }
})
