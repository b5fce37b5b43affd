#' The papers' experiments
#' @description
#' Runs an experiment of a paper, by default at the paper's scale. `autoplot()` of the result draws
#' the paper's figure; printing it shows the paper's claims with their verdicts in the [ledger()].
#'
#' **Use it when** you want to reproduce a figure, or start from a published setting.
#'
#' @details
#' `experiments()` lists the experiments. If a paper does not print a parameter, the choice is ours,
#' and the column `note` says so. No parameter is tuned to agree with a paper, except for the
#' substitute click log of `mortal-1` and `mortal-2` (below). Some papers play policies for rewards
#' in \[0, 1\] on Gaussian rewards that may leave it; [run_study()] would warn about that, but here
#' it is part of the experiment.
#'
#' @section The click log: `mortal-1` and `mortal-2` replay the Yahoo! R6B click log if
#' `options(unruly.yahoo = )` holds the paths of its files, and otherwise a substitute made by
#' [simulate_click_log()]. How the click rates of the substitute fall with age and depend on
#' lifetimes is not from any paper: it was chosen so that AG-L gains about as much over AG as the
#' authors report for the real log.
#' @param id An id of `experiments()`, a single string.
#' @param reps Number of replications, a whole number of at least 1. Default: the paper's.
#' @param horizon Horizon in rounds, a whole number of at least 1, or several for an experiment over
#'   several horizons. Default: the paper's.
#' @param seed As in [run_study()]. Default: 2026, so that figures can be reproduced.
#' @param record As in [run_study()]. Default: what the figure needs.
#' @param data For an experiment on data that cannot be distributed with the package: the path that
#'   its `note` asks for. Default: `NULL`.
#' @param stop As in [run_study()]. Default: the experiment's own rule, which `best-1` and `best-2`
#'   have; all other games continue to the horizon.
#' @param keep As in [run_study()]. Default: what the figure needs.
#' @param ... More arguments of [run_study()], such as `threads` or `progress`.
#' @param path As in [run_study()]: a folder in which finished parts are kept, with one subfolder
#'   per horizon if there are several. Default: `NULL`.
#' @return `experiments()`: a tibble with one row per experiment:
#'
#' * `id`, `paper`, `figure`, `title`, `note`;
#' * `bandits`, `policies`: their names;
#' * `horizon`: the longest; `horizons`: how many;
#' * `reps`: the number of replications.
#'
#' `run_experiment()`: a study, see [run_study()]. For several horizons, a series of studies, of
#' class `unruly_series`: a list with the element `studies`, whose [regret()], [pulls()], [exits()]
#' and `summary()` have a first column `horizon`.
#' @section Errors: `unruly_error_argument`: an unknown id, a number out of its range, or `data`
#' that is missing or cannot be used.
#' @seealso [ledger()] for the papers' claims and what came out, [citation_of()] for the papers.
#' @examples
#' experiments()
#' study <- run_experiment("impatient-se", reps = 5, horizon = 500)
#' study
#' if (requireNamespace("ggplot2", quietly = TRUE)) ggplot2::autoplot(study)
#' @export
run_experiment <- function(id, reps = NULL, horizon = NULL, seed = 2026, record = NULL, data = NULL, stop = NULL, ...,
                           path = NULL, keep = NULL) {
  id <- check_choice(id, "id", names(experiment_registry()))
  experiment <- describe_experiment(id)
  check_experiment_data(data, experiment)
  if (!is.null(stop)) check_stop(stop, "stop", "NULL or a stopping rule, such as `stop_glr()`")
  if (!is.null(reps)) reps <- check_whole(reps, "reps", min = 1)
  seed <- check_seed(seed, rlang::current_env())
  if (!is.null(horizon)) {
    horizon <- check_numbers(horizon, "horizon", min = 1, whole = TRUE, size = if (!experiment$series) 1)
  }
  path <- check_text(path, "path", null = TRUE)
  play_experiment(experiment, id, horizon %||% experiment$horizon, reps %||% experiment$reps, seed, record, data, stop,
                  keep, path, ...)
}

