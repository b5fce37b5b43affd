test_that("the mean of a round is theta times its context, and the best live arm is compared with", {
  set.seed(1)
  theta <- matrix(rnorm(12), 4)
  context <- matrix(rnorm(60), 20)
  b <- bandit(arms_linear(theta, 0, context)) |> with_lifetimes(c(1, 1, 5, 1), c(20, 12, 20, 3))
  study <- run_study(b, list(policy_uniform(), policy_oracle()), horizon = 20, reps = 1, seed = 1, keep = "choices",
                     record = 1:20)
  mean <- theta %*% t(context)
  alive <- outer(1:4, 1:20, function(k, t) c(1, 1, 5, 1)[k] <= t & t <= c(20, 12, 20, 3)[k])
  best <- apply(ifelse(alive, mean, -Inf), 2, max)
  chosen <- choices(study)[choices(study)$policy == "Uniform", ]
  expect_equal(chosen$reward, mean[cbind(chosen$arm, 1:20)])
  table <- regret(study)[regret(study)$policy == "Uniform", ]
  expect_equal(table$benchmark, cumsum(best))
  expect_equal(table$regret, cumsum(best - chosen$reward))
  oracle <- regret(study)[regret(study)$policy == "Oracle", ]
  expect_equal(oracle$regret, rep(0, 20))
})

test_that("drawn contexts have the law they say, the same for all policies", {
  d <- 3
  # The reward of arm j without noise is coordinate j of the context.
  for (law in list(context_normal(d), context_normal(d, unit = TRUE))) {
    b <- bandit(arms_linear(diag(d), 0, law))
    study <- run_study(b, lapply(1:d, function(j) policy_fixed(j, label = paste(j))), horizon = 4000, reps = 1, seed = 5,
                       keep = "choices", record = 1)
    x <- matrix(choices(study)$reward, ncol = d)
    expect_lt(max(abs(colMeans(x))), 0.08)
    if (law$law == "normal") {
      for (j in 1:d) expect_gt(ks.test(x[, j], "pnorm")$p.value, 0.001)
      expect_lt(max(abs(cor(x) - diag(d))), 0.08)
    } else {
      expect_equal(rowSums(x^2), rep(1, nrow(x)))
      # On the sphere in three dimensions each coordinate is uniform.
      for (j in 1:d) expect_gt(ks.test(x[, j], "punif", -1, 1)$p.value, 0.001)
    }
  }
})

test_that("noise is normal with the standard deviation of the arm", {
  b <- bandit(arms_linear(matrix(0, 2, 1), c(0.5, 2), context_normal(1)))
  for (k in 1:2) {
    reward <- core_choices(b, policy_fixed(k), 4000)$reward
    expect_gt(ks.test(reward, "pnorm", 0, c(0.5, 2)[k])$p.value, 0.001)
  }
})

test_that("the regression stays accurate over a million rounds", {
  skip_on_cran()
  # d = 20; the policy is judged by what it would choose: its index is compared
  # with a fresh solve in the last round.
  set.seed(2)
  d <- 20
  n <- 1e6 / parts_of_share()
  for (spread in c(1, 1e4)) {
    context <- matrix(rnorm(n * d), d) * seq(1, spread, length.out = d)
    l <- .Call(unruly:::C_cholesky, context)
    A <- diag(d) + tcrossprod(context)
    x <- context[, 1]
    # x' A^-1 x and A^-1 x, the factor against a fresh solve.
    expect_equal(sum(l[, 1]^2), sum(x * solve(A, x, tol = 0)), tolerance = 1e-10)
    expect_equal(l[, 2], solve(A, x, tol = 0), tolerance = 1e-10)
  }
})

test_that("a horizon longer than the matrix of contexts is refused", {
  b <- bandit(arms_linear(diag(2), 1, matrix(1, 10, 2)))
  expect_error(run_study(b, policy_linucb(), horizon = 11), class = "unruly_error_argument")
  expect_s3_class(run_study(b, policy_linucb(), horizon = 10, reps = 1), "unruly_study")
})

test_that("bad arms are refused", {
  skip_in_quick()
  expect_error(arms_linear(1:3, 1, context_normal(1)), class = "unruly_error_argument")
  expect_error(arms_linear(diag(2), -1, context_normal(2)), class = "unruly_error_argument")
  expect_error(arms_linear(diag(2), c(1, 1, 1), context_normal(2)), class = "unruly_error_argument")
  expect_error(arms_linear(diag(2), 1, context_normal(3)), class = "unruly_error_argument")
  expect_error(arms_linear(diag(2), 1, matrix(1, 5, 3)), class = "unruly_error_argument")
  expect_error(arms_linear(diag(2), 1), class = "unruly_error_argument")
  expect_error(arms_linear(matrix(0, 2, 1001), 1, context_normal(2)), "at most 1,000 columns", class = "unruly_error_argument")
  expect_error(context_normal(0, unit = TRUE), class = "unruly_error_argument")
  expect_output(print(context_normal(2, unit = TRUE)), "sphere")
  expect_output(print(arms_linear(diag(2), 1, context_normal(2))), "contexts of 2 coordinates")
})

test_that("instances of linear arms are their coefficients", {
  theta <- rbind(c(1, 2), c(3, 4), c(5, 6))
  study <- run_study(bandit(arms_linear(theta, 0.5, context_normal(2))), policy_linucb(), 20, reps = 2, seed = 1)
  expect_identical(as.data.frame(instances(study)), data.frame(rep = rep(1:2, each = 3), arm = rep(1:3, 2), mean = NA_real_,
                                                               theta1 = c(1, 3, 5, 1, 3, 5), theta2 = c(2, 4, 6, 2, 4, 6), sd = 0.5))
})

test_that("pulls of contextual arms have no one mean, and the comparator is named", {
  contexts <- matrix(c(1:10, 21:30) / 10, 10, 2)
  study <- run_study(bandit(arms_linear(rbind(c(1, 0), c(0, 1)), 0.1, contexts)), policy_linucb(), 7, reps = 1, seed = 3)
  expect_identical(pulls(study)$mean, c(NA_real_, NA_real_))
  expect_output(print(study), "the best arm in the context of each round")
  expect_error(run_study(bandit(arms_linear(diag(2), 0.1, contexts)), policy_linucb(), 11), "at most 10, the length of the context")
})
