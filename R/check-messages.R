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
# value.
in_words <- function(message, .envir = parent.frame()) {
  old <- options(cli.num_colors = 1L)
  on.exit(options(old))
  message[] <- vapply(message, cli::format_inline, "", .envir = .envir)
  message
}
