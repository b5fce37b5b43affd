# trial_analysis(): against an independent recursion, rpact, gsDesign, and by simulation.

expect_close <- function(found, expected, tolerance = 2e-6) expect_lt(max(abs(found - expected)), tolerance)
seen <- function(at, z, ...) data.frame(at = at, z = z, ...)
numbers_of <- function(x) unlist(as.data.frame(x)[c("p_value", "estimate", "lower", "upper", "adjusted")])
four <- trial_design(looks = 1:4 * 100)

test_that("p-values, estimates and intervals by the order of stages", {
  early <- trial_analysis(seen(c(100, 200), c(2, 3.1)), four)
  expect_close(numbers_of(early), c(0.000981637, 4.382282, 1.608853, 7.154702, 4.087565))
  expect_close(early$sequential_p, 0.016235)
  expect_identical(early$decision, "efficacy")
  last <- function(z) trial_analysis(seen(1:4 * 100, c(1, 1, 1, z)), four)
  expect_close(numbers_of(last(2.2)), c(0.018665, 2.135288, 0.127036, 4.116419, 2.030161))
  expect_close(numbers_of(last(1.7)), c(0.046264, 1.688410, -0.279378, 3.651862, 1.583692))
  expect_identical(last(1.7)$decision, "end")
  two <- trial_analysis(seen(1:2, c(-1, -2.6)), trial_design(2, 1:3, 0.05, 0.25, sides = 2))
  expect_close(numbers_of(two)[1:4], c(0.013795, -3.131989, -5.553913, -0.660099))
  expect_identical(two$decision, "efficacy")
  binds <- trial_analysis(seen(1:3, c(1, 1, 2.1)), trial_design(2, 1:3, futility = 0, binding = TRUE))
  expect_close(numbers_of(binds)[1:4], c(0.020228, 2.100705, 0.091967, 4.151094))
  spends <- trial_analysis(seen(1:2, c(1.2, 2.8)), trial_design(2, 1:3, spending = "obrien_fleming"))
  expect_close(spends$sequential_p, 0.013799)
  rpact <- trial_analysis(seen(c(100, 200), c(1, 3.020016)), four)
  expect_close(rpact$p_value, 0.00127670454, 1e-8)
})

test_that("what came after the stop replaces the look", {
  over <- trial_analysis(seen(c(100, 200, 224), c(1, 3.1, 2.9), overrun = c(FALSE, FALSE, TRUE)), four)
  expect_close(numbers_of(over)[1:4], c(0.001879334, 3.874363, 1.254337, 6.493803))
  expect_identical(over$decision, "efficacy")
  expect_identical(over$information, 0.56)
})

test_that("effects have the units of the standard error; repeated intervals", {
  patients <- trial_design(looks = c(50, 100, 150, 200))
  z <- 3.406137
  found <- trial_analysis(seen(c(50, 100), c(1, z), se = c(1, 0.34 / z)), patients)
  expect_close(c(found$estimate, found$lower, found$upper), c(0.339681, 0.143717, 0.535439))
  expect_close(c(found$repeated_lower, found$repeated_upper), c(0.054237, 0.625763))
  expect_equal(found$naive, 0.34)
  shifted <- trial_analysis(seen(c(50, 100), c(1, z), se = c(1, 0.34 / z)), trial_design(looks = c(50, 100, 150, 200), margin = -0.1))
  expect_equal(shifted$estimate, found$estimate - 0.1)
})

test_that("several arms: together, by themselves, or one by one as they graduate", {
  table <- seen(rep(1:2, 3), c(1.1, 3, 1, 1, 1, 2.2), arm = rep(c("a", "b", "c"), each = 2))
  expect_message(together <- trial_analysis(table, trial_design(4, 1:3)), class = "unruly_message_methods")
  expect_close(together$p_value, c(0.003845, 0.322221, 0.036207))
  expect_close(together$sequential_p[1], 0.020513)
  expect_true(all(is.na(together$estimate)) && !anyNA(together$repeated_lower))
  graduates <- trial_analysis(table, trial_design(4, 1:3, claim = "graduates"))
  expect_false(anyNA(graduates$estimate))
  alone <- trial_analysis(table, trial_design(4, 1:3, adjust = "bonferroni"))
  first <- trial_analysis(seen(1:2, c(1.1, 3)), trial_design(2, 1:3, 0.025 / 3), level = 1 - 2 * 0.025 / 3)
  expect_equal(alone$p_value[1], 3 * first$p_value)
  expect_equal(alone$lower[1], first$lower)
})

