#' Agents: policies that act outside a simulation
#'
#' An agent is a policy that chooses when it is asked and learns what it is told:
#' what a web application, an experiment or a control loop would hold. Fed the
#' rewards of a simulation with the same seed it makes the simulation's choices,
#' for every policy.
#'
#' `choose()` names the arm to be played now. `learn()` tells the agent what came
#' of it. Each choice is one round, and has a ticket, which `ticket()` gives for
#' the latest one. A reward may come later, after further choices, in any order:
#' then `learn()` needs the ticket. (Policies for contexts need each reward before
#' the next choice.) A choice whose reward never comes counts as a pull, of which
#' nothing is learned.
#'
#' What rewards a policy is made for it says itself (`range`, `sd` in its
#' constructor); an agent believes what it is told, if it is a number.
#'
#' An agent is changed where it is, by `choose()` and `learn()`: two names can
#' mean the same agent. Everything it was asked and told is kept, so that it can be
#' saved, see [save_agent()]: about 20 bytes a decision (and 8 for each coordinate
#' of a context), in memory as in the file.
#'
#' @section Traits:
#' What a policy must know of its arms is given as to a bandit. Arms of a patient
#' agent leave by themselves when they were neglected for too long, and those with
#' a `last` round die after it; arms that come and go otherwise: [enter()] and
#' [leave()].
#'
#' With `delay`, where arms take their time, a choice is an arm and a wait, and
#' the agent must be told how long the play took: `learn(a, action, reward, time)`
#' if the outcome came after `time` rounds; `learn(a, action, NA)` if the wait was
#' over before. Where rewards are spread out and mixed together, the reward is the sum
#' of what was seen in the round, or with waiting in the rounds of the play; if
#' nothing came of the play itself, `time` is `NA`.
#' If the reward of a play that is over comes later, `reward` is left out, and told
#' with the ticket.
#'
#' @param policy A policy, such as [policy_ucb1()], also one's own ([policy_index()],
#'   [policy_compile()]); not [policy_oracle()], which sees true means.
#' @param arms Names of the arms: one or more different texts.
#' @param horizon How many rounds there will be, a whole number of at least 1 and at
#'   most 2^48, where the policy needs to know (the error says so); `NULL`: no end.
#' @param seed Of the policy's random numbers: a whole number, or `NULL` to draw one
#'   with R's generator. They are those of the simulation of this seed.
#' @param rep Which replication's random numbers, a whole number of at least 1.
#' @param patience `NULL`, or after how many rounds without a pull an arm leaves,
#'   one number for all arms or one an arm; `Inf` for never. See [with_patience()].
#' @param share,penalty `NULL`, or fair shares of all rounds and penalties for a
#'   missing pull, one number for all arms or one an arm. See [with_fairness()].
#' @param delay `NULL`, or, for arms that take their time, the largest wait, a whole
#'   number of at least 1; or a matrix as for [with_waiting()], of which the agent
#'   is told the number of columns.
#' @param context `NULL`, or the number of coordinates of a context, a whole number
#'   from 1 to 1000; or a law of contexts, such as [context_normal()].
#' @param from `NULL`, or the round from which each arm can be played; `Inf` for an
#'   arm that is to be let in by [enter()].
#' @param last `NULL`, or the last round of each arm's life, which the policy is told;
#'   `Inf` for no end that is known.
#' @return `agent()`: an agent, of class `unruly_agent`. `choose()`: the name of an
#'   arm; with waiting a list of `arm` and `wait`. `learn()`: the agent, invisibly.
#'   `ticket()`: a whole number. `as_tibble()`: a tibble with one row an arm, also those
#'   that have left, in the order in which they came: `arm`, `wait` (with waiting),
#'   `pulls`, `mean` (of the rewards learned), `last` (the round in which it was last
#'   chosen, `NA` if never).
#' @section Errors: `unruly_error_argument` when an argument is not as above or a
#'   ticket is not open; `unruly_error_policy` if the policy cannot act so;
#'   `unruly_error_agent` if the agent cannot do what it is asked: no arm is there, the
#'   horizon is over, the last outcome must be learned first, the agent did not
#'   survive [saveRDS()].
#' @seealso [enter()], [save_agent()], [run_study()] to try policies out before.
#' @examples
#' a <- agent(policy_ucb1(), arms = c("blue", "green", "red"), seed = 1)
#' for (visitor in 1:50) {
#'   arm <- choose(a)
#'   learn(a, arm, reward = if (arm == "green") 1 else 0)
#' }
#' a
#' as_tibble(a)
#'
#' # Rewards that come late:
#' first <- choose(a)
#' one <- ticket(a)
#' second <- choose(a)
#' learn(a, second, reward = 0)
#' learn(a, first, reward = 1, ticket = one)
#'
#' # Impatient arms, and arms that take their time:
#' agent(policy_fc_se(), c("a", "b"), horizon = 1000, patience = c(3, 5))
#' slow <- agent(policy_wait_ucb(), c("a", "b"), delay = 4, seed = 1)
#' action <- choose(slow)
#' learn(slow, action, reward = NA) # given up
#' @name agents
NULL

