#' The most that any policy can collect
#'
#' The success chances of Bernoulli arms are drawn from a prior. `bayes_optimal()` finds the greatest reward that any
#' policy can expect within a horizon: the value of the Bayes-optimal policy, by
#' backward recursion over the posteriors (Bellman 1956). A policy that collects less could still be improved by the
#' difference. The best arm itself would pay more, but nobody knows which one it is: that gap, `regret`, is the
#' least expected regret, and no policy can close it.
#'
#' After s successes in n plays of an arm the chance of another is m = (a + s) / (a + b + n), and
#' \deqn{V(state) = \max_k \; m_k (1 + V(state, k\ succeeds)) + (1 - m_k) V(state, k\ fails).}{V(state) = max over k of
#' m_k (1 + V(state, k succeeds)) + (1 - m_k) V(state, k fails).} The number of states grows with the horizon to the
#' power of twice the number of arms: two arms to 300 rounds, three to 60 and four to 25 take seconds. Two layers of
#' states are kept.
#'
#' `bound_bayes_optimal()` gives the least regret for several horizons, as a table for
#' [layer_bound()]. Each row is an optimum of its own: by that round no policy has less expected regret, whatever
#' horizon it was tuned to, and the policy that is optimal for a later round has more. [layer_bound()] also takes what
#' `bayes_optimal()` returns, and draws the bound up to its horizon.
#'
#' All this is about averages over the prior, so lay it over studies of a bandit that has this prior
#' (`bandit(arms_bernoulli(prior_uniform(2)))`). With given chances, or averaged over a few instances only, a policy may
#' have less regret.
#'
#' @param prior [prior_beta()] or [prior_uniform()] from 0 to 1, of two to four arms.
#' @param horizon Number of rounds, a whole number of at least 1; for `bound_bayes_optimal()`
#'   one or several.
#' @param depth Of the states after at most so many plays the value is kept, a whole number from 0
#'   and below the horizon.
#' @param threads Number of threads, as in [run_study()]. Results do not depend on it.
#' @param ... Must be empty.
#' @return `bayes_optimal()`: an object of class `unruly_optimum`, a list with
#'   * `value`: the greatest expected reward;
#'   * `best`: the expected reward of always playing the best arm;
#'   * `regret`: the difference, the least Bayesian regret;
#'   * `states`: a tibble with a row for each state after up to `depth` plays: `round` (the one to be played next),
#'     `pulls1`, `successes1`, `pulls2`, ... (what has happened so far), `value` (the reward to be expected from the
#'     rounds that are left) and `arm`, the one to play (the lowest of equals);
#'   * `prior`, `horizon`.
#'
#'   `bound_bayes_optimal()`: a bound, see [regret_bounds].
#' @section Errors: `unruly_error_argument` for a bad argument, or if the states do not fit into memory.
#' @references Bellman (1956), A Problem in the Sequential Design of Experiments. Berry and Fristedt
#'   (1985), Bandit Problems: Sequential Allocation of Experiments, chapter 7.
#' @seealso [policy_bayes_optimal()], which plays it; [exact_study()].
#' @examples
#' limit <- bayes_optimal(prior_uniform(2), horizon = 50, depth = 2)
#' limit
#' limit$states
#' bound_bayes_optimal(prior_uniform(2), horizon = c(10, 50, 100))
#' study <- run_study(bandit(arms_bernoulli(prior_uniform(2))), policy_ucb1(), horizon = 50,
#'   reps = 50, seed = 1)
#' if (requireNamespace("ggplot2", quietly = TRUE)) autoplot(study) + layer_bound(limit)
#' @export
bayes_optimal <- function(prior, horizon, depth = 0, threads = NULL, ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  shapes <- check_optimal_prior(prior, call)
  horizon <- check_whole(horizon, "horizon", min = 1, max = 1e5)
  depth <- check_whole(depth, "depth", min = 0, max = horizon - 1)
  threads <- check_threads(threads, call)
  check_optimum_size(prior$k, horizon, depth, call)
  layers <- optimum_values(shapes, prior$k, horizon, min(depth + 1, horizon - 1), threads)
  value <- layers[[1]]
  best <- horizon * mean_of_best(shapes, prior$k)
  structure(list(value = value, best = best, regret = best - value,
                 states = state_values(layers, shapes, prior$k, depth), prior = prior, horizon = horizon),
                 class = "unruly_optimum")
}

#' @rdname bayes_optimal
#' @export
bound_bayes_optimal <- function(prior, horizon, threads = NULL, ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  shapes <- check_optimal_prior(prior, call)
  horizon <- check_bound_horizon(horizon)
  threads <- check_threads(threads, call)
  check_optimum_size(prior$k, max(horizon), 0, call)
  values <- vapply(horizon, function(T) optimum_values(shapes, prior$k, T, 0, threads)[[1]], 0)
  new_bound("Bayes optimum", horizon, horizon * mean_of_best(shapes, prior$k) - values)
}

optimum_values <- function(shapes, arms, horizon, depth, threads) {
  .Call(C_bayes_optimal, as.double(shapes), as.double(arms), as.double(horizon), as.double(threads),
        as.double(depth)) %||%
    rlang::interrupt()
}

# a and b of a prior of chances.
check_optimal_prior <- function(prior, call) {
  wanted <- "prior_beta() or prior_uniform() from 0 to 1, of two to four arms"
  check_class(prior, "prior", "unruly_prior", wanted, call)
  shapes <- beta_shapes(prior)
  if (is.null(shapes)) abort_argument("prior", wanted, given = paste("the prior", prior_text(prior)), call = call)
  if (prior$k < 2 || prior$k > 4) abort_argument("prior", wanted, given = count_of(prior$k, "arm"), call = call)
  shapes
}

