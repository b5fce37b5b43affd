ars_variants <- list(
  list(policy = policy_ars_ucb(), make = literal_ars_ucb()),
  list(policy = policy_ars_ucb(alpha = 0.5, round_size = round_sizes(1.5, c = 0.7)),
       make = literal_ars_ucb(0.5, function(k) ceiling(0.7 * k^1.5))),
  list(policy = policy_ars_ucb(alpha = 1, round_size = round_sizes(doubling = TRUE)),
       make = literal_ars_ucb(1, function(k) if (k == 1) 2^2 else 2^k)),
  list(policy = policy_ars_ucb(alpha = 1, round_size = round_sizes(c = 2, doubling = TRUE)),
       make = literal_ars_ucb(1, function(k) if (k == 1) 2^4 else 2^(k + 2))),
  list(policy = policy_ars_ucb(alpha = 1, round_size = c(2, 3, 7, 30)),
       make = literal_ars_ucb(1, function(k) c(2, 3, 7, 30)[min(k, 4)]))
)

# The core and the literal version, which is shown what the core was shown.
expect_literal_shown <- function(b, policy, make, horizon, seed, numbers = 0) {
  shown <- core_choices(b, policy, horizon, seed = seed)
  world <- literal_world(b$arms$count, horizon, function(...) NA, observed = shown$observed,
                         random = policy_numbers(policy, seed, 1, numbers))
  expect_literal(b, policy, make, world, seed = seed)
}

test_that("ARS-UCB makes the choices of Algorithm 1 without a spread, ties included", {
  for (v in ars_variants) expect_literal_cases(v$policy, v$make, horizon = 1000, sizes = c(1, 2, 20))
})

test_that("ARS-UCB makes the choices of Algorithm 1 from the sums that arrive", {
  skip_in_quick()
  spreads <- list(spread_delay(0, 0), spread_delay(1, 1), spread_delay(3, 30), spread_window(2, 9),
                  spread_linear(20), spread_linear(20, "increasing"), spread_geometric(10 / 3), spread_power(2),
                  spread_adversarial(10))
  for (spread in spreads) {
    for (k in c(3, 10)) {
      set.seed(k)
      b <- bandit(arms_bernoulli(stats::runif(k))) |> with_spread(spread)
      for (v in ars_variants[c(1, 3)]) expect_literal_shown(b, v$policy, v$make, 2000, seed = k)
    }
  }
})

test_that("a fixed lag shows each reward that many rounds later, and ARS-UCB plays by it", {
  skip_on_cran() # long
  for (lag in c(0, 1, 7)) {
    arms <- arms_bernoulli(c(0.3, 0.7, 0.5))
    b <- bandit(arms) |> with_spread(spread_delay(lag, lag))
    played <- core_choices(b, policy_ars_ucb(), 2000)
    tape <- rewards_of(arms, 2000)
    pull <- stats::ave(played$arm, played$arm, FUN = seq_along)
    worth <- tape[cbind(played$arm, pull)]
    expect_identical(played$reward, worth)
    expect_identical(played$observed, c(rep(0, lag), worth)[1:2000])
  }
})

test_that("ARS-UCB chooses the next arm when the one in play is gone", {
  skip_in_quick()
  for (v in ars_variants) expect_literal_moving(v$policy, v$make)
})

# ---- policies that draw, and ODAAF --------------------------------------------------

