# The Gittins index: against published tables, against value iteration written
# from the definition, and as a policy.

# The index of Beta(a, b): the charge a round at which playing on is worth nothing;
# the worth of playing on, by backward steps from `depth` rounds on, where nothing is
# had any more.
literal_gittins <- function(a, b, discount, depth = ceiling(log(1e-12) / log(discount))) {
  p <- lapply(seq_len(depth) - 1, function(h) (a + 0:h) / (a + b + h))
  charge <- a / (a + b)
  # The worth is convex in the charge, and made of straight pieces: Newton's method ends at its zero.
  repeat {
    worth <- slope <- numeric(depth + 1)
    for (h in (depth - 1):0) {
      p_h <- p[[h + 1]]
      worth <- p_h - charge + discount * (p_h * worth[2:(h + 2)] + (1 - p_h) * worth[1:(h + 1)])
      slope <- -1 + discount * (p_h * slope[2:(h + 2)] + (1 - p_h) * slope[1:(h + 1)])
      if (h > 0) {
        goes_on <- worth > 0
        worth <- worth * goes_on
        slope <- slope * goes_on
      }
    }
    charge <- charge - worth / slope
    if (worth < 1e-15) return(charge)
  }
}

test_that("indices are those of the published tables", {
  skip_on_cran() # long
  # Gittins, Glazebrook and Weber (2011), chapter 8: discounts 0.9 (four digits), 0.95 and 0.99.
  expect_equal(gittins_index(c(1, 2, 3, 4, 5), 1, 0.9), c(0.7029, 0.8001, 0.8452, 0.8723, 0.8905), tolerance = 7e-5)
  expect_equal(gittins_index(c(1, 2, 3, 4), 2, 0.9), c(0.5001, 0.6346, 0.7072, 0.7539), tolerance = 8e-5)
  expect_equal(gittins_index(c(1, 2, 3), 3, 0.9), c(0.3796, 0.5163, 0.6010), tolerance = 1e-4)
  expect_equal(gittins_index(10, 2, 0.9), 0.8695, tolerance = 6e-5)
  expect_equal(gittins_index(1, 1, 0.95), 0.7614, tolerance = 7e-5)
  expect_equal(gittins_index(1, 1, 0.99), 0.8699, tolerance = 6e-5)
})

test_that("indices are within the stated accuracy, and not above, of those by value iteration", {
  skip_on_cran() # long
  states <- rbind(c(1, 1), c(2, 1), c(1, 2), c(0.5, 0.5), c(7, 3), c(3, 7), c(30, 10), c(200, 300), c(1, 60), c(0.01, 5))
  for (discount in c(0.3, 0.6, 0.9)) {
    exact <- mapply(literal_gittins, states[, 1], states[, 2], discount)
    for (accuracy in c(0.1, 1e-3, 1e-6, 1e-10)) {
      below <- exact - gittins_index(states[, 1], states[, 2], discount, accuracy)
      expect_lt(max(below), accuracy)
      expect_gt(min(below), -1e-10)
    }
  }
  # What is claimed of the usual accuracy.
  expect_lt(max(exact - gittins_index(states[, 1], states[, 2], 0.9)), 1e-9)
})

test_that("an index lies above the mean, grows with successes and with the discount", {
  skip_on_cran() # long
  for (discount in c(0.5, 0.9, 0.99)) {
    a <- rep(1:6, 6)
    b <- rep(1:6, each = 6)
    found <- matrix(gittins_index(a, b, discount), 6)
    expect_true(all(found > a / (a + b)))
    expect_true(all(diff(found) > 0) && all(diff(t(found)) < 0))
  }
  expect_true(all(diff(vapply(c(0.1, 0.5, 0.9, 0.99, 0.999), function(d) gittins_index(1, 1, d), 0)) > 0))
})

literal_gittins_policy <- function(discount, prior = c(1, 1)) {
  function(world) {
    seen <- new_tally(world)
    index <- rep(remembered(list("gittins", prior, discount), literal_gittins(prior[1], prior[2], discount)), world$arms * world$waits)
    list(choose = function(t, live) {
      a <- actions_of(world, live)
      a[which.max(index[a])]
    }, observe = function(t, action, observed, cost) {
      success <- if (observed %in% 0:1) observed else as.double(world$random() < observed)
      seen$add(t, action, success, cost)
      state <- prior + c(seen$total[action], seen$n[action] - seen$total[action])
      index[action] <<- remembered(list("gittins", state, discount), literal_gittins(state[1], state[2], discount))
    })
  }
}

