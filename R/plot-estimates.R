# Figures of estimates: how often intervals cover, how far estimates are off, how wide intervals are,
# and those of some games.

#' Plot estimates
#'
#' How often the intervals of each method cover the true mean, with the level that they promise; how far the
#' estimates are off; how wide the intervals are; or the intervals of some games, one below the other.
#'
#' @param object What [estimates()] returns.
#' @param type `"coverage"` (with exact intervals of Clopper and Pearson 1934), `"bias"` (mean of estimate less
#'   truth, with intervals of 1.96 standard errors), `"width"` (mean width of the finite intervals),
#'   `"intervals"`: of `games` replications of one policy on one bandit, from the lowest estimate to the
#'   highest, those that miss in another colour; of a log or an agent by arm. `NULL`: `"coverage"` if truths and
#'   more than one replication are known, else `"intervals"`. The first three are by arm, or, if there are
#'   several rounds, curves by round over all arms.
#' @param policies,bandits Labels of the policies and names of the bandits to draw; `NULL` is all of them (for
#'   `"intervals"` the first).
#' @param games For `"intervals"`: how many replications, a whole number of at least 1.
#' @param ... Not used; must be empty.
#' @return A ggplot.
#' @section Errors: `unruly_error_argument` when an argument is not as above, or for a `type` that needs truths
#'   and replications of estimates without.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_ucb1(), horizon = 200, reps = 50, seed = 1)
#' found <- estimates(study, c("naive", "sequence"))
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   autoplot(found)
#'   autoplot(found, "intervals", games = 25)
#' }
#' @export
autoplot.unruly_estimates <- function(object, type = NULL, policies = NULL, bandits = NULL, games = 20, ...) {
  call <- rlang::current_env()
  check_no_dots(...)
  rlang::check_installed("ggplot2", "to plot estimates.")
  check_object(object, "object")
  judged <- !is.null(object[["truth"]]) && !all(is.na(object$truth)) && length(unique(object$rep)) > 1
  type <- check_choice(type %||% (if (judged) "coverage" else "intervals"), "type", c("coverage", "bias", "width", "intervals"))
  if (type != "intervals" && !judged) {
    abort_argument("type", "\"intervals\" for estimates of a single game or of unknown means", type)
  }
  games <- check_whole(games, "games", min = 1)
  level <- attr(object, "level")
  data <- viewed_estimates(object, policies, bandits, type == "intervals", call)
  data <- drawable(data, unlist(lapply(data[intersect(c("bandit", "policy", "arm"), names(data))], unique)))
  if (type == "intervals") return(draw_intervals(data, games))
  summary <- performance_of(data[!is.na(data$truth), ], type, length(unique(data$round)) > 1)
  if (length(unique(data$round)) > 1) draw_performance_by_round(summary, type, level) else draw_performance(summary, type, level)
}

# The rows that are asked for, as factors in their order.
viewed_estimates <- function(data, policies, bandits, first, call) {
  for (column in c("policy", "bandit")) {
    if (is.null(data[[column]])) next
    there <- unique(as.character(data[[column]]))
    wanted <- if (column == "policy") policies else bandits
    argument <- if (column == "policy") "policies" else "bandits"
    wanted <- if (is.null(wanted) && first) there[1] else check_some(wanted, argument, there, call)
    data <- data[as.character(data[[column]]) %in% wanted, ]
    data[[column]] <- factor(data[[column]], there)
  }
  data$arm <- factor(data$arm)
  data$method <- factor(data$method, unique(data$method))
  data
}

# --- over many games -----------------------------------------------------------------------

performance_of <- function(data, type, by_round) {
  group <- interaction(data[c("bandit", "policy", "method", "round", if (!by_round) "arm")], drop = TRUE, lex.order = TRUE)
  rows <- split(seq_len(nrow(data)), group)
  measured <- vapply(unname(rows), function(at) measure(data[at, ], type), numeric(3))
  first <- vapply(unname(rows), `[`, 0L, 1)
  tibble(data[first, c("bandit", "policy", "method", "round", "arm")], value = measured[1, ], lower = measured[2, ],
         upper = measured[3, ])
}

# A figure with its Monte Carlo interval, each game being one.
measure <- function(data, type) {
  value <- switch(type, coverage = as.double(covers_truth(data)), bias = data$estimate - data$truth, width = data$upper - data$lower)
  value[!is.finite(value)] <- NA
  games <- as.vector(tapply(value, data$rep, mean, na.rm = TRUE))
  games <- games[!is.na(games)]
  if (type == "coverage" && all(games %in% 0:1)) {
    limits <- exact_interval(list(n = length(games), mean = mean(games)), "independent", 0.95)
    return(c(mean(games), limits))
  }
  mean(games) + c(0, -1.96, 1.96) * if (length(games) > 1) mean_error(games) else 0
}

covers_truth <- function(data) data$lower <= data$truth & data$truth <= data$upper

