# When outcomes came: the dates of a log whose outcomes may be late, or may never come.

# NA where no outcome has come; NaN is refused, as among rewards.
outcome_time_column <- function(time, argument, call) {
  if (inherits(time, "POSIXlt")) time <- as.POSIXct(time)
  if (is.factor(time)) time <- as.character(time)
  if (inherits(time, "difftime")) {
    abort_argument(argument, "dates, date-times, strings of these or numbers in the unit of `time`", call = call,
                   given = "lengths of time", hint = lag_hint)
  }
  if (is.numeric(time)) {
    refuse_dates(is.nan(time), "numbers, or NA where no outcome has come", "NaN", argument, call)
  }
  known <- if (is.atomic(time)) !is.na(time) else TRUE
  if (all(known)) return(time_column(time, argument, call))
  if (!any(known)) return(rep(NA_real_, length(time)))
  time[!known] <- time[known][1] # so that rows keep their numbers
  replace(time_column(time, argument, call), !known, NA)
}

lag_hint <- "A lag? Give the date of the outcome: `time + lag`."

# `came`: NULL if the log has no such column. What came is not before its event, nor after the log was cut. `plain`:
# whether it is of numbers, which may be lags.
outcome_dates <- function(came, plain, time, until, argument, call) {
  if (is.null(came)) {
    if (!is.null(until)) abort_argument("until", "left out without `outcome_time`", until, call = call)
    return(NULL)
  }
  if (is.null(time)) {
    abort_argument("outcome_time", "a column of a log that has times of its events, too", call = call,
                   given = "one of a log without `time`", hint = "Name their column, as in `time = clicked`.")
  }
  until <- if (is.null(until)) max(time, came, na.rm = TRUE) else check_until(until, call)
  refuse_dates(came < time, "dates that are not before their events", "an earlier one", argument, call,
               hint = if (plain) lag_hint)
  refuse_dates(came > until, "dates that are not after `until`, when the log was cut", "a later one", argument, call)
  if (any(time > until)) {
    abort_argument("until", "a time at or after the last event", until, call = call)
  }
  list(outcome_time = came, until = until)
}

check_until <- function(until, call) {
  if (length(until) != 1) abort_argument("until", "NULL, or a single time in the units of `time`", until, call = call)
  time_column(until, "until", call)
}

refuse_dates <- function(wrong, wanted, given, argument, call, hint = NULL) {
  row <- which(wrong)
  if (length(row) == 0) return(invisible())
  abort_argument(argument, wanted, call = call, hint = hint,
                 given = sprintf("%s in row %s", given, format_count(row[1])))
}

# Without rewards, what has a date is a conversion. An outcome that has not come can't be known.
rewards_with_dates <- function(reward, came, argument, call) {
  if (is.null(came)) return(reward)
  if (is.null(reward)) return(as.double(!is.na(came)))
  row <- which(is.na(came) & !is.na(reward) & reward != 0)
  if (length(row) == 0) return(reward)
  abort_argument(argument, "0 or NA where no outcome has come", call = call,
                 given = sprintf("%s in row %s", format_numbers(reward[row[1]]), format_count(row[1])),
                 hint = "Give the date of the outcome in `outcome_time`, or leave the reward out.")
}

# Returns ages in the unit of the log's times: seconds where these were dates, else a unit that only the user knows.
ages_in_unit <- function(within, x, call) {
  dated <- inherits(x, "unruly_log") && identical(x$unit, "seconds")
  if (dated && is.character(within)) {
    abort_argument("within", "a number of seconds, or a length of time", within, call = call,
                   hint = "A week is `as.difftime(7, units = \"days\")`.")
  }
  if (!inherits(within, "difftime")) return(within)
  if (!inherits(x, "unruly_log")) {
    abort_argument("within", "a number of rounds", given = "a length of time", call = call,
                   hint = "Rounds have no unit of time.")
  }
  if (!dated) {
    abort_argument("within", "a number in the unit of the log's `time`", given = "a length of time", call = call,
                   hint = paste("The times of this log are numbers, of which no unit is known: give dates to `as_log()`,",
                                "or the number itself, such as `as.numeric(within, units = \"days\")` of days."))
  }
  as.numeric(within, units = "secs")
}

# Tells how many outcomes of a log have not come, what becomes of them, and by which age (`within`) they would count.
# `been`: what did not happen to them, `more`: another way to count.
tell_of_open_outcomes <- function(log, been = "come when the log was cut", more = NULL) {
  open <- is.na(log$outcome_time)
  if (!any(open)) return(invisible())
  zeros <- sum(log$reward[open] %in% 0)
  left <- sum(open) - zeros
  fate <- if (left == 0) "counted as 0" else if (zeros == 0) "left out" else
    sprintf("counted as 0 (%s) or left out (%s)", format_count(zeros), format_count(left))
  lags <- (log$outcome_time - log$time)[!open]
  others <- if (length(lags) > 0) sprintf("; 90%% of the others came within `%s`", usual_age(lags, log$unit))
  inform_plain(c(sprintf("%s of %s had not %s, and %s %s.", format_count(sum(open)),
                         count_of(length(open), "outcome"), been, if (sum(open) == 1) "was" else "were", fate),
                 i = paste0("Some may still come. `estimates(within = )` counts what came by an age, of pulls that are ",
                            "so old", others, "."), i = more),
               class = "unruly_message_open")
}

# Returns code for an age, of two digits, by which most outcomes came.
usual_age <- function(lags, unit) {
  shown <- age_unit(max(lags), unit)
  age <- stats::quantile(lags, 0.9, type = 1, names = FALSE) / shown$seconds
  digit <- 10^(floor(log10(max(age, 1e-300))) - 1)
  number <- format_numbers(signif(ceiling(age / digit - 1e-9) * digit, 2))
  if (is.null(unit)) number else sprintf("as.difftime(%s, units = \"%s\")", number, shown$name)
}

# In which unit ages are shown that are in seconds, as those of dates are; others have the unit of the log's times.
age_unit <- function(longest, unit) {
  if (!identical(unit, "seconds")) return(list(seconds = 1, words = ""))
  seconds <- c(days = 86400, hours = 3600, mins = 60, secs = 1)
  name <- names(seconds)[longest >= 2 * seconds | seconds == 1][1]
  list(seconds = seconds[[name]], name = name, words = c(days = " in days", hours = " in hours", mins = " in minutes",
                                                        secs = " in seconds")[[name]])
}

# A log without dates, whose outcomes all came at once, and each that there is.
is_dated <- function(log) !is.null(log$outcome_time)
