# The regret bounds of the dying arms paper (Traca, Rudin and Yan 2020).

find_ag <- function(bandit, horizon, policy, what, options, call) {
  given <- bound_numbers(bandit, c("mean", "first", "last"), c("lifetimes", "entries"), call)
  check_bound_bernoulli(bandit, call)
  means <- check_bound_means(given$mean, call)
  life <- bound_lives(given, length(means))
  check_ag_explores(policy, call)
  keep <- if (policy$constructor == "policy_ag") 1 else policy_parameter(policy, "keep")
  initial <- initial_arms(life, policy_parameter(policy, "init"), max(horizon), call)
  check_history_count(length(means), max(horizon) - length(initial), max(horizon), call)
  by_round <- history_sum(means, life, keep, initial, max(horizon))
  label <- if (policy$constructor == "policy_ag") "Theorem 2.1 (AG)" else "Theorem 2.1 (AG-L)"
  new_bound(label, horizon, cumsum(by_round)[horizon])
}

check_bound_bernoulli <- function(bandit, call) {
  if (bandit$arms$kind == "bernoulli") return(invisible())
  abort_argument("bandit", "a bandit of Bernoulli arms", given = arms_text(bandit$arms), call = call)
}

# With probability 1 minus the greatest mean, as the theorem has it.
check_ag_explores <- function(policy, call) {
  usual <- policy$parameters$scale == 1 && identical(policy$parameters$range %||% c(0, 1), c(0, 1))
  if (!usual) refuse_parameter(policy, "`scale = 1` and rewards in [0, 1]", call)
}

most_histories <- 1e5

# Ways to have distributed the pulls of each round among the arms, summed.
check_history_count <- function(arms, rounds, horizon, call) {
  count <- if (rounds < 1) 0 else choose(rounds - 1 + arms, arms)
  if (count > most_histories) {
    abort_combination(c(
      "The game is too large for the bound of AG, which sums over all histories.",
      x = "{format_count(arms)} arms can have been played in about {format_numbers(signif(count, 2))} ways up to round {format_numbers(horizon)}; at most {format_count(most_histories)} are summed."
    ), call = call)
  }
}

# Arms of the first pulls: in round i the i-th of them is pulled.
initial_arms <- function(life, init, horizon, call) {
  there <- which(life$first == 1)
  initial <- utils::head(there, min(init %||% length(there), horizon))
  dead <- which(life$last[initial] < seq_along(initial))
  if (length(dead) > 0) {
    abort_combination(c("Each arm of {.arg init} must live until its first pull.",
                        x = "Arm {initial[dead[1]]} dies before round {dead[1]}."), call = call)
  }
  initial
}

live_arms <- function(life, t) which(life$first <= t & life$last >= t)

# The bound's terms by round. `mass` holds, for each vector of pulls (a row of
# `pulls`), the sum over its histories of the products of probabilities.
history_sum <- function(means, life, keep, initial, horizon) {
  term <- numeric(horizon)
  pulls <- matrix(0, 1, length(means))
  mass <- 1
  for (t in seq_len(horizon)) {
    live <- live_arms(life, t)
    if (length(live) == 0) next
    gap <- max(means[live]) - means
    if (t <= length(initial)) {
      term[t] <- gap[initial[t]]
      pulls[, initial[t]] <- 1
      next
    }
    explored <- longest_lives(live, life$last, keep)
    probability <- matrix(apply(pulls, 1, pull_probabilities, means = means, live = live, explored = explored),
                     nrow = nrow(pulls), byrow = TRUE)
    term[t] <- sum(mass * (probability %*% gap[live]))
    after <- next_histories(pulls, mass, probability, live, alive_later = life$last > t)
    pulls <- after$pulls
    mass <- after$mass
  }
  term
}

# ceil(keep m) live arms of longest remaining life, the lowest among equals.
longest_lives <- function(live, last, keep) {
  live[order(-last[live], live)][seq_len(ceiling(keep * length(live)))]
}

# At most how likely each live arm is to be played, given the pulls so far.
pull_probabilities <- function(n, means, live, explored) {
  p <- 1 - expected_greatest(n[live], means[live])
  vapply(live, function(j) {
    better <- live[means[live] > means[j]]
    d <- means[better] - means[j]
    u <- prod(exp(-n[j] * d^2 / 2) + exp(-n[better] * d^2 / 2))
    p * (j %in% explored) / length(explored) + (1 - p) * u
  }, 0)
}

