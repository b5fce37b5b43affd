# What games claim when a rule stops them, judged once more by hand.

games_of <- function(reason, arm, means, best = max(means)) {
  tibble::tibble(arm = arm, round = 10, stopped = reason != "horizon", reason = reason, simple_regret = best - means[arm],
                 correct = simple_regret == 0)
}

# Of games with these means: what they claim, whether it is right, and so on, one by one.
judge <- function(stop, reason, arm, means = c(0.3, 0.5, 0.5), left = NULL, ...) {
  games <- games_of(reason, arm, means)
  truth <- list(means = matrix(means, length(arm), length(means), byrow = TRUE), equal = rep(diff(range(means)) == 0, length(arm)),
                names = letters[seq_along(means)])
  judged <- judge_games(list(stop = stop, ...), games, truth, left)
  as_games(judged, length(arm))
}

as_games <- function(judged, count) {
  claim <- seq_len(count) %in% judged$claims$game
  c(list(claims = judged$claims, claim = claim, right = ifelse(claim, if_known(judged$claims, TRUE, count) == 1, FALSE)),
    judged[c("resigned", "possible", "all", "graduated", "dropped", "best_dropped")])
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
  expect_false(can_claim(list(stop = quiet)))
  expect_true(can_claim(list(stop = both)))
  expect_false(can_claim(list()))
  expect_true(can_resign(list(stop = unsure | both)))
  expect_false(can_resign(list(stop = both)))
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
  expect_identical(judge(rule(control = 1), rep("evidence", 2), 2:3, c(0.3, 0.5, 0.3))$all, c(TRUE, FALSE)) # all that are better
  expect_identical(judge(rule(control = 1), "evidence", 2, c(0.3, 0.5, 0.4))$all, FALSE)
  expect_identical(judge(rule(control = 2), "evidence", 1, c(0.3, 0.5))$all, NA)
  unknown <- judge_games(list(stop = rule(control = 1)), games_of("evidence", 1, c(0.3, 0.5)), list(equal = FALSE))
  expect_identical(as_games(unknown, 1)[c("claim", "right", "possible")], list(claim = TRUE, right = NA, possible = NA))
})

rule_of <- function(kind, ...) list(kind = kind, parameters = list(...), parts = NULL)

left_arms <- function(game, arm, graduated, rule = "graduate_posterior") {
  list(game = as.integer(game), arm = as.integer(arm), graduated = rep_len(graduated, length(arm)), rule = rep_len(rule, length(arm)))
}

test_that("each graduate is a claim, and those that were dropped are none", {
  means <- c(0.3, 0.5, 0.3, 0.4)
  graduate <- rule_of("graduate_posterior", control = "a", above = 0.9)
  drop <- rule_of("drop_posterior", control = "a", below = 0.1)
  left <- left_arms(c(1, 1, 1, 2, 3, 3, 4), c(2, 4, 3, 3, 2, 3, 2), c(TRUE, TRUE, FALSE, TRUE, FALSE, FALSE, TRUE))
  found <- judge(NULL, c("graduated", "horizon", "dropped", "horizon", "horizon"), c(2, 1, 1, 2, 1), means, left, graduate = graduate, drop = drop)
  expect_identical(found$claim, c(TRUE, TRUE, FALSE, TRUE, FALSE))
  expect_identical(found$right, c(TRUE, FALSE, FALSE, TRUE, FALSE))
  expect_identical(found$all, c(TRUE, FALSE, FALSE, FALSE, FALSE))
  expect_identical(found$resigned, c(FALSE, FALSE, TRUE, FALSE, FALSE))
  expect_identical(found$graduated, c(2L, 1L, 0L, 1L, 0L))
  expect_identical(found$dropped, c(1L, 0L, 2L, 0L, 0L))
  expect_identical(found$best_dropped, c(FALSE, FALSE, TRUE, FALSE, FALSE))
  games <- games_of(rep("horizon", 2), c(2, 2), means)
  truth <- list(means = rbind(means, c(0.5, 0.4, 0.3, 0.2)), equal = c(FALSE, FALSE), names = letters[1:4])
  d <- list(graduate = graduate)
  judged <- judge_games(d, games, truth, left_arms(c(1, 1, 2), c(2, 3, 2), TRUE))
  expect_identical(claims_measured(d, c(TRUE, TRUE), judged),
                   list(error = c(1, 1), power = c(1, NA), "power, all" = c(0, NA), graduated = c(2, 1))) # both right and wrong in the first
})

