# Bounds of the impatient arms and farewell papers: values worked out by hand or
# in another way, and limits. What is refused: test-bound-refused.R.

# The inverse of f in Theorem 3.2 by halving, straight from its definition.
f_inverse_by_halving <- function(arms, value) {
  f <- function(p) p * log(p) + (1 - p) * log(1 - p) + p * log(arms / (arms - 1))
  low <- (arms - 1) / (2 * arms - 1)
  high <- 1
  for (i in 1:200) {
    middle <- (low + high) / 2
    if (middle >= 1 || f(middle) > value) high <- middle else low <- middle
  }
  low
}

# Theorem 4.6 where one of five arms enters.
one_enters <- function(horizon, ...) {
  of_fc_entry(c(0.1, 0.2, 0.3, 0.4, 0.9), c(8, 8, 8, 1e5, 8), c(1, 1, 1, 1, 9), horizon, 5, ...)
}

# ---- the shape -------------------------------------------------------------

test_that("every bound is a table of bound, round, what and value, in the order of the horizons", {
  skip_in_quick()
  horizon <- c(1e5, 100, 100, 1e4)
  bounds <- list(
    of_lower(c(2, 2, 2), horizon), of_ucb(c(0, 1), c(5, 1e5), horizon), of_fc_se(c(0, 0.5, 1), c(4, 4, 2), horizon),
    of_fc_se(c(0.1, 0.2, 0.3, 0.9), c(3, 3, 3, 5000), horizon), one_enters(horizon),
    of_wait_ucb(waiting_table(), horizon), of_ucb_simplex(waiting_table(), horizon), of_budget_ucb(waiting_table(), horizon)
  )
  for (found in bounds) {
    expect_s3_class(found, c("unruly_bound", "unruly_table", "tbl_df"))
    lower <- found$bound[1] == "Theorem 3.2"
    expect_named(found, c("bound", "round", "what", "value", if (lower) "holds"))
    expect_type(found$bound, "character")
    expect_identical(found$what, rep(if (lower) "lower" else "regret", 4))
    expect_identical(found$round, horizon)
    expect_identical(found$value[2], found$value[3])
    # A longer game costs more.
    expect_false(is.unsorted(found$value[c(2, 4, 1)], strictly = TRUE))
  }
})

test_that("several horizons give what each gives alone", {
  skip_in_quick()
  horizon <- c(10, 1000, 1e6)
  one_by_one <- function(f) do.call(rbind, lapply(horizon, f))
  waits <- function(t) of_fc_se(c(0.1, 0.2, 0.3, 0.9), c(3, 3, 3, 5000), t)
  plays <- function(t) of_wait_ucb(waiting_table(), t, what = "pulls")
  for (bound in list(waits, one_enters, plays)) expect_equal(bound(horizon), one_by_one(bound))
})

# ---- all that there are ----------------------------------------------------

bounds_there <- function(...) {
  found <- suppressMessages(regret_bound(...), classes = "unruly_message_bounds")
  unique(found$bound)
}

