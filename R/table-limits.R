# The limits of operating characteristics: 95% intervals that hold, or are left out. Of a share they are those of
# Clopper and Pearson; of a mean those of Student, or of Markov's inequality where all games have the same value; of a
# quantile those between order statistics.

# A row per measure: its value, its Monte Carlo error, of how many games, and for a quantile its limits among these
# (`from`, `to`, infinite beyond the first and the last game).
with_intervals <- function(table, description) {
  alike <- table$bandit %in% names(Filter(function(b) nature_of(b) != "independent", description$bandits))
  table$mcse[alike] <- NA_real_
  limits <- vapply(seq_len(nrow(table)), function(i) {
    if (alike[i] || is.na(table$value[i]) || table$games[i] < 1) return(c(NA_real_, NA_real_))
    measure_limits(table[i, ], measure_range(table$measure[i], description$bandits[[table$bandit[i]]], description))
  }, numeric(2))
  table$lower <- limits[1, ]
  table$upper <- limits[2, ]
  table[setdiff(names(table), c("games", "from", "to"))]
}

measure_limits <- function(row, range) {
  if (is_probability(row$measure)) {
    return(limits_of_shares(row$value, row$games)[, 1])
  }
  if (is_quantile(row$measure)) return(quantile_limits(row, range))
  if (startsWith(row$measure, "rmse")) { # the root of a mean
    return(sqrt(limits_of_means(row$value^2, 2 * row$value * row$mcse, row$games, range^2)[, 1]))
  }
  limits_of_means(row$value, row$mcse, row$games, range)[, 1]
}

quantiles_measured <- c(median = 0.5, "5%" = 0.05, "95%" = 0.95)

# A quantile lies between two games whose places the binomial distribution gives, whatever is measured.
quantile_places <- function(p, games) {
  tail <- (1 - limits_level) / 2
  places <- stats::qbinom(c(tail, 1 - tail), games, p) + c(0, 1)
  if (stats::pbinom(places[1], games, p) <= tail) places[1] <- places[1] + 1
  places
}

# Beyond the first and the last game it is only known what the measure can be.
quantile_limits <- function(row, range) {
  limits <- c(max(row$from, range[1]), min(row$to, range[2]))
  if (all(is.finite(limits))) limits else c(NA_real_, NA_real_)
}

# --- what measures can be ----------------------------------------------------------------

# The least and the greatest value that a measure can have in a game, as far as they are known.
measure_range <- function(measure, bandit, description) {
  kind <- sub("[:,].*", "", measure)
  if (is_share(measure)) return(c(0, 1))
  switch(kind, sample_size = range_of_size(bandit, description), pulls = c(0, description$horizon),
         graduated = , dropped = c(0, bandit$arms$count),
         bias = , rmse = range_of_errors(measure, bandit),
         drop(range_of_measure(kind, bandit, description, max(description$record))))
}

# Measures between 0 and 1, and those of them that are probabilities.
is_share <- function(measure) is_probability(measure) | measure == "optimal"

is_probability <- function(measure) {
  grepl("^(correct|error|misnamed|power(, all)?|stopped|no_winner|best dropped)$|^(claimed|dropped), arm |^(coverage|uninformative)", # word ok
        measure)
}

is_quantile <- function(measure) grepl("^sample_size, ", measure)

# Returns the range of a sample size, of games that a rule ends after the last checkpoint, too.
range_of_size <- function(bandit, description) {
  range <- range_of_pulls(bandit, description, max(description$record))
  if (diff(range) == 0) range else c(0, description$horizon)
}

# Means of what was shown lie where rewards do; estimates from weighted scores need not.
range_of_errors <- function(measure, bandit) {
  width <- if (grepl(": (naive|sequence)", measure)) diff(bandit$arms$range) else Inf
  c(if (startsWith(measure, "bias")) -width else 0, width)
}
