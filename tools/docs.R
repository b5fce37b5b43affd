# Writes man/ and NAMESPACE from the comments in R/. The package is installed before: see `make docs`.
status <- system2("Rscript", c("-e", shQuote("roxygen2::roxygenise(load_code = \"installed\")")))
if (status != 0) stop("The help could not be written.")
