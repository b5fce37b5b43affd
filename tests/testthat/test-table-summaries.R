plain <- bandit(arms_bernoulli(c(0.3, 0.6)))

three <- function(reps = 12, horizon = 200, ...) {
  play(plain, list(policy_ucb1(), policy_uniform(), policy_thompson("bernoulli")), horizon, reps = reps, keep = "summary", ...)
}

final_of <- function(study, policy, what = "regret") {
  table <- regret(study)
  table[[what]][table$policy == policy & table$round == max(table$round)]
}

# --- which rounds ----------------------------------------------------------------

test_that("summaries and comparisons give the horizon's row, all checkpoints, or the rounds asked for", {
  skip_in_quick()
  study <- three(record = c(10, 50, 200))
  for (table in list(summary, compare_policies)) {
    expect_equal(unique(table(study)$round), 200)
    expect_equal(unique(table(study, at = "final")$round), 200)
    expect_equal(unique(table(study, at = "all")$round), c(10, 50, 200))
    expect_equal(unique(table(study, at = c(200, 10))$round), c(10, 200))
    expect_error(table(study, at = 11), "nearest to it is 10", class = "unruly_error_argument")
    for (bad in list("last", NA, 0, "10", NULL, list(10))) expect_error(table(study, at = bad), class = "unruly_error_argument")
  }
  expect_equal(nrow(summary(study, at = "all")), 9)
  all <- summary(study, at = "all")
  expect_equal(summary(study, at = 50), all[all$round == 50, ])
})

test_that("nothing is called final if the record ends before the horizon", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  fair <- plain |> with_fairness(0.2, 1)
  study <- play(fair, policy_uniform(), 100, reps = 3, record = c(5, 60), keep = "summary")
  expect_warning(found <- summary(study), "nothing is final", class = "unruly_warning_not_final")
  expect_equal(found$round, 60)
  expect_warning(compare_policies(study), class = "unruly_warning_not_final")
  for (at in list("all", 60)) expect_no_warning(summary(study, at = at))
  printed <- capture.output(print(study))
  expect_false(any(grepl("final", printed, ignore.case = TRUE)))
  expect_match(printed, "Regret by round 60 (the record ends before the horizon)", fixed = TRUE, all = FALSE)
  drawn <- list(autoplot(study, "distribution"), autoplot(study, "frontier"))
  labels <- unlist(lapply(drawn, function(p) c(p$labels$x, p$labels$y)))
  expect_false(any(grepl("final|horizon", labels, ignore.case = TRUE)))
  expect_equal(sum(grepl("by round 60", labels)), 3)
})

# --- quantiles and intervals ---------------------------------------------------------

test_that("the median and the 5% and 95% quantiles are over replications", {
  study <- three()
  found <- summary(study)
  for (i in seq_len(nrow(found))) {
    wanted <- quantile(final_of(study, found$policy[i]), c(0.5, 0.05, 0.95), names = FALSE)
    expect_equal(c(found$median[i], found$q05[i], found$q95[i]), wanted)
  }
})

# Bias-corrected and accelerated, by the book and with R's own generator.
literal_bca <- function(x, level, resamples = 20000) {
  means <- replicate(resamples, mean(sample(x, replace = TRUE)))
  bias <- qnorm(mean(means < mean(x)) + mean(means == mean(x)) / 2)
  without <- vapply(seq_along(x), function(i) mean(x[-i]), 0)
  pull <- mean(without) - without
  acceleration <- sum(pull^3) / (6 * sum(pull^2)^1.5)
  z <- bias + qnorm(c(1 - level, 1 + level) / 2)
  quantile(means, pnorm(bias + z / (1 - acceleration * z)), names = FALSE)
}

test_that("the bootstrap interval is that of the book, up to chance, and follows the skew", {
  skip_in_quick()
  withr::local_seed(1)
  study <- three(reps = 40)
  skewed <- exp(rnorm(40, sd = 1.5))
  study$tables$regret$regret[study$tables$regret$policy == "UCB1" & study$tables$regret$round == 200] <- skewed
  found <- summary(study, interval = "bootstrap", level = 0.9)
  wanted <- literal_bca(skewed, 0.9)
  row <- found[found$policy == "UCB1", ]
  expect_lt(max(abs(c(row$lower, row$upper) - wanted)), 0.1 * diff(wanted))
  expect_gt(row$upper - row$mean, 1.2 * (row$mean - row$lower))
  t <- summary(study, level = 0.9)
  same <- setdiff(names(found), c("lower", "upper"))
  expect_identical(found[same], t[same])
})

