# Numbers of the slots of studies of sums.

slot_counts <- function(description, figures) {
  policies <- length(description$policies)
  block <- length(description$bandits) * figures * length(description$record)
  list(games = as.double(policies * block), pairs = policies * (policies - 1) / 2 * block)
}

# A slot is of a policy (or a pair of them), a bandit, a figure and a checkpoint.
slot_places <- function(slot, description, figures) {
  games <- slot_counts(description, length(figures))$games
  pair <- slot > games
  i <- slot - 1 - ifelse(pair, games, 0)
  checkpoints <- length(description$record)
  policies <- length(description$policies)
  which <- i %/% (checkpoints * length(figures))
  per_bandit <- ifelse(pair, policies * (policies - 1) / 2, policies)
  list(pair = pair, bandit = which %/% per_bandit + 1, which = which %% per_bandit + 1,
       figure = i %/% checkpoints %% length(figures) + 1, checkpoint = i %% checkpoints + 1)
}

slot_numbers <- function(place, description, figures) {
  policies <- length(description$policies)
  per_bandit <- ifelse(place$pair, policies * (policies - 1) / 2, policies)
  which <- (place$bandit - 1) * per_bandit + place$which - 1
  i <- (which * figures + place$figure - 1) * length(description$record) + place$checkpoint - 1
  i + 1 + ifelse(place$pair, slot_counts(description, figures)$games, 0)
}

# The slots of a figure at some rounds: of games in the order of summary(), or of
# pairs.
slots_of <- function(study, what, rounds, pair = FALSE) {
  d <- study$description
  policies <- length(d$policies)
  place <- expand.grid(checkpoint = match(rounds, d$record),
                       which = seq_len(if (pair) policies * (policies - 1) / 2 else policies),
                       bandit = seq_along(d$bandits),
                       figure = match(measure_of(what)$of, study$tables$figures$figure), pair = pair)
  slot_numbers(place, d, nrow(study$tables$figures))
}
