# The bounds against what is measured: over grids of instances, the regret of a
# policy stays below its theorem's bound, and no policy gets below the lower one.

measured <- function(b, policies, horizon, reps, record = 1) {
  study <- whatever_scale(run_study(b, policies, horizon, reps = reps, seed = 1, record = record, threads = 1,
                                    progress = FALSE))
  found <- summary(study, at = "all")
  found$upper <- ifelse(is.na(found$upper), found$mean, found$upper) # where all games are equal there are no limits
  found
}

gaussian_means <- function(arms) round(stats::runif(arms), 2)

# ---- impatient arms -------------------------------------------------------------

test_that("FC-SE stays below Theorem 4.1 where all arms have a cycle, and keeps what it plays", {
  skip_in_quick()
  for (arms in c(2, 3, 5, 8)) {
    for (i in drawn_of(1:3, 3, arms)) {
      set.seed(10 * arms + i)
      patience <- feasible_patience(arms, 3 * arms)
      means <- gaussian_means(arms)
      b <- bandit(arms_gaussian(means)) |> with_patience(patience)
      rounds <- c(50, 1000, 2e4)
      found <- measured(b, policy_fc_se(), 2e4, 20, rounds)
      expect_true(all(found$upper <= regret_bound(b, rounds, policy_fc_se())$value))
    }
  }
})

test_that("FC-SE stays below Theorem 4.2 where arms wait", {
  skip_in_quick()
  set.seed(2)
  for (arms in 5:8) {
    for (held in 3:4) {
      patience <- c(rep(held, held), sample(2e4:9e4, arms - held))
      means <- gaussian_means(arms)
      b <- bandit(arms_gaussian(means)) |> with_patience(patience)
      expect_identical(as.numeric(cycle_feasibility(patience)$max_arms), as.numeric(held))
      expect_lte(measured(b, policy_fc_se(), 2e4, 10)$upper, regret_bound(b, 2e4, policy_fc_se())$value)
    }
  }
})

test_that("FC-SE gives up as many of equal arms as join, and none before it was played", {
  skip_in_quick()
  set.seed(3)
  for (i in 1:8) {
    arms <- sample(5:9, 1)
    patience <- c(rep(4, 4), sample(1000:3000, arms - 4))
    b <- bandit(arms_constant(rep(1, arms))) |> with_patience(patience)
    study <- run_study(b, policy_fc_se(segment = 250), 4000, reps = 3, seed = i, record = 1, threads = 1)
    expect_true(all(pulls(study)$pulls > 0))
    # By round 500 all have joined; who was dropped for them has left 3000 rounds later.
    expect_identical(as.vector(table(factor(exits(study)$rep, 1:3))), rep(arms - 4L, 3))
  }
})

test_that("FC-Entry stays below Theorem 4.6 when arms enter three segments apart", {
  skip_in_quick()
  set.seed(4)
  for (starting in 4:6) {
    for (n_cycle in 4:(starting + 1)) {
      entering <- sample(1:3, 1)
      segment <- 600
      held <- n_cycle - 2
      patience <- c(rep(10, held), rep(1e5, starting - held))
      from <- c(rep(1, starting), 500 + 3 * segment * seq_len(entering))
      means <- gaussian_means(starting + entering)
      b <- bandit(arms_gaussian(means)) |> with_patience(c(patience, rep(12, entering))) |> with_entries(from)
      policy <- policy_fc_entry(n_cycle, 12, segment = segment)
      expect_lte(measured(b, policy, 2e4, 10)$upper, regret_bound(b, 2e4, policy)$value)
    }
  }
})

test_that("UCB stays below Theorem D.1 where the best arm has the patience that it wants", {
  for (gap in c(1, 0.5)) {
    means <- c(0, 1 - gap, 1)
    patience <- c(5, 5, 1 + sum(ceiling(16 * log(2e4) / c(1, gap)^2)))
    b <- bandit(arms_gaussian(means)) |> with_patience(patience)
    expect_lte(measured(b, policy_ucb(), 2e4, 20)$upper, regret_bound(b, 2e4, policy_ucb())$value)
  }
})

test_that("no policy is below Theorem 3.2 on all of its instances", {
  skip_in_quick()
  policies <- list(policy_uniform(), policy_round_robin(), policy_ucb1(), policy_ucb(), policy_se(),
                   policy_thompson(), policy_moss(), policy_etc(1))
  for (patience in list(c(2, 2, 2), c(2, 3, 5), c(3, 3, 3, 3), c(2, 4, 4, 9))) {
    arms <- length(patience)
    gap <- sqrt(log(arms / (arms - 1)) / cycle_feasibility(patience, exit = TRUE)$first_exit)
    worst <- 0
    for (best in seq_len(arms)) {
      b <- bandit(arms_gaussian(ifelse(seq_len(arms) == best, gap, 0))) |> with_patience(patience)
      worst <- pmax(worst, measured(b, policies, 500, 100)$upper)
    }
    bound <- regret_bound(b, 500, "impatient_lower")$value
    expect_gt(bound, 0)
    expect_true(all(worst >= bound))
  }
})

# ---- a farewell to arms -----------------------------------------------------------

test_that("Wait-UCB, UCB-Simplex and Budget-UCB stay below their bounds on regret and on plays", {
  skip_in_quick()
  for (shape in list(c(1, 1), c(1, 6), c(2, 3), c(3, 5))) {
    for (b in farewell_bandits(shape[1], shape[2], seed = sum(shape))[1:2]) {
      values <- bandit_value(b)
      for (policy in drawn_of(list(policy_wait_ucb(), policy_ucb_simplex(), policy_budget_ucb()), 3, sum(shape), length(b$traits))) {
        study <- run_study(b, policy, 2e4, reps = 5, seed = 1, record = c(10, 1000, 2e4), threads = 1)
        found <- summary(study)
        expect_true(all(found$mean <= regret_bound(values, found$round, policy, constants = TRUE)$value))
        most <- regret_bound(values, 2e4, policy, "pulls")
        counts <- pulls(study)
        counts <- stats::aggregate(counts["pulls"], counts[c("arm", "wait")], mean)
        played <- counts$pulls[match(keys_of(most$arm, most$wait), keys_of(counts$arm, counts$wait))]
        expect_true(all(played <= most$value))
      }
    }
  }
})
