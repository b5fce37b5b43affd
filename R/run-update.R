# Playing a study again: more of the same, or with other arguments.

#' More of a study
#' @description
#' Adds replications to a study, or plays it again with other policies, another horizon or anything else that
#' [run_study()] takes, without its bandits being typed again.
#'
#' **Use it when** the intervals of a study are too wide, or you ask what would change with one other argument.
#'
#' @details
#' With `reps` alone, only the replications that the study lacks are played, and the result is the study that
#' [run_study()] would have made at once. With any other argument of `run_study()` all is played again; what is not
#' given is as it was, the seed included, so that the old study and the new one met the same outcomes. With another
#' `horizon` the checkpoints are chosen anew unless `record` is given, too.
#'
#' To add a policy, join the two: `c(study, update(study, policies = new))`.
#'
#' @param object A study, as made by [run_study()].
#' @param reps Number of replications in all, a whole number: without other arguments at least as many as the study
#'   has. Default: `NULL`, as many as it has.
#' @param ... Other arguments of [run_study()], by name, except `first_rep`.
#' @return A study, of class `unruly_study`.
#' @section Errors: `unruly_error_argument`: no such argument, or fewer replications than there are. Others as in
#'   [run_study()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_patience(c(9, 20))
#' study <- run_study(problem, list(policy_ucb1(), policy_fc_se()), horizon = 200, reps = 20, seed = 1)
#' update(study, reps = 50)
#' update(study, horizon = 1000)
#' c(study, update(study, policies = policy_thompson()))
#' @seealso [run_study()], [c()][c.unruly_study], [as_code()].
#' @exportS3Method stats::update unruly_study
update.unruly_study <- function(object, reps = NULL, ...) {
  call <- environment()
  check_study(object, "object", call = call)
  given <- list(...)
  check_other_arguments(given, call)
  changed <- setdiff(names(given), ways_to_play)
  arguments <- study_arguments(object)
  if (length(changed) == 0 && is.null(given$path)) return(extended(object, reps, c(arguments, given), call))
  if ("horizon" %in% changed) arguments$record <- NULL
  arguments[names(given)] <- given
  arguments$reps <- reps %||% length(object$replications)
  run_with(arguments)
}

# Arguments of run_study() that change no result.
ways_to_play <- c("threads", "progress", "path", "workers")

check_other_arguments <- function(given, call) {
  allowed <- setdiff(names(formals(run_study)), c("...", "reps", "first_rep"))
  names <- names(given) %||% rep("", length(given))
  wrong <- which(!names %in% allowed | duplicated(names))
  if (length(wrong) == 0) return(invisible())
  abort_argument("...", "other arguments of `run_study()`, by name", call = call,
                 given = if (nzchar(names[wrong[1]])) in_code(names[wrong[1]]) else describe_value(given[[wrong[1]]]),
                 hint = did_you_mean(names[wrong[1]], allowed, in_code))
}

# The arguments by which run_study() makes a study, without those that have their default.
study_arguments <- function(study) {
  parts <- study$description
  rules <- lapply(parts[intersect(rule_arguments, names(parts))], function(rule) {
    rule$after <- NULL
    rule
  })
  rules <- Filter(function(rule) !identical(rule, no_stop()), rules)
  without_nulls(c(list(bandit = parts$bandits), parts[c("policies", "horizon", "seed", "record", "keep")], rules,
                  list(after = parts$stop$after, overrun = parts$overrun, design = attr(study, "design"))))
}

# Plays the replications that a study lacks, in runs of successive numbers.
extended <- function(study, reps, arguments, call) {
  played <- study$replications
  reps <- check_whole(reps %||% length(played), "reps", min = length(played), max = .Machine$integer.max, call = call)
  lacking <- setdiff(min(played) + seq_len(reps) - 1, played)
  if (length(lacking) == 0) return(study)
  play <- function(run) run_with(c(arguments, first_rep = run[1], reps = length(run)))
  joined <- do.call(c, c(list(study), lapply(runs_of(lacking), play)))
  attr(joined, "design") <- attr(study, "design")
  joined
}

# Names instead of values in the call, which errors show.
run_with <- function(arguments) {
  eval(as.call(c(quote(run_study), rlang::set_names(lapply(names(arguments), as.name), names(arguments)))), arguments)
}
