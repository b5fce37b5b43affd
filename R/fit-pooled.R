# Units as a population: z of a unit is normal, with means mu and standard deviations sigma that are estimated.

# Goes on from the fits by unit until means and deviations do not change: `z`, `v`, `value` (of units, with what the
# population adds), `mu`, `sigma`, `evidence`, `variance_mu`.
pool_units <- function(task, alone, starts) {
  d <- length(task$free$names)
  mu <- numeric(d)
  sigma <- rep(1.5, d)
  evaluations <- alone$evaluations
  found <- NULL
  for (step in seq_len(500)) {
    found <- pooled_step(task, found, mu, sigma, starts)
    evaluations <- evaluations + found$evaluations
    next_mu <- colMeans(found$z)
    square <- colMeans(found$z^2) + colMeans(diagonals_of(found$v), na.rm = TRUE) - next_mu^2
    next_sigma <- pmax(sqrt(pmax(square, 0)), least_sigma)
    change <- max(abs(next_mu - mu), abs(next_sigma - sigma))
    mu <- next_mu
    sigma <- next_sigma
    if (change < 1e-6) break
  }
  converged <- change < 1e-6
  if (!converged) {
    warn_plain(c(sprintf("%s: the population has not converged in 500 steps.", task$label)),
               class = c("unruly_warning_converged", "unruly_warning"), call = task$call)
  }
  found <- pooled_step(task, found, mu, sigma, starts)
  found$end[] <- FALSE
  c(found[c("value", "z", "v", "end")],
    list(agree = alone$agree, evaluations = evaluations + found$evaluations, mu = mu, sigma = sigma,
         converged = converged, evidence = laplace_evidence(found), variance_mu = variance_of_means(found$v, sigma),
         alone = alone[c("value", "z")]))
}

# At first from everywhere, then from where the units were and from the mean.
pooled_step <- function(task, before, mu, sigma, starts) {
  plan <- list(starts = starts, mu = as.double(mu), sigma = as.double(sigma))
  if (!is.null(before)) plan[c("z", "v", "value")] <- list(as.double(t(before$z)), as.double(before$v), before$value)
  fit_units(task, plan)
}

# The log-evidence of each unit.
laplace_evidence <- function(found) {
  d <- ncol(found$z)
  determinant <- apply(found$v, 3, function(v) {
    if (anyNA(v)) NA_real_ else determinant(matrix(v, d), logarithm = TRUE)$modulus[[1]]
  })
  found$value + d / 2 * log(2 * pi) + determinant / 2
}

# The covariance matrix of the estimated means, NA where their information is not positive definite.
variance_of_means <- function(v, sigma) {
  s <- diag(sigma^-2, length(sigma))
  information <- dim(v)[3] * s - s %*% apply(v, c(1, 2), sum) %*% s
  tryCatch(chol2inv(chol(information)), error = function(e) information * NA)
}
