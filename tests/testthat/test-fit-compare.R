# Policies that were fitted are compared, and recovered.

test_that("frequencies and exceedance probabilities are the reference values", {
  set.seed(5)
  evidence <- matrix(round(rnorm(60, 0, 2), 3), 20, 3)
  evidence[1:13, 2] <- evidence[1:13, 2] + 3
  found <- unruly:::frequencies_of_policies(evidence)
  near <- function(x, wanted) expect_lt(max(abs(x - wanted)), 1e-8)
  near(found$frequency, c(.06219884, .76338842, .17441275))
  near(found$exceedance, c(.00001507, .99902272, .00096221))
  near(found$bor, .00327841)
  near(found$protected, c(.00110782, .99684032, .00205186))
  near(unruly:::frequencies_of_policies(matrix(-3, 10, 2))$bor, .73024236)
})

test_that("fits are compared by the evidence of their units", {
  skip_in_quick()
  study <- run_study(bandit(arms_bernoulli(c(.2, .4, .6, .8))), policy_delta(.3, .15), 100, reps = 6, seed = 1, keep = "choices", threads = 1)
  fit <- fit_policy(choices(study), list(policy_delta(free(), free(.01, 10)), policy_uniform()), by = rep, starts = 10, threads = 1)
  table <- compare_policies(fit)
  expect_identical(names(table), c("policy", "log_lik", "aic", "bic", "best", "frequency", "exceedance", "protected"))
  expect_identical(table$best, c(6L, 0L))
  expect_equal(sum(table$frequency), 1)
  expect_gt(table$exceedance[1], 0.95)
  expect_true(attr(table, "bor") < 0.5)
  bic <- unruly:::evidence_of_units(fit, "bic")
  expect_equal(bic[, 1], unname(fit$fits[[1]]$value - log(100)))
  expect_error(compare_policies(fit[["Delta"]]), "two policies", class = "unruly_error_argument")
  expect_error(compare_policies(fit, evidence = "dic"), "evidence", class = "unruly_error_argument")
  expect_error(compare_policies(1), "study", class = "unruly_error_argument")
})

test_that("recoveries count the intervals that exclude next to nothing, and the units that have none", {
  skip_in_quick()
  found <- recovery(policy_delta(free(), free(0.01, 10)), bandit(arms_bernoulli(c(0.2, 0.4, 0.6, 0.8))), 30, units = 20, seed = 1, starts = 10,
                    truth = policy_delta(free(0.1, 0.9), free(0.1, 0.5)))
  table <- found$parameters[found$parameters$parameter == "temperature", ]
  z <- qlogis(log(table$estimate / 0.01) / log(1000))
  slope <- log(1000) * dlogis(z) * table$estimate # of the temperature in z
  half <- qnorm(0.975) * table$std.error / slope
  spans <- !table$boundary & plogis(z + half) - plogis(z - half) >= 0.95
  expect_gt(sum(spans), 0)
  expect_gt(sum(table$boundary), 0)
  expect_identical(which(table$uninformative), which(spans))
  sums <- summary(found)
  expect_identical(sums$uninformative[2], sum(spans))
  expect_identical(sums$boundary[2], sum(table$boundary))
  rate <- found$parameters[found$parameters$parameter == "rate", ]
  expect_identical(sums$uninformative[1], sum(rate$uninformative, na.rm = TRUE))
  expect_output(print(found), "uninformative")
})

