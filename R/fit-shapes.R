# Parts of fits and recoveries, for functions that are given edited ones.

shape.unruly_fit <- function(x) list(
  pooled = function(v, x) isTRUE(v) || isFALSE(v),
  starts = function(v, x) is_count(v, 1, 1e5), threads = function(v, x) is_count(v, 1, 1024),
  choices = function(v, x) are_choices(v),
  fits = function(v, x) {
    is.list(v) && length(v) > 0 && has_names(v) &&
      all(vapply(v, is_fit_of_policy, NA, length(x$choices$trials), x$pooled))
  }
)

# They are what the log makes of them.
are_choices <- function(v) {
  is_shaped(v$source, "unruly_log") && all(names(v$units) %in% names(own_games(v$source))) &&
    identical(choices_of_log(v$source, names(v$units), "log", NULL), v)
}

is_fit_of_policy <- function(v, units, pooled) {
  p <- v$policy
  good <- if (inherits(p, "unruly_tied")) is.function(p$make) && is_word(p$label) else is_shaped(p, "unruly_policy")
  if (!good || !identical(free_of_policy(p, NULL), v$free)) return(FALSE)
  d <- length(v$free$names)
  of_units <- function(x) is.numeric(x) && length(x) == units
  of_terms <- function(x, type) is.matrix(x) && typeof(x) == type && identical(dim(x), c(units, d))
  (isTRUE(v$converged) || isFALSE(v$converged)) && of_units(v$value) && of_units(v$agree) && of_units(v$evaluations) &&
    of_terms(v$z, "double") && of_terms(v$end, "logical") && identical(values_of_z(v$z, v$free), v$x) &&
    is.double(v$v) && identical(dim(v$v), c(d, d, units)) && identical(variance_of_values(v), v$variance) &&
    (!pooled || is_fitted_population(v, units, d))
}

is_fitted_population <- function(v, units, d) {
  is_column(v$mu, d) && is_column(v$sigma, d) && all(v$sigma > 0) && is.double(v$evidence) &&
    length(v$evidence) == units && is.double(v$variance_mu) && identical(dim(v$variance_mu), c(d, d)) &&
    is.double(v$alone$z) && identical(dim(v$alone$z), c(units, d))
}

shape.unruly_recovery <- function(x) list(
  fits = function(v, x) {
    are_columns(v, c("truth", "unit", "policy", "log_lik", "criterion", "chosen")) && is_words(v$truth) &&
      is_words(v$policy) && are_wholes(v$unit + 0, 1, Inf) && is_flags(v$chosen) && is.double(v$log_lik) &&
      is.double(v$criterion)
  },
  confusion = function(v, x) identical(confusion_of(x$fits, unique(x$fits$policy)), v),
  criterion = function(v, x) is_word(v) && v %in% c("bic", "aic", "evidence"),
  parameters = function(v, x) identical(names(v), recovered_columns) && (NROW(v) == 0 || are_parameters_recovered(v))
)

recovered_columns <- c("policy", "unit", "parameter", "true", "estimate", "std.error", "boundary", "covered", "log",
                       "uninformative")

are_parameters_recovered <- function(v) {
  are_columns(v, recovered_columns) && is_words(v$policy) && is_words(v$parameter) && is.double(v$true) &&
    is.double(v$estimate) && is.double(v$std.error) && is_flags(v$boundary) && is.logical(v$covered) &&
    is.logical(v$uninformative) &&
    all(v$log %in% 0:1) && are_wholes(v$unit + 0, 1, Inf)
}
