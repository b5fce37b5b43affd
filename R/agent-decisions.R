#' The decisions of an agent
#'
#' One row a decision, in the order in which they were made: who chose what, with which chance, and what came of it
#' when.
#'
#' The past of the agent is gone through again, and its policy asked for each of its choices, so it takes as long as
#' making them took. [as_log()] has the contexts, and the arms that could have been chosen.
#'
#' @param agent An agent, see [agent()].
#' @param ... Must be empty.
#' @return A tibble: `round`; `arm` (a factor); `wait` (only of agents with waiting); `chance` (with which the policy
#'   chose it; `NA` if nobody knows the chances of the policy, or somebody else chose); `reward` (`NA` while it is to
#'   come, or when a wait was over before); `ticket`; `told` (the round at whose end the reward was told: later than
#'   `round` if it came late; `NA` while it is to come); `chosen` (`"agent"` or `"outside"`).
#' @section Errors: `unruly_error_argument` if `a` is no agent, `unruly_error_agent` if it is no longer there.
#' @seealso [agent_learn()], [as_log()], [recommendations()]
#' @examples
#' a <- agent(policy_epsilon_greedy(0.2), c("blue", "green"), seed = 1)
#' agent_learn(a, "green", reward = 1, chosen = "outside")
#' for (i in 1:5) agent_learn(a, agent_choose(a), reward = i %% 2)
#' agent_choose(a)
#' agent_decisions(a)
#' @export
agent_decisions <- function(agent, ...) {
  check_no_dots(...)
  check_agent(agent)
  past <- past_of_agent(agent, rlang::current_env())
  made <- past$choices
  waiting <- !is.null(.Call(C_agent_description, agent)$waiting)
  tibble(round = made$round, arm = factor(past$arms[made$arm], unique(past$arms)), wait = if (waiting) made$wait,
         chance = made$chance, reward = made$reward, ticket = as.double(seq_along(made$round)), told = made$told,
         chosen = ifelse(made$outside, "outside", "agent"))
}

# Its choices and what was known of each, from a twin that goes through its past and puts them down.
past_of_agent <- function(agent, call) {
  journal <- .Call(C_agent_journal, agent)
  if (is.null(journal)) abort_agent("The agent has made too many decisions for a log.", call)
  given <- .Call(C_agent_description, agent)
  if (!is.null(given$own)) given$own <- new.env(parent = emptyenv())
  twin <- open_agent(given, call, logs = TRUE)
  made <- make_calls(twin, journal$calls, journal$numbers, journal$arms, c(0, 0), call)
  if (made$problem != "") abort_internal("The agent chooses otherwise than it did.", call)
  c(.Call(C_agent_log, twin), list(arms = journal$arms))
}

#' Teach an agent a log
#'
#' What was played before the agent was there, or without it, is told to it in one call: each row is a play that
#' somebody else chose, see [agent_learn()]. So its first choice is that of a policy which has seen all that.
#'
#' Rows are learned in their order, each in a round of its own: from the next one of the agent on. A horizon must leave
#' room for them, and arms with a limited life or patience live through these rounds. All of it is
#' kept with the agent, as its own decisions are ([save_agent()]): about 20 bytes a row.
#'
#' @param agent An agent, see [agent()], without `waiting`.
#' @param log A data frame with the columns `arm` (names of arms, or numbers where these are their names) and `reward`,
#'   one row a play, in the order in which they were made; `context1`, `context2`, ... or a matrix `context` for an
#'   agent with contexts. Such as [as_log()] makes, and [agent_decisions()]. Other columns are not looked at. A reward of `NA`
#'   is still to come, and can be told by ticket later. Or a log, as made by [read_open_bandit()].
#' @param ... Must be empty.
#' @return The agent, invisibly.
#' @section Errors: `unruly_error_argument` if the log is not as above, names an arm that is not there, or is longer
#'   than the horizon; `unruly_error_policy` if the policy cannot use it, see [agent_learn()]. If a row is refused later on,
#'   as its arm has left by then, the error names it; those before it were learned.
#' @seealso [agent_learn()], [as_log()]
#' @examples
#' log <- data.frame(arm = c("blue", "green", "green", "red"), reward = c(0, 1, 1, 0))
#' a <- agent(policy_ucb1(), c("blue", "green", "red"), seed = 1)
#' agent_warm_start(a, log)
#' agent_choose(a)
#' as_tibble(a)
#' @export
agent_warm_start <- function(agent, log, ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  check_agent(agent)
  if (missing(log)) abort_missing("log", call, warm_wanted)
  given <- .Call(C_agent_description, agent)
  if (!is.null(given$waiting)) abort_argument("agent", "an agent without waiting", call = call,
                                            given = "one whose arms take their time")
  if (!is.null(why_own_plays(given$policy))) refuse_own_plays(given$policy, call)
  rows <- read_warm_log(log, agent, given$context %||% 0, call)
  if (length(rows$reward) == 0) return(invisible(agent))
  check_room_for_log(agent, given, length(rows$reward), call)
  check_warm_scale(given, rows$reward, call)
  done <- .Call(C_agent_warm_start, agent, rows$labels, rows$arm, rows$reward, rows$context)
  warn_if_strayed(agent, rows$reward[seq_len(done)], call)
  if (done == length(rows$reward)) return(invisible(agent))
  abort_cli("Row {format_count(done + 1)} of {.arg log} cannot be learned; those before it were.",
                 class = c("unruly_error_agent", "unruly_error"), call = call,
                 parent = rlang::catch_cnd(refuse_call(agent, list(arm = rows$labels[rows$arm[done + 1]]), call)))
}

