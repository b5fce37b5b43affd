# A log, as the core wants it: events point to pools, pools list their arms.

# `pools` is a list of arm numbers, `pool` the number of the pool of each event. Besides, if known: `time`, `propensity`
# (of what was shown), `context` (a matrix, one row per event), `propensities` (see place_propensities()), `round`,
# `game` (columns that distinguish games), `range`, `outcome_time` (NA where there is none) and `until`.
new_log <- function(arm, reward, pools, pool, labels, ...) {
  log <- list(
    arm = as.integer(arm), reward = as.double(reward), arms = length(labels), labels = labels,
    shown = as.double(arm), pool = as.double(pool),
    pool_from = as.double(cumsum(c(0, lengths(pools)))), pool_members = as.double(unlist(pools))
  )
  structure(c(log, without_nulls(list(...))), class = "unruly_log")
}

pools_of <- function(log) {
  sizes <- diff(log$pool_from)
  unname(split(log$pool_members, factor(rep(seq_along(sizes), sizes), seq_along(sizes))))
}

has_numbered_arms <- function(log) are_numbers(log$labels)

# The arms of events, as everywhere: numbers, or a factor of their names.
arms_of_log <- function(log) if (has_numbered_arms(log)) log$arm else factor(log$labels[log$arm], log$labels)

# The log that a function was given as `argument`; with a data frame also the arguments of as_log() that stand in its
# dots. `call` is the frame of that function. `learns`: whether policies are to learn from the contexts.
log_argument <- function(log, argument, ..., call, wanted = log_words, learns = TRUE) {
  given <- substitute(list(...))
  refuse_other_dots(given, call)
  if (missing(log)) abort_missing(argument, call, wanted)
  if (!is.data.frame(log) && !inherits(log, "unruly_log")) abort_argument(argument, wanted, log, call = call)
  if (is.data.frame(log)) {
    log <- do.call(log_of_frame, c(list(log), columns_given(...), list(argument = argument, call = call)))
    if (learns) warn_of_raw_contexts(log$context, context_advice, call)
    return(log)
  }
  if (length(given) > 1) {
    abort_argument(names(given)[2], "left out: a log states its own", given = column_text(given[[2]]), call = call,
                   hint = sprintf("It is an argument of `as_log()`, which made `%s`.", argument))
  }
  check_class(log, argument, "unruly_log", wanted, call)
}

# In the dots stand arguments of as_log() only, by their names.
refuse_other_dots <- function(given, call) {
  known <- names(formals(columns_given))
  others <- which(!(names(given) %||% rep("", length(given)))[-1] %in% known) + 1
  if (length(others) > 0) refuse_argument(given[c(1, others)], call, known)
}

log_words <- "a log, as made by `as_log()` or `read_open_bandit()`, or a data frame with its columns `arm` and `reward`"

# `columns`: see columns_named(). `argument`: what the user's function calls the data frame. `count`: how many arms
# there are, where numbers are their places.
log_of_frame <- function(data, columns, range, argument, call, count = NULL, contexts = contexts_as_given,
                         until = NULL) {
  if (nrow(data) == 0) abort_argument(argument, paste(log_words, "with one row per event"), data, call = call)
  columns <- find_columns(columns, data, argument, call)
  refuse_columns_twice(data, c(unlist(columns), "round", "reported", "batched"), argument, call)
  if (!is.null(columns$arm)) data <- without_no_choices(data, columns$arm)
  if (nrow(data) == 0) abort_argument(argument, paste(log_words, "with one row per event"), data, call = call)
  needed <- c("arm", if (is.null(columns$outcome_time)) "reward")
  absent <- setdiff(needed, names(Filter(Negate(is.null), columns)))
  if (length(absent) > 0) {
    abort_argument(argument, log_words, data, hint = absent_hint(absent[1], data),
                   given = sprintf("a data frame without `%s`", absent[1]), call = call)
  }
  log_of_columns(data, columns, range, contexts, argument, call, count, until)
}

absent_hint <- function(absent, data) {
  did_you_mean(absent, names(data), in_code) %||%
    sprintf("Name the column that has it, as in `%s = %s`.%s", absent, c(arm = "item", reward = "click")[[absent]],
            if (length(data) == 0) "" else
              sprintf(" Columns: %s.", paste(in_code(utils::head(names(data), 8)), collapse = ", ")))
}

