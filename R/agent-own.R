# Agents whose policy is written in R: the core refuses to choose, R asks the
# policy and puts the answer where the core finds it.

choose_in_r <- function(agent, context, round, call) {
  if (ask_own(agent, call)) .Call(C_agent_choose, agent, context, round)
}

# TRUE if that was why agent_choose() was refused.
ask_own <- function(agent, call) {
  draws <- own_draws(function(n, normal) .Call(C_agent_numbers, agent, n, normal))
  view <- .Call(C_agent_view, agent, draws)
  if (!is.list(view)) return(isTRUE(view))
  given <- .Call(C_agent_description, agent)
  answer <- telling_errors(decide_own(agent, given, view), function(e) abort_own_agent(e, given, view, call))
  wrong <- .Call(C_agent_answer, agent, answer)
  if (!is.null(wrong)) abort_choice_agent(wrong, given, view, call)
  TRUE
}

# Outcomes that were taken from the core but not observed, because observe()
# failed, are observed the next time.
decide_own <- function(agent, given, view) {
  functions <- given$policy$functions
  own <- given$own
  if (!is.null(functions$index)) return(functions$index(view))
  if (is.null(own$started)) {
    if (!is.null(functions$start)) own$state <- functions$start(view)
    own$started <- TRUE
  }
  if (!is.null(functions$observe)) own$pending <- c(own$pending, .Call(C_agent_outcomes, agent))
  while (length(own$pending) > 0) {
    own$state <- functions$observe(own$state, view, own$pending[[1]])
    own$pending <- own$pending[-1]
  }
  functions$choose(own$state, view)
}

abort_own_agent <- function(error, given, view, call) {
  abort_cli(c("The policy {.strong {given$policy$label}} failed.",
              i = "In round {view$round} of the agent, which was not changed."),
                 class = c("unruly_error_own", "unruly_error"), parent = error, policy = given$policy$label,
                 round = view$round, call = call)
}

abort_choice_agent <- function(what, given, view, call) {
  abort_cli(c("The policy {.strong {given$policy$label}} {what}, which cannot be played.",
                   x = "{choice_wanted(given$policy, arms_words(view$live, view$waits))}",
                   i = "In round {view$round} of the agent, which was not changed."),
                 class = c("unruly_error_choice", "unruly_error_own", "unruly_error"), policy = given$policy$label,
                 round = view$round, call = call)
}
