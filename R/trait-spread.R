#' Spreads: how a reward is distributed over later rounds
#' @description
#' Describes at which lags the parts of a reward arrive, for [with_spread()] and for the lags of
#' [with_delay()].
#'
#' **Use it when** a spread has a known form. Any other form is a vector of weights in
#' `with_spread()`.
#'
#' @details
#' A part with lag 1 arrives in the next round, a part with lag 0 in the round of the pull. X is the
#' reward of the pull.
#'
#' * `spread_delay(min, max)`: all of X at one lag, uniformly random on `min..max`.
#' * `spread_window(from, to)`: X / (to - from) at each of the lags `from..(to - 1)`.
#' * `spread_linear(length, "decreasing")`: lag l gets X 2(d + 1 - l) / (d(d + 1)), where d is
#'   the length; `"increasing"`: X 2l / (d(d + 1)); l = 1..d.
#' * `spread_geometric(mean)`: lag l gets (1 - gamma) gamma^(l - 1) X, l = 1, 2, ..., where gamma is 1 - 1 / mean: the
#'   law of [delay_geometric()].
#' * `spread_power(gamma)`: lag l gets X / (zeta(gamma) l^gamma), l = 1, 2, ... A sum of
#'   exponentials approximates the weights, so the time per round does not grow with the lags. Up to
#'   the horizon each weight is within a relative 1e-9 of the exact one.
#' * `spread_adversarial(length, streak)`: the non-oblivious rule of the paper. The lag is `length` if
#'   the arm is the best one and has been chosen at least `streak` times in succession (this time
#'   included), else 1.
#'
#' Arms may have different spreads: pass a list of spreads to [with_spread()]. `autoplot()` draws a
#' spread, `as_tibble()` lists its weights.
#'
#' @param min,max Least and greatest lag in rounds, whole numbers with `0 <= min <= max`.
#' @param from,to First lag and the lag after the last, whole numbers with `0 <= from < to`.
#' @param length Number of lags (rounds), a whole number of at least 1.
#' @param direction `"decreasing"` or `"increasing"`. Default: `"decreasing"`.
#' @param mean The mean lag in rounds, a number above 1 and at most 1e15.
#' @param gamma The exponent, a number above 1 and at most 50.
#' @param streak Number of choices in succession, a whole number of at least 1. Default: `3 * length`.
#' @param ... Must be empty.
#' @return A spread, an object of class `unruly_spread`.
#' @examples
#' spread_delay(10, 30)
#' bandit(arms_bernoulli(c(0.2, 0.8))) |> with_spread(spread_linear(50))
#' @references Wang, Wang and Huang (2021), Adaptive Algorithms for
#'   Multi-armed Bandit with Composite and Anonymous Feedback, sections 2 and 5.
#' @seealso [with_spread()], [with_delay()].
#' @name spreads
NULL

#' @rdname spreads
#' @export
spread_delay <- function(min, max, ...) {
  p <- described("spread_delay")
  new_spread("delay", p, if (p$min == p$max) paste("delayed by", count_of(p$min, "round")) else
    sprintf("delayed by %g to %g rounds", p$min, p$max))
}

#' @rdname spreads
#' @export
spread_window <- function(from, to, ...) {
  p <- described("spread_window")
  new_spread("window", p, sprintf("spread evenly over lags %g to %g", p$from, p$to - 1))
}

#' @rdname spreads
#' @export
spread_linear <- function(length, direction = c("decreasing", "increasing"), ...) {
  p <- described("spread_linear")
  new_spread("linear", p, sprintf("spread over lags 1 to %g, linearly %s", p$length, p$direction))
}

#' @rdname spreads
#' @export
spread_geometric <- function(mean, ...) {
  check_no_dots(...)
  mean <- check_number(mean, "mean", above = 1, max = 1e15)
  new_spread("geometric", list(gamma = 1 - 1 / mean), sprintf("spread geometrically, mean lag %g", mean))
}

#' @rdname spreads
#' @export
spread_power <- function(gamma, ...) {
  p <- described("spread_power")
  new_spread("power", p, sprintf("spread by a power law, gamma = %g", p$gamma))
}

#' @rdname spreads
#' @export
spread_adversarial <- function(length, streak = 3 * length, ...) {
  p <- described("spread_adversarial")
  p$streak <- p$streak %||% (3 * p$length)
  new_spread("adversarial", p,
             sprintf("delayed by an adversary: %g rounds after %g times in succession", p$length, p$streak))
}

# Returns the spread that with_spread() makes of a vector of weights: the first is that of the lag `from`.
spread_custom <- function(weights, from = 1, argument, call) {
  wanted <- "weights of at least 0, not all of them 0"
  weights <- check_numbers(weights, argument, min = 0, wanted = wanted, call = call)
  check_largest(weights, argument, call = call)
  if (all(weights == 0)) abort_argument(argument, wanted, weights, call = call)
  most <- rules_of("spread_custom")$from$greatest + 1 - from
  if (length(weights) > most) {
    abort_argument(argument, sprintf("at most %s weights", format_count(most)), call = call,
                   given = format_count(length(weights)))
  }
  weights <- weights[seq_len(max(which(weights > 0)))]
  new_spread("custom", list(weights = weights / sum(weights), from = from),
             sprintf("spread over lags %g to %g by given weights", from, from + length(weights) - 1))
}

