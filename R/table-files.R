#' Write the tables of a study to files
#'
#' Writes tables of a study to files that databases and other languages read. Each table is a folder, partitioned by
#' bandit and policy.
#'
#' A file is called, for example, `regret/bandit=.../policy=.../replications-0000001-0000500.parquet`. duckdb, arrow,
#' polars and Spark read such a folder as one table with columns `bandit` and `policy`, and open only the files that a
#' query needs.
#'
#' A study in a folder (`run_study(path = )`, [plan_study()]) need not fit into memory: `study` may be that folder. One
#' part at a time is read, so many parts keep memory small: `plan_study(parts = )`.
#'
#' Each file is written under a temporary name and then renamed, so a file that exists is complete. Existing files are
#' kept: after an interrupt, or when the study has grown, the same call adds what is missing. A file that was cut since
#' is written again, which a message says.
#'
#' @param study A study, made by [run_study()], or the folder of one.
#' @param path The folder to write to: new, empty, or one to which the same study was written.
#' @param tables One or more of `"regret"`, `"pulls"`, `"exits"`, `"choices"` (studies with `keep = "choices"`) and
#'   `"recommendations"` (at every checkpoint), see [tables]. Default: `"regret"` and `"pulls"`.
#' @param format `"parquet"`, which needs the package nanoparquet, or `"csv"`, with numbers of 15 significant digits.
#'   Default: `"parquet"`.
#' @param trust `TRUE` if code in the study's folder may run, see [plan_study()]. Default: `FALSE`.
#' @param ... Must be empty.
#' @return `path`, invisibly.
#' @section Names in paths: Names of bandits and policies are percent-encoded (a space is `%20`; in names that differ
#'   only in case, capitals are encoded, too). Current versions of duckdb and arrow decode them. An encoded name may
#'   have about 240 bytes. A table without rows for a bandit and policy has no file there.
#' @section Errors:
#' * `unruly_error_argument`: `study` is neither a study nor a path, keeps only moments, or lacks a table; a label is
#'   too long; bad `tables` or `format`.
#' * `unruly_error_path`: the folder `study` holds no study; `path` holds something else, or cannot be written to.
#' * `unruly_error_trust`: the study's folder contains code, and `trust` is `FALSE`.
#' * `unruly_warning_part` (a warning): parts of the folder cannot be used.
#' @seealso [read_study()] reads a study in a folder; [tables] describes the columns.
#' @examplesIf requireNamespace("nanoparquet", quietly = TRUE) && requireNamespace("jsonlite", quietly = TRUE)
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' policies <- list(policy_ucb1(), policy_thompson())
#' study <- run_study(problem, policies, horizon = 100, reps = 5, seed = 1)
#' path <- tempfile("tables")
#' save_tables(study, path)
#' list.files(path, recursive = TRUE)
#' @export
save_tables <- function(study, path, tables = c("regret", "pulls"), format = c("parquet", "csv"), trust = FALSE, ...) {
  check_no_dots(...)
  call <- environment()
  path <- check_text(path, "path", call = call)
  format <- check_choice(format, "format", c("parquet", "csv"), call = call)
  trust <- check_flag(trust, "trust", call)
  rlang::check_installed(c("jsonlite", if (format == "parquet") "nanoparquet"), "to write the tables of a study.",
                         call = call)
  source <- table_source(study, trust, call)
  tables <- check_table_choice(tables, source$description, call)
  check_folder_names(source$description, call)
  open_tables(path, source, format, call)
  bad <- lapply(source$parts, write_part_tables, source = source, path = path, tables = tables, format = format,
                call = call)
  unusable <- vapply(bad, is.character, NA)
  if (any(unusable)) warn_parts(study, source$parts[unusable], unlist(bad[unusable]), call)
  invisible(path)
}

# Returns the source of tables, of a study in memory or in a folder: its description, the replications of its parts, and
# a function that returns a part as a study (NULL where it is not there, a string that says why it cannot be used).
table_source <- function(study, trust, call) {
  if (!missing(study) &&
      is.character(study)) return(folder_source(check_text(study, "study", call = call), trust, call))
  check_rows(study, "save_tables", call)
  parts <- runs_of(study$replications)
  list(description = study$description, parts = parts, read = function(part) {
    study$tables <- lapply(study$tables, function(table) table[table$rep %in% part, ])
    study
  })
}

folder_source <- function(folder, trust, call) {
  planned <- read_plan(folder, trust, call)
  if (keeps(planned$description, "moments")) refuse_moments("save_tables", call)
  list(description = planned$description, parts = planned$parts,
       read = function(part) read_part(planned$description, part, part_folder(folder, part)))
}

check_table_choice <- function(tables, description, call) {
  wanted <- c("regret", "pulls", "exits", "choices", "recommendations")
  if (!is.character(tables) || length(tables) == 0 || !all(tables %in% wanted)) {
    abort_argument("tables", paste("some of", toString(quoted(wanted))), tables, call = call)
  }
  if ("choices" %in% tables && !keeps(description, "choices")) {
    abort_argument("tables", "without \"choices\" unless the study was run with `keep = \"choices\"`", tables,
                   call = call)
  }
  if ("recommendations" %in% tables) check_nameable(list(description = description), call)
  unique(tables)
}

# Returns the file that says what the folder belongs to; readers of data skip its name.
tables_file <- function(path) file.path(path, "_study.json")

