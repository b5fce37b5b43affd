#' A feasible cycle, almost uniform or not
#' @description
#' Finds a cycle that keeps all impatient arms, by the method of [aus_cycle()] or else by a search of all
#' schedules.
#'
#' **Use it when** arms have no almost uniform cycle.
#'
#' @details
#' This is the pinwheel scheduling problem: one pull per round, and arm k at least once in every `patience[k]`
#' successive rounds. The search visits the states of the arms' remaining patience, depth first. Each state found dead
#' also rules out all those that give no arm more time. So the search is exact: it finds a cycle, or proves that there
#' is none. For up to 8 arms with patience up to 40 this takes well below a second; in general the cost can grow
#' exponentially with the number of arms. (A cycle always exists if the [load factor][cycle_feasibility()] is at most
#' 5/6, and never if it exceeds 1.)
#'
#' If the limit stops the search, or if arms with patience of more than 4,095 rounds matter, the two most patient arms
#' share one place, in which they take turns, and the search is repeated, and so on. A cycle found in this way is as
#' good as any, but a search in vain proves nothing. The error then says that none was found, not that none exists.
#'
#' The search shortens the cycle by cutting all patience to the same length, the least that suffices, but the result
#' need not be the shortest cycle.
#'
#' @inheritParams aus_cycle
#' @param limit The number of states that the first search may visit: a whole number
#'   of at least 1. Later searches may each visit a sixteenth of it. Default: 200,000.
#' @return An object of class `unruly_cycle`, as from [aus_cycle()]. [policy_fc_se()] and [policy_fc_entry()] take it as
#'   `cycle`, [policy_fixed()] as `arm`.
#' @section Errors: `unruly_error_infeasible` if there is no cycle. `unruly_error_limit`, with the field `states` (the
#'   number of states visited), if none was found but there may be one. Both have the class `unruly_error_argument` as
#'   well. Cycles of more than a million slots count as not found.
#' @references Kawamura (2024), Proof of the Density Threshold Conjecture for Pinwheel Scheduling (the 5/6; the search
#'   is ours).
#' @seealso [aus_cycle()], [cycle_feasibility()]
#' @examples
#' # No almost uniform cycle, but a cycle:
#' try(aus_cycle(c(3, 4, 5, 8)))
#' pinwheel_cycle(c(3, 4, 5, 8))
#'
#' # No cycle at all, although the load factor is 0.86:
#' try(pinwheel_cycle(c(2, 3, 50)))
#' @export
pinwheel_cycle <- function(patience, limit = 2e5, ...) {
  check_no_dots(...)
  names <- arm_names(patience, "patience")
  patience <- check_patience(patience)
  limit <- check_whole(limit, "limit", min = 1)
  uniform <- .Call(C_aus_cycle, patience)
  if (uniform$status %in% c(1, 3)) check_schedule_status(uniform)
  if (uniform$feasible) return(new_cycle(patience, uniform$slots, uniform$counts, names))
  if (load_is_above_1(patience)) abort_no_cycle(patience, above_1_text(patience))
  found <- .Call(C_pinwheel_cycle, patience, limit)
  check_schedule_status(found)
  if (found$none) abort_no_cycle(patience, "The search went through all schedules that could keep them.")
  if (is.null(found$slots)) abort_not_found(patience, found)
  new_cycle(patience, found$slots, tabulate(found$slots, length(patience)), names)
}

abort_no_cycle <- function(patience, why, call = rlang::caller_env()) {
  abort_cli(
    c("The arms of this {.arg patience} have no feasible cycle: none exists.", x = "{why}"),
    class = c("unruly_error_infeasible", "unruly_error_argument", "unruly_error"),
    argument = "patience", load = sum(1 / patience), call = call
  )
}

abort_not_found <- function(patience, found, call = rlang::caller_env()) {
  exists <- if (sum(1 / patience) <= 5 / 6) "there is one, as their load factor is at most 5/6" else "there may be one"
  abort_cli(
    c("No feasible cycle was found for the arms of this {.arg patience}: {exists}.",
      x = "The search visited {format_count(found$states)} {cli::qty(found$states)}state{?s}.",
      i = if (found$stopped) "A larger {.arg limit} searches further." else
        "The search treats patience of more than 4,095 rounds as less, so a larger {.arg limit} would not help."),
    class = c("unruly_error_limit", "unruly_error_argument", "unruly_error"),
    argument = "limit", states = found$states, call = call
  )
}
