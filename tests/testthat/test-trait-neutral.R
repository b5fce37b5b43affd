# A trait that does nothing changes nothing, to the bit: alone, on bandits with other traits, and two together.

# Of bandits with three arms.
neutral_traits <- list(
  patience = function(b) with_patience(b, Inf),
  entries = function(b) with_entries(b, rep(1, 3)),
  lifetimes = function(b) with_lifetimes(b, 1, Inf),
  unknown = function(b) with_lifetimes(b, 1, Inf, known = FALSE),
  waiting = function(b) with_waiting(b, 1),
  window = function(b) with_spread(b, spread_window(0, 1)),
  lag = function(b) with_spread(b, spread_delay(0, 0)),
  custom = function(b) with_spread(b, spread_from(1, from = 0)),
  delay = function(b) with_delay(b, 0),
  accrual = function(b) with_accrual(b, 3, 0),
  batches = function(b) with_batches(b, 1),
  rest = function(b) with_rest(b, 1),
  greedy = function(b) with_rest(b, c(1, 1, 1), benchmark = "greedy"),
  awake = function(b) with_absences(b, 1),
  timetable = function(b) with_absences(b, matrix(TRUE, 2, 3)),
  share = function(b) with_fairness(b, 0, 1),
  penalty = function(b) with_fairness(b, 0.2, 0),
  step = function(b) with_wear(b, wear_step(3, 0)),
  linear = function(b) with_wear(b, wear_linear(0, floor = 0.9)),
  power = function(b) with_wear(b, wear_power(0)),
  drift = function(b) with_changes(b, changes_drift(0)),
  wave = function(b) with_changes(b, changes_wave(0, 10)),
  jumps = function(b) with_changes(b, changes_jumps(0)),
  still = function(b) with_changes(b, changes_jumps(3, size = c(0, 0))),
  random = function(b) with_changes(b, changes_random(0, prior_uniform(1)))
)

# What is reported of the games, or NULL if the bandit or the policy refuses.
reported <- function(b, policy, horizon = 60) {
  policy <- as_usual(policy) # a spread takes the bounds from what a bandit states, whatever it does
  if (is.null(b)) return(NULL)
  study <- tryCatch(whatever_scale(run_study(b, policy, horizon, reps = 2, seed = 3, keep = c("summary", "choices"), record = c(1, 2, 5, 10, 33, horizon),
                                             threads = 1)),
                    unruly_error_combination = function(e) NULL)
  if (is.null(study)) return(NULL)
  named <- tryCatch(recommendations(study), unruly_error = function(e) NULL)
  # A label of a wrapper is its own.
  lapply(list(choices = choices(study), regret = regret(study), pulls = pulls(study), exits = exits(study), named = named),
         function(table) if (!is.null(table)) as.data.frame(table)[setdiff(names(table), c("policy", "time"))])
}

added <- function(b, trait) tryCatch(neutral_traits[[trait]](b), unruly_error_combination = function(e) NULL)

# What both have is the same, to the bit; the trait may add columns. One expectation a game, as there are thousands.
expect_same_games <- function(found, wanted, info) {
  differs <- Filter(function(table) {
    if (table == "named" && is.null(found$named)) return(FALSE) # where rewards are spread or waited for, nobody names an arm
    shared <- intersect(names(wanted[[table]]), names(found[[table]]))
    if (table != "named" && length(shared) < length(wanted[[table]])) return(TRUE)
    !identical(found[[table]][shared], wanted[[table]][shared])
  }, names(wanted))
  expect_identical(differs, character(), info = info)
}

plain_bandit <- function() bandit(arms_bernoulli(c(0.3, 0.7, 0.55)))

test_that("with every policy, a trait that does nothing changes nothing", {
  skip_on_cran() # long
  met <- numeric()
  for (policy in ready_policies()) {
    if (policy$constructor %in% c("policy_index", "policy_custom")) next
    wanted <- reported(plain_bandit(), policy)
    if (is.null(wanted)) next
    for (trait in names(neutral_traits)) {
      found <- reported(added(plain_bandit(), trait), policy)
      if (is.null(found)) next
      met[trait] <- sum(met[trait], 1, na.rm = TRUE)
      expect_same_games(found, wanted, paste(trait, policy$label))
    }
  }
  expect_setequal(names(met), names(neutral_traits))
})

