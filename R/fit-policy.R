#' Fit policies to choices
#' @description
#' Finds the parameters under which logged choices are most likely, by unit (such as a subject), or for all units
#' together as a population.
#'
#' **Use it when** you ask how people, animals or systems have chosen, and with which parameters.
#'
#' @details
#' A policy states with [free()] which of its parameters are to be found. A parameter x in \[l, u\] is searched by z, x
#' = l + (u - l) / (1 + exp(-z)); with `log` this holds for the logarithms of x, l and u. [choice_likelihood()] says
#' what is maximised.
#'
#' **Tied parameters, policies of your own.** A function whose arguments have [free()] as defaults, and which returns a
#' policy, is fitted like one: `function(beta = free(0.1, 20), rate = free()) policy_delta(rate, 1 / beta)`. Parameters
#' have the names of the arguments; other arguments keep their defaults. The policy may also be [policy_custom()] with
#' `chances` or one of [policy_compile()]. R makes it anew for each evaluation, in one thread, which takes milliseconds.
#'
#' **Names.** Parameters are called by the names of their arguments. Inside a wrapper, one whose name the wrapper uses,
#' too, has `policy.` before it.
#'
#' **By unit.** The log-likelihood is computed at `starts` x d points that are spread evenly over \[-4, 4\]^d (Halton's
#' sequence), d being the number of free parameters. From the five best that are apart it is maximised (BFGS). `agree`
#' is the share of these five that reach the same maximum: where it is small there are local maxima, and more `starts`
#' are worth their time. If a parameter goes to an end of its range, that end is the estimate (`boundary`), which has no
#' standard error. Standard errors come from the observed information; where that is not positive definite they are
#' `NA`, with a warning.
#'
#' **Pooled** (Huys and others 2011). The z of units are normally distributed with means mu and standard deviations
#' sigma, which are estimated by expectation-maximisation; the estimates of a unit are then the mode given its choices,
#' drawn towards the others as far as its own data say little. At least 3 units are needed. Where choices do not tell
#' units apart, sigma goes to 0 and ends at its lower limit, 0.01, with a warning: then nothing is known of how units
#' differ, and their standard errors and intervals are `NA`.
#'
#' Results do not depend on `threads` or on the order of units; no random numbers are used.
#'
#' @param policies A policy or a list of policies, with [free()] parameters or without, or functions that make one.
#'   Names of the list are labels. Without names, policies of one label are told apart by what is free in some of them
#'   only, such as "Delta + stick".
#' @param pooled `TRUE`: units are a population. Default: `FALSE`, each unit by itself.
#' @param starts Starts per free parameter, a whole number of at least 1. Default: 100.
#' @inheritParams choice_likelihood
#' @return An object of class `unruly_fit`. It prints, and `glance()` and `summary()` return, one row per policy:
#'   `policy`, `pooled`, `units`, `parameters`, `trials`, `log_lik` (by unit: the sum of the maxima; pooled: Laplace's
#'   approximation of the evidence), `df`, `aic`, `bic`, `boundary` (units with an estimate at an end of its range),
#'   `converged`, `evaluations` (of the likelihood of a unit) and `agree` (mean over units). `fit[["label"]]` is the fit
#'   of one policy; of that there are `coef()`, `vcov()`, `confint()`, `logLik()`, `nobs()`, `AIC()`, `BIC()`,
#'   `fitted()`, `predict()`, `augment()` and `simulate()`, see [fits].
#' @section Errors: `unruly_error_argument`: nothing is free in a pooled fit; fewer than 3 units in one.
#'   `unruly_error_policy`: as for [choice_likelihood()]. `unruly_error_likelihood`: a choice has propensity 0
#'   whatever the parameters.
#' @section Messages: `unruly_message_units`, as in [choice_likelihood()].
#' @references Daw (2011), Trial-by-trial Data Analysis Using Computational Models, in Decision Making, Affect, and
#'   Learning: Attention and Performance XXIII. Huys, Cools, Goelzer, Friedel, Heinz, Dolan and Dayan (2011),
#'   Disentangling the Roles of Approach, Activation and Valence in Instrumental and Pavlovian Responding, PLoS
#'   Computational Biology 7.
#' @seealso [free()], [fits], [autoplot()][autoplot.unruly_fit], [compare_policies()][compare_fits], [recovery()],
#'   [policy_delta()]; the article *fitting-choices* of the site.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.2, 0.4, 0.6, 0.8)))
#' study <- run_study(problem, policy_delta(0.15, 0.2), horizon = 200, reps = 3, seed = 1,
#'   keep = "choices")
#' fit <- fit_policy(choices(study), policy_delta(free(), free(0.01, 10)), by = rep, starts = 20)
#' fit
#' coef(fit)
#' confint(fit, method = "wald")
#' @export
fit_policy <- function(log, policies, by, ..., pooled = FALSE, starts = 100, threads = NULL) {
  call <- rlang::current_env()
  given <- !missing(by)
  by <- if (given) rlang::quo_get_expr(rlang::enquo(by))
  refuse_other_dots(substitute(list(...)), call)
  policies <- check_fitted_policies(policies, "policies", call)
  pooled <- check_flag(pooled, "pooled")
  starts <- check_whole(starts, "starts", min = 1, max = 1e5)
  threads <- check_threads(threads, call)
  if (missing(log)) abort_missing("log", call, log_words)
  log <- choices_argument(log, by, given, ..., call = call)
  choices <- choices_of_log(log, by_columns(by, given, log, call), "log", call)
  if (pooled) check_poolable(policies, choices, call)
  fits <- lapply(policies, function(policy) fit_one(policy, choices, pooled, starts, threads, call))
  new_fit(fits, choices, pooled, starts, threads)
}

