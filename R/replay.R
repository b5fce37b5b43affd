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
#'   turn, replication r taking `start[r]`, for sliding windows.
#' @param known `TRUE` if policies are told which arms will live longest, by the
#'   last events whose pools have them; see [policy_ag_l()].
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
#'   Rudin and Yan (2020), section 4.
#' @examples
#' log <- read_open_bandit(open_bandit_sample())
#' study <- run_study(bandit_replay(log), list(policy_ucb1(), policy_ag()),
#'   horizon = 200, reps = 2, seed = 1)
#' study
#' @export
bandit_replay <- function(log, init = 25, start = 1, known = FALSE) {
  log <- as_log(log)
  init <- check_whole(init, "init")
  events <- length(log$arm)
  start <- check_numbers(start, "start", min = 1, max = events, whole = TRUE,
                         wanted = sprintf("whole numbers from 1 to %d, the number of events", events))
  known <- check_flag(known, "known")
  warn_if_uneven(log)
  b <- new_bandit(new_arms("constant", log$arms, list(value = rep(0, log$arms)), range = range(log$reward)))
  b$log_labels <- log$labels
  context <- if (!is.null(log$context)) list(context = t(log$context), context_size = ncol(log$context))
  add_trait(b, "replay", c(log[c("shown", "reward", "pool", "pool_from", "pool_members")],
                           list(init = init, start = start, known = known, propensity = log$propensity), context),
            sprintf("the replay of %s events", format_count(events)))
}

replay_text <- function(bandit) {
  sprintf("%s arms, %s", format_count(arm_count(bandit)), bandit$traits$replay$text)
}
