# The columns of a user's data frame: which they are, and what they say in the forms in which people have them.
# as_log() alone selects them; functions that take a log hand their dots over to it.

# The arguments that name columns.
column_arguments <- c("arm", "reward", "time", "pool", "propensity", "propensities", "context", "game", "outcome_time")

# Arguments of as_log() for a data frame: columns unevaluated, with whether each was given or is the default.
columns_given <- function(arm = arm, reward = reward, time = time, pool = pool, propensity = propensity,
                          propensities = propensities, context = NULL, game = NULL, outcome_time = NULL, until = NULL,
                          range = NULL, intercept = FALSE, scale = FALSE) {
  list(columns = columns_named(), range = range, until = until,
       contexts = list(intercept = intercept, scale = scale))
}

columns_named <- function(env = rlang::caller_env()) {
  asked <- function(what, argument) eval(as.call(list(what, as.name(argument))), env)
  lapply(rlang::set_names(column_arguments), function(argument) {
    list(code = rlang::quo_get_expr(asked(rlang::enquo, argument)), given = !asked(missing, argument))
  })
}

usual_columns <- function() columns_given()$columns
dated_columns <- function() do.call(columns_given, list(outcome_time = quote(outcome_time)))$columns

# The names of the columns, by argument; NULL where there is none.
find_columns <- function(named, data, argument, call) {
  found <- lapply(rlang::set_names(names(named)), function(column) {
    find_column(named[[column]], column, names(data), argument, call, dated = !is.null(named$outcome_time$code))
  })
  if (!named$context$given) found$context <- usual_contexts(names(data))
  if (!named$game$given) found$game <- intersect(game_columns, names(data))
  found
}

# These distinguish the games of a study.
game_columns <- c("bandit", "policy", "rep")

# Those whose names begin with "context"; numbered ones in the order of their numbers.
usual_contexts <- function(present) {
  found <- present[startsWith(present, "context")]
  numbered <- grepl("^context[0-9]{1,9}$", found)
  if (all(numbered)) found[order(as.integer(sub("context", "", found)))] else found
}

find_column <- function(named, column, present, argument, call, dated = FALSE) {
  several <- column %in% c("context", "game")
  needed <- column == "arm" || column == "reward" && !dated
  wanted <- sprintf("%s of `%s`, such as `%s`", if (several) "columns" else "the name of a column", argument,
                    switch(column, context = "c(age, region)", game = "c(policy, rep)", column))
  if (is.null(named$code) && !needed) return(NULL)
  columns <- column_names(named$code, several)
  if (is.null(columns)) abort_argument(column, wanted, given = column_text(named$code), call = call)
  absent <- setdiff(columns, present)
  if (length(absent) == 0) return(columns)
  if (named$given) {
    abort_argument(column, wanted, given = sprintf("`%s`, which is not there", absent[1]), call = call,
                   hint = did_you_mean(absent, present, in_code))
  }
  NULL
}

# A name, a string, or c() of them.
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

# --- what a column says -------------------------------------------------------

# NA where a reward was not reported.
reward_column <- function(reward, argument, call) {
  if (is.logical(reward) && !is.object(reward) && is.null(dim(reward))) return(as.double(reward))
  if (is.character(reward) || is.factor(reward)) {
    abort_argument(argument, "numbers, TRUE and FALSE, or NA where none was reported", reward, call = call,
                   given = if (is.factor(reward)) "a factor" else describe_value(reward),
                   hint = hint_for_answers(as.character(reward), argument))
  }
  known <- without_missing(reward, 0)
  check_numbers(known, argument, call = call, wanted = "numbers, TRUE and FALSE, or NA where none was reported")
  check_largest(known, argument, call = call)
  as.double(reward)
}

# Returns how words become rewards: numbers as such, others as one of two answers.
hint_for_answers <- function(words, argument) {
  kinds <- unique(words[!is.na(words) & is_readable(words)])
  if (length(kinds) > 0 && !anyNA(suppressWarnings(as.numeric(kinds)))) {
    return(sprintf("Make them numbers: `%1$s <- as.numeric(as.character(%1$s))`.", argument))
  }
  if (!length(kinds) %in% 1:2) return(NULL)
  yes <- grep("^(y|yes|t|true|won|win|success|click(ed)?|converted|bought|paid|opened)$", kinds, ignore.case = TRUE)
  sprintf("Make them TRUE and FALSE: `%1$s <- %1$s == %2$s`.", argument, quoted(kinds[c(yes, length(kinds))[1]]))
}

# NA, but not NaN, replaced by a number.
without_missing <- function(x, number) {
  if (is.numeric(x) && !is.object(x)) replace(x, is.na(x) & !is.nan(x), number) else x
}

# Two numbers that no reward leaves.
check_log_range <- function(range, reward, argument, call) {
  if (is.null(range)) return(NULL)
  wanted <- "two increasing numbers that the rewards cannot leave, or NULL"
  range <- check_numbers(range, "range", size = 2, recycle = FALSE, wanted = wanted, call = call)
  if (range[1] >= range[2]) abort_argument("range", wanted, range, call = call)
  outside <- which(reward < range[1] | reward > range[2])
  if (length(outside) > 0) {
    abort_argument(argument, sprintf("in [%s, %s], the `range` of this log", format_numbers(range[1]),
                                     format_numbers(range[2])), call = call,
                   given = sprintf("%s in row %s", format_numbers(reward[outside[1]]), format_count(outside[1])))
  }
  range
}

