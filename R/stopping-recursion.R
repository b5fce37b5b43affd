# Numbers of group-sequential tests. A score process B(t) is normal with mean `drift` t, variance t and independent
# increments; its density where a test goes on is carried from look to look by quadrature (Armitage, McPherson and Rowe
# 1969; Jennison and Turnbull 2000, chapter 19).

# Nodes and weights of a rule of Gauss, by the eigenvectors of its Jacobi matrix (Golub and Welsch 1969): Legendre's
# for the
# integral over (-1, 1), Hermite's for the mean of a standard normal number.
gauss_rule <- function(size, kind = c("legendre", "hermite")) {
  i <- seq_len(size - 1)
  beside <- if (match.arg(kind) == "legendre") i / sqrt(4 * i^2 - 1) else sqrt(i)
  jacobi <- matrix(0, size, size)
  jacobi[cbind(i, i + 1)] <- jacobi[cbind(i + 1, i)] <- beside
  found <- eigen(jacobi, symmetric = TRUE)
  list(at = found$values, weight = found$vectors[1, ]^2 * if (kind == "legendre") 2 else 1)
}

# Returns nodes where a test goes on at a look, `limits`, cut at 9 standard deviations.
region_nodes <- function(limits, time, drift, rule) {
  ends <- pmin(pmax(limits, drift * time - 9 * sqrt(time)), drift * time + 9 * sqrt(time))
  half <- diff(ends) / 2
  list(at = mean(ends) + half * rule$at, weight = half * rule$weight)
}

# The walk that goes on after a look: where it is, with which weights (density times those of the quadrature).
walk_start <- list(at = 0, mass = 1, time = 0)

walk_on <- function(walk, limits, time, drift, rule) {
  step <- sqrt(time - walk$time)
  nodes <- region_nodes(limits, time, drift, rule)
  density <- stats::dnorm(outer(nodes$at, walk$at + drift * step^2, "-"), sd = step) %*% walk$mass
  list(at = nodes$at, mass = nodes$weight * drop(density), time = time)
}

# The probability to be above, or below, a value at the next look.
walk_beyond <- function(walk, value, time, drift, above = TRUE) {
  sum(walk$mass * stats::pnorm(value, walk$at + drift * (time - walk$time), sqrt(time - walk$time),
      lower.tail = !above))
}

# Enough nodes where looks are close together: the kernel's standard deviation spans several of them.
nodes_for <- function(times) {
  steps <- sqrt(diff(c(0, times)))
  gauss_rule(max(96, ceiling(40 * max(sqrt(times[-1]) / steps[-1], 0))), "legendre")
}

# By look, the probability that B crosses the upper limit, or the lower one, there first. Limits are for B.
crossing_probabilities <- function(times, upper, lower, drift, rule = nodes_for(times)) {
  found <- matrix(0, length(times), 2)
  walk <- walk_start
  for (look in seq_along(times)) {
    found[look, ] <- c(walk_beyond(walk, upper[look], times[look], drift),
                       walk_beyond(walk, lower[look], times[look], drift, above = FALSE))
    if (look < length(times)) walk <- walk_on(walk, c(lower[look], upper[look]), times[look], drift, rule)
  }
  found
}

# The root of a function that falls from above 0 at `from` to below it at `to`.
falling_root <- function(f, from, to) stats::uniroot(f, c(from, to), tol = 1e-13, maxiter = 200)$root

# Upper limits for Z of the shape c weight_j, where `error` is the probability to cross one of them without drift.
limits_of_shape <- function(weight, times, error, sides, lower) {
  rule <- nodes_for(times)
  excess <- function(c) {
    upper <- c * weight * sqrt(times)
    bottom <- if (sides == 2) -upper else pmin(lower * sqrt(times), upper)
    sum(crossing_probabilities(times, upper, bottom, 0, rule)[, seq_len(sides)]) - error
  }
  falling_root(excess, 1e-6, 40 / min(weight)) * weight
}

# Upper limits for Z where so much of the error is spent on each look. What is less than any number tells apart, is not
# spent.
limits_of_spending <- function(spent, times, sides, lower) {
  rule <- nodes_for(times)
  walk <- walk_start
  upper <- rep(Inf, length(times))
  for (look in seq_along(times)) {
    time <- times[look]
    part <- (spent[look] - if (look > 1) spent[look - 1] else 0) / sides
    excess <- function(z) log(walk_beyond(walk, z * sqrt(time), time, 0)) - log(part)
    if (part > 1e-18) upper[look] <- falling_root(excess, if (is.finite(lower[look])) lower[look] else -8, 9.5)
    limits <- c(if (sides == 2) -upper[look] else lower[look], upper[look]) * sqrt(time)
    if (look < length(times)) walk <- walk_on(walk, limits, time, 0, rule)
  }
  upper
}

# --- several rivals -----------------------------------------------------------------------------

# Each rival's B is (W_k - W_0) / sqrt(2), W independent walks of the arms, W_0 of the control. Given W_0 rivals are
# independent: rival k crosses no limit with one probability q(W_0), and none of R does with q(W_0)^R. The mean over
# paths of W_0 is taken by Hermite's rule, look by look; q is found by the recursion for W_k.
none_crosses <- function(upper, times, rivals, paths = gauss_rule(24, "hermite"), rule = gauss_rule(32, "legendre")) {
  steps <- sqrt(diff(c(0, times)))
  from <- function(look, control, weight, walk) {
    total <- 0
    for (i in seq_along(paths$at)) {
      now <- control + steps[look] * paths$at[i]
      limit <- sqrt(2) * upper[look] + now
      here <- weight * paths$weight[i]
      if (look == length(times)) {
        total <- total + here * (sum(walk$mass) - walk_beyond(walk, limit, times[look], 0))^rivals
      } else {
        total <- total + from(look + 1, now, here, walk_on(walk, c(-Inf, limit), times[look], 0, rule))
      }
    }
    total
  }
  from(1, 0, 1, walk_start)
}

limits_for_rivals <- function(weight, times, error, rivals) {
  excess <- function(c) 1 - none_crosses(c * weight * sqrt(times), times, rivals) - error
  # Between the limits of one rival with the whole error and with its share of it.
  ends <- c(limits_of_shape(weight, times, error, 1, rep(-Inf, length(times)))[1],
            limits_of_shape(weight, times, error / rivals, 1, rep(-Inf, length(times)))[1]) / weight[1]
  falling_root(excess, ends[1] - 1e-6, ends[2] + 1e-6) * weight
}
