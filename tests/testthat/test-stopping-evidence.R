# Stopping by evidence: the mixtures of stop_glr() and stop_evidence(), against literal versions of their formulas.

test_that("stop_glr() by mixtures stops where its formula says, for every family", {
  skip_in_quick()
  binary <- bandit(arms_bernoulli(c(0.2, 0.5, 0.9)))
  normal <- bandit(arms_gaussian(c(0, 0.5, 1.5), sd = 0.5))
  within <- bandit(arms_beta(mean = c(0.3, 0.7)))
  for (policy in drawn_of(list(policy_uniform(), policy_ucb1()), 2)) {
    expect_stops(binary, policy, stop_glr(0.1), literal_best_mixture(0.1, "bernoulli"), 300)
    expect_stops(normal, policy, stop_glr(0.1), literal_best_mixture(0.1, "gaussian", sd = 0.5), 200)
    expect_stops(normal, policy, stop_glr(0.2, "t"), literal_best_mixture(0.2, "t"), 200, some = policy$constructor == "policy_uniform")
    expect_stops(within, policy, stop_glr(0.2, "bounded"), literal_best_mixture(0.2, "bounded"), 150)
  }
  expect_stops(within, policy_uniform(), stop_glr(0.2), literal_best_mixture(0.2, "bounded"), 150)
  expect_stops(within, policy_uniform(), stop_glr(0.2, "bernoulli"), literal_best_mixture(0.2, "bernoulli"), 200)
  expect_stops(binary, policy_uniform(), stop_glr(0.3, narrowest = 10), literal_best_mixture(0.3, "bernoulli", narrowest = 10), 200)
})

test_that("the mixture is right where rewards are late, and arms come and go", {
  skip_on_cran() # long
  few <- bandit(arms_bernoulli(c(0.2, 0.5, 0.9)))
  normal <- bandit(arms_gaussian(c(0, 0.5, 1.5), sd = 0.5))
  expect_stops(few |> with_delay(30), policy_uniform(), stop_glr(0.1), literal_best_mixture(0.1, "bernoulli"), 300, lag = 30)
  expect_stops(normal |> with_delay(7), policy_uniform(), stop_glr(0.1, "t"), literal_best_mixture(0.1, "t"), 200, lag = 7)
  expect_stops(few |> with_entries(c(1, 1, 50)), policy_uniform(), stop_glr(0.1), literal_best_mixture(0.1, "bernoulli"), 300, first = c(1, 1, 50))
  expect_stops(normal |> with_lifetimes(c(1, 1, 10), c(200, 90, 60)), policy_uniform(), stop_glr(0.2, "t"), literal_best_mixture(0.2, "t"), 200,
               first = c(1, 1, 10), last = c(200, 90, 60), some = FALSE)
})

test_that("the short cuts stop no game earlier or later", {
  skip_on_cran() # long
  problems <- list(bandit(arms_bernoulli(c(0.45, 0.5, 0.6))), bandit(arms_beta(mean = c(0.4, 0.5, 0.6))), bandit(arms_gaussian(c(0, 0.3, 0.6))),
                   bandit(arms_bernoulli(rep(c(0.3, 0.6), 3))) |> with_lifetimes(c(1, 1, 1, 5, 40, 90), c(50, 300, 300, 300, 80, 300)))
  rules <- list(stop_glr(0.2), stop_glr(0.2) & stop_at(300), stop_evidence(control = 1, error = 0.2) | stop_evidence(threshold = 0.7, alternative = "less", error = 0.1))
  for (p in seq_along(problems)) for (r in seq_along(rules)) {
    if (!is_drawn(p, r)) next
    problem <- problems[[p]]
    rule <- rules[[r]]
    played <- function(plain) withr::with_options(list(unruly.plain = plain), recommendations(
      suppressMessages(run_study(problem, list(policy_uniform(), policy_thompson()), 300, reps = 10, seed = 4, record = 1, stop = rule))))
    fast <- played(FALSE)
    expect_identical(fast, played(TRUE))
  }
})

