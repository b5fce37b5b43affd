#' SW-UCB and D-UCB: confidence bounds that forget
#' @description
#' Give observations from long ago less weight, or none, so that they follow means that change. How
#' fast they forget is an argument.
#'
#' **Use it when** means drift or change often. If they jump a few times, [policy_glr_kl_ucb()] detects when to forget;
#' if the rounds of the jumps are known, use [policy_restart()].
#'
#' @details
#' * SW-UCB, sliding-window UCB (`memory = "window"`), uses the pulls that began in the last `window` rounds
#'   (rounds, not pulls). With N of them of an arm whose rewards were observed, and xbar the mean of these, it
#'   plays the arm with the greatest xbar + w sqrt(xi ln(min(t, window)) / N) in round t.
#' * D-UCB, discounted UCB (`memory = "discount"`), gives a pull that began in round s the weight
#'   discount^(t - 1 - s) in round t. With N the sum of the weights of those of an arm whose rewards were observed, n
#'   that of all arms, and xbar the weighted mean, it plays the arm with the greatest xbar + 2 w sqrt(xi ln(n) / N).
#'
#' Here w is the width of `range`, or 2 `sd` if `sd` is given. With `index = "kl"` the index is the
#' greatest q >= xbar such that N kl(xbar, q) <= ln(min(t, window)), or ln(n), where kl is the
#' divergence of Bernoulli distributions; rewards are scaled from `range` to \[0, 1\].
#'
#' An arm with no observed pull in the window comes first (in D-UCB one of which nothing was seen, or whose
#' pulls weigh less than 1e-200 in total). Ties go to the arm with the lowest number. A late outcome
#' belongs to the round in which its pull began; if that has left the window by then, it is ignored.
#' With [waiting][with_waiting()], each pair of an arm and a wait counts as an arm, and the rounds
#' that a pull takes are ignored. SW-UCB needs 16 to 64 bytes of memory per round of the window, or
#' of the game if that is shorter.
#'
#' @section In one sentence:
#' `r sentences_of("policy_sw_ucb", "policy_d_ucb")`
#' @param window Length of the window in rounds, a whole number of at least 1. Default: floor(2
#'   sqrt(T ln T / changes)), where T is the horizon.
#' @param discount Factor by which the weight of a pull shrinks in each round, a number in (0, 1\]
#'   (1 forgets nothing). Default: 1 - sqrt(changes / T) / 4, where more than T changes count as T.
#' @param changes Instead of `window` or `discount`: the expected number of changes of means over
#'   the horizon, a positive number. Default: 1.
#' @param xi Width of the confidence bounds for `index = "ucb"`, a positive number. The theory
#'   requires more than 1/2. Default: 0.6.
#' @param index The confidence bounds: `"ucb"` or `"kl"`, see Details. Default: `"ucb"`.
#' @param range `NULL`, or the range \[a, b\] of the rewards, two increasing numbers. Default: from
#'   the bandit, see [run_study()].
#' @param sd For `index = "ucb"`, instead of `range`: the standard deviation of rewards that are Gaussian or have
#'   lighter tails, a positive number; w (see Details) is 2 `sd`.
#' @param memory What of the past counts: the last rounds (`"window"`) or all of them, less and less (`"discount"`).
#'   Default: the first of these that takes the arguments given.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument`: two arguments are given that replace each other.
#'
#' `unruly_error_policy` (raised by [run_study()]): `index` is `"kl"` and rewards lie outside
#' `range`.
#' @references Garivier and Moulines (2011), On Upper-Confidence Bound Policies for Switching Bandit
#'   Problems, sections 2.1 and 2.2. Kocsis and Szepesvari (2006), Discounted UCB. Besson, Kaufmann,
#'   Maillard and Seznec (2022), Efficient Change-Point Detection for Tackling Piecewise-Stationary
#'   Bandits (kl indices).
#' @seealso [policy_forgetting_thompson()]; [with_changes()] for bandits whose means change.
#' @examples
#' # The better arm becomes the worse one in round 501.
#' mean <- rbind(rep(c(0.7, 0.2), each = 500), rep(c(0.4, 0.6), each = 500))
#' tape <- matrix(rbinom(length(mean), 1, mean), nrow = 2)
#' problem <- bandit(arms_tape(tape, by = "round"))
#' policies <- list(policy_ucb1(), policy_forgetting_ucb(),
#'   policy_forgetting_ucb(index = "kl", memory = "discount"))
#' run_study(problem, policies, horizon = 1000, reps = 1, seed = 1)
#' @export
policy_forgetting_ucb <- function(window = NULL, discount = NULL, changes = NULL, xi = 0.6, index = c("ucb", "kl"),
                                  memory = c("window", "discount"), range = NULL, sd = NULL, label = NULL, ...)
  describe("policy_forgetting_ucb")

