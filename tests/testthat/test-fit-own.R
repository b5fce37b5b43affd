# Likelihoods and fits of policies of one's own: in R, in C, and made by functions of free parameters.

own_delta <- function(rate = 0.3, temperature = 0.2, label = "own delta") policy_custom(
  start = \(view) numeric(0),
  observe = \(state, view, outcome) {
    arm <- outcome$arm
    if (length(state) < arm) state[(length(state) + 1):arm] <- 0
    state[arm] <- state[arm] + rate * (outcome$observed - state[arm])
    state
  },
  chances = \(state, view) {
    v <- state[view$live]
    v[is.na(v)] <- 0
    weight <- exp((v - max(v)) / temperature)
    weight / sum(weight)
  },
  label = label
)

made_choices <- function(n, arms, seed = 1) withr::with_seed(seed, {
  d <- data.frame(subject = rep(1:2, each = n / 2), arm = sample.int(arms, n, TRUE))
  d$reward <- stats::rbinom(n, 1, seq(0.2, 0.8, length.out = arms)[d$arm])
  d
})

test_that("chances of one's own have the likelihood worked out by hand", {
  d <- made_choices(60, 3)
  by_hand <- vapply(1:2, function(s) {
    v <- numeric(3)
    total <- 0
    for (i in which(d$subject == s)) {
      u <- exp(v / 0.2)
      total <- total + log(u[d$arm[i]] / sum(u))
      v[d$arm[i]] <- v[d$arm[i]] + 0.3 * (d$reward[i] - v[d$arm[i]])
    }
    total
  }, 0)
  found <- choice_likelihood(d, own_delta(), by = subject)
  expect_equal(found$log_lik, by_hand, tolerance = 1e-12)
  expect_identical(found$trials, c(30L, 30L))
  ours <- choice_likelihood(d, policy_delta(0.3, 0.2), by = subject, what = "trial")
  trials <- choice_likelihood(d, own_delta(), by = subject, what = "trial")
  expect_equal(trials$propensity, ours$propensity, tolerance = 1e-12)
  expect_identical(trials[c("subject", "row", "round", "arm")], ours[c("subject", "row", "round", "arm")])
})

test_that("with pools, gaps, late and missing rewards it is that of the policy built in", {
  d <- made_choices(80, 4)
  d$pool <- withr::with_seed(2, lapply(d$arm, \(a) sort(c(a, sample(setdiff(1:4, a), 1)))))
  d$reward[seq(5, 80, 7)] <- NA
  d$round <- rep(cumsum(rep(c(1, 3), 20)), 2)
  d$reported <- d$round + rep(c(0, 2, 5, 0), 20)
  likelihood <- function(policy, ...) choice_likelihood(d, policy, by = subject, ..., pool = pool)
  expect_equal(likelihood(own_delta())$log_lik, likelihood(policy_delta(0.3, 0.2))$log_lik, tolerance = 1e-12)
  d$subject <- d$subject[80:1] # units are not in the order of the log
  expect_equal(likelihood(own_delta(), what = "trial")$propensity, likelihood(policy_delta(0.3, 0.2), what = "trial")$propensity, tolerance = 1e-12)
})

test_that("the log-likelihood of games of its own is the sum of their log propensities", {
  skip_in_quick()
  problem <- with_delay(bandit(arms_bernoulli(c(0.2, 0.5, 0.7))), delay_geometric(3))
  study <- run_study(problem, own_delta(), 50, reps = 3, seed = 1, keep = "choices", threads = 1)
  for (rep in 1:3) {
    found <- choice_likelihood(as_log(study, rep = rep), own_delta())
    expect_equal(found$log_lik, sum(log(choices(study)$propensity[choices(study)$rep == rep])), tolerance = 1e-9)
  }
})

test_that("a choice that it never makes has propensity 0", {
  first <- policy_custom(chances = \(state, view) as.numeric(view$live == 1), label = "first")
  d <- data.frame(arm = c(1, 1, 2, 1), reward = 0, subject = c(1, 2, 1, 2))
  found <- choice_likelihood(d, first, by = subject)
  expect_identical(found$log_lik, c(-Inf, 0))
  expect_identical(found$zero, c(3L, NA))
  expect_identical(choice_likelihood(d, first, by = subject, what = "trial")$propensity, c(1, 1, 0, 1))
})

test_that("faults of functions are told with their place", {
  skip_in_quick()
  d <- data.frame(arm = c(1, 2, 1), reward = c(1, 0, 1))
  bad <- policy_custom(chances = \(state, view) if (view$round < 3) c(0.5, 0.5) else c(0.5, 0.6), label = "odd")
  e <- expect_error(choice_likelihood(d, bad), "sum to 1.1", class = "unruly_error_choice")
  expect_identical(c(e$row, e$round), c(3, 3))
  fails <- policy_custom(chances = \(state, view) stop("no idea"), label = "fails")
  e <- expect_error(choice_likelihood(d, fails), "failed", class = "unruly_error_own")
  expect_identical(conditionMessage(e$parent), "no idea")
  draws <- policy_custom(chances = \(state, view) c(0.5, 0.5), observe = \(state, view, outcome) view$runif(1), label = "draws")
  expect_error(choice_likelihood(d, draws), "draws that a log does not show", class = "unruly_error_policy")
  expect_error(choice_likelihood(d, policy_custom(\(state, view) 1)), class = "unruly_error_policy")
  expect_warning(choice_likelihood(d, policy_custom(chances = \(state, view) {
    p <- stats::runif(1)
    c(p, 1 - p)
  })), class = "unruly_warning_random")
})

