# Studies in folders, for the tests of what can happen to a folder.

fickle <- function() bandit(arms_bernoulli(prior_uniform(3))) |> with_patience(c(4, 30, Inf))

# Twenty replications make three parts of at most eight.
in_folder <- function(path, bandit = fickle(), policies = list(policy_ucb1(), policy_uniform()), horizon = 80, reps = 20,
                      seed = 3, ...) {
  run_study(bandit, policies, horizon, reps = reps, seed = seed, record = 10, threads = 2, progress = FALSE,
            path = path, ...)
}

parts_in <- function(path) sort(list.files(path, "^replications-[0-9]+-[0-9]+$"))

# A study in a new folder, which lasts as long as the caller. The one that in_folder() plays of itself is
# played once and copied: its folder says nothing of where it is.
new_folder <- function(..., envir = parent.frame()) {
  path <- withr::local_tempdir(.local_envir = envir)
  if (...length() > 0) in_folder(path, ...) else file.copy(list.files(played_folder(), full.names = TRUE), path, recursive = TRUE)
  path
}

played_once <- new.env()
played_folder <- function() {
  if (is.null(played_once$path)) {
    played_once$path <- tempfile("played")
    in_folder(played_once$path)
  }
  played_once$path
}

# Waits until as many children as `count` have put a file into the folder, each when it was ready to begin.
wait_for_children <- function(folder, count = 2) {
  for (i in 1:3000) if (length(list.files(folder, "^ready")) == count) break else Sys.sleep(0.01)
}

# What was sealed, to be edited and sealed again.
unsealed <- function(content) content[!names(content) %in% c("hash", "checksum")]

# The words of an error, without line breaks and styles.
flat <- function(text) gsub("\\s+", " ", cli::ansi_strip(text))

path_error <- function(code) {
  refusal <- tryCatch({
    code
    NULL
  }, error = identity)
  testthat::expect_s3_class(refusal, "unruly_error_path")
  if (is.null(refusal)) "" else flat(conditionMessage(refusal))
}

# Runs R code in a process of its own, with `before` in the shell; what it prints.
run_child <- function(code, before = "", variables = character()) {
  file <- withr::local_tempfile(fileext = ".R")
  writeLines(enc2utf8(code), file, useBytes = TRUE)
  library <- dirname(system.file(package = "unruly"))
  command <- paste(before, shQuote(file.path(R.home("bin"), "Rscript")), "--no-environ", shQuote(file), "2>&1")
  withr::with_envvar(c(R_LIBS = paste(c(library, .libPaths()), collapse = .Platform$path.sep), variables), {
    suppressWarnings(system2("sh", c("-c", shQuote(command)), stdout = TRUE))
  })
}

# What a child must know to play studies in folders; `study` as a function of
# that name. Beyond ASCII only escapes are sure to arrive in every locale.
child_code <- function(study = NULL) {
  functions <- list(fickle = fickle, in_folder = in_folder, study = study)
  code <- vapply(Filter(is.function, functions), function(f) paste(deparse(f), collapse = "\n"), "")
  c("library(unruly)", escape_unicode(paste(names(code), "<-", code)))
}

# Texts with \u escapes in place of all that is not ASCII.
escape_unicode <- function(text) {
  vapply(text, function(line) {
    points <- utf8ToInt(enc2utf8(line))
    paste(ifelse(points < 128, intToUtf8(points, multiple = TRUE), sprintf("\\u%04x", points)), collapse = "")
  }, "", USE.NAMES = FALSE)
}

# A place that takes some 40 kB: a small file system where one can be mounted.
small_disk <- function(envir = parent.frame()) {
  folder <- withr::local_tempdir(.local_envir = envir)
  mounted <- .Platform$OS.type == "unix" && nzchar(Sys.which("mount")) &&
    suppressWarnings(system2("mount", c("-t", "tmpfs", "-o", "size=40k", "none", shQuote(folder)), stdout = FALSE, stderr = FALSE)) == 0
  if (!mounted) return(NULL)
  withr::defer(system2("umount", shQuote(folder)), envir = envir)
  folder
}
