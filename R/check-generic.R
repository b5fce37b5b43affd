# The generics of the package: autoplot(), which is exported, and those that the package alone calls. Methods stand
# beside their class.

#' Plot what the package returns
#'
#' Our own generic of the name that ggplot2 uses, so that `autoplot(study)` works
#' as soon as the package is attached, while ggplot2 itself is only needed to
#' draw. Methods are registered for both generics, whichever package is attached first; what is not ours is handed over
#' to [ggplot2::autoplot()] if that has a method for it.
#'
#' @param object What to plot: a study ([autoplot.unruly_study()]), the means of a bandit
#'   ([mean_paths()]), a cycle
#'   ([aus_cycle()]), a spread
#'   ([spread_weights()]), a table of [waiting_value()], a series of
#'   [run_experiment()], an [exact_study()], [estimates()], [operating_characteristics()], a
#'   [calibrate_design()]d design, an [agent()].
#' @param ... Arguments of the method.
#' @return A ggplot.
#' @section Errors: `unruly_error_argument` from the methods, and for what no
#'   method draws.
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

is_drawn_elsewhere <- function(object) {
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

# What a trait says of the whole bandit besides its text: the class is its name.
describe <- function(trait, bandit) UseMethod("describe")

describe.default <- function(trait, bandit) NULL
