# Numbers of group-sequential tests. A score process B(t) is normal with mean `drift` t, variance t and independent
# increments; its density where a test goes on is carried from look to look in C (src/inference/walk.h). Limits here
# are for Z = B / sqrt(t), infinite where there are none; times end with 1. `fine` divides the panels of the rules.

# By look, the probability that Z crosses the upper limit, or the lower one, there first.
crossing_probabilities <- function(times, upper, lower, drift, fine = 1) {
  .Call(C_sequential_crossing, times, upper * sqrt(times), lower * sqrt(times), as.double(drift), fine)
}

# The root of a function that falls from above 0 at `from` to below it at `to`.
falling_root <- function(f, from, to) stats::uniroot(f, c(from, to), tol = 1e-13, maxiter = 200)$root

# Upper limits for Z of the shape c weight_j, where `error` is the probability to cross one of them without drift.
limits_of_shape <- function(weight, times, error, sides, lower, fine = 1) {
  excess <- function(c) {
    upper <- c * weight
    bottom <- if (sides == 2) -upper else pmin(lower, upper)
    log(sum(crossing_probabilities(times, upper, bottom, 0, fine)[, seq_len(sides)]) / error)
  }
  # Between the limit of one look and Bonferroni's.
  z <- stats::qnorm(error / sides / c(1, length(times)), lower.tail = FALSE)
  ends <- z / c(max(weight), min(weight)) * if (any(lower > -Inf) && sides == 1) c(0.01, 1) else 1
  falling_root(excess, ends[1] - 1e-9, ends[2] + 1e-9) * weight
}

# Upper limits for Z where so much of the error is spent by each look. What is less than any number tells apart, is not
# spent.
limits_of_spending <- function(spent, times, sides, lower, fine = 1) {
  spend(spent, times, sides, lower, binding = any(lower > -Inf), fine = fine)$upper
}

# `missed`: what is spent by each look on lower limits, under `drift`.
spend <- function(spent, times, sides = 1, lower = rep(-Inf, length(times)), binding = FALSE, missed = NULL,
                  drift = 0, fine = 1) {
  steps <- function(total) pmax(diff(c(0, total)), 0)
  found <- .Call(C_sequential_spending,
                 list(times = times, error = steps(spent) / sides, missed = if (!is.null(missed)) steps(missed),
                      lower = lower * sqrt(times), drift = as.double(drift), sides = as.double(sides),
                      binding = as.double(binding), fine = fine)) / sqrt(times)
  list(upper = found[, 1], lower = found[, 2])
}

# --- several rivals -----------------------------------------------------------------------------

# Computes the crossings of rivals of one ratio to the control, look by look: see src/inference/rivals_walk.h. `drifts`,
# `scales` (by which the limits are multiplied): one a rival; `rho`: the correlation of two of them; `paths`: nodes for
# each step of the control.
rivals_crossing <- function(times, upper, lower, drifts, rho, two_sided = FALSE, paths = paths_for(times), fine = 1,
                            scales = rep(1, length(drifts))) {
  alike <- complex(real = drifts, imaginary = scales)
  kinds <- unique(alike)
  limits <- function(z) as.double(outer(z * sqrt(times), Im(kinds), times_limit))
  found <- .Call(C_rivals_crossing,
                 list(times = times, upper = limits(upper), lower = limits(lower), drift = Re(kinds),
                      rivals = tabulate(match(alike, kinds), length(kinds)),
                      rho = rho, paths = paths, two_sided = as.double(two_sided), fine = fine))
  if (is.null(found)) rlang::interrupt()
  c(lapply(found, function(x) if (ncol(x) == 1) x[, 1] else x),
    list(kind = match(alike, kinds)))
}

times_limit <- function(limit, scale) ifelse(is.infinite(limit), limit, limit * scale)

paths_for <- function(times) if (length(times) <= 3) 24 else if (length(times) == 4) 16 else 12

# Nodes that give probabilities to 1e-8, of five and six looks to 1e-7, where these are uneven and limits rise to 5e-7
# and 5e-6: found for limits by root_over_paths(), and as many for all else. Where the control is smaller than a
# rival (`rho` above a half), its steps move the limits by more, and more nodes are needed.
least_paths <- function(times, rho) {
  table <- rbind(c(32, 32, 32, 24, 22, 14), c(48, 48, 48, 40, 34, 20), c(64, 64, 64, 48, 36, 26),
                 c(96, 96, 96, 80, 46, 34))
  table[1 + findInterval(rho, c(0.501, 0.601, 0.701)), length(times)]
}

# The probability that some rival crosses by the last look, without drift.
some_crosses <- function(times, upper, lower, rivals, rho, two_sided = FALSE, paths = paths_for(times), fine = 1) {
  found <- rivals_crossing(times, upper, lower, numeric(rivals), rho, two_sided, paths, fine)
  1 - found$none[length(times)]
}

# The root of an increasing or falling function of limits, first with few paths, then by secants with as many as it
# takes: until more of them move its value by less than 1e-8.
root_over_paths <- function(f, from, to, times, rho) {
  paths <- if (rho <= 0.5) paths_for(times) else least_paths(times, rho) - 2
  few <- min(paths, 10)
  x <- stats::uniroot(f, c(from, to), tol = 1e-6, maxiter = 200, paths = few, extendInt = "yes")$root
  slope <- (f(x + 1e-3, paths = few) - f(x - 1e-3, paths = few)) / 2e-3
  dear <- length(times) > 4 # a value takes seconds: one for each number of paths
  repeat {
    if (!dear) x <- secant_root(function(x) f(x, paths = paths), x, slope, 1e-7)
    value <- f(x, paths = paths + if (dear) 0 else 8)
    if (paths > 90 || abs(value) < 1e-8) return(x)
    if (dear) x <- x - value / slope
    paths <- paths + if (dear) 2 else 8
  }
}

# A root by secants, of which the first has this slope, to a step of less than the tolerance: the error is that of the
# next one, much smaller still. NA where they come to no rest.
secant_root <- function(f, x, slope, tolerance) {
  value <- f(x)
  step <- value / slope
  for (i in 1:20) {
    x <- x - step
    if (is.na(x)) break
    if (abs(step) < tolerance * (1 + abs(x))) return(x)
    before <- value
    value <- f(x)
    step <- value * step / (before - value)
  }
  NA_real_
}

limits_for_rivals <- function(weight, times, error, rivals, rho = 0.5, lower = rep(-Inf, length(times)),
                              two_sided = FALSE) {
  excess <- function(c, paths) {
    upper <- c * weight
    some_crosses(times, upper, if (two_sided) -upper else pmin(lower, upper), rivals, rho, two_sided, paths) - error
  }
  # Between the limits of one rival with the whole error and with its share of it.
  sides <- if (two_sided) 2 else 1
  ends <- vapply(error / c(1, rivals), function(share) limits_of_shape(weight, times, share, sides, lower)[1], 0)
  root_over_paths(excess, ends[1] / weight[1] - 1e-6, ends[2] / weight[1] + 1e-6, times, rho) * weight
}
