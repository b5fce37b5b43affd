#' Yardsticks
#'
#' Policies to measure others by. With waiting they choose among all (arm,
#' wait) pairs.
#'
#' * `policy_uniform()` plays every available action with equal chance.
#' * `policy_round_robin()` plays the available actions in turn.
#' * `policy_fixed()` plays one arm with one wait while the arm is there, and
#'   the lowest available arm when it is not.
#' * `policy_oracle()` sees the true means and plays the comparator of the
#'   regret: the available arm of highest mean, or highest rate with waiting;
#'   with fairness also the arms whose penalty outweighs their gap, so that
#'   each gets its share.
#'
#' @param arm The arm: a whole number of at least 1, or its name, where arms have names (then it is
#'   the arm of this name in every bandit, whatever its number).
#' @param wait The wait, a whole number of at least 1; `NULL` is the longest.
#' @param label Name in tables and plots, a single text; `NULL` for the usual one.
#' @return A policy, an object of class `unruly_policy`.
#' @section Errors: `unruly_error_argument` when an argument is not as above;
#'   [run_study()] raises `unruly_error_policy` if the bandit has no such arm.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' run_study(problem, list(policy_uniform(), policy_round_robin(), policy_fixed(2), policy_oracle()),
#'   horizon = 100, reps = 5, seed = 1)
#' buttons <- bandit(arms_bernoulli(c(red = 0.3, green = 0.6)))
#' run_study(buttons, policy_fixed("green"), horizon = 100, reps = 5, seed = 1)
#' @name policy_yardsticks
NULL

#' @rdname policy_yardsticks
#' @export
policy_uniform <- function(label = NULL) new_policy("policy_uniform", label = label)

#' @rdname policy_yardsticks
#' @export
policy_round_robin <- function(label = NULL) new_policy("policy_round_robin", label = label)

#' @rdname policy_yardsticks
#' @export
policy_fixed <- function(arm = 1, wait = NULL, label = NULL) {
  new_policy("policy_fixed", list(arm = arm, wait = wait), label)
}

#' @rdname policy_yardsticks
#' @export
policy_oracle <- function(label = NULL) new_policy("policy_oracle", label = label)
