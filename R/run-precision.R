# Replications until intervals are narrow enough: how many are needed, and playing them. The precision itself:
# R/study-precision.R.

#' Replications until intervals are narrow enough
#' @description
#' `reps_until()` makes [run_study()] add replications until intervals are narrow enough.
#' With `study` it estimates from that study how many replications this takes.
#'
#' **Use it when** you want a stated accuracy and do not know how variable the results are.
#'
#' @details
#' `run_study(reps = reps_until(half_width))` adds replications until the final interval of every policy on every
#' bandit has at most this half-width. It looks at the results several times, first after 64 replications. Student's
#' interval would then cover the mean in fewer than `level` of all studies, so a confidence sequence is used, which
#' covers at all looks at once with probability `level` if values are normal. It is 1.5 to 2.2 times as wide as
#' Student's interval for 50 to 100,000 replications. `summary(study, interval = "anytime")` shows it. The probability
#' is that of each interval, not of all together. Formulas: article *Methods*, section "Intervals of reps_until()".
#'
#' Looks depend on nothing but the results, so the same call gives the same study. With `path`, an interrupted study
#' resumes.
#'
#' @section Rare large values: A policy that seldom fails has a small regret in most replications and a large one in a
#'   few. As long as none of these has been seen, its interval is too narrow. Two things help:
#'   * A guard, always on: a study does not end while a single replication has more than a fifth of the sum of squares
#'     about a mean. Where a measure has not varied at all, the study goes on until the interval by the certain bound
#'     (see below) is narrow enough, or to `max`, with a warning, where no bound is certain.
#'   * A proof, with `bound`: an interval that covers at all looks with probability `level` whatever the distribution
#'     (Howard and others 2021, theorem 4), provided that no replication exceeds `bound`; one that does is an error. It
#'     takes about 5.66 `bound` / `half_width` replications at least (at `level` 0.95; twice as many for
#'     `"difference"`). The number is stated before the study starts; if it exceeds `max`, the study is refused.
#'     `summary()` and [compare_policies()] have the same argument.
#'
#'   `bound = TRUE` takes the bound that is certain for bandits without traits: the horizon times the difference
#'   between the greatest and the least mean for `"regret"` and `"difference"` (under a [prior][priors], between the
#'   ends of its range), the horizon for `"optimal"`; and 1 for `"correct"`, always. Otherwise supply a number.
#'
#'   Coverage of the final interval in 1,000 studies (nominal 0.95, standard error at most 0.016), and the median
#'   number of replications. Probabilities of values are in brackets:
#'
#'   | values, half-width | without guard | guard | bound |
#'   | --- | --- | --- | --- |
#'   | 4, or 996 (0.0076); 3 | 0.369, 64 | 0.993, 9,913 | 1.000, 12,192 |
#'   | 0, or 1 (0.02); 0.02 | 0.723, 512 | 0.987, 512 | 0.997, 844 |
#'   | normal, sd 10, or 1,000 more (0.003); 3 | 0.621, 143 | 0.625, 141 | no bound |
#'   | lognormal with sd 2 of the logarithm; 1.5 | 0.913, 6,848 | 0.921, 8,495 | no bound |
#'
#'   In the third row most studies end before they have seen one of the large values, which no sample can know of. Only
#'   a bound protects from that.
#'
#' @param half_width The half-width to be reached, a number above 0, in units of `what`.
#' @param what The column of [regret()], as in [summary()][summary.unruly_study]. Or `"difference"`: the difference of
#'   each policy's regret to that of the `baseline`, paired by replication as in [compare_policies()], which often
#'   takes fewer replications. Default: `"regret"`.
#' @param baseline For `"difference"`: the label of the policy to compare with. Default: the first.
#' @param max The greatest number of replications, a whole number of at least 64, at which [run_study()] gives up with
#'   a warning of class `unruly_warning_precision`. Default: 100,000.
#' @param level Nominal coverage, in (0, 1). Default: 0.95.
#' @param bound `NULL`; or a number that `what` cannot exceed in any replication, or a difference in either direction;
#'   or `TRUE` for the bound that is certain, see "Rare large values". Default: `NULL`.
#' @param study `NULL`; or a study, from which is estimated how many replications are needed. Default: `NULL`.
#' @param interval With `study`: `"t"`, Student's, for a number of replications that is fixed in advance; `"anytime"`
#'   for `reps_until()`. Default: `"t"`; with a `bound`, `"anytime"`.
#' @param ... Must be empty.
#' @return `reps_until()`: an object of class `unruly_reps_until`. With `study`: a tibble with one row per bandit and
#'   policy: `bandit`; `policy`; `sd`, between replications; `half_width` of the study as it is, the greater side of the
#'   interval; `reps`, the number of replications needed, also by the guard, `Inf` beyond 2^31. Where nothing varied,
#'   both follow from the range of the measure, and are `NA` if it has none.
#' @section Errors: `unruly_error_argument`: a replication exceeds `bound`, or `bound = TRUE` and none is certain;
#'   `max` cannot be enough; or the replications of a bandit are not independent, such as those of a replay: their
#'   intervals do not narrow.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_ucb1(), horizon = 100, reps = reps_until(0.5), seed = 1)
#' study
#' reps_until(0.1, study = study)
#'
#' two <- list(policy_ucb1(), policy_moss())
#' study <- run_study(problem, two, horizon = 100, reps = reps_until(0.5, "difference"), seed = 1)
#' compare_policies(study, interval = "anytime")
#'
#' # Explore-then-commit seldom names the wrong arm, at great cost.
#' study <- run_study(problem, policy_etc(20), 100, reps = reps_until(2, bound = TRUE), seed = 1)
#' summary(study, bound = TRUE)
#' @references Howard, Ramdas, McAuliffe and Sekhon (2021), Time-uniform, nonparametric, nonasymptotic confidence
#'   sequences (for `bound`). Lai (1976), On confidence sequences, section 4. Wang and Ramdas (2025), Anytime-valid
#'   t-tests and confidence sequences for Gaussian means with unknown variance, section 4. Waudby-Smith, Arbour, Sinha,
#'   Kennedy and Ramdas (2024), Time-uniform central limit theory and asymptotic confidence sequences (for other
#'   distributions).
#' @seealso [run_study()], [summary.unruly_study()].
#' @export
reps_until <- function(half_width, what = "regret", max = 1e5, level = 0.95, baseline = NULL, bound = NULL,
                       study = NULL, interval = if (is.null(bound)) c("t", "anytime") else "anytime", ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  what <- check_text(what, "what")
  baseline <- check_baseline(baseline, what)
  goal <- structure(list(
    half_width = check_number(half_width, "half_width", above = 0),
    what = what,
    max = check_whole(max, "max", min = first_look, max = .Machine$integer.max),
    level = check_number(level, "level", above = 0, below = 1),
    baseline = baseline,
    bound = check_reps_bound(bound)
  ), class = "unruly_reps_until")
  if (is.null(study)) {
    if (!missing(interval)) abort_argument("interval", "left out without `study`", interval)
    return(goal)
  }
  reps_needed(study, goal, check_choice(interval, "interval", c("t", "anytime")), call)
}

