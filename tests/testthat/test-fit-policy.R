# Policies fitted to choices.

# The subject of table C, and the population of table D, of the contract.
subject_C <- local({
  set.seed(11)
  v <- numeric(4)
  a <- r <- numeric(300)
  for (i in 1:300) {
    a[i] <- sample.int(4, 1, prob = exp(v / .2))
    r[i] <- rbinom(1, 1, c(.2, .4, .6, .8)[a[i]])
    v[a[i]] <- v[a[i]] + .15 * (r[i] - v[a[i]])
  }
  data.frame(arm = a, reward = r)
})

population_D <- local({
  set.seed(21)
  z <- cbind(rnorm(50, -1.2, .8), rnorm(50, -.3, .4))
  x <- cbind(plogis(z[, 1]), .01 * 1000^plogis(z[, 2]))
  do.call(rbind, lapply(1:50, function(i) {
    v <- numeric(4)
    a <- r <- numeric(100)
    for (t in 1:100) {
      a[t] <- sample.int(4, 1, prob = exp((v - max(v)) / x[i, 2]))
      r[t] <- rbinom(1, 1, c(.2, .4, .6, .8)[a[t]])
      v[a[t]] <- v[a[t]] + x[i, 1] * (r[t] - v[a[t]])
    }
    data.frame(subject = i, arm = a, reward = r)
  }))
})

cool <- function() free(.01, 10)

fit_D <- function() remembered("fit of D", {
  suppressWarnings(fit_policy(population_D, policy_delta(free(), cool()), by = subject, threads = 1))
})

test_that("the data are those of the reference values", {
  expect_identical(colSums(subject_C), c(arm = 1024, reward = 206))
  expect_identical(unname(colSums(population_D[c("arm", "reward")])), c(16436, 3290))
})

test_that("estimates, standard errors and intervals of a subject are the reference values", {
  skip_on_cran()
  near <- function(found, wanted) expect_lt(max(abs(found / wanted - 1)), 1e-4)
  meets <- function(policy, log_lik, wanted, errors) {
    fit <- fit_policy(subject_C, policy, threads = 1)
    expect_lt(abs(as.numeric(logLik(fit)) - log_lik), 1e-6)
    near(unname(coef(fit)), wanted)
    near(unname(sqrt(diag(vcov(fit)))), errors)
    fit
  }
  fit <- meets(policy_delta(free(), cool()), -213.039464, c(.150699, .195944), c(.021333, .014148))
  near(vcov(fit)[1, 2], 6.0608e-6)
  near(as.vector(confint(fit)), c(.112409, .170450, .196258, .226344))
  near(as.vector(confint(fit, method = "wald")), c(.113467, .170240, .197428, .225899))
  expect_identical(confint(fit, "temperature"), confint(fit)[2, , drop = FALSE])
  meets(policy_delta(free(), cool(), rate_below = free()), -213.023318, c(.147269, .194492, .154510), c(.028145, .016228, .030498))
  meets(policy_delta(free(), cool(), stick = free(-5, 5)), -212.648025, c(.150582, .203116, .140817), c(.022234, .017210, .158742))
  meets(policy_delta(free(), cool(), forget = free()), -212.324230, c(.159624, .201659, .005046), c(.024347, .015142, .004980))
  meets(policy_delta(free(), cool(), lapse = free()), -212.613219, c(.150221, .176121, .035041), c(.021001, .023667, .037091))
})

test_that("the sum of maxima of a population is the reference value, for any threads and order of units", {
  skip_on_cran()
  fit <- fit_D()
  expect_lt(abs(as.numeric(logLik(fit)) + 3380.265), 5e-4)
  back <- population_D[order(-population_D$subject), ]
  back <- back[back$subject > 40, ]
  other <- suppressWarnings(fit_policy(back, policy_delta(free(), cool()), by = subject, threads = 2))
  expect_identical(coef(other)[10:1, ], coef(fit)[41:50, ])
  expect_identical(rev(vcov(other)), vcov(fit)[41:50])
})

test_that("a pooled fit has the reference values", {
  skip_on_cran()
  fit <- fit_policy(population_D, policy_delta(free(), cool()), by = subject, pooled = TRUE, threads = 2)
  group <- tidy(fit, "group")
  expect_lt(max(abs(group$mean - c(-1.05450, -.29380))), 1e-4)
  expect_lt(max(abs(group$sd - c(.75954, .37832))), 1e-4)
  expect_lt(abs(as.numeric(logLik(fit)) + 3544.454), .005)
  expect_identical(attr(logLik(fit), "df"), 4)
  expect_true(summary(fit)$converged)
  truth <- local({
    set.seed(21)
    plogis(rnorm(50, -1.2, .8))
  })
  expect_lt(mean(abs(coef(fit)[, 1] - truth)), mean(abs(coef(fit_D())[, 1] - truth)))
  new <- predict(fit, newdata = transform(population_D[1:100, ], subject = 99), arm = arm)
  expect_identical(nrow(new), 100L)
  same <- fit_policy(population_D[population_D$subject < 9, ], policy_delta(free(), cool()), by = subject, pooled = TRUE, threads = 1)
  expect_identical(coef(fit_policy(population_D[population_D$subject < 9, ], policy_delta(free(), cool()), by = subject, pooled = TRUE, threads = 2)), coef(same))
})

