# Agents: fed the rewards of a simulation, they make its choices.
# One bandit a setting.
agent_settings <- function() {
  three <- bandit(beta_arms(3))
  waits <- rbind(c(0.5, 0.3, 0.2), c(0.2, 0.2, 0.6), c(0.1, 0.8, 0.1))
  withr::with_seed(5, contexts <- matrix(rnorm(400), 200))
  four <- bandit(beta_arms(4))
  plan <- withr::with_seed(6, matrix(runif(28) < 0.7, 7))
  list(
    plain = three,
    one = bandit(arms_bernoulli(0.5)),
    ties = bandit(arms_constant(c(0.5, 0.5, 0.5))),
    patience = bandit(beta_arms(4)) |> with_patience(c(9, 9, 7, 40)),
    entries = four |> with_patience(c(9, 12, 60, Inf)) |> with_entries(c(1, 1, 30, 11)),
    known = four |> with_lifetimes(c(1, 1, 20, 60), c(50, 90, Inf, 100), known = TRUE),
    unknown = four |> with_lifetimes(c(1, 1, 20, 60), c(50, 50, Inf, 100), known = FALSE),
    gap = bandit(beta_arms(3)) |> with_lifetimes(c(1, 40, 1), c(20, 90, 30), known = TRUE),
    population = bandit_mortal(4, 150, 15, init = NULL),
    known_population = bandit_mortal(3, 150, 60, known = TRUE, init = NULL),
    patient_population = bandit_mortal(5, 150, 15, init = NULL) |> with_patience(12),
    waiting = three |> with_waiting(waits),
    impatient_waiting = three |> with_patience(c(8, 12, Inf)) |> with_waiting(waits),
    mortal_waiting = three |> with_lifetimes(c(1, 9, 1), c(60, 200, 30), known = FALSE) |> with_waiting(waits),
    spread_waiting = three |> with_waiting(waits) |> with_spread(spread_delay(1, 4)),
    fairness = three |> with_fairness(c(0.2, 0.1, 0.3), c(0.5, 1, 0.2)),
    fair_patience = three |> with_fairness(0.2, 0.5) |> with_patience(c(10, 30, Inf)),
    spread = three |> with_spread(spread_linear(6)),
    delay = three |> with_delay(list(0, 3, 7)),
    random_delay = bandit(arms_bernoulli(c(0.2, 0.5, 0.8))) |> with_delay(c(0.2, 0.3, 0, 0.5)),
    late_entries = four |> with_entries(c(1, 1, 30, 11)) |> with_patience(c(9, 12, 60, Inf)) |> with_delay(4),
    late_lives = four |> with_lifetimes(c(1, 1, 20, 60), c(50, 50, Inf, 100), known = FALSE) |> with_delay(5),
    late_population = bandit_mortal(4, 150, 15, init = NULL) |> with_delay(4),
    late_waiting = three |> with_patience(c(20, 25, Inf)) |> with_waiting(waits) |> with_delay(c(0.5, 0, 0.5)),
    late_fairness = three |> with_fairness(c(0.2, 0.1, 0.3), 0.5) |> with_delay(c(0.5, 0, 0.5)),
    spread_fairness = three |> with_fairness(c(0.2, 0.1, 0.3), 0.5) |> with_spread(spread_linear(6)),
    waiting_entries = three |> with_entries(c(1, 6, 30)) |> with_patience(c(12, 15, Inf)) |> with_waiting(waits),
    spread_entries = four |> with_entries(c(1, 1, 30, 11)) |> with_patience(c(9, 12, 60, Inf)) |> with_spread(spread_linear(6)),
    spread_lives = four |> with_lifetimes(c(1, 1, 20, 60), c(50, 90, Inf, 100), known = TRUE) |>
      with_patience(c(9, 30, 60, Inf)) |> with_spread(spread_linear(6)),
    spread_population = bandit_mortal(4, 150, 15, init = NULL) |> with_spread(spread_linear(6)),
    context = bandit(arms_linear(rbind(c(1, 0), c(0, 1), c(0.5, 0.5)), 0.3, contexts)),
    logistic_context = bandit(arms_logistic(rbind(c(1, 0), c(0, 1), c(0.5, 0.5)), contexts)),
    mortal_context = bandit(arms_linear(rbind(c(1, 0), c(0, 1), c(0.5, 0.5)), 0.3, contexts)) |>
      with_lifetimes(c(1, 1, 30), c(40, 100, Inf), known = FALSE),
    rest = three |> with_rest(c(1, 2, 4)),
    resting = four |> with_entries(c(1, 1, 30, 11)) |> with_patience(c(9, 12, 60, Inf)) |> with_rest(c(2, 1, 3, 5)) |> with_delay(4),
    resting_lives = four |> with_lifetimes(c(1, 1, 20, 60), c(50, 90, Inf, 100), known = TRUE) |> with_rest(3) |>
      with_spread(spread_linear(6)),
    asleep = four |> with_absences(plan) |> with_rest(c(1, 3, 2, 2)) |> with_batches(6),
    awake_by_chance = four |> with_absences(c(0.5, 0.8, 0.3, 0.9)) |> with_patience(c(9, 12, 60, Inf)) |> with_delay(c(0.5, 0, 0.5)),
    asleep_entries = four |> with_absences(c(0.5, 0.8, 0.3, 0.9)) |> with_entries(c(1, 1, 30, 11)) |> with_spread(spread_linear(6)),
    asleep_lives = four |> with_lifetimes(c(1, 1, 20, 60), c(50, 90, Inf, 100), known = TRUE) |> with_absences(plan),
    batches = three |> with_batches(ends = c(1, 4, 30, 31, 90)) |> with_patience(c(20, 25, Inf)),
    late_batches = three |> with_batches(7) |> with_delay(list(0, 3, 9)),
    batch_entries = four |> with_entries(c(1, 1, 30, 11)) |> with_batches(8),
    batch_lives = four |> with_lifetimes(c(1, 1, 20, 60), c(50, 90, Inf, 100), known = TRUE) |> with_batches(8),
    batch_population = bandit_mortal(4, 150, 15, init = NULL) |> with_batches(5),
    batch_waiting = three |> with_waiting(waits) |> with_batches(5),
    batch_fairness = three |> with_fairness(c(0.2, 0.1, 0.3), 0.5) |> with_batches(5)
  )
}

