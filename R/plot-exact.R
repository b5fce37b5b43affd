#' Figures of an exact study
#' @description
#' `autoplot()` draws an exact study as [that of a simulated one][autoplot.unruly_study] is drawn. `autolayer()` adds
#' the exact means to a figure of a simulated study, as open circles in the colours of the policies.
#'
#' **Use it when** you check a simulation: `autoplot(study) + ggplot2::autolayer(exact)`.
#'
#' @details
#' The ribbons are no intervals, as nothing is estimated: they lie between the 5% and the 95% quantile of games.
#'
#' @param object An exact study, made by [exact_study()].
#' @param type `"regret"`, `"reward"`; `"optimal"`, the pulls so far of a best arm; `"recommendations"`, the probability
#'   that a best arm is named; `"pulls"`, the expected share of each arm; or `"distribution"`, that of the regret at the
#'   last checkpoint. Default: `"regret"`.
#' @param what The measure: `"regret"`, `"reward"`, `"correct"` or `"simple_regret"`. Default: `"regret"`.
#' @param points The greatest number of circles per policy, a whole number of at least 1. Default: 12.
#' @param ... Must be empty.
#' @return `autoplot()`: a ggplot. `autolayer()`: a layer, to be added to a figure by round.
#' @section Errors: `unruly_error_argument`: the measure is not known, such as the distribution of the regret of
#'   arms with a prior.
#' @seealso [exact_study()]; [autolayer.unruly_bound()] for bounds.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.4, 0.6)))
#' exact <- exact_study(problem, list(policy_ucb1(), policy_kl_ucb()), horizon = 60)
#' study <- run_study(problem, list(policy_ucb1(), policy_kl_ucb()), horizon = 60, reps = 20, seed = 1)
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   autoplot(exact)
#'   autoplot(exact, "distribution")
#'   autoplot(study) + ggplot2::autolayer(exact)
#' }
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_exact)
autoplot.unruly_exact <- function(object, type = "regret", ...) {
  check_no_dots(...)
  check_object(object, "object")
  type <- check_choice(type, "type", c(names(exact_titles), "pulls", "distribution"), single = TRUE)
  rlang::check_installed("ggplot2", "to plot an exact study.")
  object <- drawable(object, labels_of(object$description))
  switch(type, pulls = draw_exact_pulls(object), distribution = draw_exact_law(object), draw_exact_curves(object, type))
}

exact_titles <- c(regret = "Mean regret", reward = "Mean reward", optimal = "Mean pulls of a best arm",
                  recommendations = "Probability of naming a best arm")

draw_exact_curves <- function(x, type) {
  what <- if (type == "recommendations") "correct" else type
  data <- in_study_order(summarise_exact(x, what, x$description$record), x)
  if (all(is.na(data$mean))) refuse_unknown_figure(x, type, "type")
  data[c("lower", "upper")] <- if (what == "correct") NA_real_ else data[c("q05", "q95")]
  view <- list(log = "", bandits = names(x$description$bandits), level = 0.9)
  draw_curves(exact_titles[[type]])(data, x, view) +
    ggplot2::labs(caption = paste0("Exact", if (!all(is.na(data$lower))) {
      sprintf(". %s: from the 5%% to the 95%% quantile of games", if (single_round(data)) "Bars" else "Ribbons")
    }))
}

refuse_unknown_figure <- function(x, what, argument, call = rlang::caller_env(2)) {
  given <- if (is.null(x$description$stop)) "arms with a prior, of which only regret and reward are known" else
    "games that may have ended"
  abort_argument(argument, "a measure that is known", call = call, given = sprintf("%s of %s", quoted(what), given))
}

draw_exact_pulls <- function(x) {
  data <- in_study_order(exact_pulls(x), x)
  data$share <- data$pulls / last_checkpoint(x)
  data$arm <- factor(data$arm)
  ggplot2::ggplot(data, ggplot2::aes(.data$arm, .data$share, fill = .data$policy)) +
    ggplot2::geom_col(position = "dodge") +
    ggplot2::labs(x = "Arm", y = paste("Expected pulls per round", by_when(x)), caption = "Exact") +
    facet_by_bandit(data) + study_theme() + study_scales(x)
}

draw_exact_law <- function(x) {
  if (any(vapply(x$arms, function(arms) is.null(arms$gaps), NA))) refuse_unknown_figure(x, "distribution", "type")
  data <- in_study_order(exact_distribution(x, "regret", last_checkpoint(x)), x)
  if (anyNA(data$value)) refuse_unknown_figure(x, "distribution", "type")
  data <- data[data$probability > 1e-6 * max(data$probability), ]
  ggplot2::ggplot(data, ggplot2::aes(.data$value, .data$probability, colour = .data$policy, linetype = .data$policy)) +
    ggplot2::geom_line(linewidth = 0.7) +
    ggplot2::labs(x = paste("Regret of a game", by_when(x)), y = "Probability") +
    facet_by_bandit(data, "free") + study_theme() + study_scales(x)
}

#' @rdname autoplot.unruly_exact
#' @usage \method{autolayer}{unruly_exact}(object, what = "regret", points = 12, ...)
#' @exportS3Method ggplot2::autolayer
autolayer.unruly_exact <- function(object, what = "regret", points = 12, ...) {
  check_no_dots(...)
  check_object(object, "object")
  what <- check_choice(what, "what", c("regret", "reward", "correct", "simple_regret"), single = TRUE)
  points <- check_whole(points, "points", min = 1)
  record <- object$description$record
  rounds <- record[unique(round(seq(1, length(record), length.out = min(points, length(record)))))]
  data <- summarise_exact(object, what, rounds)
  if (all(is.na(data$mean))) refuse_unknown_figure(object, what, "what", rlang::current_env())
  structure(list(data), class = "unruly_exact_layer")
}

# Over figures by round; over dots by policy where the study has a single round.
#' @exportS3Method ggplot2::ggplot_add
ggplot_add.unruly_exact_layer <- function(object, plot, ...) {
  data <- unclass(object)[[1]]
  dots <- !is.null(plot$mapping$y) && "policy" %in% all.names(rlang::quo_get_expr(plot$mapping$y))
  place <- if (dots) ggplot2::aes(.data$mean, .data$policy, colour = .data$policy) else
    ggplot2::aes(.data$round, .data$mean, colour = .data$policy)
  if (dots) data <- data[data$round %in% plot$data$round, ]
  plot + ggplot2::geom_point(place, exact_drawn(data), inherit.aes = FALSE, shape = 21, fill = "white", size = 1.8,
                             show.legend = FALSE)
}

# The policies and bandits that the plot has, once it is known.
exact_drawn <- function(table) {
  force(table)
  function(data) {
    if (!is.null(data$policy)) table <- table[table$policy %in% as.character(data$policy), ]
    if (!is.null(data$bandit)) table <- table[table$bandit %in% as.character(data$bandit), ]
    ordered <- function(x, like) factor(x, if (is.factor(like)) levels(like) else unique(x))
    table$policy <- ordered(table$policy, data$policy)
    table$bandit <- ordered(table$bandit, data$bandit)
    table
  }
}
