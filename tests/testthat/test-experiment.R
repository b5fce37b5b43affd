# The papers' experiments: their settings, at a size that is quick to run, and
# their figures.

run_small <- function(id, horizon, reps = 2, ...) {
  run_experiment(id, reps = reps, horizon = horizon, threads = 1, progress = FALSE, ...)
}

final_mean <- function(study) {
  final <- summary(study)
  final <- final[final$round == max(final$round), ]
  stats::setNames(final$mean, final$policy)
}

final_reward <- function(study) {
  table <- regret(study)
  final <- table[table$round == max(table$round), ]
  tapply(final$reward, final$policy, mean)
}

share_with_exit <- function(study, policy, arm) {
  left <- exits(study)
  mean(unique(regret(study)$rep) %in% left$rep[left$policy == policy & left$arm == arm])
}

# ---- the list ---------------------------------------------------------------

all_listed <- function() remembered("experiments", experiments())

test_that("every experiment of the impatient and farewell papers is listed, at the papers' scale", {
  skip_in_quick()
  listed <- all_listed()
  expect_named(listed, c("id", "paper", "figure", "title", "bandits", "policies", "horizon", "horizons", "reps", "note"))
  wanted <- c(paste0("impatient-", c("cycle", "se", "ucb", "waiting", "entry", "hardness", "crossing")),
              paste0("farewell-", c("1a", "1b", "1c", "2a", "2b", "2c")), "farewell-laws")
  expect_true(all(wanted %in% listed$id))
  expect_identical(anyDuplicated(listed$id), 0L)
  row <- function(id) listed[match(id, listed$id), ]
  expect_identical(row("impatient-cycle")$horizon, 1e5)
  expect_identical(row("impatient-cycle")$reps, 100)
  expect_identical(row("impatient-ucb")$horizon, 1e6)
  expect_identical(row("impatient-waiting")$horizon, 2e6)
  expect_identical(describe_experiment("impatient-waiting")$horizon, c(2e4, 2e5, 2e6))
  expect_identical(row("impatient-entry")$horizon, 3e5)
  farewell <- row(wanted[8:13])
  expect_identical(farewell$horizon, rep(1e7, 6))
  expect_identical(farewell$reps, rep(10, 6))
})

test_that("every experiment prints its claims with their verdicts", {
  skip_on_cran()
  # The source of a claim, whichever paper it is of.
  sources <- vapply(all_claims(), `[[`, "", "source")
  expect_identical(setdiff(names(experiment_registry()), sources), character())
  printed <- capture.output(print(run_small("impatient-se", 20)))
  expect_match(printed, "^Claim \\(Shao and Fang 2024, Proposition 3.6\\): ", all = FALSE)
  expect_match(paste(printed, collapse = " "), "Confirmed: share of games .* needed > 0.8")
  printed <- capture.output(print(run_small("impatient-ucb", c(20, 40))))
  expect_match(printed, "^Claim \\(Shao and Fang 2024, Theorem 3.5\\): ", all = FALSE)
  expect_match(paste(printed, collapse = " "), "\\(our parameters\\): exponent")
  expect_lte(length(printed), 25)
  expect_match(capture.output(print(run_small("mortal-2", 20))), "^Cannot be checked", all = FALSE)
  ordinary <- run_study(bandit(arms_constant(1)), policy_uniform(), horizon = 5, reps = 1, seed = 1)
  expect_no_match(capture.output(print(ordinary)), "Claim|onfirmed")
})

# ---- running and drawing ------------------------------------------------------

test_that("every experiment runs at a small size, and its figure is drawn", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  listed <- all_listed()
  # fair-3 needs data, see test-experiment-fairness.R; farewell-laws has 600 bandits, see below.
  for (id in share_of(setdiff(listed$id, c("fair-3", "farewell-laws")), 8)) {
    study <- run_small(id, if (id == "limit-1") 100 else 300) # the optimum's time goes with the fourth power
    expect_s3_class(study, "unruly_study")
    drawn <- ggplot2::autoplot(study)
    expect_s3_class(drawn, "ggplot")
    expect_silent(ggplot2::ggplot_build(drawn))
    expect_identical(drawn$labels$title, listed$title[listed$id == id])
  }
})

