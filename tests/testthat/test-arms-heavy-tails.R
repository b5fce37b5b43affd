# Arms with heavy tails: Student's and the log-normal law.

pulls_of <- function(arms, n = 20000, seed = 1) c(rewards_of(arms, n, seed))

expect_law <- function(x, cdf, ...) {
  expect_gt(suppressWarnings(stats::ks.test(x, cdf, ...))$p.value, 0.001)
}

test_that("Student's arms have Student's law, far into the tails", {
  skip_in_quick()
  for (df in c(1.01, 1.5, 2, 3, 10, 1e6)) {
    x <- (pulls_of(arms_student(df, 2, 3)) - 2) / 3
    expect_law(x, stats::pt, df)
    # As many beyond the 1 in 1000, on both sides.
    beyond <- c(sum(x < stats::qt(0.001, df)), sum(x > stats::qt(0.999, df)))
    expect_true(all(abs(beyond - 20) < 4 * sqrt(20)))
  }
})

test_that("log-normal arms are the exponentials of normal quantiles", {
  u <- literal_outcome_uniforms(5, 1, 1, 500)[, 1]
  drawn <- core_choices(bandit(arms_lognormal(0.3, 1.5)), policy_fixed(), 500, seed = 5)
  expect_equal(drawn$reward, stats::qlnorm(u, 0.3, 1.5), tolerance = 1e-13)
  expect_law(pulls_of(arms_lognormal(-1, 0.5)), stats::plnorm, -1, 0.5)
})

test_that("their means are those of the laws", {
  both <- list(student = bandit(arms_student(c(2, 5), c(1, -3), 4)), log = bandit(arms_lognormal(c(0, 1), c(1, 2))))
  table <- instances(whatever_scale(run_study(both, policy_uniform(), 10, reps = 1, seed = 1, threads = 1)))
  expect_equal(table$mean[table$bandit == "student"], c(1, -3))
  expect_equal(table$mean[table$bandit == "log"], exp(c(0.5, 3)))
  regrets <- regret(whatever_scale(run_study(both$log, policy_fixed(1), 100, reps = 1, seed = 1, threads = 1)))
  expect_equal(regrets$regret[nrow(regrets)], 100 * (exp(3) - exp(0.5)))
})

test_that("parameters may be drawn, by arm, and have names", {
  b <- bandit(arms_student(prior_uniform(3, 2, 5), prior_normal(3), prior_uniform(3, 0, 1)))
  drawn <- instances(whatever_scale(run_study(b, policy_uniform(), 10, reps = 20, seed = 1, threads = 1)))
  expect_true(all(drawn$df > 2 & drawn$df < 5 & drawn$scale > 0 & drawn$scale < 1))
  expect_identical(drawn$location, drawn$mean)
  expect_gt(length(unique(drawn$location)), 50)
  expect_output(print(arms_student(3, c(a = 0, b = 1))), "2 Student arms: df = 3; location = (a = 0, b = 1); scale = 1", fixed = TRUE)
  expect_output(print(arms_lognormal(c(0, 1))), "2 log-normal arms: meanlog = (0, 1); sdlog = 1", fixed = TRUE)
})

test_that("arms without a mean are refused, and arms that could overflow", {
  skip_in_quick()
  expect_error(arms_student(1), "above 1", class = "unruly_error_argument")
  expect_error(arms_student(prior_uniform(2, 0.5, 3)), "`df`", class = "unruly_error_argument")
  expect_error(arms_student(3, 0, -1), "`scale`", class = "unruly_error_argument")
  expect_error(arms_lognormal(101), "`meanlog`", class = "unruly_error_argument")
  expect_error(arms_lognormal(0, 11), "`sdlog`", class = "unruly_error_argument")
  expect_error(arms_lognormal(c(0, 1), c(1, 1, 1)), class = "unruly_error_argument")
  far <- arms_lognormal(100, 10)
  expect_true(all(is.finite(pulls_of(far, 1000))))
})

test_that("policies with confidence bounds are warned of heavy tails, and Robust UCB is not", {
  skip_in_quick()
  said <- function(arms, policy) {
    text <- ""
    withCallingHandlers(run_study(bandit(arms), policy, 10, reps = 1, seed = 1, threads = 1), unruly_warning_scale = function(w) {
      text <<- conditionMessage(w)
      invokeRestart("muffleWarning")
    })
    text
  }
  heavy <- list(arms_student(3, c(0, 1)), arms_lognormal(0, c(0.1, 1)))
  for (arms in heavy) {
    for (policy in list(policy_ucb1(), policy_ucb(sd = 100), policy_raw_ucb(), policy_fewa(sd = 5), policy_wswa())) {
      expect_match(said(arms, policy), "without heavy tails; .* has heavy tails. `policy_robust_ucb\\(\\)` is made for them")
    }
    expect_match(said(arms, policy_exp3()), "Try `policy_exp3\\(range = c\\(")
    for (policy in list(policy_robust_ucb(), policy_etc(2), policy_uniform())) expect_identical(said(arms, policy), "")
  }
  expect_identical(said(arms_student(3, c(0, 1), 0), policy_ucb1()), "") # constant rewards
})
