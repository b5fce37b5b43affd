#' The tables of a study
#'
#' Plain tibbles, one observation a row; `round` counts from 1.
#'
#' * `regret()`: `bandit`, `policy`, `rep`, `round`, `pulls`,
#'   `optimal` (plays of a best action so far, as the comparator sees it: of the
#'   best arm alive in the round, say, or with waiting the best arm and wait; of
#'   arms that are equally good each counts), `reward` (really collected; with a
#'   spread the totals of what was pulled), `benchmark` (what the comparator has by
#'   then), `regret` (the pseudo-regret: means of what was chosen, not the noise),
#'   all cumulative; with [changes][with_changes] also `changes` (how often another arm became the
#'   best one, so far); with fairness also `penalty`, `unfairness` and
#'   `largest_shortfall`, see [with_fairness()]. With waiting, how many plays fit
#'   into the rounds is random, and so the regret has the noise of the times;
#'   `epoch_regret`, the regret counted play by play, has not (`NA` where arms come and
#'   go, as there is no one best rate). A replay has no
#'   benchmark, no regret and no best action (`NA`).
#' * `pulls()`: `bandit`, `policy`, `rep`, `arm`, `wait` (with waiting), `pulls`, `mean` (the
#'   true expected pay of a pull; `NA` where it depends on the context, the round or the
#'   pull), `estimate` (the mean of what was observed when it was played); with fairness
#'   `shortfall`, `max(share T - pulls, 0)`. Of a population, only arms that were pulled.
#' * `exits()`: `bandit`, `policy`, `rep`, `arm`, `round` (the last in which it
#'   could be played), `cause` (`"left"` or `"died"`; an arm whose patience and
#'   life end in the same round has left).
#' * `choices()`: `bandit`, `policy`, `rep`, `round` (of the start), `arm`, `wait`, `reward`
#'   (what the pull was worth in all), `observed` (what the policy was shown), `cost` (rounds
#'   it took), `chance` (with which the policy chose it, given all that it knew: 1 for one
#'   that throws no dice, `NA` if nobody knows); for studies run with `keep = "choices"`. With
#'   waiting, a pull that would end after the horizon is not listed.
#' * `instances()`: `rep`, `arm` and the parameters of the arms in each
#'   replication, drawn or given (linear and logistic arms: `theta1`, `theta2`, ..., and `sd` of linear ones), and
#'   `mean` (`NA` where it depends on the context; with changes or wear the one that the arm has by
#'   itself, see [autoplot.unruly_bandit()]); with lifetimes `first` and `last`,
#'   with entries `first`; with fairness `share` and `penalty`. A `bandit` column
#'   comes first if the study has several. Arms that are born because others were played to death
#'   (`bandit_mortal(death = "budgeted")`) are not listed.
#'
#' `arm` is a number from 1. If the [arms] have names, it is a factor of them, in
#' the order of the arms, so that `as.integer(arm)` is the number; beside bandits
#' with names, arms of bandits without are named by their numbers.
#'
#' @param study A study, made by [run_study()]; for `regret()` and `pulls()` also one made by [exact_study()].
#' @param ... Must be empty.
#' @return A tibble, see above.
#' @section Errors: `unruly_error_argument` if `study` is not a study, or has no
#'   choices.
#' @examples
#' problem <- bandit(arms_gaussian(prior_uniform(3))) |> with_patience(5)
#' study <- run_study(problem, list(policy_ucb1(), policy_thompson()), horizon = 100,
#'   reps = 2, seed = 1, keep = "choices")
#' regret(study)
#' pulls(study)
#' exits(study)
#' choices(study)
#' instances(study)
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
  study_table(study, "exits")
}

# What is not a study is refused by check_rows().
study_table.default <- function(study, name, call = rlang::caller_env()) {
  table <- check_rows(study, name, call)$tables[[name]]
  name_arms(table, study$description$bandits)
}

# Of a study of moments there are no rows by replication.
check_rows <- function(study, name, call) {
  check_study(study, call = call)
  if (!keeps_moments(study)) return(study)
  refuse_moments(name, call)
}

refuse_moments <- function(name, call) {
  abort_argument("study", "a study that keeps its replications", call = call, given = sprintf(
    "one run with `keep = \"moments\"`, which does not hold what `%s()` needs: see `summary()` and `compare_policies()`", name))
}

#' @rdname tables
#' @export
choices <- function(study, ...) {
  check_no_dots(...)
  check_rows(study, "choices", rlang::current_env())
  if (is.null(study$tables$choices)) {
    abort_argument("study", "a study run with `keep = \"choices\"`", study, given = "one run with `keep = \"summary\"`")
  }
  study_table(study, "choices")
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

# Drawn again: draws are addressed, so nothing had to be kept.
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

# rbind() for tables whose columns differ: what is lacking is NA.
bind_rows_filled <- function(tables) {
  columns <- unique(unlist(lapply(tables, names)))
  filled <- lapply(tables, function(table) {
    for (column in setdiff(columns, names(table))) table[[column]] <- rep(NA_real_, nrow(table))
    table[columns]
  })
  do.call(rbind, unname(filled))
}
