# Playing replications of a described study, to tables or to sums, and keeping what was finished.

# Plays replications first..last of a described study. Interrupts are held back
# but for the waiting, so that a second one does not cost what the first had left.
# `build` makes what is returned of the core's tables.
play_study <- function(description, replications, threads, progress, call, tell = TRUE, build = new_study) {
  if (keeps(description, "moments")) return(play_moments(description, replications, threads, progress, call, tell,
                                                         build))
  handle <- start_study(description, replications, threads, call)
  study <- suspendInterrupts(await_study(handle, description, replications, progress, call, tell, build))
  .Call(C_study_wait, handle, 0) # answers an interrupt that came while collecting
  forget_last_study()
  study
}

await_study <- function(handle, description, replications, progress, call, tell, build) {
  finished <- FALSE
  # An interrupt or error lands here too: workers look often whether to stop,
  # and what they finished is kept.
  on.exit(if (!finished) keep_partial(handle, description, replications, tell))
  allowInterrupts(wait_for_study(handle, description, length(replications), progress, call))
  tables <- .Call(C_study_collect, handle)
  if (!is.null(tables$failure)) abort_core(tables$failure, call, kept = length(tables$regret$rep) > 0)
  study <- last$study <- build(description, replications, tables)
  finished <- TRUE
  study
}

# Waits in slices, so that R answers interrupts. Games in play count by the rounds
# that they have come to, so that the time left is known from the start, also of a
# single game that takes hours. The bar appears only when cli
# finds that the work takes some time. `kept`: an earlier piece of it is kept already.
wait_for_study <- function(handle, description, reps, progress, call, kept = FALSE) {
  forget_last_study()
  cells <- length(description$bandits) * length(description$policies)
  bar <- if (progress) start_bar(reps)
  wait <- function(milliseconds) {
    state <- .Call(C_study_wait, handle, milliseconds)
    if (progress) cli::cli_progress_update(set = state[2] / cells, id = bar)
    for (name in names(while_waiting)) while_waiting[[name]]()
    if (state[3] > 0) abort_patience(state[3], description, call)
    state[1] == 1
  }
  if (any(vapply(description$policies, is_own, NA))) play_own(handle, description, function() wait(0), kept, call)
  while (!wait(50)) NULL
  if (progress) cli::cli_progress_done(id = bar)
}

raw_tables <- function(description, replications, tables) tables[names(tables) != "failure"]

# Where this fails, as R has no memory for the tables, the core keeps them, and last_study() asks again.
keep_partial <- function(handle, description, replications, tell) {
  finished <- function() {
    tables <- .Call(C_study_collect, handle)
    done <- sort(unique(tables$regret$rep))
    if (length(done) > 0) new_study(description, done, tables)
  }
  why <- NULL
  last$study <- tryCatch(finished(), error = function(e) {
    why <<- conditionMessage(e)
    last$uncollected <- finished
    NULL
  })
  tell_left(handle)
  if (!tell) return(invisible())
  if (!is.null(why)) return(tell_uncollected(why))
  if (!is.null(last$study)) tell_kept(length(last$study$replications), length(replications))
}

# --- sums only --------------------------------------------------------------------------

# Played in pieces that are small in memory and do not take long each.
play_moments <- function(description, replications, threads, progress, call, tell, build) {
  forget_last_study()
  state <- new.env(parent = emptyenv())
  pieces <- split_replications(replications, piece_size(description, threads))
  finished <- FALSE
  on.exit(if (!finished) suspendInterrupts(keep_partial_moments(state, description, length(replications), tell)))
  bar <- if (progress) start_bar(length(replications))
  for (piece in pieces) {
    suspendInterrupts(play_piece(state, description, piece, threads, call))
    if (progress) cli::cli_progress_update(inc = length(piece), id = bar)
  }
  study <- suspendInterrupts(moments_study(state, description, replications, build))
  finished <- TRUE
  study
}

split_replications <- function(replications, size) {
  starts <- seq(1, length(replications), by = size)
  lapply(starts, function(i) replications[i:min(i + size - 1, length(replications))])
}

play_piece <- function(state, description, piece, threads, call) {
  handle <- start_study(description, piece, threads, call)
  if (is.null(state$sums)) {
    state$figures <- .Call(C_study_figures, handle)
    state$sums <- new_sums(description, length(state$figures))
  }
  added <- FALSE
  # After an interrupt too, what was finished counts.
  on.exit(if (!added) {
    add_games(state, handle)
    tell_left(handle)
  })
  allowInterrupts(wait_for_study(handle, description, length(piece), progress = FALSE, call,
                                 kept = length(kept_moments(state)) > 0))
  added <- TRUE
  failure <- add_games(state, handle)
  if (!is.null(failure)) abort_core(failure, call, kept = length(kept_moments(state)) > 0)
}

keep_partial_moments <- function(state, description, wanted, tell) {
  if (is.null(state$sums)) return(invisible())
  done <- kept_moments(state)
  last$study <- if (length(done) > 0) moments_study(state, description, done)
  if (tell && length(done) > 0) tell_kept(length(done), wanted)
}
