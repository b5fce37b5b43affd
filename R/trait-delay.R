#' Rewards that arrive late or never, with a known source
#' @description
#' Adds a delay: the reward of a pull is shown in a later round, together with the pull it belongs to, or it is lost.
#'
#' **Use it when** rewards are orders or clinical outcomes. If the source of a reward is not known,
#' use [with_spread()].
#'
#' @details
#' Policies learn from a reward when it is shown. A lag of 0 is no delay; with a lag of 1 the reward
#' of round t is shown at the end of round t + 1. With [waiting][with_waiting] a lag counts from the
#' last round of the pull. The lags of different pulls are independent of each other and of everything
#' else.
#'
#' A policy that plays arms first because no reward of them has been shown (UCB1, and many others) plays the one of
#' them that was pulled least, and of several the lowest: until rewards arrive it takes turns, also under
#' [batches][with_batches]. So does one that chooses among equal arms, such as [policy_epsilon_greedy()].
#'
#' What would be shown after the horizon, or after a rule stopped the game, is not seen: the final analysis of a
#' delayed trial lacks the last outcomes. `run_study(overrun = TRUE)` waits for them, `overrun = 30` for 30 rounds.
#'
#' With `zero` the lag depends on the reward: a conversion is reported when it happens, and that there is none after a
#' month, or by nobody (`zero = Inf`, *silence*). What was shown by some round is then no fair sample of what will be:
#' while zeros are late it is too good, and of silent arms all that is ever shown are rewards other than 0. Studies
#' name in a warning (`unruly_warning_outcomes`) the policies and rules that take what was shown for a fair sample.
#' Silent arms are refused by all policies but those that learn nothing, those for which a 0 changes nothing
#' ([policy_exp3()], if its range begins at 0), those made for it ([policy_conversion()], [policy_matured()],
#' [policy_tsallis_inf()]), your own, and wrappers of these; games
#' stop by [stop_at()] and [stop_settled()] only. Unless its policy names one, a game names the arm with the greatest
#' ratio of what was shown and pulls. The lags of other outcomes are what they would be without `zero`.
#'
#' An outcome that is lost is never shown, not even by `overrun = TRUE`, and policies cannot tell it from one that is
#' still to come. Whether it is lost does not depend on its lag or on the reward.
#'
#' The regret is that of the pulls: a reward counts in the round of its pull, even if it would
#' be shown after the horizon or never. In [choices()], `observed` is the sum of everything shown at
#' the end of a round. This trait can be combined with every other trait, but not with
#' [accrual][with_accrual()], nor with a replay; what arrives from a
#' spread is shown late too.
#'
#' @param bandit A bandit.
#' @param delay The distribution of the lags, in rounds:
#'   * a whole number of at least 0: a fixed lag;
#'   * a list of such numbers, one per arm;
#'   * two or more probabilities that sum to 1: those of the lags 1, 2, ..., D;
#'   * a matrix of such probabilities, one row per arm (lists, rows and means by arm may have the arms' names,
#'     then in any order);
#'   * a distribution: `delay_geometric()`, or one of the [spreads] that is of finite length or
#'     `spread_geometric()`, whose weights are then the probabilities of the lags.
#' @param zero `NULL`, or the distribution of the lags of outcomes that are exactly 0, in any form of `delay`; or `Inf`:
#'   they are never shown. Arms must be able to pay 0. Not with a spread or waiting, as `never`. Default: `NULL`, as the
#'   others.
#' @param never The probability that an outcome is lost, whatever it is: numbers from 0 to 1, one for all arms or one
#'   per arm. The lags of the others are those of `delay`. Default: 0, none is lost.
#' @param mean Mean lags in rounds, numbers of at least 1, one for all arms or one per arm.
#'   Lags are geometric on 1, 2, ...: P(lag > l) = (1 - 1 / mean)^l. For [estimates()] of a log whose times are dates,
#'   lags are in seconds, and may be lengths of time: `delay_geometric(as.difftime(5, units = "days"))`.
#' @param longest The greatest lag, a whole number of at least 1, or `Inf` (where `mean` is a length of time, another
#'   one). Outcomes whose geometric lag is greater are never shown; the probabilities of the others stay what they are.
#'   Default: `Inf`.
#' @param ... Must be empty.
#' @return `with_delay()`: the bandit, with the trait added. `delay_geometric()`: a distribution of
#'   lags, of class `unruly_delay`.
#' @inheritSection with_patience Errors
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(20)
#' run_study(problem, list(policy_delayed_ucb1(), policy_queue(policy_thompson())),
#'   horizon = 1000, reps = 5, seed = 1)
#' bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(list(0, 50))
#' bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(c(0.5, 0.25, 0.25))
#' bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(delay_geometric(c(5, 50)))
#' bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(spread_delay(10, 30))
#' # A third of the outcomes of the first arm is lost.
#' bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(20, never = c(1 / 3, 0))
#' # Nobody reports that a click will never convert.
#' bandit(arms_bernoulli(c(slow = 0.1, fast = 0.07))) |>
#'   with_delay(delay_geometric(c(300, 50)), zero = Inf)
#' @references Joulani, Gyorgy and Szepesvari (2013), Online Learning under
#'   Delayed Feedback, section 2.
#' @seealso [policy_queue()], which adapts any policy to delays, and [policy_delayed_ucb1()].
#' @export
with_delay <- function(bandit, delay, zero = NULL, never = 0, ...) {
  check_no_dots(...)
  check_bandit(bandit)
  check_addition(bandit, "delay")
  law <- check_lags(delay, "delay", bandit)
  zeros <- if (!is.null(zero)) law_of_zeros(zero, law, bandit)
  never <- check_never(in_order_of_arms(never, "never", bandit$arms$names), arm_count(bandit))
  lost <- if (!is.null(never)) sprintf("lost with probability %s", parameter_text(never))
  add_trait(bandit, "delay", c(law$parameters, zeros$parameters, list(never = never)[!is.null(never)]),
            paste(c(law$text, zeros$text, lost), collapse = ", "))
}

