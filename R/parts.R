# A study in a folder: replications are played in parts, and each finished
# part is written to a temporary name and renamed, so that what is there is
# whole. A part says which study it belongs to and carries checksums; one that
# cannot be used is set aside and played again.

part_folder <- function(path, part) {
  file.path(path, sprintf("replications-%07d-%07d", part[1], part[length(part)]))
}

note_file <- function(folder) file.path(folder, "part.json")

run_in_parts <- function(description, replications, threads, progress, path, seed_given, call) {
  rlang::check_installed(c("nanoparquet", "jsonlite"), "to keep a study in a folder.", call = call)
  last$study <- NULL
  description <- open_folder(path, description, replications, seed_given, call)
  parts <- split_replications(replications, part_size(length(replications)))
  studies <- read_parts(description, parts, path, call)
  missing <- which(lengths(studies) == 0)
  finished <- FALSE
  on.exit(if (!finished) suspendInterrupts(keep_parts(studies, length(replications))))
  if (length(missing) > 0) check_writable(path, call)
  for (i in missing) {
    # Another process may have been here in the meantime.
    there <- read_part(description, parts[[i]], part_folder(path, parts[[i]]))
    studies[[i]] <- if (is_study(there)) there else play_study(description, parts[[i]], threads, progress, call, tell = FALSE)
    if (!is_study(there)) write_part(studies[[i]], part_folder(path, parts[[i]]), call)
  }
  whole <- do.call(c, studies)
  finished <- TRUE
  whole
}

# About twenty parts, but not so small that threads idle.
part_size <- function(reps) max(8, ceiling(reps / 20))

split_replications <- function(replications, size) {
  unname(split(replications, (seq_along(replications) - 1) %/% size))
}

is_study <- function(x) inherits(x, "unruly_study")

# The parts that are there, and what play_study() kept of the one that was cut off.
keep_parts <- function(studies, wanted) {
  kept <- Filter(is_study, c(studies, list(last$study)))
  last$study <- if (length(kept) > 0) do.call(c, kept)
  if (length(kept) > 0) tell_kept(length(last$study$replications), wanted)
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

write_table <- function(table, file) {
  nanoparquet::write_parquet(as.data.frame(table), file)
  sync_path(file)
  found <- tryCatch(read_table(file), error = function(e) NULL)
  if (!identical(found, table)) stop(sprintf("%s did not arrive whole on the disk", basename(file)))
}

read_table <- function(file) tibble::as_tibble(as.list(nanoparquet::read_parquet(file)))

# Which study the part belongs to, and what its tables must be.
part_note <- function(study, tables, folder) {
  sealed(c(part_identity(study$description, study$replications), list(
    package = package_version_text(),
    tables = Map(function(table, name) {
      list(rows = whole_text(nrow(table)), columns = table_columns(table), checksum = rlang::hash_file(table_file(folder, name)))
    }, tables, names(tables))
  )))
}

part_identity <- function(description, part) {
  list(format = "unruly part 1", study = study_fingerprint(description), seed = whole_text(description$seed),
       first_rep = whole_text(part[1]), last_rep = whole_text(part[length(part)]))
}

table_columns <- function(table) lapply(as.list(table), typeof)

# A part that another process has put there in the meantime is as good.
publish_part <- function(temporary, folder, call) {
  if (suppressWarnings(file.rename(temporary, folder))) return(tryCatch(sync_path(dirname(folder)), error = invisible))
  unlink(temporary, recursive = TRUE)
  if (!dir.exists(folder)) abort_path("{.path {folder}} could not be put in its place.", call)
}

# --- reading ------------------------------------------------------------------------

# A study for each part, NULL where there is none. Parts that cannot be used are
# told in one warning and set aside, as they may be somebody's.
read_parts <- function(description, parts, path, call) {
  folders <- vapply(parts, function(part) part_folder(path, part), "")
  found <- Map(function(part, folder) read_part(description, part, folder), parts, folders)
  bad <- which(vapply(found, is.character, NA))
  if (length(bad) > 0) {
    moved <- vapply(folders[bad], set_aside, "", call = call)
    shown <- utils::head(bad, 5)
    cli::cli_warn(c(
      "{length(bad)} part{?s} of {.path {path}} cannot be used and will be played again.",
      rlang::set_names(sprintf("%s: %s.", basename(folders[shown]), escape_braces(unlist(found[shown]))), "x"),
      i = "Set aside as {.path {basename(moved[1])}}{if (length(bad) > 1) ' and so on'}."
    ), class = c("unruly_warning_part", "unruly_warning"), call = call)
  }
  found[bad] <- list(NULL)
  unname(found)
}

escape_braces <- function(text) gsub("}", "}}", gsub("{", "{{", text, fixed = TRUE), fixed = TRUE)

set_aside <- function(folder, call) {
  place <- sprintf("%s.bad%d", folder, 1:1000)
  place <- place[!file.exists(place)][1]
  if (!suppressWarnings(file.rename(folder, place)) && file.exists(folder)) {
    abort_path(c("{.path {folder}} cannot be used, and cannot be set aside.", i = "Delete it: it will be played again."), call)
  }
  place
}

# A study; NULL if the part is not there; a text that says why it cannot be used.
read_part <- function(description, part, folder) {
  if (!file.exists(folder)) return(NULL)
  tryCatch({
    note <- read_note(folder, part_identity(description, part))
    names <- c("regret", "pulls", "exits", "choices")
    kept <- setdiff(names, if (description$keep != "choices") "choices")
    tables <- lapply(rlang::set_names(names), function(name) {
      if (name %in% kept) read_checked(table_file(folder, name), note$tables[[name]])
    })
    check_games(tables$regret, description, part)
    structure(list(description = description, replications = as.integer(part), tables = tables), class = "unruly_study")
  }, error = conditionMessage)
}

read_note <- function(folder, identity) {
  if (!file.exists(note_file(folder))) stop("part.json is not there")
  note <- tryCatch(read_json(note_file(folder)), error = function(e) stop("part.json ", conditionMessage(e)))
  words <- c(format = "a part of another format", study = "of another study", seed = "of another seed",
             first_rep = "of other replications", last_rep = "of other replications")
  for (name in names(words)) if (!identical(note[[name]], identity[[name]])) stop(words[[name]])
  if (!is_sealed(note)) stop("part.json was changed after it was written")
  note
}

read_checked <- function(file, wanted) {
  if (!file.exists(file)) stop(sprintf("%s is not there", basename(file)))
  if (!identical(rlang::hash_file(file), wanted$checksum)) {
    stop(sprintf("%s is not what was written", basename(file)))
  }
  table <- tryCatch(read_table(file), error = function(e) stop(sprintf("%s cannot be read", basename(file))))
  if (!identical(table_columns(table), wanted$columns)) stop(sprintf("%s has other columns", basename(file)))
  if (!identical(whole_text(nrow(table)), wanted$rows)) stop(sprintf("%s has other rows", basename(file)))
  table
}

# Every game of the part has its checkpoints.
check_games <- function(regret, description, part) {
  rows <- length(part) * length(description$bandits) * length(description$policies) * length(description$record)
  if (nrow(regret) != rows || !all(regret$rep %in% part)) stop("regret.parquet lacks games")
}
