#' Reference policies: uniform, round robin, fixed, oracle
#' @description
#' Policies to measure others by: three that learn nothing, and the oracle, which sees the true means.
#' With [waiting][with_waiting()] they choose among all (arm, wait) pairs.
#'
#' **Use it when** a study needs a floor (`policy_uniform()`), a given choice of arms, or a ceiling (`policy_oracle()`).
#'
#' @details
#' * `policy_uniform()` plays a uniformly random available arm.
#' * `policy_round_robin()` plays the available arms in turn.
#' * `policy_fixed()` plays one arm with one wait while the arm is available, and the lowest available arm while it is
#'   not. Given several arms or a cycle, it plays them slot by slot, again and again. It then skips a slot whose arm is
#'   not available (it has left, rests or sleeps), without using a round; if no arm of the cycle is available, it plays
#'   the lowest available one. With waiting, a cycle uses the longest wait.
#' * `policy_oracle()` plays what the regret compares with: the available arm with the greatest mean, or with waiting
#'   the greatest rate; with fairness also the arms whose penalty exceeds their gap, so that each gets its share. If
#'   arms [rest][with_rest()] this is not optimal, but earns at least about 1 - 1/e of the optimum.
#'
#' Their usual names are `"Uniform"`, `"Round robin"`, `"Oracle"`, and for `policy_fixed()` the arm, such as `"Fixed
#' C"`.
#'
#' @param arm One arm, several that are repeated in turn, or a cycle made by [pinwheel_cycle()] or [aus_cycle()]. Arms
#'   are whole numbers of at least 1, or names if arms have names (then it is the arm with this name in every bandit,
#'   whatever its number). Default: 1.
#' @param wait The wait in rounds for a single arm, a whole number of at least 1. Default: `NULL`, the longest.
#' @param label The policy's name in tables and figures, a string. Default: the usual name of the policy, such as
#'   `"UCB1"`.
#' @param ... Must be empty.
#' @return A policy, an object of class `unruly_policy`.
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` if the bandit has no such arm, and for the oracle if it replays a log.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' run_study(problem, list(policy_uniform(), policy_round_robin(), policy_fixed(2), policy_oracle()),
#'   horizon = 100, reps = 5, seed = 1)
#' buttons <- bandit(arms_bernoulli(c(red = 0.3, green = 0.6)))
#' run_study(buttons, policy_fixed("green"), horizon = 100, reps = 5, seed = 1)
#' resting <- bandit(arms_bernoulli(c(0.9, 0.8, 0.2))) |> with_rest(c(2, 4, 1))
#' run_study(resting, policy_fixed(c(1, 2, 1, 3)), horizon = 100, reps = 5, seed = 1)
#' @references Basu, Sen, Sanghavi and Shakkottai (2019), Blocking Bandits (the oracle where
#'   arms rest).
#' @seealso [fair_optimum()] and [bayes_optimal()] for other optima; [cycle_feasibility()] for cycles.
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
  check_no_dots(...)
  if (inherits(arm, "unruly_cycle") || is.atomic(arm) && length(arm) > 1) {
    if (!is.null(wait)) abort_argument("wait", "omitted with several arms, which use the longest wait", wait)
    return(policy_fixed_schedule(arm, label))
  }
  check_arguments("policy_fixed")
  new_policy("policy_fixed", list(arm = arm, wait = wait), label %||% fixed_label(arm))
}

# The core's name of several arms; not exported.
policy_fixed_schedule <- function(cycle, label = NULL, ..., call = rlang::caller_env()) {
  slots <- check_schedule(cycle, call)
  arms <- if (is.character(slots)) unique(slots)
  named <- stats::setNames(as.list(arms), if (!is.null(arms)) paste0("name.", seq_along(arms)))
  cycle <- if (is.null(arms)) slots else as.double(match(slots, arms))
  shown <- paste(slots, collapse = ", ")
  label <- check_text(label, "label", null = TRUE, call = call) %||%
    if (nchar(shown) <= 20) paste("Fixed", shown) else sprintf("Fixed cycle of %s", format_count(length(slots)))
  new_policy("policy_fixed_schedule", c(list(cycle = cycle), named), label,
             settings = list(arm = if (is.null(arms)) slots else shown))
}

# Numbers of arms, or names.
check_schedule <- function(cycle, call) {
  if (is.character(cycle)) return(check_names_of_slots(cycle, call))
  if (inherits(cycle, "unruly_cycle")) {
    return(as.double(check_class(cycle, "arm", "unruly_cycle", "a cycle, as made by `pinwheel_cycle()`", call)$slots))
  }
  check_rule(cycle, rules_of("policy_fixed_schedule")$cycle, "arm", call = call)
}

check_names_of_slots <- function(cycle, call) {
  good <- !is.object(cycle) && is.null(dim(cycle)) && !anyNA(cycle) && all(is_readable(cycle)) && all(nzchar(cycle))
  if (!good) abort_argument("arm", rules_of("policy_fixed_schedule")$cycle$words, cycle, call = call)
  enc2utf8(unname(cycle))
}

#' @rdname policy_yardsticks
#' @export
policy_oracle <- function(label = NULL, ...) new_policy("policy_oracle", label = label)

# "Fixed C": of all that may be given, only what can be an arm; errors come later.
fixed_label <- function(arm) {
  if (length(arm) == 1 && (is.character(arm) || is.numeric(arm)) && !is.na(arm)) paste("Fixed", format_plain(arm))
}
