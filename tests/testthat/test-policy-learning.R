# Policies that describe how people choose: each against a slow version fed with the same numbers, and the contract's values.

# Draws an action by propensities, by inversion.
drawn_by <- function(chance, actions, random) {
  at <- which(random() < cumsum(chance))[1]
  actions[if (is.na(at)) length(actions) else at]
}

lapsing <- function(chance, lapse) (1 - lapse) * chance + lapse / length(chance)

softmax_of <- function(u) exp(u - max(u)) / sum(exp(u - max(u)))

literal_delta <- function(rate = 0.1, temperature = 0.1, rate_below = rate, forget = 0, stick = 0, stick_rate = 1, lapse = 0, start = 0) {
  function(world) {
    actions <- world$arms * world$waits
    v <- rep(start, actions)
    h <- numeric(actions)
    entered <- rep(world$first <= 1, each = world$waits)
    list(
      choose = function(t, live) {
        a <- actions_of(world, live)
        drawn_by(lapsing(softmax_of(v[a] / temperature + stick * h[a]), lapse), a, world$random)
      },
      observe = function(t, action, observed, cost) {
        others <- entered & seq_len(actions) != action
        v[others] <<- v[others] + forget * (start - v[others])
        h[entered] <<- (1 - stick_rate) * h[entered]
        h[action] <<- h[action] + stick_rate
        d <- observed - v[action]
        v[action] <<- v[action] + (if (d < 0) rate_below else rate) * d
      },
      came = function(arm, t) entered[(arm - 1) * world$waits + seq_len(world$waits)] <<- TRUE
    )
  }
}

literal_kalman <- function(choice = "softmax", temperature = 1, bonus = 0, random = 0, sd = 1, drift = 0, decay = 1, center = start, start = 0,
                           start_sd = 1, stick = 0, stick_rate = 1, lapse = 0) {
  function(world) {
    k <- world$arms
    m <- rep(start, k)
    s <- rep(start_sd, k)
    h <- numeric(k)
    entered <- world$first <= 1
    chances <- function(a) {
      if (choice == "thompson") {
        p <- pnorm((m[a[1]] - m[a[2]]) / sqrt(s[a[1]]^2 + s[a[2]]^2))
        return(if (length(a) == 1) 1 else c(p, 1 - p))
      }
      u <- m[a] / temperature + bonus * s[a] + stick * h[a]
      if (choice == "softmax" || length(a) == 1) return(softmax_of(u))
      apart <- (m[a[1]] - m[a[2]]) / sqrt(s[a[1]]^2 + s[a[2]]^2)
      p <- pnorm(u[1] - u[2] + random * if (is.nan(apart)) 0 else apart)
      c(p, 1 - p)
    }
    list(
      choose = function(t, live) drawn_by(lapsing(chances(live), lapse), live, world$random),
      observe = function(t, action, observed, cost) {
        h[entered] <<- (1 - stick_rate) * h[entered]
        h[action] <<- h[action] + stick_rate
        g <- s[action]^2 / (s[action]^2 + sd^2)
        m[action] <<- m[action] + g * (observed - m[action])
        s[action] <<- sqrt((1 - g) * s[action]^2)
        m[entered] <<- decay * m[entered] + (1 - decay) * center
        s[entered] <<- sqrt(decay^2 * s[entered]^2 + drift^2)
      },
      came = function(arm, t) entered[arm] <<- TRUE
    )
  }
}

expect_plays_like <- function(policy, make, sizes = c(1, 3), horizon = 150) {
  for (case in literal_cases(horizon, sizes = sizes)) {
    world <- literal_world(case$arms$count, horizon, case$pays, random = policy_numbers(policy, 1, 1, horizon))
    expect_literal(bandit(case$arms), policy, make, world, played = TRUE)
  }
}

expect_plays_like_moving <- function(policy, make, horizon = 200) {
  for (case in moving_cases(horizon, seed = 1)) {
    case$world$random <- policy_numbers(policy, 1, 1, horizon)
    expect_literal(case$bandit, policy, make, case$world, played = TRUE)
  }
}

test_that("the delta rule makes the choices of its literal version", {
  skip_on_cran()
  expect_plays_like(policy_delta(), literal_delta())
  all_of_it <- list(rate = 0.4, temperature = 0.3, rate_below = 0.1, forget = 0.2, stick = 0.5, stick_rate = 0.3, lapse = 0.1, start = 0.5)
  expect_plays_like(do.call(policy_delta, all_of_it), do.call(literal_delta, all_of_it))
  expect_plays_like(policy_delta(temperature = Inf, stick = -2), literal_delta(temperature = Inf, stick = -2), sizes = 2)
  expect_plays_like_moving(do.call(policy_delta, all_of_it), do.call(literal_delta, all_of_it))
  case <- waiting_case(3, 2, 200)
  policy <- policy_delta(0.3, 0.2, forget = 0.1, stick = 1)
  case$world$random <- policy_numbers(policy, 1, 1, 200)
  expect_literal(case$bandit, policy, literal_delta(0.3, 0.2, forget = 0.1, stick = 1), case$world, played = TRUE)
})

