#' Explore-then-commit and epsilon-greedy
#' @description
#' Two simple policies that learn: one explores in a fixed phase at the start, the other at random
#' throughout.
#'
#' **Use it when** you need a baseline that is easy to explain. With a fixed `pulls` or `epsilon` the regret of both is
#' linear in the horizon.
#'
#' @details
#' * `policy_etc()`, explore-then-commit, plays each arm `pulls` times, in turn, and then the arm
#'   with the greatest mean. If that arm leaves, it plays the best of the others by their means at
#'   that time. An arm that enters later is explored in the same way, and then all means are
#'   compared again.
#' * `policy_epsilon_greedy()` first plays arms of which nothing was observed, in order. After that
#'   it plays a uniformly random available arm with probability `epsilon`, and otherwise the arm with the greatest mean.
#'
#' Ties go to the arm with the lowest number. With [waiting][with_waiting()], each pair of an arm
#' and a wait counts as an arm, and the rounds that a pull takes are ignored.
#'
#' @section In one sentence:
#' `r sentences_of("policy_etc", "policy_epsilon_greedy")`
#' @param pulls Number of exploratory pulls of each arm, a whole number of at least 1.
#' @param epsilon Probability of exploring, a number in \[0, 1\]. Default: 0.1.
#' @param decay A number of at least 0 that replaces `epsilon`: the probability of exploring is then
#'   min(1, decay / t) in round t. (The paper writes c K / d^2 for `decay`.) Default: `FALSE`, a
#'   constant `epsilon`.
#' @param restart Number of rounds after which the policy forgets everything, a whole number of at
#'   least 1, for means that change; the t of `decay` then counts from the last restart. Default:
#'   `NULL`, never.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @references Lattimore and Szepesvari (2020), Bandit Algorithms, chapter 6. Sutton and Barto
#'   (2018), Reinforcement Learning, section 2.2. Auer, Cesa-Bianchi and Fischer (2002), Finite-time
#'   Analysis of the Multiarmed Bandit Problem, section 3 (the decay). Besbes, Gur and Zeevi (2014),
#'   Stochastic Multi-Armed-Bandit Problem with Non-stationary Rewards, section 4 (restarts, of
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
policy_etc <- function(pulls, label = NULL, ...) describe("policy_etc")

#' @rdname policy_etc
#' @export
policy_epsilon_greedy <- function(epsilon = 0.1, decay = NULL, restart = NULL, label = NULL, ...)
  describe("policy_epsilon_greedy")

#' MOSS and KL-UCB
#' @description
#' Index policies with tighter confidence bounds than [policy_ucb1()]. MOSS is minimax optimal up to
#' a constant and needs the horizon; KL-UCB is asymptotically optimal for each of its families.
#'
#' **Use it when** rewards are bounded and their means are small, such as click rates (KL-UCB), or the horizon is known
#' and you want a guarantee for the worst case (MOSS).
#'
#' @details
#' In round t of T, let n be the number of rewards of an arm that were observed so far (fewer than
#' its pulls under delays) and xbar their mean. The [index][glossary] is
#'
#' * for `policy_moss()`, xbar + w sqrt(max(ln(T / (K n)), 0) / n), where K is the number of arms
#'   available now and w the width of `range`, or 2 `sd` if `sd` is given;
#' * for `policy_kl_ucb()`, the greatest q >= xbar such that n d(xbar, q) <= ln t + c ln ln t (0
#'   where that is negative).
#'
#' Here d is the Kullback-Leibler divergence of two distributions of one family with means p and q:
#'
#' | `family` | d(p, q) | rewards |
#' | --- | --- | --- |
#' | `"bernoulli"` | p ln(p / q) + (1 - p) ln((1 - p) / (1 - q)) | scaled from `range` to \[0, 1\] |
#' | `"exponential"` | p / q - 1 - ln(p / q) | positive |
#' | `"gaussian"` | (p - q)^2 / (2 sd^2) | any |
#'
#' An arm of which nothing was observed has an infinite index. Ties go to the arm with the lowest number.
#' With [waiting][with_waiting()], each pair of an arm and a wait counts as an arm, and the rounds
#' that a pull takes are ignored.
#'
#' @section In one sentence:
#' `r sentences_of("policy_moss", "policy_kl_ucb")`
#' @inheritParams policy_ucb
#' @param sd For Gaussian rewards or lighter tails: `NULL`, or their standard deviation, a positive number.
#'   Default: from the bandit, see [run_study()].
#' @param c Factor of ln ln t, a number of at least 0. The theory requires 3. Default: 0, as used in
#'   practice.
#' @param family `NULL`, `"bernoulli"` (rewards in `range`), `"exponential"` (positive rewards)
#'   or `"gaussian"` (standard deviation `sd`). Default: `"bernoulli"` or `"gaussian"`, from the
#'   bandit, see [run_study()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): for KL-UCB, rewards lie outside `range`
#'   (`"bernoulli"`) or below 0 (`"exponential"`).
#' @references Audibert and Bubeck (2009), Minimax Policies for Adversarial and Stochastic Bandits.
#'   Garivier and Cappe (2011), The KL-UCB Algorithm for Bounded Stochastic Bandits and Beyond,
#'   Algorithm 1. Cappe, Garivier, Maillard, Munos and Stoltz (2013), Kullback-Leibler Upper
#'   Confidence Bounds for Optimal Sequential Allocation (the families).
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' run_study(problem, list(policy_moss(), policy_kl_ucb()), horizon = 1000, reps = 5, seed = 1)
#' weights <- bandit(arms_gaussian(c(60, 75), sd = 20))
#' run_study(weights, policy_kl_ucb(family = "gaussian", sd = 20), horizon = 1000, reps = 5, seed = 1)
#' @name policy_moss
NULL

