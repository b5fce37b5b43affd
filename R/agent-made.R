#' Logs: what was shown, and what it paid
#' @description
#' Turns a data frame, a game of a study or the history of an agent into a log, with one event per row.
#'
#' **Use it when** rewards come from elsewhere than a study, or a logged game is evaluated as if it was a data set.
#' Functions that read public data sets, such as [read_open_bandit()], return logs.
#'
#' @details
#' [bandit_replay()], [estimates()] and [agent_warm_start()] take a log. Given a data frame, they call `as_log()` and
#' pass on its arguments: `estimates(clicks, arm = item, reward = click)`. Columns are selected by a bare name or a
#' string. Columns with the default names are found if their argument is omitted; all but `arm` and `reward` may be
#' absent. A column whose argument is given as `NULL` is not used.
#'
#' A game of a study is played again, so the study need not have kept its choices. An arm that entered an agent by the
#' name of one that had left is another arm; the second `"green"` is called `"green (2)"`. In the log of an agent,
#' rewards that were not reported are `NA`, and so are the propensities of choices that others made; leave these events
#' out before [bandit_replay()]. Where outcomes may be late, logs of studies and agents date them in rounds, and rewards
#' that were not shown by the end are `NA`.
#'
#' Choices to which policies are fitted ([choice_likelihood()], [fit_policy()]) are logs as well: events are trials,
#' `game` has the columns in which a policy begins anew, such as subject and block, and a row without an arm, in which
#' nothing was chosen, is left out with a message. The log of an agent has `stated`, too, see [agent_decisions()].
#'
#' @param x A data frame with one row per event in the order of time, a study ([run_study()]), or an [agent()].
#' @param arm Column of the arm that was shown: whole numbers, strings or a factor. Arms are ordered as the levels of
#'   the factor (those that occur), numbers by size, strings in the C locale. Numbers are the arms' places if those in
#'   the log (also in pools) are 1 to K without a gap, or K is stated by propensities without names. Others, such as 101
#'   and 205, are labels.
#' @param reward Column of rewards: numbers, `TRUE` and `FALSE` (1 and 0), or `NA` where none was reported.
#' @param time Column of times that do not decrease (within a game): numbers, dates, date-times or strings such as
#'   `"2026-11-22 09:30:00"` (also with `T`, fractions, `Z` or `+01:00`; UTC if they state no offset). All
#'   but numbers are kept as seconds since 1970.
#' @param pool Column of the arms that could have been shown: a list, or strings of arms separated by spaces. Default:
#'   all arms in each event.
#' @param propensity Column of the propensity of the arm that was shown, in (0, 1], `NA` where unknown. If there is
#'   none, [bandit_replay()] takes it from `propensities` or, without these, to be 1 / (size of the pool).
#' @param propensities Column of the propensities of all arms: a list of named vectors, or a matrix with column names;
#'   without names it needs one column per arm, in their order. Each row sums to 1, which is checked where
#'   they are used.
#' @param context Columns of contexts, one or `c()` of several: numbers, matrices, logicals, or strings and factors (a
#'   column of 0 and 1 for each value). If it is omitted: the columns whose names begin with `context`. `NULL`: none.
#' @param game Columns that distinguish games, one or `c()` of several, for [estimates()] and fits. If it is omitted:
#'   those of `bandit`, `policy` and `rep` that are there. `NULL`: none.
#' @param outcome_time Column of the times when outcomes came, in the units of `time`, which it needs; `NA` where none
#'   has come. `reward` may then be absent (1 with a date, else 0); without a date it must be 0 or `NA`. Default:
#'   `NULL`, outcomes are not dated.
#' @param until The time when a log with `outcome_time` was cut: what came later is not in it. A date is the
#'   midnight with which that day begins (UTC): a log with all of 10 February was cut on the 11th. Default: `NULL`, the
#'   greatest of all its times.
#' @param range Two numbers that rewards cannot leave; a reward outside is an error. Default: `NULL`, not stated.
#' @param intercept `TRUE` adds a first context that is always 1. Policies with contexts are linear in them and have no
#'   intercept of their own. Default: `FALSE`.
#' @param scale `TRUE` subtracts from each context its mean over all events and divides it by its standard deviation;
#'   contexts of 0 and 1 stay as they are. The printed log shows both numbers: scale what you give to an agent by them,
#'   too. Default: `FALSE`.
#' @param policy,bandit,rep Which game of the study: names as in its tables, and a replication. Default: the only policy
#'   and bandit, and the first replication.
#' @param ... Must be empty.
#' @return A log, of class `unruly_log`; [as_tibble()][as_tibble.unruly_log] gives its events and
#'   [summary()][summary.unruly_log] its arms. Logs of studies and agents have the rounds, pools, contexts and, if the
#'   policy states them, propensities. A warning of class `unruly_warning_context` says that no sum of contexts is
#'   constant, or that they differ in scale by a factor of 10 or more, from which policies learn little. If a data
#'   frame has a column `round` of whole numbers, these are the rounds of its events; a column `reported` (in
#'   [choices()] of a study `shown`) states the round at whose end each reward was shown, `Inf` or `NA` for never.
#'   Rewards shown in one round come in the order of their choices, except that of the round itself: it comes first, or
#'   last where a column `batched` is `TRUE`.
#' @section Errors: `unruly_error_argument`: a column is absent or not as described, or the study or agent has no log
#'   (waiting, spread rewards, replays).
#' @seealso [bandit_replay()], [estimates()], [agent_warm_start()], [fit_policy()]; [choices()] for all choices of a
#'   study.
#' @examples
#' clicks <- data.frame(item = c("a", "b", "a"), click = c(1, 0, 0), p = c(0.5, 0.5, 0.7))
#' log <- as_log(clicks, arm = item, reward = click, propensity = p, range = c(0, 1))
#' log
#' summary(log)
#'
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_thompson(), horizon = 100, reps = 2, seed = 1)
#' as_tibble(as_log(study, rep = 2))
#'
#' helper <- agent(policy_epsilon_greedy(0.2), c("blue", "green"), seed = 1)
#' for (i in 1:20) agent_learn(helper, agent_choose(helper), reward = i %% 2)
#' as_log(helper)
#' @export
as_log <- function(x, ...) {
  if (missing(x)) abort_missing("x", rlang::current_env(), log_sources)
  UseMethod("as_log")
}

