# Names from known sets, and what was meant by one that is not among them; arguments that a function does not have.

# A hint for an error, or NULL. `given` may be anything; what is asked about is the first text in it that is not known.
did_you_mean <- function(given, known, write = quoted) {
  if (!is_words(given) && !is.factor(given)) return(NULL)
  asked <- setdiff(as.character(given), known)[1]
  close <- if (!is.na(asked)) closest_names(asked, known)
  if (length(close) > 0) sprintf("Did you mean %s?", paste(write(close), collapse = " or "))
}

# Those that the fewest slips of the pen lie between, two for five letters; else those that begin with it, or end. Of
# very many names the first ones: an error must not take long.
closest_names <- function(asked, known) {
  known <- as.character(known)
  known <- utils::head(unique(known[is_readable(known) & nzchar(known)]), 1e4)
  if (length(known) == 0 || !nzchar(asked)) return(character())
  slips <- utils::adist(asked, known, ignore.case = TRUE)[1, ]
  most <- if (nchar(asked) == 1) 0 else 0.4 * max(nchar(asked), 3) # of one letter any other is a slip away
  near <- slips == min(slips) & slips <= most
  if (!any(near) && nchar(asked) > 2) {
    lower <- tolower(c(asked, known))
    near <- startsWith(lower[-1], lower[1]) | endsWith(lower[-1], lower[1])
  }
  utils::head(known[near], 3)
}

in_code <- function(names) paste0("`", names, "`")

# --- arguments -------------------------------------------------------------------

# R would call a misspelt argument unused. So that the error is ours, every exported function ends in dots in which
# nothing may land. As they come last, what is given by place or by the beginning of a name still goes where it went.
# Methods have dots as their generics do.
check_no_dots <- function(..., .call = rlang::caller_env()) {
  if (...length() > 0) refuse_argument(substitute(list(...)), .call)
}

# An argument of run_study() that others cannot have, and why.
refuse_for_others <- function(argument, reason, ..., .call = rlang::caller_env()) {
  if (!argument %in% names(substitute(list(...)))) return(invisible())
  abort_argument(argument, "left out", given = in_code(argument), hint = reason, call = .call)
}

# The function whose frame it is, one of those that are being called, and its name.
function_of <- function(frame) {
  for (i in sys.nframe():1) if (identical(sys.frame(i), frame)) return(sys.function(i))
}

name_of_function <- function(frame) {
  for (i in sys.nframe():1) if (identical(sys.frame(i), frame)) return(rlang::call_name(sys.call(i)))
}

# `given`: a call of list() with what landed in the dots of the function whose frame is `call`; `also`: what may.
refuse_argument <- function(given, call, also = NULL) {
  argument <- (names(given) %||% rep("", length(given)))[2]
  taken <- c(setdiff(names(formals(function_of(call))), "..."), also)
  # Without a name if do.call() was given the function itself; a method goes by the name of its generic.
  name <- sub("[.](unruly_[a-z_]+|default)$", "", name_of_function(call) %||% "function")
  message <- if (nzchar(argument)) sprintf("`%s()` has no argument `%s`.", name, argument) else
    sprintf("`%s()` was given an argument too many.", name)
  hint <- hint_for_named_arms(name, given, taken[1], call) %||%
    did_you_mean(argument, taken, in_code) %||%
    (if (length(taken) > 0) sprintf("It has %s.", paste(in_code(taken), collapse = ", ")) else "It takes none.")
  if (!nzchar(argument)) argument <- "..."
  abort_plain(c(message, i = hint), class = c("unruly_error_argument", "unruly_error"), argument = argument,
              refusal = refusal_words("unknown", argument, reason = message), call = call)
}

# arms_bernoulli(control = 0.3, new = 0.5): what to write for it.
hint_for_named_arms <- function(name, given, first, call) {
  words <- names(given)[-1]
  if (!startsWith(name, "arms_") || !all(nzchar(words)) || length(words) == 0) return(NULL)
  values <- as.list(given)[-1]
  if (!all(vapply(values, is.numeric, NA)) || !eval(base::call("missing", as.name(first)), call)) return(NULL)
  numbers <- vapply(values, deparse_plain, "")
  sprintf("Write `%s = c(%s)`.", first, paste(words, numbers, sep = " = ", collapse = ", "))
}

check_arm_texts <- function(arms, argument = "arms", call = rlang::caller_env()) {
  wanted <- "the names of the arms: one or more distinct strings"
  if (missing(arms)) abort_missing(argument, call, wanted)
  good <- is.character(arms) && !is.object(arms) && is.null(dim(arms)) && length(arms) > 0 && !anyNA(arms) &&
    all(is_readable(arms)) && all(nzchar(arms))
  if (!good) abort_argument(argument, wanted, arms, call = call)
  arms <- enc2utf8(unname(as.vector(arms)))
  if (anyDuplicated(arms)) {
    abort_argument(argument, wanted, given = sprintf("%s twice", quoted(arms[duplicated(arms)][1])), call = call)
  }
  arms
}