#' @rdname agents
#' @export
agent <- function(policy, arms, horizon = NULL, seed = NULL, rep = 1, patience = NULL, share = NULL, penalty = NULL,
                  delay = NULL, context = NULL, from = NULL, last = NULL) {
  check_class(policy, "policy", "unruly_policy", "a policy, such as `policy_ucb1()`")
  arms <- check_arm_texts(arms)
  count <- length(arms)
  given <- list(
    policy = policy, arms = arms,
    horizon = if (!is.null(horizon)) check_agent_horizon(horizon),
    seed = check_seed(seed, rlang::current_env()), rep = check_whole(rep, "rep", min = 1, max = 2^31 - 1),
    patience = if (!is.null(patience)) check_rounds_of(patience, "patience", count),
    share = share, penalty = penalty,
    delay = if (!is.null(delay)) check_waits(delay, count),
    context = if (!is.null(context)) check_coordinates(context),
    from = if (!is.null(from)) check_rounds_of(from, "from", count),
    last = if (!is.null(last)) check_rounds_of(last, "last", count)
  )
  if (is_own(policy)) given$own <- new.env(parent = emptyenv()) # where its state is
  open_agent(check_agent_fairness(given, rlang::current_env()), rlang::current_env())
}

check_arm_texts <- function(arms, argument = "arms", call = rlang::caller_env()) {
  wanted <- "the names of the arms: one or more different texts"
  if (missing(arms)) abort_missing(argument, call, wanted)
  good <- is.character(arms) && !is.object(arms) && is.null(dim(arms)) && length(arms) > 0 && !anyNA(arms) &&
    all(validEnc(arms)) && all(nzchar(arms))
  if (!good) abort_argument(argument, wanted, arms, call = call)
  arms <- enc2utf8(unname(as.vector(arms)))
  if (anyDuplicated(arms)) {
    abort_argument(argument, wanted, given = sprintf("%s twice", quoted(arms[duplicated(arms)][1])), call = call)
  }
  arms
}

check_agent_horizon <- function(horizon, call = rlang::caller_env()) {
  check_whole(horizon, "horizon", min = 1, max = 2^48, call = call,
              wanted = "a single whole number of at least 1 and at most 2^48, or NULL")
}

check_rounds_of <- function(value, argument, arms, call = rlang::caller_env()) {
  check_numbers(value, argument, size = arms, min = 1, whole = TRUE, infinite = TRUE, call = call,
                wanted = "whole numbers of rounds of at least 1, or Inf")
}

# The largest wait.
check_waits <- function(delay, arms, call = rlang::caller_env()) {
  if (is.numeric(delay) && length(delay) > 1) return(as.double(ncol(check_delay(delay, arms, call))))
  check_whole(delay, "delay", min = 1, max = 1e6, call = call,
              wanted = "the largest wait, a single whole number of at least 1, or a matrix of probabilities as for `with_waiting()`")
}

