# Writes man/ and NAMESPACE from the comments in R/. The package is installed before: see `make docs`.

document <- function() {
  status <- system2("Rscript", c("-e", shQuote("roxygen2::roxygenise(load_code = \"installed\")")))
  if (status != 0) stop("The help could not be written.")
}

# What is exported for the first time ends in dots only once it is built again (R/check-names.R).
before <- readLines("NAMESPACE")
document()
if (!identical(readLines("NAMESPACE"), before)) {
  if (system2("sh", "tools/install-package.sh") != 0) stop("The package could not be installed.")
  document()
}

# Those dots are the same in all functions, and so is what is said of them: where a page says nothing, it is put there.
words <- "\\item{...}{Must be empty: what is misspelt lands here, and is an error.}"

# The lines between the one that opens a section and the one that closes it, before the next section; lists in it close likewise.
section <- function(page, opening) {
  from <- match(opening, page)
  if (is.na(from)) return(integer())
  closing <- which(page == "}" & grepl("^\\\\(arguments|value|description|details|section|examples|references|seealso)\\{", c(page[-1], "")))
  seq(from + 1, length.out = min(closing[closing > from]) - from - 1)
}

for (file in Sys.glob("man/*.Rd")) {
  page <- readLines(file, encoding = "UTF-8")
  usage <- section(page, "\\usage{")
  arguments <- section(page, "\\arguments{")
  if (!any(grepl("...", page[usage], fixed = TRUE)) || any(grepl("^\\\\item\\{.*(\\.\\.\\.|\\\\dots)[^}]*\\}\\{", page[arguments]))) next
  page <- if (length(arguments) > 0) append(page, c("", words), max(arguments)) else
    append(page, c("\\arguments{", words, "}"), max(usage) + 1)
  writeLines(enc2utf8(page), file, useBytes = TRUE)
}
