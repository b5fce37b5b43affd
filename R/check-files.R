# Files that are there whole or not at all: written under a temporary name,
# brought to the disk, read back, and only then renamed. And how the files of a study's folder are called.

# Raises what is wrong with a folder or a file in it.
abort_path <- function(message, call, .envir = parent.frame()) {
  abort_combination(message, class = "unruly_error_path", call = call, .envir = .envir)
}

# A file like others, also by a link to it: no folder, pipe or device, which may
# never end.
is_file <- function(path) .Call(C_is_file, path)

# NULL, or why nothing can be read from there, to go on after the path.
why_no_file <- function(path) {
  if (is_file(path)) return(NULL)
  if (file.exists(path) && !dir.exists(path)) "which is no ordinary file" else "which does not exist"
}

is_link <- function(path) !Sys.readlink(path) %in% c("", NA)

# The name says whose it is, so that what dead processes left can be found.
temporary_name <- function(file) sprintf("%s.%s.tmp", file, process_name())

process_name <- function() sprintf("%s.%d", machine_name(), Sys.getpid())

process_pattern <- "[A-Za-z0-9-]+\\.[0-9]{1,9}"

# Those who share it see the same processes by the same numbers, which containers on
# one machine do not.
machine_name <- function() {
  space <- gsub("[^0-9]", "", Sys.readlink("/proc/self/ns/pid"))
  gsub("[^A-Za-z0-9-]", "-", paste(c(Sys.info()[["nodename"]], space[nzchar(space)]), collapse = "-"))
}

# Writes; what `write` raises, and what the disk did not take, become one error.
write_soundly <- function(file, write, call) {
  temporary <- temporary_name(file)
  remove_temporary(temporary)
  written <- FALSE
  on.exit(if (!written) remove_temporary(temporary))
  tryCatch({
    if (file.exists(temporary) || is_link(temporary)) stop(sprintf("%s is in the way", basename(temporary)))
    write(temporary)
    sync_path(temporary)
  }, error = function(e) {
    abort_path(c("{.path {file}} could not be written.", x = "{conditionMessage(e)}",
                 i = "The disk may be full, or the folder may not be yours to write to."), call)
  })
  written <- TRUE
  temporary
}

# Puts a file in the place of the one that is there, which keeps its rights; where a
# link stands, at the link's end.
replace_file <- function(path, write, call) {
  file <- link_target(path)
  refuse <- function(reason) abort_path(c("{.path {path}} could not be written.", x = "{reason}"), call)
  if (!dir.exists(dirname(file))) refuse("Its folder does not exist.")
  there <- file.exists(file)
  if (is_link(file) || there && !is_file(file)) refuse("What is there is no ordinary file.")
  if (there && file.access(file, 2) != 0) refuse("The file that is there may not be written to.")
  for (left in leftovers(dirname(file), function(name) name == basename(file))) remove_temporary(left)
  temporary <- write_soundly(file, function(temporary) {
    if (there) take_rights(temporary, file)
    write(temporary)
  }, call)
  if (suppressWarnings(file.rename(temporary, file))) return(tryCatch(sync_path(dirname(file)), error = invisible))
  remove_temporary(temporary)
  refuse("It cannot be replaced.")
}

# Returns the place to which a link leads in the end; nothing may be there.
link_target <- function(path) {
  for (i in 1:40) {
    if (!is_link(path)) return(path)
    link <- Sys.readlink(path)
    path <- if (startsWith(link, "/")) link else file.path(dirname(path), link)
  }
  path
}

# Before there is anything in it.
take_rights <- function(temporary, file) {
  file.create(temporary)
  Sys.chmod(temporary, file.mode(file), use_umask = FALSE)
}

sync_path <- function(path) {
  problem <- .Call(C_sync, path)
  if (!is.null(problem)) stop(sprintf("%s: %s", basename(path), problem))
}

# Strings travel as UTF-8, whatever the locale.
write_text <- function(text, file) write_whole(charToRaw(enc2utf8(text)), file)

# Writes bytes; R's warning that it cannot is an error here.
write_whole <- function(bytes, file) {
  problem <- NULL
  withCallingHandlers(write_bytes(bytes, file), warning = function(w) {
    problem <<- conditionMessage(w)
    invokeRestart("muffleWarning")
  })
  if (!is.null(problem)) stop(problem)
  if (!identical(read_bytes(file), bytes)) stop(sprintf("%s was not written completely", basename(file)))
}

write_bytes <- function(bytes, file) {
  connection <- file(file, "wb")
  on.exit(close(connection))
  writeBin(bytes, connection)
}

read_bytes <- function(file) {
  if (!is_file(file)) stop("is no ordinary file")
  tryCatch(suppressWarnings(readBin(file, raw(), file.size(file))), error = function(e) stop("cannot be read"))
}

write_json <- function(content, file) {
  write_text(paste0(jsonlite::toJSON(content, auto_unbox = TRUE, pretty = TRUE), "\n"), file)
}

# A list, or an error that says what the file is instead. Other readers of JSON fetch
# what the text looks like the path or the address of.
read_json <- function(file, ...) json_of_bytes(read_bytes(file), ...)

