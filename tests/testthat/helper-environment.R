# A literal environment, round by round, written from the statement of the
# problems and not from the C: given what was chosen, it says who was there,
# who left when, and what the regret must be.

# Most tests care for what is played, not for whether the scale of rewards suits.
whatever_scale <- function(code) {
  suppressMessages(suppressWarnings(code, classes = "unruly_warning_scale"), classes = "unruly_message_scale")
}

# With the scales that the core takes for usual where none are given, whatever the bandit states: literal versions are of
# these.
as_usual <- function(policies) {
  if (inherits(policies, "unruly_policy")) {
    inside <- unruly:::assuming(policies) # literal versions of these are of Gaussian rewards
    gaussian <- inside$constructor %in% c("policy_thompson", "policy_flearn") && is.null(inside$parameters$family)
    return(if (gaussian) unruly:::resolve_policy(policies, list(sd = 1)) else unruly:::usual_scaled(policies))
  }
  if (is.list(policies) && !is.object(policies)) lapply(policies, as_usual) else policies
}

# More threads than two, but on CRAN, which allows two.
more_threads <- function() if (identical(Sys.getenv("NOT_CRAN"), "true")) 4 else 2

# A small study that keeps everything, at every round.
play <- function(bandit, policies, horizon, reps = 1, seed = 1, keep = "choices",
                 record = seq_len(horizon), threads = 1, ...) {
  whatever_scale(run_study(bandit, as_usual(policies), horizon, reps = reps, seed = seed, record = record, keep = keep,
                           threads = threads, progress = FALSE, ...))
}

# The rows of one game.
game_of <- function(table, policy = table$policy[1], rep = table$rep[1], bandit = table$bandit[1]) {
  table[table$bandit == bandit & table$policy == policy & table$rep == rep, ]
}

trait_of <- function(bandit, name) bandit$traits[[name]]$parameters

# The integral of P(X > x) up to the limit.
lived_mean <- function(instance) mapply(function(median, shape, limit) {
  stats::integrate(function(x) 2^-((x / median)^shape), 0, limit, rel.tol = 1e-10)$value
}, instance$median, instance$shape, instance$limit)

# True means from the parameters: those drawn, or those given.
literal_means <- function(bandit, instance) {
  p <- bandit$arms$parameters
  switch(bandit$arms$kind,
    bernoulli = instance$prob, gaussian = instance$mean, student = instance$location,
    lognormal = exp(instance$meanlog + instance$sdlog^2 / 2), survival = lived_mean(instance), beta_mean = instance$mean,
    constant = instance$value, beta = instance$shape1 / (instance$shape1 + instance$shape2),
    categorical = drop(p$prob %*% p$value) / rowSums(p$prob), rowMeans(p$reward)
  )
}

# Expected pay and time of each (arm, wait), from the delay law.
literal_worth <- function(bandit, means) {
  waiting <- trait_of(bandit, "waiting")
  if (is.null(waiting)) return(list(pay = matrix(means), time = matrix(1, length(means))))
  waits <- ncol(waiting$delay)
  pay <- time <- matrix(0, length(means), waits)
  for (k in seq_along(means)) {
    for (j in seq_len(waits)) {
      for (d in seq_len(waits)) {
        # A lost auction takes the time of taking part only.
        time[k, j] <- time[k, j] + waiting$delay[k, d] * if (d > j) min(waiting$vain %||% j, j) else d
        if (d > j) next
        worth <- if (is.null(waiting$pay)) means[k] else waiting$pay[k, d]
        pay[k, j] <- pay[k, j] + waiting$delay[k, d] * worth
      }
    }
  }
  list(pay = pay, time = time)
}

# First and last rounds of the arms.
literal_lives <- function(bandit, instance) {
  arms <- nrow(instance)
  life <- trait_of(bandit, "lifetimes") %||% trait_of(bandit, "entries")
  if ("population" %in% names(bandit$traits)) life <- instance
  list(first = rep_len(life$first %||% 1, arms), last = rep_len(life$last %||% Inf, arms))
}

