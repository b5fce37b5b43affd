#' Plot an agent
#' @description
#' Draws the pulls of each arm of an agent, and the means of its rewards with intervals.
#'
#' **Use it when** you look at a running agent. For a table, use [estimates()].
#'
#' @details
#' By default the interval is a confidence sequence, which is valid at every look.
#'
#' @param object An [agent()] without waiting and contexts.
#' @param method One of `"naive"`, `"sequence"`, `"aipw"`, see [estimates()]. Default: `"sequence"`.
#' @param level Nominal coverage, in (0, 1). Default: 0.95.
#' @param ... Further arguments of [estimates()].
#' @return A ggplot.
#' @section Errors: `unruly_error_argument`: as for [estimates()], or the agent has made no choice yet.
#' @seealso [estimates()], [agent_decisions()]
#' @examples
#' buttons <- agent(policy_thompson(), c("blue", "green", "red"), seed = 1)
#' for (visitor in 1:100) {
#'   arm <- agent_choose(buttons)
#'   agent_learn(buttons, arm, reward = if (arm == "green") 1 else visitor %% 2)
#' }
#' if (requireNamespace("ggplot2", quietly = TRUE)) autoplot(buttons)
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_agent)
autoplot.unruly_agent <- function(object, method = "sequence", level = 0.95, ...) {
  estimated_agent(object, rlang::current_env(), "object")
  method <- check_choice(method, "method", estimate_methods, single = TRUE)
  rlang::check_installed("ggplot2", "to plot an agent.")
  draw_agent(estimates(object, method, level, ...), level)
}

draw_agent <- function(data, level) {
  data <- data[data$method == data$method[1], ]
  data$arm <- factor(data$arm, rev(if (is.factor(data$arm)) levels(data$arm) else sort(unique(data$arm))))
  titles <- c("Pulls learnt from", sprintf("Mean, %s%% %s", format_numbers(100 * level),
                                         if (data$method[1] == "sequence") "confidence sequence" else "interval"))
  panel <- function(i) factor(titles[i], titles)
  plays <- tibble(data["arm"], value = data$pulls, panel = panel(1))
  means <- tibble(data[c("arm", "lower", "upper")], value = data$estimate, panel = panel(2))
  means <- means[!is.na(means$value), ]
  ggplot2::ggplot(plays, ggplot2::aes(.data$value, .data$arm)) +
    ggplot2::geom_col(fill = safe_colours[1], alpha = 0.8, width = 0.6) +
    ggplot2::geom_pointrange(ggplot2::aes(xmin = .data$lower, xmax = .data$upper), means, colour = safe_colours[1],
                             size = 0.4) +
    ggplot2::facet_wrap(ggplot2::vars(.data$panel), scales = "free_x", ncol = 2) +
    scale_of("x") + ggplot2::labs(x = NULL, y = NULL) + study_theme() + row_axis(nlevels(data$arm))
}
