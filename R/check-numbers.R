# Numbers on their way through strings. A decimal comma, a width of exponents or a number of digits, which users set for
# looking at data, must not change what is worked out or written.

# Sums of `x` for each value of `by`: the values in ascending order, and their sums.
sums_at <- function(x, by) {
  at <- sort(unique(by))
  list(at = at, sum = as.double(tapply(x, factor_of(by, at), sum)))
}

# Returns which of `levels` each number is. factor() compares strings, and 1 may be "1e+00" where 1L is "1".
factor_of <- function(x, levels) factor(match(x, levels), seq_along(levels))

# Evaluates `code` with R's usual options for writing numbers.
with_usual_numbers <- function(code) {
  old <- options(scipen = 0, OutDec = ".", digits = 7)
  on.exit(options(old))
  code
}

plain_texts <- function(x) with_usual_numbers(as.character(x))

# Code as text.
deparse_plain <- function(...) with_usual_numbers(deparse(...))

# A table as CSV, in UTF-8. R would write strings in the encoding of the session, and what that lacks as <U+00E4>: so it
# is given bytes of which it does not know what they are.
csv_text <- function(rows) {
  connection <- rawConnection(raw(), "w")
  on.exit(close(connection))
  rows <- as.data.frame(rows)
  rows[] <- lapply(rows, function(column) if (is.factor(column) ||
                                              is.character(column)) as_bytes(as.character(column)) else column)
  names(rows) <- as_bytes(names(rows))
  with_usual_numbers(utils::write.csv(rows, connection, row.names = FALSE))
  text <- rawToChar(rawConnectionValue(connection))
  Encoding(text) <- "UTF-8"
  text
}

as_bytes <- function(text) {
  text <- enc2utf8(text)
  Encoding(text) <- "unknown"
  text
}
