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

# What is reported of the games of each policy on each bandit, by their names: those that a bandit refuses are left out. Bandits
# that the same policies can play are played in one study, as a study costs as much as hundreds of these games.
reported <- function(bandits, policies, horizon = 60) {
  bandits <- Filter(Negate(is.null), bandits)
  playable <- lapply(bandits, function(b) Filter(function(policy) is.null(unruly:::why_not_playable(as_usual(policy), b)), policies))
  # Where rewards are spread or waited for, nobody names an arm.
  unnamed <- vapply(bandits, function(b) unruly:::has_trait(b, "spread") || unruly:::has_trait(b, "waiting"), NA)
  group <- paste(unnamed, vapply(playable, function(p) paste(vapply(p, `[[`, "", "label"), collapse = "|"), ""))
  found <- lapply(unname(split(seq_along(bandits), group)), function(i) reported_study(bandits[i], playable[[i[1]]], horizon))
  unlist(found, recursive = FALSE)[names(bandits)]
}

reported_study <- function(bandits, policies, horizon) {
  if (length(policies) == 0) return(lapply(bandits, function(b) list()))
  # A spread takes the bounds from what a bandit states, whatever it does.
  study <- tryCatch(whatever_scale(run_study(bandits, as_usual(unname(policies)), horizon, reps = 2, seed = 3, keep = c("summary", "choices"),
                                             record = c(1, 2, 5, 10, 33, horizon), threads = 1)),
                    unruly_error_combination = function(e) NULL)
  if (is.null(study)) {
    half <- function(x) seq_len(length(x) %/% 2)
    if (length(bandits) > 1) {
      return(c(reported_study(bandits[half(bandits)], policies, horizon), reported_study(bandits[-half(bandits)], policies, horizon)))
    }
    if (length(policies) == 1) return(lapply(bandits, function(b) list()))
    return(Map(c, reported_study(bandits, policies[half(policies)], horizon), reported_study(bandits, policies[-half(policies)], horizon)))
  }
  named <- tryCatch(recommendations(study), unruly_error = function(e) NULL)
  tables <- list(choices = choices(study), regret = regret(study), pulls = pulls(study), exits = exits(study), named = named)
  labels <- vapply(policies, `[[`, "", "label")
  games <- lapply(Filter(Negate(is.null), tables), rows_of_games, names(bandits), labels)
  lapply(stats::setNames(nm = names(bandits)), function(b) {
    lapply(stats::setNames(nm = labels), function(label) lapply(games, `[[`, paste(b, label, sep = "|")))
  })
}

# The columns of each game; a label of a wrapper is its own.
rows_of_games <- function(table, bandits, labels) {
  cells <- outer(bandits, labels, paste, sep = "|")
  rows <- split(seq_len(nrow(table)), factor(paste(table$bandit, table$policy, sep = "|"), cells))
  columns <- unclass(table)[setdiff(names(table), c("bandit", "policy", "time"))]
  lapply(rows, function(i) lapply(columns, `[`, i))
}

added <- function(b, trait) tryCatch(neutral_traits[[trait]](b), unruly_error_combination = function(e) NULL)

# What both have is the same, to the bit; the trait may add columns. One claim a game, as there are thousands.
claim_same_games <- function(claim, found, wanted, ...) {
  differs <- Filter(function(table) {
    if (table == "named" && is.null(found$named)) return(FALSE) # where rewards are spread or waited for, nobody names an arm
    shared <- intersect(names(wanted[[table]]), names(found[[table]]))
    if (table != "named" && length(shared) < length(wanted[[table]])) return(TRUE)
    !identical(found[[table]][shared], wanted[[table]][shared])
  }, names(wanted))
  claim(length(wanted) > 0 && length(differs) == 0, ..., differs)
}

plain_bandit <- function() bandit(arms_bernoulli(c(0.3, 0.7, 0.55)))

