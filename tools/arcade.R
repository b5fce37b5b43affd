# Plays the arcade and writes inst/extdata/arcade.csv.bz2: `make arcade`. It may be ended at any time and goes on: final
# regrets are kept in .build/arcade, 10 replications a file with a column for each policy. Those that are missing are
# played, as policies that are played alone play the same games: a new policy costs its own games, no others.
#   REPS=200  replications of each problem (fewer where the problem says so; more where more are kept)
#   ONLY=NAME plays one problem or kind, and writes no table; THREADS=2
library(unruly)
internal <- asNamespace("unruly")
reps <- as.numeric(Sys.getenv("REPS", "200"))
only <- Sys.getenv("ONLY")
folder <- file.path(".build", "arcade")
chunk <- 10

# The final regrets of ten replications: a column for each policy, named by the hash of its study.
play_chunk <- function(bandit, policies, problem, hashes, first, place) {
  file <- file.path(place, sprintf("%05d.rds", first))
  losses <- if (file.exists(file)) readRDS(file)
  missing <- which(!hashes %in% colnames(losses))
  if (length(missing) > 0) {
    played <- internal$arcade_games(bandit, policies[missing], problem$horizon, seq(first, length.out = chunk),
                                    internal$arcade_seed, threads = as.numeric(Sys.getenv("THREADS", "2")))
    losses <- cbind(losses, `colnames<-`(played, hashes[missing]))
    saveRDS(losses, paste0(file, ".part"))
    file.rename(paste0(file, ".part"), file)
  }
  `colnames<-`(losses[, hashes, drop = FALSE], names(policies))
}

# The rows of one problem, those of policies that cannot play it among them.
play_problem <- function(name, problem) {
  bandit <- problem$make()
  all <- internal$arcade_incumbents()
  reasons <- internal$arcade_reasons(all, bandit, problem$horizon)
  plays <- all[is.na(reasons)]
  hash <- internal$arcade_hash(bandit, plays, problem$horizon)
  hashes <- vapply(plays, function(policy) internal$arcade_hash(bandit, list(policy), problem$horizon), "")
  place <- file.path(folder, gsub("[^A-Za-z0-9]+", "-", name))
  dir.create(place, showWarnings = FALSE, recursive = TRUE)
  kept <- chunk * length(list.files(place, "^[0-9]+[.]rds$"))
  starts <- seq(1, min(max(reps, kept), problem$most), by = chunk)
  losses <- do.call(rbind, lapply(starts, function(first) play_chunk(bandit, plays, problem, hashes, first, place)))
  rows <- internal$problem_rows(losses, bandit, plays, reasons, internal$arcade_unranked)
  rows$hash <- ifelse(rows$policy == "Uniform", hash, NA)
  cbind(problem = rep(name, nrow(rows)), rows)
}

started <- proc.time()[["elapsed"]]
problems <- internal$arcade_problems()
if (nzchar(only)) problems <- problems[names(problems) == only | vapply(problems, function(p) p$kind == only, NA)]
tables <- lapply(names(problems), function(name) {
  table <- play_problem(name, problems[[name]])
  cat(sprintf("%-26s %d policies, %d replications, %.0f s\n", name, sum(!is.na(table$mean)),
              max(table$reps, na.rm = TRUE), proc.time()[["elapsed"]] - started))
  table
})
if (!nzchar(only)) {
  file <- bzfile(file.path("inst", "extdata", "arcade.csv.bz2"), "wb", compression = 9)
  internal$write_arcade(do.call(rbind, tables), file)
  close(file)
}
