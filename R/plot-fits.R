# Figures of fits: parameters of units, shares of arms by round, and the comparison of policies.

#' Figures of fits
#' @description
#' Draws what policies that were fitted to choices say: their parameters, how well they describe the choices, and which
#' of them units follow.
#'
#' **Use it when** you look at a fit, or report one.
#'
#' @details
#' * `"parameters"`: the estimate of each unit with its 95% interval, a panel for each parameter; those that were
#'   searched by their logarithms have a logarithmic axis. For a pooled fit also what each unit's own choices say, and
#'   the mean of the population with its 95% interval.
#' * `"trials"`: the share of the choices of each arm, by round, and what the fitted policies predict, each choice from
#'   those before it (means of units). A policy that fits has its line through the points.
#' * `"comparison"`: the table of [compare_policies()] of fits: BIC or AIC (pooled: log-evidence), frequencies with 95%
#'   intervals of their posterior, and exceedance probabilities.
#'
#' @param object A fit, see [fit_policy()].
#' @param type `"parameters"`, `"trials"` or `"comparison"`. Default: `"parameters"` if the fit has any, else
#'   `"trials"`.
#' @param policies Labels of the policies to draw. Default: all.
#' @param units For `"parameters"` and `"trials"`: the names of the units to draw, as `coef()` has them. Default: all.
#' @param evidence For `"comparison"`, as in [compare_policies()][compare_fits].
#' @param ... Must be empty.
#' @return A ggplot.
#' @section Errors: `unruly_error_argument`: the `type` needs free parameters, or two policies.
#' @seealso [fit_policy()], [fits].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.2, 0.4, 0.6, 0.8)))
#' study <- run_study(problem, policy_delta(0.15, 0.2), horizon = 100, reps = 5, seed = 1,
#'   keep = "choices")
#' fit <- fit_policy(choices(study), list(policy_delta(free(), free(0.01, 10)), policy_uniform()),
#'   by = rep, starts = 10)
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   autoplot(fit)
#'   autoplot(fit, "trials")
#'   autoplot(fit, "comparison")
#' }
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_fit)
autoplot.unruly_fit <- function(object, type = NULL, policies = NULL, units = NULL, evidence = c("bic", "aic"), ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  check_object(object, "object")
  evidence <- check_choice(evidence, "evidence", c("bic", "aic"))
  chosen <- check_some(policies, "policies", names(object$fits), call)
  object <- new_fit(object$fits[chosen], object$choices, object$pooled, object$starts, object$threads)
  type <- check_fit_type(type, object, call)
  units <- match(check_some(units, "units", unit_names(object$choices), call), unit_names(object$choices))
  rlang::check_installed("ggplot2", "to plot fits.")
  switch(type, parameters = draw_parameters(object, units), trials = draw_shares(object, units),
         comparison = draw_comparison(object, evidence))
}

check_fit_type <- function(type, object, call) {
  nothing <- sum(lengths(lapply(object$fits, function(fit) fit$free$names))) == 0
  type <- check_choice(type %||% (if (nothing) "trials" else "parameters"), "type",
                       c("parameters", "trials", "comparison"), call = call)
  needs <- if (type == "parameters" && nothing) "free parameters" else
    if (type == "comparison" && length(object$fits) < 2) "two policies or more"
  if (!is.null(needs)) {
    abort_argument("type", "one that the fit has figures for", type, call = call,
                   given = sprintf("%s, which needs %s", dQuote(type, FALSE), needs))
  }
  type
}

# --- axes of which some are logarithmic -------------------------------------------------------------------

# Panels share a scale. So logarithms are placed beyond all plain values, which tells them apart.
beyond_values <- function(values) 1000 + 10 * max(abs(values), 0, na.rm = TRUE)

placed_value <- function(x, log, beyond) {
  x[log] <- beyond + log10(x[log])
  x
}

