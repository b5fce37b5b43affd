# Intervals of means that cannot leave a range, and the number of replications that they take.

# --- the same in R ------------------------------------------------------------------

mixture_of <- function(level) {
  far <- 2 * log(1 / (1 - level))
  100 / (far + log(1 + far))
}

literal_g <- function(s, v, q) {
  x <- s + v + q
  q * log(q) - lgamma(q) - stats::pgamma(q, q, log.p = TRUE) + lgamma(v + q) + stats::pgamma(x, v + q, log.p = TRUE) - (v + q) * log(x) + s + v
}

# Squares about the mean of all replications before the block 1, 2, 3-4, 5-8, ..., about the middle in the first.
literal_variation <- function(x, middle, replications = seq_along(x)) {
  block <- ceiling(log2(replications))
  sum(vapply(seq_along(x), function(i) {
    before <- x[block < block[i]]
    (x[i] - if (length(before) > 0) mean(before) else middle)^2
  }, 0))
}

# Of numbers in [low, high].
literal_interval <- function(x, low, high, level, replications = seq_along(x)) {
  y <- (x - low) / (high - low)
  v <- literal_variation(y, 0.5, replications)
  limit <- log(2 / (1 - level))
  side <- function(mean) {
    g <- function(gap) literal_g(length(y) * gap, v, mixture_of(level) / 10) - limit
    if (mean <= 0 || g(mean) < 0) return(mean)
    stats::uniroot(g, c(0, mean), tol = 1e-14)$root
  }
  low + (high - low) * (mean(y) + c(-side(mean(y)), side(1 - mean(y))))
}

sums_of_numbers <- function(x, replications = seq_along(x)) {
  unruly:::tree_sums(unruly:::tables_of_rows(matrix(as.double(x)), replications), 1)
}

# --- the interval --------------------------------------------------------------------

test_that("a measure that is always 0 takes 5.6645 bounds over the half-width", {
  expect_equal(unruly:::bounded_mixture(0.95), 12.6005609793, tolerance = 1e-11)
  s <- stats::uniroot(function(s) literal_g(s, 1 / 4, mixture_of(0.95) / 10) - log(40), c(1, 20), tol = 1e-12)$root
  expect_equal(s, 5.6645, tolerance = 1e-5)
  expect_identical(unruly:::reps_of_nothing(1000, FALSE, 0.95, 3), ceiling(1000 / 3 * s)) # 1888.15
  expect_equal(.Call(unruly:::C_gamma_mixture, c(10, s), c(8, 1 / 4), c(1.26, mixture_of(0.95) / 10)), c(2.642425105, log(40)), tolerance = 1e-8)
  # Differences have twice the range, and are in the middle of it if they are 0.
  s <- stats::uniroot(function(s) literal_g(s, 0, mixture_of(0.9) / 10) - log(20), c(1, 20), tol = 1e-12)$root
  expect_identical(unruly:::reps_of_nothing(10, TRUE, 0.9, 0.5), ceiling(2 * 10 / 0.5 * s))
  expect_identical(unruly:::reps_of_nothing(c(2, 10, 7), FALSE, 0.95, 1), unruly:::reps_of_nothing(10, FALSE, 0.95, 1))
})

test_that("the variation is about means before the block, whichever replications there are", {
  skip_in_quick()
  set.seed(1)
  for (n in c(1:9, 15:17, 31:34, 64, 100, 257)) {
    x <- stats::rexp(n) * 7
    found <- sums_of_numbers(x)
    expect_equal(found$mean, mean(x))
    expect_equal(found$squares, sum((x - mean(x))^2))
    expect_identical(c(found$least, found$greatest), range(x))
    expect_equal(found$opening$squares + found$opening$n * (found$opening$mean - 4)^2 + found$later, literal_variation(x, 4))
  }
  for (replications in list(5:9, 3:20, c(2, 3, 9, 40), c(1, 5, 6, 7), c(1:8, 30:50), 64:200, 8, c(4, 5), 101:164)) {
    x <- stats::rexp(length(replications))
    found <- sums_of_numbers(x, as.integer(replications))
    expect_equal(found$mean, mean(x))
    expect_equal(found$opening$squares + found$opening$n * (found$opening$mean - 0.5)^2 + found$later, literal_variation(x, 0.5, replications))
  }
})

