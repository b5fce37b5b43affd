# Regret bounds: which there are, for which bandits, and the table they come in. One file per paper computes them.

#' Bounds on regret, pulls and sample size
#' @description
#' Computes the bounds that papers prove for a bandit: upper bounds on the regret of a policy, and lower bounds that
#' hold for any policy.
#'
#' **Use it when** you compare results with theory: `autoplot(study) + ggplot2::autolayer(bound)`.
#'
#' @param bandit A bandit whose means are numbers (section "Lower bounds" names exceptions). For waiting, also a table
#'   of [bandit_value()].
#' @param horizon One or more horizons: whole numbers of rounds of at least 1 (at least 2 for HT-UCB). Not needed for
#'   identification.
#' @param bound A policy, whose parameters are used, or one of `"lai_robbins"`, `"impatient_lower"`, `"bayes_optimal"`,
#'   `"identification"`. Default: `NULL`, all bounds that exist for the bandit, for default policies (ARS-UCB with
#'   `alpha` 5, since its theorem needs more than 4). A message names those that cannot be computed, and why.
#' @param what `"regret"`; for some policies also `"pulls"`, `"shortfall"` or `"lower"` (lower bounds only). For
#'   identification `"sample_size"`, `"share"` or `"time"`. Default: `"regret"`, except that `bound = "identification"`
#'   without `what` gives `"sample_size"`.
#' @param ... Options of single bounds:
#'   * `error`: for identification, allowed probabilities of naming a wrong arm, above 0 and below 1/2. Default: 0.05.
#'   * `constants`: for waiting, `TRUE` to include the terms of the regret that do not grow with the horizon. Default:
#'     `FALSE`. Bounds on pulls always include them.
#'   * `constant`: for ARS-CLW, the factor of the order, a positive number. Default: 1.
#'   * `first_exit`: for `"impatient_lower"`, the first round in which an arm must leave (Q of [cycle_feasibility()]),
#'     if you know it. A greater number is allowed and gives a weaker, lower bound. Default: the search of
#'     `cycle_feasibility(exit = TRUE)`.
#'   * `threads`: for `"bayes_optimal"`, as in [run_study()].
#' @return A tibble of class `unruly_bound`, which [`autoplot()`][autoplot.unruly_bound] draws and
#'   [`ggplot2::autolayer()`][autolayer.unruly_bound] adds to a figure, with the columns
#'   * `bound`: the theorem;
#'   * `round`: the horizon (`NA` for identification);
#'   * `arm`, `wait`: where values differ between them;
#'   * `error`: for identification;
#'   * `what`: see above; `"lower"` for lower bounds on regret;
#'   * `value`;
#'   * `holds`: with lower bounds and HT-UCB, whether the assumptions of the theorem on gaps, penalties, shares and the
#'     horizon are met. Where they are not, the value proves nothing, and figures leave it out. `NA`: an asymptotic
#'     rate, about large horizons only; `FALSE` up to where it exceeds what any policy can lose, the horizon times the
#'     greatest gap;
#'   * `log_value`: the natural logarithm of `value`, where some value exceeds the greatest number and is `Inf`, such as
#'     that of ARS-UCB at the usual `alpha`. A message says so.
#' @section How to read a bound: It is about the expected regret at the end of a game of `round` rounds. For a policy
#'   tuned to the horizon, such as FC-SE, each value is about a game of that length, not about an earlier round of a
#'   longer game. Values are those of the theorems: an upper bound may exceed the horizon times the largest gap, and
#'   then says nothing.
#' @section Upper bounds: T is the horizon, K the number of arms, sums are over arms with a gap above 0; the other
#'   formulas, and h, d and c, are in the article *Methods*, section "Bounds", with corrections of the papers' prints.
#'
#'   * [policy_ucb()], with patience: K max gap + 3 sum gap + 16 ln T sum 1 / gap (\[1\], Theorem D.1)
#'   * [policy_fc_se()], with patience: see *Methods* (\[1\], Theorem 4.1; 4.2 if arms wait)
#'   * [policy_fc_entry()], with patience and entries: see *Methods* (\[1\], Theorem 4.6)
#'   * [policy_wait_ucb()], with waiting: see *Methods* (\[2\], Theorem 2; pulls: Lemma 2)
#'   * [policy_ucb_simplex()] and [policy_budget_ucb()], with waiting: see *Methods* (derived here, after \[2\],
#'     section 6.2)
#'   * [policy_ht_ucb()], with fairness: see *Methods* (\[3\], Theorems 4.2 and 4.5; pulls: 4.2 b, c; shortfall: 4.3;
#'     lower: 4.6 to 4.8)
#'   * [policy_ars_ucb()], with a spread: 8 alpha ln T sum 1 / gap + c (\[4\], Theorem 1; c: appendix A)
#'   * [policy_ars_exp3()], with a spread that ends: see *Methods* (\[4\], Theorem 2, appendix B)
#'   * [policy_clw()], with a spread that ends: `constant` (sqrt(T h(2T) K ln K) + h^-1(d)), an order only
#'     (\[4\], Theorem 3)
#'   * [policy_ag()] and [policy_ag()], with lifetimes and entries: a sum over all histories, for tiny games (\[5\],
#'     Theorem 2.1)
#'   * [policy_ucb_l()], with lifetimes and entries: see *Methods* (\[5\], Theorem 2.3)
#'
#'   They assume rewards that are 1-sub-Gaussian (UCB, FC-SE, FC-Entry), Bernoulli (AG, AG-L) or in \[0, 1\] (others).
#' @section Lower bounds: Kinf is the least Kullback-Leibler divergence from an arm's distribution to a distribution of
#'   the same family with a mean above the best.
#'
#'   * `"lai_robbins"`, for Bernoulli, Gaussian or categorical arms: ln T sum gap / Kinf, an asymptotic rate, for
#'     consistent policies (\[6\], \[7\], \[8\])
#'   * `"impatient_lower"`, for any arms with patience: see *Methods*; on some bandit with these patiences (\[1\],
#'     Theorem 3.2)
#'   * `"bayes_optimal"`, for Bernoulli arms with a prior: the least Bayesian regret, exact for each horizon
#'     ([bayes_optimal()])
#'   * `"identification"`, for Bernoulli arms, or Gaussian arms of one `sd`, with a single best arm: the sample size
#'     T* kl(error, 1 - error) (\[9\], Theorems 1 and 5)
#'
#'   For identification `"share"` is each arm's optimal share of pulls, which [policy_tracking()] follows, and `"time"`
#'   is T*, the characteristic time of \[9\].
#' @section Errors: `unruly_error_argument`: the bound is not about this bandit or policy. `unruly_error_combination`:
#'   an assumption without which the formula is not defined is not met; [policy_ag()] with more than 100,000 ways in
#'   which arms may have been pulled (above a horizon of 448 with 2 arms, 86 with 3, 29 with 5). A warning
#'   `unruly_warning_limit`: the search for the first exit was stopped.
#' @references \[1\] Shao and Fang (2024), On Multi-Armed Bandit with Impatient Arms. \[2\] Sharoff, Mehta and Ganti
#'   (2020), A Farewell to Arms. \[3\] Fang, Li and Samorodnitsky (2022), On Penalization in Stochastic Multi-armed
#'   Bandits. \[4\] Wang, Wang and Huang (2021), Adaptive Algorithms for Multi-armed Bandit with Composite and Anonymous
#'   Feedback. \[5\] Traca, Rudin and Yan (2020), Reducing Exploration of Dying Arms in Mortal Bandits. \[6\] Lai and
#'   Robbins (1985), Theorem 2. \[7\] Burnetas and Katehakis (1996), Theorem 1. \[8\] Honda and Takemura (2010), Theorem
#'   8. \[9\] Garivier and Kaufmann (2016), Optimal Best Arm Identification with Fixed Confidence.
#' @seealso [bandit_value()] for what the best choices earn; [cycle_feasibility()].
#' @examples
#' problem <- bandit(arms_gaussian(c(0.5, 0.6, 0.9))) |> with_patience(c(4, 4, 2))
#' regret_bound(problem, horizon = 10^(2:5))
#' regret_bound(problem, horizon = 10^(2:5), policy_fc_se())
#'
#' plain <- bandit(arms_bernoulli(c(0.3, 0.5, 0.6)))
#' regret_bound(plain, horizon = 1000)
#' regret_bound(plain, bound = "identification", error = c(0.1, 0.01))
#'
#' waiting <- bandit(arms_bernoulli(c(0.7, 0.9))) |> with_waiting(c(0.5, 0.5))
#' regret_bound(waiting, horizon = 1e5, policy_wait_ucb(), what = "pulls")
#' @export
regret_bound <- function(bandit, horizon = NULL, bound = NULL, what = "regret", ...) {
  call <- rlang::current_env()
  options <- check_bound_options(..., call = call)
  check_bound_subject(bandit, call)
  chosen <- if (!is.null(bound)) known_bound(bound, call)
  what <- if (missing(what) && !is.null(chosen)) chosen$what[1] else
    check_choice(what, "what", bound_measures, single = TRUE, call = call)
  if (is.null(chosen)) chosen <- bounds_that_exist(bandit, what, call) else check_bound_what(what, chosen, call)
  chosen <- if (is.null(bound)) chosen else list(chosen)
  check_bound_options_taken(options, chosen, call)
  horizon <- if (!what %in% identification_measures) check_bound_horizon(horizon, call)
  tables <- if (is.null(bound)) computed_bounds(chosen, bandit, horizon, what, options, call) else
    lapply(chosen, bound_table, bandit, horizon, what, options, call)
  bound_of_tables(tables, bandit)
}

