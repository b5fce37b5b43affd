# The properties of a design: one row per policy and measure, each with its Monte Carlo standard error and an interval.

#' Operating characteristics of a study
#' @description
#' Measures how a design performs over many trials: errors, sample size, cost, and the quality of estimates.
#' Each measure comes with its Monte Carlo standard error (Morris, White and Crowther 2019).
#'
#' **Use it when** you report or compare designs. To find the parameter of a design that meets a target, use
#' [calibrate_design()].
#'
#' @param study A study.
#' @param level Nominal coverage of the intervals of estimates, in (0, 1). Default: 0.95.
#' @param arms `TRUE` for the measures of estimates arm by arm (`"bias: naive, arm 2"`). Default: `FALSE`, over all
#'   arms.
#' @param ... Arguments of [estimates()], such as `method`, `weights`, `family` or `joint`.
#' @param x,object The result.
#' @param measures Which measures to draw, strings. Default: error, power, sample size, simple regret and coverage,
#'   those that the table has.
#' @return `operating_characteristics()`: a tibble of class `unruly_characteristics` with one row per bandit, policy and
#' measure. Measures that do not apply to a bandit have no rows.
#'   * `bandit`, `policy`, `measure`, `value`;
#'   * `mcse`: the Monte Carlo standard error; `NA` for a single replication and where all replications use the same
#'     events;
#'   * `lower`, `upper`: the 95% interval of `value`. For probabilities (`correct`, `error`, `power`, `stopped`,
#'     coverage) that of Clopper and Pearson (1934), each game being one trial; for other measures `value` plus or minus
#'     1.96 `mcse`, cut at the limits of the measure. `NA` where `mcse` is `NA`, and (other measures) where all games
#'     have the same value.
#'
#' `autoplot()`: a ggplot. `print()` shows one row per measure and one column per policy.
#' @section Measures:
#'
#' | measure | meaning |
#' | --- | --- |
#' | `correct` | the probability that a best arm is named |
#' | `error` | the probability of a wrong claim |
#' | `power` | the probability of a right claim, among games in which the means differ (with a rule) |
#' | `stopped` | the share of games that a rule stopped (with a rule) |
#' | `sample_size` | the mean number of pulls until a game stopped |
#' | `sample_size, median`, `sample_size, 5%`, `sample_size, 95%` | its quantiles, with standard errors after Maritz and Jarrett (1978) |
#' | `simple_regret` | the mean simple regret of the arm named |
#' | `optimal` | the mean share of pulls of a best arm |
#' | `reward`, `regret` | means at the last checkpoint |
#' | `bias: naive`, `rmse: naive` | of the estimates of arms that were pulled: mean error, root of the mean squared error; likewise for other methods of [estimates()] |
#' | `coverage: naive` | the share of intervals that contain the true mean, also for arms that were not pulled |
#' | `width: naive` | the mean width of finite intervals |
#'
#' A game makes a claim if a [stopping rule][stopping_rules] other than [stop_at()] ended it; without a rule, every game
#' does. The claim is wrong if the arm named is not a best one, or if all means are equal (see [bandit_null()]). If some
#' games lack a measure, such as the regret of games that stopped with `after = "end"`, its value is `NA`, as the mean
#' over the others would mislead.
#' @section Studies of moments: With `keep = "moments"` there are `correct`, `sample_size`, `simple_regret`, `reward`,
#' `regret`, and `optimal` where all games have equally many pulls; with `keep = c("moments", "scores")` also those of
#' estimates. A message names the measures that are missing.
#' @section Errors: `unruly_error_argument`: `study` is not a study, or as in [estimates()]. Message
#' `unruly_message_moments`: measures that a study of moments lacks.
#' @references Morris, White and Crowther (2019), Using Simulation Studies to Evaluate Statistical Methods. Maritz and
#'   Jarrett (1978), A Note on Estimating the Variance of the Sample Median.
#' @seealso [calibrate_design()], [bandit_null()], [save_report()] with `style = "ademp"`.
#' @examples
#' trial <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(list(effect = trial, null = bandit_null(trial)),
#'   list(policy_tracking(), policy_uniform()),
#'   horizon = 300, reps = 50, seed = 1, stop = stop_glr(0.1))
#' operating_characteristics(study, method = "sequence")
#' if (requireNamespace("ggplot2", quietly = TRUE)) autoplot(operating_characteristics(study))
#' @export
operating_characteristics <- function(study, level = 0.95, arms = FALSE, ...) {
  call <- rlang::current_env()
  check_study(study, call = call)
  level <- check_number(level, "level", above = 0, below = 1)
  arms <- check_flag(arms, "arms")
  games <- if (keeps_moments(study)) measures_of_moments(study) else measures_of_games(study)
  table <- rbind(games, measures_of_estimates(study, level, arms, ...))
  d <- study$description
  table <- table[order(match(table$bandit, names(d$bandits)), match(table$policy, names(d$policies))), ]
  new_table(with_intervals(table, d$bandits), "unruly_characteristics", level = level)
}

# --- of games -----------------------------------------------------------------------------

