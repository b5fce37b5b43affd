#' Follow the leader
#'
#' Plays every arm once, then the one with the greatest mean.
#'
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @examples
#' run_study(bandit(arms_bernoulli(c(0.3, 0.6))), policy_follow_leader(), horizon = 100, reps = 5, seed = 1)
#' @export
policy_follow_leader <- function(label = NULL, ...) describe("policy_follow_leader")
