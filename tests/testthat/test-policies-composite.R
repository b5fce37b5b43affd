literal_ars_ucb <- function(alpha = 4, f = function(k) k^2) {
  function(world) {
    seen <- new_tally(world)
    rounds <- numeric(world$arms) # how many rounds of play an arm has had
    arm <- 0
    left <- 0
    list(choose = function(t, live) {
      if (left > 0 && arm %in% live) return(arm)
      n <- seen$n[live]
      if (any(n == 0)) {
        arm <<- live[n == 0][1]
      } else {
        index <- pmin(seen$total[live] / n + sqrt(alpha * log(t) / n), 1)
        best <- live[index == max(index)]
        arm <<- best[which.min(seen$n[best])]
      }
      rounds[arm] <<- rounds[arm] + 1
      left <<- f(rounds[arm])
      arm
    }, observe = function(t, action, observed, cost) {
      left <<- left - 1
      seen$add(t, action, observed, cost)
    })
  }
}

ars_variants <- list(
  list(policy = policy_ars_ucb(), make = literal_ars_ucb()),
  list(policy = policy_ars_ucb(alpha = 0.5, round_size = rounds_power(1.5, c = 0.7)),
       make = literal_ars_ucb(0.5, function(k) ceiling(0.7 * k^1.5))),
  list(policy = policy_ars_ucb(alpha = 1, round_size = rounds_doubling()),
       make = literal_ars_ucb(1, function(k) if (k == 1) 2^2 else 2^k)),
  list(policy = policy_ars_ucb(alpha = 1, round_size = rounds_doubling(2)),
       make = literal_ars_ucb(1, function(k) if (k == 1) 2^4 else 2^(k + 2)))
)

test_that("ARS-UCB makes the choices of Algorithm 1 without a spread, ties included", {
  for (v in ars_variants) expect_literal_cases(v$policy, v$make, horizon = 2000, sizes = c(1, 2, 20))
})

test_that("ARS-UCB makes the choices of Algorithm 1 from the sums that arrive", {
  spreads <- list(spread_delay(0, 0), spread_delay(1, 1), spread_delay(3, 30), spread_window(2, 9),
                  spread_linear(20), spread_linear(20, "increasing"), spread_geometric(0.7), spread_power(2),
                  spread_adversarial(10))
  for (spread in spreads) {
    for (k in c(3, 10)) {
      set.seed(k)
      b <- bandit(arms_bernoulli(stats::runif(k))) |> with_spread(spread)
      for (v in ars_variants[c(1, 3)]) {
        shown <- core_choices(b, v$policy, 2000, seed = k)
        world <- literal_world(k, 2000, function(...) NA, observed = shown$observed)
        expect_literal(b, v$policy, v$make, world, seed = k)
      }
    }
  }
})

test_that("a fixed lag shows each reward that many rounds later, and ARS-UCB plays by it", {
  for (lag in c(0, 1, 7)) {
    arms <- arms_bernoulli(c(0.3, 0.7, 0.5))
    b <- bandit(arms) |> with_spread(spread_delay(lag, lag))
    played <- core_choices(b, policy_ars_ucb(), 2000)
    tape <- rewards_of(arms, 2000)
    pull <- stats::ave(played$arm, played$arm, FUN = seq_along)
    worth <- tape[cbind(played$arm, pull)]
    expect_identical(played$reward, worth)
    expect_identical(played$observed, c(rep(0, lag), worth)[1:2000])
  }
})

test_that("ARS-UCB chooses the next arm when the one in play is gone", {
  for (v in ars_variants) expect_literal_moving(v$policy, v$make)
})
