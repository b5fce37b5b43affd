# Asks the core for likelihoods; of policies written in R, to which it shows the log as it would show them a game, R's
# own thread asks for the propensities, see src/glue/likelihood_own.c.

# Asks about one policy: `log_lik` and `zero` by unit, and if `trials` also `propensity`, `value` and `all` by row in
# the order of the core.
likelihood_of_choices <- function(choices, policy, trials, threads, call) {
  if (is_own(policy)) found <- likelihood_of_own(choices, policy, trials, call)
  else found <- .Call(C_likelihood, choices$log, describe_policy(policy), as.double(trials), as.double(threads))
  if (is.null(found)) rlang::interrupt()
  found <- rlang::set_names(found, c("refusal", "log_lik", "zero", "propensity", "value", "all"))
  if (!is.null(found$refusal)) refuse_by_core(found$refusal, policy, call)
  found
}

choices_step <- function(handle, answer) .Call(C_choices_step, handle, answer)
choices_outcomes <- function(handle) .Call(C_choices_outcomes, handle)

# Returns what C_likelihood returns.
likelihood_of_own <- function(choices, policy, trials, call) {
  handle <- .Call(C_choices_open, choices$log, describe_policy(policy), as.double(trials))
  draws <- own_draws(function(n, normal) stop(errorCondition("draws", class = "unruly_drawn")))
  watch <- new_watch(policy)
  before <- note_before(watch)
  tell <- function(e) {
    if (inherits(e, "unruly_drawn")) refuse_by_core(c("drawn", policy$label, ""), policy, call)
    abort_own_choices(e, handle, choices, policy, call)
  }
  while (!is.null(.Call(C_choices_next, handle, draws))) {
    wrong <- telling_errors(play_custom(handle, policy$functions, choices_step, choices_outcomes), tell)
    if (is.character(wrong)) abort_chances(wrong, handle, choices, policy, call)
  }
  found <- new_differences(watch, differences_since(watch, before))
  if (length(found) > 0) {
    warn_cli(c(paste("The policy {.strong {policy$label}} {unrepeated_words(found)}:",
                     "its propensities may follow from more than the choices."),
               i = "{unrepeated_remedy(found, policy)}"), class = unrepeated_classes(found), call = call)
  }
  .Call(C_choices_found, handle)
}

place_of_choices <- function(handle, choices) {
  place <- rlang::set_names(.Call(C_choices_place, handle), c("at", "round", "live"))
  c(place, list(row = row_of_choices(choices, place$at)))
}

abort_own_choices <- function(error, handle, choices, policy, call) {
  place <- place_of_choices(handle, choices)
  abort_cli(c("The policy {.strong {policy$label}} failed.",
              i = "In row {format_count(place$row)} of the choices, round {place$round}."),
            class = c("unruly_error_own", "unruly_error"), parent = error, policy = policy$label, row = place$row,
            round = place$round, call = call)
}

abort_chances <- function(what, handle, choices, policy, call) {
  place <- place_of_choices(handle, choices)
  wanted <- choice_wanted(policy, arms_words(place$live, 1))
  abort_cli(c("The policy {.strong {policy$label}} {what}, which has no likelihood.", x = "{wanted}",
              i = if (isTRUE(attr(what, "unseen"))) unseen_words,
              i = "In row {format_count(place$row)} of the choices, round {place$round}."),
            class = c("unruly_error_choice", "unruly_error_own", "unruly_error"), policy = policy$label,
            row = place$row, round = place$round, call = call)
}
