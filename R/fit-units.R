# The fits of units, which the core makes, and the scale of its search.

# Asks the core. By unit: `value`, `z` and `end` (matrices, a row each), `v` (an array, of z), `agree`, `evaluations`.
fit_units <- function(task, plan) {
  in_r <- inherits(task$policy, "unruly_tied") || is_own(task$plays)
  judged <- if (in_r) judge_of_units(task) else describe_policy(task$plays)
  found <- .Call(C_fit, task$choices$log, judged, task$free, plan, as.double(task$threads))
  if (is.null(found)) rlang::interrupt()
  if (!is.null(found[[1]])) refuse_by_core(found[[1]], task$plays, task$call)
  if (!is.null(plan$fall)) return(found[[2]])
  found <- rlang::set_names(found[-1], c("value", "z", "v", "end", "agree", "evaluations", "zero"))
  d <- length(task$free$names)
  units <- length(found$value)
  found$z <- matrix(found$z, units, d, byrow = TRUE)
  found$end <- matrix(found$end != 0, units, d, byrow = TRUE)
  found$z[found$end] <- sign(found$z[found$end]) * Inf
  found$v <- array(found$v, c(d, d, units))
  found
}

refuse_impossible <- function(task, zero) {
  unit <- which(!is.na(zero))[1]
  if (is.na(unit)) return(invisible())
  choices <- task$choices
  at <- zero[unit]
  arm <- choices$source$labels[choices$log$arm[at]]
  which <- if (length(choices$units) > 0) paste0(paste(names(choices$units), vapply(choices$units, function(column) {
    as.character(column[unit])
  }, ""), collapse = ", "), ", ") else ""
  abort_plain(c(sprintf("%s cannot have made these choices.", task$label),
                x = sprintf("Whatever its parameters, it gives arm %s the propensity 0 (%srow %s, round %s).",
                            quoted(arm), which, format_count(row_of_choices(choices, at)),
                            format_count(choices$round[at])),
                i = "Wrap it: `policy_floor(policy, min_propensity = free(0.001, 0.2))`."),
              class = c("unruly_error_likelihood", "unruly_error"), policy = task$label, unit = unit,
              row = row_of_choices(choices, at), round = choices$round[at], arm = arm, call = task$call)
}

# --- scales -------------------------------------------------------------------------------------------

# From z to x, a column for each parameter.
values_of_z <- function(z, free) {
  x <- vapply(seq_along(free$names), function(j) value_of_z(z[, j], free, j), numeric(nrow(z)))
  matrix(x, nrow(z), length(free$names), dimnames = list(NULL, free$terms))
}

value_of_z <- function(z, free, j) {
  ends <- c(free$lower[j], free$upper[j])
  share <- stats::plogis(z)
  x <- if (free$log[j]) exp(log(ends[1]) + diff(log(ends)) * share) else ends[1] + diff(ends) * share
  ifelse(z == Inf, ends[2], ifelse(z == -Inf, ends[1], x))
}

# How fast x rises with z.
slope_of_values <- function(z, free) {
  slopes <- vapply(seq_along(free$names), function(j) {
    wide <- free$upper[j] - free$lower[j]
    if (free$log[j]) wide <- value_of_z(z[, j], free, j) * log(free$upper[j] / free$lower[j])
    wide * stats::dlogis(z[, j])
  }, numeric(nrow(z)))
  matrix(slopes, nrow(z), length(free$names))
}

# Where choices do not tell units apart sigma goes to 0; here it ends.
least_sigma <- 0.01

# Which parameters of a population have a standard deviation at its limit: then that of a unit is not known, only that
# units do not differ much.
is_alike <- function(fit) if (is.null(fit$sigma)) logical(length(fit$free$names)) else fit$sigma <= least_sigma

# The covariance matrix of each unit's values, NA where the information is not positive definite.
variance_of_values <- function(fit) {
  slope <- slope_of_values(fit$z, fit$free)
  v <- fit$v
  for (unit in seq_len(nrow(slope))) v[, , unit] <- v[, , unit] * tcrossprod(slope[unit, ])
  v[is_alike(fit), , ] <- NA
  v[, is_alike(fit), ] <- NA
  dimnames(v) <- list(fit$free$terms, fit$free$terms, NULL)
  v
}

# The diagonals of matrices that stand behind each other, a row each.
diagonals_of <- function(v) {
  matrix(vapply(seq_len(dim(v)[1]), function(j) v[j, j, ], numeric(dim(v)[3])), dim(v)[3], dim(v)[1])
}
