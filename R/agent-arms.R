#' Let arms of an agent enter and leave
#' @description
#' `agent_enter()` adds an arm to an agent, `agent_leave()` takes arms away.
#'
#' **Use it when** arms appear or disappear in a live system. Ends and timetables that are known beforehand are
#' arguments of [agent()].
#'
#' @details
#' Three kinds of arms can enter: an arm of the bandit with `first = Inf` that was not there yet, an arm that is away,
#' and a new arm. An arm that left for good can enter again as a new arm of the same name. Both functions take effect
#' before the next round. They
#' end the round of a choice whose reward was not reported yet; that reward is then late, see [agent_choose()].
#'
#' @param agent An agent, see [agent()].
#' @param arm Name of an arm. For `agent_leave()`: one or more names; these arms leave together.
#' @param last The last round of the arm, a whole number or `Inf`, for agents made with `last`. Default: `Inf`.
#' @param patience Rounds without a pull after which the arm leaves, a whole number of at least 1 or `Inf`, for agents
#'   made with `patience`. Default: `Inf`.
#' @param away `TRUE` if the arms leave for a while and are the same when they enter again. Default: `FALSE`.
#' @param round The round before which it happens, a whole number; with waiting, required during a pull. Default: the
#'   next round.
#' @param ... Must be empty.
#' @return The agent, invisibly.
#' @section Errors: `unruly_error_argument`: the arm to enter is there already, or the one to leave is not.
#'   `unruly_error_agent`: the policy does not play arms that enter or leave.
#' @seealso [agent()], [with_entries()], [with_lifetimes()]
#' @examples
#' buttons <- agent(policy_ucb1(), c("blue", "green"), seed = 1)
#' agent_learn(buttons, agent_choose(buttons), reward = 1)
#' agent_enter(buttons, "red")
#' agent_leave(buttons, "blue", away = TRUE)
#' buttons
#' agent_enter(buttons, "blue")
#' as_tibble(buttons)
#' @export
agent_enter <- function(agent, arm, last = NULL, patience = NULL, round = NULL, ...) {
  check_no_dots(...)
  check_agent(agent)
  if (!missing(arm)) arm <- arm_name(arm)
  arm <- check_text(arm, "arm")
  given <- .Call(C_agent_description, agent)
  if (!is.null(last)) last <- check_for_agent(last, "last", !is.null(given$last), "lifetimes")
  if (!is.null(patience)) patience <- check_for_agent(patience, "patience", !is.null(given$patience), "patience")
  pass_rounds(agent, round, rlang::current_env())
  if (!.Call(C_agent_enter, agent, arm, last, patience)) {
    refuse_call(agent, list(arm = arm, last = last, entering = TRUE), rlang::current_env())
  }
  invisible(agent)
}

#' @rdname agent_enter
#' @export
agent_leave <- function(agent, arm, away = FALSE, round = NULL, ...) {
  check_no_dots(...)
  check_agent(agent)
  if (!missing(arm)) arm <- arm_name(arm)
  arm <- check_arm_texts(arm, "arm")
  away <- check_flag(away, "away")
  pass_rounds(agent, round, rlang::current_env())
  if (!.Call(C_agent_leave, agent, arm, as.double(away))) {
    refuse_call(agent, list(arm = arm, away = away), rlang::current_env())
  }
  tell_named_gone(agent, arm, away, rlang::current_env())
  invisible(agent)
}

# A committed agent plays no other arm than the one that it named.
tell_named_gone <- function(agent, gone, away, call) {
  given <- .Call(C_agent_description, agent)
  if (is.null(given$stop) || given$stop$after == "end") return(invisible())
  found <- recommend_agent(agent)
  if (!found$stopped || !found$arm %in% gone) return(invisible())
  warn_plain(c(sprintf("The agent has stopped and named %s, which has left: it plays no arm any more.", quoted(found$arm)),
               i = if (away) sprintf("`agent_enter(agent, %s)` brings the arm back.", quoted(found$arm)) else
                 "Make a new agent of the arms that are left; `agent_warm_start()` teaches it what this one learned."),
             class = c("unruly_warning_named", "unruly_warning"), call = call)
}

check_for_agent <- function(value, argument, has, trait, call = rlang::caller_env()) {
  value <- check_rounds_of(value, argument, 1, call)
  if (!has) abort_argument(argument, sprintf("left out: the agent was made without %s", trait), value, call = call)
  value
}

pass_rounds <- function(agent, round, call) {
  if (is.null(round)) return(invisible())
  round <- check_whole(round, "round", min = 1, max = 2^48, wanted = round_wanted, call = call)
  if (!.Call(C_agent_pass, agent, round)) refuse_call(agent, list(round = round), call)
}
