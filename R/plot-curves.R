# Curves over rounds: means with their ribbons, and paired differences.

curve_data <- function(what) {
  force(what)
  function(study, view = whole_view(study, "reward")) {
    data <- summarise_study(study, what, study$description$record, view$level, view$interval)
    in_study_order(data, study)
  }
}

# The reward over the rounds: so far, and of a window.
rate_data <- function(study, view) {
  rounds <- study$description$record
  rates <- function(data) end_at_range(data, study)
  whole <- rates(per_round(curve_data("reward")(study, view), names(summary_statistics)))
  with_windows(whole, view, function(from) {
    if (keeps_moments(study)) return(window_of_means(whole, rounds, from))
    study$tables$regret$reward <- gain_since(study$tables$regret$reward, from) / (rounds - c(0, rounds)[from + 1])
    rates(curve_data("reward")(study, view))
  }, rounds, round_word(study, view$bandits))
}

# No mean of rewards lies beyond those that arms state, and 0, the reward of a round without an arm.
end_at_range <- function(data, study) {
  ranges <- vapply(study$description$bandits, function(bandit) {
    if (has_trait(bandit, "waiting")) c(-Inf, Inf) else range(bandit$arms$range, 0)
  }, numeric(2))[, as.character(data$bandit), drop = FALSE]
  data$lower <- pmax(data$lower, ranges[1, ])
  data$upper <- pmin(data$upper, ranges[2, ])
  data
}

# The share of pulls that were of a best action: so far, and of a window.
optimal_data <- function(study, view) {
  table <- study$tables$regret
  share <- function(from) {
    pulls <- gain_since(table$pulls, from)
    study$tables$regret$optimal <- ifelse(pulls > 0, gain_since(table$optimal, from) / pulls, NA)
    data <- curve_data("optimal")(study, view)
    data$upper <- pmin(data$upper, 1)
    data
  }
  rounds <- study$description$record
  with_windows(share(rep(0, length(rounds))), view, share, rounds, round_word(study, view$bandits))
}

# A measure so far and, below, that of windows: `windowed` makes it, given the checkpoint at which each begins (0: the
# start), the last one that is a window away or more. There are windows from round `view$window` on; a single one makes
# no panel.
with_windows <- function(whole, view, windowed, rounds, word) {
  all <- sprintf("All %ss so far", word)
  from <- findInterval(rounds - view$window, rounds)
  windows <- if (view$window > 0) windowed(from)
  windows <- windows[windows$round >= view$window & !is.na(windows$mean), ]
  seen <- unique(keep_viewed(windows, view)$round)
  if (length(seen) < 2) {
    whole$figure <- factor(all)
    return(whole)
  }
  widths <- (rounds - c(0, rounds)[from + 1])[match(seen, rounds)]
  titles <- c(all, sprintf("Last %s", range_of(widths, word)))
  whole$figure <- factor(titles[1], titles)
  windows$figure <- factor(titles[2], titles)
  rbind(whole, windows)
}

# Returns what each game got since the checkpoint `from`, checkpoint by checkpoint.
gain_since <- function(value, from) {
  value <- matrix(value, nrow = length(from))
  c(value - rbind(0, value)[from + 1, , drop = FALSE])
}

# Moments give the means only.
window_of_means <- function(whole, rounds, from) {
  sums <- whole$mean * whole$round
  whole$mean <- gain_since(sums, from) / (rounds - c(0, rounds)[from + 1])
  whole[setdiff(names(summary_statistics), "mean")] <- NA_real_
  whole
}

draw_curves <- function(title) {
  force(title)
  function(data, study, view = whole_view(study)) {
    data <- data[!is.na(data$mean), ] # bandits without this measure
    draw_lines(data, study, view, title, name_lines(data, study_looks(study, view), view$labels)) + facet_curves(data)
  }
}

single_round <- function(data) length(unique(data$round)) == 1

# Gives curves by round a vertical axis of their own in each panel, and dots by policy a horizontal one.
facet_curves <- function(data) facet_by_bandit(data, if (single_round(data)) "free_x" else "free_y")

