# Curves over rounds: means with their ribbons, and paired differences.

curve_data <- function(what) {
  force(what)
  function(study, view = whole_view(study, "reward")) {
    data <- summarise_study(study, what, study$description$record, view$level, view$interval)
    in_study_order(clip_intervals(data, study, what), study)
  }
}

# Intervals end where the figure does.
clip_intervals <- function(data, study, what) {
  least <- vapply(study$description$bandits, least_possible, 0, what)
  data$lower <- pmax(data$lower, unname(least[data$bandit]))
  data
}

# The least that a figure can be: intervals end there. Regret may be negative
# where the comparator is not better in each round (waiting, hindsight).
least_possible <- function(bandit, what) {
  if (what == "reward") return(if (bandit$arms$range[1] >= 0) 0 else -Inf)
  if (what != "regret") return(0)
  compared <- any(vapply(c("waiting", "replay"), function(trait) has_trait(bandit, trait), NA))
  if (compared || !is.null(wear_words(bandit)) || bandit$arms$kind == "tape_round") -Inf else 0
}

# The reward over the rounds: so far, and of a window.
rate_data <- function(study, view) {
  rounds <- study$description$record
  whole <- curve_data("reward")(study, view)
  columns <- c("mean", "sd", "se", "lower", "upper", "median", "q05", "q95")
  whole[columns] <- lapply(whole[columns], function(x) x / whole$round)
  with_windows(whole, view, function(from) {
    if (keeps_moments(study)) return(window_of_means(whole, rounds, from))
    study$tables$regret$reward <- gain_since(study$tables$regret$reward, from) / (rounds - c(0, rounds)[from + 1])
    curve_data("reward")(study, view)
  }, rounds)
}

# The share of plays that were of a best action: so far, and of a window.
optimal_data <- function(study, view) {
  table <- study$tables$regret
  share <- function(from) {
    plays <- gain_since(table$pulls, from)
    study$tables$regret$optimal <- ifelse(plays > 0, gain_since(table$optimal, from) / plays, NA)
    data <- curve_data("optimal")(study, view)
    data$upper <- pmin(data$upper, 1)
    data
  }
  rounds <- study$description$record
  with_windows(share(rep(0, length(rounds))), view, share, rounds)
}

# A figure so far and, below, that of windows: `windowed` makes it, given the checkpoint at which each begins (0: the
# start), the last one that is a window away or more.
with_windows <- function(whole, view, windowed, rounds) {
  titles <- c("Rounds so far", sprintf("Last %s", count_of(view$window, "round")))
  whole$figure <- factor(titles[1], titles)
  if (view$window == 0) return(whole)
  windows <- windowed(findInterval(rounds - view$window, rounds))
  windows$figure <- factor(titles[2], titles)
  rbind(whole, windows)
}

# What each game got since the checkpoint `from`, checkpoint by checkpoint.
gain_since <- function(value, from) {
  value <- matrix(value, nrow = length(from))
  c(value - rbind(0, value)[from + 1, , drop = FALSE])
}

# Of moments the means alone are known.
window_of_means <- function(whole, rounds, from) {
  sums <- whole$mean * whole$round
  whole$mean <- gain_since(sums, from) / (rounds - c(0, rounds)[from + 1])
  whole[c("sd", "se", "lower", "upper", "median", "q05", "q95")] <- NA_real_
  whole
}

draw_curves <- function(title) {
  force(title)
  function(data, study, view = whole_view(study)) {
    data <- data[!is.na(data$mean), ] # bandits that lack this figure
    draw_lines(data, study, view, title, name_lines(data, study_looks(study, view), view$labels)) + facet_by_bandit(data)
  }
}

# By round, without panels; `names` are those at the ends of the lines, NULL for a legend.
draw_lines <- function(data, study, view, title, names) {
  if (grepl("y", view$log)) data <- above_zero(data)
  looks <- study_looks(study, view)
  ggplot2::ggplot(data, ggplot2::aes(.data$round, .data$mean, colour = .data$policy, fill = .data$policy,
                                     linetype = .data$policy)) +
    layer_changes(data, study) + layer_curves(data, looks) +
    scale_of("x", view$log, breaks = round_breaks(data), expand = room_after(names)) + scale_of("y", view$log) +
    ggplot2::labs(x = "Round", y = title, caption = curve_caption(study, view, data, looks)) + study_theme() +
    policy_scales(looks$policy, look = looks, order = by_final_value(data), legend = is.null(names)) + names
}

# Strips of rows beside the axis.
strips_left <- function() ggplot2::theme(strip.placement = "outside", strip.background.y = ggplot2::element_blank())