test_that("intervals are those of the formula", {
  skip_in_quick()
  set.seed(2)
  for (i in 1:60) {
    level <- sample(c(0.5, 0.9, 0.95, 0.999), 1)
    bound <- 10^stats::runif(1, -3, 4)
    n <- sample(c(1, 2, 64, 500, 3000), 1)
    x <- switch(sample(3, 1), stats::rbeta(n, 1, 5), as.double(stats::runif(n) < 0.01), rep(stats::runif(1), n)) * bound
    if (!is_drawn(i)) next
    expect_equal(unruly:::bounded_interval(sums_of_numbers(x), bound, FALSE, level)[, 1], literal_interval(x, 0, bound, level), tolerance = 1e-8)
    x <- 2 * x - bound
    expect_equal(unruly:::bounded_interval(sums_of_numbers(x), bound, TRUE, level)[, 1], literal_interval(x, -bound, bound, level),
                 tolerance = 1e-8)
  }
  # A range of no width; no range; nothing known.
  expect_identical(unruly:::bounded_interval(sums_of_numbers(c(0, 0)), 0, FALSE, 0.95)[, 1], c(0, 0))
  expect_identical(unruly:::bounded_interval(sums_of_numbers(c(0, 1)), NA_real_, FALSE, 0.95)[, 1], c(NA_real_, NA_real_))
})

test_that("the numbers of replications are the least that are enough, if values go on alike", {
  skip_in_quick()
  set.seed(3)
  for (i in 1:20) {
    x <- stats::rbeta(64, 1, 4) * 50
    sums <- sums_of_numbers(x)
    reps <- unruly:::bounded_reps(sums, 50, FALSE, 0.95, 5)
    greater <- function(n) {
      v <- (x[1] / 50 - 0.5)^2 + (literal_variation(x / 50, 0.5) - (x[1] / 50 - 0.5)^2) * n / 64
      g <- function(gap) literal_g(n * gap, v, mixture_of(0.95) / 10) - log(40)
      max(vapply(c(mean(x) / 50, 1 - mean(x) / 50), function(edge) if (g(edge) < 0) edge else stats::uniroot(g, c(0, edge), tol = 1e-13)$root, 0)) * 50
    }
    expect_lte(greater(reps), 5)
    expect_gt(greater(reps - 1), 5)
  }
})

test_that("whenever one looks, the interval holds the mean at least as often as it says, however rare large values are", {
  skip_on_cran() # long
  looks <- unique(round(2^seq(0, 11, by = 0.5)))
  laws <- list(list(function(n) as.double(stats::runif(n) < 0.002), 0.002), list(function(n) stats::rbeta(n, 0.2, 0.6), 0.25),
               list(function(n) as.double(stats::runif(n) < 0.5), 0.5))
  for (draw in drawn_of(laws, 3)) {
    set.seed(4)
    missed <- vapply(seq_len(200 / parts_of_share(2)), function(i) { # of 200 a share of .17, three standard errors above, would be found
      x <- draw[[1]](2048)
      any(vapply(looks, function(n) {
        limits <- unruly:::bounded_interval(sums_of_numbers(x[1:n]), 1, FALSE, 0.9)
        draw[[2]] < limits[1] || draw[[2]] > limits[2]
      }, NA))
    }, NA)
    expect_lte(mean(missed), 0.1)
  }
})

# --- in studies ------------------------------------------------------------------------

