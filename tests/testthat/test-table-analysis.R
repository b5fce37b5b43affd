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

test_that("outcomes after the stop replace the look", {
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
  expect_close(found$p_value, 0.000347578)
  expect_close(c(found$repeated_lower, found$repeated_upper), c(0.054237, 0.625763))
  expect_equal(found$naive, 0.34)
  shifted <- trial_analysis(seen(c(50, 100), c(1, z), se = c(1, 0.34 / z)), trial_design(looks = c(50, 100, 150, 200), margin = -0.1))
  expect_equal(shifted$estimate, found$estimate - 0.1)
})

test_that("several arms: together, by themselves, or one by one as they graduate", {
  skip_in_quick()
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

test_that("p-values of many games with the same looks are those of each by itself", {
  skip_on_cran()
  set.seed(61)
  for (plan in list(trial_design(4, c(60, 100), shape = "pocock"), trial_design(3, 1:2, error = 0.05, sides = 2))) {
    p <- function(z, walks) {
      words <- attr(plan, "plan")
      trial <- list(times = plan$information, upper = plan$upper, lower = plan$lower, two_sided = words$sides == 2,
                    look = 2, z = z)
      unruly:::p_of_some(words, trial, walks)
    }
    walks <- unruly:::walks_of_analyses()
    z <- c(runif(90, -7, 7), 7, -9, 9, 0)
    together <- vapply(z, p, 0, walks)
    expect_length(ls(walks), 1)
    expect_length(walks[[ls(walks)]]$at, 65)
    some <- share_of(seq_along(z))
    expect_close(together[some], vapply(z[some], function(one) p(one, unruly:::walks_of_analyses()), 0), 1e-10)
  }
})

test_that("limits follow looks that came at other times, if they can", {
  spends <- trial_design(looks = c(100, 200, 300), spending = "obrien_fleming")
  found <- trial_analysis(seen(c(110, 205), c(1, 2.5)), spends, at = "all")
  expect_close(found$limit_upper, c(3.521839, 2.476967))
  expect_identical(found$decision, c("continue", "efficacy"))
  expect_close(trial_analysis(seen(c(110, 205, 330), c(1, 2, 2.2)), spends)$limit_upper, 2.006370)
})

test_that("limits that stay those planned at other looks say so", {
  skip_in_quick()
  told <- function(code, words) expect_message(code, words, class = "unruly_message_limits")
  said <- told(found <- trial_analysis(seen(c(110, 205), c(1, 2)), four), "this one has none")
  expect_identical(found$limit_upper, four$upper[2])
  expect_match(conditionMessage(said), "planned at 100, 200 and made at 110, 205")
  expect_no_message(trial_analysis(seen(c(100, 200, 224), c(1, 3.1, 2.9), overrun = c(FALSE, FALSE, TRUE)), four))
  spends <- trial_design(looks = c(100, 200, 300), spending = "obrien_fleming")
  expect_no_message(trial_analysis(seen(c(110, 205), c(1, 2)), spends))
  # Of outcomes, limits follow where those of a rule would.
  log <- as_log(data.frame(arm = rep(c("control", "new"), 150), reward = rep(c(0, 1, 1, 1, 0, 0), 50)))
  design <- function(...) trial_design(bandit(arms_bernoulli(c(control = 0.3, new = 0.5))), looks = 1:3 * 100, ...)
  told(trial_analysis(log, design(), looks = c(110, 205)), "this one has none")
  told(trial_analysis(log, design(spending = function(t) 0.025 * t), looks = c(110, 205)), "its `spending` is a function")
  expect_no_message(trial_analysis(log, design(), looks = c(100, 200)))
  expect_no_message(trial_analysis(log, design(spending = "pocock"), looks = c(110, 205)))
  # Unequal numbers of the arms are less information.
  log <- as_log(data.frame(arm = rep(c("control", "new", "new"), 100), reward = rep(c(0, 1, 1, 1, 0, 0), 50)))
  told(trial_analysis(log, design(), looks = c(100, 200)), "33.3%, 66.7% of the information.*29.9%, 59.4%")
})

test_that("tables of trials that went on after their end, of other arms or of numbers of looks are refused", {
  skip_in_quick()
  refused <- function(code, words) expect_error(code, words, class = "unruly_error_argument")
  refused(trial_analysis(seen(1:2 * 100, c(5, 3)), four), "after look 1")
  expect_identical(trial_analysis(seen(1:2 * 100, c(5, 3), overrun = c(FALSE, TRUE)), four)$decision, "efficacy")
  two <- trial_design(looks = 1:4 * 100, sides = 2)
  refused(trial_analysis(seen(1:2 * 100, c(-5, 1)), two), "after look 1")
  futile <- trial_design(looks = 1:4 * 100, futility = 0)
  expect_identical(trial_analysis(seen(1:2 * 100, c(-1, 1)), futile)$decision, "continue") # it does not bind
  binds <- trial_design(looks = 1:4 * 100, futility = 0, binding = TRUE)
  refused(trial_analysis(seen(1:2 * 100, c(-1, 1)), binds), "after look 1")
  refused(trial_analysis(seen(1:2, c(1, 3)), four), "numbers of looks")
  named <- trial_design(c("control", "new"), 1:4 * 100)
  refused(trial_analysis(seen(100, 1, arm = "other"), named), "\"other\"")
  refused(trial_analysis(seen(100, 1, arm = "control"), named), "\"control\"")
  refused(trial_analysis(seen(c(100, 100), 1, arm = c("a", "b")), four), "1 arm")
})

test_that("P is that of simulated trials, under an effect", {
  skip_on_cran()
  trial <- list(times = four$information, upper = four$upper, lower = rep(-Inf, 4), look = 3, z = 2.2)
  n <- 2e5 / parts_of_share(4)
  walks <- withr::with_seed(1, t(apply(matrix(stats::rnorm(4 * n, 0.25 * 2.5, 0.5), ncol = 4), 1, cumsum)))
  z <- walks / rep(sqrt(four$information), each = n)
  first <- apply(z >= rep(four$upper, each = n), 1, function(x) which(x)[1])
  first[is.na(first)] <- 4
  above <- mean(first < 3 | first >= 3 & z[, 3] >= 2.2)
  expect_lt(abs(above - unruly:::above_in_order(trial, 2.5)), 4 * sqrt(0.25 / n))
})

test_that("repeated intervals of several rivals hold together", {
  skip_on_cran()
  trial <- bandit(arms_gaussian(c(control = 0, low = 0.2, high = 0.4)))
  study <- run_study(trial, design = trial_design(trial, looks = 1:3, power = 0.9), reps = 500, seed = 1, record = 1)
  found <- suppressMessages(trial_analysis(study))
  holds <- found$repeated_lower <= found$truth & found$truth <= found$repeated_upper
  expect_gt(mean(tapply(holds, found$rep, all)), 0.95)
  expect_lt(mean(tapply(holds, found$rep, all)), 1)
  expect_identical(summary(found)$coverage_repeated, as.vector(tapply(holds, found$arm, mean)[unique(found$arm)]))
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
  expect_gt(effect$coverage_repeated, effect$coverage)
  ends <- recommendations(study)
  expect_identical(found$decision == "efficacy", ends$reason == "boundary")
  expect_identical(found$p_value < 0.025, ends$reason == "boundary")
  # In step with the test: the interval excludes 0 where it claims.
  expect_identical(found$lower > 0, found$decision == "efficacy")
})

test_that("a Bernoulli study has the Z of the rule", {
  skip_on_cran()
  trial <- bandit(arms_bernoulli(c(0.3, 0.5)))
  plan <- trial_design(trial, c(50, 100))
  study <- run_study(trial, design = plan, reps = 100, seed = 1, record = 1)
  found <- trial_analysis(study, plan)
  expect_identical(found$decision == "efficacy", recommendations(study)$reason == "boundary")
  margin <- trial_design(trial, c(50, 100), margin = 0.05)
  study <- run_study(trial, design = margin, reps = 100, seed = 1, record = 1)
  expect_identical(trial_analysis(study, margin)$decision == "efficacy", recommendations(study)$reason == "boundary")
})

test_that("an agent is analysed at the looks of its rule, with what was reported by then", {
  skip_in_quick()
  trial <- bandit(arms_gaussian(c(control = 0, new = 0.5)))
  plan <- trial_design(trial, c(20, 40, 60))
  rewards <- withr::with_seed(1, stats::rnorm(60, rep(c(0, 0.2), 30)))
  lag <- 5
  here <- agent(design = plan, seed = 1)
  tell <- function(q) agent_learn(here, arms[q], rewards[q], ticket = q)
  arms <- character()
  for (p in 1:45) {
    arms[p] <- agent_choose(here)
    if (p > lag) tell(p - lag)
  }
  found <- trial_analysis(here, at = "all")
  expect_identical(found$look, 1:2)
  z <- function(rows) {
    of <- split(rewards[rows], arms[rows])
    (mean(of$new) - mean(of$control)) / sqrt(sum(1 / lengths(of)))
  }
  # Outcomes of the latest round are shown in it, if they are reported in it.
  expect_equal(found$z, c(z(1:15), z(1:35)))
  expect_equal(found$information, c(1 / (1 / 8 + 1 / 7), 1 / (1 / 18 + 1 / 17)) / 15)
  table <- data.frame(at = found$information * 60, z = found$z, se = sqrt(c(1 / 8 + 1 / 7, 1 / 18 + 1 / 17)))
  expect_equal(found[-1], trial_analysis(table, plan, at = "all"), ignore_attr = TRUE)
  expect_identical(trial_analysis(here, plan), trial_analysis(here))
  file <- withr::local_tempfile()
  save_agent(here, file)
  again <- read_agent(file)
  expect_error(trial_analysis(again), "design", class = "unruly_error_argument")
  expect_identical(trial_analysis(again, plan, at = "all"), found)
})

test_that("an agent whose arms may be dropped is refused before its first look, as any other", {
  skip_in_quick()
  three <- bandit(arms_bernoulli(c(control = 0.3, low = 0.4, high = 0.45)))
  here <- agent(design = trial_design(three, looks = 1:3, power = 0.9, futility = c(0, 0.5)), seed = 9)
  refused <- function() expect_error(suppressMessages(trial_analysis(here)), "reached a look of the design", class = "unruly_error_argument")
  refused()
  agent_learn(here, agent_choose(here), 1)
  refused()
})

test_that("an agent of a design without names has as many arms", {
  skip_in_quick()
  here <- agent(design = trial_design(bandit(arms_bernoulli(c(0.2, 0.4))), c(4, 8)), seed = 1)
  expect_identical(as_tibble(here)$arm, c("1", "2"))
  for (i in 1:4) agent_learn(here, agent_choose(here), 0)
  none <- trial_analysis(here)
  expect_identical(c(none$z, none$p_value), c(0, 0.5))
  expect_true(all(is.na(unlist(none[c("estimate", "lower", "upper", "naive", "adjusted", "repeated_lower")]))))
  plan <- trial_design(2, c(4, 8))
  study <- run_study(bandit(arms_bernoulli(c(0.1, 0.1))), design = plan, reps = 50, seed = 1, record = 1)
  found <- trial_analysis(study)
  expect_true(anyNA(found$estimate))
  expect_identical(summary(found)$coverage, mean((found$lower <= 0 & found$upper >= 0)[!is.na(found$lower)]))
})

test_that("outcomes told after the stop of an agent are an overrun", {
  plan <- trial_design(bandit(arms_bernoulli(c(control = 0.2, new = 0.8))), c(20, 40), shape = "pocock")
  here <- agent(design = plan, seed = 1)
  arms <- character()
  reward <- function(p) as.numeric(arms[p] == "new")
  for (p in 1:20) {
    arms[p] <- agent_choose(here)
    if (p > 4) agent_learn(here, arms[p - 4], reward(p - 4), ticket = p - 4)
  }
  expect_identical(agent_choose(here), "new")
  before <- trial_analysis(here)
  expect_identical(before$decision, "efficacy")
  expect_equal(before$information, 0.4)
  for (p in 17:20) agent_learn(here, arms[p], 1 - reward(p), ticket = p)
  after <- trial_analysis(here, at = "all")
  expect_identical(after$information, c(0.4, 0.5))
  expect_identical(after$decision, rep("efficacy", 2))
  expect_true(is.na(after$adjusted[2]) && after$z[2] < before$z)
})

test_that("a log has the looks that are given; arms of an agent end where they leave", {
  skip_in_quick()
  four <- bandit(arms_gaussian(c(control = 0, a = 0, b = 0.5, c = 2)))
  plan <- trial_design(four, c(40, 80, 120), futility = 0, claim = "graduates")
  here <- agent(design = plan, seed = 2)
  rewards <- withr::with_seed(2, matrix(stats::rnorm(480, rep(c(0, -0.5, 0.5, 2), each = 120)), 120))
  for (p in 1:120) {
    arm <- agent_choose(here)
    agent_learn(here, arm, rewards[p, match(arm, c("control", "a", "b", "c"))])
  }
  found <- trial_analysis(here)
  expect_identical(found$arm, c("a", "b", "c"))
  expect_identical(found$decision[c(1, 3)], c("futility", "efficacy"))
  expect_true(all(found$look[c(1, 3)] < 3) && !anyNA(found$estimate))
  made <- agent_decisions(here)
  two <- trial_design(bandit(arms_gaussian(c(control = 0, new = 0.3))), c(50, 100))
  outcomes <- data.frame(who = rep(c("control", "new"), 50), value = rewards[1:100])
  log <- as_log(outcomes, arm = who, reward = value)
  looked <- trial_analysis(log, two, looks = c(50, 90), at = "all")
  expect_identical(looked$information, c(0.5, 0.9))
  halves <- split(rewards[1:90], rep(1:2, 45))
  expect_equal(looked$z[2], (mean(halves[[2]]) - mean(halves[[1]])) / sqrt(2 / 45))
})

test_that("a study knows its design; batches hide nothing from looks at their ends", {
  skip_in_quick()
  trial <- bandit(arms_gaussian(c(control = 0, new = 0.3)))
  plan <- trial_design(trial, c(100, 200))
  study <- run_study(with_batches(trial, 50), design = plan, reps = 20, seed = 1, record = 1)
  expect_identical(trial_analysis(study), trial_analysis(study, plan))
  expect_identical(trial_analysis(study)$decision == "efficacy", recommendations(study)$reason == "boundary")
})

test_that("trials that cannot be analysed are refused in words", {
  trial <- bandit(arms_gaussian(c(0, 0.3)))
  other <- run_study(trial, policy_uniform(), 50, 2, seed = 1, threads = 1)
  late <- run_study(with_delay(trial, 5), design = four, reps = 2, seed = 1, threads = 1)
  expect_errors({
    trial_analysis()
    trial_analysis(trial_design(2, 1:3))
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
    trial_analysis(other)
    trial_analysis(run_study(with_batches(trial, 30), design = four, reps = 2, seed = 1, threads = 1))
    trial_analysis(seen(100, 1), four, looks = 1)
    trial_analysis(agent(policy_uniform(), 2), four)
    trial_analysis(agent(design = four, arms = 2), four)
    trial_analysis(agent(policy_uniform(), 3), four)
    trial_analysis(as_log(data.frame(arm = 1:2, reward = 0.5)), four)
    trial_analysis(as_log(data.frame(arm = 1:2, reward = 0.5)), four, looks = 1)
    trial_analysis(as_log(data.frame(arm = 1:2, reward = 0.5)), four, looks = 3)
  })
})

kept_study <- function(trial, plan, ..., keep = "choices", reps = 40) {
  run_study(trial, design = plan, reps = reps, seed = 1, record = 1, keep = keep, ...)
}

test_that("the outcomes of games give what their ends give, and the looks before", {
  skip_in_quick()
  for (trial in list(bandit(arms_gaussian(c(control = 0, new = 0.4))), bandit(arms_bernoulli(c(0.3, 0.5))))) {
    plan <- trial_design(trial, c(40, 80, 120), spending = "pocock")
    by_ends <- trial_analysis(kept_study(trial, plan, keep = "summary"))
    found <- trial_analysis(kept_study(trial, plan))
    same <- setdiff(names(found), "sequential_p")
    expect_equal(as.data.frame(found)[same], as.data.frame(by_ends)[same], tolerance = 1e-9)
    # The least error at which it would have ended: below that of the design where it did, and for no others.
    expect_identical(found$sequential_p < 0.025, found$decision == "efficacy")
    each <- trial_analysis(kept_study(trial, plan), at = "all")
    expect_identical(each$decision == "continue", each$look < found$look[match(each$rep, found$rep)])
  }
})

test_that("late outcomes: the analysis has the looks, the limits and the decisions of the games", {
  skip_on_cran() # long
  trial <- bandit(arms_gaussian(c(control = 0, new = 0.5))) |> with_delay(9)
  for (spending in list("obrien_fleming", -1)) for (overrun in drawn_of(c(FALSE, TRUE), 2, is.character(spending))) {
    plan <- trial_design(trial, c(40, 80, 120), spending = spending)
    study <- kept_study(trial, plan, overrun = overrun)
    ends <- recommendations(study)
    found <- trial_analysis(study)
    expect_identical(found$decision == "efficacy", ends$reason == "boundary")
    expect_gt(length(unique(ends$sample_size)), 1)
    # After the stop all is known; without overrun nine outcomes are not.
    games <- choices(study)
    i <- which(ends$reason == "boundary" & ends$sample_size < 120)[1]
    game <- games[games$rep == ends$rep[i] & (overrun | games$shown <= ends$sample_size[i]), ]
    means <- tapply(game$reward, game$arm, mean)
    counts <- tabulate(game$arm, 2)
    expect_equal(found$z[i], (means[[2]] - means[[1]]) / sqrt(sum(1 / counts)))
    each <- trial_analysis(study, at = "all")
    each <- each[each$rep == ends$rep[i], ]
    expect_identical(nrow(each), found$look[i] + as.integer(overrun))
    limits <- update(plan, each$information[1] * 120)$upper[1]
    expect_equal(each$limit_upper[1], limits, tolerance = 1e-9)
  }
})

test_that("with accrual the analysis has all outcomes that were waited for, also those that came after the horizon", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(control = 0.3, new = 0.6)))
  plan <- trial_design(2, c(10, 20, 30))
  trials <- list(with_accrual(b, 10, 0.65), with_accrual(b, 10, c(0.9, 0.4), "even"), with_delay(b, list(5, 9)), with_batches(b, 8))
  for (trial in drawn_of(trials, 2)) {
    for (overrun in list(TRUE, 1, 0.2)) {
      if (overrun < 1 && !"accrual" %in% names(trial$traits)) overrun <- 3
      study <- kept_study(trial, plan, overrun = overrun, reps = 10)
      found <- trial_analysis(study)
      played <- pulls(study)
      for (rep in 1:10) {
        counts <- played$shown[played$rep == rep]
        means <- played$estimate[played$rep == rep]
        row <- found[found$rep == rep, ]
        expect_equal(row$naive, means[2] - means[1])
        expect_equal(row$information, prod(counts) / sum(counts) / 7.5)
      }
    }
  }
})

