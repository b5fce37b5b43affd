# Policies that are after the best arm's name rather than its rewards.

#' Tracking
#'
#' Plays so that the best arm is known as soon as it can be: the shares of plays follow those
#' that would be optimal if the means were those seen so far ([bound_identification()]). With K
#' arms, t plays so far and n of an arm:
#'
#' 1. an arm of which nothing was seen comes first;
#' 2. if some arm has n < sqrt(t) - K / 2, the least played;
#' 3. if several arms have the greatest mean, the least played of these;
#' 4. else the arm of greatest w - n / t, w being the optimal share.
#'
#' It goes by the arms that are there and their plays. Ties go to the lowest arm; in the last rule
#' what is within 1e-9 of the greatest is equal to it.
#'
#' @param family `"bernoulli"`, for rewards in `range`, or `"gaussian"`, for Gaussian ones
#'   of equal standard deviations, whatever these are.
#' @param range For `"bernoulli"`: what the rewards lie in, two increasing numbers.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above;
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
policy_tracking <- function(family = c("bernoulli", "gaussian"), range = c(0, 1), label = NULL) {
  check_arguments("policy_tracking")
  check_only_with(range, "range", c(0, 1), family == "bernoulli", "Bernoulli rewards")
  new_policy("policy_tracking", list(family = unless_usual(family, "bernoulli"), range = unless_usual(range, c(0, 1))), label,
             settings = if (family == "bernoulli") list(range = range) else list(family = family),
             assumes = if (family == "bernoulli") list(range = range, place = TRUE))
}

#' LUCB and KL-LUCB
#'
#' Look at two arms at a time: the leader, of greatest mean, and its rival, of the others
#' that of greatest upper bound. The leader is played, then the rival, then both are found
#' again. With n outcomes seen of an arm, K arms, t plays so far and p = ceiling(t / 2) pairs
#' of them, the bound is
#'
#' * `policy_lucb()`: mean + w sqrt(ln(5 K p^4 / (4 `error`)) / (2 n)), w being the width of the
#'   range of rewards;
#' * `policy_kl_lucb()`: the greatest q with n kl(mean, q) <= v + ln v, v = ln(405.5 K t^1.1 /
#'   `error`), kl being the divergence of Bernoulli laws; with `rate = "practical"` at most ln((1 +
#'   ln t) / `error`), as in Garivier and Kaufmann's (2016) experiments, which [stop_separated()]
#'   has, too.
#'
#' An arm of which nothing was seen comes first, and breaks off a pair. Ties go to the lowest
#' arm.
#'
#' @param error Chance that the arm which is named in the end is not the best, a number in
#'   (0, 1).
#' @param rate `"proved"` or `"practical"`.
#' @param range What the rewards lie in: two increasing numbers.
#' @param sd In the place of `range`: the standard deviation of Gaussian rewards (or with
#'   lighter tails), a positive number; w is 2 `sd`. The paper has bounded rewards only;
#'   this is ours.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above;
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
policy_lucb <- function(error = 0.05, range = c(0, 1), sd = NULL, label = NULL) {
  check_arguments("policy_lucb")
  scale <- scale_of_policy(range, sd)
  new_policy("policy_lucb", list(error = error, width = unless_usual(scale$width, 1)), label,
             settings = list(error = error, range = scale$range, sd = scale$sd), assumes = scale)
}

#' @rdname policy_lucb
#' @export
policy_kl_lucb <- function(error = 0.05, rate = c("proved", "practical"), range = c(0, 1), label = NULL) {
  check_arguments("policy_kl_lucb")
  settings <- list(error = error, rate = unless_usual(rate, "proved"), range = range)
  new_policy("policy_kl_lucb", list(error = error, rate = settings$rate, range = unless_usual(range, c(0, 1))), label, settings = settings,
             assumes = list(range = range, place = TRUE))
}

