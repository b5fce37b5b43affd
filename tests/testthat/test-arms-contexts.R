# Contexts with rewards of the user's own, and arms of which they are the log-odds.

# What a policy is told, round by round: a list of contexts by replication.
contexts_seen <- function(b, horizon, reps = 1, label = "Looks") {
  seen <- list()
  looks <- policy_custom(choose = function(state, view) {
    seen[[length(seen) + 1]] <<- view$context
    view$live[1]
  }, label = label)
  study <- looking(run_study(b, looks, horizon, reps = reps, seed = 1, threads = 1, keep = "choices"))
  list(seen = seen, choices = choices(study), study = study)
}

test_that("a tape tells the context of each round, and compares with its greatest reward", {
  set.seed(1)
  reward <- matrix(runif(60), 3, dimnames = list(c("a", "b", "c"), NULL))
  context <- matrix(rnorm(80), 20)
  b <- bandit(arms_tape(reward, by = "round", context = context))
  played <- contexts_seen(b, 20)
  expect_equal(do.call(rbind, played$seen), context)
  expect_equal(played$choices$reward, reward[1, ], ignore_attr = TRUE)
  best <- apply(reward, 2, max)
  expect_equal(summary(played$study)$mean, sum(best - reward[1, ]))
  expect_equal(regret(played$study)$benchmark[regret(played$study)$round == 20], sum(best))
  expect_output(print(b), "20 rewards each, contexts of 4 coordinates (a, b, c)", fixed = TRUE)
  expect_output(print(played$study), "the greatest reward of each round")
  expect_identical(levels(pulls(played$study)$arm), c("a", "b", "c"))
  expect_identical(instances(played$study)$mean, rep(NA_real_, 3))
})

test_that("each arm may have contexts of its own", {
  set.seed(2)
  context <- array(rnorm(5 * 3 * 2), c(5, 3, 2))
  b <- bandit(arms_tape(matrix(0, 3, 5), context = context))
  played <- contexts_seen(b, 5)
  for (t in 1:5) expect_equal(played$seen[[t]], context[t, , ])
  expect_output(print(b), "2 coordinates by arm")
  # Arms that are away have no row.
  away <- contexts_seen(b |> with_lifetimes(c(1, 1, 3), c(Inf, 2, Inf)), 5)
  expect_equal(away$seen[[1]], context[1, 1:2, ])
  expect_equal(away$seen[[4]], context[4, c(1, 3), ])
})

test_that("tapes of contexts are refused with the size that is wanted", {
  reward <- matrix(0, 3, 10)
  expect_errors({
    arms_tape(reward, context = matrix(0, 9, 2))
    arms_tape(reward, by = "pull", context = matrix(0, 10, 2))
    arms_tape(reward, context = array(0, c(10, 2, 3)))
    arms_tape(reward, context = array(NA_real_, c(10, 3, 3)))
    arms_tape(reward, context = matrix(1e60, 10, 2))
    arms_tape(reward, context = matrix(0, 10, 1001))
    arms_tape(reward, context = "a")
    run_study(bandit(arms_tape(reward, context = matrix(0, 10, 2))), policy_linucb(), 11)
    bandit(arms_tape(reward, context = matrix(0, 10, 2))) |> with_waiting(c(0.5, 0.5))
    bandit(arms_logistic(diag(2), context_normal(2))) |> with_fairness(0.1, 1)
  })
})

test_that("logistic arms pay 1 with the chance of their log-odds", {
  skip_in_quick()
  theta <- rbind(c(0.5, 1), c(-1, 2))
  context <- cbind(1, rep(c(-1, 0.3, 2), each = 2000))
  b <- bandit(arms_logistic(theta, context))
  for (k in 1:2) {
    reward <- core_choices(b, policy_fixed(k), 6000)$reward
    expect_true(all(reward %in% 0:1))
    chance <- plogis(as.vector(context %*% theta[k, ]))
    for (part in split(seq_along(reward), context[, 2])) {
      expect_lt(abs(sum(reward[part]) - sum(chance[part])), 4 * sqrt(sum(chance[part] * (1 - chance[part]))))
    }
  }
  study <- run_study(b, list(policy_fixed(1), policy_oracle()), 100, reps = 1, seed = 1)
  chances <- plogis(theta %*% t(context[1:100, ]))
  expect_equal(summary(study)$mean, c(sum(apply(chances, 2, max) - chances[1, ]), 0))
  expect_identical(names(instances(study)), c("rep", "arm", "mean", "theta1", "theta2"))
  expect_identical(instances(study)$mean, c(NA_real_, NA_real_))
  expect_output(print(b), "2 logistic contextual arms, contexts of 2 coordinates")
  expect_error(mean_paths(b, 10), "contextual arms", class = "unruly_error_argument")
  expect_error(bandit_mortal(3, 100, 10, reward = arms_logistic(diag(3), context_normal(3))), "contextual", class = "unruly_error_argument")
})

test_that("chances stay chances where log-odds are huge", {
  b <- bandit(arms_logistic(rbind(1e50, -1e50), matrix(1e50, 20)))
  study <- run_study(b, list(policy_fixed(1), policy_fixed(2, label = "two")), 20, reps = 1, seed = 1)
  expect_identical(summary(study, what = "reward")$mean, c(20, 0))
})
