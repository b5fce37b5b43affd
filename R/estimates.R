# What may be concluded of the arms after a bandit has run: estimates with intervals, of
# sums by arm (pulls, sum, squares, and those of the scores) which studies keep and logs give.

#' Estimates and intervals for the arms, after a bandit has run
#'
#' A bandit plays an arm less after bad luck, so bad luck is not made up for: means after a bandit
#' are too low, and the usual intervals do not cover. `estimates()` gives, side by side, what
#' everybody computes and what holds.
#'
#' @section Methods:
#' * `"naive"`: the mean of the rewards shown and Student's interval, for comparison. Both are wrong after a
#'   policy that learns: the mean is biased (mostly downwards), the interval is centred on it and takes a random
#'   number of pulls for a given one. How wrong depends on the policy; [operating_characteristics()] measures
#'   it.
#' * `"sequence"`: a confidence sequence (Howard, Ramdas, McAuliffe and Sekhon 2021). It covers the mean at all
#'   times at once with the chance `level`, under any policy that looks only at the past, and for any rule to
#'   stop by; the price is width. The estimate is the mean, which stays biased; there is no standard error.
#'   `family = "gaussian"`: rewards whose deviations from the mean are sub-Gaussian with parameter s: mean +- s
#'   sqrt((n + r) ln((n + r) / (r a^2))) / n, n the pulls, a = 1 - level, r = m / (2 ln(1/a) + ln(1 + 2
#'   ln(1/a))), m = `narrowest`, the pulls at which it is narrowest for its kind. `family = "bernoulli"`, for
#'   rewards of 0 and 1: the means p that the beta-binomial mixture does not reject, ln B(p c + S, (1 - p) c + n -
#'   S) - ln B(p c, (1 - p) c) - S ln p - (n - S) ln(1 - p) < ln(1/a), S the sum, c = max(r - 1, 0.001):
#'   narrower where p is near 0 or 1. Of an arm that was not played nothing is known: from `-Inf` (0) to `Inf`
#'   (1).
#' * `"aipw"`: the augmented inverse propensity weighted mean with adaptive weights (Hadad, Hirshberg, Zhan,
#'   Wager and Athey 2021), of policies that randomise with known chances. The score of arm k in round t is G =
#'   m + 1(played) / e (Y - m), e the chance with which k was to be played, m the mean of its rewards before (0
#'   while there is none); the estimate is sum h G / sum h, its standard error sqrt(sum h^2 (G - estimate)^2) /
#'   sum h, the quantile normal. Weights h: `"uniform"`: 1 (unbiased, but far from normal where chances get
#'   small); `"constant"`: sqrt(e); `"two-point"`: sqrt(w e), w = l (1 - sum of the w before), l = (1 - e) (1 -
#'   d) / ((1 - d) + T (t/T)^d - t) + e / (1 + T - t), T the horizon, d the decay of the floor. It holds for
#'   many rounds, if chances do not fall faster than 1/t: see `policy_floor()`. The naive mean needs no chances,
#'   a sequence no randomness: this needs both. A deterministic policy is refused: an arm that it does not
#'   choose had no chance, so nothing it did not do can be weighed up (there is no overlap).
#'
#' Simulation-based intervals (Cho, Bibaut and Kallus 2025), which play the design again from optimistic
#' estimates, are left out: what they ask of a policy has not been established for those here.
#'
#' @section What is estimated: The mean of each arm, `truth`. Where an arm has no one mean there is nothing to
#'   estimate, and the bandit is refused with the reason: means that [change][with_changes] or [wear][with_wear]
#'   off, contexts, waits, spread rewards, tapes. A [population][mortal_arms] has rows for the arms that were
#'   played, without scores. A replayed log has no known truth (`NA`), and its first plays (`init`), which
#'   no policy chose, count for the mean of their arm only. Where
#'   rewards come late, what was not shown by then does not count. Of a game that was stopped, checkpoints after
#'   it show what it ended with; naive and AIPW intervals are not meant for a rule that stops when the rewards
#'   look good, sequences are.
#'
#' @section What a study must keep: `run_study(keep = c("summary", "scores"))` keeps sums by arm and checkpoint
#'   from which all methods and rounds are served. Without it there are the sequences at the end, and for
#'   Bernoulli arms the naive intervals.
#'
#' @param x A study; an [agent()]; or a log: a data frame with the columns `arm` and `reward` (`NA` where it was
#'   never shown), a row a choice in their order, for `"aipw"` also `chances` (a list of named vectors, or a
#'   matrix with named columns: the chance of each arm; for `weights = "uniform"` the column `propensity`, the
#'   chance of the arm that was played, will do), and, if there are several games, any of `bandit`, `policy`,
#'   `rep`; or a log as for [bandit_replay()].
#' @param method One or more of `"naive"`, `"sequence"`, `"aipw"`, whose rows are stacked. If it is not given,
#'   all that can be had, with a message that says what is lacking for the others.
#' @param level Confidence level of each interval, in (0, 1).
#' @param ... Not used: what follows is given by name only.
#' @param at Of a study, which rounds: `"final"`, `"all"` checkpoints, or checkpoints.
#' @param weights For `"aipw"`: one or more of `"constant"`, `"two-point"`, `"uniform"`; of several each is a
#'   method of its own (`"aipw, constant"`).
#' @param family For `"sequence"`: `"gaussian"` (sub-Gaussian) or `"bernoulli"` (rewards of 0 and 1).
#' @param sd For `"sequence"` with `family = "gaussian"`: the sub-Gaussian parameter of the rewards, one
#'   positive number for all arms or one an arm. `NULL`: of a study what follows from its arms (the standard
#'   deviation of Gaussian ones, half the range of bounded ones); of an agent what its policy assumes; of a log
#'   it must be given.
#' @param narrowest For `"sequence"`: at how many pulls it is narrowest for its kind, a number of at least 1.
#' @param joint For `"sequence"`: `TRUE` so that all arms are covered together with chance `level` (each with 1 -
#'   (1 - level) / arms). Not for a population.
#' @param horizon,decay For `weights = "two-point"` of a log or an agent: the horizon (`NULL`: the number of
#'   rounds so far) and the decay of the floor.
#' @return A tibble of class `unruly_estimates` with a row an arm, game, checkpoint and method: `bandit`,
#'   `policy`, `rep`, `round`, `arm`, `pulls` (rewards shown), `truth`, `estimate`, `se`, `lower`, `upper`,
#'   `method`. Agents and logs have no `truth`, and of `bandit`, `policy`, `rep` those that the log has.
#'   Policies that a method cannot serve have no rows of it.
#' @section Errors: `unruly_error_argument` when an argument is not as above, for a bandit whose arms have no
#'   one mean, and where what a `method` that was asked for needs is lacking; of class `unruly_error_overlap`
#'   too if it is the chances of the policies. A message of class `unruly_message_overlap` where it is those of
#'   some of them.
#' @references Howard, Ramdas, McAuliffe and Sekhon (2021), Time-uniform, Nonparametric, Nonasymptotic
#'   Confidence Sequences. Hadad, Hirshberg, Zhan, Wager and Athey (2021), Confidence Intervals for Policy
#'   Evaluation in Adaptive Experiments.
#' @seealso [autoplot()][autoplot.unruly_estimates] of the result, [operating_characteristics()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_thompson(), horizon = 200, reps = 3, seed = 1)
#' estimates(study, c("naive", "sequence"))
#' estimates(study, "sequence", family = "bernoulli", joint = TRUE)
#'
#' log <- data.frame(arm = c("a", "b", "a", "a"), reward = c(1, 0, 0, 1),
#'   chances = I(list(c(a = .5, b = .5), c(a = .7, b = .3), c(a = .6, b = .4), c(a = .8, b = .2))))
#' estimates(log, "aipw", weights = c("uniform", "constant"))
#' estimates(log, "sequence", sd = 1/2)
#' @export
estimates <- function(x, method = c("naive", "sequence", "aipw"), level = 0.95, ..., at = "final", weights = "constant",
                      family = c("gaussian", "bernoulli"), sd = NULL, narrowest = 100, joint = FALSE, horizon = NULL,
                      decay = NULL) {
  call <- rlang::current_env()
  check_no_dots(...)
  if (missing(x)) abort_missing("x", call, estimated_words)
  how <- list(
    method = check_several(method, "method", estimate_methods, call), asked = !missing(method),
    level = check_number(level, "level", above = 0, below = 1),
    weights = check_several(weights, "weights", score_weights, call),
    family = check_choice(family, "family", c("gaussian", "bernoulli")),
    narrowest = check_number(narrowest, "narrowest", min = 1), joint = check_flag(joint, "joint"),
    horizon = if (!is.null(horizon)) check_agent_horizon(horizon, call),
    decay = if (!is.null(decay)) check_number(decay, "decay", min = 0, below = 1)
  )
  if (!inherits(x, "unruly_study") && !identical(at, "final")) abort_argument("at", "\"final\" for agents and logs", at)
  if (inherits(x, "unruly_study") && !(is.null(horizon) && is.null(decay))) {
    abort_argument(if (is.null(horizon)) "decay" else "horizon", "left out: a study knows its own", horizon %||% decay)
  }
  known <- if (inherits(x, "unruly_study")) sums_of_study(x, at, how, sd, call) else
    if (inherits(x, "unruly_agent")) sums_of_agent(x, how, sd, call) else sums_of_log(x, how, sd, call)
  estimate_table(known, how, call)
}

