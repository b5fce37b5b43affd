#' UCB-V and UCB-tuned: indices that use the variance
#'
#' Like [policy_ucb1()], but with bounds from the variance of what was observed: they explore
#' less where rewards vary little.
#'
#' In round t, let n be the number of pulls of an arm so far, xbar the mean of its observed
#' rewards and V their variance, (1 / n) sum (x - xbar)^2, with rewards in a range of width w:
#'
#' * `policy_ucb_v()`, UCB-V, plays argmax xbar + sqrt(2 V L / n) + 3 c w L / n, L =
#'   zeta ln t;
#' * `policy_ucb_tuned()` plays argmax xbar + sqrt(ln t / n min(w^2 / 4, V + w^2 sqrt(2 ln
#'   t / n))).
#'
#' An arm that was never pulled has an infinite index; ties go to the lowest arm. With
#' [waiting][with_waiting()] each (arm, wait) pair counts as an arm, and the rounds that it
#' takes are ignored.
#'
#' @param zeta Factor of ln t, a positive number; the theory requires more than 1, and
#'   uses 1.2 for its constants.
#' @param c Factor of the last term, a positive number. In theory and practice 1.
#' @param range `NULL`, or the range \[a, b\] of the rewards, two increasing numbers. Default: from
#'   the bandit, see [run_study()].
#' @param sd Instead of `range`: the standard deviation of rewards that are Gaussian or have
#'   lighter tails (sub-Gaussian), a positive number; w is 2 `sd`. Our extension: the original
#'   is for bounded rewards only.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above.
#' @references Audibert, Munos and Szepesvari (2009), Exploration-exploitation Tradeoff
#'   Using Variance Estimates in Multi-armed Bandits. Auer, Cesa-Bianchi and Fischer (2002),
#'   Finite-time Analysis of the Multiarmed Bandit Problem, section 4.
#' @examples
#' problem <- bandit(arms_beta(shape1 = c(20, 30), shape2 = c(80, 70)))
#' policies <- list(policy_ucb1(), policy_ucb_v(), policy_ucb_tuned())
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @name policy_ucb_v
NULL

#' @rdname policy_ucb_v
#' @export
policy_ucb_v <- function(zeta = 1.2, c = 1, range = NULL, sd = NULL, label = NULL, ...) {
  check_arguments("policy_ucb_v")
  scale <- scale_of_policy(range, sd)
  new_policy("policy_ucb_v", list(zeta = zeta, c = c, width = scale$width), label,
             settings = list(zeta = zeta, c = c, range = scale$range, sd = scale$sd), assumes = scale)
}

#' @rdname policy_ucb_v
#' @export
policy_ucb_tuned <- function(range = NULL, sd = NULL, label = NULL, ...) {
  check_no_dots(...)
  scale <- scale_of_policy(range, sd)
  new_policy("policy_ucb_tuned", list(width = scale$width), label, settings = scale[c("range", "sd")],
             assumes = scale)
}

#' Bayes-UCB and IMED
#'
#' Two policies that are asymptotically optimal for Bernoulli and for Gaussian rewards, and
#' good in short games too.
#'
#' In round t of T, let n be the number of pulls of an arm so far, xbar the mean and S the sum
#' of its observed rewards:
#'
#' * `policy_bayes_ucb()` plays the arm with the greatest posterior quantile at 1 - 1 / (t (ln
#'   T)^c). With `"bernoulli"` the posterior is Beta(1 + S, 1 + n - S), also for arms never
#'   pulled; with `"gaussian"` it is Normal(xbar, sd^2 / n), and arms never pulled come first.
#' * `policy_imed()` plays each arm once, then argmin n d(xbar, mu) + ln n, where mu is the
#'   greatest xbar; d(p, q) is p ln(p / q) + (1 - p) ln((1 - p) / (1 - q)) with `"bernoulli"`,
#'   and (p - q)^2 / (2 sd^2) with `"gaussian"`. Indices within 1e-12 are ties.
#'
#' With `"bernoulli"` rewards are scaled from their range to \[0, 1\]; values in between count
#' as fractions of a success. Ties go to the lowest arm. With [waiting][with_waiting()] each
#' (arm, wait) pair counts as an arm, and the rounds that it takes are ignored.
#'
#' @param family `NULL`, `"bernoulli"` (rewards in `range`) or `"gaussian"` (standard deviation
#'   `sd`). Default: from the bandit, see [run_study()].
#' @param c Power of ln T, a number of at least 0. The theory has 5; in practice 0 is used.
#' @param range For `"bernoulli"`: `NULL`, or the range \[a, b\] of the rewards, two increasing
#'   numbers. Without `family` it implies `"bernoulli"`. Default: from the bandit, see [run_study()].
#' @param sd For `"gaussian"`: `NULL`, or the standard deviation of an arm's rewards, a positive
#'   number. Without `family` it implies `"gaussian"`. Default: from the bandit, see [run_study()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` for `"bernoulli"` on rewards outside `range`.
#' @references Kaufmann, Cappe and Garivier (2012), On Bayesian Upper Confidence Bounds for
#'   Bandit Problems, Algorithm 1. Honda and Takemura (2015), Non-asymptotic Analysis of a
#'   New Bandit Algorithm for Semi-bounded Rewards, Algorithm 1.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' run_study(problem, list(policy_bayes_ucb(), policy_imed()), horizon = 1000, reps = 5, seed = 1)
#'
#' weights <- bandit(arms_gaussian(c(60, 75), sd = 20))
#' run_study(weights, policy_imed("gaussian", sd = 20), horizon = 1000, reps = 5, seed = 1)
#' @name policy_bayes_ucb
NULL

#' @rdname policy_bayes_ucb
#' @export
policy_bayes_ucb <- function(family = NULL, c = 0, range = NULL, sd = NULL, label = NULL, ...) {
  check_arguments("policy_bayes_ucb")
  scale <- scale_of_family(family, range, sd)
  new_policy("policy_bayes_ucb", c(list(c = c), scale$parameters), label,
             settings = c(scale$settings, list(c = c)), assumes = scale$assumes)
}

#' @rdname policy_bayes_ucb
#' @export
policy_imed <- function(family = NULL, range = NULL, sd = NULL, label = NULL, ...) {
  check_arguments("policy_imed")
  scale <- scale_of_family(family, range, sd)
  new_policy("policy_imed", scale$parameters, label, settings = scale$settings, assumes = scale$assumes)
}