literal_walk <- function(bandit, chosen, horizon, instance) {
  arms <- nrow(instance)
  worth <- literal_worth(bandit, literal_means(bandit, instance))
  rate <- apply(worth$pay / worth$time, 1, max)
  life <- literal_lives(bandit, instance)
  patience <- rep_len(trait_of(bandit, "patience")$patience %||% Inf, arms)
  fairness <- trait_of(bandit, "fairness")
  moving <- any(c("entries", "lifetimes", "population") %in% names(bandit$traits))
  row_at <- match(seq_len(horizon), chosen$round, nomatch = 0)
  last_pull <- life$first - 1
  left <- logical(arms)
  counts <- numeric(arms)
  playing <- benchmark <- expected <- collected <- 0
  live <- matrix(FALSE, arms, horizon)
  idle <- logical(horizon)
  exits <- list()
  curves <- matrix(0, horizon, 6)
  colnames(curves) <- c("pulls", "reward", "benchmark", "regret", "penalty", "unfairness")
  for (t in seq_len(horizon)) {
    present <- life$first <= t & t <= life$last
    live[, t] <- present & !left
    if (playing == 0) playing <- row_at[t]
    # Nobody is there, or a play runs beyond the horizon.
    idle[t] <- playing == 0
    benchmark <- benchmark + if (!moving) max(rate) else max(rate[present], if (!any(present)) 0)
    if (playing > 0) {
      arm <- chosen$arm[playing]
      last_pull[arm] <- t
      if (t == chosen$round[playing] + chosen$cost[playing] - 1) {
        expected <- expected + worth$pay[arm, chosen$wait[playing]]
        collected <- collected + chosen$reward[playing]
        counts[arm] <- counts[arm] + 1
        playing <- 0
      }
    }
    leaves <- live[, t] & t - last_pull >= patience
    dies <- live[, t] & !leaves & life$last == t
    left <- left | leaves
    for (arm in which(leaves | dies)) {
      exits <- c(exits, list(list(arm = arm, round = t, cause = if (dies[arm]) "died" else "left")))
    }
    shortfall <- if (is.null(fairness)) 0 else pmax(fairness$share * t - counts, 0)
    least <- if (is.null(fairness)) 0 else t * sum(pmin(max(rate) - rate, fairness$penalty) * fairness$share)
    penalty <- if (is.null(fairness)) 0 else sum(fairness$penalty * shortfall)
    curves[t, ] <- c(sum(counts), collected, benchmark - least, benchmark - least - (expected - penalty),
                     penalty, sum(shortfall))
  }
  exits <- data.frame(arm = vapply(exits, function(e) e$arm, 0L), round = vapply(exits, function(e) e$round, 0L),
                      cause = vapply(exits, function(e) e$cause, ""))
  list(live = live, idle = idle, exits = exits, curves = as.data.frame(curves))
}

# The tables of a study, taken out once for all its games: each time the whole study is looked at.
tables_of <- function(study) {
  if (!identical(last_tables$study, study)) {
    last_tables$study <- study
    last_tables$tables <- list(choices = choices(study), instances = instances(study), regret = regret(study), exits = exits(study),
                               pulls = pulls(study))
  }
  last_tables$tables
}

last_tables <- new.env()

# Holds one game of a study against the literal one.
expect_literal_game <- function(study, policy = NULL, rep = NULL) {
  bandit <- study$description$bandits[[1]]
  horizon <- study$description$horizon
  policy <- policy %||% names(study$description$policies)[1]
  rep <- rep %||% study$replications[1]
  tables <- tables_of(study)
  chosen <- game_of(tables$choices, policy, rep)
  drawn <- tables$instances
  literal <- literal_walk(bandit, chosen, horizon, drawn[drawn$rep == rep, ])
  figures <- game_of(tables$regret, policy, rep)
  wanted <- literal$curves[figures$round, ]
  shared <- intersect(names(wanted), names(figures))
  waiting <- "waiting" %in% names(bandit$traits)
  end <- if (nrow(chosen) == 0) 0 else max(chosen$round + chosen$cost - 1)
  # Who is in play beyond the budget is not listed, so exits then are not certain.
  certain <- if (waiting) end else horizon
  left <- game_of(tables$exits, policy, rep, names(study$description$bandits))
  left <- left[left$round <= certain, c("arm", "round", "cause")]
  expected <- literal$exits[literal$exits$round <= certain, ]
  # One expectation a game: many games are looked at, and each costs time.
  # Nobody plays an arm that is not there, and somebody plays if one is.
  testthat::expect_equal(
    list(figures = as.list(figures[shared]), exits = as.list(left),
         ghosts = sum(!literal$live[cbind(chosen$arm, chosen$round)]),
         missed = sum(literal$idle & colSums(literal$live) > 0 & seq_len(horizon) <= certain)),
    list(figures = as.list(wanted[shared]), exits = as.list(expected[order(expected$round, expected$arm), ]),
         ghosts = 0, missed = 0),
    tolerance = 1e-9
  )
  invisible(literal)
}