#' @rdname policy_moss
#' @export
policy_moss <- function(range = NULL, sd = NULL, label = NULL, ...) describe("policy_moss")

#' @rdname policy_moss
#' @export
policy_kl_ucb <- function(c = 0, family = NULL, range = NULL, sd = NULL, label = NULL, ...) describe("policy_kl_ucb")

#' Exp3, Exp3.S and Rexp3: adversarial rewards
#' @description
#' Plays arms at random, with probabilities that grow with the rewards they paid. It competes with
#' the best single arm in hindsight, even if an adversary chose the rewards; with `forget` it competes with a sequence
#' of arms.
#'
#' **Use it when** rewards are bounded and need not come from any distribution; with `forget = "shares"` (Exp3.S) if the
#' best arm changes a few times, with `forget = "batches"` (Rexp3) if means drift with a bounded total variation. If
#' arms have fixed means, [policy_ucb1()] and [policy_thompson()] exploit that.
#'
#' @details
#' Each arm has a weight w, initially 1. Arm i of K is played with probability p_i = (1 - gamma)
#' w_i / sum(w) + gamma / K. Then its weight is multiplied by exp(gamma x / (p_i K)), where x is
#' what was observed, scaled from `range` to \[0, 1\].
#'
#' * Exp3.S also adds e `share` / K times the previous sum of the weights to every weight, so that no weight becomes too
#'   small to recover.
#' * Rexp3 is Exp3 restarted every `batch` rounds. Outcomes of pulls that began in an earlier batch are ignored. Its
#'   gamma is min(1, sqrt(K ln K / ((e - 1) batch))).
#'
#' K counts the arms that are available. An arm that enters gets the average weight of those present
#' (our choice). With [waiting][with_waiting()], each pair of an arm and a wait counts as an arm,
#' and the rounds that a pull takes are ignored. In a [replay][bandit_replay], the
#' first pulls are ignored, which the log makes itself, since they were not drawn with known probabilities.
#'
#' @section In one sentence:
#' `r sentences_of("policy_exp3", "policy_exp3_s", "policy_rexp3")`
#' @param gamma Probability of uniform exploration, a number in (0, 1\], not for `"batches"`. Default: min(1, sqrt(K ln
#'   K / ((e - 1) T))), where T is the horizon; for `"shares"` min(1, sqrt(K (changes ln(K T) + e) / ((e - 1) T))).
#' @param forget How it forgets: `"nothing"` (Exp3), by `"shares"` of the weights (Exp3.S), or from one of several
#'   `"batches"` of rounds to the next (Rexp3), see Details. Default: the first of these that takes the arguments given.
#' @param share For `"shares"`: the share of the weights that is redistributed in each round, a number in (0, 1\].
#'   Default: 1 / T.
#' @param changes For `"shares"`: the expected number of changes, a number of at least 0, which counts as at
#'   least 1. It is used for the default of `gamma`. (The paper uses one more than this number; here
#'   it is as in Besson and others 2022.) Default: 1.
#' @param batch For `"batches"`: the number of rounds between restarts, a whole number of at least 1. Default:
#'   ceil((K ln K)^(1/3) (T / variation)^(2/3)), where K is the number of arms at the start.
#' @param variation For `"batches"`: the total variation of the means over all rounds, a positive number. It is used for
#'   the default of `batch`. Default: 1.
#' @inheritParams policy_ucb
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @references Auer, Cesa-Bianchi, Freund and Schapire (2002), The Nonstochastic Multiarmed Bandit
#'   Problem, Figure 1 and Corollary 3.2 (Exp3), section 8 (Exp3.S). Besbes, Gur and Zeevi (2014), Stochastic
#'   Multi-Armed-Bandit Problem with Non-stationary Rewards, section 4 (Rexp3). Besson, Kaufmann, Maillard and Seznec
#'   (2022), Efficient Change-Point Detection for Tackling Piecewise-Stationary Bandits (gamma of Exp3.S).
#' @seealso [policy_forgetting_ucb()] and [policy_glr_kl_ucb()] for rewards whose means change, [policy_ars_exp3()] if
#'   rewards arrive late and mixed.
#' @examples
#' reward <- rbind(rep(c(0, 1), each = 500), rep(c(1, 0), each = 500))
#' problem <- bandit(arms_tape(reward, by = "round"))
#' policies <- list(policy_exp3(), policy_exp3(forget = "shares"), policy_exp3(forget = "batches"))
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @export
policy_exp3 <- function(gamma = NULL, forget = c("nothing", "shares", "batches"), share = NULL, changes = NULL,
                        batch = NULL, variation = NULL, range = NULL, label = NULL, ...) describe("policy_exp3")

