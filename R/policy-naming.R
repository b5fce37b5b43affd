# Policies that are after the best arm's name rather than its rewards.

#' Tracking: optimal allocation for best-arm identification
#'
#' To find out which arm is best, as soon as possible: the proportions of plays follow those
#' that would be optimal if the true means were the current estimates
#' ([bound_identification()]). Use it with [stop_glr()].
#'
#' With K arms, t plays so far and n of them of an arm:
#'
#' 1. an arm of which nothing has been seen comes first;
#' 2. if some arm has n < sqrt(t) - K / 2, the least played (forced exploration);
#' 3. if several arms share the greatest mean, the least played of these;
#' 4. otherwise the arm with the greatest w - n / t, where w is its optimal proportion.
#'
#' Only available arms and their plays count. Ties go to the lowest arm; in the last rule
#' values within 1e-9 of the greatest are ties.
#'
#' @param family `NULL`, `"bernoulli"`, for rewards in `range`, or `"gaussian"`, for Gaussian rewards
#'   that all have the same standard deviation. Default: from the bandit, see [run_study()].
#' @param range For `"bernoulli"`: `NULL`, or the range \[a, b\] of the rewards, two increasing
#'   numbers. Without `family` it implies `"bernoulli"`. Default: from the bandit, see [run_study()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` for `"bernoulli"` on rewards outside `range`,
#'   and for bandits with waiting.
#' @references Garivier and Kaufmann (2016), Optimal Best Arm Identification with Fixed
#'   Confidence (D-tracking; Theorem 5 has the shares).
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.5, 0.45, 0.43, 0.4)))
#' study <- run_study(problem, policy_tracking(), horizon = 2000, reps = 5, seed = 1)
#' summary(study, what = "pulls")
#' bound_identification(problem)
#' @export
policy_tracking <- function(family = NULL, range = NULL, label = NULL, ...) {
  check_arguments("policy_tracking")
  scale <- scale_of_family(family, range, NULL)
  new_policy("policy_tracking", scale$parameters[c("family", "range")], label,
             settings = scale$settings[c("family", "range")], assumes = scale$assumes)
}

#' LUCB and KL-LUCB
#'
#' Policies for finding the best arm with a fixed error probability; use them with
#' [stop_separated()]. They compare two arms at a time: the leader, which has the greatest
#' mean, and its rival, which has the greatest upper confidence bound among the others.
#'
#' The leader is played, then the rival, then both are determined again. With n outcomes seen
#' of an arm, K arms, t plays so far and p = ceiling(t / 2) pairs of them, the upper bound is
#'
#' * `policy_lucb()`: mean + w sqrt(ln(5 K p^4 / (4 `error`)) / (2 n)), where w is the width
#'   of the range of rewards;
#' * `policy_kl_lucb()`: the greatest q such that n kl(mean, q) <= v + ln v, v = ln(405.5 K
#'   t^1.1 / `error`), where kl is the divergence of Bernoulli distributions; with
#'   `rate = "practical"` such that it is at most ln((1 + ln t) / `error`), as in the
#'   experiments of Garivier and Kaufmann (2016) and in [stop_separated()].
#'
#' An arm of which nothing has been seen comes first, and interrupts a pair. Ties go to the
#' lowest arm.
#'
#' @param error Probability that the arm named in the end is not the best, a number in (0, 1).
#' @param rate `"proved"`: bounds with a proof of `error`; `"practical"`: narrower ones
#'   without.
#' @param range `NULL`, or the range \[a, b\] of the rewards, two increasing numbers. Default: from
#'   the bandit, see [run_study()].
#' @param sd Instead of `range`: the standard deviation of rewards that are Gaussian or have
#'   lighter tails (sub-Gaussian), a positive number; w is 2 `sd`. Our extension: the original
#'   is for bounded rewards only.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` for `policy_kl_lucb()` on rewards outside
#'   `range`, and for bandits with waiting.
#' @references Kalyanakrishnan, Tewari, Auer and Stone (2012), PAC Subset Selection in Stochastic
#'   Multi-armed Bandits. Kaufmann and Kalyanakrishnan (2013), Information Complexity in Bandit
#'   Subset Selection.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.21, 0.2)))
#' run_study(problem, list(policy_lucb(), policy_kl_lucb()), horizon = 1000, reps = 5, seed = 1)
#' @name policy_lucb
NULL

#' @rdname policy_lucb
#' @export
policy_lucb <- function(error = 0.05, range = NULL, sd = NULL, label = NULL, ...) {
  check_arguments("policy_lucb")
  scale <- scale_of_policy(range, sd)
  new_policy("policy_lucb", list(error = error, width = scale$width), label,
             settings = list(error = error, range = scale$range, sd = scale$sd), assumes = scale)
}

