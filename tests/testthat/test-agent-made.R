# Logs that games leave.

test_that("the log of a game has its choices, pools, and the propensities of all arms", {
  awake <- rbind(c(TRUE, TRUE, FALSE), c(TRUE, FALSE, TRUE))
  b <- bandit(arms_bernoulli(c(red = 0.3, green = 0.6, blue = 0.5))) |> with_absences(awake)
  study <- run_study(b, list(policy_epsilon_greedy(0.3), policy_uniform()), 60, 3, seed = 2, keep = "choices", threads = 1)
  made <- choices(study)
  for (policy in c("Epsilon-greedy", "Uniform")) {
    log <- as_tibble(as_log(study, policy = policy, rep = 2))
    mine <- made[made$policy == policy & made$rep == 2, ]
    expect_identical(as.list(log[c("round", "arm", "reward")]), as.list(mine[c("round", "arm", "reward")]))
    expect_identical(log$propensity, mine$propensity)
    expect_identical(log$time, log$round)
    expect_identical(unique(log$pool[log$round %% 2 == 1]), list(c("red", "green")))
    expect_identical(unique(log$pool[log$round %% 2 == 0]), list(c("red", "blue")))
    expect_identical(log$propensity, vapply(seq_len(60), function(i) log$propensities[[i]][[as.character(log$arm[i])]], 0))
    expect_identical(lapply(log$propensities, names), log$pool)
    expect_equal(vapply(log$propensities, sum, 0), rep(1, 60))
  }
})

test_that("propensities are left out where they are unknown, and are 1 and 0 for deterministic policies", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  study <- whatever_scale(run_study(b, list(policy_thompson_t(), policy_ucb1()), 20, 1, seed = 1, threads = 1))
  expect_named(as_tibble(as_log(study, policy = "Thompson (t)")), c("round", "arm", "reward", "time", "pool"))
  sure <- as_tibble(as_log(study, policy = "UCB1"))
  expect_identical(sure$propensity, rep(1, 20))
  expect_true(all(unlist(sure$propensities) %in% 0:1))
  expect_identical(names(sure$propensities[[1]]), c("1", "2"))
})

test_that("bandit_replay() reads it back: what is played on it is what the game would have paid", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(a = 0.2, b = 0.7, c = 0.4)))
  study <- run_study(b, policy_floor(policy_thompson("bernoulli"), 0.2), 3000, 1, seed = 1, threads = 1)
  log <- as_tibble(as_log(study))
  read <- as_log(log)
  expect_identical(read, as_log(study))
  expect_identical(read$labels[read$arm], as.character(log$arm))
  expect_identical(read$reward, log$reward)
  expect_identical(read$propensity, log$propensity)
  replay <- bandit_replay(log, init = 0)
  expect_identical(replay, bandit_replay(read, init = 0))
  value <- replay_value(run_study(replay, lapply(c("a", "b", "c"), function(k) policy_fixed(k, label = k)), 100, 20, seed = 1, threads = 1))
  expect_lt(max(abs(value$estimate - c(0.2, 0.7, 0.4)) / value$se), 4)
  plain <- as_log(run_study(bandit(arms_bernoulli(c(0.3, 0.6))), policy_uniform(), 50, 1, seed = 1, threads = 1))
  expect_identical(as_log(as_tibble(plain)), plain)
})

test_that("contexts are in it", {
  b <- bandit(arms_linear(rbind(c(0.2, 0), c(0, 0.2)), sd = 0.3, context = context_normal(2)))
  log <- as_tibble(as_log(run_study(b, policy_uniform(), 40, 1, seed = 1, threads = 1)))
  expect_named(log, c("round", "arm", "reward", "time", "pool", "propensity", "propensities", "context1", "context2"))
  expect_identical(ncol(suppressWarnings(as_log(log))$context), 2L) # raw contexts are warned of once a session
  fit <- stats::lm(reward ~ context1 + context2, log[log$arm == 1, ])
  expect_lt(abs(stats::coef(fit)[[2]] - 0.2), 0.3)
})

