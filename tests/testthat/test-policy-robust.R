# Robust UCB, against the Lemmas as they are printed.

# median() takes most of its time to find out what it was given.
median_of <- function(x) {
  x <- x[order(x)]
  n <- length(x)
  (x[(n + 1) %/% 2] + x[n %/% 2 + 1]) / 2
}

literal_robust <- function(estimator = "truncated", epsilon = 1, moment = 1) {
  estimate_truncated <- function(x, t) {
    L <- log(t^2)
    list(mean = sum(x[abs(x) <= (moment * seq_along(x) / L)^(1 / (1 + epsilon))]) / length(x),
         width = 4 * moment^(1 / (1 + epsilon)) * (L / length(x))^(epsilon / (1 + epsilon)))
  }
  estimate_median <- function(x, t) {
    n <- length(x)
    L <- log(exp(1 / 8) * t^2)
    k <- max(1, floor(min(8 * L, n / 2)))
    size <- floor(n / k)
    blocks <- matrix(x[seq_len(k * size)], size)
    list(mean = median_of(colSums(blocks) / size), width = (12 * moment)^(1 / (1 + epsilon)) * (16 * L / n)^(epsilon / (1 + epsilon)))
  }
  estimate <- if (estimator == "truncated") estimate_truncated else estimate_median
  function(world) {
    seen <- vector("list", world$arms * world$waits)
    list(
      choose = function(t, live) {
        a <- actions_of(world, live)
        if (any(lengths(seen[a]) == 0)) return(evened_out(world, a, a[lengths(seen[a]) == 0][1]))
        a[which.max(vapply(seen[a], function(x) {
          e <- estimate(x, t)
          e$mean + e$width
        }, 0))]
      },
      observe = function(t, action, observed, cost, play) seen[[action]] <<- c(seen[[action]], observed)
    )
  }
}

robust <- list(
  list(policy_robust_ucb(), literal_robust()),
  list(policy_robust_ucb(moment = 0.02), literal_robust(moment = 0.02)),
  list(policy_robust_ucb(epsilon = 0.4, moment = 0.01), literal_robust(epsilon = 0.4, moment = 0.01)),
  list(policy_robust_ucb("median of means"), literal_robust("median of means")),
  list(policy_robust_ucb("median of means", 0.5, 0.001), literal_robust("median of means", 0.5, 0.001))
)

test_that("Robust UCB makes the choices of its Lemmas, ties included", {
  skip_on_cran()
  for (one in robust) expect_literal_cases(one[[1]], one[[2]], horizon = 400)
})

test_that("it does so where tails are heavy", {
  heavy <- list(arms_student(1.5, c(0, 0.5, 1)), arms_student(c(1.1, 3), 0, c(0.2, 2)), arms_lognormal(c(-1, 0, 0.2), 2))
  policies <- c(robust, list(list(policy_robust_ucb(moment = 3), literal_robust(moment = 3)),
                             list(policy_robust_ucb("median of means", 0.3), literal_robust("median of means", 0.3))))
  for (arms in heavy) {
    world <- literal_world(arms$count, 1500, pays_by_pull(rewards_of(arms, 1500)))
    for (one in policies) expect_literal(bandit(arms), one[[1]], one[[2]], world)
  }
})

test_that("it does so where arms leave, enter and die, with waiting and where rewards are late", {
  skip_on_cran()
  for (one in robust) expect_literal_moving(one[[1]], one[[2]], horizon = 600, seeds = 1)
  case <- waiting_case(3, 3, 1000)
  for (one in robust) expect_literal(case$bandit, one[[1]], one[[2]], case$world)
  lag <- delays_of(c(0.3, 0.2, 0.1, 0.1, 0.3), 4, 500)
  for (one in robust) expect_literal_late(arms_bernoulli(c(0.3, 0.5, 0.7, 0.5)), c(0.3, 0.2, 0.1, 0.1, 0.3), lag, one[[1]], one[[2]], 500)
})

test_that("one enormous reward does not mislead it", {
  skip_on_cran() # long
  set.seed(1)
  T <- 3000
  tape <- rbind(rep(c(0.8, 0.6), T / 2), rep(c(0.1, 0.3), T / 2))
  tape[2, 3] <- 1e6 # a mean above arm 1's for ever, of what UCB1 plays
  b <- bandit(arms_tape(tape))
  policies <- list(policy_robust_ucb(moment = 0.1), policy_robust_ucb("median of means", moment = 0.01, label = "blocks"), policy_ucb1())
  table <- whatever_scale(pulls(run_study(b, policies, T, reps = 1, seed = 1, threads = 1, record = 1)))
  share <- table$pulls[table$arm == 2] / T
  expect_lt(max(share[1:2]), 0.5)
  expect_gt(share[3], 0.9)
})

test_that("bad parameters are refused", {
  skip_in_quick()
  for (bad in list(list(estimator = "mean"), list(epsilon = 0), list(epsilon = 1.1), list(moment = 0), list(moment = Inf))) {
    expect_error(do.call(policy_robust_ucb, bad), names(bad), class = "unruly_error_argument")
  }
  expect_output(print(policy_robust_ucb(moment = 2)), "Robust UCB (epsilon = 1, moment = 2)", fixed = TRUE)
})
