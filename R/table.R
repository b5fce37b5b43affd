#' Tables of a study
#' @description
#' Returns one table of a study as a plain tibble, with one row per observation.
#'
#' **Use it when** you want the results game by game. For means with intervals use [summary()][summary.unruly_study];
#' for the arm that each game names, [recommendations()].
#'
#' @param study A study, made by [run_study()]; for `regret()` and `pulls()` also one made by [exact_study()].
#' @param ... Must be empty.
#' @return A tibble. The columns `bandit`, `policy` and `rep` (the replication) come first.
#'
#' `regret()`: one row per game and checkpoint. The columns after `round`, but for
#' `largest_shortfall` and `time`, are sums up to that round.
#' * `round`: the checkpoint, counted from 1.
#' * `pulls`: the number of pulls.
#' * `optimal`: pulls of a best action, as the comparator sees it. Equally good actions all count.
#' * `reward`: the rewards collected; with a spread, the totals of the arms pulled.
#' * `benchmark`: the expected reward of the comparator.
#' * `regret`: the pseudo-regret, `benchmark` minus the expected reward of what was chosen.
#' * `changes` (with [changes][with_changes]): how often another arm became the best one.
#' * `penalty`, `unfairness`, `largest_shortfall` (with fairness): see [with_fairness()].
#' * `time` (with [accrual][with_accrual()]): when the last patient so far arrived; at the end of a game with `overrun`,
#'   when the last outcome was known, or the wait for it was over.
#' * `epoch_regret` (with waiting): the regret summed pull by pull. The number of pulls that fit into the rounds is
#'   random, which adds noise to `regret`; `epoch_regret` lacks that noise. `NA` where arms come and go.
#'
#' `pulls()`: one row per game and arm (in populations, arms that were pulled), and per wait with waiting.
#' * `arm`, `wait`, `pulls`.
#' * `mean`: the true expected reward of a pull (of a tape, the mean of all its rewards of the arm); `NA` where it
#'   depends on the context, the round or the pull, or is unknown (logs).
#' * `estimate`: the mean of the observed rewards.
#' * `shown` (with delay, accrual or batches): how many of their outcomes were shown by the end of the game.
#' * `shortfall` (with fairness): max(share T - pulls, 0).
#'
#' `exits()`: one row per arm that left, died or was taken out.
#' * `arm`, `round`: the arm and the last round in which it could be pulled.
#' * `cause`: `"left"` (patience), `"died"` (lifetime), or `"dropped"` or `"graduated"` (by a
#'   [rule][stop_posterior]). If patience and lifetime end in the same round, `"left"`.
#'
#' `choices()`: one row per pull, for studies run with `keep = "choices"`. With waiting, a pull that would end after the
#' horizon is left out.
#' * `round`: the round in which the pull started; `arm`, `wait`.
#' * `reward`: the whole reward of the pull; `cost`: the rounds it took; `observed`: what the policy was shown in these
#'   rounds, of whatever pull.
#' * `propensity`: the probability with which the policy made this choice: 1 for a deterministic policy, `NA` if
#'   unknown.
#' * `shown` (with delay, accrual or batches): the round at whose end the outcome is shown, also after the end of the
#'   game (`Inf` if more than 2^31 rounds later); `NA` if it never is.
#'
#' * `time` (with accrual): when the patient arrived; `event` (with [arms_survival()], too): whether the life was over
#'   within the limit.
#'
#' `instances()`: one row per replication and arm, for each bandit; `bandit` only if there are several.
#' * `rep`, `arm`, and the parameters of the arm, drawn or given (`theta1`, `theta2`, ... for linear and logistic arms).
#' * `mean`: the true mean; `NA` where it depends on the context. With changes or wear, the mean without them.
#' * `first`, `last` (lifetimes), `first` (entries), `share` and `penalty` (fairness).
#'
#' Arms that enter after the horizon are left out, and those of a population that are born after deaths by pulls
#' (`bandit_mortal(death = "budgeted")`).
#' @section Arms: `arm` is a number from 1. If the [arms] have names, it is a factor with these as levels, and
#' `as.integer(arm)` is the number. Beside bandits whose arms have names, other arms are named by their numbers.
#' @section The comparator: Regret is measured against a rule that knows the means. By
#' bandit it plays:
#'
#' * without traits, with delay, accrual or spread: the best arm
#' * [with_patience()], [rules that drop arms][stop_posterior]: the best arm, even after it has left
#' * [with_entries()]: the best arm that has entered
#' * [with_lifetimes()], [bandit_mortal()]: the best arm alive in each round
#' * [with_absences()]: the best arm awake in each round
#' * [with_rest()]: see there
#' * [with_changes()]: the best arm of each round
#' * [with_wear()]: in each round the arm whose next pull has the greatest mean
#' * [with_waiting()]: the best constant arm and wait
#' * [with_fairness()]: the best penalised reward
#' * arms with contexts: the best arm in the context of each round
#' * [arms_tape()] by round: the best single arm in hindsight
#' * a replay of a log: none; `benchmark`, `regret` and `optimal` are `NA`
#'
#' `print()` names the comparator of a study.
#' @section Errors: `unruly_error_argument`: `study` is not a study, keeps moments only (but for `instances()`), or (for
#' `choices()`) was not run with `keep = "choices"`.
#' @examples
#' problem <- bandit(arms_gaussian(prior_uniform(3))) |> with_patience(5)
#' study <- run_study(problem, list(policy_ucb1(), policy_thompson()), horizon = 100,
#'   reps = 2, seed = 1, keep = "choices")
#' regret(study)
#' pulls(study)
#' exits(study)
#' choices(study)
#' instances(study)
#' @seealso [summary()][summary.unruly_study], [compare_policies()], [autoplot()][autoplot.unruly_study].
#' @name tables
NULL

