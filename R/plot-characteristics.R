# Figures of designs: their operating characteristics, and a calibration.

#' @rdname operating_characteristics
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_characteristics)
autoplot.unruly_characteristics <- function(object, measures = NULL, ...) {
  check_no_dots(...)
  rlang::check_installed("ggplot2", "to plot operating characteristics.")
  check_object(object, "object")
  data <- as_texts(plain_tibble(object))
  there <- unique(data$measure)
  usual <- there[there %in% c("error", "power", "plays", "simple_regret") | startsWith(there, "coverage")]
  measures <- check_some(measures %||% usual, "measures", there, rlang::current_env())
  data <- drawable(data[data$measure %in% measures, ], c(data$bandit, data$policy))
  draw_characteristics(data, measures, attr(object, "level"))
}

draw_characteristics <- function(data, measures, level) {
  policies <- unique(data$policy)
  bandits <- unique(data$bandit)
  data$measure <- factor(data$measure, measures)
  data$policy <- factor(data$policy, rev(policies))
  data$bandit <- factor(data$bandit, bandits)
  half <- ifelse(is.na(data$mcse), 0, 1.96 * data$mcse)
  chance <- grepl("^(correct|error|power|stopped|optimal|coverage)", data$measure)
  data$lower <- ifelse(chance, pmax(data$value - half, 0), data$value - half)
  data$upper <- ifelse(chance, pmin(data$value + half, 1), data$value + half)
  promised <- measures[startsWith(measures, "coverage")]
  nominal <- tibble(measure = factor(promised, measures), level = rep(level, length(promised)))
  ggplot2::ggplot(data, ggplot2::aes(.data$value, .data$policy, colour = .data$bandit, shape = .data$bandit)) +
    ggplot2::geom_vline(ggplot2::aes(xintercept = .data$level), nominal, linetype = "22", colour = "grey40") +
    ggplot2::geom_pointrange(ggplot2::aes(xmin = .data$lower, xmax = .data$upper), size = 0.35,
                             position = ggplot2::position_dodge(if (length(bandits) > 1) 0.5 else 0.01),
                             show.legend = length(bandits) > 1) +
    ggplot2::facet_wrap(ggplot2::vars(.data$measure), scales = "free_x",
                        labeller = ggplot2::labeller(measure = function(x) capital(gsub("_", " ", x)),
                                                     .default = strips_above(grDevices::n2mfrow(length(measures))[1]))) +
    scale_of("x") + ggplot2::labs(x = NULL, y = NULL, caption = characteristics_caption(half > 0, nrow(nominal) > 0)) +
    study_theme() + row_axis(length(policies)) + policy_scales(bandits, "Bandit") +
    ggplot2::theme(panel.spacing.x = ggplot2::unit(20, "pt"))
}

#' @rdname calibrate
#' @param object The result.
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_calibration)
autoplot.unruly_calibration <- function(object, ...) {
  check_no_dots(...)
  rlang::check_installed("ggplot2", "to plot a calibration.")
  check_object(object, "object")
  tried <- attr(object, "tried")
  half <- ifelse(is.na(tried$mcse), 0, 1.96 * tried$mcse)
  ggplot2::ggplot(tried, ggplot2::aes(.data$parameter, .data$value)) +
    ggplot2::geom_hline(yintercept = object$target, linetype = "22", colour = "grey40") +
    ggplot2::geom_vline(xintercept = object$parameter, colour = "grey40") +
    ggplot2::geom_pointrange(ggplot2::aes(ymin = .data$value - half, ymax = .data$value + half),
                             colour = safe_colours[1], size = 0.35) +
    scale_of("x") + scale_of("y") +
    ggplot2::labs(x = "Parameter", y = object$measure,
                  caption = "Each value that was tried, with 1.96 errors; dashed: the target; line: what was found") +
    study_theme()
}
