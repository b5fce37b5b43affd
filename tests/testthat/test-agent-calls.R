# What agents are asked: tickets, arms that come and go, rounds, bad input.
ab <- c("a", "b", "c")

test_that("rewards may come late and in any order, by their tickets", {
  feed <- function(order) {
    a <- agent(policy_ucb1(), ab, seed = 1)
    arms <- character()
    tickets <- numeric()
    for (i in 1:8) {
      arms[i] <- agent_choose(a)
      tickets[i] <- agent_ticket(a)
    }
    expect_identical(tickets, as.numeric(1:8))
    for (i in order) agent_learn(a, arms[i], i / 10, ticket = tickets[i])
    a
  }
  table <- as_tibble(feed(1:8))
  expect_identical(sum(table$pulls), 8)
  for (order in list(8:1, c(3, 1, 8, 2, 7, 4, 6, 5))) {
    a <- feed(order)
    expect_equal(as_tibble(a), table)
    expect_errors(agent_learn(a, "a", 1, ticket = 3))
  }
})

test_that("late rewards are learned when they come, not before", {
  a <- agent(policy_epsilon_greedy(0), ab, seed = 1)
  for (reward in c(0.4, 0.5, 0.3)) agent_learn(a, agent_choose(a), reward)
  expect_identical(vapply(1:3, function(i) agent_choose(a), ""), rep("b", 3))
  agent_learn(a, "b", 0, ticket = 6)
  expect_identical(agent_choose(a), "a")
  agent_learn(a, "a", 0.4)
  agent_learn(a, "b", 1, ticket = 4)
  expect_identical(agent_choose(a), "b")
  table <- as_tibble(a)
  expect_identical(table$pulls, c(2, 5, 1))
  expect_identical(table$mean, c(0.4, 0.5, 0.3))
  expect_identical(table$last, c(7, 8, 3))
})

test_that("without a ticket it is the latest choice that is learned, once", {
  a <- agent(policy_ucb1(), ab, seed = 1)
  expect_errors(agent_learn(a, "a", 1))
  agent_learn(a, agent_choose(a), TRUE)
  expect_errors(agent_learn(a, "a", 1))
  expect_identical(agent_choose(a), "b")
  expect_errors({
    agent_learn(a, "a", 1)
    agent_learn(a, "b", 1, ticket = 3)
    agent_learn(a, "b", 1, ticket = 1.5)
    agent_learn(a, "b", 1, ticket = "b")
  })
  agent_learn(a, "b", 0)
  expect_identical(as_tibble(a)$mean, c(1, 0, NA))
})

test_that("policies that need each reward before the next choice insist on it", {
  a <- agent(policy_bayes_optimal(), c("a", "b"), horizon = 3, seed = 1)
  arm <- agent_choose(a)
  expect_errors({
    agent_choose(a)
    agent_leave(a, "b")
  })
  agent_learn(a, arm, 1)
  expect_identical(agent_choose(a), arm)
})

test_that("contexts are those of the choices, however late their rewards come", {
  contexts <- list(c(1, 0), c(1, 2), c(1, -1), c(1, 1))
  a <- agent(policy_linear_thompson(0.1), c("a", "b"), seed = 1, context = 2)
  b <- agent(policy_linear_thompson(0.1), c("a", "b"), seed = 1, context = 2)
  for (i in 1:3) {
    agent_learn(a, arm = c("a", "b", "a")[i], reward = i, chosen = "outside", context = contexts[[i]])
    agent_learn(b, arm = c("a", "b", "a")[i], chosen = "outside", context = contexts[[i]])
  }
  for (i in c(2, 1, 3)) agent_learn(b, arm = c("a", "b", "a")[i], reward = i, ticket = i)
  file <- withr::local_tempfile(fileext = ".json")
  save_agent(b, file)
  for (x in list(a, b, read_agent(file))) {
    agent_choose(x, context = contexts[[4]])
    expect_equal(agent_decisions(x)$propensity[4], agent_decisions(a)$propensity[4], tolerance = 1e-12)
  }
})

