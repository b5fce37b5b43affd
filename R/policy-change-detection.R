#' GLR-kl-UCB: KL-UCB with a test for changes
#' @description
#' Tests every arm for a change of its mean and forgets earlier rewards when it detects one. It
#' needs neither the number of changes nor their size.
#'
#' **Use it when** means jump at unknown times. If you know the number of changes, compare it with
#' [policy_forgetting_ucb()]; if you know when they happen, with [policy_restart()].
#'
#' @details
#' In round t of T, let e be the number of restarts so far and alpha = min(1, `explore` sqrt(e +
#' 1)), or min(1, `explore`) with `explore_growth = FALSE`:
#'
#' * if t mod floor(K / alpha) is k in 1, ..., K, the policy plays the k-th of the K available arms
#'   (forced exploration, so that a change of an arm that looks bad is noticed);
#' * otherwise it plays the arm with the greatest q such that n kl(xbar, q) <= ln(rounds since the
#'   restart), where n and xbar are the number and the mean of the rewards seen since the restart,
#'   and kl is the divergence of Bernoulli distributions. An arm of which nothing has been seen
#'   since has q = 1.
#'
#' After every `test_every`-th pull of an arm since its restart, the policy tests for a change at
#' each `split_every`-th of its n rewards. It detects one if for some split s
#'
#' s kl(mean of the first s, mean) + (n - s) kl(mean of the rest, mean) > ln(n^(3/2) / error).
#'
#' Then the arm (`"local"`) or all arms (`"global"`) restart. Rewards are scaled from `range` to
#' \[0, 1\]. Ties go to the arm with the lowest number. With [waiting][with_waiting()], each pair of
#' an arm and a wait counts as an arm. Late outcomes of pulls that began before a restart are
#' ignored.
#'
#' @section In one sentence:
#' `r sentences_of("policy_glr_kl_ucb")`
#' @section Cost of exploration: The share of forced pulls grows with every restart, including false
#' alarms. On problem 1 of the paper (`run_experiment("change-1")`) with 5,000 rounds the mean
#' regret is 199. It is 171 with `explore_growth = FALSE`, and 117 with a tenth of the default
#' `explore`. The authors' package SMPyBandits multiplies its own rate by 0.1.
#' @section Differences from the authors' code: The paper's code tests by rounds, and splits every 5
#' (global) or 10 rounds (local); here both count pulls of the arm, and `split_every` is 5 in both
#' cases. This implementation examines only splits at which the statistic can be greatest; it
#' restarts after the same pulls as one that examines all. Memory grows by 8 bytes per `split_every`
#' pulls until a restart.
#' @param restart What restarts when a change of an arm is detected: `"local"`, that arm, or
#'   `"global"`, all arms. Default: `"local"`.
#' @param explore Share of forced pulls before the first restart, a number in \[0, 1\]. Default:
#'   sqrt(K ln T / T).
#' @param error Nominal probability of a false alarm of a test, a number in (0, 1\]. The threshold
#'   in Details is the one used in practice, lower than the one for which this is proved. Default: 1 /
#'   sqrt(T).
#' @param test_every,split_every Number of pulls of an arm between tests, and between the splits
#'   that are tested: whole numbers of at least 1. Default: 10 and 5.
#' @param family `NULL` (`"bernoulli"`), or the family whose divergence is used:
#'   `"bernoulli"`, which is kl(p, q) = p ln(p / q) + (1 - p) ln((1 - p) /
#'   (1 - q)), or `"gaussian"`, which uses 2 (p - q)^2 in the test instead.
#' @param explore_growth `TRUE` if the share of forced pulls grows with the number of restarts, as
#'   in the paper; otherwise `FALSE`. Default: `TRUE`.
#' @param range `NULL`, or the range \[a, b\] of the rewards, two increasing numbers. Default: from
#'   the bandit, see [run_study()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): rewards lie outside `range`.
#' @references Besson, Kaufmann, Maillard and Seznec (2022), Efficient Change-Point Detection for
#'   Tackling Piecewise-Stationary Bandits, Algorithm 1.
#' @seealso [policy_cusum_ucb()] for other tests, [with_changes()] for bandits whose means change.
#' @examples
#' # The best arm changes after 500 rounds.
#' set.seed(1)
#' mean <- cbind(matrix(c(0.8, 0.4), 2, 500), matrix(c(0.2, 0.6), 2, 500))
#' problem <- bandit(arms_tape((matrix(runif(2000), 2) < mean) + 0, by = "round"))
#' run_study(problem, list(policy_kl_ucb(), policy_glr_kl_ucb()), horizon = 1000, reps = 5, seed = 1)
#' @export
policy_glr_kl_ucb <- function(restart = c("local", "global"), explore = NULL, error = NULL, test_every = 10,
                              split_every = 5, family = NULL, explore_growth = TRUE, range = NULL, label = NULL, ...)
  describe("policy_glr_kl_ucb")