log_of_columns <- function(data, columns, range, contexts, argument, call, count = NULL, until = NULL) {
  column <- function(which) if (!is.null(columns[[which]])) data[[columns[[which]]]]
  called <- function(which) paste0(argument, "$", columns[[which]])
  read <- function(which, how) if (!is.null(columns[[which]])) how(column(which), called(which), call)
  reward <- read("reward", reward_column)
  propensities <- read("propensities", propensity_names)
  arms <- log_arms(column("arm"), column("pool"), propensities, c(called("arm"), called("pool")), call,
                   count)
  time <- read("time", time_column)
  game <- if (length(columns$game) > 0) games_of_frame(data, columns$game, argument, call)
  check_time_order(time, game, argument, columns$time, call)
  dates <- outcome_dates(read("outcome_time", outcome_time_column), is.numeric(column("outcome_time")), time, until,
                         called("outcome_time"), call)
  reward <- rewards_with_dates(reward, dates$outcome_time, called("reward"), call)
  range <- check_log_range(range, reward, called("reward"), call)
  context <- context_columns(data, columns$context, contexts, argument, call)
  new_log(arms$arm, reward, arms$pools, arms$pool, arms$labels, time = time, outcome_time = dates$outcome_time,
          until = dates$until, unit = if (!is.null(time) && !is.numeric(column("time"))) "seconds",
          propensity = read("propensity", propensity_of_shown),
          context = context$value, coordinates = context$names,
          propensities = place_propensities(propensities, arms$labels, call), range = range, game = game,
          own_game = own_game_columns(data, columns$game), round = round_column(data[["round"]]),
          reported = reported_column(data[["reported"]] %||% shown_by_study(data), data[["round"]]),
          batched = batched_column(data[["batched"]]), row = attr(data, "rows"),
          stated = stated_column(data[["stated"]]))
}

# Leaves out rows in which no choice was made. Which rows are left is kept for errors and tables.
without_no_choices <- function(data, column) {
  arm <- data[[column]]
  absent <- is.atomic(arm) & is.na(arm) & !is.nan(if (is.numeric(arm)) arm else 0)
  if (!is.null(dim(arm)) || !any(absent)) return(data)
  rows <- sum(absent)
  inform_plain(sprintf("%s without an arm, in which no choice was made, %s left out.", count_of(rows, "row"),
                       if (rows == 1) "is" else "are"), class = "unruly_message_no_choice")
  kept <- data[!absent, , drop = FALSE]
  attr(kept, "rows") <- which(!absent)
  kept
}

# Returns the propensities that a policy would have given to choices of others; NULL if there is no such column.
stated_column <- function(stated) {
  good <- is.double(stated) && !is.object(stated) && is.null(dim(stated)) &&
    !any(stated < 0 | stated > 1, na.rm = TRUE)
  if (good) stated
}

# Returns which rewards were shown with others of their batch; NULL if there is no such column.
batched_column <- function(batched) if (is.logical(batched) && !is.object(batched) && !anyNA(batched)) batched

# Returns the column `shown` of the choices of a study.
shown_by_study <- function(data) if (all(c("wait", "observed", "cost") %in% names(data))) data[["shown"]]

# Returns the rounds at whose ends rewards were shown, not before their own, Inf for never; NULL if there is no such
# column.
reported_column <- function(reported, round) {
  round <- round_column(round)
  if (is.null(round) || !is.numeric(reported) || is.object(reported) || length(reported) != length(round)) return(NULL)
  reported <- replace(reported, is.na(reported), Inf)
  if (all(reported >= round) && all(reported == round(reported) | is.infinite(reported))) as.double(reported)
}

# Returns columns of games under their own names, where there are others than those of a study.
own_game_columns <- function(data, columns) {
  if (length(setdiff(columns, game_columns)) == 0) return(NULL)
  lapply(as.list(data)[columns], plain_column)
}

plain_column <- function(column) {
  plain <- is.factor(column) || is.atomic(column) && !is.object(column) && is.null(dim(column))
  if (plain) column else as.character(column)
}

# Returns the columns that distinguish the games of a log, as the user calls them.
own_games <- function(log) log$own_game %||% log$game

