# The test files that print, write and read, under each odd setting by itself, to find out which one it was that
# tests/testthat/test-check-environments.R complains of. The package is installed before: see `make odd`.
#   Rscript tools/odd.R [SETTING ...]
suppressPackageStartupMessages({
  library(testthat)
  library(unruly)
})
for (helper in c("helper-folders.R", "helper-odd.R")) source(file.path("tests", "testthat", helper))
asked <- commandArgs(TRUE)
failed <- 0
for (setting in if (length(asked) > 0) asked else names(odd_settings)) {
  found <- test_odd(c(key_files, more_key_files), setting)
  lost <- length(c(key_files, more_key_files)) - found$files
  cat(sprintf("%-8s %5.0f passed, %d failed, %d files without an answer\n", setting, found$passed, as.integer(found$failed), lost))
  if (found$failed > 0 || lost > 0) cat(found$said, sep = "\n")
  failed <- failed + found$failed + lost
}
quit(status = as.integer(failed > 0))
