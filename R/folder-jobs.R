# Playing a study in parts, with or without a folder: what is being done is a job.

# `how`: threads, progress, path, seed_given, workers, part_size.
run_in_parts <- function(description, replications, how, call) {
  forget_last_study()
  if (!is.null(how$path)) {
    check_folder_packages(call)
    description <- open_folder(how$path, description, how$seed_given, call)
    parts <- parts_of(grow_plan(how$path, replications[1], length(replications), how$part_size, call))
  } else {
    parts <- split_replications(replications, how$part_size %||% part_size(length(replications)))
  }
  finish_job(new_job(description, parts, how, call), seq_along(parts))
}

# Makes a job: the parts, and the studies of those that are finished.
# An environment, so that an interrupt loses nothing.
new_job <- function(description, parts, how, call) {
  job <- list2env(list(description = description, parts = parts, how = how, call = call), parent = emptyenv())
  job$studies <- if (is.null(how$path)) vector("list", length(parts)) else
    read_parts(description, parts, how$path, call)
  job
}

check_folder_packages <- function(call) {
  rlang::check_installed(c("nanoparquet", "jsonlite"), "to keep a study in a folder.", call = call)
}

# Plays what is missing among the parts that are wanted, and joins those.
finish_job <- function(job, wanted) {
  finished <- FALSE
  on.exit({
    release_parts(job)
    if (!finished) suspendInterrupts(keep_parts(job$studies, sum(lengths(job$parts[wanted]))))
  })
  job$wanted <- wanted
  if (!is.null(job$how$path) && length(missing_parts(job)) > 0) check_writable(job$how$path, job$call)
  if (!is.null(job$how$workers)) play_on_workers(job)
  play_in_turn(job)
  whole <- join_studies(job$studies[wanted], job$call)
  finished <- TRUE
  forget_last_study()
  whole
}

# Parts that others are playing are left to them, and waited for in the end.
play_in_turn <- function(job) {
  while (length(missing <- missing_parts(job)) > 0) {
    for (i in missing) if (acquire_part(job, i)) deliver_part(job, i, play_part(job, i))
    if (identical(missing, missing_parts(job))) Sys.sleep(0.2)
  }
}

play_part <- function(job, i) {
  play_study(job$description, job$parts[[i]], job$how$threads, job$how$progress, job$call, tell = FALSE)
}

# The parts that are there, and what play_study() kept of the one that was cut off.
keep_parts <- function(studies, wanted) {
  kept <- Filter(is_study, studies)
  if (is_study(last$study) && !any(last$study$replications %in% unlist(lapply(kept, `[[`, "replications")))) {
    kept <- c(kept, list(last$study))
  }
  last$study <- if (length(kept) > 0) join_studies(kept, NULL)
  if (length(kept) > 0) tell_kept(length(last$study$replications), wanted)
  late <- last$uncollected # of the part that was cut off, where R had no memory for it
  if (!is.null(late)) last$uncollected <- function() join_studies(Filter(is_study, c(kept, list(late()))), NULL)
}
