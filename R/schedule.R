# Schedules that keep impatient arms: the shortest almost uniform cycle, and
# how long arms that have none can be kept (Shao & Fang 2024).

#' The shortest almost uniform cycle
#' @description
#' Finds a schedule that is repeated without end, keeps all impatient arms and spaces the pulls of each as evenly as
#' possible.
#'
#' **Use it when** every arm must be kept although each leaves if it is not pulled often enough; [policy_fc_se()] plays
#' this schedule.
#'
#' @details
#' A cycle is a sequence of arms, one in each slot, that is repeated without end. It is feasible if no arm ever leaves:
#' every arm is pulled at least once in any `patience` rounds in a row. It is almost uniform if the gaps between the
#' pulls of an arm differ by at most one. The result is the shortest feasible almost uniform cycle whose numbers of
#' pulls per cycle, ordered by patience, divide one another.
#'
#' Let the arms be ordered by ascending patience \eqn{m_k}, and let \eqn{r_k} be the share of rounds in which arm k is
#' pulled. Dynamic programming in whole numbers finds the least \eqn{\sum_k r_k / r_K}, which is the length, such that
#' all \eqn{r_k / r_{k+1}} are whole, \eqn{r_k \ge 1/m_k} and \eqn{\sum_k r_k \le 1}. Computing time grows with the
#' length of the cycle, not with the patience. The order within the cycle is the package's own; the paper cites another.
#'
#' A cycle always exists if the [load factor][cycle_feasibility()] is at most ln 2, never if it exceeds 1. Its length is
#' at most the largest patience. There may be none of this kind although other cycles keep all arms: see
#' [pinwheel_cycle()].
#'
#' @param patience The patience of each arm in rounds: whole numbers of at least 1, or `Inf` for an arm that never
#'   leaves. An arm leaves at the end of a round if none of the last `patience` rounds pulled it. Names are those of the
#'   arms, by which [policy_fixed()] plays the cycle.
#' @param ... Must be empty.
#' @return An object of class `unruly_cycle`: a list of `patience`, `slots` (the arm in each slot, counted from 1),
#'   `length`, `counts` (the number of slots of each arm) and, if there are any, the arms' `names`. `as_tibble()`
#'   returns a tibble with the columns `slot` and `arm`, and `autoplot()` draws a timetable. [policy_fixed()] plays it.
#' @section Errors: `unruly_error_infeasible` if there is no cycle: it names the greatest number of arms, starting with
#'   the least patient, for which there is one and, unless the load factor is above 1, points to [pinwheel_cycle()].
#'   `unruly_error_argument` if the cycle has more than 100 million slots.
#' @references Shao and Fang (2024), On Multi-Armed Bandit with Impatient Arms, section 4, Algorithms 2 and 3,
#'   Theorem 4.4.
#' @seealso [pinwheel_cycle()], [cycle_feasibility()]
#' @examples
#' cycle <- aus_cycle(c(2, 4, 4))
#' cycle
#' as_tibble(cycle)
#'
#' # The load is below 1, yet the third arm cannot be fitted in:
#' try(aus_cycle(c(2, 3, 100)))
#' @export
aus_cycle <- function(patience, ...) {
  check_no_dots(...)
  names <- arm_names(patience, "patience")
  patience <- check_patience(patience)
  found <- .Call(C_aus_cycle, patience)
  check_schedule_status(found)
  if (!found$feasible) abort_infeasible(patience, names)
  new_cycle(patience, found$slots, found$counts, names)
}

# `names`: of the arms, NULL if they have none.
new_cycle <- function(patience, slots, counts, names = NULL) {
  structure(
    without_nulls(list(patience = patience, slots = slots, length = length(slots), counts = counts, names = names)),
    class = "unruly_cycle"
  )
}

