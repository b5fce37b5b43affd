#' Tidy results, as broom does
#'
#' Turns results into tables whose columns have broom's names. `tidy()`, `glance()` and `augment()` are generics of the
#' package generics, re-exported here.
#'
#' * Of a study, `tidy()` has the means that [summary()][summary.unruly_study] has, or with `baseline` the differences
#'   of [compare_policies()]; `glance()` one row with how many bandits, policies and replications there are, the
#'   horizon, the last checkpoint and the seed; `augment()` a row for each bandit, policy and replication, with the
#'   final `what`, the mean over replications (`.fitted`) and what differs from it (`.resid`).
#' * [estimates()]: `tidy()` gives one row per estimate, `glance()` one row in all, and `augment()` the estimates with
#'   their error (`.resid`) and whether the interval contains the truth (`.covered`), where it is known.
#' * [compare_policies()]: `tidy()` gives one row per comparison.
#' * [compare_arms()]: `tidy()` gives one row per comparison, whose `baseline` is the control; `glance()` and
#'   `augment()` as
#'   of estimates.
#' * [operating_characteristics()]: `tidy()` gives their values as estimates, with Monte Carlo standard errors and 95%
#'   intervals.
#' * [exact_study()]: `tidy()` gives the exact means, with standard errors of 0. A series of [run_experiment()]: both
#'   give the rows of its studies, with their `horizon`.
#' * [calibrate_design()]: `tidy()` gives the parameter that was found; [bandit_value()]: the rate of each arm and
#'   wait; [regret_bound()]: the bounds.
#' * [ledger()]: `tidy()` gives one row per part of a claim, `glance()` the number of claims by verdict.
#' * Of an [agent()], `glance()` has one row: its policy and how far it is.
#'
#' Two studies of the same games, with the same checkpoints, labels and `keep`, have the same `hash`, wherever and with
#' however many threads they were run: a report or a paper can name its study by it. `hash_results` is the same for
#' equal results, to the last bit of [regret()] (or of what the study keeps instead).
#'
#' @param x One of the above.
#' @param what The column of [regret()], as in [summary()][summary.unruly_study].
#' @param baseline `NULL`, or the label of the policy to compare the others with.
#' @param conf.int Whether there are `conf.low` and `conf.high`. Default: `TRUE`; for [calibrate_design()] `FALSE`.
#'   Where nothing has an error, as in bounds, there are none.
#' @param conf.level Nominal coverage of the intervals, in (0, 1). Tables that have intervals already, such as
#'   [estimates()], take no other than theirs. Default: 0.95, or that of the table.
#' @param ... For `tidy()` of a study, further arguments of [summary()][summary.unruly_study] or [compare_policies()],
#'   such as `at`; otherwise must be empty.
#' @return A tibble.
#'   * `tidy()`: columns that identify the row, such as `bandit`, `policy` and `round`, and `term` (`what`, or the arm);
#'     then `estimate` and, where it has an error, `std.error`, `conf.low`, `conf.high`; for differences also
#'     `baseline`, `statistic` and `p.value`; for comparisons of arms also `null.value`, the difference that is tested.
#'   * `glance()`: see above. An agent: `policy`, `arms`, `round`, `decisions`, `pending` (decisions without a
#'     reward so far), `stopped`.
#'   * `augment()`: the games or estimates, with the columns above.
#' @section Errors: `unruly_error_argument`: the object has no such table.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, list(policy_ucb1(), policy_moss()), horizon = 100, reps = 5, seed = 1)
#' tidy(study)
#' tidy(study, baseline = "UCB1")
#' glance(study)
#' augment(study)
#' again <- run_study(problem, list(policy_ucb1(), policy_moss()), horizon = 100, reps = 5,
#'   seed = 1, threads = 1)
#' glance(again)$hash == glance(study)$hash
#' @name tidiers
NULL

# The class is named beside the generic: roxygen2 takes a method of an imported generic for one of ours only.
#' @rdname tidiers
#' @usage \method{tidy}{unruly_study}(x, what, baseline = NULL, conf.int = TRUE, conf.level = 0.95, ...)
#' @exportS3Method generics::tidy unruly_study
tidy.unruly_study <- function(x, what, baseline = NULL, conf.int = TRUE, conf.level = 0.95, ...) {
  check_study(x, "x")
  what <- if (missing(what)) usual_figure(x) else what
  conf.level <- check_number(conf.level, "conf.level", above = 0, below = 1)
  table <- if (is.null(baseline)) summary(x, what, level = conf.level, ...) else
    compare_policies(x, baseline, what, level = conf.level, ...)
  if (!is.null(baseline)) table$statistic <- table$difference / table$se
  table$term <- rep(what, nrow(table))
  names(table)[names(table) %in% c("mean", "difference")] <- "estimate"
  in_broom_words(table, c("bandit", "policy", "baseline", "round", "term"), conf.int)
}

