# Limits of a plan: of one rival or of several, of a shape or as error is spent. A plan is the list that trial_design()
# makes of its arguments.

weight_of_shape <- function(shape, times) {
  times^(switch(as.character(shape), pocock = 0.5, obrien_fleming = 0, as.numeric(shape)) - 0.5)
}

spending_functions <- list(
  obrien_fleming = function(t, a) 2 * stats::pnorm(stats::qnorm(1 - a / 2) / sqrt(t), lower.tail = FALSE),
  pocock = function(t, a) a * log1p((exp(1) - 1) * t)
)

# Hwang, Shih and DeCani.
spending_by_number <- function(g) {
  if (g == 0) return(function(t, a) a * t)
  function(t, a) a * expm1(-g * t) / expm1(-g)
}

# Each side spends its half.
error_spent <- function(spending, times, error, sides, call = rlang::caller_env(), argument = "spending") {
  known <- if (is.numeric(spending)) spending_by_number(spending) else if (!is.function(spending))
    spending_functions[[spending]]
  if (!is.null(known)) return(sides * known(times, error / sides))
  spent <- vapply(times, function(t) {
    value <- spending(t)
    if (is.numeric(value) && length(value) == 1) as.double(value) else NA_real_
  }, 0)
  good <- !anyNA(spent) && all(diff(c(0, spent)) >= 0) && abs(spent[length(spent)] - error) < 1e-8
  if (!good) abort_argument(argument, sprintf("a function whose values rise from 0 to %s at 1", format_numbers(error)),
                            call = call,
                            given = sprintf("one with the values %s", paste(format_numbers(spent), collapse = ", ")))
  spent
}

# Each rival that is judged by itself has an error of its own.
is_joint <- function(plan) plan$rivals > 1 && plan$adjust == "dunnett"

error_of_rival <- function(plan) if (plan$adjust == "bonferroni") plan$error / plan$rivals else plan$error

# The correlation of two rivals of equal ratio, which share the control.
correlation_of_rivals <- function(plan) {
  rival <- plan$ratio[-plan$control][1]
  rival / (rival + plan$ratio[plan$control])
}

# One for every look, -Inf where there is none; as many as there are, the last one for looks beyond.
futility_of_plan <- function(plan, looks) {
  if (is.null(plan$futility)) return(rep(-Inf, looks))
  c(plan$futility[pmin(seq_len(looks - 1), length(plan$futility))], -Inf)
}

# Returns list(upper, lower): limits at these times, and with beta spending the drift that was found. Without errors in
# what was given; limits for futility may be above the upper ones.
limits_of_plan <- function(plan, times, call = rlang::caller_env()) {
  if (!is.null(plan$futility_spending)) return(limits_of_two_spendings(plan, times, call))
  lower <- futility_of_plan(plan, length(times))
  respected <- if (plan$binding) lower else rep(-Inf, length(times))
  upper <- if (!is.null(plan$spending)) upper_of_spending(plan, times, respected, call) else
    if (identical(plan$shape, "haybittle_peto")) upper_of_haybittle_peto(plan, times, respected, call) else
      upper_of_shape(plan, times, respected)
  list(upper = upper, lower = if (plan$sides == 2) -upper else lower)
}

upper_of_shape <- function(plan, times, lower) {
  weight <- weight_of_shape(plan$shape, times)
  if (is_joint(plan)) return(limits_for_rivals(weight, times, plan$error, plan$rivals, correlation_of_rivals(plan),
                                               lower, plan$sides == 2))
  limits_of_shape(weight, times, error_of_rival(plan), plan$sides, lower)
}

upper_of_spending <- function(plan, times, lower, call) {
  error <- error_of_rival(plan)
  spent <- error_spent(plan$spending, plan$spending_at %||% times, error, plan$sides, call)
  if (is_joint(plan)) return(spend_for_rivals(spent, times, plan$rivals, correlation_of_rivals(plan), lower,
                                              plan$sides == 2))
  limits_of_spending(spent, times, plan$sides, lower)
}

