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
  expect_setequal(vignette_names(), c("unruly", "choosing", "your-own-log", papers))
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

test_that("vignettes and articles are called what they are; links lead to files", {
  skip_in_quick()
  vignettes <- vignette_names()
  articles <- vignette_names("articles")
  claim <- many_claims()
  for (file in names(texts <- texts())) {
    lines <- grep("vignette|article|\\]\\(|^source", texts[[file]], value = TRUE)
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

# --- figures -----------------------------------------------------------------------------

# The chunks of a text that run and show what they make: a list of {at, options, code}, with lines of "#| " apart.
chunks_of <- function(lines) {
  starts <- grep("^```\\{r[ ,}]", lines)
  chunks <- lapply(starts, function(at) {
    end <- at + match(TRUE, grepl("^```\\s*$", lines[-seq_len(at)]))
    inside <- lines[seq_len(max(0, end - at - 1)) + at]
    list(at = at, header = lines[at], options = sub("^#\\| ?", "", grep("^#\\|", inside, value = TRUE)),
         code = grep("^#\\|", inside, value = TRUE, invert = TRUE))
  })
  Filter(function(chunk) !grepl("(eval|include) = FALSE", chunk$header), chunks)
}

# How many figures a chunk shows: its expressions that draw, and are not kept under a name.
draws <- c("autoplot", "ggplot", "plot", "hist", "barplot", "boxplot", "curve", "matplot", "pairs", "include_graphics", "animate_game")
leads_with <- function(call) {
  while (is.call(call) && (identical(call[[1]], quote(`+`)) || identical(call[[1]], quote(print)))) call <- call[[2]]
  if (!is.call(call)) return(FALSE)
  name <- call[[1]]
  as.character(if (is.call(name)) name[[3]] else name)[1] %in% draws
}
figures_of <- function(chunk) sum(vapply(as.list(parse(text = chunk$code, keep.source = FALSE)), leads_with, NA))

# What is said of them, under fig.alt, as YAML: one text, folded, or a list of texts.
alts_of <- function(chunk) {
  at <- grep("^fig[.]alt:", chunk$options)
  if (length(at) == 0) return(character())
  after <- chunk$options[-seq_len(at)]
  after <- after[seq_len(match(TRUE, !grepl("^ ", after), nomatch = length(after) + 1) - 1)]
  text <- paste(c(sub("^fig[.]alt: *[>|]?-?", "", chunk$options[at]), after), collapse = "\n")
  items <- strsplit(paste0("\n", text), "\n *- ")[[1]]
  items <- trimws(gsub("\\s+", " ", gsub("^[\"']|[\"']$", "", trimws(items))))
  items[nzchar(items)]
}

test_that("every figure of a vignette or an article has a text that says what it shows", {
  skip_in_quick()
  claim <- many_claims()
  files <- list.files(sources_root("vignettes"), "[.]Rmd$", full.names = TRUE, recursive = TRUE)
  for (file in files) {
    for (chunk in chunks_of(readLines(file, warn = FALSE, encoding = "UTF-8"))) {
      figures <- figures_of(chunk)
      alts <- alts_of(chunk)
      claim(length(alts) == figures, basename(file), "line", chunk$at, "has", figures, "figures and", length(alts), "texts in fig.alt")
      if (figures == 0) next
      claim(all(nchar(alts) >= 40) && !any(grepl("^(plot|figure|graph|chart)\\b", alts, ignore.case = TRUE)),
            basename(file), "line", chunk$at, "does not say in fig.alt what is to be seen")
    }
  }
  expect_claims(claim, 150)
})

test_that("a figure without a text is found, in each way in which chunks are written", {
  made <- function(...) chunks_of(c("```{r, fig.height = 3}", ..., "```"))[[1]]
  expect_equal(figures_of(made("study <- run_study(1)", "autoplot(study) +", "  labs(x = 1)")), 1)
  expect_equal(figures_of(made("p <- autoplot(study)", "summary(study)")), 0)
  expect_equal(figures_of(made("autoplot(a)", "ggplot2::autoplot(b)")), 2)
  expect_equal(alts_of(made("autoplot(study)")), character())
  expect_equal(alts_of(made("#| fig.alt: >", "#|   One text", "#|   in two lines.", "autoplot(study)")), "One text in two lines.")
  expect_equal(alts_of(made("#| fig.alt:", "#|   - First: one,", "#|     of two.", "#|   - \"Second.\"", "#| fig.cap: No", "f()")),
               c("First: one, of two.", "Second."))
})

test_that("each design of the article on adaptive trials takes at most twelve lines", {
  lines <- readLines(sources_root("vignettes", "articles", "adaptive-trials.Rmd"), encoding = "UTF-8")
  designs <- Filter(function(chunk) any(grepl("(run|exact)_study\\(", chunk$code)), chunks_of(lines))
  expect_gte(length(designs), 5)
  for (chunk in designs) expect_lte(length(chunk$code), 12, label = paste("The chunk in line", chunk$at))
})
