# Plays the games of policies written in R, on R's own thread, while the workers
# play the others. The core asks; nothing of C stands below the user's functions.

# `look` answers interrupts and shows progress; `kept`: earlier pieces are kept already.
play_own <- function(handle, description, look, kept, call) {
  draws <- own_draws(function(n, normal) .Call(C_own_numbers, handle, n, normal))
  watches <- list() # by policy
  while (!is.null(game <- .Call(C_own_next, handle, draws))) {
    place <- list(policy = description$policies[[cell_policy(list(cell = game[1]), description)]],
                  bandit = names(description$bandits)[cell_bandit(list(cell = game[1]), description)],
                  replication = game[2])
    label <- place$policy$label
    watch <- watches[[label]] <- watches[[label]] %||% new_watch(place$policy)
    before <- note_before(watch)
    play <- if (place$policy$constructor == "policy_index") play_index else play_custom
    wrong <- telling_errors(play(handle, place$policy$functions), function(e) abort_own(e, handle, place, kept, call))
    if (is.character(wrong)) abort_choice(wrong, handle, place, kept, call)
    found <- new_differences(watch, differences_since(watch, before))
    if (length(found) > 0) warn_unrepeated(found, place$policy, "study", call)
    look()
  }
}

# Errors of the user's functions, reported by `tell` where they are raised, so that
# their calls can be looked at; but where the stack is full there is no room for that.
telling_errors <- function(code, tell) {
  tryCatch(
    withCallingHandlers(code, error = function(e) if (!inherits(e, "stackOverflowError")) tell(showable(e))),
    stackOverflowError = function(e) tell(showable(e))
  )
}

# Each returns a string if a choice cannot be played: why.
play_index <- function(handle, functions) {
  index <- functions$index
  view <- .Call(C_own_step, handle, NULL)
  while (is.list(view)) view <- .Call(C_own_step, handle, index(view))
  view
}

own_step <- function(handle, answer) .Call(C_own_step, handle, answer)
own_outcomes <- function(handle) .Call(C_own_outcomes, handle)

# `step`, `outcomes`: functions that ask the core.
play_custom <- function(handle, functions, step = own_step, outcomes = own_outcomes) {
  decide <- functions$choose %||% functions$chances
  observe <- functions$observe
  view <- step(handle, NULL)
  state <- if (!is.null(functions$start) && is.list(view)) functions$start(view)
  while (is.list(view)) {
    if (!is.null(observe)) {
      for (outcome in outcomes(handle)) state <- observe(state, view, outcome)
    }
    before <- view
    answer <- decide(state, view)
    view <- step(handle, answer)
  }
  if (is.character(view)) structure(view, unseen = has_unseen(before, answer)) else view
}

# Means of arms that were not seen are the usual reason why an answer in numbers is none, as in which.max(view$mean).
has_unseen <- function(view, answer) !is.character(answer) && any(is.nan(view$mean))
unseen_words <- "{.code view$mean} is NaN for arms of which nothing has been seen."

# The policy's random numbers, as the view has them.
own_draws <- function(numbers) {
  list(runif = function(n) numbers(check_draws(n), FALSE), rnorm = function(n) numbers(check_draws(n), TRUE))
}

check_draws <- function(n) {
  if (is.numeric(n) && length(n) == 1 && !is.na(n) && n >= 0 && n <= 1e9 && n == round(n)) return(as.double(n))
  abort_argument("n", "a single whole number of at least 0 and at most 10^9", n, call = rlang::caller_env(2))
}

own_place <- function(handle, place) {
  at <- .Call(C_own_round, handle)
  c(place, list(round = at[[1]], live = at[[2]], waits = at[[3]]))
}

place_words <- "In replication {place$replication} of the bandit {.val {place$bandit}}, round {place$round}."

# Failures of games that come before this one are reported first. Whether something was finished.
fail_own <- function(handle, kept, call) {
  failed <- .Call(C_own_fail, handle)
  kept <- kept || failed[["kept"]]
  if (!failed[["first"]]) abort_core(.Call(C_study_collect, handle)$failure, call, kept = kept)
  kept
}

abort_own <- function(error, handle, place, kept, call) {
  place <- own_place(handle, place)
  kept <- fail_own(handle, kept, call)
  abort_cli(
    c("The policy {.strong {place$policy$label}} failed.", i = place_words, i = if (kept) kept_words),
    class = c("unruly_error_own", "unruly_error"), parent = error, call = call,
    policy = place$policy$label, bandit = place$bandit, replication = place$replication, round = place$round
  )
}

abort_choice <- function(what, handle, place, kept, call) {
  place <- own_place(handle, place)
  kept <- fail_own(handle, kept, call)
  wanted <- choice_wanted(place$policy, arms_words(place$live, place$waits))
  abort_cli(
    c("The policy {.strong {place$policy$label}} {what}, which cannot be played.",
      x = "{wanted}", i = place_words, i = if (isTRUE(attr(what, "unseen"))) unseen_words, i = if (kept) kept_words),
    class = c("unruly_error_choice", "unruly_error_own", "unruly_error"), call = call,
    policy = place$policy$label, bandit = place$bandit, replication = place$replication, round = place$round
  )
}

choice_wanted <- function(policy, possible) {
  if (!is.null(policy$functions$chances)) {
    return(sprintf("Propensities are numbers of at least 0 with sum 1, one for each of `view$live`: %s.", possible))
  }
  if (policy$constructor != "policy_index") return(sprintf("What can be played: %s.", possible))
  sprintf("An index is one number for each of `view$live`, none of them missing: %s.", possible)
}

arms_words <- function(live, waits) {
  shown <- format_count(live[seq_len(min(length(live), 20))])
  text <- paste0(if (length(live) == 1) "arm " else "arms ", cli::format_inline("{shown}"),
                 if (length(live) > 20) ", ...")
  if (waits > 1) paste(text, "with waits 1 to", waits) else text
}
