# The properties of a design: one row per policy and measure, each with its Monte Carlo standard error and an interval.

#' Operating characteristics of a study
#' @description
#' Measures how a design performs over many trials: errors, sample size, cost, and the quality of estimates.
#' Each measure comes with its Monte Carlo standard error (Morris, White and Crowther 2019) and a 95% interval.
#'
#' **Use it when** you report or compare designs. To find the parameter of a design that meets a target, use
#' [calibrate_design()].
#'
#' @param study A study, from [run_study()] or [exact_study()].
#' @param level Nominal coverage of the intervals of estimates, in (0, 1). Default: 0.95.
#' @param arms `TRUE` for claims, drops and pulls arm by arm (`"pulls, arm 2"`), and the measures of estimates too
#'   (`"bias: naive, arm 2"`). Default: `FALSE`, over all arms.
#' @param ... Arguments of [estimates()], such as `method`, `weights`, `family` or `joint`.
#' @param x,object The result.
#' @param measures Which measures to draw, strings. Default: error (or `misnamed`), power, sample size, simple regret
#'   and coverage, those that the table has.
#' @return `operating_characteristics()`: a tibble of class `unruly_characteristics` with one row per bandit, policy and
#' measure. Measures that do not apply to a bandit have no rows.
#'   * `bandit`, `policy`, `measure`, `value`;
#'   * `mcse`: the Monte Carlo standard error; `NA` for a single replication and where all replications use the same
#'     events;
#'   * `lower`, `upper`: the 95% interval of `value`, see "Intervals".
#'
#' `autoplot()`: a ggplot. `print()` shows one row per measure and one column per policy.
#' @section Measures:
#'
#' * `correct`: the probability that a best arm is named
#' * `misnamed`: the probability that no best arm is named (without a rule that makes claims)
#' * `error`: the probability that at least one claim is wrong: the familywise error
#' * `power`: the probability that at least one claim is right, among games in which one is possible
#' * `power, all`: the probability that every arm that is better than the control, or the threshold, is claimed,
#'   among games in which there is one. A rule that ends the game claims one arm: with two arms that are better this is
#'   0, and `trial_design(claim = "graduates")` can claim each of them
#' * `no_winner`: the share of games that ended since no arm was worth it
#' * `graduated`, `dropped`: the mean numbers of arms that a rule took out
#' * `best dropped`: the probability that no best arm was kept
#' * `stopped`: the share of games that a rule stopped
#' * `sample_size`: the mean number of pulls until a game stopped
#' * `sample_size, median`, `sample_size, 5%`, `sample_size, 95%`: its quantiles, with standard errors after Maritz
#'   and Jarrett (1978)
#' * `simple_regret`: the mean simple regret of the arm named
#' * `duration`: the mean time of the last patient, or with `overrun` of the last outcome that was waited for (with
#'   [accrual][with_accrual()])
#' * `events`: the mean number of events at the look at which [stop_log_rank()] ended a game
#' * `optimal`: the mean share of pulls of a best arm
#' * `reward`, `regret`: means at the last checkpoint
#' * `bias: naive`, `rmse: naive`: of the estimates of arms that were pulled: mean error, root of the mean squared
#'   error; likewise for other methods of [estimates()]
#' * `coverage: naive`: the share of intervals that contain the true mean; those of `uninformative` count
#' * `uninformative: naive`: the share of intervals that exclude no possible mean: the whole line, or the range of
#'   the rewards. Arms that were not pulled have such an interval
#' * `width: naive`: the mean width of finite intervals
#' * `claimed, arm 2`; `dropped, arm 2`; `pulls, arm 2`: with `arms = TRUE`, probabilities, and the mean number up
#'   to the last checkpoint
#'
#' If some games lack a measure, its value is `NA`, as the mean over the others would mislead. In particular `regret` is
#' `NA`, with a message, if some game stopped under `after = "end"`.
#' @section Claims: A game that a rule stopped is judged by what that rule claims (the column `reason` of
#' [recommendations()]), and so is each arm that graduates.
#'   * [stop_glr()], [stop_separated()], [stop_posterior()], [stop_settled()], and the last arm left of those that were
#'     dropped without a control, claim to be *best*: wrong if some arm that has not graduated has a greater mean, or if
#'     all means are equal (see [bandit_null()]). With a `tolerance`, wrong only if the arm is worse by more.
#'   * [stop_evidence()], [stop_boundary()] and [rules of graduation][stop_posterior] claim that the arm is *better*
#'     than the control or threshold by more than the margin (`"less"`: worse; two sides: on the side stated).
#'   * [stop_futility()], [stop_equivalence()], a boundary crossed for futility, [stop_at()], rules that drop arms, and
#'     the horizon claim nothing, so they are neither an error nor power. All but `stop_at()` and the horizon count in
#'     `no_winner` when they end a game.
#'
#' Where [means change][with_changes], claims of being better are judged only if all arms move alike.
#' @section Intervals: They are about the Monte Carlo error alone.
#'   * Probabilities and shares of intervals: those of Clopper and Pearson (1934), each game being one trial. If none of
#'     200 games erred, the error may be up to 0.0183. Over several arms a game counts with the share of its arms.
#'   * Means: those of Student, cut at the limits of the measure; `rmse` by its square. They are too narrow where rare
#'     games decide, see [reps_until()].
#'   * Means of which all games gave the same value x: if the measure lies in a known \[A, B\], the interval is
#'     \[A + (x - A) q, B - (B - x) q\] with q = 0.025^(1/n) for n games, by Markov's inequality; else `NA`.
#'   * Quantiles: between two order statistics, for any distribution.
#' @section Moments and exact studies: With `keep = "moments"` there are `correct`, `sample_size`, `simple_regret`,
#' `reward`, `regret`, and `optimal` where all games have equally many pulls; with `keep = c("moments", "scores")` also
#' those of estimates. An exact study has all measures but those of estimates, without an error.
#' @section Errors: `unruly_error_argument`: `study` is not a study, or as in [estimates()]. Messages
#' `unruly_message_methods`, `unruly_message_moments`, `unruly_message_undefined`: estimates or measures that the study
#' cannot have, and why; the others stay.
#' @references Clopper and Pearson (1934), The Use of Confidence or Fiducial Limits Illustrated in the Case of the
#'   Binomial. Maritz and Jarrett (1978), A Note on Estimating the Variance of the Sample Median. Morris, White and
#'   Crowther (2019), Using Simulation Studies to Evaluate Statistical Methods.
#' @seealso [calibrate_design()], [bandit_null()], [save_report()] with `style = "ademp"`.
#' @examples
#' trial <- bandit(arms_bernoulli(c(0.3, 0.4, 0.6)))
#' study <- run_study(list(effect = trial, null = bandit_null(trial)),
#'   list(policy_tracking(), policy_uniform()),
#'   horizon = 1000, reps = 50, seed = 1, stop = stop_glr(0.1))
#' found <- operating_characteristics(study, method = "sequence")
#' found
#' found[found$measure %in% c("error", "power", "sample_size"), ]
#' if (requireNamespace("ggplot2", quietly = TRUE)) autoplot(found)
#' @export
operating_characteristics <- function(study, level = 0.95, arms = FALSE, ...) {
  call <- rlang::current_env()
  if (missing(study) || !inherits(study, "unruly_exact")) check_study(study, call = call)
  level <- check_number(level, "level", above = 0, below = 1)
  arms <- check_flag(arms, "arms")
  check_for_estimates(as.list(substitute(list(...)))[-1], call)
  if (is_exact(study)) return(new_table(exact_characteristics(study, call, arms, ...), "unruly_characteristics",
                                        level = level))
  table <- rbind(measures_of_study(study, arms), measures_of_estimates(study, level, arms, ...))
  d <- study$description
  table <- table[order(match(table$bandit, names(d$bandits)), match(table$policy, names(d$policies))), ]
  tell_undefined(table)
  new_table(with_intervals(table, d), "unruly_characteristics", level = level)
}

