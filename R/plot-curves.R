# Curves over rounds: means with their ribbons, and paired differences.

curve_data <- function(what) {
  force(what)
  function(study, view = whole_view(study, "reward")) {
    data <- summarise_study(study, what, study$description$record, view$level, view$interval)
    bandits <- study$description$bandits
    least <- vapply(bandits, least_possible, 0, what)[data$bandit]
    data$lower <- pmax(data$lower, unname(least))
    in_study_order(data, study)
  }
}

# The least that a figure can be: intervals end there. Regret may be negative
# where the comparator is not better in each round (waiting, hindsight).
least_possible <- function(bandit, what) {
  if (what == "reward") return(if (bandit$arms$range[1] >= 0) 0 else -Inf)
  if (what != "regret") return(0)
  compared <- any(vapply(c("waiting", "replay"), function(trait) has_trait(bandit, trait), NA))
  if (compared || !is.null(wear_words(bandit)) || bandit$arms$kind == "tape_round") -Inf else 0
}

# The reward so far over the rounds so far.
rate_data <- function(study, view) {
  data <- curve_data("reward")(study, view)
  columns <- c("mean", "sd", "se", "lower", "upper", "median", "q05", "q95")
  data[columns] <- lapply(data[columns], function(x) x / data$round)
  data
}

# The share of plays so far that were of a best action.
optimal_data <- function(study, view) {
  table <- study$tables$regret
  study$tables$regret$optimal <- ifelse(table$pulls > 0, table$optimal / table$pulls, NA)
  data <- curve_data("optimal")(study, view)
  data$upper <- pmin(data$upper, 1)
  data
}

draw_curves <- function(title) {
  force(title)
  function(data, study, view = whole_view(study)) {
    data <- data[!is.na(data$mean), ] # bandits that lack this figure
    if (grepl("y", view$log)) data <- above_zero(data)
    ggplot2::ggplot(data, ggplot2::aes(.data$round, .data$mean, colour = .data$policy, fill = .data$policy,
                                       linetype = .data$policy)) +
      layer_changes(data, study) + layer_curves(data) +
      scale_of("x", view$log, breaks = round_breaks(data)) + scale_of("y", view$log) +
      ggplot2::labs(x = "Round", y = title) +
      ggplot2::labs(caption = randomness_caption(study, view)) +
      facet_by_bandit(data) + study_theme() + study_scales(study)
  }
}

# Lines with their ribbons; points, side by side, where there is a single round.
layer_curves <- function(data) {
  if (length(unique(data$round)) > 1) return(list(layer_ribbon(data), ggplot2::geom_line(linewidth = 0.7, na.rm = TRUE)))
  beside <- ggplot2::position_dodge(0.01 * max(1, data$round))
  ggplot2::geom_pointrange(ggplot2::aes(ymin = .data$lower, ymax = .data$upper, shape = .data$policy), position = beside,
                           linetype = "solid", na.rm = TRUE)
}

# More lines than these would hide the curves.
most_changes <- 25

# Where the means change in the same rounds of all replications: a light line for each.
layer_changes <- function(data, study) {
  drawn <- study$description$bandits[intersect(names(study$description$bandits), as.character(data$bandit))]
  rounds <- lapply(drawn, change_rounds)
  marks <- tibble(bandit = rep(names(drawn), lengths(rounds)), round = as.double(unlist(rounds)))
  marks <- marks[marks$round > min(data$round) & marks$round < max(data$round), ]
  if (nrow(marks) == 0) return(NULL)
  marks$bandit <- factor(marks$bandit, levels(data$bandit))
  ggplot2::geom_vline(ggplot2::aes(xintercept = .data$round), marks, colour = "grey75", linewidth = 0.35)
}

change_rounds <- function(bandit) {
  if (!has_trait(bandit, "changes")) return(NULL)
  law <- law_of_trait(bandit$traits$changes)
  mean <- law$parameters$mean
  rounds <- switch(law$law, at = law$parameters$round,
                   table = which(colSums(mean[, -1, drop = FALSE] != mean[, -ncol(mean), drop = FALSE]) > 0) + 1)
  if (length(rounds) <= most_changes) rounds
}

round_breaks <- function(data) if (length(unique(data$round)) == 1) data$round[1] else ggplot2::waiver()

