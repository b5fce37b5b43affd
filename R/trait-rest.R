#' Arms that rest
#'
#' An arm that was pulled in round t cannot be pulled before round t + `rounds[k]`. Meanwhile it
#' is away, not gone: it is what it was when it is back, and it has all its
#' [patience][with_patience()] again, which does not run while it rests. A round in which all
#' arms rest passes without a play.
#'
#' @section What the regret compares with:
#' In t rounds an arm has at most ceiling(t / rounds) plays, and all arms together t. The
#' greatest sum of means under these two, found by taking arms by descending mean, is more
#' than any policy can be sure to have: by default that is the `benchmark` by round t. (Of an arm
#' that enters or dies only the rounds of its life count; arms of negative mean are left out; and
#' where the best arm of each round would have paid less, that is the benchmark.)
#'
#' With `benchmark = "greedy"` it is what the available arm of greatest mean would have paid,
#' which is what [policy_oracle()] plays, and what the paper's regret is against: at least
#' 1 - 1/e - O(1/T) of the best there is. The regret can be negative then. It costs a look at
#' each arm a round.
#'
#' @section Policies:
#' Every policy plays the arms that are there. [policy_ucb1()] with `alpha = 8`, whose bonus is
#' sqrt(8 ln t / n), is the paper's UCB Greedy. [policy_fixed_schedule()] plays a given cycle,
#' and [policy_sleeping()] keeps from a policy that arms are away.
#'
#' @param b A bandit.
#' @param rounds Whole numbers of at least 1, one for all arms or one an arm; 1 is no rest.
#' @param benchmark `"bound"` or `"greedy"`, see above.
#' @inherit with_patience return
#' @section Errors: `unruly_error_argument` for bad `rounds`, `unruly_error_combination` if the
#'   bandit cannot have rests.
#' @references Basu, Sen, Sanghavi and Shakkottai (2019), Blocking Bandits.
#' @seealso [with_absences()] for arms that are away whatever is played.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.9, 0.8, 0.2))) |> with_rest(c(3, 3, 1))
#' run_study(problem, list(policy_oracle(), policy_ucb1(alpha = 8)), horizon = 500, reps = 5, seed = 1)
#' @export
with_rest <- function(b, rounds, benchmark = c("bound", "greedy")) {
  check_bandit(b, "b")
  check_addition(b, "rest")
  rounds <- in_order_of_arms(rounds, "rounds", b$arms$names)
  rules <- rules_of("trait_rest")
  rounds <- check_rule(rounds, rules$rounds, size = arm_count(b))
  benchmark <- check_rule(benchmark, rules$benchmark)
  add_trait(b, "rest", list(rounds = rounds, benchmark = benchmark),
            sprintf("rests: pulls of an arm are at least %s rounds apart%s", parameter_text(rounds),
                    if (benchmark == "greedy") ", judged by the greedy oracle" else ""))
}

rest_comparator <- function(bandit) {
  if (trait_parameter(bandit, "rest", "benchmark") == "greedy") return("the available arm of greatest mean in each round")
  "the greatest sum of means that the rests allow"
}
