# Objects whose tables were edited: the core must never read or write beyond what
# R gave it. Each is refused by class, before anything is played.

refused <- function(b, policy = policy_uniform(), horizon = 60) {
  failed <- tryCatch(run_study(b, policy, horizon, reps = 1, seed = 1, threads = 1, progress = FALSE), error = identity)
  expect_s3_class(failed, "unruly_error")
}

# The bandit with one parameter of its arms, or of a trait, replaced.
edited_arms <- function(b, name, value) {
  b$arms$parameters[name] <- list(value)
  b
}

edited_trait <- function(b, trait, name, value) {
  b$traits[[trait]]$parameters[name] <- list(value)
  b
}

contexts <- function(rounds = 60, d = 2) matrix(1, rounds, d)

linear <- function() bandit(arms_linear(diag(2), 0.1, contexts()))

test_that("a context must have a row for each coordinate and a column for each round", {
  skip_in_quick()
  b <- linear()
  for (context in list(matrix(1, 1, 60), matrix(1, 3, 60), matrix(1, 2, 59), rep(1, 120), 1, matrix(1, 60, 2))) {
    refused(edited_arms(b, "context", context))
  }
  refused(edited_arms(b, "theta", diag(3)))
  refused(edited_arms(b, "theta", matrix(1, 2, 5)))
  refused(edited_arms(b, "theta", rep(1, 7)))
})

test_that("a table serves no more rounds than it has, whatever `length` says", {
  tape <- matrix(1, 2, 60)
  for (b in list(linear(), bandit(arms_tape(tape)), bandit(arms_tape(tape, by = "round")))) {
    b$arms$length <- Inf
    refused(b, horizon = 61)
    refused(b, horizon = 1e5)
  }
  short <- edited_arms(linear(), "context", matrix(1, 2, 5))
  expect_error(instances(structure(list(description = list(bandits = list(b = short), policies = list(), horizon = 60)),
                                   class = "unruly_study")), class = "unruly_error")
})

test_that("the core itself refuses them, whatever R has let through", {
  skip_in_quick()
  start <- function(b, horizon = 60) {
    unruly:::start_study(list(bandits = list(b = b), policies = list(u = policy_uniform()), horizon = horizon, seed = 1,
                              record = horizon, keep = "summary"), 1, 1, NULL)
  }
  for (context in list(matrix(1, 1, 60), matrix(1, 3, 60), matrix(1, 2, 59), rep(1, 120))) {
    expect_error(start(edited_arms(linear(), "context", context)), class = "unruly_error")
  }
  for (b in list(linear(), bandit(arms_tape(matrix(1, 2, 60))), bandit(arms_tape(matrix(1, 2, 60), by = "round")))) {
    expect_error(start(b, horizon = 61), "60 rounds", class = "unruly_error")
  }
})

test_that("tables of arms and traits of other shapes are refused", {
  skip_in_quick()
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  refused(edited_arms(bandit(arms_categorical(matrix(1, 2, 3), 1:3)), "value", c(1, 2)))
  refused(edited_arms(bandit(arms_categorical(matrix(1, 2, 3), 1:3)), "prob", matrix(1, 3, 2)))
  refused(edited_arms(bandit(arms_empirical(list(1:3, 4))), "from", c(0, 3, 9)))
  refused(edited_arms(bandit(arms_empirical(list(1:3, 4))), "from", c(0, 3)))
  refused(edited_arms(bandit(arms_empirical(list(1:3, 4))), "from", c(0, 3, 2)))
  refused(edited_trait(with_waiting(pair, c(0.5, 0.5)), "waiting", "delay", matrix(0.5, 3, 2)))
  refused(edited_trait(with_waiting(pair, c(0.5, 0.5), pay = c(1, 0)), "waiting", "pay", matrix(1, 2, 3)))
  refused(edited_trait(with_fairness(pair, 0.1, 1), "fairness", "share", c(0.1, 0.1, 0.1)))
  refused(edited_trait(with_fairness(pair, 0.1, 1), "fairness", "penalty", matrix(1, 3, 2)))
  refused(edited_trait(with_delay(pair, c(0.5, 0.5)), "delay", "chance", matrix(0.2, 3, 5)))
  refused(edited_trait(with_patience(pair, 3), "patience", "patience", 1:3))
  refused(edited_trait(with_lifetimes(pair, 1, 9), "lifetimes", "last", 9))
})

# --- logs ------------------------------------------------------------------------

replay <- function() {
  log <- data.frame(arm = c(1, 2, 3, 1, 3), reward = 1, propensity = 0.5, context1 = 1)
  log$pool <- list(1:3, 1:3, 1:3, 1:2, c(1, 3))
  bandit_replay(log, init = 0)
}

