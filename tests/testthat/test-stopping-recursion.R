# Numbers of group-sequential tests: values found by other programs, and the same rules, made finer, for random tests.

weight_of_shape <- unruly:::weight_of_shape
limits_of_shape <- unruly:::limits_of_shape
limits_of_spending <- unruly:::limits_of_spending
limits_for_rivals <- unruly:::limits_for_rivals
no_lower <- function(times) rep(-Inf, length(times))

shape_limits <- function(shape, times, error = 0.025, sides = 1) {
  limits_of_shape(weight_of_shape(shape, times), times, error, sides, no_lower(times))
}

spending_limits <- function(spending, times, error = 0.025) {
  limits_of_spending(unruly:::spending_functions[[spending]](times, error), times, 1, no_lower(times))
}

rival_limits <- function(shape, times, rivals, error = 0.025, ...) {
  limits_for_rivals(weight_of_shape(shape, times), times, error, rivals, ...)
}

hwang_shih_decani <- function(error, g) function(t) error * (1 - exp(-g * t)) / (1 - exp(-g))

expect_near <- function(found, expected, tolerance = 1e-6) expect_lt(max(abs(found - expected)), tolerance)

test_that("limits of one rival are those of other programs", {
  skip_on_cran()
  expect_near(shape_limits("obrien_fleming", 1:4 / 4), c(4.0485910, 2.8627862, 2.3374551, 2.0242955))
  expect_near(shape_limits("obrien_fleming", c(120, 240, 360, 478) / 478), c(4.041327, 2.857650, 2.333261, 2.024886))
  expect_near(shape_limits(0.25, 1:3 / 3, 0.05, 2), c(2.741136, 2.305012, 2.082813))
  expect_near(limits_of_spending(hwang_shih_decani(0.025, -4)(1:4 / 4), 1:4 / 4, 1, no_lower(1:4)),
              c(3.155373, 2.818347, 2.439132, 2.013647))
  expect_near(spending_limits("pocock", c(0.4, 0.7, 1)), c(2.223875, 2.305080, 2.309751))
  expect_near(spending_limits("obrien_fleming", c(0.05, 0.5, 1))[1], 9.955146)
  expect_near(shape_limits("obrien_fleming", 1:200 / 200)[200], 2.201626)
  expect_near(shape_limits("pocock", 1:200 / 200)[200], 2.941311)
  expect_near(shape_limits("obrien_fleming", c(0.999999, 1)), c(1.960363, 1.960362))
  expect_near(shape_limits("obrien_fleming", c(0.999, 1)), c(1.972925, 1.971938))
  expect_near(spending_limits("obrien_fleming", c(0.7, 0.9, 1)), c(2.437995, 2.145808, 2.068733))
  expect_near(spending_limits("pocock", c(0.7, 0.9, 1)), c(2.059082, 2.284477, 2.365307))
  expect_equal(shape_limits("pocock", 1), qnorm(0.975))
})

test_that("lower limits that spend are those of other programs", {
  times <- 1:3 / 3
  both <- function(drift, binding) {
    unruly:::spend(hwang_shih_decani(0.025, -4)(times), times, binding = binding,
                   missed = hwang_shih_decani(0.1, -2)(times), drift = drift)
  }
  loose <- both(3.3528668, FALSE)
  expect_near(loose$upper, c(3.010739, 2.546531, 1.999226))
  expect_near(loose$lower, c(-0.238724, 0.941067, 1.999226))
  binds <- both(3.3196108, TRUE)
  expect_near(binds$upper, c(3.010739, 2.546219, 1.964337))
  expect_near(binds$lower, c(-0.257924, 0.913905, 1.964337))
})

test_that("limits of a plan that is looked at late have another error than planned", {
  looked <- c(0.7, 0.9, 1)
  for (case in list(list("obrien_fleming", 0.023345), list("pocock", 0.019475))) {
    planned <- spending_limits(case[[1]], 1:3 / 3)
    expect_near(sum(unruly:::crossing_probabilities(looked, planned, no_lower(looked), 0)[, 1]), case[[2]])
  }
})

test_that("limits of several rivals are those of other programs", {
  skip_on_cran()
  late <- c(450, 475, 500) / 500
  expect_near(rival_limits("obrien_fleming", late, 4), c(2.658406, 2.587503, 2.521986))
  expect_near(rival_limits("pocock", late, 4), rep(2.578606, 3))
  expect_near(rival_limits("pocock", c(0.9, 0.95, 1), 4), rep(2.578606, 3))
  expect_near(rival_limits("obrien_fleming", c(0.8, 0.9, 1), 10)[3], 2.784187)
  expect_near(rival_limits("pocock", c(0.8, 0.9, 1), 10)[3], 2.899424, 2e-6)
  expect_near(rival_limits("obrien_fleming", c(0.85, 0.92, 1), 10)[3], 2.788163)
  expect_near(rival_limits("pocock", 1:2 / 2, 3, 0.05, two_sided = TRUE), rep(2.555797, 2))
  expect_near(rival_limits("obrien_fleming", 1:3 / 3, 2, 0.05, two_sided = TRUE)[3], 2.244433)
  expect_near(rival_limits("pocock", 1, 4, rho = 1 / 3), 2.471089)
  expect_near(rival_limits("obrien_fleming", 1:3 / 3, 4, rho = 1 / 3)[3], 2.493713)
  expect_near(rival_limits("obrien_fleming", 1:4 / 4, 3)[4], 2.392566)
  expect_near(rival_limits("pocock", c(0.85, 0.92, 1), 10)[3], 2.878041) # mvtnorm: 2.878040
  one <- rival_limits("obrien_fleming", c(0.2, 0.7, 1), 1)
  expect_near(one, shape_limits("obrien_fleming", c(0.2, 0.7, 1)), 1e-7)
})

