#' Upper confidence bounds
#'
#' In round t, n being the number of pulls of an arm before it and xbar the
#' mean of what was observed of it:
#'
#' * `policy_ucb1()` plays argmax xbar + sqrt(2 ln t / n);
#' * `policy_ucb()` plays argmax xbar + sqrt(2 ln(1 / delta) / n).
#'
#' An arm that was never pulled has an infinite index; ties go to the lowest
#' arm. With waiting every (arm, wait) is an arm of its own and its time is
#' ignored.
#'
#' @param delta Confidence, a number in (0, 1); `NULL` is 1 / T^2, T being the
#'   horizon.
#' @inheritParams policy_uniform
#' @return A policy, an object of class `unruly_policy`.
#' @section Errors: `unruly_error_argument` when an argument is not as above.
#' @references Auer, Cesa-Bianchi and Fischer (2002), Finite-time Analysis of
#'   the Multiarmed Bandit Problem. Shao and Fang (2024), On Multi-Armed Bandit
#'   with Impatient Arms, section 3.2.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' run_study(problem, list(policy_ucb1(), policy_ucb()), horizon = 1000, reps = 5, seed = 1)
#' @name policy_ucb
NULL

#' @rdname policy_ucb
#' @export
policy_ucb1 <- function(label = NULL) new_policy("policy_ucb1", label = label)

#' @rdname policy_ucb
#' @export
policy_ucb <- function(delta = NULL, label = NULL) {
  if (!is.null(delta)) delta <- check_number(delta, "delta", above = 0, below = 1)
  new_policy("policy_ucb", list(delta = delta), label)
}

#' Thompson sampling
#'
#' Draws a mean for each arm from its posterior and plays the greatest draw.
#' `"gaussian"` draws from Normal(xbar, 1 / n) after one pull of each arm;
#' `"beta"` draws from Beta(1 + successes, 1 + failures), a reward strictly
#' between 0 and 1 counting as a success with that probability.
#'
#' @param prior `"gaussian"` or `"beta"`; the latter needs what the player
#'   observes to lie in \[0, 1\].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above;
#'   [run_study()] raises `unruly_error_policy` for a beta prior on rewards
#'   outside \[0, 1\].
#' @references Thompson (1933), On the Likelihood that One Unknown Probability
#'   Exceeds Another. Agrawal and Goyal (2012), Analysis of Thompson Sampling.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' run_study(problem, policy_thompson("beta"), horizon = 1000, reps = 5, seed = 1)
#' @export
policy_thompson <- function(prior = c("gaussian", "beta"), label = NULL) {
  prior <- check_choice(prior, "prior", c("gaussian", "beta"))
  new_policy("policy_thompson", list(prior = prior), label)
}
