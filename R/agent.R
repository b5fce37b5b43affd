#' Agents: policies on live data
#' @description
#' Makes an agent: a policy that chooses arms outside a simulation and learns from the rewards that you report. With the
#' seed and the rewards of a simulated game, it makes that game's choices.
#'
#' **Use it when** a web application, an experiment or a control loop must choose now, and its rewards are real. To
#' compare policies first, use [run_study()].
#'
#' @details
#' [agent_choose()] gives the arm to play now, [agent_learn()] reports its reward. Both change the agent in place: a
#' copy made with `<-` is the same agent. An agent keeps all its choices and reports, about 20 bytes per decision and 8
#' more per coordinate of a context, so that [save_agent()] can store it.
#'
#' @section Traits: What a policy must know of its arms is given as to a [bandit()]. Arms with patience leave by
#'   themselves when they are neglected, arms with a `last` round die after it, and arms with `rest` or a timetable
#'   `awake` are away in the rounds given there. All other arrivals and departures are reported with [agent_enter()] and
#'   [agent_leave()]. With `batch`, the policy gets what was reported when the batch ends.
#' @section Stopping: As in a study, the rule is evaluated at the end of each round. A round ends when its reward was
#'   reported and none is open, at the latest when the next round begins.
#'   `print()` and [recommendations()] give the round and the rule by which the agent stopped, and the arm that it
#'   names. While rewards are open, they give what the rule would answer if the round ended now. A stopped agent no
#'   longer uses its policy. An arm that [agent_leave()] removed for good is not named; an arm that left by itself can
#'   be. K, the number of arms, counts all arms that the agent ever had. The rule's `range` should contain the rewards.
#'
#' @param policy A policy, such as [policy_ucb1()], also your own ([policy_index()], [policy_compile()]). Not
#'   [policy_oracle()], which needs the true means.
#' @param arms Names of the arms: one or more distinct strings. Or their number: `3` means `"1"`, `"2"` and `"3"`.
#' @param horizon The number of rounds, a whole number from 1 to 2^48; some policies need it. Default: `NULL`, no end.
#' @param seed Seed of the policy's random numbers, a whole number. Default: `NULL`, drawn with R's generator.
#' @param rep The replication whose random numbers are used, a whole number of at least 1. Default: 1.
#' @param patience Rounds without a pull after which an arm leaves, one number or one per arm, `Inf` for never; see
#'   [with_patience()]. Default: `NULL`, arms are patient.
#' @param share,penalty Fair shares of all rounds and penalties per missing pull, one number or one per arm; see
#'   [with_fairness()]. Default: `NULL`, no shares.
#' @param waiting The longest wait in rounds, a whole number of at least 1; or a matrix as for [with_waiting()], of
#'   which only the number of columns is used. Default: `NULL`, pulls take one round.
#' @param context The number of coordinates of a context, from 1 to 1000; or a distribution such as [context_normal()],
#'   of which only that number is used. Default: `NULL`, no contexts.
#' @param first The first round of each arm, one number or one per arm; `Inf` for an arm that enters later by
#'   [agent_enter()]. Default: `NULL`, all from round 1.
#' @param last The last round of each arm, known to the policy, one number or one per arm; `Inf` for an unknown end.
#'   Default: `NULL`, no ends.
#' @param rest Rounds after which a chosen arm can be chosen again, whole numbers of at least 1, one for all arms (also
#'   those that enter later) or one per arm; see [with_rest()]. Default: `NULL`, no rest.
#' @param awake A timetable of the arms, a logical matrix as for [with_absences()], or a logical vector for all arms.
#'   Arms that enter later are always awake if it is a matrix. Default: `NULL`, always awake.
#' @param batch Rounds per batch, a whole number of at least 1; or the last rounds of the batches, two or more
#'   increasing numbers; see [with_batches()]. Default: `NULL`, no batches.
#' @param stop A rule such as [stop_glr()], see [stopping_rules]; not with `waiting`, `context`, `share`, `rest` or
#'   `awake`. Default: `NULL`, no stopping.
#' @param range,sd The scale of the rewards, at most one of the two: two numbers that rewards cannot leave, or the
#'   standard deviation of Gaussian rewards. The policy and `stop` use it unless they were given a scale. A reward
#'   outside the range is an error if the policy or the rule needs the range; otherwise it is learned, with one warning.
#'   Default: \[0, 1\].
#' @param after What [agent_choose()] does after the agent stopped. `"commit"` (the default): it gives the named arm in
#'   every round. `"end"`: it fails with an error of class `unruly_error_agent`.
#' @param drop,graduate `NULL`, or rules that take single arms out, see [stop_posterior()]. Default: `NULL`.
#' @param design `NULL`, or a [trial_design()]: what is not given of `policy` (allocation in its ratio), `arms` (its
#'   names, or how many), `horizon` (its last look), `sd`, `stop`, `drop` and `graduate` is taken from it. Default:
#'   `NULL`.
#' @param x An agent.
#' @param ... Must be empty.
#' @return `agent()`: an object of class `unruly_agent`. `as_tibble()`: a tibble with one row per arm in the order of
#'   entry, including arms that have left: `arm`, `wait` (with waiting: one row per arm and wait), `pulls`, `mean` (of
#'   the reported rewards), `last` (the round of its last pull; `NA`: none).
#' @section Errors: `unruly_error_policy`: the policy cannot play such arms, or needs an argument; the message names
#'   it.
#' @seealso [agent_choose()], [agent_enter()], [agent_decisions()], [save_agent()], [serve_agent()].
#' @examples
#' helper <- agent(policy_ucb1(), arms = c("blue", "green", "red"), seed = 1)
#' for (visitor in 1:50) {
#'   arm <- agent_choose(helper)
#'   agent_learn(helper, arm, reward = if (arm == "green") 1 else 0)
#' }
#' as_tibble(helper)
#' agent(policy_fc_se(), c("a", "b"), horizon = 1000, patience = c(3, 5))
#' @export
agent <- function(policy, arms, horizon = NULL, seed = NULL, rep = 1, patience = NULL, share = NULL, penalty = NULL,
                  waiting = NULL, context = NULL, first = NULL, last = NULL, rest = NULL, awake = NULL, batch = NULL,
                  stop = NULL, after = c("commit", "end"), range = NULL, sd = NULL, drop = NULL, graduate = NULL,
                  design = NULL, ...) {
  refuse_for_others("overrun", "An agent cannot know that nothing more will be reported. `run_study(overrun = TRUE)` shows what waiting gains.", ...)
  check_no_dots(...)
  take_design(rlang::current_env())
  check_class(policy, "policy", "unruly_policy", "a policy, such as `policy_ucb1()`")
  if (!missing(arms)) arms <- numbered_arms(arms)
  arms <- check_arm_texts(arms)
  count <- length(arms)
  given <- list(
    policy = policy, arms = arms,
    horizon = if (!is.null(horizon)) check_agent_horizon(horizon),
    seed = check_seed(seed, rlang::current_env()), rep = check_whole(rep, "rep", min = 1, max = 2^31 - 1),
    patience = if (!is.null(patience)) check_rounds_of(patience, "patience", arms),
    share = in_order_of_arms(share, "share", arms), penalty = in_order_of_arms(penalty, "penalty", arms),
    waiting = if (!is.null(waiting)) check_waits(waiting, count),
    context = if (!is.null(context)) check_coordinates(context),
    first = if (!is.null(first)) check_rounds_of(first, "first", arms),
    last = if (!is.null(last)) check_rounds_of(last, "last", arms),
    rest = if (!is.null(rest)) check_rest(rest, arms), awake = if (!is.null(awake)) check_agent_timetable(awake, arms),
    batch = if (!is.null(batch)) check_agent_batch(batch),
    range = if (!is.null(range)) check_range(range), sd = if (!is.null(sd)) check_sd(sd)
  )
  check_one_scale(range, sd, rlang::current_env())
  given$policy <- resolve_policy(policy, given[c("range", "sd")], arms)
  if (isTRUE(policy$taken) || !is.null(open_word(assuming(policy)))) given$taken <- TRUE # its scale, from here
  given$policy$taken <- NULL
  rules <- check_agent_rules(stop, drop, graduate, after, given)
  given[names(rules)] <- lapply(rules, resolve_stop, stated_by_agent_for_rules(given))
  warn_of_looks(given)
  given$design <- design
  if (is_own(policy)) given$own <- new.env(parent = emptyenv()) # where its state is
  open_agent(check_agent_traits(given, rlang::current_env()), rlang::current_env())
}