beta_shapes <- function(prior) {
  if (prior$law == "beta") return(prior$values)
  if (prior$law == "uniform" && identical(as.double(prior$values), c(0, 1))) c(1, 1)
}

# Two layers, the choices that are not kept aside, and the values that are.
check_optimum_size <- function(arms, horizon, depth, call) {
  bytes <- 16 * layer_sizes(arms, 1, horizon)[horizon + 1]
  limit <- if (bytes > small_enough) memory_limit(call) else Inf
  if (bytes > limit) {
    abort_argument("horizon", "such that the states fit into memory", call = call,
                   given = too_large_text(count_of(horizon, "round"), bytes, limit))
  }
  rows <- sum(layer_sizes(arms, 1, depth + 1))
  if (rows > 1e6) abort_argument("depth", "such that there are at most a million states", depth, call = call)
}

# How many states there are after 0, 1, ..., horizon plays.
layer_sizes <- function(arms, span, horizon) {
  one <- span * seq(0, horizon) + 1
  round(Reduce(function(x, y) stats::convolve(x, rev(y), type = "open")[seq_along(x)], rep(list(one), arms)))
}

# The expected chance of the best of several arms.
mean_of_best <- function(shapes, arms) {
  above <- function(x) -expm1(arms * stats::pbeta(x, shapes[1], shapes[2], log.p = TRUE))
  stats::integrate(above, 0, 1, rel.tol = 1e-10, subdivisions = 1000)$value
}

# --- states --------------------------------------------------------------------------

# Counts of plays in the order of the core: a row a block.
compositions <- function(arms, plays) {
  if (arms == 1) return(matrix(plays, 1, 1))
  if (arms == 2) return(cbind(seq(0, plays), seq(plays, 0), deparse.level = 0))
  do.call(rbind, lapply(seq(0, plays), function(n) unname(cbind(n, compositions(arms - 1, plays - n)))))
}

# All states after so many plays, in the order of the core: the columns pulls and sums.
states_of <- function(arms, plays) {
  blocks <- compositions(arms, plays)
  parts <- lapply(seq_len(nrow(blocks)), function(i) {
    n <- blocks[i, ]
    sums <- as.matrix(rev(expand.grid(lapply(rev(n), function(k) seq(0, k)))))
    cbind(matrix(n, nrow(sums), arms, byrow = TRUE), unname(sums))
  })
  do.call(rbind, parts)
}

state_keys <- function(states) do.call(paste, lapply(as.data.frame(states), whole_text))

state_values <- function(layers, shapes, arms, depth) {
  tables <- lapply(seq(0, depth), function(plays) {
    states <- states_of(arms, plays)
    later <- if (plays + 2 <= length(layers)) layers[[plays + 2]]
    worth <- worth_of_arms(states, later, shapes, arms, plays)
    columns <- as.data.frame(states[, order(rep(seq_len(arms), 2)), drop = FALSE])
    names(columns) <- paste0(c("pulls", "successes"), rep(seq_len(arms), each = 2))
    tibble::as_tibble(cbind(round = plays + 1, columns, value = layers[[plays + 1]],
                            arm = max.col(worth >= rowmax(worth) * (1 - 1e-12), "first")))
  })
  do.call(rbind, tables)
}

rowmax <- function(x) do.call(pmax, as.data.frame(x))

worth_of_arms <- function(states, later, shapes, arms, plays) {
  keys <- if (!is.null(later)) state_keys(states_of(arms, plays + 1))
  vapply(seq_len(arms), function(k) {
    mean <- (shapes[1] + states[, arms + k]) / (sum(shapes) + states[, k])
    if (is.null(later)) return(mean)
    after <- function(success) {
      states[, k] <- states[, k] + 1
      states[, arms + k] <- states[, arms + k] + success
      later[match(state_keys(states), keys)]
    }
    mean * (1 + after(1)) + (1 - mean) * after(0)
  }, numeric(nrow(states))) |> matrix(nrow = nrow(states))
}

#' @export
print.unruly_optimum <- print_formatted

#' @export
format.unruly_optimum <- function(x, ...) {
  check_object(x)
  figures <- trimws(unlist(format_figures(list(x$value, x$best, x$regret))))
  c(sprintf("<optimum> %s, probabilities drawn from %s, horizon %s", count_of(x$prior$k, "Bernoulli arm"),
            prior_text(x$prior), format_count(x$horizon)),
    sprintf("No policy collects more than %s on average; the best arm would pay %s.", figures[1], figures[2]),
    sprintf("The least Bayesian regret is %s.", figures[3]))
}

# The bound at some of the rounds up to its horizon, those of a smooth curve.
optimum_bound <- function(x) {
  rounds <- unique(round(exp(seq(0, log(x$horizon), length.out = 25))))
  bound_bayes_optimal(x$prior, rounds)
}

shape.unruly_optimum <- function(x) list(
  prior = function(v, x) is_shaped(v, "unruly_prior") && !is.null(beta_shapes(v)) && v$k >= 2 && v$k <= 4,
  horizon = function(v, x) is_count(v, 1, 1e5), value = function(v, x) is_reals(v, 1),
  best = function(v, x) is_reals(v, 1), regret = function(v, x) is_reals(v, 1)
)
