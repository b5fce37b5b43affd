# The figure of what waiting is worth.

#' Figure of the value of every arm and wait
#' @description
#' Draws the reward per round of every arm by wait, or a heat map for more than seven arms. The dashed line is the best
#' rate g*, and the ringed point is the action that has it.
#'
#' **Use it when** you choose waits: which arm is worth waiting for, and how long.
#'
#' @param object A table of [bandit_value()].
#' @param ... Must be empty.
#' @return A ggplot.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.7, 0.9))) |>
#'   with_waiting(rbind(c(0.8, 0.2, 0), c(0.1, 0.1, 0.8)))
#' if (requireNamespace("ggplot2", quietly = TRUE)) ggplot2::autoplot(bandit_value(problem))
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_waiting_value)
autoplot.unruly_waiting_value <- function(object, ...) {
  check_no_dots(...)
  check_object(object, "object")
  rlang::check_installed("ggplot2", "to draw the value of waiting.")
  data <- waiting_plot_data(object)
  if (nlevels(data$arm) > length(safe_colours)) return(draw_waiting_map(data))
  ggplot2::ggplot(data, ggplot2::aes(.data$wait, .data$rate, colour = .data$arm, shape = .data$arm)) +
    ggplot2::geom_hline(yintercept = max(data$rate), linetype = "dashed", colour = "grey50") +
    ggplot2::geom_line(ggplot2::aes(linetype = .data$arm), linewidth = 0.6) +
    ggplot2::geom_point(size = 2) +
    ggplot2::geom_point(data = data[data$best, ], shape = 1, size = 5, colour = "black") +
    scale_of("x", breaks = whole_breaks()) + scale_of("y") +
    ggplot2::labs(x = "Wait (rounds)", y = "Reward per round", colour = "Arm", shape = "Arm", linetype = "Arm",
                  caption = "Ringed: the best; dashed: its rate") +
    study_theme() + policy_scales(levels(data$arm), "Arm", 16)
}

# More lines than there are colours cannot be distinguished.
draw_waiting_map <- function(data) {
  data$arm <- factor(data$arm, rev(levels(data$arm)))
  ggplot2::ggplot(data, ggplot2::aes(.data$wait, .data$arm, fill = .data$rate)) +
    ggplot2::geom_tile() +
    ggplot2::geom_point(data = data[data$best, ], shape = 21, size = 2.5, fill = "white") +
    scale_of("x", breaks = whole_breaks()) + arm_axis("y") + share_scale("Reward\nper round") +
    ggplot2::labs(x = "Wait (rounds)", y = "Arm", caption = "Circle: the best") +
    study_theme() + ggplot2::theme(panel.grid.major = ggplot2::element_blank())
}
