#' BaSE: batched successive elimination
#' @description
#' Eliminates arms at the ends of a few large batches, whose ends the policy chooses itself.
#' `batch_ends()` gives their last rounds, for `with_batches(ends = )`.
#'
#' **Use it when** rewards are reported in a few large [batches][with_batches()], as in a trial with interim looks.
#'
#' @details
#' The horizon T is divided into M = `batches` batches. In each but the last, the remaining arms are
#' played in turn. At its end an arm is eliminated if its mean is below the greatest by sd
#' sqrt(gamma ln(T K) / n) or more, where n is the number of rewards seen of each arm and K the
#' number of arms. In the last batch the arm with the greatest mean is played; a tie is broken at
#' random. Batch m of M ends in round
#'
#' * `"minimax"`: floor(T^((2 - 2^(1 - m)) / (2 - 2^(1 - M)))),
#' * `"geometric"`: floor(T^(m / M)).
#'
#' In a batch each remaining arm is played max(1, floor(rounds / remaining arms)) times; rounds left
#' over belong to the next batch. The policy learns from whatever it is shown, also in other batches
#' than its own. If outcomes of a batch are still missing at its end, the arms are played in turn
#' until all are shown, or until the batch's last round; n is then the smaller count of the two arms
#' compared. Arms that are away are skipped, and arms that enter join in. (These rules are our
#' choice.)
#'
#' @section In one sentence:
#' `r sentences_of("policy_batched_se")`
#' @param batches M, the number of batches, a whole number of at least 2 (at most 1,000,000 in
#'   `batch_ends()`).
#' @param grid Where batches end: `"minimax"` or `"geometric"`, see Details. Default: `"minimax"`.
#' @param gamma Factor of ln(T K), a positive number. Default: 0.5.
#' @param sd `NULL`, or the standard deviation of an arm's rewards, a positive number, if they are
#'   Gaussian or have lighter tails (are sub-Gaussian). Default: from the bandit, see [run_study()].
#' @param horizon T, a whole number of rounds of at least 1.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @return `policy_batched_se()`: a policy, an object of class `unruly_policy`.
#'
#' `batch_ends()`: strictly increasing whole numbers, the last rounds of the batches (coinciding
#' ones are given once).
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has waiting.
#' @references Gao, Han, Ren and Zhou (2019), Batched Multi-armed Bandits Problem, Algorithm 1.
#' @seealso [with_batches()]; [policy_se()], which eliminates after every sweep.
#' @examples
#' ends <- batch_ends(1000, batches = 4)
#' problem <- bandit(arms_gaussian(c(0, 0.5))) |> with_batches(ends = ends)
#' run_study(problem, list(policy_batched_se(4), policy_ucb1()), horizon = 1000, reps = 5, seed = 1)
#' @export
policy_batched_se <- function(batches, grid = c("minimax", "geometric"), gamma = 0.5, sd = NULL, label = NULL, ...)
  describe("policy_batched_se")

#' @rdname policy_batched_se
#' @export
batch_ends <- function(horizon, batches, grid = c("minimax", "geometric"), ...) {
  check_no_dots(...)
  horizon <- check_whole(horizon, "horizon", min = 1, max = 2^48)
  given <- described("policy_batched_se")
  batches <- given$batches
  if (batches > 1e6) abort_argument("batches", "at most 1,000,000", batches)
  m <- seq_len(batches - 1)
  power <- if (given$grid == "minimax") (2 - 2^(1 - m)) / (2 - 2^(1 - batches)) else m / batches
  unique(c(floor(horizon^power * (1 + 1e-12)), horizon)) # rounding may make whole powers slightly too small
}
