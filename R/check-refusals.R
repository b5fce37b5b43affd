# Refusals of the core (src/model/refuses.h) as errors of the user's call. A refusal has a code, the argument, what is
# wanted, what was given, and why: strings, "" where there is nothing to say. R makes the error's class of the code,
# puts its own names in the place of the core's, and adds what to write in R. The error has it as its field `refusal`.

# Two things that are fine one by one.
together_codes <- c("twice", "conflict", "rewards", "means")

# Those of one policy and one bandit (see refuse_policy()).
policy_codes <- c("trait", "needs", "replay", "no_arm", "bounded")

# Errors that a parameter is refused with because of another one.
beside_codes <- c("not_with", "only_with", "only_if")

abort_refusal <- function(why, call, argument = why[["argument"]], wanted = why[["wanted"]], given = why[["given"]],
                          hint = NULL) {
  if (why[["code"]] %in% together_codes) abort_together(why, call)
  abort_plain(
    c(sprintf("`%s` must be %s.", argument, wanted), x = given_words(argument, given), i = hint),
    class = c("unruly_error_argument", if (why[["code"]] %in% beside_codes) "unruly_error_combination", "unruly_error"),
    argument = argument, refusal = why, call = call
  )
}

abort_together <- function(why, call) {
  name <- why[["argument"]]
  message <- switch(why[["code"]],
    twice = c(sprintf("The bandit already has %s.", name), i = "Start from `bandit()` to change a trait."),
    conflict = sprintf("%s cannot be combined.", capital(why[["given"]])),
    c(sprintf("A bandit with %s needs %s.", name, why[["wanted"]]), x = sprintf("Given: %s.", why[["given"]]))
  )
  abort_plain(
    c(message, x = if (nzchar(why[["reason"]])) sprintf("Reason: %s.", why[["reason"]]),
      i = if (why[["code"]] == "rewards") "Use Bernoulli, beta, constant, categorical or taped arms with such values."),
    class = c("unruly_error_combination", "unruly_error"), refusal = why, call = call
  )
}

# --- parameters of types ---------------------------------------------------------------------

abort_parameter <- function(type, why, call) abort_refusal(why, call, own_argument(type, why[["argument"]]))

# Returns the argument of the constructor in R that makes a parameter, where it has another form or there are several.
own_argument <- function(type, name) {
  other <- switch(type,
    trait_delay = delay_argument(name), trait_spread = "spread", trait_absences = "awake",
    trait_population = if (name == "arms") "reward",
    switch(name, base = "policy")
  )
  other %||% name
}

delay_argument <- function(name) {
  if (grepl("^zero_|^silent$", name)) "zero" else if (!name %in% c("never", "longest")) "delay"
}

# --- names ----------------------------------------------------------------------------------

# Arms by distinct names.
check_distinct_names <- function(names, argument, call) {
  why <- .Call(C_same_names, enc2utf8(names))
  if (!is.null(why)) abort_refusal(why, call, argument)
}
