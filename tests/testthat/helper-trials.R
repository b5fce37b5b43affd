# The allocation rules of trials, literally: a game is gone through choice by choice, with slots of blocks kept one by one,
# and what each rule would have done is worked out from all plays and outcomes before.

# P(each of some laws is the greatest), by R's quadrature.
literal_trial_best <- function(density, below, from, to, count) {
  vapply(seq_len(count), function(k) {
    stats::integrate(function(x) {
      product <- density(k, x)
      for (j in seq_len(count)[-k]) product <- product * below(j, x)
      product
    }, from[k], to[k], rel.tol = 1e-9, subdivisions = 1000)$value
  }, 0)
}

literal_posterior_best <- function(n, total, family, sd) {
  a <- 1 + total
  b <- 1 + n - total
  m <- total / n
  s <- sd / sqrt(n)
  if (family == "bernoulli") {
    return(literal_trial_best(function(k, x) stats::dbeta(x, a[k], b[k]), function(j, x) stats::pbeta(x, a[j], b[j]), 0 * a, 0 * a + 1, length(a)))
  }
  literal_trial_best(function(k, x) stats::dnorm(x, m[k], s[k]), function(j, x) stats::pnorm(x, m[j], s[j]), m - 9 * s, m + 9 * s, length(m))
}

# Settings of policy_allocation(), with the usual values of the contract. `N`: the horizon.
literal_design <- function(target = "equal", rule = NULL, control = NULL, control_share = NULL, power = NULL, gamma = 2, alpha = 0.5,
                           burn_in = 0, block = NULL, family = "bernoulli", sd = 1) {
  estimated <- is.character(target) && target != "equal"
  rule <- rule %||% if (!estimated) (if (is.null(control_share) || !is.null(block)) "block" else "chance") else
    if (target %in% c("best", "better")) "chance" else "dbcd"
  if (identical(target, "better") && is.null(control_share)) control_share <- "matched"
  power <- power %||% if (identical(target, "better")) c(10, 0.75) else c(0.5, 1)
  as.list(environment())
}

# Shares of the arms `live`, `past` being plays (arm, reward, shown) so far.
literal_shares_of_trial <- function(d, live, past, N) {
  seen <- lapply(past, `[`, past$shown)
  of <- function(k) seen$reward[seen$arm == k]
  n <- vapply(live, function(k) length(of(k)), 0)
  total <- vapply(live, function(k) sum(of(k)), 0)
  m <- length(seen$arm)
  p <- (total + 0.5) / (n + 1)
  K <- length(live)
  at <- match(d$control %||% 0, live)
  exponent <- if (length(d$power) == 1) d$power else d$power[1] * (m / N)^d$power[2]
  known <- d$family == "bernoulli" || all(n > 0)
  w <- if (is.numeric(d$target)) d$target[live] else switch(d$target,
    equal = rep(1, K),
    best = if (known && K > 1) literal_posterior_best(n, total, d$family, d$sd)^exponent else rep(1, K),
    better = {
      n0 <- length(of(d$control))
      t0 <- sum(of(d$control))
      better <- function(i) literal_posterior_best(c(n[i], n0), c(total[i], t0), d$family, d$sd)[1]
      if (known && (d$family == "bernoulli" || n0 > 0)) vapply(seq_len(K), better, 0)^exponent else rep(1, K)
    },
    neyman = {
      s <- if (d$family == "bernoulli") sqrt(p * (1 - p)) else vapply(live, function(k) if (length(of(k)) > 1) stats::sd(of(k)) else 0, 0)
      if (any(s == 0)) s <- rep(1, K)
      if (!is.na(at) && K > 1) s[at] <- s[at] * sqrt(K - 1)
      s
    },
    rsihr = sqrt(p),
    failures = 1 / (1 - p)
  )
  if (is.null(d$control_share) || is.na(at) || K == 1) return(w / sum(w))
  w[-at] <- w[-at] / sum(w[-at])
  plays <- vapply(live, function(k) sum(past$arm == k), 0)
  if (is.numeric(d$control_share)) share <- d$control_share else {
    w0 <- switch(d$control_share, greatest = max(w[-at]), sqrt = 1 / sqrt(K - 1),
                 matched = exp(min(50, 0.25 * m / N * (max(plays[-at]) - plays[at]))) / (K - 1))
    share <- w0 / (1 + w0)
  }
  w[-at] <- w[-at] * (1 - share)
  w[at] <- share
  w
}

