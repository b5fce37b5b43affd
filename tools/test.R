# Runs all tests against the installed package and counts the expectations.
# The counts also go to .build/test-counts, where .ci/run finds them.
# Two files at a time, where there are two processors (Config/testthat/parallel).
Sys.setenv(NOT_CRAN = "true")
library(testthat)

results <- as.data.frame(test_dir(
  "tests/testthat",
  package = "unruly", load_package = "installed",
  reporter = "summary", stop_on_failure = FALSE
))
passed <- sum(results$passed)
failed <- sum(results$failed) + sum(results$error)
counts <- sprintf("%d passed, %d failed, %d skipped", passed, failed, sum(results$skipped))
cat("\n", counts, "\n", sep = "")
slow <- sort(tapply(results$real, results$file, sum), decreasing = TRUE)[1:10]
cat("The slowest, in seconds: ", paste(names(slow), round(slow), collapse = ", "), "\n", sep = "")
writeLines(counts, file.path(".build", "test-counts"))
if (passed == 0) message("Not one expectation was tested.")
quit(status = if (failed > 0 || passed == 0) 1L else 0L)
