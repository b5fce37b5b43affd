#' Figures of bounds and layers of them
#' @description
#' `autolayer()` adds the lines of a bound to a figure of regret by round, each with its name at its end.
#' `autoplot()` draws a table of [regret_bound()] by itself.
#'
#' **Use it when** you compare a study with theory: `autoplot(study) + ggplot2::autolayer(bound)`.
#'
#' @details
#' The layer changes nothing else in the figure: no legend, no scale of its own. A bound for
#' more rounds than the figure has is shown up to the last round drawn, where it is interpolated. Upper bounds often lie
#' far above the regret; `autoplot(study, log = "y")` or `ggplot2::coord_cartesian(ylim = )` keep both in sight.
#'
#' @param object A table of [regret_bound()]; for a layer, of bounds on regret (`what` is `"regret"` or `"lower"`).
#' @param label `TRUE` to write the name of each bound at its end, `FALSE` for no names, or strings to write instead,
#'   one per bound. Default: `TRUE`.
#' @param bandits Names of the bandits in whose panels the bound is drawn. Default: `NULL`, all of them.
#' @param ... Must be empty.
#' @return `autolayer()`: a list of ggplot layers, to be added to a figure. `autoplot()`: a ggplot.
#' @section Errors: `unruly_error_argument` if `object` holds no bound on regret, for a bad `label` or `bandits`, and
#'   when the layer is added to a figure whose horizontal axis is not the round.
#' @seealso [regret_bound()]; [autoplot.unruly_exact()], which has a layer of exact means.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, list(policy_ucb1(), policy_moss()), horizon = 1000, reps = 10, seed = 1)
#' bound <- regret_bound(problem, horizon = 10^seq(0, 3, 0.1) |> round() |> unique())
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   autoplot(study) + ggplot2::autolayer(bound)
#'   autoplot(bound)
#' }
#' @usage \method{autolayer}{unruly_bound}(object, label = TRUE, bandits = NULL, ...)
#' @exportS3Method ggplot2::autolayer
autolayer.unruly_bound <- function(object, label = TRUE, bandits = NULL, ...) {
  check_no_dots(...)
  check_object(object, "object")
  bound <- check_bound(object)
  names <- unique(bound$bound)
  label <- check_bound_label(label, names)
  if (!is.null(bandits) && !is_words(bandits)) {
    abort_argument("bandits", "names of bandits, or NULL", bandits)
  }
  layers <- lapply(seq_along(names), function(i) {
    ggplot2::geom_line(ggplot2::aes(.data$round, .data$regret),
                       data = bound_drawn(bound[bound$bound == names[i], ], bandits), inherit.aes = FALSE,
                       show.legend = FALSE, colour = bound_ink, linewidth = 0.6,
                       linetype = c("31", "11", "3111", "51")[(i - 1) %% 4 + 1])
  })
  structure(layers, class = c("unruly_bound_layers", "list"), bound = bound, label = label, bandits = bandits)
}

#' @rdname autolayer.unruly_bound
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_bound)
autoplot.unruly_bound <- function(object, ...) {
  check_no_dots(...)
  check_object(object, "object")
  rlang::check_installed("ggplot2", "to draw bounds.")
  data <- plain_tibble(object)
  data$bound <- factor(data$bound, unique(data$bound))
  kinds <- unique(as.character(data$what))
  measure <- bound_axis[[if (setequal(kinds, c("regret", "lower"))) "regret" else kinds[1]]]
  if (all(is.na(data$round))) return(draw_identification(data, measure))
  endless <- unique(as.character(data$bound)[!is.finite(data$value)])
  void <- unique(as.character(data$bound)[proves_nothing(data)])
  data <- data[is.finite(data$value) & !proves_nothing(data), ]
  data$action <- if (is.null(data[["arm"]])) "" else paste("Arm", data$arm)
  if (!is.null(data[["wait"]])) data$action <- paste0(data$action, ", wait ", data$wait)
  data$action <- factor(data$action, unique(data$action))
  lines <- ggplot2::aes(.data$round, .data$value, colour = .data$bound, linetype = .data$bound)
  figure <- ggplot2::ggplot(data, lines) +
    ggplot2::geom_line(linewidth = 0.6) + ggplot2::geom_point(size = 1.5) +
    scale_of("x", "x") + scale_of("y") +
    ggplot2::labs(x = "Horizon (log scale)", y = measure,
                  caption = bound_caption(endless, void)) +
    study_theme() + policy_scales(levels(data$bound), "Bound")
  if (nlevels(data$action) > 1) figure + ggplot2::facet_wrap(~action) else figure
}

