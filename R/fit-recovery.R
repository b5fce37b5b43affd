#' Can a design recover its parameters?
#' @description
#' Simulates units that choose by policies with known parameters, fits the policies to their choices, and says how well
#' parameters and policies are recovered.
#'
#' **Use it when** you plan an experiment in which policies are to be fitted, or judge a fit.
#'
#' @details
#' Each policy makes the choices of `units` units, in `games` games each, and every policy is fitted to all of them.
#' True values are uniform in the range of a parameter (in its logarithm with `log`), or in that of the same parameter
#' in `truth`, which should be plausible rather than wide. If `x` is a fit, true values are those of its units, drawn
#' with replacement; of a pooled fit they are drawn from its population. Fits know what the
#' policies knew: which arms could be chosen, when rewards were shown, contexts.
#'
#' @param x Policies with [free()] parameters, one or a list, or a fit ([fit_policy()]).
#' @param bandit What is played, see [bandit()]; without waiting, spread rewards or a log.
#' @param horizon Rounds of each game, a whole number of at least 1.
#' @param units Units per policy, a whole number of at least 2. Default: 100.
#' @param games Games per unit, a whole number of at least 1. Default: 1.
#' @param truth The same policies with the ranges of true values, in the same order. Default: `NULL`, those of `x`.
#' @param pooled As in [fit_policy()]. Default: `FALSE`.
#' @param criterion By which a policy is chosen for a unit: `"bic"` (the default), `"aic"`, or `"evidence"` (pooled
#'   fits).
#' @param seed A whole number from 0 to 2^31 - 1. Default: `NULL`, one drawn from R's random numbers.
#' @param threads As in [fit_policy()].
#' @param ... `starts`, as in [fit_policy()]; otherwise it must be empty.
#' @return An object of class `unruly_recovery`, a list of tibbles: `parameters` (`policy`, `unit`, `parameter`, `true`,
#'   `estimate`, `std.error`, `boundary`: of the policy that made the choices), `fits` (`truth`, `unit`, `policy`,
#'   `log_lik`, `criterion`, `chosen`) and `confusion` (`truth`, `policy`, `n`, `share`, `se`, and `inverse`: the share
#'   of units with this choice that `truth` made, if all policies are equally frequent). `summary()`: a row per policy
#'   and parameter: `policy`, `parameter`, `r` (correlation of true values and estimates, of logarithms with `log`),
#'   `se`, `bias`, `rmse`, `coverage` (of 95% Wald intervals), and how many units have an estimate at an end of the
#'   range and so no interval (`boundary`), or an interval that spans at least 95% of the range on the scale of the
#'   search (`uninformative`; these count as covering).
#' @section Errors: Those of [run_study()] and [fit_policy()].
#' @references Wilson and Collins (2019), Ten Simple Rules for the Computational Modeling of Behavioral Data, eLife 8.
#' @seealso [fit_policy()], [compare_policies()].
#' @examples
#' found <- recovery(policy_delta(free(), free(0.01, 10)),
#'   bandit(arms_bernoulli(c(0.2, 0.4, 0.6, 0.8))), horizon = 100, units = 5, seed = 1, starts = 10,
#'   truth = policy_delta(free(0.1, 0.9), free(0.1, 0.5)))
#' found
#' summary(found)
#' @export
recovery <- function(x, bandit, horizon, units = 100, games = 1, truth = NULL, pooled = FALSE,
                     criterion = c("bic", "aic", "evidence"), seed = NULL, threads = NULL, ...) {
  call <- rlang::current_env()
  starts <- starts_in_dots(..., call = call)
  if (missing(x)) abort_missing("x", call, "policies with `free()` parameters, or a fit")
  if (missing(bandit)) abort_missing("bandit", call, "a bandit, as made by `bandit()`")
  if (missing(horizon)) abort_missing("horizon", call, "a whole number of rounds")
  check_simulated(bandit, call)
  units <- check_whole(units, "units", min = 2, max = 1e6)
  games <- check_whole(games, "games", min = 1, max = 1e6)
  pooled <- check_flag(pooled, "pooled")
  criterion <- check_choice(criterion, "criterion", c("bic", "aic", "evidence"))
  if (criterion == "evidence" && !pooled) {
    abort_argument("criterion", "\"bic\" or \"aic\" where `pooled = FALSE`", criterion, call = call)
  }
  seed <- if (is.null(seed)) sample.int(1e9, 1) else check_whole(seed, "seed", min = 0, max = 2^31 - 1)
  threads <- check_threads(threads, call)
  if (inherits(x, "unruly_fit")) check_object(x)
  policies <- if (inherits(x, "unruly_fit")) lapply(x$fits, `[[`, "policy") else check_fitted_policies(x, "x", call)
  frees <- lapply(policies, free_of_policy, call)
  values <- true_values(x, frees, check_truth(truth, policies, frees, call), units, seed)
  made <- lapply(seq_along(policies), function(k) {
    made_by_units(policies[[k]], frees[[k]], values[[k]], bandit, horizon, games, seed + 7919 * k)
  })
  fits <- lapply(made, function(d) {
    suppressWarnings(fit_policy(d, policies, by = "unit", game = c("unit", "game"), pooled = pooled, starts = starts,
                                threads = threads), classes = "unruly_warning")
  })
  recovery_tables(policies, values, fits, criterion)
}