test_that("nor on bandits with other traits, or with a second one that does nothing", {
  skip_on_cran() # long
  bandits <- list(
    plain = plain_bandit(),
    gaussian = bandit(arms_gaussian(c(0, 0.3, -2))),
    patience = plain_bandit() |> with_patience(c(4, 9, 6)),
    entries = plain_bandit() |> with_entries(c(1, 8, 20)),
    lifetimes = plain_bandit() |> with_lifetimes(c(1, 1, 5), c(30, 45, Inf)),
    waiting = plain_bandit() |> with_waiting(matrix(0.5, 3, 2)),
    fairness = plain_bandit() |> with_fairness(0.2, 1),
    lags = plain_bandit() |> with_spread(spread_delay(1, 6)),
    spread = plain_bandit() |> with_spread(spread_adversarial(5)),
    delay = plain_bandit() |> with_delay(delay_geometric(4)),
    accrual = plain_bandit() |> with_accrual(2, c(0, 3, 1)),
    batches = plain_bandit() |> with_batches(7),
    rest = plain_bandit() |> with_rest(c(2, 3, 1)),
    awake = plain_bandit() |> with_absences(0.7),
    wear = plain_bandit() |> with_wear(wear_linear(0.01)),
    changes = plain_bandit() |> with_changes(changes_wave(0.2, 20))
  )
  policies <- list(policy_ucb1(), policy_thompson())
  met <- 0
  set.seed(4) # which second ones
  for (name in names(bandits)) for (policy in policies) {
    wanted <- reported(bandits[[name]], policy)
    if (is.null(wanted)) next
    # A Gaussian arm's mean may lie beyond the bounds of these changes.
    possible <- setdiff(names(neutral_traits), if (name == "gaussian") c("drift", "wave", "jumps", "still"))
    for (trait in possible) {
      once <- added(bandits[[name]], trait)
      found <- reported(once, policy)
      if (!is.null(found)) expect_same_games(found, wanted, paste(name, trait, policy$label))
      if (is.null(found) || !identical(policy, policies[[2]])) next
      for (second in sample(setdiff(possible, trait), if (name %in% c("plain", "lags", "patience")) 6 else 1)) {
        found <- reported(added(once, second), policy)
        if (is.null(found)) next
        met <- met + 1
        expect_same_games(found, wanted, paste(name, trait, second))
      }
    }
  }
  expect_gt(met, 200)
})

test_that("a wrapper that has nothing to do changes nothing, on bandits whose traits do nothing", {
  skip_on_cran() # long
  horizon <- 60
  wrappers <- list(sleeping = policy_sleeping, doubling = function(p) policy_doubling(p, horizon), restart = function(p) policy_restart(p, c(1, horizon + 1)),
                   both = function(p) policy_sleeping(policy_restart(policy_doubling(p, horizon), c(1, horizon + 1))))
  for (policy in list(policy_ucb1(), policy_moss(), policy_se(), policy_kl_ucb())) {
    wanted <- reported(plain_bandit(), policy)
    for (trait in c("none", names(neutral_traits))) for (wrapper in names(wrappers)) {
      b <- if (trait == "none") plain_bandit() else added(plain_bandit(), trait)
      found <- reported(b, wrappers[[wrapper]](policy))
      if (!is.null(found)) expect_same_games(found, wanted, paste(trait, wrapper, policy$label))
    }
    for (trait in c("drift", "wave", "jumps", "still", "random")) { # forgets when a mean has changed: never
      found <- reported(added(plain_bandit(), trait), policy_restart(policy))
      if (!is.null(found)) expect_same_games(found, wanted, paste(trait, "restart", policy$label))
    }
  }
})

test_that("the regret counted play by play is known where nothing comes or goes", {
  b <- bandit(arms_bernoulli(c(0.3, 0.7, 0.55))) |> with_waiting(matrix(c(0.5, 0.2, 0.4, 0.5, 0.8, 0.6), 3))
  epochs <- function(b) regret(run_study(b, policy_wait_ucb(), 200, reps = 3, seed = 1, record = 10))$epoch_regret
  wanted <- epochs(b)
  expect_false(anyNA(wanted))
  for (trait in c("patience", "entries", "lifetimes", "unknown")) expect_identical(epochs(added(b, trait)), wanted, info = trait)
  expect_true(anyNA(epochs(with_entries(b, c(1, 5, 1)))))
  expect_true(anyNA(epochs(with_lifetimes(b, 1, c(Inf, 9, Inf)))))
})
