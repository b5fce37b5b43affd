#' Group-sequential boundaries
#' @description
#' `sequential_boundary()` computes the limits of a group-sequential test, and `boundary_crossing()` the probability
#' that a trial crosses them first at each look.
#'
#' **Use it when** a trial compares arms at a few planned looks and the error over all looks is to be exactly `error`.
#'
#' @details
#' A look j at information fraction t has a statistic Z that is normal with mean `drift` sqrt(t) and variance 1; the
#' score B = Z sqrt(t) has independent increments. For two Gaussian arms with n pulls each at the end, known standard
#' deviation s and difference d, the drift is d sqrt(n / 2) / s. Limits are found by the recursion of Armitage,
#' McPherson and Rowe, so that the error is right to about 1e-10, for several rivals to 1e-8.
#'
#' With `shape` the upper limits are c for `"pocock"`, c / sqrt(t) for `"obrien_fleming"`, and c t^(D - 1/2) for a
#' number D in \[-1, 1/2\] (Wang and Tsiatis). With `spending` the error spent up to each look is given instead:
#' `"obrien_fleming"` is 2 - 2 Phi(z / sqrt(t)) with the quantile z of 1 - a / 2, `"pocock"` is a ln(1 + (e - 1) t)
#' (Lan and DeMets), where a is the error of one side. A function gives the error spent at each t, from 0 to a at t =
#' 1: `function(t) a * t^3` (Kim and DeMets), or `function(t) a * (1 - exp(-g * t)) / (1 - exp(-g))` (Hwang, Shih and
#' DeCani).
#'
#' With `rivals` above 1 some rival crosses with probability `error` if all means are equal and all arms have equally
#' many pulls at each look; the
#' statistics of two rivals have correlation 1/2, since they share the control (Dunnett).
#'
#' @param looks The looks: increasing positive numbers, such as numbers of pulls. The last one is the end.
#' @param error The probability of crossing a limit without drift, a number in (0, 0.5). Two-sided if `sides = 2`.
#'   Default: 0.025.
#' @param shape `"obrien_fleming"` (the default), `"pocock"`, or a single number in \[-1, 0.5\]. Not with
#'   `spending`.
#' @param spending `NULL` (the default), `"obrien_fleming"`, `"pocock"`, or a function of the information fraction.
#' @param sides 1 (the default) or 2: limits on both sides, symmetric.
#' @param lower `NULL` (the default), or one number for each look but the last, in the scale of Z, at which to stop
#'   for futility, at most the upper limit; `-Inf` for none. Only if `sides` is 1.
#' @param binding `TRUE` if the trial always stops at `lower`, so that upper limits may be lower. Only with `lower`.
#'   Default: `FALSE`, upper limits as without it.
#' @param rivals How many arms are compared with the control, a whole number of at least 1. Above 1: at most six
#'   looks, one side, no
#'   `spending`, no `lower`. Default: 1.
#' @param ... Must be empty.
#' @return `sequential_boundary()` returns a tibble, one row per look: `look`, `at`, `information`
#'   (the fraction), `upper` and `lower` (limits for Z; `-Inf` where there is none), `spent` (the error up to this
#'   look, without drift; for several rivals `NA` before the last one).
#' @section Errors: `unruly_error_argument`: an argument is not as described above.
#'
#'   `unruly_error_combination`: arguments that exclude each other.
#' @references Armitage, McPherson and Rowe (1969), Repeated significance tests on accumulating data. Pocock (1977).
#'   O'Brien and Fleming (1979). Lan and DeMets (1983). Wang and Tsiatis (1987). Jennison and Turnbull (2000), Group
#'   Sequential Methods, chapter 19. Dunnett (1955). Magirr, Jaki and Whitehead (2012), A generalized Dunnett test for
#'   multi-arm multi-stage clinical studies.
#' @seealso [stopping_rules], [operating_characteristics()]
#' @examples
#' b <- sequential_boundary(looks = c(100, 200, 300, 400))
#' b
#' # Two Gaussian arms with 200 pulls each at the end, sd 1, difference 0.3
#' boundary_crossing(b, drift = 0.3 * sqrt(200 / 2))
#' # Two arms against one control; looks after each third of the pulls
#' sequential_boundary(looks = c(200, 400, 600), shape = "pocock", rivals = 2)
#' @export
sequential_boundary <- function(looks, error = 0.025, shape = "obrien_fleming", spending = NULL, sides = 1,
    lower = NULL,
                                binding = FALSE, rivals = 1, ...) {
  check_no_dots(...)
  looks <- check_looks_of_test(looks)
  error <- check_number(error, "error", above = 0, below = 0.5)
  if (!missing(shape) && !is.null(spending)) {
    abort_combination("Either {.arg shape} or {.arg spending} must be given, not both.",
                      class = "unruly_error_argument")
  }
  shape <- check_shape_of_test(shape)
  if (!is.null(spending) && !is.function(spending)) spending <- check_choice(spending, "spending",
      names(spending_functions))
  sides <- check_whole(sides, "sides", min = 1, max = 2)
  binding <- check_flag(binding, "binding")
  rivals <- check_whole(rivals, "rivals", min = 1, max = 1000)
  if (binding && is.null(lower)) {
    abort_combination("{.arg binding} needs {.arg lower}, the limits for futility.", class = "unruly_error_argument")
  }
  lower <- check_lower_limits(lower, length(looks), sides)
  check_several_rivals(rivals, length(looks), sides, spending, lower)
  times <- looks / looks[length(looks)]
  respected <- if (binding) lower else rep(-Inf, length(looks))
  upper <- if (rivals > 1) limits_for_rivals(weight_of_shape(shape, times), times, error, rivals) else
    if (is.null(spending)) limits_of_shape(weight_of_shape(shape, times), times, error, sides, respected) else
      limits_of_spending(error_spent(spending, times, error, sides), times, sides, respected)
  if (sides == 2) lower <- -upper else check_below(lower, upper)
  spent <- if (rivals > 1) c(rep(NA_real_, length(looks) - 1), error) else
    cumsum(rowSums(crossed_alone(times, upper, if (sides == 2) lower else respected, 0)[, seq_len(sides),
        drop = FALSE]))
  table <- tibble(look = seq_along(looks), at = looks, information = times, upper = upper, lower = lower, spent = spent)
  attr(table, "rivals") <- rivals # structure() would give it names of rows
  table
}

