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
  repeated <- nzchar(details) && length(variant) == 1 &&
    all(said[[1]] %in% c(names(shown_parameters(x)), parameter_words(x)))
  paste0(if (repeated) substr(x$label, 1, nchar(x$label) - nchar(variant)) else x$label, details)
}

trait_parameter <- function(bandit, trait, name) bandit$traits[[trait]]$parameters[[name]]
