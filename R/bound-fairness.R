# The bounds for penalised fairness (Fang, Li and Samorodnitsky 2022, section 4).

#' The regret of HT-UCB
#'
#' Bounds on the penalised regret of [policy_ht_ucb()], on how often it plays an
#' arm, on how far an arm can ever fall behind, and lower bounds. With the gap
#' \eqn{\Delta}{Delta} of an arm, its penalty rate A, its share \eqn{\tau}{tau}, K arms and T rounds:
#'
#' * `"regret"`. Theorem 4.2 (it depends on the gaps): the sum over non-critical
#'   arms of \eqn{\max\{\min\{8 \ln T / (\Delta - A), (\Delta - A) \tau T\}, 8 \ln T / \Delta\}}{max\{min\{8 ln T /
#'   (Delta - A), (Delta - A) tau T\}, 8 ln T / Delta\}} and over critical ones of \eqn{(8 \ln T / \Delta - \Delta \tau
#'   T)_+}{(8 ln T / Delta - Delta tau T)+}. (In the print of the latter a Delta is missing.) Theorem 4.5 (it does not):
#'   \eqn{8 \sqrt{T \ln T} \sum \sqrt{\tau} + 8 \sqrt{(1 - \tau_{min}) K T \ln T} + C \sqrt{K T \ln T}}{8 sqrt(T ln T)
#'   sum sqrt(tau) + 8 sqrt((1 - tau_min) K T ln T) + C sqrt(K T ln T)} with C = sqrt(32) + 4, as the proof has it.
#' * `"pulls"`. Theorem 4.2 b and c: at most \eqn{\max\{8 \ln T / \Delta^2, \tau T\}}{max\{8 ln T / Delta^2, tau T\}}
#'   pulls of a critical arm and \eqn{\max\{\min\{8 \ln T / (\Delta - A)^2, \tau T\}, 8 \ln T / \Delta^2\}}{max\{min\{8
#'   ln T / (Delta - A)^2, tau T\}, 8 ln T / Delta^2\}} of a non-critical one.
#' * `"shortfall"`. Theorem 4.3: for optimal and critical arms the expected
#'   greatest shortfall in any of the rounds 1..T is at most \eqn{a_j \ln T}{a_j ln T}, with the
#'   \eqn{a_j}{a_j} of equation (13).
#' * `"lower"`. Theorem 4.6: \eqn{\sum \ln T / (\Delta - A)}{sum ln T / (Delta - A)} over non-critical arms with
#'   a share; Theorem 4.7: \eqn{\sum \Delta (\ln T / \Delta^2 - \tau T)_+}{sum Delta (ln T / Delta^2 - tau T)+} over
#'   critical arms; both are for HT-UCB on bandits of special kinds. Theorem 4.8: \eqn{(1 - \sum \tau) \sqrt{(K - 1) T /
#'   2} / (8 e)}{(1 - sum tau) sqrt((K - 1) T / 2) / (8 e)}, which any policy suffers for some means, with normal
#'   rewards of variance 1 and these shares. (The proof puts C = 1/2 where 2 is right: the two laws
#'   that it compares are 2 Delta apart.)
#'
#' Terms that the theorems write as O(1) or O(K) are left out: the value is the
#' part that grows.
#'
#' @section Where the theorems hold:
#' Their suppositions are severe: the paper's own experiments do not meet those of
#' Theorem 4.2. So the formulas are worked out for every bandit, and the column
#' `holds` says whether what the theorem supposes of gaps, penalties, shares and
#' the horizon is met; where it is not, the value proves nothing. That rewards lie
#' in \[0, 1\] is supposed throughout and not looked at. Theorem 4.6 is for
#' constant rewards with all other arms equally good and above their penalties,
#' Theorem 4.7 for constant rewards with all critical arms equally good and all
#' non-critical ones, each with one penalty; both for long enough horizons.
#'
#' @param bandit A bandit [with_fairness()] whose means are given, not drawn.
#' @param horizon One or several horizons: whole numbers of rounds of at least 2.
#' @param what Which bounds, see above.
#' @param ... Must be empty.
#' @return A tibble with a row a theorem and horizon (and arm). For `"regret"` and
#'   `"lower"` the columns `bound`, `round`, `regret`, see [regret_bounds], and
#'   `holds`; for `"pulls"` `bound`, `arm`, `round`, `pulls`, `holds`; for
#'   `"shortfall"` `bound`, `arm`, `round`, `shortfall`, `holds`.
#' @section Errors: `unruly_error_argument` for a bad argument.
#' @references Fang, Li and Samorodnitsky (2022), On Penalization in Stochastic
#'   Multi-armed Bandits, Theorems 4.2, 4.3, 4.5 to 4.8 and appendices B to E.
#' @seealso [regret_bounds], [fair_optimum()]
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.9, 0.7, 0.3))) |>
#'   with_fairness(share = 0.1, penalty = 0.4)
#' bound_ht_ucb(problem, horizon = 10^(3:5))
#' bound_ht_ucb(problem, horizon = 1e5, what = "pulls")
#' bound_ht_ucb(problem, horizon = 1e5, what = "shortfall")
#' bound_ht_ucb(problem, horizon = 1e5, what = "lower")
#' @export
bound_ht_ucb <- function(bandit, horizon, what = c("regret", "pulls", "shortfall", "lower"), ...) {
  check_no_dots(...)
  p <- fair_problem(bandit)
  wanted <- "one or several whole numbers of rounds of at least 2"
  horizon <- check_numbers(horizon, "horizon", min = 2, whole = TRUE, wanted = wanted)
  what <- check_choice(what, "what", c("regret", "pulls", "shortfall", "lower"))
  p$constant <- bandit$arms$kind == "constant"
  switch(what,
    regret = rbind(
      ht_bound("Theorem 4.2", p, horizon, regret = gap_dependent_regret, holds = gap_dependent_holds),
      ht_bound("Theorem 4.5", p, horizon, regret = gap_free_regret, holds = function(p, T) all(p$share > 0))
    ),
    pulls = ht_bound("Theorem 4.2", p, horizon, arms = which(p$set != "optimal"), pulls = most_pulls,
                     holds = gap_dependent_holds),
    shortfall = ht_bound("Theorem 4.3", p, horizon, arms = which(p$set != "non-critical"),
                         shortfall = function(p, T) shortfall_factors(p) * log(T), holds = shortfall_holds),
    lower = rbind(
      ht_bound("Theorem 4.6", p, horizon, regret = lower_non_critical, holds = lower_non_critical_holds),
      ht_bound("Theorem 4.7", p, horizon, regret = lower_critical, holds = lower_critical_holds),
      ht_bound("Theorem 4.8", p, horizon, regret = lower_any, holds = lower_any_holds)
    )
  )
}

# A table of `...` (a named function of the problem and the horizon, with one
# value or one an arm) at each horizon.
ht_bound <- function(bound, p, horizon, ..., holds, arms = NULL) {
  value <- list(...)
  rows <- lapply(horizon, function(T) {
    at <- value[[1]](p, T)
    table <- tibble(bound = bound, round = T, value = if (is.null(arms)) at else at[arms], holds = holds(p, T))
    if (is.null(arms)) table else tibble(table["bound"], arm = arms, table[c("round", "value", "holds")])
  })
  table <- do.call(rbind, unname(rows))
  names(table)[names(table) == "value"] <- names(value)
  table
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
