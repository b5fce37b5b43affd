# The figure of a cycle.

#' Timetable of a cycle
#' @description
#' Draws one row per arm and one column per slot. The colour is the share of its patience that an arm has used when it
#' is pulled next: 1 is the last moment.
#'
#' **Use it when** you check or explain a cycle for arms [with_patience()].
#'
#' @param object A cycle, made by [aus_cycle()] or [pinwheel_cycle()].
#' @param slots Number of slots to draw, from the start of the cycle: a whole number of at least 1. Default: 200.
#' @param ... Must be empty.
#' @return A ggplot.
#' @examplesIf rlang::is_installed("ggplot2")
#' ggplot2::autoplot(aus_cycle(c(2, 5, 12, 14, 30)))
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_cycle)
autoplot.unruly_cycle <- function(object, slots = 200, ...) {
  check_no_dots(...)
  rlang::check_installed("ggplot2", "to draw a cycle.")
  data <- cycle_data(object, slots)
  arms <- length(object$patience)
  shown <- unique(round(seq(1, arms, length.out = min(arms, 25))))
  labels <- sprintf("%s (%s)", (object$names %||% seq_len(arms))[shown], format_numbers(object$patience[shown]))
  ggplot2::ggplot(data, ggplot2::aes(.data$slot, .data$arm, fill = .data$used)) +
    ggplot2::geom_tile(width = 0.9, height = 0.8) +
    ggplot2::scale_y_reverse(breaks = shown, labels = labels, minor_breaks = NULL) +
    scale_of("x", breaks = whole_breaks(8)) +
    ggplot2::scale_fill_gradient(low = "#C6DBEF", high = "#08457E", limits = c(0, 1)) +
    ggplot2::labs(
      x = "Slot", y = "Arm (patience)", fill = "Patience used\nat the next pull",
      title = sprintf("%s of %s slots", if (is_almost_uniform(object)) "Almost uniform cycle" else "Cycle",
                      format_count(object$length)),
      caption = if (nrow(data) < object$length) sprintf("Slots 1 to %s of %s", format_count(nrow(data)),
                                                        format_count(object$length))
    ) +
    study_theme()
}
