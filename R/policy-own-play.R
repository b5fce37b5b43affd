# Plays the games of policies written in R, on R's own thread, while the workers
# play the others. The core asks; nothing of C stands below the user's functions.

# `look` answers interrupts and shows progress.
play_own <- function(handle, description, look, call) {
  draws <- own_draws(function(n, normal) .Call(C_own_numbers, handle, n, normal))
  warned <- character()
  while (!is.null(game <- .Call(C_own_next, handle, draws))) {
    before <- random_state()
    place <- list(policy = description$policies[[cell_policy(list(cell = game[1]), description)]],
                  bandit = names(description$bandits)[cell_bandit(list(cell = game[1]), description)],
                  replication = game[2])
    play <- if (place$policy$constructor == "policy_index") play_index else play_custom
    withCallingHandlers(
      play(handle, place$policy$functions, place, call),
      error = function(e) if (!inherits(e, "unruly_error_choice")) abort_own(e, handle, place, call)
    )
    if (!identical(random_state(), before)) warned <- warn_random(place$policy$label, warned, call)
    look()
  }
}

# That of R, which is the user's.
random_state <- function() get0(".Random.seed", globalenv(), inherits = FALSE)

# Once for each policy.
warn_random <- function(label, warned, call) {
  if (label %in% warned) return(warned)
  cli::cli_warn(
    c("The policy {.strong {label}} draws from R's random numbers: the seed of the study does not determine what it does.",
      i = "The view has numbers of its own: {.code view$runif(n)}, {.code view$rnorm(n)}."),
    class = "unruly_warning_random", call = call
  )
  c(warned, label)
}

play_index <- function(handle, functions, place, call) {
  index <- functions$index
  view <- .Call(C_own_step, handle, NULL)
  while (is.list(view)) view <- .Call(C_own_step, handle, index(view))
  if (is.character(view)) abort_choice(view, handle, place, call)
}

play_custom <- function(handle, functions, place, call) {
  choose <- functions$choose
  observe <- functions$observe
  view <- .Call(C_own_step, handle, NULL)
  state <- if (!is.null(functions$start) && is.list(view)) functions$start(view)
  while (is.list(view)) {
    if (!is.null(observe)) {
      for (outcome in .Call(C_own_outcomes, handle)) state <- observe(state, view, outcome)
    }
    view <- .Call(C_own_step, handle, choose(state, view))
  }
  if (is.character(view)) abort_choice(view, handle, place, call)
}

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

kept_words <- "Replications that all policies had finished are kept: see {.fn last_study}."

# Failures of games that come before this one are told first.
fail_own <- function(handle, call) {
  if (.Call(C_own_fail, handle)) return(invisible())
  tables <- .Call(C_study_collect, handle)
  abort_core(tables$failure, call, kept = length(tables$regret$rep) > 0)
}

abort_own <- function(error, handle, place, call) {
  place <- own_place(handle, place)
  fail_own(handle, call)
  cli::cli_abort(
    c("The policy {.strong {place$policy$label}} failed.", i = place_words, i = kept_words),
    class = c("unruly_error_own", "unruly_error"), parent = error, call = call,
    policy = place$policy$label, bandit = place$bandit, replication = place$replication, round = place$round
  )
}

abort_choice <- function(what, handle, place, call) {
  place <- own_place(handle, place)
  fail_own(handle, call)
  wanted <- choice_wanted(place$policy, arms_words(place$live, place$waits))
  cli::cli_abort(
    c("The policy {.strong {place$policy$label}} {what}, which cannot be played.",
      x = "{wanted}", i = place_words, i = kept_words),
    class = c("unruly_error_choice", "unruly_error_own", "unruly_error"), call = call,
    policy = place$policy$label, bandit = place$bandit, replication = place$replication, round = place$round
  )
}

choice_wanted <- function(policy, possible) {
  if (policy$constructor != "policy_index") return(sprintf("What can be played: %s.", possible))
  sprintf("An index is one number for each action that can be played, none of them missing: %s.", possible)
}

arms_words <- function(live, waits) {
  shown <- format_count(live[seq_len(min(length(live), 20))])
  text <- paste0(if (length(live) == 1) "arm " else "arms ", cli::format_inline("{shown}"), if (length(live) > 20) ", ...")
  if (waits > 1) paste(text, "with waits 1 to", waits) else text
}