test_that("parameters and policies that made the choices are recovered", {
  skip_on_cran()
  b <- bandit(arms_bernoulli(c(.2, .4, .6, .8)))
  x <- list(policy_delta(free(), free(.01, 10)), Even = policy_uniform())
  truth <- list(policy_delta(free(.1, .9), free(.05, .4)), policy_uniform())
  found <- recovery(x, b, 150, units = 15, truth = truth, seed = 1, threads = 2, starts = 10)
  few <- function(threads) recovery(x, b, 30, units = 5, truth = truth, seed = 1, threads = threads, starts = 5)
  expect_identical(few(2), few(1))
  expect_identical(names(found$parameters)[1:7], c("policy", "unit", "parameter", "true", "estimate", "std.error", "boundary"))
  expect_true(all(found$parameters$true[found$parameters$parameter == "rate"] >= .1))
  expect_gt(summary(found)$r[2], 0.6)
  expect_identical(names(summary(found)), c("policy", "parameter", "r", "se", "bias", "rmse", "coverage", "boundary", "uninformative"))
  right <- found$confusion[found$confusion$truth == found$confusion$policy, ]
  expect_true(all(right$share > 0.7))
  expect_identical(sum(found$confusion$n), 30L)
  expect_equal(as.vector(tapply(found$confusion$inverse, found$confusion$policy, sum)), c(1, 1))
  made <- unruly:::made_by_units(x[[1]], unruly:::free_of_policy(x[[1]], NULL), matrix(c(.3, .2), 1), b, 20, 2, 7)
  expect_identical(nrow(made), 40L)
  fit <- fit_policy(made, x[[1]], by = unit, game = c(unit, game), starts = 5)
  expect_s3_class(recovery(fit, b, 30, units = 2, seed = 1, starts = 5), "unruly_recovery")
  expect_error(recovery(x, b, 10, truth = truth[1]), "truth", class = "unruly_error_argument")
  expect_error(recovery(x, b, 10, units = 1), "units", class = "unruly_error_argument")
  expect_error(recovery(x, b, 10, criterion = "evidence"), "criterion", class = "unruly_error_argument")
  expect_error(recovery(x, b, 10, extra = 1), "extra", class = "unruly_error_argument")
})

test_that("simulated choices are fitted with all that the policy was told: pools, delays, births", {
  skip_on_cran()
  plain <- bandit(arms_bernoulli(c(.2, .4, .6, .8)))
  bandits <- list(rest = plain |> with_rest(2), delay = plain |> with_delay(3), asleep = plain |> with_absences(0.3), late = plain |> with_entries(c(1, 1, 5, 20)),
                  leaves = plain |> with_patience(c(8, 20, Inf, Inf)), born = bandit_mortal(4, 40, 15, init = NULL), both = plain |> with_rest(1) |> with_delay(delay_geometric(4)),
                  named = bandit(arms_bernoulli(c(a = .3, b = .6))) |> with_rest(1), many = bandit(arms_bernoulli(rep(.5, 90))), "many names" = bandit(arms_bernoulli(rlang::set_names(rep(.5, 90), paste0("a", 1:90)))))
  policy <- policy_delta(.3, .2, stick = 1)
  for (name in drawn_of(names(bandits), 3)) {
    b <- bandits[[name]]
    made <- unruly:::made_by_units(policy, unruly:::free_of_policy(policy, NULL), matrix(0, 1, 0), b, 40, 2, 7)
    played <- choices(run_study(b, policy, 40, reps = 2, seed = 7 + 104729, keep = "choices", threads = 1))
    expect_equal(choice_likelihood(made, policy, by = unit, game = c(unit, game), threads = 1)$log_lik, sum(log(played$propensity)), tolerance = 1e-9, info = name)
    fit <- suppressWarnings(fit_policy(made, policy_delta(free(), free()), by = unit, game = c(unit, game), starts = 5, threads = 1))
    again <- simulate(fit, seed = 1, bandit = b, horizon = 20)[[1]]
    expect_true("unit" %in% names(again) && is.finite(choice_likelihood(again, policy, by = unit, threads = 1)$log_lik), info = name)
  }
  expect_s3_class(recovery(policy_delta(free(), .2), bandits$rest, 20, units = 2, seed = 1, starts = 3, threads = 1), "unruly_recovery")
  expect_error(recovery(policy_delta(free(), .2), plain |> with_waiting(c(.5, .5)), 20, seed = 1), "waiting", class = "unruly_error_argument")
  expect_error(simulate(fit, bandit = plain |> with_spread(spread_linear(3)), horizon = 5), "spread", class = "unruly_error_argument")
})

test_that("a seed that R's random numbers do not take is refused", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  expect_error(recovery(policy_delta(free()), b, 5, units = 2, seed = 2^31), "seed", class = "unruly_error_argument")
  found <- recovery(policy_delta(free()), b, 5, units = 2, seed = 2^31 - 1, starts = 2, threads = 1)
  expect_s3_class(found, "unruly_recovery")
})

