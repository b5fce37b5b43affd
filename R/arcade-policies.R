# The list of all policies, and which of them to begin with on a bandit.

#' The list of all policies
#' @description
#' Lists every policy, or those that can play a bandit, the ones to begin with first, or makes and tries them all on it.
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
#'   * `recommended` (with `bandit`, without `try`): why the first five are recommended, in one sentence; `NA` for the
#'     others. Printing the table shows these sentences above it.
#'   * `policy`, `reason` (with `try = TRUE`): a named list of the policies that play, `NULL` for the others; and why
#'     one is left out, `NA` for those that play.
#'
#'   Without `bandit` all policies are listed, with `bandit` those that can play it, with `try = TRUE` all again.
#' @section Recommended: The evidence is that of the [arcade()]: 200 replications of frozen problems, which are shipped
#'   with the package, not games on your bandit. Counted are the problems that have just the traits of the bandit (and
#'   rewards with heavy tails where it has them); if there are none, or too few policies, those with some of its traits
#'   and no others; and at last those without traits. Policies come by their mean regret, divided by that of the best
#'   policy of each problem, as a geometric mean over the problems. Not among them are those that aim at naming the best
#'   arm, need an argument, or cannot play the bandit or one of the problems: FC-SE, which is made for patience, has no
#'   cycle for one of them. Where zeros are never shown, of which the arcade has no problem, [policy_conversion()] is
#'   recommended; on a log it needs `delay`, a law of the lags or `"estimated"`. Compare them on your own bandit with
#'   [run_study()].
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
#' @seealso [arcade()] for the evidence, [citation_of()] for the papers.
#' @export
policies <- function(bandit = NULL, horizon = 100, try = FALSE, ...) {
  check_no_dots(...)
  if (!is.null(bandit)) check_bandit(bandit)
  horizon <- check_whole(horizon, "horizon", min = 1, max = 2^48)
  try <- check_flag(try, "try")
  if (try && is.null(bandit)) abort_argument("bandit", "the bandit on which the policies are tried", bandit)
  types <- policy_types()
  listed <- lapply(registry(), `[`, match(types, registry()$constructor))
  table <- tibble(constructor = vapply(types, maker_name, "", USE.NAMES = FALSE), label = listed$label,
                  needs = flag_names(listed$needs), refuses = flag_names(listed$refuses), paper = listed$paper,
                  exact = vapply(types, is_exact_by_default, NA, USE.NAMES = FALSE),
                  does = in_one_sentence(listed$does), argument = choice_words(types))
  if (is.null(bandit)) return(table_of_policies(table))
  if (try) return(table_of_policies(with_tried(table, types, bandit, min(horizon, rounds_there_are(bandit)))))
  asked <- bandit_in_question(bandit)
  plays <- vapply(types, function(type) may_play(type, asked, law_in_silence(type, bandit)), NA)
  recommended_first(table[plays & vapply(types, fits_unscaled, NA, bandit), ], bandit)
}

# --- which ones to begin with ------------------------------------------------------------------

most_recommended <- 5

# Puts the best ones of the arcade's problems like this bandit first, each with its reason.
recommended_first <- function(table, bandit) {
  found <- recommended_of(table, bandit)
  table$recommended <- unname(found[table$label])
  first <- match(names(found), table$label)
  table_of_policies(table[c(first, setdiff(seq_len(nrow(table)), first)), ])
}

table_of_policies <- function(table) tibble::new_tibble(table, nrow = nrow(table), class = "unruly_policies")

#' @exportS3Method pillar::tbl_format_setup
tbl_format_setup.unruly_policies <- tbl_format_setup.unruly_table

# Prints the reasons above the table, in which a sentence is cut off.
#' @exportS3Method pillar::tbl_sum
tbl_sum.unruly_policies <- function(x, ...) {
  if (!all(c("constructor", "recommended") %in% names(x))) return(NextMethod())
  first <- which(!is.na(x$recommended))
  given <- if ("argument" %in% names(x)) x$argument[first] else ""
  made <- ifelse(nzchar(given), sprintf("%s(%s)", x$constructor[first], given), x$constructor[first])
  c(NextMethod(), rlang::set_names(x$recommended[first], made))
}

