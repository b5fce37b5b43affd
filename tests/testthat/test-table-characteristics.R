# Operating characteristics: each measure again from the tables, and its error.

trial <- function() bandit(arms_bernoulli(c(0.3, 0.3, 0.6)))

# Made once for each way to stop.
trial_study <- function(...) remembered(list("trial_study", ...), make_trial_study(...))

make_trial_study <- function(...) {
  run_study(list(effect = trial(), null = bandit_null(trial())), list(policy_uniform(), policy_ucb1()), 400, reps = 60, seed = 1, threads = 1, ...)
}

value_of <- function(table, measure, bandit = "effect", policy = "Uniform", column = "value") {
  table[[column]][table$measure == measure & table$bandit == bandit & table$policy == policy]
}

test_that("measures of games are those of the tables, with the errors of shares and means", {
  skip_in_quick()
  study <- trial_study(stop = stop_glr(0.2, rate = "practical") | stop_at(300), record = 1)
  table <- operating_characteristics(study, method = "sequence")
  expect_named(table, c("bandit", "policy", "measure", "value", "mcse", "lower", "upper"))
  games <- recommendations(study)
  for (bandit in c("effect", "null")) {
    for (policy in c("Uniform", "UCB1")) {
      here <- games[games$bandit == bandit & games$policy == policy, ]
      of <- function(measure, column = "value") value_of(table, measure, bandit, policy, column)
      claim <- here$reason == "glr"
      expect_identical(of("error"), mean(if (bandit == "null") claim else claim & !here$correct))
      expect_identical(of("power"), if (bandit == "null") numeric() else mean(claim & here$correct))
      expect_identical(of("stopped"), 1)
      expect_equal(of("sample_size"), mean(here$sample_size))
      expect_equal(of("sample_size", "mcse"), sd(here$sample_size) / sqrt(60))
      expect_equal(of("sample_size, median"), median(here$sample_size))
      expect_equal(of("sample_size, 95%"), quantile(here$sample_size, 0.95, names = FALSE))
      expect_equal(of("simple_regret"), mean(here$simple_regret))
      p <- of("error")
      expect_equal(of("error", "mcse"), sqrt(p * (1 - p) / 59))
      final <- regret(study)
      final <- final[final$bandit == bandit & final$policy == policy, ]
      expect_equal(of("optimal"), mean(final$optimal / final$pulls))
      expect_equal(of("reward"), mean(final$reward))
    }
  }
  expect_gt(value_of(table, "power"), 0.5)
})

test_that("without a rule no game makes a claim, so that none errs: some name another arm than the best", {
  skip_in_quick()
  study <- trial_study(record = 1)
  for (table in list(operating_characteristics(study, method = "sequence"),
                     operating_characteristics(trial_study(record = 1, stop = stop_at(300)), method = "sequence"))) {
    expect_identical(value_of(table, "misnamed"), 1 - value_of(table, "correct"))
    expect_identical(value_of(table, "misnamed", "null"), 0)
    expect_false(any(c("error", "power", "no_winner") %in% table$measure))
  }
  expect_identical(value_of(table, "stopped"), 1)
})