test_that("new arms are played, arms that left are not, arms that were away are what they were", {
  a <- agent(policy_ucb1(), c("a", "b"), seed = 1)
  play_some <- function(n) vapply(seq_len(n), function(i) {
    arm <- agent_choose(a)
    agent_learn(a, arm, as.numeric(arm == "b"))
    arm
  }, "")
  play_some(30)
  agent_enter(a, "c")
  expect_identical(play_some(1), "c")
  agent_leave(a, "b")
  expect_false("b" %in% play_some(20))
  agent_leave(a, "c", away = TRUE)
  pulls <- as_tibble(a)$pulls[3]
  expect_identical(unique(play_some(10)), "a")
  agent_enter(a, "c")
  play_some(30)
  expect_gt(as_tibble(a)$pulls[3], pulls)
  # b comes again as a new arm, which is tried at once.
  agent_enter(a, "b")
  expect_identical(play_some(1), "b")
  expect_identical(as_tibble(a)$arm, c("a", "b", "c", "b"))
  expect_identical(sum(as_tibble(a)$pulls), 92)
})

test_that("agents whose arms are now and then away make the choices of a literal UCB1", {
  skip_in_quick()
  arms <- 40
  for (seed in 1:10) {
    withr::local_seed(seed)
    a <- agent(policy_ucb1(), as.character(1:arms), seed = 1)
    n <- total <- numeric(arms)
    round <- wrong <- 0
    live_restlessly(arms, 1500, leave = function(arm) agent_leave(a, as.character(arm), away = TRUE),
                    enter = function(arm) agent_enter(a, as.character(arm)), act = function(live) {
      round <<- round + 1
      wanted <- if (any(n[live] == 0)) live[n[live] == 0][1] else live[which.max((total / n + sqrt(2 * log(round) / n))[live])]
      arm <- as.integer(agent_choose(a))
      reward <- as.numeric(runif(1) < arm / 41)
      agent_learn(a, as.character(arm), reward)
      n[arm] <<- n[arm] + 1
      total[arm] <<- total[arm] + reward
      wrong <<- wrong + (arm != wanted)
    })
    expect_identical(wrong, 0, info = seed)
  }
})

test_that("an agent chooses the same in the fast way and in the plain one, wherever arms are away", {
  skip_in_quick()
  for (policy in list(policy_ucb_tuned(), policy_ucb_v(), policy_kl_ucb(), policy_bayes_ucb(), policy_moss(), policy_ucb_l(),
                      policy_delayed_ucb1(), policy_doubling(policy_ucb1(), 100), policy_sleeping(policy_ucb1()))) {
    chosen <- lapply(c(FALSE, TRUE), function(plain) {
      withr::local_options(unruly.plain = plain)
      withr::local_seed(4)
      a <- agent(policy, as.character(1:30), horizon = 1000, seed = 1)
      arms <- integer()
      live_restlessly(30, 800, leave = function(arm) agent_leave(a, as.character(arm), away = TRUE),
                      enter = function(arm) agent_enter(a, as.character(arm)), act = function(live) {
        arm <- agent_choose(a)
        agent_learn(a, arm, as.numeric(runif(1) < as.integer(arm) / 31))
        arms <<- c(arms, as.integer(arm))
      })
      arms
    })
    expect_identical(chosen[[1]], chosen[[2]], info = policy$label)
  }
})

# In each round one arm is away for a moment, and back with another life.
chosen_with_new_lives <- function(policy) {
  withr::local_seed(5)
  a <- agent(policy, as.character(1:12), last = rep(c(30, 400), 6), horizon = 400, seed = 1)
  vapply(1:300, function(round) {
    arm <- sprintf("%d", 1L + as.integer(round) %% 12L)
    agent_leave(a, arm, away = TRUE)
    agent_enter(a, arm, last = round + sample(c(15, 100, 1000), 1))
    chosen <- agent_choose(a)
    agent_learn(a, chosen, as.numeric(runif(1) < as.integer(chosen) / 13))
    chosen
  }, "")
}

