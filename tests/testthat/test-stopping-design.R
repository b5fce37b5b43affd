# trial_design(): limits, sizes and power, against rpact, gsDesign, mvtnorm and an independent recursion.

two_means <- function(means = c(0, 0.3), sd = 1) bandit(arms_gaussian(means, sd = sd))
row_of <- function(plan) as.list(glance(plan))
expect_close <- function(found, expected, tolerance = 1e-6) expect_lt(max(abs(found - expected)), tolerance)

test_that("two Gaussian arms, four looks: limits, size and power", {
  plan <- trial_design(two_means(), looks = 1:4, power = 0.9)
  got <- row_of(plan)
  expect_close(got$size_exact, 477.34664, 1e-5)
  expect_close(got$inflation, 1.022163)
  expect_identical(plan$at, c(120, 240, 360, 478))
  expect_close(plan$upper, c(4.041327, 2.857650, 2.333261, 2.024886))
  expect_close(got$power, 0.900356)
  expect_close(c(got$size_planned, got$size_null), c(358.74628, 476.49129), 1e-5)
  expect_close(plan$spent[4], 0.025, 1e-9)
})

test_that("other shapes and spendings", {
  skip_on_cran()
  upper <- function(...) trial_design(...)$upper
  expect_close(upper(2, 1:4, shape = "haybittle_peto"), c(3, 3, 3, 1.982751))
  expect_close(upper(2, 1:4, spending = -4), c(3.155373, 2.818347, 2.439132, 2.013647))
  expect_close(upper(2, c(0.7, 0.9, 1), spending = "obrien_fleming"), c(2.437995, 2.145808, 2.068733))
  expect_close(upper(2, c(0.05, 1), spending = "obrien_fleming")[1], 9.955146)
  expect_close(upper(2, 1:200)[200], 2.201626)
  expect_equal(trial_design(2, looks = 1:3, spending = 0)$spent, 0.025 * 1:3 / 3, tolerance = 1e-8)
  expect_identical(upper(2, 1:3, futility = c(0, 0)), upper(2, 1:3))
  expect_close(upper(2, 1:3, futility = 0, binding = TRUE), c(3.4370078, 2.4303315, 1.9843574))
  cubic <- trial_design(2, looks = 1:4, spending = function(t) 0.025 * t^3)
  expect_close(cubic$upper, c(3.3593537, 2.7603970, 2.3593634, 2.0293007))
  expect_close(cubic$spent, 0.025 * (1:4 / 4)^3, 1e-9)
})

test_that("limits that rpact and an independent recursion give", {
  skip_in_quick()
  upper <- function(...) trial_design(...)$upper
  for (case in list(c(2, 2.1782721), c(3, 2.2894785), c(5, 2.4131803))) {
    expect_close(upper(2, seq_len(case[1]), shape = "pocock"), case[2])
  }
  expect_close(upper(2, 1:5), c(4.5617423, 3.2256389, 2.6337231, 2.2808711, 2.0400732))
  expect_close(upper(2, 1:4, shape = 0.25), c(2.9887144, 2.5131992, 2.2709319, 2.1133402))
  expect_close(upper(2, 1:5, 0.05, "pocock", sides = 2), 2.4131762)
  expect_close(upper(2, 1:5, spending = "obrien_fleming"), c(4.8768849, 3.3570119, 2.6802801, 2.2898168, 2.0310320))
  expect_close(upper(2, 1:5, spending = "pocock"), c(2.4379767, 2.4268139, 2.4101941, 2.3966493, 2.3859997))
  both <- trial_design(2, looks = 1:3, 0.05, spending = "pocock", sides = 2)
  expect_identical(both$lower, -both$upper)
  expect_close(both$spent[3], 0.05, 1e-9)
})

test_that("beta spending, as gsDesign and rpact have it", {
  skip_in_quick()
  plan <- function(binding) trial_design(two_means(), 1:3, power = 0.9, spending = -4, futility_spending = -2,
      binding = binding)
  exact <- function(binding) unruly:::limits_of_plan(attr(plan(binding), "plan"), 1:3 / 3)
  loose <- exact(FALSE)
  expect_close(loose$upper, c(3.010739, 2.546531, 1.999226))
  expect_close(loose$lower[1:2], c(-0.238724, 0.941067))
  expect_close(loose$drift, 3.352867)
  binds <- exact(TRUE)
  expect_close(binds$upper, c(3.010739, 2.546219, 1.964337))
  expect_close(binds$lower[1:2], c(-0.257924, 0.913905))
  expect_close(binds$drift, 3.319611)
  expect_close(row_of(plan(FALSE))$size_exact, (3.352867 / 0.15)^2, 1e-3)
  expect_gte(row_of(plan(FALSE))$power, 0.9)
})

