test_that("LinUCB makes the choices of its formula, with fresh solves", {
  for (d in c(1, 2, 6)) {
    for (alpha in c(0, 0.5, 1)) {
      case <- context_case("linear", 5, d, 400, seed = d)
      expect_literal_contexts(case, policy_linucb(alpha), literal_linucb(case, alpha))
    }
  }
  for (kind in c("logistic", "tape", "fixed", "by arm")) {
    case <- context_case(kind, 4, 3, 250, seed = 7)
    expect_literal_contexts(case, policy_linucb(0.4, ridge = 2), literal_linucb(case, 0.4, 2))
  }
})

test_that("LinUCB-L makes the choices of its formula, lives known or not", {
  for (known in c(TRUE, FALSE)) {
    for (scale in c(0.1, 0.5)) {
      case <- context_case("linear", 8, 3, 500, seed = 20, lives = TRUE, known = known)
      expect_literal_contexts(case, policy_linucb(scale = scale), literal_linucb(case, psi = literal_psi(scale)))
    }
  }
})

test_that("one theta for all arms is learnt of all plays", {
  case <- context_case("by arm", 6, 5, 250, seed = 3)
  expect_literal_contexts(case, policy_linucb(0.5, shared = TRUE), literal_linucb(case, 0.5, shared = TRUE))
  expect_literal_contexts(case, policy_linear_thompson(0.5, ridge = 3, shared = TRUE), numbers = 5 * 250,
                          literal_linear_thompson(case, 0.5, 3, shared = TRUE))
  expect_literal_contexts(case, policy_linear_epsilon_greedy(0.2, shared = TRUE), numbers = 500,
                          literal_linear_greedy(case, function(t) 0.2, shared = TRUE))
  policy <- policy_linear_thompson(shared = TRUE, range = c(-20, 20), link = "logit")
  expect_literal_contexts(case, policy, literal_logistic_thompson(case, shared = TRUE, range = c(-20, 20)), numbers = 5 * 250)
})

test_that("linear Thompson sampling makes the choices of its formula", {
  for (kind in c("linear", "logistic", "tape", "by arm", "fixed")) {
    for (d in c(1, 4)) {
      case <- context_case(kind, 4, d, 250, seed = d)
      expect_literal_contexts(case, policy_linear_thompson(0.5), literal_linear_thompson(case, 0.5), numbers = 1000)
    }
  }
  case <- context_case("linear", 6, 2, 300, seed = 4, lives = TRUE)
  expect_literal_contexts(case, policy_linear_thompson(ridge = 0.1), literal_linear_thompson(case, 1, 0.1), numbers = 1800)
})

test_that("linear epsilon-greedy makes the choices of its formula", {
  for (kind in c("linear", "by arm")) {
    case <- context_case(kind, 4, 3, 300, seed = 6)
    expect_literal_contexts(case, policy_linear_epsilon_greedy(0.3, ridge = 0.5), numbers = 600,
                            literal_linear_greedy(case, function(t) 0.3, 0.5))
    expect_literal_contexts(case, policy_linear_epsilon_greedy(decay = 20), numbers = 600,
                            literal_linear_greedy(case, function(t) 20 / t))
  }
  case <- context_case("linear", 6, 2, 300, seed = 8, lives = TRUE)
  expect_literal_contexts(case, policy_linear_epsilon_greedy(), literal_linear_greedy(case, function(t) 0.1), numbers = 600)
})

test_that("logistic Thompson sampling finds the minimum of its definition in every round", {
  for (kind in c("logistic", "tape", "by arm")) { # 0 and 1, and numbers between
    range <- if (kind == "by arm") c(-20, 20) else c(0, 1)
    for (alpha in c(1, 0.3)) {
      case <- context_case(kind, 4, 3, 250, seed = 9)
      policy <- policy_linear_thompson(alpha, ridge = 0.5, range = range, link = "logit")
      expect_literal_contexts(case, policy, literal_logistic_thompson(case, alpha, 0.5, range = range), numbers = 1000)
    }
  }
  case <- context_case("logistic", 6, 2, 300, seed = 10, lives = TRUE)
  expect_literal_contexts(case, policy_linear_thompson(link = "logit"), literal_logistic_thompson(case), numbers = 1800)
})