# Returns the column of rounds of a log that as_log() made of a study or an agent; any other column of this name has
# another meaning.
round_column <- function(round) {
  good <- is.numeric(round) && !is.object(round) && is.null(dim(round)) && all(is.finite(round)) &&
    all(round >= 1 & round == round(round))
  if (good) as.double(round)
}

# Columns of the tables of a study by their names, others together as `rep`.
games_of_frame <- function(data, columns, argument, call) {
  wide <- Find(function(name) !is.null(dim(data[[name]])), columns)
  if (!is.null(wide)) {
    abort_argument(paste0(argument, "$", wide), "a column with a value for each row", data[[wide]], call = call)
  }
  game <- lapply(as.list(data)[columns], plain_column)
  own <- setdiff(columns, game_columns)
  if (length(own) == 0) return(game)
  parts <- unname(game[c(own, intersect("rep", columns))])
  rep <- if (length(parts) == 1) parts[[1]] else row_texts(parts)
  c(game[intersect(c("bandit", "policy"), columns)], list(rep = rep))
}

# --- arms and pools -----------------------------------------------------------

# Arms are labels, numbered by the levels of a factor (those that occur), or sorted; or whole numbers, which are places
# if they are 1 to K without a gap, and otherwise labels, too. Pools are lists of them, or strings of them separated by
# spaces. `propensities`: see propensity_names(). `count`: K, where it is known. `arguments` are the names of both in
# errors.
log_arms <- function(arm, pool, propensities, arguments, call, count = NULL) {
  given <- arm
  if (is.factor(arm)) arm <- as.character(arm)
  labelled <- is.character(arm)
  if (labelled) {
    check_labels(arm, spaces = !is.character(pool) && !is.factor(pool), arguments[1], call)
  } else {
    arm <- check_arm_numbers(arm, arguments[1], call)
  }
  if (!is.null(pool)) refuse_joined_pools(arm, pool, arguments[2], call)
  members <- if (!is.null(pool)) distinct_pools(pool, labelled, arguments[2], call)
  if (labelled) {
    met <- sort(unique(c(arm, unlist(members$pools), propensities$names)), method = "radix")
    labels <- if (is.factor(given)) unique(c(levels_met(given, met, propensities), met)) else met
  } else {
    met <- sort(unique(c(arm, unlist(members$pools), numbers_named(propensities))))
    places <- seq_len(max(count, propensities$columns, length(met)))
    met <- if (all(met %in% places)) places else met
    labels <- whole_text(met)
  }
  place <- function(arms) match(arms, if (labelled) labels else met)
  arm <- place(arm)
  if (is.null(pool)) {
    return(list(arm = arm, labels = labels, pools = list(seq_along(labels)), pool = rep(1, length(arm))))
  }
  members$pools <- lapply(members$pools, function(p) sort(place(p)))
  check_shown_in_pools(arm, members, arguments[2], call)
  # Pools that differed only in the order of their arms are one.
  first <- match(members$pools, members$pools)
  distinct <- unique(first)
  list(arm = arm, labels = labels, pools = members$pools[distinct], pool = match(first, distinct)[members$pool])
}

check_arm_numbers <- function(arm, argument, call) {
  check_numbers(arm, argument, min = -most_arm_number, max = most_arm_number, whole = TRUE, call = call,
                wanted = "whole numbers, strings or a factor, without NA")
}

most_arm_number <- 2^53

# All of them beside a matrix of propensities without names, which has a column for each.
levels_met <- function(arm, met, propensities) {
  if (is.matrix(propensities$chances) && is.null(propensities$names)) levels(arm) else intersect(levels(arm), met)
}

# The names of propensities that are numbers.
numbers_named <- function(propensities) {
  named <- suppressWarnings(as.numeric(propensities$names))
  named[is.finite(named) & abs(named) <= most_arm_number & named == round(named)]
}

# Checks labels; where pools are strings, spaces separate them.
check_labels <- function(arm, spaces, argument, call) {
  check_readable(unique(arm), argument, call)
  bad <- which(is.na(arm) | !nzchar(arm) | !spaces & grepl("[[:space:]]", arm))
  if (length(bad) == 0) return(invisible())
  abort_argument(argument, paste0("whole numbers of at least 1, or labels", if (!spaces) " without spaces"), arm,
                 call = call, given = sprintf("%s in row %d", quoted(arm[bad[1]]), bad[1]))
}