#' @rdname sequential_boundary
#' @param boundary What `sequential_boundary()` returned, for one rival.
#' @param drift The mean of Z at the end under the effect in question, a number; see "Details".
#' @return `boundary_crossing()` returns a tibble: `look`, and the probabilities `upper` and `lower` that the trial
#'   crosses these limits there and not before. Lower limits end the trial, binding or not.
#' @export
boundary_crossing <- function(boundary, drift, ...) {
  check_no_dots(...)
  check_boundary(boundary)
  drift <- check_number(drift, "drift")
  if (isTRUE(attr(boundary, "rivals") > 1)) abort_argument("boundary", "one for a single rival",
      given = "one for several")
  found <- crossed_alone(boundary$information, boundary$upper, boundary$lower, drift)
  tibble(look = boundary$look, upper = found[, 1], lower = found[, 2])
}

# Limits for Z; on the scale of B.
crossed_alone <- function(times, upper, lower, drift) {
  crossing_probabilities(times, upper, lower, drift)
}

weight_of_shape <- function(shape, times) {
  times^(switch(as.character(shape), pocock = 0.5, obrien_fleming = 0, as.numeric(shape)) - 0.5)
}

spending_functions <- list(
  obrien_fleming = function(t, a) 2 * stats::pnorm(stats::qnorm(1 - a / 2) / sqrt(t), lower.tail = FALSE),
  pocock = function(t, a) a * log1p((exp(1) - 1) * t)
)

