# Checks of arguments. Each returns the value in the form the core wants it, or
# raises an `unruly_error_argument` that names the argument. What is wanted is
# put into words only when there is an error: the default is evaluated lazily.

# Sums such as 0.7 + 0.2 + 0.1 may be above 1 by their rounding alone, which an error could not even show. Whatever
# may be at most 1 is then 1.
without_rounding <- function(value, most = 1) {
  if (most != 1 || !is.double(value) || is.object(value) || is_too_long(value)) return(value)
  value[which(value > 1 & value <= 1 + 4 * .Machine$double.eps)] <- 1
  value
}

# A single finite number between `min` and `max`.
check_number <- function(value, argument, min = -Inf, max = Inf, above = -Inf,
                         below = Inf, call = rlang::caller_env(),
                         wanted = paste0("a single number", range_text(min, max, above, below, space = TRUE))) {
  if (missing(value)) abort_missing(argument, call, wanted)
  value <- without_rounding(value, max)
  good <- is.numeric(value) && !is.object(value) && is.null(dim(value)) && length(value) == 1 &&
    is.finite(value) && value >= min && value <= max && value > above && value < below
  if (!isTRUE(good)) {
    abort_argument(argument, wanted, value, call = call,
                   hint = hint_for_percent(value, max(min, above), min(max, below)))
  }
  check_extremes(value, argument, above, call = call)
  as.double(value)
}

# No argument may have more numbers, as no bandit may have more arms. Lengths are looked at before values are: a
# sequence such as 1:1e9 has no memory until one asks for its values.
most_numbers <- 1e8

is_too_long <- function(value) length(value) > most_numbers

# Returns the number of values in words.
length_given <- function(value) sprintf("a vector of length %.0f", length(value))

# Returns what the first number is as a probability, if probabilities or shares are wanted and all look like
# percentages.
hint_for_percent <- function(value, least, most) {
  if (is_too_long(value)) return(NULL)
  if (!is.numeric(value) || is.object(value) || anyNA(value) || least < 0 || most > 1) return(NULL)
  percent <- value[value >= 2][1]
  fits <- all(value == 0 | value >= 1) && !is.na(percent) && percent / 100 > least && percent / 100 < most
  if (fits) sprintf("If %s%% is meant, use %s.", format_numbers(percent), format_numbers(percent / 100))
}

# A single whole number; counts go up to 2^53, where doubles stop being exact.
check_whole <- function(value, argument, min = 0, max = 2^53, call = rlang::caller_env(),
                        wanted = paste0("a single whole number", range_text(min, max, space = TRUE))) {
  if (missing(value)) abort_missing(argument, call, wanted)
  good <- is.numeric(value) && !is.object(value) && is.null(dim(value)) && length(value) == 1 &&
    is.finite(value) && value == round(value) && value >= min && value <= max
  if (!isTRUE(good)) abort_argument(argument, wanted, value, call = call)
  as.double(value)
}

check_seed <- function(seed, call) {
  if (is.null(seed)) return(floor(stats::runif(1) * 2^31))
  check_whole(seed, "seed", min = -2^53, max = 2^53 - 1, call = call,
              wanted = "a single whole number of at least -2^53 and below 2^53, or NULL")
}

# A vector of finite numbers. `size` is the length wanted; one number is
# recycled to it when `recycle`.
check_numbers <- function(value, argument, size = NULL, min = -Inf, max = Inf,
                          above = -Inf, below = Inf, recycle = TRUE, whole = FALSE,
                          infinite = FALSE, call = rlang::caller_env(),
                          wanted = paste0(if (whole) "whole numbers" else "numbers",
                                          range_text(min, max, above, below, space = TRUE))) {
  if (missing(value)) abort_missing(argument, call, wanted)
  if (!is.numeric(value) || is.object(value) || !is.null(dim(value)) || length(value) == 0 || is_too_long(value)) {
    abort_argument(argument, wanted, value, call = call)
  }
  check_vector_length(value, argument, size, recycle, wanted, call)
  value <- without_rounding(value, max)
  good <- (is.finite(value) | infinite & value == Inf) & value >= min & value <= max & value > above &
    (value < below | below == Inf) & (!whole | value == round(value))
  bad <- which(is.na(good) | !good)
  if (length(bad) > 0) {
    abort_argument(argument, wanted, value, given = describe_bad(value, bad[1]), call = call,
                   hint = hint_for_percent(value, max(min, above), min(max, below)))
  }
  if (!whole) check_extremes(value, argument, above, call = call)
  if (is.null(size) || length(value) == size) as.double(value) else rep(as.double(value), size)
}

