# Parts played by the daemons that the user has set with mirai. A daemon gets the
# description and the replications, and sends back the core's tables; names,
# files and everything else are made here. Which daemon plays what, when, and
# how often one dies, cannot be seen in the study.

# Returns NULL without daemons, else list(profile): mirai's name of a group of daemons, NULL for those without one.
check_workers <- function(workers, call) {
  if (isFALSE(workers)) return(NULL)
  named <- is_word(workers) && nzchar(workers)
  if (!named && !isTRUE(workers)) {
    abort_argument("workers", "TRUE, FALSE or the name of a compute profile of mirai", workers, call = call)
  }
  rlang::check_installed("mirai", "to send parts to other processes.", call = call)
  profile <- if (named) workers
  if (mirai::daemons_set(.compute = profile)) return(list(profile = profile))
  message <- if (named) c(
    "{.arg workers} needs daemons of the profile {.val {profile}}.",
    i = "Set some first: {.code mirai::daemons(4, .compute = \"{profile}\")}, say."
  ) else c(
    "{.code workers = TRUE} needs daemons.",
    i = "Set some first: {.code mirai::daemons(4)}, say. The site has an article about it, {.emph many-machines}.",
    i = "Daemons that have a name, such as those of crew, are given by it: {.code workers = controller$profile}."
  )
  abort_combination(message, class = c("unruly_error_workers", "unruly_error_argument"), call = call)
}

connected_daemons <- function(workers = NULL) {
  status <- mirai::status(.compute = workers$profile)$connections
  if (is.numeric(status)) status else 0
}

# Several parts per daemon, so that none waits long for the last.
part_size_for_workers <- function(reps, workers) max(1, ceiling(reps / max(20, 4 * connected_daemons(workers))))

# Parts under way; a part that comes back without a study is sent again.
play_on_workers <- function(job) {
  pool <- new.env(parent = emptyenv())
  pool$under_way <- list()
  # As into a folder, so that functions bring along what they refer to.
  job$written <- write_description(job$description, store = identity, job$call)
  pool$lost <- integer(length(job$parts))
  pool$failed <- Inf # the first part that failed, and how
  pool$seen <- pool$asked <- -Inf # when daemons were last connected, and asked for
  pool$came <- proc.time()[["elapsed"]] # when a part came last
  pool$looked <- -Inf # when parts of others were looked at
  on.exit(for (task in pool$under_way) mirai::stop_mirai(task$mirai))
  bar <- if (job$how$progress) start_bar(sum(lengths(job$parts[job$wanted])))
  repeat {
    collect_tasks(job, pool)
    if (length(wanted_parts(job, pool)) == 0) break
    if (!daemons_are_there(pool, job$how$workers)) return(give_up_workers(job))
    sent <- send_tasks(job, pool)
    if (job$how$progress) cli::cli_progress_update(set = sum(lengths(job$parts[lengths(job$studies) > 0])), id = bar)
    touch_claims()
    if (length(pool$under_way) == 0 && !sent) Sys.sleep(0.2) else wait_for_task(pool)
  }
  if (job$how$progress) cli::cli_progress_done(id = bar)
  if (is.finite(pool$failed)) raise_again(pool$failure, job$call)
}

# After a failure only those before it: of several the first by replication is
# reported, whichever came first.
wanted_parts <- function(job, pool) {
  missing <- missing_parts(job)
  missing[missing < pool$failed]
}

# The longer nothing has come, the longer the next look is away, but never long: R answers
# interrupts, and daemons have a second task meanwhile.
wait_for_task <- function(pool) {
  Sys.sleep(min(max((proc.time()[["elapsed"]] - pool$came) / 10, 0.005), 0.2))
}

# Two tasks per daemon are under way, so that the next is there when one is done.
send_tasks <- function(job, pool) {
  free <- 2 * max(pool$daemons, 1) - length(pool$under_way)
  mine <- vapply(pool$under_way, `[[`, 0, "part")
  sent <- FALSE
  for (i in setdiff(wanted_parts(job, pool), c(mine, parts_of_others(pool)))) {
    if (free <= 0) break
    if (pool$lost[i] == 0 && !acquire_part(job, i)) {
      pool$others <- c(pool$others, i)
      next
    }
    pool$under_way <- c(pool$under_way, list(list(part = as.double(i), mirai = send_part(job, i))))
    free <- free - 1
    sent <- TRUE
  }
  sent
}

