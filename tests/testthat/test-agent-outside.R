# What somebody else chose: told to agents, taught as a log, and listed.

# An agent of a policy, with what it needs; NULL if it cannot be one.
agent_able <- function(policy, arms = 3) {
  more <- list(list(), list(waiting = 3), list(share = 0.1, penalty = 1), list(context = 2), list(patience = 20))
  for (given in more) {
    a <- tryCatch(do.call(agent, c(list(policy, arms, horizon = 500, seed = 1), given)), unruly_error_policy = function(e) NULL)
    if (!is.null(a)) return(a)
  }
  NULL
}

description_of <- function(a) .Call(unruly:::C_agent_description, a)

# One play that somebody else chose; with waiting it takes two rounds of a wait of 3.
teach <- function(a, arm, reward) {
  given <- description_of(a)
  action <- if (is.null(given$waiting)) arm else list(as.character(arm), 3)
  agent_learn(a, action, reward, time = if (!is.null(given$waiting)) 2, chosen = "outside", context = if (!is.null(given$context)) c(1, arm / 3))
}

choices_after <- function(a, count = 15) {
  given <- description_of(a)
  vapply(seq_len(count), function(i) {
    action <- agent_choose(a, context = if (!is.null(given$context)) c(1, i %% 4 / 4))
    agent_learn(a, action, i %% 2, time = if (!is.null(given$waiting)) 1)
    paste(unlist(action), collapse = " ")
  }, "")
}

test_that("every policy either learns from choices of others, or says why it cannot", {
  skip_on_cran() # long
  able <- refused <- character()
  for (policy in each_policy()) {
    a <- agent_able(policy)
    if (is.null(a)) next
    why <- unruly:::why_own_plays(policy)
    if (is.null(why)) {
      able <- c(able, policy$constructor)
      for (i in 1:12) teach(a, i %% 3 + 1, i %% 2)
      expect_identical(sum(as_tibble(a)$pulls), 12)
      expect_length(choices_after(a, 5), 5)
    } else {
      refused <- c(refused, policy$constructor)
      before <- as_tibble(a)
      e <- tryCatch(teach(a, 1, 1), error = function(e) e)
      expect_s3_class(e, "unruly_error_policy")
      expect_match(conditionMessage(e), why$reason, fixed = TRUE)
      expect_identical(as_tibble(a), before)
    }
  }
  expect_true(all(c("policy_ucb1", "policy_thompson", "policy_epsilon_greedy", "policy_linucb", "policy_wait_ucb", "policy_lfg",
                    "policy_moss", "policy_sw_ucb") %in% able))
  expect_true(all(c("policy_se", "policy_etc", "policy_exp3", "policy_lucb", "policy_odaaf", "policy_doubling") %in% refused))
})

test_that("an agent of a policy that knows counts and sums alone chooses as they say", {
  skip_in_quick()
  listed <- unruly:::registry()
  # What is left of a block counts, too, and so do squares of Gaussian rewards.
  needs_more <- function(p) {
    given <- p$parameters
    p$constructor == "policy_allocation" && (identical(given$rule, "block") || identical(given$target, "neyman"))
  }
  suffices <- function(p) {
    if (is.null(p) || needs_more(p)) return(FALSE)
    unless <- listed$counts_suffice[match(p$constructor, listed$constructor)]
    !is.na(unless) && is.null(p$parameters[[unless]])
  }
  log <- data.frame(arm = rep(1:3, c(5, 3, 4)), reward = c(1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1))
  seen <- 0
  for (policy in Filter(suffices, each_policy())) {
    if (is.null(agent_able(policy))) next
    order <- withr::with_seed(seen, sample(nrow(log)))
    chosen <- lapply(list(log, log[order, ]), function(l) {
      a <- agent_able(policy)
      for (i in seq_len(nrow(l))) teach(a, l$arm[i], l$reward[i])
      choices_after(a)
    })
    expect_identical(chosen[[2]], chosen[[1]], label = policy$label)
    seen <- seen + 1
  }
  expect_gt(seen, 10)
  # UCB1 by hand
  a <- agent(policy_ucb1(), 3, seed = 1)
  agent_warm_start(a, log)
  n <- c(5, 3, 4)
  expect_identical(agent_choose(a), as.character(which.max(tapply(log$reward, log$arm, mean) + sqrt(2 * log(13) / n))))
})

