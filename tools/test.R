# Runs all tests against the installed package, counts the expectations and says
# which files took longest. The counts also go to .build/test-counts, where .ci/run finds them.
# testthat's own parallel runs send every expectation to one process, which takes an eighth of the time; here files do
# not speak until they have ended. Three run at a time on two processors, as some wait for others; the slowest first
# (Config/testthat/start-first, which R CMD check follows too).
#
#   Rscript tools/test.R [FILE ...]         all tests, or those of files (study, policy-moss)
#   Rscript tools/test.R quick [FILE ...]   without the long ones and the snapshots, as R CMD check runs them
wanted <- commandArgs(TRUE)
quick <- "quick" %in% wanted
Sys.setenv(UNRULY_EXTENDED_TESTS = if (quick) "" else "true", NOT_CRAN = if (quick) "" else "true")
folder <- file.path("tests", "testthat")
processes <- parallel::detectCores() + 1L

files_in_order <- function(wanted) {
  files <- sub("^test-(.*)[.]R$", "\\1", list.files(folder, "^test-.*[.]R$"))
  first <- strsplit(read.dcf("DESCRIPTION", "Config/testthat/start-first"), ",\\s*")[[1]]
  missing <- setdiff(c(first, wanted), files)
  if (length(missing) > 0) stop("There are no tests of these names: ", paste(missing, collapse = ", "))
  files <- union(first, files)
  if (length(wanted) > 0) intersect(files, wanted) else files
}

# In a process of its own: counts, and what there is to say of failures, warnings and skipped tests.
run_file <- function(path) {
  said <- tempfile()
  began <- proc.time()[["elapsed"]]
  sink(nullfile()) # what tests print
  on.exit(sink())
  tests <- as.data.frame(testthat::test_file(path, reporter = testthat::CheckReporter$new(file = said), package = "unruly",
                                             load_package = "installed", stop_on_failure = FALSE))
  list(passed = sum(tests$passed), failed = sum(tests$failed) + sum(tests$error), skipped = sum(tests$skipped), warned = sum(tests$warning),
       seconds = proc.time()[["elapsed"]] - began, said = readLines(said, encoding = "UTF-8"))
}

tell <- function(name, done) {
  cat(sprintf("%s %6.1f s %6d  %s\n", if (done$failed > 0) "FAILED" else "ok    ", done$seconds, as.integer(done$passed), name))
  if (done$failed + done$warned + done$skipped > 0) writeLines(done$said)
}

# A process that ended, or a file that cannot be read, is a failure; NULL for what is only a message.
answer_of <- function(session) {
  message <- session$read()
  if (is.null(message) || message$code == 301) return()
  if (message$code == 200 && is.null(message$error)) return(message$result)
  why <- if (is.null(message$error)) "R ended." else conditionMessage(message$error)
  list(passed = 0, failed = 1, skipped = 0, warned = 0, seconds = NA_real_, said = why)
}

run_files <- function(files) {
  results <- list()
  sessions <- lapply(seq_len(min(processes, length(files))), function(i) callr::r_session$new())
  on.exit(for (session in sessions) session$kill())
  playing <- character(length(sessions)) # the file of each session, "" for none
  repeat {
    for (i in which(playing == "")[seq_len(min(sum(playing == ""), length(files)))]) {
      if (!sessions[[i]]$is_alive()) sessions[[i]] <- callr::r_session$new()
      playing[i] <- files[1]
      files <- files[-1]
      sessions[[i]]$call(run_file, list(file.path(folder, paste0("test-", playing[i], ".R"))))
    }
    if (all(playing == "")) return(results)
    for (i in which(playing != "")) {
      if (sessions[[i]]$poll_process(50) != "ready" || is.null(done <- answer_of(sessions[[i]]))) next
      tell(playing[i], done)
      results[[playing[i]]] <- done
      playing[i] <- ""
    }
  }
}

results <- run_files(files_in_order(setdiff(wanted, "quick")))
total <- function(what) sum(vapply(results, function(done) as.double(done[[what]]), 0))
seconds <- vapply(results, `[[`, 0, "seconds")
slowest <- utils::head(sort(seconds, decreasing = TRUE), 10)
cat("\nThe slowest files, in seconds:\n", sprintf("%6.1f %s\n", slowest, names(slowest)), sep = "")
counts <- sprintf("%d passed, %d failed, %d skipped", total("passed"), total("failed"), total("skipped"))
cat("\n", counts, "\n", sep = "")
writeLines(counts, file.path(".build", "test-counts"))
if (total("passed") == 0) message("Not one expectation was tested.")
quit(status = if (total("failed") > 0 || total("passed") == 0) 1L else 0L)
