# Replications until the intervals are narrow, and intervals that may be looked at.

# A folder as if the last look had never come.
cut_off <- function(path) {
  plans <- sort(list.files(path, "^plan-", full.names = TRUE))
  testthat::expect_gt(length(plans), 1)
  unlink(utils::tail(plans, 1))
  unlink(file.path(path, utils::tail(parts_in(path), 1)), recursive = TRUE)
}

# A game in which the wrong arm is named seldom, and costs much.
seldom <- function(...) {
  suppressMessages(run_study(bandit(arms_bernoulli(c(0.9, 0.4))), policy_etc(4), 100, seed = 5, record = 2, progress = FALSE, ...))
}

test_that("the half-width solves the equation of the mixture", {
  # Lai's statistic, written out: the likelihood of standardised data averaged
  # over normal effects of variance 1/64, by numerical integration over sigma.
  log_mixture <- function(x) {
    n <- length(x)
    given <- function(effect_sd) {
      over_sigma <- function(log_s) {
        vapply(log_s, function(l) {
          s <- exp(l)
          # x ~ N(effect * s, s^2), the effect integrated out exactly.
          v <- 1 + n * effect_sd^2
          exp(-n * l - 0.5 * log(v) - (sum(x^2) - effect_sd^2 * sum(x)^2 / v) / (2 * s^2))
        }, 0)
      }
      centre <- log(sqrt(mean(x^2)))
      stats::integrate(over_sigma, centre - 3, centre + 3, rel.tol = 1e-10)$value
    }
    log(given(1 / 8) / given(0))
  }
  set.seed(4)
  for (n in c(40, 100)) for (level in c(0.8, 0.95)) {
    x <- stats::rnorm(n)
    half <- unruly:::anytime_factor(n, level) * stats::sd(x)
    expect_equal(log_mixture(x - mean(x) + half), -log(1 - level), tolerance = 1e-4)
  }
  expect_identical(unruly:::anytime_factor(c(2, 10), 0.95), c(Inf, Inf))
  expect_equal(unruly:::anytime_factor(1e9, 0.95), sqrt(log(1e9 / 64) - 2 * log(0.05)) / sqrt(1e9), tolerance = 1e-4)
})

test_that("looking at every replication, the interval holds the mean as often as it says; Student's does not", {
  skip_in_quick()
  set.seed(1)
  n <- 3:400
  factors <- list(unruly:::anytime_factor(n, 0.8), unruly:::anytime_factor(n, 0.95), suppressWarnings(unruly:::student_factor(n, 0.95)))
  held <- replicate(2000 / parts_of_share(4), {
    x <- stats::rnorm(400)
    mean <- cumsum(x)[n] / n
    sd <- sqrt((cumsum(x^2)[n] - n * mean^2) / (n - 1))
    vapply(factors, function(factor) all(abs(mean) <= factor * sd | !is.finite(factor)), NA)
  })
  holds <- rowMeans(held)
  expect_gte(holds[1], 0.8)
  expect_gte(holds[2], 0.95)
  expect_lt(holds[3], 0.85)
})

# What a look sees of numbers, one per replication.
look_of <- function(x, bound = NA_real_, proved = FALSE) {
  list(sums = unruly:::tree_sums(unruly:::tables_of_rows(matrix(as.double(x)), seq_along(x)), 1), bound = bound, proved = proved, pair = FALSE)
}

