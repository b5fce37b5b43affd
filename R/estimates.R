# What may be concluded of the arms after a bandit has run: estimates with intervals, from sums by arm (pulls, sum,
# squares, and those of the scores) which studies keep and logs give.

#' Estimates of arm means after adaptive sampling
#' @description
#' Estimates the mean of each arm, with intervals, from data that a bandit policy collected. Sample means are biased
#' after such a policy, and the usual intervals undercover.
#'
#' **Use it when** you report what the arms are worth: after a study, an agent or a log. To name the best arm, use
#' [recommendations()].
#'
#' @param x A study, an [agent()] or a log. A data frame is passed to [as_log()] with the column arguments in `...`.
#' @param method One or more of `"naive"`, `"sequence"`, `"aipw"`. Default: `NULL`, all that the data support; a message
#'   names the others and says why.
#' @param level Nominal coverage of each interval, in (0, 1). Default: 0.95.
#' @param ... For a data frame: arguments of [as_log()], such as `arm = item`. Otherwise it must be empty. The arguments
#'   below are given by their full names.
#' @param at Checkpoints of a study: `"final"` (the default), `"all"` or rounds.
#' @param weights For `"aipw"`, one or more of `"constant"`, `"two-point"`, `"uniform"`; each of them is a method of its
#'   own (`"aipw, constant"`). `"two-point"` suits a [policy_floor()]: article *Methods*. Default: `"constant"`, or
#'   `"uniform"` if only the propensity of the chosen arm is known.
#' @param family For `"sequence"`, `"gaussian"` (the default), for all sub-Gaussian rewards, or `"bernoulli"` (rewards
#'   of 0 and 1).
#' @param sd For the family `"gaussian"`, the sub-Gaussian parameter of the rewards, one positive number or one per arm.
#'   Default: `NULL`, from the arms of a study, from the policy of an agent, or half the `range` that a log states.
#' @param narrowest For `"sequence"`, the number of pulls at which the interval is tightest, at least 1. Default: 100.
#' @param joint For `"sequence"`, `TRUE` to cover all arms together at `level` (Bonferroni); not for a population.
#'   Default: `FALSE`.
#' @param horizon,decay For two-point weights of a log or an agent: the horizon (default: the rounds so far, or the
#'   agent's horizon) and the decay of the floor (default: 0, or that of the agent's policy).
#' @return A tibble of class `unruly_estimates`, one row per arm, game, checkpoint and method: `bandit`, `policy`,
#'   `rep`, `round`, `arm`, `pulls` (rewards shown), `truth`, `estimate`, `se`, `lower`, `upper`, `method`. Agents and
#'   logs have no `truth`, and logs only the columns of their games. An arm that was never pulled has `NA` as `estimate`
#'   and `se`; its interval by `"sequence"` is the whole line, or \[0, 1\].
#' @section Which method:
#'
#' | method | valid for | needs | fails if |
#' | --- | --- | --- | --- |
#' | naive | fixed designs; a comparison otherwise | rewards | a policy adapts: biased, undercovers |
#' | sequence | any policy, any stopping rule, all rounds | a bounded or sub-Gaussian scale | the scale is understated |
#' | aipw | randomised policies, a fixed number of rounds | propensities above 0 | propensities shrink as fast as 1/t, or pulls are few |
#'
#'   A sequence's interval is the mean -+ s sqrt((n + r) ln((n + r) / (r a^2))) / n, with n pulls, the sub-Gaussian
#'   parameter s, a = 1 - `level`, and r such that it is tightest at `narrowest` pulls. All formulas: article *Methods*,
#'   section "Estimators". [operating_characteristics()] measures bias and coverage of a design.
#' @section What is estimated: The mean of each arm. Bandits whose arms have no single mean are refused: changes, wear,
#'   contexts, waiting, spread, tapes. Rewards not yet shown at a checkpoint do not count. A population of arms (see
#'   [bandit_mortal()]) has rows only for the arms that were pulled, and no estimates that need scores. The first pulls
#'   of a replay (`init`), which no policy chose, count for the mean of their arm only. After a game was stopped, later
#'   checkpoints repeat its last state; naive and AIPW intervals are not valid there.
#' @section What the study must keep: `run_study(keep = c("summary", "scores"))` serves all methods and checkpoints.
#'   Without scores there are only the sequences at the final checkpoint and, for Bernoulli arms, naive intervals.
#' @section Errors: `unruly_error_argument`: an argument is not as described, or arms have no single mean.
#'   `unruly_error_overlap`: `"aipw"` without usable propensities.
#' @references Howard, Ramdas, McAuliffe and Sekhon (2021), Time-uniform, nonparametric, nonasymptotic confidence
#'   sequences, Annals of Statistics 49, sections 3 and 4. Hadad, Hirshberg, Zhan, Wager and Athey (2021), Confidence
#'   intervals for policy evaluation in adaptive experiments, PNAS 118.
#' @seealso [autoplot()][autoplot.unruly_estimates], [operating_characteristics()], [recommendations()]
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_thompson(), horizon = 200, reps = 3, seed = 1)
#' estimates(study, c("naive", "sequence"))
#'
#' clicks <- data.frame(item = c("a", "b", "a"), click = c(1, 0, 0), propensity = c(0.5, 0.5, 0.7))
#' estimates(clicks, "aipw", arm = item, reward = click)   # uniform weights: one propensity per row
#' estimates(clicks, "sequence", arm = item, reward = click, range = c(0, 1))
#' @export
estimates <- function(x, method = NULL, level = 0.95, ..., at = "final", weights = NULL,
                      family = c("gaussian", "bernoulli"), sd = NULL, narrowest = 100, joint = FALSE, horizon = NULL,
                      decay = NULL) {
  call <- rlang::current_env()
  is_log <- missing(x) || is.data.frame(x) || inherits(x, "unruly_log")
  if (is_log) x <- log_argument(x, "x", ..., call = call, wanted = estimated_words) else check_no_dots(...)
  how <- list(
    method = if (is.null(method)) estimate_methods else check_several(method, "method", estimate_methods, call),
    asked = !is.null(method),
    level = check_number(level, "level", above = 0, below = 1),
    weights = if (!is.null(weights)) check_several(weights, "weights", score_weights, call),
    family = check_choice(family, "family", c("gaussian", "bernoulli")),
    narrowest = check_number(narrowest, "narrowest", min = 1), joint = check_flag(joint, "joint"),
    horizon = if (!is.null(horizon)) check_agent_horizon(horizon, call),
    decay = if (!is.null(decay)) check_number(decay, "decay", min = 0, below = 1)
  )
  if (!inherits(x, "unruly_study") && !identical(at, "final")) abort_argument("at", "\"final\" for agents and logs", at)
  if (inherits(x, "unruly_study") && !(is.null(horizon) && is.null(decay))) {
    abort_argument(if (is.null(horizon)) "decay" else "horizon", "left out: a study states its own", horizon %||% decay)
  }
  estimate_table(sums_to_estimate(x, at, how, sd, call), how, call)
}