check_coordinates <- function(context, call = rlang::caller_env()) {
  if (inherits(context, "unruly_context")) {
    return(check_class(context, "context", "unruly_context", "a law of contexts", call)$d)
  }
  check_whole(context, "context", min = 1, max = most_coordinates, call = call,
              wanted = "the number of coordinates, a single whole number from 1 to 1000, or a law such as `context_normal()`")
}

# Shares and penalties as with_fairness() takes them; the traits that do not go
# with each other go together here as little.
check_agent_fairness <- function(given, call) {
  if (is.null(given$share) && !is.null(given$penalty)) abort_argument("share", "given with `penalty`", NULL, call = call)
  traits <- c(fairness = !is.null(given$share), waiting = !is.null(given$delay), entries = !is.null(given$from),
              lifetimes = !is.null(given$last))
  for (conflict in trait_conflicts) {
    if (isTRUE(all(traits[conflict[1:2]])) && "fairness" %in% conflict) refuse_traits(conflict[1], conflict[2], conflict[3], call)
  }
  if (is.null(given$share)) return(given)
  count <- length(given$arms)
  given$share <- check_share(given$share, count, call)
  given$penalty <- check_penalty(given$penalty, count, call)
  given
}

# --- opening ---------------------------------------------------------------------

# Traits that any agent can have; what it must know of the others is given.
agent_traits <- c("entries", "lifetimes", "spread", "replay", "delay")

open_agent <- function(given, call) {
  check_actor(given, call)
  found <- .Call(C_agent_open, given, describe_agent(given), given$arms)
  if (inherits(found, "unruly_agent")) return(found)
  switch(found$kind,
    refused = refuse_actor(given$policy, sub("[.]$", "", found$message), call),
    memory = abort_agent("There is not enough memory for such an agent.", call),
    abort_internal(found$message, call)
  )
}

describe_agent <- function(given) {
  list(policy = describe_policy(given$policy), seed = given$seed, rep = given$rep, horizon = given$horizon %||% 2^48,
       refuses = refused_flags(given), waits = given$delay %||% 0, context = given$context %||% 0,
       patience = given$patience, from = given$from, last = given$last, share = given$share, penalty = given$penalty)
}

# As a number, those of the policy that is queued for included; and what fairness rules out.
refused_flags <- function(given) {
  words <- refused_words(given$policy)
  if (!is.null(given$share)) words <- c(words, "entries", "lifetimes", "replay")
  sum(2^(which(flag_words %in% words) - 1))
}

refused_words <- function(policy) {
  listed <- .Call(C_policies)
  own <- flag_list(listed$refuses[match(policy$constructor, listed$constructor)])
  c(own, if (!is.null(policy$base)) refused_words(policy$base))
}

# Refuses a policy that cannot act as it is asked to.
check_actor <- function(given, call, policy = given$policy) {
  if (!is.null(policy$base)) check_actor(given, call, policy$base)
  listed <- .Call(C_policies)
  row <- match(policy$constructor, listed$constructor)
  if (is.na(row)) abort_glue("there is no such policy")
  has <- c(patience = !is.null(given$patience), waiting = !is.null(given$delay), fairness = !is.null(given$share),
           contexts = !is.null(given$context), entries = any(given$from > 1), lifetimes = !is.null(given$last))
  refused <- intersect(flag_list(listed$refuses[row]), names(has)[has])
  if (isTRUE(listed$sees_means[row])) refuse_actor(policy, "It needs the true means, which nobody knows outside a simulation", call)
  if (length(refused) > 0) refuse_actor(policy, sprintf("It does not play arms with %s", refused[1]), call)
  needs <- flag_list(listed$needs[row])
  if (length(needs) > 0 && !any(needs %in% c(agent_traits, names(has)[has]))) {
    arguments <- c(patience = "`patience`", waiting = "`delay`", fairness = "`share` and `penalty`", contexts = "`context`")
    refuse_actor(policy, sprintf("It needs %s: give %s", needs[1], arguments[[needs[1]]]), call)
  }
  asks <- listed$needs_horizon[row]
  if (is.null(given$horizon) && !is.na(asks) && (asks == "" || is.null(policy$parameters[[asks]]))) {
    refuse_actor(policy, paste0("It needs to know how many rounds there will be: give `horizon`",
                                if (asks != "") sprintf(", or make the policy with `%s`", asks)), call)
  }
}