log_sources <- "a data frame, a study (made by `run_study()`), an agent or a log"

#' @export
as_log.default <- function(x, ...) {
  check_no_dots(...)
  abort_argument("x", log_sources, x, call = rlang::current_env())
}

#' @rdname as_log
#' @export
as_log.data.frame <- function(x, arm = arm, reward = reward, time = time, pool = pool, propensity = propensity,
                              propensities = propensities, context = NULL, game = NULL, outcome_time = NULL,
                              until = NULL, range = NULL, intercept = FALSE, scale = FALSE, ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  log <- log_of_frame(x, columns_named(), range, "x", call, contexts = list(intercept = intercept, scale = scale),
                      until = until)
  warn_of_raw_contexts(log$context, context_advice, call)
  log
}

#' @export
as_log.unruly_log <- function(x, ...) {
  check_no_dots(...)
  check_class(x, "x", "unruly_log", log_sources)
}

#' @rdname as_log
#' @export
as_log.unruly_study <- function(x, policy = NULL, rep = NULL, bandit = NULL, ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  check_study(x, "x", call)
  d <- x$description
  d$policies <- one_of_them(policy, "policy", d$policies, call)
  d$bandits <- one_of_them(bandit, "bandit", d$bandits, call)
  rep <- if (is.null(rep)) x$replications[1] else check_whole(rep, "rep", min = 1, call = call)
  if (!rep %in% x$replications) abort_argument("rep", "a replication of the study", rep, call = call)
  refused <- intersect(c("waiting", "spread", "replay"), bandit_flags(d$bandits[[1]]))
  if (length(refused) > 0) {
    abort_argument("x", "a study of a bandit without waiting, spread rewards or a log", call = call,
                   given = sprintf("one with %s", refused[1]))
  }
  d$record <- d$horizon
  d$keep <- c("choices", "prospects")
  before <- last$study
  on.exit(last$study <- before)
  tables <- play_study(d, rep, 1, FALSE, call, tell = FALSE, build = raw_tables)
  late <- may_be_late(d$bandits[[1]])
  until <- if (late) c(tables$stops$round, d$horizon)[1]
  log_of_tables(tables$choices, tables$prospects, tables$contexts, d$bandits[[1]]$arms$names, call, until,
                batched = has_trait(d$bandits[[1]], "batches"))
}

