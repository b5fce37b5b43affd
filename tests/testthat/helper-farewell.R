# Slow, literal versions of the policies for arms that take their time, written
# from the formulas of the papers and not from the core.
#
# A literal policy is a function of the counts n, total pays and total times of all
# actions (matrices, a row a wait and a column an arm) and of the number s of the
# epoch, that returns the action to play. It follows the outcomes that the core
# met, and must have made the same choices.

#
# One that has an argument `stages` gets a list of `reached`, `ended` and `pay` as
# well: how many plays of an arm (a column) got to stage d (a row), how many of them
# ended there, and what these paid.

# The table of choices does not tell a pay of 0 after exactly j rounds from a play in
# vain; where that matters, `tau` gives the delays.

literal_choices <- function(chosen, arms, waits, choose, side = FALSE, vain = Inf, tau = NULL) {
  delays <- tau
  n <- total <- time <- matrix(0, waits, arms)
  stages <- list(reached = n, ended = n, pay = n)
  by_stage <- "stages" %in% names(formals(choose))
  action <- numeric(nrow(chosen))
  arm <- chosen$arm
  wait <- chosen$wait
  cost <- chosen$cost
  reward <- chosen$reward
  for (s in seq_along(arm)) {
    action[s] <- if (any(n == 0)) which(n == 0)[1] else
      if (by_stage) choose(n, total, time, s, stages) else choose(n, total, time, s)
    k <- arm[s]
    j <- wait[s]
    lost <- cost[s] == min(vain, j) && reward[s] == 0
    tau <- if (!is.null(delays)) (if (delays[s] <= j) delays[s] else Inf) else if (lost) Inf else cost[s]
    for (i in if (side) seq_len(j) else j) {
      n[i, k] <- n[i, k] + 1
      total[i, k] <- total[i, k] + (if (tau <= i) reward[s] else 0)
      time[i, k] <- time[i, k] + (if (tau <= i) tau else min(vain, i))
    }
    if (!by_stage) next
    got <- seq_len(min(tau, j))
    stages$reached[got, k] <- stages$reached[got, k] + 1
    if (tau <= j) {
      stages$ended[tau, k] <- stages$ended[tau, k] + 1
      stages$pay[tau, k] <- stages$pay[tau, k] + reward[s]
    }
  }
  data.frame(arm = (action - 1) %/% waits + 1, wait = (action - 1) %% waits + 1)
}

literal_wait <- function(n, total, time, s) {
  j <- row(n)
  alpha <- 8 * (j - 1) / 3
  beta <- sqrt(2) * (sqrt(j - 1) + 1)
  which.max(total / time + alpha * log(s - 1) / n + beta * sqrt(log(s - 1) / n))
}

literal_hoeffding_index <- function(r, c, n, s) {
  e <- sqrt(2 * log(s - 1) / n)
  (r + e) / pmax(c - (row(n) - 1) * e, 0)
}

literal_hoeffding <- function(n, total, time, s) which.max(literal_hoeffding_index(total / n, time / n, n, s))

# r and c for all waits of one arm, from its stages.
literal_product_limit <- function(reached, ended, pay, vain = Inf) {
  p <- ifelse(reached > 0, pay / pmax(reached, 1), 0)
  h <- ifelse(reached > 0, ended / pmax(reached, 1), 0)
  S <- cumprod(1 - h)
  before <- c(1, S)[seq_along(S)]
  d <- seq_along(S)
  time <- if (is.finite(vain)) cumsum(d * before * h) + S * pmin(vain, d) else cumsum(before)
  list(r = cumsum(before * p), c = time)
}

literal_hoeffding_limit <- function(vain = Inf) {
  function(n, total, time, s, stages) {
    r <- c <- n
    for (k in seq_len(ncol(n))) {
      found <- literal_product_limit(stages$reached[, k], stages$ended[, k], stages$pay[, k], vain)
      r[, k] <- found$r
      c[, k] <- found$c
    }
    index <- literal_hoeffding_index(r, c, n, s)
    # The order of sums differs from the core's: what is equal but for rounding is equal.
    which(index >= max(index) * (1 - 1e-12))[1]
  }
}

