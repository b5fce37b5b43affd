# The log of a service (R/agent-service.R): what was asked since the agent was saved, a record each.
#
# A record is a line: how many bytes its text has, a checksum, and the text, which is JSON. The checksum is that of
# the text and of the checksum before, so that no record can be changed, left out or put elsewhere unnoticed. The
# first record says which file the log continues, by its fingerprint. After the last record stands the end of the log,
# over which the next record is written: a log without its end was cut.

log_format <- "unruly calls 2"
log_end <- charToRaw("end\n")

# A record and its checksum.
new_record <- function(text, before) {
  text <- enc2utf8(text)
  bytes <- charToRaw(text)
  checksum <- fingerprint(c(before, text))
  list(bytes = c(charToRaw(sprintf("%d %s ", length(bytes), checksum)), bytes, as.raw(10L)), checksum = checksum)
}

# The record of these bytes, without the end of its line, or NULL.
read_record <- function(bytes, before) {
  if (any(bytes == as.raw(0L))) return(NULL)
  line <- rawToChar(bytes)
  head <- regmatches(line, regexpr("^[0-9]{1,9} [0-9a-f]{32} ", line, useBytes = TRUE))
  if (length(head) == 0) return(NULL)
  text <- rawToChar(bytes[-seq_len(nchar(head, "bytes"))])
  Encoding(text) <- "UTF-8"
  parts <- strsplit(head, " ", fixed = TRUE)[[1]]
  if (nchar(text, "bytes") != as.double(parts[1]) || !validUTF8(text) ||
      fingerprint(c(before, text)) != parts[2]) return(NULL)
  list(text = text, checksum = parts[2])
}

# The texts of all records. A last record that is not whole, in the place of the end, was never answered: the process
# was ended, or the machine, while it was written. Anything else that is wrong is an error.
read_records <- function(bytes) {
  ends <- which(bytes == as.raw(10L))
  texts <- character(length(ends))
  size <- 0
  before <- ""
  for (i in seq_along(ends)) {
    line <- bytes[seq_len(ends[i] - size - 1) + size]
    record <- read_record(line, before)
    if (is.null(record)) break
    texts[i] <- record$text
    before <- record$checksum
    size <- ends[i]
  }
  whole <- sum(ends <= size)
  rest <- bytes[seq_len(length(bytes) - size) + size]
  if (!identical(rest, log_end)) check_torn(rest, whole + 1)
  texts[seq_len(whole)]
}

# Refuses a log that was cut within its end mark. `rest`: the bytes after the last whole record.
check_torn <- function(rest, record) {
  if (length(rest) < length(log_end) && identical(rest, utils::head(log_end, length(rest)))) {
    stop(sprintf("was cut: its end is missing after %s", count_of(record - 1, "record")))
  }
  line <- match(as.raw(10L), rest)
  if (is.na(line)) return(invisible()) # begun
  torn <- line == length(rest) && (any(rest == as.raw(0L)) || is_begun_over_end(rest))
  if (!torn) stop(sprintf("is damaged: record %d is not as it was written", record))
}

# The first bytes of a record, which are digits, with the last ones of the end.
is_begun_over_end <- function(rest) {
  length(rest) == length(log_end) && grepl("^[0-9]{1,3}(nd|d|)\n$", rawToChar(rest[rest != as.raw(0L)]))
}

# Returns the record of a call: what was asked, with which parameters, and what was answered, or that it was refused.
# Read again these are the same values: numbers have as many digits as it takes, and a list of one stays a list.
record_text <- function(x) {
  if (is.null(x)) return("null")
  if (is.list(x)) {
    parts <- vapply(x, record_text, "")
    if (is.null(names(x))) return(sprintf("[%s]", paste(parts, collapse = ",")))
    named <- paste0(vapply(names(x), json_name, ""), rep(":", length(x)), parts)
    return(sprintf("{%s}", paste(named, collapse = ",")))
  }
  if (is.logical(x)) return(if (x) "true" else "false")
  if (is.numeric(x)) gsub("[][]", "", .Call(C_exact_numbers, as.double(x))) else json_text(x)
}

json_name <- function(name) if (grepl("^[a-z]+$", name)) sprintf("\"%s\"", name) else json_text(name)

json_text <- function(text) as.character(jsonlite::toJSON(text, auto_unbox = TRUE))

read_content <- function(text) read_json_text(text)

# --- the log of a service ----------------------------------------------------------------

# The log begins anew: it continues the file as it is now.
begin_log <- function(service, saved, call) {
  record <- new_record(record_text(list(format = log_format, continues = saved)), "")
  replace_file(service$log, function(new) {
    take_rights(new, service$file)
    write_whole(c(record$bytes, log_end), new)
  }, call)
  out <- .Call(C_append_open, service$log, as.double(length(record$bytes)))
  if (is.character(out)) abort_path(c("{.path {service$log}} could not be opened.", x = "{out}"), call)
  close_log(service)
  service$out <- out
  service$before <- record$checksum
}

# NULL once it is on the disk, or why it is not.
write_record <- function(service, content) {
  record <- new_record(record_text(content), service$before)
  problem <- .Call(C_append, service$out, record$bytes, log_end)
  if (is.null(problem)) service$before <- record$checksum
  problem
}

# Why the files of a service are no longer those that it holds, or NULL.
lost_file <- function(service) {
  if (!.Call(C_is_held, service$lock, service$lock_name)) return(service$lock_name)
  if (!.Call(C_is_held, service$out, service$log)) return(service$log)
  if (!identical(file_identity(service$file), service$saved)) return(service$file)
}

# Returns what tells the saved file from another, to which its log would not belong.
file_identity <- function(file) {
  found <- file.info(file, extra_cols = FALSE)
  list(found$size, found$mtime)
}

close_log <- function(service) {
  if (!is.null(service$out)) .Call(C_close_file, service$out)
  service$out <- NULL
}

# The calls that the file does not hold yet.
calls_since <- function(service, call) {
  refuse <- function(what) abort_path(c("{.path {service$log}} is not the log of {.path {service$file}}.",
                                        x = "It {what}."), call)
  records <- tryCatch(lapply(read_records(read_bytes(service$log)), read_content),
                      error = function(e) refuse(conditionMessage(e)))
  if (length(records) == 0 || !identical(records[[1]]$format, log_format)) refuse("is no log of calls")
  now <- file_fingerprint(service$file)
  last <- records[[length(records)]]
  if (identical(last$saved, now)) return(list()) # ended between saving the file and beginning the log anew
  if (!identical(records[[1]]$continues, now)) refuse("continues another file, or one that was changed since")
  Filter(function(record) is.null(record$saved), records[-1])
}
