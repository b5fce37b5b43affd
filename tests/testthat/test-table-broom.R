# What users of broom expect.

tidy_study <- function(...) {
  run_study(bandit(arms_bernoulli(c(red = 0.3, green = 0.6))), list(policy_ucb1(), policy_moss(), policy_uniform()), 30, reps = 6, seed = 1,
            record = c(10, 30), threads = 1, progress = FALSE, ...)
}

test_that("the methods are found by the generics, which are ours, too", {
  skip_in_quick()
  for (generic in c("tidy", "glance", "augment")) expect_identical(getExportedValue("unruly", generic), getExportedValue("generics", generic))
  study <- tidy_study()
  ours <- asNamespace("unruly")
  expect_identical(generics::tidy(study), ours$tidy.unruly_study(study))
  expect_identical(generics::glance(study), ours$glance.unruly_study(study))
  expect_identical(generics::augment(study), ours$augment.unruly_study(study))
  table <- estimates(study, method = "naive")
  expect_identical(generics::tidy(table), ours$tidy.unruly_estimates(table))
  expect_identical(generics::glance(table), ours$glance.unruly_estimates(table))
  expect_identical(generics::augment(table), ours$augment.unruly_estimates(table))
  figures <- operating_characteristics(study, method = "naive")
  expect_identical(generics::tidy(figures), ours$tidy.unruly_characteristics(figures))
})

test_that("tidy() of a study is its summary, or its comparison, in broom's words", {
  skip_in_quick()
  study <- tidy_study()
  tidy <- unruly:::tidy.unruly_study
  told <- summary(study, "reward", level = 0.9, at = "all")
  expect_identical(tidy(study, "reward", conf.level = 0.9, at = "all"), tibble::tibble(
    bandit = told$bandit, policy = told$policy, round = told$round, term = "reward", estimate = told$mean, std.error = told$se,
    conf.low = told$lower, conf.high = told$upper))
  compared <- compare_policies(study, "MOSS")
  expect_identical(tidy(study, baseline = "MOSS"), tibble::tibble(
    bandit = compared$bandit, policy = compared$policy, baseline = "MOSS", round = 30, term = "regret", estimate = compared$difference,
    std.error = compared$se, statistic = compared$difference / compared$se, p.value = compared$p_value, conf.low = compared$lower,
    conf.high = compared$upper))
  expect_identical(names(tidy(study, conf.int = FALSE)), c("bandit", "policy", "round", "term", "estimate", "std.error"))
  expect_identical(tidy(tidy_study(keep = "moments"))$estimate, tidy(study)$estimate)
  expect_error(tidy(study, "regrets"), "Did you mean", class = "unruly_error_argument")
  expect_error(tidy(study, conf.int = 1), "`conf.int`", class = "unruly_error_argument")
  expect_error(tidy(study, conf.level = 1), "`conf.level`", class = "unruly_error_argument")
  expect_error(tidy(study, elephant = 1), class = "unruly_error_argument")
})

test_that("glance() is one row, augment() one a game with what the mean leaves", {
  study <- tidy_study()
  expect_identical(unruly:::glance.unruly_study(study),
                   tibble::tibble(bandits = 1L, policies = 3L, reps = 6L, horizon = 30, last_round = 30, seed = 1,
                                  hash = unruly:::games_hash(study), hash_results = unruly:::results_hash(study)))
  table <- unruly:::augment.unruly_study(study)
  final <- regret(study)[regret(study)$round == 30, ]
  expect_identical(table[c("bandit", "policy", "rep", "round", "regret")], final[c("bandit", "policy", "rep", "round", "regret")])
  expect_equal(table$.fitted, rep(summary(study)$mean, each = 6))
  expect_equal(table$.fitted + table$.resid, table$regret)
  expect_identical(unruly:::augment.unruly_study(study, "correct")$correct %in% 0:1, rep(TRUE, 18))
  expect_error(unruly:::augment.unruly_study(tidy_study(keep = "moments")), class = "unruly_error_argument")
})

