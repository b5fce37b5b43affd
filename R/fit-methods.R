#' What a fit says
#' @description
#' Methods for fits of policies to choices ([fit_policy()]): R's usual generics for models.
#'
#' @details
#' All but `print()`, `summary()`, `glance()` and `tidy()` are of the fit of one policy; of several, `fit[["label"]]` is
#' that of one. With one unit, `coef()` returns a vector and `vcov()` and `confint()` matrices; with more, `coef()`
#' returns a matrix with a row per unit, and the others lists.
#'
#' Intervals are computed on the scale z of the search and then transformed (see [fit_policy()]). `"profile"`: all
#' values of a parameter with which the log-likelihood, maximised over the others, is at most half a chi-squared
#' quantile below the maximum. `"wald"`: z plus or minus a normal quantile of its standard error. For a pooled fit they
#' are those of a unit given the population, whose mu and sigma are taken as known.
#'
#' @param object,x A fit, see [fit_policy()].
#' @param i A label of a policy, or its number.
#' @param parm Which parameters: names or numbers. Default: all.
#' @param level Nominal coverage of the intervals, in (0, 1). Default: 0.95.
#' @param method `"profile"` (the default) or `"wald"`. A pooled fit has one kind only.
#' @param effects `tidy()`: `"units"` (the default), or `"group"` for the population of a pooled fit.
#' @param conf.int Whether there are `conf.low` and `conf.high`. Default: `TRUE`.
#' @param conf.level As `level`.
#' @param newdata `NULL` (the default): the choices of the fit. Or other choices of the same units, as [fit_policy()]
#'   takes them, with the same names of columns; of a pooled fit also of other units, at the mean of the population.
#' @param nsim How often the units' choices are simulated, a whole number of at least 1. Default: 1.
#' @param seed A whole number. Default: `NULL`, one drawn from R's random numbers.
#' @param bandit What is played, see [bandit()]; without waiting, spread rewards or a log.
#' @param horizon Rounds of each game.
#' @param ... `predict()`: arguments of [as_log()] for `newdata`. Otherwise it must be empty.
#' @return `summary()` and `glance()`: see [fit_policy()]. `tidy()`: a tibble with a row per policy, unit and parameter:
#'   `policy`, the columns of `by`, `term`, `estimate`, `std.error`, `conf.low`, `conf.high` (Wald), `boundary`; of the
#'   group `policy`, `term`, `mean` and `std.error` (of z), `sd` (of z), `center` (the mean as a value of the
#'   parameter) and `boundary` (`sd` is at its lower limit). `predict()` and `augment()`: the table of
#'   [choice_likelihood()] with `what = "trial"` at the estimates, with a column `propensities` (a matrix, by arm).
#'   `fitted()`: the propensities of the choices, in the order of the log. `simulate()`: a list of `nsim` data frames
#'   with the columns of `by`, `round`, `arm` and `reward`; of a bandit with traits or contexts also those that
#'   [as_log()] has of them, such as `pool`.
#' @section Errors: `unruly_error_argument`: the fit is of several policies.
#' @seealso [fit_policy()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.2, 0.4, 0.6, 0.8)))
#' study <- run_study(problem, policy_delta(0.15, 0.2), horizon = 200, reps = 3, seed = 1,
#'   keep = "choices")
#' fit <- fit_policy(choices(study), list(policy_delta(free(), free(0.01, 10)), policy_uniform()),
#'   by = rep, starts = 20)
#' glance(fit)
#' tidy(fit)
#' one <- fit[["Delta"]]
#' confint(one)[["1"]]
#' AIC(one)
#' augment(one)
#' simulate(one, nsim = 1, seed = 1, bandit = problem, horizon = 50)[[1]]
#' @name fits
NULL

#' @rdname fits
#' @export
`[[.unruly_fit` <- function(x, i, ...) {
  check_object(x)
  labels <- names(x$fits)
  if (is.numeric(i) && length(i) == 1 && i %in% seq_along(labels)) i <- labels[i]
  if (!is_word(i) || !i %in% labels) {
    abort_argument("i", sprintf("one of %s", paste(quoted(labels), collapse = ", ")), i,
                   hint = if (is_word(i)) did_you_mean(i, labels), call = rlang::current_env())
  }
  new_fit(x$fits[i], x$choices, x$pooled, x$starts, x$threads)
}

#' @export
names.unruly_fit <- function(x) names(x$fits)

#' @export
length.unruly_fit <- function(x) length(x$fits)

