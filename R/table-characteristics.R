# The properties of a design: one row a policy and measure, each with its Monte Carlo standard
# error.

#' Operating characteristics of a study
#'
#' What a design does over many trials: how often it errs, how large it gets, what it costs,
#' how good its estimates are. Each measure comes with its Monte Carlo standard error, which is
#' due to the finite number of replications (Morris, White and Crowther 2019).
#'
#' @section Figures:
#' * `correct`: the probability that a best arm is named in the end.
#' * `error`: the probability of a wrong claim. In a study with a [stopping
#'   rule][stopping_rules], a game makes a claim if the rule ended it (by more than
#'   [stop_at()]); the claim is wrong if another arm is best, or if all means are equal, see
#'   [bandit_null()]. Without a rule each game makes a claim.
#' * `power`: the probability of a right claim if means differ (studies with a rule only).
#' * `stopped`: the share of games that were stopped.
#' * `plays`: the sample size, with `plays, median`, `plays, 5%` and `plays, 95%` (their errors after Maritz and
#'   Jarrett 1978).
#' * `optimal`: the share of plays of a best arm; `reward`, `regret` and `simple_regret` (of
#'   the arm named): means of the final measures.
#' * For each method of [estimates()], over all arms that were played: `bias: naive`, `rmse: naive` (the root of
#'   the mean squared error), `coverage: naive` (by intervals, also those of arms that were not played) and
#'   `width: naive` (of finite intervals), and so on. The errors take each game, not each arm, as one.
#'
#' Figures that do not apply to a bandit (if there is no best arm, for example) have no rows.
#'
#' A study of moments (`keep = "moments"`) has the measures that are means over games: `correct`, `plays`,
#' `simple_regret`, `reward` and `regret` at the last checkpoint, and `optimal` where all games make equally many
#' plays; those of estimates if it also keeps scores (`keep = c("moments", "scores")`). The others need games one
#' by one: a message names them.
#'
#' @param study A study.
#' @param level Confidence level of the intervals of estimates, in (0, 1).
#' @param arms `TRUE` for the measures of estimates arm by arm (`"bias: naive, arm 2"`).
#' @param ... Arguments of [estimates()], such as `method`, `weights`, `family` or `joint`.
#' @param x,object The result.
#' @param measures Which measures to draw, texts; `NULL`: error, power, plays, simple regret and coverages, those
#'   that there are.
#' @return `operating_characteristics()`: a tibble of class `unruly_characteristics`: `bandit`, `policy`,
#'   `measure`, `value`, `mcse` (`NA` for a single replication, and where all replications walk the same events).
#'   `autoplot()`: a ggplot, with intervals of 1.96 errors.
#' @section Errors: `unruly_error_argument` if `study` is no study, and as [estimates()]. A message of class
#'   `unruly_message_moments` names the measures that a study of moments does not have.
#' @references Morris, White and Crowther (2019), Using Simulation Studies to Evaluate Statistical Methods.
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
  alike <- table$bandit %in% names(Filter(function(b) nature_of(b) != "independent", d$bandits))
  table$mcse[alike] <- NA_real_
  new_table(table, "unruly_characteristics", level = level)
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
    parts <- Map(function(name, value) game_figure(name, value[here]), names(values), values)
    part <- do.call(rbind, unname(parts))
    if (!is.null(part)) tibble(bandit = cells$bandit[cell], policy = cells$policy[cell], part)
  })
  do.call(rbind, unname(rows))
}

can_name_some <- function(study) any(vapply(study$description$bandits, can_be_named, NA))

game_figure <- function(name, games) {
  if (all(is.na(games))) return(NULL)
  games <- games[!is.na(games)]
  mean <- tibble(measure = name, value = mean(games), mcse = mean_error(games))
  if (name == "plays") rbind(mean, quantile_measures(name, games)) else mean
}

