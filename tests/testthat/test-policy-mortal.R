test_that("AG makes the choices of its rule, by its own numbers", {
  skip_on_cran()
  for (k in c(1, 2, 5, 20)) {
    for (policy in list(policy_ag(), policy_ag(scale = 0.5, init = 1), policy_ag(2, 0, range = c(-1, 3)))) {
      given <- as_usual(policy)$parameters
      case <- mortal_case(k, 2500, seed = k)
      case$world$random <- policy_numbers(policy, k, 1, 5000)
      expect_literal(case$bandit, policy, literal_ag(given$range, given$scale, given$init), case$world, seed = k)
    }
  }
})

test_that("a population says how many arms are played at first, if the policy does not", {
  skip_in_quick()
  same <- function(one, policy_one, other, policy_other) {
    expect_identical(core_choices(one, policy_one, 300, seed = 8)$arm, core_choices(other, policy_other, 300, seed = 8)$arm)
  }
  population <- function(...) bandit_mortal(20, 300, 100, ...)
  for (init in c(0, 1, 5)) {
    same(population(init = init), policy_ucb_l(), population(init = NULL), policy_ucb_l(init = init))
    same(population(init = init), policy_ucb_l(init = 7, bonus = "constant"), population(init = NULL), policy_ucb_l(init = 7, bonus = "constant"))
  }
  same(population(), policy_ucb_l(), population(init = 1), policy_ucb_l())
  same(population(init = 50), policy_ucb_l(), population(init = NULL), policy_ucb_l())
  expect_identical(core_choices(population(init = NULL), policy_ag(), 300, seed = 8)$arm[1:3], 1:3)
  case <- population_case(15, 400, 60, seed = 2, known = FALSE, init = 1)
  case$world$random <- policy_numbers(policy_ag(), 2, 1, 5000)
  expect_literal(case$bandit, policy_ag(), literal_ag(init = 1), case$world, seed = 2)
  expect_error(bandit_mortal(20, 300, 100, init = 1.5), "`init`", class = "unruly_error_argument")
})

test_that("AG makes the choices of its rule on steady arms and on arms that leave", {
  expect_literal_cases(policy_ag(), literal_ag(), sizes = c(1, 2, 20), numbers = 4000)
  expect_literal_moving(policy_ag(), literal_ag(), numbers = 4000)
})

test_that("UCB-L makes the choices of its formula, lives known or not", {
  skip_on_cran()
  for (known in c(TRUE, FALSE)) {
    for (k in c(1, 2, 5, 20)) {
      for (policy in list(policy_ucb_l(), policy_ucb_l(scale = 0.5, init = 1), policy_ucb_l(scale = 0.1, init = 0))) {
        given <- as_usual(policy)$parameters
        case <- mortal_case(k, 1500, seed = k + 50, known)
        expect_literal(case$bandit, policy, literal_ucb_l(given$scale, given$init), case$world, seed = k + 50)
      }
    }
  }
})

# With values whose sums are exact: else an average of equal means may differ
# from them in its last bit, in the core and here, and ties are none.
test_that("UCB-L makes the choices of its formula with ties", {
  skip_in_quick()
  for (known in c(TRUE, FALSE)) {
    for (scale in c(0, 0.2)) {
      case <- mortal_case(12, 2500, seed = 3, known, arms_constant(rep_len(c(0.5, 0.25, 0.5), 12)))
      expect_literal(case$bandit, policy_ucb_l(scale), literal_ucb_l(scale), case$world, seed = 3)
    }
  }
})

test_that("UCB-L leaves out an arm that dies before its first play", {
  skip_on_cran() # long
  arms <- arms_constant(c(0.5, 0.25, 1, 0.75))
  b <- bandit(arms) |> with_lifetimes(1, c(50, 1, 50, 1))
  played <- core_choices(b, policy_ucb_l(), 50)
  expect_equal(played$arm[1:2], c(1, 3))
  expect_false(any(played$arm %in% c(2, 4)))
})

# --- AG-L -------------------------------------------------------------------------

mortal_worlds <- function(k, horizon, seed, known) {
  list(mortal_case(k, horizon, seed, known), population_case(k + 3, horizon, 60, seed, known))
}

