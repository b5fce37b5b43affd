# Stopping rules as lists, and the scale of rewards that they assume: what is given of it, and what is to come from the
# bandit or the agent.

# Does all that a constructor of rules does, whose frame is `call`: it may have arguments for other types.
describe_rule <- function(type, call = parent.frame()) {
  check_frame_dots(call)
  given <- given_arguments(intersect(names(formals(function_of(call))), names(rules_of(type))), call)
  if (inherits(given$looks, "unruly_times")) {
    looks <- check_class(given$looks, "looks", "unruly_times", "looks made by `at_times()`", call)
    given <- c(given[names(given) != "looks"], without_nulls(unclass(looks))) # the core has these apart
  }
  new_stop(sub("^stop_", "", type), judged(type, given, call = call)$parameters)
}

new_stop <- function(kind, parameters = list(), parts = NULL) {
  structure(list(kind = kind, parameters = parameters, parts = parts), class = "unruly_stop")
}

joins_stops <- function(rule) rule$kind %in% c("any", "all")

# What a rule is called in the core: one that takes arms out of a game by the whole name.
type_of_kind <- function(kind) if (is_leaving_kind(kind)) kind else paste0("stop_", kind)

is_leaving_kind <- function(kind) grepl("^(drop|graduate)_", kind)

type_of_rule <- function(rule) type_of_kind(rule$kind)

# The function that makes it, in whatever role.
constructor_of_rule <- function(rule) sub("^(drop|graduate)_", "stop_", type_of_rule(rule))

first_rule <- function(rule) {
  while (joins_stops(rule) && length(rule$parts) > 0) rule <- rule$parts[[1]]
  rule
}

# The argument of a study that a rule is for: all that are joined are for the same.
role_of_rule <- function(rule) {
  rule <- first_rule(rule)
  if (is_leaving_kind(rule$kind)) sub("_.*", "", rule$kind) else "stop"
}

rule_arguments <- c("stop", "drop", "graduate")

takes_scale_of_rewards <- function(rule) !joins_stops(rule) && !is.null(rules_of(type_of_rule(rule))$range)

# Returns what of the scale of rewards is still to come from the bandit, or NULL.
open_word_of_rule <- function(rule) {
  given <- rule$parameters
  stated <- if (is_by_evidence(rule)) is_stated_evidence(given) else !is.null(given$range) || !is.null(given$sd)
  if (stated || !takes_scale_of_rewards(rule)) return(NULL)
  if (is.null(rules_of(type_of_rule(rule))$family)) return("range")
  switch(given$family %||% "", bernoulli = , bounded = "range", gaussian = "sd", "family")
}

# As a rule of a study, or of an agent.
resolve_stop <- function(rule, stated) {
  if (is.null(rule)) return(NULL)
  if (!is.null(rule$parts)) rule$parts <- lapply(rule$parts, resolve_stop, stated)
  if (joins_stops(rule) || is.null(open_word_of_rule(rule))) return(rule)
  scale <- if (is_by_evidence(rule)) resolved_evidence(rule$parameters, stated) else
    resolved_scale(type_of_rule(rule), rule$parameters, stated)
  rule$parameters[names(scale)] <- scale
  rule
}

# --- rules by evidence ----------------------------------------------------------------

# Those whose families are the four of evidence against a mean.
is_by_evidence <- function(rule) {
  rule$kind == "evidence" || rule$kind == "glr" && identical(rule$parameters$rate, "mixture")
}

# Families that need more of the rewards than their number and mean.
families_of_squares <- c("bounded", "t")

needs_squares <- function(rule) is_by_evidence(rule) && isTRUE(rule$parameters$family %in% families_of_squares)

# Rewards in a range are of one of two families.
is_stated_evidence <- function(given) {
  !is.null(given$sd) || identical(given$family, "t") || !is.null(given$family) && !is.null(given$range)
}

# Returns what is stated of the rewards before any is seen, for rules: the scale as policies take it, and whether they
# are 0 or 1.
stated_by_bandit_for_rules <- function(bandit) c(stated_scale(bandit), list(binary = pays_zero_or_one(bandit$arms)))

pays_zero_or_one <- function(arms) {
  arms$kind == "bernoulli" || arms$kind == "categorical" && all(arms$parameters$value %in% c(0, 1))
}