test_that("a study goes on while one replication has more than a fifth of the sum of squares, however narrow its interval", {
  skip_in_quick()
  wide <- function(...) reps_until(1e6, ...)
  after <- function(x, goal = wide()) unruly:::next_look(look_of(x), goal)
  # One of a hundred: its square is 0.99^2 of a sum of 0.99, so that five of its kind take 495.
  expect_identical(after(c(rep(0, 99), 1)), 495)
  expect_identical(after(c(1, rep(0, 99))), 495)
  expect_identical(after(c(rep(7, 99), -1000)), 495)
  # Of m equal ones among n the share of each is (n - m) / (n m): a fifth is just not too much.
  for (n in c(64, 100, 200)) for (m in c(1:4, 6)) {
    share <- (n - m) / (n * m)
    wanted <- after(c(rep(3, n - m), rep(5, m)))
    if (share > 1 / 5) expect_lte(abs(wanted - max(5 * n * share, ceiling(1.1 * n))), 1) else expect_identical(wanted, n)
  }
  fifth <- c(-8, 8, rep(c(-1, 1), 96)) # 64 of 320
  expect_identical(after(fifth), 194)
  expect_identical(after(utils::head(fifth, -2)), 212) # 64 of 318; a tenth more at least
  expect_identical(after(c(-9, 9, rep(0, 62))), 160) # one of two: 64 x 5 / 2
  expect_identical(after(c(-9, -9, -9, 9, 9, 9, rep(0, 58))), 64) # one of six
  # Nothing varied: eight times as many, whatever the goal, until there are as many as are allowed.
  expect_identical(after(rep(0.1, 64)), 512)
  expect_identical(after(rep(0.1, 64) + c(0, 1e-16)), 512) # nor does rounding count
  expect_identical(after(rep(0.1, 64), wide(max = 200)), 200)
  expect_identical(after(rep(0.1, 200), wide(max = 200)), 200)
  expect_identical(after(rep(0.1, 300), wide(max = 200)), 300) # as a folder may have them
  expect_identical(after(c(rep(0, 99), 1), wide(max = 300)), 300)
  # The interval counts as well, whichever wants more.
  x <- rep(c(0, 1), 50)
  expect_identical(after(x, reps_until(0.1)), unruly:::least_reps(stats::sd(x), 0.1, 0.95, "anytime"))
  expect_gt(after(c(rep(0, 99), 1), reps_until(0.01)), 495)
})

test_that("the guard is that of its definition, in any data", {
  skip_in_quick()
  literal <- function(x, goal) {
    n <- as.double(length(x))
    square <- (x - mean(x))^2
    if (sum(square) == 0) return(min(8 * n, goal$max))
    wanted <- unruly:::least_reps(stats::sd(x), goal$half_width, goal$level, "anytime")
    guarded <- if (max(square) > sum(square) / 5) ceiling(n * 5 * max(square) / sum(square)) else 2
    wanted <- max(wanted, guarded)
    if (wanted <= n) n else min(max(wanted, ceiling(1.1 * n)), 8 * n, goal$max)
  }
  set.seed(3)
  cases <- if (!is.na(share_number())) 80 else 400
  seen <- vapply(seq_len(cases), function(i) {
    x <- switch(sample(5, 1), stats::rnorm(64), 4 + 992 * (stats::runif(64) < 0.02), stats::rlnorm(sample(64:300, 1), 0, 2),
                stats::rt(100, 1.5), rep(stats::runif(1), 64))
    goal <- reps_until(10^stats::runif(1, -1, 2))
    expect_identical(unruly:::next_look(look_of(x), goal), literal(x, goal))
    literal(x, goal) > length(x)
  }, NA)
  expect_gt(sum(seen), cases / 4)
  expect_gt(sum(!seen), cases / 20)
})

test_that("the interval at the stop holds the mean at least as often as it says", {
  skip_on_cran() # long
  set.seed(2)
  goal <- reps_until(0.12, level = 0.9, max = 5000)
  stop_at <- function() {
    x <- stats::rnorm(5000)
    n <- 64
    repeat {
      wanted <- unruly:::next_look(look_of(x[1:n]), goal)
      if (wanted == n) return(abs(mean(x[1:n])) <= unruly:::anytime_factor(n, 0.9) * stats::sd(x[1:n]))
      n <- wanted
    }
  }
  # Of 500 studies a share of .86, three standard errors below, would be found, of 125 one of .82.
  expect_gte(mean(replicate(500 / parts_of_share(4), stop_at())), 0.9)
})

