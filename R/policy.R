# A policy is a description: how it is made, labelled and printed; and the registry of those that the core knows.

# The types that the core has, always the same ones unless some came from outside. Types of a package that is no longer
# loaded are removed.
registry <- function() {
  outside <- .Call(C_registered)
  for (name in outside) {
    if (!startsWith(name, compiled_prefix) && !isNamespaceLoaded(package_of(name))) .Call(C_forget, name)
  }
  if (length(outside) > 0) return(.Call(C_policies))
  if (is.null(type_rules$policies)) type_rules$policies <- .Call(C_policies)
  type_rules$policies
}

package_of <- function(name) sub("::.*", "", name)

compiled_prefix <- "compiled:"

is_registered <- function(policy) policy$constructor %in% registry()$constructor

# A policy is a description: which one, and its parameters by name, numbers or texts (NULL: left to the core, which
# knows the horizon and the usual values). `settings` are the parameters as a user would write them, defaults in words,
# and stated only where they are not `parameters`; `assumes` is the scale of rewards it is made for, see
# R/policy-scales.R; `open`: a scale that is not given comes from the bandit. The arguments of the
# constructor, whose frame is `call`, are checked before any of these is worked
# out of them.
new_policy <- function(constructor, parameters = list(), label = NULL, settings = parameters, assumes = NULL,
                       open = TRUE, call = rlang::caller_env()) {
  check_arguments(constructor, call = call)
  label <- check_text(label, "label", null = TRUE, call = call)
  if (!is_from_outside(constructor)) check_together(constructor, parameters, call) # also of what is usual
  listed <- registry()
  policy <- structure(
    list(
      constructor = constructor,
      label = label %||% with_variant(listed$label[match(constructor, listed$constructor)], constructor, call),
      parameters = without_usual(constructor, core_named(constructor, parameters), call), settings = settings,
      assumes = if (any(lengths(assumes[c("range", "sd")]) > 0)) without_nulls(assumes)
    ),
    class = c(constructor, "unruly_policy")
  )
  check_policy_made(policy, call)
  if (open) with_open_scale(policy, call) else policy
}

# Asks the core about what it is given. One from outside is asked nothing before it plays.
check_policy_made <- function(policy, call) {
  if (is_from_outside(policy$constructor)) return(invisible())
  described <- list(constructor = policy$constructor, parameters = lapply(policy$parameters, describe_parameter))
  why <- .Call(C_refuses, NULL, NULL, described)
  if (!is.null(why)) abort_parameter(policy$constructor, why, call)
}

# Leaves out usual values, whether they were given or not: what the core is given addresses a policy's random numbers.
# A policy from outside has its usual values in R only.
without_usual <- function(constructor, parameters, call) {
  if (is_from_outside(constructor)) return(parameters)
  usual <- core_named(constructor, usual_of(function_of(call), constructor))
  usual <- usual[setdiff(names(usual), addressing[[constructor]])]
  left_out <- vapply(names(parameters), function(name) identical(parameters[[name]], usual[[name]]), NA)
  parameters[left_out] <- list(NULL)
  parameters
}

# Parameters whose usual values the core is given nonetheless: they have always been part of the address, and results
# would change without them. A new policy needs none.
addressing <- list(
  policy_ag = c("range", "scale"),
  policy_ag_l = c("keep", "range", "scale"),
  policy_ars_clw = c("guess", "start"),
  policy_ars_exp3 = "beta",
  policy_ars_ucb = "alpha",
  policy_batched_se = c("grid", "gamma"),
  policy_boltzmann = "temperature",
  policy_chernoff_racing = "error",
  policy_clw = "version",
  policy_doubling = "start",
  policy_epsilon_greedy = c("epsilon", "decay"),
  policy_fair_etc = "pulls",
  policy_fewa = "alpha",
  policy_fixed = "arm",
  policy_flearn = c("alpha", "learner", "prior"),
  policy_floor = c("decay", "type"),
  policy_gittins = c("discount", "accuracy"),
  policy_kl_lucb = "error",
  policy_kl_racing = "error",
  policy_kl_ucb = "c",
  policy_linear_epsilon_greedy = c("epsilon", "decay"),
  policy_linear_thompson = "alpha",
  policy_linucb = "alpha",
  policy_linucb_l = "scale",
  policy_logistic_thompson = "alpha",
  policy_lucb = "error",
  policy_raw_ucb = "alpha",
  policy_robust_ucb = c("estimator", "epsilon", "moment"),
  policy_stochastic = "early_stop",
  policy_thompson = "prior",
  policy_thompson_t = "alpha",
  policy_top_two = c("leader", "challenger", "beta", "allocation", "prior"),
  policy_ucb_l = "scale",
  policy_ucb_v = c("zeta", "c"),
  policy_wswa = "alpha"
)

