#' Replay a log as a bandit
#' @description
#' Makes a bandit of a log. At each event the policy chooses anew, and the event counts only if its choice is the arm
#' that was shown.
#'
#' **Use it when** you compare policies on logged choices. [replay_value()] gives the value of a policy with its
#' standard error, [estimates()] the means of the arms.
#'
#' @details
#' Such an event is a turn: the policy gets its reward and learns. Other events are discarded. If every arm of a pool
#' was shown with the same probability, and all pools are of one size, this is unbiased; other logs are thinned until it
#' is. Rounds are turns. A log has no true means, so `benchmark` and `regret` are `NA`: compare `reward`. A game that
#' runs out of events before the horizon ends early, and the study says so; its last checkpoint is then repeated.
#'
#' If the log dates its outcomes (`outcome_time`), a policy sees an outcome before the first event on or after its date,
#' that is, at the end of the turn before; in a resample, after as many events as in the log. Outcomes without a date
#' count as 0 and are never shown, which is silence: see [with_delay()] for the policies that bear it. To see all
#' outcomes at once, leave `outcome_time` out.
#'
#' @section Replications: With `resample = "none"`, all replications use the same events and differ by policy randomness
#'   only; deterministic policies have no interval. With `resample`, each replication draws events of its own, the same
#'   for all policies, and the spread between replications is the uncertainty due to the log, taken as the standard
#'   error. `"bootstrap"`: as many events as the log has, drawn with replacement in blocks of `block` consecutive events
#'   (blocks of 1 for independent events, longer ones to preserve what neighbours have in common). `"window"`: `block`
#'   consecutive events from a random place, for logs that drift; overlapping windows understate the spread.
#' @section Thinning: An event is used with probability `min_propensity` / propensity; a log without propensities is
#'   taken to be uniform, with 1 / (size of the pool). A used event becomes a turn if the policy chooses the arm shown,
#'   so with probability `min_propensity`, whatever the choice: turns are a fair sample of the events for any policy, if
#'   no arm of a pool had a lesser propensity. Weighting turns instead is biased for policies that learn. In the
#'   simulation of `bench/replay.R` (alternate pools of 3 and 2 arms, a uniform policy worth 0.308, 400 logs of 8,000
#'   events) the bias was 0.0009 (standard error 0.0005), and 95% intervals covered in 0.935 (0.012) of the logs.
#'
#'   `thin = "pool"` is the method of Li et al. (2011), for comparison with published results: within a pool
#'   arms become equally likely, but a pool of s arms counts with weight 1/s (with propensities: with its least). More
#'   events are left. In the same simulation the bias was -0.0117 (0.0004), and coverage 0.685 (0.023).
#'
#'   `thin = FALSE` keeps every event. It is unbiased if there is one pool, for policies that neither randomise nor see
#'   contexts, as their choice stays the same until that arm is shown; others are refused. Pools of several sizes count
#'   as with `"pool"`.
#' @section Support: The value of a choice is identified where it could be shown in every event. Then the mean of
#'   1 / propensity over the events whose pool has an arm, counting 0 where it was not shown, is 1 for each arm. Arms of
#'   which it is not (binomial test, level 0.001 for all arms together, and by more than 5%), arms with a stated
#'   propensity of 0, and arms that were never shown have no support: a warning names them, and a policy that chooses
#'   one of them has no value from then on (`estimate` is `NaN`, [replay_value()] gives `NA`). With `thin = FALSE`
#'   turns do not use propensities and keep their value.
#' @section Lifetimes: An arm lives from the first to the last event whose pool contains it, from `start` on; in between
#'   it can be absent. Policies count lifetimes in turns. Arms in the last pool need not have died then: even with
#'   `known = TRUE`, [policy_ag()] ranks them as those that live longest, and [policy_ucb_l()] uses the horizon as
#'   their end.
#'
#' @param log A log in the order of time, see [as_log()]. A data frame is passed to `as_log()` with the column arguments
#'   in `...`. Every event needs a reward, and a propensity unless none has one.
#' @param init For the first `init` arms that appear, the first event is accepted without asking the policy. A whole
#'   number of at least 0. Default: 25.
#' @param start Events to begin at, whole numbers; replication r begins at `start[r]`, several are used in turn. Only
#'   with `resample = "none"`. Default: 1.
#' @param known `TRUE` to give policies the order in which arms leave the pools for good. Default: `FALSE`.
#' @param resample `"none"` (the default), `"bootstrap"` or `"window"`, see "Replications".
#' @param block Length of blocks or windows in events, a whole number. Default: `NULL`, 1 for `"bootstrap"` and half the
#'   log for `"window"`.
#' @param min_propensity The least propensity of any arm of a pool: a number above 0, at most the least propensity in
#'   the log. With `thin = "pool"` also a column of the data frame, the least of each event's pool. Default: `NULL`, the
#'   least in the log (of each pool).
#' @param thin `TRUE` (the default), `"pool"`, or `FALSE` to keep every event, see "Thinning".
#' @param ... For a data frame: arguments of [as_log()], such as `arm = item`. Otherwise it must be empty.
#' @return A [bandit()], which takes no traits. [regret()] of its studies has four more columns: `events` (walked),
#'   `chosen` (turns in which the policy chose), `estimate` (their mean reward) and `se` (its standard error).
#' @section Warnings: `unruly_warning_uneven`: no propensities, and arms do not look drawn uniformly from their pools
#'   (chi-squared test, level 0.001). `unruly_warning_overlap`: thinning leaves less than a fifth of the log.
#'   `unruly_warning_support`: some arms have no support, see "Support". `unruly_warning_lives`: `known = TRUE` on a log
#'   shorter than two mean lifetimes.
#' @section Errors: `unruly_error_policy` (by [run_study()]): a policy that randomises, with `thin = FALSE`.
#' @seealso [replay_value()], [as_log()], [read_open_bandit()]
#' @references Li, Chu, Langford and Wang (2011), Unbiased Offline Evaluation of Contextual-bandit-based News Article
#'   Recommendation Algorithms, WSDM. Traca, Rudin and Yan (2020), Reducing Exploration of Dying Arms in Mortal Bandits,
#'   section 4. Mary, Preux and Nicol (2014), Improving Offline Evaluation of Contextual Bandit Algorithms via
#'   Bootstrapping Techniques, ICML (without their jitter). Kunsch (1989), The Jackknife and the Bootstrap for General
#'   Stationary Observations, Annals of Statistics 17.
#' @examples
#' replay <- bandit_replay(read_open_bandit(), resample = "bootstrap")
#' run_study(replay, list(policy_ucb1(), policy_ag()), horizon = 200, reps = 20, seed = 1)
#'
#' # A log with its own column names, in which the red button was shown most:
#' set.seed(1)
#' shown <- c(red = 0.6, green = 0.4)
#' clicks <- data.frame(item = sample(names(shown), 4000, replace = TRUE, prob = shown))
#' clicks$click <- runif(4000) < ifelse(clicks$item == "red", 0.1, 0.3)
#' clicks$p <- shown[clicks$item]
#' buttons <- bandit_replay(clicks, arm = item, reward = click, propensity = p, init = 0)
#' study <- run_study(buttons, list(policy_ucb1(), policy_fixed("green")), horizon = 200,
#'   reps = 5, seed = 1)
#' replay_value(study)
#' @export
bandit_replay <- function(log, init = 25, start = 1, known = FALSE, resample = c("none", "bootstrap", "window"),
                          block = NULL, min_propensity = NULL, thin = TRUE, ...) {
  least <- rlang::enquo(min_propensity)
  given <- if (!missing(log)) log
  log <- with_zeros(log_argument(log, "log", ..., call = rlang::current_env()))
  if (is.null(log$propensity)) log$propensity <- shown_of_all(log, rlang::current_env())
  check_replayable(log, rlang::current_env())
  events <- length(log$arm)
  start <- check_numbers(start, "start", min = 1, max = events, whole = TRUE,
                         wanted = sprintf("whole numbers from 1 to %d, the number of events", events))
  rules <- rules_of("trait_replay")
  init <- check_rule(init, rules$init)
  resample <- check_rule(resample, rules$resample)
  known <- check_rule(known, rules$known)
  if (resample != "none" && !identical(start, 1)) {
    abort_argument("start", "1 with `resample`, which draws where replications begin", start)
  }
  block <- check_block(block, resample, events)
  thin <- check_thin(thin)
  least <- check_least(least, given, log, thin)
  chance <- if (!isFALSE(thin)) chances_of_use(log, least)
  if (!isFALSE(thin)) warn_if_uneven(log)
  warn_of_overlap(log, chance, thin)
  unsupported <- warn_of_support(log, "`replay_value()` gives no value (`NA`) to policies that choose them.")
  if (known) warn_of_short_lives(log)
  names <- if (!has_numbered_arms(log)) enc2utf8(log$labels)
  b <- new_bandit(new_arms("constant", log$arms, list(value = rep(0, log$arms)),
                           range = log$range %||% range(log$reward), names = names, stated = log[["range"]]))
  after <- events_until_shown(log)
  context <- if (!is.null(log$context)) list(context = t(log$context), context_size = ncol(log$context))
  walk <- c(list(init = init, start = start, known = known, thin = !isFALSE(thin), chance = chance,
                 propensity = log$propensity, resample = resample, block = block, unsupported = unsupported),
            if (!is.null(after)) list(after = after),
            if (weighs_pools(log, least, thin)) list(by_pool = TRUE))
  add_trait(b, "replay", c(unclass(log)[c("shown", "reward", "pool", "pool_from", "pool_members")], walk, context),
            paste0(sprintf("the replay of %s events", format_count(events)), resample_text(resample, block),
                   thinning_text(log, chance, least, thin, if (resample == "window") block else events),
                   if (any(after != 1)) paste0(", outcomes shown by their dates", if (any(after == 0)) ", some never"),
                   if (known) paste0("; ", survivors_text(log))))
}

