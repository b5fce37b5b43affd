# Policies that name the best arm rather than collect rewards.

#' Tracking: optimal allocation for naming the best arm
#' @description
#' Plays arms in the proportions that would identify the best arm soonest if the current estimates
#' were the true means. See [regret_bound()] with `bound = "identification"` for these proportions.
#'
#' **Use it when** the aim is to name the best arm with a given error, as early as possible. Combine it with
#' [stop_glr()]; for a fixed budget use [policy_sequential_halving()].
#'
#' @details
#' With K arms, t pulls so far and n of them of an arm, the policy plays
#'
#' 1. while nothing has been seen of some arm, the arm with the fewest pulls;
#' 2. otherwise, if some arm has n < sqrt(t) - K / 2, the arm with the fewest pulls (forced
#'    exploration);
#' 3. otherwise, if several arms share the greatest mean, the one with the fewest pulls among them;
#' 4. otherwise the arm with the greatest w - n / t, where w is its optimal proportion.
#'
#' Only available arms and their pulls count. Ties go to the arm with the lowest number. In the last
#' rule values within 1e-9 of the greatest are ties.
#'
#' @section In one sentence:
#' `r sentences_of("policy_tracking")`
#' @param family `NULL`, `"bernoulli"`, for rewards in `range`, or `"gaussian"`, for Gaussian rewards
#'   that all have the same standard deviation. Default: from the bandit, see [run_study()].
#' @param range For `"bernoulli"`: `NULL`, or the range \[a, b\] of the rewards, two increasing
#'   numbers. Without `family` it implies `"bernoulli"`. Default: from the bandit, see [run_study()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has waiting, or the family is
#'   `"bernoulli"` and rewards lie outside `range`.
#' @references Garivier and Kaufmann (2016), Optimal Best Arm Identification with Fixed Confidence
#'   (D-tracking; Theorem 5 has the proportions).
#' @seealso [policy_top_two()], which needs less computation; [recommendations()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.5, 0.45, 0.43, 0.4)))
#' study <- run_study(problem, policy_tracking(), horizon = 2000, reps = 5, seed = 1)
#' tapply(pulls(study)$pulls, pulls(study)$arm, mean) / 2000 # the shares of pulls
#' regret_bound(problem, what = "share") # the optimal ones
#' @export
policy_tracking <- function(family = NULL, range = NULL, label = NULL, ...) describe("policy_tracking")

#' LUCB and KL-LUCB
#' @description
#' Find the best arm with a given error probability by lower and upper confidence bounds (LUCB), comparing two arms at a
#' time. The leader has the greatest mean, and its rival the greatest upper confidence bound among the others.
#'
#' **Use it when** the aim is to name the best arm with a given error. Combine the policies with [stop_separated()],
#' which uses the same bounds.
#'
#' @details
#' The leader is played, then the rival, then both are determined again. Let n be the number of outcomes seen of an arm,
#' K the number of arms, t the number of pulls so far and p = ceiling(t / 2) the number of pairs so far. The upper bound
#' is
#'
#' * for LUCB (`interval = "hoeffding"`), mean + w sqrt(ln(5 K p^4 / (4 `error`)) / (2 n)), where w is the width of
#'   `range`, or 2 `sd` if `sd` is given;
#' * for KL-LUCB (`interval = "kl"`), the greatest q such that n kl(mean, q) <= v + ln v, with
#'   v = ln(405.5 K t^1.1 / `error`) and kl the divergence of Bernoulli distributions. With `rate = "practical"` the
#'   right side is ln((1 + ln t) / `error`), as in the experiments of Garivier and Kaufmann (2016) and in
#'   [stop_separated()].
#'
#' While some arm has no observed outcome, the arm with the fewest pulls is played, even between the two pulls of a
#' pair. Ties go to the arm with the lowest number.
#'
#' @section In one sentence:
#' `r sentences_of("policy_lucb", "policy_kl_lucb")`
#' @param error Allowed probability that the arm named is not the best, a number in (0, 1). Default: 0.05.
#' @param interval The confidence bounds: `"hoeffding"` (LUCB) or `"kl"` (KL-LUCB), see Details. Default: `"hoeffding"`.
#' @param rate For `"kl"`: `"proved"`: bounds for which the error probability is proved; `"practical"`: narrower bounds,
#'   without a proof. Default: `"proved"`.
#' @param range `NULL`, or the range \[a, b\] of the rewards, two increasing numbers. Default: from
#'   the bandit, see [run_study()].
#' @param sd For `"hoeffding"`, instead of `range`: the standard deviation of rewards that are Gaussian or have lighter
#'   tails (sub-Gaussian), a positive number; w (see Details) is 2 `sd`. Our extension: the original is for
#'   bounded rewards only.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has waiting, or rewards lie outside
#'   `range` (`interval = "kl"`).
#' @references Kalyanakrishnan, Tewari, Auer and Stone (2012), PAC Subset Selection in Stochastic
#'   Multi-armed Bandits. Kaufmann and Kalyanakrishnan (2013), Information Complexity in Bandit
#'   Subset Selection.
#' @seealso [policy_racing], which eliminates arms; [recommendations()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.5, 0.3, 0.2)))
#' policies <- list(policy_lucb(), policy_lucb(interval = "kl"), policy_uniform())
#' study <- run_study(problem, policies, horizon = 1e4, reps = 20, seed = 1,
#'   stop = stop_separated(interval = "kl"))
#' summary(study, what = "sample_size") # pulls until an arm is named
#' @export
policy_lucb <- function(error = 0.05, interval = c("hoeffding", "kl"), rate = c("proved", "practical"), range = NULL,
                        sd = NULL, label = NULL, ...) describe("policy_lucb")

