#' Plot a study
#'
#' Draws a plain ggplot, to which scales, themes and layers can be added.
#' Policies differ in colour and line type. `study_plot_data()` returns the
#' table that the plot draws.
#'
#' @param object,study A study.
#' @param type What to draw; `NULL` is the figure of the paper for a study made
#'   by [run_experiment()], else `"regret"` (`"reward"` for replays, which have no
#'   regret):
#'   * `"regret"`, `"reward"`, `"unfairness"`: means over replications with 95%
#'     ribbons, by round (`"unfairness"` with fairness only); no ribbons where
#'     replications walk the same events, see [summary()][summary.unruly_study];
#'   * `"optimal"`: the share of the plays so far that were of a best arm (with
#'     waiting: arm and wait), as the comparator sees it, by round;
#'   * `"frontier"`: final mean reward against final mean unfairness (with
#'     fairness only); policies of one constructor are joined to a curve, see
#'     also [compare_frontier()];
#'   * `"pulls"`: the share of pulls that each arm got, mean over replications;
#'   * `"exits"`: the share of replications in which an arm is still there, by
#'     round;
#'   * `"distribution"`: final regret over replications;
#'   * `"choices"`: who was played when in the first replication (with
#'     `keep = "choices"`).
#'   * `"sweep"`: a final mean with its interval against the setting `x`, see
#'     [settings()]; policies without that setting are level lines.
#' @param ... For `"sweep"` the name `x` of a setting, `what` (a column of [regret()],
#'   by default `"regret"`) and `level`; else not used.
#' @return `autoplot()`: a ggplot. `study_plot_data()`: a tibble.
#' @section Errors: `unruly_error_argument` for an unknown `type`, or one that
#'   the study has no figures for.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, list(policy_ucb1(), policy_thompson("beta")), horizon = 500,
#'   reps = 10, seed = 1)
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   ggplot2::autoplot(study)
#'   ggplot2::autoplot(study, "pulls")
#' }
#' @export
autoplot.unruly_study <- function(object, type = NULL, ...) {
  rlang::check_installed("ggplot2", "to plot a study.")
  check_study(object, "object")
  if (identical(type, "sweep")) return(autoplot_sweep(object, ...))
  check_no_dots(...)
  if (is.null(type) && !is.null(object$experiment)) return(draw_experiment(object))
  type <- check_plot_type(type %||% usual_plot(object), object)
  study_plots[[type]]$draw(study_plots[[type]]$data(object), object)
}

# A log has no true means, so studies of nothing but replays show the reward.
usual_plot <- function(study) if (only_replays(study)) "reward" else "regret"

only_replays <- function(study) all(vapply(study$description$bandits, has_trait, NA, "replay"))

#' @rdname autoplot.unruly_study
#' @export
study_plot_data <- function(study, type = "regret", ...) {
  check_study(study)
  if (identical(type, "sweep")) return(sweep_data(study, ...))
  check_no_dots(...)
  type <- check_plot_type(type, study)
  study_plots[[type]]$data(study)
}

check_plot_type <- function(type, study, call = rlang::caller_env()) {
  type <- check_choice(type, "type", names(study_plots), call = call)
  if (keeps_moments(study) && type %in% drawn_from_rows) {
    abort_argument("type", "one that the study has figures for", type, call = call, given = sprintf(
      "%s, which needs replications, and this study was run with `keep = \"moments\"`", dQuote(type, FALSE)))
  }
  lacks <- c(
    regret = if (only_replays(study)) "true means: a log has only `\"reward\"`",
    optimal = if (only_replays(study)) "true means: a log has only `\"reward\"`",
    distribution = if (only_replays(study)) "true means: a log has only `\"reward\"`",
    unfairness = if (!any_trait(study$description, "fairness")) "a study with fairness",
    frontier = if (!any_trait(study$description, "fairness")) "a study with fairness",
    choices = if (is.null(study$tables$choices)) "a study run with `keep = \"choices\"`"
  )
  if (type %in% names(lacks)) {
    abort_argument("type", "one that the study has figures for", type, call = call,
                   given = sprintf("%s, which needs %s", dQuote(type, FALSE), lacks[[type]]))
  }
  type
}

# What summaries do not tell.
drawn_from_rows <- c("optimal", "frontier", "pulls", "exits", "distribution", "choices")

# Policies and bandits in the order of the study, not of the alphabet.
in_study_order <- function(table, study) {
  d <- study$description
  table$policy <- factor(table$policy, names(d$policies))
  table$bandit <- factor(table$bandit, names(d$bandits))
  table
}

