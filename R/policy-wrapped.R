#' Wrappers: policies around another policy
#' @description
#' Change when a policy forgets or what it observes. `policy_doubling()` removes the need for a
#' horizon, `policy_restart()` forgets at changes, and `policy_sleeping()` hides absences.
#'
#' **Use it when**
#' * the horizon is unknown and the policy needs it, such as [policy_moss()], [policy_ucb()],
#'   [policy_exp3()] or [policy_se()]: `policy_doubling()`;
#' * means change at known rounds, or you need the best case for policies that detect changes:
#'   `policy_restart()`;
#' * arms are away for a while ([with_absences()], pools of a [bandit_replay()]):
#'   `policy_sleeping()`.
#'
#' @details
#' * `policy_doubling()`, the doubling trick, turns a policy that must know the horizon T into one
#'   that need not. Phases last `start`, 2 `start`, 4 `start`, ... rounds. In each phase the policy
#'   inside begins afresh, with the length of the phase as T, and its rounds count from the start of
#'   the phase. A pull that began in a phase is finished in it, however long it takes; outcomes
#'   shown later are ignored.
#' * `policy_restart()` makes the policy inside forget everything before each of the `rounds`, or
#'   whenever a mean has changed. Like a doubled policy, it begins afresh from each of these rounds
#'   on, with the number of rounds until the next one as T. A pull is not cut off: the policy
#'   forgets after it.
#' * `policy_sleeping()` hides from the policy inside that arms are away for a while. If the policy
#'   chooses an arm that is away, the available arm with the greatest mean is played instead, and
#'   the policy is shown the outcome of that. (Ties go to the arm with the lowest number; an arm
#'   that was never seen comes last.) It does learn of arms that enter or leave for good, and of a
#'   new `last` with which an arm returns to an [agent()].
#'
#' No policy ever plays an arm that is away, so index policies such as [policy_ucb1()] do not need
#' `policy_sleeping()`: they play the available arm with the greatest index, the rule for sleeping
#' bandits (Kleinberg, Niculescu-Mizil and Sharma 2010). Without the wrapper a policy such as
#' [policy_etc()] takes a return for an entry and compares all means again. Wrappers may be nested,
#' as in `policy_doubling(policy_queue(policy_moss()))`.
#'
#' @section In one sentence:
#' `r sentences_of("policy_doubling", "policy_restart", "policy_sleeping")`
#' @param policy The policy inside: a policy of the package or one written in C, except
#'   [policy_oracle()] and another wrapper of the same kind. Policies in R ([policy_index()],
#'   [policy_custom()]) are refused.
#' @param start Length of the first phase in rounds, a whole number of at least 1. Default: 64.
#' @param rounds A single whole number of at least 1: the policy forgets every so many rounds. Or
#'   several increasing rounds: it forgets before each of these (before a single round r: `rounds =
#'   c(1, r)`). Default: `NULL`, for a bandit [with_changes()] only: whenever the mean of an arm has
#'   changed.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the policy inside cannot play the bandit.
#' @references Auer, Cesa-Bianchi, Freund and Schapire (1995), Gambling in a Rigged Casino,
#'   section 4. Besson and Kaufmann (2018), What Doubling Tricks Can and Can't Do for Multi-Armed
#'   Bandits, Algorithm 1. Besson, Kaufmann, Maillard and Seznec (2022), Efficient Change-Point
#'   Detection for Tackling Piecewise-Stationary Bandits, section 6 (restarts at known changes).
#'   Kleinberg, Niculescu-Mizil and Sharma (2010), Regret Bounds for Sleeping Experts and Bandits
#'   (the setting; hiding absences is ours).
#' @seealso [policy_queue()] for rewards that arrive late, [policy_floor()] for a floor under the
#'   propensities.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' run_study(problem, list(policy_moss(), policy_doubling(policy_moss())),
#'   horizon = 1000, reps = 5, seed = 1)
#'
#' # The better arm becomes the worse one in round 501.
#' mean <- rbind(rep(c(0.7, 0.2), each = 500), rep(c(0.4, 0.6), each = 500))
#' tape <- matrix(rbinom(length(mean), 1, mean), nrow = 2)
#' changing <- bandit(arms_tape(tape, by = "round"))
#' run_study(changing, list(policy_ucb1(), policy_restart(policy_ucb1(), c(1, 501))),
#'   horizon = 1000, reps = 1, seed = 1)
#'
#' log <- data.frame(arm = c(1, 2, 3, 1, 2, 1), reward = c(0, 1, 1, 0, 1, 1))
#' log$pool <- list(1:3, 1:3, 1:3, c(1, 3), 1:2, 1:3)
#' run_study(bandit_replay(log, init = 0), policy_sleeping(policy_etc(1)),
#'   horizon = 3, reps = 1, seed = 1)
#' @name policy_doubling
NULL

