#' BaSE: successive elimination in batches
#'
#' For feedback in [batches][with_batches()]. T rounds are cut into M = `batches`; in each
#' but the last the arms left are played in turn, and at its end an arm is dropped if its
#' mean is below the greatest by sd sqrt(gamma ln(T K) / n) or more, n being the number of
#' rewards seen of each and K that of the arms. In the last batch the arm of greatest mean is
#' played, the lowest among equals. Batch m ends in round
#'
#' * `"minimax"`: floor(T^((2 - 2^(1 - m)) / (2 - 2^(1 - M)))),
#' * `"geometric"`: floor(T^(m / M)),
#'
#' and the last one in round T: `batch_ends()` gives these rounds, for `with_batches(ends = )`.
#' (The grid is the policy's own: it learns what it is shown, in whatever batches that is.)
#'
#' In a batch each arm left has max(1, floor(rounds / arms left)) plays; rounds that remain
#' belong to the next batch. If not all of a batch has been shown by then, the arms are
#' played on in turn until it is, or until the batch's last round; n then is the smaller
#' number of the two arms that are compared (ours). Arms that are not there are passed over,
#' and arms that enter join in (ours).
#'
#' @param batches M, a whole number of at least 2.
#' @param grid `"minimax"` or `"geometric"`, where batches end.
#' @param gamma Factor of ln(T K), a positive number.
#' @param sd Standard deviation of the rewards of an arm, a positive number, if they are
#'   Gaussian or have lighter tails. The paper has 1.
#' @param horizon T, a whole number of rounds of at least 1.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @return `policy_batched_se()`: a policy, an object of class `unruly_policy`.
#'   `batch_ends()`: increasing whole numbers, of which equal ones are given once.
#' @section Errors: `unruly_error_argument` when an argument is not as above;
#'   [run_study()] raises `unruly_error_policy` for a bandit with waiting.
#' @references Gao, Han, Ren and Zhou (2019), Batched Multi-armed Bandits Problem, Algorithm 1.
#' @seealso [with_batches()]
#' @examples
#' ends <- batch_ends(1000, batches = 4)
#' problem <- bandit(arms_gaussian(c(0, 0.5))) |> with_batches(ends = ends)
#' run_study(problem, list(policy_batched_se(4), policy_ucb1()), horizon = 1000, reps = 5, seed = 1)
#' @export
policy_batched_se <- function(batches, grid = c("minimax", "geometric"), gamma = 0.5, sd = 1, label = NULL) {
  check_arguments("policy_batched_se")
  new_policy("policy_batched_se", list(batches = batches, grid = grid, gamma = gamma, sd = unless_usual(sd, 1)), label,
             settings = list(batches = batches, grid = grid, gamma = gamma, sd = sd), assumes = list(sd = sd))
}

#' @rdname policy_batched_se
#' @export
batch_ends <- function(horizon, batches, grid = c("minimax", "geometric")) {
  horizon <- check_whole(horizon, "horizon", min = 1, max = 2^48)
  check_arguments("policy_batched_se")
  if (batches > 1e6) abort_argument("batches", "at most 1,000,000", batches)
  m <- seq_len(batches - 1)
  power <- if (grid == "minimax") (2 - 2^(1 - m)) / (2 - 2^(1 - batches)) else m / batches
  unique(c(floor(horizon^power * (1 + 1e-12)), horizon)) # whole powers may come out a hair too small
}
