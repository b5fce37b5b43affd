# Called by tools/paper.sh: writes the replication script, then the manuscript.

# Only the code, without knitr's headings of chunks but with their order: what the paper shows, to be run by itself.
code <- tempfile(fileext = ".R")
knitr::purl("paper/unruly.Rmd", code, documentation = 0, quiet = TRUE)
lines <- readLines(code)
lines <- lines[cumsum(nzchar(lines)) > 0]
twice <- !nzchar(lines) & !nzchar(c("x", lines[-length(lines)]))
writeLines(c(lines[!twice], "", "sessionInfo()"), "paper/replication.R")

rmarkdown::render("paper/unruly.Rmd", output_dir = ".build/paper", intermediates_dir = ".build/paper", quiet = TRUE)
