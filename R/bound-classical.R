# The lower bound of Lai and Robbins for well-behaved arms.

#' What no consistent policy can beat: Lai and Robbins
#'
#' The regret of any policy that is consistent (whose regret grows slower than
#' every power of the horizon, on every bandit of the family) grows at least like
#' \deqn{C \log T, \quad C = \sum_{k: \Delta_k > 0} \frac{\Delta_k}{K_{\inf}(\nu_k, \mu^*)},}{C log T, with C the sum
#' over arms below the best of gap_k / Kinf(nu_k, mu*),} where Kinf is the least Kullback-Leibler divergence of the
#' arm's law from a law of the same family with a mean above the best, \eqn{\mu^*}{mu*}:
#' * Bernoulli arms: \eqn{kl(p_k, p^*)}{kl(p_k, p*)};
#' * Gaussian arms of known deviations:
#'   \eqn{\Delta_k^2 / (2 \sigma_k^2)}{gap_k^2 / (2 sd_k^2)};
#' * categorical arms, the family of all laws on `value`:
#'   \eqn{\max_\lambda E \log(1 - \lambda (X - \mu^*))}{max over lambda of E log(1 - lambda (X - mu*))}
#'   for lambda from 0 to \eqn{1 / (\max value - \mu^*)}{1 / (max value - mu*)}, found by
#'   minimisation.
#'
#' It is a statement about large horizons: at small ones a policy may well stay below.
#' An arm that no law of the family could make the best (a best arm that always
#' pays the greatest value there is) costs nothing.
#'
#' @param bandit A bandit of Bernoulli, Gaussian or categorical arms with fixed
#'   parameters and without traits: with them, the problem is another one.
#' @param horizon Horizons, in rounds: whole numbers of at least 1. By default 20 for
#'   each power of ten up to a million, dense enough for [layer_bound()].
#' @param ... Must be empty.
#' @return A table, see [regret_bounds]. The constant C is its attribute `constant`.
#' @section Errors: `unruly_error_argument` if the bandit has other arms, priors or
#'   traits, or for a bad `horizon`.
#' @references Lai and Robbins (1985), Asymptotically Efficient Adaptive Allocation
#'   Rules, Theorem 2. Burnetas and Katehakis (1996), Optimal Adaptive Policies for
#'   Sequential Allocation Problems, Theorem 1. Honda and Takemura (2010), An
#'   Asymptotically Optimal Bandit Algorithm for Bounded Support Models, Theorem 8 (the
#'   maximisation).
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.5, 0.6)))
#' bound_lai_robbins(problem, horizon = 10^(2:5))
#' @export
bound_lai_robbins <- function(bandit, horizon = unique(round(10^seq(0, 6, 0.05))), ...) {
  check_no_dots(...)
  check_bandit(bandit)
  horizon <- check_bound_horizon(horizon)
  arms <- check_classical_arms(bandit)
  means <- classical_means(arms)
  gaps <- max(means) - means
  worse <- which(gaps > 1e-12 * max(1, abs(means)))
  divergence <- vapply(worse, function(k) least_divergence(arms, k, max(means)), 0)
  constant <- sum(gaps[worse] / divergence)
  bound <- new_bound("Lai and Robbins (asymptotic)", horizon, constant * log(horizon))
  attr(bound, "constant") <- constant # not by structure(), which writes out the row names
  bound
}

check_classical_arms <- function(bandit, call = rlang::caller_env()) {
  wanted <- "a bandit of Bernoulli, Gaussian or categorical arms without traits"
  if (length(bandit$traits) > 0) {
    abort_argument("bandit", wanted, given = sprintf("one with %s", bandit$traits[[1]]$text), call = call)
  }
  arms <- bandit$arms
  if (!arms$kind %in% c("bernoulli", "gaussian", "categorical")) {
    abort_argument("bandit", wanted, given = arms_text(arms), call = call)
  }
  if (any(vapply(arms$parameters, is_prior, NA))) {
    abort_argument("bandit", "a bandit with fixed parameters", given = "one with priors", call = call)
  }
  arms
}

classical_means <- function(arms) {
  p <- arms$parameters
  switch(arms$kind, bernoulli = p$prob, gaussian = p$mean, categorical = drop(arm_laws(p) %*% p$value))
}

arm_laws <- function(p) p$prob / rowSums(p$prob)

# The least divergence of arm k from a law of its family whose mean is above `best`.
least_divergence <- function(arms, k, best) {
  p <- arms$parameters
  switch(arms$kind,
    bernoulli = divergence_on_values(c(1 - p$prob[k], p$prob[k]), c(0, 1), best),
    gaussian = (best - p$mean[k])^2 / (2 * p$sd[k]^2),
    categorical = divergence_on_values(arm_laws(p)[k, ], p$value, best)
  )
}

# The maximum over lambda of E log(1 - lambda (X - best)), for a law with a mean
# below `best`. The function is concave with a positive slope at 0: its maximum
# is where the slope is 0, or at the end where 1 - lambda (X - best) reaches 0 for
# the greatest value.
divergence_on_values <- function(law, values, best) {
  greatest <- max(values)
  if (best >= greatest) return(Inf)
  end <- 1 / (greatest - best)
  values <- values[law > 0]
  law <- law[law > 0]
  slope <- function(lambda) -sum(law * (values - best) / (1 - lambda * (values - best)))
  height <- function(lambda) sum(law * log1p(-lambda * (values - best)))
  # Without weight on the greatest value the slope may stay positive to the end.
  if (max(values) < greatest && slope(end) >= 0) return(height(end))
  below <- end * (1 - 1e-15)
  if (slope(below) >= 0) return(height(below))
  height(stats::uniroot(slope, c(0, below), tol = 1e-14 * end)$root)
}
