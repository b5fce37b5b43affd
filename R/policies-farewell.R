#' Wait-UCB
#'
#' For arms that take their time, see [with_waiting()]. After each (arm, wait)
#' once, in order of arm then wait, epoch s plays
#' argmax ghat + alpha_j ln(s - 1) / n + beta_j sqrt(ln(s - 1) / n), where n is
#' the number of plays of (k, j), ghat their total pay over their total time,
#' alpha_j = 8(j - 1) / 3 and beta_j = sqrt(2) (sqrt(j - 1) + 1). Ties go to the
#' lowest arm, then the lowest wait.
#'
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: [run_study()] raises `unruly_error_policy` for a bandit
#'   without waiting.
#' @references Sharoff, Mehta and Ganti (2020), A Farewell to Arms, Algorithm 1.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.7, 0.9))) |>
#'   with_waiting(rbind(c(0.8, 0.2, 0), c(0.1, 0.1, 0.8)))
#' run_study(problem, policy_wait_ucb(), horizon = 1000, reps = 5, seed = 1)
#' @export
policy_wait_ucb <- function(label = NULL) new_policy("policy_wait_ucb", label = label)