test_that("information that follows from responses has its limits; arms that leave, enter and are looked at in time", {
  skip_on_cran() # long
  trial <- bandit(arms_gaussian(c(control = 0, new = 0.5)))
  plan <- trial_design(trial, c(40, 80, 120), spending = "pocock")
  uneven <- function(keep) kept_study(trial, plan, keep = keep, policies = policy_thompson())
  study <- uneven("choices")
  ends <- recommendations(study)
  found <- trial_analysis(study)
  expect_identical(found$decision == "efficacy", ends$reason == "boundary")
  expect_true(all(found$information <= 1))
  expect_gt(length(unique(round(found$limit_upper, 6))), 8)
  expect_error(trial_analysis(uneven("summary")), "choices", class = "unruly_error_argument")

  four <- bandit(arms_gaussian(c(control = 0, a = 0, b = 0.4, c = 1)))
  graduates <- trial_design(four, c(40, 80, 120), futility = 0, claim = "graduates", adjust = "bonferroni", spending = "pocock")
  study <- kept_study(four, graduates)
  found <- trial_analysis(study)
  left <- exits(study)
  taken <- function(cause) with(left[left$cause == cause, ], sort(paste(rep, arm)))
  decided <- function(decision) with(found[found$decision == decision, ], sort(paste(rep, arm)))
  expect_identical(decided("efficacy"), taken("graduated"))
  expect_true(all(decided("futility") %in% taken("dropped")))
  ended <- with(found[found$decision == "end", ], sort(paste(rep, arm)))
  expect_identical(sort(c(decided("futility"), ended)), taken("dropped")) # after the last look nobody stays
  expect_error(trial_analysis(kept_study(four, graduates, keep = "summary")), "choices", class = "unruly_error_argument")

  timed <- bandit(arms_bernoulli(c(control = 0.3, new = 0.6))) |> with_accrual(rate = 10, follow_up = 2)
  rule <- stop_boundary(trial_design(timed, c(40, 80), spending = "pocock"), looks = at_times(c(4, 20)))
  two <- trial_design(timed, c(40, 80), spending = "pocock")
  by_time <- run_study(timed, policy_allocation(), horizon = 70, reps = 40, seed = 1, keep = "choices", stop = rule)
  found <- trial_analysis(by_time, two)
  expect_identical(found$decision == "efficacy", recommendations(by_time)$reason == "boundary")

  entering <- bandit(arms_gaussian(c(control = 0, a = 0.4, b = 0.8))) |> with_entries(c(1, 1, 31))
  later <- trial_design(entering, c(60, 120, 180), adjust = "bonferroni", spending = -2)
  for (concurrent in c(FALSE, TRUE)) {
    study <- kept_study(entering, later, stop = stop_boundary(later, concurrent = concurrent))
    found <- trial_analysis(study)
    claims <- tapply(found$decision == "efficacy", found$rep, any)
    expect_identical(as.vector(claims), recommendations(study)$reason == "boundary")
  }
  # As agents see it, whose arms enter in the same rounds.
  differ <- 0
  for (rep in 1:5) {
    game <- choices(study)[choices(study)$rep == rep, ]
    z <- lapply(c(TRUE, FALSE), function(concurrent) {
      here <- agent(policy_allocation(), arms = c("control", "a", "b"), horizon = 180, first = c(1, 1, 31), seed = 1, rep = rep, sd = 1,
                    stop = stop_boundary(later, concurrent = concurrent))
      chosen <- character()
      for (i in seq_len(nrow(game))) {
        if (recommendations(here)$stopped) break
        chosen[i] <- agent_choose(here)
        agent_learn(here, game$arm[i], game$reward[i])
      }
      expect_identical(chosen, as.character(game$arm[seq_along(chosen)]))
      trial_analysis(here, later)
    })
    of_study <- found[found$rep == rep, ]
    expect_equal(z[[1]][c("look", "information", "z", "limit_upper", "p_value", "lower")], of_study[c("look", "information", "z", "limit_upper", "p_value", "lower")],
                 tolerance = 1e-9, ignore_attr = TRUE)
    differ <- differ + !identical(z[[1]]$z, z[[2]]$z)
  }
  expect_gt(differ, 2)
})

