# Parts of summaries and comparisons: values of a study, sums over its replications that are the same for rows
# and for moments, and the intervals that may be looked at while replications are added.

# The values of a study as an array: round, replication, policy, bandit. Rows
# of the table come by bandit, policy, replication, round.
figures_of <- function(study, what, rounds) {
  d <- study$description
  shape <- c(length(study$replications), length(d$policies), length(d$bandits))
  rows <- outer(match(rounds, d$record), (seq_len(prod(shape)) - 1) * length(d$record), "+")
  array(figure_column(study, what)[rows], c(length(rounds), shape),
        dimnames = list(NULL, NULL, names(d$policies), names(d$bandits)))
}

figure_column <- function(study, what) {
  found <- measure_of(what)
  if (!is.null(found$games)) return(found$games(study$tables))
  values <- study$tables$regret[[found$of]]
  if (found$per_round) values / study$tables$regret$round else values
}

# --- sums ----------------------------------------------------------------------------

# One number per row of the result, as summarise_study() has them.
sums_of_measure <- function(study, what, rounds) {
  if (keeps_moments(study)) return(tree_sums(study$tables, slots_of(study, what, rounds)))
  values <- matrix(aperm(figures_of(study, what, rounds), c(2, 1, 3, 4)), nrow = length(study$replications))
  tree_sums(tables_of_rows(values, study$replications), seq_len(ncol(values)))
}

# As compare_pairs() has them, but always the later policy less the earlier one, so that a pair and its reverse differ
# by their sign only.
sums_of_pairs <- function(study, pairs, what, rounds) {
  if (keeps_moments(study)) return(tree_sums(study$tables, slots_of_pairs(study, pairs, what, rounds)))
  values <- figures_of(study, what, rounds)
  order <- later_first(pairs, study)
  differences <- lapply(names(study$description$bandits), function(b) {
    lapply(seq_along(order$later), function(i) {
      t(matrix(values[, , order$later[i], b] - values[, , order$earlier[i], b], ncol = length(study$replications)))
    })
  })
  differences <- do.call(cbind, unlist(differences, recursive = FALSE))
  tree_sums(tables_of_rows(differences, study$replications), seq_len(ncol(differences)))
}

# Rows lower and upper. Where a bound is asked for it alone counts (`proved`), and else where a measure never varied,
# about which the t-mixture knows nothing.
anytime_interval <- function(sums, bound, proved, pair, level) {
  half <- anytime_factor(sums$n, level) * sd_of_sums(sums)
  limits <- rbind(sums$mean - half, sums$mean + half)
  by_bound <- which(proved | never_varied(sums))
  if (sums$n > 1 || proved) limits[, by_bound] <- bounded_interval(sums, bound, pair, level)[, by_bound]
  limits
}

# `limits` of summaries: one column per round, policy, bandit.
anytime_of_measure <- function(study, what, rounds, level, bound, cells, call) {
  d <- study$description
  bounds <- checked_bounds(study, what, rounds, bound, call)
  each <- c(bounds[, rep(seq_along(d$bandits), each = length(d$policies))])
  sums <- sums_of_measure(study, what, rounds)
  if (is.numeric(bound)) refuse_beyond(sums, cells, each, FALSE, what, "bound", call)
  anytime_interval(sums, each, !is.null(bound), FALSE, level)
}

# The same by bandit, pair, round.
anytime_of_pairs <- function(study, pairs, what, rounds, level, bound, cells, call) {
  bounds <- checked_bounds(study, what, rounds, bound, call)
  each <- c(bounds[, rep(seq_len(ncol(bounds)), each = length(pairs$policy))])
  sums <- sums_of_pairs(study, pairs, what, rounds)
  if (is.numeric(bound)) refuse_beyond(sums, cells, each, TRUE, what, "bound", call)
  limits <- anytime_interval(sums, each, !is.null(bound), TRUE, level)
  reverse <- which(rep(rep(later_first(pairs, study)$sign < 0, each = length(rounds)), ncol(bounds)))
  limits[, reverse] <- -limits[2:1, reverse]
  limits
}

checked_bounds <- function(study, what, rounds, bound, call) {
  bounds <- bounds_of(bound, study$description, what, rounds)
  if (isTRUE(bound)) refuse_uncertain(bounds, study$description$bandits, what, "bound", call)
  bounds
}

# A bound by round, for sums over rounds.
of_rounds <- function(bound, rounds, what, call) {
  if (isTRUE(bound)) {
    abort_argument("bound", sprintf("a number for \"%s\"", what), call = call,
                   given = "TRUE, about a measure whose greatest value is not known")
  }
  if (!is.null(bound)) bound * rounds
}

# The later policy less the earlier one: their numbers, and the sign of a pair as it was asked for.
later_first <- function(pairs, study) {
  policies <- names(study$description$policies)
  one <- match(pairs$policy, policies)
  other <- match(pairs$baseline, policies)
  list(later = pmax(one, other), earlier = pmin(one, other), sign = ifelse(one > other, 1, -1))
}

slots_of_pairs <- function(study, pairs, what, rounds) {
  d <- study$description
  order <- later_first(pairs, study)
  all <- length(d$policies) * (length(d$policies) - 1) / 2
  slots <- array(slots_of(study, what, rounds, pair = TRUE), c(length(rounds), all, length(d$bandits)))
  c(slots[, (order$later - 1) * (order$later - 2) / 2 + order$earlier, ])
}