# Parts that other processes were playing when last looked at, which is once a second.
parts_of_others <- function(pool) {
  now <- proc.time()[["elapsed"]]
  if (now - pool$looked >= 1) {
    pool$looked <- now
    pool$others <- NULL
  }
  pool$others
}

send_part <- function(job, i) {
  mirai::mirai(play_sent, .args = list(
    description = job$written, replications = job$parts[[i]], threads = job$how$threads,
    version = package_version_text(), plain = getOption("unruly.plain"), libraries = .libPaths()
  ), .compute = job$how$workers$profile)
}

# Code that a daemon evaluates, among these arguments.
play_sent <- quote({
  if (!requireNamespace("unruly", quietly = TRUE)) .libPaths(c(libraries, .libPaths()))
  get("play_for_another", asNamespace("unruly"))(description, replications, threads, version, plain)
})

# In a daemon. The core's tables, or the condition that was raised.
play_for_another <- function(description, replications, threads, version, plain) {
  if (!identical(version, package_version_text())) return(list(version = package_version_text()))
  description <- lapply(description, read_value, fetch = identity)
  old <- options(unruly.plain = plain)
  on.exit(options(old))
  tryCatch(list(tables = play_study(description, replications, threads, FALSE, NULL, tell = FALSE, build = raw_tables)),
           error = function(e) list(failure = list(message = conditionMessage(e), class = class(e))))
}

collect_tasks <- function(job, pool) {
  done <- vapply(pool$under_way, function(task) !mirai::unresolved(task$mirai), NA)
  if (any(done)) pool$came <- proc.time()[["elapsed"]]
  for (task in pool$under_way[done]) collect_part(job, pool, task$part, task$mirai$data)
  pool$under_way <- pool$under_way[!done]
}

collect_part <- function(job, pool, i, found) {
  if (is.list(found)) {
    if (!is.null(found$version)) {
      abort_workers("A daemon has version {found$version} of unruly, and this is {package_version_text()}.", job$call)
    }
    if (!is.null(found$failure)) return(note_failure(pool, i, found$failure))
    return(deliver_part(job, i, new_study(job$description, job$parts[[i]], found$tables)))
  }
  if (inherits(found, "miraiError")) abort_workers("A daemon could not play a part: {as.character(found)}", job$call)
  pool$lost[i] <- pool$lost[i] + 1L
  if (pool$lost[i] >= 3) abort_workers("Part {i} was lost three times with the daemon that played it.", job$call)
}

note_failure <- function(pool, i, failure) {
  if (i > pool$failed) return(invisible())
  pool$failed <- i
  pool$failure <- failure
}

raise_again <- function(failure, call) {
  # Its message is laid out already.
  rlang::abort(on_console(failure$message), class = setdiff(failure$class, c("rlang_error", "error", "condition")),
               call = call)
}

abort_workers <- function(message, call, .envir = parent.frame()) {
  abort_cli(c(message, i = "What was finished is kept: see {.fn last_study}."),
                 class = c("unruly_error_workers", "unruly_error"), call = call, .envir = .envir)
}

# Daemons may come late, and are waited for. Once there were some and for five
# seconds there are none, none are expected any more.
daemons_are_there <- function(pool, workers) {
  now <- proc.time()[["elapsed"]]
  if (now - pool$asked < 0.5) return(TRUE)
  pool$asked <- now
  pool$daemons <- connected_daemons(workers)
  if (pool$daemons > 0) pool$seen <- now
  if (pool$daemons == 0 && is.infinite(pool$seen) && is.null(pool$informed)) {
    pool$informed <- TRUE
    inform_cli(c(i = "Waiting for daemons to connect."), class = "unruly_message_workers")
  }
  pool$daemons > 0 || is.infinite(pool$seen) || now - pool$seen < 5
}

give_up_workers <- function(job) {
  warn_cli(c("All daemons are gone: the rest is played here."), class = c("unruly_warning_workers", "unruly_warning"),
                call = job$call)
}
