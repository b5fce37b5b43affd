# Replications until intervals are narrow enough: how many are needed, and playing them. The precision itself:
# R/study-precision.R.

#' @rdname reps_until
#' @export
reps_needed <- function(study, half_width, what = "regret", level = 0.95,
                        interval = if (is.null(bound)) c("t", "anytime") else "anytime", baseline = NULL, bound = NULL,
                        ...) {
  check_no_dots(...)
  check_study(study)
  half_width <- check_number(half_width, "half_width", above = 0)
  what <- if (identical(what, "difference")) what else check_figure(what, study)
  baseline <- check_baseline(baseline, what)
  level <- check_number(level, "level", above = 0, below = 1)
  bound <- check_reps_bound(bound)
  interval <- check_choice(interval, "interval", c("t", "anytime"))
  check_bounded(bound, interval)
  check_independent(study$description, "study", rlang::current_env())
  goal <- list(what = what, level = level, bound = bound,
               baseline = if (what == "difference") known_baseline(baseline, study$description, "study",
                                                                   rlang::current_env()))
  look <- look_at(study, goal, "bound", rlang::current_env())
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
  remedy <- if (length(still) == 0) "`reps_needed()` estimates how many are needed." else
    "Supply a number that the measure cannot exceed, such as `reps_until(..., bound = 1000)`."
  said <- sprintf("After %s, the greatest number allowed, the goal is not reached.", count_of(reps, "replication"))
  warn_plain(c(said, x = why, i = remedy), class = c("unruly_warning_precision", "unruly_warning"), call = call)
}
