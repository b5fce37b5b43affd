#' Arms that are asleep in some rounds
#' @description
#' Adds absences: an arm can be played only in rounds in which it is awake, whatever the player does.
#'
#' **Use it when** arms are shops that close, servers that are down, or volunteers. For arms that are
#' away because they were played, use [with_rest()].
#'
#' @details
#' Either each arm is awake with a probability of its own, independently in each round, or a
#' timetable states when. An arm that sleeps returns unchanged. Its
#' [patience][with_patience()] does not run out while it sleeps and starts anew when it returns.
#' Before round 1 policies see all arms, even those that sleep in it. A round in which all arms
#' sleep passes without a pull.
#'
#' The regret compares with the best arm awake in each round, among those that have
#' [entered][with_entries()] or [live][with_lifetimes()], including one that has left for lack
#' of patience. It compares with nothing in rounds in which all arms sleep.
#'
#' Every policy can play the arms that are awake. For index policies such as [policy_ucb1()]
#' that is the rule of the paper: with `alpha = 8` it is the paper's AUER. [policy_sleeping()]
#' hides absences from a policy.
#'
#' @param bandit A bandit.
#' @param awake Probabilities of being awake in a round, numbers in \[0, 1\], one for all arms
#'   or one per arm. Or a logical matrix with one row per round and one column per arm (a
#'   vector: all arms are awake in the same rounds), which is repeated when it ends. For a
#'   population, a single probability or a vector, which applies to newborn arms too.
#' @param ... Must be empty.
#' @inherit with_patience return
#' @inheritSection with_patience Errors
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.9, 0.6, 0.3))) |> with_absences(c(0.3, 0.8, 1))
#' run_study(problem, list(policy_oracle(), policy_ucb1(alpha = 8)), horizon = 500, reps = 5, seed = 1)
#' weekends <- matrix(TRUE, 7, 3)
#' weekends[6:7, 1] <- FALSE
#' bandit(arms_bernoulli(c(0.9, 0.6, 0.3))) |> with_absences(weekends)
#' @references Kleinberg, Niculescu-Mizil and Sharma (2010), Regret Bounds for Sleeping Experts
#'   and Bandits.
#' @seealso [with_rest()], [policy_sleeping()].
#' @export
with_absences <- function(bandit, awake, ...) {
  check_no_dots(...)
  check_bandit(bandit)
  check_addition(bandit, "absences")
  if (missing(awake)) abort_missing("awake", rlang::current_env(), awake_wanted)
  if (is.logical(awake)) {
    timetable <- check_timetable(awake, bandit$arms$names, arm_count(bandit))
    return(add_trait(bandit, "absences", list(awake = timetable), timetable_text(timetable)))
  }
  awake <- in_order_of_arms(awake, "awake", bandit$arms$names)
  rule <- rules_of("trait_absences")[["chance"]] # word ok: the name in the core
  probability <- check_rule(awake, rule, size = arm_count(bandit), wanted = awake_wanted, argument = "awake")
  if (length(awake) == 1) probability <- probability[1]
  text <- sprintf("absences: in each round an arm is awake with probability %s", parameter_text(probability))
  add_trait(bandit, "absences", list(chance = probability), text) # word ok: the name in the core
}

awake_wanted <- paste("probabilities from 0 to 1, one for all arms or one per arm, or a logical matrix with one row per",
                      "round and one column per arm")

# As the core wants it: one row per arm, or one for all, and one column per round.
check_timetable <- function(awake, names, arms, call = rlang::caller_env()) {
  wanted <- sprintf("a logical matrix with one row per round and %s", count_of(arms, "column"))
  if (!is.logical(awake) || is.object(awake) || length(awake) == 0 || anyNA(awake) || length(dim(awake)) > 2) {
    abort_argument("awake", wanted, awake, call = call)
  }
  timetable <- if (is.matrix(awake)) in_order_of_arms(t(awake), "awake", names, call) else matrix(awake, nrow = 1)
  if (!nrow(timetable) %in% c(1, arms)) abort_argument("awake", wanted, awake, call = call)
  matrix(as.double(timetable), nrow = nrow(timetable))
}

timetable_text <- function(timetable) {
  sprintf("absences by a timetable of %s, in which arms are awake %s%% of the time", count_of(ncol(timetable), "round"),
          format_numbers(signif(100 * mean(timetable), 3)))
}