bound_measures <- c("regret", "pulls", "shortfall", "lower", "sample_size", "share", "time")

identification_measures <- c("sample_size", "share", "time")

# ---- which bounds there are ------------------------------------------------

# `what` it can give, its first the default; `find` computes it from the bandit, horizons, policy, what and options;
# `exists` says for which bandits it is stated; `policy` makes the one whose bound is given where none is asked for
# (NULL: one must be), `lower`: whatever it is asked for, it is a lower bound.
known_bounds <- function() {
  plain <- function(b) length(b$traits) == 0
  with_traits <- function(all, any = character()) function(b) {
    traits <- names(b$traits)
    all(all %in% traits) && all(traits %in% c(all, any)) && length(traits) > 0
  }
  has <- function(trait) function(b) has_trait(b, trait)
  mortal <- with_traits(character(), c("lifetimes", "entries"))
  waiting <- list(what = c("regret", "pulls"), exists = has("waiting"), options = "constants")
  late <- function(...) list(what = "regret", exists = with_traits("spread"), ...)
  list(
    lai_robbins = list(what = c("regret", "lower"), lower = TRUE, find = find_lai_robbins,
                       exists = function(b) plain(b) && !has_priors(b)),
    bayes_optimal = list(what = c("regret", "lower"), lower = TRUE, find = find_bayes_optimal, options = "threads",
                         exists = function(b) plain(b) && b$arms$kind == "bernoulli" && has_priors(b)),
    identification = list(what = identification_measures, lower = TRUE, find = find_identification, options = "error",
                          exists = function(b) plain(b) && !has_priors(b)),
    impatient_lower = list(what = c("regret", "lower"), lower = TRUE, find = find_impatient_lower,
                           options = "first_exit", exists = with_traits("patience")),
    policy_ucb = list(what = "regret", find = find_ucb, policy = policy_ucb, exists = with_traits("patience")),
    policy_fc_se = list(what = "regret", find = find_fc_se, policy = policy_fc_se, exists = with_traits("patience")),
    policy_fc_entry = list(what = "regret", find = find_fc_entry, exists = with_traits(c("patience", "entries"))),
    policy_wait_ucb = c(waiting, find = find_wait_ucb, policy = policy_wait_ucb),
    policy_ucb_simplex = c(waiting, find = find_ucb_simplex, policy = policy_ucb_simplex),
    policy_budget_ucb = c(waiting, find = find_budget_ucb, policy = policy_budget_ucb),
    policy_ht_ucb = list(what = c("regret", "pulls", "shortfall", "lower"), find = find_ht_ucb, policy = policy_ht_ucb,
                         exists = has("fairness")),
    policy_ars_ucb = late(find = find_ars_ucb, policy = function() policy_ars_ucb(alpha = 5)), # it needs more than 4
    policy_ars_exp3 = late(find = find_ars_exp3, policy = policy_ars_exp3),
    policy_ars_clw = late(find = find_ars_clw, policy = maker_of_type("policy_ars_clw"), options = "constant"),
    policy_ag = list(what = "regret", find = find_ag, policy = policy_ag, exists = mortal),
    policy_ag_l = list(what = "regret", find = find_ag, policy = maker_of_type("policy_ag_l"), exists = mortal),
    policy_ucb_l = list(what = "regret", find = find_ucb_l, policy = policy_ucb_l, exists = mortal)
  )
}

