# Figures of estimates: how often intervals cover, how far estimates are off, how wide intervals are,
# and those of some games.

#' Figures of estimates
#' @description
#' Draws estimates beside how often their intervals cover the true means, how far estimates are off, how wide intervals
#' are, or the intervals of some games.
#'
#' **Use it when** you judge or show [estimates()], or the differences of [compare_arms()].
#'
#' @param object A table of [estimates()] or of [compare_arms()], whose differences have a line at the `margin`.
#' @param type What to draw. Default: `"intervals"` unless true means and more than one replication are known; then
#'   `"estimates"` if these means are the same in all replications and there are one round and at most six pairs of a
#'   policy and a bandit, else `"coverage"`.
#'   * `"estimates"`: the mean of the estimates of each arm and the middle 95% of them, with a tick at the true mean,
#'     beside the coverage.
#'   * `"coverage"`: the share of intervals that contain the true mean, with exact intervals (Clopper and Pearson 1934).
#'   * `"bias"`: the mean of estimate minus true mean, with 95% intervals.
#'   * `"width"`: the mean width of finite intervals, with 95% intervals.
#'   * `"intervals"`: the intervals of `reps` replications from the lowest estimate to the highest, those that miss in
#'     another colour; for a log, an agent or a single replication, the interval of each arm.
#'   * `"steps"`, the default and the only one of estimates within several ages: by age, of the first replication; of at
#'     most 8 ages as points. Ages of dates are in days, hours or minutes.
#'
#'   Coverage, bias and width are by arm (or comparison), or by round over all arms if the table has several rounds.
#' @param policies,bandits Labels of the policies and names of the bandits to draw. If there is no room for all in
#'   `"intervals"`, the caption names those left out. Default: all.
#' @param reps For `"intervals"`: how many replications, a whole number of at least 1; the caption says which. Default:
#'   20.
#' @param ... Must be empty.
#' @return A ggplot.
#' @section Errors: `unruly_error_argument`: the `type` needs true means and replications.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_ucb1(), horizon = 200, reps = 50, seed = 1)
#' found <- estimates(study, c("naive", "sequence"))
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   autoplot(found)
#'   autoplot(found, "intervals", reps = 25)
#' }
#' @references Clopper and Pearson (1934), The Use of Confidence or Fiducial Limits Illustrated in the Case of the
#'   Binomial.
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_estimates)
autoplot.unruly_estimates <- function(object, type = NULL, policies = NULL, bandits = NULL, reps = 20, ...) {
  check_no_dots(...)
  check_object(object, "object")
  draw_estimates(plain_tibble(object), attr(object, "level"), type, policies, bandits, reps, words_of_means,
                 rlang::current_env(), attr(object, "unit"))
}

#' @rdname autoplot.unruly_estimates
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_comparisons)
autoplot.unruly_comparisons <- function(object, type = NULL, policies = NULL, bandits = NULL, reps = 20, ...) {
  check_no_dots(...)
  check_object(object, "object")
  data <- plain_tibble(object)
  to <- ifelse(is.na(data$control), format_numbers(attr(object, "threshold") %||% 0), as.character(data$control))
  name <- row_texts(list(data$arm, to), " - ")
  data$arm <- factor(name, unique(name))
  words <- utils::modifyList(words_of_differences, list(null = attr(object, "margin")))
  draw_estimates(data, attr(object, "level"), type, policies, bandits, reps, words, rlang::current_env())
}

# The estimated quantity in words; `null`: where a line is drawn.
words_of_means <- list(
  arm = "Arm", strip = "Arm ", value = "Estimate and interval", truths = "lines: the true means",
  all = "means over all arms",
  middles = "Left: mean and middle 95% of the estimates, lines at the true means",
  titles = c(estimates = "Estimate", coverage = "Share of intervals that cover the mean",
             bias = "Bias: mean of estimate less truth", width = "Mean width of the intervals")
)

words_of_differences <- list(
  arm = "Comparison", strip = "", value = "Difference and interval", truths = "lines: the true differences",
  all = "means over all comparisons",
  middles = "Left: mean and middle 95% of the estimates, lines at the true differences",
  titles = c(estimates = "Difference", coverage = "Share of intervals that cover the difference",
             bias = "Bias: mean of estimate less truth", width = "Mean width of the intervals")
)

