#' Arms whose rewards depend on a context
#' @description
#' `arms_linear()` describes rewards that are linear in a [context][glossary], `arms_logistic()`
#' rewards of 0 and 1 whose probability depends on it.
#'
#' **Use it when** you simulate choices with side information and set the true coefficients yourself. For contexts and
#' class labels from data, use [bandit_labels()]; for contexts and rewards of your own, [arms_tape()].
#'
#' @details
#' In round t all arms share a context x. With `arms_linear()` a pull of arm k pays
#' `sum(theta[k, ] * x)` plus normal noise. With `arms_logistic()` it pays 1 with probability
#' `plogis(sum(theta[k, ] * x))`, else 0. For an intercept, let one coordinate of the context be 1
#' in each round.
#'
#' The regret compares with the arm that is best in that round's context, among the arms alive in that round (see
#' [with_lifetimes()]). Policies that use contexts: [policy_linucb()], [policy_linear_thompson()],
#' [policy_linear_thompson()], [policy_linear_epsilon_greedy()].
#'
#' @param theta The coefficients: a numeric matrix with one row per arm and one column per
#'   coordinate of the context; at most 1,000 columns.
#' @param sd Standard deviation of the noise, numbers of at least 0, one for all arms or one
#'   per arm, in units of reward.
#' @param context A numeric matrix whose row t is the context of round t, with as many columns as `theta` and at least
#'   as many rows as a study has rounds. Or a distribution: `context_normal(d)` draws d independent standard normal
#'   numbers in each round, `context_normal(d, unit = TRUE)` a uniformly random point of the unit sphere. Contexts that
#'   are drawn are the same for all policies and differ between replications; a matrix is the same in every
#'   replication.
#' @param d Number of coordinates, a whole number from 1 to 1,000.
#' @param unit `TRUE`: contexts have length 1 (normal numbers divided by the root of their sum of squares). Default:
#'   `FALSE`.
#' @param ... Must be empty.
#' @return `arms_linear()`, `arms_logistic()`: arms, an object of class `unruly_arms`; see [arms].
#'   `context_normal()`: a distribution of contexts, of class `unruly_context`.
#' @section Errors: [run_study()] refuses a horizon that is longer than a matrix of contexts.
#' @examples
#' theta <- rbind(c(1, 0), c(0, 1), c(0.7, 0.7))
#' problem <- bandit(arms_linear(theta, sd = 0.1, context_normal(2, unit = TRUE)))
#' run_study(problem, list(policy_linucb(), policy_ucb1(sd = 1)), horizon = 200, reps = 5, seed = 1)
#' clicks <- bandit(arms_logistic(cbind(-1, theta), context = cbind(1, matrix(rnorm(400), 200))))
#' run_study(clicks, policy_linear_thompson(link = "logit"), horizon = 200, reps = 5, seed = 1)
#' @references Li, Chu, Langford and Schapire (2010), A Contextual-Bandit Approach
#'   to Personalized News Article Recommendation. Traca, Rudin and Yan (2020),
#'   Reducing Exploration of Dying Arms in Mortal Bandits, Supplement D.6.
#' @seealso [bandit_labels()], [arms_tape()].
#' @export
arms_linear <- function(theta, sd, context, ...) {
  check_no_dots(...)
  names <- arm_names(theta, "theta")
  theta <- check_theta(theta)
  sd <- check_rule(sd, rules_of("arms_linear")$sd, size = nrow(theta))
  context <- check_context(context, ncol(theta))
  scale <- linear_scale(theta, sd, context)
  new_arms("linear", nrow(theta), c(list(sd = sd, theta = theta), context_parameters(context)), range = c(-Inf, Inf),
           sd = scale$sd, likely = scale$likely, names = names)
}

#' @rdname arms_linear
#' @export
arms_logistic <- function(theta, context, ...) {
  check_no_dots(...)
  names <- arm_names(theta, "theta")
  theta <- check_theta(theta)
  context <- check_context(context, ncol(theta))
  new_arms("logistic", nrow(theta), c(list(theta = theta), context_parameters(context)), range = c(0, 1), names = names)
}

check_theta <- function(theta, call = rlang::caller_env()) {
  theta <- check_rule(theta, rules_of("arms_linear")$theta, call = call)
  if (ncol(theta) <= most_coordinates) return(theta)
  abort_argument("theta", sprintf("a matrix of at most %s columns", format_count(most_coordinates)), theta, call = call)
}

# One column per round: the core reads a round's context in one go.
context_parameters <- function(context) {
  if (inherits(context, "unruly_context")) list(law = context$law) else list(context = t(context))
}

# Returns whether what arms pay depends on the context of a round.
has_contexts <- function(arms) arms$kind %in% c("linear", "logistic", "tape_context")

# Returns the scale of rewards, which vary by noise and by the context.
linear_scale <- function(theta, sd, context) {
  if (!inherits(context, "unruly_context")) {
    signal <- apply(tcrossprod(theta, context), 1, range)
    return(list(sd = max(sqrt(sd^2 + (diff(signal) / 2)^2)),
                likely = range(signal[1, ] - 4 * sd, signal[2, ] + 4 * sd)))
  }
  variance <- rowSums(theta^2) / if (context$law == "sphere") context$d else 1
  total <- max(sqrt(sd^2 + variance))
  list(sd = total, likely = c(-4, 4) * total)
}

#' @rdname arms_linear
#' @export
context_normal <- function(d, unit = FALSE, ...) {
  check_no_dots(...)
  new_context(if (check_flag(unit, "unit")) "sphere" else "normal", d)
}

new_context <- function(law, d, call = rlang::caller_env()) {
  d <- check_whole(d, "d", min = 1, max = most_coordinates, call = call)
  structure(list(law = law, d = d), class = "unruly_context")
}

#' @export
print.unruly_context <- print_formatted

#' @export
format.unruly_context <- function(x, ...) {
  check_object(x)
  sprintf("<context: %s, %s>", x$law, count_of(x$d, "coordinate"))
}

check_context <- function(context, d, call = rlang::caller_env()) {
  wanted <- sprintf("`context_normal(%d)` or a numeric matrix of %d columns", d, d)
  if (missing(context)) abort_missing("context", call, wanted)
  if (inherits(context, "unruly_context")) {
    check_object(context, "context", call)
    if (context$d != d) {
      abort_argument("context", wanted, context, call = call,
                     given = sprintf("a distribution of %s", count_of(context$d, "coordinate")))
    }
    return(context)
  }
  context <- check_matrix(context, "context", wanted = wanted, call = call)
  check_largest(context, "context", largest_coordinate, call = call)
  if (ncol(context) != d) abort_argument("context", wanted, context, call = call)
  context
}

shape.unruly_context <- function(x) list(
  law = function(v, x) is_word(v) && v %in% c("normal", "sphere"), d = function(v, x) is_count(v, 1, most_coordinates)
)
