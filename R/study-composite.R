#' Read the click data of the composite feedback paper
#' @description
#' Reads two data sets of Kaggle as tapes, for `arms_tape(tape, by = "round")`.
#'
#' **Use it when** you have accepted the terms of these data at Kaggle; they are not in the package. [simulate_tape()]
#' simulates tapes.
#'
#' @details
#' `read_outbrain()` reads the Outbrain Click Prediction data: each round is a click in the order of the file, and arms
#' are categories of advertisements. The category of the clicked advertisement pays 1, the others 0. It is the category
#' of its document with the greatest confidence (the lowest among equals).
#'
#' `read_coupons()` reads the Coupon Purchase Prediction data: each round is a view of a coupon in the order of the
#' file, and the seven arms are the days of the week, from Monday. The day of the view pays 1, the others 0. Times are
#' those of Japan, as in the file.
#'
#' Files are read as streams, 100,000 lines at a time, until `rounds` rounds are found. Malformed lines are left out; a
#' message and the print of the tape state their number and the first one.
#'
#' @param path The folder with `clicks_train.csv`, `promoted_content.csv` and `documents_categories.csv`, also
#'   compressed with gzip (`.gz`).
#' @param file The file `coupon_visit_train.csv` (compressed: `.gz`), or the folder that contains it.
#' @param rounds Number of rounds to read, a whole number of at least 1, or `Inf` for all. Default: 1e5.
#' @param first The first round to read, a whole number of at least 1. Default: 1.
#' @param arms Number of categories that become arms, a whole number of at least 1, or `Inf`: the ones clicked most in
#'   these rounds, in ascending order. In rounds with other clicks no arm pays. Default: 10.
#' @param ... Must be empty.
#' @return A tape, see [simulate_tape()]: one row per arm, named by its category or day, and one column per round.
#' @section Errors: `unruly_error_argument`: a file or column is missing, no round is found, or the tape would have
#'   more than 2^27 rewards (1 GiB).
#' @references Wang, Wang and Huang (2021), Adaptive Algorithms for Multi-armed Bandit with Composite and Anonymous
#'   Feedback, AAAI, section 4.2.
#' @seealso [simulate_tape()], [arms_tape()], [with_spread()]
#' @examples
#' path <- tempfile()
#' dir.create(path)
#' clicks <- c("display_id,ad_id,clicked", "1,11,0", "1,12,1", "2,11,1", "3,12,1", "3,13,oops")
#' writeLines(clicks, file.path(path, "clicks_train.csv"))
#' ads <- c("ad_id,document_id,campaign_id,advertiser_id", "11,101,1,1", "12,102,1,1")
#' writeLines(ads, file.path(path, "promoted_content.csv"))
#' categories <- c("document_id,category_id,confidence_level", "101,1403,0.9",
#'   "102,1702,0.7", "102,1403,0.1")
#' writeLines(categories, file.path(path, "documents_categories.csv"))
#' tape <- read_outbrain(path)
#' tape
#' bandit(arms_tape(tape, by = "round")) |> with_spread(spread_delay(1, 2))
#' @name click_tapes
NULL

#' @rdname click_tapes
#' @export
read_outbrain <- function(path, rounds = 1e5, first = 1, arms = 10, ...) {
  check_no_dots(...)
  path <- check_folder(path)
  rounds <- check_rounds_to_read(rounds)
  first <- check_whole(first, "first", min = 1)
  arms <- check_rounds_to_read(arms, "arms")
  files <- data_files(path, c("clicks_train.csv", "promoted_content.csv", "documents_categories.csv"))
  ads <- read_promoted(files[[2]])
  documents <- read_categories(files[[3]], ads$document)
  ad_category <- documents$category[match(ads$document, documents$document)]
  clicks <- read_clicks(files[[1]], ads$ad, ad_category, rounds, first)
  counts <- list(clicks_train.csv = clicks$count, promoted_content.csv = ads$count,
                 documents_categories.csv = documents$count)
  report_malformed(counts)
  made <- one_hot_tape(clicks$category, arms, "path")
  notes <- c(malformed_note(counts), outbrain_notes(clicks, made$left_out))
  new_tape(made$reward, "Outbrain clicks by category", notes)
}

