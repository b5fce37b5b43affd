# Settings in which users sit, and under which the package must compute, write and read what it does under the usual ones.
odd_settings <- list(
  OutDec = "options(OutDec = ',')", scipen = "options(scipen = -5)", digits = "options(digits = 22)", warn = "options(warn = 2)",
  LC_ALL = NULL # set before R starts
)

# Test files that print, write or read.
key_files <- c("table", "table-print", "study-join", "folder-parts", "check-fingerprints", "table-files", "agent-files", "log-replay",
               "plot-names", "table-summaries", "trait-waiting")

# These too, each setting apart: `make odd`.
more_key_files <- c("exact-study", "exact-optimal", "study-moments", "schedule", "folder", "log-simulated", "log-yahoo", "log-columns",
                    "policy-scales", "agent-calls", "estimates-log", "log-labels", "arms-empirical", "bound-measured")

# Lines of R that are run with these settings, in a process of its own.
run_odd <- function(code, settings = names(odd_settings)) {
  before <- if ("LC_ALL" %in% settings) "LC_ALL=C" else ""
  run_child(c(unlist(odd_settings[settings]), code), before = before,
            variables = c(NOT_CRAN = "true", UNRULY_EXTENDED_TESTS = "", R_ENABLE_JIT = "0")) # nothing is run often
}

# Expectations that were met in each of these files, and what was said of others.
test_odd <- function(files, settings = names(odd_settings)) {
  paths <- normalizePath(testthat::test_path(sprintf("test-%s.R", files)))
  said <- run_odd(c(
    sprintf("for (path in c(%s)) {", paste(vapply(paths, deparse, ""), collapse = ", ")),
    "  said <- tempfile()",
    "  sink(nullfile())",
    "  done <- as.data.frame(testthat::test_file(path, reporter = testthat::CheckReporter$new(file = said), package = 'unruly',",
    "                                            load_package = 'installed', stop_on_failure = FALSE))",
    "  sink()",
    "  wrong <- sum(done$failed) + sum(done$error)",
    "  cat(sprintf('odd %d %d %s', as.integer(sum(done$passed)), as.integer(wrong), basename(path)), if (wrong > 0) readLines(said), sep = '\\n')",
    "  cat('\\n')",
    "}"), settings)
  counts <- strsplit(grep("^odd [0-9]", said, value = TRUE, useBytes = TRUE), " ")
  list(passed = sum(vapply(counts, function(x) as.double(x[2]), 0)), failed = sum(vapply(counts, function(x) as.double(x[3]), 0)),
       files = length(counts), said = said)
}