test_that("measures of estimates are over arms, or arm by arm, and a game is one", {
  skip_in_quick()
  study <- trial_study(record = 1)
  found <- estimates(study, c("naive", "sequence"))
  found <- found[found$bandit == "effect" & found$policy == "UCB1" & found$method == "naive", ]
  table <- operating_characteristics(study, method = c("naive", "sequence"))
  of <- function(measure, column = "value") value_of(table, measure, "effect", "UCB1", column)
  by_game <- tapply(found$estimate - found$truth, found$rep, mean)
  expect_equal(of("bias: naive"), mean(by_game))
  expect_equal(of("bias: naive", "mcse"), sd(by_game) / sqrt(60))
  square <- tapply((found$estimate - found$truth)^2, found$rep, mean)
  expect_equal(of("rmse: naive"), sqrt(mean(square)))
  expect_equal(of("rmse: naive", "mcse"), sd(square) / sqrt(60) / (2 * sqrt(mean(square))))
  whole <- is.na(found$lower) | found$lower <= 0 & found$upper >= 1
  covers <- tapply(whole | found$lower <= found$truth & found$upper >= found$truth, found$rep, mean)
  expect_equal(of("coverage: naive"), mean(covers))
  expect_equal(of("uninformative: naive"), mean(tapply(whole, found$rep, mean)))
  width <- ifelse(is.finite(found$upper - found$lower), found$upper - found$lower, NA)
  expect_equal(of("width: naive"), mean(tapply(width, found$rep, mean, na.rm = TRUE)))
  expect_gt(of("coverage: sequence"), 0.95)
  by_arm <- operating_characteristics(study, method = "naive", arms = TRUE)
  third <- found[found$arm == 3, ]
  expect_equal(value_of(by_arm, "bias: naive, arm 3", "effect", "UCB1"), mean(third$estimate - third$truth))
})

test_that("arms of which nothing was shown have intervals that exclude nothing, which count as covered", {
  skip_in_quick()
  study <- run_study(trial(), policy_fixed(1), 30, reps = 40, seed = 1, record = 1, threads = 1)
  found <- estimates(study, c("naive", "sequence"))
  for (method in c("naive", "sequence")) {
    table <- operating_characteristics(study, method = method)
    of <- function(measure) table$value[table$measure == paste0(measure, ": ", method)]
    first <- found[found$method == method & found$arm == 1, ]
    expect_identical(of("uninformative"), 2 / 3)
    expect_equal(of("coverage"), mean((2 + (first$lower <= 0.3 & first$upper >= 0.3)) / 3))
    expect_equal(of("bias"), mean(first$estimate - 0.3))
    by_arm <- operating_characteristics(study, method = method, arms = TRUE)
    share <- by_arm[by_arm$measure == paste0("uninformative: ", method, ", arm 2"), ]
    expect_equal(c(share$value, share$lower, share$upper), c(1, 0.025^(1 / 40), 1))
    expect_identical(by_arm$value[by_arm$measure == paste0("coverage: ", method, ", arm 2")], 1)
  }
})

test_that("the error of a quantile is about that of many samples", {
  withr::local_seed(1)
  for (p in c(0.5, 0.95)) {
    samples <- replicate(if (is_quick()) 150 else 400, {
      x <- sort(rexp(200))
      c(quantile(x, p, names = FALSE), quantile_error(p, x))
    })
    expect_equal(mean(samples[2, ]), sd(samples[1, ]), tolerance = 0.25)
  }
  expect_identical(quantile_error(0.5, 1), NA_real_)
})

test_that("there are no measures, and no errors, if there is nothing to know", {
  skip_in_quick()
  waits <- run_study(with_waiting(bandit(arms_bernoulli(c(0.3, 0.6))), c(0.5, 0.5)), policy_wait_ucb(), 60, reps = 3, seed = 1, threads = 1)
  said <- expect_message(table <- operating_characteristics(waits), "What is shown depends on the wait", class = "unruly_message_methods")
  expect_identical(table$measure, c("optimal", "reward", "regret"))
  one <- run_study(trial(), policy_ucb1(), 60, reps = 1, seed = 1, threads = 1)
  table <- suppressMessages(operating_characteristics(one))
  expect_true(all(is.na(table$mcse)))
  correct <- table[table$measure == "correct", ] # one game says a little
  expect_equal(c(correct$lower, correct$upper), as.double(binom.test(correct$value, 1)$conf.int))
  replay <- run_study(bandit_replay(data.frame(arm = rep(1:2, 20), reward = 1)), policy_uniform(), 10, reps = 5, seed = 1, threads = 1)
  table <- suppressMessages(operating_characteristics(replay))
  expect_identical(table$measure, c("sample_size", "sample_size, median", "sample_size, 5%", "sample_size, 95%", "reward"))
  expect_true(all(is.na(table[c("mcse", "lower", "upper")])))
  expect_output(print(table), "Without brackets: no interval is known")
})

