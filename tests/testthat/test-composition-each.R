# Each policy, trait, type of arms and rule to stop by, in a small game at least: the fast way plays as the plain one. CRAN's machines
# run this, too, whatever else they leave out.

three <- function() bandit(arms_bernoulli(c(0.3, 0.7, 0.55)))

# Together these have all traits and nearly all types of arms.
each_setting <- function() {
  contexts <- rbind(c(1, 0), c(0, 1), c(0.5, 0.5))
  log <- data.frame(arm = rep(c(1, 2, 3, 2, 3, 1), 30), reward = rep(c(0, 1, 1, 0, 1), 36))
  list(
    plain = three(), gaussian = bandit(arms_gaussian(c(0, 0.3, -2))), student = bandit(arms_student(3, c(0, 1, 2))),
    lognormal = bandit(arms_lognormal(c(0, 0.2))), constant = bandit(arms_constant(c(0.5, 0.5, 0.25))),
    categorical = bandit(arms_categorical(rbind(c(0.5, 0.3, 0.2), c(0.2, 0.3, 0.5)), c(0, 0.4, 1))),
    empirical = bandit(arms_empirical(data.frame(arm = c(1, 1, 2, 2), reward = c(0, 1, 0.25, 1)))),
    tape = bandit(arms_tape(matrix(c(0, 1, 1, 0.5), 3, 80))), drawn = bandit(arms_beta(mean = prior_uniform(3))),
    linear = bandit(arms_linear(contexts, 0.3, context_normal(2))), logistic = bandit(arms_logistic(contexts, context_normal(2))),
    impatient = bandit(arms_bernoulli(c(0.3, 0.7, 0.55, 0.4))) |> with_entries(c(1, 1, 30, 11)) |> with_patience(c(9, 12, 60, Inf)),
    cycle = three() |> with_patience(c(4, 9, Inf)),
    lives = three() |> with_lifetimes(c(1, 1, 5), c(30, 45, Inf)), population = bandit_mortal(4, 60, 15, init = NULL),
    waiting = three() |> with_waiting(matrix(0.5, 3, 2)), fairness = three() |> with_fairness(0.2, 1),
    lags = three() |> with_spread(spread_delay(1, 6)), weights = three() |> with_spread(spread_linear(4)),
    power = three() |> with_spread(spread_power(1.5)), adversarial = three() |> with_spread(spread_adversarial(5)),
    custom = three() |> with_spread(spread_from(c(0.5, 0.3, 0.2), from = 1)),
    late = three() |> with_delay(delay_geometric(4)) |> with_batches(7), trial = three() |> with_accrual(rate = 2, follow_up = 3),
    previews = three() |> with_previews(c(2, 5), sd = c(1, 0)),
    away = three() |> with_rest(c(2, 3, 1)) |> with_absences(0.7),
    wear = three() |> with_wear(wear_linear(0.01)), waves = three() |> with_changes(changes_wave(0.2, 20)),
    jumps = three() |> with_changes(changes_jumps(3)), drift = three() |> with_changes(changes_drift(0.1)),
    random = three() |> with_changes(changes_random(0.1, prior_uniform(1))), replay = bandit_replay(log, init = 1)
  )
}

each_rule <- function() {
  list(stop_at(20), stop_glr(0.5), stop_evidence(control = 1, error = 0.5), stop_posterior(0.6), stop_separated(0.5), stop_settled(),
       stop_futility(control = 1, error = 0.5), stop_equivalence(0.5, error = 0.5), stop_boundary(upper = c(2, 1), looks = c(20, 40)),
       stop_futility(control = 1, error = 0.5, concurrent = TRUE), stop_boundary(upper = c(2, 1), looks = c(20, 40), concurrent = TRUE),
       stop_at(30) | stop_glr(0.2), stop_at(10) & stop_at(12))
}

# All tables of a study, made with short cuts and without.
in_both_ways <- function(make) {
  lapply(c(fast = FALSE, plain = TRUE), function(plain) {
    withr::local_options(unruly.plain = plain)
    study <- make()
    named <- tryCatch(recommendations(study), unruly_error = function(e) NULL)
    list(choices = choices(study), regret = regret(study), pulls = pulls(study), exits = exits(study), named = named,
         played = constructors_of(study))
  })
}

