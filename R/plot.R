#' Plot a study
#'
#' Draws a plain ggplot, to which scales, themes and layers can be added. A policy
#' has the same colour, type of line and shape in all figures of a study, whatever
#' subset is drawn; the colours are safe for the colour-blind. `study_plot_data()`
#' returns the table that the plot draws, [save_figures()] writes all figures of
#' a study, [layer_bound()] lays a regret bound over one.
#'
#' @param object,study A study.
#' @param type What to draw; `NULL` is the figure of the paper for a study made
#'   by [run_experiment()], if nothing else is asked for, else `"regret"`
#'   (`"reward per round"` for replays, which have no regret):
#'   * `"regret"`, `"reward"`, `"unfairness"`: means over replications with
#'     ribbons, by round (`"unfairness"` with fairness only; light vertical lines where
#'     [changes][with_changes] come in the same rounds of all replications, if they are few); no ribbons where
#'     replications walk the same events, see [summary()][summary.unruly_study]. Where games of a replay ran out of events, lines
#'     end at the last checkpoint that all of them reached. A study of a single checkpoint is a dot plot by policy;
#'   * `"reward per round"`: the reward so far over the rounds so far, and beside it the same of the last rounds
#'     alone, see `window`;
#'   * `"contrast"`: the regret of each policy less that of the `baseline`, paired by replication
#'     ([compare_policies()]), by round, with its band; below 0 is better. Of
#'     replays the reward per turn;
#'   * `"optimal"`: the share of the plays so far that were of a best arm (with
#'     waiting: arm and wait), as the comparator sees it, by round, and beside it that of the last rounds alone;
#'   * `"recommendations"`: the probability that a best arm is named, with exact intervals, and the
#'     mean simple regret, by round, see [recommendations()]; of a study with a rule to stop by
#'     also how many games stopped when, a row a game in the data;
#'   * `"frontier"`: final mean reward against final mean unfairness (with
#'     fairness only), with bars for the intervals of both; policies of one
#'     constructor are joined to a curve, see also [compare_frontier()];
#'   * `"pulls"`: the share of pulls that each arm got, mean over replications:
#'     bars, or a heat map for many arms or policies, and with waiting by arm and
#'     wait. Where each replication draws its own arms from priors, arms go by the rank of
#'     their true mean; in populations by how much they got;
#'   * `"exits"`: which arms are there, a row each, from when they exist: the
#'     darker, the more replications have the arm in that round. Where there are
#'     too many panels for rows, the mean number of arms there, by round; for
#'     [populations][mortal_arms], the share of arms that reach an age, in rounds;
#'   * `"distribution"`: final regret over replications with its median: each
#'     replication a point, or of more than 200 the density and the middle half;
#'   * `"choices"`: who was played when in the first replication (with `keep =
#'     "choices"`), a row an arm; grey where it could be played, a cross where it left
#'     or died. Of more than 300 rounds, shares of plays are shown by stretches
#'     of rounds. Where there are too many panels, those of the first bandit.
#'   * `"game"`: one replication, `rep`, round by round: which arms were there and which was chosen, what arrived,
#'     and the mean of what had arrived, by arm. Of the first bandit that is not a replay, and the first three policies, that were
#'     asked for; played again where choices are not kept. See also [animate_game()];
#'   * `"sweep"`: a final mean with its interval against the setting `x`, see
#'     [settings()]; policies without that setting are level lines.
#' @param policies,bandits Labels of the policies and names of the bandits to draw;
#'   `NULL` is all of them.
#' @param level Confidence level of ribbons and bars, in (0, 1).
#' @param log Which axes are logarithmic: `""`, `"x"`, `"y"` or `"xy"`; `NULL` is
#'   what suits the type (`"x"` for `"exits"` of impatient arms, else `""`).
#' @param interval `"t"` or `"bootstrap"` (not for few replications), see
#'   [summary()][summary.unruly_study], for means by round. Where the figure cannot be negative, nor is its interval.
#' @param baseline For `"contrast"`: label of the policy to compare with; by
#'   default the first.
#' @param highlight Labels of at most seven policies: these are coloured, the others grey. `NULL` colours all,
#'   of more than seven the seven best (by their final regret, or reward for replays; the mean of their ranks over the
#'   bandits); an oracle is always black.
#' @param labels Of figures by round: `TRUE` for the names of policies at the ends of their lines, `FALSE` for a
#'   legend; `NULL` is names where they fit. (The room for names is a margin: a theme added to the figure
#'   should keep its `plot.margin`.)
#' @param window For `"optimal"` and `"reward per round"`: how many rounds a window has, a whole number from 0 to the
#'   horizon; `NULL` is 2% of the horizon, 0 draws no windows. As a study knows its checkpoints only, a window
#'   begins with the last one that is so many rounds back or more; the panel's title has the least and the greatest number of
#'   rounds that its windows have. Of studies of moments windows have no bands.
#' @param rep For `"game"`: which replication, a whole number of at least 1; by default the study's first.
#' @param rounds For `"game"`: the last round to show, a whole number from 1 to the horizon; by default the horizon,
#'   at most 200.
#' @param ... For `"sweep"` the name `x` of a setting, and `what`, a column of [regret()]
#'   (by default `"regret"`); else it must be empty.
#' @return `autoplot()`: a ggplot. `study_plot_data()`: a tibble, of the policies
#'   and bandits that were asked for.
#' @section Errors: `unruly_error_argument` for an unknown `type`, `policies`,
#'   `bandits`, `baseline` or `highlight`, a `type` that the study has no figures for (such as
#'   `"exits"` where no arm can leave or die, or `"contrast"` of the baseline with
#'   itself), a bad `level`, or a `log` of an
#'   axis that has none.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, list(policy_ucb1(), policy_thompson("beta")), horizon = 500,
#'   reps = 10, seed = 1)
#' study_plot_data(study, "pulls")
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   autoplot(study)
#'   autoplot(study, log = "x", level = 0.9)
#'   autoplot(study, highlight = "UCB1", labels = FALSE)
#'   autoplot(study, "contrast", baseline = "UCB1")
#'   autoplot(study, "pulls", policies = "UCB1")
#' }
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_study)
autoplot.unruly_study <- function(object, type = NULL, policies = NULL, bandits = NULL, level = 0.95, log = NULL,
                                  interval = c("t", "bootstrap"), baseline = NULL, highlight = NULL, labels = NULL,
                                  window = NULL, rep = NULL, rounds = NULL, ...) {
  rlang::check_installed("ggplot2", "to plot a study.")
  check_study(object, "object")
  if (identical(type, "sweep")) return(autoplot_sweep(object, ..., level = level))
  check_no_dots(...)
  plain <- is.null(type) && missing(policies) && missing(bandits) && missing(level) && missing(log) && missing(interval) &&
    missing(highlight) && missing(labels)
  if (plain && !is.null(object$experiment)) return(draw_experiment(object))
  view <- check_view(object, type %||% usual_plot(object), policies, bandits, level, interval, baseline, log, highlight, labels,
                     window, rep, rounds)
  if (view$interval == "bootstrap") say_few_replications(object)
  figure <- study_plots[[view$type]]
  figure$draw(keep_viewed(figure$data(object, view), view), object, view)
}