test_that("a function of free parameters is fitted as the policy that it makes", {
  skip_on_cran()
  d <- made_choices(60, 3)
  ours <- fit_policy(d, policy_delta(free(), free(0.05, 10)), starts = 5, threads = 1)
  tied <- fit_policy(d, \(rate = free(), beta = free(0.1, 20, log = TRUE)) policy_delta(rate, 1 / beta), starts = 1)
  expect_equal(as.numeric(logLik(tied)), as.numeric(logLik(ours)), tolerance = 1e-8)
  expect_named(coef(tied), c("rate", "beta"))
  expect_equal(1 / coef(tied)[["beta"]], coef(ours)[["temperature"]], tolerance = 1e-4)
  expect_equal(sum(augment(tied)$log_lik), as.numeric(logLik(tied)), tolerance = 1e-10)
  mine <- fit_policy(d, list(Mine = \(rate = free()) own_delta(rate, 0.5), policy_delta(free(), 0.5)), by = subject, starts = 1)
  expect_identical(names(mine), c("Mine", "Delta"))
  expect_equal(coef(mine[["Mine"]]), coef(mine[["Delta"]]), tolerance = 1e-5)
  expect_equal(confint(mine[["Mine"]]), confint(mine[["Delta"]]), tolerance = 1e-4)
})

test_that("functions that make no policy are refused", {
  skip_in_quick()
  d <- made_choices(20, 2)
  expect_error(fit_policy(d, \(rate) policy_delta(rate)), "without a default", class = "unruly_error_argument")
  expect_error(fit_policy(d, \(rate = 0.1) policy_delta(rate)), "without `free\\(\\)`", class = "unruly_error_argument")
  expect_error(fit_policy(d, \(rate = free()) rate), "no policy", class = "unruly_error_argument")
  expect_error(fit_policy(d, \(slope = free()) policy_delta(slope)), "slope", class = "unruly_error_argument")
  expect_error(fit_policy(d, \(rate = free()) policy_ucb1()), class = "unruly_error_likelihood")
  e <- expect_error(fit_policy(d, \(rate = free()) if (rate > 0.6) stop("too fast") else policy_delta(rate), starts = 3), "With rate = ", class = "unruly_error_own")
  expect_identical(conditionMessage(e$parent), "too fast")
})

test_that("a policy in R without free parameters is compared with others", {
  skip_in_quick()
  d <- made_choices(40, 2)
  even <- policy_custom(chances = \(state, view) c(0.5, 0.5), label = "even")
  fit <- fit_policy(d, list(even, policy_uniform()))
  expect_equal(summary(fit)$log_lik, rep(nrow(d) * log(0.5), 2))
  expect_identical(summary(fit)$parameters, c(0L, 0L))
  wrong <- policy_custom(chances = \(state, view) 2, label = "wrong")
  expect_error(fit_policy(d, wrong), "gave 1 number", class = "unruly_error_choice")
})

test_that("a policy in C that states propensities has exact studies, a likelihood and a fit", {
  skip_on_cran()
  skip_if(Sys.which("make") == "")
  mine <- policy_compile(system.file("examples", "softmax.c", package = "unruly"))
  d <- made_choices(40, 2)
  d <- d[d$subject == 1, ]
  by_hand <- function(temperature) {
    n <- s <- c(0, 0)
    total <- 0
    for (i in seq_len(nrow(d))) {
      u <- exp(ifelse(n > 0, s / pmax(n, 1), 0) / temperature)
      total <- total + log(u[d$arm[i]] / sum(u))
      n[d$arm[i]] <- n[d$arm[i]] + 1
      s[d$arm[i]] <- s[d$arm[i]] + d$reward[i]
    }
    total
  }
  expect_equal(choice_likelihood(d, mine(0.2))$log_lik, by_hand(0.2), tolerance = 1e-12)
  fit <- suppressWarnings(fit_policy(d, \(beta = free(0.01, 20)) mine(1 / beta), starts = 1))
  expect_equal(as.numeric(logLik(fit)), by_hand(1 / coef(fit)[["beta"]]), tolerance = 1e-10)
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  exact <- exact_study(b, mine(0.5), 2) # a pull, then exp(reward / 0.5) against 1
  second <- 0.5 * (0.7 * 0.5 + 0.3 * stats::plogis(2)) + 0.5 * (0.4 * 0.5 + 0.6 * stats::plogis(-2))

  expect_equal(pulls(exact)$pulls[1], 0.5 + second, tolerance = 1e-12)
  played <- choices(run_study(b, mine(0.5), 30, reps = 2, seed = 1, keep = "choices", threads = 1))
  expect_equal(choice_likelihood(played, mine(0.5), by = rep)$log_lik, as.vector(tapply(log(played$propensity), played$rep, sum)), tolerance = 1e-9)
})