# By round, without panels; `names` are those at the ends of the lines, NULL for a legend. A single round has no lines.
draw_lines <- function(data, study, view, title, names) {
  if (grepl("y", view$log)) data <- above_zero(data)
  dropped <- attr(data, "dropped")
  looks <- study_looks(study, view)
  if (single_round(data)) return(draw_dots(data, study, view, title, looks))
  ggplot2::ggplot(data, ggplot2::aes(.data$round, .data$mean, colour = .data$policy, fill = .data$policy,
                                     linetype = .data$policy)) +
    layer_changes(data, study) +
    layer_curves(data, looks, if (isTRUE(view$at_ends)) function(data) layer_ends(data, view$log) else layer_ribbon) +
    scale_of("x", view$log, expand = room_after(names)) + scale_of("y", view$log) +
    ggplot2::labs(x = capital(round_word(study, drawn_bandits(data))), y = title,
                  caption = curve_caption(study, view, data, looks,
                                          if (isTRUE(view$at_ends)) "bars at the ends" else "bands", dropped)) +
    study_theme() +
    policy_scales(looks$policy, look = looks, order = by_final_value(data), legend = is.null(names)) + names
}

# For a study of one checkpoint: one row per policy.
draw_dots <- function(data, study, view, title, looks) {
  rows <- rev(intersect(levels(data$policy), as.character(data$policy)))
  bars <- data[!is.na(data$lower), ]
  when <- sprintf("by %s %s", round_word(study, drawn_bandits(data)), format_count(data$round[1]))
  ggplot2::ggplot(data, ggplot2::aes(.data$mean, .data$policy, colour = .data$policy, shape = .data$policy)) +
    (if (nrow(bars) > 0) ggplot2::geom_linerange(ggplot2::aes(xmin = .data$lower, xmax = .data$upper), bars,
                                                 linewidth = 0.7)) +
    ggplot2::geom_point(size = 2.2) +
    scale_of("x", if (grepl("y", view$log)) "x" else "") +
    ggplot2::labs(x = if (is.null(title)) capital(when) else paste(gsub("\n", " ", title), when), y = NULL,
                  caption = curve_caption(study, view, data, looks, "bars", attr(data, "dropped"))) +
    study_theme() + row_axis(length(rows), panel_rows_of_bandits(data), limits = rows) + study_scales(study, view) +
    ggplot2::theme(legend.position = "none", panel.grid.major.y = ggplot2::element_blank())
}

# Strips of rows beside the axis.
strips_left <- function() ggplot2::theme(strip.placement = "outside", strip.background.y = ggplot2::element_blank())

# Strips of rows with level text, not clipped, since knitr may measure it on one device and draw it on another.
strips_level <- function() ggplot2::theme(strip.text.y = ggplot2::element_text(angle = 0), strip.clip = "off")

