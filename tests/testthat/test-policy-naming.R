# Policies that look for the best arm, each against a slow version written from its rule.

# On few arms and many, where rewards come at once and where they are late, and where arms
# come and go.
expect_literal_naming <- function(policy, make, horizon = 300, sizes = c(1, 2, 7), numbers = 0, unit = FALSE, moving = TRUE,
                                  kinds = c("bernoulli", "gaussian", "constant", "tape_pull", "tape_round")) {
  random <- function() policy_numbers(policy, 1, 1, numbers)
  for (case in literal_cases(horizon, sizes = sizes, unit = unit)) {
    if (!case$arms$kind %in% kinds) next
    world <- literal_world(case$arms$count, horizon, case$pays)
    for (lag in c(0, if (case$arms$count > 1) 11)) {
      world$random <- random()
      b <- if (lag > 0) bandit(case$arms) |> with_delay(lag) else bandit(case$arms)
      expect_literal(b, policy, literal_naming(make, lag), world)
    }
  }
  if (moving) expect_literal_moving(policy, literal_naming(make), horizon = horizon, seeds = 1, numbers = numbers)
}

# ---- tracking -------------------------------------------------------------------------

# Means of constant arms are equal but for rounding, which the literal shares of Bernoulli
# arms cannot stand.
test_that("tracking makes the choices of its rule, ties included", {
  expect_literal_naming(policy_tracking(), literal_tracking(), 80, sizes = c(1, 2, 5), unit = TRUE,
                        kinds = c("bernoulli", "tape_pull", "tape_round"))
  expect_literal_naming(policy_tracking("gaussian"), literal_tracking(TRUE), 150)
})

test_that("shares of plays come near the optimal ones", {
  skip_on_cran() # long
  problem <- bandit(arms_bernoulli(c(0.7, 0.5, 0.4)))
  shares <- regret_bound(problem, what = "share")$value
  played <- pulls(play(problem, policy_tracking(), 20000, reps = 4, record = 1))
  expect_equal(as.vector(tapply(played$pulls, played$arm, mean)) / 20000, shares, tolerance = 0.1)
})

# ---- LUCB -----------------------------------------------------------------------------

test_that("LUCB and KL-LUCB make the choices of their bounds, ties included", {
  expect_literal_naming(policy_lucb(), literal_lucb(literal_hoeffding_bound(0.05)))
  expect_literal_naming(policy_lucb(0.4, sd = 0.1), literal_lucb(literal_hoeffding_bound(0.4, 0.2)), sizes = 7, moving = FALSE)
  by_divergence <- function(error) {
    literal_lucb(function(mean, n, t, arms) literal_kl_bound(mean, literal_kl_rate(t, arms, error) / n))
  }
  expect_literal_naming(policy_lucb(interval = "kl"), by_divergence(0.05), unit = TRUE)
  expect_literal_naming(policy_lucb(0.3, interval = "kl"), by_divergence(0.3), sizes = 7, unit = TRUE, moving = FALSE)
  practical <- literal_lucb(function(mean, n, t, arms) literal_kl_bound(mean, log((1 + log(t)) / 0.3) / n))
  expect_literal_naming(policy_lucb(0.3, "practical", interval = "kl"), practical, sizes = 7, unit = TRUE)
})

# ---- top two --------------------------------------------------------------------------

test_that("top two makes the choices of its draws, costs and allocations", {
  skip_on_cran()
  for (leader in c("empirical", "ucb", "thompson")) {
    for (challenger in c("transport", "thompson")) {
      for (prior in c("beta", "gaussian")) {
        if (!is_drawn(nchar(leader), challenger == "transport", prior == "beta", one_in = 2)) next
        drawn <- challenger == "thompson"
        allocation <- if (xor(leader == "ucb", drawn)) "tracking" else "random"
        beta <- if (leader == "ucb") 0.3 else 0.5
        policy <- policy_top_two(leader, challenger, beta, allocation, if (prior == "beta") "bernoulli" else prior)
        expect_literal_naming(policy, literal_top_two(leader, challenger, beta, allocation, prior), if (drawn) 25 else 100,
                              sizes = if (drawn) 3 else 7, unit = prior == "beta", moving = leader == "ucb",
                              numbers = 1e3)
      }
    }
  }
})

