# Likelihoods of choices.

choices_like <- function(seed, n, k) {
  set.seed(seed)
  d <- data.frame(arm = sample.int(k, n, TRUE))
  d$reward <- rbinom(n, 1, c(.2, .4, .6, .8)[d$arm])
  d
}

data_A <- choices_like(1, 200, 4)
data_B <- data_A
data_B$arm[1:4] <- 1:4
set.seed(2)
data_P <- data_A
data_P$pool <- lapply(data_A$arm, \(a) sort(c(a, sample(setdiff(1:4, a), 1))))
data_P$reward[seq(7, 200, 7)] <- NA
set.seed(3)
data_K <- data.frame(arm = sample.int(4, 200, TRUE))
data_K$reward <- round(rnorm(200, c(40, 45, 50, 60)[data_K$arm], 8))
set.seed(4)
data_G <- data.frame(arm = sample.int(2, 200, TRUE))
data_G$reward <- round(rnorm(200, c(0, 2)[data_G$arm], 3))
data_H <- data_G
data_H$arm[1:2] <- 1:2
data_W <- choices_like(2, 60, 2)

of_choices <- function(data, policy) choice_likelihood(data, policy, threads = 1)$log_lik

test_that("log-likelihoods are those of two other programs", {
  skip_on_cran()
  near <- function(found, wanted, within = 2e-10) expect_lt(abs(found - wanted), within)
  near(of_choices(data_A, policy_delta(.3, .2)), -441.0569059395)
  near(of_choices(data_A, policy_delta(.3, .2, rate_below = .1)), -376.4248760488)
  near(of_choices(data_A, policy_delta(.3, .2, forget = .2)), -340.3292056229)
  near(of_choices(data_A, policy_delta(.3, .2, stick = .5)), -440.0597735412)
  near(of_choices(data_A, policy_delta(.3, .2, stick = .5, stick_rate = .3)), -441.3803259825)
  near(of_choices(data_A, policy_delta(.3, .2, lapse = .1)), -380.0349224382)
  near(of_choices(data_A, policy_delta(.3, .2, start = .5)), -445.0656318338)
  all_six <- policy_delta(.3, .2, rate_below = .1, forget = .2, stick = .5, stick_rate = .3, lapse = .1, start = .5)
  near(of_choices(data_A, all_six), -298.5328434558)
  near(of_choices(data_P, all_six), -147.0337482565)
  near(of_choices(data_P, policy_delta(.3, .2)), -209.8214340964)
  near(of_choices(data_K, policy_kalman(temperature = 8, sd = 8, start = 50, start_sd = 15)), -353.1633026534)
  near(of_choices(data_K, policy_kalman(temperature = 8, sd = 4, drift = 2.8, decay = .9836, center = 50, start = 60, start_sd = 10)), -375.2310200698)
  near(of_choices(data_K, policy_kalman(temperature = 8, bonus = .1, sd = 8, drift = 3, start = 50, start_sd = 15)), -387.0688123159)
  near(of_choices(data_K, policy_kalman(temperature = 8, bonus = .1, sd = 8, drift = 3, start = 50, start_sd = 15, stick = .5, stick_rate = .3, lapse = .05)),
       -366.5448537434)
  near(of_choices(data_G, policy_kalman("thompson", sd = 3, start_sd = 5)), -600.6058696693)
  near(of_choices(data_G, policy_kalman("thompson", sd = 3, start_sd = 5, drift = 1, lapse = .05)), -170.3457913202)
  near(of_choices(data_G, policy_kalman("probit", temperature = 4, bonus = .3, random = .5, sd = 3, drift = 1, start_sd = 5)), -209.2666083601)
  near(of_choices(data_G, policy_kalman("probit", temperature = Inf, bonus = .3, random = .5, sd = 3, drift = 1, start_sd = 5, stick = .4, lapse = .02)),
       -149.2392294250)
  near(of_choices(data_B, policy_boltzmann(.2)), -422.5053869733)
  near(of_choices(data_B, policy_boltzmann(c = 2)), -642.5327029505)
  near(of_choices(data_B, policy_epsilon_greedy(.5)), -330.3175223724)
  near(of_choices(data_B, policy_floor(policy_ucb1(), .1)), -361.2756009970)
  near(of_choices(data_W, policy_thompson("bernoulli")), -57.4602542186, 1e-7)
  near(of_choices(data_H, policy_thompson("gaussian", sd = 3)), -522.5076785783)
})