# Lower bounds whose assumptions are not met, or above what any policy can lose.
proves_nothing <- function(bound) {
  if (is.null(bound[["holds"]])) return(rep(FALSE, nrow(bound)))
  bound$what %in% "lower" & bound$holds %in% FALSE
}

bound_caption <- function(endless, void) {
  parts <- c(if (length(endless) > 0) paste("Infinite:", paste(endless, collapse = ", ")),
             if (length(void) > 0) paste("Drawn where it can hold:", paste(void, collapse = ", ")))
  if (length(parts) > 0) paste(parts, collapse = "; ")
}

bound_axis <- c(regret = "Bound on regret", lower = "Lower bound on regret", pulls = "Bound on pulls",
                shortfall = "Bound on the greatest shortfall", sample_size = "Least mean sample size",
                share = "Optimal share of pulls", time = "T* (pulls)")

# By arm, or by the error that is allowed.
draw_identification <- function(data, measure) {
  across <- if (is.null(data[["arm"]])) "error" else "arm"
  data$across <- factor(if (across == "arm") data$arm else format_numbers(data$error))
  if (across == "arm") data <- data[!duplicated(data$arm), ]
  ggplot2::ggplot(data, ggplot2::aes(.data$across, .data$value)) +
    ggplot2::geom_col(fill = safe_colours[1], width = 0.6) + scale_of("y") +
    ggplot2::labs(x = if (across == "arm") "Arm" else "Error", y = measure) + study_theme()
}

bound_ink <- "grey25"

# Over anything but rounds a bound would spoil the axes; said at once, as errors
# while a plot is drawn lose their class.
#' @exportS3Method ggplot2::ggplot_add
ggplot_add.unruly_bound_layers <- function(object, plot, ...) {
  across <- plot$mapping$x
  if (!is.null(across) && !"round" %in% all.names(rlang::quo_get_expr(across))) {
    abort_argument("plot", "one by round, such as `autoplot(study)`, for a bound to be added to it",
                   call = quote(autolayer()), given = sprintf("one by %s", rlang::as_label(across)))
  }
  given <- attributes(object)
  shown <- if (is.data.frame(plot$data)) unique(as.character(plot$data[["bandit"]]))
  if (length(shown) > 0 && !all(given$bandits %in% shown)) {
    abort_argument("bandits", sprintf("some of %s, the bandits of the figure", toString(quoted(shown))), given$bandits,
                   call = quote(autolayer()))
  }
  ends <- if (!is.null(given$label)) bound_ends(given$bound, given$label, given$bandits %||% shown, plot$data)
  attributes(object) <- NULL
  if (lacks_zero(plot$scales$get_scales("y"))) object <- lapply(object, above_zero_only)
  name_bounds(plot + object, ends)
}

lacks_zero <- function(scale) !is.null(scale) && isFALSE(is.finite(suppressWarnings(scale$transform(0))))

# A bound of 0, as for a single round, has no logarithm.
above_zero_only <- function(layer) {
  drawn <- layer$data
  ggplot2::ggproto(NULL, layer, data = function(data) {
    bound <- drawn(data)
    bound[bound$regret > 0, ]
  })
}

