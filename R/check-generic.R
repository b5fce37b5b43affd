# The generics of the package: autoplot(), which is exported, and those that the package alone calls. Methods stand
# beside their class.

#' Draw results and descriptions
#'
#' Draws what the package returns as a ggplot. It is a generic of this package, so `autoplot(study)` works as soon as
#' unruly is attached; ggplot2 is only needed to draw.
#'
#' Methods are registered for this generic and for that of ggplot2, whichever package is attached first. Objects of
#' other packages are passed on to [ggplot2::autoplot()] if that has a method for them. `ggplot2::fortify()` returns the
#' table behind a figure. What is drawn depends on `object`:
#'
#' * A study: means over replications and more, see [autoplot.unruly_study()].
#' * A series of [run_experiment()]: the figure of the paper.
#' * An exact study: exact means and distributions, see [autoplot.unruly_exact()].
#' * A table of [estimates()], [compare_arms()], [operating_characteristics()], [calibrate_design()],
#'   [bandit_value()] or [regret_bound()]: its values, see there.
#' * An agent: pulls and means so far, see [autoplot.unruly_agent()].
#' * A bandit: its arms, or paths of their means, see [autoplot.unruly_bandit()].
#' * A cycle: its slots, see [aus_cycle()].
#' * A spread: its weights, see [spread_methods].
#'
#' @param object One of the above.
#' @param ... Arguments of the method.
#' @return A ggplot.
#' @section Errors: `unruly_error_argument`: the object cannot be drawn.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_ucb1(), horizon = 100, reps = 5, seed = 1)
#' if (requireNamespace("ggplot2", quietly = TRUE)) autoplot(study)
#' @export
# Beside each method stands `@rawNamespace S3method(ggplot2::autoplot, ...)`: roxygen2 has @exportS3Method for other
# packages' generics, but takes a method of this one for ours only.
autoplot <- function(object, ...) {
  if (missing(object)) abort_missing("object", rlang::current_env(), drawn_words)
  UseMethod("autoplot")
}

#' @export
autoplot.default <- function(object, ...) {
  call <- quote(autoplot())
  rlang::check_installed("ggplot2", "to plot.", call = call)
  if (!is_drawn_elsewhere(object)) abort_argument("object", drawn_words, object, call = call)
  # Called from here, ggplot2's generic would find this very method again.
  do.call(ggplot2::autoplot, list(object, ...), quote = TRUE, envir = asNamespace("ggplot2"))
}

drawn_words <- "something that can be drawn, such as a study, made by `run_study()`, or a cycle"

# Returns whether another package draws the object: a method of ours would have been found before.
is_drawn_elsewhere <- function(object) {
  if (any(startsWith(class(object), "unruly_"))) return(FALSE)
  method <- function(class) utils::getS3method("autoplot", class, optional = TRUE, envir = asNamespace("ggplot2"))
  any(!vapply(lapply(class(object), method), is.null, NA))
}

# --- ours alone -------------------------------------------------------------------------

# One of the tables of a study: each class of studies has its own.
study_table <- function(study, name, call = rlang::caller_env()) {
  if (missing(study)) abort_missing("study", call, study_wanted)
  UseMethod("study_table")
}

study_wanted <- "a study, as made by `run_study()`"

# A predicate for each part of a class, of the part and of the whole object. Parameters are what the rules of
# their type say (R/check-rules.R).
shape <- function(x) UseMethod("shape")

shape.default <- function(x) NULL

# Returns what the printed bandit says of a trait with these parameters: the class is its name.
trait_text <- function(trait) UseMethod("trait_text")

# Returns what a trait says of the whole bandit besides its text: the class is its name.
trait_words <- function(trait, bandit) UseMethod("trait_words")

trait_words.default <- function(trait, bandit) NULL