# So many arms are named by their numbers.
numbered_arms <- function(arms, call = rlang::caller_env()) {
  if (!is.numeric(arms) || length(arms) != 1) return(arms)
  count <- check_whole(arms, "arms", min = 1, max = 1e6, call = call,
                       wanted = "the names of the arms, or how many there are, a whole number from 1 to 1e6")
  arm_name(seq_len(count))
}

# An arm may be given by its number where that is its name.
arm_name <- function(arm) {
  if (is.factor(arm)) return(as.character(arm))
  if (is.numeric(arm) && !is.object(arm) && !anyNA(arm)) plain_number(arm) else arm
}

check_agent_horizon <- function(horizon, call = rlang::caller_env()) {
  check_whole(horizon, "horizon", min = 1, max = 2^48, call = call,
              wanted = "a single whole number of at least 1 and at most 2^48, or NULL")
}

check_rounds_of <- function(value, argument, arms, call = rlang::caller_env()) {
  value <- in_order_of_arms(value, argument, arms, call)
  check_numbers(value, argument, size = length(arms), min = 1, whole = TRUE, infinite = TRUE, call = call,
                wanted = "whole numbers of rounds of at least 1, or Inf")
}

# One for all arms, also for those that enter later, or one per arm.
check_rest <- function(rest, arms, call = rlang::caller_env()) {
  rest <- in_order_of_arms(rest, "rest", arms, call)
  checked <- check_rule(rest, rules_of("trait_rest")$rounds, "rest", size = length(arms), call = call)
  if (length(rest) == 1) checked[1] else checked
}