# Pools such as "a,b", whose parts are arms as they are not themselves.
refuse_joined_pools <- function(arm, pool, argument, call) {
  if (!is.character(pool) && !is.factor(pool)) return(invisible())
  text <- as.character(pool)
  met <- unique(if (is.numeric(arm)) plain_number(arm) else as.character(arm))
  joined <- unique(text[!is.na(text) & is_readable(text) & grepl("[,;|]", text)])
  parts <- lapply(strsplit(joined, "[[:space:]]*[,;|][[:space:]]*"), trimws)
  wrong <- which(vapply(parts, function(p) any(p %in% met), NA) & !joined %in% met)
  if (length(wrong) == 0) return(invisible())
  abort_argument(argument, "a list with the arms of each event, or strings of them, separated by spaces", call = call,
                 given = quoted(joined[wrong[1]]),
                 hint = sprintf("Make a list of them beforehand, by `%1$s <- strsplit(%1$s, \"[,;|] *\")`.", argument))
}

# Each pool that occurs, and which of them the events have.
distinct_pools <- function(pool, labelled, argument, call) {
  wanted <- "a list with the arms of each event (or strings of them, separated by spaces), the one shown among them"
  if (is.factor(pool)) pool <- as.character(pool)
  if ((!is.list(pool) || is.data.frame(pool)) && !is.character(pool)) abort_argument(argument, wanted, pool,
                                                                                     call = call)
  if (is.character(pool) && anyNA(pool)) {
    abort_argument(argument, wanted, pool, given = sprintf("NA in row %d", which(is.na(pool))[1]), call = call)
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
  if (labelled && is_reals(members)) members <- plain_number(members)
  if (labelled) {
    good <- is.character(members) && length(members) > 0 && !anyNA(members) && all(nzchar(members))
    if (!good) abort_argument(argument, wanted, members, call = call)
    check_readable(members, argument, call)
    return(unique(members))
  }
  if (is.character(members)) members <- suppressWarnings(as.numeric(members))
  sort(unique(check_arm_numbers(members, argument, call)))
}

check_shown_in_pools <- function(arm, members, argument, call) {
  sizes <- lengths(members$pools)
  absent <- !member_key(members$pool, arm) %in% member_key(rep(seq_along(sizes), sizes), unlist(members$pools))
  if (any(absent)) {
    abort_argument(argument, "a list with the arms of each event, the one shown among them", call = call,
                   given = sprintf("a pool without the arm shown in row %d", which(absent)[1]))
  }
}

# A number for each pair of a pool and an arm, of which there are fewer than 2^24.
member_key <- function(pool, arm) pool * 2^24 + arm

# --- looking at a log -----------------------------------------------------------

#' @export
print.unruly_log <- print_formatted

#' @export
format.unruly_log <- function(x, ...) {
  check_object(x)
  sizes <- range(diff(x$pool_from))
  known <- c(if (!is.null(x$propensity) || !is.null(x$propensities)) "with propensities",
             if (anyNA(x$propensity)) sprintf("%s without a propensity", count_of(sum(is.na(x$propensity)), "event")),
             if (!is.null(x$range)) sprintf("rewards in [%s]", paste(format_numbers(x$range), collapse = ", ")),
             if (is_dated(x)) paste(count_of(sum(!is.na(x$outcome_time)), "outcome"), "dated"),
             if (anyNA(x$outcome_time)) paste(format_count(sum(is.na(x$outcome_time))), "open"),
             if (anyNA(x$reward)) sprintf("%s not reported", count_of(sum(is.na(x$reward)), "reward")))
  lines <- c(sprintf("<log> %s events, %s, mean reward %s", format_count(length(x$arm)), count_of(x$arms, "arm"),
                     format_numbers(mean(x$reward, na.rm = TRUE))),
             paste(c(sprintf("%s of %s arms", count_of(length(x$pool_from) - 1, "pool"),
                             paste(unique(sizes), collapse = " to ")), known), collapse = "; "),
             if (!is.null(x$coordinates)) contexts_text(x$coordinates),
             if (length(x$pool_from) > 2) survivors_text(x), if (sum(x$malformed) > 0) malformed_text(x$malformed))
  one_line(lines)
}

contexts_text <- function(names) {
  rest <- length(names) - 6
  paste0("contexts: ", paste(utils::head(names, 6), collapse = ", "), if (rest > 0) sprintf(" and %d more", rest))
}

# Arms in the pool of the last event: when they would have died, the log does not state.
is_survivor <- function(log) seq_len(log$arms) %in% pools_of(log)[[log$pool[length(log$pool)]]]

survivors_text <- function(log) {
  sprintf("%s of %s alive at its end", format_count(sum(is_survivor(log))), count_of(log$arms, "arm"))
}

#' Summarise a log, or list its events
#' @description
#' `summary()` gives the number of events, the mean reward and an interval for each arm of a log. `as_tibble()` gives
#' one row per event.
#'
#' **Use it when** you look at a log before you replay it, or make arms of it: `arms_bernoulli(summary(log)$rate)`.
#' After a policy that learns, use [estimates()].
#'
#' @details
#' The interval is Wilson's, (p + z^2 / 2n -+ z sqrt(p (1 - p) / n + z^2 / 4n^2)) / (1 + z^2 / n), with the mean reward
#' p, n events and the normal quantile z. It holds for rewards of 0 and 1, also with few events and near 0, and is wider
#' than needed for other rewards in \[0, 1\]. It takes events as independent and covers one arm at a time.
#' Outcomes of a log that have not come count as 0 where it says no other reward. A message (`unruly_message_open`) says
#' how many; `estimates(within = )` counts them by age.
#'
#' @param object,x A log, see [as_log()].
#' @param level Nominal coverage of each interval, in (0, 1). Default: 0.95.
#' @param ... Must be empty.
#' @return `summary()`: a tibble with one row per arm: `arm`, `label`, `events` (with a reward), `reward` (their sum),
#'   `rate` (mean reward; `NaN` without events), `lower`, `upper` (`NA` if rewards lie outside \[0, 1\]), and `truth`
#'   for logs of [simulate_click_log()]. `as_tibble()`: a tibble with one row per event, as [as_log()] reads it: the
#'   columns of the games, `round`, `arm` (a number, or a factor where arms have names), `reward`, `time`,
#'   `outcome_time`, `pool` (a list), `propensity`, `stated` (of the log of an agent: see [agent_decisions()]),
#'   `propensities` (a list or a matrix), `context1`, `context2`, ...; without those that the log does not have.
#' @references Wilson (1927), Probable Inference, the Law of Succession, and Statistical Inference, Journal of the
#'   American Statistical Association 22.
#' @seealso [as_log()], [bandit_replay()], [estimates()]
#' @examples
#' log <- read_open_bandit()
#' summary(log)
#' as_tibble(log)
#' @name logs
NULL

#' @rdname logs
#' @export
summary.unruly_log <- function(object, level = 0.95, ...) {
  check_no_dots(...)
  check_object(object)
  level <- check_number(level, "level", above = 0, below = 1)
  tell_of_open_outcomes(object)
  known <- !is.na(object$reward)
  events <- tabulate(object$arm[known], object$arms)
  reward <- sums_by(object$reward[known], object$arm[known], object$arms)
  unit <- all(object$reward[known] >= 0 & object$reward[known] <= 1)
  limits <- if (unit) wilson_interval(reward, events, level) else matrix(NA_real_, object$arms, 2)
  table <- tibble(arm = seq_len(object$arms), label = object$labels, events = events, reward = reward,
                  rate = reward / events, lower = limits[, 1], upper = limits[, 2])
  if (!is.null(object$truth)) table$truth <- object$truth
  table
}

#' @rdname logs
#' @export
as_tibble.unruly_log <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  pools <- lapply(pools_of(x), function(arms) if (has_numbered_arms(x)) as.integer(arms) else x$labels[arms])
  context <- x$context
  columns <- c(own_games(x), list(round = x$round, arm = arms_of_log(x), reward = x$reward, time = x$time,
                            outcome_time = x$outcome_time, reported = x$reported,
                            batched = if (!is.null(x$reported)) x$batched,
                            pool = pools[x$pool], propensity = x$propensity, stated = x$stated,
                            propensities = propensities_as_given(x)),
               stats::setNames(lapply(seq_len(NCOL(context) * !is.null(context)), function(i) context[, i]),
                               sprintf("context%d", seq_len(NCOL(context) * !is.null(context)))))
  tibble::new_tibble(without_nulls(columns), nrow = length(x$arm))
}