test_that("without `bound` there are all bounds of the bandit, and a message names what cannot be computed", {
  expect_identical(bounds_there(bandit(arms_bernoulli(c(0.3, 0.6))), 100), "Lai and Robbins (asymptotic rate)")
  expect_identical(bounds_there(bandit(arms_bernoulli(prior_uniform(2))), 10), "Bayes optimum")
  impatient <- bandit(arms_gaussian(c(0.5, 0.6, 0.9))) |> with_patience(c(4, 4, 2))
  expect_snapshot(print(regret_bound(impatient, 1000)))
  expect_identical(bounds_there(bandit(arms_gaussian(prior_uniform(3))) |> with_patience(2), 100), "Theorem 3.2")
  fair <- bandit(arms_bernoulli(c(0.9, 0.7, 0.3))) |> with_fairness(0.1, 0.4)
  expect_identical(bounds_there(fair, 1000), c("Theorem 4.2", "Theorem 4.5"))
  expect_identical(bounds_there(fair, 1000, what = "lower"), paste("Theorem", c("4.6", "4.7", "4.8")))
  late <- bandit(arms_bernoulli(c(0.3, 0.7))) |> with_spread(spread_delay(1, 2))
  expect_identical(bounds_there(late, 1000), c("Theorem 1, first term", "Theorem 1", "Theorem 2", "Theorem 3 (order)"))
  expect_identical(regret_bound(late, 1000)$value[1:2], regret_bound(late, 1000, policy_ars_ucb(5))$value)
  mortal <- bandit(arms_bernoulli(c(0.9, 0.5))) |> with_lifetimes(1, c(12, 20))
  expect_identical(bounds_there(mortal, 9), c("Theorem 2.1 (AG)", "Theorem 2.1 (AG-L)", "Theorem 2.3"))
  waiting <- bandit(arms_bernoulli(c(0.9, 0.5))) |> with_waiting(c(0.5, 0.5))
  for (b in list(waiting, bandit_value(waiting), bandit_value(waiting, c(5, 10)), as.data.frame(bandit_value(waiting)))) {
    found <- regret_bound(b, 1000)
    expect_identical(found$bound, c("Theorem 2", "UCB-Simplex (derived)", "Budget-UCB (derived)"))
    expect_identical(found$value, regret_bound(waiting, 1000)$value)
  }
  named <- regret_bound(bandit(arms_bernoulli(c(red = 0.2, blue = 0.9))) |> with_waiting(c(0.5, 0.5)), 10, what = "pulls")
  expect_identical(levels(named$arm), c("red", "blue"))
})

test_that("lower bounds are asked for as regret too, and say whether they hold", {
  plain <- bandit(arms_bernoulli(c(0.3, 0.6)))
  expect_identical(regret_bound(plain, 9, "lai_robbins", "lower"), regret_bound(plain, 9, "lai_robbins"))
  expect_identical(regret_bound(plain, c(9, 90))$holds, c(FALSE, NA)) # at 9 no policy loses as much
  impatient <- bandit(arms_gaussian(c(0.5, 0.6))) |> with_patience(c(4, 4))
  found <- regret_bound(impatient, 10, what = "lower")
  expect_identical(found$what, "lower")
  expect_identical(found$holds, TRUE)
  expect_identical(nrow(regret_bound(plain, what = "share")), 2L)
})

test_that("policies without a bound are refused, with a list of those that have one", {
  plain <- bandit(arms_bernoulli(c(0.3, 0.6)))
  impatient <- plain |> with_patience(4)
  expect_errors({
    regret_bound()
    regret_bound(c(0.3, 0.6), 100)
    regret_bound(arms_bernoulli(c(0.3, 0.6)), 100)
    regret_bound(plain)
    regret_bound(plain, 0.5)
    regret_bound(plain, 100, "lai_robins")
    regret_bound(plain, 100, "policy_ucb")
    regret_bound(plain, 100, policy_thompson())
    regret_bound(plain, 100, policy_fc_se())
    regret_bound(plain, 100, "lai_robbins", "pulls")
    regret_bound(plain, 100, what = "pulls")
    regret_bound(plain, 100, what = "plays")
    regret_bound(plain, 100, "identification", "regret")
    regret_bound(plain, 100, constants = TRUE)
    regret_bound(plain, 100, konstant = 1)
    regret_bound(plain, 100, NULL, "regret", 1)
    regret_bound(impatient, 100, "impatient_lower", error = 0.1)
    regret_bound(bandit(arms_beta(mean = c(0.2, 0.3))) |> with_rest(2), 100)
    regret_bound(bandit_mortal(5, 100, 20), 100)
    regret_bound(impatient |> with_fairness(0.1, 0.4), 100, "impatient_lower")
    regret_bound(bandit(arms_bernoulli(c(0.3, 0.6))) |> with_patience(c(9, 9)) |> with_entries(c(1, 5)), 100)
    regret_bound(impatient, 100, policy_ucb(0.1))
    regret_bound(impatient, 100, policy_fc_se(cycle = c(1, 2)))
    regret_bound(with_lifetimes(plain, 1, 9), 5, policy_ag(scale = 2))
  })
})