test_that("an agent's limits follow what was reported by its looks", {
  trial <- bandit(arms_gaussian(c(control = 0, new = 0.5)))
  plan <- trial_design(trial, c(20, 40, 60), spending = "obrien_fleming")
  here <- agent(design = plan, seed = 1)
  arms <- character()
  rewards <- withr::with_seed(1, stats::rnorm(60))
  for (p in 1:45) {
    arms[p] <- agent_choose(here)
    if (p > 5) agent_learn(here, arms[p - 5], rewards[p - 5], ticket = p - 5)
  }
  found <- trial_analysis(here, at = "all")
  expect_equal(found$limit_upper, update(plan, found$information * 60)$upper[1:2], tolerance = 1e-9)
  expect_true(all(found$limit_upper > plan$upper[1:2]))
})

test_that("outcomes that are shown in stages are as late as the last of these", {
  skip_in_quick()
  plan <- trial_design(2, looks = c(50, 100))
  arms <- bandit(arms_gaussian(c(0, 0.3), sd = 1))
  staged <- with_previews(arms, c(5, 30), sd = c(1, 0))
  run <- function(bandit, keep) run_study(bandit, design = plan, reps = 5, seed = 1, keep = keep, progress = FALSE)
  expect_error(trial_analysis(run(staged, "summary")), "shown in stages", class = "unruly_error_argument")
  expect_identical(trial_analysis(run(staged, "choices")), trial_analysis(run(with_delay(arms, 30), "choices")))
})

