# The value of a parameter at which a design meets its target.

#' Calibration of a design
#' @description
#' Finds the value of one parameter at which one of the [operating_characteristics()] meets a target. The parameter may
#' be a threshold or a horizon, and the target an error rate of 5% under the null.
#'
#' **Use it when** a rule's nominal error is not what you want to report, or a sample size has to be chosen.
#'
#' @param plan A function of one number that runs the study, with a `seed`: `function(error)
#'   run_study(..., stop = stop_glr(error), seed = 1)`. Or one that makes an [exact_study()].
#' @param parameter Two increasing numbers, between which the value is sought.
#' @param measure A measure of [operating_characteristics()], a string such as `"error"`.
#' @param target The target of the measure, a number.
#' @param policy,bandit Label of the policy and name of the bandit, if the study has several.
#' @param steps How often the interval is halved, a whole number from 1 to 50. Default: 12.
#' @param ... Must be empty.
#' @param whole `TRUE` if the parameter is a whole number. Default: `FALSE`.
#' @param x The result.
#' @return A tibble of class `unruly_calibration` with one row:
#'   * `parameter`, `se`: the value found and its standard error; `se` is `NA` if it would reach beyond the two numbers,
#'     or if `mcse` is 0 because all games agree; it is 0 for an exact study;
#'   * `measure`, `target`;
#'   * `value`, `mcse`, `lower`, `upper`: the measure at `parameter`, with its Monte Carlo standard error and its 95%
#'     interval as in [operating_characteristics()];
#'   * `reps`: the number of replications, `NA` for an exact study.
#'
#' Its attribute `tried` is a table of all values tried: `parameter`, `value`, `mcse`, `lower` and `upper` (95%
#' intervals as in [operating_characteristics()]). `autoplot()`: a ggplot of these.
#' @section How it works: All values are tried on the same replications, so the measure changes only where games do. The
#' value is found by bisection, which supposes that the measure rises or falls with the parameter throughout; draw the
#' values tried to see it. If both ends are positive and the second is more than ten times the first, the bisection is
#' on the logarithm.
#'
#' The measure has a Monte Carlo error, and therefore the value has one. `se` is half the distance between the values at
#' which the measure is one Monte Carlo standard error below and above the target. `lower` and `upper` are about the
#' design that was found: its measure may be anywhere between them. They hold for a value chosen beforehand; for the one
#' found, which fits these replications, run the design once more with another seed.
#' @section Errors: `unruly_error_argument`: `plan` does not return a study; its studies differ in their replications
#'   (no `seed`) or lack the measure, or some of their games do; or the target is not met between the two numbers.
#'   Errors of `plan` are passed on unchanged.
#' @examples
#' null <- bandit(arms_bernoulli(c(0.3, 0.3)))
#' plan <- function(probability) {
#'   run_study(null, policy_uniform(), horizon = 200, reps = 200, seed = 1, record = 1,
#'     stop = stop_posterior(probability, looks = seq(20, 200, by = 20)))
#' }
#' calibrate_design(plan, c(0.9, 0.999), "error", 0.1, steps = 5)
#' @seealso [reps_until()] for the number of replications.
#' @export
calibrate_design <- function(plan, parameter, measure, target, ..., policy = NULL, bandit = NULL, steps = 12,
                             whole = FALSE) {
  call <- rlang::current_env()
  check_no_dots(...)
  if (missing(plan) || !is.function(plan)) abort_argument("plan", "a function of one number that runs a study", plan)
  parameter <- check_numbers(parameter, "parameter", size = 2, recycle = FALSE)
  if (parameter[1] >= parameter[2]) abort_argument("parameter", "two increasing numbers", parameter)
  what <- list(measure = check_text(measure, "measure"), policy = check_text(policy, "policy", null = TRUE),
               bandit = check_text(bandit, "bandit", null = TRUE))
  target <- check_number(target, "target")
  steps <- check_whole(steps, "steps", min = 1, max = 50)
  search <- new_search(plan, what, check_flag(whole, "whole"), parameter, call)
  ends <- c(search$at(parameter[1])$value, search$at(parameter[2])$value)
  if (target < min(ends) || target > max(ends)) {
    wanted <- sprintf("met between %s and %s", format_numbers(parameter[1]), format_numbers(parameter[2]))
    goes <- sprintf("the measure goes from %s to %s", format_numbers(ends[1]), format_numbers(ends[2]))
    abort_argument("target", wanted, given = sprintf("%s, and %s", format_numbers(target), goes))
  }
  found <- search$meet(target, steps)
  here <- search$at(found)
  result <- tibble(parameter = found, se = error_of_found(search, here, target, steps), measure = measure,
                   target = target, value = here$value, mcse = here$mcse, lower = here$lower, upper = here$upper,
                   reps = here$reps)
  new_table(result, "unruly_calibration", tried = search$tried())
}

# Games that are all equal say nothing about the error of the measure, unless the study is exact.
error_of_found <- function(search, here, target, steps) {
  if (here$mcse %in% 0 && !is.na(here$reps)) return(NA_real_)
  off <- vapply(c(-1, 1) * here$mcse, function(by) search$meet(target + by, steps), 0)
  abs(diff(off)) / 2
}

