#' Arms of an agent that come and go
#'
#' `agent_enter()` lets an arm come: one that was described to the agent and is not there yet
#' (`first = Inf`), one that is away for a while, or a new one. An arm that has left for
#' good can enter again, too, as a new arm of the same name. `agent_leave()` takes arms away.
#' Both hold from the round that is to be played next, and both end the round of a choice
#' whose reward was not told yet: its reward is late then.
#'
#' @param agent An agent, see [agent()].
#' @param arm `agent_enter()`: the name of an arm; `agent_leave()`: of one or more, which then leave
#'   together.
#' @param last The last round of the arm's life, a whole number or `Inf`, for agents
#'   that are told these.
#' @param patience How long the arm waits for a pull, a whole number of rounds of at least
#'   1 or `Inf`, for agents with patience; by default `Inf`.
#' @param away `TRUE` if the arms only go for a while, and will be what they were when they
#'   enter again.
#' @param round The round before which it happens, a whole number; by default the next one
#'   to be played. With waiting it must be given in the midst of a play.
#' @param ... Must be empty.
#' @return The agent, invisibly.
#' @section Errors: `unruly_error_argument` for an arm that is there already, or is not;
#'   `unruly_error_agent` if the policy does not play arms that come or go so.
#' @seealso [with_entries()], [with_lifetimes()]
#' @examples
#' a <- agent(policy_ucb1(), c("blue", "green"), seed = 1)
#' agent_learn(a, agent_choose(a), reward = 1)
#' agent_enter(a, "red")
#' agent_leave(a, "blue", away = TRUE)
#' a
#' agent_enter(a, "blue")
#' as_tibble(a)
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
  invisible(agent)
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