literal_simplex <- function(kappa = NULL) {
  function(n, total, time, s) {
    e <- sqrt(2 * log(s) / n)
    cost <- time / (n * nrow(n))
    which.max((total / n + (1 + (if (is.null(kappa)) nrow(n) else kappa)) * e) / cost)
  }
}

literal_budget <- function(lambda = NULL) {
  function(n, total, time, s) {
    if (is.null(lambda)) lambda <- 1 / nrow(n)
    e <- sqrt(2 * log(s - 1) / n)
    reward <- total / n
    cost <- time / (n * nrow(n))
    which.max(reward / cost + e / cost + e / cost * pmin(reward + e, 1) / pmax(cost - e, lambda))
  }
}

# Where an index is infinite, the least played of such actions comes first.
literal_finite_first <- function(index, n) {
  if (!any(is.infinite(index))) return(which.max(index))
  which.min(ifelse(is.infinite(index), n, Inf))
}

literal_bv1 <- function(lambda = NULL) {
  function(n, total, time, s) {
    if (is.null(lambda)) lambda <- 1 / nrow(n)
    e <- sqrt(log(s - 1) / n)
    cost <- time / (n * nrow(n))
    index <- total / n / cost + (1 + 1 / lambda) * e / (lambda - e)
    literal_finite_first(ifelse(lambda <= e, Inf, index), n)
  }
}

literal_bv2 <- function(n, total, time, s) {
  e <- sqrt(log(s - 1) / n)
  cost <- time / (n * nrow(n))
  l <- min(cost)
  index <- total / n / cost + (1 + 1 / (l - e)) * e / l
  literal_finite_first(ifelse(l <= e, Inf, index), n)
}

farewell_choices <- function(b, policy, horizon, seed = 1, plain = FALSE) {
  old <- options(unruly.plain = plain)
  on.exit(options(old))
  choices(run_study(b, as_usual(policy), horizon, reps = 1, seed = seed, keep = "choices", record = 1, threads = 1,
                    progress = FALSE))
}

# The delay of each play, from the second uniform of its pull.
literal_delays <- function(chosen, delay, seed) {
  u <- play_uniforms(chosen, seed)[, 2]
  vapply(seq_along(u), function(i) min(sum(u[i] >= cumsum(delay[chosen$arm[i], ])) + 1, ncol(delay)), 0)
}

expect_literal_choices <- function(b, policy, choose, horizon, seed = 1, side = FALSE, vain = Inf) {
  chosen <- farewell_choices(b, policy, horizon, seed)
  delay <- b$traits$waiting$parameters$delay
  tau <- if ("stages" %in% names(formals(choose))) literal_delays(chosen, delay, seed)
  play <- function() as.matrix(literal_choices(chosen, nrow(delay), ncol(delay), choose, side, vain, tau)) + 0
  expect_literal_result(literal_case(b, policy, horizon, seed), list(literal_choices, choose, side, vain, tau, chosen$reward, chosen$cost),
                        cbind(arm = chosen$arm, wait = chosen$wait) + 0, play, literal_differs(policy))
  nrow(chosen)
}

# Bandits with K arms and D waits: with Bernoulli pay, with pay that depends on the
# delay, and with many ties (constant pay, few possible delays).
farewell_bandits <- function(arms, waits, seed = 1) {
  set.seed(seed)
  delay <- matrix(stats::rexp(arms * waits), arms)
  delay <- delay / rowSums(delay)
  pay <- matrix(stats::runif(arms * waits), arms)
  few <- matrix(0, arms, waits)
  few[, sample(waits, 1)] <- 1
  list(
    bandit(arms_bernoulli(stats::runif(arms))) |> with_waiting(delay),
    bandit(arms_bernoulli(stats::runif(arms))) |> with_waiting(delay, pay),
    bandit(arms_constant(rep_len(c(0.5, 1), arms))) |> with_waiting(few)
  )
}
