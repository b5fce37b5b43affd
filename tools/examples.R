# Writes the examples of one help page in four into a file, for valgrind (tools/check-bare.sh).
#
#   Rscript tools/examples.R FILE SHARE    SHARE, a whole number, says of which pages
asked <- commandArgs(TRUE)
pages <- sort(list.files("man", "[.]Rd$", full.names = TRUE), method = "radix")
pages <- pages[(seq_along(pages) + as.integer(asked[2])) %% 4 == 0]

examples_of <- function(page) {
  file <- tempfile(fileext = ".R")
  tools::Rd2ex(page, file, commentDonttest = TRUE)
  if (file.exists(file)) c(sprintf("cat(\"%s\\n\")", page), readLines(file, encoding = "UTF-8"), "rm(list = ls())")
}

examples <- unlist(lapply(pages, examples_of))
writeLines(c("library(unruly)", "pdf(NULL)", "set.seed(1)", examples), asked[1], useBytes = TRUE)
cat(length(pages), "pages\n")
