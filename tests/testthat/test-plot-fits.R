# Figures of fits and of recovery: what they draw is what tidy(), predict(), compare_policies() and the recovery's tables say.

# Units of two kinds: if they did not differ, their spread would go to 0, step by small step.
made_by_delta <- function(reps = 5, rounds = 60) {
  kinds <- list(policy_delta(.2, .1, label = "cold"), policy_delta(.8, .4, stick = 2, label = "hot"))
  made <- choices(run_study(bandit(arms_bernoulli(c(.2, .4, .6, .8))), kinds, rounds, reps = reps, seed = 2, keep = "choices", threads = 1))
  made[made$policy == c("cold", "hot")[made$rep %% 2 + 1], ]
}

fitted_twice <- function(pooled = FALSE) remembered(list("fitted twice", pooled), {
  suppressWarnings(fit_policy(made_by_delta(), list(policy_delta(free(), free(.01, 10)), Stick = policy_delta(0.2, free(.01, 10), stick = free(-5, 5))), by = rep,
                              starts = 10, threads = 1, pooled = pooled))
})

# What a logarithmic panel has at a place.
drawn_values <- function(x, log, plain) ifelse(log, 10^(x - unruly:::beyond_values(plain)), x)

test_that("parameters are drawn as tidy() has them, on logarithmic axes where they were searched so", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  for (pooled in c(FALSE, TRUE)) {
    fit <- fitted_twice(pooled = pooled)
    plot <- autoplot(fit)
    built <- expect_laid_out(plot)
    table <- tidy(fit)
    data <- plot$data
    expect_identical(nrow(data), nrow(table))
    at <- match(paste(data$policy, data$unit, data$term), paste(table$policy, table$rep, table$term))
    expect_identical(data$log, data$term == "temperature")
    drawn <- data[!data$log, ]
    expect_equal(drawn$estimate, table$estimate[at][!data$log])
    expect_equal(drawn$low, table$conf.low[at][!data$log])
    expect_equal(diff(log(table$estimate[at][data$log])), diff(data$estimate[data$log]) * log(10))
    expect_identical(all(is.na(data$alone)), !pooled)
    labels <- built$layout$panel_params[[2]]$x$get_labels()
    expect_true(all(as.numeric(labels) < 10, na.rm = TRUE)) # temperatures, not places
  }
  group <- tidy(fit, "group")
  lines <- built$data[[2]]
  expect_equal(sort(lines$xintercept[lines$xintercept < 100]), sort(group$center[group$term != "temperature"]))
  one <- autoplot(fitted_twice(), policies = "Stick", units = c("1", "3"))
  expect_identical(unique(one$data$unit), c("1", "3"))
  expect_identical(levels(one$data$term), c("temperature", "stick"))
  expect_silent(ggplot2::ggplotGrob(autoplot(fitted_twice(), units = "4")))
  many <- suppressWarnings(fit_policy(made_by_delta(40, 20), policy_delta(free(), free(.01, 10)), by = rep, starts = 5, threads = 1))
  expect_identical(autoplot(many)$labels$y, "Units, by their estimate")
  few <- suppressWarnings(fit_policy(made_by_delta(14, 20), list(policy_delta(free(), 0.2), Cold = policy_delta(free(), 0.1)), by = rep, starts = 2, threads = 1))
  expect_identical(autoplot(few)$labels$y, "Units, by their estimate") # two rows of 14 names would touch each other
  expect_null(autoplot(few, policies = "Cold")$labels$y)
})

test_that("shares of arms are means of units, beside the means of their propensities", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  made <- made_by_delta(3, 40)
  made <- made[sample(nrow(made)), ] # in any order
  made <- made[order(made$round), ]
  fit <- suppressWarnings(fit_policy(made, list(policy_delta(free(), free(.01, 10)), Even = policy_uniform()), by = rep, starts = 10, threads = 1))
  plot <- autoplot(fit, "trials")
  built <- expect_laid_out(plot)
  trials <- augment(fit[["Delta"]])
  here <- trials$round %in% 5:6
  drawn <- plot$data[plot$data$policy == "Delta" & plot$data$round == 5.5, ]
  expect_equal(drawn$mean, unname(colMeans(trials$propensities[here, ])))
  seen <- built$data[[2]]
  expect_equal(seen$y[seen$x == 5.5], as.vector(table(factor(trials$arm[here], 1:4))) / sum(here))
  one <- autoplot(fit, "trials", units = "2", policies = "Delta")$data
  expect_equal(one$mean[one$round == 5.5], unname(colMeans(trials$propensities[here & trials$rep == 2, ])))
})

