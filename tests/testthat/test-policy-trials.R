# policy_allocation(): each target and rule against a version written from the contract, choice by choice; exact laws; refusals.

four <- arms_bernoulli(c(0.3, 0.5, 0.6, 0.4))
two <- arms_bernoulli(c(0.3, 0.6))

# Of the arguments of policy_allocation(), the policy and its twin.
expect_trial <- function(b, horizon, ..., shown_by = function(t) t - 1, tolerance = 1e-12) {
  given <- list(...)
  scale <- if (identical(given$family, "gaussian")) list(sd = 0.5) else list(range = c(0, 1))
  policy <- do.call(policy_allocation, c(given, scale))
  design <- do.call(literal_design, c(given, if (!is.null(scale$sd)) scale))
  expect_literal_trial(policy, design, b, horizon, shown_by, tolerance = tolerance)
}

counted <- list(
  list(), list(target = c(2, 1, 3, 1)), list(target = c(2, 1, 3, 1), burn_in = 2), list(target = c(1, 1, 1.5, 0.5), block = 7, burn_in = 1),
  list(rule = "chance"), list(control = 1, control_share = 0.4), list(control = 2, control_share = "sqrt", block = 5), # word ok
  list(control = 2, control_share = "matched", rule = "dbcd"), list(target = "neyman", burn_in = 1), list(target = "neyman", control = 3, gamma = 0.5),
  list(target = "neyman", family = "gaussian"), list(target = "neyman", family = "gaussian", control = 1, rule = "block", block = 6),
  list(target = "rsihr", burn_in = 3), list(target = "rsihr", rule = "chance", control = 1, control_share = "greatest"), # word ok
  list(target = "failures"), list(target = "failures", rule = "block", block = 8), list(target = c(4, 2, 1, 1), rule = "dbcd", gamma = 1)
)
integrated <- list(
  list(target = "best"), list(target = "best", power = 1, burn_in = 1), list(target = "best", rule = "block", block = 10, power = c(2, 0.5)),
  list(target = "best", family = "gaussian", power = 0.5), list(target = "better", control = 1), list(target = "better", control = 2, power = 3, control_share = 0.3),
  list(target = "better", control = 4, family = "gaussian", control_share = "sqrt", burn_in = 2)
)

test_that("targets and rules make the choices of their definitions", {
  skip_on_cran()
  for (given in share_of(counted, 2)) do.call(expect_trial, c(list(bandit(four), 60), given))
  for (given in list(list(target = "rsihr", rule = "erade", burn_in = 1), list(target = "neyman", rule = "erade", alpha = 0, control = 2),
                     list(target = "failures", rule = "erade", alpha = 0.9), list(target = c(2, 1), rule = "erade"))) {
    do.call(expect_trial, c(list(bandit(two), 60), given))
  }
  for (given in drawn_of(integrated, 2)) do.call(expect_trial, c(list(bandit(four), 25, tolerance = 1e-6), given))
})

test_that("they do so where outcomes come in batches or late", {
  skip_in_quick()
  by_batch <- function(t) (t - 1) %/% 7 * 7
  for (given in one_in(3, counted)) do.call(expect_trial, c(list(bandit(four) |> with_batches(7), 50, shown_by = by_batch), given))
  for (given in one_in(7, counted)) do.call(expect_trial, c(list(bandit(four) |> with_delay(9), 50, shown_by = function(t) t - 10), given))
  for (given in drawn_of(one_in(4, integrated))) do.call(expect_trial, c(list(bandit(four) |> with_batches(7), 30, shown_by = by_batch, tolerance = 1e-6), given))
})

test_that("they do so where arms enter, leave and are away", {
  skip_in_quick()
  worlds <- list(
    bandit(four) |> with_entries(c(1, 1, 9, 26)), bandit(four) |> with_entries(c(1, 13, 2, 1)), bandit(four) |> with_patience(c(Inf, 7, 9, 30)),
    bandit(four) |> with_lifetimes(c(1, 1, 10, 20), c(Inf, 31, 43, Inf)), bandit(four) |> with_absences(c(1, 0.6, 0.9, 0.8))
  )
  for (i in seq_along(worlds)) {
    b <- worlds[[i]]
    for (given in one_in(length(worlds), counted[c(i:length(counted), seq_len(i - 1))])) do.call(expect_trial, c(list(b, 50), given))
    for (given in drawn_of(integrated[c(1, 3, 5, 7)], 4, i)) do.call(expect_trial, c(list(b, 20, tolerance = 1e-6), given))
  }
})

# ---- exact laws ---------------------------------------------------------------------

# Of two arms, the share of the second and its standard deviation.
exact_share <- function(p, horizon, policy) {
  law <- summary(exact_study(bandit(arms_bernoulli(p)), policy, horizon, record = horizon, threads = 1), "pulls", distribution = TRUE)
  law <- law[law$arm == 2, ]
  share <- law$value / horizon
  mean <- sum(share * law$probability)
  c(mean, sqrt(sum(share^2 * law$probability) - mean^2))
}

