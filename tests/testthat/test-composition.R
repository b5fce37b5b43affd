# Claims that hold for all random bandits of random traits.

# Some that can play the bandit: the others refuse it.
able_policies <- function(bandit, ready, horizon) {
  ready <- as_usual(ready) # as they will be played
  asked <- c(ready[sample(length(ready), min(4, length(ready)))], list(policy_uniform(label = "any")))
  asked <- Filter(function(policy) is.null(unruly:::why_not_playable(policy, bandit)), asked)
  plays <- function(policies) {
    tryCatch({
      run_study(bandit, policies, horizon, reps = 1, seed = 1, record = 1, threads = 1, progress = FALSE)
      TRUE
    }, unruly_error_policy = function(e) FALSE)
  }
  if (plays(asked)) asked else Filter(plays, asked) # all at once: most that are refused are so before the start
}

expect_counts_add_up <- function(study, policy) {
  tables <- tables_of(study)
  figures <- game_of(tables$regret, policy)
  chosen <- game_of(tables$choices, policy)
  totals <- game_of(tables$pulls, policy)
  last <- tail(figures, 1)
  played <- totals[totals$pulls > 0, ]
  counts <- table(paste(chosen$arm, chosen$wait))
  ends <- chosen$round + chosen$cost - 1
  expect_equal(
    list(last$pulls, sum(totals$pulls), last$reward, played$pulls),
    list(nrow(chosen), nrow(chosen), sum(chosen$reward),
         as.vector(counts[paste(played$arm, played[["wait"]] %||% 1)])),
    tolerance = 1e-9
  )
  expect_true(all(diff(ends) > 0) && all(ends <= study$description$horizon))
}

test_that("any composition of traits plays as the literal environment says", {
  skip_on_cran() # long
  ready <- ready_policies()
  for (i in share_of(1:45, 8)) {
    withr::local_seed(2000 + i)
    b <- random_bandit()
    study <- play(b, able_policies(b, ready, 40), 40, seed = i)
    for (policy in names(study$description$policies)) {
      expect_counts_add_up(study, policy)
      expect_literal_game(study, policy)
    }
  }
})

test_that("regret against a fixed best arm never falls, exactly", {
  skip_on_cran() # long
  for (i in share_of(1:40)) {
    withr::local_seed(2100 + i)
    arms <- sample(1:8, 1)
    b <- bandit(if (yes(0.5)) arms_gaussian(rnorm(arms) * 10^sample(-8:8, 1)) else arms_beta(mean = runif(arms)))
    if (yes(0.5)) b <- with_patience(b, sample(c(2:20, Inf), arms, replace = TRUE))
    if (yes(0.5)) b <- with_spread(b, random_spread())
    figures <- regret(play(b, list(policy_uniform(), policy_ucb1()), 300, seed = i, keep = "summary"))
    for (policy in c("Uniform", "UCB1")) {
      expect_true(all(diff(c(0, game_of(figures, policy)$regret)) >= 0))
    }
  }
})

test_that("the order in which traits are added does not matter", {
  skip_on_cran() # long
  arms <- arms_bernoulli(c(0.3, 0.5, 0.8))
  delay <- matrix(1 / 3, 3, 3)
  one <- bandit(arms) |> with_patience(c(4, 5, 6)) |> with_lifetimes(1, c(4, 20, 30)) |>
    with_waiting(delay) |> with_spread(spread_delay(1, 4))
  other <- bandit(arms) |> with_spread(spread_delay(1, 4)) |> with_waiting(delay) |>
    with_lifetimes(1, c(4, 20, 30)) |> with_patience(c(4, 5, 6))
  a <- play(one, policy_uniform(), 40, reps = 4)
  b <- play(other, policy_uniform(), 40, reps = 4)
  expect_identical(regret(a), regret(b))
  expect_identical(choices(a), choices(b))
  expect_identical(exits(a), exits(b))
})

test_that("a trait that changes nothing leaves all numbers as they are", {
  skip_on_cran() # long
  plain <- play(bandit(arms_beta(mean = c(0.3, 0.6))), policy_uniform(), 60, reps = 2)
  b <- bandit(arms_beta(mean = c(0.3, 0.6)))
  for (same in list(with_patience(b, Inf), with_spread(b, spread_delay(0, 0)))) {
    study <- play(same, policy_uniform(), 60, reps = 2)
    expect_identical(choices(study), choices(plain))
    expect_identical(regret(study), regret(plain))
  }
  same <- play(with_entries(b, c(1, 1)), policy_uniform(), 60, reps = 2)
  expect_identical(choices(same), choices(plain))
  expect_equal(regret(same)$regret, regret(plain)$regret, tolerance = 1e-12)
})

test_that("a tape by round is judged by the best single arm in hindsight", {
  skip_on_cran() # long
  withr::local_seed(22)
  tape <- matrix(runif(4 * 80), 4)
  study <- play(bandit(arms_tape(tape, by = "round")), list(policy_uniform(), policy_ucb1()), 80)
  for (policy in c("Uniform", "UCB1")) {
    chosen <- game_of(choices(study), policy)
    expect_equal(chosen$reward, tape[cbind(chosen$arm, 1:80)])
    best <- apply(apply(tape, 1, cumsum), 1, max)
    found <- game_of(regret(study), policy)
    expect_equal(found$benchmark, best, tolerance = 1e-12)
    expect_equal(found$regret, best - cumsum(chosen$reward), tolerance = 1e-12)
  }
})

