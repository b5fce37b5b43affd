# The scale of the rewards that are reported to an agent. No bandit states it, so `range` or `sd` of agent() do.

# Returns the ranges that rewards must lie in, each with who says so: the range that was stated, and those of parts that
# a study would refuse on other rewards.
bounded_parts <- function(given) {
  c(if (!is.null(given$range)) list(list(range = given$range, who = "`agent(range = )` states")),
    bounded_policies(given$policy, isTRUE(given$taken)),
    do.call(c, lapply(unname(given[rule_arguments]), bounded_rules)))
}

bounded_policies <- function(policy, taken) {
  own <- if (!is.null(needed_rewards(policy))) assumed_scale(policy)$range
  c(if (!is.null(own)) list(list(range = own, who = sprintf("%s assumes", family_text(policy$label, policy)),
                                 given = if (!taken && takes_scale(policy)) policy$constructor)),
    if (!is.null(policy$policy)) bounded_policies(policy$policy, taken))
}

family_text <- function(label, policy) {
  family <- if (policy$constructor %in% c("policy_thompson", "policy_top_two")) policy$parameters$family
  if (is.null(family)) label else sprintf("%s (%s)", label, family)
}

bounded_rules <- function(stop) {
  unlist(lapply(if (!is.null(stop)) all_stops(stop), function(rule) {
    if (!needs_range(rule)) return(NULL)
    maker <- constructor_of_rule(rule)
    list(list(range = rule$parameters$range %||% c(0, 1), who = sprintf("`%s()` assumes", maker),
              given = if ("range" %in% names(rules_of(type_of_rule(rule)))) maker))
  }), recursive = FALSE)
}

# Returns the range that all of them have in common, or NULL.
rewards_within <- function(given) {
  ranges <- lapply(bounded_parts(given), `[[`, "range")
  if (length(ranges) > 0) c(max(vapply(ranges, `[`, 0, 1)), min(vapply(ranges, `[`, 0, 2)))
}

# Returns the range that the policy is made for, or NULL. One that took its scale from the agent, of which nothing is
# stated, plays as on rewards in [0, 1].
assumed_range <- function(given) {
  policy <- assuming(given$policy)
  assumed_scale(policy)$range %||% if (is.null(given$range) && is.null(given$sd) && isTRUE(given$taken)) c(0, 1)
}

# --- rewards outside of what is assumed ---------------------------------------------------

# The first that lies outside of what the policy is made for, but was learned.
warn_strayed <- function(agent, reward, call) {
  given <- .Call(C_agent_description, agent)
  policy <- assuming(given$policy)
  assumed <- assumed_scale(policy)$range %||% c(0, 1)
  if (isTRUE(given$taken) || takes_scale(policy)) {
    where <- function(scale) {
      if (isTRUE(given$taken)) sprintf("agent(%s)", scale) else call_text(policy$constructor, scale)
    }
    mend <- sprintf("Try `%s`%s.", where(paste("range =", outer_range_text(range(c(assumed, reward))))),
                    if ("sd" %in% names(rules_of(policy$constructor))) sprintf(", or `%s`", where("sd = ")) else "")
  } else {
    mend <- "It has no argument for another scale: rescale the rewards."
  }
  warn_plain(c(sprintf("The reward %s lies outside of %s, the scale that %s assumes.", exact_text(reward),
                       interval_text(assumed), given$policy$label),
               i = "It was learned, but too narrow a scale explores too little. This is said once for an agent.",
               i = mend),
             class = "unruly_warning_scale", call = call)
}

# Warns of the rewards of a whole log.
warn_if_strayed <- function(agent, rewards, call) {
  assumed <- assumed_range(.Call(C_agent_description, agent)) %||% c(-Inf, Inf)
  outside <- rewards[!is.na(rewards) & (rewards < assumed[1] | rewards > assumed[2])]
  if (length(outside) > 0 && !.Call(C_agent_strayed, agent, 1)) warn_strayed(agent, outside[1], call)
}
