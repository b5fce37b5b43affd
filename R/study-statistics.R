# The statistics of a summary, stated once: each of a sample of games, and of a law of an exact study. The columns of
# summary(), of exact studies and of prints follow from this list.

# Describes a statistic. `sample`: a function of a list with `mean`, `sd`, `se`, `lower` and `upper`, numbers for each
# row, and `quantile`, a function of a probability; `law`: of a list with `value`, `probability` and `mean`; `head`:
# over its column in prints, NULL for one that is not printed by itself.
statistic <- function(sample, law, head = NULL) list(sample = sample, law = law, head = head)

statistic_of_quantile <- function(p, head) {
  statistic(function(sample) sample$quantile(p), function(law) law_quantiles(law, p), head)
}

law_mean <- function(law) if (is.null(law)) NA_real_ else sum(law$value * law$probability)

law_sd <- function(law) sqrt(max(0, sum((law$value - law_mean(law))^2 * law$probability)))

# The least values that are reached with these probabilities.
law_quantiles <- function(law, probabilities) {
  reached <- cumsum(law$probability)
  vapply(probabilities, function(p) law$value[which(reached >= p - 1e-12)[1]], 0, USE.NAMES = FALSE)
}

summary_statistics <- list(
  mean = statistic(function(sample) sample$mean, function(law) law$mean, "mean"),
  sd = statistic(function(sample) sample$sd, law_sd),
  se = statistic(function(sample) sample$se, function(law) 0),
  lower = statistic(function(sample) sample$lower, function(law) law$mean),
  upper = statistic(function(sample) sample$upper, function(law) law$mean),
  median = statistic_of_quantile(0.5, "median"),
  q05 = statistic_of_quantile(0.05, "5%"),
  q95 = statistic_of_quantile(0.95, "95%")
)

# Returns the heads of the columns that are printed, by statistic.
printed_statistics <- function() {
  unlist(lapply(summary_statistics, function(statistic) statistic$head))
}