# Checks the dots, which go to estimates(), whose errors would name it.
check_for_estimates <- function(given, call) {
  known <- setdiff(names(formals(estimates)), c("x", "level", "..."))
  stray <- given[is.na(pmatch(names(given) %||% rep("", length(given)), known))]
  if (length(stray) > 0) refuse_argument(as.call(c(list(quote(list)), stray)), call, also = known)
}

measures_of_study <- function(study, arms = FALSE) {
  if (keeps_moments(study)) measures_of_moments(study, arms) else measures_of_games(study, arms)
}

# --- of games -----------------------------------------------------------------------------

# Games come bandit by bandit, and in each policy by policy.
measures_of_games <- function(study, arms = FALSE) {
  d <- study$description
  named <- if (can_name_some(study)) final_recommendations(study)
  ends <- without_nulls(c(measures_of_time(study), measures_of_events(study), measures_at_end(study)))
  reps <- length(study$replications)
  rows <- lapply(names(d$bandits), function(name) {
    here <- (match(name, names(d$bandits)) - 1) * length(d$policies) * reps + seq_len(length(d$policies) * reps)
    values <- c(if (!is.null(named)) measures_of_naming_games(study, name, named[here, ], arms),
                lapply(ends, `[`, here), if (arms) pulls_by_arm(study, name))
    values <- values[order(grepl(", arm ", names(values), fixed = TRUE))]
    blank <- ended_without_regret(study, name)
    lapply(seq_along(d$policies), function(j) {
      parts <- Map(function(what, value) game_measure(what, value[(j - 1) * reps + seq_len(reps)],
                                                      blank && what == "regret"), names(values), values)
      lapply(without_nulls(parts), function(part) {
        c(list(bandit = rep(name, length(part$value)), policy = rep(names(d$policies)[j], length(part$value))), part)
      })
    })
  })
  rows <- unname(do.call(c, do.call(c, rows)))
  if (length(rows) == 0) return(NULL)
  columns <- stats::setNames(nm = names(rows[[1]]))
  tibble(!!!lapply(columns, function(column) unlist(lapply(rows, `[[`, column), use.names = FALSE)))
}