new_fit <- function(fits, choices, pooled, starts, threads) {
  structure(list(fits = fits, choices = choices, pooled = pooled, starts = starts, threads = threads),
            class = "unruly_fit")
}

check_poolable <- function(policies, choices, call) {
  units <- nrow(choices$units)
  if (units < 3) {
    abort_argument("pooled", "FALSE for fewer than 3 units", given = sprintf("TRUE for %s", count_of(units, "unit")),
                   call = call)
  }
  nothing <- lengths(lapply(policies, free_parameters)) == 0
  if (any(nothing)) {
    abort_argument("policies", "policies with `free()` parameters where `pooled = TRUE`", call = call,
                   given = sprintf("%s, in which nothing is free", quoted(names(policies)[nothing][1])))
  }
}

# --- one policy -------------------------------------------------------------------------------------

fit_one <- function(policy, choices, pooled, starts, threads, call) {
  free <- free_of_policy(policy, call)
  task <- list(policy = policy, label = policy$label, free = free, choices = choices, threads = threads, call = call,
               plays = policy_of_choices(filled(policy), choices, call))
  found <- fit_units(task, list(starts = starts))
  refuse_impossible(task, found$zero)
  fit <- list(policy = policy, free = free, converged = TRUE)
  if (pooled) found <- pool_units(task, found, starts)
  fit[names(found)] <- found
  fit$x <- values_of_z(fit$z, free)
  fit$variance <- variance_of_values(fit)
  warn_of_unknown(fit, choices, call)
  fit
}

# The free parameters of a policy, as users and as the core call them.
free_of_policy <- function(policy, call) {
  free <- free_parameters(policy)
  if (length(free) > 16) {
    abort_argument("policies", "policies with at most 16 free parameters", call = call,
                   given = sprintf("one with %d", length(free)))
  }
  plain <- sub("^(base[.])+", "", names(free))
  clash <- duplicated(plain)
  plain[clash] <- gsub("\\bbase[.]", "policy.", names(free)[clash])
  part <- function(name) unname(vapply(free, function(one) as.double(one[[name]]), 0))
  list(names = as.character(names(free)), terms = plain, lower = part("lower"), upper = part("upper"),
       log = part("log"))
}

# --- what is not known -----------------------------------------------------------------------------------

warn_of_unknown <- function(fit, choices, call) {
  d <- length(fit$free$names)
  if (d == 0) return(invisible())
  alike <- fit$free$terms[is_alike(fit)]
  if (length(alike) > 0) {
    warn_plain(c(sprintf("%s: the choices do not tell how units differ in %s.", fit$policy$label,
                         paste(in_code(alike), collapse = ", ")),
                 i = sprintf(paste("The standard deviation in the population is at its lower limit, %s;",
                                   "intervals of units are unknown."), least_sigma)),
               class = c("unruly_warning_population", "unruly_warning"), call = call)
  }
  flat <- which(rowSums(is.na(diagonals_of(fit$v)) & !fit$end) > 0)
  warn_of_units(flat, "The information is not positive definite, so standard errors are unknown", "information", fit,
                choices, call)
  warn_of_units(which(choices$trials < d), sprintf("There are fewer choices than parameters (%d)", d), "choices", fit,
                choices, call)
}

warn_of_units <- function(units, what, class, fit, choices, call) {
  if (length(units) == 0) return(invisible())
  shown <- paste(utils::head(unit_names(choices)[units], 5), collapse = ", ")
  warn_plain(c(sprintf("%s: %s.", fit$policy$label, what),
               i = sprintf("%s: %s%s.", if (length(units) == 1) "Unit" else "Units", shown,
                           if (length(units) > 5) ", ..." else "")),
             class = c(paste0("unruly_warning_", class), "unruly_warning"), units = units, call = call)
}

unit_names <- function(choices) {
  if (length(choices$units) == 0) return("all")
  do.call(paste, c(lapply(unname(as.list(choices$units)), as.character), list(sep = " ")))
}