#' Top-two sampling
#' @description
#' Finds the best arm by playing, in each round, either a leader or a challenger. It needs less
#' computation than [policy_tracking()].
#'
#' **Use it when** the aim is to name the best arm. Combine it with [stop_glr()] or [stop_posterior()].
#'
#' @details
#' Let n be the number of outcomes seen of an arm, S their sum, xbar their mean and t the number of
#' pulls so far.
#'
#' * The leader has the greatest draw from the posteriors (`"thompson"`), the greatest mean
#'   (`"empirical"`), or the greatest xbar + sqrt(5.28 `sd`^2 ln t / n) (`"ucb"`; `sd` is 1/2 for
#'   `"bernoulli"`).
#' * The challenger is found by drawing again until another arm has the greatest draw (`"thompson"`;
#'   after 1,000 unsuccessful draws by transport cost), or it is the arm with the least transport
#'   cost (`"transport"`). That cost is n d(xbar, c) summed over the leader and the arm, with the c
#'   that minimises the sum; it is 0 for an arm whose mean is no less than the leader's.
#' * The leader is played with probability `beta` (`"random"`), or whenever it has been played in at
#'   most that share of the rounds in which it was the leader, this one included (`"tracking"`).
#'   Otherwise the challenger is played.
#'
#' The posterior is Beta(1 + S, 1 + n - S), with rewards scaled from `range` to \[0, 1\], for
#' `"bernoulli"`, and Normal(xbar, sd^2 / n) for `"gaussian"`; d is the divergence of the family.
#' While nothing has been seen of some arm, the arm with the fewest pulls is played. Ties go to the arm with the lowest
#' number. Costs within 1e-12 are ties. Drawing a challenger takes longer the more certain the leader is.
#'
#' @section In one sentence:
#' `r sentences_of("policy_top_two")`
#' @section Variants: The defaults are Russo's algorithm. `challenger = "transport"` is T3C of Shang
#' and others. `leader = "ucb"` with `challenger = "transport"` and `allocation = "tracking"` is
#' that of Jourdan and Degenne.
#' @param leader How the leader is determined: `"thompson"`, `"empirical"` or `"ucb"`. Default:
#'   `"thompson"`.
#' @param challenger How the challenger is determined: `"thompson"` or `"transport"`. Default:
#'   `"thompson"`.
#' @param beta Share of the rounds in which the leader is played, a number in (0, 1). Default: 0.5.
#' @param allocation How that share is kept: `"random"` or `"tracking"`. Default: `"random"`.
#' @param family `NULL`, `"bernoulli"` (rewards in `range`) or `"gaussian"` (standard deviation
#'   `sd`). Default: from the bandit, see [run_study()].
#' @param range For `"bernoulli"`: `NULL`, or the range \[a, b\] of the rewards, two increasing
#'   numbers. Without `family` it implies `"bernoulli"`. Default: from the bandit, see [run_study()].
#' @param sd For `"gaussian"`: `NULL`, or the standard deviation of an arm's rewards, a positive
#'   number. Without `family` it implies `"gaussian"`. Default: from the bandit, see [run_study()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has waiting, or the family is
#'   `"bernoulli"` and rewards lie outside `range`.
#' @references Russo (2016), Simple Bayesian Algorithms for Best Arm Identification. Shang, de
#'   Heide, Menard, Kaufmann and Valko (2020), Fixed-confidence Guarantees for Bayesian Best-arm
#'   Identification. Jourdan and Degenne (2023), Non-Asymptotic Analysis of a UCB-based Top Two
#'   Algorithm.
#' @seealso [recommendations()]; [policy_thompson()] to collect rewards.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.5, 0.3, 0.2)))
#' policies <- list(
#'   policy_top_two(),
#'   policy_top_two(challenger = "transport", label = "T3C"),
#'   policy_top_two("ucb", "transport", allocation = "tracking", label = "TTUCB"),
#'   policy_uniform()
#' )
#' study <- run_study(problem, policies, horizon = 5000, reps = 20, seed = 1, stop = stop_glr())
#' summary(study, what = "sample_size") # pulls until an arm is named
#' @export
policy_top_two <- function(leader = c("thompson", "empirical", "ucb"), challenger = c("thompson", "transport"),
                           beta = 0.5, allocation = c("random", "tracking"), family = NULL, range = NULL, sd = NULL,
                           label = NULL, ...) describe("policy_top_two")