# 3 before the last look, at which the rest of the error is spent.
upper_of_haybittle_peto <- function(plan, times, lower, call) {
  error <- error_of_rival(plan)
  first <- rep(3, length(times) - 1)
  rivals <- if (is_joint(plan)) plan$rivals else 1
  rho <- correlation_of_rivals(plan)
  spent <- function(upper, ...) error_of_limits(times, upper, lower, plan$sides, rivals, rho, ...)
  most <- if (length(first) > 0) spent(c(first, Inf)) else 0
  if (most >= error) {
    abort_argument("shape", "one that leaves some of the error to the last look", call = call,
                   given = sprintf("\"haybittle_peto\", whose limits of 3 spend %s before it", format_numbers(most)))
  }
  if (rivals == 1) return(c(first, falling_root(function(x) log(spent(c(first, x)) / error), 0, 38)))
  c(first, root_over_paths(function(x, paths) spent(c(first, x), paths = paths) - error, 1, 5, times, rho))
}

# The probability that some rival crosses without drift, below counting too where there are two sides.
error_of_limits <- function(times, upper, lower, sides, rivals, rho, ...) {
  bottom <- if (sides == 2) -upper else pmin(lower, upper)
  if (rivals > 1) return(some_crosses(times, upper, bottom, rivals, rho, sides == 2, ...))
  sum(crossing_probabilities(times, upper, bottom, 0)[, seq_len(sides)])
}

# Several rivals, look by look. Of parts that are less than the rule's error nothing is left but Bonferroni's limit,
# which is theirs.
spend_for_rivals <- function(spent, times, rivals, rho, lower, two_sided) {
  sides <- if (two_sided) 2 else 1
  alone <- limits_of_spending(spent / rivals, times, sides, lower)
  upper <- numeric()
  for (j in seq_along(times)) {
    upper[j] <- if (spent[j] - c(0, spent)[j] < 1e-8) alone[j] else {
      here <- seq_len(j)
      excess <- function(x, paths) {
        error_of_limits(times[here], c(upper[here[-j]], x), lower[here], sides, rivals, rho, paths = paths) - spent[j]
      }
      root_over_paths(excess, alone[j] - 1, alone[j] + 0.1, times[here], rho)
    }
  }
  upper
}

# --- with beta spending --------------------------------------------------------------------

# The drift is that at which the last limits meet.
limits_of_two_spendings <- function(plan, times, call) {
  missed <- 1 - plan$power
  by <- plan$spending_at %||% times
  spent <- error_spent(plan$spending, by, plan$error, 1, call)
  beta <- error_spent(plan$futility_spending, by, missed, 1, call, "futility_spending")
  at <- function(drift) spend(spent, times, binding = plan$binding, missed = beta, drift = drift)
  apart <- function(drift) {
    found <- at(drift)
    found$lower[length(times)] - found$upper[length(times)]
  }
  one <- stats::qnorm(1 - plan$error) + stats::qnorm(plan$power)
  drift <- plan$drift_at %||% stats::uniroot(apart, c(one - 0.5, one + 1), tol = 1e-11, extendInt = "upX")$root
  found <- at(drift)
  last <- length(times)
  list(upper = found$upper, lower = c(found$lower[-last], -Inf), drift = drift)
}

# The error spent up to each look, without drift.
spent_of_limits <- function(plan, times, limits) {
  bottom <- if (plan$sides == 2 || plan$binding) limits$lower else rep(-Inf, length(times))
  if (!is_joint(plan)) {
    found <- crossing_probabilities(times, limits$upper, bottom, 0)
    return(cumsum(rowSums(found[, seq_len(plan$sides), drop = FALSE])))
  }
  rho <- correlation_of_rivals(plan)
  found <- rivals_crossing(times, limits$upper, bottom, numeric(plan$rivals), rho, plan$sides == 2,
                           paths = least_paths(times, rho))
  1 - found$none
}
