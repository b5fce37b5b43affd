literal_ht_ucb <- literal_index(function(t, a, n, mean, world, ...) {
  mean + ifelse(n < world$share[a] * t, world$penalty[a], 0) + sqrt(2 * log(t) / n)
})

literal_st_ucb <- literal_index(function(t, a, n, mean, world, ...) {
  owed <- world$share[a] * t
  soft <- ifelse(owed > 0, world$penalty[a] * pmax(owed - n, 0) / owed, 0)
  mean + soft + sqrt(2 * log(t) / n)
})

literal_lfg <- function(eta = NULL) {
  function(world) {
    seen <- new_tally(world)
    queue <- rep(0, world$arms)
    last <- 0
    weight <- if (is.null(eta)) sqrt(world$horizon) else eta
    list(
      choose = function(t, live) {
        if (t > 1) queue <<- pmax(queue + world$share - (seq_len(world$arms) == last), 0)
        n <- seen$n[live]
        index <- ifelse(n == 0, 1, pmin(seen$total[live] / n + sqrt(2 * log(t) / n), 1))
        last <<- live[which.max(queue[live] + weight * index)]
        last
      },
      observe = seen$add
    )
  }
}

literal_ucb1_inside <- literal_index(function(t, a, n, mean, ...) mean + sqrt(2 * log(t) / n))

literal_flearn <- function(alpha = 0, learner = literal_ucb1_inside) {
  function(world) {
    world$depth <- 1 # the clock of its draws
    inner <- learner(world)
    n <- rep(0, world$arms)
    list(
      choose = function(t, live) {
        behind <- world$share[live] * (t - 1) - n[live]
        if (any(behind > alpha)) return(live[which.max(behind)])
        inner$choose(t, live)
      },
      observe = function(t, action, observed, cost) {
        n[action] <<- n[action] + 1
        inner$observe(t, action, observed, cost)
      }
    )
  }
}

literal_fair_etc <- function(pulls) {
  function(world) {
    seen <- new_tally(world)
    wanted <- pmax(ceiling(world$share * world$horizon * (1 - 1e-12)), pulls)
    committed <- 0
    list(
      choose = function(t, live) {
        if (committed %in% live) return(committed)
        open <- live[seen$n[live] < wanted[live]]
        if (length(open) > 0) return(open[which.min(seen$n[open])])
        committed <<- live[which.max(seen$total[live] / seen$n[live])]
        committed
      },
      observe = seen$add
    )
  }
}

# Shares and penalties of all kinds, zeros among them; horizons at which shares
# are no whole numbers of pulls but for rounding.
fair_cases <- function(horizon, ..., seed = 1) {
  set.seed(seed)
  cases <- literal_cases(horizon, ...)
  lapply(cases[vapply(cases, function(case) case$arms$kind != "tape_round", NA)], function(case) {
    k <- case$arms$count
    share <- sample(c(0, 0.25, 0.5, 0.9), k, replace = TRUE) / k
    penalty <- sample(c(0, 0.1, 0.5, 2), k, replace = TRUE)
    list(bandit = bandit(case$arms) |> with_fairness(share, penalty), share = share, penalty = penalty,
         world = literal_world(k, horizon, case$pays, share = share, penalty = penalty))
  })
}

expect_literal_fair <- function(policy, make, horizon = 1000, ..., numbers = 0) {
  for (case in fair_cases(horizon, ...)) {
    case$world$random <- policy_numbers(policy, 1, 1, numbers)
    expect_literal(case$bandit, policy, make, case$world)
  }
}

# Impatient arms that must get their shares: some leave all the same.
expect_literal_leaving <- function(policy, make, horizon = 1500, numbers = 0) {
  for (seed in 1:3) {
    case <- moving_cases(horizon, seed = seed)[[1]]
    world <- case$world
    world$share <- c(0.12, 0, 0.2, 0.05, 0.3, 0.12)
    world$penalty <- c(0.5, 0.2, 1, 0.5, 0, 0.3)
    world$random <- policy_numbers(policy, seed, 1, numbers)
    expect_literal(with_fairness(case$bandit, world$share, world$penalty), policy, make, world, seed)
  }
}

test_that("HT-UCB makes the choices of equation (11), ties included", {
  expect_literal_fair(policy_ht_ucb(), literal_ht_ucb, 2000)
  expect_literal_leaving(policy_ht_ucb(), literal_ht_ucb)
})

test_that("ST-UCB makes the choices of the soft threshold", {
  expect_literal_fair(policy_st_ucb(), literal_st_ucb, 2000)
  expect_literal_leaving(policy_st_ucb(), literal_st_ucb)
})