#' Whether impatient arms can be kept
#' @description
#' Computes the load factor of impatient arms, how many of them a cycle can keep, and whether a given cycle keeps them
#' all. On request it searches for the latest round by whose end an arm must leave.
#'
#' **Use it when** you choose patience for a bandit, or want to know whether [policy_fc_se()] has a cycle for all arms.
#'
#' @param patience The patience of each arm in rounds: whole numbers of at least 1, or `Inf` for an arm that never
#'   leaves. Default: the patience for which `cycle` was made.
#' @param cycle A cycle made by [aus_cycle()] or [pinwheel_cycle()], or the arm of each slot: whole numbers from 1 to
#'   the number of arms. Default: none.
#' @param exit `TRUE` to search for the first exit. Default: `FALSE`.
#' @param limit The number of states that the search may visit, a whole number of at least 1. Fewer are visited if they
#'   would take more than 1 GiB of memory. Default: a million.
#' @param ... Must be empty.
#' @return A tibble with one row and the columns
#'   * `load_factor`: the sum of 1 / patience, the pulls per round that the arms need at least;
#'   * `feasible`: with `cycle`, whether it keeps all arms when it is repeated from round 1. Without, whether any
#'     schedule does; `NA` if that is not known (see below);
#'   * `max_arms`: the largest N such that the N least patient arms have a feasible almost uniform cycle, see
#'     [aus_cycle()]. Among equally patient arms those with lower numbers come first;
#'   * `first_exit`: Q, the latest round by whose end an arm must leave, whatever is played. `Inf` if a schedule keeps
#'     all arms; `NA` without `exit`, or if the limit stopped the search;
#'   * `least`, `most`: bounds on `first_exit`, equal where it is known. `NA` without `exit`.
#' @section What is known of a schedule: All arms can be kept if the load factor is at most 5/6 (Kawamura 2024), or if
#'   there is an almost uniform cycle (always up to a load factor of ln 2, about 0.693). They cannot be kept above 1. In
#'   between the search decides: a finite `first_exit` means that no schedule keeps them.
#'
#'   A cycle keeps all arms if each of them is in it and no two successive pulls of an arm are further apart than its
#'   patience, also across the end of the cycle. A cycle that leaves out an arm is not feasible, even if the arm's
#'   patience is `Inf`.
#' @section The search: It is exact. It visits the states of the arms' remaining patience depth first, each once, treats
#'   interchangeable arms together, and skips states that the demand for pulls rules out. Its cost can grow
#'   exponentially with the number of arms.
#' @section Errors: A search that `limit` stops raises a warning of class `unruly_warning_limit`, with the fields
#'   `least`, `most` and `states` (the number of states visited).
#' @references Shao and Fang (2024), On Multi-Armed Bandit with Impatient Arms, sections 2 and 4.1, Definition 3.1,
#'   Lemma 3.3. Kawamura (2024), Proof of the Density Threshold Conjecture for Pinwheel Scheduling (the 5/6).
#' @seealso [aus_cycle()] and [pinwheel_cycle()], which make cycles; [regret_bound()] for the regret that a finite first
#'   exit costs.
#' @examples
#' cycle_feasibility(c(2, 4, 4))
#' cycle_feasibility(c(2, 2, 2), exit = TRUE) # after two rounds one arm has had no pull
#' cycle_feasibility(c(2, 4, 4), cycle = c(1, 2, 1, 3))
#' cycle_feasibility(c(2, 4, 4), cycle = c(1, 2, 3, 1)) # arm 1 waits 3 rounds
#' cycle_feasibility(cycle = aus_cycle(c(2, 4, 4)))
#' @export
cycle_feasibility <- function(patience = NULL, cycle = NULL, exit = FALSE, limit = 1e6, ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  patience <- patience_of_cycle(patience, cycle, call)
  exit <- check_flag(exit, "exit")
  limit <- check_whole(limit, "limit", min = 1)
  kept <- if (!is.null(cycle)) keeps_all(check_slots(cycle, length(patience)), patience)
  most_arms <- largest_feasible(patience)
  found <- if (exit) find_first_exit(patience, limit, call) else
    list(least = NA_real_, most = NA_real_, forever = NA, stopped = FALSE)
  if (found$stopped) warn_limit(found)
  load <- sum(1 / patience)
  kept <- kept %||% if (load_is_above_1(patience)) FALSE else
    if (load <= 5 / 6 || most_arms == length(patience)) TRUE else if (found$stopped) NA else found$forever
  tibble(load_factor = load, feasible = kept, max_arms = most_arms, first_exit = if (found$stopped) NA_real_ else
    found$least, least = found$least, most = found$most)
}

