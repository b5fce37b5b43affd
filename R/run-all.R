# Which policies there are, which of them can play a bandit, and trying them all. The list for users:
# R/arcade-policies.R.

# The types that are listed, without those that were compiled in this session.
policy_types <- function() {
  types <- registry()$constructor
  types[!startsWith(types, compiled_prefix) & !types %in% unexported]
}

# As far as that depends on its type.
may_play <- function(constructor, asked, parameters = NULL) {
  why <- .Call(C_refuses, asked, NULL, list(constructor = constructor, parameters = parameters))
  is.null(why) || why[["code"]] == "bounded"
}

# Returns whether a policy that is given no scale can play a bandit's rewards, as far as that depends on them.
fits_unscaled <- function(constructor, bandit) {
  range <- reward_scale(bandit)$range
  stated <- stated_scale(bandit)
  assumed <- stated$range %||% c(0, 1)
  if (is_from_outside(constructor) || range[1] >= assumed[1] && range[2] <= assumed[2]) return(TRUE)
  rules <- rules_of(constructor)
  chooses <- "family" %in% names(rules) && !is_always_ranged(rules)
  is.null(needed_rewards(list(constructor = constructor, parameters = list()))) || chooses && !is.null(stated$sd)
}

is_exact_by_default <- function(constructor) {
  is.null(why_not_exact(list(constructor = constructor, parameters = list())))
}

# Each policy played a little, or the reason why it cannot.
with_tried <- function(table, types, bandit, horizon) {
  kept <- last$study
  on.exit(last$study <- kept)
  made <- !vapply(lapply(types, maker_of), is.null, NA)
  table <- table[made, ]
  found <- lapply(types[made], try_policy, bandit, horizon)
  plays <- vapply(found, inherits, NA, "unruly_policy")
  table$policy <- stats::setNames(lapply(seq_along(found), function(i) if (plays[i]) found[[i]]), table$label)
  table$reason <- vapply(seq_along(found), function(i) if (plays[i]) NA_character_ else as.character(found[[i]]), "")
  table
}

# Returns how many rounds a bandit has at most.
rounds_there_are <- function(bandit) {
  table <- if (has_trait(bandit, "changes")) law_of_trait(bandit$traits$changes)
  min(bandit$arms$length, bandit$horizon, if (identical(table$law, "table")) ncol(table$parameters$mean))
}

# The policy, or why it cannot play.
try_policy <- function(constructor, bandit, horizon) {
  make <- maker_of(constructor)
  needed <- needed_arguments(make)
  if (length(needed) > 0) return(sprintf("It needs its argument%s %s", if (length(needed) > 1) "s" else "",
                                         paste(in_code(needed), collapse = " and ")))
  tryCatch({
    policy <- make()
    why_not_tried(policy, bandit, horizon) %||% policy
  }, unruly_error = function(e) reason_of(e))
}

# A policy of the user's own needs one of two functions, neither of which is usual.
needed_arguments <- function(make) {
  if (identical(make, policy_custom)) return("choose")
  names(Filter(function(value) identical(value, quote(expr = )), formals(make)[names(formals(make)) != "..."]))
}

# Why a policy cannot play a bandit for so many rounds, or NULL.
why_not_tried <- function(policy, bandit, horizon) {
  reason <- why_not_playable(policy, bandit)
  if (!is.null(reason)) return(reason) # without an error, which takes longer than the rest
  tryCatch({
    suppressWarnings(run_study(bandit, policy, horizon, reps = 1, seed = 1, record = 1, threads = 1, progress = FALSE))
    NULL
  }, unruly_error = function(e) reason_of(e))
}

# A function, or NULL for policies that were compiled in this session.
maker_of <- function(constructor) {
  if (startsWith(constructor, compiled_prefix) || constructor %in% unexported) return(NULL)
  if (!is_from_outside(constructor)) return(maker_of_type(constructor))
  name <- sub("^.*::", "", constructor)
  package <- package_of(constructor)
  if (name %in% getNamespaceExports(package)) getExportedValue(package, name)
}

# Returns the reason of a refusal, which stands in its bullets; other errors begin with it.
reason_of <- function(error) sub("[.]$", "", c(bullets_of(error), header_of(error))[1])

# Why a policy cannot play a bandit, or NULL.
why_not_playable <- function(policy, bandit) {
  policy <- resolve_policy(policy, stated_scale(bandit), bandit$arms$names)
  why <- .Call(C_refuses, bandit_in_question(bandit), NULL, describe_policy(policy))
  if (!is.null(why)) refusal_reason(why, holder_of(policy, why), bandit)
}