test_that("rules of graduation that are joined claim what held", {
  apart <- function(kind, margin) rule_of(kind, control = 1, margin = margin)
  parts <- list(apart("graduate_boundary", 0.3), apart("graduate_posterior", 0.1))
  either <- list(kind = "any", parameters = list(), parts = parts)
  both <- list(kind = "all", parameters = list(), parts = parts)
  right <- function(graduate, text) judge(NULL, "horizon", 2, c(0.3, 0.5), left_arms(1, 2, TRUE, text), graduate = graduate)$right
  expect_identical(right(either, "graduate_posterior"), TRUE)
  expect_identical(right(either, "graduate_boundary"), FALSE)
  expect_identical(right(both, "graduate_boundary & graduate_posterior"), FALSE)
  expect_identical(right(list(kind = "any", parameters = list(), parts = list(parts[[2]], apart("graduate_posterior", 0.3))), "graduate_posterior"), TRUE)
})

test_that("a boundary claims on the side on which it is crossed, and nothing when it is futile", {
  one <- rule_of("boundary", control = 1, upper = c(2.5, 2), lower = c(0, -Inf), sides = 1)
  found <- judge(one, c("boundary", "boundary", "futility"), c(2, 3, 1), c(0.3, 0.5, 0.2))
  expect_identical(found[c("claim", "right", "resigned")], list(claim = c(TRUE, TRUE, FALSE), right = c(TRUE, FALSE, FALSE), resigned = c(FALSE, FALSE, TRUE)))
  expect_identical(found$all, c(TRUE, FALSE, FALSE))
  expect_true(can_resign(list(stop = one)))
  expect_false(can_resign(list(stop = rule_of("boundary", control = 1, upper = 2, lower = -Inf, sides = 1))))
  two <- rule_of("boundary", control = 1, upper = 2, lower = -2, sides = 2)
  expect_false(can_resign(list(stop = two)))
  expect_identical(judge(two, rep("boundary", 2), 1:2, c(0.3, 0.5))[c("claim", "right", "possible", "all")],
                   list(claim = c(TRUE, TRUE), right = c(FALSE, TRUE), possible = c(TRUE, TRUE), all = c(FALSE, TRUE)))
  expect_identical(judge(two, rep("boundary", 2), 1:2, c(0.5, 0.3))[c("right", "all")], list(right = c(TRUE, FALSE), all = c(TRUE, FALSE)))
  expect_identical(judge(two, rep("boundary", 2), 1:2, c(0.3, 0.3))[c("right", "possible")], list(right = c(FALSE, FALSE), possible = c(FALSE, FALSE)))
  both <- list(kind = "all", parameters = list(), parts = list(one, stop_at(10)))
  expect_identical(judge(both, c("boundary & at", "futility & at"), c(2, 1), c(0.3, 0.5))[c("claim", "resigned")],
                   list(claim = c(TRUE, FALSE), resigned = c(FALSE, TRUE)))
  either <- list(kind = "any", parameters = list(), parts = list(one, stop_futility(1), stop_glr()))
  expect_identical(judge(either, c("boundary", "futility", "glr"), c(2, 1, 2), c(0.3, 0.5))[c("claim", "resigned")],
                   list(claim = c(TRUE, FALSE, TRUE), resigned = c(FALSE, TRUE, FALSE)))
})

test_that("the best is that of the arms which have not graduated, dropped ones included", {
  means <- c(0.5, 0.4, 0.3)
  right <- function(stop, arm, ...) judge(stop, stop$kind, arm, means, ..., graduate = rule_of("graduate_posterior", control = 3))$claims$right
  best <- stop_posterior(0.9)
  expect_identical(right(best, 2), FALSE)
  expect_identical(right(best, 2, left_arms(1, 1, TRUE)), c(TRUE, TRUE)) # of the stop, and of the graduate
  expect_identical(right(best, 3, left_arms(c(1, 1), 1:2, c(TRUE, FALSE))), c(FALSE, TRUE)) # the second was dropped, and is better
  expect_identical(right(stop_separated(tolerance = 0.15), 3, left_arms(1, 1, TRUE)), c(TRUE, TRUE))
  expect_identical(right(stop_separated(tolerance = 0.05), 3, left_arms(1, 1, TRUE)), c(FALSE, TRUE))
  # Without a control the last arm is claimed to be the best.
  last <- judge(NULL, rep("last", 2), 1:2, means, left_arms(c(1, 1, 2, 2), c(2, 3, 1, 3), FALSE), drop = rule_of("drop_posterior"))
  expect_identical(last[c("claim", "right", "best_dropped")], list(claim = c(TRUE, TRUE), right = c(TRUE, FALSE), best_dropped = c(FALSE, TRUE)))
  expect_identical(judge(NULL, "last", 1, c(0.3, 0.3), drop = rule_of("drop_posterior"))$right, FALSE)
})