refuse_actor <- function(policy, reason, call) {
  cli::cli_abort(c("{.strong {policy$label}} cannot be such an agent.", x = "{reason}."),
                 class = c("unruly_error_policy", "unruly_error_combination", "unruly_error"), policy = policy$label,
                 call = call)
}

# --- deciding: called once a decision, so all checks are in C --------------------

#' @param a An agent. (`choose()` of numbers is [base::choose()].)
#' @param context The context of this round: numbers, as many as the agent was told, of
#'   size at most 1e50.
#' @param round The round that is to be played, a whole number; by default the next. The
#'   rounds in between pass without a play.
#' @rdname agents
#' @export
choose <- function(a, context = NULL, round = NULL) {
  if (missing(a)) abort_missing("a", rlang::current_env(), agent_wanted)
  chosen <- .Call(C_agent_choose, a, context, round) %||% choose_in_r(a, context, round, rlang::current_env())
  if (!is.null(chosen)) return(chosen)
  if (is.numeric(a) && is.numeric(context)) return(base::choose(a, context))
  refuse_call(a, list(context = context, round = round), rlang::current_env())
}

#' @param arm The arm that was played: its name, or what `choose()` gave.
#' @param reward What came of it, a number of size at most 1e100, `TRUE` or `FALSE`.
#' @param time With waiting: after how many rounds of the play the outcome came, a whole
#'   number of at least 1; `NA` if it did not come within the wait.
#' @param ticket That of the choice, by default the latest one's.
#' @rdname agents
#' @export
learn <- function(a, arm, reward = NULL, time = NULL, ticket = NULL) {
  if (missing(a)) abort_missing("a", rlang::current_env(), agent_wanted)
  if (missing(arm)) abort_missing("arm", rlang::current_env(), "the arm that was played")
  if (!.Call(C_agent_learn, a, arm, reward, time, ticket)) {
    refuse_call(a, list(arm = arm, reward = reward, time = time, ticket = ticket), rlang::current_env())
  }
  invisible(a)
}

#' @rdname agents
#' @export
ticket <- function(a) {
  check_agent(a)
  .Call(C_agent_ticket, a)
}

# --- arms that come and go ---------------------------------------------------------

#' Arms of an agent that come and go
#'
#' `enter()` lets an arm come: one that was described to the agent and is not there yet
#' (`from = Inf`), one that is away for a while, or a new one. An arm that has left for
#' good can enter again, too, as a new arm of the same name. `leave()` takes arms away.
#' Both hold from the round that is to be played next, and both end the round of a choice
#' whose reward was not told yet: its reward is late then.
#'
#' @param a An agent, see [agent()].
#' @param arm `enter()`: the name of an arm; `leave()`: of one or more, which then leave
#'   together.
#' @param last The last round of the arm's life, a whole number or `Inf`, for agents
#'   that are told these.
#' @param patience How long the arm waits for a pull, a whole number of rounds of at least
#'   1 or `Inf`, for agents with patience; by default `Inf`.
#' @param away `TRUE` if the arms only go for a while, and will be what they were when they
#'   enter again.
#' @param round The round before which it happens, a whole number; by default the next one
#'   to be played. With waiting it must be given in the midst of a play.
#' @return The agent, invisibly.
#' @section Errors: `unruly_error_argument` for an arm that is there already, or is not;
#'   `unruly_error_agent` if the policy does not play arms that come or go so.
#' @seealso [with_entries()], [with_lifetimes()]
#' @examples
#' a <- agent(policy_ucb1(), c("blue", "green"), seed = 1)
#' learn(a, choose(a), reward = 1)
#' enter(a, "red")
#' leave(a, "blue", away = TRUE)
#' a
#' enter(a, "blue")
#' as_tibble(a)
#' @export
enter <- function(a, arm, last = NULL, patience = NULL, round = NULL) {
  check_agent(a)
  arm <- check_text(arm, "arm")
  given <- .Call(C_agent_description, a)
  if (!is.null(last)) last <- check_for_agent(last, "last", !is.null(given$last), "lifetimes")
  if (!is.null(patience)) patience <- check_for_agent(patience, "patience", !is.null(given$patience), "patience")
  pass_rounds(a, round, rlang::current_env())
  if (!.Call(C_agent_enter, a, arm, last, patience)) {
    refuse_call(a, list(arm = arm, last = last, entering = TRUE), rlang::current_env())
  }
  invisible(a)
}

