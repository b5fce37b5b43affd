# Policies, and the registry of those that the core knows.

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

# Makes a sentence of the words that complete "It ...".
in_one_sentence <- function(does) {
  ifelse(is.na(does), NA_character_, paste0(capital(does), "."))
}

does_of <- function(constructors) {
  listed <- registry()
  in_one_sentence(listed$does[match(constructors, listed$constructor)])
}

package_of <- function(name) sub("::.*", "", name)

compiled_prefix <- "compiled:"

is_registered <- function(policy) policy$constructor %in% registry()$constructor

# Several policies are a list.
#' @export
c.unruly_policy <- function(...) list_of_objects(list(...), "unruly_policy", "a policy or a list of policies")

# The policy inside of all wrappers, which assumes the scale.
assuming <- function(policy) {
  while (!is.null(policy$policy)) policy <- policy$policy
  policy
}

# Policies in R.
own_constructors <- c("policy_index", "policy_custom")

is_own <- function(policy) policy$constructor %in% own_constructors

# Returns whether it is one that states its propensities.
states_chances <- function(policy) is_own(policy) && !is.null(policy$functions$chances)

trait_parameter <- function(bandit, trait, name) bandit$traits[[trait]]$parameters[[name]]
