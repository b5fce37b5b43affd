#' Stop once an arm is better than a control
#' @description
#' Ends a game as soon as the evidence is strong enough that some arm is better, or worse, than a control or a
#' threshold.
#'
#' **Use it when** a trial should end early for efficacy. [stop_futility()] is its opposite: it ends a game in which
#' no arm is better. Combine both with `|`.
#'
#' @details
#' The evidence that an arm is better than the control by more than `margin` is the same as in [compare_arms()]: the
#' least logarithm of a likelihood ratio over all pairs of means that contradict the claim. The rule holds when the
#' arm's mean is better by more than `margin` and the evidence is at least ln(m / `error`), where m is the number of
#' comparisons (all arms but the control, or all arms with a threshold). With the family `"t"` and a control, the
#' threshold is the logarithm of the y for which (1 + ln y) / y = `error` / m. The game names that arm; of several,
#' the one with the greatest evidence, then the lowest number. [stopping_rules] states when rules are consulted and
#' how they are combined.
#'
#' @section Guarantees: A game in which no arm is better than the control, or the threshold, by more than `margin` is
#'   stopped by this rule with probability at most `error`, whatever is played and however often one looks, if the
#'   means are constant, the rewards fit the family, and delays do not depend on rewards. In 3,000 games each with
#'   five equal Gaussian arms and 1,000 rounds it stopped a share of .005 (uniform plays) and .001 (half of the plays
#'   to the leader), with Monte Carlo errors below .002, at `error = 0.05`. With `|` the errors of rules add up.
#' @param alternative The side, `"greater"` (the default) or `"less"`.
#' @param margin By how much an arm must differ, in units of the rewards, a number of at least 0. Default: 0.
#' @param error Allowed probability of a stop that is wrong in the sense of "Guarantees", a number in (0, 1). Default:
#'   0.05.
#' @inheritParams stop_glr
#' @inheritParams stop_futility
#' @return A stopping rule, of class `unruly_stop`, see [stopping_rules].
#' @section Errors: `unruly_error_combination`: both or none of `control` and `threshold` are given. In [run_study()]
#'   and [agent()]: a bandit whose games cannot be stopped by a rule, rewards outside `range`, or a control that is no
#'   arm.
#' @references Robbins (1970), Statistical Methods Related to the Law of the Iterated Logarithm. Howard, Ramdas,
#'   McAuliffe and Sekhon (2021), Time-uniform, nonparametric, nonasymptotic confidence sequences, Annals of
#'   Statistics 49.
#' @seealso [stop_futility()]; [operating_characteristics()] and [calibrate_design()] for designs with a rule.
#' @examples
#' trial <- bandit(arms_bernoulli(c(control = 0.3, low = 0.3, high = 0.5)))
#' rule <- stop_evidence(control = "control") | stop_futility(control = "control", margin = 0.05)
#' study <- run_study(trial, policy_uniform(), horizon = 2000, reps = 20, seed = 1, stop = rule)
#' recommendations(study)
#' @export
stop_evidence <- function(control = NULL, threshold = NULL, margin = 0, error = 0.05,
                          alternative = c("greater", "less"), family = NULL, range = NULL, sd = NULL, narrowest = 100,
                          looks = NULL, ...) describe_rule("stop_evidence")
