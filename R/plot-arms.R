# The share of pulls per arm: bars or heat maps.

# Returns the column by which a bandit's arms are put in order: arms are themselves, unless each
# replication has its own.
arms_by <- function(bandit) {
  if (has_trait(bandit, "population")) return("pulls")
  if (has_trait(bandit, "changes") || has_trait(bandit, "wear")) return("arm") # their means are many
  if (!has_trait(bandit, "replay") && any(vapply(bandit$arms$parameters, is_prior, NA))) "true mean" else "arm"
}

# Means over replications of the share of pulls, by arm (or the rank of an arm
# within its replication) and wait.
pulls_data <- function(study, view) {
  d <- study$description
  table <- study$tables$pulls
  table$by <- unname(vapply(d$bandits, arms_by, "")[table$bandit])
  game <- row_groups(table[c("bandit", "policy", "rep")])
  totals <- stats::ave(table$pulls, game, FUN = sum)
  table$share <- ifelse(totals > 0, table$pulls / totals, 0)
  table$arm <- ifelse(table$by == "arm", table$arm, ranks_of_arms(table, game))
  groups <- c("bandit", "policy", "by", "arm", if (any(!is.na(table[["wait"]]))) "wait")
  # NA is a level: bandits without waiting beside one with it have no wait. The order of rows is that of no locale.
  in_order <- function(x) factor(x, sort(unique(x), method = "radix", na.last = TRUE), exclude = NULL)
  table$square <- table$share^2
  means <- stats::aggregate(table[c("share", "square")], lapply(table[groups], in_order), sum)
  n <- length(study$replications)
  means$share <- means$share / n
  se <- sqrt(pmax(means$square / n - means$share^2, 0) / pmax(n - 1, 1))
  free <- vapply(d$bandits, nature_of, "")[as.character(means$bandit)] == "independent"
  limits <- limits_of_means(means$share, se, n, c(0, 1))
  limits[, !free] <- NA
  means$lower <- limits[1, ]
  means$upper <- limits[2, ]
  means$square <- NULL
  means$by <- as.character(means$by)
  means$arm <- as.integer(as.character(means$arm))
  tibble::as_tibble(in_study_order(name_ranked_arms(means, d$bandits), study))
}

# The rank of each row's arm within its game: by true mean, or by pulls; among equals the lowest number comes first.
ranks_of_arms <- function(table, game) {
  rank <- rep(NA_real_, nrow(table))
  for (by in setdiff(unique(table$by), "arm")) {
    rows <- which(table$by == by)
    arm <- row_groups(list(game[rows], table$arm[rows]))
    height <- if (by == "pulls") table$pulls[rows] else stats::ave(table$mean[rows], arm, FUN = max)
    first <- rows[!duplicated(arm)]
    order <- order(game[first], -height[!duplicated(arm)], table$arm[first])
    ranked <- stats::ave(seq_along(first), game[first][order], FUN = seq_along)
    place <- replace(numeric(length(first)), order, ranked)
    rank[rows] <- place[match(arm, arm[!duplicated(arm)])]
  }
  rank
}

# A factor in the order of the arms: numbers, ranks or names.
name_ranked_arms <- function(table, bandits) {
  numbered <- table$by != "arm"
  named <- name_arms(table, bandits)
  text <- ifelse(numbered, plain_texts(table$arm), plain_texts(named$arm))
  levels <- if (is.factor(named$arm)) levels(named$arm) else character()
  table$arm <- factor(text, union(levels, plain_texts(sort(unique(table$arm)))))
  table$arm <- droplevels(table$arm)
  table
}

# More arms than these have no room for their labels.
most_arms <- 40

draw_pulls <- function(data, study, view) {
  waits <- !is.null(data[["wait"]]) && any(!is.na(data$wait))
  of_reps <- pulls_caption(study, view)
  if (waits && !too_many_panels(data)) return(draw_pulls_by_wait(data) + ggplot2::labs(caption = of_reps))
  if (waits) data <- stats::aggregate(share ~ arm + by + policy + bandit, data, sum)
  arms <- stats::ave(as.integer(data$arm), data$bandit, FUN = function(x) length(unique(x)))
  bars <- max(arms) * length(view$policies) * sqrt(length(view$bandits))
  distinct <- length(setdiff(view$policies, oracles_of(study))) <= length(safe_colours)
  if (bars > 48 || !distinct) return(draw_pull_map(data, of_reps))
  lines <- if (any(is.finite(data$lower))) "lines: 95% intervals"
  draw_pull_bars(data, study, view) + ggplot2::labs(caption = paste(c(of_reps, lines), collapse = "; "))
}

