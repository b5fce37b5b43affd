# The test files that print, write and read, under each odd setting by itself, to find out which one it was that
# tests/testthat/test-check-environments.R complains of. The package is installed before: see `make odd`.
#   Rscript tools/odd.R [SETTING ...]
suppressPackageStartupMessages({
  library(testthat)
  library(unruly)
})
for (helper in c("helper-folders.R", "helper-odd.R")) source(file.path("tests", "testthat", helper))
asked <- commandArgs(TRUE)
files <- c(key_files, more_key_files)

# Prints what came of a setting when it has ended, and returns how many tests failed or files had no answer.
try_setting <- function(setting) {
  found <- test_odd(files, setting)
  lost <- length(files) - found$files
  line <- sprintf("%-8s %5.0f passed, %d failed, %d files without an answer", setting, found$passed, as.integer(found$failed), lost)
  cat(c(line, if (found$failed > 0 || lost > 0) found$said), sep = "\n")
  found$failed + lost
}

# Each setting runs in an R of its own: here only one waits for it.
cores <- if (.Platform$OS.type == "windows") 1L else parallel::detectCores()
failed <- parallel::mclapply(if (length(asked) > 0) asked else names(odd_settings), try_setting, mc.cores = cores, mc.preschedule = FALSE)
ended <- vapply(failed, is.numeric, NA)
if (!all(ended)) print(failed[!ended])
quit(status = as.integer(!all(ended) || sum(unlist(failed)) > 0))
