# Figures of the arcade: a map of scores, performance profiles, and rank sets.

#' Figures of the arcade
#' @description
#' Draws the scores of all policies on all problems, performance profiles, or rank sets.
#'
#' **Use it when** you want to see where policies fail, and where yours stands.
#'
#' @details
#' * `"heat"`: one cell per policy and problem, by score on a logarithmic scale that ends at 0.002 and 2; white is not
#'   trying, grey a problem that the policy cannot play. Policies are ordered by `ratio`, see
#'   [summary()][summary.unruly_arcade].
#' * `"profile"`: for each policy, the share of all problems drawn on which its score is at most so many times the best
#'   (Dolan and More 2002). A problem that it cannot play counts as failed.
#' * `"ranks"`: the rank set of each policy, and its rank as a point, on each problem.
#'
#' @param object A table of [arcade()].
#' @param type `"heat"`, `"profile"` or `"ranks"`. Default: `"heat"`.
#' @param policies `NULL`, or labels of policies: those drawn in colour in a profile, and those drawn at all otherwise.
#'   New policies are drawn in any case. Default: `NULL`, the seven of least `ratio` in a profile, otherwise all.
#' @param problems `NULL`, or names or kinds of problems. Default: `NULL`, all of the table; in `"ranks"` at most six.
#' @param ... Must be empty.
#' @return A ggplot.
#' @references Dolan and More (2002), Benchmarking optimization software with performance profiles, Mathematical
#'   Programming 91.
#' @examples
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   autoplot(arcade(), "profile", policies = c("UCB1", "Thompson", "MOSS"))
#'   autoplot(arcade(problems = c("patience 8", "ten jumps")), "ranks")
#' }
#' @seealso [arcade()]
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_arcade)
autoplot.unruly_arcade <- function(object, type = c("heat", "profile", "ranks"), policies = NULL, problems = NULL,
                                   ...) {
  check_no_dots(...)
  check_object(object, "object")
  type <- check_choice(type, "type", c("heat", "profile", "ranks"))
  call <- rlang::current_env()
  drawn <- arcade_drawn(object, policies, problems, type, call)
  rlang::check_installed("ggplot2", "to draw the arcade.")
  switch(type, heat = draw_arcade_heat(drawn), profile = draw_arcade_profile(drawn, policies),
         ranks = draw_arcade_ranks(drawn))
}

# The rows to draw; policies are a factor in the order of their ratios, over all problems of the table.
arcade_drawn <- function(object, policies, problems, type, call) {
  labels <- unique(object$policy)
  if (!is.null(policies)) policies <- check_several(policies, "policies", labels, call)
  kinds <- unique(object$kind)
  if (!is.null(problems)) problems <- check_several(problems, "problems",
                                                    unique(c(object$problem, kinds)), call)
  order <- c(arcade_unranked, summary(object)$policy)
  rows <- plain_tibble(object)
  rows$policy <- factor(rows$policy, unique(c(intersect(order, labels), labels)))
  rows$kind <- factor(rows$kind, kinds)
  if (!is.null(problems)) rows <- rows[rows$problem %in% problems | rows$kind %in% problems, ]
  if (!is.null(policies) && type != "profile") rows <- rows[rows$policy %in% policies | rows$new, ]
  rows$problem <- factor(rows$problem, unique(rows$problem))
  rows
}

# Names of new policies stand out by a mark, which every device can print.
arcade_axis <- function(rows) {
  new <- unique(as.character(rows$policy[rows$new]))
  function(x) ifelse(x %in% new, paste0("> ", x), x)
}

draw_arcade_heat <- function(rows) {
  rows <- rows[rows$policy %in% rows$policy[rows$plays], ]
  rows$shown <- pmin(pmax(rows$score, least_score), 2)
  policies <- rev(levels(droplevels(rows$policy)))
  ggplot2::ggplot(rows, ggplot2::aes(.data$problem, .data$policy, fill = .data$shown)) +
    ggplot2::geom_tile(colour = "white", linewidth = 0.2) +
    ggplot2::facet_grid(cols = ggplot2::vars(.data$kind), scales = "free_x", space = "free_x",
                        labeller = ggplot2::as_labeller(function(x) wrap_names(x, 10))) +
    ggplot2::scale_y_discrete(limits = policies, labels = arcade_axis(rows),
                              guide = ggplot2::guide_axis(check.overlap = TRUE)) +
    ggplot2::scale_x_discrete(position = "bottom") +
    arcade_fill() +
    ggplot2::labs(x = NULL, y = NULL, fill = "Score",
                  caption = "Score: regret / that of Uniform (1: white). Grey: cannot play. Order: `ratio` of summary().") +
    study_theme() +
    ggplot2::theme(axis.text.x = ggplot2::element_text(angle = 90, hjust = 1, vjust = 0.5),
                   axis.text = ggplot2::element_text(size = ggplot2::rel(if (length(policies) > 20) 0.6 else 0.8)),
                   panel.grid = ggplot2::element_blank(), panel.spacing.x = ggplot2::unit(2, "pt"),
                   strip.text = ggplot2::element_text(angle = 90, hjust = 0, size = ggplot2::rel(0.65)),
                   legend.key.height = ggplot2::unit(36, "pt"))
}