starts_in_dots <- function(..., call) {
  given <- list(...)
  others <- setdiff(names(given) %||% rep("", length(given)), "starts")
  if (length(others) > 0) refuse_argument(as.call(c(quote(list), given[!names(given) %in% "starts"])), call, "starts")
  check_whole(given$starts %||% 100, "starts", min = 1, max = 1e5, call = call)
}

# The ranges of true values, a list as free_of_policy() returns it for each policy.
check_truth <- function(truth, policies, frees, call) {
  if (is.null(truth)) return(frees)
  truth <- with_made_policies(truth, "truth", call)
  if (inherits(truth, "unruly_policy")) truth <- list(truth)
  wanted <- "the same policies as `x`, in the same order, with the same free parameters"
  check_elements(plain_policies(truth), "truth", "unruly_policy", wanted, call)
  found <- lapply(truth, free_of_policy, call)
  same <- length(truth) == length(policies) &&
    all(mapply(function(t, p, a, b) identical(t$constructor, p$constructor) && setequal(a$terms, b$terms), truth,
               policies, found, frees))
  if (!same) abort_argument("truth", wanted, given = "others", call = call)
  Map(function(range, free) {
    at <- match(free$terms, range$terms)
    c(free[c("names", "terms")], list(lower = range$lower[at], upper = range$upper[at], log = free$log))
  }, found, frees)
}

# A matrix per policy, a row per unit. R's random numbers are as before afterwards.
true_values <- function(x, frees, ranges, units, seed) {
  before <- random_state()
  on.exit(restore_random_state(before))
  set.seed(seed, "Mersenne-Twister", "Inversion", "Rejection")
  if (!inherits(x, "unruly_fit")) return(lapply(ranges, drawn_in_ranges, units))
  lapply(x$fits, function(fit) {
    d <- length(fit$free$names)
    if (!x$pooled) return(fit$x[sample.int(nrow(fit$x), units, replace = TRUE), , drop = FALSE])
    z <- stats::rnorm(units * d, rep(fit$mu, each = units), rep(fit$sigma, each = units))
    values_of_z(matrix(z, units), fit$free)
  })
}

drawn_in_ranges <- function(range, units) {
  columns <- lapply(seq_along(range$names), function(j) {
    ends <- c(range$lower[j], range$upper[j])
    if (range$log[j]) exp(stats::runif(units, log(ends[1]), log(ends[2]))) else stats::runif(units, ends[1], ends[2])
  })
  matrix(as.double(unlist(columns)), units, length(columns), dimnames = list(NULL, range$terms))
}

made_by_units <- function(policy, free, values, bandit, horizon, games, seed) {
  parts <- lapply(seq_len(nrow(values)), function(u) {
    own <- filled(policy, rlang::set_names(as.list(values[u, ]), free$names))
    d <- simulated_choices(own, bandit, horizon, games, seed + 104729 * u)
    units_beside(list(unit = rep(u, nrow(d)), game = d$rep), d[names(d) != "rep"])
  })
  with_all_arms(do.call(rbind, parts), bandit)
}

# --- tables ---------------------------------------------------------------------------------------------