# One law for all arms, or with as many numbers as there are arms.
check_lags <- function(delay, argument, bandit, call = rlang::caller_env()) {
  law <- delay_of_arms(as_delay(delay, arm_count(bandit), argument, call), argument, bandit$arms$names, call)
  sizes <- lengths(law$parameters[c("lag", "mean")])
  if (all(sizes %in% c(0, 1, arm_count(bandit)))) return(law)
  abort_argument(argument, sprintf("a distribution for 1 or %d arms", arm_count(bandit)),
                 given = sprintf("one for %d", max(sizes)), call = call)
}

# NULL where zeros have the law of the others.
law_of_zeros <- function(zero, law, bandit, call = rlang::caller_env()) {
  if (identical(zero, Inf)) return(list(parameters = list(silent = TRUE), text = "zeros never"))
  found <- check_lags(zero, "zero", bandit, call)
  if (identical(found$parameters, law$parameters)) return(NULL)
  names(found$parameters) <- paste0("zero_", names(found$parameters))
  list(parameters = found$parameters, text = sub("^rewards", "zeros", found$text))
}

# Returns whether outcomes of 0 are never shown; or later than others, or earlier.
hides_zeros <- function(bandit) {
  isTRUE(as.logical(trait_parameter(bandit, "delay", "silent"))) || any(trait_parameter(bandit, "replay", "after") == 0)
}
has_lags_by_reward <- function(bandit) {
  any(startsWith(names(bandit$traits$delay$parameters) %||% "", "zero_")) ||
    pays_lives(bandit) && has_trait(bandit, "accrual")
}

# NULL where nothing is lost.
check_never <- function(never, arms, call = rlang::caller_env()) {
  rule <- rules_of("trait_delay")$never
  never <- check_rule(never, rule, call = call)
  if (!length(never) %in% c(1, arms)) never <- check_rule(never, rule, size = arms, call = call)
  if (any(never > 0)) never
}

# Returns by arm, or once for all, the probability that an outcome is never shown, however long one waits.
lost_shares <- function(bandit) {
  law <- bandit$traits$delay$parameters
  late <- if (is.null(law$longest)) 0 else (1 - 1 / law$mean)^law$longest
  never <- law$never %||% 0
  never + (1 - never) * late
}

delay_fixed <- function(lag, argument, wanted, call, names = NULL) {
  lag <- check_rule(lag, rules_of("trait_delay")$lag, argument, call = call, wanted = wanted)
  new_delay(list(lag = with_names_of_arms(lag, names)))
}

#' @rdname with_delay
#' @export
delay_geometric <- function(mean, longest = Inf, ...) {
  unit <- if (!missing(mean) && inherits(mean, "difftime")) "seconds"
  if (!is.null(unit)) {
    if (!inherits(longest, "difftime") && !identical(longest, Inf)) {
      abort_argument("longest", "Inf, or a length of time as `mean` is", longest)
    }
    mean <- in_seconds(mean)
    longest <- if (inherits(longest, "difftime")) in_seconds(longest) else Inf
  }
  p <- described("trait_delay")
  p$mean <- with_names_of_arms(p$mean, arm_names(mean, "mean"))
  new_delay(if (identical(p$longest %||% Inf, Inf)) p["mean"] else p, unit = unit)
}

in_seconds <- function(length) stats::setNames(as.numeric(length, units = "secs"), names(length))

