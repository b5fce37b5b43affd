# Plays the arcade and writes inst/extdata/arcade.csv.bz2: `make arcade`. It may be ended at any time and goes on: games
# are kept in .build/arcade, 10 replications a file, and a problem whose policies have changed is played anew.
#   REPS=200  replications of each problem (fewer where the problem says so); ONLY=NAME restricts to one problem or kind
library(unruly)
internal <- asNamespace("unruly")
reps <- as.numeric(Sys.getenv("REPS", "200"))
only <- Sys.getenv("ONLY")
folder <- file.path(".build", "arcade")
chunk <- 10

play_chunk <- function(bandit, policies, problem, first, place) {
  file <- file.path(place, sprintf("%05d.rds", first))
  if (file.exists(file)) return(readRDS(file))
  losses <- internal$arcade_games(bandit, policies, problem$horizon, seq(first, length.out = chunk),
                                  internal$arcade_seed, threads = as.numeric(Sys.getenv("THREADS", "2")))
  saveRDS(losses, paste0(file, ".part"))
  file.rename(paste0(file, ".part"), file)
  losses
}

# The rows of one problem, those of policies that cannot play it among them.
play_problem <- function(name, problem) {
  bandit <- problem$make()
  all <- internal$arcade_incumbents()
  reasons <- internal$arcade_reasons(all, bandit, problem$horizon)
  plays <- all[is.na(reasons)]
  hash <- internal$arcade_hash(bandit, plays, problem$horizon)
  place <- file.path(folder, gsub("[^A-Za-z0-9]+", "-", name), hash)
  dir.create(place, showWarnings = FALSE, recursive = TRUE)
  starts <- seq(1, min(reps, problem$most), by = chunk)
  losses <- do.call(rbind, lapply(starts, function(first) play_chunk(bandit, plays, problem, first, place)))
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
if (nzchar(only)) quit("no")
file <- bzfile(file.path("inst", "extdata", "arcade.csv.bz2"), "wb", compression = 9)
internal$write_arcade(do.call(rbind, tables), file)
close(file)
