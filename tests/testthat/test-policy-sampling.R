# Policies that draw: each against a slow version fed with the same numbers.

# ---- Thompson sampling of unknown variance ------------------------------------------------

literal_thompson_t <- function(alpha = -1) {
  function(world) {
    seen <- literal_scatter(world)
    first <- max(2, 3 - ceiling(2 * alpha))
    list(choose = function(t, live) {
      a <- actions_of(world, live)
      n <- seen$n[a]
      if (any(n < first)) return(a[which.min(n)])
      m <- n + 2 * alpha - 1
      middle <- seen$total[a] / n
      literal_greatest_draw(world, a, middle, function(tail, upper) {
        middle + sqrt(seen$scatter[a] / (n * m)) * ifelse(upper, -1, 1) * stats::qt(tail, m)
      })
    }, observe = seen$add)
  }
}

test_that("Thompson sampling of unknown variance makes the choices of its posterior draws", {
  expect_literal_cases(policy_thompson_t(), literal_thompson_t(), sizes = 1:3, numbers = 2000 * 15)
  expect_literal_cases(policy_thompson_t(), literal_thompson_t(), horizon = 400, sizes = 20, numbers = 400 * 90)
  for (alpha in c(-0.25, -4, 0, 2)) {
    expect_literal_cases(policy_thompson_t(alpha), literal_thompson_t(alpha), horizon = 500, sizes = 2, numbers = 500 * 15)
  }
  expect_literal_moving(policy_thompson_t(), literal_thompson_t(), seeds = 1, numbers = 2000 * 30)
  case <- waiting_case(2, 2, 1000)
  case$world$random <- policy_numbers(policy_thompson_t(), 1, 1, 2000 * 20)
  expect_literal(case$bandit, policy_thompson_t(), literal_thompson_t(), case$world)
})

test_that("it learns on every scale, each arm with a variance of its own", {
  skip_on_cran() # long
  b <- bandit(arms_gaussian(c(6000, 7500), sd = c(500, 3000)))
  final <- summary(run_study(b, policy_thompson_t(), 5000, reps = 10, seed = 1, threads = 1, progress = FALSE))
  expect_lt(final$mean, 5000 * 1500 / 50)
})

test_that("it goes on where rewards are shown late", {
  skip_on_cran() # long
  b <- bandit(arms_gaussian(c(0, 1))) |> with_delay(delay_geometric(20))
  chosen <- choices(play(b, policy_thompson_t(), 2000))
  expect_gt(mean(utils::tail(chosen$arm, 1000) == 2), 0.9)
})

# ---- Boltzmann ------------------------------------------------------------------------------

literal_boltzmann <- function(rate) {
  function(world) {
    seen <- new_tally(world)
    list(choose = function(t, live) {
      a <- actions_of(world, live)
      n <- seen$n[a]
      if (any(n == 0)) return(a[n == 0][1])
      mean <- seen$total[a] / n
      weight <- exp(rate(t) * (mean - max(mean)))
      u <- world$random()
      a[which(u < cumsum(weight / sum(weight)))[1]]
    }, observe = seen$add)
  }
}

literal_gumbel <- function(sd = 1) {
  function(world) {
    seen <- new_tally(world)
    list(choose = function(t, live) {
      a <- actions_of(world, live)
      n <- seen$n[a]
      if (any(n == 0)) return(a[n == 0][1])
      middle <- seen$total[a] / n
      literal_greatest_draw(world, a, middle, function(tail, upper) {
        middle - sqrt(sd^2 / n) * log(-ifelse(upper, log1p(-tail), log(tail)))
      })
    }, observe = seen$add)
  }
}

test_that("Boltzmann exploration makes the choices of its chances", {
  steady <- function(temperature) function(t) 1 / temperature
  expect_literal_cases(policy_boltzmann(), literal_boltzmann(steady(0.1)), numbers = 2000)
  for (temperature in c(1e-9, 0.01, 1e9)) {
    expect_literal_cases(policy_boltzmann(temperature), literal_boltzmann(steady(temperature)), sizes = 3, numbers = 2000)
  }
  cooling <- policy_boltzmann(c = 2)
  expect_literal_cases(cooling, literal_boltzmann(function(t) 2 * log(t)), sizes = c(2, 20), numbers = 2000)
  expect_literal_moving(policy_boltzmann(), literal_boltzmann(steady(0.1)), numbers = 2000)
  case <- waiting_case(4, 3, 1000)
  case$world$random <- policy_numbers(cooling, 1, 1, 2000)
  expect_literal(case$bandit, cooling, literal_boltzmann(function(t) 2 * log(t)), case$world)
})

