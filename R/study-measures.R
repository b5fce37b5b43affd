# The measures of a study, stated once: where a measure of a game is read, what its law is in an exact study, and which
# values it can have. Summaries, comparisons, exact studies, goals of `reps_until()` and prints follow from this list;
# the columns that traits add to regret() need no line unless more is known of them than that they are not negative.

# Describes a measure. `of`: the column of regret() it is read from, by default that of its own name; `per_round`:
# divided by the number of rounds; `games`: for what is no column, a function of a study's tables; `law`: in an exact
# study, a function of what is known at a checkpoint, of the arms and of the round; `range`: the least and the greatest
# value in a game, a function of bandit, description and round; `logs`: of logs only.
measure <- function(of = NULL, per_round = FALSE, games = NULL, law = NULL, range = range_from_zero, logs = FALSE) {
  list(of = of, per_round = per_round, games = games, law = law, range = range, logs = logs)
}

# --- ranges --------------------------------------------------------------------------------

range_from_zero <- function(bandit, description, round) c(0, Inf)

range_of_numbers <- function(bandit, description, round) c(-Inf, Inf)

range_up_to_round <- function(bandit, description, round) c(0, round)

has_only <- function(bandit, traits) all(names(bandit$traits) %in% traits)

# Without a rule, and where no round passes without a pull, all games have as many as rounds.
range_of_pulls <- function(bandit, description, round) {
  every <- has_only(bandit, c("changes", "wear", late_traits, "spread", "fairness"))
  c(if (is.null(description$stop) && every) round else 0, round)
}

# Returns the range of a total of rewards. Rounds may be without a reward, which adds 0 to the range.
range_of_reward <- function(bandit, description, round) {
  rewards <- bandit$arms$range
  if (!has_only(bandit, late_traits)) return(c(if (rewards[1] >= 0) 0 else -Inf, Inf))
  range(round * rewards, if (!is.null(description$stop) || length(bandit$traits) > 0) 0)
}

# Regret may be negative where the comparator is not better in each round (waiting, hindsight).
range_of_regret <- function(bandit, description, round) {
  compared <- any(vapply(c("waiting", "replay"), function(trait) has_trait(bandit, trait), NA))
  below <- compared || !is.null(wear_words(bandit)) || bandit$arms$kind == "tape_round"
  c(if (below) -Inf else 0, round * spread_of_means(bandit))
}

# As long as no rule ends a game, the best mean counts in each round.
range_of_benchmark <- function(bandit, description, round) {
  if (!is.null(description$stop) || !has_single_means(bandit)) return(c(-Inf, Inf))
  means <- range_of_means(bandit)
  round * if (any(vapply(bandit$arms$parameters, is_prior, NA))) means else means[c(2, 2)]
}

range_of_simple_regret <- function(bandit, description, round) c(0, spread_of_means(bandit))

# Returns the greatest distance between the means of two arms, where they are constant.
spread_of_means <- function(bandit) {
  if (!has_single_means(bandit)) return(Inf)
  min(diff(bandit$arms$range), diff(range_of_means(bandit)))
}

# Returns whether each arm has one mean throughout.
has_single_means <- function(bandit) {
  has_only(bandit, late_traits) && !has_contexts(bandit$arms) && !startsWith(bandit$arms$kind, "tape")
}

# The least and the greatest mean that an arm can have.
range_of_means <- function(bandit) {
  p <- bandit$arms$parameters
  if (!any(vapply(p, is_prior, NA))) return(range(arm_means(bandit, NULL)))
  r <- lapply(p, parameter_range)
  switch(bandit$arms$kind,
    bernoulli = r$prob, gaussian = , beta_mean = r$mean, student = r$location, constant = r$value, beta = c(0, 1),
    lognormal = exp(r$meanlog + r$sdlog^2 / 2), survival = c(0, Inf), c(-Inf, Inf)
  )
}

# --- laws ----------------------------------------------------------------------------------

is_best <- function(arms) arms$gaps <= 1e-12 * max(1, abs(arms$best))

law_of_pulls <- function(look, arms, round) list(value = look$pulls, probability = look$probability)

law_of_reward <- function(look, arms, round) list(value = look$reward, probability = look$reward_probability)

law_of_benchmark <- function(look, arms, round) list(value = look$pulls * arms$best, probability = look$probability)

# A game that was stopped goes on with the arm that it names, or its regret is not defined.
law_of_regret <- function(look, arms, round) {
  if (is.null(arms$gaps)) return(NULL)
  missed <- ifelse(is.na(look$rule), 0, round - look$pulls)
  if (any(missed > 0) && !look$commits) return(NULL)
  later <- ifelse(missed > 0, missed * arms$gaps[look$named_by], 0)
  list(value = drop(look$counts %*% arms$gaps) + later, probability = look$probability)
}

law_of_optimal <- function(look, arms, round) {
  if (!is.null(arms$gaps)) list(value = drop(look$counts %*% is_best(arms)), probability = look$probability)
}

law_of_correct <- function(look, arms, round) {
  if (!is.null(arms$gaps)) list(value = as.double(is_best(arms)), probability = look$named)
}

law_of_simple_regret <- function(look, arms, round) {
  if (!is.null(arms$gaps)) list(value = arms$gaps, probability = look$named)
}

# --- the list ------------------------------------------------------------------------------

study_measures <- list(
  regret = measure(law = law_of_regret, range = range_of_regret),
  reward = measure(law = law_of_reward, range = range_of_reward),
  reward_per_turn = measure(of = "reward", per_round = TRUE, logs = TRUE),
  sample_size = measure(of = "pulls", law = law_of_pulls, range = range_of_pulls),
  pulls = measure(law = law_of_pulls, range = range_of_pulls),
  optimal = measure(law = law_of_optimal, range = range_up_to_round),
  benchmark = measure(law = law_of_benchmark, range = range_of_benchmark),
  correct = measure(games = function(tables) as.double(tables$recommendations$simple_regret == 0),
                    law = law_of_correct, range = function(bandit, description, round) c(0, 1)),
  simple_regret = measure(games = function(tables) tables$recommendations$simple_regret, law = law_of_simple_regret,
                          range = range_of_simple_regret),
  changes = measure(range = range_up_to_round),
  estimate = measure(range = range_of_numbers)
)

# --- reading it ----------------------------------------------------------------------------

# Returns what is stated of a measure, with the column it is read from.
measure_of <- function(what) {
  found <- study_measures[[what]] %||% measure()
  found$of <- found$of %||% what
  found
}

# Returns the measures that are no columns of regret(), for a study that has these columns. `games`: whether it has
# games.
measures_besides <- function(columns, logs, games) {
  more <- Filter(function(m) games && !is.null(m$games) || !is.null(m$of) && m$of %in% columns, study_measures)
  setdiff(names(Filter(function(m) logs || !m$logs, more)), columns)
}

# Returns the measures that exact studies have.
measures_with_laws <- function() {
  names(Filter(function(what) !measure_of(what)$logs && !is.null(law_function(what)),
               stats::setNames(nm = names(study_measures))))
}

# A measure that is read from another has its law, too.
law_function <- function(what) {
  found <- study_measures[[what]]
  found$law %||% if (!is.null(found$of)) law_function(found$of)
}

# Returns two rows with a column for each of `round`, of the measure in one game; `what` is a measure of a study.
range_of_measure <- function(what, bandit, description, round) {
  found <- measure_of(what)
  range <- if (found$per_round) measure_of(found$of)$range else found$range
  each <- vapply(round, function(at) as.double(range(bandit, description, at)), numeric(2))
  if (found$per_round) sweep(each, 2, round, "/") else each
}
