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

# `named`: the columns of a data frame, see columns_named().
read_log_argument <- function(log, named = usual_columns(), call = rlang::caller_env()) {
  wanted <- "a log, as made by `read_open_bandit()`, or a data frame with the columns `arm` and `reward`"
  if (missing(log)) abort_missing("log", call, wanted)
  if (inherits(log, "unruly_log")) {
    refuse_columns(named, call)
    return(check_class(log, "log", "unruly_log", wanted, call))
  }
  if (!is.data.frame(log) || nrow(log) == 0) abort_argument("log", wanted, log, call = call)
  columns <- find_columns(named, log, call)
  absent <- setdiff(c("arm", "reward"), names(Filter(Negate(is.null), columns)))
  if (length(absent) > 0) {
    abort_argument("log", wanted, log, hint = did_you_mean(absent, names(log), in_code),
                   given = sprintf("a data frame without `%s`", absent[1]), call = call)
  }
  log_of_columns(log, columns, call)
}

log_of_columns <- function(log, columns, call) {
  read <- function(column, how) {
    name <- columns[[column]]
    if (!is.null(name)) how(log[[name]], paste0("log$", name), call)
  }
  reward <- read("reward", reward_column)
  arms <- log_arms(log[[columns$arm]], if (!is.null(columns$pool)) log[[columns$pool]],
                   paste0("log$", columns[c("arm", "pool")]),
                   call)
  new_log(arms$arm, reward, arms$pools, arms$pool, arms$labels, time = read("time", time_column),
          propensity = read("propensity", propensity_of_shown),
          context = if (length(columns$context) > 0) context_columns(log, columns$context, call))
}

# --- arms and pools -----------------------------------------------------------

# Arms are whole numbers, or labels, numbered by the levels of a factor or in
# alphabetical order; pools are lists of them, or texts of them parted by spaces.
# `arguments` are the names of both in errors.
log_arms <- function(arm, pool, arguments, call) {
  levels <- if (is.factor(arm)) levels(droplevels(arm))
  if (is.factor(arm)) arm <- as.character(arm)
  labelled <- is.character(arm)
  if (labelled) {
    check_labels(arm, spaces = !is.character(pool) && !is.factor(pool), arguments[1], call)
  } else {
    arm <- check_numbers(arm, arguments[1], min = 1, max = 1e7, whole = TRUE, call = call)
  }
  members <- if (!is.null(pool)) distinct_pools(pool, labelled, arguments[2], call)
  if (labelled) {
    labels <- unique(c(levels, sort(unique(c(arm, unlist(members$pools))), method = "radix")))
    arm <- match(arm, labels)
    members$pools <- lapply(members$pools, function(p) sort(match(p, labels)))
  } else {
    labels <- as.character(seq_len(max(arm, unlist(members$pools))))
  }
  if (is.null(pool)) members <- list(pools = list(seq_along(labels)), pool = rep(1, length(arm)))
  check_shown_in_pools(arm, members, arguments[2], call)
  # What differed only in the order of its arms is one pool.
  first <- match(members$pools, members$pools)
  distinct <- unique(first)
  list(arm = arm, labels = labels, pools = members$pools[distinct], pool = match(first, distinct)[members$pool])
}

# Where pools are texts, spaces part their labels.
check_labels <- function(arm, spaces, argument, call) {
  check_readable(unique(arm), argument, call)
  bad <- which(is.na(arm) | !nzchar(arm) | !spaces & grepl("[[:space:]]", arm))
  if (length(bad) == 0) return(invisible())
  abort_argument(argument, paste0("whole numbers of at least 1, or labels", if (!spaces) " without spaces"), arm,
                 call = call, given = sprintf("%s in event %d", quoted(arm[bad[1]]), bad[1]))
}