# Games that a rule has ended have no regret.
ended_without_regret <- function(study, bandit) {
  identical(study$description$stop$after, "end") && !has_trait(study$description$bandits[[bandit]], "replay")
}

can_name_some <- function(study) any(vapply(study$description$bandits, can_be_named, NA))

# Power is of the games in which a claim can be right. Any other mean would be that of a subset if some game lacked a
# value: it is missing. A measure that no game has is left out, unless games lack it because they stopped.
game_measure <- function(name, games, blank = FALSE) {
  if (all(is.na(games)) && !blank) return(NULL)
  if (name %in% c("power", "power, all")) games <- games[!is.na(games)]
  mean <- list(measure = name, value = mean(games), mcse = mean_error(games), games = length(games), from = NA_real_,
               to = NA_real_)
  if (name == "sample_size" && !anyNA(games)) Map(c, mean, quantile_measures(name, games)) else mean
}

measures_of_naming_games <- function(study, name, games, arms) {
  d <- study$description
  bandit <- d$bandits[[name]]
  left <- left_by_rules(study, name)
  judged <- judge_games(d, games, truth_of_games(study, bandit, games), left)
  without_nulls(c(list(correct = as.double(games$correct)), claims_measured(d, games$correct, judged),
    list(stopped = if (!is.null(d$stop)) as.double(games$stopped), sample_size = games$sample_size,
         simple_regret = games$simple_regret),
    if (arms && has_same_arms(bandit)) claims_by_arm(d, judged, left, nrow(games), labels_of_arms(bandit))
  ))
}

# Returns what is known of the arms: `means`, a row per game and a column per arm, NULL where they move; `equal`:
# whether all are equal; `first`: the rounds in which arms enter, NULL if that is the first.
truth_of_games <- function(study, bandit, games) {
  unknown <- list(equal = logical(nrow(games)))
  if (!judges_naming(bandit) || has_trait(bandit, "wear")) return(unknown)
  trend <- has_trait(bandit, "changes")
  if (trend && !moves_all_alike(bandit)) return(unknown)
  drawn <- draw_instances(bandit, study)
  extremes <- tapply(drawn$mean, factor_of(drawn$rep, study$replications), function(m) max(m) - min(m))
  equal <- rep_len(as.vector(extremes) == 0, nrow(games))
  if (has_trait(bandit, "population")) return(list(equal = equal))
  of_games <- function(column) {
    values <- matrix(NA_real_, length(study$replications), arm_count(bandit))
    values[cbind(match(drawn$rep, study$replications), drawn$arm)] <- drawn[[column]]
    values[rep_len(seq_along(study$replications), nrow(games)), , drop = FALSE]
  }
  list(means = of_games("mean"), equal = equal, first = if (has_trait(bandit, "entries")) of_games("first"),
       names = bandit$arms$names)
}

