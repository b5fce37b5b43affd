# Every error of the package is raised here, so that each has a class, names
# the argument, states what was given and what is wanted, and points at the call
# the user made.

# A bad argument: `wanted` completes "`argument` must be ...", `given` states what came instead (by default a short
# description of the value; "nothing" if it is missing), `hint` what to do (see did_you_mean()).
abort_argument <- function(argument, wanted, value, given = describe_value(value), class = NULL, hint = NULL,
                           call = rlang::caller_env()) {
  abort_plain( # as abort_cli() says it, which takes twice as long
    c(sprintf("`%s` must be %s.", argument, wanted), x = given_words(argument, given), i = hint),
    class = c(class, "unruly_error_argument", "unruly_error"), argument = argument,
    refusal = refusal_words("argument", argument, wanted, given), call = call
  )
}

# Returns what R refuses in the form in which the core does (R/check-refusals.R).
refusal_words <- function(code, argument = "", wanted = "", given = "", reason = "") {
  c(code = code, argument = argument, wanted = wanted, given = given, reason = reason)
}

given_words <- function(argument, given) {
  if (identical(given, "nothing")) sprintf("`%s` is missing.", argument) else sprintf("Given: %s.", given)
}

abort_missing <- function(argument, call, wanted = "given", hint = NULL) {
  abort_argument(argument, wanted, given = "nothing", hint = hint, call = call)
}

# Things that are fine one by one but cannot be combined.
abort_combination <- function(message, class = NULL, call = rlang::caller_env(),
                              .envir = parent.frame()) {
  message <- in_words(message, .envir)
  abort_plain(
    message,
    class = c(class, "unruly_error_combination", "unruly_error"),
    refusal = refusal_words("combination", reason = message[[1]]), call = call, .frame = .envir
  )
}

# Raises what the glue finds wrong with a description; called from C.
abort_glue <- function(what) {
  abort_cli(
    c("What was given cannot be played: {what}.",
      i = "Objects of the package are made by its functions and must not be edited. If you did not, this is a bug in unruly: please report it."),
    class = c("unruly_error_object", "unruly_error_argument", "unruly_error"), call = NULL
  )
}

# Raises what the C core finds wrong after R has checked everything: our bug.
abort_internal <- function(message, call = rlang::caller_env()) {
  abort_cli(
    c("{message}", i = "This is a bug in unruly: please report it."),
    class = c("unruly_error_internal", "unruly_error"), call = call
  )
}

# A value in a few words: "NA", "-1", "a character vector of length 3".
describe_value <- function(value) {
  if (missing(value)) return("nothing")
  if (is.null(value)) return("NULL")
  if (is.function(value)) return("a function")
  if (is.environment(value) && !is.object(value)) return("an environment")
  if (is.data.frame(value)) return(sprintf("a data frame with %s", count_of(nrow(value), "row")))
  if (is.object(value)) return(describe_object(value))
  if (is.language(value)) return("a piece of R code")
  if (!is.null(dim(value))) {
    return(sprintf("a %s %s", paste(dim(value), collapse = " x "), if (length(dim(value)) == 2) "matrix" else "array"))
  }
  if (!is.atomic(value)) return(sprintf("a %s of length %.0f", typeof(value), length(value)))
  if (length(value) == 0) return(sprintf("an empty %s vector", mode(value)))
  if (length(value) > 6) return(sprintf("a %s vector of length %.0f", mode(value), length(value)))
  shown <- if (is.character(value)) quoted(value) else unname(format_numbers(value))
  if (length(value) == 1) return(shown)
  sprintf("(%s)", paste(shown, collapse = ", "))
}

# Returns the name of what the package makes.
describe_object <- function(value) {
  words <- c(unruly_arms = "arms", unruly_bandit = "a bandit", unruly_policy = "a policy",
             unruly_prior = "a prior", unruly_spread = "a spread", unruly_study = "a study",
             unruly_rounds = "sizes of rounds", unruly_experiment = "a study", unruly_series = "a series of studies",
             unruly_tape = "a tape", unruly_delay = "a delay, as for `with_delay()`", unruly_times = "times",
             unruly_waiting_value = "a table of `bandit_value()`", unruly_log = "a log", unruly_cycle = "a cycle",
             unruly_reps_until = "a result of `reps_until()`", unruly_design = "a design of `trial_design()`",
             unruly_power = "a table of `trial_power()`",
             unruly_analysis = "a table of `trial_analysis()`", unruly_agent = "an agent",
             unruly_stop = "a stopping rule", unruly_exact = "an exact study", unruly_optimum = "an optimum",
             unruly_comparisons = "a table of `compare_arms()`",
             unruly_policy_comparisons = "a table of `compare_policies()`", unruly_arcade = "a table of `arcade()`",
             unruly_estimates = "a table of `estimates()`",
             unruly_likelihood = "a table of `choice_likelihood()`", unruly_bound = "a table of `regret_bound()`",
             unruly_ledger = "a table of `ledger()`",
             unruly_characteristics = "a table of `operating_characteristics()`", unruly_calibration = "a calibration",
             unruly_changes = "changes, as for `with_changes()`", unruly_wear = "wear, as for `with_wear()`",
             unruly_context = "a distribution of contexts", difftime = "a length of time")
  known <- match(class(value), names(words))
  known <- known[!is.na(known)]
  if (length(known) > 0) return(words[[known[1]]])
  sprintf("an object of class <%s>", class(value)[1])
}

# An error of a user's code, as the parent of ours. Its message must be one that can be shown.
showable <- function(error) {
  message <- tryCatch(conditionMessage(error), error = function(e) NULL)
  if (is_word(message)) return(error)
  text <- if (is.character(message)) paste(readable(message), collapse = "\n") else "An error without a message."
  call <- tryCatch(conditionCall(error), error = function(e) NULL)
  simpleError(text, if (is.call(call)) call)
}
