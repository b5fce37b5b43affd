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

# What UCB1 chooses in a literal replay, see literal_replay().
ucb1_choice <- function(turn, live, counts, sums) {
  index <- ifelse(counts == 0, Inf, sums / counts + sqrt(2 * log(turn) / counts))[live]
  live[which.max(index)]
}

# Used is an event whose uniform, addressed by (seed, thinning, replication,
# event), is below its chance.
literal_use <- function(chance, rep, seed = 1) {
  block_uniforms(cbind(seq_along(chance) - 1, 0, 0, rep), philox_key(seed, 10))[, 1] < chance
}

# ---- what a replay says against what there is online -----------------------------
# Shared with bench/replay-truth.R.

# Bandits, and logs of them that were not shown uniformly: as many events as
# `games` games of `turns` turns need, each in a window of its own.
uneven_settings <- function(turns, games, seed = 1) {
  withr::local_seed(seed)
  windows <- function(needed) list(events = games * needed, start = seq(1, by = needed, length.out = games))
  clicks <- function(rate, chance, w) {
    arm <- sample(length(rate), w$events, replace = TRUE, prob = chance)
    data.frame(arm = arm, reward = rbinom(w$events, 1, rate[arm]), propensity = chance[arm])
  }
  four <- windows(ceiling(12 * turns))
  two <- windows(ceiling(24 * turns))
  list(
    "four arms" = list(online = bandit(arms_bernoulli(c(0.1, 0.1, 0.1, 0.3))), start = four$start,
                       log = clicks(c(0.1, 0.1, 0.1, 0.3), c(0.4, 0.3, 0.2, 0.1), four)),
    "hardly ever shown" = list(online = bandit(arms_bernoulli(c(0.4, 0.6))), start = two$start,
                               log = clicks(c(0.4, 0.6), c(0.95, 0.05), two)),
    "a logging policy that learned" = learned_setting(four),
    "shown by context" = context_setting(four)
  )
}

# Half of the time each of the arms was shown most.
learned_setting <- function(w) {
  mean <- c(0.3, 0.5, 0.7)
  early <- seq_len(w$events) %% 1000 < 500
  arm <- ifelse(early, sample(3, w$events, replace = TRUE, prob = c(0.7, 0.2, 0.1)),
                sample(3, w$events, replace = TRUE, prob = c(0.1, 0.2, 0.7)))
  chance <- ifelse(early, c(0.7, 0.2, 0.1)[arm], c(0.1, 0.2, 0.7)[arm])
  list(online = bandit(arms_beta(mean = mean)), start = w$start,
       log = data.frame(arm = arm, reward = rbeta(w$events, mean[arm], 1 - mean[arm]), propensity = chance, least = 0.1))
}

# What was shown goes by the context, and so does what is best.
context_setting <- function(w) {
  theta <- rbind(c(0.2, 0), c(0, 0.2), c(-0.1, 0.1))
  x <- matrix(rnorm(2 * w$events), w$events)
  weight <- exp(0.6 * x %*% t(theta[c(2, 1, 3), ] / 0.2))
  chance <- 0.3 * weight / rowSums(weight) + 0.7 / 3
  u <- runif(w$events)
  arm <- 1 + (u > chance[, 1]) + (u > chance[, 1] + chance[, 2])
  shown <- cbind(seq_len(w$events), arm)
  log <- data.frame(arm = arm, reward = rnorm(w$events, rowSums(theta[arm, ] * x), 0.3), propensity = chance[shown],
                    context1 = x[, 1], context2 = x[, 2], least = do.call(pmin, as.data.frame(chance)))
  list(online = bandit(arms_linear(theta, sd = 0.3, context = context_normal(2))), start = w$start, log = log)
}

# Policies of the zoo that can play a log, without the first plays that the log
# would make for them.
policies_of_logs <- function(contexts = FALSE) {
  all <- list(
    policy_uniform(), policy_round_robin(), policy_fixed(2), policy_ucb1(), policy_ucb(), policy_se(), policy_thompson(),
    policy_thompson("bernoulli", label = "Thompson, beta"), policy_etc(20), policy_epsilon_greedy(), policy_moss(), policy_kl_ucb(),
    policy_exp3(), policy_ars_ucb(), policy_odaaf(2), policy_odaaf(length = 2), policy_ars_exp3(), policy_clw(2), policy_clw(spread = "guessed"),
    policy_delayed_ucb1(), policy_ag(init = 0), policy_ucb_l(init = 0, bonus = "constant"), policy_stochastic(5, reference = 0.6),
    policy_ucb_subset(2), policy_ucb_v(), policy_ucb_tuned(), policy_bayes_ucb(), policy_imed(), policy_thompson_t(),
    policy_boltzmann(0.1), policy_boltzmann(noise = "gumbel"), policy_gittins(), policy_doubling(policy_moss()), policy_sleeping(policy_moss()),
    policy_restart(policy_ucb1(), 300), policy_forgetting_ucb(200), policy_forgetting_ucb(discount = 0.99), policy_forgetting_thompson(200), policy_forgetting_thompson(discount = 0.99)
  )
  outside <- c("policy_sw_thompson", "policy_discounted_thompson", "policy_kl_ucb", "policy_bayes_ucb", "policy_imed", "policy_gittins")
  unbounded <- function(p) p$constructor %in% outside || p$label == "Thompson, beta"
  if (contexts) c(Filter(Negate(unbounded), all), list(policy_linucb(), policy_linucb(0.2, label = "LinUCB, bold"))) else all
}

# The value of each policy by replay, beside the mean reward of a turn online.
replay_against_online <- function(setting, turns, reps, policies = policies_of_logs(!is.null(setting$log$context1)), level = 0.95,
                                  ...) {
  played <- function(b, reps) {
    whatever_scale(run_study(b, as_usual(policies), turns, reps = reps, seed = 1, record = 1, progress = FALSE, ...))
  }
  # No name of a column.
  smallest <- if (!is.null(setting$log$least)) min(setting$log$least)
  replay <- suppressWarnings(bandit_replay(setting$log, init = 0, start = setting$start, min_propensity = smallest),
                             classes = "unruly_warning_overlap")
  found <- replay_value(played(replay, length(setting$start)), level = level)
  online <- summary(played(setting$online, reps), what = "reward")
  found$online <- online$mean / turns
  found$online_se <- online$se / turns
  found
}