# E max of the means of n_j Bernoulli draws, over the arms with n_j > 0.
expected_greatest <- function(n, means) {
  means <- means[n > 0]
  n <- n[n > 0]
  if (length(n) == 0) return(0)
  values <- sort(unique(unlist(lapply(n, function(k) (0:k) / k))))
  below <- values[-length(values)]
  # P(mean <= x), the rounding of x n forgiven.
  each <- mapply(function(k, mean) stats::pbinom(floor(below * k + 1e-9), k, mean), n, means)
  none_above <- apply(matrix(each, length(below)), 1, prod)
  sum(diff(values) * (1 - none_above))
}

# Pulls of arms that are gone no longer matter.
next_histories <- function(pulls, mass, probability, live, alive_later) {
  parts <- lapply(seq_along(live), function(i) {
    pulls[, live[i]] <- pulls[, live[i]] + 1
    pulls
  })
  pulls <- do.call(rbind, parts)
  pulls[, !alive_later] <- 0
  mass <- as.vector(mass * probability)
  key <- do.call(paste, as.data.frame(pulls))
  first <- !duplicated(key)
  list(pulls = pulls[first, , drop = FALSE], mass = as.vector(rowsum(mass, match(key, key[first]))))
}

# --- UCB-L ------------------------------------------------------------------------

find_ucb_l <- function(bandit, horizon, policy, what, options, call) {
  given <- bound_numbers(bandit, c("mean", "first", "last"), c("lifetimes", "entries"), call)
  means <- check_bound_means(given$mean, call)
  check_numbers(horizon, "horizon", max = 1e7, call = call)
  life <- bound_lives(given, length(means))
  scale <- policy_parameter(policy, "scale")
  width <- scale_width(policy$parameters)
  regret <- vapply(horizon, function(T) {
    initial <- initial_arms(life, policy_parameter(policy, "init"), T, call)
    ucb_l_bound(means, life, scale, width, initial, T)
  }, 0)
  new_bound("Theorem 2.3", horizon, regret)
}

ucb_l_bound <- function(means, life, scale, r, initial, horizon) {
  best <- best_by_round(means, life, horizon)
  first_plays <- sum(means[best[seq_along(initial)]] - means[initial])
  first_plays + sum(vapply(seq_along(means), function(j) {
    if (life$first[j] > horizon) return(0)
    rounds <- seq(life$first[j], min(life$last[j], horizon))
    rounds <- rounds[rounds > length(initial)]
    epochs <- split(rounds, best[rounds])
    sum(vapply(epochs, function(t) epoch_bound(t, j, best[t[1]], means, life, scale, r), 0))
  }, 0))
}

# The best arm alive in each round (NA: none), by laying the arms over the
# rounds from the worst to the best.
best_by_round <- function(means, life, horizon) {
  best <- rep(NA_integer_, horizon)
  for (j in order(means, -seq_along(means))) {
    if (life$first[j] <= horizon) best[life$first[j]:min(life$last[j], horizon)] <- j
  }
  best
}

# The regret that arm j may cause in the rounds t, in which arm i is the best.
epoch_bound <- function(t, j, i, means, life, scale, r) {
  gap <- means[i] - means[j]
  if (gap <= 0) return(0)
  exponent <- function(arm) -4 * life_weight(life$last[arm], t, scale)^2 / r^2
  since_j <- t - life$first[j]
  since_i <- t - life$first[i]
  u <- max(ceiling(8 * life_weight(life$last[j], t, scale)^2 * log(pmax(since_j, 1)) / gap^2))
  term <- since_i * pmax(since_j - u + 1, 0) * (since_j^exponent(j) + since_i^exponent(i))
  gap * min(length(t), u + sum(term[since_i > 0 & since_j > 0]))
}

# psi; a life without end counts as ending in round 2^63.
life_weight <- function(last, t, scale) scale * log(pmin(last, 2^63) - t + 1)

# Arms without a life of their own are there from the first round on, without end.
bound_lives <- function(given, arms) {
  list(first = as.double(rep_len(given$first %||% 1, arms)), last = as.double(rep_len(given$last %||% Inf, arms)))
}