#' Top two
#'
#' In each round a leader is found, then a challenger, and one of them is played. With n
#' outcomes seen of an arm, S their sum, xbar their mean and t plays so far:
#'
#' * the leader has the greatest draw from the posteriors (`"thompson"`), the greatest mean
#'   (`"empirical"`) or the greatest xbar + sqrt(5.28 `sd`^2 ln t / n) (`"ucb"`; `sd` is 1/2 with a
#'   beta prior);
#' * the challenger is found by drawing anew until another arm has the greatest draw
#'   (`"thompson"`; after 1,000 draws in vain by transport), or it is the arm of least
#'   transport cost (`"transport"`): n d(xbar, c) of the leader and of the arm, with the c that makes
#'   their sum least; an arm whose mean is no less than the leader's costs nothing;
#' * the leader is played with chance `beta` (`"random"`), or if it was played in at most that
#'   share of the rounds which it has led, this one included (`"tracking"`).
#'
#' The posterior is Beta(1 + S, 1 + n - S), rewards being scaled from their range to \[0, 1\],
#' or Normal(xbar, sd^2 / n); d is the divergence of Bernoulli or of Gaussian laws. An arm of which
#' nothing was seen comes first. Ties go to the lowest arm, costs within 1e-12 being equal.
#'
#' Russo's algorithm is the usual one; `challenger = "transport"` is T3C of Shang and others;
#' `leader = "ucb"` with `challenger = "transport"` and `allocation = "tracking"` is Jourdan and
#' Degenne's. A challenger that is drawn costs the more the surer the leader is.
#'
#' @param leader `"thompson"`, `"empirical"` or `"ucb"`.
#' @param challenger `"thompson"` or `"transport"`.
#' @param beta Share of the rounds in which the leader is played, a number in (0, 1).
#' @param allocation `"random"` or `"tracking"`.
#' @param prior `"beta"` or `"gaussian"`; the former needs what the player observes to lie
#'   in `range`.
#' @param range For `"beta"`: what the rewards lie in, two increasing numbers.
#' @param sd For `"gaussian"`: the standard deviation of the rewards of an arm, a positive number.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above;
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
policy_top_two <- function(leader = c("thompson", "empirical", "ucb"), challenger = c("thompson", "transport"), beta = 0.5,
                           allocation = c("random", "tracking"), prior = c("beta", "gaussian"), range = c(0, 1), sd = 1,
                           label = NULL) {
  check_arguments("policy_top_two")
  check_only_with(range, "range", c(0, 1), prior == "beta", "a beta prior")
  check_only_with(sd, "sd", 1, prior == "gaussian", "a Gaussian prior")
  assumes <- if (prior == "beta") list(range = range, place = TRUE) else list(sd = sd, how = "prior = \"gaussian\", ")
  given <- list(leader = leader, challenger = challenger, beta = beta, allocation = allocation, prior = prior)
  new_policy("policy_top_two", c(given, list(range = unless_usual(range, c(0, 1)), sd = unless_usual(sd, 1))), label,
             settings = c(given, assumes[names(assumes) %in% c("range", "sd")]), assumes = assumes)
}

#' Racing
#'
#' A round plays every arm that is left once, in order; then the one of least mean drops out, if
#' what was seen says that it is not the best. With n outcomes of an arm and the rate below:
#'
#' * `policy_chernoff_racing()`: if n kl(xbar, m) of the best arm and of the worst, m being the
#'   mean of all outcomes of both, sum up to more than the rate;
#' * `policy_kl_racing()`: if the least q with n kl(xbar, q) at most the rate is, of the best arm,
#'   above the greatest of the worst.
#'
#' The rate is, after t plays, with K arms, ln((1 + ln t) / `error`) (`"practical"`) or v + ln v, v
#' = ln(405.5 K t^1.1 / `error`) (`"proved"`). At most one arm drops out in a round, of equal
#' ones the highest. The one that is left is played to the end.
#'
#' An arm that comes later is played until it has as many plays as the others; one that is
#' away for a while stays in the race. If the arm that is left goes, of those there the one
#' of greatest mean is played.
#'
#' @inheritParams policy_lucb
#' @param rate `"practical"` or `"proved"`.
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above;
#'   [run_study()] raises `unruly_error_policy` for rewards outside `range`, and for bandits with
#'   waiting.
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
policy_chernoff_racing <- function(error = 0.05, rate = c("practical", "proved"), range = c(0, 1), label = NULL) {
  check_arguments("policy_chernoff_racing")
  new_racing("policy_chernoff_racing", error, rate, range, label)
}

#' @rdname policy_racing
#' @export
policy_kl_racing <- function(error = 0.05, rate = c("practical", "proved"), range = c(0, 1), label = NULL) {
  check_arguments("policy_kl_racing")
  new_racing("policy_kl_racing", error, rate, range, label)
}

new_racing <- function(constructor, error, rate, range, label, call = rlang::caller_env()) {
  new_policy(constructor, list(error = error, rate = unless_usual(rate, "practical"), range = unless_usual(range, c(0, 1))), label,
             settings = list(error = error, rate = rate, range = range), assumes = list(range = range, place = TRUE), call = call)
}

#' The best arm for a budget: successive rejects and sequential halving
#'
#' Spend a horizon of T rounds so that the best arm can be named in the end. With K arms:
#'
#' * `policy_successive_rejects()` plays each of the j arms left until it has had ceiling((T - K) / (L
#'   j)) plays, L = 1/2 + 1/2 + 1/3 + ... + 1/K; then the one of least mean drops out;
#' * `policy_sequential_halving()` plays each of the j arms left floor(T / (j ceiling(log2 K)))
#'   times; then the better half, rounded up, stays.
#'
#' Arms left are played in turn, the least played first. Of arms of equal mean the lowest stays. What is
#' left of the budget goes to the arm that is left. Budgets that are too small for a play of
#' each arm get one all the same, as far as they go.
#'
#' K are the arms of the first round. One that comes later joins those that are left, one that is
#' away for a while stays among them; if the arm that is left goes, of those there the one of
#' greatest mean is played. With late rewards no arm drops out before something was seen of
#' each.
#'
#' @param fresh Whether a phase judges arms by its own plays alone, as the paper has it,
#'   `TRUE` or `FALSE`: by all their plays.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above; [run_study()]
#'   raises `unruly_error_policy` for bandits with waiting.
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
policy_successive_rejects <- function(label = NULL) new_policy("policy_successive_rejects", label = label)

#' @rdname policy_successive_rejects
#' @export
policy_sequential_halving <- function(fresh = FALSE, label = NULL) {
  check_arguments("policy_sequential_halving")
  new_policy("policy_sequential_halving", list(fresh = if (fresh) 1), label, settings = list(fresh = if (fresh) "TRUE"))
}