test_that("a policy that sleeps is told the new life of an arm that is back", {
  skip_in_quick()
  policy <- policy_ucb_l(init = 0, scale = 0.3)
  awake <- chosen_with_new_lives(policy)
  expect_gt(length(unique(awake)), 4)
  for (asleep in list(policy_sleeping(policy), policy_sleeping(policy_doubling(policy, 1000)),
                      policy_sleeping(policy_restart(policy, 1000)))) {
    for (plain in c(FALSE, TRUE)) {
      withr::with_options(list(unruly.plain = plain),
                          expect_identical(chosen_with_new_lives(asleep), awake, info = paste(asleep$label, plain)))
    }
  }
})

test_that("AG-L explores the arm that has the longest life by now, also asleep", {
  for (policy in list(policy_ag(keep = 0.3, scale = 0, init = 0),
                      policy_sleeping(policy_ag(keep = 0.3, scale = 0, init = 0)))) {
    a <- agent(policy, c("a", "b", "c"), last = c(50, 20, 30), horizon = 100, seed = 1)
    expect_identical(agent_choose(a), "a")
    agent_learn(a, "a", 1)
    agent_leave(a, "b", away = TRUE)
    agent_enter(a, "b", last = 90)
    expect_identical(agent_choose(a), "b", info = policy$label)
  }
})

test_that("hundreds of arms may come and go; nobody is lost on the way", {
  skip_in_quick()
  withr::local_seed(8)
  path <- withr::local_tempfile()
  a <- agent(policy_ucb1(), "0", seed = 1)
  there <- "0"
  for (i in 1:600) {
    if (runif(1) < 0.6 || length(there) < 3) {
      there <- c(there, as.character(i))
      agent_enter(a, as.character(i))
    } else {
      gone <- sample(there, sample(2, 1))
      agent_leave(a, gone)
      there <- setdiff(there, gone)
    }
    arm <- agent_choose(a)
    expect_true(arm %in% there)
    agent_learn(a, arm, runif(1))
    if (i %% 200 == 0) {
      save_agent(a, path)
      a <- read_agent(path)
    }
  }
  table <- .Call(unruly:::C_agent_table, a)
  expect_setequal(table$arm[table$state == 1], there)
})

test_that("neglected arms leave by themselves, the dead too, the expected come", {
  a <- agent(policy_fixed(1), ab, patience = c(Inf, 3, 5), seed = 1)
  pass <- function(n) for (i in seq_len(n)) agent_learn(a, agent_choose(a), 1)
  there <- function() {
    agent_choose(a)
    table <- .Call(unruly:::C_agent_table, a)
    table$arm[table$state == 1]
  }
  pass(3)
  expect_identical(there(), c("a", "c"))
  a <- agent(policy_uniform(), ab, first = c(1, 4, Inf), last = c(3, 9, Inf), seed = 1)
  expect_identical(vapply(1:9, function(i) {
    arm <- agent_choose(a)
    agent_learn(a, arm, 1)
    arm
  }, ""), rep(c("a", "b"), c(3, 6)))
  expect_errors(agent_choose(a))
  agent_enter(a, "c")
  expect_identical(agent_choose(a), "c")
  expect_identical(.Call(unruly:::C_agent_standing, a, NULL)$round, 10)
})

test_that("rounds may pass without a play", {
  a <- agent(policy_ucb1(), ab, patience = 10, horizon = 40, seed = 1)
  agent_choose(a)
  expect_identical(agent_choose(a, round = 11), "a")
  expect_errors({
    agent_choose(a, round = 11)
    agent_choose(a, round = 1.5)
  })
  expect_identical(c(agent_choose(a, round = 12), agent_choose(a, round = 21)), c("a", "a"))
  expect_errors({
    agent_enter(a, "d", round = 20)
    agent_choose(a, round = 41)
  })
})

