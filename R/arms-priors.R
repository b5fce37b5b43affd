#' Priors for the parameters of arms
#' @description
#' Describes a distribution from which each replication of a study draws a parameter of its arms.
#'
#' **Use it when** you study a class of problems rather than a single one. The mean regret over
#' replications is then the Bayesian regret.
#'
#' @details
#' A parameter of [arms_bernoulli()], [arms_gaussian()], [arms_student()], [arms_lognormal()],
#' [arms_beta()] or [arms_constant()] may be a prior instead of numbers. Each replication draws its
#' own [instance][glossary], which is the same for all policies; [instances()] lists what was drawn.
#'
#' @param k Number of arms, a whole number of at least 1.
#' @param min,max Ends of the uniform distribution, single finite numbers with
#'   `min <= max`. Default: 0 and 1.
#' @param shape1,shape2 Shape parameters of the beta distribution, positive numbers.
#' @param mean,sd Mean and standard deviation of the normal distribution; `sd` is at least 0.
#'   No number may exceed 1e100 in absolute value. Default: 0 and 1.
#' @param ... Must be empty.
#' @return A prior, an object of class `unruly_prior`.
#' @examples
#' arms <- arms_gaussian(mean = prior_uniform(3, min = 0, max = 1), sd = 1 / 5)
#' study <- run_study(bandit(arms), policy_ucb1(), horizon = 100, reps = 2, seed = 1)
#' instances(study)
#' @seealso [arms], [instances()].
#' @name priors
NULL

#' @rdname priors
#' @export
prior_uniform <- function(k, min = 0, max = 1, ...) {
  check_no_dots(...)
  k <- check_arm_count(k, "k")
  p <- described("prior_uniform")
  new_prior("uniform", k, c(p$min, p$max), range = c(p$min, p$max))
}

#' @rdname priors
#' @export
prior_beta <- function(k, shape1, shape2, ...) {
  check_no_dots(...)
  k <- check_arm_count(k, "k")
  p <- described("prior_beta")
  new_prior("beta", k, c(p$shape1, p$shape2), range = c(0, 1))
}

#' @rdname priors
#' @export
prior_normal <- function(k, mean = 0, sd = 1, ...) {
  check_no_dots(...)
  k <- check_arm_count(k, "k")
  p <- described("prior_normal")
  new_prior("normal", k, c(p$mean, p$sd), range = if (p$sd > 0) c(-Inf, Inf) else c(p$mean, p$mean))
}

# The values themselves, dealt out to the arms in an order that each replication draws: for experiments, whose
# figures are not to depend on which arm comes first. Their arms are few.
prior_shuffled <- function(values) {
  values <- described("prior_shuffled")$values
  new_prior("shuffled", length(values), values, range = range(values))
}

new_prior <- function(law, k, values, range) {
  structure(list(law = law, k = k, values = values, range = range), class = "unruly_prior")
}

#' @export
print.unruly_prior <- print_formatted

#' @export
format.unruly_prior <- function(x, ...) {
  check_object(x)
  sprintf("<prior: %s, %s>", prior_text(x), count_of(x$k, "arm"))
}

# The core can hold as many arms as R has integers; more than 1e7 is a slip.
check_arm_count <- function(value, argument, call = rlang::caller_env()) {
  as.integer(check_whole(value, argument, min = 1, max = 1e7, call = call))
}