test_that("bootstrap intervals are those of the study's seed, and leave R's generator alone", {
  withr::local_seed(5)
  before <- .Random.seed
  study <- three(reps = 20)
  one <- summary(study, interval = "bootstrap")
  expect_identical(.Random.seed, before)
  withr::local_seed(6)
  expect_identical(summary(study, interval = "bootstrap"), one)
  study$description$seed <- 2
  expect_false(identical(summary(study, interval = "bootstrap")$lower, one$lower))
})

test_that("below 20 replications it is said that bootstrap intervals are too short", {
  skip_in_quick()
  few <- three(reps = 19)
  expect_message(summary(few, interval = "bootstrap"), "19 replications", class = "unruly_message_few")
  expect_no_message(summary(few), class = "unruly_message_few")
  expect_no_message(summary(three(reps = 20), interval = "bootstrap"), class = "unruly_message_few")
  skip_if_not_installed("ggplot2")
  expect_message(ggplot2::autoplot(few, interval = "bootstrap"), class = "unruly_message_few")
})

# Figures of five replications each, normal ones, of a known mean.
test_that("with few replications the bootstrap covers less than t, as the help says", {
  skip_in_quick()
  withr::local_seed(3)
  x <- matrix(rnorm(5 * 600), 5)
  boot <- unruly:::bootstrap_interval(x, 0.025, 1)
  half <- qt(0.975, 4) * apply(x, 2, sd) / sqrt(5)
  covered <- c(mean(boot[1, ] <= 0 & 0 <= boot[2, ]), mean(abs(colMeans(x)) <= half))
  expect_lt(abs(covered[1] - 0.83), 4 * sqrt(0.83 * 0.17 / 600))
  expect_lt(abs(covered[2] - 0.95), 4 * sqrt(0.95 * 0.05 / 600))
})

test_that("resamples are drawn with replacement, each row equally often", {
  rows <- .Call(unruly:::C_bootstrap_means, diag(8), 4000, 3) * 8
  expect_equal(rowSums(rows), rep(8, 4000))
  expect_true(all(rows == round(rows)) && max(rows) > 1)
  counts <- tabulate(rows + 1, 9)
  expected <- dbinom(0:8, 8, 1 / 8)
  expect_lt(sum((counts - sum(counts) * expected)^2 / (sum(counts) * expected)), qchisq(1 - 1e-6, 8))
  expect_lt(max(abs(colMeans(rows) - 1)), 5 * sqrt(7 / 8 / 4000))
})

test_that("figures that never vary have Markov's interval, single replications none", {
  study <- play(plain, policy_fixed(1), 10, reps = 20)
  for (interval in c("t", "bootstrap")) {
    same <- summary(study, interval = interval)
    expect_equal(c(same$lower, same$upper), limits_of_equals(3, 20, c(0, 3))[, 1])
  }
  known <- summary(study, "pulls") # ten rounds are ten pulls
  expect_identical(c(known$lower, known$upper), c(10, 10))
  one <- summary(play(plain, policy_ucb1(), 10), interval = "bootstrap")
  expect_true(is.na(one$lower) && is.na(one$upper) && is.na(one$sd) && !is.na(one$median))
  expect_error(summary(three(), interval = "normal"), class = "unruly_error_argument")
})

# --- pairs -------------------------------------------------------------------------

