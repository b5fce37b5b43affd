# The composing fuzzer: the figures of a game, worked out in R from its choices, as the help says what they are. Nothing of the
# core is asked but the parameters that were drawn, and the paths of means that move at random.

invariant_regret <- function(p) {
  for (rep in unique(p$tables$regret$rep)) {
    own <- own_figures(p, rep)
    if (is.null(own)) return()
    found <- game_of(p$tables$regret, rep = rep)
    found$earned <- found$benchmark - found$regret
    until <- if (is.null(p$study$description$stop)) Inf else game_of(p$tables$recommendations, rep = rep)$round
    for (column in names(own)) {
      off <- which(abs(found[[column]] - own[[column]][found$round]) > 1e-9 * (1 + max(abs(own[[column]]))) & found$round <= until)
      if (anyNA(found[[column]][found$round <= until])) off <- which(is.na(found[[column]]))
      if (length(off) > 0) {
        return(sprintf("%s of round %d in replication %d: %.12g, by our own count %.12g", column, as.integer(found$round[off[1]]), as.integer(rep),
                       found[[column]][off[1]], own[[column]][found$round[off[1]]]))
      }
    }
  }
}

# Columns of regret() by round; NULL where there is no truth to compare with.
own_figures <- function(p, rep) {
  b <- p$opened$bandit
  rounds <- p$opened$horizon
  plays <- game_of(p$tables$choices, rep = rep)
  drawn <- by_number(p$tables$instances[p$tables$instances$rep == rep, ], b$arms$count)
  if ("replay" %in% names(b$traits) || nrow(plays) == 0) return()
  ends <- plays$round + plays$cost - 1
  by_round <- function(value) cumsum(sum_at(value, ends, rounds))
  figures <- list(pulls = by_round(rep_len(1, nrow(plays))), reward = by_round(plays$reward))
  if (identical(trait_of(b, "population")$death, "budgeted")) return(figures) # who is born when follows from the play
  means <- means_by_round(b, drawn, rounds, p$opened$seed, rep)
  if (is.null(means)) return(figures)
  earned <- by_round(means_of_plays(b, means, drawn, plays))
  best <- best_by_round(b, means, drawn, rounds, p$opened$seed, rep)
  if (is.null(best)) return(c(figures, list(earned = earned)))
  if (b$arms$kind == "tape_round") return(c(figures, list(benchmark = best, regret = best - earned)))
  fair <- unfairness_by_round(b, means[, 1], plays, rounds)
  best <- cumsum(best) - fair$least
  c(figures, list(benchmark = best, regret = best - (earned - fair$penalty)), if (fair$there) fair[c("penalty", "unfairness")])
}

# A row for each number; what the study has not heard of yet is missing.
by_number <- function(drawn, count) {
  arms <- seq_len(max(count, drawn$arm))
  drawn <- drawn[match(arms, drawn$arm), ]
  drawn$arm <- arms
  drawn
}

sum_at <- function(value, at, rounds) {
  sums <- numeric(rounds)
  for (i in seq_along(value)) sums[at[i]] <- sums[at[i]] + value[i]
  sums
}

# A row an arm, a column a round.
means_by_round <- function(b, drawn, rounds, seed, rep) {
  p <- b$arms$parameters
  if (b$arms$kind %in% c("linear", "logistic")) {
    if (!is.matrix(p$context)) return()
    scores <- as.matrix(drawn[grepl("^theta", names(drawn))]) %*% p$context[, seq_len(rounds)]
    return(unname(if (b$arms$kind == "linear") scores else stats::plogis(scores)))
  }
  if (b$arms$kind == "tape_round") return(p$reward[, seq_len(rounds), drop = FALSE])
  if (!is.null(p$context) || b$arms$kind == "context") return()
  own <- if (b$arms$kind == "empirical") means_of_values(p) else literal_means(b, drawn)
  if (!is.numeric(own) || all(is.na(own))) return()
  means <- matrix(own, length(own), rounds)
  if ("changes" %in% names(b$traits)) filled_paths(mean_paths(b, rounds, seed = seed, rep = rep), means) else means
}

