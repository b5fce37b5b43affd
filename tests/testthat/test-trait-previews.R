# Outcomes that are seen in stages.

staged <- function(sd = c(2, 1, 0), arms = arms_gaussian(c(0, 0.3, 0.5))) bandit(arms) |> with_previews(c(3, 9, 20), sd = sd)

test_that("games of policies that do not look at previews are those with a delay", {
  skip_in_quick()
  policies <- list(policy_thompson(), policy_ucb1(), policy_moss(), policy_floor(policy_ucb1(), 0.1))
  late <- bandit(arms_gaussian(c(0, 0.3, 0.5))) |> with_delay(20)
  one <- play(staged(), policies, 200, reps = 2)
  two <- play(late, policies, 200, reps = 2)
  for (table in list(choices, regret, pulls)) expect_identical(table(one), table(two))
  single <- bandit(arms_gaussian(c(0, 0.3, 0.5))) |> with_previews(20, sd = 0)
  expect_identical(choices(play(single, policies, 200)), choices(play(late, policies, 200)))
})

test_that("Thompson sampling loses less by previews, as computed elsewhere", {
  skip_in_quick()
  b <- bandit(arms_gaussian(c(0, 0.1, 0.2, 0.3, 0.5))) |> with_previews(c(10, 50, 200), sd = c(2, 1, 0))
  policies <- list(policy_thompson(label = "final"), policy_thompson(previews = TRUE))
  found <- summary(run_study(b, policies, 2000, reps = 300, seed = 1, record = 2000, progress = FALSE))
  expect_true(all(abs(found$mean - c(126.1, 102.4)) < 4 * sqrt(found$se^2 + 0.7^2)))
})

test_that("a preview weighs by the sum of both variances", {
  b <- bandit(arms_constant(c(0, 0))) |> with_previews(c(0, 50), sd = c(2, 0))
  game <- choices(play(b, policy_thompson(previews = TRUE, sd = 1), 3, reps = 2000))
  third <- game[game$round == 3, ]
  first <- ifelse(third$arm == 1, third$propensity, 1 - third$propensity)
  # The difference of two previews, over its standard deviation in the eyes of the policy.
  expect_lt(abs(stats::var(stats::qnorm(first)) - 4 / 5), 0.1)
})

test_that("wrappers hand previews on", {
  b <- staged()
  plain <- choices(play(b, policy_thompson(previews = TRUE), 150))
  final <- choices(play(b, policy_thompson(), 150))
  for (policy in list(policy_sleeping(policy_thompson(previews = TRUE)), policy_restart(policy_thompson(previews = TRUE), 200),
                      policy_floor(policy_thompson(previews = TRUE), 0.1))) {
    told <- choices(play(b, policy, 150))
    expect_true(any(told$propensity[4:20] != 1 / 3), info = policy$label)
  }
  expect_true(all(abs(final$propensity[4:20] - 1 / 3) < 1e-9 | final$propensity[4:20] %in% c(0, 1)))
})

test_that("previews without noise are the outcomes themselves, as soon as the first is shown", {
  exact <- staged(c(0, 0, 0))
  early <- bandit(arms_gaussian(c(0, 0.3, 0.5))) |> with_previews(3, sd = 0)
  told <- choices(play(exact, policy_thompson(previews = TRUE), 150))
  known <- choices(play(early, policy_thompson(previews = TRUE), 150))
  expect_identical(told$arm, known$arm)
  expect_equal(told$propensity, known$propensity, tolerance = 1e-9)
})

test_that("switched off it is the policy that it was", {
  expect_identical(policy_thompson(previews = FALSE), policy_thompson())
  expect_identical(policy_thompson("bernoulli", previews = FALSE), policy_thompson("bernoulli"))
  expect_identical(identity_of(policy_thompson("gaussian")), "d93e7cf9")
  expect_error(policy_thompson("bernoulli", previews = TRUE), "previews", class = "unruly_error_argument")
})

test_that("stages are refused by name where they cannot be", {
  skip_in_quick()
  b <- bandit(arms_gaussian(c(0, 1)))
  expect_error(with_previews(b, c(2, 1), c(1, 0)), "`lag` must be increasing", class = "unruly_error_argument")
  expect_error(with_previews(b, c(1, 2), c(1, 2)), "do not rise", class = "unruly_error_argument")
  expect_error(with_previews(b, c(1, 2), c(1, 1)), "0 at the last stage", class = "unruly_error_argument")
  expect_error(with_previews(b, c(1, 2), 0), "one number per lag", class = "unruly_error_argument")
  expect_error(b |> with_delay(3) |> with_previews(5, 0), class = "unruly_error_combination")
  expect_error(b |> with_previews(5, 0) |> with_batches(10), class = "unruly_error_combination")
})
