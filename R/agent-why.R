# Why an agent will choose what it chooses next.

#' Explain an agent's next choice
#' @description
#' Lists, for each arm that the agent could choose now, the numbers by which its policy compares the arms.
#'
#' **Use it when** you have to explain why an arm was, or will be, chosen: in a log, in class or to an auditor.
#'
#' @details
#' The code says what kind of choice comes next; it is the attribute `"code"` of the result:
#' * `"index"`: the arm with the greatest `index`, in a tie the first of them;
#' * `"drawn"`: an arm drawn at random. The parts are the distribution from which the policy draws a number for the arm;
#'   the arm with the greatest number is chosen;
#' * `"cycle"`: arms take turns;
#' * `"block"`: the same arm again, until its block of pulls is over;
#' * `"first_play"`: an arm of which too little was seen;
#' * `"only_one"`: the only arm that is there, or that is still compared;
#' * `NA`: the policy does not say, or the agent has stopped.
#'
#' The parts, in units of reward where nothing else is said:
#' * `mean`: the mean of what was observed (with waiting, per round; with a window or a discount, of what still counts);
#' * `bonus`, `promise`: what is added to it, for what is not known, and for a share of the pulls that the arm lacks;
#' * `index`: the sum of the parts before it;
#' * `low`, `high`: confidence bounds of the mean, by which arms are eliminated;
#' * `shape1`, `shape2`: of a beta distribution, for rewards scaled to \[0, 1\]; with `mean`, `sd`: of a normal one;
#' * `block_left`: the pulls of the block that are left;
#' * `place`: the place of the arm in the cycle, from 1.
#'
#' What is not known of an arm is left out: an arm that was never pulled has no mean. These policies say why: UCB1, UCB,
#' KL-UCB, Delayed-UCB1, SE, Thompson sampling, FC-SE, FC-Entry, UCB-L, UCB for mortal arms, HT-UCB, ST-UCB, ARS-UCB,
#' SW-UCB, D-UCB, FEWA, RAW-UCB and Wait-Hoeffding. The others, and wrappers such as [policy_floor()], do not.
#'
#' The agent stays as it is: the answer comes from a copy that makes all its calls again. That takes as long as reading
#' the agent from a file.
#'
#' @param agent An agent, see [agent()].
#' @param ... Must be empty.
#' @return A tibble with one row per arm and part, in the order of the arms, with the columns
#'   * `arm`: the name of the arm, a factor;
#'   * `wait`: only with waiting, the wait;
#'   * `part`: which number it is, a string;
#'   * `value`: the number.
#'
#'   It has no rows if the policy does not say why. Its attribute `"does"` says in one sentence what the policy does.
#' @section Errors: `unruly_error_argument`: `agent` is not an agent. `unruly_error_agent`: there is no next choice, or
#'   the outcome of the last choice must be reported first.
#' @seealso [agent_choose()], [agent_decisions()] for propensities, [glossary].
#' @examples
#' shop <- agent(policy_ucb1(), arms = c("blue", "green"), seed = 1)
#' for (reward in c(1, 0, 1)) agent_learn(shop, agent_choose(shop), reward)
#' why <- agent_why(shop)
#' why
#' attr(why, "code")
#' agent_choose(shop)
#' @export
agent_why <- function(agent, ...) {
  check_no_dots(...)
  check_agent(agent)
  twin <- twin_of_agent(agent, rlang::current_env())
  why <- .Call(C_agent_why, twin)
  if (is.null(why)) refuse_call(twin, list(), rlang::current_env())
  arms <- unique(.Call(C_agent_journal, twin)$arms)
  parts <- why[[2]]
  waiting <- !is.null(.Call(C_agent_description, agent)$waiting)
  table <- tibble(arm = factor(parts$arm, arms), wait = if (waiting) parts$wait, part = parts$part, value = parts$value)
  attr(table, "code") <- why[[1]]
  attr(table, "does") <- does_of(.Call(C_agent_description, agent)$policy$constructor)
  table
}

# Another agent, at the same moment.
twin_of_agent <- function(agent, call) {
  journal <- journal_of_agent(agent, "copy", call)
  agent_again(agent, journal, journal$mark, call)
}
