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
# it does not. `lag`: rewards are shown that many rounds later; `first`, `last`: the lives of arms; `tie`: the
# first numbers of the policy, by which races settle their ties.
literal_stop <- function(rule, choices, horizon, arms, lag = 0, first = 1, last = Inf, tie = NULL) {
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
  seen <- list(n = n, mean = mean, there = there, best = literal_best(n, mean, made, there), plays = rowSums(made), round = round, tie = tie)
  t <- which(rule(seen))[1]
  c(t, seen$best[t], seen$plays[t])
}

# The core's games stop where the literal rule does, the fast way and the plain one.
expect_stops <- function(bandit, policy, stop, rule, horizon, reps = 5, seed = 1, ..., some = TRUE) {
  arms <- bandit$arms$count
  whole <- run_study(bandit, as_usual(policy), horizon, reps, seed = seed, keep = "choices", record = 1)
  literal <- t(vapply(seq_len(reps), function(r) {
    literal_stop(rule, subset(choices(whole), rep == r), horizon, arms, ..., tie = policy_numbers_vector(policy, arms, seed, r))
  }, c(0, 0, 0)))
  told <- function() {
    games <- recommendations(run_study(bandit, as_usual(policy), horizon, reps, seed = seed, record = 1, stop = stop))
    found <- cbind(games$round, as.integer(games$arm), games$sample_size)
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
  function(seen) {
    known <- rowSums(seen$there) > 1 & all_shown(seen$there, seen)
    vapply(seq_along(seen$round), function(t) {
      there <- which(seen$there[t, ])
      known[t] && posterior_chance(match(seen$best[t], there), seen$n[t, there], seen$mean[t, there], prior, sd) > probability
    }, NA)
  }
}