# A replay needs every reward, and all propensities or none.
check_replayable <- function(log, call) {
  refuse <- function(what, row) {
    abort_argument("log", sprintf("a log with a %s in each event", what), call = call,
                   given = sprintf("one without in event %s", format_count(row)),
                   hint = "Leave these events out before `as_log()`.")
  }
  if (anyNA(log$reward)) refuse("reward", which(is.na(log$reward))[1])
  if (anyNA(log$propensity)) refuse("propensity", which(is.na(log$propensity))[1])
}

# Where nobody has reported anything by the end of a dated log, there is nothing, if rewards cannot be less.
with_zeros <- function(log) {
  open <- is.na(log$reward) & is.na(log$outcome_time %||% 0)
  if (!any(open) || any(log$reward < 0, na.rm = TRUE)) return(log)
  log$reward[open] <- 0
  log
}

# Returns how many events after its own an outcome is shown, 0 for never; NULL if all are shown before the next event.
events_until_shown <- function(log) {
  if (!is_dated(log)) return(NULL)
  games <- split(seq_along(log$arm), if (is.null(log$game)) 1 else row_groups(log$game))
  after <- numeric(length(log$arm))
  for (here in games) {
    before <- findInterval(log$outcome_time[here], log$time[here], left.open = TRUE)
    after[here] <- pmax(before + 1 - seq_along(here), 1)
  }
  after[is.na(log$outcome_time)] <- 0
  if (any(after != 1)) after
}

