fair <- function() {
  bandit(arms_bernoulli(c(0.8, 0.6, 0.3, 0.75))) |>
    with_fairness(share = c(0.1, 0.2, 0.25, 0.15), penalty = c(1, 0.1, 2, 0.5))
}

test_that("penalty, unfairness and regret follow the formulas", {
  skip_on_cran()
  share <- c(0.1, 0.2, 0.25, 0.15)
  rate <- c(1, 0.1, 2, 0.5)
  gap <- 0.8 - c(0.8, 0.6, 0.3, 0.75)
  study <- play(fair(), list(policy_uniform(), policy_fixed(2), policy_ucb1()), 120)
  for (policy in c("Uniform", "Fixed 2", "UCB1")) {
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

# ---- the optimum ---------------------------------------------------------------

# The programme (6) as a linear one, min gap y + A s with s + y - u = share, sum y
# = 1 and all variables at least 0, by looking at every vertex.
least_loss <- function(gap, share, penalty) {
  k <- length(gap)
  rows <- rbind(cbind(diag(k), diag(k), -diag(k)), c(rep(1, k), rep(0, 2 * k)))
  right <- c(share, 1)
  cost <- c(gap, penalty, rep(0, k))
  values <- apply(utils::combn(3 * k, k + 1), 2, function(basis) {
    x <- tryCatch(solve(rows[, basis], right), error = function(e) NULL)
    if (is.null(x) || any(x < -1e-9)) Inf else sum(cost[basis] * x)
  })
  min(values)
}

test_that("bandit_value() is the optimum of the linear programme, and attains it", {
  skip_on_cran()
  set.seed(2)
  for (k in c(1, 2, 3, 3, 4, 4, 5)) {
    mean <- sample(1:6 / 10, k, replace = TRUE)
    share <- sample(0:4, k, replace = TRUE) / (5 * k)
    penalty <- sample(c(0, 0.1, 0.2, 0.35, 1), k, replace = TRUE)
    found <- bandit_value(bandit(arms_constant(mean)) |> with_fairness(share, penalty))
    gap <- max(mean) - mean
    expect_equal(sum(found$loss), least_loss(gap, share, penalty))
    expect_equal(sum(gap * found$pulls + penalty * pmax(share - found$pulls, 0)), sum(found$loss))
    expect_equal(sum(found$pulls), 1)
    expect_true(all(found$pulls >= 0))
  }
})

test_that("bandit_value() sorts the arms into the sets of the paper", {
  b <- bandit(arms_bernoulli(c(0.6, 0.8, 0.5, 0.8, 0.3))) |>
    with_fairness(c(0.1, 0.1, 0.2, 0.15, 0), c(0.5, 0, 0.25, 0, 0))
  found <- bandit_value(b)
  expect_identical(found$set, c("critical", "optimal", "non-critical", "optimal", "non-critical"))
  expect_equal(found$pulls, c(0.1, 0.75, 0, 0.15, 0)) # the lowest optimal arm takes the rest
  expect_equal(found$loss, c(0.02, 0, 0.05, 0, 0))
  # A penalty that equals the gap makes an arm critical.
  even <- bandit(arms_constant(c(0.75, 0.5))) |> with_fairness(0.1, 0.25)
  expect_identical(bandit_value(even)$set, c("optimal", "critical"))
})

test_that("bandit_value() wants fairness and given means", {
  expect_error(bandit_value(bandit(arms_bernoulli(0.5))), "with fairness", class = "unruly_error_argument")
  drawn <- bandit(arms_bernoulli(prior_uniform(3))) |> with_fairness(0.1, 1)
  expect_error(bandit_value(drawn), "drawn", class = "unruly_error_argument")
})

# ---- the figures -----------------------------------------------------------------

test_that("regret is that of equation (10), recomputed from pulls()", {
  study <- run_study(fair(), list(policy_ht_ucb(), policy_lfg(), policy_uniform()), horizon = 3000, reps = 4, seed = 1)
  best <- bandit_value(fair())
  table <- pulls(study)
  table$gap <- 0.8 - table$mean
  table$rate <- best$penalty[table$arm]
  table$set <- best$set[table$arm]
  owed <- best$share[table$arm] * 3000
  lack <- pmax(owed - table$pulls, 0)
  term <- ifelse(table$set == "optimal", table$rate * lack,
                 ifelse(table$set == "critical", table$gap * (table$pulls - owed) + table$rate * lack,
                        table$gap * table$pulls + table$rate * (lack - owed)))
  # The rest of the rounds goes to an optimal arm, whose gap is 0.
  last <- regret(study)[regret(study)$round == 3000, ]
  sums <- tapply(term, list(table$rep, factor(table$policy, unique(last$policy))), sum)
  expect_equal(last$regret, as.vector(sums), tolerance = 1e-9)
})

test_that("largest_shortfall is the most that any arm has lacked in any round so far", {
  skip_on_cran()
  b <- fair()
  share <- c(0.1, 0.2, 0.25, 0.15)
  policies <- list(policy_uniform(), policy_fixed(2), policy_ht_ucb(), policy_flearn())
  for (i in seq_along(policies)) {
    policy <- policies[[i]]
    for (b in drawn_of(list(fair(), fair() |> with_patience(c(5, 9, 3, Inf))), 2, i)) {
      study <- play(b, policy, 400)
      chosen <- choices(study)
      counts <- vapply(1:4, function(k) cumsum(seq_len(400) %in% chosen$round[chosen$arm == k]), numeric(400))
      behind <- apply(pmax(outer(1:400, share) - counts, 0), 1, max)
      expect_equal(regret(study)$largest_shortfall, cummax(behind), tolerance = 1e-12)
      # Checkpoints far apart miss nothing.
      few <- run_study(b, policy, horizon = 400, reps = 1, seed = 1, record = c(7, 150, 400))
      expect_equal(regret(few)$largest_shortfall, cummax(behind)[c(7, 150, 400)], tolerance = 1e-12)
    }
  }
})

# ---- penalties by a rule -----------------------------------------------------------

ruled <- function(penalty = ~ (max(mean) - min(mean)) / 2, k = 4) {
  bandit(arms_gaussian(prior_uniform(k), sd = 0.3)) |> with_fairness(0.8 / k, penalty)
}

test_that("a rule is worked out from the means of each replication", {
  skip_in_quick()
  policies <- list(policy_ht_ucb(), policy_oracle(), policy_uniform())
  study <- play(ruled(~ (max(mean) - mean) * share * 3), policies, 200, reps = 3)
  drawn <- instances(study)
  for (rep in 1:3) {
    mean <- drawn$mean[drawn$rep == rep]
    rate <- (max(mean) - mean) * 0.2 * 3
    expect_equal(drawn$penalty[drawn$rep == rep], rate)
    expect_equal(drawn$share[drawn$rep == rep], rep(0.2, 4))
    # The same replication with the numbers in place of the rule.
    given <- bandit(arms_gaussian(mean, sd = 0.3)) |> with_fairness(0.2, rate)
    alone <- play(given, policies, 200, seed = 1)
    for (policy in c("HT-UCB", "Oracle", "Uniform")) {
      found <- game_of(regret(study), policy, rep)
      chosen <- game_of(choices(study), policy, rep)
      counts <- vapply(1:4, function(k) cumsum(chosen$arm == k), numeric(200))
      behind <- pmax(outer(1:200, rep(0.2, 4)) - counts, 0)
      least <- 1:200 * sum(pmin(max(mean) - mean, rate) * 0.2)
      expect_equal(found$penalty, drop(behind %*% rate), tolerance = 1e-9)
      expect_equal(found$regret, drop(counts %*% (max(mean) - mean) + behind %*% rate) - least, tolerance = 1e-8)
    }
    if (rep == 1) expect_equal(choices(alone)$arm, choices(study)$arm[choices(study)$rep == 1])
  }
})

test_that("HT-UCB is told the penalties of its own replication", {
  skip_in_quick()
  study <- play(ruled(), policy_ht_ucb(), 1500, reps = 3, record = 1500)
  drawn <- instances(study)
  tapes <- lapply(1:3, function(rep) rewards_of(ruled()$arms, 1500, 1, rep))
  make <- literal_index(function(t, a, n, mean, world, ...) {
    mean + ifelse(n < world$share[a] * t, world$penalty[a], 0) + sqrt(2 * log(t) / n)
  })
  for (rep in 1:3) {
    world <- literal_world(4, 1500, pays_by_pull(tapes[[rep]]), share = rep(0.2, 4), penalty = drawn$penalty[drawn$rep == rep])
    expect_literal(ruled(), policy_ht_ucb(), make, world, replication = rep)
  }
  # The three have different penalties, so that one for all would be seen.
  expect_length(unique(drawn$penalty), 3)
})

test_that("a study with a rule is resumed, joined, extended and threaded as any other", {
  skip_in_quick()
  policies <- list(policy_ht_ucb(), policy_flearn())
  run <- function(...) run_study(ruled(), policies, horizon = 300, seed = 4, record = 20, ...)
  whole <- run(reps = 40)
  expect_identical(regret(run(reps = 40, threads = 2)), regret(whole))
  expect_identical(regret(c(run(reps = 25), run(reps = 15, first_rep = 26))), regret(whole))
  expect_identical(regret(run(reps = 1, first_rep = 33)), regret(whole)[regret(whole)$rep == 33, ])
  skip_if_not_installed("nanoparquet")
  skip_if_not_installed("jsonlite")
  path <- withr::local_tempdir()
  first <- run(reps = 40, path = path)
  unlink(list.files(path, "^replications", full.names = TRUE)[2], recursive = TRUE)
  expect_equal(regret(run(reps = 40, path = path)), regret(whole))
  expect_equal(regret(first), regret(whole))
  # Another rule is another study, also if only a number in it differs.
  almost <- 2 + 2^-50
  for (penalty in c(~ max(mean) / 2, ~ (max(mean) - min(mean)) / 3, ~ (max(mean) - min(mean)) / almost)) {
    expect_error(run_study(ruled(penalty), policies, horizon = 300, seed = 4, record = 20, reps = 40, path = path),
                 class = "unruly_error_path")
  }
})

test_that("a rule carries its numbers with it", {
  factor <- 0.25
  rule <- ~ factor * max(mean)
  b <- ruled(rule)
  rm(factor)
  expect_output(print(b), "0.25 * max(mean)", fixed = TRUE)
  made <- function(factor) ruled(~ factor * max(mean))
  expect_identical(made(0.25)$traits, b$traits)
  expect_false(identical(made(0.5)$traits, b$traits))
  quantile <- ruled(~ stats::median(mean))
  drawn <- instances(play(quantile, policy_uniform(), 10, reps = 2))
  expect_equal(drawn$penalty, rep(tapply(drawn$mean, drawn$rep, stats::median), each = 4), ignore_attr = TRUE)
})

test_that("a rule that gives no penalties is refused at once", {
  skip_in_quick()
  letters4 <- letters[1:4]
  for (bad in list(~ -mean, ~ mean[1:2], ~ "a", ~ mean / 0, ~ nothing * mean, ~ no_function(mean), ~ letters4, mean ~ share,
                   ~ stop("no"), ~ 1e200)) {
    expect_error(ruled(bad), "penalty", class = "unruly_error_argument")
  }
  # One that fails for later replications only stops the study.
  sometimes <- ruled(~ if (max(mean) < 0.999) 1 else -1, k = 100)
  expect_error(run_study(sometimes, policy_uniform(), horizon = 5, reps = 200, seed = 1), "replication",
               class = "unruly_error_argument")
})

test_that("for given means a rule is as good as its numbers", {
  means <- c(0.9, 0.6, 0.2)
  rule <- bandit(arms_bernoulli(means)) |> with_fairness(0.2, ~ (max(mean) - min(mean)) / 2)
  numbers <- bandit(arms_bernoulli(means)) |> with_fairness(0.2, 0.35)
  expect_equal(regret(play(rule, policy_ht_ucb(), 300, reps = 2)), regret(play(numbers, policy_ht_ucb(), 300, reps = 2)))
  expect_equal(bandit_value(rule), bandit_value(numbers))
})

# ---- choosing penalties ------------------------------------------------------------

test_that("penalties are the least that serve enough arms", {
  gaps <- c(0.3, 0, 0.6, 0.2, 0.2)
  served <- function(rate) sum(gaps <= rate)
  for (explore in 1:5) {
    rate <- fair_penalty(gaps, explore)
    expect_gte(served(rate), explore)
    if (rate > 0) expect_lt(served(rate - 1e-9), explore)
  }
  expect_identical(fair_penalty(gaps, 3), 0.2)
  expect_identical(fair_penalty(0, 1), 0)
})

test_that("penalties are the least that leave no more unserved than is tolerated", {
  gaps <- c(0.3, 0, 0.6, 0.2, 0.2)
  share <- c(0.1, 0.2, 0.05, 0.3, 0.1)
  unserved <- function(rate) sum(share[gaps > rate])
  for (tolerance in c(0, 0.04, 0.05, 0.1, 0.15, 0.2, 0.55, 1)) {
    rate <- fair_penalty(gaps, share = share, tolerance = tolerance)
    expect_lte(unserved(rate), tolerance + 1e-12)
    if (rate > 0) expect_gt(unserved(rate - 1e-9), tolerance)
  }
  expect_identical(fair_penalty(c(0, 0.1, 0.2, 0.3), share = 0.1, tolerance = 0.3), 0)
  expect_identical(fair_penalty(gaps, share = share, tolerance = 0), 0.6)
})

test_that("a penalty has one goal", {
  skip_on_cran()
  gaps <- c(0, 0.3)
  wrong <- list(list(), list(explore = 1, share = 0.1), list(share = 0.1), list(tolerance = 0.1),
                list(explore = 1, share = 0.1, tolerance = 0.1))
  for (goal in wrong) expect_error(do.call(fair_penalty, c(list(gaps), goal)), "`explore`, or `share` with `tolerance`", class = "unruly_error_combination")
  for (share in list(-1, 2, 1:3 / 10, "a")) expect_error(fair_penalty(gaps, share = share, tolerance = 0.1), "share", class = "unruly_error_argument")
  for (tolerance in list(-1, NA, "a")) expect_error(fair_penalty(gaps, share = 0.1, tolerance = tolerance), "tolerance", class = "unruly_error_argument")
})
