# Called by tools/paper.sh.
#   Rscript tools/paper.R ready   writes a page with the manuscript's heading and one of everything, to see that LaTeX can
#   Rscript tools/paper.R         writes the replication script, then the manuscript, then what its test compares with

source_file <- "paper/unruly.Rmd"
folder <- ".build/paper"

if (identical(commandArgs(TRUE), "ready")) {
  lines <- readLines(source_file)
  heading <- lines[seq_len(which(lines == "---")[2])]
  heading <- sub("^bibliography: ", "bibliography: ../../paper/", heading)
  page <- file.path(folder, "ready.Rmd")
  writeLines(c(heading, "", "# One", "", "Text [@shao2024], $x^2$ and `code`.", "", "```{r}", "1", "plot(1)", "```", "",
               "```{r, echo = FALSE}", "knitr::kable(data.frame(a = 1), booktabs = TRUE, caption = \"A table.\")", "```", "",
               "| a | b |", "|:--|:-:|", "| 1 | 2 |", "", "Table: Another."), page)
  rmarkdown::render(page, quiet = TRUE)
  quit()
}

# Only the code, without knitr's headings of chunks but with their order: what the paper shows, to be run by itself.
code <- tempfile(fileext = ".R")
invisible(knitr::purl(source_file, code, documentation = 0, quiet = TRUE))
lines <- readLines(code)
lines <- lines[cumsum(nzchar(lines)) > 0]
twice <- !nzchar(lines) & !nzchar(c("x", lines[-length(lines)]))
writeLines(c(lines[!twice], "", "sessionInfo()"), "paper/replication.R")

made <- new.env(parent = globalenv())
rmarkdown::render(source_file, output_dir = folder, intermediates_dir = folder, quiet = TRUE, envir = made)

# The numbers behind the sentences, and those of forty games, which the test plays again; words.R was sourced by the manuscript.
stored <- stored_numbers(made)
stored[c("value", "se")] <- signif(stored[c("value", "se")], 13) # the last digits depend on the order of sums
utils::write.csv(stored, "paper/numbers.csv", row.names = FALSE)
