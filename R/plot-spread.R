# The figure of a spread.

#' @rdname spread_methods
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_spread)
autoplot.unruly_spread <- function(object, lags = NULL, ...) {
  check_no_dots(...)
  check_object(object, "object")
  rlang::check_installed("ggplot2", "to plot a spread.")
  data <- if (object$law == "adversarial") adversarial_bars(object) else
    as_tibble.unruly_spread(object, lags)
  many <- diff(range(data$lag)) > 150
  bars <- if (many) ggplot2::geom_area(fill = safe_colours[1], alpha = 0.6) else
    ggplot2::geom_col(fill = safe_colours[1], width = 0.8)
  plot <- ggplot2::ggplot(data, ggplot2::aes(.data$lag, .data$weight)) + bars +
    scale_of("x", breaks = whole_breaks()) + scale_of("y") +
    ggplot2::labs(x = "Lag in rounds", y = "Share of the reward that arrives",
                  title = wrap_names(paste("Rewards", object$text), 70),
                  caption = lags_caption(data)) +
    study_theme()
  if (is.null(data[["case"]])) plot else plot + 
    ggplot2::facet_wrap(ggplot2::vars(.data$case), ncol = 1, labeller = wrapped_strips(80))
}