performance_titles <- c(coverage = "Share of intervals that cover the mean", bias = "Bias: mean of estimate less truth",
                        width = "Mean width of the intervals")

reference_line <- function(type, level, axis) {
  at <- switch(type, coverage = level, bias = 0)
  if (is.null(at)) return(NULL)
  if (axis == "x") return(ggplot2::geom_vline(xintercept = at, linetype = "22", colour = "grey40"))
  ggplot2::geom_hline(yintercept = at, linetype = "22", colour = "grey40")
}

reference_caption <- function(type) if (type == "coverage") "Dashed: the level that the intervals promise"

draw_performance <- function(data, type, level) {
  methods <- levels(data$method)
  data$arm <- factor(data$arm, rev(levels(data$arm)))
  ggplot2::ggplot(data, ggplot2::aes(.data$value, .data$arm, colour = .data$method, shape = .data$method)) +
    reference_line(type, level, "x") + layer_methods(data) +
    scale_of("x") + ggplot2::expand_limits(x = switch(type, coverage = c(level, 1), 0)) +
    ggplot2::labs(x = performance_titles[[type]], y = "Arm", caption = reference_caption(type)) +
    facet_by_cell(data) + study_theme() + policy_scales(methods, "Method") +
    ggplot2::theme(panel.spacing.x = ggplot2::unit(20, "pt"))
}

draw_performance_by_round <- function(data, type, level) {
  methods <- levels(data$method)
  ggplot2::ggplot(data, ggplot2::aes(.data$round, .data$value, colour = .data$method, fill = .data$method,
                                     linetype = .data$method)) +
    reference_line(type, level, "y") + layer_ribbon(data) + ggplot2::geom_line(linewidth = 0.7) +
    rounds_of_cells(cell_columns(data), "x") + scale_of("y") +
    ggplot2::expand_limits(y = switch(type, coverage = c(level, 1), 0)) +
    ggplot2::labs(x = "Round (log scale)", y = performance_titles[[type]], caption = reference_caption(type)) +
    facet_by_cell(data) + study_theme() + policy_scales(methods, "Method")
}

# Side by side, the first method above.
layer_methods <- function(data) {
  data$place <- factor(data$method, rev(levels(data$method)))
  ggplot2::geom_pointrange(ggplot2::aes(xmin = .data$lower, xmax = .data$upper, group = .data$place), data, size = 0.35, na.rm = TRUE,
                           position = ggplot2::position_dodge(0.6))
}

# --- of some games ----------------------------------------------------------------------------

draw_intervals <- function(data, games) {
  data <- data[data$round == max(data$round), ]
  if (is.null(data[["rep"]]) || length(unique(data$rep)) == 1) return(draw_intervals_by_arm(data))
  data <- data[data$rep %in% utils::head(unique(data$rep), games), ]
  panel <- paste(data$arm, data$method)
  data$place <- stats::ave(ifelse(is.na(data$estimate), -Inf, data$estimate), panel, FUN = function(x) rank(x, ties.method = "first"))
  known <- !is.null(data[["truth"]]) && !all(is.na(data$truth))
  data$found <- factor(if (known) ifelse(covers_truth(data), "covers", "misses") else "covers", c("covers", "misses"))
  rows <- wrapped_strips(c(40, 20, 13, 10, 8)[min(nlevels(data$method), 5)])
  ggplot2::ggplot(data, ggplot2::aes(.data$estimate, .data$place, colour = .data$found)) +
    (if (known) ggplot2::geom_vline(ggplot2::aes(xintercept = .data$truth), data, linewidth = 0.3, colour = "grey40")) +
    ggplot2::geom_linerange(ggplot2::aes(xmin = .data$lower, xmax = .data$upper), na.rm = TRUE, show.legend = known) +
    ggplot2::geom_point(size = 0.9, na.rm = TRUE, show.legend = known) +
    ggplot2::facet_grid(ggplot2::vars(.data$method), ggplot2::vars(.data$arm), scales = "free_x",
                        labeller = ggplot2::labeller(.rows = rows, .cols = function(x) paste("Arm", x))) +
    scale_of("x") +
    ggplot2::scale_y_continuous(breaks = NULL) +
    ggplot2::scale_colour_manual(name = "The interval", values = c(covers = safe_colours[1], misses = safe_colours[2]), drop = FALSE) +
    ggplot2::labs(x = "Estimate and interval", y = "Replications, by their estimate",
                  caption = if (known) "Lines: the true means") +
    study_theme()
}

draw_intervals_by_arm <- function(data) {
  methods <- levels(data$method)
  data$arm <- factor(data$arm, rev(levels(data$arm)))
  ggplot2::ggplot(data, ggplot2::aes(.data$estimate, .data$arm, colour = .data$method, shape = .data$method)) +
    layer_methods(data) +
    scale_of("x") + ggplot2::labs(x = "Estimate and interval", y = "Arm") + study_theme() + policy_scales(methods, "Method")
}
