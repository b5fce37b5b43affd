#' Exact results by enumeration
#' @description
#' Computes the exact distribution of regret, reward and pulls for small problems, without simulation. The result has
#' the tables of [run_study()], with no Monte Carlo error.
#'
#' **Use it when** there are 2 to 4 arms with few reward values and a short horizon: to check a simulation, to calibrate
#' a trial, to teach.
#'
#' @param bandit A [bandit()] or a named list; see "Bandits".
#' @param policies A policy or a list; see "Policies".
#' @param horizon Number of rounds. A whole number.
#' @param record,threads,stop,after,design As in [run_study()]. The result does not depend on `threads`.
#' @param object An exact study.
#' @param what The quantity of `summary()`, a string: `"regret"`, `"reward"`, with `distribution = TRUE` also `"pulls"`
#'   (of each arm), `"sample_size"` (pulls until the game stopped), `"optimal"` (pulls of a best arm), `"correct"` (1
#'   if the arm named is a best one, else 0) or `"simple_regret"` (the gap of the arm named). Default: `"regret"`.
#' @param distribution `TRUE` for the probability of each value instead of the moments. Default: `FALSE`.
#' @param at The checkpoints of `summary()`: `"final"` (the default), `"all"` or rounds.
#' @param ... Must be empty.
#' @return `exact_study()`: an object of class `unruly_exact`, with these tables:
#'   * [regret()] and [pulls()] hold expectations (`rep` is `NA`).
#'   * [recommendations()]: one row per named arm and stopping reason, with its `probability` and the expected
#'     `sample_size` of these games.
#'   * `summary()`: `reps` is `NA`, `se` is 0, `sd` and quantiles are those of the distribution.
#'   * [operating_characteristics()]: error, power and the other measures of a design; `mcse` is 0.
#'
#'   `summary(distribution = TRUE)`: a tibble with the columns bandit, policy, round, (arm,) value, probability.
#' @section Bandits: Two to four Bernoulli, categorical or constant arms without traits, whose rewards are multiples of
#'   a common step, such as 0.5. Bernoulli arms may have a [prior_beta()] or [prior_uniform()] on \[0, 1\]; then the
#'   tables hold averages over the prior, and of regret only the mean.
#' @section Policies: Three kinds; `policies()` has a column `exact`:
#'   * index policies whose state is counts, sums and the round ([policy_ucb1()], [policy_kl_ucb()], [policy_moss()],
#'     [policy_imed()], [policy_bayes_ucb()], [policy_gittins()]);
#'   * randomised policies with known propensities that depend on that state ([policy_uniform()],
#'     [policy_epsilon_greedy()], [policy_boltzmann()], [policy_thompson()] on 0/1 rewards, [policy_allocation()]);
#'   * policies that remember a little more ([policy_etc()], [policy_se()], racing, [policy_sequential_halving()],
#'     blocks of estimated shares in [policy_allocation()]), slower and on one thread.
#'
#'   [policy_custom()] can be enumerated if it has `chances`, but neither `start` nor `observe`, and if the code of
#'   `chances` uses no more of its view than `round`, `horizon`, `live`, `pulls`, `total` and `mean`, each by name
#'   (`view$mean`). It is called once in each state that can be reached.
#'
#'   Others are refused with the reason. The same compiled code plays simulations and exact studies.
#' @section Stopping: A rule is evaluated in every state, which takes a few times as long; [stop_posterior()] needs
#'   numerical integration and takes minutes for two arms and 300 rounds. States are counts and sums, so the families
#'   `"bounded"` and `"t"` of [stop_glr()] and [stop_evidence()] are refused. Arms with a prior cannot be combined with
#'   `stop`.
#' @section Size: With K Bernoulli arms the number of states grows as T^(2K). It takes seconds for K = 2 and T up to
#'   300, K = 3 and T up to 60, K = 4 and T up to 25. A study that does not fit into memory is refused before it starts,
#'   with its number of states and bytes.
#' @section Errors: `unruly_error_argument`: the bandit or the size is not possible. `unruly_error_policy`: a policy
#'   that cannot be enumerated.
#' @seealso [`ggplot2::autolayer()`][autolayer.unruly_exact] to add it to a simulated figure; [bayes_optimal()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.4, 0.6)))
#' exact <- exact_study(problem, list(policy_ucb1(), policy_kl_ucb()), horizon = 60)
#' summary(exact, "correct", at = c(10, 60))        # probability of naming the best arm
#' summary(exact, "pulls", at = 10, distribution = TRUE)
#' if (requireNamespace("ggplot2", quietly = TRUE)) autoplot(exact)
#' @export
exact_study <- function(bandit, policies, horizon, record = 50, threads = NULL, stop = NULL, after = c("commit", "end"),
                        design = NULL, ...) {
  refuse_for_others("overrun", "No outcome is late in an exact study, so none is outstanding at the end.", ...)
  for (name in c("drop", "graduate")) refuse_for_others(
    name, "Which arms are left depends on the past, and an exact study has counts and sums of now.", ...)
  check_no_dots(...)
  call <- rlang::current_env()
  if (!is.null(design)) check_exact_design(design, call)
  take_design(call)
  bandits <- check_bandits(bandit, call)
  policies <- check_policies(policies, call)
  horizon <- check_exact_horizon(horizon, bandits, call)
  record <- check_record(record, horizon, call)
  threads <- check_threads(threads, call)
  arms <- exact_bandits(bandits, call)
  description <- c(list(bandits = bandits, policies = policies, horizon = horizon, record = record, keep = "exact"),
                   list(stop = check_exact_stop(stop, after, bandits, policies, arms, horizon, call))[!is.null(stop)])
  check_all_playable(description, call)
  for (name in names(bandits)) for (policy in resolve_policies(policies, bandits[[name]])) {
    check_exact_policy(policy, name, call)
  }
  check_exact_size(arms, max(record), policies, call)
  warn_of_looks(description)
  laws <- lapply(stats::setNames(nm = names(bandits)), function(name) {
    lapply(resolve_policies(policies, bandits[[name]]), exact_law, arms[[name]], name, description, threads, call)
  })
  structure(list(description = description, arms = arms, laws = laws), class = "unruly_exact")
}