recovery_tables <- function(policies, values, fits, criterion) {
  labels <- names(policies)
  parameters <- lapply(seq_along(labels), function(k) parameters_recovered(labels[k], values[[k]], fits[[k]]$fits[[k]]))
  chosen <- lapply(seq_along(labels), function(k) fits_of_truth(labels, k, fits[[k]], criterion))
  fits_table <- do.call(rbind, chosen)
  structure(list(parameters = do.call(rbind, parameters), fits = fits_table,
                 confusion = confusion_of(fits_table, labels), criterion = criterion), class = "unruly_recovery")
}

parameters_recovered <- function(label, values, fit) {
  d <- ncol(values)
  ends <- wald_of_fit(fit, 0.95)
  tibble(policy = rep(label, length(values)), unit = rep(seq_len(nrow(values)), d),
         parameter = rep(fit$free$terms, each = nrow(values)), true = as.vector(values), estimate = as.vector(fit$x),
         std.error = as.vector(errors_of_fit(fit)), boundary = as.vector(fit$end),
         covered = as.vector(ends$low <= values & values <= ends$high), log = rep(fit$free$log, each = nrow(values)),
         uninformative = as.vector(t(spans_range(ends, fit$free))))
}

# Tells of intervals, a column for each unit, whether they exclude next to nothing of the range, on the search's scale.
spans_range <- function(ends, free) {
  on_scale <- function(x) {
    x[, free$log == 1] <- log(x[, free$log == 1])
    x
  }
  range <- on_scale(rbind(free$lower, free$upper))
  t(on_scale(ends$high) - on_scale(ends$low)) >= 0.95 * (range[2, ] - range[1, ])
}

fits_of_truth <- function(labels, k, fit, criterion) {
  score <- -2 * evidence_of_units(fit, criterion) # the lower the better
  best <- max.col(-score, "first")
  units <- nrow(score)
  log_lik <- vapply(fit$fits, function(one) one$evidence %||% one$value, numeric(units))
  tibble(truth = labels[k], unit = rep(seq_len(units), length(labels)), policy = rep(labels, each = units),
         log_lik = as.vector(log_lik), criterion = as.vector(score),
         chosen = rep(best, length(labels)) == rep(seq_along(labels), each = units))
}

confusion_of <- function(table, labels) {
  n <- vapply(labels, function(policy) vapply(labels, function(truth) {
    sum(table$chosen & table$policy == policy & table$truth == truth)
  }, 0), numeric(length(labels)))
  n <- matrix(n, length(labels))
  units <- rowSums(n)
  share <- n / units
  se <- sqrt(share * (1 - share) / units)
  inverse <- t(t(share) / colSums(share))
  tibble(truth = rep(labels, length(labels)), policy = rep(labels, each = length(labels)), n = as.integer(n),
         share = as.vector(share), se = as.vector(se), inverse = as.vector(inverse))
}

#' @rdname recovery
#' @param object A recovery.
#' @export
summary.unruly_recovery <- function(object, ...) {
  check_no_dots(...)
  check_object(object, "object")
  table <- object$parameters
  groups <- split(seq_len(nrow(table)), factor_of(paste(table$policy, table$parameter),
                                                 unique(paste(table$policy, table$parameter))))
  rows <- lapply(unname(groups), function(at) {
    one <- table[at, ]
    scale <- if (one$log[1]) log else identity
    r <- suppressWarnings(stats::cor(scale(one$true), scale(one$estimate)))
    error <- one$estimate - one$true
    tibble(policy = one$policy[1], parameter = one$parameter[1], r = r, se = (1 - r^2) / sqrt(nrow(one) - 1),
           bias = mean(error), rmse = sqrt(mean(error^2)), coverage = mean(one$covered, na.rm = TRUE),
           boundary = sum(one$boundary), uninformative = sum(one$uninformative, na.rm = TRUE))
  })
  do.call(rbind, rows)
}

#' @export
print.unruly_recovery <- print_formatted

#' @export
format.unruly_recovery <- function(x, ...) {
  shown <- function(table) utils::capture.output(print(as.data.frame(table), row.names = FALSE, digits = 3))
  c(sprintf("<recovery> %s per policy", count_of(length(unique(x$fits$unit)), "unit")),
    if (!is.null(x$parameters) && nrow(x$parameters) > 0) shown(summary.unruly_recovery(x)),
    if (length(unique(x$confusion$policy)) > 1) shown(x$confusion[c("truth", "policy", "n", "share", "inverse")]))
}