test_that("ratios, two sides, one look", {
  uneven <- trial_design(two_means(c(0, 0.6), 2.5), c(0.4, 0.7, 1), power = 0.8, spending = "pocock", ratio = c(1, 2))
  expect_close(row_of(uneven)$size_exact, 718.79209, 1e-4)
  expect_true(all(uneven$at %% 3 == 0))
  two <- trial_design(two_means(), 1:3, 0.05, 0.25, sides = 2, power = 0.85)
  limits <- unruly:::limits_of_plan(attr(two, "plan"), 1:3 / 3)
  expect_close(limits$upper, c(2.741136, 2.305012, 2.082813))
  expect_close(sqrt(row_of(two)$size_exact) * 0.15, 3.073672)
  one <- trial_design(two_means(c(0, 4), 10), error = 0.05, sides = 2, power = 0.9)
  expect_close(row_of(one)$size_exact, 262.68558, 1e-4)
  expect_identical(row_of(one)$inflation, 1)
})

test_that("Bernoulli arms, whose Z has the variance of the null", {
  skip_in_quick()
  trial <- bandit(arms_bernoulli(c(0.3, 0.45)))
  plan <- trial_design(trial, 1:4, power = 0.8)
  expect_close(row_of(plan)$size_exact, 332.75886, 1e-4)
  expect_identical(plan$at, c(84, 168, 250, 334))
  expect_close(row_of(plan)$power, 0.801459)
  expect_close(row_of(plan)$size_planned, 271.43227, 1e-4)
  expect_close(row_of(trial_design(trial, power = 0.8))$size_exact, 324.66876, 1e-4)
  even <- trial_design(trial, c(84, 168, 252, 336))
  expect_close(row_of(even)$power, 0.803845)
  exact <- operating_characteristics(exact_study(trial, design = even))
  expect_close(exact$value[exact$measure == "power"], 0.805149)
})

test_that("several rivals: Dunnett's limits, sizes and power", {
  skip_in_quick()
  upper <- function(...) trial_design(...)$upper
  for (case in list(c(2, 2.2121351), c(3, 2.3489761), c(4, 2.4417749))) expect_close(upper(case[1] + 1), case[2])
  expect_close(upper(4, 1:2, shape = "pocock"), 2.5558317)
  expect_close(upper(5, c(450, 475, 500)), c(2.658406, 2.587503, 2.521986))
  expect_close(upper(5, ratio = c(2, 1, 1, 1, 1)), 2.471089)
  spends <- trial_design(3, looks = 1:3, spending = "obrien_fleming")
  expect_close(spends$upper, c(3.879973, 2.733408, 2.246902))
  expect_close(spends$spent, unruly:::error_spent("obrien_fleming", 1:3 / 3, 0.025, 1), 1e-8)
  expect_close(upper(4, 1:2, 0.05, "pocock", sides = 2), 2.555797)
  expect_close(upper(4, 1:4, spending = "obrien_fleming", adjust = "bonferroni"),
               c(5.147965, 3.552732, 2.840494, 2.427510))
  # of Bonferroni's the sum over rivals, a bound of what Dunnett's is exactly
  expect_close(trial_design(4, 1:4, adjust = "bonferroni")$spent[4], 0.025, 1e-9)
  expect_close(trial_design(4, 1:4, adjust = "none")$spent[4], 0.025, 1e-9)
  expect_true("Error spent (each)" %in% names(unruly:::typeset_design(trial_design(4, 1:2, adjust = "none"), 3)$table))
  expect_close(upper(4, 1:2, adjust = "none"), upper(2, 1:2), 1e-12)
  skip_on_cran() # long
  # of mvtnorm, whose error is as great
  expect_close(upper(4, c(0.4, 0.7, 1), spending = "pocock"), c(2.590659, 2.681762, 2.692214), 5e-6)
  expect_close(upper(4, 1:3), c(4.1155226, 2.9101139, 2.3760981))
  plan <- trial_design(bandit(arms_gaussian(c(0, 0, 0, 0.4))), 1:3, power = 0.9)
  got <- row_of(plan)
  expect_close(got$size_exact, 665.25489, 1e-4)
  expect_identical(plan$at, c(224, 444, 668))
  expect_close(plan$upper, c(4.102765, 2.914132, 2.375814))
  expect_close(got$power, 0.901336)
  expect_close(c(got$size_planned, got$size_null), c(544.87958, 666.85829), 1e-4)
  drops <- trial_design(bandit(arms_gaussian(c(0, 0, 0, 0.4))), 1:3 * 665.25489 / 3, futility = 0)
  expect_close(drops$power[3], 0.892460)
  expect_close(c(row_of(drops)$size_planned, row_of(drops)$size_null), c(443.9192, 442.5105), 1e-3)
})

