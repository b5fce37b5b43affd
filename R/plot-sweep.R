# The sweep: a measure against a setting of policies or bandits, see study_settings().

# Arguments beyond the study are those of autoplot(study, "sweep", ...).
check_sweep <- function(study, x, what, level, call) {
  table <- study_settings(study)
  choices <- setdiff(names(Filter(is.atomic, table)), c("bandit", "policy"))
  if (length(choices) == 0) {
    abort_argument("type", "one that the study has figures for", call = call,
                   given = "\"sweep\", which needs settings: see `policy_grid()` and `bandit_grid()`")
  }
  if (missing(x)) abort_missing("x", call,
                                sprintf("a setting of the study: one of %s", paste(quoted(choices), collapse = ", ")))
  list(x = check_choice(x, "x", choices, single = TRUE, call = call),
       what = check_choice(what, "what", figure_names(study), single = TRUE, call = call),
       level = check_number(level, "level", above = 0, below = 1, call = call))
}

# One row per bandit and policy: the summary, `x`, the `line` it belongs to (the
# policy and its other settings) and the `panel` (the bandit's other settings).
sweep_data <- function(study, x, what = usual_what(study), level = 0.95, ..., call = rlang::caller_env()) {
  check_no_dots(..., .call = call)
  asked <- check_sweep(study, x, what, level, call)
  table <- study_settings(study)
  data <- summarise_study(study, asked$what, level = asked$level)
  data$x <- table[[asked$x]]
  data$line <- sweep_labels(study$description$policies, asked$x, "policy_")[data$policy]
  data$panel <- sweep_labels(study$description$bandits, asked$x, "bandit_")[data$bandit]
  data$line <- factor(data$line, unique(data$line))
  data$panel <- factor(data$panel, unique(data$panel))
  data
}

# Returns labels that tell policies, or bandits, apart but for the setting on the axis.
sweep_labels <- function(items, x, prefix) {
  label <- function(name) {
    values <- items[[name]]$grid$values
    if (!any(c(x, sub(paste0("^", prefix), "", x)) %in% names(values))) return(name)
    rest <- values[setdiff(names(values), c(x, sub(paste0("^", prefix), "", x)))]
    varies <- vapply(names(rest), function(n) length(unique(lapply(items, function(i) i$grid$values[[n]]))) > 1, NA)
    rest <- rest[varies]
    text <- paste(names(rest), "=", Map(setting_text, rest, "", seq_along(rest)), collapse = ", ")[length(rest) > 0]
    base <- items[[name]]$grid$label
    if (is.null(base)) return(if (length(rest) > 0) text else "")
    if (length(rest) > 0) sprintf("%s (%s)", base, text) else base
  }
  vapply(rlang::set_names(names(items)), label, "")
}

# Policies without the setting are level lines, with bands for their intervals. Lines lie side by side, so that no bar
# hides another.
draw_sweep <- function(data, x, what, caption = NULL, when = "at the horizon") {
  look <- sweep_looks(data, what)
  data$line <- factor(data$line, levels(data$line))
  swept <- data[!is.na(data$x), ]
  level <- data[is.na(data$x), ]
  beside <- ggplot2::position_dodge(if (is.numeric(swept$x)) 0.015 * max(diff(range(swept$x)), 1e-9) else 0.3)
  plot <- ggplot2::ggplot(swept, ggplot2::aes(.data$x, .data$mean, colour = .data$line, fill = .data$line,
                                              linetype = .data$line,
                                              group = .data$line)) +
    layer_level(level) +
    ggplot2::geom_line(linewidth = 0.7, position = beside) +
    ggplot2::geom_linerange(ggplot2::aes(ymin = .data$lower, ymax = .data$upper), linetype = "solid", position = beside,
                            na.rm = TRUE, show.legend = FALSE) +
    ggplot2::geom_point(size = 2, position = beside, show.legend = FALSE) +
    ggplot2::labs(x = x, y = paste(sweep_title(what), when), caption = caption) +
    (if (is.numeric(swept$x)) scale_of("x")) + scale_of("y") + study_theme() +
    policy_scales(levels(data$line), look = look, order = sweep_order(data))
  if (nlevels(data$panel) < 2) return(plot)
  strips <- strips_above(grDevices::n2mfrow(nlevels(data$panel))[1])
  plot + ggplot2::facet_wrap(ggplot2::vars(.data$panel), scales = "free_y", labeller = strips)
}

sweep_title <- function(what) if (what == "correct") naming_titles[["correct"]] else paste("Mean", gsub("_", " ", what))

layer_level <- function(level) {
  certain <- level[!is.na(level$lower), ]
  c(
    if (nrow(certain) > 0) ggplot2::geom_rect(
      ggplot2::aes(xmin = -Inf, xmax = Inf, ymin = .data$lower, ymax = .data$upper, fill = .data$line), certain,
      alpha = 0.15, colour = NA, inherit.aes = FALSE, show.legend = FALSE
    ),
    ggplot2::geom_hline(ggplot2::aes(yintercept = .data$mean, colour = .data$line, linetype = .data$line), level,
                        linewidth = 0.7)
  )
}

# If there are more lines than colours, the best are coloured, each by its best setting.
sweep_looks <- function(data, what) {
  lines <- levels(data$line)
  if (length(lines) <= length(safe_colours)) return(policy_look(lines))
  worth <- data$mean * if (what %in% c("reward", "reward_per_turn", "correct")) -1 else 1
  best <- names(sort(tapply(stats::ave(worth, data$panel, FUN = rank), data$line, min)))[seq_along(safe_colours)]
  policy_look(lines, character(), match(lines, lines[lines %in% best]))
}

# From the top, at the right end.
sweep_order <- function(data) {
  data <- data[order(data$line, data$x), ]
  ends <- data[!duplicated(data[c("line", "panel")], fromLast = TRUE), ]
  names(sort(tapply(stats::ave(-ends$mean, ends$panel, FUN = rank), as.character(ends$line), mean)))
}

autoplot_sweep <- function(study, x, what = usual_what(study), level = 0.95, ..., call = rlang::caller_env()) {
  data <- sweep_data(study, x, what, level, ..., call = call)
  rlang::check_installed("ggplot2", "to plot a study.", call = call)
  caption <- paste(c(bars_caption(study, list(level = level), data$lower), ran_out_text(study)), collapse = "; ")
  draw_sweep(data, x, what, caption, by_when(study, drawn_bandits(data[!is.na(data$mean), ])))
}