#' @export
as.data.frame.unruly_log <- function(x, ...) as.data.frame(as_tibble.unruly_log(x, ...))

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
  # None of n, or all, give a bound of exactly 0 or 1, without what rounding leaves.
  cbind(ifelse(successes == 0, 0, pmax(middle - half, 0)), ifelse(successes == n & n > 0, 1, pmin(middle + half, 1)))
}

shape.unruly_log <- function(x) list(
  labels = function(v, x) is.character(v), arms = function(v, x) is_count(v, 1, 1e7) && v == length(x$labels),
  arm = function(v, x) is_reals(v) && all(v >= 1 & v <= x$arms & v == round(v)),
  reward = function(v, x) are_reals_or_missing(v, length(x$arm)),
  shown = function(v, x) is_reals(v, length(x$arm)) && all(v == x$arm),
  pool = function(v, x) is_reals(v, length(x$arm)) && all(v >= 1 & v < length(x$pool_from)),
  pool_from = function(v, x) is_reals(v) && !is.unsorted(v) && v[1] == 0 && v[length(v)] == length(x$pool_members),
  pool_members = function(v, x) is_reals(v) && all(v >= 1 & v <= x$arms),
  time = function(v, x) is.null(v) || is_reals(v, length(x$arm)),
  outcome_time = function(v, x) is.null(v) || are_reals_or_missing(v, length(x$arm)) && !is.null(x$time) &&
    is_reals(x$until, 1) && all(is.na(v) | v >= x$time & v <= x$until) && all(x$time <= x$until),
  unit = function(v, x) is.null(v) || is_word(v),
  propensity = function(v, x) is.null(v) || are_reals_or_missing(v, length(x$arm)) && all(is.na(v) | v > 0 & v <= 1),
  coordinates = function(v, x) is.null(v) || is_words(v) && length(v) == NCOL(x$context),
  context = function(v, x) is.null(v) || is.matrix(v) && is_reals(v) && nrow(v) == length(x$arm),
  stated = function(v, x) is.null(v) || are_reals_or_missing(v, length(x$arm)) && all(is.na(v) | v >= 0 & v <= 1),
  propensities = function(v, x) is.null(v) || is_placed(v, x),
  round = function(v, x) is.null(v) || is_reals(v, length(x$arm)),
  reported = function(v, x) is.null(v) || is_reals(v, length(x$arm), infinite = TRUE) && all(v >= x$round),
  batched = function(v, x) is.null(v) || is.logical(v) && length(v) == length(x$arm) && !anyNA(v),
  row = function(v, x) is.null(v) || is_reals(v, length(x$arm)),
  own_game = function(v, x) is.null(v) || is.list(v) && has_names(v) && all(lengths(v) == length(x$arm)),
  game = function(v, x) is.null(v) || is.list(v) && has_names(v) && all(lengths(v) == length(x$arm)),
  range = function(v, x) is.null(v) || is_reals(v, 2) && v[1] < v[2] &&
    !any(x$reward < v[1] | x$reward > v[2], na.rm = TRUE),
  truth = function(v, x) is.null(v) || is_reals(v, x$arms),
  malformed = function(v, x) is.null(v) || is_reals(v) && all(v >= 0) && has_names(v)
)

are_reals_or_missing <- function(v, size) {
  is.numeric(v) && !is.object(v) && is.null(dim(v)) && length(v) == size && all(is.na(v) | is.finite(v))
}

# Returns whether these are propensities as place_propensities() makes them.
is_placed <- function(v, log) {
  are_arms <- function(place) is.integer(place) && all(is.na(place) | place >= 1 & place <= log$arms)
  if (!is.list(v) || !are_arms(v$place)) return(FALSE)
  if (is.list(v$chances)) {
    return(length(v$chances) == length(log$arm) && is.character(v$names) && are_arms(v$arm_of_name) &&
             length(v$names) == length(v$arm_of_name))
  }
  is.matrix(v$chances) && is.double(v$chances) && nrow(v$chances) == length(log$arm) &&
    ncol(v$chances) == length(v$place) && !anyNA(v$place)
}
