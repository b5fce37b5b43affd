# The support of a log: which arms of its pools were shown as often as its propensities say.
#
# The value of a choice is identified where it had a positive propensity in all events. Then 1(shown) / propensity has
# the mean 1 for each arm, over the events whose pool has it. One check serves replays by turns, weights and doubly
# robust ones, and estimates with weights.

# By arm: in how many events it could be shown, the mean of its weights, in how many its propensity is stated as 0, and
# why it has no support ("zero", "never", "weights", or NA where it has).
support_of <- function(log) {
  size <- diff(log$pool_from)
  in_pools <- function(by_pool) sums_by(rep(by_pool, size), log$pool_members, log$arms)
  events <- in_pools(tabulate(log$pool, length(size)))
  weight <- 1 / shown_propensity(log)
  sums <- sums_by(weight, log$arm, log$arms)
  zeros <- zeros_of(log)
  lacks <- rep(NA_character_, log$arms)
  if (!is.null(log$propensity)) lacks[is_off(sums, sums_by(weight^2, log$arm, log$arms), events)] <- "weights"
  lacks[arms_never_shown(log)] <- "never"
  lacks[zeros > 0] <- "zero"
  tibble(arm = seq_len(log$arms), events = events, weight = sums / events, zeros = zeros, lacks = lacks)
}

# The propensity of what was shown: 1 / (size of the pool) where the log has none.
shown_propensity <- function(log) log$propensity %||% (1 / diff(log$pool_from))[log$pool]

# Weights that miss the mean 1 by more than this are worth a warning, however many events there are.
support_tolerance <- 0.05

# Sums of the weights of arms and of their squares, over so many events. Under the stated propensities, shows of equal
# propensities are binomial; others are taken as that binomial whose first two moments are theirs.
is_off <- function(sums, squares, events, level = uneven_level) {
  shown <- which(sums > 0)
  k <- sums[shown]^2 / squares[shown]
  p <- pmin(sums[shown] / squares[shown], 1)
  n <- events[shown]
  below <- ifelse(k > n * (1 - 1e-9), 1, stats::pbeta(p, k + 1, pmax(n - k, 0), lower.tail = FALSE))
  above <- stats::pbeta(p, k, pmax(n - k, 0) + 1)
  off <- pmin(below, above) < level / (2 * length(shown)) & abs(sums[shown] / n - 1) > support_tolerance
  replace(logical(length(sums)), shown, off)
}

# In how many events an arm of the pool has the propensity 0, or none beside those of others.
zeros_of <- function(log) {
  given <- log$propensities$chances
  if (is.null(given)) return(numeric(log$arms))
  positive <- if (is.list(given)) positive_in_lists(log, given) else positive_in_columns(log, given)
  size <- diff(log$pool_from)
  known <- sums_by(rep(tabulate(log$pool[positive$known], length(size)), size), log$pool_members, log$arms)
  pmax(known - positive$count, 0)
}

# By arm, in how many events it is in the pool and has a propensity above 0; and in which events any are known.
positive_in_columns <- function(log, given) {
  known <- !is.na(rowSums(given))
  arms <- log$propensities$place[col(given)[given > 0 & known]]
  events <- row(given)[given > 0 & known]
  list(count = tabulate(arms[in_pool(log, events, arms)], log$arms), known = known)
}

positive_in_lists <- function(log, given) {
  known <- vapply(given, is.numeric, NA)
  sizes <- ifelse(known, lengths(given), 0)
  value <- unlist(lapply(given[known], unname))
  names <- unlist(lapply(given[known], function(row) names(row) %||% log$labels[seq_along(row)]))
  arms <- match(names, log$labels)
  good <- value > 0 & !is.na(arms)
  events <- rep(seq_along(given), sizes)[good %in% TRUE]
  arms <- arms[good %in% TRUE]
  list(count = tabulate(arms[in_pool(log, events, arms)], log$arms), known = known)
}

