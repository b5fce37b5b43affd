# Files of the sources; tests that read them are left out where there are none.
sources_root <- function(...) {
  root <- testthat::test_path("..", "..", ...)
  skip_if_not(file.exists(root), "the sources are not there")
  root
}
