#' Studies that many processes play
#' @description
#' `plan_study()` writes a study into a folder, `run_part()` plays one part of it, and `read_study()`
#' reads what is finished. With `path` alone `plan_study()` lists the parts of a folder that is there.
#'
#' **Use it when** many processes or machines share the work, such as the tasks of a job array.
#'
#' @details
#' Any process on any machine that sees the folder can play a part. The study is identical to that of one
#' call of [run_study()], and `run_study(path = )` with the same arguments finishes what is missing.
#' `run_part()` waits for a part that another living process is playing; `run_study()` plays other parts
#' first. Another kind of machine gives the same numbers, except that policies written in R or C round
#' logarithms and similar functions as that machine's libraries do.
#'
#' @inheritParams run_study
#' @param reps Number of replications, a whole number of at least 1. Default: 100.
#' @param keep,record,stop,after,design As in [run_study()].
#' @param path A folder, a single string: for `plan_study()` a new one, or one in which the same
#'   study was begun.
#' @param parts `NULL`, or the number of parts into which the replications are divided, a
#'   whole number of at least 1. A folder in which the same study was begun keeps its parts. Default:
#'   about twenty, of at least eight replications but for the last. For a job array, choose parts that take ten minutes
#'   to an hour each: `system.time()` of a small [run_study()] says how long a replication takes.
#' @param i Number of the part, a whole number from 1 to the number of parts.
#' @param trust `TRUE` if code in the folder may run. With `FALSE` a folder that contains
#'   code is refused; an interactive session shows the code and asks. Default: `FALSE`.
#' @return `plan_study()`: a tibble with one row per part: `part` (its number),
#'   `first_rep`, `last_rep`, `done`. `run_part()`: the part as a study, invisibly.
#'   `read_study()`: a study of the replications that are finished.
#' @section What is in the folder: `study.json` describes the study with exact numbers;
#'   `plan-0001.json` and so on state which replications are wanted, and their parts; a part is a folder
#'   of Parquet files with checksums. Policies written in R are stored as their code and the variables
#'   that it uses, those in C as their source, and rules for penalties ([with_fairness()]) as code.
#'   Playing or reading such a folder may run that code: trust only folders whose author you know.
#' @section Errors: As [run_study()] for the description. `unruly_error_argument`: `i` is not the number
#'   of a part. `unruly_error_path`: the folder contains no study, another one, one of an older format or
#'   no finished part, or a policy cannot be written. `unruly_error_trust`: the folder contains code and
#'   `trust` is `FALSE`.
#' @section Warnings: `unruly_warning_part`: a part cannot be used. `unruly_warning_version`: another
#'   version of unruly began the folder, so results may differ.
#' @examplesIf requireNamespace("nanoparquet", quietly = TRUE) && requireNamespace("jsonlite", quietly = TRUE)
#' path <- tempfile("study")
#' plan_study(bandit(arms_bernoulli(c(0.3, 0.6))), policy_ucb1(), horizon = 100,
#'   reps = 20, seed = 1, parts = 4, path = path)
#' run_part(path, 2)
#' run_part(path, 3)
#' plan_study(path = path)
#' read_study(path)
#' @seealso [run_study()], [last_study()].
#' @export
plan_study <- function(bandit, policies, horizon, reps = 100, ..., first_rep = 1, seed = NULL, record = 200,
                       keep = "summary", stop = NULL, after = c("commit", "end"), overrun = FALSE, drop = NULL,
                       graduate = NULL, parts = NULL, path, design = NULL) {
  call <- environment()
  lists <- missing(bandit) && missing(policies) && missing(horizon) && !missing(path)
  if (lists) return(study_parts(path, call))
  check_by_name(list(...), call)
  take_design(call)
  first_rep <- check_first_rep(first_rep, call)
  reps <- check_reps(reps, first_rep, call)
  description <- check_described(bandit, policies, horizon, seed, record, keep, call, stop, after, overrun, drop,
                                 graduate)
  parts <- if (!is.null(parts)) check_whole(parts, "parts", min = 1, max = reps, call = call)
  path <- check_text(path, "path", call = call)
  check_folder_packages(call)
  check_all_playable(description, call)
  open_folder(path, description, seed_given = !is.null(seed), call)
  list_parts(path, grow_plan(path, first_rep, reps, if (!is.null(parts)) ceiling(reps / parts), call))
}

list_parts <- function(path, segments) {
  parts <- parts_of(segments)
  end <- function(part) as.integer(part[length(part)])
  tibble(part = seq_along(parts), first_rep = vapply(parts, function(p) as.integer(p[1]), 0L),
         last_rep = vapply(parts, end, 0L),
         done = vapply(parts, function(p) file.exists(note_file(part_folder(path, p))), NA))
}

# The parts of a plan that is there.
study_parts <- function(path, call) {
  path <- check_text(path, "path", call = call)
  check_planned(path, call)
  list_parts(path, planned_segments(path, call))
}

#' @rdname plan_study
#' @export
run_part <- function(path, i, threads = NULL, progress = interactive(), trust = FALSE, ...) {
  check_no_dots(...)
  call <- environment()
  planned <- read_plan(path, trust, call)
  i <- check_whole(i, "i", min = 1, max = length(planned$parts), call = call)
  how <- list(threads = check_threads(threads, call), progress = check_flag(progress, "progress", call = call),
              path = path)
  check_scales(planned$description)
  job <- list2env(list(description = planned$description, parts = planned$parts, how = how, call = call),
                  parent = emptyenv())
  job$studies <- vector("list", length(job$parts))
  job$studies[i] <- read_parts(job$description, job$parts[i], path, call)
  forget_last_study()
  invisible(finish_job(job, i))
}

#' @rdname plan_study
#' @export
read_study <- function(path, trust = FALSE, ...) {
  check_no_dots(...)
  call <- environment()
  planned <- read_plan(path, trust, call)
  found <- lapply(planned$parts, function(p) read_part(planned$description, p, part_folder(path, p)))
  bad <- which(vapply(found, is.character, NA))
  warn_parts(path, planned$parts[bad], unlist(found[bad]), call)
  there <- Filter(is_study, found)
  if (length(there) == 0) abort_path("No part of the study in {.path {path}} is finished.", call)
  if (length(there) < length(found)) {
    inform_cli(c(i = "{length(there)} of {length(found)} parts {?is/are} there."), class = "unruly_message_parts")
  }
  join_studies(there, call)
}

# Returns what the folder's study is, and its parts.
read_plan <- function(path, trust, call) {
  path <- check_text(path, "path", call = call)
  trust <- check_flag(trust, "trust", call = call)
  check_planned(path, call)
  found <- read_manifest(path, call)
  description <- read_description(path, found, trust, call)
  list(description = description, parts = parts_of(planned_segments(path, call)))
}

check_planned <- function(path, call) {
  check_folder_packages(call)
  if (file.exists(manifest_file(path))) return(invisible())
  abort_path(c("{.path {path}} holds no study.",
               i = "{.fn plan_study} and {.code run_study(path = )} put one there."), call)
}

planned_segments <- function(path, call) {
  segments <- read_segments(path, call)
  if (length(segments) > 0) return(segments)
  abort_path("The study in {.path {path}} has no plan: {.file {basename(segment_file(path, 1))}} is not there.", call)
}