estimate_methods <- c("naive", "sequence", "aipw")

score_weights <- c("constant", "two-point", "uniform")

# One or more of a few words, each once.
check_several <- function(value, argument, choices, call) {
  good <- is.character(value) && !is.object(value) && is.null(dim(value)) && length(value) > 0 &&
    all(value %in% choices) &&
    !anyDuplicated(value)
  if (!good) abort_argument(argument, paste("one or more of", paste(quoted(choices), collapse = ", ")), value,
                            hint = did_you_mean(value, choices), call = call)
  unname(value)
}

# --- from sums to estimates -----------------------------------------------------------

# `known`: `sums` (a table, a row an arm and game), `shown` (the columns of the result that there are already), by row
# `arms` (how many), `sd` and `chances` (whether there were any); `lacks` (by method: why it cannot be had), and
# `without_chances` (by policy: why it has none).
estimate_table <- function(known, how, call) {
  rows <- lapply(how$method, function(method) {
    if (!is.null(known$lacks[[method]])) return(tell_lacking(method, known$lacks[[method]], how, call))
    switch(method, naive = naive_rows(known, how), sequence = sequence_rows(known, how), aipw = aipw_rows(known, how))
  })
  table <- do.call(rbind, unname(rows[!vapply(rows, is.null, NA)]))
  if (is.null(table)) abort_argument("method", "one that can be had", how$method, given = "only some that cannot",
                                     call = call)
  new_table(table, "unruly_estimates", level = how$level)
}