#' Thompson sampling that forgets
#' @description
#' Draws a mean for each arm from its posterior and plays the arm with the greatest draw. Old pulls
#' count less in the posterior, or not at all.
#'
#' **Use it when** means drift or change often, and rewards lie in a known range. [policy_forgetting_ucb()] is the
#' deterministic counterpart.
#'
#' @details
#' The mean of an arm is drawn from Beta(1 + S, 1 + F), with successes S and failures F:
#'
#' * SW-Thompson (`memory = "window"`) counts the pulls that began in the last `window` rounds (rounds, not
#'   pulls);
#' * discounted Thompson sampling (`memory = "discount"`) counts a pull that began in round s with weight
#'   `discount`^(t - 1 - s) in round t.
#'
#' A reward x strictly within the range \[a, b\] counts as a success with probability (x - a) / (b -
#' a). Ties go to the arm with the lowest number. A late outcome belongs to the round in which its
#' pull began; if that has left the window by then, it is ignored. With [waiting][with_waiting()],
#' each pair of an arm and a wait counts as an arm, and the rounds that a pull takes are ignored.
#' The sliding window needs 16 to 64 bytes of memory per round, or per round of the game if that is
#' shorter.
#'
#' @section In one sentence:
#' `r sentences_of("policy_sw_thompson", "policy_discounted_thompson")`
#' @param window Length of the window in rounds, a whole number of at least 1.
#' @param discount Factor by which the weight of a pull shrinks in each round, a number in (0, 1\]
#'   (1 forgets nothing).
#' @param range `NULL`, or the range \[a, b\] of the rewards, two increasing numbers. Default: from
#'   the bandit, see [run_study()].
#' @param memory What of the past counts: the last rounds (`"window"`) or all of them, less and less (`"discount"`).
#'   Default: the first of these that takes the arguments given.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): rewards lie outside `range`.
#' @references Trovo, Paladino, Restelli and Gatti (2020), Sliding-Window Thompson Sampling for
#'   Non-Stationary Settings, Algorithm 1. Raj and Kalyani (2017), Taming Non-stationary Bandits: A
#'   Bayesian Approach, Algorithm 1.
#' @seealso [policy_glr_kl_ucb()], which detects changes; [with_changes()] for bandits whose means
#'   change.
#' @examples
#' # The better arm becomes the worse one in round 501.
#' mean <- rbind(rep(c(0.7, 0.2), each = 500), rep(c(0.4, 0.6), each = 500))
#' tape <- matrix(rbinom(length(mean), 1, mean), nrow = 2)
#' problem <- bandit(arms_tape(tape, by = "round"))
#' policies <- list(policy_thompson(), policy_forgetting_thompson(200),
#'   policy_forgetting_thompson(discount = 0.99))
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @export
policy_forgetting_thompson <- function(window, discount, memory = c("window", "discount"), range = NULL, label = NULL,
                                       ...) describe("policy_forgetting_thompson")