players <- list(policy_ucb1(), policy_uniform(), policy_fixed(2))
two <- list(a = bandit(arms_bernoulli(c(0.3, 0.6))), b = bandit(arms_gaussian(prior_uniform(3), sd = 1)))
play <- function(..., reps = 100, bandit = two) {
  suppressMessages(run_study(bandit, players, 60, reps = reps, seed = 4, record = c(7, 60), progress = FALSE, ...))
}
limits_of <- function(table) as.data.frame(table[c("lower", "upper")])

test_that("summary() and compare_policies() have the interval of the formula; by moments, threads and joins with the same bits", {
  skip_in_quick()
  rows <- play()
  moments <- list(play(keep = "moments"), play(keep = "moments", threads = 1), play(keep = "moments", threads = if (more_threads() > 2) 7 else 2),
                  c(play(keep = "moments", reps = 30, first_rep = 71), play(keep = "moments", reps = 70)))
  values <- regret(rows)
  for (bound in list(NULL, TRUE, 80)) for (what in c("regret", "optimal")) {
    if (!is_drawn(isTRUE(bound), what == "optimal", one_in = 2)) next
    look <- function(study) summary(study, what, at = "all", interval = "anytime", bound = bound)
    pairs <- function(study) compare_policies(study, "Uniform", what, at = "all", interval = "anytime", bound = bound)
    table <- look(rows)
    compared <- pairs(rows)
    for (study in moments) {
      expect_identical(limits_of(look(study)), limits_of(table))
      expect_identical(limits_of(pairs(study)), limits_of(compared))
    }
    if (is.null(bound)) next
    greatest <- function(bandit, round) {
      if (is.numeric(bound)) bound else certain(bandit, round)
    }
    certain <- function(bandit, round) if (what == "optimal") round else round * c(a = 0.3, b = 1)[[bandit]]
    of <- function(row, policy) values[[what]][values$bandit == row$bandit & values$round == row$round & values$policy == policy]
    for (i in seq_len(nrow(table))) {
      wanted <- literal_interval(of(table[i, ], table$policy[i]), 0, greatest(table$bandit[i], table$round[i]), 0.95)
      wanted[2] <- min(wanted[2], certain(table$bandit[i], table$round[i])) # no mean lies beyond what is possible
      expect_equal(c(table$lower[i], table$upper[i]), wanted, tolerance = 1e-8)
    }
    for (i in seq_len(nrow(compared))) {
      b <- greatest(compared$bandit[i], compared$round[i])
      wanted <- literal_interval(of(compared[i, ], compared$policy[i]) - of(compared[i, ], "Uniform"), -b, b, 0.95)
      expect_equal(c(compared$lower[i], compared$upper[i]), wanted, tolerance = 1e-8)
    }
  }
  # A pair and its reverse differ by their sign.
  one <- compare_policies(rows, "UCB1", bound = TRUE)
  other <- compare_policies(rows, "Uniform", bound = TRUE)
  expect_identical(one$lower[one$policy == "Uniform"], -other$upper[other$policy == "UCB1"])
})

test_that("a measure that never varied has the interval of its certain bound, or none", {
  skip_in_quick()
  study <- play(reps = 80, bandit = list(plain = bandit(arms_bernoulli(c(0.3, 0.6))), late = bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(2),
                                         alike = bandit(arms_bernoulli(c(0.5, 0.5)))))
  table <- summary(study, interval = "anytime")
  still <- table[table$policy == "Fixed 2", ]
  expect_equal(c(still$lower[1], still$upper[1]), literal_interval(rep(0, 80), 0, 18, 0.95), tolerance = 1e-8)
  expect_identical(c(still$lower[2], still$upper[2]), c(NA_real_, NA_real_))
  expect_identical(c(still$lower[3], still$upper[3]), c(0, 0)) # whatever is played
  expect_false(anyNA(table$lower[table$policy == "UCB1"]))
  needed <- reps_until(0.5, interval = "anytime", study = study)
  expect_identical(needed$reps[needed$policy == "Fixed 2"], c(ceiling(5.6644568 * 18 / 0.5), Inf, 2))
  expect_equal(summary(study)$upper[3], 18 * (1 - 0.025^(1 / 80))) # Student's would have no width
})

