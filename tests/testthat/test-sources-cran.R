# What CRAN's machines run, and `make quick`: something of every file. A test that begins with skip_on_cran() or skip_in_quick(), or
# with a snapshot, asserts nothing there; tools/test.R fails where a file then has no expectation, and this says so of the sources.

leaves <- c("skip_on_cran", "skip_in_quick", "expect_errors", "expect_snapshot", "expect_snapshot_error", "expect_snapshot_value", "expect_drawing")

# Whether a test asserts something before it is left: an expectation in a statement before the first one that leaves, or in a
# statement that leaves on a condition.
asserts_on_cran <- function(body, helpers) {
  leaving <- c(leaves, helpers)
  for (statement in as.list(body)[-1]) {
    names <- all.names(statement)
    if (is.call(statement) && as.character(statement[[1]])[1] %in% leaving) return(FALSE)
    if (any(grepl("^(testthat::)?expect_", setdiff(names, leaving)))) return(TRUE)
    if (any(names %in% leaving) && !identical(statement[[1]], quote(`if`))) return(FALSE)
  }
  FALSE
}

# The functions of a file that leave, as skip_without_make().
leaving_helpers <- function(code) {
  defines <- Filter(function(e) is.call(e) && identical(e[[1]], quote(`<-`)) && is.call(e[[3]]) && identical(e[[3]][[1]], quote(`function`)), as.list(code))
  unlist(lapply(defines, function(e) if (any(all.names(e[[3]]) %in% c("skip_on_cran", "skip_in_quick"))) as.character(e[[2]])))
}

# What CRAN would run of a file: NULL if it is left at once.
tests_on_cran <- function(code) {
  is_call <- function(e, name) is.call(e) && identical(e[[1]], as.name(name))
  helpers <- leaving_helpers(code)
  left <- which(vapply(as.list(code), function(e) is.call(e) && as.character(e[[1]])[1] %in% c("skip_on_cran", "skip_in_quick"), NA))
  if (length(left) > 0) code <- code[seq_len(left[1] - 1)]
  tests <- Filter(function(e) is_call(e, "test_that"), as.list(code))
  Filter(function(e) asserts_on_cran(e[[3]], helpers), tests)
}

test_that("no file of tests is empty on CRAN", {
  runs <- function(...) length(tests_on_cran(parse(text = c(...), keep.source = FALSE)))
  expect_identical(runs("test_that('a', { skip_on_cran(); expect_true(TRUE) })", "test_that('b', expect_true(TRUE))"), 0L)
  expect_identical(runs("test_that('a', { x <- 1; expect_true(TRUE); skip_in_quick() })"), 1L)
  expect_identical(runs("skip_in_quick()", "test_that('a', { expect_true(TRUE) })"), 0L)
  expect_identical(runs("left <- function() skip_on_cran()", "test_that('a', { left(); expect_true(TRUE) })"), 0L)
  expect_identical(runs("test_that('a', { expect_snapshot_error(stop()); expect_true(TRUE) })"), 0L)
  files <- list.files(sources_root("tests", "testthat"), "^test-.*[.]R$", full.names = TRUE)
  expect_gt(length(files), 150)
  empty <- Filter(function(file) length(tests_on_cran(parse(file, keep.source = FALSE))) == 0, files)
  expect_identical(sub("^test-(.*)[.]R$", "\\1", basename(empty)), character())
})
