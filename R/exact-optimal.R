#' The greatest expected reward of any policy
#' @description
#' Computes the greatest reward that any policy can expect within a horizon when the success probabilities of Bernoulli
#' arms are drawn from a prior.
#'
#' **Use it when** you want to know how far policies on short games of few arms can still improve.
#'
#' @details
#' It is the value of the Bayes-optimal policy, by backward recursion over the posteriors (Bellman 1956). A policy that
#' collects less could still be improved by the difference. The best arm itself would pay more, but which arm that is
#' must be learnt: the gap, `regret`, is the least expected regret, and no policy can close it. [regret_bound()] with
#' `"bayes_optimal"` gives it for several horizons.
#'
#' After s successes in n pulls of an arm the probability of another is m = (a + s) / (a + b + n), with a and b the
#' shapes of the prior, and \deqn{V(state) = \max_k \; m_k (1 + V(state, k\ succeeds)) + (1 - m_k) V(state, k\
#' fails).}{V(state) = max over k of m_k (1 + V(state, k succeeds)) + (1 - m_k) V(state, k fails).} The number of states
#' grows with the horizon to the power of twice the number of arms: two arms to 300 rounds, three to 60 and four to 25
#' take seconds.
#'
#' These are averages over the prior. In a study with given means, or with a few instances only, a policy may collect
#' more.
#'
#' @param prior [prior_beta()] or [prior_uniform()] from 0 to 1, of two to four arms.
#' @param horizon Number of rounds, a whole number of at least 1.
#' @param depth The values of the states after at most so many pulls are returned: a whole number from 0, below the
#'   horizon. Default: 0.
#' @param threads Number of threads, as in [run_study()]. The result does not depend on it.
#' @param ... Must be empty.
#' @return An object of class `unruly_optimum`, a list with
#'   * `value`: the greatest expected reward;
#'   * `best`: the expected reward of always playing the best arm;
#'   * `regret`: the difference, the least Bayesian regret;
#'   * `states`: a tibble with one row per state after up to `depth` pulls: `round` (the next one), `pulls1`,
#'     `successes1`, `pulls2`, ... (what has happened so far), `value` (the expected reward of the remaining rounds) and
#'     `arm`, the one to play (the lowest of equals);
#'   * `prior`, `horizon`.
#' @section Errors: `unruly_error_argument`: the states do not fit into memory.
#' @references Bellman (1956), A Problem in the Sequential Design of Experiments. Berry and Fristedt
#'   (1985), Bandit Problems: Sequential Allocation of Experiments, chapter 7.
#' @seealso [policy_bayes_optimal()], which plays it; [exact_study()].
#' @examples
#' limit <- bayes_optimal(prior_uniform(2), horizon = 50, depth = 2)
#' limit
#' limit$states
#' regret_bound(bandit(arms_bernoulli(prior_uniform(2))), horizon = c(10, 50, 100), "bayes_optimal")
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
  best <- horizon * mean_of_best(prior)
  structure(list(value = value, best = best, regret = best - value,
                 states = state_values(layers, shapes, prior$k, depth), prior = prior, horizon = horizon),
                 class = "unruly_optimum")
}

optimum_values <- function(shapes, arms, horizon, depth, threads) {
  .Call(C_bayes_optimal, as.double(shapes), as.double(arms), as.double(horizon), as.double(threads),
        as.double(depth)) %||%
    rlang::interrupt()
}

# Both shapes of a prior of success probabilities.
check_optimal_prior <- function(prior, call, argument = "prior") {
  wanted <- "prior_beta() or prior_uniform() from 0 to 1, of two to four arms"
  if (argument == "bandit") wanted <- paste("a bandit of Bernoulli arms with", wanted)
  check_class(prior, argument, "unruly_prior", wanted, call)
  shapes <- beta_shapes(prior)
  if (is.null(shapes)) abort_argument(argument, wanted, given = paste("the prior", prior_text(prior)), call = call)
  if (prior$k < 2 || prior$k > 4) abort_argument(argument, wanted, given = count_of(prior$k, "arm"), call = call)
  shapes
}

beta_shapes <- function(prior) {
  if (prior$law == "beta") return(prior$values)
  if (prior$law == "uniform" && identical(as.double(prior$values), c(0, 1))) c(1, 1)
}

# Two layers of states, the choices, and the values that are returned.
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

# Returns how many states there are after 0, 1, ..., horizon pulls.
layer_sizes <- function(arms, span, horizon) {
  one <- span * seq(0, horizon) + 1
  round(Reduce(function(x, y) stats::convolve(x, rev(y), type = "open")[seq_along(x)], rep(list(one), arms)))
}

# --- states --------------------------------------------------------------------------

# Counts of pulls in the order of the core: one row per block.
compositions <- function(arms, pulls) {
  if (arms == 1) return(matrix(pulls, 1, 1))
  if (arms == 2) return(cbind(seq(0, pulls), seq(pulls, 0), deparse.level = 0))
  do.call(rbind, lapply(seq(0, pulls), function(n) unname(cbind(n, compositions(arms - 1, pulls - n)))))
}

# All states after so many pulls, in the order of the core: the columns pulls and sums.
states_of <- function(arms, pulls, span = 1) {
  blocks <- compositions(arms, pulls)
  parts <- lapply(seq_len(nrow(blocks)), function(i) {
    n <- blocks[i, ]
    sums <- as.matrix(rev(expand.grid(lapply(rev(n), function(k) seq(0, span * k)))))
    cbind(matrix(n, nrow(sums), arms, byrow = TRUE), unname(sums))
  })
  do.call(rbind, parts)
}

state_keys <- function(states) do.call(paste, lapply(as.data.frame(states), whole_text))

state_values <- function(layers, shapes, arms, depth) {
  tables <- lapply(seq(0, depth), function(pulls) {
    states <- states_of(arms, pulls)
    later <- if (pulls + 2 <= length(layers)) layers[[pulls + 2]]
    worth <- worth_of_arms(states, later, shapes, arms, pulls)
    columns <- as.data.frame(states[, order(rep(seq_len(arms), 2)), drop = FALSE])
    names(columns) <- paste0(c("pulls", "successes"), rep(seq_len(arms), each = 2))
    tibble::as_tibble(cbind(round = pulls + 1, columns, value = layers[[pulls + 1]],
                            arm = max.col(worth >= rowmax(worth) * (1 - 1e-12), "first")))
  })
  do.call(rbind, tables)
}

rowmax <- function(x) do.call(pmax, as.data.frame(x))

worth_of_arms <- function(states, later, shapes, arms, pulls) {
  keys <- if (!is.null(later)) state_keys(states_of(arms, pulls + 1))
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

shape.unruly_optimum <- function(x) list(
  prior = function(v, x) is_shaped(v, "unruly_prior") && !is.null(beta_shapes(v)) && v$k >= 2 && v$k <= 4,
  horizon = function(v, x) is_count(v, 1, 1e5), value = function(v, x) is_reals(v, 1),
  best = function(v, x) is_reals(v, 1), regret = function(v, x) is_reals(v, 1)
)