# A log has no true means, so studies of nothing but replays show the reward. Games may run out of events, so it is
# that of a turn.
usual_plot <- function(study) if (only_replays(study)) "reward per round" else "regret"

usual_what <- function(study) if (only_replays(study)) "reward_per_turn" else "regret"

only_replays <- function(study) all(vapply(study$description$bandits, has_trait, NA, "replay"))

#' @rdname autoplot.unruly_study
#' @export
study_plot_data <- function(study, type = "regret", policies = NULL, bandits = NULL, level = 0.95,
                            interval = c("t", "bootstrap"), baseline = NULL, window = NULL, rep = NULL,
                            rounds = NULL, ...) {
  check_study(study)
  if (identical(type, "sweep")) return(sweep_data(study, ..., level = level))
  check_no_dots(...)
  view <- check_view(study, type, policies, bandits, level, interval, baseline, window = window, rep = rep, rounds = rounds)
  keep_viewed(study_plots[[view$type]]$data(study, view), view)
}

# --- what is asked for ----------------------------------------------------------

# How to look at a study, checked.
check_view <- function(study, type, policies = NULL, bandits = NULL, level = 0.95, interval = "t", baseline = NULL,
                       log = NULL, highlight = NULL, labels = NULL, window = NULL, rep = NULL, rounds = NULL, call = rlang::caller_env()) {
  d <- study$description
  type <- check_choice(type, "type", c(names(study_plots), "sweep"), call = call)
  bandits <- check_some(bandits, "bandits", names(d$bandits), call)
  check_plot_type(type, study, bandits, call)
  policies <- check_some(policies, "policies", names(d$policies), call)
  baseline <- check_choice(baseline %||% names(d$policies)[1], "baseline", names(d$policies), single = TRUE, call = call)
  if (type == "contrast" && identical(policies, baseline)) {
    abort_argument("policies", sprintf("others than the baseline, %s, for \"contrast\"", quoted(baseline)), policies, call = call)
  }
  list(
    type = type, bandits = bandits, policies = policies, baseline = baseline,
    level = check_number(level, "level", above = 0, below = 1, call = call),
    interval = check_choice(interval, "interval", c("t", "bootstrap"), call = call),
    log = check_log(log, type, study, bandits, call), highlight = check_highlight(highlight, policies, study, call),
    labels = if (!is.null(labels)) check_flag(labels, "labels", call), window = check_window(window, d$horizon, call),
    rep = check_whole(rep %||% study$replications[1], "rep", min = 1, call = call),
    rounds = check_whole(rounds %||% min(d$horizon, usual_rounds), "rounds", min = 1, max = d$horizon, call = call)
  )
}