# Returns whether these arms are in the pools of these events.
in_pool <- function(log, events, arms) {
  size <- diff(log$pool_from)
  if (length(size) == 1 && size == log$arms) return(rep(TRUE, length(arms)))
  member_key(log$pool[events], arms) %in% member_key(rep(seq_along(size), size), log$pool_members)
}

# Warns of arms without support. Returns their numbers, or NULL.
warn_of_support <- function(log, consequence, call = rlang::caller_env()) {
  support <- support_of(log)
  lacking <- support[!is.na(support$lacks), ]
  if (nrow(lacking) == 0) return(NULL)
  shown <- utils::head(lacking, 5)
  lines <- vapply(seq_len(nrow(shown)), function(i) lacking_words(shown[i, ], log$labels), "")
  more <- if (nrow(lacking) > 5) sprintf("So for %s more.", count_of(nrow(lacking) - 5, "arm"))
  warn_plain(c("The log does not support all arms of its pools, so what choosing them is worth is not identified.",
               stats::setNames(c(lines, more), rep("!", length(lines) + !is.null(more))), i = consequence,
               i = support_remedy(lacking$lacks)), class = c("unruly_warning_support", "unruly_warning_overlap"),
             call = call)
  as.double(lacking$arm)
}

lacking_words <- function(row, labels) {
  events <- format_count(row$events)
  paste0("Arm ", quoted(labels[row$arm]), switch(row$lacks,
    zero = sprintf(" has propensity 0 in %s of the %s events whose pool has it.", format_count(row$zeros), events),
    never = sprintf(" was never shown in the %s events whose pool has it.", events),
    weights = sprintf(": 1 / propensity where it was shown sums to %s, but %s events have it in their pool.",
                      format_numbers(signif(row$weight * row$events, 3)), events)))
}

support_remedy <- function(lacks) {
  if ("weights" %in% lacks) {
    return("Check the propensities, and leave out of `pool` in each event what could not have been shown.")
  }
  "Leave out of `pool` in each event what could not have been shown."
}

# Arms that uniform draws would have shown ten times, but that never were.
arms_never_shown <- function(log) {
  size <- diff(log$pool_from)
  events <- tabulate(log$pool, length(size))
  expected <- sums_by(rep(events / size, size), log$pool_members, log$arms)
  tabulate(log$arm, log$arms) == 0 & expected >= 10
}

# --- was the log shown uniformly? -------------------------------------------------

uneven_level <- 0.001

warn_if_uneven <- function(log, call = rlang::caller_env()) {
  if (!is.null(log$propensity)) return(invisible())
  p <- uniform_p_value(log)
  if (p >= uneven_level) return(invisible())
  warn_cli(c(
    "The log does not look as if arms had been shown uniformly from their pools (chi-squared test, p = {format_numbers(signif(p, 2))}).",
    i = "Replays of it are biased. Supply propensities, e.g. `bandit_replay(data, propensity = column)`; for deterministic policies, `thin = FALSE`."
  ), class = "unruly_warning_uneven", call = call)
}

# Chi-squared within pools, summed. With k arms in a pool of n events the
# statistic has mean k - 1 and variance 2 (k - 1) (n - 1) / n under uniform
# draws; the sum is compared with a scaled chi-squared of the same two moments,
# which is right for few events in a pool too.
uniform_p_value <- function(log) {
  counts <- rle(sort(log$pool * log$arms + log$shown - 1, method = "radix"))
  pool <- counts$values %/% log$arms
  events <- tabulate(log$pool, length(log$pool_from) - 1)
  squares <- sums_by(as.double(counts$lengths)^2, pool, length(events))
  size <- diff(log$pool_from)
  used <- events > 0
  statistic <- sum((squares * size / events - events)[used])
  mean <- sum((size - 1)[used])
  variance <- sum((2 * (size - 1) * (events - 1) / events)[used])
  if (variance == 0) return(1)
  stats::pchisq(statistic * 2 * mean / variance, 2 * mean^2 / variance, lower.tail = FALSE)
}