# What reps_until() tells of a study that is there.
reps_needed <- function(study, goal, interval, call) {
  check_study(study, call = call)
  if (goal$what != "difference") goal$what <- check_figure(goal$what, study, call = call)
  check_bounded(goal$bound, interval, call)
  check_independent(study$description, "study", call)
  if (goal$what == "difference") goal$baseline <- known_baseline(goal$baseline, study$description, "study", call)
  level <- goal$level
  half_width <- goal$half_width
  look <- look_at(study, goal, "bound", call)
  half <- if (interval == "t") student_halves(look, level) else
    half_widths(look, level)
  reps <- if (interval == "t") student_reps(look, half_width, level) else
    if (look$sums$n < 2 && !look$proved) rep(NA_real_, length(half)) else wanted_reps(look, half_width, level)
  tibble(look$cells[c("bandit", "policy")], sd = sd_of_sums(look$sums), half_width = half, reps = reps)
}

# Returns what is known of each mean or difference of interest at the last checkpoint, one row of `cells` each: `sums`;
# `bound`, NA if none is certain, and whether it was asked for (`proved`); whether they are differences (`pair`).
look_at <- function(study, goal, argument, call) {
  pair <- goal$what == "difference"
  round <- last_checkpoint(study)
  d <- study$description
  others <- if (pair) setdiff(names(d$policies), goal$baseline) else names(d$policies)
  pairs <- list(policy = others, baseline = rep(goal$baseline, length(others)))
  bounds <- bounds_of(goal$bound, d, goal$what, round)
  if (isTRUE(goal$bound)) refuse_uncertain(bounds, d$bandits, goal$what, argument, call)
  cells <- tibble(bandit = rep(names(d$bandits), each = length(others)), policy = rep(others, length(d$bandits)))
  sums <- if (pair) sums_of_pairs(study, pairs, "regret", round) else sums_of_measure(study, goal$what, round)
  range <- ranges_of_cells(if (pair) "regret" else goal$what, d, round, length(others))
  look <- list(cells = cells, sums = sums, bound = unname(rep(bounds[1, ], each = length(others))),
               range = if (pair) rbind(-diff(range), diff(range)) else range, proved = !is.null(goal$bound),
               pair = pair)
  if (is.numeric(goal$bound)) refuse_beyond(look$sums, look$cells, look$bound, pair, goal$what, argument, call)
  look
}

# The greater side of each.
half_widths <- function(look, level) {
  limits <- anytime_interval(look$sums, look$bound, look$proved, look$pair, level)
  pmax(limits[2, ] - look$sums$mean, look$sums$mean - limits[1, ])
}

