#' The reference for mortal arms
#'
#' The greatest long-run reward per round that any policy can achieve in a population of
#' mortal arms, as [mortal_arms()] makes it.
#'
#' In a population in which every dying arm is replaced, no policy earns more per round, in
#' the long run, than the reference mu*. A policy that knows mu* can come close to it: draw
#' fresh arms until one is at least as good as mu*, and keep that arm until it dies.
#'
#' With X the mean reward of a fresh arm, F its distribution function and L the mean lifetime,
#' mu* is the fixed point of
#' \deqn{\Gamma(m) = \frac{E X + (1 - F(m)) (L - 1) E[X | X \ge m]}{1 + (1 - F(m)) (L - 1)}}{Gamma(m) = (E X + (1 -
#' F(m)) (L - 1) E[X | X >= m]) / (1 + (1 - F(m)) (L - 1))} which is the root of E X - m + (L - 1) E (X - m)+, a
#' decreasing function. For means uniform on \[0, 1\] it is sqrt(L) / (1 + sqrt(L)).
#'
#' @param mean_lifetime Mean lifetime L in rounds (timed deaths) or pulls (budgeted deaths), a
#'   number of at least 1; the reference is the same for both.
#' @param reward As in [mortal_arms()]: a [prior][priors] of the mean rewards, or
#'   [arms] whose mean is a prior or a single number.
#' @param ... Must be empty.
#' @return A number, in the units of the rewards.
#' @section Errors: `unruly_error_argument` if an argument is not as described above, or the
#'   distribution of the arms' means is not one of the priors.
#' @references Chakrabarti, Kumar, Radlinski and Upfal (2008), Mortal
#'   Multi-Armed Bandits, section 3.
#' @seealso [policy_stochastic()], which plays against it.
#' @examples
#' mortal_reference(1000, prior_uniform(1))
#' mortal_reference(1000, prior_beta(1, 1, 3))
#' @export
mortal_reference <- function(mean_lifetime, reward, ...) {
  check_no_dots(...)
  mean_lifetime <- check_number(mean_lifetime, "mean_lifetime", min = 1)
  wanted <- "a prior, or arms whose mean reward is a prior or a single number"
  if (missing(reward)) abort_missing("reward", rlang::current_env(), wanted)
  for (class in c("unruly_prior", "unruly_arms")) if (inherits(reward, class)) check_class(reward, "reward", class,
                                                                                           wanted)
  law <- law_of_means(reward)
  if (is.null(law)) abort_argument("reward", wanted, reward,
                                   given = if (inherits(reward, "unruly_arms")) arms_text(reward) else
    describe_value(reward))
  reference_of(mean_lifetime, law)
}

# The law of fresh arms' means: a prior, a number, or NULL if it is neither.
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