# ---- Theorem 3.2 -----------------------------------------------------------

test_that("the inverse of f agrees with halving its definition", {
  skip_in_quick()
  for (arms in c(2:20, 100, 1000)) {
    ratio <- log(arms / (arms - 1))
    expect_equal(1 - loss_probability(arms), f_inverse_by_halving(arms, ratio / 2), tolerance = 1e-10)
  }
})

test_that("the probability of losing the best arm solves f also for a great many arms", {
  for (arms in c(1e4, 1e6, 1e9, 1e12)) {
    q <- loss_probability(arms)
    ratio <- -log1p(-1 / arms)
    f <- (1 - q) * log1p(-q) + q * log(q) + (1 - q) * ratio
    expect_equal(f / ratio, 0.5, tolerance = 1e-9)
    expect_gt(q, 0)
    expect_lt(q, arms / (2 * arms - 1))
  }
})

test_that("for three arms of patience 2, Theorem 3.2 is the value worked out by hand", {
  # Q = 2, ln(3/2) = 0.405465, and f(0.914...) = 0.202733.
  p <- f_inverse_by_halving(3, log(1.5) / 2)
  expect_equal(p * log(p) + (1 - p) * log(1 - p) + p * log(1.5), log(1.5) / 2)
  found <- of_lower(c(2, 2, 2), c(2, 3, 102))
  expect_identical(found$bound, rep("Theorem 3.2", 3))
  expect_equal(found$value, sqrt(log(1.5) / 2) * (1 - p) * c(0, 1, 100))
})

test_that("the lower bound is 0 up to the first exit, and where nothing ever leaves", {
  expect_identical(of_lower(c(5, 5), 1:9, first_exit = 9)$value, numeric(9))
  expect_identical(of_lower(c(2, 4, 4), c(1, 1e6))$value, c(0, 0))
  expect_identical(of_lower(c(2, 2, 2), 1e6, first_exit = Inf)$value, 0)
})

test_that("a later first exit lowers the bound, and the default is what the search finds", {
  skip_in_quick()
  values <- vapply(2:50, function(q) of_lower(c(2, 2, 2), 1000, first_exit = q)$value, 0)
  expect_true(all(diff(values) < 0))
  patience <- c(2, 3, 7)
  expect_identical(
    of_lower(patience, 1e4),
    of_lower(patience, 1e4, first_exit = cycle_feasibility(patience, exit = TRUE)$first_exit)
  )
})

test_that("the lower bound stays below the most that can be lost on its instance", {
  skip_in_quick()
  for (arms in 2:12) {
    for (q in c(1, 5, 100)) {
      gap <- sqrt(log(arms / (arms - 1)) / q)
      expect_lt(of_lower(rep(1, arms), 1e4, first_exit = q)$value, gap * 1e4)
    }
  }
})

test_that("if the search for the first exit stops, the bound uses the least upper limit on it, with a warning", {
  patience <- c(3, 5, 7, 8, 11, 14, 90)
  expect_snapshot(found <- search_bound_exit(patience, quote(regret_bound()), 20))
  whole <- find_first_exit(patience, 20, NULL)
  expect_true(whole$stopped)
  expect_identical(found, whole$most)
  expect_warning(search_bound_exit(patience, NULL, 20), class = "unruly_warning_limit")
})

# ---- Theorem D.1 -----------------------------------------------------------

test_that("Theorem D.1 is the value worked out by hand", {
  # K Delta_max = 3, three times the gaps 4.5, 16 ln T (1 + 2).
  found <- of_ucb(c(0, 0.5, 1), c(2, 2, Inf), c(1, 10, 1e6))
  expect_equal(found$value, 7.5 + 48 * log(c(1, 10, 1e6)))
  expect_identical(found$bound, rep("Theorem D.1", 3))
})

