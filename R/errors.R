# Every error of the package is raised here, so that each has a class, names
# the argument, says what was given and what is wanted, and points at the call
# the user made.

# A bad argument: `wanted` completes "`argument` must be ...", `given` says
# what came instead (by default a short description of the value).
abort_argument <- function(argument, wanted, value, given = describe_value(value), class = NULL,
                           call = rlang::caller_env()) {
  cli::cli_abort(
    c("{.arg {argument}} must be {wanted}.", x = "It was given {given}."),
    class = c(class, "unruly_error_argument", "unruly_error"),
    argument = argument, call = call, .envir = environment()
  )
}

# Things that are fine one by one but do not go together.
abort_combination <- function(message, class = NULL, call = rlang::caller_env(),
                              .envir = parent.frame()) {
  cli::cli_abort(
    message,
    class = c(class, "unruly_error_combination", "unruly_error"),
    call = call, .envir = .envir
  )
}

# What the C core found wrong after R had checked everything: our bug.
abort_internal <- function(message, call = rlang::caller_env()) {
  cli::cli_abort(
    c("{message}", i = "This is a bug in unruly: please report it."),
    class = c("unruly_error_internal", "unruly_error"), call = call
  )
}

# A value in a few words: "NA", "-1", "a character vector of length 3".
describe_value <- function(value) {
  if (missing(value)) return("nothing")
  if (is.null(value)) return("NULL")
  if (is.function(value)) return("a function")
  if (is.data.frame(value)) return(sprintf("a data frame with %d rows", nrow(value)))
  if (is.matrix(value)) {
    return(sprintf("a %d x %d %s matrix", nrow(value), ncol(value), typeof(value)))
  }
  if (is.object(value)) return(sprintf("an object of class <%s>", class(value)[1]))
  if (!is.atomic(value)) {
    return(sprintf("a %s of length %d", typeof(value), length(value)))
  }
  if (length(value) == 0) return(sprintf("an empty %s vector", typeof(value)))
  shown <- if (is.character(value)) dQuote(value, FALSE) else format_numbers(value)
  if (length(value) == 1) return(shown)
  if (length(value) <= 6) return(sprintf("(%s)", paste(shown, collapse = ", ")))
  sprintf("a %s vector of length %d", typeof(value), length(value))
}

format_numbers <- function(x) {
  vapply(x, function(v) format(v, digits = 7, trim = TRUE), "")
}
