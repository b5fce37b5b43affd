# Studies as tables for papers.

typeset_example <- function(bandits = bandit(arms_bernoulli(c(0.3, 0.6))), reps = 6) {
  run_study(bandits, list(policy_ucb1(), policy_fixed(2, label = "A & B_2")), 30, reps = reps, seed = 1, record = 2, threads = 1,
            progress = FALSE)
}

test_that("there is one row a policy, with mean and interval", {
  skip_if_not_installed("knitr")
  study <- typeset_example()
  expect_snapshot({
    as_table(study, format = "latex")
    as_table(study, "reward", format = "markdown", digits = 5, level = 0.9, caption = "Rewards")
    as_table(study, format = "html")
    as_table(typeset_example(list(easy = bandit(arms_bernoulli(c(0.1, 0.9))), hard = bandit(arms_bernoulli(c(0.5, 0.6)))), 1), format = "markdown")
  })
})

test_that("digits are those asked for, of the greatest mean", {
  rows <- function(mean, digits) {
    summary <- tibble::tibble(bandit = "b", policy = c("p", "q"), mean = mean, lower = mean - 1, upper = mean + 1)
    unruly:::table_rows(summary, "regret", 0.95, digits)[["Mean regret"]]
  }
  expect_identical(rows(c(1234.567, 2), 3), c("1,235", "2"))
  expect_identical(rows(c(12.34567, 2), 3), c("12.3", "2.0"))
  expect_identical(rows(c(0.0012345, 0), 3), c("0.00123", "0.00000"))
  expect_identical(rows(c(0, 0), 3), c("0.00", "0.00"))
  expect_identical(rows(c(NA, 1), 3), c("", "1.00"))
})

test_that("estimates have a row per arm, characteristics one per measure and a column per policy", {
  skip_if_not_installed("knitr")
  study <- typeset_example()
  table <- estimates(study, "naive")
  expect_snapshot({
    as_table(table[table$rep == 1, ], format = "markdown")
    as_table(operating_characteristics(study, method = "naive"), format = "latex")
  })
  rows <- function(x, ...) unruly:::typeset_table(x, 3, character())$table
  several <- estimates(study, c("naive", "sequence"))
  expect_named(rows(several), c("Replication", "Method", "Policy", "Arm", "Estimate", "95% interval"))
  expect_identical(nrow(rows(several)), nrow(several))
  pair <- bandit(arms_bernoulli(c(0.3, 0.6)))
  two <- operating_characteristics(typeset_example(list(effect = pair, null = bandit_null(pair))), method = "naive")
  found <- rows(two)
  expect_named(found, c("Bandit", "Measure", "UCB1", "A & B_2"))
  expect_identical(found$UCB1[found$Bandit == "null" & found$Measure == "error"],
                   unruly:::measure_cells(tibble::as_tibble(two))[two$bandit == "null" & two$measure == "error" & two$policy == "UCB1"])
  expect_error(as_table(table, "reward"), "`what`", class = "unruly_error_argument")
  expect_error(as_table(table, "latex"), 'format = "latex"', class = "unruly_error_argument")
  expect_error(as_table(typeset_example(list(effect = pair)), "latex"), 'format = "latex"', class = "unruly_error_argument")
  expect_error(as_table(table, level = 0.9), "`level`", class = "unruly_error_argument")
  expect_error(as_table(bandit_value(with_waiting(pair, c(0.5, 0.5)))), "`x`", class = "unruly_error_argument")
})

test_that("comparisons, values of replays and fits have a row each, with interval and p-value", {
  skip_in_quick()
  skip_if_not_installed("knitr")
  study <- run_study(bandit(arms_bernoulli(c(a = 0.3, b = 0.6))), list(policy_ucb1(), policy_uniform(), policy_moss()), 200,
                     reps = 10, seed = 1, record = 1, threads = 1, progress = FALSE, keep = c("summary", "choices"))
  compared <- compare_policies(study, level = 0.9)
  arms <- compare_arms(study, "a")
  log <- simulate_click_log(500, 3, seed = 1)
  replays <- run_study(bandit_replay(log, init = 0), list(policy_ucb1(), policy_uniform()), 100, reps = 1, seed = 1, threads = 1)
  value <- suppressMessages(replay_value(replays))
  fit <- fit_policy(choices(study)[choices(study)$policy == "UCB1" & choices(study)$rep < 3, ], policy_delta(free(), 0.2), starts = 2,
                    threads = 1)
  expect_snapshot({
    as_table(compared, format = "markdown")
    as_table(arms[arms$rep == 1, ], format = "markdown")
    as_table(value, format = "markdown")
    as_table(fit, format = "markdown", level = 0.9)
  })
  cells <- unruly:::typeset_table(compared, 3, character())$table
  expect_identical(cells$Policy, c("Uniform", "MOSS"))
  expect_identical(nrow(unruly:::typeset_table(arms, 3, character())$table), nrow(arms))
  refused <- function(code, words) expect_error(code, words, class = "unruly_error_argument")
  refused(as_table(compared, level = 0.9), "`level`")
  refused(as_table(summary(study)), "the study itself")
  refused(as_table(regret(study)), "`knitr::kable\\(\\)`")
  value$lower <- "a"
  refused(as_table(value), "a table of numbers")
})

