# Runs tests against the installed package, counts expectations and claims (the checks in the loops of many_claims()), and
# says which files took longest. The counts also go to .build/test-counts, where .ci/run finds them.
# testthat's own parallel runs send every expectation to one process, which takes an eighth of the time; here files do
# not speak until they have ended. As many run at a time as there are processors, one more while a file runs that waits
# for others; those that took longest the last time come first (.build/test-seconds), so that the processes end together.
#
# Of crosses a share is played, which changes with the sources (tests/testthat/helper-share.R); UNRULY_ALL=true plays all of them.
#
#   Rscript tools/test.R [FILE ...]           all tests, or those of files (study, policy-moss)
#   Rscript tools/test.R quick [FILE ...]     without the long ones (skip_in_quick(), skip_on_cran()) and the snapshots
#   Rscript tools/test.R one FILE ...         with what quick leaves out, but for the long ones and the snapshots: for `make one`
#   Rscript tools/test.R literal [FILE ...]   plays all literal versions, and writes tests/testthat/literal.txt
#   Rscript tools/test.R accept [FILE ...]    runs what has snapshots or lines in errors.txt, and writes these anew
#
# A file without any expectation prints NOTHING and fails; in a quick run that is one of snapshots only, too.
asked <- commandArgs(TRUE)
modes <- c("quick", "one", "literal", "accept")
mode <- if (length(asked) > 0 && asked[1] %in% modes) asked[1] else "all"
wanted <- setdiff(asked, modes)
folder <- file.path("tests", "testthat")
literal_file <- file.path(folder, "literal.txt")
errors_file <- file.path(folder, "errors.txt")
seconds_file <- file.path(".build", "test-seconds")

# Everything, not a share: asked for, or since what is not played would be missing in what is written.
all <- mode %in% c("literal", "accept") || identical(Sys.getenv("UNRULY_ALL"), "true")
share <- if (all) "all" else Sys.getenv("UNRULY_SHARE", "0")

short <- mode %in% c("quick", "one")
long <- if (short) "" else "true"
# What runs once is not worth compiling: a quarter of a short run went into that, a tenth of a long one. Literal versions are
# loops, and all of them are played by `make literal` alone.
if (mode != "literal") Sys.setenv(R_ENABLE_JIT = "0")
Sys.setenv(UNRULY_EXTENDED_TESTS = long, NOT_CRAN = long, UNRULY_QUICK = switch(mode, quick = "true", one = "false", ""),
           UNRULY_ALL = if (all) "true" else "", UNRULY_ACCEPT = if (mode == "accept") "true" else "",
           UNRULY_LITERAL = switch(mode, quick = , one = "", literal = "write", Sys.getenv("UNRULY_LITERAL", share)))

# ---- which files, in which order ------------------------------------------------------

# What the last run knows of files: seconds by the clock, and how busy they kept a processor.
last_run <- function() {
  if (!file.exists(seconds_file)) return(data.frame(file = character(), seconds = numeric(), busy = numeric()))
  utils::read.table(seconds_file, col.names = c("file", "seconds", "busy"), stringsAsFactors = FALSE)
}

# Files that were never timed come first, of these the ones that DESCRIPTION names.
files_in_order <- function(wanted, last) {
  files <- sub("^test-(.*)[.]R$", "\\1", list.files(folder, "^test-.*[.]R$"))
  first <- strsplit(read.dcf("DESCRIPTION", "Config/testthat/start-first"), ",\\s*")[[1]]
  missing <- setdiff(c(first, wanted), files)
  if (length(missing) > 0) stop("There are no tests of these names: ", paste(missing, collapse = ", "))
  files <- union(first, files)
  if (mode == "literal") files <- Filter(function(file) speaks_of(file, "expect_(literal(?!_game)|in_time)"), files)
  if (mode == "accept") files <- Filter(function(file) speaks_of(file, "expect_(errors|snapshot|drawing)[(]"), files)
  if (length(wanted) > 0) files <- intersect(files, wanted)
  seconds <- last$seconds[match(files, last$file)]
  files[order(-ifelse(is.na(seconds), Inf, seconds))]
}

speaks_of <- function(file, pattern) any(grepl(pattern, readLines(file.path(folder, paste0("test-", file, ".R"))), perl = TRUE))

# ---- running them ---------------------------------------------------------------------

