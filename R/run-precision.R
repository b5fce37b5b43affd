# Replications until intervals are narrow enough: how many are needed, and playing them. The precision itself:
# R/study-precision.R.

#' @rdname reps_until
#' @export
reps_needed <- function(study, half_width, what = "regret", level = 0.95, interval = c("t", "anytime"), baseline = NULL,
                        ...) {
  check_no_dots(...)
  check_study(study)
  half_width <- check_number(half_width, "half_width", above = 0)
  what <- if (identical(what, "difference")) what else check_figure(what, study)
  baseline <- check_baseline(baseline, what)
  level <- check_number(level, "level", above = 0, below = 1)
  interval <- check_choice(interval, "interval", c("t", "anytime"))
  check_independent(study$description, "study", rlang::current_env())
  goal <- list(what = what, baseline = if (what == "difference") known_baseline(baseline, study$description, "study",
                                                                                rlang::current_env()))
  table <- spreads_of(study, goal, level, interval)
  table$reps <- vapply(table$sd, least_reps, 0, half_width, level, interval)
  table
}

# One row per mean or difference of interest: `bandit`, `policy`, `sd` between replications, and `half_width`.
spreads_of <- function(study, goal, level = goal$level, interval = "anytime") {
  if (goal$what != "difference") {
    table <- summarise_study(study, goal$what, level = level, interval = interval)
    return(tibble(bandit = table$bandit, policy = table$policy, sd = table$sd,
                  half_width = (table$upper - table$lower) / 2))
  }
  others <- setdiff(names(study$description$policies), goal$baseline)
  pairs <- list(policy = others, baseline = rep(goal$baseline, length(others)))
  table <- compare_pairs(study, pairs, "regret", NULL, level, interval)
  tibble(bandit = table$bandit, policy = table$policy, sd = table$se * sqrt(length(study$replications)),
         half_width = (table$upper - table$lower) / 2)
}

# `play(replications, how)` plays them, or with a folder what it lacks of them.
play_until_precise <- function(goal, first_rep, play, how, call) {
  how$part_size <- if (!is.null(how$path)) how$part_size
  reps <- max(first_look, planned_reps(how$path, call))
  study <- play(seq(first_rep, length.out = reps), how)
  repeat {
    wanted <- next_look(reps, spreads_of(study, goal)$sd, goal)
    if (wanted == reps) break
    from <- if (is.null(how$path)) reps else 0
    more <- tryCatch(play(seq(first_rep + from, length.out = wanted - from), how),
                     error = function(e) keep_looked(study, from, e),
                     interrupt = function(e) keep_looked(study, from, e))
    study <- if (from == 0) more else join_studies(list(study, more), call)
    reps <- wanted
  }
  warn_imprecise(study, goal, call)
  look <- if (goal$what == "difference") "compare_policies" else "summary"
  inform_cli(c(i = "{count_of(reps, 'replication')}, a number that depends on the results: use the intervals of `{look}(interval = \"anytime\")`."),
                  class = "unruly_message_precision")
  study
}

planned_reps <- function(path, call) {
  if (is.null(path) || !dir.exists(path)) return(0)
  rlang::check_installed("jsonlite", "to keep a study in a folder.", call = call)
  sum(vapply(read_segments(path, call), `[[`, 0, "reps"))
}

# What was there before the replications that were cut off.
keep_looked <- function(study, from, condition) {
  if (from > 0) last$study <- if (is_study(last$study)) join_studies(list(study, last$study), NULL) else study
  if (inherits(condition, "interrupt")) rlang::interrupt()
  stop(condition)
}

warn_imprecise <- function(study, goal, call) {
  widest <- max(spreads_of(study, goal)$half_width)
  if (widest <= goal$half_width) return(invisible())
  reps <- format_count(length(study$replications))
  warn_cli(c("After {reps} replications the widest interval is still {format_numbers(signif(widest, 3))} to either side.",
                  i = "{.fn reps_needed} estimates how many are needed."),
                class = c("unruly_warning_precision", "unruly_warning"), call = call)
}
