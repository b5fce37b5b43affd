# Slow, literal versions of the stopping rules, which read the choices of a game that was not stopped.
# A literal rule is a function of all that is known after each round that says after which rounds to
# stop. `seen` has a row a round: matrices with a column an arm, n (outcomes that were shown), mean (of
# these; 0 if there are none) and there (whether the arm may be played), and vectors best (the arm of
# greatest mean among those there), plays and round.

# Of each row the entry of its best arm.
of_best <- function(x, seen) x[cbind(seq_along(seen$best), seen$best)]
least <- function(x) do.call(pmin, asplit(x, 2))
all_shown <- function(among, seen) rowSums(among) > 0 & rowSums(among & seen$n == 0) == 0
rivals_of_best <- function(seen) seen$there & col(seen$there) != seen$best
comparable <- function(seen) all_shown(rivals_of_best(seen), seen) & of_best(seen$n, seen) > 0

literal_glr <- function(error, divergence = literal_bernoulli_divergence, threshold = "practical") {
  function(seen) {
    n <- of_best(seen$n, seen)
    mean <- of_best(seen$mean, seen)
    m <- (n * mean + seen$n * seen$mean) / (n + seen$n)
    z <- n * divergence(mean, m) + seen$n * divergence(seen$mean, m)
    z[seen$mean == mean] <- 0
    z[!rivals_of_best(seen)] <- Inf
    enough <- if (threshold == "practical") log((1 + log(seen$plays)) / error) else log(2 * seen$plays * (ncol(seen$n) - 1) / error)
    comparable(seen) & least(z) > enough
  }
}

# Evidence of an arm against a mean: inference.md, section 1.
literal_evidence <- function(family, n, mean, squares, apart, m, mixture, sd = 1) {
  bernoulli <- function() {
    c <- max(mixture - 1, 0.001)
    s <- n * mean
    lbeta(m * c + s, (1 - m) * c + n - s) - lbeta(m * c, (1 - m) * c) - s * log(m) - (n - s) * log1p(-m)
  }
  gamma_part <- function(s) {
    q <- mixture / 10
    x <- s + apart + q
    ifelse(x <= 0, -Inf, q * log(q) - lgamma(q) - pgamma(q, q, log.p = TRUE) + lgamma(apart + q) +
             pgamma(pmax(x, 0), apart + q, log.p = TRUE) - (apart + q) * log(pmax(x, 1e-300)) + s + apart)
  }
  mean_of <- function(a, b) pmax(a, b) + log((1 + exp(-abs(a - b))) / 2)
  switch(family,
    gaussian = n^2 * (mean - m)^2 / (2 * sd^2 * (n + mixture)) - log1p(n / mixture) / 2,
    bernoulli = bernoulli(),
    bounded = mean_of(bernoulli(), mean_of(gamma_part(n * (mean - m)), gamma_part(n * (m - mean)))),
    t = {
      r <- mixture / (n + mixture)
      if (n < 2 || squares == 0) 0 * m else n / 2 * log((squares + n * (mean - m)^2) / (squares + n * (mean - m)^2 * r)) + log(r) / 2
    }
  )
}

# The least sum over all pairs of means whose difference is d, by R's own search.
literal_pair_evidence <- function(family, a, b, d, mixture, sd = 1) {
  of <- function(arm, m) literal_evidence(family, arm$n, arm$mean, arm$squares, arm$apart, m, mixture, sd)
  ends <- range(b$mean, a$mean - d)
  if (family %in% c("bernoulli", "bounded")) ends <- pmin(pmax(ends, max(0, -d) + 1e-12), min(1, 1 - d) - 1e-12)
  if (ends[1] == ends[2]) return(of(a, ends[1] + d) + of(b, ends[1]))
  # There may be a least sum near either mean.
  grid <- seq(ends[1], ends[2], length.out = 101)
  sums <- of(a, grid + d) + of(b, grid)
  around <- grid[pmin(pmax(which.min(sums) + c(-1, 1), 1), 101)]
  min(sums, stats::optimize(function(m) of(a, m + d) + of(b, m), around, tol = 1e-7)$objective) # the error is its square
}

literal_mixture_level <- function(family, error, two = TRUE) {
  if (family != "t" || !two) return(log(1 / error))
  stats::uniroot(function(l) log1p(l) - l - log(error), c(1e-9, 100), tol = 1e-12)$root
}

literal_arm <- function(seen, t, k) lapply(seen[c("n", "mean", "squares", "apart")], function(x) x[t, k])

literal_best_mixture <- function(error, family, sd = 1, narrowest = 100) {
  function(seen) {
    part <- error / (ncol(seen$n) - 1)
    mixture <- narrowest / (2 * log(1 / part) + log1p(2 * log(1 / part)))
    level <- literal_mixture_level(family, part)
    known <- comparable(seen)
    beats <- function(t, a, b) literal_pair_evidence(family, literal_arm(seen, t, a), literal_arm(seen, t, b), 0, mixture, sd) >= level
    vapply(seen$round, function(t) {
      known[t] && {
        a <- seen$best[t]
        rivals <- setdiff(which(seen$there[t, ]), a)
        all(seen$mean[t, rivals] < seen$mean[t, a]) && all(vapply(rivals, function(b) beats(t, a, b), NA))
      }
    }, NA)
  }
}

