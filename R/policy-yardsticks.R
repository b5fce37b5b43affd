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
#'   the lowest available one. With waiting, a cycle uses the longest wait. In the replay of a log whose pools change,
#'   an arm that a pool does not offer is not available: there "Fixed blue" is the value of blue where it is offered,
#'   and of the lowest arm on offer elsewhere.
#' * `policy_oracle()` plays what the regret compares with: the available arm with the greatest mean, or with waiting
#'   the greatest rate; with fairness also the arms whose penalty exceeds their gap, so that each gets its share. If
#'   arms [rest][with_rest()] this is not optimal, but earns at least about 1 - 1/e of the optimum.
#'
#' Their usual names are `"Uniform"`, `"Round robin"`, `"Oracle"`, and for `policy_fixed()` the arm, such as `"Fixed
#' C"`.
#'
#' @section In one sentence:
#' `r sentences_of("policy_uniform", "policy_round_robin", "policy_fixed", "policy_oracle")`
#' @param arm One arm, several that are repeated in turn, or a cycle made by [pinwheel_cycle()] or [aus_cycle()]. Arms
#'   are whole numbers of at least 1, or names if arms have names (then it is the arm with this name in every bandit,
#'   whatever its number). Default: 1.
#' @param wait The wait in rounds for a single arm, a whole number of at least 1. Default: `NULL`, the longest.
#' @param label The policy's name in tables and figures, a string. Default: the usual name of the policy, such as
#'   `"UCB1"`.
#' @param ... Must be empty.
#' @return A policy, an object of class `unruly_policy`.
#' @section Errors: [run_study()] raises `unruly_error_policy` if the bandit has no such arm, and for the oracle if it
#'   replays a log.
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
#' @seealso [bandit_value()] and [bayes_optimal()] for other optima; [cycle_feasibility()] for cycles.
#' @name policy_yardsticks
NULL

#' @rdname policy_yardsticks
#' @export
policy_uniform <- function(label = NULL, ...) describe("policy_uniform")

#' @rdname policy_yardsticks
#' @export
policy_round_robin <- function(label = NULL, ...) describe("policy_round_robin")

#' @rdname policy_yardsticks
#' @export
policy_fixed <- function(arm = 1, wait = NULL, label = NULL, ...) {
  if (!inherits(arm, "unruly_cycle") && !(is.atomic(arm) && length(arm) > 1)) return(describe("policy_fixed"))
  describe_schedule(arm, wait, check_text(label, "label", null = TRUE))
}

# Makes the policy of several arms, which the core calls a schedule.
describe_schedule <- function(arm, wait, label, call = parent.frame()) {
  check_frame_dots(call)
  if (!is.null(wait)) abort_argument("wait", "omitted with several arms, which use the longest wait", wait, call = call)
  given <- slots_given(arm, "arm", "policy_fixed_schedule", call)
  described_policy("policy_fixed_schedule", c(list(arm = given$slots), given$names), label, call = call)
}

#' @rdname policy_yardsticks
#' @export
policy_oracle <- function(label = NULL, ...) describe("policy_oracle")