# One study, or a series of them, with the class of experiments if there is an `id`.
play_experiment <- function(experiment, id, horizons, reps, seed, record = NULL, data = NULL, stop = NULL, keep = NULL,
                            path = NULL, ...) {
  studies <- lapply(horizons, function(T) {
    # The scale of the rewards is part of the experiment, so a warning about it would not help.
    study <- suppressMessages(suppressWarnings(
      run_study(experiment$bandits(T, data), experiment$policies(T), horizon = T, reps = reps,
                seed = seed, record = record %||% experiment$record(T),
                path = horizon_folder(path, T, length(horizons)), stop = stop %||% experiment$stop,
                keep = keep %||% experiment[["keep"]] %||% "summary", ...),
      classes = "unruly_warning_scale"
    ), classes = "unruly_message_scale")
    if (is.null(id)) return(study)
    study$experiment <- id
    structure(study, class = c("unruly_experiment", class(study)))
  })
  if (length(studies) == 1) return(studies[[1]])
  structure(list(studies = studies, horizons = horizons, experiment = id), class = "unruly_series")
}

horizon_folder <- function(path, horizon, horizons) {
  if (is.null(path) || horizons == 1) path else file.path(path, sprintf("horizon-%.0f", horizon))
}

#' @rdname run_experiment
#' @export
experiments <- function(...) {
  check_no_dots(...)
  all <- lapply(names(experiment_registry()), describe_experiment)
  text <- function(field) vapply(all, function(e) e[[field]] %||% "", "")
  names_at <- function(field) {
    vapply(all, function(e) {
      # Names are given where bandits take long to make, or need a user's data.
      if (field == "bandits" && !is.null(e$bandit_names)) return(paste(e$bandit_names, collapse = ", "))
      x <- e[[field]](max(e$horizon))
      if (inherits(x, "unruly_bandit")) return("bandit")
      paste(element_names(x, vapply(x, function(p) p$label %||% "bandit", "")), collapse = ", ")
    }, "")
  }
  tibble(
    id = names(experiment_registry()), paper = text("paper"), figure = text("figure"), title = text("title"),
    bandits = names_at("bandits"), policies = names_at("policies"),
    horizon = vapply(all, function(e) max(e$horizon), 0), horizons = lengths(lapply(all, `[[`, "horizon")),
    reps = vapply(all, `[[`, 0, "reps"), note = text("note")
  )
}

# An experiment is a list: paper, figure, title, note; `bandits` and `policies` as functions of the horizon (or as they
# are); horizon (several: a series), reps, record (default: that of run_study(); also a function of the horizon); `stop`
# (default: none); `keep` (default: the summary); `draw` (study -> ggplot; default: the regret), and `series_draw`
# likewise; `draws_games` where moments do not do for `draw`. An experiment on a user's data states in `needs` what it
# requires, or in `takes` what it accepts; its `bandits` takes the data, too. `bandit_names` is given if making the
# bandits takes long or needs data.
describe_experiment <- function(id) complete_experiment(experiment_registry()[[id]]())

complete_experiment <- function(experiment) {
  as_function <- function(x) if (is.function(x)) x else function(T) x
  bandits <- as_function(experiment$bandits)
  experiment$bandits <- function(T, data = NULL) {
    if (is.null(experiment[["needs"]] %||% experiment[["takes"]])) bandits(T) else bandits(T, data)
  }
  experiment$record <- as_function(experiment$record %||% 200)
  experiment$policies <- as_function(experiment$policies)
  experiment$series <- length(experiment$horizon) > 1
  experiment
}

# "Sharoff, Mehta and Ganti 2020, Figure 1a"
experiment_source <- function(experiment) {
  paste0(experiment$paper, if (startsWith(experiment$figure, "ours")) ": " else ", ", experiment$figure)
}