test_that("Theorem D.1 wants the best arm to have more patience than UCB's pulls of the others, rounded up", {
  skip_in_quick()
  # 16 ln 1000 = 110.52: 111 pulls of the arm of gap 1, 443 of that of gap 1/2.
  expect_silent(of_ucb(c(1, 0, 0.5), c(555, 2, 2), 1000))
  expect_error(of_ucb(c(1, 0, 0.5), c(554, 2, 2), 1000), class = "unruly_error_combination")
  expect_error(of_ucb(c(1, 0, 0.5), c(555, 2, 2), c(10, 1001, 1e4)), class = "unruly_error_combination")
})

# ---- Theorems 4.1 and 4.2 --------------------------------------------------

test_that("Theorem 4.1 is the value worked out by hand", {
  # Slots 1, 1, 2; gaps 0.4, 0.3; 32 (1 + 1/2) (1/0.4 + 1/0.3) = 280.
  found <- of_fc_se(c(0.5, 0.6, 0.9), c(4, 4, 2), c(1, 100, 1e5))
  expect_identical(found$bound, rep("Theorem 4.1", 3))
  expect_equal(found$value, 0.4 + 0.3 + 2 * 3 * 0.4 + 280 * log(c(1, 100, 1e5)))
})

test_that("with several best arms, Theorem 4.1 leaves them all out and divides by the most slots of one", {
  # Slots 2, 1, 1: the best arms are 1 and 2, arm 3 has gap 1/2.
  found <- of_fc_se(c(1, 1, 0.5), c(2, 4, 4), 1000)
  expect_equal(found$value, 0.5 + 64 * log(1000) * (1 + 1 / 2) + 6 * 0.5)
  expect_identical(of_fc_se(c(1, 1), c(2, 4), 1000)$value, 0)
})

test_that("the order of the arms does not matter", {
  means <- c(0.1, 0.4, 0.2, 0.8, 0.3)
  patience <- c(5000, 3, 3, 3, 8000)
  for (order in list(5:1, c(3, 1, 5, 2, 4))) {
    expect_equal(of_fc_se(means[order], patience[order], 1e4), of_fc_se(means, patience, 1e4))
    expect_equal(of_fc_se(means[order], rep(9, 5), 1e4), of_fc_se(means, rep(9, 5), 1e4))
  }
})

test_that("Theorem 4.2 is the value worked out by hand", {
  # K = 5, N = 3, n = 3, G = 1, c - 3n = 100.
  found <- of_fc_se(c(0.1, 0.2, 0.3, 0.9, 0.5), c(3, 3, 3, 5000, 5000), c(100, 1e4), segment = 109)
  expect_identical(found$bound, rep("Theorem 4.2", 2))
  t <- c(100, 1e4)
  expect_equal(found$value, 4 * 109 * 2 + 8 * t * 2 * sqrt(3 * log(t) / 100) + 2 * 5 * 0.8)
})

test_that("N = K is Theorem 4.1 whatever the segment, and a smaller N is Theorem 4.2", {
  means <- c(0.1, 0.2, 0.9)
  all_in <- of_fc_se(means, c(50, 50, 50), 1000)
  expect_identical(of_fc_se(means, c(50, 50, 50), 1000, n_cycle = 3, segment = 7), all_in)
  two_in <- of_fc_se(means, c(50, 50, 50), 1000, n_cycle = 2, segment = 10)
  # n = 2, c - 3n = 4, G = 1.
  expect_equal(two_in$value, 2 * 10 * 2 + 16 * 1000 * sqrt(2 * log(1000) / 4) + 6 * 0.8)
  expect_identical(two_in$bound, "Theorem 4.2")
})

