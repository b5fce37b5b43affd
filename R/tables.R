#' The tables of a study
#'
#' Plain tibbles, one observation a row; `round` counts from 1.
#'
#' * `regret()`: `bandit`, `policy`, `rep`, `round`, `pulls`, `reward` (really
#'   collected; with a spread the totals of what was pulled), `benchmark` (what
#'   the comparator has by then), `regret` (the pseudo-regret: means of what was
#'   chosen, not the noise), all cumulative; with fairness also `penalty`,
#'   `unfairness` and `largest_shortfall`, see [with_fairness()]. A replay has
#'   no benchmark and no regret (`NA`).
#' * `pulls()`: `bandit`, `policy`, `rep`, `arm`, `wait` (with waiting), `pulls`,
#'   `mean` (the true expected pay of a pull), `estimate` (the mean of what was
#'   observed when it was played); with fairness `shortfall`, `max(share T -
#'   pulls, 0)`. Of a population, only arms that were pulled.
#' * `exits()`: `bandit`, `policy`, `rep`, `arm`, `round` (the last in which it
#'   could be played), `cause` (`"left"` or `"died"`; an arm whose patience and
#'   life end in the same round has left).
#' * `choices()`: `bandit`, `policy`, `rep`, `round` (of the start), `arm`,
#'   `wait`, `reward` (what the pull was worth in all), `observed` (what the
#'   policy was shown), `cost` (rounds it took); for studies run with `keep =
#'   "choices"`. With waiting, a pull that would end after the horizon is not
#'   listed.
#' * `instances()`: `rep`, `arm` and the parameters of the arms in each
#'   replication, drawn or given, and `mean`; with lifetimes `first` and `last`,
#'   with entries `first`; with fairness `share` and `penalty`. A `bandit` column
#'   comes first if the study has several. Arms that are born because others were played to death
#'   (`mortal_arms(death = "budgeted")`) are not listed.
#'
#' @param study A study, made by [run_study()].
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
regret <- function(study) study_table(study, "regret")

#' @rdname tables
#' @export
pulls <- function(study) study_table(study, "pulls")

#' @rdname tables
#' @export
exits <- function(study) study_table(study, "exits")

# A series has a study for each horizon: their tables, one below the other.
study_table <- function(study, name, call = rlang::caller_env()) {
  if (!missing(study) && inherits(study, "unruly_series")) {
    check_object(study, "study", call)
    return(series_table(study, function(s) s$tables[[name]]))
  }
  check_study(study, call = call)$tables[[name]]
}

#' @rdname tables
#' @export
choices <- function(study) {
  check_study(study)
  if (is.null(study$tables$choices)) {
    abort_argument("study", "a study run with `keep = \"choices\"`", study, given = "one run with `keep = \"summary\"`")
  }
  study$tables$choices
}

#' @rdname tables
#' @export
instances <- function(study) {
  check_study(study)
  bandits <- study$description$bandits
  arms <- sum(vapply(bandits, instance_count, 0, study$description$horizon))
  check_table_size(arms * length(study$replications), "study", "instance", rlang::current_env())
  tables <- lapply(names(bandits), function(name) {
    table <- instance_table(bandits[[name]], study)
    if (length(bandits) == 1) return(table)
    tibble(bandit = name, table)
  })
  bind_rows_filled(tables)
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
  names(drawn)[match(c("value1", "value2")[seq_along(parameters)], names(drawn))] <- parameters
  table <- tibble::as_tibble(drawn[kept])
  if (has_trait(bandit, "fairness")) table[c("share", "penalty")] <- fairness_columns(bandit, study, study$replications)
  if (has_trait(bandit, "replay")) table$mean <- NA_real_ # a log has no true means
  if ("first" %in% kept) table <- table[table$first >= 1 & table$first <= study$description$horizon, ]
  table
}

# Replications that follow one another are drawn in one go; those of studies
# that were joined may lie far apart.
draw_instances <- function(bandit, study) {
  draw_arms(bandit, study$description$seed, study$replications, study$description$horizon)
}

draw_arms <- function(bandit, seed, replications, horizon) {
  bandit$traits$fairness <- NULL # it has no part in the draws, and its rules need them
  runs <- split(replications, cumsum(c(TRUE, diff(replications) != 1)))
  drawn <- lapply(runs, function(run) {
    .Call(C_instances, describe_bandit(bandit), seed, as.double(run[1]), as.double(length(run)), horizon) %||%
      rlang::interrupt()
  })
  if (length(drawn) == 1) return(drawn[[1]])
  do.call(Map, c(list(c), unname(drawn)))
}

scalar_parameters <- function(arms) {
  if (arms$kind %in% c("categorical", "tape_pull", "tape_round")) return(character())
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
  do.call(rbind, filled)
}

