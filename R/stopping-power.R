#' Power and size of a design under other effects
#' @description
#' Computes for a range of effects how likely a [trial_design()] is to claim one or to end for futility, and its
#' expected size.
#'
#' **Use it when** a design stands and you ask what it does if the effect is other than planned.
#'
#' @details
#' `power` is the probability to cross above by the last look: of one rival, with several of any of them (with
#' `"bonferroni"` and `"none"` of the best one planned). Lower limits end the trial, binding or not. Means of the other
#' rivals change in proportion. What is not computed, for several rivals beyond six looks or of different ratios, is
#' `NA`.
#' @param design What [trial_design()] returned.
#' @param effect `NULL`, for 16 effects from that of the null hypothesis to half as much again as planned; or
#'   differences of the best planned arm from the control, numbers in units of the rewards; or a [bandit()] with
#'   other means, or a list of them.
#' @param drift Instead of `effect`, for designs without means: the mean of Z at the end, numbers (of one rival; with
#'   several, all others are as good as the control).
#' @param by_look `TRUE` for a row per look. Default: `FALSE`.
#' @param ... Must be empty.
#' @return A tibble of class `unruly_power`, a row per effect: `effect`, `drift` (of the best arm at the end), `power`,
#'   `futility` (the probability to end at a lower limit; with two sides 0), `size` (expected number of patients),
#'   `looks` (expected). With `by_look = TRUE` a row per effect and look: `effect`, `drift`, `look`, `at`, and the
#'   probabilities `upper` and `lower` of ending there. `autoplot()` draws power, futility and size.
#' @section Errors: `unruly_error_combination`: effects for a design without means, or `drift` for one with means.
#' @seealso [conditional_power()] at an interim analysis.
#' @examples
#' trial <- bandit(arms_gaussian(c(control = 0, new = 0.3), sd = 1))
#' plan <- trial_design(trial, looks = 1:4, power = 0.9)
#' trial_power(plan, effect = c(0, 0.2, 0.3))
#' trial_power(plan, effect = 0.3, by_look = TRUE)
#' trial_power(trial_design(looks = 1:3, shape = "pocock"), drift = 3)
#' if (requireNamespace("ggplot2", quietly = TRUE)) autoplot(trial_power(plan))
#' @export
trial_power <- function(design, effect = NULL, drift = NULL, by_look = FALSE, ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  check_design(design)
  by_look <- check_flag(by_look, "by_look")
  cases <- cases_of_power(design, effect, drift, call)
  plan <- plan_of_design(design)
  rows <- lapply(cases, function(case) {
    ends <- ends_of_plan(plan, design$information, list(upper = design$upper, lower = design$lower), case$drifts,
                         case$scales, design$at, case$best)
    if (by_look) return(tibble(effect = case$effect, drift = case$drift, look = design$look, at = design$at,
                               upper = ends$above, lower = ends$below))
    tibble(effect = case$effect, drift = case$drift, power = sum(ends$above),
           futility = if (plan$sides == 2) 0 else sum(ends$below), size = ends$size,
           looks = 1 + sum(ends$running[-nrow(design)]))
  })
  table <- do.call(rbind, rows)
  if (by_look) return(new_table(table, "unruly_power", by_look = TRUE))
  new_table(table, "unruly_power", by_look = FALSE)
}

# Each effect as list(effect, drift, drifts, scales, best).
cases_of_power <- function(design, effect, drift, call) {
  plan <- plan_of_design(design)
  if (is.null(plan$means)) {
    if (!is.null(effect) || is.null(drift)) {
      abort_combination(c("A design without means needs {.arg drift}, and takes no {.arg effect}.",
                          i = "Looks up to 1 are parts of the information, for which means count only with {.arg power}."),
                        class = "unruly_error_argument", call = call)
    }
    drift <- check_numbers(drift, "drift", call = call)
    return(lapply(drift, function(d) list(effect = NA_real_, drift = d, drifts = c(d, rep(0, plan$rivals - 1)),
                                          scales = rep(1, plan$rivals), best = 1)))
  }
  if (!is.null(drift)) {
    abort_combination("A design with means takes {.arg effect}, not {.arg drift}.", class = "unruly_error_argument",
                      call = call)
  }
  best <- best_planned(plan)
  means <- means_of_effects(plan, effect, call)
  lapply(means, function(m) {
    drifts <- drifts_of_plan(plan, m)
    effects <- m[-plan$control] - m[plan$control]
    at_end <- drifts$unit * sqrt(design$at[nrow(design)])
    list(effect = effects[best], drift = at_end[best], drifts = at_end, scales = drifts$scale, best = best)
  })
}

# A list of the means of all arms.
means_of_effects <- function(plan, effect, call) {
  if (inherits(effect, "unruly_bandit")) effect <- list(effect)
  if (is.list(effect)) return(lapply(effect, means_of_other, plan, call))
  planned <- planned_effect(plan)
  usual <- is.null(effect)
  if (usual) effect <- plan$margin + seq(0, 1.5, length.out = 16) * (planned - plan$margin)
  effect <- check_numbers(effect, "effect", call = call)
  from <- plan$means[plan$control]
  means <- lapply(effect, function(e) {
    if (planned != 0) return(replace(from + (plan$means - from) * e / planned, plan$control, from))
    replace(plan$means, which.max(replace(plan$means, plan$control, -Inf)), from + e)
  })
  inside <- plan$family == "gaussian" | vapply(means, function(m) all(m > 0 & m < 1), NA)
  if (all(inside)) return(means)
  if (usual) return(means[inside])
  abort_argument("effect", "differences that leave all probabilities in (0, 1)", call = call,
                 given = format_numbers(effect[!inside][1]))
}

means_of_other <- function(bandit, plan, call) {
  check_class(bandit, "effect", "unruly_bandit", "numbers, a bandit, or a list of bandits", call)
  other <- planned_arms(bandit, "a bandit with arms as those of the design", call, "effect")
  if (other$count == plan$count && other$family == plan$family && identical(other$sd, plan$sd)) return(other$means)
  abort_argument("effect", "a bandit with arms as those of the design", given = arms_text(bandit$arms), call = call)
}

shape.unruly_power <- function(x) list(
  effect = function(v, x) is.numeric(v), drift = function(v, x) is_column(v),
  power = function(v, x) isTRUE(attr(x, "by_look")) || is.numeric(v),
  size = function(v, x) isTRUE(attr(x, "by_look")) || is.numeric(v),
  look = function(v, x) !isTRUE(attr(x, "by_look")) || is_column(v)
)
