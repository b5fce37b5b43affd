# Group-sequential rules, literally.

# Z of every arm against the control after each round, by round and arm; NA where one of the two has no outcome.
literal_scores <- function(n, mean, control, sd = NULL) {
  z <- n * NA
  for (k in setdiff(seq_len(ncol(n)), control)) {
    shown <- n[, k] > 0 & n[, control] > 0
    a <- n[shown, k]
    b <- n[shown, control]
    difference <- mean[shown, k] - mean[shown, control]
    p <- (a * mean[shown, k] + b * mean[shown, control]) / (a + b)
    error <- (if (is.null(sd)) sqrt(p * (1 - p)) else sd) * sqrt(1 / a + 1 / b)
    z[shown, k] <- if (is.null(sd)) ifelse(p <= 0 | p >= 1, 0, difference / error) else difference / error
  }
  z
}

# `sides`: 2 for both.
literal_boundary <- function(upper, looks, control = 1, lower = NULL, sides = 1, sd = NULL) {
  function(seen, named = FALSE) {
    z <- literal_scores(seen$n, seen$mean, control, sd)
    rivals <- seen$there & col(z) != control
    z[!rivals | !seen$there[, control]] <- NA
    best <- vapply(seen$round, function(t) {
      if (all(is.na(z[t, ]))) return(NA)
      at <- which(z[t, ] == max(z[t, ], na.rm = TRUE))
      at[which.max(seen$mean[t, at])]
    }, 1)
    greatest <- z[cbind(seen$round, best)]
    limit <- function(x) replace(rep(NA_real_, length(seen$round)), looks[looks <= length(seen$round)], x[looks <= length(seen$round)])
    crosses <- greatest >= limit(upper) - 1e-9
    below <- sides == 2 & greatest <= -limit(upper) + 1e-9
    to_come <- vapply(seen$round, function(t) any(seen$there[seen$round > t, , drop = FALSE] & rep(!seen$there[t, ], each = sum(seen$round > t)) &
                                                    rep(colSums(seen$there[seen$round <= t, , drop = FALSE]) == 0, each = sum(seen$round > t))), NA)
    futile <- if (is.null(lower)) FALSE else greatest <= limit(c(lower, rep(-Inf, length(looks) - length(lower)))) + 1e-9 &
      rowSums(rivals & is.na(z)) == 0 & !to_come
    if (named) return(ifelse(crosses %in% TRUE, best, control))
    (crosses | below | futile) %in% TRUE
  }
}