# What has a logarithm: ribbons end at the least mean that has one.
above_zero <- function(data) {
  data <- data[data$mean > 0, ]
  if (nrow(data) > 0) data$lower <- pmax(data$lower, min(data$mean))
  data
}

# The intervals of whoever has one; NULL, which adds nothing, if nobody has.
layer_ribbon <- function(data) {
  certain <- data[!is.na(data$lower), ]
  if (nrow(certain) == 0) return(NULL)
  ggplot2::geom_ribbon(ggplot2::aes(ymin = .data$lower, ymax = .data$upper), certain, alpha = 0.15, colour = NA)
}

# Where replications walk the same events a ribbon would promise too much.
randomness_caption <- function(study, view = list(bandits = names(study$description$bandits))) {
  bandits <- intersect(same_events(study), view$bandits)
  if (length(bandits) == 0 || length(study$replications) == 1) return(NULL)
  sprintf("%sPolicy randomness only: no intervals",
          if (length(bandits) < length(view$bandits)) paste0(paste(bandits, collapse = ", "), ": ") else "")
}

draw_optimal <- function(data, study, view) {
  draw_curves("Share of plays of a best arm so far")(data, study, view) + ggplot2::expand_limits(y = 0:1)
}

# --- which arm is named -----------------------------------------------------------

naming_titles <- c(correct = "Chance of the right arm", simple_regret = "Mean simple regret", stops = "Games stopped")

naming_data <- function(study, view) {
  tables <- lapply(c("correct", "simple_regret"), function(what) {
    data <- curve_data(what)(study, view)
    data$figure <- factor(naming_titles[[what]], naming_titles)
    data
  })
  if (is.null(study$description$stop) || keeps_moments(study)) return(do.call(rbind, tables))
  do.call(rbind, c(tables, list(stops_data(study, tables[[1]]))))
}

# A row a game that stopped, like the rows of the curves, which have the means.
stops_data <- function(study, like) {
  stops <- in_study_order(study$tables$stops, study)
  data <- like[rep(NA_integer_, nrow(stops)), ]
  data[c("bandit", "policy", "round")] <- stops[c("bandit", "policy", "round")]
  data$figure <- factor(rep(naming_titles[["stops"]], nrow(stops)), naming_titles)
  data
}

draw_naming <- function(data, study, view) {
  several <- length(unique(data$bandit)) > 1
  draw_curves(NULL)(data, study, view) + layer_stops(data[data$figure == naming_titles[["stops"]], ]) +
    ggplot2::facet_grid(ggplot2::vars(.data$figure), if (several) ggplot2::vars(.data$bandit), scales = "free_y", switch = "y",
                        labeller = ggplot2::labeller(figure = ggplot2::label_wrap_gen(15), bandit = ggplot2::label_wrap_gen(20))) +
    ggplot2::theme(strip.placement = "outside", strip.background.y = ggplot2::element_blank())
}

# How many games stopped when.
layer_stops <- function(data) {
  if (nrow(data) == 0) return(NULL)
  ggplot2::geom_histogram(ggplot2::aes(.data$round, fill = .data$policy), data, bins = 30, position = "identity", alpha = 0.5,
                          inherit.aes = FALSE)
}

# --- differences, paired by replication ------------------------------------------

contrast_data <- function(study, view) {
  what <- usual_plot(study)
  data <- suppressMessages(
    compare_policies(study, view$baseline, what, level = view$level, at = "all"),
    classes = "unruly_message_policy_randomness"
  )
  in_study_order(data[setdiff(names(data), "p_value")], study)
}

draw_contrast <- function(data, study, view) {
  data <- data[!is.na(data$difference), ]
  data$mean <- data$difference
  title <- sprintf("%s less that of %s", if (usual_plot(study) == "reward") "Reward" else "Regret", view$baseline)
  ggplot2::ggplot(data, ggplot2::aes(.data$round, .data$mean, colour = .data$policy, fill = .data$policy,
                                     linetype = .data$policy)) +
    ggplot2::geom_hline(yintercept = 0, colour = "grey40", linewidth = 0.4) +
    layer_curves(data) +
    scale_of("x", view$log, breaks = round_breaks(data)) + scale_of("y") +
    ggplot2::labs(x = "Round", y = wrap_names(title, 45)) +
    ggplot2::labs(caption = randomness_caption(study, view)) +
    facet_by_bandit(data) + study_theme() + study_scales(study)
}
