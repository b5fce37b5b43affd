# Value of a population of mortal arms.

#' The greatest reward per round of mortal arms
#' @description
#' Computes the greatest long-run reward per round that any policy can earn in a population of mortal arms, as
#' [bandit_mortal()] makes it.
#'
#' **Use it when** you want to know how far policies on mortal arms can still improve.
#'
#' @details
#' In a population in which every dying arm is replaced, no policy earns more per round, in the long run, than the
#' reference mu*. A policy that knows mu* can come close to it: it draws fresh arms until one is at least as good as
#' mu*, and keeps that arm until it dies. [policy_stochastic()] plays against this reference.
#'
#' With X the mean reward of a fresh arm, F its distribution function and L the mean lifetime (in rounds for timed, in
#' pulls for budgeted deaths), mu* is the fixed point of
#' \deqn{\Gamma(m) = \frac{E X + (1 - F(m)) (L - 1) E[X | X \ge m]}{1 + (1 - F(m)) (L - 1)}}{Gamma(m) = (E X + (1 -
#' F(m)) (L - 1) E[X | X >= m]) / (1 + (1 - F(m)) (L - 1))} which is the root of E X - m + (L - 1) E (X - m)+, a
#' decreasing function. For means uniform on \[0, 1\] it is sqrt(L) / (1 + sqrt(L)).
#'
#' @param bandit A bandit made by [bandit_mortal()], from which the mean lifetime and the distribution of the arms'
#'   means are taken. The latter must be a prior, or a single number.
#' @param ... Must be empty.
#' @return A single number, in units of reward per round.
#' @section Errors: `unruly_error_argument` if `bandit` is not such a bandit.
#' @references Chakrabarti, Kumar, Radlinski and Upfal (2008), Mortal
#'   Multi-Armed Bandits, section 3.
#' @seealso [waiting_value()], its sibling for bandits with waiting; [regret_bound()] for bounds of regret.
#' @examples
#' mortal_value(bandit_mortal(alive = 20, horizon = 500, mean_lifetime = 100))
#' mortal_value(bandit_mortal(20, 500, mean_lifetime = 1000, reward = prior_beta(1, 1, 3)))
#' @export
mortal_value <- function(bandit, ...) {
  check_no_dots(...)
  wanted <- "a bandit made by `bandit_mortal()`, whose mean rewards are drawn from a prior or equal"
  check_class(bandit, "bandit", "unruly_bandit", wanted)
  population <- bandit$traits$population$parameters
  if (is.null(population)) abort_argument("bandit", wanted, given = "another bandit")
  law <- law_of_means(bandit$arms)
  if (is.null(law)) abort_argument("bandit", wanted, given = paste("one with", arms_text(bandit$arms)))
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
