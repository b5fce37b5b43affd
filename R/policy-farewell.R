
#' Wait-UCB: which arm to play and how long to wait
#' @description
#' Learns which arm to play and how long to wait for its reward, to maximise the reward per round.
#' It plays each pair of an arm and a wait once, and then the pair with the greatest index.
#'
#' **Use it when** a pull takes as many rounds as you wait for its reward: bandits [with_waiting()].
#' `index = "hoeffding"` has narrower bounds for long pulls: in `run_experiment("farewell-2b")` its regret with
#' `"side"` is 5 thousand, that of Wait-UCB 48 thousand.
#'
#' @details
#' In epoch s (the s-th pull), let n be the number of observed pulls of arm k with wait j, and g their total
#' reward divided by their total time. The index is g + alpha_j ln(s - 1) / n + beta_j
#' sqrt(ln(s - 1) / n), with alpha_j = 8 (j - 1) / 3 and beta_j = sqrt(2) (sqrt(j - 1) + 1). Ties go
#' to the arm with the lowest number, then to the shortest wait.
#'
#' @section Wait-Hoeffding: With `index = "hoeffding"`, which is ours, the index is (r + e) / max(c - (j - 1) e, 0),
#'   where e = sqrt(2 ln(s - 1) / n), r is the mean reward of these pulls and c their mean time. If the denominator is
#'   0, the index is infinite. Ties go as above.
#'
#'   For each n, the index is at most the reward per round of (k, j) with a probability of at most s^-4; the bound for
#'   Wait-UCB is 4 s^-4 (Lemma 3 of the paper). For large n its width is e (1 + g (j - 1)) / c, where g is the reward
#'   per round, against e (1 + sqrt(j - 1)) for Wait-UCB. It is narrower where pulls take long, and wider where they
#'   are quick and well paid. The proof and a bound on the regret are in the article *Methods*, section
#'   "Wait-Hoeffding".
#' @section In one sentence:
#' `r sentences_of("policy_wait_ucb", "policy_wait_hoeffding")`
#' @section Side feedback: This version is ours; the paper leaves it to future work. A pull of arm k
#' with wait j also reveals what each shorter wait i < j would have given: nothing, in i rounds, if
#' the delay was longer than i, and otherwise the same reward after the same time. With `feedback =
#' "side"`, n and g of (k, i) include all pulls of arm k that waited for at least i rounds. Since
#' the wait is chosen before the outcome is drawn, these are independent draws, and Lemma 1 of the
#' paper holds for them.
#'
#' A pull is not counted for longer waits: their outcome is known only if the delay was short, so
#' counting it would select short delays. With `index = "hoeffding"`, `"product-limit"` uses such pulls without bias: r
#' and c are estimated by stages, as in the Kaplan-Meier estimate, so that pulls with short waits inform about the first
#' stages of long ones; n is that of `"side"`. For this version the bound is not proved, since the number of pulls that
#' reach a stage depends on the outcomes.
#' @param feedback What a pull informs about: its own wait (`"bandit"`, the paper), also shorter waits (`"side"`; the
#'   label is then "Wait-UCB (side)"), or longer ones, too (`"product-limit"`, for `index = "hoeffding"`). Default:
#'   `"bandit"`.
#' @param index The index: the `"paper"`'s (Wait-UCB), or ours by Hoeffding's inequality for the ratio of reward and
#'   time (`"hoeffding"`, Wait-Hoeffding). Default: `"paper"`.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has no waiting.
#' @references Sharoff, Mehta and Ganti (2020), A Farewell to Arms, Algorithm 1. Hoeffding (1963), Probability
#'   Inequalities for Sums of Bounded Random Variables. Kaplan and Meier (1958), Nonparametric Estimation from
#'   Incomplete Observations.
#' @seealso [policy_ucb_simplex()] for other policies for such bandits; [bandit_value()],
#'   [regret_bound()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.7, 0.9))) |>
#'   with_waiting(rbind(c(0.8, 0.2, 0), c(0.1, 0.1, 0.8)))
#' policies <- list(policy_wait_ucb(), policy_wait_ucb("side"),
#'   policy_wait_ucb("product-limit", index = "hoeffding"))
#' run_study(problem, policies,
#'   horizon = 1000, reps = 5, seed = 1)
#' @export
policy_wait_ucb <- function(feedback = c("bandit", "side", "product-limit"), index = c("paper", "hoeffding"),
                            label = NULL, ...) describe("policy_wait_ucb")