test_that("a log of an agent of its own makes another that chooses as it goes on", {
  skip_in_quick()
  for (policy in list(policy_ucb1(), policy_kl_ucb(), policy_forgetting_ucb(window = 20), policy_epsilon_greedy(0, restart = 30),
                      policy_glr_kl_ucb(explore = 0.1), policy_robust_ucb(), policy_floor(policy_ucb1(), 1e-12))) {
    a <- agent(policy, c("blue", "green", "red"), horizon = 400, seed = 1)
    withr::with_seed(1, for (i in 1:100) agent_learn(a, agent_choose(a), rbinom(1, 1, 0.5)))
    b <- agent(policy, c("blue", "green", "red"), horizon = 400, seed = 1)
    agent_warm_start(b, as_log(a))
    expect_identical(choices_after(a, 100), choices_after(b, 100), label = policy$label)
  }
})

test_that("it is a round of its own, whose reward may come late", {
  a <- agent(policy_ucb1(), c("blue", "green"), seed = 1)
  agent_choose(a)
  agent_learn(a, "green", chosen = "outside")
  mine <- agent_ticket(a)
  expect_identical(mine, 2)
  agent_learn(a, "blue", 1, ticket = 1)
  agent_learn(a, "green", 0.5, ticket = mine)
  expect_identical(as_tibble(a)$mean, c(1, 0.5))
  expect_identical(agent_decisions(a)$chosen, c("agent", "outside"))
  expect_error(agent_learn(a, "green", 1, ticket = mine), class = "unruly_error_argument")
  agent_learn(a, "blue", 1, chosen = "outside", round = 10)
  expect_identical(agent_decisions(a)$round, c(1, 2, 10))
})

test_that("a choice that was overruled was never made", {
  skip_in_quick()
  for (policy in list(policy_ucb1(), policy_imed(), policy_sleeping(policy_ucb1()))) {
    a <- agent(policy, c("blue", "green", "red"), seed = 1)
    b <- agent(policy, c("blue", "green", "red"), seed = 1)
    for (i in 1:30) {
      agent_choose(a)
      instead <- c("blue", "green", "red")[i %% 3 + 1]
      agent_learn(a, instead, i %% 2, chosen = "outside", ticket = agent_ticket(a))
      agent_learn(b, instead, i %% 2, chosen = "outside")
    }
    expect_identical(as_tibble(a), as_tibble(b))
    expect_identical(agent_decisions(a), agent_decisions(b))
    expect_identical(choices_after(a), choices_after(b))
  }
  agent_choose(a)
  agent_choose(a)
  expect_error(agent_learn(a, "red", 1, chosen = "outside", ticket = agent_ticket(a) - 1), class = "unruly_error_argument")
  agent_learn(a, "red", chosen = "outside", ticket = agent_ticket(a)) # its reward comes later
  agent_learn(a, "red", 1)
  expect_identical(tail(agent_decisions(a)$arm, 1), factor("red", c("blue", "green", "red")))
})

test_that("with waiting somebody else chooses an arm and a wait, and says how long it took", {
  a <- agent(policy_wait_ucb(), c("blue", "green"), waiting = 4, seed = 1)
  agent_learn(a, list("green", 3), reward = 1, time = 2, chosen = "outside")
  agent_learn(a, list("blue", 4), reward = NA, chosen = "outside")
  agent_learn(a, list("blue", 2), chosen = "outside")
  expect_error(agent_choose(a), class = "unruly_error_agent")
  agent_learn(a, list("blue", 2), 0, time = 1)
  d <- agent_decisions(a)
  expect_identical(d$round, c(1, 3, 7))
  expect_identical(d$wait, c(3L, 4L, 2L))
  expect_identical(d$reported, c(2, 6, 7))
  expect_error(agent_learn(a, "blue", 1, time = 1, chosen = "outside"), class = "unruly_error_argument")
})

