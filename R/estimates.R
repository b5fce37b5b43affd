# Conclusions on the arms after a bandit has run: estimates with intervals, from sums by arm (pulls, sum,
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
#' @param method One or more of `"naive"`, `"sequence"`, `"aipw"`, and with late outcomes `"kaplan_meier"` and `"rate"`.
#'   Default: `NULL`, all that the data support (the last two with `within` only); a message names the others and says
#'   why.
#' @param level Nominal coverage of each interval, in (0, 1). Default: 0.95.
#' @param ... For a data frame: arguments of [as_log()], such as `arm = item`. Otherwise it must be empty. The arguments
#'   below are given by their full names.
#' @param at Checkpoints of a study: `"final"` (the default), `"all"` or rounds.
#' @param weights For `"aipw"`, one or more of `"constant"`, `"two-point"`, `"uniform"`; each of them is a method of its
#'   own (`"aipw, constant"`). `"two-point"` suits a [policy_floor()]: article *Methods*. Default: `"constant"`, or
#'   `"uniform"` if only the propensity of the chosen arm is known.
#' @param family For `"sequence"`, the family of the rewards: `"gaussian"` (sub-Gaussian, of known `sd`),
#'   `"bernoulli"` (0 and 1, and anything else in `range`), `"bounded"` (in `range`, narrower where rewards vary
#'   little) or `"t"` (Gaussian of unknown deviation). Default: `NULL`, what the arms of a study are, what the policy
#'   of an agent assumes, and for a log what its range or its rewards of 0 and 1 say; never `"t"`.
#' @param range Two increasing numbers between which rewards lie. Default: `NULL`, from the study, the agent or the log.
#' @param sd For the family `"gaussian"`, the sub-Gaussian parameter of the rewards, one positive number or one per arm.
#'   Default: `NULL`, from the arms of a study, from the policy of an agent, or half the range.
#' @param narrowest For `"sequence"`, the number of pulls at which the interval is tightest, at least 1. Default: 100.
#' @param joint For `"sequence"`, `TRUE` to cover all arms together at `level` (Bonferroni); not for a population.
#'   Default: `FALSE`.
#' @param horizon,decay For two-point weights of a log or an agent: the horizon (default: the rounds so far, or the
#'   agent's horizon) and the decay of the floor (default: 0, or that of the agent's policy).
#' @param centre For `"aipw"` of a log or an agent, the score of an arm before any of its rewards was shown. Default:
#'   `NULL`, the mean of all rewards shown before, and rounds before the first are left out.
#' @param within Ages, numbers of at least 0 in rounds (of a log in the unit of its times, of [arms_survival()] in that
#'   of lives): outcomes within each of them are estimated, see "Late outcomes". If the log's times are dates, ages
#'   are in seconds, or a `difftime`: `as.difftime(30, units = "days")`. Default: `NULL`, whatever was shown; but of an
#'   agent with outcomes that are open the age by which its policy counts them ([policy_matured()],
#'   [policy_conversion()] with `within`), which a message states.
#' @param delay For `"rate"`, the law of the lags, as in [with_delay()], in the unit of the log's times: if these are
#'   dates, in seconds, or `delay_geometric(as.difftime(5, units = "days"))`. Default: `NULL`, that of the bandit of a
#'   study, or by which the policy of an agent counts.
#' @return A tibble of class `unruly_estimates`, one row per arm, game, checkpoint and method (and with `within`, a
#'   column, one per age): `bandit`, `policy`,
#'   `rep`, `round`, `arm`, `pulls` (rewards shown), `truth`, `estimate`, `se`, `lower`, `upper`, `method`, and for
#'   `"aipw"` `effective`, the effective number of outcomes. Agents and logs have no `truth`, and logs only the
#'   columns of their games. Where nothing can be said the interval is the whole line, or the range of the rewards:
#'   for an arm that was never pulled, by `"naive"` after one reward or equal ones (other than 0 and 1, which have
#'   Wilson's interval), by `"aipw"` with fewer than two effective outcomes.
#' @section Which method:
#'
#'   * `"naive"` is valid for fixed designs, needs rewards only, and fails if a policy adapts: it is biased, and its
#'     intervals cover too rarely. Otherwise it is a comparison.
#'   * `"sequence"` is valid for any policy, any stopping rule and all rounds at once, needs a bounded or sub-Gaussian
#'     scale, and fails if that scale is understated.
#'   * `"aipw"` is valid for randomised policies and a fixed number of rounds, needs propensities above 0, and fails if
#'     they shrink as fast as 1/t, or if effective outcomes are few.
#'
#'   A sequence holds all means against which the evidence stays below ln(1 / (1 - `level`)). For `"aipw"` propensities
#'   must fall more slowly than 1/t (at least c t^-b with b < 1); rounds in which an arm has propensity 0, or is
#'   not in the pool, are left out; the intervals are not valid if a stopping rule looked at the data. A warning names
#'   arms with fewer than 30 effective outcomes (or, of 0 and 1, fewer than 10 of the rarer one). The family `"t"` is
#'   for Gaussian rewards alone: of Bernoulli rewards with mean .05 it missed the mean in .120 of 1,000 games (Monte
#'   Carlo error .010), nominal .05.
#'   All formulas: article *Methods*, section "Estimators". [operating_characteristics()] measures bias and coverage
#'   of a design.
#' @section What is estimated: The mean of each arm. Bandits whose arms have no single mean are refused: changes, wear,
#'   contexts, waiting, spread, tapes. Rewards not yet shown at a checkpoint do not count. A population of arms (see
#'   [bandit_mortal()]) has rows only for the arms that were pulled, and no estimates that need scores. The first pulls
#'   of a replay (`init`), which no policy chose, count for the mean of their arm only. After a game was stopped, later
#'   checkpoints repeat its last state; naive and AIPW intervals are not valid there.
#' @section Late outcomes: Without `within`, outcomes of a log or an agent that have not come are left out; those of
#'   which a log says that the reward is 0 so far (or says no reward) count as 0. Neither is right where only
#'   conversions are reported, so a message (`unruly_message_open`) states how many there are.
#'
#'   With `within = m`, an outcome counts if it came within m of its pull, and else as 0; studies
#'   need `keep = "choices"`, logs an [outcome_time][as_log]. Naive means, sequences and AIPW (of a study with uniform
#'   weights) rest on pulls that are at least m old, and are as valid as without lateness. The others use all pulls:
#'
#'   * `"kaplan_meier"`: P(outcome within m); each pull is at risk until its outcome (other than 0) or its age at the
#'     end. Greenwood's standard error, an interval from log(-log S); without outcomes, and if there are all, the exact
#'     one of the pulls that are m old. Of [arms_survival()] it is P(X > m), censored at their `limit`.
#'   * `"rate"`: outcomes per exposure, the sum over pulls of the probability that an outcome was shown by their age (or
#'     `within`), by the law of the lags: the rate of ever converting, estimated
#'     from what is seen within, and so greater than the share that converts within m. Of [arms_survival()]: events per
#'     time lived, the hazard. Its standard error is sqrt(events) / exposure, its interval the exact one of a Poisson
#'     number.
#'
#'   Of Bernoulli arms with rates 0.1, 0.07 and 0.03, lags of mean 300 and 4,000 rounds under [policy_uniform()],
#'   nominal 0.95 intervals within 500 covered in 0.953, 0.952 and 0.954 of 4,000 games by `"kaplan_meier"`, and in
#'   0.967, 0.960 and 0.963 by `"rate"` (Monte Carlo error 0.0035).
#' @section What the study must keep: `run_study(keep = c("summary", "scores"))` serves all methods and checkpoints.
#'   Without scores there are only the sequences at the final checkpoint and, for Bernoulli arms, naive intervals.
#'   Scores hold the covariances of up to 10 arms too, for differences of AIPW estimates: [compare_arms()].
#' @section Errors: `unruly_error_argument`: arms have no single mean. `unruly_error_overlap`: `"aipw"` without usable
#'   propensities. `unruly_warning_effective`: few effective outcomes. `unruly_message_within`: no outcome of a log came
#'   within that age. `unruly_message_open`: outcomes have not come, see "Late outcomes". `unruly_message_unit`: `delay`
#'   is in seconds. `unruly_message_exposure`: a rate is `NA`, as by the law of the lags no outcome is shown so early.
#'   `unruly_warning_law`: outcomes came earlier than that, or there are more than pulls by this law.
#'   `unruly_message_family`: the family was taken from the rewards of a log.
#' @references Wilson (1927), Probable inference. Howard, Ramdas, McAuliffe and Sekhon (2021), Time-uniform,
#'   nonparametric, nonasymptotic confidence
#'   sequences, Annals of Statistics 49, sections 3 and 4. Hadad, Hirshberg, Zhan, Wager and Athey (2021), Confidence
#'   intervals for policy evaluation in adaptive experiments, PNAS 118. Kaplan and Meier (1958), Nonparametric
#'   estimation from incomplete observations, JASA 53.
#' @seealso [autoplot()][autoplot.unruly_estimates], [operating_characteristics()], [recommendations()]
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_thompson(), horizon = 200, reps = 3, seed = 1)
#' estimates(study, c("naive", "sequence"))
#'
#' set.seed(1)
#' item <- sample(c("a", "b"), 200, replace = TRUE, prob = c(0.7, 0.3))
#' clicks <- data.frame(item, click = rbinom(200, 1, ifelse(item == "a", 0.5, 0.3)),
#'   propensity = ifelse(item == "a", 0.7, 0.3))
#' estimates(clicks, "aipw", arm = item, reward = click)   # uniform weights: one propensity per row
#' estimates(clicks, "sequence", arm = item, reward = click, range = c(0, 1))
#'
#' # Nobody reports that a click will not convert.
#' silent <- bandit(arms_bernoulli(c(slow = 0.1, fast = 0.07))) |>
#'   with_delay(delay_geometric(c(300, 50)), zero = Inf)
#' waited <- run_study(silent, policy_uniform(), 2000, reps = 1, seed = 1, keep = "choices")
#' estimates(waited, c("naive", "kaplan_meier", "rate"), within = 500)
#' @export
estimates <- function(x, method = NULL, level = 0.95, ..., at = "final", weights = NULL, family = NULL, range = NULL,
                      sd = NULL, narrowest = 100, joint = FALSE, horizon = NULL, decay = NULL, centre = NULL,
                      within = NULL, delay = NULL) {
  call <- rlang::current_env()
  x <- estimated_source(x, ..., call = call)
  within <- check_within(ages_in_unit(within, x, call), call) %||% within_of_agent(x, call)
  how <- list(
    method = methods_asked(method, within, call),
    asked = !is.null(method),
    level = check_number(level, "level", above = 0, below = 1),
    weights = if (!is.null(weights)) check_several(weights, "weights", score_weights, call),
    family = if (!is.null(family)) check_choice(family, "family", evidence_families), range = range, sd = sd,
    narrowest = check_number(narrowest, "narrowest", min = 1), joint = check_flag(joint, "joint"),
    horizon = if (!is.null(horizon)) check_agent_horizon(horizon, call),
    decay = if (!is.null(decay)) check_number(decay, "decay", min = 0, below = 1),
    centre = if (!is.null(centre)) check_number(centre, "centre"),
    within = within, delay = delay
  )
  check_scale_of_family(how, call)
  check_at_of_source(at, x, call)
  if (inherits(x, "unruly_study") && !(is.null(horizon) && is.null(decay))) {
    abort_argument(if (is.null(horizon)) "decay" else "horizon", "left out: a study states its own", horizon %||% decay)
  }
  if (inherits(x, "unruly_study") && !is.null(centre)) {
    abort_argument("centre", "left out for a study, whose games keep sums with the usual centre", centre, call = call,
                   hint = "Keep the choices and use `estimates(as_log(study), centre = )`.")
  }
  if (is.null(how$within) && !any(within_methods %in% how$method)) {
    return(estimate_table(sums_to_estimate(x, at, how, call), how, call))
  }
  if (!identical(at, "final")) abort_argument("at", "\"final\" with `within` or the method \"rate\"", at)
  estimates_by_age(x, at, how, call)
}