test_that("rivals at or below a limit are dropped, and arms in play are counted", {
  times <- 1:3 / 3
  upper <- rival_limits("obrien_fleming", times, 3)
  crossed <- function(drifts) unruly:::rivals_crossing(times, upper, c(0, 0, -Inf), drifts, 0.5)
  planned <- crossed(c(0, 0, 0.4) * sqrt(665.25489 / 8))
  null <- crossed(numeric(3))
  expect_near(1 - c(planned$none[3], null$none[3]), c(0.892460, 0.024345))
  # Patients: a third more for each arm in play after each look but the last.
  size <- function(found, kinds) {
    running <- (found$none - found$all_below)[1:2]
    in_play <- if (is.matrix(found$in_play)) drop(found$in_play[1:2, ] %*% kinds) else kinds * found$in_play[1:2]
    665.25489 / 12 * (4 + sum(running + in_play))
  }
  expect_near(c(size(planned, c(2, 1)), size(null, 3)), c(443.9192, 442.5105), 1e-3)
})

# A random test: looks that are even, uneven, close or late; limits of a shape.
random_times <- function(looks) {
  gaps <- switch(sample(4, 1), rep(1, looks), stats::rexp(looks), c(1, stats::runif(looks - 1, 1e-4, 0.1)),
                 10^stats::runif(looks, -3, 0))
  cumsum(gaps) / sum(gaps)
}

random_limits <- function(times) stats::runif(1, 1.8, 3) * weight_of_shape(stats::runif(1, -1, 0.5), times)

test_that("a finer rule gives the same probabilities of random tests with one rival", {
  skip_in_quick()
  withr::local_seed(1)
  for (i in 1:40) {
    times <- random_times(sample(2:8, 1))
    upper <- random_limits(times)
    lower <- list(-upper, no_lower(times), pmin(upper - 0.5, stats::runif(1, -1, 1)))[[sample(3, 1)]]
    drift <- sample(c(0, 1, 4), 1)
    found <- unruly:::crossing_probabilities(times, upper, lower, drift)
    expect_near(found, unruly:::crossing_probabilities(times, upper, lower, drift, fine = 2), 1e-10)
    spent <- unruly:::spending_functions$pocock(times, 0.025)
    limits <- limits_of_spending(spent, times, 1, no_lower(times))
    expect_near(cumsum(unruly:::crossing_probabilities(times, limits, no_lower(times), 0, fine = 2)[, 1]), spent, 1e-10)
  }
})

test_that("a finer rule gives the same errors of random tests with several rivals", {
  skip_on_cran()
  withr::local_seed(2)
  for (i in 1:12) {
    times <- random_times(sample(1:3, 1))
    rho <- 1 / (1 + sample(c(1, 1.5, 2), 1))
    rivals <- sample(2:10, 1)
    two_sided <- stats::runif(1) < 0.3
    upper <- rival_limits(stats::runif(1, -0.5, 0.5), times, rivals, 0.025, rho = rho, two_sided = two_sided)
    lower <- if (two_sided) -upper else no_lower(times)
    expect_near(unruly:::some_crosses(times, upper, lower, rivals, rho, two_sided, paths = 40, fine = 1.5), 0.025, 1e-8)
    drops <- pmin(upper, c(rep(stats::runif(1, -1, 1), length(times) - 1), -Inf))
    drifts <- sample(c(0, 2), rivals, replace = TRUE)
    usual <- unruly:::rivals_crossing(times, upper, drops, drifts, rho)
    finer <- unruly:::rivals_crossing(times, upper, drops, drifts, rho, paths = 40, fine = 1.5)
    expect_near(unlist(usual), unlist(finer), 1e-7)
  }
})

test_that("a finer rule gives the same errors with five and six looks, also uneven ones and a small control", {
  skip_in_quick()
  uneven <- c(0.34, 0.64, 0.75, 0.91, 1)
  cases <- list(list(times = uneven, rho = 0.5, paths = 30), list(times = uneven, rho = 0.6, paths = 42),
                list(times = c(0.2, 0.3, 0.5, 0.6, 0.8, 1), rho = 0.5, paths = 18))
  for (case in drawn_of(cases, 3)) {
    five <- length(case$times) == 5
    weight <- case$times^0.38
    upper <- if (five) unruly:::limits_for_rivals(weight, case$times, 0.025, 6, case$rho, two_sided = TRUE) else
      unruly:::limits_of_shape(weight, case$times, 0.025 / 6, 2, no_lower(case$times))
    crossed <- function(paths, fine = 1) unruly:::some_crosses(case$times, upper, -upper, 6, case$rho, TRUE, paths,
        fine)
    finer <- crossed(case$paths, 1.25)
    if (five) expect_near(finer, 0.025, 1e-7)
    # A few paths less are seen: six in the first two cases, two in the last one.
    expect_near(crossed(unruly:::least_paths(case$times, case$rho)), finer, if (five) 1e-7 else 3e-6)
  }
})

test_that("several rivals cross as often as in simulated trials", {
  skip_on_cran()
  withr::local_seed(3)
  times <- c(0.6, 0.9, 1)
  upper <- rival_limits("obrien_fleming", times, 4)
  games <- 1e5 / parts_of_share(4)
  walk <- function() t(apply(matrix(stats::rnorm(3 * games), games) %*% diag(sqrt(diff(c(0, times)))), 1, cumsum))
  control <- walk()
  crosses <- logical(games)
  for (rival in 1:4) {
    z <- (walk() - control) / rep(sqrt(2 * times), each = games)
    crosses <- crosses | rowSums(z >= rep(upper, each = games)) > 0
  }
  expect_lt(abs(mean(crosses) - 0.025), 4 * sqrt(0.025 * 0.975 / games))
})
