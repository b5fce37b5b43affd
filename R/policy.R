#' The list of all policies
#'
#' `policies()` lists every policy of the package and those that other packages have
#' registered; `policies(bandit)` lists those that can play this bandit with their default
#' arguments, as far as that depends on its traits and the range of its rewards. (Some
#' policies check more when a study starts: FC-SE, for example, needs patiences for which
#' there is a cycle.)
#'
#' @param bandit `NULL`, or a [bandit()].
#' @return A tibble with one row per policy: `constructor` (the function that makes it),
#'   `label` (its name in tables and plots), `needs` (the traits of which a bandit must have
#'   at least one; empty if none), `refuses` (the traits that it must not have) and `paper`.
#' @section Errors: `unruly_error_argument` if `bandit` is not a bandit.
#' @examples
#' policies()
#' policies(bandit(arms_bernoulli(c(0.3, 0.6))) |> with_patience(5))
#' @export
policies <- function(bandit = NULL) {
  listed <- registry()
  listed <- lapply(listed, `[`, !startsWith(listed$constructor, compiled_prefix))
  table <- tibble(constructor = listed$constructor, label = listed$label, needs = flag_names(listed$needs),
                  refuses = flag_names(listed$refuses), paper = listed$paper)
  if (is.null(bandit)) return(table)
  check_bandit(bandit)
  plays <- vapply(seq_len(nrow(table)), function(i) is.null(why_not(listed, i, bandit)), NA)
  if (all(is.finite(reward_scale(bandit)$range))) return(table[plays, ])
  table[plays & vapply(table$constructor, function(name) is.null(what_needs_range(name)), NA), ]
}

# What the core knows of. Types of a package that is no longer loaded are gone.
registry <- function() {
  for (name in .Call(C_registered)) {
    if (!startsWith(name, compiled_prefix) && !isNamespaceLoaded(package_of(name))) .Call(C_forget, name)
  }
  .Call(C_policies)
}

package_of <- function(name) sub("::.*", "", name)

# The words of the core's flags: the traits that have them, and what arms may have. A population
# has that of lifetimes.
trait_flags <- function() {
  if (is.null(type_rules$flags)) {
    traits <- .Call(C_traits)
    flags <- stats::setNames(traits$flag, traits$name)
    type_rules$flags <- sort(flags[!duplicated(flags)])
  }
  type_rules$flags
}

flag_list <- function(flags) names(trait_flags())[bitwAnd(flags, trait_flags()) > 0]

flag_names <- function(flags) {
  vapply(flags, function(f) paste(flag_list(f), collapse = ", "), "")
}

# A policy is a description: which one, and its parameters by name, numbers or texts (NULL: left to the core, which knows
# the horizon and the usual values). `settings` are the parameters as a user would write them, defaults in words, and stated
# only where they are not `parameters`; `assumes` is the scale of rewards it is made for, see R/check-scales.R. The
# arguments of the constructor, whose frame is `call`, are checked before any of these is worked out of them.
new_policy <- function(constructor, parameters = list(), label = NULL, settings = parameters, assumes = NULL,
                       call = rlang::caller_env()) {
  check_arguments(constructor, call = call)
  label <- check_text(label, "label", null = TRUE, call = call)
  listed <- registry()
  structure(
    list(
      constructor = constructor,
      label = label %||% with_variant(listed$label[match(constructor, listed$constructor)], call),
      parameters = without_usual(constructor, parameters, call), settings = settings, assumes = assumes
    ),
    class = c(constructor, "unruly_policy")
  )
}

# What the core is given addresses a policy's random numbers, so a usual value is left out, whether it was given or not. What
# comes from outside has its usual values in R only.
without_usual <- function(constructor, parameters, call) {
  if (is_from_outside(constructor)) return(parameters)
  usual <- usual_of(function_of(call))
  usual <- usual[setdiff(names(usual), addressing[[constructor]])]
  left_out <- vapply(names(parameters), function(name) identical(parameters[[name]], usual[[name]]), NA)
  parameters[left_out] <- list(NULL)
  parameters
}

# Parameters whose usual values the core is given nonetheless: they have always been part of the address, and without them
# results would be others. A new policy needs none.
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

# Variants of a policy are told apart by their default labels, "GLR-kl-UCB (global)": what was chosen of several texts,
# or switched on or off, and is not what the constructor, whose frame is `call`, does by default. A prior is no variant: it is
# chosen by what the arms pay, so one study seldom has two.
with_variant <- function(label, call) {
  defaults <- formals(function_of(call))
  words <- unlist(lapply(names(defaults), function(name) variant_word(defaults[[name]], name, call)))
  if (length(words) == 0) label else sprintf("%s (%s)", label, paste(words, collapse = ", "))
}

variant_word <- function(default, name, call) {
  choices <- is.call(default) && identical(default[[1]], quote(c)) && is.character(default[[2]])
  if (name == "prior" || !choices && !is.logical(default)) return(NULL)
  value <- call[[name]]
  if (choices) return(if (value[1] != default[[2]]) value[1])
  if (!is.null(value) && !identical(as.logical(value), default)) paste0(if (!value) "no ", gsub("_", " ", name))
}

