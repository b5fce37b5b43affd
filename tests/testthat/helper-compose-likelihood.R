# The composing fuzzer: likelihoods of choices. The log of a game has, under the policy that made it, the sum of its log
# propensities.

# Propensities of these are quadratures.
by_quadratures <- paste0("policy_", c("thompson", "sw_thompson", "discounted_thompson", "boltzmann_gumbel", "top_two", "linear_thompson", "kalman"))

# These break ties by draws that a log does not show.
by_drawn_ties <- paste0("policy_", c("se", "batched_se", "hoeffding_racing", "chernoff_racing", "bernstein_racing", "sequential_halving", "successive_rejects"))

invariant_likelihood <- function(p) {
  o <- p$opened
  policy <- unname(unruly:::resolve_policies(list(o$policy), o$bandit))[[1]]
  made <- p$tables$choices[p$tables$choices$rep == 1, ]
  log <- unless_refused(as_log(p$study, rep = 1))
  if (is_refused(log) || is.null(log$propensity) || anyNA(log$propensity)) return()
  if (max(log$round) < o$horizon || length(log$arm) < nrow(made) || any(by_drawn_ties %in% unruly:::constructors_of(policy))) return()
  if (is_told_more(policy, o$bandit, log)) return()
  found <- unless_refused(choice_likelihood(log, policy, threads = 1))
  if (is_refused(found)) return()
  wanted <- sum(log(log$propensity))
  within <- if (any(by_quadratures %in% unruly:::constructors_of(policy))) 1e-7 * nrow(made) else 1e-9
  if (!isTRUE(abs(found$log_lik - wanted) <= within)) sprintf("the log-likelihood is %.12g, not %.12g", found$log_lik, wanted)
}

# What policies may be told and a log does not state: which arms have come while they slept, and which sleep at the end and have
# not left, when those alive will die, and of a population how many first plays it suggests, how many arms there were at first,
# who dies before whom is born, and previews of outcomes.
is_told_more <- function(policy, bandit, log) {
  makers <- unruly:::constructors_of(policy)
  traits <- names(bandit$traits)
  in_pool <- lengths(unruly:::pools_of(log))[log$pool]
  asleep <- "absences" %in% traits && in_pool[1] < log$arms ||
    "policy_sleeping" %in% makers && any(c("absences", "rest") %in% traits) && utils::tail(in_pool, 1) < log$arms
  known <- isTRUE(trait_of(bandit, "lifetimes")$known) || isTRUE(trait_of(bandit, "population")$known)
  first_plays <- vapply(makers, function(name) "init" %in% names(formals(function_of_type(name))), NA)
  of_population <- any(first_plays) || any(c("policy_wswa", "policy_allocation", "policy_exp3", "policy_exp3_s", "policy_rexp3", "policy_tsallis_inf") %in% makers)
  previews <- "previews" %in% traits && learns_from_previews(policy)
  asleep || known || previews || "population" %in% traits && of_population
}