# All that there may be, unless they are named.
methods_asked <- function(method, within, call) {
  if (is.null(method)) return(c(estimate_methods, if (!is.null(within)) within_methods))
  check_several(method, "method", c(estimate_methods, within_methods), call)
}

# The dots are those of a data frame, which as_log() makes a log of.
estimated_source <- function(x, ..., call) {
  is_log <- missing(x) || is.data.frame(x) || inherits(x, "unruly_log")
  if (is_log) return(log_argument(x, "x", ..., call = call, wanted = estimated_words, learns = FALSE))
  check_no_dots(..., .call = call)
  x
}

check_at_of_source <- function(at, x, call) {
  if (inherits(x, "unruly_study") || identical(at, "final")) return(invisible())
  abort_argument("at", "\"final\" for agents and logs", at, call = call)
}

# Heads the table with the unit of ages, and what methods for late outcomes estimate.
#' @exportS3Method pillar::tbl_sum
tbl_sum.unruly_estimates <- function(x, ...) {
  of <- c("share of pulls with an outcome by the age `within`", "outcomes per pull that ever come, by the law of lags")
  if (isTRUE(attr(x, "lives"))) of <- c("survival, the share that lives longer", "hazard, events per time lived")
  dated <- !is.null(x[["within"]]) && identical(attr(x, "unit"), "seconds")
  c(NextMethod(), within = if (dated) "in seconds; a day has 86400",
    rlang::set_names(of, within_methods)[within_methods %in% x$method])
}

# Returns estimates without the warning that coverage may be low, where it is measured over games.
measured_estimates <- function(...) suppressWarnings(estimates(...), classes = "unruly_warning_effective")

shape.unruly_estimates <- function(x) list(
  method = function(v, x) are_labels(v), estimate = function(v, x) is.numeric(v), lower = function(v, x) is.numeric(v),
  upper = function(v, x) is.numeric(v), se = function(v, x) is.null(v) || is.numeric(v),
  round = function(v, x) is.null(v) || is_column(v), pulls = function(v, x) is.null(v) || is_column(v),
  truth = function(v, x) is.null(v) || is.numeric(v), effective = function(v, x) is.null(v) || is.numeric(v),
  within = function(v, x) is.null(v) || is.numeric(v),
  rep = function(v, x) is_name_of_game(v), bandit = function(v, x) is_name_of_game(v),
  policy = function(v, x) is_name_of_game(v),
  arm = function(v, x) {
    (are_labels(v) || is_column(v)) && is_reals(attr(x, "level"), 1) &&
      are_columns(x, c("arm", "estimate", "lower", "upper", "method")) &&
      is_key(x, c("bandit", "policy", "rep", "round", "arm", "method", "within"))
  }
)
