#' LinUCB and LinUCB-L: confidence bounds with contexts
#' @description
#' Fit a ridge regression of reward on context for each arm and play the arm with the greatest prediction plus bonus.
#' LinUCB-L is for arms that die: it explores an arm the less, the less time it has left.
#'
#' **Use it when** a [context][glossary] is known before each choice and mean rewards are about linear in it. For
#' rewards of 0 and 1, see [policy_linear_thompson()].
#'
#' @details
#' In a round with context x, LinUCB plays the arm with the greatest theta' x + alpha sqrt(x' A^-1
#' x). Here theta = A^-1 b, A = `ridge` I + the sum of x x', and b is the sum of reward times x,
#' over the rounds in which the arm was played. In LinUCB-L, psi = scale ln(l - t + 1) replaces
#' alpha in round t for an arm that lives until round l; unknown lifetimes are estimated as in
#' [policy_ucb_l()].
#'
#' Ties go to the arm with the lowest number. A new arm is not played at once, unlike in UCB1.
#'
#' If outcomes come late ([with_delay()], [with_batches()], an [agent()], a log with dates), each teaches about the
#' context of its pull once it is shown; those of an arm that has left for good are ignored. Among arms without any
#' outcome yet the least played is played. Where zeros are never shown, put the policy inside of [policy_matured()].
#'
#' A round costs of the order of K d^2 operations for K arms and contexts of d numbers. It costs only about d^2 + K d
#' where neither the context of an arm nor what was learnt about it has changed. A is kept as its Cholesky factor,
#' updated by rotations, so that no precision is lost over millions of rounds.
#'
#' @section In one sentence:
#' `r sentences_of("policy_linucb", "policy_linucb_l")`
#' @param alpha Factor of the width of the confidence interval, a number of at least 0. Default: 1.
#' @param ridge Strength of the shrinkage of theta (see Details) towards 0, a positive number: it acts like this many
#'   earlier observations of each coordinate, with a context of 1 there and a reward of 0. Default: 1, as in the paper.
#' @param shared `FALSE`: each arm has its own theta. `TRUE`: all arms share one theta, learnt from all pulls (Chu and
#'   others 2011), for arms with contexts of their own (an array given to [arms_tape()]). Where all arms have one
#'   context, their predictions would be equal, so use `FALSE`. Default: `FALSE`.
#' @param bonus The factor of the width: `"constant"`, which is `alpha` (LinUCB), or falling with the `"lifetime"` that
#'   an arm has left (LinUCB-L). Default: the first of these that takes the arguments given.
#' @param scale For `"lifetime"`, which has no other argument: factor of the bonus psi (see Details), a number of at
#'   least 0. Default: 0.011, as in Traca and others (2020).
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has no contexts, or has waiting or a
#'   spread.
#' @references Li, Chu, Langford and Schapire (2010), A Contextual-Bandit Approach to Personalized
#'   News Article Recommendation. Chu, Li, Reyzin and Schapire (2011), Contextual Bandits with
#'   Linear Payoff Functions. Traca, Rudin and Yan (2020), Reducing Exploration of Dying Arms in
#'   Mortal Bandits, Algorithm 4 (whose update of A is misprinted).
#' @seealso [policy_linear_thompson()]; [arms_linear()], [bandit_labels()].
#' @examples
#' theta <- rbind(c(1, 0), c(0, 1), c(0.7, 0.7))
#' problem <- bandit(arms_linear(theta, sd = 0.1, context_normal(2))) |>
#'   with_lifetimes(first = 1, last = c(100, 200, 200))
#' run_study(problem, list(policy_linucb(), policy_linucb(scale = 0.2)),
#'   horizon = 200, reps = 5, seed = 1)
#' @export
policy_linucb <- function(alpha = 1, ridge = 1, shared = FALSE, bonus = c("constant", "lifetime"), scale = 0.011,
                          label = NULL, ...) describe("policy_linucb")