#' @export
print.unruly_policy <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  print_line("<policy> ", policy_text(x))
  invisible(x)
}

policy_details <- function(x) {
  given <- x$settings[!vapply(x$settings, is.null, NA)]
  if (length(given) == 0) return("")
  shown <- vapply(given, function(v) if (is.numeric(v)) parameter_text(as.double(v)) else as.character(v), "")
  details <- paste0(" (", paste(names(given), "=", shown, collapse = ", "), ")")
  if (endsWith(x$label, details)) "" else details # a label that tells them already
}

# Label and details; a variant whose parameter is among the details is not said twice.
policy_text <- function(x) {
  details <- policy_details(x)
  variant <- regmatches(x$label, regexpr(" [(][^()]*[)]$", x$label))
  said <- strsplit(gsub("^ [(]|[)]$", "", variant), ", ", fixed = TRUE)
  repeated <- nzchar(details) && length(variant) == 1 && all(said[[1]] %in% names(x$settings))
  paste0(if (repeated) substr(x$label, 1, nchar(x$label) - nchar(variant)) else x$label, details)
}

# The policy as the core wants it.
describe_policy <- function(policy) {
  load_compiled(policy)
  if (!is.null(policy$base)) describe_policy(policy$base) # loads it, too
  c(list(constructor = policy$constructor, parameters = lapply(policy$parameters, describe_parameter)),
    if (!is.null(policy$stream)) list(stream = describe_policy(policy$stream)))
}

# What a bandit has, in the words of the flags.
bandit_flags <- function(bandit) {
  words <- names(bandit$traits)
  context <- has_contexts(bandit$arms) || !is.null(trait_parameter(bandit, "replay", "context"))
  unique(c(ifelse(words == "population", "lifetimes", words), if (context) "contexts"))
}

trait_parameter <- function(bandit, trait, name) bandit$traits[[trait]]$parameters[[name]]

# Refuses before anything is played what the core's flags rule out; a policy
# that is queued for must be able to play too.
check_playable <- function(policy, bandit, bandit_name, call) {
  load_compiled(policy, call)
  if (!is.null(policy$base)) check_playable(policy$base, bandit, bandit_name, call)
  if (!is_registered(policy)) refuse_policy(policy, bandit_name, "It is not registered; load the package that it comes from", call)
  reason <- why_not_playable(policy, bandit)
  if (!is.null(reason)) refuse_policy(policy, bandit_name, reason, call)
}

why_not_playable <- function(policy, bandit) {
  listed <- registry()
  why_not(listed, match(policy$constructor, listed$constructor), bandit) %||% why_no_arm(policy, bandit)
}

# Why a policy cannot play a bandit by its traits, or NULL.
why_not <- function(listed, row, bandit) {
  needs <- flag_list(listed$needs[row])
  refused <- intersect(flag_list(listed$refuses[row]), bandit_flags(bandit))
  if (length(refused) > 0) return(sprintf("It cannot play bandits with %s", refused[1]))
  if (length(needs) > 0 && !any(needs %in% bandit_flags(bandit))) {
    return(sprintf("It needs a bandit with %s%s", paste(needs, collapse = " or "), cure_for(needs[1])))
  }
  if (isFALSE(trait_parameter(bandit, "replay", "thin")) && !listed$deterministic[row]) {
    return(paste("It throws dice or looks at contexts (or may, as nobody knows of a policy in R), and a replay with",
                 "`thin = FALSE` is right only for deterministic policies"))
  }
  NULL
}

# Why there is no arm of the name that a policy was given, or NULL.
why_no_arm <- function(policy, bandit) {
  given <- policy$parameters[names(policy$parameters) == "arm" | grepl("^name[.]", names(policy$parameters))]
  names <- bandit$arms$names
  arm <- setdiff(unlist(Filter(is.character, given)), names)[1]
  if (length(arm) == 0 || is.na(arm)) return(NULL)
  if (is.null(names)) return(sprintf("There is no arm %s: the arms have no names, so give its number", quoted(arm)))
  close <- closest_names(arm, names)
  sprintf("There is no arm %s: the arms are %s%s%s", quoted(arm), paste(quoted(utils::head(names, 8)), collapse = ", "),
          if (length(names) > 8) ", ..." else "",
          if (length(close) > 0) sprintf("; the closest is %s", quoted(close[1])) else "")
}

# The function that adds it, if there is one.
cure_for <- function(need) {
  adds <- paste0("with_", need)
  if (exists(adds, envir = topenv(), inherits = FALSE)) sprintf("; add `%s()`", adds) else ""
}

refuse_policy <- function(policy, bandit_name, reason, call) {
  abort_cli(
    c("{.strong {policy$label}} cannot play the bandit {.val {bandit_name}}.", x = "{reason}."),
    class = c("unruly_error_policy", "unruly_error_combination", "unruly_error"),
    policy = policy$label, bandit = bandit_name, call = call
  )
}
