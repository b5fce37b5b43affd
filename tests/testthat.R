if (requireNamespace("testthat", quietly = TRUE)) {
  library(testthat)
  library(unruly)

  # Long tests are left out as on CRAN, but where all are asked for. What is run once is not worth compiling, nor processes
  # that are started for it.
  if (identical(Sys.getenv("UNRULY_EXTENDED_TESTS"), "true")) {
    Sys.setenv(NOT_CRAN = "true")
  } else {
    Sys.setenv(TESTTHAT_PARALLEL = "false", R_ENABLE_JIT = "0")
    compiler::enableJIT(0)
  }
  test_check("unruly")
}