check_experiment_data <- function(data, experiment, call = rlang::caller_env()) {
  wanted <- experiment[["needs"]] %||% experiment[["takes"]]
  if (is.null(wanted)) {
    if (!is.null(data)) abort_argument("data", "NULL for this experiment, which takes none", data, call = call)
  } else if (is.null(data)) {
    if (!is.null(experiment[["needs"]])) abort_argument("data", wanted, given = "nothing", call = call)
  } else {
    check_text(data, "data", call = call)
    if (!file.exists(data)) abort_argument("data", wanted, data, call = call)
  }
}

# --- one horizon: a study with its own class ------------------------------------------------

shape.unruly_experiment <- function(x) {
  c(shape.unruly_study(x), experiment = function(v, x) is_word(v) && v %in% names(experiment_registry()))
}

#' @rdname autoplot.unruly_study
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_experiment)
autoplot.unruly_experiment <- function(object, type = NULL, ...) {
  if (!is.null(type) || rlang::dots_n(...) > 0) return(NextMethod())
  check_study(object, "object")
  experiment <- describe_experiment(object$experiment)
  if (isTRUE(experiment$draws_games)) check_rows(object, "autoplot", rlang::current_env())
  rlang::check_installed("ggplot2", "to plot a study.")
  draw <- experiment[["draw"]] %||% function(study) autoplot.unruly_study(study, "regret")
  draw(object) + ggplot2::labs(title = experiment$title, subtitle = experiment_source(experiment))
}

# --- several horizons -----------------------------------------------------------

# Those of a study, under its horizon.
series_blocks <- function(study) {
  blocks <- final_blocks(study)
  if (length(blocks) == 0) return(blocks)
  horizon <- sprintf("Horizon %s, %s, seed %s", format_count(study$description$horizon),
                     count_of(length(study$replications), "replication"), whole_text(study$description$seed))
  blocks[[1]]$title <- c(horizon, blocks[[1]]$title)
  blocks
}

#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_series)
autoplot.unruly_series <- function(object, ...) {
  check_no_dots(...)
  check_object(object, "object")
  rlang::check_installed("ggplot2", "to plot a series of studies.")
  experiment <- describe_experiment(object$experiment)
  titles <- ggplot2::labs(title = experiment$title, subtitle = experiment_source(experiment))
  if (!is.null(experiment$series_draw)) return(experiment$series_draw(object) + titles)
  data <- series_plot_data(object)
  study <- object$studies[[length(object$studies)]]
  looks <- study_looks(study)
  ggplot2::ggplot(data, ggplot2::aes(.data$horizon, .data$mean, colour = .data$policy, fill = .data$policy,
                                     linetype = .data$policy)) +
    layer_curves(data, looks) +
    ggplot2::geom_point(data = data[data$policy %in% looks$policy[looks$matters], ]) +
    scale_of("x", "x") + scale_of("y", "y") +
    ggplot2::labs(x = "Horizon (log scale)", y = sprintf("Mean regret %s (log scale)", series_by_when(object)),
                  caption = curve_caption(study, whole_view(study), data, looks, dropped = attr(data, "dropped"))) +
                  titles +
    facet_by_bandit(data) + study_theme() + policy_scales(looks$policy, look = looks, order = by_final_value(data))
}

shape.unruly_series <- function(x) list(
  studies = function(v, x) is.list(v) && length(v) > 0 && all(vapply(v, is_shaped, NA, "unruly_study")),
  horizons = function(v, x) is_reals(v, length(x$studies)),
  experiment = function(v, x) is_word(v) && v %in% names(experiment_registry())
)

# The data that autoplot() draws: values with a logarithm, which the oracle's regret lacks.
series_plot_data <- function(series) above_zero(in_study_order(series_final(series), series$studies[[1]]))

#' @exportS3Method ggplot2::fortify
fortify.unruly_series <- function(model, data, ..., type = NULL) {
  check_no_data(data)
  check_no_dots(...)
  check_object(model, "model")
  check_choice(type %||% "regret", "type", "regret", single = TRUE)
  series_plot_data(model)
}