test_that("contexts of a great size are learnt from as from others", {
  set.seed(3)
  x <- matrix(rnorm(600), 200) * rep(c(1, 1e3, 1e-3), each = 200)
  case <- list(bandit = bandit(arms_logistic(matrix(rnorm(9), 3), x)), x = function(t, k) x[t, ], d = 3,
               world = literal_world(3, 200, function(arm, pull, round) 0))
  expect_literal_contexts(case, policy_linear_thompson(link = "logit"), literal_logistic_thompson(case), numbers = 600)
  huge <- bandit(arms_logistic(diag(2), matrix(1e50, 50, 2)))
  for (policy in list(policy_linear_thompson(link = "logit"), policy_linear_thompson(), policy_linucb(), policy_linear_epsilon_greedy())) {
    expect_true(all(choices(run_study(huge, policy, 50, reps = 1, keep = "choices"))$arm %in% 1:2))
  }
})

test_that("questions asked before are not asked again, and nothing else changes", {
  skip_in_quick()
  fixed <- context_case("fixed", 5, 7, 400, seed = 11)$bandit
  mixed <- context_case("linear", 5, 7, 400, seed = 12)$bandit
  for (policy in list(policy_linucb(0.5), policy_linucb(scale = 0.2), policy_linear_thompson(0.5), policy_linear_epsilon_greedy())) {
    for (b in list(fixed, mixed, fixed |> with_absences(c(0.5, 0.9, 0.7, 1, 0.8)))) {
      if (policy$label == "LinUCB-L") b <- b |> with_lifetimes(1, c(50, 80, 400, 400, 200))
      fast <- choices(run_study(b, policy, 400, reps = 2, seed = 2, keep = "choices"))
      withr::with_options(list(unruly.plain = TRUE), plain <- choices(run_study(b, policy, 400, reps = 2, seed = 2, keep = "choices")))
      expect_identical(fast, plain)
    }
  }
})

test_that("the regression is right for any number of coordinates, whole fours or not", {
  set.seed(5)
  for (d in 1:14) {
    x <- matrix(rnorm(d * 30), d)
    A <- diag(d) + tcrossprod(x)
    l <- .Call(unruly:::C_cholesky, x)
    expect_equal(sum(l[, 1]^2), sum(x[, 1] * solve(A, x[, 1])), tolerance = 1e-12)
    expect_equal(l[, 2], solve(A, x[, 1]), tolerance = 1e-12)
  }
})

test_that("agents with contexts make the choices of a simulation", {
  set.seed(8)
  x <- matrix(rnorm(180), 60)
  b <- bandit(arms_logistic(matrix(rnorm(6), 2), x))
  for (policy in list(policy_linear_thompson(0.5), policy_linear_thompson(link = "logit"), policy_linear_epsilon_greedy(0.3))) {
    played <- choices(run_study(b, policy, 60, reps = 1, seed = 4, keep = "choices"))
    a <- agent(policy, c("one", "two"), context = 3, seed = 4)
    chosen <- character()
    for (t in 1:60) {
      if (t == 30) {
        file <- withr::local_tempfile()
        save_agent(a, file)
        a <- read_agent(file)
      }
      chosen[t] <- agent_choose(a, context = x[t, ])
      agent_learn(a, chosen[t], played$observed[t])
    }
    expect_identical(match(chosen, c("one", "two")), as.integer(played$arm))
  }
})

test_that("contextual policies want contexts, and logistic ones rewards within their range", {
  for (policy in list(policy_linucb(), policy_linear_thompson(), policy_linear_thompson(link = "logit"), policy_linear_epsilon_greedy())) {
    expect_error(run_study(bandit(arms_bernoulli(0.5)), policy, horizon = 5), "contexts", class = "unruly_error_policy")
  }
  b <- bandit(arms_tape(matrix(0:3, 2), context = diag(2)))
  expect_error(run_study(b, policy_linear_thompson(link = "logit"), 2), "range = c\\(0, 3\\)", class = "unruly_error_policy")
  expect_s3_class(run_study(b, policy_linear_thompson(range = c(0, 3), link = "logit"), 2), "unruly_study")
  expect_error(policy_linucb(-1), class = "unruly_error_argument")
  expect_error(policy_linear_epsilon_greedy(0.1, decay = 3), "omitted if `decay` is given", class = "unruly_error_argument")
})

test_that("the usual settings leave a policy what it was", {
  expect_identical(policy_linucb()$parameters, list(alpha = 1, ridge = 1, shared = FALSE))
  expect_output(print(policy_linucb()), "<policy> LinUCB (alpha = 1, ridge = 1)", fixed = TRUE)
  expect_output(print(policy_linear_epsilon_greedy(decay = 5, ridge = 2)), "(decay = 5, ridge = 2)", fixed = TRUE)
})