test_that("a design is what a study, an exact study, a plan and an agent need", {
  skip_in_quick()
  trial <- bandit(arms_gaussian(c(control = 0, new = 0.5)))
  plan <- trial_design(trial, 1:2, power = 0.8)
  study <- run_study(list(effect = trial, null = bandit_null(trial)), design = plan, reps = 2000, seed = 1, record = 1)
  expect_identical(study$description$horizon, plan$at[2])
  ends <- recommendations(study)
  share <- tapply(ends$reason == "boundary", ends$bandit, mean)
  expect_lt(abs(share[["effect"]] - plan$power[2]), 4 * sqrt(0.16 / 2000))
  expect_lt(abs(share[["null"]] - 0.025), 4 * sqrt(0.025 / 2000))
  expect_lt(abs(mean(ends$sample_size[ends$bandit == "effect"]) - row_of(plan)$size_planned),
      4 * sd(ends$sample_size) / sqrt(2000))
  same <- run_study(trial, policy_allocation(), plan$at[2], 5, seed = 1, record = 1, stop = stop_boundary(plan))
  expect_identical(regret(run_study(trial, design = plan, reps = 5, seed = 1, record = 1)), regret(same))
  other <- run_study(trial, policy_uniform(), design = plan, reps = 5, seed = 1, record = 1)
  expect_identical(names(other$description$policies), policy_uniform()$label)
  small <- trial_design(bandit(arms_bernoulli(c(0.3, 0.6))), c(20, 40, 60, 80))
  exact <- recommendations(exact_study(bandit(arms_bernoulli(c(0.3, 0.6))), design = small))
  expect_lt(abs(sum(exact$probability[exact$reason == "boundary"]) - 0.773181101), 1e-8)
  helper <- agent(design = plan, seed = 1)
  expect_identical(glance(helper)$arms, 2L)
  folder <- withr::local_tempfile()
  skip_if_not_installed("nanoparquet")
  expect_identical(nrow(plan_study(trial, design = plan, reps = 4, seed = 1, path = folder)), 1L)
})

test_that("arms of a design graduate, are dropped, or end the trial", {
  skip_in_quick()
  four <- bandit(arms_gaussian(c(control = 0, a = 0, b = 0.2, c = 0.5)))
  graduates <- trial_design(four, c(120, 240), futility = 0, claim = "graduates")
  study <- run_study(four, design = graduates, reps = 200, seed = 1, record = 1)
  expect_setequal(unique(exits(study)$cause), c("dropped", "graduated"))
  without <- trial_design(four, c(120, 240), claim = "graduates") # arms leave at the last look only
  left <- exits(run_study(four, design = without, reps = 50, seed = 1, record = 1))
  expect_true(all(left$round[left$cause == "dropped"] > 120))
  ends <- trial_design(four, c(120, 240), futility = 0)
  rules <- unruly:::rules_of_design(ends)
  expect_identical(names(rules), c("stop", "drop"))
  expect_null(rules$stop$parameters$lower)
  found <- recommendations(run_study(four, design = ends, reps = 400, seed = 1, record = 1))
  expect_true(all(c("boundary", "dropped") %in% found$reason))
})

test_that("looks of a design are at outcomes wherever arms may leave", {
  skip_in_quick()
  four <- bandit(arms_gaussian(c(control = 0, a = -1, b = -1, c = 0.3)))
  plan <- trial_design(four, c(120, 240), futility = 0)
  as_design <- run_study(four, design = plan, reps = 20, seed = 1, record = 1)
  by_hand <- function(...) run_study(four, policy_allocation(), 240, 20, seed = 1, record = 1, ...)
  both <- by_hand(stop = stop_boundary(plan), drop = stop_boundary(plan))
  taken <- c("outcomes", "outcomes_columns", "looks")
  for (role in c("stop", "drop")) {
    expect_identical(both$description[[role]]$parameters[taken], as_design$description[[role]]$parameters[taken])
  }
  # The last look is made when arms in play have 60 each, not in round 240.
  found <- recommendations(both)
  expect_true(any(found$reason == "boundary" & found$round < 240 & found$round > 120))
  joined <- by_hand(drop = stop_boundary(plan) | stop_posterior(below = 0.01, control = "control", looks = 60))
  expect_match(unruly:::stop_text(joined$description$drop), "outcomes = 30 to 60 of each arm", fixed = TRUE)
  expect_identical(by_hand(stop = stop_boundary(plan))$description$stop$parameters$looks, c(120, 240)) # nobody leaves
  rounds <- by_hand(drop = stop_boundary(plan, looks = c(120, 200)))
  expect_identical(rounds$description$drop$parameters$looks, c(120, 200))
})