test_that("generics agree with each other and with the likelihood", {
  skip_on_cran()
  d <- population_D[population_D$subject <= 3, ]
  fit <- fit_policy(d, list(policy_delta(free(), cool()), Even = policy_uniform(), policy_floor(policy_ucb1(), free(0.001, 0.9))), by = subject, starts = 20, threads = 1)
  table <- summary(fit)
  expect_identical(table$policy, c("Delta", "Even", "Floor (UCB1)"))
  expect_identical(glance(fit), table)
  expect_equal(table$log_lik[2], 300 * log(1 / 4))
  expect_identical(table$df, c(6, 0, 3))
  one <- fit[["Delta"]]
  expect_equal(AIC(one), table$aic[1])
  expect_equal(BIC(one), table$bic[1])
  expect_equal(BIC(one), 6 * log(300) - 2 * table$log_lik[1])
  expect_equal(nobs(one), 300)
  trials <- augment(one)
  expect_equal(sum(trials$log_lik), as.numeric(logLik(one)), tolerance = 1e-12)
  expect_identical(trials$row, seq_len(300))
  expect_equal(rowSums(trials$propensities), rep(1, 300), tolerance = 1e-12)
  expect_identical(trials$propensities[cbind(1:300, trials$arm)], trials$propensity)
  expect_identical(fitted(one), trials$propensity)
  at <- coef(one)
  by_hand <- choice_likelihood(d[d$subject == 2, ], policy_delta(at[2, 1], at[2, 2]), threads = 1)$log_lik
  expect_equal(sum(trials$log_lik[trials$subject == 2]), by_hand, tolerance = 1e-12)
  long <- tidy(fit)
  expect_identical(names(long), c("policy", "subject", "term", "estimate", "std.error", "conf.low", "conf.high", "boundary"))
  expect_identical(nrow(long), 9L)
  expect_identical(long$estimate[long$policy == "Delta"], as.vector(t(at)))
  again <- simulate(one, nsim = 2, seed = 3, bandit = bandit(arms_bernoulli(c(.2, .4, .6, .8))), horizon = 30)
  expect_identical(again, simulate(one, nsim = 2, seed = 3, bandit = bandit(arms_bernoulli(c(.2, .4, .6, .8))), horizon = 30))
  expect_identical(names(again[[1]]), c("subject", "round", "arm", "reward"))
  expect_identical(nrow(again[[2]]), 90L)
  expect_s3_class(fit_policy(again[[1]], policy_delta(free(), cool()), by = subject, starts = 5), "unruly_fit")
})

test_that("fits of a study say who made the choices", {
  made <- choices(run_study(bandit(arms_bernoulli(c(.3, .7))), list(policy_delta(.3, .2), policy_ucb1()), 50, reps = 2, seed = 1, keep = "choices", threads = 1))
  fit <- suppressWarnings(fit_policy(made, policy_delta(free(), cool()), by = c(policy, rep), starts = 10))
  expect_identical(names(tidy(fit))[1:3], c("policy", "made_by", "rep"))
  expect_identical(unique(as.character(augment(fit)$made_by)), c("Delta", "UCB1"))
})

test_that("a fit says when it does not know", {
  skip_in_quick()
  turns <- data.frame(arm = rep(1:4, 50), reward = 1) # each was paid, and was left
  fit <- fit_policy(turns, policy_delta(free(), 0.5), threads = 1)
  expect_identical(tidy(fit)$boundary[1], TRUE)
  expect_identical(unname(coef(fit)[1]), 0)
  expect_identical(is.na(tidy(fit)$std.error[1]), TRUE)
  expect_equal(as.numeric(logLik(fit)), 200 * log(1 / 4))
  expect_identical(summary(fit)$boundary, 1L)
  expect_identical(confint(fit)[1, 1], 0)
  expect_warning(fit_policy(turns[1, ], policy_delta(free(), cool()), threads = 1), "fewer choices than parameters", class = "unruly_warning_choices")
  few <- data.frame(arm = c(1, 2, 1, 2, 2, 1), reward = 0)
  expect_warning(fit_policy(few, policy_delta(free(), cool()), threads = 1), "not positive definite", class = "unruly_warning_information")
})