# Whole slots of a block by largest remainders.
literal_slots <- function(block, shares) {
  exact <- block * shares
  slots <- floor(exact + 1e-9)
  left <- exact - slots
  while (sum(slots) < block) {
    k <- which(left >= max(left) - 1e-9)[1]
    slots[k] <- slots[k] + 1
    left[k] <- left[k] - 1
  }
  slots
}

literal_rule <- function(d, live, rho, plays) {
  x <- plays / sum(plays)
  if (d$rule == "erade" && length(live) == 2) {
    first <- if (sum(plays) == 0 || abs(x[1] - rho[1]) <= 1e-12) rho[1] else if (x[1] > rho[1]) d$alpha * rho[1] else 1 - d$alpha * (1 - rho[1])
    return(c(first, 1 - first))
  }
  if (d$rule != "dbcd" || d$gamma == 0) return(rho)
  if (any(plays == 0)) return(ifelse(plays == 0, rho, 0) / sum(rho[plays == 0]))
  e <- rho * (rho / x)^d$gamma
  e / sum(e)
}

# A trial that is asked for its propensities and then told what was played. All arms in `first` are there from the beginning.
literal_trial <- function(d, arms, first, N) {
  slots <- numeric(arms)
  burning <- d$burn_in > 0
  past <- list(arm = numeric(), reward = numeric(), shown = logical())
  self <- environment()
  plays_of <- function(live) vapply(live, function(k) sum(past$arm == k), 0)
  self$propensities <- function(live) {
    slots[-live] <<- 0
    over <- burning && (length(past$arm) >= d$burn_in * length(first) || !any(live %in% first))
    if (over) {
      burning <<- FALSE
      slots[] <<- 0
    }
    if (burning && sum(slots) == 0) slots[intersect(live, first)] <<- 1
    if (!burning && d$rule == "block" && sum(slots) == 0) {
      slots[live] <<- if (!is.null(d$block)) literal_slots(d$block, literal_shares_of_trial(d, live, past, N)) else
        if (is.numeric(d$target)) d$target[live] else 1
    }
    if (sum(slots) > 0) return(slots[live] / sum(slots))
    literal_rule(d, live, literal_shares_of_trial(d, live, past, N), plays_of(live))
  }
  self$play <- function(arm, reward, shown = TRUE) {
    slots[arm] <<- max(0, slots[arm] - 1)
    past <<- Map(c, past, list(arm, reward, shown))
  }
  self$show <- function(which) past$shown[which] <<- TRUE
  self
}

# One game against its twin: all propensities, and each choice by the number that was drawn. `shown_by(t)`: the plays of
# which the outcome was shown before round t.
expect_literal_trial <- function(policy, d, b, horizon, shown_by = function(t) t - 1, seed = 1, tolerance = 1e-12) {
  study <- whatever_scale(run_study(b, policy, horizon, 1, seed = seed, threads = 1, progress = FALSE, keep = "choices", record = 1))
  log <- as_tibble(as_log(study))
  pools <- lapply(log$pool, as.integer)
  twin <- literal_trial(d, b$arms$count, if ("absences" %in% names(b$traits)) seq_len(b$arms$count) else pools[[1]], horizon)
  u <- policy_numbers_vector(unruly:::resolve_policy(policy, unruly:::stated_scale(b)), nrow(log), seed)
  arms <- as.integer(log$arm)
  round <- choices(study)$round
  worst <- 0
  wrong <- 0
  for (i in seq_along(arms)) {
    twin$show(which(round[seq_len(i - 1)] <= shown_by(round[i])))
    live <- sort(pools[[i]])
    e <- twin$propensities(live)
    worst <- max(worst, abs(e - unname(log$propensities[[i]][as.character(live)])))
    wrong <- wrong + (arms[i] != live[which(u[i] < cumsum(e) + 1e-15)[1]])
    twin$play(arms[i], log$reward[i], FALSE)
  }
  testthat::expect_lte(worst, tolerance, label = paste(policy$label, "propensities"))
  testthat::expect_identical(wrong, 0, label = paste(policy$label, "choices"))
}