placed_axis <- function(axis, beyond, n = 4) {
  make <- if (axis == "x") ggplot2::scale_x_continuous else ggplot2::scale_y_continuous
  is_log <- function(at) at > beyond - 350
  make(guide = ggplot2::guide_axis(check.overlap = TRUE),
       breaks = function(limits) {
         if (is_log(limits[1])) beyond + breaks_of_logs(limits - beyond) else breaks_inside(limits, n)
       },
       labels = function(at) number_labels(ifelse(is_log(at), signif(10^(at - beyond), 6), at)))
}

breaks_of_logs <- function(limits) {
  decades <- floor(limits[1]):ceiling(limits[2])
  at <- if (diff(limits) < 0.7) suppressWarnings(log10(pretty(10^limits, 3))) else
    if (diff(limits) < 1.4) log10(as.vector(outer(c(1, 3), 10^decades))) else
      decades[decades %% ceiling(diff(limits) / 4) == 0]
  at[is.finite(at) & at >= limits[1] & at <= limits[2]]
}

# --- parameters -------------------------------------------------------------------------------------------

# As many names as a figure has room for, one below the other in all its rows of panels. More units are in the order of
# their estimates, without names.
most_named_units <- 24

draw_parameters <- function(object, units) {
  names <- unit_names(object$choices)[units]
  data <- do.call(rbind, lapply(unname(object$fits), function(fit) parameters_drawn(fit, names, units)))
  group <- do.call(rbind, lapply(unname(object$fits), function(fit) if (!is.null(fit$mu)) group_drawn(fit)))
  data$log <- data$log & !data$term %in% data$term[!data$log]
  if (!is.null(group)) group$log <- data$log[match(group$term, data$term)]
  values <- c("estimate", "low", "high", "alone")
  beyond <- beyond_values(unlist(data[!data$log, values]))
  data[values] <- lapply(data[values], placed_value, data$log, beyond)
  ends <- c("center", "low", "high")
  if (!is.null(group)) group[ends] <- lapply(group[ends], placed_value, group$log, beyond)
  several <- length(object$fits) > 1
  for (column in c("policy", "term")) data[[column]] <- factor(data[[column]], unique(data[[column]]))
  by_policy <- several && length(names) > 1
  named <- length(names) * (if (by_policy) nlevels(data$policy) else 1 + wraps_terms(data)) <= most_named_units
  data <- parameter_rows(drawable(data, c(names, levels(data$policy))), length(names), named)
  ggplot2::ggplot(data, ggplot2::aes(.data$estimate, .data$place)) +
    layer_population(drawable(group, names(object$fits))) + layer_shrinkage(data) +
    layer_estimates(data, thin = !named) +
    placed_axis("x", beyond) + parameter_axis(data, length(names), several, named) +
    parameter_panels(data, by_policy) +
    ggplot2::labs(x = NULL, caption = parameters_caption(data, !is.null(group))) + study_theme() +
    ggplot2::theme(panel.grid.major.y = ggplot2::element_blank(), panel.spacing.x = ggplot2::unit(20, "pt"))
}

parameters_drawn <- function(fit, names, units) {
  d <- length(fit$free$names)
  wald <- wald_of_fit(fit, 0.95)
  column <- function(matrix) as.vector(matrix[units, , drop = FALSE])
  alone <- if (is.null(fit$alone)) fit$x * NA else values_of_z(fit$alone$z, fit$free)
  each <- length(units)
  tibble(policy = rep(fit$policy$label, each * d), unit = rep(names, d), term = rep(fit$free$terms, each = each),
         log = rep(fit$free$log == 1, each = each), estimate = column(fit$x), low = column(wald$low),
         high = column(wald$high), boundary = column(fit$end), alone = column(alone))
}

# The mean of the population and its 95% interval.
group_drawn <- function(fit) {
  half <- stats::qnorm(0.975) * sqrt(diag(fit$variance_mu))
  at <- function(z) as.vector(values_of_z(matrix(z, 1), fit$free))
  tibble(policy = fit$policy$label, term = fit$free$terms, center = at(fit$mu), low = at(fit$mu - half),
         high = at(fit$mu + half))
}

