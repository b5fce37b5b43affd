#' The arm that each game names as the best
#'
#' For best-arm identification: every policy names an arm at every checkpoint, whether the
#' study could stop or not. It uses its own rule if it has one (the arm that
#' explore-then-commit has committed to), and otherwise names the arm with the greatest
#' observed mean, in a tie the one with most plays, then the lowest, among those that have
#' entered and have not died.
#'
#' `correct` says whether the arm named is a best one at that time, and `simple_regret` by how
#' much its reward per round falls short of the best one: of all arms, including those that
#' have left; with entries of those that have entered, with lifetimes of those alive. Both are
#' `NA` if they are not known (replays) or not defined (adversarial rewards, [arms_tape()] by
#' round). If learning is not about single arms (waiting, contexts, spread), no arm is named
#' (`NA`).
#'
#' @param study A study, one made by [exact_study()], or an [agent()].
#' @param at `"final"`: a row a game, when it stopped or, if it did not, at the last
#'   checkpoint. `"all"`: a row a game and checkpoint; what a game named when it stopped
#'   stays.
#' @param ... Must be empty.
#' @return A tibble: `bandit`, `policy`, `rep`, `round`, `arm` (as in the other
#'   [tables]), `plays` (so far), `stopped` (whether it has), `reason` (which rule stopped
#'   it, of rules joined by `|` the first one that said so; `"horizon"` without), `correct`,
#'   `simple_regret`. Of an agent a row as of now: `round` (the last one that has ended), `arm`, `plays`,
#'   `stopped` and `reason` (`NA` if it has not), or what they were when it stopped; see the section
#'   on stopping there. Of an exact study a row for each arm that may be named and rule that may have stopped the
#'   game by the last checkpoint, or by each of them: `chance` is the chance of the row, `plays` are expected of its
#'   games, `round` is the checkpoint and `rep` `NA`.
#' @section Probabilities: `summary(study, what = "correct")` gives the probability of naming
#'   the right arm with its exact (Clopper and Pearson) interval, `what = "simple_regret"` and
#'   `what = "plays"` give means of these.
#' @section Errors: `unruly_error_argument` if `study` is not a study, keeps moments only,
#'   or has no bandit of which an arm can be named, and for a bad `at`.
#' @seealso [stopping_rules]
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
  if (!missing(study) && inherits(study, "unruly_exact")) return(exact_recommendations(study, at, rlang::current_env()))
  check_rows(study, "recommendations", rlang::current_env())
  check_nameable(study, rlang::current_env())
  name_arms(if (at == "final") final_recommendations(study) else all_recommendations(study), study$description$bandits)
}

recommendation_now <- function(a, at, call) {
  check_agent(a, "study", call)
  if (at == "all") abort_argument("at", "left out for an agent, which tells what it names now", at, call = call)
  found <- recommend_agent(a)
  if (nzchar(.Call(C_agent_standing, a, NULL)$message)) refuse_call(a, list(), call)
  tibble::as_tibble(found)
}

# Where only some bandits have arms to be named, the others' are missing.
check_nameable <- function(study, call) {
  if (!any(vapply(study$description$bandits, can_be_named, NA))) {
    abort_argument("study", "of a bandit of which an arm can be named", call = call,
                   given = "one with waiting, spread rewards or contexts, where an arm by itself is not what is learnt about")
  }
}

can_be_named <- function(bandit) !any(c("waiting", "spread", "contexts") %in% bandit_flags(bandit))

# Whether it is known if the arm named is a best one.
judges_naming <- function(bandit) can_be_named(bandit) && !has_trait(bandit, "replay") &&
  bandit$arms$kind != "tape_round"

# What a game named when it stopped stays.
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

recommendation_table <- function(games, arm, plays, stopped, reason, simple_regret) {
  tibble(games[c("bandit", "policy", "rep", "round")], arm = arm, plays = plays, stopped = stopped,
         reason = ifelse(stopped, reason, "horizon"), correct = simple_regret == 0,
         simple_regret = simple_regret)
}

# A study without a rule has none.
stops_of <- function(study) {
  study$tables$stops %||% tibble(bandit = character(), policy = character(), rep = integer(), round = numeric(),
                                 arm = integer(), plays = numeric(), reason = character(), simple_regret = numeric())
}

# By game, in the order of the tables: the row that says how it was stopped, or NA.
stop_of_game <- function(study, stops) {
  d <- study$description
  reps <- study$replications
  match(seq_len(length(d$bandits) * length(d$policies) * length(reps)),
        (cell_numbers(stops, d) - 1L) * length(reps) + match(stops$rep, reps))
}
