#' Policies for arms that wear out
#'
#' The mean of an arm may fall with its own pulls; what was observed long ago may then say
#' nothing any more. In round t, n being the number of times an arm was observed before it:
#'
#' * `policy_raw_ucb()` plays the arm for which the least, over all windows h of its last
#'   observations, h = 1, ..., n, of (mean of the last h) + sqrt(2 sd^2 alpha ln t / h) is greatest.
#' * `policy_fewa()` compares windows of growing length h = 1, 2, ...: of the arms left, if
#'   some were observed less than h times, the one of them observed least is played; else every
#'   arm goes whose mean of its last h is below the greatest by more than 2 sqrt(2 sd^2 alpha ln t /
#'   h), until one is left.
#' * `policy_wswa()` plays the arm of greatest mean of its last h = ceiling(alpha (16 sd^2 H^2
#'   ln(sqrt(2) H) / K^2)^(1/3)) observations, arms observed less than h times first, the least
#'   observed of them. H is 1 at first and doubles when H rounds have passed; everything is forgotten
#'   then. K counts all arms of the bandit.
#'
#' An arm that was never observed comes first; ties go to the lowest arm. ln t is that of the
#' round (in the authors' code: of the plays so far). With waiting every (arm, wait) is an arm of its
#' own and its time is ignored.
#'
#' With `grid = 1` all windows are looked at, as printed in the papers: everything that was observed
#' is kept, and a round costs up to a look at all of it, so a game of T rounds up to T^2. With `grid`
#' above 1 the windows are 1 and then each the next whole number of at least `grid` times the one
#' before, and a mean is of observations that may be some time ago: h observations in a row, the last of
#' them less than h pulls of the arm ago. Memory and the cost of an arm in a round then are of the
#' order ln T / ln `grid`. (The papers' theorems hold with other constants.)
#'
#' @param alpha How wide confidence bounds are, a positive number; for `policy_wswa()` how long
#'   the window is. The theorems have 4 and more for RAW-UCB and FEWA; the defaults are those
#'   of the papers' experiments.
#' @param grid How much longer each window is than the one before, a number of at least 1;
#'   1 looks at all windows.
#' @param sd Standard deviation of the rewards of an arm, a positive number, if they are Gaussian
#'   or have lighter tails.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above.
#' @references Seznec, Menard, Lazaric and Valko (2020), A Single Algorithm for Both Restless and
#'   Rested Rotting Bandits. Seznec, Locatelli, Carpentier, Lazaric and Valko (2019), Rotting Bandits Are
#'   No Harder Than Stochastic Ones. Levine, Crammer and Mannor (2017), Rotting Bandits.
#' @examples
#' # The second arm is better for its first 100 pulls.
#' worn <- rbind(rep(0.5, 1000), rep(c(0.8, 0.2), c(100, 900)))
#' problem <- bandit(arms_tape(worn))
#' policies <- list(policy_raw_ucb(sd = 0.3), policy_fewa(sd = 0.3, grid = 2), policy_wswa(sd = 0.3))
#' pulls(run_study(problem, policies, horizon = 1000, reps = 1, seed = 1))
#' @name policy_wearing
NULL

#' @rdname policy_wearing
#' @export
policy_raw_ucb <- function(alpha = 1.4, grid = 1, sd = 1, label = NULL) {
  new_policy("policy_raw_ucb", wearing_parameters(alpha, grid, sd), label,
             settings = list(alpha = alpha, grid = grid, sd = sd), assumes = list(sd = sd))
}

#' @rdname policy_wearing
#' @export
policy_fewa <- function(alpha = 0.06, grid = 1, sd = 1, label = NULL) {
  new_policy("policy_fewa", wearing_parameters(alpha, grid, sd), label,
             settings = list(alpha = alpha, grid = grid, sd = sd), assumes = list(sd = sd))
}

wearing_parameters <- function(alpha, grid, sd) {
  list(alpha = alpha, grid = unless_usual(grid, 1), sd = unless_usual(sd, 1))
}

#' @rdname policy_wearing
#' @export
policy_wswa <- function(alpha = 0.2, sd = 1, label = NULL) {
  new_policy("policy_wswa", list(alpha = alpha, sd = unless_usual(sd, 1)), label,
             settings = list(alpha = alpha, sd = sd), assumes = list(sd = sd))
}