#' @rdname enter
#' @export
leave <- function(a, arm, away = FALSE, round = NULL) {
  check_agent(a)
  arm <- check_arm_texts(arm, "arm")
  away <- check_flag(away, "away")
  pass_rounds(a, round, rlang::current_env())
  if (!.Call(C_agent_leave, a, arm, as.double(away))) {
    refuse_call(a, list(arm = arm, away = away), rlang::current_env())
  }
  invisible(a)
}

check_for_agent <- function(value, argument, has, trait, call = rlang::caller_env()) {
  value <- check_rounds_of(value, argument, 1, call)
  if (!has) abort_argument(argument, sprintf("left out: the agent was made without %s", trait), value, call = call)
  value
}

pass_rounds <- function(a, round, call) {
  if (is.null(round)) return(invisible())
  round <- check_whole(round, "round", min = 1, max = 2^48, wanted = round_wanted, call = call)
  if (!.Call(C_agent_pass, a, round)) refuse_call(a, list(round = round), call)
}

# --- looking at it -----------------------------------------------------------------

#' @export
print.unruly_agent <- function(x, ...) {
  check_no_dots(...)
  check_agent(x, "x")
  given <- .Call(C_agent_description, x)
  standing <- .Call(C_agent_standing, x, NULL)
  arms <- .Call(C_agent_table, x)
  there <- unique(arms$arm[arms$state == 1])
  shown <- if (length(there) > 10) c(there[1:9], "...") else there
  cat("<agent> ", given$policy$label, policy_details(given$policy), ", ", count_of(length(there), "arm"), " to choose from",
      if (length(there) > 0) ": ", paste(shown, collapse = ", "), "\n", sep = "")
  cat("  ", count_of(standing$ticket, "decision"), if (standing$late > 0) sprintf(", %s of them not learned yet", format_count(standing$late)),
      "\n", sep = "")
  cat("  round ", format_count(standing$round), if (!is.null(given$horizon)) paste(" of", format_count(given$horizon)),
      ", seed ", format_plain(given$seed, digits = 15), ", replication ", format_count(given$rep), "\n", sep = "")
  invisible(x)
}

#' @param x An agent.
#' @param ... Not used.
#' @rdname agents
#' @export
as_tibble.unruly_agent <- function(x, ...) {
  check_no_dots(...)
  check_agent(x, "x")
  table <- .Call(C_agent_table, x)
  waiting <- !is.null(.Call(C_agent_description, x)$delay)
  tibble::as_tibble(table[c("arm", if (waiting) "wait", "pulls", "mean", "last")])
}

# --- what is wrong -----------------------------------------------------------------

agent_wanted <- "an agent, as made by `agent()`"

round_wanted <- "a single whole number of at least 1 and at most 2^48"

check_agent <- function(a, argument = "a", call = rlang::caller_env()) {
  if (missing(a)) abort_missing(argument, call, agent_wanted)
  if (!inherits(a, "unruly_agent") || typeof(a) != "externalptr") abort_argument(argument, agent_wanted, a, call = call)
  if (is.null(.Call(C_agent_standing, a, NULL))) {
    abort_agent(c("This agent is no longer there.", x = "It was made in another session, or not by {.fn agent}.",
                  i = "{.fn saveRDS} and its kin do not keep agents: use {.fn save_agent} and {.fn read_agent}."), call)
  }
  invisible(a)
}

