# Differences of AIPW estimates, with constant weights: both estimates rest on the same rounds, so they covary.

# `found` of comparison_rows(), for a number of rounds that was fixed in advance.
compare_by_aipw <- function(known, pairs, how) {
  report_without_chances(known$without_chances)
  chances <- known$chances
  known$chances <- NULL # all rows stay here, so that pairs find theirs
  own <- one_weighting(known, "constant", "aipw", how$level)
  estimate <- difference_of(own$estimate, pairs, how)
  variance <- own$se[pairs$row]^2
  if (how$pairs) variance <- variance + own$se[pairs$other]^2 - 2 * covariance_of_pairs(known, pairs)
  se <- sqrt(pmax(variance, 0))
  error <- (1 - how$level) / if (how$together) pairs$count else 1
  half <- stats::qnorm(1 - error / 2) * se
  z <- (estimate - how$margin) / se
  p <- switch(how$alternative, two.sided = 2 * stats::pnorm(-abs(z)), greater = stats::pnorm(-z),
              less = stats::pnorm(z))
  unknown <- is.na(se)
  list(estimate = estimate, se = se, lower = ifelse(unknown, -Inf, estimate - half),
       upper = ifelse(unknown, Inf, estimate + half), e_value = NA_real_, p_value = ifelse(unknown, 1, p),
       rows = if (!is.null(chances)) which(chances[pairs$row]))
}

# C = sum h_a h_b (G_a - Q_a) (G_b - Q_b) / (H_a H_b), by pair.
covariance_of_pairs <- function(known, pairs) {
  if (is.null(known$log)) return(covariance_in_study(known, pairs))
  arms <- known$arms[1]
  games <- games_of_log(known$log)
  of <- games$of %||% rep(1L, length(known$log$arm))
  chances <- chances_of_log(known$log)
  game <- (pairs$row - 1) %/% arms + 1 # rows are arms within games
  found <- numeric(nrow(pairs))
  for (g in unique(game)) {
    mine <- which(of == g)
    covariance <- covariance_of_scores(known$log$arm[mine], known$log$reward[mine], chances[mine, , drop = FALSE])
    here <- which(game == g)
    found[here] <- covariance[cbind(known$sums$arm[pairs$row[here]], known$sums$arm[pairs$other[here]])]
  }
  found
}

# Returns the covariances of pairs whose sums the study keeps.
covariance_in_study <- function(known, pairs) {
  key <- function(rows, arm, other) {
    c(unclass(rows)[c("bandit", "policy", "rep", "round")], list(pmax(arm, other), pmin(arm, other)))
  }
  row <- known$sums[pairs$row, ]
  kept <- known$pairs
  found <- kept$comoment[match_rows(key(row, row$arm, known$sums$arm[pairs$other]), key(kept, kept$arm, kept$other))]
  found / (row$weight_constant * known$sums$weight_constant[pairs$other])
}

# Returns the covariances of all arms with each other, in one game whose events are in order. A reward that was never
# shown counts for nothing.
covariance_of_scores <- function(arm, reward, chances) {
  shown <- !is.na(reward)
  arm <- arm[shown]
  reward <- reward[shown]
  e <- chances[shown, , drop = FALSE]
  played <- outer(arm, seq_len(ncol(e)), "==")
  centre <- centres_of_scores(reward, played)
  score <- centre + ifelse(played, (reward - centre) / e, 0)
  h <- ifelse(e > 0 & !is.na(centre), sqrt(e), 0)
  score[h == 0] <- 0
  total <- colSums(h)
  mean <- colSums(h * score) / total
  crossprod(h * sweep(score, 2, mean)) / outer(total, total)
}

# Before each event: the mean of the arm, else of all rewards, else NA.
centres_of_scores <- function(reward, played) {
  before <- function(x) apply(x, 2, function(column) cumsum(column) - column)
  own <- matrix(before(played * (reward - reward[1])) / before(played + 0), nrow(played))
  all <- (cumsum(reward - reward[1]) - (reward - reward[1])) / (seq_along(reward) - 1)
  reward[1] + ifelse(is.finite(own), own, ifelse(is.finite(all), all, NA_real_))
}

# The propensity of each arm in each event.
chances_of_log <- function(log) {
  given <- as_tibble(log)$propensities
  found <- matrix(0, length(log$arm), log$arms)
  if (is.matrix(given)) {
    found[, if (is.null(colnames(given))) seq_len(ncol(given)) else match(colnames(given), log$labels)] <- given
    return(found)
  }
  arm <- unlist(lapply(given, function(e) if (is.null(names(e))) seq_along(e) else match(names(e), log$labels)))
  found[cbind(rep(seq_along(given), lengths(given)), arm)] <- unlist(given)
  found
}

# Returns the value of each arm less that of the control or the threshold.
difference_of <- function(value, pairs, how) value[pairs$row] - if (how$pairs) value[pairs$other] else how$threshold
