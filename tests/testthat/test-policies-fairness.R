literal_ht_ucb <- literal_index(function(t, a, n, mean, world, ...) {
  mean + ifelse(n < world$share[a] * t, world$penalty[a], 0) + sqrt(2 * log(t) / n)
})

fairness_world <- function(case, horizon, share, penalty) {
  literal_world(case$arms$count, horizon, case$pays, share = share, penalty = penalty)
}

test_that("HT-UCB makes the choices of equation (11), ties included", {
  set.seed(1)
  for (case in literal_cases(2500)) {
    if (case$arms$kind == "tape_round") next
    k <- case$arms$count
    share <- sample(c(0, 0.25, 0.5, 0.9), k, replace = TRUE) / k
    penalty <- sample(c(0, 0.1, 0.5, 2), k, replace = TRUE)
    b <- bandit(case$arms) |> with_fairness(share, penalty)
    expect_literal(b, policy_ht_ucb(), literal_ht_ucb, fairness_world(case, 2500, share, penalty))
  }
})

test_that("HT-UCB makes the same choices where impatient arms leave", {
  for (seed in 1:3) {
    case <- moving_cases(2000, seed = seed)[[1]]
    share <- rep(0.12, 6)
    penalty <- c(0.5, 0.2, 1, 0.5, 0, 0.3)
    b <- case$bandit |> with_fairness(share, penalty)
    world <- case$world
    world$share <- share
    world$penalty <- penalty
    expect_literal(b, policy_ht_ucb(), literal_ht_ucb, world, seed)
  }
})
