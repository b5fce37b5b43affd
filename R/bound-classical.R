# The lower bound of Lai and Robbins for well-behaved arms: a rate, of which nothing is said for any one horizon, and
# certainly not where no policy can lose as much.

find_lai_robbins <- function(bandit, horizon, policy, what, options, call) {
  arms <- check_classical_arms(bandit, call)
  means <- classical_means(arms)
  gaps <- max(means) - means
  worse <- which(gaps > 1e-12 * max(1, abs(means)))
  divergence <- vapply(worse, function(k) least_divergence(arms, k, max(means)), 0)
  rate <- sum(gaps[worse] / divergence)
  table <- new_bound("Lai and Robbins (asymptotic rate)", horizon, rate * log(horizon))
  table$holds <- ifelse(horizon < first_possible(rate, max(gaps)), FALSE, NA)
  table
}

# From here on rate ln T is at most T gap, the most that can be lost.
first_possible <- function(rate, gap) {
  often <- rate / gap
  if (gap == 0 || often <= exp(1)) return(1)
  stats::uniroot(function(T) T - often * log(T), c(often, 10 + 4 * often * log(often)), tol = 1e-9)$root
}

check_classical_arms <- function(bandit, call) {
  check_bandit(bandit, call = call)
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

# The least divergence of arm k from a distribution of its family whose mean is above `best`.
least_divergence <- function(arms, k, best) {
  p <- arms$parameters
  switch(arms$kind,
    bernoulli = divergence_on_values(c(1 - p$prob[k], p$prob[k]), c(0, 1), best),
    gaussian = (best - p$mean[k])^2 / (2 * p$sd[k]^2),
    categorical = divergence_on_values(arm_laws(p)[k, ], p$value, best)
  )
}

# The maximum over lambda of E log(1 - lambda (X - best)), for a distribution with a mean
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

# The least regret by each of several horizons, averaged over the prior.
find_bayes_optimal <- function(bandit, horizon, policy, what, options, call) {
  check_bandit(bandit, call = call)
  prior <- Find(is_prior, bandit$arms$parameters)
  if (length(bandit$traits) > 0 || bandit$arms$kind != "bernoulli" || is.null(prior)) {
    abort_argument("bandit", "a bandit of Bernoulli arms with a prior, without traits", given = paste("one with", if (
      length(bandit$traits) > 0) bandit$traits[[1]]$text else arms_text(bandit$arms)), call = call)
  }
  shapes <- check_optimal_prior(prior, call, "bandit")
  threads <- check_threads(options$threads, call)
  check_optimum_size(prior$k, max(horizon), 0, call)
  values <- vapply(horizon, function(T) optimum_values(shapes, prior$k, T, 0, threads)[[1]], 0)
  new_bound("Bayes optimum", horizon, horizon * mean_of_best(prior) - values)
}
