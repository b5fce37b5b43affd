# Late rewards: what a round costs however long the spread and however late the
# round (both should not matter), and how many lines a second the readers take.
#   Rscript bench/spread.R [rows of the click file, 2e6]
library(unruly)

rows <- as.numeric(c(commandArgs(TRUE), 2e6)[1])
arms <- arms_bernoulli(c(0.3, 0.6))

# Nanoseconds a round, the least of some runs.
cost <- function(bandit, horizon = 1e6, policy = policy_fixed(1), runs = 5) {
  time <- min(replicate(runs, system.time(
    run_study(bandit, policy, horizon, reps = 1, seed = 1, threads = 1, record = 1, progress = FALSE)
  )[["elapsed"]]))
  time / horizon * 1e9
}

cat("ns a round by the length d of the spread, T = 1e6\n")
lengths <- c(1, 10, 100, 1000, 10000)
laws <- list(
  delay = function(d) with_spread(bandit(arms), spread_delay(0, d)),
  window = function(d) with_spread(bandit(arms), spread_window(1, 1 + d)),
  "linear, decreasing" = function(d) with_spread(bandit(arms), spread_linear(d)),
  "linear, increasing" = function(d) with_spread(bandit(arms), spread_linear(d, "increasing")),
  adversarial = function(d) with_spread(bandit(arms), spread_adversarial(d)),
  "custom, a tent" = function(d) with_spread(bandit(arms), c(seq_len(d), rev(seq_len(d)))),
  "custom, rough" = function(d) with_spread(bandit(arms), 1 + (seq_len(d) * 7919) %% 101),
  "with_delay(d)" = function(d) with_delay(bandit(arms), d),
  "with_delay, 1..d" = function(d) with_delay(bandit(arms), rep(1 / max(d, 2), max(d, 2)))
)
for (name in names(laws)) {
  found <- vapply(lengths, function(d) cost(laws[[name]](d)), 0)
  cat(sprintf("%-20s %s\n", name, paste(sprintf("%6.0f", found), collapse = "")))
}

cat("ns a round by the horizon, 1e5, 1e6, 1e7\n")
endless <- list(geometric = spread_geometric(0.9), power = spread_power(2), "window of 100" = spread_window(1, 101))
for (name in names(endless)) {
  found <- vapply(10^(5:7), function(horizon) cost(with_spread(bandit(arms), endless[[name]]), horizon, runs = 3), 0)
  cat(sprintf("%-20s %s\n", name, paste(sprintf("%6.0f", found), collapse = "")))
}

cat("ns a play of the policies, K = 10, lag 10 to 30, T = 1e6\n")
ten <- bandit(arms_bernoulli(seq(0.1, 0.9, length.out = 10))) |> with_spread(spread_delay(10, 30))
policies <- list(policy_ars_ucb(), policy_odaaf(20), policy_odaaf_composite(30), policy_ars_exp3(), policy_clw(30),
                 policy_clw(30, "2022"), policy_ars_clw(), policy_exp3())
for (policy in policies) cat(sprintf("%-20s %6.0f\n", policy$label, cost(ten, policy = policy, runs = 3)))

folder <- tempfile()
dir.create(folder)
ad <- sample(570000, rows, TRUE)
lines <- sprintf("%d,%d,%d", rep(seq_len(rows), each = 5, length.out = rows), ad, as.integer(seq_len(rows) %% 5 == 0))
writeLines(c("display_id,ad_id,clicked", lines), file.path(folder, "clicks_train.csv"))
writeLines(c("ad_id,document_id,campaign_id,advertiser_id", sprintf("%d,%d,1,1", 1:570000, sample(2e5, 570000, TRUE))),
           file.path(folder, "promoted_content.csv"))
writeLines(c("document_id,category_id,confidence_level", sprintf("%d,%d,%.3f", 1:2e5, sample(97, 2e5, TRUE), stats::runif(2e5))),
           file.path(folder, "documents_categories.csv"))
rm(lines, ad)
invisible(gc(reset = TRUE))
time <- system.time(tape <- read_outbrain(folder, rounds = rows / 5))[c("user.self", "elapsed")]
cat(sprintf("read_outbrain(): %.0f lines, %.2f million lines a second (of its own time: %.2f), peak %.0f MB of which the tape has %.0f\n",
            rows + 770000, (rows + 770000) / time[[2]] / 1e6, (rows + 770000) / time[[1]] / 1e6, sum(gc()[, 6]),
            utils::object.size(tape) / 2^20))
