# A log whose pools change, with every arm shown uniformly from its pool.
changing_log <- function(events = 2500, arms = 8, seed = 1) {
  withr::local_seed(seed)
  pools <- replicate(events / 50, sort(sample(arms, sample(3:arms, 1))), simplify = FALSE)
  pools <- rep(pools, each = 50)
  arm <- vapply(pools, function(p) p[sample.int(length(p), 1)], 0L)
  log <- data.frame(arm = arm, reward = rbinom(events, 1, (seq_len(arms) / (arms + 1))[arm]))
  log$pool <- pools
  log
}

# Nearly all arms are in each pool, so that few come or go at a time: each is away now and then.
restless_log <- function(events, arms, seed) {
  withr::local_seed(seed)
  pools <- replicate(ceiling(events / 60), which(stats::runif(arms) < c(1, rep(0.9, arms - 1))), simplify = FALSE)
  pools <- rep(pools, each = 60)[seq_len(events)]
  arm <- vapply(pools, function(p) p[sample.int(length(p), 1)], 0L)
  log <- data.frame(arm = arm, reward = rbinom(events, 1, (seq_len(arms) / (arms + 1))[arm]))
  log$pool <- pools
  log
}

turns_of <- function(study, ...) as.data.frame(game_of(choices(study), ...)[c("arm", "reward")])
