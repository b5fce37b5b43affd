#' How likely choices are under a policy
#' @description
#' Computes the log-likelihood of logged choices under a policy: the sum of the logarithms of the propensities with
#' which it would have made them.
#'
#' **Use it when** you ask whether a policy, or a person who chooses like one, made these choices.
#'
#' @details
#' The policy begins each game anew and goes through its rounds. In each round it states its propensities, given what
#' it has seen of the game so far; then the log's arm is its choice, and it sees the log's reward. So the log-likelihood
#' of a game that the policy has played itself is the sum of the logarithms of its propensities.
#'
#' * Rounds are the log's column `round`; without such a column they are 1, 2, ... in each game. In rounds that
#'   are missing, also before the first row, time passes and all arms are away, so number those of each game from 1.
#'   The horizon of a game is its last round.
#' * With pools an arm enters with the first pool of the game that contains it, and is away where a pool lacks it. In
#'   games in which no arm returns, arms that are missing have left for good.
#' * A reward of `NA` was not shown: the choice counts, and teaches the policy nothing. A row without an arm (`NA`: no
#'   choice was made) is left out by [as_log()].
#' * A scale of rewards that the policy was not given is that of the log, as in [bandit_replay()].
#' * A deterministic policy makes any other choice impossible. Put a floor under its propensities, which then describes
#'   lapses: `policy_floor(policy_ucb1(), 0.01)`.
#' * A policy of your own has a likelihood if it states its propensities: [policy_custom()] with `chances`, and policies
#'   in C with `.chances` ([policy_compile()]). R functions run in R's own thread, a few microseconds a choice.
#' * A policy that counts the ages of choices, [policy_conversion()] and policies around it, has no likelihood if the
#'   log has `reported` and either outcomes in batches or arms that come, go or are away: it does not show the ages.
#' * A policy that learns from previews of outcomes ([with_previews()]) has no likelihood: a log does not keep them.
#' * A policy that breaks ties by a draw, such as [policy_se()] in a floor, breaks them by other draws here.
#'
#' The logarithm is natural. Results do not depend on `threads`.
#'
#' @param log A log in the order of time, see [as_log()], or a data frame, which is passed to `as_log()` with the column
#'   arguments in `...`.
#' @param policy A policy.
#' @param by Which games share parameters: columns of `game`, one or `c()` of several; such games are a unit, for
#'   example a subject. If it is omitted: all columns of `game`. `NULL`: all games are one unit. If `by` is given
#'   without `game`, each unit is one game.
#' @param ... For a data frame: arguments of [as_log()], such as `arm = choice`, `game = c(subject, block)` or `pool`.
#'   Otherwise it must be empty.
#' @param what `"unit"` (the default): a row per unit. `"trial"`: a row per choice.
#' @param threads Number of threads, as in [run_study()].
#' @return A tibble of class `unruly_likelihood`. With `what = "unit"`: `policy`, the columns of `by`, `trials`,
#'   `log_lik`, and `zero`, the row of the first choice whose propensity is 0 (then `log_lik` is `-Inf`; else `NA`).
#'   With `what = "trial"`: `policy`, the columns of the games, `row`, `round`, `arm`, `propensity`, `log_lik`, `value`
#'   (what the policy took the arm to be worth before the choice, `NA` where it does not say) and `prediction_error`
#'   (the reward minus `value`). A column `policy` of the log is called `made_by`. `logLik()` gives the sum of
#'   `log_lik`.
#' @section Errors: `unruly_error_policy`: the policy does not state its propensities, they depend on draws that a log
#'   does not show or on ages of choices or previews that it does not show, or it cannot play such games.
#'   `unruly_error_own`, `unruly_error_choice`: functions of [policy_custom()] failed, or gave no propensities.
#'   `unruly_error_argument`: a column of `game` has the name of one of these tables, such as `trials`.
#' @section Messages: `unruly_message_units`: without `by` all choices of a data frame are taken for those of one unit,
#'   and a column looks like that of units.
#' @seealso [fit_policy()], [policy_delta()], [choices()].
#' @references Daw (2011), Trial-by-trial Data Analysis Using Computational Models, in Decision Making, Affect, and
#'   Learning: Attention and Performance XXIII. Wilson and Collins (2019), Ten Simple Rules for the Computational
#'   Modeling of Behavioral Data, eLife 8.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_boltzmann(0.2), horizon = 100, reps = 3, seed = 1,
#'   keep = "choices")
#' played <- choices(study)
#' choice_likelihood(played, policy_boltzmann(0.2), by = rep)
#' sum(log(played$propensity))
#'
#' # A deterministic policy with lapses:
#' choice_likelihood(played, policy_floor(policy_ucb1(), 0.05), by = rep)
#' @export
choice_likelihood <- function(log, policy, by, ..., what = c("unit", "trial"), threads = NULL) {
  call <- rlang::current_env()
  given <- !missing(by)
  by <- if (given) rlang::quo_get_expr(rlang::enquo(by))
  refuse_other_dots(substitute(list(...)), call)
  what <- check_choice(what, "what", c("unit", "trial"))
  if (missing(policy)) abort_missing("policy", call, "a policy, as made by the `policy_*()` functions")
  check_class(policy, "policy", "unruly_policy", "a policy, as made by the `policy_*()` functions", call)
  threads <- check_threads(threads, call)
  if (missing(log)) abort_missing("log", call, log_words)
  log <- choices_argument(log, by, given, ..., call = call)
  choices <- choices_of_log(log, by_columns(by, given, log, call), "log", call)
  plays <- policy_of_choices(policy, choices, call)
  found <- likelihood_of_choices(choices, plays, what == "trial", threads, call)
  if (what == "unit") units_of_likelihood(choices, policy, found) else trials_of_likelihood(choices, policy, found)
}