test_that("shares have the distribution of a forward recursion written elsewhere", {
  skip_in_quick()
  found <- function(..., p = c(0.3, 0.6)) exact_share(p, 20, policy_allocation(..., burn_in = 2))
  expect_lt(max(abs(found("rsihr", "chance") - c(0.56358026, 0.11594506))), 5e-9) # word ok
  expect_lt(max(abs(found("rsihr") - c(0.5831520745, 0.0888020543))), 1e-9)
  expect_lt(max(abs(found("rsihr", "erade") - c(0.5789142660, 0.0780091745))), 1e-9)
  expect_lt(max(abs(found("neyman") - c(0.5152659564, 0.0746697868))), 1e-9)
  expect_lt(max(abs(found("neyman", "erade") - c(0.5148778935, 0.0623940297))), 1e-9)
  expect_lt(max(abs(found("best", power = c(0.5, 1)) - c(0.5926674288, 0.1187197391))), 1e-9)
  expect_lt(max(abs(found("best", p = c(0.3, 0.3)) - c(0.5, 0.1204371440))), 1e-9)
})

# All histories of a trial of two arms, asked of the literal version.
literal_law <- function(d, p, horizon) {
  law <- numeric(horizon + 1)
  paths <- as.matrix(expand.grid(rep(list(1:4), horizon)))
  for (i in seq_len(nrow(paths))) {
    twin <- literal_trial(d, 2, 1:2, horizon)
    probability <- 1
    for (step in paths[i, ]) {
      arm <- 1 + (step > 2)
      reward <- step %% 2
      probability <- probability * twin$propensities(1:2)[arm] * if (reward) p[arm] else 1 - p[arm]
      if (probability == 0) break
      twin$play(arm, reward)
    }
    second <- sum(paths[i, ] > 2)
    law[second + 1] <- law[second + 1] + probability
  }
  law
}

test_that("exact studies play what keeps more than counts and sums", {
  skip_in_quick()
  b <- bandit(two)
  for (given in list(list("rsihr", "block", block = 3), list("neyman", family = "gaussian"), list("neyman", "block", block = 2, burn_in = 1))) {
    policy <- do.call(policy_allocation, c(given, if (is.null(given$family)) list(range = c(0, 1)) else list(sd = 1)))
    law <- summary(exact_study(b, policy, 4, record = 4, threads = 1), "pulls", distribution = TRUE)
    law <- law[law$arm == 2, ]
    expect_equal(vapply(0:4, function(n) sum(law$probability[law$value == n]), 0), literal_law(do.call(literal_design, given), c(0.3, 0.6), 4), tolerance = 1e-12)
  }
})

test_that("one rule by two names has one distribution", {
  skip_in_quick()
  law <- function(...) exact_share(c(0.3, 0.6), 12, policy_allocation(...))
  expect_identical(law("rsihr", "dbcd", gamma = 0), law("rsihr", "chance")) # word ok
  expect_identical(law(c(2, 2), "dbcd"), law("equal", "dbcd"))
  expect_identical(law(c(1, 1)), law())
  expect_equal(law(block = 2)[1], 0.5, tolerance = 1e-12)
  expect_lt(max(law()[2], law(block = 2)[2]), 1e-7) # the same up to the rounding of the variance
  expect_equal(law("best", power = 1), exact_share(c(0.3, 0.6), 12, policy_thompson("bernoulli")), tolerance = 1e-9)
  expect_equal(law("best", power = 0), exact_share(c(0.3, 0.6), 12, policy_uniform()), tolerance = 1e-12)
  expect_identical(law("best"), law("best", power = c(0.5, 1)))
})

test_that("simulated shares are those of exact studies, and late in a trial those of the limit theorems", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.8, 0.6)))
  policies <- list(erade = policy_allocation("rsihr", "erade"), dbcd = policy_allocation("rsihr"), chance = policy_allocation("rsihr", "chance")) # word ok
  reps <- 4000 / parts_of_share(4)
  study <- run_study(b, policies, 500, reps = reps, seed = 1, record = 500, threads = 2, progress = FALSE)
  played <- pulls(study)
  spread <- tapply(played$pulls[played$arm == 1], played$policy[played$arm == 1], function(n) 500 * stats::var(n / 500))
  expect_lt(max(abs(spread[names(policies)] / c(0.0303, 0.0848, 0.3076) - 1)), 5 * sqrt(2 / reps))
})

test_that("a matched control has the shares of other programs", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.3, 0.3, 0.3, 0.5)))
  reps <- 400 / parts_of_share(4)
  study <- run_study(b, policy_allocation("better", control = 1), 120, reps = reps, seed = 1, record = 120, threads = 2, progress = FALSE)
  played <- pulls(study)
  shares <- tapply(played$pulls, played$arm, mean) / 120
  error <- sqrt(tapply(played$pulls / 120, played$arm, stats::var) / reps + c(0.0003, 0.0008, 0.0008, 0.001)^2)
  expect_lt(max(abs(shares - c(0.3941, 0.1138, 0.1168, 0.3753)) / error), 4)
})