json_of_bytes <- function(bytes, ...) {
  if (length(bytes) == 0) stop("is empty")
  text <- tryCatch(rawToChar(bytes), error = function(e) stop("is not UTF-8 text"))
  Encoding(text) <- "UTF-8"
  if (!validUTF8(text)) stop("is not UTF-8 text")
  content <- tryCatch(read_json_text(text, ...), error = function(e) stop("is not JSON"))
  if (!is.list(content) || is.null(names(content))) stop(sprintf("holds %s", describe_value(content)))
  content
}

# Reads a JSON text that anyone may have written. It is validated first, as jsonlite (seen in 1.8.4) gives the words
# around a mistake to R as a format: with "%n" there, parse_json() ends the process.
read_json_text <- function(text, ...) {
  if (!jsonlite::validate(text)) stop("is not JSON")
  jsonlite::parse_json(text, ...)
}

# Without Arrow's description of the columns, which says nothing that Parquet's own does not,
# and takes a quarter of the time of a small part.
write_table <- function(table, file) {
  nanoparquet::write_parquet(as.data.frame(table), file,
                             options = nanoparquet::parquet_options(write_arrow_metadata = FALSE))
  sync_path(file)
  found <- tryCatch(read_table(file), error = function(e) NULL)
  if (!identical(found, table)) stop(sprintf("%s was not written completely", basename(file)))
}

read_table <- function(file) tibble::as_tibble(as.list(nanoparquet::read_parquet(file)))

# Gives a file its name unless another process was faster. A link is refused if
# the name is taken; where the file system has none, two may succeed in the same moment.
publish_first <- function(temporary, file) {
  if (!suppressWarnings(file.link(temporary, file)) && !file.exists(file)) {
    suppressWarnings(file.rename(temporary, file))
  }
  unlink(temporary)
  file.exists(file)
}

make_folder <- function(path, call) {
  dir.create(path, recursive = TRUE, showWarnings = FALSE)
  if (!dir.exists(path)) {
    abort_argument("path", "a folder that can be created", path, class = "unruly_error_path", call = call)
  }
}

# Before anything is played. A file of some size: on a full disk an empty one
# can still be made.
check_writable <- function(path, call) {
  probe <- file.path(path, "probe")
  remove_temporary(write_soundly(probe, function(file) write_text(strrep("0", 4096), file), call))
}

# --- what the folder of a study holds ------------------------------------------------

# Returns the names of a study's tables, by what it keeps.
table_names <- function(keep, stops = TRUE) {
  scores <- if ("scores" %in% keep) c("scores", "pairs")
  if ("moments" %in% keep) return(c("nodes", "sketch", "extremes", "blocks", "figures", scores))
  c("regret", "recommendations", "pulls", "exits", "choices", scores, if (stops) "stops")
}

part_pattern <- "replications-[0-9]{7,}-[0-9]{7,}"

# Names of files in the folder of a study.
study_pattern <- sprintf("^(study\\.json|plan-[0-9]{4,}\\.json|probe|values-[0-9a-f]+\\.parquet|%s(\\.claim)?)$",
                         part_pattern)

# --- what dead processes left ---------------------------------------------------

# Temporary files and folders of processes that are gone, by what they would have become.
leftovers <- function(path, becomes) {
  ending <- sprintf("\\.%s\\.tmp$", process_pattern)
  found <- list.files(path, ending, full.names = TRUE, all.files = TRUE)
  ours <- vapply(sub(ending, "", basename(found), useBytes = TRUE), becomes, NA)
  found[ours & vapply(found, is_left_over, NA)]
}

# Returns whether a file was left over by a process of this machine that is gone, or by this process itself, which
# has not written yet; of another machine's, if it is old.
is_left_over <- function(file) {
  process <- sub("^.*\\.([^.]+\\.[0-9]+)\\.tmp$", "\\1", basename(file), useBytes = TRUE)
  if (is_here(process)) return(process == process_name() || is_dead(number_of(process)))
  isTRUE(difftime(Sys.time(), file.mtime(file), units = "hours") > 24)
}

is_here <- function(process) sub("\\.[0-9]+$", "", process) == machine_name()

number_of <- function(process) as.integer(sub("^.*\\.", "", process))

# A file, or the folder of a part, from which goes what we put into it: where there is
# more, it stays.
remove_temporary <- function(path) {
  if (is_link(path)) return(invisible())
  is_part <- grepl(sprintf("^%s\\.%s\\.tmp$", part_pattern, process_pattern), basename(path), useBytes = TRUE)
  if (!is_part) return(if (is_file(path)) unlink(path))
  names <- c(table_names(c("moments", "scores")), table_names("choices"))
  ours <- file.path(path, c("part.json", paste0(names, ".parquet")))
  unlink(ours[vapply(ours, is_file, NA)])
  if (dir.exists(path) && length(list.files(path, all.files = TRUE, no.. = TRUE)) == 0) unlink(path, recursive = TRUE)
}

is_dead <- function(pid) is.na(pid) || pid < 1 || .Call(C_is_gone, as.double(pid))
