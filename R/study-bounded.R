# Means of measures that cannot leave a known range. Only a range says anything about values so rare that no
# replication has had one; the t-mixture of R/study-precision.R cannot.

# --- what cannot be exceeded -------------------------------------------------------

# `NULL`, TRUE or a number.
check_reps_bound <- function(bound, call = rlang::caller_env()) {
  if (is.null(bound) || isTRUE(bound)) return(bound)
  check_number(bound, "bound", above = 0, call = call,
               wanted = "NULL, TRUE, or a single number above 0 that the measure cannot exceed")
}

# One number per bandit (columns) and round (rows): what is certain where `bound` is NULL or TRUE, which is NA where
# nothing is.
bounds_of <- function(bound, description, what, rounds) {
  each <- vapply(description$bandits, function(bandit) {
    if (is.numeric(bound)) rep_len(bound, length(rounds)) else certain_bound(bandit, what, rounds)
  }, numeric(length(rounds)))
  matrix(each, length(rounds), dimnames = list(NULL, names(description$bandits)))
}

# With arms that are always there and do nothing but pay, a game of t rounds has t pulls, whose regret is that of a
# mean to the best one.
certain_bound <- function(bandit, what, rounds) {
  if (what == "correct") return(rep(1, length(rounds)))
  if (!is_plain_bandit(bandit) || !what %in% bounded_measures) return(rep(NA_real_, length(rounds)))
  if (what == "optimal") return(rounds)
  width <- diff(range_of_means(bandit))
  rounds * if (is.finite(width)) width else NA_real_
}

is_plain_bandit <- function(bandit) {
  length(bandit$traits) == 0 && !has_contexts(bandit$arms) && !startsWith(bandit$arms$kind, "tape")
}

# Refuses TRUE where the bound is not certain.
refuse_uncertain <- function(bounds, bandits, what, argument, call) {
  unknown <- colnames(bounds)[is.na(bounds[1, ])]
  if (length(unknown) == 0) return(invisible())
  shown <- if (what == "difference") "regret" else what
  of_run <- argument == "reps"
  abort_argument(
    argument, if (of_run) "a goal with a number for `bound` in this study" else "a number in this study",
    given = sprintf("TRUE, about %s", if (what %in% bounded_measures) uncertain_text(bandits[unknown[1]]) else
      sprintf("%s, whose greatest value is not known", quoted(what))), call = call,
    hint = sprintf("Supply a number that no %s can exceed, such as `%s`.", shown,
                   if (of_run) "reps_until(..., bound = 1000)" else "bound = 1000")
  )
}

bounded_measures <- c("regret", "difference", "optimal")

uncertain_text <- function(bandit) {
  traits <- names(bandit[[1]]$traits)
  sprintf("the bandit %s, %s", quoted(names(bandit)),
          if (length(traits) > 0) sprintf("which has %s", traits[1]) else
          if (!is_plain_bandit(bandit[[1]])) "whose arms have no single means" else "whose means have no bounds")
}

# Refuses a number that a replication exceeds. Sums that reach the bound may be off by their rounding.
refuse_beyond <- function(sums, cells, bound, pair, what, argument, call) {
  slack <- 1e-9 * bound
  greatest <- if (pair) pmax(abs(sums$least), abs(sums$greatest)) else sums$greatest
  beyond <- which(greatest > bound + slack)
  below <- which(if (pair) rep(FALSE, length(bound)) else sums$least < -slack)
  row <- c(below, beyond)[1]
  if (is.na(row)) return(invisible())
  measure <- measured_text(cells[row, ], pair, what)
  of_run <- argument == "reps"
  if (length(below) > 0) {
    wanted <- sprintf("%s for a measure that can be negative", if (of_run) "a goal without `bound`" else "NULL")
    least <- format_numbers(signif(sums$least[row], 7))
    abort_argument(argument, wanted, given = sprintf("%s was %s in some replication", measure, least), call = call)
  }
  wanted <- if (of_run) "a goal with a `bound` that no replication exceeds" else
    "NULL, or a number that no replication exceeds"
  given <- sprintf("%s, where %s was %s in some replication", format_numbers(bound[row]), measure,
                   format_numbers(signif(greatest[row], 7)))
  abort_argument(argument, wanted, given = given,
                 hint = if (of_run) "`last_study()` has the replications so far.", call = call)
}

