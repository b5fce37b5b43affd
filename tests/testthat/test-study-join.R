# What is joined is what would have been run at once.

problems <- list(
  fair = bandit(arms_bernoulli(c(0.3, 0.6))) |> with_fairness(0.2, 1),
  wait = bandit(arms_bernoulli(c(0.3, 0.6))) |> with_waiting(c(0.5, 0.5)),
  odd = bandit(arms_bernoulli(prior_uniform(3))) |> with_patience(c(4, 30, Inf)),
  named = bandit(arms_bernoulli(c(a = 0.1, b = 0.2)))
)
players <- list(policy_uniform(), policy_uniform(label = "again"), policy_oracle())

run <- function(b = problems, p = players, reps = 6, ...) {
  run_study(b, p, 60, reps = reps, seed = 1, record = 5, progress = FALSE, ...)
}

test_that("replications, policies and bandits join, in any order and with any columns", {
  skip_in_quick()
  plain <- players[1:2]
  for (keep in c("summary", "choices")) {
    for (order in list(1:4, 4:1, c(2, 4, 1, 3))) {
      joined <- do.call(c, lapply(order, function(i) run(problems[i], plain, keep = keep)))
      expect_identical(joined, run(problems[order], plain, keep = keep))
    }
    whole <- run(problems["odd"], keep = keep)
    expect_identical(c(run(problems["odd"], players[3], keep = keep), run(problems["odd"], players[1:2], keep = keep)),
                     run(problems["odd"], players[c(3, 1, 2)], keep = keep))
    parts <- lapply(list(1:2, 3:5, 6), function(r) run(problems["odd"], first_rep = r[1], reps = length(r), keep = keep))
    expect_identical(do.call(c, rev(parts)), whole)
  }
})

test_that("joined policies are compared in pairs", {
  whole <- run(problems["odd"])
  joined <- c(run(problems["odd"], players[1]), run(problems["odd"], players[2:3]))
  expect_identical(compare_policies(joined, pairs = "all"), compare_policies(whole, pairs = "all"))
})

test_that("studies that do not fit together are refused, with the reason", {
  skip_in_quick()
  a <- run(problems["odd"])
  expect_error(c(a, run(problems["wait"], players[1:2])), "different bandits and policies", class = "unruly_error_combination")
  expect_error(c(a, run(problems["odd"], players[1:2])), "\"Uniform\" is in more than one", class = "unruly_error_combination")
  expect_error(c(a, run(problems["odd"], list(policy_ucb1()), reps = 7)), "policies and replications", class = "unruly_error_combination")
  expect_error(c(a, a), "share replications", class = "unruly_error_combination")
  other <- list(odd = bandit(arms_bernoulli(c(0.1, 0.2))) |> with_patience(9))
  expect_error(c(a, run(other)), "\"odd\" is in more than one", class = "unruly_error_combination")
})

test_that("the columns that say where a row belongs are plain texts and numbers", {
  names <- c("caf\u00e9", "even")
  two <- stats::setNames(list(bandit(arms_bernoulli(c(0.3, 0.6))), problems$fair), names)
  play <- function(policies) run_study(two, policies, 100, reps = 7, record = c(10, 100), seed = 1)
  study <- play(players[1:2])
  whole <- c(study, play(players[3]))
  labels <- vapply(players, function(policy) policy$label, "")
  expect_cells <- function(table, policies, each) {
    expect_identical(table$bandit, rep(names, each = length(policies) * 7 * each))
    expect_identical(table$policy, rep(rep(policies, each = 7 * each), 2))
    expect_identical(table$rep, rep(rep(1:7, each = each), 2 * length(policies)))
    for (column in table) expect_false(is.factor(column))
  }
  for (table in study$tables[c("regret", "recommendations")]) {
    expect_cells(table, labels[1:2], 2)
    expect_identical(table$round, rep(c(10, 100), 28))
  }
  expect_cells(regret(whole), labels, 2)
  expect_cells(pulls(study), labels[1:2], 2)
  expect_identical(pulls(study)$arm, rep(1:2, 28))
  # Whoever changes a table changes no other.
  changed <- regret(study)
  changed$policy[2] <- "mine"
  changed$rep[1] <- 0L
  expect_cells(regret(study), labels[1:2], 2)
  expect_cells(study$tables$recommendations, labels[1:2], 2)
  expect_identical(unruly:::repeat_names(c("a", "b", "c"), c(2, 0, 1)), c("a", "a", "c"))
  expect_identical(unruly:::repeat_names(character(), numeric()), character())
})
