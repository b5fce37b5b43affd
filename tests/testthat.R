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
    # Of large crosses a share (helper-share.R): that of the sources in `make check`, else always the same.
    if (Sys.getenv("UNRULY_SHARE") == "") Sys.setenv(UNRULY_SHARE = "0")
  }
  test_check("unruly")
}