test_that("a study of moments has the measures that are means over games, and says which it lacks", {
  skip_in_quick()
  problems <- list(effect = trial(), late = trial() |> with_delay(4))
  play <- function(keep) {
    run_study(problems, list(policy_thompson("bernoulli"), policy_epsilon_greedy(0.3)), 60, reps = 37, seed = 1, threads = 1, keep = keep,
              progress = FALSE)
  }
  whole <- operating_characteristics(play(c("summary", "scores")), method = "sequence")
  said <- expect_message(sums <- operating_characteristics(play("moments")), class = "unruly_message_moments")
  expect_match(conditionMessage(said), "misnamed.*sample_size, median.*coverage.*uninformative")
  expect_identical(unique(sums$measure), c("correct", "sample_size", "simple_regret", "optimal", "reward", "regret"))
  expect_agree <- function(sums) {
    key <- function(table) paste(table$bandit, table$policy, table$measure)
    same <- whole[match(key(sums), key(whole)), ]
    expect_equal(sums$value, same$value, tolerance = 1e-12)
    expect_equal(sums$mcse, same$mcse, tolerance = 1e-12)
    expect_equal(sums[c("lower", "upper")], same[c("lower", "upper")], tolerance = 1e-12)
  }
  expect_agree(sums)
  scored <- suppressMessages(operating_characteristics(play(c("moments", "scores")), method = "sequence"), "unruly_message_moments")
  expect_identical(setdiff(scored$measure, sums$measure), paste0(c("bias", "rmse", "coverage", "uninformative", "width"), ": sequence"))
  expect_agree(scored)
  expect_output(print(sums), "regret")
  expect_identical(suppressMessages(operating_characteristics(play("moments"), method = "naive")), sums)
})

test_that("sums of moments have no share of the best if games make different numbers of pulls", {
  skip_in_quick()
  waits <- with_waiting(bandit(arms_bernoulli(c(0.3, 0.6))), c(0.5, 0.5))
  study <- run_study(waits, policy_wait_ucb(), 60, reps = 9, seed = 1, threads = 1, keep = "moments", progress = FALSE)
  expect_identical(suppressMessages(operating_characteristics(study))$measure, c("reward", "regret"))
  expect_true(all(is.na(suppressMessages(operating_characteristics(
    run_study(trial(), policy_ucb1(), 60, reps = 1, seed = 1, keep = "moments", progress = FALSE)))$mcse)))
})

test_that("probabilities have exact intervals, means those of Student, within what they can be", {
  skip_on_cran()
  study <- trial_study(stop = stop_glr(0.2, rate = "practical") | stop_at(300), record = 1)
  table <- operating_characteristics(study, method = "naive")
  for (row in which(table$measure %in% c("correct", "error", "power", "stopped"))) {
    wanted <- as.double(stats::binom.test(round(60 * table$value[row]), 60)$conf.int)
    expect_equal(c(table$lower[row], table$upper[row]), wanted, info = table$measure[row])
  }
  shares <- table[table$measure %in% c("coverage: naive", "uninformative: naive"), ]
  right <- 60 * shares$value # of games, of which each has several arms
  expect_equal(shares$lower, stats::qbeta(0.025, right, 61 - right))
  expect_equal(shares$upper, stats::qbeta(0.975, right + 1, 60 - right))
  means <- table[table$measure %in% c("sample_size", "simple_regret", "optimal", "reward", "regret", "bias: naive", "width: naive"), ]
  equal <- means$mcse == 0
  expect_setequal(means$measure[equal], c("simple_regret", "optimal", "regret")) # in the null all arms are best
  spread <- means[!equal, ]
  half <- stats::qt(0.975, 59) * spread$mcse
  expect_equal(spread$lower, pmax(spread$value - half, ifelse(grepl("bias", spread$measure), -Inf, 0)))
  expect_equal(spread$upper, pmin(spread$value + half, ifelse(spread$measure == "optimal", 1, ifelse(spread$measure == "sample_size", 400, Inf))))
  expect_true(any(spread$value - half < 0)) # so that the end at 0 matters
  root <- table[table$measure == "rmse: naive", ]
  half <- stats::qt(0.975, 59) * 2 * root$value * root$mcse
  expect_equal(root$lower, sqrt(pmax(root$value^2 - half, 0)))
  expect_equal(root$upper, sqrt(root$value^2 + half))
  by_arm <- operating_characteristics(study, method = "naive", arms = TRUE)
  found <- by_arm[by_arm$measure == "coverage: naive, arm 1", ][1, ]
  expect_equal(c(found$lower, found$upper), as.double(stats::binom.test(round(60 * found$value), 60)$conf.int))
})

