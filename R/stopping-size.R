# Sizes and chances of a plan: what its rivals drift by, how many patients it takes, how it ends.

# By rival, list(unit, scale): the drift of one patient in all, sqrt(N) times as great for N of them; and by what limits
# for its Z are multiplied, whose true variance is not 1 where that of a null is assumed (Bernoulli).
drifts_of_plan <- function(plan, means = plan$means) {
  control <- plan$control
  share <- plan$ratio / sum(plan$ratio)
  k <- seq_along(means)[-control]
  effective <- share[k] * share[control] / (share[k] + share[control])
  gain <- means[k] - means[control] - plan$margin
  gain[abs(gain) < 1e-12] <- 0 # what rounding leaves of none
  if (plan$family == "gaussian") return(list(unit = gain * sqrt(effective) / plan$sd, scale = rep(1, length(k))))
  spread <- function(p, p0) p * (1 - p) / share[k] + p0 * (1 - p0) / share[control]
  true <- effective * spread(means[k], means[control])
  null <- vapply(k, function(arm) null_variance(means[arm], means[control], share[arm], share[control], plan$margin), 0)
  list(unit = gain * sqrt(effective) / sqrt(true), scale = sqrt(effective * null / true))
}

# The variance of a difference of proportions, per patient in all, at the means of greatest likelihood that differ by
# the margin (Farrington and Manning 1990; without a margin these are both the pooled mean).
null_variance <- function(p, p0, share, share0, margin) {
  p0_null <- restricted_mean(p, p0, share, share0, margin)
  p_null <- p0_null + margin
  p_null * (1 - p_null) / share + p0_null * (1 - p0_null) / share0
}

# The control's mean of greatest likelihood where the other one is greater by the margin: the derivative falls.
restricted_mean <- function(p, p0, n, n0, margin) {
  if (margin == 0) return((n * p + n0 * p0) / (n + n0))
  slope <- function(x) {
    part <- function(count, total, at) {
      (if (count > 0) count / at else 0) - (if (count < total) (total - count) / (1 - at) else 0)
    }
    part(n * p, n, x + margin) + part(n0 * p0, n0, x)
  }
  low <- max(0, -margin)
  high <- min(1, 1 - margin)
  for (i in 1:80) {
    middle <- (low + high) / 2
    if (slope(middle) > 0) low <- middle else high <- middle
  }
  (low + high) / 2
}

# Which rival the power is that of, where each is judged by itself: the best one.
best_planned <- function(plan, drifts = drifts_of_plan(plan)) which.max(drifts$unit)

# --- how it ends -----------------------------------------------------------------------------

# The chances at each look, by the drifts at the end: `above`, that some rival (or the one that counts) crosses its
# upper limit there, `below` that a lower one ends the trial, `running` that it goes on after it; `size`:
# expected patients of all. NA where they are not computed.
ends_of_plan <- function(plan, times, limits, drifts, scales, at = times, best = which.max(drifts)) {
  alone <- function(k) crossing_probabilities(times, times_limit(limits$upper, scales[k]),
                                              times_limit(limits$lower, scales[k]), drifts[k])
  if (plan$rivals == 1) {
    found <- alone(1)
    running <- 1 - cumsum(rowSums(found))
    return(list(above = found[, 1], below = found[, 2], running = running, size = expected_size(at, running)))
  }
  if (!can_walk_together(plan, length(times))) {
    none <- rep(NA_real_, length(times))
    return(list(above = alone(best)[, 1], below = none, running = none, size = NA_real_))
  }
  rho <- correlation_of_rivals(plan)
  found <- rivals_crossing(times, limits$upper, limits$lower, drifts, rho, paths = least_paths(times, rho),
                           scales = scales)
  list(above = if (is_joint(plan)) pmax(0, diff(c(0, 1 - found$none))) else alone(best)[, 1],
       below = pmax(0, diff(c(0, found$all_below))), running = running_of(plan, found),
       size = expected_size_of_arms(plan, at, found))
}

running_of <- function(plan, found) if (plan$claim == "graduates") found$some_in_play else found$none - found$all_below

# Rivals of one ratio, with one side and few looks.
can_walk_together <- function(plan, looks) {
  plan$sides == 1 && looks <= most_joint_looks && length(unique(plan$ratio[-plan$control])) == 1 && plan$rivals <= 1000
}

most_joint_looks <- 6 # MOST_RIVAL_LOOKS of src/inference/rivals_walk.h

expected_size <- function(at, running) sum(diff(c(0, at)) * c(1, running[-length(at)]))

# Arms that have left cost nothing more.
expected_size_of_arms <- function(plan, at, found) {
  looks <- length(at)
  running <- running_of(plan, found)
  each <- matrix(if (plan$claim == "graduates") found$in_play_alone else found$in_play, looks)
  in_play <- drop(each %*% tabulate(found$kind, ncol(each)))
  arms <- plan$ratio[plan$control] * c(1, running[-looks]) +
    plan$ratio[-plan$control][1] * c(plan$rivals, in_play[-looks])
  sum(diff(c(0, at)) / sum(plan$ratio) * arms)
}

# --- how many patients -----------------------------------------------------------------------

# The least size, not rounded, at which the power is reached.
size_of_plan <- function(plan, times, limits) {
  drifts <- drifts_of_plan(plan)
  best <- best_planned(plan, drifts)
  power <- function(root, paths = NULL) {
    if (is_joint(plan)) {
      found <- rivals_crossing(times, limits$upper, limits$lower, drifts$unit * root, correlation_of_rivals(plan),
                               paths = paths, scales = drifts$scale)
      return(1 - found$none[length(times)])
    }
    sum(crossing_probabilities(times, times_limit(limits$upper, drifts$scale[best]),
                               times_limit(limits$lower, drifts$scale[best]), drifts$unit[best] * root)[, 1])
  }
  one <- (stats::qnorm(1 - plan$error / plan$sides) + stats::qnorm(plan$power)) / max(drifts$unit)
  if (is_joint(plan)) {
    return(root_over_paths(function(x, paths) power(x, paths) - plan$power, one * 0.8, one * 1.6, times,
                           correlation_of_rivals(plan))^2)
  }
  stats::uniroot(function(x) power(x) - plan$power, c(one * 0.5, one * 2), tol = one * 1e-11, extendInt = "upX")$root^2
}

# Patients of a block: the sum of ratios, where these are multiples of some number.
block_of_ratio <- function(ratio) {
  for (times in 1:100) {
    whole <- ratio / min(ratio) * times
    if (all(abs(whole - round(whole)) < 1e-9)) return(sum(round(whole)))
  }
  1
}
