# Files that are there whole or not at all: written under a temporary name,
# brought to the disk, read back, and only then renamed.

# Raises what is wrong with a folder or a file in it.
abort_path <- function(message, call, .envir = parent.frame()) {
  abort_combination(message, class = "unruly_error_path", call = call, .envir = .envir)
}

# The name says whose it is, so that what dead processes left can be told.
temporary_name <- function(file) sprintf("%s.%s.%d.tmp", file, machine_name(), Sys.getpid())

machine_name <- function() gsub("[^A-Za-z0-9-]", "-", Sys.info()[["nodename"]])

# What `write` raises, and what the disk did not take, become one error.
write_soundly <- function(file, write, call) {
  temporary <- temporary_name(file)
  unlink(temporary, recursive = TRUE)
  problem <- tryCatch({
    write(temporary)
    sync_path(temporary)
    NULL
  }, error = function(e) e)
  if (is.null(problem)) return(temporary)
  unlink(temporary, recursive = TRUE)
  abort_path(c("{.path {file}} could not be written.", x = "{conditionMessage(problem)}",
               i = "The disk may be full, or the folder may not be yours to write to."), call)
}

sync_path <- function(path) {
  problem <- .Call(C_sync, path)
  if (!is.null(problem)) stop(sprintf("%s: %s", basename(path), problem))
}

# Texts travel as UTF-8, whatever the locale. What R warns of when it cannot
# write is an error here.
write_text <- function(text, file) {
  bytes <- charToRaw(enc2utf8(text))
  problem <- NULL
  withCallingHandlers(write_bytes(bytes, file), warning = function(w) {
    problem <<- conditionMessage(w)
    invokeRestart("muffleWarning")
  })
  if (!is.null(problem)) stop(problem)
  if (!identical(read_bytes(file), bytes)) stop(sprintf("%s did not arrive whole on the disk", basename(file)))
}

write_bytes <- function(bytes, file) {
  connection <- file(file, "wb")
  on.exit(close(connection))
  writeBin(bytes, connection)
}

read_bytes <- function(file) readBin(file, raw(), file.size(file))

write_json <- function(content, file) {
  write_text(paste0(jsonlite::toJSON(content, auto_unbox = TRUE, pretty = TRUE), "\n"), file)
}

# A list, or an error that says what the file is instead.
read_json <- function(file) {
  bytes <- read_bytes(file)
  if (length(bytes) == 0) stop("is empty")
  text <- tryCatch(rawToChar(bytes), error = function(e) "\xff")
  Encoding(text) <- "UTF-8"
  if (!validUTF8(text)) stop("is not a text")
  content <- tryCatch(jsonlite::parse_json(text), error = function(e) stop("is not JSON"))
  if (!is.list(content) || is.null(names(content))) stop(sprintf("holds %s", describe_value(content)))
  content
}

# A list of texts with a checksum of its own, so that an edit is noticed.
sealed <- function(content) c(content, list(checksum = fingerprint(content)))

is_sealed <- function(content) {
  identical(content$checksum, fingerprint(content[names(content) != "checksum"]))
}

# Gives a file its name unless another process was faster. A link is refused if
# the name is taken; where the file system has none, there is a moment's chance
# that two succeed.
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
  unlink(write_soundly(probe, function(file) write_text(strrep("0", 4096), file), call))
}

# --- what dead processes left ---------------------------------------------------

remove_leftovers <- function(path) {
  left <- list.files(path, "\\.[0-9]+\\.tmp$", full.names = TRUE)
  unlink(left[vapply(left, is_left_over, NA)], recursive = TRUE)
  claimed <- list.files(path, "\\.claim$", full.names = TRUE)
  unlink(claimed[!vapply(claimed, function(file) stands(file, read_claim(file)), NA)])
}

# Of a process of this machine that is gone, or of this process itself, which
# has not written yet; of another machine's, if it is old.
is_left_over <- function(file) {
  pid <- as.integer(sub("^.*\\.([0-9]+)\\.tmp$", "\\1", file))
  named <- grepl("\\.[A-Za-z0-9-]+\\.[0-9]+\\.tmp$", sub("\\.json", "", basename(file)))
  here <- !named || grepl(paste0(".", machine_name(), "."), basename(file), fixed = TRUE)
  old <- isTRUE(difftime(Sys.time(), file.mtime(file), units = "hours") > 24)
  old || here && (identical(pid, Sys.getpid()) || is_dead(pid))
}

# On Windows one cannot ask without ending the process.
is_dead <- function(pid) {
  if (is.na(pid)) return(TRUE)
  if (dir.exists("/proc/self")) return(!dir.exists(file.path("/proc", pid)))
  .Platform$OS.type == "unix" && !tools::pskill(pid, 0)
}