draw_estimates <- function(data, level, type, policies, bandits, reps, words, call, unit = NULL) {
  data <- with_all_columns(data)
  if (length(unique(data[["within"]])) > 1) return(draw_steps(data, level, type, policies, bandits, unit, call))
  data <- viewed_estimates(data, policies, bandits, call)
  judged <- !all(is.na(data$truth)) && length(unique(data$rep)) > 1
  beside <- judged && fits_beside(data)
  type <- check_choice(type %||% (if (beside) "estimates" else if (judged) "coverage" else "intervals"), "type",
                       c("estimates", "coverage", "bias", "width", "intervals"), call = call)
  if (type != "intervals" && !judged) {
    abort_argument("type", "\"intervals\" for estimates of a single game or of unknown means", type, call = call)
  }
  if (type == "estimates" && !beside) {
    abort_argument("type", "another one for true means that differ by replication, several rounds or many policies",
                   type, call = call)
  }
  reps <- check_whole(reps, "reps", min = 1, call = call)
  rlang::check_installed("ggplot2", "to plot estimates.", call = call)
  data <- drawable(data, unlist(lapply(data[c("bandit", "policy", "arm")], unique)))
  if (type == "intervals") return(draw_intervals(data, reps, words))
  data <- data[!is.na(data$truth), ]
  if (type == "estimates") return(draw_beside(data, level, words))
  by_round <- length(unique(data$round)) > 1
  summary <- performance_of(data, type, by_round)
  caption <- performance_caption(data, summary, type, by_round, words)
  if (by_round) draw_performance_by_round(summary, type, level, caption, words) else
    draw_performance(summary, type, level, caption, words)
}

# Estimates by age, of one game of each policy: few ages are points, many are steps.
draw_steps <- function(data, level, type, policies, bandits, unit, call) {
  check_choice(type %||% "steps", "type", "steps", call = call)
  data <- viewed_estimates(data, policies, bandits, call)
  rlang::check_installed("ggplot2", "to plot estimates.", call = call)
  all <- unique(data$rep)
  data <- data[data$rep == all[1], ]
  if (nlevels(data$method) > 1) {
    own <- if (any(as.character(data$policy) != "")) list(data$policy)
    name <- row_texts(c(own, list(data$method)))
    data$policy <- factor(name, unique(name[order(data$policy, data$method)]))
  }
  data <- drawable(data, unlist(lapply(data[c("bandit", "policy", "arm")], unique)))
  age <- age_unit(max(data$within), unit)
  data$within <- data$within / age$seconds
  few <- length(unique(data$within)) <= most_age_points
  caption <- intervals_caption(c(games_text(all[1], all),
                                 paste0(if (few) "bars: " else "bands: ", level_text(list(level = level)))))
  looks <- ggplot2::aes(.data$within, .data$estimate, colour = .data$arm, fill = .data$arm, shape = .data$arm,
                        linetype = .data$arm)
  ggplot2::ggplot(data, looks) + (if (few) layer_age_points(data) else layer_age_steps(data)) +
    scale_of("x") + scale_of("y") +
    ggplot2::labs(x = sprintf("Within (age of a pull%s)", age$words), y = "Estimate", caption = caption) +
    facet_by_cell(data) + study_theme() + policy_scales(levels(data$arm), "Arm")
}

# More would run into each other.
most_age_points <- 8

layer_age_points <- function(data) {
  apart <- ggplot2::position_dodge(0.3 * min(diff(sort(unique(data$within)))))
  ggplot2::geom_pointrange(ggplot2::aes(ymin = .data$lower, ymax = .data$upper), linetype = "solid", size = 0.35,
                           na.rm = TRUE, position = apart)
}

# An estimate holds until the next age, and so does its interval.
layer_age_steps <- function(data) {
  parts <- lapply(rows_alike(data[c("bandit", "policy", "arm")]), function(at) {
    one <- data[at[order(data$within[at])], ]
    each <- rep(seq_along(at), each = 2)
    ends <- one[utils::head(each, -1), ]
    ends$within <- one$within[each[-1]]
    ends
  })
  list(ggplot2::geom_ribbon(ggplot2::aes(ymin = .data$lower, ymax = .data$upper), do.call(rbind, parts), alpha = 0.15,
                            colour = NA, na.rm = TRUE),
       ggplot2::geom_step(linewidth = 0.7, na.rm = TRUE))
}

# Columns that are missing are the same in all rows.
with_all_columns <- function(data) {
  usual <- list(bandit = "", policy = "", rep = 1, round = 1, truth = NA_real_)
  for (column in setdiff(names(usual), names(data))) data[[column]] <- rep(usual[[column]], nrow(data))
  data
}

