#' Baselines that explore by plan or by chance
#'
#' * `policy_etc()`, explore then commit: plays each arm `pulls` times, in turn,
#'   then for ever the one of greatest mean. If that leaves, the best of the
#'   rest by the means at that time; an arm that enters is explored like the
#'   others, and all are compared anew.
#' * `policy_epsilon_greedy()`: untried arms first, in order; then with chance
#'   `epsilon` (with `decay` min(1, decay / t) in round t) an available arm with
#'   equal chance, else the one of greatest mean. With `restart` all is forgotten
#'   every so many rounds, for arms that may change, and t counts from there.
#'
#' Ties go to the lowest arm. With waiting every (arm, wait) is an arm of its
#' own and its time is ignored.
#'
#' @param pulls How often each arm is explored, a whole number of at least 1.
#' @param epsilon Chance of exploring, a number in \[0, 1\].
#' @param decay `FALSE`, or a number of at least 0 in the place of `epsilon`: the
#'   chance of exploring then is min(1, decay / t) in round t, the paper's c K / d^2
#'   in the place of `decay`.
#' @param restart After how many rounds all is forgotten, a whole number of at least
#'   1; `NULL` for never.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above.
#' @references Lattimore and Szepesvari (2020), Bandit Algorithms, chapter 6.
#'   Sutton and Barto (2018), Reinforcement Learning, section 2.2. Auer,
#'   Cesa-Bianchi and Fischer (2002), Finite-time Analysis of the Multiarmed
#'   Bandit Problem, section 3 (the decay). Besbes, Gur and Zeevi (2014), Stochastic
#'   Multi-Armed-Bandit Problem with Non-stationary Rewards, section 4 (restarts, of
#'   Exp3).
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' policies <- list(policy_etc(50), policy_epsilon_greedy())
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' policy_epsilon_greedy(decay = 20)
#' @name policy_etc
NULL

#' @rdname policy_etc
#' @export
policy_etc <- function(pulls, label = NULL) new_policy("policy_etc", list(pulls = pulls), label)

#' @rdname policy_etc
#' @export
policy_epsilon_greedy <- function(epsilon = 0.1, decay = FALSE, restart = NULL, label = NULL) {
  restart <- check_rule(restart, rules_of("policy_epsilon_greedy")$restart, null = TRUE)
  explore <- exploration_of(epsilon, decay, !missing(epsilon))
  epsilon <- explore$parameters$epsilon
  decay <- explore$parameters$decay == 1
  restarts <- without_nulls(list(restart = restart))
  new_policy("policy_epsilon_greedy", c(explore$parameters, restarts), label, settings = c(explore$settings, restarts))
}

# How often to explore: what the core is told, and what is printed.
exploration_of <- function(epsilon, decay, given, call = rlang::caller_env()) {
  if (isFALSE(decay)) {
    epsilon <- check_number(epsilon, "epsilon", min = 0, max = 1, call = call)
    return(list(parameters = list(epsilon = epsilon, decay = 0), settings = list(epsilon = epsilon)))
  }
  rate <- check_rule(decay, rules_of("policy_epsilon_greedy")$epsilon, "decay", call = call,
                     wanted = "FALSE or a single number of at least 0, for chances of min(1, decay / t)")
  if (given) {
    abort_combination("Either {.arg epsilon} or {.arg decay} says how often to explore, not both.",
                      class = "unruly_error_argument", call = call)
  }
  list(parameters = list(epsilon = rate, decay = 1), settings = list(decay = rate))
}

