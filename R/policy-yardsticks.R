#' Yardsticks: simple policies and the oracle
#'
#' Policies to measure others by: those that learn nothing, and the oracle, which knows the
#' means. With [waiting][with_waiting()] they choose among all (arm, wait) pairs.
#'
#' * `policy_uniform()` plays a uniformly random available arm.
#' * `policy_round_robin()` plays the available arms in turn.
#' * `policy_fixed()` plays one arm with one wait while the arm is available, and the lowest
#'   available arm while it is not.
#' * `policy_fixed_schedule()` plays the arms of a cycle, slot by slot, again and again. A
#'   slot whose arm is not available (it has left, rests or sleeps) is skipped and takes no
#'   time; if no arm of the cycle is available, the lowest available one is played. With
#'   waiting it always uses the longest wait.
#' * `policy_oracle()` knows the true means and plays what the regret compares with: the
#'   available arm with the greatest mean, or with waiting the greatest rate; with fairness
#'   also the arms whose penalty exceeds their gap, so that each gets its share. If arms
#'   [rest][with_rest()] this is not optimal, but earns at least about 1 - 1/e of the optimum.
#'
#' @param arm The arm: a whole number of at least 1, or its name if arms have names (then it
#'   is the arm with this name in every bandit, whatever its number).
#' @param cycle The arms of the slots: whole numbers of at least 1 or names, or a cycle made
#'   by [pinwheel_cycle()] or [aus_cycle()].
#' @param wait The wait in rounds, a whole number of at least 1; `NULL` is the longest.
#' @param label The policy's name in tables and plots, a single string; `NULL` for the usual
#'   one, to which variants add what they are: `"GLR-kl-UCB (global)"`.
#' @param ... Must be empty.
#' @return A policy, an object of class `unruly_policy`.
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` if the bandit has no such arm.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' run_study(problem, list(policy_uniform(), policy_round_robin(), policy_fixed(2), policy_oracle()),
#'   horizon = 100, reps = 5, seed = 1)
#' buttons <- bandit(arms_bernoulli(c(red = 0.3, green = 0.6)))
#' run_study(buttons, policy_fixed("green"), horizon = 100, reps = 5, seed = 1)
#' resting <- bandit(arms_bernoulli(c(0.9, 0.8, 0.2))) |> with_rest(c(2, 4, 1))
#' run_study(resting, policy_fixed_schedule(c(1, 2, 1, 3)), horizon = 100, reps = 5, seed = 1)
#' @references Basu, Sen, Sanghavi and Shakkottai (2019), Blocking Bandits (the oracle where
#'   arms rest).
#' @name policy_yardsticks
NULL

#' @rdname policy_yardsticks
#' @export
policy_uniform <- function(label = NULL, ...) new_policy("policy_uniform", label = label)

#' @rdname policy_yardsticks
#' @export
policy_round_robin <- function(label = NULL, ...) new_policy("policy_round_robin", label = label)

#' @rdname policy_yardsticks
#' @export
policy_fixed <- function(arm = 1, wait = NULL, label = NULL, ...) {
  new_policy("policy_fixed", list(arm = arm, wait = wait), label %||% fixed_label(arm))
}

# "Fixed C": of all that may be given, only what can be an arm; errors come later.
fixed_label <- function(arm) {
  if (length(arm) == 1 && (is.character(arm) || is.numeric(arm)) && !is.na(arm)) paste("Fixed", format_plain(arm))
}

#' @rdname policy_yardsticks
#' @export
policy_fixed_schedule <- function(cycle, label = NULL, ...) {
  check_no_dots(...)
  slots <- check_schedule(cycle)
  arms <- if (is.character(slots)) unique(slots)
  named <- stats::setNames(as.list(arms), if (!is.null(arms)) paste0("name.", seq_along(arms)))
  cycle <- if (is.null(arms)) slots else as.double(match(slots, arms))
  new_policy("policy_fixed_schedule", c(list(cycle = cycle), named), label,
             settings = list(cycle = if (is.null(arms)) slots else paste(slots, collapse = ", ")))
}

# Numbers of arms, or names.
check_schedule <- function(cycle, call = rlang::caller_env()) {
  if (missing(cycle) || !(is.character(cycle) || inherits(cycle, "unruly_cycle"))) {
    return(check_rule(cycle, rules_of("policy_fixed_schedule")$cycle, call = call))
  }
  if (is.character(cycle)) return(check_names_of_slots(cycle, call))
  as.double(check_class(cycle, "cycle", "unruly_cycle", "a cycle, as made by `pinwheel_cycle()`", call)$slots)
}

check_names_of_slots <- function(cycle, call) {
  good <- !is.object(cycle) && is.null(dim(cycle)) && length(cycle) > 0 && !anyNA(cycle) && all(is_readable(cycle)) &&
    all(nzchar(cycle))
  if (!good) abort_argument("cycle", rules_of("policy_fixed_schedule")$cycle$words, cycle, call = call)
  enc2utf8(unname(cycle))
}

#' @rdname policy_yardsticks
#' @export
policy_oracle <- function(label = NULL, ...) new_policy("policy_oracle", label = label)
