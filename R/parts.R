# A study in a folder: replications are played in parts, and each finished
# part is written to a temporary name and renamed, so that what is there is
# whole. A manifest describes the study; the same call continues where it was
# cut off, and a changed one is refused with the difference named.

manifest_file <- function(path) file.path(path, "study.json")

part_folder <- function(path, part) {
  file.path(path, sprintf("replications-%07d-%07d", part[1], part[length(part)]))
}

run_in_parts <- function(description, replications, threads, progress, path, seed_given, call) {
  rlang::check_installed(c("nanoparquet", "jsonlite"), "to keep a study in a folder.", call = call)
  manifest <- open_folder(path, description, replications, seed_given, call)
  description$seed <- as.double(manifest$seed)
  parts <- split_replications(replications, part_size(length(replications)))
  for (part in parts) {
    if (dir.exists(part_folder(path, part))) next
    study <- play_study(description, part, threads, progress, call)
    write_part(study, part_folder(path, part))
  }
  studies <- lapply(parts, function(part) read_part(description, part, part_folder(path, part), call))
  do.call(c, studies)
}

# About twenty parts, but not so small that threads idle.
part_size <- function(reps) max(8, ceiling(reps / 20))

split_replications <- function(replications, size) {
  unname(split(replications, (seq_along(replications) - 1) %/% size))
}

# What makes the study what it is, in words where possible. Numbers are texts:
# JSON would keep 15 digits of them.
describe_study <- function(description, replications) {
  list(
    format = "unruly study 1",
    bandits = lapply(description$bandits, function(b) paste(bandit_line(b), rlang::hash(describe_bandit(b)))),
    policies = lapply(description$policies, function(p) {
      paste0(p$constructor, policy_details(p), " ", rlang::hash(describe_policy(p)))
    }),
    horizon = whole_text(description$horizon),
    first_rep = whole_text(replications[1]),
    reps = whole_text(length(replications)),
    record = rlang::hash(description$record),
    keep = description$keep,
    part_size = whole_text(part_size(length(replications))),
    seed = whole_text(description$seed)
  )
}

whole_text <- function(x) sprintf("%.0f", x)

# Creates the folder and its manifest, or compares with the one that is there.
open_folder <- function(path, description, replications, seed_given, call) {
  wanted <- describe_study(description, replications)
  if (!file.exists(manifest_file(path))) {
    dir.create(path, recursive = TRUE, showWarnings = FALSE)
    if (!dir.exists(path)) abort_argument("path", "a folder that can be created", path, call = call)
    write_renamed(manifest_file(path), function(file) {
      writeLines(jsonlite::toJSON(wanted, auto_unbox = TRUE, digits = NA, pretty = TRUE), file)
    })
    return(wanted)
  }
  found <- tryCatch(jsonlite::read_json(manifest_file(path)), error = function(e) list())
  wanted <- jsonlite::fromJSON(jsonlite::toJSON(wanted, auto_unbox = TRUE, digits = NA), simplifyVector = FALSE)
  if (!seed_given) wanted$seed <- found$seed
  for (part in names(wanted)) {
    if (!identical(wanted[[part]], found[[part]])) refuse_folder(path, part, found[[part]], wanted[[part]], call)
  }
  wanted
}

refuse_folder <- function(path, part, found, wanted, call) {
  show <- function(x) paste(vapply(x, format, ""), collapse = "; ")
  abort_combination(c(
    "The folder {.path {path}} holds another study: its {part} differ{?s/}.",
    x = "There: {show(found)}.", x = "Here: {show(wanted)}.",
    i = "Use the arguments it was begun with, or another folder."
  ), class = "unruly_error_path", call = call)
}

write_renamed <- function(file, write) {
  temporary <- paste0(file, ".", Sys.getpid(), ".tmp")
  write(temporary)
  if (!file.rename(temporary, file)) abort_internal(sprintf("%s could not be written", file))
}

# A folder is renamed whole, so a part is there or not.
write_part <- function(study, folder) {
  write_renamed(folder, function(temporary) {
    unlink(temporary, recursive = TRUE)
    dir.create(temporary)
    for (name in names(study$tables)) {
      table <- study$tables[[name]]
      if (!is.null(table)) nanoparquet::write_parquet(as.data.frame(table), file.path(temporary, paste0(name, ".parquet")))
    }
  })
}

read_part <- function(description, part, folder, call) {
  tables <- list(regret = NULL, pulls = NULL, exits = NULL, choices = NULL)
  for (name in setdiff(names(tables), if (description$keep != "choices") "choices")) {
    tables[[name]] <- read_table(file.path(folder, paste0(name, ".parquet")), call)
  }
  structure(list(description = description, replications = as.integer(part), tables = tables),
            class = "unruly_study")
}

read_table <- function(file, call) {
  table <- tryCatch(nanoparquet::read_parquet(file), error = function(e) {
    abort_combination(c("{.path {file}} cannot be read.", i = "Delete its folder: it will be played again."),
                      class = "unruly_error_path", call = call)
  })
  tibble::as_tibble(as.list(table))
}
