# Policies in R that state their propensities.

soft_chances <- function(temperature = 0.2) {
  policy_custom(chances = \(state, v) {
    weight <- exp((state[v$live] - max(state[v$live])) / temperature)
    weight / sum(weight)
  }, start = \(v) numeric(3), observe = \(state, v, outcome) {
    state[outcome$arm] <- state[outcome$arm] + 0.3 * (outcome$observed - state[outcome$arm])
    state
  }, label = "soft")
}

test_that("a delta rule by its chances is the delta rule of the package", {
  skip_in_quick()
  policy <- policy_custom(chances = soft_chances()$functions$chances, start = soft_chances()$functions$start,
                          observe = soft_chances()$functions$observe, stream = policy_delta(0.3, 0.2), label = "mine")
  b <- bandit(arms_bernoulli(c(0.2, 0.4, 0.6)))
  for (b in list(b, with_delay(b, delay_geometric(3)), with_lifetimes(b, c(1, 1, 10), c(100, 50, 80)))) {
    study <- run_study(b, list(policy, policy_delta(0.3, 0.2, label = "ours")), 100, reps = 3, seed = 1, keep = "choices", threads = 1)
    made <- split(choices(study), choices(study)$policy)
    expect_identical(made$mine$arm, made$ours$arm)
    expect_equal(made$mine$propensity, made$ours$propensity, tolerance = 1e-12)
  }
})

test_that("its rewards are weighted as those of the package's own", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  own <- soft_chances()$functions
  mine <- policy_custom(chances = own$chances, start = own$start, observe = own$observe, stream = policy_delta(0.3, 0.2), label = "mine")
  study <- run_study(b, list(mine, policy_delta(0.3, 0.2, label = "ours")), 60, reps = 4, seed = 1, keep = "scores", threads = 1)
  found <- suppressWarnings(estimates(study, method = "aipw"))
  expect_false(anyNA(found$estimate))
  expect_equal(found$estimate[found$policy == "mine"], found$estimate[found$policy == "ours"], tolerance = 1e-10)
  log <- as_log(study, policy = "mine")
  expect_equal(vapply(as_tibble(log)$propensities, sum, 0), rep(1, 60), tolerance = 1e-12)
})

test_that("agents draw by it, and go on after they were saved", {
  skip_in_quick()
  skip_if_not_installed("jsonlite")
  a <- agent(soft_chances(), c("blue", "green", "red"), seed = 1)
  for (i in 1:40) agent_learn(a, agent_choose(a), i %% 2)
  d <- agent_decisions(a)
  expect_false(anyNA(d$propensity))
  expect_identical(d$stated, d$propensity)
  expect_equal(d$propensity, choice_likelihood(as_log(a), policy_delta(0.3, 0.2), what = "trial")$propensity, tolerance = 1e-12)
  file <- withr::local_tempfile(fileext = ".json")
  save_agent(a, file)
  b <- read_agent(file, trust = TRUE)
  expect_identical(agent_decisions(b), d)
  for (i in 1:10) expect_identical(agent_choose(b), agent_choose(a))
})

test_that("with waiting it states a matrix", {
  b <- with_waiting(bandit(arms_bernoulli(c(0.4, 0.8))), matrix(0.25, 2, 4))
  policy <- policy_custom(chances = \(state, v) matrix((1:8) / 36, 2, 4), label = "matrix")
  made <- choices(run_study(b, policy, 400, reps = 5, seed = 1, keep = "choices", threads = 1))
  expect_equal(made$propensity, ((made$wait - 1) * 2 + made$arm) / 36)
})

test_that("run_all() leaves out policies that need functions", {
  expect_identical(unruly:::needed_arguments(policy_custom), "choose")
  expect_identical(unruly:::needed_arguments(policy_index), "index")
})

test_that("bad chances name the fault", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  refused <- function(f, words) {
    e <- expect_error(run_study(b, policy_custom(chances = f, label = "odd"), 10, seed = 1), words, class = "unruly_error_choice")
    expect_identical(e$round, 1)
    expect_identical(e$policy, "odd")
  }
  refused(\(state, v) c(0.5, 0.6), "sum to 1.1")
  refused(\(state, v) c(-0.5, 1.5), "propensity -0.5 for arm 1")
  refused(\(state, v) c(0.5, NA), "missing number for arm 2")
  refused(\(state, v) 1, "1 number, not one for each of 2")
  refused(\(state, v) "1", "character")
  expect_error(policy_custom(), "choose", class = "unruly_error_argument")
  expect_error(policy_custom(\(s, v) 1, chances = \(s, v) 1), "chances", class = "unruly_error_argument")
  expect_error(policy_custom(chances = \(s, v) v$runif(2)), "runif", class = "unruly_error_argument")
  expect_error(policy_custom(chances = 1), "chances", class = "unruly_error_argument")
  expect_error(policy_custom(chances = \(s, v) v$means), "means", class = "unruly_error_argument")
})
