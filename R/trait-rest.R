#' Arms that need a rest after each pull
#' @description
#' Adds rests: an arm that was pulled in round t cannot be pulled before round t + `rounds[k]`.
#'
#' **Use it when** arms are machines, panels or advertising slots that are blocked by use. For arms
#' that are away whatever is played, use [with_absences()].
#'
#' @details
#' An arm that rests returns unchanged. Its [patience][with_patience()] does not run out while it rests
#' and starts anew when it returns. A round in which all arms rest passes without a pull.
#'
#' Every policy can play the arms that are available. [policy_ucb1()] with `alpha = 8`, whose bonus is
#' sqrt(8 ln t / n), is the paper's UCB Greedy. [policy_fixed()] plays a given cycle, and
#' [policy_sleeping()] hides rests from a policy.
#'
#' @section What the regret compares with: In t rounds an arm has at most ceiling(t / rounds) pulls,
#'   and all arms together have t. With `benchmark = "bound"` the benchmark in round t is the greatest
#'   sum of means under these two constraints, found by taking arms in order of decreasing mean. It is
#'   an upper bound on what any policy can earn. For an arm that enters or dies only the rounds of
#'   its life count, and arms with negative means are left out. If the best arm of each round would
#'   have earned less, that is the benchmark.
#'
#'   With `benchmark = "greedy"` it is what the available arm with the greatest mean would have earned.
#'   [policy_oracle()] plays that, and the regret in the paper compares with it: at least
#'   1 - 1/e - O(1/T) of the optimum. The regret can then be negative. Each round takes the time of a
#'   look at each arm.
#'
#' @param bandit A bandit.
#' @param rounds Numbers of rounds from one pull of an arm to the next possible one, whole
#'   numbers of at least 1, one for all arms or one per arm; 1 is no rest.
#' @param benchmark What the regret compares with: `"bound"` or `"greedy"`. Default: `"bound"`.
#' @param ... Must be empty.
#' @inherit with_patience return
#' @inheritSection with_patience Errors
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.9, 0.8, 0.2))) |> with_rest(c(2, 3, 1))
#' run_study(problem, list(policy_oracle(), policy_ucb1(alpha = 8)), horizon = 500, reps = 5, seed = 1)
#' @references Basu, Sen, Sanghavi and Shakkottai (2019), Blocking Bandits.
#' @seealso [with_absences()], [policy_sleeping()].
#' @export
with_rest <- function(bandit, rounds, benchmark = c("bound", "greedy"), ...) describe_trait("rest")

trait_text.rest <- function(trait) {
  p <- trait$parameters
  sprintf("rests: pulls of an arm are at least %s rounds apart%s", parameter_text(p$rounds),
          if (p$benchmark == "greedy") ", judged by the greedy oracle" else "")
}

rest_comparator <- function(bandit) {
  if (trait_parameter(bandit, "rest",
                      "benchmark") == "greedy") return("the available arm of greatest mean in each round")
  "the greatest sum of means that the rests allow"
}
