# A decimal comma is for looking at numbers, not for the package's own use.

test_that("every working call works with a decimal comma, and with odd options", {
  skip_on_cran() # long
  claim <- many_claims()
  settings <- list(list(OutDec = ","), list(scipen = -10), list(digits = 3, scipen = 100))
  for (i in seq_along(settings)) {
    withr::with_options(settings[[i]], {
      works <- working_calls()
      for (name in drawn_of(names(works), 4, i)) claim(is.null(error_of(name, works[[name]])), names(settings[[i]])[1], name)
    })
  }
  expect_claims(claim, 450 / parts_of_share(4.5))
})

test_that("fractions are described and printed as ever with a decimal comma", {
  objects <- list(
    bandit(arms_gaussian(c(0.5, 0.25), 0.1)) |> with_fairness(0.25, 0.5), bandit(arms_bernoulli(prior_beta(2, 0.5, 1.5))),
    bandit_mortal(3, 50, 2.5), spread_geometric(2), policy_ucb(0.05), policy_ars_ucb(2.5, round_sizes(1.5)), aus_cycle(c(3, 5, 7)),
    prior_uniform(2, 0.25, 0.75)
  )
  wanted <- lapply(objects, function(x) utils::capture.output(print(x)))
  withr::local_options(OutDec = ",")
  expect_identical(lapply(objects, function(x) utils::capture.output(print(x))), wanted)
})

test_that("messages with fractions and thousands read as ever with a decimal comma", {
  skip_on_cran() # long
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  calls <- list(
    function() arms_bernoulli(1.5), function() with_waiting(pair, c(0.5, 0.4)), function() policy_ucb(1.25),
    function() with_fairness(pair, 0.55, 1), function() aus_cycle(c(2, 3, 100)), function() prior_uniform(2, 0.5, 0.25),
    function() run_study(pair, policy_ucb1(), 1234567.5), function() bandit_mortal(1234, 1e9, 1.5),
    function() c(run_study(pair, policy_ucb1(), 5, reps = 1, seed = 1, threads = 1, progress = FALSE), 0.5)
  )
  message_of <- function(f) tryCatch(f(), error = function(e) flat(conditionMessage(e)))
  wanted <- lapply(calls, message_of)
  expect_true(all(grepl("[0-9]", unlist(wanted))))
  for (odd in list(list(OutDec = ","), list(scipen = -10), list(scipen = 100))) {
    withr::with_options(odd, expect_identical(lapply(calls, message_of), wanted))
  }
})

test_that("a study and its tables are the same with a decimal comma", {
  run <- function() {
    study <- run_study(bandit(arms_gaussian(c(0.5, 0.25))) |> with_patience(9), list(policy_ucb1(sd = 1), policy_ucb(0.05)), 60, reps = 3,
                       seed = 1, threads = 1, progress = FALSE)
    list(study, summary(study), compare_policies(study), instances(study))
  }
  wanted <- run()
  withr::local_options(OutDec = ",")
  expect_identical(run(), wanted)
})
