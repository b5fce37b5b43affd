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

#' Looks at numbers of outcomes
#' @description
#' Makes looks of stopping rules that are counted in outcomes shown instead of rounds.
#'
#' **Use it when** outcomes come late, or arms leave, and an analysis is due once so many outcomes are known.
#'
#' @details
#' A rule is consulted at the end of the first round by which these outcomes have been shown: of all arms together, also
#' of those that have left; of one (`arm`); or with a column for each arm of each arm in play, that is, of those that
#' have entered and have not left. Several looks that are reached in one round count once. In the last round, where no
#' more outcomes come, the next look is made whatever was shown.
#' @param counts Increasing numbers above 0, one per look; or a matrix of them with a row per look and a column per arm.
#' @param arm `NULL`, or the arm whose outcomes count: its number or its name. Not for a matrix. Default: `NULL`.
#' @param ... Must be empty.
#' @return Looks, of class `unruly_times`, for the argument `looks` of [stopping rules][stopping_rules].
#' @section Errors: `unruly_error_combination`: `arm` for a matrix; in [exact_study()], which knows no looks that depend
#'   on what was shown before.
#' @examples
#' trial <- bandit(arms_bernoulli(c(control = 0.3, new = 0.5))) |> with_delay(30)
#' rule <- stop_boundary(trial_design(trial, looks = c(50, 100)), looks = at_outcomes(c(50, 100)))
#' study <- run_study(trial, policy_allocation(), horizon = 130, reps = 10, seed = 1, stop = rule)
#' recommendations(study)[c("rep", "sample_size", "reason")]
#' # Each arm has shown 20, then 40
#' at_outcomes(cbind(c(20, 40), c(20, 40)))
#' @seealso [at_times()], [stopping_rules], [trial_design()], whose arms leave at such looks.
#' @export
at_outcomes <- function(counts, arm = NULL, ...) {
  check_no_dots(...)
  wanted <- "increasing numbers above 0, one per look, or a matrix of them with a row per look and a column per arm"
  if (missing(counts)) abort_missing("counts", rlang::current_env(), wanted)
  table <- if (is.data.frame(counts)) as.matrix(counts) else counts
  good <- is.numeric(table) && !is.object(table) && length(table) > 0 && length(dim(table)) %in% c(0, 2) &&
    all(is.finite(table)) && all(table > 0)
  if (!good) abort_argument("counts", wanted, counts, hint = hint_for_given(rules_of("stop_settled")$times, counts))
  table <- unname(as.matrix(table))
  if (any(diff(rbind(0, table)) <= 0)) abort_argument("counts", wanted, counts)
  if (is.null(arm)) return(new_outcomes(table))
  if (ncol(table) > 1) {
    abort_combination("{.arg arm} is for the numbers of one arm, not for a matrix.", class = "unruly_error_argument")
  }
  new_outcomes(table, check_rule(arm, rules_of("stop_settled")$outcomes_arm, "arm"))
}

new_outcomes <- function(table, arm = NULL) {
  structure(without_nulls(list(outcomes = as.double(t(table)), outcomes_arm = arm,
                               outcomes_columns = if (ncol(table) > 1) as.double(ncol(table)))), class = "unruly_times")
}

# Returns the number of looks: rounds, or what at_times() or at_outcomes() makes.
count_of_looks <- function(looks) {
  if (!inherits(looks, "unruly_times")) return(length(looks))
  length(looks$times) + length(looks$outcomes) / (looks$outcomes_columns %||% 1)
}

# The numbers of outcomes of a rule or of looks, a row a look.
outcomes_by_look <- function(given) matrix(given$outcomes, ncol = given$outcomes_columns %||% 1, byrow = TRUE)

# "outcomes 20 to 60, 3 looks"
outcomes_text <- function(given) {
  table <- outcomes_by_look(given)
  arm <- given$outcomes_arm
  of <- if (ncol(table) > 1) " of each arm" else if (!is.null(arm)) sprintf(" of arm %s", arm)
  ends <- vapply(unique(c(1, nrow(table))), function(i) paste(format_numbers(unique(table[i, ])), collapse = ", "), "")
  sprintf("%s%s, %s", paste(ends, collapse = " to "), of %||% "", count_of(nrow(table), "look"))
}

#' @export
print.unruly_times <- print_formatted

#' @export
format.unruly_times <- function(x, ...) {
  check_object(x)
  if (is.null(x$times)) return(one_line(paste("<looks> at outcomes", outcomes_text(x))))
  one_line(paste("<looks> at times", parameter_text(x$times)))
}

shape.unruly_times <- function(x) {
  good <- function(v) is_reals(v) && fits_rules("stop_settled", without_nulls(unclass(x)), 1)
  list(
    times = function(v, x) if (is.null(x$outcomes)) good(v) else is.null(v),
    outcomes = function(v, x) is.null(v) || good(v) && length(v) %% (x$outcomes_columns %||% 1) == 0
  )
}
