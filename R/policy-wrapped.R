#' Wrappers: policies around another policy
#'
#' They change when a policy forgets or what it is told: `policy_doubling()` for a policy that
#' needs the horizon, `policy_restart()` as a yardstick for changing arms, `policy_sleeping()`
#' for one that is confused by absences.
#'
#' * `policy_doubling()`, the doubling trick, turns a policy that must know the horizon T
#'   (such as [policy_moss()], [policy_ucb()], [policy_exp3()] or [policy_se()]) into one that
#'   need not. Phases last `start`, 2 `start`, 4 `start`, ... rounds; in each the policy
#'   begins afresh, with the length of the phase as T. It plays a game of its own, whose
#'   rounds count from the start of the phase. A play that began in a phase is finished in it,
#'   however long it takes; outcomes shown later than that are ignored.
#' * `policy_restart()`, for means that change at known rounds: the policy forgets everything
#'   before each of the rounds `at`, every `at` rounds, or whenever a mean has changed. The
#'   last is an oracle for the change points, a yardstick for policies that must detect
#'   changes themselves. Like a doubled policy, the policy inside plays a game of its own from
#'   each of these rounds on, with the number of rounds until the next one as T. A play is not
#'   cut off: the policy forgets after it.
#' * `policy_sleeping()`, for arms that are away for a while ([with_absences()], and logs
#'   whose pools change, [bandit_replay()]): the policy is not told about absences. To it an
#'   arm that is away is still there, and neither leaves nor enters. If it chooses one, the
#'   available arm with the greatest mean is played instead (the lowest in a tie, one that was
#'   never seen last), and the policy is shown the outcome of that. It is told of arms that
#'   enter or leave for good, and of a new `last` with which an arm returns to an [agent()].
#'   On other bandits it makes the same choices as the policy inside.
#'
#'   No policy ever plays an arm that is away. Index policies such as [policy_ucb1()] do not
#'   need this wrapper: they play the available arm with the greatest index, which is the rule
#'   for sleeping bandits (Kleinberg, Niculescu-Mizil and Sharma 2010). But a policy that
#'   takes a return for an entry, such as [policy_etc()], which then compares all means again,
#'   is spared that.
#'
#' Wrappers may be nested, as in `policy_doubling(policy_queue(policy_moss()))`.
#'
#' @param policy The policy inside; not [policy_oracle()], not one written in R
#'   ([policy_index()], [policy_custom()]), and not another wrapper of the same kind.
#' @param start Length of the first phase in rounds, a whole number of at least 1.
#' @param at A single whole number of at least 1: the policy forgets every so many rounds. Or
#'   several increasing rounds: it forgets before each of these (before a single round r:
#'   `at = c(1, r)`). `NULL`, for a bandit [with_changes()] only: whenever the mean of an arm
#'   has changed.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` for a bandit that the policy inside cannot
#'   play.
#' @references Auer, Cesa-Bianchi, Freund and Schapire (1995), Gambling in a Rigged
#'   Casino, section 4. Besson and Kaufmann (2018), What Doubling Tricks Can and Can't Do
#'   for Multi-Armed Bandits, Algorithm 1. Besson, Kaufmann, Maillard and Seznec (2022),
#'   Efficient Change-Point Detection for Tackling Piecewise-Stationary Bandits, section 6 (the
#'   oracle). Kleinberg, Niculescu-Mizil and Sharma (2010),
#'   Regret Bounds for Sleeping Experts and Bandits (the setting; that absences are
#'   slept through is ours).
#' @seealso [policy_queue()] for rewards that arrive late.
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
policy_doubling <- function(policy, start = 64, label = NULL, ...) {
  check_no_dots(...)
  check_inside("policy_doubling", policy)
  wrap_policy("policy_doubling", policy, "Doubling", list(start = start), label)
}

#' @rdname policy_doubling
#' @export
policy_restart <- function(policy, rounds = NULL, label = NULL, ...) {
  check_no_dots(...)
  check_inside("policy_restart", policy)
  check_arguments("policy_restart")
  wrap_policy("policy_restart", policy, "Restart", list(rounds = rounds), label)
}

#' @rdname policy_doubling
#' @export
policy_sleeping <- function(policy, label = NULL, ...) {
  check_no_dots(...)
  wrap_policy("policy_sleeping", policy, "Sleeping", label = label)
}