# Each pool that occurs, and which of them the events have.
distinct_pools <- function(pool, labelled, argument, call) {
  wanted <- "a list with the arms of each event (or a text of them, parted by spaces), the one shown among them"
  if (is.factor(pool)) pool <- as.character(pool)
  if ((!is.list(pool) || is.data.frame(pool)) && !is.character(pool)) abort_argument(argument, wanted, pool,
                                                                                     call = call)
  if (is.character(pool) && anyNA(pool)) {
    abort_argument(argument, wanted, pool, given = sprintf("NA in event %d", which(is.na(pool))[1]), call = call)
  }
  distinct <- unique(pool)
  which_pool <- match(pool, distinct)
  if (is.character(pool)) {
    check_readable(distinct, argument, call)
    distinct <- strsplit(trimws(distinct), "[[:space:]]+")
  }
  pools <- lapply(distinct, function(p) one_pool(p, labelled, wanted, argument, call))
  list(pools = pools, pool = which_pool)
}

one_pool <- function(members, labelled, wanted, argument, call) {
  if (is.factor(members)) members <- as.character(members)
  if (labelled) {
    good <- is.character(members) && length(members) > 0 && !anyNA(members) && all(nzchar(members))
    if (!good) abort_argument(argument, wanted, members, call = call)
    check_readable(members, argument, call)
    return(unique(members))
  }
  if (is.character(members)) members <- suppressWarnings(as.numeric(members))
  sort(unique(check_numbers(members, argument, min = 1, max = 1e7, whole = TRUE, call = call)))
}

check_shown_in_pools <- function(arm, members, argument, call) {
  sizes <- lengths(members$pools)
  # Does (pool, arm) of each event occur among the members?
  key <- function(pool, arm) pool * 2^24 + arm
  absent <- !key(members$pool, arm) %in% key(rep(seq_along(sizes), sizes), unlist(members$pools))
  if (any(absent)) {
    abort_argument(argument, "a list with the arms of each event, the one shown among them", call = call,
                   given = sprintf("a pool without the arm shown, in event %d", which(absent)[1]))
  }
}

# --- looking at a log -----------------------------------------------------------

#' @export
print.unruly_log <- print_formatted

#' @export
format.unruly_log <- function(x, ...) {
  check_object(x)
  sizes <- range(diff(x$pool_from))
  lines <- c(sprintf("<log> %s events, %s, mean reward %s", format_count(length(x$arm)), count_of(x$arms, "arm"),
                     format_numbers(mean(x$reward))),
             sprintf("%s of %s arms%s", count_of(length(x$pool_from) - 1, "pool"),
                     paste(unique(sizes), collapse = " to "),
                     if (is.null(x$propensity)) "" else "; with propensities"),
             if (length(x$pool_from) > 2) survivors_text(x), if (sum(x$malformed) > 0) malformed_text(x$malformed))
  one_line(lines)
}

# Arms in the pool of the last event: when they would have died, the log does
# not tell.
is_survivor <- function(log) seq_len(log$arms) %in% pools_of(log)[[log$pool[length(log$pool)]]]

survivors_text <- function(log) {
  sprintf("%s of %s alive at its end", format_count(sum(is_survivor(log))), count_of(log$arms, "arm"))
}