# Returns whether a trend is the same for all arms, so that their differences stay.
moves_all_alike <- function(bandit) {
  law <- law_of_trait(bandit$traits$changes)
  if (!law$law %in% c("at", "table") || !is.numeric(own_means(bandit))) return(FALSE)
  shift <- sweep(cbind(law$parameters$mean), 1, own_means(bandit))
  max(apply(shift, 2, function(x) max(x) - min(x))) <= 1e-12 * max(1, abs(shift))
}

measures_of_time <- function(study) list(duration = study$tables$regret[["time"]][final_rows(study)])

# At the look that ended a game, of rules that count them.
measures_of_events <- function(study) {
  if (is.null(study$description$stop) || !goes_by_patients(study$description$stop)) return(NULL)
  stops <- stops_of(study)
  list(events = stops$events[stop_of_game(study, stops)])
}

measures_at_end <- function(study) {
  final <- forget_unreached(study$tables$regret[final_rows(study), ], study, "reward", "reward")
  list(optimal = ifelse(final$pulls > 0, final$optimal / final$pulls, NA), reward = final$reward, regret = final$regret)
}

# Until the last checkpoint.
pulls_by_arm <- function(study, name) {
  d <- study$description
  bandit <- d$bandits[[name]]
  if (!has_same_arms(bandit)) return(NULL)
  table <- study$tables$pulls
  table <- table[table$bandit == name, ]
  game <- factor_of(game_of_bandit(table, study), seq_len(length(d$policies) * length(study$replications)))
  labels <- labels_of_arms(bandit)
  found <- lapply(seq_along(labels), function(k) {
    mine <- table$arm == k
    as.double(tapply(table$pulls[mine], game[mine], sum, default = 0))
  })
  stats::setNames(found, measures_by_arm("pulls", labels))
}

has_same_arms <- function(bandit) !has_trait(bandit, "population")

# --- of sums over games -------------------------------------------------------------------

measures_of_moments <- function(study, arms) {
  tell_without_games(study, arms)
  means <- c(if (can_name_some(study)) c("correct", "sample_size", "simple_regret"), "time", "optimal", "reward",
             "regret")
  parts <- lapply(intersect(means, figure_names(study)), function(name) {
    found <- if (name == "optimal") share_of_optimal(study) else summarise_study(study, name)
    tibble(bandit = found$bandit, policy = found$policy, measure = if (name == "time") "duration" else name,
           value = found$mean, mcse = found$se,
           games = length(study$replications), from = NA_real_, to = NA_real_)
  })
  table <- do.call(rbind, unname(parts))
  blank <- table$measure == "regret" & vapply(table$bandit, function(name) ended_without_regret(study, name), NA)
  table[!is.na(table$value) | blank, ]
}

# The mean of a ratio is that of its numerator only where the denominator is always the same.
share_of_optimal <- function(study) {
  pulls <- summarise_study(study, "sample_size")
  found <- summarise_study(study, "optimal")
  each <- ifelse(pulls$q05 == pulls$mean & (is.na(pulls$sd) | pulls$sd == 0), pulls$mean, NA)
  found$mean <- found$mean / each
  found$se <- found$se / each
  found
}

tell_without_games <- function(study, arms) {
  d <- study$description
  absent <- c(names(claims_measured(d, logical(), no_judgement)), if (!is.null(d$stop)) "stopped",
              paste0("sample_size, ", names(quantiles_measured)),
              if (arms) c(names(claims_by_arm(d, no_judgement, list(), 0, "k")), "pulls, arm k"),
              if (!keeps_scores(study)) names(measures_by_game))
  inform_cli(c(i = "Without {.val {absent}}: a study of moments does not keep the games that these measures need."),
             class = "unruly_message_moments")
}

