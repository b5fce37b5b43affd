# Figures of recovery: estimates against true parameters, and which policy is taken for which.

#' Figures of recovery
#' @description
#' Draws whether parameters and policies are recovered ([recovery()]).
#'
#' **Use it when** you plan an experiment, or show that a fit can tell what it claims.
#'
#' @details
#' * `"parameters"`: the estimate of each unit against the true value, a panel for each policy and parameter, whose
#'   strip has the correlation (of logarithms where axes are logarithmic). On the line both are equal.
#' * `"confusion"`: which policy is chosen for the choices of which, and by whom choices were made for which a policy is
#'   chosen, if all policies are equally frequent.
#'
#' @param object A recovery.
#' @param type `"parameters"` or `"confusion"`. Default: `"parameters"` if there are any, else `"confusion"`.
#' @param policies Labels of the policies to draw, for `"parameters"`. Default: all.
#' @param ... Must be empty.
#' @return A ggplot.
#' @section Errors: `unruly_error_argument`: the `type` needs free parameters, or two policies.
#' @seealso [recovery()], [fit_policy()].
#' @examples
#' found <- recovery(list(policy_delta(free(), free(0.01, 10)), policy_uniform()),
#'   bandit(arms_bernoulli(c(0.2, 0.4, 0.6, 0.8))), horizon = 100, units = 10, seed = 1, starts = 10,
#'   truth = list(policy_delta(free(0.1, 0.9), free(0.1, 0.5)), policy_uniform()))
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   autoplot(found)
#'   autoplot(found, "confusion")
#' }
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_recovery)
autoplot.unruly_recovery <- function(object, type = NULL, policies = NULL, ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  check_object(object, "object")
  nothing <- NROW(object$parameters) == 0
  type <- check_choice(type %||% (if (nothing) "confusion" else "parameters"), "type", c("parameters", "confusion"))
  labels <- unique(object$confusion$policy)
  policies <- check_some(policies, "policies", labels, call)
  drawn <- object$parameters[object$parameters$policy %in% policies, ]
  needs <- if (type == "parameters" && NROW(drawn) == 0) "free parameters" else
    if (type == "confusion" && length(labels) < 2) "two policies or more"
  if (!is.null(needs)) {
    abort_argument("type", "one that the recovery has figures for", type, call = call,
                   given = sprintf("%s, which needs %s", dQuote(type, FALSE), needs))
  }
  rlang::check_installed("ggplot2", "to plot recoveries.")
  if (type == "parameters") draw_recovered(object, drawn) else draw_confusion(object, labels)
}

draw_recovered <- function(object, data) {
  data <- drawable(data, data$policy)
  data$log <- data$log == 1
  beyond <- beyond_values(unlist(data[!data$log, c("true", "estimate")]))
  for (column in c("true", "estimate")) data[[column]] <- placed_value(data[[column]], data$log, beyond)
  data$panel <- recovery_strips(data, drawable(summary.unruly_recovery(object), data$policy))
  columns <- grDevices::n2mfrow(nlevels(data$panel))[1]
  few <- if (columns > 2) 2 else 4
  room <- rbind(data, transform(data, true = data$estimate, estimate = data$true)) # axes of a panel are alike
  ggplot2::ggplot(data, ggplot2::aes(.data$true, .data$estimate, shape = .data$boundary)) +
    ggplot2::geom_blank(data = room) + ggplot2::geom_abline(colour = "grey40", linetype = "22") +
    ggplot2::geom_point(colour = safe_colours[1], alpha = 0.75, size = 1.5, show.legend = FALSE, na.rm = TRUE) +
    ggplot2::scale_shape_manual(values = c("FALSE" = 16, "TRUE" = 4)) +
    ggplot2::facet_wrap(ggplot2::vars(.data$panel), scales = "free", ncol = columns,
                        labeller = ggplot2::as_labeller(identity)) +
    placed_axis("x", beyond, few) + placed_axis("y", beyond, few) +
    ggplot2::labs(x = "True value", y = "Estimate", caption = recovered_caption(data)) + study_theme() +
    ggplot2::theme(aspect.ratio = 1)
}

# The policy, the parameter and the correlation, on lines of their own.
recovery_strips <- function(data, summary) {
  several <- length(unique(data$policy)) > 1
  name <- function(table) {
    if (!several) return(table$parameter)
    row_texts(list(wrap_names(shorten_names(table$policy, 28), 16), table$parameter), "\n")
  }
  text <- sprintf("%s\nr = %s", name(summary), formatC(summary$r, digits = 2, format = "f", decimal.mark = "."))
  at <- match(name(data), name(summary))
  factor(text[at], unique(text[sort(unique(at))]))
}

recovered_caption <- function(data) {
  parts <- c(sprintf("%s per policy", count_of(length(unique(data$unit)), "unit")),
             "dashed: where estimates are the true values",
             if (any(data$boundary)) "crosses: at an end of the range")
  wrap_names(paste(parts, collapse = "; "), 95)
}

draw_confusion <- function(object, labels) {
  table <- plain_tibble(object$confusion)
  sides <- c("Policy chosen, by who made the choices", "Who made the choices, by the policy chosen")
  data <- rbind(data.frame(table[c("truth", "policy")], share = table$share, side = sides[1]),
                data.frame(table[c("truth", "policy")], share = table$inverse, side = sides[2]))
  data$side <- factor(data$side, sides)
  data$policy <- factor(data$policy, labels)
  data$truth <- factor(data$truth, rev(labels))
  data <- drawable(data, labels)
  data$text <- sub("^0", "", formatC(data$share, digits = 2, format = "f", decimal.mark = "."))
  names <- function(x) wrap_names(shorten_names(x, 28), 14)
  by <- if (object$criterion == "evidence") "the evidence" else toupper(object$criterion)
  ggplot2::ggplot(data, ggplot2::aes(.data$policy, .data$truth, fill = .data$share)) +
    ggplot2::geom_tile(colour = "white", linewidth = 0.5, na.rm = TRUE) +
    ggplot2::geom_text(ggplot2::aes(label = ifelse(is.nan(.data$share), "", .data$text),
                                    colour = !is.na(.data$share) & .data$share > 0.55), size = 3) +
    ggplot2::facet_wrap(ggplot2::vars(.data$side), labeller = ggplot2::as_labeller(function(x) wrap_names(x, 22))) +
    ggplot2::scale_fill_gradient(low = "grey95", high = safe_colours[1], limits = c(0, 1), guide = "none") +
    ggplot2::scale_colour_manual(values = c("FALSE" = "grey20", "TRUE" = "white"), guide = "none") +
    ggplot2::scale_x_discrete(labels = names) + ggplot2::scale_y_discrete(labels = names) +
    ggplot2::labs(x = "Policy chosen", y = "Policy that made the choices",
                  caption = sprintf("%s per policy, chosen by %s", count_of(max(object$fits$unit), "unit"), by)) +
    study_theme() +
    ggplot2::theme(panel.grid.major = ggplot2::element_blank(), aspect.ratio = 1,
                   axis.title.y = ggplot2::element_text(margin = ggplot2::margin(r = 12)),
                   axis.text.x = if (length(labels) > 3) ggplot2::element_text(angle = 45, hjust = 1))
}
