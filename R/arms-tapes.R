#' Tapes: tables of rewards fixed in advance
#'
#' For adversarial bandits and for rewards that you know for every arm and round: a tape is a
#' table of rewards, one row per arm and one column per round, for
#' `arms_tape(tape, by = "round")`. The regret compares with the best single arm in hindsight,
#' round by round.
#'
#' * `tape_stochastic()`: every reward is 1 with probability `mean[k]`, else 0, independently.
#' * `tape_switching()`: the same with means that switch every `every` rounds, so that no arm
#'   is the best for long. In the s-th segment the means are the s-th column of `mean`,
#'   starting again after the last. A vector is rotated: at each switch every arm takes over
#'   the mean of the arm before it, and the first arm that of the last.
#'
#' Tapes of data are read by [read_outbrain()] and [read_coupons()]. Any numeric
#' matrix can be a tape.
#'
#' @param mean Probabilities in \[0, 1\], one per arm; for `tape_switching()` also a matrix
#'   with one row per arm and one column per segment.
#' @param horizon Number of rounds, a whole number of at least 1.
#' @param every Length of a segment in rounds, a whole number of at least 1.
#' @param seed `NULL` uses R's own generator, so that `set.seed()` works; a whole number
#'   always gives the same tape and leaves R's generator alone.
#' @param x A tape.
#' @param ... Not used.
#' @return A tape: a numeric matrix of class `unruly_tape`, one row per arm and one column per
#'   round.
#' @section Errors: `unruly_error_argument` if an argument is not as described above, or when
#'   the table would have more than 2^27 rewards (1 GiB).
#' @references Wang, Wang and Huang (2021), Adaptive Algorithms for
#'   Multi-armed Bandit with Composite and Anonymous Feedback, section 3.1 (the
#'   setting; these tapes are ours).
#' @examples
#' tape <- tape_switching(c(0.8, 0.5, 0.2), horizon = 1000, every = 100, seed = 1)
#' tape
#' problem <- bandit(arms_tape(tape, by = "round")) |> with_spread(spread_adversarial(10))
#' run_study(problem, list(policy_ars_exp3(), policy_clw(10)), horizon = 1000, reps = 5, seed = 1)
#' @name tapes
NULL

#' @rdname tapes
#' @export
tape_stochastic <- function(mean, horizon, seed = NULL, ...) {
  check_no_dots(...)
  mean <- check_numbers(mean, "mean", min = 0, max = 1)
  horizon <- check_whole(horizon, "horizon", min = 1)
  check_tape_size(length(mean), horizon)
  new_tape(draw_tape(length(mean), horizon, mean, check_seed_or_null(seed)), "drawn, with fixed means")
}

#' @rdname tapes
#' @export
tape_switching <- function(mean, horizon, every, seed = NULL, ...) {
  check_no_dots(...)
  mean <- check_switching_means(mean)
  horizon <- check_whole(horizon, "horizon", min = 1)
  every <- check_whole(every, "every", min = 1)
  check_tape_size(nrow(mean), horizon)
  stretch <- ((seq_len(horizon) - 1) %/% every) %% ncol(mean) + 1
  drawn <- draw_tape(nrow(mean), horizon, mean[, stretch], check_seed_or_null(seed))
  new_tape(drawn, sprintf("drawn, with means that switch every %s rounds", format_count(every)))
}

# Stretches as columns: a vector is rotated.
check_switching_means <- function(mean, call = rlang::caller_env()) {
  wanted <- "probabilities in [0, 1]: one per arm, or a matrix with one row per arm and one column per segment"
  if (missing(mean)) abort_missing("mean", call, wanted)
  if (!is.matrix(mean)) {
    mean <- check_numbers(mean, "mean", min = 0, max = 1, wanted = wanted, call = call)
    arms <- length(mean)
    shift <- outer(seq_len(arms), seq_len(arms), "-") %% arms + 1
    mean <- matrix(mean[shift], arms)
  }
  check_matrix(mean, "mean", min = 0, max = 1, wanted = wanted, call = call)
}

check_seed_or_null <- function(seed, call = rlang::caller_env()) {
  if (is.null(seed)) return(NULL)
  check_whole(seed, "seed", min = -2^31 + 1, max = 2^31 - 1, call = call,
              wanted = "a single whole number between -2^31 and 2^31, or NULL")
}

# What fits into memory as a matrix of doubles.
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

# `notes`: what else is to be said of it when it prints.
new_tape <- function(reward, origin, notes = character()) {
  structure(reward, class = "unruly_tape", origin = origin, notes = notes)
}

#' @rdname tapes
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
