#' HT-UCB and ST-UCB: UCB with a penalty for unfairness
#' @description
#' Add the penalty to the UCB1 index of arms that are behind their fair share. An arm that is behind
#' is then served only if that costs less than the penalty.
#'
#' **Use it when** arms are entitled to a share of the pulls at a price: bandits [with_fairness()]. If the shares must
#' be kept whatever they cost, use [policy_lfg()] or [policy_flearn()].
#'
#' @details
#' Arms of which nothing was observed come first, in order: without delays, in rounds 1 to K. After that, let n be the
#' number of pulls of arm k before round t, m the number of its rewards observed so far (fewer than n under delays),
#' xbar their mean, A_k its penalty and tau_k its share. The arm with the greatest xbar + w sqrt(2 ln t / m) + bonus is
#' played, where w is the width of `range`, or 2 `sd` if `sd` is given. The bonus is
#'
#' * for `policy_ht_ucb()`, the hard threshold, A_k if n < tau_k t, and otherwise 0;
#' * for `policy_st_ucb()`, the soft threshold, A_k max(tau_k t - n, 0) / (tau_k t), and 0 if tau_k = 0. In the long run
#'   it misses the shares (see the paper), because the bonus vanishes as the threshold is approached.
#'
#' Ties go to the arm with the lowest number. If all penalties are 0, both are [policy_ucb1()].
#'
#' @section In one sentence:
#' `r sentences_of("policy_ht_ucb", "policy_st_ucb")`
#' @param penalty The penalties that the policy assumes; the bandit's own decide what is charged. Numbers from 0 to
#'   1e100, in units of the rewards per missing pull, one for all arms or one per arm (of arms with names, in any
#'   order if it has them). Default: those of the bandit.
#' @inheritParams policy_moss
#' @param sd Instead of `range`: the standard deviation of rewards that are Gaussian or have lighter tails
#'   (sub-Gaussian), a positive number; w (see Details) is 2 `sd`.
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has no fairness, has waiting, or has
#'   another number of arms than `penalty`.
#' @references Fang, Li and Samorodnitsky (2022), On Penalization in Stochastic Multi-armed Bandits,
#'   equation (11) and section 5. The pseudo-code's ln(t - 1) is a misprint.
#' @seealso [fair_penalty()] to choose penalties, [regret_bound()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.8, 0.6, 0.3))) |>
#'   with_fairness(share = 0.2, penalty = 0.4)
#' policies <- list(policy_ht_ucb(), policy_st_ucb(), policy_ht_ucb(penalty = 1, label = "Strict"))
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @export
policy_ht_ucb <- function(penalty = NULL, range = NULL, sd = NULL, label = NULL, ...) describe("policy_ht_ucb")

#' @rdname policy_ht_ucb
#' @export
policy_st_ucb <- function(penalty = NULL, range = NULL, sd = NULL, label = NULL, ...) describe("policy_st_ucb")

#' LFG and Flearn: fairness as a constraint
#' @description
#' Give each arm its fair share of the pulls, whatever that costs. Penalties play no part.
#'
#' **Use it when** arms are entitled to a share of the pulls (bandits [with_fairness()]) and shares are a constraint. If
#' missing pulls have a price, use [policy_ht_ucb()].
#'
#' @details
#' Let tau_k be the share of arm k, n_k the number of its pulls before round t, m_k the number of its rewards observed
#' so far (fewer under delays) and xbar their mean.
#'
#' * `policy_lfg()`, learning with fairness guarantee, keeps a queue Q_k of the pulls owed to each
#'   arm. It is 0 at the start and max(Q_k + tau_k - 1(k was played), 0) after each round. The arm
#'   with the greatest Q_k + eta min(xbar + sqrt(2 ln t / m_k), 1) is played; the minimum is 1 for
#'   an arm of which nothing was observed.
#' * `policy_flearn()`, fair learning, plays the arm with the greatest tau_k (t - 1) - n_k if that
#'   exceeds `alpha`. Otherwise it plays the choice of the learner inside, UCB1 or Thompson
#'   sampling, which learns from all pulls.
#'
#' Ties go to the arm with the lowest number.
#'
#' @section In one sentence:
#' `r sentences_of("policy_lfg", "policy_flearn")`
#' @param eta Weight of the reward against the queues, a number from 0 to 1e100. Default: the square
#'   root of the horizon.
#' @param alpha Number of pulls by which an arm may fall short of its share, a number of at least 0.
#'   Default: 0.
#' @param learner The learner inside: `"ucb1"` ([policy_ucb1()]) or `"thompson"`
#'   ([policy_thompson()]). Default: `"ucb1"`.
#' @param family For the Thompson learner: `NULL`, `"bernoulli"` (rewards in \[0, 1\]) or
#'   `"gaussian"` (standard deviation 1). Default: `"bernoulli"` if the bandit states rewards in
#'   \[0, 1\], otherwise `"gaussian"`.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has no fairness or has waiting, or the
#'   learner is Thompson sampling for Bernoulli rewards and rewards lie outside \[0, 1\].
#' @references Li, Liu and Ji (2019), Combinatorial Sleeping Bandits with Fairness Constraints.
#'   Patil, Ghalme, Nair and Narahari (2020), Achieving Fairness in the Stochastic Multi-armed
#'   Bandit Problem. Both as stated by Fang, Li and Samorodnitsky (2022), On Penalization in
#'   Stochastic Multi-armed Bandits, section 3. Thompson sampling as the learner is ours.
#' @seealso [policy_fair_etc()] for a baseline, [bandit_value()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.8, 0.6, 0.3))) |>
#'   with_fairness(share = 0.2, penalty = 0.4)
#' policies <- list(policy_lfg(), policy_flearn(),
#'   policy_flearn(learner = "thompson", label = "Fair Thompson"))
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @name policy_lfg
NULL

#' @rdname policy_lfg
#' @export
policy_lfg <- function(eta = NULL, label = NULL, ...) describe("policy_lfg")

#' @rdname policy_lfg
#' @export
policy_flearn <- function(alpha = 0, learner = c("ucb1", "thompson"), family = NULL, label = NULL, ...)
  describe("policy_flearn")

#' Explore-then-commit with fair shares
#' @description
#' Serves all fair shares in an exploration phase at the start and then commits to the arm with the
#' greatest mean.
#'
#' **Use it when** arms are entitled to a share of the pulls (bandits [with_fairness()]) and you need a baseline for
#' [policy_ht_ucb()], [policy_lfg()] or [policy_flearn()].
#'
#' @details
#' Arm k is played ceil(tau_k T) times or `pulls` times, whichever is more, where tau_k is its share
#' and T the horizon. The arms take turns, without those that are done. From then on the arm with
#' the greatest mean is played; if it leaves, the best of the others by their means at that time.
#' Ties go to the arm with the lowest number. (This is our extension: the paper discusses
#' explore-then-commit, but has no fair version.)
#'
#' @section In one sentence:
#' `r sentences_of("policy_fair_etc")`
#' @param pulls Least number of exploratory pulls of each arm, a whole number of at least 1.
#'   Default: 1.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has no fairness, or has waiting.
#' @references Fang, Li and Samorodnitsky (2022), On Penalization in Stochastic Multi-armed Bandits,
#'   section 5.
#' @seealso [policy_etc()], the version without shares.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.8, 0.6, 0.3))) |>
#'   with_fairness(share = 0.2, penalty = 0.4)
#' run_study(problem, policy_fair_etc(pulls = 50), horizon = 1000, reps = 5, seed = 1)
#' @export
policy_fair_etc <- function(pulls = 1, label = NULL, ...) describe("policy_fair_etc")
