#' Replications until intervals are narrow enough
#' @description
#' `reps_until()` makes [run_study()] add replications until intervals are narrow enough.
#' `reps_needed()` estimates from a study how many replications that takes.
#'
#' **Use it when** you want a stated accuracy and do not know how variable the results are.
#'
#' @details
#' `run_study(reps = reps_until(half_width))` adds replications until the final interval of every
#' policy on every bandit has at most this half-width. It looks at the results several times, first
#' after 64 replications. Student's interval would then cover the mean in fewer than `level` of all
#' studies, so a confidence sequence is used, which covers at all looks at once with probability
#' `level`. It is 1.5 to 2.2 times as wide as Student's interval for 50 to 100,000 replications.
#' `summary(study, interval = "anytime")` shows it. The probability is that of each interval, not of all
#' together. Formula: article *Methods*, section "Intervals of reps_until()".
#'
#' Looks depend on nothing but the results, so the same call gives the same study. With
#' `path`, an interrupted study resumes.
#'
#' @param half_width The half-width to be reached, a number above 0, in units of `what`.
#' @param what The column of [regret()], as in [summary()][summary.unruly_study]. Or `"difference"`: the
#'   difference of each policy's regret to that of the `baseline`, paired by replication as in
#'   [compare_policies()], which often takes fewer replications. Default: `"regret"`.
#' @param baseline For `"difference"`: the label of the policy to compare with. Default: the first.
#' @param max The greatest number of replications, a whole number of at least 64, at which
#'   [run_study()] gives up with a warning of class `unruly_warning_precision`. Default: 100,000.
#' @param level Nominal coverage, in (0, 1). Default: 0.95.
#' @param study A study.
#' @param interval `"t"`, Student's, for a number of replications that is fixed in advance;
#'   `"anytime"` for `reps_until()`. Default: `"t"`.
#' @param ... Must be empty.
#' @return `reps_until()`: an object of class `unruly_reps_until`. `reps_needed()`: a tibble
#'   with one row per bandit and policy:
#'   * `bandit`, `policy`;
#'   * `sd`, between replications;
#'   * `half_width` of the study as it is;
#'   * `reps`, the number of replications needed; `Inf` beyond 2^31.
#' @section Errors: `unruly_error_argument`: an argument is not as described above, or the replications
#'   of a bandit are not independent, such as those of a replay: their intervals do not narrow.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_ucb1(), horizon = 100, reps = reps_until(0.5), seed = 1)
#' study
#' reps_needed(study, 0.1)
#'
#' two <- list(policy_ucb1(), policy_moss())
#' study <- run_study(problem, two, horizon = 100, reps = reps_until(0.5, "difference"), seed = 1)
#' compare_policies(study, interval = "anytime")
#' @references Lai (1976), On confidence sequences, section 4. Wang and Ramdas (2025),
#'   Anytime-valid t-tests and confidence sequences for Gaussian means with unknown
#'   variance, section 4. Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), Time-uniform
#'   central limit theory and asymptotic confidence sequences (for other distributions).
#' @seealso [run_study()], [summary.unruly_study()].
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
  ), class = "unruly_reps_until")
}

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
  one_line(sprintf("<reps until> %s within %s, level %s, at most %s", what, format_numbers(x$half_width),
                   format_numbers(x$level), count_of(x$max, "replication")))
}

is_precision <- function(x) inherits(x, "unruly_reps_until")

shape.unruly_reps_until <- function(x) list(
  half_width = function(v, x) is_reals(v, 1) && v > 0, what = function(v, x) is_word(v),
  max = function(v, x) is_count(v, 1), level = function(v, x) is_reals(v, 1) && v > 0 && v < 1,
  baseline = function(v, x) is.null(v) || is_word(v) && x$what == "difference"
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

# The number of replications at the next look; the present one if it suffices.
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
  check_class(reps, "reps", "unruly_reps_until", "a number, or `reps_until()`", call)
  figures <- c("difference", "pulls", "optimal", "reward", "benchmark", "regret", figures_of_naming,
               if (any_trait(description, "fairness")) c("penalty", "unfairness", "largest_shortfall"),
               if (any_trait(description, "waiting")) "epoch_regret")
  if (!reps$what %in% figures) {
    abort_argument("reps", sprintf("about a column of the study's `regret()`, one of %s",
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