test_that("AG-L makes the choices of its rule, by its own numbers, lives known or not", {
  skip_on_cran()
  for (known in c(TRUE, FALSE)) {
    for (policy in list(policy_ag(explore = "longest"), policy_ag(keep = 0.5, scale = 0.5, init = 1), policy_ag(keep = 0.01, init = 0))) {
      given <- as_usual(policy)$parameters
      for (case in mortal_worlds(7, 1500, seed = 4, known)) {
        case$world$random <- policy_numbers(policy, 4, 1, 4000)
        expect_literal(case$bandit, policy, literal_ag_l(given$keep, given$range, given$scale, given$init), case$world, seed = 4)
      }
    }
  }
})

test_that("AG-L takes the lowest of equally old arms at the cut", {
  skip_on_cran() # long
  # Ten arms born together, five of them dying together later.
  arms <- arms_constant(rep(0.5, 10))
  b <- bandit(arms) |> with_lifetimes(1, rep(c(400, 500), each = 5))
  played <- core_choices(b, policy_ag(keep = 0.3, scale = 0, init = 0), 399)
  expect_setequal(played$arm, 6:8)
  half <- core_choices(b, policy_ag(keep = 0.7, scale = 0, init = 0), 399)
  expect_setequal(half$arm, c(1, 2, 6:10))
})

test_that("AG-L with keep = 1 explores as AG does", {
  skip_on_cran() # long
  study <- run_study(bandit_mortal(20, 400, 50, known = TRUE), list(policy_ag(), policy_ag(keep = 1)), horizon = 400,
                     reps = 400, record = 1, seed = 2)
  difference <- compare_policies(study, "AG")
  expect_lt(abs(difference$difference), 4 * difference$se)
})

test_that("AG and AG-L explore with the right frequency, and only where they may", {
  skip_on_cran() # long
  # Every pull pays 0.75, so that the chance to explore is 1/4 once all were played.
  arms <- arms_constant(rep(0.75, 8))
  b <- bandit(arms) |> with_lifetimes(1, 3e4 + 1:8)
  explored <- list("AG" = 1:8, "AG-L" = 6:8)
  for (policy in list(policy_ag(), policy_ag(keep = 0.3))) {
    arm <- core_choices(b, policy, 2e4, seed = 3)$arm
    expect_equal(arm[1:8], 1:8)
    counts <- tabulate(arm[-(1:8)], 8)
    n <- sum(counts)
    # Arm 1 is the greediest of equals; the others are played by exploring alone.
    may <- explored[[policy$label]]
    chance <- ifelse(1:8 %in% may, 0.25 / length(may), 0)
    chance[1] <- chance[1] + 0.75
    expect_equal(counts[chance == 0], rep(0, sum(chance == 0)))
    expect_gt(chisq.test(counts[chance > 0], p = chance[chance > 0])$p.value, 0.001)
  }
})

test_that("no dead arm is ever played or remembered as the best", {
  skip_on_cran() # long
  # The best arm dies after 20 rounds; greed goes on with the second best.
  arms <- arms_constant(c(0.2, 1, 0.6))
  b <- bandit(arms) |> with_lifetimes(1, c(1000, 20, 1000))
  for (policy in list(policy_ag(), policy_ag(keep = 1), policy_ucb_l(bonus = "constant"), policy_ucb_l(), policy_ucb_subset(1),
                      policy_stochastic(2, reference = 0.5))) {
    arm <- core_choices(b, policy, 500)$arm
    expect_false(any(arm[-(1:20)] == 2), info = policy$label)
  }
  # With scale = 10/6 the third arm's mean leaves nothing to explore.
  arm <- core_choices(b, policy_ag(scale = 10 / 6), 500)$arm
  expect_true(all(arm[21:500] == 3))
})

# --- UCB mortal, UCB-L in populations ------------------------------------------------

test_that("UCB mortal makes the choices of its formula", {
  skip_on_cran()
  for (init in list(NULL, 2, 0)) {
    for (case in c(mortal_worlds(7, 1500, 9, TRUE), mortal_worlds(2, 800, 10, TRUE))) {
      expect_literal(case$bandit, policy_ucb_l(init = init, bonus = "constant"), literal_ucb_mortal(init), case$world,
                     seed = if (case$world$horizon == 1500) 9 else 10)
    }
  }
  expect_literal_cases(policy_ucb_l(bonus = "constant"), literal_ucb_mortal(), sizes = c(1, 2, 7), horizon = 600)
})