#' @rdname policy_lucb
#' @export
policy_kl_lucb <- function(error = 0.05, rate = c("proved", "practical"), range = NULL, label = NULL, ...) {
  check_arguments("policy_kl_lucb")
  new_policy("policy_kl_lucb", list(error = error, rate = rate, range = range), label,
             settings = list(error = error, rate = chosen("rate"), range = range),
             assumes = list(range = range, place = TRUE))
}

#' Top-two sampling
#'
#' To find out which arm is best: in each round a leader and a challenger are determined, and
#' one of the two is played. It comes close to [policy_tracking()] and needs less computation.
#' Use it with [stop_glr()] or [stop_posterior()].
#'
#' With n outcomes seen of an arm, S their sum, xbar their mean and t plays so far:
#'
#' * the leader has the greatest draw from the posteriors (`"thompson"`), the greatest mean
#'   (`"empirical"`) or the greatest xbar + sqrt(5.28 `sd`^2 ln t / n) (`"ucb"`; `sd` is 1/2
#'   with a beta prior);
#' * the challenger is found by drawing again until another arm has the greatest draw
#'   (`"thompson"`; after 1,000 unsuccessful draws by transport cost), or it is the arm with
#'   the least transport cost (`"transport"`): n d(xbar, c) summed over the leader and the
#'   arm, with the c that minimises the sum; an arm whose mean is no less than the leader's
#'   costs nothing;
#' * the leader is played with probability `beta` (`"random"`), or whenever it has been played
#'   in at most that share of the rounds in which it was the leader, this one included
#'   (`"tracking"`).
#'
#' The posterior is Beta(1 + S, 1 + n - S), with rewards scaled from their range to \[0, 1\],
#' or Normal(xbar, sd^2 / n); d is the divergence of Bernoulli or of Gaussian distributions.
#' An arm of which nothing has been seen comes first. Ties go to the lowest arm; costs within
#' 1e-12 are ties.
#'
#' The defaults are Russo's algorithm; `challenger = "transport"` is T3C of Shang and others;
#' `leader = "ucb"` with `challenger = "transport"` and `allocation = "tracking"` is that of
#' Jourdan and Degenne. Drawing a challenger takes longer the surer the leader is.
#'
#' @param leader How the leader is determined: `"thompson"`, `"empirical"` or `"ucb"`.
#' @param challenger How the challenger is determined: `"thompson"` or `"transport"`.
#' @param beta Share of the rounds in which the leader is played, a number in (0, 1).
#' @param allocation How the share is kept: `"random"` or `"tracking"`.
#' @param family `NULL`, `"bernoulli"` (rewards in `range`) or `"gaussian"` (standard deviation
#'   `sd`). Default: from the bandit, see [run_study()].
#' @param range For `"bernoulli"`: `NULL`, or the range \[a, b\] of the rewards, two increasing
#'   numbers. Without `family` it implies `"bernoulli"`. Default: from the bandit, see [run_study()].
#' @param sd For `"gaussian"`: `NULL`, or the standard deviation of an arm's rewards, a positive
#'   number. Without `family` it implies `"gaussian"`. Default: from the bandit, see [run_study()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` for a beta prior on rewards outside `range`,
#'   and for bandits with waiting.
#' @references Russo (2016), Simple Bayesian Algorithms for Best Arm Identification. Shang, de
#'   Heide, Menard, Kaufmann and Valko (2020), Fixed-confidence Guarantees for Bayesian
#'   Best-arm Identification. Jourdan and Degenne (2023), Non-Asymptotic Analysis of a
#'   UCB-based Top Two Algorithm.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.21, 0.2)))
#' policies <- list(
#'   policy_top_two(),
#'   policy_top_two(challenger = "transport", label = "T3C"),
#'   policy_top_two("ucb", "transport", allocation = "tracking", label = "TTUCB")
#' )
#' run_study(problem, policies, horizon = 500, reps = 5, seed = 1)
#' @export
policy_top_two <- function(leader = c("thompson", "empirical", "ucb"), challenger = c("thompson", "transport"),
                           beta = 0.5, allocation = c("random", "tracking"), family = NULL,
                           range = NULL, sd = NULL, label = NULL, ...) {
  check_arguments("policy_top_two")
  scale <- scale_of_family(family, range, sd)
  given <- list(leader = leader, challenger = challenger, beta = beta, allocation = allocation, family = scale$family)
  new_policy("policy_top_two", c(given, list(range = range, sd = sd)), label,
             settings = c(given, scale$settings[c("range", "sd")]), assumes = scale$assumes)
}