test_that("a design for other arms than the bandit's is refused before the start, or warned of", {
  skip_on_cran()
  four <- bandit(arms_gaussian(c(0, 0, 0, 0.4)))
  two <- trial_design(2, c(100, 200))
  refused <- function(code, ...) expect_error(code, ..., class = "unruly_error_combination")
  refused(run_study(four, design = two, reps = 2), "for 2 arms, the bandit has 4")
  refused(run_study(four, policy_uniform(), 200, 2, stop = stop_at(150) | stop_boundary(two)), "trial_design\\(bandit")
  refused(run_study(four, policy_uniform(), 200, 2, drop = stop_boundary(trial_design(2, c(100, 200), futility = 0))),
      "for 2 arms")
  refused(agent(policy_uniform(), 4, stop = stop_boundary(two)), "for 2 arms")
  refused(exact_study(bandit(arms_bernoulli(c(0.1, 0.2, 0.3))), design = trial_design(2, c(6, 12))), "for 2 arms")
  expect_no_warning(run_study(four, design = trial_design(4, c(100, 200)), reps = 2, seed = 1))
  expect_no_warning(run_study(four, design = trial_design(4, c(100, 200), adjust = "none"), reps = 2, seed = 1))
  expect_no_error(run_study(four, policy_uniform(), 200, 2, stop = stop_boundary(upper = c(2, 2), looks = c(100, 200))))
  expect_warning(run_study(four, design = trial_design(6, c(100, 200)), reps = 2, seed = 1),
      class = "unruly_warning_design")
  named <- bandit(arms_gaussian(c(control = 0, new = 1)))
  refused(run_study(named, design = trial_design(c("control", "old"), c(10, 20)), reps = 2), "other arms")
})

test_that("a design for outcomes of another family is warned of, once and only if they are known", {
  skip_in_quick()
  warned <- function(code) expect_warning(code, "is for (Gaussian|Bernoulli) outcomes", class = "unruly_warning_design")
  gaussian <- bandit(arms_gaussian(c(0, 0.3)))
  bernoulli <- bandit(arms_bernoulli(c(0.3, 0.6)))
  plan <- trial_design(gaussian, c(10, 20))
  both <- list(a = bernoulli, b = bernoulli)
  warned(run_study(both, design = trial_design(gaussian, c(10, 20), claim = "graduates"), reps = 2, seed = 1))
  warned(run_study(gaussian, policy_uniform(), 20, 2, seed = 1, stop = stop_boundary(trial_design(bernoulli, 20))))
  warned(exact_study(bernoulli, design = plan))
  warned(agent(design = plan, range = c(0, 1)))
  warned(agent(design = trial_design(bernoulli, c(10, 20)), sd = 1))
  skip_if_not_installed("nanoparquet")
  warned(plan_study(bernoulli, design = plan, reps = 2, seed = 1, path = withr::local_tempfile()))
  expect_no_warning(run_study(bernoulli, design = trial_design(2, c(10, 20)), reps = 2, seed = 1))
  expect_no_warning(run_study(gaussian, design = plan, reps = 2, seed = 1))
  expect_no_warning(exact_study(bernoulli, design = trial_design(bernoulli, c(10, 20))))
  expect_no_warning(run_study(bernoulli, policy_uniform(), 20, 2, seed = 1,
      stop = stop_boundary(plan, family = "gaussian", sd = 0.5)))
  expect_no_warning(agent(design = plan))
})

test_that("looks up to 1 are parts of the information, which no study plays", {
  trial <- two_means()
  for (parts in list(trial_design(trial, c(0.5, 1)), trial_design(trial), trial_design(2, c(0.5, 1)))) {
    expect_false(any(grepl("patient", c(unruly:::design_headline(parts), toString(parts)))))
    expect_true(all(is.na(parts$power)))
    expect_identical(row_of(parts)$size, NA_real_)
    expect_false("Patients" %in% names(unruly:::typeset_design(parts, 3)$table))
  }
  expect_match(unruly:::design_headline(trial_design(trial, c(0.5, 1))), "; looks at parts of the information$")
  expect_match(unruly:::design_headline(trial_design(2, c(50, 100))), "; at most 100 patients$")
  expect_errors({
    run_study(trial, design = trial_design(trial, c(0.5, 1)), reps = 2)
    run_study(trial, design = trial_design(2), reps = 2)
    run_study(trial, design = trial_design(trial, c(10.5, 20)), reps = 2)
    exact_study(bandit(arms_bernoulli(c(0.3, 0.6))), design = trial_design(2, 1:3))
    plan_study(trial, design = trial_design(2, c(0.5, 1)), reps = 2, path = tempfile())
    agent(design = trial_design(2, c(0.5, 1)))
    trial_power(trial_design(trial, c(0.5, 1)), 0.3)
  })
})