#' Thompson sampling and epsilon-greedy with contexts
#' @description
#' Fit a regression of reward on context and explore at random. They are alternatives to
#' [policy_linucb()] for bandits with contexts.
#'
#' **Use it when** a [context][glossary] is known before each choice and choices are to be randomised. The logistic
#' version is for rewards of 0 and 1 and contexts whose columns are not strongly correlated.
#'
#' @details
#' Let x be the context of an arm in a round, A = `ridge` I + the sum of x x' and b the sum of
#' reward times x over the rounds in which the arm was played.
#'
#' * `policy_linear_thompson()` draws theta from Normal(A^-1 b, alpha^2 A^-1) and plays the arm with
#'   the greatest theta' x. This is the posterior under the prior Normal(0, (alpha^2 / ridge) I), if
#'   rewards are theta' x plus normal noise with standard deviation `alpha`.
#' * with `link = "logit"`, logistic Thompson sampling, it draws the coefficients w of a logistic regression and plays
#'   the arm with the greatest w' x; see "Logistic posterior".
#' * `policy_linear_epsilon_greedy()` plays a uniformly random arm with probability `epsilon`, and
#'   otherwise the arm with the greatest x' A^-1 b.
#'
#' Ties go to the arm with the lowest number, and late outcomes teach about the contexts of their pulls, as with
#' [policy_linucb()]. A new arm is not played at once, unlike in UCB1. For K arms and contexts
#' of d numbers, a round costs of the order of K d^2 operations in linear Thompson sampling (d^2 and K d with `shared`),
#' d^2 and K d in linear epsilon-greedy, and K d in logistic Thompson sampling. If each arm has its own theta, theta' x
#' is drawn rather than theta; its distribution is the same.
#'
#' @section In one sentence:
#' `r sentences_of("policy_linear_thompson", "policy_logistic_thompson", "policy_linear_epsilon_greedy")`
#' @section Logistic posterior: Rewards are 0 or 1 with log-odds w' x. The posterior is Normal(m_i,
#' 1 / q_i), independently for each coordinate: the diagonal Laplace approximation of Chapelle and
#' Li (2011, Algorithm 3), with batches of one pull. At first m = 0 and q = `ridge`. After a pull,
#' the w that minimises sum q_i (w_i - m_i)^2 / 2 + log(1 + exp(w' x)) - reward w' x becomes m, and
#' q_i grows by x_i^2 p (1 - p), where p = 1 / (1 + exp(-w' x)). Coefficients are drawn from
#' Normal(m_i, alpha^2 / q_i).
#' @param alpha Factor of the standard deviation of the posterior, a number of at least 0. In linear
#'   Thompson sampling it is the standard deviation of the noise. In logistic Thompson sampling, 1
#'   is the posterior itself, and a smaller value explores less (the paper's posterior reshaping).
#'   Default: 1.
#' @param ridge Strength of the shrinkage of the coefficients towards 0, a positive number: the
#'   precision of the prior, for linear Thompson sampling in units of 1 / alpha^2. Default: 1.
#' @param link What the linear predictor is: the mean reward (`"identity"`) or its log-odds (`"logit"`, logistic
#'   Thompson sampling). Default: the first of these that takes the arguments given.
#' @param epsilon Probability of exploring, a number in \[0, 1\]. Default: 0.1.
#' @param decay A number of at least 0 that replaces `epsilon`: the probability is then min(1,
#'   decay / t) in round t. Default: `FALSE`, a constant `epsilon`.
#' @inheritParams policy_linucb
#' @param range For `"logit"`: `NULL` (from the bandit, see [run_study()]), or the range of the rewards, two
#'   increasing numbers. Rewards are scaled to
#'   \[0, 1\], and a value in between counts partly as a reward of 1 and partly as one of 0.
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has no contexts, or has waiting or a
#'   spread; or rewards lie outside `range` (logistic Thompson sampling).
#' @references Agrawal and Goyal (2013), Thompson Sampling for Contextual Bandits with Linear
#'   Payoffs, Algorithm 1. Chapelle and Li (2011), An Empirical Evaluation of Thompson Sampling,
#'   Algorithms 1 and 3. Sutton and Barto (2018), Reinforcement Learning, section 2.2.
#' @seealso [policy_linucb()]; [arms_linear()], [arms_logistic()], [bandit_labels()].
#' @examples
#' theta <- rbind(c(1, 0), c(0, 1), c(0.7, 0.7))
#' policies <- list(policy_linear_thompson(alpha = 0.3), policy_linear_epsilon_greedy(decay = 10))
#' run_study(bandit(arms_linear(theta, sd = 0.3, context_normal(2))), policies,
#'   horizon = 200, reps = 5, seed = 1)
#' clicks <- bandit(arms_logistic(2 * theta, context_normal(2)))
#' run_study(clicks, list(policy_linear_thompson(link = "logit"), policy_linear_thompson(alpha = 0.5)),
#'   horizon = 200, reps = 5, seed = 1)
#' @name policy_linear_thompson
NULL

#' @rdname policy_linear_thompson
#' @export
policy_linear_thompson <- function(alpha = 1, ridge = 1, shared = FALSE, link = c("identity", "logit"), range = NULL,
                                   label = NULL, ...) describe("policy_linear_thompson")

#' @rdname policy_linear_thompson
#' @export
policy_linear_epsilon_greedy <- function(epsilon = 0.1, decay = NULL, ridge = 1, shared = FALSE, label = NULL, ...)
  describe("policy_linear_epsilon_greedy")
