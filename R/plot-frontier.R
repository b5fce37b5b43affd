# The frontier of reward against unfairness: its points, its plot, and how far
# one policy's points lie below another's frontier.

# Policies that differ in their parameters only are a family, named by the
# label that the constructor gives by default.
policy_families <- function(description) {
  listed <- registry()
  constructors <- vapply(description$policies, function(p) p$constructor, "")
  listed$label[match(constructors, listed$constructor)]
}

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

#' Distance of policies from a frontier
#' @description
#' Compares policies with a family of policies that differ in one tuning parameter, at the same unfairness.
#'
#' **Use it when** policies trade reward for fairness, and no single penalty is given. `autoplot(study, "frontier")`
#' draws the frontier.
#'
#' @details
#' Such a family, for example HT-UCB with several penalties, makes a frontier: how much can be earned at each
#' unfairness. Between the policies of the family the frontier is linear. The comparison is paired by replication: the
#' reward of a policy minus that of the frontier at its unfairness. Rewards are means of what was chosen, without the
#' noise of single rewards. The unfairness of a replication that differs from the mean is charged at the slope of the
#' frontier (delta method), so intervals include both errors.
#'
#' @param study A study of bandits [with_fairness()].
#' @param family The policies that make the frontier, by the default label of their constructor. Default: `"HT-UCB"`.
#' @param level Nominal coverage of the interval, in (0, 1). Default: 0.95.
#' @param ... Must be empty.
#' @return A tibble with one row per bandit and policy outside the family, at the last checkpoint:
#'   * `bandit`, `policy`;
#'   * `unfairness`: its mean;
#'   * `difference`: its mean reward minus that of the frontier there; below 0 where the frontier is better;
#'   * `se`, `lower`, `upper`.
#'
#'   All but `unfairness` are `NA` where the frontier does not reach that unfairness.
#' @section Errors: `unruly_error_argument`: the study has no fairness, or fewer than two policies of the family.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.8, 0.6, 0.3))) |>
#'   with_fairness(share = 0.2, penalty = 0.4)
#' tuned <- lapply(c(0, 0.25, 0.5, 1), function(a) policy_ht_ucb(a, label = paste("A =", a)))
#' study <- run_study(problem, c(tuned, list(policy_lfg(), policy_flearn(50))),
#'   horizon = 1000, reps = 10, seed = 1)
#' compare_frontier(study)
#' @seealso [compare_policies()], [fair_penalty()].
#' @export
compare_frontier <- function(study, family = "HT-UCB", level = 0.95, ...) {
  check_no_dots(...)
  check_rows(study, "compare_frontier", rlang::current_env())
  if (!any_trait(study$description, "fairness")) {
    abort_argument("study", "a study with fairness", study, given = "a study without fairness")
  }
  families <- policy_families(study$description)
  family <- check_choice(family, "family", unique(families), single = TRUE)
  if (sum(families == family) < 2) {
    abort_argument("family", "one with at least two policies in the study, such as HT-UCB with several penalties",
                   given = sprintf("%s, of which there is one", quoted(family)))
  }
  level <- check_number(level, "level", above = 0, below = 1)
  policies <- names(study$description$policies)
  fair <- names(Filter(function(b) has_trait(b, "fairness"), study$description$bandits))
  rows <- lapply(fair, function(name) {
    points <- final_points(study, name)
    frontier <- lapply(points, function(x) x[, families == family, drop = FALSE])
    others <- policies[families != family]
    tables <- lapply(others, function(p) gap_to_frontier(lapply(points, function(x) x[, p]), frontier, level))
    tibble(bandit = name, policy = others, do.call(rbind, c(tables, list(gap_row(numeric(), level)))))
  })
  do.call(rbind, unname(rows))
}

# Expected reward (means of what was chosen) and unfairness at the horizon:
# matrices, replications by policies.
final_points <- function(study, bandit) {
  table <- study$tables$regret
  table <- table[table$bandit == bandit & table$round == max(study$description$record), ]
  by_policy <- function(value) {
    matrix(value, nrow = length(study$replications), dimnames = list(NULL, names(study$description$policies)))
  }
  list(reward = by_policy(table$benchmark - table$regret + table$penalty), unfairness = by_policy(table$unfairness))
}

gap_to_frontier <- function(point, frontier, level) {
  at <- mean(point$unfairness)
  place <- colMeans(frontier$unfairness)
  order <- order(place, -colMeans(frontier$reward))
  order <- order[!duplicated(place[order])] # of equally unfair ones the best
  i <- findInterval(at, place[order], rightmost.closed = TRUE)
  if (i < 1 || i >= length(order)) return(gap_row(NA_real_, level, at))
  ends <- order[c(i, i + 1)]
  weight <- (at - place[ends[1]]) / diff(place[ends])
  between <- function(x) drop(x[, ends] %*% c(1 - weight, weight))
  slope <- diff(colMeans(frontier$reward)[ends]) / diff(place[ends])
  gap_row(point$reward - between(frontier$reward) - slope * (point$unfairness - between(frontier$unfairness)), level,
          at)
}

# The mean of differences with its t-interval; no row for no differences.
gap_row <- function(differences, level, at = numeric()) {
  n <- length(differences)
  se <- stats::sd(differences) / sqrt(n)
  mean <- mean(differences)
  limits <- limits_of_means(mean, se, n, level = level)
  row <- tibble(unfairness = if (length(at)) at else NA_real_, difference = mean, se = se, lower = limits[1],
                upper = limits[2])
  row[rep(1, n > 0), ]
}