test_that("a tape by pull pays the n-th reward at the n-th pull, whoever plays", {
  withr::local_seed(23)
  tape <- matrix(runif(3 * 50), 3)
  study <- play(bandit(arms_tape(tape)) |> with_patience(c(3, 9, Inf)), list(policy_uniform(), policy_ucb1()), 50)
  chosen <- choices(study)
  for (policy in c("Uniform", "UCB1")) {
    game <- game_of(chosen, policy)
    expect_equal(game$reward, tape[cbind(game$arm, pulls_before(game$arm) + 1)])
  }
})

test_that("the outcome of the n-th pull of an arm is the same for every policy and composition", {
  b <- bandit(arms_gaussian(c(0.2, 0.5)))
  games <- list(play(b, policy_uniform(), 60), play(b, policy_round_robin(), 60),
                play(b |> with_patience(3), policy_fixed(2), 60), play(b |> with_spread(spread_linear(4)), policy_ucb1(), 60))
  of_arm_2 <- lapply(games, function(s) choices(s)$reward[choices(s)$arm == 2])
  shortest <- min(lengths(of_arm_2))
  for (rewards in of_arm_2) expect_identical(rewards[1:shortest], of_arm_2[[1]][1:shortest])
})

test_that("any policy, and any policy within another, plays any composition and any log in the fast way as in the plain one", {
  skip_on_cran() # long
  ready <- ready_policies()
  bases <- Filter(function(policy) policy$constructor != "policy_oracle", ready)
  for (i in share_of(1:40, 8)) { # tests/c/test_compositions.c holds thousands
    withr::local_seed(2400 + i)
    b <- if (i %% 3 == 0) {
      suppressWarnings(bandit_replay(restless_log(2000, sample(2:20, 1), i)), classes = "unruly_warning_uneven")
    } else {
      random_bandit()
    }
    if (i %% 3 == 1 && yes(0.5)) b <- with_delay(b, sample(20, 1))
    policies <- unname(lapply(bases[sample(length(bases), 4)], wrapped_at_random))
    for (j in seq_along(policies)) policies[[j]]$label <- paste(j, policies[[j]]$label)
    horizon <- if (i %% 3 == 0) 300 else 60 # tapes and populations are no longer
    expect_lazy_is_plain(b, able_policies(b, policies, horizon), horizon = horizon, seed = i, always = TRUE)
  }
})

# The n-th pull of an arm pays the same in both, as it goes by the arm's number. Of those described each has a place
# of its own; in a population those born have the places of the dead.
# These give a newborn the average weight of the arms there: in a population the dead of a round go one by one, each
# followed by the newborn, and of those described all go first. False: not compared, as some die together.
weighing <- c("policy_exp3", "policy_exp3_s", "policy_rexp3", "policy_ars_exp3", "policy_tsallis_inf", "policy_clw",
              "policy_ars_clw")

expect_no_place_matters <- function(b, policy, horizon, seed) {
  born <- play(b, policy, horizon, seed = seed)
  arms <- tables_of(born)$instances
  if (any(unruly:::constructors_of(policy) %in% weighing) && anyDuplicated(arms$last[arms$last < horizon])) return(FALSE)
  described <- bandit(arms_bernoulli(arms$mean)) |> with_lifetimes(arms$first, arms$last, known = isTRUE(as.logical(trait_of(b, "population")$known)))
  apart <- play(described, policy, horizon, seed = seed)
  expect_identical(as.numeric(choices(born)$arm), as.numeric(choices(apart)$arm), info = policy$label)
  TRUE
}

test_that("in a population every policy, also within others, plays as if each arm had a place of its own", {
  skip_on_cran() # long
  # wSWA counts the arms described, which are more there; the oracle cannot be inside another.
  ready <- Filter(function(policy) !policy$constructor %in% c("policy_wswa", "policy_oracle"), ready_policies())
  made <- list(policy_fixed(2), policy_fixed(c(2, 3)), policy_clw(4), policy_odaaf(4), policy_odaaf(length = 4), policy_etc(3),
               policy_stochastic(3, reference = 0.6), policy_batched_se(3), policy_exp3(0.2))
  played <- 0
  candidates <- c(ready, made)
  for (number in seq_along(candidates)) {
    policy <- candidates[[number]]
    for (i in 1:3) {
      if (!is_drawn(number, i, one_in = 8)) next
      withr::local_seed(2500 + 3 * number + i)
      b <- bandit_mortal(sample(2:5, 1), 60, sample(c(3, 10, 30), 1), init = NULL, known = i == 1)
      wrapped <- if (i == 1) policy else wrapped_at_random(policy)
      if (length(able_policies(b, list(wrapped), 60)) < 2) next
      played <- played + expect_no_place_matters(b, wrapped, 60, seed = i)
    }
  }
  expect_gt(played, if (is.na(share_number())) 100 else 8)
})
