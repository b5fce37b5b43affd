# Do confidence sequences cover at all times at once? Evidence against a mean, and against a difference of two, written here in plain R
# from its formulas, apart from the C, and asked after every pull. The package's C is asked for the same evidence and intervals, and must agree.
# The last two settings of each table are ones that nobody tuned to.
#
#   Rscript bench/coverage.R [arms | pairs, both by default] [games, 2000 and 500 by default]

suppressMessages(library(unruly))
given <- commandArgs(TRUE)
parts <- if (length(given) > 0) given[1] else c("arms", "pairs")
games_of <- function(usual) if (length(given) > 1) as.numeric(given[2]) else usual

# ---- the formulas --------------------------------------------------------------------------------------

a <- 0.05
rho <- 100 / (2 * log(1 / a) + log(1 + 2 * log(1 / a)))

# ln E(m). `s`: n, mean, M (squared deviations), V (squared deviations from the running centre), all of them vectors; `sd` if known.
evidence <- list(
  gaussian = function(s, m) s$n^2 * (s$mean - m)^2 / (2 * s$sd^2 * (s$n + rho)) - log(1 + s$n / rho) / 2,
  bernoulli = function(s, m) {
    S <- s$n * s$mean
    c <- max(rho - 1, 0.001)
    inside <- m > 0 & m < 1
    p <- ifelse(inside, m, 0.5)
    found <- lbeta(p * c + S, (1 - p) * c + s$n - S) - lbeta(p * c, (1 - p) * c) - S * log(p) - (s$n - S) * log1p(-p)
    none <- m == 0 & S <= 1e-9 | m == 1 & s$n - S <= 1e-9
    ifelse(inside, found, ifelse(none, 0, Inf))
  },
  bounded = function(s, m) {
    b <- evidence$bernoulli(s, m)
    away <- s$n * (s$mean - m)
    g <- log_mean_exp(of_martingale(away, s$V), of_martingale(-away, s$V))
    log_mean_exp(b, g)
  },
  t = function(s, m) {
    d <- s$mean - m
    r <- rho / (s$n + rho)
    found <- s$n / 2 * (log(s$M + s$n * d^2) - log(s$M + s$n * d^2 * r)) + log(r) / 2
    ifelse(s$n < 2 | s$M <= 0, 0, found)
  }
)

log_mean_exp <- function(x, y) {
  most <- pmax(x, y)
  ifelse(is.finite(most), most + log((exp(x - most) + exp(y - most)) / 2), most)
}

# G, the mixture for bounded rewards.
of_martingale <- function(s, V) {
  q <- rho / 10
  x <- s + V + q
  some <- ifelse(x > 0, x, 1)
  found <- q * log(q) - lgamma(q) - pgamma(q, q, log.p = TRUE) + lgamma(V + q) + pgamma(some, V + q, log.p = TRUE) - (V + q) * log(some) + s + V
  ifelse(x > 0, found, -Inf)
}

# ---- sums of many games at once --------------------------------------------------------------------------

no_sums <- function(games, sd = NA, centre = 0.5) {
  zero <- numeric(games)
  list(n = zero, mean = zero, M = zero, V = zero, sum = zero, sd = rep(sd, games))
}

# With a reward x in the games `here`.
with_reward <- function(s, x, here = rep(TRUE, length(x))) {
  i <- which(here)
  n <- s$n[i] + 1
  d <- x[i] - s$mean[i]
  s$V[i] <- s$V[i] + (x[i] - (0.5 + s$sum[i]) / n)^2
  s$sum[i] <- s$sum[i] + x[i]
  s$mean[i] <- s$mean[i] + d / n
  s$M[i] <- s$M[i] + d * (x[i] - s$mean[i])
  s$n[i] <- n
  s
}

# {m : ln E(m) < level}: from `from` outwards, twice as far until it is reached, then by halves; not beyond `edge`.
reach <- function(against, level, from, side, edge = Inf) {
  inside <- from
  step <- rep(1e-3, length(from))
  for (i in 1:50) {
    beyond <- pmin(step, edge)
    out <- against(from + side * beyond) >= level
    step <- ifelse(out, step, 2 * step)
  }
  low <- numeric(length(from))
  high <- pmin(step, edge)
  for (i in 1:60) {
    middle <- (low + high) / 2
    out <- against(from + side * middle) >= level
    low <- ifelse(out, low, middle)
    high <- ifelse(out, middle, high)
  }
  ifelse(edge == Inf & low > 1e12, side * Inf, from + side * low)
}

