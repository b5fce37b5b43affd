# Sums of which honest estimates are made (src/game/scores.h): a row a bandit, policy, replication, checkpoint
# and arm. Of a policy that throws no dice nothing can be said of arms that it did not play: there is no overlap.

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

# Whether a policy, and all that it holds, throws no dice.
never_draws <- function(policy) {
  listed <- registry()
  all(listed$deterministic[match(constructors_of(policy), listed$constructor)] %in% TRUE)
}