# The evidence that each arm is on its side of the control or the threshold, by round; -Inf where it does not look so.
literal_compared <- function(seen, family, control, threshold, margin, side, mixture, sd) {
  found <- seen$n * -Inf
  for (t in seen$round) for (k in setdiff(which(seen$there[t, ] & seen$n[t, ] > 0), control)) {
    one <- literal_arm(seen, t, k)
    if (is.null(control)) {
      edge <- threshold + side * margin
      if (side * (one$mean - edge) > 0) found[t, k] <- literal_evidence(family, one$n, one$mean, one$squares, one$apart, edge, mixture, sd)
    } else if (seen$there[t, control] && seen$n[t, control] > 0) {
      other <- literal_arm(seen, t, control)
      if (side * (one$mean - other$mean) > margin) found[t, k] <- literal_pair_evidence(family, one, other, side * margin, mixture, sd)
    }
  }
  found
}

literal_stop_evidence <- function(error, family, control = NULL, threshold = NULL, margin = 0, side = 1, sd = 1, narrowest = 100) {
  function(seen, named = FALSE) {
    part <- error / (ncol(seen$n) - !is.null(control))
    mixture <- narrowest / (2 * log(1 / part) + log1p(2 * log(1 / part)))
    found <- literal_compared(seen, family, control, threshold, margin, side, mixture, sd)
    if (named) return(max.col(ifelse(is.finite(found), found, -1e300), "first"))
    do.call(pmax, asplit(found, 2)) >= literal_mixture_level(family, part, !is.null(control))
  }
}

