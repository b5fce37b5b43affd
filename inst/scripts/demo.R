# The main job, on real data: replay a log of clicks, then play its items in
# all five settings. Run by `make demo`, or:
#
#   Rscript -e 'source(system.file("scripts", "demo.R", package = "unruly"))' [folder]
#
# Writes the tidy regret table (CSV) and a figure for each setting (PNG) into
# the folder, by default "unruly-demo", and prints their paths.

library(unruly)
suppressPackageStartupMessages(library(ggplot2))

folder <- c(commandArgs(trailingOnly = TRUE), "unruly-demo")[1]
dir.create(folder, recursive = TRUE, showWarnings = FALSE)
began <- Sys.time()

# --- 1. The log, replayed -----------------------------------------------------

log <- read_open_bandit(open_bandit_sample())
cat("\nReal data: the Open Bandit sample (random logging, so that replay is unbiased)\n")
print(log)

replay <- run_study(
  list("Open Bandit" = bandit_replay(log)),
  list(policy_ucb1(), policy_thompson("beta"), policy_ag()),
  horizon = 1e4, reps = 20, seed = 2026, record = 1
)
turns <- regret(replay)
cat("\nReplay: turns, clicks and click rate, means over 20 replications\n")
print(as.data.frame(do.call(rbind, lapply(unique(turns$policy), function(policy) {
  mine <- turns[turns$policy == policy, ]
  data.frame(policy, turns = mean(mine$pulls), clicks = mean(mine$reward),
             click_rate = sum(mine$reward) / sum(mine$pulls))
}))), digits = 3, row.names = FALSE)
cat("(UCB1 is deterministic: all its replications are the same walk through the log.)\n")

# --- 2. Its items as arms, in five settings -----------------------------------

rates <- click_rates(log)$rate
items <- arms_bernoulli(rates)
count <- length(rates)
horizon <- 5e4

# The log says nothing of patience, delays, shares, spreads or lives: these are
# made up, the same for all items where nothing else is said.
waits <- c(0.4, 0.2, 0.1, 0.1, 0.2)
born <- round(seq(1, horizon * 0.6, length.out = count))
born[1:10] <- 1
settings <- list(
  impatient = list(
    bandit = bandit(items) |> with_patience(3 * count),
    policies = list(policy_ucb1(), policy_thompson("beta"), policy_fc_se(), policy_round_robin(), policy_oracle())
  ),
  waiting = list(
    bandit = bandit(items) |> with_waiting(waits),
    policies = list(policy_wait_ucb(), policy_ucb1(), policy_uniform(), policy_oracle())
  ),
  fair = list(
    bandit = bandit(items) |> with_fairness(share = 0.5 / count, penalty = max(rates) / 2),
    policies = list(policy_ht_ucb(), policy_ucb1(), policy_thompson("beta"), policy_oracle())
  ),
  spread = list(
    bandit = bandit(items) |> with_spread(spread_delay(10, 30)),
    policies = list(policy_ars_ucb(), policy_ucb1(), policy_uniform(), policy_oracle())
  ),
  mortal = list(
    bandit = bandit(items) |> with_lifetimes(first = born, last = born + horizon * 0.4),
    policies = list(policy_ag(range = c(0, max(rates))), policy_ucb_l(), policy_ucb1(), policy_oracle())
  )
)

studies <- lapply(names(settings), function(name) {
  setting <- settings[[name]]
  run_study(stats::setNames(list(setting$bandit), name), setting$policies, horizon = horizon, reps = 100,
            seed = 2026, record = 100)
})

cat(sprintf("\nFinal regret after %s rounds, 100 replications, 95%% intervals\n", format(horizon, big.mark = ",", scientific = FALSE)))
final <- do.call(rbind, lapply(studies, summary))
final <- final[c("bandit", "policy", "mean", "lower", "upper")]
final[c("mean", "lower", "upper")] <- lapply(final[c("mean", "lower", "upper")], round, 2)
print(as.data.frame(final), row.names = FALSE)
cat("(Click rates are below 2%: confidence bounds made for rewards in [0, 1] hardly tell them apart in so few\n",
    "rounds, so the UCB policies stay close to uniform play. Beta posteriors and AG adapt to the scale.)\n", sep = "")

# --- 3. Files -----------------------------------------------------------------

# One table: columns that a setting lacks are empty in it.
tables <- lapply(studies, regret)
columns <- unique(unlist(lapply(tables, names)))
tidy <- do.call(rbind, lapply(tables, function(table) {
  table[setdiff(columns, names(table))] <- NA_real_
  table[columns]
}))
csv <- file.path(folder, "regret.csv")
write.csv(tidy, csv, row.names = FALSE)

figures <- vapply(studies, function(study) {
  name <- regret(study)$bandit[1]
  file <- file.path(folder, paste0(name, ".png"))
  figure <- autoplot(study) +
    labs(title = paste0("Open Bandit items, ", name), subtitle = "100 replications, 95% ribbons")
  ggsave(file, figure, width = 7, height = 4.5, dpi = 120)
  file
}, "")

cat(sprintf("\nDone in %.0f seconds. Table:\n  %s\nFigures:\n%s\n",
            as.numeric(Sys.time() - began, units = "secs"), normalizePath(csv),
            paste0("  ", normalizePath(figures), collapse = "\n")))