test_that("a margin is part of Z", {
  z <- function(s, n, margin) {
    p <- s / n
    null <- unruly:::restricted_mean(p[1], p[2], n[1], n[2], margin)
    (p[1] - p[2] - margin) / sqrt((null + margin) * (1 - null - margin) / n[1] + null * (1 - null) / n[2])
  }
  expect_close(z(c(62, 65), c(100, 100), -0.1), 1.032503)
  expect_close(z(c(45, 30), c(60, 50), 0.05), 1.120519)
  # The same from games: 20 rewards of a tape, each arm once a round.
  tape <- rbind(rep(c(1, 0), c(13, 7)), rep(c(1, 0, 1), c(4, 8, 8)))
  expected <- z(c(12, 13), c(20, 20), -0.2)
  stops <- function(limit) {
    rule <- stop_boundary(upper = limit, looks = 40, margin = -0.2)
    found <- run_study(bandit(arms_tape(cbind(tape, tape))), policy_allocation(block = 2), 40, 1, seed = 1,
        record = 1, stop = rule)
    recommendations(found)$reason == "boundary"
  }
  expect_true(stops(expected - 1e-6))
  expect_false(stops(expected + 1e-6))
})

test_that("non-inferiority has the error and the power planned", {
  skip_on_cran()
  same <- bandit(arms_bernoulli(c(0.6, 0.6)))
  plan <- trial_design(same, power = 0.8, margin = -0.1)
  worse <- bandit(arms_bernoulli(c(0.6, 0.5)))
  found <- recommendations(run_study(list(same = same, worse = worse), design = plan, reps = 4000, seed = 1,
      record = 1))
  share <- tapply(found$reason == "boundary", found$bandit, mean)
  expect_lt(abs(share[["same"]] - plan$power), 4 * sqrt(0.16 / 4000))
  expect_lt(abs(share[["worse"]] - 0.025), 5 * sqrt(0.025 / 4000))
})

test_that("other effects: power, futility, size; by look", {
  skip_on_cran()
  plan <- trial_design(two_means(), 1:4, power = 0.9)
  found <- trial_power(plan, c(0, 0.3))
  expect_close(found$power, c(0.025, 0.900356))
  expect_close(found$size, c(476.49129, 358.74628), 1e-4)
  by_look <- trial_power(plan, 0.3, by_look = TRUE)
  expect_equal(by_look$upper, diff(c(0, plan$power)))
  expect_identical(nrow(trial_power(plan)), 16L)
  drifts <- trial_power(trial_design(2, c(100, 200, 300, 400)), drift = c(0.3, 0.4) * sqrt(200 / 2))
  expect_close(drifts$power, c(0.842754571, 0.977299545))
  expect_close(drifts$size, c(315.737183, 262.089123), 1e-5)
  futile <- trial_power(trial_design(2, c(100, 200, 300, 400), spending = "pocock", futility = 0),
                        drift = c(0, 0.3, 0.4) * sqrt(200 / 2))
  expect_close(futile$power, c(0.0241966, 0.7567881, 0.9437677))
  expect_close(futile$futility, c(0.6872114, 0.0740879, 0.0237241))
  expect_close(futile$size, c(214.304379, 253.224247, 199.902340), 1e-4)
  rivals <- trial_design(bandit(arms_gaussian(c(0, 0, 0, 0.4))), 1:2 * 200)
  expect_close(trial_power(rivals, c(0, 0.4))$power, c(0.025, rivals$power[2]), 1e-8)
  expect_close(trial_power(rivals, bandit(arms_gaussian(c(0, 0, 0, 0.4))))$power, rivals$power[2], 1e-8)
})

test_that("many looks, and uneven ones, are crossed as often as simulated walks do", {
  skip_on_cran() # long
  b <- trial_design(2, c(3, 4, 10, 11, 30), spending = "pocock")
  n <- 1e5 / parts_of_share(4)
  walks <- withr::with_seed(1, {
    steps <- sqrt(diff(c(0, b$information)))
    t(apply(matrix(stats::rnorm(5 * n), ncol = 5) %*% diag(steps), 1, cumsum)) / rep(sqrt(b$information), each = n)
  })
  first <- apply(walks + rep(0.7 * sqrt(b$information), each = n) >= rep(b$upper, each = n), 1,
      function(x) which(x)[1])
  shares <- tabulate(first, 5) / n
  found <- trial_power(b, drift = 0.7, by_look = TRUE)$upper
  expect_true(all(abs(shares - found) < 4 * sqrt(found * (1 - found) / n)))
})

