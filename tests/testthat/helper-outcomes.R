# Games in which outcomes come late: choices are compared with rules, applied to the table of choices.

# Plays `choose(t, past)` against the choices of a game: `past` are the pulls before round t, with what was shown before it.
expect_choices_by_rule <- function(study, choose) {
  game <- choices(study)
  game$arm <- as.integer(game$arm)
  if (is.null(game[["shown"]])) game$shown <- game$round
  expected <- vapply(game$round, function(t) {
    past <- game[seq_len(t - 1), ]
    past$known <- !is.na(past$shown) & past$shown < t
    as.integer(choose(t, past))
  }, 1L)
  expect_identical(game$arm, expected)
}

late_arms <- function(...) bandit(arms_bernoulli(c(0.3, 0.5, 0.9))) |> with_delay(...)

one_game <- function(bandit, policy, horizon, ..., seed = 3) {
  play(bandit, policy, horizon, reps = 1, seed = seed, ...)
}
