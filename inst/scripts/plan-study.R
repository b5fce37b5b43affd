# Plans a study for a job array:   Rscript plan-study.R FOLDER [PARTS]
# Change what is between the lines. Parts should take ten minutes to an hour each; submit-missing.sh submits them.
library(unruly)
given <- commandArgs(TRUE)
if (length(given) == 0) stop("Which folder? Rscript plan-study.R FOLDER [PARTS]", call. = FALSE)
path <- given[1]
parts <- if (length(given) > 1) as.integer(given[2]) else 200

# ------------------------------------------------------------------------------
problem <- bandit(arms_bernoulli(c(0.3, 0.5, 0.6)))
policies <- list(policy_ucb1(), policy_thompson())
planned <- plan_study(problem, policies, horizon = 1e5, reps = 2000, seed = 1, parts = parts, path = path)
# ------------------------------------------------------------------------------

cat(nrow(planned), "parts, of which", sum(planned$done), "are done\n")
