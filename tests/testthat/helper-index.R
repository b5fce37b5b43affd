# The lazy way of a policy must make the choices of the plain one, to the last.

expect_lazy_is_plain <- function(bandit, policies, horizon = 4e4, seed = 1) {
  play <- function(plain) {
    withr::local_options(unruly.plain = plain)
    whatever_scale(run_study(bandit, as_usual(policies), horizon = horizon, reps = 1, seed = seed, keep = "choices", record = 1,
                             threads = 2))
  }
  lazy <- choices(play(FALSE))
  plain <- choices(play(TRUE))
  same <- identical(lazy, plain)
  differ <- if (!same) unique(lazy$policy[lazy$round != plain$round | lazy$arm != plain$arm])
  testthat::expect(same, paste("lazy and plain choices differ:", paste(differ, collapse = ", ")))
}