#' Tsallis-INF: the best of both worlds
#' @description
#' Draws arms with probabilities from estimated losses, like [policy_exp3()], but regularises them by the Tsallis
#' entropy of order 1/2. Its regret is logarithmic if arms have fixed means, and of the best order if an adversary
#' chose the rewards, and need not know which.
#'
#' **Use it when** rewards are bounded and you cannot tell whether their means stay what they are. If they do,
#' [policy_thompson()] and [policy_kl_ucb()] lose less.
#'
#' @details
#' Losses are 1 - x, where x is the reward, scaled from `range` to \[0, 1\], and L_k estimates the sum of those of arm
#' k. In round t arm k is played with probability w_k = 4 (eta (L_k - z))^-2, where z < min(L) is such that these sum
#' to 1.
#'
#' * `"importance"`: eta = 2 / sqrt(t) and B = 0;
#' * `"reduced_variance"`: eta = 4 / sqrt(t), and B_k = 1/2 if w_k >= eta^2, else 0.
#'
#' When arm a is played, L_k grows by B_k for all arms; when its reward is shown, L_a grows by (1 - x - B_a) / w_a,
#' with the w_a and B_a of the pull. Where zeros are never shown (`with_delay(zero = Inf)`) the whole loss of a 0 is
#' booked at the pull, and a reward takes its part back when it comes: the estimates are unbiased, however late that is
#' (our choice).
#'
#' An arm that enters gets the average weight of those present (our choice). With [waiting][with_waiting()], each pair
#' of an arm and a wait counts as an arm, and the rounds that a pull takes are ignored. In a [replay][bandit_replay] the
#' first pulls, which the log makes itself, are ignored.
#'
#' @section In one sentence:
#' `r sentences_of("policy_tsallis_inf")`
#' @param estimator How losses are estimated: `"reduced_variance"` or `"importance"`, by weights 1 / w_a only. Default:
#'   `"reduced_variance"`.
#' @inheritParams policy_ucb
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @references Zimmert and Seldin (2021), Tsallis-INF: An Optimal Algorithm for Stochastic and Adversarial Bandits,
#'   Algorithm 1 and section 3.
#' @seealso [policy_exp3()], also for a best arm that changes.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' policies <- list(policy_tsallis_inf(), policy_tsallis_inf("importance"))
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @export
policy_tsallis_inf <- function(estimator = c("reduced_variance", "importance"), range = NULL, label = NULL, ...)
  describe("policy_tsallis_inf")
