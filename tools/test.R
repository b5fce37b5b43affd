# Runs all tests against the installed package, counts the expectations and says
# which files took longest. The counts also go to .build/test-counts, where .ci/run finds them.
# Two files at a time, where there are two processors (Config/testthat/parallel), the
# slowest first (Config/testthat/start-first).
Sys.setenv(UNRULY_EXTENDED_TESTS = "true", NOT_CRAN = "true")
library(testthat)

timed <- R6::R6Class("timed", inherit = ParallelProgressReporter, public = list(
  seconds = numeric(),
  end_file = function() {
    self$seconds[[self$file_name]] <- (proc.time() - self$files[[self$file_name]]$start_time)[["elapsed"]]
    super$end_file()
  },
  update = function(force = FALSE) NULL # no turning wheel in a log
))$new(max_failures = Inf)

test_dir("tests/testthat", package = "unruly", load_package = "installed", reporter = timed, stop_on_failure = FALSE)
slowest <- utils::head(sort(timed$seconds, decreasing = TRUE), 10)
cat("\nThe slowest files, in seconds:\n", sprintf("%6.1f %s\n", slowest, names(slowest)), sep = "")
# The reporter's own counts: the list that test_dir() gives mixes up files that ran at the same time.
passed <- timed$n_ok
failed <- timed$n_fail
counts <- sprintf("%d passed, %d failed, %d skipped", passed, failed, timed$n_skip)
cat("\n", counts, "\n", sep = "")
writeLines(counts, file.path(".build", "test-counts"))
if (passed == 0) message("Not one expectation was tested.")
quit(status = if (failed > 0 || passed == 0) 1L else 0L)
