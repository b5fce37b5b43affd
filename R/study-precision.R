# The precision that reps_until() asks for. What it tells of a study, and playing until it is
# reached: R/run-precision.R.

check_baseline <- function(baseline, what, call = rlang::caller_env()) {
  baseline <- check_text(baseline, "baseline", null = TRUE, call = call)
  if (!is.null(baseline) && what != "difference") {
    abort_argument("baseline", "left out unless `what` is \"difference\"", baseline, call = call)
  }
  baseline
}

#' @export
print.unruly_reps_until <- print_formatted

#' @export
format.unruly_reps_until <- function(x, ...) {
  check_object(x)
  what <- paste0(x$what, if (!is.null(x$baseline)) sprintf(" to %s", x$baseline))
  bound <- if (isTRUE(x$bound)) ", by its certain bound," else
    if (!is.null(x$bound)) sprintf(", at most %s in a replication,", format_numbers(x$bound)) else ""
  one_line(sprintf("<reps until> %s%s within %s, level %s, at most %s", what, bound, format_numbers(x$half_width),
                   format_numbers(x$level), count_of(x$max, "replication")))
}

is_precision <- function(x) inherits(x, "unruly_reps_until")

shape.unruly_reps_until <- function(x) list(
  half_width = function(v, x) is_reals(v, 1) && v > 0, what = function(v, x) is_word(v),
  max = function(v, x) is_count(v, 1), level = function(v, x) is_reals(v, 1) && v > 0 && v < 1,
  baseline = function(v, x) is.null(v) || is_word(v) && x$what == "difference",
  bound = function(v, x) is.null(v) || isTRUE(v) || is_reals(v, 1) && v > 0
)

# The label of the policy that others are compared with, which must be there, and others too.
known_baseline <- function(baseline, description, argument, call) {
  policies <- names(description$policies)
  wanted <- sprintf("%s of two or more policies for \"difference\"",
                    if (argument == "reps") "a goal for a study" else "a study")
  if (length(policies) < 2) abort_argument(argument, wanted, given = "one of a single policy", call = call)
  check_choice(baseline %||% policies[1], "baseline", policies, single = TRUE, call = call)
}

# --- the interval ------------------------------------------------------------------

# The variance of the mixture, as a number of replications: the interval is narrowest, relative to Student's, at about
# eight times as many.
anytime_prior <- 64

# Half-widths in units of the deviation.
anytime_factor <- function(n, level) {
  r <- anytime_prior / (n + anytime_prior)
  log_q <- 2 / n * (-log1p(-level) - log(r) / 2)
  rest <- -expm1(log_q + log(r))
  ifelse(rest > 0, sqrt(expm1(log_q) / pmax(rest, 0) * (n - 1) / n), Inf)
}

student_factor <- function(n, level) stats::qt(1 - (1 - level) / 2, n - 1) / sqrt(n)

# The least number of replications with a half-width that small.
least_reps <- function(sd, half_width, level, interval) {
  factor <- if (interval == "t") student_factor else anytime_factor
  if (is.na(sd)) return(NA_real_)
  least_count(function(n) sd == 0 || sd * factor(n, level) <= half_width, 1)
}

# --- the rule ------------------------------------------------------------------------

first_look <- 64

# The share of the sum of squares that one replication may have: with more, its like decide how wide the interval
# should be, and most of them have not been seen.
greatest_share <- 1 / 5

greatest_square <- function(sums) pmax((sums$greatest - sums$mean)^2, (sums$mean - sums$least)^2)

# Returns whether all replications have the same value, but for the rounding of sums.
never_varied <- function(sums) {
  sums$squares <= sums$n * (1e-12 * pmax(abs(sums$least), abs(sums$greatest)))^2
}

# Returns how many replications the guard wants; Inf if none is enough.
guarded_reps <- function(sums) {
  share <- greatest_square(sums) / sums$squares
  ifelse(never_varied(sums), Inf, ifelse(share > greatest_share, ceiling(sums$n * share / greatest_share), 2))
}

