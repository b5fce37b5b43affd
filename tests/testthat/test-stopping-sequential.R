# stop_boundary(): exact laws of designs, literal versions, and simulations of what the recursion says.

two_of <- function(p, q) bandit(arms_bernoulli(c(p, q)))
four_looks <- c(20, 40, 60, 80)

# How often the rival is claimed, and the expected pulls.
exact_design <- function(p, q, rule) {
  study <- exact_study(two_of(p, q), policy_allocation(block = 2), 80, record = 1, stop = rule)
  ends <- recommendations(study)
  c(claims = sum(ends$probability[ends$reason == "boundary" & ends$arm == 2]), pulls = regret(study)$pulls)
}

test_that("exact laws of two Bernoulli arms at four looks", {
  skip_in_quick()
  of <- stop_boundary(trial_design(2, looks = four_looks))
  pocock <- stop_boundary(trial_design(2, looks = four_looks, shape = "pocock"))
  futile <- stop_boundary(trial_design(2, looks = four_looks, futility = 0))
  expect_equal(unname(exact_design(0.3, 0.3, of)), c(0.0248035663, 79.7597766), tolerance = 1e-9)
  expect_equal(exact_design(0.5, 0.5, of)[["claims"]], 0.0240199242, tolerance = 1e-8)
  expect_equal(unname(exact_design(0.3, 0.6, of)), c(0.773181101, 66.5596432), tolerance = 1e-9)
  expect_equal(exact_design(0.3, 0.3, pocock)[["claims"]], 0.0241796098, tolerance = 1e-8)
  expect_equal(unname(exact_design(0.3, 0.3, futile)), c(0.0216895579, 38.6966799), tolerance = 1e-8)
  skip_on_cran()
  greatest <- vapply(c(0.38, 0.39, 0.4, 0.61), function(p) exact_design(p, p, of)[["claims"]], 0)
  expect_equal(greatest[c(2, 4)], rep(0.0274577703, 2), tolerance = 1e-8)
  expect_true(all(greatest[c(1, 3)] < greatest[2]))
})

test_that("it stops and names as its literal version does", {
  skip_in_quick()
  four <- bandit(arms_bernoulli(c(0.4, 0.5, 0.4, 0.6)))
  normal <- bandit(arms_gaussian(c(0, 0.3, -0.2, 0.4), sd = 2))
  reps <- 20 / parts_of_share(4)
  looks <- c(30, 31, 60, 90, 150)
  upper <- c(2.5, 2, 1.8, 1.5, 1.2)
  lower <- c(-1, -0.5, 0.2, 0.5)
  for (policy in list(policy_uniform(), policy_allocation("neyman"))) {
    expect_stops(four, policy, stop_boundary(upper = upper, lower = lower, looks = looks), literal_boundary(upper, looks, lower = lower), 150, reps = reps)
    expect_stops(normal, policy_uniform(), stop_boundary(upper = upper, looks = looks, control = 3), literal_boundary(upper, looks, control = 3, sd = 2), 150, reps = reps)
  }
  expect_stops(four |> with_delay(9), policy_uniform(), stop_boundary(upper = upper, lower = lower, looks = looks),
               literal_boundary(upper, looks, lower = lower), 150, reps = reps, lag = 9)
  expect_stops(four |> with_entries(c(1, 1, 70, 1)), policy_uniform(), stop_boundary(upper = upper + 0.5, lower = lower + 1, looks = looks),
               literal_boundary(upper + 0.5, looks, lower = lower + 1), 150, reps = reps, first = c(1, 1, 70, 1))
  expect_stops(four |> with_lifetimes(c(1, 1, 40, 1), c(60, 150, 150, 29)), policy_uniform(), stop_boundary(upper = upper, lower = lower + 1, looks = looks, control = 2),
               literal_boundary(upper, looks, control = 2, lower = lower + 1), 150, reps = reps, first = c(1, 1, 40, 1), last = c(60, 150, 150, 29))
  expect_stops(two_of(0.5, 0.4), policy_uniform(), stop_boundary(upper = upper, looks = looks, sides = 2), literal_boundary(upper, looks, sides = 2), 150, reps = 30)
})

test_that("a test may have one look", {
  for (rivals in c(1, 3)) {
    rule <- stop_boundary(trial_design(rivals + 1, looks = 100))
    study <- run_study(bandit(arms_gaussian(numeric(rivals + 1))), policy_allocation(block = rivals + 1), 100, 400, seed = 1, record = 1, stop = rule)
    found <- recommendations(study)
    expect_true(all(found$sample_size == 100))
    expect_lt(abs(mean(found$reason == "boundary") - 0.025), 4 * sqrt(0.025 * 0.975 / 400))
  }
})