test_that("the bound that is certain is that of the means, and is asked for where none is", {
  skip_in_quick()
  certain <- function(arms, what = "regret", ...) unruly:::certain_bound(bandit(arms, ...), what, c(1, 10))
  expect_equal(certain(arms_bernoulli(c(0.3, 0.6))), c(0.3, 3))
  expect_equal(certain(arms_gaussian(c(-1, 2, 0))), c(3, 30))
  expect_equal(certain(arms_beta(c(1, 3), 1)), c(0.25, 2.5))
  expect_equal(certain(arms_lognormal(c(0, 1), 1)), c(1, 10) * (exp(1.5) - exp(0.5)))
  expect_equal(certain(arms_categorical(rbind(c(1, 1), c(1, 3)), c(0, 8))), c(2, 20))
  expect_equal(certain(arms_constant(c(5, 7))), c(2, 20))
  expect_equal(certain(arms_student(3, c(0, 4))), c(4, 40))
  expect_equal(certain(arms_empirical(list(c(1, 2), c(5, 6)))), c(4, 40))
  expect_equal(certain(arms_bernoulli(prior_uniform(3, 0.2, 0.5))), c(0.3, 3))
  expect_equal(certain(arms_beta(prior_uniform(3), 2)), c(1, 10))
  expect_equal(certain(arms_lognormal(prior_uniform(3), 1)), c(1, 10) * (exp(1.5) - exp(0.5)))
  expect_identical(certain(arms_gaussian(prior_normal(3))), c(NA_real_, NA_real_))
  expect_identical(certain(arms_gaussian(prior_normal(3)), "optimal"), c(1, 10))
  expect_identical(certain(arms_gaussian(prior_normal(3)), "correct"), c(1, 1))
  expect_identical(certain(arms_bernoulli(0.5), "reward"), c(NA_real_, NA_real_))
  expect_identical(unruly:::certain_bound(bandit(arms_bernoulli(c(0.3, 0.6))) |> with_patience(4), "regret", 5), NA_real_)
  expect_identical(unruly:::certain_bound(bandit(arms_tape(diag(2))), "regret", 5), NA_real_)
  for (arms in list(arms_linear(diag(2), 1, context_normal(2, unit = TRUE)), arms_logistic(diag(2), context_normal(2, unit = TRUE)))) {
    expect_identical(certain(arms), c(NA_real_, NA_real_)) # means by context
  }
  # A policy that does the worst it can comes to it.
  study <- run_study(bandit(arms_bernoulli(c(0.1, 0.8))), policy_fixed(1), 1000, reps = 3, seed = 1, progress = FALSE, record = 1)
  expect_equal(summary(study, bound = TRUE)$mean, 700)
})

test_that("a study with a bound goes on until the bounded interval is narrow", {
  skip_in_quick()
  problem <- bandit(arms_bernoulli(c(0.9, 0.4)))
  run <- function(...) suppressMessages(run_study(problem, list(policy_etc(4), policy_ucb1()), 100, ..., seed = 5, record = 1, progress = FALSE))
  greater <- function(study, ...) {
    table <- summary(study, ...)
    max(table$upper - table$mean, table$mean - table$lower)
  }
  for (bound in list(TRUE, 50, 70)) {
    study <- run(reps = reps_until(1.5, bound = bound))
    n <- length(study$replications)
    expect_lte(greater(study, bound = bound), 1.5)
    expect_gt(greater(run(reps = ceiling(n / 1.2)), bound = bound), 1.5)
    expect_gte(n, unruly:::reps_of_nothing(if (isTRUE(bound)) 50 else bound, FALSE, 0.95, 1.5))
  }
  study <- run(reps = reps_until(3, "difference", bound = TRUE))
  table <- compare_policies(study, bound = TRUE)
  expect_lte(max(table$upper - table$difference, table$difference - table$lower), 3)
  share <- run(reps = reps_until(0.03, "correct", bound = TRUE))
  expect_lte(greater(share, what = "correct", bound = TRUE), 0.03)
  # Nothing varies: as many as were announced.
  fixed <- function(...) suppressMessages(run_study(problem, policy_fixed(1), 100, ..., seed = 5, record = 1, progress = FALSE))
  for (goal in list(reps_until(1), reps_until(1, bound = TRUE))) {
    expect_identical(length(fixed(reps = goal)$replications), as.integer(ceiling(5.6644568 * 50)))
  }
})