test_that("with waiting an action is an arm and a wait, and learning says how long it took", {
  skip_in_quick()
  a <- agent(policy_wait_ucb("side"), ab, waiting = matrix(1 / 4, 3, 4), seed = 1)
  b <- agent(policy_wait_ucb("side"), ab, waiting = 4, seed = 1)
  for (i in 1:60) {
    action <- agent_choose(a)
    expect_identical(action, agent_choose(b))
    expect_named(action, c("arm", "wait"))
    if (action$wait < 3) {
      agent_learn(a, action, NA)
      agent_learn(b, action, 0, time = NA)
    } else {
      agent_learn(a, action, 0.5, time = 2)
      agent_learn(b, action$arm, 0.5, time = 2)
    }
  }
  expect_named(as_tibble(a), c("arm", "wait", "pulls", "mean", "last"))
  expect_identical(as_tibble(a), as_tibble(b))
  action <- agent_choose(a)
  expect_errors({
    agent_choose(a)
    agent_learn(a, action, 1)
    agent_learn(a, action, 1, time = 0)
    agent_learn(a, action, 1, time = 5)
    agent_learn(a, action, 1, time = "late")
    agent_learn(a, list(arm = action$arm, wait = 9), 1, time = 1)
    agent_enter(a, "d")
  })
  # The end of the play is known, its reward comes later.
  agent_learn(a, action, time = NA)
  expect_errors(agent_learn(a, action, 1, time = 1))
  agent_choose(a)
  agent_learn(a, action, 0, ticket = agent_ticket(a) - 1)
})

test_that("arms may come in the midst of a play, in a round that is said", {
  a <- agent(policy_fixed(1), ab, waiting = 6, seed = 1)
  action <- agent_choose(a)
  agent_enter(a, "d", round = 3)
  agent_leave(a, "b", round = 4)
  expect_errors({
    agent_learn(a, action, 1, time = 3)
    agent_enter(a, "e", round = 2)
  })
  agent_learn(a, action, 1, time = 5)
  expect_identical(.Call(unruly:::C_agent_standing, a, NULL)$round, 6)
  expect_identical(.Call(unruly:::C_agent_table, a)$state[c(1, 7, 13, 19)], c(1L, 3L, 1L, 1L))
})

test_that("an agent plays to its horizon, and no further", {
  a <- agent(policy_moss(), ab, horizon = 5, seed = 1)
  for (i in 1:5) agent_learn(a, agent_choose(a), 1)
  expect_errors({
    agent_choose(a)
    agent_choose(a)
  })
  expect_identical(nchar(.Call(unruly:::C_agent_journal, a)$calls), 11L) # asking again adds nothing
})

test_that("a policy whose choices depend on the horizon asks for it", {
  skip_on_cran() # long
  settings <- list(bandit(beta_arms(3)), bandit(beta_arms(3)) |> with_patience(c(9, 9, 40)),
                   bandit(beta_arms(3)) |> with_fairness(0.2, 1), bandit(beta_arms(3)) |> with_waiting(c(0.5, 0.3, 0.2)),
                   bandit(beta_arms(3)) |> with_lifetimes(1, c(60, 90, Inf)))
  listed <- .Call(unruly:::C_policies)
  looks_at_none <- function(policy) {
    is.na(listed$needs_horizon[match(policy$constructor, listed$constructor)]) && is.null(policy$policy)
  }
  all <- Filter(looks_at_none, each_policy())
  for (k in seq_along(settings)) {
    b <- settings[[k]]
    study <- study_of(b, drawn_of(all, 3, k), 100)
    short <- choices(study)
    long <- choices(study_of(b, unname(study$description$policies), 400))
    long <- long[long$round <= 100, ] # in which all of the short one's plays begin
    for (policy in names(study$description$policies)) {
      first <- game_of(short, policy)[c("arm", "round")]
      # Over the horizon no play is begun that would end after it.
      expect_identical(as.list(first), as.list(game_of(long, policy)[seq_len(nrow(first)), c("arm", "round")]), info = policy)
    }
  }
  expect_s3_class(agent(policy_ucb(error = 0.1), ab), "unruly_agent")
  expect_errors({
    agent(policy_ucb(), ab)
    agent(policy_moss(), ab)
    agent(policy_queue(policy_moss()), ab)
  })
})

