#' AG: adaptive greedy for mortal arms
#'
#' For arms that are born and die, see [mortal_arms()]: plays the best arm so far, but
#' explores the more, the worse that arm looks. [policy_ag_l()] does better where lives are
#' short.
#'
#' Each arm alive in round 1 is played once, in order. Then, with p = 1 - scale (max xbar - a)
#' / (b - a), clipped to \[0, 1\] (1 if no live arm was played), it plays a uniformly random
#' live arm with probability p, and otherwise the live played arm with the greatest mean xbar,
#' the lowest in a tie.
#'
#' (The baseline in the authors' code may keep a dead arm as the best one, which handicaps it;
#' this one does not.)
#'
#' @param range `NULL`, or the range \[a, b\] of rewards, two increasing numbers. Default: from the
#'   bandit, see [run_study()].
#' @param scale Factor of the mean in p, a number of at least 0: greater values explore less.
#' @param init How many of the arms alive in round 1 are played once each at the start, a
#'   whole number; `NULL` for all, or for a population of [mortal_arms()] the number given
#'   there. In a [replay][bandit_replay] the log makes the first plays instead.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above.
#' @references Chakrabarti, Kumar, Radlinski and Upfal (2008), Mortal
#'   Multi-Armed Bandits. Traca, Rudin and Yan (2020), Reducing Exploration of
#'   Dying Arms in Mortal Bandits, Algorithm 1.
#' @examples
#' population <- mortal_arms(alive = 20, horizon = 500, mean_lifetime = 100)
#' run_study(population, policy_ag(), horizon = 500, reps = 5, seed = 1)
#' @export
policy_ag <- function(scale = 1, init = NULL, range = NULL, label = NULL, ...) {
  # The order of the list, as it always was, addresses the policy's random numbers.
  new_policy("policy_ag", list(range = range, scale = scale, init = init), label,
             list(scale = scale, init = init, range = range),
             # Another range may be that of the means: it is the user's word.
             assumes = if (identical(range, usual_place$range)) usual_place)
}