test_that("reasons: a boundary crossed, or futility, which names the control", {
  skip_in_quick()
  games <- function(p, ...) recommendations(run_study(two_of(p[1], p[2]), policy_allocation(block = 2), 80, 200, seed = 3, record = 1, ...))
  found <- games(c(0.4, 0.4), stop = stop_boundary(trial_design(2, looks = four_looks, shape = "pocock", futility = 0)))
  expect_setequal(found$reason, c("futility", "boundary", "horizon"))
  expect_true(all(found$arm[found$reason == "futility"] == 1) && all(found$arm[found$reason == "boundary"] == 2))
  two <- games(c(0.6, 0.3), stop = stop_boundary(trial_design(2, looks = four_looks, 0.05, sides = 2)))
  expect_true(all(two$arm[two$reason == "boundary"] == 1) && any(two$reason == "boundary") && !any(two$reason == "futility"))
  joined <- games(c(0.4, 0.4), stop = stop_boundary(upper = c(2, 2), lower = 0, looks = c(40, 80)) & stop_at(40) | stop_at(70))
  expect_setequal(joined$reason, c("boundary & at", "futility & at", "at"))
  exact <- recommendations(exact_study(two_of(0.4, 0.4), policy_allocation(block = 2), 80, stop = stop_boundary(upper = c(2, 2), lower = 0, looks = c(40, 80))))
  expect_setequal(exact$reason, c("boundary", "futility", "horizon"))
  expect_equal(sum(exact$probability), 1)
})

test_that("Gaussian designs claim as often as the recursion says", {
  skip_on_cran()
  looks <- c(100, 200, 300, 400)
  reps <- 4000
  cases <- list(list(trial_design(2, looks = looks), 0.3, 0.842754571, 315.737183),
                list(trial_design(2, looks = looks, spending = "pocock", futility = 0), 0, 0.0241966, 214.304379))
  for (case in cases) {
    study <- run_study(bandit(arms_gaussian(c(0, case[[2]]))), policy_allocation(block = 2), 400, reps, seed = 1, record = 1, stop = stop_boundary(case[[1]]))
    found <- recommendations(study)
    expect_lt(abs(mean(found$reason == "boundary") - case[[3]]), 4 * sqrt(case[[3]] * (1 - case[[3]]) / reps))
    expect_lt(abs(mean(found$sample_size) - case[[4]]), 4 * sd(found$sample_size) / sqrt(reps))
  }
})

test_that("limits, looks and arms must fit", {
  skip_in_quick()
  refused <- function(code, ...) expect_error(code, ..., class = "unruly_error_argument")
  b <- trial_design(2, looks = c(10, 20))
  refused(stop_boundary(), "design")
  refused(stop_boundary(b, upper = c(1, 2)), "It states them")
  refused(stop_boundary(c(2, 2)), "go to `upper`")
  refused(stop_boundary(b, looks = 10), "2 looks, as many as `design` has")
  refused(stop_boundary(upper = c(2, 2), lower = 3, looks = c(10, 20)), "3 at look 1")
  refused(stop_boundary(upper = b, looks = c(10, 20)), "d$upper", fixed = TRUE)
  refused(stop_boundary(b, sides = 2), "sides")
  refused(stop_boundary(upper = c(2, 2)), "looks")
  refused(stop_boundary(upper = c(2, 2), looks = c(10, 20, 30)), "upper")
  refused(stop_boundary(upper = c(2, NA), looks = c(10, 20)), "upper")
  refused(stop_boundary(upper = c(2, 2), lower = c(0, 0), looks = c(10, 20)), "lower")
  refused(stop_boundary(upper = c(2, 2), lower = 0, looks = c(10, 20), sides = 2), "lower")
  refused(stop_boundary(trial_design(2, looks = c(0.5, 1))), "0.5, 1: add `looks =`, with 2 rounds")
  refused(run_study(bandit(arms_bernoulli(c(0.1, 0.2))), policy_uniform(), 20, 2, stop = b), "stop_boundary(design)", fixed = TRUE)
  two <- stop_boundary(trial_design(2, looks = c(10, 20), sides = 2))
  refused(run_study(bandit(arms_bernoulli(c(0.1, 0.2, 0.3))), policy_uniform(), 20, 2, stop = two), "exactly one rival")
  refused(agent(policy_uniform(), c("a", "b", "c"), stop = two), "exactly one rival")
  refused(run_study(bandit(arms_bernoulli(c(0.1, 0.2))), policy_uniform(), 20, 2, stop = stop_boundary(b, control = 3)), "no arm 3")
  expect_identical(format(stop_boundary(upper = c(Inf, 2), lower = -1, looks = c(10, 20))),
                   "<stop> boundary (control = 1, upper = none, 2, lower = -1, looks = 10 to 20, 2 looks, margin = 0, family from the bandit)")
})

