#' UCB1 and UCB: upper confidence bounds
#'
#' The standard policies for arms that behave: each arm's index is its mean plus a bonus that
#' is wide while the arm has been played little, and the arm with the greatest index is
#' played. UCB1 needs the range of the rewards; UCB is for rewards with a known standard
#' deviation and a known horizon.
#'
#' In round t, let n be the number of pulls of an arm so far and xbar the mean of its observed
#' rewards:
#'
#' * `policy_ucb1()` plays argmax xbar + w sqrt(alpha ln t / n), where w is the width of the
#'   range of rewards;
#' * `policy_ucb()` plays argmax xbar + sd sqrt(2 ln(1 / delta) / n).
#'
#' An arm that was never pulled has an infinite index; ties go to the lowest arm. With
#' [waiting][with_waiting()] each (arm, wait) pair counts as an arm, and the rounds that it
#' takes are ignored.
#'
#' @param alpha Width of the confidence bounds, a positive number. The paper has 2; any value
#'   above 1/2 gives logarithmic regret, and a smaller one explores less (Bubeck and
#'   Cesa-Bianchi 2012, section 2.2, whose alpha is twice this one).
#' @param range `NULL`, or the range \[a, b\] of the rewards, two increasing numbers. Default: from
#'   the bandit, see [run_study()].
#' @param sd `NULL`, or the standard deviation of an arm's rewards, a positive number, if they are
#'   Gaussian or have lighter tails (are `sd`-sub-Gaussian). In `policy_ucb1()` it replaces `range`:
#'   w is 2 `sd`, since rewards in \[a, b\] are sub-Gaussian with `sd` (b - a) / 2 (Hoeffding's
#'   lemma). Default: from the bandit, see [run_study()].
#' @param delta Error probability of the confidence bounds, a number in (0, 1); `NULL` is 1 /
#'   T^2, T being the horizon.
#' @inheritParams policy_uniform
#' @return A policy, an object of class `unruly_policy`.
#' @section Errors: `unruly_error_argument` if an argument is not as described above.
#' @references Auer, Cesa-Bianchi and Fischer (2002), Finite-time Analysis of
#'   the Multiarmed Bandit Problem. Shao and Fang (2024), On Multi-Armed Bandit
#'   with Impatient Arms, section 3.2. Bubeck and Cesa-Bianchi (2012), Regret
#'   Analysis of Stochastic and Nonstochastic Multi-armed Bandit Problems.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' run_study(problem, list(policy_ucb1(), policy_ucb()), horizon = 1000, reps = 5, seed = 1)
#'
#' weights <- bandit(arms_gaussian(c(60, 75, 90), sd = 20))
#' run_study(weights, policy_ucb1(sd = 20), horizon = 1000, reps = 5, seed = 1)
#' @name policy_ucb
NULL

#' @rdname policy_ucb
#' @export
policy_ucb1 <- function(alpha = 2, range = NULL, sd = NULL, label = NULL, ...) {
  check_arguments("policy_ucb1")
  scale <- scale_of_policy(range, sd)
  new_policy("policy_ucb1", list(alpha = alpha, width = scale$width), label,
             settings = list(alpha = alpha, range = scale$range, sd = scale$sd), assumes = scale)
}

#' @rdname policy_ucb
#' @export
policy_ucb <- function(error = NULL, sd = NULL, label = NULL, ...) {
  new_policy("policy_ucb", list(error = error, sd = sd), label,
             settings = list(error = error %||% "1 / T^2", sd = sd), assumes = list(sd = sd))
}

#' Thompson sampling
#'
#' Draws a mean for each arm from its posterior and plays the arm with the greatest draw. It
#' learns fast where its prior fits, and tolerates delays and batches because it randomises.
#'
#' `"gaussian"` draws from Normal(xbar, sd^2 / n) after one pull of each arm (the prior of the
#' means is flat), or, with `prior_sd`, from the first round on from the posterior for the prior
#' Normal(prior_mean, prior_sd^2); `"beta"` draws from Beta(1 + successes, 1 + failures), where a reward x strictly
#' within the range \[a, b\] counts as a success with probability (x - a) / (b - a). With [waiting][with_waiting()] each
#' (arm, wait) pair counts as an arm, and the rounds that it takes are ignored.
#'
#' @param family `NULL`, `"bernoulli"` (rewards in `range`) or `"gaussian"` (standard deviation
#'   `sd`). Default: from the bandit, see [run_study()].
#' @param prior_mean,prior_sd For `"gaussian"`: mean (a number; `NULL` is 0) and standard
#'   deviation (a positive number) of the normal prior of each mean. `prior_sd = NULL`: the prior
#'   is flat.
#' @param sd For `"gaussian"`: `NULL`, or the standard deviation of an arm's rewards, a positive
#'   number. Without `family` it implies `"gaussian"`. Default: from the bandit, see [run_study()].
#' @param range For `"bernoulli"`: `NULL`, or the range \[a, b\] of the rewards, two increasing
#'   numbers. Without `family` it implies `"bernoulli"`. Default: from the bandit, see [run_study()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` for a beta prior on rewards outside `range`.
#' @references Thompson (1933), On the Likelihood that One Unknown Probability
#'   Exceeds Another. Agrawal and Goyal (2012), Analysis of Thompson Sampling.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' run_study(problem, policy_thompson(), horizon = 1000, reps = 5, seed = 1)
#' @export
policy_thompson <- function(family = NULL, prior_mean = NULL, prior_sd = NULL, range = NULL, sd = NULL,
                            label = NULL, ...) {
  check_arguments("policy_thompson")
  # A prior of means that may be anything.
  if (!is.null(prior_sd) && is.null(family_of(family, range, sd))) family <- "gaussian"
  scale <- scale_of_family(family, range, sd)
  check_only_with(prior_sd, "prior_sd", identical(scale$family, "gaussian"), "Gaussian rewards")
  check_only_with(prior_mean, "prior_mean", !is.null(prior_sd), "`prior_sd`")
  new_policy("policy_thompson",
             list(family = scale$family, sd = sd, prior_mean = prior_mean, prior_sd = prior_sd, range = range), label,
             settings = c(list(family = scale$family), scale$settings[c("range", "sd")],
                          if (!is.null(prior_sd)) list(prior_mean = prior_mean %||% 0, prior_sd = prior_sd)),
             assumes = scale$assumes)
}
