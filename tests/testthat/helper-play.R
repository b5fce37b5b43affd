# The stories of the page: their policies as R makes them, from the core's names in inst/play/stories.json, and the regrets
# that they claim. bench/play.R checks all of them.

play_policy <- function(given) {
  type <- paste0("policy_", given$type)
  arguments <- given[setdiff(names(given), c("type", "base"))]
  if (!is.null(given$base)) arguments <- c(list(play_policy(given$base)), arguments)
  do.call(unruly:::maker_of_type(type), arguments)
}

play_policies <- function(story, long = FALSE) {
  specialist <- if (long && !is.null(story$long)) story$long$specialist else story$specialist
  made <- lapply(c(list(specialist, story$rival), story$others), play_policy)
  c(made, list(policy_uniform()))
}

# The final regret of each policy in the games of some codes: one column per policy.
play_regrets <- function(name, codes, long = FALSE, policies = NULL) {
  story <- unruly:::play_stories()$stories[[name]]
  horizon <- if (long) 2000 else story$horizon
  if (is.null(policies)) policies <- play_policies(story, long)
  t(vapply(codes, function(code) {
    study <- run_study(play_bandit(name, code, long), policies, horizon = horizon, record = 1, reps = 1, seed = code, threads = 1)
    final <- regret(study)
    stats::setNames(final$regret, final$policy)
  }, numeric(length(policies))))
}

# Mean regrets over the 2,000 games of codes 1 to 2,000: the specialist, the rival, the others in the order of stories.json
# (NA where none is stated), uniform.
play_claims <- list(
  patience = c(2.349, 4.312, NA, NA, 14.934), lifetimes = c(3.836, 5.910, NA, NA, NA, 8.668), waiting = c(5.947, 12.629, NA, NA, NA, 13.938),
  fairness = c(1.850, 2.203, NA, NA, NA, NA, 6.657), spread = c(9.767, 19.112, NA, NA, 25.971), changes = c(5.988, 7.343, NA, NA, NA, 18.084),
  wear = c(4.643, 5.794, NA, NA, NA, 7.123), delay = c(5.690, 9.697, NA, NA, NA, 14.720)
)