test_that("an error that no game of 200 has made is below 0.019", {
  skip_in_quick()
  study <- run_study(bandit(arms_bernoulli(c(0.1, 0.9))), policy_uniform(), 100, reps = 200, seed = 1, record = 1, threads = 1,
                     stop = stop_glr(0.01, rate = "practical"))
  table <- operating_characteristics(study, method = "naive")
  error <- table[table$measure == "error", ]
  expect_equal(unlist(error[c("value", "lower", "upper")], use.names = FALSE), c(0, 0, 0.01827534), tolerance = 1e-6)
  regret <- table[table$measure == "simple_regret", ] # it lies between 0 and 0.8
  expect_equal(unlist(regret[c("value", "lower", "upper")], use.names = FALSE), c(0, 0, 0.8 * 0.01827534), tolerance = 1e-6)
  expect_output(print(table), "error +0.0000 \\[0.0000, 0.0183\\]")
  skip_if_not_installed("ggplot2")
  built <- ggplot2::ggplot_build(autoplot(table, c("error", "stopped", "correct", "simple_regret", "sample_size")))
  panels <- as.character(built$layout$layout$measure)
  of <- function(measures) match(measures, panels)
  for (panel in of(c("error", "stopped", "correct"))) {
    x <- built$layout$panel_params[[panel]]$x$breaks
    expect_true(all(x >= 0 & x <= 1, na.rm = TRUE))
  }
  bars <- do.call(rbind, Filter(function(d) !is.null(d$xmin), built$data))
  expect_gte(min(bars$xmin), 0)
  expect_lte(max(bars$xmax[bars$PANEL %in% of(c("error", "stopped", "correct"))]), 1)
  equal <- bars[bars$PANEL == of("simple_regret"), ] # no game ever named the wrong arm
  expect_equal(c(equal$xmin, equal$xmax), c(0, 0.8 * (1 - 0.025^(1 / 200))))
})

suppress_others <- function(expr) {
  silent <- function(m) rlang::cnd_muffle(m)
  withCallingHandlers(expr, unruly_message_moments = silent, unruly_message_methods = silent)
}

test_that("a measure that some games lack is no mean of the others", {
  skip_in_quick()
  for (keep in c("summary", "moments")) {
    study <- run_study(trial(), list(policy_uniform(), policy_ucb1()), 200, reps = 20, seed = 1, record = 1, threads = 1,
                       stop = stop_glr(0.2, rate = "practical"), after = "end", keep = keep, progress = FALSE)
    said <- expect_message(table <- suppress_others(operating_characteristics(study)), class = "unruly_message_undefined")
    expect_match(conditionMessage(said), "\"regret\" is NA for Uniform and UCB1")
    regret <- table[table$measure == "regret", ]
    expect_identical(regret$policy, c("Uniform", "UCB1"))
    expect_true(all(is.na(regret$value)))
    expect_output(print(table), "  regret\n.*Regret: undefined for games that stopped.")
  }
  late <- run_study(trial(), policy_uniform(), 20, reps = 20, seed = 1, record = 1, threads = 1, stop = stop_glr(1e-6, rate = "practical"), after = "end")
  expect_no_message(table <- operating_characteristics(late, method = "sequence"))
  expect_identical(value_of(table, "stopped", "bandit"), 0) # so there is a regret
  expect_equal(value_of(table, "regret", "bandit"), mean(regret(late)$regret))
  power <- operating_characteristics(run_study(list(both = bandit(arms_bernoulli(prior_uniform(2)))), policy_uniform(), 200,
                                               reps = 20, seed = 1, record = 1, threads = 1, stop = stop_glr(0.2, rate = "practical")))
  expect_false(anyNA(power$value))
})

