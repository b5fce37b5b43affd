# The README, what the archive makes of it, and the table of make's targets.

readme_tools <- function() {
  tools <- new.env()
  sys.source(sources_root("tools", "readme.R"), tools)
  tools
}

test_that("the archive's README names no target of make, and all its links lead somewhere", {
  lines <- readLines(sources_root("README.md"), encoding = "UTF-8")
  archived <- readme_tools()$archive_readme(lines, "https://example.org/unruly/")
  expect_gt(length(grep("make (demo|test|install)", lines)), 2)
  expect_identical(grep("\\bmake (?!more)[a-z]+\\b|sources -->", archived, value = TRUE, perl = TRUE), character())
  expect_true("install.packages(\"unruly\")" %in% archived)
  links <- unlist(regmatches(archived, gregexpr("\\]\\([^)]*\\)", archived)))
  expect_gt(length(links), 12)
  figures <- sub("^..(.*).$", "\\1", grep("[.]png)$", links, value = TRUE))
  expect_gt(length(figures), 6)
  expect_true(all(startsWith(setdiff(links, sprintf("](%s)", figures)), "](https://example.org/unruly/")))
  expect_lt(sum(file.size(file.path(sources_root(), figures))), 150e3)
  expect_false(any(grepl("figures", readLines(sources_root(".Rbuildignore"))))) # the archive has them
})

test_that("text outside the marks stays, and marks that are missing or in the wrong order are an error", {
  archive <- readme_tools()$archive_readme
  lines <- c("# A", "<!-- sources -->", "make x", "<!-- /sources -->", "![f](man/figures/README-a.png)",
             "b <!-- sources -->[b](bench/README.md)<!-- /sources -->, [c](vignettes/articles/c-d.Rmd) [e](https://a.b)")
  expect_identical(archive(lines, "https://s.t"), c("# A", "```r", "install.packages(\"unruly\")", "```",
    "![f](man/figures/README-a.png)", "b, [c](https://s.t/articles/c-d.html) [e](https://a.b)"))
  expect_error(archive(c(lines, "[b](bench/README.md)"), "https://s.t"), "bench/README.md")
  expect_error(archive(lines[-2], "https://s.t"), "sources")
  expect_error(archive(lines[c(1, 4, 3, 2)], "https://s.t"), "sources")
})

test_that("README has at most 900 words outside code, and code by line 20", {
  lines <- readLines(sources_root("README.md"), encoding = "UTF-8")
  fences <- grepl("^```", lines)
  prose <- gsub("<!--.*?-->", "", lines[cumsum(fences) %% 2 == 0])
  expect_lte(sum(lengths(strsplit(trimws(prose[nzchar(prose)]), "[ \t]+"))), 900)
  expect_lte(which(fences)[1], 20)
})

# Lines of code of README, of which none may be above the usual width.
test_that("each figure of README stands under the code that draws it, and figures have texts", {
  lines <- readLines(sources_root("README.md"), encoding = "UTF-8")
  figures <- grep("man/figures/README-", lines)
  expect_gt(length(figures), 6)
  for (at in figures) {
    expect_identical(lines[at - 2], "```", label = lines[at])
    expect_match(lines[at], "^!\\[[^]]{20,}\\]\\(man/figures/README-[a-z]+[.]png\\)$")
  }
})

# --- the targets of make --------------------------------------------------------------------

# Targets and what they do: lines "make name  text" of `make help`.
helped_targets <- function(lines) {
  found <- regmatches(lines, regexec("^\t@echo \"make ([a-z-]+) +(.*)\"$", lines))
  found <- found[lengths(found) == 3]
  stats::setNames(vapply(found, `[`, "", 3), vapply(found, `[`, "", 2))
}

test_that("`make help` lists all targets, and the pages for developers name no other", {
  makefile <- readLines(sources_root("Makefile"))
  helped <- names(helped_targets(makefile))
  expect_gt(length(helped), 25)
  phony <- strsplit(sub("^[.]PHONY: ", "", grep("^[.]PHONY:", makefile, value = TRUE)), " ")[[1]]
  expect_setequal(helped, setdiff(phony, "help"))
  expect_true(all(paste0(phony, ":") %in% makefile))
  pages <- unlist(lapply(c("DESIGN.md", "CONTRIBUTING.md"), function(page) readLines(sources_root(page), encoding = "UTF-8")))
  named <- unlist(regmatches(pages, gregexpr("`make [a-z-]+", pages)))
  expect_identical(setdiff(sub("`make ", "", named), phony), character())
})

test_that("articles that the archive's help names have their addresses on the site, and are there", {
  skip_in_quick()
  pages <- unlist(lapply(list.files(sources_root("man"), "[.]Rd$", full.names = TRUE), readLines, encoding = "UTF-8"))
  linked <- readme_tools()$archive_help(pages, "https://s.t/")
  expect_identical(grep("article \\emph", linked, fixed = TRUE, value = TRUE), character())
  found <- unlist(regmatches(linked, gregexpr("(?<=https://s[.]t/articles/)[a-z-]+(?=[.]html)", linked, perl = TRUE)))
  expect_gt(length(found), 10)
  expect_true(all(file.exists(sources_root("vignettes", "articles", paste0(unique(found), ".Rmd")))))
  expect_match(linked, "article \\href{https://s.t/articles/methods.html}{Methods}", fixed = TRUE, all = FALSE)
})
