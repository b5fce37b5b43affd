#' The decisions of an agent
#' @description
#' Lists the decisions of an agent in their order: who chose which arm, with which propensity, and what was reported.
#'
#' **Use it when** you check what an agent did. To evaluate its rewards, use [as_log()] and [estimates()].
#'
#' @details
#' The past of the agent is played again, which takes as long as making its choices took; a policy in R is not asked
#' again, as its choices are known. [as_log()] also has the contexts and the arms that could have been chosen.
#'
#' Where the policy is overruled, `stated` says how likely it would have made the choices of the others: the sum of
#' `log(stated)` is their log-likelihood under it, which [choice_likelihood()] computes for any policy.
#'
#' @param agent An agent, see [agent()].
#' @param ... Must be empty.
#' @return A tibble with one row per decision: `round`; `arm` (a factor); `wait` (agents with waiting only);
#'   `propensity` (`NA` if the policy does not state it, or the choice was made outside); `stated`, the policy's own
#'   propensity of the arm that was played, also if it was chosen outside, given all that had been reported to it (`NA`
#'   if the policy does not state it, or is written in R and the choice was made outside, or the agent had stopped);
#'   `reward` (`NA` while it is open; 0 when a wait ended first); `ticket`; `reported` (the round in which the reward
#'   was reported, later than `round` for late ones; `NA` while it is open); `chosen` (`"agent"` or `"outside"`).
#' @section Errors: `unruly_error_argument`: `agent` is no agent. `unruly_error_agent`: it no longer exists, or its
#'   policy from [policy_compile()] makes other choices when it is asked again.
#' @seealso [agent_learn()], [as_log()], [choice_likelihood()], [recommendations()]
#' @examples
#' buttons <- agent(policy_epsilon_greedy(0.2), c("blue", "green"), seed = 1)
#' agent_learn(buttons, "green", reward = 1, chosen = "outside")
#' for (i in 1:5) agent_learn(buttons, agent_choose(buttons), reward = i %% 2)
#' agent_choose(buttons)
#' agent_decisions(buttons)
#' @export
agent_decisions <- function(agent, ...) {
  check_no_dots(...)
  check_agent(agent)
  past <- past_of_agent(agent, rlang::current_env())
  made <- past$choices
  waiting <- !is.null(.Call(C_agent_description, agent)$waiting)
  tibble(round = made$round, arm = factor(past$arms[made$arm], unique(past$arms)), wait = if (waiting) made$wait,
         propensity = made$propensity, stated = made$stated, reward = made$reward,
         ticket = as.double(seq_along(made$round)),
         reported = made$reported,
         chosen = ifelse(made$outside, "outside", "agent"))
}

# Its choices and what was known of each, from a twin that goes through its past and puts them down.
past_of_agent <- function(agent, call) {
  journal <- journal_of_agent(agent, "log", call)
  twin <- agent_again(agent, journal, c(0, 0), call, logs = TRUE)
  c(.Call(C_agent_log, twin), list(arms = journal$arms))
}

journal_of_agent <- function(agent, purpose, call) {
  .Call(C_agent_journal, agent) %||% abort_agent("The agent has made too many decisions for a {purpose}.", call)
}

# Another agent, which makes all calls of the journal. A policy in R is not asked: its choices are in the journal, and
# it may keep something outside of its games; but for one that states its chances, which only it knows.
agent_again <- function(agent, journal, mark, call, logs = FALSE) {
  given <- .Call(C_agent_description, agent)
  if (is_own(given$policy) && !states_chances(given$policy)) mark <- c(nchar(journal$calls), 0)
  if (!is.null(given$own)) given$own <- new.env(parent = emptyenv())
  twin <- open_agent(given, call, logs = logs)
  made <- make_calls(twin, journal$calls, journal$numbers, journal$arms, mark, call)
  if (made$problem == "differs" && has_own_code(given$policy)) abort_differs(given, made$done + 1, NULL, call)
  if (made$problem == "failed") abort_core(list(message = made$message, replication = 0), call)
  if (made$problem != "") abort_internal("The agent chooses otherwise than it did.", call)
  twin
}

