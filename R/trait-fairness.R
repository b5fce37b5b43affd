#' Arms that must get their fair share
#' @description
#' Adds fairness: each arm is entitled to a [share][glossary] of the pulls, and missing pulls have a
#' price.
#'
#' **Use it when** unfairness has a cost but is not forbidden.
#'
#' @details
#' Being short of `share[k] * t` pulls in round t costs `penalty[k]` for each missing pull.
#'
#' The regret is penalised. It compares with the best penalised reward,
#' `benchmark = mu* t - L*(t)` with `L*(t) = t sum(pmin(gap, penalty) * share)`. It equals the
#' benchmark minus the means of what was chosen plus the current penalty, which is the paper's
#' L(t) - L*(t).
#'
#' @section A rule for the penalties: If the means are drawn anew for each replication, the penalties
#'   can be given by a rule, a formula such as `~ (max(mean) - min(mean)) / 2`. It is evaluated for
#'   each replication from `mean`, the true means of its arms, and `share`, and returns one number for
#'   all arms or one per arm. [instances()] shows the results. The rule becomes part of the bandit:
#'   variables from elsewhere are replaced by their values when `with_fairness()` is called, and
#'   functions outside package base must be written as `package::name()`.
#'
#' @section Columns: With fairness [regret()] has three more columns. `penalty` and `unfairness` are
#'   the sum of the arms' missing pulls in that round, with and without the penalties as weights.
#'   `largest_shortfall` is the greatest number of pulls that any arm has lacked in any round so far
#'   (Theorem 4.3). [pulls()] has `shortfall`, the number of pulls that the arm lacks at the horizon.
#'
#' @param bandit A bandit.
#' @param share Shares of the pulls, numbers of at least 0, one for all arms or one per arm,
#'   summing to less than 1.
#' @param penalty Penalty rates, numbers from 0 to 1e100, one for all arms or one per arm, in
#'   units of reward per missing pull; or a rule for them.
#' @param ... Must be empty.
#' @inherit with_patience return
#' @inheritSection with_patience Errors
#' @examples
#' bandit(arms_bernoulli(c(0.8, 0.6, 0.3))) |>
#'   with_fairness(share = 0.2, penalty = 0.4)
#'
#' drawn <- bandit(arms_gaussian(prior_uniform(5), sd = 1 / 5)) |>
#'   with_fairness(share = 0.1, penalty = ~ (max(mean) - min(mean)) / 2)
#' study <- run_study(drawn, policy_ht_ucb(), horizon = 500, reps = 2, seed = 1)
#' instances(study)
#' @references Fang, Li and Samorodnitsky (2022), On Penalization in Stochastic
#'   Multi-armed Bandits, section 2.
#' @seealso [bandit_value()], [fair_penalty()], [policy_ht_ucb()],
#'   [regret_bound()].
#' @export
with_fairness <- function(bandit, share, penalty, ...) {
  check_no_dots(...)
  check_bandit(bandit)
  check_addition(bandit, "fairness")
  share <- in_order_of_arms(share, "share", bandit$arms$names)
  penalty <- in_order_of_arms(penalty, "penalty", bandit$arms$names)
  share <- check_share(share, arm_count(bandit))
  penalty <- if (!missing(penalty) && inherits(penalty, "formula")) new_rule(penalty, bandit, share) else
    check_penalty(penalty, arm_count(bandit))
  add_trait(bandit, "fairness", list(share = share, penalty = penalty),
            sprintf("fairness: share = %s; penalty = %s", parameter_text(share), penalty_text(penalty)))
}

check_share <- function(share, arms, call = rlang::caller_env()) {
  check_rule(share, rules_of("trait_fairness")$share, size = arms, call = call)
}

check_penalty <- function(penalty, arms, call = rlang::caller_env()) {
  penalty <- check_numbers(penalty, "penalty", size = arms, min = 0, call = call)
  check_largest(penalty, "penalty", call = call)
  penalty
}

penalty_text <- function(penalty) if (is_rule(penalty)) rule_text(penalty) else parameter_text(penalty)

# --- rules ----------------------------------------------------------------------

