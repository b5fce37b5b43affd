#' Plot a study
#'
#' Draws a plain ggplot, to which scales, themes and layers can be added.
#' Policies differ in colour and line type. `study_plot_data()` returns the
#' table that the plot draws.
#'
#' @param object,study A study.
#' @param type What to draw:
#'   * `"regret"`, `"reward"`: means over replications with 95% ribbons, by
#'     round;
#'   * `"pulls"`: the share of pulls that each arm got, mean over replications.
#' @param ... Not used.
#' @return `autoplot()`: a ggplot. `study_plot_data()`: a tibble.
#' @section Errors: `unruly_error_argument` for an unknown `type`.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, list(policy_ucb1(), policy_thompson("beta")), horizon = 500,
#'   reps = 10, seed = 1)
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   ggplot2::autoplot(study)
#'   ggplot2::autoplot(study, "pulls")
#' }
#' @exportS3Method ggplot2::autoplot
autoplot.unruly_study <- function(object, type = "regret", ...) {
  type <- check_choice(type, "type", names(study_plots), single = TRUE)
  rlang::check_installed("ggplot2", "to plot a study.")
  study_plots[[type]]$draw(study_plots[[type]]$data(object), object)
}

#' @rdname autoplot.unruly_study
#' @export
study_plot_data <- function(study, type = "regret") {
  check_study(study)
  type <- check_choice(type, "type", names(study_plots), single = TRUE)
  study_plots[[type]]$data(study)
}

# Policies and bandits in the order of the study, not of the alphabet.
in_study_order <- function(table, study) {
  d <- study$description
  table$policy <- factor(table$policy, names(d$policies))
  table$bandit <- factor(table$bandit, names(d$bandits))
  table
}

curve_data <- function(what) {
  force(what)
  function(study) in_study_order(summary(study, what = what), study)
}

draw_curves <- function(title) {
  force(title)
  function(data, study) {
    plot <- ggplot2::ggplot(data, ggplot2::aes(.data$round, .data$mean, colour = .data$policy,
                                               fill = .data$policy, linetype = .data$policy)) +
      ggplot2::geom_line(linewidth = 0.7, na.rm = TRUE) +
      ggplot2::labs(x = "Round", y = title, colour = "Policy", fill = "Policy", linetype = "Policy")
    if (length(study$replications) > 1) {
      plot <- plot + ggplot2::geom_ribbon(ggplot2::aes(ymin = .data$lower, ymax = .data$upper),
                                          alpha = 0.2, colour = NA, na.rm = TRUE)
    }
    facet_by_bandit(plot, study) + study_theme()
  }
}

pulls_data <- function(study) {
  table <- in_study_order(study$tables$pulls, study)
  totals <- stats::ave(table$pulls, table$bandit, table$policy, table$rep, FUN = sum)
  table$share <- ifelse(totals > 0, table$pulls / totals, 0)
  groups <- c("bandit", "policy", "arm", if (!is.null(table$wait) && any(!is.na(table$wait))) "wait")
  means <- stats::aggregate(table["share"], lapply(table[groups], factor), sum)
  means$share <- means$share / length(study$replications)
  tibble::as_tibble(in_study_order(means, study))
}

draw_pulls <- function(data, study) {
  fill <- if (is.null(data$wait)) ggplot2::aes(.data$arm, .data$share) else
    ggplot2::aes(.data$arm, .data$share, fill = .data$wait)
  ggplot2::ggplot(data, fill) +
    ggplot2::geom_col() +
    ggplot2::facet_grid(rows = ggplot2::vars(.data$policy), cols = ggplot2::vars(.data$bandit)) +
    ggplot2::labs(x = "Arm", y = "Share of pulls", fill = "Wait") +
    study_theme()
}

facet_by_bandit <- function(plot, study) {
  if (length(study$description$bandits) == 1) return(plot)
  plot + ggplot2::facet_wrap(ggplot2::vars(.data$bandit), scales = "free_y")
}

study_theme <- function() ggplot2::theme_minimal(base_size = 11)

# One entry a type: the table, tested by itself, and the drawing of it.
study_plots <- list(
  regret = list(data = curve_data("regret"), draw = draw_curves("Mean cumulative regret")),
  reward = list(data = curve_data("reward"), draw = draw_curves("Mean cumulative reward")),
  pulls = list(data = pulls_data, draw = draw_pulls)
)