new_spread <- function(law, parameters, text) {
  structure(list(law = law, parameters = parameters, text = text), class = "unruly_spread")
}

#' @export
print.unruly_spread <- print_formatted

#' @export
format.unruly_spread <- function(x, ...) {
  check_object(x)
  one_line(paste("<spread> rewards", x$text))
}

shape.unruly_spread <- function(x) list(
  law = function(v, x) is_word(v), parameters = function(v, x) fits_spread(x$law, v),
  text = function(v, x) is_word(v)
)

fits_spread <- function(law, p) {
  fits_rules(paste0("spread_", law), c(list(law = law), p), 1)
}

#' Rewards that arrive in parts, mixed together
#' @description
#' Adds a spread: the reward of a pull arrives over later rounds, and the player sees only the sum of
#' what arrives in a round.
#'
#' **Use it when** rewards do not say which pull they belong to, such as sales after advertisements.
#' If the source of a reward is known, use [with_delay()].
#'
#' @details For regret, the whole reward of a pull counts in the round of the pull, even what would arrive after the
#' horizon.
#'
#' @param bandit A bandit.
#' @param spread How a reward is spread:
#'   * one of the [spreads];
#'   * a numeric vector of two or more weights of at least 0, not all of them 0: the shares of the reward that arrive at
#'     the lags 1, 2, ... (zeros in front for lags at which nothing arrives). They are divided by their sum. Computing
#'     time per round does not grow with the number of weights if they form a few straight lines; otherwise it is
#'     proportional to it;
#'   * a list with one of these per arm (not for populations).
#' @param ... Must be empty.
#' @inherit with_patience return
#' @inheritSection with_patience Errors
#' @examples
#' bandit(arms_bernoulli(c(0.2, 0.8))) |> with_spread(spread_delay(10, 30))
#' bandit(arms_bernoulli(c(0.2, 0.8))) |> with_spread(c(0, 0, 3, 1))
#' bandit(arms_bernoulli(c(0.2, 0.8))) |>
#'   with_spread(list(spread_delay(1, 3), spread_geometric(10)))
#' @references Wang, Wang and Huang (2021), Adaptive Algorithms for
#'   Multi-armed Bandit with Composite and Anonymous Feedback, section 2.
#' @seealso [spreads], [policy_ars_ucb()].
#' @export
with_spread <- function(bandit, spread, ...) {
  check_no_dots(...)
  check_bandit(bandit)
  check_addition(bandit, "spread")
  if (!missing(spread) && is.list(spread)) spread <- in_order_of_arms(spread, "spread", bandit$arms$names)
  spreads <- check_spreads(spread, bandit)
  distinct <- unique(spreads)
  # The core reads the spreads by number: "1.law", "1.min", ...
  laws <- unlist(lapply(seq_along(distinct), function(i) {
    law <- c(list(law = distinct[[i]]$law), distinct[[i]]$parameters)
    stats::setNames(law, paste0(i, ".", names(law)))
  }), recursive = FALSE)
  text <- if (length(distinct) == 1) distinct[[1]]$text else sprintf("spread in %d ways, by arm", length(distinct))
  bandit <- add_trait(bandit, "spread", c(list(laws = length(distinct), of_arm = match(spreads, distinct)), laws),
                 paste("rewards", text))
  bandit$traits$spread$spreads <- spreads
  bandit
}

# One spread for all arms, or a list with one per arm; a spread may be a vector of weights.
check_spreads <- function(spread, bandit, call = rlang::caller_env()) {
  wanted <- "a spread such as `spread_delay(1, 10)`, weights of the lags 1, 2, ..., or a list with one of these per arm"
  if (missing(spread)) abort_missing("spread", call, wanted)
  if (is.numeric(spread)) return(list(spread_of_weights(spread, call)))
  if (inherits(spread, "unruly_spread")) return(list(check_class(spread, "spread", "unruly_spread", wanted, call)))
  if (is.list(spread) && !is.object(spread)) {
    numbers <- vapply(spread, is.numeric, NA)
    spread[numbers] <- lapply(spread[numbers], spread_of_weights, call)
  }
  check_elements(spread, "spread", "unruly_spread", wanted, call)
  if (length(spread) != arm_count(bandit)) {
    abort_argument("spread", sprintf("a list with one spread per arm, %d", arm_count(bandit)), call = call,
                   given = sprintf("a list of %d", length(spread)))
  }
  unname(spread)
}

# A single number would look like a lag.
spread_of_weights <- function(weights, call) {
  if (length(weights) == 1) {
    abort_argument("spread", "two or more weights, of the lags 1, 2 and so on", weights, call = call,
                   hint = "`spread_delay(3, 3)` delays a reward by 3 rounds.")
  }
  spread_custom(weights, argument = "spread", call = call)
}