# States know no arms that have left.
check_exact_design <- function(design, call) {
  check_design(design, call = call)
  leaves <- intersect(c("drop", "graduate"), names(without_nulls(rules_of_design(design))))
  if (length(leaves) == 0) return(invisible())
  abort_combination("A design in which arms leave cannot be enumerated: use {.fn run_study}.",
                    class = "unruly_error_argument", call = call)
}

check_exact_stop <- function(stop, after, bandits, policies, arms, horizon, call) {
  stop <- check_study_rules(stop, NULL, NULL, after, bandits, policies, call)$stop
  if (!is.null(stop)) {
    check_exact_looks(stop, call)
    stop <- rule_at_known_counts(stop, policies, bandits, horizon, call)
  }
  check_counts_suffice(stop, bandits, call)
  prior <- names(Filter(function(a) is.null(a$means), arms))
  if (is.null(stop) || length(prior) == 0) return(stop)
  abort_combination(c("Games of the bandit {.val {prior[1]}} cannot be stopped in an exact study.",
                      x = "Its arms have a prior, and the benchmark of games of different lengths is not known."),
                    class = "unruly_error_argument", call = call)
}

# States do not say which looks have been made.
check_exact_looks <- function(stop, call) {
  if (all(vapply(all_stops(stop), function(rule) is.null(rule$parameters$outcomes), NA))) return(invisible())
  abort_combination(c("Looks at numbers of outcomes depend on the past, of which exact studies know nothing.",
                      i = "Use rounds, or {.fn run_study}."), class = "unruly_error_argument", call = call)
}

# States hold numbers of pulls and sums of rewards, no squares.
check_counts_suffice <- function(stop, bandits, call) {
  for (name in names(bandits)) {
    resolved <- resolve_stop(stop, stated_by_bandit_for_rules(bandits[[name]]))
    rule <- if (!is.null(stop)) Find(needs_squares, all_stops(resolved))
    if (is.null(rule)) next
    abort_combination(c("Games of the bandit {.val {name}} cannot be stopped in an exact study.",
                        x = "The family {.val {rule$parameters$family}} of {.fn {paste0('stop_', rule$kind)}} needs squares of the rewards, and an exact study has counts and sums.",
                        i = "Try {.code family = \"bernoulli\"}, which holds for all rewards in a range."),
                      class = "unruly_error_argument", call = call)
  }
}

check_exact_horizon <- function(horizon, bandits, call) {
  check_whole(horizon, "horizon", min = 1, max = 1e5, call = call)
}