# --- the defining test -------------------------------------------------------------------------

expect_own_likelihood <- function(b, policy, horizon = 100, tolerance = 1e-9) {
  study <- unsurprised(whatever_scale(run_study(b, policy, horizon, reps = 2, seed = 5, threads = 1, keep = "choices")))
  made <- choices(study)
  truth <- sum(log(made$propensity[made$rep == 2]))
  expect_lt(abs(of_choices(as_log(study, rep = 2), policy) - truth), tolerance, label = paste(policy$label, names(b$traits)))
}

stating_policies <- function() {
  list(policy_uniform(), policy_epsilon_greedy(.3), policy_boltzmann(.2), policy_boltzmann(c = 2), policy_exp3(), policy_exp3(forget = "shares"), policy_exp3(batch = 20),
       policy_delta(.3, .2, stick = .5, forget = .1, lapse = .05, rate_below = .1), policy_kalman(bonus = .3, drift = .1, decay = .95, stick = .3),
       policy_floor(policy_ucb1(), .1), policy_floor(policy_ucb1(), .1, type = "clip"), policy_floor(policy_etc(5), .1), policy_floor(policy_se(), .1),
       policy_floor(policy_kl_ucb(), .1), policy_doubling(policy_boltzmann(.3)), policy_doubling(policy_exp3()), policy_sleeping(policy_delta()),
       policy_floor(policy_sleeping(policy_ucb1()), .2), policy_floor(policy_restart(policy_ucb1(), 30), .1), policy_ag(), policy_allocation(),
       policy_cusum_ucb(burn_in = 20, shift = .1, explore = .2), policy_floor(policy_forgetting_ucb(20), .1), policy_floor(policy_fewa(), .1),
       policy_floor(policy_gittins(), .1), policy_floor(policy_round_robin(), .1))
}

by_quadrature <- function() {
  list(policy_boltzmann(sd = .5), policy_thompson("bernoulli"), policy_thompson("gaussian"), policy_forgetting_thompson(20),
       policy_forgetting_thompson(discount = .9), policy_kalman("thompson", drift = .1, lapse = .02), policy_floor(policy_thompson("bernoulli"), .2),
       policy_top_two(family = "bernoulli"))
}

four_arms <- function() bandit(arms_bernoulli(c(.2, .4, .6, .8)))

test_that("the log-likelihood of a game's own log is the sum of its log propensities", {
  skip_on_cran()
  awake <- withr::with_seed(1, matrix(runif(400) < .8, 100))
  awake[c(1, 100), ] <- awake[, 1] <- TRUE
  bandits <- list(four_arms(), with_delay(four_arms(), delay_geometric(3)), with_batches(four_arms(), 7),
                  with_batches(with_delay(four_arms(), delay_geometric(3)), 7), with_entries(four_arms(), c(1, 1, 30, 60)),
                  with_lifetimes(four_arms(), c(1, 1, 10, 20), c(100, 50, 80, 100)), with_absences(four_arms(), awake),
                  with_delay(four_arms(), delay_geometric(3), never = 0.3, zero = 4), with_batches(with_delay(four_arms(), 2, never = 0.4), 5),
                  with_accrual(four_arms(), 2, c(1, 3, 80, 2)), with_entries(with_rest(four_arms(), 2), c(1, 1, 9, 11)))
  policies <- c(stating_policies(), by_quadrature())
  for (i in seq_along(bandits)) for (j in which(vapply(seq_along(policies), is_drawn, NA, i))) {
    expect_own_likelihood(bandits[[i]], policies[[j]], tolerance = if (j > length(stating_policies())) 1e-7 else 1e-9)
  }
})

test_that("rounds without a choice pass as in a game: before the first one, and where all arms are away and come back", {
  skip_on_cran()
  awake <- matrix(TRUE, 20, 4)
  awake[c(1, 2, 6, 9, 13, 14), ] <- FALSE
  policies <- list(policy_floor(policy_restart(policy_ucb1(), 10), .1), policy_kalman(drift = .2, decay = .9))
  for (b in list(with_absences(four_arms(), awake), with_delay(with_absences(four_arms(), awake), delay_geometric(3)))) {
    for (policy in policies) expect_own_likelihood(b, policy)
  }
  d <- data.frame(arm = c(1, 2, 1, 2, 2), reward = c(.5, 0, 1, .2, 0), round = c(3, 4, 5, 6, 7))
  expect_equal(of_choices(d, policy_kalman(bonus = 1, start_sd = .5, drift = .3)),
               of_choices(transform(d, round = NULL), policy_kalman(bonus = 1, start_sd = sqrt(.5^2 + 2 * .3^2), drift = .3)), tolerance = 1e-12)
})

