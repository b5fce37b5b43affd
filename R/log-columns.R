# The columns of a user's data frame: which they are, and what they say in the
# forms in which people have them.

# The arguments that name columns.
column_arguments <- c("arm", "reward", "time", "pool", "propensity", "context")

# What was written for each in the call of a function that has them, unevaluated,
# and whether it was given or is the default.
columns_named <- function(env = rlang::caller_env()) {
  asked <- function(what, argument) eval(as.call(list(what, as.name(argument))), env)
  lapply(rlang::set_names(column_arguments), function(argument) {
    list(code = rlang::quo_get_expr(asked(rlang::enquo, argument)), given = !asked(missing, argument))
  })
}

usual_columns <- function() {
  lapply(rlang::set_names(column_arguments), function(argument) {
    list(code = if (argument != "context") as.name(argument), given = FALSE)
  })
}

# The names of the columns, by argument; NULL where there is none. A column
# `shown`, as `as_tibble()` of a log has it, stands before `arm`.
find_columns <- function(named, log, call) {
  found <- lapply(rlang::set_names(names(named)), function(argument) {
    find_column(named[[argument]], argument, names(log), call)
  })
  if (!named$arm$given && "shown" %in% names(log)) found$arm <- "shown"
  if (!named$context$given) found$context <- names(log)[startsWith(names(log), "context")]
  found
}

find_column <- function(named, argument, present, call) {
  several <- argument == "context"
  needed <- argument %in% c("arm", "reward")
  wanted <- sprintf("%s of `log`, such as `%s`", if (several) "columns" else "the name of a column",
                    if (several) "c(age, region)" else argument)
  if (is.null(named$code) && !needed) return(NULL)
  columns <- column_names(named$code, several)
  if (is.null(columns)) abort_argument(argument, wanted, given = column_text(named$code), call = call)
  absent <- setdiff(columns, present)
  if (length(absent) == 0) return(columns)
  if (named$given) {
    abort_argument(argument, wanted, given = sprintf("`%s`, which it does not have", absent[1]), call = call,
                   hint = did_you_mean(absent, present, in_code))
  }
  NULL
}

# A name, a text, or c() of them.
column_names <- function(code, several) {
  if (is.symbol(code) && nzchar(as.character(code))) return(as.character(code))
  if (is.character(code) && !anyNA(code) && (length(code) == 1 || several && length(code) > 1)) return(as.vector(code))
  if (!several || !rlang::is_call(code, "c") || length(code) == 1) return(NULL)
  parts <- lapply(as.list(code)[-1], column_names, several = FALSE)
  if (any(vapply(parts, is.null, NA))) NULL else unlist(parts)
}

column_text <- function(code) {
  if (is.language(code)) paste0("`", rlang::as_label(code), "`") else describe_value(code)
}

# Columns of a log that knows its own were not to be named.
refuse_columns <- function(named, call) {
  given <- names(Filter(function(column) column$given, named))
  if (length(given) == 0) return(invisible())
  abort_argument(given[1], "left out: this log knows its columns", given = column_text(named[[given[1]]]$code),
                 call = call)
}

# --- what a column says -------------------------------------------------------

reward_column <- function(reward, argument, call) {
  if (is.logical(reward) && !anyNA(reward)) reward <- as.double(reward)
  reward <- check_numbers(reward, argument, call = call)
  check_largest(reward, argument, call = call)
  reward
}

# Numbers as they are; dates and times in seconds since the beginning of 1970 in UTC.
time_column <- function(time, argument, call) {
  if (is.factor(time)) time <- as.character(time)
  if (inherits(time, "POSIXlt")) time <- as.POSIXct(time)
  if (inherits(time, "Date")) time <- as.numeric(time) * 86400
  if (inherits(time, "POSIXct")) time <- as.numeric(time)
  if (is.character(time)) time <- text_times(time, argument, call)
  time <- check_numbers(time, argument, call = call)
  if (is.unsorted(time)) warn_of_order("Sort the rows of {.arg log} first: a replay walks them as they come.", call)
  time
}