test_that("each policy plays each kind of setting, the fast way as the plain one", {
  skip_on_cran()
  policies <- as_usual(c(unname(each_policy()), list(policy_fixed(2))))
  played <- character()
  for (name in names(settings <- each_setting())) {
    b <- settings[[name]]
    is_new <- function(policies) !vapply(policies, `[[`, "", "constructor") %in% played
    drawn <- vapply(seq_along(policies), is_drawn, NA, match(name, names(settings)), one_in = 8)
    able <- Filter(function(policy) is.null(unruly:::why_not_playable(policy, b)), policies[is_new(policies) | drawn])
    if (length(able) == 0) next
    both <- in_both_ways(function() study_of(b, able, 60, seed = 3))
    expect_identical(both$fast, both$plain, info = name)
    played <- union(played, both$fast$played)
  }
  expect_setequal(played, vapply(policies, `[[`, "", "constructor"))
  expect_identical(setdiff(types_of_policies(), c(played, "policy_oracle", "policy_index", "policy_custom")), character()) # tested by themselves
  traits <- unique(unlist(lapply(settings, function(b) vapply(b$traits, `[[`, "", "name"))))
  expect_setequal(traits, setdiff(.Call(unruly:::C_traits)$name, "contexts")) # which come with arms
})

test_that("each rule to stop by stops in the same round by the fast way as by the plain one", {
  skip_in_quick()
  kinds <- character()
  stopped <- character()
  for (rule in each_rule()) {
    both <- in_both_ways(function() play(bandit(arms_bernoulli(c(0.1, 0.9))), list(policy_racing(0.3), policy_racing(0.3, test = "kl")), 120, stop = rule))
    expect_identical(both$fast, both$plain)
    of_rule <- vapply(unruly:::all_stops(rule), `[[`, "", "kind")
    kinds <- union(kinds, of_rule)
    if (any(both$fast$named$stopped)) stopped <- union(stopped, of_rule)
  }
  exported <- sub("^stop_", "", grep("^stop_", getNamespaceExports("unruly"), value = TRUE))
  expect_setequal(setdiff(kinds, c("any", "all")), setdiff(exported, "log_rank")) # which is for times lived, and has its own test
  expect_gt(length(stopped), 4)
})

test_that("each rule that takes arms out takes the same by the fast way as by the plain one", {
  looks <- c(20, 40, 60)
  rules <- list(stop_posterior(below = 0.2, looks = looks), stop_boundary(lower = c(-1, -1, -1), looks = looks), stop_posterior(0.9, control = 1),
                stop_boundary(upper = c(1, 1, 1), looks = looks), stop_posterior(below = 0.3, control = 1, looks = looks, concurrent = TRUE),
                stop_boundary(lower = c(-1, 0, 0), looks = looks, concurrent = TRUE), stop_posterior(0.9, control = 1, concurrent = TRUE),
                stop_boundary(upper = c(1, 1, 1), looks = looks, concurrent = TRUE))
  for (rule in rules) {
    as_graduates <- startsWith(rule$kind, "graduate") || rule$kind == "boundary" && is.null(rule$parameters$lower)
    both <- in_both_ways(function() {
      run_study(bandit(arms_bernoulli(c(0.4, 0.1, 0.9))) |> with_entries(c(1, 1, 11)), policy_ucb1(), 80, reps = 3, seed = 1, keep = "choices", progress = FALSE,
                drop = if (!as_graduates) rule, graduate = if (as_graduates) rule)
    })
    expect_identical(both$fast, both$plain)
    expect_setequal(both$fast$exits$cause, if (as_graduates) "graduated" else "dropped")
  }
  expect_setequal(vapply(rules, `[[`, "", "kind"), c("boundary", grep("^(drop|graduate)_.*(?<!boundary)$", .Call(unruly:::C_types), value = TRUE, perl = TRUE)))
})