test_that("with every policy, a trait that does nothing changes nothing", {
  skip_on_cran() # long
  claim <- many_claims()
  policies <- Filter(function(policy) !policy$constructor %in% c("policy_index", "policy_custom"), ready_policies())
  wanted <- reported(list(plain = plain_bandit()), policies)$plain
  policies <- share_of(unname(Filter(function(policy) policy$label %in% names(wanted), policies)), 8)
  found <- reported(lapply(stats::setNames(nm = names(neutral_traits)), added, b = plain_bandit()), policies)
  for (trait in names(found)) for (label in names(found[[trait]])) {
    claim_same_games(claim, found[[trait]][[label]], wanted[[label]], trait, label)
  }
  expect_setequal(names(Filter(length, found)), names(neutral_traits))
  expect_claims(claim, if (is.na(share_number())) 900 else 100)
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
  claim <- many_claims()
  pairs <- 0
  for (name in share_of(names(bandits))) {
    set.seed(4 + match(name, names(bandits))) # which second ones
    # A Gaussian arm's mean may lie beyond the bounds of these changes.
    possible <- setdiff(names(neutral_traits), if (name == "gaussian") c("drift", "wave", "jumps", "still"))
    once <- Filter(Negate(is.null), lapply(stats::setNames(nm = possible), added, b = bandits[[name]]))
    seconds <- lapply(stats::setNames(nm = names(once)), function(trait) {
      sample(setdiff(possible, trait), if (name %in% c("plain", "lags", "patience")) 6 else 1)
    })
    twice <- unlist(lapply(names(once), function(trait) {
      lapply(stats::setNames(seconds[[trait]], paste(trait, seconds[[trait]])), added, b = once[[trait]])
    }), recursive = FALSE)
    wanted <- reported(bandits[name], policies)[[name]] # alone, without columns of others
    found <- c(reported(once, policies), reported(twice, policies[2]))
    for (traits in names(found)) for (label in names(found[[traits]])) {
      claim_same_games(claim, found[[traits]][[label]], wanted[[label]], name, traits, label)
      pairs <- pairs + grepl(" ", traits)
    }
  }
  expect_gt(pairs, if (is.na(share_number())) 200 else 10)
  expect_claims(claim, if (is.na(share_number())) 800 else 60)
})

test_that("a wrapper that has nothing to do changes nothing, on bandits whose traits do nothing", {
  skip_on_cran() # long
  horizon <- 60
  claim <- many_claims()
  wrappers <- list(sleeping = policy_sleeping, doubling = function(p) policy_doubling(p, horizon), restart = function(p) policy_restart(p, c(1, horizon + 1)),
                   both = function(p) policy_sleeping(policy_restart(policy_doubling(p, horizon), c(1, horizon + 1))),
                   changes = policy_restart) # forgets when a mean has changed: never
  policies <- drawn_of(list(policy_ucb1(), policy_moss(), policy_se(), policy_kl_ucb()))
  wanted <- reported(list(plain = plain_bandit()), policies)$plain
  wrapped <- function(wrapper) {
    lapply(policies, function(policy) {
      made <- wrappers[[wrapper]](policy)
      made$label <- paste(wrapper, policy$label)
      made
    })
  }
  changing <- c("drift", "wave", "jumps", "still", "random")
  bandits <- lapply(stats::setNames(nm = names(neutral_traits)), added, b = plain_bandit())
  always <- unlist(lapply(setdiff(names(wrappers), "changes"), wrapped), recursive = FALSE)
  found <- c(reported(c(list(none = plain_bandit()), bandits), always),
             stats::setNames(reported(bandits[changing], wrapped("changes")), paste(changing, "restart")))
  for (trait in names(found)) for (label in names(found[[trait]])) {
    claim_same_games(claim, found[[trait]][[label]], wanted[[sub("^[a-z]+ ", "", label)]], trait, label)
  }
  expect_claims(claim, if (is.na(share_number())) 350 else 85)
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

test_that("an arm that never comes, or leaves without having been the best, leaves the regret as it is, to the last bit", {
  means <- c(0.31, 0.72, 0.55)
  results <- function(b, policy) {
    at <- regret(run_study(b, policy, 60, reps = 4, seed = 1, record = 7))
    at[c("regret", "reward", "optimal", "benchmark")]
  }
  later <- bandit(arms_bernoulli(c(means, 0.99))) |> with_entries(c(1, 1, 1, 61))
  for (policy in list(policy_ucb1(), policy_thompson(), policy_uniform(), policy_exp3())) {
    expect_identical(results(later, policy), results(bandit(arms_bernoulli(means)), policy), info = policy$label)
  }
  leaves <- bandit(arms_bernoulli(means)) |> with_lifetimes(1, c(20, Inf, Inf))
  played <- regret(run_study(leaves, policy_fixed(rep(2:3, 40), label = "Turns"), 60, reps = 1, seed = 1, record = 7))
  expect_equal(played$regret, played$round %/% 2 * (0.72 - 0.55), tolerance = 1e-15)
})