patience_of_cycle <- function(patience, cycle, call) {
  made <- inherits(cycle, "unruly_cycle")
  if (made) check_object(cycle, "cycle", call)
  if (is.null(patience) && !made) {
    abort_missing("patience", call, "whole numbers of at least 1, or Inf (or `cycle` a cycle made by `aus_cycle()`)")
  }
  if (is.null(patience)) return(cycle$patience)
  if (made) patience <- in_order_of_arms(patience, "patience", cycle$names, call)
  patience <- check_patience(patience, call)
  if (!made || length(patience) == length(cycle$patience)) return(patience)
  abort_argument("patience", sprintf("of length %d, one number per arm of `cycle`", length(cycle$patience)), patience,
                 given = sprintf("a vector of length %d", length(patience)), call = call)
}

keeps_all <- function(slots, patience) {
  gaps <- largest_gaps(slots, length(patience))
  !anyNA(gaps) && all(gaps <= patience)
}

largest_feasible <- function(patience, call = rlang::caller_env()) {
  found <- .Call(C_max_feasible_arms, patience)
  check_schedule_status(found, call = call)
  found$arms
}

# Q(K, m), or what is known of it: `least` and `most`, which are `Inf` where nothing bounds them.
find_first_exit <- function(patience, limit, call) {
  found <- .Call(C_first_exit, patience, limit)
  check_schedule_status(found, call = call)
  if (found$forever) found$least <- Inf
  found$most <- if (!found$stopped) found$least else if (found$most > 0) found$most else Inf
  found
}

warn_limit <- function(found, call = rlang::caller_env()) {
  known <- if (is.finite(found$most)) sprintf(" and at most %s", format_count(found$most)) else ""
  warn_cli(
    c("The search was stopped after {format_count(found$states)} states: the first exit is not known.",
      i = "It can be delayed to the end of round {format_count(found$least)} at least{known}.",
      i = "A larger {.arg limit} searches further, e.g. {.code limit = 1e8}."),
    class = c("unruly_warning_limit", "unruly_warning"),
    least = found$least, most = found$most, states = found$states, call = call
  )
}

# ---- checks and errors ---------------------------------------------------

check_patience <- function(patience, call = rlang::caller_env()) {
  wanted <- "whole numbers of at least 1, or Inf"
  if (missing(patience)) abort_argument("patience", wanted, given = "nothing", call = call)
  check_numbers(patience, "patience", min = 1, whole = TRUE, infinite = TRUE, wanted = wanted, call = call)
}

check_slots <- function(slots, arms, call = rlang::caller_env()) {
  if (inherits(slots, "unruly_cycle")) return(slots$slots)
  wanted <- sprintf("a cycle made by `aus_cycle()`, or the arm of each slot: whole numbers from 1 to %d", arms)
  as.integer(check_numbers(slots, "cycle", min = 1, max = arms, whole = TRUE, wanted = wanted, call = call))
}

# Raises errors by what the core's status codes mean here (src/base/status.h).
check_schedule_status <- function(found, call = rlang::caller_env()) {
  if (found$status == 0) return(invisible())
  if (found$status == 3) rlang::interrupt()
  class <- switch(as.character(found$status), "1" = "unruly_error_memory", "2" = "unruly_error_argument")
  if (is.null(class)) abort_internal(found$message, call = call)
  abort_cli("{found$message}", class = c(class, "unruly_error"),
                 argument = if (found$status == 2) "patience", call = call)
}

abort_infeasible <- function(patience, names = NULL, call = rlang::caller_env()) {
  load <- sum(1 / patience)
  most <- largest_feasible(patience, call = call)
  arms <- sort(order(patience)[seq_len(most)])
  why <- if (load_is_above_1(patience)) above_1_text(patience) else
    sprintf("Their load factor is %s, but no almost uniform cycle fits within their patience.", format_load(load))
  abort_cli(
    c("The arms of this {.arg patience} have no feasible almost uniform cycle.",
      x = "{why}",
      i = "The largest set of least patient arms that has one: {describe_arms(arms, names)}.",
      i = if (!load_is_above_1(patience)) "{.code pinwheel_cycle(patience)} searches for a cycle that need not be almost uniform."),
    class = c("unruly_error_infeasible", "unruly_error_argument", "unruly_error"),
    argument = "patience", load = load, arms = arms, call = call
  )
}

