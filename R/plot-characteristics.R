# Figures of designs: their operating characteristics, and a calibration.

#' @rdname operating_characteristics
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_characteristics)
autoplot.unruly_characteristics <- function(object, measures = NULL, ...) {
  check_no_dots(...)
  check_object(object, "object")
  data <- as_texts(plain_tibble(object))
  there <- unique(data$measure)
  usual <- there[there %in% c("error", "misnamed", "power", "sample_size", "simple_regret") |
                   startsWith(there, "coverage")]
  measures <- check_some(measures %||% usual, "measures", there, rlang::current_env())
  rlang::check_installed("ggplot2", "to plot operating characteristics.")
  data <- drawable(data[data$measure %in% measures, ], c(data$bandit, data$policy))
  draw_characteristics(data, measures, attr(object, "level"))
}

draw_characteristics <- function(data, measures, level) {
  policies <- unique(data$policy)
  bandits <- unique(data$bandit)
  data <- with_limits(data)
  note <- undefined_note(data)
  data <- data[!is.na(data$value), ]
  data$measure <- factor(data$measure, measures)
  data$policy <- factor(data$policy, rev(policies))
  data$bandit <- factor(data$bandit, bandits)
  # A bar without a length where there is no interval.
  data$from <- ifelse(is.na(data$lower), data$value, data$lower)
  data$to <- ifelse(is.na(data$upper), data$value, data$upper)
  promised <- intersect(measures[startsWith(measures, "coverage")], as.character(data$measure))
  nominal <- tibble(measure = factor(promised, measures), level = rep(level, length(promised)))
  ggplot2::ggplot(data, ggplot2::aes(.data$value, .data$policy, colour = .data$bandit, shape = .data$bandit)) +
    ggplot2::geom_vline(ggplot2::aes(xintercept = .data$level), nominal, linetype = "22", colour = "grey40") +
    ggplot2::geom_blank(data = room_of_equals(data)) +
    ggplot2::geom_pointrange(ggplot2::aes(xmin = .data$from, xmax = .data$to), size = 0.35,
                             position = ggplot2::position_dodge(if (length(bandits) > 1) 0.5 else 0.01),
                             show.legend = length(bandits) > 1) +
    ggplot2::facet_wrap(ggplot2::vars(.data$measure), scales = "free_x",
                        labeller = measure_strips(length(measures))) +
    scale_of("x", breaks = few_breaks) +
    ggplot2::labs(x = NULL, y = NULL, caption = characteristics_caption(data, nrow(nominal) > 0, note)) +
    study_theme() + row_axis(length(policies), limits = rev(policies)) + policy_scales(bandits, "Bandit") +
    ggplot2::theme(panel.spacing.x = ggplot2::unit(20, "pt"))
}

# "Simple regret", wrapped if the panels are narrow.
measure_strips <- function(panels) {
  width <- c(40, 18, 16)[min(grDevices::n2mfrow(panels)[1], 3)]
  ggplot2::as_labeller(function(x) wrap_names(vapply(measure_titles(x), capital, ""), width))
}

# A panel in which all is the same number goes from 0 to that number, or to 1.
room_of_equals <- function(data) {
  ends <- split(data, droplevels(data$measure))
  same <- Filter(function(part) min(part$from) == max(part$to), ends)
  do.call(rbind, c(list(data[0, ]), lapply(unname(same), function(part) {
    part <- part[c(1, 1), ]
    part$value <- c(0, if (part$value[1] == 0) 1 else part$value[1])
    part
  })))
}

# Panels are narrow.
few_breaks <- function(limits) breaks_inside(limits, 3)

breaks_inside <- function(limits, n) {
  at <- pretty(limits, n)
  at[at >= limits[1] & at <= limits[2]]
}

# Returns a caption of what bars and dashes are, and of what is not drawn.
characteristics_caption <- function(data, nominal, note = NULL) {
  parts <- c(bars_of_measures(data), if (nominal) "dashed: the nominal level",
             if (anyNA(data$lower)) "without a bar: no interval is known")
  text <- c(if (length(parts) > 0) capital(paste(parts, collapse = "; ")), sub("[.]$", "", note))
  if (length(text) > 0) wrap_names(paste(text, collapse = ". "), 95)
}

bars_of_measures <- function(data) {
  bars <- !is.na(data$lower) & data$lower < data$upper
  if (any(bars)) paste0("bars: 95% intervals", if (any(is_probability(as.character(data$measure[bars]))))
    " (Clopper-Pearson for probabilities)")
}

#' @rdname calibrate_design
#' @param object The result.
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_calibration)
autoplot.unruly_calibration <- function(object, ...) {
  check_no_dots(...)
  check_object(object, "object")
  rlang::check_installed("ggplot2", "to plot a calibration.")
  tried <- with_limits(plain_tibble(attr(object, "tried")))
  tried$measure <- object$measure
  ggplot2::ggplot(tried, ggplot2::aes(.data$parameter, .data$value)) +
    ggplot2::geom_hline(yintercept = object$target, linetype = "22", colour = "grey40") +
    ggplot2::geom_vline(xintercept = object$parameter, colour = "grey40") +
    ggplot2::geom_linerange(ggplot2::aes(ymin = .data$lower, ymax = .data$upper), tried[!is.na(tried$lower), ],
                            colour = safe_colours[1], linewidth = 0.5) +
    ggplot2::geom_point(colour = safe_colours[1], size = 1.5) +
    scale_of("x", if (min(tried$parameter) > 0 && max(tried$parameter) > 10 * min(tried$parameter)) "x" else "") +
    scale_of("y") +
    ggplot2::labs(x = "Parameter", y = capital(measure_titles(object$measure)), caption = calibration_caption(tried)) +
    study_theme()
}

calibration_caption <- function(tried) {
  parts <- c("points: the values that were tried", bars_of_measures(tried), "dashed: the target",
             "line: the value found")
  wrap_names(capital(paste(parts, collapse = "; ")), 95)
}
