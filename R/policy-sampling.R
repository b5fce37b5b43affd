#' Thompson sampling when the variance is unknown
#'
#' For Gaussian rewards, each arm with a mean and a variance of its own, neither known. With
#' the prior (sigma^2)^(-1 - alpha) the mean of an arm has, after n pulls with mean xbar
#' and S = sum (x - xbar)^2, the posterior xbar + sqrt(S / (n m)) t, t having Student's law
#' with m = n + 2 alpha - 1 degrees of freedom. Each arm is played max(2, 3 -
#' ceiling(2 alpha)) times, in turn; then a mean is drawn for each and the arm of the
#' greatest draw is played.
#'
#' Ties go to the lowest arm. With waiting every (arm, wait) is an arm of its own and its
#' time is ignored. No scale of the rewards need be known.
#'
#' @param alpha Says which prior, a number from -50 to 50: -1 is uniform in mean and variance,
#'   0 is Jeffreys's. Any below 0 has the least regret there can be; others may have
#'   regret that grows like a power of T.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above.
#' @references Honda and Takemura (2014), Optimality of Thompson Sampling for Gaussian
#'   Bandits Depends on Priors, Algorithm 1.
#' @seealso [policy_thompson()] when the variance is known.
#' @examples
#' problem <- bandit(arms_gaussian(c(60, 75), sd = c(5, 30)))
#' run_study(problem, policy_thompson_t(), horizon = 1000, reps = 5, seed = 1)
#' @export
policy_thompson_t <- function(alpha = -1, label = NULL) {
  new_policy("policy_thompson_t", list(alpha = alpha), label)
}

#' Boltzmann exploration
#'
#' Every arm once, in order; then, n being the number of pulls of an arm and xbar the mean
#' of what was observed of it:
#'
#' * `policy_boltzmann()`, softmax, plays an arm with chance proportional to exp(xbar /
#'   temperature), or, with `c`, to exp(xbar c ln t) in round t. Its regret grows like T with
#'   a temperature that stays, and no choice of `c` is right for all bandits (Cesa-Bianchi
#'   and others 2017, section 3).
#' * `policy_boltzmann_gumbel()` mends that: it plays argmax xbar + sqrt(C^2 / n) Z, C =
#'   `sd`, with a standard Gumbel number Z for each arm and round.
#'
#' Ties go to the lowest arm. With waiting every (arm, wait) is an arm of its own and its
#' time is ignored.
#'
#' @param temperature In units of reward, a positive number: small ones explore little.
#' @param c `NULL`, or a positive number in the place of `temperature`: the temperature is
#'   1 / (c ln t) in round t.
#' @param sd C: the standard deviation of the rewards of an arm, if they are Gaussian or have
#'   lighter tails, a positive number. (Rewards in \[a, b\] have lighter tails than
#'   Gaussian ones with `sd` (b - a) / 2.)
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above.
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
policy_boltzmann <- function(temperature = 0.1, c = NULL, label = NULL) {
  if (is.null(c)) return(new_policy("policy_boltzmann", list(temperature = temperature), label))
  if (!missing(temperature)) {
    abort_combination("Either {.arg temperature} or {.arg c} says how to explore, not both.", class = "unruly_error_argument")
  }
  new_policy("policy_boltzmann", list(c = c), label)
}

#' @rdname policy_boltzmann
#' @export
policy_boltzmann_gumbel <- function(sd = 1, label = NULL) {
  new_policy("policy_boltzmann_gumbel", list(sd = unless_usual(sd, 1)), label, settings = list(sd = sd),
             assumes = list(sd = sd))
}
