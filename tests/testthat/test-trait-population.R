expect_alive <- function(study, alive, horizon) {
  born <- instances(study)
  there <- vapply(seq_len(horizon), function(t) sum(born$first <= t & t <= born$last), 0)
  expect_equal(there, rep(alive, horizon))
}

test_that("as many arms as said are alive in every round, numbered by birth", {
  skip_on_cran()
  study <- play(bandit_mortal(5, 200, 20), policy_uniform(), 200)
  expect_alive(study, 5, 200)
  born <- instances(study)
  expect_equal(born$arm, seq_len(nrow(born)))
  expect_false(is.unsorted(born$first))
  expect_equal(born$first[1:5], rep(1, 5))
  expect_literal_game(study)
})

test_that("exits agree with the lives of the instances", {
  study <- play(bandit_mortal(4, 150, 15), list(policy_ucb1(), policy_uniform()), 150, reps = 3)
  born <- instances(study)
  for (rep in 1:3) {
    dead <- born[born$rep == rep & born$last <= 150, ]
    dead <- dead[order(dead$last, dead$arm), ]
    for (policy in c("UCB1", "Uniform")) {
      gone <- game_of(exits(study), policy, rep)
      expect_equal(gone$arm, dead$arm)
      expect_equal(gone$round, dead$last)
      expect_true(all(gone$cause == "died"))
    }
  }
})

test_that("lives are geometric with the right mean", {
  study <- play(bandit_mortal(40, 400, 8), policy_fixed(1), 400, reps = 5, keep = "summary", record = 1)
  born <- instances(study)
  life <- (born$last - born$first + 1)[born$first < 300]
  n <- length(life)
  expect_lt(abs(mean(life) - 8), 4 * sqrt(8 * 7 / n))
  expect_gt(min(life), 0)
  seen <- table(cut(life, c(0:12, Inf)))
  wanted <- diff(c(pgeom(-1:11, 1 / 8), 1))
  expect_gt(chisq.test(as.vector(seen), p = wanted)$p.value, 1e-4)
})

test_that("with a mean lifetime of one round everybody dies every round", {
  study <- play(bandit_mortal(2, 10, 1), policy_uniform(), 10)
  expect_equal(instances(study)$first, rep(1:10, each = 2))
  expect_equal(instances(study)$last, rep(1:10, each = 2))
  expect_equal(nrow(exits(study)), 20)
  expect_literal_game(study)
})

test_that("budgeted arms die of pulls, in the round of the last one, and are replaced", {
  study <- play(bandit_mortal(3, 300, 5, death = "budgeted"), policy_fixed(1), 300)
  chosen <- choices(study)
  gone <- exits(study)
  # Arm 1 is played until it dies, then the lowest alive.
  expect_equal(chosen$arm, cummax(chosen$arm))
  expect_equal(gone$round, which(diff(c(chosen$arm, Inf)) > 0)[seq_len(nrow(gone))])
  life <- table(chosen$arm)[seq_len(nrow(gone))]
  expect_gt(nrow(gone), 20)
  expect_lt(abs(mean(life) - 5), 4 * sqrt(5 * 4 / length(life)))
})

test_that("budgeted: regret and presence follow from the exits", {
  study <- play(bandit_mortal(3, 200, 6, death = "budgeted"), policy_uniform(), 200)
  chosen <- choices(study)
  gone <- exits(study)
  # Newborns come one a death, numbered on, in the round after it.
  first <- c(rep(1, 3), gone$round + 1)
  last <- rep(Inf, length(first))
  last[gone$arm] <- gone$round
  expect_true(all(first[chosen$arm] <= chosen$round & chosen$round <= last[chosen$arm]))
  expect_true(all(vapply(1:200, function(t) sum(first <= t & t <= last), 0) == 3))
  mean <- rep(NA_real_, length(first))
  mean[pulls(study)$arm] <- pulls(study)$mean
  # The benchmark grows by the best alive: at least the mean of what was chosen.
  step <- diff(c(0, regret(study)$benchmark))
  expect_true(all(step >= mean[chosen$arm] - 1e-12))
  expect_equal(regret(study)$regret, regret(study)$benchmark - cumsum(mean[chosen$arm]), tolerance = 1e-9)
})

test_that("a population is the same for every policy if deaths are timed", {
  study <- play(bandit_mortal(6, 100, 12), list(policy_ucb1(), policy_fixed(1)), 100, reps = 2)
  gone <- lapply(c("UCB1", "Fixed 1"), function(p) exits(study)[exits(study)$policy == p, c("rep", "arm", "round")])
  expect_equal(gone[[1]], gone[[2]])
})

test_that("a patience or a spread for each arm is refused, as there would be none for the newborn", {
  b <- bandit_mortal(3, 100, 10)
  expect_error(with_patience(b, 1:3), "newborn", class = "unruly_error_argument")
  expect_error(with_spread(b, rep(list(spread_delay(1, 2)), 3)), "newborn", class = "unruly_error_argument")
})

test_that("newborns are drawn from the prior, and instances lists their parameters", {
  study <- play(bandit_mortal(30, 300, 6, reward = prior_uniform(30, 0.2, 0.4)), policy_uniform(), 300, keep = "summary",
                record = 1)
  born <- instances(study)
  expect_equal(born$mean, born$prob)
  expect_true(all(born$prob >= 0.2 & born$prob <= 0.4))
  expect_gt(ks.test(born$prob, "punif", 0.2, 0.4)$p.value, 1e-4)
  met <- pulls(study)
  expect_equal(met$mean, born$mean[met$arm])
})

test_that("populations go with patience: neglected arms leave, and only the dead are replaced", {
  skip_in_quick()
  for (seed in 1:4) {
    b <- bandit_mortal(4, 80, 12) |> with_patience(5)
    study <- play(b, policy_fixed(1), 80, seed = seed)
    expect_alive(study, 4, 80)
    expect_literal_game(study)
    expect_literal_game(play(b, policy_uniform(), 80, seed = seed))
  }
})

test_that("a shorter study meets the beginning of the same population", {
  long <- play(bandit_mortal(5, 200, 20), policy_uniform(), 200)
  short <- play(bandit_mortal(5, 200, 20), policy_uniform(), 90)
  expect_equal(choices(short), choices(long)[1:90, ])
  expect_equal(exits(short), exits(long)[exits(long)$round <= 90, ])
})

test_that("pulls() leaves out arms that were not pulled, also when none was born", {
  study <- play(bandit_mortal(10, 100, 1e6), policy_fixed(3), 100)
  expect_equal(pulls(study)$arm, 3)
  expect_equal(pulls(study)$pulls, 100)
})
