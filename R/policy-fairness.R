#' HT-UCB and ST-UCB: thresholded UCB for penalised fairness
#'
#' For arms that must get their fair share at a price, see [with_fairness()]: UCB1 with the
#' penalty added to the index of arms that are behind their share. Such a policy serves an arm
#' only if that costs less than the penalty.
#'
#' In rounds 1 to K each arm is played once, in order. After that, with the penalty rate A_k,
#' the share tau_k and n the number of pulls before round t,
#'
#' * `policy_ht_ucb()`, the hard threshold, plays argmax xbar + A_k 1(n < tau_k
#'   t) + w sqrt(2 ln t / n), w being the width of the range of rewards;
#' * `policy_st_ucb()`, the soft threshold, has A_k max(tau_k t - n, 0) / (tau_k t) as its
#'   second term (0 where tau_k = 0). The paper says why it falls short in the long run: its
#'   bonus vanishes at the threshold.
#'
#' Ties go to the lowest arm. If all penalties are 0, both are [policy_ucb1()].
#'
#' @param penalty `NULL` for the penalty rates of the bandit, or penalty rates for the policy
#'   to use instead: numbers from 0 to 1e100, one for all arms or one per arm. They say how
#'   strongly the policy insists on fairness, whatever the bandit charges.
#' @inheritParams policy_moss
#' @param sd Instead of `range`: the standard deviation of rewards that are Gaussian or have
#'   lighter tails (sub-Gaussian), a positive number; w is 2 `sd`.
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` for a bandit without fairness, or one with
#'   another number of arms than `penalty`.
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
policy_ht_ucb <- function(penalty = NULL, range = NULL, sd = NULL, label = NULL, ...) {
  check_no_dots(...)
  new_threshold("policy_ht_ucb", penalty, scale_of_policy(range, sd), label)
}

#' @rdname policy_ht_ucb
#' @export
policy_st_ucb <- function(penalty = NULL, range = NULL, sd = NULL, label = NULL, ...) {
  check_no_dots(...)
  new_threshold("policy_st_ucb", penalty, scale_of_policy(range, sd), label)
}

new_threshold <- function(constructor, penalty, scale, label, call = rlang::caller_env()) {
  check_arguments(constructor, call = call)
  new_policy(constructor, list(penalty = penalty, width = scale$width), label,
             settings = c(list(penalty = penalty), scale[c("range", "sd")]), assumes = scale, call = call)
}

#' LFG and Flearn: fairness as a constraint
#'
#' For arms that must get their fair share tau_k whatever it costs, see [with_fairness()].
#' Neither looks at the penalties; [policy_ht_ucb()] does.
#'
#' With n_k the number of pulls of arm k before round t:
#'
#' * `policy_lfg()`, learning with fairness guarantee, keeps a queue Q_k of the pulls owed to
#'   each arm, which is 0 at the start and max(Q_k + tau_k - 1(k was played), 0) after each
#'   round, and plays argmax Q_k + eta min(xbar + sqrt(2 ln t / n_k), 1), where the minimum is
#'   1 for an untried arm.
#' * `policy_flearn()`, fair learning: if tau_k (t - 1) - n_k exceeds `alpha` for some arm, it
#'   plays the arm for which this is greatest; otherwise it plays what the learner inside
#'   chooses: UCB1 or Thompson sampling, which learns from all plays.
#'
#' Ties go to the lowest arm.
#'
#' @param eta Weight of the reward against the queues, a number from 0 to 1e100; `NULL` is the
#'   square root of the horizon.
#' @param alpha Number of pulls by which an arm may fall short of its share, a number of at
#'   least 0.
#' @param learner `"ucb1"` ([policy_ucb1()]) or `"thompson"`
#'   ([policy_thompson()]).
#' @param family For the Thompson learner: `NULL`, `"bernoulli"` (rewards in \[0, 1\]) or
#'   `"gaussian"` (standard deviation 1). Default: `"bernoulli"` if the bandit states rewards in
#'   \[0, 1\], otherwise `"gaussian"`.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` for a bandit without fairness, and for a beta
#'   prior on rewards outside \[0, 1\].
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
policy_lfg <- function(eta = NULL, label = NULL, ...) {
  new_policy("policy_lfg", list(eta = eta), label, assumes = usual_place)
}

#' @rdname policy_lfg
#' @export
policy_flearn <- function(alpha = 0, learner = c("ucb1", "thompson"), family = NULL, label = NULL,
                          ...) {
  check_arguments("policy_flearn")
  check_only_with(family, "family", learner == "thompson", "`learner = \"thompson\"`")
  assumes <- if (learner == "ucb1") usual_width else
    if (!is.null(family)) switch(family, bernoulli = usual_place, gaussian = list(sd = core_scales("policy_flearn")$sd))
  new_policy("policy_flearn", list(alpha = alpha, learner = learner, family = if (learner == "thompson") family), label,
             assumes = assumes, open = learner == "thompson")
}

#' Explore-then-commit with fair shares
#'
#' For arms that must get their fair share, see [with_fairness()]: a baseline that serves all
#' shares in an exploration phase at the start.
#'
#' Each arm is played ceil(tau_k T) times or `pulls` times, whichever is more, in a round
#' robin that skips the arms that have had theirs; from then on the arm with the greatest mean
#' is played. If it leaves, the best of the rest by their means at that time is. Ties go to
#' the lowest arm. (Our extension: the paper discusses explore-then-commit, but has no fair
#' version.)
#'
#' @param pulls Least number of exploratory pulls of each arm, a whole number of at least 1.
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
policy_fair_etc <- function(pulls = 1, label = NULL, ...) {
  new_policy("policy_fair_etc", list(pulls = pulls), label)
}
