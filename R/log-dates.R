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
                   given = "one of a log without `time`")
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
  if (!inherits(within, "difftime")) return(within)
  if (!inherits(x, "unruly_log")) {
    abort_argument("within", "a number of rounds", given = "a length of time", call = call,
                   hint = "Rounds have no unit of time.")
  }
  if (!identical(x$unit, "seconds")) {
    abort_argument("within", "a number in the unit of the log's `time`", given = "a length of time", call = call,
                   hint = paste("The times of this log are numbers, of which no unit is known: give dates to `as_log()`,",
                                "or the number itself, such as `as.numeric(within, units = \"days\")` of days."))
  }
  as.numeric(within, units = "secs")
}

# A log without dates, whose outcomes all came at once, and each that there is.
is_dated <- function(log) !is.null(log$outcome_time)
