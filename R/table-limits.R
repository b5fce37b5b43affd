# The limits of what is measured over games: 95% intervals that hold, or are left out. Of a share they are those of
# Clopper and Pearson; of a mean those of Student, or of Markov's inequality where all games have the same value; of a
# quantile those between order statistics.

limits_level <- 0.95

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
    return(exact_interval(list(n = row$games, mean = row$value), "independent", limits_level)[, 1])
  }
  if (is_quantile(row$measure)) return(quantile_limits(row, range))
  if (startsWith(row$measure, "rmse")) { # the root of a mean
    return(sqrt(limits_of_mean(row$value^2, 2 * row$value * row$mcse, row$games, range^2)))
  }
  limits_of_mean(row$value, row$mcse, row$games, range)
}

# Returns limits of a mean; numbers that differ by rounding are equal.
limits_of_mean <- function(mean, error, games, range) {
  scale <- max(abs(mean), if (all(is.finite(range))) diff(range))
  if (games == 1 || error <= 1e-13 * scale) return(limits_of_equals(mean, games, range))
  limits <- mean + c(-1, 1) * stats::qt((1 + limits_level) / 2, games - 1) * error
  pmin(pmax(limits, range[1]), range[2])
}

# All of so many games gave x. Were the mean below A + (x - A) q, a game would give x or more with a probability below
# q (Markov), and all of them with one below q^games, which is half the error; likewise above. At x = 0 and 1 in [0, 1]
# these are the limits of Clopper and Pearson.
limits_of_equals <- function(x, games, range, level = limits_level) {
  if (!all(is.finite(range))) return(c(NA_real_, NA_real_))
  q <- ((1 - level) / 2)^(1 / games)
  c(range[1] + (x - range[1]) * q, range[2] - (range[2] - x) * q)
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
  rounds <- max(description$record)
  switch(kind, sample_size = range_of_size(bandit, description),
         reward = range_of_reward(bandit, rounds, description$stop),
         simple_regret = c(0, spread_of_means(bandit)), graduated = , dropped = c(0, bandit$arms$count),
         pulls = c(0, description$horizon),
         regret = c(least_possible(bandit, "regret"), rounds * spread_of_means(bandit)),
         bias = , rmse = range_of_errors(measure, bandit), c(0, Inf))
}

# Measures between 0 and 1, and those of them that are probabilities.
is_share <- function(measure) is_probability(measure) | measure == "optimal"

is_probability <- function(measure) {
  grepl("^(correct|error|misnamed|power(, all)?|stopped|no_winner|best dropped)$|^(claimed|dropped), arm |^(coverage|uninformative)", # word ok
        measure)
}

is_quantile <- function(measure) grepl("^sample_size, ", measure)

has_only <- function(bandit, traits) all(names(bandit$traits) %in% traits)

# Without a rule, and where no round passes without a pull, all games have as many as rounds.
range_of_size <- function(bandit, description) {
  every <- has_only(bandit, c("changes", "wear", late_traits, "spread", "fairness"))
  if (is.null(description$stop) && every) rep(max(description$record), 2) else c(0, description$horizon)
}

# Returns the range of a reward; 0 is in it if rounds may be without one.
range_of_reward <- function(bandit, rounds, stop) {
  if (!has_only(bandit, late_traits)) return(c(least_possible(bandit, "reward"), Inf))
  range(rounds * bandit$arms$range, if (!is.null(stop) || length(bandit$traits) > 0) 0)
}

# Returns how far the means of two arms can lie apart, where they are constant.
spread_of_means <- function(bandit) {
  if (!has_only(bandit, late_traits)) return(Inf)
  arms <- bandit$arms
  mean <- switch(arms$kind, bernoulli = "prob", gaussian = , beta_mean = "mean", student = "location",
                 constant = "value")
  means <- if (!is.null(mean)) parameter_range(arms$parameters[[mean]])
  min(diff(arms$range), diff(means))
}

# Means of what was shown lie where rewards do; estimates from weighted scores need not.
range_of_errors <- function(measure, bandit) {
  width <- if (grepl(": (naive|sequence)", measure)) diff(bandit$arms$range) else Inf
  c(if (startsWith(measure, "bias")) -width else 0, width)
}