check_block <- function(block, resample, events, call = rlang::caller_env()) {
  if (is.null(block)) return(switch(resample, bootstrap = 1, window = ceiling(events / 2)))
  block <- check_whole(block, "block", min = 1, max = events, call = call,
                       wanted = sprintf("NULL or a single whole number from 1 to %d, the number of events", events))
  if (resample == "none") abort_argument("block", "NULL with `resample = \"none\"`", block, call = call)
  block
}

resample_text <- function(resample, block) {
  switch(resample, none = "", window = sprintf(", windows of %s", format_count(block)),
         bootstrap = paste0(", bootstrapped", if (block > 1) sprintf(" in blocks of %s", format_count(block))))
}

replay_text <- function(bandit) {
  sprintf("%s arms, %s", format_count(arm_count(bandit)), bandit$traits$replay$text)
}

# A log has no other description of its arms.
trait_words.replay <- function(trait, bandit) replay_text(bandit)

# --- warnings ----------------------------------------------------------

warn_of_short_lives <- function(log, call = rlang::caller_env()) {
  size <- diff(log$pool_from)
  events <- length(log$arm)
  deaths <- sum(!is_survivor(log))
  lives <- deaths * events / sum(size[log$pool])
  if (lives >= 2) return(invisible())
  spanned <- if (deaths > 0) paste(format_numbers(signif(lives, 2)), "mean lives") else "no end of a life"
  warn_cli(c(
    "The log is too short to rank arms by their lives: it spans {spanned}.",
    i = paste("{survivors_text(log)}; their ends are unknown, and {.code known = TRUE} takes them for those that live",
              "longest.")
  ), class = "unruly_warning_lives", call = call)
}