# The first row is above. A single unit has a row for each policy.
parameter_rows <- function(data, units, named) {
  if (units == 1) {
    data$place <- nlevels(data$policy) + 1 - as.integer(data$policy)
  } else if (named) {
    data$place <- units + 1 - match(data$unit, unique(data$unit))
  } else {
    data$place <- stats::ave(data$estimate, data$policy, data$term,
                             FUN = function(x) rank(x, ties.method = "first"))
  }
  data
}

parameter_axis <- function(data, units, several, named) {
  first <- data[!duplicated(data$place), ]
  shown <- units == 1 && several || units > 1 && named
  text <- if (units == 1) as.character(first$policy) else first$unit
  list(
    if (shown) ggplot2::scale_y_continuous(breaks = first$place, labels = shorten_names(text, 24), minor_breaks = NULL,
                                           expand = ggplot2::expansion(add = 0.6)) else
      ggplot2::scale_y_continuous(breaks = NULL, expand = ggplot2::expansion(add = 0.6)),
    ggplot2::ylab(if (!named) "Units, by their estimate")
  )
}

wraps_terms <- function(data) nlevels(data$term) > 4

parameter_panels <- function(data, by_policy) {
  terms <- nlevels(data$term)
  if (!by_policy) return(ggplot2::facet_wrap(ggplot2::vars(.data$term), nrow = 1 + wraps_terms(data), scales = "free_x",
                                             labeller = strips_above(terms)))
  ggplot2::facet_grid(ggplot2::vars(.data$policy), ggplot2::vars(.data$term), scales = "free_x",
                      labeller = strips_around(nlevels(data$policy), terms))
}

layer_population <- function(group) {
  if (is.null(group)) return(NULL)
  group$term <- factor(group$term, unique(group$term))
  list(
    ggplot2::geom_rect(ggplot2::aes(xmin = .data$low, xmax = .data$high, ymin = -Inf, ymax = Inf), group,
                       inherit.aes = FALSE, fill = "grey88", na.rm = TRUE),
    ggplot2::geom_vline(ggplot2::aes(xintercept = .data$center), group, linetype = "22", colour = "grey40")
  )
}

# From what a unit's own choices say to what it is as one of a population.
layer_shrinkage <- function(data) {
  data <- data[!is.na(data$alone), ]
  if (nrow(data) == 0) return(NULL)
  list(
    ggplot2::geom_segment(ggplot2::aes(x = .data$alone, xend = .data$estimate, yend = .data$place), data,
                          colour = "grey70", linewidth = 0.3),
    ggplot2::geom_point(ggplot2::aes(.data$alone), data, shape = 21, colour = "grey45", fill = "white", size = 1.2,
                        stroke = 0.4)
  )
}

layer_estimates <- function(data, thin) {
  bars <- data[!is.na(data$low), ]
  data$inside <- ifelse(data$boundary, "end", "inside")
  list(
    ggplot2::geom_linerange(ggplot2::aes(xmin = .data$low, xmax = .data$high), bars, colour = safe_colours[1],
                            linewidth = if (thin) 0.3 else 0.5),
    ggplot2::geom_point(ggplot2::aes(shape = .data$inside), data, colour = safe_colours[1],
                        size = if (thin) 1.1 else 1.6, show.legend = FALSE),
    ggplot2::scale_shape_manual(values = c(inside = 16, end = 4))
  )
}

parameters_caption <- function(data, pooled) {
  kind <- if (pooled) "given the population" else "(Wald)"
  parts <- c(
    sprintf("points: estimates with 95%% intervals %s", kind),
    if (pooled) "hollow: each unit by itself", if (pooled) "dashed: the mean of the population, with its 95% interval",
    if (any(data$boundary)) "crosses: at an end of the range, without an interval",
    if (any(is.na(data$low) & !data$boundary)) "without a bar: the interval is unknown"
  )
  wrap_names(capital(paste(parts, collapse = "; ")), 95)
}

