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
#'   the start, a whole number; `NULL` is all, of [mortal_arms()] as many as it says.
#'   In a [replay][bandit_replay] the log makes the first plays instead.
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
policy_ag <- function(scale = 1, init = NULL, range = c(0, 1), label = NULL) {
  # The order of the list, as it always was, addresses the policy's random numbers.
  new_policy("policy_ag", list(range = range, scale = scale, init = init), label, list(scale = scale, init = init, range = range),
             # Another range may be that of the means: it is the user's word.
             assumes = if (identical(range, c(0, 1))) list(range = range, place = TRUE))
}

#' AG-L: adaptive greedy that does not explore dying arms
#'
#' As [policy_ag()], but the arm that is explored is drawn uniformly from the
#' ceil(keep m) of the m live arms that have the longest life before them
#' (never-played ones included; the lowest among equals).
#'
#' Where lives are known these are the arms that die last. Where they are
#' unknown, what is left of a life is estimated by the mean life of the arms that
#' have expired less the arm's age, so that the youngest arms are explored; before
#' any arm has expired all live arms are. With `keep = 1` this is AG. In a
#' [replay][bandit_replay] with `known = TRUE` arms are ranked by the last event
#' whose pool has them, as the paper does; arms that are there when the log ends live
#' longest, as far as anybody knows.
#'
#' @param keep Share of the live arms that are explored, a number above 0 and at
#'   most 1. (The paper explores the top 30%; in its supplement it says that 10%
#'   were left out.)
#' @inheritParams policy_ag
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above;
#'   [run_study()] raises `unruly_error_policy` for a bandit whose arms live
#'   for ever.
#' @references Traca, Rudin and Yan (2020), Reducing Exploration of Dying Arms in
#'   Mortal Bandits, Algorithm 1.
#' @examples
#' population <- mortal_arms(alive = 20, horizon = 500, mean_lifetime = 100, known = TRUE)
#' run_study(population, list(policy_ag(), policy_ag_l()), horizon = 500, reps = 5, seed = 1)
#' @export
policy_ag_l <- function(keep = 0.3, scale = 1, init = NULL, range = c(0, 1), label = NULL) {
  new_policy("policy_ag_l", list(keep = keep, range = range, scale = scale, init = init), label,
             list(keep = keep, scale = scale, init = init, range = range),
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
#' `policy_ucb_mortal()` is the same with psi = 1 throughout: the paper's UCB.
#'
#' Where lives are unknown, l is estimated by s - 1 + the mean life of the arms
#' that have expired, and psi is 1 until one has; in a [replay][bandit_replay]
#' always, as nobody can know in which turns arms will die (but with `known = TRUE` an
#' arm that outlives the log has the horizon for its l). A life known to have
#' no end counts as ending in round 2^63.
#'
#' @param scale Factor of psi, a number of at least 0.
#' @inheritParams policy_ag
#' @param sd In the place of `range`: the standard deviation of Gaussian rewards (or
#'   with lighter tails), a positive number; w is 2 `sd`.
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above;
#'   for UCB-L [run_study()] raises `unruly_error_policy` if the arms live for
#'   ever.
#' @references Traca, Rudin and Yan (2020), Reducing Exploration of Dying Arms
#'   in Mortal Bandits, section 2.2.
#' @examples
#' population <- mortal_arms(alive = 20, horizon = 500, mean_lifetime = 100, known = TRUE)
#' run_study(population, list(policy_ucb_mortal(), policy_ucb_l()), horizon = 500, reps = 5, seed = 1)
#' @export
policy_ucb_l <- function(scale = 0.011, init = NULL, range = c(0, 1), sd = NULL, label = NULL) {
  rewards <- scale_of_policy(range, sd)
  new_policy("policy_ucb_l", list(scale = scale, init = init, width = unless_usual(rewards$width, 1)), label,
             settings = list(scale = scale, init = init, range = rewards$range, sd = rewards$sd), assumes = rewards)
}

#' @rdname policy_ucb_l
#' @export
policy_ucb_mortal <- function(init = NULL, range = c(0, 1), sd = NULL, label = NULL) {
  rewards <- scale_of_policy(range, sd)
  new_policy("policy_ucb_mortal", list(init = init, width = unless_usual(rewards$width, 1)), label,
             settings = list(init = init, range = rewards$range, sd = rewards$sd), assumes = rewards)
}

#' Stochastic: try fresh arms until one is good enough
#'
#' Draws a fresh arm (alive and never played) at random and plays it `pulls`
#' times. If its total exceeds `pulls` times the reference mu* it is kept until it
#' dies, else the next is drawn. With early stopping it is dropped as soon as that
#' is out of reach: total + pulls - done <= pulls mu*. If no arm is fresh, a
#' random live arm but the one just dropped is tried, from nothing. Rewards lie in
#' \[0, 1\].
#'
#' @param pulls Plays of a trial, a whole number of at least 1.
#' @param early_stop `TRUE` to drop an arm as soon as it can't pass.
#' @param reference The reference mu*, a number; `NULL` takes that of the
#'   population, see [mortal_reference()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above;
#'   [run_study()] raises `unruly_error_policy` if `reference` is `NULL` and the
#'   bandit has none.
#' @references Chakrabarti, Kumar, Radlinski and Upfal (2008), Mortal
#'   Multi-Armed Bandits, sections 3 and 4.
#' @examples
#' population <- mortal_arms(alive = 20, horizon = 500, mean_lifetime = 100)
#' run_study(population, policy_stochastic(pulls = 10), horizon = 500, reps = 5, seed = 1)
#' @export
policy_stochastic <- function(pulls, early_stop = TRUE, reference = NULL, label = NULL) {
  new_policy("policy_stochastic", list(pulls = pulls, early_stop = early_stop, reference = reference), label)
}

#' UCB1 on a random subset of mortal arms
#'
#' Only ceil(alive / scale) of the arms alive, drawn at random, are played, by
#' [policy_ucb1()]'s rule, with the round of the game as its clock. The place of a
#' member that dies is filled at the next choice with a random arm from outside.
#'
#' @param scale How many live arms there are for each that is played, a number of
#'   at least 1.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` when an argument is not as above.
#' @references Chakrabarti, Kumar, Radlinski and Upfal (2008), Mortal
#'   Multi-Armed Bandits, section 4.
#' @examples
#' population <- mortal_arms(alive = 100, horizon = 500, mean_lifetime = 100)
#' run_study(population, list(policy_ucb1(), policy_ucb_subset(10)), horizon = 500, reps = 5, seed = 1)
#' @export
policy_ucb_subset <- function(scale, label = NULL) {
  new_policy("policy_ucb_subset", list(scale = scale), label, assumes = usual_width)
}
