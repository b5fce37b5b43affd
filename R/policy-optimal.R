#' The Bayes-optimal policy
#' @description
#' Plays the arm that is best by backward recursion. For Bernoulli rewards and a finite horizon no policy has a greater
#' expected total reward over the prior.
#'
#' **Use it when** you want a reference for short games of few arms. [bayes_optimal()] computes its value.
#'
#' @details
#' Among equally good arms it plays the lowest (values within a relative 1e-12 count as equal). A reward x strictly
#' within the range \[u, v\] counts as a success with probability (x - u) / (v - u). The number of rounds left is taken
#' to be the horizon minus the number of outcomes seen; an agent with more outcomes than that plays the arm with the
#' greatest posterior mean.
#'
#' @section In one sentence:
#' `r sentences_of("policy_bayes_optimal")`
#' @section Cost: The choices are computed once for a horizon, a number of arms and a prior,
#'   and shared by all games: two bits per state. At most four arms and 400 million states are
#'   possible: two arms up to 311 rounds, three up to 78, four up to 41. A longer
#'   horizon is refused.
#'
#' @inheritParams policy_gittins
#' @inherit policy_ucb return
#' @section Errors: [run_study()] raises `unruly_error_policy` for rewards outside `range`, more than four arms, a
#'   horizon that is too long, a replay of a log, or a bandit with patience, entries, lifetimes, waiting, a spread,
#'   contexts, a delay, rest, absences or batches.
#' @references Bellman (1956), A Problem in the Sequential Design of Experiments. Berry and Fristedt
#'   (1985), Bandit Problems: Sequential Allocation of Experiments, chapter 7.
#' @seealso [policy_gittins()], optimal with discounting; [regret_bound()] with `"bayes_optimal"`.
#' @examples
#' problem <- bandit(arms_bernoulli(prior_uniform(2)))
#' run_study(problem, list(policy_bayes_optimal(), policy_ucb1()), horizon = 50, reps = 20, seed = 1)
#' @export
policy_bayes_optimal <- function(prior = c(1, 1), range = NULL, label = NULL, ...) describe("policy_bayes_optimal")