#' A floor under the chances of a policy
#'
#' Keeps the probability (the chance) with which each arm is chosen at or above a floor, so
#' that the data can be analysed afterwards: [estimates()] with `method = "aipw"` needs
#' chances that do not fall too fast.
#'
#' With K arms that can be played in round t, and `f = min(chance t^-decay, 1 / K)`:
#'
#' * `type = "mixture"`: with probability K f a uniformly random arm is played, otherwise the
#'   choice of the policy: p becomes (1 - K f) p + f.
#' * `type = "clip"`: chances below f become f, and the excess over f of the others shrinks by
#'   one common factor so that all chances sum to 1: p' = max(p, f) becomes p' - c (p' - f).
#'   The choice of the policy stands whenever that is possible.
#'
#' The policy inside chooses in every round and is shown the outcome of what was played
#' instead, like that of any play that a log makes by itself. (Exp3 and its relatives learn
#' nothing from plays that they did not choose.) With [waiting][with_waiting()] each (arm,
#' wait) pair counts as an arm.
#'
#' @param policy The policy inside; not [policy_oracle()], not one written in R
#'   ([policy_index()], [policy_custom()]), and not another `policy_floor()`. For `"clip"` one
#'   whose chances are known, or one that does not randomise.
#' @param chance The least chance in round 1, a number in (0, 1\].
#' @param decay How fast the floor falls, like `t^-decay`: a number of at least 0 and below 1.
#' @param type How the floor is kept: `"mixture"` or `"clip"`, see above.
#' @param first Number of rounds at the beginning in which all arms have the same chance, a whole
#'   number of at least 0.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` for a bandit that the policy inside cannot
#'   play.
#' @references Hadad, Hirshberg, Zhan, Wager and Athey (2021), Confidence Intervals for Policy Evaluation
#'   in Adaptive Experiments.
#' @seealso `keep = "scores"` of [run_study()]; [policy_doubling()] for other policies that hold one.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_floor(policy_thompson("beta"), 0.1, decay = 0.5),
#'   horizon = 200, reps = 5, seed = 1, keep = "choices")
#' range(choices(study)$chance)
#' @export
policy_floor <- function(policy, min_propensity, decay = 0, type = c("mixture", "clip"), first = 0, label = NULL, ...) {
  check_no_dots(...)
  check_inside("policy_floor", policy)
  check_arguments("policy_floor")
  floor <- list(min_propensity = min_propensity, decay = decay, type = type, first = first)
  wrap_policy("policy_floor", policy, "Floor", floor, label)
}

# Policies that hold another, as the core knows them.
wrappers <- c("policy_queue", "policy_doubling", "policy_restart", "policy_sleeping", "policy_floor")

# The core finds the policy inside by the parameter `base`, and what is meant for it by
# names that begin with "base.".
wrap_policy <- function(constructor, policy, title, parameters = list(), label = NULL, call = rlang::caller_env()) {
  check_inside(constructor, policy, call)
  label <- check_text(label, "label", null = TRUE, call = call)
  made <- new_policy(constructor, c(parameters, held_parameters(policy)),
                     label %||% with_variant(sprintf("%s (%s)", title, policy$label), constructor, call), call = call)
  made$base <- policy
  made
}

# The same around another policy, which was resolved.
wrap_again <- function(wrapper, policy) {
  held <- function(names) names == "base" | startsWith(names, "base.")
  again <- function(values) c(values[!held(names(values))], held_parameters(policy))
  wrapper$parameters <- again(wrapper$parameters)
  wrapper$settings <- again(wrapper$settings)
  wrapper$base <- policy
  wrapper
}

held_parameters <- function(policy) {
  inside <- policy$parameters
  if (length(inside) > 0) names(inside) <- paste0("base.", names(inside))
  c(list(base = policy$constructor), inside)
}

# Whether the core is told of the policy inside what the object says of it.
holds <- function(policy, inside) {
  given <- policy$parameters
  identical(given[names(given) == "base" | startsWith(names(given), "base.")], held_parameters(inside))
}

# What can be inside: a policy in C that does not see true means.
check_inside <- function(constructor, policy, call = rlang::caller_env()) {
  wanted <- sprintf("a policy such as `policy_moss()`, but not the oracle, one written in R, or another `%s()`",
                    constructor)
  check_class(policy, "policy", "unruly_policy", wanted, call)
  for (held in constructors_of(policy)) {
    if (held %in% c(constructor, "policy_oracle", own_constructors)) {
      abort_argument("policy", wanted, given = sprintf("`%s()`", held), call = call)
    }
  }
}

constructors_of <- function(policy) {
  c(policy$constructor, if (!is.null(policy$base)) constructors_of(policy$base))
}

shape.unruly_policy <- function(x) list(
  constructor = function(v, x) is_word(v) && (is_from_outside(v) || is.list(rules_of(v))),
  label = function(v, x) is_word(v),
  parameters = function(v, x) if (is_from_outside(x$constructor)) are_parameters(v) else fits_rules(x$constructor, v),
  settings = function(v, x) are_settings(v),
  assumes = function(v, x) is.null(v) || is_scale(v),
  scale = function(v, x) is.null(v) || are_settings(v) && all(names(v) %in% c("family", "range", "sd")),
  open = function(v, x) is.null(v) || are_open_arguments(v, x$constructor),
  base = function(v, x) if (x$constructor %in% wrappers) is_shaped(v, "unruly_policy") && holds(x, v) else is.null(v),
  functions = function(v, x) if (x$constructor %in% own_constructors) is.list(v) && all(vapply(v, is.function, NA)) else
  is.null(v), stream = function(v, x) is.null(v) || is_shaped(v, "unruly_policy"),
  source = function(v, x) if (is_compiled(x)) is_words(v) && identical(x$constructor, compiled_name(v)) else is.null(v)
)