# ---- fast and plain, agents ------------------------------------------------------------

test_that("allocation makes the same choices in plain mode", {
  policies <- list(policy_allocation(label = "a"), policy_allocation("best", label = "b"), policy_allocation("better", control = 1, label = "c"),
                   policy_allocation("rsihr", label = "d"), policy_allocation("neyman", "block", block = 9, label = "e"),
                   policy_allocation("equal", control = 2, control_share = "matched", rule = "dbcd", label = "f"))
  expect_lazy_is_plain(bandit(four) |> with_batches(5), policies, horizon = 200)
  expect_lazy_is_plain(bandit(four) |> with_entries(c(1, 1, 20, 40)) |> with_delay(3), policies, horizon = 150)
})

test_that("an agent allocates, names its control and asks for the horizon only where it matters", {
  a <- agent(policy_allocation("better", control = "placebo", control_share = 0.5, power = 2), c("drug", "placebo"), seed = 1)
  for (i in 1:6) agent_learn(a, agent_choose(a), i %% 2)
  expect_identical(nrow(agent_decisions(a)), 6L)
  expect_errors({
    agent(policy_allocation("better", control = "placebo"), c("drug", "placebo"))
    agent(policy_allocation("better", control = "other"), c("drug", "placebo"), horizon = 10)
    agent(policy_allocation("best"), c("drug", "placebo"))
  })
  for (policy in list(policy_allocation(), policy_allocation("best", power = 1), policy_allocation("rsihr"))) {
    expect_s3_class(agent(policy, c("drug", "placebo")), "unruly_agent")
  }
})

test_that("arms that an agent hears of later are allocated to", {
  a <- agent(policy_allocation(), c("a", "b"), seed = 1)
  for (i in 1:2) agent_learn(a, agent_choose(a), 1)
  agent_enter(a, "c")
  first <- replicate(3, {
    arm <- agent_choose(a)
    agent_learn(a, arm, 1)
    arm
  })
  expect_setequal(first, c("a", "b", "c"))
  for (policy in list(policy_allocation(c(2, 1)), policy_allocation("rsihr", "erade"))) {
    later <- agent(policy, c("a", "b"), seed = 1)
    agent_enter(later, "c")
    met <- replicate(30, {
      arm <- agent_choose(later)
      agent_learn(later, arm, 1)
      arm
    })
    expect_setequal(met, c("a", "b", "c"))
  }
})

# ---- words ------------------------------------------------------------------------------

test_that("allocation is printed and labelled by its target and rule", {
  expect_snapshot({
    policy_allocation()
    policy_allocation(c(2, 1, 1))
    policy_allocation("best", burn_in = 5)
    policy_allocation("better", control = "placebo", power = 2)
    policy_allocation("neyman", "erade", alpha = 0.7, family = "gaussian", sd = 2)
    policy_allocation(block = 6, control = 1, control_share = "sqrt", label = "Mine")
  })
})

test_that("arguments that do not fit are refused with the reason", {
  b <- bandit(arms_bernoulli(c(0.3, 0.5, 0.6)))
  play <- function(b, ...) run_study(b, policy_allocation(...), 10, 1, seed = 1, threads = 1, progress = FALSE)
  expect_errors({
    policy_allocation("greatest")
    policy_allocation(c(1, -1))
    policy_allocation(c(control = 2, a = 1))
    policy_allocation(rule = "blocks")
    policy_allocation("better")
    policy_allocation(control_share = 0.5)
    policy_allocation(control = 1, control_share = 1)
    policy_allocation(control = 1, control_share = 40)
    policy_allocation(family = "gaussian", range = c(0, 1))
    policy_allocation(control = 1, control_share = "root")
    policy_allocation("best", rule = "dbcd")
    policy_allocation("better", rule = "erade", control = 1)
    policy_allocation("rsihr", family = "gaussian")
    policy_allocation("failures", sd = 1)
    policy_allocation("neyman", power = 1)
    policy_allocation("best", power = c(1, 2, 3))
    policy_allocation("rsihr", "chance", gamma = 1)
    policy_allocation("rsihr", alpha = 0.1)
    policy_allocation("rsihr", block = 4)
    policy_allocation("rsihr", "block")
    policy_allocation(c(1, 1.5))
    policy_allocation("equal", "block", control = 1, control_share = 0.4)
    policy_allocation(block = 0)
    policy_allocation(burn_in = -1)
    play(b, c(1, 2))
    play(b, "rsihr", "erade")
    play(b, control = 4, control_share = 0.5)
    play(b, control = "placebo", control_share = 0.5)
    play(bandit(arms_gaussian(c(0, 1), 1)), "rsihr")
    play(b |> with_waiting(c(0.5, 0.5)))
    play(b |> with_fairness(0.1, 1))
    play(b |> with_spread(spread_delay(1, 2)))
    play(bandit(arms_linear(diag(2), 1, context_normal(2))))
    play(bandit_mortal(3, 10, 5))
  })
})