# Numbers as they are; dates and times in seconds since the beginning of 1970 in UTC.
time_column <- function(time, argument, call) {
  if (is.factor(time)) time <- as.character(time)
  if (inherits(time, "POSIXlt")) time <- as.POSIXct(time)
  if (inherits(time, "Date")) time <- as.numeric(time) * 86400
  if (inherits(time, "POSIXct")) time <- as.numeric(time)
  if (is.character(time)) time <- text_times(time, argument, call)
  check_numbers(time, argument, call = call)
}

# Within each game; `columns` of the data frame are as the user calls them.
check_time_order <- function(time, game, argument, column, call) {
  if (is.null(time)) return(invisible())
  first <- if (is.null(game)) NULL else row_groups(lapply(game, as.character))
  order <- if (is.null(first)) seq_along(time) else order(first)
  steps <- diff(time[order])
  if (!is.null(first)) steps[diff(as.integer(first)[order]) != 0] <- 0
  back <- which(steps < 0)
  if (length(back) == 0) return(invisible())
  row <- min(order[back + 1])
  abort_argument(paste0(argument, "$", column), "times that do not decrease", call = call,
                 given = sprintf("an earlier time in row %s", format_count(row)),
                 hint = sprintf("Sort the rows: `%s[order(%s$%s), ]`.", argument, argument, column))
}

# A log of a public data set in the order of time; events of one time stay in that of their lines.
in_order_of_time <- function(log, advice, call = rlang::caller_env()) {
  if (!is.unsorted(log$time)) return(log)
  warn_cli(c("The events of the {.arg {advice}} are not in the order of time, so they were sorted by it.",
             i = "Events of the same time keep the order of their lines."), class = "unruly_warning_log", call = call)
  order <- order(log$time)
  for (column in intersect(c("arm", "shown", "reward", "time", "pool", "propensity"), names(log))) {
    log[[column]] <- log[[column]][order]
  }
  log
}

time_pattern <- paste0(
  "^\\s*([0-9]{4})[-/]([0-9]{1,2})[-/]([0-9]{1,2})",
  "(?:[T\\s]\\s*([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}(?:[.,][0-9]*)?))?",
  "\\s*(Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2}|[+-][0-9]{2})?)?\\s*$"
)

# Numbers, dates, or dates with times of the day, in UTC unless they state an offset.
text_times <- function(text, argument, call) {
  check_readable(text, argument, call)
  wanted <- "numbers, dates, or strings such as \"2026-11-22 09:30:00\""
  compact <- grepl("^\\s*(19|20)[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])([0-9]{6})?\\s*$", text)
  if (all(compact)) {
    read <- if (nchar(trimws(text[1])) == 8) "as.Date(%s, \"%%Y%%m%%d\")" else
      "as.POSIXct(%s, \"UTC\", \"%%Y%%m%%d%%H%%M%%S\")"
    abort_argument(argument, wanted, call = call, given = sprintf("%s in row 1", quoted(text[1])),
                   hint = sprintf("Read them by `%s`.", sprintf(read, argument)))
  }
  times <- times_of_texts(text)
  bad <- which(is.na(times))
  if (length(bad) > 0) {
    abort_argument(argument, wanted, call = call, given = sprintf("%s in row %d", quoted(text[bad[1]]), bad[1]),
                   hint = if (!nzchar(trimws(text[bad[1]]))) empty_hint)
  }
  times
}

empty_hint <- "Make empty strings NA, by `read.csv(file, na.strings = c(\"NA\", \"\"))`."

# In seconds since the beginning of 1970; NA for what is no time.
times_of_texts <- function(text) {
  text[!is_readable(text)] <- ""
  numbers <- suppressWarnings(as.numeric(text))
  if (!anyNA(numbers)) return(numbers)
  part <- function(i) sub(time_pattern, sprintf("\\%d", as.integer(i)), text, perl = TRUE)
  number <- function(i) ifelse(nzchar(part(i)), suppressWarnings(as.numeric(sub(",", ".", part(i), fixed = TRUE))), 0)
  fits <- grepl(time_pattern, text, perl = TRUE)
  text[!fits] <- ""
  day <- as.numeric(as.Date(paste(part(1), part(2), part(3), sep = "-"), format = "%Y-%m-%d"))
  seconds <- 3600 * number(4) + 60 * number(5) + number(6) - seconds_off(part(7))
  good <- fits & !is.na(day) & number(4) <= 24 & number(5) <= 59 & number(6) <= 61
  ifelse(good, 86400 * day + seconds, NA_real_)
}

# "+05:30", "-0800" or "+01" in seconds; "", "Z" and their like are 0.
seconds_off <- function(zone) {
  stated <- grepl("^[+-]", zone)
  digits <- gsub("[^0-9]", "", zone)
  hours <- suppressWarnings(as.numeric(substr(digits, 1, 2)))
  minutes <- suppressWarnings(as.numeric(paste0("0", substr(digits, 3, 4))))
  ifelse(stated, ifelse(startsWith(zone, "-"), -1, 1) * (3600 * hours + 60 * minutes), 0)
}

# NA where it is unknown.
propensity_of_shown <- function(propensity, argument, call) {
  if (!is.logical(propensity) || !all(is.na(propensity))) {
    check_numbers(without_missing(propensity, 1), argument, above = 0, max = 1, call = call,
                  wanted = "propensities above 0 and at most 1, or NA where unknown")
  }
  without_rounding(as.double(propensity))
}