#' Racing: elimination of the worst arm
#' @description
#' Finds the best arm with a given error probability by playing all remaining arms in turn. The
#' worst arm is eliminated as soon as the evidence against it is strong enough.
#'
#' **Use it when** the aim is to name the best arm with a given error and arms should be eliminated one by one. Combine
#' them with [stop_settled()], which ends the game when one arm remains.
#'
#' @details
#' In each sweep every remaining arm is played once, in order. Then the best and the worst remaining
#' arm are compared. Let n be the number of outcomes of an arm, xbar their mean and kl the
#' divergence of Bernoulli distributions. The arm with the least mean is eliminated
#'
#' * by Chernoff racing (`test = "chernoff"`), if n kl(xbar, m), summed over the best arm and the worst,
#'   exceeds the rate, where m is the mean of all outcomes of both;
#' * by KL racing (`test = "kl"`), if the lower bound of the best arm exceeds the upper bound of the
#'   worst: all q such that n kl(xbar, q) is at most the rate lie between the bounds of an arm.
#'
#' After t pulls of K arms the rate is ln((1 + ln t) / `error`) (`"practical"`), or v + ln v with
#' v = ln(405.5 K t^1.1 / `error`) (`"proved"`). At most one arm is eliminated in a sweep; a tie is
#' broken at random. The last remaining arm is played until the end.
#'
#' An arm that enters later is played until it has as many pulls as the others. One that is away for
#' a while stays in the race. If the last remaining arm leaves, the available arm with the greatest
#' mean is played.
#'
#' The authors' code compares for the first time after two pulls of each arm, ours after one. With
#' an `error` below 0.4 no arm can be eliminated after one, and tests of the package compare both
#' policies with games recorded from that code.
#'
#' @section In one sentence:
#' `r sentences_of("policy_chernoff_racing", "policy_kl_racing")`
#' @inheritParams policy_lucb
#' @param rate `"practical"`: a rate without a proof of `error`; `"proved"`: a greater one with a
#'   proof. Default: `"practical"`.
#' @param test How the best arm and the worst are compared: `"chernoff"` (Chernoff racing) or `"kl"` (KL racing), see
#'   Details. Default: `"chernoff"`.
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has waiting, or rewards lie outside
#'   `range`.
#' @references Kaufmann and Kalyanakrishnan (2013), Information Complexity in Bandit Subset
#'   Selection. Garivier and Kaufmann (2016), Optimal Best Arm Identification with Fixed Confidence,
#'   section 6. Maron and Moore (1994), Hoeffding Races.
#' @seealso [policy_lucb()], [policy_se()], [recommendations()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.5, 0.3, 0.2)))
#' policies <- list(policy_racing(), policy_racing(rate = "proved", test = "kl"))
#' study <- run_study(problem, policies, horizon = 5000, reps = 5, seed = 1, stop = stop_settled())
#' recommendations(study)
#' @export
policy_racing <- function(error = 0.05, rate = c("practical", "proved"), test = c("chernoff", "kl"), range = NULL,
                          label = NULL, ...) describe("policy_racing")

