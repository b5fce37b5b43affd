#' Wait-UCB
#'
#' For arms that take their time, see [with_waiting()]: learns which arm to play and how long
#' to wait for it, maximising the reward per round. [policy_wait_hoeffding()] has narrower
#' bounds.
#'
#' After playing each (arm, wait) pair once, in order of arm, then wait, the policy plays in
#' epoch s (its s-th play) argmax ghat + alpha_j ln(s - 1) / n + beta_j sqrt(ln(s - 1) / n),
#' where n is the number of plays of arm k with wait j, ghat their total reward divided by
#' their total time, alpha_j = 8(j - 1) / 3 and beta_j = sqrt(2) (sqrt(j - 1) + 1). Ties go to
#' the lowest arm, then to the lowest wait.
#'
#' @section Side feedback: This version is ours; the paper leaves it to future work. A play of
#'   (k, j) also reveals what every shorter wait i < j would have given: nothing, in i rounds,
#'   if the delay tau was longer than i, and otherwise the same reward after the same tau
#'   rounds. With `feedback = "side"`, n and ghat of (k, i) include all plays of arm k that
#'   waited for at least i rounds. Since the wait is chosen before the outcome is drawn, these
#'   are independent draws of the reward and time of (k, i); the paper's Lemma 1 holds for
#'   them, and the index has the same form with a larger n. So shorter waits need no plays of
#'   their own.
#'
#' A play is not counted for longer waits. What they would have given is known only if the
#' delay was seen, and counting just those plays would select the short delays. For instance,
#' if the delay is 1 or 6 with equal probability, each successful play with wait 1 would also
#' count as "paid after one round" for wait 6, and the policy would play wait 6 for ever,
#' although wait 1 is best. Short plays do say something about longer waits, namely how often
#' the delay is short; the product-limit estimate of [policy_wait_hoeffding()] uses that
#' without bias.
#'
#' @param feedback `"bandit"`: a play informs about its own wait only (the paper). `"side"`:
#'   also about shorter waits, see below; the label is then "Wait-UCB (side)".
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` for a bandit without waiting.
#' @references Sharoff, Mehta and Ganti (2020), A Farewell to Arms, Algorithm 1.
#' @seealso [policy_wait_hoeffding()], often with narrower confidence bounds;
#'   [policy_ucb_simplex()] and its kin, [waiting_value()], [regret_bound()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.7, 0.9))) |>
#'   with_waiting(rbind(c(0.8, 0.2, 0), c(0.1, 0.1, 0.8)))
#' run_study(problem, list(policy_wait_ucb(), policy_wait_ucb("side")),
#'   horizon = 1000, reps = 5, seed = 1)
#' @export
policy_wait_ucb <- function(feedback = c("bandit", "side"), label = NULL, ...) {
  check_arguments("policy_wait_ucb")
  if (feedback == "bandit") return(new_policy("policy_wait_ucb", label = label))
  new_policy("policy_wait_ucb", list(feedback = feedback), label %||% "Wait-UCB (side)")
}

#' Wait-Hoeffding: a narrower index for arms that take their time
#'
#' A policy of ours for arms that take their time, see [with_waiting()], like
#' [policy_wait_ucb()] but with an index from Hoeffding's inequality for the ratio of reward
#' and time. It usually has much less regret.
#'
#' After playing each (arm, wait) pair once, in order of arm, then wait, the policy plays in
#' epoch s (its s-th play) argmax (r + e) / max(c - (j - 1) e, 0) with e = sqrt(2 ln(s - 1) /
#' n), where n is the number of plays of arm k with wait j, r their mean reward and c their
#' mean time. If the denominator is 0 the index is infinite. Ties, also of infinite indices,
#' go to the lowest arm, then to the lowest wait.
#'
#' @section Where the index comes from:
#' Let V be the pay and tau the delay of arm k, and write X = V 1(tau <= j) for what
#' a play of (k, j) pays and Y = min(tau, j) for the rounds it takes. Its value is
#' the reward per round g = E X / E Y, so that X - g Y has mean 0. It lies between
#' -g j and 1 - g, as V is in \[0, 1\] and Y in 1, ..., j: its range is 1 + g (j - 1).
#' Hoeffding's inequality for the mean r - g c of n independent plays is
#' \deqn{P\left(r - g c \le -(1 + g (j - 1)) e\right) \le \exp(-2 n e^2).}{P(r - g c <= -(1 + g (j - 1)) e) <= exp(-2 n
#' e^2).} Outside this event r + e > g (c - (j - 1) e). If c > (j - 1) e, that is
#' g < (r + e) / (c - (j - 1) e), the index; else the index is infinite, and above g
#' as well. So with e = sqrt(2 ln s / n) **the index is at most g with a
#' probability of no more than exp(-4 ln s) = s^-4**, for each number of plays n:
#' less than the 4 s^-4 of Wait-UCB (Lemma 3 of the paper).
#'
#' For large n the width is e (1 + g (j - 1)) / c, that of Wait-UCB is e (1 + sqrt(j -
#' 1)) and more for small n, since it bounds the errors of pay and time apart. Ours
#' is the narrower where plays take long (c is between 1 and j), the wider where
#' they are quick and well paid: if every play takes one round, waits to no avail
#' are left later.
#'
#' @section How often it plays what is not best:
#' Let g* be the best value, \eqn{\Delta}{Delta} = g* - g the gap of (k, j) and m = E Y.
#' The same inequality for X - g* Y, whose mean is \eqn{-\Delta m}{-Delta m}, says that
#' but for a probability of s^-4
#' \deqn{r - g^* c < -\Delta m + (1 + g^* (j - 1)) e.}{r - g* c < -Delta m + (1 + g* (j - 1)) e.}
#' The index reaches g* only if r - g* c >= -(1 + g* (j - 1)) e. Both together need
#' \eqn{\Delta m < 2 (1 + g^* (j - 1)) e}{Delta m < 2 (1 + g* (j - 1)) e}, so n is less than
#' 8 (1 + g* (j - 1))^2 ln(s) / \eqn{(\Delta m)^2}{(Delta m)^2}. Over all epochs s and
#' numbers of plays n <= s the chances that the index of the best action or this
#' inequality fails add up to at most 2 (1 + 1/2^3 + 1/3^3 + ...) < 2.41. So the expected
#' number of plays within T rounds is at most
#' \deqn{\frac{8 (1 + g^* (j - 1))^2 \ln T}{(\Delta m)^2} + 3.41,}{8 (1 + g* (j - 1))^2 ln(T) / (Delta m)^2 + 3.41,}
#' and each costs \eqn{\Delta m}{Delta m} of regret.
#'
#' @section Feedback:
#' * `"bandit"`: n, r and c count the plays of (k, j) only.
#' * `"side"`: they count all plays of arm k with a wait of at least j, whose outcome
#'   tells what wait j would have given (see [policy_wait_ucb()]). As the wait is
#'   chosen before the outcome is drawn, these are independent draws of X and Y: the
#'   proof above holds for the larger n.
#' * `"product-limit"`: a play of arm k reaches stage d if its wait and its delay are
#'   at least d. With n_d the plays that did, p_d their mean of V 1(tau = d), h_d the
#'   share of them with tau = d, and S_d = (1 - h_1) ... (1 - h_d) the product-limit
#'   (Kaplan-Meier) estimate of P(tau > d), the mean pay and time of wait j are
#'   r = sum of S_(d-1) p_d and c = sum of S_(d-1) over d = 1, ..., j. So plays with
#'   short waits teach the first stages of long ones, and no stage is biased, since
#'   whether it is reached is settled before it is drawn. n is that of `"side"`. There is
#'   no proof of the failure rate here: if the n_d were given numbers, each at least
#'   n, the estimate would be the mean of what n plays pay, averaged over which of
#'   the outcomes they meet, and Hoeffding's bound would hold for it too; but how
#'   many plays reach a stage depends on the outcomes. (Where nothing has reached a
#'   stage, p_d and h_d are 0.)
#'
#' @param feedback What is learnt from a play, see below: `"bandit"`, `"side"` or
#'   `"product-limit"`. The latter two are added to the label, as in "Wait-Hoeffding (side)".
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` for a bandit without waiting.
#' @references Ours. The setting: Sharoff, Mehta and Ganti (2020), A Farewell to Arms.
#'   W. Hoeffding (1963), Probability Inequalities for Sums of Bounded Random
#'   Variables. E. L. Kaplan and P. Meier (1958), Nonparametric Estimation from
#'   Incomplete Observations.
#' @seealso [policy_wait_ucb()], the policy of the paper.
#' @examples
#' problem <- bandit(arms_constant(1)) |> with_waiting(c(0.5, 0, 0, 0, 0, 0.5))
#' policies <- list(policy_wait_ucb(), policy_wait_hoeffding(), policy_wait_hoeffding("side"),
#'   policy_wait_hoeffding("product-limit"))
#' run_study(problem, policies, horizon = 5000, reps = 5, seed = 1)
#' @export
policy_wait_hoeffding <- function(feedback = c("bandit", "side", "product-limit"), label = NULL, ...) {
  check_arguments("policy_wait_hoeffding")
  if (feedback == "bandit") return(new_policy("policy_wait_hoeffding", label = label))
  new_policy("policy_wait_hoeffding", list(feedback = feedback), label %||% sprintf("Wait-Hoeffding (%s)", feedback))
}

