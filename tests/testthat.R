if (requireNamespace("testthat", quietly = TRUE)) {
  library(testthat)
  library(unruly)

  # Long tests are left out as on CRAN, but where all are asked for.
  if (identical(Sys.getenv("UNRULY_EXTENDED_TESTS"), "true")) Sys.setenv(NOT_CRAN = "true")
  test_check("unruly")
}
