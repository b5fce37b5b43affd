#' HT-UCB and ST-UCB: thresholded UCB for penalised fairness
#'
#' For arms that must get their fair share, see [with_fairness()]. Rounds 1..K
#' play arm t; then, with the penalty rate A_k, the share tau_k and n the pulls
#' before round t,
#'
#' * `policy_ht_ucb()`, the hard threshold, plays argmax xbar + A_k 1(n < tau_k
#'   t) + w sqrt(2 ln t / n), w being the width of the range of rewards;
#' * `policy_st_ucb()`, the soft threshold, has A_k max(tau_k t - n, 0) / (tau_k
#'   t) in place of the second term (0 where tau_k = 0). The paper says why it
#'   fails: nothing happens at the threshold itself.
#'
#' Ties go to the lowest arm. With all penalties 0 both are [policy_ucb1()].
#'
#' @param penalty `NULL` for the penalty rates of the bandit; or rates that the
#'   policy uses instead, numbers of at least 0 and at most 1e100, one for all
#'   arms or one an arm: how hard it insists on fairness, whatever the bandit
#'   charges.
#' @inheritParams policy_moss
#' @param sd In the place of `range`: the standard deviation of Gaussian rewards (or
#'   with lighter tails), a positive number; w is 2 `sd`.
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above;
#'   [run_study()] raises `unruly_error_policy` for a bandit without fairness,
#'   or one with another number of arms than `penalty`.
#' @references Fang, Li and Samorodnitsky (2022), On Penalization in Stochastic
#'   Multi-armed Bandits, equation (11) and section 5. The pseudo-code's
#'   ln(t - 1) is a misprint.
#' @seealso [bound_ht_ucb()]
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.8, 0.6, 0.3))) |>
#'   with_fairness(share = 0.2, penalty = 0.4)
#' policies <- list(policy_ht_ucb(), policy_st_ucb(), policy_ht_ucb(penalty = 1, label = "Strict"))
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @export
policy_ht_ucb <- function(penalty = NULL, range = c(0, 1), sd = NULL, label = NULL) {
  new_threshold("policy_ht_ucb", penalty, scale_of_policy(range, sd), label)
}

#' @rdname policy_ht_ucb
#' @export
policy_st_ucb <- function(penalty = NULL, range = c(0, 1), sd = NULL, label = NULL) {
  new_threshold("policy_st_ucb", penalty, scale_of_policy(range, sd), label)
}

new_threshold <- function(constructor, penalty, scale, label, call = rlang::caller_env()) {
  check_arguments(constructor, call = call)
  new_policy(constructor, list(penalty = penalty, width = unless_usual(scale$width, 1)), label,
             settings = c(list(penalty = penalty), scale[c("range", "sd")]), assumes = scale, call = call)
}

#' LFG and Flearn: fairness by queues and by force
#'
#' For arms that must get their fair share tau_k, see [with_fairness()]. With n_k
#' the pulls of arm k before round t:
#'
#' * `policy_lfg()`, learning with fairness guarantee, keeps a queue of what
#'   each arm is owed, 0 at the start and max(Q_k + tau_k - 1(k was played), 0)
#'   after each round, and plays argmax Q_k + eta min(xbar + sqrt(2 ln t / n_k),
#'   1), an untried arm counting as 1 in place of the minimum.
#' * `policy_flearn()`, fair learning: if tau_k (t - 1) - n_k exceeds `alpha` for
#'   some arm, the arm where it is greatest; else what the learner inside plays:
#'   UCB1 or Thompson sampling, which learns from all plays.
#'
#' Ties go to the lowest arm. Neither looks at the penalties.
#'
#' @param eta Weight of the reward against the queues, a number of at least 0 and
#'   at most 1e100; `NULL` is the square root of the horizon.
#' @param alpha How many pulls an arm may lack, a number of at least 0.
#' @param learner `"ucb1"` ([policy_ucb1()]) or `"thompson"`
#'   ([policy_thompson()]).
#' @param prior The prior of the Thompson learner, as in [policy_thompson()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above;
#'   [run_study()] raises `unruly_error_policy` for a bandit without fairness,
#'   and for a beta prior on rewards outside \[0, 1\].
#' @references Li, Liu and Ji (2019), Combinatorial Sleeping Bandits with
#'   Fairness Constraints. Patil, Ghalme, Nair and Narahari (2020), Achieving
#'   Fairness in the Stochastic Multi-armed Bandit Problem. Both as Fang, Li and
#'   Samorodnitsky (2022), On Penalization in Stochastic Multi-armed Bandits,
#'   section 3, state them. Thompson sampling as the learner is ours.
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
policy_lfg <- function(eta = NULL, label = NULL) {
  new_policy("policy_lfg", list(eta = eta), label, assumes = usual_place)
}

#' @rdname policy_lfg
#' @export
policy_flearn <- function(alpha = 0, learner = c("ucb1", "thompson"), prior = c("gaussian", "beta"), label = NULL) {
  check_arguments("policy_flearn")
  assumes <- if (learner == "ucb1") usual_width else if (prior == "beta") usual_place else list(sd = 1)
  new_policy("policy_flearn", list(alpha = alpha, learner = learner, prior = if (learner == "thompson") prior), label,
             assumes = assumes)
}

#' Explore then commit, with a fair start
#'
#' For arms that must get their fair share, see [with_fairness()]: each arm is
#' played ceil(tau_k T) times or `pulls` times, whichever is more, in a round
#' robin that skips the arms that have had theirs; then for ever the one of
#' greatest mean. If that leaves, the best of the rest by the means at that time.
#' Ties go to the lowest arm. (Ours: the paper discusses explore then commit
#' without a fair version.)
#'
#' @param pulls How often each arm is explored at least, a whole number of at
#'   least 1.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` for a bad `pulls`; [run_study()]
#'   raises `unruly_error_policy` for a bandit without fairness.
#' @references Fang, Li and Samorodnitsky (2022), On Penalization in Stochastic
#'   Multi-armed Bandits, section 5.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.8, 0.6, 0.3))) |>
#'   with_fairness(share = 0.2, penalty = 0.4)
#' run_study(problem, policy_fair_etc(pulls = 50), horizon = 1000, reps = 5, seed = 1)
#' @export
policy_fair_etc <- function(pulls = 1, label = NULL) {
  new_policy("policy_fair_etc", list(pulls = pulls), label)
}
