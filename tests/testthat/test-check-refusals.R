# What cannot be played is said by the core, and R's errors are made of it: which rule it is (`refusal`), the argument in
# R's words, and the class. The page puts 500 random descriptions to the same core (tests/web/refusals.js).

three <- function() bandit(arms_bernoulli(c(0.2, 0.5, 0.8)))
two <- function() bandit(arms_bernoulli(c(0.2, 0.8)))
newborn <- function(...) bandit_mortal(3, horizon = 50, mean_lifetime = 10, ...)
plays <- function(bandit, policy, horizon = 30) run_study(bandit, policy, horizon, reps = 1, seed = 1, threads = 1, progress = FALSE)
half <- matrix(0.5, 2, 2)

# The code of the core, the core's argument, R's argument (NA: two things that are fine one by one), and the call.
rows <- function() list(
  list("argument", "share", "share", quote(with_fairness(three(), c(0.5, 0.25, 0.25), 1))),
  list("argument", "share", "share", quote(with_fairness(three(), c(0.3, 0.3, 0.4 - 1e-13), 1))),
  list("rewards", "waiting", NA, quote(with_waiting(bandit(arms_gaussian(c(0, 1))), half))),
  list("rewards", "waiting", NA, quote(with_waiting(bandit(arms_constant(c(0, 2))), half))),
  list("argument", "first", "first", quote(with_entries(three(), c(2, 3, 4)))),
  list("reach", "changes", "changes", quote(with_changes(three(), changes_at(9, c(0.5, 1.5, 0.2))))),
  list("reach", "changes", "changes", quote(with_changes(three(), changes_wave(1.25, 20)))),
  list("reach", "changes", "changes", quote(with_changes(three(), changes_drift(0.1, high = 1.5)))),
  list("reach", "changes", "changes", quote(with_changes(three(), changes_random(0.1, prior_uniform(1, 0, 2))))),
  list("reach", "changes", "changes", quote(with_changes(bandit(arms_constant(c(0, 0.5))), changes_drift(0.1, low = 5, high = 6)))),
  list("reach", "changes", "changes", quote(with_changes(bandit(arms_constant(c(0, 2))), changes_jumps(2)))),
  list("means", "changes", NA, quote(with_changes(bandit(arms_student(3, 0:1)), changes_drift(0.1)))),
  list("conflict", "spread", NA, quote(with_spread(with_waiting(two(), half), spread_adversarial(4, 6)))),
  list("conflict", "waiting", NA, quote(with_waiting(with_spread(two(), spread_adversarial(4, 6)), half))),
  list("twice", "patience", NA, quote(with_patience(with_patience(three(), 3), 4))),
  list("argument", "prob", "prob", quote(arms_categorical(rbind(1, 0), 1))),
  list("names", "names", "prob", quote(arms_bernoulli(c(a = 0.1, b = 0.2, a = 0.3)))),
  list("not_with", "window", "window", quote(policy_forgetting_ucb(9, changes = 2))),
  list("not_with", "discount", "discount", quote(policy_forgetting_ucb(discount = 0.9, changes = 2))),
  list("not_with", "max_delay", "max_delay", quote(policy_odaaf(2, max_delay = 4, var_delay = 1))),
  list("not_with", "n_cycle", "n_cycle", quote(policy_fc_se(2, cycle = 1:3))),
  list("not_with", "n_cycle", "n_cycle", quote(policy_fc_entry(4, 9, cycle = c(1, 2, -1, -2)))),
  list("argument", "cycle", "cycle", quote(policy_fc_entry(patience_floor = 9, cycle = c(1, 0, -1, -2)))),
  list("not_with", "temperature", "temperature", quote(policy_boltzmann(temperature = 0.1, c = 1))),
  list("only_with", "prior_mean", "prior_mean", quote(policy_thompson(prior_mean = 1))),
  list("only_if", "prior_sd", "prior_sd", quote(policy_thompson("bernoulli", prior_sd = 1))),
  list("only_with", "prior_mean", "prior_mean", quote(policy_thompson("bernoulli", prior_mean = 1))),
  list("only_if", "range", "range", quote(policy_kl_ucb(family = "gaussian", range = c(0, 1)))),
  list("only_if", "xi", "xi", quote(policy_forgetting_ucb(9, xi = 2, index = "kl"))),
  list("argument", "epsilon", "epsilon", quote(policy_epsilon_greedy(2))),
  list("holds", "base", "policy", quote(policy_doubling(policy_doubling(policy_moss())))),
  list("holds", "base", "policy", quote(policy_restart(policy_floor(policy_restart(policy_ucb1(), 10), 0.1), 10))),
  list("holds", "base", "policy", quote(policy_floor(policy_oracle(), 0.1))),
  list("holds", "base", "policy", quote(policy_queue(policy_sleeping(policy_oracle())))),
  list("population", "patience", "patience", quote(with_patience(newborn(), c(3, 4, 5)))),
  list("population", "wear", "wear", quote(with_wear(newborn(), wear_step(1:3, 0.1)))),
  list("argument", "known", "known", quote(newborn(death = "budgeted", known = TRUE))),
  list("horizon", "horizon", "horizon", quote(plays(newborn(), policy_ucb1(), 51))),
  list("needs", "policy", NA, quote(plays(three(), policy_fc_se()))),
  list("trait", "policy", NA, quote(plays(with_waiting(two(), half), policy_se()))),
  list("bounded", "policy", NA, quote(plays(bandit(arms_gaussian(0:1)), policy_kl_ucb(family = "bernoulli")))),
  list("no_arm", "policy", NA, quote(plays(bandit(arms_bernoulli(c(a = 0.1, b = 0.2))), policy_fixed("c"))))
)

