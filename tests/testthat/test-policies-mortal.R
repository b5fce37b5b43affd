# The first plays: arms alive in round 1, each once in index order, while alive.
first_plays <- function(world, init) {
  due <- which(world$first <= 1)
  if (!is.null(init)) due <- due[seq_len(min(init, length(due)))]
  function(live, n) {
    due <<- due[n[due] == 0 & due %in% live]
    due
  }
}

literal_ag <- function(range = c(0, 1), scale = 1, init = NULL) {
  function(world) {
    seen <- new_tally(world)
    first <- first_plays(world, init)
    list(choose = function(t, live) {
      due <- first(live, seen$n)
      if (length(due) > 0) return(due[1])
      played <- live[seen$n[live] > 0]
      mean <- seen$total[played] / seen$n[played]
      p <- if (length(played) == 0) 1 else min(max(1 - scale * (max(mean) - range[1]) / (range[2] - range[1]), 0), 1)
      if (world$random() < p) return(live[floor(world$random() * length(live)) + 1])
      played[which.max(mean)]
    }, observe = seen$add)
  }
}

literal_ucb_l <- function(scale = 0.011, init = NULL) {
  function(world) {
    seen <- new_tally(world)
    first <- first_plays(world, init)
    lives <- numeric()
    list(choose = function(t, live) {
      due <- first(live, seen$n)
      if (length(due) > 0) return(due[1])
      tried <- seen$n > 0
      everybody <- if (any(tried)) sum(seen$total[tried] / seen$n[tried]) / sum(tried) else 0
      n <- pmax(seen$n[live], 1)
      mean <- ifelse(tried[live], seen$total[live] / n, everybody)
      s <- world$first[live]
      l <- if (world$known) world$last[live] else s - 1 + sum(lives) / length(lives)
      psi <- scale * ifelse(l < t, 0, log(pmax(l - t + 1, 1)))
      if (!world$known && length(lives) == 0) psi <- 1
      live[which.max(mean + psi * sqrt(2 * log(t - s + 1) / n))]
    }, observe = seen$add, gone = function(arm, t) lives <<- c(lives, t - world$first[arm]))
  }
}

# Arms with births and deaths at random; most rounds have several alive.
mortal_case <- function(k, horizon, seed, known = TRUE, arms = NULL) {
  set.seed(seed)
  arms <- arms %||% arms_bernoulli(stats::runif(k))
  first <- c(1, 1, sample(horizon, k, replace = TRUE))[seq_len(k)]
  last <- first + ceiling(stats::rexp(k, 5 / horizon))
  last[1] <- horizon
  list(bandit = bandit(arms) |> with_lifetimes(first, last, known),
       world = literal_world(k, horizon, pays_by_pull(rewards_of(arms, horizon, seed)), first = first, last = last, known = known))
}

test_that("AG makes the choices of its rule, by its own numbers", {
  for (k in c(1, 2, 5, 20)) {
    for (policy in list(policy_ag(), policy_ag(scale = 0.5, init = 1), policy_ag(c(-1, 3), scale = 2, init = 0))) {
      given <- policy$parameters
      case <- mortal_case(k, 2500, seed = k)
      case$world$random <- policy_numbers(policy, k, 1, 5000)
      expect_literal(case$bandit, policy, literal_ag(given$range, given$scale, given$init), case$world, seed = k)
    }
  }
})

test_that("AG makes the choices of its rule on steady arms and on arms that leave", {
  expect_literal_cases(policy_ag(), literal_ag(), sizes = c(1, 2, 20), numbers = 4000)
  expect_literal_moving(policy_ag(), literal_ag(), numbers = 4000)
})

test_that("UCB-L makes the choices of its formula, lives known or not", {
  for (known in c(TRUE, FALSE)) {
    for (k in c(1, 2, 5, 20)) {
      for (policy in list(policy_ucb_l(), policy_ucb_l(scale = 0.5, init = 1), policy_ucb_l(scale = 0.1, init = 0))) {
        given <- policy$parameters
        case <- mortal_case(k, 2500, seed = k + 50, known)
        expect_literal(case$bandit, policy, literal_ucb_l(given$scale, given$init), case$world, seed = k + 50)
      }
    }
  }
})

# With values whose sums are exact: else an average of equal means may differ
# from them in its last bit, in the core and here, and ties are none.
test_that("UCB-L makes the choices of its formula with ties", {
  for (known in c(TRUE, FALSE)) {
    for (scale in c(0, 0.2)) {
      case <- mortal_case(12, 2500, seed = 3, known, arms_constant(rep_len(c(0.5, 0.25, 0.5), 12)))
      expect_literal(case$bandit, policy_ucb_l(scale), literal_ucb_l(scale), case$world, seed = 3)
    }
  }
})

test_that("UCB-L leaves out an arm that dies before its first play", {
  arms <- arms_constant(c(0.5, 0.25, 1, 0.75))
  b <- bandit(arms) |> with_lifetimes(1, c(50, 1, 50, 1))
  played <- core_choices(b, policy_ucb_l(), 50)
  expect_equal(played$arm[1:2], c(1, 3))
  expect_false(any(played$arm %in% c(2, 4)))
})