# By an agent, else by its policy, which knows whether they are 0 or 1.
stated_by_agent_for_rules <- function(given) {
  policy <- assuming(given$policy)
  scale <- given[c("range", "sd")]
  if (is.null(scale$range) && is.null(scale$sd)) scale <- assumed_scale(policy)[c("range", "sd")]
  c(scale, list(binary = identical(policy$parameters$family, "bernoulli")))
}

# The scale of a rule by evidence: rewards of 0 and 1 are Bernoulli, others in a range bounded.
resolved_evidence <- function(given, stated) {
  free <- is.null(given$range) && is.null(stated$range) && !is.null(stated$sd)
  range <- given$range %||% stated$range %||% c(0, 1)
  binary <- isTRUE(stated$binary) && (is.null(given$range) || identical(given$range, stated$range))
  family <- given$family %||% if (free) "gaussian" else if (binary) "bernoulli" else "bounded"
  if (family != "gaussian") return(list(family = family, range = range))
  list(family = family, sd = if (is.null(stated$range) && !is.null(stated$sd)) stated$sd else diff(range) / 2)
}

# Why the scale of such a rule cannot come from rewards that are stated to be so, or NULL.
why_no_evidence <- function(rule, stated) {
  if (joins_stops(rule) || !is_by_evidence(rule) || is.null(open_word_of_rule(rule))) return(NULL)
  if (!identical(resolved_evidence(rule$parameters, stated)$sd, Inf)) return(NULL)
  "The rewards have heavy tails, for which no `sd` is valid"
}

# --- scales that are given ----------------------------------------------------------

check_one_scale <- function(range, sd, call) {
  if (is.null(range) || is.null(sd)) return(invisible())
  abort_combination("Either {.arg range} or {.arg sd} can state the scale of the rewards, not both.",
                    class = "unruly_error_argument", call = call)
}

# --- rules in a role -----------------------------------------------------------------

# The rule for an argument of a study: in `drop` and `graduate` limits and probabilities act arm by arm.
in_role <- function(rule, role, call) {
  if (role == "stop" || !inherits(rule, "unruly_stop")) return(rule)
  if (joins_stops(rule)) {
    rule$parts <- lapply(rule$parts, in_role, role, call)
    return(rule)
  }
  switch(rule$kind, boundary = boundary_in_role(rule, role, call),
         posterior = posterior_in_role(rule, role, call), rule)
}

boundary_in_role <- function(rule, role, call) {
  if (has_two_sides(rule)) {
    abort_combination("A {.fn stop_boundary} with two sides is for {.arg stop}, not for {.arg {role}}.",
                      class = "unruly_error_argument", call = call)
  }
  limit <- if (role == "drop") "lower" else "upper"
  given <- rule$parameters
  looks <- max(length(given$upper), length(given$lower))
  given[[limit]] <- c(given[[limit]], rep(-largest_number, looks - length(given[[limit]])))
  none <- if (role == "drop") -largest_number else largest_number # as the last look of a design drops whoever is left
  if (all(given[[limit]] == none)) abort_no_limit(rule, role, limit, "limits", call)
  given <- given[setdiff(names(given), c("sides", setdiff(c("upper", "lower"), limit), if (role == "drop") "observed"))]
  rule_of_type(paste0(role, "_boundary"), given, rule, call)
}

posterior_in_role <- function(rule, role, call) {
  if (role == "drop") abort_no_limit(rule, role, "below", "a limit", call)
  given <- rule$parameters
  names(given)[names(given) == "probability"] <- "above"
  rule_of_type("graduate_posterior", given, rule, call)
}

rule_of_type <- function(type, given, rule, call) {
  rule$kind <- type
  rule$parameters <- judged(type, given, call = call)$parameters
  rule
}

abort_no_limit <- function(rule, role, limit, limits, call) {
  abort_argument(role, sprintf("NULL, or a rule with %s of its own: `%s` of `%s()`", limits, limit,
                               constructor_of_rule(rule)),
                 call = call, given = sprintf("one without `%s`", limit))
}

has_two_sides <- function(rule) identical(rule$kind, "boundary") && identical(as.double(rule$parameters$sides), 2)
