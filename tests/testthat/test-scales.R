loud <- bandit(arms_gaussian(c(100, 120), sd = 60))

warning_of <- function(bandit, policies, ...) {
  said <- NULL
  withCallingHandlers(
    run_study(bandit, policies, 20, reps = 1, seed = 1, progress = FALSE, threads = 1, ...),
    unruly_warning_scale = function(w) {
      said <<- c(said, conditionMessage(w))
      invokeRestart("muffleWarning")
    }
  )
  said
}

test_that("a study whose rewards do not fit is warned about once, with the argument that would mend it", {
  policies <- list(policy_ucb1(), policy_ucb(), policy_moss(), policy_se(), policy_thompson(), policy_exp3(),
                   policy_ars_ucb(), policy_ag())
  said <- warning_of(list(loud = loud, fine = bandit(arms_bernoulli(0.5))), policies)
  expect_length(said, 1)
  mends <- c("policy_ucb1(sd = 60)", "policy_ucb(sd = 60)", "policy_moss(sd = 60)", "policy_se(sd = 60)",
             "policy_thompson(sd = 60)", "policy_exp3(range = c(-140, 360))", "policy_ars_ucb(range = c(-140, 360))",
             "policy_ag(range = c(-140, 360))")
  for (mend in mends) expect_match(said, mend, fixed = TRUE)
  expect_no_match(said, "fine")
  mended <- lapply(mends, function(code) eval(parse(text = code)))
  expect_null(warning_of(loud, mended))
})

test_that("bounded rewards are mended by their range", {
  said <- warning_of(bandit(arms_constant(c(900, 1000))), list(policy_exp3(), policy_ucb1()))
  expect_match(said, "policy_exp3(range = c(900, 1000))", fixed = TRUE)
  expect_no_match(said, "UCB1") # no noise at all
  ratings <- bandit(arms_categorical(rbind(1:5, 5:1), 1:5))
  said <- warning_of(ratings, list(policy_ucb1(), policy_se(), policy_moss(range = c(1, 5))))
  expect_match(said, "policy_ucb1(range = c(1, 5))", fixed = TRUE)
  expect_match(said, "policy_se(sd = 2)", fixed = TRUE)
  expect_no_match(said, "MOSS")
  expect_error(warning_of(ratings, policy_kl_ucb()), "range = c(1, 5)", fixed = TRUE, class = "unruly_error_policy")
  expect_error(warning_of(ratings, policy_thompson("beta")), "range = c(1, 5)", fixed = TRUE, class = "unruly_error_policy")
  expect_null(warning_of(ratings, list(policy_kl_ucb(range = c(1, 5)), policy_thompson("beta", range = c(0, 5)))))
})

test_that("what fits is not warned about", {
  theirs <- list(policy_ucb1(), policy_moss(), policy_exp3(), policy_se(), policy_thompson("beta"), policy_kl_ucb())
  for (arms in list(arms_bernoulli(c(0.1, 0.9)), arms_beta(mean = prior_uniform(2)), arms_constant(c(0, 1)),
                    arms_tape(diag(20)))) {
    expect_null(warning_of(bandit(arms), theirs))
  }
  expect_null(warning_of(bandit(arms_gaussian(prior_uniform(2), sd = 1 / 5)), list(policy_ucb1(), policy_ucb())))
  expect_null(warning_of(bandit(arms_gaussian(c(50, 60), sd = 1)), list(policy_se(), policy_ucb(), policy_thompson())))
  said <- warning_of(bandit(arms_gaussian(c(0.5, 0.5), sd = prior_uniform(2, 0.1, 3))), list(policy_ucb(), policy_thompson()))
  expect_match(said, "policy_ucb(sd = 3)", fixed = TRUE)
  pays <- bandit(arms_bernoulli(0.5)) |> with_waiting(c(0.5, 0.5), pay = c(0.2, 0.9))
  expect_null(warning_of(pays, policy_ucb1()))
})

test_that("policies that do not look at the scale do not warn", {
  expect_null(warning_of(loud, list(policy_uniform(), policy_etc(2), policy_epsilon_greedy(), policy_oracle())))
})

test_that("the ends that are suggested are short, and never too narrow", {
  up <- unruly:::rounded_up
  out <- unruly:::rounded_out
  expect_equal(up(c(60)), 60)
  expect_equal(up(1.463596), 1.47)
  expect_equal(up(0.9753356), 0.976)
  expect_equal(out(c(-1.988655, 2.935575)), c(-1.99, 2.94))
  expect_equal(out(c(900, 1000)), c(900, 1000))
  expect_equal(out(c(0.1, 0.3)), c(0.1, 0.3))
  expect_gt(diff(out(c(5, 5))), 0)
  withr::local_seed(1)
  for (i in 1:200) {
    x <- sort(rnorm(2) * 10^sample(-6:6, 1))
    found <- out(x)
    expect_true(found[1] <= x[1] + 1e-9 * diff(x) && found[2] >= x[2] - 1e-9 * diff(x) && diff(found) < 1.03 * diff(x))
    expect_true(up(x[2]^2) >= x[2]^2 * (1 - 1e-9) && up(x[2]^2) < 1.02 * x[2]^2)
  }
})

test_that("bad scales are refused", {
  expect_snapshot(error = TRUE, {
    policy_ucb1(range = c(1, 1))
    policy_ucb1(range = 1)
    policy_ucb1(sd = 0)
    policy_ucb1(range = c(0, 2), sd = 1)
    policy_ucb1(alpha = 0)
    policy_ucb(sd = -1)
    policy_thompson("beta", sd = 2)
    policy_thompson(range = c(0, 2))
    policy_exp3(range = c(0, NA))
    policy_kl_ucb(range = c(0, Inf))
  })
})
