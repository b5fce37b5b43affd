# Writes the tables of a study in parts, and once more as R has them, for query.mjs to compare:
# Rscript tests/tables/tables.R <folder>
suppressPackageStartupMessages(library(unruly))
folder <- commandArgs(TRUE)[1]

# Names that a folder's name cannot have as they are.
problems <- list(plain = bandit(arms_bernoulli(c(0.3, 0.5, 0.6))), "a=b/c d \u00e9" = bandit(arms_bernoulli(c(0.4, 0.5))))
policies <- list(policy_ucb1(), `epsilon 10%` = policy_epsilon_greedy(0.1), `x=1, "q" 'r'` = policy_thompson())

# In a folder of several parts, so that a policy's table is in several files.
path <- file.path(folder, "study")
for (part in plan_study(problems, policies, 1000, reps = 250, seed = 1, parts = 3, path = path)$part) run_part(path, part)
study <- read_study(path)
write_tables(path, file.path(folder, "tables"))
for (table in c("regret", "pulls")) {
  nanoparquet::write_parquet(get(table)(study), file.path(folder, paste0(table, ".parquet")))
}
