# Agents whose policy is written in R, or compiled from a file of the user's.

fed <- function(policy, bandit, horizon, ..., seed = 3, save_every = Inf) {
  made <- choices(whatever_scale(run_study(bandit, policy, horizon, reps = 1, seed = seed, keep = "choices")))
  a <- agent(policy, as.character(1:3), seed = seed, horizon = horizon, ...)
  file <- withr::local_tempfile(fileext = ".json")
  chosen <- character()
  for (i in seq_len(nrow(made))) {
    chosen[i] <- agent_choose(a)
    agent_learn(a, chosen[i], made$observed[i])
    if (i %% save_every == 0) {
      save_agent(a, file)
      a <- read_agent(file, trust = TRUE)
    }
  }
  expect_identical(chosen, as.character(made$arm))
  invisible(a)
}

shift <- function() {
  policy_custom(start = \(v) 1, choose = \(s, v) v$live[(s - 1) %% length(v$live) + 1],
                observe = \(s, v, o) if (o$observed > 0.5) s else s + 1, label = "Shift")
}

test_that("an agent of a policy in R makes the simulation's choices, saved and read in mid-course", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.3, 0.5, 0.6)))
  for (policy in list(ucb1_in_r(), epsilon_greedy_in_r(0.3), shift(), se_in_r())) {
    fed(policy, b, 300, save_every = 83)
    fed(policy, b |> with_patience(c(20, 9, 31)), 300, patience = c(20, 9, 31), save_every = 120)
  }
  fed(shift(), b |> with_spread(spread_delay(1, 3)), 200, save_every = 90)
})

test_that("an agent of a policy in C from outside does, too", {
  skip_in_quick()
  skip_on_os("windows")
  skip_if(Sys.which("make") == "", "there is no make")
  mine <- policy_compile(system.file("examples", "keep_alive.c", package = "unruly"))()
  b <- bandit(arms_bernoulli(c(0.3, 0.5, 0.6))) |> with_patience(c(20, 9, 31))
  fed(mine, b, 300, patience = c(20, 9, 31), save_every = 83)
})

test_that("arms that enter, beyond the room there was, do not disturb a policy in R", {
  skip_in_quick()
  a <- agent(epsilon_greedy_in_r(0.5), c("a", "b"), seed = 1)
  file <- withr::local_tempfile(fileext = ".json")
  for (name in letters[3:12]) {
    agent_enter(a, name)
    for (i in 1:3) agent_learn(a, agent_choose(a), i %% 2)
    save_agent(a, file)
    again <- read_agent(file, trust = TRUE)
    for (i in 1:6) {
      chosen <- agent_choose(a)
      expect_identical(agent_choose(again), chosen)
      agent_learn(a, chosen, 0)
      agent_learn(again, chosen, 0)
    }
  }
  told <- 0
  counting <- agent(policy_custom(\(s, v) 1, \(s, v, o) told <<- told + 1), "a", seed = 1)
  for (i in 1:5) agent_learn(counting, looking(agent_choose(counting)), 1)
  agent_enter(counting, "b")
  agent_enter(counting, "c")
  agent_choose(counting)
  expect_identical(told, 5)
})

test_that("late rewards reach a policy in R when they are told", {
  told <- numeric()
  a <- agent(policy_custom(\(s, v) 1, \(s, v, o) told <<- c(told, o$observed)), c("a", "b"), seed = 1)
  looking(agent_choose(a))
  first <- agent_ticket(a)
  agent_choose(a)
  agent_learn(a, "a", 2)
  agent_learn(a, "a", 1, ticket = first)
  looking(agent_choose(a))
  expect_identical(told, c(2, 1))
})

test_that("an error in a policy in R leaves the agent what it was", {
  skip_in_quick()
  at <- new.env() # not part of what the policy is
  at$broken <- TRUE
  uses <- function(s, v) {
    u <- v$runif(1)
    if (at$broken && v$round == 3) stop("not now")
    if (u < 0.5) 1 else 2
  }
  a <- agent(policy_custom(uses, label = "Broken"), c("a", "b"), seed = 5)
  for (i in 1:2) agent_learn(a, agent_choose(a), 1)
  error <- expect_error(agent_choose(a), class = "unruly_error_own")
  expect_match(conditionMessage(error), "Broken.*failed.*round 3.*not now")
  expect_error(agent_choose(a), class = "unruly_error_own")
  at$broken <- FALSE
  chosen <- vapply(1:20, function(i) {
    arm <- agent_choose(a)
    agent_learn(a, arm, 1)
    arm
  }, "")
  fresh <- agent(policy_custom(uses, label = "Broken"), c("a", "b"), seed = 5)
  all <- vapply(1:22, function(i) {
    arm <- agent_choose(fresh)
    agent_learn(fresh, arm, 1)
    arm
  }, "")
  expect_identical(chosen, all[3:22])
  wrong <- agent(policy_custom(\(s, v) 7, label = "Seven"), c("a", "b"))
  error <- expect_error(agent_choose(wrong), class = "unruly_error_choice")
  expect_match(conditionMessage(error), "Seven.*chose arm 7, which cannot be played.*arms 1 and 2.*round 1")
})

test_that("a saved policy in R takes along everything it refers to", {
  skip_in_quick()
  skip_if_not_installed("callr")
  bonus <- c(0.1, 0.9)
  helper <- function(v) bonus[v$live]
  a <- agent(policy_index(\(v) v$mean + helper(v)), c("a", "b"), seed = 1)
  for (i in 1:6) agent_learn(a, agent_choose(a), 0)
  file <- withr::local_tempfile(fileext = ".json")
  save_agent(a, file)
  there <- callr::r(function(file) {
    a <- unruly::read_agent(file, trust = TRUE)
    unruly::agent_choose(a)
  }, list(file))
  expect_identical(there, agent_choose(a))
  unwritable <- new.env()
  strange <- agent(policy_index(\(v) if (is.environment(unwritable)) v$mean), c("a", "b"), seed = 1)
  expect_error(save_agent(strange, file), class = "unruly_error_agent")
})