# Before any row is learned.
check_warm_scale <- function(given, reward, call) {
  within <- rewards_within(given)
  outside <- which(reward < within[1] | reward > within[2])
  if (length(outside) > 0) refuse_scale(given, reward[outside[1]], sprintf("log$reward[%d]", outside[1]), call)
}

warm_wanted <- "a log: a data frame with the columns `arm` and `reward`"

# The arms by their place among the labels, and contexts as the core wants them, a column a row.
read_warm_log <- function(log, agent, coordinates, call) {
  if (inherits(log, "unruly_log")) {
    check_class(log, "log", "unruly_log", warm_wanted, call)
    log <- list(arm = log$labels[log$arm], reward = log$reward, context = log$context)
  } else if (!is.data.frame(log)) abort_argument("log", warm_wanted, log, call = call)
  absent <- setdiff(c("arm", "reward"), names(log))
  if (length(absent) > 0) abort_argument("log", warm_wanted, given = sprintf("a data frame without `%s`", absent[1]),
                                         call = call)
  arms <- warm_arms(log$arm, agent, call)
  c(arms, list(reward = warm_rewards(log$reward, call),
               context = if (coordinates > 0 && NROW(log) > 0) warm_contexts(log, coordinates, call)))
}

warm_arms <- function(arm, agent, call) {
  wanted <- "names of arms that are there"
  if (!is_arm_column(arm) || anyNA(arm)) abort_argument("log$arm", wanted, arm, call = call)
  distinct <- sort(unique(arm))
  arms <- if (is.factor(arm)) droplevels(arm) else factor(arm, distinct, arm_name(distinct))
  table <- .Call(C_agent_table, agent)
  absent <- setdiff(levels(arms), table$arm[table$state == 1])
  if (length(absent) > 0) abort_argument("log$arm", wanted, given = quoted(absent[1]), call = call)
  list(labels = enc2utf8(levels(arms)), arm = as.integer(arms))
}

warm_rewards <- function(reward, call) {
  reward <- if (is.logical(reward)) as.double(reward) else reward
  told <- if (is.numeric(reward) && !is.object(reward)) reward[!is.na(reward)] else reward
  if (length(told) > 0) reward_column(told, "log$reward", call)
  as.double(reward)
}

# Columns of texts and factors are taken apart as bandit_replay() does.
warm_contexts <- function(log, coordinates, call) {
  columns <- if (is.null(log[["context"]])) grep("^context[0-9]+$", names(log), value = TRUE) else "context"
  columns <- columns[order(as.integer(sub("context", "0", columns)))]
  context <- if (length(columns) > 0) context_columns(log, columns, call)
  count <- if (is.null(context)) 0 else ncol(context)
  if (count != coordinates) {
    abort_argument("log", sprintf("with %s of a context, in `context1`, `context2`, ...",
                                  count_of(coordinates, "coordinate")),
                   given = sprintf("one with %s", count_of(count, "coordinate")), call = call)
  }
  check_largest(context, "log$context", 1e50, call = call)
  t(context)
}

check_room_for_log <- function(agent, given, rows, call) {
  left <- (given$horizon %||% 2^48) - .Call(C_agent_standing, agent, NULL)[["next"]] + 1
  if (rows <= left) return(invisible())
  abort_argument("log", sprintf("at most %s, what is left of the horizon", count_of(left, "row")),
                 given = count_of(rows, "row"), call = call)
}