warn_of_order <- function(advice, call = rlang::caller_env()) {
  warn_cli(c("The events are not in the order of time.", i = advice), class = "unruly_warning_log", call = call)
}

time_pattern <- paste0(
  "^\\s*([0-9]{4})[-/]([0-9]{1,2})[-/]([0-9]{1,2})",
  "(?:[T\\s]\\s*([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}(?:[.,][0-9]*)?))?\\s*(Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2}|[+-][0-9]{2})?)?\\s*$"
)

# Numbers, dates, or dates with times of the day, in UTC unless they tell how far off.
text_times <- function(text, argument, call) {
  check_readable(text, argument, call)
  numbers <- suppressWarnings(as.numeric(text))
  if (!anyNA(numbers)) return(numbers)
  part <- function(i) sub(time_pattern, sprintf("\\%d", as.integer(i)), text, perl = TRUE)
  number <- function(i) ifelse(nzchar(part(i)), suppressWarnings(as.numeric(sub(",", ".", part(i), fixed = TRUE))), 0)
  fits <- grepl(time_pattern, text, perl = TRUE)
  given <- text
  text[!fits] <- ""
  day <- as.numeric(as.Date(paste(part(1), part(2), part(3), sep = "-"), format = "%Y-%m-%d"))
  seconds <- 3600 * number(4) + 60 * number(5) + number(6) - seconds_off(part(7))
  bad <- which(!fits | is.na(day) | number(4) > 24 | number(5) > 59 | number(6) > 61)
  if (length(bad) > 0) {
    abort_argument(argument, "numbers, dates, or texts such as \"2026-11-22 09:30:00\"", call = call,
                   given = sprintf("%s in event %d", quoted(given[bad[1]]), bad[1]))
  }
  86400 * day + seconds
}

# "+05:30", "-0800" or "+01" in seconds; "", "Z" and their like are 0.
seconds_off <- function(zone) {
  told <- grepl("^[+-]", zone)
  digits <- gsub("[^0-9]", "", zone)
  hours <- suppressWarnings(as.numeric(substr(digits, 1, 2)))
  minutes <- suppressWarnings(as.numeric(paste0("0", substr(digits, 3, 4))))
  ifelse(told, ifelse(startsWith(zone, "-"), -1, 1) * (3600 * hours + 60 * minutes), 0)
}

propensity_of_shown <- function(propensity, argument, call) {
  check_numbers(propensity, argument, above = 0, max = 1, call = call)
}

# A matrix of numbers, one row an event: numbers as they are, TRUE and FALSE as 1
# and 0, and for texts and factors a column for each value, 1 where it is that. What a
# number of another class means (days, metres), nobody knows.
context_columns <- function(log, columns, call) {
  parts <- lapply(columns, function(name) one_context(log[[name]], paste0("log$", name), call))
  context <- unname(do.call(cbind, parts))
  check_matrix(context, "log$context", rows = nrow(log), call = call,
               wanted = "columns of finite numbers, one row an event")
}

one_context <- function(value, argument, call) {
  if (inherits(value, "AsIs")) oldClass(value) <- setdiff(oldClass(value), "AsIs")
  if (is.object(value) && !is.factor(value)) abort_argument(argument, "numbers, TRUE and FALSE, texts or a factor",
                                                            value, call = call)
  if (is.logical(value) && is.null(dim(value))) return(as.matrix(as.double(value)))
  if (!is.factor(value) && !is.character(value)) return(as.matrix(value))
  if (anyNA(value)) {
    abort_argument(argument, "without missing values", value, call = call,
                   given = sprintf("NA in event %d", which(is.na(value))[1]))
  }
  levels <- if (is.factor(value)) levels(droplevels(value)) else sort(unique(value), method = "radix")
  outer(as.character(value), levels, "==") + 0
}
