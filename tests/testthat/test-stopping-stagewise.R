# One walk under many drifts, against a walk for each drift by itself.

random_trial <- function() {
  looks <- sample(2:6, 1)
  gaps <- if (stats::runif(1) < 0.5) rep(1, looks) else stats::rexp(looks) + 0.05
  times <- cumsum(gaps) / sum(gaps)
  upper <- stats::runif(1, 1.8, 3) * times^stats::runif(1, -0.5, 0)
  if (stats::runif(1) < 0.2) upper[1] <- Inf
  lower <- list(rep(-Inf, looks), -upper, c(rep(stats::runif(1, -1, 0.5), looks - 1), -Inf))[[sample(3, 1)]]
  look <- sample(looks, 1)
  list(times = times, upper = upper, lower = lower, two_sided = FALSE, look = look, z = stats::rnorm(1, 1, 2))
}

above_by_itself <- function(trial, theta) {
  here <- seq_len(trial$look)
  upper <- replace(trial$upper[here], trial$look, trial$z)
  sum(unruly:::crossing_probabilities(trial$times[here], upper, replace(trial$lower[here], trial$look, -Inf), theta, fine = 2)[, 1])
}

# Of the chance to end at a look the derivative by theta is the mean of B - theta t there.
mean_by_itself <- function(trial, theta, h = 1e-3) {
  ends <- function(theta) {
    found <- rowSums(unruly:::crossing_probabilities(trial$times, trial$upper, trial$lower, theta, fine = 2))
    replace(found, length(found), 1 - sum(found[-length(found)]))
  }
  slope <- (8 * (ends(theta + h) - ends(theta - h)) - (ends(theta + 2 * h) - ends(theta - 2 * h))) / (12 * h)
  theta + sum(slope / trial$times)
}

test_that("a walk under other drifts gives the numbers of walks with these drifts", {
  skip_in_quick()
  withr::local_seed(1)
  for (i in 1:30) {
    trial <- random_trial()
    walks <- unruly:::walks_of_analyses()
    root <- sqrt(trial$times[trial$look])
    p <- sample(c(0.5, 0.025, 0.975, 0.001), 1)
    theta <- unruly:::theta_in_order(trial, p, walks)
    expect_lt(abs(above_by_itself(trial, theta) - p), 1e-9)
    expect_lt(abs(unruly:::p_in_order(trial, walks) - above_by_itself(trial, 0)), 1e-9)
    mean <- unruly:::theta_of_mean(trial, walks)
    expect_lt(abs(mean_by_itself(trial, mean) - trial$z / root), 1e-6)
    # The walks that are kept do not depend on what was asked before.
    expect_equal(unruly:::theta_in_order(trial, p, walks), theta, tolerance = 1e-12)
  }
})

test_that("the least error of a spending design is the one whose limits meet what was seen", {
  withr::local_seed(5)
  claim <- many_claims()
  for (i in 1:40) {
    looks <- sample(1:5, 1)
    times <- sort(runif(looks, 0.1, 1))
    plan <- list(spending = list("obrien_fleming", "pocock", 0, -4, 2)[[sample(5, 1)]], sides = sample(2, 1))
    z <- rnorm(looks, 3 * sqrt(times), 1)
    seen <- if (plan$sides == 2) abs(z) else z
    beyond <- function(error) {
      spent <- error_spent(plan$spending, times, error, plan$sides)
      max(seen - limits_of_spending(spent, times, plan$sides, rep(-Inf, looks)))
    }
    least <- sequential_p(plan, z, times, times)
    if (least == 1) claim(beyond(0.999) <= 0, i) else if (least == 1e-12) claim(beyond(least) >= 0, i) else {
      claim(abs(beyond(least)) < 1e-8, i)
      claim(beyond(least * (1 + 1e-6)) > 0 && beyond(least * (1 - 1e-6)) < 0, i, "rises")
    }
  }
  expect_claims(claim, 60)
})