# A rule is code of `mean` and `share` alone, so that it can be written down,
# compared and worked out again anywhere.
new_rule <- function(formula, bandit, share, call = rlang::caller_env()) {
  wanted <- "a rule like `~ (max(mean) - min(mean)) / 2`, of `mean`, `share` and numbers"
  if (length(formula) != 2) abort_argument("penalty", wanted, formula, given = "a formula with a left side",
                                           call = call)
  code <- formula[[2]]
  for (name in setdiff(free_names(code), c("mean", "share"))) {
    value <- get0(name, environment(formula) %||% baseenv())
    if (!is.numeric(value) || is.object(value)) {
      abort_argument("penalty", wanted, formula, call = call,
                     given = sprintf("one with `%s`, which is %s", name, describe_value(value)))
    }
    code <- do.call(substitute, list(code, stats::setNames(list(as.double(value)), name)))
  }
  rule <- structure(list(code = code), class = "unruly_rule")
  # Tried out at once: replication 1 stands for all.
  rule_matrix(rule, bandit, share, seed = 0, replications = 1, horizon = 1, call = call)
  rule
}

# The variables of a piece of code; functions and `package::name` are none.
free_names <- function(code) {
  if (is.name(code)) return(if (nzchar(code)) as.character(code))
  if (!is.call(code) || identical(code[[1]], quote(`::`))) return(NULL)
  unique(unlist(lapply(as.list(code)[-1], free_names)))
}

# Penalty rates by arm and replication.
rule_matrix <- function(rule, bandit, share, seed, replications, horizon, call) {
  drawn <- draw_arms(bandit, seed, replications, horizon)
  means <- matrix(drawn$mean, nrow = arm_count(bandit))
  rates <- vapply(seq_along(replications), function(r) {
    rule_rates(rule, means[, r], share, replications[r], call)
  }, numeric(arm_count(bandit)))
  matrix(rates, nrow = arm_count(bandit))
}

rule_rates <- function(rule, mean, share, replication, call) {
  wanted <- "a rule that returns numbers from 0 to 1e100, one for all arms or one per arm"
  refuse <- function(given) {
    abort_argument("penalty", wanted, given = sprintf("`~ %s`, which %s in replication %s", rule_text(rule), given,
                                                      format_count(replication)), call = call)
  }
  rates <- tryCatch(eval(rule$code, list(mean = mean, share = share), baseenv()),
                    error = function(e) refuse(sprintf("fails (%s)", conditionMessage(e))))
  good <- is.numeric(rates) && length(rates) %in% c(1, length(mean)) && all(is.finite(rates)) &&
    all(rates >= 0 & rates <= largest_number)
  if (!good) refuse(paste("gives", describe_value(rates)))
  rep_len(as.double(rates), length(mean))
}

# The bandit as these replications play it: rules are worked out.
resolve_rules <- function(bandit, seed, replications, horizon, call) {
  given <- bandit$traits$fairness$parameters
  if (!is_rule(given$penalty)) return(bandit)
  bandit$traits$fairness$parameters$penalty <-
    rule_matrix(given$penalty, bandit, given$share, seed, replications, horizon, call)
  bandit$traits$fairness$parameters$first <- replications[1]
  bandit
}

# Share and penalty of each row of a table of drawn arms.
fairness_columns <- function(bandit, study, reps) {
  given <- bandit$traits$fairness$parameters
  rates <- given$penalty
  if (is_rule(rates)) {
    rates <- rule_matrix(rates, bandit, given$share, study$description$seed, reps, study$description$horizon,
                         rlang::caller_env())
  }
  list(share = rep(given$share, length(reps)), penalty = rep_len(c(rates), arm_count(bandit) * length(reps)))
}

# --- the optimum ------------------------------------------------------------------

# How an oracle that knows the means would share out the pulls, see bandit_value().
fair_optimum <- function(bandit, call) {
  given <- fair_problem(bandit, call)
  pulls <- ifelse(given$set == "non-critical", 0, given$share)
  best <- which(given$set == "optimal")[1]
  pulls[best] <- 1 - sum(pulls[-best])
  arms <- tibble(arm = seq_along(pulls), given[c("mean", "share", "penalty", "set")], pulls = pulls,
                 loss = pmin(given$gap, given$penalty) * given$share)
  name_arms(arms, list(bandit = bandit))
}

# Means, gaps, shares, penalties and sets of the arms of a bandit.
fair_problem <- function(bandit, call = rlang::caller_env()) {
  wanted <- "a bandit with fairness whose means are given"
  bandit <- check_class(bandit, "bandit", "unruly_bandit", wanted, call)
  if (!has_trait(bandit, "fairness")) {
    abort_argument("bandit", wanted, bandit, given = "a bandit without fairness", call = call)
  }
  if (any(vapply(bandit$arms$parameters, is_prior, NA))) {
    abort_argument("bandit", wanted, bandit, given = "a bandit whose means are drawn for each replication", call = call)
  }
  mean <- draw_arms(bandit, seed = 0, replications = 1, horizon = 1)$mean
  given <- bandit$traits$fairness$parameters
  penalty <- given$penalty
  if (is_rule(penalty)) penalty <- rule_rates(penalty, mean, given$share, 1, call)
  gap <- max(mean) - mean
  hair <- 1e-12 * max(1, abs(mean)) # 0.9 - 0.6 is a little more than 0.3
  set <- ifelse(gap <= hair, "optimal", ifelse(penalty >= gap - hair, "critical", "non-critical"))
  tibble(mean = mean, gap = gap, share = given$share, penalty = penalty, set = set)
}

