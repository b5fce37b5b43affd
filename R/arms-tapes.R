#' Simulate a tape of rewards
#' @description
#' Draws a table of rewards of 0 and 1 in advance, one row per arm and one column per round, with fixed or switching
#' means.
#'
#' **Use it when** you need rewards for `arms_tape(tape, by = "round")`: adversarial bandits, or rewards known for each
#' arm and round. There, regret compares with the best single arm in hindsight. [read_outbrain()] and [read_coupons()]
#' read tapes from data sets.
#'
#' @details
#' A tape is a matrix of rewards fixed in advance, with one row per arm and one column per round; any numeric matrix
#' will do. Here each reward is 1 with probability `mean` of its arm, else 0, independently. With `every`, the means
#' switch every `every` rounds: in segment s they are column s of the matrix `mean`, starting again after the last
#' column. A vector is rotated: at each switch, every arm takes over the mean of the arm before it, and the first arm
#' that of the last.
#'
#' @param mean Probabilities in \[0, 1\], one per arm; with `every`, also a matrix with one row per arm and one column
#'   per segment.
#' @param horizon Number of rounds. A whole number of at least 1.
#' @param every Length of a segment in rounds, a whole number of at least 1. Default: `NULL`, the means are fixed.
#' @param seed A whole number. With a seed, the tape is always the same and R's own generator is not used. Default:
#'   `NULL`, R's generator is used, so that `set.seed()` works.
#' @param x A tape.
#' @param ... Must be empty; not used by `print()`.
#' @return A numeric matrix of class `unruly_tape`, one row per arm and one column per round.
#' @section Errors: `unruly_error_argument`: the table would have more than 2^27 rewards (1 GiB).
#' @references Wang, Wang and Huang (2021), Adaptive Algorithms for Multi-armed Bandit with Composite and Anonymous
#'   Feedback, AAAI, section 3.1 (the setting; these tapes are the package's own).
#' @seealso [arms_tape()], [with_spread()]
#' @examples
#' tape <- simulate_tape(c(0.8, 0.5, 0.2), horizon = 1000, every = 100, seed = 1)
#' tape
#' problem <- bandit(arms_tape(tape, by = "round")) |> with_spread(spread_adversarial(10))
#' run_study(problem, list(policy_ars_exp3(), policy_clw(10)), horizon = 1000, reps = 5, seed = 1)
#' @export
simulate_tape <- function(mean, horizon, every = NULL, seed = NULL, ...) {
  check_no_dots(...)
  mean <- check_tape_means(mean, every)
  horizon <- check_whole(horizon, "horizon", min = 1)
  if (!is.null(every)) {
    every <- check_whole(every, "every", min = 1, wanted = "NULL or a single whole number of at least 1")
  }
  check_tape_size(nrow(mean), horizon)
  segment <- if (is.null(every)) rep(1, horizon) else ((seq_len(horizon) - 1) %/% every) %% ncol(mean) + 1
  drawn <- draw_tape(nrow(mean), horizon, mean[, segment], check_seed_or_null(seed))
  new_tape(drawn, if (is.null(every)) "drawn, with fixed means" else
    sprintf("drawn, with means that switch every %s", count_of(every, "round")))
}

# A column per segment: a vector is rotated, or fixed.
check_tape_means <- function(mean, every, call = rlang::caller_env()) {
  wanted <- paste0("probabilities in [0, 1]: one per arm",
                   if (!is.null(every)) ", or a matrix with one row per arm and one column per segment")
  if (missing(mean)) abort_missing("mean", call, wanted)
  if (is.matrix(mean) && is.null(every)) {
    abort_argument("mean", wanted, mean, call = call, hint = "Segments need their length, e.g. `every = 100`.")
  }
  if (!is.matrix(mean)) {
    mean <- check_numbers(mean, "mean", min = 0, max = 1, wanted = wanted, call = call)
    arms <- length(mean)
    shift <- outer(seq_len(arms), seq_len(arms), "-") %% arms + 1
    mean <- if (is.null(every)) matrix(mean) else matrix(mean[shift], arms)
  }
  check_matrix(mean, "mean", min = 0, max = 1, wanted = wanted, call = call)
}

check_seed_or_null <- function(seed, call = rlang::caller_env()) {
  if (is.null(seed)) return(NULL)
  check_whole(seed, "seed", min = -2^31 + 1, max = 2^31 - 1, call = call,
              wanted = "a single whole number between -2^31 and 2^31, or NULL")
}

# Most rewards that fit into memory as a matrix of doubles.
most_rewards <- 2^27

check_tape_size <- function(arms, rounds, argument = "horizon", call = rlang::caller_env()) {
  if (arms * rounds <= most_rewards) return(invisible())
  abort_argument(argument, sprintf("at most %s for %s (2^27 rewards, 1 GiB)", format_count(floor(most_rewards / arms)),
                                   count_of(arms, "arm")),
                 rounds, given = format_count(rounds), call = call)
}

draw_tape <- function(arms, rounds, mean, seed) {
  uniform <- with_own_seed(seed, stats::runif(arms * rounds))
  matrix(as.double(uniform < mean), arms)
}

# R's generator as it is, or a fixed one that is put away afterwards.
with_own_seed <- function(seed, code) {
  if (is.null(seed)) return(code)
  before <- get0(".Random.seed", globalenv(), inherits = FALSE)
  on.exit({
    if (is.null(before)) rm(".Random.seed", envir = globalenv())
    else assign(".Random.seed", before, envir = globalenv())
  })
  set.seed(seed, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")
  code
}

# `notes`: further lines of its print.
new_tape <- function(reward, origin, notes = character()) {
  structure(reward, class = "unruly_tape", origin = origin, notes = notes)
}

#' @rdname simulate_tape
#' @export
print.unruly_tape <- print_formatted

#' @export
format.unruly_tape <- function(x, ...) {
  check_object(x)
  shown <- seq_len(min(nrow(x), 12))
  means <- rowMeans(x)
  names <- if (is.null(rownames(x))) "" else sprintf(" (%s)", rownames(x)[shown])
  best <- ifelse(shown == which.max(means), ", the best in hindsight", "")
  lines <- c(sprintf("<tape> %s over %s, %s", count_of(nrow(x), "arm"), count_of(ncol(x), "round"), attr(x, "origin")),
             attr(x, "notes"),
             sprintf("  arm %d%s: mean reward %s%s", shown, names, format_numbers(signif(means[shown], 4)), best),
             if (nrow(x) > length(shown)) sprintf("  and %s more", count_of(nrow(x) - length(shown), "arm")))
  one_line(lines)
}

shape.unruly_tape <- function(x) list(
  reward = function(v, x) is.matrix(v) && is_reals(v), origin = function(v, x) is_word(v),
  notes = function(v, x) length(v) == 0 || is_words(v)
)
