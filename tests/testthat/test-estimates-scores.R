# Weighted scores of studies: those of the logs that their games leave, refusals, agents.

scored <- function(policy, b = bandit(arms_bernoulli(c(0.3, 0.5, 0.6))), horizon = 150, reps = 2, record = 1, ...) {
  whatever_scale(run_study(b, policy, horizon, reps = reps, seed = 1, threads = 1, record = record, keep = c("summary", "scores"), ...))
}

estimates <- function(...) suppressWarnings(unruly::estimates(...), classes = "unruly_warning_effective") # short games

weightings <- c("uniform", "constant", "two-point")

test_that("the sums of a study are those of the logs of its games, in plain R", {
  skip_in_quick()
  floor <- policy_floor(policy_thompson("bernoulli"), min_propensity = 0.3, decay = 0.4, type = "clip")
  study <- scored(list(policy_thompson("bernoulli"), policy_epsilon_greedy(0.1), policy_exp3(), floor))
  kept <- study_scores(study)
  for (policy in names(study$description$policies)) {
    for (rep in 1:2) {
      log <- as_tibble(as_log(study, policy = policy, rep = rep))
      plain <- log_scores(log, 150, floor_decay(study$description$policies[[policy]]))
      here <- kept[kept$policy == policy & kept$rep == rep, ]
      columns <- setdiff(names(plain), c("round", "arm"))
      expect_equal(as.matrix(plain[columns]), as.matrix(here[columns]), tolerance = 1e-9)
    }
  }
})

test_that("estimates of a study are those of its logs, by all methods and at all checkpoints", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(low = 0.3, high = 0.6)))
  study <- scored(policy_floor(policy_thompson("bernoulli"), min_propensity = 0.2, decay = 0.3), b, record = c(50, 150))
  found <- estimates(study, c("naive", "sequence", "aipw"), weights = weightings, at = "all")
  expect_identical(sort(unique(found$round)), c(50, 150))
  for (at in c(50, 150)) {
    log <- as_tibble(as_log(study, rep = 2))[seq_len(at), ]
    plain <- estimates(log, c("naive", "sequence", "aipw"), weights = weightings, horizon = 150, decay = 0.3, range = c(0, 1))
    here <- found[found$rep == 2 & found$round == at, ]
    expect_equal(as.data.frame(here[names(plain)]), as.data.frame(plain), tolerance = 1e-9, ignore_attr = TRUE)
  }
})

test_that("scores serve the naive intervals of any rewards, and those of late ones", {
  study <- scored(policy_uniform(), bandit(arms_gaussian(c(0, 1))) |> with_delay(5))
  log <- as_tibble(as_log(study, rep = 1))
  shown <- log[log$round + 5 <= 150, ]
  found <- estimates(study, "naive")[1:2, ]
  for (k in 1:2) {
    x <- shown$reward[shown$arm == k]
    expect_identical(found$pulls[k], length(x) + 0)
    expect_equal(c(found$lower[k], found$upper[k]), as.vector(t.test(x)$conf.int), tolerance = 1e-9)
  }
})

test_that("estimates are of the outcomes that are not lost, and unbiased", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(c(0.5, 0.5), never = 0.4)
  study <- run_study(b, policy_epsilon_greedy(0.3), 150, 400, seed = 1, record = 1, threads = 1, keep = c("choices", "scores"))
  found <- suppressWarnings(estimates(study), classes = "unruly_warning_effective")
  naive <- estimates(study, "naive")
  seen <- choices(study)
  seen <- seen[seen$rep == 7 & !is.na(seen$shown) & seen$shown <= 150, ]
  expect_identical(naive$pulls[naive$rep == 7], as.double(table(seen$arm)))
  expect_equal(naive$estimate[naive$rep == 7], as.vector(tapply(seen$reward, seen$arm, mean)))
  for (k in 1:2) {
    x <- found$estimate[found$arm == k]
    expect_lt(abs(mean(x) - c(0.3, 0.6)[k]), 4 * stats::sd(x) / sqrt(length(x)))
  }
})

test_that("a policy without chances of its own is refused or left out, with the reason", {
  skip_on_cran()
  expect_error(estimates(scored(policy_ucb1()), "aipw"), "UCB1: it is deterministic.*no overlap", class = "unruly_error_overlap")
  expect_error(estimates(scored(policy_thompson_t()), "aipw"), "heavy tails", class = "unruly_error_overlap")
  expect_error(estimates(scored(policy_index(function(v) v$mean)), "aipw"), "written in R", class = "unruly_error_overlap")
  both <- scored(list(policy_ucb1(), policy_uniform()))
  said <- expect_message(found <- estimates(both, "aipw"), "UCB1: it is deterministic", class = "unruly_message_overlap")
  expect_identical(unique(found$policy), "Uniform")
  expect_silent(estimates(both, "naive"))
  figures <- operating_characteristics(both)$measure
  expect_true(all(c("coverage: naive", "coverage: aipw") %in% figures))
})