#' The events of a log, and the arms of a log
#'
#' `as_tibble()` of a log has one row an event; `click_rates()` one row an arm,
#' with the mean reward and an interval, to look at or to make arms of:
#' `arms_bernoulli(click_rates(log)$rate)`.
#'
#' The interval is Wilson's, (p + z^2 / 2n -+ z sqrt(p (1 - p) / n + z^2 / 4n^2)) / (1 + z^2
#' / n), p being the rate, n the events and z the normal quantile: it holds for
#' rewards of 0 and 1, also with few events and near 0, is a little wide for other rewards
#' in \[0, 1\], and is `NA` where rewards are on another scale. It takes events as
#' independent, and it is one arm's: with many arms some intervals miss.
#'
#' @param x,log A log or a data frame, see [bandit_replay()] (`as_tibble()`: a log).
#' @param ... Not used; must be empty.
#' @param level Confidence level, a number between 0 and 1.
#' @inheritParams bandit_replay
#' @return `as_tibble()`: the columns `event`, `time` (if the log knows it),
#'   `arm`, `shown` (the arm's label in the source), `reward`, `pool` (a list:
#'   the labels of the candidates), and `propensity` (if known).
#'   `click_rates()`: `arm`, `label`, `events` (how often it was shown),
#'   `reward` (the total), `rate` (reward by event; `NaN` if it was never
#'   shown), `lower` and `upper`, and `truth` for logs of [simulate_click_log()].
#' @section Errors: `unruly_error_argument` if `log` is not a log, or a column is not
#'   as [bandit_replay()] wants it.
#' @references Wilson (1927), Probable Inference, the Law of Succession, and
#'   Statistical Inference.
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

#' @export
as.data.frame.unruly_log <- function(x, ...) as.data.frame(as_tibble.unruly_log(x, ...))

#' @rdname logs
#' @export
click_rates <- function(log, arm = arm, reward = reward, time = time, pool = pool, propensity = propensity,
                        context = NULL, level = 0.95, ...) {
  check_no_dots(...)
  log <- read_log_argument(log, columns_named())
  level <- check_number(level, "level", above = 0, below = 1)
  events <- tabulate(log$arm, log$arms)
  reward <- sums_by(log$reward, log$arm, log$arms)
  unit <- all(log$reward >= 0 & log$reward <= 1)
  limits <- if (unit) wilson_interval(reward, events, level) else matrix(NA_real_, log$arms, 2)
  table <- tibble(arm = seq_len(log$arms), label = log$labels, events = events, reward = reward, rate = reward / events,
                  lower = limits[, 1], upper = limits[, 2])
  if (!is.null(log$truth)) table$truth <- log$truth
  table
}

# The sums of `x` in groups 1..count.
sums_by <- function(x, group, count) {
  total <- numeric(count)
  total[unique(group)] <- rowsum(x, group, reorder = FALSE)
  total
}

# Lower and upper limits of shares, a row each; of nothing 0 and 1.
wilson_interval <- function(successes, n, level) {
  z <- stats::qnorm((1 + level) / 2)
  p <- ifelse(n > 0, successes / n, 0)
  middle <- (successes + z^2 / 2) / (n + z^2)
  half <- z / (n + z^2) * sqrt(n * p * (1 - p) + z^2 / 4)
  cbind(pmax(middle - half, 0), pmin(middle + half, 1))
}

shape.unruly_log <- function(x) list(
  labels = function(v, x) is.character(v), arms = function(v, x) is_count(v, 1, 1e7) && v == length(x$labels),
  arm = function(v, x) is_reals(v) && all(v >= 1 & v <= x$arms & v == round(v)),
  reward = function(v, x) is_reals(v, length(x$arm)), shown = function(v, x) is_reals(v, length(x$arm)) &&
  all(v == x$arm), pool = function(v, x) is_reals(v, length(x$arm)) && all(v >= 1 & v < length(x$pool_from)),
  pool_from = function(v, x) is_reals(v) && !is.unsorted(v) && v[1] == 0 && v[length(v)] == length(x$pool_members),
  pool_members = function(v, x) is_reals(v) && all(v >= 1 & v <= x$arms),
  time = function(v, x) is.null(v) || is_reals(v, length(x$arm)),
  propensity = function(v, x) is.null(v) || is_reals(v, length(x$arm)) && all(v > 0 & v <= 1),
  context = function(v, x) is.null(v) || is.matrix(v) && is_reals(v) && nrow(v) == length(x$arm),
  truth = function(v, x) is.null(v) || is_reals(v, x$arms),
  malformed = function(v, x) is.null(v) || is_reals(v) && all(v >= 0) && has_names(v)
)
