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
