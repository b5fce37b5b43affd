# Which lines of R and C the tests reach: one line per file, and the lines that no
# test reaches. Takes half an hour.
#   Rscript tools/cover.R [filter]      only test files whose names match
# covr rewrites the functions, so tests that look at code itself may fail here:
# these are reported and do not affect the figures.
Sys.setenv(NOT_CRAN = "true")
run <- call("test_dir", normalizePath("tests/testthat"), package = "unruly", load_package = "installed", reporter = "check",
            stop_on_failure = FALSE)
told <- tempfile()
run$filter <- if (length(commandArgs(TRUE)) > 0) commandArgs(TRUE)[1]
coverage <- covr::package_coverage(".", type = "none", quiet = FALSE,
                                   code = c("library(testthat)", sprintf("options(testthat.output_file = %s)", deparse(told)),
                                            paste(deparse(run), collapse = " ")))
writeLines(readLines(told))
print(coverage)
missed <- covr::zero_coverage(coverage)
missed <- missed[, c("filename", "line")]
for (file in unique(missed$filename)) {
  lines <- sort(unique(missed$line[missed$filename == file]))
  first <- lines[c(TRUE, diff(lines) > 1)]
  last <- lines[c(diff(lines) > 1, TRUE)]
  cat(file, ": ", paste(ifelse(first == last, first, paste0(first, "-", last)), collapse = " "), "\n", sep = "")
}
