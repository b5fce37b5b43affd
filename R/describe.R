# Descriptions, made of what a constructor was given. What its arguments may be, what they usually are, and what the
# thing is called is stated once, in the struct of its type in C (`takes`, see src/model/parameters.h). R hands over
# what was given, and makes the user's errors of what is refused. Defaults are never evaluated: signatures are
# documentation, which a test compares with the structs.

# Returns what the core makes of it: list(parameters, label). `held`: a policy inside, as the core expects it.
judged <- function(type, given, held = NULL, call = rlang::caller_env()) {
  for (name in intersect(names(given), attr(rules_of(type), "to_one"))) {
    given[name] <- list(without_rounding(given[[name]]))
  }
  made <- .Call(C_describe, type, lapply(given, plain), held)
  if (is.character(made)) abort_given(type, made, given, call)
  made
}

# --- what was given ----------------------------------------------------------------------

check_frame_dots <- function(call) {
  if (eval(quote(...length()), call) > 0) refuse_argument(eval(quote(substitute(list(...))), call), call)
}

# Returns the arguments that are not missing in a frame, as they are.
given_arguments <- function(arguments, call) {
  absent <- vapply(arguments, function(name) eval(base::call("missing", as.name(name)), call), NA)
  given <- list()
  for (name in arguments[!absent]) given[name] <- list(one_level_as_text(call[[name]]))
  given
}

# Returns a value as the core can judge it: numbers, TRUE or FALSE, a string, or a law with its arguments; NULL;
# anything else in words.
plain <- function(value) {
  if (is.null(value)) return(NULL)
  if (inherits(value, "unruly_rounds")) {
    if (!is.list(value) || !is.numeric(value$values) || length(value$values) == 0 || anyNA(value$values)) {
      return(list(odd = "sizes of rounds that the package did not make"))
    }
    return(list(law = value$law, values = value$values))
  }
  if (is.object(value) || is.complex(value) || length(value) == 0 || is_too_long(value)) {
    return(list(odd = describe_value(value)))
  }
  if (is.numeric(value) && !anyNA(value)) return(as_numbers(value))
  single <- length(value) == 1 && is.null(dim(value))
  if (single && is.logical(value) && !is.na(value)) return(as.vector(value, "logical"))
  if (single && is_word(value)) return(enc2utf8(as.vector(value, "character")))
  list(odd = describe_value(value))
}

as_numbers <- function(value) {
  if (is.null(dim(value))) as.vector(value, "double") else array(as.double(value), dim(value))
}

# --- what is refused ----------------------------------------------------------------------

# Raises the error of a refusal, with what to write instead where that is clear.
abort_given <- function(type, why, given, call) {
  argument <- if (why[["argument"]] == "base") "policy" else why[["argument"]]
  abort_refusal(why, call, argument, hint = hint_for_given(rules_of(type)[[argument]], given[[argument]]))
}

hint_for_given <- function(rule, value) {
  if (is.null(rule) || is_too_long(value)) return(NULL)
  if (!is.na(rule$text) && is.character(value)) return(did_you_mean(value, choices_of(rule)))
  if (is.numeric(value) && !is.object(value) && !anyNA(value)) {
    hint_for_percent(value, rule$least, rule$greatest)
  }
}
