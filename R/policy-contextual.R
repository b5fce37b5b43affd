#' LinUCB and LinUCB-L: confidence bounds for contextual arms
#'
#' For bandits with contexts: a ridge regression of reward on context for each arm, plus a
#' bonus that is wide where the regression has seen little. LinUCB-L is for contextual arms
#' that die, and explores those less that have little time left.
#'
#' In a round with context x, LinUCB plays argmax theta' x + alpha sqrt(x' A^-1 x) with theta
#' = A^-1 b, where A = `ridge` I + the sum of x x' and b = the sum of reward times x over the
#' rounds in which the arm was played. Ties go to the lowest arm; no arm is played first just
#' because it is new. LinUCB-L uses psi = scale ln(l - t + 1) instead of alpha for an arm that
#' lives until round l; unknown lifetimes are estimated as by [policy_ucb_l()].
#'
#' A is kept as its Cholesky factor, which is updated by rotations as contexts are added, so
#' that no precision is lost over millions of rounds. A round costs of the order of K d^2
#' operations for K arms and contexts of d coordinates, and only d^2 and K d where neither the
#' context of an arm nor what was learnt about it has changed.
#'
#' @param alpha Factor of the width of the confidence interval, a number of at least 0.
#' @param scale Factor of psi, a number of at least 0.
#' @param ridge Strength of the shrinkage of theta towards 0: as if each coordinate had been
#'   seen in this many contexts of norm 1, with a reward of 0. A positive number; the paper
#'   has 1.
#' @param shared `FALSE`: each arm has a theta of its own. `TRUE`: all arms have the same
#'   theta, learnt from all plays (Chu and others 2011), for arms that have contexts of their
#'   own (an array given to [arms_tape()]); with a common context all arms would look the
#'   same.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` for a bandit without contexts.
#' @references Li, Chu, Langford and Schapire (2010), A Contextual-Bandit Approach
#'   to Personalized News Article Recommendation. Chu, Li, Reyzin and Schapire (2011), Contextual
#'   Bandits with Linear Payoff Functions. Traca, Rudin and Yan (2020),
#'   Reducing Exploration of Dying Arms in Mortal Bandits, Algorithm 4 (whose
#'   update of A is misprinted).
#' @seealso [policy_linear_thompson()]; [arms_linear()], [bandit_labels()].
#' @examples
#' theta <- rbind(c(1, 0), c(0, 1), c(0.7, 0.7))
#' problem <- bandit(arms_linear(theta, sd = 0.1, context_normal(2))) |>
#'   with_lifetimes(first = 1, last = c(100, 200, 200))
#' run_study(problem, list(policy_linucb(), policy_linucb_l(scale = 0.2)),
#'   horizon = 200, reps = 5, seed = 1)
#' @export
policy_linucb <- function(alpha = 1, ridge = 1, shared = FALSE, label = NULL, ...) {
  new_policy("policy_linucb", list(alpha = alpha, ridge = ridge, shared = shared), label)
}

#' @rdname policy_linucb
#' @export
policy_linucb_l <- function(scale = 0.011, label = NULL, ...) {
  new_policy("policy_linucb_l", list(scale = scale), label)
}

