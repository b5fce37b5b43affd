# From numbers to verdicts, on made-up numbers; and the literal form of each measure.

verdict_of <- function(found, se = NA, df = NA, needed = needs(high = 1), exact = FALSE, range = NULL) {
  limits <- part_interval(found, se, df, exact, range)
  part_verdict(limits[1], limits[2], needed)
}

test_that("a part is confirmed inside, not reproduced outside, and open across the end of its range", {
  expect_identical(verdict_of(0.5, 0.1, 99), "confirmed")
  expect_identical(verdict_of(1.5, 0.1, 99), "not reproduced")
  expect_identical(verdict_of(0.9, 0.1, 99), "open")
  # The level is 99.9%: 3.39 standard errors at 99 degrees of freedom.
  expect_identical(verdict_of(1 - 3.38 * 0.1, 0.1, 99), "open")
  expect_identical(verdict_of(1 - 3.40 * 0.1, 0.1, 99), "confirmed")
  expect_identical(verdict_of(1.1, 0.01, 99, needs(1, 1.25)), "confirmed")
  expect_identical(verdict_of(1.3, 0.01, 99, needs(1, 1.25)), "not reproduced")
  expect_identical(verdict_of(1, exact = TRUE), "not reproduced")
  expect_identical(verdict_of(0.99, exact = TRUE), "confirmed")
  expect_identical(verdict_of(3, exact = TRUE, needed = needs_count(3)), "confirmed")
  expect_identical(verdict_of(NA_real_), "open")
})

test_that("without an error a part is open, unless it is exact or its measure has a range", {
  expect_identical(verdict_of(0.5, 0, 99), "open")
  expect_identical(verdict_of(0.5, NA, NA), "open")
  expect_identical(verdict_of(0.5, 0.1, 0), "open")
  expect_identical(verdict_of(0.5, 0, 99, exact = TRUE), "confirmed")
  # Markov: 0.5^... of 100 games in [0, 1] that all gave 0.5.
  expect_equal(part_interval(0.5, 0, 99, FALSE, c(0, 1)), c(0.5 * 0.0005^0.01, 1 - 0.5 * 0.0005^0.01))
  expect_identical(verdict_of(0.5, 0, 99, range = c(0, 1)), "confirmed")
})

test_that("shares of games have Clopper and Pearson's interval at 99.9%", {
  expect_equal(part_interval(1, NA, 40)[1], 0.0005^(1 / 40)) # 0.827
  expect_equal(part_interval(7 / 20, NA, 20), as.double(binom.test(7, 20, conf.level = 0.999)$conf.int), tolerance = 1e-9)
  expect_identical(verdict_of(1, NA, 40, words_of_claims[["all games"]]), "confirmed")
  expect_identical(verdict_of(1, NA, 30, words_of_claims[["all games"]]), "open")
  expect_identical(verdict_of(0, NA, 40, words_of_claims[["no game"]]), "confirmed")
})

test_that("a claim's verdict follows from those of its parts", {
  yes <- "confirmed"
  no <- "not reproduced"
  expect_identical(claim_verdict(c(yes, yes)), "confirmed")
  expect_identical(claim_verdict(c(yes, no, "open")), "partly")
  expect_identical(claim_verdict(c(no, "open")), "not reproduced")
  expect_identical(claim_verdict(c(no, no)), "not reproduced")
  expect_identical(claim_verdict(c(yes, "open")), "open")
  expect_identical(claim_verdict(c(yes, "cannot be checked")), "confirmed")
  expect_identical(claim_verdict(rep("cannot be checked", 2)), "cannot be checked")
})

test_that("words mean the same in all papers", {
  range_of <- function(word) unlist(words_of_claims[[word]][c("low", "high")], use.names = FALSE)
  expect_identical(range_of("better"), c(-Inf, 1))
  expect_identical(range_of("much better"), c(-Inf, 0.5))
  expect_identical(range_of("slightly worse"), c(1, 1.25))
  expect_identical(range_of("linear"), c(0.9, Inf))
  expect_identical(range_of("nearly linear"), c(0.8, Inf))
  expect_identical(range_of("sublinear"), c(-Inf, 0.8))
  expect_identical(range_of("most"), c(0.5, Inf))
  expect_identical(range_of("logarithmic"), c(-Inf, 1.5))
  expect_identical(range_of("proportional"), c(0.8, 1.25))
  expect_equal(needs_power(2 / 3)[c("low", "high")], list(low = 2 / 3 - 0.1, high = 2 / 3 + 0.1))
  expect_equal(needs_printed(0.042, 3)[c("low", "high")], list(low = 0.041, high = 0.043))
})

test_that("measures are what they are called", {
  x <- c(2, 4, 7)
  y <- c(1, 3, 2)
  expect_equal(mean_of(x), list(found = 13 / 3, se = sd(x) / sqrt(3), df = 2))
  r <- 13 / 6
  expect_equal(ratio_of(x, y), list(found = r, se = sd(x - r * y) / sqrt(3) / 2, df = 2))
  expect_equal(ratio_of(3 * y, y)$se, 0)
  expect_equal(exponent_of(100 * y, y, 100)$found, 1)
  t <- c(1e5, 1e4, 1e3)
  of <- function(f) growth_of(lapply(f(t), rep, 3), t)$found
  expect_equal(of(log), 1)
  expect_equal(of(sqrt), sqrt(10))
  expect_equal(of(identity), 10)
  expect_identical(unruly:::share_of(c(TRUE, FALSE, TRUE, TRUE))$found, 0.75)
  # The bootstrap's error of a mean is that of the mean, but for a factor sqrt((n - 1) / n).
  values <- with_own_seed(3, rnorm(100))
  found <- resampled(100, function(i) mean(values[i]), 2000)
  expect_equal(found$se, sd(values) / 10, tolerance = 0.06)
  set.seed(1)
  before <- .Random.seed
  resampled(5, function(i) sum(i))
  expect_identical(.Random.seed, before)
})

test_that("exponents and growth of studies take the checkpoints that are there", {
  # A constant gap: regret is a line. One pull of the bad arm per power of two: a logarithm.
  line <- run_study(bandit(arms_constant(c(1, 0))), policy_fixed(2), 1e4, reps = 3, seed = 1, threads = 1)
  expect_equal(exponent_in(line, 1)$found, 1)
  expect_equal(growth_in(line, 1)$found, 10, tolerance = 0.03)
  series <- structure(list(studies = list(run_study(bandit(arms_constant(c(1, 0))), policy_fixed(2), 100, reps = 3, seed = 1, record = 1), line)),
                      class = "unruly_series")
  expect_equal(exponent_between(series, 1)$found, 1)
  two <- run_study(bandit(arms_constant(c(1, 0))), list(policy_fixed(2, label = "bad"), policy_fixed(c(1, 2), label = "half")), 100, reps = 2,
                   seed = 1, threads = 1)
  expect_equal(regret_ratio(two, "half", "bad")$found, 0.5)
  expect_equal(pulls_of(two, "half"), matrix(50, 2, 2))
})