test_that("traits that go together are together in some setting, each with each", {
  skip_in_quick()
  traits <- c("patience", "entries", "lifetimes", "population", "waiting", "fairness", "spread", "delay", "rest", "absences",
              "batches")
  apart <- vapply(unruly:::trait_conflicts(), function(x) paste(sort(x[1:2]), collapse = " and "), "")
  pairs <- function(traits) utils::combn(sort(traits), 2, paste, collapse = " and ")
  there <- lapply(agent_settings(), function(b) {
    has <- Filter(function(trait) unruly:::has_trait(b, trait), traits)
    if (length(has) > 1) pairs(has)
  })
  # What is shown of several plays in a round choices() gives as one sum; and who tells an agent
  # of births does so after others have fallen asleep.
  expect_setequal(unique(unlist(there)), setdiff(pairs(traits), c(apart, "delay and spread", "batches and spread", "absences and population")))
})

test_that("an agent fed the rewards of a simulation makes its choices, for every policy", {
  skip_on_cran() # takes a while
  all <- c(each_policy(), one_arm = list(policy_fixed(2))) # several arms are another type of the core
  played <- character()
  settings <- agent_settings()
  for (name in share_of(names(settings))) {
    # Every third policy in each setting, each of them in a third of the settings, of which a third is drawn, and those that have not played yet.
    number <- match(name, names(settings))
    new <- !vapply(all, `[[`, "", "constructor") %in% played
    drawn <- vapply(seq_along(all), function(i) i %% 3 == number %% 3 && is_drawn_within(i %/% 3), NA)
    study <- study_of(settings[[name]], all[new | drawn], 110, seed = number)
    played <- union(played, constructors_of(study))
    expect_agent_agrees(study, name)
  }
  if (is.na(share_number())) expect_setequal(played, vapply(all, function(policy) policy$constructor, ""))
  expect_gt(length(played), 50)
})