# --- trials -----------------------------------------------------------------------------------------------

# As many windows of rounds.
most_windows <- 20

# Arms beyond these are left out, those that were chosen least.
most_drawn_arms <- 9

draw_shares <- function(object, units) {
  choices <- object$choices
  tables <- lapply(seq_along(object$fits), function(k) {
    shares_of_fit(predict.unruly_fit(object[[k]]), choices, units)
  })
  arms <- colnames(tables[[1]]$seen)
  most <- utils::head(order(-colMeans(tables[[1]]$seen)), most_drawn_arms)
  kept <- arms[sort(most)]
  labels <- unname(vapply(object$fits, function(fit) fit$policy$label, ""))
  seen <- windows_of_shares(tables[[1]], tables[[1]]$seen, kept)
  predicted <- do.call(rbind, lapply(seq_along(tables), function(k) {
    data.frame(windows_of_shares(tables[[k]], tables[[k]]$predicted, kept), policy = factor(labels[k], labels))
  }))
  seen <- drawable(seen, kept)
  predicted <- drawable(predicted, c(kept, labels))
  before <- if (has_numbered_arms(choices$source)) "Arm " else ""
  columns <- grDevices::n2mfrow(length(kept))[1]
  ggplot2::ggplot(predicted, ggplot2::aes(.data$round, .data$mean)) +
    ggplot2::geom_linerange(ggplot2::aes(ymin = .data$low, ymax = .data$high), seen, colour = "grey55", linewidth = 0.4,
                            na.rm = TRUE) +
    ggplot2::geom_point(data = seen, size = 1.2, colour = "grey25") +
    ggplot2::geom_line(ggplot2::aes(colour = .data$policy, linetype = .data$policy), linewidth = 0.7) +
    ggplot2::facet_wrap(ggplot2::vars(.data$arm), ncol = columns,
                        labeller = ggplot2::as_labeller(function(x) {
                          wrap_names(shorten_names(paste0(before, x), 40), c(60, 24, 16)[min(columns, 3)])
                        })) +
    scale_of("x") + scale_of("y", breaks = few_breaks) + ggplot2::expand_limits(y = 0) +
    ggplot2::labs(x = "Round", y = "Share of choices",
                  caption = shares_caption(seen, tables[[1]], length(units), setdiff(arms, kept))) +
    study_theme() + policy_scales(levels(predicted$policy))
}

# Means of each unit in each window of rounds, a row each: of what was chosen, and of what was predicted.
shares_of_fit <- function(table, choices, units) {
  table$unit <- choices$unit[order(choices$rows)] # in the order of the log
  table <- table[table$unit %in% units, ]
  width <- max(1, ceiling(max(table$round) / most_windows))
  window <- ceiling(table$round / width)
  cell <- row_groups(list(table$unit, window))
  first <- !duplicated(cell)
  means <- function(matrix) rowsum(matrix, cell, reorder = FALSE) / as.vector(table(cell)[as.character(cell[first])])
  predicted <- table$propensities
  predicted[is.na(predicted)] <- 0 # arms that are away
  seen <- outer(as.integer(table$arm), seq_len(ncol(predicted)), `==`) + 0
  colnames(seen) <- colnames(predicted)
  list(unit = table$unit[first], window = window[first], width = width, seen = means(seen),
       predicted = means(predicted))
}

# Means over units, with 95% intervals of these means.
windows_of_shares <- function(cells, shares, arms) {
  windows <- sort(unique(cells$window))
  parts <- lapply(windows, function(window) {
    own <- shares[cells$window == window, arms, drop = FALSE]
    n <- nrow(own)
    mean <- unname(colMeans(own))
    limits <- limits_of_means(mean, unname(apply(own, 2, stats::sd)) / sqrt(n), if (n < 3) 1 else n, c(0, 1))
    tibble(arm = factor(arms, arms), round = (window - 0.5) * cells$width + 0.5, mean = mean, low = limits[1, ],
           high = limits[2, ])
  })
  do.call(rbind, parts)
}

