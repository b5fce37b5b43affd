# as_code(): the code makes the object again.

again <- function(x) eval(str2expression(paste(as_code(x), collapse = "\n")))

test_that("the code of a study makes the study", {
  skip_in_quick()
  two <- list(A = bandit(arms_gaussian(c("a b" = 0.5, c = 0.9), sd = c(1, 2))) |> with_patience(c(4, 9)),
              bandit = bandit(arms_bernoulli(prior_beta(3, 1, 2))))
  study <- run_study(two, list(policy_ucb(), "U \"V\"" = policy_floor(policy_epsilon_greedy(0.1), 0.1)), 50, reps = 3, seed = 1)
  expect_identical(as_code(study), c(
    "run_study(", "  bandit = list(", "    A = bandit(arms_gaussian(c(`a b` = 0.5, c = 0.9), sd = c(1, 2))) |>",
    "      with_patience(c(4, 9)),", "    bandit = bandit(arms_bernoulli(prior_beta(3, shape1 = 1, shape2 = 2)))", "  ),",
    "  policies = list(", "    policy_ucb(),", "    policy_floor(policy_epsilon_greedy(), 0.1, label = \"U \\\"V\\\"\")",
    "  ),", "  horizon = 50,", "  reps = 3,", "  seed = 1", ")"))
  expect_equal(again(study), study)
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  for (study in list(run_study(b, policy_ucb1(), 60, reps = 2, first_rep = 4, seed = 1, record = c(2, 9, 60), keep = c("choices", "scores")),
                     run_study(b, policy_uniform(), 60, reps = 2, seed = 1, record = 12, stop = stop_glr(0.1) | stop_at(20), after = "end"),
                     run_study(with_delay(b, 3), policy_uniform(), 60, reps = 2, seed = 1, overrun = TRUE, drop = stop_posterior(below = 0.1)),
                     run_study(with_delay(b, 3), policy_uniform(), 60, reps = 2, seed = 1, overrun = 2))) {
    expect_equal(again(study), study)
  }
})

test_that("the code of a study with gaps plays the whole run, and says so", {
  made <- function(...) run_study(bandit(arms_bernoulli(c(0.3, 0.6))), policy_ucb1(), 20, seed = 1, ...)
  gaps <- c(made(reps = 2, first_rep = 3), made(reps = 1, first_rep = 7))
  expect_identical(as_code(gaps)[1], "# The study lacks 2 of these replications.")
  expect_equal(again(gaps), made(reps = 5, first_rep = 3))
})

test_that("numbers are read as they were, and what is a default is left out", {
  for (x in list(policy_ucb1(), policy_ucb1(1 / 3), policy_kl_ucb(label = "a\\b\n"), policy_fixed(2), policy_ars_ucb(round_size = round_sizes(1.7)),
                 bandit(arms_constant(c(1e-300, 0.1 + 0.2, 1e22))), bandit(arms_tape(matrix(c(0.5, 0, 1, 1), 2), by = "round")),
                 stop_glr(looks = c(5, 9)) & stop_at(30))) {
    expect_identical(again(x), x)
  }
  expect_identical(as_code(policy_ucb1()), "policy_ucb1()")
  expect_identical(as_code(policy_fc_se()), "policy_fc_se()")
})

test_that("an object that no code makes has a name, and a comment says what it stands for", {
  skip_in_quick()
  mine <- policy_custom(choose = \(state, view) 1, label = "Mine\n# x")
  log <- as_log(data.frame(arm = rep(1:2, 30), reward = rep(c(0, 1, 1), 20)))
  study <- run_study(bandit_replay(log), list(policy_floor(policy_moss(), 0.1), mine), 10, reps = 2, seed = 1)
  code <- as_code(study)
  expect_match(code[1], "^# bandit_1: 2 arms, the replay of 60 events")
  expect_match(code[2], "^# policy_2: the policy \"Mine.*, to be made by code of your own$")
  expect_match(code, "bandit = bandit_1,", fixed = TRUE, all = FALSE)
  expect_match(code, "policy_floor(policy_moss(), 0.1)", fixed = TRUE, all = FALSE)
  made <- eval(str2expression(paste(code, collapse = "\n")), list(bandit_1 = bandit_replay(log), policy_2 = mine))
  expect_equal(regret(made), regret(study))
  for (x in list(1, NULL, arms_bernoulli(0.5))) expect_error(as_code(x), "must be a study, a bandit, a policy or a rule", class = "unruly_error_argument")
})