# The rows that are asked for, as factors in their order.
viewed_estimates <- function(data, policies, bandits, call) {
  for (column in c("policy", "bandit")) {
    there <- unique(as.character(data[[column]]))
    wanted <- if (column == "policy") policies else bandits
    argument <- if (column == "policy") "policies" else "bandits"
    wanted <- check_some(wanted, argument, there, call)
    data <- data[as.character(data[[column]]) %in% wanted, ]
    data[[column]] <- factor(data[[column]], there)
  }
  data$arm <- factor(data$arm)
  data$method <- factor(data$method, unique(data$method))
  data
}

# --- over many games -----------------------------------------------------------------------

performance_of <- function(data, type, by_round) {
  rows <- rows_alike(data[c("bandit", "policy", "method", "round", if (!by_round) "arm")])
  measured <- vapply(rows, function(at) measured_mean(data[at, ], type), numeric(3))
  first <- vapply(rows, `[`, 0L, 1L)
  tibble(data[first, c("bandit", "policy", "method", "round", "arm", "truth")], value = measured[1, ],
         lower = measured[2, ], upper = measured[3, ])
}

# Returns the measure of each estimate; NA where there is nothing, or an infinite width.
measured_values <- function(data, type) {
  value <- switch(type, estimates = data$estimate, coverage = as.double(covers_truth(data)),
                  bias = data$estimate - data$truth, width = data$upper - data$lower)
  value[!is.finite(value)] <- NA
  value
}

# A mean over games with its Monte Carlo interval, that of estimates with their middle 95%; each game counts once.
measured_mean <- function(data, type) {
  value <- measured_values(data, type)
  games <- as.vector(tapply(value, data$rep, mean, na.rm = TRUE))
  games <- games[!is.na(games)]
  if (length(games) == 0) return(rep(NA_real_, 3))
  if (type == "estimates") return(c(mean(games), stats::quantile(games, c(0.025, 0.975), names = FALSE)))
  if (type == "coverage") {
    return(c(mean(games), limits_of_shares(mean(games), length(games))))
  }
  limits <- limits_of_means(mean(games), mean_error(games), length(games))
  c(mean(games), ifelse(is.na(limits), mean(games), limits)) # no bar where nothing is known
}

covers_truth <- function(data) data$lower <= data$truth & data$truth <= data$upper

reference_line <- function(type, level, axis) {
  at <- switch(type, coverage = level, bias = 0)
  if (is.null(at)) return(NULL)
  if (axis == "x") return(ggplot2::geom_vline(xintercept = at, linetype = "22", colour = "grey40"))
  ggplot2::geom_hline(yintercept = at, linetype = "22", colour = "grey40")
}

# Returns a caption of how many games there are, what the bars are, and what has no value.
performance_caption <- function(data, summary, type, by_round, words) {
  infinite <- if (type == "width") sum(is.infinite(data$upper - data$lower)) else 0
  absent <- sum(is.na(measured_values(data, type))) - infinite
  bars <- any(summary$upper > summary$lower, na.rm = TRUE)
  text <- paste(c(
    games_of_performance(data), if (by_round) words$all,
    if (bars) paste0(if (by_round) "bands" else "bars", ": 95% intervals"),
    if (infinite > 0) paste(count_of(infinite, "infinite interval"), "left out"),
    if (absent > 0) paste(count_of(absent, if (type == "bias") "missing estimate" else "missing interval"), "left out"),
    if (type == "coverage") "dashed: the nominal level"
  ), collapse = "; ")
  wrap_names(text, 95)
}

games_of_performance <- function(data) {
  paste0(count_of(length(unique(data$rep)), "game"), if (nrow(unique(data[c("bandit", "policy")])) > 1) " per policy")
}

draw_performance <- function(data, type, level, caption, words) {
  methods <- levels(data$method)
  data$arm <- factor(data$arm, rev(levels(data$arm)))
  ggplot2::ggplot(data, ggplot2::aes(.data$value, .data$arm, colour = .data$method, shape = .data$method)) +
    reference_line(type, level, "x") + layer_methods(data) +
    scale_of("x") + ggplot2::expand_limits(x = switch(type, coverage = c(level, 1), 0)) +
    ggplot2::labs(x = words$titles[[type]], y = words$arm, caption = caption) +
    facet_by_cell(data) + study_theme() + policy_scales(methods, "Method") +
    ggplot2::theme(panel.spacing.x = ggplot2::unit(20, "pt"))
}

draw_performance_by_round <- function(data, type, level, caption, words) {
  methods <- levels(data$method)
  ggplot2::ggplot(data, ggplot2::aes(.data$round, .data$value, colour = .data$method, fill = .data$method,
                                     linetype = .data$method)) +
    reference_line(type, level, "y") + layer_ribbon(data) + ggplot2::geom_line(linewidth = 0.7) +
    rounds_of_cells(cell_columns(data), "x") + scale_of("y") +
    ggplot2::expand_limits(y = switch(type, coverage = c(level, 1), 0)) +
    ggplot2::labs(x = "Round (log scale)", y = words$titles[[type]], caption = caption) +
    facet_by_cell(data) + study_theme() + policy_scales(methods, "Method")
}

