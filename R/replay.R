#' A bandit made of a log
#'
#' Policies replay a log by rejection: a policy chooses afresh at every event;
#' if its choice is the arm the log shows, the event is a turn (the reward is
#' seen, the policy learns), else it is discarded. Where the log showed arms
#' uniformly at random this is unbiased. Rounds are turns. A log has no true
#' means, so `benchmark` and `regret` are `NA`: look at `reward`.
#'
#' An arm that a pool lacks counts as dead from then on, and as newly born if a
#' later pool has it again.
#'
#' Out of events before the horizon, a game ends early; the study says so when
#' it prints, and its tables carry the last figures on (`pulls` tells how many
#' turns there were).
#'
#' @section What one log can tell:
#' With `resample = "none"` all replications walk the same events. The spread
#' between them is policy randomness only: nothing for a policy that never throws
#' dice, however short the log. [summary()][summary.unruly_study] then gives no
#' interval and [compare_policies()] no p-value.
#'
#' With `resample`, each replication walks events of its own, the same ones for
#' every policy; they are addressed by seed and replication, like all that is
#' random. The spread between replications then shows what the log leaves open,
#' and is taken as the error itself: more replications do not make a log longer.
#'
#' * `"bootstrap"`: as many events as the log has, drawn from it with
#'   replacement, `block` neighbours at a time (after the last event comes the
#'   first). Blocks of 1 suit events that do not depend on each other; longer ones
#'   keep what neighbours have in common, such as the hour and the pool of
#'   candidates.
#' * `"window"`: `block` events in a row from a random place of the log, in their
#'   own order, for logs that drift. Windows overlap, and the longer they are the
#'   more: their spread is then too small.
#'
#' @param log A log, as made by [read_open_bandit()], or a data frame with one
#'   row an event and the columns `arm` (what was shown: whole numbers from 1, or
#'   names), `reward` (a number) and, if the candidates change, `pool` (a list
#'   column with the arms that could have been shown; without it, all arms
#'   always).
#' @param init The first event of each of `init` unseen arms (of all, if the log
#'   shows fewer) is accepted without asking the policy; a whole number of at
#'   least 0.
#' @param start Event to begin at, a whole number from 1; several are used in
#'   turn, replication r taking `start[r]`, for sliding windows. Only with
#'   `resample = "none"`.
#' @param resample `"none"`, `"bootstrap"` or `"window"`: whether each
#'   replication walks the log as it is or a resample of its own, see below.
#' @param block Length of the blocks or windows in events, a whole number from 1
#'   to the number of events; `NULL` is 1 for `"bootstrap"` and half the log for
#'   `"window"`.
#' @return A bandit. It takes no traits.
#' @section Errors: `unruly_error_argument` when an argument is not as above.
#' @references Li, Chu, Langford and Wang (2011), Unbiased Offline Evaluation of
#'   Contextual-bandit-based News Article Recommendation Algorithms. Traca,
#'   Rudin and Yan (2020), section 4. Mary, Preux and Nicol (2014), Improving
#'   Offline Evaluation of Contextual Bandit Algorithms via Bootstrapping
#'   Techniques (resamples of the log; without their jitter). Kunsch (1989), The
#'   Jackknife and the Bootstrap for General Stationary Observations (blocks).
#' @examples
#' log <- read_open_bandit(open_bandit_sample())
#' policies <- list(policy_ucb1(), policy_ag())
#' run_study(bandit_replay(log, resample = "bootstrap"), policies, horizon = 200, reps = 20, seed = 1)
#' @export
bandit_replay <- function(log, init = 25, start = 1, resample = c("none", "bootstrap", "window"), block = NULL) {
  log <- as_log(log)
  init <- check_whole(init, "init")
  events <- length(log$arm)
  start <- check_numbers(start, "start", min = 1, max = events, whole = TRUE,
                         wanted = sprintf("whole numbers from 1 to %d, the number of events", events))
  resample <- check_choice(resample, "resample", c("none", "bootstrap", "window"))
  if (resample != "none" && !identical(start, 1)) {
    abort_argument("start", "1 with `resample`, which says where replications begin", start)
  }
  block <- check_block(block, resample, events)
  names <- if (!identical(log$labels, as.character(seq_len(log$arms)))) log$labels
  b <- new_bandit(new_arms("constant", log$arms, list(value = rep(0, log$arms)), range = range(log$reward), names = names))
  add_trait(b, "replay", c(log[c("shown", "reward", "pool", "pool_from", "pool_members")],
                           list(init = init, start = start, resample = resample, block = block)),
            sprintf("the replay of %s events%s", format_count(events), resample_text(resample, block)))
}

check_block <- function(block, resample, events, call = rlang::caller_env()) {
  if (is.null(block)) return(switch(resample, bootstrap = 1, window = ceiling(events / 2)))
  block <- check_whole(block, "block", min = 1, max = events, call = call,
                       wanted = sprintf("NULL or a single whole number from 1 to %d, the number of events", events))
  if (resample == "none") abort_argument("block", "NULL with `resample = \"none\"`", block, call = call)
  block
}