test_that("parameters that cannot be fitted are refused, and named", {
  skip_in_quick()
  e <- expect_error(fit_policy(subject_C, list(First = policy_ucb1())), "policy_floor", class = "unruly_error_likelihood")
  expect_identical(e$policy, "First")
  expect_true(is.numeric(e$row) && is.numeric(e$round))
  expect_error(fit_policy(subject_C, policy_custom(\(state, view) 1)), class = "unruly_error_policy")
  expect_error(fit_policy(subject_C, policy_delta(free()), pooled = TRUE), "3 units", class = "unruly_error_argument")
  expect_error(fit_policy(population_D, policy_uniform(), by = subject, pooled = TRUE), "nothing is free", class = "unruly_error_argument")
  expect_error(fit_policy(population_D, policy_delta(free()), by = person), "person", class = "unruly_error_argument")
  expect_error(fit_policy(subject_C), "policies", class = "unruly_error_argument")
  expect_error(fit_policy(subject_C, policy_delta(free()), starts = 0), "starts", class = "unruly_error_argument")
  fit <- fit_policy(subject_C, list(policy_uniform(), policy_delta(free())), starts = 5)
  expect_error(coef(fit), "of one policy", class = "unruly_error_argument")
  expect_error(fit[["Dleta"]], "Delta", class = "unruly_error_argument")
  expect_error(update(fit), class = "unruly_error_argument")
  expect_error(recovery(1, bandit(arms_bernoulli(c(.2, .8))), 10), "`x`", class = "unruly_error_argument")
  expect_error(tidy(fit, "group"), "effects", class = "unruly_error_argument")
  expect_error(confint(fit[["Delta"]], "rte"), "parm", class = "unruly_error_argument")
})

test_that("the example in C states its propensities, so choices have its likelihood, also where arms rest", {
  skip_in_quick()
  skip_on_cran() # needs a compiler
  skip_if_not(nzchar(Sys.which("make")) && nzchar(Sys.which("cc")), "no compiler is here")
  win_stay <- policy_compile(system.file("examples", "win_stay.c", package = "unruly"))
  arms <- bandit(arms_bernoulli(c(.2, .5, .8)))
  made <- choices(run_study(arms, win_stay(.8, .7), 200, reps = 3, seed = 1, keep = "choices", threads = 1))
  expect_equal(sum(choice_likelihood(made, win_stay(.8, .7), by = rep, threads = 1)$log_lik), sum(log(made$propensity)), tolerance = 1e-12)
  fit <- fit_policy(made, win_stay(free(0, 1), free(0, 1)), by = NULL, starts = 10, threads = 1)
  again <- duplicated(made$rep)
  won <- c(NA, made$reward[-nrow(made)])[again] > 0
  kept <- (made$arm == c(NA, made$arm[-nrow(made)]))[again]
  expect_equal(unname(coef(fit)), c(mean(kept[won]), 1 - mean(kept[!won])), tolerance = 1e-6) # shares are the greatest likelihood
  log <- as_log(run_study(arms |> with_rest(2), win_stay(.8, .7), 100, reps = 1, seed = 1, threads = 1))
  expect_equal(choice_likelihood(log, win_stay(.8, .7), threads = 1)$log_lik, sum(log(log$propensity)), tolerance = 1e-12)
})

test_that("a population whose units do not differ says so, and nothing of units as if it were known", {
  skip_on_cran() # long
  made <- withr::with_seed(1, do.call(rbind, lapply(1:10, \(i) {
    v <- numeric(4)
    a <- r <- numeric(60)
    for (t in 1:60) {
      a[t] <- sample.int(4, 1, prob = exp(v / 0.3))
      r[t] <- stats::rbinom(1, 1, c(0.2, 0.4, 0.6, 0.8)[a[t]])
      v[a[t]] <- v[a[t]] + 0.2 * (r[t] - v[a[t]])
    }
    data.frame(subject = i, arm = a, reward = r)
  })))
  expect_warning(fit <- fit_policy(made, policy_delta(free(), free(0.01, 10)), by = subject, pooled = TRUE, starts = 5, threads = 1),
                 "units differ in `temperature`", class = "unruly_warning_population")
  group <- tidy(fit, "group")
  expect_identical(group$boundary, c(FALSE, TRUE))
  expect_equal(group$sd[2], 0.01)
  expect_false(anyNA(group$std.error)) # means are known all the same
  units <- tidy(fit)
  cool <- units$term == "temperature"
  expect_true(all(is.na(units$std.error[cool])) && all(is.na(units$conf.low[cool])))
  expect_false(anyNA(units$std.error[!cool]))
  expect_true(all(is.na(confint(fit)[[1]]["temperature", ])))
  expect_true(is.na(vcov(fit)[[1]]["temperature", "temperature"]))
  expect_null(unruly:::shape_problem(fit, "unruly_fit"))
})

test_that("people that are taken for one unit are pointed out, other columns are not", {
  skip_in_quick()
  people <- transform(rbind(subject_C, subject_C), person = rep(c("b", "a"), each = 300), trial = rep(1:300, 2), half = rep(1:2, 300))
  policy <- policy_delta(.1, .2)
  expect_message(choice_likelihood(people, policy), "`person` has 2 values", class = "unruly_message_units")
  expect_message(fit_policy(people, policy, starts = 2), "by = person", class = "unruly_message_units")
  expect_no_message(choice_likelihood(people, policy, by = person))
  expect_no_message(choice_likelihood(people, policy, by = NULL))
  expect_no_message(choice_likelihood(people, policy, game = person))
  expect_no_message(choice_likelihood(people[c("arm", "reward", "trial", "half")], policy))
})