test_that("estimates and characteristics are told in broom's words, as plain tibbles", {
  skip_in_quick()
  study <- tidy_study()
  told <- estimates(study, method = c("naive", "sequence"))
  table <- unruly:::tidy.unruly_estimates(told)
  plain <- c("tbl_df", "tbl", "data.frame")
  expect_identical(class(table), plain)
  expect_setequal(names(attributes(table)), c("class", "row.names", "names"))
  expect_identical(table$term, as.character(told$arm))
  expect_identical(table[["estimate"]], told$estimate)
  expect_identical(table$conf.high, told$upper)
  expect_identical(unruly:::glance.unruly_estimates(told), tibble::tibble(arms = 2L, methods = 2L, estimates = nrow(told), conf.level = 0.95))
  more <- unruly:::augment.unruly_estimates(told)
  expect_identical(class(more), plain)
  expect_identical(more$.resid, told$estimate - told$truth)
  expect_identical(more$.covered, told$lower <= told$truth & told$truth <= told$upper)
  log <- estimates(data.frame(arm = c(1, 2, 1, 2), reward = c(0, 1, 1, 0)), method = "naive")
  expect_false(".resid" %in% names(unruly:::augment.unruly_estimates(log)))
  figures <- operating_characteristics(study, method = "naive")
  expect_identical(unruly:::tidy.unruly_characteristics(figures), tibble::tibble(
    bandit = figures$bandit, policy = figures$policy, term = figures$measure, estimate = figures$value, std.error = figures$mcse,
    conf.low = figures$lower, conf.high = figures$upper))
})

test_that("tidy() of everything takes conf.int and conf.level, as users of broom give them", {
  skip_in_quick()
  study <- tidy_study()
  log <- data.frame(arm = rep(1:2, 40), reward = rep(c(0, 1, 1, 0, 1), 16))
  fit <- fit_policy(log, policy_epsilon_greedy(epsilon = free(0.01, 0.9)))
  compared <- compare_policies(study)
  results <- list(study, estimates(study, "naive"), compare_arms(study, control = "all"), compared,
    operating_characteristics(study, method = "naive"), fit, exact_study(bandit(arms_bernoulli(c(0.2, 0.8))), policy_ucb1(), 4),
    bandit_value(bandit(arms_constant(1)) |> with_waiting(c(0.5, 0.5))), regret_bound(bandit(arms_bernoulli(c(0.2, 0.8))), 50))
  for (x in results) {
    with <- tidy(x, conf.int = TRUE, conf.level = 0.95)
    without <- tidy(x, conf.int = FALSE)
    expect_identical(without, with[setdiff(names(with), c("conf.low", "conf.high"))])
    expect_error(tidy(x, conf.int = 1), "`conf.int`", class = "unruly_error_argument")
  }
  expect_error(tidy(results[[2]], conf.level = 0.9), "0.95, the level of this table", class = "unruly_error_argument")
  same <- c("bandit", "policy", "baseline", "round", "estimate", "std.error", "statistic", "conf.low", "conf.high")
  expect_identical(tidy(compared)[same], tidy(study, baseline = compared$baseline[1])[same])
})

test_that("dplyr keeps our tables plain tibbles", {
  skip_in_quick()
  skip_if_not_installed("dplyr")
  study <- tidy_study(keep = "choices")
  for (table in list(regret(study), pulls(study), exits(study), choices(study), instances(study), summary(study))) {
    few <- dplyr::filter(table, seq_len(nrow(table)) <= 2)
    expect_identical(class(few), c("tbl_df", "tbl", "data.frame"))
    expect_setequal(names(attributes(few)), c("class", "row.names", "names"))
  }
  means <- dplyr::summarise(dplyr::group_by(dplyr::filter(regret(study), round == 30), policy), mean = mean(regret))
  expect_equal(means$mean, summary(study)$mean[match(means$policy, summary(study)$policy)])
})

test_that("tables are plain tibbles without what dplyr would have to keep", {
  study <- tidy_study(keep = "choices")
  for (table in list(regret(study), pulls(study), exits(study), choices(study), instances(study), summary(study))) {
    expect_identical(class(table), c("tbl_df", "tbl", "data.frame"))
    expect_setequal(names(attributes(table)), c("class", "row.names", "names"))
    few <- table[seq_len(nrow(table)) %in% 2, ]
    expect_setequal(names(attributes(few)), c("class", "row.names", "names"))
  }
})