#' UCB-Simplex, Budget-UCB and UCB-BV: policies for random costs under a budget
#'
#' Policies designed for budgets of any kind, which can play a bandit [with_waiting()], where
#' a play costs the rounds that it takes. They are the baselines of [policy_wait_ucb()].
#'
#' Costs are scaled by the longest wait D: with n plays of (k, j), r is their mean reward and
#' c their mean time / D. After playing each (arm, wait) pair once, in order of arm, then
#' wait, each policy plays in epoch s (its s-th play) the argmax of
#'
#' * `policy_ucb_simplex()`: (r + (1 + kappa) e) / c with e = sqrt(2 ln s / n);
#' * `policy_budget_ucb()`: r / c + e / c + (e / c) min(r + e, 1) / max(c - e,
#'   lambda) with e = sqrt(2 ln(s - 1) / n);
#' * `policy_ucb_bv1()`: r / c + (1 + 1 / lambda) e / (lambda - e) with e =
#'   sqrt(ln(s - 1) / n);
#' * `policy_ucb_bv2()`: r / c + (1 + 1 / (l - e)) e / l, with the same e and l = the least c
#'   of all pairs.
#'
#' The indices of UCB-BV1 and UCB-BV2 are infinite while e is at least lambda or l; among such
#' pairs the least played comes first. Other ties go to the lowest arm, then to the lowest
#' wait. Since a play with wait 1 always takes one round and no other takes less, l is 1 / D
#' here (in [bandit_auction()], the participation cost / D).
#'
#' @param kappa An upper bound on the reward per unit of scaled cost, a number of at least 0;
#'   `NULL` is D. K D, with K the number of arms, comes closer to the figures of Sharoff,
#'   Mehta and Ganti.
#' @param lambda A lower bound on the mean scaled cost of all pairs, a number in (0, 1\];
#'   `NULL` is 1 / D.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` for a bandit without waiting.
#' @references Flajolet and Jaillet (2017), Logarithmic Regret Bounds for
#'   Bandits with Knapsacks. Xia, Ding, Zhang, Yu and Qin (2016), Budgeted
#'   Bandit Problems with Continuous Random Costs, ACML. Ding, Qin, Zhang and Liu (2013),
#'   Multi-Armed Bandit with Budget Constraint and Variable Costs. As in
#'   Sharoff, Mehta and Ganti (2020), A Farewell to Arms, section 7.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.7, 0.9))) |>
#'   with_waiting(rbind(c(0.8, 0.2, 0), c(0.1, 0.1, 0.8)))
#' policies <- list(policy_ucb_simplex(), policy_budget_ucb(), policy_ucb_bv1(), policy_ucb_bv2())
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @name policy_ucb_simplex
NULL

#' @rdname policy_ucb_simplex
#' @export
policy_ucb_simplex <- function(kappa = NULL, label = NULL, ...) new_policy("policy_ucb_simplex", list(kappa = kappa),
                                                                           label)

#' @rdname policy_ucb_simplex
#' @export
policy_budget_ucb <- function(lambda = NULL, label = NULL, ...) new_policy("policy_budget_ucb", list(lambda = lambda),
                                                                           label)

#' @rdname policy_ucb_simplex
#' @export
policy_ucb_bv1 <- function(lambda = NULL, label = NULL, ...) new_policy("policy_ucb_bv1", list(lambda = lambda), label)

#' @rdname policy_ucb_simplex
#' @export
policy_ucb_bv2 <- function(label = NULL, ...) new_policy("policy_ucb_bv2", label = label)
