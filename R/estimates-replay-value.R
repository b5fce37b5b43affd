#' The value of a policy on a log
#' @description
#' Estimates the mean reward per turn of each policy in a study of replays, with its standard error.
#'
#' **Use it when** policies were played on [bandit_replay()] and you report what they are worth.
#'
#' @details
#' The value of a game is the mean reward of its n turns, without the first pulls that the log makes by itself; its
#' standard error is sqrt(sum((r - estimate)^2) / (n (n - 1))). With ten games or more, the standard
#' deviation of their values is used if it is greater. Games that walk the same events share their noise: two games are
#' taken as correlated by the overlap of their events, which is the worst case. So a hundred games from one start have
#' the standard error of a single game, and windows that do not overlap are independent.
#'
#' @section Policies that do not learn: Policies whose choice does not depend on the past ([policy_fixed()],
#'   [policy_uniform()]) need no thinning. Two estimates play their games again with every event; policies that learn
#'   are refused.
#'   * `weights = "propensity"`: with propensity p and w = 1 / p, sum(w r) / sum(w), with the standard error
#'     sqrt(n / (n - 1) sum(w^2 (r - estimate)^2)) / sum(w).
#'   * `method = "dr"`, doubly robust: the mean over all events of q(a) + (r - q(b)) / p if the choice a is the arm b
#'     that was shown, and of q(a) if not. q is a table of mean rewards by arm, or by arm and pool. Without
#'     propensities, p is 1 / (size of the pool).
#'
#' @param study A study, see [run_study()], of replays alone.
#' @param level Nominal coverage, in (0, 1). Default: 0.95.
#' @param weights `"none"` (the default), or `"propensity"` to weight turns by 1 / propensity.
#' @param method `"turns"` (the default), the mean reward of turns, or `"dr"`, doubly robust.
#' @param table For `method = "dr"`: whether q has one value per arm, `"arm"` (the default), or one per arm and pool,
#'   `"pool"`.
#' @param ... Must be empty.
#' @return A tibble with one row per policy and bandit: `bandit`, `policy`, `games`, `turns` (of the policy's own
#'   choice, in all games), `events` (walked in all games), `share` (turns / events), `estimate`, `se`, `lower`, `upper`
#'   (a t interval). The last four are `NA` for policies that chose arms without support in the log, see
#'   [bandit_replay()].
#' @section Pools of several sizes: Turns are a fair sample of the events if the log was thinned (the default of
#'   [bandit_replay()]). Replays made with `thin = "pool"` or `thin = FALSE` value pools by their sizes instead, and a
#'   message says so; the two estimates for policies that do not learn are not affected.
#' @section Errors: `unruly_error_argument`: the study is not one of replays; with weights or `"dr"`, a policy learns or
#'   the log lacks propensities.
#' @section Warnings: `unruly_warning_support`: policies chose arms without support, so that their values are not
#'   identified.
#' @references Li, Chu, Langford and Wang (2011), Unbiased Offline Evaluation of Contextual-bandit-based News Article
#'   Recommendation Algorithms, WSDM. Dudik, Langford and Li (2011), Doubly Robust Policy Evaluation and Learning, ICML.
#' @seealso [bandit_replay()], [estimates()]
#' @examples
#' log <- simulate_click_log(events = 50000, days = 2, seed = 1)
#' policies <- list(policy_uniform(), policy_ag(explore = "longest"))
#' study <- run_study(bandit_replay(log), policies, horizon = 1000, reps = 2, seed = 1)
#' replay_value(study)
#' @export
replay_value <- function(study, level = 0.95, weights = c("none", "propensity"), method = c("turns", "dr"),
                         table = c("arm", "pool"), ...) {
  check_no_dots(...)
  study <- check_study(study)
  level <- check_number(level, "level", above = 0, below = 1)
  weights <- check_choice(weights, "weights", c("none", "propensity"))
  method <- check_choice(method, "method", c("turns", "dr"))
  table <- check_choice(table, "table", c("arm", "pool"))
  bandits <- study$description$bandits
  replays <- vapply(bandits, has_trait, NA, "replay")
  if (!all(replays)) abort_argument("study", "a study of replays", study, given = "one of other bandits")
  if (weights == "propensity" || method == "dr") study <- play_unthinned(study, weights, method, table) else
    say_pool_weights(bandits)
  final <- study_table(study, "regret")
  final <- final[final$round == max(study$description$record), ]
  cells <- rows_alike(list(factor(final$policy, unique(final$policy)), factor(final$bandit, names(bandits))))
  rows <- lapply(cells, function(cell) value_row(final[cell, ], bandits[[final$bandit[cell[1]]]], level))
  table <- do.call(rbind, unname(rows))
  warn_of_no_value(table, bandits)
  attr(table, "level") <- level # for as_table()
  table
}

# Policies that chose arms without support, see support_of().
warn_of_no_value <- function(table, bandits, call = rlang::caller_env()) {
  unsupported <- lapply(bandits, function(b) names_of_arms(b$arms)[trait_parameter(b, "replay", "unsupported")])
  table <- table[is.na(table$estimate) & lengths(unsupported)[as.character(table$bandit)] > 0, ]
  if (nrow(table) == 0) return(invisible())
  arms <- unsupported[unique(as.character(table$bandit))]
  lines <- sprintf("%s: the value of %s is not identified, as %s chose %s.", names(arms),
                   tapply(as.character(table$policy), factor(table$bandit, names(arms)), paste, collapse = ", "),
                   ifelse(tabulate(factor(table$bandit, names(arms))) > 1, "they", "it"), vapply(arms, some_of, ""))
  warn_plain(c("Policies that chose arms without support in the log have no value (`NA`).",
               stats::setNames(lines, rep("!", length(lines))),
               i = "Leave out of `pool` in each event what could not have been shown, or check the propensities."),
             class = "unruly_warning_support", call = call)
}

