# What all bound_*() functions share: the table they return and the checks of
# what they are given. One file a paper holds the bounds themselves.

#' Regret bounds
#'
#' The `bound_*()` functions give the regret bounds that the papers prove, upper
#' and lower, as tables to lay over a plot of [regret()].
#'
#' @section The table:
#' A tibble with one row a horizon, in the order in which they were given, and
#' the columns
#' * `bound`: which bound, for instance `"Theorem 4.1"`;
#' * `round`: the horizon, in rounds;
#' * `regret`: the value of the bound there.
#'
#' [layer_bound()] lays a bound over the plot of a study, `theory` being the table:
#'
#' ```r
#' autoplot(study) + layer_bound(theory)
#' ```
#'
#' @section How to read a bound:
#' A bound speaks of the expected regret at the end of a game of `round` rounds.
#' If the policy is tuned to the horizon, as FC-SE is, the value at an earlier
#' round is that of another, shorter game, not of the same one on its way.
#'
#' The values are those of the theorems, untouched: an upper bound may well
#' exceed the regret of the worst play there is, horizon times largest gap, and
#' then says nothing. Bounds that suppose something which does not hold raise an
#' error that says what.
#'
#' @return See the section on the table.
#' @seealso Impatient arms: [bound_impatient_lower()], [bound_ucb_impatient()],
#'   [bound_fc_se()], [bound_fc_entry()]. Arms that take their time:
#'   [bound_wait_ucb()], [bound_ucb_simplex()], [bound_budget_ucb()].
#'   Fairness: [bound_ht_ucb()]. Composite anonymous feedback: [bound_ars_ucb()],
#'   [bound_ars_exp3()], [bound_ars_clw()]. Arms that behave: [bound_lai_robbins()].
#' @examples
#' bound_fc_se(means = c(0.5, 0.6, 0.9), patience = c(4, 4, 2), horizon = 10^(2:5))
#' @name regret_bounds
NULL

new_bound <- function(bound, horizon, regret) {
  tibble::tibble(bound = bound, round = horizon, regret = regret)
}

# ---- checks --------------------------------------------------------------

check_bound_horizon <- function(horizon, call = rlang::caller_env()) {
  wanted <- "one or several whole numbers of rounds of at least 1"
  if (missing(horizon)) abort_argument("horizon", wanted, given = "nothing", call = call)
  check_numbers(horizon, "horizon", min = 1, whole = TRUE, wanted = wanted, call = call)
}

check_bound_means <- function(means, call = rlang::caller_env()) {
  wanted <- "the mean rewards of at least two arms"
  if (missing(means)) abort_argument("means", wanted, given = "nothing", call = call)
  means <- check_numbers(means, "means", wanted = wanted, call = call)
  if (length(means) < 2) abort_argument("means", wanted, means, call = call)
  means
}

# One patience for each of `size` arms (any number of arms if NULL).
check_bound_patience <- function(patience, size = NULL, call = rlang::caller_env()) {
  patience <- check_patience(patience, call = call)
  if (!is.null(size) && length(patience) != size) {
    abort_argument("patience", sprintf("of length %d, one number for each of the `means`", size), patience,
                   given = sprintf("a vector of length %d", length(patience)), call = call)
  }
  patience
}

# Some theorems suppose the paper's scale of rewards.
check_bound_gaps <- function(gaps, theorem, call = rlang::caller_env()) {
  if (max(gaps) > 1) {
    abort_combination(
      c("{theorem} supposes that no mean reward is more than 1 below the best.",
        x = "The largest gap of the {.arg means} is {format_numbers(max(gaps))}."),
      call = call
    )
  }
}

check_bound_floor <- function(patience_floor, call = rlang::caller_env()) {
  wanted <- "a single whole number of rounds of at least 1"
  if (missing(patience_floor)) abort_argument("patience_floor", wanted, given = "nothing", call = call)
  check_whole(patience_floor, "patience_floor", min = 1, wanted = wanted, call = call)
}