test_that("a study with precision is the study of that many replications, and is as narrow as asked", {
  skip_in_quick()
  problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
  run <- function(...) run_study(problem, list(policy_ucb1(), policy_uniform()), 50, seed = 1, record = 5, progress = FALSE, ...)
  for (keep in c("summary", "moments")) {
    study <- run(reps = reps_until(0.2), keep = keep)
    expect_identical(study, run(reps = length(study$replications), keep = keep))
    table <- summary(study, interval = "anytime")
    expect_true(all(table$upper - table$lower <= 0.4))
    expect_true(all(unruly:::first_look < table$reps))
    plain <- summary(study)
    expect_true(all((table$upper - table$lower) / (plain$upper - plain$lower) > 1.5))
  }
  expect_lt(length(run(reps = reps_until(0.5))$replications), length(run(reps = reps_until(0.2))$replications))
  expect_identical(length(run(reps = reps_until(100))$replications), 64L)
  expect_warning(short <- run(reps = reps_until(0.001, max = 100)), class = "unruly_warning_precision")
  expect_identical(length(short$replications), 100L)
  expect_identical(length(run(reps = reps_until(0.2, what = "optimal"))$replications) > 64, TRUE)
})

test_that("differences to a baseline are narrow as asked, in far fewer replications where policies meet the same outcomes", {
  skip_in_quick()
  problems <- list(a = bandit(arms_gaussian(c(0, 0.5))), b = bandit(arms_gaussian(prior_normal(3))))
  players <- list(policy_ucb1(sd = 1), policy_ucb1(sd = 1, alpha = 1.9, label = "near"), policy_uniform())
  run <- function(...) suppressMessages(run_study(problems, players, 40, seed = 1, record = 2, progress = FALSE, ...))
  for (keep in c("summary", "moments")) for (baseline in c("UCB1", "Uniform")) {
    study <- run(reps = reps_until(2.5, "difference", baseline = baseline), keep = keep)
    n <- length(study$replications)
    expect_identical(study, run(reps = n, keep = keep))
    table <- compare_policies(study, baseline, interval = "anytime")
    expect_identical(table$policy, rep(setdiff(c("UCB1", "near", "Uniform"), baseline), 2))
    expect_true(all(table$upper - table$lower <= 5))
    plain <- compare_policies(study, baseline)
    expect_equal(table$difference, plain$difference)
    expect_equal((table$upper - table$lower) / 2, unruly:::anytime_factor(n, 0.95) * plain$se * sqrt(n))
    expect_true(all(is.na(table$p_value)))
    # The look before was too wide: one replication in ten less would not have done.
    if (n > 64) expect_gt(max(compare_policies(run(reps = 64, keep = keep), baseline, interval = "anytime")$upper -
                                compare_policies(run(reps = 64, keep = keep), baseline, interval = "anytime")$lower), 5)
  }
  pair <- players[1:2]
  reps_of <- function(goal) length(suppressMessages(run_study(problems$b, pair, 40, seed = 1, reps = goal, record = 2, progress = FALSE))$replications)
  expect_lt(reps_of(reps_until(1, "difference")), reps_of(reps_until(1)) / 2)
  study <- run_study(problems$b, pair, 40, seed = 1, reps = 50, record = 2, progress = FALSE)
  differences <- with(regret(study)[regret(study)$round == 40, ], regret[policy == "near"] - regret[policy == "UCB1"])
  table <- reps_until(0.2, "difference", study = study)
  expect_equal(table$sd, stats::sd(differences))
  expect_lte(table$sd * unruly:::student_factor(table$reps, 0.95), 0.2)
  expect_gt(table$sd * unruly:::student_factor(table$reps - 1, 0.95), 0.2)
  expect_equal(table$half_width, table$sd * unruly:::student_factor(50, 0.95))
})

test_that("the messages read well: differences to a baseline", {
  pair <- bandit(arms_bernoulli(c(0.3, 0.6)))
  expect_snapshot(reps_until(1, "difference", baseline = "MOSS"))
  expect_errors({
    reps_until(1, baseline = "MOSS")
    run_study(pair, policy_ucb1(), 10, reps_until(1, "difference"))
    run_study(pair, list(policy_ucb1(), policy_moss()), 10, reps_until(1, "difference", baseline = "Mos"), seed = 1, progress = FALSE)
    invisible(run_study(pair, list(policy_ucb1(), policy_moss()), 10, reps_until(1, "difference"), seed = 1, progress = FALSE))
  })
})