# Returns the ends of bounds with their names; a row for each panel.
bound_ends <- function(bound, label, bandits, data) {
  names <- unique(bound$bound)
  ends <- lapply(seq_along(names), function(i) {
    end <- bound_drawn(bound[bound$bound == names[i], ], if (length(bandits) > 0) bandits, last = TRUE)(data)
    end$label <- rep(wrap_names(label[i], 18), nrow(end))
    end
  })
  ends <- do.call(rbind, ends)
  ends$mean <- ends$regret
  ends$ink <- rep(bound_ink, nrow(ends))
  ends
}

# Beside the names of the lines, if the figure has these, else by themselves between the panel and the legend, if there
# is room for them; else within the panel, above the end.
name_bounds <- function(plot, ends) {
  if (is.null(ends) || nrow(ends) == 0) return(plot)
  named <- which(vapply(plot$layers, function(layer) inherits(layer$geom, "GeomLineNames"), NA))
  if (length(named) > 0) {
    theirs <- plot$layers[[named]]$data
    both <- intersect(names(theirs), names(ends))
    ends <- rbind(theirs[both], ends[both])
    plot$layers <- plot$layers[-named]
  }
  panels <- if (is.data.frame(plot$data) && nrow(plot$data) > 0) plot$data else ends
  room <- name_room(ends$label, ends[["bandit"]] %||% rep(1, nrow(ends)), panel_columns(panels),
                    panel_rows_of_bandits(panels))
  if (!is.null(room)) return(plot + layer_names(ends) + leave_room(room, legend = length(named) == 0))
  if (length(named) > 0) plot <- plot + layer_names(theirs)
  plot + ggplot2::geom_text(ggplot2::aes(.data$round, .data$mean, label = .data$label), ends[ends$ink == bound_ink, ],
                            inherit.aes = FALSE, show.legend = FALSE, colour = bound_ink, size = 3, hjust = 1,
                            vjust = -0.5,
                            lineheight = 0.9)
}

# The rounds of a bound that a plot has, once the plot is known; in the panels of
# some bandits, or of all.
bound_drawn <- function(bound, bandits, last = FALSE) {
  force(bound)
  function(data) {
    if (is.numeric(data$round) && length(data$round) > 0) bound <- bound_until(bound, max(data$round))
    if (last && nrow(bound) > 0) bound <- bound[which.max(bound$round), ]
    if (is.null(bandits)) return(bound)
    panels <- expand.grid(row = seq_len(nrow(bound)), bandit = bandits, stringsAsFactors = FALSE)
    levels <- if (is.factor(data$bandit)) levels(data$bandit) else bandits
    tibble(bound[panels$row, ], bandit = factor(panels$bandit, levels))
  }
}

# The part of a bound up to a round, which is interpolated if the bound has later ones.
bound_until <- function(bound, end) {
  within <- bound[bound$round <= end, ]
  if (nrow(within) == 0 || max(within$round) == end || max(bound$round) <= end) return(within)
  regret <- stats::approx(bound$round, bound$regret, end, ties = mean)$y # a round may be there twice
  rbind(within, tibble(bound = bound$bound[1], round = end, regret = regret))
}

# Its rows of regret, as they are drawn.
check_bound <- function(bound, call = rlang::caller_env()) {
  regret <- bound$what %in% c("regret", "lower") & is.finite(bound$round) & is.finite(bound$value) &
    !proves_nothing(bound)
  if (!any(regret)) {
    abort_argument("object", "a table of bounds on regret, `what = \"regret\"` or \"lower\"", call = call,
                   given = if (any(proves_nothing(bound))) "one whose values are above what any policy can lose" else
                     sprintf("one of %s", quoted(as.character(bound$what)[1])))
  }
  rows <- plain_tibble(bound)[regret, ]
  tibble(bound = as.character(rows$bound), round = rows$round, regret = rows$value)
}

# The strings to write, NULL for none.
check_bound_label <- function(label, names, call = rlang::caller_env()) {
  if (isTRUE(label)) return(names)
  if (isFALSE(label)) return(NULL)
  if (!is_words(label) || length(label) != length(names)) {
    abort_argument("label", sprintf("TRUE, FALSE or %s", count_of(length(names), "string")), label, call = call)
  }
  label
}