sums_to_estimate <- function(x, at, how, sd, call) {
  if (inherits(x, "unruly_study")) return(sums_of_study(x, at, how, sd, call))
  if (inherits(x, "unruly_agent")) return(sums_of_agent(x, how, sd, call))
  if (inherits(x, "unruly_log")) return(sums_of_log(x, how, sd, call))
  abort_argument("x", estimated_words, x, call = call)
}

estimate_methods <- c("naive", "sequence", "aipw")

score_weights <- c("constant", "two-point", "uniform")

# One or more of a few strings, each once.
check_several <- function(value, argument, choices, call) {
  good <- is.character(value) && !is.object(value) && is.null(dim(value)) && length(value) > 0 &&
    all(value %in% choices) &&
    !anyDuplicated(value)
  if (!good) abort_argument(argument, paste("one or more of", paste(quoted(choices), collapse = ", ")), value,
                            hint = did_you_mean(value, choices), call = call)
  unname(value)
}

# --- from sums to estimates -----------------------------------------------------------

# `known`: `sums` (a table, one row per arm and game), `shown` (the columns of the result that exist already), by row
# `arms` (how many), `sd` and `chances` (whether there were propensities); `lacks` (by method: why it is not available),
# and `without_chances` (by policy: why it has no propensities).
estimate_table <- function(known, how, call) {
  how$weights <- how$weights %||% known$weights %||% "constant"
  rows <- lapply(how$method, function(method) {
    if (!is.null(known$lacks[[method]])) return(report_lacking(method, known$lacks[[method]], how, call))
    switch(method, naive = naive_rows(known, how), sequence = sequence_rows(known, how), aipw = aipw_rows(known, how))
  })
  table <- do.call(rbind, unname(rows[!vapply(rows, is.null, NA)]))
  if (is.null(table)) abort_argument("method", "one that the data support", how$method, call = call,
                                     given = "none of them")
  new_table(table, "unruly_estimates", level = how$level)
}

# An error for methods that were asked for, otherwise a message.
report_lacking <- function(method, reason, how, call) {
  if (how$asked) {
    abort_cli(c("There are no estimates by the method {.val {method}}.", x = "{reason$text}."),
                   class = c(reason$class, "unruly_error_argument", "unruly_error"), argument = "method", call = call)
  }
  inform_cli(c(i = "Without the method {.val {method}}: {reason$text}."), class = "unruly_message_methods")
  NULL
}

