# Errors, warnings and messages in the words of cli. `message` is literal text of the sources: cli
# evaluates what stands in its braces, so what comes from outside (labels, paths, files, other processes, errors of
# others' code) is named there, as a value, and never pasted into it. A test reads the sources for this
# (test-sources-habits.R). The siblings `*_plain()` are for whole strings: nothing in them is evaluated.

abort_cli <- function(message, ..., call = .envir, .envir = parent.frame()) {
  abort_plain(in_words(message, .envir), ..., call = call, .frame = .envir)
}

warn_cli <- function(message, ..., .envir = parent.frame()) warn_plain(in_words(message, .envir), ...)

inform_cli <- function(message, ..., .envir = parent.frame()) inform_plain(in_words(message, .envir), ...)

# rlang writes the bullets itself: cli's layout of them takes four times as long as all else, each time that a message
# is read. What they were before is the error's field `bullets`.
abort_plain <- function(message, ..., call = .frame, .frame = parent.frame()) {
  message <- on_console(message)
  rlang::abort(message, ..., bullets = message, call = call, use_cli_format = FALSE, .frame = .frame)
}

warn_plain <- function(message, ...) rlang::warn(on_console(message), ..., use_cli_format = FALSE)

inform_plain <- function(message, ...) rlang::inform(on_console(message), ..., use_cli_format = FALSE)

# Returns the bullets of an error of ours: those that state what is wrong ("x") or what to do ("i").
bullets_of <- function(error, kind = "x") unname(error$bullets[names(error$bullets) %in% kind])

# Returns the sentence that an error begins with.
header_of <- function(error) {
  if (is.null(error$bullets)) cli::ansi_strip(sub("\n.*$", "", conditionMessage(error))) else error$bullets[[1]]
}

# Formats with their values put in. Without colours, so that what would change a console can only have come with a
# value. cli takes 1 ms for a value: what needs no more of it than marks around single values is put together here.
in_words <- function(message, .envir = parent.frame()) {
  old <- options(cli.num_colors = 1L)
  on.exit(options(old))
  one <- function(text) simple_words(text, .envir) %||% cli::format_inline(text, .envir = .envir)
  message[] <- vapply(message, one, "")
  message
}

marks <- list(arg = "`%s`", code = "`%s`", fn = "`%s()`", strong = "%s", val = "\"%s\"")

# Returns NULL for what cli is needed for: other marks, several values, plurals, doubled braces.
simple_words <- function(text, .envir) {
  found <- gregexpr(mark_pattern, text, perl = TRUE)
  between <- regmatches(text, found, invert = TRUE)[[1]]
  if (any(grepl("[{}]", between))) return(NULL)
  said <- character()
  for (part in regmatches(text, found)[[1]]) {
    mark <- sub(mark_pattern, "\\1", part, perl = TRUE)
    inside <- if (nzchar(mark)) sub(mark_pattern, "\\2", part, perl = TRUE) else part
    value <- if (startsWith(inside, "{")) simple_value(inside, .envir) else inside
    if (is.null(value) || mark == "val" && !is_quotable(value, inside)) return(NULL)
    said <- c(said, if (nzchar(mark)) sprintf(marks[[mark]], value) else value)
  }
  paste0(between, c(said, ""), collapse = "")
}

mark_pattern <- "\\{(?:[.](arg|code|fn|strong|val) ([^{}]*|\\{[^{}.?][^{}]*\\})|[^{}.?][^{}]*)\\}"

simple_value <- function(inside, .envir) {
  value <- eval(parse(text = substr(inside, 2, nchar(inside) - 1), keep.source = FALSE), .envir)
  if (length(value) != 1 || is.object(value)) return(NULL)
  if (is.character(value) && !is.na(value) && !grepl("[[:cntrl:]]", value)) return(enc2utf8(value))
  if (is.numeric(value) && !is.na(value) && value == round(value) && abs(value) < 1e5) sprintf("%.0f", value)
}

# Of strings from outside those that need no escapes; numbers have no quotes.
is_quotable <- function(value, inside) startsWith(inside, "{") && grepl("[^0-9-]", value) && !grepl("[\"\\\\]", value)
