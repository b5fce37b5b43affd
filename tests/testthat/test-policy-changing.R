# Policies that forget: each against a slow version that looks at all plays anew in every round.

# ---- the past ------------------------------------------------------------------------------

# All plays so far: the round in which each began, its action, what was seen.
literal_past <- function(world) {
  start <- action <- seen <- numeric()
  self <- environment()
  self$add <- function(t, action_, observed, cost) {
    # The round at whose end it is seen is told; it began `cost` - 1 before.
    start <<- c(start, t - cost + 1)
    action <<- c(action, action_)
    seen <<- c(seen, observed)
  }
  self
}

# Counts and sums of actions, a play of round s weighing `weight(t, s)` in round t.
literal_weighed <- function(past, actions, t, weight) {
  w <- weight(t, past$start)
  seen <- w * past$seen
  list(n = vapply(actions, function(a) sum(w[past$action == a]), 0),
       total = vapply(actions, function(a) sum(seen[past$action == a]), 0), all = sum(w))
}

in_window <- function(window) function(t, start) as.double(start >= t - window)
fading <- function(discount) function(t, start) discount^(t - 1 - start)

literal_forgetting <- function(weight, index) {
  function(world) {
    past <- literal_past(world)
    list(choose = function(t, live) {
      a <- actions_of(world, live)
      known <- literal_weighed(past, a, t, weight(world))
      if (any(known$n == 0)) return(evened_out(world, a, a[known$n == 0][1]))
      a[which.max(index(world, t, known$total / known$n, known$n, known$all))]
    }, observe = past$add)
  }
}

usual_window <- function(world, changes = 1) max(1, floor(2 * sqrt(world$horizon * log(world$horizon) / changes)))
usual_discount <- function(world, changes = 1) 1 - sqrt(changes / world$horizon) / 4

literal_sw_ucb <- function(window = usual_window, xi = 0.6, width = 1, kl = FALSE) {
  length_in <- function(world) if (is.function(window)) window(world) else window
  literal_forgetting(function(world) in_window(length_in(world)), function(world, t, mean, n, all) {
    level <- log(min(t, length_in(world)))
    if (kl) literal_kl_bound(pmin(mean, 1), level / n) else mean + width * sqrt(xi * level / n)
  })
}

literal_d_ucb <- function(discount = usual_discount, xi = 0.6, width = 1, kl = FALSE) {
  discount_in <- function(world) if (is.function(discount)) discount(world) else discount
  literal_forgetting(function(world) fading(discount_in(world)), function(world, t, mean, n, all) {
    level <- max(log(all), 0)
    if (kl) literal_kl_bound(pmin(mean, 1), level / n) else mean + 2 * width * sqrt(xi * level / n)
  })
}

expect_forgetting <- function(policy, make, horizon = 300, sizes = c(2, 9), unit = FALSE) {
  for (case in literal_cases(horizon, sizes = sizes, unit = unit)) {
    expect_literal(bandit(case$arms), policy, make, literal_world(case$arms$count, horizon, case$pays))
  }
}

expect_forgetting_moving <- function(policy, make) {
  expect_literal_moving(policy, make, horizon = 300, seeds = 1)
  case <- waiting_case(4, 3, 300)
  expect_literal(case$bandit, policy, make, case$world)
}

# ---- SW-UCB --------------------------------------------------------------------------------

test_that("SW-UCB makes the choices of its formula, ties and empty windows included", {
  expect_forgetting(policy_forgetting_ucb(), literal_sw_ucb())
  for (window in c(1, 2, 13, 100)) expect_forgetting(policy_forgetting_ucb(window), literal_sw_ucb(window), sizes = 9)
  expect_forgetting(policy_forgetting_ucb(changes = 9, xi = 2), literal_sw_ucb(function(world) usual_window(world, 9), 2), sizes = 7)
  expect_forgetting_moving(policy_forgetting_ucb(60), literal_sw_ucb(60))
})

test_that("SW-UCB with a divergence makes the choices of its formula", {
  expect_forgetting(policy_forgetting_ucb(index = "kl"), literal_sw_ucb(kl = TRUE), unit = TRUE)
  for (window in c(1, 13, 100)) {
    expect_forgetting(policy_forgetting_ucb(window, index = "kl"), literal_sw_ucb(window, kl = TRUE), sizes = 9, unit = TRUE)
  }
  expect_forgetting_moving(policy_forgetting_ucb(60, index = "kl"), literal_sw_ucb(60, kl = TRUE))
})