open_tables <- function(path, source, format, call) {
  make_folder(path, call)
  file <- tables_file(path)
  wanted <- tables_identity(source$description, format)
  if (file.exists(file)) {
    check_tables(path, tryCatch(read_json(file), error = function(e) NULL), wanted, source$parts, call)
  } else {
    if (length(list.files(path, all.files = TRUE, no.. = TRUE)) > 0) refuse_tables("It is not empty.", path, call)
    replace_file(file, function(temporary) write_json(wanted, temporary), call)
  }
}

tables_identity <- function(description, format) {
  sealed(list(format = "unruly tables 3", files = format, study = study_fingerprint(description),
              seed = whole_text(description$seed)))
}

check_tables <- function(path, found, wanted, parts, call) {
  if (!is.list(found) || !is.null(seal_problem(found)) || !identical(found$format, wanted$format)) {
    refuse_tables("It holds tables whose {.file _study.json} was edited, or written by another version of unruly.", path,
                  call)
  }
  if (!identical(found$files, wanted$files)) refuse_tables("It holds tables as {toString(found$files)} files.", path,
                                                           call)
  if (!identical(found, wanted)) refuse_tables("It holds the tables of another study.", path, call)
  files <- unique(basename(list.files(path, sprintf("^%s[.]%s$", part_pattern, wanted$files), recursive = TRUE)))
  there <- lapply(regmatches(files, gregexpr("[0-9]{7,}", files)), as.numeric)
  ours <- lapply(parts, function(part) as.numeric(range(part)))
  for (range in setdiff(there, ours)) {
    if (any(vapply(ours, function(o) range[1] <= o[2] && o[1] <= range[2], NA))) {
      refuse_tables("It holds one file with replications {whole_text(range[1])} to {whole_text(range[2])}, which overlap those to be written.", path, call)
    }
  }
}

refuse_tables <- function(reason, path, call, .envir = parent.frame()) {
  abort_path(c("{.path {path}} cannot take these tables.", x = reason, i = "Write them to a folder of their own."),
             call, .envir)
}

# NULL, or why the part cannot be used.
write_part_tables <- function(part, source, path, tables, format, call) {
  cells <- table_cells(source$description, part, path, tables, format)
  if (format == "parquet" && all(vapply(cells$file, is_whole_parquet, NA))) return(NULL)
  study <- source$read(part)
  if (!is_study(study)) return(study)
  for (name in tables) {
    table <- full_table(study, name)
    wanted <- cells[cells$table == name, ]
    rows <- rows_of_cells(table, source$description)
    table[c("bandit", "policy")] <- NULL
    for (i in which(lengths(rows) > 0)) keep_cell(table[rows[[i]], ], wanted$file[i], format, call)
  }
}

# Returns which rows of a table stand in which of its files, in the order of table_cells().
rows_of_cells <- function(table, description) {
  policies <- names(description$policies)
  bandits <- names(description$bandits)
  cell <- (match(table$bandit, bandits) - 1L) * length(policies) + match(table$policy, policies)
  # factor() would turn each of millions of numbers into a string.
  split(seq_len(nrow(table)),
        structure(cell, levels = as.character(seq_len(length(bandits) * length(policies))), class = "factor"))
}

full_table <- function(study, name) if (name == "recommendations") recommendations(study, at = "all") else
  study_table(study, name)

bandit_folders <- function(labels) paste0("bandit=", file_names(labels))

policy_folders <- function(labels) paste0("policy=", file_names(labels))

# Before anything is written.
check_folder_names <- function(description, call) {
  labels <- c(names(description$bandits), names(description$policies))
  long <- nchar(c(bandit_folders(names(description$bandits)), policy_folders(names(description$policies))),
                "bytes") > longest_file_name
  if (!any(long)) return(invisible())
  abort_argument("study", sprintf("one whose labels are short enough for names of folders, %d bytes",
                                  longest_file_name), call = call,
                 given = sprintf("one with the label %s of %s", quoted(labels[long][1]),
                                 count_of(nchar(labels[long][1]), "letter")))
}

# One row per file, with the table, bandit and policy in it.
table_cells <- function(description, part, path, tables, format) {
  cells <- expand.grid(policy = names(description$policies), bandit = names(description$bandits), table = tables,
                       stringsAsFactors = FALSE)
  cells$file <- file.path(path, cells$table, bandit_folders(cells$bandit), policy_folders(cells$policy),
                          paste0(basename(part_folder(path, part)), ".", format))
  cells
}

# Writes what is not there. A table as text can end anywhere and still be read, so its size is looked at.
keep_cell <- function(rows, file, format, call) {
  if (!file.exists(file)) return(write_cell(rows, file, format, call))
  whole <- if (format == "csv") file.size(file) == nchar(csv_text(rows), "bytes") else is_whole_parquet(file)
  if (whole) return(invisible())
  inform_plain(c(sprintf("%s is not as long as its table, so it was written again.", quoted(file)),
                 i = "It was cut or edited after it had been written."), class = "unruly_message_tables")
  write_cell(rows, file, format, call)
}

# Such a file ends in the letters PAR1.
is_whole_parquet <- function(file) {
  if (!file.exists(file) || file.size(file) < 8) return(FALSE)
  connection <- file(file, "rb")
  on.exit(close(connection))
  seek(connection, file.size(file) - 4)
  identical(readBin(connection, "raw", 4), charToRaw("PAR1"))
}

write_cell <- function(rows, file, format, call) {
  make_folder(dirname(file), call)
  replace_file(file, function(temporary) switch(format, parquet = write_parquet(rows, temporary),
                                                csv = write_csv(rows, temporary)), call)
}

write_parquet <- function(rows, file) nanoparquet::write_parquet(as.data.frame(rows), file)

write_csv <- function(rows, file) write_text(csv_text(rows), file)
