#' The Bayes-optimal policy
#'
#' For Bernoulli rewards and a finite horizon: the policy that earns most on average over the
#' prior, as [bayes_optimal()] finds it. In each state it plays the arm that is best by the recursion,
#' the lowest among equals (those whose worth is equal but for rounding, 1e-12 of it).
#'
#' A reward x strictly within the range \[u, v\] counts as a success with probability (x -
#' u) / (v - u). The rounds that are left are taken to be the horizon less the outcomes
#' seen; an agent told of more outcomes than that plays the arm of greatest posterior mean.
#'
#' @section What it costs: The choices are found once, for a horizon, a number of arms and a prior, and
#'   shared by all games: two bits a state. There are at most four arms and 400 million states: two
#'   arms to about 310 rounds, three to 75, four to 37. A longer horizon is refused.
#'
#' @inheritParams policy_gittins
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above;
#'   [run_study()] raises `unruly_error_policy` for rewards outside `range`, more than four arms, or a
#'   horizon that is too long.
#' @references Bellman (1956), A Problem in the Sequential Design of Experiments. Berry and Fristedt
#'   (1985), Bandit Problems: Sequential Allocation of Experiments, chapter 7.
#' @seealso [policy_gittins()], optimal with discounting.
#' @examples
#' problem <- bandit(arms_bernoulli(prior_uniform(2)))
#' run_study(problem, list(policy_bayes_optimal(), policy_ucb1()), horizon = 50, reps = 20, seed = 1)
#' @export
policy_bayes_optimal <- function(prior = c(1, 1), range = c(0, 1), label = NULL) {
  check_arguments("policy_bayes_optimal")
  settings <- list(prior = sprintf("Beta(%g, %g)", prior[1], prior[2]), range = range)
  new_policy("policy_bayes_optimal", list(prior = unless_usual(prior, c(1, 1)), range = unless_usual(range, c(0, 1))), label,
             settings = settings, assumes = list(range = range, place = TRUE))
}