#' Racing: elimination of the worst arm
#'
#' Policies for finding the best arm with a fixed error probability: all remaining arms are
#' played in turn, and the worst drops out as soon as it is clear that it is not the best.
#'
#' In each sweep every remaining arm is played once, in order; then the arm with the least
#' mean is eliminated if the evidence against it is strong enough. With n outcomes of an arm
#' and the rate below:
#'
#' * `policy_chernoff_racing()`: if n kl(xbar, m), summed over the best arm and the worst,
#'   exceeds the rate, where m is the mean of all outcomes of both;
#' * `policy_kl_racing()`: if the lower bound of the best arm, the least q such that n
#'   kl(xbar, q) is at most the rate, exceeds the upper bound of the worst.
#'
#' After t plays of K arms the rate is ln((1 + ln t) / `error`) (`"practical"`) or v + ln v
#' with v = ln(405.5 K t^1.1 / `error`) (`"proved"`). At most one arm is eliminated in a
#' sweep, in a tie one drawn at random. The last remaining arm is played until the end.
#'
#' An arm that enters later is played until it has as many plays as the others; one that is
#' away for a while stays in the race. If the last remaining arm leaves, the available arm
#' with the greatest mean is played.
#'
#' Tests of the package compare both with games recorded from the authors' own code, whose
#' first comparison comes after two plays of each arm, ours after one; with an `error` below 0.4
#' no arm can be eliminated after one.
#'
#' @inheritParams policy_lucb
#' @param rate `"practical"`, without a proof, or `"proved"`.
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` for rewards outside `range`, and for bandits
#'   with waiting.
#' @references Kaufmann and Kalyanakrishnan (2013), Information Complexity in Bandit Subset
#'   Selection. Garivier and Kaufmann (2016), Optimal Best Arm Identification with Fixed Confidence,
#'   section 6. Maron and Moore (1994), Hoeffding Races.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.5, 0.3, 0.2)))
#' policies <- list(policy_chernoff_racing(), policy_kl_racing(rate = "proved"))
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @name policy_racing
NULL

#' @rdname policy_racing
#' @export
policy_chernoff_racing <- function(error = 0.05, rate = c("practical", "proved"), range = NULL, label = NULL, ...) {
  check_arguments("policy_chernoff_racing")
  new_racing("policy_chernoff_racing", error, rate, range, label)
}

#' @rdname policy_racing
#' @export
policy_kl_racing <- function(error = 0.05, rate = c("practical", "proved"), range = NULL, label = NULL, ...) {
  check_arguments("policy_kl_racing")
  new_racing("policy_kl_racing", error, rate, range, label)
}

new_racing <- function(constructor, error, rate, range, label, call = rlang::caller_env()) {
  new_policy(constructor, list(error = error, rate = rate, range = range), label,
             assumes = list(range = range, place = TRUE), call = call)
}

#' Successive rejects and sequential halving: the best arm within a budget
#'
#' To find out which arm is best if the number of plays, the horizon T, is fixed in advance.
#' With K arms:
#'
#' * `policy_successive_rejects()` plays each of the j remaining arms until it has had
#'   ceiling((T - K) / (L j)) plays, L = 1/2 + 1/2 + 1/3 + ... + 1/K; then the one with the
#'   least mean is eliminated;
#' * `policy_sequential_halving()` plays each of the j remaining arms max(1, floor(T / (j
#'   ceiling(log2 K)))) times in a phase; then the better half, rounded up, remains.
#'
#' Remaining arms are played in turn, the least played first. Among arms of equal mean those
#' that remain are drawn at random. What is left of the budget goes to the last remaining arm.
#' Each phase plays each remaining arm at least once, so a budget that is too small ends before
#' the phases do: the remaining arm of greatest mean is named.
#'
#' K is the number of arms in the first round. An arm that enters later joins the remaining
#' ones, and one that is away for a while stays among them; if the last remaining arm leaves,
#' the available arm with the greatest mean is played. With late rewards no arm is eliminated
#' before something has been seen of each.
#'
#' @param fresh `TRUE`: a phase judges arms by its own plays alone, as in the paper. `FALSE`:
#'   by all their plays.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` for bandits with waiting.
#' @references Audibert, Bubeck and Munos (2010), Best Arm Identification in Multi-Armed Bandits.
#'   Karnin, Koren and Somekh (2013), Almost Optimal Exploration in Multi-Armed Bandits.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.5, 0.45, 0.43, 0.4)))
#' policies <- list(policy_successive_rejects(), policy_sequential_halving())
#' study <- run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' summary(study, what = "pulls")
#' @name policy_successive_rejects
NULL

#' @rdname policy_successive_rejects
#' @export
policy_successive_rejects <- function(label = NULL, ...) new_policy("policy_successive_rejects", label = label)

#' @rdname policy_successive_rejects
#' @export
policy_sequential_halving <- function(fresh = FALSE, label = NULL, ...) {
  check_arguments("policy_sequential_halving")
  new_policy("policy_sequential_halving", list(fresh = fresh), label, settings = list(fresh = if (fresh) "TRUE"))
}