composite_variants <- list(
  ars_exp3 = list(policy = policy_ars_exp3(), make = literal_ars_exp3()),
  ars_exp3_sizes = list(policy = policy_ars_exp3(beta = 0.8), make = literal_ars_exp3(0.8)),
  ars_exp3_ones = list(policy = policy_ars_exp3(beta = 0, gamma = 0.3), make = literal_ars_exp3(0, 0.3)),
  ars_exp3_mixed = list(policy = policy_ars_exp3(beta = 1, gamma = 1), make = literal_ars_exp3(1, 1)),
  clw = list(policy = policy_clw(5), make = literal_clw(5)),
  clw_short = list(policy = policy_clw(1), make = literal_clw(1)),
  clw_corrected = list(policy = policy_clw(5, "2022"), make = literal_clw(5, "2022")),
  clw_corrected_short = list(policy = policy_clw(1, "2022"), make = literal_clw(1, "2022")),
  ars_clw = list(policy = policy_clw(spread = "guessed"), make = literal_ars_clw()),
  ars_clw_steep = list(policy = policy_clw(guess = 0.6, start = 1), make = literal_ars_clw(0.6, 1)),
  odaaf_mean = list(policy = policy_odaaf(20), make = literal_odaaf(odaaf_needs_mean(20))),
  odaaf_none = list(policy = policy_odaaf(0), make = literal_odaaf(odaaf_needs_mean(0))),
  odaaf_variance = list(policy = policy_odaaf(2.5, var_delay = 4), make = literal_odaaf(odaaf_needs_variance(2.5, 4))),
  odaaf_bound = list(policy = policy_odaaf(8, max_delay = 12.5), make = literal_odaaf(odaaf_needs_bound(8, 12.5))),
  odaaf_loose_bound = list(policy = policy_odaaf(1, max_delay = 1e9), make = literal_odaaf(odaaf_needs_bound(1, 1e9))),
  odaaf_composite = list(policy = policy_odaaf(length = 10), make = literal_odaaf(odaaf_needs_composite(10))),
  odaaf_composite_none = list(policy = policy_odaaf(length = 0), make = literal_odaaf(odaaf_needs_composite(0)))
)

test_that("every policy makes its choices without a spread, ties and single arms included", {
  skip_in_quick()
  for (v in composite_variants) {
    for (case in literal_cases(700, sizes = c(1, 3, 20), unit = TRUE)) {
      world <- literal_world(case$arms$count, 700, case$pays, random = policy_numbers(v$policy, 1, 1, 20000))
      expect_literal(bandit(case$arms), v$policy, v$make, world)
    }
  }
})

test_that("every policy makes its choices from the sums that arrive", {
  skip_in_quick()
  for (spread in list(spread_delay(3, 30), spread_geometric(10 / 3), spread_adversarial(10))) {
    set.seed(4)
    b <- bandit(arms_bernoulli(stats::runif(4))) |> with_spread(spread)
    for (v in composite_variants) expect_literal_shown(b, v$policy, v$make, 2000, seed = 4, numbers = 20000)
  }
})

test_that("every policy gives a block up when its arm leaves, and takes in arms that enter", {
  skip_in_quick()
  drawn <- names(composite_variants)[!startsWith(names(composite_variants), "odaaf")]
  for (v in composite_variants[setdiff(names(composite_variants), drawn)]) expect_literal_moving(v$policy, v$make, seeds = 1)
  for (v in composite_variants[drawn]) {
    case <- moving_cases(1000)[[1]]
    case$world$random <- policy_numbers(v$policy, 1, 1, 20000)
    expect_literal(case$bandit, v$policy, v$make, case$world, 1)
  }
})

test_that("in the shortest games every policy plays on", {
  skip_in_quick()
  for (horizon in 1:5) {
    for (v in composite_variants) {
      tape <- matrix(c(0, 1, 0.5), 3, horizon)
      world <- literal_world(3, horizon, pays_by_pull(tape), random = policy_numbers(v$policy, 1, 1, 5000))
      expect_literal(bandit(arms_tape(tape)), v$policy, v$make, world)
    }
  }
})

test_that("an arm that enters is drawn with the average weight of the others", {
  skip_on_cran() # long
  # With equal weights all arms are drawn equally often, the late one too.
  tape <- matrix(1, 4, 400)
  b <- bandit(arms_tape(tape)) |> with_entries(c(1, 1, 1, 200))
  for (policy in list(policy_ars_exp3(beta = 0), policy_clw(1), policy_clw(guess = 0.01))) {
    study <- run_study(b, policy, 400, reps = 300, seed = 3, keep = "choices", record = 1, threads = 1)
    chosen <- choices(study)
    late <- chosen[chosen$round %in% (200:204), ]
    # The first choices after the entry, one a replication, of those who drew.
    expect_gt(mean(late$arm == 4), 0.03)
  }
})

# ---- update rounds ----------------------------------------------------------------

