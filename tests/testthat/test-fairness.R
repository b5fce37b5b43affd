fair <- function() {
  bandit(arms_bernoulli(c(0.8, 0.6, 0.3, 0.75))) |>
    with_fairness(share = c(0.1, 0.2, 0.25, 0.15), penalty = c(1, 0.1, 2, 0.5))
}

test_that("penalty, unfairness and regret follow the formulas", {
  share <- c(0.1, 0.2, 0.25, 0.15)
  rate <- c(1, 0.1, 2, 0.5)
  gap <- 0.8 - c(0.8, 0.6, 0.3, 0.75)
  study <- play(fair(), list(policy_uniform(), policy_fixed(2), policy_ucb1()), 120)
  for (policy in c("Uniform", "Fixed", "UCB1")) {
    chosen <- game_of(choices(study), policy)
    counts <- vapply(1:4, function(k) cumsum(chosen$arm == k), numeric(120))
    behind <- pmax(outer(1:120, share) - counts, 0)
    loss <- drop(counts %*% gap) + drop(behind %*% rate)
    least <- 1:120 * sum(pmin(gap, rate) * share)
    found <- game_of(regret(study), policy)
    expect_equal(found$unfairness, rowSums(behind), tolerance = 1e-12)
    expect_equal(found$penalty, drop(behind %*% rate), tolerance = 1e-12)
    expect_equal(found$regret, loss - least, tolerance = 1e-9)
    expect_equal(found$benchmark, 0.8 * 1:120 - least, tolerance = 1e-9)
    expect_literal_game(study, policy)
  }
})

test_that("shortfall is what an arm lacks of its share of the horizon", {
  study <- play(fair(), list(policy_fixed(2), policy_uniform()), 100)
  table <- pulls(study)
  expect_equal(table$shortfall, pmax(rep(c(10, 20, 25, 15), 2) - table$pulls, 0))
  last <- regret(study)[regret(study)$round == 100, ]
  expect_equal(last$unfairness, as.vector(tapply(table$shortfall, factor(table$policy, last$policy), sum)))
})

test_that("without shares and without penalties it is an ordinary bandit", {
  plain <- play(bandit(arms_bernoulli(c(0.8, 0.3))), policy_uniform(), 50)
  for (b in list(with_fairness(bandit(arms_bernoulli(c(0.8, 0.3))), 0, 1),
                 with_fairness(bandit(arms_bernoulli(c(0.8, 0.3))), 0.3, 0))) {
    study <- play(b, policy_uniform(), 50)
    expect_equal(regret(study)$regret, regret(plain)$regret, tolerance = 1e-12)
    expect_equal(choices(study)$arm, choices(plain)$arm)
  }
})

test_that("the oracle's penalised regret stays bounded", {
  study <- play(fair(), policy_oracle(), 2000, record = c(500, 1000, 2000))
  expect_true(all(abs(regret(study)$regret) < 10))
  # It serves the arms whose penalty outweighs their gap, and no others.
  expect_equal(pulls(study)$shortfall[c(1, 3, 4)] < 2, rep(TRUE, 3))
  expect_equal(pulls(study)$pulls[2], 0)
})

test_that("fairness goes with patience and spread", {
  b <- fair() |> with_patience(c(5, 9, 3, Inf)) |> with_spread(spread_delay(1, 5))
  expect_literal_game(play(b, policy_uniform(), 90))
})

test_that("in a study with other bandits too, their columns are NA", {
  study <- play(list(fair = fair(), plain = bandit(arms_bernoulli(c(0.1, 0.2)))), policy_uniform(), 20)
  plain <- regret(study)[regret(study)$bandit == "plain", ]
  expect_true(all(is.na(plain$penalty)) && all(is.na(plain$unfairness)))
  expect_true(all(is.na(pulls(study)$shortfall[pulls(study)$bandit == "plain"])))
  expect_false(anyNA(regret(study)[regret(study)$bandit == "fair", ]))
})
