# The lazy way of a policy must make the choices of the plain one, to the last. tests/c/test_fast.c and test_compositions.c
# hold the same of thousands of games; here the first game of each file and the share of the others are played.

expect_lazy_is_plain <- function(bandit, policies, horizon = 4e4, seed = 1, always = FALSE) {
  met <- case_number(paste("lazy", literal_test_file()))
  if (!always && met > 0 && !is_drawn(met, one_in = 8)) return(invisible())
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