# A list of measures by policy and bandit, each of so many replications.
measures_of_games <- function(study) {
  d <- study$description
  named <- if (can_name_some(study)) final_recommendations(study)
  values <- c(if (!is.null(named)) measures_of_naming_games(study, named), measures_at_end(study))
  reps <- length(study$replications)
  cells <- expand.grid(policy = names(d$policies), bandit = names(d$bandits), stringsAsFactors = FALSE)
  rows <- lapply(seq_len(nrow(cells)), function(cell) {
    here <- (cell - 1) * reps + seq_len(reps)
    blank <- ended_without_regret(study, cells$bandit[cell])
    parts <- Map(function(name, value) game_measure(name, value[here], blank && name == "regret"), names(values),
                 values)
    part <- do.call(rbind, unname(parts))
    if (!is.null(part)) tibble(bandit = cells$bandit[cell], policy = cells$policy[cell], part)
  })
  do.call(rbind, unname(rows))
}

# Games that a rule has ended have no regret.
ended_without_regret <- function(study, bandit) {
  identical(study$description$stop$after, "end") && !has_trait(study$description$bandits[[bandit]], "replay")
}

can_name_some <- function(study) any(vapply(study$description$bandits, can_be_named, NA))

# Power is of the games in which means differ. Any other mean would be that of a subset if some game lacked a value:
# it is missing. A measure that no game has is left out, unless games lack it because they stopped.
game_measure <- function(name, games, blank = FALSE) {
  if (all(is.na(games)) && !blank) return(NULL)
  if (name == "power") games <- games[!is.na(games)]
  mean <- tibble(measure = name, value = mean(games), mcse = mean_error(games), games = length(games))
  if (name == "sample_size" && !anyNA(games)) rbind(mean, quantile_measures(name, games)) else mean
}

measures_of_naming_games <- function(study, games) {
  stops <- !is.null(study$description$stop)
  claim <- if (stops) games$stopped & !grepl("^at( |$)", games$reason) else rep(TRUE, nrow(games))
  null <- null_games(study)
  right <- games$correct & !null
  without_nulls(list(
    correct = as.double(games$correct), error = as.double(claim & !right),
    power = if (stops) ifelse(null, NA, as.double(claim & right)),
    stopped = if (stops) as.double(games$stopped), sample_size = games$sample_size, simple_regret = games$simple_regret
  ))
}

# Games, in the order of the tables, in which all means are equal.
null_games <- function(study) {
  d <- study$description
  by_bandit <- lapply(d$bandits, function(bandit) {
    moves <- has_trait(bandit, "changes") || has_trait(bandit, "wear")
    if (!judges_naming(bandit) || moves) return(rep(FALSE, length(study$replications)))
    drawn <- draw_instances(bandit, study)
    spread <- tapply(drawn$mean, factor_of(drawn$rep, study$replications), function(m) max(m) - min(m))
    as.vector(spread) == 0
  })
  unlist(lapply(by_bandit, rep, length(d$policies)), use.names = FALSE)
}

measures_at_end <- function(study) {
  final <- forget_unreached(study$tables$regret[final_rows(study), ], study, "reward", "reward")
  list(optimal = ifelse(final$pulls > 0, final$optimal / final$pulls, NA), reward = final$reward, regret = final$regret)
}

# --- of sums over games -------------------------------------------------------------------

