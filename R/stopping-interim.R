#' Chances at an interim analysis
#' @description
#' Computes, from the Z that was seen at a look, the probability that the trial crosses above at a later one.
#'
#' **Use it when** a trial is at an interim analysis and you ask whether it is worth going on. The result is a help for
#' that decision; it is no part of the design, whose error holds if it is not binding.
#'
#' @details
#' Given Z at information fraction t the score goes on with the drift of the effect in question:
#'
#' * `"planned"`: that of the means planned (not for a design without means)
#' * `"null"`: 0, at the margin
#' * `"trend"`: Z / sqrt(t), the one that was seen
#' * `"predictive"`: drawn from its posterior: N(Z / sqrt(t), 1 / t) without `prior`, which is flat
#' * `"given"`: that of each `effect`
#'
#' Later limits for futility end the trial. With several rivals each is judged against its own limits, whatever the
#' others do. For Bernoulli arms drifts are those of the true variance at the means planned.
#' @param design What [trial_design()] or its [update()][update.unruly_design] returned.
#' @param z Z at the looks so far, or the last one, with `look`: only the last one counts. For several rivals a matrix
#'   or data frame with a column for each.
#' @param look The look of the last `z`, before the last of the design. Default: as many as there are in `z`.
#' @param effect `NULL`, or differences from the control, numbers in units of the rewards.
#' @param prior `NULL`, or mean and standard deviation of a Gaussian prior of the effect, in units of the rewards.
#' @param ... Must be empty.
#' @return A tibble: `arm` (with several rivals), `assumption`, `effect` (`NA` if the design has no means), `power`.
#' @section Errors: `unruly_error_combination`: `effect` or `prior` for a design without means.
#' @references Jennison and Turnbull (2000), Group Sequential Methods, chapter 10. Spiegelhalter, Freedman and Blackburn
#'   (1986), Monitoring clinical trials: conditional or predictive power?
#' @seealso [trial_power()] before the trial.
#' @examples
#' trial <- bandit(arms_gaussian(c(control = 0, new = 0.3), sd = 1))
#' plan <- trial_design(trial, looks = 1:3, power = 0.9, spending = "obrien_fleming")
#' conditional_power(plan, z = 1.2)
#' conditional_power(plan, z = 1.5, look = 2, effect = 0.2, prior = c(0.3, 0.2))
#' @export
conditional_power <- function(design, z, look = NULL, effect = NULL, prior = NULL, ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  check_design(design)
  plan <- plan_of_design(design)
  z <- check_interim(z, plan, call)
  look <- check_whole(look %||% nrow(z), "look", min = 1, max = nrow(design) - 1, call = call)
  known <- !is.null(plan$means)
  if (!known && (!is.null(effect) || !is.null(prior))) {
    abort_combination("{.arg effect} and {.arg prior} are for a design with means.", class = "unruly_error_argument")
  }
  if (!is.null(effect)) effect <- check_numbers(effect, "effect")
  if (!is.null(prior)) prior <- c(check_numbers(prior, "prior", size = 2, recycle = FALSE))
  if (!is.null(prior) && prior[2] <= 0) abort_argument("prior", "a mean and a standard deviation above 0", prior)
  rows <- lapply(seq_len(plan$rivals), function(k) {
    interim_of_rival(design, plan, k, z[nrow(z), k], look, effect, prior)
  })
  table <- do.call(rbind, rows)
  arms <- arm_of_plan(plan, seq_len(plan$count)[-plan$control])
  if (plan$rivals > 1) tibble(arm = rep(arms, vapply(rows, nrow, 0L)), table) else table
}

# A matrix with a column per rival; columns with the names of arms may be in another order.
check_interim <- function(z, plan, call) {
  rivals <- plan$names[-plan$control]
  wanted <- if (plan$rivals == 1) "numbers, Z at the looks so far" else
    sprintf("a matrix with %s%s, Z of each rival at the looks so far", count_of(plan$rivals, "column"),
            if (is.null(rivals)) "" else sprintf(" (%s)", paste(rivals, collapse = ", ")))
  if (missing(z)) abort_missing("z", call, wanted)
  if (is.data.frame(z)) z <- tryCatch(as.matrix(z), error = function(e) NULL)
  good <- is.numeric(z) && !is.object(z) && length(z) > 0 && all(is.finite(z))
  if (good && !is.matrix(z)) z <- if (plan$rivals == 1) matrix(z) else if (length(z) == plan$rivals) t(z) else z
  named <- any(colnames(z) %in% plan$names)
  if (!good || !is.matrix(z) || ncol(z) != plan$rivals || named && !setequal(colnames(z), rivals)) {
    abort_argument("z", wanted, z, call = call)
  }
  unname(if (named) z[, rivals, drop = FALSE] else z)
}

interim_of_rival <- function(design, plan, k, z, look, effect, prior) {
  t <- design$information[look]
  unit <- drift_of_unit(design, plan, k)
  planned <- if (!is.null(unit)) unname((plan$means[-plan$control] - plan$means[plan$control])[k])
  of_effect <- function(effects) (effects - plan$margin) * unit
  drifts <- c(planned = if (!is.null(unit)) of_effect(planned), null = 0, trend = z / sqrt(t))
  chance <- function(drift) later_crossing(design, look, z, drift)
  law <- posterior_of_drift(z, t, prior, of_effect, unit)
  power <- c(vapply(drifts, chance, 0), predictive = predicted(chance, law))
  assumption <- c(names(drifts), "predictive")
  effects <- if (is.null(unit)) NA_real_ else
    c(planned, plan$margin, plan$margin + z / sqrt(t) / unit, NA_real_)
  given <- vapply(of_effect(effect), chance, 0)
  tibble(assumption = c(assumption, rep("given", length(effect))), effect = c(rep_len(effects, length(power)), effect),
         power = unname(c(power, given)))
}