one_of_them <- function(name, argument, all, call) {
  wanted <- sprintf("one of %s", paste(quoted(names(all)), collapse = ", "))
  if (is.null(name) && length(all) == 1) return(all)
  if (!is_word(name) || !name %in% names(all)) abort_argument(argument, wanted, name,
                                                              hint = did_you_mean(name, names(all)), call = call)
  all[name]
}

# `prospects` has a row for each arm that could be chosen in a round, `contexts` one for each coordinate.
# `until`: the last round, if outcomes may be late.
log_of_tables <- function(choices, prospects, contexts, names, call, until = NULL, batched = FALSE) {
  names <- distinct_arms(names)
  log <- frame_of_tables(choices, prospects, contexts, names)
  if (!is.null(until)) {
    came <- choices$reported %||% choices$shown
    log$outcome_time <- ifelse(is.na(came) | came > until, NA_real_, came)
    log$reward <- ifelse(is.na(log$outcome_time), NA_real_, log$reward)
  }
  if (!is.null(log[["reported"]])) log$batched <- batched
  log_of_frame(log, if (is.null(until)) usual_columns() else dated_columns(), NULL, "x", call,
               count = max(choices$arm, prospects$arm), until = until)
}

# An arm that entered by the name of one that had left is another arm: "green (2)".
distinct_arms <- function(names) {
  made <- names
  for (i in which(duplicated(names))) {
    number <- sum(names[seq_len(i)] == names[i])
    while ((name <- sprintf("%s (%d)", names[i], number)) %in% c(names, made)) number <- number + 1
    made[i] <- name
  }
  made
}

frame_of_tables <- function(choices, prospects, contexts, names) {
  arms <- function(number) if (is.null(names)) number else factor(names[number], names)
  of_round <- factor_of(prospects$round, choices$round)
  by_round <- function(values) unname(split(values, of_round))
  pool <- by_round(prospects$arm)
  log <- tibble(round = choices$round, arm = arms(choices$arm), reward = choices$reward, time = choices$round,
                pool = if (is.null(names)) pool else lapply(pool, function(p) names[p]))
  reported <- choices$told %||% choices$reported %||% choices$shown # to policies of agents, to agents, in studies
  late <- is.na(reported) & !is.na(choices$reward) | reported > choices$round
  if (any(late, na.rm = TRUE)) log$reported <- replace(reported, is.na(reported), Inf)
  unknown <- is.na(choices$propensity)
  if (!is.null(choices$outside)) {
    unknown <- unknown & !choices$outside
    if (any(choices$outside)) log$stated <- choices$stated
  }
  if (!any(unknown)) {
    log$propensity <- choices$propensity
    # Others did not choose by the policy's chances, and nothing may be weighted by them.
    chances <- replace(prospects$propensity, prospects$round %in% choices$round[choices$outside], NA)
    log$propensities <- Map(stats::setNames, by_round(chances), lapply(log$pool, as.character))
  }
  size <- max(contexts$coordinate, 0)
  log[sprintf("context%d", seq_len(size))] <- lapply(seq_len(size),
                                                     function(i) contexts$value[contexts$coordinate == i])
  log
}

#' @rdname as_log
#' @export
as_log.unruly_agent <- function(x, ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  check_agent(x, "x")
  given <- .Call(C_agent_description, x)
  if (!is.null(given$waiting)) abort_argument("x", "an agent without waiting", call = call,
                                              given = "one made with `waiting`")
  past <- past_of_agent(x, call)
  if (length(past$choices$round) == 0) {
    abort_argument("x", "an agent that has made a choice", call = call, given = "one without decisions")
  }
  came <- past$choices$reported
  late <- anyNA(came) || any(came > past$choices$round)
  until <- if (late) max(past$choices$round, came, na.rm = TRUE)
  batch <- given$batch
  if (!is.null(batch)) past$choices$told <- ends_of_batches(came, batch)
  log_of_tables(past$choices, past$prospects, past$contexts, past$arms, call, until, batched = !is.null(batch))
}

# Returns the last rounds of the batches in which these rounds lie, Inf after the last batch.
ends_of_batches <- function(round, batch) {
  if (length(batch) == 1) return(ceiling(round / batch) * batch)
  c(batch, Inf)[findInterval(round, batch, left.open = TRUE) + 1]
}
