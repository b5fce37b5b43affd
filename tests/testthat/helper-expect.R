# Tens of thousands of expectations are met, and testthat takes two milliseconds to find this out of each, most of
# them in preparing to show a difference. What is identical is what each of these wants, so that it needs no more;
# everything else is left to testthat, which compares and shows what differs.

expect_identical <- function(object, expected, ..., label = rlang::expr_label(substitute(object)),
                             expected.label = rlang::expr_label(substitute(expected))) {
  expect_met(identical(object, expected), testthat::expect_identical, object, expected, ..., label = label,
             expected.label = expected.label)
}

expect_equal <- function(object, expected, ..., label = rlang::expr_label(substitute(object)),
                         expected.label = rlang::expr_label(substitute(expected))) {
  expect_met(identical(object, expected), testthat::expect_equal, object, expected, ..., label = label,
             expected.label = expected.label)
}

expect_true <- function(object, ..., label = rlang::expr_label(substitute(object))) {
  expect_met(identical(object, TRUE), testthat::expect_true, object, ..., label = label)
}

expect_false <- function(object, ..., label = rlang::expr_label(substitute(object))) {
  expect_met(identical(object, FALSE), testthat::expect_false, object, ..., label = label)
}

# What is in the dots is looked at only where it is needed.
expect_met <- function(met, otherwise, object, ...) {
  if (met) testthat::succeed() else otherwise(object, ...)
  invisible(object)
}

# On CRAN testthat evaluates the code of a snapshot, lays out all its errors, and then skips what is left of the test.
# A snapshot holds its code, which R writes with the digits that the options say.
expect_snapshot <- function(...) {
  testthat::skip_on_cran()
  testthat::skip_if(getOption("scipen") < 0, "R writes the code of snapshots with exponents")
  call <- sys.call()
  call[[1]] <- quote(testthat::expect_snapshot)
  eval(call, parent.frame())
}

# --- odd settings (test-check-environments.R) ---------------------------------------------

# Keys of whole numbers, the same whether they are stored as integers or not, and whatever the options say of writing numbers.
keys_of <- function(...) {
  texts <- lapply(list(...), function(x) {
    if (!is.numeric(x)) return(x)
    values <- unique(x)
    vapply(values, function(v) formatC(v, digits = 15, decimal.mark = "."), "")[match(x, values)]
  })
  do.call(paste, texts)
}

# ggplot2 and grid themselves draw nothing then: they find "left" and "white" among names that R has written as numbers.
skip_if_not_drawn <- function() testthat::skip_if(getOption("scipen") < 0, "ggplot2 does not draw with a negative scipen")
