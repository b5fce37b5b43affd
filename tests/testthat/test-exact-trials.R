# Trials of two arms exactly: shares, and how often the difference is significant at the end, by three ways.

table_a <- list(
  list("best", "chance", c(0.3, 0.6), c(0.5926674288, 0.1187197391, 0.2559325037)), # word ok
  list("rsihr", "chance", c(0.3, 0.6), c(0.56358026, 0.11594506, 0.27044642)), # word ok
  list("rsihr", "dbcd", c(0.3, 0.6), c(0.5831520745, 0.0888020543, 0.2839248692)),
  list("rsihr", "erade", c(0.3, 0.6), c(0.5789142660, 0.0780091745, 0.2879633055)),
  list("neyman", "dbcd", c(0.3, 0.6), c(0.5152659564, 0.0746697868, 0.3015573210)),
  list("neyman", "erade", c(0.3, 0.6), c(0.5148778935, 0.0623940297, 0.3008436935)),
  list("best", "chance", c(0.3, 0.3), c(0.5, 0.1204371440, 0.0188588923)) # word ok
)

test_that("the recursion of the tests gives what other programs give", {
  skip_on_cran()
  for (row in table_a) {
    found <- literal_exact_trial(row[[3]], 20, row[[1]], row[[2]])
    expect_lt(max(abs(found - row[[4]])), if (row[[2]] == "chance" && row[[1]] == "rsihr") 5e-9 else 1e-10) # word ok
  }
})

test_that("an exact study has the power of the test at the end, and a simulation has it within its error", {
  skip_in_quick()
  at_end <- stop_boundary(upper = 1.959964, looks = 20, control = 1)
  for (row in one_in(3, table_a)) {
    trial <- bandit(arms_bernoulli(row[[3]]))
    policy <- policy_allocation(row[[1]], row[[2]], burn_in = 2)
    measured <- function(study) {
      table <- suppressMessages(operating_characteristics(study, method = "sequence", arms = TRUE))
      function(measure) unlist(table[table$measure == measure, c("value", "lower", "upper")])
    }
    exact <- measured(exact_study(trial, policy, 20, record = 20, stop = at_end, threads = 1))
    wrong <- if (row[[3]][1] == row[[3]][2]) "error" else "power"
    expect_lt(abs(exact(wrong)[["value"]] - row[[4]][3]), if (row[[1]] == "rsihr" && row[[2]] == "chance") 5e-9 else 1e-9) # word ok
    expect_identical(exact("claimed, arm 2")[["value"]], exact(wrong)[["value"]])
    expect_lt(abs(exact("pulls, arm 2")[["value"]] / 20 - row[[4]][1]), 1e-8)
    found <- measured(run_study(trial, policy, 20, reps = 1500, seed = 1, record = 20, threads = 1, stop = at_end, progress = FALSE))(wrong)
    expect_lt(abs(found[["value"]] - row[[4]][3]), 4 * sqrt(row[[4]][3] * (1 - row[[4]][3]) / 1500))
  }
})

test_that("the type I error of four looks at 80 patients is exact at each success probability", {
  limits <- trial_design(2, looks = c(20, 40, 60, 80))
  measured <- function(p, q = p, b = limits) {
    study <- exact_study(bandit(arms_bernoulli(c(p, q))), policy_allocation(), 80, record = 80, stop = stop_boundary(b), after = "end", threads = 1)
    table <- suppressMessages(operating_characteristics(study))
    stats::setNames(table$value, table$measure)
  }
  null <- measured(0.3)
  expect_lt(max(abs(null[c("error", "sample_size")] - c(0.0248035663, 79.7597766))), 1e-7)
  effect <- measured(0.3, 0.6)
  expect_lt(max(abs(effect[c("error", "power", "sample_size")] - c(0, 0.773181101, 66.5596432))), 1e-7)
  expect_lt(abs(measured(0.39)[["error"]] - 0.0274577703), 1e-9)
  expect_lt(abs(measured(0.3, b = trial_design(2, looks = c(20, 40, 60, 80), shape = "pocock"))[["error"]] - 0.0241796098), 1e-9)
  futile <- measured(0.3, b = trial_design(2, looks = c(20, 40, 60, 80), futility = 0))
  expect_lt(max(abs(futile[c("error", "sample_size")] - c(0.0216895579, 38.6966799))), 1e-7)
  expect_equal(futile[["no_winner"]] + futile[["error"]], futile[["stopped"]], tolerance = 1e-12) # futile trials claim nothing
  expect_gt(futile[["no_winner"]], 0.7)
})
