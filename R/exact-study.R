#' Studies without chance
#'
#' Where arms pay a few values and the choices of a policy follow from the round, and from how often
#' each arm was played and what it paid in sum, the law of a game can be had exactly: how likely
#' each state is after 1, 2, ... plays. `exact_study()` is asked like [run_study()] and gives its tables, without
#' replications and without errors of simulation.
#'
#' @section Which policies: Those whose state is counts, sums and the round: [policy_ucb1()], [policy_ucb()],
#'   [policy_moss()], [policy_kl_ucb()], [policy_imed()], [policy_bayes_ucb()], [policy_gittins()],
#'   [policy_bayes_optimal()], [policy_fixed()]. Policies that choose by chances which follow from these, such as
#'   [policy_uniform()], [policy_epsilon_greedy()], [policy_boltzmann()] and [policy_thompson()] with beta priors, by
#'   these chances. And those that keep little else, of which histories are followed as far as they differ in it, on one
#'   thread (a minute for two arms and 300 rounds): [policy_etc()], [policy_se()], [policy_batched_se()],
#'   [policy_round_robin()], [policy_successive_rejects()], [policy_sequential_halving()], [policy_chernoff_racing()]
#'   and [policy_kl_racing()]. All are asked by the very code that
#'   plays simulations. Others are refused, with the reason. Policies with beta priors take rewards at
#'   the ends of their range only, as others teach them by chance.
#' @section Which bandits: Two to four Bernoulli arms, categorical ones or constants, whose values are
#'   multiples of a common step (0, 0.5 and 2, say), without traits; or Bernoulli arms whose chances have
#'   the prior [prior_beta()] or [prior_uniform()] from 0 to 1: then all is averaged over the prior,
#'   and of the regret only the mean is known.
#' @section Stopping: With `stop` games end as those of [run_study()] do, and all is known of when: the law of the plays
#'   until then is `exact_distribution(study, "plays")`, the chance of each arm to be named, by each rule,
#'   stands in [recommendations()], and `summary(study, "correct")` is the chance of the right arm. A rule is asked in
#'   every state, by the code that stops simulations, so a study takes a few times as long;
#'   `stop_posterior()`, which integrates, minutes for two arms and 300 rounds. All rules can be had, [stop_settled()]
#'   with the races that settle. Games of arms with a prior are not stopped.
#' @section How many states: `exact_states()` tells beforehand. With Bernoulli arms they grow with the horizon to the
#'   power of twice the number of arms; two arms to 300 rounds, three to 60 and four to 25 take
#'   seconds with an index policy. What does not fit into memory is refused.
#'
#' @param bandit A [bandit()], or a list of them, as in [run_study()]; see below.
#' @param policies A policy, or a list of them.
#' @param horizon Number of rounds, a whole number of at least 1.
#' @param record How many checkpoints, or the rounds themselves, as in [run_study()].
#' @param threads Number of threads, as in [run_study()]. Results do not depend on it.
#' @param stop,after `NULL`, or a rule that ends games, and what becomes of their regret then, as in [run_study()]:
#'   with `"end"` it is not known (`NA`) at checkpoints by which a game may have ended.
#' @param ... Must be empty.
#' @return An exact study, of class `unruly_exact`. [regret()] and [pulls()] have the columns that
#'   they have of a study, with `rep` `NA`; figures are expectations, but for `estimate`, the expected mean
#'   of what an arm paid where it was played at all. [recommendations()] has a row for each arm that may be named and
#'   rule that may have stopped the game: `chance` is that of the row, `plays` what is expected of these games.
#'   `summary()` is as
#'   [that of a study][summary.unruly_study]: `reps` is `NA`, `sd` and the quantiles are those of the law, the error
#'   `se` is 0. `exact_distribution()` gives the law itself: a tibble with the columns `bandit`, `policy`, `round`,
#'   (`arm`,) `value` and `chance`. `exact_states()`: a tibble with the columns `bandit`, `states` (over all rounds) and
#'   `bytes` (what is needed at the peak by a policy that throws dice; those with an index, and any that throws none
#'   where there are two arms, need two parts of K + 1, K being the number of arms).
#' @section Errors: `unruly_error_argument` for a bad argument, a bandit that is not as below, or one whose states do
#'   not fit into memory; `unruly_error_policy` for a policy whose state is more than counts.
#' @seealso [layer_exact()], to lay it over a simulated figure; [bayes_optimal()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.4, 0.6)))
#' exact <- exact_study(problem, list(policy_ucb1(), policy_kl_ucb()), horizon = 60)
#' exact
#' pulls(exact)
#' summary(exact, "correct", at = c(10, 60))
#' exact_distribution(exact, "pulls", at = 10)
#' if (requireNamespace("ggplot2", quietly = TRUE)) autoplot(exact)
#' @export
exact_study <- function(bandit, policies, horizon, record = 50, threads = NULL, stop = NULL, after = c("commit", "end"),
                        ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  bandits <- check_bandits(bandit, call)
  policies <- check_policies(policies, call)
  horizon <- check_exact_horizon(horizon, bandits, call)
  record <- check_record(record, horizon, call)
  threads <- check_threads(threads, call)
  arms <- exact_bandits(bandits, call)
  description <- c(list(bandits = bandits, policies = policies, horizon = horizon, record = record, keep = "exact"),
                   list(stop = check_exact_stop(stop, after, bandits, policies, arms, call))[!is.null(stop)])
  check_all_playable(description, call)
  for (name in names(bandits)) for (policy in resolve_policies(policies, bandits[[name]])) {
    check_exact_policy(policy, name, call)
  }
  check_exact_size(arms, max(record), policies, call)
  laws <- lapply(stats::setNames(nm = names(bandits)), function(name) {
    lapply(resolve_policies(policies, bandits[[name]]), exact_law, arms[[name]], name, description, threads, call)
  })
  structure(list(description = description, arms = arms, laws = laws), class = "unruly_exact")
}

