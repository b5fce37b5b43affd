# The rendered help pages.

help_pages <- local({
  pages <- NULL
  function() pages <<- pages %||% tools::Rd_db("unruly")
})

# All lists in a page, each as its number of items; not those of persons, which roxygen writes.
list_sizes <- function(page) {
  sizes <- numeric()
  walk <- function(x) {
    tag <- attr(x, "Rd_tag")
    if (identical(tag, "\\author")) return()
    if (!is.null(tag) && tag %in% c("\\itemize", "\\enumerate")) {
      sizes <<- c(sizes, sum(vapply(x, function(part) identical(attr(part, "Rd_tag"), "\\item"), NA)))
    }
    if (is.list(x)) lapply(x, walk)
  }
  walk(page)
  sizes
}

page_text <- function(name) {
  paste(utils::capture.output(tools::Rd2txt(help_pages()[[name]], options = list(underline_titles = FALSE))),
        collapse = " ") |> gsub(pattern = "[[:space:]]+", replacement = " ")
}

test_that("no line that happens to begin with a number or a sign was taken for a list", {
  skip_in_quick()
  skip_if(length(help_pages()) == 0) # installed without help
  single <- vapply(help_pages(), function(page) any(list_sizes(page) < 2), NA)
  expect_identical(setdiff(names(which(single)), "unruly-package.Rd"), character()) # which lists one contributor
  expect_match(page_text("with_waiting.Rd"), "each row summing to 1, D columns", fixed = TRUE)
  expect_match(page_text("policy_fc_entry.Rd"), "/ (3 + G'))^(2/3)), where K =", fixed = TRUE)
})

test_that("no line of an example is cut off in the printed manual", {
  skip_in_quick()
  skip_if(length(help_pages()) == 0)
  wide <- vapply(share_of(help_pages()), function(page) {
    examples <- utils::capture.output(tools::Rd2ex(page, commentDontrun = FALSE))
    any(nchar(grep("^###|# examplesIf$", examples, value = TRUE, invert = TRUE)) > 100)
  }, NA)
  expect_gt(length(help_pages()), 100)
  expect_identical(names(which(wide)), character())
})

# Lines of a page as text, but for its examples, whose code is not broken: the test above limits it.
help_lines <- function() {
  remembered("help lines", lapply(share_of(help_pages()), lines_of_help))
}

lines_of_help <- function(page) {
  lines <- utils::capture.output(tools::Rd2txt(page, options = list(underline_titles = FALSE, width = 80)))
  examples <- match("Examples:", lines, nomatch = length(lines) + 1)
  lines[seq_len(examples - 1)]
}

test_that("no line of text help is above 100 columns, as rows of a table with sentences would be", {
  skip_in_quick()
  skip_if(length(help_pages()) == 0)
  wide <- unlist(lapply(help_lines(), function(page) Filter(function(line) nchar(line) > 100, page)))
  expect_identical(unname(wide), character(), info = toString(names(wide)))
})

# What ?unruly says of all functions.
test_that("no page lists bad arguments among its errors", {
  skip_in_quick()
  skip_if(length(help_pages()) == 0)
  expect_match(page_text("unruly-package.Rd"), "refuses arguments that are not as its help describes", fixed = TRUE)
  lists <- vapply(help_lines(), function(page) {
    text <- gsub("[[:space:]]+", " ", paste(page, collapse = " "))
    grepl("\\b(a|another) bad argument\\b|\\ban argument is not as described\\b", text)
  }, NA)
  expect_identical(names(which(lists)), character())
})

# Whether a paragraph follows the text of a list's last item, within that item.
swallows_paragraph <- function(page) {
  found <- FALSE
  walk <- function(x) {
    if (identical(attr(x, "Rd_tag"), "\\itemize")) {
      items <- which(vapply(x, function(part) identical(attr(part, "Rd_tag"), "\\item"), NA))
      last <- paste(unlist(x[seq_along(x) > max(items, 0)]), collapse = "")
      found <<- found || grepl("\n[ ]*\n[ ]*[^ \n]", last)
    }
    if (is.list(x)) lapply(x, walk)
  }
  walk(page)
  found
}

test_that("text after a list does not belong to its last item", {
  skip_in_quick()
  skip_if(length(help_pages()) == 0)
  expect_identical(names(which(vapply(help_pages(), swallows_paragraph, NA))), character())
})

# Targets of links to pages of this package: the topic after "=" where there is one, else what is shown.
own_links <- function(page) {
  found <- character()
  walk <- function(x) {
    option <- attr(x, "Rd_option")
    if (identical(attr(x, "Rd_tag"), "\\link") && (is.null(option) || startsWith(option, "="))) {
      found <<- c(found, if (is.null(option)) paste(unlist(x), collapse = "") else sub("^=", "", option))
    }
    if (is.list(x)) lapply(x, walk)
  }
  walk(page)
  unique(found)
}

test_that("every link leads to a page, so that no interval was taken for one", {
  skip_in_quick()
  skip_if(length(help_pages()) == 0)
  aliases <- unlist(lapply(help_pages(), function(page) {
    tags <- vapply(page, function(part) attr(part, "Rd_tag") %||% "", "")
    unlist(page[tags == "\\alias"])
  }))
  links <- lapply(help_pages(), own_links)
  expect_gt(length(unlist(links)), 500)
  elsewhere <- setdiff(unlist(links), aliases)
  expect_identical(setdiff(elsewhere, ls(baseenv())), character())
})

test_that("no page has braces that are lost", {
  skip_on_cran() # long
  skip_if(length(help_pages()) == 0)
  said <- unlist(lapply(share_of(help_pages()), function(page) as.character(tools::checkRd(page))))
  expect_identical(grep("braces|Lost", said, value = TRUE), character())
})

test_that("sources are cited as they are", {
  skip_in_quick()
  skip_if(length(help_pages()) == 0)
  expect_match(page_text("policy_ucb_simplex.Rd"), "Budgeted Bandit Problems with Continuous Random Costs", fixed = TRUE)
  expect_no_match(page_text("policy_ucb_simplex.Rd"), "Multiple Plays", fixed = TRUE)
  expect_match(page_text("policy_se.Rd"), "section 3.3, Proposition 3.6", fixed = TRUE)
})

test_that("the cheat sheet names functions that there are, and its page is rendered from its source", {
  source <- sources_root("inst", "cheatsheet", "cheatsheet.Rmd")
  lines <- readLines(source)
  calls <- regmatches(lines, gregexpr("[A-Za-z_.]+(?=\\()", lines, perl = TRUE))
  named <- setdiff(unique(unlist(calls)), c("c", "f", "list", "vignette", "autolayer"))
  expect_identical(setdiff(named, getNamespaceExports("unruly")), "summary")
  page <- paste(readLines(sub("Rmd$", "html", source)), collapse = "\n")
  for (name in named) expect_match(page, paste0(name, "("), fixed = TRUE)
})
