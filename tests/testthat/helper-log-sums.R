# Sums of a log of one game, for estimates(), written down plainly: what the core adds up, of logs (src/logs/choice_sums.c) and of
# games (src/game/scores.c), is compared with this.

# One row per arm; `horizon` for two-point weights, `centre` of arms of which nothing was shown (NULL: the mean of all), `middle` of
# the range of rewards. All sums are made at once, of all rounds, not updated.
log_scores <- function(log, horizon = nrow(log), decay = 0, centre = NULL, middle = NA_real_) {
  choices <- literal_log(log)
  tibble::tibble(round = max(nrow(log), log[["round"]]), sums_of_choices(choices, horizon, decay, centre, middle))
}

literal_log <- function(log) {
  chances <- log[["propensities"]]
  named <- function(e) stats::setNames(as.double(e), if (is.null(names(e))) as.character(seq_along(e)) else names(e))
  rows <- if (is.matrix(chances)) lapply(seq_len(nrow(chances)), function(i) named(chances[i, ])) else lapply(chances, named)
  others <- unique(unlist(lapply(rows, names)))
  labels <- if (is.factor(log$arm)) union(levels(log$arm), others) else if (is.numeric(log$arm))
    as.character(seq_len(max(log$arm, as.numeric(others)))) else sort(union(log$arm, others), method = "radix")
  if (length(rows) > 0) {
    chances <- matrix(0, nrow(log), length(labels), dimnames = list(NULL, labels))
    for (i in seq_along(rows)) chances[i, names(rows[[i]])] <- rows[[i]]
  }
  list(arm = match(as.character(log$arm), labels), reward = as.double(log$reward), labels = labels, chances = chances,
       propensity = log[["propensity"]], round = log[["round"]])
}

sums_of_choices <- function(choices, horizon, decay, centre = NULL, middle = NA_real_) {
  rows <- lapply(seq_along(choices$labels), function(k) {
    played <- choices$arm == k & !is.na(choices$reward)
    x <- choices$reward[played]
    expected <- (middle + cumsum(x) - x) / seq_along(x)
    c(list(arm = k, pulls = length(x) + 0, mean = if (length(x) > 0) mean(x) else NA_real_, deviations = sum((x - mean(x))^2),
           bounded = if (is.na(middle)) NA_real_ else sum((x - expected)^2)),
      do.call(c, unname(lapply(names(weightings), function(w) literal_sums(scores_of_arm(choices, k, horizon, decay, centre), w)))))
  })
  tibble::as_tibble(do.call(Map, c(list(c), rows)))
}

weightings <- list(uniform = 1, constant = 2, two_point = 3)

# A row per round: whether it counts for this arm, its score, its weights, and whether the arm was played in it.
scores_of_arm <- function(choices, k, horizon, decay, centre = NULL) {
  shown <- !is.na(choices$reward)
  played <- choices$arm == k & shown
  chance <- if (!is.null(choices$chances)) choices$chances[, k] else
    if (is.null(choices$propensity)) rep(NA_real_, length(played)) else ifelse(choices$arm == k, choices$propensity, NA)
  reward <- ifelse(shown, choices$reward, 0)
  before <- function(which) {
    count <- cumsum(which) - which
    ifelse(count > 0, (cumsum(ifelse(which, reward, 0)) - ifelse(which, reward, 0)) / count, NA)
  }
  of_all <- if (is.null(centre)) before(shown) else rep(centre, length(shown))
  middle <- ifelse(is.na(before(played)), of_all, before(played))
  unknown <- all(is.na(chance))
  tibble::tibble(
    counts = shown & !chance %in% 0 & !is.na(middle), played = played, chance = chance,
    score = ifelse(played, middle + (reward - middle) / chance, middle),
    uniform = if (unknown) NA_real_ else 1, constant = sqrt(chance),
    two_point = two_point_weights(chance, choices$round %||% seq_along(chance), horizon, decay)
  )
}

literal_sums <- function(scores, weights) {
  of <- scores[scores$counts, ]
  h <- of[[weights]]
  ratio <- (h / of$chance)[of$played]
  mean <- sum(h * of$score) / sum(h)
  mean2 <- sum(h^2 * of$score) / sum(h^2)
  numbers <- list(sum(h), mean, sum(h^2), mean2, sum(h^2 * (of$score - mean2)^2),
                  if (length(ratio) == 0) 0 else sum(ratio)^2 / sum(ratio^2))
  numbers <- lapply(numbers, function(x) if (is.nan(x) && nrow(of) == 0) NA_real_ else x)
  if (nrow(of) == 0) numbers[5] <- 0
  stats::setNames(numbers, paste(c("weight", "score", "weight2", "score2", "deviations", "effective"), weights, sep = "_"))
}

# Of the scores of two arms, the products of their deviations from the estimates, with constant weights.
literal_comoment <- function(one, other) {
  around <- function(x) x$score - sum((x$constant * x$score)[x$counts]) / sum(x$constant[x$counts])
  both <- one$counts & other$counts
  sum((one$constant * other$constant * around(one) * around(other))[both])
}

# A stick, of which each round breaks off its share of what is left; also rounds in which nothing was played.
two_point_weights <- function(chance, t, horizon, decay) {
  round <- seq_len(max(t))
  share <- (1 - decay) / (1 - decay + horizon * (round / horizon)^decay - round)
  share[t] <- (1 - chance) * share[t] + chance / (1 + horizon - t)
  share <- pmin(pmax(share, 0), 1)
  left <- c(1, cumprod(1 - share))[round]
  sqrt((left * share)[t] * chance)
}