# --- curves over rounds ---------------------------------------------------------

curve_data <- function(what) {
  force(what)
  function(study) in_study_order(summarise_study(study, what, study$description$record), study)
}

draw_curves <- function(title) {
  force(title)
  function(data, study) {
    data <- data[!is.na(data$mean), ] # bandits that lack this figure
    plot <- ggplot2::ggplot(data, ggplot2::aes(.data$round, .data$mean, colour = .data$policy,
                                               fill = .data$policy, linetype = .data$policy)) +
      ggplot2::geom_line(linewidth = 0.7, na.rm = TRUE) +
      policy_labels("Round", title) +
      layer_ribbon(data)
    facet_by_bandit(plot, study) + ggplot2::labs(caption = randomness_caption(study)) + study_theme()
  }
}

# The intervals of whoever has one; NULL, which adds nothing, if nobody has.
layer_ribbon <- function(data) {
  certain <- data[!is.na(data$lower), ]
  if (nrow(certain) == 0) return(NULL)
  ggplot2::geom_ribbon(ggplot2::aes(ymin = .data$lower, ymax = .data$upper), certain, alpha = 0.2, colour = NA)
}

# Where replications walk the same events a ribbon would promise too much.
randomness_caption <- function(study) {
  bandits <- same_events(study)
  if (length(bandits) == 0 || length(study$replications) == 1) return(NULL)
  sprintf("%sPolicy randomness only: no intervals",
          if (length(bandits) < length(study$description$bandits)) paste0(paste(bandits, collapse = ", "), ": ") else "")
}

# The share of plays so far that were of a best action.
optimal_data <- function(study) {
  table <- study$tables$regret
  study$tables$regret$optimal <- ifelse(table$pulls > 0, table$optimal / table$pulls, NA)
  data <- summarise_study(study, "optimal", study$description$record)
  data$lower <- pmax(data$lower, 0)
  data$upper <- pmin(data$upper, 1)
  in_study_order(data, study)
}

draw_optimal <- function(data, study) {
  draw_curves("Share of plays of a best arm so far")(data, study) + ggplot2::expand_limits(y = 0:1)
}

policy_labels <- function(x, y) {
  ggplot2::labs(x = x, y = y, colour = "Policy", fill = "Policy", linetype = "Policy", shape = "Policy")
}

facet_by_bandit <- function(plot, study, free = FALSE) {
  if (length(study$description$bandits) == 1) return(plot)
  plot + ggplot2::facet_wrap(ggplot2::vars(.data$bandit), scales = if (free) "free" else "free_y")
}

# A row a policy, and a column a bandit if there are several.
facet_by_cell <- function(study) {
  several <- length(study$description$bandits) > 1
  ggplot2::facet_grid(rows = ggplot2::vars(.data$policy), cols = if (several) ggplot2::vars(.data$bandit))
}

study_theme <- function() ggplot2::theme_minimal(base_size = 11)

# --- pulls ------------------------------------------------------------------------

pulls_data <- function(study) {
  table <- in_study_order(pulls(study), study)
  totals <- stats::ave(table$pulls, table$bandit, table$policy, table$rep, FUN = sum)
  table$share <- ifelse(totals > 0, table$pulls / totals, 0)
  groups <- c("bandit", "policy", "arm", if (any(!is.na(table[["wait"]]))) "wait")
  # NA is a level: bandits without waiting beside one with it have no wait.
  means <- stats::aggregate(table["share"], lapply(table[groups], factor, exclude = NULL), sum)
  means$share <- means$share / length(study$replications)
  tibble::as_tibble(in_study_order(means, study))
}

draw_pulls <- function(data, study) {
  bars <- if (is.null(data[["wait"]])) ggplot2::aes(.data$arm, .data$share) else
    ggplot2::aes(.data$arm, .data$share, fill = .data$wait)
  ggplot2::ggplot(data, bars) +
    ggplot2::geom_col() +
    facet_by_cell(study) +
    ggplot2::scale_x_discrete(guide = ggplot2::guide_axis(check.overlap = TRUE)) +
    ggplot2::labs(x = "Arm", y = "Share of pulls", fill = "Wait") +
    study_theme()
}

# --- exits: survival curves ---------------------------------------------------------

