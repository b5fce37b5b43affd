# The expected greatest of the values that a prior draws for its arms.

# E max = the integral of Q(u^(1/k)) over u in (0, 1), with Q the quantile function of the prior. A narrow prior has
# all that counts in a tail too thin for a quadrature of the whole: both halves are cut at powers of 10, and
# each tail is reached from its own end, by the logarithm of its probability.
mean_of_best <- function(prior) {
  v <- prior$values
  if (prior$law == "uniform") return(v[1] + (v[2] - v[1]) * (prior$k / (prior$k + 1)))
  if (prior$law == "shuffled" || prior$law == "normal" && v[2] == 0) return(max(prior$range))
  normal <- function(log_p, lower) stats::qnorm(log_p, lower.tail = lower, log.p = TRUE)
  if (prior$law == "normal") return(v[1] + v[2] * best_by_quantile(normal, prior$k))
  mean <- v[1] / (v[1] + v[2])
  # Here qbeta() is lost: values of hardly anything but 0 and 1, or 0 and something rare, and arms all but equal.
  if (v[1] * min(v[2], 1) < 1e-9) return(-expm1(prior$k * log1p(-mean)))
  variance <- mean * (v[2] / (v[1] + v[2])) / (v[1] + v[2])
  if (v[1] > 1e15) return(mean + sqrt(variance) * best_by_quantile(normal, prior$k))
  best_by_quantile(function(log_p, lower) stats::qbeta(log_p, v[1], v[2], lower.tail = lower, log.p = TRUE), prior$k)
}

# `quantile`: a function of the logarithm of a probability, and of whether it is that of lesser values.
best_by_quantile <- function(quantile, k) {
  # qbeta() warns where its value is smaller than any number.
  suppressWarnings({
    above <- add_integral(0, function(w) quantile(log(-expm1(log1p(-w) / k)), FALSE))
    add_integral(above, function(w) quantile(log(w) / k, TRUE))
  })
}

# `total` and the integral from 0 to 1/2 of a monotone function, by decades downwards until they add nothing.
add_integral <- function(total, f) {
  cuts <- c(0.5, 10^-(1:300))
  for (i in seq_len(length(cuts) - 1)) {
    ends <- cuts[c(i + 1, i)]
    if (total != 0 && max(abs(f(ends))) * ends[2] <= 1e-17 * abs(total)) break
    total <- total + stats::integrate(f, ends[1], ends[2], rel.tol = 1e-12, abs.tol = 1e-16 * abs(total),
                                      subdivisions = 200, stop.on.error = FALSE)$value
  }
  total
}
