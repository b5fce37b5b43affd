# The limits of means and of shares over games, for summaries, comparisons, operating characteristics, figures, the
# arcade and the ledger alike.

limits_level <- 0.95

# Returns rows lower and upper with a column for each mean: Student's limits, cut where the measure ends, and Markov's
# where all games had the same value. `error`: standard errors; `games`: the degrees of freedom and one; `range`: two
# numbers, or two rows, that the measure cannot leave. Of a single game there are none.
limits_of_means <- function(mean, error, games, range = c(-Inf, Inf), level = limits_level) {
  games <- rep_len(games, length(mean))
  range <- matrix(range, 2, length(mean))
  half <- stats::qt((1 + level) / 2, pmax(games - 1, 1)) * error
  limits <- cut_limits(rbind(mean - half, mean + half), mean, range)
  equal <- which(are_equal(mean, error, range))
  limits[, equal] <- limits_of_equals(mean[equal], games[equal], range[, equal, drop = FALSE], level)
  limits[, is.na(mean) | is.na(error) | games < 2] <- NA_real_
  limits
}

# A mean may be beyond its range by rounding.
cut_limits <- function(limits, mean, range) {
  rbind(pmax(limits[1, ], pmin(range[1, ], mean)), pmin(limits[2, ], pmax(range[2, ], mean)))
}

# Returns whether the games of a mean are equal but for rounding.
are_equal <- function(mean, error, range) {
  width <- range[2, ] - range[1, ]
  error <= 1e-13 * pmax(abs(mean), ifelse(is.finite(width), width, 0))
}

# All of so many games gave x. Were the mean below A + (x - A) q, a game would give x or more with a probability below
# q (Markov), and all of them with one below q^games, which is half the error; likewise above. At x = 0 and 1 in [0, 1]
# these are the limits of Clopper and Pearson.
limits_of_equals <- function(x, games, range, level = limits_level) {
  range <- matrix(range, 2, length(x))
  q <- ((1 - level) / 2)^(1 / games)
  limits <- rbind(range[1, ] + (x - range[1, ]) * q, range[2, ] - (range[2, ] - x) * q)
  limits[, !is.finite(range[1, ]) | !is.finite(range[2, ])] <- NA_real_
  limits
}

# Returns the limits of a probability by Clopper and Pearson (1934), which hold however few games there are. Each game
# counts once: where it has a share of hits, as of intervals over several arms, the limits are conservative.
limits_of_shares <- function(share, games, level = limits_level) {
  tail <- (1 - level) / 2
  right <- share * games
  right <- ifelse(abs(right - round(right)) < 1e-6, round(right), right)
  rbind(stats::qbeta(tail, right, games - right + 1), stats::qbeta(1 - tail, right + 1, games - right))
}
