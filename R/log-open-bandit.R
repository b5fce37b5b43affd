#' Read an Open Bandit log
#' @description
#' Reads the CSV file of a campaign of the Open Bandit Dataset (ZOZO), or the sample that comes with the package.
#'
#' **Use it when** you try policies on real clicks. Other logs are read by [as_log()], [read_yahoo_clicks()].
#'
#' @details
#' Logs with "random" in their names show items uniformly at random, so replays of them are unbiased. The sample has
#' 10,000 impressions of 34 items from the campaign for men.
#'
#' @param file Path of a CSV file (also compressed with gzip) with the columns `item_id` and `click`. Default: `NULL`,
#'   the sample.
#' @param position Positions on the page to keep, whole numbers, for files with a column `position`. Default: `NULL`,
#'   all events.
#' @param ... Must be empty.
#' @return A log, see [as_log()]: arm k is the k-th item in ascending order of `item_id`, the reward is the click, in
#'   \[0, 1\], and all items are in every pool. A column `propensity_score` or `action_prob` becomes the propensity,
#'   a column `timestamp` the time in seconds since 1970 (UTC unless it states an offset).
#' @section Warnings: `unruly_warning_log`: the events are not in the order of `timestamp`; they are sorted by it.
#' @section Errors: `unruly_error_argument`: there is no such file, a column is missing, a value is malformed (the line
#'   is named), or no event is left.
#' @source The sample is licensed under Apache-2.0, see
#'   `system.file("extdata", "open-bandit-NOTICE.txt", package = "unruly")`.
#' @references Saito, Aihara, Matsutani and Narita (2020), Open Bandit Dataset and Pipeline: Towards Realistic and
#'   Reproducible Off-Policy Evaluation, arXiv 2008.07146.
#' @seealso [bandit_replay()], [summary()][summary.unruly_log]
#' @examples
#' log <- read_open_bandit()
#' log
#' @export
read_open_bandit <- function(file = NULL, position = NULL, ...) {
  check_no_dots(...)
  file <- if (is.null(file)) open_bandit_sample() else check_file(file)
  if (!is.null(position)) position <- check_numbers(position, "position", whole = TRUE)
  table <- read_columns(file, c("item_id", "click", if (!is.null(position)) "position"))
  item <- whole_column(table, "item_id")
  click <- whole_column(table, "click")
  if (any(!click %in% c(0, 1))) malformed_line("click", which(!click %in% c(0, 1))[1], "0 or 1")
  keep <- rep(TRUE, length(item))
  if (!is.null(position)) {
    keep <- whole_column(table, "position") %in% position
  }
  if (length(keep) == 0) abort_argument("file", "a file with at least one event", file, given = "a file with none")
  if (!any(keep)) abort_argument("position", "positions that occur in the file", position)
  score <- intersect(c("propensity_score", "action_prob"), names(table))
  propensity <- if (length(score) > 0) propensity_column(table, score[1])
  time <- if ("timestamp" %in% names(table)) timestamp_column(table)
  items <- sort(unique(item[keep]))
  log <- new_log(match(item[keep], items), click[keep], list(seq_along(items)), rep(1, sum(keep)), as.character(items),
                 time = time[keep], propensity = propensity[keep], range = c(0, 1))
  in_order_of_time(log, "file")
}

open_bandit_sample <- function() {
  system.file("extdata", "open-bandit-random-men.csv.gz", package = "unruly", mustWork = TRUE)
}

# A CSV file as strings; whatever is wrong with it becomes an error.
read_columns <- function(file, columns, call = rlang::caller_env()) {
  wanted <- paste0("a CSV file with the columns ", paste0("`", columns, "`", collapse = ", "))
  refuse <- function(problem) {
    abort_argument("file", wanted, file,
                   given = sprintf("a file that cannot be read as one (%s)", conditionMessage(problem)),
                   call = call)
  }
  table <- tryCatch(read_whole(file, function() utils::read.csv(file, colClasses = "character", check.names = FALSE)),
                    error = refuse)
  absent <- setdiff(columns, names(table))
  if (length(absent) > 0) {
    abort_argument("file", wanted, file, hint = did_you_mean(absent, names(table), in_code),
                   given = sprintf("a file without `%s`", absent[1]), call = call)
  }
  table
}

check_file <- function(file, call = rlang::caller_env()) {
  file <- check_text(file, "file", call = call)
  problem <- why_no_file(file)
  if (!is.null(problem)) abort_argument("file", "an existing file", file,
                                        given = sprintf("%s, %s", quoted(file), problem), call = call)
  file
}

# Returns what `read` reads of a file, or an error if the file breaks off: whatever R
# only warns of when it decompresses, and what it does not notice at all.
read_whole <- function(path, read) {
  withCallingHandlers({
    check_gzip_length(path)
    read()
  }, warning = function(w) {
    if (!grepl("incomplete final line", conditionMessage(w))) stop(conditionMessage(w))
    invokeRestart("muffleWarning")
  })
}

# A gzip file ends with the length of what it holds (modulo 2^32); R does not
# look at it.
check_gzip_length <- function(path) {
  if (!identical(readBin(path, raw(), 2), as.raw(c(0x1f, 0x8b)))) return(invisible())
  file <- file(path, "rb")
  on.exit(close(file))
  seek(file, max(file.size(path) - 4, 0))
  stated <- sum(as.double(as.integer(readBin(file, raw(), 4))) * 256^(0:3))
  if (stated != unpacked_bytes(path) %% 2^32) {
    stop("the gzip file breaks off, or consists of several: decompress it to see")
  }
}

unpacked_bytes <- function(path) {
  file <- gzfile(path, "rb")
  on.exit(close(file))
  total <- 0
  repeat {
    piece <- length(readBin(file, raw(), 2^20))
    if (piece == 0) return(total)
    total <- total + piece
  }
}

# Strings as whole numbers; the header is line 1.
whole_column <- function(table, name, call = rlang::caller_env()) {
  text <- table[[name]]
  value <- numbers_of(text)
  bad <- which(is.na(value) | value != round(value))
  if (length(bad) > 0) malformed_line(name, bad[1], "a whole number", table[[name]][bad[1]], call)
  value
}

propensity_column <- function(table, name, call = rlang::caller_env()) {
  value <- without_rounding(numbers_of(table[[name]]))
  bad <- which(is.na(value) | value <= 0 | value > 1)
  if (length(bad) > 0) malformed_line(name, bad[1], "above 0 and at most 1", table[[name]][bad[1]], call)
  value
}

timestamp_column <- function(table, call = rlang::caller_env()) {
  time <- times_of_texts(table[["timestamp"]])
  bad <- which(is.na(time))
  if (length(bad) > 0) {
    malformed_line("timestamp", bad[1], "a time such as \"2019-11-24 00:03:13\"", table[["timestamp"]][bad[1]], call)
  }
  time
}

# NA for what is no number, or no valid string.
numbers_of <- function(text) suppressWarnings(as.numeric(replace(text, !validUTF8(text), NA)))

malformed_line <- function(name, row, wanted, value = NULL, call = rlang::caller_env()) {
  abort_argument("file", sprintf("a file in which `%s` is %s", name, wanted), value, call = call,
                 given = paste0(if (!is.null(value)) paste0(quoted(value), " "), "in line ", row + 1))
}
