# Theorem 2.1 by its definition: all histories (b, i) of a game, one by one, and
# the law of the greatest mean by enumeration of all that the arms may have paid.
literal_ag_bound <- function(means, horizon, first, last, keep, init) {
  live_at <- function(t) which(first <= t & last >= t)
  initial <- head(live_at(1), init)
  gap_at <- function(t) max(means[live_at(t)]) - means
  greatest <- function(n, live) {
    played <- live[n[live] > 0]
    if (length(played) == 0) return(0)
    paid <- expand.grid(lapply(played, function(j) 0:n[j]))
    chance <- apply(paid, 1, function(x) prod(dbinom(x, n[played], means[played])))
    sum(chance * apply(paid, 1, function(x) max(x / n[played])))
  }
  chances <- function(n, t) {
    live <- live_at(t)
    explored <- live[order(-last[live], live)][1:ceiling(keep * length(live))]
    p <- 1 - greatest(n, live)
    u <- sapply(live, function(j) {
      prod(vapply(live[means[live] > means[j]], function(i) {
        exp(-n[j] * (means[i] - means[j])^2 / 2) + exp(-n[i] * (means[i] - means[j])^2 / 2)
      }, 0))
    })
    list(live = live, explore = p * (live %in% explored) / length(explored), exploit = (1 - p) * u)
  }
  total <- 0
  walk <- function(t, n, weight) {
    if (t > horizon) return(invisible())
    if (t <= length(initial)) {
      n[initial[t]] <- 1
      total <<- total + gap_at(t)[initial[t]]
      return(walk(t + 1, n, weight))
    }
    c <- chances(n, t)
    total <<- total + weight * sum(gap_at(t)[c$live] * (c$explore + c$exploit))
    for (b in c("explore", "exploit")) {
      for (i in seq_along(c$live)) {
        after <- n
        after[c$live[i]] <- after[c$live[i]] + 1
        walk(t + 1, after, weight * c[[b]][i])
      }
    }
  }
  walk(1, numeric(length(means)), 1)
  total
}

test_that("the bound of AG-L is the sum over all histories", {
  skip_in_quick()
  cases <- list(
    list(means = c(0.8, 0.3), horizon = 6, first = c(1, 1), last = c(9, 4), keep = 0.3, init = 2),
    list(means = c(0.2, 0.9), horizon = 6, first = c(1, 3), last = c(9, 9), keep = 1, init = 1),
    list(means = c(0.5, 0.5, 0.9), horizon = 6, first = c(1, 1, 1), last = c(3, 9, 5), keep = 0.5, init = 3),
    list(means = c(0.4, 0.7, 0.9), horizon = 5, first = c(1, 1, 4), last = c(4, 9, 5), keep = 1, init = 0),
    list(means = c(0.4, 1), horizon = 5, first = c(1, 1), last = c(2, 2), keep = 1, init = 2)
  )
  for (case in cases[1:4]) {
    bound <- of_mortal(case$means, case$horizon, policy_ag(keep = case$keep, init = case$init), case$first, case$last)
    expect_equal(bound$value, do.call(literal_ag_bound, case))
  }
  # Nobody lives from round 3 on.
  expect_equal(of_mortal(c(0.4, 1), 5, policy_ag(explore = "longest"), last = 2)$value, 0.6)
})

test_that("the expected greatest mean is exact, also where means tie", {
  expect_equal(unruly:::expected_greatest(c(1, 1), c(0.5, 0.5)), 0.75)
  expect_equal(unruly:::expected_greatest(c(3, 6, 0), c(0.2, 0.4, 1)), {
    x <- expand.grid(0:3, 0:6)
    sum(dbinom(x[, 1], 3, 0.2) * dbinom(x[, 2], 6, 0.4) * pmax(x[, 1] / 3, x[, 2] / 6))
  })
  expect_equal(unruly:::expected_greatest(0, 0.5), 0)
})

