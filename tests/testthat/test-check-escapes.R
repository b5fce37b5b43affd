# Each way to write a text is undone by a reader that knows nothing of it, whatever the text.

all_texts <- function() unique(c(hostile_labels(), random_texts(2000)))

test_that("names of files are different for different texts, safe, and read as web addresses are", {
  skip_in_quick()
  texts <- all_texts()
  names <- unruly:::file_names(texts)
  expect_identical(anyDuplicated(tolower(names)), 0L) # also where a file system does not tell capitals
  expect_match(names, "^([A-Za-z0-9._~-]|%[0-9A-F]{2})+$")
  expect_false(any(grepl("[.]$", names)))
  expect_identical(vapply(names, utils::URLdecode, "", USE.NAMES = FALSE), texts)
  expect_identical(unruly:::file_names(c("a", "b", "a")), c("a", "b", "a"))
  expect_identical(unruly:::file_names(c("UCB1 (a = 2)", "kl_UCB~x")), c("UCB1%20%28a%20%3D%202%29", "kl_UCB~x"))
})

test_that("nothing moves a console, and what is one line stays one", {
  shown <- unruly:::one_line(all_texts())
  expect_harmless(shown)
  expect_false(any(grepl("\n", shown)))
  plain <- c("UCB1 (alpha = 2)", "\u00e9\u4e2d \u2013 \u03b5-greedy", "\U0001f468\u200d\U0001f469")
  expect_identical(unruly:::one_line(plain), plain)
  expect_identical(unruly:::on_console(c(x = "a\nb\033", "c\xff")), c(x = "a\nb\ufffd", "c<ff>"))
})

squished <- function(text) trimws(gsub("[ \u00a0]+", " ", text))

# Markdown may make typographic quotes.
straight <- function(text) gsub("[\u2018\u2019]", "'", gsub("[\u201c\u201d]", "\"", squished(text)))

test_that("labels keep their blanks in prints and refusals of studies, whose lines are wrapped", {
  b <- bandit(arms_bernoulli(c("A  x" = 0.5, "A x" = 0.4)))
  study <- run_study(list("b   1" = b), policy_ucb1(label = "U  V"), horizon = 4, reps = 2, seed = 1)
  expect_output(print(study), "A  x = 0.5, A x = 0.4", fixed = TRUE)
  for (label in c("b   1", "U  V")) expect_output(print(study), label, fixed = TRUE)
  expect_error(run_study(b, policy_fixed("A   x"), horizon = 4, reps = 2), "\"A   x\".*\"A  x\", \"A x\"")
})

test_that("HTML and Markdown are read as the text, and as nothing else", {
  skip_in_quick()
  skip_if_not_installed("xml2")
  texts <- unruly:::one_line(all_texts())
  texts <- texts[nzchar(trimws(texts))]
  page <- xml2::read_html(paste0("<html><body>", paste0("<p>", unruly:::as_html(texts), "</p>", collapse = ""), "</body></html>"), encoding = "UTF-8")
  expect_identical(xml2::xml_text(xml2::xml_find_all(page, "//body/p")), texts)
  expect_length(xml2::xml_find_all(page, "//p/*"), 0)
  skip_if_not_installed("commonmark")
  extensions <- c("table", "strikethrough", "tasklist") # addresses of mail become links whatever is done: no harm
  read <- function(lines) xml2::read_html(commonmark::markdown_html(lines, extensions = extensions, smart = TRUE), encoding = "UTF-8")
  page <- read(paste(unruly:::as_markdown(texts), collapse = "\n\n"))
  expect_identical(straight(xml2::xml_text(xml2::xml_find_all(page, "//body/*"))), straight(texts))
  expect_length(xml2::xml_find_all(page, "//body/*[not(self::p)] | //p/*"), 0)
  page <- read(c("|a|b|", "|--|--|", sprintf("|%s|1|", unruly:::as_markdown(texts))))
  expect_identical(straight(xml2::xml_text(xml2::xml_find_all(page, "//tbody/tr/td[1]"))), straight(texts))
  expect_length(xml2::xml_find_all(page, "//td/*"), 0)
})

test_that("quotes stay as they are in Markdown", {
  expect_identical(unruly:::as_markdown(c("O'Brien", "'a' \"b\"")), c("O'Brien", "'a' \"b\""))
})

test_that("Markdown is read as the text by pandoc, with what reports switch on", {
  skip_on_cran() # long
  skip_if_not_installed("rmarkdown")
  skip_if_not_installed("xml2")
  skip_if_not(rmarkdown::pandoc_available("2.0"))
  texts <- unruly:::one_line(all_texts())
  texts <- texts[nzchar(trimws(texts))]
  file <- withr::local_tempfile(fileext = ".md")
  writeLines(enc2utf8(paste0(unruly:::as_markdown(texts), "\n")), file, useBytes = TRUE)
  made <- withr::local_tempfile(fileext = ".html")
  rmarkdown::pandoc_convert(normalizePath(file), to = "html", from = "markdown+autolink_bare_uris+tex_math_single_backslash", output = made,
                            options = "--wrap=none")
  page <- xml2::read_html(made, encoding = "UTF-8")
  expect_identical(straight(xml2::xml_text(xml2::xml_find_all(page, "//body/p"))), straight(texts))
  expect_length(xml2::xml_find_all(page, "//body/*[not(self::p)] | //body/p/*"), 0)
})

# What TeX makes of the few things that as_tex() may write; anything else is an error.
read_tex <- function(text) {
  words <- c("\\textbackslash{}" = "\\", "\\textasciicircum{}" = "^", "\\textasciitilde{}" = "~", "\\textless{}" = "<", "\\textgreater{}" = ">",
             "\\textbar{}" = "|", "\\char34{}" = "\"", "\\textasciigrave{}" = "`", "{[}" = "[", "{]}" = "]", "{*}" = "*", "{-}" = "-", "{'}" = "'",
             stats::setNames(strsplit("{}#$%&_", "")[[1]], paste0("\\", strsplit("{}#$%&_", "")[[1]])))
  out <- ""
  while (nzchar(text)) {
    found <- names(words)[startsWith(text, names(words))]
    if (length(found) == 0 && grepl("^[\\\\{}#$%&_^~<>|\"`*]|^\\[|^\\]|^--|^''", text)) stop("means something else: ", text)
    taken <- if (length(found) > 0) found[1] else substr(text, 1, 1)
    out <- paste0(out, if (length(found) > 0) words[[found[1]]] else taken)
    text <- substring(text, nchar(taken) + 1)
  }
  out
}

test_that("TeX is read as the text", {
  skip_in_quick()
  texts <- unruly:::one_line(all_texts())
  expect_identical(vapply(unruly:::as_tex(texts), read_tex, "", USE.NAMES = FALSE), gsub("\ufffd", "?", texts))
  expect_identical(unruly:::as_tex("FC-SE, 50%"), "FC-SE, 50\\%")
})

test_that("a string in C is read as the text", {
  skip_in_quick()
  texts <- all_texts()
  written <- unruly:::as_c(texts)
  expect_match(written, "^([ !#->@-Z^-~]|\\[|\\]|\\\\[0-3][0-7]{2})+$")
  expect_identical(vapply(written, function(code) eval(str2lang(paste0("\"", code, "\""))), "", USE.NAMES = FALSE) |> lapply(charToRaw),
                   lapply(enc2utf8(texts), charToRaw)) # R reads octal digits as C does
})
