# plot() draws what autoplot() makes.

#' @rdname study_methods
#' @export
plot.unruly_study <- function(x, type = NULL, ...) {
  plot <- autoplot.unruly_study(x, type, ...)
  print(plot)
  invisible(plot)
}

# What else autoplot() draws is plotted in the same way.
plot_drawn <- function(x, ...) {
  plot <- autoplot(x, ...)
  print(plot)
  invisible(plot)
}

#' @export
plot.unruly_bandit <- plot_drawn

#' @export
plot.unruly_cycle <- plot_drawn

#' @export
plot.unruly_spread <- plot_drawn

#' @export
plot.unruly_series <- plot_drawn

#' @export
plot.unruly_exact <- plot_drawn

#' @export
plot.unruly_table <- plot_drawn

#' @export
plot.unruly_agent <- plot_drawn