test_that("a journal with choices of others is the agent it was", {
  skip_if_not_installed("jsonlite")
  file <- withr::local_tempfile(fileext = ".json")
  for (policy in list(policy_ucb1(), policy_thompson("bernoulli"), policy_epsilon_greedy(0.2), policy_custom(
    function(state, view) view$live[view$round %% length(view$live) + 1], observe = function(state, view, outcome) state
  ))) {
    withr::local_options(unruly.span = 8)
    a <- agent(policy, 3, seed = 1)
    withr::with_seed(3, for (i in 1:100) {
      if (yes(0.3)) agent_learn(a, sample(3, 1), rbinom(1, 1, 0.5), chosen = "outside")
      else if (yes(0.2)) {
        agent_choose(a)
        agent_learn(a, sample(3, 1), rbinom(1, 1, 0.5), chosen = "outside", ticket = agent_ticket(a))
      } else agent_learn(a, agent_choose(a), rbinom(1, 1, 0.5))
      if (i == 60) agent_enter(a, "new")
    })
    save_agent(a, file)
    b <- read_agent(file, trust = TRUE)
    expect_identical(agent_decisions(b), agent_decisions(a))
    expect_identical(choices_after(b), choices_after(a))
  }
})

test_that("a log is taught as its rows are, one by one", {
  log <- withr::with_seed(2, data.frame(arm = sample(c("blue", "green"), 50, TRUE), reward = round(runif(50), 3)))
  log$reward[c(7, 50)] <- NA
  one <- agent(policy_kl_ucb(), c("blue", "green"), seed = 1)
  other <- agent(policy_kl_ucb(), c("blue", "green"), seed = 1)
  agent_warm_start(one, log)
  for (i in seq_len(nrow(log))) agent_learn(other, log$arm[i], if (!is.na(log$reward[i])) log$reward[i], chosen = "outside")
  expect_identical(agent_decisions(one), agent_decisions(other))
  for (a in list(one, other)) agent_learn(a, log$arm[7], 1, ticket = 7)
  expect_identical(choices_after(one), choices_after(other))
  expect_identical(agent_decisions(one)$reported[7], 50)

  agent_warm_start(one, agent_decisions(other)) # the columns are the same
  expect_identical(sum(as_tibble(one)$pulls), sum(as_tibble(other)$pulls) + 50 + 15)
})

test_that("contexts of a log are taught with it", {
  withr::with_seed(4, log <- tibble::tibble(arm = sample(2, 30, TRUE), reward = rnorm(30), context1 = 1, context2 = rnorm(30)))
  one <- agent(policy_linucb(), 2, context = 2, seed = 1)
  other <- agent(policy_linucb(), 2, context = 2, seed = 1)
  third <- agent(policy_linucb(), 2, context = 2, seed = 1)
  agent_warm_start(one, log)
  for (i in 1:30) agent_learn(other, log$arm[i], log$reward[i], chosen = "outside", context = c(log$context1[i], log$context2[i]))
  agent_warm_start(third, tibble::tibble(arm = factor(log$arm), reward = log$reward, context = cbind(log$context1, log$context2)))
  expect_identical(as_tibble(as_log(one))[c("context1", "context2")], log[c("context1", "context2")])
  expect_identical(choices_after(one), choices_after(other))
  expect_identical(as_tibble(as_log(third))$context2, log$context2)
  agent_warm_start(third, log[0, ])
  expect_identical(sum(as_tibble(third)$pulls), 30)
})

