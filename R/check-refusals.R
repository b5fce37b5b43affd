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

# --- parameters beside each other -------------------------------------------------------

# Checks whether what was given may be given together, each of which is right by itself: parameters by R's names, NULL
# where there is none.
check_together <- function(type, given, call = rlang::caller_env()) {
  given <- core_named(type, given[lengths(given) > 0])
  why <- .Call(C_wrong_together, type, lapply(given, describe_parameter))
  if (!is.null(why)) abort_parameter(type, why, call)
}

# A refused parameter of a type, in R's words.
abort_parameter <- function(type, why, call) {
  name <- why[["argument"]]
  rule <- Filter(function(r) identical(r$core, name), rules_of(type))
  wanted <- if (length(rule) == 0) why[["wanted"]] else
    switch(why[["code"]],
      not_with = sub("`[^`]*`", sprintf("`%s`", own_names(type, core_between(why[["wanted"]]))), why[["wanted"]]),
      only_with = sprintf("given only with `%s`", own_names(type, rule[[1]]$only_with)),
      only_if = sprintf("given only with %s", own_condition(type, rule[[1]]$only_if)),
      why[["wanted"]]
    )
  abort_refusal(why, call, own_argument(type, name), wanted)
}

core_between <- function(text) sub("^[^`]*`([^`]*)`.*$", "\\1", text)

# "prior=beta" is `family = "bernoulli"`.
own_condition <- function(type, condition) {
  parts <- strsplit(condition, "=", fixed = TRUE)[[1]]
  values <- quoted(own_words(type, parts[1], strsplit(parts[2], "|", fixed = TRUE)[[1]]))
  paste(c(sprintf("`%s = %s`", own_names(type, parts[1]), values[1]), values[-1]), collapse = " or ")
}

# Returns the argument of the constructor in R that makes a parameter, where it has another form or there are several.
own_argument <- function(type, name) {
  other <- switch(type,
    trait_delay = delay_argument(name), trait_spread = "spread", trait_absences = "awake",
    trait_population = if (name == "arms") "reward",
    switch(name, base = "policy")
  )
  other %||% own_names(type, name)
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
