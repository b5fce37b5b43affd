#' Lay a regret bound over a plot
#'
#' Adds the lines of a bound to a plot of regret by round, each with its name at
#' its end, beside those of the policies. Nothing else of the plot changes: no legend, no scale of its own. Of
#' a bound for more rounds than the plot has, the part up to the last round
#' drawn is shown, where it is interpolated.
#'
#' Upper bounds often lie far above the regret; `autoplot(study, log = "y")` or
#' `ggplot2::coord_cartesian(ylim = )` then keep both in sight. A bound appears in
#' every panel; `bandits` says in which alone.
#'
#' @param bound A bound, made by one of the `bound_*()` functions (see
#'   [regret_bounds]), or several, one below the other; or the optimum, made by
#'   [bayes_optimal()].
#' @param label `TRUE` to write the name of each bound at its end, `FALSE` for no
#'   names, or texts to write instead, one a bound.
#' @param bandits Names of the bandits in whose panels the bound is drawn; `NULL` is
#'   all of them.
#' @param ... Must be empty.
#' @return A list of ggplot layers, to be added to a plot.
#' @section Errors: `unruly_error_argument` if `bound` is not a bound, for a bad
#'   `label` or `bandits`, and when it is added to a plot whose horizontal axis is
#'   not the `round`.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, list(policy_ucb1(), policy_thompson()), horizon = 1000,
#'   reps = 10, seed = 1)
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   autoplot(study) + layer_bound(bound_lai_robbins(problem))
#' }
#' @export
layer_bound <- function(bound, label = TRUE, bandits = NULL, ...) {
  check_no_dots(...)
  rlang::check_installed("ggplot2", "to lay a bound over a plot.")
  if (!missing(bound) && inherits(bound, "unruly_optimum")) {
    check_object(bound, "bound")
    bound <- optimum_bound(bound)
  }
  bound <- check_bound(bound)
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

bound_ink <- "grey25"

# Over anything but rounds a bound would spoil the axes; said at once, as errors
# while a plot is drawn lose their class.
#' @exportS3Method ggplot2::ggplot_add
ggplot_add.unruly_bound_layers <- function(object, plot, ...) {
  across <- plot$mapping$x
  if (!is.null(across) && !"round" %in% all.names(rlang::quo_get_expr(across))) {
    abort_argument("plot", "one by round, such as `autoplot(study)`, for a bound to be laid over it",
                   call = quote(layer_bound()), given = sprintf("one by %s", rlang::as_label(across)))
  }
  given <- attributes(object)
  ends <- if (!is.null(given$label)) bound_ends(given$bound, given$label, given$bandits, plot$data)
  attributes(object) <- NULL
  name_bounds(plot + object, ends)
}

# Where bounds end, with their names; a row for each panel.
bound_ends <- function(bound, label, bandits, data) {
  if (is.null(bandits) && is.data.frame(data)) bandits <- unique(as.character(data[["bandit"]]))
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

check_bound <- function(bound, call = rlang::caller_env()) {
  wanted <- "a bound, as made by the `bound_*()` functions: a table of bound, round and regret"
  if (missing(bound)) abort_missing("bound", call, wanted)
  good <- is.data.frame(bound) && all(c("bound", "round", "regret") %in% names(bound)) && nrow(bound) > 0 &&
    (is.character(bound$bound) || is.factor(bound$bound)) && is.numeric(bound$round) && is.numeric(bound$regret)
  if (!good) abort_argument("bound", wanted, bound, call = call)
  table <- bound
  tibble(bound = as.character(table$bound), round = table$round, regret = table$regret)
}

# The texts to write, NULL for none.
check_bound_label <- function(label, names, call = rlang::caller_env()) {
  if (isTRUE(label)) return(names)
  if (isFALSE(label)) return(NULL)
  if (!is_words(label) || length(label) != length(names)) {
    abort_argument("label", sprintf("TRUE, FALSE or %s", count_of(length(names), "text")), label, call = call)
  }
  label
}