# More rounds of a game cannot be told apart.
usual_rounds <- 200

# Policies to colour, as many as there are colours at most.
check_highlight <- function(highlight, policies, study, call) {
  if (is.null(highlight)) return(NULL)
  found <- check_some(highlight, "highlight", policies, call)
  coloured <- length(setdiff(found, oracles_of(study)))
  if (coloured > length(safe_colours)) {
    abort_argument("highlight", sprintf("at most %d policies: there are no more colours", length(safe_colours)), call = call,
                   given = as.character(coloured))
  }
  found
}

# Rounds of a window, by default 2% of all.
check_window <- function(window, horizon, call) {
  if (is.null(window)) return(max(1, round(0.02 * horizon)))
  check_whole(window, "window", max = horizon, call = call)
}

# The view of a whole study, for drawings of our own.
whole_view <- function(study, type = "regret") check_view(study, type)

# Some of the names there are, in their order.
check_some <- function(value, argument, names, call) {
  if (is.null(value)) return(names)
  good <- is.character(value) && !is.object(value) && is.null(dim(value)) && length(value) > 0 && all(value %in% names)
  if (!good) abort_argument(argument, paste("some of", paste(quoted(names), collapse = ", ")), value, hint = did_you_mean(value, names), call = call)
  names[names %in% value]
}

check_log <- function(log, type, study, bandits, call) {
  axes <- study_plots[[type]]$log %||% ""
  usual <- study_plots[[type]]$usual_log
  log <- check_choice(log %||% (if (!is.null(usual)) usual(study, bandits)) %||% "", "log", c("", "x", "y", "xy"), call = call)
  lacking <- setdiff(strsplit(log, "")[[1]], strsplit(axes, "")[[1]])
  if (length(lacking) > 0) {
    abort_argument("log", sprintf("%s for %s", if (axes == "") "\"\"" else paste("\"\" or", quoted(axes)), quoted(type)),
                   log, call = call)
  }
  log
}

check_plot_type <- function(type, study, bandits = names(study$description$bandits), call = rlang::caller_env()) {
  lacks <- lacking_for_plots(study, bandits)
  if (!type %in% names(lacks)) return(invisible())
  abort_argument("type", "one that the study has figures for", type, call = call,
                 given = sprintf("%s, which needs %s", dQuote(type, FALSE), lacks[[type]]))
}

# What is missing, by the type of figure that needs it.
lacking_for_plots <- function(study, bandits = names(study$description$bandits)) {
  seen <- study$description$bandits[bandits]
  has <- function(name) any(vapply(seen, has_trait, NA, name))
  no_regret <- if (all(vapply(seen, has_trait, NA, "replay"))) "true means: a log has only `\"reward\"`"
  unfair <- if (!has("fairness")) "a study with fairness"
  no_turns <- if (all(is.na(last_reached(study)[bandits]))) none_reached_text(study, bandits)
  by_row <- if (keeps_moments(study)) "replications, and this study was run with `keep = \"moments\"`"
  c(
    regret = no_regret, optimal = no_regret %||% by_row, distribution = no_regret %||% by_row, unfairness = unfair,
    recommendations = if (!any(vapply(seen, judges_naming, NA))) "bandits whose best arm is known and can be named",
    frontier = unfair %||% by_row, pulls = by_row,
    contrast = if (length(study$description$policies) < 2) "two policies or more" else no_turns,
    reward = no_turns, "reward per round" = no_turns,
    game = if (all(vapply(seen, has_trait, NA, "replay"))) "a game that can be played again, which that of a log cannot",
    choices = if (is.null(study$tables$choices)) "a study run with `keep = \"choices\"`",
    exits = lacking_for_exits(study, bandits) %||% by_row
  )
}