test_that("an agent leaves the log of the simulation it repeats", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(a = 0.3, b = 0.6)))
  for (policy in list(policy_thompson("bernoulli"), policy_exp3(0.2), policy_floor(policy_ucb1(), 0.1, type = "clip"), policy_ucb1(),
                      policy_custom(function(s, v) 1))) {
    study <- run_study(b, policy, 80, 1, seed = 5, keep = "choices", threads = 1)
    made <- choices(study)
    a <- agent(policy, c("a", "b"), seed = 5, horizon = 80)
    for (i in 1:80) {
      agent_choose(a)
      agent_learn(a, as.character(made$arm[i]), made$reward[i])
    }
    expect_identical(as_log(a), as_log(study))
  }
})

test_that("rewards of an agent that come late, or never, and arms that come and go", {
  a <- agent(policy_epsilon_greedy(0.5), c("a", "b"), seed = 1)
  first <- agent_choose(a)
  one <- agent_ticket(a)
  second <- agent_choose(a)
  agent_leave(a, second)
  agent_enter(a, "c")
  for (i in 1:6) agent_enter(a, paste0("d", i))
  third <- agent_choose(a)
  agent_learn(a, third, 0.25)
  agent_learn(a, first, 0.75, ticket = one)
  log <- as_tibble(as_log(a))
  expect_identical(as.character(log$arm), c(first, second, third))
  expect_identical(log$reward, c(0.75, NA, 0.25))
  expect_identical(lengths(log$pool), c(2L, 2L, 8L))
  expect_equal(vapply(log$propensities, sum, 0), rep(1, 3))
})

test_that("asking for a log leaves the last study alone, and says what it wants", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  two <- run_study(b, list(policy_ucb1(), policy_uniform()), 20, 2, seed = 1, threads = 1)
  slow <- run_study(with_waiting(b, c(0.5, 0.5)), policy_uniform(), 20, 1, seed = 1, threads = 1)
  expect_identical(last_study(), NULL)
  expect_errors({
    as_log()
    as_log(1)
    as_log(two)
    as_log(two, policy = "Nobody")
    as_log(two, policy = "UCB1", rep = 3)
    as_log(two, policy = "UCB1", bandit = 2)
    as_log(slow)
    as_log(agent(policy_wait_ucb(), c("a", "b"), waiting = 4, seed = 1))
  })
})

test_that("each arm that an agent has had is a row of its own, in every table, whatever the names", {
  skip_on_cran()
  for (seed in 1:12) {
    withr::local_seed(seed)
    a <- agent(policy_uniform(), c("x", "y", "x (2)"), seed = seed)
    for (round in 1:60) {
      there <- arms_there(a)
      gone <- setdiff(c("x", "y", "x (2)", "z"), there)
      if (length(there) > 1 && stats::runif(1) < 0.2) agent_leave(a, sample(there, 1))
      else if (length(gone) > 0 && stats::runif(1) < 0.3) agent_enter(a, sample(gone, 1))
      agent_learn(a, agent_choose(a), stats::rbinom(1, 1, 0.5))
    }
    table <- as_tibble(a)
    pulled <- table[table$pulls > 0, ]
    log <- as_tibble(as_log(a))
    expect_false(anyDuplicated(levels(log$arm)) > 0)
    expect_identical(sort(as.vector(table(droplevels(log$arm)))), sort(as.integer(pulled$pulls)))
    found <- estimates(a, "naive", family = "bernoulli")
    expect_identical(sort(found$pulls[found$pulls > 0]), sort(pulled$pulls))
    expect_equal(sort(found$estimate[found$pulls > 0]), sort(pulled$mean))
    expect_identical(nrow(compare_arms(a, control = "all", family = "bernoulli")), as.integer(choose(nrow(found), 2)))
    expect_identical(sub("( [(][0-9]+[)])+$", "", as.character(log$arm)), sub("( [(][0-9]+[)])+$", "", as.character(agent_decisions(a)$arm)))
  }
  expect_identical(distinct_arms(c("a", "b", "a", "a (2)", "a")), c("a", "b", "a (3)", "a (2)", "a (4)"))
})