test_that("stop_evidence() stops and names as its formula says", {
  skip_in_quick()
  binary <- bandit(arms_bernoulli(c(0.3, 0.3, 0.8)))
  normal <- bandit(arms_gaussian(c(0, -1, 1), sd = 0.5))
  within <- bandit(arms_beta(mean = c(0.3, 0.7)))
  played <- list(
    \() expect_stops(binary, policy_uniform(), stop_evidence(control = 1, error = 0.2), literal_stop_evidence(0.2, "bernoulli", control = 1), 200),
    \() expect_stops(binary, policy_uniform(), stop_evidence(control = 3, error = 0.2, alternative = "less", margin = 0.05),
                    literal_stop_evidence(0.2, "bernoulli", control = 3, margin = 0.05, side = -1), 200),
    \() expect_stops(binary, policy_ucb1(), stop_evidence(threshold = 0.4, error = 0.1), literal_stop_evidence(0.1, "bernoulli", threshold = 0.4), 200),
    \() expect_stops(normal, policy_uniform(), stop_evidence(control = 1, alternative = "less"),
                    literal_stop_evidence(0.05, "gaussian", control = 1, side = -1, sd = 0.5), 150),
    \() expect_stops(normal, policy_uniform(), stop_evidence(control = 2, family = "t", margin = 0.2),
                    literal_stop_evidence(0.05, "t", control = 2, margin = 0.2), 150),
    \() expect_stops(normal, policy_uniform(), stop_evidence(threshold = 0.5, family = "t"), literal_stop_evidence(0.05, "t", threshold = 0.5), 150),
    \() expect_stops(within, policy_uniform(), stop_evidence(control = 1, family = "bounded"), literal_stop_evidence(0.05, "bounded", control = 1), 120),
    \() expect_stops(within, policy_uniform(), stop_evidence(threshold = 0.5, family = "bounded", alternative = "less"),
                    literal_stop_evidence(0.05, "bounded", threshold = 0.5, side = -1), 120),
    \() expect_stops(binary |> with_delay(9), policy_uniform(), stop_evidence(control = 1, error = 0.2), literal_stop_evidence(0.2, "bernoulli", control = 1),
                    200, lag = 9)
  )
  for (one in drawn_of(played, 2)) one()
})

test_that("the family is that of the arms, or of what the agent's policy assumes", {
  family <- function(rule, of) unruly:::resolve_stop(rule, of)$parameters$family
  by_bandit <- function(arms, rule = stop_glr()) family(rule, unruly:::stated_by_bandit_for_rules(bandit(arms)))
  expect_identical(by_bandit(arms_bernoulli(c(0.1, 0.2))), "bernoulli")
  expect_identical(by_bandit(arms_categorical(diag(2), c(0, 1))), "bernoulli")
  expect_identical(by_bandit(arms_categorical(diag(2), c(0, 2))), "bounded")
  expect_identical(by_bandit(arms_beta(mean = c(0.1, 0.2)), stop_evidence(1)), "bounded")
  expect_identical(by_bandit(arms_gaussian(c(0, 1))), "gaussian")
  expect_identical(by_bandit(arms_bernoulli(c(0.1, 0.2)), stop_glr(range = c(0, 1))), "bernoulli")
  expect_identical(by_bandit(arms_bernoulli(c(0.1, 0.2)), stop_glr(range = c(0, 2))), "bounded")
  expect_identical(by_bandit(arms_bernoulli(c(0.1, 0.2)), stop_glr(family = "gaussian")), "gaussian")
  expect_identical(by_bandit(arms_beta(mean = c(0.1, 0.2)), stop_glr(rate = "practical")), "bernoulli")
  gaussian <- unruly:::resolve_stop(stop_glr(), unruly:::stated_by_bandit_for_rules(bandit(arms_gaussian(c(0, 1), sd = 3))))
  expect_identical(gaussian$parameters$sd, 3)
  by_agent <- function(policy, ...) {
    stop <- .Call(unruly:::C_agent_description, agent(policy, c("a", "b"), seed = 1, stop = stop_evidence("a"), ...))$stop
    stop$parameters[intersect(c("family", "range", "sd"), names(stop$parameters))]
  }
  expect_identical(by_agent(policy_thompson())$family, "bernoulli")
  expect_identical(by_agent(policy_floor(policy_thompson(), 0.1))$family, "bernoulli")
  expect_identical(by_agent(policy_ucb1())$family, "bounded")
  expect_identical(by_agent(policy_ucb1(range = c(0, 5))), list(family = "bounded", range = c(0, 5)))
  expect_identical(by_agent(policy_ucb1(), range = c(2, 5)), list(family = "bounded", range = c(2, 5)))
  expect_identical(by_agent(policy_ucb1(), sd = 2), list(family = "gaussian", sd = 2))
  expect_identical(by_agent(policy_thompson("gaussian", sd = 4))$sd, 4)
})

