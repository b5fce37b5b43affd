# Summaries of what describes a problem: each is its own. (R's summary of a list says how long its elements are.)

itself <- function(object, ...) {
  check_no_dots(...)
  check_object(object, "object")
  object
}

#' @export
summary.unruly_arms <- itself

#' @export
summary.unruly_bandit <- itself

#' @export
summary.unruly_policy <- itself

#' @export
summary.unruly_stop <- itself

#' @export
summary.unruly_prior <- itself

#' @export
summary.unruly_changes <- itself

#' @export
summary.unruly_delay <- itself

#' @export
summary.unruly_times <- itself

#' @export
summary.unruly_wear <- itself

#' @export
summary.unruly_context <- itself

#' @export
summary.unruly_rounds <- itself

#' @export
summary.unruly_cycle <- itself

#' @export
summary.unruly_tape <- itself

#' @export
summary.unruly_reps_until <- itself

#' @export
summary.unruly_optimum <- itself
