# Replays of logs whose pools differ in size: bias and coverage of replay_value() with thin = TRUE and with
# thin = "pool" (as published, Li et al. 2011), for a policy that does not learn, whose truth is known, and for one that does, against what
# it earns online on a fair sample of the events. The first setting was chosen beforehand; nobody tuned to the other two.
#
#   Rscript bench/replay.R [logs, 4000 by default] [settings, all by default]

suppressMessages(library(unruly))
given <- as.numeric(commandArgs(TRUE))
logs <- if (length(given) > 0) given[1] else 4000

# ---- settings ----------------------------------------------------------------------------------------

# `pools`: a row each, which arms it has. `pool(n)`: the pool of each of n events. `weight`: an arm's share of a pool; NULL: uniform, and
# not stated. The learner has so many turns, in logs of so many events.
settings <- list(
  "pools of 3 and 2 by turns" = list(
    rates = c(0.6, 0.3, 0.2), pools = rbind(c(1, 1, 1), c(0, 1, 1)), pool = function(n) rep_len(1:2, n), weight = NULL,
    learner = policy_epsilon_greedy(), turns = 60, events = 600, sizes = c(400, 8000)
  ),
  "six pools at random, shown by popularity" = list(
    rates = c(0.05, 0.45, 0.2, 0.35, 0.1, 0.3, 0.15, 0.6), weight = c(4, 1, 2, 3, 1, 2, 4, 1),
    pools = rbind(c(1, 0, 0, 0, 0, 0, 0, 1), c(0, 1, 1, 0, 0, 0, 1, 0), c(1, 0, 0, 1, 1, 0, 0, 0), c(0, 1, 0, 1, 0, 1, 1, 0),
                  c(1, 1, 1, 1, 1, 1, 0, 0), rep(1, 8)),
    pool = function(n) sample(6, n, replace = TRUE, prob = c(3, 1, 2, 1, 2, 3)),
    learner = policy_thompson("bernoulli"), turns = 100, events = 4000, sizes = 8000
  ),
  "arms are born: 2, then 4, then 8" = list(
    rates = c(0.5, 0.4, 0.35, 0.3, 0.2, 0.15, 0.1, 0.05), pools = outer(c(2, 4, 8), 1:8, `>=`) + 0, weight = NULL,
    pool = function(n) pmin(1 + floor(3 * (seq_len(n) - 1) / n), 3),
    learner = policy_ucb1(), turns = Inf, events = 800, sizes = c(400, 8000)
  )
)

# How the arms of each pool are shown.
shares_of <- function(s) {
  weight <- sweep(s$pools, 2, if (is.null(s$weight)) 1 else s$weight, `*`)
  weight / rowSums(weight)
}

log_of <- function(s, n) {
  share <- shares_of(s)
  pool <- s$pool(n)
  arm <- integer(n)
  for (i in unique(pool)) arm[pool == i] <- sample(ncol(share), sum(pool == i), replace = TRUE, prob = share[i, ])
  log <- data.frame(arm = arm, reward = stats::rbinom(n, 1, s$rates[arm]),
                    pool = apply(s$pools == 1, 1, function(x) paste(which(x), collapse = " "))[pool])
  if (!is.null(s$weight)) log$propensity <- share[cbind(pool, arm)]
  log
}

# What a uniform choice earns in the events of a log.
truth_of <- function(s) {
  worth <- drop(s$pools %*% s$rates) / rowSums(s$pools)
  mean(worth[s$pool(3e6)])
}

# ---- playing -------------------------------------------------------------------------------------------

quietly <- function(code) suppressMessages(suppressWarnings(code))
ways <- list(thinned = TRUE, published = "pool")

# A row per log and way.
replayed <- function(s, n, policy, turns, logs) {
  one <- function(i) {
    log <- as_log(log_of(s, n))
    bandits <- lapply(ways, function(thin) quietly(bandit_replay(log, init = 0, thin = thin)))
    quietly(replay_value(run_study(bandits, policy, min(turns, n), reps = 1, seed = i, record = 1, threads = 1, progress = FALSE)))
  }
  do.call(rbind, lapply(seq_len(logs), one))
}

# The mean reward online, at events that are each there with the probability of a turn of a thinned replay.
online <- function(s, logs) {
  share <- shares_of(s)
  one <- function(i) {
    pool <- s$pool(s$events)
    pool <- pool[stats::runif(s$events) < min(share[share > 0])]
    rounds <- min(s$turns, length(pool))
    b <- bandit(arms_bernoulli(s$rates)) |> with_absences(s$pools[pool, ] == 1)
    quietly(regret(run_study(b, s$learner, rounds, reps = 1, seed = i, record = 1, threads = 1, progress = FALSE))$reward) / rounds
  }
  vapply(seq_len(logs), one, 0)
}

with_se <- function(x, digits) sprintf("%.*f (%.*f)", digits, mean(x), digits, stats::sd(x) / sqrt(length(x)))

chosen <- if (length(given) > 1) given[-1] else seq_along(settings)
for (name in names(settings)[chosen]) {
  s <- settings[[name]]
  set.seed(1)
  truth <- truth_of(s)
  cat(sprintf("\n%s; uniform policy: truth %.6f\n", name, truth))
  for (n in s$sizes) {
    some <- ceiling(logs / if (n > 1000) 4 else 1)
    found <- replayed(s, n, policy_uniform(), n, some)
    for (way in names(ways)) {
      row <- found[found$bandit == way, ]
      covered <- row$lower <= truth & truth <= row$upper
      cat(sprintf("%d events, %d logs, %-9s bias %s, coverage %s, share %.3f\n", n, some, way, with_se(row$estimate - truth, 4),
                  with_se(covered, 3), sum(row$turns) / sum(row$events)))
    }
  }
  found <- replayed(s, s$events, s$learner, s$turns, logs)
  cat(sprintf("%s, %s: online %s", s$learner$label, if (is.finite(s$turns)) paste(s$turns, "turns") else paste(s$events, "events"),
              with_se(online(s, logs), 4)))
  for (way in names(ways)) cat(sprintf(", %s %s", way, with_se(found$estimate[found$bandit == way], 4)))
  cat("\n")
}