test_that("arms with heavy tails have no evidence without a deviation of the user's", {
  heavy <- bandit(arms_student(c(1.5, 1.5), c(0, 1)))
  for (rule in list(stop_glr(), stop_at(5) | stop_evidence(control = 1))) {
    expect_error(run_study(heavy, policy_uniform(), 10, stop = rule), "heavy tails", class = "unruly_error_argument")
  }
  played <- run_study(heavy, policy_uniform(), 10, 1, seed = 1, stop = stop_glr(sd = 5) | stop_evidence(1, sd = 5))
  expect_s3_class(played, "unruly_study")
})

test_that("the report of the named arm is that of the arm which the rule names", {
  skip_on_cran()
  b <- bandit(arms_bernoulli(c(0.2, 0.5, 0.9)))
  rule <- stop_evidence(control = 3, alternative = "less", error = 0.2)
  study <- run_study(b, policy_uniform(), 300, 40, seed = 1, record = c(100, 300), stop = rule)
  found <- recommendations(study)
  expect_true(all(found$stopped) && !any(found$arm == 3))
  expect_equal(found$simple_regret, c(0.7, 0.4, 0)[found$arm])
  expect_false(any(found$correct))
  expect_equal(summary(study, "correct")$mean, 0)
  # It is played on, if the game commits to it.
  rest <- 300 - found$round
  until <- run_study(b, policy_uniform(), 300, 40, seed = 1, record = c(100, 300), stop = rule, after = "end")
  stopped <- run_study(b, policy_uniform(), 300, 40, seed = 1, record = seq_len(300))
  before <- subset(regret(stopped), round == found$round[rep])$regret
  expect_equal(subset(regret(study), round == 300)$regret, before + rest * found$simple_regret)
  moments <- run_study(b, policy_uniform(), 300, 40, seed = 1, record = c(100, 300), stop = rule, keep = "moments")
  expect_equal(summary(moments, "simple_regret")$mean, mean(found$simple_regret))
  early <- stop_evidence(control = 3, alternative = "less", error = 0.9, narrowest = 2)
  exact <- recommendations(exact_study(b, policy_uniform(), 18, stop = early))
  expect_true(any(exact$stopped) && all(exact$arm[exact$stopped] != 3))
})

test_that("rules that are joined name the arm of the first that names one", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.2, 0.5, 0.9)))
  named <- function(rule) unique(as.integer(recommendations(run_study(b, policy_uniform(), 400, 5, seed = 1, record = 1, stop = rule))$arm))
  worst <- stop_evidence(threshold = 0.4, alternative = "less", error = 0.1)
  expect_identical(named(worst & stop_at(300)), 1L)
  expect_identical(named((stop_at(300) | worst) & stop_at(300)), 3L) # is not asked
  expect_identical(named((worst | stop_at(300)) & stop_at(300)), 1L)
  expect_identical(named(stop_at(300)), 3L)
  nested <- exact_study(bandit(arms_bernoulli(c(0.1, 0.9))), policy_uniform(), 16, stop = (stop_at(14) | stop_evidence(threshold = 0.5, alternative = "less",
    error = 0.9, narrowest = 2)) & stop_at(12))
  games <- run_study(bandit(arms_bernoulli(c(0.1, 0.9))), policy_uniform(), 16, 3000, seed = 1, record = 1, stop = nested$description$stop)
  table <- recommendations(nested)
  share <- vapply(seq_len(nrow(table)), function(i) mean(recommendations(games)$arm == table$arm[i] & recommendations(games)$reason == table$reason[i]), 0)
  expect_true(all(abs(share - table$probability) <= 4 * sqrt(table$probability * (1 - table$probability) / 3000) + 1e-9))
  expect_gt(length(unique(table$arm)), 1)
})

test_that("an agent says which arm would be named while a reward is still to come", {
  skip_in_quick()
  a <- agent(policy_round_robin(), c("a", "b"), seed = 1, stop = stop_evidence(threshold = 0.5, alternative = "less", error = 0.5, family = "bernoulli"))
  late <- NULL
  for (t in 1:40) {
    arm <- agent_choose(a)
    if (is.null(late)) late <- agent_ticket(a) else agent_learn(a, arm, arm == "a")
  }
  found <- recommendations(a)
  expect_true(found$stopped)
  expect_identical(found$arm, "b")
  path <- withr::local_tempfile(fileext = ".json")
  save_agent(a, path)
  expect_identical(recommendations(read_agent(path)), found)
})

