#' Patients who arrive over time, with outcomes known later
#' @description
#' Adds calendar time: each round is a patient who arrives at a moment, and whose outcome is known after a follow-up.
#'
#' **Use it when** you plan a trial and know how many patients join per month, and how long each is followed up. If
#' outcomes are late by a number of rounds, use [with_delay()].
#'
#' @details
#' Patient i arrives at time A_i: with `arrivals = "even"` at i / rate; with `"poisson"` at the sum of i independent
#' exponential gaps of mean 1 / rate. Arrivals depend on the seed, the replication and i alone, so all policies meet the
#' same. The outcome is known at A_i + follow_up, and shown just before the first later patient j with A_j >= A_i +
#' follow_up arrives, that is, at the end of round j - 1.
#'
#' With even arrivals, games are those of `with_delay(bandit, lag)` with lag = max(0, ceiling(rate x follow_up) - 1).
#' With `follow_up = 0` every outcome is shown before the next patient.
#'
#' With [arms_survival()] the reward is the time that patient i lived, and is known at A_i + reward. As early deaths are
#' reported first, means are too low until all outcomes are known. `choices()` has the columns `time`, A_i, and for
#' these arms `event`, whether the patient died within `limit`.
#'
#' [regret()] has a column `time`, when the last patient of a game so far arrived, and [operating_characteristics()] a
#' measure `duration`, its mean at the end. `run_study(overrun = TRUE)` waits for the outcomes that are outstanding at
#' the end; then both are the time when the last of them is known. With a number, such as `overrun = 2`, it waits no
#' longer than so much time after the last patient. Time is in the unit of `rate` and `follow_up`.
#' Looks of [stopping rules][stopping_rules] are rounds, or [times][at_times].
#'
#' The regret is that of the pulls, as without the trait. It cannot be combined with a delay, waiting, populations and
#' replays.
#'
#' @param bandit A bandit.
#' @param rate Patients per unit of time, a number above 0.
#' @param follow_up The time from arrival to outcome: numbers of at least 0, one for all arms or one per arm. It must be
#'   left out (`NULL`, the default) with [arms_survival()], whose patients are followed until they die or for `limit`.
#' @param arrivals `"poisson"`, at random, or `"even"`, at equal intervals. Default: `"poisson"`.
#' @param ... Must be empty.
#' @inherit with_patience return
#' @inheritSection with_patience Errors
#' @examples
#' # Ten patients a month, outcomes after half a year, looks after one and two years
#' arms <- bandit(arms_bernoulli(c(control = 0.3, new = 0.5)))
#' trials <- list(half_a_year = with_accrual(arms, rate = 10, follow_up = 6),
#'                at_once = with_accrual(arms, rate = 10, follow_up = 0))
#' study <- run_study(trials, policy_allocation(), horizon = 200, reps = 200, seed = 1, overrun = TRUE,
#'   stop = stop_posterior(0.99, looks = at_times(c(12, 24))))
#' found <- suppressMessages(operating_characteristics(study))
#' found[found$measure %in% c("power", "sample_size", "duration"), ]
#' # Patients who are followed until they die, for at most 24 months
#' lives <- bandit(arms_survival(c(control = 12, new = 17), limit = 24)) |> with_accrual(rate = 20)
#' trial <- run_study(lives, policy_uniform(), horizon = 400, reps = 2, seed = 1, keep = "choices")
#' estimates(trial, c("kaplan_meier", "rate"), within = 12)
#' @seealso [at_times()], [with_delay()], [with_batches()].
#' @export
with_accrual <- function(bandit, rate, follow_up = NULL, arrivals = c("poisson", "even"), ...) describe_trait("accrual")

trait_text.accrual <- function(trait) {
  p <- trait$parameters
  sprintf("%s arrivals at rate %s, outcomes known %s", c(poisson = "Poisson", even = "even")[[p$arrivals]],
          format_numbers(p$rate), if (is.null(p$follow_up)) "at the end of a life" else
            paste("after", parameter_text(p$follow_up)))
}

# Outcomes that are shown later than their round, each with its pull.
late_traits <- c("delay", "accrual", "batches", "previews")

# Returns whether outcomes may be late, also by the dates of a log.
may_be_late <- function(bandit) {
  any(vapply(late_traits, has_trait, NA, bandit = bandit)) || is_dated_replay(bandit)
}

is_dated_replay <- function(bandit) !is.null(trait_parameter(bandit, "replay", "after"))