# As numbers, for files: the number of rows (1, or one per arm) and the values.
check_agent_timetable <- function(awake, arms, call = rlang::caller_env()) {
  timetable <- check_timetable(awake, arms, length(arms), call)
  c(nrow(timetable), timetable)
}

check_agent_batch <- function(batch, call = rlang::caller_env()) {
  unlist(if (length(batch) > 1) check_batches(NULL, batch, of_ends = "batch", call = call) else
    check_batches(batch, NULL, of_size = "batch", call = call), use.names = FALSE)
}

# The largest wait.
check_waits <- function(waiting, arms, call = rlang::caller_env()) {
  if (is.numeric(waiting) && length(waiting) > 1) return(as.double(ncol(check_delay(waiting, arms, call, "waiting"))))
  check_whole(waiting, "waiting", min = 1, max = 1e6, call = call,
              wanted = "the largest wait, a single whole number of at least 1, or a matrix of probabilities as for `with_waiting()`")
}

check_coordinates <- function(context, call = rlang::caller_env()) {
  if (inherits(context, "unruly_context")) {
    return(check_class(context, "context", "unruly_context", "a distribution of contexts", call)$d)
  }
  check_whole(context, "context", min = 1, max = most_coordinates, call = call,
              wanted = "the number of coordinates, a single whole number from 1 to 1000, or a distribution such as `context_normal()`")
}

# Shares and penalties as with_fairness() takes them; traits that exclude each other exclude each other here, too.
check_agent_traits <- function(given, call) {
  if (is.null(given$share) && !is.null(given$penalty)) abort_argument("share", "given with `penalty`", NULL,
                                                                      call = call)
  traits <- c(fairness = !is.null(given$share), waiting = !is.null(given$waiting), entries = !is.null(given$first),
              lifetimes = !is.null(given$last), rest = !is.null(given$rest), absences = !is.null(given$awake))
  for (conflict in trait_conflicts()) {
    if (isTRUE(all(traits[conflict[1:2]])) &&
        any(c("fairness", "rest", "absences") %in% conflict[1:2])) refuse_traits(conflict[1], conflict[2], conflict[3],
                                                                                 call)
  }
  if (is.null(given$share)) return(given)
  count <- length(given$arms)
  given$share <- check_share(given$share, count, call)
  given$penalty <- check_penalty(given$penalty, count, call)
  fairness <- list(share = given$share, penalty = matrix(given$penalty, count))
  why <- .Call(C_wrong_parameters, "trait_fairness", fairness, as.double(count))
  if (!is.null(why)) abort_parameter("trait_fairness", why, call)
  given
}

# --- deciding: called once per decision, so all checks are in C --------------------