test_that("figures of moments are drawn, or refused where they draw the games; save_figures() leaves these out", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  for (id in union("mortal-2", drawn_of(setdiff(all_listed()$id, c("fair-3", "farewell-laws", "limit-1")), 12))) {
    study <- run_small(id, 300, keep = "moments")
    drawn <- tryCatch(ggplot2::autoplot(study), unruly_error_argument = conditionMessage)
    if (is.character(drawn)) expect_match(drawn, "keeps (its replications|scores)", label = id) else expect_silent(ggplot2::ggplot_build(drawn))
    if (id != "mortal-2") next
    expect_true(is.character(drawn))
    expect_false("experiment" %in% save_figures(study, withr::local_tempdir(), device = "pdf")$type)
  }
})

test_that("an experiment over several horizons is a series, whose tables say which", {
  skip_in_quick()
  series <- run_small("impatient-ucb", c(100, 1000))
  expect_s3_class(series, "unruly_series")
  for (table in list(regret(series), pulls(series), exits(series), summary(series))) {
    expect_identical(names(table)[1], "horizon")
    expect_true(all(table$horizon %in% c(100, 1000)))
  }
  alone <- run_small("impatient-ucb", 1000)
  both <- regret(series)
  expect_identical(both$regret[both$horizon == 1000], regret(alone)$regret)
  skip_if_not_installed("ggplot2")
  expect_silent(ggplot2::ggplot_build(ggplot2::autoplot(series)))
})

test_that("an experiment comes out the same again, and leaves R's random numbers alone", {
  set.seed(1)
  before <- .Random.seed
  first <- run_small("impatient-cycle", 500)
  expect_identical(.Random.seed, before)
  expect_identical(regret(run_small("impatient-cycle", 500)), regret(first))
  expect_false(identical(regret(run_small("impatient-cycle", 500, seed = 5))$reward, regret(first)$reward))
})

# ---- impatient arms -------------------------------------------------------------

test_that("impatient-cycle: every policy but FC-SE lets the best arm go, and FC-SE grows slowest", {
  skip_on_cran() # long
  short <- run_small("impatient-cycle", 3e3, reps = 20)
  for (policy in c("UCB", "SE", "Thompson")) expect_identical(share_with_exit(short, policy, 1), 1)
  expect_identical(share_with_exit(short, "FC-SE", 1), 0)
  growth <- final_mean(run_small("impatient-cycle", 3e4, reps = 20)) / final_mean(short)
  expect_lt(growth[["FC-SE"]], 4)
  expect_gt(min(growth[c("UCB", "SE", "Thompson")]), 4)
})

test_that("impatient-se: the regret of SE is T / 2 exactly", {
  final <- regret(run_small("impatient-se", 1001, reps = 5, record = 1))
  expect_identical(final$regret[final$policy == "SE"], rep(1001 / 2, 5))
})

test_that("impatient-ucb: the best arm's patience follows the horizon as in Theorem 3.5", {
  for (horizon in c(1, 100, 1e6)) {
    bandit <- describe_experiment("impatient-ucb")$bandits(horizon)
    expect_identical(bandit$traits$patience$parameters$patience, c(max(2, ceiling(sqrt(log(horizon)))), Inf))
  }
})

test_that("impatient-waiting: four arms are in the cycle of FC-SE, and none is lost before its turn", {
  skip_in_quick()
  experiment <- describe_experiment("impatient-waiting")
  patience <- experiment$bandits(2e5)$traits$patience$parameters$patience
  means <- experiment$bandits(2e5)$arms$parameters$mean
  expect_identical(as.numeric(most_arms(patience)), 4)
  expect_gt(rank(patience)[which.max(means)], 4) # the best arm waits
  expect_identical(sort(means), c(rep(0.5, 11), 1))
  study <- run_study(experiment$bandits(2e5), policy_fc_se(), 2e5, reps = 5, seed = 1, record = 1, threads = 1)
  expect_true(all(pulls(study)$pulls > 0))
  expect_lt(max(regret(study)$regret), regret_bound(experiment$bandits(2e5), 2e5, policy_fc_se())$value)
})