# In a process of its own: counts, and what there is to say of failures, warnings and skipped tests.
run_file <- function(path, lines) {
  said <- tempfile()
  began <- proc.time()
  tally <- new.env()
  options(unruly.tally = tally)
  # One a process, or lines would be mixed.
  Sys.setenv(UNRULY_LITERAL_LINES = file.path(lines, basename(path)), UNRULY_ERROR_LINES = file.path(lines, basename(path)))
  sink(nullfile()) # what tests print
  on.exit(sink())
  # Helpers are read once a process, as by R CMD check: read and compiled anew for each file they took a tenth of the time.
  helpers <- getOption("unruly.helpers")
  first <- is.null(helpers)
  if (first) {
    library("unruly", character.only = TRUE)
    options(unruly.helpers = helpers <- testthat::test_env("unruly"))
  }
  tests <- as.data.frame(testthat::test_file(path, reporter = testthat::CheckReporter$new(file = said), package = "unruly", env = helpers,
                                             load_helpers = first, load_package = "installed", stop_on_failure = FALSE))
  took <- proc.time() - began
  list(passed = sum(tests$passed), failed = sum(tests$failed) + sum(tests$error), skipped = sum(tests$skipped), warned = sum(tests$warning),
       claims = sum(0, tally$claims), literals = if (is.environment(tally$literals)) ls(tally$literals, all.names = TRUE, sorted = FALSE), played = sum(0, tally$played),
       errors = tally$errors, unwritten = tally$unwritten, seconds = took[["elapsed"]], processor = sum(took[c("user.self", "sys.self", "user.child", "sys.child")]),
       said = readLines(said, encoding = "UTF-8"))
}

lost <- function(why) {
  list(passed = 0, failed = 1, skipped = 0, warned = 0, claims = 0, literals = character(), played = 0, seconds = NA_real_, processor = NA_real_, said = why)
}

# In a quick run much is skipped, as it should be.
tell <- function(name, done) {
  verdict <- if (done$failed > 0) "FAILED" else if (done$passed == 0) "NOTHING" else "ok"
  cat(sprintf("%-7s %6.1f s %6d  %s\n", verdict, done$processor, as.integer(done$passed), name))
  if (done$failed + done$warned + (if (short) 0 else done$skipped) > 0) writeLines(done$said)
  if (length(done$unwritten) > 0) cat("No line of literal.txt yet (make literal):", utils::head(done$unwritten, 5), sep = "\n")
}

# A process that ended, or a file that cannot be read, is a failure; NULL for what is only a message.
answer_of <- function(session) {
  message <- session$read()
  if (is.null(message) || message$code == 301) return()
  if (message$code == 200 && is.null(message$error)) return(message$result)
  lost(if (is.null(message$error)) "R ended." else conditionMessage(message$error))
}

run_files <- function(files, lines, waits) {
  results <- list()
  processors <- parallel::detectCores()
  sessions <- lapply(seq_len(min(processors + 1L, length(files))), function(i) callr::r_session$new(wait_timeout = 60000))
  on.exit(for (session in sessions) session$kill())
  playing <- character(length(sessions)) # the file of each session, "" for none
  repeat {
    for (i in which(playing == "")) {
      if (length(files) == 0 || sum(playing != "") >= processors + any(playing %in% waits)) break
      if (!sessions[[i]]$is_alive()) sessions[[i]] <- callr::r_session$new(wait_timeout = 60000)
      playing[i] <- files[1]
      files <- files[-1]
      sessions[[i]]$call(run_file, list(file.path(folder, paste0("test-", playing[i], ".R")), lines))
    }
    if (all(playing == "")) return(results)
    busy <- which(playing != "")
    heard <- processx::poll(lapply(sessions[busy], function(session) session$get_poll_connection()), 1000)
    for (i in busy[heard %in% c("ready", "closed")]) {
      if (is.null(done <- answer_of(sessions[[i]]))) next
      tell(playing[i], done)
      results[[playing[i]]] <- done
      playing[i] <- ""
    }
  }
}

# ---- what is wrong besides failures ---------------------------------------------------

problems_of_empty <- function(results) {
  sprintf("NOTHING was tested by %s.", names(results)[vapply(results, function(done) done$passed + done$failed == 0, NA)])
}

# Lines that no test asks for, where all tests were run.
problems_of_literals <- function(results) {
  if (mode != "all" || !all || length(wanted) > 0) return(character())
  words <- strsplit(readLines(literal_file), " ", fixed = TRUE)
  asked <- unlist(lapply(results, `[[`, "literals"))
  useless <- setdiff(vapply(words, function(line) paste(line[1:2], collapse = " "), ""), asked)
  if (length(useless) > 0) c("literal.txt has lines that no test asks for: run make literal", utils::head(useless, 20))
}