# `unit`: "seconds" of lags that are lengths of time, which logs with dates have; else NULL.
new_delay <- function(parameters, text = delay_text(parameters, unit), unit = NULL) {
  structure(c(list(parameters = parameters, text = text), list(unit = unit)[!is.null(unit)]), class = "unruly_delay")
}

delay_text <- function(p, unit = NULL) {
  if (!is.null(p$lag)) {
    if (all(p$lag == 0)) return("rewards shown at once")
    return(sprintf("rewards shown %s %s late", parameter_text(p$lag), if (all(p$lag == 1)) "round" else "rounds"))
  }
  if (is.null(p$mean)) return(sprintf("rewards shown up to %s late", count_of(ncol(p$chance), "round"))) # word ok
  text <- paste(c("rewards shown late, geometric with mean", parameter_text(p$mean), unit), collapse = " ")
  if (is.null(p$longest)) return(text)
  sprintf("%s, those after more than %s never", text, count_of(p$longest, if (is.null(unit)) "round" else "second"))
}

#' @export
print.unruly_delay <- print_formatted

#' @export
format.unruly_delay <- function(x, ...) {
  check_object(x)
  one_line(paste("<delay>", x$text))
}

# Longer tables are refused: they are kept as they are.
longest_delay_table <- 1e7

# Returns a law whose numbers by arm may have the arms' names as one for these arms.
delay_of_arms <- function(law, argument, arms, call) {
  ordered <- parameters_of_arms(law$parameters, argument, arms, call)
  if (identical(ordered, law$parameters)) law else new_delay(ordered, unit = law$unit)
}

# `dated`: whether lags may be lengths of time.
as_delay <- function(delay, arms, argument, call, dated = FALSE) {
  wanted <- paste0(if (argument == "zero") "NULL, Inf, ",
                  "a whole number of rounds of at least 0, a list with one per arm, probabilities of the lags 1, ",
                  "2, ... that sum to 1, or a distribution such as `delay_geometric(20)`")
  if (missing(delay)) abort_missing(argument, call, wanted)
  if (inherits(delay, "unruly_delay")) {
    check_class(delay, argument, "unruly_delay", wanted, call)
    if (is.null(delay$unit) || dated) return(delay)
    abort_argument(argument, "a law of lags that are numbers", given = "one of lengths of time", call = call,
                   hint = "Only logs whose times are dates have a unit of time.")
  }
  if (inherits(delay, "unruly_spread")) {
    return(delay_of_spread(check_class(delay, argument, "unruly_spread", wanted, call), argument, wanted, call))
  }
  if (is.numeric(delay) && length(delay) == 1 && is.null(dim(delay))) {
    return(delay_fixed(check_whole(delay, argument, wanted = wanted, call = call), argument, wanted, call))
  }
  if (is.list(delay) && !is.object(delay)) {
    return(delay_fixed(lags_of_list(delay, argument, wanted, call), argument, wanted, call,
                       arm_names(delay, argument, call)))
  }
  if (!is.numeric(delay) || is.object(delay)) {
    abort_argument(argument, wanted, delay, call = call, hint = if (dated && inherits(delay, "difftime"))
      "Lags with this mean are `delay_geometric(as.difftime(5, units = \"days\"))`.")
  }
  # Longer ones are refused by their length before their values are looked at.
  if (is.null(dim(delay)) && length(delay) %in% 2:1000 && isTRUE(all(delay >= 1 & delay == round(delay)))) {
    abort_argument(argument, wanted, delay, call = call, hint = hint_for_lags(delay))
  }
  probability <- check_chances(delay, argument, wanted, arms, spread = FALSE, hint = hint_for_rest, call = call)
  names <- if (is.matrix(delay)) arm_names(delay, argument, call)
  new_delay(list(chance = with_names_of_arms(probability, names), from = 1))
}

# Returns what to write for lags by arm, which are not probabilities.
hint_for_lags <- function(lags) {
  if (length(lags) > 6) return("Fixed lags by arm are a list: `as.list(lags)`.")
  lags <- paste(format_numbers(lags), collapse = ", ")
  sprintf("Fixed lags by arm are a list, `list(%1$s)`; random ones with these means `delay_geometric(c(%1$s))`.", lags)
}

# What to write if outcomes are lost with the probability that is missing in a row.
hint_for_rest <- function(probability) {
  sums <- rowSums(probability)
  if (any(sums <= 0 | sums > 1 + 1e-8)) return(NULL)
  never <- deparse_plain(signif(pmax(1 - sums, 0), 12))
  write <- if (length(probability) > 6 || nrow(probability) > 1) "divide each row by its sum" else
    sprintf("write `%s`", deparse_plain(signif(probability[1, ] / sums, 12)))
  sprintf("If the rest is never shown, %s, with `never = %s`.", write, never)
}