# --- of estimates --------------------------------------------------------------------------

# Returns measures of estimates; where some cannot be had, a message says why, and the rest stays.
measures_of_estimates <- function(study, level, arms, ...) {
  table <- estimates_there_are(study, level, ...)
  if (is.null(table)) return(NULL)
  table <- plain_tibble(table)
  table <- table[!is.na(table$truth) & table$round == max(table$round), ]
  if (nrow(table) == 0) return(NULL)
  table$whole <- excludes_nothing(table, study$description$bandits)
  arm <- if (arms) paste0(", arm ", table$arm) else ""
  group <- row_groups(table[c("bandit", "policy", "method", if (arms) "arm")])
  parts <- lapply(split(seq_len(nrow(table)), group), function(rows) {
    measure <- estimate_measures(table[rows, ])
    measure$measure <- paste0(measure$measure, ": ", table$method[rows[1]], rep_len(arm, nrow(table))[rows[1]])
    tibble(bandit = table$bandit[rows[1]], policy = table$policy[rows[1]], measure)
  })
  do.call(rbind, unname(parts))
}

# A whole interval excludes no mean that an arm can have: it is the line, or the range of the rewards.
excludes_nothing <- function(table, bandits) {
  end <- function(side) by_bandit(table, vapply(bandits, function(b) possible_means(b)[side], 0))
  within <- function(limit, otherwise) ifelse(is.na(limit), otherwise, limit)
  within(table$lower, -Inf) <= end(1) & within(table$upper, Inf) >= end(2)
}

# Returns the means that are possible: the whole line if all rewards are the same number.
possible_means <- function(bandit) if (diff(bandit$arms$range) > 0) bandit$arms$range + 0 else c(-Inf, Inf)

measures_by_game <- list(
  bias = function(table) table$estimate - table$truth,
  rmse = function(table) (table$estimate - table$truth)^2,
  coverage = function(table) as.double(table$whole | table$lower <= table$truth & table$truth <= table$upper),
  uninformative = function(table) as.double(table$whole),
  width = function(table) table$upper - table$lower
)

# Each replication is one: those of its arms are its mean. What no game has is left out.
estimate_measures <- function(table) {
  values <- vapply(measures_by_game, function(measure) measure(table), numeric(nrow(table)))
  values <- matrix(values, nrow(table), dimnames = list(NULL, names(measures_by_game)))
  there <- is.finite(values)
  values[!there] <- 0
  means <- rowsum(values, table$rep, reorder = FALSE) / rowsum(there + 0, table$rep, reorder = FALSE)
  games <- lapply(rlang::set_names(colnames(means)), function(name) means[is.finite(means[, name]), name])
  value <- vapply(games, mean, 0)
  mcse <- vapply(games, mean_error, 0)
  value[["rmse"]] <- sqrt(value[["rmse"]])
  if (isTRUE(value[["rmse"]] > 0)) mcse[["rmse"]] <- mcse[["rmse"]] / (2 * value[["rmse"]])
  found <- tibble(measure = names(games), value = unname(value), mcse = unname(mcse), games = unname(lengths(games)),
                  from = NA_real_, to = NA_real_)
  found[found$games > 0, ]
}

# --- which estimates there are -----------------------------------------------------------

estimates_there_are <- function(study, level, method = NULL, ...) {
  if (keeps_moments(study) && !keeps_scores(study)) return(NULL) # see tell_without_games()
  study <- with_single_means(study)
  if (is.null(study)) return(NULL)
  try_method <- function(method) {
    tryCatch(measured_estimates(study, method, level, ...), unruly_error_argument = function(e) {
      if (!is_lacking(e, method)) rlang::cnd_signal(e)
      if (length(method) == 1) tell_lacking(method, e)
    })
  }
  table <- try_method(method)
  if (!is.null(table) || length(method) < 2) return(table)
  tables <- lapply(method, try_method)
  do.call(rbind, unname(lapply(tables[!vapply(tables, is.null, NA)], plain_tibble)))
}

