# Everything that can play a bandit, and why the rest cannot.

tried <- function(...) policies(..., try = TRUE)
playing <- function(found) found$policy[is.na(found$reason)]

# Those of each bandit are found once.
pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
delayedAssign("all_of_pair", tried(pair, 20))
delayedAssign("all_with_waiting", tried(pair |> with_waiting(c(0.2, 0.8)), 20))

test_that("a policy is among them, or left out with a reason, and those that are can play", {
  skip_in_quick()
  replay <- bandit_replay(data.frame(arm = c(1, 2, 1), reward = c(0, 1, 1)))
  for (found in list(list(pair, all_of_pair), list(pair |> with_waiting(c(0.2, 0.8)), all_with_waiting),
                     list(replay, tried(replay, 20)))) {
    problem <- found[[1]]
    expect_setequal(with(found[[2]], paste(constructor, argument)), with(policies(), paste(constructor, argument)))
    all <- playing(found[[2]])
    expect_identical(vapply(found[[2]]$policy, is.null, NA, USE.NAMES = FALSE), !is.na(found[[2]]$reason))
    made <- vapply(all, function(policy) policy$constructor, "")
    expect_false(anyDuplicated(made) > 0)
    expect_true(all(nzchar(found[[2]]$reason[!is.na(found[[2]]$reason)])))
    expect_gt(length(all), 20)
    expect_identical(unname(all), unname(lapply(made, function(name) function_of_type(name)())), ignore_attr = TRUE)
    study <- suppressWarnings(run_study(problem, all, 20, 2, seed = 1, threads = 1, progress = FALSE))
    expect_identical(length(study$description$policies), length(all))
  }
})

test_that("everything left out is refused by the package, in its words", {
  skip_in_quick()
  reason_of <- function(all, constructor, argument = NULL) {
    all$reason[all$constructor == constructor & (if (is.null(argument)) TRUE else all$argument == argument)]
  }
  expect_identical(reason_of(all_of_pair, "policy_etc"), "It needs its argument `pulls`")
  expect_match(reason_of(all_of_pair, "policy_wait_ucb", "index = \"paper\""), "needs a bandit with waiting; add `with_waiting()`", fixed = TRUE)
  expect_identical(reason_of(all_with_waiting, "policy_wait_ucb", "index = \"paper\""), NA_character_)
  expect_match(reason_of(tried(bandit(arms_gaussian(c(0, 5))), 20), "policy_lucb", "interval = \"kl\""), "needs rewards in [0, 1]", fixed = TRUE)
  # Two arms of patience 1 and 2 have no cycle, which only playing shows.
  expect_match(reason_of(tried(pair |> with_patience(c(1, 2)), 20), "policy_fc_se"), ".")
})

test_that("neither the latest study nor R's random numbers are touched", {
  skip_on_cran()
  study <- run_study(pair, policy_ucb1(), 10, 2, seed = 7, threads = 1, progress = FALSE)
  kept <- tryCatch(last_study(), error = conditionMessage)
  set.seed(3)
  before <- .Random.seed
  found <- tried(pair, 5)
  expect_identical(.Random.seed, before)
  expect_identical(tryCatch(last_study(), error = conditionMessage), kept)
  expect_error(policies(try = TRUE), "`bandit`", class = "unruly_error_argument")
})

test_that("`exact` says which policies an exact study takes", {
  skip_in_quick()
  all <- all_of_pair
  for (i in which(is.na(all$reason))) {
    taken <- !inherits(tryCatch(exact_study(pair, all$policy[[i]], 4), error = identity), "unruly_error_policy")
    expect_identical(all$exact[i], taken, info = all$label[i])
  }
})

test_that("tapes, tables of means and populations are tried for as long as they are", {
  skip_in_quick()
  short <- list(bandit(arms_tape(matrix(0:1, 2, 3))), bandit(arms_bernoulli(c(0.2, 0.8))) |> with_changes(matrix(0.5, 4, 2)),
                bandit_mortal(2, 6, 3))
  for (problem in drawn_of(short, 2)) expect_gt(length(playing(tried(problem))), 20)
})

test_that("each policy says what it does, in one sentence without a formula", {
  listed <- policies()
  expect_false(anyNA(listed$does))
  expect_identical(listed$label[duplicated(listed$does)], character())
  for (i in seq_len(nrow(listed))) {
    expect_match(listed$does[i], "^[A-Z][^.]+[.]$", info = listed$label[i], all = TRUE)
    # A number, a Greek letter or an operator belongs in a formula; Exp3 and UCB1 are names.
    expect_false(grepl("[=<>^]|[^A-Za-z][0-9]|\\b(log|ln|sqrt|alpha|beta|epsilon|delta|sigma)\\b", listed$does[i]), info = listed$label[i])
    expect_lt(nchar(listed$does[i]), 160)
  }
})
