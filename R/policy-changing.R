#' SW-UCB and D-UCB: upper confidence bounds that forget
#'
#' For arms whose means change, by drift or often: observations from long ago count less, or
#' not at all. They must be told how fast to forget; [policy_glr_kl_ucb()] finds out when to
#' forget.
#'
#' In round t,
#'
#' * `policy_sw_ucb()`, sliding-window UCB, uses plays that began in the last `window` rounds
#'   (rounds, not plays). With N of them of an arm, and xbar the mean of their observed
#'   rewards, it plays argmax xbar + w sqrt(xi ln(min(t, window)) / N), where w is the width
#'   of the range of rewards.
#' * `policy_d_ucb()`, discounted UCB, gives a play that began in round s the weight
#'   discount^(t - 1 - s). With N the sum of the weights of an arm's plays, n that of all
#'   plays, and xbar the weighted mean, it plays argmax xbar + 2 w sqrt(xi ln(n) / N).
#'
#' With `index = "kl"` the index is the greatest q >= xbar such that N kl(xbar, q) <=
#' ln(min(t, window)), or ln(n), where kl is the divergence of Bernoulli distributions;
#' rewards are scaled from `range` to \[0, 1\].
#'
#' An arm with no plays in the window comes first (in D-UCB one that was never seen, or whose
#' plays weigh less than 1e-200 in total); ties go to the lowest arm. A late outcome belongs
#' to the round in which its play began: if that has left the window by then, it is ignored.
#' With [waiting][with_waiting()] each (arm, wait) pair counts as an arm, and the rounds that
#' it takes are ignored. SW-UCB needs 16 to 64 bytes of memory for each round of the window,
#' or of the game if that is shorter.
#'
#' @param window Length of the window in rounds, a whole number of at least 1; `NULL` is
#'   floor(2 sqrt(T ln T / changes)), T being the horizon.
#' @param discount Factor by which the weight of a play shrinks in each round, a number in
#'   (0, 1\] (1 forgets nothing); `NULL` is 1 - sqrt(changes / T) / 4. More than T changes
#'   count as T.
#' @param changes Instead of `window` or `discount`: the expected number of changes of means
#'   over the horizon, a positive number. `NULL` counts as 1.
#' @param xi Width of the confidence bounds for `index = "ucb"`, a positive number. The theory
#'   requires more than 1/2.
#' @param index `"ucb"` or `"kl"`: which confidence bounds, see above.
#' @param range `NULL`, or the range \[a, b\] of the rewards, two increasing numbers. Default: from
#'   the bandit, see [run_study()].
#' @param sd For `index = "ucb"`, instead of `range`: the standard deviation of rewards that
#'   are Gaussian or have lighter tails, a positive number; w is 2 `sd`.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above, or if
#'   both of two alternatives are given; [run_study()] raises `unruly_error_policy` for
#'   `index = "kl"` on rewards outside `range`.
#' @references Garivier and Moulines (2011), On Upper-Confidence Bound Policies for Switching
#'   Bandit Problems, sections 2.1 and 2.2. Kocsis and Szepesvari (2006), Discounted UCB. Besson,
#'   Kaufmann, Maillard and Seznec (2022), Efficient Change-Point Detection for Tackling
#'   Piecewise-Stationary Bandits (for the divergence in the place of the square root).
#' @seealso [policy_sw_thompson()], and [policy_restart()] for a policy that is told when.
#' @examples
#' # The better arm becomes the worse one in round 501.
#' mean <- rbind(rep(c(0.7, 0.2), each = 500), rep(c(0.4, 0.6), each = 500))
#' tape <- matrix(rbinom(length(mean), 1, mean), nrow = 2)
#' problem <- bandit(arms_tape(tape, by = "round"))
#' policies <- list(policy_ucb1(), policy_sw_ucb(), policy_d_ucb(index = "kl"))
#' run_study(problem, policies, horizon = 1000, reps = 1, seed = 1)
#' @name policy_sw_ucb
NULL

#' @rdname policy_sw_ucb
#' @export
policy_sw_ucb <- function(window = NULL, changes = NULL, xi = 0.6, index = c("ucb", "kl"), range = NULL, sd = NULL,
                          label = NULL, ...) {
  check_arguments("policy_sw_ucb")
  check_one_of_two(window, "window", changes, "changes")
  scale <- scale_of_index(index, xi, range, sd)
  new_policy("policy_sw_ucb", c(list(window = window, changes = changes), scale$parameters), label,
             settings = c(list(window = window, changes = changes), scale$settings), assumes = scale$assumes)
}