# The rows of the policies and bandits that were asked for, in the order of the
# study. Levels stay: they carry the looks.
keep_viewed <- function(data, view) data[data$policy %in% view$policies & data$bandit %in% view$bandits, ]

# Policies and bandits in the order of the study, not of the alphabet.
in_study_order <- function(table, study) {
  d <- study$description
  table$policy <- factor(table$policy, names(d$policies))
  table$bandit <- factor(table$bandit, names(d$bandits))
  table
}

# --- panels ---------------------------------------------------------------------

# A panel for each bandit that is drawn, if there are several.
facet_by_bandit <- function(data, scales = "free_y") {
  if (length(unique(data$bandit)) < 2) return(NULL)
  columns <- panel_columns(data)
  ggplot2::facet_wrap(ggplot2::vars(.data$bandit), ncol = columns, scales = scales, labeller = strips_above(columns))
}

# A panel for each bandit and policy, in which a bandit has its own arms; no strip
# says what goes without saying.
facet_by_cell <- function(data) {
  policies <- length(unique(data$policy))
  bandits <- length(unique(data$bandit))
  if (policies > 1 && bandits > 1) {
    return(ggplot2::facet_grid(ggplot2::vars(.data$bandit), ggplot2::vars(.data$policy), scales = "free_y",
                               labeller = strips_around(bandits, policies)))
  }
  columns <- cell_columns(data)
  strips <- strips_above(columns)
  if (policies > 1) return(ggplot2::facet_wrap(ggplot2::vars(.data$policy), ncol = columns, labeller = strips))
  if (bandits > 1) ggplot2::facet_wrap(ggplot2::vars(.data$bandit), ncol = columns, scales = "free_y", labeller = strips)
}

panel_count <- function(data) nrow(unique(data[c("bandit", "policy")]))

# More panels than these, or in a row, are too small to be read on a page.
most_panels <- 16
most_columns <- 6

too_many_panels <- function(data) {
  policies <- length(unique(data$policy))
  panel_count(data) > most_panels || length(unique(data$bandit)) > 1 && policies > most_columns
}

# Rows of panels of facet_by_cell().
panel_rows <- function(data) {
  bandits <- length(unique(data$bandit))
  if (bandits > 1 && panel_count(data) > bandits) bandits else grDevices::n2mfrow(panel_count(data))[2]
}

# And columns.
cell_columns <- function(data) {
  policies <- length(unique(data$policy))
  if (policies > 1 && length(unique(data$bandit)) > 1) policies else grDevices::n2mfrow(panel_count(data))[1]
}

# Columns of panels of facet_by_bandit().
panel_columns <- function(data) grDevices::n2mfrow(length(unique(data$bandit)))[1]

# By when the final figures are: where the record ends early, or games do, nothing is final.
by_when <- function(study, bandits = names(study$description$bandits)) {
  end <- if (is_exact(study)) last_checkpoint(study) else unique(final_rounds(study)[bandits])
  if (length(end) > 1) return("by the last checkpoint that all games reached")
  if (end < study$description$horizon) sprintf("by %s %s", round_word(study, bandits), format_count(end)) else "at the horizon"
}

# One entry a type: the table, tested by itself; the drawing of it; the axes that
# can be logarithmic.
study_plots <- list(
  regret = list(data = curve_data("regret"), draw = draw_curves("Mean cumulative regret"), log = "xy"),
  reward = list(data = curve_data("reward"), draw = draw_curves("Mean cumulative reward"), log = "xy"),
  "reward per round" = list(data = rate_data, draw = draw_rates, log = "xy"),
  contrast = list(data = contrast_data, draw = draw_contrast, log = "x"),
  optimal = list(data = optimal_data, draw = draw_optimal, log = "x"),
  recommendations = list(data = naming_data, draw = draw_naming, log = "x"),
  pulls = list(data = pulls_data, draw = draw_pulls),
  unfairness = list(data = curve_data("unfairness"), draw = draw_curves("Mean unfairness"), log = "xy"),
  frontier = list(data = frontier_data, draw = draw_frontier, log = "xy"),
  exits = list(data = exits_data, draw = draw_exits, log = "x", usual_log = usual_exits_log),
  distribution = list(data = final_data, draw = draw_distribution, log = "x"),
  choices = list(data = choices_data, draw = draw_choices),
  game = list(data = game_data, draw = draw_game)
)