shares_caption <- function(seen, cells, units, left) {
  parts <- c(
    sprintf("points: shares of %s%s", if (cells$width > 1) sprintf("%d rounds", cells$width) else "the choices",
            if (units > 1) sprintf(", means of %d units", units) else ""),
    if (!all(is.na(seen$low))) "bars: 95% intervals of these means", "lines: what the policies predict",
    if (length(left) > 0) sprintf("not drawn: the %s chosen least", count_of(length(left), "arm"))
  )
  wrap_names(capital(paste(parts, collapse = "; ")), 95)
}

# --- comparison -------------------------------------------------------------------------------------------

draw_comparison <- function(object, evidence) {
  data <- comparison_drawn(object, evidence)
  data <- drawable(data, names(object$fits))
  policies <- levels(data$policy)
  data$policy <- factor(data$policy, rev(policies))
  lines <- data[is.na(data$low), ]
  ggplot2::ggplot(data, ggplot2::aes(.data$value, .data$policy)) +
    ggplot2::geom_segment(ggplot2::aes(x = 0, xend = .data$value, yend = .data$policy), lines, colour = "grey70",
                          linewidth = 0.5) +
    ggplot2::geom_linerange(ggplot2::aes(xmin = .data$low, xmax = .data$high), data[!is.na(data$low), ],
                            colour = safe_colours[1], linewidth = 0.6) +
    ggplot2::geom_point(colour = safe_colours[1], size = 2) +
    ggplot2::geom_blank(ggplot2::aes(.data$room)) + ggplot2::expand_limits(x = 0) +
    ggplot2::facet_wrap(ggplot2::vars(.data$panel), nrow = 1, scales = "free_x",
                        labeller = ggplot2::as_labeller(function(x) wrap_names(x, 16))) +
    scale_of("x", breaks = few_breaks) + row_axis(length(policies)) +
    ggplot2::labs(x = NULL, y = NULL, caption = comparison_caption(object, evidence)) + study_theme() +
    ggplot2::theme(panel.spacing.x = ggplot2::unit(20, "pt"))
}

comparison_drawn <- function(object, evidence) {
  table <- compare_policies.unruly_fit(object, evidence)
  labels <- vapply(object$fits, function(fit) fit$policy$label, "")
  alpha <- table$frequency * (nrow(object$choices$units) + length(labels))
  limit <- function(p) stats::qbeta(p, alpha, sum(alpha) - alpha)
  worse <- if (object$pooled) max(table$log_lik) - table$log_lik else table[[evidence]] - min(table[[evidence]])
  none <- rep(NA_real_, length(labels))
  panels <- c(if (object$pooled) "Log-evidence below the greatest" else paste(toupper(evidence), "above the least"),
              "Frequency in the population", "Protected exceedance probability")
  tibble(policy = factor(rep(table$policy, 3), table$policy),
         panel = factor(rep(panels, each = length(labels)), panels), value = c(worse, table$frequency, table$protected),
         low = c(none, limit(0.025), none), high = c(none, limit(0.975), none),
         room = rep(c(0, 1, 1), each = length(labels)))
}

comparison_caption <- function(object, evidence) {
  bor <- attr(compare_policies.unruly_fit(object, evidence), "bor")
  wrap_names(sprintf(paste(
    "%s; bars: 95%% intervals of frequencies; protected exceedance: the probability of being the most frequent,",
    "where all are equally frequent with probability %s"), count_of(nrow(object$choices$units), "unit"),
    if (bor < 0.001) "below 0.001" else format_plain(bor, digits = 2)), 95)
}