test_that("gt makes it where it is installed", {
  skip_if_not_installed("gt")
  table <- as_table(typeset_example())
  expect_s3_class(table, "gt_tbl")
  expect_identical(table[["_data"]]$Policy, c("UCB1", "A & B_2"))
})

test_that("a wide table has policies by bandits, marks the best and what does not differ from it, and leaves oracles out", {
  skip_on_cran()
  skip_if_not_installed("knitr")
  both <- list(easy = bandit(arms_bernoulli(c(0.3, 0.6))), hard = bandit(arms_bernoulli(c(0.5, 0.5))))
  study <- run_study(both, list(policy_uniform(), policy_moss(), policy_ucb1(label = "50% & more"), policy_oracle()), 300, reps = 10,
                     seed = 1, record = 1, threads = 1, progress = FALSE)
  wide <- unruly:::typeset_wide(study, "regret", 0.95, 3)
  expect_identical(wide$table$Policy, names(study$description$policies))
  expect_named(wide$table, c("Policy", "easy", "hard"))
  mean <- summary(study)$mean[summary(study)$bandit == "easy"]
  expect_identical(unname(wide$marks[, "easy"]), c("", "best", if (mean[3] == min(mean[1:3])) "best" else wide$marks[[3, "easy"]], ""))
  expect_identical(wide$table$easy[2], sprintf("%.1f (%.1f)", mean[2], summary(study)$se[2]))
  # Equal arms: nobody loses anything, so all that may be compared are alike.
  expect_setequal(wide$marks[1:3, "hard"], c("best", "tied"))
  # The test behind the marks is that of compare_policies().
  compared <- compare_policies(study, "MOSS", adjust = "holm")
  expect_identical(unname(wide$marks[1, "easy"] == "tied"), compared$p_value[compared$bandit == "easy" & compared$policy == "Uniform"] > 0.05)
  expect_identical(unname(unruly:::typeset_wide(study, "reward", 0.95, 3)$marks[1, "easy"]), "")
  expect_true(all(unruly:::typeset_wide(study, "pulls", 0.95, 3)$marks == "")) # no end of it is the better one
  latex <- as_table(study, wide = TRUE, format = "latex")
  expect_match(latex, "\\textbf{", fixed = TRUE)
  expect_match(latex, "t-tests at 5\\%", fixed = TRUE) # a bare % would end the caption
  expect_match(latex, "50\\% \\& more", fixed = TRUE)
  expect_match(paste(as_table(study, wide = TRUE, format = "markdown"), collapse = " "), "**", fixed = TRUE)
  expect_error(as_table(estimates(study, "naive"), wide = TRUE), "`wide`", class = "unruly_error_argument")
  expect_error(as_table(study, wide = 2), "`wide`", class = "unruly_error_argument")
})

test_that("means of each bandit have their own number of decimals", {
  skip_if_not_installed("knitr")
  study <- run_study(list(easy = bandit(arms_bernoulli(c(0.3, 0.6))), hard = bandit(arms_gaussian(c(0, 300), sd = 1000))),
                     policy_ucb1(), horizon = 100, reps = 5, seed = 1)
  rows <- grep("UCB1", as_table(study, format = "markdown"), value = TRUE)
  expect_match(rows[1], "^[|]easy +[|]UCB1 +[|] +[0-9]+[.][0-9]+[|]")
  expect_match(rows[2], "^[|]hard +[|]UCB1 +[|] +[0-9]+,[0-9]{3}[|]")
})
