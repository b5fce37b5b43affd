# Value of waiting: the value of every (arm, wait), and what choosing only one
# of them earns within a budget.

#' The value of every arm and wait
#' @description
#' Computes what each pair of an arm and a wait earns per round in a bandit [with_waiting()] whose delays are known.
#' With `horizon` it also computes the exact expected reward within a budget.
#'
#' **Use it when** you want to know how long to wait, or how close the benchmark of [regret()] comes to what a constant
#' choice can earn.
#'
#' @param bandit A bandit with waiting, whose arms have numbers for parameters, not [priors]
#'   (unless the delay determines the reward).
#' @param horizon One or more budgets: whole numbers of rounds from 1 to 1e8. Default: `NULL`, only the values per
#'   round.
#' @param ... Must be empty.
#' @return A tibble of class `unruly_waiting_value`, one row per action (and horizon), ordered by arm, then wait, with
#'   the columns
#'   * `arm`, `wait`;
#'   * `reward`: the mean reward of a pull, \eqn{E[V 1(\tau \le j)]}{E[V 1(tau <= j)]};
#'   * `time`: the mean number of rounds that a pull takes, \eqn{E[\min(\tau, j)]}{E[min(tau, j)]};
#'   * `rate`: reward / time, the paper's g;
#'   * `gap`: the greatest rate minus this one.
#'
#'   With `horizon` also
#'   * `round`: the horizon;
#'   * `pulls`: the expected number of pulls that end by then, if only this action is chosen;
#'   * `total`: the expected reward by then;
#'   * `benchmark`: the greatest rate times the round, as in [regret()];
#'   * `regret`: benchmark minus total. (The pseudo-regret of [regret()] counts each pull at its mean reward: benchmark
#'     minus `pulls` times `reward`.)
#'
#'   `autoplot()` draws the rates against the wait, one line per arm, with the best marked.
#' @section Computation: The regret of the best action stays below a constant at all horizons (Theorem 1). With p(c) the
#'   probability that a pull takes c rounds and r(c) the mean reward of such pulls times p(c), the expected reward
#'   within t rounds is \deqn{W(t) = \sum_{c \le t} \left[ r(c) + p(c) W(t - c) \right],}{W(t) = sum over c <= t of r(c)
#'   + p(c) W(t - c),} and likewise for the expected number of pulls. A pull that would end after the budget pays
#'   nothing.
#' @section Errors: `unruly_error_argument` if `bandit` is not a bandit, has no waiting, or has arms with priors, whose
#'   values differ from one replication to another; for a bad `horizon`; and for a horizon with arms that come and go
#'   (entries, lifetimes).
#' @references Sharoff, Mehta and Ganti (2020), A Farewell to Arms, section 4,
#'   equations 1 and 2, Theorem 1.
#' @seealso [mortal_value()], its sibling for mortal arms; [regret_bound()], which takes this table;
#'   [bandit_auction()] and [bandit_cross_validation()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.7, 0.9))) |>
#'   with_waiting(rbind(c(0.8, 0.2, 0), c(0.1, 0.1, 0.8)))
#' value <- waiting_value(problem)
#' value
#' waiting_value(problem, horizon = c(10, 1000))
#' if (requireNamespace("ggplot2", quietly = TRUE)) autoplot(value)
#' @export
waiting_value <- function(bandit, horizon = NULL, ...) {
  check_no_dots(...)
  law <- waiting_law(bandit)
  if (!is.null(horizon)) {
    refuse_moving_arms(bandit)
    horizon <- check_numbers(horizon, "horizon", min = 1, max = 1e8, whole = TRUE)
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
