# What the tests of the sources share.

sources_root <- function(...) {
  root <- testthat::test_path("..", "..", ...)
  skip_if_not(file.exists(root), "the sources are not there")
  root
}

# What is left after all that needs nothing that is left is taken away: the circles.
circles <- function(needs) {
  repeat {
    free <- names(needs)[!vapply(needs, function(used) any(used %in% names(needs)), NA)]
    if (length(free) == 0) return(names(needs) %||% character())
    needs <- needs[setdiff(names(needs), free)]
  }
}