test_that("a replication beyond the bound is an error that keeps the study; sums may be off by their rounding", {
  problem <- bandit(arms_bernoulli(c(0.9, 0.4)))
  error <- expect_error(suppressMessages(run_study(problem, policy_uniform(), 100, reps_until(3, bound = 20), seed = 1, progress = FALSE)),
                        "no replication exceeds", class = "unruly_error_argument")
  expect_length(last_study()$replications, 64)
  sums <- sums_of_numbers(c(0, 20 * (1 + 1e-12)))
  cells <- data.frame(bandit = "b", policy = "p")
  expect_null(unruly:::refuse_beyond(sums, cells, 20, FALSE, "regret", "bound", NULL))
  expect_error(unruly:::refuse_beyond(sums, cells, 19.99, FALSE, "regret", "bound", NULL), class = "unruly_error_argument")
  expect_error(unruly:::refuse_beyond(sums_of_numbers(c(-21, 3)), cells, 20, TRUE, "regret", "bound", NULL), class = "unruly_error_argument")
})

test_that("the messages read well: bounds", {
  skip_in_quick()
  pair <- bandit(arms_bernoulli(c(0.9, 0.4)))
  run <- function(reps, bandit = pair, policies = list(policy_ucb1(), policy_uniform()), ...) {
    invisible(run_study(bandit, policies, 100, reps, seed = 1, progress = FALSE, ...))
  }
  expect_snapshot({
    reps_until(3, bound = TRUE)
    reps_until(3, bound = 1000)
  })
  expect_errors({
    reps_until(3, bound = -1)
    run(reps_until(3, bound = TRUE))
    run(reps_until(3, "difference", bound = 100))
    run(reps_until(0.01, bound = TRUE, max = 1000))
    run(reps_until(3, "reward", bound = TRUE))
    run(reps_until(3, bound = TRUE), with_patience(pair, 9))
    run(reps_until(3, bound = TRUE), bandit(arms_gaussian(prior_normal(2))))
    run(reps_until(3, bound = 20))
    run(reps_until(3), with_delay(pair, 2), policy_fixed(2), stop = stop_at(50), after = "end")
  })
  study <- run(64)
  expect_errors({
    summary(study, bound = 3)
    summary(study, bound = TRUE, interval = "t")
    summary(study, "reward", bound = TRUE)
    compare_policies(study, bound = 1)
    compare_policies(study, bound = "much")
    reps_until(1, bound = TRUE, interval = "t", study = study)
  })
})

test_that("the warning says why the greatest number of replications was not enough", {
  skip_in_quick()
  run <- function(reps, policy = policy_fixed(1), ...) {
    invisible(suppressMessages(run_study(bandit(arms_bernoulli(c(0.9, 0.4))) |> with_delay(1), policy, 100, reps, seed = 5, progress = FALSE, ...),
                               "unruly_message_precision"))
  }
  expect_snapshot({
    run(reps_until(3, max = 100))
    run(reps_until(30, max = 64), policy_etc(4))
    run(reps_until(0.1, max = 100), policy_uniform())
  })
})