test_that("limits follow looks that came at other times, if they can", {
  spends <- trial_design(looks = c(100, 200, 300), spending = "obrien_fleming")
  found <- trial_analysis(seen(c(110, 205), c(1, 2.5)), spends, at = "all")
  expect_close(found$limit_upper, c(3.521839, 2.476967))
  expect_identical(found$decision, c("continue", "efficacy"))
  expect_close(trial_analysis(seen(c(110, 205, 330), c(1, 2, 2.2)), spends)$limit_upper, 2.006370)
  expect_identical(trial_analysis(seen(120, 1), four)$limit_upper, four$upper[1])
})

test_that("P is that of simulated trials, under an effect", {
  skip_on_cran()
  trial <- list(times = four$information, upper = four$upper, lower = rep(-Inf, 4), look = 3, z = 2.2)
  walks <- withr::with_seed(1, t(apply(matrix(stats::rnorm(8e5, 0.25 * 2.5, 0.5), ncol = 4), 1, cumsum)))
  z <- walks / rep(sqrt(four$information), each = 2e5)
  first <- apply(z >= rep(four$upper, each = 2e5), 1, function(x) which(x)[1])
  first[is.na(first)] <- 4
  above <- mean(first < 3 | first >= 3 & z[, 3] >= 2.2)
  expect_lt(abs(above - unruly:::above_in_order(trial, 2.5)), 4 * sqrt(0.25 / 2e5))
})

test_that("intervals of simulated trials cover, estimates are right in the median", {
  skip_on_cran()
  trial <- bandit(arms_gaussian(c(control = 0, new = 0.3), sd = 1))
  plan <- trial_design(trial, looks = 1:4, power = 0.9)
  study <- run_study(list(effect = trial, null = bandit_null(trial)), design = plan, reps = 500, seed = 1, record = 1)
  found <- trial_analysis(study, plan)
  told <- summary(found)
  expect_true(all(abs(told$coverage - 0.95) < 4 * sqrt(0.95 * 0.05 / 500)))
  expect_true(all(abs(tapply(found$estimate > found$truth, found$bandit, mean) - 0.5) < 4 * sqrt(0.25 / 500)))
  effect <- told[told$bandit == "effect", ]
  expect_gt(effect$bias_naive, effect$bias_adjusted)
  expect_lt(abs(effect$bias_adjusted - 0.035 * 2 / sqrt(478)), 4 * effect$bias_adjusted_mcse)
  ends <- recommendations(study)
  expect_identical(found$decision == "efficacy", ends$reason == "boundary")
  expect_identical(found$p_value < 0.025, ends$reason == "boundary")
  # In step with the test: the interval excludes 0 where it claims.
  expect_identical(found$lower > 0, found$decision == "efficacy")
})

test_that("a Bernoulli study has the Z of the rule", {
  trial <- bandit(arms_bernoulli(c(0.3, 0.5)))
  plan <- trial_design(trial, c(50, 100))
  study <- run_study(trial, design = plan, reps = 100, seed = 1, record = 1)
  found <- trial_analysis(study, plan)
  expect_identical(found$decision == "efficacy", recommendations(study)$reason == "boundary")
  margin <- trial_design(trial, c(50, 100), margin = 0.05)
  study <- run_study(trial, design = margin, reps = 100, seed = 1, record = 1)
  expect_identical(trial_analysis(study, margin)$decision == "efficacy", recommendations(study)$reason == "boundary")
})

test_that("what cannot be analysed is told in words", {
  trial <- bandit(arms_gaussian(c(0, 0.3)))
  other <- run_study(trial, policy_uniform(), 50, 2, seed = 1, threads = 1)
  late <- run_study(with_delay(trial, 5), design = four, reps = 2, seed = 1, threads = 1)
  expect_errors({
    trial_analysis()
    trial_analysis(seen(1, 1))
    trial_analysis(3, four)
    trial_analysis(seen(100, 1), 3)
    trial_analysis(seen(c(200, 100), c(1, 2)), four)
    trial_analysis(seen(1:5 * 100, 1:5), four)
    trial_analysis(seen(100, 1, se = 0), four)
    trial_analysis(seen(c(100, 200), 1, overrun = c(TRUE, FALSE)), four)
    trial_analysis(seen(100, 1), four, level = 1)
    trial_analysis(other, four)
    trial_analysis(other, four, at = "all")
    trial_analysis(late, four)
    trial_analysis(other, trial_design(3, 1:2))
  })
})
