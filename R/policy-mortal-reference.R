# Value of a population of mortal arms.

# The greatest reward per round of mortal arms, see bandit_value().
mortal_value <- function(bandit, call) {
  population <- bandit$traits$population$parameters
  law <- law_of_means(bandit$arms)
  if (is.null(law)) {
    abort_argument("bandit", "one whose arms have means that are drawn from a prior or equal",
                   given = paste("one with", arms_text(bandit$arms)), call = call)
  }
  reference_of(population$mean_lifetime, law)
}

# The distribution of fresh arms' means: a prior, a number, or NULL if it is neither.
law_of_means <- function(reward) {
  if (is_prior(reward)) return(reward)
  if (!inherits(reward, "unruly_arms")) return(NULL)
  mean <- switch(reward$kind, bernoulli = reward$parameters$prob, gaussian = , beta_mean = reward$parameters$mean,
                 constant = reward$parameters$value)
  if (is_prior(mean)) return(mean)
  if (is.numeric(mean) && length(unique(mean)) == 1) mean[1]
}

reference_of <- function(mean_lifetime, law) {
  if (is.numeric(law)) return(law)
  gain <- function(m) prior_mean(law) - m + (mean_lifetime - 1) * mean_excess(law, m)
  # The root lies between the mean and the top: every term falls with m.
  low <- prior_mean(law)
  step <- max(1, abs(low))
  high <- if (is.finite(law$range[2])) law$range[2] else low + step
  while (gain(high) > 0) high <- low + (step <- 2 * step)
  if (gain(low) <= 0) return(low)
  stats::uniroot(gain, c(low, high), tol = 1e-14 * max(1, abs(high)), maxiter = 1000)$root
}

prior_mean <- function(prior) {
  v <- prior$values
  switch(prior$law, uniform = (v[1] + v[2]) / 2, beta = v[1] / (v[1] + v[2]), normal = v[1])
}

# E (X - m)+.
mean_excess <- function(prior, m) {
  v <- prior$values
  switch(prior$law,
    uniform = uniform_excess(v[1], v[2], m),
    beta = prior_mean(prior) * stats::pbeta(m, v[1] + 1, v[2], lower.tail = FALSE) -
      m * stats::pbeta(m, v[1], v[2], lower.tail = FALSE),
    normal = normal_excess(v[1], v[2], m)
  )
}

uniform_excess <- function(min, max, m) {
  if (m >= max) return(0)
  if (m <= min) return((min + max) / 2 - m)
  (max - m)^2 / (2 * (max - min))
}

normal_excess <- function(mean, sd, m) {
  if (sd == 0) return(max(mean - m, 0))
  z <- (m - mean) / sd
  sd * stats::dnorm(z) + (mean - m) * stats::pnorm(z, lower.tail = FALSE)
}
