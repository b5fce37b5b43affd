#' AG: adaptive greedy for mortal arms
#'
#' Each arm alive in round 1 is played once, in order. Then, with p = 1 - scale
#' (max xbar - a) / (b - a), clipped to \[0, 1\] (1 if no live arm was played),
#' a uniformly random live arm is played with probability p, else the live
#' played arm of greatest mean xbar, the lowest among equals.
#'
#' (The baseline in the paper's own code kept dead arms as the best one, which
#' handicaps it; this one does not.)
#'
#' @param range The range \[a, b\] of rewards, two increasing numbers.
#' @param scale Factor of at least 0.
#' @param init How many of the arms alive in round 1 are played once each at
#'   the start, a whole number; `NULL` is all. In a [replay][bandit_replay] the
#'   log makes the first plays instead.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above.
#' @references Chakrabarti, Kumar, Radlinski and Upfal (2008), Mortal
#'   Multi-Armed Bandits. Traca, Rudin and Yan (2020), Reducing Exploration of
#'   Dying Arms in Mortal Bandits, Algorithm 1.
#' @examples
#' population <- mortal_arms(alive = 20, horizon = 500, mean_lifetime = 100)
#' run_study(population, policy_ag(), horizon = 500, reps = 5, seed = 1)
#' @export
policy_ag <- function(range = c(0, 1), scale = 1, init = NULL, label = NULL) {
  range <- check_range(range)
  scale <- check_number(scale, "scale", min = 0)
  init <- check_init(init)
  new_policy("policy_ag", list(range = range, scale = scale, init = init), label,
             # Another range may be that of the means: it is the user's word.
             assumes = if (identical(range, c(0, 1))) list(range = range, place = TRUE))
}

#' UCB-L: confidence bounds that shrink as death comes near
#'
#' Each arm alive in round 1 is played once, in order. Then round t plays, for
#' arms that live in rounds s..l, argmax xbar + psi w sqrt(2 ln(t - s + 1) / n)
#' with w the width of the range of rewards and psi = scale ln(l - t + 1), 0 once
#' an estimated life has run out. A live
#' arm that was never played counts as n = 1 with xbar = the average of the
#' empirical means of all arms played so far. Ties go to the lowest arm.
#'
#' Where lives are unknown, l is estimated by s - 1 + the mean life of the arms
#' that have expired, and psi is 1 until one has. A life known to have no end
#' counts as ending in round 2^63.
#'
#' @param scale Factor of psi, a number of at least 0.
#' @inheritParams policy_ag
#' @param sd In the place of `range`: the standard deviation of Gaussian rewards (or
#'   with lighter tails), a positive number; w is 2 `sd`.
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above;
#'   [run_study()] raises `unruly_error_policy` for a bandit whose arms live
#'   for ever.
#' @references Traca, Rudin and Yan (2020), Reducing Exploration of Dying Arms
#'   in Mortal Bandits, section 2.2.
#' @examples
#' population <- mortal_arms(alive = 20, horizon = 500, mean_lifetime = 100, known = TRUE)
#' run_study(population, policy_ucb_l(), horizon = 500, reps = 5, seed = 1)
#' @export
policy_ucb_l <- function(scale = 0.011, init = NULL, range = c(0, 1), sd = NULL, label = NULL) {
  scale <- check_number(scale, "scale", min = 0)
  init <- check_init(init)
  rewards <- scale_of_policy(range, sd)
  new_policy("policy_ucb_l", list(scale = scale, init = init, width = unless_usual(rewards$width, 1)), label,
             settings = list(scale = scale, init = init, range = rewards$range, sd = rewards$sd), assumes = rewards)
}

check_init <- function(init, call = rlang::caller_env()) {
  if (is.null(init)) return(NULL)
  check_whole(init, "init", call = call)
}
