#' UCB1 and UCB: upper confidence bounds
#' @description
#' `policy_ucb1()` uses the range of the rewards and the current round; `policy_ucb()` uses their
#' standard deviation and the horizon. Both play the arm with the greatest [index][glossary]: its
#' mean plus a bonus that is large while the arm has few pulls.
#'
#' **Use it when** arms have fixed means and rewards lie in a known range (UCB1), or are Gaussian with a known standard
#' deviation (UCB). Both are usual baselines.
#'
#' @details
#' In round t, let n be the number of rewards of an arm that were observed so far (fewer than its
#' pulls under delays) and xbar their mean. The index is
#'
#' * for `policy_ucb1()`, xbar + w sqrt(alpha ln t / n), where w is the width of `range`, or 2 `sd`
#'   if `sd` is given;
#' * for `policy_ucb()`, xbar + sd sqrt(2 ln(1 / error) / n).
#'
#' An arm of which nothing was observed has an infinite index. Ties go to the arm with the lowest number. With
#' [waiting][with_waiting()], each pair of an arm and a wait counts as an arm; how many rounds a pull takes is not
#' considered.
#'
#' @section In one sentence:
#' `r sentences_of("policy_ucb1", "policy_ucb")`
#' @param alpha Factor of ln t, a positive number; smaller values explore less. The regret is
#'   logarithmic for values above 1/2 (Bubeck and Cesa-Bianchi 2012, section 2.2, whose alpha is
#'   twice this one). Default: 2, as in the paper.
#' @param range `NULL`, or the range \[a, b\] of the rewards, two increasing numbers. Default: from
#'   the bandit, see [run_study()].
#' @param sd `NULL`, or the standard deviation of an arm's rewards, a positive number, if they are
#'   Gaussian or have lighter tails (are `sd`-sub-Gaussian). In `policy_ucb1()` it replaces `range`:
#'   w is 2 `sd`, since rewards in \[a, b\] are sub-Gaussian with `sd` (b - a) / 2 (Hoeffding's
#'   lemma). Default: from the bandit, see [run_study()].
#' @param error Error probability of the confidence bounds, a number in (0, 1). Default: 1 / T^2,
#'   where T is the horizon.
#' @inheritParams policy_uniform
#' @return A policy, an object of class `unruly_policy`.
#' @references Auer, Cesa-Bianchi and Fischer (2002), Finite-time Analysis of the Multiarmed Bandit
#'   Problem, section 2. Shao and Fang (2024), On Multi-Armed Bandit with Impatient Arms, section
#'   3.2 (UCB). Bubeck and Cesa-Bianchi (2012), Regret Analysis of Stochastic and Nonstochastic
#'   Multi-armed Bandit Problems.
#' @seealso [policy_kl_ucb()] and [policy_ucb_v()], whose bounds are tighter for rewards with a
#'   small variance; [policy_thompson()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' run_study(problem, list(policy_ucb1(), policy_ucb()), horizon = 1000, reps = 5, seed = 1)
#'
#' weights <- bandit(arms_gaussian(c(60, 75, 90), sd = 20))
#' run_study(weights, policy_ucb1(sd = 20), horizon = 1000, reps = 5, seed = 1)
#' @name policy_ucb
NULL

#' @rdname policy_ucb
#' @export
policy_ucb1 <- function(alpha = 2, range = NULL, sd = NULL, label = NULL, ...) describe("policy_ucb1")

#' @rdname policy_ucb
#' @export
policy_ucb <- function(error = NULL, sd = NULL, label = NULL, ...) describe("policy_ucb")

#' Thompson sampling
#' @description
#' Draws a mean for each arm from its posterior distribution and plays the arm with the greatest draw. Because it is
#' randomised, it does not repeat one arm while rewards are delayed or batched.
#'
#' **Use it when** arms have fixed means, and rewards lie in a known range or are Gaussian with a known standard
#' deviation. If the standard deviation is unknown, use [policy_thompson_t()].
#'
#' @details
#' Let n be the number of rewards of an arm that were observed so far (fewer than its pulls under delays) and xbar their
#' mean. The posterior of its mean depends on `family`:
#'
#' * `"bernoulli"`: Beta(1 + S, 1 + F), with S successes and F failures. A reward x strictly within
#'   the range \[a, b\] counts as a success with probability (x - a) / (b - a).
#' * `"gaussian"`: Normal(xbar, sd^2 / n); the prior is flat, and arms of which nothing was observed come first. With
#'   `prior_sd`, it is the posterior under the prior Normal(prior_mean, prior_sd^2), from the first round on.
#' * `"survival"`, for [arms_survival()]: of hazards, events per time at risk, of which the least is played. With d
#'   events of an arm and the time e that its patients have lived so far, with [with_accrual()] also those who are
#'   still followed, the hazard is Gamma(1 + d, rate e + sum e / sum d); without the second part of the rate one early
#'   death would starve an arm. Without any event all arms are equal. The arm named has the least d / e.
#'
#' With [waiting][with_waiting()], each pair of an arm and a wait counts as an arm; how many rounds a pull takes is not
#' considered.
#'
#' A round costs a look at the arms whose draws may matter: once one arm is known to be better, little more than a
#' round of [policy_ucb1()]; of ten arms that are equal, about nine times as much.
#'
#' @section In one sentence:
#' `r sentences_of("policy_thompson")`
#' @param family `NULL`, `"bernoulli"` (rewards in `range`), `"gaussian"` (standard deviation `sd`) or `"survival"`.
#'   Default: from the bandit, see [run_study()].
#' @param prior_mean,prior_sd For `"gaussian"`: mean (a number) and standard deviation (a positive number) of the normal
#'   prior of each mean, in units of the rewards. Default: a flat prior; with `prior_sd` alone, a mean of 0.
#'   `prior_mean` needs `prior_sd`.
#' @param previews For `"gaussian"`: `TRUE`: it learns from previews of outcomes ([with_previews()]), each weighed by
#'   1 / (`sd`^2 + its own variance), in place of what was shown of the same pull before. Default: `FALSE`, from
#'   outcomes alone.
#' @param sd For `"gaussian"`: `NULL`, or the standard deviation of an arm's rewards, a positive
#'   number. Without `family` it implies `"gaussian"`. Default: from the bandit, see [run_study()].
#' @param range For `"bernoulli"`: `NULL`, or the range \[a, b\] of the rewards, two increasing
#'   numbers. Without `family` it implies `"bernoulli"`. Default: from the bandit, see [run_study()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the family is `"bernoulli"` and rewards lie
#'   outside `range`, or it is `"survival"` and the arms do not pay times lived.
#' @references Thompson (1933), On the Likelihood that One Unknown Probability Exceeds Another.
#'   Agrawal and Goyal (2012), Analysis of Thompson Sampling for the Multi-armed Bandit Problem,
#'   Algorithms 1 and 2.
#' @seealso [policy_forgetting_thompson()] for means that change, [policy_linear_thompson()] for contexts,
#'   [policy_top_two()] to find the best arm.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' run_study(problem, policy_thompson(), horizon = 1000, reps = 5, seed = 1)
#' @export
policy_thompson <- function(family = NULL, range = NULL, sd = NULL, label = NULL, ..., prior_mean = NULL,
                            prior_sd = NULL, previews = FALSE) describe("policy_thompson")
