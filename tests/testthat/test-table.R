plain <- bandit(arms_bernoulli(c(0.3, 0.6)))
waiting <- plain |> with_waiting(c(0.5, 0.5))
fair <- plain |> with_fairness(0.2, 1)

test_that("tables have the promised columns, in order", {
  skip_in_quick()
  study <- play(plain, policy_ucb1(), 10)
  expect_named(regret(study), c("bandit", "policy", "rep", "round", "pulls", "optimal", "reward", "benchmark", "regret"))
  expect_named(pulls(study), c("bandit", "policy", "rep", "arm", "pulls", "mean", "estimate"))
  expect_named(exits(study), c("bandit", "policy", "rep", "arm", "round", "cause"))
  expect_named(choices(study), c("bandit", "policy", "rep", "round", "arm", "wait", "reward", "observed", "cost", "propensity"))
  late <- list(plain, plain |> with_delay(2), plain |> with_accrual(1, 2, "even"), plain |> with_batches(3))
  for (b in late[-1]) {
    expect_named(choices(play(b, policy_ucb1(), 10)), c(names(choices(study)), "shown", if (unruly:::has_trait(b, "accrual")) "time"))
  }
  expect_identical(lapply(late[-1], function(b) choices(play(b, policy_ucb1(), 9))$shown), list(1:9 + 2, 1:9 + 1, rep(c(3, 6, 9), each = 3)))
  beside <- choices(play(list(plain = plain, late = late[[2]]), policy_ucb1(), 9))
  expect_identical(beside$shown, beside$round + 2 * (beside$bandit == "late"))
  expect_identical(choices(play(plain |> with_delay(2^33), policy_ucb1(), 3))$shown, rep(Inf, 3))
  expect_named(instances(study), c("rep", "arm", "prob", "mean"))
  expect_named(summary(study), c("bandit", "policy", "round", "reps", "mean", "sd", "se", "lower", "upper",
                                 "median", "q05", "q95"))
  for (table in list(regret(study), pulls(study), exits(study), choices(study), instances(study), summary(study))) {
    expect_s3_class(table, c("tbl_df", "tbl", "data.frame"), exact = TRUE)
  }
})

test_that("fairness adds penalty, unfairness and shortfall; waiting adds wait", {
  study <- play(fair, policy_ucb1(), 10)
  expect_named(regret(study), c("bandit", "policy", "rep", "round", "pulls", "optimal", "reward", "benchmark",
                                "regret", "penalty", "unfairness", "largest_shortfall"))
  expect_named(instances(study), c("rep", "arm", "prob", "mean", "share", "penalty"))
  expect_named(pulls(study), c("bandit", "policy", "rep", "arm", "pulls", "mean", "estimate", "shortfall"))
  expect_named(pulls(play(waiting, policy_ucb1(), 10)),
               c("bandit", "policy", "rep", "arm", "wait", "pulls", "mean", "estimate"))
})

test_that("tables without rows keep their shape", {
  study <- play(plain, policy_ucb1(), 10)
  expect_identical(dim(exits(study)), c(0L, 6L))
  expect_type(exits(study)$cause, "character")
  expect_type(exits(study)$round, "double")
  expect_message(one <- compare_policies(study), "has only \"UCB1\", and nothing to compare", class = "unruly_message_comparison")
  expect_identical(nrow(one), 0L)
  expect_named(one, names(compare_policies(play(plain, list(policy_ucb1(), policy_uniform()), 10, reps = 2))))
})

test_that("rows come by bandit, policy, replication and round, in the order of the study", {
  study <- play(list(z = plain, a = fair), list(policy_uniform(), policy_ucb1()), 5, reps = 3)
  keys <- unique(regret(study)[c("bandit", "policy", "rep")])
  expect_equal(keys$bandit, rep(c("z", "a"), each = 6))
  expect_equal(keys$policy, rep(rep(c("Uniform", "UCB1"), each = 3), 2))
  expect_equal(keys$rep, rep(1:3, 4))
  expect_equal(regret(study)$round, rep(1:5, 12))
})

test_that("columns that are not stored are what they stand for", {
  bandits <- list(a = plain, b = bandit(arms_bernoulli(c(0.1, 0.2))) |> with_patience(9))
  study <- run_study(bandits, list(policy_ucb1(), policy_uniform()), 30, reps = 4, first_rep = 3, seed = 1, record = c(5, 20, 30))
  table <- regret(study)
  expect_identical(c(table$rep[[5]], table$rep[[48]], table$rep[[13]]), c(4L, 6L, 3L)) # one by one, before it is all there
  expect_identical(c(table$round[[5]], table$round[[48]]), c(20, 30))
  expect_identical(unserialize(serialize(table, NULL)), table)
  expect_identical(table$rep + 0L, rep(rep(3:6, each = 3), 4))
  expect_identical(table$round + 0, rep(c(5, 20, 30), 16))
  expect_identical(pulls(study)$arm[30:32], c(2L, 1L, 2L))
  changed <- table
  changed$round[2] <- 7
  changed$rep[2] <- 7L
  changed$regret[2] <- 7
  expect_identical(changed[-2, ], table[-2, ])
  expect_identical(changed$round[2] + changed$rep[2] + changed$regret[2], 21)
  again <- run_study(bandits, list(policy_ucb1(), policy_uniform()), 30, reps = 4, first_rep = 3, seed = 1, record = c(5, 20, 30))
  expect_identical(study, again) # no change of a table reaches its study
  # Bandits with other numbers of arms keep rows.
  mixed <- pulls(run_study(list(a = plain, b = bandit(arms_bernoulli((1:3) / 5))), policy_uniform(), 6, reps = 2, seed = 1))
  expect_identical(mixed$arm, c(1:2, 1:2, 1:3, 1:3))
  expect_identical(mixed$rep, rep(c(1L, 2L, 1L, 2L), c(2, 2, 3, 3)))
})