# The same of Student's intervals, which are those of `summary()` and `compare_policies()`.
student_halves <- function(look, level) {
  limits <- limits_of_means(look$sums$mean, sd_of_sums(look$sums) / sqrt(look$sums$n), look$sums$n, look$range, level)
  pmax(limits[2, ] - look$sums$mean, look$sums$mean - limits[1, ])
}

# Returns how many replications Student's intervals need; where nothing varied, as many equal ones as their limits ask
# for, NA if the measure has no known range.
student_reps <- function(look, half_width, level) {
  sums <- look$sums
  by_spread <- vapply(sd_of_sums(sums), least_reps, 0, half_width, level, "t")
  below <- sums$mean - look$range[1, ]
  above <- look$range[2, ] - sums$mean
  equal <- which(never_varied(sums) & sums$n > 1)
  by_spread[equal] <- NA_real_
  equal <- equal[is.finite(below + above)[equal]]
  by_spread[equal] <- least_count(function(n) {
    pmax(below, above)[equal] * (1 - ((1 - level) / 2)^(1 / n)) <= half_width
  }, length(equal))
  by_spread
}

# `play(replications, how)` plays them, or with a folder what it lacks of them.
play_until_precise <- function(goal, first_rep, play, how, call) {
  how$part_size <- if (!is.null(how$path)) how$part_size
  reps <- max(first_look, planned_reps(how$path, call))
  study <- play(seq(first_rep, length.out = reps), how)
  repeat {
    look <- looked_at(study, goal, call)
    wanted <- next_look(look, goal)
    if (wanted == reps) break
    from <- if (is.null(how$path)) reps else 0
    more <- tryCatch(play(seq(first_rep + from, length.out = wanted - from), how),
                     error = function(e) keep_looked(study, from, e),
                     interrupt = function(e) keep_looked(study, from, e))
    study <- if (from == 0) more else join_studies(list(study, more), call)
    reps <- wanted
  }
  warn_imprecise(look, goal, call)
  tell_looks(reps, goal)
  study
}

# A replication beyond the bound ends the study, which is kept.
looked_at <- function(study, goal, call) {
  tryCatch(look_at(study, goal, "reps", call), unruly_error_argument = function(e) {
    last$study <- study
    stop(e)
  })
}

# Returns which intervals are those of the looks.
tell_looks <- function(reps, goal) {
  table <- if (goal$what == "difference") "compare_policies" else "summary"
  code <- if (is.null(goal$bound)) "interval = \"anytime\"" else sprintf("bound = %s", format_numbers(goal$bound))
  inform_plain(c(i = sprintf("%s, a number that depends on the results: use the intervals of `%s(%s)`.",
                             count_of(reps, "replication"), table, code)), class = "unruly_message_precision")
}

planned_reps <- function(path, call) {
  if (is.null(path) || !dir.exists(path)) return(0)
  rlang::check_installed("jsonlite", "to keep a study in a folder.", call = call)
  sum(vapply(read_segments(path, call), `[[`, 0, "reps"))
}

# Keeps what was there before the replications that were cut off.
keep_looked <- function(study, from, condition) {
  if (from > 0) last$study <- if (is_study(last$study)) join_studies(list(study, last$study), NULL) else study
  if (inherits(condition, "interrupt")) rlang::interrupt()
  stop(condition)
}

# Why the greatest number of replications was not enough: what never varied, what few replications decide, or what is
# simply wide.
warn_imprecise <- function(look, goal, call) {
  reps <- look$sums$n
  short <- which(wanted_reps(look, goal$half_width, goal$level) > reps)
  if (length(short) == 0) return(invisible())
  still <- short[!look$proved & never_varied(look$sums)[short]]
  guarded <- short[!look$proved & guarded_reps(look$sums)[short] > reps]
  row <- c(still, guarded, short)[1]
  measure <- measured_text(look$cells[row, ], look$pair, goal$what)
  why <- if (length(still) > 0) {
    sprintf("%s was %s in all of them, which says nothing about rare other values.", capital(measure),
            format_numbers(signif(look$sums$mean[row], 7)))
  } else if (length(guarded) > 0) {
    sprintf("A single replication has more than a fifth of the sum of squares of %s: values like it are rare.", measure)
  } else {
    widest <- max(half_widths(look, goal$level), na.rm = TRUE)
    sprintf("The widest interval is %s to either side.", format_numbers(signif(widest, 3)))
  }
  remedy <- if (length(still) == 0) "`reps_until(study = )` estimates how many are needed." else
    "Supply a number that the measure cannot exceed, such as `reps_until(..., bound = 1000)`."
  said <- sprintf("After %s, the greatest number allowed, the goal is not reached.", count_of(reps, "replication"))
  warn_plain(c(said, x = why, i = remedy), class = c("unruly_warning_precision", "unruly_warning"), call = call)
}
