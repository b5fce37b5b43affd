# From a study, an agent or a log to sums by arm, and from sums to estimates.

sums_to_estimate <- function(x, at, how, call) {
  if (inherits(x, "unruly_study")) return(sums_of_study(x, at, how, call))
  if (inherits(x, "unruly_agent")) return(sums_of_agent(x, how, call))
  if (inherits(x, "unruly_log")) {
    tell_of_open_outcomes(x)
    return(sums_of_log(x, how, call))
  }
  abort_argument("x", estimated_words, x, call = call)
}

estimate_methods <- c("naive", "sequence", "aipw")

score_weights <- c("constant", "two-point", "uniform")

# One or more of a few strings, each once.
check_several <- function(value, argument, choices, call) {
  good <- is.character(value) && !is.object(value) && is.null(dim(value)) && length(value) > 0 &&
    all(value %in% choices) &&
    !anyDuplicated(value)
  if (!good) abort_argument(argument, paste("one or more of", paste(quoted(choices), collapse = ", ")), value,
                            hint = did_you_mean(value, choices), call = call)
  unname(value)
}

# --- from sums to estimates -----------------------------------------------------------

# `known`: `sums` (a table, one row per arm and game), `shown` (the columns of the result that exist already), by row
# `arms` (how many), the scale of its rewards (`family`, `low`, `high`, `sd`, `binary`) and `chances` (whether there
# were propensities); `lacks` (by method: why it is not available), and `without_chances` (by policy: why it has no
# propensities).
estimate_table <- function(known, how, call) {
  how$weights <- how$weights %||% known$weights %||% "constant"
  rows <- lapply(how$method, function(method) {
    if (!is.null(known$lacks[[method]])) return(report_lacking(method, known$lacks[[method]], how, call))
    switch(method, naive = naive_rows(known, how), sequence = sequence_rows(known, how), aipw = aipw_rows(known, how))
  })
  table <- do.call(rbind, unname(rows[!vapply(rows, is.null, NA)]))
  if (is.null(table)) abort_argument("method", "one that the data support", how$method, call = call,
                                     given = "none of them")
  new_table(table, "unruly_estimates", level = how$level)
}

# An error for methods that were asked for, otherwise a message.
report_lacking <- function(method, reason, how, call) {
  if (how$asked) {
    abort_cli(c("There are no estimates by the method {.val {method}}.", x = "{reason$text}."),
                   class = c(reason$class, "unruly_error_argument", "unruly_error"), argument = "method", call = call)
  }
  inform_cli(c(i = "Without the method {.val {method}}: {reason$text}."), class = "unruly_message_methods")
  NULL
}