#' UCB-Simplex, Budget-UCB and UCB-BV: costs under a budget
#' @description
#' Maximise reward within a budget when pulls have random costs. On bandits [with_waiting()] a pull
#' costs the rounds that it takes. They are the paper's baselines for [policy_wait_ucb()].
#'
#' **Use it when** you compare policies for waiting with the baselines of Sharoff, Mehta and Ganti (2020).
#'
#' @details
#' Costs are scaled by the longest wait D. In epoch s (the s-th pull), let n be the number of observed
#' pulls of arm k with wait j, r their mean reward and c their mean time / D. After one pull of each pair,
#' in order of arm, then wait, each policy plays the pair with the greatest index:
#'
#' * `policy_ucb_simplex()`: (r + (1 + kappa) e) / c, with e = sqrt(2 ln s / n);
#' * `policy_budget_ucb()`: r / c + e / c + (e / c) min(r + e, 1) / max(c - e, lambda), with e =
#'   sqrt(2 ln(s - 1) / n);
#' * `policy_ucb_bv()`, version UCB-BV1: r / c + (1 + 1 / lambda) e / (lambda - e), with e = sqrt(ln(s - 1) / n);
#' * `policy_ucb_bv(version = "BV2")`, UCB-BV2: r / c + (1 + 1 / (l - e)) e / l, with the same e and l = the least c of
#'   all pairs.
#'
#' The indices of UCB-BV1 and UCB-BV2 are infinite while e is at least lambda or l; among such pairs
#' the one with the fewest pulls comes first. Other ties go to the arm with the lowest number, then
#' to the shortest wait. A pull with wait 1 always takes one round and no other takes less, so l is
#' 1 / D here (in [bandit_auction()], the participation cost / D).
#'
#' @section In one sentence:
#' `r sentences_of("policy_ucb_simplex", "policy_budget_ucb", "policy_ucb_bv1", "policy_ucb_bv2")`
#' @param kappa An upper bound on the reward per unit of scaled cost, a number of at least 0. K D,
#'   with K the number of arms, comes closer to the figures of Sharoff, Mehta and Ganti. Default: D.
#' @param lambda A lower bound on the mean scaled cost of all pairs, a number in (0, 1\]. Default:
#'   1 / D.
#' @param version `"BV1"`, which is given `lambda`, or `"BV2"`, which estimates it. Default: `"BV1"`.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has no waiting.
#' @references Flajolet and Jaillet (2017), Logarithmic Regret Bounds for Bandits with Knapsacks.
#'   Xia, Ding, Zhang, Yu and Qin (2016), Budgeted Bandit Problems with Continuous Random Costs.
#'   Ding, Qin, Zhang and Liu (2013), Multi-Armed Bandit with Budget Constraint and Variable Costs.
#'   As in Sharoff, Mehta and Ganti (2020), A Farewell to Arms, section 7.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.7, 0.9))) |>
#'   with_waiting(rbind(c(0.8, 0.2, 0), c(0.1, 0.1, 0.8)))
#' policies <- list(policy_ucb_simplex(), policy_budget_ucb(), policy_ucb_bv(),
#'   policy_ucb_bv(version = "BV2"))
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @name policy_ucb_simplex
NULL

#' @rdname policy_ucb_simplex
#' @export
policy_ucb_simplex <- function(kappa = NULL, label = NULL, ...) describe("policy_ucb_simplex")

#' @rdname policy_ucb_simplex
#' @export
policy_budget_ucb <- function(lambda = NULL, label = NULL, ...) describe("policy_budget_ucb")

#' @rdname policy_ucb_simplex
#' @export
policy_ucb_bv <- function(lambda = NULL, version = c("BV1", "BV2"), label = NULL, ...) describe("policy_ucb_bv")