test_that("outcomes never shown, or shown after the last round, teach nothing, in tables of studies as well", {
  policy <- policy_delta(.3, .2)
  arms <- with_delay(four_arms(), delay_geometric(3), never = c(.3, 0, .5, .2), zero = 30)
  study <- unsurprised(run_study(arms, policy, 60, reps = 3, seed = 2, keep = "choices", threads = 1))
  made <- choices(study)
  wanted <- as.vector(tapply(log(made$propensity), made$rep, sum))
  expect_equal(choice_likelihood(made, policy, by = rep, threads = 1)$log_lik, wanted, tolerance = 1e-12)
  log <- as_tibble(as_log(study))
  expect_identical(log$reported, replace(made$shown[made$rep == 1], is.na(made$shown[made$rep == 1]), Inf))
  d <- data.frame(arm = c(1, 1, 2, 2), reward = 1, round = 1:4, reported = c(NA, Inf, 3, 1e300))
  expect_equal(choice_likelihood(d, policy)$log_lik, of_choices(transform(d, reward = c(NA, NA, 1, NA), reported = NULL), policy))
})

test_that("rewards of batches are shown in the order of the choices, those of others each after its own", {
  skip_in_quick()
  policy <- policy_delta(.3, .2, rate_below = .1)
  for (b in list(with_accrual(four_arms(), 2, c(1, 3, 8, 2)), with_batches(with_delay(four_arms(), 2), 2))) {
    log <- as_log(run_study(b, policy, 80, reps = 1, seed = 3, threads = 1))
    table <- as_tibble(log)
    expect_identical(unique(table$batched), "batches" %in% names(b$traits))
    expect_equal(c(of_choices(log, policy), of_choices(table, policy)), rep(sum(log(table$propensity)), 2), tolerance = 1e-12)
  }
  for (batch in list(4, c(3, 9, 20))) {
    a <- agent(policy, c("a", "b", "c"), batch = batch, seed = 1)
    for (i in 1:30) agent_learn(a, agent_choose(a), as.numeric(i %% 3 == 0))
    expect_equal(of_choices(as_log(a), policy), sum(log(agent_decisions(a)$propensity)), tolerance = 1e-12)
  }
})

test_that("rewards that are late are no reason to draw unseen", {
  d <- data.frame(arm = c(1, 2, 1, 2), reward = 0.75, round = 1:4, reported = 2:5)
  expect_error(choice_likelihood(d, policy_gittins()), "draws that a log does not show", class = "unruly_error_policy")
})

test_that("it is with contexts, too", {
  skip_in_quick()
  b <- bandit(arms_linear(rbind(c(1, 0), c(0, 1), c(.5, .5)), sd = 0.5, context = context_normal(2)))
  for (policy in list(policy_linear_epsilon_greedy(.3), policy_floor(policy_linucb(), .1))) expect_own_likelihood(b, policy, 60)
  for (policy in list(policy_linear_thompson(), policy_floor(policy_linear_thompson(), .1))) expect_own_likelihood(b, policy, 60, 1e-7)
})

test_that("choices() of a study, and logs of agents, are data for it", {
  study <- run_study(four_arms(), policy_delta(.3, .2), 100, reps = 3, seed = 1, keep = "choices", threads = 1)
  made <- choices(study)
  found <- choice_likelihood(made, policy_delta(.3, .2), by = rep, threads = 1)
  expect_equal(found$log_lik, as.vector(tapply(log(made$propensity), made$rep, sum)), tolerance = 1e-12)
  expect_identical(found$rep, 1:3)
  a <- agent(policy_delta(.3, .2, stick = 1), c("a", "b", "c"), seed = 1)
  chosen <- character()
  for (i in 1:30) {
    chosen[i] <- arm <- agent_choose(a)
    if (i %% 3) agent_learn(a, arm, i %% 2)
    if (i %% 9 == 0) agent_learn(a, chosen[i - 3], i %% 2, ticket = i - 3)
  }
  d <- agent_decisions(a)
  expect_equal(of_choices(as_log(a), policy_delta(.3, .2, stick = 1)), sum(log(d$propensity)), tolerance = 1e-12)
})