test_that("every policy that randomises tells its chances, or why it does not", {
  skip_in_quick()
  problems <- list(bandit(arms_bernoulli(c(0.3, 0.5, 0.6))), bandit_mortal(3, 40, 20),
                   bandit(arms_linear(diag(2), 1, context_normal(2))))
  reasons <- character()
  for (policy in each_policy()) {
    if (is.null(policy) || unruly:::never_draws(policy)) next
    studies <- Filter(Negate(is.null), lapply(problems, study_of, list(policy), 40))
    told <- length(studies) == 0 || any(vapply(studies, function(study) !anyNA(choices(study)$propensity), NA))
    why <- unruly:::why_no_chances(policy)
    if (!told && why == "it does not state its propensities") fail(policy$constructor)
    if (!told) reasons <- c(reasons, policy$constructor)
  }
  expect_true("policy_thompson_t" %in% reasons)
  expect_false(any(c("policy_thompson", "policy_exp3", "policy_uniform", "policy_ag") %in% reasons))
  expect_match(unruly:::why_no_chances(policy_floor(policy_thompson_t(), 0.1)), "it draws from posteriors with heavy tails", fixed = TRUE)
  expect_match(unruly:::why_no_chances(policy_custom(function(v, s) 1)), "written in R")
})

test_that("with a floor weighted means are nearly unbiased where naive ones are not, and their intervals cover", {
  skip_in_quick()
  study <- scored(policy_floor(policy_thompson("bernoulli"), min_propensity = 1 / 3, decay = 0.3, type = "clip"), horizon = 600, reps = 400)
  found <- estimates(study, c("naive", "aipw"), weights = "uniform")
  off <- tapply(found$estimate - found$truth, list(found$method, found$arm), mean)
  error <- tapply(found$estimate - found$truth, list(found$method, found$arm), sd) / 20
  expect_true(all(abs(off["aipw", ] / error["aipw", ]) < 4))
  expect_lt(off["naive", 1], 0)
  constant <- estimates(study, "aipw", level = 0.9)
  covers <- tapply(constant$lower <= constant$truth & constant$upper >= constant$truth, constant$arm, mean)
  expect_true(all(covers > 0.84 & covers < 0.96))
})

test_that("an agent has the estimates of its log, with the deviation that its policy assumes", {
  skip_in_quick()
  a <- agent(policy_floor(policy_thompson("bernoulli"), min_propensity = 0.2, decay = 0.1), c("blue", "green"), seed = 1, horizon = 100)
  expect_error(estimates(a), "has made a choice", class = "unruly_error_argument")
  for (i in 1:60) agent_learn(a, agent_choose(a), reward = i %% 3 == 0)
  agent_choose(a) # not told yet
  found <- estimates(a, c("naive", "sequence", "aipw"), weights = "two-point")
  log <- as_tibble(as_log(a))
  plain <- estimates(log, c("naive", "sequence", "aipw"), weights = "two-point", range = c(0, 1), horizon = 100, decay = 0.1)
  expect_equal(found, plain)
  expect_identical(sum(found$pulls[found$method == "naive"]), 60)
  expect_identical(levels(found$arm), c("blue", "green"))
  waits <- agent(policy_wait_ucb(), c("a", "b"), waiting = 3, seed = 1)
  agent_choose(waits)
  expect_error(estimates(waits), "`waiting`", class = "unruly_error_argument")
  seeing <- agent(policy_linucb(), c("a", "b"), context = 2)
  agent_learn(seeing, agent_choose(seeing, context = c(1, 0)), reward = 1)
  expect_error(estimates(seeing), "without contexts", class = "unruly_error_argument")
})

test_that("an agent is drawn", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  a <- agent(policy_ucb1(), c("blue", "green", "red"), seed = 1)
  for (i in 1:30) agent_learn(a, agent_choose(a), reward = i %% 2)
  plot <- autoplot(a)
  expect_silent(ggplot2::ggplotGrob(plot))
  expect_identical(plot$data$value, as_tibble(a)$pulls + 0)
  expect_silent(ggplot2::ggplotGrob(autoplot(a, "naive", level = 0.8)))
  expect_error(autoplot(a, "aipw"), class = "unruly_error_argument")
})