#' Choose an arm and report its reward
#'
#' `agent_choose()` gives the arm to play now, `agent_learn()` reports its reward, and `agent_ticket()` gives the
#' number of the latest choice.
#'
#' Each choice is one round and has a ticket, counted from 1. Without `ticket`, `agent_learn()` reports the reward of
#' the latest choice. A choice whose reward never comes counts as a pull that taught nothing.
#'
#' @section Late rewards: A reward can be reported after further choices, in any order, with its ticket. A few policies
#'   need each reward before the next choice, and say so.
#' @section Waiting: With `waiting`, a choice is an arm and a wait, and the agent needs the duration of the pull:
#'   `agent_learn(agent, action, reward, time = 2)` if the outcome came after 2 rounds, `agent_learn(agent, action, NA)`
#'   if the wait ended first. If the reward comes later than the outcome, leave `reward` out and report it with the
#'   ticket. Where rewards are spread and mixed, the reward is the sum of what was seen in the rounds of the pull, and
#'   `time` is `NA` if the pull's own outcome did not come.
#' @section Choices of others: With `chosen = "outside"`, a pull that the agent did not choose is reported, for example
#'   by a person or by a fallback. It is a round of its own with a ticket, and the policy goes on as if the choice was
#'   its own. Without `reward`, the reward is reported later with the ticket. To replace the agent's latest choice, give
#'   its `ticket` before anything is reported for it. [agent_warm_start()] feeds a whole log.
#'
#'   Policies whose next choice follows from their own choices refuse such pulls, with the reason: policies that compare
#'   arms after equally many pulls in turn ([policy_se()], [policy_etc()]), play in pairs or phases ([policy_lucb()],
#'   [policy_odaaf()]) or weight rewards by propensities ([policy_exp3()]), also inside wrappers such as
#'   [policy_floor()].
#'
#' @param agent An agent, see [agent()].
#' @param context The context of this round: as many finite numbers as the agent has coordinates, of size at most 1e50.
#' @param round The round to play, a whole number; the rounds in between pass without a pull. Default: the next round.
#' @param arm The arm that was played: its name (a number if arms were given by their number), or the result of
#'   `agent_choose()`. Default: `NULL`, that of `ticket`, which says so by itself.
#' @param reward The reward: a number of size at most 1e100, `TRUE` or `FALSE`. Default: `NULL`, to be reported later.
#' @param time With waiting, the number of rounds after which the outcome came, a whole number of at least 1; `NA` if it
#'   did not come within the wait.
#' @param ticket The ticket of the choice. Default: the latest choice; with `chosen = "outside"`, none.
#' @param chosen Who chose this arm: `"agent"` (the default) or `"outside"`. With `"outside"`, `context` and `round`
#'   are those of that pull, as for `agent_choose()`.
#' @param ... Must be empty.
#' @return `agent_choose()`: the name of an arm; with waiting, a list of `arm` and `wait`. `agent_learn()`: the agent,
#'   invisibly. `agent_ticket()`: a whole number, 0 before the first choice.
#' @section Errors: `unruly_error_argument`: a ticket is not open. `unruly_error_policy`: the policy cannot learn from
#'   choices of others. `unruly_error_agent`: no arm is available, the horizon has been reached, the last outcome must
#'   be reported first, or the agent was read back with [readRDS()] (use [save_agent()]).
#' @seealso [agent()], [agent_enter()], [agent_warm_start()], [agent_decisions()]
#' @examples
#' shop <- agent(policy_ucb1(), arms = c("blue", "green", "red"), seed = 1)
#' arm <- agent_choose(shop)
#' agent_learn(shop, arm, reward = 1)
#'
#' # A late reward:
#' agent_choose(shop)
#' ticket <- agent_ticket(shop)
#' second <- agent_choose(shop)
#' agent_learn(shop, second, reward = 0)
#' agent_learn(shop, reward = 1, ticket = ticket)
#'
#' # A pull that the agent did not choose, in a round of its own or in place of the agent's choice:
#' agent_learn(shop, "red", reward = 0, chosen = "outside")
#' agent_choose(shop)
#' agent_learn(shop, "blue", reward = 1, chosen = "outside", ticket = agent_ticket(shop))
#'
#' # Arms that take their time:
#' slow <- agent(policy_wait_ucb(), c("a", "b"), waiting = 4, seed = 1)
#' action <- agent_choose(slow)
#' agent_learn(slow, action, reward = NA) # the wait ended before the outcome came
#' @export
agent_choose <- function(agent, context = NULL, round = NULL, ...) {
  check_no_dots(...)
  if (missing(agent)) abort_missing("agent", rlang::current_env(), agent_wanted)
  chosen <- .Call(C_agent_choose, agent, context, round) %||% choose_in_r(agent, context, round, rlang::current_env())
  if (!is.null(chosen)) return(chosen)
  refuse_call(agent, list(context = context, round = round), rlang::current_env())
}

#' @rdname agent_choose
#' @export
agent_learn <- function(agent, arm = NULL, reward = NULL, time = NULL, ticket = NULL, chosen = c("agent", "outside"),
                        context = NULL, round = NULL, ...) {
  check_no_dots(...)
  if (missing(agent)) abort_missing("agent", rlang::current_env(), agent_wanted)
  if (missing(arm) && (is.null(ticket) || !missing(chosen) && identical(chosen, "outside"))) {
    abort_missing("arm", rlang::current_env(), "the arm that was played, or left out beside `ticket`")
  }
  name <- arm_name(arm)
  done <- if (missing(chosen) && is.null(context) && is.null(round)) {
    .Call(C_agent_learn, agent, name, reward, time, ticket)
  } else {
    chosen <- check_choice(chosen, "chosen", c("agent", "outside"))
    learn_as(agent, list(arm = name, reward = reward, time = time, ticket = ticket), chosen, context, round,
             rlang::current_env())
  }
  if (is.na(done)) {
    warn_strayed(agent, reward, rlang::current_env())
  } else if (!done) {
    given <- list(arm = arm, reward = reward, time = time, ticket = ticket, context = context, round = round)
    refuse_call(agent, given, rlang::current_env())
  }
  invisible(agent)
}