test_that("impatient-waiting: the regret of FC-SE grows about like T^(2/3)", {
  skip_on_cran() # long
  experiment <- describe_experiment("impatient-waiting")
  final <- vapply(c(2e4, 2e5), function(T) {
    mean(regret(run_study(experiment$bandits(T), policy_fc_se(), T, reps = 10, seed = 1, record = 1))$regret)
  }, 0)
  exponent <- log10(final[2] / final[1])
  expect_gt(exponent, 0.5)
  expect_lt(exponent, 0.75)
})

test_that("impatient-entry keeps the theorem's conditions, and FC-Entry keeps its best arm", {
  skip_on_cran() # long
  experiment <- describe_experiment("impatient-entry")
  bandit <- experiment$bandits(3e5)
  policy <- experiment$policies(3e5)[[1]]
  patience <- bandit$traits$patience$parameters$patience
  expect_lt(max(patience[6:8]), 5) # no round robin of all keeps the arms that enter
  # Refused if the entries are too close, N is too large, or c too long or short.
  bound <- regret_bound(bandit, 3e5, policy)
  study <- run_study(bandit, experiment$policies(3e5)[c(1, 3:5)], 3e5, reps = 10, seed = 1, record = 1, threads = 2)
  mean <- final_mean(study)
  expect_lt(max(regret(study)$regret[regret(study)$policy == "FC-Entry"]), bound$value)
  expect_identical(share_with_exit(study, "FC-Entry", 7), 0)
  expect_identical(share_with_exit(study, "SE", 7), 1)
  expect_lt(3 * mean[["FC-Entry"]], min(mean[c("UCB", "SE", "Thompson")]))
})

test_that("impatient-entry: with long segments an arm that enters evicts another, the best one at times", {
  skip_on_cran() # long
  experiment <- describe_experiment("impatient-entry")
  long <- experiment$policies(3e5)[[2]]
  expect_identical(long$label, "FC-Entry (long segments)")
  study <- run_study(experiment$bandits(3e5), long, 3e5, reps = 12, seed = 1, record = 1, threads = 2)
  left <- exits(study)
  # The third enters at T/2, and who is evicted has patience 4 from its last pull on.
  evicted <- left[left$round >= 1.5e5 & left$round < 1.5e5 + 4, ]
  expect_true(all(evicted$arm %in% 6:7))
  expect_setequal(evicted$rep, 1:12)
  expect_gt(sum(evicted$arm == 7), 1)
  expect_gt(sum(evicted$arm == 6), 1)
})

test_that("set-ups of ours are called so, and not a section of the paper", {
  skip_in_quick()
  listed <- all_listed()
  impatient <- listed[startsWith(listed$id, "impatient"), ]
  expect_false(any(grepl("section", impatient$figure)))
  expect_identical(startsWith(impatient$figure, "ours"), impatient$id != "impatient-se")
  skip_if_not_installed("ggplot2")
  drawn <- ggplot2::autoplot(run_small("impatient-cycle", 300))
  expect_identical(drawn$labels$subtitle, "Shao and Fang 2024: ours, for Theorem 4.1")
})

test_that("a series is drawn on log axes, without what has no logarithm", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  drawn <- ggplot2::autoplot(run_small("impatient-ucb", c(100, 1000)))
  built <- expect_silent(ggplot2::ggplot_build(drawn))
  transformed <- vapply(c("x", "y"), function(axis) {
    scale <- drawn$scales$get_scales(axis)
    (scale$trans %||% scale$transformation)$name
  }, "")
  expect_identical(transformed, c(x = "log-10", y = "log-10"))
  expect_true(all(is.finite(built$data[[2]]$y)))
  expect_false("Oracle" %in% drawn$data$policy)
})

test_that("impatient-hardness: no policy is below the bound of Theorem 3.2 on all of its bandits", {
  skip_in_quick()
  study <- run_small("impatient-hardness", 2000, reps = 40)
  final <- summary(study)
  final <- final[final$round == 2000, ]
  expect_identical(length(unique(final$bandit)), 4L)
  expect_gt(load_of(c(3, 3, 3, 3)), 1)
  bound <- of_lower(c(3, 3, 3, 3), 2000)$value
  expect_gt(bound, 0)
  expect_true(all(tapply(final$mean, final$policy, max) >= bound))
})

# ---- a farewell to arms -----------------------------------------------------------

