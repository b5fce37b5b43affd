# Sums of which honest estimates are made (src/game/scores.h): one row per bandit, policy, replication,
# checkpoint and arm. A deterministic policy has no overlap: its arms that were not played have no estimate.

study_scores <- function(study, call = rlang::caller_env()) {
  check_study(study, call = call)
  if (is.null(study$tables$scores)) {
    abort_argument("study", "a study run with `keep = \"scores\"`, or `c(\"summary\", \"scores\")`", call = call,
                   given = sprintf("one run with `keep = %s`", paste(quoted(study$description$keep), collapse = ", ")))
  }
  table <- name_arms(study$tables$scores, study$description$bandits)
  sure <- names(Filter(never_draws, study$description$policies))
  weighted <- grep("_(uniform|constant|two_point)$", names(table), value = TRUE)
  table[table$policy %in% sure, weighted] <- NA_real_
  table
}

# Returns sums of each two arms, the later one first: C = sum h_a h_b (G_a - Q_a) (G_b - Q_b) of their scores with
# constant weights. One row per bandit, policy, replication, checkpoint and pair; columns `bandit`, `policy`, `rep`,
# `round`, `arm`, `other` (numbers) and `comoment`. Bandits of more than 10 arms have no rows.
pair_sums <- function(study, rounds) study$tables$pairs[study$tables$pairs$round %in% rounds, ]

# Returns whether a policy, and all policies inside it, are deterministic.
never_draws <- function(policy) {
  listed <- registry()
  all(listed$deterministic[match(constructors_of(policy), listed$constructor)] %in% TRUE)
}
