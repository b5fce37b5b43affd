# Figures of designs: limits by look, and power and size over effects.

#' @rdname trial_design
#' @param object A design.
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_design)
autoplot.unruly_design <- function(object, ...) {
  check_no_dots(...)
  check_object(object, "object")
  rlang::check_installed("ggplot2", "to plot a design.")
  made <- c("Looks made", "Looks to come")
  seen <- object[["seen"]]
  if (!is.logical(seen) || anyNA(seen)) seen <- rep(TRUE, nrow(object)) # that of update(), not of others
  data <- data_by_side(object, "z", c("Upper limit" = "upper", "Lower limit" = "lower"))
  data$made <- factor(rep(made[2 - seen], 2), made)
  data <- data[is.finite(data$z), ]
  plot <- ggplot2::ggplot(data, ggplot2::aes(.data$at, .data$z, linetype = .data$side)) +
    ggplot2::geom_hline(yintercept = 0, colour = "grey80") +
    lines_by_side(data, legend = !has_lone_limit(data)) +
    names_of_points(data) +
    ggplot2::labs(x = unit_of_looks(object), y = "Z", linetype = NULL, shape = NULL,
                  title = paste(strwrap(design_headline(object), 75), collapse = "\n")) +
    study_theme()
  if (nrow(object) > most_look_points) return(plot)
  shapes <- ggplot2::scale_shape_manual(values = stats::setNames(c(16, 1), made),
                                        guide = if (all(seen)) "none" else "legend")
  plot + ggplot2::geom_point(ggplot2::aes(shape = .data$made), size = 2) + shapes
}

# More would run into each other.
most_look_points <- 30

unit_of_looks <- function(design) if (counts_patients(design)) "Patients at the look" else "Information at the look"

# Both limits, or chances, below each other; without those that there are none of.
data_by_side <- function(table, value, columns) {
  data <- data.frame(at = rep(table$at, 2), side = factor(rep(names(columns), each = nrow(table)), names(columns)))
  data[[value]] <- c(table[[columns[1]]], table[[columns[2]]])
  data
}

# A lone limit of a side has no line that a legend could show, so that sides have their names beside their first points.
names_of_points <- function(data) {
  if (!has_lone_limit(data)) return(NULL)
  list(ggplot2::geom_text(ggplot2::aes(label = .data$side), data[!duplicated(data$side), ], hjust = -0.12, vjust = -0.6,
                          size = 3.2),
       ggplot2::scale_y_continuous(expand = ggplot2::expansion(mult = 0.1)))
}

has_lone_limit <- function(data) length(unique(data$side)) > 1 && any(table(droplevels(data$side)) == 1)

# A line through a single point would be missed, and the legend of a single line tells nothing.
lines_by_side <- function(data, several = TRUE, legend = TRUE) {
  drawn <- levels(droplevels(data$side))
  counts <- table(data$side)
  long <- data[data$side %in% names(counts)[counts > 1], ]
  list(if (several && nrow(long) > 0) ggplot2::geom_line(data = long),
       ggplot2::scale_linetype_manual(values = stats::setNames(c("solid", "22"), levels(data$side)),
                                      guide = if (legend && length(drawn) > 1) "legend" else "none"))
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
  futile <- any(object$futility > 0, na.rm = TRUE)
  data <- data[!is.na(data$value) & (data$what != "Futility" | futile), ]
  ggplot2::ggplot(data, ggplot2::aes(.data$x, .data$value, linetype = .data$what)) +
    (if (nrow(object) > 1) ggplot2::geom_line()) +
    (if (nrow(object) < 8) ggplot2::geom_point()) +
    ggplot2::facet_wrap("panel", scales = "free_y") +
    ggplot2::expand_limits(y = 0) +
    ggplot2::scale_linetype_manual(values = c(Power = "solid", Futility = "22", Size = "solid"),
                                   breaks = c("Power", "Futility"), guide = if (futile) "legend" else "none") +
    ggplot2::labs(x = c(drift = "Drift of the best arm", effect = "Best arm's difference from the control")[[against]],
                  y = NULL, linetype = NULL) +
    study_theme()
}

part_of_power <- function(table, against, what, name, panel) {
  data.frame(x = table[[against]], value = table[[what]], what = name, panel = panel)
}

plot_power_by_look <- function(object) {
  against <- if (anyNA(object$effect)) "drift" else "effect"
  label <- sprintf("%s %s", c(drift = "Drift", effect = "Effect")[[against]], format_numbers(object[[against]]))
  data <- data_by_side(object, "value", c(Above = "upper", Below = "lower"))
  data$label <- factor(rep(label, 2), unique(label))
  below <- any(object$lower > 0, na.rm = TRUE)
  data <- data[!is.na(data$value) & (data$side == "Above" | below), ]
  ggplot2::ggplot(data, ggplot2::aes(.data$at, .data$value, linetype = .data$side)) +
    lines_by_side(data, length(unique(object$at)) > 1) +
    (if (length(unique(object$at)) <= most_look_points) ggplot2::geom_point()) +
    ggplot2::facet_wrap("label") +
    ggplot2::expand_limits(y = 0) +
    ggplot2::labs(x = "Patients at the look", y = "Probability to end there", linetype = NULL) +
    study_theme()
}
