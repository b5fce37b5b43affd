#' Replications until intervals are narrow enough
#'
#' `reps_until()` can be given to [run_study()] instead of a number of replications:
#' replications are added until the final interval of every policy on every bandit has at most
#' this half-width. `reps_needed()` estimates from an existing study how many replications
#' that would take.
#'
#' @section Sequential looks: An ordinary 95% interval that is looked at after every batch of
#'   replications, until it is narrow enough, covers the mean less often than it says. The
#'   rule therefore uses a confidence sequence, which covers the mean at all times at once
#'   with probability `level`: with n replications with standard deviation s the mean lies
#'   within `s * sqrt(u * (n - 1) / n)` of their mean, where `u = (Q - 1) / (1 - Q * r)`,
#'   `Q = (1 / (a^2 * r))^(1 / n)`, r = 64 / (n + 64) and `a = 1 - level` (there is no bound
#'   yet if `Q * r >= 1`). This is the t-statistic mixed over effects that are normal with
#'   variance 1/64, so it is exact for normal data, however few, and approximate for others,
#'   as Student's interval is. It is 1.5 to 2.2 times as wide as Student's interval for 50 to
#'   100,000 replications. `summary(study, interval = "anytime")` shows it. The probability is
#'   that of each interval, not of all together.
#'
#' The first look is after 64 replications. Each further one is planned by how many
#' replications seem to be needed, with at least a tenth and at most seven times as many more.
#' Looks depend on nothing but the results, so the same call gives the same study; with
#' `path`, an interrupted study resumes.
#'
#' @param half_width The half-width to be reached, a number above 0, in units of `what`.
#' @param what The column of [regret()], as in [summary()][summary.unruly_study]; or `"difference"`: the difference
#'   of each policy's regret to that of the `baseline`, paired by replication as in [compare_policies()]. As all
#'   policies meet the same outcomes, that often takes far fewer replications.
#' @param baseline For `"difference"`: the label of the policy to compare with; `NULL` is the first.
#' @param max The greatest number of replications, a whole number of at least 64, at which
#'   [run_study()] gives up with a warning of class `unruly_warning_precision`.
#' @param level Confidence level, in (0, 1).
#' @param study A study.
#' @param interval `"t"`, Student's, for a number of replications that is fixed in advance;
#'   `"anytime"` for `reps_until()`.
#' @param ... Must be empty.
#' @return `reps_until()`: an object of class `unruly_precision`. `reps_needed()`: a tibble
#'   with one row per bandit and policy: `bandit`, `policy`, `sd`, `half_width` (of the study
#'   as it is), `reps` (the number of replications needed; `Inf` beyond 2^31).
#' @section Errors: `unruly_error_argument` if an argument is not as described above, and for
#'   bandits whose replications are not independent, such as replays of a log: their intervals
#'   do not narrow.
#' @references Lai (1976), On confidence sequences, section 4. Wang and Ramdas (2025),
#'   Anytime-valid t-tests and confidence sequences for Gaussian means with unknown
#'   variance, section 4. That it is approximately valid for other figures: Waudby-Smith,
#'   Arbour, Sinha, Kennedy and Ramdas (2024), Time-uniform central limit theory and
#'   asymptotic confidence sequences.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_ucb1(), horizon = 100, reps = reps_until(0.5), seed = 1)
#' study
#' reps_needed(study, 0.1)
#'
#' two <- list(policy_ucb1(), policy_moss())
#' study <- run_study(problem, two, horizon = 100, reps = reps_until(0.5, "difference"), seed = 1)
#' compare_policies(study, interval = "anytime")
#' @export
reps_until <- function(half_width, what = "regret", max = 1e5, level = 0.95, baseline = NULL, ...) {
  check_no_dots(...)
  what <- check_text(what, "what")
  baseline <- check_baseline(baseline, what)
  structure(list(
    half_width = check_number(half_width, "half_width", above = 0),
    what = what,
    max = check_whole(max, "max", min = first_look, max = .Machine$integer.max),
    level = check_number(level, "level", above = 0, below = 1),
    baseline = baseline
  ), class = "unruly_precision")
}