# The fit of the only policy.
one_of_fit <- function(x, call = rlang::caller_env()) {
  if (length(x$fits) == 1) return(x$fits[[1]])
  labels <- names(x$fits)
  abort_argument("object", "the fit of one policy", given = sprintf("that of %d", length(labels)), call = call,
                 hint = sprintf("Take one of them: `fit[[%s]]`.", quoted(labels[1])))
}

# --- tables ---------------------------------------------------------------------------------------------

#' @rdname fits
#' @export
summary.unruly_fit <- function(object, ...) {
  check_no_dots(...)
  check_object(object, "object")
  rows <- lapply(unname(object$fits), summary_of_fit, object)
  tibble(!!!rlang::set_names(lapply(names(rows[[1]]), function(name) {
    unlist(lapply(rows, `[[`, name))
  }), names(rows[[1]])))
}

summary_of_fit <- function(fit, x) {
  units <- nrow(x$choices$units)
  d <- length(fit$free$names)
  trials <- sum(x$choices$trials)
  log_lik <- sum(fit$evidence %||% fit$value)
  df <- as.double(if (x$pooled) 2 * d else d * units)
  list(policy = fit$policy$label, pooled = x$pooled, units = units, parameters = d, trials = trials, log_lik = log_lik,
       df = df, aic = 2 * df - 2 * log_lik, bic = log(trials) * df - 2 * log_lik,
       boundary = sum(rowSums(fit$end) > 0), converged = fit$converged, evaluations = sum(fit$evaluations),
       agree = mean(fit$agree))
}

#' @rdname fits
#' @exportS3Method generics::glance unruly_fit
glance.unruly_fit <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  summary.unruly_fit(x)
}

#' @export
print.unruly_fit <- print_formatted

#' @export
format.unruly_fit <- function(x, ...) {
  units <- nrow(x$choices$units)
  head <- sprintf("<fit> %s of %s%s", count_of(sum(x$choices$trials), "choice"), count_of(units, "unit"),
                  if (x$pooled) ", pooled" else "")
  table <- as.data.frame(summary.unruly_fit(x)[c("policy", "parameters", "log_lik", "aic", "bic", "boundary", "agree")])
  c(head, utils::capture.output(print(table, row.names = FALSE, digits = 6)))
}

#' @rdname fits
#' @exportS3Method generics::tidy unruly_fit
tidy.unruly_fit <- function(x, effects = c("units", "group"), conf.int = TRUE, conf.level = 0.95, ...) {
  check_no_dots(...)
  check_object(x)
  check_flag(conf.int, "conf.int")
  effects <- check_choice(effects, "effects", c("units", "group"))
  level <- check_number(conf.level, "conf.level", above = 0, below = 1)
  if (effects == "units") {
    table <- do.call(rbind, lapply(unname(x$fits), tidy_units, x, level))
    return(table[if (conf.int) names(table) else setdiff(names(table), c("conf.low", "conf.high"))])
  }
  if (!x$pooled) abort_argument("effects", "\"units\", as the fit is not pooled", effects, call = rlang::current_env())
  do.call(rbind, lapply(unname(x$fits), tidy_group))
}

tidy_units <- function(fit, x, level) {
  d <- length(fit$free$names)
  units <- nrow(x$choices$units)
  each <- rep(seq_len(units), each = d)
  wald <- wald_of_fit(fit, level)
  by_row <- function(matrix) as.vector(t(matrix))
  columns <- beside_policy(lapply(x$choices$units, function(column) column[each]))
  tibble(policy = rep(fit$policy$label, d * units), !!!columns,
         term = rep(fit$free$terms, units), estimate = by_row(fit$x), std.error = by_row(errors_of_fit(fit)),
         conf.low = by_row(wald$low), conf.high = by_row(wald$high), boundary = by_row(fit$end))
}

tidy_group <- function(fit) {
  center <- values_of_z(matrix(fit$mu, 1), fit$free)
  tibble(policy = rep(fit$policy$label, length(fit$mu)), term = fit$free$terms, mean = fit$mu,
         std.error = sqrt(diag(fit$variance_mu)), sd = fit$sigma, center = as.vector(center), boundary = is_alike(fit))
}

# Standard errors, a row a unit.
errors_of_fit <- function(fit) sqrt(diagonals_of(fit$variance))

# --- one policy -----------------------------------------------------------------------------------------

#' @rawNamespace S3method(stats::coef, unruly_fit)
coef.unruly_fit <- function(object, ...) {
  check_no_dots(...)
  check_object(object, "object")
  fit <- one_of_fit(object)
  if (nrow(fit$x) == 1) return(fit$x[1, ])
  structure(fit$x, dimnames = list(unit_names(object$choices), fit$free$terms))
}