estimate_rows <- function(known, method, estimate, se, lower, upper, effective = NA_real_, rows = TRUE) {
  tibble(known$shown, estimate = estimate, se = se, lower = lower, upper = upper, method = method,
         effective = effective)[rows, ]
}

naive_rows <- function(known, how) {
  n <- known$sums$pulls
  mean <- known$sums$mean
  variance <- ifelse(n > 1, known$sums$deviations / (n - 1), NA)
  se <- sqrt(variance / n)
  half <- stats::qt((1 + how$level) / 2, pmax(n - 1, 1)) * se
  estimate_rows(known, "naive", mean, se, mean - half, mean + half)
}

# --- sequences -----------------------------------------------------------------------

sequence_rows <- function(known, how) {
  error <- (1 - how$level) / if (how$joint) known$arms else 1
  n <- known$sums$pulls
  mean <- known$sums$mean
  limits <- evidence_intervals(how$family, n, mean, known$sd, error, how$narrowest)
  estimate_rows(known, "sequence", mean, NA_real_, limits$lower, limits$upper)
}

# The mixing variance for which the bound is lowest after `narrowest` pulls, in pulls.
best_rho <- function(narrowest, error) narrowest / (2 * log(1 / error) + log1p(2 * log(1 / error)))

# All means against which the evidence is less than the error allows, for all rows at once; see
# src/inference/evidence.h. Without pulls that is the whole line, or [0, 1].
evidence_intervals <- function(family, n, mean, sd, error, narrowest) {
  rows <- length(n)
  sums <- list(n = as.double(n), mean = ifelse(n > 0, mean, 0), squares = numeric(rows), sd = rep_len(sd %||% 1, rows))
  error <- rep_len(error, rows)
  number <- as.double(match(family, evidence_families))
  limits <- .Call(C_evidence_intervals, number, sums, log(1 / error), best_rho(narrowest, error))
  list(lower = limits[, 1], upper = limits[, 2])
}

evidence_families <- c("gaussian", "bernoulli") # in the order of evidence_family in C

# --- weighted scores ------------------------------------------------------------------

aipw_rows <- function(known, how) {
  report_without_chances(known$without_chances)
  names <- if (length(how$weights) == 1) "aipw" else paste("aipw,", how$weights)
  do.call(rbind, Map(function(weights, name) one_weighting(known, weights, name, how$level), how$weights, names,
                     USE.NAMES = FALSE))
}

# Without two plays' worth of overlap, or where all scores are the same, nothing is known of how far off the estimate is.
one_weighting <- function(known, weights, name, level) {
  part <- function(what) known$sums[[paste(what, sub("-", "_", weights), sep = "_")]]
  effective <- part("effective")
  estimate <- ifelse(known$sums$pulls > 0, part("score"), NA)
  squares <- part("deviations") + part("weight2") * (part("score2") - estimate)^2
  known_error <- known$sums$pulls > 0 & effective >= 2 & part("deviations") > 0
  se <- ifelse(known_error, sqrt(squares) / part("weight"), NA)
  half <- stats::qnorm((1 + level) / 2) * ifelse(known_error, se, Inf)
  centre <- ifelse(known_error, estimate, 0)
  estimate_rows(known, name, estimate, se, centre - half, centre + half, effective = effective,
                rows = known$chances %||% TRUE)
}

# `reasons` by policy.
report_without_chances <- function(reasons) {
  if (length(reasons) == 0) return(invisible())
  inform_plain(c("Left out of the method \"aipw\":", rlang::set_names(paste0(names(reasons), ": ", reasons, "."), "*")),
               class = "unruly_message_overlap")
}

shape.unruly_estimates <- function(x) list(
  method = function(v, x) are_labels(v), estimate = function(v, x) is.numeric(v), lower = function(v, x) is.numeric(v),
  upper = function(v, x) is.numeric(v), se = function(v, x) is.null(v) || is.numeric(v),
  round = function(v, x) is.null(v) || is_column(v), pulls = function(v, x) is.null(v) || is_column(v),
  truth = function(v, x) is.null(v) || is.numeric(v),
  rep = function(v, x) is_name_of_game(v), bandit = function(v, x) is_name_of_game(v),
  policy = function(v, x) is_name_of_game(v),
  arm = function(v, x) {
    (are_labels(v) || is_column(v)) && is_reals(attr(x, "level"), 1) &&
      are_columns(x, c("arm", "estimate", "lower", "upper", "method")) &&
      is_key(x, c("bandit", "policy", "rep", "round", "arm", "method"))
  }
)