#' Thompson sampling and epsilon-greedy for contextual arms
#'
#' Policies for bandits with contexts, as alternatives to [policy_linucb()]. Use the logistic
#' version for rewards of 0 and 1 whose columns are not strongly correlated.
#'
#' Let x be the context of an arm in a round, A = `ridge` I + the sum of x x' and b = the sum
#' of reward times x over the rounds in which the arm was played.
#'
#' * `policy_linear_thompson()` draws theta from Normal(A^-1 b, alpha^2 A^-1) and plays argmax
#'   theta' x: this is the posterior for rewards theta' x plus normal noise with standard
#'   deviation `alpha` under the prior Normal(0, (alpha^2 / ridge) I).
#' * `policy_logistic_thompson()` is for rewards of 0 and 1 with log-odds w' x. Its posterior
#'   is Normal(m_i, 1 / q_i), independently for each coordinate (the diagonal Laplace
#'   approximation of Chapelle and Li 2011, Algorithm 3, with batches of one play): m = 0 and
#'   q = `ridge` at first; after a play w = argmin sum q_i (w_i - m_i)^2 / 2 + log(1 + exp(w'
#'   x)) - reward w' x becomes m, and q_i grows by x_i^2 p (1 - p), p = 1 / (1 + exp(-w' x)).
#'   It draws w_i from Normal(m_i, alpha^2 / q_i) and plays argmax w' x.
#' * `policy_linear_epsilon_greedy()` plays a uniformly random arm with probability `epsilon`,
#'   otherwise argmax x' A^-1 b.
#'
#' Ties go to the lowest arm; no arm is played first just because it is new. Where each arm
#' has a theta of its own, theta' x is drawn rather than theta, which gives the same
#' distribution and costs less. For K arms and contexts of d coordinates a round costs of the
#' order of K d^2 operations in linear Thompson sampling (d^2 and K d with `shared`), d^2 and
#' K d in linear epsilon-greedy, and K d in logistic Thompson sampling.
#'
#' @param alpha Factor of the standard deviation of the posterior, a number of at least 0. In
#'   linear Thompson sampling it is the standard deviation of the noise; in logistic, 1 is the
#'   posterior itself, and a smaller value explores less (the paper's posterior reshaping).
#' @param ridge Strength of the shrinkage of the coefficients towards 0, a positive number:
#'   the precision of the prior, for linear Thompson sampling in units of 1 / alpha^2.
#' @param epsilon Probability of exploring, a number in \[0, 1\].
#' @param decay `FALSE`, or a number of at least 0 that replaces `epsilon`: the probability is
#'   then min(1, decay / t) in round t.
#' @inheritParams policy_linucb
#' @param range `NULL` (from the bandit, see [run_study()]), or the range of the rewards, two
#'   increasing numbers. Rewards are scaled to
#'   \[0, 1\], and a value in between counts partly as a reward of 1 and partly as one of 0.
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` for a bandit without contexts, and for
#'   logistic Thompson sampling if rewards lie outside of `range`.
#' @references Agrawal and Goyal (2013), Thompson Sampling for Contextual Bandits with Linear
#'   Payoffs, Algorithm 1. Chapelle and Li (2011), An Empirical Evaluation of Thompson
#'   Sampling, Algorithms 1 and 3. Sutton and Barto (2018), Reinforcement Learning, section 2.2.
#' @seealso [policy_linucb()]; [arms_linear()], [arms_logistic()], [bandit_labels()].
#' @examples
#' theta <- rbind(c(1, 0), c(0, 1), c(0.7, 0.7))
#' policies <- list(policy_linear_thompson(alpha = 0.3), policy_linear_epsilon_greedy(decay = 10))
#' run_study(bandit(arms_linear(theta, sd = 0.3, context_normal(2))), policies,
#'   horizon = 200, reps = 5, seed = 1)
#' clicks <- bandit(arms_logistic(2 * theta, context_normal(2)))
#' run_study(clicks, list(policy_logistic_thompson(), policy_linear_thompson(alpha = 0.5)),
#'   horizon = 200, reps = 5, seed = 1)
#' @name policy_linear_thompson
NULL

#' @rdname policy_linear_thompson
#' @export
policy_linear_thompson <- function(alpha = 1, ridge = 1, shared = FALSE, label = NULL, ...) {
  new_policy("policy_linear_thompson", list(alpha = alpha, ridge = ridge, shared = shared), label)
}

#' @rdname policy_linear_thompson
#' @export
policy_logistic_thompson <- function(alpha = 1, ridge = 1, shared = FALSE, range = NULL, label = NULL, ...) {
  new_policy("policy_logistic_thompson", list(alpha = alpha, ridge = ridge, shared = shared, range = range), label,
             assumes = list(range = range, place = TRUE))
}

#' @rdname policy_linear_thompson
#' @export
policy_linear_epsilon_greedy <- function(epsilon = 0.1, decay = FALSE, ridge = 1, shared = FALSE, label = NULL, ...) {
  check_no_dots(...)
  explore <- exploration_of(epsilon, decay, !missing(epsilon))
  epsilon <- explore$parameters$epsilon
  decay <- explore$parameters$decay == 1
  check_arguments("policy_linear_epsilon_greedy")
  fit <- list(ridge = ridge, shared = shared)
  new_policy("policy_linear_epsilon_greedy", c(explore$parameters, fit), label, settings = c(explore$settings, fit))
}