# ---- D-UCB ---------------------------------------------------------------------------------

test_that("D-UCB makes the choices of its formula", {
  expect_forgetting(policy_forgetting_ucb(memory = "discount"), literal_d_ucb())
  for (discount in c(1, 0.5, 0.99)) expect_forgetting(policy_forgetting_ucb(discount = discount), literal_d_ucb(discount), sizes = 9)
  expect_forgetting(policy_forgetting_ucb(changes = 9, xi = 0.1, memory = "discount"), literal_d_ucb(function(world) usual_discount(world, 9), 0.1), sizes = 7)
  expect_forgetting_moving(policy_forgetting_ucb(discount = 0.97), literal_d_ucb(0.97))
})

test_that("D-UCB with a divergence makes the choices of its formula", {
  expect_forgetting(policy_forgetting_ucb(index = "kl", memory = "discount"), literal_d_ucb(kl = TRUE), unit = TRUE)
  for (discount in c(0.5, 0.98)) {
    expect_forgetting(policy_forgetting_ucb(discount = discount, index = "kl"), literal_d_ucb(discount, kl = TRUE), sizes = 9, unit = TRUE)
  }
  # (Where less counts, indices of good arms are 1 but for rounding.)
  expect_forgetting_moving(policy_forgetting_ucb(discount = 0.995, index = "kl"), literal_d_ucb(0.995, kl = TRUE))
})

test_that("weights lose nothing where they are brought back to size many times", {
  # The base moves every 64 rounds at 1/2, every 1,024 rounds at most.
  arms <- arms_bernoulli(c(0.5, 0.6, 0.4))
  world <- literal_world(3, 1500, pays_by_pull(rewards_of(arms, 1500)))
  for (discount in c(0.5, 0.999)) expect_literal(bandit(arms), policy_forgetting_ucb(discount = discount), literal_d_ucb(discount), world)
})

# ---- both ----------------------------------------------------------------------------------

test_that("the fast way of policies that forget is the plain one", {
  skip_on_cran() # long
  withr::local_seed(1)
  b <- bandit(arms_bernoulli(seq(0.2, 0.8, length.out = 20)))
  policies <- list(policy_forgetting_ucb(), policy_forgetting_ucb(50, label = "short"), policy_forgetting_ucb(index = "kl", label = "kl"), policy_forgetting_ucb(memory = "discount"),
                   policy_forgetting_ucb(discount = 0.9, label = "fast"), policy_forgetting_ucb(index = "kl", label = "D, kl", memory = "discount"), policy_forgetting_thompson(500),
                   policy_forgetting_thompson(discount = 0.99))
  expect_lazy_is_plain(b, policies, horizon = 6000)
  expect_lazy_is_plain(bandit(arms_beta(runif(150, 1, 3), runif(150, 1, 3))), policies, horizon = 1200)
  expect_lazy_is_plain(bandit_mortal(alive = 10, horizon = 6000, mean_lifetime = 500), policies, horizon = 6000)
  expect_lazy_is_plain(bandit(arms_constant(rep(c(0.3, 0.7, 1, 0), 5))) |> with_delay(30), policies, horizon = 3000)
})

test_that("rewards on another scale make the choices of the usual one", {
  skip_on_cran() # long
  tape <- matrix(sample(0:8, 3 * 800, replace = TRUE), 3)
  unit <- bandit(arms_tape(tape / 8))
  scaled <- bandit(arms_tape(tape * 2 - 4))
  for (policy in list(policy_forgetting_ucb, \(discount = NULL, ...) policy_forgetting_ucb(discount = discount, memory = "discount", ...))) {
    for (index in c("ucb", "kl")) {
      expect_identical(core_choices(scaled, policy(1, index = index, range = c(-4, 12)), 800)$arm,
                       core_choices(unit, policy(1, index = index), 800)$arm)
      expect_identical(core_choices(scaled, policy(index = index, range = c(-4, 12)), 800)$arm, core_choices(unit, policy(index = index), 800)$arm)
    }
    expect_identical(core_choices(scaled, policy(sd = 8), 800)$arm, core_choices(unit, policy(), 800)$arm)
  }
})