resample_text <- function(resample, block) {
  switch(resample, none = "", window = sprintf(", windows of %s", format_count(block)),
         bootstrap = paste0(", bootstrapped", if (block > 1) sprintf(" in blocks of %s", format_count(block))))
}

replay_text <- function(bandit) {
  sprintf("%s arms, %s", format_count(arm_count(bandit)), bandit$traits$replay$text)
}

# A log in the form of the core: events point to pools, pools list their arms.
new_log <- function(arm, reward, pools, pool, labels) {
  structure(
    list(
      arm = as.integer(arm), reward = as.double(reward), arms = length(labels), labels = labels,
      shown = as.double(arm), pool = as.double(pool),
      pool_from = as.double(cumsum(c(0, lengths(pools)))), pool_members = as.double(unlist(pools))
    ),
    class = "unruly_log"
  )
}

as_log <- function(log, call = rlang::caller_env()) {
  wanted <- "a log, as made by `read_open_bandit()`, or a data frame with the columns `arm` and `reward`"
  if (missing(log)) abort_missing("log", call, wanted)
  if (inherits(log, "unruly_log")) return(log)
  if (!is.data.frame(log) || nrow(log) == 0) abort_argument("log", wanted, log, call = call)
  absent <- setdiff(c("arm", "reward"), names(log))
  if (length(absent) > 0) {
    abort_argument("log", wanted, log, given = sprintf("a data frame without `%s`", absent[1]), call = call)
  }
  labels <- log_labels(log[["arm"]], call)
  if (!is.null(labels)) {
    log$arm <- match(log$arm, labels)
    if (is.list(log[["pool"]])) log$pool <- lapply(log$pool, match, labels)
  }
  arm <- check_numbers(log[["arm"]], "log$arm", min = 1, max = 1e7, whole = TRUE, call = call)
  reward <- check_numbers(log[["reward"]], "log$reward", call = call)
  check_largest(reward, "log$reward", call = call)
  if (!"pool" %in% names(log)) {
    labels <- labels %||% as.character(seq_len(max(arm)))
    return(new_log(arm, reward, list(seq_along(labels)), rep(1, length(arm)), labels))
  }
  members <- check_pools(log[["pool"]], arm, call)
  keys <- vapply(members, paste, "", collapse = " ")
  distinct <- !duplicated(keys)
  labels <- labels %||% as.character(seq_len(max(arm, unlist(members[distinct]))))
  new_log(arm, reward, members[distinct], match(keys, keys[distinct]), labels)
}

# The names of the arms, if they have names: levels of a factor in their order.
log_labels <- function(arm, call) {
  if (!is.factor(arm) && !is.character(arm)) return(NULL)
  if (anyNA(arm)) abort_argument("log$arm", "the name or number of an arm in every event", arm, given = "NA", call = call)
  if (is.factor(arm)) levels(droplevels(arm)) else sort(unique(arm))
}

check_pools <- function(pools, arm, call) {
  wanted <- "a list with the arms of each event, the one shown among them"
  if (!is.list(pools)) abort_argument("log$pool", wanted, pools, call = call)
  pools <- lapply(pools, function(p) {
    sort(unique(check_numbers(p, "log$pool", min = 1, max = 1e7, whole = TRUE, call = call)))
  })
  absent <- !mapply(`%in%`, arm, pools)
  if (any(absent)) {
    abort_argument("log$pool", wanted, pools, call = call,
                   given = sprintf("a pool without the arm shown, in event %d", which(absent)[1]))
  }
  pools
}

#' @export
print.unruly_log <- function(x, ...) {
  check_no_dots(...)
  cat(sprintf("<log> %s events, %d arms, mean reward %s\n", format_count(length(x$arm)), x$arms,
              format_numbers(mean(x$reward))))
  invisible(x)
}

#' The events of a log, and the arms of a log
#'
#' `as_tibble()` of a log has one row an event; `click_rates()` one row an arm,
#' to make arms of: `arms_bernoulli(click_rates(log)$rate)`.
#'
#' @param x,log A log, see [bandit_replay()].
#' @param ... Not used; must be empty.
#' @return `as_tibble()`: the columns `event`, `arm`, `label` (the arm's name in
#'   the source), `reward`. `click_rates()`: `arm`, `label`, `events` (how often
#'   it was shown), `reward` (the total), `rate` (reward by event; `NaN` if it
#'   was never shown).
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
  tibble(event = seq_along(x$arm), arm = x$arm, label = x$labels[x$arm], reward = x$reward)
}

#' @rdname logs
#' @export
click_rates <- function(log) {
  log <- as_log(log)
  events <- tabulate(log$arm, log$arms)
  reward <- vapply(split(log$reward, factor(log$arm, seq_len(log$arms))), sum, 0)
  tibble(arm = seq_len(log$arms), label = log$labels, events = events, reward = unname(reward),
         rate = unname(reward) / events)
}
