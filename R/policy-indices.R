#' UCB-V and UCB-tuned: indices that use the variance
#' @description
#' Replace the fixed width of [policy_ucb1()] by bounds from the variance of the observed rewards.
#' They explore less where rewards vary little.
#'
#' **Use it when** rewards lie in a known range and their variance is small compared with it, such as rates near 0.
#' UCB-V has a proof of its regret, UCB-tuned has none.
#'
#' @details
#' In round t, let n be the number of rewards of an arm that were observed so far (fewer than its
#' pulls under delays), xbar their mean, V their variance, (1 / n) sum (x - xbar)^2, and w the width
#' of `range`, or 2 `sd` if `sd` is given. The [index][glossary] is
#'
#' * for `policy_ucb_v()`, UCB-V, xbar + sqrt(2 V L / n) + 3 c w L / n, with L = zeta ln t;
#' * for `policy_ucb_tuned()`, xbar + sqrt(ln t / n min(w^2 / 4, V + w^2 sqrt(2 ln t / n))).
#'
#' An arm of which nothing was observed has an infinite index. Ties go to the arm with the lowest number.
#' With [waiting][with_waiting()], each pair of an arm and a wait counts as an arm, and the rounds
#' that a pull takes are ignored.
#'
#' @section In one sentence:
#' `r sentences_of("policy_ucb_v", "policy_ucb_tuned")`
#' @param zeta Factor of ln t, a positive number. The theory requires more than 1, and uses 1.2 for
#'   its constants. Default: 1.2.
#' @param c Factor of the last term, a positive number. Default: 1, as in theory and practice.
#' @param range `NULL`, or the range \[a, b\] of the rewards, two increasing numbers. Default: from
#'   the bandit, see [run_study()].
#' @param sd Instead of `range`: the standard deviation of rewards that are Gaussian or have lighter tails
#'   (sub-Gaussian), a positive number; w (see Details) is 2 `sd`. Our extension: the original is for bounded rewards
#'   only.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @references Audibert, Munos and Szepesvari (2009), Exploration-exploitation Tradeoff Using
#'   Variance Estimates in Multi-armed Bandits. Auer, Cesa-Bianchi and Fischer (2002), Finite-time
#'   Analysis of the Multiarmed Bandit Problem, section 4.
#' @seealso [policy_kl_ucb()], whose bounds also narrow near the ends of the range.
#' @examples
#' problem <- bandit(arms_beta(shape1 = c(20, 30), shape2 = c(80, 70)))
#' policies <- list(policy_ucb1(), policy_ucb_v(), policy_ucb_tuned())
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @name policy_ucb_v
NULL

#' @rdname policy_ucb_v
#' @export
policy_ucb_v <- function(zeta = 1.2, c = 1, range = NULL, sd = NULL, label = NULL, ...) describe("policy_ucb_v")

#' @rdname policy_ucb_v
#' @export
policy_ucb_tuned <- function(range = NULL, sd = NULL, label = NULL, ...) describe("policy_ucb_tuned")

#' Bayes-UCB and IMED
#' @description
#' Two policies that are asymptotically optimal for Bernoulli and for Gaussian rewards. Bayes-UCB
#' plays by posterior quantiles, IMED by the divergence from the best mean.
#'
#' **Use it when** rewards are Bernoulli or bounded, or Gaussian with a known standard deviation. Bayes-UCB needs the
#' horizon only if `c` is positive.
#'
#' @details
#' In round t of T, let n be the number of rewards of an arm that were observed so far (fewer than
#' its pulls under delays), xbar their mean and S their sum:
#'
#' * `policy_bayes_ucb()` plays the arm with the greatest posterior quantile at 1 - 1 / (t (ln
#'   T)^c). For `"bernoulli"` the posterior is Beta(1 + S, 1 + n - S), also for arms never pulled.
#'   For `"gaussian"` it is Normal(xbar, sd^2 / n), and arms of which nothing was observed come first.
#' * `policy_imed()` plays arms of which nothing was observed first, then the arm with the least n
#'   d(xbar, mu) + ln n, where mu is the greatest xbar. Here d(p, q) is p ln(p / q) + (1 - p) ln((1 - p) / (1 - q)) for
#'   `"bernoulli"`, and (p - q)^2 / (2 sd^2) for `"gaussian"`. Indices within 1e-12 are ties.
#'
#' For `"bernoulli"` rewards are scaled from `range` to \[0, 1\]; values in between count as
#' fractions of a success. Ties go to the arm with the lowest number. With
#' [waiting][with_waiting()], each pair of an arm and a wait counts as an arm, and the rounds that a
#' pull takes are ignored.
#'
#' @section In one sentence:
#' `r sentences_of("policy_bayes_ucb", "policy_imed")`
#' @param family `NULL`, `"bernoulli"` (rewards in `range`) or `"gaussian"` (standard deviation
#'   `sd`). Default: from the bandit, see [run_study()].
#' @param c Power of ln T, a number from 0 to 100. The theory requires 5. Default: 0, as used in
#'   practice.
#' @param range For `"bernoulli"`: `NULL`, or the range \[a, b\] of the rewards, two increasing
#'   numbers. Without `family` it implies `"bernoulli"`. Default: from the bandit, see [run_study()].
#' @param sd For `"gaussian"`: `NULL`, or the standard deviation of an arm's rewards, a positive
#'   number. Without `family` it implies `"gaussian"`. Default: from the bandit, see [run_study()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the family is `"bernoulli"` and rewards lie
#'   outside `range`.
#' @references Kaufmann, Cappe and Garivier (2012), On Bayesian Upper Confidence Bounds for Bandit
#'   Problems, Algorithm 1. Honda and Takemura (2015), Non-asymptotic Analysis of a New Bandit
#'   Algorithm for Semi-bounded Rewards, Algorithm 1.
#' @seealso [policy_thompson()], [policy_kl_ucb()].
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
policy_bayes_ucb <- function(family = NULL, c = 0, range = NULL, sd = NULL, label = NULL, ...)
  describe("policy_bayes_ucb")

#' @rdname policy_bayes_ucb
#' @export
policy_imed <- function(family = NULL, range = NULL, sd = NULL, label = NULL, ...) describe("policy_imed")