test_that("in a study a stop for futility is no error, and is counted", {
  skip_in_quick()
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
  expect_true(all(c("misnamed", "error", "no_winner", "stopped") %in% measures))
  expect_false(any(c("power", "power, all") %in% measures))
})

test_that("a stop for futility under the null is no error", {
  skip_in_quick()
  study <- run_study(bandit(arms_bernoulli(c(0.3, 0.3))), policy_uniform(), 400, reps = 1000, seed = 1, record = 1, threads = 1,
                     stop = stop_futility(control = 1, margin = 0.3))
  table <- operating_characteristics(study, method = "naive")
  value <- function(measure) table$value[table$measure == measure]
  expect_identical(c(value("error"), value("correct")), c(0, 1))
  expect_gt(value("stopped"), 0.02)
  expect_identical(value("no_winner"), value("stopped"))
})

# As calibrate_design() finds it.
one_measure <- function(study, measure) {
  one_characteristic(study, list(measure = measure, bandit = "three", policy = "UCB1"), rlang::current_env())$value
}

test_that("arm by arm there is what was claimed and how often it was pulled", {
  skip_in_quick()
  trial <- bandit(arms_bernoulli(c(control = 0.2, low = 0.2, high = 0.6)))
  other <- bandit(arms_bernoulli(c(0.5, 0.2)))
  rule <- stop_evidence(control = 1, error = 0.3, family = "bernoulli")
  study <- run_study(list(three = trial, two = other), list(policy_uniform(), policy_ucb1()), 200, reps = 40, seed = 1, record = 1, threads = 1, stop = rule, after = "end")
  table <- suppressMessages(operating_characteristics(study, method = "naive", arms = TRUE), "unruly_message_undefined")
  games <- recommendations(study)
  named <- list(three = c("control", "low", "high"), two = c("1", "2"))
  for (bandit in names(named)) for (policy in c("Uniform", "UCB1")) for (arm in named[[bandit]]) {
    value <- function(measure) table$value[table$bandit == bandit & table$policy == policy & table$measure == measure]
    here <- games[games$bandit == bandit & games$policy == policy, ]
    expect_identical(value(paste0("claimed, arm ", arm)), mean(here$stopped & here$arm == arm))
    played <- pulls(study)
    expect_equal(value(paste0("pulls, arm ", arm)), mean(played$pulls[played$bandit == bandit & played$policy == policy & played$arm == arm]))
  }
  shares <- table[grepl("^claimed", table$measure), ]
  expect_equal(shares$lower[1], binom.test(round(40 * shares$value[1]), 40)$conf.int[1])
  expect_identical(one_measure(study, "claimed, arm high"), table$value[table$measure == "claimed, arm high" & table$policy == "UCB1"])
  exact <- exact_study(trial, policy_uniform(), 12, record = 1, stop = rule)
  sums <- operating_characteristics(exact, arms = TRUE)
  law <- recommendations(exact)
  expect_equal(sums$value[sums$measure == "claimed, arm high"], sum(law$probability[law$stopped & law$arm == "high"]))
  expect_equal(sums$value[startsWith(sums$measure, "pulls, arm")], pulls(exact)$pulls)
})

test_that("claims of arms that move are judged where all move alike", {
  skip_in_quick()
  rule <- stop_evidence(control = 1, error = 0.5, family = "bernoulli")
  later <- function(means) bandit(arms_bernoulli(c(0.2, 0.5))) |> with_changes(changes_at(60, means))
  play <- function(b) operating_characteristics(run_study(b, policy_uniform(), 150, reps = 60, seed = 1, record = 1, threads = 1, stop = rule), method = "naive")
  value <- function(table, measure) table$value[table$measure == measure]
  same <- suppressMessages(play(later(c(0.4, 0.7))))
  expect_gt(value(same, "power"), 0.5)
  expect_identical(value(same, "error"), 0)
  expect_identical(suppressMessages(play(bandit(arms_bernoulli(c(0.2, 0.5))) |> with_changes(matrix(c(0.25, 0.55), 150, 2, TRUE))))$measure, same$measure)
  expect_true(is.na(value(suppressMessages(play(later(c(0.7, 0.4)))), "error")))
})

