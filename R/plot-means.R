#' The means of a bandit's arms
#'
#' Draws the arms of a bandit, or how their means move. ggplot2's `fortify()` returns the table that is drawn.
#'
#' * `"arms"`: the means, with one standard deviation of a reward to either side (for [priors][prior_uniform], the
#'   range that holds 95% of the means), the traits in words, and next to each arm what is its own, such as its
#'   patience.
#' * `"means"`: how means move over the rounds of a game [with changes][with_changes], or over the pulls of each arm
#'   [with wear][with_wear], as in a replication of a study.
#'
#' @param object,model A bandit.
#' @param data Must be left out.
#' @param type `"arms"` or `"means"`. Default: `"means"` if a horizon is given, else `"arms"`.
#' @param horizon For `"means"`, the number of rounds (with wear, of pulls). A whole number of at least 1.
#' @param seed,rep For `"means"`, the seed of the study and the number of the replication, for what is drawn at random:
#'   whole numbers. Default: 1.
#' @param ... For `fortify()`: `horizon`, `seed` and `rep`. Otherwise must be empty.
#' @return `autoplot()`: a ggplot. `fortify()`: a tibble.
#'   * `"arms"`: one row per arm with `arm`, `mean`, `lower`, `upper`, `best` and `label`.
#'   * `"means"`: one row per change of a mean, which holds until the next row of its arm: `arm`, `round` (with wear
#'     `pull`) and `mean`, ordered by arm; for a population with the arms that are born later.
#' @section Errors: `unruly_error_argument`: the bandit has no means (a log, contexts, a tape by round).
#' @seealso [changes], [instances()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.7, 0.5))) |> with_changes(changes_drift(0.02, every = 10))
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   autoplot(problem)
#'   ggplot2::fortify(problem, type = "means", horizon = 50)
#'   autoplot(problem, "means", horizon = 2000)
#' }
#' @export
#' @rawNamespace S3method(ggplot2::autoplot, unruly_bandit)
autoplot.unruly_bandit <- function(object, type = NULL, horizon, seed = 1, rep = 1, ...) {
  check_no_dots(...)
  check_object(object, "object")
  type <- bandit_type(type, !missing(horizon))
  check_means_known(object, "object")
  rlang::check_installed("ggplot2", "to plot a bandit.")
  object <- drawable(object, object$arms$names)
  if (type == "arms") return(draw_bandit(object))
  draw_means(mean_paths(object, horizon, seed, rep), horizon)
}

#' @rdname autoplot.unruly_bandit
#' @usage \method{fortify}{unruly_bandit}(model, data, ..., type = NULL)
#' @exportS3Method ggplot2::fortify
fortify.unruly_bandit <- function(model, data, ..., type = NULL) {
  check_no_data(data)
  check_object(model, "model")
  bandit_data(model, type, ..., call = rlang::current_env())
}

bandit_data <- function(bandit, type, horizon, seed = 1, rep = 1, ..., call = rlang::caller_env()) {
  check_no_dots(..., .call = call)
  type <- bandit_type(type, !missing(horizon), call)
  check_means_known(bandit, "model", call)
  if (type == "arms") arms_drawn(bandit) else mean_paths(bandit, horizon, seed, rep, call)
}

bandit_type <- function(type, has_horizon, call = rlang::caller_env()) {
  check_choice(type %||% (if (has_horizon) "means" else "arms"), "type", c("arms", "means"), single = TRUE, call = call)
}

mean_paths <- function(bandit, horizon, seed, rep, call = rlang::caller_env()) {
  horizon <- check_horizon(horizon, list(bandit), call)
  seed <- check_seed(seed, call)
  rep <- check_whole(rep, "rep", min = 1, max = 2^31 - 1, call = call)
  paths_of(bandit, horizon, seed, rep, call)
}

check_means_known <- function(bandit, argument = "bandit", call = rlang::caller_env()) {
  kind <- if (has_contexts(bandit$arms)) "contextual arms" else if (bandit$arms$kind == "tape_round") "a tape by round"
  lacks <- if (has_trait(bandit, "replay")) "a log" else kind
  if (!is.null(lacks)) abort_argument(argument, "a bandit whose arms have means", given = lacks, call = call)
}

paths_of <- function(bandit, horizon, seed, rep, call) {
  steps <- if (has_trait(bandit, "wear")) horizon else steps_expected(bandit, horizon)
  check_table_size(instance_count(bandit, horizon) * steps, "horizon", "instance", call)
  arms <- draw_arms(bandit, seed, rep, horizon)
  means <- if (has_trait(bandit, "wear")) pull_paths(bandit, arms, horizon) else
    round_paths(bandit, arms, seed, rep, horizon)
  name_arms(tibble::as_tibble(means), list(bandit = bandit))
}

# Returns about how often the mean of an arm may change.
steps_expected <- function(bandit, horizon) {
  if (!has_trait(bandit, "changes")) return(1)
  p <- law_of_trait(bandit$traits$changes)$parameters
  if (!is.null(p[["every"]])) horizon / p$every else if (!is.null(p[["rate"]])) 1 + horizon * p$rate else
    p[["count"]] %||% ncol(p$mean)
}

# Returns the means from round 1 on, or from the birth, and those that they are changed to; the last of several in the
# same round.
round_paths <- function(bandit, arms, seed, rep, horizon) {
  born <- has_trait(bandit, "population")
  steps <- if (has_trait(bandit, "changes")) draw_arms(bandit, seed, rep, horizon, steps = TRUE)
  steps <- as.data.frame(steps[c("arm", "round", "mean")])
  paths <- rbind(data.frame(arm = arms$arm, round = if (born) arms$first else 1, mean = arms$mean), steps)
  paths <- paths[paths$round <= horizon, ]
  paths <- paths[order(paths$arm, paths$round), ]
  paths[!duplicated(paths[c("arm", "round")], fromLast = TRUE), ]
}

pull_paths <- function(bandit, arms, horizon) {
  means <- wear_means(law_of_trait(bandit$traits$wear), arms$mean, seq_len(horizon), bandit$arms$kind == "bernoulli")
  new <- cbind(TRUE, means[, -1, drop = FALSE] != means[, -ncol(means), drop = FALSE])
  at <- which(t(new), arr.ind = TRUE)
  data.frame(arm = arms$arm[at[, 2]], pull = as.double(at[, 1]), mean = means[at[, 2:1, drop = FALSE]])
}

draw_means <- function(paths, horizon) {
  by <- intersect(c("round", "pull"), names(paths))
  last <- paths[!duplicated(paths$arm, fromLast = TRUE), ]
  last[[by]] <- horizon
  data <- rbind(paths, last)
  data$arm <- factor(data$arm)
  few <- nlevels(data$arm) <= length(safe_colours)
  lines <- if (few) ggplot2::geom_step(ggplot2::aes(colour = .data$arm, linetype = .data$arm), linewidth = 0.7) else
    ggplot2::geom_step(ggplot2::aes(group = .data$arm), colour = safe_colours[1], alpha = 0.4, linewidth = 0.4)
  plot <- ggplot2::ggplot(data, ggplot2::aes(.data[[by]], .data$mean)) + lines + scale_of("x") + scale_of("y") +
    ggplot2::labs(x = if (by == "round") "Round" else "Pull of the arm", y = "Mean", colour = "Arm", linetype = "Arm") +
    study_theme()
  if (few) plot + policy_scales(levels(data$arm), "Arm", 16) else plot
}