#' @rdname policy_doubling
#' @export
policy_doubling <- function(policy, start = 64, label = NULL, ...) describe("policy_doubling")

#' @rdname policy_doubling
#' @export
policy_restart <- function(policy, rounds = NULL, label = NULL, ...) describe("policy_restart")

#' @rdname policy_doubling
#' @export
policy_sleeping <- function(policy, label = NULL, ...) describe("policy_sleeping")

#' A floor under the propensities of a policy
#' @description
#' Keeps each arm's [propensity][glossary], the probability with which it is chosen, at or above a
#' floor. The data then support estimates that weight by propensities.
#'
#' **Use it when** you will analyse the data afterwards: [estimates()] with `method = "aipw"` needs propensities that do
#' not fall too fast.
#'
#' @details
#' With K arms that can be played in round t, the floor is f = min(`min_propensity` t^-`decay`, 1 /
#' K). A propensity p of the policy inside is changed as follows:
#'
#' * `type = "mixture"`: with probability K f a uniformly random arm is played, otherwise the choice
#'   of the policy inside: p becomes (1 - K f) p + f.
#' * `type = "clip"`: propensities below f become f, and the excess of the others over f shrinks by
#'   one common factor so that all sum to 1: p' = max(p, f) becomes p' - c (p' - f). The choice of
#'   the policy inside is kept whenever that is possible.
#'
#' The policy inside chooses in every round and is shown the outcome of what was played instead,
#' like that of a pull that a log makes itself. Exp3 and its variants, such as [policy_exp3()] and
#' [policy_clw()], learn nothing from pulls that they did not choose. With
#' [waiting][with_waiting()], each pair of an arm and a wait counts as an arm.
#'
#' @section In one sentence:
#' `r sentences_of("policy_floor")`
#' @param policy The policy inside: a policy of the package or one written in C, except
#'   [policy_oracle()] and another `policy_floor()`. Policies in R ([policy_index()],
#'   [policy_custom()]) are refused. For `"clip"` its propensities must be known, as they are for
#'   deterministic policies.
#' @param min_propensity The least propensity in round 1, a number in (0, 1\].
#' @param decay How fast the floor falls, as `t^-decay`: a number of at least 0 and below 1.
#'   Default: 0, a constant floor.
#' @param type How the floor is kept: `"mixture"` or `"clip"`, see Details. Default: `"mixture"`.
#' @param first Number of rounds at the beginning in which all arms have the same propensity, a
#'   whole number of at least 0. Default: 0.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the policy inside cannot play the bandit.
#' @references Hadad, Hirshberg, Zhan, Wager and Athey (2021), Confidence Intervals for Policy
#'   Evaluation in Adaptive Experiments, section 5.
#' @seealso `keep = "scores"` of [run_study()]; [policy_doubling()] for other wrappers.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_floor(policy_thompson(), 0.1, decay = 0.5),
#'   horizon = 200, reps = 5, seed = 1, keep = "choices")
#' range(choices(study)$propensity)
#' @export
policy_floor <- function(policy, min_propensity, decay = 0, type = c("mixture", "clip"), first = 0, label = NULL, ...)
  describe("policy_floor")

# Policies that contain another, by their names in the core.
wrappers <- c("policy_queue", "policy_doubling", "policy_restart", "policy_sleeping", "policy_floor", "policy_matured")

constructors_of <- function(policy) {
  c(policy$constructor, if (!is.null(policy$policy)) constructors_of(policy$policy))
}

shape.unruly_policy <- function(x) list(
  constructor = function(v, x) is_word(v) && (is_from_outside(v) || is.list(rules_of(v))),
  label = function(v, x) is_word(v),
  parameters = function(v, x) if (is_from_outside(x$constructor)) are_parameters(v) else fits_rules(x$constructor, v),
  policy = function(v, x) if (x$constructor %in% wrappers) is_shaped(v, "unruly_policy") else is.null(v),
  functions = function(v, x) if (x$constructor %in% own_constructors) is.list(v) && all(vapply(v, is.function, NA)) else
  is.null(v), stream = function(v, x) is.null(v) || is_shaped(v, "unruly_policy"),
  source = function(v, x) if (is_compiled(x)) is_words(v) && identical(x$constructor, compiled_name(v)) else is.null(v)
)