test_that("decisions say who chose what, with which chance, and when its reward was told", {
  a <- agent(policy_epsilon_greedy(0.3), c("blue", "green"), seed = 1)
  expect_identical(nrow(agent_decisions(a)), 0L)
  agent_learn(a, "green", 1, chosen = "outside")
  for (i in 1:6) agent_choose(a)
  agent_learn(a, agent_decisions(a)$arm[3] |> as.character(), 0.25, ticket = 3)
  d <- agent_decisions(a)
  expect_named(d, c("round", "arm", "propensity", "stated", "reward", "ticket", "reported", "chosen"))
  expect_identical(d$round, as.double(1:7))
  expect_identical(d$ticket, as.double(1:7))
  expect_identical(d$reported, c(1, NA, 7, NA, NA, NA, NA))
  expect_identical(d$reward, c(1, NA, 0.25, NA, NA, NA, NA))
  expect_true(is.na(d$propensity[1]) && all(d$propensity[-1] %in% c(0.15, 0.85, 1)))
  log <- as_tibble(as_log(a))
  expect_identical(log$propensity, d$propensity)
  expect_identical(log$arm, d$arm)
})

test_that("conclusions of an agent use no propensities for choices of others", {
  a <- agent(policy_epsilon_greedy(0.3, label = "e"), c("blue", "green"), horizon = 100, seed = 1)
  for (i in 1:40) agent_learn(a, agent_choose(a), i %% 2)
  agent_learn(a, "green", 1, chosen = "outside")
  naive <- estimates(a, method = "naive")
  expect_identical(sum(naive$pulls), 41)
  expect_error(estimates(a, method = "aipw"), class = "unruly_error")
})

test_that("choices of others never enter scores with the policy's chances", {
  a <- agent(policy_epsilon_greedy(0.3), c("blue", "green"), horizon = 100, seed = 1)
  for (i in 1:40) agent_learn(a, agent_choose(a), i %% 2)
  agent_choose(a)
  agent_learn(a, "green", 1, chosen = "outside", ticket = agent_ticket(a)) # overruled
  agent_learn(a, "green", 1, chosen = "outside")
  for (i in 1:5) agent_learn(a, agent_choose(a), i %% 2)
  log <- as_tibble(as_log(a))
  stated <- vapply(log$propensities, function(p) !anyNA(p), NA)
  expect_identical(which(!stated), 41:42)
  expect_identical(is.na(log$propensity), !stated)
  for (data in list(as_log(a), log)) {
    expect_error(estimates(data, method = "aipw"), "event 41 is unknown", class = "unruly_error_overlap")
    expect_identical(sum(estimates(data, method = "naive")$pulls), 47)
  }
})

test_that("the propensities that a policy states give its likelihood, whoever chose", {
  skip_on_cran()
  policies <- list(policy_delta(0.3, 0.2, stick = 0.4), policy_floor(policy_ucb1(), 0.1), policy_boltzmann(0.3), policy_ucb1(), policy_thompson("bernoulli"),
                   policy_floor(policy_kl_ucb(), 0.2, type = "clip"))
  for (policy in policies) {
    a <- agent(policy, c("blue", "green", "red"), horizon = 60, seed = 2)
    withr::with_seed(4, for (i in 1:60) {
      how <- sample(3, 1)
      if (how == 1) agent_learn(a, agent_choose(a), rbinom(1, 1, 0.5))
      if (how == 2) agent_learn(a, sample(c("blue", "green", "red"), 1), rbinom(1, 1, 0.5), chosen = "outside")
      if (how == 3) {
        agent_choose(a)
        agent_learn(a, sample(c("blue", "green", "red"), 1), rbinom(1, 1, 0.5), chosen = "outside", ticket = agent_ticket(a))
      }
    })
    d <- agent_decisions(a)
    made <- choice_likelihood(as_log(a), policy, what = "trial", threads = 1)
    expect_lt(max(abs(d$stated - made$propensity)), 1e-7, label = policy$label)
    expect_identical(d$stated[d$chosen == "agent"], d$propensity[d$chosen == "agent"])
    expect_identical(as_tibble(as_log(a))$stated, d$stated)
  }
})

