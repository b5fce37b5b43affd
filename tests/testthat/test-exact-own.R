# Exact studies of policies written in R: against the same rules in C, and against simulations.

own_greedy <- function(epsilon = 0.2) policy_custom(label = "own greedy", chances = \(state, view) {
  if (any(view$pulls == 0)) return((view$pulls == 0) / sum(view$pulls == 0))
  best <- view$mean == max(view$mean)
  epsilon / length(view$live) + (1 - epsilon) * best / sum(best)
})

thirds <- \(state, view) rep(1 / length(view$live), length(view$live))

test_that("rules that the package has, too, have the same law", {
  skip_in_quick()
  for (problem in list(bandit(arms_bernoulli(c(0.3, 0.6, 0.5))), bandit(arms_bernoulli(prior_beta(2, 2, 3))),
                       bandit(arms_categorical(rbind(c(0.2, 0.3, 0.5), c(0.5, 0, 0.5)), c(0, 0.5, 1))))) {
    mine <- policy_custom(label = "mine", chances = thirds)
    study <- exact_study(problem, list(mine, policy_uniform()), horizon = 5, record = c(2, 5))
    for (what in c("reward", "pulls", "correct", "simple_regret")) {
      if (what == "simple_regret" && inherits(problem$arms$parameters$prob, "unruly_prior")) next
      rows <- summary(study, what, at = c(2, 5))
      columns <- setdiff(names(rows), c("policy", "bandit"))
      expect_equal(as.list(rows[rows$policy == "mine", columns]), as.list(rows[rows$policy != "mine", columns]), tolerance = 1e-12)
    }
  }
})

test_that("a rule of counts, means and rounds is what it is in a simulation", {
  skip_in_quick()
  early <- policy_custom(label = "early", chances = \(s, v) {
    p <- (v$total + v$round / v$horizon + 1) / (v$pulls + 2)
    p / sum(p)
  })
  policies <- list(own_greedy(), early)
  problem <- list(two = bandit(arms_bernoulli(c(0.3, 0.6))),
                  three = bandit(arms_categorical(rbind(c(0.5, 0.5, 0), c(0, 0.5, 0.5), c(0.4, 0, 0.6)), c(0, 1, 3))))
  exact <- summary(exact_study(problem, policies, horizon = 5))
  simulated <- summary(run_study(problem, policies, horizon = 5, reps = 1000, seed = 1, threads = 1))
  expect_true(all(abs(exact$mean - simulated$mean) < 4 * simulated$se))
})

test_that("its regret of three rounds is that of all histories", {
  p <- c(0.3, 0.6)
  states <- expand.grid(a1 = 1:2, a2 = 1:2, a3 = 1:2, r1 = 0:1, r2 = 0:1, r3 = 0:1)
  chances <- function(n, s) if (any(n == 0)) (n == 0) / sum(n == 0) else {
    best <- s / n == max(s / n)
    0.1 + 0.8 * best / sum(best)
  }
  regret <- sum(apply(states, 1, function(row) {
    n <- s <- numeric(2)
    chance <- 1
    for (t in 1:3) {
      a <- row[[t]]
      chance <- chance * chances(n, s)[a] * ifelse(row[[3 + t]] == 1, p[a], 1 - p[a])
      n[a] <- n[a] + 1
      s[a] <- s[a] + row[[3 + t]]
    }
    chance * n[1] * 0.3
  }))
  expect_equal(summary(exact_study(bandit(arms_bernoulli(p)), own_greedy(), 3))$mean, regret, tolerance = 1e-12)
})

test_that("games of one's own can be stopped, and states that no game reaches are not asked about", {
  skip_on_cran() # long
  problem <- bandit(arms_bernoulli(c(0.2, 0.9)))
  rule <- stop_glr(0.2)
  mine <- policy_custom(label = "mine", chances = thirds)
  study <- exact_study(problem, list(mine, policy_uniform()), horizon = 30, stop = rule)
  size <- summary(study, "pulls", at = "final")
  expect_equal(size$mean[size$policy == "mine"], size$mean[size$policy != "mine"], tolerance = 1e-12)
  turns <- policy_custom(label = "turns", chances = \(state, view) {
    if (any(view$pulls == 0) && sum(view$pulls) > 1) stop("never here")
    as.numeric(seq_along(view$live) == 1 + (view$round + 1) %% 2)
  })
  expect_s3_class(exact_study(problem, turns, horizon = 6), "unruly_exact")
})

test_that("names that a state lacks are refused", {
  skip_in_quick()
  problem <- bandit(arms_bernoulli(c(0.2, 0.9)))
  refused <- function(policy, words) {
    expect_error(exact_study(problem, policy, 5), words, class = "unruly_error_policy")
  }
  refused(policy_custom(chances = thirds, start = \(view) 1), "with `start`")
  refused(policy_custom(chances = thirds, observe = \(state, view, outcome) 1), "with `observe`")
  refused(policy_custom(chances = \(state, view) c(0.5, 0.5) + 0 * view$played), "view\\$played")
  refused(policy_custom(chances = \(s, v) c(0.5, 0.5) + 0 * v[["since_pull"]]), "v\\$since_pull")
  refused(policy_custom(chances = \(s, v) thirds(s, v)), "as a whole")
  refused(policy_custom(chances = \(s, v) with(v, c(0.5, 0.5))), "as a whole")
  refused(policy_custom(\(state, view) 1), "more than the round")
})

test_that("wrong chances are told with the round", {
  skip_in_quick()
  problem <- bandit(arms_bernoulli(c(0.2, 0.9)))
  told <- function(chances, words, class = "unruly_error_choice", round = 1) {
    e <- expect_error(exact_study(problem, policy_custom(chances = chances, label = "odd"), 5), words, class = class)
    expect_identical(c(e$policy, e$bandit, e$round), c("odd", names(exact_study(problem, policy_uniform(), 1)$arms), round))
  }
  told(\(s, v) c(0.5, 0.6), "sum to 1.1")
  told(\(s, v) if (v$round < 3) c(0.5, 0.5) else c(-1, 2), "propensity -1 for arm 1", round = 3)
  told(\(s, v) c(NA, 1), "missing number for arm 1")
  told(\(s, v) 1, "1 number, not one for each of 2")
  told(\(s, v) "a", "character")
  told(\(s, v) stop("no idea"), "failed", "unruly_error_own")
  expect_warning(exact_study(problem, policy_custom(chances = \(s, v) {
    p <- stats::runif(1)
    c(p, 1 - p)
  }), 2), class = "unruly_warning_random")
  expect_error(exact_study(problem, policy_custom(chances = thirds), 1000), "memory", class = "unruly_error_argument")
})
