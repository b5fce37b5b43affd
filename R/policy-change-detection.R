#' GLR-kl-UCB: restarts where a likelihood ratio shows a change
#'
#' KL-UCB that watches every arm and forgets what it saw before a change, without being
#' told how many changes there are. In round t of T, e being the number of restarts so far
#' and alpha = min(1, `explore` sqrt(e + 1)):
#'
#' * if t mod floor(K / alpha) is k in 1, ..., K, it plays the k-th of the K arms that are
#'   there (forced, so that a change of an arm that looks bad is noticed);
#' * else the arm of greatest q with n kl(xbar, q) <= ln(rounds since the restart), n and
#'   xbar being the number and the mean of what was seen since; an arm that was not seen
#'   since has q = 1.
#'
#' After every `test_every`-th play of an arm since its restart it is tested whether for
#' some s = `split_every`, 2 `split_every`, ... < n
#'
#' s kl(mean of the first s, mean) + (n - s) kl(mean of the rest, mean) > ln(n^(3/2) / delta).
#'
#' If so the arm (`"local"`) or all arms (`"global"`) restart. Rewards are scaled from
#' `range` to \[0, 1\]. Ties go to the lowest arm. With waiting every (arm, wait) is an
#' arm of its own; with delays what was begun before a restart teaches nothing after it.
#'
#' The paper's code tests by rounds, and splits every 5 rounds (global) or 10 (local); here
#' both are multiples of the arm's plays, and `split_every` is 5 in both. The fast way looks at
#' the few splits that can be the greatest only, and restarts at the same plays as one that
#' looks at all. Memory grows by 8 bytes every `split_every` plays (and as much again while
#' it grows) until a restart.
#'
#' @param restart What forgets when a change of an arm is detected: `"local"`, the arm,
#'   or `"global"`, all.
#' @param explore Share of forced plays before the first restart, a number from 0 to 1; `NULL`
#'   is sqrt(K ln T / T).
#' @param delta Chance of a false alarm, a number above 0 and at most 1; `NULL` is 1 / sqrt(T).
#' @param test_every,split_every Plays of an arm from test to test, and from split to
#'   split: whole numbers of at least 1.
#' @param divergence `"bernoulli"`, which is kl(p, q) = p ln(p / q) + (1 - p) ln((1 - p) / (1 -
#'   q)), or `"gaussian"`, which has 2 (p - q)^2 in its place in the test.
#' @param range What the rewards lie in: two increasing numbers.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above; [run_study()]
#'   raises `unruly_error_policy` on rewards outside `range`.
#' @references Besson, Kaufmann, Maillard and Seznec (2022), Efficient Change-Point Detection
#'   for Tackling Piecewise-Stationary Bandits, Algorithm 1.
#' @examples
#' # The best arm changes after 500 rounds.
#' set.seed(1)
#' mean <- cbind(matrix(c(0.8, 0.4), 2, 500), matrix(c(0.2, 0.6), 2, 500))
#' problem <- bandit(arms_tape((matrix(runif(2000), 2) < mean) + 0, by = "round"))
#' run_study(problem, list(policy_kl_ucb(), policy_glr_kl_ucb()), horizon = 1000, reps = 5, seed = 1)
#' @export
policy_glr_kl_ucb <- function(restart = c("local", "global"), explore = NULL, delta = NULL, test_every = 10,
                              split_every = 5, divergence = c("bernoulli", "gaussian"), range = c(0, 1), label = NULL) {
  check_arguments("policy_glr_kl_ucb")
  new_policy("policy_glr_kl_ucb",
             list(restart = unless_usual(restart, "local"), explore = explore, delta = delta,
                  test_every = unless_usual(test_every, 10), split_every = unless_usual(split_every, 5),
                  divergence = unless_usual(divergence, "bernoulli"), range = unless_usual(range, c(0, 1))), label,
             settings = list(restart = restart, explore = explore %||% "sqrt(K ln T / T)",
                             delta = delta %||% "1 / sqrt(T)", test_every = test_every, split_every = split_every,
                             divergence = unless_usual(divergence, "bernoulli"), range = range),
             assumes = list(range = range, place = TRUE))
}