has_priors <- function(b) any(vapply(b$arms$parameters, is_prior, NA))

named_bounds <- c("lai_robbins", "impatient_lower", "bayes_optimal", "identification")

# The one that was asked for, with its policy.
known_bound <- function(bound, call) {
  known <- known_bounds()
  if (!inherits(bound, "unruly_policy")) {
    wanted <- paste0("a policy, NULL or one of ", paste(quoted(named_bounds), collapse = ", "))
    if (!is_word(bound) || !bound %in% named_bounds) {
      abort_argument("bound", wanted, bound, hint = did_you_mean(bound, named_bounds), call = call)
    }
    return(c(known[[bound]], name = bound))
  }
  check_class(bound, "bound", "unruly_policy", "a policy", call)
  if (!bound$constructor %in% names(known)) {
    constructors <- vapply(setdiff(names(known), named_bounds), call_text, "")
    abort_argument("bound", "a policy with a proved bound", given = policy_text(bound), call = call,
                   hint = paste0("There are bounds for ", paste(in_code(constructors), collapse = ", "), "."))
  }
  chosen <- known[[bound$constructor]]
  chosen$policy <- bound
  c(chosen, name = bound$constructor)
}

check_bound_what <- function(what, chosen, call) {
  if (what %in% chosen$what) return(invisible())
  abort_argument("what", sprintf("one of %s for this bound", paste(quoted(chosen$what), collapse = ", ")), what,
                 call = call)
}

