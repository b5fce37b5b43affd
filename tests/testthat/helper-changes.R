# How means change, from the words of the help and the published generator: a matrix
# with a row an arm and a column a round.

use_changes <- 12
all_arms <- 2^32 # arm numbers count from 1 here

# Both uniforms of each of these steps of an arm.
changes_uniforms <- function(seed, replication, arm, steps, sub = 0) {
  counter <- cbind(steps %% two32, steps %/% two32 + sub * two16, arm - 1, replication)
  block_uniforms(counter, philox_key(seed, use_changes))
}

literal_changes <- function(changes, own, horizon, seed = 1, replication = 1) {
  if (is.matrix(changes)) changes <- list(law = "table", parameters = list(mean = changes))
  p <- changes$parameters
  arms <- length(own)
  u <- function(arm, step, sub = 0) changes_uniforms(seed, replication, arm, step, sub)
  means <- matrix(own, arms, horizon)
  switch(changes$law,
    at = for (i in seq_along(p$round)) if (p$round[i] <= horizon) means[, p$round[i]:horizon] <- p$mean[i, ],
    table = means[] <- t(p$mean)[, seq_len(horizon)],
    wave = {
      phase <- p$phase %||% ((seq_len(arms) - 1) / arms)
      for (t in seq_len(horizon)) {
        held <- 1 + (t - 1) %/% p$every * p$every
        means[, t] <- own + p$amplitude * sin(2 * pi * (held / p$period + phase))
      }
    },
    drift = for (t in seq_len(horizon)[-1]) {
      means[, t] <- means[, t - 1]
      if ((t - 1) %% p$every > 0) next
      for (k in seq_len(arms)) {
        x <- means[k, t] + p$sd * qnorm(u(k, (t - 1) / p$every - 1)[1])
        while (x < p$low || x > p$high) x <- if (x < p$low) 2 * p$low - x else 2 * p$high - x
        means[k, t] <- x
      }
    },
    random = {
      # Trials, round by round, in the place of the geometric number: it is drawn by inversion.
      gap <- function(arm, made) p$apart - 1 + ceiling(log(1 - u(arm, 2 * made)[1]) / log(1 - p$rate))
      quantile <- function(v) p$prior$values[1] + diff(p$prior$values) * v
      for (k in seq_len(arms)) {
        made <- 0
        t <- 1 + gap(if (p$together) all_arms else k, 0)
        while (t <= horizon) {
          means[k, t:horizon] <- quantile(u(k, 2 * made + 1)[1])
          made <- made + 1
          t <- t + gap(if (p$together) all_arms else k, made)
        }
      }
    },
    jumps = {
      at <- literal_breaks(p$count, p$apart, horizon, u(all_arms, seq_len(p$count) - 1)[, 1])
      for (i in seq_along(at)) {
        for (k in seq_len(arms)) {
          now <- u(k, i - 1)
          size <- p$size[1] + diff(p$size) * u(k, i - 1, sub = 1)[1]
          m <- means[k, at[i]]
          if (now[1] >= p$probability) next
          to <- if (now[2] < 0.5) m + size else m - size
          if (to > 1) to <- m - size
          if (to < 0) to <- m + size
          means[k, at[i]:horizon] <- to
        }
      }
    }
  )
  means
}

# Which `count` of all that are free, by Floyd's rule; then each segment is given its rounds.
literal_breaks <- function(count, apart, horizon, u) {
  free <- horizon - 1 - (apart - 1) * (count + 1)
  chosen <- numeric()
  for (i in seq_len(count)) {
    most <- free - count + i
    x <- 1 + floor(u[i] * most)
    chosen <- c(chosen, if (x %in% chosen) most else x)
  }
  sort(chosen) + 1 + (apart - 1) * seq_len(count)
}

# ggplot2::fortify(bandit, type = "means"), also without ggplot2.
mean_paths <- function(bandit, horizon, ...) unruly:::fortify.unruly_bandit(bandit, type = "means", horizon = horizon, ...)

# Paths of means in full: a matrix again.
paths_matrix <- function(bandit, horizon, seed = 1, rep = 1) {
  paths <- mean_paths(bandit, horizon, seed = seed, rep = rep)
  t(vapply(unname(split(paths, as.integer(paths$arm))), function(p) p$mean[findInterval(seq_len(horizon), p[[2]])], numeric(horizon)))
}

# Who is the best stays it until another one is better.
literal_crowns <- function(means) {
  best <- which.max(means[, 1])
  changes <- numeric(ncol(means))
  for (t in seq_len(ncol(means))[-1]) {
    if (means[best, t] < max(means[, t])) {
      best <- which.max(means[, t])
      changes[t] <- 1
    }
  }
  cumsum(changes)
}