# A pull with the statement of who chose it.
learn_as <- function(agent, given, chosen, context, round, call) {
  of_choice <- list(context = context, round = round)
  for (argument in names(of_choice)) {
    if (is.null(of_choice[[argument]]) || chosen == "outside" && is.null(given$ticket)) next
    abort_argument(argument, "left out: it belongs to the choice of this ticket", of_choice[[argument]], call = call)
  }
  if (chosen == "agent") return(.Call(C_agent_learn, agent, given$arm, given$reward, given$time, given$ticket))
  .Call(C_agent_learn_outside, agent, given$arm, given$reward, given$time, given$ticket, context, round)
}

#' @rdname agent_choose
#' @export
agent_ticket <- function(agent, ...) {
  check_no_dots(...)
  check_agent(agent)
  .Call(C_agent_ticket, agent)
}

# --- looking at it -----------------------------------------------------------------

#' @export
print.unruly_agent <- function(x, ...) {
  check_no_dots(...)
  check_agent(x, "x")
  given <- .Call(C_agent_description, x)
  standing <- .Call(C_agent_standing, x, NULL)
  there <- arms_there(x)
  shown <- if (length(there) > 10) c(there[1:9], "...") else there
  print_line("<agent> ", policy_text(given$policy), ", ", count_of(length(there), "arm"), " to choose from",
             if (length(there) > 0) ": ", paste(shown, collapse = ", "))
  print_line("  ", count_of(standing$ticket, "decision"),
             if (standing$outside > 0) sprintf(", %s of them chosen by others", format_count(standing$outside)),
             if (standing$late > 0) {
               sprintf(", %s not reported yet, and not in its means", count_of(standing$late, "reward"))
             })
  print_line("  round ", format_count(standing$round),
             if (!is.null(given$horizon)) paste(" of", format_count(given$horizon)), ", seed ",
             format_plain(given$seed, digits = 15), ", replication ", format_count(given$rep))
  print_agent_stop(x, given)
  invisible(x)
}

print_agent_stop <- function(agent, given) {
  if (is.null(given$stop)) return(invisible())
  found <- recommend_agent(agent)
  for (line in trial_words(given)) print_line("  ", tolower(substr(line, 1, 1)), substring(line, 2))
  if (!found$stopped) return(invisible())
  print_line("  stopped after round ", format_count(found$round), " by ", found$reason, ", naming ",
             if (is.na(found$arm)) "no arm" else found$arm)
}

# One string, as in a column of a table.
#' @export
format.unruly_agent <- function(x, ...) {
  check_agent(x, "x")
  standing <- .Call(C_agent_standing, x, NULL)
  one_line(sprintf("<agent: %s, %s, %s>", policy_text(.Call(C_agent_description, x)$policy),
                   count_of(length(arms_there(x)), "arm"), count_of(standing$ticket, "decision")))
}

#' @rdname agent
#' @export
as_tibble.unruly_agent <- function(x, ...) {
  check_no_dots(...)
  check_agent(x, "x")
  table <- .Call(C_agent_table, x)
  waiting <- !is.null(.Call(C_agent_description, x)$waiting)
  tibble::as_tibble(table[c("arm", if (waiting) "wait", "pulls", "mean", "last")])
}

#' @export
as.data.frame.unruly_agent <- function(x, ...) as.data.frame(as_tibble.unruly_agent(x, ...))

#' @export
summary.unruly_agent <- function(object, ...) {
  check_no_dots(...)
  check_agent(object, "object")
  as_tibble.unruly_agent(object)
}

#' @export
str.unruly_agent <- function(object, ...) {
  print_line(" ", format(object))
  invisible()
}

# An agent is a pointer: it has no parts to select.
refuse_part <- function(x, ..., call = rlang::current_env()) {
  abort_argument("x", "a table to select rows or columns of, such as `as_tibble(x)`", x, call = call)
}

#' @export
`[.unruly_agent` <- refuse_part

#' @export
`[[.unruly_agent` <- refuse_part

#' @export
`$.unruly_agent` <- function(x, name) refuse_part(x, call = rlang::current_env())
