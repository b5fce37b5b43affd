#' Wait-UCB
#'
#' For arms that take their time, see [with_waiting()]. After each (arm, wait)
#' once, in order of arm then wait, epoch s plays
#' argmax ghat + alpha_j ln(s - 1) / n + beta_j sqrt(ln(s - 1) / n), where n is
#' the number of plays of (k, j), ghat their total pay over their total time,
#' alpha_j = 8(j - 1) / 3 and beta_j = sqrt(2) (sqrt(j - 1) + 1). Ties go to the
#' lowest arm, then the lowest wait.
#'
#' @section Side feedback:
#' This version is ours; the paper leaves it to future work. A play of (k, j)
#' also tells what every shorter wait i < j would have given: nothing, in i
#' rounds, if the delay tau was longer than i, else the same pay in the same tau
#' rounds. With `feedback = "side"`, n and ghat of (k, i) count all plays of arm
#' k that waited for at least i rounds. As the wait is chosen before the outcome
#' is drawn, what is counted are independent draws of the pay and time of (k, i);
#' the paper's Lemma 1 holds for them, and the index has the same form with a
#' larger n. So shorter waits need no plays of their own.
#'
#' Nothing is learned about longer waits, although what they would have given is
#' known whenever the delay was seen. It is known only then: counting it would
#' select the short delays. If the delay is 1 or 6 with equal chances, for
#' instance, each play with wait 1 that is paid would count as "paid after one
#' round" for wait 6 as well, and the policy would not stop playing wait 6,
#' although wait 1 is best.
#'
#' @param feedback `"bandit"`: a play tells about itself only (the paper).
#'   `"side"`: also about shorter waits, see below; it is then labelled
#'   "Wait-UCB (side)".
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above;
#'   [run_study()] raises `unruly_error_policy` for a bandit without waiting.
#' @references Sharoff, Mehta and Ganti (2020), A Farewell to Arms, Algorithm 1.
#' @seealso [policy_ucb_simplex()] and its kin, [waiting_value()],
#'   [bound_wait_ucb()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.7, 0.9))) |>
#'   with_waiting(rbind(c(0.8, 0.2, 0), c(0.1, 0.1, 0.8)))
#' run_study(problem, list(policy_wait_ucb(), policy_wait_ucb("side")),
#'   horizon = 1000, reps = 5, seed = 1)
#' @export
policy_wait_ucb <- function(feedback = c("bandit", "side"), label = NULL) {
  feedback <- check_choice(feedback, "feedback", c("bandit", "side"))
  if (feedback == "bandit") return(new_policy("policy_wait_ucb", label = label))
  new_policy("policy_wait_ucb", list(feedback = feedback), label %||% "Wait-UCB (side)")
}

#' Policies for plays of random cost under a budget
#'
#' Policies made for budgets of any kind that can play a bandit
#' [with_waiting()], where a play costs the rounds that it takes. [policy_wait_ucb()] is
#' compared with them. Costs are scaled by the longest wait D: with n plays of
#' (k, j), r is the mean of their pay and c the mean of their time / D. After
#' each (arm, wait) once, in order of arm then wait, epoch s plays the argmax of
#'
#' * `policy_ucb_simplex()`: (r + (1 + kappa) e) / c with e = sqrt(2 ln s / n);
#' * `policy_budget_ucb()`: r / c + e / c + (e / c) min(r + e, 1) / max(c - e,
#'   lambda) with e = sqrt(2 ln(s - 1) / n);
#' * `policy_ucb_bv1()`: r / c + (1 + 1 / lambda) e / (lambda - e) with e =
#'   sqrt(ln(s - 1) / n);
#' * `policy_ucb_bv2()`: r / c + (1 + 1 / (l - e)) e / l, with the same e and l =
#'   the least c of all.
#'
#' The indices of UCB-BV1 and UCB-BV2 are infinite while e is at least lambda or
#' l; among such actions the least played comes first. Other ties go to the
#' lowest arm, then the lowest wait. As a play with wait 1 always takes one round
#' and no other takes less, l is 1 / D here (in [bandit_auction()], the
#' participation cost / D).
#'
#' @param kappa A bound on the reward per unit of (scaled) cost, a number of at
#'   least 0; `NULL` is D. K D, K being the number of arms, comes closer to the
#'   figures of Sharoff, Mehta and Ganti.
#' @param lambda A lower bound on the mean (scaled) cost of all actions, in
#'   (0, 1]; `NULL` is 1 / D.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above;
#'   [run_study()] raises `unruly_error_policy` for a bandit without waiting.
#' @references Flajolet and Jaillet (2017), Logarithmic Regret Bounds for
#'   Bandits with Knapsacks. Xia, Qin, Ma, Yu and Liu (2016), Budgeted
#'   Multi-Armed Bandits with Multiple Plays. Ding, Qin, Zhang and Liu (2013),
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
policy_ucb_simplex <- function(kappa = NULL, label = NULL) {
  if (!is.null(kappa)) kappa <- check_number(kappa, "kappa", min = 0)
  new_policy("policy_ucb_simplex", list(kappa = kappa), label)
}

#' @rdname policy_ucb_simplex
#' @export
policy_budget_ucb <- function(lambda = NULL, label = NULL) {
  new_policy("policy_budget_ucb", list(lambda = check_lambda(lambda)), label)
}

#' @rdname policy_ucb_simplex
#' @export
policy_ucb_bv1 <- function(lambda = NULL, label = NULL) {
  new_policy("policy_ucb_bv1", list(lambda = check_lambda(lambda)), label)
}

#' @rdname policy_ucb_simplex
#' @export
policy_ucb_bv2 <- function(label = NULL) new_policy("policy_ucb_bv2", label = label)

check_lambda <- function(lambda, call = rlang::caller_env()) {
  if (is.null(lambda)) return(NULL)
  check_number(lambda, "lambda", above = 0, max = 1, call = call)
}