# An error that names a method which there is says that the study has none of it.
is_lacking <- function(error, method) {
  identical(error$argument, "method") && (is.null(method) || is.character(method) && all(method %in% estimate_methods))
}

tell_lacking <- function(method, error) {
  inform_plain(c(i = sprintf("Without the method \"%s\": %s", method, bullets_of(error)[1])),
               class = "unruly_message_methods")
  NULL
}

# The same study, with those of its bandits whose arms have a single mean each; NULL if there are none.
with_single_means <- function(study) {
  bandits <- study$description$bandits
  reasons <- lapply(bandits, why_no_estimate, keeps_scores(study))
  dropped <- names(Filter(Negate(is.null), reasons))
  if (length(dropped) == 0) return(study)
  inform_plain(c("Without measures of estimates:",
                 rlang::set_names(sprintf("%s: %s.", dropped, unlist(reasons[dropped])), rep("*", length(dropped)))),
               class = "unruly_message_methods")
  rest <- setdiff(names(bandits), dropped)
  if (length(rest) == 0) return(NULL)
  study$description$bandits <- bandits[rest]
  study$tables <- lapply(study$tables, function(t) if (is.null(t[["bandit"]])) t else t[t$bandit %in% rest, ])
  study
}

# --- Monte Carlo errors ---------------------------------------------------------------------

mean_error <- function(x) if (length(x) > 1) stats::sd(x) / sqrt(length(x)) else NA_real_

quantile_measures <- function(name, x) {
  x <- sort(x)
  at <- function(place) if (place < 1) -Inf else if (place > length(x)) Inf else as.double(x[place])
  places <- vapply(unname(quantiles_measured), quantile_places, numeric(2), length(x))
  tibble(measure = paste0(name, ", ", names(quantiles_measured)),
         value = stats::quantile(x, quantiles_measured, names = FALSE),
         mcse = vapply(quantiles_measured, quantile_error, 0, x, USE.NAMES = FALSE), games = length(x),
         from = apply(places[1, , drop = FALSE], 2, at), to = apply(places[2, , drop = FALSE], 2, at))
}

# Maritz and Jarrett: the variance of the order statistic at (n + 1) p, as if the sample were the distribution.
quantile_error <- function(p, x) {
  n <- length(x)
  if (n < 2) return(NA_real_)
  below <- stats::pbeta(0:n / n, (n + 1) * p, (n + 1) * (1 - p))
  weight <- diff(below)
  x <- x - x[1] # of equal games nothing is left
  error <- sqrt(sum(weight * (x - sum(weight * x))^2))
  if (error < 1e-12 * max(abs(x))) 0 else error # chances that only arithmetic knows
}

# --- looking at them ---------------------------------------------------------------------------

# Measures by policy; as any other table with a column that such a table has no room for, or where its columns or rows
# are asked for.
#' @rdname operating_characteristics
#' @export
print.unruly_characteristics <- function(x, ...) {
  if (!is.data.frame(x)) check_object(x)
  room <- all(names(x) %in% c("bandit", "policy", "measure", "value", "mcse", "lower", "upper"))
  if (!is_complete(x) || !room || ...length() > 0) return(NextMethod())
  table <- with_limits(as_texts(plain_tibble(x)))
  for (bandit in unique(table$bandit)) {
    if (length(unique(table$bandit)) > 1) print_line(bandit)
    print_line(characteristic_lines(table[table$bandit == bandit, ]))
  }
  print_line(bracket_notes(table))
  invisible(x)
}

# One row per measure, one column per policy: strings of equal width.
characteristic_lines <- function(table) {
  measures <- unique(table$measure)
  policies <- unique(table$policy)
  cells <- matrix("", length(measures), length(policies))
  cells[cbind(match(table$measure, measures), match(table$policy, policies))] <- measure_cells(table)
  aligned <- lapply(seq_along(policies), function(j) {
    column <- c(one_line(policies[j]), cells[, j])
    pad_left(column)
  })
  heads <- pad_right(c("", measures))
  sub(" +$", "", do.call(paste, c(list(" ", heads), aligned, list(sep = "  "))))
}

