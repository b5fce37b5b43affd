# Operating characteristics of exact studies: against their tables, and against simulations of the same games.

exact_trial <- function(...) {
  pair <- bandit(arms_bernoulli(c(control = 0.3, new = 0.6)))
  list(bandit = list(effect = pair, null = bandit_null(pair)), policies = list(policy_uniform(), policy_ucb1()), horizon = 25, record = 1, ...)
}

test_that("they are sums over the laws", {
  skip_on_cran()
  stop <- stop_glr(0.2, rate = "practical") | stop_futility("control", margin = 0.1, error = 0.5, rate = "practical")
  exact <- do.call(exact_study, exact_trial(stop = stop))
  table <- operating_characteristics(exact)
  named <- recommendations(exact)
  for (bandit in c("effect", "null")) for (policy in c("Uniform", "UCB1")) {
    value <- function(measure) table$value[table$bandit == bandit & table$policy == policy & table$measure == measure]
    games <- named[named$bandit == bandit & named$policy == policy, ]
    sum_of <- function(which) sum(games$probability[which])
    wrong <- games$reason == "glr" & (bandit == "null" | games$arm == "control")
    expect_equal(value("error"), sum_of(wrong))
    expect_equal(value("no_winner"), sum_of(games$reason == "futility"))
    expect_equal(value("stopped"), sum_of(games$stopped))
    expect_equal(value("correct"), sum_of(games$correct))
    expect_equal(value("sample_size"), sum(games$probability * games$sample_size))
    expect_equal(value("simple_regret"), sum(games$probability * games$simple_regret))
    size <- summary(exact, "sample_size", distribution = TRUE)
    size <- size[size$bandit == bandit & size$policy == policy, ]
    expect_equal(value("sample_size, 5%"), size$value[which(cumsum(size$probability) >= 0.05)[1]])
    expect_equal(value("regret"), summary(exact)$mean[summary(exact)$bandit == bandit & summary(exact)$policy == policy])
  }
  expect_true(all(table$mcse == 0 & table$lower == table$value & table$upper == table$value))
  expect_output(print(table), "error +[0-9.]+ +[0-9.]+\n")
  expect_no_match(paste(capture.output(print(table)), collapse = "\n"), "[\\[(]")
})

test_that("limits of simulated measures contain the exact ones", {
  skip_in_quick()
  stop <- stop_glr(0.2, rate = "practical") | stop_futility("control", margin = 0.1, error = 0.5, rate = "practical")
  for (rule in list(NULL, stop)) {
    given <- exact_trial(stop = rule)
    exact <- operating_characteristics(do.call(exact_study, given))
    study <- do.call(run_study, c(given, reps = 4000, seed = 1, threads = 1))
    found <- operating_characteristics(study, method = "sequence")
    key <- function(table) paste(table$bandit, table$policy, table$measure)
    found <- found[match(key(exact), key(found)), ]
    expect_false(anyNA(found$value))
    inside <- exact$value >= found$lower - 1e-9 & exact$value <= found$upper + 1e-9
    expect_gte(mean(inside), 0.9)
    # Whatever the luck of 95% intervals, no measure is another one.
    wide <- pmax(found$upper - found$lower, 1e-9)
    expect_true(all(abs(exact$value - found$value) <= 2 * wide))
  }
})

test_that("measures that an exact study lacks are left out, or NA if games stopped", {
  given <- exact_trial(stop = stop_glr(0.2, rate = "practical"), after = "end")
  expect_message(table <- operating_characteristics(do.call(exact_study, given)), class = "unruly_message_undefined")
  expect_true(all(is.na(table$value[table$measure == "regret"])))
  expect_output(print(table), "Regret: undefined for games that stopped.")
  prior <- exact_study(bandit(arms_bernoulli(prior_uniform(2))), policy_ucb1(), 10)
  expect_message(table <- operating_characteristics(prior, method = "naive"), class = "unruly_message_methods")
  expect_identical(table$measure, c("sample_size", "sample_size, median", "sample_size, 5%", "sample_size, 95%", "reward", "regret"))
  expect_identical(table$value[table$measure == "regret"], regret(prior)$regret[10])
})

test_that("a design is calibrated on exact studies, without an error", {
  skip_in_quick()
  null <- bandit(arms_bernoulli(c(0.3, 0.3)))
  plan <- function(error) exact_study(null, policy_uniform(), 20, record = 1, stop = stop_glr(error, rate = "practical"))
  found <- calibrate_design(plan, c(0.01, 0.5), "error", 0.05, steps = 5)
  expect_identical(found$value, sum(with(recommendations(plan(found$parameter)), probability[stopped])))
  expect_identical(unlist(found[c("se", "mcse")]), c(se = 0, mcse = 0))
  expect_identical(found$reps, NA_integer_)
  expect_output(print(found), "where error is 0[.][0-9]+ exactly, for a target of 0.05")
})