check_exact_stop <- function(stop, after, bandits, policies, arms, call) {
  stop <- check_study_stop(stop, after, bandits, policies, call)
  prior <- names(Filter(function(a) is.null(a$means), arms))
  if (is.null(stop) || length(prior) == 0) return(stop)
  abort_combination(c("Games of the bandit {.val {prior[1]}} cannot be stopped in an exact study.",
                      x = "Its arms have a prior, and what the best arm would have paid in games of different lengths is not known."),
                    class = "unruly_error_argument", call = call)
}

check_exact_horizon <- function(horizon, bandits, call) {
  check_whole(horizon, "horizon", min = 1, max = 1e5, call = call)
}

exact_law <- function(policy, arms, bandit_name, description, threads, call) {
  plan <- list(horizon = as.double(description$horizon), record = as.double(description$record),
               threads = as.double(threads), bytes = memory_limit(call),
               stop = describe_stop(resolve_stop(description$stop, stated_scale(description$bandits[[bandit_name]]))))
  law <- .Call(C_exact, arms$core, describe_policy(policy), plan)
  if (is.null(law)) rlang::interrupt()
  if (is.character(law)) refuse_policy(policy, bandit_name, sub("\\.$", "", law), call)
  stats::setNames(law, c("looks", "games", "rewards"))
}

check_exact_policy <- function(policy, bandit_name, call) {
  reason <- why_not_exact(policy)
  if (!is.null(reason)) refuse_policy(policy, bandit_name, paste("Its exact law is not known:", reason), call)
}

# Why the law of its games cannot be had, or NULL.
why_not_exact <- function(policy) {
  listed <- registry()
  row <- match(policy$constructor, listed$constructor)
  unless <- listed$counts_suffice[row]
  if (listed$bytes_suffice[row]) return(NULL)
  if (is.na(unless)) return("its state is more than the round, counts of plays and sums of rewards")
  if (nzchar(unless) &&
      !is.null(policy$parameters[[unless]])) return(sprintf("with `%s` its state is more than counts and sums", unless))
  if (!listed$tells_chances[row]) return("it throws dice, and does not tell its chances")
  NULL
}