test_that("the Kalman filter makes the choices of its literal version", {
  skip_on_cran()
  softmax <- list(temperature = 0.3, bonus = 0.4, sd = 0.6, drift = 0.1, decay = 0.95, center = 0.3, start = 0.5, start_sd = 0.8, stick = 0.5,
                  stick_rate = 0.3, lapse = 0.05)
  expect_plays_like(policy_kalman(), literal_kalman())
  expect_plays_like(do.call(policy_kalman, softmax), do.call(literal_kalman, softmax))
  expect_plays_like_moving(do.call(policy_kalman, softmax), do.call(literal_kalman, softmax))
  thompson <- list(choice = "thompson", sd = 0.5, drift = 0.1, decay = 0.9, start = 0.5, start_sd = 0.3, lapse = 0.1)
  expect_plays_like(do.call(policy_kalman, thompson), do.call(literal_kalman, thompson), sizes = 1:2)
  probit <- list(choice = "probit", temperature = 0.5, bonus = 0.3, random = 0.8, sd = 0.5, drift = 0.05, stick = 0.2, lapse = 0.02)
  expect_plays_like(do.call(policy_kalman, probit), do.call(literal_kalman, probit), sizes = 1:2)
  expect_plays_like(policy_kalman("probit", random = 1, start_sd = 0), literal_kalman("probit", random = 1, start_sd = 0), sizes = 2)
})

test_that("rounds in which nothing can be chosen pass for a Kalman filter as others do", {
  skip_in_quick()
  awake <- matrix(TRUE, 30, 2)
  awake[11:20, ] <- FALSE
  b <- bandit(arms_gaussian(c(0, 1))) |> with_absences(awake)
  policy <- policy_kalman(drift = 0.5, decay = 0.8, center = 2)
  played <- as_tibble(as_log(run_study(b, policy, 30, 1, seed = 1, threads = 1)))
  m <- c(0, 0)
  s2 <- c(1, 1)
  at <- 1
  for (t in 1:30) {
    if (awake[t, 1]) {
      expect_equal(unname(played$propensities[[at]]), softmax_of(m), tolerance = 1e-12)
      arm <- played$arm[at]
      g <- s2[arm] / (s2[arm] + 1)
      m[arm] <- m[arm] + g * (played$reward[at] - m[arm])
      s2[arm] <- (1 - g) * s2[arm]
      at <- at + 1
    }
    m <- 0.8 * m + 0.2 * 2
    s2 <- 0.64 * s2 + 0.25
  }
})

test_that("exact games are those of an enumeration", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  worse <- function(policy) pulls(exact_study(b, policy, 7, threads = 1))$pulls[1]
  expect_equal(worse(policy_delta(.3, .2, stick = .5, lapse = .1)), 2.8971146717, tolerance = 1e-9)
  expect_equal(worse(policy_delta(.4, .25, rate_below = .1, forget = .2, stick = .5, stick_rate = .3, start = .5)), 2.9502519076, tolerance = 1e-9)
  expect_equal(worse(policy_kalman("thompson", sd = .5, start = .5, start_sd = .5, drift = .1, lapse = .05)), 2.8782076280, tolerance = 1e-9)
})

test_that("the propensities of two normal draws have all their digits", {
  tape <- bandit(arms_constant(c(0, 1)))
  log <- as_tibble(as_log(run_study(tape, policy_thompson("gaussian", sd = 0.1), 40, 1, seed = 1, threads = 1)))
  n <- tabulate(log$arm[1:30], 2)
  expect_equal(log$propensities[[31]][[1]], pnorm(-1 / sqrt(0.01 * sum(1 / n))), tolerance = 1e-12)
  expect_lt(log$propensities[[31]][[1]], 1e-8)
})

test_that("arguments that a choice does not use are refused, as are waiting and a third arm", {
  skip_in_quick()
  expect_error(policy_kalman("thompson", bonus = 1), "bonus", class = "unruly_error_argument")
  expect_error(policy_kalman("softmax", random = 1), "random", class = "unruly_error_argument")
  expect_error(policy_kalman("thompson", temperature = 2), "temperature", class = "unruly_error_argument")
  expect_error(policy_delta(rate = 2), "rate", class = "unruly_error_argument")
  expect_error(policy_delta(temperature = 0), "temperature", class = "unruly_error_argument")
  three <- bandit(arms_bernoulli(c(.2, .4, .6)))
  expect_error(run_study(three, policy_kalman("probit"), 10, 1, seed = 1), "at most 2 arms", class = "unruly_error_policy")
  waiting <- with_waiting(three, matrix(1 / 2, 3, 2))
  expect_error(run_study(waiting, policy_kalman(), 10, 1, seed = 1), "waiting", class = "unruly_error_policy")
})