# So precise that states of many pulls are told apart.
test_that("the policy makes the choices of its indices, also for fractional rewards", {
  policy <- policy_gittins(0.3, accuracy = 1e-12)
  make <- literal_gittins_policy(0.3)
  for (case in literal_cases(700, sizes = c(3, 20), unit = TRUE)[c(1, 3, 5)]) {
    world <- literal_world(case$arms$count, 700, case$pays, random = policy_numbers(policy, 1, 1, 1000))
    expect_literal(bandit(case$arms), policy, make, world)
  }
  case <- moving_cases(700)[[5]]
  expect_literal(case$bandit, policy, make, case$world)
  case <- waiting_case(3, 2, 700)
  expect_literal(case$bandit, policy, make, case$world)
  prior <- c(0.5, 2)
  policy <- policy_gittins(0.9, prior, accuracy = 1e-12)
  arms <- arms_bernoulli(c(0.3, 0.5, 0.4))
  expect_literal(bandit(arms), policy, literal_gittins_policy(0.9, prior), literal_world(3, 200, pays_by_pull(rewards_of(arms, 200))))
})

test_that("choices found by bounds alone are those of all indices", {
  skip_in_quick()
  close <- bandit(arms_bernoulli(c(0.5, 0.52, 0.48, 0.5, 0.51)))
  few <- bandit(arms_categorical(rbind(c(0.6, 0.4), c(0.4, 0.6)), c(0.2, 0.7)))
  for (problem in list(close, few)) {
    policies <- list(policy_gittins(0.3, label = "a"), policy_gittins(0.9, c(0.5, 3), label = "b"), policy_gittins(0.97, accuracy = 1e-3, label = "c"))
    expect_lazy_is_plain(problem, policies, horizon = 300)
  }
})

# The whole of a posterior, not only what a game meets.
test_that("every index lies between its bounds", {
  states <- expand.grid(a = c(0.01, 0.5, 1, 2, 5, 20, 300), b = c(0.01, 0.5, 1, 3, 7, 40, 900), discount = c(1e-3, 0.3, 0.9, 0.97))
  for (accuracy in c(1e-9, 1e-2)) {
    states$index <- mapply(gittins_index, states$a, states$b, states$discount, accuracy)
    mean <- states$a / (states$a + states$b)
    on <- states$discount / (1 - states$discount)
    least <- pmax(mean, (mean + on * mean * (states$a + 1) / (states$a + states$b + 1)) / (1 + on * mean) - accuracy - 1e-12)
    ahead <- 1 / (1 - states$discount)
    n <- states$a + states$b
    most <- mean + sqrt(mean * (1 - mean) / (n + 1) * ahead / (n + ahead)) * states$discount * sqrt(ahead) / 2 + 1e-12
    expect_true(all(states$index >= least & states$index <= most))
  }
})

test_that("it earns more, discounted, than others on average over its prior", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(prior_uniform(3)))
  earned <- function(policy) {
    made <- choices(run_study(b, policy, 80, reps = 1000, seed = 1, keep = "choices", record = 1, threads = 1, progress = FALSE))
    tapply(made$reward * 0.9^(made$round - 1), made$rep, sum)
  }
  best <- earned(policy_gittins(0.9))
  # The same arms, so the differences are paired; the index of one arm is the most of it alone.
  for (policy in list(policy_ucb1(), policy_thompson("bernoulli"), policy_kl_ucb())) {
    more <- best - earned(policy)
    expect_gt(mean(more), 3 * stats::sd(more) / sqrt(length(more)))
  }
})

test_that("other ranges are scaled", {
  skip_on_cran() # long
  chosen <- function(values, policy) {
    choices(play(bandit(arms_categorical(rbind(c(0.6, 0.4), c(0.4, 0.6)), values)), policy, 500))$arm
  }
  expect_identical(chosen(c(-4, 12), policy_gittins(0.8, range = c(-4, 12))), chosen(c(0, 1), policy_gittins(0.8)))
})

test_that("bad discounts, priors and rewards are refused", {
  expect_snapshot(policy_gittins(0.9, prior = c(0.5, 2)))
  expect_errors({
    policy_gittins(1)
    policy_gittins(0.9999)
    policy_gittins(prior = 1)
    policy_gittins(accuracy = 0)
    gittins_index(0, 1)
    gittins_index(1:3, 1:2)
    run_study(bandit(arms_gaussian(1)), policy_gittins(), 10)
  })
})
