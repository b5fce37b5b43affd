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
#' @param log A log, as made by [read_open_bandit()], or a data frame with one
#'   row an event and the columns `arm` (whole numbers from 1, what was shown),
#'   `reward` (a number) and, if the candidates change, `pool` (a list column
#'   with the arms that could have been shown; without it, all arms always).
#' @param init The first event of each of `init` unseen arms (of all, if the log
#'   shows fewer) is accepted without asking the policy; a whole number of at
#'   least 0.
#' @param start Event to begin at, a whole number from 1; several are used in
#'   turn, replication r taking `start[r]`, for sliding windows.
#' @return A bandit. It takes no traits.
#' @section Errors: `unruly_error_argument` when an argument is not as above.
#' @references Li, Chu, Langford and Wang (2011), Unbiased Offline Evaluation of
#'   Contextual-bandit-based News Article Recommendation Algorithms. Traca,
#'   Rudin and Yan (2020), section 4.
#' @examples
#' log <- read_open_bandit(open_bandit_sample())
#' study <- run_study(bandit_replay(log), list(policy_ucb1(), policy_ag()),
#'   horizon = 200, reps = 2, seed = 1)
#' study
#' @export
bandit_replay <- function(log, init = 25, start = 1) {
  log <- as_log(log)
  init <- check_whole(init, "init")
  events <- length(log$arm)
  start <- check_numbers(start, "start", min = 1, max = events, whole = TRUE,
                         wanted = sprintf("whole numbers from 1 to %d, the number of events", events))
  b <- new_bandit(new_arms("constant", log$arms, list(value = rep(0, log$arms)), range = range(log$reward)))
  b$log_labels <- log$labels
  add_trait(b, "replay", c(log[c("shown", "reward", "pool", "pool_from", "pool_members")],
                           list(init = init, start = start)),
            sprintf("the replay of %s events", format_count(events)))
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
  if (inherits(log, "unruly_log")) return(check_class(log, "log", "unruly_log", wanted, call))
  if (!is.data.frame(log) || nrow(log) == 0) abort_argument("log", wanted, log, call = call)
  absent <- setdiff(c("arm", "reward"), names(log))
  if (length(absent) > 0) {
    abort_argument("log", wanted, log, given = sprintf("a data frame without `%s`", absent[1]), call = call)
  }
  arm <- check_numbers(log[["arm"]], "log$arm", min = 1, max = 1e7, whole = TRUE, call = call)
  reward <- check_numbers(log[["reward"]], "log$reward", call = call)
  check_largest(reward, "log$reward", call = call)
  if (!"pool" %in% names(log)) {
    arms <- max(arm)
    return(new_log(arm, reward, list(seq_len(arms)), rep(1, length(arm)), as.character(seq_len(arms))))
  }
  members <- check_pools(log[["pool"]], arm, call)
  keys <- vapply(members, paste, "", collapse = " ")
  distinct <- !duplicated(keys)
  arms <- max(arm, unlist(members[distinct]))
  new_log(arm, reward, members[distinct], match(keys, keys[distinct]), as.character(seq_len(arms)))
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
  check_object(x)
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
#' @param ... Not used.
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
  check_object(x)
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