width_of <- function(family, s, unit) {
  against <- function(m) evidence[[family]](s, m)
  edge <- function(side) if (unit) abs((side + 1) / 2 - s$mean) else Inf
  reach(against, log(1 / a), s$mean, 1, edge(1)) - reach(against, log(1 / a), s$mean, -1, edge(-1))
}

# ---- what C says of the same -----------------------------------------------------------------------------

number_of <- function(family) match(family, c("gaussian", "bernoulli", "bounded", "t")) + 0
for_core <- function(family, s) {
  list(n = s$n, mean = s$mean, squares = if (family == "t") s$M else if (family == "bounded") s$V else 0 * s$n, sd = ifelse(is.na(s$sd), 1, s$sd))
}
core_call <- function(name, ...) .Call(getFromNamespace(name, "unruly"), ...)

# The greatest relative difference from what R found.
apart <- function(found, wanted) max(0, abs(found - wanted) / pmax(1, abs(wanted)), na.rm = TRUE)

# Of the intervals that end; how many do not.
mean_width <- function(width) {
  whole <- mean(!is.finite(width))
  ends <- if (whole < 1) sprintf("%.3f", mean(width[is.finite(width)])) else "-"
  if (whole > 0) sprintf("%s (%.0f%% infinite)", ends, 100 * whole) else ends
}

# With its Monte Carlo error; where there was none, with the upper limit of Clopper and Pearson.
share <- function(x) {
  if (!any(x)) return(sprintf("0 (below %.4f)", 1 - 0.025^(1 / length(x))))
  sprintf("%.4f (%.4f)", mean(x), sqrt(mean(x) * (1 - mean(x)) / length(x)))
}

# ---- one arm ------------------------------------------------------------------------------------------

rewards <- list(
  "uniform" = list(draw = function(n) runif(n), mean = 0.5, families = c("gaussian", "bernoulli", "bounded", "t")),
  "Beta(10, 30)" = list(draw = function(n) rbeta(n, 10, 30), mean = 0.25, families = c("gaussian", "bernoulli", "bounded", "t")),
  "Beta(.5, .5)" = list(draw = function(n) rbeta(n, 0.5, 0.5), mean = 0.5, families = c("gaussian", "bernoulli", "bounded", "t")),
  "Bernoulli(.5)" = list(draw = function(n) rbinom(n, 1, 0.5), mean = 0.5, families = c("gaussian", "bernoulli", "bounded", "t")),
  "Bernoulli(.05)" = list(draw = function(n) rbinom(n, 1, 0.05), mean = 0.05, families = c("gaussian", "bernoulli", "bounded", "t")),
  "1 w.p. .01, else .1" = list(draw = function(n) ifelse(runif(n) < 0.01, 1, 0.1), mean = 0.109, families = c("gaussian", "bernoulli", "bounded", "t")),
  ".5, or .2, .8 w.p. .02 each" = list(draw = function(n) sample(c(0.5, 0.2, 0.8), n, TRUE, c(0.96, 0.02, 0.02)), mean = 0.5,
                                      families = c("gaussian", "bernoulli", "bounded", "t")),
  ".5, or .2, .8 w.p. .01 each" = list(draw = function(n) sample(c(0.5, 0.2, 0.8), n, TRUE, c(0.98, 0.01, 0.01)), mean = 0.5,
                                      families = c("gaussian", "bernoulli", "bounded", "t")),
  "N(0, 1)" = list(draw = function(n) rnorm(n), mean = 0, families = c("gaussian", "t"), sd = 1),
  "exponential" = list(draw = function(n) rexp(n), mean = 1, families = "t"),
  "lognormal" = list(draw = function(n) exp(rnorm(n)), mean = exp(0.5), families = "t"),
  "0 w.p. .7, else Beta(2, 5)" = list(draw = function(n) ifelse(runif(n) < 0.7, 0, rbeta(n, 2, 5)), mean = 0.3 * 2 / 7,
                                     families = c("gaussian", "bernoulli", "bounded", "t")),
  "N(3, 10)" = list(draw = function(n) rnorm(n, 3, 10), mean = 3, families = c("gaussian", "t"), sd = 10)
)
looks <- c(100, 500, 2000)

