# The least sample size after which the best arm can be known.

find_identification <- function(bandit, horizon, policy, what, options, call) {
  error <- check_numbers(if ("error" %in% names(options)) options$error else 0.05, "error", above = 0, below = 0.5,
                         call = call)
  arms <- check_named_arms(bandit, call)
  means <- classical_means(arms)
  found <- optimal_shares(means, arms$kind == "gaussian")
  time <- found$time * (if (arms$kind == "gaussian") arms$parameters$sd[1]^2 else 1)
  value <- switch(what, sample_size = time * (1 - 2 * error) * log(1 / error - 1),
                  share = rep(found$share, length(error)), time = rep(time, length(error)))
  each <- rep(seq_along(error), each = length(value) / length(error))
  table <- tibble::tibble(bound = "Garivier and Kaufmann", round = NA_real_, error = error[each], value = value)
  if (what == "share") table$arm <- rep(seq_along(means), length(error))
  table
}

check_named_arms <- function(bandit, call) {
  arms <- check_classical_arms(bandit, call)
  wanted <- "a bandit of at least two Bernoulli arms, or Gaussian ones of one standard deviation, with one best arm"
  refuse <- function(given) abort_argument("bandit", wanted, given = given, call = call)
  if (arms$kind == "categorical") refuse(arms_text(arms))
  if (arms$count < 2) refuse("one of a single arm")
  if (length(unique(arms$parameters$sd)) > 1) refuse("one of several standard deviations")
  if (sum(classical_means(arms) == max(classical_means(arms))) > 1) refuse("one of several best arms")
  arms
}

# T* for variance 1, and the shares; `plain`: found in the plain way.
optimal_shares <- function(means, gaussian, plain = FALSE) {
  found <- .Call(C_optimal_shares, as.double(means), as.double(which.max(means)), as.double(gaussian), as.double(plain))
  x <- found[-1]
  list(time = sum(x) / found[1], share = x / sum(x))
}
