# Ctrl-C is answered soon everywhere, once or many times, and costs nothing
# that was finished.

skip_if_no_interrupts <- function() {
  skip_on_cran() # starts R and interrupts it
  skip_on_os("windows")
  skip_if_not_installed("callr")
  skip_if_interrupts_are_ignored()
}

# Runs `work` in a child, interrupts it `times` times once it has begun, and
# gives what the child says after it; NULL if it did not answer.
interrupted <- function(work, times = 1, arguments = list(), patience = 10) {
  begun <- withr::local_tempfile()
  said <- withr::local_tempfile()
  child <- callr::r_bg(function(work, begun, said, arguments) {
    environment(work) <- asNamespace("unruly")
    # What is left of a burst after the work has ended must not hit what follows.
    suspendInterrupts({
      file.create(begun)
      seen <- tryCatch({
        allowInterrupts(do.call(work, arguments))
        "ended"
      }, interrupt = function(e) "interrupted")
      kept <- unruly::last_study()
      saveRDS(list(seen = seen, class = class(kept), replications = length(kept$replications),
                   choices = if (!is.null(kept)) nrow(kept$tables$choices)), said)
    })
  }, list(work = work, begun = begun, said = said, arguments = arguments))
  withr::defer(child$kill())
  for (i in 1:400) if (file.exists(begun)) break else Sys.sleep(0.05)
  Sys.sleep(1)
  for (i in seq_len(times)) {
    child$interrupt()
    if (times > 1) Sys.sleep(0.002)
  }
  child$wait(patience * 1000)
  if (child$is_alive()) NULL else readRDS(said)
}

test_that("a burst of interrupts does not cost what was finished", {
  skip_if_no_interrupts()
  work <- function() {
    options(unruly.memory = 1e12) # it does not get that far
    b <- unruly::bandit(unruly::arms_beta(c(0.3, 0.6), 0.5))
    unruly::run_study(b, unruly::policy_thompson(), 5e3, reps = 1e5, seed = 1, threads = 1, record = 3, keep = "choices",
                      progress = FALSE)
  }
  for (times in drawn_of(c(1, 2, 30), 3)) {
    found <- interrupted(work, times)
    expect_identical(found$class, "unruly_study")
    expect_gt(found$replications, 0)
    expect_lt(found$replications, 1e5)
    expect_identical(found$choices, as.integer(found$replications * 5e3))
  }
})

test_that("long work other than a study is interrupted too", {
  skip_if_no_interrupts()
  works <- list(
    first_exit = function() unruly::cycle_feasibility(rep(2e4, 4e4), exit = TRUE, limit = 1e6),
    many_exits = function() for (i in 1:1000) unruly::cycle_feasibility(1:1e5, exit = TRUE),
    instances = function() {
      study <- unruly::run_study(unruly::bandit(unruly::arms_bernoulli(unruly::prior_beta(1e5, 2, 3))), unruly::policy_uniform(), 1,
                                 reps = 20, record = 1, threads = 1)
      for (i in 1:1000) unruly::instances(study)
    },
    value = function() for (i in 1:1000) {
      unruly::bandit_value(unruly::with_waiting(unruly::bandit(unruly::arms_bernoulli(c(0.3, 0.6))), rep(0.1, 10)), 1:1e5)
    },
    bound = function() for (i in 1:1000) {
      unruly::regret_bound(unruly::with_patience(unruly::bandit(unruly::arms_bernoulli(c(0.1, 0.9))), c(5, 1e9)), 1:1e6, unruly::policy_ucb())
    }
  )
  for (name in drawn_of(names(works), 2)) {
    found <- interrupted(works[[name]])
    expect_identical(found$seen, "interrupted", info = name)
  }
})

test_that("arms that all leave at once take no time to speak of", {
  skip_in_quick()
  # A quadratic way takes minutes for these, whatever the machine.
  arms <- 2e5
  traits <- list(function(b) with_patience(b, 5), function(b) with_lifetimes(b, 1, c(rep(5, arm_count(b) - 1), Inf)))
  for (i in 1:2) {
    for (policy in drawn_of(list(policy_uniform(), policy_ucb1(), policy_se()), 3, i)) {
      b <- traits[[i]](bandit(arms_bernoulli(rep(0.5, arms))))
      study <- run_study(b, policy, 12, reps = 1, seed = 1, record = 1, threads = 1, progress = FALSE)
      expect_gt(nrow(exits(study)), arms - 20)
    }
  }
})

test_that("hopeless schedules are told at once, large ones too", {
  expect_identical(exit_of(1:1e6), 2)
  expect_identical(exit_of(rep(1, 1e5)), 1)
  expect_identical(exit_of(rep(1:2, 1e4)), 1)
  expect_identical(nrow(of_lower(1:1e6, 100)), 1L)
})

test_that("finished games are returned once R has memory for them", {
  skip_in_quick()
  skip_if_not(exists("mem.maxVSize", baseenv()))
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  play <- function(reps) run_study(b, policy_ucb1(), 2000, reps = reps, seed = 1, keep = "choices")
  wanted <- play(600)
  limit_memory <- get("mem.maxVSize", baseenv())
  before <- limit_memory()
  withr::defer(limit_memory(before))
  megabytes <- gc()["Vcells", c(2, 4)]
  limit_memory(megabytes[2] + 1)
  ballast <- numeric((diff(megabytes) - 10) * 2^17)
  expect_message(expect_error(play(600)), "make room, then call `last_study()`", fixed = TRUE)
  expect_error(last_study())
  rm(ballast)
  limit_memory(before)
  expect_identical(choices(last_study()), choices(wanted))
  play(1)
  expect_null(last_study())
})
