# What all bound_*() functions share: the table they return and the checks of
# what they are given. One file a paper holds the bounds themselves.

#' Regret bounds
#'
#' The `bound_*()` functions give the regret bounds that the papers prove, upper
#' and lower, as tables to lay over a plot of [regret()].
#'
#' @section What they take:
#' A bandit, whose means are numbers, or in its place the numbers themselves, by the
#' names that the constructors have: `mean` as in [arms_gaussian()], `patience` as in
#' [with_patience()], `first` and `last` as in [with_lifetimes()]. (Some bounds are for
#' bandits only.) What belongs to the policy has the names of its constructor. Traits
#' that a bound is not about are refused.
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
#'   [bound_ars_exp3()], [bound_ars_clw()]. Arms that behave: [bound_lai_robbins()]; naming
#'   the best of them: [bound_identification()].
#' @examples
#' problem <- bandit(arms_gaussian(c(0.5, 0.6, 0.9))) |> with_patience(c(4, 4, 2))
#' bound_fc_se(problem, horizon = 10^(2:5))
#' bound_fc_se(horizon = 10^(2:5), mean = c(0.5, 0.6, 0.9), patience = c(4, 4, 2))
#' @name regret_bounds
NULL

new_bound <- function(bound, horizon, regret) {
  tibble::tibble(bound = bound, round = horizon, regret = regret)
}

# ---- what a bound is about -------------------------------------------------

# The numbers of a bound, `given` by name or taken from the bandit; `traits` are those
# that the bound is about.
bound_numbers <- function(bandit, given, traits, call = rlang::caller_env()) {
  if (is.null(bandit)) return(given)
  if (!inherits(bandit, "unruly_bandit")) {
    others <- paste0("`", names(given), "`", collapse = ", ")
    abort_argument("bandit", paste("a bandit, or left out where numbers are given by name:", others), bandit,
                   call = call)
  }
  check_bandit(bandit, call = call)
  twice <- names(given)[!vapply(given, is.null, NA)]
  if (length(twice) > 0) abort_argument(twice[1], "left out where there is a bandit", given[[twice[1]]], call = call)
  other <- setdiff(names(bandit$traits), traits)
  if (length(other) > 0) {
    wanted <- paste("a bandit without traits other than", paste(traits, collapse = " and "))
    abort_argument("bandit", wanted, given = sprintf("one with %s", other[1]), call = call)
  }
  lapply(stats::setNames(nm = names(given)), function(name) bandit_numbers(bandit, name, call))
}

bandit_numbers <- function(bandit, name, call) {
  parameters <- function(trait) bandit$traits[[trait]]$parameters
  switch(name,
    mean = , prob = arm_means(bandit, call),
    patience = parameters("patience")$patience %||%
      abort_argument("bandit", "a bandit with patience", given = "one without", call = call),
    first = parameters("entries")$first %||% parameters("lifetimes")$first %||% rep(1, arm_count(bandit)),
    last = parameters("lifetimes")$last,
    arms = arm_count(bandit),
    length = longest_lag(bandit, call)
  )
}

longest_lag <- function(bandit, call) {
  spreads <- bandit$traits$spread$spreads
  if (is.null(spreads)) abort_argument("bandit", "a bandit with a spread", given = "one without", call = call)
  longest <- max(vapply(spreads, function(s) if (s$law == "adversarial") s$parameters$length else lag_range(s)[2], 0))
  if (is.finite(longest)) return(longest)
  abort_argument("bandit", "a bandit whose spread has an end", given = "one whose spread has none", call = call)
}

# ---- checks --------------------------------------------------------------

check_bound_horizon <- function(horizon, call = rlang::caller_env()) {
  wanted <- "one or several whole numbers of rounds of at least 1"
  if (missing(horizon)) abort_argument("horizon", wanted, given = "nothing", call = call)
  check_numbers(horizon, "horizon", min = 1, whole = TRUE, wanted = wanted, call = call)
}

check_bound_means <- function(means, call = rlang::caller_env(), argument = "mean") {
  wanted <- "the mean rewards of at least two arms"
  check_bound_given(means, argument, wanted, call)
  means <- check_numbers(means, argument, wanted = wanted, call = call)
  if (length(means) < 2) abort_argument(argument, wanted, means, call = call)
  means
}

check_bound_given <- function(value, argument, wanted, call) {
  if (is.null(value)) abort_argument(argument, paste0(wanted, ", or a bandit given in its place"), given = "nothing",
                                     call = call)
}

# One patience for each of `size` arms (any number of arms if NULL).
check_bound_patience <- function(patience, size = NULL, call = rlang::caller_env()) {
  check_bound_given(patience, "patience", "the patience of each arm", call)
  patience <- check_patience(patience, call = call)
  if (!is.null(size) && length(patience) == 1) return(rep(patience, size))
  if (!is.null(size) && length(patience) != size) {
    abort_argument("patience", sprintf("of length %d, one number for each `mean`", size), patience,
                   given = sprintf("a vector of length %d", length(patience)), call = call)
  }
  patience
}

# Some theorems suppose the paper's scale of rewards.
check_bound_gaps <- function(gaps, theorem, call = rlang::caller_env()) {
  if (max(gaps) > 1) {
    abort_combination(
      c("{theorem} supposes that no mean reward is more than 1 below the best.",
        x = "The largest gap of the means is {format_numbers(max(gaps))}."),
      call = call
    )
  }
}
