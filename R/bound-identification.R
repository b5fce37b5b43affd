# The least number of plays after which the best arm may be known.

#' What no rule can beat that names the best arm: plays and their shares
#'
#' A rule that stops by itself and then names an arm, a wrong one with chance `error` at most on
#' every bandit of the family, plays on average at least
#' \deqn{T^* \, kl(\delta, 1 - \delta), \quad 1 / T^* = \max_w \min_b \left( w_a d(\mu_a, m_b) + w_b d(\mu_b, m_b)
#' \right)}{T* kl(error, 1 - error), 1 / T* = max over w of min over b of w_a d(mu_a, m_b) + w_b d(mu_b, m_b)} times,
#' where \eqn{\delta}{error} is `error`, a the best arm, b each other one, m_b the mean of both weighted by w, d the
#' Kullback-Leibler divergence of laws with these means and kl that of Bernoulli laws. The w that reach the greatest
#' value are the optimal shares of plays, which [policy_tracking()] follows.
#'
#' The shares solve their equations (Theorem 5 of the paper) to 1e-9, also when means are nearly
#' equal.
#'
#' @param bandit A bandit of at least two Bernoulli arms, or Gaussian ones of one standard
#'   deviation, with fixed parameters, one best arm and without traits.
#' @param error Chances that a wrong arm is named: numbers above 0 and below 1/2.
#' @param ... Must be empty.
#' @return A tibble with one row an error and arm, and the columns `error`; `arm`, as in the
#'   [tables] of a study; `mean`; `share`, the optimal share of its plays; `time`, T*; `plays`,
#'   the bound, of the plays of all arms.
#' @section Errors: `unruly_error_argument` if the bandit is not as above, or for a bad `error`.
#' @references Garivier and Kaufmann (2016), Optimal Best Arm Identification with Fixed
#'   Confidence, Theorems 1 and 5.
#' @seealso [bound_lai_robbins()], for regret.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.5, 0.45, 0.43, 0.4)))
#' bound_identification(problem, error = c(0.1, 0.01))
#' @export
bound_identification <- function(bandit, error = 0.05, ...) {
  check_no_dots(...)
  check_bandit(bandit)
  error <- check_numbers(error, "error", above = 0, below = 0.5)
  arms <- check_named_arms(bandit)
  means <- classical_means(arms)
  found <- optimal_shares(means, arms$kind == "gaussian")
  time <- found$time * (if (arms$kind == "gaussian") arms$parameters$sd[1]^2 else 1)
  numbers <- seq_along(means)
  each <- data.frame(
    arm = if (is.null(arms$names)) numbers else factor(arms$names, arms$names),
    mean = means, share = found$share, time = time
  )
  table <- tibble::as_tibble(cbind(error = rep(error, each = length(means)), each[rep(numbers, length(error)), ]))
  table$plays <- table$time * (1 - 2 * table$error) * log(1 / table$error - 1)
  table
}

check_named_arms <- function(bandit, call = rlang::caller_env()) {
  arms <- check_classical_arms(bandit, call)
  wanted <- "a bandit of at least two Bernoulli arms, or Gaussian ones of one standard deviation, with one best arm"
  refuse <- function(given) abort_argument("bandit", wanted, given = given, call = call)
  if (arms$kind == "categorical") refuse(arms_text(arms))
  if (arms$count < 2) refuse("one of a single arm")
  if (length(unique(arms$parameters$sd)) > 1) refuse("one of several standard deviations")
  if (sum(classical_means(arms) == max(classical_means(arms))) > 1) refuse("one of several best arms")
  arms
}

# T* for variance 1, and the shares; `plain`: found in the plain way.
optimal_shares <- function(means, gaussian, plain = FALSE) {
  found <- .Call(C_optimal_shares, as.double(means), as.double(which.max(means)), as.double(gaussian), as.double(plain))
  x <- found[-1]
  list(time = sum(x) / found[1], share = x / sum(x))
}