test_that("a trial that drops arms and follows the leader has the characteristics that other programs find", {
  skip_in_quick()
  trial <- bandit(arms_bernoulli(c(control = 0.25, a = 0.25, b = 0.25, c = 0.35))) |> with_batches(100)
  looks <- seq(100, 1000, by = 100)
  study <- run_study(list(effect = trial, null = bandit_null(trial)), policy_allocation("best", power = 0.5), 1000, reps = 400, seed = 1, record = 1,
                     threads = 1, progress = FALSE, stop = stop_posterior(0.99, looks = looks), drop = stop_posterior(below = 0.01, looks = looks), after = "end")
  table <- suppressMessages(operating_characteristics(study, method = "sequence", arms = TRUE))
  of <- function(measure, bandit = "effect") table[table$measure == measure & table$bandit == bandit, ]
  # Values and errors of 6,000 trials played elsewhere.
  wanted <- list(stopped = c(0.4567, 0.0064), power = c(0.4562, 0.0064), sample_size = c(860, 2.8), optimal = c(0.5365, 0.0016), reward = c(261.2, 0.9),
                 "dropped, arm c" = c(0.008, 0.002))
  off <- vapply(names(wanted), function(name) {
    found <- of(name)
    abs(found$value - wanted[[name]][1]) / sqrt(found$mcse^2 + wanted[[name]][2]^2)
  }, 0)
  expect_lt(max(off), 3.5)
  by_arm <- vapply(c("control", "a", "b", "c"), function(arm) of(paste0("dropped, arm ", arm))$value, 0)
  expect_equal(of("dropped")$value, sum(by_arm))
  expect_identical(of("best dropped")$value, by_arm[["c"]])
  games <- recommendations(study)
  here <- games[games$bandit == "effect", ]
  # There the arms that are not named when a trial ends early count as dropped: their probability is below 0.01, too.
  left <- exits(study)
  gone <- vapply(c("control", "a", "b"), function(arm) {
    mean(here$rep %in% left$rep[left$bandit == "effect" & left$arm == arm] | here$stopped & here$arm != arm)
  }, 0)
  expect_lt(max(abs(gone - c(0.712, 0.720, 0.716)) / sqrt(0.712 * 0.288 * (1 / 400 + 1 / 6000))), 3.5)
  expect_identical(of("error")$value, mean(here$stopped & here$arm != "c"))
  # If all arms are equal, each claim is wrong.
  expect_identical(of("error", "null")$value, mean(games$stopped[games$bandit == "null"]))
  expect_identical(of("best dropped", "null")$value, 0)
})

test_that("the error of a trial whose arms graduate is that of the family", {
  skip_in_quick()
  trial <- bandit(arms_bernoulli(c(control = 0.3, a = 0.3, b = 0.3, c = 0.6)))
  looks <- c(40, 80, 120)
  study <- run_study(list(effect = trial, null = bandit_null(trial)), policy_allocation(), 120, reps = 400, seed = 1, record = 1, threads = 1,
                     progress = FALSE, graduate = stop_boundary(upper = rep(1.2, 3), looks = looks), drop = stop_boundary(lower = c(-0.5, -0.5, -Inf), looks = looks))
  table <- suppressMessages(operating_characteristics(study, method = "sequence", arms = TRUE))
  of <- function(measure, bandit) table$value[table$measure == measure & table$bandit == bandit]
  left <- exits(study)
  for (bandit in c("effect", "null")) {
    here <- left[left$bandit == bandit & left$cause == "graduated", ]
    by_arm <- function(arms) length(unique(here$rep[here$arm %in% arms])) / 400
    expect_equal(of("error", bandit), by_arm(if (bandit == "null") c("a", "b", "c") else c("a", "b")))
    expect_equal(of("graduated", bandit), nrow(here) / 400)
    for (arm in c("control", "a", "b", "c")) expect_equal(of(paste0("claimed, arm ", arm), bandit), by_arm(arm))
    expect_equal(of("dropped", bandit), sum(left$bandit == bandit & left$cause == "dropped") / 400)
    if (bandit == "effect") expect_equal(c(of("power", bandit), of("power, all", bandit)), c(by_arm("c"), by_arm("c")))
    games <- recommendations(study)
    expect_equal(of("no_winner", bandit), mean(games$reason[games$bandit == bandit] == "dropped"))
  }
  expect_gt(of("error", "null"), 0.2)
  expect_gt(of("graduated", "null"), of("error", "null")) # several in one game
})