# `first`: the columns that say of what, those of them that there are.
in_broom_words <- function(table, first, conf.int = TRUE) {
  check_flag(conf.int, "conf.int", rlang::caller_env())
  table <- plain_tibble(table)
  words <- c(se = "std.error", mcse = "std.error", lower = "conf.low", upper = "conf.high", p_value = "p.value",
             value = "estimate")
  known <- intersect(names(table), names(words))
  names(table)[match(known, names(table))] <- words[known]
  columns <- c(first, "estimate", "std.error", "statistic", "p.value", if (conf.int) c("conf.low", "conf.high"))
  table[intersect(columns, names(table))]
}

# Refuses another level than that at which a table was made.
check_level_made <- function(conf.level, level, call = rlang::caller_env()) {
  if (is_reals(conf.level, 1) && abs(conf.level - level) < 1e-9) return(invisible())
  abort_argument("conf.level", sprintf("%s, the level of this table", format_numbers(level)), conf.level, call = call,
                 hint = "Give `level` to the function that makes the table.")
}

# Checks what is asked for; where nothing has an error there are no intervals, whatever it is.
check_conf <- function(conf.int, conf.level, call = rlang::caller_env()) {
  check_flag(conf.int, "conf.int", call)
  check_number(conf.level, "conf.level", above = 0, below = 1, call = call)
}

#' @rdname tidiers
#' @usage \method{glance}{unruly_study}(x, ...)
#' @exportS3Method generics::glance unruly_study
glance.unruly_study <- function(x, ...) {
  check_no_dots(...)
  check_study(x, "x")
  d <- x$description
  tibble(bandits = length(d$bandits), policies = length(d$policies), reps = length(x$replications),
         horizon = d$horizon, last_round = last_checkpoint(x), seed = d$seed, hash = games_hash(x),
         hash_results = results_hash(x))
}

# Equal for studies of the same games.
games_hash <- function(study) {
  d <- study$description
  fingerprint(list(games = study_fingerprint(d), seed = d$seed, replications = study$replications))
}

results_hash <- function(study) fingerprint(study$tables$regret %||% study$tables)

#' @rdname tidiers
#' @usage \method{augment}{unruly_study}(x, what, ...)
#' @exportS3Method generics::augment unruly_study
augment.unruly_study <- function(x, what, ...) {
  check_no_dots(...)
  check_rows(x, "augment", rlang::current_env())
  what <- check_figure(if (missing(what)) usual_figure(x) else what, x)
  final <- final_rows(x)
  rows <- x$tables$regret[final, c("bandit", "policy", "rep", "round")]
  rows[[what]] <- figure_column(x, what)[final]
  rows <- forget_unreached(rows, x, what, what)
  rows$.fitted <- stats::ave(rows[[what]], rows$bandit, rows$policy)
  rows$.resid <- rows[[what]] - rows$.fitted
  rows
}

#' @exportS3Method generics::tidy unruly_estimates
tidy.unruly_estimates <- function(x, conf.int = TRUE, conf.level = attr(x, "level"), ...) {
  check_no_dots(...)
  check_object(x)
  check_level_made(conf.level, attr(x, "level"))
  table <- plain_tibble(x)
  table$term <- as.character(table$arm)
  in_broom_words(table, c("bandit", "policy", "rep", "round", "term", "method"), conf.int)
}

#' @exportS3Method generics::glance unruly_estimates
glance.unruly_estimates <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  tibble(arms = length(unique(x$arm)), methods = length(unique(x$method)), estimates = nrow(x),
         conf.level = attr(x, "level"))
}

#' @exportS3Method generics::augment unruly_estimates
augment.unruly_estimates <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  table <- plain_tibble(x)
  if (is.null(table[["truth"]])) return(table)
  table$.resid <- table$estimate - table$truth
  table$.covered <- table$lower <= table$truth & table$truth <= table$upper
  table
}

#' @exportS3Method generics::tidy unruly_comparisons
tidy.unruly_comparisons <- function(x, conf.int = TRUE, conf.level = attr(x, "level"), ...) {
  check_no_dots(...)
  check_object(x)
  check_level_made(conf.level, attr(x, "level"))
  table <- plain_tibble(x)
  table$term <- as.character(table$arm)
  table$baseline <- as.character(table$control)
  table$null.value <- rep(attr(x, "margin"), nrow(table))
  in_broom_words(table, c("bandit", "policy", "rep", "round", "term", "baseline", "method", "null.value"), conf.int)
}

#' @exportS3Method generics::glance unruly_comparisons
glance.unruly_comparisons <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  tibble(comparisons = nrow(x), methods = length(unique(x$method)), conf.level = attr(x, "level"),
         null.value = attr(x, "margin"), alternative = attr(x, "alternative"), adjust = attr(x, "adjust"),
         joint = attr(x, "joint"))
}

