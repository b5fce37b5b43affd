# Parts of all bounds: their table, the numbers that they take from a bandit, and checks.

shape.unruly_bound <- function(x) list(
  bound = function(v, x) are_labels(v) && are_columns(x, c("bound", "round", "what", "value")),
  round = function(v, x) is.numeric(v) || is.logical(v) && all(is.na(v)), what = function(v, x) are_labels(v),
  value = function(v, x) is.numeric(v) && !is.object(v)
)

new_bound <- function(bound, horizon, value) tibble::tibble(bound = bound, round = horizon, value = value)

# ---- what a bound is about -------------------------------------------------

# The numbers of a bound, by name; `traits` are those that the bound is about.
bound_numbers <- function(bandit, names, traits, call) {
  check_bandit(bandit, call = call)
  other <- setdiff(names(bandit$traits), traits)
  if (length(other) > 0) {
    wanted <- paste("a bandit without traits other than", paste(traits, collapse = " and "))
    abort_argument("bandit", wanted, given = sprintf("one with %s", other[1]), call = call)
  }
  lapply(stats::setNames(nm = names), function(name) bandit_numbers(bandit, name, call))
}

bandit_numbers <- function(bandit, name, call) {
  parameters <- function(trait) bandit$traits[[trait]]$parameters
  switch(name,
    mean = arm_means(bandit, call),
    patience = parameters("patience")$patience %||%
      abort_argument("bandit", "a bandit with patience", given = "one without", call = call),
    first = parameters("entries")$first %||% parameters("lifetimes")$first %||% rep(1, arm_count(bandit)),
    last = parameters("lifetimes")$last,
    arms = arm_count(bandit),
    length = longest_lag(bandit, call)
  )
}

longest_lag <- function(bandit, call) {
  spreads <- bandit$traits$spread$spreads
  if (is.null(spreads)) abort_argument("bandit", "a bandit with a spread", given = "one without", call = call)
  longest <- max(vapply(spreads, function(s) if (s$law == "adversarial") s$parameters$length else lag_range(s)[2], 0))
  if (is.finite(longest)) return(longest)
  abort_argument("bandit", "a bandit whose spread has an end", given = "one whose spread has none", call = call)
}

# A policy's parameter, as it was given or by default.
policy_parameter <- function(policy, name) policy$parameters[[name]]

# Parameters for which the bound is not stated.
refuse_parameter <- function(policy, why, call) {
  abort_argument("bound", sprintf("a policy for which the bound is stated: %s", why), call = call,
                 given = policy_text(policy))
}

# ---- checks --------------------------------------------------------------

check_bound_subject <- function(bandit, call) {
  if (!missing(bandit) && is.data.frame(bandit)) return(invisible())
  check_class(bandit, "bandit", "unruly_bandit", "a bandit, or a table of `bandit_value()`", call,
              hint = hint_for_bandit(bandit, call))
}

check_bound_horizon <- function(horizon, call, min = 1) {
  wanted <- sprintf("one or several whole numbers of rounds of at least %d", min)
  if (is.null(horizon)) abort_missing("horizon", call, wanted)
  check_numbers(horizon, "horizon", min = min, whole = TRUE, wanted = wanted, call = call)
}

check_bound_means <- function(means, call) {
  if (length(means) >= 2) return(means)
  abort_argument("bandit", "a bandit of at least two arms", given = "one of a single arm", call = call)
}

# Some theorems assume the paper's scale of rewards.
check_bound_gaps <- function(gaps, theorem, call) {
  if (max(gaps) > 1) {
    abort_combination(
      c("{theorem} assumes that no mean reward is more than 1 below the best.",
        x = "The largest gap of the means is {format_numbers(max(gaps))}."),
      call = call
    )
  }
}

# ---- options ---------------------------------------------------------------

bound_option_names <- c("error", "constants", "constant", "first_exit", "threads")