classes <- c(rewards = "combination", means = "combination", conflict = "combination", twice = "combination", needs = "policy",
             trait = "policy", bounded = "policy", no_arm = "policy")

test_that("each rule is refused with its code, its argument and its class", {
  skip_on_cran()
  claim <- many_claims()
  for (row in rows()) {
    error <- tryCatch(eval(row[[4]]), error = identity)
    about <- deparse(row[[4]])[1]
    claim(inherits(error, "error"), about, "is refused")
    if (!inherits(error, "error")) next
    claim(identical(error$refusal[["code"]], row[[1]]), about, "has the code", format(error$refusal[["code"]]))
    claim(identical(error$refusal[["argument"]], row[[2]]), about, "is about", format(error$refusal[["argument"]]))
    kind <- paste0("unruly_error_", if (row[[1]] %in% names(classes)) classes[[row[[1]]]] else "argument")
    claim(inherits(error, kind) && inherits(error, "unruly_error"), about, "is no", kind)
    claim(is.na(row[[3]]) || identical(error$argument, row[[3]]), about, "blames", format(error$argument))
    claim(nzchar(conditionMessage(error)) && !grepl("`base`|REFUSED|_not_", conditionMessage(error)), about, "says", conditionMessage(error))
  }
  expect_claims(claim, 200)
})

test_that("values at the limit of these rules are played", {
  expect_s3_class(with_fairness(three(), c(0.3, 0.3, 0.4 - 1e-11), 1), "unruly_bandit")
  expect_s3_class(with_waiting(bandit(arms_constant(c(0, 1))), half), "unruly_bandit")
  expect_s3_class(with_waiting(bandit(arms_gaussian(c(0, 1))), half, pay = c(1, 0)), "unruly_bandit")
  expect_s3_class(with_entries(three(), c(1, 9, 9)), "unruly_bandit")
  expect_s3_class(with_changes(two(), changes_wave(0.2, 20)), "unruly_bandit")
  expect_s3_class(with_changes(bandit(arms_gaussian(0:1)), changes_at(9, c(-5, 5))), "unruly_bandit")
  expect_s3_class(policy_thompson(prior_mean = 1, prior_sd = 2), "unruly_policy")
  expect_s3_class(policy_forgetting_ucb(9, xi = 0.6, index = "kl"), "unruly_policy")
  expect_s3_class(policy_doubling(policy_restart(policy_ucb1(), 10)), "unruly_policy")
  expect_s3_class(plays(newborn(), policy_ucb1(), 50), "unruly_study")
})
