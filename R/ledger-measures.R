# Measures of claims: of a study, or of a series of studies, an estimate with its standard error and the degrees of
# freedom of its interval. Policies are compared by replication, as they meet the same outcomes.

# --- estimates -----------------------------------------------------------------------------

exactly <- function(value) list(found = as.double(value), exact = TRUE)

# The mean of values by replication.
mean_of <- function(x) list(found = mean(x), se = stats::sd(x) / sqrt(length(x)), df = length(x) - 1)

# The ratio of two means, by the delta method on pairs.
ratio_of <- function(x, y) {
  r <- mean(x) / mean(y)
  list(found = r, se = stats::sd(x - r * y) / sqrt(length(x)) / abs(mean(y)), df = length(x) - 1)
}

# The share of games in which something holds.
share_of <- function(holds) list(found = mean(holds), se = NA_real_, df = length(holds))

# The exponent a of T^a between two rounds, or two horizons; `times` is the ratio of these.
exponent_of <- function(late, early, times) {
  both <- ratio_of(late, early)
  list(found = log(both$found) / log(times), se = both$se / both$found / log(times), df = both$df)
}

# Returns how much is added while the logarithm of the round grows by 1, late against early: 1 for a logarithm, sqrt(10)
# for a square root and 10 for a line if `rounds` grow tenfold. `rounds`: three, from the last; `values`: likewise.
growth_of <- function(values, rounds) {
  span <- -diff(log(rounds))
  ratio_of((values[[1]] - values[[2]]) / span[1], (values[[2]] - values[[3]]) / span[2])
}

# Returns the estimate that is hardest on the claim.
least_of <- function(estimates) estimates[[which.min(vapply(estimates, `[[`, 0, "found"))]]

greatest_of <- function(estimates) estimates[[which.max(vapply(estimates, `[[`, 0, "found"))]]

# Returns a number that is made of many means (a slope, a share of curves): its standard error is that over resamples of
# the replications, which are the same for all policies. `statistic` takes the numbers of replications, some of them
# twice.
resampled <- function(reps, statistic, resamples = 200) {
  if (reps < 2) return(list(found = statistic(seq_len(reps)), se = NA_real_, df = NA_real_))
  found <- with_own_seed(1, vapply(seq_len(resamples), function(i) statistic(sample.int(reps, replace = TRUE)), 0))
  list(found = statistic(seq_len(reps)), se = stats::sd(found), df = reps - 1)
}

# --- values of games -----------------------------------------------------------------------

# A series as a list of studies, the longest horizon last; a study as such a list.
studies_of <- function(x) if (inherits(x, "unruly_series")) x$studies else list(x)

# The study of the last horizon, or of one `before` it.
last_of <- function(x, before = 0) {
  studies <- studies_of(x)
  studies[[max(length(studies) - before, 1)]]
}

policies_of <- function(study) names(study$description$policies)

bandits_of <- function(study) names(study$description$bandits)

# One value per replication. Without `round`: at the last checkpoint.
values_of <- function(study, policy, bandit = 1, what = "regret", round = last_checkpoint(study)) {
  as.vector(figures_of(study, what, round)[1, , policy, bandit])
}

# The checkpoint nearest to a fraction of the last one.
checkpoint_at <- function(study, fraction) {
  record <- study$description$record
  record[which.min(abs(log(record / (fraction * max(record)))))]
}

# Within a study: T against T / 10, and these against T / 100.
exponent_in <- function(study, policy, bandit = 1, what = "regret") {
  early <- checkpoint_at(study, 0.1)
  exponent_of(values_of(study, policy, bandit, what), values_of(study, policy, bandit, what, early),
              last_checkpoint(study) / early)
}

growth_in <- function(study, policy, bandit = 1, what = "regret") {
  rounds <- c(last_checkpoint(study), checkpoint_at(study, 0.1), checkpoint_at(study, 0.01))
  growth_of(lapply(rounds, function(round) values_of(study, policy, bandit, what, round)), rounds)
}

# Between the horizons of a series: the last against the one before. Replications draw from the same numbers.
exponent_between <- function(series, policy, bandit = 1, what = "regret") {
  late <- last_of(series)
  early <- last_of(series, 1)
  exponent_of(values_of(late, policy, bandit, what), values_of(early, policy, bandit, what),
              late$description$horizon / early$description$horizon)
}

# Regret of one policy over that of another.
regret_ratio <- function(study, policy, other, bandit = 1, what = "regret") {
  ratio_of(values_of(study, policy, bandit, what), values_of(study, other, bandit, what))
}

# Regret over a bound, whose value at the last checkpoint is a number.
over_bound <- function(study, policy, bound, bandit = 1, what = "regret") {
  mean_of(values_of(study, policy, bandit, what) / bound)
}

# By replication: whether an arm left; how often it was pulled; the share of all pulls that it had.
has_left <- function(study, policy, arm, bandit = 1) {
  left <- study$tables$exits
  rows <- as.integer(factor(left$bandit, bandits_of(study))) == bandit & left$policy == policy & left$arm == arm
  study$replications %in% left$rep[rows]
}

# A matrix: arms (actions) by replications.
pulls_of <- function(study, policy, bandit = 1, what = "pulls") {
  table <- study$tables$pulls
  rows <- table$bandit == bandits_of(study)[bandit] & table$policy == policy
  matrix(table[[what]][rows], ncol = length(study$replications))
}