test_that("looks of a boundary that no game reaches are warned of, those of other rules are not", {
  skip_in_quick()
  late <- stop_boundary(trial_design(2, looks = c(10, 40)))
  b <- bandit(arms_bernoulli(c(0.1, 0.2)))
  play <- function(...) run_study(b, policy_uniform(), 20, 2, seed = 1, threads = 1, ...)
  expect_warning(play(stop = late), "Looks: 10, 40. Rounds: 20.*horizon = 40", class = "unruly_warning_looks")
  expect_warning(play(drop = stop_boundary(lower = c(0, 0), looks = c(10, 40))), "stop_boundary", class = "unruly_warning_looks")
  expect_warning(exact_study(b, policy_uniform(), 20, stop = late), class = "unruly_warning_looks")
  expect_warning(agent(policy_uniform(), 2, horizon = 20, stop = late | stop_at(5)), class = "unruly_warning_looks")
  expect_no_warning(agent(policy_uniform(), 2, stop = late))
  expect_no_warning(play(stop = stop_boundary(trial_design(2, looks = c(10, 20))) | stop_posterior(looks = c(10, 40))))
})

test_that("limits follow the information seen", {
  skip_on_cran() # long
  trial <- bandit(arms_gaussian(c(control = 0, new = 0), sd = 1))
  plan <- trial_design(2, looks = c(40, 80, 120), spending = "obrien_fleming")
  looks <- c(80, 108, 120)
  at_seen <- update(plan, at = looks)$upper
  play <- function(rule) {
    study <- run_study(trial, policy_allocation(), horizon = 120, reps = 2000 / parts_of_share(4), seed = 5, stop = rule)
    recommendations(study)[c("arm", "reason", "sample_size")]
  }
  named <- function(...) stop_boundary(plan, looks = looks, family = "gaussian", sd = 1, ...)
  expect_identical(play(named(observed = TRUE)),
                   play(stop_boundary(upper = at_seen, looks = looks, family = "gaussian", sd = 1)))
  expect_identical(play(named()), play(named(observed = TRUE)))
  expect_false(identical(play(named(observed = TRUE)), play(named(observed = FALSE))))
  # As planned they are those planned; a horizon before the last look spends the rest.
  usual <- function(...) stop_boundary(plan, family = "gaussian", sd = 1, ...)
  expect_identical(play(usual(observed = TRUE)), play(usual(observed = FALSE)))
  early <- update(plan, at = c(80, 108), final = TRUE)$upper
  ends <- function(rule) suppressWarnings(recommendations(
    run_study(trial, policy_allocation(), horizon = 108, reps = 2000 / parts_of_share(4), seed = 5, stop = rule))[c("arm", "reason")])
  expect_identical(ends(named(observed = TRUE)),
                   ends(stop_boundary(upper = early, looks = looks[1:2], family = "gaussian", sd = 1)))
})

test_that("two sides and numbers of a law are spent at the information seen", {
  skip_in_quick()
  trial <- bandit(arms_gaussian(c(0, 0), sd = 1))
  for (spending in list("pocock", -4, 0)) {
    plan <- trial_design(2, looks = c(20, 40, 60), spending = spending, sides = 2, error = 0.3)
    looks <- c(30, 48, 60)
    play <- function(rule) {
      recommendations(run_study(trial, policy_allocation(), horizon = 60, reps = 1000, seed = 2, stop = rule))[
        c("arm", "sample_size")]
    }
    seen <- stop_boundary(upper = update(plan, at = looks)$upper, looks = looks, sides = 2, family = "gaussian", sd = 1)
    expect_identical(play(stop_boundary(plan, looks = looks, family = "gaussian", sd = 1, observed = TRUE)), play(seen))
  }
})

test_that("limits follow information only where a design says how", {
  expect_error(stop_boundary(trial_design(2, c(20, 40)), observed = TRUE), class = "unruly_error_combination")
  expect_error(stop_boundary(upper = 2, looks = 20, observed = TRUE), class = "unruly_error_combination")
  expect_error(stop_boundary(upper = 2, looks = 20, observed = 1), class = "unruly_error_argument")
})

