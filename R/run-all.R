# The list of all policies, and which of them can play a bandit.

#' The list of all policies
#' @description
#' Lists every policy, or those that can play a bandit, or makes and tries them all on it.
#'
#' **Use it when** you look for a policy, or want to compare everything that can play your bandit.
#'
#' @param bandit `NULL`, or a [bandit()].
#' @param horizon With `try = TRUE`: the number of rounds for which each policy is tried, a whole number of at
#'   least 1 (fewer where the bandit has fewer). Some policies need more than a few rounds. Default: 100.
#' @param try `TRUE` to make each policy with its default arguments and to let it play `bandit`; `FALSE` to go by the
#'   traits of the bandit and the range of its rewards alone. Default: `FALSE`.
#' @param ... Must be empty.
#' @return A tibble with one row per policy:
#'
#'   * `constructor`: the function that makes it.
#'   * `label`: its name in tables and figures.
#'   * `needs`: the traits of which a bandit must have at least one; empty if none.
#'   * `refuses`: the traits that a bandit must not have.
#'   * `paper`: its source.
#'   * `exact`: `TRUE` if [exact_study()] takes it with its default arguments.
#'   * `does`: what it does, in one sentence without a formula; `NA` for a policy of another package that does not say.
#'   * `argument`: the argument that chooses it where that function makes several, such as `interval = "kl"`; else
#'     empty.
#'   * `policy`, `reason` (with `try = TRUE`): a named list of the policies that play, `NULL` for the others; and why
#'     one is left out, `NA` for those that play.
#'
#'   Without `bandit` all policies are listed, with `bandit` those that can play it, with `try = TRUE` all again.
#' @section Left out: policies that need an argument (`policy_fixed()` an arm, `policy_floor()` a policy), and those
#'   that [run_study()] refuses, for the same reasons. Without `try` some of these are listed, as they are refused only
#'   when a study starts: FC-SE, for example, needs patience for which there is a cycle. Policies of other packages are
#'   tried if their package has a function to make them ([policy_registered()]); those of [policy_compile()] are not
#'   listed.
#' @section Errors: `unruly_error_argument`: `try = TRUE` without a bandit.
#' @examples
#' policies()
#' policies(bandit(arms_bernoulli(c(0.3, 0.6))) |> with_patience(5))
#'
#' # Everything that can play a bandit, in one study
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' all <- policies(problem, horizon = 50, try = TRUE)
#' all[!is.na(all$reason), c("label", "reason")]
#' playing <- all$policy[is.na(all$reason)]
#' run_study(problem, playing[1:5], horizon = 50, reps = 2, seed = 1)
#' @seealso [citation_of()] for the papers.
#' @export
policies <- function(bandit = NULL, horizon = 100, try = FALSE, ...) {
  check_no_dots(...)
  if (!is.null(bandit)) check_bandit(bandit)
  horizon <- check_whole(horizon, "horizon", min = 1, max = 2^48)
  try <- check_flag(try, "try")
  if (try && is.null(bandit)) abort_argument("bandit", "the bandit on which the policies are tried", bandit)
  types <- policy_types()
  listed <- lapply(registry(), `[`, match(types, registry()$constructor))
  table <- tibble(constructor = vapply(types, maker_name, "", USE.NAMES = FALSE), label = listed$label, needs = flag_names(listed$needs),
                  refuses = flag_names(listed$refuses), paper = listed$paper,
                  exact = vapply(types, is_exact_by_default, NA, USE.NAMES = FALSE),
                  does = in_one_sentence(listed$does), argument = choice_words(types))
  if (is.null(bandit)) return(table)
  if (try) return(with_tried(table, types, bandit, min(horizon, rounds_there_are(bandit))))
  plays <- vapply(types, may_play, NA, bandit_in_question(bandit))
  table[plays & vapply(types, fits_unscaled, NA, bandit), ]
}

# The types that are listed, without those that were compiled in this session.
policy_types <- function() {
  types <- registry()$constructor
  types[!startsWith(types, compiled_prefix) & !types %in% unexported]
}

# As far as that depends on its type.
may_play <- function(constructor, asked) {
  why <- .Call(C_refuses, asked, NULL, list(constructor = constructor, parameters = NULL))
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
  policy <- resolve_policy(policy, stated_scale(bandit))
  why <- .Call(C_refuses, bandit_in_question(bandit), NULL, describe_policy(policy))
  if (!is.null(why)) refusal_reason(why, holder_of(policy, why), bandit)
}