test_that("all pairs are compared, adjusted by Holm's rule unless another is asked for", {
  skip_in_quick()
  study <- three(record = c(50, 200))
  found <- compare_policies(study, pairs = "all", at = "all")
  expect_equal(nrow(found), 6)
  expect_equal(unique(paste(found$policy, found$baseline)), c("Uniform UCB1", "Thompson UCB1", "Thompson Uniform"))
  raw <- compare_policies(study, pairs = "all", at = "all", adjust = "none")
  for (round in c(50, 200)) {
    here <- raw$round == round
    expect_equal(found$p_value[here], p.adjust(raw$p_value[here], "holm"))
    bonferroni <- compare_policies(study, pairs = "all", at = round, adjust = "bonferroni")
    expect_equal(bonferroni$p_value, p.adjust(raw$p_value[here], "bonferroni"))
  }
  test <- t.test(final_of(study, "Thompson"), final_of(study, "Uniform"), paired = TRUE)
  row <- raw[raw$policy == "Thompson" & raw$baseline == "Uniform" & raw$round == 200, ]
  expect_equal(c(row$difference, row$lower, row$upper, row$p_value),
               c(unname(test$estimate), test$conf.int, test$p.value), ignore_attr = TRUE)
  expect_equal(compare_policies(study, adjust = "holm")$p_value, p.adjust(compare_policies(study)$p_value, "holm"))
  expect_error(compare_policies(study, pairs = "some"), class = "unruly_error_argument")
  expect_error(compare_policies(study, adjust = "luck"), class = "unruly_error_argument")
})

# --- what one log can tell -------------------------------------------------------------

log_of <- function(events, seed = 1) {
  withr::local_seed(seed)
  arm <- sample(3, events, replace = TRUE)
  data.frame(arm = arm, reward = rbinom(events, 1, c(0.3, 0.5, 0.6)[arm]))
}

test_that("replications that walk the same events have no intervals and no p-values, and that is said", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  tape <- matrix(rep(c(0, 1, 1), 80), 2)
  for (b in list(bandit_replay(log_of(400), init = 0), bandit(arms_tape(tape, by = "round")), bandit(arms_tape(tape)))) {
    study <- play(b, list(policy_ucb1(), policy_uniform()), 60, reps = 5, keep = "summary")
    expect_message(found <- summary(study, what = "reward"), "policy randomness only", ignore.case = TRUE,
                   class = "unruly_message_policy_randomness")
    expect_true(all(is.na(found$lower)) && all(is.na(found$upper)))
    expect_equal(found$sd[1], 0)
    expect_gt(found$sd[2], 0)
    expect_message(compared <- compare_policies(study, what = "reward"), "policy randomness only", ignore.case = TRUE)
    expect_true(is.na(compared$p_value) && is.na(compared$lower) && compared$se > 0)
    expect_output(print(study), "olicy randomness only")
    drawn <- autoplot(study, "reward")
    expect_match(drawn$labels$caption, "olicy randomness only")
    expect_false(any(vapply(drawn$layers, function(l) inherits(l$geom, "GeomRibbon"), NA)))
  }
  expect_no_message(summary(three()))
})

test_that("a t-test without any spread judges nothing", {
  study <- run_study(bandit(arms_constant(c(0.3, 0.6))), list(policy_fixed(1), policy_fixed(2, label = "two"), policy_fixed(1, label = "again")),
                     20, reps = 3, seed = 1)
  found <- compare_policies(study)
  expect_equal(found$difference, c(-6, 0))
  expect_equal(found$se, c(0, 0))
  expect_identical(found$p_value, c(NA_real_, 1))
})

test_that("on a tape whose delays are drawn, replications differ by them and have intervals", {
  skip_in_quick()
  tape <- matrix(rep(c(0, 1, 1, 0), 50), 2)
  policies <- list(policy_thompson(), policy_round_robin())
  final <- function(trait) suppressMessages(summary(run_study(trait(bandit(arms_tape(tape, by = "round"))), policies, 100, reps = 10, seed = 1)))
  drawn <- list(\(b) with_delay(b, delay_geometric(5)), \(b) with_delay(b, c(0.5, 0.5)), \(b) with_spread(b, spread_delay(1, 9)))
  for (trait in drawn) expect_false(is.na(final(trait)$lower[1])) # always the same of the other
  for (trait in list(identity, \(b) with_delay(b, 3), \(b) with_spread(b, spread_geometric(2)))) expect_true(all(is.na(final(trait)$lower)))
})

test_that("figures that are missing are numbers nevertheless", {
  problem <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_waiting(c(0.5, 0.5)) |> with_entries(c(1, 20))
  found <- summary(run_study(problem, policy_wait_ucb(), 50, reps = 3, seed = 1), what = "epoch_regret")
  expect_type(found$median, "double")
})
