# The games of the arcade: which policies play a problem, and what they lose in each replication.

arcade_seed <- 2026

# Policies that play although rewards are not what they are for.
aims_at_naming <- c("policy_tracking", "policy_lucb", "policy_kl_lucb", "policy_top_two", "policy_chernoff_racing",
                    "policy_kl_racing", "policy_successive_rejects", "policy_sequential_halving")

# All policies of the package that need no argument, by label, without a fixed arm. The oracle is given the truth, so it
# is not ranked.
arcade_incumbents <- function() {
  types <- policy_types()
  types <- types[!is_from_outside(types) & types != "policy_fixed"]
  makers <- lapply(types, maker_of)
  plain <- !vapply(makers, is.null, NA) & lengths(lapply(makers, needed_arguments)) == 0
  labels <- registry()$label[match(types, registry()$constructor)]
  rlang::set_names(lapply(makers[plain], function(make) make()), labels[plain])
}

arcade_unranked <- "Oracle"

# Why each policy cannot play a problem, NA for those that can.
arcade_reasons <- function(policies, bandit, horizon) {
  kept <- last$study
  on.exit(last$study <- kept)
  reasons <- lapply(policies, function(policy) suppressMessages(why_not_tried(policy, bandit, horizon)))
  vapply(reasons, function(reason) reason %||% NA_character_, "")
}

# Returns remarks on policies that can play.
arcade_remarks <- function(policies, bandit) {
  scale <- reward_scale(bandit)
  vapply(policies, function(policy) {
    inside <- assuming(resolve_policy(policy, stated_scale(bandit), bandit$arms$names))
    if (policy$constructor %in% aims_at_naming) return("It aims at naming the best arm, not at rewards")
    if (is.null(assumed_scale(inside)) || fits(assumed_scale(inside), scale)) return(NA_character_)
    sprintf("It is made for %s%s", made_for_text(assumed_scale(inside)),
            if (scale$sd == Inf) ", without heavy tails" else "")
  }, "")
}

# Losses, a row per replication: see arcade_losses(). Without a folder a few replications at a time, as populations of
# arms take memory. Warnings of scales are remarks.
arcade_games <- function(bandit, policies, horizon, replications, seed, threads = NULL, path = NULL) {
  play <- function(first, count) {
    study <- suppressMessages(suppressWarnings(
      run_study(bandit, policies, horizon, count, first_rep = first, seed = seed, record = 1, threads = threads,
                progress = FALSE, path = path), classes = "unruly_warning_scale"), classes = "unruly_message_scale")
    arcade_losses(study)
  }
  if (!is.null(path)) return(play(replications[1], length(replications)))
  starts <- seq(1, length(replications), by = 25)
  do.call(rbind, lapply(starts, function(i) play(replications[i], min(25, length(replications) - i + 1))))
}

# The fingerprint of what is played, which no number of threads or replications changes.
arcade_hash <- function(bandit, policies, horizon, seed = arcade_seed) {
  description <- check_described(bandit, policies, horizon, seed, 1, "summary", rlang::current_env())
  substr(fingerprint(list(study_fingerprint(description), seed)), 1, 12)
}
