# One word has one meaning in all that is exported, and comes in one place.

formals_of_exports <- function(pattern) {
  names <- grep(pattern, getNamespaceExports("unruly"), value = TRUE)
  lapply(stats::setNames(nm = sort(names)), function(name) setdiff(names(formals(getExportedValue("unruly", name))), "..."))
}

test_that("a policy's own parameters come first, then range, sd and label", {
  skip_in_quick()
  makers <- formals_of_exports("^policy_")
  expect_gt(length(makers), 50)
  # policy_index(index, label) is a promise; two make something else of constructors.
  makers <- lapply(makers[setdiff(names(makers), c("policy_compile", "policy_grid"))], setdiff, "stream")
  makers$policy_kalman <- setdiff(makers$policy_kalman, "sd") # a parameter of the filter, whatever the rewards
  last <- c("range", "sd", "label")
  for (name in names(makers)) {
    makers[[name]] <- intersect(makers[[name]], before_dots(getExportedValue("unruly", name))) # the order of the others does not matter
    expect_identical(makers[[name]], c(setdiff(makers[[name]], last), intersect(last, makers[[name]])), info = name)
    expect_true("label" %in% makers[[name]], info = name)
  }
})

test_that("`path` is a folder of ours, `file` one file, and births are `first`", {
  with_word <- function(word) {
    all <- formals_of_exports(".")
    names(all)[vapply(all, function(given) word %in% given, NA)]
  }
  expect_setequal(with_word("path"), c("run_study", "plan_study", "run_part", "read_study", "run_experiment", "save_tables", "save_figures", "read_outbrain", "arcade"))
  expect_setequal(with_word("file"), c("save_agent", "read_agent", "serve_agent", "policy_compile", "save_report", "simulate_click_log", "read_coupons",
                                       "read_movielens", "read_open_bandit", "animate_game"))
  expect_identical(with_word("from"), "spread_window")
  for (word in c("means", "values", "entries")) expect_identical(with_word(word), character(), info = word)
})

test_that("the first rounds of arms that enter are `first`", {
  b <- bandit(arms_bernoulli(c(0.2, 0.8)))
  expect_error(with_entries(b, from = c(1, 5)), "no argument `from`", class = "unruly_error_argument")
  expect_identical(with_entries(b, c(1, 5)), with_entries(b, first = c(1, 5)))
  expect_error(with_entries(b), "`first`", class = "unruly_error_argument")
})

test_that("after `reps` a study's arguments go by name only", {
  b <- bandit(arms_bernoulli(c(0.2, 0.8)))
  expect_identical(regret(run_study(b, policy_ucb1(), 5, 2, seed = 1, threads = 1))$rep, rep(1:2, each = 5))
  expect_errors({
    run_study(b, policy_ucb1(), 5, 2, 42)
    run_study(b, policy_ucb1(), 5, 2, c(1, 5))
    run_study(b, policy_ucb1(), 5, 2, TRUE)
    run_study(b, policy_ucb1(), 5, 2, "choices")
    run_study(b, policy_ucb1(), 5, 2, "folder")
    run_study(b, policy_ucb1(), 5, 2, b)
    run_study(b, policy_ucb1(), 5, 2, sead = 42)
    plan_study(b, policy_ucb1(), 5, 2, 42, path = tempfile())
  })
  expect_error(run_study(b, policy_ucb1(), 5, 2, 42), class = "unruly_error_argument")
})
