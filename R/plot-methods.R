# plot() draws what autoplot() makes; fortify() is the table that is drawn. (fortify() of a study stands in
# R/plot-study.R, that of a bandit in R/plot-means.R.)

#' @rdname study_methods
#' @export
plot.unruly_study <- function(x, type = NULL, ...) {
  plot <- autoplot.unruly_study(x, type, ...)
  print(plot)
  invisible(plot)
}

# Everything else that autoplot() draws is plotted in the same way.
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
plot.unruly_estimates <- plot_drawn

#' @export
plot.unruly_comparisons <- plot_drawn

#' @export
plot.unruly_characteristics <- plot_drawn

#' @export
plot.unruly_agent <- plot_drawn

#' @export
plot.unruly_fit <- plot_drawn

#' @export
plot.unruly_recovery <- plot_drawn

# --- the tables behind the figures --------------------------------------------------------

#' @rdname autoplot.unruly_exact
#' @param model An exact study.
#' @param data Must be left out.
#' @usage \method{fortify}{unruly_exact}(model, data, ..., type = NULL)
#' @exportS3Method ggplot2::fortify
fortify.unruly_exact <- function(model, data, ..., type = NULL) {
  check_no_data(data)
  check_no_dots(...)
  check_object(model, "model")
  type <- check_choice(type %||% "regret", "type", c(names(exact_titles), "pulls", "distribution"), single = TRUE)
  table <- switch(type,
    pulls = exact_pulls(model), distribution = exact_distribution(model, "regret", last_checkpoint(model)),
    summarise_exact(model, if (type == "recommendations") "correct" else type, model$description$record))
  in_study_order(table, model)
}

# A table is what is drawn of it, or all that is needed for that.
fortify_table <- function(model, data, ..., type = NULL) {
  check_no_data(data)
  check_no_dots(...)
  if (!is.null(type)) abort_argument("type", "left out for a table", type)
  plain_tibble(model)
}

#' @exportS3Method ggplot2::fortify
fortify.unruly_table <- fortify_table

#' @exportS3Method ggplot2::fortify
fortify.unruly_estimates <- fortify_table

#' @exportS3Method ggplot2::fortify
fortify.unruly_comparisons <- fortify_table

#' @exportS3Method ggplot2::fortify
fortify.unruly_characteristics <- fortify_table