exact_law <- function(policy, arms, bandit_name, description, threads, call) {
  stated <- if (is_own(policy)) stated_by_state(policy, arms$core, bandit_name, description, call)
  plan <- list(horizon = as.double(description$horizon), record = as.double(description$record),
               threads = as.double(threads), bytes = memory_limit(call), stated = stated,
               stop = describe_stops(list(stop = description$stop, bandits = description$bandits[bandit_name]))[[1]])
  law <- .Call(C_exact, arms$core, describe_policy(policy), plan)
  if (is.null(law)) rlang::interrupt()
  if (is.character(law)) refuse_policy(policy, bandit_name, sub("\\.$", "", law), call)
  stats::setNames(law, c("looks", "games", "rewards"))
}

check_exact_policy <- function(policy, bandit_name, call) {
  reason <- why_not_exact(policy)
  if (!is.null(reason)) refuse_policy(policy, bandit_name, paste("It cannot be enumerated:", reason), call)
}

# Why its games cannot be enumerated, or NULL.
why_not_exact <- function(policy) {
  if (states_chances(policy)) return(why_not_own_exact(policy))
  listed <- registry()
  row <- match(policy$constructor, listed$constructor)
  unless <- listed$counts_suffice[row]
  if (listed$bytes_suffice[row]) return(NULL)
  if (is.na(unless)) return("its state is more than the round, counts of pulls and sums of rewards")
  if (nzchar(unless) &&
      !is.null(policy$parameters[[unless]])) return(sprintf("with `%s` its state is more than counts and sums", unless))
  if (!listed$tells_chances[row]) return("it is randomised, and its propensities are not known")
  NULL
}

# --- bandits --------------------------------------------------------------------------

exact_bandits <- function(bandits, call) {
  lapply(bandits, function(b) exact_arms(b, call))
}

# The arms as the recursion wants them: values least + step v, v = 0..span.
exact_arms <- function(bandit, call) {
  wanted <- "a bandit of two to four Bernoulli, categorical or constant arms without traits"
  late <- if (has_trait(bandit, "accrual")) "When patients arrive, and what is outstanding, is not part of the states that are enumerated: counts and sums."
  refuse <- function(given) abort_argument("bandit", wanted, given = given, hint = late, call = call)
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
  list(core = core, means = NULL, gaps = NULL, best = mean_of_best(prior))
}

arm_laws <- function(p) p$prob / rowSums(p$prob)

# The values that arms pay, and the probabilities of these, one row per arm.
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

exact_layers <- function(arms, horizon) layer_sizes(arms$core$arms, arms$core$span, horizon)

exact_bytes <- function(arms, horizon, layers) 8 * exact_layers(arms, horizon)[horizon + 1] * layers

# Two layers. Of a policy that is asked in every state what flows to each arm but one is kept, too; a deterministic
# one is asked where its choice changes, if it has an index or there are two arms.
layers_needed <- function(policy, arms) {
  listed <- registry()
  row <- match(policy$constructor, listed$constructor)
  by_bytes <- listed$bytes_suffice[row] && is.na(listed$counts_suffice[row])
  by_rows <- listed$by_index[row] || by_bytes || (listed$deterministic[row] && arms$core$arms == 2)
  if (by_rows) 2 else arms$core$arms + 1
}

check_exact_size <- function(arms, horizon, policies, call) {
  bytes <- max(vapply(arms, function(a) exact_bytes(a, horizon, max(vapply(policies, layers_needed, 0, a))), 0))
  if (any(vapply(policies, is_own, NA))) bytes <- bytes + max(vapply(arms, stated_bytes, 0, horizon))
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

# A distribution for each bandit, policy and checkpoint.
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

# Games that a rule has stopped, one per row: counts of pulls, the arm named, the rule, the probability; their rewards.
are_stopped <- function(law, d, arms) {
  rules <- if (is.null(d$stop)) 0 else length(ending_reasons(d$stop))
  games <- law$games
  rewards <- law$rewards
  is.matrix(games) && ncol(games) == arms + 3 && is.matrix(rewards) && ncol(rewards) == 3 &&
    (rules > 0 || nrow(games) == 0) &&
    are_wholes(games[, seq_len(arms)], 0, d$horizon) && are_wholes(games[, arms + 1], 1, arms) &&
    are_wholes(games[, arms + 2], 1, rules) &&
    are_chances(games[, arms + 3]) && are_wholes(rewards[, 1], 1, d$horizon) && are_wholes(rewards[, 2], 0, Inf) &&
    are_chances(rewards[, 3])
}