test_that("a rule asked twice in a round makes its look anew, with what was shown by then", {
  skip_in_quick()
  plan <- trial_design(2, c(4, 8, 12), error = 0.3, spending = "pocock")
  rule <- stop_boundary(plan, family = "gaussian", sd = 1)
  outcomes <- withr::with_seed(4, stats::rnorm(12))
  # In the round of a look the outcome of the round before comes late, after the agent was asked.
  play <- function(shift, asks) {
    here <- agent(policy_allocation(), 2, sd = 1, stop = rule, seed = 1)
    arms <- character()
    tell <- function(i) agent_learn(here, arms[i], outcomes[i] + shift * (arms[i] == "2"), ticket = i)
    for (round in seq_along(outcomes)) {
      if (recommend_agent(here)$stopped) break
      arms[round] <- agent_choose(here)
      if (round %% 4 != 3) tell(round)
      if (asks) recommend_agent(here)
      if (round %% 4 == 0) tell(round - 1)
    }
    recommend_agent(here)[c("arm", "stopped", "reason", "round")]
  }
  ends <- lapply(seq(0, 3, 0.1), function(shift) {
    asked <- play(shift, TRUE)
    expect_identical(asked, play(shift, FALSE))
    asked$round
  })
  expect_gt(length(unique(ends)), 2)
})

test_that("memory for what was seen is taken only where limits follow it", {
  many <- bandit(arms_bernoulli(rep(0.5, 1e5)))
  withr::local_options(unruly.memory = 2e8)
  rule <- stop_boundary(upper = 3, looks = 5)
  expect_no_error(run_study(many, policy_uniform(), 10, reps = 1, record = 1, stop = rule, threads = 1))
})

test_that("exact studies play limits at the information of fixed blocks", {
  skip_in_quick()
  trial <- bandit(arms_bernoulli(c(0.3, 0.6)))
  plan <- trial_design(2, c(10, 20, 30), error = 0.1, spending = "pocock")
  exact <- function(rule, policy = policy_allocation(), horizon = 30) {
    as.data.frame(recommendations(exact_study(trial, policy, horizon = horizon, stop = rule)))
  }
  looks <- c(16, 24, 30)
  expect_equal(exact(stop_boundary(plan, looks = looks)), exact(stop_boundary(upper = update(plan, looks)$upper, looks = looks)))
  expect_equal(exact(stop_boundary(plan)), exact(stop_boundary(plan, observed = FALSE)))
  early <- stop_boundary(upper = update(plan, c(10, 20), final = TRUE)$upper, looks = c(10, 20))
  expect_equal(suppressWarnings(exact(stop_boundary(plan), horizon = 20)), exact(early, horizon = 20))
  # Games give what states do.
  games <- recommendations(run_study(trial, policy_allocation(), horizon = 30, reps = 4000, seed = 1, stop = stop_boundary(plan, looks = looks)))
  states <- exact(stop_boundary(plan, looks = looks))
  expect_lt(abs(mean(games$sample_size) - sum(states$probability * states$sample_size)), 4 * sd(games$sample_size) / sqrt(4000))
  # Another ratio has other information at the same rounds.
  uneven <- policy_allocation(c(2, 1))
  expect_equal(exact(stop_boundary(plan, looks = c(15, 24, 30)), uneven)$probability,
               exact(stop_boundary(upper = update(plan, c(15, 24, 30) * 8 / 9, final = TRUE)$upper, looks = c(15, 24, 30)), uneven)$probability)
  for (policy in list(policy_uniform(), policy_allocation(block = 4), policy_allocation("best"), policy_allocation(burn_in = 1))) {
    expect_error(exact(stop_boundary(plan, looks = c(10, 20, 30)), policy), class = "unruly_error_combination")
  }
})

test_that("rules that follow information are written as code, and are what they were", {
  plan <- trial_design(c("control", "a", "b"), c(30, 60), spending = -2, adjust = "bonferroni")
  rule <- stop_boundary(plan)
  code <- as_code(rule)
  expect_no_match(code, "^#")
  made <- eval(str2expression(code))
  expect_identical(made$parameters, rule$parameters)
  expect_identical(as_code(made), code)
  arms <- bandit(arms_bernoulli(c(control = 0.3, a = 0.3, b = 0.5)))
  play <- function(rule) run_study(arms, policy_thompson(), horizon = 60, reps = 20, seed = 1, stop = rule)
  expect_identical(play(made), play(rule))
  # Another stopping rule, so other results of a folder: the limits follow, or they do not.
  fixed <- stop_boundary(plan, observed = FALSE)
  expect_false(identical(unruly:::fingerprint(fixed$parameters), unruly:::fingerprint(rule$parameters)))
  expect_match(format(rule), "observed = TRUE")
})
