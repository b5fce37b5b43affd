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
  watch <- watch_of_agent(given)
  before <- note_before(watch)
  answer <- telling_errors(decide_own(agent, given, view), function(e) abort_own_agent(e, given, view, call))
  tell_unrepeated(watch, differences_since(watch, before), given, call)
  wrong <- .Call(C_agent_answer, agent, answer)
  if (!is.null(wrong)) abort_choice_agent(structure(wrong, unseen = has_unseen(view, answer)), given, view, call)
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
  (functions$choose %||% functions$chances)(own$state, view)
}

# ---- whether it repeats its choices ----------------------------------------------------

watch_of_agent <- function(given) {
  own <- given$own
  if (is.null(own$watch)) own$watch <- new_watch(given$policy)
  own$watch
}

# A service goes on from a log of its calls, so its policy must repeat its choices; elsewhere that is said once.
tell_unrepeated <- function(watch, found, given, call) {
  if (length(found) == 0) return(invisible())
  if (isTRUE(given$own$served)) refuse_unrepeated(found, given, call)
  found <- new_differences(watch, found)
  if (length(found) > 0) warn_unrepeated(found, given$policy, "agent", call)
}

refuse_unrepeated <- function(found, given, call) {
  abort_agent(c("The policy {.strong {given$policy$label}} {unrepeated_words(found)}: a service could not make its choices again.",
                i = "{unrepeated_remedy(found, given$policy)}"), call)
}

# From now on the agent is served.
serve_own <- function(agent, call) {
  given <- .Call(C_agent_description, agent)
  if (is.null(given$own)) return(invisible())
  watch <- watch_of_agent(given)
  found <- c(watch$found, reads = if (!"reads" %in% names(watch$found)) watch$reads)
  if (length(found) > 0) refuse_unrepeated(found, given, call)
  given$own$served <- TRUE
}

# Code of users, which may choose otherwise when it is asked again.
has_own_code <- function(policy) {
  is_own(policy) || is_compiled(policy) || grepl(registered_pattern, policy$constructor) ||
    !is.null(policy$policy) && has_own_code(policy$policy)
}

abort_differs <- function(given, at, what, call) {
  found <- given$own$watch$found
  abort_agent(c("The policy {.strong {given$policy$label}} chooses otherwise when it is asked again{what}.",
                x = "The first choice that differs is that of call {format_count(at)}.",
                i = if (length(found) > 0) "It {unrepeated_words(found)}. {unrepeated_remedy(found, given$policy)}",
                i = if (!is_own(given$policy)) "Code in C must keep what it remembers in its state, and draw its random numbers from the view."),
              call)
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
                   i = if (isTRUE(attr(what, "unseen"))) unseen_words,
                   i = "In round {view$round} of the agent, which was not changed."),
                 class = c("unruly_error_choice", "unruly_error_own", "unruly_error"), policy = given$policy$label,
                 round = view$round, call = call)
}
