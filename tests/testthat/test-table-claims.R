# What games claim when a rule stops them, judged once more by hand.

games_of <- function(reason, arm, means, best = max(means)) {
  tibble::tibble(arm = arm, stopped = reason != "horizon", reason = reason, simple_regret = best - means[arm], correct = simple_regret == 0)
}

judge <- function(stop, reason, arm, means = c(0.3, 0.5, 0.5)) {
  games <- games_of(reason, arm, means)
  judge_games(stop, games, matrix(means, length(arm), length(means), byrow = TRUE), rep(diff(range(means)) == 0, length(arm)), letters[seq_along(means)])
}

test_that("each rule is judged by what it claims", {
  stop <- stop_glr() | stop_futility(1) | stop_at(100)
  found <- judge(stop, c("glr", "glr", "futility", "at", "horizon"), c(2, 1, 1, 1, 1))
  expect_identical(found$claim, c(TRUE, TRUE, FALSE, FALSE, FALSE))
  expect_identical(found$right, c(TRUE, FALSE, FALSE, FALSE, FALSE))
  expect_identical(found$resigned, c(FALSE, FALSE, TRUE, FALSE, FALSE))
  expect_identical(found$possible, rep(TRUE, 5))
  null <- judge(stop, c("glr", "futility"), c(2, 1), c(0.3, 0.3))
  expect_identical(null$right, c(FALSE, FALSE))
  expect_identical(null$possible, c(FALSE, FALSE))
  expect_identical(null$resigned, c(FALSE, TRUE))
  for (kind in c("posterior", "settled")) expect_identical(judge(list(kind = kind, parameters = list()), kind, 1)$claim, TRUE)
  expect_identical(judge(stop_equivalence(0.1), "equivalence", 1)$resigned, TRUE)
})

test_that("rules that hold together make all their claims", {
  both <- stop_at(10) & stop_glr()
  expect_identical(judge(both, "at & glr", 2)[c("claim", "right")], list(claim = TRUE, right = TRUE))
  unsure <- stop_futility(1) & (stop_glr() | stop_at(10))
  expect_identical(judge(unsure, "futility & (glr | at)", 1)[c("claim", "right", "resigned")], list(claim = TRUE, right = FALSE, resigned = FALSE))
  quiet <- stop_futility(1) & stop_at(10)
  expect_identical(judge(quiet, "futility & at", 1)[c("claim", "resigned")], list(claim = FALSE, resigned = TRUE))
  expect_false(can_claim(quiet))
  expect_true(can_claim(both))
  expect_false(can_claim(NULL))
  expect_true(can_resign(unsure | both))
  expect_false(can_resign(both))
})

test_that("a tolerance makes claims right that are within it, even if all means are equal", {
  near <- stop_separated(tolerance = 0.2)
  expect_identical(judge(near, rep("separated", 2), c(1, 2))$right, c(TRUE, TRUE))
  expect_identical(judge(near, "separated", 1, c(0.3, 0.6))$right, FALSE)
  expect_identical(judge(near, "separated", 1, c(0.3, 0.3))[c("right", "possible")], list(right = TRUE, possible = TRUE))
  expect_identical(judge(stop_separated(), "separated", 1, c(0.3, 0.3))[c("right", "possible")], list(right = FALSE, possible = FALSE))
})

test_that("a claim to be better than a control, or a number, is judged against it", {
  rule <- function(...) list(kind = "evidence", parameters = list(...), parts = NULL)
  right <- function(rule, arm, means = c(0.3, 0.5, 0.4)) judge(rule, rep("evidence", length(arm)), arm, means)$right
  expect_identical(right(rule(control = 1, margin = 0, alternative = "greater"), 1:3), c(FALSE, TRUE, TRUE))
  expect_identical(right(rule(control = 1, margin = 0.1, alternative = "greater"), 1:3), c(FALSE, TRUE, FALSE)) # by more than the margin
  expect_identical(right(rule(control = "c", margin = 0, alternative = "less"), 1:3), c(TRUE, FALSE, FALSE))
  expect_identical(right(rule(threshold = 0.4, margin = 0, alternative = "greater"), 1:3), c(FALSE, TRUE, FALSE))
  expect_identical(judge(rule(threshold = 0.2), "evidence", 1, c(0.3, 0.3))[c("right", "possible")], list(right = TRUE, possible = TRUE))
  expect_identical(judge(rule(control = 2), "evidence", 1, c(0.3, 0.3))[c("right", "possible")], list(right = FALSE, possible = FALSE))
  expect_identical(judge(rule(control = 2), "evidence", 1, c(0.3, 0.5))$possible, FALSE) # the control is best
  unknown <- judge_games(rule(control = 1), games_of("evidence", 1, c(0.3, 0.5)), NULL, FALSE)
  expect_identical(unknown[c("claim", "right", "possible")], list(claim = TRUE, right = NA, possible = NA))
})

test_that("in a study a stop for futility is no error, and is counted", {
  stop <- stop_glr(0.3, rate = "practical") | stop_futility(1, margin = 0.2, error = 0.3, rate = "practical")
  trial <- bandit(arms_bernoulli(c(control = 0.5, new = 0.4, other = 0.1)))
  study <- run_study(list(effect = trial, null = bandit_null(trial)), policy_uniform(), 300, reps = 50, seed = 1, record = 1, threads = 1, stop = stop)
  table <- operating_characteristics(study, method = "sequence")
  for (bandit in c("effect", "null")) {
    games <- recommendations(study)
    games <- games[games$bandit == bandit, ]
    value <- function(measure) table$value[table$bandit == bandit & table$measure == measure]
    wrong <- games$reason == "glr" & (bandit == "null" | as.character(games$arm) != "control")
    expect_identical(value("error"), mean(wrong))
    expect_identical(value("no_winner"), mean(games$reason == "futility"))
    expect_identical(value("power"), if (bandit == "null") numeric() else mean(games$reason == "glr" & as.character(games$arm) == "control"))
    expect_gt(value("no_winner"), 0.05)
  }
  only <- run_study(trial, policy_uniform(), 300, reps = 20, seed = 1, record = 1, threads = 1, stop = stop_futility(1, margin = 0.2, rate = "practical"))
  measures <- operating_characteristics(only, method = "sequence")$measure
  expect_true(all(c("misnamed", "no_winner", "stopped") %in% measures))
  expect_false(any(c("error", "power") %in% measures))
})