test_that("a scaled range is the unit interval", {
  skip_in_quick()
  wide <- bandit(arms_categorical(rbind(c(0.8, 0.2), c(0.3, 0.7)), c(-2, 2)))
  unit <- bandit(arms_categorical(rbind(c(0.8, 0.2), c(0.3, 0.7)), c(0, 1)))
  ends <- function(b, rule) recommendations(run_study(b, policy_uniform(), 400, 10, seed = 1, record = 1, stop = rule))[c("sample_size", "arm")]
  for (family in c("bernoulli", "bounded")) {
    expect_identical(ends(wide, stop_glr(family = family, range = c(-2, 2))), ends(unit, stop_glr(family = family)))
    expect_identical(ends(wide, stop_evidence(control = 1, margin = 0.4, family = family, range = c(-2, 2))),
                     ends(unit, stop_evidence(control = 1, margin = 0.1, family = family)))
  }
})

test_that("with equal arms mixtures claim in few games", {
  skip_on_cran() # long
  claims <- function(arms, rule, games = 400) {
    mean(recommendations(run_study(bandit(arms), policy_uniform(), 1000, reps = games, seed = 11, stop = rule, record = 1, threads = 2))$stopped)
  }
  # At most .05; 400 games: four standard errors of .05 are .044.
  for (arms in list(arms_bernoulli(c(0.5, 0.5)), arms_gaussian(c(0, 0)), arms_gaussian(rep(0, 5)))) expect_lt(claims(arms, stop_glr()), 0.03)
  expect_lt(claims(arms_gaussian(c(0, 0)), stop_glr(family = "t")), 0.03)
  expect_lt(claims(arms_gaussian(rep(0, 5)), stop_evidence(control = 1)), 0.03)
  expect_gt(claims(arms_gaussian(c(0, 0.5, 0, 0, -0.5)), stop_evidence(control = 1)), 0.8)
  expect_gt(claims(arms_bernoulli(c(0.5, 0.5)), stop_glr(rate = "practical"), games = 1000), 0.05) # which promises less
})

test_that("exact studies know the mixtures", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.2, 0.8)))
  for (rule in list(stop_glr(0.5, narrowest = 10), stop_evidence(control = 1, error = 0.5, narrowest = 10) | stop_at(25))) {
    exact <- recommendations(exact_study(b, policy_uniform(), 30, stop = rule))
    games <- recommendations(run_study(b, policy_uniform(), 30, reps = 4000, seed = 2, stop = rule, record = 1))
    claimed <- sum(exact$probability[exact$stopped & exact$arm == 2])
    share <- mean(games$stopped & games$arm == 2)
    expect_lt(abs(claimed - share), 4 * sqrt(claimed * (1 - claimed) / 4000))
    expect_gt(claimed, 0.1)
  }
  expect_error(exact_study(b, policy_uniform(), 10, stop = stop_glr(family = "t")), class = "unruly_error_combination")
})

test_that("an agent stops where a study does, and names the arm of the evidence", {
  rule <- stop_evidence(control = "a", error = 0.2) | stop_glr(0.01, "bounded")
  a <- agent(policy_round_robin(), c("a", "b", "c"), seed = 1, stop = rule)
  for (t in 1:90) {
    if (recommendations(a)$stopped) break
    arm <- agent_choose(a)
    agent_learn(a, arm, if (arm == "b") 1 else 0)
  }
  found <- recommendations(a)
  expect_true(found$stopped)
  expect_identical(as.character(found$arm), "b")
  expect_identical(found$reason, "evidence")
})

test_that("impossible rules of evidence are refused in words", {
  expect_errors({
    stop_glr(family = "t", rate = "practical")
    stop_glr(rate = "proved", narrowest = 10)
    stop_glr(family = "t", range = c(0, 1))
    stop_glr(narrowest = 0.5)
    stop_evidence()
    stop_evidence(control = 1, threshold = 0)
    stop_evidence(control = 1, alternative = "two.sided")
    stop_evidence(control = 1, margin = -1)
    run_study(bandit(arms_bernoulli(c(0.1, 0.2))), policy_uniform(), 10, stop = stop_evidence(control = 3))
  })
  expect_snapshot({
    stop_glr(0.1, "bounded", range = c(0, 2), narrowest = 50)
    stop_evidence(threshold = 0.5, family = "t", looks = c(10, 20)) | stop_at(100)
  })
})