test_that("chances at an interim analysis are those of gsDesign", {
  skip_in_quick()
  plan <- trial_design(two_means(c(0, 3.2606694), sqrt(300) / 2), c(100, 200, 300), spending = "obrien_fleming")
  first <- conditional_power(plan, 1.2)
  expect_identical(first$assumption, c("planned", "null", "trend", "predictive"))
  expect_close(first$power, c(0.860208, 0.058820, 0.547500, 0.527765))
  expect_close(conditional_power(plan, c(1.2, 1.5))$power, c(0.709460, 0.091637, 0.393550, 0.412734))
  expect_identical(conditional_power(plan, 1.5, look = 2), conditional_power(plan, c(1.2, 1.5)))
  expect_close(conditional_power(plan, 1.2, effect = 3.2606694)$power[5], 0.860208)
  expect_close(conditional_power(plan, 1.2, prior = c(3.2606694, 1e-6))$power[4], 0.860208)
  expect_close(conditional_power(plan, 1.2, prior = c(0, 1e6))$power[4], 0.527765)
  alone <- conditional_power(trial_design(2, 1:3, spending = "obrien_fleming"), 1.2)
  expect_close(alone$power, c(0.058820, 0.547500, 0.527765))
  several <- conditional_power(trial_design(3, 1:3, spending = "obrien_fleming", adjust = "none"), rbind(c(1.2, 1.2)))
  expect_close(several$power, rep(alone$power, 2), 1e-10)
})

test_that("columns of Z at an interim analysis go by the names of arms, and leave no names behind", {
  skip_in_quick()
  plan <- trial_design(c("control", "a", "b"), 1:3, spending = "pocock", adjust = "none")
  in_order <- conditional_power(plan, rbind(c(1, 2)))
  expect_identical(conditional_power(plan, data.frame(a = 1, b = 2)), in_order)
  expect_identical(conditional_power(plan, data.frame(b = 2, a = 1)), in_order)
  expect_identical(conditional_power(plan, c(b = 2, a = 1)), in_order)
  expect_identical(conditional_power(plan, data.frame(x = 1, y = 2)), in_order)
  expect_error(conditional_power(plan, data.frame(b = 2, control = 1)), class = "unruly_error_argument")
})

test_that("crossing below is no futility with two sides, and the margin is no drift", {
  skip_in_quick()
  two <- trial_design(two_means(), 1:3, error = 0.05, sides = 2, power = 0.9)
  expect_identical(trial_power(two, 0)$futility, 0)
  expect_close(sum(trial_power(two, 0, by_look = TRUE)$lower), 0.025, 1e-9)
  same <- trial_design(bandit(arms_bernoulli(c(0.6, 0.6))), 1:2, power = 0.8, margin = -0.1)
  expect_identical(trial_power(same)$drift[1], 0)
})

test_that("limits follow the looks that were made", {
  plan <- trial_design(2, c(100, 200, 300), spending = "obrien_fleming")
  two <- update(plan, c(110, 205))
  expect_close(two$upper[1:2], c(3.521839, 2.476967))
  expect_identical(two$seen, c(TRUE, TRUE, FALSE))
  expect_close(two$spent[3], 0.025, 1e-9)
  expect_close(update(plan, c(110, 205, 290), final = TRUE)$upper[3], 1.992927)
  expect_close(update(plan, c(110, 205, 330))$upper[3], 2.006370)
  expect_close(update(plan, c(110, 205, 290))$upper[3], 2.042213)
  expect_identical(update(two, c(110, 205, 330))$upper, update(plan, c(110, 205, 330))$upper)
  expect_equal(update(plan, c(100, 200, 300))$upper, plan$upper, tolerance = 1e-10)
  expect_identical(update(plan, 90)$at, c(90, 200, 300)) # the first look came early, and is not made again
  expect_identical(update(plan, c(90, 95))$at, c(90, 95, 300))
  expect_identical(update(plan, c(90, 210, 290))$at, c(90, 210, 290, 300))
  both <- trial_design(two_means(), 1:3, power = 0.9, spending = -4, futility_spending = -2)
  expect_equal(update(both, both$at)$lower[1:2], both$lower[1:2], tolerance = 1e-8)
})

test_that("a design prints in a line, and is told for a protocol", {
  plan <- trial_design(bandit(arms_gaussian(c(control = 0, new = 0.3))), 1:4, power = 0.9)
  expect_identical(unruly:::design_headline(plan),
                   paste("2 arms, 4 looks, one-sided error 0.025, O'Brien-Fleming; at most 478 patients, 359 expected;",
                         "power 0.900 at 0.3"))
  words <- toString(plan)
  expect_match(words, "new with the control, allocated", fixed = TRUE)
  expect_match(words, "4.0413, 2.8576, 2.3333 and 2.0249", fixed = TRUE)
  expect_match(words, "478 patients are needed (477.3 before rounding", fixed = TRUE)
  skip_if_not_installed("knitr")
  typeset <- as_table(plan, format = "markdown")
  expect_match(paste(typeset, collapse = "\n"), "4.041", fixed = TRUE)
})