#' @rawNamespace S3method(stats::vcov, unruly_fit)
vcov.unruly_fit <- function(object, ...) {
  check_no_dots(...)
  check_object(object, "object")
  fit <- one_of_fit(object)
  by_unit(object, function(u) matrix(fit$variance[, , u], length(fit$free$terms),
                                     dimnames = list(fit$free$terms, fit$free$terms)))
}

by_unit <- function(object, get) {
  units <- nrow(object$choices$units)
  if (units == 1) return(get(1))
  rlang::set_names(lapply(seq_len(units), get), unit_names(object$choices))
}

#' @rdname fits
#' @rawNamespace S3method(stats::confint, unruly_fit)
confint.unruly_fit <- function(object, parm, level = 0.95, method = c("profile", "wald"), ...) {
  check_no_dots(...)
  check_object(object, "object")
  call <- rlang::current_env()
  fit <- one_of_fit(object)
  level <- check_number(level, "level", above = 0, below = 1)
  method <- check_choice(method, "method", c("profile", "wald"))
  terms <- fit$free$terms
  chosen <- if (missing(parm)) terms else if (is.numeric(parm)) terms[parm] else parm
  if (!is.character(chosen) || !all(chosen %in% terms)) {
    abort_argument("parm", sprintf("some of %s", paste(quoted(terms), collapse = ", ")), parm, call = call)
  }
  ends <- if (method == "wald" || object$pooled) wald_of_fit(fit, level) else profile_of_fit(object, fit, level, call)
  columns <- paste(format((1 + c(-1, 1) * level) / 2 * 100, trim = TRUE, digits = 3), "%")
  by_unit(object, function(u) {
    matrix(c(ends$low[u, ], ends$high[u, ]), ncol = 2, dimnames = list(terms, columns))[chosen, , drop = FALSE]
  })
}

wald_of_fit <- function(fit, level) {
  half <- stats::qnorm((1 + level) / 2) * sqrt(diagonals_of(fit$v))
  half[, is_alike(fit)] <- NA
  list(low = values_of_z(fit$z - half, fit$free), high = values_of_z(fit$z + half, fit$free))
}

profile_of_fit <- function(object, fit, level, call) {
  d <- length(fit$free$names)
  if (d == 0) return(wald_of_fit(fit, level))
  task <- list(policy = fit$policy, label = fit$policy$label, free = fit$free, choices = object$choices,
               threads = object$threads, call = call,
               plays = policy_of_choices(filled(fit$policy), object$choices, call))
  z <- as.double(t(fit$z))
  ends <- fit_units(task, list(starts = 1, z = z, v = as.double(fit$v), value = fit$value,
                               fall = stats::qchisq(level, 1) / 2))
  ends <- array(ends, c(2, d, nrow(fit$z)))
  side <- function(i) values_of_z(t(matrix(ends[i, , ], d)), fit$free)
  list(low = side(1), high = side(2))
}

#' @rawNamespace S3method(stats::logLik, unruly_fit)
logLik.unruly_fit <- function(object, ...) {
  check_no_dots(...)
  check_object(object, "object")
  one_of_fit(object)
  found <- summary.unruly_fit(object)
  structure(found$log_lik, df = found$df, nobs = found$trials, class = "logLik")
}

#' @rawNamespace S3method(stats::nobs, unruly_fit)
nobs.unruly_fit <- function(object, ...) {
  check_no_dots(...)
  check_object(object, "object")
  one_of_fit(object)
  sum(object$choices$trials)
}

# --- trials ---------------------------------------------------------------------------------------------

#' @rdname fits
#' @rawNamespace S3method(stats::predict, unruly_fit)
predict.unruly_fit <- function(object, newdata = NULL, ...) {
  call <- rlang::current_env()
  check_object(object, "object")
  fit <- one_of_fit(object)
  refuse_other_dots(substitute(list(...)), call)
  choices <- object$choices
  if (!is.null(newdata)) {
    by <- names(object$choices$units)
    code <- if (length(by) > 0) rlang::expr(c(!!!rlang::syms(by)))
    log <- choices_argument(newdata, code, TRUE, ..., argument = "newdata", call = call)
    choices <- choices_of_log(log, by_columns(code, TRUE, log, call), "newdata", call)
  }
  values <- values_for_units(fit, object, choices, call)
  tables <- lapply(seq_len(nrow(choices$units)), function(u) trials_of_unit(fit, choices, u, values[u, ], call))
  table <- do.call(rbind, lapply(tables, plain_tibble))
  new_table(table[order(choices$rows), ], "unruly_likelihood")
}

