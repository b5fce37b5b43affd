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

test_that("what does not fit is refused, with the reason", {
  a <- run(problems["odd"])
  expect_error(c(a, run(problems["wait"], players[1:2])), "different bandits and policies", class = "unruly_error_combination")
  expect_error(c(a, run(problems["odd"], players[1:2])), "\"Uniform\" is in more than one", class = "unruly_error_combination")
  expect_error(c(a, run(problems["odd"], list(policy_ucb1()), reps = 7)), "policies and replications", class = "unruly_error_combination")
  expect_error(c(a, a), "share replications", class = "unruly_error_combination")
  other <- list(odd = bandit(arms_bernoulli(c(0.1, 0.2))) |> with_patience(9))
  expect_error(c(a, run(other)), "\"odd\" is in more than one", class = "unruly_error_combination")
})

test_that("names that are repeated take no memory, and are plain texts", {
  study <- run(reps = 2000, p = players[1:2])
  table <- regret(study)
  expect_identical(unruly:::repeated_match(table$policy, c("Uniform", "again")), match(table$policy, c("Uniform", "again")))
  expect_type(table$bandit, "character")
  expect_identical(.Call(unruly:::C_repeated, table$bandit)[[1]], names(problems))
  expect_null(.Call(unruly:::C_repeated, c("a", "b")))
  x <- unruly:::repeat_names(c("a", "b", "c", NA), c(2, 0, 3, 1))
  plain <- c("a", "a", "c", "c", "c", NA)
  expect_identical(x, plain)
  expect_identical(x[c(6, 1, 3)], plain[c(6, 1, 3)])
  expect_identical(paste0(x, 1:6), paste0(plain, 1:6))
  expect_identical(rev(sort(x)), c("c", "c", "c", "a", "a"))
  y <- x
  y[2] <- "z" # a copy
  expect_identical(y, replace(plain, 2, "z"))
  expect_identical(x, plain)
  expect_identical(unserialize(serialize(x, NULL)), plain)
  expect_identical(unruly:::repeat_names(character(), numeric()), character())
  expect_identical(unruly:::repeat_names("a", 0), character())
})