test_that("the table of a design has the chance to stop at each look, as planned and without an effect", {
  skip_in_quick()
  stops <- function(plan) lapply(unruly:::typeset_design(plan, 3)$table[c("Stops (planned)", "Stops (null)")],
      as.numeric)
  plan <- trial_design(two_means(), 1:3, power = 0.9, futility = 0)
  found <- stops(plan)
  by_look <- trial_power(plan, c(0.3, 0), by_look = TRUE)
  there <- matrix(by_look$upper + by_look$lower, 3)
  expect_close(found[[1]], c(there[1:2, 1], 1 - sum(there[1:2, 1])), 1e-4)
  expect_close(found[[2]], c(there[1:2, 2], 1 - sum(there[1:2, 2])), 1e-4)
  columns <- function(...) names(unruly:::typeset_design(trial_design(...), 3)$table)
  expect_false("Stops (planned)" %in% columns(3, 1:3))
  expect_true(all(c("Stops (null)", "Information") %in% columns(3, 1:3)))
  expect_false("Patients" %in% columns(3, 1:3)) # parts of the information
  expect_true("Patients" %in% columns(3, c(100, 200)))
  expect_false("Stops (null)" %in% columns(3, 1:7, adjust = "bonferroni")) # not computed
})

test_that("a rule without a lower limit prints none", {
  plan <- trial_design(bandit(arms_gaussian(c(0, 0, 0.4))), c(30, 60), futility = 0)
  study <- run_study(bandit(arms_gaussian(c(0, 0, 0.4))), design = plan, reps = 2, seed = 1)
  expect_false(grepl("lower", unruly:::stop_text(study$description$stop)))
  expect_match(unruly:::stop_text(study$description$drop), "lower = 0, all", fixed = TRUE)
})

test_that("a protocol's words suit margins, sides, units and what is alike", {
  skip_in_quick()
  same <- bandit(arms_bernoulli(c(control = 0.6, new = 0.6)))
  worse <- toString(trial_design(same, 1:2, power = 0.8, margin = -0.1))
  expect_match(worse, "that the difference between new and the control is at most -0.1 (non-inferiority).",
      fixed = TRUE)
  expect_match(worse, "A greater difference is claimed at an analysis", fixed = TRUE)
  expect_match(worse, "if the difference is the margin", fixed = TRUE)
  parts <- toString(trial_design(2, 1:3))
  expect_match(parts, "arm 2 with the control (arm 1), allocated", fixed = TRUE)
  expect_match(parts, "There are 3 analyses, at 33%, 67% and 100% of the information.", fixed = TRUE)
  played <- run_study(bandit(arms_gaussian(c(0, 0, 0.4))), design = trial_design(3, c(30, 60), futility = 0), reps = 1,
      seed = 1, progress = FALSE)
  shown <- gsub("\\s+", " ", paste(utils::capture.output(print(played)), collapse = " "))
  expect_match(shown, "Stops: boundary (control = 1, upper =", fixed = TRUE)
  expect_false(grepl("lower = ,", shown, fixed = TRUE))
  several <- toString(trial_design(bandit(arms_gaussian(c(0, 0, 0.4))), 1:3, power = 0.9, futility = 0,
      shape = "pocock"))
  expect_match(several, "where Z is at most 0;", fixed = TRUE)
  expect_false(grepl("in turn", several))
  expect_match(toString(trial_design(two_means(), 1:4, power = 0.9)),
               paste("478 patients are needed (477.3 before rounding, 1.022 times those of one analysis),",
                     "359 expected, and 476 if no arm differs."), fixed = TRUE)
})