# The state after one pull of each arm is known, so what is played next has one law. Here the leader has most of the
# greatest draws, and many are passed over.
test_that("a challenger of which draws are passed over has the law of repeated draws", {
  skip_on_cran()
  means <- c(0.1, 0.9, 0.3, 0.2)
  study <- run_study(bandit(arms_constant(means, range = c(0, 1))), policy_top_two(family = "gaussian", sd = 0.3), horizon = 5,
                     reps = 20000 / parts_of_share(4), seed = 3, keep = "choices")
  played <- tabulate(choices(study)$arm[choices(study)$round == 5], 4)
  greatest_of <- function(games) max.col(matrix(means, games, 4, byrow = TRUE) + 0.3 * matrix(stats::rnorm(4 * games), games))
  expected <- withr::with_seed(1, {
    games <- 2e5 / parts_of_share(4)
    leader <- greatest_of(games)
    other <- greatest_of(games)
    while (length(again <- which(other == leader)) > 0) other[again] <- greatest_of(length(again))
    tabulate(ifelse(stats::runif(games) < 0.5, leader, other), 4)
  })
  expect_gt(stats::chisq.test(rbind(played, expected))$p.value, 1e-3)
})

# ---- contests -------------------------------------------------------------------------

test_that("racing makes the choices of its comparisons", {
  for (rate in c("practical", "proved")) {
    expect_literal_naming(policy_racing(0.1, rate), literal_racing(FALSE, 0.1, rate), unit = TRUE, numbers = 99)
    expect_literal_naming(policy_racing(0.1, rate, test = "kl"), literal_racing(TRUE, 0.1, rate), unit = TRUE, numbers = 99)
  }
})

test_that("successive rejects and sequential halving make the choices of their phases", {
  skip_on_cran()
  expect_literal_naming(policy_successive_rejects(), literal_rejects, numbers = 99)
  expect_literal_naming(policy_sequential_halving(), literal_halving(), numbers = 99)
  expect_literal_naming(policy_sequential_halving(fresh = TRUE), literal_halving(TRUE), numbers = 99)
  # Hardly a budget.
  for (horizon in c(1, 19, 25)) {
    expect_literal_naming(policy_successive_rejects(), literal_rejects, horizon, sizes = c(2, 20), moving = FALSE, numbers = 99)
    expect_literal_naming(policy_sequential_halving(), literal_halving(), horizon, sizes = c(2, 20), moving = FALSE, numbers = 99)
  }
})

test_that("phases have the plays of the papers, and what is left goes to the arm that is left", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.2, 0.9, 0.3, 0.1)))
  policies <- list(policy_successive_rejects(), policy_sequential_halving(), policy_sequential_halving(TRUE, label = "Fresh"))
  played <- function(horizon) {
    final <- pulls(play(b, policies, horizon, record = horizon))
    lapply(split(final$pulls, final$policy), sort)
  }
  # 1/2 + 1/2 + 1/3 + 1/4 = 19/12: 996 / 4, / 3 and / 2 over this are 157.3, 209.7, 314.5.
  expect_equal(played(1000)[["Successive rejects"]], c(158, 210, 315, 317))
  # Two phases, of floor(1007 / (4 2)) and floor(1007 / (2 2)) plays each; 4 are left.
  for (label in c("Sequential halving", "Fresh")) expect_equal(played(1007)[[label]], c(125, 125, 376, 381))
})

test_that("each arm is played max(1, floor(T / (j ceiling(log2 K)))) times in a phase of sequential halving", {
  for (case in list(c(4, 8), c(4, 9), c(4, 7), c(8, 24), c(8, 40), c(5, 6), c(20, 30), c(3, 100))) {
    K <- case[1]
    horizon <- case[2]
    reward <- matrix(seq_len(K), K, horizon) # the last is the best: which arms remain is known
    played <- choices(play(bandit(arms_tape(reward)), policy_sequential_halving(), horizon))$arm
    left <- seq_len(K)
    wanted <- c()
    while (length(left) > 1) {
      wanted <- c(wanted, rep(left, max(1, floor(horizon / (length(left) * ceiling(log2(K)))))))
      left <- utils::tail(left, ceiling(length(left) / 2))
    }
    wanted <- utils::head(c(wanted, rep(left, horizon)), horizon)
    expect_identical(as.integer(played), as.integer(wanted), label = toString(case))
  }
})

# ---- fast and plain ---------------------------------------------------------------------

naming_policies <- list(policy_tracking(), policy_lucb(), policy_lucb(interval = "kl"), policy_top_two(challenger = "transport"),
                        policy_racing(), policy_racing(test = "kl"), policy_successive_rejects(), policy_sequential_halving())