load_is_above_1 <- function(patience) sum(1 / patience) > 1 + 1e-12 # more than rounding

above_1_text <- function(patience) {
  sprintf("Their load factor is %s: above 1, no schedule can keep them all.", format_load(sum(1 / patience)))
}

describe_arms <- function(arms, names = NULL) {
  shown <- if (length(arms) > 12) arms[1:10] else arms
  text <- paste(if (is.null(names)) shown else quoted(names[shown]), collapse = ", ")
  more <- length(arms) - length(shown)
  if (more > 0) text <- sprintf("%s and %d more (%d in all)", text, more, length(arms))
  paste(if (length(arms) == 1) "arm" else "arms", text)
}

# A load just above 1 must not read as 1.
format_load <- function(load) {
  format_plain(load, digits = if (load != 1 && signif(load, 4) == 1) 15 else 4)
}

# ---- looking at a cycle --------------------------------------------------

# The rounds from each slot to the next pull of its arm, over the end of the
# cycle if need be.
gaps_after <- function(slots) {
  gaps <- numeric(length(slots))
  for (at in split(seq_along(slots), slots)) {
    gaps[at] <- diff(c(at, at[1] + length(slots)))
  }
  gaps
}

# Returns whether the gaps of each arm differ by at most one.
is_almost_uniform <- function(cycle) {
  ranges <- tapply(gaps_after(cycle$slots), cycle$slots, range)
  all(vapply(ranges, diff, 0) <= 1)
}

# By arm; NA for an arm that is in no slot.
largest_gaps <- function(slots, arms) {
  largest <- tapply(gaps_after(slots), factor_of(slots, seq_len(arms)), max)
  as.vector(largest)
}

#' @export
print.unruly_cycle <- function(x, n = 10, ...) {
  check_no_dots(...)
  check_object(x)
  print_line(format(x, n = n))
  invisible(x)
}

#' @export
format.unruly_cycle <- function(x, ..., n = 10) {
  check_object(x)
  arms <- length(x$patience)
  table <- data.frame(
    arm = x$names %||% seq_len(arms), slots = x$counts,
    `largest gap` = format_numbers(largest_gaps(x$slots, arms)),
    patience = format_numbers(x$patience), check.names = FALSE
  )
  first <- utils::head(x$slots, 30)
  if (!is.null(x$names)) first <- x$names[first]
  c(sprintf("<unruly_cycle> %s, %s, load factor %s", count_of(x$length, "slot"), count_of(arms, "arm"),
            format_load(sum(1 / x$patience))),
    paste0("slots: ", paste(first, collapse = if (is.null(x$names)) " " else ", "), if (x$length > 30) " ..."),
    utils::capture.output(print(utils::head(table, n), row.names = FALSE)),
    if (arms > n) sprintf("... and %s", count_of(arms - n, "more arm")))
}

#' @export
as_tibble.unruly_cycle <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  tibble::tibble(slot = seq_along(x$slots),
                 arm = if (is.null(x$names)) x$slots else factor(x$names[x$slots], x$names))
}

#' @export
as.data.frame.unruly_cycle <- function(x, ...) as.data.frame(as_tibble.unruly_cycle(x, ...))

# Returns the table that autoplot() draws: one row per slot, with the rounds until the arm is pulled
# next and the part of its patience that is.
cycle_data <- function(object, slots = 200, call = rlang::caller_env()) {
  slots <- check_whole(slots, "slots", min = 1, call = call)
  check_object(object, "object", call)
  data <- tibble::tibble(slot = seq_along(object$slots), arm = object$slots)
  data$gap <- gaps_after(object$slots)
  data$used <- data$gap / object$patience[data$arm]
  data[seq_len(min(slots, nrow(data))), ]
}

shape.unruly_cycle <- function(x) list(
  patience = function(v, x) is_reals(v, infinite = TRUE) && all(v >= 1),
  slots = function(v, x) is_reals(v) && all(v %in% seq_along(x$patience)),
  length = function(v, x) is_reals(v, 1) && v == length(x$slots),
  counts = function(v, x) is_reals(v, length(x$patience)) && sum(v) == x$length,
  names = function(v, x) is.null(v) || is.character(v) && length(v) == length(x$patience) && !anyDuplicated(v)
)