test_that("the control is named, and never the first arm by its name", {
  skip_in_quick()
  outcomes <- data.frame(arm = rep(c("placebo", "drug A", "drug B"), 40), reward = rep_len(c(0, 1, 1, 0, 0, 1, 1), 120))
  error <- expect_error(trial_analysis(as_log(outcomes), trial_design(3, looks = 120), looks = 120), "which is the control",
                        class = "unruly_error_argument")
  expect_match(conditionMessage(error), "control = \"drug A\"", fixed = TRUE)
  plan <- trial_design(c("placebo", "drug A", "drug B"), looks = 120)
  found <- suppressMessages(trial_analysis(as_log(outcomes), plan, looks = 120))
  expect_identical(found$arm, c("drug A", "drug B"))
  expect_identical(pillar::tbl_sum(found)[["Control"]], "placebo")
  means <- c(tapply(outcomes$reward, outcomes$arm, mean))
  expect_equal(found$naive, unname(means[found$arm] - means[["placebo"]]))
  numbered <- transform(outcomes, arm = match(arm, plan_of_design(plan)$names))
  expect_equal(suppressMessages(trial_analysis(as_log(numbered), trial_design(3, looks = 120), looks = 120))$z, found$z)
})

test_that("a data frame of outcomes is analysed as its log", {
  skip_in_quick()
  patients <- data.frame(treatment = rep(c("placebo", "new"), 60), cured = rep_len(c(0, 1, 1, 0, 0, 1, 1, 1), 120))
  plan <- trial_design(c("placebo", "new"), looks = c(60, 120))
  log <- as_log(patients, arm = treatment, reward = cured)
  expect_identical(trial_analysis(patients, plan, looks = c(60, 120), arm = treatment, reward = cured),
                   trial_analysis(log, plan, looks = c(60, 120)))
  expect_error(trial_analysis(patients, plan, looks = 60), "in the column|without `arm`|`arm`", class = "unruly_error_argument")
  expect_error(trial_analysis(patients, plan, looks = 60, treatment = cured), "no argument `treatment`", class = "unruly_error_argument")
  expect_error(trial_analysis(patients, plan, arm = treatment, reward = cured), "looks", class = "unruly_error_argument")
  expect_error(trial_analysis(patients, plan), "with `looks`", class = "unruly_error_argument")
  expect_error(trial_analysis(log, plan, looks = 60, arm = treatment), "arm", class = "unruly_error_argument")
  lost <- replace(patients, "cured", list(replace(patients$cured, 100, NA)))
  analysed <- function(looks) trial_analysis(lost, plan, looks = looks, arm = treatment, reward = cured)
  expect_error(analysed(c(60, 120)), "NA in row 100", class = "unruly_error_argument")
  expect_identical(analysed(60)$z, trial_analysis(log, plan, looks = 60)$z)
  expect_error(trial_analysis(log, trial_design(c("placebo", "old"), looks = 60), looks = 60), "design: \"placebo\", \"old\"",
               class = "unruly_error_argument")
})