# --- choosing penalties -----------------------------------------------------------

#' A penalty rate that achieves a goal
#' @description
#' Computes the least penalty rate, the same for all arms, that achieves a goal. It needs the gaps of the arms, or a
#' guess of them.
#'
#' **Use it when** you have a goal rather than a price for [with_fairness()]: so many arms served, or so much unfairness
#' tolerated.
#'
#' @details
#' An arm is worth serving if the rate is at least its gap. With either goal, the result equals the gap of some arm. At
#' this rate, serving that arm and not serving it cost the same; to have it served, take a slightly higher rate. A
#' higher rate serves more arms, so the least one costs the least reward.
#'
#' @param gaps The gaps: how far the mean of each arm is below the best one, numbers of at
#'   least 0, one per arm, with 0 for the best.
#' @param explore The number of arms that should be worth serving, counting the best ones: a whole number from 1 to the
#'   number of arms. Give either this, or `share` and `tolerance`. Default: `NULL`.
#' @param share Shares, one number for all arms or one per arm, as in [with_fairness()]. Default: `NULL`.
#' @param tolerance The unfairness tolerated per round: the greatest allowed sum of the shares of arms that are not
#'   worth serving, a number of at least 0. Default: `NULL`.
#' @param ... Must be empty.
#' @return A penalty rate, a single number in units of reward per missing pull.
#' @section A misprint in the paper: The paper writes inf\{a: #\{k: a >= Delta_k\} <= K - 1\} and inf\{a: sum of tau_k
#'   over a >= Delta_k <= tol\} (a is the rate, Delta the gaps, tau the shares). Read literally both are 0, as these
#'   counts and sums grow with a. What the text asks for is the least rate with at least so many arms served, or with
#'   unserved shares that sum to at most tol; that is computed here.
#' @section Errors: `unruly_error_combination` if no goal is given, both are, or only one of `share` and `tolerance`.
#' @references Fang, Li and Samorodnitsky (2022), On Penalization in Stochastic
#'   Multi-armed Bandits, section 5.
#' @seealso [bandit_value()] for what a penalty leads to.
#' @examples
#' gaps <- c(0, 0.2, 0.3, 0.6)
#' fair_penalty(gaps, explore = 3)
#' fair_penalty(gaps, share = 0.2, tolerance = 0.25)
#' @export
fair_penalty <- function(gaps, explore = NULL, share = NULL, tolerance = NULL, ...) {
  check_no_dots(...)
  gaps <- check_gaps(gaps)
  check_one_goal(explore, share, tolerance)
  if (!is.null(explore)) {
    explore <- check_whole(explore, "explore", min = 1, max = length(gaps))
    return(sort(gaps)[explore])
  }
  share <- check_numbers(share, "share", size = length(gaps), min = 0, max = 1)
  tolerance <- check_number(tolerance, "tolerance", min = 0)
  unserved <- vapply(gaps, function(rate) sum(share[gaps > rate]), 0)
  # Tenths, say, do not sum exactly.
  min(gaps[unserved <= tolerance + 1e-12])
}

check_one_goal <- function(explore, share, tolerance, call = rlang::caller_env()) {
  given <- c(explore = !is.null(explore), share = !is.null(share), tolerance = !is.null(tolerance))
  if (any(vapply(list(c(TRUE, FALSE, FALSE), c(FALSE, TRUE, TRUE)), identical, NA, unname(given)))) return(invisible())
  abort_combination(c("Supply either {.arg explore}, or {.arg share} with {.arg tolerance}.",
                      x = if (any(given)) "Supplied: {.arg {names(given)[given]}}." else "None of them is supplied."),
                    call = call)
}

check_gaps <- function(gaps, call = rlang::caller_env()) {
  gaps <- check_numbers(gaps, "gaps", min = 0, call = call)
  if (min(gaps) > 0) {
    abort_argument("gaps", "0 for the best arm, and above 0 for the others", gaps, call = call,
                   given = sprintf("gaps of at least %s", format_numbers(min(gaps))))
  }
  gaps
}
