# Opening an agent: what is checked, and what the core gets.

# Traits that any agent can have; those of the others are arguments.
agent_traits <- c("entries", "lifetimes", "spread", "replay", "delay", "absences")

open_agent <- function(given, call, logs = FALSE) {
  check_actor(given, call)
  found <- .Call(C_agent_open, given, c(describe_agent(given), list(logs = as.double(logs))), given$arms)
  if (inherits(found, "unruly_agent")) return(found)
  switch(found$kind,
    refused = refuse_actor(given$policy, sub("[.]$", "", found$message), call),
    memory = abort_agent("There is not enough memory for this agent.", call),
    abort_core(c(found, replication = 0), call)
  )
}

describe_agent <- function(given) {
  list(policy = describe_policy(number_arm(given$policy, given$arms)), seed = given$seed, rep = given$rep,
       horizon = given$horizon %||% 2^48, refuses = refused_flags(given), context = given$context %||% 0,
       traits = describe_agent_traits(given), plain = as.double(isTRUE(getOption("unruly.plain"))),
       span = as.double(getOption("unruly.span", 0)),
       stop = describe_stop(lapply(given[rule_arguments], number_control, given$arms)),
       own_plays = as.double(!is.null(why_own_plays(given$policy))), within = rewards_within(given),
       assumed = assumed_range(given))
}

# A rule's control, and the arm whose outcomes its looks count, by number.
number_control <- function(stop, arms) {
  if (is.null(stop)) return(NULL)
  for (name in c("control", "outcomes_arm")) {
    named <- stop$parameters[[name]]
    if (is.character(named)) stop$parameters[[name]] <- as.double(match(named, arms))
  }
  if (!is.null(stop$parts)) stop$parts <- lapply(stop$parts, number_control, arms)
  stop
}

check_agent_rules <- function(stop, drop, graduate, after, given, call = rlang::caller_env()) {
  has <- c(waiting = !is.null(given$waiting), contexts = !is.null(given$context), fairness = !is.null(given$share),
           rest = !is.null(given$rest), absences = !is.null(given$awake))
  arms <- list(names = given$arms, count = length(given$arms))
  check <- function(rule, name) {
    reason <- why_not_by_traits(names(has)[has]) %||% why_no_control(rule, arms) %||%
      why_too_many_rivals(rule, arms) %||%
      why_no_leaving(name, list(given$policy)) %||%
      if (asks_by_time(rule)) "Its looks are times, and an agent counts rounds" else
        if (goes_by_patients(rule)) "An agent knows no times of patients"
    if (!is.null(reason)) {
      abort_combination(c("The rule given as {.arg {name}} does not fit this agent.", x = "{reason}."),
                        class = "unruly_error_argument", call = call)
    }
    check_settles(rule, list(given$policy), call, "This one does not")
  }
  check_trial_rules(stop, drop, graduate, after, list(c(arms, list(stated = stated_by_agent_for_rules(given)))), check,
                    call)
}

# As those of a bandit; of waiting, only the longest wait is known.
describe_agent_traits <- function(given) {
  first <- pmin(given$first %||% rep(1, length(given$arms)), 2^53) # Inf: only by agent_enter()
  traits <- list(
    if (!is.null(given$patience)) list(name = "patience", parameters = given["patience"]),
    if (!is.null(given$last)) list(name = "lifetimes", parameters = list(first = first, last = given$last, known = 1))
    else if (!is.null(given$first)) list(name = "entries", parameters = list(first = first)),
    if (!is.null(given$waiting)) list(name = "waiting", parameters = list(waits = given$waiting)),
    if (!is.null(given$share)) list(name = "fairness", parameters = given[c("share", "penalty")]),
    if (!is.null(given$rest)) list(name = "rest", parameters = list(rounds = given$rest)),
    if (!is.null(given$awake)) list(name = "absences",
                                    parameters = list(awake = matrix(given$awake[-1], given$awake[1]))),
    if (!is.null(given$batch)) list(name = "batches", parameters = batches_of(given$batch))
  )
  traits[!vapply(traits, is.null, NA)]
}

batches_of <- function(batch) if (length(batch) > 1) list(ends = batch) else list(size = batch)

# An arm that a policy was given by name, by its number.
number_arm <- function(policy, arms) {
  if (!is.null(policy$policy)) policy$policy <- number_arm(policy$policy, arms)
  named <- grepl("^(arm|control|name[.][0-9]+)$", names(policy$parameters)) &
    vapply(policy$parameters, is.character, NA)
  policy$parameters[named] <- lapply(policy$parameters[named], function(arm) as.double(match(arm, arms)))
  policy
}

# As a number, with those of the policy inside; and what fairness rules out.
refused_flags <- function(given) {
  words <- refused_words(given$policy)
  if (!is.null(given$share)) words <- c(words, "entries", "lifetimes", "replay", "absences")
  as.double(sum(trait_flags()[unique(words)]))
}

# Refuses a policy that cannot play such arms.
check_actor <- function(given, call, policy = given$policy) {
  if (!is.null(policy$policy)) check_actor(given, call, policy$policy)
  listed <- .Call(C_policies)
  row <- match(policy$constructor, listed$constructor)
  if (is.na(row)) abort_glue("there is no such policy")
  has <- c(patience = !is.null(given$patience), waiting = !is.null(given$waiting), fairness = !is.null(given$share),
           contexts = !is.null(given$context), entries = any(given$first > 1), lifetimes = !is.null(given$last),
           rest = !is.null(given$rest), absences = !is.null(given$awake), batches = !is.null(given$batch))
  refused <- intersect(flag_list(listed$refuses[row]), names(has)[has])
  if (isTRUE(listed$sees_means[row])) refuse_actor(policy,
                                                   "It needs the true means, which only a simulation has",
                                                   call)
  if (length(refused) > 0) refuse_actor(policy, sprintf("It does not play arms with %s", refused[1]), call)
  no_arm <- why_no_arms(policy, given$arms)
  if (!is.null(no_arm)) refuse_actor(policy, no_arm, call)
  needs <- flag_list(listed$needs[row])
  if (length(needs) > 0 && !any(needs %in% c(agent_traits, names(has)[has]))) {
    arguments <- c(patience = "`patience`", waiting = "`waiting`", fairness = "`share` and `penalty`",
                   contexts = "`context`")
    refuse_actor(policy, sprintf("It needs %s. Supply %s", needs[1], arguments[[needs[1]]]), call)
  }
  asks <- listed$needs_horizon[row]
  if (is.null(given$horizon) && must_know_horizon(policy, asks)) {
    refuse_actor(policy, paste0("It needs the number of rounds. Supply `horizon`",
                                if (asks != "") paste0(", or ", instead_of_horizon(policy, asks))), call)
  }
}

# Returns why a policy's names are no arms; NULL if all are.
why_no_arms <- function(policy, names) {
  given <- policy$parameters[grepl("^(arm$|control$|name[.])", names(policy$parameters))]
  misread <- why_not_by_numbers(policy, names)
  if (!is.null(misread)) return(misread)
  for (arm in Filter(is.character, given)) if (!is.null(reason <- why_no_arm(arm, names))) return(reason)
}

refuse_actor <- function(policy, reason, call) {
  abort_cli(c("{.strong {policy$label}} cannot be the policy of this agent.", x = "{reason}."),
                 class = c("unruly_error_policy", "unruly_error_combination", "unruly_error"), policy = policy$label,
                 call = call)
}
