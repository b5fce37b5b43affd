#' The log that a game leaves
#'
#' What an experimenter would have written down: one row a play, in the order of the rounds, with the chance of
#' every arm that could have been chosen. [bandit_replay()] reads it back.
#'
#' Of a study one game is taken, and played again, so it need not have kept its choices. Of an agent its past is
#' gone through again; its rewards that have not been learned are missing (`NA`), and so are the chances of what
#' somebody else chose ([agent_learn()]): [bandit_replay()] wants those rows left out. [agent_decisions()] of an agent says when
#' each reward was told.
#'
#' @param x A study, see [run_study()], or an [agent()].
#' @param policy,bandit Which one, by its name in the tables; may be left out where there is only one.
#' @param rep Which replication, a whole number; by default the first of the study.
#' @param ... Not used.
#' @return A tibble: `round`; `arm` (a number, or a factor where arms have names); `reward`; `time` (the
#'   round, as [bandit_replay()] wants it); `pool` (a list: the arms that could be chosen); `propensity` (the chance
#'   with which the arm was chosen; left out if nobody knows the chances of the policy); `chances` (a list: those of all
#'   arms of the pool, under their names; left out likewise); `context1`, `context2`, ... where there are contexts.
#' @section Errors: `unruly_error_argument` if `x` is neither a study nor an agent, is a study of bandits with waiting,
#'   spread rewards or logs, or there are several games to choose from.
#' @seealso [bandit_replay()]; [choices()] for all choices of a study.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_thompson(), horizon = 100, reps = 2, seed = 1)
#' log <- as_log(study, rep = 2)
#' log
#' bandit_replay(log, init = 0)
#'
#' a <- agent(policy_epsilon_greedy(0.2), c("blue", "green"), seed = 1)
#' for (i in 1:20) agent_learn(a, agent_choose(a), reward = i %% 2)
#' as_log(a)
#' @export
as_log <- function(x, ...) {
  if (missing(x)) abort_missing("x", rlang::current_env(), log_sources)
  UseMethod("as_log")
}

log_sources <- "a study, made by `run_study()`, or an agent"

#' @export
as_log.default <- function(x, ...) {
  check_no_dots(...)
  abort_argument("x", log_sources, x, call = rlang::current_env())
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
  log_of_tables(tables$choices, tables$prospects, tables$contexts, d$bandits[[1]]$arms$names)
}

one_of_them <- function(name, argument, all, call) {
  wanted <- sprintf("one of %s", paste(quoted(names(all)), collapse = ", "))
  if (is.null(name) && length(all) == 1) return(all)
  if (!is_word(name) || !name %in% names(all)) abort_argument(argument, wanted, name,
                                                              hint = did_you_mean(name, names(all)), call = call)
  all[name]
}

# `prospects` has a row for each arm that could be chosen in a round, `contexts` one for each coordinate.
log_of_tables <- function(choices, prospects, contexts, names) {
  arms <- function(number) if (is.null(names)) number else factor(names[number], unique(names))
  of_round <- factor_of(prospects$round, choices$round)
  by_round <- function(values) unname(split(values, of_round))
  pool <- by_round(prospects$arm)
  log <- tibble(round = choices$round, arm = arms(choices$arm), reward = choices$reward, time = choices$round,
                pool = if (is.null(names)) pool else lapply(pool, function(p) names[p]))
  unknown <- is.na(choices$chance)
  if (!is.null(choices$outside)) unknown <- unknown & !choices$outside
  if (!any(unknown)) {
    log$propensity <- choices$chance
    log$chances <- Map(stats::setNames, by_round(prospects$chance), lapply(log$pool, as.character))
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
                                            given = "one whose arms take their time")
  past <- past_of_agent(x, call)
  log_of_tables(past$choices, past$prospects, past$contexts, past$arms)
}