# --- spreads: the direct sum over all plays -----------------------------------

# The share of a reward that arrives at each lag, where it is not random.
literal_weights <- function(law, lags) {
  switch(law$law,
    window = (lags >= law$from & lags < law$to) / (law$to - law$from),
    linear = (lags >= 1 & lags <= law$length) * 2 / (law$length * (law$length + 1)) *
      if (law$direction == "decreasing") law$length + 1 - lags else lags,
    geometric = ifelse(lags < 1, 0, (1 - law$gamma) * law$gamma^(lags - 1)),
    power = ifelse(lags < 1, 0, lags^-law$gamma / literal_zeta(law$gamma))
  )
}

# Riemann's zeta: a long direct sum and the integral of what is left.
literal_zeta <- function(s, n = 1e5) {
  sum(rev(seq_len(n - 1)^-s)) + n^(1 - s) / (s - 1) + n^-s / 2 + s * n^(-s - 1) / 12
}

# What the player must see, from what was chosen. `lags`: one lag a play, or
# NULL where the law gives weights.
literal_observed <- function(chosen, horizon, law, lags = NULL) {
  arrivals <- numeric(horizon)
  end <- chosen$round + chosen$cost - 1
  if (is.null(lags)) weights <- literal_weights(law, 0:horizon)
  for (i in seq_len(nrow(chosen))) {
    if (is.null(lags)) {
      rounds <- end[i]:horizon
      arrivals[rounds] <- arrivals[rounds] + chosen$reward[i] * weights[rounds - end[i] + 1]
    } else if (end[i] + lags[i] <= horizon) {
      arrivals[end[i] + lags[i]] <- arrivals[end[i] + lags[i]] + chosen$reward[i]
    }
  }
  vapply(seq_len(nrow(chosen)), function(i) sum(arrivals[chosen$round[i]:end[i]]), 0)
}

# How often each play's arm had been played before.
pulls_before <- function(arm) ave(seq_along(arm), arm, FUN = seq_along) - 1

# The uniforms of each play: two of its block, by replication and pull.
play_uniforms <- function(chosen, seed, rep = chosen$rep[1]) {
  u <- matrix(0, nrow(chosen), 2)
  for (k in unique(chosen$arm)) {
    here <- chosen$arm == k
    u[here, ] <- .Call(unruly:::C_outcome_uniforms, seed, rep + 0, k + 0, sum(here) + 0)
  }
  u
}

# --- replay: a literal walk of a log ------------------------------------------

# `choose(turn, live, counts, sums)` is the policy; returns the turns as a
# data frame of arm and reward.
literal_replay <- function(arm, reward, pools, horizon, init, start, choose, observe = function(arm) NULL) {
  counts <- sums <- numeric(max(arm, unlist(pools)))
  met <- integer()
  taken <- integer()
  init <- min(init, length(unique(arm[start:length(arm)])))
  for (event in seq(start, length(arm))) {
    if (length(taken) == horizon) break
    shown <- arm[event]
    if (length(met) < init) {
      if (shown %in% met) next
      met <- c(met, shown)
    } else if (choose(length(taken) + 1, pools[[event]], counts, sums) != shown) {
      next
    }
    observe(shown)
    counts[shown] <- counts[shown] + 1
    sums[shown] <- sums[shown] + reward[event]
    taken <- c(taken, event)
  }
  data.frame(arm = arm[taken], reward = reward[taken])
}

`%||%` <- function(x, y) if (is.null(x)) y else x

three <- function() bandit(arms_beta(mean = c(0.3, 0.5, 0.8)))
four_waits <- c(0.4, 0.3, 0.2, 0.1)
