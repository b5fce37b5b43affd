# The description of a policy for the core, and which policies can play a bandit.

# Types of the core that another constructor makes, too: several arms of policy_fixed().
unexported <- "policy_fixed_schedule"

# The part of a policy that cannot use rewards outside a range, or NULL.
what_needs_range <- function(constructor, parameters = list()) {
  for (rule in rules_of(constructor)) {
    if (is.na(rule$bounded)) next
    choices <- strsplit(rule$core_text, "|", fixed = TRUE)[[1]]
    at <- if (rule$kind == "text") match(parameters[[rule$core]] %||% choices[1], choices) else 1
    who <- strsplit(rule$bounded, "|", fixed = TRUE)[[1]][at]
    if (!who %in% c("", NA)) return(who)
  }
}

# The policy as the core expects it.
describe_policy <- function(policy) {
  load_compiled(policy)
  if (!is.null(policy$base)) describe_policy(policy$base) # loads it, too
  c(list(constructor = policy$constructor, parameters = lapply(policy$parameters, describe_parameter)),
    if (!is.null(policy$stream)) list(stream = describe_policy(policy$stream)))
}

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

# Refuses what the core's flags rule out before anything is played; a policy inside a wrapper must be able to play, too.
check_playable <- function(policy, bandit, bandit_name, call) {
  load_compiled(policy, call)
  if (!is.null(policy$base)) check_playable(policy$base, bandit, bandit_name, call)
  if (!is_registered(policy)) refuse_policy(policy, bandit_name,
                                            "It is not registered; load the package that it comes from", call)
  reason <- why_not_playable(policy, bandit)
  if (!is.null(reason)) refuse_policy(policy, bandit_name, reason, call)
}

why_not_playable <- function(policy, bandit) {
  listed <- registry()
  why_not(listed, match(policy$constructor, listed$constructor), bandit) %||% why_no_arm(policy, bandit) %||%
    why_no_trial(policy, bandit)
}

# The arms of a trial are its treatments, by number or name.
why_no_trial <- function(policy, bandit) {
  if (policy$constructor == "policy_allocation" && has_trait(bandit, "population")) {
    "It allocates to the arms of a trial, and in a population arms are replaced by others"
  }
}

# Why a policy cannot play a bandit by its traits, or NULL.
why_not <- function(listed, row, bandit) {
  needs <- flag_list(listed$needs[row])
  refused <- intersect(flag_list(listed$refuses[row]), bandit_flags(bandit))
  if (length(refused) > 0) return(sprintf("It cannot play bandits with %s", refused[1]))
  if (length(needs) > 0 && !any(needs %in% bandit_flags(bandit))) {
    return(sprintf("It needs a bandit with %s%s", paste(needs, collapse = " or "), cure_for(needs[1])))
  }
  if (isFALSE(trait_parameter(bandit, "replay", "thin")) && !listed$deterministic[row]) {
    return(paste("It is randomised or uses contexts (a policy in R may), and a replay with `thin = FALSE` is valid",
                 "only for deterministic policies"))
  }
  NULL
}

# Why the bandit has no arm of the name that a policy has, or NULL.
why_no_arm <- function(policy, bandit) {
  given <- policy$parameters[grepl("^(arm$|control$|name[.])", names(policy$parameters))]
  names <- bandit$arms$names
  arm <- setdiff(unlist(Filter(is.character, given)), names)[1]
  if (length(arm) == 0 || is.na(arm)) return(NULL)
  if (is.null(names)) return(sprintf("There is no arm %s: the arms have no names, so use its number", quoted(arm)))
  close <- closest_names(arm, names)
  sprintf("There is no arm %s: the arms are %s%s%s", quoted(arm), paste(quoted(utils::head(names, 8)), collapse = ", "),
          if (length(names) > 8) ", ..." else "",
          if (length(close) > 0) sprintf("; the closest is %s", quoted(close[1])) else "")
}

# The function that adds the trait, if there is one.
cure_for <- function(need) {
  adds <- paste0("with_", need)
  if (exists(adds, envir = topenv(), inherits = FALSE)) sprintf("; add `%s()`", adds) else ""
}

refuse_policy <- function(policy, bandit_name, reason, call) {
  abort_cli(
    c("{.strong {policy$label}} cannot play the bandit {.val {bandit_name}}.", x = "{reason}."),
    class = c("unruly_error_policy", "unruly_error_combination", "unruly_error"),
    policy = policy$label, bandit = bandit_name, call = call
  )
}