test_that("arms may be a number of them, and are told by their numbers", {
  skip_on_cran()
  a <- agent(policy_ucb1(), arms = 3, seed = 1)
  expect_identical(as_tibble(a)$arm, c("1", "2", "3"))
  expect_identical(agent_choose(a), "1")
  agent_learn(a, 1, reward = 1)
  agent_leave(a, 2)
  expect_identical(agent_choose(a), "3")
  agent_learn(a, 3, reward = 1)
  agent_enter(a, 4)
  expect_identical(agent_choose(a), "4")
  expect_error(agent_learn(a, 3, reward = 1), class = "unruly_error_argument")
  expect_identical(tail(as_tibble(agent(policy_ucb1(), 1e5))$arm, 1), "100000")
  for (bad in list(0, 1.5, NA_real_, -1, Inf, c(1, 2))) expect_error(agent(policy_ucb1(), bad), class = "unruly_error_argument")
})

test_that("an agent that has stopped is told of others' plays if it goes on", {
  a <- agent(policy_ucb1(), 2, stop = stop_at(3), seed = 1)
  agent_warm_start(a, data.frame(arm = c(1, 2, 2), reward = c(0, 1, 1)))
  expect_true(recommendations(a)$stopped)
  agent_learn(a, 1, 1, chosen = "outside")
  expect_identical(agent_decisions(a)$chosen, rep("outside", 4))
  b <- agent(policy_ucb1(), 2, stop = stop_at(3), after = "end", seed = 1)
  agent_warm_start(b, data.frame(arm = c(1, 2, 2), reward = c(0, 1, 1)))
  expect_error(agent_learn(b, 1, 1, chosen = "outside"), class = "unruly_error_agent")
})

test_that("the messages read well: choices of others", {
  a <- agent(policy_ucb1(), c("blue", "green"), horizon = 3, seed = 1)
  w <- agent(policy_wait_ucb(), 2, waiting = 4, seed = 1)
  l <- agent(policy_linucb(), 2, context = 2, seed = 1)
  p <- agent(policy_ucb1(), 2, patience = c(2, 9), seed = 1)
  agent_learn(a, "green", 1, chosen = "outside")
  agent_choose(a)
  expect_snapshot(print(a))
  expect_errors({
    agent_learn(a, "red", 1, chosen = "outside")
    agent_learn(a, "blue", NA, chosen = "outside")
    agent_learn(a, "blue", 1, time = 2, chosen = "outside")
    agent_learn(a, "blue", 1, chosen = "me")
    agent_learn(a, "blue", 1, round = 2)
    agent_learn(a, "blue", 1, chosen = "outside", ticket = 1)
    agent_learn(a, "blue", 1, chosen = "outside", ticket = 7)
    agent_learn(a, "blue", 1, chosen = "outside", ticket = 2, round = 5)
    agent_learn(w, "1", 1, chosen = "outside")
    agent_learn(l, 1, 1, chosen = "outside")
    agent_learn(agent(policy_se(0.1), 2, seed = 1), 1, 1, chosen = "outside")
    agent_learn(agent(policy_floor(policy_exp3(0.1), 0.1), 2, seed = 1), 1, 1, chosen = "outside")
    agent_warm_start(a, 1)
    agent_warm_start(a, data.frame(arm = "blue"))
    agent_warm_start(a, data.frame(arm = "red", reward = 1))
    agent_warm_start(a, data.frame(arm = "blue", reward = "1"))
    agent_warm_start(a, data.frame(arm = "blue", reward = c(1, 1)))
    agent_warm_start(w, data.frame(arm = 1, reward = 1))
    agent_warm_start(l, data.frame(arm = 1, reward = 1))
    agent_warm_start(p, data.frame(arm = c(2, 2, 2, 1), reward = 1))
    agent(policy_ucb1(), 1.5)
    agent_decisions(1)
  })
})