test_that("with a folder it goes on from where it was", {
  skip_on_cran() # long
  skip_if_not_installed("nanoparquet")
  skip_if_not_installed("jsonlite")
  run <- function(path, reps = reps_until(2)) {
    run_study(fickle(), policy_uniform(), 50, reps = reps, seed = 1, record = 5, progress = FALSE, path = path)
  }
  path <- withr::local_tempdir()
  whole <- run(NULL)
  expect_identical(run(path), whole)
  expect_identical(run(path), whole)
  unlink(file.path(path, parts_in(path)[2]), recursive = TRUE)
  expect_identical(run(path), whole)
  cut_off(path)
  expect_identical(run(path), whole)
  narrower <- run(path, reps_until(1.5))
  expect_gt(length(narrower$replications), length(whole$replications))
  expect_identical(narrower, run(NULL, length(narrower$replications)))
})

test_that("with a guard or a bound, folders, resumed ones too, threads, daemons and moments come to the same study", {
  skip_on_cran() # long
  skip_if_not_installed("nanoparquet")
  skip_if_not_installed("jsonlite")
  daemons <- requireNamespace("mirai", quietly = TRUE)
  if (daemons) {
    library <- dirname(system.file(package = "unruly"))
    withr::local_envvar(R_LIBS = paste(c(library, .libPaths()), collapse = .Platform$path.sep))
    mirai::daemons(2)
    withr::defer(mirai::daemons(0))
  }
  goals <- list(reps_until(2), reps_until(1.5, bound = TRUE), reps_until(2, bound = 60))
  for (i in drawn_of(1:4)) { # each goal, and the first with moments, too
    goal <- goals[[(i - 1) %% 3 + 1]]
    keep <- c("summary", "moments")[1 + (i %in% c(2, 4))]
    whole <- seldom(reps = goal, keep = keep)
    n <- length(whole$replications)
    expect_gt(n, 64)
    expect_identical(seldom(reps = n, keep = keep), whole)
    for (threads in c(1, 7)) expect_identical(seldom(reps = goal, keep = keep, threads = threads), whole)
    path <- withr::local_tempdir()
    expect_identical(seldom(reps = goal, keep = keep, path = path), whole)
    cut_off(path)
    expect_identical(seldom(reps = goal, keep = keep, path = path), whole)
    expect_identical(read_study(path), whole)
    if (daemons) expect_identical(seldom(reps = goal, keep = keep, workers = TRUE), whole)
    expect_identical(length(seldom(reps = goal, keep = setdiff(c("summary", "moments"), keep))$replications), n)
  }
})

test_that("games played before an error are kept", {
  skip_in_quick()
  calls <- 0
  failing <- policy_custom(function(state, view) {
    calls <<- calls + 1
    if (calls > 70 * 5) stop("enough") else 1
  })
  run <- function() looking(run_study(bandit(arms_bernoulli(c(0.3, 0.6))), failing, 5, reps = reps_until(0.01, "reward"), seed = 1, progress = FALSE))
  expect_error(suppressMessages(run()), "failed", class = "unruly_error_own")
  expect_identical(last_study()$replications[1:64], 1:64)
})

