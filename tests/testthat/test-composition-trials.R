# Random designs of trials: what must hold of the games, the folders, the agents and the analyses of all of them.

random_trial_bandit <- function() {
  count <- sample(2:4, 1, prob = c(3, 1, 1))
  means <- c(0.3, stats::runif(count - 1, 0.25, 0.8))
  if (stats::runif(1) < 0.5) names(means) <- c("control", letters[seq_len(count - 1)])
  if (stats::runif(1) < 0.5) bandit(arms_bernoulli(means)) else bandit(arms_gaussian(means, sd = stats::runif(1, 0.5, 1.5)))
}

# Arguments of trial_design() for these arms, a list.
random_design_of <- function(trial) {
  count <- trial$arms$count
  one <- count == 2
  chance <- function(p) stats::runif(1) < p
  ratio <- if (chance(0.3)) c(sample(1:2, 1), rep(1, count - 1))
  block <- if (is.null(ratio)) count else sum(ratio)
  given <- list(trial, looks = cumsum(sample(3:8, sample(if (one) 4 else 3, 1), replace = TRUE)) * block,
                error = stats::runif(1, 0.02, 0.2), ratio = ratio)
  if (chance(0.5)) given$spending <- list("obrien_fleming", "pocock", -2)[[sample(3, 1)]] else
    given$shape <- list("obrien_fleming", "pocock", 0.2)[[sample(3, 1)]]
  if (one && chance(0.25)) given$sides <- 2
  if (is.null(given$sides) && length(given$looks) > 1 && chance(0.4)) {
    given$futility <- stats::runif(1, -1, 0.3)
    given$binding <- chance(0.5)
  }
  if (!one) given$adjust <- sample(c("dunnett", "bonferroni", "none"), 1)
  if (!one && chance(0.3)) given$claim <- "graduates"
  if (chance(0.3)) given$margin <- stats::runif(1, -0.1, 0.05)
  given
}

# Some limits leave no room; that is refused.
random_plan <- function(trial) {
  repeat {
    plan <- tryCatch(do.call(trial_design, random_design_of(trial)), unruly_error_argument = function(e) NULL)
    if (!is.null(plan)) return(plan)
  }
}

# A game of a study by an agent that is given its outcomes, patient by patient.
agent_of_game <- function(plan, outcomes, rep) {
  words <- attr(plan, "plan")
  here <- agent(design = plan, seed = 3, rep = rep, arms = if (is.null(words$names)) words$count else words$names)
  for (outcome in outcomes) agent_learn(here, agent_choose(here), outcome)
  here
}

test_that("games of random designs are the same by any threads and parts, and analyses fit what they did", {
  skip_on_cran() # long
  skip_if_not_installed("nanoparquet")
  cases <- share_of(1:12)
  expect_gte(length(cases), if (is.na(share_number())) 12 else 2)
  for (i in cases) {
    withr::local_seed(580 + i)
    trial <- random_trial_bandit()
    plan <- random_plan(trial)
    play <- function(...) suppressMessages(run_study(trial, design = plan, reps = 6, seed = 3, keep = c("summary", "choices"), after = "end", ...))
    study <- play(threads = 1)
    expect_identical(play(threads = 2), study)
    folder <- withr::local_tempdir()
    parts <- plan_study(trial, design = plan, reps = 6, seed = 3, keep = c("summary", "choices"), after = "end", parts = 2, path = folder)
    for (part in seq_len(nrow(parts))) run_part(folder, part)
    read <- read_study(folder)
    expect_identical(recommendations(read), recommendations(study))
    expect_gt(nchar(toString(plan)), 200)
    found <- suppressMessages(trial_analysis(study))
    expect_identical(suppressMessages(trial_analysis(read, plan)), found)
    ends <- recommendations(study)
    claimed <- tapply(found$decision == "efficacy", found$rep, any)
    graduated <- exits(study)$rep[exits(study)$cause == "graduated"]
    graduates <- attr(plan, "plan")$claim == "graduates"
    expect_identical(as.vector(claimed), if (graduates) ends$rep %in% graduated else ends$reason == "boundary")
    expect_true(all(found$p_value >= 0 & found$p_value <= 1))
    known <- !is.na(found$estimate)
    expect_true(all(found$lower[known] < found$estimate[known] & found$estimate[known] < found$upper[known]))
    games <- choices(study)
    told <- c("look", "information", "z", "decision", "p_value", "estimate", "lower")
    for (rep in unique(games$rep)) {
      by_agent <- suppressMessages(trial_analysis(agent_of_game(plan, games$observed[games$rep == rep], rep)))
      expect_equal(as.list(by_agent)[told], as.list(found[found$rep == rep, ])[told], tolerance = 1e-8)
    }
  }
})

test_that("random designs spend their error, and updates at the planned looks change nothing", {
  for (i in share_of(1:24)) {
    withr::local_seed(590 + i)
    trial <- random_trial_bandit()
    plan <- random_plan(trial)
    words <- attr(plan, "plan")
    expect_lt(abs(plan$spent[nrow(plan)] - words$error), 1e-7)
    expect_true(all(diff(plan$power) >= -1e-12) && all(plan$power >= 0 & plan$power <= 1))
    at_null <- suppressWarnings(trial_power(plan, bandit_null(trial)))
    if (words$rivals == 1 && !words$binding && words$family == "gaussian" && words$margin == 0 && is.null(words$futility)) {
      expect_lt(abs(at_null$power - words$error / words$sides), 1e-7)
    }
    if (!is.null(words$spending)) expect_equal(update(plan, plan$at)$upper, plan$upper, tolerance = 1e-7)
    last <- nrow(plan)
    if (last > 1 && words$rivals == 1 && words$sides == 1) {
      power <- conditional_power(plan, z = 1)$power
      expect_true(all(power >= 0 & power <= 1))
    }
  }
})