#' @rdname click_tapes
#' @export
read_coupons <- function(file, rounds = 1e5, first = 1, ...) {
  check_no_dots(...)
  file <- check_text(file, "file")
  if (dir.exists(file)) file <- data_files(file, "coupon_visit_train.csv", "file")[[1]]
  file <- check_file(file)
  rounds <- check_rounds_to_read(rounds)
  first <- check_whole(first, "first", min = 1)
  if (is.finite(rounds)) check_tape_size(7, rounds, "rounds")
  seen <- collect_rounds(rounds, first)
  count <- stream_columns(file, c(I_DATE = "\\d{4}-\\d{2}-\\d{2}(?: \\d{2}:\\d{2}:\\d{2})?", PURCHASE_FLG = "[01]"),
                          function(field, n) seen$add(weekday_number(field("I_DATE"))), argument = "file")
  # A day that is not in the calendar is malformed too.
  count$malformed <- count$malformed + seen$dropped()
  counts <- list(coupon_visit_train.csv = count)
  report_malformed(counts)
  day <- seen$get()
  if (length(day) == 0) refuse_no_rounds("file", first)
  check_tape_size(7, length(day), "rounds")
  reward <- outer(1:7, day, "==") + 0
  rownames(reward) <- c("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
  new_tape(reward, "coupon views by weekday", malformed_note(counts))
}

check_folder <- function(path, call = rlang::caller_env()) {
  path <- check_text(path, "path", call = call)
  if (!dir.exists(path)) {
    abort_argument("path", "an existing folder", path, given = sprintf("%s, which is not one", quoted(path)),
                   call = call)
  }
  path
}

check_rounds_to_read <- function(rounds, argument = "rounds", call = rlang::caller_env()) {
  check_numbers(rounds, argument, size = 1, min = 1, whole = TRUE, infinite = TRUE, call = call,
                wanted = "a single whole number of at least 1, or Inf")
}

# The paths of files in a folder, compressed or not.
data_files <- function(folder, names, argument = "path", call = rlang::caller_env()) {
  vapply(names, function(name) {
    there <- file.path(folder, c(name, paste0(name, ".gz")))
    there <- there[file.exists(there)]
    if (length(there) > 0) return(there[1])
    abort_argument(argument, sprintf("a folder with %s in it", paste0("`", names, "`", collapse = ", ")), call = call,
                   given = sprintf("%s, in which there is no `%s`", quoted(folder), name))
  }, "")
}

# 1 for Monday to 7 for Sunday, by the calendar; NA for a day that it lacks.
weekday_number <- function(time) {
  day <- substr(time, 1, 10)
  days <- unique(day)
  number <- (as.POSIXlt(as.Date(days, format = "%Y-%m-%d"), tz = "UTC")$wday + 6) %% 7 + 1
  as.integer(number)[match(day, days)]
}

# Numbers of categories or days, from the `first`-th on, until there are
# `rounds` of them; NA counts as none.
collect_rounds <- function(rounds, first) {
  parts <- list()
  skip <- first - 1
  found <- dropped <- 0
  list(
    add = function(value) {
      dropped <<- dropped + sum(is.na(value))
      value <- value[!is.na(value)]
      passed <- min(skip, length(value))
      skip <<- skip - passed
      value <- value[passed + seq_len(min(length(value) - passed, rounds - found))]
      found <<- found + length(value)
      parts[[length(parts) + 1]] <<- as.integer(value)
      found < rounds
    },
    dropped = function() dropped,
    get = function() unlist(parts) %||% integer()
  )
}

# ---- Outbrain ------------------------------------------------------------------

identifier <- "\\d{1,9}"

read_promoted <- function(path, call = rlang::caller_env()) {
  ad <- document <- list()
  count <- stream_columns(path, c(ad_id = identifier, document_id = identifier), call = call,
                          take = function(field, n) {
    ad[[length(ad) + 1]] <<- as.integer(field("ad_id"))
    document[[length(document) + 1]] <<- as.integer(field("document_id"))
  })
  list(ad = unlist(ad), document = unlist(document), count = count)
}

# The category of greatest confidence of each document that is advertised.
read_categories <- function(path, advertised, call = rlang::caller_env()) {
  document <- unique(advertised)
  category <- rep(NA_integer_, length(document))
  confidence <- rep(-Inf, length(document))
  columns <- c(document_id = identifier, category_id = identifier, confidence_level = "\\d*\\.?\\d+(?:[eE]-?\\d+)?")
  count <- stream_columns(path, columns, call = call, take = function(field, n) {
    at <- match(as.integer(field("document_id")), document)
    here <- !is.na(at)
    at <- at[here]
    new <- as.integer(field("category_id"))[here]
    sure <- as.numeric(field("confidence_level"))[here]
    best <- order(at, -sure, new)
    best <- best[!duplicated(at[best])]
    at <- at[best]
    better <- sure[best] > confidence[at] | (sure[best] == confidence[at] & new[best] < category[at])
    confidence[at[better]] <<- sure[best][better]
    category[at[better]] <<- new[best][better]
  })
  list(document = document, category = category, count = count)
}

read_clicks <- function(path, ad, category, rounds, first, call = rlang::caller_env()) {
  seen <- collect_rounds(rounds, first)
  category_of <- look_up(ad, category)
  columns <- c(display_id = identifier, ad_id = identifier, clicked = "[01]")
  count <- stream_columns(path, columns, keep = c(clicked = "1"), call = call, take = function(field, n) {
    seen$add(category_of(as.integer(field("ad_id"))))
  })
  category <- seen$get()
  if (length(category) == 0) refuse_no_rounds("path", first, call)
  list(category = category, unknown = seen$dropped(), count = count)
}

# The value of a key, NA if there is none. match() would hash all keys again for
# each block; where the keys are not too sparse a vector is faster.
look_up <- function(key, value) {
  if (length(key) == 0) return(function(x) rep(NA_integer_, length(x)))
  if (max(key) > 1e6 + 20 * length(key)) return(function(x) value[match(x, key)])
  direct <- rep(NA_integer_, max(key) + 1)
  direct[key + 1] <- value
  function(x) direct[x + 1]
}

refuse_no_rounds <- function(argument, first, call = rlang::caller_env()) {
  abort_argument(argument, "the path of data with at least one round to read", call = call,
                 given = sprintf("data with none from round %s on", format_count(first)))
}

outbrain_notes <- function(clicks, left_out) {
  c(if (clicks$unknown > 0) {
      sprintf("%s on advertisements without a category left out", count_of(clicks$unknown, "click"))
    },
    if (left_out > 0) {
      sprintf("%s on other categories, in which no arm pays", count_of(left_out, "click"))
    })
}

# Rewards of 1 where the arm is the value of the round; the `arms` most frequent
# values are arms, the lower among equals.
one_hot_tape <- function(value, arms, argument, call = rlang::caller_env()) {
  frequency <- table(value)
  kept <- order(-frequency, as.integer(names(frequency)))[seq_len(min(arms, length(frequency)))]
  labels <- sort(as.integer(names(frequency))[kept])
  check_tape_size(length(labels), length(value), "rounds", call)
  reward <- outer(labels, value, "==") + 0
  rownames(reward) <- labels
  list(reward = reward, left_out = sum(!value %in% labels))
}