#' CUSUM-UCB and M-UCB: restarts where a sum drifts
#'
#' Two policies that watch every arm and forget what they saw before a change. n and xbar
#' are the number and the mean of what was seen of an arm since its last restart:
#'
#' * `policy_cusum_ucb()` plays any arm with chance `explore`, else argmax xbar + sqrt(ln m / n), m
#'   being the plays seen of all arms since the restarts of each. The first `burn_in`
#'   plays of an arm have a mean u; each later one, of reward x, adds x - u - `shift` to one sum and
#'   u - x - `shift` to another, neither of which falls below 0. If one exceeds `threshold`,
#'   the arm restarts.
#' * `policy_m_ucb()`, r rounds after the last restart, plays the k-th of the K arms that are there
#'   if r mod ceil(K / `explore`) is k in 1, ..., K, else argmax xbar + sqrt(2 ln r / n).
#'   After a play of an arm, if the sum of its last `window` / 2 rewards and that of the
#'   `window` / 2 before differ by more than b = `threshold`, all arms restart.
#'
#' With `index = "kl"` it is the arm of greatest q with n kl(xbar, q) <= ln m, or ln r. An
#' arm that was not seen since its restart comes first; with `"kl"` it has q = 1. Ties go to
#' the lowest arm. Rewards are scaled from `range` to \[0, 1\]. With waiting every (arm, wait)
#' is an arm of its own; with delays what was begun before a restart teaches nothing after it.
#'
#' @param burn_in Plays of an arm by which its mean is known, a whole number of at least 1.
#' @param shift Changes of the mean up to this one are overlooked, a number from 0 to 1: a part
#'   of the width of `range`.
#' @param window Plays that are compared, an even whole number of at least 2.
#' @param threshold What shows a change, a positive number; `NULL` is ln(T / changes), and
#'   for `policy_m_ucb()` sqrt(window ln(2 K T^2) / 2).
#' @param explore Share of plays that do not look at the index, a number from 0 to 1; `NULL` is
#'   min(1, sqrt(changes ln(T / changes) / T)), and for `policy_m_ucb()` min(1, sqrt(changes K (2 b +
#'   3 sqrt(window)) / (2 T))).
#' @param changes The number of changes that is expected, at least 0; it is used where
#'   `threshold` or `explore` are not given. `NULL` counts as 1, as does what is less.
#' @param index `"ucb"` or `"kl"`, see above; the latter needs rewards in `range`.
#' @param count_from Where the rounds of forced plays count from: `"restart"`, as in the paper,
#'   or `"start"`: in round t the k-th arm is played if t mod floor(K / `explore`) is k, as in
#'   the code of Besson, Kaufmann, Maillard and Seznec (2022).
#' @inheritParams policy_glr_kl_ucb
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above; [run_study()]
#'   raises `unruly_error_policy` for `"kl"` on rewards outside `range`.
#' @references Liu, Lee and Shroff (2018), A Change-Detection Based Framework for
#'   Piecewise-Stationary Multi-Armed Bandit Problem, Algorithm 1. Cao, Wen, Kveton and Xie (2019),
#'   Nearly Optimal Adaptive Procedure with Change Detection for Piecewise-Stationary Bandit,
#'   Algorithm 1. Besson, Kaufmann, Maillard and Seznec (2022), Efficient Change-Point Detection
#'   for Tackling Piecewise-Stationary Bandits (kl indices).
#' @examples
#' set.seed(1)
#' mean <- cbind(matrix(c(0.8, 0.4), 2, 500), matrix(c(0.2, 0.6), 2, 500))
#' problem <- bandit(arms_tape((matrix(runif(2000), 2) < mean) + 0, by = "round"))
#' policies <- list(policy_ucb1(), policy_cusum_ucb(burn_in = 50, shift = 0.1),
#'                  policy_m_ucb(window = 100, explore = 0.1))
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @export
policy_cusum_ucb <- function(burn_in, shift, threshold = NULL, explore = NULL, changes = NULL, index = c("ucb", "kl"),
                             range = c(0, 1), label = NULL) {
  check_arguments("policy_cusum_ucb")
  new_policy("policy_cusum_ucb",
             list(burn_in = burn_in, shift = shift, threshold = threshold, explore = explore, changes = changes,
                  index = unless_usual(index, "ucb"), range = unless_usual(range, c(0, 1))), label,
             settings = list(burn_in = burn_in, shift = shift, threshold = threshold %||% "ln(T / changes)",
                             explore = explore %||% "min(1, sqrt(changes ln(T / changes) / T))",
                             changes = changes %||% if (is.null(threshold) || is.null(explore)) 1,
                             index = unless_usual(index, "ucb"), range = range),
             assumes = list(range = range, place = TRUE))
}

