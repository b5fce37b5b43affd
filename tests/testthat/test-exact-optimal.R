# The optimum: against a literal memoised recursion, against what is worked out by hand, and
# as a policy.

# The value of a state by the printed equation, each state once.
literal_optimum <- function(shapes, arms, horizon) {
  known <- new.env()
  value <- function(successes, failures) {
    if (sum(successes, failures) == horizon) return(0)
    key <- paste(c(successes, failures), collapse = " ")
    if (!is.null(known[[key]])) return(known[[key]])
    worth <- vapply(seq_len(arms), function(k) {
      one <- as.double(seq_len(arms) == k)
      p <- (shapes[1] + successes[k]) / (sum(shapes) + successes[k] + failures[k])
      p * (1 + value(successes + one, failures)) + (1 - p) * value(successes, failures + one)
    }, 0)
    known[[key]] <- max(worth)
  }
  value(rep(0, arms), rep(0, arms))
}

test_that("the optimum is that of the literal recursion", {
  skip_in_quick()
  for (case in list(list(c(1, 1), 2, 9), list(c(2, 3), 2, 8), list(c(0.5, 0.5), 2, 7), list(c(1, 1), 3, 6), list(c(1, 3), 4, 4))) {
    found <- bayes_optimal(prior_beta(case[[2]], case[[1]][1], case[[1]][2]), case[[3]])
    expect_equal(found$value, do.call(literal_optimum, case), tolerance = 1e-13)
  }
  # By hand: the first play pays 1/2; after a success the arm pays 2/3, after a failure the other one 1/2.
  expect_equal(bayes_optimal(prior_uniform(2), 1)$value, 1 / 2)
  expect_equal(bayes_optimal(prior_uniform(2), 2)$value, 13 / 12, tolerance = 1e-14)
  expect_equal(bayes_optimal(prior_uniform(2), 10)$best, 20 / 3, tolerance = 1e-9)
  expect_equal(bayes_optimal(prior_uniform(4), 10)$best, 8, tolerance = 1e-9)
})

test_that("the optimum is the published one", {
  # The examples of BinaryBandit (Jacko), a package in Julia, uniform priors, 60 rounds: the value, in single precision ...
  expect_equal(bayes_optimal(prior_uniform(2), 60)$value, 38.56234359741211, tolerance = 2e-8)
  # ... and mean and variance of the successes with chances 0.3 and 0.5. It plays either arm where both are as good: of two such
  # games, nearly, half are ours, and half ours with the arms exchanged.
  found <- lapply(list(c(0.3, 0.5), c(0.5, 0.3)), function(p) summary(exact_study(bandit(arms_bernoulli(p)), policy_bayes_optimal(), 60, record = 1), "reward"))
  mean <- vapply(found, function(x) x$mean, 0)
  square <- vapply(found, function(x) x$sd^2 + x$mean^2, 0)
  expect_equal(mean(mean), 27.667781619675154, tolerance = 2e-8)
  expect_equal(mean(square) - mean(mean)^2, 23.650456467947016, tolerance = 1e-6)
})

# As above, with rewards of later rounds discounted.
literal_discounted_optimum <- function(discount, horizon) {
  known <- new.env()
  value <- function(n, s) {
    if (sum(n) == horizon) return(0)
    key <- paste(n[1], s[1], n[2], s[2])
    if (!is.null(known[[key]])) return(known[[key]])
    worth <- vapply(1:2, function(k) {
      p <- (1 + s[k]) / (2 + n[k])
      one <- c(k == 1, k == 2)
      p * (1 + discount * value(n + one, s + one)) + (1 - p) * discount * value(n + one, s)
    }, 0)
    known[[key]] <- max(worth)
  }
  value(c(0, 0), c(0, 0))
}

test_that("the Gittins index collects the greatest possible sum of discounted rewards", {
  skip_in_quick()
  T <- 14
  earned <- function(policy) {
    reward <- regret(exact_study(bandit(arms_bernoulli(prior_uniform(2))), policy, T, record = seq_len(T)))$reward
    sum(0.5^(seq_len(T) - 1) * diff(c(0, reward)))
  }
  best <- literal_discounted_optimum(0.5, T)
  expect_lte(earned(policy_gittins(0.5)), best + 1e-12)
  expect_gte(earned(policy_gittins(0.5)), best - 0.5^T / (1 - 0.5)) # what is earned later
  expect_lt(earned(policy_kl_ucb()), best - 1e-3)
  expect_lt(earned(policy_bayes_optimal()), best - 1e-5)
})

test_that("values of states are those of games that begin there", {
  limit <- bayes_optimal(prior_beta(2, 1, 2), 7, depth = 3)
  expect_identical(nrow(limit$states), 1L + 4L + 10L + 20L)
  expect_identical(limit$states$value[1], limit$value)
  alone <- limit$states[limit$states$pulls1 == 0 & limit$states$round == 4, ]
  # Against an arm that nobody knows: by the literal recursion from that state on.
  literal <- function(n, s) {
    known <- new.env()
    value <- function(n1, s1, n2, s2) {
      if (n1 + n2 == 7) return(0)
      key <- paste(n1, s1, n2, s2)
      if (!is.null(known[[key]])) return(known[[key]])
      p <- (1 + c(s1, s2)) / (3 + c(n1, n2))
      known[[key]] <- max(p[1] * (1 + value(n1 + 1, s1 + 1, n2, s2)) + (1 - p[1]) * value(n1 + 1, s1, n2, s2),
                          p[2] * (1 + value(n1, s1, n2 + 1, s2 + 1)) + (1 - p[2]) * value(n1, s1, n2 + 1, s2))
    }
    value(0, 0, n, s)
  }
  expect_equal(alone$value, mapply(literal, alone$pulls2, alone$successes2), tolerance = 1e-13)
  expect_identical(alone$arm[alone$successes2 == 0], 1L)
  expect_identical(alone$arm[alone$successes2 == 3], 2L)
  expect_identical(limit$states$arm[1], 1L)
})

