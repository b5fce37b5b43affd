# The rows of an analysis: of what was seen of an arm at its looks.

# Only its own limits end an arm.
estimates_hold <- function(plan) !is_joint(plan) || plan$claim == "graduates"

# A row as a list, for Z at looks so far of one arm (the last one alone may be known: NA before). `times`: of these, as
# seen; `se`: of the last one, or NA; `design`: the arm's looks, a list or table of `look`, `information`, `upper` and
# `lower`, of which `count` were planned.
analysis_row <- function(design, plan, z, times, se, level, walks, overrun = FALSE) {
  look <- length(z)
  later <- which(seq_along(design$look) > look & design$information > times[look])
  looks <- c(seq_len(look), later)
  all_times <- c(times, design$information[later])
  acts <- plan$sides == 2 || plan$binding
  trial <- list(times = all_times, upper = design$upper[looks],
                lower = if (acts) design$lower[looks] else rep(-Inf, length(looks)),
                two_sided = plan$sides == 2, look = look, z = z[look])
  known <- !is.na(se)
  t <- times[look]
  unit <- if (known) se * sqrt(t) else 1
  if (unit == 0) unit <- NA_real_ # Bernoulli outcomes that are all alike tell nothing of the size of an effect
  effect <- function(theta) plan$margin * known + theta * unit
  a <- (1 - level) / 2
  hold <- estimates_hold(plan)
  theta <- if (hold) vapply(c(0.5, a, 1 - a), function(p) theta_in_order(trial, p, walks), 0) else rep(NA_real_, 3)
  mean <- if (hold && !overrun && all(diff(all_times) > 0)) theta_of_mean(trial, walks) else NA_real_
  repeated <- (z[look] + c(-1, 1) * design$upper[look]) / sqrt(t)
  times_rivals <- if (plan$adjust == "bonferroni") plan$rivals else 1
  p <- if (is_joint(plan)) p_of_some(design, plan, trial) else min(1, p_in_order(trial, walks) * times_rivals)
  decision <- decision_at(design, plan, look, z[look])
  least <- if (overrun) NA_real_ else min(1, sequential_p(plan, z, times, all_times) * times_rivals)
  list(look = design$look[look], information = t, z = trial$z, limit_upper = design$upper[look],
         limit_lower = design$lower[look], decision = decision, p_value = p,
         estimate = effect(theta[1]), lower = effect(theta[2]), upper = effect(theta[3]),
         naive = effect(trial$z / sqrt(t)), adjusted = effect(mean), repeated_lower = effect(repeated[1]),
         repeated_upper = effect(repeated[2]), sequential_p = least)
}

decision_at <- function(design, plan, look, z) {
  if (z >= design$upper[look] - 1e-9 || plan$sides == 2 && z <= -design$upper[look] + 1e-9) return("efficacy")
  if (plan$sides == 1 && z <= design$lower[look] + 1e-9) return("futility")
  if (design$look[look] == design$count) "end" else "continue"
}

# Without any effect, that some arm is above before, or some Z as great at this look.
p_of_some <- function(design, plan, trial) {
  here <- seq_len(trial$look)
  upper <- replace(trial$upper[here], trial$look, trial$z)
  lower <- replace(trial$lower[here], trial$look, if (plan$sides == 2) -trial$z else -Inf)
  if (plan$sides == 2) {
    upper[trial$look] <- abs(trial$z)
    lower <- -upper
  }
  rho <- correlation_of_rivals(plan)
  some_crosses(trial$times[here], upper, lower, plan$rivals, rho, plan$sides == 2,
               paths = least_paths(trial$times[here], rho))
}

looks_of <- function(design) {
  c(as.list(design)[c("look", "information", "upper", "lower")], list(count = nrow(design)))
}

# Makes the rows of an arm, from what was seen at its looks and after the last one: lists of `z`, `times` and `se`.
analysis_of_steps <- function(design, plan, steps, after, at, level, walks) {
  looks <- length(steps$z)
  row <- function(z, times, se, ...) analysis_row(design, plan, z, times, se, level, walks, ...)
  rows <- lapply(if (at == "final") looks else seq_len(looks), function(j) {
    row(steps$z[seq_len(j)], steps$times[seq_len(j)], steps$se[j])
  })
  if (!is.null(after)) {
    end <- row(c(steps$z[-looks], after$z), c(steps$times[-looks], after$times), after$se, TRUE)
    end$decision <- rows[[length(rows)]]$decision
    rows <- if (at == "final") list(end) else c(rows, list(end))
  }
  columns_of(rows)
}

# Thousands of rows, lists, are bound column by column; a table would be made once a game.
columns_of <- function(rows) {
  if (length(rows) == 1) return(lapply(rows[[1]], unname))
  lapply(stats::setNames(nm = names(rows[[1]])), function(name) unlist(lapply(rows, `[[`, name), use.names = FALSE))
}
