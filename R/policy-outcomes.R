#' OPSE: successive elimination with reward-dependent delays
#' @description
#' Plays the arms in turn, as [policy_se()]. An arm is struck off only if it is worse than another whatever comes of
#' the pulls whose outcomes were not shown yet.
#'
#' **Use it when** rewards are bounded and how late they are may depend on the reward, such as complaints that come
#' sooner than silence.
#'
#' @details
#' The active arms are played in order of their numbers. At the end of a sweep let N be the number of pulls of an arm, n
#' that of its outcomes shown so far, S their sum, scaled from `range` to \[0, 1\], and r = sqrt(2 ln(T) / N). The mean
#' of all N outcomes is at least S / N and at most (S + N - n) / N. An arm is eliminated if (S + N - n) / N + r is less
#' than the greatest S / N - r of the active arms. All such arms go at once. `error` replaces ln(T) by ln(1 / error).
#'
#' Arms that leave or enter are treated as by [policy_se()].
#'
#' @section In one sentence:
#' `r sentences_of("policy_opse")`
#' @inheritParams policy_se
#' @inheritParams policy_ucb
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has waiting or a spread, or its zeros
#'   are never shown.
#' @references Lancewicki, Segal, Koren and Mansour (2021), Stochastic Multi-Armed Bandits with Unrestricted Delay
#'   Distributions, section 4.
#' @seealso [with_delay()]; [policy_tsallis_inf()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(list(0, 50), zero = 0)
#' run_study(problem, policy_opse(), horizon = 1000, reps = 5, seed = 1)
#' @export
policy_opse <- function(error = NULL, range = NULL, label = NULL, ...) describe("policy_opse")

#' Outcomes that count once they have matured
#' @description
#' A wrapper that makes almost any policy playable where zeros are never shown. The policy inside is shown the outcome
#' of each pull exactly `within` rounds after it: what was shown by then, or else 0.
#'
#' **Use it when** nobody reports that there will be no conversion, and it is known within what time most conversions
#' come.
#'
#' @details
#' An outcome that is shown later than `within` rounds after its pull is ignored. If no lag is greater than `within`,
#' silent or not, and on a bandit without delays, the policy inside makes the choices that it would make
#' under `with_delay(within)`; one that is randomised makes other draws with the same propensities.
#'
#' While all lags have the same law, arms are compared by their conversions within that time: if one converts
#' later than another, `within` must be long enough for both; a short one favours the fast arm.
#'
#' What an [agent()] of this policy recommends between two calls rests on what the policy inside had been shown when
#' it was last asked.
#'
#' @section In one sentence:
#' `r sentences_of("policy_matured")`
#' @param policy The policy inside: a policy of the package or one written in C, except [policy_oracle()] and another
#'   `policy_matured()`. Policies in R ([policy_index()], [policy_custom()]) are refused.
#' @param within After how many rounds outcomes are handed on, a whole number of at least 0. A round is a pull: days are
#'   converted by the pulls per day, see the examples; in a replay by the turns per day, the events times the share that
#'   [replay_value()] states.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the policy inside cannot play the bandit, rewards
#'   may be negative, or the bandit has a spread.
#' @seealso [with_delay()] for silence; [policy_queue()]; [policy_tsallis_inf()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(delay_geometric(20), zero = Inf)
#' run_study(problem, list(policy_matured(policy_ucb1(), 60), policy_matured(policy_thompson(), 60)),
#'   horizon = 1000, reps = 5, seed = 1)
#'
#' # A week in rounds, by the clicks of a log:
#' clicks <- data.frame(item = c("a", "b"), time = as.Date("2026-03-01") + rep(0:30, each = 20))
#' per_day <- nrow(clicks) / length(unique(clicks$time))
#' policy_matured(policy_ucb1(), within = ceiling(7 * per_day))
#' @export
policy_matured <- function(policy, within, label = NULL, ...) describe("policy_matured")