# Remembers what was tried: bisections to targets near each other share most of it.
new_search <- function(plan, what, whole, range, call) {
  tried <- list()
  games <- NULL
  geometric <- range[1] > 0 && range[2] > 10 * range[1]
  at <- function(x) {
    key <- format(x, digits = 17)
    if (is.null(tried[[key]])) {
      study <- plan(x)
      played <- played_by(study, call)
      games <<- games %||% played
      if (!identical(games, played)) {
        abort_argument("plan", "such that all its studies have the same replications, e.g. by `run_study(..., seed = 1)`",
                       given = "one whose studies differ in them", call = call)
      }
      tried[[key]] <<- c(list(parameter = x), one_characteristic(study, what, call))
    }
    tried[[key]]
  }
  middle <- function(low, high) {
    x <- if (geometric) sqrt(low * high) else (low + high) / 2
    if (whole) round(x) else x
  }
  meet <- function(target, steps) {
    low <- range[1]
    high <- range[2]
    if (is.na(target)) return(NA_real_)
    ends <- c(at(low)$value, at(high)$value)
    rising <- ends[2] >= ends[1]
    if (target < min(ends) || target > max(ends)) return(NA_real_)
    for (step in seq_len(steps)) {
      x <- middle(low, high)
      if (x %in% c(low, high)) break
      if ((at(x)$value >= target) == rising) high <- x else low <- x
    }
    nearer <- function(x) abs(at(x)$value - target)
    if (whole) return(if (nearer(low) < nearer(high)) low else high)
    middle(low, high)
  }
  list(at = at, meet = meet, tried = function() {
    table <- do.call(rbind,
                     lapply(unname(tried), function(one) tibble::as_tibble(one[tried_columns])))
    table[order(table$parameter), ]
  })
}

tried_columns <- c("parameter", "value", "mcse", "lower", "upper")

# Returns what all studies of a plan must have in common to be paired; an exact one is that of all replications.
played_by <- function(study, call) {
  if (is_shaped(study, "unruly_exact")) return("exact")
  if (!is_shaped(study, "unruly_study")) {
    abort_argument("plan", "a function that runs a study", call = call,
                   given = sprintf("one that returns %s", describe_value(study)))
  }
  list(study$description$seed, study$replications)
}

one_characteristic <- function(study, what, call) {
  d <- study$description
  chosen <- function(which, names) {
    check_choice(what[[which]] %||% if (length(names) == 1) names, which, names, single = TRUE, call = call)
  }
  policy <- chosen("policy", names(d$policies))
  bandit <- chosen("bandit", names(d$bandits))
  table <- measures_to_meet(study, what$measure, call)
  table <- table[table$bandit == bandit & table$policy == policy, ]
  row <- table[table$measure %in% what$measure, ]
  if (nrow(row) == 0) {
    there <- paste(quoted(table$measure), collapse = ", ")
    renamed <- if (what$measure == "error" && "misnamed" %in% table$measure) {
      "Without a rule that makes claims, or gives up, no game can err: the measure is \"misnamed\"."
    }
    abort_argument("measure", paste("one that the study has:", there), what$measure, call = call,
                   hint = renamed %||% did_you_mean(what$measure, table$measure))
  }
  if (is.na(row$value)) {
    hint <- if (what$measure == "regret") "With `after = \"commit\"`, games that stopped have a regret."
    abort_argument("measure", "one that all games have", call = call, hint = hint,
                   given = sprintf("%s, which is not defined for some games", quoted(what$measure)))
  }
  c(as.list(row[c("value", "mcse", "lower", "upper")]),
    reps = if (is_exact(study)) NA_integer_ else length(study$replications))
}

# Those of estimates take the longest. What else a study lacks does not matter here.
measures_to_meet <- function(study, measure, call) {
  silent <- function(m) rlang::cnd_muffle(m)
  withCallingHandlers({
    arms <- grepl(", arm ", measure, fixed = TRUE)
    if (is_exact(study)) return(exact_characteristics(study, call, arms))
    estimated <- sub(":.*", "", measure) %in% names(measures_by_game)
    table <- (if (estimated) measures_of_estimates(study, 0.95, arms)) %||% measures_of_study(study, arms)
    with_intervals(table, study$description)
  }, unruly_message_methods = silent, unruly_message_overlap = silent, unruly_message_moments = silent,
  unruly_message_undefined = silent)
}

#' @rdname calibrate_design
#' @export
print.unruly_calibration <- function(x, ...) {
  if (!is.data.frame(x)) check_object(x)
  if (!is_complete(x) || ...length() > 0) return(NextMethod())
  short <- function(value, digits) format_numbers(signif(value, digits))
  error <- if (is.na(x$se) || x$se == 0) "" else sprintf(" (standard error %s)", short(x$se, 2))
  games <- if (is.na(x$reps)) "exactly" else paste("in", count_of(x$reps, "replication"))
  print_line(sprintf("<calibration> %s%s, where %s is %s %s, for a target of %s", short(x$parameter, 4), error,
                     x$measure, measure_cells(with_limits(plain_tibble(x))), games, format_numbers(x$target)))
  print_line(sprintf("  %s tried: attr(x, \"tried\")", count_of(nrow(attr(x, "tried")), "value")))
  invisible(x)
}

shape.unruly_calibration <- function(x) list(
  parameter = function(v, x) is_reals(v, 1), measure = function(v, x) is_word(v),
  value = function(v, x) all(vapply(x[c("value", "se", "target", "mcse", "reps")], is.numeric, NA)) &&
  all(lengths(x) == 1), target = function(v, x) is.data.frame(attr(x, "tried"))
)