test_that("policies of one type are told apart by what is free in them", {
  skip_on_cran()
  set.seed(1)
  d <- data.frame(subject = rep(1:3, each = 15), choice = sample.int(4, 45, TRUE))
  d$gain <- rbinom(45, 1, c(.2, .4, .6, .8)[d$choice])
  x <- list(policy_delta(rate = free(), temperature = free()), policy_delta(rate = free(), temperature = free(), stick = free()),
            policy_floor(policy_ucb1(), min_propensity = free(0.001, 0.25)))
  fit <- suppressWarnings(fit_policy(d, x, by = subject, arm = choice, reward = gain, range = c(0, 1), pooled = TRUE, starts = 2, threads = 2))
  labels <- c("Delta", "Delta + stick", "Floor (UCB1)")
  expect_identical(names(fit$fits), labels)
  expect_identical(compare_policies(fit)$policy, labels)
  found <- recovery(x[1:2], bandit(arms_bernoulli(c(.2, .8))), 20, units = 2, seed = 1, starts = 3, threads = 1)
  expect_identical(unique(found$confusion$truth), labels[1:2])
  expect_identical(unique(found$parameters$policy), labels[1:2])
  tied <- list(\(rate = free()) policy_delta(rate, 0.2), \(rate = free(), stick = free()) policy_delta(rate, 0.2, stick = stick))
  expect_identical(names(fit_policy(d, tied, by = NULL, arm = choice, reward = gain, starts = 1, threads = 1)$fits), labels[1:2])
  expect_error(fit_policy(d, x[c(1, 1)], by = subject, arm = choice, reward = gain), "name the elements", class = "unruly_error_argument")
})

test_that("pooled recoveries judge by evidence, and draw units from the population of a pooled fit", {
  skip_on_cran()
  b <- bandit(arms_bernoulli(c(.2, .4, .6, .8)))
  x <- list(policy_delta(.3, free(.01, 10)), policy_delta(.3, free(.01, 10), stick = free()))
  truth <- list(policy_delta(.3, free(.05, .3)), policy_delta(.3, free(.05, .3), stick = free(1, 3)))
  found <- recovery(x, b, 50, units = 6, truth = truth, pooled = TRUE, criterion = "evidence", seed = 2, threads = 2, starts = 3)
  few <- function(threads) recovery(x[[1]], b, 10, units = 3, truth = truth[[1]], pooled = TRUE, criterion = "evidence", seed = 3, threads = threads, starts = 2)
  expect_identical(few(2), few(1))
  expect_equal(found$fits$criterion, -2 * found$fits$log_lik)
  one <- found$fits[found$fits$unit == 2 & found$fits$truth == "Delta", ]
  expect_identical(one$chosen, one$criterion == min(one$criterion))
  right <- found$confusion[found$confusion$truth == found$confusion$policy, ]
  expect_gt(mean(right$share), 0.6)
  alone <- recovery(x, b, 50, units = 6, truth = truth, seed = 2, threads = 2, starts = 3)
  expect_identical(alone$parameters$true, found$parameters$true)
  off <- function(recovered) {
    cool <- recovered$parameters[recovered$parameters$parameter == "temperature", ]
    mean(abs(log(cool$estimate / cool$true)))
  }
  expect_lt(off(found), off(alone)) # a unit borrows from the others
  made <- unruly:::made_by_units(x[[1]], unruly:::free_of_policy(x[[1]], NULL), cbind(seq(.1, .4, length.out = 6)), b, 80, 1, 5)
  fit <- suppressWarnings(fit_policy(made, x[[1]], by = unit, pooled = TRUE, starts = 5, threads = 1))
  drawn <- function(units) unruly:::true_values(fit, list(fit$fits[[1]]$free), NULL, units, 1)[[1]][, 1]
  expect_identical(recovery(fit, b, 2, units = 3, seed = 1, starts = 1, threads = 1)$parameters$true, drawn(3))
  free <- fit$fits[[1]]$free
  at <- if (free$log[1]) log else identity
  z <- qlogis((at(drawn(200)) - at(free$lower[1])) / (at(free$upper[1]) - at(free$lower[1])))
  expect_lt(abs(mean(z) - fit$fits[[1]]$mu[1]), 4 * fit$fits[[1]]$sigma[1] / sqrt(200))
  expect_lt(abs(log(sd(z) / fit$fits[[1]]$sigma[1])), 0.25)
})