test_that("agents print", {
  a <- agent(policy_ucb1(), ab, horizon = 1e4, seed = 5)
  b <- agent(policy_thompson("bernoulli"), as.character(1:30), seed = 5)
  agent_choose(a)
  agent_leave(b, as.character(2:30))
  expect_snapshot({
    a
    agent(policy_uniform(), as.character(1:30), seed = 5)
    b
  })
  expect_identical(withVisible(print(a))$visible, FALSE)
})

test_that("bad agents are refused", {
  expect_errors({
    agent()
    agent(1, ab)
    agent(policy_ucb1())
    agent(policy_ucb1(), 1.5)
    agent(policy_ucb1(), c("a", "a"))
    agent(policy_ucb1(), c("a", NA))
    agent(policy_ucb1(), character())
    agent(policy_ucb1(), ab, horizon = 0)
    agent(policy_ucb1(), ab, seed = "a")
    agent(policy_ucb1(), ab, rep = 0)
    agent(policy_ucb1(), ab, patience = 0)
    agent(policy_ucb1(), ab, patience = 1:2)
    agent(policy_ucb1(), ab, share = 0.5, penalty = 1)
    agent(policy_ucb1(), ab, share = 0.1)
    agent(policy_ucb1(), ab, penalty = 0.1)
    agent(policy_ucb1(), ab, waiting = 0)
    agent(policy_ucb1(), ab, waiting = matrix(1, 3, 2))
    agent(policy_ucb1(), ab, context = 0)
    agent(policy_ucb1(), ab, first = 0)
    agent(policy_ucb1(), ab, last = "never")
    agent(policy_ht_ucb(), ab, share = 0.1, penalty = 1, last = 10)
    agent(policy_oracle(), ab)
    agent(policy_ht_ucb(), ab)
    agent(policy_linucb(), ab)
    agent(policy_wait_ucb(), ab)
    agent(policy_fc_se(), ab, horizon = 100)
    agent(policy_fc_se(), ab, horizon = 100, patience = 2)
    agent(policy_fc_se(), ab, horizon = 100, patience = 20, first = c(1, 1, 5))
    agent(policy_se(), ab, horizon = 100, waiting = 3)
    agent(policy_queue(policy_linucb()), ab, context = 2)
    agent(policy_fixed(4), ab)
    agent(policy_stochastic(), ab)
  })
})

test_that("bad calls are refused, and change nothing", {
  a <- agent(policy_ucb1(), ab, seed = 1)
  one <- agent(policy_ucb1(), ab, seed = 1, context = 2)
  fair <- agent(policy_ht_ucb(), ab, share = 0.1, penalty = 1)
  arm <- agent_choose(a)
  expect_errors({
    agent_choose()
    agent_choose("a")
    agent_choose(a, context = 1)
    agent_choose(one)
    agent_choose(one, context = 1)
    agent_choose(one, context = c(1, NA))
    agent_choose(one, context = c(1e60, 1))
    agent_choose(one, context = c("a", "b"))
    agent_learn()
    agent_learn(1, "a", 1)
    agent_learn(a)
    agent_learn(a, "a")
    agent_learn(a, "b", 1)
    agent_learn(a, NA_character_, 1)
    agent_learn(a, 1, 1)
    agent_learn(a, factor("b"), 1)
    agent_learn(a, arm, NA)
    agent_learn(a, arm, Inf)
    agent_learn(a, arm, 1e200)
    agent_learn(a, arm, "1")
    agent_learn(a, arm, c(1, 2))
    agent_learn(a, arm, 1, time = 1)
    agent_ticket(1)
    agent_enter(1, "d")
    agent_enter(a)
    agent_enter(a, "b")
    agent_enter(a, c("d", "e"))
    agent_enter(a, "d", last = 5)
    agent_enter(a, "d", patience = 5)
    agent_enter(a, "d", round = 0)
    agent_leave(a, "d")
    agent_leave(a, c("a", "a"))
    agent_leave(a, "a", away = NA)
    agent_leave(fair, "a")
    agent_leave(fair, "a", away = TRUE)
    agent_enter(fair, "d")
    print(a, 1)
    as_tibble(a, 1)
  })
  agent_learn(a, arm, 1)
  expect_identical(as_tibble(a)$mean, c(1, NA, NA))
})