#' Summarise a study over its replications
#'
#' @param object A study.
#' @param what The column of [regret()] to summarise: `"regret"`, `"reward"`,
#'   `"pulls"`, `"benchmark"`, and with fairness `"penalty"`, `"unfairness"`.
#' @param level Confidence level of the interval, in (0, 1).
#' @param ... Not used.
#' @return A tibble with one row a bandit, policy and checkpoint: `bandit`,
#'   `policy`, `round`, `reps`, `mean`, `sd`, `se`, `lower`, `upper` (a
#'   t-interval; `NA` for a single replication).
#' @section Errors: `unruly_error_argument` for a bad `what` or `level`.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_ucb1(), horizon = 100, reps = 10, seed = 1)
#' summary(study)
#' @export
summary.unruly_study <- function(object, what = "regret", level = 0.95, ...) {
  check_study(object, "object")
  table <- object$tables$regret
  what <- check_figure(what, table)
  level <- check_number(level, "level", above = 0, below = 1)
  d <- object$description
  reps <- length(object$replications)
  # Rows come by bandit, policy, replication, round: a matrix a cell.
  values <- array(table[[what]], c(length(d$record), reps, length(d$policies) * length(d$bandits)))
  means <- apply(values, c(1, 3), mean)
  sds <- apply(values, c(1, 3), stats::sd)
  half <- stats::qt(1 - (1 - level) / 2, max(reps - 1, 1)) * sds / sqrt(reps)
  cells <- expand.grid(round = d$record, policy = names(d$policies), bandit = names(d$bandits),
                       stringsAsFactors = FALSE)
  tibble(
    bandit = cells$bandit, policy = cells$policy, round = cells$round, reps = reps,
    mean = c(means), sd = c(sds), se = c(sds) / sqrt(reps),
    lower = c(means - half), upper = c(means + half)
  )
}

#' Compare policies, paired by replication
#'
#' All policies of a study meet the same outcomes, so their differences within
#' a replication are far less noisy than the policies themselves.
#'
#' @param study A study.
#' @param baseline Label of the policy to compare the others with; by default
#'   the first.
#' @param what The column of [regret()] to compare, as in
#'   [summary()][summary.unruly_study].
#' @param level Confidence level of the interval, in (0, 1).
#' @return A tibble with one row a bandit, other policy and checkpoint:
#'   `bandit`, `policy`, `baseline`, `round`, `difference` (policy less
#'   baseline, mean over replications), `se`, `lower`, `upper`, `p_value` (of a
#'   paired t-test; `NA` for a single replication).
#' @section Errors: `unruly_error_argument` for an unknown `baseline`, a bad
#'   `what` or `level`.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, list(policy_ucb1(), policy_thompson("beta")), horizon = 500,
#'   reps = 10, seed = 1)
#' compare_policies(study, "UCB1")
#' @export
compare_policies <- function(study, baseline = NULL, what = "regret", level = 0.95) {
  check_study(study)
  d <- study$description
  baseline <- check_choice(baseline %||% names(d$policies)[1], "baseline", names(d$policies), single = TRUE)
  table <- study$tables$regret
  what <- check_figure(what, table)
  level <- check_number(level, "level", above = 0, below = 1)
  reps <- length(study$replications)
  values <- array(table[[what]], c(length(d$record), reps, length(d$policies), length(d$bandits)),
                  dimnames = list(NULL, NULL, names(d$policies), names(d$bandits)))
  rows <- list()
  for (b in names(d$bandits)) {
    for (p in setdiff(names(d$policies), baseline)) {
      difference <- matrix(values[, , p, b] - values[, , baseline, b], ncol = reps)
      rows <- c(rows, list(tibble(bandit = b, policy = p, baseline = baseline, round = d$record,
                                  paired_test(difference, level))))
    }
  }
  if (length(rows) == 0) {
    empty <- paired_test(matrix(0, 0, max(reps, 2)), level)
    return(tibble(bandit = character(), policy = character(), baseline = character(), round = numeric(), empty))
  }
  do.call(rbind, rows)
}

# A column of regret() that is a figure.
check_figure <- function(what, table, call = rlang::caller_env()) {
  figures <- setdiff(names(table), c("bandit", "policy", "rep", "round"))
  check_choice(what, "what", figures, single = TRUE, call = call)
}

# A paired t-test for each row of a matrix of differences.
paired_test <- function(difference, level) {
  n <- ncol(difference)
  mean <- rowMeans(difference)
  se <- apply(difference, 1, stats::sd) / sqrt(n)
  if (length(se) == 0) se <- numeric()
  half <- stats::qt(1 - (1 - level) / 2, max(n - 1, 1)) * se
  p_value <- 2 * stats::pt(-abs(mean / se), max(n - 1, 1))
  p_value[!is.na(se) & se == 0] <- ifelse(mean[!is.na(se) & se == 0] == 0, 1, 0)
  tibble(difference = mean, se = se, lower = mean - half, upper = mean + half, p_value = p_value)
}
