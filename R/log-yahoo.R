#' Read a Yahoo! Front Page click log
#' @description
#' Reads files of the Yahoo! Webscope data sets R6A (2009) and R6B (2011), plain or compressed (gzip, bzip2 or xz).
#'
#' **Use it when** you have these data, which cannot be redistributed. [simulate_click_log()] simulates such a log.
#'
#' @details
#' Files are read as a stream: of each line only the time, the article shown, the click and the pool are kept, and each
#' pool only once. A line reads `time shown click |user ... |article ... |article ...`. A line is malformed if it does
#' not or breaks off (its last article has fewer features than the one before), if the time is not a number, the click
#' not 0 or 1, the pool empty, or the article shown not in its pool. Malformed lines are skipped and counted, in a
#' message and in the print of the log. Blank lines and Windows line ends are allowed.
#'
#' @param files Paths of the files in the order of time. One or more strings.
#' @param progress `TRUE` to show how much was read. Default: `TRUE` in interactive sessions.
#' @param ... Must be empty.
#' @return A log, see [as_log()]: arm k is the k-th article to appear, the reward is the click, in \[0, 1\].
#' @section Errors: `unruly_error_argument`: there is no such file, it cannot be read to its end, or no event is left.
#' @section Warnings: `unruly_warning_log`: the events are not in the order of time; they are sorted by it.
#' @references Yahoo! Webscope, R6A and R6B: Yahoo! Front Page Today Module User Click Log Dataset. Li, Chu, Langford
#'   and Wang (2011), Unbiased Offline Evaluation of Contextual-bandit-based News Article Recommendation Algorithms,
#'   WSDM.
#' @seealso [bandit_replay()], [summary()][summary.unruly_log]
#' @examples
#' file <- tempfile(fileext = ".gz")
#' invisible(simulate_click_log(events = 1000, days = 1, seed = 1, file = file))
#' log <- read_yahoo_clicks(file)
#' log
#' @export
read_yahoo_clicks <- function(files, progress = interactive(), ...) {
  check_no_dots(...)
  files <- check_files(files)
  progress <- check_flag(progress, "progress")
  call <- rlang::current_env()
  handle <- .Call(C_clicks_open)
  show <- if (progress) event_counter() else function(bytes) NULL
  for (file in files) read_click_file(handle, file, show, call)
  read <- .Call(C_clicks_take, handle)
  faults <- structure(read$faults, names = click_faults)
  report_malformed_lines(faults, read$first_fault)
  if (length(read$shown) == 0) {
    abort_argument("files", "files with at least one event", files, call = call,
                   given = sprintf("%s with none in %s lines", count_of(length(files), "file"),
                                   format_count(read$lines)))
  }
  log <- structure(list(arm = read$shown, shown = read$shown, reward = read$reward, time = read$time, pool = read$pool,
                        pool_from = read$pool_from, pool_members = read$pool_members,
                        arms = length(read$labels), labels = read$labels, range = c(0, 1)),
                   class = "unruly_log")
  log$malformed <- faults
  in_order_of_time(log, "files")
}

# In the order of the core (enum click_fault).
click_faults <- c(
  "cannot be parsed", "have a time that is not a number", "have a click that is not 0 or 1", "have an empty pool",
  "show an article that is not in its pool"
)

chunk_bytes <- 2^22

# gzfile() reads plain files too, and whatever R can expand.
read_click_file <- function(handle, file, show, call) {
  unreadable <- function(problem) {
    abort_argument("files", "files that can be read to their ends", file, call = call,
                   given = sprintf("%s, which cannot (%s)", quoted(file), conditionMessage(problem)))
  }
  connection <- tryCatch(gzfile(file, "rb"), error = unreadable, warning = unreadable)
  on.exit(close(connection))
  size <- 0
  repeat {
    bytes <- tryCatch(readBin(connection, "raw", chunk_bytes), error = unreadable, warning = unreadable)
    if (length(bytes) == 0) break
    if (!.Call(C_clicks_read, handle, bytes)) abort_memory(call)
    show(length(bytes))
    size <- size + length(bytes)
    last <- bytes[length(bytes)]
  }
  if (!.Call(C_clicks_end, handle)) abort_memory(call)
  if (size > 0 && last != charToRaw("\n") && is_cut_off(file, size)) unreadable(simpleError("it is cut off"))
}

# R expands a gzip file that is cut off without an error. Its last four bytes
# should state the size of what it held (of its last part, if it has several:
# hence only files that end within a line are suspected).
is_cut_off <- function(file, size) {
  connection <- file(file, "rb")
  on.exit(close(connection))
  if (!identical(readBin(connection, "raw", 2), as.raw(c(0x1f, 0x8b)))) return(FALSE)
  seek(connection, file.size(file) - 4)
  stated <- sum(as.integer(readBin(connection, "raw", 4)) * 256^(0:3))
  stated != size %% 2^32
}

abort_memory <- function(call) {
  abort_cli("There is not enough memory for this log.", class = c("unruly_error_core", "unruly_error"), call = call)
}

event_counter <- function(env = parent.frame()) {
  read <- 0
  bar <- cli::cli_progress_bar(format = "{cli::pb_spin} Reading clicks: {round(cli::pb_current / 1e6)} MB",
                               .envir = env)
  function(bytes) {
    read <<- read + bytes
    cli::cli_progress_update(set = read, id = bar)
  }
}

report_malformed_lines <- function(faults, first) {
  if (sum(faults) == 0) return(invisible())
  inform_cli(c("!" = "{malformed_text(faults)}", i = "The first is line {format_count(first)} of all that were read."),
                  class = "unruly_message_malformed")
}

malformed_text <- function(faults) {
  found <- faults[faults > 0]
  sprintf("%s malformed %s skipped: %s.", format_count(sum(found)), if (sum(found) == 1) "line was" else "lines were",
          paste(format_count(found), names(found), collapse = ", "))
}

check_files <- function(files, call = rlang::caller_env()) {
  wanted <- "one or more paths of existing files"
  if (missing(files)) abort_missing("files", call, wanted)
  good <- is.character(files) && !is.object(files) && length(files) > 0 && !anyNA(files) && all(is_readable(files))
  if (!good) abort_argument("files", wanted, files, call = call)
  for (file in files) {
    problem <- why_no_file(file)
    if (!is.null(problem)) abort_argument("files", wanted, files, call = call,
                                          given = sprintf("%s, %s", quoted(file), problem))
  }
  unname(files)
}