# Returns whether one panel per policy and bandit says all: the truth is the same in all games, after one round.
fits_beside <- function(data) {
  alike <- rows_alike(data[c("bandit", "policy", "arm")])
  length(unique(data$round)) == 1 && nrow(unique(data[c("bandit", "policy")])) <= most_interval_rows &&
    all(vapply(alike, function(at) length(unique(data$truth[at])), 0L) == 1)
}

# Estimates, and beside them how often their intervals cover the truth; a row of panels for each policy and bandit.
draw_beside <- function(data, level, words) {
  types <- c("estimates", "coverage")
  drawn <- do.call(rbind, lapply(types, function(type) tibble(performance_of(data, type, FALSE), figure = type)))
  drawn$truth[drawn$figure == "coverage"] <- NA
  caption <- performance_caption(data, drawn[drawn$figure == "coverage", ], "coverage", FALSE, words)
  right <- "right: the share of intervals that cover the truth, with"
  titles <- replace(words$titles, "coverage", "Coverage") # the whole title has no room in a strip
  titled <- function(figure) factor(unname(titles[figure]), titles[types])
  drawn$figure <- titled(drawn$figure)
  drawn$arm <- factor(drawn$arm, rev(levels(data$arm)))
  row <- row_texts(c(list(drawn$policy), if (length(unique(data$bandit)) > 1) list(drawn$bandit)), " on ")
  drawn$row <- factor(row, unique(row[order(drawn$bandit, drawn$policy)]))
  lines <- data.frame(figure = titled("coverage"), value = c(level, 1))
  ggplot2::ggplot(drawn, ggplot2::aes(.data$value, .data$arm, colour = .data$method, shape = .data$method)) +
    ggplot2::geom_vline(ggplot2::aes(xintercept = .data$value), lines[1, ], linetype = "22", colour = "grey40") +
    ggplot2::geom_blank(ggplot2::aes(x = .data$value), lines, inherit.aes = FALSE) +
    ggplot2::geom_errorbar(ggplot2::aes(x = .data$truth, xmin = .data$truth, xmax = .data$truth),
                           drawn[!is.na(drawn$truth), ], colour = "grey40", width = 0.8) +
    layer_methods(drawn) + scale_of("x") +
    ggplot2::labs(x = NULL, y = words$arm,
                  caption = wrap_names(paste0(words$middles, "; ", sub("bars:", right, caption)), 95)) +
    ggplot2::facet_grid(ggplot2::vars(.data$row), ggplot2::vars(.data$figure), scales = "free",
                        labeller = ggplot2::label_wrap_gen(22)) +
    study_theme() + policy_scales(levels(data$method), "Method") + strips_level() +
    ggplot2::theme(panel.spacing.x = ggplot2::unit(20, "pt"))
}

# Side by side, the first method above.
layer_methods <- function(data) {
  data$place <- factor(data$method, rev(levels(data$method)))
  ggplot2::geom_pointrange(ggplot2::aes(xmin = .data$lower, xmax = .data$upper, group = .data$place), data, size = 0.35,
                           na.rm = TRUE,
                           position = ggplot2::position_dodge(0.6))
}

# --- of some games ----------------------------------------------------------------------------

# Rows of panels that fit on a page.
most_interval_rows <- 6

