# A log, as the core wants it: events point to pools, pools list their arms.

# `pools` is a list of arm numbers, `pool` says which of them each event has;
# `time`, `propensity` (the chance with which what was shown was shown) and
# `context` (a matrix, one row an event) may be unknown.
new_log <- function(arm, reward, pools, pool, labels, time = NULL, propensity = NULL, context = NULL) {
  log <- list(
    arm = as.integer(arm), reward = as.double(reward), arms = length(labels), labels = labels,
    shown = as.double(arm), pool = as.double(pool),
    pool_from = as.double(cumsum(c(0, lengths(pools)))), pool_members = as.double(unlist(pools))
  )
  log$time <- time
  log$propensity <- propensity
  log$context <- context
  structure(log, class = "unruly_log")
}

pools_of <- function(log) {
  sizes <- diff(log$pool_from)
  unname(split(log$pool_members, factor(rep(seq_along(sizes), sizes), seq_along(sizes))))
}

as_log <- function(log, call = rlang::caller_env()) {
  wanted <- "a log, as made by `read_open_bandit()`, or a data frame with the columns `arm` and `reward`"
  if (missing(log)) abort_missing("log", call, wanted)
  if (inherits(log, "unruly_log")) return(check_class(log, "log", "unruly_log", wanted, call))
  if (!is.data.frame(log) || nrow(log) == 0) abort_argument("log", wanted, log, call = call)
  shown <- if ("shown" %in% names(log)) "shown" else "arm"
  absent <- setdiff(c(shown, "reward"), names(log))
  if (length(absent) > 0) {
    abort_argument("log", wanted, log, given = sprintf("a data frame without `%s`", absent[1]), call = call)
  }
  reward <- check_numbers(log[["reward"]], "log$reward", call = call)
  check_largest(reward, "log$reward", call = call)
  arms <- log_arms(log[[shown]], log[["pool"]], shown, call)
  new_log(arms$arm, reward, arms$pools, arms$pool, arms$labels, time = log_time(log, call),
          propensity = log_propensity(log, call), context = log_context(log, call))
}

# --- arms and pools -----------------------------------------------------------

# Arms are whole numbers, or labels, numbered by the levels of a factor or in
# alphabetical order; pools are lists of them, or texts of them parted by spaces.
log_arms <- function(arm, pool, column, call) {
  levels <- if (is.factor(arm)) levels(droplevels(arm))
  if (is.factor(arm)) arm <- as.character(arm)
  labelled <- is.character(arm)
  if (labelled) {
    check_labels(arm, column, call)
  } else {
    arm <- check_numbers(arm, paste0("log$", column), min = 1, max = 1e7, whole = TRUE, call = call)
  }
  members <- if (!is.null(pool)) distinct_pools(pool, length(arm), labelled, call)
  if (labelled) {
    labels <- unique(c(levels, sort(unique(c(arm, unlist(members$pools))), method = "radix")))
    arm <- match(arm, labels)
    members$pools <- lapply(members$pools, function(p) sort(match(p, labels)))
  } else {
    labels <- as.character(seq_len(max(arm, unlist(members$pools))))
  }
  if (is.null(pool)) members <- list(pools = list(seq_along(labels)), pool = rep(1, length(arm)))
  check_shown_in_pools(arm, members, call)
  # What differed only in the order of its arms is one pool.
  first <- match(members$pools, members$pools)
  distinct <- unique(first)
  list(arm = arm, labels = labels, pools = members$pools[distinct], pool = match(first, distinct)[members$pool])
}

check_labels <- function(arm, column, call) {
  check_readable(unique(arm), paste0("log$", column), call)
  bad <- is.na(arm) | !nzchar(arm) | grepl("[[:space:]]", arm)
  if (any(bad)) {
    abort_argument(paste0("log$", column), "whole numbers of at least 1, or labels without spaces", arm, call = call,
                   given = sprintf("%s in event %d", quoted(arm[which(bad)[1]]), which(bad)[1]))
  }
}

# Each pool that occurs, and which of them the events have.
distinct_pools <- function(pool, events, labelled, call) {
  wanted <- "a list with the arms of each event (or a text of them, parted by spaces), the one shown among them"
  if (is.factor(pool)) pool <- as.character(pool)
  if (!is.list(pool) && !is.character(pool)) abort_argument("log$pool", wanted, pool, call = call)
  if (is.character(pool) && anyNA(pool)) {
    abort_argument("log$pool", wanted, pool, given = sprintf("NA in event %d", which(is.na(pool))[1]), call = call)
  }
  distinct <- unique(pool)
  which_pool <- match(pool, distinct)
  if (is.character(pool)) {
    check_readable(distinct, "log$pool", call)
    distinct <- strsplit(trimws(distinct), "[[:space:]]+")
  }
  pools <- lapply(distinct, function(p) one_pool(p, labelled, wanted, call))
  list(pools = pools, pool = which_pool)
}

