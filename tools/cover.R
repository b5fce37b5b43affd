# Which lines of R and C the tests reach: a line a file, and the lines that no
# test reaches.
Sys.setenv(NOT_CRAN = "true")
coverage <- covr::package_coverage(".", type = "tests", quiet = TRUE)
print(coverage)
missed <- covr::zero_coverage(coverage)
missed <- missed[, c("filename", "line")]
for (file in unique(missed$filename)) {
  lines <- sort(unique(missed$line[missed$filename == file]))
  first <- lines[c(TRUE, diff(lines) > 1)]
  last <- lines[c(diff(lines) > 1, TRUE)]
  cat(file, ": ", paste(ifelse(first == last, first, paste0(first, "-", last)), collapse = " "), "\n", sep = "")
}