# --- bandits --------------------------------------------------------------------------

exact_bandits <- function(bandits, call) {
  lapply(bandits, function(b) exact_arms(b, call))
}

# The arms as the recursion wants them: values least + step v, v = 0..span.
exact_arms <- function(bandit, call) {
  wanted <- "a bandit of two to four Bernoulli, categorical or constant arms without traits"
  refuse <- function(given) abort_argument("bandit", wanted, given = given, call = call)
  arms <- bandit$arms
  if (length(bandit$traits) > 0) refuse(sprintf("one with %s", bandit$traits[[1]]$text))
  if (!arms$kind %in% c("bernoulli", "categorical", "constant")) refuse(arms_text(arms))
  if (arms$count < 2 || arms$count > 4) refuse(sprintf("one of %s", count_of(arms$count, "arm")))
  prior <- Filter(is_prior, arms$parameters)
  if (length(prior) > 0) return(exact_prior(arms, prior[[1]], refuse))
  law <- exact_values(arms)
  steps <- common_steps(law$value, refuse)
  chance <- matrix(0, arms$count, steps$span + 1)
  for (i in seq_along(law$value)) chance[, steps$at[i] + 1] <- chance[, steps$at[i] + 1] + law$chance[, i]
  means <- drop(law$chance %*% law$value)
  core <- list(arms = as.double(arms$count), span = as.double(steps$span), least = steps$least, step = steps$step,
               chance = as.double(t(chance)), prior = NULL, names = arms$names)
  list(core = core, means = means, gaps = max(means) - means, best = max(means))
}

exact_prior <- function(arms, prior, refuse) {
  shapes <- beta_shapes(prior)
  if (arms$kind != "bernoulli" || is.null(shapes)) refuse(arms_text(arms))
  core <- list(arms = as.double(arms$count), span = 1, least = 0, step = 1, chance = NULL, prior = as.double(shapes),
               names = arms$names)
  list(core = core, means = NULL, gaps = NULL, best = mean_of_best(shapes, arms$count))
}

# The values that arms pay, and the chances of these, a row an arm.
exact_values <- function(arms) {
  p <- arms$parameters
  switch(arms$kind,
    bernoulli = list(value = c(0, 1), chance = cbind(1 - p$prob, p$prob)),
    categorical = list(value = p$value, chance = arm_laws(p)),
    constant = list(value = p$value, chance = diag(arms$count))
  )
}

most_steps <- 1000

# Values as multiples of a common step above the least of them.
common_steps <- function(value, refuse) {
  above <- sort(unique(value - min(value)))
  if (length(above) == 1) return(list(least = value[1], step = 1, span = 1, at = rep(0, length(value))))
  for (parts in seq_len(most_steps)) {
    step <- above[length(above)] / parts
    at <- (value - min(value)) / step
    if (all(abs(at - round(at)) < 1e-9 * parts)) return(list(least = min(value), step = step, span = parts,
                                                             at = round(at)))
  }
  refuse(sprintf("one whose values, %s, have no common step",
                 paste(format_numbers(utils::head(sort(unique(value)), 5)), collapse = ", ")))
}

# --- states -----------------------------------------------------------------------------

#' @rdname exact_study
#' @export
exact_states <- function(bandit, horizon, ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  bandits <- check_bandits(bandit, call)
  horizon <- check_exact_horizon(horizon, bandits, call)
  arms <- exact_bandits(bandits, call)
  tibble(bandit = names(bandits),
         states = vapply(arms, function(a) sum(exact_layers(a, horizon)), 0, USE.NAMES = FALSE),
         bytes = vapply(arms, function(a) exact_bytes(a, horizon, a$core$arms + 1), 0, USE.NAMES = FALSE))
}

