#' A bandit that replays a log
#'
#' To evaluate policies on a log of what was shown and clicked: at every event the policy
#' chooses anew; if its choice is the arm that was shown, the event is a turn (the policy sees
#' the reward and learns), otherwise the event is discarded. If the log showed arms uniformly
#' at random, this is unbiased.
#'
#' Rounds are turns. A log has no true means, so `benchmark` and `regret` are `NA`: look at
#' `reward`.
#'
#' An arm lives from the first to the last event whose pool contains it, beginning at `start`.
#' In between it may be missing from some pools: then it cannot be chosen, but it has neither
#' died nor is it born again. Policies count its lifetime in turns: it was alive in a turn if
#' it was in the pool of some event of that turn.
#'
#' If the log runs out of events before the horizon, the game ends early; the study says so
#' when it prints. [regret()] then repeats the last figures (`pulls` has the number of turns). What is compared is the
#' reward per turn, up to the last checkpoint that all games reached: [summary()][summary.unruly_study],
#' [compare_policies()], [as_table()] and figures take that checkpoint for the final one, say after how many turns games
#' ended, and have no means beyond.
#'
#' @section What a single log can show: With `resample = "none"` all replications use the same
#'   events. They differ by policy randomness only, and not at all for a policy that does not
#'   randomise, however short the log. [summary()][summary.unruly_study] then gives no
#'   interval and [compare_policies()] no p-value.
#'
#' With `resample`, each replication uses events of its own, the same for every policy; they
#' depend on the seed and the replication, like everything random. The spread between
#' replications then shows the uncertainty that is due to the log, and is taken as the
#' standard error itself, since more replications do not make a log longer.
#'
#' * `"bootstrap"`: as many events as the log has, drawn from it with replacement in blocks of
#'   `block` consecutive events (after the last event comes the first). Blocks of 1 suit
#'   independent events; longer ones preserve what consecutive events have in common, such as
#'   the hour and the pool of candidates.
#' * `"window"`: `block` consecutive events from a random place of the log, in their own
#'   order, for logs that drift. Windows overlap, the more so the longer they are, and then
#'   their spread is too small.
#'
#' @section Logs that were not shown uniformly: If the log contains the `propensity` of what
#'   was shown, it is thinned: an event is used with probability (least propensity of its
#'   pool) / (its own) and skipped otherwise, so that in the remaining log every arm of a pool
#'   was shown with equal probability, and every policy meets what it would have met online.
#'   (Weighting turns by 1 / propensity would be biased for a policy that learns: a policy
#'   that does not randomise repeats its choice until it is shown, so that its turns are right
#'   as they are.) The draw depends on the seed, the replication and the event, so
#'   replications of one log differ. Skipped events count for the lifetimes of arms.
#'
#' The least propensity of a pool is that of the arm that the logging policy showed least
#' often, which a log may not contain: by default it is the least propensity of the whole log
#' (printing says so); `min_propensity` gives a better value, per event if necessary. A greater one
#' leaves more events. Arms that were hardly ever shown leave almost nothing of a log: if less
#' than a fifth is left, or an arm of the pools never appears, there is a warning.
#'
#' `thin = FALSE` keeps every event. That is unbiased, without weights, for policies that
#' neither randomise nor see contexts: their choice waits until it is shown. Others are
#' refused. (If pools change meanwhile, more turns come from pools in which the choice is
#' shown often, just as in a replay of a uniform log more come from small ones.) For policies
#' that do not learn at all [replay_value()] has weights and the doubly robust estimate.
#'
#' @section Lifetimes: Arms in the pool of the last event did not die there. Their last event
#'   is unknown, even with `known = TRUE`: [policy_ag_l()] ranks them as those that live
#'   longest, [policy_ucb_l()] uses the horizon as their end; printing says how many they are.
#'   A log of less than two mean lifetimes therefore says little about which arms live long,
#'   and `known = TRUE` on such a log warns. (The mean lifetime is the number of events whose
#'   pools contained an arm, over the arms that died.)
#'
#' @param log A log, as made by [read_open_bandit()], [read_yahoo_clicks()] or
#'   [simulate_click_log()], or a data frame with one row an event, in the order of
#'   time.
#' @param arm,reward,time,pool,propensity Columns of the data frame, as names without
#'   quotes (`arm = item`) or as texts; those that are called so are found by
#'   themselves, and the last three may be missing (or `NULL`: not used).
#'   * `arm` (also found as `shown`): what was shown, whole numbers from 1, or labels (texts or a factor),
#'     numbered in alphabetical order or as the levels.
#'   * `reward`: numbers, or `TRUE` and `FALSE` for 1 and 0.
#'   * `time`: numbers, dates, date-times or texts such as `"2026-11-22 09:30:00"` (also with `T`, fractions, `Z`
#'     or `+01:00`; UTC if they do not tell), kept as seconds since 1970.
#'   * `pool`: the arms that could have been shown: a list, or texts parted by
#'     spaces; without it, all arms always.
#'   * `propensity`: the chance in (0, 1] with which what was shown was shown.
#' @param context Columns of contexts, for [policy_linucb()]: a name or `c()` of names,
#'   numbers, matrices of them, logicals, or texts and factors, which become a column of 0
#'   and 1 for each value. Dates and numbers with a unit are refused: make plain numbers of
#'   them. `NULL` takes the columns whose names begin with `context`, if there are any.
#' @param init The first event of each of `init` unseen arms (of all, if the log
#'   shows fewer) is accepted without asking the policy; a whole number of at
#'   least 0.
#' @param start Event to begin at, a whole number from 1; several are used in
#'   turn, replication r taking `start[r]`, for sliding windows. Only with
#'   `resample = "none"`.
#' @param known `TRUE` if policies are told which arms will live longest, by the
#'   last events whose pools have them; see below.
#' @param resample `"none"`, `"bootstrap"` or `"window"`: whether each
#'   replication walks the log as it is or a resample of its own, see below.
#' @param block Length of the blocks or windows in events, a whole number from 1
#'   to the number of events; `NULL` is 1 for `"bootstrap"` and half the log for
#'   `"window"`.
#' @param min_propensity The least propensity of an event's pool, for thinning: a number above 0, at
#'   most the least propensity of the log, or a column of the data frame (numbers, one an
#'   event, none above the propensity of the event); `NULL` is the least propensity of
#'   the log.
#' @param thin `FALSE` to leave every event in, for deterministic policies only; see
#'   below.
#' @param ... Must be empty.
#' @return A bandit. It takes no traits.
#' @section Figures:
#' [regret()] of a replay has four more columns: `events` (how many were walked),
#' `chosen` (turns in which the policy chose), `estimate` (the mean reward of
#' those) and `se` (its standard error).
#' @section Warnings: `unruly_warning_uneven`: the log has no propensities, and arms do not
#'   look as if they had been drawn uniformly from their pools (chi-squared within pools, at
#'   the level of 0.001), so that what is replayed on it is biased. `unruly_warning_overlap`:
#'   thinning leaves less than a fifth of the log, or an arm of the pools was never shown.
#'   `unruly_warning_lives`: `known = TRUE` on a log of less than two mean lives.
#'   `unruly_warning_log`: the events are not in the order of time.
#' @section Errors: `unruly_error_argument` if an argument is not as described above.
#'   [run_study()] raises `unruly_error_policy` for a policy that is not deterministic with
#'   `thin = FALSE`.
#' @seealso [replay_value()] for the value of a policy with its standard error.
#' @references Li, Chu, Langford and Wang (2011), Unbiased Offline Evaluation of
#'   Contextual-bandit-based News Article Recommendation Algorithms. Traca,
#'   Rudin and Yan (2020), section 4. Mary, Preux and Nicol (2014), Improving
#'   Offline Evaluation of Contextual Bandit Algorithms via Bootstrapping
#'   Techniques (resamples of the log; without their jitter). Kunsch (1989), The
#'   Jackknife and the Bootstrap for General Stationary Observations (blocks).
#' @examples
#' log <- read_open_bandit(open_bandit_sample())
#' policies <- list(policy_ucb1(), policy_ag())
#' run_study(bandit_replay(log, resample = "bootstrap"), policies, horizon = 200, reps = 20, seed = 1)
#'
#' # A log with names of its own, in which the red button was shown most.
#' set.seed(1)
#' chance <- c(red = 0.6, green = 0.4)
#' clicks <- data.frame(item = sample(names(chance), 4000, replace = TRUE, prob = chance))
#' clicks$click <- runif(4000) < ifelse(clicks$item == "red", 0.1, 0.3)
#' clicks$p <- chance[clicks$item]
#' buttons <- bandit_replay(clicks, arm = item, reward = click, propensity = p, init = 0)
#' buttons
#' study <- run_study(buttons, list(policy_ucb1(), policy_fixed("green")),
#'   horizon = 200, reps = 5, seed = 1)
#' replay_value(study)
#' @export
bandit_replay <- function(log, arm = arm, reward = reward, time = time, pool = pool, propensity = propensity,
                          context = NULL, init = 25, start = 1, known = FALSE,
                          resample = c("none", "bootstrap", "window"), block = NULL, min_propensity = NULL, thin = TRUE, ...) {
  check_no_dots(...)
  least <- rlang::enquo(min_propensity)
  given <- if (!missing(log)) log
  log <- read_log_argument(log, columns_named())
  events <- length(log$arm)
  start <- check_numbers(start, "start", min = 1, max = events, whole = TRUE,
                         wanted = sprintf("whole numbers from 1 to %d, the number of events", events))
  rules <- rules_of("trait_replay")
  init <- check_rule(init, rules$init)
  resample <- check_rule(resample, rules$resample)
  known <- check_rule(known, rules$known)
  if (resample != "none" && !identical(start, 1)) {
    abort_argument("start", "1 with `resample`, which says where replications begin", start)
  }
  block <- check_block(block, resample, events)
  least <- check_least(least, given, log)
  thin <- check_flag(thin, "thin")
  chance <- if (thin) chances_of_use(log, least)
  if (thin) warn_if_uneven(log)
  warn_of_overlap(log, chance)
  if (known) warn_of_short_lives(log)
  names <- if (!identical(log$labels, as.character(seq_len(log$arms)))) enc2utf8(log$labels)
  b <- new_bandit(new_arms("constant", log$arms, list(value = rep(0, log$arms)), range = range(log$reward),
                           names = names, stated = log[["range"]]))
  context <- if (!is.null(log$context)) list(context = t(log$context), context_size = ncol(log$context))
  walk <- list(init = init, start = start, known = known, thin = thin, chance = chance, propensity = log$propensity,
               resample = resample, block = block)
  add_trait(b, "replay", c(log[c("shown", "reward", "pool", "pool_from", "pool_members")], walk, context),
            paste0(sprintf("the replay of %s events", format_count(events)), resample_text(resample, block),
                   thinning_text(chance, least), if (known) paste0("; ", survivors_text(log))))
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

# A log is all that there is to say of the arms.
describe.replay <- function(trait, bandit) replay_text(bandit)

# --- thinning -----------------------------------------------------------------

# The least propensity of each event's pool: one number, or one an event.
check_least <- function(least, frame, log, call = rlang::caller_env()) {
  if (rlang::quo_is_null(least)) return(min(log$propensity, 1))
  wanted <- "NULL, a number above 0, or a column of such numbers"
  value <- tryCatch(rlang::eval_tidy(least, if (is.data.frame(frame)) frame), error = function(problem) {
    abort_argument("min_propensity", wanted, given = column_text(rlang::quo_get_expr(least)), call = call)
  })
  if (is.null(value)) return(min(log$propensity, 1))
  if (is.null(log$propensity)) abort_argument("min_propensity", "NULL for a log without propensities", value, call = call)
  size <- if (length(value) != 1) length(log$arm)
  value <- check_numbers(value, "min_propensity", size = size, above = 0, max = 1, wanted = wanted, call = call)
  over <- which(value > log$propensity * (1 + 1e-9))
  if (length(over) > 0) {
    abort_argument("min_propensity", "at most the propensity of what was shown, in every event", call = call,
                   given = sprintf("%s for event %d, which was shown with %s",
                                   format_numbers(rep_len(value, over[1])[over[1]]), over[1],
                                   format_numbers(log$propensity[over[1]])))
  }
  value
}

# The chance of each event to be used; NULL if all are.
chances_of_use <- function(log, least) {
  if (is.null(log$propensity)) return(NULL)
  chance <- pmin(least / log$propensity, 1)
  if (any(chance < 1)) chance
}

thinning_text <- function(chance, least) {
  if (is.null(chance)) return("")
  told <- if (length(least) > 1) "least propensities by event" else
    sprintf("least propensity %s", format_numbers(signif(least, 3)))
  sprintf(", thinned to about %s (%s)", format_count(round(sum(chance))), told)
}

# --- what is warned of ----------------------------------------------------------

little_left <- 0.2

warn_of_overlap <- function(log, chance, call = rlang::caller_env()) {
  left <- if (is.null(chance)) 1 else mean(chance)
  never <- sum(arms_never_shown(log))
  if (left >= little_left && never == 0) return(invisible())
  warn_cli(c(
    "There is little overlap between what the log shows and what policies may choose.",
    "!" = if (left < little_left) "Thinning leaves about {format_count(round(left * length(log$arm)))} of {format_count(length(log$arm))} events: some arms were shown with small propensities only.",
    "!" = if (never > 0) "{never} arm{?s} of the pools {?was/were} never shown, so that a policy that chooses {?it/them} waits in vain.",
    i = if (left < little_left) "{.arg least} gives the least propensity by event, where it is not the same in all of the log; arms that are hardly ever shown are better left out."
  ), class = "unruly_warning_overlap", call = call)
}

# Arms that uniform draws would have shown ten times, but that never were.
arms_never_shown <- function(log) {
  size <- diff(log$pool_from)
  events <- tabulate(log$pool, length(size))
  expected <- sums_by(rep(events / size, size), log$pool_members, log$arms)
  tabulate(log$arm, log$arms) == 0 & expected >= 10
}

warn_of_short_lives <- function(log, call = rlang::caller_env()) {
  size <- diff(log$pool_from)
  events <- length(log$arm)
  deaths <- sum(!is_survivor(log))
  lives <- deaths * events / sum(size[log$pool])
  if (lives >= 2) return(invisible())
  spanned <- if (deaths > 0) paste(format_numbers(signif(lives, 2)), "mean lives") else "no end of a life"
  warn_cli(c(
    "The log is too short to know who lives long: it spans {spanned}.",
    i = "{survivors_text(log)}; when they would have died is unknown, and {.code known = TRUE} takes them for those that live longest."
  ), class = "unruly_warning_lives", call = call)
}

# --- was the log shown uniformly? -------------------------------------------------

uneven_level <- 0.001

warn_if_uneven <- function(log, call = rlang::caller_env()) {
  if (!is.null(log$propensity)) return(invisible())
  p <- uniform_p_value(log)
  if (p >= uneven_level) return(invisible())
  warn_cli(c(
    "The log does not look as if arms had been shown uniformly from their pools (chi-squared test, p = {format_numbers(signif(p, 2))}).",
    i = "What is replayed on it is biased. If the log knows how likely each arm was to be shown, give that as {.arg propensity}; {.code thin = FALSE} suits policies that throw no dice."
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
  squares <- sums_by(as.double(counts$lengths)^2, pool, length(events))
  size <- diff(log$pool_from)
  used <- events > 0
  statistic <- sum((squares * size / events - events)[used])
  mean <- sum((size - 1)[used])
  variance <- sum((2 * (size - 1) * (events - 1) / events)[used])
  if (variance == 0) return(1)
  stats::pchisq(statistic * 2 * mean / variance, 2 * mean^2 / variance, lower.tail = FALSE)
}
