# Slow, literal versions of the policies for arms that take their time, written
# from the formulas of the papers and not from the core.
#
# A literal policy is a function of the counts n, total pays and total times of all
# actions (matrices, a row a wait and a column an arm) and of the number s of the
# epoch, that returns the action to play. It follows the outcomes that the core
# met, and must have made the same choices.

literal_choices <- function(chosen, arms, waits, choose, side = FALSE, vain = Inf) {
  n <- total <- time <- matrix(0, waits, arms)
  action <- numeric(nrow(chosen))
  for (s in seq_len(nrow(chosen))) {
    action[s] <- if (any(n == 0)) which(n == 0)[1] else choose(n, total, time, s)
    k <- chosen$arm[s]
    j <- chosen$wait[s]
    lost <- chosen$cost[s] == min(vain, j) && chosen$reward[s] == 0
    tau <- if (lost) Inf else chosen$cost[s]
    for (i in if (side) seq_len(j) else j) {
      n[i, k] <- n[i, k] + 1
      total[i, k] <- total[i, k] + (if (tau <= i) chosen$reward[s] else 0)
      time[i, k] <- time[i, k] + (if (tau <= i) tau else min(vain, i))
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
  choices(run_study(b, policy, horizon, reps = 1, seed = seed, keep = "choices", record = 1, threads = 1,
                    progress = FALSE))
}

expect_literal_choices <- function(b, policy, choose, horizon, seed = 1, side = FALSE, vain = Inf) {
  chosen <- farewell_choices(b, policy, horizon, seed)
  delay <- b$traits$waiting$parameters$delay
  literal <- literal_choices(chosen, nrow(delay), ncol(delay), choose, side, vain)
  differs <- which(literal$arm != chosen$arm | literal$wait != chosen$wait)
  testthat::expect(length(differs) == 0, sprintf(
    "%s differs from its literal version at play %s of %d", policy$label, differs[1], nrow(chosen)
  ))
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