# Pulls are counted to the end of each game, whatever the last checkpoint is.
pulls_caption <- function(study, view) {
  horizon <- study$description$horizon
  pulls <- study$tables$pulls
  seen <- pulls$bandit %in% replays_among(study, view$bandits) & pulls$policy %in% view$policies
  turns <- tapply(pulls$pulls[seen], row_groups(pulls[seen, c("bandit", "policy", "rep")]), sum)
  replayed <- if (length(turns) > 0) sprintf("games of %s", range_of(turns, "turn"))
  others <- setdiff(view$bandits, replays_among(study, view$bandits))
  rounds <- if (length(others) > 0) if (horizon == 1) "one round" else sprintf("all %s", count_of(horizon, "round"))
  stopped <- if (identical(study$description$stop$after, "end")) "until each game stopped" else rounds
  paste(c(replications_text(study, "Means over"), replayed, stopped), collapse = "; ")
}

draw_pull_bars <- function(data, study, view) {
  ggplot2::ggplot(data, ggplot2::aes(.data$arm, .data$share, fill = .data$policy)) +
    ggplot2::geom_col(position = ggplot2::position_dodge(0.8), width = 0.75) +
    share_intervals(data) +
    arm_axis("x", panel_columns(data), data = data) + scale_of("y") +
    ggplot2::labs(x = arm_title(data), y = "Share of pulls", fill = "Policy") +
    facet_by_bandit(data, "free_x") + study_theme() + study_scales(study, view) +
    ggplot2::theme(panel.grid.major.x = ggplot2::element_blank())
}

# The 95% intervals of mean shares, where replications are independent.
share_intervals <- function(data) {
  if (!any(is.finite(data$lower))) return(NULL)
  limits <- ggplot2::aes(ymin = .data$lower, ymax = .data$upper)
  ggplot2::geom_linerange(limits, position = ggplot2::position_dodge(0.8), linewidth = 0.4, na.rm = TRUE,
                          show.legend = FALSE)
}

# One row per policy, one column per arm; of many arms those with the greatest shares.
draw_pull_map <- function(data, of_reps) {
  arms <- unique(data[c("bandit", "arm")])
  greatest <- mapply(function(b, a) max(data$share[data$bandit == b & data$arm == a]), arms$bandit, arms$arm)
  place <- stats::ave(-greatest, arms$bandit, FUN = function(x) rank(x, ties.method = "first"))
  shown <- arms[place <= most_arms, ]
  cut <- nrow(shown) < nrow(arms)
  data <- data[!is.na(match_rows(data[c("bandit", "arm")], shown)), ]
  data$arm <- droplevels(data$arm)
  data$policy <- factor(data$policy, rev(levels(data$policy)))
  ggplot2::ggplot(data, ggplot2::aes(.data$arm, .data$policy, fill = .data$share)) +
    ggplot2::geom_tile() +
    arm_axis("x", panel_columns(data), data = data) +
    share_scale("Share\nof pulls") +
    ggplot2::labs(x = arm_title(data), y = NULL,
                  caption = paste0(of_reps, if (cut)
                    sprintf("; the %d arms of each bandit with the greatest shares", most_arms))) +
    facet_by_bandit(data, "free_x") + study_theme() +
    row_axis(length(unique(data$policy)), grDevices::n2mfrow(length(unique(data$bandit)))[2], expand = c(0, 0)) +
    ggplot2::theme(panel.grid.major = ggplot2::element_blank())
}

draw_pulls_by_wait <- function(data) {
  data$arm <- factor(data$arm, rev(levels(data$arm)))
  ggplot2::ggplot(data, ggplot2::aes(.data$wait, .data$arm, fill = .data$share)) +
    ggplot2::geom_tile() +
    arm_axis("x", 2) + arm_axis("y", panel_rows(data)) +
    share_scale("Share\nof pulls") +
    ggplot2::labs(x = "Wait (rounds)", y = arm_title(data)) +
    facet_by_cell(data) + study_theme() + ggplot2::theme(panel.grid.major = ggplot2::element_blank())
}

# One shade, from nothing to much, readable in print too; by its root, so that
# little does not look like nothing.
share_scale <- function(title, ...) {
  # ggplot2 3.5.0 renamed the argument.
  by_root <- rlang::set_names("sqrt", if (utils::packageVersion("ggplot2") < "3.5.0") "trans" else "transform")
  rlang::exec(ggplot2::scale_fill_gradient, name = title, low = "grey94", high = "#08457E", limits = c(0, NA),
              labels = number_labels, ..., !!!by_root)
}

# Returns the title of what arms go by; where bandits differ, it names those in which it is not the arm itself.
arm_title <- function(data) {
  titles <- c(arm = "Arm", "true mean" = "Rank of the arm by its true mean (1: the best)",
              pulls = "Rank of the arm by its pulls (1: the most)")
  kinds <- unique(as.character(data$by))
  if (length(kinds) == 1) return(titles[[kinds]])
  parts <- vapply(setdiff(kinds, "arm"), function(kind) {
    bandits <- unique(as.character(data$bandit[data$by == kind]))
    sprintf("in %s: %s", shorten_names(paste(bandits, collapse = ", "), 40), sub("Rank", "rank", titles[[kind]]))
  }, "")
  wrap_names(paste(c("Arm", parts), collapse = "; "), 75)
}
