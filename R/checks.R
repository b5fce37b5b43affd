# Checks of arguments. Each returns the value in the form the core wants it,
# or raises an `unruly_error_argument` that names the argument.

# A single finite number between `min` and `max`.
check_number <- function(value, argument, min = -Inf, max = Inf, above = -Inf,
                         below = Inf, wanted = NULL, call = rlang::caller_env()) {
  if (missing(value)) abort_missing(argument, call)
  good <- is.numeric(value) && !is.object(value) && length(value) == 1 &&
    is.finite(value) && value >= min && value <= max && value > above && value < below
  if (!isTRUE(good)) {
    abort_argument(argument, wanted %||% paste("a single number", range_text(min, max, above, below)),
                   value, call = call)
  }
  as.double(value)
}

# A single whole number; counts go up to 2^53, where doubles stop being exact.
check_whole <- function(value, argument, min = 0, max = 2^53, wanted = NULL,
                        call = rlang::caller_env()) {
  if (missing(value)) abort_missing(argument, call)
  good <- is.numeric(value) && !is.object(value) && length(value) == 1 &&
    is.finite(value) && value == round(value) && value >= min && value <= max
  if (!isTRUE(good)) {
    abort_argument(argument, wanted %||% paste("a single whole number", range_text(min, max)),
                   value, call = call)
  }
  as.double(value)
}

# A vector of finite numbers. `size` is the length wanted; one number is
# recycled to it when `recycle`.
check_numbers <- function(value, argument, size = NULL, min = -Inf, max = Inf,
                          above = -Inf, below = Inf, recycle = TRUE, whole = FALSE,
                          infinite = FALSE, wanted = NULL, call = rlang::caller_env()) {
  if (missing(value)) abort_missing(argument, call)
  kind <- if (whole) "whole numbers" else "numbers"
  wanted <- wanted %||% paste0(kind, range_text(min, max, above, below, space = TRUE))
  usable <- is.numeric(value) && !is.object(value) && is.null(dim(value)) &&
    length(value) > 0 && !anyNA(value)
  if (usable) {
    finite <- value[is.finite(value)]
    usable <- (infinite && all(value > -Inf) || length(finite) == length(value)) &&
      all(value >= min & value <= max & value > above & value < below) &&
      (!whole || all(finite == round(finite)))
  }
  if (!usable) abort_argument(argument, wanted, value, given = describe_bad(value), call = call)
  if (is.null(size) || length(value) == size) return(as.double(value))
  if (length(value) == 1 && recycle) return(rep(as.double(value), size))
  lengths <- if (recycle && size != 1) paste("1 or", size) else as.character(size)
  abort_argument(argument, paste0(wanted, ", of length ", lengths), value,
                 given = sprintf("a vector of length %d", length(value)), call = call)
}

# A matrix of finite numbers.
check_matrix <- function(value, argument, rows = NULL, min = -Inf, max = Inf,
                         wanted = NULL, call = rlang::caller_env()) {
  if (missing(value)) abort_missing(argument, call)
  wanted <- wanted %||% paste0("a numeric matrix", range_text(min, max, space = TRUE))
  good <- is.matrix(value) && is.numeric(value) && length(value) > 0 &&
    all(is.finite(value)) && all(value >= min & value <= max) &&
    (is.null(rows) || nrow(value) == rows)
  if (!good) abort_argument(argument, wanted, value, call = call)
  storage.mode(value) <- "double"
  dimnames(value) <- NULL
  value
}

check_flag <- function(value, argument, call = rlang::caller_env()) {
  if (missing(value)) abort_missing(argument, call)
  if (!isTRUE(value) && !isFALSE(value)) abort_argument(argument, "TRUE or FALSE", value, call = call)
  value
}

check_text <- function(value, argument, null = FALSE, call = rlang::caller_env()) {
  if (missing(value)) abort_missing(argument, call)
  if (null && is.null(value)) return(NULL)
  good <- is.character(value) && length(value) == 1 && !is.na(value) && nzchar(value)
  if (!good) abort_argument(argument, "a single non-empty text", value, call = call)
  value
}

# One of a few words; the first is the default when all are given.
check_choice <- function(value, argument, choices, call = rlang::caller_env()) {
  if (missing(value)) abort_missing(argument, call)
  if (identical(value, choices)) return(choices[1])
  good <- is.character(value) && length(value) == 1 && value %in% choices
  if (!good) {
    abort_argument(argument, paste("one of", paste(dQuote(choices, FALSE), collapse = ", ")),
                   value, call = call)
  }
  value
}

check_class <- function(value, argument, class, wanted, call = rlang::caller_env()) {
  if (missing(value)) abort_missing(argument, call)
  if (!inherits(value, class)) abort_argument(argument, wanted, value, call = call)
  value
}

check_bandit <- function(value, argument = "bandit", call = rlang::caller_env()) {
  check_class(value, argument, "unruly_bandit", "a bandit, as made by `bandit()`", call)
}

check_study <- function(value, argument = "study", call = rlang::caller_env()) {
  check_class(value, argument, "unruly_study", "a study, as made by `run_study()`", call)
}

abort_missing <- function(argument, call) {
  abort_argument(argument, "given", given = "nothing", call = call)
}

# For vectors the offending element says more than the whole.
describe_bad <- function(value) {
  if (!is.numeric(value) || is.object(value) || length(value) <= 6 || !anyNA(value)) {
    return(describe_value(value))
  }
  sprintf("%s, with a missing value at position %d", describe_value(value), which(is.na(value))[1])
}

range_text <- function(min = -Inf, max = Inf, above = -Inf, below = Inf, space = FALSE) {
  lower <- if (above > -Inf) paste("above", format_numbers(above)) else
    if (min > -Inf) paste("of at least", format_numbers(min))
  upper <- if (below < Inf) paste("below", format_numbers(below)) else
    if (max < Inf) paste("at most", format_numbers(max))
  text <- paste(c(lower, upper), collapse = " and ")
  if (space && nzchar(text)) paste0(" ", text) else text
}
