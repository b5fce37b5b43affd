# Estimates and intervals from sums, by each of the methods.

# --- the sums -----------------------------------------------------------------------

# Sums of the core, see src/base/score_sums.h: of what was shown of an arm, and of its weighted scores.
score_parts <- c("weight", "score", "weight2", "score2", "deviations", "reach", "reach2")

part_of <- function(sums, what, weights) sums[[paste(what, sub("-", "_", weights), sep = "_")]]

# V: the squares of deviations from a centre that does not know the reward, the middle of the range and the rewards
# before
# it.
variation_of <- function(sums, middle) {
  off <- middle - sums$first
  n <- sums$pulls
  squares <- sums$apart - 2 * off * sums$lean + off^2 * (pi^2 / 6 - trigamma(n + 1))
  ifelse(n > 0, pmax(squares, 0), 0)
}

estimate_rows <- function(known, method, estimate, se, lower, upper, effective = NA_real_, rows = TRUE) {
  tibble(known$shown, estimate = estimate, se = se, lower = lower, upper = upper, method = method,
         effective = effective)[rows, ]
}

# Gives rows without an interval the range of the rewards, or the whole line.
whole_where <- function(none, limits, known) {
  list(lower = ifelse(none, ifelse(is.finite(known$low), known$low, -Inf), limits$lower),
       upper = ifelse(none, ifelse(is.finite(known$high), known$high, Inf), limits$upper))
}

observed_means <- function(known) ifelse(known$sums$pulls > 0, known$sums$mean, NA_real_)

# --- naive --------------------------------------------------------------------------

# As if the numbers of pulls had been fixed. Rewards of 0 and 1: Wilson's interval; equal rewards tell nothing of their
# spread.
naive_rows <- function(known, how) {
  n <- known$sums$pulls
  mean <- observed_means(known)
  spread <- known$sums$deviations
  known_spread <- n > 1 & !is.na(spread) & spread > 0
  se <- ifelse(known_spread, sqrt(spread / (n - 1) / n), NA_real_)
  half <- stats::qt((1 + how$level) / 2, pmax(n - 1, 1)) * se
  limits <- whole_where(!known_spread, list(lower = mean - half, upper = mean + half), known)
  wilson <- wilson_limits(n, mean, how$level, known)
  binary <- known$binary & n > 0
  estimate_rows(known, "naive", mean, se, ifelse(binary, wilson$lower, limits$lower),
                ifelse(binary, wilson$upper, limits$upper))
}

# Wilson (1927): the probabilities with which the share is not at odds; rewards are at the ends of the range.
wilson_limits <- function(n, mean, level, known) {
  z <- stats::qnorm((1 + level) / 2)
  middle <- (mean + z^2 / (2 * n)) / (1 + z^2 / n)
  half <- z / (1 + z^2 / n) * sqrt(pmax(mean * (1 - mean), 0) / n + z^2 / (4 * n^2))
  list(lower = ifelse(mean == 0, 0, middle - half), upper = ifelse(mean == 1, 1, middle + half))
}

# --- sequences -----------------------------------------------------------------------

evidence_families <- c("gaussian", "bernoulli", "bounded", "t") # in the order of evidence_family in C

sequence_rows <- function(known, how) {
  error <- (1 - how$level) / if (how$joint) known$arms else 1
  sums <- evidence_sums(known)
  error <- rep_len(error, nrow(sums))
  rows <- evidence_intervals(sums, log(1 / error), best_rho(how$narrowest, error))
  estimate_rows(known, "sequence", observed_means(known), NA_real_, rows$lower, rows$upper)
}

# The mixing variance for which the bound is lowest after `narrowest` pulls, in pulls.
best_rho <- function(narrowest, error) narrowest / (2 * log(1 / error) + log1p(2 * log(1 / error)))

# Returns the sums that evidence needs of each row: rewards of the families of a range are scaled to [0, 1], and what is
# found is scaled back by `low` and `width`. Rewards of a range of a single number are 0 there.
evidence_sums <- function(known) {
  sums <- known$sums
  ranged <- known$family %in% c("bernoulli", "bounded")
  low <- ifelse(ranged, known$low, 0)
  width <- ifelse(ranged, known$high - known$low, 1)
  unit <- ifelse(width > 0, width, 1)
  mean <- ifelse(sums$pulls > 0 & width > 0, (sums$mean - low) / unit, 0)
  squares <- ifelse(known$family == "t", sums$deviations, 0)
  bounded <- which(known$family == "bounded")
  squares[bounded] <- variation_of(sums[bounded, ], (low + width / 2)[bounded]) / unit[bounded]^2
  tibble(family = known$family, n = as.double(sums$pulls), mean = ifelse(ranged, pmin(pmax(mean, 0), 1), mean),
         squares = ifelse(sums$pulls > 0, squares, 0), sd = ifelse(is.na(known$sd), 1, known$sd), low = low,
         width = width)
}

