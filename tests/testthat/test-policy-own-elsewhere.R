# Policies of users in other processes, folders and sums.

own_policies <- function() {
  made <- function(alpha) policy_index(\(v) v$mean + sqrt(alpha * log(v$round) / v$pulls), label = "Index")
  list(made(0.7), shift_in_r(), policy_ucb1())
}

shift_in_r <- function() {
  policy_custom(start = \(v) 1, choose = \(s, v) v$live[s], observe = \(s, v, o) if (o$observed > 0) s else s %% length(v$live) + 1,
                label = "Shift")
}

three <- function() bandit(arms_bernoulli(c(0.3, 0.5, 0.6)))

test_that("policies in R give the same study in parts that other processes play", {
  skip_in_quick()
  skip_if_not_installed("nanoparquet")
  skip_if_not_installed("jsonlite")
  skip_if_not_installed("callr")
  whole <- run_study(three(), own_policies(), 200, reps = 12, seed = 1)
  path <- withr::local_tempdir()
  plan_study(three(), own_policies(), 200, reps = 12, seed = 1, parts = 4, path = path)
  run_part(path, 1, trust = TRUE)
  callr::r(function(path) for (i in 2:4) unruly::run_part(path, i, trust = TRUE), list(path))
  expect_identical(regret(read_study(path, trust = TRUE)), regret(whole))
})

test_that("policies in R give the same study on daemons", {
  skip_if_not_installed("mirai")
  skip_on_cran()
  mirai::daemons(2)
  withr::defer(mirai::daemons(0))
  whole <- run_study(three(), own_policies(), 200, reps = 12, seed = 1)
  sent <- run_study(three(), own_policies(), 200, reps = 12, seed = 1, workers = TRUE)
  expect_identical(regret(sent), regret(whole))
  expect_identical(pulls(sent), pulls(whole))
  bad <- policy_custom(\(s, v) if (v$round == 7) stop("no") else 1, label = "Bad")
  error <- expect_error(run_study(three(), bad, 30, reps = 6, seed = 1, workers = TRUE), class = "unruly_error_own")
  expect_match(conditionMessage(error), "Bad.*failed.*round 7")
})

test_that("policies in R have moments", {
  whole <- summary(run_study(three(), own_policies(), 200, reps = 12, seed = 1))
  sums <- summary(run_study(three(), own_policies(), 200, reps = 12, seed = 1, keep = "moments"))
  expect_equal(sums$mean, whole$mean)
  expect_equal(sums$se, whole$se)
})