# For each arm the share of replications in which it is still there after a
# round; a step at each round in which some replication lost it.
exits_data <- function(study) {
  d <- study$description
  cells <- expand.grid(policy = names(d$policies), bandit = names(d$bandits), stringsAsFactors = FALSE)
  curves <- lapply(seq_len(nrow(cells)), function(i) {
    gone <- study$tables$exits
    gone <- gone[gone$bandit == cells$bandit[i] & gone$policy == cells$policy[i], ]
    arms <- union(seq_len(min(arm_count(d$bandits[[cells$bandit[i]]]), most_curves)), unique(gone$arm))
    arms <- sort(arms)[seq_len(min(length(arms), most_curves))]
    do.call(rbind, lapply(arms, function(arm) {
      rounds <- sort(gone$round[gone$arm == arm])
      there <- 1 - seq_along(rounds) / length(study$replications)
      tibble(bandit = cells$bandit[i], policy = cells$policy[i], arm = arm,
             round = c(0, rounds, d$horizon), present = c(1, there, min(there, 1)))
    }))
  })
  in_study_order(name_arms(do.call(rbind, curves), d$bandits), study)
}

# More arms than this cannot be told apart in one picture.
most_curves <- 50

draw_exits <- function(data, study) {
  data$arm <- droplevels(factor(data$arm))
  ggplot2::ggplot(data, ggplot2::aes(.data$round, .data$present, colour = .data$arm, linetype = .data$arm)) +
    ggplot2::geom_step(linewidth = 0.7) +
    ggplot2::scale_linetype_manual(values = rep_len(1:6, nlevels(data$arm))) +
    ggplot2::scale_x_continuous(trans = "log1p", breaks = log_breaks(study$description$horizon)) +
    facet_by_cell(study) +
    ggplot2::labs(x = "Round (log scale)", y = "Share of replications with the arm", colour = "Arm",
                  linetype = "Arm") +
    ggplot2::ylim(0, 1) +
    study_theme()
}

log_breaks <- function(horizon) c(0, 10^seq(0, floor(log10(horizon))))

# --- final figures ------------------------------------------------------------------

final_data <- function(study) {
  table <- study$tables$regret
  in_study_order(table[table$round == last_checkpoint(study), ], study)
}

# Where the record ends before the horizon, nothing is final.
by_when <- function(study) {
  if (ends_early(study)) paste("by round", format_count(last_checkpoint(study))) else "at the horizon"
}

draw_distribution <- function(data, study) {
  plot <- ggplot2::ggplot(data, ggplot2::aes(.data$policy, .data$regret, colour = .data$policy)) +
    ggplot2::geom_boxplot(outlier.shape = NA, na.rm = TRUE) +
    ggplot2::geom_point(position = ggplot2::position_jitter(width = 0.2, height = 0, seed = 1), alpha = 0.4,
                        size = 0.8, na.rm = TRUE) +
    ggplot2::labs(x = NULL, y = paste("Regret of a replication", by_when(study))) +
    ggplot2::guides(colour = "none")
  facet_by_bandit(plot, study) + study_theme()
}

# --- choices: a raster of who was played when -----------------------------------------

choices_data <- function(study) {
  table <- choices(study)
  table <- table[table$rep == study$replications[1], ]
  in_study_order(table[c("bandit", "policy", "round", "arm", "wait", "reward", "cost")], study)
}

draw_choices <- function(data, study) {
  ggplot2::ggplot(data, ggplot2::aes(.data$round + (.data$cost - 1) / 2, factor(.data$arm), fill = .data$reward,
                                     width = .data$cost)) +
    ggplot2::geom_tile(height = 0.9) +
    facet_by_cell(study) +
    ggplot2::labs(x = "Round", y = "Arm", fill = "Reward") +
    study_theme()
}

# One entry a type: the table, tested by itself, and the drawing of it.
study_plots <- list(
  regret = list(data = curve_data("regret"), draw = draw_curves("Mean cumulative regret")),
  reward = list(data = curve_data("reward"), draw = draw_curves("Mean cumulative reward")),
  optimal = list(data = optimal_data, draw = draw_optimal),
  pulls = list(data = pulls_data, draw = draw_pulls),
  unfairness = list(data = curve_data("unfairness"), draw = draw_curves("Mean unfairness")),
  frontier = list(data = frontier_data, draw = draw_frontier),
  exits = list(data = exits_data, draw = draw_exits),
  distribution = list(data = final_data, draw = draw_distribution),
  choices = list(data = choices_data, draw = draw_choices)
)
