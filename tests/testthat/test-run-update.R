# update(study): the study that run_study() makes at once.

b <- bandit(arms_bernoulli(c(0.3, 0.6, 0.5)))
both <- list(policy_ucb1(), policy_thompson())
turns <- policy_custom(choose = \(state, view) view$live[view$round %% length(view$live) + 1], label = "Turns")
design <- trial_design(2, looks = c(50, 100))

# Arguments of run_study() by what they have that is particular.
settings <- list(
  plain = list(bandit = b, policies = both, horizon = 60),
  several = list(bandit = list(a = b, b = with_patience(b, c(9, 20, 7))),
                 policies = list(x = policy_ucb1()), horizon = 60),
  choices = list(bandit = b, policies = both, horizon = 60, keep = "choices"),
  moments = list(bandit = b, policies = both, horizon = 60, keep = c("moments", "scores")),
  rounds = list(bandit = b, policies = both, horizon = 60, record = c(3, 9, 60)),
  rules = list(bandit = b, policies = both, horizon = 60, stop = stop_glr(looks = c(20, 40)), drop = stop_posterior(below = 0.05), after = "end"),
  dropped = list(bandit = b, policies = both, horizon = 60, drop = stop_posterior(below = 0.05)),
  design = list(bandit = bandit(arms_bernoulli(c(0.3, 0.6))), design = design),
  late = list(bandit = with_delay(b, 5), policies = both, horizon = 60, overrun = TRUE, stop = stop_glr()),
  waits = list(bandit = with_accrual(b, 4, 3), policies = both, horizon = 60, overrun = 0.6, stop = stop_glr()),
  own = list(bandit = b, policies = turns, horizon = 60)
)
made <- function(setting, ...) {
  arguments <- c(settings[[setting]], list(reps = 8, seed = 4))
  others <- list(...)
  arguments[names(others)] <- others
  do.call(run_study, arguments)
}

test_that("more replications, those in gaps included, make the study that is made at once", {
  skip_on_cran()
  for (setting in drawn_of(names(settings), 2)) {
    expect_equal(update(made(setting), reps = 13), made(setting, reps = 13), info = setting)
    expect_identical(update(made(setting)), made(setting), info = setting)
    gaps <- c(made(setting, reps = 2, first_rep = 3), made(setting, reps = 1, first_rep = 6), made(setting, reps = 1, first_rep = 9))
    expect_equal(update(gaps, reps = 10), made(setting, reps = 10, first_rep = 3), info = setting)
  }
})

test_that("with another argument all is played again, and what is not given is as it was", {
  skip_on_cran()
  for (setting in drawn_of(setdiff(names(settings), c("design", "own")), 2, 1)) {
    study <- made(setting)
    expect_equal(update(study, seed = 9), made(setting, seed = 9), info = setting)
    expect_equal(update(study, policies = policy_moss(), reps = 3), made(setting, policies = policy_moss(), reps = 3), info = setting)
  }
  expect_equal(update(made("plain"), horizon = 500), made("plain", horizon = 500))
  expect_equal(update(made("rounds"), horizon = 500, record = 2), made("rounds", horizon = 500, record = 2))
  expect_equal(update(made("rules"), stop = NULL, drop = NULL), made("plain"))
  other <- bandit(arms_bernoulli(c(0.5, 0.6)))
  expect_equal(update(made("design"), bandit = other), made("design", bandit = other))
  skip_if_not_installed("nanoparquet")
  folder <- withr::local_tempfile()
  expect_equal(update(made("plain"), reps = 10, path = folder), made("plain", reps = 10))
  expect_equal(read_study(folder), made("plain", reps = 10))
})

test_that("fewer replications, and arguments that run_study() lacks, are refused", {
  study <- made("plain")
  expect_error(update(study, reps = 7), "at least 8", class = "unruly_error_argument")
  expect_error(update(study, polices = policy_moss()), "Did you mean `policies`?", fixed = TRUE, class = "unruly_error_argument")
  expect_error(update(study, 9, policy_moss()), "by name", class = "unruly_error_argument")
  expect_error(update(study, first_rep = 2), "`first_rep`", class = "unruly_error_argument")
  expect_error(update(study, seed = 1, seed = 2), "`seed`", class = "unruly_error_argument")
  expect_error(update(study, horizon = -1), "`horizon` must be", class = "unruly_error_argument")
})