# The drift of a difference of 1 beyond the margin, or NULL.
drift_of_unit <- function(design, plan, k) {
  if (is.null(plan$means)) return(NULL)
  gain <- (plan$means[-plan$control] - plan$means[plan$control])[k] - plan$margin
  means <- plan$means
  if (gain == 0) {
    means[seq_len(plan$count)[-plan$control][k]] <- means[seq_len(plan$count)[-plan$control][k]] + 1e-6
    gain <- 1e-6
  }
  unname(drifts_of_plan(plan, means)$unit[k] * sqrt(design$at[nrow(design)]) / gain)
}

# The chance to cross above after this look.
later_crossing <- function(design, look, z, drift) {
  t <- design$information[look]
  later <- seq(look + 1, nrow(design))
  left <- (design$information[later] - t) / (1 - t)
  moved <- function(limits) (limits[later] * sqrt(design$information[later]) - z * sqrt(t)) / sqrt(1 - t) / sqrt(left)
  sum(crossing_probabilities(left, moved(design$upper), moved(design$lower), drift * sqrt(1 - t))[, 1])
}

# Mean and standard deviation of the drift.
posterior_of_drift <- function(z, t, prior, of_effect, unit) {
  seen <- c(z / sqrt(t), 1 / sqrt(t))
  if (is.null(prior)) return(seen)
  before <- c(of_effect(prior[1]), prior[2] * abs(unit))
  weight <- 1 / c(before[2], seen[2])^2
  c(sum(weight * c(before[1], seen[1])) / sum(weight), 1 / sqrt(sum(weight)))
}

# The mean of a chance over a normal drift: the trapezoidal rule has no error to speak of.
predicted <- function(chance, law) {
  at <- seq(-8, 8, length.out = 129)
  weight <- stats::dnorm(at)
  sum(weight * vapply(law[1] + law[2] * at, chance, 0)) / sum(weight)
}

#' The limits of a design at the looks that were made
#' @description
#' Computes the limits of a [trial_design()] with `spending` anew, where looks came at other numbers of patients than
#' planned.
#'
#' **Use it when** a trial is under way and an analysis came early or late.
#'
#' @details
#' At a look after n patients the error spent by then is that of the spending function at n, divided by the planned
#' maximum. The last look spends all that is left, on the information it has: a look at or after the planned maximum, or
#' one that is declared the last (`final`), such as in a trial that ended early. Looks may come when they will, but when
#' they come may not depend on the results.
#' @param object What [trial_design()] returned, with `spending`.
#' @param at The numbers of patients (in the units of the design) at the looks that were made, increasing.
#' @param final `TRUE` if the last one of `at` is the last of the trial. Default: `FALSE`.
#' @param ... Must be empty.
#' @return A design, as of [trial_design()]: the looks made, and of those planned the ones beyond them that are still
#'   to come (after two looks from the third on, and always the last one), with the column `seen`, `TRUE` for those
#'   made.
#' @section Errors: `unruly_error_combination`: a design of a shape, which has no function that says what is spent.
#' @references Lan and DeMets (1983), Discrete sequential boundaries for clinical trials.
#' @examples
#' plan <- trial_design(looks = c(100, 200, 300), spending = "obrien_fleming")
#' update(plan, at = c(110, 205))
#' update(plan, at = c(110, 205, 290), final = TRUE)
#' @exportS3Method stats::update unruly_design
update.unruly_design <- function(object, at, final = FALSE, ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  check_class(object, "object", "unruly_design", wanted_design)
  plan <- plan_of_design(object)
  if (is.null(plan$spending)) {
    abort_combination(c("The limits of a shape are for the looks planned.",
                        i = "Use {.arg spending}: {.code trial_design(..., spending = \"obrien_fleming\")}."),
                      class = "unruly_error_argument")
  }
  if (missing(at)) abort_missing("at", call, "the numbers of patients at the looks made")
  at <- check_looks_of_test(at, call, "at")
  final <- check_flag(final, "final")
  most <- plan$planned_most %||% plan$at[length(plan$at)]
  ended <- final || at[length(at)] >= most
  plan$planned_at <- plan$planned_at %||% plan$at
  planned <- length(plan$planned_at)
  later <- if (!ended) plan$planned_at[union(seq_len(planned)[-seq_along(at)], planned)]
  looks <- c(at, later[later > at[length(at)] * (1 + 1e-9)])
  check_few_looks(plan, length(looks), call)
  plan$planned_most <- most
  plan$planned_drift <- plan$planned_drift %||% plan$meets
  plan$drift_at <- if (!is.null(plan$planned_drift)) plan$planned_drift * sqrt(looks[length(looks)] / most)
  plan$spending_at <- replace(pmin(looks / most, 1), length(looks), 1)
  table <- design_at(plan, looks, call)
  table$seen <- seq_along(looks) <= length(at)
  table
}

check_few_looks <- function(plan, looks, call) {
  if (!is_joint(plan) || looks <= most_joint_looks) return(invisible())
  abort_argument("at", sprintf("at most %d looks with those to come", most_joint_looks), call = call,
                 given = count_of(looks, "look"))
}