test_that("Boltzmann-Gumbel exploration makes the choices of its draws", {
  expect_literal_cases(policy_boltzmann(noise = "gumbel"), literal_gumbel(), sizes = c(1, 2, 20), numbers = 2000 * 20)
  expect_literal_cases(policy_boltzmann(sd = 0.1), literal_gumbel(0.1), sizes = 7, numbers = 2000 * 7)
  expect_literal_moving(policy_boltzmann(sd = 0.5), literal_gumbel(0.5), numbers = 2000 * 6)
  case <- waiting_case(2, 3, 1000)
  case$world$random <- policy_numbers(policy_boltzmann(noise = "gumbel"), 1, 1, 2000 * 6)
  expect_literal(case$bandit, policy_boltzmann(noise = "gumbel"), literal_gumbel(), case$world)
})

test_that("a temperature that stays is a loss that grows like T; Gumbel numbers mend it", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.5, 0.6)))
  policies <- list(policy_boltzmann(0.1), policy_boltzmann(sd = 0.5))
  final <- summary(run_study(b, policies, 20000, reps = 10, seed = 1, threads = 1, progress = FALSE))
  mean <- stats::setNames(final$mean, final$policy)
  # The odds of the worse arm are exp(-1).
  expect_equal(mean[["Boltzmann"]], 20000 * 0.1 * exp(-1) / (1 + exp(-1)), tolerance = 0.1)
  expect_lt(mean[["Boltzmann-Gumbel"]], 200)
})

# ---- epsilon-greedy with restarts --------------------------------------------------------------

literal_restarts <- function(every, epsilon, decay = FALSE) {
  function(world) {
    seen <- new_tally(world)
    since <- 0
    list(choose = function(t, live) {
      if ((t - 1) %/% every * every != since) {
        since <<- (t - 1) %/% every * every
        seen$n[] <- 0
        seen$total[] <- 0
      }
      a <- actions_of(world, live)
      n <- seen$n[a]
      if (any(n == 0)) return(a[n == 0][1])
      chance <- if (decay) min(1, epsilon / (t - since)) else epsilon
      if (literal_coin(world, chance)) return(a[floor(world$random() * length(a)) + 1])
      a[which.max(seen$total[a] / n)]
    }, observe = seen$add)
  }
}

test_that("epsilon-greedy with restarts makes the choices of its rule, by its own numbers", {
  skip_on_cran()
  for (every in c(1, 7, 300, 5000)) {
    expect_literal_cases(policy_epsilon_greedy(restart = every), literal_restarts(every, 0.1), sizes = c(2, 20), numbers = 4000)
  }
  decaying <- policy_epsilon_greedy(decay = 20, restart = 400)
  expect_literal_cases(decaying, literal_restarts(400, 20, TRUE), sizes = 7, numbers = 4000)
  expect_literal_moving(decaying, literal_restarts(400, 20, TRUE), numbers = 4000)
  case <- waiting_case(4, 3, 1000)
  case$world$random <- policy_numbers(decaying, 1, 1, 4000)
  expect_literal(case$bandit, decaying, literal_restarts(400, 20, TRUE), case$world)
  b <- bandit(arms_bernoulli(seq(0.2, 0.8, length.out = 20)))
  expect_lazy_is_plain(b, list(policy_epsilon_greedy(0.01, restart = 3000)), horizon = 2e4)
})

test_that("restarts follow arms that change, and what was played before them teaches nothing", {
  skip_on_cran() # long
  tape <- rbind(rep(c(0.8, 0.5), each = 2000), rep(c(0.2, 0.6), each = 2000))
  b <- bandit(arms_tape(tape, by = "round"))
  chosen <- function(policy) choices(play(b, policy, 4000))$arm
  expect_gt(mean(utils::tail(chosen(policy_epsilon_greedy(0.01, restart = 500)), 1500) == 2), 0.9)
  expect_lt(mean(utils::tail(chosen(policy_epsilon_greedy(0.01)), 1500) == 2), 0.5)
  # With a delay as long as the time between restarts nothing is ever learned.
  late <- bandit(arms_constant(c(0.1, 0.9))) |> with_delay(50)
  # (The arms take turns until the first outcome of each was shown.)
  expect_equal(which(choices(play(late, policy_epsilon_greedy(0, restart = 50), 1000))$arm == 2), seq(2, 50, 2))
  expect_gt(mean(choices(play(late, policy_epsilon_greedy(0, restart = 500), 1000))$arm == 2), 0.8)
})

test_that("policies that draw print, and refuse what makes no sense", {
  expect_snapshot({
    policy_thompson_t()
    policy_boltzmann()
    policy_boltzmann(c = 2)
    policy_boltzmann(sd = 0.5)
    policy_epsilon_greedy(restart = 1000)
  })
  expect_errors({
    policy_thompson_t(NA)
    policy_boltzmann(0)
    policy_boltzmann(0.1, c = 2)
    policy_boltzmann(c = -1)
    policy_boltzmann(sd = 0)
    policy_epsilon_greedy(restart = 0.5)
  })
})
