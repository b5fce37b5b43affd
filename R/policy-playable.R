# Which policies can play a bandit.

# Types of the core that another constructor makes, too: several arms of policy_fixed().
unexported <- "policy_fixed_schedule"

# The range in which a policy's rewards must lie, or NULL.
needed_rewards <- function(policy) .Call(C_needed_rewards, describe_policy(policy))

# --- the traits of a bandit ------------------------------------------------------------------

# The names of the core's flags: traits, and properties of arms. A population has the flag of lifetimes.
trait_flags <- function() {
  if (is.null(type_rules$flags)) {
    traits <- .Call(C_traits)
    flags <- stats::setNames(traits$flag, traits$name)
    type_rules$flags <- sort(flags[!duplicated(flags)])
  }
  type_rules$flags
}

flag_list <- function(flags) names(trait_flags())[bitwAnd(flags, trait_flags()) > 0]

flag_names <- function(flags) {
  vapply(flags, function(f) paste(flag_list(f), collapse = ", "), "")
}

# The flags of a bandit, by name.
bandit_flags <- function(bandit) {
  words <- names(bandit$traits)
  context <- has_contexts(bandit$arms) || !is.null(trait_parameter(bandit, "replay", "context"))
  unique(c(ifelse(words == "population", "lifetimes", words), if (context) "contexts"))
}

# --- which policy can play it -----------------------------------------------------------

# Refuses what the core says cannot be played, before anything is played: policies as they play this bandit.
check_playable <- function(policies, bandit, bandit_name, call) {
  asked <- bandit_in_question(bandit)
  for (policy in policies) {
    check_registered(policy, bandit_name, call)
    misread <- why_not_by_numbers(policy, bandit$arms$names)
    if (!is.null(misread)) refuse_policy(policy, bandit_name, misread, call)
    why <- .Call(C_refuses, asked, NULL, describe_policy(policy))
    if (!is.null(why)) {
      if (!why[["code"]] %in% policy_codes) abort_glue(edited_text(why, policy))
      inside <- holder_of(policy, why)
      refuse_policy(inside, bandit_name, refusal_reason(why, inside, bandit), call, refusal = why)
    }
  }
}

# Why arms that a policy was given by numbers could be taken for others, or NULL.
why_not_by_numbers <- function(policy, names) {
  given <- policy$parameters[names(policy$parameters) %in% c("arm", "control")]
  if ("name.1" %in% names(policy$parameters)) given$arm <- NULL # places in its own list of names
  for (arm in given) if (!is.null(reason <- why_not_by_number(arm, names))) return(reason)
  if (!is.null(policy$policy)) why_not_by_numbers(policy$policy, names)
}

check_registered <- function(policy, bandit_name, call) {
  load_compiled(policy, call)
  if (!is.null(policy$policy)) check_registered(policy$policy, bandit_name, call)
  if (!is_registered(policy)) refuse_policy(policy, bandit_name,
                                            "It is not registered; load the package that it comes from", call)
}

# Returns which of a policy and those inside it is the one that is refused.
holder_of <- function(policy, why) {
  while (policy$constructor != why[["given"]] && !is.null(policy$policy)) policy <- policy$policy
  policy
}

# Returns the reason of a refusal, with what to write in R to cure it.
refusal_reason <- function(why, policy, bandit) {
  cure <- switch(why[["code"]],
    trait = if (grepl("delay$", why[["reason"]]) && !is.null(trait_parameter(bandit, "replay", "after")))
      "; leave `outcome_time` out of the log to show all outcomes at once",
    needs = cure_for(why[["wanted"]]), no_arm = closest_arm(why[["wanted"]], bandit$arms$names),
    bounded = if (nzchar(why[["wanted"]])) cure_by_range(policy, reward_scale(bandit)$range)
  )
  paste0(why[["reason"]], cure)
}

# Why arms of these names, or of none, have none of this one; NULL: they have.
why_no_arm <- function(arm, names) {
  arms <- c(described_arms("constant", max(1, length(names)), list(value = 0)), list(names = names, known = 1))
  why <- .Call(C_refuses, arms, NULL, list(constructor = "policy_fixed", parameters = list(arm = arm)))
  if (!is.null(why)) paste0(why[["reason"]], closest_arm(arm, names))
}

closest_arm <- function(arm, names) {
  close <- closest_names(arm, names)
  if (length(close) > 0) sprintf("; the closest is %s", quoted(close[1]))
}

# A range that would do, if the policy takes one.
cure_by_range <- function(policy, rewards) {
  own <- needed_rewards(policy)
  if (takes_scale(policy) && all(is.finite(c(rewards, own)))) sprintf(". Try `range = %s`", outer_range_text(rewards))
}

# The function that adds the trait, if there is one.
cure_for <- function(need) {
  adds <- paste0("with_", need)
  if (exists(adds, envir = topenv(), inherits = FALSE)) sprintf("; add `%s()`", adds) else ""
}

refuse_policy <- function(policy, bandit_name, reason, call, refusal = NULL) {
  abort_cli(
    c("{.strong {policy$label}} cannot play the bandit {.val {bandit_name}}.", x = "{reason}."),
    class = c("unruly_error_policy", "unruly_error_combination", "unruly_error"),
    policy = policy$label, bandit = bandit_name, refusal = refusal, call = call
  )
}