test_that("wrong designs are refused in words", {
  trial <- two_means()
  expect_errors({
    trial_design(1)
    trial_design(2, c(2, 1))
    trial_design(2, 1:3, error = 0.7)
    trial_design(2, 1:3, shape = 2)
    trial_design(2, 1:3, shape = "haybittle")
    trial_design(2, 1:60, error = 0.001, shape = "haybittle_peto")
    trial_design(2, 1:3, spending = function(t) t)
    trial_design(2, 1:3, sides = 3)
    trial_design(2, 1:3, futility = c(0, 1, 2))
    trial_design(2, 1:3, futility = 0, sides = 2)
    trial_design(2, 1:3, futility = c(4, 0))
    trial_design(2, 1:3, binding = TRUE)
    trial_design(2, 1:3, shape = "pocock", spending = "pocock")
    trial_design(2, 1:3, power = 0.9)
    trial_design(trial, 1:3, power = 0.01)
    trial_design(trial, 1:3, margin = 0.4)
    trial_design(trial, 1:3, power = 0.9, futility_spending = "pocock")
    trial_design(bandit(arms_bernoulli(c(0.3, 0.4, 0.5))), 1:3, power = 0.9, futility_spending = "pocock")
    trial_design(3, 1:7)
    trial_design(3, 1:3, ratio = c(1, 1, 2))
    trial_design(3, 1:3, ratio = 1)
    trial_design(bandit(arms_gaussian(c(0, 1), sd = 1:2)))
    trial_design(bandit(arms_constant(c(0, 1))))
    trial_design(with_patience(trial, 4))
    trial_design(trial, c(0.999999, 1), power = 0.9)
    trial_power(3)
    trial_power(trial_design(2), 1)
    trial_power(trial_design(trial, 100), drift = 1)
    conditional_power(trial_design(2), 1)
    conditional_power(trial_design(3, 1:2), 1)
    conditional_power(trial_design(2, 1:2), 1, effect = 1)
    update(trial_design(2, 1:2), 1)
    update(trial_design(2, 1:2, spending = "pocock"), c(2, 1))
  })
})

test_that("several rivals with a small control are followed to 1e-8", {
  skip_on_cran()
  set.seed(58)
  for (rho in c(0.3, 0.55, 0.6, 0.7, 0.75, 0.8)) for (looks in 2:4) {
    times <- c(cumsum(runif(looks - 1, 0.1, 0.9 / looks)), 1)
    upper <- runif(looks, 1.5, 3)
    if (!is_drawn(round(20 * rho), looks)) next
    crossed <- function(...) unruly:::rivals_crossing(times, upper, upper - 2, rep(1.5, 3), rho, ...)$none
    expect_close(crossed(paths = unruly:::least_paths(times, rho)), crossed(paths = 128, fine = 1.5), 1e-8)
  }
})

test_that("limits of random designs of several rivals spend the error by a finer rule", {
  skip_on_cran()
  set.seed(59)
  designs <- lapply(1:8, function(i) {
    looks <- sample(2:4, 1)
    rivals <- sample(2:5, 1)
    given <- list(rivals + 1, looks = 100 * cumsum(runif(looks, 0.5, 2)), ratio = c(runif(1, 0.25, 2), rep(1,
        rivals)), error = runif(1, 0.01, 0.1))
    given <- c(given, if (runif(1) < 0.5) list(spending = list("obrien_fleming", "pocock", runif(1, -4, 1))[[sample(3,
        1)]]) else list(shape = runif(1, -0.5, 0.5)))
  })
  worst <- vapply(drawn_of(designs), function(given) {
    plan <- do.call(trial_design, given)
    rho <- 1 / (1 + given$ratio[1])
    looks <- length(plan$upper)
    crossed <- unruly:::some_crosses(plan$information, plan$upper, rep(-Inf, looks), given[[1]] - 1, rho, paths = 100,
        fine = 1.5)
    max(abs(c(crossed, plan$spent[looks]) - given$error))
  }, 0)
  expect_lt(max(worst), 1e-8)
})

test_that("the eight questions of a statistician are a call each", {
  skip_in_quick()
  trial <- bandit(arms_gaussian(c(control = 0, new = 0.3), sd = 1))
  plan <- trial_design(trial, looks = 1:3, power = 0.9, spending = "obrien_fleming")
  expect_gt(glance(plan)$size, 400) # how many patients?
  expect_true(all(diff(trial_power(plan)$power) > 0)) # if the effect is other than planned?
  expect_match(paste(format(as_table(plan)), collapse = " "), "Z above") # which limits?
  expect_lt(update(plan, plan$at[1] + 20)$upper[1], plan$upper[1]) # a look came late
  # is it worth going on?
  expect_identical(conditional_power(plan, 1.2)$assumption, c("planned", "null", "trend", "predictive"))
  shown <- trial_analysis(data.frame(at = plan$at[1:2], z = c(1, 3.1), se = c(0.15, 0.1)), plan)
  expect_true(shown$lower > 0 && shown$p_value < 0.025) # what has it shown?
  # two new arms?
  expect_identical(nrow(trial_design(bandit(arms_gaussian(c(0, 0.2, 0.3), sd = 1)), looks = 1:3, power = 0.9)), 3L)
  expect_match(toString(plan), "at most [0-9]+ patients", ignore.case = TRUE) # what do I write into the protocol?
})

test_that("no probability to end at a look is below 0", {
  skip_on_cran()
  found <- trial_power(trial_design(3, looks = 1:3 * 50, futility = 0), drift = 1, by_look = TRUE)
  expect_true(all(found$lower >= 0) && all(found$upper >= 0))
})
