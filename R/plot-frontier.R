# The frontier of reward against unfairness: its points and its plot.

frontier_data <- function(study, view = whole_view(study, "frontier")) {
  earned <- curve_at_end("reward", study, view)
  unfair <- curve_at_end("unfairness", study, view)
  families <- stats::setNames(policy_families(study$description), names(study$description$policies))
  family <- unname(families[as.character(earned$policy)])
  table <- tibble(
    bandit = earned$bandit, policy = earned$policy, family = factor(family, unique(families)),
    reward = earned$mean, reward_lower = earned$lower, reward_upper = earned$upper,
    unfairness = unfair$mean, unfairness_lower = unfair$lower, unfairness_upper = unfair$upper
  )
  table[!is.na(table$unfairness), ]
}

curve_at_end <- function(what, study, view) {
  data <- curve_data(what)(study, view)
  data[data$round == last_checkpoint(study), ]
}

# The points of a family of several policies are joined; a family of one goes by its own label.
frontier_names <- function(study) {
  families <- policy_families(study$description)
  alone <- families %in% names(which(table(families) == 1))
  ifelse(alone, names(study$description$policies), families)
}

draw_frontier <- function(data, study, view = whole_view(study, "frontier")) {
  groups <- frontier_names(study)
  data$name <- factor(groups[as.integer(data$policy)], unique(groups))
  data <- data[order(data$bandit, data$name, data$unfairness), ]
  joined <- data[stats::ave(data$reward, data$bandit, data$name, FUN = length) > 1, ]
  members <- if (length(unique(data$bandit)) <= 6) joined else joined[0, ] # small panels have no room for them
  ggplot2::ggplot(data, ggplot2::aes(.data$unfairness, .data$reward, colour = .data$name, shape = .data$name)) +
    (if (nrow(joined) > 0) ggplot2::geom_path(data = joined, linewidth = 0.5)) +
    layer_bars(data) +
    ggplot2::geom_point(size = 2.2) +
    layer_members(members) +
    scale_of("x", view$log, breaks = if (grepl("x", view$log)) ggplot2::waiver() else unfairness_breaks,
             expand = ggplot2::expansion(mult = c(room_for_members(members), 0.05))) +
    scale_of("y", view$log, expand = ggplot2::expansion(mult = c(0.05, 0.1))) +
    ggplot2::labs(x = paste("Mean unfairness", by_when(study, drawn_bandits(data))),
                  y = paste("Mean reward", by_when(study, drawn_bandits(data))),
                  caption = bars_caption(study, view, data$reward_lower)) +
    facet_by_bandit(data, "free") + study_theme() + frontier_scales(data, study, groups, view) +
    ggplot2::coord_cartesian(clip = "off")
}

# Families have looks of their own, unless each policy is a family. The greatest reward comes first.
frontier_scales <- function(data, study, groups, view) {
  look <- if (anyDuplicated(groups)) policy_look(unique(groups), oracles_of(study)) else study_looks(study, view)
  greatest <- sort(tapply(data$reward, as.character(data$name), max), decreasing = TRUE)
  policy_scales(unique(groups), look = look, order = names(greatest))
}

# The legend has the families alone, so their points say which policy each is,
# where there is room: to the upper left, as frontiers rise to the right.
layer_members <- function(joined) {
  if (nrow(joined) == 0) return(NULL)
  joined$label <- member_labels(joined)
  ggplot2::geom_text(ggplot2::aes(label = .data$label), joined, hjust = 1.15, vjust = -0.3, size = 2.8,
                     check_overlap = TRUE, show.legend = FALSE)
}

member_labels <- function(joined) mapply(own_part, as.character(joined$policy), as.character(joined$name))

# The room for labels is no unfairness below 0.
unfairness_breaks <- function(limits) {
  at <- pretty(limits, 4)
  at[at >= 0]
}

# To the left of the first point, as a share of the panel.
room_for_members <- function(joined) {
  if (nrow(joined) == 0) return(0.05)
  panels <- grDevices::n2mfrow(length(unique(joined$bandit)))[1]
  min(0.04 + 0.013 * panels * max(nchar(member_labels(joined))), 0.4)
}

# Returns what a label says beyond its family: "A = 1" of "HT-UCB (A = 1)".
own_part <- function(label, family) {
  rest <- if (startsWith(label, family)) substring(label, nchar(family) + 1) else label
  rest <- sub("^[ ,:]+", "", rest)
  rest <- sub("^\\((.*)\\)$", "\\1", rest)
  shorten_names(if (rest == "") label else rest, 24)
}

# Intervals of both means, where there are any.
layer_bars <- function(data) {
  if (all(is.na(data$reward_lower)) && all(is.na(data$unfairness_lower))) return(NULL)
  list(
    ggplot2::geom_linerange(ggplot2::aes(ymin = .data$reward_lower, ymax = .data$reward_upper), data, linewidth = 0.4,
                            na.rm = TRUE, show.legend = FALSE),
    ggplot2::geom_linerange(ggplot2::aes(xmin = .data$unfairness_lower, xmax = .data$unfairness_upper), data,
                            linewidth = 0.4, na.rm = TRUE, show.legend = FALSE)
  )
}
