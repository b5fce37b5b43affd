# Writing the tables of a study that is larger than memory: rows of regrets, one part after the other.
#
#   sh tools/with-library.sh Rscript bench/tables.R play FOLDER [PARTS]   plays and keeps PARTS parts (1000), a million rows each
#   sh tools/with-library.sh Rscript bench/tables.R write FOLDER TABLES   writes them as Parquet files
#
# Each step says the greatest memory of its process; the second does not simulate.
library(unruly)
given <- commandArgs(TRUE)
peak <- function() as.numeric(gsub("[^0-9]", "", grep("VmHWM", readLines("/proc/self/status"), value = TRUE))) / 1024
rounds <- 200
games <- 5000 # of a part

took <- system.time(switch(
  given[1],
  play = {
    parts <- if (length(given) > 2) as.integer(given[3]) else 1000L
    problem <- bandit(arms_bernoulli(seq(0.1, 0.9, length.out = 10)))
    plan_study(problem, policy_ucb1(), rounds, reps = games * parts, record = seq_len(rounds), seed = 1, path = given[2], parts = parts)
    for (i in seq_len(parts)) run_part(given[2], i, threads = 1)
  },
  write = save_tables(given[2], given[3], tables = "regret")
))
cat(sprintf("%s: %.0f s of processor time, %.0f by the clock, at most %.0f MB\n",
            given[1], sum(took[c("user.self", "sys.self")]), took[["elapsed"]], peak()))