# --- the table -------------------------------------------------------------------------------------

test_that("units are games that share parameters, in any order of rows and for any threads", {
  d <- rbind(cbind(data_A[1:100, ], subject = "b", block = 1), cbind(data_A[101:150, ], subject = "a", block = 1),
             cbind(data_A[151:200, ], subject = "b", block = 2))
  policy <- policy_delta(.3, .2, stick = .4)
  parts <- c(of_choices(data_A[1:100, ], policy) + of_choices(data_A[151:200, ], policy), of_choices(data_A[101:150, ], policy))
  found <- choice_likelihood(d, policy, by = subject, game = c(subject, block), threads = 1)
  expect_s3_class(found, "unruly_likelihood")
  expect_identical(names(found), c("policy", "subject", "trials", "log_lik", "zero"))
  expect_identical(found$subject, c("b", "a"))
  expect_equal(found$log_lik, parts, tolerance = 1e-13)
  expect_identical(choice_likelihood(d[order(d$block), ], policy, by = subject, game = c(subject, block), threads = 2)$log_lik, found$log_lik)
  expect_equal(choice_likelihood(d, policy, by = NULL, game = c(subject, block))$log_lik, sum(parts), tolerance = 1e-13)
  expect_error(choice_likelihood(d, policy, by = subjct), "`by` must be.*`subject`", class = "unruly_error_argument")
  expect_identical(nrow(choice_likelihood(d, policy, game = c(subject, block))), 3L)
  expect_identical(choice_likelihood(d[d$block == 1, ], policy, by = subject)$trials, c(100L, 50L))
  sum <- logLik(found)
  expect_equal(as.numeric(sum), sum(parts), tolerance = 1e-13)
  expect_identical(nobs(found), 200L)
  expect_identical(attr(sum, "nobs"), 200L)
  as_log <- as_log(d, game = c(subject, block))
  expect_identical(names(as_tibble(as_log))[1:2], c("subject", "block"))
})

test_that("trials have what was thought of the arm before the choice", {
  skip_in_quick()
  trials <- choice_likelihood(data_A, policy_delta(.3, .2), what = "trial", threads = 1)
  v <- numeric(4)
  for (i in 1:20) {
    a <- data_A$arm[i]
    expect_equal(trials$value[i], v[a], tolerance = 1e-14)
    expect_equal(trials$propensity[i], exp(v[a] / .2) / sum(exp(v / .2)), tolerance = 1e-13)
    v[a] <- v[a] + .3 * (data_A$reward[i] - v[a])
  }
  expect_equal(trials$prediction_error, data_A$reward - trials$value)
  expect_equal(sum(trials$log_lik), of_choices(data_A, policy_delta(.3, .2)), tolerance = 1e-13)
  expect_identical(trials$row, 1:200)
  expect_silent(total <- logLik(trials))
  expect_identical(attributes(total)[c("df", "nobs")], list(df = 0, nobs = 200L))
})

test_that("a choice that a policy would never make is named", {
  found <- choice_likelihood(data_A, policy_ucb1(), threads = 1)
  expect_identical(found$log_lik, -Inf)
  first <- which(choice_likelihood(data_A, policy_ucb1(), what = "trial")$propensity == 0)[1]
  expect_identical(found$zero, first)
})

test_that("rows without a choice are left out, with a message, and rows keep their numbers", {
  d <- rbind(data_A[1:10, ], data.frame(arm = NA, reward = NA), data_A[11:50, ])
  expect_message(found <- choice_likelihood(d, policy_delta(.3, .2)), "1 row without an arm", class = "unruly_message_no_choice")
  expect_identical(found$log_lik, of_choices(data_A[1:50, ], policy_delta(.3, .2)))
  trials <- suppressMessages(choice_likelihood(d, policy_delta(.3, .2), what = "trial"))
  expect_identical(trials$row, c(1:10, 12:51))
})

test_that("policies without a likelihood are refused before anything is played", {
  skip_in_quick()
  refused <- function(policy, words, data = data_A) {
    expect_error(choice_likelihood(data, policy), words, class = "unruly_error_policy")
  }
  refused(policy_fc_se(), "draws which arms")
  refused(policy_thompson_t(), "propensit")
  refused(policy_floor(policy_exp3(), .1), "draws that a log does not show")
  refused(policy_custom(\(state, view) 1), "written in R")
  refused(policy_oracle(), "replay|means|propensities")
  refused(policy_kalman("probit"), "at most 2 arms")
  half <- transform(data_W, reward = 0.5)
  refused(policy_thompson("bernoulli"), "draws that a log does not show", half)
})

