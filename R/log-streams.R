# Reading large CSV files as a stream: a block of lines at a time, so that
# memory does not grow with the file. A line is well formed if every column
# asked for matches its pattern and there are as many fields as in the header;
# other lines are counted and left out. Quotes around fields are allowed.

lines_a_block <- 1e5

# Calls `take(field, count)` for each block of the file at `path`:
# `field("name")` gives a column of the well-formed lines as strings, `count` is
# their number. `columns` are the patterns (PCRE) by name; `keep` are narrower
# patterns: only lines that match these too are handed on. Stops early when
# `take` returns FALSE. Returns how many lines there were, how many of them
# were malformed, and the number of the first of these (the header is line 1).
stream_columns <- function(path, columns, take, keep = columns[0], argument = "path",
                           call = rlang::caller_env()) {
  con <- open_text(path, argument, call)
  on.exit(close(con))
  header <- stream_header(con, path, names(columns), argument, call)
  wanted <- line_pattern(header, columns)
  narrow <- if (length(keep) > 0) line_pattern(header, replace(columns, names(keep), keep))
  count <- list(lines = 0, malformed = 0, first = NA)
  repeat {
    lines <- readLines(con, lines_a_block, warn = FALSE, skipNul = TRUE)
    if (length(lines) == 0) break
    good <- grepl(wanted, lines, perl = TRUE, useBytes = TRUE)
    count <- count_malformed(count, lines, good)
    kept <- lines[if (is.null(narrow)) good else good & grepl(narrow, lines, perl = TRUE, useBytes = TRUE)]
    field <- function(name) {
      sub(line_pattern(header, columns, name), "\\1", kept, perl = TRUE, useBytes = TRUE)
    }
    if (isFALSE(take(field, length(kept)))) break
  }
  count
}

# Blank lines are no fault.
count_malformed <- function(count, lines, good) {
  bad <- which(!good)
  bad <- bad[nzchar(sub("[\r ]+$", "", lines[bad], useBytes = TRUE))]
  if (length(bad) > 0 && is.na(count$first)) count$first <- count$lines + bad[1] + 1
  count$lines <- count$lines + length(lines)
  count$malformed <- count$malformed + length(bad)
  count
}

# A file, which may be compressed.
open_text <- function(path, argument, call) {
  if (!is_file(path)) refuse_stream(path, "it is no ordinary file", argument, call)
  tryCatch(file(path, "rt"), error = function(e) refuse_stream(path, conditionMessage(e), argument, call),
           warning = function(w) refuse_stream(path, conditionMessage(w), argument, call))
}

byte_order_mark <- as.raw(c(0xef, 0xbb, 0xbf))

stream_header <- function(con, path, columns, argument, call) {
  line <- tryCatch(readLines(con, 1, warn = FALSE, skipNul = TRUE),
                   error = function(e) refuse_stream(path, conditionMessage(e), argument, call))
  if (length(line) == 0) refuse_stream(path, "it is empty", argument, call)
  bytes <- charToRaw(line)
  if (identical(utils::head(bytes, 3), byte_order_mark)) line <- rawToChar(bytes[-(1:3)])
  header <- gsub("[\"\r]", "", strsplit(line, ",", fixed = TRUE, useBytes = TRUE)[[1]], useBytes = TRUE)
  absent <- setdiff(columns, header)
  if (length(absent) > 0) refuse_stream(path, sprintf("it has no column `%s`", absent[1]), argument, call)
  twice <- intersect(header[duplicated(header)], columns)
  if (length(twice) > 0) refuse_stream(path, sprintf("it has two columns `%s`", twice[1]), argument, call)
  header
}

refuse_stream <- function(path, reason, argument, call) {
  abort_argument(argument, "the path of files in the format that the help page describes", call = call,
                 given = sprintf("%s, of which %s cannot be read (%s)", quoted(path), quoted(basename(path)), reason))
}

# The whole line; the field `captured` is its group.
line_pattern <- function(header, columns, captured = "") {
  fields <- vapply(header, function(name) {
    pattern <- if (name %in% names(columns)) columns[[name]] else "[^,\"]*"
    sprintf("\"?%s\"?", if (name == captured) sprintf("(%s)", pattern) else sprintf("(?:%s)", pattern))
  }, "")
  paste0("^", paste(fields, collapse = ","), "\r?$")
}

malformed_note <- function(counts) {
  lines <- sum(vapply(counts, `[[`, 0, "lines"))
  bad <- vapply(counts, `[[`, 0, "malformed")
  if (sum(bad) == 0) return(sprintf("%s read, none malformed", count_of(lines, "line")))
  places <- vapply(names(counts)[bad > 0], function(name) {
    first <- counts[[name]]$first
    paste0(format_count(counts[[name]]$malformed), " in ", name,
           if (!is.na(first)) paste0(", the first in line ", format_count(first)))
  }, "")
  sprintf("%s read, %s malformed and left out (%s)", count_of(lines, "line"), format_count(sum(bad)),
          paste(places, collapse = "; "))
}

# A message only where something was left out.
report_malformed <- function(counts) {
  if (sum(vapply(counts, `[[`, 0, "malformed")) > 0) {
    inform_cli(c(i = "{malformed_note(counts)}."), class = "unruly_message_malformed")
  }
}