# Fixed lags by arm come as a list, since a vector of numbers is one of probabilities.
lags_of_list <- function(delay, argument, wanted, call) {
  single <- vapply(delay, function(lag) is.numeric(lag) && !is.object(lag) && length(lag) == 1, NA)
  if (length(delay) == 0 || !all(single)) abort_argument(argument, wanted, delay, call = call)
  unlist(delay, use.names = FALSE)
}

delay_of_spread <- function(spread, argument, wanted, call) {
  if (spread$law == "geometric") return(delay_geometric(1 / (1 - spread$parameters$gamma)))
  if (!spread$law %in% c("delay", "window", "linear", "custom")) {
    abort_argument(argument, wanted, given = "a spread without a finite list of lags", call = call)
  }
  range <- lag_range(spread)
  if (diff(range) >= longest_delay_table) {
    abort_argument(argument, sprintf("a distribution with at most %s lags", format_count(longest_delay_table)),
                   call = call, given = sprintf("one with %s", format_count(diff(range) + 1)))
  }
  probability <- matrix(weight_at(spread, seq(range[1], range[2])), nrow = 1)
  new_delay(list(chance = probability, from = range[1]), # word ok: the name in the core
            sprintf("rewards shown %s to %s rounds late", format_count(range[1]), format_count(range[2])))
}

#' Delayed-UCB1 and QPM-D: policies for late rewards
#' @description
#' Policies for bandits [with_delay()]: a version of UCB1, and a wrapper that adapts any policy to
#' delays.
#'
#' **Use it when** rewards are reported late and you know which pull each belongs to. If you do not, see
#' [policy_ars_ucb()]. [policy_thompson()] can be used without a wrapper.
#'
#' @details
#' * `policy_delayed_ucb1()` plays the arm with the greatest xbar + sqrt(2 ln t / s), where s is the
#'   number of rewards of the arm that were shown before round t and xbar their mean. Arms of which
#'   nothing has been shown come first: among them the arm with the fewest pulls.
#' * `policy_queue()`, QPM-D, keeps a queue of shown rewards for each action. When the policy inside
#'   chooses an action whose queue is not empty, it receives the first reward in that queue and
#'   chooses again. Otherwise its choice is played. The policy inside thus plays a game without
#'   delays.
#'
#' When arms come or go, the policy inside chooses again, and the queue of an arm that dies is
#' discarded. While rewards are in a queue, the arm that is [named][recommendations] is the one with
#' the greatest mean of all rewards shown, unless the policy inside has settled on an arm. Ties go
#' to the arm with the lowest number.
#'
#' If no reward is late, neither by a [delay][with_delay] nor in [batches][with_batches],
#' `policy_delayed_ucb1()` makes the choices of [policy_ucb1()], and `policy_queue()` those of a
#' deterministic policy inside. A randomised one makes other draws with the same propensities.
#'
#' @section In one sentence:
#' `r sentences_of("policy_delayed_ucb1", "policy_queue")`
#' @param policy The policy inside: a policy of the package or one written in C, except
#'   [policy_oracle()] and another `policy_queue()`. Policies in R ([policy_index()],
#'   [policy_custom()]) are refused.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the policy inside cannot play the bandit, or the
#'   bandit has a log or contexts.
#' @references Joulani, Gyorgy and Szepesvari (2013), Online Learning under Delayed Feedback,
#'   section 4 and Algorithm 2. The order of arms of which nothing has been shown is ours.
#' @seealso [policy_doubling()] for other wrappers.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(delay_geometric(20))
#' policies <- list(policy_delayed_ucb1(), policy_queue(policy_ucb1()), policy_queue(policy_exp3()))
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @name policy_queue
NULL

#' @rdname policy_queue
#' @export
policy_delayed_ucb1 <- function(label = NULL, ...) describe("policy_delayed_ucb1")

#' @rdname policy_queue
#' @export
policy_queue <- function(policy, label = NULL, ...) describe("policy_queue")

shape.unruly_delay <- function(x) list(
  parameters = function(v, x) are_parameters(v) && is_delay_law(v), text = function(v, x) is_word(v),
  unit = function(v, x) is.null(v) || identical(v, "seconds")
)

# Fixed lags, means of geometric ones with or without a greatest lag, or a table of probabilities with the lag of its
# first column.
is_delay_law <- function(p) {
  if (!fits_rules("trait_delay", p, max(1, lengths(p[c("lag", "mean")])))) return(FALSE)
  if (length(p) == 1) return(names(p) %in% c("lag", "mean"))
  if (identical(names(p), c("mean", "longest"))) return(TRUE)
  identical(names(p), c("chance", "from")) && is.matrix(p$chance) # word ok: the name in the core
}
