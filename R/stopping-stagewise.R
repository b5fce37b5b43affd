# Numbers of the analysis after a group-sequential trial, for one rival: what was seen is Z at look M, on the
# information that it had. `trial`: list(times, upper, lower, two_sided, look, z): the times of all looks, as they were
# seen up to this one and as planned after it, with the limits; lower limits only where they act.
#
# One walk serves all drifts near its own: with theta in place of drift d its density at B = b has the factor
# exp((theta - d) b - (theta^2 - d^2) t / 2). So walks are kept by their drift, which is rounded.

# Walks of analyses with the same times and limits, in this environment.
walks_of_analyses <- function() new.env(parent = emptyenv())

# The walk whose drift is a whole number in units of the look's Z that is near to `z`: a list of its drift and, a row
# per node, `at` and `mass`, the look to which it leads, the time `since` and the `step` to that look.
walk_near <- function(trial, z, walks) {
  drift <- round(max(min(z, 40), -40)) / sqrt(trial$times[trial$look])
  key <- fingerprint(c(list(drift), trial[c("times", "upper", "lower")]))
  if (length(walks) > 500) rm(list = ls(walks), envir = walks) # games whose information differs have walks of their own
  if (is.null(walks[[key]])) assign(key, new_walk(trial, drift), walks)
  walks[[key]]
}

new_walk <- function(trial, drift) {
  root <- sqrt(trial$times)
  nodes <- .Call(C_sequential_nodes, trial$times, trial$upper * root, trial$lower * root, drift)
  look <- rep(seq_along(nodes), vapply(nodes, nrow, 0L))
  nodes <- do.call(rbind, nodes)
  since <- c(0, trial$times)[look]
  list(drift = drift, at = nodes[, 1], mass = nodes[, 2], since = since, step = trial$times[look] - since, look = look)
}

mass_under <- function(walk, theta) {
  walk$mass * exp((theta - walk$drift) * walk$at - (theta^2 - walk$drift^2) * walk$since / 2)
}

# P(theta), the probability of an end above this one in the stagewise ordering: it rises from 0 to 1.
above_in_order <- function(trial, theta, walks = walks_of_analyses()) {
  ended <- up_to_now(trial)
  chance_above(walk_near(ended, theta * sqrt(ended$times[ended$look]), walks), limits_of_order(ended), theta)
}

up_to_now <- function(trial) {
  here <- seq_len(trial$look)
  # No walk goes on from the last look, whose limits are therefore alike to all.
  list(times = trial$times[here], upper = replace(trial$upper[here], trial$look, 0),
       lower = replace(trial$lower[here], trial$look, 0), look = trial$look, z = trial$z)
}

limits_of_order <- function(ended) replace(ended$upper, ended$look, ended$z) * sqrt(ended$times)

chance_above <- function(walk, limits, theta) {
  z <- (limits[walk$look] - walk$at - theta * walk$step) / sqrt(walk$step)
  sum(mass_under(walk, theta) * stats::pnorm(z, lower.tail = FALSE))
}

# The theta at which that is so.
theta_in_order <- function(trial, probability, walks) {
  ended <- up_to_now(trial)
  root <- sqrt(ended$times[ended$look])
  z <- trial$z + stats::qnorm(probability)
  walk <- walk_near(ended, z, walks)
  limits <- limits_of_order(ended)
  # The quantile is nearly linear in theta.
  quantile <- function(theta) stats::qnorm(max(min(chance_above(walk, limits, theta), 1 - 1e-15), 1e-300))
  wanted <- stats::qnorm(probability)
  root_near(function(theta) quantile(theta) - wanted, z / root, root, 0.5 / root)
}

# Secants find it at once; where they lead astray, an interval is bisected.
root_near <- function(f, middle, slope, apart) {
  x <- secant_root(f, middle, slope, 1e-7)
  if (!is.na(x) && abs(x - middle) < 8 * apart) return(x)
  found <- tryCatch(stats::uniroot(f, middle + c(-1, 1) * apart, extendInt = "upX", tol = 1e-9, maxiter = 500),
                    error = function(e) NULL)
  if (is.null(found)) NA_real_ else found$root
}

p_in_order <- function(trial, walks) {
  p <- above_in_order(trial, 0, walks)
  if (trial$two_sided) min(1, 2 * min(p, 1 - p)) else p
}

# The theta whose mean of B / t at the end was seen (Whitehead 1986).
theta_of_mean <- function(trial, walks) {
  walk <- walk_near(trial, trial$z, walks)
  last <- walk$look == length(trial$times)
  limits <- function(z) replace(z, length(z), 0)[walk$look] * sqrt(trial$times)[walk$look]
  upper <- limits(trial$upper)
  lower <- limits(trial$lower)
  per_time <- 1 / trial$times[walk$look]
  root <- sqrt(walk$step)
  mean_at <- function(theta) {
    moved <- walk$at + theta * walk$step
    above <- (upper - moved) / root
    below <- (lower - moved) / root
    at_end <- moved * (stats::pnorm(above, lower.tail = FALSE) + stats::pnorm(below)) +
      root * (stats::dnorm(above) - stats::dnorm(below))
    at_end[last] <- moved[last]
    sum(mass_under(walk, theta) * at_end * per_time)
  }
  seen <- trial$z / sqrt(trial$times[trial$look])
  root_near(function(theta) mean_at(theta) - seen, seen, 1, 0.5)
}

# The least error at which limits of this kind are crossed by now. `z`: of all looks so far.
sequential_p <- function(plan, z, times, all_times) {
  if (anyNA(z) || !is.null(plan$futility_spending) || identical(plan$shape, "haybittle_peto")) return(NA_real_)
  z <- if (plan$sides == 2) abs(z) else z
  if (is.null(plan$spending)) return(sequential_p_of_shape(plan, z, all_times))
  if (is.function(plan$spending)) return(NA_real_) # it is for one error
  ends <- stats::qnorm(c(1e-12, 0.999))
  # In the quantile of the error limits are nearly linear.
  crosses <- function(x) {
    if (x < ends[1] || x > ends[2]) return(NaN)
    spent <- error_spent(plan$spending, times, stats::pnorm(x), plan$sides)
    max(z - limits_of_spending(spent, times, plan$sides, rep(-Inf, length(times))))
  }
  x <- secant_root(crosses, -max(z * sqrt(times)), 1, 1e-7)
  if (is.na(x)) {
    if (crosses(ends[1]) >= 0) return(stats::pnorm(ends[1]))
    if (crosses(ends[2]) <= 0) return(1)
    x <- stats::uniroot(crosses, ends, tol = 1e-11, maxiter = 500)$root
  }
  stats::pnorm(x)
}

sequential_p_of_shape <- function(plan, z, times) {
  weight <- weight_of_shape(plan$shape, times)
  limits <- max(z / weight[seq_along(z)]) * weight
  if (limits[1] <= 0) return(if (plan$sides == 2) 1 else NA_real_)
  none <- rep(-Inf, length(times))
  error_of_limits(times, limits, none, plan$sides, if (is_joint(plan)) plan$rivals else 1, correlation_of_rivals(plan))
}
