#' Thompson sampling with unknown variances
#'
#' For Gaussian rewards if neither the mean nor the variance of an arm is known. The scale of
#' the rewards need not be known.
#'
#' With the prior (sigma^2)^(-1 - alpha) the mean of an arm has, after n pulls with mean xbar
#' and S = sum (x - xbar)^2, the posterior xbar + sqrt(S / (n m)) t, where t has Student's
#' distribution with m = n + 2 alpha - 1 degrees of freedom. Each arm is played max(2, 3 -
#' ceiling(2 alpha)) times, in turn; then a mean is drawn for each arm and the arm with the
#' greatest draw is played.
#'
#' Ties go to the lowest arm. With [waiting][with_waiting()] each (arm, wait) pair counts as
#' an arm, and the rounds that it takes are ignored.
#'
#' @param alpha Parameter of the prior, a number from -50 to 50: -1 is uniform in mean and
#'   variance, 0 is Jeffreys's prior. Any value below 0 is asymptotically optimal; other
#'   values may have a regret that grows like a power of T.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above.
#' @references Honda and Takemura (2014), Optimality of Thompson Sampling for Gaussian
#'   Bandits Depends on Priors, Algorithm 1.
#' @seealso [policy_thompson()] when the variance is known.
#' @examples
#' problem <- bandit(arms_gaussian(c(60, 75), sd = c(5, 30)))
#' run_study(problem, policy_thompson_t(), horizon = 1000, reps = 5, seed = 1)
#' @export
policy_thompson_t <- function(alpha = -1, label = NULL, ...) {
  new_policy("policy_thompson_t", list(alpha = alpha), label)
}

#' Boltzmann exploration
#'
#' Randomised policies that prefer arms with greater means: the classical softmax, which has
#' linear regret or needs tuning, and a version that adapts to the uncertainty of each mean.
#'
#' Each arm is played once, in order. Then, with n the number of pulls of an arm and xbar the
#' mean of its observed rewards:
#'
#' * `policy_boltzmann()`, softmax, plays an arm with probability proportional to exp(xbar /
#'   temperature), or, with `c`, to exp(xbar c ln t) in round t. With a constant temperature
#'   its regret is linear in T, and no choice of `c` is right for all bandits (Cesa-Bianchi
#'   and others 2017, section 3).
#' * `policy_boltzmann_gumbel()` repairs that: it plays argmax xbar + sqrt(C^2 / n) Z, C =
#'   `sd`, where Z is a standard Gumbel variable, drawn for each arm and round.
#'
#' Ties go to the lowest arm. With [waiting][with_waiting()] each (arm, wait) pair counts as
#' an arm, and the rounds that it takes are ignored.
#'
#' @param temperature Temperature in units of reward, a positive number: small ones explore
#'   little.
#' @param c `NULL`, or a positive number that replaces `temperature`: the temperature is then
#'   1 / (c ln t) in round t.
#' @param sd C: `NULL`, or the standard deviation of an arm's rewards, a positive number, if they are
#'   Gaussian or have lighter tails (are sub-Gaussian). Default: from the bandit, see [run_study()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above.
#' @references Sutton and Barto (1998), Reinforcement Learning, section 2.3. Cesa-Bianchi,
#'   Gentile, Lugosi and Neu (2017), Boltzmann Exploration Done Right, section 3 and
#'   Algorithm 1.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' policies <- list(policy_boltzmann(), policy_boltzmann(c = 5, label = "Boltzmann (cooling)"),
#'   policy_boltzmann_gumbel(sd = 0.5))
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @name policy_boltzmann
NULL

#' @rdname policy_boltzmann
#' @export
policy_boltzmann <- function(temperature = 0.1, c = NULL, label = NULL, ...) {
  check_no_dots(...)
  if (is.null(c)) return(new_policy("policy_boltzmann", list(temperature = temperature), label))
  if (!missing(temperature)) {
    abort_combination("Either {.arg temperature} or {.arg c} must be given, not both.", class = "unruly_error_argument")
  }
  new_policy("policy_boltzmann", list(c = c), label)
}

#' @rdname policy_boltzmann
#' @export
policy_boltzmann_gumbel <- function(sd = NULL, label = NULL, ...) {
  new_policy("policy_boltzmann_gumbel", list(sd = sd), label, assumes = list(sd = sd))
}