test_that("the default segment of FC-SE minimises the bound, or is what the waiting arms have patience for", {
  skip_in_quick()
  means <- c(0.1, 0.2, 0.3, 0.9, 0.5, 0.6, 0.4)
  value <- function(t, patience, c) of_fc_se(means, patience, t, n_cycle = 3, segment = c)$value
  patient <- c(3, 3, 3, rep(Inf, 4))
  t <- 1000
  by_hand <- 9 + ceiling((4 * t * sqrt(3 * log(t)) / 6)^(2 / 3))
  default <- of_fc_se(means, patient, t)$value
  expect_equal(default, value(t, patient, by_hand))
  around <- vapply(unique(pmax(10, round(by_hand * 1.15^(-30:30)))), function(c) value(t, patient, c), 0)
  expect_equal(default, min(around), tolerance = 1e-4)
  # The waiting arms come two by two: 4 and 5 after one segment, 6 and 7 after two.
  hurried <- c(3, 3, 3, 31, 40, 59, 90)
  expect_equal(of_fc_se(means, hurried, t)$value, value(t, hurried, 29))
  expect_error(value(t, hurried, 30), class = "unruly_error_argument")
})

test_that("with patience enough, FC-SE's bound grows like T^(2/3)", {
  t <- 10^c(9, 12)
  found <- of_fc_se(c(0.1, 0.2, 0.3, 0.9), c(3, 3, 3, Inf), t)$value
  expect_equal(diff(log(found / log(t)^(1 / 3))) / diff(log(t)), 2 / 3, tolerance = 1e-3)
})

# ---- Theorem 4.6 -----------------------------------------------------------

test_that("Theorem 4.6 is the value worked out by hand", {
  # K = 5, K0 = 4, N = 5, n = 5, G' = 1, c - 3n = 100.
  t <- c(100, 1e5)
  found <- one_enters(t, segment = 115)
  expect_identical(found$bound, rep("Theorem 4.6", 2))
  expect_equal(found$value, 2 * 5 * 0.8 + 4 * 115 * 4 + 16 * 4 * 3 * t * sqrt(5 * log(t) / 100))
})

test_that("the default segment of FC-Entry minimises the bound, or is what the waiting arms have patience for", {
  skip_in_quick()
  means <- c(0.1, 0.2, 0.3, 0.4, 0.9, 0.8, 0.7)
  t <- 300
  value <- function(patience, c = NULL) {
    of_fc_entry(means, c(patience, 9, 9), rep(c(1, 2, 1e6), c(5, 1, 1)), t, 4, 9, segment = c)$value
  }
  # K = 7, N = 4, two arms in the cycle of n = 4, three wait one by one: G' = 3.
  patient <- c(9, 9, Inf, Inf, Inf)
  by_hand <- 12 + ceiling((8 * 6 * t * sqrt(4 * log(t)) / 6)^(2 / 3))
  default <- value(patient)
  expect_equal(default, value(patient, by_hand))
  around <- vapply(unique(pmax(13, round(by_hand * 1.15^(-30:30)))), function(c) value(patient, c), 0)
  expect_equal(default, min(around), tolerance = 1e-4)
  hurried <- c(9, 9, 100, 90, 81)
  # By patience 81, 90, 100 after one, two, three segments: 81, 45, 33.
  expect_equal(value(hurried), value(hurried, 33))
})

test_that("entries must be three segments apart, the first one aside", {
  bound <- function(...) {
    of_fc_entry(c(0.1, 0.2, 0.3, 0.4, 0.9, 0.8), c(9, 9, 9, Inf, 9, 9), c(1, 1, 1, 1, ...), 1e4, 5, 9, segment = 100)
  }
  expect_identical(bound(2, 302), bound(500, 1e6))
  expect_identical(bound(302, 2), bound(500, 1e6))
  expect_error(bound(2, 301), class = "unruly_error_combination")
})

# ---- Wait-UCB --------------------------------------------------------------

test_that("with waits of 1 only, Theorem 2 is UCB1's bound, 8 ln T over the gaps", {
  values <- data.frame(arm = 1:3, wait = 1, time = 1, gap = c(0.5, 0, 0.25))
  found <- of_wait_ucb(values, c(1, 100, 1e7))
  expect_identical(found$bound, rep("Theorem 2", 3))
  expect_equal(found$value, 48 * log(c(1, 100, 1e7)))
})

