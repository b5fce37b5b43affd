#' Policies: the list of them all
#'
#' `policies()` lists every policy of the package.
#'
#' @return A tibble with one row a policy: `constructor` (the function that
#'   makes it), `label` (its name in tables and plots), `paper`, `needs` (what
#'   a bandit must have, at least one of these; empty if nothing) and `refuses`
#'   (what it must not have).
#' @examples
#' policies()
#' @export
policies <- function() {
  listed <- .Call(C_policies)
  tibble(
    constructor = listed$constructor, label = listed$label, paper = listed$paper,
    needs = flag_names(listed$needs), refuses = flag_names(listed$refuses)
  )
}

# The flags of the core (enum trait_flag), in its order.
flag_words <- c("patience", "entries", "lifetimes", "waiting", "fairness", "spread", "replay")

flag_list <- function(flags) flag_words[bitwAnd(flags, 2^(seq_along(flag_words) - 1)) > 0]

flag_names <- function(flags) {
  vapply(flags, function(f) paste(flag_list(f), collapse = ", "), "")
}

# A policy is a description: which one, and its parameters by name, numbers or
# texts (NULL: left to the core, which knows the horizon).
new_policy <- function(constructor, parameters = list(), label = NULL, call = rlang::caller_env()) {
  label <- check_text(label, "label", null = TRUE, call = call)
  listed <- .Call(C_policies)
  structure(
    list(
      constructor = constructor,
      label = label %||% listed$label[match(constructor, listed$constructor)],
      parameters = parameters
    ),
    class = c(constructor, "unruly_policy")
  )
}

#' @export
print.unruly_policy <- function(x, ...) {
  check_object(x)
  cat("<policy> ", x$label, policy_details(x), "\n", sep = "")
  invisible(x)
}

policy_details <- function(x) {
  given <- x$parameters[!vapply(x$parameters, is.null, NA)]
  if (length(given) == 0) return("")
  shown <- vapply(given, function(v) if (is.character(v)) v else parameter_text(as.double(v)), "")
  paste0(" (", paste(names(given), "=", shown, collapse = ", "), ")")
}

# The policy as the core wants it.
describe_policy <- function(policy) {
  list(constructor = policy$constructor, parameters = lapply(policy$parameters, describe_parameter))
}

# What a bandit has, in the words of the flags.
bandit_flags <- function(bandit) {
  words <- names(bandit$traits)
  unique(ifelse(words == "population", "lifetimes", words))
}

# Refuses before anything is played what the core's flags rule out.
check_playable <- function(policy, bandit, bandit_name, call) {
  listed <- .Call(C_policies)
  row <- match(policy$constructor, listed$constructor)
  needs <- flag_list(listed$needs[row])
  refused <- intersect(flag_list(listed$refuses[row]), bandit_flags(bandit))
  if (length(refused) > 0) {
    refuse_policy(policy, bandit_name, sprintf("It does not play bandits with %s", refused[1]), call)
  }
  if (length(needs) > 0 && !any(needs %in% bandit_flags(bandit))) {
    refuse_policy(policy, bandit_name, sprintf("It needs a bandit with %s", paste(needs, collapse = " or ")),
                  call)
  }
}

refuse_policy <- function(policy, bandit_name, reason, call) {
  cli::cli_abort(
    c("{.strong {policy$label}} cannot play the bandit {.val {bandit_name}}.", x = "{reason}."),
    class = c("unruly_error_policy", "unruly_error_combination", "unruly_error"),
    policy = policy$label, bandit = bandit_name, call = call
  )
}