# Beside the measure so far that of a window.
draw_windows <- function(title) {
  force(title)
  function(data, study, view = whole_view(study)) {
    data <- data[!is.na(data$mean), ]
    view$at_ends <- nlevels(droplevels(data$policy)) > most_ribbons
    names <- name_lines(data, study_looks(study, view), view$labels, columns = 1, rows = length(unique(data$bandit)))
    plot <- draw_lines(data, study, view, title, names) + ggplot2::theme(panel.spacing.x = ggplot2::unit(18, "pt"))
    if (length(unique(data$figure)) == 1) return(plot + facet_curves(data))
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
# there is a single round; and for the lines of a panel that has one round only. `intervals` makes theirs.
layer_curves <- function(data, looks = NULL, intervals = layer_ribbon) {
  if (!single_round(data)) {
    lonely <- data[stats::ave(data$round, data[intersect(c("bandit", "policy", "figure"), names(data))],
                              FUN = length) == 1, ]
    plain <- if (is.null(looks)) data[0, ] else data[data$policy %in% looks$policy[!looks$matters], ]
    data <- data[!data$policy %in% plain$policy, ]
    return(list(
      if (nrow(plain) > 0) ggplot2::geom_line(ggplot2::aes(group = .data$policy), plain, colour = pale,
                                              linetype = "solid", linewidth = 0.35, na.rm = TRUE, show.legend = FALSE),
      intervals(data), ggplot2::geom_line(data = data, linewidth = 0.7, na.rm = TRUE),
      if (nrow(lonely) > 0) ggplot2::geom_point(data = lonely, size = 1.5, show.legend = FALSE)
    ))
  }
  beside <- ggplot2::position_dodge(0.01 * max(1, data$round))
  ggplot2::geom_pointrange(ggplot2::aes(ymin = .data$lower, ymax = .data$upper, shape = .data$policy),
                           position = beside, linetype = "solid", na.rm = TRUE)
}

# More lines than these would hide the curves.
most_changes <- 25

# Draws a light line at each round in which means change, if it is the same one in all replications.
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
  rule <- law_of_trait(bandit$traits$changes)
  mean <- rule$parameters$mean
  rounds <- switch(rule$law, at = rule$parameters$round,
                   table = which(colSums(mean[, -1, drop = FALSE] != mean[, -ncol(mean), drop = FALSE]) > 0) + 1)
  if (length(rounds) <= most_changes) rounds
}

# Keeps what has a logarithm: ribbons end at the least mean that has one. `dropped` says whether something has none.
above_zero <- function(data) {
  shown <- data[data$mean > 0, ]
  if (nrow(shown) > 0) shown$lower <- pmax(shown$lower, min(shown$mean))
  attr(shown, "dropped") <- nrow(shown) < nrow(data)
  shown
}

# The intervals that are known; NULL, which adds nothing, if none is.
layer_ribbon <- function(data) {
  certain <- data[!is.na(data$lower), ]
  if (nrow(certain) == 0) return(NULL)
  ggplot2::geom_ribbon(ggplot2::aes(ymin = .data$lower, ymax = .data$upper), certain, alpha = 0.15, colour = NA)
}

# Means per round are uncertain at first: the ribbons of more policies than these would cover each other and the curves.
most_ribbons <- 4

# The intervals at the ends of lines, side by side, the last one at the last round.
layer_ends <- function(data, log = "") {
  ends <- data[data$round == stats::ave(data$round, row_groups(data[intersect(c("bandit", "figure"), names(data))]),
                                        FUN = max) & !is.na(data$lower), ]
  if (nrow(ends) == 0) return(NULL)
  logarithmic <- grepl("x", log)
  width <- 0.12 * diff(if (logarithmic) log10(range(data$round)) else range(data$round))
  ends$round <- if (logarithmic) ends$round / 10^(width / 2) else ends$round - width / 2
  ggplot2::geom_linerange(ggplot2::aes(ymin = .data$lower, ymax = .data$upper), ends, linetype = "solid",
                          linewidth = 0.7, show.legend = FALSE, position = ggplot2::position_dodge(width))
}

# The number of games, how long they lasted, what the bands are, and which policies are grey. Where replications use the
# same events a band would promise too much.
curve_caption <- function(study, view, data, looks = NULL, bands = "bands", dropped = FALSE) {
  wrap_names(paste(c(
    replications_text(study, "Means over"), randomness_text(study, view), ran_out_text(study, drawn_bandits(data)),
    stopped_text(study, data),
    if (any(!is.na(data$lower))) paste0(sprintf("%s: %s", bands, level_text(view)), no_bands_text(data)),
    pale_text(data, looks),
    if (isTRUE(dropped)) "a mean of 0 or less has no logarithm and is not drawn"
  ), collapse = "; "), 95)
}

# Games that a rule has ended have no regret, so that the mean over all games is known until the first one stops. Their
# rewards and pulls stay what they were; windows without a pull have no share.
stopped_text <- function(study, data) {
  if (!identical(study$description$stop$after, "end") || nrow(data) == 0) return(NULL)
  stops <- study$tables$stops # NULL in an exact study
  if (!keeps_moments(study) && !is.null(stops) && nrow(stops) == 0) return(NULL)
  short <- function(data) any(tapply(data$round, row_groups(data[c("bandit", "policy")]), max) < last_checkpoint(study))
  if (short(data)) return("lines end where the first game stopped")
  windows <- if (!is.null(data[["figure"]])) data[startsWith(as.character(data$figure), "Last "), ]
  c("games that stopped no longer pull or earn",
    if (NROW(windows) > 0 && short(windows)) "windows end where the first game stopped")
}

# Moments give no intervals for windows, but for all rounds so far.
no_bands_text <- function(data) {
  if (is.null(data[["figure"]])) return("")
  without <- tapply(is.na(data$lower), as.character(data$figure), all)
  if (any(without) && any(startsWith(names(without), "Last "))) ", none for windows" else ""
}

replications_text <- function(study, means = NULL) {
  n <- length(study$replications)
  if (n == 1) "One replication" else trimws(paste(means, count_of(n, "replication")))
}

# For figures with bars for intervals, where any are known.
bars_caption <- function(study, view, lower) {
  paste(c(replications_text(study, "Means over"), if (any(!is.na(lower))) sprintf("bars: %s", level_text(view))),
        collapse = "; ")
}

level_text <- function(view) {
  sprintf("%s%% %sintervals", format_numbers(100 * view$level),
          if (identical(view$interval, "bootstrap")) "bootstrap " else "")
}

# The policies in grey, by name; none in figures that give each policy a look of its own.
pale_text <- function(data, looks) {
  if (is.null(looks)) return(NULL)
  grey <- intersect(looks$policy[!looks$matters], as.character(data$policy))
  if (length(grey) > 0) sprintf("grey: %s", paste(grey, collapse = ", "))
}

randomness_text <- function(study, view) {
  bandits <- intersect(same_events(study), view$bandits)
  if (length(bandits) == 0 || length(study$replications) == 1) return(NULL)
  sprintf("policy randomness only%s: no intervals",
          if (length(bandits) < length(view$bandits)) paste(" in", paste(bandits, collapse = ", ")) else "")
}

draw_rates <- function(data, study, view = whole_view(study)) {
  draw_windows(paste("Mean reward per", round_word(study, drawn_bandits(data))))(data, study, view)
}

draw_optimal <- function(data, study, view) {
  whole <- if (single_round(data[!is.na(data$mean), ])) ggplot2::expand_limits(x = 0:1) else
    ggplot2::expand_limits(y = 0:1)
  draw_windows(sprintf("Share of pulls of a %s", best_words(study, drawn_bandits(data))))(data, study, view) + whole
}

# Returns words for what the comparator calls best, see regret().
best_words <- function(study, bandits) {
  words <- vapply(study$description$bandits[bandits], function(bandit) {
    if (has_trait(bandit, "waiting")) "best action (arm and wait)"
    else if (has_trait(bandit, "lifetimes") || has_trait(bandit, "population")) "best living arm" else "best arm"
  }, "")
  if (length(unique(words)) == 1) words[[1]] else "best action"
}

# --- which arm is named -----------------------------------------------------------

naming_titles <- c(correct = "Probability of naming a best arm", simple_regret = "Mean simple regret",
                   stops = "Share of games stopped")

naming_data <- function(study, view) {
  tables <- lapply(c("correct", "simple_regret"), function(what) {
    data <- curve_data(what)(study, view)
    data$figure <- factor(naming_titles[[what]], naming_titles)
    data
  })
  if (is.null(study$description$stop) || keeps_moments(study)) return(do.call(rbind, unname(tables)))
  do.call(rbind, c(tables, list(stops_data(study, tables[[1]]))))
}

# The share of games that have stopped by a round, at each round in which it grows and at both ends.
stops_data <- function(study, like) {
  stops <- in_study_order(study$tables$stops, study)
  last <- max(study$description$record, stops$round)
  cells <- unique(like[c("bandit", "policy")])
  tables <- lapply(seq_len(nrow(cells)), function(i) {
    here <- stops$round[stops$bandit == cells$bandit[i] & stops$policy == cells$policy[i]]
    rounds <- sort(unique(c(1, here, last)))
    data <- like[rep(NA_integer_, length(rounds)), ]
    data[c("bandit", "policy")] <- cells[rep(i, length(rounds)), ]
    data$round <- rounds
    data$mean <- findInterval(rounds, sort(here)) / length(study$replications)
    data
  })
  data <- do.call(rbind, tables)
  data$figure <- factor(naming_titles[["stops"]], naming_titles)
  data
}

draw_naming <- function(data, study, view) {
  several <- length(unique(data$bandit)) > 1
  view$labels <- FALSE # they would stand in the way of the panels' own
  curves <- data[data$figure != naming_titles[["stops"]] & !is.na(data$mean), ]
  if (single_round(curves)) return(draw_naming_dots(droplevels_of(curves, "figure"), study, view))
  draw_curves(NULL)(curves, study, view) + layer_stops(data[data$figure == naming_titles[["stops"]], ]) +
    ggplot2::facet_grid(ggplot2::vars(.data$figure), if (several) ggplot2::vars(.data$bandit), scales = "free_y",
                        switch = "y", labeller = ggplot2::labeller(figure = ggplot2::label_wrap_gen(12),
                                                                   bandit = ggplot2::label_wrap_gen(20))) +
    strips_left()
}

# When games stopped cannot be seen where there is one checkpoint.
draw_naming_dots <- function(data, study, view) {
  plot <- draw_curves(NULL)(data, study, view)
  several <- length(unique(data$bandit)) > 1
  plot + ggplot2::geom_blank(data = room_of_nothing(data)) + ggplot2::theme(panel.spacing.x = ggplot2::unit(20, "pt")) +
    ggplot2::facet_grid(if (several) ggplot2::vars(.data$bandit), ggplot2::vars(.data$figure), scales = "free_x",
                        labeller = ggplot2::label_wrap_gen(30))
}

# A panel in which all is 0 goes from 0 to 1.
room_of_nothing <- function(data) {
  greatest <- tapply(pmax(data$mean, data$upper, na.rm = TRUE), data$figure, max)
  empty <- data[data$figure %in% names(which(greatest == 0)), ]
  empty <- empty[!duplicated(empty$figure), ]
  empty$mean <- rep(1, nrow(empty))
  empty
}

droplevels_of <- function(data, column) {
  data[[column]] <- droplevels(data[[column]])
  data
}

# The share of games that have stopped: a step line for each policy, on the axis of probabilities.
layer_stops <- function(data) {
  if (nrow(data) == 0) return(NULL)
  whole <- data[c(1, 1), ]
  whole$mean <- c(0, 1)
  list(ggplot2::geom_step(data = data, linewidth = 0.7, show.legend = FALSE), ggplot2::geom_blank(data = whole))
}

# --- differences, paired by replication ------------------------------------------

contrast_data <- function(study, view) {
  what <- usual_what(study)
  data <- suppressMessages(
    compare_policies(study, view$baseline, what, level = view$level, at = "all"),
    classes = "unruly_message_policy_randomness"
  )
  in_study_order(plain_tibble(data)[setdiff(names(data), "p_value")], study)
}

draw_contrast <- function(data, study, view) {
  data <- data[!is.na(data$difference), ]
  data$mean <- data$difference
  what <- usual_what(study)
  title <- sprintf("Mean %s of the policy\nminus that of %s", gsub("_", " ", what), view$baseline)
  plot <- draw_lines(data, study, view, title, name_lines(data, study_looks(study, view), view$labels))
  zero <- if (single_round(data)) ggplot2::geom_vline(xintercept = 0, colour = "grey40", linewidth = 0.4) else
    ggplot2::geom_hline(yintercept = 0, colour = "grey40", linewidth = 0.4)
  plot$layers <- c(list(zero), plot$layers)
  plot + ggplot2::labs(caption = contrast_caption(study, view, plot$labels$caption, what)) + facet_curves(data)
}

contrast_caption <- function(study, view, caption, what) {
  sprintf("%s 0 a policy is better than %s\n%s", if (what == "regret") "Below" else "Above", view$baseline, caption)
}