test_that("sums forget all of what left the window, whatever its size", {
  skip_on_cran() # long
  # Beside 1e12 a tenth is lost by a hundred thousandth, and then one arm is better for ever.
  tape <- rbind(c(1e12, rep(0.1, 400)), rep(0.1, 401))
  chosen <- choices(play(bandit(arms_tape(tape, by = "round")), policy_forgetting_ucb(20, range = c(0, 1e-6)), 401))$arm
  expect_gt(mean(utils::tail(chosen, 300) == 1), 0.3)
  expect_gt(mean(utils::tail(chosen, 300) == 2), 0.3)
})

# ---- Thompson sampling ---------------------------------------------------------------------

# What is a success is thrown for when it is seen.
literal_forgetting_thompson <- function(weight, heights = FALSE) {
  function(world) {
    past <- literal_past(world)
    list(choose = function(t, live) {
      a <- actions_of(world, live)
      known <- literal_weighed(past, a, t, weight)
      if (heights) {
        more <- 1 + known$total
        less <- 1 + known$n - known$total
        return(literal_greatest_draw(world, a, more / (more + less), beta_by_tail(more, less)))
      }
      draws <- mapply(function(s, n) {
        x <- literal_log_gamma(1 + s, world$random)
        y <- literal_log_gamma(1 + n - s, world$random)
        exp(x) / (exp(x) + exp(y))
      }, known$total, known$n)
      a[which.max(draws)]
    }, observe = function(t, action, observed, cost) {
      success <- if (observed %in% 0:1) observed else as.double(world$random() < observed)
      past$add(t, action, success, cost)
    })
  }
}

expect_forgetting_thompson <- function(policy, make, horizon = 200) {
  for (case in literal_cases(horizon, sizes = 3, unit = TRUE)) {
    world <- literal_world(case$arms$count, horizon, case$pays, random = policy_numbers(policy, 1, 1, horizon * 20))
    expect_literal(bandit(case$arms), policy, make, world)
  }
  expect_literal_moving(policy, make, horizon = horizon, seeds = 1, numbers = horizon * 30)
  case <- waiting_case(2, 2, horizon)
  case$world$random <- policy_numbers(policy, 1, 1, horizon * 30)
  expect_literal(case$bandit, policy, make, case$world)
}

test_that("Thompson sampling on a sliding window makes the choices of its posterior draws", {
  for (window in c(1, 40)) expect_forgetting_thompson(policy_forgetting_thompson(window), literal_forgetting_thompson(in_window(window), heights = TRUE))
})

test_that("discounted Thompson sampling makes the choices of its posterior draws", {
  for (discount in c(0.5, 0.98)) {
    expect_forgetting_thompson(policy_forgetting_thompson(discount = discount), literal_forgetting_thompson(fading(discount)))
  }
})

# ---- what is late, who is new ----------------------------------------------------------------

forgetful <- function() {
  list(policy_forgetting_ucb(40), policy_forgetting_ucb(40, index = "kl", label = "kl"), policy_forgetting_ucb(discount = 0.9), policy_forgetting_ucb(discount = 0.9, index = "kl", label = "D, kl"),
       policy_forgetting_thompson(40), policy_forgetting_thompson(discount = 0.9))
}

# What is seen of a play of round s is seen at the end of round s + lag.
literal_late <- function(make, lag) {
  function(world) {
    world <- late_world(world)
    inside <- make(world)
    waiting <- list()
    list(choose = function(t, live) {
      due <- vapply(waiting, function(o) o$t + lag < t, NA)
      # Seen now, of a play that began then.
      for (o in waiting[due]) {
        world$shown[o$action] <- world$shown[o$action] + 1
        inside$observe(o$t, o$action, o$observed, o$cost)
      }
      waiting <<- waiting[!due]
      inside$choose(t, live)
    }, observe = function(t, action, observed, cost) {
      world$played[action] <- world$played[action] + 1
      waiting[[length(waiting) + 1]] <<- list(t = t, action = action, observed = observed, cost = cost)
    })
  }
}

