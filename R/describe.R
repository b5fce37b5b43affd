# Descriptions, made of what a constructor was given. What its arguments may be, what they usually are, and what the
# thing is called is stated once, in the struct of its type in C (`takes`, see src/model/parameters.h). R hands over
# what was given, and makes the user's errors of what is refused. Defaults are never evaluated: signatures are
# documentation, which a test compares with the structs.

# Does all that a constructor of policies does, whose frame is `call`.
describe <- function(type, call = parent.frame()) {
  arguments <- names(formals(function_of(call)))
  check_frame_dots(call)
  label <- check_text(call$label, "label", null = TRUE, call = call)
  inside <- if ("policy" %in% arguments) inside_of(call)
  given <- given_arguments(setdiff(arguments, c("label", "policy", "...")), call)
  described_policy(type, given, label, inside, call)
}

described_policy <- function(type, given, label = NULL, inside = NULL, call = rlang::caller_env(), class = type) {
  made <- judged(type, given, inside, call)
  policy <- list(constructor = type, label = label %||% made$label, parameters = made$parameters)
  policy$policy <- inside
  structure(policy, class = c(class, "unruly_policy"))
}

# Returns what the core makes of it: list(parameters, label).
judged <- function(type, given, inside = NULL, call = rlang::caller_env()) {
  held <- if (!is.null(inside)) c(describe_policy(inside), list(label = inside$label))
  made <- .Call(C_describe, type, lapply(given, plain), held)
  if (is.character(made)) abort_given(type, made, given, call)
  made
}

# --- what was given ----------------------------------------------------------------------

check_frame_dots <- function(call) {
  if (eval(quote(...length()), call) > 0) refuse_argument(eval(quote(substitute(list(...))), call), call)
}

inside_of <- function(call) {
  if (eval(quote(missing(policy)), call)) abort_missing("policy", call, "a policy such as `policy_moss()`")
  policy <- check_class(call$policy, "policy", "unruly_policy", "a policy such as `policy_moss()`", call)
  load_compiled(assuming(policy), call)
  policy
}

# Returns the arguments that are not missing in a frame, as they are.
given_arguments <- function(arguments, call) {
  absent <- vapply(arguments, function(name) eval(base::call("missing", as.name(name)), call), NA)
  given <- list()
  for (name in arguments[!absent]) given[name] <- list(call[[name]])
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
  if (is.object(value) || is.complex(value) || length(value) == 0) return(list(odd = describe_value(value)))
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
  if (is.null(rule)) return(NULL)
  if (!is.na(rule$text) && is.character(value)) return(did_you_mean(value, choices_of(rule)))
  if (is.numeric(value) && !is.object(value) && !anyNA(value)) {
    hint_for_percent(value, rule$least, rule$greatest)
  }
}

# --- printing --------------------------------------------------------------------------------

from_bandit <- "from the bandit"

# Returns the parameters of a policy as people read them, by name: numbers, texts and switches that are not usual, what
# is worked out of the game in words, and what of the scale is still to come.
shown_parameters <- function(policy) {
  shown <- lapply(rules_of(policy$constructor), shown_parameter, policy$parameters)
  word <- open_word(policy)
  if (is.null(word)) return(without_nulls(shown))
  at <- which(names(shown) %in% scale_names & vapply(shown, is.null, NA))[1]
  shown[[at]] <- from_bandit
  names(shown)[at] <- word
  without_nulls(shown)
}

shown_parameter <- function(rule, given) {
  value <- given[[rule$name]]
  if (is.null(value)) return(if (!is.na(rule$otherwise) && is_worked_out(rule, given)) rule$otherwise)
  if (is.list(value)) return(rounds_text(value))
  first <- if (!is.na(rule$text) && (length(rule$usual) > 0 || rule$from_bandit)) choices_of(rule)[1]
  if (is.character(value) && identical(value, first)) return(NULL)
  if (is.logical(value) && identical(as.double(value), rule$usual)) NULL else value
}

# Returns whether something is worked out for this parameter beside these.
is_worked_out <- function(rule, given) {
  has <- function(names) names[names %in% names(given)]
  parts <- function(names) if (!is.na(names)) strsplit(names, "|", fixed = TRUE)[[1]]
  length(has(parts(rule$not_with))) == 0 && (is.na(rule$only_with) || length(has(parts(rule$only_with))) > 0) &&
    (is.na(rule$serves) || length(has(parts(rule$serves))) < length(parts(rule$serves)))
}

# Returns "alpha = 1", a string per parameter that is shown.
parameter_words <- function(x) {
  given <- shown_parameters(x)
  if (grepl("^policy_fixed", x$constructor) && startsWith(x$label, "Fixed ")) given$arm <- NULL # the label has it
  given <- given[!startsWith(names(given), "name.") & !is_own(x)]
  shown <- vapply(given, value_text, "")
  if (length(given) > 0) paste0(names(given), ifelse(shown == from_bandit, " ", " = "), shown)
}

value_text <- function(v) {
  if (is.numeric(v) && length(v) == 2) return(sprintf("(%s)", paste(format_numbers(v), collapse = ", ")))
  if (is.numeric(v)) parameter_text(v) else as.character(v)
}