some_of <- function(labels) {
  paste0(if (length(labels) > 1) "one or more of ", paste(quoted(utils::head(labels, 5)), collapse = ", "),
         if (length(labels) > 5) sprintf(" and %s more", count_of(length(labels) - 5, "arm")))
}

value_row <- function(final, bandit, level) {
  estimate <- as_missing(mean(final$estimate))
  spread <- if (nrow(final) >= games_for_spread) stats::sd(final$estimate) else 0
  se <- value_error(final, pmax(final$se, spread), bandit$traits$replay$parameters)
  freedom <- if (isTRUE(spread > mean(final$se))) nrow(final) - 1 else mean(final$chosen) - 1
  limits <- limits_of_means(estimate, se, max(freedom, 1) + 1, bandit$arms$range, level)
  turns <- sum(final$chosen)
  tibble(bandit = final$bandit[1], policy = final$policy[1], games = nrow(final), turns = turns,
         events = sum(final$events), share = turns / sum(final$events), estimate = estimate, se = as_missing(se),
         lower = as_missing(limits[1]), upper = as_missing(limits[2]))
}

as_missing <- function(x) replace(x, is.na(x), NA_real_)

# Warns where the turns are no fair sample of the events.
say_pool_weights <- function(bandits) {
  weighted <- Filter(function(b) !is.null(trait_parameter(b, "replay", "by_pool")), bandits)
  if (length(weighted) == 0) return(invisible())
  replay <- weighted[[1]]$traits$replay$parameters
  inform_plain(c(
    i = sprintf("%s: %s. `bandit_replay(thin = TRUE)` makes turns a fair sample of the events.",
                paste(names(weighted), collapse = ", "),
                weights_text(replay$propensity, if (replay$thin) "pool" else FALSE))
  ), class = "unruly_message_pools")
}

# From so many games on, their spread is used.
games_for_spread <- 10

# The standard error of the mean of the games' estimates, given that of each:
# correlated as far as the events that they walked overlap.
value_error <- function(games, se, replay) {
  from <- replay$start[(games$rep - 1) %% length(replay$start) + 1]
  to <- from + games$events
  shared <- pmax(outer(to, to, pmin) - outer(from, from, pmax), 0)
  correlation <- shared / sqrt(outer(games$events, games$events))
  sqrt(sum(outer(se, se) * correlation)) / nrow(games)
}

# --- policies that do not learn ---------------------------------------------------

play_unthinned <- function(study, weights, method, table, call = rlang::caller_env()) {
  d <- study$description
  check_stationary(d$policies, weights, call)
  d$bandits <- lapply(d$bandits, function(b) {
    replay <- b$traits$replay$parameters
    if (weights == "propensity" && is.null(replay$propensity)) {
      abort_argument("weights", "\"none\" for a log without propensities", weights, call = call)
    }
    b$traits$replay$parameters[c("chance", "thin")] <- list(NULL, TRUE) # word ok
    b$traits$replay$parameters$weighted <- TRUE
    b$traits$replay$parameters$propensity <- replay$propensity %||% (1 / diff(replay$pool_from)[replay$pool])
    if (method == "dr") b$traits$replay$parameters$table <- reward_table(replay, arm_count(b), table)
    b
  })
  d$record <- d$horizon
  d$keep <- "summary"
  play <- function(reps) play_study(d, reps, check_threads(NULL, call), FALSE, call)
  do.call(c, lapply(runs_of(study$replications), play))
}

check_stationary <- function(policies, weights, call) {
  listed <- registry()
  labels <- vapply(policies, function(p) p$label, "")
  learns <- !listed$stationary[match(vapply(policies, function(p) p$constructor, ""), listed$constructor)]
  if (!any(learns)) return(invisible())
  argument <- if (weights == "propensity") "weights" else "method"
  abort_argument(argument, sprintf("%s for policies that learn, or whose choice depends on what was played",
                                   if (weights == "propensity") "\"none\"" else "\"turns\""),
                 given = sprintf("a study of %s", paste(labels[learns], collapse = ", ")), call = call)
}

# Returns what each member of the pools is thought to pay: the mean of what it paid in
# this pool, or of what the arm paid anywhere, or of all.
reward_table <- function(replay, arms, by) {
  rate <- function(group, count, otherwise) {
    n <- tabulate(group, count)
    ifelse(n > 0, sums_by(replay$reward, group, count) / n, otherwise)
  }
  of_arm <- rate(replay$shown, arms, mean(replay$reward))
  known <- of_arm[replay$pool_members]
  if (by == "arm") return(known)
  pool_of_member <- rep(seq_len(length(replay$pool_from) - 1), diff(replay$pool_from))
  member <- match(member_key(replay$pool, replay$shown), member_key(pool_of_member, replay$pool_members))
  rate(member, length(known), known)
}