# All that are stated for such a bandit and measure.
bounds_that_exist <- function(bandit, what, call) {
  known <- known_bounds()
  known <- Map(function(bound, name) c(bound, name = name), known, names(known))
  stated <- Filter(function(bound) {
    if (is.data.frame(bandit)) "constants" %in% bound$options else bound$exists(bandit)
  }, known)
  if (length(stated) == 0) refuse_unbounded(bandit, call)
  found <- Filter(function(bound) what %in% bound$what, stated)
  if (length(found) > 0) return(found)
  there <- intersect(bound_measures, unlist(lapply(stated, `[[`, "what")))
  abort_argument("what", sprintf("one of %s for this bandit", paste(quoted(there), collapse = ", ")), what, call = call)
}

refuse_unbounded <- function(bandit, call) {
  born <- has_trait(bandit, "population")
  abort_argument("bandit", "one for which there is a bound", call = call,
                 given = paste("one with", if (born) "arms that die and are replaced" else traits_or_arms(bandit)),
                 hint = if (born) "`bandit_value(bandit)` gives the greatest reward per round." else
                   "`?regret_bound` lists the bounds.")
}

traits_or_arms <- function(bandit) {
  if (length(bandit$traits) == 0) return(arms_text(bandit$arms))
  paste(vapply(bandit$traits, `[[`, "", "text"), collapse = " and ")
}

# ---- computing them --------------------------------------------------------

# The policy with the scale that the bandit states; a table of bandit_value() states none.
scaled_for <- function(policy, bandit) {
  if (is.null(policy)) return(NULL)
  if (is.data.frame(bandit)) usual_scaled(policy) else resolve_policy(policy, stated_scale(bandit), bandit$arms$names)
}

