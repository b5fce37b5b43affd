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
  skip_in_quick()
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
  skip_in_quick()
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
  skip_in_quick()
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

# What `answer(t, A, b, tried, told)` gives in each round of a game, if an outcome teaches about the context of its pull, in
# the order of showing: sums of each arm, its pulls and its outcomes that were shown.
literal_late <- function(game, x, arms, answer, shared = FALSE) {
  A <- replicate(arms, diag(2), simplify = FALSE)
  b <- replicate(arms, numeric(2), simplify = FALSE)
  learnt <- logical(nrow(game))
  vapply(seq_len(nrow(game)), function(t) {
    due <- which(!learnt & game$shown < t & seq_along(learnt) < t)
    for (j in due[order(game$shown[due])]) {
      for (k in if (shared) seq_len(arms) else game$arm[j]) {
        A[[k]] <<- A[[k]] + outer(x(j, game$arm[j]), x(j, game$arm[j]))
        b[[k]] <<- b[[k]] + game$reward[j] * x(j, game$arm[j])
      }
      learnt[j] <<- TRUE
    }
    as.double(answer(t, A, b, tabulate(game$arm[seq_len(t - 1)], arms), tabulate(game$arm[learnt], arms)))
  }, 0)
}

test_that("late outcomes teach about the contexts of their pulls", {
  skip_in_quick()
  set.seed(12)
  rounds <- 150
  context <- matrix(rnorm(2 * rounds), rounds)
  of_round <- function(t, k) context[t, ]
  b <- bandit(arms_linear(matrix(rnorm(6), 3), 0.3, context))
  by_arm <- array(rnorm(rounds * 6), c(rounds, 3, 2))
  tape <- bandit(arms_tape(t(apply(by_arm, 1:2, sum)), context = by_arm))
  late <- list(at_once = identity, fixed = function(b) with_delay(b, 7), by_arm = function(b) with_delay(b, list(0, 3, 20)),
               random = function(b) with_delay(b, delay_geometric(6)), batches = function(b) with_batches(b, 10))
  one <- function(b, policy) {
    game <- choices(run_study(b, policy, rounds, reps = 1, seed = 3, keep = "choices"))
    data.frame(arm = game$arm, reward = game$reward, shown = game[["shown"]] %||% game$round, propensity = game$propensity)
  }
  # The greatest forecast; of arms of which nothing was shown the one that was played least.
  greatest <- function(x, alpha) function(t, A, b, tried, told) {
    best <- which.max(vapply(1:3, function(k) {
      sum(x(t, k) * solve(A[[k]], b[[k]])) + alpha * sqrt(sum(x(t, k) * solve(A[[k]], x(t, k))))
    }, 0))
    new <- which(told == 0)
    if (told[best] > 0 || tried[best] == 0) best else new[which.min(tried[new])]
  }
  for (name in names(late)) {
    game <- one(late[[name]](b), policy_linucb(0.5))
    expect_equal(game$arm, literal_late(game, of_round, 3, greatest(of_round, 0.5)), info = name)
    game <- one(late[[name]](b), policy_linear_epsilon_greedy(0))
    expect_equal(game$arm, literal_late(game, of_round, 3, greatest(of_round, 0)), info = name)
    of_arm <- function(t, k) by_arm[t, k, ]
    game <- one(late[[name]](tape), policy_linucb(0.3, shared = TRUE))
    told <- function(t, A, b, tried, told) greatest(of_arm, 0.3)(t, A, b, tried, told)
    expect_equal(game$arm, literal_late(game, of_arm, 3, told, shared = TRUE), info = name)
  }
  # Of two arms the propensity is a normal probability.
  two <- bandit(arms_linear(matrix(rnorm(4), 2), 0.3, context))
  for (name in names(late)[-3]) {
    game <- one(late[[name]](two), policy_linear_thompson(0.5))
    chance <- literal_late(game, of_round, 2, function(t, A, b, tried, told) {
      mean <- vapply(1:2, function(k) sum(context[t, ] * solve(A[[k]], b[[k]])), 0)
      square <- vapply(1:2, function(k) sum(context[t, ] * solve(A[[k]], context[t, ])), 0)
      stats::pnorm((mean[game$arm[t]] - mean[3 - game$arm[t]]) / (0.5 * sqrt(sum(square))))
    })
    expect_equal(game$propensity, chance, tolerance = 1e-6, info = name)
  }
})

test_that("logistic Thompson sampling and matured policies learn late, too", {
  skip_in_quick()
  set.seed(13)
  context <- matrix(rnorm(400), 200)
  b <- bandit(arms_logistic(rbind(c(2, 0), c(-2, 1)), context))
  # What is shown at once matures 6 rounds later: the fixed delay, choice by choice, of policies that do not randomise.
  same <- list(with_delay(b, 6), with_delay(b, c(0.5, 0.3, 0.2), zero = Inf), b)
  wrapped <- list(policy_linucb(), policy_matured(policy_linucb(), 6, label = "LinUCB"), policy_matured(policy_linucb(), 6, label = "LinUCB"))
  for (i in 2:3) {
    found <- lapply(c(1, i), function(j) choices(run_study(same[[j]], wrapped[[j]], 200, reps = 3, seed = 1, keep = "choices"))$arm)
    expect_identical(found[[1]], found[[2]])
  }
  # Of two arms the propensity is a normal probability, by a literal loop of the posterior.
  game <- choices(run_study(same[[1]], policy_linear_thompson(link = "logit"), 200, reps = 1, seed = 2, keep = "choices"))
  state <- replicate(2, list(m = c(0, 0), q = c(1, 1)), simplify = FALSE)
  for (t in seq_len(nrow(game))) {
    for (j in which(game$shown == t - 1)) state[[game$arm[j]]] <- with(state[[game$arm[j]]], laplace_step(m, q, context[j, ], game$reward[j]))
    mean <- vapply(state, function(s) sum(s$m * context[t, ]), 0)
    square <- vapply(state, function(s) sum(context[t, ]^2 / s$q), 0)
    expect_equal(game$propensity[t], stats::pnorm((mean[game$arm[t]] - mean[3 - game$arm[t]]) / sqrt(sum(square))), tolerance = 1e-6)
  }
})
