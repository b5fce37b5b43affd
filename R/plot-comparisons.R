# Forest plots: differences of policies with their intervals, a row for each pair.

#' Figures of paired comparisons
#' @description
#' Draws the differences of [compare_policies()] as a forest plot: a row for each pair with its interval, and both in
#' numbers at the right. The line is at 0, where policies are alike.
#'
#' **Use it when** you show which policies are better than a baseline, and by how much. `autoplot(study, "contrast")`
#' draws the differences by round.
#'
#' @param object A table of [compare_policies()]. If it has several rounds, each pair has an interval for each.
#' @param ... Must be empty.
#' @return A ggplot with one panel per bandit.
#' @section Errors: `unruly_error_object`: a table that was edited. `unruly_error_argument`: more than 6 rounds.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' policies <- list(policy_ucb1(), policy_moss(), policy_uniform())
#' study <- run_study(problem, policies, horizon = 500, reps = 20, seed = 1)
#' if (requireNamespace("ggplot2", quietly = TRUE)) autoplot(compare_policies(study))
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_policy_comparisons)
autoplot.unruly_policy_comparisons <- function(object, ...) {
  check_no_dots(...)
  check_object(object, "object")
  how <- attributes(object)
  data <- plain_tibble(object)
  if (length(unique(data$round)) > most_forest_rounds) {
    abort_argument("object", sprintf("comparisons after at most %d rounds", most_forest_rounds),
                   given = count_of(length(unique(data$round)), "round"),
                   hint = "`autoplot(study, \"contrast\")` draws the differences by round.")
  }
  rlang::check_installed("ggplot2", "to plot comparisons.")
  labels <- lapply(data[c("bandit", "policy", "baseline")], function(names) unique(as.character(names)))
  data <- forest_rows(drawable(data, unlist(labels)))
  size <- max(4.5, min(8.8, 8.8 * 20 / max(data$row))) # of names: 20 rows have room on a page
  ggplot2::ggplot(data, ggplot2::aes(.data$difference, .data$place)) +
    ggplot2::geom_vline(xintercept = 0, linetype = "22", colour = "grey40") +
    forest_marks(data) + scale_of("x") + forest_axis(data) +
    ggplot2::labs(x = forest_title(data, how), y = NULL, caption = forest_caption(data, how)) +
    forest_panels(data) + study_theme() +
    ggplot2::theme(panel.grid.major.y = ggplot2::element_blank(),
                   axis.text.y = ggplot2::element_text(size = size),
                   axis.text.y.right = ggplot2::element_text(family = "mono", hjust = 0, size = size),
                   plot.margin = ggplot2::margin(6, 20, 6, 6))
}

# More intervals side by side cannot be told apart.
most_forest_rounds <- 6

# Rows of all panels have places of their own, the first one above; those of the rounds of a pair lie close together.
forest_rows <- function(data) {
  data$bandit <- factor(data$bandit, unique(data$bandit))
  pair <- row_groups(data[c("bandit", "policy", "baseline")])
  rounds <- sort(unique(data$round))
  data$round <- factor(match(data$round, rounds), seq_along(rounds), vapply(rounds, format_count, ""))
  data$row <- max(pair) - pair + 1
  data$place <- data$row - 0.5 * (as.integer(data$round) - (length(rounds) + 1) / 2) / length(rounds)
  data
}

forest_marks <- function(data) {
  list(
    if (nlevels(data$round) > 1) ggplot2::aes(colour = .data$round, shape = .data$round),
    ggplot2::geom_linerange(ggplot2::aes(xmin = .data$lower, xmax = .data$upper), linewidth = 0.6, na.rm = TRUE,
                            show.legend = FALSE),
    ggplot2::geom_point(size = 1.9, na.rm = TRUE)
  )
}

# Names at the left; numbers at the right where a pair has one row. Places are those of the data, so no panel has
# another's.
forest_axis <- function(data) {
  first <- data[!duplicated(data$row), ]
  several <- length(unique(as.character(data$baseline))) > 1
  name <- if (several) paste(first$policy, first$baseline, sep = " - ") else as.character(first$policy)
  right <- if (nlevels(data$round) == 1) ggplot2::dup_axis(labels = forest_numbers(first), name = NULL) else
    ggplot2::waiver()
  ggplot2::scale_y_continuous(breaks = first$row, labels = wrap_names(name, 32), sec.axis = right, minor_breaks = NULL,
                              expand = ggplot2::expansion(add = 0.6))
}

# "-11.6 [-12.8, -10.4]", with the digits that the intervals of the bandit need, below each other.
forest_numbers <- function(data) {
  cells <- lapply(rows_alike(data["bandit"]), function(rows) {
    number <- numbers_alike(unlist(data[rows, c("difference", "lower", "upper")]), 3)
    cbind(rows, number(data$difference[rows]), interval_texts(data$lower[rows], data$upper[rows], number))
  })
  cells <- do.call(rbind, cells)
  cells <- cells[order(as.integer(cells[, 1])), -1, drop = FALSE]
  trimws(paste(format(cells[, 1], justify = "right"), cells[, 2]), "right")
}

forest_panels <- function(data) {
  list(
    if (nlevels(data$bandit) > 1) ggplot2::facet_wrap(ggplot2::vars(.data$bandit), ncol = 1, scales = "free",
                                                      labeller = strips_above(1)),
    if (nlevels(data$round) > 1) policy_scales(levels(data$round), "Round")
  )
}

forest_title <- function(data, how) {
  baseline <- unique(as.character(data$baseline))
  wrap_names(paste0("Difference in mean ", measure_titles(how$what), if (length(baseline) == 1) paste(" from", baseline)), 60)
}

forest_caption <- function(data, how) {
  end <- better_end(how$what)
  better <- if (length(unique(as.character(data$baseline))) == 1) "the policy is better than the baseline" else
    "the first named is better"
  several <- length(unique(as.character(data$policy))) + length(unique(as.character(data$baseline))) > 2
  wrap_names(capital(paste(c(
    if (nlevels(data$round) == 1) sprintf("after round %s", levels(data$round)),
    if (!all(is.na(data$lower))) {
      paste0(format_numbers(100 * how$level), "% intervals", if (several) ", each by itself")
    },
    if (!is.null(end)) sprintf("%s 0 %s", if (end == "least") "below" else "above", better)
  ), collapse = "; ")), 95)
}

shape.unruly_policy_comparisons <- function(x) list(
  difference = function(v, x) is.numeric(v), lower = function(v, x) is.numeric(v), upper = function(v, x) is.numeric(v),
  se = function(v, x) is.null(v) || is.numeric(v), p_value = function(v, x) is.null(v) || is.numeric(v),
  round = function(v, x) is_column(v), bandit = function(v, x) are_labels(v), baseline = function(v, x) are_labels(v),
  policy = function(v, x) {
    how <- attributes(x)
    are_labels(v) && is_reals(how$level, 1) && is_word(how$what) && is_word(how$adjust) &&
      are_columns(x, c("bandit", "policy", "baseline", "round", "difference", "lower", "upper")) &&
      is_key(x, c("bandit", "policy", "baseline", "round"))
  }
)