# A value with its interval; with its error if the interval has been removed, and alone where neither says anything.
measure_cells <- function(table, both = FALSE) {
  errors <- measure_texts(table$value, ifelse(table$mcse > 0, table$mcse, NA))
  limits <- limit_texts(table$value, table$lower, table$upper)
  shown <- with_limits_shown(table)
  if (both) limits[shown] <- paste(errors, sub("^[^[]* ", "", limits))[shown]
  ifelse(shown, limits, errors)
}

# Returns which rows show limits: what has neither a width nor an error is known exactly.
with_limits_shown <- function(table) {
  !is.na(table$lower) & !is.na(table$upper) & (table$lower < table$upper | !is.na(table$mcse) & table$mcse > 0)
}

# Returns notes on brackets and blanks.
bracket_notes <- function(table, both = FALSE) {
  limits <- with_limits_shown(table)
  errors <- (both | !limits) & !is.na(table$mcse) & table$mcse > 0
  c(
    if (any(errors)) "In round brackets: the Monte Carlo standard error.",
    if (any(limits)) "In square brackets: a 95% interval.",
    if (any(!errors & is.na(table$lower) & !is.na(table$value))) "Without brackets: no interval is known.",
    undefined_note(table)
  )
}

# Never a mean over some of the games.
undefined_note <- function(table) {
  blank <- unique(table$measure[is.na(table$value)])
  if (length(blank) == 0) return(NULL)
  sprintf("%s: undefined for %s.", capital(paste(measure_titles(blank), collapse = ", ")),
          if (identical(blank, "regret")) "games that stopped" else "some games")
}

# "0.160 (0.037)": as many decimals as two digits of the error need, but no more than four digits of the value, or six.
measure_texts <- function(value, error) {
  digits <- decimals_of(value, error)
  text <- ifelse(is.na(value), "", fixed_texts(value, digits))
  ifelse(is.na(error) | is.na(value), text, sprintf("%s (%s)", text, fixed_texts(error, digits)))
}

# "0.160 [0.101, 0.236]", for which the error is about a quarter of the interval.
limit_texts <- function(value, lower, upper) {
  digits <- decimals_of(value, (upper - lower) / 4)
  sprintf("%s [%s, %s]", fixed_texts(value, digits), fixed_texts(lower, digits), fixed_texts(upper, digits))
}

decimals_of <- function(value, error) {
  of <- function(x, digits) pmin(pmax(digits - 1 - floor(log10(abs(x))), 0), 6)
  alone <- ifelse(is.finite(value) & value != 0, pmax(of(value, 3), 3), 3)
  digits <- ifelse(is.finite(error) & error > 0, of(error, 2), alone)
  ifelse(is.finite(value) & abs(value) >= 1, pmin(digits, of(value, 4)), digits)
}

fixed_texts <- function(x, digits) {
  mapply(function(x, d) formatC(x, digits = d, format = "f", big.mark = ",", decimal.mark = "."), x, digits,
         USE.NAMES = FALSE)
}

# If a user has removed the limits, they are unknown.
with_limits <- function(table) {
  for (column in c("lower", "upper")) table[[column]] <- table[[column]] %||% rep(NA_real_, nrow(table))
  table
}

# Strings that a user may have made factors, and the one bandit that may be missing.
as_texts <- function(table) {
  table$bandit <- table[["bandit"]] %||% rep("", nrow(table))
  for (column in c("bandit", "policy", "measure")) table[[column]] <- as.character(table[[column]])
  table
}

shape.unruly_characteristics <- function(x) list(
  bandit = function(v, x) is.null(v) || are_labels(v), policy = function(v, x) are_labels(v),
  value = function(v, x) is.numeric(v), mcse = function(v, x) is.numeric(v),
  lower = function(v, x) is.null(v) || is.numeric(v), upper = function(v, x) is.null(v) || is.numeric(v),
  measure = function(v, x) {
    are_labels(v) && is_reals(attr(x, "level"), 1) && are_columns(x, c("policy", "measure", "value", "mcse")) &&
      is_key(x, c("bandit", "policy", "measure"))
  }
)