#' @rdname policy_cusum_ucb
#' @export
policy_m_ucb <- function(window, threshold = NULL, explore = NULL, changes = NULL, index = c("ucb", "kl"),
                         count_from = c("restart", "start"), range = c(0, 1), label = NULL) {
  check_arguments("policy_m_ucb")
  if (window %% 2 != 0) abort_argument("window", rules_of("policy_m_ucb")$window$words, window)
  new_policy("policy_m_ucb",
             list(window = window, threshold = threshold, explore = explore, changes = changes,
                  index = unless_usual(index, "ucb"), count_from = unless_usual(count_from, "restart"),
                  range = unless_usual(range, c(0, 1))), label,
             settings = list(window = window, threshold = threshold %||% "sqrt(window ln(2 K T^2) / 2)",
                             explore = explore %||% "min(1, sqrt(changes K (2 threshold + 3 sqrt(window)) / (2 T)))",
                             changes = changes %||% if (is.null(explore)) 1, index = unless_usual(index, "ucb"),
                             count_from = unless_usual(count_from, "restart"), range = range),
             assumes = list(range = range, place = TRUE))
}

#' Exp3.S and Rexp3: gains that need not come from any law, compared with a choice that changes
#'
#' Both draw from the chances of [policy_exp3()], p_i = (1 - gamma) w_i / sum(w) + gamma / K.
#'
#' * `policy_exp3_s()` multiplies the weight of the arm played by exp(gamma x / (p_i K)), and
#'   adds e `share` / K times the sum of the weights before to every weight, so that none is
#'   ever too small to come back.
#' * `policy_rexp3()` is Exp3 that begins anew every `batch` rounds. What began in one batch
#'   teaches nothing in the next.
#'
#' All this is over the arms that are available, K being their number. An arm that enters
#' gets the average weight of those that are there (a choice of ours). With waiting every
#' (arm, wait) is an arm of its own and its time is ignored. In a [replay][bandit_replay] the
#' plays that the log makes by itself teach nothing, as they had no chance.
#'
#' @param gamma Share of uniform exploration, a number above 0 and at most 1; `NULL` is min(1,
#'   sqrt(K (changes ln(K T) + e) / ((e - 1) T))), T being the horizon.
#' @param share What is shared of the weights, a number above 0 and at most 1; `NULL` is 1 / T.
#' @param changes The number of changes that is expected, at least 0; it is used where
#'   `gamma` is not given. `NULL` counts as 1, as does what is less. (In the paper one more than this
#'   is in its place; here it is as in Besson and others 2022.)
#' @param batch Rounds until all is forgotten, a whole number of at least 1; `NULL` is ceil((K
#'   ln K)^(1/3) (T / variation)^(2/3)), K being the number of arms at the start. Of a batch, gamma
#'   is min(1, sqrt(K ln K / ((e - 1) batch))).
#' @param variation By how much the mean of an arm changes in all rounds together, a positive
#'   number; it is used where `batch` is not given. `NULL` counts as 1.
#' @inheritParams policy_ucb
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above.
#' @references Auer, Cesa-Bianchi, Freund and Schapire (2002), The Nonstochastic Multiarmed
#'   Bandit Problem, section 8. Besbes, Gur and Zeevi (2014), Stochastic Multi-Armed-Bandit Problem with
#'   Non-stationary Rewards, section 4. Besson, Kaufmann, Maillard and Seznec (2022), Efficient
#'   Change-Point Detection for Tackling Piecewise-Stationary Bandits (gamma of Exp3.S).
#' @examples
#' reward <- rbind(rep(c(0, 1), each = 500), rep(c(1, 0), each = 500))
#' problem <- bandit(arms_tape(reward, by = "round"))
#' run_study(problem, list(policy_exp3(), policy_exp3_s(), policy_rexp3()),
#'   horizon = 1000, reps = 5, seed = 1)
#' @export
policy_exp3_s <- function(gamma = NULL, share = NULL, changes = NULL, range = c(0, 1), label = NULL) {
  check_arguments("policy_exp3_s")
  new_policy("policy_exp3_s",
             list(gamma = gamma, share = share, changes = changes, range = unless_usual(range, c(0, 1))), label,
             settings = list(gamma = gamma %||% "min(1, sqrt(K (changes ln(K T) + e) / ((e - 1) T)))",
                             share = share %||% "1 / T", changes = changes %||% if (is.null(gamma)) 1, range = range),
             assumes = list(range = range, place = TRUE))
}

#' @rdname policy_exp3_s
#' @export
policy_rexp3 <- function(batch = NULL, variation = NULL, range = c(0, 1), label = NULL) {
  check_arguments("policy_rexp3")
  new_policy("policy_rexp3", list(batch = batch, variation = variation, range = unless_usual(range, c(0, 1))), label,
             settings = list(batch = batch %||% "ceil((K ln K)^(1/3) (T / variation)^(2/3))",
                             variation = variation %||% if (is.null(batch)) 1, range = range),
             assumes = list(range = range, place = TRUE))
}
