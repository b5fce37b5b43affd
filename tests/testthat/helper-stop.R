# Slow, literal versions of the stopping rules, which read the choices of a game that was
# not stopped: rounds, arms and rewards. A literal rule is a function of counts and means
# of what was shown, the arm of greatest mean among those there, the plays so far and the
# round, that says whether to stop.

kl <- function(p, q) ifelse(p > 0, p * log(p / q), 0) + ifelse(p < 1, (1 - p) * log((1 - p) / (1 - q)), 0)

literal_glr <- function(error, divergence = kl, threshold = "practical") {
  function(n, mean, best, there, plays, round) {
    rivals <- setdiff(there, best)
    if (length(rivals) == 0 || any(n[there] == 0)) return(FALSE)
    z <- vapply(rivals, function(b) {
      m <- (n[best] * mean[best] + n[b] * mean[b]) / (n[best] + n[b])
      if (mean[best] == mean[b]) 0 else n[best] * divergence(mean[best], m) + n[b] * divergence(mean[b], m)
    }, 0)
    min(z) > if (threshold == "practical") log((1 + log(plays)) / error) else log(2 * plays * (length(n) - 1) / error)
  }
}

literal_separated <- function(error, interval, tolerance = 0, rate = "proved") {
  upper_kl <- function(p, level) if (p >= 1) 1 else
    uniroot(function(q) kl(p, q) - level, c(p, 1 - 1e-15), tol = 1e-14, extendInt = "no", maxiter = 1e4)$root
  function(n, mean, best, there, plays, round) {
    rivals <- setdiff(there, best)
    if (length(rivals) == 0 || any(n[there] == 0)) return(FALSE)
    k <- length(n)
    v <- log(405.5 * k * plays^1.1 / error)
    level <- if (rate == "practical") log((1 + log(plays)) / error) else
      if (interval == "kl") v + log(v) else log(5 * k * ceiling(plays / 2)^4 / (4 * error))
    if (interval == "hoeffding") {
      radius <- sqrt(level / (2 * n))
      return(mean[best] - radius[best] >= max((mean + radius)[rivals]) - tolerance)
    }
    upper <- vapply(rivals, function(b) upper_kl(mean[b], level / n[b]), 0)
    1 - upper_kl(1 - mean[best], level / n[best]) >= max(upper) - tolerance
  }
}

# The bounds of futility and equivalence: functions of the mean and of how many outcomes were shown.
literal_stop_bounds <- function(error, m, plays, rate, sd) {
  v <- log(405.5 * m * plays^1.1 / error)
  level <- if (rate == "practical") log((1 + log(plays)) / error) else v + log(v)
  if (!is.null(sd)) return(list(upper = function(mean, n) mean + sd * sqrt(2 * level / n), lower = function(mean, n) mean - sd * sqrt(2 * level / n)))
  list(upper = function(mean, n) literal_kl_bound(mean, level / n), lower = function(mean, n) 1 - literal_kl_bound(1 - mean, level / n))
}

literal_futility <- function(error, margin = 0, control = NULL, threshold = NULL, rate = "proved", sd = NULL) {
  function(n, mean, best, there, plays, round) {
    others <- setdiff(there, control)
    if (length(others) == 0 || any(n[others] == 0)) return(FALSE)
    bounds <- literal_stop_bounds(error, if (is.null(control)) 1 else 2, plays, rate, sd)
    if (!is.null(control)) {
      if (!control %in% there || n[control] == 0) return(FALSE)
      threshold <- bounds$lower(mean[control], n[control])
    }
    all(bounds$upper(mean[others], n[others]) <= threshold + margin)
  }
}

literal_equivalence <- function(margin, error, rate = "proved", sd = NULL) {
  function(n, mean, best, there, plays, round) {
    if (length(there) < 2 || any(n[there] == 0)) return(FALSE)
    bounds <- literal_stop_bounds(error, 2, plays, rate, sd)
    apart <- outer(bounds$upper(mean[there], n[there]), bounds$lower(mean[there], n[there]), `-`)
    max(apart[row(apart) != col(apart)]) <= margin
  }
}

literal_at <- function(at) function(n, mean, best, there, plays, round) round >= at

literal_looks <- function(rule, looks) function(n, mean, best, there, plays, round) round %in% looks && rule(n, mean, best, there, plays, round)

# Not asked amid a pair of plays, of which the first comes after so many plays.
literal_pairs <- function(rule, first) {
  function(n, mean, best, there, plays, round) (plays <= first || (plays - first) %% 2 == 0) && rule(n, mean, best, there, plays, round)
}