#' @exportS3Method generics::augment unruly_comparisons
augment.unruly_comparisons <- function(x, ...) augment.unruly_estimates(x, ...)

#' @exportS3Method generics::tidy unruly_policy_comparisons
tidy.unruly_policy_comparisons <- function(x, conf.int = TRUE, conf.level = attr(x, "level"), ...) {
  check_no_dots(...)
  check_object(x)
  check_level_made(conf.level, attr(x, "level"))
  table <- plain_tibble(x)
  table$term <- rep(attr(x, "what"), nrow(table))
  table$estimate <- table$difference
  if (!is.null(table[["se"]])) table$statistic <- table$difference / table$se
  in_broom_words(table, c("bandit", "policy", "baseline", "round", "term"), conf.int)
}

#' @exportS3Method generics::tidy unruly_characteristics
tidy.unruly_characteristics <- function(x, conf.int = TRUE, conf.level = limits_level, ...) {
  check_no_dots(...)
  check_object(x)
  check_level_made(conf.level, limits_level)
  table <- plain_tibble(x)
  table$term <- as.character(table$measure)
  in_broom_words(table, c("bandit", "policy", "term"), conf.int)
}

#' @exportS3Method generics::glance unruly_characteristics
glance.unruly_characteristics <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  tibble(bandits = length(unique(x[["bandit"]])), policies = length(unique(x$policy)),
         measures = length(unique(x$measure)), conf.level = limits_level)
}

#' @exportS3Method generics::tidy unruly_calibration
tidy.unruly_calibration <- function(x, conf.int = FALSE, conf.level = 0.95, ...) {
  check_no_dots(...)
  check_object(x)
  half <- stats::qnorm((1 + check_conf(conf.int, conf.level)) / 2) * x$se
  table <- tibble(term = "parameter", estimate = x$parameter, std.error = x$se)
  if (conf.int) tibble(table, conf.low = x$parameter - half, conf.high = x$parameter + half) else table
}

#' @exportS3Method generics::glance unruly_calibration
glance.unruly_calibration <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  limits <- with_limits(plain_tibble(x))
  tibble(measure = x$measure, target = x$target, value = x$value, mcse = x$mcse, conf.low = limits$lower,
         conf.high = limits$upper, reps = x$reps, tried = nrow(attr(x, "tried")))
}

#' @exportS3Method generics::tidy unruly_waiting_value
tidy.unruly_waiting_value <- function(x, conf.int = FALSE, conf.level = 0.95, ...) {
  check_no_dots(...)
  check_object(x)
  check_conf(conf.int, conf.level)
  tibble(arm = x$arm, wait = x$wait, term = "rate", estimate = x$rate)
}

#' @exportS3Method generics::glance unruly_waiting_value
glance.unruly_waiting_value <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  tibble(arms = length(unique(x$arm)), actions = nrow(x), rate = max(x$rate))
}

#' @exportS3Method generics::tidy unruly_bound
tidy.unruly_bound <- function(x, conf.int = FALSE, conf.level = 0.95, ...) {
  check_no_dots(...)
  check_object(x)
  check_conf(conf.int, conf.level)
  table <- plain_tibble(x)
  names(table)[names(table) %in% c("what", "value")] <- c("term", "estimate")
  table[intersect(c("bound", "round", "arm", "wait", "error", "term", "estimate"), names(table))]
}

#' @exportS3Method generics::glance unruly_bound
glance.unruly_bound <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  tibble(bounds = length(unique(x$bound)), what = paste(unique(x$what), collapse = ", "), values = nrow(x))
}

#' @exportS3Method generics::tidy unruly_exact
tidy.unruly_exact <- function(x, what = "regret", at = "final", conf.int = TRUE, conf.level = 0.95, ...) {
  check_no_dots(...)
  check_conf(conf.int, conf.level)
  table <- summary(x, what, at)
  table$term <- rep(what, nrow(table))
  names(table)[names(table) == "mean"] <- "estimate"
  in_broom_words(table, c("bandit", "policy", "round", "term"), conf.int)
}

#' @exportS3Method generics::glance unruly_exact
glance.unruly_exact <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  d <- x$description
  tibble(bandits = length(d$bandits), policies = length(d$policies), horizon = d$horizon, last_round = max(d$record))
}

#' @exportS3Method generics::glance unruly_agent
glance.unruly_agent <- function(x, ...) {
  check_no_dots(...)
  check_agent(x, "x")
  standing <- .Call(C_agent_standing, x, NULL)
  tibble(policy = .Call(C_agent_description, x)$policy$label, arms = length(arms_there(x)), round = standing$round,
         decisions = standing$ticket, pending = standing$late, stopped = recommend_agent(x)$stopped)
}