test_that("they print as a table of measures by policy", {
  skip_on_cran()
  shown <- capture.output(print(operating_characteristics(trial_study(record = 1), method = "sequence")))
  expect_match(shown[1], "effect")
  expect_match(shown[2], "Uniform +UCB1")
  expect_match(shown[3], "^ +correct +[0-9.]+ \\[[0-9.]+, [0-9.]+\\] +[0-9.]+")
  expect_match(shown, "^ +reward +[0-9.]+ \\[[0-9.]+, [0-9.]+\\] +[0-9.]+", all = FALSE)
  expect_match(shown, "In square brackets: a 95% interval.", all = FALSE)
  expect_no_match(shown, "(0", fixed = TRUE)
  table <- operating_characteristics(trial_study(record = 1), method = "sequence")
  table$lower <- NULL
  expect_output(print(table), "Monte Carlo standard error")
})

test_that("measures that cannot be had are named, and the rest stays", {
  skip_in_quick()
  problems <- list(effect = trial(), late = trial() |> with_delay(4), batches = trial() |> with_batches(10))
  study <- run_study(problems, policy_uniform(), 100, reps = 10, seed = 1, threads = 1)
  said <- expect_message(table <- operating_characteristics(study, method = "sequence"), class = "unruly_message_methods")
  expect_match(conditionMessage(said), "late: Rewards come late.*batches: Rewards come late")
  expect_identical(unique(table$bandit), names(problems))
  expect_identical(unique(table$bandit[table$measure == "coverage: sequence"]), "effect")
  alone <- operating_characteristics(run_study(problems["effect"], policy_uniform(), 100, reps = 10, seed = 1, threads = 1), method = "sequence")
  expect_identical(tibble::as_tibble(table[table$bandit == "effect", ]), tibble::as_tibble(alone))
  scored <- run_study(problems, policy_uniform(), 100, reps = 10, seed = 1, threads = 1, keep = c("summary", "scores"))
  expect_no_message(whole <- operating_characteristics(scored, method = "sequence"))
  expect_identical(unique(whole$bandit[whole$measure == "coverage: sequence"]), names(problems))
  sums <- run_study(problems, policy_uniform(), 100, reps = 10, seed = 1, threads = 1, keep = c("moments", "scores"), progress = FALSE)
  of_sums <- suppress_others(operating_characteristics(sums, method = "sequence"))
  rows <- grepl(": sequence", whole$measure)
  expect_identical(of_sums[grepl(": sequence", of_sums$measure), ], whole[rows, ])

  said <- expect_message(both <- operating_characteristics(study, method = c("aipw", "sequence")), "Without the method \"aipw\": Weighted scores are not kept",
                         class = "unruly_message_methods")
  expect_identical(tibble::as_tibble(both), tibble::as_tibble(table))
  none <- suppressMessages(operating_characteristics(study, method = "aipw"))
  expect_false(any(grepl(":", none$measure)))
  expect_error(operating_characteristics(study, method = "guess"), class = "unruly_error_argument")
  expect_error(operating_characteristics(study, measures = "power"), "`operating_characteristics..` has no argument `measures`",
               class = "unruly_error_argument")
  expect_error(suppressMessages(operating_characteristics(study, method = "sequence", narrowest = -1)), class = "unruly_error_argument")
})

test_that("errors of quantiles that only arithmetic knows are 0", {
  expect_identical(unruly:::quantile_error(0.5, c(100, rep(400, 999))), 0)
  expect_gt(unruly:::quantile_error(0.5, c(100, rep(400, 9))), 0)
})