test_that("ages of choices that a log does not show are refused, and others are not", {
  skip_in_quick()
  late <- data.frame(arm = rep(1:2, 6), reward = rep(c(1, 0, 1), 4), round = 1:12)
  one_by_one <- transform(late, reported = round + 2)
  in_batches <- transform(late, reported = 4 * ceiling(round / 4) + 4)
  moving <- one_by_one
  moving$pool <- rep(list(1:2, 1:3), each = 6)
  policies <- list(policy_conversion(2, rule = "thompson"), policy_floor(policy_conversion(2), 0.1),
                   policy_sleeping(policy_conversion(2, rule = "thompson")))
  for (policy in policies) {
    expect_true(is.finite(choice_likelihood(one_by_one, policy)$log_lik))
    expect_error(choice_likelihood(in_batches, policy), "ages of choices.*in batches",
                 class = "unruly_error_policy")
    expect_error(choice_likelihood(moving, policy, pool = pool), "ages of choices.*come, go",
                 class = "unruly_error_policy")
  }
})

test_that("policies that learn from previews, which a log does not keep, are refused", {
  skip_in_quick()
  staged <- with_previews(bandit(arms_gaussian(c(0, 0.5))), c(2, 5), sd = c(1, 0))
  learns <- policy_thompson("gaussian", sd = 1, previews = TRUE)
  made <- choices(run_study(staged, learns, 20, reps = 2, seed = 1, keep = "choices"))
  for (policy in list(learns, policy_floor(learns, 0.1), policy_sleeping(learns))) {
    expect_error(choice_likelihood(made, policy, by = rep), "learns from previews of outcomes, which a log does not keep",
                 class = "unruly_error_policy")
  }
  expect_error(choice_likelihood(data_A, learns), "previews = FALSE", class = "unruly_error_policy")
  expect_error(fit_policy(made, policy_floor(learns, free(0.01, 0.2)), by = rep, starts = 1), "previews", class = "unruly_error_policy")
  told <- policy_thompson("gaussian", sd = 1)
  expect_false(anyNA(choice_likelihood(made, told, by = rep)$log_lik))
  skip_on_cran()
  skip_if(Sys.which("make") == "")
  code <- readLines(system.file("examples", "softmax.c", package = "unruly"))
  hook <- "static void softmax_preview(policy *p, const view *v, const outcome *o, int stage) { (void)p, (void)v, (void)o, (void)stage; }"
  type <- grep("policy_type", code)
  file <- withr::local_tempfile(fileext = ".c")
  writeLines(append(append(code, ".preview = softmax_preview,", type), hook, type - 1), file)
  mine <- policy_compile(file)()
  expect_error(choice_likelihood(made, mine, by = rep), "learns from previews", class = "unruly_error_policy")
  expect_true(is.finite(choice_likelihood(data_A, mine)$log_lik))
})

test_that("errors name the argument", {
  skip_in_quick()
  expect_error(choice_likelihood(data_A), "policy", class = "unruly_error_argument")
  expect_error(choice_likelihood(policy = policy_ucb1()), "log", class = "unruly_error_argument")
  expect_error(choice_likelihood(data_A, policy_ucb1(), by = subject), "subject", class = "unruly_error_argument")
  expect_error(choice_likelihood(data_A, policy_ucb1(), what = "row"), "what", class = "unruly_error_argument")
  expect_error(choice_likelihood(data_A, policy_ucb1(), extra = 1), "extra", class = "unruly_error_argument")
  back <- cbind(data_A, round = 200:1)
  expect_error(choice_likelihood(back, policy_ucb1()), "round", class = "unruly_error_argument")
  expect_error(choice_likelihood(cbind(data_A, round = 1:200 * 1e15), policy_ucb1()), "round.*2\\^48", class = "unruly_error_argument")
  wide <- data_A
  wide$person <- cbind(1:200, 1)
  expect_error(choice_likelihood(wide, policy_ucb1(), by = person), "log\\$person", class = "unruly_error_argument")
  expect_error(choice_likelihood(data_A, policy_ucb1(), by = arm), "`by`", class = "unruly_error_argument")
})

