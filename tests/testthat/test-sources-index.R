# The index of the reference (_pkgdown.yml) and the glossary.

# The names in the index, in order; other lines are titles and what a group is about.
index_names <- function() {
  lines <- readLines(sources_root("_pkgdown.yml"))
  lines <- lines[seq(match("reference:", lines) + 1, length(lines))]
  expect_match(lines, "^(- (sub)?title: .+|  desc: .+|  contents:|  - [A-Za-z0-9_.-]+)$")
  sub("^  - ", "", grep("^  - ", lines, value = TRUE))
}

# Names of help pages, exported or not.
help_topics <- function() {
  files <- list.files(sources_root("man"), "[.]Rd$", full.names = TRUE)
  aliases <- grep("^\\\\alias\\{", unlist(lapply(files, readLines, warn = FALSE)), value = TRUE)
  sub("^\\\\alias\\{(.*)\\}$", "\\1", aliases)
}

test_that("every export is in the index, once", {
  named <- index_names()
  expect_identical(setdiff(getNamespaceExports("unruly"), named), character())
  expect_identical(named[duplicated(named)], character())
})

test_that("everything in the index is an export, or a help page that has no exported name", {
  named <- index_names()
  others <- setdiff(named, getNamespaceExports("unruly"))
  expect_identical(setdiff(others, help_topics()), character())
})

test_that("every help page is in the index", {
  named <- index_names()
  files <- list.files(sources_root("man"), "[.]Rd$", full.names = TRUE)
  left_out <- Filter(function(file) {
    lines <- readLines(file, warn = FALSE)
    aliases <- sub("^\\\\alias\\{(.*)\\}$", "\\1", grep("^\\\\alias\\{", lines, value = TRUE))
    !any(aliases %in% named) && !any(grepl("\\keyword{internal}", lines, fixed = TRUE))
  }, files)
  expect_identical(basename(left_out), character())
})

test_that("the glossary has 76 terms in alphabetical order, each on one line", {
  lines <- readLines(sources_root("R", "unruly-glossary.R"), encoding = "UTF-8")
  items <- grep("\\item", lines, fixed = TRUE, value = TRUE)
  expect_match(items, "^#'   \\\\item\\{[^{}]+\\}\\{[^{}]+[.]\\}$")
  terms <- sub("^#'   \\\\item\\{([^{}]+)\\}.*$", "\\1", items)
  expect_length(terms, 76)
  expect_identical(terms, terms[order(tolower(terms), method = "radix")])
})