units_of_likelihood <- function(choices, policy, found) {
  columns <- c(list(policy = rep(policy$label, length(choices$trials))), beside_policy(choices$units),
               list(trials = choices$trials, log_lik = found$log_lik, zero = row_of_choices(choices, found$zero)))
  tibble::new_tibble(columns, nrow = length(choices$trials), class = c("unruly_likelihood", "unruly_table"))
}

# Returns a row per choice, in the order of the log.
trials_of_likelihood <- function(choices, policy, found) {
  log <- choices$source
  reward <- log$reward[choices$rows]
  table <- tibble(policy = policy$label, !!!beside_policy(choices$game),
                  row = row_of_choices(choices, seq_along(choices$rows)),
                  round = choices$round, arm = arms_of_log(log)[choices$rows], propensity = found$propensity,
                  log_lik = log(found$propensity), value = without_nan(found$value),
                  prediction_error = reward - without_nan(found$value))
  new_table(table[order(choices$rows), ], "unruly_likelihood")
}

# A log of a study has a column of policies, too: those that made the choices.
beside_policy <- function(columns) {
  names(columns) <- sub("^policy$", "made_by", names(columns))
  columns
}

without_nan <- function(x) replace(x, is.nan(x), NA)

#' @rawNamespace S3method(stats::logLik, unruly_likelihood)
logLik.unruly_likelihood <- function(object, ...) {
  check_no_dots(...)
  trials <- if ("trials" %in% names(object)) sum(object$trials) else nrow(object)
  structure(sum(object$log_lik), df = 0, nobs = trials, class = "logLik")
}

#' @rawNamespace S3method(stats::nobs, unruly_likelihood)
nobs.unruly_likelihood <- function(object, ...) attr(logLik.unruly_likelihood(object), "nobs")

shape.unruly_likelihood <- function(x) list(
  policy = function(v, x) is.character(v),
  log_lik = function(v, x) is.double(v) && !any(is.nan(v) | v > 1e-6, na.rm = TRUE)
)
