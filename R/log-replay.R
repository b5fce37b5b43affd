#' A bandit made of a log
#'
#' Policies replay a log by rejection: a policy chooses afresh at every event;
#' if its choice is the arm the log shows, the event is a turn (the reward is
#' seen, the policy learns), else it is discarded. Where the log showed arms
#' uniformly at random this is unbiased. Rounds are turns. A log has no true
#' means, so `benchmark` and `regret` are `NA`: look at `reward`.
#'
#' An arm lives from the first to the last event whose pool has it, beginning at
#' `start`. In between it may be away from some pools: then it can't be chosen,
#' but is neither dead nor born again. Policies count its life in turns: it lived
#' in a turn if it was in the pool of some event of that turn.
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
#' @param log A log, as made by [read_open_bandit()], [read_yahoo_clicks()] or
#'   [simulate_click_log()], or a data frame with one row an event and the columns
#'   `arm` (or `shown`: what was shown, whole numbers from 1, or labels), `reward`
#'   (a number) and, if the candidates change, `pool` (the arms that could have
#'   been shown: a list, or texts parted by spaces; without it, all arms always).
#'   Where known also `time`, `propensity` (the chance in (0, 1] with which what
#'   was shown was shown, for [replay_value()]) and contexts: a matrix `context`,
#'   or numeric columns whose names begin so, for [policy_linucb()]. Labels are
#'   numbered in alphabetical order, or as the levels of a factor.
#' @param init The first event of each of `init` unseen arms (of all, if the log
#'   shows fewer) is accepted without asking the policy; a whole number of at
#'   least 0.
#' @param start Event to begin at, a whole number from 1; several are used in
#'   turn, replication r taking `start[r]`, for sliding windows. Only with
#'   `resample = "none"`.
#' @param known `TRUE` if policies are told which arms will live longest, by the
#'   last events whose pools have them; see [policy_ag_l()].
#' @param resample `"none"`, `"bootstrap"` or `"window"`: whether each
#'   replication walks the log as it is or a resample of its own, see below.
#' @param block Length of the blocks or windows in events, a whole number from 1
#'   to the number of events; `NULL` is 1 for `"bootstrap"` and half the log for
#'   `"window"`.
#' @return A bandit. It takes no traits.
#' @section Figures:
#' [regret()] of a replay has four more columns: `events` (how many were walked),
#' `chosen` (turns in which the policy chose), `estimate` (the mean reward of
#' those, weighted if there are propensities) and `se` (its standard error).
#' @section Warnings: Where the log has no propensities, arms are compared with a
#'   uniform draw from their pools (chi-squared within pools). A log that was not
#'   shown so, at the level of 0.001, gets a warning of class
#'   `unruly_warning_uneven`: what is replayed on it is biased.
#' @section Errors: `unruly_error_argument` when an argument is not as above.
#' @seealso [replay_value()] for the value of a policy with its standard error.
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
bandit_replay <- function(log, init = 25, start = 1, known = FALSE, resample = c("none", "bootstrap", "window"),
                          block = NULL) {
  log <- as_log(log)
  events <- length(log$arm)
  start <- check_numbers(start, "start", min = 1, max = events, whole = TRUE,
                         wanted = sprintf("whole numbers from 1 to %d, the number of events", events))
  rules <- rules_of("trait_replay")
  init <- check_rule(init, rules$init)
  resample <- check_rule(resample, rules$resample)
  known <- check_rule(known, rules$known)
  if (resample != "none" && !identical(start, 1)) {
    abort_argument("start", "1 with `resample`, which says where replications begin", start)
  }
  block <- check_block(block, resample, events)
  warn_if_uneven(log)
  names <- if (!identical(log$labels, as.character(seq_len(log$arms)))) log$labels
  b <- new_bandit(new_arms("constant", log$arms, list(value = rep(0, log$arms)), range = range(log$reward), names = names))
  context <- if (!is.null(log$context)) list(context = t(log$context), context_size = ncol(log$context))
  walk <- list(init = init, start = start, known = known, propensity = log$propensity, resample = resample, block = block)
  add_trait(b, "replay", c(log[c("shown", "reward", "pool", "pool_from", "pool_members")], walk, context),
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
