# Numbers that are ids: a log of arms 101, 205 and 7 is that of arms "101", "205" and "7".

id_log <- function(ids, seed = 1, events = 600) {
  withr::local_seed(seed)
  place <- sample(length(ids), events, replace = TRUE)
  log <- data.frame(place, arm = ids[place], reward = stats::rbinom(events, 1, 0.2 + 0.5 * place / length(ids)))
  log$pool <- rep(list(ids), events)
  log$strings <- paste(ids, collapse = " ")
  log
}

drawn_ids <- function(seed) {
  withr::local_seed(seed)
  switch(seed %% 5 + 1, sort(sample(1e3, sample(2:6, 1))), 100 + 1:3, 0:3, c(1, 2, 4), sort(sample(-5:1e6, 4)))
}

test_that("tables of logs with any numbers are those of the same log with names", {
  skip_on_cran()
  for (seed in share_of(1:15)) {
    ids <- drawn_ids(seed)
    if (identical(as.numeric(ids), as.numeric(seq_along(ids)))) next
    log <- id_log(ids, seed)
    named <- log
    named$arm <- factor(as.character(log$arm), as.character(ids))
    expect_identical(levels(estimates(log, family = "bernoulli", pool = NULL)$arm), as.character(ids))
    expect_identical(estimates(log, family = "bernoulli", pool = NULL), estimates(named, family = "bernoulli", pool = NULL))
    expect_identical(estimates(log, family = "bernoulli"), estimates(log, pool = strings, family = "bernoulli"))
    compared <- compare_arms(log, control = ids[2], pool = NULL, family = "bernoulli")
    expect_identical(compared, compare_arms(named, control = as.character(ids[2]), pool = NULL, family = "bernoulli"))
    expect_identical(summary(as_log(log))$label, as.character(ids))
    replay <- bandit_replay(log, init = 0)
    expect_identical(replay$arms$names, as.character(ids))
    named$pool <- list(as.character(ids))
    value <- function(b) replay_value(run_study(b, list(policy_uniform(), policy_fixed(as.character(ids[2]))), 50, reps = 1, seed = 1), method = "dr")
    expect_identical(value(replay), value(bandit_replay(named, init = 0)))
    expect_gt(value(replay)$estimate[1], 0.2)
  }
})

test_that("numbers are places if there is no gap, or where the number of arms is stated", {
  log <- id_log(1:3)
  expect_identical(as_log(log)$labels, c("1", "2", "3"))
  expect_identical(as_tibble(as_log(log))$arm, log$arm)
  gap <- id_log(c(1, 3))
  expect_identical(as_log(gap)$labels, c("1", "3"))
  gap$pool <- rep(list(1:4), nrow(gap))
  expect_identical(as_log(gap)$labels, c("1", "2", "3", "4"))
  gap$pool <- NULL
  gap$propensities <- matrix(0.25, nrow(gap), 4)
  expect_identical(as_log(gap)$labels, c("1", "2", "3", "4"))
  gap$propensities <- rep(list(rep(0.25, 4)), nrow(gap))
  expect_identical(as_log(gap)$labels, c("1", "2", "3", "4"))
  colnames <- gap
  colnames$propensities <- matrix(0.5, nrow(gap), 2, dimnames = list(NULL, c("1", "3")))
  expect_identical(as_log(colnames)$labels, c("1", "3"))
})

test_that("logs of studies keep the numbers of arms, also where some never came", {
  study <- run_study(bandit(arms_bernoulli(c(0.2, 0.3, 0.6))) |> with_entries(c(1, 60, 1)), policy_uniform(), 50, reps = 1, seed = 1)
  log <- as_log(study)
  expect_true(all(as_tibble(log)$arm %in% c(1L, 3L)))
  expect_identical(as_tibble(log)$arm, choices(run_study(bandit(arms_bernoulli(c(0.2, 0.3, 0.6))) |> with_entries(c(1, 60, 1)), policy_uniform(), 50, reps = 1, seed = 1, keep = "choices"))$arm)
})

test_that("a number is never taken for another arm than that of its name", {
  skip_in_quick()
  replay <- bandit_replay(id_log(c(2, 3, 9)), init = 0)
  for (policy in list(policy_fixed(2), policy_fixed(9), policy_fixed(c(1, 2)), policy_floor(policy_fixed(2), 0.1))) {
    expect_error(run_study(replay, policy, 20, reps = 1, seed = 1), "by a string, such as \"", class = "unruly_error_policy")
  }
  expect_error(agent(policy_fixed(2), c("2", "3")), "by a string, such as \"2\"", class = "unruly_error_policy")
  expect_identical(agent_choose(agent(policy_fixed("2"), c("2", "3"))), "2")
  expect_identical(agent_choose(agent(policy_fixed(2), 3)), "2")
  expect_error(compare_arms(id_log(c(2, 3, 9)), control = 1, pool = NULL, family = "bernoulli"), "`control`", class = "unruly_error_argument")
  named <- bandit(arms_bernoulli(c("7" = 0.2, "1" = 0.4)))
  expect_error(run_study(named, policy_uniform(), 20, reps = 1, seed = 1, stop = stop_evidence(control = 1)), "by a string, such as \"1\"",
               class = "unruly_error_argument")
})

test_that("a log of ids teaches an agent with these arms", {
  log <- id_log(c(101, 205), events = 20)
  taught <- agent(policy_ucb1(), c("101", "205"), seed = 1)
  agent_warm_start(taught, log, pool = NULL)
  expect_equal(as_tibble(taught)$pulls, as.vector(table(log$arm)))
  numbered <- agent(policy_ucb1(), 5, seed = 1)
  agent_warm_start(numbered, id_log(c(2, 5), events = 20), pool = NULL)
  expect_equal(as_tibble(numbered)$pulls[c(1, 3, 4)], c(0, 0, 0))
})