#' Feed a log to an agent
#' @description
#' Feeds a log of earlier pulls to an agent. Its next choice is that of a policy which has made these pulls.
#'
#' **Use it when** there are data from before the agent, or from a fallback. For single pulls, use [agent_learn()].
#'
#' @details
#' Each row counts as a pull that the agent did not choose, see [agent_learn()]. Rows are learned in their order, each
#' in a round of its own, beginning with the next round of the agent. A horizon must leave room for them, and arms with
#' a limited life or patience live through these rounds. If the log has dates (`outcome_time`), the agent learns an
#' outcome after the last row that is before its date, as in [bandit_replay()], and at the latest after the last row of
#' all. A row without a date stays open: it counts by its age, in rounds, and its outcome can be reported later with its
#' ticket. Where open rows are zeros that nobody reports, policies that would take the reported outcomes for all of them
#' refuse the log, see [with_delay()]. The rows are stored with the agent ([save_agent()]), about 20 bytes per row.
#'
#' @param agent An agent, see [agent()], without `waiting`.
#' @param log A log, see [as_log()], of arms that are there, in the order of the pulls, with contexts for an agent with
#'   contexts. A data frame is passed to `as_log()` with the column arguments in `...`. A reward of `NA` is open and can
#'   be reported later with its ticket.
#' @param ... For a data frame: arguments of [as_log()], such as `arm = item`. Otherwise it must be empty.
#' @return The agent, invisibly.
#' @section Errors: `unruly_error_argument`: the log is not as described, names an arm that is not there, or is longer
#'   than the horizon. `unruly_error_policy`: the policy cannot learn from choices of others, or
#'   not where some outcomes have no date. `unruly_error_agent`: a row is refused, as its arm has left by then; the rows
#'   before it were learned.
#' @section Messages: `unruly_message_context`: the contexts of the log were scaled (`as_log(scale = TRUE)`), and by
#'   what; the agent takes later contexts as they are given.
#' @seealso [agent_learn()], [as_log()]
#' @examples
#' clicks <- data.frame(item = c("blue", "green", "green", "red"), click = c(0, 1, 1, 0))
#' buttons <- agent(policy_ucb1(), c("blue", "green", "red"), seed = 1)
#' agent_warm_start(buttons, clicks, arm = item, reward = click)
#' agent_choose(buttons)
#' as_tibble(buttons)
#' @export
agent_warm_start <- function(agent, log, ...) {
  call <- rlang::current_env()
  refuse_other_dots(substitute(list(...)), call)
  check_agent(agent)
  if (!missing(log) && is.data.frame(log) && nrow(log) == 0) return(invisible(agent)) # nothing to learn
  given <- .Call(C_agent_description, agent)
  log <- log_argument(log, "log", ..., call = call, learns = !is.null(given$context))
  if (!is.null(given$waiting)) abort_argument("agent", "an agent without waiting", call = call,
                                              given = "one made with `waiting`")
  if (!is.null(why_own_plays(given$policy))) refuse_own_plays(given$policy, call)
  arms <- warm_arms(log, agent, call)
  context <- if (!is.null(given$context)) warm_contexts(log, given$context, call)
  check_room_for_log(agent, given, length(arms), call)
  check_warm_scale(given, log$reward, call)
  used <- sort(unique(arms))
  shown <- rows_of_showing(log)
  refuse_silent_rows(log, shown, given$policy, call)
  late <- which(shown > seq_along(shown))
  done <- .Call(C_agent_warm_start, agent, enc2utf8(log$labels[used]), match(arms, used), log$reward, context, shown,
                late[order(shown[late], late)])
  warn_if_strayed(agent, log$reward[seq_len(done)], call)
  if (!is.null(context)) tell_scales(log$coordinates)
  if (done == length(arms)) return(invisible(agent))
  abort_cli("Row {format_count(done + 1)} of {.arg log} cannot be learned; those before it were.",
                 class = c("unruly_error_agent", "unruly_error"), call = call,
                 parent = rlang::catch_cnd(refuse_call(agent, list(arm = log$labels[arms[done + 1]]), call)))
}

