#' Stop by a log-rank test
#' @description
#' Ends a trial with survival times by group-sequential log-rank tests of its arms against a control, at numbers of
#' events or at times.
#'
#' **Use it when** patients of [arms_survival()] arrive over time ([with_accrual()]) and the trial is planned by events.
#' For outcomes that are means or proportions use [stop_boundary()].
#'
#' @details
#' A look at a number of events is made at the time c of that event, of whichever arm. All who have arrived by then are
#' cut off at c: those still alive have lived c - A, A being when they arrived. With d events of an arm and d_0 of the
#' control among N = n + n_0 who are at risk just before, at each time at which one of them dies,
#' Z = (sum D n / N - sum d) / sqrt(sum D n n_0 (N - D) / (N^2 (N - 1))), D = d + d_0: positive if fewer die than under
#' the control.
#'
#' * The game stops when the Z of some arm is at least `upper`. It names the arm with the greatest Z (the lowest number
#'   in a tie); the reason in [recommendations()] is `"log_rank"`.
#' * It stops when the Z of every arm is at most `lower` and no arm is still to enter, and in any case at the last look.
#'   It names the control; the reason is `"futility"`.
#'
#' Looks after the last patient need `run_study(overrun = )`: patients are then followed on, and looks are made in
#' the order of time; without it these looks are not made, and neither are looks that come after the time for which
#' patients are followed on, or for which there are too few events.
#' The column `time` of [regret()] has the time of the look that ended the game, and
#' [operating_characteristics()] the mean number of `events` then.
#'
#' @section Guarantees: With the limits of a [trial_design()] whose looks are numbers of events, and allocation in equal
#'   numbers that does not respond to outcomes, the error is that of the design, but for the normal approximation. For
#'   other allocation simulate it ([operating_characteristics()], [calibrate_design()]).
#' @param design What [trial_design()] returned for one side, without a margin, its looks numbers of events; or `NULL`,
#'   and limits as numbers. Default: `NULL`.
#' @param control The arm to compare with: its number or its name. Default: that of `design`, else 1.
#' @param upper One number for each look, in the scale of Z; `Inf` for none. Not with `design`.
#' @param lower `NULL`, or limits for futility, one number for each look but the last; `-Inf` for none. Not with
#'   `design`.
#' @param looks Numbers of events, of all arms together: increasing whole numbers; or [at_times()]. Default: those of
#'   `design`.
#' @param ... Must be empty.
#' @return A stopping rule, of class `unruly_stop`, for the argument `stop` of [run_study()]; see [stopping_rules].
#' @section Errors: `unruly_error_combination`: both or none of `design` and limits are given; a design with two sides
#'   or a margin. In [run_study()]: a bandit without accrual, with batches or whose arms do not pay times lived. In
#'   [agent()], which knows no patients.
#' @references Mantel (1966), Evaluation of survival data and two new rank order statistics arising in its
#'   consideration. Jennison and Turnbull (2000), Group Sequential Methods with Applications to Clinical Trials,
#'   section 3.7.
#' @seealso [trial_design()], [stop_boundary()]; `estimates(method = "kaplan_meier")`.
#' @examples
#' trial <- bandit(arms_survival(c(control = 12, new = 17))) |> with_accrual(rate = 20)
#' plan <- trial_design(2, c(40, 80, 120))
#' study <- run_study(trial, policy_allocation(), horizon = 200, reps = 20, seed = 1,
#'   stop = stop_log_rank(plan), overrun = TRUE)
#' table(recommendations(study)$reason)
#' @export
stop_log_rank <- function(design = NULL, control = NULL, upper = NULL, lower = NULL, looks = NULL, ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  if (is.null(design) == is.null(upper) || !is.null(design) && !is.null(lower)) {
    abort_combination("Either {.arg design} must be given, or limits, {.arg upper} and perhaps {.arg lower}.",
                      class = "unruly_error_argument")
  }
  if (!is.null(design)) {
    check_design(design)
    plan <- plan_of_design(design)
    check_one_sided(plan, call)
    upper <- design$upper
    if (length(upper) > 1) lower <- design$lower[-length(upper)]
    looks <- looks_of_design(looks, design$at, what = "numbers of events", one = "number")
    control <- control %||% if (is.null(plan$names)) plan$control else plan$names[plan$control]
  }
  if (is.null(looks)) abort_missing("looks", call, "numbers of events, or `at_times()`")
  if (length(lower) > 0) lower <- check_limits_of_looks(lower, "lower")
  upper <- check_limits_of_looks(upper, "upper")
  given <- c(list(control = control %||% 1, upper = upper, lower = lower), looks_of_log_rank(looks, call))
  rule <- new_stop("log_rank", judged("stop_log_rank", without_nulls(given), call = call)$parameters)
  check_log_rank_limits(rule, call)
  if (!is.null(rule$parameters$lower) && all(rule$parameters$lower == -largest_number)) rule$parameters$lower <- NULL
  if (!is.null(design)) rule$planned <- plan[c("count", "names")]
  rule
}

check_one_sided <- function(plan, call) {
  if (plan$sides == 1 && plan$margin == 0) return(invisible())
  abort_combination("{.fn stop_log_rank} is for designs with one side and without a margin.",
                    class = "unruly_error_argument", call = call)
}

# As the core takes them: numbers of events, or times.
looks_of_log_rank <- function(looks, call) {
  rules <- rules_of("stop_log_rank")
  if (!inherits(looks, "unruly_times")) return(list(events = check_rule(looks, rules$events, "looks", call = call)))
  check_class(looks, "looks", "unruly_times", "looks made by `at_times()`", call)
  if (!is.null(looks$times)) return(list(dates = looks$times))
  abort_argument("looks", "numbers of events, or `at_times()`", call = call, given = "looks at outcomes")
}

check_log_rank_limits <- function(rule, call) {
  given <- rule$parameters
  as_rounds <- list(parameters = list(looks = given$events %||% given$dates, upper = given$upper, lower = given$lower,
                                      sides = 1))
  check_looks_and_limits(as_rounds, call)
}

goes_by_patients <- function(rule) any(vapply(all_stops(rule), function(one) one$kind == "log_rank", NA))

# Why a rule cannot go through patients one by one, or NULL.
why_no_patients <- function(rule, bandit) {
  if (!goes_by_patients(rule)) return(NULL)
  if (!states_lives(bandit) || !has_trait(bandit, "accrual")) {
    return("`stop_log_rank()` needs `arms_survival()` and patients who arrive `with_accrual()`")
  }
  if (has_trait(bandit, "batches")) {
    return("`stop_log_rank()` needs outcomes that are shown when they are known, not in batches")
  }
}