# --- exact laws of trials of two Bernoulli arms: forward over plays of arm 2 and successes of both ---

# P(arm 2 is better) under Beta(1 + s, 1 + n - s), the finite sum for whole parameters.
literal_better <- function(n1, s1, n2, s2) {
  a1 <- 1 + s1
  b1 <- 1 + n1 - s1
  a2 <- 1 + s2
  b2 <- 1 + n2 - s2
  total <- 0 * (a1 + a2)
  for (i in 0:(max(a2) - 1)) {
    total <- total + ifelse(i < a2, exp(lbeta(a1 + i, b1 + b2) - log(b2 + i) - lbeta(1 + i, b2) - lbeta(a1, b1)), 0)
  }
  total
}

# Shares of arm 2, from numbers and successes, N being the horizon.
literal_targets <- list(
  rsihr = function(n1, s1, n2, s2, N) 1 / (1 + sqrt((s1 + 0.5) / (n1 + 1)) / sqrt((s2 + 0.5) / (n2 + 1))),
  neyman = function(n1, s1, n2, s2, N) {
    deviation <- function(n, s) sqrt((s + 0.5) * (n + 0.5 - s)) / (n + 1)
    deviation(n2, s2) / (deviation(n1, s1) + deviation(n2, s2))
  },
  best = function(n1, s1, n2, s2, N) {
    better <- literal_better(n1, s1, n2, s2)
    c <- (n1 + n2) / (2 * N)
    better^c / (better^c + (1 - better)^c)
  }
)

# Propensities of arm 2, from its share and its proportion of plays.
literal_turns <- list(
  chance = function(rho, x) rho, # word ok
  dbcd = function(rho, x) 1 / (1 + (1 - rho)^3 * x^2 / ((1 - x)^2 * rho^3)),
  erade = function(rho, x) {
    first <- 1 - rho
    1 - ifelse(abs(1 - x - first) <= 1e-12, first, ifelse(1 - x > first, first / 2, 1 - (1 - first) / 2))
  }
)

# After a burn-in of two patients each: the mean and the deviation of the share of arm 2, and how often the pooled Z is at
# least `limit`.
literal_exact_trial <- function(p, N, target, rule, limit = 1.959964) {
  share <- literal_targets[[target]]
  turn <- literal_turns[[rule]]
  law <- list("2" = outer(stats::dbinom(0:2, 2, p[1]), stats::dbinom(0:2, 2, p[2])))
  for (t in 4:(N - 1)) {
    new <- lapply(stats::setNames(nm = 2:(t - 1)), function(n2) matrix(0, t + 2 - n2, n2 + 1))
    for (n2 in 2:(t - 2)) {
      n1 <- t - n2
      here <- law[[as.character(n2)]]
      second <- turn(share(n1, row(here) - 1, n2, col(here) - 1, N), n2 / t)
      stays <- as.character(n2)
      grows <- as.character(n2 + 1)
      for (y in 0:1) {
        q <- if (y) p else 1 - p
        new[[stays]][1:(n1 + 1) + y, ] <- new[[stays]][1:(n1 + 1) + y, ] + here * (1 - second) * q[1]
        new[[grows]][, 1:(n2 + 1) + y] <- new[[grows]][, 1:(n2 + 1) + y] + here * second * q[2]
      }
    }
    law <- new
  }
  by_plays <- vapply(names(law), function(name) {
    n2 <- as.numeric(name)
    here <- law[[name]]
    s1 <- row(here) - 1
    s2 <- col(here) - 1
    pooled <- (s1 + s2) / N
    z <- (s2 / n2 - s1 / (N - n2)) / sqrt(pooled * (1 - pooled) * (1 / n2 + 1 / (N - n2)))
    z[pooled %in% c(0, 1)] <- 0
    c(sum(here), sum(here[z >= limit - 1e-9]))
  }, c(0, 0))
  share <- as.numeric(names(law)) / N
  mean <- sum(by_plays[1, ] * share)
  c(mean, sqrt(sum(by_plays[1, ] * (share - mean)^2)), sum(by_plays[2, ]))
}
