#' Sweeps: grids of policies or bandits
#' @description
#' Makes a named list of policies or bandits, one for each combination of settings, for [run_study()].
#' `as_tibble(study, "settings")` lists the settings of a study.
#'
#' **Use it when** one study is to compare many settings.
#'
#' @details
#' `autoplot(study, "sweep", x = )` draws a measure against a setting, see [autoplot.unruly_study()].
#' The table of `as_tibble(study, "settings")` can be merged with any table of the study.
#'
#' @param make A function that makes a policy, such as [policy_ucb1()], or a bandit from its
#'   arguments.
#' @param ... Named arguments of the function: vectors or lists, all combinations of which are
#'   used, the first varying fastest. A single value is used for all.
#' @return `policy_grid()`, `bandit_grid()`: a named list of policies or bandits; the names
#'   give the settings that vary.
#'
#'   `as_tibble(study, "settings")`: a tibble with one row per bandit and policy:
#'   * `bandit`, `policy`;
#'   * one column for each setting of the grids, `NA` where it does not apply. If bandits and
#'     policies have settings of the same name, these are prefixed by `bandit_` and `policy_`. For
#'     policies that do not come from a grid, their parameters that are single values;
#'   * the scale of rewards that policies took from the bandit, see [run_study()]: `sd`, `family` and `range`
#'     (a list, `NULL` where it does not apply).
#' @section Errors: Errors of the function `make` are passed on unchanged.
#' @examples
#' policies <- policy_grid(policy_epsilon_greedy, epsilon = c(0.01, 0.1, 0.3))
#' bandits <- bandit_grid(function(K, gap) bandit(arms_bernoulli(c(0.5 + gap, rep(0.5, K - 1)))),
#'   K = c(2, 5), gap = c(0.1, 0.3))
#' study <- run_study(bandits, policies, horizon = 200, reps = 10, seed = 1)
#' as_tibble(study, "settings")
#' merge(summary(study), as_tibble(study, "settings"))
#' if (requireNamespace("ggplot2", quietly = TRUE)) autoplot(study, "sweep", x = "gap")
#' @seealso [run_study()], [autoplot.unruly_study()].
#' @name grids
NULL

#' @rdname grids
#' @export
policy_grid <- function(make, ...) {
  made <- make_grid(make, "policy", list(...), "unruly_policy", rlang::current_env())
  names <- vapply(made, function(x) paste0(x$label, if (nzchar(x$grid$name)) sprintf(" (%s)", x$grid$name)), "")
  for (i in seq_along(made)) made[[i]]$grid$label <- made[[i]]$label
  stats::setNames(Map(function(x, name) {
    x$label <- name
    x
  }, made, names), check_grid_names(names, rlang::current_env()))
}

#' @rdname grids
#' @export
bandit_grid <- function(make, ...) {
  made <- make_grid(make, "bandit", list(...), "unruly_bandit", rlang::current_env())
  names <- vapply(made, function(x) x$grid$name, "")
  if (length(names) == 1 && names == "") names <- "bandit"
  stats::setNames(made, check_grid_names(names, rlang::current_env()))
}

make_grid <- function(make, what, values, class, call) {
  wanted <- sprintf("a function that makes a %s", what)
  if (missing(make) || !is.function(make)) abort_argument("make", wanted, make, call = call)
  check_settings(values, call)
  places <- expand.grid(lapply(values, seq_along), KEEP.OUT.ATTRS = FALSE)
  varying <- names(values)[lengths(values) > 1]
  lapply(seq_len(max(nrow(places), 1)), function(row) {
    chosen <- Map(function(value, place) unname(value)[[place[row]]], values, places)
    made <- do.call("make", chosen) # by its name: errors tell their call
    if (!is_shaped(made, class)) abort_argument("make", wanted, given = sprintf("one that makes %s",
                                                                                describe_value(made)), call = call)
    shown <- vapply(varying, function(name) {
      setting_text(chosen[[name]], names(values[[name]])[places[[name]][row]], places[[name]][row])
    }, "")
    made$grid <- list(values = chosen, name = paste(sprintf("%s = %s", varying, shown), collapse = ", "))
    made
  })
}

check_settings <- function(values, call) {
  if (!has_names(values)) abort_argument("...", "settings with different names",
                                         given = "some without a name, or one twice", call = call)
  for (name in names(values)) {
    if (is.vector(values[[name]]) && length(values[[name]]) > 0) next
    abort_argument(name, "a vector or a list of at least one value", values[[name]], call = call)
  }
}

# A value in a name: itself if it is single, else the name or the place it has.
setting_text <- function(value, name, place) {
  if (is_scalar(value)) return(if (is.character(value)) value else format_numbers(value))
  if (!is.null(name) && nzchar(name)) name else sprintf("no. %d", place)
}

is_scalar <- function(x) is.atomic(x) && !is.null(x) && length(x) == 1 && !is.object(x)

check_grid_names <- function(names, call) {
  if (!anyDuplicated(names)) return(names)
  abort_argument("...", "settings that differ", given = sprintf("%s twice", quoted(names[duplicated(names)][1])),
                 call = call)
}

# The settings of a study, a row for each policy on each bandit.
study_settings <- function(study) {
  d <- study$description
  bandits <- lapply(d$bandits, function(b) b$grid$values)
  resolved <- lapply(d$bandits, function(b) Map(policy_settings, d$policies, resolve_policies(d$policies, b)))
  policies <- unlist(unname(resolved), recursive = FALSE)
  both <- intersect(setting_names(bandits), setting_names(policies))
  cells <- expand.grid(policy = seq_along(d$policies), bandit = seq_along(bandits))
  tibble(bandit = names(bandits)[cells$bandit], policy = names(d$policies)[cells$policy],
         !!!setting_columns(bandits, both, "bandit_", cells$bandit),
         !!!setting_columns(policies, both, "policy_", seq_along(policies)))
}

# Returns the settings with the scale that came from the bandit, if any did.
policy_settings <- function(policy, played) {
  settings <- if (is.null(policy$grid)) Filter(is_scalar, shown_parameters(policy)) else policy$grid$values
  settings <- settings[vapply(settings, Negate(identical), NA, from_bandit)]
  scale <- if (!is.null(open_word(assuming(policy)))) scale_in(assuming(played))
  c(settings, scale[setdiff(names(scale), names(settings))])
}

setting_names <- function(all) unique(unlist(lapply(all, names), use.names = FALSE))

setting_columns <- function(all, both, prefix, rows) {
  names <- as.character(setting_names(all))
  columns <- lapply(rlang::set_names(names), function(name) setting_column(lapply(all, `[[`, name))[rows])
  stats::setNames(columns, ifelse(names %in% both, paste0(prefix, names), names))
}

# A plain vector where all are single values, a list otherwise.
setting_column <- function(values) {
  values <- unname(values)
  absent <- vapply(values, is.null, NA)
  if (!all(vapply(values[!absent], is_scalar, NA))) return(values)
  values[absent] <- list(NA)
  unlist(values)
}
