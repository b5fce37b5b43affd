# Which arm each game names, whether it stopped or not.

test_that("every game names the arm of greatest mean at every checkpoint", {
  skip_on_cran()
  problem <- bandit(arms_bernoulli(c(0.4, 0.5, 0.45)))
  for (policy in list(policy_uniform(), policy_ucb1(), policy_thompson("bernoulli"))) {
    study <- run_study(problem, policy, 300, 4, seed = 1, keep = "choices", record = c(1, 2, 7, 40, 300))
    table <- recommendations(study, at = "all")
    played <- choices(study)
    for (i in seq_len(nrow(table))) {
      of <- played[played$rep == table$rep[i] & played$round <= table$round[i], ]
      n <- tabulate(of$arm, 3)
      total <- vapply(1:3, function(k) sum(of$reward[of$arm == k]), 0)
      expect_identical(table$arm[i], literal_best(rbind(n), rbind(total / n), rbind(n), matrix(TRUE, 1, 3)))
      expect_identical(table$sample_size[i], sum(n) + 0)
    }
    expect_identical(table$simple_regret, 0.5 - c(0.4, 0.5, 0.45)[table$arm])
    expect_identical(table$correct, table$arm == 2)
    expect_false(any(table$stopped))
    expect_identical(unique(table$reason), "horizon")
    end <- recommendations(study)
    expect_identical(end, table[table$round == 300, ])
  }
})

test_that("late rewards count from the round in which they are shown", {
  skip_in_quick()
  problem <- bandit(arms_bernoulli(c(0.4, 0.6))) |> with_delay(3)
  study <- run_study(problem, policy_uniform(), 40, 3, seed = 2, keep = "choices", record = 1:40)
  table <- recommendations(study, "all")
  for (i in seq_len(nrow(table))) {
    of <- subset(choices(study), rep == table$rep[i] & round <= table$round[i])
    shown <- subset(of, round <= table$round[i] - 3)
    n <- tabulate(shown$arm, 2)
    total <- vapply(1:2, function(k) sum(shown$reward[shown$arm == k]), 0)
    expect_identical(table$arm[i], literal_best(rbind(n), rbind(total / n), rbind(tabulate(of$arm, 2)), matrix(TRUE, 1, 2)))
  }
})

test_that("ETC names the arm that it has committed to", {
  # The arm that looked best after one play each is not the best of what follows.
  tape <- rbind(c(1, rep(0, 19)), rep(0.5, 20))
  study <- run_study(bandit(arms_tape(tape)), policy_etc(1), 20, 1, seed = 1, record = c(2, 20))
  expect_identical(recommendations(study, "all")$arm, c(1L, 1L))
  expect_identical(recommendations(run_study(bandit(arms_tape(tape)), policy_ucb1(), 20, 1, seed = 1))$arm, 2L)
})

test_that("the best arm is the best now, of those alive", {
  lives <- bandit(arms_constant(c(0.9, 0.5, 0.2))) |> with_lifetimes(c(1, 1, 1), c(10, 20, 40))
  table <- recommendations(run_study(lives, policy_uniform(), 40, 1, seed = 1, record = c(10, 20, 40)), "all")
  expect_identical(table$arm, 1:3)
  expect_identical(table$simple_regret, c(0, 0, 0))
  entries <- bandit(arms_constant(c(0.2, 0.9))) |> with_entries(c(1, 10)) |> with_delay(5)
  table <- recommendations(run_study(entries, policy_fixed(2), 40, 1, seed = 1, record = c(9, 10, 40)), "all")
  expect_identical(table$simple_regret, c(0, 0.9 - 0.2, 0))
})

test_that("recommendations that cannot be named are missing, or refused", {
  waiting <- bandit(arms_bernoulli(c(0.2, 0.5))) |> with_waiting(matrix(0.5, 2, 2))
  study <- run_study(waiting, policy_uniform(), 20, 2, seed = 1)
  expect_errors(recommendations(study))
  both <- run_study(list(waiting = waiting, plain = bandit(arms_bernoulli(c(0.2, 0.5)))), policy_uniform(), 20, 2, seed = 1)
  table <- recommendations(both)
  expect_identical(is.na(table$arm), table$bandit == "waiting")
  expect_identical(is.na(table$correct), table$bandit == "waiting")
  round <- bandit(arms_tape(matrix(c(0, 1), 2, 20), by = "round"))
  expect_true(all(is.na(recommendations(run_study(round, policy_uniform(), 20, 2, seed = 1))$correct)))
})

test_that("arms have their names", {
  problem <- bandit(arms_bernoulli(c(green = 0.1, red = 0.9)))
  table <- recommendations(run_study(problem, policy_uniform(), 100, 2, seed = 1, stop = stop_at(50)))
  expect_identical(as.character(table$arm), c("red", "red"))
})

test_that("a record that ends before games stop does not hide that they did", {
  problem <- bandit(arms_bernoulli(c(0.1, 0.9)))
  study <- run_study(problem, policy_uniform(), 100, 3, seed = 1, stop = stop_at(50), record = c(10, 20))
  expect_identical(recommendations(study)$round, rep(50, 3))
  expect_identical(recommendations(study, "all")$round, rep(c(10, 20), 3))
})

test_that("intervals of chances are exact", {
  problem <- bandit(arms_bernoulli(c(0.45, 0.55)))
  study <- run_study(problem, policy_uniform(), 30, 50, seed = 1)
  right <- sum(recommendations(study)$correct)
  limits <- stats::binom.test(right, 50, conf.level = 0.9)$conf.int
  table <- summary(study, what = "correct", level = 0.9)
  expect_equal(c(table$lower, table$upper), as.double(limits))
  expect_equal(table$mean, right / 50)
  sure <- run_study(bandit(arms_constant(c(0, 1))), policy_uniform(), 30, 10, seed = 1)
  expect_equal(unlist(summary(sure, "correct")[c("lower", "upper")], use.names = FALSE), c(0.025^0.1, 1))
  expect_equal(summary(study, what = "sample_size")$mean, 30)
  expect_equal(summary(study, what = "simple_regret")$mean, 0.1 * (1 - right / 50))
})

test_that("a study of moments has no recommendations", {
  study <- run_study(bandit(arms_bernoulli(c(0.1, 0.9))), policy_uniform(), 100, 3, seed = 1, keep = "moments")
  expect_errors({
    recommendations(study)
    recommendations(5)
  })
})