exact_layers <- function(arms, horizon) layer_sizes(arms$core$arms, arms$core$span, horizon)

exact_bytes <- function(arms, horizon, layers) 8 * exact_layers(arms, horizon)[horizon + 1] * layers

# Two layers. Of a policy that is asked in every state what flows to each arm but one is kept, too; one that throws no
# dice is asked where its choice changes, if it has an index or there are two arms.
layers_needed <- function(policy, arms) {
  listed <- registry()
  row <- match(policy$constructor, listed$constructor)
  by_rows <- listed$by_index[row] || listed$bytes_suffice[row] || (listed$deterministic[row] && arms$core$arms == 2)
  if (by_rows) 2 else arms$core$arms + 1
}

check_exact_size <- function(arms, horizon, policies, call) {
  bytes <- max(vapply(arms, function(a) exact_bytes(a, horizon, max(vapply(policies, layers_needed, 0, a))), 0))
  limit <- if (bytes > small_enough) memory_limit(call) else Inf
  if (bytes <= limit) return(invisible())
  states <- max(vapply(arms, function(a) sum(exact_layers(a, horizon)), 0))
  abort_argument("horizon", "such that the states fit into memory", call = call,
                 given = too_large_text(sprintf("%s, %.2g states", count_of(horizon, "round"), states), bytes, limit))
}

# --- what it consists of ----------------------------------------------------------------

shape.unruly_exact <- function(x) list(
  description = function(v, x) is_description_exact(v),
  arms = function(v, x) isTRUE(all.equal(v, exact_bandits(x$description$bandits, NULL), tolerance = 1e-12)),
  laws = function(v, x) are_laws(v, x$description, x$arms)
)

is_description_exact <- function(v) {
  all_shaped <- function(x, class) is.list(x) && length(x) > 0 && has_names(x) && all(vapply(x, is_shaped, NA, class))
  all_shaped(v$bandits, "unruly_bandit") && all_shaped(v$policies, "unruly_policy") && is_count(v$horizon, 1) &&
    are_checkpoints(v$record, v$horizon) && identical(v$keep, "exact") && is_stop_of_study(v$stop)
}

# A law for each bandit, policy and checkpoint.
are_laws <- function(v, d, arms) {
  is_look <- function(look, round, core) {
    are_chances(look$counts, choose(round + core$arms - 1, core$arms - 1)) &&
      are_chances(look$reward, core$span * round + 1) &&
      are_chances(look$named, core$arms) && is_column(look$mean, core$arms)
  }
  of_policy <- function(law, core) {
    length(law$looks) == length(d$record) && all(mapply(is_look, law$looks, d$record, MoreArgs = list(core = core))) &&
      are_stopped(law, d, core$arms)
  }
  of_bandit <- function(laws, arms) {
    is.list(laws) && identical(names(laws), names(d$policies)) && all(vapply(laws, of_policy, NA, arms$core))
  }
  is.list(v) && identical(names(v), names(d$bandits)) && all(mapply(of_bandit, v, arms))
}

# Games that a rule has stopped, a row each: counts of plays, the arm named, the rule, the chance; and their rewards.
are_stopped <- function(law, d, arms) {
  rules <- if (is.null(d$stop)) 0 else length(stop_reasons(d$stop))
  games <- law$games
  rewards <- law$rewards
  is.matrix(games) && ncol(games) == arms + 3 && is.matrix(rewards) && ncol(rewards) == 3 &&
    (rules > 0 || nrow(games) == 0) &&
    are_wholes(games[, seq_len(arms)], 0, d$horizon) && are_wholes(games[, arms + 1], 1, arms) &&
    are_wholes(games[, arms + 2], 1, rules) &&
    are_chances(games[, arms + 3]) && are_wholes(rewards[, 1], 1, d$horizon) && are_wholes(rewards[, 2], 0, Inf) &&
    are_chances(rewards[, 3])
}
