# Sums of a log of one game, for estimates(), written down plainly: what the core adds up, of logs (src/logs/choice_sums.c) and of
# games (src/game/scores.c), is compared with this.

# A row an arm; `horizon` for two-point weights.
log_scores <- function(log, horizon = nrow(log), decay = 0) {
  choices <- literal_log(log)
  tibble::tibble(round = max(nrow(log), log[["round"]]), sums_of_choices(choices, horizon, decay))
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

sums_of_choices <- function(choices, horizon, decay) {
  rows <- lapply(seq_along(choices$labels), function(k) {
    played <- choices$arm == k & !is.na(choices$reward)
    reward <- choices$reward[played]
    c(list(arm = k, pulls = sum(played) + 0, sum = sum(reward), squares = sum(reward^2)), scores_of_arm(choices, k, played, horizon, decay))
  })
  tibble::as_tibble(do.call(Map, c(list(c), rows)))
}

# Of the rounds in which the arm could be played. What was never shown counts for no arm.
scores_of_arm <- function(choices, k, played, horizon, decay) {
  chance <- if (!is.null(choices$chances)) choices$chances[, k] else
    if (is.null(choices$propensity)) rep(NA_real_, length(played)) else ifelse(choices$arm == k, choices$propensity, NA)
  counts <- !is.na(choices$reward) & !chance %in% 0
  reward <- ifelse(played, choices$reward, 0)
  before <- cumsum(played) - played
  mean <- ifelse(before > 0, (cumsum(reward) - reward) / before, 0)
  score <- mean
  score[played] <- mean[played] + (reward[played] - mean[played]) / chance[played]
  weights <- list(uniform = rep(if (all(is.na(chance))) NA_real_ else 1, length(played)), constant = sqrt(chance),
                  two_point = two_point_weights(chance, choices$round %||% seq_along(chance), horizon, decay))
  sums <- lapply(names(weights), function(name) {
    h <- weights[[name]][counts]
    g <- score[counts]
    stats::setNames(list(sum(h), sum(h * g), sum(h^2), sum(h^2 * g), sum(h^2 * g^2)),
                    paste(c("weight", "score", "weight2", "score2", "squares"), name, sep = "_"))
  })
  do.call(c, sums)
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
