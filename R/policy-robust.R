#' Robust UCB: confidence bounds for heavy-tailed rewards
#' @description
#' Assumes only a bound on a moment of order 1 + e of the rewards, with e in (0, 1]; their variance
#' may be infinite. It plays the arm with the greatest robust estimate of the mean plus its width.
#'
#' **Use it when** rewards may be extreme, such as claims or sales, and a bound on a moment is known. For Gaussian or
#' bounded rewards use [policy_ucb1()].
#'
#' @details
#' In round t, let n be the number of observations of an arm, x_i the i-th of them, and X a reward
#' of the arm:
#'
#' * `"truncated"`, if E|X|^(1+e) <= u: the estimate is the sum of those x_i with |x_i| <= (u i / ln
#'   t^2)^(1/(1+e)), divided by n. The width is 4 u^(1/(1+e)) (ln t^2 / n)^(e/(1+e)).
#' * `"median of means"`, if E|X - mean|^(1+e) <= v: the estimate is the median of the means of k =
#'   floor(min(8 L, n / 2)) blocks of floor(n / k) consecutive observations (at least one block),
#'   with L = 1/8 + 2 ln t. The width is (12 v)^(1/(1+e)) (16 L / n)^(e/(1+e)).
#'
#' These are Lemmas 1 and 2 of the paper with confidence t^-2. The truncated mean depends on where 0
#' is: rewards far from it have a large `moment`. An arm that was never observed comes first. Ties
#' go to the arm with the lowest number. With [waiting][with_waiting()], each pair of an arm and a
#' wait counts as an arm, and the rounds that a pull takes are ignored.
#'
#' Each round examines every arm. The truncated mean keeps only those observations that may still be
#' truncated later, a few per arm; the median of means keeps all observations, 16 bytes each.
#'
#' @section In one sentence:
#' `r sentences_of("policy_robust_ucb")`
#' @param estimator `"truncated"` or `"median of means"`. Default: `"truncated"`.
#' @param epsilon e, a number in (0, 1\]: the moment of order 1 + e is bounded. Default: 1, for a
#'   finite variance.
#' @param moment The bound on the moment of each arm, a positive number: u on E|X|^(1+e), or v on
#'   E|X - mean|^(1+e). Default: 1, which holds for rewards in \[-1, 1\].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @references Bubeck, Cesa-Bianchi and Lugosi (2013), Bandits with Heavy Tail, section 2.
#' @seealso [arms_student()] and [arms_lognormal()].
#' @examples
#' # Student's distribution with 3 degrees of freedom has the variance 3.
#' problem <- bandit(arms_student(df = 3, location = c(0, 2)))
#' policies <- list(truncated = policy_robust_ucb(moment = 7),
#'   blocks = policy_robust_ucb("median of means", moment = 3))
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @export
policy_robust_ucb <- function(estimator = c("truncated", "median of means"), epsilon = 1, moment = 1, label = NULL,
                              ...) describe("policy_robust_ucb")