test_that("choices are refused where they were not kept", {
  study <- play(plain, policy_ucb1(), 10, keep = "summary")
  expect_error(choices(study), class = "unruly_error_argument")
  expect_error(regret(1), class = "unruly_error_argument")
})

test_that("pulls carries true means and the mean of what was seen", {
  study <- play(plain, policy_uniform(), 50, reps = 2)
  expect_equal(pulls(study)$mean, rep(c(0.3, 0.6), 2))
  chosen <- game_of(choices(study), rep = 2)
  expect_equal(game_of(pulls(study), rep = 2)$estimate, as.vector(tapply(chosen$observed, chosen$arm, mean)))
  expect_true(is.na(pulls(play(plain, policy_fixed(1), 5))$estimate[2]))
})

test_that("instances lists what priors drew, the same for every study with the seed", {
  b <- bandit(arms_gaussian(prior_normal(3, 1, 2), sd = prior_uniform(3, 0.5, 1)))
  study <- play(b, policy_ucb1(), 10, reps = 4)
  drawn <- instances(study)
  expect_named(drawn, c("rep", "arm", "mean", "sd"))
  expect_equal(drawn$rep, rep(1:4, each = 3))
  expect_true(all(drawn$sd >= 0.5 & drawn$sd <= 1))
  later <- play(b, policy_uniform(), 20, reps = 2, first_rep = 3)
  expect_identical(instances(later), drawn[drawn$rep >= 3, ])
  expect_equal(game_of(pulls(study), rep = 3)$mean, drawn$mean[drawn$rep == 3])
})

test_that("instances of several bandits have a bandit column, and NA where one lacks a parameter", {
  study <- play(list(plain = plain, moving = bandit(arms_constant(c(1, 2))) |> with_lifetimes(1, c(3, Inf))),
                policy_ucb1(), 10)
  drawn <- instances(study)
  expect_equal(names(drawn)[1], "bandit")
  expect_true(all(is.na(drawn$prob[drawn$bandit == "moving"])))
  expect_true(all(is.na(drawn$last[drawn$bandit == "plain"])))
  expect_equal(drawn$last[drawn$bandit == "moving"], c(3, Inf))
})

test_that("summary is the mean, spread and t interval of the replications", {
  skip_in_quick()
  study <- play(plain, list(policy_ucb1(), policy_uniform()), 40, reps = 7)
  for (what in c("regret", "reward", "pulls", "benchmark")) {
    found <- summary(study, what = what, level = 0.9, at = "all")
    expect_equal(nrow(found), 80)
    values <- regret(study)[[what]][regret(study)$policy == "Uniform" & regret(study)$round == 33]
    row <- found[found$policy == "Uniform" & found$round == 33, ]
    expect_equal(row$reps, 7)
    expect_equal(row$mean, mean(values))
    expect_equal(row$sd, sd(values))
    expect_equal(row$se, sd(values) / sqrt(7))
    if (sd(values) == 0) next
    expect_equal(c(row$lower, row$upper), as.vector(t.test(values, conf.level = 0.9)$conf.int))
  }
  expect_named(summary(play(fair, policy_ucb1(), 5, reps = 2), what = "unfairness"), names(summary(study)))
})

test_that("summary of a single replication has no interval, and says how many there were", {
  found <- summary(play(plain, policy_ucb1(), 5), at = "all")
  expect_equal(found$reps, rep(1, 5))
  expect_true(all(is.na(found$sd)) && all(is.na(found$lower)) && all(is.na(found$upper)))
  expect_false(anyNA(found$mean))
})

test_that("comparisons are t-tests paired by replication", {
  study <- play(plain, list(policy_ucb1(), policy_uniform(), policy_fixed(1)), 60, reps = 9)
  found <- compare_policies(study, "UCB1", level = 0.8)
  expect_named(found, c("bandit", "policy", "baseline", "round", "difference", "se", "lower", "upper", "p_value"))
  expect_equal(unique(found$policy), c("Uniform", "Fixed 1"))
  expect_equal(unique(found$baseline), "UCB1")
  at <- regret(study)[regret(study)$round == 60, ]
  test <- t.test(at$regret[at$policy == "Uniform"], at$regret[at$policy == "UCB1"], paired = TRUE, conf.level = 0.8)
  row <- found[found$policy == "Uniform" & found$round == 60, ]
  expect_equal(row$difference, unname(test$estimate))
  expect_equal(row$se, unname(test$stderr))
  expect_equal(c(row$lower, row$upper), as.vector(test$conf.int))
  expect_equal(row$p_value, test$p.value)
})

test_that("policies that never differ compare equal, and single replications have no p value", {
  same <- play(plain, list(a = policy_fixed(1), b = policy_fixed(1)), 5, reps = 3)
  found <- compare_policies(same, at = "all")
  expect_equal(found$difference, rep(0, 5))
  expect_equal(found$p_value, rep(1, 5))
  single <- compare_policies(play(plain, list(policy_fixed(1), policy_uniform()), 5))
  expect_true(all(is.na(single$p_value)) && all(is.na(single$se)))
})

test_that("bad requests are refused with the argument named", {
  study <- play(plain, list(policy_ucb1(), policy_uniform()), 5, reps = 2)
  expect_errors({
    summary(study, what = "luck")
    summary(study, level = 1)
    compare_policies(study, "UCB9")
    compare_policies(study, "UCB1", what = "penalty")
    compare_policies(plain)
    choices(play(plain, policy_ucb1(), 5, keep = "summary"))
    instances(NULL)
  })
})
