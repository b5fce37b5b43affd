#' What a policy is worth on a log
#'
#' The mean reward of a turn, with its standard error, as estimated by a
#' [replay][bandit_replay]. The first plays, which the log makes and not the
#' policy, are left out.
#'
#' With p the propensity of an event, or 1 where the log has none, a turn has the
#' weight w = 1 / p and the estimate is sum(w r) / sum(w): unbiased, but for the
#' ratio, also where arms were not shown uniformly. Its standard error is that of a
#' weighted mean, sqrt(n / (n - 1) sum(w^2 (r - estimate)^2)) / sum(w), n being the
#' number of turns. It takes the rewards as independent given what was played.
#'
#' Of several games the estimates are averaged. Games that walk the same events
#' share their noise, so that their standard errors do not average out: two games
#' are taken to be correlated as far as the events that they walked overlap, which
#' is the worst case. So a hundred games from one start are as certain as one, and
#' windows that do not overlap are independent.
#'
#' @param study A study, see [run_study()], of replays alone.
#' @param level Confidence level, a number between 0 and 1.
#' @return A tibble with one row a policy (and bandit): `bandit`, `policy`, `games`,
#'   `turns` (those of the policy's own choice, in all games), `estimate`, `se`,
#'   `lower`, `upper` (a t interval).
#' @section Errors: `unruly_error_argument` if the study is not one of replays.
#' @references Li, Chu, Langford and Wang (2011), Unbiased Offline Evaluation of
#'   Contextual-bandit-based News Article Recommendation Algorithms.
#' @examples
#' log <- simulate_click_log(events = 50000, days = 2, seed = 1)
#' study <- run_study(bandit_replay(log), list(policy_uniform(), policy_ag_l()),
#'   horizon = 1000, reps = 2, seed = 1)
#' replay_value(study)
#' @export
replay_value <- function(study, level = 0.95) {
  study <- check_study(study)
  level <- check_number(level, "level", above = 0, below = 1)
  bandits <- study$description$bandits
  replays <- vapply(bandits, has_trait, NA, "replay")
  if (!all(replays)) abort_argument("study", "a study of replays", study, given = "one of other bandits")
  final <- regret(study)
  final <- final[final$round == max(study$description$record), ]
  cells <- split(final, list(factor(final$bandit, names(bandits)), factor(final$policy, unique(final$policy))), drop = TRUE)
  rows <- lapply(unname(cells), function(cell) value_row(cell, bandits[[cell$bandit[1]]], level))
  do.call(rbind, rows)
}

value_row <- function(final, bandit, level) {
  estimate <- mean(final$estimate)
  se <- value_error(final, bandit$traits$replay$parameters)
  width <- stats::qt((1 + level) / 2, max(mean(final$chosen) - 1, 1)) * se
  tibble(bandit = final$bandit[1], policy = final$policy[1], games = nrow(final), turns = sum(final$chosen),
         estimate = estimate, se = se, lower = estimate - width, upper = estimate + width)
}

# The standard error of the mean of the games' estimates: correlated as far as
# the events that they walked overlap.
value_error <- function(games, replay) {
  from <- replay$start[(games$rep - 1) %% length(replay$start) + 1]
  to <- from + games$events
  shared <- pmax(outer(to, to, pmin) - outer(from, from, pmax), 0)
  correlation <- shared / sqrt(outer(games$events, games$events))
  sqrt(sum(outer(games$se, games$se) * correlation)) / nrow(games)
}

# --- was the log shown uniformly? -------------------------------------------------

uneven_level <- 0.001

warn_if_uneven <- function(log, call = rlang::caller_env()) {
  if (!is.null(log$propensity)) return(invisible())
  p <- uniform_p_value(log)
  if (p >= uneven_level) return(invisible())
  cli::cli_warn(c(
    "The log does not look as if arms had been shown uniformly from their pools (chi-squared test, p = {signif(p, 2)}).",
    i = "What is replayed on it is biased. If the log knows how likely each arm was to be shown, give that as the column {.field propensity} and see {.fn replay_value}."
  ), class = "unruly_warning_uneven", call = call)
}

# Chi-squared within pools, summed. With k arms in a pool of n events the
# statistic has mean k - 1 and variance 2 (k - 1) (n - 1) / n under uniform
# draws; the sum is compared with a scaled chi-squared of the same two moments,
# which is right for few events in a pool too.
uniform_p_value <- function(log) {
  counts <- rle(sort(log$pool * log$arms + log$shown - 1, method = "radix"))
  pool <- counts$values %/% log$arms
  events <- tabulate(log$pool, length(log$pool_from) - 1)
  squares <- numeric(length(events))
  sums <- rowsum(as.double(counts$lengths)^2, pool)
  squares[as.integer(rownames(sums))] <- sums
  size <- diff(log$pool_from)
  used <- events > 0
  statistic <- sum((squares * size / events - events)[used])
  mean <- sum((size - 1)[used])
  variance <- sum((2 * (size - 1) * (events - 1) / events)[used])
  if (variance == 0) return(1)
  stats::pchisq(statistic * 2 * mean / variance, 2 * mean^2 / variance, lower.tail = FALSE)
}