# A race of its own, which is over once one arm is left: outcomes come at once.
literal_race <- function(kl, error) {
  left <- compared <- NULL
  parts <- function(p, q, n, level) {
    if (kl) return(1 - literal_kl_bound(1 - p, level / n) > literal_kl_bound(q, level / n))
    n * literal_bernoulli_divergence(p, (p + q) / 2) + n * literal_bernoulli_divergence(q, (p + q) / 2) > level
  }
  function(n, mean, best, there, plays, round) {
    if (round == 1) {
      left <<- seq_along(n)
      compared <<- 0
    }
    if (length(left) > 1 && min(n[left]) > compared) {
      compared <<- min(n[left])
      worst <- literal_worst(mean[left], left)
      if (parts(max(mean[left]), mean[worst], compared, log((1 + log(plays)) / error))) left <<- setdiff(left, worst)
    }
    length(left) == 1
  }
}

literal_any <- function(...) {
  rules <- list(...)
  function(...) any(vapply(rules, function(rule) rule(...), NA))
}

literal_all <- function(...) {
  rules <- list(...)
  function(...) all(vapply(rules, function(rule) rule(...), NA))
}

# The arm of greatest mean, of equal ones that of most plays, then the lowest.
literal_best <- function(n, mean, plays, there) there[order(-ifelse(n > 0, mean, -Inf)[there], -plays[there], there)][1]

# When the game of these choices stops, and which arm it names: round, arm, plays; NA if
# it does not. `lag`: rewards are shown that many rounds later; `first`, `last`: the lives of arms.
literal_stop <- function(rule, choices, horizon, arms, lag = 0, first = 1, last = Inf) {
  first <- rep_len(first, arms)
  last <- rep_len(last, arms)
  n <- total <- made <- numeric(arms)
  at <- match(seq_len(horizon), choices$round)
  arm <- choices$arm[at]
  reward <- choices$reward[at]
  for (t in seq_len(horizon)) {
    now <- arm[t]
    if (!is.na(now)) made[now] <- made[now] + 1
    shown <- if (t > lag) arm[t - lag] else NA
    if (!is.na(shown)) {
      n[shown] <- n[shown] + 1
      total[shown] <- total[shown] + reward[t - lag]
    }
    there <- which(first <= t & last >= t)
    best <- literal_best(n, total / n, made, there)
    if (rule(n, total / n, best, there, sum(made), t)) return(c(t, best, sum(made)))
  }
  c(NA, NA, NA)
}

# The core's games stop where the literal rule does, the fast way and the plain one.
expect_stops <- function(bandit, policy, stop, rule, horizon, reps = 5, seed = 1, ..., some = TRUE) {
  arms <- bandit$arms$count
  whole <- run_study(bandit, policy, horizon, reps, seed = seed, keep = "choices", record = 1)
  literal <- t(vapply(seq_len(reps), function(r) literal_stop(rule, subset(choices(whole), rep == r), horizon, arms, ...), c(0, 0, 0)))
  told <- function() {
    games <- recommendations(run_study(bandit, policy, horizon, reps, seed = seed, record = 1, stop = stop))
    found <- cbind(games$round, as.integer(games$arm), games$plays)
    found[!games$stopped, ] <- NA
    unname(found)
  }
  expect_equal(told(), unname(literal))
  withr::with_options(list(unruly.plain = TRUE), expect_equal(told(), unname(literal)))
  if (some) expect_true(any(!is.na(literal)))
}

# The chance that an arm is the best one, by R's own integral.
posterior_chance <- function(best, n, mean, prior = "beta", sd = 1) {
  others <- setdiff(seq_along(n), best)
  a <- 1 + n * mean
  b <- 1 + n - n * mean
  inside <- function(x) {
    if (prior == "beta") return(dbeta(x, a[best], b[best]) * Reduce(`*`, lapply(others, function(k) pbeta(x, a[k], b[k]))))
    dnorm(x, mean[best], sd / sqrt(n[best])) * Reduce(`*`, lapply(others, function(k) pnorm(x, mean[k], sd / sqrt(n[k]))))
  }
  middle <- if (prior == "beta") a[best] / (a[best] + b[best]) else mean[best]
  width <- if (prior == "beta") sqrt(middle * (1 - middle) / (a[best] + b[best])) else sd / sqrt(n[best])
  ends <- middle + width * c(-40, -6, -2, 0, 2, 6, 40)
  if (prior == "beta") ends <- unique(pmin(pmax(ends, 0), 1))
  sum(vapply(seq_along(ends[-1]), function(i) integrate(inside, ends[i], ends[i + 1], rel.tol = 1e-9, subdivisions = 1000)$value, 0))
}

literal_posterior <- function(probability, prior = "beta", sd = 1) {
  function(n, mean, best, there, plays, round) {
    if (length(there) < 2 || any(n[there] == 0)) return(FALSE)
    posterior_chance(match(best, there), n[there], mean[there], prior, sd) > probability
  }
}
