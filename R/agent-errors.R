# What went wrong in a call of an agent, in words.

round_wanted <- "a single whole number of at least 1 and at most 2^48"

# Raises what the last call found wrong. `given` are its arguments.
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
    played = argument("ticket", "that of the latest choice, of which nothing was told yet",
                      given = sprintf("%s, which was played", latest())),
    arm = argument("arm", sprintf("%s, the arm of %s", action_words(s), latest())),
    reward = argument("reward", "a single number of size at most 1e100, TRUE or FALSE"),
    scale = refuse_scale(about, given$reward, "reward", call),
    time = argument("time",
                    sprintf("after how many rounds the outcome came, a whole number from %s to %s, or NA if it did not",
                                    format_count(s$least), s$wait)),
    timeless = argument("time", paste("left out:", if (is.null(about$waiting)) "the agent was made without `waiting`" else
      "the play is over, and only its reward is to come")),
    there = argument("arm", "the name of an arm that is not there yet"),
    gone = argument("arm", "names of arms that are there", hint = did_you_mean(given$arm, arms_there(agent))),
    refuse_moment(s, about, given, call)
  )
}

# What lies outside of what the agent, its policy or its rule is made for.
refuse_scale <- function(about, reward, argument, call) {
  outside <- Filter(function(part) reward < part$range[1] || reward > part$range[2], bounded_parts(about))[[1]]
  abort_argument(argument, sprintf("in %s, as %s", interval_text(outside$range), outside$who), reward, call = call,
                 hint = if (is.null(about$range)) sprintf("Try `%s(range = %s)`.", outside$given %||% "agent",
                                                          vector_text(range(c(outside$range, reward)))))
}

outside_words <- function(about) {
  if (is.null(about$waiting)) "the name of an arm that is there" else
    sprintf("`list(arm, wait)` of an arm that is there and a wait from 1 to %d", as.integer(about$waiting))
}

# Why a policy, or one inside it, cannot be told of what somebody else chose; NULL if it can.
why_own_plays <- function(policy) {
  listed <- .Call(C_policies)
  why <- listed$own_plays[match(policy$constructor, listed$constructor)]
  if (!is.na(why)) return(list(label = policy$label, reason = why))
  if (!is.null(policy$base)) why_own_plays(policy$base)
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
    abort_agent(c("There is nothing to learn yet.", i = "{.fn choose} comes first."), call)
  }
  abort_argument("ticket", sprintf("that of a choice, a whole number from 1 to %s", format_count(s$ticket)),
                 given$ticket, call = call)
}

refuse_learned <- function(given, latest, call) {
  if (is.null(given$ticket)) {
    abort_agent(c("The reward of the latest choice was told already.", i = "{.fn choose} comes first."), call)
  }
  abort_argument("ticket", "that of a choice whose reward is still to come", call = call,
                 given = sprintf("%s, whose reward was told before", latest))
}

# Once it has stopped, if nothing is played any more, or the arm that was named is not there.
refuse_stopped <- function(found, s, commits, call) {
  abort_agent(c("The agent has stopped, after round {format_count(found$round)} by {found$reason}.",
                i = if (is.na(found$arm)) "No arm was named: none was there." else
                  if (commits) "It names {quoted(found$arm)}, which cannot be played in round {format_count(s$round)}." else
                    "It names {quoted(found$arm)}; an agent made with {.code after = \"commit\"} would go on with it."),
                    call)
}

# What would be fine at another time, or with another policy.
refuse_moment <- function(s, about, given, call) {
  label <- about$policy$label
  switch(s$problem,
    nobody = abort_agent(c("There is no arm to choose from in round {format_count(s$round)}.",
                           i = "{.fn enter} lets arms come."), call),
    stopped = refuse_stopped(recommend_agent(given$agent), s, FALSE, call),
    unnamed = refuse_stopped(recommend_agent(given$agent), s, TRUE, call),
    over = abort_agent("The {if (is.null(about$horizon)) 'longest that an agent can have' else 'horizon of the agent'}, {count_of(about$horizon %||% 2^48, 'round')}, is over.", call),
    unlearned = abort_agent(c("The outcome of the latest choice must be learned first.",
                              i = if (is.null(about$waiting)) "{label} does not play where rewards come late." else
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