check_vector_length <- function(value, argument, size, recycle, wanted, call) {
  if (is.null(size) || length(value) == size || length(value) == 1 && recycle) return(invisible())
  lengths <- if (recycle && size != 1) paste("1 or", size) else as.character(size)
  abort_argument(argument, paste0(wanted, ", of length ", lengths), value, given = length_given(value), call = call)
}

# Values for arms that have names, given with names themselves (a matrix: of its
# rows), in the order of the arms. Without names they come in that order already; what
# is missing stays so, for the check to tell.
in_order_of_arms <- function(value, argument, arms, call = rlang::caller_env()) {
  if (missing(value)) return(rlang::missing_arg())
  if (length(arms) < 2 || is.object(value) || !is.atomic(value) && !is.list(value)) return(value)
  given <- if (is.matrix(value)) rownames(value) else names(value)
  if (is.null(given) || length(given) != length(arms) || identical(given, arms)) return(value)
  place <- match(arms, enc2utf8(given))
  if (anyNA(place)) {
    shown <- function(names) paste(quoted(utils::head(names, 5)), collapse = ", ")
    abort_argument(argument, sprintf("named as the arms are (%s), or without names", shown(arms)), call = call,
                   given = sprintf("the names %s", shown(given)), hint = did_you_mean(given, arms))
  }
  if (is.matrix(value)) value[place, , drop = FALSE] else value[place]
}

# A matrix of finite numbers.
check_matrix <- function(value, argument, rows = NULL, min = -Inf, max = Inf,
                         call = rlang::caller_env(),
                         wanted = paste0("a numeric matrix", range_text(min, max, space = TRUE))) {
  if (missing(value)) abort_missing(argument, call, wanted)
  value <- without_rounding(value, max)
  good <- is.matrix(value) && is.numeric(value) && !is.object(value) && length(value) > 0 && !is_too_long(value) &&
    (is.null(rows) || nrow(value) == rows)
  if (!good) abort_argument(argument, wanted, value, call = call)
  bad <- which(!is.finite(value) | value < min | value > max)
  if (length(bad) > 0) abort_argument(argument, wanted, value, given = describe_bad(value, bad[1]), call = call)
  check_extremes(value, argument, call = call)
  storage.mode(value) <- "double"
  dimnames(value) <- NULL
  value
}

# Numbers alone are a row; matrix() would take away their class, which is for check_matrix() to see.
one_row <- function(value) {
  flat <- is.numeric(value) && !is.object(value) && is.null(dim(value)) && length(value) > 0
  if (flat && !is_too_long(value)) matrix(value, nrow = 1) else value
}

# Distributions, one per row: probabilities that sum to 1. With `arms`, one for each or one for all, which
# is then spread to all.
# `hint`: what to write instead, of the rows that were given; NULL: nothing.
check_chances <- function(value, argument, wanted, arms = NULL, spread = TRUE, hint = NULL,
                          call = rlang::caller_env()) {
  if (missing(value)) abort_missing(argument, call, wanted)
  value <- check_matrix(one_row(value), argument, min = 0, max = 1, wanted = wanted, call = call)
  rows <- nrow(value)
  if (!rows %in% c(1, arms) && !is.null(arms)) {
    abort_argument(argument, sprintf("%s (1 or %d rows)", wanted, arms), value, call = call)
  }
  sums <- rowSums(value)
  bad <- which(abs(sums - 1) > 1e-8)
  if (length(bad) > 0) {
    abort_argument(argument, wanted, call = call, hint = if (!is.null(hint)) hint(value),
                   given = sprintf("row %d, which sums to %s", bad[1], format_numbers(sums[bad[1]])))
  }
  if (is.null(arms) || !spread) value else value[rep_len(seq_len(rows), arms), , drop = FALSE]
}