literal_separated <- function(error, interval, tolerance = 0, rate = "proved") {
  function(seen) {
    k <- ncol(seen$n)
    v <- log(405.5 * k * seen$plays^1.1 / error)
    level <- if (rate == "practical") log((1 + log(seen$plays)) / error) else
      if (interval == "kl") v + log(v) else log(5 * k * ceiling(seen$plays / 2)^4 / (4 * error))
    bound <- if (interval == "kl") literal_kl_bound else function(mean, level) mean + sqrt(level / 2)
    upper <- bound(seen$mean, level / seen$n)
    upper[!rivals_of_best(seen)] <- -Inf
    lower <- 1 - bound(1 - of_best(seen$mean, seen), level / of_best(seen$n, seen))
    comparable(seen) & rowSums(upper > lower + tolerance) == 0
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
  function(seen) {
    others <- seen$there & !col(seen$there) %in% control
    bounds <- literal_stop_bounds(error, if (is.null(control)) 1 else 2, seen$plays, rate, sd)
    known <- all_shown(others, seen)
    if (!is.null(control)) {
      known <- known & seen$there[, control] & seen$n[, control] > 0
      threshold <- bounds$lower(seen$mean[, control], seen$n[, control])
    }
    known & rowSums(others & bounds$upper(seen$mean, seen$n) > threshold + margin) == 0
  }
}

literal_equivalence <- function(margin, error, rate = "proved", sd = NULL) {
  function(seen) {
    bounds <- literal_stop_bounds(error, 2, seen$plays, rate, sd)
    upper <- bounds$upper(seen$mean, seen$n)
    lower <- bounds$lower(seen$mean, seen$n)
    equal <- rowSums(seen$there) > 1 & all_shown(seen$there, seen)
    for (i in seq_len(ncol(upper))) for (j in seq_len(ncol(upper))[-i]) {
      equal <- equal & !(seen$there[, i] & seen$there[, j] & upper[, i] - lower[, j] > margin)
    }
    equal
  }
}

literal_at <- function(at) function(seen) seen$round >= at

literal_looks <- function(rule, looks) function(seen) seen$round %in% looks & rule(seen)

# Not asked amid a pair of plays, of which the first comes after so many plays.
literal_pairs <- function(rule, first) function(seen) (seen$plays <= first | (seen$plays - first) %% 2 == 0) & rule(seen)

# A race of its own, which is over once one arm is left: outcomes come at once.
literal_race <- function(kl, error) {
  parts <- function(p, q, n, level) {
    if (kl) return(sum(literal_kl_bound(c(1 - p, q), c(level, level) / n)) < 1) # the bounds on either side of the gap
    n * literal_bernoulli_divergence(p, (p + q) / 2) + n * literal_bernoulli_divergence(q, (p + q) / 2) > level
  }
  function(seen) {
    left <- seq_len(ncol(seen$n))
    compared <- 0
    for (t in seen$round) {
      if (min(seen$n[t, left]) > compared) {
        compared <- min(seen$n[t, left])
        worst <- literal_worst(seen$mean[t, left], left, seen$tie)
        if (parts(max(seen$mean[t, left]), seen$mean[t, worst], compared, log((1 + log(seen$plays[t])) / error))) left <- setdiff(left, worst)
      }
      if (length(left) == 1) return(seen$round >= t)
    }
    rep(FALSE, length(seen$round))
  }
}

literal_any <- function(...) {
  rules <- list(...)
  function(seen) Reduce(`|`, lapply(rules, function(rule) rule(seen)))
}

literal_all <- function(...) {
  rules <- list(...)
  function(seen) Reduce(`&`, lapply(rules, function(rule) rule(seen)))
}

# Of each row the arm of greatest mean, of equal ones that of most plays, then the lowest; NA if none is there.
literal_best <- function(n, mean, plays, there) {
  mean[n == 0] <- -Inf
  best <- rep(NA, nrow(mean))
  of <- most <- rep(-Inf, nrow(mean))
  for (k in seq_len(ncol(mean))) {
    better <- there[, k] & (is.na(best) | mean[, k] > of | mean[, k] == of & plays[, k] > most)
    best[better] <- k
    of[better] <- mean[better, k]
    most[better] <- plays[better, k]
  }
  best
}

# When the game of these choices stops, and which arm it names: round, arm, plays; NA if
# it does not by the round `until`. `lag`: rewards are shown that many rounds later; `first`, `last`: the lives of arms; `tie`:
# the first numbers of the policy, by which races settle their ties.
literal_stop <- function(rule, choices, horizon, arms, lag = 0, first = 1, last = Inf, tie = NULL, until = horizon) {
  round <- seq_len(horizon)
  at <- match(round, choices$round)
  arm <- choices$arm[at]
  reward <- choices$reward[at]
  by_arm <- function(of) matrix(vapply(seq_len(arms), of, numeric(horizon)), horizon)
  made <- by_arm(function(k) cumsum(arm %in% k))
  late <- function(x) c(numeric(min(lag, horizon)), x)[round]
  n <- by_arm(function(k) late(made[, k]))
  mean <- by_arm(function(k) late(cumsum(ifelse(arm %in% k, reward, 0)))) / n
  mean[n == 0] <- 0
  there <- outer(round, rep_len(first, arms), `>=`) & outer(round, rep_len(last, arms), `<=`)
  # What each arm has come to with its j-th outcome, by the round in which that is known.
  running <- function(of) by_arm(function(k) {
    found <- c(0, of(reward[which(arm == k)]))
    late(found[made[, k] + 1])
  })
  squares <- running(function(x) {
    mean <- cumsum(x) / seq_along(x)
    cumsum((x - c(0, mean[-length(mean)])) * (x - mean))
  })
  apart <- running(function(x) cumsum((x - (0.5 + c(0, cumsum(x)[-length(x)])) / seq_along(x))^2))
  seen <- list(n = n, mean = mean, there = there, best = literal_best(n, mean, made, there), plays = rowSums(made), round = round, tie = tie,
               squares = squares, apart = apart)
  seen <- lapply(seen, function(x) if (is.matrix(x)) x[seq_len(until), , drop = FALSE] else if (length(x) == horizon) x[seq_len(until)] else x)
  t <- which(rule(seen))[1]
  if (is.na(t)) return(c(NA_real_, NA, NA))
  named <- if ("named" %in% names(formals(rule))) rule(seen, named = TRUE) else seen$best # a rule that names an arm itself
  c(t, named[t], seen$plays[t])
}

# The core's games stop where the literal rule does, the fast way and the plain one. The rule is asked no longer than the
# core has played, for where it says nothing by then they differ.
expect_stops <- function(bandit, policy, stop, rule, horizon, reps = if (is.na(share_number())) 5 else 3, seed = 1, ..., some = TRUE) {
  arms <- bandit$arms$count
  made <- choices(run_study(bandit, as_usual(policy), horizon, reps, seed = seed, keep = "choices", record = 1))
  told <- function() {
    games <- recommendations(run_study(bandit, as_usual(policy), horizon, reps, seed = seed, record = 1, stop = stop))
    found <- cbind(games$round, as.integer(games$arm), games$sample_size)
    found[!games$stopped, ] <- NA
    unname(found)
  }
  found <- told()
  literal <- t(vapply(seq_len(reps), function(r) {
    literal_stop(rule, made[made$rep == r, ], horizon, arms, ..., tie = policy_numbers_vector(policy, arms, seed, r),
                 until = if (is.na(found[r, 1])) horizon else found[r, 1])
  }, c(0, 0, 0)))
  expect_equal(found, unname(literal))
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
  function(seen) {
    known <- rowSums(seen$there) > 1 & all_shown(seen$there, seen)
    vapply(seq_along(seen$round), function(t) {
      there <- which(seen$there[t, ])
      known[t] && posterior_chance(match(seen$best[t], there), seen$n[t, there], seen$mean[t, there], prior, sd) > probability
    }, NA)
  }
}