measures_of_moments <- function(study) {
  tell_without_games(study)
  means <- c(if (can_name_some(study)) c("correct", "sample_size", "simple_regret"), "optimal", "reward", "regret")
  parts <- lapply(intersect(means, figure_names(study)), function(name) {
    found <- if (name == "optimal") share_of_optimal(study) else summarise_study(study, name)
    tibble(bandit = found$bandit, policy = found$policy, measure = name, value = found$mean, mcse = found$se,
           games = length(study$replications))
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

tell_without_games <- function(study) {
  stops <- !is.null(study$description$stop)
  absent <- c("error", if (stops) c("power", "stopped"), "sample_size, median", "sample_size, 5%",
              "sample_size, 95%",
              if (!keeps_scores(study)) c("bias", "rmse", "coverage", "width"))
  inform_cli(c(i = "Without {.val {absent}}: a study of moments does not keep the games that these measures need."),
             class = "unruly_message_moments")
}

# --- of estimates --------------------------------------------------------------------------

# A bandit whose arms have no single mean has none of these measures, unless they are asked for.
measures_of_estimates <- function(study, level, arms, ...) {
  reason <- Filter(Negate(is.null), lapply(study$description$bandits, why_no_mean, keeps_scores(study)))
  if (length(reason) > 0 && ...length() == 0) return(NULL)
  table <- if (...length() > 0) estimates(study, level = level, ...) else all_estimates(study, level)
  if (is.null(table)) return(NULL)
  table <- plain_tibble(table)
  table <- table[!is.na(table$truth) & table$round == max(table$round), ]
  if (nrow(table) == 0) return(NULL)
  arm <- if (arms) paste0(", arm ", table$arm) else ""
  group <- paste(table$bandit, table$policy, table$method, arm, sep = "\r")
  parts <- lapply(split(seq_len(nrow(table)), factor(group, unique(group))), function(rows) {
    measure <- estimate_measures(table[rows, ])
    measure$measure <- paste0(measure$measure, ": ", table$method[rows[1]], rep_len(arm, nrow(table))[rows[1]])
    tibble(bandit = table$bandit[rows[1]], policy = table$policy[rows[1]], measure)
  })
  do.call(rbind, unname(parts))
}

# What is available, without a message; NULL if nothing is.
all_estimates <- function(study, level) {
  silent <- function(m) rlang::cnd_muffle(m)
  tryCatch(
    withCallingHandlers(estimates(study, level = level), unruly_message_methods = silent,
                        unruly_message_overlap = silent),
    unruly_error_argument = function(e) NULL
  )
}

# Each replication is one: those of its arms are its mean.
estimate_measures <- function(table) {
  off <- table$estimate - table$truth
  covers <- table$lower <= table$truth & table$truth <= table$upper
  width <- table$upper - table$lower
  by_game <- function(value) {
    value[!is.finite(value)] <- NA
    value <- tapply(value, table$rep, mean, na.rm = TRUE)
    as.vector(value[is.finite(value)])
  }
  games <- list(bias = by_game(off), rmse = by_game(off^2), coverage = by_game(as.double(covers)),
                width = by_game(width))
  value <- vapply(games, mean, 0)
  mcse <- vapply(games, mean_error, 0)
  value[["rmse"]] <- sqrt(value[["rmse"]])
  mcse[["rmse"]] <- mcse[["rmse"]] / (2 * value[["rmse"]])
  tibble(measure = names(games), value = unname(value), mcse = unname(mcse), games = unname(lengths(games)))
}

# --- Monte Carlo errors ---------------------------------------------------------------------

mean_error <- function(x) if (length(x) > 1) stats::sd(x) / sqrt(length(x)) else NA_real_

quantile_measures <- function(name, x) {
  probabilities <- c(median = 0.5, "5%" = 0.05, "95%" = 0.95)
  tibble(measure = paste0(name, ", ", names(probabilities)), value = stats::quantile(x, probabilities, names = FALSE),
         mcse = vapply(probabilities, quantile_error, 0, sort(x), USE.NAMES = FALSE), games = length(x))
}

# Maritz and Jarrett: the variance of the order statistic at (n + 1) p, as if the sample were the distribution.
quantile_error <- function(p, x) {
  n <- length(x)
  if (n < 2) return(NA_real_)
  below <- stats::pbeta(0:n / n, (n + 1) * p, (n + 1) * (1 - p))
  weight <- diff(below)
  sqrt(max(sum(weight * x^2) - sum(weight * x)^2, 0))
}

# --- intervals for them -------------------------------------------------------------------------

# For probabilities that of Clopper and Pearson; for other measures 1.96 errors to either side, as far as the measure
# can go. Where all games are equal no interval is known, nor where replications are not independent.
with_intervals <- function(table, bandits) {
  alike <- table$bandit %in% names(Filter(function(b) nature_of(b) != "independent", bandits))
  table$mcse[alike] <- NA_real_
  half <- ifelse(table$mcse > 0, 1.96 * table$mcse, NA_real_)
  ends <- vapply(seq_len(nrow(table)), function(i) possible_measures(table$measure[i], bandits[[table$bandit[i]]]),
                 numeric(2))
  table$lower <- pmax(table$value - half, ends[1, ])
  table$upper <- pmin(table$value + half, ends[2, ])
  exact <- which(is_probability(table$measure) & table$games > 1 & !is.na(table$value) & !alike)
  for (row in exact) {
    limits <- exact_interval(list(n = table$games[row], mean = table$value[row]), "independent", 0.95)
    table$lower[row] <- limits[1]
    table$upper[row] <- limits[2]
  }
  table[setdiff(names(table), "games")]
}

# The least and the greatest value that a measure can have.
possible_measures <- function(measure, bandit) {
  kind <- sub("[:,].*", "", measure)
  if (kind == "bias") return(c(-Inf, Inf))
  if (kind %in% c("reward", "regret")) return(c(least_possible(bandit, kind), Inf))
  c(0, if (is_share(measure)) 1 else Inf)
}

# Measures between 0 and 1, and those of them that are probabilities.
is_share <- function(measure) is_probability(measure) | measure == "optimal"

is_probability <- function(measure) grepl("^(correct|error|power|stopped)$|^coverage", measure)

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

# A probability with its interval, any other measure with its error, of which equal games say nothing.
measure_cells <- function(table) {
  ifelse(with_limits_shown(table), limit_texts(table$value, table$lower, table$upper),
         measure_texts(table$value, ifelse(table$mcse > 0, table$mcse, NA)))
}

with_limits_shown <- function(table) is_probability(table$measure) & !is.na(table$lower)

# What brackets and blanks are.
bracket_notes <- function(table) {
  limits <- with_limits_shown(table)
  c(
    if (any(!limits & !is.na(table$mcse) & table$mcse > 0)) "In round brackets: the Monte Carlo standard error.",
    if (any(limits)) "In square brackets: a 95% interval.",
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
  digits <- ifelse(is.finite(error) & error > 0, of(error, 2), 3)
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