test_that("looks beyond the end of a log are told where it ends", {
  log <- as_log(data.frame(arm = 1:2, reward = c(0.5, 0.25, 1)[1:2]))
  expect_error(trial_analysis(log, trial_design(2, looks = 4), looks = 3), "The log ends at row 2", class = "unruly_error_argument")
})

test_that("missing looks are offered as planned, and dates are told how to count", {
  skip_in_quick()
  refused <- function(code, words) expect_error(code, words, class = "unruly_error_argument", fixed = TRUE)
  outcomes <- data.frame(arm = rep(c("control", "new"), 150), reward = rep(c(0, 1, 1), 100))
  plan <- trial_design(bandit(arms_bernoulli(c(control = 0.3, new = 0.5))), looks = 1:4 * 100)
  refused(trial_analysis(as_log(outcomes), plan), "as planned: `looks = c(100, 200, 300)`")
  refused(trial_analysis(outcomes, plan), "as planned: `looks = c(100, 200, 300)`")
  expect_no_match(conditionMessage(tryCatch(trial_analysis(data.frame(at = 100), plan), error = identity)), "as planned")
  dates <- as.Date(c("2024-06-01", "2025-01-01"))
  refused(trial_analysis(as_log(outcomes), plan, looks = dates), "Count the rows up to each date")
  refused(trial_design(2, looks = dates), "`at_times()`")
  refused(stop_boundary(trial_design(2, 1:2), looks = dates), "`at_times()`")
  refused(stop_posterior(0.9, looks = dates), "`at_times()`")
  refused(at_times(as.POSIXct(dates)), "since the trial began")
  refused(at_outcomes(dates), "Games have no dates")
})
