# Stopping rules as lists, and the scale of rewards that they assume: what is given of it, and what is to come from the
# bandit or the agent.

new_stop <- function(kind, parameters = list(), parts = NULL) {
  parameters <- core_named(constructor_of_kind(kind), with_times(parameters))
  structure(list(kind = kind, parameters = parameters, parts = parts), class = "unruly_stop")
}

joins_stops <- function(rule) rule$kind %in% c("any", "all")

# Rules that take arms out of a game go by the whole name of their constructor.
constructor_of_kind <- function(kind) if (is_leaving_kind(kind)) kind else paste0("stop_", kind)

is_leaving_kind <- function(kind) grepl("^(drop|graduate)_", kind)

constructor_of_rule <- function(rule) constructor_of_kind(rule$kind)

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

# A rule that assumes a scale of rewards; `open`: what is given of it, the rest is to come from the bandit.
new_scaled_stop <- function(kind, parameters, call = rlang::caller_env()) {
  type <- constructor_of_kind(kind)
  parameters <- with_times(parameters)
  if (isFALSE(parameters$concurrent)) parameters$concurrent <- NULL
  ranged <- !"family" %in% names(parameters)
  scale <- parameters[intersect(c("family", "range", "sd"), names(parameters))]
  if (!ranged) {
    check_one_scale(scale$range, scale$sd, call)
    parameters$family <- family_of(scale$family, scale$range, scale$sd) %||% "bernoulli" # not the last word: see `open`
  }
  check_together(type, parameters, call)
  rule <- new_stop(kind, scaled_parameters(type, parameters))
  if (is.null(scale$range) && is.null(scale$sd)) rule$open <- without_nulls(scale)
  rule
}

scaled_stops <- c("glr", "separated", "posterior", "futility", "equivalence", "evidence", "boundary", "drop_posterior",
                  "drop_boundary", "graduate_posterior", "graduate_boundary")

open_word_of_rule <- function(rule) {
  if (rule$kind == "separated") return("range")
  switch(rule$open$family %||% "", bernoulli = , bounded = "range", gaussian = "sd", "family")
}

# The family is always stated, other usual values are not.
scaled_parameters <- function(type, parameters) {
  usual <- core_scales(type)
  for (name in intersect(c("range", "sd"), names(parameters))) {
    if (identical(parameters[[name]], usual[[name]])) parameters[name] <- list(NULL)
  }
  core_named(type, parameters)
}

# As a rule of a study, or of an agent.
resolve_stop <- function(rule, stated) {
  if (is.null(rule)) return(NULL)
  if (!is.null(rule$parts)) rule$parts <- lapply(rule$parts, resolve_stop, stated)
  if (is.null(rule$open)) return(rule)
  type <- constructor_of_rule(rule)
  scale <- if (is_by_evidence(rule)) resolved_evidence(rule$open, stated) else
    resolved_scale(type, rule$open, stated)
  rule$parameters <- scaled_rule(type, rule$parameters, scale)
  rule$open <- NULL
  rule
}

# The parameters of a rule, by the core's names, with a scale that was to come.
scaled_rule <- function(type, parameters, scale) {
  scale <- scaled_parameters(type, scale)
  for (name in names(scale)) parameters[name] <- list(scale[[name]])
  parameters
}

# --- rules by evidence ----------------------------------------------------------------

# Those whose families are the four of evidence against a mean.
is_by_evidence <- function(rule) {
  rule$kind == "evidence" || rule$kind == "glr" && identical(rule$parameters$threshold, "mixture")
}

# Families that need more of the rewards than their number and mean.
families_of_squares <- c("bounded", "t")

needs_squares <- function(rule) is_by_evidence(rule) && rule$parameters$family %in% families_of_squares

new_evidence_stop <- function(kind, parameters, call = rlang::caller_env()) {
  parameters <- with_times(parameters)
  scale <- without_nulls(parameters[c("family", "range", "sd")])
  family <- scale$family %||% if (!is.null(scale$sd)) "gaussian"
  check_one_scale(scale$range, scale$sd, call)
  parameters$family <- family %||% core_scales(paste0("stop_", kind))$family
  check_together(paste0("stop_", kind), parameters, call)
  rule <- new_stop(kind, scaled_parameters(paste0("stop_", kind), parameters))
  closed <- !is.null(scale$sd) || identical(family, "t") || !is.null(family) && !is.null(scale$range)
  if (!closed) rule$open <- scale
  rule
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
  if (is.null(rule$open) || !is_by_evidence(rule)) return(NULL)
  if (identical(resolved_evidence(rule$open, stated)$sd,
      Inf)) "The rewards have heavy tails, for which no `sd` is valid"
}

# --- scales that are given ----------------------------------------------------------

check_one_scale <- function(range, sd, call) {
  if (is.null(range) || is.null(sd)) return(invisible())
  abort_combination("Either {.arg range} or {.arg sd} can state the scale of the rewards, not both.",
                    class = "unruly_error_argument", call = call)
}

family_of <- function(family, range, sd) {
  family %||% if (!is.null(sd)) "gaussian" else if (!is.null(range)) "bernoulli"
}

# --- limits in a role ----------------------------------------------------------------

# The rule for an argument of a study: limits act arm by arm in `drop` and `graduate`.
in_role <- function(rule, role, call) {
  if (role == "stop" || !inherits(rule, "unruly_stop")) return(rule)
  if (joins_stops(rule)) {
    rule$parts <- lapply(rule$parts, in_role, role, call)
    return(rule)
  }
  if (rule$kind != "boundary") return(rule)
  if (has_two_sides(rule)) {
    abort_combination("A {.fn stop_boundary} with two sides is for {.arg stop}, not for {.arg {role}}.",
                      class = "unruly_error_argument", call = call)
  }
  limit <- if (role == "drop") "lower" else "upper"
  given <- rule$parameters
  looks <- max(length(given$upper), length(given$lower))
  given[[limit]] <- c(given[[limit]], rep(-largest_number, looks - length(given[[limit]])))
  if (all(abs(given[[limit]]) >= largest_number)) {
    abort_argument(role, sprintf("NULL, or a rule with limits of its own: `%s` of `stop_boundary()`", limit),
                   call = call, given = sprintf("one without `%s`", limit))
  }
  rule$kind <- paste0(role, "_boundary")
  rule$parameters <- given[setdiff(names(given), c("sides", setdiff(c("upper", "lower"), limit)))]
  rule
}

has_two_sides <- function(rule) identical(rule$kind, "boundary") && identical(as.double(rule$parameters$sides), 2)
