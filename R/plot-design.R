# Figures of designs: limits by look, and power and size over effects.

#' @rdname trial_design
#' @param object A design.
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_design)
autoplot.unruly_design <- function(object, ...) {
  check_no_dots(...)
  check_object(object, "object")
  rlang::check_installed("ggplot2", "to plot a design.")
  sides <- c("Upper limit", "Lower limit")
  data <- data.frame(at = rep(object$at, 2), z = c(object$upper, object$lower),
                     limit = factor(rep(sides, each = nrow(object)), sides))
  data <- data[is.finite(data$z), ]
  ggplot2::ggplot(data, ggplot2::aes(.data$at, .data$z, linetype = .data$limit)) +
    ggplot2::geom_hline(yintercept = 0, colour = "grey80") +
    ggplot2::geom_line() + ggplot2::geom_point() +
    ggplot2::scale_x_continuous(limits = c(0, NA)) +
    ggplot2::scale_linetype_manual(values = c("Upper limit" = "solid", "Lower limit" = "22")) +
    ggplot2::labs(x = "Patients at the look", y = "Z", linetype = NULL,
                  title = paste(strwrap(design_headline(object), 75), collapse = "\n")) +
    study_theme()
}

#' @rdname trial_power
#' @param object A table of `trial_power()`.
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_power)
autoplot.unruly_power <- function(object, ...) {
  check_no_dots(...)
  check_object(object, "object")
  rlang::check_installed("ggplot2", "to plot the power.")
  if (isTRUE(attr(object, "by_look"))) return(plot_power_by_look(object))
  against <- if (anyNA(object$effect)) "drift" else "effect"
  panels <- c("Probability", "Expected patients")
  data <- rbind(part_of_power(object, against, "power", "Power", panels[1]),
                part_of_power(object, against, "futility", "Futility", panels[1]),
                part_of_power(object, against, "size", "Size", panels[2]))
  data$panel <- factor(data$panel, panels)
  data <- data[!is.na(data$value) & (data$what != "Futility" | any(object$futility > 0, na.rm = TRUE)), ]
  ggplot2::ggplot(data, ggplot2::aes(.data$x, .data$value, linetype = .data$what)) +
    ggplot2::geom_line() +
    (if (nrow(object) < 8) ggplot2::geom_point()) +
    ggplot2::facet_wrap("panel", scales = "free_y") +
    ggplot2::expand_limits(y = 0) +
    ggplot2::scale_linetype_manual(values = c(Power = "solid", Futility = "22", Size = "solid"), breaks = "Futility") +
    ggplot2::labs(x = c(drift = "Drift of the best arm", effect = "Best arm's difference from the control")[[against]],
                  y = NULL, linetype = NULL) +
    study_theme()
}

part_of_power <- function(table, against, what, name, panel) {
  data.frame(x = table[[against]], value = table[[what]], what = name, panel = panel)
}

plot_power_by_look <- function(object) {
  label <- if (anyNA(object$effect)) paste("drift", format_numbers(object$drift)) else
    paste("effect", format_numbers(object$effect))
  sides <- c("Above", "Below")
  data <- data.frame(at = rep(object$at, 2), value = c(object$upper, object$lower),
                     side = factor(rep(sides, each = nrow(object)), sides),
                     label = factor(rep(label, 2), unique(label)))
  ggplot2::ggplot(data[!is.na(data$value), ], ggplot2::aes(.data$at, .data$value, linetype = .data$side)) +
    ggplot2::geom_line() + ggplot2::geom_point() +
    ggplot2::facet_wrap("label") +
    ggplot2::labs(x = "Patients at the look", y = "Probability to end there", linetype = NULL) +
    study_theme()
}
