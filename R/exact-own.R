# Exact studies of policies written in R that state their propensities. R is asked once in each state that can be
# reached, before the core adds up what flows through the states: counts of pulls and sums of rewards.

# What a view has of such a state.
view_of_state <- c("round", "horizon", "live", "pulls", "total", "mean")

# Why it cannot be enumerated, or NULL.
why_not_own_exact <- function(policy) {
  functions <- policy$functions
  keeps <- intersect(c("start", "observe"), names(functions))
  if (length(keeps) > 0) return(sprintf("with `%s` its state is more than counts and sums", keeps[1]))
  view <- names(formals(args(functions$chances)))[2]
  if (is.primitive(functions$chances) || uses_whole(body(functions$chances), view)) {
    return("`chances` uses the view as a whole, and not by the names of its elements")
  }
  taken <- names_taken_anywhere(body(functions$chances), view)
  other <- setdiff(taken, view_of_state)
  if (length(other) == 0) return(NULL)
  sprintf("`chances` uses `%s$%s`, and its state is the round, counts of pulls and sums of rewards", view, other[1])
}

# Returns whether code names a variable in any other way than to take an element by name.
uses_whole <- function(code, variable) {
  if (takes_element(code, variable)) return(FALSE)
  if (identical(code, as.name(variable))) return(TRUE)
  if (rlang::is_call(code, "function") && variable %in% names(code[[2]])) return(TRUE)
  is.call(code) && any(vapply(parts_of_call(code), uses_whole, NA, variable))
}

takes_element <- function(code, variable) {
  rlang::is_call(code, c("$", "[["), n = 2) && identical(code[[2]], as.name(variable)) &&
    (rlang::is_call(code, "$") || is_word(code[[3]]))
}

names_taken_anywhere <- function(code, variable) {
  if (takes_element(code, variable)) return(as.character(code[[3]]))
  if (is.call(code)) unique(unlist(lapply(parts_of_call(code), names_taken_anywhere, variable)))
}

# Without empty arguments, as x[1, ] has.
parts_of_call <- function(code) Filter(function(part) !identical(part, quote(expr = )), as.list(code))

# Bytes of all propensities.
stated_bytes <- function(arms, horizon) {
  8 * arms$core$arms * sum(layer_sizes(arms$core$arms, arms$core$span, horizon - 1))
}

# Returns the propensities after 0, 1, ... plays: by state in the order of the core, then by arm; 0 where no game comes.
stated_by_state <- function(policy, core, bandit_name, description, call) {
  watch <- new_watch(policy)
  before <- note_before(watch)
  place <- list(policy = policy, bandit = bandit_name, horizon = description$horizon)
  reached <- TRUE
  states <- states_of(core$arms, 0, core$span)
  stated <- list()
  for (plays in seq_len(max(description$record)) - 1) {
    chances <- matrix(0, core$arms, nrow(states))
    chances[, reached] <- chances_in_states(states[reached, , drop = FALSE], plays, core, place, call)
    stated[[plays + 1]] <- as.double(chances)
    if (plays + 1 == max(description$record)) break
    later <- states_of(core$arms, plays + 1, core$span)
    reached <- reached_later(states, chances, later, core)
    states <- later
  }
  found <- new_differences(watch, differences_since(watch, before))
  if (length(found) > 0) warn_unrepeated(found, policy, "study", call)
  stated
}

# A column for each state.
chances_in_states <- function(states, plays, core, place, call) {
  chances <- place$policy$functions$chances
  place$round <- plays + 1
  arms <- seq_len(core$arms)
  one <- function(i) {
    pulls <- states[i, arms]
    total <- core$least * pulls + core$step * states[i, core$arms + arms]
    view <- list(round = place$round, horizon = place$horizon, live = arms, pulls = pulls, total = total,
                 mean = total / pulls)
    answer <- .Call(C_view_chances, chances(NULL, view), core$arms)
    if (is.character(answer)) abort_state_choice(answer, place, pulls, call)
    answer
  }
  telling_errors(vapply(seq_len(nrow(states)), one, numeric(core$arms)), function(e) {
    if (inherits(e, "unruly_error_choice")) rlang::cnd_signal(e)
    abort_state_own(e, place, call)
  })
}

# Returns the later states that can follow.
reached_later <- function(states, chances, later, core) {
  K <- core$arms
  keys <- state_keys(later)
  reached <- logical(nrow(later))
  for (k in seq_len(K)) for (steps in seq(0, core$span)) {
    if (!is.null(core$chance) && core$chance[(k - 1) * (core$span + 1) + steps + 1] == 0) next
    from <- states[chances[k, ] > 0, , drop = FALSE]
    if (nrow(from) == 0) next
    from[, k] <- from[, k] + 1
    from[, K + k] <- from[, K + k] + steps
    reached[match(state_keys(from), keys)] <- TRUE
  }
  reached
}

state_words <- "In round {place$round} of the bandit {.val {place$bandit}}, after {pulls} pulls of its arms."

abort_state_choice <- function(what, place, pulls, call) {
  wanted <- choice_wanted(place$policy, arms_words(seq_along(pulls), 1))
  pulls <- format_count(pulls)
  abort_cli(c("The policy {.strong {place$policy$label}} {what}, which cannot be played.", x = "{wanted}",
              i = state_words),
            class = c("unruly_error_choice", "unruly_error_own", "unruly_error"), call = call,
            policy = place$policy$label, bandit = place$bandit, round = place$round)
}

abort_state_own <- function(error, place, call) {
  abort_cli(c("The policy {.strong {place$policy$label}} failed.",
              i = "In round {place$round} of the bandit {.val {place$bandit}}."),
            class = c("unruly_error_own", "unruly_error"), parent = error, call = call,
            policy = place$policy$label, bandit = place$bandit, round = place$round)
}