test_that("an agent that came through saveRDS() is dead, and says so", {
  skip_in_quick()
  path <- withr::local_tempfile()
  a <- agent(policy_ucb1(), ab, seed = 1)
  saveRDS(a, path)
  dead <- readRDS(path)
  calls <- list(agent_choose, function(a) agent_learn(a, "a", 1), agent_ticket, function(a) agent_enter(a, "d"), function(a) agent_leave(a, "a"), print,
                as_tibble, function(a) save_agent(a, path))
  for (call in calls) expect_error(call(dead), class = "unruly_error_agent")
  expect_errors(agent_choose(dead))
  false <- structure(list(), class = "unruly_agent")
  for (call in calls) expect_error(call(false), class = "unruly_error_argument")
  class(dead) <- NULL # an external pointer of nobody
  for (call in calls[c(1:5, 8)]) expect_error(call(dead), class = "unruly_error_argument")
  expect_identical(agent_choose(a), "a")
})

test_that("an agent without a horizon says in words that its rounds are over", {
  a <- agent(policy_ucb1(), c("a", "b"), seed = 1)
  agent_learn(a, agent_choose(a, round = 2^48), 1)
  for (again in 1:2) expect_errors(agent_choose(a))
})

test_that("whatever is no ticket is refused as a ticket", {
  skip_in_quick()
  a <- agent(policy_ucb1(), c("a", "b"), seed = 1)
  agent_choose(a)
  for (odd in list(data.frame(), data.frame(a = 1:3), data.frame(a = 1, b = "x"), list(1:3), quote(f(x)), y ~ x, policy_ucb1(), a,
                   structure(1, class = "integer64"))) {
    error <- expect_error(agent_learn(a, "a", 1, ticket = odd), class = "unruly_error_argument")
    expect_match(conditionMessage(error), "`ticket` must be a single whole number", info = class(odd)[1])
  }
  expect_error(agent_learn(a, "a", structure(1, class = "integer64")), "`reward` must be a single number", class = "unruly_error_argument")
})

test_that("a ticket says which arm it is of", {
  skip_in_quick()
  a <- agent(policy_ucb1(), c("a", "b"), seed = 1)
  arms <- c(agent_choose(a), agent_choose(a), agent_choose(a))
  for (ticket in c(2, 1, 3)) expect_invisible(agent_learn(a, ticket = ticket, reward = ticket / 4))
  expect_identical(agent_decisions(a)$reward, 1:3 / 4)
  other <- agent(policy_ucb1(), c("a", "b"), seed = 1)
  for (i in 1:3) agent_choose(other)
  for (ticket in c(2, 1, 3)) agent_learn(other, arms[ticket], ticket / 4, ticket = ticket)
  expect_identical(agent_decisions(a), agent_decisions(other))
  waits <- agent(policy_wait_ucb(), c("a", "b"), waiting = 3, seed = 1)
  agent_choose(waits)
  agent_learn(waits, reward = 1, time = 1, ticket = agent_ticket(waits))
  expect_identical(agent_decisions(waits)$reward, 1)
  refused <- function(code, words) expect_error(code, words, class = "unruly_error_argument")
  agent_choose(a)
  refused(agent_learn(a, reward = 1), "`arm` must be the arm that was played, or left out beside `ticket`")
  refused(agent_learn(a, reward = 1, ticket = 9), "`ticket`")
  refused(agent_learn(a, setdiff(c("a", "b"), agent_decisions(a)$arm[4]), 1, ticket = 4), "the arm of ticket 4")
  refused(agent_learn(a, reward = 1, ticket = 4, chosen = "outside"), "`arm`")
  refused(agent_learn(a, reward = 1, chosen = "outside"), "`arm`")
  expect_identical(agent_ticket(a), 4)
})