test_that("the bound of AG-L has a row a horizon and bounds what is played", {
  skip_on_cran() # long
  means <- c(0.9, 0.2, 0.4)
  last <- c(12, 20, 20)
  rounds <- c(3, 20, 10)
  bound <- of_mortal(means, rounds, policy_ag(keep = 0.3), last = last)
  expect_equal(bound$round, rounds)
  expect_true(all(bound$bound == "Theorem 2.1 (AG-L)"))
  expect_gt(bound$value[2], bound$value[3])
  for (policy in list(policy_ag(keep = 0.3), policy_ag())) {
    study <- run_study(bandit(arms_bernoulli(means)) |> with_lifetimes(1, last), policy, horizon = 20, reps = 1000,
                       record = sort(rounds), seed = 1)
    table <- summary(study, at = "all")
    most <- if (identical(policy, policy_ag())) of_mortal(means, rounds, policy, last = last) else bound
    expect_true(all(table$mean - 4 * table$se <= sort(most$value) + 1e-9))
  }
})

# Theorem 2.3, corrected, round by round.
literal_ucb_l_bound <- function(means, horizon, first, last, scale, r, init) {
  best_at <- function(t) {
    live <- which(first <= t & last >= t)
    live[which.max(means[live])]
  }
  initial <- head(which(first == 1), init)
  total <- 0
  for (t in seq_along(initial)) total <- total + means[best_at(t)] - means[initial[t]]
  psi <- function(j, t) scale * log(last[j] - t + 1)
  for (j in seq_along(means)) {
    for (i in seq_along(means)) {
      gap <- means[i] - means[j]
      if (gap <= 0) next
      epoch <- Filter(function(t) t > length(initial) && first[j] <= t && last[j] >= t && best_at(t) == i, seq_len(horizon))
      if (length(epoch) == 0) next
      u <- 0
      for (t in epoch) if (t > first[j]) u <- max(u, ceiling(8 * psi(j, t)^2 * log(t - first[j]) / gap^2))
      sum <- u
      for (t in epoch) {
        a <- t - first[i]
        b <- t - first[j]
        if (a > 0 && b > 0) {
          sum <- sum + a * max(b - u + 1, 0) * (b^(-4 * psi(j, t)^2 / r^2) + a^(-4 * psi(i, t)^2 / r^2))
        }
      }
      total <- total + gap * min(length(epoch), sum)
    }
  }
  total
}

test_that("the bound of UCB-L is its formula", {
  skip_in_quick()
  means <- c(0.5, 0.95, 0.05, 0.7)
  first <- c(1, 40, 1, 90)
  last <- c(400, 120, 500, 300)
  scales <- c(0, 0.011, 0.3, 1)
  for (scale in scales) {
    for (r in c(1, 2)) {
      for (init in 0:2) {
        if (!is_drawn(match(scale, scales), r, init)) next
        bound <- of_mortal(means, c(350, 60), policy_ucb_l(scale, init, range = c(0, r)), first, last)
        expect_equal(bound$value, c(literal_ucb_l_bound(means, 350, first, last, scale, r, init),
                                     literal_ucb_l_bound(means, 60, first, last, scale, r, init)))
      }
    }
  }
})

test_that("the sum inside the minimum matters, and the bound bounds what is played", {
  skip_in_quick()
  means <- c(0.98, 0.02)
  far <- of_mortal(means, 4e4, policy_ucb_l(0.05), last = 1e12)
  expect_lt(far$value, 0.96 * 4e4 / 50)
  study <- run_study(bandit(arms_bernoulli(means)) |> with_lifetimes(1, 1e12), policy_ucb_l(scale = 0.05), horizon = 4e4,
                     reps = 50, record = 1, seed = 1)
  expect_lt(mean(regret(study)$regret), far$value)
})

test_that("bounds that cannot be summed are refused, with the size", {
  skip_in_quick()
  expect_error(of_mortal(rep(0.5, 6), 100, policy_ag()), "at most 100,000 are summed", class = "unruly_error_combination")
  expect_error(of_mortal(c(0.5, 0.6), 10, policy_ag(), last = 1), "Arm 2 dies before round 2", class = "unruly_error_combination")
  expect_error(of_mortal(0.5, 10, policy_ag()), "two arms", class = "unruly_error_argument")
  expect_error(regret_bound(bandit(arms_gaussian(c(0.5, 0.6))) |> with_lifetimes(1, 9), 5, policy_ag()), "Bernoulli", class = "unruly_error_argument")
  expect_error(of_mortal(c(0.5, 0.6), 10, policy_ag(range = c(0, 2))), "scale", class = "unruly_error_argument")
  expect_error(of_mortal(c(0.5, 0.6), 1e9, policy_ucb_l()), "horizon", class = "unruly_error_argument")
})
