# The bounds for penalised fairness (Fang, Li and Samorodnitsky 2022, section 4).

find_ht_ucb <- function(bandit, horizon, policy, what, options, call) {
  p <- fair_problem(bandit, call)
  horizon <- check_bound_horizon(horizon, call, min = 2)
  if (!is.null(policy$parameters$penalty)) {
    refuse_parameter(policy, "HT-UCB with the penalties of the bandit", call)
  }
  p$constant <- bandit$arms$kind == "constant"
  switch(what,
    regret = rbind(
      ht_bound("Theorem 4.2", p, horizon, gap_dependent_regret, gap_dependent_holds),
      ht_bound("Theorem 4.5", p, horizon, gap_free_regret, function(p, T) all(p$share > 0))
    ),
    pulls = ht_bound("Theorem 4.2", p, horizon, most_pulls, gap_dependent_holds, which(p$set != "optimal")),
    shortfall = ht_bound("Theorem 4.3", p, horizon, function(p, T) shortfall_factors(p) * log(T), shortfall_holds,
                         which(p$set != "non-critical")),
    lower = rbind(
      ht_bound("Theorem 4.6", p, horizon, lower_non_critical, lower_non_critical_holds),
      ht_bound("Theorem 4.7", p, horizon, lower_critical, lower_critical_holds),
      ht_bound("Theorem 4.8", p, horizon, lower_any, lower_any_holds)
    )
  )
}

# A table of `value` (a function of the problem and the horizon, with one value or one per arm) at each horizon.
ht_bound <- function(bound, p, horizon, value, holds, arms = NULL) {
  rows <- lapply(horizon, function(T) {
    at <- value(p, T)
    table <- new_bound(rep(bound, max(1, length(arms)) * (is.null(arms) || length(arms) > 0)), T,
                       if (is.null(arms)) at else at[arms])
    table$holds <- rep(holds(p, T), nrow(table))
    if (!is.null(arms)) table$arm <- arms
    table
  })
  do.call(rbind, unname(rows))
}

# --- Theorem 4.2 ------------------------------------------------------------------

gap_dependent_regret <- function(p, T) {
  other <- p[p$set == "non-critical", ]
  excess <- other$gap - other$penalty
  critical <- p[p$set == "critical", ]
  sum(pmax(pmin(8 * log(T) / excess, excess * other$share * T), 8 * log(T) / other$gap)) +
    sum(pmax(8 * log(T) / critical$gap - critical$gap * critical$share * T, 0))
}

most_pulls <- function(p, T) {
  level <- ifelse(p$set == "non-critical", pmin(8 * log(T) / (p$gap - p$penalty)^2, p$share * T), p$share * T)
  pmax(level, 8 * log(T) / p$gap^2)
}

# Conditions (i) and (ii).
gap_dependent_holds <- function(p, T) {
  arms <- nrow(p)
  c0 <- 1 - sum(p$share)
  served <- p$set != "non-critical"
  ca <- min((p$penalty - p$gap)[served])
  excess <- (p$gap - p$penalty)[!served]
  least <- pmin(sqrt(8 * arms * log(T) / (c0^2 * T)), sqrt(pmax(log(c0 * T), 0) / (p$share[!served] * c0 * T)))
  ca > sqrt(16 * c0^2 * arms * log(T) / T) && all(excess < ca / 4 & excess >= least)
}

# --- Theorem 4.5 ------------------------------------------------------------------

gap_free_regret <- function(p, T) {
  growth <- sqrt(T * log(T))
  arms <- nrow(p)
  8 * growth * sum(sqrt(p$share)) + 8 * growth * sqrt((1 - min(p$share)) * arms) +
    (sqrt(32) + 4) * growth * sqrt(arms)
}

# --- Theorem 4.3 ------------------------------------------------------------------

# The factors a_j of equation (13), by arm; infinite where two sums of mean and
# penalty are equal.
shortfall_factors <- function(p) {
  arms <- nrow(p)
  order <- order(-tops(p))
  mean <- p$mean[order]
  top <- tops(p)[order]
  b <- vapply(seq_len(arms), function(d) {
    before <- seq_len(d - 1)
    after <- seq_len(arms)[-seq_len(d)]
    8 * (sum(1 / (top[d] - mean[before])^2) + sum(1 / (top[d] - top[after])^2))
  }, 0)
  a <- vapply(seq_len(arms), function(j) sum((j - seq_len(j) + 1) * b[seq_len(j)]), 0)
  a[order(order)]
}

# Sums that differ by no more than rounding are equal.
tops <- function(p) signif(p$mean + p$penalty, 12)

shortfall_holds <- function(p, T) {
  all((p$penalty > p$gap)[p$set != "non-critical"]) && !anyDuplicated(tops(p))
}

# --- lower bounds -------------------------------------------------------------------

lower_non_critical <- function(p, T) {
  other <- p[p$set == "non-critical" & p$share > 0, ]
  sum(log(T) / (other$gap - other$penalty))
}

lower_critical <- function(p, T) {
  critical <- p[p$set == "critical", ]
  sum(critical$gap * pmax(log(T) / critical$gap^2 - critical$share * T, 0))
}

lower_any <- function(p, T) (1 - sum(p$share)) * sqrt((nrow(p) - 1) * T / 2) / (8 * exp(1))

all_equal <- function(x) length(unique(signif(x, 12))) <= 1

# One best arm, the others equally far behind and non-critical, and a horizon
# for which the proof's inequality (19) is true.
lower_non_critical_holds <- function(p, T) {
  other <- p[p$set == "non-critical", ]
  uniform <- all_equal(other$gap) && all_equal(p$penalty)
  if (!p$constant[1] || nrow(other) != nrow(p) - 1 || nrow(other) == 0 || !uniform) return(FALSE)
  excess <- other$gap[1] - other$penalty[1]
  all(8 * log(T) / excess^2 <= other$share * T / 2) && late_enough(excess, T)
}

lower_critical_holds <- function(p, T) {
  kinds <- split(p, factor(p$set, c("optimal", "critical", "non-critical")))
  other <- kinds[["non-critical"]]
  critical <- kinds[["critical"]]
  uniform <- all_equal(critical$gap) && all_equal(critical$penalty) && all_equal(other$gap) && all_equal(other$penalty)
  if (!p$constant[1] || nrow(kinds$optimal) != 1 || nrow(critical) == 0 || !uniform) return(FALSE)
  gap <- critical$gap[1]
  early <- sum(8 * log(T) / (other$gap - other$penalty)^2) + sum(8 * log(T) / critical$gap^2)
  early < T / 2 && all(critical$share * T <= log(T) / gap^2) && late_enough(gap, T)
}

late_enough <- function(margin, T) 2 * sqrt(log(T) / T) + margin < margin * sqrt(2 * log(T / 2) / log(T))

# The gap of the proof has to be below 1/2 and below every penalty.
lower_any_holds <- function(p, T) {
  gap <- sqrt((nrow(p) - 1) / (2 * T))
  nrow(p) > 1 && gap < 1 / 2 && all(p$penalty > gap)
}