test_that("Theorem 2 and Lemma 2 are the values worked out by hand", {
  # j = 2: alpha = 8/3, beta = sqrt(8); gap 3/16 makes beta^2 + 2 gap alpha = 9.
  values <- data.frame(arm = 1, wait = c(2, 1), time = c(1.5, 1), rate = c(0.3125, 0.5), gap = c(3 / 16, 0))
  square <- (sqrt(8) + 3)^2
  expect_equal(of_wait_ucb(values, 1000)$value, 1.5 * square * log(1000) / (3 / 16))
  with_constants <- of_wait_ucb(values, 1000, constants = TRUE)$value
  expect_equal(with_constants - of_wait_ucb(values, 1000)$value, 4 * pi^2 / 3 * 1.5 * 3 / 16 + 0.5 * 1.5)
  found <- of_wait_ucb(values, 1000, what = "pulls")
  expect_equal(tibble::as_tibble(found), tibble::tibble(
    bound = "Lemma 2", round = 1000, arm = 1, wait = 2, what = "pulls",
    value = square * log(1000) / (3 / 16)^2 + 4 * pi^2 / 3
  ))
})

test_that("the regret with constants is the cost of the pulls and of the action that is cut off", {
  values <- waiting_table()
  functions <- list(of_wait_ucb, of_ucb_simplex, of_budget_ucb)
  for (f in functions) {
    pulls <- f(values, c(100, 1e5), what = "pulls")
    expect_named(pulls, c("bound", "round", "arm", "wait", "what", "value"))
    expect_identical(pulls$wait, c(1, 2, 1, 2))
    cost <- (values$time * values$gap)[pulls$wait]
    regret <- tapply(pulls$value * cost, pulls$round, sum)
    expect_equal(f(values, c(100, 1e5), constants = TRUE)$value, as.vector(regret) + 0.36 * 2.5)
  }
})

test_that("a gap that is 0 but for rounding counts as best", {
  values <- data.frame(arm = 1, wait = 1:3, time = 1, rate = c(0.5, 0.5 - 1e-16, 0.4), gap = c(0, 1e-16, 0.1))
  expect_identical(of_wait_ucb(values, 100, what = "pulls")$wait, 3)
  best_only <- data.frame(arm = 1, wait = 1, time = 1, gap = 0)
  expect_identical(of_wait_ucb(best_only, 100)$value, 0)
  expect_identical(nrow(of_wait_ucb(best_only, 100, what = "pulls")), 0L)
})

test_that("other columns and their order do not matter", {
  values <- waiting_table()
  more <- cbind(note = letters[1:3], values[5:1])
  expect_identical(of_wait_ucb(more, 100), of_wait_ucb(values, 100))
  expect_identical(of_wait_ucb(tibble::as_tibble(values), 100), of_wait_ucb(values, 100))
})

# ---- UCB-Simplex and Budget-UCB ---------------------------------------------

test_that("the bounds of UCB-Simplex and Budget-UCB are the values worked out by hand", {
  # D = 2, best rate 1/2: kappa = 2 for UCB-Simplex, D g* = 1 for Budget-UCB.
  values <- data.frame(arm = 1, wait = 1:2, time = c(1, 1.6), rate = c(0.5, 0.25), gap = c(0, 0.25))
  expect_equal(of_ucb_simplex(values, 1000)$value, 8 * 9 * log(1000) / (1.6 * 0.25))
  expect_equal(of_budget_ucb(values, 1000)$value, 8 * 4 * log(1000) / (1.6 * 0.25))
  expect_equal(of_ucb_simplex(values, 1000, kappa = 1)$value, of_budget_ucb(values, 1000)$value)
  sum_of_cubes <- sum(1 / (1:1e5)^3)
  expect_equal(of_ucb_simplex(values, 1, what = "pulls")$value, 1 + 2 * sum_of_cubes)
  expect_equal(of_budget_ucb(values, 1, what = "pulls")$value, 1 + 4 * sum_of_cubes)
})

