# Value of waiting: the value of every (arm, wait), and what choosing only one
# of them earns within a budget.

waiting_value <- function(bandit, horizon = NULL, call = rlang::caller_env()) {
  law <- waiting_law(bandit, call)
  if (!is.null(horizon)) {
    refuse_moving_arms(bandit, call)
    horizon <- check_numbers(horizon, "horizon", min = 1, max = 1e8, whole = TRUE, call = call)
  }
  actions <- waiting_actions(law)
  reward <- mapply(function(arm, wait) sum(law$paid[arm, seq_len(wait)]), actions$arm, actions$wait)
  time <- mapply(function(arm, wait) sum(seq_len(wait) * time_law(law, arm, wait)), actions$arm, actions$wait)
  rate <- reward / time
  value <- tibble(arm = actions$arm, wait = actions$wait, reward = reward, time = time, rate = rate,
                  gap = max(rate) - rate)
  if (!is.null(horizon)) value <- value_within(value, law, horizon)
  new_table(name_arms(value, list(bandit = bandit)), "unruly_waiting_value")
}

# The rows of the table at each budget, with what is expected by then.
value_within <- function(value, law, horizon) {
  best <- max(value$rate)
  parts <- lapply(seq_len(nrow(value)), function(row) {
    wait <- value$wait[row]
    time <- time_law(law, value$arm[row], wait)
    expected <- renewal_sums(time, cbind(time, law$paid[value$arm[row], seq_len(wait)]), horizon)
    tibble(value[rep(row, length(horizon)), ], round = horizon, pulls = expected[, 1], total = expected[, 2],
           benchmark = best * horizon, regret = best * horizon - expected[, 2])
  })
  do.call(rbind, unname(parts))
}

# ---- distributions of delays -----------------------------------------------

# A bandit's delays: P(tau = d), E[V 1(tau = d)], and the time of a pull in vain
# (NULL: its wait).
waiting_law <- function(bandit, call = rlang::caller_env()) {
  check_bandit(bandit, call = call)
  waiting <- bandit$traits$waiting$parameters
  if (is.null(waiting)) {
    abort_argument("bandit", "a bandit with waiting, see `with_waiting()`", bandit,
                   given = "a bandit without", call = call)
  }
  pay <- waiting$pay %||% matrix(arm_means(bandit, call), nrow(waiting$delay), ncol(waiting$delay))
  list(delay = waiting$delay, paid = waiting$delay * pay, vain = waiting$vain)
}

waiting_actions <- function(law) {
  list(arm = rep(seq_len(nrow(law$delay)), each = ncol(law$delay)),
       wait = rep(seq_len(ncol(law$delay)), nrow(law$delay)))
}

# The probabilities that a pull of (arm, wait) takes 1, 2, ..., wait rounds.
time_law <- function(law, arm, wait) {
  time <- law$delay[arm, seq_len(wait)]
  vain <- min(law$vain, wait)
  time[vain] <- time[vain] + sum(law$delay[arm, -seq_len(wait)])
  time
}

# True means, as the core has them.
arm_means <- function(bandit, call) {
  priors <- Filter(is_prior, bandit$arms$parameters)
  if (length(priors) > 0) {
    abort_argument("bandit", "a bandit whose arms have numbers for parameters", bandit, call = call,
                   given = sprintf("arms with the prior %s, which differ from one replication to another",
                                   prior_text(priors[[1]])))
  }
  .Call(C_instances, describe_bandit(bandit), 1, 1, 1, 1, 0)$mean
}

refuse_moving_arms <- function(bandit, call = rlang::caller_env()) {
  moving <- intersect(c("entries", "lifetimes"), names(bandit$traits))
  if (length(moving) == 0) return(invisible())
  abort_argument("bandit", "a bandit whose arms are always there", bandit,
                 given = sprintf("a bandit with %s", moving[1]), call = call)
}

# ---- the renewal recursion -----------------------------------------------

# W(t) = sum over c <= t of gain[c] + p[c] W(t - c), at the given rounds, for each
# column of `gain`. In steps of a few thousand rounds: once W has grown by the
# same amount over every period for as long as p reaches back, it always will.
renewal_sums <- function(p, gain, rounds) {
  reach <- length(p)
  span <- common_divisor(which(p > 0))
  slope <- colSums(gain) / sum(seq_along(p) * p)
  total <- rbind(apply(gain, 2, cumsum), matrix(colSums(gain), 1))
  found <- matrix(0, length(rounds), ncol(gain))
  last <- matrix(0, reach, ncol(gain)) # W before the step, the latest first
  done <- 0
  step <- max(4096, 4 * (reach + span))
  while (done < max(rounds)) {
    at <- pmin(done + seq_len(step), reach + 1)
    w <- vapply(seq_len(ncol(gain)), function(i) {
      as.double(stats::filter(total[at, i], p, method = "recursive", init = last[, i]))
    }, numeric(step))
    here <- rounds > done & rounds <= done + step
    found[here, ] <- w[rounds[here] - done, ]
    if (is_settled(w, span, reach, slope)) {
      later <- rounds > done + step
      back <- step - (-(rounds[later] - done - step)) %% span
      found[later, ] <- w[back, ] + outer(rounds[later] - done - back, slope)
      return(found)
    }
    last <- w[step + 1 - seq_len(reach), , drop = FALSE]
    done <- done + step
  }
  found
}

# Returns whether the end of a step grows steadily, up to rounding.
is_settled <- function(w, span, reach, slope) {
  end <- nrow(w) - seq_len(reach + span) + 1
  growth <- w[end, , drop = FALSE] - w[end - span, , drop = FALSE]
  wanted <- matrix(span * slope, nrow(growth), ncol(growth), byrow = TRUE)
  all(abs(growth - wanted) <= 1e-13 * (1 + abs(w[end, , drop = FALSE])))
}

common_divisor <- function(numbers) {
  Reduce(function(a, b) {
    while (b > 0) {
      rest <- a %% b
      a <- b
      b <- rest
    }
    a
  }, numbers)
}

# ---- the plot ------------------------------------------------------------

# Returns the table that autoplot() draws. Rates that differ by rounding only are equally good.
waiting_plot_data <- function(object) {
  object <- object[!duplicated(data.frame(object$arm, object$wait)), ] # of several horizons
  tibble(arm = factor(object$arm), wait = object$wait, rate = object$rate, best = object$gap <= 1e-12)
}

shape.unruly_waiting_value <- function(x) list(
  wait = function(v, x) is_column(v), rate = function(v, x) is_column(v), gap = function(v, x) is_column(v),
  time = function(v, x) is.null(v) || is_column(v), reward = function(v, x) is.null(v) || is_column(v),
  arm = function(v, x) (is.factor(v) || is_column(v)) && are_columns(x, c("arm", "wait", "rate", "gap")) &&
  is_key(x, c("arm", "wait", "round"))
)