check_baseline <- function(baseline, what, call = rlang::caller_env()) {
  baseline <- check_text(baseline, "baseline", null = TRUE, call = call)
  if (!is.null(baseline) && what != "difference") {
    abort_argument("baseline", "left out unless `what` is \"difference\"", baseline, call = call)
  }
  baseline
}

#' @export
print.unruly_precision <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  what <- paste0(x$what, if (!is.null(x$baseline)) sprintf(" to %s", x$baseline))
  print_line(sprintf("<precision> %s within %s, level %s, at most %s", what, format_numbers(x$half_width),
                     format_numbers(x$level), count_of(x$max, "replication")))
  invisible(x)
}

is_precision <- function(x) inherits(x, "unruly_precision")

shape.unruly_precision <- function(x) list(
  half_width = function(v, x) is_reals(v, 1) && v > 0, what = function(v, x) is_word(v),
  max = function(v, x) is_count(v, 1), level = function(v, x) is_reals(v, 1) && v > 0 && v < 1,
  baseline = function(v, x) is.null(v) || is_word(v) && x$what == "difference"
)

# The label of the policy that others are compared with, which must be there, and others too.
known_baseline <- function(baseline, description, argument, call) {
  policies <- names(description$policies)
  wanted <- sprintf("%s of two or more policies for \"difference\"",
                    if (argument == "reps") "a precision" else "a study")
  if (length(policies) < 2) abort_argument(argument, wanted, given = "one of a single policy", call = call)
  check_choice(baseline %||% policies[1], "baseline", policies, single = TRUE, call = call)
}

# --- the interval ------------------------------------------------------------------

# How sure one is beforehand that effects are small, in replications: the
# interval is least wide, for its kind, about eight times that many.
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
  enough <- function(n) sd == 0 || sd * factor(n, level) <= half_width
  high <- 2
  while (!enough(high)) {
    if (high > 2^31) return(Inf)
    high <- high * 2
  }
  low <- high / 2 # not enough, or 1
  while (high - low > 1) {
    middle <- floor((low + high) / 2)
    if (enough(middle)) high <- middle else low <- middle
  }
  high
}

# --- the rule ------------------------------------------------------------------------

first_look <- 64

# The number of replications for the next look; the present one if it will do.
next_look <- function(n, sds, goal) {
  wanted <- max(vapply(sds, least_reps, 0, goal$half_width, goal$level, "anytime"))
  if (wanted <= n) return(n)
  min(max(wanted, ceiling(1.1 * n)), 8 * n, goal$max)
}

# --- checks ------------------------------------------------------------------------

check_reps <- function(reps, first_rep, call, description = NULL) {
  most <- .Machine$integer.max - first_rep + 1
  if (is.null(description) || !is_precision(reps)) {
    return(check_whole(reps, "reps", min = 1, max = most, call = call,
                       wanted = "a single whole number of at least 1, with `first_rep` + `reps` at most 2^31"))
  }
  check_class(reps, "reps", "unruly_precision", "a number, or `reps_until()`", call)
  figures <- c("difference", "pulls", "optimal", "reward", "benchmark", "regret", figures_of_naming,
               if (any_trait(description, "fairness")) c("penalty", "unfairness", "largest_shortfall"),
               if (any_trait(description, "waiting")) "epoch_regret")
  if (!reps$what %in% figures) {
    abort_argument("reps", sprintf("a precision of a column of the study's `regret()`: one of %s",
                                   paste(quoted(figures), collapse = ", ")),
                   given = sprintf("one of %s", quoted(reps$what)), hint = did_you_mean(reps$what, figures),
                   call = call)
  }
  check_independent(description, "reps", call)
  if (reps$what == "difference") reps$baseline <- known_baseline(reps$baseline, description, "reps", call)
  reps$max <- min(reps$max, most)
  reps
}

largest_reps <- function(reps) if (is_precision(reps)) first_look else reps

check_independent <- function(description, argument, call) {
  others <- names(Filter(function(b) nature_of(b) != "independent", description$bandits))
  if (length(others) == 0) return(invisible())
  abort_argument(argument, "about bandits whose replications are independent", call = call,
                 given = sprintf("the bandit %s, whose intervals more replications do not narrow", quoted(others[1])))
}