# Returns after which row the outcome of each row is shown, 0 for not in this log. What the log dates after its last
# row is known by its end.
rows_of_showing <- function(log) {
  row <- seq_along(log$arm)
  after <- events_until_shown(log)
  shown <- if (is.null(after)) row else ifelse(after == 0, 0L, pmin(row + after - 1, length(row)))
  as.integer(ifelse(is.na(log$reward), 0, shown))
}

# Refuses to learn from outcomes that were shown where there are others that never are: zeros without a date, or all
# without a reward where only conversions have one.
refuse_silent_rows <- function(log, shown, policy, call) {
  open <- shown == 0
  known <- log$reward[!open]
  silent <- is_dated(log) && any(open) &&
    (any(log$reward[open] %in% 0) || is.null(log$reported) && length(known) > 0 && all(known == 1))
  if (silent && !.Call(C_bears_silence, describe_policy(policy))) refuse_policy_of_log(policy, call)
}

refuse_policy_of_log <- function(policy, call) {
  abort_plain(c(sprintf("%s cannot learn from this log.", policy$label),
                x = paste("Reason: Some outcomes of the log have no date, so they are never shown, and it would learn",
                          "from the others alone."),
                i = paste("Most policies can play inside of `policy_matured()`; or leave `outcome_time` out to show all",
                          "outcomes at once.")),
              class = c("unruly_error_policy", "unruly_error_combination", "unruly_error"), policy = policy$label,
              call = call)
}

# Before any row is learned.
check_warm_scale <- function(given, reward, call) {
  within <- rewards_within(given)
  outside <- which(reward < within[1] | reward > within[2])
  if (length(outside) > 0) refuse_scale(given, reward[outside[1]], sprintf("log$reward[%d]", outside[1]), call)
}

# The arms of the log, all of which must be there.
warm_arms <- function(log, agent, call) {
  table <- .Call(C_agent_table, agent)
  absent <- setdiff(log$labels[unique(log$arm)], table$arm[table$state == 1])
  if (length(absent) > 0) {
    abort_argument("log", "a log of arms that are there", call = call, given = sprintf("one of %s", quoted(absent[1])),
                   hint = did_you_mean(absent[1], arms_there(agent)) %||% "Add it by `agent_enter(agent, arm)`.")
  }
  log$arm
}

# A column per event, as the core takes them.
warm_contexts <- function(log, coordinates, call) {
  count <- if (is.null(log$context)) 0 else ncol(log$context)
  if (count != coordinates) {
    abort_argument("log", sprintf("a log with contexts of %s, as the agent's", count_of(coordinates, "number")),
                   given = if (count == 0) "one without contexts" else sprintf("one of %s", count_of(count, "number")),
                   hint = paste("Name the columns of the contexts, such as `as_log(data, context = c(age, visits))`;",
                                "`intercept = TRUE` adds a column of ones."), call = call)
  }
  check_largest(log$context, "log$context", 1e50, call = call)
  t(log$context)
}

check_room_for_log <- function(agent, given, rows, call) {
  left <- (given$horizon %||% 2^48) - .Call(C_agent_standing, agent, NULL)[["next"]] + 1
  if (rows <= left) return(invisible())
  abort_argument("log", sprintf("at most %s, what is left of the horizon", count_of(left, "row")),
                 given = count_of(rows, "row"), call = call)
}

#' @export
head.unruly_agent <- function(x, ...) {
  check_agent(x, "x")
  utils::head(agent_decisions(x), ...)
}

#' @export
tail.unruly_agent <- function(x, ...) {
  check_agent(x, "x")
  utils::tail(agent_decisions(x), ...)
}
