#' RAW-UCB, FEWA and wSWA: policies for arms that wear out
#' @description
#' Use only the last observations of each arm, since means fall with the pulls of the arm itself.
#' They differ in how they choose the number of observations, the window.
#'
#' **Use it when** the mean of an arm falls with its own pulls: bandits [with_wear()]. In `run_experiment("wear-1")` the
#' regret of RAW-UCB is at most 1.5 times the least of all policies (1.1 times unless arms hardly wear), that of FEWA at
#' most 1.9 times (5 replications).
#'
#' @details
#' In round t, let n be the number of observations of an arm so far:
#'
#' * `policy_raw_ucb()` plays the arm with the greatest index, which is the least, over all windows
#'   h = 1, ..., n of its last observations, of (mean of the last h) + sqrt(2 sd^2 alpha ln t / h).
#' * `policy_fewa()` compares windows of growing length h = 1, 2, ... If some of the remaining arms
#'   were observed less than h times, the least observed of them is played. Otherwise every arm
#'   whose mean of the last h observations is below the greatest by more than 2 sqrt(2 sd^2 alpha ln
#'   t / h) is eliminated for this round, until one remains.
#' * `policy_wswa()` plays the arm with the greatest mean of its last h = ceiling(alpha (16 sd^2 H^2
#'   ln(sqrt(2) H) / K^2)^(1/3)) observations; arms observed less than h times come first, the least
#'   observed of them. H is 1 at first and doubles whenever H rounds have passed; everything is then
#'   forgotten. K counts all arms of the bandit.
#'
#' An arm that was never observed comes first. Ties go to the arm with the lowest number. In ln t, t
#' is the round (in the authors' code: the number of pulls so far). With [waiting][with_waiting()],
#' each pair of an arm and a wait counts as an arm, and the rounds that a pull takes are ignored.
#'
#' @section In one sentence:
#' `r sentences_of("policy_raw_ucb", "policy_fewa", "policy_wswa")`
#' @section Windows and cost: With `grid = 1` all windows are examined, as in the papers. Every
#' observation is kept, and a round may examine all of them, so a game of T rounds costs up to T^2.
#' With `grid` above 1 the window lengths are 1 and then each the next whole number of at least
#' `grid` times the one before, and the mean is that of h consecutive observations that ended less
#' than h pulls of the arm ago. Memory and the cost per arm and round are then of the order ln T /
#' ln `grid`. (The papers' theorems hold with other constants.)
#' @param alpha Width of the confidence bounds, a positive number; for `policy_wswa()` a factor of
#'   the window length. The theorems require at least 4 for RAW-UCB and FEWA. Defaults: 1.4, 0.06
#'   and 0.2, as in the papers' experiments.
#' @param grid Ratio of successive window lengths, a number of at least 1. Default: 1, all windows.
#' @param sd `NULL`, or the standard deviation of an arm's rewards, a positive number, if they are
#'   Gaussian or have lighter tails (are sub-Gaussian). Default: from the bandit, see [run_study()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @references Seznec, Menard, Lazaric and Valko (2020), A Single Algorithm for Both Restless and
#'   Rested Rotting Bandits. Seznec, Locatelli, Carpentier, Lazaric and Valko (2019), Rotting
#'   Bandits Are No Harder Than Stochastic Ones. Levine, Crammer and Mannor (2017), Rotting Bandits.
#' @seealso [policy_forgetting_ucb()] for means that change with the rounds instead.
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
policy_raw_ucb <- function(alpha = 1.4, grid = 1, sd = NULL, label = NULL, ...) describe("policy_raw_ucb")

#' @rdname policy_wearing
#' @export
policy_fewa <- function(alpha = 0.06, grid = 1, sd = NULL, label = NULL, ...) describe("policy_fewa")

#' @rdname policy_wearing
#' @export
policy_wswa <- function(alpha = 0.2, sd = NULL, label = NULL, ...) describe("policy_wswa")

#' R-ed-UCB: arms that get better with their pulls
#' @description
#' Carries on the rise of each arm's latest outcomes to the present round, and plays the arm that may be best by then.
#'
#' **Use it when** arms improve with their own pulls, ever more slowly, such as models that are trained: bandits
#' [with_wear()] whose means rise.
#'
#' @details
#' In round t let n be the number of outcomes R of an arm shown so far, and h = floor(`window` n). The index is the mean
#' over l = n - h + 1, ..., n of R_l + (t - l) (R_l - R_(l - h)) / h, plus `sd` (t - n + h - 1)
#' sqrt(10 `alpha` ln(t - 1) / h^3). Arms with h = 0 come first: the one pulled least, then the lowest. Ties go to the
#' arm with the lowest number.
#'
#' This is the authors' code, in which the policy for means that rise with the rounds (R-less-UCB) is the same rule.
#'
#' @section In one sentence:
#' `r sentences_of("policy_rising_ucb")`
#' @param window The part of an arm's outcomes that is a window: a number above 0 and at most 0.5. Default: 0.25.
#' @param alpha Width of the bonus, a positive number. Default: 4.
#' @inheritParams policy_wearing
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @references Metelli, Trovo, Pirola and Restelli (2022), Stochastic Rising Bandits.
#' @seealso [policy_successive_rejects()] with a `window`, to name the best of such arms; [policy_raw_ucb()] for arms
#'   that wear out.
#' @examples
#' n <- 1:1000
#' rising <- rbind(0.6 * (1 - exp(-n / 20)), 0.9 * (1 - exp(-n / 200)))
#' problem <- bandit(arms_gaussian(c(0, 0), sd = 0.1)) |> with_wear(rising)
#' run_study(problem, list(policy_oracle(), policy_rising_ucb(), policy_ucb1()),
#'   horizon = 1000, reps = 5, seed = 1)
#' @export
policy_rising_ucb <- function(window = 0.25, alpha = 4, sd = NULL, label = NULL, ...) describe("policy_rising_ucb")