#' AG-L: adaptive greedy that does not explore dying arms
#'
#' For arms that are born and die, see [mortal_arms()]: like [policy_ag()], but exploration is
#' limited to the arms that will live longest, since only they can repay it.
#'
#' The arm to explore is drawn uniformly from the ceil(keep m) of the m live arms that have
#' the longest remaining lives (arms never played included; the lowest in a tie).
#'
#' If lifetimes are known these are the arms that die last. If not, the remaining life of an
#' arm is estimated by the mean lifetime of the arms that have died minus the arm's age, so
#' that the youngest arms are explored; until an arm has died, all live arms are. With
#' `keep = 1` this is AG. In a [replay][bandit_replay] with `known = TRUE` arms are ranked by
#' the last event whose pool contains them, as in the paper; arms that are still there when
#' the log ends rank first.
#'
#' @param keep Fraction of the live arms that may be explored, a number in (0, 1\]. (The paper
#'   explores the top 30%; its supplement says that 10% were left out.)
#' @inheritParams policy_ag
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` for a bandit whose arms live for ever.
#' @references Traca, Rudin and Yan (2020), Reducing Exploration of Dying Arms in
#'   Mortal Bandits, Algorithm 1.
#' @examples
#' population <- mortal_arms(alive = 20, horizon = 500, mean_lifetime = 100, known = TRUE)
#' run_study(population, list(policy_ag(), policy_ag_l()), horizon = 500, reps = 5, seed = 1)
#' @export
policy_ag_l <- function(keep = 0.3, scale = 1, init = NULL, range = NULL, label = NULL, ...) {
  new_policy("policy_ag_l", list(keep = keep, range = range, scale = scale, init = init), label,
             list(keep = keep, scale = scale, init = init, range = range),
             assumes = if (identical(range, usual_place$range)) usual_place)
}

#' UCB-L: confidence bounds that shrink as death approaches
#'
#' For arms that are born and die, see [mortal_arms()]: UCB with a bonus that depends on how
#' long an arm has left to live. `policy_ucb_mortal()` is the same without that factor.
#'
#' Each arm alive in round 1 is played once, in order. Then round t plays, among arms that
#' live in rounds s to l, argmax xbar + psi w sqrt(2 ln(t - s + 1) / n), where w is the width
#' of the range of rewards and psi = scale ln(l - t + 1), or 0 once an estimated life is over.
#' A live arm that was never played counts as n = 1 with xbar = the average of the empirical
#' means of all arms played so far. Ties go to the lowest arm. `policy_ucb_mortal()` has psi =
#' 1 throughout: the paper's UCB.
#'
#' If lifetimes are unknown, l is estimated by s - 1 + the mean lifetime of the arms that have
#' died, and psi is 1 until one has. In a [replay][bandit_replay] lifetimes are always
#' estimated, since nobody can know in which turns arms will die (but with `known = TRUE` an
#' arm that outlives the log has the horizon as its l). A life known to be infinite counts as
#' ending in round 2^63.
#'
#' @param scale Factor of psi, a number of at least 0.
#' @inheritParams policy_ag
#' @param sd Instead of `range`: the standard deviation of rewards that are Gaussian or have
#'   lighter tails (sub-Gaussian), a positive number; w is 2 `sd`.
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above; for
#'   UCB-L [run_study()] raises `unruly_error_policy` if the arms live for ever.
#' @references Traca, Rudin and Yan (2020), Reducing Exploration of Dying Arms
#'   in Mortal Bandits, section 2.2.
#' @examples
#' population <- mortal_arms(alive = 20, horizon = 500, mean_lifetime = 100, known = TRUE)
#' run_study(population, list(policy_ucb_mortal(), policy_ucb_l()), horizon = 500, reps = 5, seed = 1)
#' @export
policy_ucb_l <- function(scale = 0.011, init = NULL, range = NULL, sd = NULL, label = NULL, ...) {
  check_no_dots(...)
  rewards <- scale_of_policy(range, sd)
  new_policy("policy_ucb_l", list(scale = scale, init = init, width = rewards$width), label,
             settings = list(scale = scale, init = init, range = rewards$range, sd = rewards$sd), assumes = rewards)
}

#' @rdname policy_ucb_l
#' @export
policy_ucb_mortal <- function(init = NULL, range = NULL, sd = NULL, label = NULL, ...) {
  check_no_dots(...)
  rewards <- scale_of_policy(range, sd)
  new_policy("policy_ucb_mortal", list(init = init, width = rewards$width), label,
             settings = list(init = init, range = rewards$range, sd = rewards$sd), assumes = rewards)
}

#' Stochastic: fresh arms until one is good enough
#'
#' For arms that are born and die, see [mortal_arms()], if you know what a good arm pays:
#' tries one fresh arm after another until one beats the reference mu*, see
#' [mortal_reference()].
#'
#' Draws a fresh arm (alive and never played) at random and plays it `pulls` times. If its
#' total exceeds `pulls` times mu*, it is kept until it dies; otherwise the next arm is drawn.
#' With early stopping an arm is dropped as soon as it can no longer pass: total + pulls -
#' done <= pulls mu*. If no arm is fresh, a random live arm other than the one just dropped is
#' tried, from scratch. Rewards lie in \[0, 1\].
#'
#' @param pulls Number of plays in a trial, a whole number of at least 1.
#' @param early_stop `TRUE` to drop an arm as soon as it can no longer pass, or `FALSE`.
#' @param reference The reference mu*, a number; `NULL` for that of the population, see
#'   [mortal_reference()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above;
#'   [run_study()] raises `unruly_error_policy` if `reference` is `NULL` and the bandit has
#'   none.
#' @references Chakrabarti, Kumar, Radlinski and Upfal (2008), Mortal
#'   Multi-Armed Bandits, sections 3 and 4.
#' @examples
#' population <- mortal_arms(alive = 20, horizon = 500, mean_lifetime = 100)
#' run_study(population, policy_stochastic(pulls = 10), horizon = 500, reps = 5, seed = 1)
#' @export
policy_stochastic <- function(pulls, early_stop = TRUE, reference = NULL, label = NULL, ...) {
  new_policy("policy_stochastic", list(pulls = pulls, early_stop = early_stop, reference = reference), label)
}

#' UCB1 on a random subset of mortal arms
#'
#' For many arms that are born and die, see [mortal_arms()]: ignores most arms, so that the
#' others are played often enough to be known before they die.
#'
#' A random subset of ceil(alive / scale) live arms is played by the rule of [policy_ucb1()],
#' with the round of the game as t. When a member dies, it is replaced at the next choice by a
#' random live arm from outside the subset.
#'
#' @param scale Number of live arms per arm in the subset, a number of at least 1.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument` if an argument is not as described above.
#' @references Chakrabarti, Kumar, Radlinski and Upfal (2008), Mortal
#'   Multi-Armed Bandits, section 4.
#' @examples
#' population <- mortal_arms(alive = 100, horizon = 500, mean_lifetime = 100)
#' run_study(population, list(policy_ucb1(), policy_ucb_subset(10)), horizon = 500, reps = 5, seed = 1)
#' @export
policy_ucb_subset <- function(scale, label = NULL, ...) {
  new_policy("policy_ucb_subset", list(scale = scale), label, assumes = usual_width)
}