# Beside the figure so far that of a window.
draw_windows <- function(title) {
  force(title)
  function(data, study, view = whole_view(study)) {
    data <- data[!is.na(data$mean), ]
    names <- name_lines(data, study_looks(study, view), view$labels, columns = 1, rows = length(unique(data$bandit)))
    plot <- draw_lines(data, study, view, title, names) + ggplot2::theme(panel.spacing.x = ggplot2::unit(18, "pt"))
    if (view$window == 0) return(plot + facet_by_bandit(data))
    if (length(unique(data$bandit)) < 2) return(plot + ggplot2::facet_wrap(ggplot2::vars(.data$figure)))
    plot + strips_left() + ggplot2::facet_grid(
      ggplot2::vars(.data$bandit), ggplot2::vars(.data$figure), scales = "free_y", switch = "y",
      labeller = strips_around(length(unique(data$bandit)), 2)
    )
  }
}

# Lines go up to their names.
room_after <- function(names) if (is.null(names)) ggplot2::waiver() else ggplot2::expansion(c(0.05, 0.01))

# Lines with their ribbons, those that do not matter thin and grey below the others; points, side by side, where
# there is a single round.
layer_curves <- function(data, looks = NULL) {
  if (length(unique(data$round)) > 1) {
    plain <- if (is.null(looks)) data[0, ] else data[data$policy %in% looks$policy[!looks$matters], ]
    data <- data[!data$policy %in% plain$policy, ]
    return(list(
      if (nrow(plain) > 0) ggplot2::geom_line(ggplot2::aes(group = .data$policy), plain, colour = pale, linetype = "solid",
                                              linewidth = 0.35, na.rm = TRUE, show.legend = FALSE),
      layer_ribbon(data), ggplot2::geom_line(data = data, linewidth = 0.7, na.rm = TRUE)
    ))
  }
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

# Of how many games the means are, what the bands are, and who is grey. Where replications walk the same events a
# ribbon would promise too much.
curve_caption <- function(study, view, data, looks = NULL) {
  wrap_names(paste(c(
    replications_text(study, "Means over"), randomness_text(study, view),
    if (any(!is.na(data$lower))) sprintf("bands: %s", level_text(view)), pale_text(data, looks)
  ), collapse = "; "), 95)
}

replications_text <- function(study, means = NULL) {
  n <- length(study$replications)
  if (n == 1) "One replication" else trimws(paste(means, count_of(n, "replication")))
}

# Of figures with bars for intervals, where any are known.
bars_caption <- function(study, view, lower) {
  paste(c(replications_text(study, "Means over"), if (any(!is.na(lower))) sprintf("bars: %s", level_text(view))), collapse = "; ")
}

level_text <- function(view) {
  sprintf("%s%% %sintervals", format_numbers(100 * view$level), if (identical(view$interval, "bootstrap")) "bootstrap " else "")
}

pale_text <- function(data, looks) {
  n <- if (is.null(looks)) 0 else length(intersect(as.character(data$policy), looks$policy[!looks$matters]))
  if (n > 0) sprintf("grey: %s", count_of(n, "other policy", "other policies"))
}

randomness_text <- function(study, view) {
  bandits <- intersect(same_events(study), view$bandits)
  if (length(bandits) == 0 || length(study$replications) == 1) return(NULL)
  sprintf("policy randomness only%s: no intervals",
          if (length(bandits) < length(view$bandits)) paste(" in", paste(bandits, collapse = ", ")) else "")
}

draw_optimal <- function(data, study, view) {
  draw_windows("Share of plays of a best arm")(data, study, view) + ggplot2::expand_limits(y = 0:1)
}

# --- which arm is named -----------------------------------------------------------

naming_titles <- c(correct = "Chance of the right arm", simple_regret = "Mean simple regret", stops = "Games stopped")

naming_data <- function(study, view) {
  tables <- lapply(c("correct", "simple_regret"), function(what) {
    data <- curve_data(what)(study, view)
    data$figure <- factor(naming_titles[[what]], naming_titles)
    data
  })
  if (is.null(study$description$stop) || keeps_moments(study)) return(do.call(rbind, unname(tables)))
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
  view$labels <- FALSE # they would stand in the way of the panels' own
  draw_curves(NULL)(data, study, view) + layer_stops(data[data$figure == naming_titles[["stops"]], ]) +
    ggplot2::facet_grid(ggplot2::vars(.data$figure), if (several) ggplot2::vars(.data$bandit), scales = "free_y", switch = "y",
                        labeller = ggplot2::labeller(figure = ggplot2::label_wrap_gen(15), bandit = ggplot2::label_wrap_gen(20))) +
    strips_left()
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
  what <- if (usual_plot(study) == "reward") "reward" else "regret"
  title <- sprintf("Mean %s of the policy\nless that of %s", what, view$baseline)
  plot <- draw_lines(data, study, view, title, name_lines(data, study_looks(study, view), view$labels))
  plot$layers <- c(list(ggplot2::geom_hline(yintercept = 0, colour = "grey40", linewidth = 0.4)), plot$layers)
  plot + ggplot2::labs(caption = contrast_caption(study, view, plot$labels$caption, what)) + facet_by_bandit(data)
}

contrast_caption <- function(study, view, caption, what) {
  sprintf("%s 0 a policy is better than %s\n%s", if (what == "reward") "Above" else "Below", view$baseline, caption)
}
