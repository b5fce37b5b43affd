#' Plot what the package returns
#'
#' Our own generic of the name that ggplot2 uses, so that `autoplot(study)` works
#' as soon as the package is attached, while ggplot2 itself is only needed to
#' draw. Methods are registered for both generics; for anything that is not ours
#' it hands over to [ggplot2::autoplot()].
#'
#' @param object What to plot: a study ([autoplot.unruly_study()]), a cycle
#'   ([aus_cycle()]), a spread
#'   ([spread_weights()]), a table of [waiting_value()], a series of
#'   [run_experiment()].
#' @param ... Arguments of the method.
#' @return A ggplot.
#' @section Errors: `unruly_error_argument` from the methods.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_ucb1(), horizon = 100, reps = 5, seed = 1)
#' if (requireNamespace("ggplot2", quietly = TRUE)) autoplot(study)
#' @rawNamespace S3method(ggplot2::autoplot, unruly_cycle)
#' @rawNamespace S3method(ggplot2::autoplot, unruly_series)
#' @rawNamespace S3method(ggplot2::autoplot, unruly_spread)
#' @rawNamespace S3method(ggplot2::autoplot, unruly_study)
#' @rawNamespace S3method(ggplot2::autoplot, unruly_waiting_value)
#' @export
autoplot <- function(object, ...) UseMethod("autoplot")

#' @export
autoplot.default <- function(object, ...) {
  rlang::check_installed("ggplot2", "to plot.")
  ggplot2::autoplot(object, ...)
}