bound_table <- function(chosen, bandit, horizon, what, options, call) {
  table <- chosen$find(bandit, horizon, scaled_for(chosen$policy, bandit), what, options, call)
  lower <- isTRUE(chosen$lower) || what == "lower"
  table$what <- rep(if (lower && what == "regret") "lower" else what, nrow(table))
  if (lower && is.null(table[["holds"]])) table$holds <- rep(TRUE, nrow(table))
  table
}

# Returns the bounds that can be computed, and names the others; an error if there are none.
computed_bounds <- function(chosen, bandit, horizon, what, options, call) {
  tables <- lapply(chosen, function(one) {
    if (is.function(one$policy)) one$policy <- one$policy()
    if (startsWith(one$name, "policy_") && is.null(one$policy)) return(needs_policy_text(one$name))
    tryCatch(bound_table(one, bandit, horizon, what, options, call), unruly_error = function(e) e)
  })
  failed <- !vapply(tables, is.data.frame, NA)
  if (!any(failed)) return(tables)
  why <- vapply(tables[failed], function(e) if (is.character(e)) e else why_not_text(e), "")
  named <- paste0(vapply(names(why), bound_call_text, ""), ": ", why)
  if (!all(failed)) {
    inform_plain(c("Some bounds cannot be computed:", rlang::set_names(named, "*")), class = "unruly_message_bounds")
    return(tables[!failed])
  }
  if (length(why) == 1 && !is.character(tables[[1]])) rlang::cnd_signal(tables[[1]])
  abort_plain(c("No bound can be computed for this `bandit`.", rlang::set_names(named, "x")),
              class = c("unruly_error_combination", "unruly_error"), call = call)
}

needs_policy_text <- function(name) sprintf("it has parameters without defaults, so supply `bound = %s(...)`.", name)

bound_call_text <- function(name) if (startsWith(name, "policy_")) paste0("`", name, "()`") else quoted(name)

# Returns in one line what is wrong, and the number that is.
why_not_text <- function(error) {
  gsub("[[:space:]]+", " ", paste(c(header_of(error), utils::head(bullets_of(error), 1)), collapse = " "))
}

# One below the other, with the columns that any of them has.
bound_of_tables <- function(tables, bandit) {
  columns <- c("bound", "round", "arm", "wait", "error", "what", "value", "log_value", "holds")
  columns <- intersect(columns, unlist(lapply(tables, names)))
  tables <- lapply(tables, function(table) {
    if ("log_value" %in% columns && is.null(table[["log_value"]])) table$log_value <- log(table$value)
    table
  })
  whole <- lapply(tables, function(table) {
    table[setdiff(columns, names(table))] <- NA
    if ("holds" %in% columns) table$holds <- ifelse(is.na(table$holds) & table$what != "lower", TRUE, table$holds)
    table[columns]
  })
  table <- do.call(rbind, unname(whole))
  names <- if (is.data.frame(bandit)) levels(bandit[["arm"]]) else bandit$arms$names
  if (!is.null(names) && "arm" %in% columns) table$arm <- factor(names[table$arm], names)
  new_table(table, "unruly_bound")
}

check_bound_options <- function(..., call) {
  given <- substitute(list(...))
  names <- rlang::names2(given)[-1]
  unknown <- which(!names %in% bound_option_names)
  if (length(unknown) > 0) refuse_argument(given[c(1, 1 + unknown)], call, bound_option_names)
  twice <- names[duplicated(names)]
  if (length(twice) > 0) abort_argument(twice[1], "given once", given = "twice", call = call)
  list(...)
}

check_bound_options_taken <- function(options, chosen, call) {
  taken <- unlist(lapply(chosen, `[[`, "options"))
  other <- setdiff(names(options), taken)
  if (length(other) == 0) return(invisible())
  takers <- names(Filter(function(bound) other[1] %in% bound$options, known_bounds()))
  takers <- paste(vapply(takers, bound_call_text, ""), collapse = ", ")
  abort_argument(other[1], sprintf("omitted: it is an option of %s", takers), options[[other[1]]], call = call)
}
