# The errors of an agent's calls.

round_wanted <- "a single whole number of at least 1 and at most 2^48"

# Raises the error of the last call. `given` are its arguments.
refuse_call <- function(agent, given, call) {
  check_agent(agent, call = call)
  given$agent <- agent
  s <- .Call(C_agent_standing, agent, given$ticket)
  about <- .Call(C_agent_description, agent)
  latest <- function() if (is.null(given$ticket)) "the latest choice" else
    sprintf("ticket %s", format_numbers(given$ticket))
  argument <- function(name, wanted, ...) abort_argument(name, wanted, given[[name]], ..., call = call)
  switch(s$problem,
    context = argument("context", if (is.null(about$context)) "left out: the agent was made without `context`" else
      sprintf("%s of size at most 1e50", count_of(about$context, "number"))),
    round = argument("round", round_wanted),
    past = argument(if (is.null(given$round)) "last" else "round",
                    sprintf("a round that is still to come, %s or later", format_count(s[["next"]]))),
    ticket = argument("ticket", "a single whole number of at least 1, as given by `agent_ticket()`"),
    unknown = refuse_unknown(s, given, call),
    learned = refuse_learned(given, latest(), call),
    action = argument("arm", outside_words(about), hint = did_you_mean(given$arm, arms_there(agent))),
    own = refuse_own_plays(about$policy, call),
    played = argument("ticket", "the ticket of the latest choice, of which nothing was reported yet",
                      given = sprintf("%s, which was played", latest())),
    arm = argument("arm", sprintf("%s, the arm of %s", action_words(s), latest())),
    reward = argument("reward", "a single number of size at most 1e100, TRUE or FALSE"),
    scale = refuse_scale(about, given$reward, "reward", call),
    time = argument("time",
                    sprintf("after how many rounds the outcome came, a whole number from %s to %s, or NA if it did not",
                                    format_count(s$least), s$wait)),
    timeless = argument("time", paste("left out:", if (!is.null(about$waiting))
      "the pull is over, and only its reward is open" else "the agent was made without `waiting`")),
    there = argument("arm", "the name of an arm that is not there yet"),
    gone = argument("arm", "names of arms that are there", hint = did_you_mean(given$arm, arms_there(agent))),
    refuse_moment(s, about, given, call)
  )
}

# Refuses a reward outside of what the agent, its policy or its rule is made for.
refuse_scale <- function(about, reward, argument, call) {
  outside <- Filter(function(part) reward < part$range[1] || reward > part$range[2], bounded_parts(about))[[1]]
  abort_argument(argument, sprintf("in %s, as %s", interval_text(outside$range), outside$who), reward, call = call,
                 hint = if (is.null(about$range)) sprintf("Try `%s(range = %s)`.", outside$given %||% "agent",
                                                          outer_range_text(range(c(outside$range, reward)))))
}

outside_words <- function(about) {
  if (is.null(about$waiting)) "the name of an arm that is there" else
    sprintf("`list(arm, wait)` of an arm that is there and a wait from 1 to %d", as.integer(about$waiting))
}

# Why a policy, or one inside it, cannot learn from choices of others; NULL if it can.
why_own_plays <- function(policy) {
  listed <- .Call(C_policies)
  why <- listed$own_plays[match(policy$constructor, listed$constructor)]
  if (!is.na(why)) return(list(label = policy$label, reason = why))
  if (!is.null(policy$policy)) why_own_plays(policy$policy)
}

refuse_own_plays <- function(policy, call) {
  why <- why_own_plays(policy)
  who <- if (why$label == policy$label) "It" else why$label
  abort_cli(c("{.strong {policy$label}} cannot learn from choices of others.", x = "{who} {why$reason}."),
                 class = c("unruly_error_policy", "unruly_error_agent", "unruly_error"), policy = policy$label,
                 call = call)
}

action_words <- function(s) {
  if (is.na(s$wait) || s$wait == 1) quoted(s$arm) else sprintf("%s with wait %d", quoted(s$arm), s$wait)
}

refuse_unknown <- function(s, given, call) {
  if (is.null(given$ticket)) {
    abort_agent(c("The agent has made no choice yet.", i = "Call `agent_choose(agent)` first."), call)
  }
  abort_argument("ticket", sprintf("the ticket of a choice, a whole number from 1 to %s", format_count(s$ticket)),
                 given$ticket, call = call)
}

refuse_learned <- function(given, latest, call) {
  if (is.null(given$ticket)) {
    abort_agent(c("The reward of the latest choice was reported already.", i = "Call `agent_choose(agent)` first."),
                call)
  }
  abort_argument("ticket", "the ticket of a choice whose reward is open", call = call,
                 given = sprintf("%s, whose reward was reported already", latest))
}

# After it stopped: nothing is played any more, or the named arm is not there.
refuse_stopped <- function(found, s, commits, call) {
  abort_agent(c("The agent has stopped, after round {format_count(found$round)} by {found$reason}.",
                i = if (is.na(found$arm)) "No arm was named: none was there." else
                  if (commits) paste("It names {quoted(found$arm)}, which cannot be played in",
                                     "round {format_count(s$round)}.") else
                    paste("It names {quoted(found$arm)}. To play it from then on, make the agent by",
                          "`agent(after = \"commit\")`.")),
                    call)
}

# Refuses what cannot be done now, or with this policy.
refuse_moment <- function(s, about, given, call) {
  label <- about$policy$label
  switch(s$problem,
    nobody = abort_agent(c("There is no arm to choose from in round {format_count(s$round)}.", # word ok
                           i = "Add one by `agent_enter(agent, arm)`."), call),
    stopped = refuse_stopped(recommend_agent(given$agent), s, FALSE, call),
    unnamed = refuse_stopped(recommend_agent(given$agent), s, TRUE, call),
    over = abort_agent(paste("The {if (is.null(about$horizon)) 'longest that an agent can have' else",
                             "'horizon of the agent'}, {count_of(about$horizon %||% 2^48, 'round')}, is over."), call),
    unlearned = abort_agent(c("The outcome of the latest choice must be reported first.",
                              i = if (is.null(about$waiting)) paste(
                                "{label} does not play arms whose rewards come late. Call `agent_learn(agent, arm,",
                                "reward)`, or let another agent learn from choices whose rewards have come:",
                                "`agent_warm_start()`.") else paste(
                                "The duration of a pull is needed before the next one, and before arms enter or leave",
                                "without `round`: call `agent_learn(agent, action, reward, time)`.")), call),
    stays = abort_agent(c(paste("Arms cannot {if (isTRUE(given$entering)) 'enter' else if",
                                    "(isTRUE(given$away)) 'be away for a while' else 'leave'} here."),
                          x = if (is.null(about$share)) "{label} does not play such arms." else
                            "Fair shares are shares of all rounds, so all arms must always be there."), call),
    untold = abort_agent(c("Arms cannot enter here.",
                           x = "The `delay` of {label} states lags arm by arm, and none of a new one."), call),
    failed = abort_agent(c("The agent's policy failed.", x = "{s$message}",
                           i = "Go on from its file, if it was saved: `read_agent(file)`."), call),
    full = abort_agent("There is not enough memory for another arm.", call),
    abort_internal(sprintf("an agent said \"%s\"", s$problem), call)
  )
}