# Reasons by label, the best policy first.
recommended_of <- function(table, bandit) {
  labels <- table$label
  if (hides_zeros(bandit)) return(recommended_in_silence(table, bandit))
  own <- likenesses(bandit)
  problems <- problem_likenesses()
  alike <- vapply(problems, setequal, NA, own)
  akin <- vapply(problems, function(p) length(p) > 0 && all(p %in% own), NA)
  plain <- lengths(problems) == 0
  found <- character()
  for (chosen in list(alike, akin, plain)) {
    if (length(found) == most_recommended) break
    more <- best_of_problems(names(problems)[chosen], setdiff(labels, names(found)), problems)
    found <- c(found, utils::head(more, most_recommended - length(found)))
  }
  found
}

# The arcade has no problem of this kind, and what does well where zeros are late need not where they never come.
recommended_in_silence <- function(table, bandit) {
  made_for <- c(poisson = "it bounds rates as those of rare events, so it is the one to begin with",
                hoeffding = "its bound is wider, and that of UCB1 where nothing is late, to be compared with it",
                thompson = "it draws arms at random, and its games have the propensities by which others are valued")
  rules <- rlang::set_names(names(made_for), sprintf("rule = \"%s\"", names(made_for)))
  found <- which(table$constructor == "policy_conversion" & table$argument %in% names(rules))
  given <- if (has_trait(bandit, "replay")) "; give `delay = \"estimated\"` and `within`, as a log has no law" else ""
  reasons <- sprintf("Made for arms whose zeros are never shown: %s%s.", made_for[rules[table$argument[found]]], given)
  rlang::set_names(reasons, table$label[found])
}

# A log states no law of its lags, so that only policies that are given one, or estimate it, play it.
law_in_silence <- function(type, bandit) {
  if (maker_name(type) != "policy_conversion" || !has_trait(bandit, "replay") || !hides_zeros(bandit)) return(NULL)
  maker_of_type(type)("estimated", within = 1)$parameters
}

# What a problem has in common with others: traits, contexts, and heavy tails of rewards.
likenesses <- function(bandit) {
  c(bandit_flags(bandit), if (bandit$arms$kind %in% c("student", "lognormal")) "heavy tails")
}

problem_likenesses <- function() {
  if (is.null(made_bandits$.likenesses)) {
    made_bandits$.likenesses <- lapply(rlang::set_names(names(arcade_problems())), function(name) {
      likenesses(arcade_bandit(name))
    })
  }
  made_bandits$.likenesses
}

# Those that play all of these problems, by their geometric mean.
best_of_problems <- function(problems, labels, likenesses) {
  if (length(problems) == 0) return(character())
  rows <- arcade_ratios(arcade(problems = problems))
  rows <- rows[rows$policy %in% labels & !rows$naming, ]
  ratio <- tapply(log(rows$ratio), rows$policy, function(r) if (length(r) == length(problems)) exp(mean(r)) else NA)
  ratio <- sort(ratio)
  words <- unique(unlist(likenesses[problems]))
  which <- sprintf("%s of the arcade %s", if (length(problems) == 1) "the problem" else
    sprintf("the %d problems", length(problems)), if (length(words) == 0) "without traits" else
      paste("with", paste(words, collapse = ", ")))
  loss <- if ("replay" %in% words) "loss" else "regret"
  mean <- if (length(problems) > 1) "on average " else ""
  times <- ifelse(ratio < 1.05, "about", sprintf("%s%s times", mean, formatC(ratio, format = "f", digits = 1)))
  texts <- sprintf("On %s its %s is %s that of the best policy.", which, loss, times)
  rlang::set_names(texts, names(ratio))
}
