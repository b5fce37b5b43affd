# A study in a folder: replications are played in parts, and each finished
# part is written to a temporary name and renamed, so that what is there is
# whole. A part says which study it belongs to and carries checksums; one that
# cannot be used is set aside and played again.

part_folder <- function(path, part) {
  file.path(path, sprintf("replications-%07d-%07d", part[1], part[length(part)]))
}

note_file <- function(folder) file.path(folder, "part.json")

missing_parts <- function(job) job$wanted[lengths(job$studies[job$wanted]) == 0]

# Returns whether the part is ours to play now: no other process plays it or has finished it.
acquire_part <- function(job, i) {
  if (is.null(job$how$path)) return(TRUE)
  folder <- part_folder(job$how$path, job$parts[[i]])
  if (take_part(job, i, folder) || !claim_part(folder)) return(FALSE)
  if (!take_part(job, i, folder)) return(TRUE) # it may have been finished before the claim
  release_part(folder)
  FALSE
}

take_part <- function(job, i, folder) {
  there <- read_part(job$description, job$parts[[i]], folder)
  if (is_study(there)) job$studies[[i]] <- there
  is_study(there)
}

deliver_part <- function(job, i, study) {
  job$studies[[i]] <- study
  if (is.null(job$how$path)) return(invisible())
  folder <- part_folder(job$how$path, job$parts[[i]])
  write_part(study, folder, job$call)
  release_part(folder)
}

release_parts <- function(job) {
  if (is.null(job$how$path)) return(invisible())
  for (part in job$parts[job$wanted]) {
    folder <- part_folder(job$how$path, part)
    if (claim_file(folder) %in% claims$held) release_part(folder)
  }
}

# --- writing ------------------------------------------------------------------------

write_part <- function(study, folder, call) {
  temporary <- write_soundly(folder, function(temporary) {
    dir.create(temporary)
    tables <- Filter(Negate(is.null), study$tables)
    for (name in names(tables)) write_table(tables[[name]], table_file(temporary, name))
    write_json(part_note(study, tables, temporary), note_file(temporary))
    sync_path(note_file(temporary))
  }, call)
  publish_part(temporary, folder, call)
}

table_file <- function(folder, name) file.path(folder, paste0(name, ".parquet"))

# Returns which study the part belongs to, and what its tables must be.
part_note <- function(study, tables, folder) {
  sealed(c(part_identity(study$description, study$replications), list(
    package = package_version_text(),
    tables = Map(function(table, name) {
      list(rows = whole_text(nrow(table)), columns = table_columns(table),
           checksum = file_fingerprint(table_file(folder, name)))
    }, tables, names(tables))
  )))
}

part_identity <- function(description, part) {
  list(format = "unruly part 5", study = study_fingerprint(description), seed = whole_text(description$seed),
       first_rep = whole_text(part[1]), last_rep = whole_text(part[length(part)]))
}

table_columns <- function(table) lapply(as.list(table), typeof)

# A part that another process has put there in the meantime is as good.
publish_part <- function(temporary, folder, call) {
  if (suppressWarnings(file.rename(temporary, folder))) return(tryCatch(sync_path(dirname(folder)), error = invisible))
  remove_temporary(temporary)
  if (!dir.exists(folder)) abort_path("{.path {folder}} could not be put in its place.", call)
}

# --- reading ------------------------------------------------------------------------

# A study for each part, NULL where there is none. Parts that cannot be used are
# reported in one warning and set aside rather than deleted.
read_parts <- function(description, parts, path, call) {
  folders <- vapply(parts, function(part) part_folder(path, part), "")
  found <- unname(Map(function(part, folder) read_part(description, part, folder), parts, folders))
  bad <- which(vapply(found, is.character, NA))
  moved <- vapply(folders[bad], set_aside, "", call = call)
  warn_parts(path, parts[bad], unlist(found[bad]), call, moved)
  found[bad] <- list(NULL)
  found
}

warn_parts <- function(path, parts, reasons, call, moved = NULL) {
  if (length(parts) == 0) return(invisible())
  names <- vapply(parts, function(part) basename(part_folder(path, part)), "")
  shown <- utils::head(seq_along(parts), 5)
  warn_plain(c(
    in_words("{length(parts)} part{?s} of {.path {path}} cannot be used and {if (is.null(moved)) 'must' else 'will'} be played again."),
    rlang::set_names(sprintf("%s: %s.", names[shown], reasons[shown]), "x"),
    i = if (!is.null(moved)) in_words("Set aside as {.path {basename(moved[1])}}{if (length(moved) > 1) ' and so on'}.")
  ), class = c("unruly_warning_part", "unruly_warning"), call = call)
}

set_aside <- function(folder, call) {
  place <- sprintf("%s.bad%d", folder, 1:1000)
  place <- place[!file.exists(place)][1]
  if (!suppressWarnings(file.rename(folder, place)) && file.exists(folder)) {
    abort_path(c("{.path {folder}} cannot be used, and cannot be set aside.",
                 i = "Delete it: it will be played again."), call)
  }
  place
}

# A study; NULL if the part is not there; a string that says why it cannot be used.
read_part <- function(description, part, folder) {
  if (!file.exists(folder)) return(NULL)
  tryCatch({
    note <- read_note(folder, part_identity(description, part))
    names <- table_names(description$keep, stops = !is.null(description$stop))
    kept <- setdiff(names, if (!keeps(description, "choices")) "choices")
    tables <- lapply(rlang::set_names(names), function(name) {
      if (name %in% kept) read_checked(table_file(folder, name), note$tables[[name]])
    })
    check_games(tables, description, part)
    build_study(description, part, tables)
  }, error = conditionMessage)
}

read_note <- function(folder, identity) {
  if (!is_file(note_file(folder))) stop("part.json is not there")
  note <- tryCatch(read_json(note_file(folder)), error = function(e) stop("part.json ", conditionMessage(e)))
  if (!identical(note$format, identity$format)) stop("a part of another format")
  problem <- seal_problem(note)
  if (!is.null(problem)) stop("part.json ", problem)
  words <- c(study = "of another study", seed = "of another seed",
             first_rep = "of other replications", last_rep = "of other replications")
  for (name in names(words)) if (!identical(note[[name]], identity[[name]])) stop(words[[name]])
  note
}

read_checked <- function(file, wanted) {
  if (!is_file(file)) stop(sprintf("%s is not there", basename(file)))
  if (!identical(file_fingerprint(file), wanted$checksum)) {
    stop(sprintf("%s is not what was written", basename(file)))
  }
  table <- tryCatch(read_table(file), error = function(e) stop(sprintf("%s cannot be read", basename(file))))
  if (!identical(table_columns(table), wanted$columns)) stop(sprintf("%s has other columns", basename(file)))
  if (!identical(whole_text(nrow(table)), wanted$rows)) stop(sprintf("%s has other rows", basename(file)))
  table
}

# Every game of the part has its checkpoints.
check_games <- function(tables, description, part) {
  if (keeps(description, "moments")) {
    if (!identical(as.double(node_replications(tables$nodes)), as.double(part))) stop("nodes.parquet lacks games")
    return(invisible())
  }
  rows <- length(part) * length(description$bandits) * length(description$policies) * length(description$record)
  for (name in c("regret", "recommendations")) {
    if (nrow(tables[[name]]) != rows || !all(tables[[name]]$rep %in% part)) stop(name, ".parquet lacks games")
  }
}
