# Sums of a log of one game, for estimates(), written down plainly: what the core adds up, of logs (src/logs/choice_sums.c) and of
# games (src/game/scores.c), is compared with this.

# A row an arm; `horizon` for two-point weights.
log_scores <- function(log, horizon = nrow(log), decay = 0, centre = NULL) {
  choices <- literal_log(log)
  tibble::tibble(round = max(nrow(log), log[["round"]]), sums_of_choices(choices, horizon, decay, centre))
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
       propensity = log[["propensity"]], round = log[["round"]],
       absent = if (!is.null(log[["pool"]])) vapply(labels, function(label) !vapply(log$pool, is.element, NA, el = label), logical(nrow(log))))
}

sums_of_choices <- function(choices, horizon, decay, centre = NULL) {
  all <- centres_before(choices$reward, !is.na(choices$reward))
  rows <- lapply(seq_along(choices$labels), function(k) {
    played <- choices$arm == k & !is.na(choices$reward)
    c(list(arm = k), as.list(literal_shown(choices$reward[played])), scores_of_arm(choices, k, played, horizon, decay, all, centre))
  })
  tibble::as_tibble(do.call(Map, c(list(c), rows)))
}

# The mean of what was shown before each row, NA before anything was.
centres_before <- function(reward, shown) {
  before <- cumsum(shown) - shown
  total <- cumsum(ifelse(shown, reward, 0)) - ifelse(shown, reward, 0)
  ifelse(before > 0, total / before, NA)
}

literal_shown <- function(x) {
  if (length(x) == 0) return(c(pulls = 0, mean = 0, deviations = 0, first = 0, apart = 0, lean = 0))
  y <- x - x[1]
  i <- seq_along(x)
  off <- y - c(0, cumsum(y)[-length(y)]) / i
  c(pulls = length(x), mean = mean(x), deviations = sum((x - mean(x))^2), first = x[1], apart = sum(off^2), lean = sum(off / i))
}

# Of weights h and scores g; `chance` of the rounds in which the arm was played.
literal_weighted <- function(h, g, played, chance, name) {
  counts <- h^2 > 0
  second <- if (any(counts, na.rm = TRUE)) sum(h^2 * g) / sum(h^2) else 0
  reach <- (h / chance)[played]
  found <- c(weight = sum(h), score = if (any(counts, na.rm = TRUE)) sum(h * g) / sum(h) else 0, weight2 = sum(h^2), score2 = second,
             deviations = sum(h^2 * (g - second)^2), reach = sum(reach), reach2 = sum(reach^2))
  stats::setNames(found, paste(names(found), name, sep = "_"))
}

# Of the rounds in which the arm could be played, and something had been shown before. What was never shown counts for no arm.
scores_of_arm <- function(choices, k, played, horizon, decay, all, centre = NULL) {
  chance <- if (!is.null(choices$chances)) choices$chances[, k] else
    if (is.null(choices$propensity)) rep(NA_real_, length(played)) else ifelse(choices$arm == k, choices$propensity, NA)
  if (is.null(choices$chances) && !is.null(choices$absent)) chance[choices$absent[, k]] <- 0
  own <- centres_before(choices$reward, played)
  middle <- ifelse(!is.na(own), own, if (is.null(centre)) all else centre)
  counts <- !is.na(choices$reward) & !chance %in% 0 & !is.na(middle)
  score <- middle
  score[played] <- middle[played] + (choices$reward[played] - middle[played]) / chance[played]
  weights <- list(uniform = rep(if (all(is.na(chance))) NA_real_ else 1, length(played)), constant = sqrt(chance),
                  two_point = two_point_weights(chance, choices$round %||% seq_along(chance), horizon, decay))
  sums <- lapply(names(weights), function(name) {
    as.list(literal_weighted(weights[[name]][counts], score[counts], played[counts], chance[counts], name))
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
