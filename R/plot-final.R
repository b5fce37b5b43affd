# The distribution of the final regret over replications.

final_data <- function(study, view = NULL) {
  in_study_order(study$tables$regret[final_rows(study), ], study)
}

# The regret of few games is a few values, and a density would have hills where nothing is: up to so many replications
# each is a point.
most_points <- 200

draw_distribution <- function(data, study, view) {
  data <- data[!data$bandit %in% replays_among(study), ]
  bandits <- drawn_bandits(data)
  games <- drawn_games(data, study)
  data <- data[!is.na(data$regret), ]
  rows <- rev(view$policies)
  data$policy <- factor(data$policy, rows)
  middle <- final_quartiles(data)
  shown <- if (grepl("x", view$log)) data$regret > 0 else rep(TRUE, nrow(data))
  data <- data[shown, ]
  panel_rows <- grDevices::n2mfrow(length(unique(data$bandit)))[2]
  points <- length(study$replications) <= most_points
  layers <- if (points) layer_games(data, middle, view$log, length(rows) * panel_rows) else
    layer_violins(data, middle, view$log)
  caption <- paste0(games, if (nrow(data) > 0) paste0(
    if (points) "; one point per game, piled where regret is about equal", "; circle: the median",
    if (!points) "; bar: the middle half"
  ))
  ggplot2::ggplot(data, ggplot2::aes(.data$regret, .data$policy, colour = .data$policy, fill = .data$policy)) +
    layers + scale_of("x", view$log) +
    ggplot2::labs(x = paste("Regret of a game", by_when(study, bandits)), y = NULL,
                  caption = wrap_names(paste0(caption, if (!all(shown))
                    "; a regret of 0 or less has no logarithm and is not drawn"), 95)) +
    facet_by_bandit(data, "free_x") + study_theme() + row_axis(length(rows), panel_rows, limits = rows) +
    study_scales(study, view) +
    ggplot2::theme(legend.position = "none", panel.grid.major.y = ggplot2::element_blank())
}

# Games that a rule has ended have no regret.
drawn_games <- function(data, study) {
  without <- sum(is.na(data$regret))
  if (without == 0) return(replications_text(study))
  sprintf("%s of %s; %s stopped and %s no regret", format_count(nrow(data) - without),
          count_of(nrow(data), "game"), format_count(without), if (without == 1) "has" else "have")
}

# Games of about the same regret make a pile, with the median below. Piles of one
# panel have the same step, so that their heights compare.
layer_games <- function(data, middle, log, rows) {
  data$pile <- round(axis_place(data$regret, log) / panel_width(data, log) * 60)
  place <- stats::ave(data$pile, data$bandit, data$policy, data$pile, FUN = seq_along)
  step <- pmin(0.6 / stats::ave(place, as.character(data$bandit), FUN = max), 0.1)
  data$row <- as.integer(data$policy) - 0.18 + (place - 1) * step
  middle$row <- as.integer(middle$policy) - 0.32
  list(
    ggplot2::geom_point(ggplot2::aes(y = .data$row), data, size = max(0.9, min(1.5, 14 / rows)), alpha = 0.8,
                        stroke = 0),
    layer_medians(middle, log, ggplot2::aes(.data$median, .data$row), max(1, min(2.2, 24 / rows)), min(1, 14 / rows))
  )
}

# One bandwidth per panel: with bandwidths of their own one policy would be a needle and another a hill.
layer_violins <- function(data, middle, log) {
  cells <- row_groups(data[c("bandit", "policy")])
  spread <- stats::ave(data$regret, cells, FUN = function(x) diff(range(x))) > 0
  data$width <- 0.02 * panel_width(data, log)
  violins <- lapply(unname(split(data[spread, ], data$bandit[spread], drop = TRUE)), function(panel) {
    ggplot2::geom_violin(data = panel, bw = panel$width[1], alpha = 0.25, colour = NA, scale = "width", width = 0.85,
                         orientation = "y")
  })
  if (grepl("x", log)) middle$q25 <- pmax(middle$q25, min(data$regret))
  half <- ggplot2::geom_segment(ggplot2::aes(x = .data$q25, xend = .data$q75, yend = .data$policy),
                                if (grepl("x", log)) middle[middle$q75 > 0, ] else middle, linewidth = 1.2)
  c(violins, list(half, layer_medians(middle, log, ggplot2::aes(.data$median, .data$policy), 2.4, 1)))
}

layer_medians <- function(middle, log, place, size, stroke) {
  if (grepl("x", log)) middle <- middle[middle$median > 0, ]
  ggplot2::geom_point(place, middle, size = size, shape = 21, fill = "white", stroke = stroke)
}

# Returns the width of a panel on its axis; 1 where all is one value.
panel_width <- function(data, log) {
  width <- stats::ave(axis_place(data$regret, log), as.character(data$bandit), FUN = function(x) diff(range(x)))
  ifelse(width > 0, width, 1)
}

axis_place <- function(x, log) if (grepl("x", log)) log10(x) else x

final_quartiles <- function(data) {
  cells <- rows_alike(data[c("bandit", "policy")])
  quartiles <- vapply(cells, function(rows) stats::quantile(data$regret[rows], c(0.25, 0.5, 0.75), names = FALSE),
                      numeric(3))
  first <- vapply(cells, `[`, 0L, 1L)
  tibble(policy = data$policy[first], bandit = data$bandit[first],
         q25 = quartiles[1, ], median = quartiles[2, ], q75 = quartiles[3, ])
}