test_that("reps_until(study = ) is the least number that will do", {
  problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
  study <- run_study(problem, list(policy_ucb1(), policy_fixed(2)), 50, reps = 30, seed = 1, progress = FALSE)
  for (interval in c("t", "anytime")) {
    table <- reps_until(0.3, interval = interval, study = study)
    factor <- if (interval == "t") unruly:::student_factor else unruly:::anytime_factor
    expect_lte(table$sd[1] * factor(table$reps[1], 0.95), 0.3)
    expect_gt(table$sd[1] * factor(table$reps[1] - 1, 0.95), 0.3)
    # No spread at all: by its range of 50 rounds times a gap of 0.3.
    expect_identical(table$reps[2], if (interval == "t") ceiling(log(0.025) / log(1 - 0.3 / 15)) else ceiling(5.6644568 * 15 / 0.3))
  }
  rare <- seldom(reps = 100)
  values <- regret(rare)$regret[regret(rare)$round == 100]
  expect_gt(max((values - mean(values))^2) / sum((values - mean(values))^2), 0.2)
  expect_identical(reps_until(50, interval = "anytime", study = rare)$reps, ceiling(500 * max((values - mean(values))^2) / sum((values - mean(values))^2)))
  expect_identical(reps_until(1e-12, study = study)$reps[1], Inf)
  plain <- summary(study)
  expect_equal(reps_until(1, study = study)$half_width[1], (plain$upper - plain$lower)[1] / 2)
})

test_that("the half-width of every measure and difference is that of its interval, also where games are equal", {
  skip_in_quick()
  problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
  study <- run_study(problem, list(policy_ucb1(), policy_fixed(1), policy_fixed(2)), 30, reps = 10, seed = 1, progress = FALSE)
  side <- function(table, value) pmax(table$upper - table[[value]], table[[value]] - table$lower)
  for (what in c("regret", "reward", "optimal", "correct")) {
    expect_equal(reps_until(1, what, study = study)$half_width, side(summary(study, what = what), "mean"), info = what)
  }
  needed <- reps_until(1, "difference", study = study)
  expect_equal(needed$half_width, side(compare_policies(study), "difference"))
  # Two fixed arms: with as many equal games as are said to be needed the interval is that narrow, with one less it is not.
  fixed <- reps_until(1, study = study)
  for (row in 2:3) {
    half <- function(games) side(data.frame(mean = 0, t(setNames(unruly:::limits_of_means(c(0, 9)[row - 1], 0, games, c(0, 9))[, 1] - c(0, 9)[row - 1], c("lower", "upper")))), "mean")
    expect_lte(half(fixed$reps[row]), 1)
    expect_gt(half(fixed$reps[row] - 1), 1)
  }
  endless <- run_study(bandit(arms_gaussian(prior_normal(2))), policy_fixed(2), 5, reps = 1, seed = 1, progress = FALSE)
  expect_identical(reps_until(1, study = endless)$reps, NA_real_)
})

test_that("the truth lies in the intervals of real studies", {
  skip_on_cran() # long
  # A fixed arm has an exact mean: no interval of the reward may miss it often.
  problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
  seeds <- 40 / parts_of_share(2)
  missed <- vapply(seq_len(seeds), function(seed) {
    study <- run_study(problem, policy_fixed(1), 20, reps = reps_until(0.6, what = "reward"), seed = seed, record = 1, progress = FALSE)
    table <- summary(study, what = "reward", interval = "anytime")
    table$lower > 6 || table$upper < 6
  }, NA)
  expect_lte(sum(missed), if (seeds == 40) 3 else 2)
})

test_that("bad precisions are refused by name", {
  skip_in_quick()
  expect_error(reps_until(0), "`half_width`", class = "unruly_error_argument")
  expect_error(reps_until(1, max = 10), "`max`", class = "unruly_error_argument")
  expect_error(reps_until(1, level = 1), "`level`", class = "unruly_error_argument")
  expect_output(print(reps_until(0.5)), "regret within 0.5")
  problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
  expect_error(run_study(problem, policy_ucb1(), 10, reps = reps_until(1, what = "unfairness")), "`reps`", class = "unruly_error_argument")
  log <- bandit_replay(data.frame(arm = rep(1:2, 30), reward = 1))
  expect_error(run_study(log, policy_ucb1(), 10, reps = reps_until(1)), "independent", class = "unruly_error_argument")
  expect_error(reps_until(1, what = "reward", study = run_study(log, policy_ucb1(), 10, reps = 2, progress = FALSE)), class = "unruly_error_argument")
})