test_that("a late outcome belongs to the round of its play", {
  arms <- arms_bernoulli(c(0.2, 0.5, 0.8))
  world <- literal_world(3, 500, pays_by_pull(rewards_of(arms, 500)))
  for (lag in c(1, 7, 39, 60)) {
    late <- bandit(arms) |> with_delay(lag)
    expect_literal(late, policy_forgetting_ucb(40), literal_late(literal_sw_ucb(40), lag), world)
    expect_literal(late, policy_forgetting_ucb(40, index = "kl"), literal_late(literal_sw_ucb(40, kl = TRUE), lag), world)
    expect_literal(late, policy_forgetting_ucb(discount = 0.9), literal_late(literal_d_ucb(0.9), lag), world)
  }
  # All of it is past when it is seen: nothing is ever known, but arm 1 is the first of which something was shown.
  past <- choices(play(bandit(arms) |> with_delay(40), policy_forgetting_ucb(40), 300))$arm
  expect_identical(past, c(rep_len(1:3, 41), rep(1L, 259)))
})

test_that("arms born at the places of the dead inherit nothing", {
  skip_on_cran() # long
  b <- bandit_mortal(alive = 5, horizon = 3000, mean_lifetime = 60, reward = prior_uniform(5))
  alone <- choices(play(b, policy_forgetting_ucb(200), 3000))
  # By number and not by place: all that was seen of an arm in the last 200 rounds.
  for (row in sample(seq_len(nrow(alone)), 200)) {
    t <- alone$round[row]
    live <- unique(alone$arm[alone$round >= t & alone$round < t + 20])
    seen <- alone[alone$round < t & alone$round >= t - 200, ]
    n <- vapply(live, function(k) sum(seen$arm == k), 0)
    mean <- vapply(live, function(k) sum(seen$reward[seen$arm == k]), 0) / n
    index <- ifelse(n == 0, Inf, mean + sqrt(0.6 * log(min(t, 200)) / n))
    chosen <- index[live == alone$arm[row]]
    older <- index[live <= alone$arm[row]]
    expect_gte(chosen, max(older) - 1e-12)
  }
})

test_that("policies that forget follow arms that change", {
  skip_on_cran() # long
  withr::local_seed(4)
  mean <- rbind(rep(c(0.9, 0.1), each = 2000), rep(0.5, 4000))
  b <- bandit(arms_tape(matrix(stats::rbinom(8000, 1, mean), 2), by = "round"))
  late <- function(policy) mean(utils::tail(choices(play(b, policy, 4000))$arm, 1000) == 2)
  for (policy in forgetful()) expect_gt(late(policy), 0.6)
  expect_lt(late(policy_thompson("bernoulli")), 0.2)
})

test_that("policies that forget can be agents, which do not need the horizon if they are told what it is for", {
  skip_on_cran() # long
  for (policy in forgetful()) expect_s3_class(agent(policy, c("a", "b")), "unruly_agent")
  expect_error(agent(policy_forgetting_ucb(), c("a", "b")), "or `window` of the policy", class = "unruly_error_policy")
  expect_error(agent(policy_forgetting_ucb(memory = "discount"), c("a", "b")), "or `discount` of the policy", class = "unruly_error_policy")
})

test_that("policies that forget print, and refuse what makes no sense", {
  expect_snapshot({
    policy_forgetting_ucb()
    policy_forgetting_ucb(100, index = "kl")
    policy_forgetting_ucb(changes = 5, memory = "discount")
    policy_forgetting_ucb(discount = 0.99, sd = 2)
    policy_forgetting_thompson(100)
    policy_forgetting_thompson(discount = 0.99, range = c(0, 5))
  })
  expect_errors({
    policy_forgetting_ucb(0)
    policy_forgetting_ucb(100, changes = 3)
    policy_forgetting_ucb(100, xi = 1, index = "kl")
    policy_forgetting_ucb(100, sd = 1, index = "kl")
    policy_forgetting_ucb(discount = 1.5)
    policy_forgetting_ucb(discount = 0.9, changes = 3)
    policy_forgetting_ucb(changes = 0, memory = "discount")
    policy_forgetting_thompson()
    policy_forgetting_thompson(discount = 0)
    run_study(bandit(arms_gaussian(0.5)), policy_forgetting_ucb(index = "kl"), 10)
    run_study(bandit(arms_constant(c(0, 3))), policy_forgetting_thompson(5), 10)
  })
})
