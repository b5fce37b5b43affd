# Scales of rewards as constructors of policies and rules take them: what is given, and what is still to come from the
# bandit.

# --- scales that are given ----------------------------------------------------------

# The scale of a policy's rewards, given as a range or as the standard deviation
# of Gaussian (or lighter tailed) noise: rewards in [a, b] are at most as noisy as
# those with sd = (b - a) / 2 (Hoeffding's lemma). What matters is the width b - a. Empty if neither is given.
scale_of_policy <- function(range, sd, call = rlang::caller_env()) {
  check_one_scale(range, sd, call)
  if (!is.null(sd)) {
    sd <- check_sd(sd, call)
    return(list(range = NULL, sd = sd, width = 2 * sd))
  }
  range <- if (!is.null(range)) check_range(range, call)
  list(range = range, sd = NULL, width = if (!is.null(range)) range[2] - range[1])
}

check_one_scale <- function(range, sd, call) {
  if (is.null(range) || is.null(sd)) return(invisible())
  abort_combination("Either {.arg range} or {.arg sd} can state the scale of the rewards, not both.",
                    class = "unruly_error_argument", call = call)
}

# Returns the scale of a policy or a rule for one of several families of distributions: its parameters, what is printed
# of them, and what it assumes. All are checked already, one by one. A standard deviation alone means Gaussian rewards,
# a range alone bounded ones.
scale_of_family <- function(family, range, sd, call = rlang::caller_env()) {
  check_one_scale(range, sd, call)
  family <- family_of(family, range, sd)
  assumes <- if (!is.null(range)) list(range = range, place = TRUE) else if (!is.null(sd)) list(sd = sd)
  list(family = family, parameters = list(family = family, range = range, sd = sd),
       settings = list(family = if (!identical(family, "bernoulli")) family, range = range, sd = sd),
       assumes = assumes)
}

family_of <- function(family, range, sd) {
  family %||% if (!is.null(sd)) "gaussian" else if (!is.null(range)) "bernoulli"
}

# --- scales that come from the bandit -------------------------------------------------

from_bandit <- "from the bandit"

# A policy whose scale is not given keeps the other arguments of its constructor, whose frame is `call`, so that it can
# be made again with one.
with_open_scale <- function(policy, call) {
  defaults <- formals(function_of(call))
  scales <- intersect(c("family", "range", "sd"), names(defaults))
  if (length(scales) == 0 || is_from_outside(policy$constructor)) return(policy)
  word <- open_word(mget(scales, envir = call), policy$constructor %in% ranged_families)
  if (is.null(word)) return(policy)
  kept <- setdiff(names(defaults), c("label", "..."))
  policy$open <- without_nulls(mget(kept, envir = call))
  policy$assumes <- NULL
  policy$settings <- with_word(policy$settings, word)
  policy
}

# Policies whose divergences are all of rewards in a range.
ranged_families <- "policy_glr_kl_ucb"

# Returns what of a scale is still to come, or NULL.
open_word <- function(scale, ranged) {
  if (!is.null(scale$range) || !is.null(scale$sd)) return(NULL)
  takes <- names(scale)
  if (!"family" %in% takes) return(if (length(takes) > 1) "range or sd" else takes)
  if (is.null(scale$family)) return("family")
  asked <- if (scale$family == "bernoulli" || ranged) "range" else if (scale$family == "gaussian") "sd"
  if (length(intersect(asked, takes)) > 0) asked
}

# In the place of the first of the settings that are to come.
with_word <- function(settings, word) {
  at <- which(names(settings) %in% c("family", "range", "sd") & vapply(settings, is.null, NA))
  if (length(at) == 0) return(c(settings, rlang::set_names(list(from_bandit), word)))
  settings[at[1]] <- from_bandit
  names(settings)[at[1]] <- word
  if (length(at) > 1) settings[-at[-1]] else settings
}