test_that("nothing is stated of choices of others once the agent has stopped, as its policy is not asked any more", {
  for (policy in list(policy_forgetting_ucb(20, index = "kl", range = c(0, 1)), policy_thompson("bernoulli"))) {
    a <- agent(policy, c("a", "b"), seed = 1, stop = stop_at(10), range = c(0, 1))
    for (i in 1:20) agent_learn(a, c("a", "b")[1 + i %% 2], as.numeric(i %% 3 == 0), chosen = "outside")
    stated <- agent_decisions(a)$stated
    expect_identical(is.na(stated), rep(c(FALSE, TRUE), each = 10), label = policy$label)
  }
})

test_that("a warm start shows the outcomes of a dated log by their dates", {
  skip_in_quick()
  set.seed(3)
  n <- 300
  time <- sort(sample(1000, n, TRUE))
  arm <- sample(c("slow", "fast"), n, TRUE)
  came <- time + ifelse(arm == "slow", 150, 10)
  came[runif(n) > 0.4 | came > 1000] <- NA
  data <- data.frame(arm, time, came)
  warm <- function(policy, log) {
    a <- agent(policy, c("slow", "fast"), seed = 1)
    agent_warm_start(a, log)
    a
  }
  log <- as_log(data, outcome_time = came, until = 1000)
  counts <- list(policy_conversion("estimated", within = 40), policy_conversion(list(40, 3), rule = "thompson"),
                 policy_matured(policy_ucb1(), 40))
  for (policy in counts) {
    warmed <- warm(policy, log)
    # The same by hand: a report comes after the last row before the first later one that is not before its date.
    a <- agent(policy, c("slow", "fast"), seed = 1)
    open <- rep(TRUE, n)
    for (i in seq_len(n)) {
      due <- which(open & seq_len(n) < i & !is.na(came) & came <= time[i])
      for (j in due) agent_learn(a, arm[j], 1, ticket = j)
      open[due] <- FALSE
      agent_learn(a, arm[i], chosen = "outside")
    }
    for (j in which(open & !is.na(came))) agent_learn(a, arm[j], 1, ticket = j)
    expect_identical(as_tibble(warmed), as_tibble(a))
    expect_identical(agent_decisions(warmed)$reported, agent_decisions(a)$reported)
    expect_identical(replicate(20, agent_choose(warmed)), replicate(20, agent_choose(a)))
  }
  expect_equal(glance(warm(policy_conversion(10), log))$pending, sum(is.na(came)))
  refusal <- expect_error(warm(policy_thompson(), log), class = "unruly_error_policy")
  expect_match(flat(conditionMessage(refusal)), "Some outcomes of the log have no date, so they are never shown", fixed = TRUE)
  expect_match(flat(conditionMessage(refusal)), "`policy_matured()`", fixed = TRUE)
  # With contexts, too.
  seen <- suppressWarnings(as_log(cbind(data, x = 1), outcome_time = came, context = x, until = 1000))
  refusal <- expect_error(agent_warm_start(agent(policy_linucb(), c("slow", "fast"), seed = 1, context = 1), seen),
                          class = "unruly_error_policy")
  expect_match(flat(conditionMessage(refusal)), "`policy_matured()`", fixed = TRUE)
  matured <- agent(policy_matured(policy_linucb(), 40), c("slow", "fast"), seed = 1, context = 1)
  agent_warm_start(matured, seen)
  expect_equal(glance(matured)$pending, sum(is.na(came)))
  data$reward <- ifelse(is.na(came), NA, 1)
  expect_error(warm(policy_thompson(), as_log(data, outcome_time = came, until = 1000)), class = "unruly_error_policy")
  # All are dated, zeros too: nothing is silent.
  data$came <- pmin(time + 30, 1000)
  data$reward <- rbinom(n, 1, 0.3)
  a <- warm(policy_thompson(), as_log(data, outcome_time = came))
  expect_gt(max(agent_decisions(a)$reported - seq_len(n)), 3)
  expect_equal(glance(a)$pending, 0)
})