test_that("an index of Budget-UCB exceeds the reward per unit by no more than the derivation says", {
  set.seed(1)
  n <- 1e5
  reward <- runif(n)
  cost <- runif(n, 0.1, 1)
  x <- runif(n, 0, 0.49)
  e <- x * cost
  rbar <- pmax(reward + e * runif(n, -1, 1), 0)
  cbar <- cost + e * runif(n, -1, 1)
  # Half of them at the worst corner.
  worst <- seq_len(n / 2)
  rbar[worst] <- (reward + e)[worst]
  cbar[worst] <- (cost - e)[worst]
  optimistic <- pmin(rbar + e, 1) / pmax(cbar - e, 0.1)
  index <- rbar / cbar + e / cbar + e / cbar * optimistic
  rate <- reward / cost
  expect_true(all(index - rate <= 2 * (1 + rate) * x / (1 - 2 * x) + 1e-9))
  expect_true(all(index >= optimistic - 1e-9))
  # And the radius of the bound keeps that within the gap.
  gap <- runif(n, 0, 3)
  x <- gap / (2 * (1 + rate + gap))
  expect_true(all(2 * (1 + rate) * x / (1 - 2 * x) <= gap + 1e-9))
})

# --- what is said and drawn of lower bounds ------------------------------------------------------

test_that("no lower bound is drawn above what any policy can lose, and none is said to hold there", {
  skip_in_quick()
  cases <- list(bandit(arms_bernoulli(c(0.3, 0.35, 0.45))), bandit(arms_bernoulli(c(0.02, 0.98))), bandit(arms_gaussian(c(0, 0.15), sd = 1)),
                bandit(arms_gaussian(c(1, 1), sd = 2)), bandit(arms_bernoulli(c(0.5, 0.65))))
  horizon <- unique(round(10^seq(0, 5, 0.1)))
  cut <- 0
  for (b in cases) {
    found <- regret_bound(b, horizon, "lai_robbins")
    most <- horizon * diff(range(own_means(b)))
    expect_false(any(found$value > most + 1e-9 & is.na(found$holds)))
    expect_true(all(diff(is.na(found$holds)) >= 0)) # from some round on
    expect_match(found$bound, "asymptotic rate")
    cut <- cut + any(!is.na(found$holds))
    drawn <- check_bound(found)
    expect_true(all(drawn$regret <= drawn$round * diff(range(own_means(b))) + 1e-9))
    if (!requireNamespace("ggplot2", quietly = TRUE)) next
    alone <- ggplot2::autoplot(found)
    expect_true(all(alone$data$value <= alone$data$round * diff(range(own_means(b))) + 1e-9))
    if (any(!is.na(found$holds))) expect_match(alone$labels$caption, "can hold")
  }
  expect_gt(cut, 2)
  nothing <- regret_bound(cases[[3]], 100, "lai_robbins")
  expect_identical(nothing$holds, FALSE)
  expect_error(check_bound(nothing), class = "unruly_error_argument")
})

test_that("a bound that exceeds the greatest number comes with its logarithm, and says so", {
  b <- bandit(arms_bernoulli(c(0.5, 0.6))) |> with_spread(spread_linear(20))
  expect_message(usual <- regret_bound(b, 1e4, policy_ars_ucb(5)), "natural logarithm is", class = "unruly_message_bounds")
  expect_identical(usual$value[2], Inf)
  expect_equal(usual$log_value[1], log(usual$value[1]))
  expect_true(is.finite(usual$log_value[2]) && usual$log_value[2] > 709)
  # Where neither overflows, the logarithm by itself is that of the value.
  d <- spread_moments(b)
  rounds <- policy_ars_ucb(16)$parameters$round_size
  for (alpha in c(10, 16)) {
    whole <- ars_ucb_constant(2, alpha, rounds, d$d1, d$d2)
    if (is.finite(whole) && whole > 1e12) expect_equal(log_of_ars_ucb_constant(2, alpha, rounds, d$d1, d$d2), log(whole), tolerance = 1e-6)
  }
  expect_no_message(found <- regret_bound(bandit(arms_bernoulli(c(0.5, 0.6))) |> with_spread(spread_linear(1)), 100, policy_ars_ucb(16)))
  expect_null(found[["log_value"]])
})