test_that("the fast way is the plain one, also where arms come and go", {
  skip_on_cran() # long
  withr::local_seed(1)
  for (k in c(2, 10)) {
    for (arms in list(arms_bernoulli(stats::runif(k)), arms_constant(sample(c(0.2, 0.9), k, replace = TRUE)))) {
      expect_lazy_is_plain(bandit(arms), naming_policies, horizon = 2000)
    }
  }
  for (case in moving_cases(2000, k = 9)) expect_lazy_is_plain(case$bandit, naming_policies, horizon = 2000)
  expect_lazy_is_plain(bandit_mortal(alive = 8, horizon = 1000, mean_lifetime = 300), naming_policies, horizon = 1000)
  gaussian <- bandit(arms_gaussian(stats::rnorm(6)))
  expect_lazy_is_plain(gaussian, list(policy_tracking("gaussian"), policy_top_two("ucb", "transport", family = "gaussian")), horizon = 2000)
})

test_that("whole stretches are played as round by round", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.2, 0.5, 0.8))) |> with_entries(c(1, 1, 1500))
  kept <- function(keep) pulls(play(b, naming_policies, 3000, keep = keep, record = 3000))
  expect_identical(kept("summary"), kept("choices"))
})

test_that("an agent makes the choices of a study, and goes on when it was read", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.3, 0.6, 0.5)))
  for (policy in naming_policies) {
    played <- choices(play(b, policy, 60))
    a <- agent(policy, arms = c("1", "2", "3"), seed = 1, horizon = if (grepl("rejects|halving", policy$constructor)) 60)
    chosen <- character(60)
    for (i in 1:60) {
      if (i == 30) {
        file <- withr::local_tempfile(fileext = ".json")
        save_agent(a, file)
        a <- read_agent(file)
      }
      chosen[i] <- agent_choose(a)
      agent_learn(a, chosen[i], played$reward[i])
    }
    expect_identical(chosen, as.character(played$arm), label = policy$label)
  }
})

# ---- scales, words and bad input ----------------------------------------------------------

test_that("rewards of another scale are scaled", {
  skip_on_cran() # long
  tape <- matrix(stats::rbinom(2000, 1, c(0.4, 0.6)), 2)
  unit <- bandit(arms_tape(tape))
  wide <- bandit(arms_tape(10 + 5 * tape))
  arms <- function(b, policy) choices(play(b, policy, 1000))$arm
  for (make in list(policy_tracking, \(...) policy_lucb(..., interval = "kl"), policy_racing, \(...) policy_racing(..., test = "kl"),
                    function(...) policy_top_two("empirical", "transport", allocation = "tracking", ...))) {
    expect_identical(arms(wide, make(range = c(10, 15))), arms(unit, make()))
  }
  expect_identical(arms(bandit(arms_tape(8 * tape)), policy_lucb(range = c(0, 8))), arms(unit, policy_lucb()))
})

test_that("policies that look for the best arm print, and refuse what makes no sense", {
  expect_snapshot({
    policy_tracking()
    policy_tracking("gaussian")
    policy_lucb(sd = 2)
    policy_lucb(0.1, interval = "kl")
    policy_lucb(rate = "practical", interval = "kl")
    policy_top_two()
    policy_racing()
    policy_racing(rate = "proved", test = "kl")
    policy_successive_rejects()
    policy_sequential_halving(fresh = TRUE)
  })
  expect_errors({
    policy_tracking("poisson")
    policy_tracking("gaussian", range = c(0, 2))
    policy_lucb(error = 1)
    policy_lucb(range = c(0, 2), sd = 1)
    policy_lucb(error = 0, interval = "kl")
    policy_lucb(rate = "fast", interval = "kl")
    policy_top_two("best")
    policy_top_two(beta = 1)
    policy_top_two(family = "bernoulli", sd = 2)
    policy_top_two(family = "gaussian", range = c(0, 2))
    policy_racing(rate = "fast")
    policy_sequential_halving(fresh = "yes")
  })
  loud <- bandit(arms_gaussian(c(100, 120), sd = 60))
  expect_errors({
    run_study(loud, policy_tracking(range = c(0, 1)), 10)
    run_study(loud, policy_racing(test = "kl"), 10)
    run_study(loud, policy_top_two(range = c(0, 1)), 10)
    run_study(bandit(arms_bernoulli(c(0.2, 0.6))) |> with_waiting(matrix(0.5, 2, 2)), policy_lucb(), 10)
  })
  fits <- list(policy_tracking("gaussian"), policy_lucb(sd = 60), policy_top_two(family = "gaussian", sd = 60), policy_successive_rejects())
  expect_no_warning(run_study(loud, fits, 10, reps = 1, seed = 1, threads = 1, progress = FALSE))
})
