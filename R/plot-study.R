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
#'     replications walk the same events, see [summary()][summary.unruly_study]. Where games of a replay ran out of
#'     events, lines end at the last checkpoint that all of them reached. A study of a single checkpoint is a dot plot
#'     by policy;
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
#'     and the mean of what had arrived, by arm. Of the first bandit that is not a replay, and the first three policies,
#'     that were asked for; played again where choices are not kept. See also [animate_game()];
#'   * `"sweep"`: a final mean with its interval against the setting `x`, see
#'     [study_settings()]; policies without that setting are level lines.
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
#'   begins with the last one that is so many rounds back or more; the panel's title has the least and the greatest
#'   number of rounds that its windows have. Of studies of moments windows have no bands.
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
#' study <- run_study(problem, list(policy_ucb1(), policy_thompson()), horizon = 500,
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
  view <- check_view(object, type %||% usual_plot(object), policies, bandits, level, interval, baseline, log, highlight,
                     labels, window, rep, rounds)
  if (view$interval == "bootstrap") say_few_replications(object)
  labels <- labels_of(object$description)
  object <- drawable(object, labels)
  view <- drawable(view, labels)
  figure <- study_plots[[view$type]]
  figure$draw(keep_viewed(figure$data(object, view), view), object, view)
}

#' @rdname autoplot.unruly_study
#' @export
study_plot_data <- function(study, type = "regret", policies = NULL, bandits = NULL, level = 0.95,
                            interval = c("t", "bootstrap"), baseline = NULL, window = NULL, rep = NULL,
                            rounds = NULL, ...) {
  check_study(study)
  if (identical(type, "sweep")) return(sweep_data(study, ..., level = level))
  check_no_dots(...)
  view <- check_view(study, type, policies, bandits, level, interval, baseline, window = window, rep = rep,
                     rounds = rounds)
  keep_viewed(study_plots[[view$type]]$data(study, view), view)
}

# One entry a type, in the order of `plot_axes`: the table, tested by itself, and the drawing of it.
study_plots <- list(
  regret = list(data = curve_data("regret"), draw = draw_curves("Mean cumulative regret")),
  reward = list(data = curve_data("reward"), draw = draw_curves("Mean cumulative reward")),
  "reward per round" = list(data = rate_data, draw = draw_rates),
  contrast = list(data = contrast_data, draw = draw_contrast),
  optimal = list(data = optimal_data, draw = draw_optimal),
  recommendations = list(data = naming_data, draw = draw_naming),
  pulls = list(data = pulls_data, draw = draw_pulls),
  unfairness = list(data = curve_data("unfairness"), draw = draw_curves("Mean unfairness")),
  frontier = list(data = frontier_data, draw = draw_frontier),
  exits = list(data = exits_data, draw = draw_exits),
  distribution = list(data = final_data, draw = draw_distribution),
  choices = list(data = choices_data, draw = draw_choices),
  game = list(data = game_data, draw = draw_game)
)
