# Literal versions of the policies for contexts, with fresh solves, and bandits for them: `x(t, k)`
# is the context of arm k in round t.

# What was observed is taken from the core.
context_case <- function(kind, k, d, horizon, seed, lives = FALSE, known = TRUE) {
  set.seed(seed)
  context <- matrix(rnorm(horizon * d), horizon)
  theta <- matrix(rnorm(k * d), k)
  by_arm <- array(rnorm(horizon * k * d), c(horizon, k, d))
  first <- if (lives) c(1, 1, sample(horizon, k - 2, replace = TRUE)) else 1
  last <- if (lives) pmin(first + ceiling(rexp(k, 4 / horizon)), horizon + 5) else Inf
  if (lives) last[1] <- horizon
  b <- bandit(switch(kind,
    linear = arms_linear(theta, 0.3, context), logistic = arms_logistic(theta, context),
    tape = arms_tape(matrix(runif(k * horizon), k), context = context),
    fixed = arms_linear(theta, 0.3, context[rep_len(c(1, 1, 1, 2), horizon), , drop = FALSE]),
    "by arm" = arms_tape(apply(by_arm, 1:2, function(x) sum(x * theta[1, ])) |> t(), context = by_arm)
  ))
  if (lives) b <- b |> with_lifetimes(first, last, known)
  x <- switch(kind, "by arm" = function(t, k) by_arm[t, k, ], fixed = function(t, k) context[rep_len(c(1, 1, 1, 2), horizon)[t], ],
              function(t, k) context[t, ])
  list(bandit = b, x = x, d = d,
       world = literal_world(k, horizon, function(arm, pull, round) 0, first = first, last = last, known = known))
}

expect_literal_contexts <- function(case, policy, make, numbers = 0) {
  case$world$observed <- core_choices(case$bandit, policy, case$world$horizon)$observed
  if (numbers > 0) case$world$random <- policy_numbers(policy, 1, 1, numbers)
  expect_literal(case$bandit, policy, make, case$world)
}

# `value(t, live, fit, world)` gives a number for each live arm; fit(k) has A and theta.
literal_regression <- function(case, value, ridge = 1, shared = FALSE) {
  function(world) {
    of <- function(k) if (shared) 1 else k
    A <- replicate(world$arms, ridge * diag(case$d), simplify = FALSE)
    b <- replicate(world$arms, numeric(case$d), simplify = FALSE)
    lives <- numeric()
    fit <- function(k) list(A = A[[of(k)]], theta = solve(A[[of(k)]], b[[of(k)]], tol = 0))
    list(choose = function(t, live) live[which.max(value(t, live, fit, world, lives))],
         observe = function(t, action, observed, cost) {
           x <- case$x(t, action)
           A[[of(action)]] <<- A[[of(action)]] + outer(x, x)
           b[[of(action)]] <<- b[[of(action)]] + observed * x
         },
         gone = function(arm, t) lives <<- c(lives, t - world$first[arm]))
  }
}

mean_and_width <- function(case, t, k, fit) {
  now <- fit(k)
  x <- case$x(t, k)
  c(sum(now$theta * x), sqrt(sum(x * solve(now$A, x, tol = 0))))
}

literal_linucb <- function(case, alpha = 1, ridge = 1, shared = FALSE, psi = NULL) {
  literal_regression(case, function(t, live, fit, world, lives) {
    weight <- if (is.null(psi)) rep(alpha, length(live)) else psi(world, t, live, lives)
    vapply(seq_along(live), function(i) sum(mean_and_width(case, t, live[i], fit) * c(1, weight[i])), 0)
  }, ridge, shared)
}

literal_psi <- function(scale) {
  function(world, t, live, lives) {
    if (!world$known && length(lives) == 0) return(rep(1, length(live)))
    l <- if (world$known) world$last[live] else world$first[live] - 1 + mean(lives)
    scale * log(pmax(l - t + 1, 1))
  }
}

# Of all arms together theta itself is drawn.
literal_linear_thompson <- function(case, alpha = 1, ridge = 1, shared = FALSE) {
  literal_regression(case, function(t, live, fit, world, lives) {
    if (shared) {
      now <- fit(1)
      z <- vapply(seq_len(case$d), function(i) qnorm(world$random()), 0)
      theta <- now$theta + alpha * backsolve(chol(now$A), z)
      return(vapply(live, function(k) sum(theta * case$x(t, k)), 0))
    }
    vapply(live, function(k) sum(mean_and_width(case, t, k, fit) * c(1, alpha * qnorm(world$random()))), 0)
  }, ridge, shared)
}

literal_linear_greedy <- function(case, chance, ridge = 1, shared = FALSE) {
  literal_regression(case, function(t, live, fit, world, lives) {
    if (world$random() < chance(t)) return(seq_along(live) == floor(world$random() * length(live)) + 1)
    vapply(live, function(k) sum(fit(k)$theta * case$x(t, k)), 0)
  }, ridge, shared)
}

# The minimum by Newton's steps in all coordinates, from the definition.
laplace_step <- function(m, q, x, r) {
  w <- m
  loss <- function(w) sum(q * (w - m)^2) / 2 + log1p(exp(sum(w * x))) - r * sum(w * x)
  for (i in 1:100) {
    p <- plogis(sum(w * x))
    step <- solve(diag(q, length(q)) + p * (1 - p) * outer(x, x), q * (w - m) + (p - r) * x)
    while (loss(w - step) > loss(w) + 1e-12) step <- step / 2
    w <- w - step
    if (max(abs(step)) < 1e-14) break
  }
  p <- plogis(sum(w * x))
  list(m = w, q = q + x^2 * p * (1 - p))
}

literal_logistic_thompson <- function(case, alpha = 1, ridge = 1, shared = FALSE, range = c(0, 1)) {
  function(world) {
    of <- function(k) if (shared) 1 else k
    state <- replicate(world$arms, list(m = numeric(case$d), q = rep(ridge, case$d)), simplify = FALSE)
    list(choose = function(t, live) {
      if (shared) {
        z <- vapply(seq_len(case$d), function(i) qnorm(world$random()), 0)
        w <- state[[1]]$m + alpha * z / sqrt(state[[1]]$q)
        return(live[which.max(vapply(live, function(k) sum(w * case$x(t, k)), 0))])
      }
      live[which.max(vapply(live, function(k) {
        x <- case$x(t, k)
        sum(state[[k]]$m * x) + alpha * sqrt(sum(x^2 / state[[k]]$q)) * qnorm(world$random())
      }, 0))]
    }, observe = function(t, action, observed, cost) {
      now <- state[[of(action)]]
      state[[of(action)]] <<- laplace_step(now$m, now$q, case$x(t, action), (observed - range[1]) / diff(range))
    })
  }
}
