#' The arm that each game names as the best
#' @description
#' Lists the arm that every game declares best, when it did so, and whether it was right.
#'
#' **Use it when** the aim is to find the best arm, with or without a [stopping rule][stopping_rules]. For what the arms
#' are worth use [estimates()].
#'
#' @param study A study, one made by [exact_study()], or an [agent()].
#' @param at `"final"`: one row per game, when it stopped or, if it did not, at the last checkpoint. `"all"`: one row
#'   per game and checkpoint; what a game named when it stopped stays. Default: `"final"`.
#' @param ... Must be empty.
#' @return A tibble.
#'   * `bandit`, `policy`, `rep`, `round`;
#'   * `arm`: the arm named, as in the other [tables];
#'   * `sample_size`: the number of pulls so far, which ends when the game stops;
#'   * `stopped`: whether a rule has stopped the game;
#'   * `reason`: the rule that stopped it (for rules joined by `|`, the first that held), or `"horizon"`;
#'   * `correct`: whether the arm named is a best one at that time;
#'   * `simple_regret`: its mean reward per round, subtracted from the greatest one.
#'
#'   For an agent: one row as of now, with `round` (the last that has ended), `arm`, `sample_size`, `stopped` and
#'   `reason` (`NA` if it has not stopped). If it has stopped, the row is that of the stop; see section "Stopping" of
#'   [agent()].
#'
#'   For an exact study: one row per arm that may be named and rule that may have stopped the game, with its
#'   `probability`. `sample_size` is the mean over these games, `round` the checkpoint, and `rep` is `NA`.
#' @section Which arm is named: A policy uses its own rule if it has one, such as the arm that explore-then-commit has
#' committed to. Otherwise it names the arm with the greatest observed mean; of equal ones that with most pulls, then
#' the lowest number. Arms that have not entered or have died are left out. No arm is named (`NA`) if learning is not
#' about single arms (waiting, contexts, spread).
#' @section Right or wrong: `correct` and `simple_regret` compare with all arms, including those that have left; with
#' entries, with those that have entered, and with lifetimes, with those alive. Both are `NA` in replays, where means
#' are unknown, and for adversarial rewards ([arms_tape()] by round), where they are not defined.
#'
#' `summary(study, what = "correct")` gives the probability of naming a best arm with an exact interval
#' (Clopper and Pearson 1934); `what = "simple_regret"` and `what = "sample_size"` give means.
#' @section Errors: `unruly_error_argument`: `study` is not a study, keeps moments only, or has no bandit of which an
#' arm can be named; or a bad `at`.
#' @seealso [stopping_rules], [operating_characteristics()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_ucb1(), horizon = 200, reps = 5, seed = 1, record = c(50, 200))
#' recommendations(study)
#' recommendations(study, at = "all")
#' @export
recommendations <- function(study, at = c("final", "all"), ...) {
  check_no_dots(...)
  at <- check_choice(at, "at", c("final", "all"))
  if (!missing(study) && inherits(study, "unruly_agent")) return(recommendation_now(study, at, rlang::current_env()))
  if (!missing(study) && inherits(study, "unruly_exact"))
    return(exact_recommendations(study, at, rlang::current_env()))
  check_rows(study, "recommendations", rlang::current_env())
  check_nameable(study, rlang::current_env())
  name_arms(if (at == "final") final_recommendations(study) else all_recommendations(study), study$description$bandits)
}

recommendation_now <- function(agent, at, call) {
  check_agent(agent, "study", call)
  if (at == "all") abort_argument("at", "left out for an agent, whose recommendation is that of now", at, call = call)
  found <- recommend_agent(agent)
  if (nzchar(.Call(C_agent_standing, agent, NULL)$message)) refuse_call(agent, list(), call)
  tibble::as_tibble(found)
}

# Checks that some bandits have arms to be named; those of the others are missing.
check_nameable <- function(study, call) {
  if (!any(vapply(study$description$bandits, can_be_named, NA))) {
    abort_argument("study", "of a bandit of which an arm can be named", call = call,
                   given = "one with waiting, spread rewards or contexts, where policies do not learn about single arms")
  }
}

can_be_named <- function(bandit) !any(c("waiting", "spread", "contexts") %in% bandit_flags(bandit))

# Returns whether it is known if the arm named is a best one.
judges_naming <- function(bandit) can_be_named(bandit) && !has_trait(bandit, "replay") &&
  bandit$arms$kind != "tape_round"

# Returns recommendations of all rounds; what a game named when it stopped stays.
all_recommendations <- function(study) {
  named <- study$tables$recommendations
  stops <- stops_of(study)
  row <- rep(stop_of_game(study, stops), each = length(study$description$record))
  over <- !is.na(row) & named$round >= stops$round[row]
  recommendation_table(named, as.integer(named$arm), study$tables$regret$pulls, over, stops$reason[row],
                       named$simple_regret)
}

# The record may have ended before a game stopped.
final_recommendations <- function(study) {
  each <- length(study$description$record)
  ends <- seq(each, nrow(study$tables$recommendations), by = each)
  named <- study$tables$recommendations[ends, ]
  stops <- stops_of(study)
  row <- stop_of_game(study, stops)
  over <- !is.na(row)
  of_stop <- function(column, otherwise) ifelse(over, stops[[column]][row], otherwise)
  named$round <- of_stop("round", named$round)
  recommendation_table(named, as.integer(of_stop("arm", named$arm)), of_stop("plays", study$tables$regret$pulls[ends]),
                       over, stops$reason[row], of_stop("simple_regret", named$simple_regret))
}

recommendation_table <- function(games, arm, sample_size, stopped, reason, simple_regret) {
  tibble(games[c("bandit", "policy", "rep", "round")], arm = arm, sample_size = sample_size, stopped = stopped,
         reason = ifelse(stopped, reason, "horizon"), correct = simple_regret == 0,
         simple_regret = simple_regret)
}