test_that("agents agree with simulations over random compositions of traits", {
  skip_on_cran() # long
  all <- each_policy()
  compared <- 0
  for (i in share_of(1:45, 8)) {
    withr::local_seed(3000 + i)
    b <- random_bandit()
    if (!unruly:::has_trait(b, "spread") && yes(0.4)) b <- with_delay(b, sample(list(3, c(0.5, 0, 0.5), spread_delay(0, 9)), 1)[[1]])
    for (policy in all[sample(length(all), 5)]) {
      if (is.null(policy$policy)) policy <- wrapped_at_random(policy)
      study <- study_of(b, list(policy), 60, seed = i, first_rep = if (unruly:::has_trait(b, "delay")) 1 else sample(5, 1))
      if (is.null(study)) next
      expect_agent_agrees(study, paste("composition", i))
      compared <- compared + 1
    }
  }
  expect_gt(compared, if (is.na(share_number())) 60 else 8)
})

test_that("an agent that is saved and read at any moment goes on as if it had not been", {
  skip_on_cran() # long
  withr::local_options(unruly.span = 8) # its past is told, not asked for
  path <- withr::local_tempfile(fileext = ".json")
  again <- function(a, i) {
    if (!yes(0.02)) return(a)
    save_agent(a, path)
    read_agent(path)
  }
  settings <- agent_settings()
  all <- each_policy()
  for (name in share_of(names(settings))) {
    withr::local_seed(3100 + match(name, names(settings)))
    # All in all some 400 times: what goes wrong in one of a hundred is seen in 98 of 100 runs of everything.
    mine <- sample(length(all), 5)
    study <- study_of(settings[[name]], all[drawn_within_of(mine)], 90, seed = match(name, names(settings)))
    if (!is.null(study)) expect_agent_agrees(study, paste(name, "saved"), between = again)
  }
})

test_that("replications have random numbers of their own, and seeds too", {
  b <- bandit(beta_arms(3))
  study <- play(b, policy_thompson(), 60, reps = 3, seed = -7, record = 60)
  expect_agent_agrees(study)
  other <- agent(policy_thompson(), c("1", "2", "3"), seed = -7, rep = 4)
  expect_false(identical(game_of(choices(study), rep = 1)$arm, as.integer(replicate(60, {
    arm <- agent_choose(other)
    agent_learn(other, arm, 0.5)
    arm
  }))))
})

test_that("two agents never disturb each other, and a name is no copy", {
  make <- function() agent(policy_thompson(), c("a", "b", "c"), seed = 4)
  alone <- make()
  wanted <- vapply(1:60, function(i) {
    arm <- agent_choose(alone)
    agent_learn(alone, arm, (i %% 3) / 2)
    arm
  }, "")
  one <- make()
  other <- agent(policy_exp3(0.2), c("x", "y"), seed = 4)
  got <- vapply(1:60, function(i) {
    arm <- agent_choose(one)
    agent_learn(other, agent_choose(other), 1)
    agent_learn(one, arm, (i %% 3) / 2)
    arm
  }, "")
  expect_identical(got, wanted)
  same <- one
  agent_choose(same)
  expect_identical(agent_ticket(one), 61)
})

test_that("a seed of NULL is drawn with R's generator, and a given one leaves it alone", {
  path <- withr::local_tempfile()
  seed_of <- function(a) .Call(unruly:::C_agent_description, a)$seed
  set.seed(3)
  drawn <- seed_of(agent(policy_ucb1(), "a"))
  set.seed(3)
  expect_identical(seed_of(agent(policy_ucb1(), "a")), drawn)
  set.seed(3)
  before <- .Random.seed
  a <- agent(policy_thompson(), c("a", "b"), seed = 1)
  agent_learn(a, agent_choose(a), 1)
  save_agent(a, path)
  read_agent(path)
  expect_identical(.Random.seed, before)
})

test_that("an outcome told during a wait is of that wait's round, and is shown with its batch", {
  skip_on_cran()
  b <- bandit(arms_bernoulli(c(0.29, 0.45))) |> with_waiting(matrix(c(0.25, 0.125, 0.125, 0.375, 0.625, 0.5), 2)) |>
    with_delay(spread_delay(3, 4)) |> with_batches(ends = c(1, 3, 7, 12, 20))
  for (seed in 1:6) expect_agent_agrees(run_study(b, list(policy_ucb1(), policy_bayes_ucb()), 30, reps = 1, seed = seed, keep = "choices"), seed)
})

test_that("a figure of an agent without a choice is refused as such", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  error <- expect_error(ggplot2::autoplot(agent(policy_ucb1(), 2, seed = 1)), "`object` must be an agent that has made a choice")
  expect_match(format(conditionCall(error))[1], "autoplot")
})
