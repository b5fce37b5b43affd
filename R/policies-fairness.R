#' HT-UCB: the hard-threshold UCB for penalised fairness
#'
#' For arms that must get their fair share, see [with_fairness()]. Rounds 1..K
#' play arm t; then round t plays argmax xbar + A_k 1(n < tau_k t) + w sqrt(2 ln
#' t / n), A_k being the penalty rate, tau_k the share, n the pulls before round
#' t and w the width of the range of rewards. Ties go to the lowest arm.
#'
#' @inheritParams policy_moss
#' @param sd In the place of `range`: the standard deviation of Gaussian rewards (or
#'   with lighter tails), a positive number; w is 2 `sd`.
#' @inherit policy_ucb return
#' @section Errors: [run_study()] raises `unruly_error_policy` for a bandit
#'   without fairness.
#' @references Fang, Li and Samorodnitsky (2022), On Penalization in Stochastic
#'   Multi-armed Bandits, equation (11). The pseudo-code's ln(t - 1) is a
#'   misprint.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.8, 0.6, 0.3))) |>
#'   with_fairness(share = 0.2, penalty = 0.4)
#' run_study(problem, policy_ht_ucb(), horizon = 1000, reps = 5, seed = 1)
#' @export
policy_ht_ucb <- function(range = c(0, 1), sd = NULL, label = NULL) {
  scale <- scale_of_policy(range, sd)
  new_policy("policy_ht_ucb", list(width = unless_usual(scale$width, 1)), label, settings = scale[c("range", "sd")],
             assumes = scale)
}
