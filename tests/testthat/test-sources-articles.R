# Vignettes are what the package installs, articles what the site has besides: each text names what is there, as what it is.

vignette_names <- function(...) sub("[.]Rmd$", "", list.files(sources_root("vignettes", ...), "[.]Rmd$"))

# All texts that a reader meets, as lines by file.
texts <- function() {
  files <- c(list.files(sources_root("R"), "[.]R$", full.names = TRUE), list.files(sources_root("man"), "[.]Rd$", full.names = TRUE),
             list.files(sources_root("vignettes"), "[.]Rmd$", full.names = TRUE, recursive = TRUE),
             list.files(sources_root("inst"), "[.](R|Rmd)$", full.names = TRUE, recursive = TRUE),
             sources_root("README.md"), sources_root("NEWS.md"), sources_root("CONTRIBUTING.md"), sources_root("DESIGN.md"),
             sources_root("tools", "STANDARDS.md"))
  stats::setNames(lapply(files, readLines, warn = FALSE, encoding = "UTF-8"), files)
}

matches <- function(lines, pattern) {
  found <- unlist(regmatches(lines, gregexpr(pattern, lines, perl = TRUE)))
  unique(sub(pattern, "\\1", found, perl = TRUE))
}

test_that("the package has the vignettes that a user opens first, and the site the others", {
  papers <- c("impatient-arms", "farewell-to-arms", "fairness", "composite", "mortal")
  expect_setequal(vignette_names(), c("unruly", "choosing", papers))
  expect_gt(length(vignette_names("articles")), 6)
  ignored <- readLines(sources_root(".Rbuildignore"))
  expect_true(any(vapply(ignored, grepl, NA, x = "vignettes/articles", perl = TRUE)))
  expect_false(any(vapply(ignored, grepl, NA, x = "vignettes/unruly.Rmd", perl = TRUE)))
})

test_that("the list of articles of the site is all of them, each once", {
  lines <- readLines(sources_root("_pkgdown.yml"))
  section <- lines[seq(match("articles:", lines), match("reference:", lines) - 1)]
  listed <- matches(section, "^  - ([a-z/-]+)$")
  expect_setequal(listed, c(vignette_names(), paste0("articles/", vignette_names("articles"))))
})

test_that("what is called a vignette is one, and so are articles; links lead to files", {
  skip_in_quick()
  vignettes <- vignette_names()
  articles <- vignette_names("articles")
  claim <- many_claims()
  for (file in names(texts <- texts())) {
    lines <- texts[[file]]
    called <- c(matches(lines, "vignette\\([\\\\\"]+([a-z-]+)[\\\\\"]+"), matches(lines, "vignettes? [*]([a-z-]+)[*]"),
                matches(lines, "vignettes? \\\\emph\\{([a-z-]+)\\}"))
    for (name in called) claim(name %in% vignettes, basename(file), "calls a vignette:", name)
    named <- c(matches(lines, "article \\[?[*]([a-z-]+)[*]"), matches(lines, "article \\\\emph\\{([a-z-]+)\\}"))
    for (name in named) claim(name %in% articles, basename(file), "calls an article:", name)
    for (link in matches(lines, "\\]\\(([^)#: ]+[.](?:Rmd|R|html))\\)")) {
      claim(file.exists(file.path(dirname(file), link)), basename(file), "links to", link)
    }
    for (script in matches(lines, "^source\\(\"([^\"]+)\"\\)")) {
      claim(file.exists(file.path(dirname(file), script)), basename(file), "reads", script)
    }
  }
  expect_claims(claim, 30)
})
