# The README as it stands in the archive for CRAN (tools/release.R): whoever reads it there has neither the sources' folders nor
# make. What is between the marks <!-- sources --> and <!-- /sources --> on lines of their own gives way to install.packages(), and what
# is between them within a line goes; figures are in the archive, links to pages have addresses on the site. A link to a file that
# neither the archive nor the site has is an error: it belongs between marks.

archive_readme <- function(lines, site) {
  site <- sub("/+$", "", site)
  from <- which(lines == "<!-- sources -->")
  to <- which(lines == "<!-- /sources -->")
  if (length(from) != 1 || length(to) != 1 || from >= to) {
    stop("README.md: the marks <!-- sources --> and <!-- /sources --> must be there once each, in this order.")
  }
  lines <- c(lines[seq_len(from - 1)], "```r", "install.packages(\"unruly\")", "```", lines[-seq_len(to)])
  lines <- gsub("\\]\\(vignettes/(articles/)?([a-z-]+)[.]Rmd\\)", paste0("](", site, "/articles/\\2.html)"), lines)
  lines <- gsub("](inst/cheatsheet/cheatsheet.html)", paste0("](", site, "/cheatsheet.html)"), lines, fixed = TRUE)
  lines <- gsub(" ?<!-- sources -->.*?<!-- /sources -->", "", lines, perl = TRUE)
  lost <- unlist(regmatches(lines, gregexpr("\\]\\((?![a-z]+:|man/figures/)[^)]*\\)", lines, perl = TRUE)))
  if (length(lost)) stop("README.md: the archive lacks the pages of these links: ", paste(lost, collapse = " "))
  lines
}

# Help pages in the archive: articles that they name, which only the site has, have their addresses there.
archive_help <- function(lines, site) {
  gsub("\\barticle \\\\emph\\{([A-Za-z-]+)\\}", paste0("article \\\\href{", sub("/+$", "", site), "/articles/\\L\\1\\E.html}{\\1}"), lines,
       perl = TRUE)
}
