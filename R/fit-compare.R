#' Compare policies that were fitted to choices
#' @description
#' Says how many units of a population choose by which policy, and how sure that is: random-effects comparison of
#' models.
#'
#' **Use it when** policies were fitted to the choices of several units, each of which may follow another one.
#'
#' @details
#' Each unit follows one of the policies, whose frequencies in the population have a flat Dirichlet prior. The posterior
#' is found by variational Bayes (Stephan and others 2009). `exceedance` is the posterior probability that a policy is
#' the most frequent one. It supposes that frequencies differ; `protected` also allows for their being equal, whose
#' posterior probability is `bor` (Rigoux and others 2014).
#'
#' @param study A fit of several policies, see [fit_policy()].
#' @param evidence Of fits by unit, `"bic"` (the default): the evidence of a unit is -BIC / 2 with the unit's number of
#'   choices; `"aic"`: -AIC / 2. A pooled fit has Laplace's approximation.
#' @param ... Must be empty.
#' @return A tibble with a row per policy: `policy`, `log_lik`, `aic`, `bic` (as `glance()` of the fit), `best` (units
#'   of which it has the greatest evidence), `frequency` (posterior mean), `exceedance`, `protected`; its attribute
#'   `bor` is the probability that all frequencies are equal.
#' @section Errors: `unruly_error_argument`: the fit is of one policy only.
#' @references Stephan, Penny, Daunizeau, Moran and Friston (2009), Bayesian Model Selection for Group Studies,
#'   NeuroImage 46. Rigoux, Stephan, Friston and Daunizeau (2014), Bayesian Model Selection for Group Studies:
#'   Revisited, NeuroImage 84.
#' @seealso [fit_policy()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.2, 0.4, 0.6, 0.8)))
#' study <- run_study(problem, policy_delta(0.15, 0.2), horizon = 100, reps = 5, seed = 1,
#'   keep = "choices")
#' fit <- fit_policy(choices(study), list(policy_delta(free(), free(0.01, 10)), policy_uniform()),
#'   by = rep, starts = 10)
#' compare_policies(fit)
#' @name compare_fits
NULL

#' @rdname compare_fits
#' @export
compare_policies.unruly_fit <- function(study, evidence = c("bic", "aic"), ...) {
  check_no_dots(...)
  check_object(study, "study")
  evidence <- check_choice(evidence, "evidence", c("bic", "aic"))
  if (length(study$fits) < 2) {
    abort_argument("study", "a fit of at least two policies", given = "that of one", call = rlang::current_env())
  }
  matrix <- evidence_of_units(study, if (study$pooled) "evidence" else evidence)
  found <- frequencies_of_policies(matrix)
  table <- summary.unruly_fit(study)[c("policy", "log_lik", "aic", "bic")]
  table$best <- tabulate(max.col(matrix, "first"), ncol(matrix))
  table$frequency <- found$frequency
  table$exceedance <- found$exceedance
  table$protected <- found$protected
  attr(table, "bor") <- found$bor
  table
}

# The log-evidence by "bic", "aic" or, of a pooled fit, Laplace's "evidence": a row per unit, a column per policy.
evidence_of_units <- function(x, kind) {
  columns <- lapply(x$fits, function(fit) {
    d <- length(fit$free$names)
    switch(kind, evidence = fit$evidence, aic = fit$value - d, bic = fit$value - d / 2 * log(x$choices$trials))
  })
  matrix(unlist(columns), ncol = length(columns))
}

# The posterior of frequencies, given the log-evidence of units.
frequencies_of_policies <- function(log_evidence) {
  policies <- ncol(log_evidence)
  alpha <- rep(1, policies)
  for (step in seq_len(1e5)) {
    score <- log_evidence + rep(digamma(alpha) - digamma(sum(alpha)), each = nrow(log_evidence))
    follows <- exp(score - apply(score, 1, max))
    follows <- follows / rowSums(follows)
    before <- alpha
    alpha <- 1 + colSums(follows)
    if (max(abs(alpha - before)) < 1e-12) break
  }
  exceedance <- exceedance_of(alpha)
  bor <- 1 / (1 + exp(bound_of_evidence(log_evidence, follows, alpha) - evidence_of_equal(log_evidence)))
  list(frequency = alpha / sum(alpha), exceedance = exceedance, bor = bor,
       protected = exceedance * (1 - bor) + bor / policies)
}

# The probability of each to be the greatest of independent gamma variables, whose shares are Dirichlet.
exceedance_of <- function(alpha) {
  found <- vapply(seq_along(alpha), function(k) {
    others <- function(p) {
      x <- stats::qgamma(p, alpha[k])
      Reduce(`*`, lapply(alpha[-k], function(a) stats::pgamma(x, a)))
    }
    stats::integrate(others, 0, 1, rel.tol = 1e-10, subdivisions = 1000L)$value
  }, 0)
  found / sum(found)
}

# The variational bound of the log-evidence of frequencies that differ, and the evidence of equal ones.
bound_of_evidence <- function(log_evidence, follows, alpha) {
  score <- log_evidence + rep(digamma(alpha) - digamma(sum(alpha)), each = nrow(log_evidence))
  entropy <- -sum(follows[follows > 0] * log(follows[follows > 0]))
  of_frequencies <- sum(lgamma(alpha)) - lgamma(sum(alpha)) -
    sum((alpha - 1) * (digamma(alpha) - digamma(sum(alpha)))) + lgamma(length(alpha))
  sum(follows * score) + entropy + of_frequencies
}

evidence_of_equal <- function(log_evidence) {
  greatest <- apply(log_evidence, 1, max)
  sum(greatest + log(rowMeans(exp(log_evidence - greatest))))
}