# Of methods that were asked for an error, else a message.
tell_lacking <- function(method, reason, how, call) {
  if (how$asked) {
    abort_cli(c("There are no estimates by the method {.val {method}}.", x = "{reason$text}."),
                   class = c(reason$class, "unruly_error_argument", "unruly_error"), argument = "method", call = call)
  }
  inform_cli(c(i = "Without the method {.val {method}}: {reason$text}."), class = "unruly_message_methods")
  NULL
}

estimate_rows <- function(known, method, estimate, se, lower, upper, rows = TRUE) {
  tibble(known$shown, estimate = estimate, se = se, lower = lower, upper = upper, method = method)[rows, ]
}

naive_rows <- function(known, how) {
  n <- known$sums$pulls
  mean <- ifelse(n > 0, known$sums$sum / n, NA)
  variance <- ifelse(n > 1, pmax(known$sums$squares - n * mean^2, 0) / (n - 1), NA)
  se <- sqrt(variance / n)
  half <- stats::qt((1 + how$level) / 2, pmax(n - 1, 1)) * se
  estimate_rows(known, "naive", mean, se, mean - half, mean + half)
}

# --- sequences -----------------------------------------------------------------------

sequence_rows <- function(known, how) {
  error <- (1 - how$level) / if (how$joint) known$arms else 1
  n <- known$sums$pulls
  mean <- ifelse(n > 0, known$sums$sum / n, NA)
  limits <- if (how$family == "bernoulli") beta_binomial_limits(known$sums$sum, n, error, how$narrowest) else
    gaussian_limits(mean, normal_mixture_half(n, known$sd, error, how$narrowest))
  estimate_rows(known, "sequence", mean, NA_real_, limits$lower, limits$upper)
}

