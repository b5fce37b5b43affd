# The distance of policies from a frontier of reward and unfairness, for compare_policies().

# Policies that differ in their parameters only are a family, named by the
# label that the constructor gives by default.
policy_families <- function(description) {
  listed <- registry()
  constructors <- vapply(description$policies, function(p) p$constructor, "")
  listed$label[match(constructors, listed$constructor)]
}

# Compares policies with a family that makes a frontier, see compare_policies().
compare_frontier <- function(study, family, level, call) {
  check_rows(study, "compare_policies(frontier = )", call)
  if (!any_trait(study$description, "fairness")) {
    abort_argument("study", "a study with fairness", study, given = "a study without fairness", call = call)
  }
  families <- policy_families(study$description)
  family <- check_choice(family, "frontier", unique(families), single = TRUE, call = call)
  if (sum(families == family) < 2) {
    abort_argument("frontier", "a family of two policies or more, such as HT-UCB with several penalties",
                   given = sprintf("%s, of which there is one", quoted(family)), call = call)
  }
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