#' CUSUM-UCB and M-UCB: UCB with tests for changes
#' @description
#' Test every arm for a change of its mean and forget earlier rewards when they detect one.
#' CUSUM-UCB needs the size of a change, M-UCB the number of pulls over which a change shows.
#'
#' **Use it when** means jump at unknown times and you know how large the changes are (CUSUM-UCB) or over how many pulls
#' they show (M-UCB). [policy_glr_kl_ucb()] needs neither.
#'
#' @details
#' Let n and xbar be the number and the mean of the rewards seen of an arm since its last restart:
#'
#' * `policy_cusum_ucb()` plays a uniformly random arm with probability `explore`, and otherwise the
#'   arm with the greatest xbar + sqrt(ln m / n), where m is the number of rewards seen of all arms, each
#'   counted since its own restart. The mean of the first `burn_in` pulls of an arm is its reference
#'   u. Each later reward x adds x - u - `shift` to one sum and u - x - `shift` to another, neither
#'   of which falls below 0. If one of them exceeds `threshold`, the arm restarts.
#' * `policy_m_ucb()`, r rounds after the last restart, plays the k-th of the K available arms if r
#'   mod ceil(K / `explore`) is k in 1, ..., K, and otherwise the arm with the greatest xbar +
#'   sqrt(2 ln r / n). After a pull of an arm, if the sum of its last `window` / 2 rewards and that
#'   of the `window` / 2 before differ by more than b = `threshold`, all arms restart.
#'
#' With `index = "kl"` the index is the greatest q such that n kl(xbar, q) <= ln m, or ln r, where
#' kl is the divergence of Bernoulli distributions. An arm of which nothing has been seen since its
#' restart comes first; with `"kl"` it has q = 1. Ties go to the arm with the lowest number. Rewards
#' are scaled from `range` to \[0, 1\]. With [waiting][with_waiting()], each pair of an arm and a
#' wait counts as an arm. Late outcomes of pulls that began before a restart are ignored.
#'
#' @section In one sentence:
#' `r sentences_of("policy_cusum_ucb", "policy_m_ucb")`
#' @param burn_in Number of pulls from which the reference mean of an arm is estimated, a whole
#'   number of at least 1.
#' @param shift Changes of the mean up to this size are ignored: a number in \[0, 1\], as a fraction
#'   of the width of `range`.
#' @param window Number of pulls that are compared, an even whole number from 2 to 1e8.
#' @param threshold Value beyond which the test signals a change, a positive number. Default: ln(T /
#'   changes), and for `policy_m_ucb()` sqrt(window ln(2 K T^2) / 2).
#' @param explore Share of pulls that ignore the index, a number in \[0, 1\]. Default: min(1,
#'   sqrt(changes ln(T / changes) / T)), and for `policy_m_ucb()` min(1, sqrt(changes K (2 b + 3
#'   sqrt(window)) / (2 T))).
#' @param changes The expected number of changes, a number of at least 0, which counts as at
#'   least 1. It is used for the defaults of `threshold` and `explore`. Default: 1.
#' @param index The confidence bounds: `"ucb"`, or `"kl"`, which needs rewards in `range`; see
#'   Details. Default: `"ucb"`.
#' @param count_from Where the rounds of forced pulls count from. `"restart"`: the last restart, as
#'   in the paper. `"start"`: the first round; in round t the k-th arm is played if t mod floor(K /
#'   `explore`) is k, as in the code of Besson, Kaufmann, Maillard and Seznec (2022). Default:
#'   `"restart"`.
#' @inheritParams policy_glr_kl_ucb
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): `index` is `"kl"` and rewards lie outside
#'   `range`.
#' @references Liu, Lee and Shroff (2018), A Change-Detection Based Framework for
#'   Piecewise-Stationary Multi-Armed Bandit Problem, Algorithm 1. Cao, Wen, Kveton and Xie (2019),
#'   Nearly Optimal Adaptive Procedure with Change Detection for Piecewise-Stationary Bandit,
#'   Algorithm 1. Besson, Kaufmann, Maillard and Seznec (2022), Efficient Change-Point Detection for
#'   Tackling Piecewise-Stationary Bandits (kl indices).
#' @seealso [policy_forgetting_ucb()] for means that drift, [with_changes()] for bandits whose means change.
#' @examples
#' set.seed(1)
#' mean <- cbind(matrix(c(0.8, 0.4), 2, 500), matrix(c(0.2, 0.6), 2, 500))
#' problem <- bandit(arms_tape((matrix(runif(2000), 2) < mean) + 0, by = "round"))
#' policies <- list(policy_ucb1(), policy_cusum_ucb(burn_in = 50, shift = 0.1),
#'                  policy_m_ucb(window = 100, explore = 0.1))
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @export
policy_cusum_ucb <- function(burn_in, shift, threshold = NULL, explore = NULL, changes = NULL, index = c("ucb", "kl"),
                             range = NULL, label = NULL, ...) describe("policy_cusum_ucb")

#' @rdname policy_cusum_ucb
#' @export
policy_m_ucb <- function(window, threshold = NULL, explore = NULL, changes = NULL, index = c("ucb", "kl"),
                         count_from = c("restart", "start"), range = NULL, label = NULL, ...) describe("policy_m_ucb")