#' @rdname policy_sw_ucb
#' @export
policy_d_ucb <- function(discount = NULL, changes = NULL, xi = 0.6, index = c("ucb", "kl"), range = NULL, sd = NULL,
                         label = NULL, ...) {
  check_arguments("policy_d_ucb")
  check_one_of_two(discount, "discount", changes, "changes")
  scale <- scale_of_index(index, xi, range, sd)
  new_policy("policy_d_ucb", c(list(discount = discount, changes = changes), scale$parameters), label,
             settings = c(list(discount = discount, changes = changes), scale$settings), assumes = scale$assumes)
}

# Of a policy whose index is a square root or a divergence: its parameters, what is printed of
# them, and what it assumes. All but `range` and `sd` are checked already.
scale_of_index <- function(index, xi, range, sd, call = rlang::caller_env()) {
  check_only_with(xi, "xi", index == "ucb", "`index = \"ucb\"`", call)
  check_only_with(sd, "sd", index == "ucb", "`index = \"ucb\"`", call)
  scale <- scale_of_policy(range, sd, call)
  if (index == "kl") {
    return(list(parameters = list(index = index, range = scale$range),
                settings = list(index = index, range = scale$range), assumes = list(range = scale$range, place = TRUE)))
  }
  list(parameters = list(xi = xi, width = scale$width),
       settings = list(xi = xi, range = scale$range, sd = scale$sd), assumes = scale)
}

# Of two arguments one takes the place of the other.
check_one_of_two <- function(one, name, other, other_name, call = rlang::caller_env()) {
  if (is.null(one) || is.null(other)) return(invisible())
  abort_combination("Either {.arg {name}} or {.arg {other_name}} must be given, not both.",
                    class = "unruly_error_argument", call = call)
}

#' Thompson sampling that forgets
#'
#' For arms whose means change: Thompson sampling on a sliding window, or with a discount.
#'
#' In each round a mean is drawn for each arm from Beta(1 + S, 1 + F), and the arm with the
#' greatest draw is played, ties going to the lowest:
#'
#' * `policy_sw_thompson()`: S and F are the successes and failures in plays that began in the last
#'   `window` rounds (rounds, not plays);
#' * `policy_discounted_thompson()`: S and F count a play that began in round s with weight
#'   `discount`^(t - 1 - s) in round t (all S and F are multiplied by `discount` in every
#'   round).
#'
#' A reward x strictly within the range \[a, b\] counts as a success with probability (x - a)
#' / (b - a). A late outcome belongs to the round in which its play began: if that has left
#' the window by then, it is ignored. With [waiting][with_waiting()] each (arm, wait) pair
#' counts as an arm, and the rounds that it takes are ignored. The sliding window needs 16 to
#' 64 bytes of memory for each of its rounds, or of the game if that is shorter.
#'
#' @param window Length of the window in rounds, a whole number of at least 1.
#' @param discount Factor by which the weight of a play shrinks in each round, a number in
#'   (0, 1\] (1 forgets nothing).
#' @param range `NULL`, or the range \[a, b\] of the rewards, two increasing numbers. Default: from
#'   the bandit, see [run_study()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` for rewards outside `range`.
#' @references Trovo, Paladino, Restelli and Gatti (2020), Sliding-Window Thompson Sampling for
#'   Non-Stationary Settings, Algorithm 1. Raj and Kalyani (2017), Taming Non-stationary
#'   Bandits: A Bayesian Approach, Algorithm 1.
#' @seealso [policy_sw_ucb()].
#' @examples
#' # The better arm becomes the worse one in round 501.
#' mean <- rbind(rep(c(0.7, 0.2), each = 500), rep(c(0.4, 0.6), each = 500))
#' tape <- matrix(rbinom(length(mean), 1, mean), nrow = 2)
#' problem <- bandit(arms_tape(tape, by = "round"))
#' policies <- list(policy_thompson("beta"), policy_sw_thompson(200), policy_discounted_thompson(0.99))
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @name policy_sw_thompson
NULL

#' @rdname policy_sw_thompson
#' @export
policy_sw_thompson <- function(window, range = NULL, label = NULL, ...) {
  new_policy("policy_sw_thompson", list(window = window, range = range), label,
             assumes = list(range = range, place = TRUE))
}

#' @rdname policy_sw_thompson
#' @export
policy_discounted_thompson <- function(discount, range = NULL, label = NULL, ...) {
  new_policy("policy_discounted_thompson", list(discount = discount, range = range), label,
             assumes = list(range = range, place = TRUE))
}
