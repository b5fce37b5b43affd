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

log <- read_open_bandit()
cat("\nReal data: the Open Bandit sample (random logging, so that replay is unbiased)\n")
print(log)

replay <- run_study(
  list("Open Bandit" = bandit_replay(log)),
  list(policy_ucb1(), policy_thompson(), policy_ag()),
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

# Of single visitors fewer than two in a hundred click. Confidence bounds made for
# rewards in [0, 1] cannot tell such rates apart in any reasonable time: all
# policies of that kind look alike. A shop decides for many visitors at once: here
# a pull shows an item to 1000 of them, and pays the clicks as a share of 40, which
# no batch exceeds. The number of clicks is binomial, with the rate of the log.
visitors <- 1000
most <- 40
rates <- summary(log)$rate
count <- length(rates)
chances <- t(vapply(rates, function(rate) {
  c(stats::dbinom(0:(most - 1), visitors, rate), stats::pbinom(most - 1, visitors, rate, lower.tail = FALSE))
}, numeric(most + 1)))
items <- arms_categorical(chances, (0:most) / most)
horizon <- 1e5

# The log says nothing of patience, delays, shares, spreads or lives: these are
# made up, so that each of them bites.
sought_after <- rank(-rates) <= 4
born <- round(seq(1, horizon * 0.95, length.out = count)) # somebody is there to the end
born[1:4] <- 1
settings <- list(
  impatient = list(
    about = "the four best items go elsewhere after 20 pulls of others, the rest after 100",
    bandit = bandit(items) |> with_patience(ifelse(sought_after, 20, 100)),
    policies = list(policy_fc_se(), policy_ucb1(), policy_thompson(), policy_round_robin(), policy_oracle())
  ),
  waiting = list(
    about = "half of the answers take six rounds; one may give up on them",
    bandit = bandit(items) |> with_waiting(c(0.5, 0, 0, 0, 0, 0.5)),
    policies = list(policy_wait_ucb("side", index = "hoeffding"), policy_wait_ucb(), policy_ucb1(), policy_uniform(), policy_oracle())
  ),
  fair = list(
    about = "whoever gets less than 3/4 of an even share costs 12 clicks for each pull that it lacks",
    bandit = bandit(items) |> with_fairness(share = 0.75 / count, penalty = 0.3),
    policies = list(policy_ht_ucb(), policy_lfg(), policy_ucb1(), policy_oracle())
  ),
  spread = list(
    about = "clicks trickle in over 20 rounds on average, of all items together",
    bandit = bandit(items) |> with_spread(spread_geometric(20)),
    policies = list(policy_ars_ucb(), policy_ucb1(), policy_thompson(), policy_uniform(), policy_oracle())
  ),
  mortal = list(
    about = "items come one after the other, and each is sold out after a tenth of the time",
    bandit = bandit(items) |> with_lifetimes(first = born, last = born + horizon * 0.1),
    policies = list(policy_ucb_l(), policy_ag(range = c(0, 0.5), explore = "longest"), policy_ucb1(), policy_thompson(), policy_oracle())
  )
)

studies <- lapply(names(settings), function(name) {
  cat(sprintf("Playing %s: %s ...\n", name, settings[[name]]$about))
  setting <- settings[[name]]
  run_study(stats::setNames(list(setting$bandit), name), setting$policies, horizon = horizon, reps = 20, seed = 2026,
            record = round(seq(1, horizon, length.out = 101)))
})

cat(sprintf("\nFinal regret after %s rounds, in 40 clicks of 1000 visitors, 20 replications, 95%% intervals\n",
            format(horizon, big.mark = ",", scientific = FALSE)))
final <- do.call(rbind, lapply(studies, summary))
final <- final[order(match(final$bandit, names(settings)), final$mean), c("bandit", "policy", "mean", "lower", "upper")]
final[c("mean", "lower", "upper")] <- lapply(final[c("mean", "lower", "upper")], round)
print(as.data.frame(final), row.names = FALSE)
cat("
What to see: UCB1 tries every item once, and by then the best have left (impatient); it waits for every answer
(waiting), shows hardly anything but the best (fair), takes clicks on one item for clicks on another (spread), and tries
every newcomer many times (mortal). Most policies designed for the trait do better. Two do not: the bounds of Wait-UCB are
wide, and AG-L keeps exploring as long as the best item is far from the top of the range that it was given ([0, 0.5]).
")

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
    labs(title = paste0("Open Bandit items, ", name), subtitle = paste(strwrap(settings[[name]]$about, 80), collapse = "\n"))
  ggsave(file, figure, width = 7, height = 4.5, dpi = 144, bg = "white")
  file
}, "")

cat(sprintf("\nDone in %.0f seconds. Table:\n  %s\nFigures:\n%s\n",
            as.numeric(Sys.time() - began, units = "secs"), normalizePath(csv),
            paste0("  ", normalizePath(figures), collapse = "\n")))

# What to try next.
cat(sprintf("
Next, your own log, a CSV file with one row per choice and the columns arm and reward (and propensity, if it is known):
which policy would have earned how much? Write its path instead of FILE.csv in

  R_LIBS=%s Rscript -e 'library(unruly); table <- read.csv(\"FILE.csv\"); run_study(bandit_replay(as_log(table), resample = \"bootstrap\"), list(policy_ucb1(), policy_thompson(), policy_uniform()), horizon = nrow(table) %%/%% 4)'
", .libPaths()[1]))
