#' Figures of a study
#' @description
#' Draws a ggplot, to which scales, themes and layers can be added. A policy has the same colour, line type and shape in
#' all figures of a study; the colours are safe for the colour-blind.
#'
#' **Use it when** you look at a study. [save_figures()] writes all its figures, and ggplot2's `fortify()` returns the
#' table that a figure draws. `ggplot2::autolayer()` adds a table of [regret_bound()] or an [exact_study()].
#'
#' @param object,model A study.
#' @param data Must be left out.
#' @param type What to draw, a string, see "Types". Default: the figure of the paper for a study made by
#'   [run_experiment()] if nothing else is asked for; otherwise `"regret"`, or `"reward per round"` for replays, which
#'   have no regret.
#' @param policies,bandits Labels of the policies and names of the bandits to draw. Default: all.
#' @param level Nominal coverage of bands and bars, in (0, 1). Default: 0.95.
#' @param log Which axes are logarithmic: `""`, `"x"`, `"y"` or `"xy"`. Default: `"x"` for `"exits"` of impatient arms,
#'   else `""`.
#' @param interval For means by round: `"t"` or `"bootstrap"`, see [summary()][summary.unruly_study]. Intervals end
#'   where the measure does. Default: `"t"`.
#' @param baseline For `"contrast"`: label of the policy that the others are compared with. Default: the first.
#' @param highlight Labels of at most seven policies, which are coloured; the others are grey. An oracle is always
#'   black. Default: all, or of more than seven the seven best (by the mean of their ranks at the end, over bandits).
#'   The caption names those in grey.
#' @param labels For figures by round: `TRUE` for the names of policies at the ends of their lines, `FALSE` for a
#'   legend. Names stand in the margin, so a theme that is added should keep `plot.margin`. Default: names where they
#'   fit.
#' @param window For `"optimal"` and `"reward per round"`: how many rounds a window has, a whole number from 0 (no
#'   windows) to the horizon. A window begins at the last checkpoint that is so many rounds back or more; the panel's
#'   title has the least and the greatest width. Default: 2% of the horizon, at least 50 rounds; a
#'   study that has no more has no windows.
#' @param rep For `"game"`: which replication, a whole number of at least 1. Default: the study's first.
#' @param rounds For `"game"`: the last round to draw, a whole number from 1 to the horizon. Default: the horizon, at
#'   most 200.
#' @param ... For `"sweep"`: `x`, the name of a setting, and `what`, a column of [regret()] (default: `"regret"`).
#'   Otherwise must be empty.
#' @return `autoplot()`: a ggplot. `fortify()`: a tibble of what it draws, for the policies and bandits asked for.
#' @section Types: By round, with bands for intervals (without where all replications of a log use the same events):
#' * `"regret"`, `"reward"`, `"unfairness"` (with fairness): means over replications. Light vertical lines stand where
#'   [changes][with_changes] come in the same rounds of all replications.
#' * `"reward per round"`, `"optimal"`: the mean reward, or the share of pulls of a best action, over all rounds so far
#'   and, in a second panel, over the last rounds, see `window`.
#' * `"contrast"`: the regret of each policy minus that of the `baseline`, paired by replication; for replays the reward
#'   per turn. See [compare_policies()].
#' * `"recommendations"`: the probability of naming a best arm, the mean simple regret, and with a rule the share of
#'   games stopped.
#'
#' A study of one checkpoint is drawn as a dot plot by policy. Lines end at the last checkpoint at which all games have
#' a value: where a log ran out of events, or a game stopped.
#'
#' At the end, or over the whole game:
#' * `"distribution"`: the regret of each game, with the median; with more than 200 replications a density and the
#'   middle half.
#' * `"pulls"`: the mean share of pulls per arm, as bars or a heat map, with waiting per arm and wait. Arms go by the
#'   rank of their mean where replications draw their own, and in populations by the rank of their pulls.
#' * `"frontier"` (with fairness): mean reward against mean unfairness; policies of one constructor are joined. See
#'   [compare_policies()] with `frontier`.
#' * `"sweep"`: a mean against the setting `x`, see [grids]; policies without that setting are level lines.
#'
#' Arms over time:
#' * `"exits"`: one row per arm; the darker, the more replications still have it. With too many panels for rows, the
#'   mean number of arms; for [populations][bandit_mortal] the share of arms that reach an age.
#' * `"choices"` (with `keep = "choices"`): which arm was pulled when in the first replication; crosses where arms left
#'   or died. Beyond 300 rounds, shares of stretches of rounds.
#' * `"game"`: one replication round by round: arms, choices, rewards as they arrive, and their means. For the first
#'   bandit that is not a replay and the first three policies asked for. See [animate_game()].
#' @section Errors: `unruly_error_argument`: an unknown `type`, `policies`, `bandits`, `baseline` or `highlight`; a
#' `type` that the study has no figure for (such as `"exits"` where no arm can leave or die); a bad `level`; a `log` of
#' an axis that has none.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, list(policy_ucb1(), policy_thompson()), horizon = 500,
#'   reps = 10, seed = 1)
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   autoplot(study)
#'   autoplot(study, log = "x", level = 0.9)
#'   autoplot(study, highlight = "UCB1", labels = FALSE)
#'   autoplot(study, "contrast", baseline = "UCB1")
#'   ggplot2::fortify(study, type = "pulls")
#' }
#' @seealso [summary()][summary.unruly_study] and [compare_policies()] for the numbers.
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_study)
autoplot.unruly_study <- function(object, type = NULL, policies = NULL, bandits = NULL, level = 0.95, log = NULL,
                                  interval = c("t", "bootstrap"), baseline = NULL, highlight = NULL, labels = NULL,
                                  window = NULL, rep = NULL, rounds = NULL, ...) {
  check_study(object, "object")
  if (identical(type, "sweep")) return(autoplot_sweep(object, ..., level = level))
  check_no_dots(...)
  view <- check_view(object, type %||% usual_plot(object), policies, bandits, level, interval, baseline, log, highlight,
                     labels, window, rep, rounds)
  rlang::check_installed("ggplot2", "to plot a study.")
  if (view$interval == "bootstrap") say_few_replications(object)
  labels <- labels_of(object$description)
  object <- drawable(object, labels)
  view <- drawable(view, labels)
  figure <- study_plots[[view$type]]
  figure$draw(keep_viewed(figure$data(object, view), view), object, view)
}

#' @rdname autoplot.unruly_study
#' @usage \method{fortify}{unruly_study}(model, data, ..., type = NULL)
#' @exportS3Method ggplot2::fortify
fortify.unruly_study <- function(model, data, ..., type = NULL) {
  check_no_data(data)
  check_study(model, "model")
  plot_data(model, type %||% usual_plot(model), ..., call = rlang::current_env())
}

plot_data <- function(study, type, policies = NULL, bandits = NULL, level = 0.95, interval = c("t", "bootstrap"),
                      baseline = NULL, window = NULL, rep = NULL, rounds = NULL, ..., call = rlang::caller_env()) {
  if (identical(type, "sweep")) return(sweep_data(study, ..., level = level, call = call))
  check_no_dots(..., .call = call)
  view <- check_view(study, type, policies, bandits, level, interval, baseline, window = window, rep = rep,
                     rounds = rounds, call = call)
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