abort_agent <- function(message, call, .envir = parent.frame()) {
  cli::cli_abort(message, class = c("unruly_error_agent", "unruly_error"), call = call, .envir = .envir)
}

# Raises what the last call found wrong. `given` are its arguments.
refuse_call <- function(a, given, call) {
  check_agent(a, call = call)
  s <- .Call(C_agent_standing, a, given$ticket)
  about <- .Call(C_agent_description, a)
  latest <- if (is.null(given$ticket)) "the latest choice" else sprintf("ticket %s", format_numbers(given$ticket))
  argument <- function(name, wanted, ...) abort_argument(name, wanted, given[[name]], ..., call = call)
  switch(s$problem,
    context = argument("context", if (is.null(about$context)) "left out: the agent was made without `context`" else
      sprintf("%s of size at most 1e50", count_of(about$context, "number"))),
    round = argument("round", round_wanted),
    past = argument(if (is.null(given$round)) "last" else "round", sprintf("a round that is still to come, %s or later", format_count(s[["next"]]))),
    ticket = argument("ticket", "a single whole number of at least 1, as given by `ticket()`"),
    unknown = refuse_unknown(s, given, call),
    learned = argument("ticket", "that of a choice whose reward is still to come", given = sprintf("%s, whose reward was told before", latest)),
    arm = argument("arm", sprintf("%s, the arm of %s", action_words(s), latest)),
    reward = argument("reward", "a single number of size at most 1e100, TRUE or FALSE"),
    time = argument("time", sprintf("after how many rounds the outcome came, a whole number from %s to %s, or NA if it did not",
                                    format_count(s$least), s$wait)),
    timeless = argument("time", paste("left out:", if (is.null(about$delay)) "the agent was made without `delay`" else
      "the play is over, and only its reward is to come")),
    there = argument("arm", "the name of an arm that is not there yet"),
    gone = argument("arm", "names of arms that are there"),
    refuse_moment(s, about, given, call)
  )
}

action_words <- function(s) {
  if (is.na(s$wait) || s$wait == 1) quoted(s$arm) else sprintf("%s with wait %d", quoted(s$arm), s$wait)
}

refuse_unknown <- function(s, given, call) {
  if (is.null(given$ticket)) {
    abort_agent(c("There is nothing to learn yet.", i = "{.fn choose} comes first."), call)
  }
  abort_argument("ticket", sprintf("that of a choice, a whole number from 1 to %s", format_count(s$ticket)), given$ticket, call = call)
}

# What would be fine at another time, or with another policy.
refuse_moment <- function(s, about, given, call) {
  label <- about$policy$label
  switch(s$problem,
    nobody = abort_agent(c("There is no arm to choose from in round {format_count(s$round)}.", i = "{.fn enter} lets arms come."), call),
    over = abort_agent("The horizon of the agent, {count_of(about$horizon, 'round')}, is over.", call),
    unlearned = abort_agent(c("The outcome of the latest choice must be learned first.",
                              i = if (is.null(about$delay)) "{label} does not play where rewards come late." else
                                "How long a play took must be known before the next one, and before arms come or go unless {.arg round} says when."), call),
    stays = abort_agent(c("Arms cannot {if (isTRUE(given$entering)) 'enter' else if (isTRUE(given$away)) 'be away for a while' else 'leave'} here.",
                          x = if (is.null(about$share)) "{label} does not play such arms." else
                            "A share of all rounds makes no sense for an arm that is not always there."), call),
    failed = abort_agent(c("The agent cannot go on.", x = "{s$message}",
                           i = "{.fn read_agent} has it back as it was saved."), call),
    full = abort_agent("There is no room for another arm.", call),
    abort_internal(sprintf("an agent said \"%s\"", s$problem), call)
  )
}
