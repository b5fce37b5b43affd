#' ARS-UCB: adaptive round-size UCB for anonymous feedback
#'
#' For rewards that arrive late and mixed together, see [with_spread()]. Arms
#' are played in rounds of growing size f(k), so that what arrives while an arm
#' is played is mostly its own. Each arm is played f(1) times; then the arm
#' with the greatest min(M_i / n_i + w sqrt(alpha ln t / n_i), b), rewards being in
#' \[a, b\] and w = b - a, is played f(K_i) times, K_i = 2, 3, ... M_i is the sum of what was observed while arm i
#' was played. Ties go to the arm with the fewest plays, then to the lowest. The
#' last round of play is cut at the horizon.
#'
#' @param alpha Width of the confidence bounds, a positive number.
#' @param round_size Sizes of the rounds of play: `rounds_power()` or
#'   `rounds_doubling()`.
#' @param range What the rewards (totals) lie in: two increasing numbers \[a, b\];
#'   the paper has \[0, 1\].
#' @param beta Exponent, a positive number.
#' @param c For `rounds_power()` a positive factor, f(k) = ceiling(c k^beta);
#'   for `rounds_doubling()` a whole number from 0 to 50, f(k) = 2^(k + c) with
#'   f(1) = 2^(2 + c).
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above.
#' @references Wang, Wang and Huang (2021), Adaptive Algorithms for
#'   Multi-armed Bandit with Composite and Anonymous Feedback, Algorithm 1.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.2, 0.8))) |> with_spread(spread_delay(10, 30))
#' run_study(problem, policy_ars_ucb(), horizon = 2000, reps = 5, seed = 1)
#' @export
policy_ars_ucb <- function(alpha = 4, round_size = rounds_power(2), range = c(0, 1), label = NULL) {
  alpha <- check_number(alpha, "alpha", above = 0)
  check_class(round_size, "round_size", "unruly_rounds", "made by `rounds_power()` or `rounds_doubling()`")
  range <- check_range(range)
  new_policy("policy_ars_ucb", c(list(alpha = alpha), round_size, list(range = unless_usual(range, c(0, 1)))), label,
             settings = list(alpha = alpha, round_size = rounds_text(round_size), range = range),
             assumes = list(range = range, place = TRUE))
}

#' @rdname policy_ars_ucb
#' @export
rounds_power <- function(beta, c = 1) {
  beta <- check_number(beta, "beta", above = 0)
  factor <- check_number(c, "c", above = 0)
  new_rounds("power", beta, factor)
}

#' @rdname policy_ars_ucb
#' @export
rounds_doubling <- function(c = 0) {
  new_rounds("doubling", NULL, check_whole(c, "c", max = 50))
}

new_rounds <- function(kind, beta, c) {
  structure(list(round_size = kind, round_beta = beta, round_c = c), class = "unruly_rounds")
}

#' @export
print.unruly_rounds <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  cat("<rounds> ", rounds_text(x), "\n", sep = "")
  invisible(x)
}

rounds_text <- function(x) {
  if (x$round_size == "power") return(sprintf("f(k) = ceiling(%g k^%g)", x$round_c, x$round_beta))
  sprintf("f(k) = 2^(k + %g), f(1) = 2^(2 + %g)", x$round_c, x$round_c)
}