test_that("the farewell figures draw the delay law of every arm above the regret", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  drawn <- ggplot2::autoplot(run_small("farewell-2b", 500))
  law <- describe_experiment("farewell-2b")$bandits(500)$traits$waiting$parameters$delay
  bars <- drawn$layers[[1]]$data
  expect_identical(bars$probability, law[cbind(as.integer(bars$arm), bars$delay)])
  expect_identical(nrow(bars), length(law))
  curves <- drawn$layers[[2]]$data
  final <- regret(run_small("farewell-2b", 500))
  final <- final[final$round == 500, ]
  expect_equal(curves$mean[curves$round == 500], as.vector(tapply(final$epoch_regret, factor(final$policy, unique(final$policy)),
                                                                  mean)))
  expect_setequal(as.character(curves$policy), c("Wait-UCB", "UCB-Simplex", "Budget-UCB", "UCB-BV1", "Wait-UCB (side)",
                                                  "Wait-Hoeffding", "Wait-Hoeffding (side)"))
})

test_that("farewell-2a: the order of the paper, Wait-UCB before Budget-UCB before UCB-Simplex, is found", {
  skip_on_cran() # long
  found <- final_mean(run_small("farewell-2a", 1e5))
  expect_lt(found[["Wait-UCB"]], found[["Budget-UCB"]])
  expect_lt(found[["Budget-UCB"]], found[["UCB-Simplex"]])
})

test_that("farewell-2a: in the long run UCB-BV1 is ahead of UCB-Simplex, which the paper denies", {
  skip_on_cran() # long
  found <- final_mean(run_study(describe_experiment("farewell-2a")$bandits(3e6), list(policy_ucb_bv(), policy_ucb_simplex()),
                                3e6, reps = if (is.na(share_number())) 2 else 1, seed = 1, record = 1, threads = 2, progress = FALSE))
  expect_lt(found[["UCB-BV1"]], found[["UCB-Simplex"]])
})

test_that("farewell-2c keeps the delays of farewell-2b, and only the pay differs", {
  case <- lapply(c("farewell-2b", "farewell-2c"), function(id) describe_experiment(id)$bandits(1e7))
  delay <- lapply(case, function(b) b$traits$waiting$parameters$delay)
  expect_identical(delay[[2]], delay[[1]])
  expect_identical(lapply(case, function(b) b$arms$parameters$prob), list(c(0.7, 1, 0.5), c(1, 0.5, 0.7)))
  best <- lapply(case, function(b) as.list(bandit_value(b)[which.min(bandit_value(b)$gap), c("arm", "wait")]))
  expect_identical(best, list(list(arm = 2L, wait = 2L), list(arm = 3L, wait = 1L)))
})

test_that("farewell-laws: every law has the printed gap, and with 0.166 the shortest wait is best", {
  skip_in_quick()
  laws <- rbind(c(0.5, 0, 0.5), c(0.9, 0.1, 0))
  # Rates .5, 1/3, 1/2 and .9, .909, .909.
  expect_equal(least_gaps(laws), list(gap = c(0, 0), best = c(1L, 2L)))
  expect_equal(least_gaps(rbind(c(0.2, 0, 0.8)))$gap, 1 / 2.6 - 0.2)
  if (!is_drawn(0)) return(invisible()) # making 600 bandits takes seconds
  bandits <- describe_experiment("farewell-laws")$bandits(1e6)
  expect_length(bandits, 600)
  expect_identical(names(bandits)[201], "gap 0.124, law 1")
  for (i in c(1, 200, 201, 400, 401, 600)) {
    value <- bandit_value(bandits[[i]])
    gap <- sort(value$gap)[2]
    wanted <- c(0.042, 0.124, 0.166)[(i - 1) %/% 200 + 1]
    expect_lt(abs(gap - wanted), 0.0005)
    if (i > 400) expect_identical(value$wait[which.min(value$gap)], 1L)
    delay <- bandits[[i]]$traits$waiting$parameters$delay
    expect_true(sum(delay > 0) %in% 2:5)
  }
})

test_that("farewell-laws: what is drawn are ratios of mean regrets by law", {
  skip_on_cran() # long
  skip_if(!is_drawn(1), "600 bandits: a quarter of the shares")
  study <- run_small("farewell-laws", 100)
  data <- ratios_by_law(study)
  expect_identical(as.vector(table(data$gap)), rep(200L, 3))
  final <- regret(study)
  final <- final[final$bandit == "gap 0.124, law 3", ]
  mean <- tapply(final$regret, final$policy, mean)
  expect_equal(data$simplex[[203]], mean[["Wait-UCB"]] / mean[["UCB-Simplex"]])
  skip_if_not_installed("ggplot2")
  expect_silent(ggplot2::ggplot_build(ggplot2::autoplot(study)))
})