one_pool <- function(members, labelled, wanted, call) {
  if (is.factor(members)) members <- as.character(members)
  if (labelled) {
    good <- is.character(members) && length(members) > 0 && !anyNA(members) && all(nzchar(members))
    if (!good) abort_argument("log$pool", wanted, members, call = call)
    check_readable(members, "log$pool", call)
    return(unique(members))
  }
  if (is.character(members)) members <- suppressWarnings(as.numeric(members))
  sort(unique(check_numbers(members, "log$pool", min = 1, max = 1e7, whole = TRUE, call = call)))
}

check_shown_in_pools <- function(arm, members, call) {
  sizes <- lengths(members$pools)
  # Does (pool, arm) of each event occur among the members?
  key <- function(pool, arm) pool * 2^24 + arm
  absent <- !key(members$pool, arm) %in% key(rep(seq_along(sizes), sizes), unlist(members$pools))
  if (any(absent)) {
    abort_argument("log$pool", "a list with the arms of each event, the one shown among them", call = call,
                   given = sprintf("a pool without the arm shown, in event %d", which(absent)[1]))
  }
}

# --- columns that may be there --------------------------------------------------

log_time <- function(log, call) {
  time <- log[["time"]]
  if (inherits(time, c("POSIXct", "Date"))) time <- as.numeric(time)
  if (!is.null(time)) check_numbers(time, "log$time", call = call)
}

log_propensity <- function(log, call) {
  if (is.null(log[["propensity"]])) return(NULL)
  check_numbers(log[["propensity"]], "log$propensity", above = 0, max = 1, call = call)
}

# A matrix column `context`, or columns whose names begin with it.
log_context <- function(log, call) {
  columns <- names(log)[startsWith(names(log), "context")]
  if (length(columns) == 0) return(NULL)
  context <- do.call(cbind, lapply(log[columns], as.matrix))
  check_matrix(unname(context), "log$context", rows = nrow(log), call = call,
               wanted = "columns of finite numbers, one row an event")
}

# --- looking at a log -----------------------------------------------------------

#' @export
print.unruly_log <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  cat(sprintf("<log> %s events, %s, mean reward %s\n", format_count(length(x$arm)), count_of(x$arms, "arm"),
              format_numbers(mean(x$reward))))
  sizes <- range(diff(x$pool_from))
  cat(sprintf("%s of %s arms%s\n", count_of(length(x$pool_from) - 1, "pool"), paste(unique(sizes), collapse = " to "),
              if (is.null(x$propensity)) "" else "; with propensities"))
  if (sum(x$malformed) > 0) cat(malformed_text(x$malformed), "\n", sep = "")
  invisible(x)
}

#' The events of a log, and the arms of a log
#'
#' `as_tibble()` of a log has one row an event; `click_rates()` one row an arm,
#' to make arms of: `arms_bernoulli(click_rates(log)$rate)`.
#'
#' @param x,log A log, see [bandit_replay()].
#' @param ... Not used; must be empty.
#' @return `as_tibble()`: the columns `event`, `time` (if the log knows it),
#'   `arm`, `shown` (the arm's label in the source), `reward`, `pool` (a list:
#'   the labels of the candidates), and `propensity` (if known).
#'   `click_rates()`: `arm`, `label`, `events` (how often it was shown),
#'   `reward` (the total), `rate` (reward by event; `NaN` if it was never
#'   shown), and `truth` for logs of [simulate_click_log()].
#' @section Errors: `unruly_error_argument` if `log` is not a log.
#' @examples
#' log <- read_open_bandit(open_bandit_sample())
#' click_rates(log)
#' @name logs
NULL

#' @rdname logs
#' @export
as_tibble.unruly_log <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  pools <- lapply(pools_of(x), function(arms) x$labels[arms])
  columns <- list(event = seq_along(x$arm), time = x$time, arm = as.integer(x$arm), shown = x$labels[x$arm],
                  reward = x$reward, pool = pools[x$pool], propensity = x$propensity)
  tibble::as_tibble(columns[!vapply(columns, is.null, NA)])
}

#' @rdname logs
#' @export
click_rates <- function(log) {
  log <- as_log(log)
  events <- tabulate(log$arm, log$arms)
  reward <- rep(0, log$arms)
  sums <- rowsum(log$reward, log$arm)
  reward[as.integer(rownames(sums))] <- sums
  table <- tibble(arm = seq_len(log$arms), label = log$labels, events = events, reward = reward, rate = reward / events)
  if (!is.null(log$truth)) table$truth <- log$truth
  table
}