test_that("a log whose pools are not what they should be is refused", {
  skip_in_quick()
  for (members in list(c(1, 1, 3, 1, 2, 1, 3), c(3, 2, 1, 1, 2, 1, 3), c(1, 2, 4, 1, 2, 1, 3), c(1, 2, 0, 1, 2, 1, 3))) {
    refused(edited_trait(replay(), "replay", "pool_members", members), horizon = 3)
  }
  refused(edited_trait(replay(), "replay", "pool_from", c(0, 3, 5, 8)), horizon = 3)
  refused(edited_trait(replay(), "replay", "pool_from", c(0, 3, 2, 7)), horizon = 3)
  refused(edited_trait(replay(), "replay", "context_size", 2), horizon = 3)
  refused(edited_trait(replay(), "replay", "context_size", 1e300), horizon = 3)
  refused(edited_trait(replay(), "replay", "propensity", rep(0.5, 4)), horizon = 3)
  refused(edited_trait(replay(), "replay", "start", 6), horizon = 3)
})

test_that("an arm is not played first in an event whose pool lacks it", {
  b <- edited_trait(edited_trait(replay(), "replay", "shown", c(1, 2, 3, 3, 3)), "replay", "init", 3)
  b <- edited_trait(b, "replay", "start", 4)
  refused(b, horizon = 2)
})

# --- traits that let arms in ---------------------------------------------------------

test_that("traits that do not go together are refused also when they were put together by hand", {
  skip_in_quick()
  prior <- function() bandit_mortal(2, 60, 5, prior_uniform(2))
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  parts <- list(lifetimes = with_lifetimes(pair, 1, 40)$traits$lifetimes, entries = with_entries(pair, c(1, 3))$traits$entries,
                population = prior()$traits$population, patience = with_patience(pair, 3)$traits$patience,
                waiting = with_waiting(pair, c(0.5, 0.5))$traits$waiting)
  together <- list(c("lifetimes", "entries"), c("lifetimes", "population"), c("entries", "population"))
  for (names in together) {
    b <- pair
    b$traits <- parts[names]
    refused(b)
  }
  for (name in names(parts)) {
    b <- bandit_replay(data.frame(arm = c(1, 2, 1, 2), reward = 1), init = 0)
    b$traits[[name]] <- parts[[name]]
    refused(b, horizon = 3)
  }
})

# --- policies in policies ----------------------------------------------------------------

test_that("a policy plays the parameters it holds, however deep it lies", {
  skip_in_quick()
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  deep <- policy_doubling(policy_queue(policy_ucb1()))
  expect_silent(run_study(pair, deep, 20, reps = 1, seed = 1, progress = FALSE, threads = 1))
  for (edit in list(list(base.base.alpha = -1), list(base.base.alpha = c(1, 2)), list(base.base.width = Inf),
                    list(base.base = "policy_ht_ucb"), list(base.base = "policy_oracle"), list(base = "policy_ht_ucb"),
                    list(base.base = NULL), list(start = -1))) {
    policy <- deep
    policy$parameters[names(edit)] <- edit
    refused(pair, policy)
    expect_error(agent(policy, c("a", "b"), horizon = 10), class = "unruly_error")
  }
})

test_that("the core looks at the numbers of every policy in a policy", {
  skip_in_quick()
  rule <- function(parameters) {
    policy <- policy_doubling(policy_queue(policy_ucb1(range = c(0, 1))))
    policy$parameters[names(parameters)] <- parameters
    unruly:::start_study(list(bandits = list(b = bandit(arms_bernoulli(c(0.2, 0.8)))), policies = list(p = policy), horizon = 10,
                              seed = 1, record = 10, keep = "summary"), 1, 1, NULL)
  }
  for (edit in list(list(base.base.alpha = -1), list(base.base.alpha = c(1, 2)), list(base.base.width = Inf))) {
    expect_error(rule(edit), class = "unruly_error_object")
  }
  nested <- rep("policy_queue", 40)
  names(nested) <- vapply(seq_along(nested), function(i) paste(rep("base", i), collapse = "."), "")
  expect_error(rule(as.list(nested)), class = "unruly_error")
})

test_that("a column that became a list makes a table a plain one, whatever it was", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  study <- play(bandit(arms_bernoulli(c(0.3, 0.6))), list(policy_ucb1(), policy_uniform()), 20, reps = 2)
  for (table in list(suppressMessages(estimates(study, "naive")), suppressMessages(compare_arms(study, "all")), compare_policies(study))) {
    for (column in names(table)) {
      edited <- table
      edited[[column]] <- rep(list(list(1, "a"), 1), length.out = nrow(table))
      expect_error(ggplot2::autoplot(structure(edited, class = class(table))), class = "unruly_error", info = column)
    }
  }
})
