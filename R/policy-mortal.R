#' AG and AG-L: adaptive greedy for mortal arms
#' @description
#' Plays the live arm with the greatest mean so far, and explores the more, the lower that mean is. AG-L explores only
#' the arms with the longest remaining lives, since only they can repay exploration.
#'
#' **Use it when** arms are born and die ([bandit_mortal()], [with_lifetimes()]) and means lie in a known range; AG-L if
#' many die soon after they are explored.
#'
#' @details
#' Each arm alive in round 1 is played once, in order. Then let xbar be the greatest mean of a live
#' arm that was played, and p = 1 - scale (xbar - a) / (b - a), clipped to \[0, 1\], where \[a, b\]
#' is the range (p is 1 if there is no such arm). With probability p a uniformly random live arm is
#' played, and otherwise the arm with that mean. Ties go to the arm with the lowest number.
#'
#' The baseline in the authors' code may keep a dead arm as the best one, which handicaps it; this
#' one does not.
#' @section AG-L: The arm to explore is drawn uniformly from the ceil(keep m) of the m live arms with the longest
#'   remaining lives, including arms never played. Ties go to the arm with the lowest number. With `keep = 1` this is
#'   AG.
#'
#'   If lifetimes are known, these are the arms that die last. If not, the remaining life of an arm is estimated by the
#'   mean lifetime of the arms that have died minus the arm's age, so the youngest arms are explored; until an arm has
#'   died, all live arms are. In a [replay][bandit_replay] with `known = TRUE`, arms are ranked by the last event whose
#'   pool contains them, as in the paper. Arms that are still there when the log ends rank first.
#'
#' @section In one sentence:
#' `r sentences_of("policy_ag", "policy_ag_l")`
#' @param scale Factor of the mean in p, a number of at least 0; greater values explore less.
#'   Default: 1.
#' @param init Number of the arms alive in round 1 that are played once each at the start, a whole
#'   number. Default: all, or for a [bandit_mortal()] the number given there. In a
#'   [replay][bandit_replay] the log makes the first pulls instead.
#' @param keep For `"longest"`: the fraction of the live arms that may be explored, a number in (0, 1\]. Default: 0.3,
#'   as in the paper. (Its supplement says that 10% were left out.)
#' @param explore Which arms are explored: `"all"` (AG), or those that live `"longest"` (AG-L). Default: the first of
#'   these that takes the arguments given.
#' @param range `NULL`, or the range \[a, b\] of rewards, two increasing numbers. Default: from the
#'   bandit, see [run_study()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has waiting, or for AG-L neither
#'   lifetimes nor a log.
#' @references Chakrabarti, Kumar, Radlinski and Upfal (2008), Mortal Multi-Armed Bandits. Traca,
#'   Rudin and Yan (2020), Reducing Exploration of Dying Arms in Mortal Bandits, Algorithm 1.
#' @seealso [policy_ucb_l()], the counterpart with confidence bounds; [policy_ucb_subset()] and [policy_stochastic()],
#'   the other policies of the first paper.
#' @examples
#' population <- bandit_mortal(alive = 20, horizon = 500, mean_lifetime = 100, known = TRUE)
#' run_study(population, list(policy_ag(), policy_ag(keep = 0.3)), horizon = 500, reps = 5, seed = 1)
#' @export
policy_ag <- function(scale = 1, init = NULL, keep = 0.3, explore = c("all", "longest"), range = NULL, label = NULL,
                      ...) describe("policy_ag")