test_that("UCB-L makes the choices of its formula in a population, whose places are used again", {
  for (known in c(TRUE, FALSE)) {
    case <- population_case(12, 1500, 40, seed = 6, known)
    expect_literal(case$bandit, policy_ucb_l(scale = 0.3), literal_ucb_l(0.3), case$world, seed = 6)
  }
})

test_that("the fast way of UCB-L and UCB mortal makes the choices of the plain one, with hundreds of arms", {
  skip_on_cran() # long
  withr::local_seed(8)
  log <- simulate_click_log(60000, days = 2, seed = 3)
  bandits <- list(known = bandit_mortal(300, 4000, 300, known = TRUE), unknown = bandit_mortal(300, 4000, 300),
                  short = bandit_mortal(100, 4000, 10), late = bandit_mortal(200, 4000, 5000, prior_uniform(1, 0.4, 0.5)),
                  budgeted = bandit_mortal(100, 4000, 15, death = "budgeted"), replay = bandit_replay(log))
  policies <- list(policy_ucb_l(bonus = "constant"), policy_ucb_l(), policy_ucb_l(scale = 0.2, label = "wide"),
                   policy_ucb_l(scale = 0, label = "greedy"))
  played <- function() {
    study <- run_study(bandits, policies, horizon = 1500, reps = 2, seed = 9, keep = "choices", record = 1)
    choices(study)[c("bandit", "policy", "rep", "round", "arm")]
  }
  fast <- played()
  withr::local_options(unruly.plain = TRUE)
  expect_identical(fast, played())
})

# --- Stochastic ----------------------------------------------------------------------

test_that("Stochastic makes the choices of its rule, with and without early stopping", {
  skip_on_cran()
  for (early_stop in c(TRUE, FALSE)) {
    for (pulls in c(1, 5, 30)) {
      policy <- policy_stochastic(pulls, early_stop, reference = 0.7)
      for (case in mortal_worlds(9, 1500, seed = 12, TRUE)) {
        case$world$random <- policy_numbers(policy, 12, 1, 2000)
        expect_literal(case$bandit, policy, literal_stochastic(pulls, early_stop, 0.7), case$world, seed = 12)
      }
    }
  }
})

test_that("Stochastic takes the reference of the population, and wants one elsewhere", {
  skip_on_cran() # long
  pop <- bandit_mortal(10, 500, 50)
  reference <- bandit_value(pop)
  a <- run_study(pop, list(policy_stochastic(8, label = "own")), horizon = 500, reps = 1, seed = 1, keep = "choices")
  case <- population_case(10, 500, 50, 1)
  case$world$random <- policy_numbers(policy_stochastic(8), 1, 1, 2000)
  expect_equal(choice_matrix(choices(a)) + 0, play_literal(literal_stochastic(8, TRUE, reference), case$world))
  expect_error(run_study(bandit(arms_bernoulli(0.5)), policy_stochastic(8), horizon = 10), "reference",
               class = "unruly_error_policy")
  expect_error(policy_stochastic(0), class = "unruly_error_argument")
  expect_error(policy_stochastic(), class = "unruly_error_argument")
})

test_that("an arm out of reach is dropped at once, one that passed is kept until it dies", {
  skip_on_cran() # long
  b <- bandit(arms_constant(c(0, 1, 0, 0))) |> with_lifetimes(1, c(200, 90, 200, 200))
  arm <- core_choices(b, policy_stochastic(10, reference = 0.75), 200)$arm
  runs <- rle(arm)
  # 10 pulls must pay more than 7.5: after three zeros that is out of reach.
  expect_true(all(runs$lengths[runs$values != 2 & seq_along(runs$values) < length(runs$values)] %% 3 == 0))
  expect_true(2 %in% arm)
  expect_true(all(arm[min(which(arm == 2)):90] == 2))
})

# --- subset -----------------------------------------------------------------------------

test_that("UCB1 on a subset makes the choices of its rule", {
  for (scale in c(1, 2.5, 100)) {
    policy <- policy_ucb_subset(scale)
    for (case in mortal_worlds(9, 1500, seed = 15, TRUE)) {
      case$world$random <- policy_numbers(policy, 15, 1, 3000)
      expect_literal(case$bandit, policy, literal_ucb_subset(scale), case$world, seed = 15)
    }
  }
  expect_error(policy_ucb_subset(0.5), class = "unruly_error_argument")
})
