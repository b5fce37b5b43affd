#' Studies as tables and plots
#'
#' The usual generics for a study. A study has several tables, see [regret()]; these return
#' the one most likely to be meant.
#'
#' * `as_tibble()` and `as.data.frame()`: [regret()].
#' * `plot()`: draws and invisibly returns [autoplot()][autoplot.unruly_study].
#' * `rbind()` is an error: [c()][c.unruly_study] joins studies.
#'
#' For `tidy()`, `glance()` and `augment()` see [tidiers].
#'
#' @param x A study.
#' @param type What to draw, as in [autoplot()][autoplot.unruly_study].
#' @param ... For `plot()` arguments of [autoplot()][autoplot.unruly_study]; otherwise not used.
#' @return See above: a tibble, a data frame or a ggplot.
#' @section Errors: `unruly_error_argument` for an unknown argument,
#'   `unruly_error_combination` from `rbind()`.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_ucb1(), horizon = 100, reps = 5, seed = 1)
#' as_tibble(study)
#' if (requireNamespace("ggplot2", quietly = TRUE)) plot(study)
#' @name study_methods
NULL

#' @rdname study_methods
#' @export
as_tibble.unruly_study <- function(x, ...) {
  check_no_dots(...)
  regret(x)
}

#' @rdname study_methods
#' @export
as.data.frame.unruly_study <- function(x, ...) {
  check_no_dots(...)
  as.data.frame(regret(x))
}

#' @export
as_tibble.unruly_series <- as_tibble.unruly_study

#' @export
as.data.frame.unruly_series <- as.data.frame.unruly_study

#' @export
as.data.frame.unruly_exact <- as.data.frame.unruly_study

#' @export
rbind.unruly_study <- function(...) {
  abort_combination(c("Studies have no rows to bind.",
                      i = "{.code c(a, b)} joins studies that differ in their replications."), call = NULL)
}

# Tables are functions of a study, and so often looked for in it that they are found there, too.
#' @export
`$.unruly_study` <- function(x, name) {
  part <- .subset2(x, name, exact = FALSE)
  if (is.null(part) && name %in% study_tables) get(name, topenv())(x) else part
}

study_tables <- c("regret", "pulls", "exits", "choices", "instances", "recommendations")
