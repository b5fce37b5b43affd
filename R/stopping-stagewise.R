# Numbers of the analysis after a group-sequential trial, for one rival: what was seen is Z at look M, on the
# information that it had. `trial`: list(times, upper, lower, two_sided, look, z): the times of all looks, as they were
# seen up to this one and as planned after it, with the limits; lower limits only where they act.

# P(theta), the probability of an end above this one in the stagewise ordering: it rises from 0 to 1.
above_in_order <- function(trial, theta) {
  here <- seq_len(trial$look)
  upper <- replace(trial$upper[here], trial$look, trial$z)
  lower <- replace(trial$lower[here], trial$look, -Inf)
  sum(crossing_probabilities(trial$times[here], upper, lower, theta)[, 1])
}

# The theta at which that is so.
theta_in_order <- function(trial, probability) {
  root <- sqrt(trial$times[trial$look])
  middle <- trial$z / root
  found <- tryCatch(stats::uniroot(function(theta) above_in_order(trial, theta) - probability,
                                   middle + c(-2, 2) / root, extendInt = "upX", tol = 1e-9, maxiter = 500),
                    error = function(e) NULL)
  if (is.null(found)) NA_real_ else found$root
}

p_in_order <- function(trial) {
  p <- above_in_order(trial, 0)
  if (trial$two_sided) min(1, 2 * min(p, 1 - p)) else p
}

# The theta whose mean of B / t at the end was seen (Whitehead 1986). The likelihood gives that mean: of the chance to
# end at a look the derivative by theta is the mean of B - theta t there.
theta_of_mean <- function(trial) {
  times <- trial$times
  ends <- function(theta) {
    found <- rowSums(crossing_probabilities(times, trial$upper, trial$lower, theta))
    found[length(times)] <- 1 - sum(found[-length(times)])
    found
  }
  h <- 1e-3
  mean_at <- function(theta) {
    slope <- (8 * (ends(theta + h) - ends(theta - h)) - (ends(theta + 2 * h) - ends(theta - 2 * h))) / (12 * h)
    theta + sum(slope / times)
  }
  seen <- trial$z / sqrt(trial$times[trial$look])
  found <- tryCatch(stats::uniroot(function(theta) mean_at(theta) - seen, seen + c(-3, 3), extendInt = "upX",
                                   tol = 1e-9, maxiter = 500), error = function(e) NULL)
  if (is.null(found)) NA_real_ else found$root
}

# The least error at which limits of this kind are crossed by now. `z`: of all looks so far.
sequential_p <- function(plan, z, times, all_times) {
  if (anyNA(z) || !is.null(plan$futility_spending) || identical(plan$shape, "haybittle_peto")) return(NA_real_)
  z <- if (plan$sides == 2) abs(z) else z
  if (is.null(plan$spending)) return(sequential_p_of_shape(plan, z, all_times))
  if (is.function(plan$spending)) return(NA_real_) # it is for one error
  crosses <- function(error) {
    spent <- error_spent(plan$spending, times, error, plan$sides)
    max(z - limits_of_spending(spent, times, plan$sides, rep(-Inf, length(times))))
  }
  ends <- c(1e-12, 0.999)
  if (crosses(ends[1]) >= 0) return(ends[1])
  if (crosses(ends[2]) <= 0) return(1)
  exp(stats::uniroot(function(x) crosses(exp(x)), log(ends), tol = 1e-10, maxiter = 500)$root)
}

sequential_p_of_shape <- function(plan, z, times) {
  weight <- weight_of_shape(plan$shape, times)
  limits <- max(z / weight[seq_along(z)]) * weight
  if (limits[1] <= 0) return(if (plan$sides == 2) 1 else NA_real_)
  none <- rep(-Inf, length(times))
  error_of_limits(times, limits, none, plan$sides, if (is_joint(plan)) plan$rivals else 1, correlation_of_rivals(plan))
}

after_designs <- ls(all.names = TRUE) # for study-byte-code.R