measures_of_naming_games <- function(study, games) {
  stops <- !is.null(study$description$stop)
  claim <- if (stops) games$stopped & !grepl("^at( |$)", games$reason) else rep(TRUE, nrow(games))
  null <- null_games(study)
  right <- games$correct & !null
  without_nulls(list(
    correct = as.double(games$correct), error = as.double(claim & !right),
    power = if (stops) ifelse(null, NA, as.double(claim & right)),
    stopped = if (stops) as.double(games$stopped), plays = games$plays, simple_regret = games$simple_regret
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
  means <- c(if (can_name_some(study)) c("correct", "plays", "simple_regret"), "optimal", "reward", "regret")
  parts <- lapply(intersect(means, figure_names(study)), function(name) {
    found <- if (name == "optimal") share_of_optimal(study) else summarise_study(study, name)
    tibble(bandit = found$bandit, policy = found$policy, measure = name, value = found$mean, mcse = found$se)
  })
  table <- do.call(rbind, unname(parts))
  table[!is.na(table$value), ]
}

# The mean of a ratio is that of its numerator only where the denominator is always the same.
share_of_optimal <- function(study) {
  plays <- summarise_study(study, "plays")
  found <- summarise_study(study, "optimal")
  each <- ifelse(plays$q05 == plays$mean & (is.na(plays$sd) | plays$sd == 0), plays$mean, NA)
  found$mean <- found$mean / each
  found$se <- found$se / each
  found
}

tell_without_games <- function(study) {
  stops <- !is.null(study$description$stop)
  absent <- c("error", if (stops) c("power", "stopped"), "plays, median", "plays, 5%", "plays, 95%",
              if (!keeps_scores(study)) c("bias", "rmse", "coverage", "width"))
  inform_cli(c(i = "Without {.val {absent}}: a study of moments keeps no games, of which these measures are made."),
                  class = "unruly_message_moments")
}

# --- of estimates --------------------------------------------------------------------------

# Of a bandit that has no one mean to be estimated there are no measures, unless somebody asks.
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

# What can be had, without a word; NULL if nothing can.
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
  tibble(measure = names(games), value = unname(value), mcse = unname(mcse))
}

# --- Monte Carlo errors ---------------------------------------------------------------------

mean_error <- function(x) if (length(x) > 1) stats::sd(x) / sqrt(length(x)) else NA_real_

quantile_measures <- function(name, x) {
  chances <- c(median = 0.5, "5%" = 0.05, "95%" = 0.95)
  tibble(measure = paste0(name, ", ", names(chances)), value = stats::quantile(x, chances, names = FALSE),
         mcse = vapply(chances, quantile_error, 0, sort(x), USE.NAMES = FALSE))
}

# Maritz and Jarrett: the variance of the order statistic at (n + 1) p, as if the sample were the law.
quantile_error <- function(p, x) {
  n <- length(x)
  if (n < 2) return(NA_real_)
  below <- stats::pbeta(0:n / n, (n + 1) * p, (n + 1) * (1 - p))
  weight <- diff(below)
  sqrt(max(sum(weight * x^2) - sum(weight * x)^2, 0))
}

# --- looking at them ---------------------------------------------------------------------------

# Figures by policy; as any other table with a column that such a table has no room for, or where its columns or rows
# are asked for.
#' @rdname operating_characteristics
#' @export
print.unruly_characteristics <- function(x, ...) {
  if (!is.data.frame(x)) check_object(x)
  room <- all(names(x) %in% c("bandit", "policy", "measure", "value", "mcse"))
  if (!is_complete(x) || !room || ...length() > 0) return(NextMethod())
  table <- as_texts(plain_tibble(x))
  for (bandit in unique(table$bandit)) {
    if (length(unique(table$bandit)) > 1) print_line(bandit)
    print_line(characteristic_lines(table[table$bandit == bandit, ]))
  }
  print_line("In brackets: the Monte Carlo standard error.")
  invisible(x)
}

# A row a measure, a column a policy: texts of equal width.
characteristic_lines <- function(table) {
  measures <- unique(table$measure)
  policies <- unique(table$policy)
  cells <- matrix("", length(measures), length(policies))
  cells[cbind(match(table$measure, measures), match(table$policy, policies))] <- measure_texts(table$value, table$mcse)
  aligned <- lapply(seq_along(policies), function(j) {
    column <- c(one_line(policies[j]), cells[, j])
    pad_left(column)
  })
  heads <- pad_right(c("", measures))
  sub(" +$", "", do.call(paste, c(list(" ", heads), aligned, list(sep = "  "))))
}

# "0.160 (0.037)": as many decimals as two digits of the error need, but no more than four digits of the value, or six.
measure_texts <- function(value, error) {
  of <- function(x, digits) pmin(pmax(digits - 1 - floor(log10(abs(x))), 0), 6)
  digits <- ifelse(is.finite(error) & error > 0, of(error, 2), 3)
  digits <- ifelse(is.finite(value) & abs(value) >= 1, pmin(digits, of(value, 4)), digits)
  text <- function(x) mapply(function(x, d) formatC(x, digits = d, format = "f", big.mark = ",", decimal.mark = "."), x,
                             digits, USE.NAMES = FALSE)
  ifelse(is.na(error), text(value), sprintf("%s (%s)", text(value), text(error)))
}

# Somebody may have made factors of its texts, or left out the one bandit.
as_texts <- function(table) {
  table$bandit <- table[["bandit"]] %||% rep("", nrow(table))
  for (column in c("bandit", "policy", "measure")) table[[column]] <- as.character(table[[column]])
  table
}

characteristics_caption <- function(bars, nominal) {
  parts <- c(if (any(bars)) "bars: 95% intervals, 1.96 Monte Carlo errors to either side",
             if (nominal) "dashed: the nominal level")
  if (length(parts) > 0) capital(paste(parts, collapse = "; "))
}

shape.unruly_characteristics <- function(x) list(
  bandit = function(v, x) is.null(v) || are_labels(v), policy = function(v, x) are_labels(v),
  value = function(v, x) is.numeric(v), mcse = function(v, x) is.numeric(v),
  measure = function(v, x) {
    are_labels(v) && is_reals(attr(x, "level"), 1) && are_columns(x, c("policy", "measure", "value", "mcse")) &&
      is_key(x, c("bandit", "policy", "measure"))
  }
)