# ---- bad input ------------------------------------------------------------------

test_that("bad arguments of experiments are refused by name", {
  # The message lists all ids.
  for (run in list(run_experiment, function() run_experiment("farewell"),
                   function() run_experiment(c("impatient-se", "impatient-ucb")))) {
    expect_error(run(), "`id` must be one of \"impatient-cycle\", .*\"farewell-2c\"", class = "unruly_error_argument")
  }
  expect_errors({
    run_experiment("impatient-se", reps = 0)
    run_experiment("impatient-se", reps = "all")
    run_experiment("impatient-se", horizon = c(10, 20))
    run_experiment("impatient-ucb", horizon = c(10, 0))
    run_experiment("impatient-se", horizon = NA)
    run_experiment("impatient-se", seed = 1.5)
  })
})

# ---- mortal arms --------------------------------------------------------------

test_that("the experiments of the dying arms paper are listed at their scale, without making their logs", {
  skip_in_quick()
  listed <- all_listed()
  row <- function(id) listed[match(id, listed$id), ]
  expect_identical(row("mortal-1")$horizon, 1e5)
  expect_identical(row("mortal-1")$reps, 100)
  expect_identical(row("mortal-1")$bandits, "lives known, lives estimated")
  expect_identical(row("mortal-2")$policies, "UCB mortal, UCB-L")
  expect_identical(row("mortal-simulated")$horizons, 4L)
})

test_that("mortal-1 and mortal-2 replay the stand-in and draw rewards over games", {
  skip_in_quick()
  first <- run_small("mortal-1", 500, reps = 3)
  table <- regret(first)
  final <- table[table$round == 500, ]
  expect_equal(final$pulls, rep(500, 18))
  # AG does not look at lives: known or not, its games are the same.
  ag <- split(final$reward[final$policy == "AG"], final$bandit[final$policy == "AG"])
  expect_identical(ag[[1]], ag[[2]])
  expect_setequal(final$policy, c("AG", "AG-L", "AG-L, top 10%"))
  second <- run_small("mortal-2", 500, reps = 3)
  starts <- second$description$bandits[[1]]$traits$replay$parameters$start
  expect_equal(starts, 50 * 1:100)
  # With 500 turns UCB-L is far ahead already.
  expect_gt(final_reward(second)[["UCB-L"]], final_reward(second)[["UCB mortal"]])
  skip_if_not_installed("ggplot2")
  for (study in list(first, second)) {
    plot <- ggplot2::autoplot(study)
    expect_s3_class(plot, "ggplot")
    expect_silent(ggplot2::ggplot_build(plot))
  }
})

test_that("mortal-1 reads the user's own files", {
  skip_on_cran()
  path <- withr::local_tempfile(fileext = ".gz")
  simulate_click_log(3000, days = 1, seed = 5, file = path)
  withr::local_options(unruly.yahoo = path)
  expect_warning(study <- run_small("mortal-1", 20, reps = 1), class = "unruly_warning_lives") # a log of a day
  expect_match(study$description$bandits[[1]]$traits$replay$text, "3,000 events")
})

test_that("mortal-simulated is a series over lifetimes with the limit drawn", {
  skip_in_quick()
  series <- run_small("mortal-simulated", c(50, 200), reps = 2)
  lifetime <- vapply(series$studies, function(s) s$description$bandits[[1]]$traits$population$parameters$mean_lifetime, 0)
  expect_equal(lifetime, c(5, 20))
  skip_if_not_installed("ggplot2")
  plot <- ggplot2::autoplot(series)
  built <- ggplot2::ggplot_build(plot)
  expect_equal(plot$layers[[3]]$data$loss, 1 - c(reference_of(5, prior_uniform(1)), reference_of(20, prior_uniform(1)),
                                                 reference_of(5, prior_beta(1, 1, 3)), reference_of(20, prior_beta(1, 1, 3))))
  expect_equal(nrow(built$data[[1]]), 2 * 2 * 6)
})
