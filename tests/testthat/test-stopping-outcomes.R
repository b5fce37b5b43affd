# Looks at numbers of outcomes.

late_trial <- function(lag = 9) bandit(arms_gaussian(c(control = 0, new = 0.3))) |> with_delay(lag)
ends <- function(study) as.data.frame(recommendations(study)[c("rep", "arm", "round", "reason")])

test_that("a look is made in the first round by which its outcomes have been shown", {
  skip_in_quick()
  trial <- late_trial()
  play <- function(looks, ...) {
    ends(run_study(trial, policy_allocation(), horizon = 100, reps = 200, seed = 1, stop = stop_boundary(upper = c(2, 1.5, 1), looks = looks), ...))
  }
  by_rounds <- play(c(29, 49, 69))
  expect_gt(length(unique(by_rounds$round)), 3)
  expect_identical(play(at_outcomes(c(20, 40, 60))), by_rounds)
  expect_identical(play(at_outcomes(c(20, 40, 60)), threads = 2), by_rounds)
  expect_identical(play(at_outcomes(cbind(1:3 * 10, 1:3 * 10))), by_rounds) # blocks of two end there
  even <- bandit(arms_gaussian(c(control = 0, new = 0.3)))
  first <- run_study(even, policy_fixed("control"), horizon = 50, reps = 2, seed = 1, stop = stop_at(20))
  expect_identical(recommendations(first)$round, c(20, 20))
  one <- stop_boundary(upper = -50, looks = at_outcomes(7, arm = "new"))
  found <- choices(run_study(even, policy_uniform(), horizon = 100, reps = 30, seed = 1, stop = one, keep = "choices"))
  expect_true(all(tapply(found$arm == "new", found$rep, sum) == 7)) # the last pull was the seventh of that arm
  expect_true(all(found$arm[!duplicated(found$rep, fromLast = TRUE)] == "new"))
})

test_that("several looks reached at once count as the first, and the last round has one whatever was shown", {
  trial <- bandit(arms_gaussian(c(control = 0, new = 0.3))) |> with_batches(30)
  both <- function(looks, upper) ends(run_study(trial, policy_allocation(), horizon = 60, reps = 300, seed = 1, stop = stop_boundary(upper = upper, looks = looks)))
  expect_identical(both(at_outcomes(c(10, 20, 50)), c(1, 0, 1.2)), both(c(30, 60), c(1, 1.2)))
  late <- run_study(late_trial(40), policy_allocation(), horizon = 60, reps = 300, seed = 1, stop = stop_boundary(upper = c(3, 1), looks = at_outcomes(c(15, 60))))
  expect_setequal(recommendations(late)$reason, c("boundary", "horizon"))
  expect_true(all(recommendations(late)$round == 60 | recommendations(late)$round == 55))
})

test_that("outcomes of arms that are gone count, and those of others at their places do not count as theirs", {
  skip_in_quick()
  round_of <- function(looks) {
    a <- agent(policy_uniform(), arms = c("a", "b"), horizon = 60, seed = 1, stop = stop_posterior(0.001, looks = looks))
    arms <- character()
    while (length(arms) < 60 && !recommendations(a)$stopped) {
      arms <- c(arms, agent_choose(a))
      agent_learn(a, arms[length(arms)], 0.5)
      if (length(arms) == 8) {
        agent_leave(a, "b")
        agent_enter(a, "c")
      }
    }
    expect_gt(sum(arms == "c"), 4)
    c(recommendations(a)$round, sum(arms == "b"))
  }
  expect_identical(round_of(at_outcomes(30))[1], 30)
  expect_identical(round_of(at_outcomes(6, arm = "b")), c(60, 5)) # it is only looked at in the last round
})

test_that("arms that have left are not waited for, and games have the size that the design says", {
  skip_in_quick()
  trial <- bandit(arms_gaussian(c(control = 0, a = 0, b = 0, c = 0.4)))
  reps <- 2000 / parts_of_share(4)
  for (claim in c("ends", "graduates")) {
    plan <- trial_design(trial, c(220, 440, 664), futility = 0, claim = claim)
    study <- run_study(list(effect = trial, null = bandit_null(trial)), design = plan, reps = reps, seed = 1, record = 1)
    games <- recommendations(study)
    told <- glance(plan)
    for (scenario in c("effect", "null")) {
      size <- games$sample_size[games$bandit == scenario]
      wanted <- if (scenario == "effect") told$size_planned else told$size_null
      expect_lt(abs(mean(size) - wanted), 4 * sd(size) / sqrt(reps) + 1)
    }
    # At the last look of those who never left each arm has its number, and there the game ends.
    expect_true(all(games$sample_size <= 664))
    left <- exits(study)
    claims <- games$reason[games$bandit == "effect"] %in% c("boundary", "graduated")
    expect_lt(abs(mean(claims) - told$power), 4 * sqrt(0.1 * 0.9 / reps))
  }
})

test_that("agents and studies look at the same outcomes, and their analyses agree", {
  skip_in_quick()
  trial <- bandit(arms_gaussian(c(control = 0, a = 0, b = 0.6, c = 1)))
  plan <- trial_design(trial, c(40, 80, 120), futility = 0, claim = "graduates")
  study <- run_study(trial, design = plan, reps = 5, seed = 3, record = 1, keep = c("summary", "choices"))
  found <- trial_analysis(study, at = "all")
  games <- choices(study)
  for (rep in 1:5) {
    here <- agent(design = plan, seed = 3, rep = rep)
    for (outcome in games$observed[games$rep == rep]) agent_learn(here, agent_choose(here), outcome)
    by_agent <- trial_analysis(here, at = "all")
    told <- setdiff(names(by_agent), "arm")
    expect_equal(as.data.frame(by_agent)[told], as.data.frame(found[found$rep == rep, ])[told], tolerance = 1e-8, ignore_attr = TRUE)
  }
})

test_that("looks at outcomes are told, written as code, kept in folders, and refused where they cannot be", {
  expect_identical(format(at_outcomes(c(20, 40))), "<looks> at outcomes 20 to 40, 2 looks")
  table <- cbind(c(20, 40), c(10, 20))
  rule <- stop_boundary(upper = c(3, 2), looks = at_outcomes(table))
  expect_identical(eval(str2expression(as_code(rule))), rule)
  named <- stop_posterior(0.9, looks = at_outcomes(c(5, 10), arm = "new"))
  expect_identical(eval(str2expression(as_code(named))), named)
  expect_match(format(named), "outcomes = 5 to 10 of arm new, 2 looks")
  trial <- bandit(arms_bernoulli(c(control = 0.3, new = 0.6)))
  expect_errors({
    at_outcomes()
    at_outcomes(c(2, 1))
    at_outcomes("a")
    at_outcomes(cbind(1:2, c(3, 3)))
    at_outcomes(cbind(1:2, 1:2), arm = 1)
    at_outcomes(1, arm = -1)
    stop_boundary(upper = 2, looks = at_outcomes(1:2))
    exact_study(trial, policy_allocation(), 20, stop = named)
    run_study(trial, policy_allocation(), 20, stop = stop_posterior(0.9, looks = at_outcomes(5, arm = "old")))
    run_study(trial, policy_allocation(), 20, stop = stop_posterior(0.9, looks = at_outcomes(5, arm = 3)))
  })
})