#' Successive rejects and sequential halving
#' @description
#' Find the best arm within a fixed budget: the horizon T, the number of pulls. Both eliminate arms
#' in phases.
#'
#' **Use it when** the aim is to name the best arm and the number of pulls is fixed in advance. If the error is fixed
#' instead, use [policy_tracking()] or [policy_top_two()] with a stopping rule.
#'
#' @details
#' * `policy_successive_rejects()` plays each of the j remaining arms until it has ceiling((T - K) /
#'   (L j)) pulls, with L = 1/2 + 1/2 + 1/3 + ... + 1/K. Then the arm with the least mean is
#'   eliminated.
#' * `policy_sequential_halving()` plays each of the j remaining arms max(1, floor(T / (j
#'   ceiling(log2 K)))) times in a phase. Then the better half, rounded up, remains.
#'
#' K is the number of arms in the first round. Remaining arms are played in turn, the arm with the
#' fewest pulls first. If arms of equal mean compete, those that remain are drawn at random. The
#' rest of the budget goes to the last remaining arm. Each phase plays each remaining arm at least
#' once, so a small budget may end before the phases do; then the remaining arm with the greatest
#' mean is named.
#'
#' An arm that enters later joins the remaining ones, and one that is away for a while stays among
#' them. If the last remaining arm leaves, the available arm with the greatest mean is played. With
#' late rewards no arm is eliminated before something has been seen of each.
#'
#' @section In one sentence:
#' `r sentences_of("policy_successive_rejects", "policy_sequential_halving")`
#' @param window A number above 0 and at most 1: an arm with n outcomes is judged by the mean of the last
#'   max(1, floor(`window` n)) of them. With 0.25 this is R-SR, for arms that rise with their pulls ([with_wear()]).
#'   Default: 1, all outcomes.
#' @param fresh `TRUE`: a phase judges arms by its own pulls alone, as in the paper. `FALSE`: by all
#'   their pulls. Default: `FALSE`.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has waiting.
#' @references Audibert, Bubeck and Munos (2010), Best Arm Identification in Multi-Armed Bandits.
#'   Karnin, Koren and Somekh (2013), Almost Optimal Exploration in Multi-Armed Bandits. Mussi, Montenegro, Trovo,
#'   Restelli and Metelli (2024), Best Arm Identification for Stochastic Rising Bandits.
#' @seealso [recommendations()]; [policy_rising_ucb()] for regret.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.5, 0.45, 0.43, 0.4)))
#' policies <- list(policy_successive_rejects(), policy_sequential_halving())
#' study <- run_study(problem, policies, horizon = 1000, reps = 20, seed = 1)
#' table(recommendations(study)[c("policy", "correct")]) # whether the arm named is the best
#' @name policy_successive_rejects
NULL

#' @rdname policy_successive_rejects
#' @export
policy_successive_rejects <- function(window = 1, label = NULL, ...) describe("policy_successive_rejects")

#' @rdname policy_successive_rejects
#' @export
policy_sequential_halving <- function(fresh = FALSE, label = NULL, ...) describe("policy_sequential_halving")