# Returns how many replications each mean of a look seems to need: by its bound, if it was asked for; else by the
# t-mixture and the guard, or where nothing varied by the bound that is certain. NA for a measure that is missing.
wanted_reps <- function(look, half_width, level) {
  by_bound <- bounded_reps(look$sums, look$bound, look$pair, level, half_width)
  if (look$proved) return(replace(by_bound, is.na(look$sums$mean), NA))
  by_spread <- vapply(sd_of_sums(look$sums), least_reps, 0, half_width, level, "anytime")
  ifelse(never_varied(look$sums), by_bound, pmax(by_spread, guarded_reps(look$sums)))
}

# The number of replications at the next look; the present one if it suffices. Where nothing varied and no bound is
# certain there is never enough.
next_look <- function(look, goal) {
  n <- look$sums$n
  wanted <- max(wanted_reps(look, goal$half_width, goal$level), 2, na.rm = TRUE)
  if (wanted <= n || n >= goal$max) return(n)
  min(max(wanted, ceiling(1.1 * n)), 8 * n, goal$max)
}

# --- checks ------------------------------------------------------------------------

check_reps <- function(reps, first_rep, call, description = NULL) {
  most <- .Machine$integer.max - first_rep + 1
  if (is.null(description) || !is_precision(reps)) {
    return(check_whole(reps, "reps", min = 1, max = most, call = call,
                       wanted = "a single whole number of at least 1, with `first_rep` + `reps` at most 2^31"))
  }
  check_class(reps, "reps", "unruly_reps_until", "a number, or `reps_until()`", call)
  columns <- c("difference", "pulls", "optimal", "reward", "benchmark", "regret",
               if (any_trait(description, "fairness")) c("penalty", "unfairness", "largest_shortfall"),
               if (any_trait(description, "waiting")) "epoch_regret",
               if (any_trait(description, "accrual")) "time")
  figures <- c(columns, measures_besides(columns, logs = FALSE, games = TRUE))
  if (!reps$what %in% figures) {
    abort_argument("reps", sprintf("about a column of the study's `regret()`, one of %s",
                                   paste(quoted(figures), collapse = ", ")),
                   given = sprintf("one of %s", quoted(reps$what)), hint = did_you_mean(reps$what, figures),
                   call = call)
  }
  check_independent(description, "reps", call)
  if (reps$what == "difference") reps$baseline <- known_baseline(reps$baseline, description, "reps", call)
  if (reps$what %in% c("regret", "difference") && identical(description$stop$after, "end")) {
    abort_argument("reps", "about a measure that all games have, with `after = \"end\"`", call = call,
                   given = "one of regret, which games that were stopped lack",
                   hint = "Use `after = \"commit\"`, or `reps_until(what = \"sample_size\")`.")
  }
  reps$max <- min(reps$max, most)
  check_reps_of_nothing(reps, description, call)
  reps
}

# With a bound the number of replications is at least about that of a measure that is always 0, which is known before.
check_reps_of_nothing <- function(goal, description, call) {
  if (is.null(goal$bound)) return(invisible())
  bounds <- bounds_of(goal$bound, description, goal$what, max(description$record))
  if (isTRUE(goal$bound)) refuse_uncertain(bounds, description$bandits, goal$what, "reps", call)
  pair <- goal$what == "difference"
  reps <- reps_of_nothing(c(bounds), pair, goal$level, goal$half_width)
  measure <- if (pair) "a difference" else sprintf("`%s`", goal$what)
  text <- sprintf("If %s is always 0, %s to either side takes %s", measure, format_numbers(goal$half_width),
                  count_of(reps, "replication"))
  if (reps > goal$max) {
    abort_argument("reps", sprintf("a goal with `max` of at least %s", format_count(reps)), call = call,
                   given = sprintf("`max` = %s. %s", format_count(goal$max), text),
                   hint = "Choose a greater `half_width` or `max`, or a smaller `bound` if one is certain.")
  }
  inform_plain(c(i = sprintf("%s; more if it varies.", text)), class = "unruly_message_bound")
}

largest_reps <- function(reps) if (is_precision(reps)) first_look else reps

check_independent <- function(description, argument, call) {
  others <- names(Filter(function(b) nature_of(b) != "independent", description$bandits))
  if (length(others) == 0) return(invisible())
  abort_argument(argument, "about bandits whose replications are independent", call = call,
                 given = sprintf("the bandit %s, whose intervals more replications do not narrow", quoted(others[1])))
}
