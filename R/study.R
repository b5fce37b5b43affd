# A study in the core: how it is handed over, what ends it early, and what is kept then.

start_study <- function(description, replications, threads, call) {
  plan <- list(
    horizon = description$horizon, seed = description$seed, first_rep = as.double(replications[1]),
    reps = as.double(length(replications)), threads = threads, record = description$record,
    keep_choices = as.double(keeps(description, "choices")), keep_rows = as.double(!keeps(description, "moments")),
    keep_scores = as.double(keeps(description, "scores")), keep_prospects = as.double(keeps(description, "prospects")),
    plain = as.double(isTRUE(getOption("unruly.plain"))), patience = session_patience(call),
    stop = describe_stops(description), overrun = wait_of_study(description)
  )
  bandits <- lapply(unname(description$bandits), resolve_rules, description$seed, replications, description$horizon,
                    call)
  handle <- .Call(C_study_start, lapply(bandits, function(b) c(describe_bandit(b), list(names = b$arms$names))),
                  lapply(resolved_cells(description), describe_policy), plan)
  if (is.list(handle)) refuse_start(handle, description, call)
  handle
}

# The core would not start: a policy refused its bandit, or memory ran out.
refuse_start <- function(failure, description, call) {
  if (failure$kind != "refused") abort_core(failure, call)
  refuse_policy(description$policies[[cell_policy(failure, description)]],
                names(description$bandits)[cell_bandit(failure, description)],
                sub("\\.$", "", failure$message), call)
}

abort_core <- function(failure, call, kept = FALSE) {
  place <- if (failure$replication > 0) {
    c(i = "In replication {failure$replication}, round {failure$round}.")
  }
  finished <- if (kept) c(i = "What was finished is kept: see {.fn last_study}.")
  abort_cli(c("{failure$message}", place, finished),
                 class = c("unruly_error_core", "unruly_error"), call = call)
}

# A policy from outside may be in an endless loop.
abort_patience <- function(cell, description, call) {
  policy <- description$policies[[cell_policy(list(cell = cell), description)]]$label
  bandit <- names(description$bandits)[cell_bandit(list(cell = cell), description)]
  abort_cli(
    c("The policy {.strong {policy}} has not answered for {getOption(\"unruly.patience\")} second{?s} on the bandit {.val {bandit}}.",
      i = "That is as long as {.code options(unruly.patience)} says.", i = kept_words),
    class = c("unruly_error_patience", "unruly_error_core", "unruly_error"), call = call, policy = policy,
    bandit = bandit
  )
}

kept_words <- "Replications that all policies had finished are kept: see {.fn last_study}."

# Informs of a game that has not ended with its study.
tell_left <- function(handle) {
  if (!.Call(C_study_left, handle)) return(invisible())
  inform_cli(c("!" = "A policy does not answer, and its thread cannot be ended.",
                    i = "It occupies a core and its memory until the policy returns or R ends."),
                  class = "unruly_message_left")
}

# The last studied part of a study that did not reach its end.
last <- new.env(parent = emptyenv())

#' The finished part of an interrupted study
#' @description
#' Returns the replications that were finished when [run_study()] ended by an interrupt or an error. If R itself ran out
#' of memory, make room first, by `rm()` of large objects.
#'
#' **Use it when** you stopped a study and want to look at what there is. The argument `path` of
#' `run_study()` also survives a kill.
#'
#' @param ... Must be empty.
#' @return A study with the finished replications, together with those of parts that are already in
#'   the folder; or `NULL` if the last study ran to its end or nothing was finished.
#' @examples
#' last_study()
#' @seealso [run_study()], [read_study()].
#' @export
last_study <- function(...) {
  check_no_dots(...)
  if (!is.null(last$uncollected)) {
    last$study <- last$uncollected()
    last$uncollected <- NULL
  }
  last$study
}

forget_last_study <- function() last$study <- last$uncollected <- NULL

tell_uncollected <- function(why) {
  inform_cli(c("!" = "What was finished could not be returned: {why}",
               "i" = "It is kept: if memory is short, make room, then call {.fn last_study}."))
}

tell_kept <- function(done, wanted) {
  inform_cli(c("i" = "Stopped after {done} of {wanted} replication{?s}; {.fn last_study} returns them."))
}

# Things to do while a study plays, by name: functions that have something to do are put here.
while_waiting <- new.env(parent = emptyenv())

start_bar <- function(reps, env = parent.frame()) {
  cli::cli_progress_bar(
    total = reps, .envir = env,
    format = paste("{cli::pb_bar} {cli::pb_percent} | {floor(cli::pb_current)} of {cli::pb_total} replications done |",
                   "{cli::pb_eta_str}")
  )
}