draw_intervals <- function(data, games, words) {
  rounds <- unique(data$round)
  data <- data[data$round == max(data$round), ]
  said <- if (length(rounds) > 1) sprintf("after round %s", format_count(max(rounds)))
  if (length(unique(data$rep)) == 1) return(draw_intervals_by_arm(data, words, said))
  data$row <- interval_rows(data)
  cut <- left_out(levels(data$row), most_interval_rows)
  all <- unique(data$rep)
  shown <- utils::head(all, games)
  data <- data[data$rep %in% shown & !data$row %in% cut$names, ]
  panel <- row_groups(data[c("arm", "row")])
  data$place <- stats::ave(ifelse(is.na(data$estimate), -Inf, data$estimate), panel,
                           FUN = function(x) rank(x, ties.method = "first"))
  known <- !all(is.na(data$truth))
  data$found <- factor(if (known) ifelse(covers_truth(data), "covers", "misses") else "covers", c("covers", "misses"))
  missing <- sum(is.na(data$estimate) & is.na(data$lower))
  data <- data[!is.na(data$estimate) | !is.na(data$lower), ]
  columns <- nlevels(droplevels(data$arm))
  arms <- function(x) wrap_names(paste0(if (all(grepl("^[0-9]+$", x))) words$strip, x), max(10, floor(60 / columns)))
  ggplot2::ggplot(data, ggplot2::aes(.data$estimate, .data$place, colour = .data$found)) +
    (if (known) ggplot2::geom_vline(ggplot2::aes(xintercept = .data$truth), data, linewidth = 0.3, colour = "grey40")) +
    ggplot2::geom_linerange(ggplot2::aes(xmin = .data$lower, xmax = .data$upper), na.rm = TRUE, show.legend = known) +
    ggplot2::geom_point(size = 0.9, na.rm = TRUE, show.legend = known) +
    ggplot2::facet_grid(ggplot2::vars(.data$row), ggplot2::vars(.data$arm), scales = "free_x",
                        labeller = ggplot2::labeller(.rows = function(x) wrap_names(x, 20), .cols = arms)) +
    rounds_of_cells(columns) +
    ggplot2::scale_y_continuous(breaks = NULL) +
    ggplot2::scale_colour_manual(name = "The interval", values = c(covers = safe_colours[1], misses = safe_colours[2]),
                                 drop = FALSE) +
    ggplot2::labs(x = words$value, y = "Replications, by their estimate",
                  caption = intervals_caption(c(games_text(shown, all), said, cut$text, if (missing > 0)
                    paste(count_of(missing, "missing interval"), "left out"),
                    if (anyNA(data$found)) "grey: estimates without an interval", if (known) words$truths,
                    one_method_text(data)))) +
    study_theme() + strips_level()
}

one_method_text <- function(data) if (nlevels(data$method) == 1) sprintf("method: %s", levels(data$method))

# The strip of each row: the bandit and the method, where there are several, and the policy.
interval_rows <- function(data) {
  several <- length(unique(data[["bandit"]])) > 1
  text <- function(column) if (!all(as.character(data[[column]]) == "")) as.character(data[[column]])
  method <- if (nlevels(data$method) > 1 || is.null(text("policy"))) text("method")
  parts <- without_nulls(list(if (several) text("bandit"), text("policy"), method))
  row <- row_texts(parts)
  order <- order(data$bandit, data$policy, data$method)
  factor(row, unique(row[order]))
}

# Returns words for the names beyond the room for them.
left_out <- function(names, most) {
  names <- utils::tail(names, -most)
  list(names = names, text = if (length(names) > 0) sprintf("left out: %s", paste(names, collapse = "; ")))
}

# "replications 1 to 20 of 30"
games_text <- function(shown, all) {
  if (length(all) == 1) return("one replication")
  if (length(shown) == length(all)) return(sprintf("all %s", count_of(length(all), "replication")))
  if (length(shown) == 1) return(sprintf("replication %s of %s", format_count(shown), format_count(length(all))))
  if (all(diff(shown) == 1) && shown[1] == 1) {
    return(sprintf("replications 1 to %s of %s", format_count(length(shown)), format_count(length(all))))
  }
  sprintf("the first %s of %s", format_count(length(shown)), count_of(length(all), "replication"))
}

intervals_caption <- function(parts) if (length(parts) > 0) wrap_names(capital(paste(parts, collapse = "; ")), 95)

draw_intervals_by_arm <- function(data, words, said = NULL) {
  methods <- levels(data$method)
  several <- !is.null(data[["policy"]]) && !is.null(data[["bandit"]])
  cut <- NULL
  if (several) {
    cells <- row_texts(data[c("policy", "bandit")], " on ")
    cut <- left_out(unique(cells[unlist(rows_alike(data[c("bandit", "policy")]))]), most_panels)
    data <- data[!cells %in% cut$names, ]
  }
  missing <- sum(is.na(data$estimate) & is.na(data$lower))
  data$arm <- factor(data$arm, rev(levels(data$arm)))
  ggplot2::ggplot(data, ggplot2::aes(.data$estimate, .data$arm, colour = .data$method, shape = .data$method)) +
    (if (!is.null(words$null)) ggplot2::geom_vline(xintercept = words$null, linetype = "22", colour = "grey40")) +
    layer_methods(data) +
    scale_of("x") + ggplot2::labs(x = words$value, y = words$arm,
                                  caption = intervals_caption(c(said, cut$text, if (missing > 0)
      paste(count_of(missing, "missing interval"), "left out")))) +
    (if (several) facet_by_cell(data)) + study_theme() + policy_scales(methods, "Method")
}
