# The state of an agent: whether it exists, which arms are there, whether it has stopped.

agent_wanted <- "an agent, as made by `agent()`"

check_agent <- function(agent, argument = "agent", call = rlang::caller_env()) {
  if (missing(agent)) abort_missing(argument, call, agent_wanted)
  if (!inherits(agent, "unruly_agent") || typeof(agent) != "externalptr") {
    abort_argument(argument, agent_wanted, agent, call = call)
  }
  if (is.null(.Call(C_agent_standing, agent, NULL))) {
    abort_agent(c("The agent no longer exists.", x = "It was made in another session, or not by {.fn agent}.",
                  i = "{.fn saveRDS} does not store agents. Use `save_agent(agent, file)` and `read_agent(file)`."), call)
  }
  invisible(agent)
}

abort_agent <- function(message, call, .envir = parent.frame()) {
  abort_cli(message, class = c("unruly_error_agent", "unruly_error"), call = call, .envir = .envir)
}

arms_there <- function(agent) {
  arms <- .Call(C_agent_table, agent)
  unique(arms$arm[arms$state == 1])
}

# Returns whether an agent has stopped, and the arm that it names.
recommend_agent <- function(agent) {
  found <- .Call(C_agent_verdict, agent)
  stop <- .Call(C_agent_description, agent)$stop
  list(round = found$round, arm = found$arm, sample_size = found$plays, stopped = !is.na(found$reason),
       reason = if (is.null(stop)) NA_character_ else ending_reasons(stop)[found$reason])
}
