# The distribution of final figures over replications.

final_data <- function(study, view = NULL) {
  table <- study$tables$regret
  in_study_order(table[table$round == last_checkpoint(study), ], study)
}

# More replications than these would make one grey cloud of points.
most_points <- 200

draw_distribution <- function(data, study, view) {
  data <- data[!is.na(data$regret), ]
  rows <- rev(view$policies)
  data$policy <- factor(data$policy, rows)
  cells <- interaction(data$bandit, data$policy, drop = TRUE)
  spread <- stats::ave(data$regret, cells, FUN = function(x) length(x) >= 10 && diff(range(x)) > 0) > 0
  ggplot2::ggplot(data, ggplot2::aes(.data$regret, .data$policy, colour = .data$policy, fill = .data$policy)) +
    (if (any(spread)) ggplot2::geom_violin(data = data[spread, ], alpha = 0.25, colour = NA, scale = "width", width = 0.85,
                                           orientation = "y")) +
    (if (length(study$replications) <= most_points) {
      ggplot2::geom_point(position = ggplot2::position_jitter(width = 0, height = 0.15, seed = 1), alpha = 0.6, size = 1.2,
                          stroke = 0)
    }) +
    ggplot2::geom_segment(ggplot2::aes(x = .data$q25, xend = .data$q75, yend = .data$policy), final_quartiles(data),
                          linewidth = 1.2) +
    ggplot2::geom_point(ggplot2::aes(x = .data$median), final_quartiles(data), size = 2.4, shape = 21, fill = "white",
                        stroke = 1) +
    scale_of("x", view$log) +
    ggplot2::labs(x = paste("Regret of a replication", by_when(study)), y = NULL,
                  caption = "Circle: the median; bar: the middle half of the replications") +
    facet_by_bandit(data, "free_x") + study_theme() +
    row_axis(length(rows), grDevices::n2mfrow(length(unique(data$bandit)))[2], limits = rows) +
    policy_scales(names(study$description$policies)) +
    ggplot2::theme(legend.position = "none", panel.grid.major.y = ggplot2::element_blank())
}

final_quartiles <- function(data) {
  groups <- split(data$regret, list(policy = data$policy, bandit = data$bandit), drop = TRUE, sep = "\r")
  quartiles <- vapply(groups, stats::quantile, numeric(3), c(0.25, 0.5, 0.75), names = FALSE)
  parts <- strsplit(names(groups), "\r", fixed = TRUE)
  tibble(policy = factor(vapply(parts, `[`, "", 1), levels(data$policy)),
         bandit = factor(vapply(parts, `[`, "", 2), levels(data$bandit)),
         q25 = quartiles[1, ], median = quartiles[2, ], q75 = quartiles[3, ])
}
