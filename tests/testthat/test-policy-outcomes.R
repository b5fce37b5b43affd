# Policies for outcomes that come late, or never: R/policy-outcomes.R. What they chose is compared with their rules, applied
# to the table of choices: what was shown before each round, and how old each pull was.

# ---- OPSE --------------------------------------------------------------------------

literal_opse <- function(arms, log_term) {
  active <- rep(TRUE, arms)
  previous <- 0
  function(t, past) {
    if (!any(which(active) > previous)) {
      plays <- tabulate(past$arm, arms)
      shown <- tabulate(past$arm[past$known], arms)
      sum <- vapply(seq_len(arms), function(k) sum(past$reward[past$known & past$arm == k]), 0)
      r <- sqrt(2 * log_term / plays)
      if (t > 1) active <<- active & !((sum + plays - shown) / plays + r < max((sum / plays - r)[active]))
      previous <<- 0
    }
    previous <<- min(which(active)[which(active) > previous])
  }
}

test_that("OPSE makes the choices of its rule, however late zeros and ones are", {
  skip_on_cran()
  laws <- list(list(40, NULL), list(list(0, 60, 9), 0), list(5, 80))
  for (i in 1:3) for (error in list(NULL, 0.2)) if (is_drawn(i, is.null(error), one_in = 2)) {
    law <- laws[[i]]
    b <- late_arms(law[[1]], zero = law[[2]])
    study <- one_game(b, policy_opse(error), 600)
    expect_choices_by_rule(study, literal_opse(3, if (is.null(error)) log(600) else log(1 / error)))
  }
})

test_that("OPSE keeps the arm that SE loses where its zeros are first", {
  b <- bandit(arms_bernoulli(c(0.4, 0.6))) |> with_delay(list(0, 500), zero = 0)
  found <- suppressWarnings(run_study(b, list(policy_se(), policy_opse()), 6000, reps = 20, seed = 1, record = 1, progress = FALSE))
  last <- choices(suppressWarnings(run_study(b, list(policy_opse()), 6000, reps = 5, seed = 1, record = 1, progress = FALSE, keep = "choices")))
  expect_true(all(last$arm[last$round == 6000] == 2))
})

# ---- matured outcomes --------------------------------------------------------------

sure_policies <- function() list(policy_ucb1(), policy_kl_ucb(), policy_se(), policy_moss(), policy_round_robin(), policy_raw_ucb(0.5))

# The choices of a game, and those of the policies inside under a fixed delay.
expect_as_delayed <- function(b, within, fixed = within, horizon = 400, policies = sure_policies(), ...) {
  inside <- play(with_delay(bandit(b$arms), fixed), policies, horizon, ...)
  wrapped <- lapply(policies, function(policy) policy_matured(policy, within, label = policy$label))
  matured <- play(b, wrapped, horizon, ...)
  same <- c("policy", "rep", "round", "arm", "reward")
  expect_identical(choices(matured)[same], choices(inside)[same])
}

test_that("policies within policy_matured() play as under a fixed delay where all lags are at most that", {
  skip_on_cran()
  arms <- bandit(arms_bernoulli(c(0.3, 0.5, 0.9)))
  for (within in c(0, 1, 25)) {
    expect_as_delayed(arms, within)
    expect_as_delayed(with_delay(arms, within), within)
    expect_as_delayed(with_delay(arms, within, zero = Inf), within)
  }
  expect_as_delayed(with_delay(arms, spread_delay(0, 25), zero = 0), 200)
  expect_as_delayed(with_delay(arms, c(0.2, 0.3, 0.5), zero = Inf), 3)
  expect_as_delayed(with_delay(arms, c(0.2, 0.3, 0.5), zero = 30), 3)
})

test_that("an outcome later than `within` counts as 0", {
  arms <- bandit(arms_constant(c(0.8, 0.9)))
  late <- with_delay(arms, list(5, 6), zero = NULL)
  found <- choices(play(late, policy_matured(policy_ucb1(), 5), 400))
  nothing <- choices(play(with_delay(bandit(arms_constant(c(0.8, 0))), 5), policy_ucb1(), 400))
  expect_identical(as.integer(found$arm), as.integer(nothing$arm))
})

test_that("matured outcomes of arms that come and go are those of a fixed delay", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.3, 0.5, 0.9, 0.6)))
  going <- function(b) with_lifetimes(b, first = c(1, 1, 40, 90), last = c(200, 77, 120, 400))
  policies <- list(policy_ucb1(), policy_kl_ucb(), policy_se())
  wrapped <- lapply(policies, function(policy) policy_matured(policy, 11, label = policy$label))
  same <- c("policy", "round", "arm", "reward")
  for (silent in list(NULL, Inf)) {
    found <- choices(play(with_delay(going(b), 11, zero = silent), wrapped, 400))
    expect_identical(found[same], choices(play(with_delay(going(b), 11), policies, 400))[same])
  }
})

test_that("policy_matured() refuses negative rewards, and bears silence for the policy inside", {
  expect_error(run_study(bandit(arms_gaussian(c(0, 1))), policy_matured(policy_ucb1(), 5), 10), "at least 0", class = "unruly_error_policy")
  expect_error(policy_matured(policy_matured(policy_ucb1(), 5), 5), class = "unruly_error_argument")
  silent <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(3, zero = Inf)
  expect_s3_class(play(silent, policy_sleeping(policy_matured(policy_thompson(), 5)), 50), "unruly_study")
  expect_error(play(silent, policy_queue(policy_matured(policy_thompson(), 5)), 50), class = "unruly_error_policy")
})