# Beyond these sums, products and quotients would overflow, or vanish.
largest_number <- 1e100
smallest_number <- 1e-100
largest_coordinate <- 1e50 # of a context: its square is a number

check_extremes <- function(value, argument, above = -Inf, call = rlang::caller_env()) {
  size <- abs(value)
  bad <- which(is.finite(value) & (size > largest_number | above == 0 & size < smallest_number))
  if (length(bad) == 0) return(invisible())
  limit <- if (size[bad[1]] > largest_number) "no larger in size than" else "no smaller than"
  abort_argument(argument,
                 paste(limit, format_numbers(if (size[bad[1]] > largest_number) largest_number else smallest_number)),
                 value, given = describe_bad(value, bad[1]), call = call)
}

check_largest <- function(value, argument, largest = largest_number, call = rlang::caller_env()) {
  bad <- which(abs(value) > largest)
  if (length(bad) == 0) return(invisible())
  abort_argument(argument, sprintf("no larger in size than %s", format_numbers(largest)), value,
                 given = describe_bad(value, bad[1]), call = call)
}

check_flag <- function(value, argument, call = rlang::caller_env()) {
  if (missing(value)) abort_missing(argument, call, "TRUE or FALSE")
  if (!isTRUE(value) && !isFALSE(value)) abort_argument(argument, "TRUE or FALSE", value, call = call)
  isTRUE(value)
}

check_text <- function(value, argument, null = FALSE, call = rlang::caller_env()) {
  wanted <- paste0("a single non-empty string", if (null) ", or NULL")
  if (missing(value)) abort_missing(argument, call, wanted)
  if (null && is.null(value)) return(NULL)
  good <- is.character(value) && !is.object(value) && is.null(dim(value)) && length(value) == 1 &&
    !is.na(value) && is_readable(value) && nzchar(value)
  if (!good) abort_argument(argument, wanted, value, call = call)
  enc2utf8(unname(value))
}

check_readable <- function(texts, argument, call = rlang::caller_env()) {
  bad <- texts[!is_readable(texts)]
  if (length(bad) == 0) return(invisible())
  abort_argument(argument, "strings in the encoding of this session", call = call,
                 given = sprintf("%s, which is in another: see `iconv()`", quoted(bad[1])))
}

# One of a few words; the first is the default when all are given, as in a
# default argument `c("one", "other")`, unless `single`.
check_choice <- function(value, argument, choices, single = FALSE, call = rlang::caller_env()) {
  wanted <- function() paste("one of", paste(quoted(choices), collapse = ", "))
  if (missing(value)) abort_missing(argument, call, wanted())
  if (!single && identical(value, choices)) return(choices[1])
  good <- is.character(value) && !is.object(value) && is.null(dim(value)) && length(value) == 1 &&
    value %in% choices
  if (!good) {
    abort_argument(argument, wanted(), value, hint = did_you_mean(value, choices), call = call)
  }
  unname(value)
}

# Describes the offending element of long vectors and matrices, which says more than the whole.
describe_bad <- function(value, bad) {
  if (is.null(dim(value)) && length(value) <= 6) return(describe_value(value))
  place <- if (is.null(dim(value))) sprintf("at position %d", bad) else
    sprintf("in row %d, column %d", (bad - 1) %% nrow(value) + 1, (bad - 1) %/% nrow(value) + 1)
  sprintf("%s with %s %s", describe_value(value), format_numbers(value[bad]), place)
}

range_text <- function(min = -Inf, max = Inf, above = -Inf, below = Inf, space = FALSE) {
  lower <- if (above > -Inf) paste("above", format_limit(above)) else
    if (min > -Inf) paste("of at least", format_limit(min))
  upper <- if (below < Inf) paste("below", format_limit(below)) else
    if (max < Inf) paste("at most", format_limit(max))
  text <- paste(c(lower, upper), collapse = " and ")
  if (space && nzchar(text)) paste0(" ", text) else text
}

# Large limits as one would say them: 2^53, 10,000,000; allowances for rounding
# go without saying.
format_limit <- function(x) {
  x <- signif(x, 10)
  if (x == signif(2^53, 10)) return("2^53")
  if (x == round(x) && abs(x) < 1e15) format_count(x) else format_numbers(x)
}