# Each side spends its half.
error_spent <- function(spending, times, error, sides, call = rlang::caller_env()) {
  if (!is.function(spending)) return(sides * spending_functions[[spending]](times, error / sides))
  spent <- vapply(times, function(t) {
    value <- spending(t)
    if (is.numeric(value) && length(value) == 1) as.double(value) else NA_real_
  }, 0)
  good <- !anyNA(spent) && all(diff(c(0, spent)) >= 0) && abs(spent[length(spent)] - error) < 1e-8
  if (!good) abort_argument("spending", sprintf("a function whose values rise from 0 to %s at 1",
      format_numbers(error)), call = call,
                            given = sprintf("one with the values %s", paste(format_numbers(spent), collapse = ", ")))
  spent
}

# --- arguments -------------------------------------------------------------------------

check_looks_of_test <- function(looks, call = rlang::caller_env()) {
  wanted <- "increasing positive numbers, at most 200"
  looks <- check_numbers(looks, "looks", above = 0, call = call)
  if (any(diff(looks) <= 0) || length(looks) > 200) abort_argument("looks", wanted, looks, call = call)
  looks
}

check_shape_of_test <- function(shape, call = rlang::caller_env()) {
  if (is.numeric(shape)) check_number(shape, "shape", min = -1, max = 0.5, call = call) else
    check_choice(shape, "shape", c("obrien_fleming", "pocock"), call = call)
}

# One for every look, -Inf where there is none.
check_lower_limits <- function(lower, looks, sides, call = rlang::caller_env()) {
  if (is.null(lower)) return(rep(-Inf, looks))
  if (sides == 2) abort_combination("{.arg lower} is for tests with one side.", class = "unruly_error_argument",
      call = call)
  good <- is.numeric(lower) && !is.object(lower) && length(lower) == looks - 1 && !anyNA(lower) && all(lower < Inf)
  if (!good) abort_argument("lower", sprintf("%s numbers, one for each look but the last", format_count(looks - 1)),
      lower, call = call)
  c(as.double(lower), -Inf)
}

# A limit for futility above that for success leaves no room to go on. (The core has the largest number for none.)
check_below <- function(lower, upper, call = rlang::caller_env()) {
  bad <- which(lower > upper[seq_along(lower)])[1]
  if (is.na(bad)) return(invisible())
  abort_argument("lower", "at most the upper limit at each look", call = call,
                 given = sprintf("%s at look %d, where the upper limit is %s", format_numbers(lower[bad]), bad,
                                 numbers_of_limits(upper[bad], "none")))
}

check_several_rivals <- function(rivals, looks, sides, spending, lower, call = rlang::caller_env()) {
  if (rivals == 1) return(invisible())
  if (looks <= 6 && sides == 1 && is.null(spending) && all(lower == -Inf)) return(invisible())
  abort_combination(c("Limits for several rivals are for at most six looks, one side, a {.arg shape}, and no {.arg lower}.",
                      i = "Use {.code error / rivals} for one rival (Bonferroni), or {.fn calibrate_design}."),
                    class = "unruly_error_argument", call = call)
}

check_boundary <- function(boundary, call = rlang::caller_env()) {
  wanted <- "what `sequential_boundary()` returns, or such a table"
  if (missing(boundary)) abort_missing("boundary", call, wanted)
  good <- is.data.frame(boundary) && all(c("look", "information", "upper", "lower") %in% names(boundary)) &&
      nrow(boundary) > 0
  if (!good) abort_argument("boundary", wanted, boundary, call = call,
                            hint = if (is.numeric(boundary) && identical(name_of_function(call), "stop_boundary")) {
                              "Limits as numbers go to `upper`, with `looks`."
                            })
  refuse_columns_twice(boundary, c("look", "information", "upper", "lower", "at"), "boundary", call)
  times <- boundary$information
  numbers <- is.numeric(times) && all(diff(c(0, times)) > 0) && is.numeric(boundary$upper) &&
      is.numeric(boundary$lower) &&
    !anyNA(boundary$upper) && !anyNA(boundary$lower) && all(boundary$lower <= boundary$upper)
  if (!numbers) abort_argument("boundary", wanted, given = "one whose limits or fractions are no such numbers",
      call = call)
}
