#' Looks at times
#' @description
#' Makes looks of stopping rules that are points in time instead of rounds.
#'
#' **Use it when** the interim analyses of a trial [with_accrual()] are planned for dates, such as after one and two
#' years, rather than for numbers of patients.
#'
#' @details
#' A rule is consulted at the end of the last round whose patient has arrived by the time of the look. It sees the
#' outcomes that are shown by then. Several looks in one round count once, and a look before the first patient is
#' skipped. At the horizon, where no more patients come, looks at later times are made at once; with
#' `run_study(overrun = TRUE)` after all outcomes are known.
#'
#' @param times Increasing numbers of at least 0, in the unit of time of [with_accrual()].
#' @param ... Must be empty.
#' @return Looks, of class `unruly_times`, for the argument `looks` of [stopping rules][stopping_rules].
#' @section Errors: `unruly_error_argument`: `times` is not as described above.
#'
#' `unruly_error_combination` (raised by [run_study()], [exact_study()] and [agent()]): there is no accrual.
#' @examples
#' trial <- bandit(arms_bernoulli(c(control = 0.3, new = 0.5))) |>
#'   with_accrual(rate = 10, follow_up = 6)
#' study <- run_study(trial, policy_allocation(), horizon = 300, reps = 10, seed = 1,
#'   stop = stop_posterior(0.99, looks = at_times(c(12, 24))))
#' # Patients who had arrived at the look at which each game stopped
#' recommendations(study)[c("rep", "sample_size", "reason")]
#' @seealso [with_accrual()], [stopping_rules].
#' @export
at_times <- function(times, ...) {
  check_no_dots(...)
  structure(list(times = check_rule(times, rules_of("stop_settled")$times)), class = "unruly_times")
}

#' @export
print.unruly_times <- print_formatted

#' @export
format.unruly_times <- function(x, ...) {
  check_object(x)
  one_line(paste("<looks> at times", parameter_text(x$times)))
}

shape.unruly_times <- function(x) list(
  times = function(v, x) is_reals(v) && fits_rules("stop_settled", list(times = v), 1)
)
