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
  p <- if (is_joint(plan)) p_of_some(plan, trial, walks) else min(1, p_in_order(trial, walks) * times_rivals)
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

# Without any effect, that some arm is above before, or some Z as great at this look. After many games with the same
# times and limits before, its values between nodes are found from these: a polynomial has them to 1e-11.
p_of_some <- function(plan, trial, walks) {
  z <- if (trial$two_sided) abs(trial$z) else trial$z
  here <- seq_len(trial$look)
  given <- list(times = trial$times[here], upper = trial$upper[here[-trial$look]])
  key <- fingerprint(c(given, list(lower = trial$lower[here[-trial$look]])))
  kept <- walks[[key]] %||% list(games = 0)
  if (abs(z) > 7) return(some_as_great(z, plan, trial, given$times))
  if (kept$games < nodes_of_p) {
    assign(key, list(games = kept$games + 1), walks)
    return(some_as_great(z, plan, trial, given$times))
  }
  if (is.null(kept$at)) {
    least <- if (trial$two_sided) 0 else -7
    kept$at <- (7 + least) / 2 + (7 - least) / 2 * cos(pi * 0:nodes_of_p / nodes_of_p)
    kept$p <- vapply(kept$at, some_as_great, 0, plan, trial, given$times)
    assign(key, kept, walks)
  }
  between_nodes(z, kept$at, kept$p)
}

nodes_of_p <- 64

some_as_great <- function(z, plan, trial, times) {
  upper <- replace(trial$upper[seq_along(times)], trial$look, z)
  lower <- if (trial$two_sided) -upper else replace(trial$lower[seq_along(times)], trial$look, -Inf)
  rho <- correlation_of_rivals(plan)
  some_crosses(times, upper, lower, plan$rivals, rho, trial$two_sided, paths = least_paths(times, rho))
}

# The polynomial through the values at Chebyshev's points, by the barycentric formula.
between_nodes <- function(x, at, values) {
  away <- x - at
  if (any(away == 0)) return(values[away == 0][1])
  weight <- rep_len(c(1, -1), length(at)) / away
  weight[c(1, length(at))] <- weight[c(1, length(at))] / 2
  sum(weight * values) / sum(weight)
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

# Says that limits did not follow where looks were made `far` from those planned; returns whether it did. `of`: of what
# these are parts.
tell_of_limits <- function(plan, planned, made, far, of = NULL) {
  why <- why_not_observed(plan)
  if (is.null(why) || all(abs(made - planned) <= far)) return(FALSE)
  in_text <- function(x) {
    if (is.null(of)) return(paste(format_numbers(x), collapse = ", "))
    paste0(format_numbers(signif(100 * x, 3)), "%", collapse = ", ")
  }
  where <- sprintf("planned at %s%s and made at %s", in_text(planned), paste(c("", of), collapse = " "), in_text(made))
  inform_cli(c("!" = "Looks were {where}: the limits are those planned.",
               i = if (is.null(plan$spending)) "Limits of a design with {.arg spending} follow the looks; this one has none."
               else "They do not follow the looks with this design: {why}."),
             class = c("unruly_message_limits", "unruly_message"))
  TRUE
}

# Returns what to give for outcomes, up to this row; NULL where the design has no such looks.
planned_looks <- function(design, rows) {
  at <- design$at[design$at <= rows]
  if (!length(at) %in% 1:12 || any(at != round(at))) return(NULL)
  sprintf("If looks at outcomes were made as planned: `looks = %s`.", vector_text(at))
}