# Variants of a policy differ in their default labels, such as "GLR-kl-UCB (global)": these add strings that were
# chosen and switches that were set, if that is not the default of the constructor, whose frame is `call`. The family is
# no variant: it depends on the rewards, so one study seldom has two.
with_variant <- function(label, constructor, call) {
  defaults <- formals(function_of(call))
  words <- unlist(lapply(names(defaults), function(name) variant_word(defaults[[name]], name, constructor, call)))
  if (length(words) == 0) label else sprintf("%s (%s)", label, paste(words, collapse = ", "))
}

variant_word <- function(default, name, constructor, call) {
  choices <- is.call(default) && identical(default[[1]], quote(c)) && is.character(default[[2]])
  value <- call[[name]]
  if (name == "family") {
    return(if (!is.null(value) && !is_prior_name(constructor) && value != core_scales(constructor)$family) value)
  }
  if (!choices && !is.logical(default)) return(NULL)
  if (choices) return(if (value[1] != default[[2]]) value[1])
  if (!is.null(value) && !identical(as.logical(value), default)) paste0(if (!value) "no ", gsub("_", " ", name))
}

#' @export
print.unruly_policy <- print_formatted

#' @export
format.unruly_policy <- function(x, ...) {
  check_object(x)
  one_line(paste("<policy>", policy_text(x)))
}

# Several policies are a list.
#' @export
c.unruly_policy <- function(...) list_of_objects(list(...), "unruly_policy", "a policy or a list of policies")

# "alpha = 1", a string per parameter that is given.
parameter_words <- function(x) {
  given <- x$settings[!vapply(x$settings, is.null, NA)]
  if (grepl("^policy_fixed", x$constructor) && startsWith(x$label, "Fixed ")) given$arm <- NULL # the label has it
  shown <- vapply(given, function(v) if (is.numeric(v)) parameter_text(as.double(v)) else as.character(v), "")
  if (length(given) > 0) paste0(names(given), ifelse(shown == from_bandit, " ", " = "), shown)
}

policy_details <- function(x) {
  words <- parameter_words(x)
  if (length(words) == 0) return("")
  details <- paste0(" (", paste(words, collapse = ", "), ")")
  if (endsWith(x$label, details)) "" else details # a label that has them already
}

# Label and details. What the label has in brackets is left out if the details repeat it: a variant, of which they
# have the parameter, or the settings of a grid.
policy_text <- function(x) {
  details <- policy_details(x)
  variant <- regmatches(x$label, regexpr(" [(][^()]*[)]$", x$label))
  said <- strsplit(gsub("^ [(]|[)]$", "", variant), ", ", fixed = TRUE)
  repeated <- nzchar(details) && length(variant) == 1 && all(said[[1]] %in% c(names(x$settings), parameter_words(x)))
  paste0(if (repeated) substr(x$label, 1, nchar(x$label) - nchar(variant)) else x$label, details)
}

trait_parameter <- function(bandit, trait, name) bandit$traits[[trait]]$parameters[[name]]

# Returns whether policy_details() can write it.
are_settings <- function(v) {
  is_setting <- function(s) is.null(s) || is_word(s) || isTRUE(s) || isFALSE(s) || is_reals(s, infinite = TRUE)
  is.list(v) && !is.object(v) && has_names(v) && all(vapply(v, is_setting, NA))
}