#' @rdname tables
#' @export
regret <- function(study, ...) {
  check_no_dots(...)
  study_table(study, "regret")
}

#' @rdname tables
#' @export
pulls <- function(study, ...) {
  check_no_dots(...)
  study_table(study, "pulls")
}

#' @rdname tables
#' @export
exits <- function(study, ...) {
  check_no_dots(...)
  found <- study_table(study, "exits")
  found[names(found) != "rule"]
}

# Refuses what is not a study, by check_rows().
study_table.default <- function(study, name, call = rlang::caller_env()) {
  named_rows(check_rows(study, name, call), name)
}

named_rows <- function(study, name) name_arms(study$tables[[name]], study$description$bandits)

# A study of moments has no rows by replication.
check_rows <- function(study, name, call) {
  check_study(study, call = call)
  if (!keeps_moments(study)) return(study)
  refuse_moments(name, call)
}

refuse_moments <- function(name, call) {
  abort_argument("study", "a study that keeps its replications", call = call, given = sprintf(
    "one run with `keep = \"moments\"`, without the games that `%s()` needs. Try `summary()` or `compare_policies()`", name))
}

#' @rdname tables
#' @export
choices <- function(study, ...) {
  check_no_dots(...)
  check_rows(study, "choices", rlang::current_env())
  if (is.null(study$tables$choices)) {
    abort_argument("study", "a study run with `keep = \"choices\"`", study, given = "one run with `keep = \"summary\"`")
  }
  named_rows(study, "choices")
}

#' @rdname tables
#' @export
instances <- function(study, ...) {
  check_no_dots(...)
  check_study(study)
  bandits <- study$description$bandits
  arms <- sum(vapply(bandits, instance_count, 0, study$description$horizon))
  check_table_size(arms * length(study$replications), "study", "instance", rlang::current_env())
  tables <- lapply(names(bandits), function(name) {
    table <- instance_table(bandits[[name]], study)
    if (length(bandits) == 1) return(table)
    tibble(bandit = name, table)
  })
  name_arms(bind_rows_filled(tables), bandits)
}

instance_count <- function(bandit, horizon) {
  timed <- identical(bandit$traits$population$parameters$death, "timed")
  if (timed) expected_births(bandit, horizon) else as.double(arm_count(bandit))
}

# Drawn again: draws are addressed, so nothing has to be kept.
instance_table <- function(bandit, study) {
  drawn <- draw_instances(bandit, study)
  parameters <- if (has_trait(bandit, "replay")) character() else scalar_parameters(bandit$arms)
  kept <- c("rep", "arm", parameters, setdiff("mean", parameters), life_columns(bandit))
  names(drawn)[match(sprintf("value%d", seq_along(parameters)), names(drawn))] <- parameters
  table <- tibble::as_tibble(drawn[kept])
  if (has_trait(bandit, "fairness")) table[c("share", "penalty")] <- fairness_columns(bandit, study, study$replications)
  if (bandit$arms$kind %in% c("linear", "logistic")) table <- with_coefficients(table, bandit$arms$parameters)
  if (has_contexts(bandit$arms)) table$mean <- NA_real_ # it depends on the context
  if (has_trait(bandit, "replay")) table$mean <- NA_real_ # a log has no true means
  if ("first" %in% kept) table <- table[table$first >= 1 & table$first <= study$description$horizon, ]
  table
}

with_coefficients <- function(table, parameters) {
  theta <- parameters$theta
  for (j in seq_len(ncol(theta))) table[[paste0("theta", j)]] <- theta[table$arm, j]
  if (!is.null(parameters$sd)) table$sd <- rep_len(parameters$sd, nrow(theta))[table$arm]
  table
}

scalar_parameters <- function(arms) {
  if (arms$kind %in% c("categorical", "empirical", "linear", "logistic", "tape_pull", "tape_round",
                       "tape_context")) return(character())
  names(arms$parameters)
}

life_columns <- function(bandit) {
  if (has_trait(bandit, "lifetimes") || has_trait(bandit, "population")) return(c("first", "last"))
  if (has_trait(bandit, "entries")) "first"
}
