# Parameters of arms, policies, traits and rules: what one may be, whether all are what their type says, what the core
# receives of them.

shape.unruly_prior <- function(x) list(
  law = function(v, x) is_word(v) && length(rules_of(paste0("prior_", v))) > 0,
  k = function(v, x) is_count(v, 1, 1e7),
  values = function(v, x) fits_prior(x$law, v, x$k),
  range = function(v, x) is_reals(v, 2, infinite = TRUE) && v[1] <= v[2]
)

fits_prior <- function(law, v, k) {
  if (identical(law, "shuffled")) return(is_reals(v, k))
  law <- paste0("prior_", law)
  is_reals(v, 2) && fits_rules(law, stats::setNames(as.list(v), names(rules_of(law))), 1)
}

shape.unruly_rule <- function(x) list(
  code = function(v, x) is.language(v) && !is.expression(v) || is_reals(v, 1)
)

# Returns whether describe_parameter() can describe these: the core looks at lengths and ranges.
are_parameters <- function(v) is.list(v) && !is.object(v) && has_names(v) && all(vapply(v, is_parameter, NA))

is_parameter <- function(v) {
  if (is.double(v) && !is.object(v)) return(is_reals(v, infinite = TRUE))
  if (is_prior(v)) return(is_shaped(v, "unruly_prior"))
  if (is_rule(v)) return(is_shaped(v, "unruly_rule"))
  if (inherits(v, "unruly_free")) return(is_shaped(v, "unruly_free") && !is.null(v$lower))
  if (is_law(v)) return(is_word(v$law) && is_reals(v$values))
  is.null(v) || is_word(v) || isTRUE(v) || isFALSE(v) || is_reals(v, infinite = TRUE)
}

# For objects that may have been edited: whether parameters are what their type says.
fits_rules <- function(type, parameters, arms = 0) {
  are_parameters(parameters) &&
    is.null(.Call(C_wrong_parameters, type, lapply(parameters, plain_numbers, arms), as.double(arms)))
}

# A rule for penalties is worked out when it is played, a number that is to be found when it is fitted.
plain_numbers <- function(value, arms) {
  if (is_rule(value)) return(matrix(0, arms, 1))
  if (inherits(value, "unruly_free")) return(value$upper)
  describe_own(value)
}

# Returns whether this is a law with its arguments, as the core has it.
is_law <- function(v) is.list(v) && !is.object(v) && identical(names(v), c("law", "values"))

# Parameters of a policy are as the core returned them (R/describe.R).
describe_own <- function(value) {
  if (is.double(value) && !is.object(value)) return(value)
  if (isTRUE(value) || isFALSE(value) || is_law(value)) value else describe_parameter(value)
}

describe_parameter <- function(value) {
  if (is_rule(value)) return(rule_text(value, exact = TRUE))
  if (is_prior(value)) return(list(prior = value$law, values = as.double(value$values)))
  if (is.character(value) || is.null(value)) return(value)
  if (!is.numeric(value) && !is.logical(value)) abort_glue("a parameter is neither numbers nor a string")
  storage.mode(value) <- "double"
  value
}