# Blue is good and red is worse than not trying, which is white.
arcade_fill <- function() {
  at <- log(c(least_score, 0.02, 0.2, 1, 2) / least_score) / log(2 / least_score)
  ggplot2::scale_fill_gradientn(
    colours = c("#08306B", "#2171B5", "#9ECAE1", "#FFFFFF", "#CB181D"), values = at, limits = c(least_score, 2),
    trans = "log10", breaks = c(0.002, 0.01, 0.05, 0.2, 1, 2),
    labels = c("0.002 or less", 0.01, 0.05, 0.2, 1, "2 or more"), na.value = "grey85")
}

draw_arcade_profile <- function(rows, policies = NULL) {
  data <- arcade_profiles(rows)
  count <- length(unique(rows$problem))
  new <- unique(as.character(rows$policy[rows$new]))
  ranked <- levels(droplevels(data$policy))
  chosen <- unique(c(new, policies %||% ranked))
  matter <- intersect(utils::head(chosen, max(length(safe_colours), length(new))), ranked)
  look <- policy_look(ranked, character(), match(ranked, matter))
  pale <- data[!data$policy %in% matter, ]
  coloured <- data[data$policy %in% matter, ]
  ggplot2::ggplot(coloured, ggplot2::aes(.data$ratio, .data$share, colour = .data$policy, linetype = .data$policy)) +
    ggplot2::geom_step(ggplot2::aes(group = .data$policy), data = pale, colour = "grey85", linetype = "solid",
                       linewidth = 0.4) +
    ggplot2::geom_step(linewidth = 0.8) +
    scale_of("x", "x", limits = c(1, NA)) + ggplot2::scale_y_continuous(limits = c(0, 1)) +
    ggplot2::labs(x = "Score over the best score, at most", y = sprintf("Share of %s", count_of(count, "problem")),
                  caption = if (nrow(pale) > 0) paste("Grey:", count_of(length(unique(pale$policy)), "other policy",
                                                                        "other policies"))) +
    study_theme() + policy_scales(look$policy, look = look, order = matter)
}

# A step for each problem that a policy plays, from a ratio of 1 to the greatest of all.
arcade_profiles <- function(rows) {
  levels <- levels(factor(rows$policy))
  rows$policy <- as.character(rows$policy)
  played <- arcade_ratios(rows)
  count <- length(unique(rows$problem))
  far <- max(played$ratio)
  order <- intersect(levels, played$policy)
  parts <- lapply(order, function(policy) {
    ratio <- sort(played$ratio[played$policy == policy])
    steps <- c(sum(ratio <= 1), seq_along(ratio), length(ratio))
    tibble(policy = policy, ratio = c(1, ratio, far), share = steps / count)
  })
  data <- do.call(rbind, parts)
  data$policy <- factor(data$policy, order)
  data
}

draw_arcade_ranks <- function(rows) {
  rows <- rows[!is.na(rows$rank), ]
  shown <- utils::head(levels(droplevels(rows$problem)), 6)
  left <- nlevels(droplevels(rows$problem)) - length(shown)
  rows <- rows[rows$problem %in% shown, ]
  rows$row <- stats::ave(rows$rank, rows$problem, FUN = function(x) rank(x, ties.method = "first"))
  rows <- rows[order(rows$problem, -rows$row), ]
  rows$name <- factor(seq_len(nrow(rows)))
  marked <- arcade_axis(rows)
  policies <- as.character(rows$policy)
  ggplot2::ggplot(rows, ggplot2::aes(.data$rank, .data$name, colour = .data$new)) +
    ggplot2::geom_linerange(ggplot2::aes(xmin = .data$rank_low, xmax = .data$rank_high), linewidth = 1.2,
                            alpha = 0.45) +
    ggplot2::geom_point(size = 1.4) +
    ggplot2::facet_wrap(ggplot2::vars(.data$problem), scales = "free") +
    ggplot2::scale_y_discrete(labels = function(x) marked(policies[as.integer(x)])) +
    scale_of("x", breaks = whole_breaks()) +
    ggplot2::scale_colour_manual(values = c("FALSE" = safe_colours[1], "TRUE" = safe_colours[2]), guide = "none") +
    ggplot2::labs(x = "Rank, with the set of ranks that the data allow (all sets of a problem together: 95%)", y = NULL,
                  caption = if (left > 0) sprintf("%s not drawn: see `problems`", count_of(left, "problem"))) +
    study_theme() + ggplot2::theme(axis.text.y = ggplot2::element_text(size = ggplot2::rel(0.6)))
}