test_that("a penalty of the policy's own takes the place of the bandit's", {
  skip_in_quick()
  own <- function(make, penalty) function(world) {
    world$penalty <- rep_len(penalty, world$arms)
    make(world)
  }
  expect_literal_fair(policy_ht_ucb(penalty = 0.7), own(literal_ht_ucb, 0.7), sizes = c(1, 3, 7))
  expect_literal_fair(policy_st_ucb(penalty = 0.7), own(literal_st_ucb, 0.7), sizes = c(1, 3, 7))
  rates <- c(0.2, 0, 1.5)
  expect_literal_fair(policy_ht_ucb(penalty = rates), own(literal_ht_ucb, rates), sizes = 3)
  expect_literal_fair(policy_st_ucb(penalty = rates), own(literal_st_ucb, rates), sizes = 3)
  b <- bandit(arms_bernoulli(c(0.2, 0.5))) |> with_fairness(0.1, 1)
  for (policy in list(policy_ht_ucb(rates), policy_st_ucb(rates))) {
    expect_error(run_study(b, policy, horizon = 10, reps = 1), "3", class = "unruly_error_policy")
  }
})

test_that("with all penalties 0 HT-UCB and ST-UCB are UCB1", {
  skip_in_quick()
  for (case in fair_cases(2000, sizes = c(1, 3, 7))) {
    for (b in list(case$bandit, with_fairness(bandit(case$bandit$arms), case$share, 0))) {
      own <- if (identical(b, case$bandit)) 0
      policies <- list(policy_ucb1(), policy_ht_ucb(own), policy_st_ucb(own))
      study <- play(b, policies, 2000, record = 2000)
      arms <- matrix(choices(study)$arm, ncol = 3)
      expect_identical(arms[, 2], arms[, 1])
      expect_identical(arms[, 3], arms[, 1])
    }
  }
})

test_that("LFG makes the choices of its queues", {
  skip_on_cran()
  expect_literal_fair(policy_lfg(), literal_lfg())
  expect_literal_fair(policy_lfg(eta = 0), literal_lfg(0))
  expect_literal_fair(policy_lfg(eta = 3.5), literal_lfg(3.5), sizes = c(2, 7))
  expect_literal_leaving(policy_lfg(), literal_lfg())
})

test_that("Flearn serves who is furthest behind, and else learns by UCB1", {
  skip_in_quick()
  expect_literal_fair(policy_flearn(), literal_flearn(), 2000)
  expect_literal_fair(policy_flearn(alpha = 12.5), literal_flearn(12.5), sizes = c(2, 7))
  expect_literal_leaving(policy_flearn(), literal_flearn())
})

test_that("Flearn learns by Thompson sampling too", {
  skip_in_quick()
  gaussian <- policy_flearn(learner = "thompson")
  expect_literal_fair(gaussian, literal_flearn(learner = literal_thompson_gaussian), 1000, numbers = 1000 * 20)
  expect_literal_leaving(gaussian, literal_flearn(learner = literal_thompson_gaussian), numbers = 1500 * 6)
  beta <- policy_flearn(alpha = 3, learner = "thompson", family = "bernoulli")
  expect_literal_fair(beta, literal_flearn(3, literal_thompson_beta), 800, sizes = 1:3, unit = TRUE, numbers = 800 * 25)
  normal <- bandit(arms_gaussian(c(0, 1))) |> with_fairness(0.1, 1)
  expect_error(run_study(normal, beta, horizon = 10, reps = 1), "beta prior", class = "unruly_error_policy")
})

test_that("fair ETC gives each arm its share first, then plays the best", {
  skip_in_quick()
  expect_literal_fair(policy_fair_etc(), literal_fair_etc(1))
  expect_literal_fair(policy_fair_etc(pulls = 40), literal_fair_etc(40))
  expect_literal_fair(policy_fair_etc(pulls = 5000), literal_fair_etc(5000), 300, sizes = c(1, 3))
  expect_literal_leaving(policy_fair_etc(pulls = 20), literal_fair_etc(20))
  # .07 of 100 rounds are 7, whatever doubles say.
  study <- play(bandit(arms_constant(c(1, 0))) |> with_fairness(c(0, 0.07), 1), policy_fair_etc(), 100)
  expect_identical(pulls(study)$pulls, c(93, 7))
})

test_that("the policies for fairness refuse a bandit without it", {
  skip_in_quick()
  plain <- bandit(arms_bernoulli(c(0.2, 0.5)))
  for (policy in list(policy_ht_ucb(), policy_st_ucb(), policy_lfg(), policy_flearn(), policy_fair_etc())) {
    expect_error(run_study(plain, policy, horizon = 10, reps = 1), "fairness", class = "unruly_error_policy")
  }
})
