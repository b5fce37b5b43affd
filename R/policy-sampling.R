#' Thompson sampling with unknown variances
#' @description
#' Draws a mean for each arm from its posterior and plays the arm with the greatest draw, for
#' Gaussian rewards with unknown means and variances.
#'
#' **Use it when** rewards are about Gaussian and their standard deviation is unknown or differs between arms. If it is
#' known, use [policy_thompson()].
#'
#' @details
#' With the prior (sigma^2)^(-1 - alpha), the mean of an arm has, after n observed rewards of mean
#' xbar and S = sum (x - xbar)^2, the posterior xbar + sqrt(S / (n m)) t, where t has Student's distribution
#' with m = n + 2 alpha - 1 degrees of freedom. Each arm is first played max(2, 3 - ceiling(2
#' alpha)) times, in turn.
#'
#' Ties go to the arm with the lowest number. With [waiting][with_waiting()], each pair of an arm
#' and a wait counts as an arm, and the rounds that a pull takes are ignored.
#'
#' @section In one sentence:
#' `r sentences_of("policy_thompson_t")`
#' @param alpha Parameter of the prior, a number from -50 to 50: -1 is uniform in mean and variance,
#'   0 is Jeffreys's prior. Any value below 0 is asymptotically optimal; for other values the regret
#'   may grow like a power of T. Default: -1.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @references Honda and Takemura (2014), Optimality of Thompson Sampling for Gaussian Bandits
#'   Depends on Priors, Algorithm 1.
#' @seealso [policy_ucb_tuned()] for bounded rewards with unknown variances.
#' @examples
#' problem <- bandit(arms_gaussian(c(60, 75), sd = c(5, 30)))
#' run_study(problem, policy_thompson_t(), horizon = 1000, reps = 5, seed = 1)
#' @export
policy_thompson_t <- function(alpha = -1, label = NULL, ...) describe("policy_thompson_t")

#' Boltzmann exploration
#' @description
#' Randomised policies that prefer arms with greater means: the classical softmax, and a version
#' that adapts to the uncertainty of each mean.
#'
#' **Use it when** you need softmax as a baseline, or a randomised policy for Gaussian rewards that has no prior
#' (`policy_boltzmann(noise = "gumbel")`).
#'
#' @details
#' Arms of which nothing was observed are played first, in order. Then, with n the number of rewards
#' of an arm that were observed so far (fewer than its pulls under delays) and xbar their mean:
#'
#' * softmax plays an arm with probability proportional to exp(xbar /
#'   temperature), or, with `c`, to exp(xbar c ln t) in round t. With a constant temperature its
#'   regret is linear in T, and no choice of `c` is right for all bandits (Cesa-Bianchi and others
#'   2017, section 3).
#' * Boltzmann-Gumbel (`noise = "gumbel"`) plays the arm with the greatest xbar + sqrt(C^2 / n) Z, with C =
#'   `sd` and Z a standard Gumbel variable, drawn for each arm and round.
#'
#' Ties go to the arm with the lowest number. With [waiting][with_waiting()], each pair of an arm
#' and a wait counts as an arm, and the rounds that a pull takes are ignored.
#'
#' @section In one sentence:
#' `r sentences_of("policy_boltzmann", "policy_boltzmann_gumbel")`
#' @param temperature Temperature in units of the rewards, a positive number; small values explore
#'   little. Default: 0.1.
#' @param c A positive number that replaces `temperature`: the temperature is then 1 / (c ln t) in
#'   round t. Default: `NULL`, a constant temperature.
#' @param noise `"softmax"`, or `"gumbel"`, whose noise falls with the pulls of an arm. Default: the first of these that
#'   takes the arguments given.
#' @param sd For `"gumbel"`, C: `NULL`, or the standard deviation of an arm's rewards, a positive number, if they are
#'   Gaussian or have lighter tails (are sub-Gaussian). Default: from the bandit, see [run_study()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument`: both `temperature` and `c` are given.
#' @references Sutton and Barto (1998), Reinforcement Learning, section 2.3. Cesa-Bianchi, Gentile,
#'   Lugosi and Neu (2017), Boltzmann Exploration Done Right, section 3 and Algorithm 1.
#' @seealso [policy_epsilon_greedy()], [policy_thompson()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' policies <- list(policy_boltzmann(), policy_boltzmann(c = 5, label = "Boltzmann (cooling)"),
#'   policy_boltzmann(sd = 0.5))
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @export
policy_boltzmann <- function(temperature = 0.1, c = NULL, noise = c("softmax", "gumbel"), sd = NULL, label = NULL, ...)
  describe("policy_boltzmann")