# The parameters of the units of other choices.
values_for_units <- function(fit, object, choices, call) {
  at <- match(unit_names(choices), unit_names(object$choices))
  values <- fit$x[at, , drop = FALSE]
  if (!anyNA(at)) return(values)
  if (!object$pooled) {
    abort_argument("newdata", "choices of units that were fitted", call = call,
                   given = sprintf("some of %s", quoted(unit_names(choices)[is.na(at)][1])))
  }
  values[is.na(at), ] <- rep(values_of_z(matrix(fit$mu, 1), fit$free), each = sum(is.na(at)))
  values
}

policy_at <- function(fit, values) filled(fit$policy, rlang::set_names(as.list(values), fit$free$names))

trials_of_unit <- function(fit, choices, unit, values, call) {
  part <- choices_of_unit(choices, unit)
  plays <- policy_of_choices(policy_at(fit, values), part, call)
  found <- likelihood_of_choices(part, plays, TRUE, 1L, call)
  table <- plain_tibble(trials_of_likelihood(part, fit$policy, found))
  back <- order(order(part$rows))
  table <- table[back, ]
  table$propensities <- matrix(found$all, ncol = part$log$arms, byrow = TRUE,
                               dimnames = list(NULL, part$source$labels))
  table
}

#' @rawNamespace S3method(stats::fitted, unruly_fit)
fitted.unruly_fit <- function(object, ...) {
  check_no_dots(...)
  check_object(object, "object")
  one_of_fit(object)
  predict.unruly_fit(object)$propensity
}

#' @rdname fits
#' @exportS3Method generics::augment unruly_fit
augment.unruly_fit <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  one_of_fit(x)
  predict.unruly_fit(x)
}

#' @rdname fits
#' @rawNamespace S3method(stats::simulate, unruly_fit)
simulate.unruly_fit <- function(object, nsim = 1, seed = NULL, bandit, horizon, ...) {
  check_no_dots(...)
  check_object(object, "object")
  fit <- one_of_fit(object)
  nsim <- check_whole(nsim, "nsim", min = 1, max = 1e6)
  seed <- if (is.null(seed)) sample.int(1e9, 1) else check_whole(seed, "seed")
  if (missing(bandit)) abort_missing("bandit", rlang::current_env(), "a bandit, as made by `bandit()`")
  if (missing(horizon)) abort_missing("horizon", rlang::current_env(), "a whole number of rounds")
  check_simulated(bandit, rlang::current_env())
  values <- fit$x
  units <- object$choices$units
  games <- lapply(seq_len(nrow(values)), function(u) {
    simulated_choices(policy_at(fit, values[u, ]), bandit, horizon, nsim, seed + u - 1)
  })
  lapply(seq_len(nsim), function(i) {
    made <- do.call(rbind, lapply(seq_along(games), function(u) {
      own <- games[[u]][games[[u]]$rep == i, ]
      units_beside(lapply(units, function(column) rep(column[u], nrow(own))), own[names(own) != "rep"])
    }))
    with_all_arms(made, bandit)
  })
}

# A data frame of columns side by side, of which one may be a list.
units_beside <- function(...) as.data.frame(tibble(!!!c(...)))

# Arms that nobody chose were there all the same.
with_all_arms <- function(made, bandit) {
  arms <- if (is.factor(made$arm)) levels(made$arm) else seq_len(arm_count(bandit))
  if (is.null(made[["pool"]]) && length(unique(made$arm)) < length(arms)) made$pool <- rep(list(arms), nrow(made))
  made
}

# Plays games of one policy: `rep` and the columns of a log. Their random numbers are other ones for each seed.
simulated_choices <- function(policy, bandit, horizon, reps, seed) {
  kept <- last$study
  on.exit(last$study <- kept)
  study <- suppressMessages(run_study(bandit, policy, horizon, reps = reps, seed = seed, keep = "choices", threads = 1,
                                      progress = FALSE))
  if (length(bandit_flags(bandit)) == 0) return(choices(study)[c("rep", "round", "arm", "reward")])
  do.call(rbind, lapply(seq_len(reps), function(rep) {
    game <- as_tibble(as_log(study, rep = rep)) # which arms could be chosen, when rewards were shown, contexts
    tibble(rep = rep, game[setdiff(names(game), c("time", "propensity", "propensities"))])
  }))
}

# Bandits whose choices a log has, with all that a policy was told.
check_simulated <- function(bandit, call) {
  check_bandit(bandit, "bandit", call)
  refused <- intersect(c("waiting", "spread", "replay"), bandit_flags(bandit))
  if (length(refused) > 0) {
    abort_argument("bandit", "a bandit without waiting, spread rewards or a log", call = call,
                   given = sprintf("one with %s", refused[1]))
  }
}