# The update rounds of CLW: those before a draw. As draws may give the same
# arm again, the literal version is asked.
clw_updates <- function(d, version, horizon) {
  policy <- policy_clw(d, version)
  tape <- matrix(0.5, 2, horizon)
  world <- literal_world(2, horizon, pays_by_pull(tape), random = policy_numbers(policy, 1, 1, 2 * horizon))
  made <- NULL
  expect_literal(bandit(arms_tape(tape)), policy, function(world) made <<- literal_clw(d, version)(world), world, played = TRUE)
  made$updates()
}

test_that("update rounds of CLW are at least 2d apart, and as frequent as promised", {
  skip_on_cran() # long
  horizon <- 20000
  for (d in drawn_of(c(1, 3, 8), one_in = 3)) {
    gaps <- diff(clw_updates(d, "2018", horizon))
    expect_gte(min(gaps), 2 * d)
    # 2d - 1 rounds without, then one in 2 (2d - 1).
    wanted <- 2 * d - 1 + 2 * (2 * d - 1)
    q <- 1 / (2 * (2 * d - 1))
    expect_lt(abs(mean(gaps) - wanted), 5 * sqrt((1 - q) / q^2 / length(gaps)))
    updates <- clw_updates(d, "2022", horizon)
    expect_gt(min(diff(updates)), 2 * d)
    expect_gt(min(updates), 2 * d)
    chance <- (1 / (2 * d + 1)) * (2 * d / (2 * d + 1))^(2 * d)
    expect_lt(abs(length(updates) / horizon - chance), 5 * sqrt(chance / horizon))
  }
})

# ---- numbers that stay sane ----------------------------------------------------------

test_that("weights stay safe over 1e7 rounds, where they would overflow if kept as they are", {
  skip_on_cran() # long
  b <- bandit(arms_constant(c(0, 1))) |> with_spread(spread_delay(0, 0))
  final <- function(policy, horizon) regret(run_study(b, policy, horizon = horizon, reps = 1, seed = 1, record = 1, threads = 1))$regret
  # Exploration alone: gamma / 2 of the rounds.
  rounds <- 1e7 / parts_of_share()
  expect_lt(abs(final(policy_ars_exp3(beta = 0, gamma = 0.01), rounds) - 0.01 / 2 * rounds), 5 * sqrt(rounds * 0.005))
  for (policy in drawn_of(list(policy_ars_exp3(), policy_clw(1), policy_clw(spread = "guessed")), 3)) {
    expect_lt(final(policy, 1e7), 2e6, label = policy$label) # by chance alone: 5e6
  }
})

# ---- what is refused ---------------------------------------------------------------

test_that("bad arguments of the policies are refused by name", {
  expect_errors({
    policy_ars_ucb(round_size = c(1, 3, 3))
    policy_ars_ucb(round_size = c(1, 2.5))
    policy_ars_ucb(round_size = "doubling")
    policy_odaaf()
    policy_odaaf(-1)
    policy_odaaf(10, max_delay = 20, var_delay = 4)
    policy_odaaf(length = Inf)
    policy_ars_exp3(beta = 1.5)
    policy_ars_exp3(gamma = 0)
    policy_clw()
    policy_clw(0)
    policy_clw(10, version = 2018)
    policy_clw(guess = 1)
    policy_clw(start = 0)
    run_study(bandit(arms_bernoulli(0.5)), policy_clw(guess = 0.99), horizon = 1e9, reps = 1)
    run_study(bandit(arms_bernoulli(0.5)) |> with_waiting(c(0.5, 0.5)), policy_clw(2), horizon = 10, reps = 1)
  })
})

test_that("CLW knows its chances in replays, whose first plays it does not choose", {
  set.seed(2)
  log <- data.frame(arm = sample(c("a", "b", "c", "d"), 300, TRUE), reward = rbinom(300, 1, 0.5))
  b <- bandit_replay(log, arm = arm, reward = reward)
  played <- choices(run_study(b, list(policy_clw(1), policy_clw(3, version = "2022")), 60, reps = 30, seed = 1, keep = "choices"))
  asked <- played$round > 4
  expect_true(all(played$propensity[asked] > 0))
  shares <- table(played$policy[asked], played$arm[asked]) / rep(table(played$policy[asked]), 4)
  expect_true(all(shares > 0.05))
})