test_that("choices that are next to impossible have the likelihood of the formula", {
  # After a reward of 1 the other arm is chosen with probability 1 / (1 + exp(400)), below the greatest product that is kept.
  hardly <- policy_delta(rate = 1, temperature = 1 / 400)
  expect_equal(of_choices(data.frame(arm = c(1, 2, 1), reward = c(1, 0, 1)), hardly), log(0.5) - 400, tolerance = 1e-12)
  expect_equal(of_choices(data.frame(arm = rep(1:2, 4), reward = rep(1:0, 4)), hardly), log(0.5) - 1600, tolerance = 1e-12)
})

test_that("columns of games that tables have for themselves are refused, and named", {
  skip_in_quick()
  d <- data.frame(arm = c(1, 2, 1, 1, 2, 2), reward = c(1, 0, 1, 0, 1, 1), half = rep(1:2, each = 3))
  taken <- c("trials", "log_lik", "zero", "row", "round", "arm", "reward", "propensity", "propensities", "value", "prediction_error", "term",
             "estimate", "std.error", "conf.low", "conf.high", "boundary")
  for (name in setdiff(taken, c("arm", "reward", "round"))) {
    named <- rlang::set_names(d, c("arm", "reward", name))
    expect_error(choice_likelihood(named, policy_delta(), game = !!as.name(name)), name, class = "unruly_error_argument")
    expect_error(fit_policy(named, policy_delta(free()), by = NULL, game = !!as.name(name)), name, class = "unruly_error_argument")
  }
  numbered <- transform(d, unit = half)
  expect_identical(choice_likelihood(numbered, policy_delta(), by = unit)$unit, 1:2)
  both <- transform(d, policy = "a", made_by = half)
  expect_error(choice_likelihood(both, policy_delta(), game = c(policy, made_by)), "made_by", class = "unruly_error_argument")
})

test_that("propensities that are unknown in a later row are refused in words, and are no zeros", {
  more <- data.frame(arm = c(1, 2, 1, 3), reward = c(1, 0, 1, 1))
  more$pool <- list(1:2, 1:2, 1:2, 1:3)
  for (what in c("unit", "trial")) {
    expect_error(choice_likelihood(more, policy_kalman("probit"), pool = pool, what = what), "at most 2 arms, and here may be 3",
                 class = "unruly_error_policy")
  }
  expect_error(fit_policy(more, policy_kalman("probit", bonus = free()), pool = pool, starts = 2), "at most 2 arms", class = "unruly_error_policy")
  two <- data.frame(arm = c(1, 2, 1, 3), reward = c(1, 0, 1, 1))
  two$pool <- list(1:2, 1:2, c(1, 3), c(1, 3))
  expect_true(is.finite(choice_likelihood(two, policy_kalman("probit"), pool = pool)$log_lik))
})

test_that("a policy for two arms is refused before more can be there, and plays three of which two are there at a time", {
  skip_in_quick()
  three <- bandit(arms_bernoulli(c(.2, .4, .6)))
  probit <- policy_kalman("probit")
  for (policy in list(probit, policy_floor(probit, .1), policy_sleeping(probit))) {
    for (b in list(three, with_entries(three, c(1, 1, 8)), with_absences(three, 0.5),
                   with_lifetimes(three, c(1, 1, 8), c(8, 8, 20)))) {
      expect_error(run_study(b, policy, 20, reps = 1, seed = 1), "at most 2 arms, and here may be 3", class = "unruly_error_policy")
    }
  }
  expect_own_likelihood(with_lifetimes(three, c(1, 1, 9), c(8, 8, 20)), probit, 20)
})

test_that("arms that are there at a time are counted as in a table of rounds", {
  skip_in_quick()
  five <- bandit(arms_bernoulli(c(.2, .3, .4, .5, .6)))
  for (number in 1:12) {
    set.seed(number)
    first <- c(1, sample(8, 4, TRUE))
    last <- first + sample(0:5, 5, TRUE)
    most <- max(vapply(first, function(now) sum(first <= now & now <= last), 0))
    play <- function() run_study(with_lifetimes(five, first, last), policy_kalman("probit"), 2, reps = 1, seed = 1)
    if (most > 2) expect_error(play(), sprintf("here may be %d at a time", most)) else expect_s3_class(play(), "unruly_study")
  }
})