means_of_values <- function(p) vapply(seq_len(length(p$from) - 1), function(k) mean(p$value[(p$from[k] + 1):p$from[k + 1]]), 0)

filled_paths <- function(paths, means) {
  paths <- paths[paths$round <= ncol(means) & paths$arm <= nrow(means), ]
  for (i in seq_len(nrow(paths))) means[paths$arm[i], paths$round[i]:ncol(means)] <- paths$mean[i]
  means
}

# What each play is worth in the mean.
means_of_plays <- function(b, means, drawn, plays) {
  if ("waiting" %in% names(b$traits)) return(literal_worth(b, means[, 1])$pay[cbind(plays$arm, plays$wait)])
  if ("wear" %in% names(b$traits)) {
    worn <- worn_means(unruly:::law_of_trait(b$traits$wear), means[, 1], plays$arm)
    return(if (b$arms$kind == "bernoulli") pmin(pmax(worn, 0), 1) else worn) # a probability stays one
  }
  means[cbind(plays$arm, plays$round)]
}

worn_means <- function(law, own, arms) {
  p <- lapply(law$parameters, function(x) if (is.matrix(x)) x else rep_len(x, length(own))[arms])
  n <- pulls_before(arms) + 1
  own <- own[arms]
  switch(law$law,
    step = own - (n > p$after) * p$drop,
    linear = pmax(own - p$slope * (n - 1), pmin(own, p$floor)),
    power = own * n^-p$exponent,
    table = p$mean[cbind(arms, pmin(n, ncol(p$mean)))]
  )
}

# The mean of the best arm of each round: of those that have entered, that live, that are awake. (Against resting and worn
# arms the regret compares with the best plan, which test-trait-time.R and test-trait-wear.R look at.)
best_by_round <- function(b, means, drawn, rounds, seed, rep) {
  if (any(c("rest", "wear") %in% names(b$traits))) return()
  if (b$arms$kind == "tape_round") return(apply(rbind(apply(means, 1, cumsum)), 1, max))
  if ("waiting" %in% names(b$traits)) {
    worth <- literal_worth(b, means[, 1])
    means <- matrix(apply(worth$pay / worth$time, 1, max), nrow(means), rounds)
  }
  life <- literal_lives(b, drawn)
  if ("entries" %in% names(b$traits)) life$last[] <- Inf
  there <- outer(life$first, seq_len(rounds), "<=") & outer(life$last, seq_len(rounds), ">=") & t(awake_by_round(b, nrow(means), rounds, seed, rep))
  vapply(seq_len(rounds), function(t) if (any(there[, t])) max(means[there[, t], t]) else 0, 0)
}

awake_by_round <- function(b, arms, rounds, seed, rep) {
  given <- trait_of(b, "absences")
  if (is.null(given)) return(matrix(TRUE, rounds, arms))
  if (!is.null(given$chance)) return(matrix(literal_awake(rep_len(given$chance, arms), rounds, seed, rep), rounds))
  plan <- t(given$awake == 1)
  plan[(seq_len(rounds) - 1) %% nrow(plan) + 1, rep_len(seq_len(ncol(plan)), arms), drop = FALSE]
}

unfairness_by_round <- function(b, means, plays, rounds) {
  given <- trait_of(b, "fairness")
  if (is.null(given)) return(list(there = FALSE, least = 0, penalty = 0))
  t <- seq_len(rounds)
  short <- vapply(seq_along(means), function(k) pmax(given$share[k] * t - cumsum(sum_at(plays$arm == k, plays$round, rounds)), 0), numeric(rounds))
  short <- matrix(short, rounds)
  list(there = TRUE, least = t * sum(pmin(max(means) - means, given$penalty) * given$share), penalty = drop(short %*% given$penalty),
       unfairness = rowSums(short))
}