one_arm <- function(name, games) {
  r <- rewards[[name]]
  unit <- is.null(r$sd) && !name %in% c("exponential", "lognormal")
  s <- no_sums(games, if (is.null(r$sd)) 0.5 else r$sd)
  missed <- matrix(FALSE, games, length(r$families), dimnames = list(NULL, r$families))
  width <- matrix("", length(looks), length(r$families), dimnames = list(NULL, r$families))
  off <- 0
  for (n in seq_len(max(looks))) {
    s <- with_reward(s, r$draw(games))
    for (family in r$families) {
      missed[, family] <- missed[, family] | evidence[[family]](s, rep(r$mean, games)) >= log(1 / a)
    }
    if (!n %in% looks) next
    few <- lapply(s, utils::head, 300)
    for (family in r$families) {
      # Gaussian intervals of rewards in a range are cut at it.
      widths <- if (family == "gaussian" && unit) cut_width(few) else width_of(family, few, unit && family %in% c("bernoulli", "bounded"))
      width[looks == n, family] <- mean_width(widths)
      off <- max(off, core_apart(family, few, r$mean, widths, unit))
    }
  }
  for (family in r$families) {
    cat(sprintf("| %s | %s | %s | %s |\n", name, family, paste(width[, family], collapse = ", "), share(missed[, family])))
  }
  off
}

cut_width <- function(s) {
  half <- s$sd * sqrt((s$n + rho) * (2 * log(1 / a) + log(1 + s$n / rho))) / s$n
  pmin(s$mean + half, 1) - pmax(s$mean - half, 0)
}

core_apart <- function(family, s, m, widths, unit) {
  rows <- length(s$n)
  sums <- for_core(family, s)
  found <- core_call("C_evidence", number_of(family), sums, rep(m, rows), rep(rho, rows))
  limits <- core_call("C_evidence_intervals", number_of(family), sums, rep(log(1 / a), rows), rep(rho, rows), 0, 1)
  if (family == "gaussian" && unit) limits <- cbind(pmax(limits[, 1], 0), pmin(limits[, 2], 1))
  finite <- is.finite(found)
  max(apart(found[finite], evidence[[family]](s, rep(m, rows))[finite]), apart(limits[, 2] - limits[, 1], widths))
}

# ---- two arms ------------------------------------------------------------------------------------------

# The least l_a(m + d) + l_b(m) with m between mean_a - d and mean_b, by golden section.
of_pair <- function(family, s, d, unit) {
  value <- function(m) evidence[[family]](s[[1]], m + d) + evidence[[family]](s[[2]], m)
  low <- pmin(s[[1]]$mean - d, s[[2]]$mean)
  high <- pmax(s[[1]]$mean - d, s[[2]]$mean)
  if (unit) {
    low <- pmax(low, 0, -d)
    high <- pmin(high, 1, 1 - d)
    high <- pmax(low, high)
  }
  ends <- pmin(value(low), value(high))
  g <- (sqrt(5) - 1) / 2
  left <- high - g * (high - low)
  right <- low + g * (high - low)
  at_left <- value(left)
  at_right <- value(right)
  for (i in 1:60) {
    less <- at_left < at_right
    high <- ifelse(less, right, high)
    low <- ifelse(less, low, left)
    left <- high - g * (high - low)
    right <- low + g * (high - low)
    at_left <- value(left)
    at_right <- value(right)
  }
  pmin(ends, at_left, at_right)
}

# Which of `games` miss the difference d. The least is at most what there is at the pooled mean, so only where that reaches the level is it looked for.
missing_pairs <- function(family, s, d, unit, level, games) {
  m <- (s[[1]]$n * (s[[1]]$mean - d) + s[[2]]$n * s[[2]]$mean) / (s[[1]]$n + s[[2]]$n)
  if (unit) m <- pmin(pmax(m, 0, -d), 1, 1 - d)
  there <- games & evidence[[family]](s[[1]], m + d) + evidence[[family]](s[[2]], m) >= level
  i <- which(there)
  there[i] <- of_pair(family, lapply(s, function(arm) lapply(arm, `[`, i)), rep(d, length(i)), unit) >= level
  there
}

# y with (1 + ln y) / y = a for the t family, of which no product of two is a supermartingale.
level_of <- function(family) if (family == "t") stats::uniroot(function(x) (1 + x) / exp(x) - a, c(1, 20), tol = 1e-14)$root else log(1 / a)

bern <- function(p, q) list(draw = list(function(n) rbinom(n, 1, p), function(n) rbinom(n, 1, q)), means = c(p, q), family = "bernoulli", unit = TRUE)
normal <- function(means, sds, family) {
  list(draw = list(function(n) rnorm(n, means[1], sds[1]), function(n) rnorm(n, means[2], sds[2])), means = means, sds = sds, family = family, unit = FALSE)
}
pairs <- list(
  "Bernoulli .5, .5" = bern(0.5, 0.5), "Bernoulli .1, .3" = bern(0.1, 0.3), "Bernoulli .02, .02" = bern(0.02, 0.02),
  "N(0, 1), N(.5, 1), known" = normal(c(0, 0.5), c(1, 1), "gaussian"), "N(0, 1), N(5, 3), t" = normal(c(0, 5), c(1, 3), "t"),
  "Beta(10, 30), Beta(30, 10), bounded" = list(draw = list(function(n) rbeta(n, 10, 30), function(n) rbeta(n, 30, 10)), means = c(0.25, 0.75),
                                              family = "bounded", unit = TRUE),
  "0 w.p. .7, else Beta(2, 5); uniform, bounded" = list(draw = list(rewards[["0 w.p. .7, else Beta(2, 5)"]]$draw, runif), means = c(0.3 * 2 / 7, 0.5),
                                                       family = "bounded", unit = TRUE),
  "N(0, 1), N(0, 20), t" = normal(c(0, 0), c(1, 20), "t")
)

