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

# The code of R/ by file: its expressions that are calls, each with its text, by which searches pass over most of them.
package_code <- function() {
  root <- sources_root("R")
  files <- list.files(root, "[.]R$")
  remembered("code", lapply(stats::setNames(nm = files), function(file) parsed_lines(readLines(file.path(root, file), encoding = "UTF-8"))))
}

parsed_lines <- function(lines) {
  withr::local_options(keep.parse.data = FALSE)
  code <- parse(text = lines, keep.source = TRUE, encoding = "UTF-8")
  texts <- vapply(attr(code, "srcref"), function(at) paste(lines[at[7]:at[8]], collapse = "\n"), "")
  Map(structure, Filter(is.call, as.list(code)), text = texts[vapply(code, is.call, NA)])
}

texts_of <- function(code) vapply(code, attr, "", "text")
