# Numbers on their way through texts. A decimal comma, a width of exponents or a number of digits, which users set for
# looking at data, must not change what is worked out or written.

# Sums of `x` for each value of `by`: the values in ascending order, and their sums.
sums_at <- function(x, by) {
  at <- sort(unique(by))
  list(at = at, sum = as.double(tapply(x, factor_of(by, at), sum)))
}

# Which of `levels` each number is. factor() compares texts, and 1 may be "1e+00" where 1L is "1".
factor_of <- function(x, levels) factor(match(x, levels), seq_along(levels))

# Whole numbers as texts, all digits.
whole_texts <- function(x) sprintf("%.0f", x)

# What `code` gives with R's usual options for writing numbers.
with_usual_numbers <- function(code) {
  old <- options(scipen = 0, OutDec = ".", digits = 7)
  on.exit(options(old))
  code
}

# Code as text.
deparse_plain <- function(...) with_usual_numbers(deparse(...))