# A difference of means, or how far a mean is above `low`, in these units. Of a range of a single number all but 0 are
# impossible, which is what 2 is in [0, 1].
scaled_difference <- function(x, sums) {
  none <- abs(x) <= 1e-12 * abs(sums$low)
  ifelse(sums$width > 0, x / sums$width, ifelse(none, 0, 2 * sign(x)))
}

# All means against which the evidence is less than the level, for all rows at once; see src/inference/evidence.h.
# Without pulls that is the whole line, or the range.
evidence_intervals <- function(sums, level, mixture) {
  threads <- check_threads(NULL, rlang::caller_env())
  lower <- upper <- numeric(nrow(sums))
  for (family in unique(sums$family)) {
    here <- which(sums$family == family)
    limits <- .Call(C_evidence_intervals, family_number(family), evidence_part(sums, here), level[here], mixture[here],
                    plain_mode(), threads)
    lower[here] <- sums$low[here] + sums$width[here] * limits[, 1]
    upper[here] <- sums$low[here] + sums$width[here] * limits[, 2]
  }
  list(lower = lower, upper = upper)
}

# Limits by bisection alone.
plain_mode <- function() as.double(isTRUE(getOption("unruly.plain")))

family_number <- function(family) as.double(match(family, evidence_families))

evidence_part <- function(sums, rows) lapply(unclass(sums[c("n", "mean", "squares", "sd")]), function(x) x[rows])

# --- weighted scores ------------------------------------------------------------------

aipw_rows <- function(known, how) {
  report_without_chances(known$without_chances)
  names <- if (length(how$weights) == 1) "aipw" else paste("aipw,", how$weights)
  rows <- do.call(rbind, Map(function(weights, name) one_weighting(known, weights, name, how$level), how$weights, names,
                             USE.NAMES = FALSE))
  warn_few_effective(rows, known)
  rows
}

# Without two effective outcomes, or if all scores are equal, nothing is known of their spread.
one_weighting <- function(known, weights, name, level) {
  part <- function(what) part_of(known$sums, what, weights)
  h <- part("weight")
  shown <- known$sums$pulls > 0 & !is.na(h) & h > 0
  estimate <- ifelse(shown, part("score"), NA)
  effective <- ifelse(part("reach2") > 0, part("reach")^2 / part("reach2"), 0)
  known_spread <- shown & effective >= 2 - 1e-9 & part("deviations") > 0
  spread <- part("deviations") + part("weight2") * (part("score2") - estimate)^2
  se <- ifelse(known_spread, sqrt(spread) / h, NA_real_)
  half <- stats::qnorm((1 + level) / 2) * se
  limits <- whole_where(!known_spread, list(lower = estimate - half, upper = estimate + half), known)
  estimate_rows(known, name, estimate, se, limits$lower, limits$upper, effective, known$chances %||% TRUE)
}

# `reasons` by policy.
report_without_chances <- function(reasons) {
  if (length(reasons) == 0) return(invisible())
  inform_plain(c("Left out of the method \"aipw\":", rlang::set_names(paste0(names(reasons), ": ", reasons, "."), "*")),
               class = "unruly_message_overlap")
}

# A normal approximation needs many outcomes, and of rewards of 0 and 1 many of each.
warn_few_effective <- function(rows, known) {
  binary <- rep_len(known$binary[known$chances %||% TRUE], nrow(rows))
  seldom <- pmin(rows$estimate, 1 - rows$estimate) * rows$effective
  few <- rows$effective < 30 | binary & !is.na(seldom) & seldom < 10
  arms <- unique(as.character(rows$arm[which(few)]))
  if (length(arms) == 0) return(invisible())
  warn_plain(c("Intervals by the method \"aipw\" may cover too seldom: they rest on few effective outcomes (column `effective`).",
               x = sprintf("%s: %s.", if (length(arms) == 1) "Arm" else "Arms", few_names(arms)),
               i = "Fewer than 30 are few; so are, for rewards of 0 and 1, fewer than 10 of the rarer one."),
             class = "unruly_warning_effective")
}
