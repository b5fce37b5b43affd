# The scale of the rewards that an agent is told of.

ab <- c("a", "b")

# What it has gone through, as a file has it.
saved_bytes <- function(a) {
  path <- withr::local_tempfile()
  save_agent(a, path)
  readBin(path, raw(), file.size(path))
}

test_that("an agent takes its scale from what it is given, or plays as on rewards in [0, 1]", {
  policy_of <- function(...) .Call(unruly:::C_agent_description, agent(...))$policy
  scale_of <- function(...) unruly:::scale_in(unruly:::assuming(policy_of(...)))
  expect_identical(scale_of(policy_thompson(), ab), list(family = "bernoulli", range = c(0, 1)))
  expect_identical(scale_of(policy_thompson(), ab, range = c(0, 5)), list(family = "bernoulli", range = c(0, 5)))
  expect_identical(scale_of(policy_thompson(), ab, sd = 3), list(family = "gaussian", sd = 3))
  expect_identical(scale_of(policy_se(), ab, horizon = 9), list(sd = 0.5))
  expect_identical(scale_of(policy_floor(policy_ucb1(), 0.1), ab, sd = 2), list(sd = 2))
  expect_identical(scale_of(policy_ucb1(sd = 7), ab, sd = 2), list(sd = 7))
  expect_output(print(agent(policy_ucb1(), ab, sd = 2, stop = stop_glr())), "family = gaussian, rate = mixture, sd = 2", fixed = TRUE)
  expect_error(agent(policy_ucb1(), ab, range = c(0, 1), sd = 1), "Either `range` or `sd`", class = "unruly_error_argument")
  expect_error(agent(policy_ucb1(), ab, range = c(1, 0)), "`range`", class = "unruly_error_argument")
  expect_error(agent(policy_ucb1(), ab, sd = 0), "`sd`", class = "unruly_error_argument")
})

test_that("a reward that cannot be is refused: nothing is learned, and the ticket stays open", {
  skip_on_cran()
  skip_if_not_installed("jsonlite")
  cases <- list(
    list(agent(policy_thompson(), ab, seed = 1), "as Thompson (bernoulli) assumes.*Try `agent(range = c(0, 5))`"),
    list(agent(policy_thompson(range = c(0, 2)), ab, seed = 1), "must be in [0, 2].*Try `policy_thompson(range = c(0, 5))`"),
    list(agent(policy_queue(policy_kl_ucb()), ab, seed = 1), "as KL-UCB assumes"),
    list(agent(policy_ucb1(), ab, seed = 1, range = c(0, 4)), "as `agent(range = )` states"),
    list(agent(policy_uniform(), ab, seed = 1, range = c(0, 4)), "as `agent(range = )` states"),
    list(agent(policy_uniform(), ab, seed = 1, stop = stop_posterior()), "as `stop_posterior()` assumes")
  )
  for (case in cases) {
    a <- case[[1]]
    agent_learn(a, agent_choose(a), 1)
    arm <- agent_choose(a)
    before <- saved_bytes(a)
    teaching <- list(function() agent_learn(a, arm, 5), function() agent_learn(a, arm, 5, ticket = 2),
                     if (is.null(unruly:::why_own_plays(.Call(unruly:::C_agent_description, a)$policy))) function() agent_learn(a, "a", 5, chosen = "outside"))
    for (teach in Filter(Negate(is.null), teaching)) {
      error <- tryCatch(teach(), unruly_error_argument = identity)
      expect_s3_class(error, "unruly_error_argument")
      for (words in strsplit(case[[2]], ".*", fixed = TRUE)[[1]]) {
        expect_match(gsub("\n *", " ", conditionMessage(error)), words, fixed = TRUE)
      }
      expect_identical(saved_bytes(a), before)
    }
    agent_learn(a, arm, 1)
    expect_identical(sum(as_tibble(a)$pulls), 2)
  }
})

test_that("a warm start looks at all rows before it learns the first", {
  skip_if_not_installed("jsonlite")
  a <- agent(policy_thompson(), ab, seed = 1)
  before <- saved_bytes(a)
  expect_error(agent_warm_start(a, data.frame(arm = c("a", "b", "a"), reward = c(1, NA, 5))), "log$reward[3]", fixed = TRUE,
               class = "unruly_error_argument")
  expect_identical(saved_bytes(a), before)
  agent_warm_start(a, data.frame(arm = c("a", "b", "a"), reward = c(1, NA, 0.5)))
  expect_identical(sum(as_tibble(a)$pulls), 3)
})

test_that("a reward that a study would only warn about is learned, and told of once, also after reading", {
  skip_in_quick()
  skip_if_not_installed("jsonlite")
  path <- withr::local_tempfile()
  for (policy in list(policy_ucb1(), policy_exp3(), policy_se(), policy_ucb1(range = c(0, 1)))) {
    a <- agent(policy, ab, seed = 1, horizon = 100)
    expect_no_warning(agent_learn(a, agent_choose(a), 1))
    save_agent(a, path)
    fresh <- read_agent(path)
    expect_warning(agent_learn(fresh, agent_choose(fresh), 5), "5 lies outside of [0, 1]", fixed = TRUE, class = "unruly_warning_scale")
    expect_warning(agent_learn(a, agent_choose(a), 5), class = "unruly_warning_scale")
    expect_identical(sum(as_tibble(a)$pulls * as_tibble(a)$mean, na.rm = TRUE), 6)
    expect_no_warning(agent_learn(a, agent_choose(a), 5))
    save_agent(a, path)
    again <- read_agent(path)
    expect_no_warning(agent_learn(again, agent_choose(again), 5))
    if (policy$label == "UCB1") expect_no_warning(agent_warm_start(again, data.frame(arm = "a", reward = 7)))
  }
  a <- agent(policy_ucb1(), ab, seed = 1)
  expect_warning(agent_warm_start(a, data.frame(arm = ab, reward = c(0, 7))), "7 lies outside", class = "unruly_warning_scale")
  expect_no_warning(agent_learn(a, agent_choose(a), 7))
  # Where the scale is a deviation, or was stated wide enough, nothing is outside.
  for (a in list(agent(policy_ucb1(), ab, sd = 3), agent(policy_ucb1(), ab, range = c(0, 9)), agent(policy_ucb1(sd = 1), ab), agent(policy_uniform(), ab))) {
    expect_no_warning(agent_learn(a, agent_choose(a), 5))
  }
})

test_that("with waiting, what was not waited for is in no range", {
  a <- agent(policy_wait_ucb(), ab, seed = 1, waiting = 3, range = c(1, 2))
  arm <- agent_choose(a)
  agent_learn(a, arm, NA)
  arm <- agent_choose(a)
  expect_error(agent_learn(a, arm, 0, time = 1), "must be in [1, 2]", fixed = TRUE, class = "unruly_error_argument")
  agent_learn(a, arm, 2, time = 1)
  expect_identical(sum(as_tibble(a)$pulls), 2)
})