# Which arm is pulled: each by turns; or the leader with probability .85, else the other; or the trailing one, which seeks what misleads.
samplers <- list(
  uniform = function(s, round) rep(1 + round %% 2, length(s[[1]]$n)),
  leader = function(s, round) {
    first <- s[[1]]$mean > s[[2]]$mean | s[[1]]$mean == s[[2]]$mean & runif(length(s[[1]]$n)) < 0.5
    lead <- ifelse(first, 1, 2)
    ifelse(runif(length(lead)) < 0.85, lead, 3 - lead)
  },
  trailing = function(s, round) ifelse(s[[1]]$mean < s[[2]]$mean, 1, 2)
)

two_arms <- function(name, sampler, games, rounds) {
  p <- pairs[[name]]
  truth <- p$means[1] - p$means[2]
  s <- lapply(1:2, function(k) no_sums(games, if (is.null(p$sds)) 0.5 else p$sds[k]))
  missed <- rep(FALSE, games)
  level <- level_of(p$family)
  for (round in seq_len(rounds)) {
    arm <- if (round <= 2) rep(round, games) else samplers[[sampler]](s, round)
    for (k in 1:2) if (any(arm == k)) s[[k]] <- with_reward(s[[k]], p$draw[[k]](games), arm == k)
    if (round > 1) missed <- missed | missing_pairs(p$family, s, truth, p$unit, level, !missed)
  }
  few <- lapply(s, function(arm) lapply(arm, utils::head, 20))
  against <- function(d) of_pair(p$family, few, d, p$unit)
  from <- few[[1]]$mean - few[[2]]$mean
  edge <- function(side) if (p$unit) abs(side - from) else Inf
  width <- reach(against, level, from, 1, edge(1)) - reach(against, level, from, -1, edge(-1))
  rows <- length(from)
  sums <- lapply(few, function(x) for_core(p$family, x))
  found <- core_call("C_evidence_pairs", number_of(p$family), sums[[1]], sums[[2]], rep(truth, rows), rep(rho, rows))
  limits <- core_call("C_evidence_pair_intervals", number_of(p$family), sums[[1]], sums[[2]], rep(level, rows), rep(rho, rows), 0, 1)
  # Below 0 there is no evidence. Of two minima, which differences of bounded rewards can have, of_pair() may find the greater, C the lesser.
  off <- max(apart(pmax(found, 0), pmax(of_pair(p$family, few, rep(truth, rows), p$unit), 0)), apart(limits[, 2] - limits[, 1], width))
  list(text = sprintf("%s; %s", share(missed), mean_width(width)), off = off)
}

# ---- running --------------------------------------------------------------------------------------------

if ("arms" %in% parts) {
  cat("One arm: mean width at", looks, "and share of games that ever missed the mean, nominal .05\n")
  cat("| rewards | family | width | missed |\n| --- | --- | --- | --- |\n")
  off <- 0
  for (name in names(rewards)) {
    set.seed(40)
    off <- max(off, one_arm(name, games_of(2000)))
  }
  cat(sprintf("C and R differ by at most %.1e\n\n", off))
}

if ("pairs" %in% parts) {
  cat("Two arms: share of games that ever missed the difference, nominal .05; mean width at the end\n")
  cat("| | uniform | 85% to the leader | the trailing arm |\n| --- | --- | --- | --- |\n")
  off <- 0
  for (name in names(pairs)) {
    bounded <- pairs[[name]]$family == "bounded"
    set.seed(41)
    found <- lapply(names(samplers), function(x) two_arms(name, x, ceiling(games_of(500) * if (bounded) 0.4 else 1), if (bounded) 300 else 500))
    cat(sprintf("| %s | %s |\n", name, paste(vapply(found, function(x) x$text, ""), collapse = " | ")))
    off <- max(off, vapply(found, function(x) x$off, 0))
  }
  cat(sprintf("C and R differ by at most %.1e\n", off))
}