test_that("threads cannot be seen, and the last round may be kept", {
  skip_in_quick()
  one <- bayes_optimal(prior_uniform(3), 9, depth = 8, threads = 1)
  expect_identical(one, bayes_optimal(prior_uniform(3), 9, depth = 8, threads = more_threads()))
  final <- one$states[one$states$round == 9, ]
  mean <- (1 + as.matrix(final[c("successes1", "successes2", "successes3")])) / (2 + as.matrix(final[c("pulls1", "pulls2", "pulls3")]))
  expect_equal(final$value, apply(mean, 1, max))
})

test_that("the policy collects the optimum on average, and no other collects more", {
  skip_in_quick()
  problem <- bandit(arms_bernoulli(prior_beta(2, 1, 2)))
  limit <- bayes_optimal(prior_beta(2, 1, 2), 30)
  exact <- exact_study(problem, list(policy_bayes_optimal(c(1, 2)), policy_ucb1(), policy_kl_ucb(), policy_bayes_ucb(),
                                     policy_gittins(0.9, c(1, 2)), policy_moss(), policy_imed(), policy_fixed(2)), horizon = 30, record = 1)
  reward <- stats::setNames(regret(exact)$reward, regret(exact)$policy)
  expect_equal(reward[["Bayes-optimal"]], limit$value, tolerance = 1e-12)
  expect_true(all(reward[-1] < limit$value))
  expect_equal(reward[["Fixed 2"]], 10, tolerance = 1e-12)
  expect_equal(regret(exact)$regret[1], limit$regret, tolerance = 1e-9)
  three <- exact_study(bandit(arms_bernoulli(prior_uniform(3))), policy_bayes_optimal(), 10, record = 1)
  expect_equal(regret(three)$reward, bayes_optimal(prior_uniform(3), 10)$value, tolerance = 1e-12)
})

test_that("in a game the policy plays what the recursion says", {
  skip_in_quick()
  states <- bayes_optimal(prior_uniform(2), 12, depth = 11)$states
  study <- run_study(bandit(arms_bernoulli(c(0.3, 0.6))), policy_bayes_optimal(), 12, reps = 30, seed = 4, keep = "choices", threads = 1)
  played <- choices(study)
  keys_of_states <- keys_of(states$round, states$pulls1, states$successes1, states$pulls2, states$successes2)
  for (rep in unique(played$rep)) {
    game <- played[played$rep == rep, ]
    before <- function(x) c(0, utils::head(cumsum(x), -1))
    keys <- keys_of(game$round, before(game$arm == 1), before((game$arm == 1) * game$reward), before(game$arm == 2),
                  before((game$arm == 2) * game$reward))
    expect_identical(game$arm, states$arm[match(keys, keys_of_states)])
  }
})

test_that("an agent plays it, too, and is told of more than its horizon", {
  a <- agent(policy_bayes_optimal(), c("a", "b"), horizon = 3, seed = 1)
  expect_identical(agent_choose(a), "a")
  agent_learn(a, "a", 0)
  expect_identical(agent_choose(a), "b")
  agent_learn(a, "b", 1)
  expect_identical(agent_choose(a), "b")
})

test_that("impossible requests are refused with the possible ones", {
  expect_errors({
    bayes_optimal(prior_uniform(2, 0, 2), 5)
    bayes_optimal(prior_uniform(5), 5)
    bayes_optimal(prior_normal(2), 5)
    bayes_optimal(prior_uniform(2), 0)
    bayes_optimal(prior_uniform(2), 5, depth = 5)
    run_study(bandit(arms_bernoulli(rep(0.5, 5))), policy_bayes_optimal(), 10)
    run_study(bandit(arms_bernoulli(c(0.4, 0.5))), policy_bayes_optimal(), 1000)
    run_study(with_patience(bandit(arms_bernoulli(c(0.4, 0.5))), 3), policy_bayes_optimal(), 10)
    run_study(bandit(arms_gaussian(c(0.4, 0.5))), policy_bayes_optimal(), 10)
  })
  old <- options(unruly.memory = 1e6)
  on.exit(options(old))
  expect_error(bayes_optimal(prior_uniform(3), 100), class = "unruly_error_argument")
  options(old)
  expect_error(bayes_optimal(prior_uniform(2), 200, depth = 150), "`depth` must be .* a million states", class = "unruly_error_argument")
})

test_that("it prints, and its regret is the bound", {
  limit <- bayes_optimal(prior_uniform(2), 20)
  expect_snapshot(limit)
  b <- bandit(arms_bernoulli(prior_uniform(2)))
  bound <- regret_bound(b, c(1, 20), "bayes_optimal", threads = 1)
  expect_equal(bound$value, c(1 / 6, limit$regret), tolerance = 1e-9)
  skip_if_not_installed("ggplot2")
  study <- run_study(b, policy_ucb1(), 20, reps = 3, seed = 1, threads = 1)
  drawn <- ggplot2::layer_data(autoplot(study) + ggplot2::autolayer(bound), 3)
  expect_equal(range(drawn$y), bound$value, tolerance = 1e-9)
})