#' UCB-L: confidence bounds that shrink as death approaches
#' @description
#' Plays the live arm with the greatest upper confidence bound, whose width falls with the arm's remaining life. With
#' `bonus = "constant"` it lacks that factor.
#'
#' **Use it when** arms are born and die ([bandit_mortal()], [with_lifetimes()]), and lifetimes are known or can be
#' estimated from the arms that died.
#'
#' @details
#' Each arm alive in round 1 is played once, in order. Then round t plays, among arms that live in
#' rounds s to l, the arm with the greatest xbar + psi w sqrt(2 ln(t - s + 1) / n). Here n is the
#' number of observed rewards of the arm, xbar their mean, and w the width of `range`, or
#' 2 `sd` if `sd` is given. In UCB-L psi = scale ln(l - t + 1), or 0 once an estimated life is over;
#' with `bonus = "constant"`, the paper's UCB, psi = 1. A live arm of which nothing was observed
#' counts as n = 1, with xbar the average of the means of all arms played so far. Ties go to the arm with the
#' lowest number.
#'
#' If lifetimes are unknown, l is estimated by s - 1 plus the mean lifetime of the arms that have
#' died, and psi is 1 until one has died. In a [replay][bandit_replay] lifetimes are always
#' estimated, since a log does not state in which turns arms will die. (With `known = TRUE` an arm
#' that outlives the log has the horizon as its l.) A life known to be infinite counts as ending in
#' round 2^63.
#'
#' @section In one sentence:
#' `r sentences_of("policy_ucb_l", "policy_ucb_mortal")`
#' @param scale For `"lifetime"`: factor of psi, a number of at least 0. Default: 0.011, as in the paper.
#' @param bonus The factor of the width: falling with the `"lifetime"` that an arm has left (UCB-L), or `"constant"`
#'   (the paper's UCB). Default: `"lifetime"`.
#' @inheritParams policy_ag
#' @param sd Instead of `range`: the standard deviation of rewards that are Gaussian or have lighter tails
#'   (sub-Gaussian), a positive number; w (see Details) is 2 `sd`.
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has waiting, or for UCB-L neither
#'   lifetimes nor a log.
#' @references Traca, Rudin and Yan (2020), Reducing Exploration of Dying Arms in Mortal Bandits,
#'   section 2.2.
#' @seealso [policy_ag()], the randomised counterpart.
#' @examples
#' population <- bandit_mortal(alive = 20, horizon = 500, mean_lifetime = 100, known = TRUE)
#' policies <- list(policy_ucb_l(bonus = "constant"), policy_ucb_l())
#' run_study(population, policies, horizon = 500, reps = 5, seed = 1)
#' @export
policy_ucb_l <- function(scale = 0.011, init = NULL, bonus = c("lifetime", "constant"), range = NULL, sd = NULL,
                         label = NULL, ...) describe("policy_ucb_l")

#' Stochastic: fresh arms until one is good enough
#' @description
#' Tries one fresh arm after another until one pays more than a reference mu*, and keeps that arm
#' until it dies. By default mu* is the greatest reward per round that any policy can reach in the
#' long run, see [bandit_value()].
#'
#' **Use it when** arms are born and die ([bandit_mortal()]), there are many of them, and it is known what a good arm
#' pays.
#'
#' @details
#' A fresh arm (alive and never played) is drawn at random and played `pulls` times. If its total
#' reward exceeds `pulls` times mu*, it is kept until it dies; otherwise the next arm is drawn. With
#' `early_stop`, an arm is dropped as soon as it can no longer pass: total + pulls - done <= pulls
#' mu*, after `done` pulls. If no arm is fresh, a random live arm other than the one just dropped is
#' tried, from scratch. Rewards lie in \[0, 1\].
#'
#' @section In one sentence:
#' `r sentences_of("policy_stochastic")`
#' @param pulls Number of pulls in a trial of an arm, a whole number of at least 1.
#' @param early_stop `TRUE` to drop an arm as soon as it can no longer pass, or `FALSE`. Default:
#'   `TRUE`.
#' @param reference The reference mu*, a number. Default: that of the [bandit_mortal()], see
#'   [bandit_value()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has waiting, or `reference` is not
#'   given and the bandit has none.
#' @references Chakrabarti, Kumar, Radlinski and Upfal (2008), Mortal Multi-Armed Bandits, sections
#'   3 and 4.
#' @seealso [policy_ucb_subset()] if no reference is known.
#' @examples
#' population <- bandit_mortal(alive = 20, horizon = 500, mean_lifetime = 100)
#' run_study(population, policy_stochastic(pulls = 10), horizon = 500, reps = 5, seed = 1)
#' @export
policy_stochastic <- function(pulls, early_stop = TRUE, reference = NULL, label = NULL, ...)
  describe("policy_stochastic")

#' UCB1 on a random subset of mortal arms
#' @description
#' Plays a random subset of the live arms by UCB1 and ignores the others. The arms in the subset are
#' then pulled often before they die.
#'
#' **Use it when** so many arms are born and die ([bandit_mortal()]) that not all can be explored before they die.
#'
#' @details
#' The subset has ceil(alive / scale) live arms and is played by the rule of [policy_ucb1()], with
#' the round of the game as t. When one of them dies, a random live arm from outside the subset
#' replaces it at the next choice.
#'
#' @section In one sentence:
#' `r sentences_of("policy_ucb_subset")`
#' @param scale Number of live arms per arm in the subset, a number of at least 1.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has waiting.
#' @references Chakrabarti, Kumar, Radlinski and Upfal (2008), Mortal Multi-Armed Bandits,
#'   section 4.
#' @seealso [policy_ag()], [policy_stochastic()].
#' @examples
#' population <- bandit_mortal(alive = 100, horizon = 500, mean_lifetime = 100)
#' run_study(population, list(policy_ucb1(), policy_ucb_subset(10)), horizon = 500, reps = 5, seed = 1)
#' @export
policy_ucb_subset <- function(scale, label = NULL, ...) describe("policy_ucb_subset")
