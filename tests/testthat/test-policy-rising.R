# Arms whose means rise with their own pulls: policies for them, and the arm that is best played throughout.

literal_rising <- function(arms, window, alpha, sd) {
  function(t, past) {
    came <- past[past$known, ]
    came <- came[order(came$shown, came$round), ]
    plays <- tabulate(past$arm, arms)
    index <- vapply(seq_len(arms), function(k) {
      seen <- came$reward[came$arm == k]
      n <- length(seen)
      h <- floor(window * n)
      if (h == 0) return(NA)
      l <- (n - h + 1):n
      mean(seen[l] + (t - l) * (seen[l] - seen[l - h]) / h) + sd * (t - n + h - 1) * sqrt(10 * alpha * log(t - 1) / h^3)
    }, 0)
    if (anyNA(index)) which(is.na(index))[which.min(plays[is.na(index)])] else which.max(index)
  }
}

test_that("R-ed-UCB makes the choices of its rule, also with late outcomes", {
  skip_on_cran() # long
  arms <- bandit(arms_gaussian(c(0.2, 0.5, 0.3), sd = 0.3)) |> with_wear(wear_power(c(-0.1, 0, -0.2)))
  cases <- expand.grid(late = c(FALSE, TRUE), window = c(0.25, 0.5, 0.1), alpha = c(0.01, 4))
  for (i in share_of(seq_len(nrow(cases)))) with(cases[i, ], {
    b <- if (late) with_delay(arms, 7) else arms
    expect_choices_by_rule(one_game(b, policy_rising_ucb(window, alpha, sd = 0.3), 250), literal_rising(3, window, alpha, 0.3))
  })
})

literal_recent_rejects <- function(arms, horizon, window) {
  logbar <- 0.5 + sum(1 / (2:arms))
  out <- rep(FALSE, arms)
  function(t, past) {
    plays <- tabulate(past$arm, arms)
    mean <- vapply(seq_len(arms), function(k) {
      seen <- past$reward[past$arm == k]
      if (length(seen) > 0) mean(utils::tail(seen, max(1, floor(window * length(seen))))) else -Inf
    }, 0)
    repeat {
      left <- sum(!out)
      if (left < 2 || min(plays[!out]) < max(1, ceiling((horizon - arms) / (logbar * left) * (1 - 1e-12)))) break
      out[which(!out)[which.min(mean[!out])]] <<- TRUE
    }
    which(!out)[which.min(plays[!out])]
  }
}

test_that("successive rejects with a window judge arms by their last outcomes", {
  skip_in_quick()
  b <- bandit(arms_gaussian(c(0.2, 0.5, 0.3, 0.4), sd = 0.3)) |> with_wear(wear_power(c(-0.3, 0, -0.2, -0.1)))
  for (window in c(0.1, 0.25, 0.9)) {
    expect_choices_by_rule(one_game(b, policy_successive_rejects(window), 200), literal_recent_rejects(4, 200, window))
  }
  expect_identical(policy_successive_rejects(1), policy_successive_rejects())
  expect_identical(identity_of(policy_successive_rejects()), "66171e58")
  expect_error(exact_study(bandit(arms_bernoulli(c(0.2, 0.5))), policy_successive_rejects(0.5), 6), "window")
})

rising_arms <- function(top, pace, pulls) {
  means <- t(mapply(function(c, s) c * (1 - exp(-seq_len(pulls) / s)), top, pace))
  bandit(arms_gaussian(0 * top, sd = 0.1)) |> with_wear(means)
}

test_that("arms that only rise are compared with the one that is best throughout, which the oracle plays", {
  b <- rising_arms(c(0.6, 0.9), c(20, 100), 400)
  study <- play(b, list(policy_oracle(), policy_uniform(), policy_fixed(1)), 400)
  means <- b$traits$wear$parameters$law.mean
  rows <- regret(study)
  rows <- rows[rows$round %in% c(50, 400), ]
  expect_equal(rows$benchmark, rep(cumsum(means[2, ])[c(50, 400)], 3))
  fixed <- rows[rows$policy == "Fixed (1)" | grepl("Fixed", rows$policy), ]
  expect_equal(fixed$regret, cumsum(means[2, ] - means[1, ])[c(50, 400)])
  expect_lt(fixed$regret[1], 0)
  expect_equal(rows$optimal[rows$policy == "Oracle"], c(50, 400))
  oracle <- rows[rows$policy == "Oracle", ]
  expect_equal(oracle$regret, c(0, 0))
  named <- recommendations(study)
  expect_equal(unique(named$simple_regret[named$arm == 1]), means[2, 400] - means[1, 400])
  expect_output(print(b), "best played throughout")
})

test_that("arms of which some falls, or come and go, are compared with the greedy oracle as before", {
  falls <- bandit(arms_gaussian(c(0.2, 0.5))) |> with_wear(rbind(c(0.1, 0.2, 0.3), c(0.5, 0.4, 0.6)))
  greedy <- regret(play(falls, policy_oracle(), 5))
  expect_equal(greedy$benchmark, cumsum(c(0.5, 0.4, 0.6, 0.6, 0.6)))
  rests <- rising_arms(c(0.6, 0.9), c(20, 100), 50) |> with_lifetimes(1, c(30, 40))
  expect_output(print(rests), "greedy oracle")
})

last_benchmark <- function(b, horizon) utils::tail(regret(play(b, policy_oracle(), horizon))$benchmark, 1)

test_that("a sum of means ends where they no longer change, and saturated probabilities stay", {
  b <- bandit(arms_bernoulli(c(0.5, 0.6))) |> with_wear(wear_linear(c(-0.01, 0)))
  means <- pmin(0.5 + 0.01 * (0:9999), 1)
  expect_equal(last_benchmark(b, 1e4), sum(means))
  steps <- bandit(arms_gaussian(c(0.5, 0.6))) |> with_wear(wear_step(c(10, 20), drop = c(-0.5, -0.1)))
  expect_equal(last_benchmark(steps, 1e3), 10 * 0.5 + 990)
})

test_that("games compare with the benchmark that the bandit prints, whichever traits come with the wear", {
  skip_in_quick()
  rises <- rbind(c(0.1, 0.2, 0.9), c(0.5, 0.5, 0.5))
  both <- rbind(c(0.1, 0.2, 0.9), c(0.5, 0.4, 0.5))
  flat <- rbind(rep(0.4, 3), rep(0.5, 3))
  traits <- list(
    none = identity, patience = function(b) with_patience(b, 3), delay = function(b) with_delay(b, 4), batches = function(b) with_batches(b, 5),
    accrual = function(b) with_accrual(b, 2, 1), previews = function(b) with_previews(b, c(1, 4), c(1, 0)), spread = function(b) with_spread(b, spread_delay(1, 2)),
    entries = function(b) with_entries(b, c(3, 1)), lifetimes = function(b) with_lifetimes(b, 1, c(20, 20))
  )
  for (name in names(traits)) for (means in list(rises, both, flat)) {
    b <- traits[[name]](bandit(arms_gaussian(c(0, 0), sd = 0.1)) |> with_wear(means))
    throughout <- identical(means, rises) && !name %in% c("entries", "lifetimes")
    expect_identical(unruly:::has_best_throughout(b), throughout, info = name)
    found <- regret(play(b, list(policy_uniform(), policy_oracle()), 20))
    best <- if (throughout) c(0.1, 0.2, rep(0.9, 18)) else if (!identical(means, both)) rep(0.5, 20) else c(0.5, rep(c(0.4, 0.5), c(1, 18)))
    expect_equal(found$benchmark, rep(cumsum(best), 2), info = name)
  }
})
