# Epoch s, from 1: s - 1 epochs are over before it.
literal_wait_ucb <- function(world) {
  seen <- new_tally(world)
  list(choose = function(t, live) {
    a <- actions_of(world, live)
    n <- seen$n[a]
    if (any(n == 0)) return(a[n == 0][1])
    j <- (a - 1) %% world$waits + 1
    s <- sum(seen$n) + 1
    alpha <- 8 * (j - 1) / 3
    beta <- sqrt(2) * (sqrt(j - 1) + 1)
    a[which.max(seen$total[a] / seen$time[a] + alpha * log(s - 1) / n + beta * sqrt(log(s - 1) / n))]
  }, observe = seen$add)
}

test_that("Wait-UCB makes the choices of its formula", {
  skip_in_quick()
  for (k in c(1, 2, 4, 10, 20)) {
    for (waits in c(1, 2, 5)) {
      case <- waiting_case(k, waits, 5000, seed = k)
      expect_literal(case$bandit, policy_wait_ucb(), literal_wait_ucb, case$world, seed = k)
    }
  }
})

test_that("Wait-UCB makes the choices of its formula when pay depends on the delay, and with ties", {
  joint <- waiting_case(4, 4, 5000, joint = TRUE)
  expect_literal(joint$bandit, policy_wait_ucb(), literal_wait_ucb, joint$world)
  ties <- waiting_case(5, 3, 5000, value = 1)
  expect_literal(ties$bandit, policy_wait_ucb(), literal_wait_ucb, ties$world)
  # Delays that are always the same make many indices equal.
  b <- bandit(arms_constant(c(0.5, 0.5, 1))) |> with_waiting(rbind(c(0, 1), c(0, 1), c(0, 1)))
  world <- literal_world(3, 5000, function(arm, pull, round) c(0.5, 0.5, 1)[arm], waits = 2,
                         delay = matrix(2, 3, 5000))
  expect_literal(b, policy_wait_ucb(), literal_wait_ucb, world)
})

test_that("Wait-UCB makes the same choices where arms leave while another is waited for", {
  skip_in_quick()
  for (seed in 1:3) {
    case <- waiting_case(4, 4, 1000, seed = seed)
    patience <- c(40, 60, 25, Inf)
    case$world$patience <- patience
    expect_literal(case$bandit |> with_patience(patience), policy_wait_ucb(), literal_wait_ucb, case$world, seed)
    first <- c(1, 1, 100, 1500)
    case$world$first <- first
    expect_literal(case$bandit |> with_patience(patience) |> with_entries(first), policy_wait_ucb(),
                   literal_wait_ucb, case$world, seed)
  }
})
