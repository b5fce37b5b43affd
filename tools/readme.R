# The README as it stands in the archive for CRAN (tools/release.R): whoever reads it there has neither the sources' folders nor
# make. What is between the marks <!-- sources --> and <!-- /sources --> gives way to install.packages(), figures have addresses
# on the site, and so have links to its pages; links to files that neither the archive nor the site has become plain text.

archive_readme <- function(lines, site) {
  site <- sub("/+$", "", site)
  from <- which(lines == "<!-- sources -->")
  to <- which(lines == "<!-- /sources -->")
  if (length(from) != 1 || length(to) != 1 || from >= to) {
    stop("README.md: the marks <!-- sources --> and <!-- /sources --> must be there once each, in this order.")
  }
  lines <- c(lines[seq_len(from - 1)], "```r", "install.packages(\"unruly\")", "```", lines[-seq_len(to)])
  lines <- gsub("](man/figures/", paste0("](", site, "/reference/figures/"), lines, fixed = TRUE)
  lines <- gsub("\\]\\(vignettes/(articles/)?([a-z-]+)[.]Rmd\\)", paste0("](", site, "/articles/\\2.html)"), lines)
  lines <- gsub("](inst/cheatsheet/cheatsheet.html)", paste0("](", site, "/cheatsheet.html)"), lines, fixed = TRUE)
  gsub("\\[([^]]+)\\]\\((?![a-z]+:)[^)]*\\)", "\\1", lines, perl = TRUE)
}