gaussian_limits <- function(mean, half) {
  list(lower = ifelse(is.na(mean), -Inf, mean - half), upper = ifelse(is.na(mean), Inf, mean + half))
}

# The mixing variance for which the bound is lowest after `narrowest` pulls, in pulls.
best_rho <- function(narrowest, error) narrowest / (2 * log(1 / error) + log1p(2 * log(1 / error)))

normal_mixture_half <- function(n, sd, error, narrowest) {
  rho <- best_rho(narrowest, error)
  sd * sqrt((n + rho) * log((n + rho) / (rho * error^2))) / n
}

# The chances that are not rejected: an interval around the share of successes, whose ends are
# bisected for all rows at once. Where nothing rejects the least chance, down to 0.
beta_binomial_limits <- function(successes, n, error, narrowest) {
  prior <- pmax(best_rho(narrowest, error) - 1, 1e-3)
  lower <- beta_binomial_end(successes, n, error, prior)
  upper <- 1 - beta_binomial_end(n - successes, n, error, prior)
  list(lower = lower, upper = upper)
}

beta_binomial_end <- function(successes, n, error, prior) {
  low <- numeric(length(n))
  high <- ifelse(n > 0, successes / n, 0)
  for (step in 1:60) {
    middle <- (low + high) / 2
    rejected <- log_beta_binomial(middle, successes, n, prior) >= log(1 / error)
    rejected[is.na(rejected)] <- FALSE # where low and high are 0
    low <- ifelse(rejected, middle, low)
    high <- ifelse(rejected, high, middle)
  }
  low
}

# The logarithm of the mixture over the likelihood of p.
log_beta_binomial <- function(p, successes, n, prior) {
  a <- p * prior
  b <- (1 - p) * prior
  failures <- n - successes
  lbeta(a + successes, b + failures) - lbeta(a, b) - successes * log(p) - ifelse(failures > 0, failures * log1p(-p), 0)
}

# --- weighted scores ------------------------------------------------------------------

aipw_rows <- function(known, how) {
  tell_without_chances(known$without_chances)
  names <- if (length(how$weights) == 1) "aipw" else paste("aipw,", how$weights)
  do.call(rbind, Map(function(weights, name) one_weighting(known, weights, name, how$level), how$weights, names,
                     USE.NAMES = FALSE))
}

one_weighting <- function(known, weights, name, level) {
  part <- function(what) known$sums[[paste(what, sub("-", "_", weights), sep = "_")]]
  h <- part("weight")
  estimate <- ifelse(h > 0, part("score") / h, NA)
  spread <- part("squares") - 2 * estimate * part("score2") + estimate^2 * part("weight2")
  se <- sqrt(pmax(spread, 0)) / h
  half <- stats::qnorm((1 + level) / 2) * se
  estimate_rows(known, name, estimate, se, estimate - half, estimate + half, known$chances %||% TRUE)
}

# `reasons` by policy.
tell_without_chances <- function(reasons) {
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
