# Values as JSON: whatever a description is made of comes back identical.

skip_if_not_installed("jsonlite")

refuse <- function(what) stop("refused: ", what)

through_json <- function(x) {
  file <- withr::local_tempfile()
  unruly:::write_json(list(x = unruly:::write_value(x, refuse, refuse)), file)
  unruly:::read_value(unruly:::read_json(file)$x, refuse)
}

test_that("numbers are exact, whatever their size", {
  set.seed(1)
  # Random bits: numbers of every exponent.
  bits <- replicate(900, readBin(as.raw(sample(0:255, 8, TRUE)), "double"))
  odd <- c(0, 0.1, 1 / 3, 0.1 + 0.2, 2^53 - 1, -2^53, 1e22, 1e23, 5e-324, 2.2250738585072014e-308, .Machine$double.xmax,
           Inf, -Inf, NA, NaN, pi, 1e15, 1e15 + 0.125, 123456.789)
  for (x in list(bits[!is.nan(bits)], odd, stats::runif(900), round(stats::runif(900), 3))) expect_identical(through_json(x), x)
  zero <- through_json(c(0, -0))
  expect_identical(1 / zero, c(Inf, -Inf))
  expect_identical(which(is.nan(through_json(c(NA, NaN)))), 2L)
})

test_that("and so are other vectors, lists, attributes and code", {
  values <- list(
    1:3, NA_integer_, c(TRUE, NA, FALSE), integer(), numeric(), character(), logical(), NULL, list(),
    c("a", "", "\u00e9t\u00e9 \u4e2d", "quote\" and \\ and \n", NA), c(a = 1, b = 2), matrix(1:6, 2, dimnames = list(NULL, c("x", "y", "z"))),
    list(1, "a", NULL, list(b = NULL)), list(a = 1, 2), structure(list(k = 1), class = c("one", "two")), factor(c("u", "v")),
    quote(x), quote(f(x, y = 1e-17) + 0.1), quote(-1), substitute(a * x, list(a = c(-1, 2))), quote(if (a) b else "c"), sum,
    data.frame(a = 1:2, b = c("x", "y"))
  )
  for (x in values) expect_identical(through_json(x), x, info = paste(deparse(x), collapse = ""))
})

test_that("functions bring what they refer to, and compute the same", {
  scale <- 0.1 + 0.2
  inner <- function(x) x * scale
  outer <- function(x, times = 2) if (x < 1) inner(x) else outer(x / 2) + times
  back <- through_json(outer)
  expect_identical(back(37.3), outer(37.3))
  expect_identical(environment(back)$inner(1), scale)
})

test_that("values without a text are refused", {
  skip_in_quick()
  expect_error(unruly:::read_value(list(kind = "function", text = "sum(1)"), refuse), "holds a function that is not one")
  for (x in list(new.env(), 1i, as.raw(1), list(a = list(globalenv())), expression(a))) expect_error(through_json(x), "refused")
})
