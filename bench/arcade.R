# The arcade's checks that take longer than a test: see bench/README.md. The package is installed; games that `make arcade`
# has kept in .build/arcade are used where there are any.
suppressPackageStartupMessages(library(unruly))
internal <- asNamespace("unruly")

# ---- twice the replications -----------------------------------------------------------------

widths <- function(games, name, reps) {
  nature <- internal$nature_of(internal$arcade_bandit(name))
  rows <- internal$arcade_rows(games[seq_len(reps), ], nature, internal$arcade_unranked)
  rows <- internal$with_scores(rows, rep(mean(games[seq_len(reps), "Uniform"]), nrow(rows)))
  stats::setNames(rows$upper - rows$lower, rows$policy)
}

# What `make arcade` keeps has a column for each policy, named by its hash.
kept_games <- function(name) {
  place <- file.path(".build", "arcade", gsub("[^A-Za-z0-9]+", "-", name))
  files <- list.files(place, "^[0-9]+[.]rds$", full.names = TRUE)
  if (length(files) < 20) return(NULL) # of ten replications each
  bandit <- internal$arcade_bandit(name)
  horizon <- internal$arcade_problems()[[name]]$horizon
  hashes <- vapply(internal$arcade_incumbents(), function(p) {
    tryCatch(internal$arcade_hash(bandit, list(p), horizon), unruly_error = function(e) NA_character_)
  }, "")
  chunks <- lapply(files, readRDS)
  hashes <- hashes[hashes %in% Reduce(intersect, lapply(chunks, colnames))]
  games <- do.call(rbind, lapply(chunks, function(chunk) chunk[, hashes]))
  `colnames<-`(games, names(hashes))
}

ratios <- lapply(names(internal$arcade_problems()), function(name) {
  if (internal$nature_of(internal$arcade_bandit(name)) == "resampled") return(NULL)
  games <- kept_games(name)
  if (is.null(games)) return(NULL)
  found <- widths(games, name, 100) / widths(games, name, 200)
  found[is.finite(found) & found > 0]
})
ratios <- unlist(ratios)
if (length(ratios) > 0) cat(sprintf("Widths of intervals, 100 replications over 200: median %.3f of %d cells (1.414 wanted)\n",
                                    stats::median(ratios), length(ratios)))

# ---- a copy of UCB1 in C, everywhere ------------------------------------------------------------

copy <- arcade(system.file("examples", "ucb1.c", package = "unruly"), reps = 20)
new <- copy[copy$new, ]
old <- copy[copy$policy == "UCB1", ]
old <- old[match(new$problem, old$problem), ]
overlap <- new$rank_low <= old$rank_high & old$rank_low <= new$rank_high
cat(sprintf("A copy of UCB1 in C: its rank set overlaps that of UCB1 in %d of %d problems. Not in: %s\n", sum(overlap),
            nrow(new), toString(new$problem[!overlap])))

# ---- the prototype's numbers, with its scales written out -----------------------------------------

scores <- function(bandit, policies, horizon = 1e4, reps = 100) {
  games <- internal$arcade_games(bandit, c(list(Uniform = policy_uniform()), policies), horizon, seq_len(reps), 2026)
  rows <- internal$arcade_rows(games, "independent")
  shown <- sprintf("%s %.3f (%.3f)", rows$policy, rows$mean / mean(games[, "Uniform"]), rows$se)
  cat("  ", paste(shown[-1], collapse = ", "), "\n")
}

five <- bandit(arms_bernoulli(c(0.5, 0.3, 0.9, 0.4, 0.5)))
indices <- list("Thompson, sd 1" = policy_thompson(sd = 1), policy_kl_ucb(), policy_ucb1())
cat("Patience 20\n")
scores(with_patience(five, 20), indices)
cat("Mean delay 100\n")
scores(with_delay(five, delay_geometric(100)), indices)
cat("Both\n")
scores(with_delay(with_patience(five, 20), delay_geometric(100)),
       c(indices, list(policy_rexp3(), policy_exp3_s(), "FC-SE, sd 1" = policy_fc_se(sd = 1))))
close <- with_patience(bandit(arms_bernoulli(c(0.5, 0.4, 0.6, 0.3, 0.5))), 8)
for (horizon in c(1e4, 1e5, 1e6)) {
  cat(sprintf("Close arms, patience 8, T = %g\n", horizon))
  also <- list("FC-SE, sd 1" = policy_fc_se(sd = 1), policy_ucb1(), "UCB, sd 1" = policy_ucb(sd = 1), policy_moss())
  scores(close, also, horizon, if (horizon > 1e5) 50 else 100)
}
