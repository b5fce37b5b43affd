#' Parameters to be found
#' @description
#' Stands for a number that is to be estimated from choices.
#'
#' **Use it when** you describe a policy that is fitted to choices. It stands in the place of a numeric argument of a
#' policy, also of one inside a wrapper.
#'
#' @details
#' The policy is described and printed like any other, but what plays it, such as [run_study()], refuses it.
#'
#' Usual ranges: `rate`, `rate_below`, `forget`, `stick_rate`, `decay` and `lapse` lie in \[0, 1\], `temperature` in
#' \[0.001, 1000\], `stick`, `bonus` and `random` in \[-10, 10\]. Other parameters need `lower` and `upper`.
#'
#' @param lower,upper Ends of the range that is searched, finite numbers with `lower < upper`. Default: `NULL`, the
#'   usual range of the parameter.
#' @param log `TRUE`: the parameter is searched by its logarithm, which needs `lower > 0`. Default: `NULL`, `TRUE` for
#'   `temperature`, `sd`, `drift` and `start_sd` if `lower > 0`.
#' @param ... Must be empty.
#' @return An object of class `unruly_free`.
#' @section Errors: `unruly_error_argument` (raised by the policy): the range goes beyond that of the parameter, or the
#'   parameter is not a number.
#' @seealso [fit_policy()], [policy_delta()].
#' @examples
#' policy_delta(rate = free(), temperature = free(0.01, 10), stick = 1)
#' policy_floor(policy_ucb1(), min_propensity = free(0.001, 0.25))
#' @export
free <- function(lower = NULL, upper = NULL, log = NULL, ...) {
  check_no_dots(...)
  if (!is.null(lower)) check_number(lower, "lower")
  if (!is.null(upper)) check_number(upper, "upper")
  if (is.null(lower) != is.null(upper)) {
    absent <- if (is.null(lower)) "lower" else "upper"
    abort_argument(absent, "a number, as the other end is given", NULL, call = rlang::current_env())
  }
  if (!is.null(lower)) {
    if (lower >= upper) abort_argument("upper", sprintf("greater than `lower`, which is %s", format_numbers(lower)),
                                       upper, call = rlang::current_env())
  }
  if (!is.null(log)) {
    check_flag(log, "log")
    if (log && !is.null(lower) && lower <= 0) {
      abort_argument("lower", "positive where `log = TRUE`", lower, call = rlang::current_env())
    }
  }
  structure(list(lower = lower, upper = upper, log = log), class = "unruly_free")
}

is_free <- function(x) inherits(x, "unruly_free")

#' @export
print.unruly_free <- print_formatted

#' @export
format.unruly_free <- function(x, ...) {
  check_object(x)
  sprintf("<%s>", free_text(x))
}

free_text <- function(x) {
  if (is.null(x$lower)) return("free")
  sprintf("free in [%s, %s]", format_numbers(x$lower), format_numbers(x$upper))
}

shape.unruly_free <- function(x) list(
  lower = function(v, x) is.null(v) || is_reals(v, 1) && is_reals(x$upper, 1) && v < x$upper,
  upper = function(v, x) is.null(v) == is.null(x$lower),
  log = function(v, x) is.null(v) || isFALSE(v) || isTRUE(v) && (is.null(x$lower) || x$lower > 0)
)

usual_ranges <- list(rate = c(0, 1), rate_below = c(0, 1), forget = c(0, 1), stick_rate = c(0, 1), decay = c(0, 1),
                     lapse = c(0, 1), temperature = c(0.001, 1000), stick = c(-10, 10), bonus = c(-10, 10),
                     random = c(-10, 10))

# Completes a free parameter by its name.
complete_free <- function(x, name, call) {
  check_class(x, name, "unruly_free", "free(lower, upper)", call)
  if (is.null(x$lower)) {
    range <- usual_ranges[[name]]
    if (is.null(range)) abort_argument(name, "`free(lower, upper)`, as it has no usual range", call = call,
                                       given = "`free()` without a range")
    x$lower <- range[1]
    x$upper <- range[2]
  }
  usual <- name %in% c("temperature", "sd", "drift", "start_sd") && x$lower > 0
  x$log <- x$log %||% usual
  if (x$log && x$lower <= 0) abort_argument(name, "`free()` with `lower` above 0 where `log = TRUE`", call = call,
                                            given = free_text(x))
  x
}

# A value that stands for all of the range, and is no usual one.
value_of_free <- function(x) x$lower + 0.3717 * (x$upper - x$lower)

# --- in policies -------------------------------------------------------------------------------

# The policy with a number in the place of each free parameter: of its range, or `values` by their names.
filled <- function(policy, values = NULL, prefix = "") {
  if (!is.list(policy)) return(policy)
  if (inherits(policy, "unruly_tied")) return(policy$make(values))
  for (name in names(policy$parameters)) {
    value <- policy$parameters[[name]]
    if (is_free(value)) policy$parameters[[name]] <- values[[paste0(prefix, name)]] %||% value_of_free(value)
  }
  if (!is.null(policy$policy)) policy$policy <- filled(policy$policy, values, paste0(prefix, "base."))
  policy
}

# All free parameters, by their names in the core.
free_parameters <- function(policy, prefix = "") {
  own <- Filter(is_free, policy$parameters)
  names(own) <- if (length(own) > 0) paste0(prefix, names(own))
  c(own, if (!is.null(policy$policy)) free_parameters(policy$policy, paste0(prefix, "base.")))
}

# Refuses to play a policy whose parameters are to be found, from the call of the user.
refuse_free <- function(policy) {
  free <- free_parameters(policy)
  if (length(free) == 0) return(invisible())
  name <- sub("^(base[.])+", "", names(free)[1])
  abort_plain(c(sprintf("%s cannot be played.", policy$label),
                x = sprintf("`%s` is free. `fit_policy()` estimates it.", name)),
              class = c("unruly_error_policy", "unruly_error_combination", "unruly_error"), policy = policy$label,
              call = outermost_call())
}

# The frame of the function of this package that the user has called.
outermost_call <- function() {
  own <- topenv()
  for (i in seq_len(sys.nframe())) if (identical(environment(sys.function(i)), own)) return(sys.frame(i))
  NULL
}
