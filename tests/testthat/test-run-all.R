# Everything that can play a bandit, and why the rest cannot.

quietly_all <- function(...) suppressMessages(all_policies(...))

# Those of each bandit are found once.
pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
delayedAssign("all_of_pair", quietly_all(pair, 20))
delayedAssign("all_with_waiting", quietly_all(pair |> with_waiting(c(0.2, 0.8)), 20))

test_that("a policy is among them, or left out with a reason, and those that are can play", {
  skip_in_quick()
  replay <- bandit_replay(data.frame(arm = c(1, 2, 1), reward = c(0, 1, 1)))
  for (found in list(list(pair, all_of_pair), list(pair |> with_waiting(c(0.2, 0.8)), all_with_waiting),
                     list(replay, quietly_all(replay, 20)))) {
    problem <- found[[1]]
    all <- found[[2]]
    out <- attr(all, "left_out")
    made <- vapply(all, function(policy) policy$constructor, "")
    expect_setequal(c(made, out$constructor), policies()$constructor)
    expect_false(anyDuplicated(c(made, out$constructor)) > 0)
    expect_true(all(nzchar(out$reason)))
    expect_gt(length(all), 20)
    expect_identical(all, lapply(stats::setNames(made, NULL), function(name) get(name, asNamespace("unruly"))()), ignore_attr = TRUE)
    study <- suppressWarnings(run_study(problem, all, 20, 2, seed = 1, threads = 1, progress = FALSE))
    expect_identical(length(study$description$policies), length(all))
  }
})

test_that("what is left out is what the package refuses, in its words", {
  skip_in_quick()
  reason_of <- function(all, constructor) {
    out <- attr(all, "left_out")
    out$reason[match(constructor, out$constructor)]
  }
  expect_identical(reason_of(all_of_pair, "policy_etc"), "It needs its argument `pulls`")
  expect_match(reason_of(all_of_pair, "policy_wait_ucb"), "needs a bandit with waiting; add `with_waiting()`", fixed = TRUE)
  expect_identical(reason_of(all_with_waiting, "policy_wait_ucb"), NA_character_)
  expect_match(reason_of(quietly_all(bandit(arms_gaussian(c(0, 5))), 20), "policy_kl_ucb"), "needs rewards in [0, 1]", fixed = TRUE)
  # Two arms of patience 1 and 2 have no cycle, which only playing shows.
  expect_match(reason_of(quietly_all(pair |> with_patience(c(1, 2)), 20), "policy_fc_se"), ".")
})

test_that("neither the latest study nor R's random numbers are touched, and what is said reads well", {
  study <- run_study(pair, policy_ucb1(), 10, 2, seed = 7, threads = 1, progress = FALSE)
  kept <- tryCatch(last_study(), error = conditionMessage)
  set.seed(3)
  before <- .Random.seed
  expect_message(all_policies(pair, 5), class = "unruly_message_left_out")
  expect_identical(.Random.seed, before)
  expect_identical(tryCatch(last_study(), error = conditionMessage), kept)
  expect_snapshot(invisible(all_policies(pair |> with_fairness(0.1, 1), 5)))
})

test_that("tapes, tables of means and populations are tried for as long as they are", {
  skip_in_quick()
  short <- list(bandit(arms_tape(matrix(0:1, 2, 3))), bandit(arms_bernoulli(c(0.2, 0.8))) |> with_changes(matrix(0.5, 4, 2)),
                mortal_arms(2, 6, 3))
  for (problem in short) expect_gt(length(quietly_all(problem)), 20)
})
