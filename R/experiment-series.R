# A series has one study per horizon. Its tables are theirs, one below the other.

series_table <- function(series, table, ...) {
  parts <- Map(function(study, horizon) tibble(horizon = horizon, table(study, ...)), series$studies, series$horizons)
  do.call(rbind, unname(parts))
}

study_table.unruly_series <- function(study, name, call = rlang::caller_env()) {
  check_object(study, "study", call)
  series_table(study, study_table, name)
}

#' @export
summary.unruly_series <- function(object, ...) {
  check_object(object, "object")
  series_table(object, function(study) summary(study, ...))
}

#' @exportS3Method generics::tidy unruly_series
tidy.unruly_series <- function(x, ...) {
  check_object(x)
  series_table(x, tidy.unruly_study, ...)
}

#' @exportS3Method generics::glance unruly_series
glance.unruly_series <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  do.call(rbind, lapply(x$studies, glance.unruly_study))
}

series_final <- function(x) {
  series_table(x, summarise_study)
}

series_by_when <- function(series) {
  if (any(vapply(series$studies, ends_early, NA))) "by the last checkpoint" else "at the horizon"
}