test_that("shares of arms that may be away are drawn", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  withr::local_seed(1)
  d <- data.frame(arm = sample(3, 40, TRUE), reward = 0)
  d$pool <- lapply(d$arm, function(a) sort(unique(c(a, sample(3, 1)))))
  fit <- suppressWarnings(fit_policy(d, policy_delta(0.2, free()), pool = pool, starts = 5, threads = 1))
  plot <- autoplot(fit, "trials")
  expect_silent(ggplot2::ggplotGrob(plot))
  expect_equal(as.vector(tapply(plot$data$mean, plot$data$round, sum)), rep(1, 20))
})

test_that("a comparison is that of compare_policies()", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  fit <- fitted_twice()
  for (evidence in c("bic", "aic")) {
    table <- compare_policies(fit, evidence)
    data <- autoplot(fit, "comparison", evidence = evidence)$data
    expect_equal(data$value, c(table[[evidence]] - min(table[[evidence]]), table$frequency, table$protected))
    inside <- data[!is.na(data$low), ]
    expect_true(all(inside$low < inside$value & inside$value < inside$high))
  }
  pooled <- fitted_twice(pooled = TRUE)
  expect_equal(autoplot(pooled, "comparison")$data$value[1:2], max(glance(pooled)$log_lik) - glance(pooled)$log_lik)
  expect_silent(ggplot2::ggplotGrob(autoplot(pooled, "comparison")))
})

test_that("recovery is drawn as its tables have it", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  found <- recovery(list(policy_delta(free(), free(.01, 10)), Even = policy_uniform()), bandit(arms_bernoulli(c(.3, .6))), 40, units = 5, seed = 1, starts = 5, threads = 1)
  plot <- autoplot(found)
  expect_silent(ggplot2::ggplotGrob(plot))
  rate <- found$parameters[found$parameters$parameter == "rate", ]
  expect_equal(plot$data$estimate[!plot$data$log], rate$estimate)
  expect_equal(plot$data$true[!plot$data$log], rate$true)
  expect_true(all(plot$data$true[plot$data$log] > 100))
  cells <- autoplot(found, "confusion")$data
  expect_identical(cells$share, c(found$confusion$share, found$confusion$inverse))
  expect_silent(ggplot2::ggplotGrob(autoplot(found, "confusion")))
  grDevices::pdf(NULL)
  withr::defer(grDevices::dev.off())
  expect_s3_class(plot(found, policies = "Delta"), "ggplot")
  expect_s3_class(plot(fitted_twice(), "comparison"), "ggplot")
})

test_that("fits that cannot be drawn are refused", {
  skip_if_not_installed("ggplot2")
  fit <- fitted_twice()
  refused <- function(code, pattern) expect_error(code, pattern, class = "unruly_error_argument")
  refused(autoplot(fit, "pie"), "type")
  refused(autoplot(fit, policies = "Sticky"), "Stick")
  refused(autoplot(fit, units = "9"), "units")
  refused(autoplot(fit, "comparison", policies = "Delta"), "two policies")
  refused(autoplot(fit, evidence = "dic"), "evidence")
  refused(autoplot(fit, unit = 1), "unit")
  even <- fit_policy(made_by_delta(), policy_uniform(), by = rep, threads = 1)
  refused(autoplot(even, "parameters"), "free parameters")
  expect_identical(autoplot(even)$labels$y, "Share of choices")
  one <- recovery(policy_delta(free(), 0.2), bandit(arms_bernoulli(c(.3, .6))), 20, units = 2, seed = 1, starts = 2, threads = 1)
  refused(autoplot(one, "confusion"), "two policies")
  refused(autoplot(one, policies = "Even"), "policies")
})