#' MOSS and KL-UCB
#'
#' Index policies. In round t of T, n being the number of pulls of an arm
#' before it and xbar the mean of what was observed of it:
#'
#' * `policy_moss()` plays argmax xbar + w sqrt(max(ln(T / (K n)), 0) / n), K
#'   being the number of arms available now and w the width of the range of
#'   rewards;
#' * `policy_kl_ucb()` plays the arm of greatest q >= xbar with n d(xbar, q) <=
#'   ln t + c ln ln t (0 where that is negative), d being the divergence of two laws
#'   of one family with means p and q: p ln(p / q) + (1 - p) ln((1 - p) / (1 - q))
#'   for `"bernoulli"`, which holds for all rewards in \[0, 1\] (others are scaled from
#'   their range to it); p / q - 1 - ln(p / q) for `"exponential"`; and (p - q)^2 /
#'   (2 sd^2) for `"gaussian"`.
#'
#' An arm that was never pulled has an infinite index; ties go to the lowest
#' arm. With waiting every (arm, wait) is an arm of its own and its time is
#' ignored.
#'
#' @inheritParams policy_ucb
#' @param sd Standard deviation of Gaussian rewards (or with lighter tails), a positive
#'   number. For `policy_moss()` in the place of `range`, w being 2 `sd`; for
#'   `policy_kl_ucb()` only with `"gaussian"`.
#' @param c Factor of ln ln t, a number of at least 0. The theory has 3,
#'   practice 0.
#' @param family `"bernoulli"` (rewards in `range`), `"exponential"` (positive rewards)
#'   or `"gaussian"` (with standard deviation `sd`).
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above;
#'   [run_study()] raises `unruly_error_policy` for KL-UCB on rewards outside
#'   `range`, or below 0 with `"exponential"`.
#' @references Audibert and Bubeck (2009), Minimax Policies for Adversarial and
#'   Stochastic Bandits. Garivier and Cappe (2011), The KL-UCB Algorithm for
#'   Bounded Stochastic Bandits and Beyond, Algorithm 1. Cappe, Garivier, Maillard,
#'   Munos and Stoltz (2013), Kullback-Leibler Upper Confidence Bounds for Optimal
#'   Sequential Allocation (families).
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' run_study(problem, list(policy_moss(), policy_kl_ucb()), horizon = 1000, reps = 5, seed = 1)
#' weights <- bandit(arms_gaussian(c(60, 75), sd = 20))
#' run_study(weights, policy_kl_ucb(family = "gaussian", sd = 20), horizon = 1000, reps = 5, seed = 1)
#' @name policy_moss
NULL

#' @rdname policy_moss
#' @export
policy_moss <- function(range = c(0, 1), sd = NULL, label = NULL) {
  scale <- scale_of_policy(range, sd)
  new_policy("policy_moss", list(width = unless_usual(scale$width, 1)), label, settings = scale[c("range", "sd")],
             assumes = scale)
}

#' @rdname policy_moss
#' @export
policy_kl_ucb <- function(c = 0, family = c("bernoulli", "exponential", "gaussian"), range = c(0, 1), sd = 1,
                          label = NULL) {
  check_arguments("policy_kl_ucb")
  scale <- scale_of_family(family, range, sd)
  new_policy("policy_kl_ucb", c(list(c = c), scale$parameters), label,
             settings = c(list(c = c), scale$settings), assumes = scale$assumes)
}

#' Exp3
#'
#' For gains in \[0, 1\] that need not come from any law: with a weight w of
#' each arm, 1 at the start, arm i of K is played with chance p_i = (1 - gamma)
#' w_i / sum(w) + gamma / K; then its weight is multiplied by exp(gamma x /
#' (p_i K)), x being what was observed, scaled from `range` to \[0, 1\].
#'
#' All this is over the arms that are available, K being their number. An arm
#' that enters gets the average weight of those that are there (a choice of
#' ours). With waiting every (arm, wait) is an arm of its own and its time is
#' ignored. In a [replay][bandit_replay] the plays that the log makes by itself
#' teach nothing, as they had no chance.
#'
#' @param gamma Share of uniform exploration, a number above 0 and at most 1;
#'   `NULL` is min(1, sqrt(K ln K / ((e - 1) T))), T being the horizon.
#' @inheritParams policy_ucb
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above.
#' @references Auer, Cesa-Bianchi, Freund and Schapire (2002), The
#'   Nonstochastic Multiarmed Bandit Problem, Figure 1 and Corollary 3.2.
#' @examples
#' problem <- bandit(arms_tape(rbind(rep(c(0, 1), 500), rep(c(1, 0, 0, 0), 250)), by = "round"))
#' run_study(problem, policy_exp3(), horizon = 1000, reps = 5, seed = 1)
#' @export
policy_exp3 <- function(gamma = NULL, range = c(0, 1), label = NULL) {
  new_policy("policy_exp3", list(gamma = gamma, range = unless_usual(range, c(0, 1))), label,
             settings = list(gamma = gamma %||% "min(1, sqrt(K ln K / ((e - 1) T)))", range = range),
             assumes = list(range = range, place = TRUE))
}