measured_text <- function(cell, pair, what) {
  what <- if (what == "difference") "regret" else what
  sprintf("the %s%s of %s on %s", if (pair) "difference in " else "", what, quoted(cell$policy), quoted(cell$bandit))
}

# --- the interval ------------------------------------------------------------------------

# The mixture over effects, whose interval is narrowest at about a hundred of the units of variation.
bounded_mixture <- function(level) {
  far <- -2 * log1p(-level)
  100 / (far + log1p(far))
}

# Returns what the evidence must reach to exclude a mean on one side.
bounded_limit <- function(level) log(2) - log1p(-level)

# Sums of columns (tree_sums()) that lie in [0, bound], or of pairs in [-bound, bound], as sums of numbers in [0, 1].
# `later`: how much of the variation that comes after the first block is to count.
unit_sums <- function(sums, bound, pair, later = 1) {
  low <- if (pair) -bound else 0 * bound
  range <- bound - low
  centre <- (low + bound) / 2
  gap <- sums$opening$mean - centre
  variation <- sums$opening$squares + sums$opening$n * gap^2 + later * sums$later
  list(low = low, range = range, mean = (sums$mean - low) / range, squares = variation / range^2)
}

# Rows lower and upper; NA where no bound is known.
bounded_interval <- function(sums, bound, pair, level) {
  limits <- matrix(NA_real_, 2, length(bound))
  point <- which(bound == 0)
  limits[, point] <- 0
  known <- which(bound > 0 & !is.na(sums$mean))
  if (length(known) == 0) return(limits)
  unit <- unit_sums(sums, bound, pair)
  of_rows <- function(value) as.double(rep_len(value, length(known)))
  parts <- list(n = of_rows(sums$n), mean = unit$mean[known], squares = unit$squares[known], sd = of_rows(0))
  found <- .Call(C_evidence_sides, parts, of_rows(bounded_limit(level)), of_rows(bounded_mixture(level)))
  limits[, known] <- t(unit$low[known] + unit$range[known] * found)
  limits
}

# The least number of replications with a greater side that small, if values go on as they are: the mean stays, and
# the variation grows with the replications. One number per column.
bounded_reps <- function(sums, bound, pair, level, half_width) {
  enough <- function(n) {
    unit <- unit_sums(sums, bound, pair, n / sums$n)
    reached <- .Call(C_gamma_mixture, as.double(n * half_width / unit$range), as.double(unit$squares),
                     rep_len(bounded_mixture(level) / 10, length(bound))) >= bounded_limit(level)
    at_edge <- pmax(unit$mean, 1 - unit$mean) * unit$range <= half_width
    bound == 0 | reached | at_edge
  }
  known <- !is.na(bound) & !is.na(sums$mean)
  least_count(function(n) replace(enough(n), !known, FALSE), length(bound))
}

# For each of `count` questions the least whole number, from 2 on, that is enough; Inf beyond 2^31.
least_count <- function(enough, count) {
  high <- rep(2, count)
  repeat {
    short <- !enough(high) & high <= 2^31
    if (!any(short)) break
    high[short] <- high[short] * 2
  }
  low <- ifelse(high > 2, high / 2, 1) # not enough, or 1
  while (any(high - low > 1)) {
    middle <- floor((low + high) / 2)
    good <- enough(middle)
    high <- ifelse(high - low > 1 & good, middle, high)
    low <- ifelse(high - low > 1 & !good, middle, low)
  }
  ifelse(high > 2^31, Inf, high)
}

# Returns how many replications a measure needs that is always 0; of pairs, equal policies.
reps_of_nothing <- function(bound, pair, level, half_width) {
  nothing <- rep(0, length(bound))
  sums <- list(n = 1, mean = nothing, opening = list(n = 1, mean = nothing, squares = nothing), later = nothing)
  max(bounded_reps(sums, bound, pair, level, half_width))
}