problems_of_errors <- function(results) {
  if (mode != "all" || !all || length(wanted) > 0) return(character())
  useless <- setdiff(read_errors(), unlist(lapply(results, `[[`, "errors")))
  if (length(useless) > 0) c("errors.txt has lines that no test raises: run make accept", utils::head(useless, 20))
}

# Returns the lines of errors.txt, each with its test file before it.
read_errors <- function() {
  if (!file.exists(errors_file)) return(character())
  lines <- readLines(errors_file, encoding = "UTF-8")
  heading <- startsWith(lines, "# ")
  paste0(sub("^# ", "", lines[heading])[cumsum(heading)], "\t", lines)[!heading]
}

# Writes what was raised now, and what there was of files that were not run.
write_errors <- function(lines, results) {
  before <- read_errors()
  now <- unique(unlist(lapply(list.files(lines, full.names = TRUE), readLines, encoding = "UTF-8")))
  of <- function(lines) sub("\t.*", "", lines)
  all <- c(before[!of(before) %in% names(results)], now)
  all <- split(sub("^[^\t]*\t", "", all), of(all))
  all <- all[sort(names(all), method = "radix")]
  to <- file(errors_file, "wb")
  on.exit(close(to))
  for (file in names(all)) writeLines(enc2utf8(c(paste("#", file), all[[file]])), to, sep = "\n", useBytes = TRUE)
  cat(sprintf("errors.txt: %d lines new, %d gone\n", length(setdiff(now, before)),
              length(setdiff(before[of(before) %in% names(results)], now))))
}

# The lines of files that failed, or were not asked for, stay; sorted by bytes, whatever the locale.
write_literals <- function(lines, results) {
  before <- readLines(literal_file)
  now <- unlist(lapply(list.files(lines, full.names = TRUE), readLines))
  of <- function(lines, files) lines[sub(" .*", "", lines) %in% files]
  done <- names(results)[vapply(results, function(one) one$failed == 0, NA)]
  kept <- if (length(wanted) > 0) setdiff(sub(" .*", "", before), done) else setdiff(names(results), done)
  after <- sort(unique(c(of(before, kept), of(now, done))), method = "radix")
  to <- file(literal_file, "wb")
  on.exit(close(to))
  writeLines(after, to, sep = "\n")
  cat(sprintf("literal.txt: %d lines, %d of them new, %d gone\n", length(after), length(setdiff(after, before)), length(setdiff(before, after))))
}

# ---- the run --------------------------------------------------------------------------

last <- last_run()
files <- files_in_order(wanted, last)
lines <- tempfile("literal-")
dir.create(lines)
results <- run_files(files, lines, waits = last$file[last$busy < 0.5])

total <- function(what) sum(vapply(results, function(done) as.double(done[[what]]), 0), na.rm = TRUE)
seconds <- vapply(results, `[[`, 0, "seconds")
processor <- vapply(results, `[[`, 0, "processor")
slowest <- utils::head(sort(processor, decreasing = TRUE), 10)
cat("\nThe files that took most, in seconds of a processor:\n", sprintf("%6.1f %s\n", slowest, names(slowest)), sep = "")
if (mode == "all") {
  now <- data.frame(file = names(results), seconds = round(seconds, 1), busy = round(pmin(processor / seconds, 1), 2))
  all_known <- rbind(now[!is.na(now$seconds), ], last[!last$file %in% now$file, ])
  utils::write.table(all_known[order(all_known$file), ], seconds_file, quote = FALSE, row.names = FALSE, col.names = FALSE)
}
problems <- c(problems_of_empty(results), problems_of_literals(results), problems_of_errors(results))
if (mode == "literal") write_literals(lines, results)
if (mode == "accept") {
  write_errors(lines, results)
  testthat::snapshot_accept(path = folder)
}
cat(sprintf("\n%.0f claims in loops, %.0f literal results (%.0f played), %.0f seconds of processors\n", total("claims"),
            length(unlist(lapply(results, `[[`, "literals"))), total("played"), total("processor")))
if (!all) cat(sprintf("Share %s of the crosses: UNRULY_SHARE=%s repeats it, and make test-all plays all.\n", share, share))
counts <- sprintf("%d passed, %d failed, %d skipped", total("passed"), total("failed"), total("skipped"))
cat(counts, "\n", sep = "")
if (length(problems) > 0) writeLines(problems)
writeLines(sprintf("%d passed, %d failed, %d skipped", total("passed"), total("failed") + length(problems), total("skipped")),
           file.path(".build", "test-counts"))
quit(status = if (total("failed") > 0 || total("passed") == 0 || length(problems) > 0) 1L else 0L)
