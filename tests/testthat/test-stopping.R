# Stopping rules: literal versions stop after the same play and name the same arm.

games <- function(bandit, policy = policy_uniform(), horizon = 1000, stop, reps = 5, record = 1, seed = 1, ...) {
  run_study(bandit, policy, horizon, reps, seed = seed, record = record, stop = stop, ...)
}

few <- bandit(arms_bernoulli(c(0.2, 0.4, 0.7)))
many <- bandit(arms_bernoulli(c(0.5, 0.45, 0.43, 0.4, 0.3, 0.1, 0.02)))

test_that("the generalised likelihood ratio stops as its literal version", {
  skip_in_quick()
  for (policy in drawn_of(list(policy_uniform(), policy_ucb1(), policy_thompson("bernoulli")), 2)) {
    sure <- policy$label == "Uniform"
    expect_stops(few, policy, stop_glr(0.1, rate = "practical"), literal_glr(0.1), 400, some = sure)
    expect_stops(few, policy, stop_glr(0.2, rate = "proved"), literal_glr(0.2, threshold = "proved"), 800, some = sure)
  }
  expect_stops(many, policy_uniform(), stop_glr(0.8, rate = "practical"), literal_glr(0.8), 1500, reps = 4)
  close <- bandit(arms_bernoulli(c(0.9, 1, 0)))
  expect_stops(close, policy_uniform(), stop_glr(0.05, rate = "practical"), literal_glr(0.05), 300)
  # Divergences are larger than those of Gaussians, and between them: other rewards.
  expect_stops(bandit(arms_beta(mean = c(0.3, 0.6))), policy_uniform(), stop_glr(0.05, rate = "practical"), literal_glr(0.05), 300)
})

test_that("rewards of another range stop games as those in [0, 1] do", {
  coins <- bandit(arms_bernoulli(c(0.2, 0.7)))
  wide <- bandit(arms_categorical(rbind(c(0.8, 0.2), c(0.3, 0.7)), c(-2, 2)))
  scaled <- games(wide, stop = stop_glr(range = c(-2, 2), rate = "practical"), reps = 20)
  unit <- games(bandit(arms_categorical(rbind(c(0.8, 0.2), c(0.3, 0.7)), c(0, 1))), stop = stop_glr(rate = "practical"), reps = 20)
  expect_identical(recommendations(scaled)$sample_size, recommendations(unit)$sample_size)
  scaled <- games(wide, stop = stop_separated(range = c(-2, 2), tolerance = 0.4), reps = 20)
  unit <- games(bandit(arms_categorical(rbind(c(0.8, 0.2), c(0.3, 0.7)), c(0, 1))), stop = stop_separated(tolerance = 0.1), reps = 20)
  expect_identical(recommendations(scaled)$sample_size, recommendations(unit)$sample_size)
})

test_that("so it does for Gaussian rewards", {
  d <- function(p, q) (p - q)^2 / (2 * 0.5^2)
  expect_stops(bandit(arms_gaussian(c(0, 1, 1.5), 0.5)), policy_uniform(), stop_glr(0.05, "gaussian", sd = 0.5, rate = "practical"),
               literal_glr(0.05, d), 400)
})

test_that("intervals that are apart stop games as their literal version", {
  skip_on_cran() # long
  for (interval in c("hoeffding", "kl")) {
    for (rate in drawn_of(c("proved", "practical"), 2, nchar(interval))) {
      expect_stops(few, policy_uniform(), stop_separated(0.1, interval, rate = rate), literal_separated(0.1, interval, rate = rate), 2500, reps = 2)
    }
    apart <- bandit(arms_bernoulli(c(0.3, 0.95, 0.2, 0.1, 0.05)))
    expect_stops(apart, policy_uniform(), stop_separated(0.1, interval, 0.2), literal_separated(0.1, interval, 0.2), 1500, reps = 3)
  }
})

test_that("a posterior chance stops games as its literal version", {
  skip_in_quick()
  expect_stops(few, policy_uniform(), stop_posterior(0.9), literal_posterior(0.9), 120, reps = 4)
  expect_stops(many, policy_ucb1(), stop_posterior(0.5), literal_posterior(0.5), 150, reps = 2)
  expect_stops(bandit(arms_gaussian(c(0, 1, 1.5), 0.5)), policy_uniform(), stop_posterior(0.95, family = "gaussian", sd = 0.5),
               literal_posterior(0.95, "gaussian", 0.5), 100)
  expect_stops(few |> with_lifetimes(c(1, 1, 10), c(400, 90, 60)), policy_uniform(), stop_posterior(0.99), literal_posterior(0.99), 120,
               reps = 3, first = c(1, 1, 10), last = c(400, 90, 60))
})

# It stops just below the chance, and not just above it.
test_that("the posterior chance is right to 1e-6", {
  skip_on_cran() # long
  stops_at <- function(p, n, mean, prior, sd) {
    # Each arm pays its mean in all its plays; the last round is looked at.
    tape <- matrix(mean, length(mean), sum(n))
    order <- rep(seq_along(n), n)
    cycle <- policy_custom(choose = function(state, view) state$order[view$round], start = function(view) list(order = order), label = "given")
    rule <- if (prior == "beta") stop_posterior(p, looks = sum(n)) else stop_posterior(p, family = "gaussian", sd = sd, looks = sum(n))
    recommendations(run_study(bandit(arms_tape(tape)), cycle, sum(n), 1, seed = 1, record = 1, stop = rule))$stopped
  }
  cases <- list(list(c(5, 5), c(0.6, 0.4)), list(c(40, 12, 7), c(0.75, 0.5, 0.25)), list(c(3, 90), c(1, 0.5)), list(c(8, 8, 8, 8, 8), c(1, 0.75, 0.5, 0.25, 0)),
                list(c(100, 4), c(0.99, 0.25)), list(c(2, 1), c(0.5, 0)), list(c(30, 400, 3), c(0.5, 0.45, 1 / 3)))
  for (case in cases) for (prior in c("beta", "gaussian")) {
    chance <- posterior_chance(1, case[[1]], case[[2]], prior, 0.5)
    expect_true(stops_at(chance * (1 - 1e-6), case[[1]], case[[2]], prior, 0.5))
    if (chance * (1 + 1e-6) < 1) expect_false(stops_at(chance * (1 + 1e-6), case[[1]], case[[2]], prior, 0.5))
  }
})

test_that("futility stops games as its literal version", {
  skip_on_cran()
  practical <- stop_futility(3, error = 0.3, rate = "practical")
  for (policy in list(policy_uniform(), policy_ucb1())) {
    expect_stops(few, policy, practical, literal_futility(0.3, control = 3, rate = "practical"), 300, reps = 2, some = policy$label == "Uniform")
  }
  expect_stops(few, policy_uniform(), stop_futility(2, margin = 0.8, error = 0.9), literal_futility(0.9, 0.8, 2), 450, reps = 1)
  expect_stops(few, policy_uniform(), stop_futility(threshold = 0.9, margin = 0.05, error = 0.3), literal_futility(0.3, 0.05, threshold = 0.9), 450, reps = 1)
  expect_stops(many, policy_uniform(), stop_futility(1, margin = 0.35, error = 0.5, rate = "practical"),
               literal_futility(0.5, 0.35, 1, rate = "practical"), 450, reps = 1)
  expect_stops(bandit(arms_bernoulli(c(1, 0.9, 0))), policy_uniform(), stop_futility(1, margin = 0.25), literal_futility(0.05, 0.25, 1), 400, reps = 1)
  gaussian <- bandit(arms_gaussian(c(0, 1, 1.5), 0.5))
  expect_stops(gaussian, policy_uniform(), stop_futility(3, family = "gaussian", sd = 0.5), literal_futility(0.05, control = 3, sd = 0.5), 400)
  expect_stops(gaussian, policy_uniform(), stop_futility(threshold = 1.6, margin = 0.2, family = "gaussian", sd = 0.5),
               literal_futility(0.05, 0.2, threshold = 1.6, sd = 0.5), 400)
})

test_that("equivalence stops games as its literal version", {
  skip_on_cran()
  for (policy in list(policy_uniform(), policy_ucb1())) {
    expect_stops(few, policy, stop_equivalence(0.8, 0.3, rate = "practical"), literal_equivalence(0.8, 0.3, "practical"), 250, reps = 2,
                 some = policy$label == "Uniform")
  }
  expect_stops(few, policy_uniform(), stop_equivalence(0.95, 0.9), literal_equivalence(0.95, 0.9), 450, reps = 1)
  expect_stops(many, policy_uniform(), stop_equivalence(0.85, 0.5, rate = "practical"), literal_equivalence(0.85, 0.5, "practical"), 350, reps = 1)
  # One arm has the greatest upper bound and the least lower one.
  seldom <- policy_fixed(c(rep(1, 19), 2))
  expect_stops(bandit(arms_bernoulli(c(0.5, 0.5))), seldom, stop_equivalence(0.5, 0.5, rate = "practical"), literal_equivalence(0.5, 0.5, "practical"), 300, reps = 2)
  expect_stops(bandit(arms_bernoulli(c(1, 1))), policy_uniform(), stop_equivalence(0.2), literal_equivalence(0.2, 0.05), 300, reps = 1)
  expect_stops(bandit(arms_gaussian(c(0, 0.1, 0.2), 0.5)), policy_uniform(), stop_equivalence(0.8, family = "gaussian", sd = 0.5),
               literal_equivalence(0.8, 0.05, sd = 0.5), 400)
  expect_stops(few |> with_lifetimes(c(1, 1, 10), c(300, 200, 60)), policy_uniform(), stop_equivalence(0.7, 0.3, rate = "practical"),
               literal_equivalence(0.7, 0.3, "practical"), 150, reps = 2, first = c(1, 1, 10), last = c(300, 200, 60))
})

test_that("a control may be named, and what is not there holds nothing up", {
  skip_in_quick()
  named <- bandit(arms_bernoulli(c(old = 0.7, new = 0.3, other = 0.2)))
  told <- function(...) recommendations(games(named, stop = stop_futility(..., margin = 0.2, error = 0.2)))[c("round", "stopped", "reason")]
  expect_identical(told("old"), told(1))
  expect_true(all(told("old")$stopped))
  expect_identical(unique(told("old")$reason), "futility")
  # A control that has died, or did not come yet, beats nobody.
  moving <- few |> with_lifetimes(c(1, 1, 60), c(500, 500, 120))
  expect_stops(moving, policy_uniform(), stop_futility(3, margin = 0.3, error = 0.5, rate = "practical"),
               literal_futility(0.5, 0.3, 3, rate = "practical"), 200, reps = 3, first = c(1, 1, 60), last = c(500, 500, 120), some = FALSE)
  expect_false(any(recommendations(games(bandit(arms_bernoulli(0.5)), stop = stop_futility(1) | stop_equivalence(0.9)))$stopped))
})

test_that("rewards of another range are no more futile or equivalent than those in [0, 1]", {
  skip_in_quick()
  wide <- bandit(arms_categorical(rbind(c(0.8, 0.2), c(0.3, 0.7)), c(-2, 2)))
  unit <- bandit(arms_categorical(rbind(c(0.8, 0.2), c(0.3, 0.7)), c(0, 1)))
  plays <- function(b, stop) recommendations(games(b, stop = stop, reps = 10))$sample_size
  expect_identical(plays(wide, stop_futility(2, margin = 0.4, range = c(-2, 2))), plays(unit, stop_futility(2, margin = 0.1)))
  expect_identical(plays(wide, stop_futility(threshold = 1, range = c(-2, 2))), plays(unit, stop_futility(threshold = 0.75)))
  expect_identical(plays(wide, stop_equivalence(3.2, range = c(-2, 2))), plays(unit, stop_equivalence(0.8)))
})

test_that("rules are joined, and asked at looks only", {
  skip_on_cran()
  expect_stops(few, policy_uniform(), stop_glr(0.1, rate = "practical") | stop_at(60), literal_any(literal_glr(0.1), literal_at(60)), 400, reps = 10)
  expect_stops(few, policy_uniform(), stop_glr(0.1, rate = "practical") & stop_at(60), literal_all(literal_glr(0.1), literal_at(60)), 400, reps = 10)
  looks <- c(50, 100, 150, 300)
  expect_stops(few, policy_ucb1(), stop_glr(0.1, looks = looks, rate = "practical"), literal_looks(literal_glr(0.1), looks), 400, reps = 10)
  both <- stop_at(200) | (stop_glr(0.1, looks = looks, rate = "practical") & stop_separated(0.3, "kl", rate = "practical"))
  expect_stops(few, policy_ucb1(), both, literal_any(literal_at(200), literal_all(
    literal_looks(literal_glr(0.1), looks), literal_separated(0.3, "kl", rate = "practical"))), 400, reps = 10)
})

test_that("LUCB is asked after the second play of a pair", {
  skip_on_cran() # long
  for (policy in drawn_of(list(policy_lucb(), policy_lucb(interval = "kl")), 2)) {
    expect_stops(few, policy, stop_glr(0.2, rate = "practical"), literal_pairs(literal_glr(0.2), 3), 400, reps = 20)
    expect_stops(few, policy, stop_separated(0.2, "kl"), literal_pairs(literal_separated(0.2, "kl"), 3), 1500, reps = 10)
    expect_stops(few |> with_delay(4), policy, stop_glr(0.2, rate = "practical"), literal_pairs(literal_glr(0.2), 7), 400, reps = 20, lag = 4)
    # Looks and rounds are the user's.
    expect_stops(few, policy, stop_glr(0.2, looks = 1:10 * 20, rate = "practical"), literal_looks(literal_glr(0.2), 1:10 * 20), 400, reps = 10)
    both <- literal_any(literal_pairs(literal_glr(0.2), 3), literal_at(30))
    expect_stops(few, policy, stop_glr(0.2, rate = "practical") | stop_at(30), both, 400, reps = 10)
  }
})

test_that("races stop once one arm is left", {
  skip_on_cran() # long
  for (problem in drawn_of(list(few, many), 2)) {
    expect_stops(problem, policy_racing(0.3), stop_settled(), literal_race(FALSE, 0.3), 1500, reps = 6)
    expect_stops(problem, policy_racing(0.3, test = "kl"), stop_settled(), literal_race(TRUE, 0.3), 1500, reps = 6, some = identical(problem, few))
  }
  expect_stops(few, policy_sleeping(policy_racing(0.3, test = "kl")), stop_settled(), literal_race(TRUE, 0.3), 1000)
  looks <- 1:10 * 50
  expect_stops(few, policy_racing(0.3, test = "kl"), stop_settled(looks = looks), literal_looks(literal_race(TRUE, 0.3), looks), 1000)
})

test_that("a race alone, or one that is not run, stops no game", {
  skip_in_quick()
  one <- recommendations(games(bandit(arms_bernoulli(0.5)), policy_racing(test = "kl"), stop = stop_settled()))
  expect_false(any(one$stopped))
  both <- recommendations(games(few, list(policy_racing(test = "kl"), policy_ucb1()), 2000, stop_settled()))
  expect_identical(both$stopped, both$policy == "KL racing")
  queued <- function(policy) recommendations(games(few, policy, 3000, stop_separated(0.2, "kl")))[c("round", "arm", "stopped")]
  expect_identical(queued(policy_queue(policy_lucb(0.2, interval = "kl"))), queued(policy_lucb(0.2, interval = "kl")))
  late <- recommendations(games(few |> with_delay(20), list(policy_queue(policy_racing(test = "kl")), policy_racing(test = "kl")), 4000, stop_settled()))
  expect_true(all(late$stopped))
})

test_that("a late outcome is not known before it is shown", {
  skip_in_quick()
  expect_stops(few |> with_delay(30), policy_ucb1(), stop_glr(0.1, rate = "practical"), literal_glr(0.1), 400, lag = 30)
  expect_stops(few |> with_delay(1), policy_uniform(), stop_at(3) , literal_at(3), 20, lag = 1)
})

test_that("arms that have left may be named, those that died or did not come yet may not", {
  skip_on_cran()
  expect_stops(few |> with_patience(c(5, 5, 20)), policy_ucb1(), stop_glr(0.1, rate = "practical"), literal_glr(0.1), 400, some = FALSE)
  expect_stops(few |> with_entries(c(1, 1, 50)), policy_uniform(), stop_glr(0.1, rate = "practical"), literal_glr(0.1), 400, first = c(1, 1, 50))
  expect_stops(few |> with_lifetimes(c(1, 1, 10), c(400, 90, 60)), policy_uniform(), stop_glr(0.001, rate = "practical"), literal_glr(0.001), 400,
               first = c(1, 1, 10), last = c(400, 90, 60), reps = 5)
  expect_stops(few |> with_lifetimes(c(1, 1, 10), c(400, 90, 60)), policy_uniform(), stop_at(60), literal_at(60), 400,
               first = c(1, 1, 10), last = c(400, 90, 60))
})

test_that("a rule with nothing to compare goes on, and one asks in idle rounds too", {
  expect_false(any(recommendations(games(bandit(arms_bernoulli(0.5)), stop = stop_glr()))$stopped))
  gone <- games(bandit(arms_bernoulli(c(0.2, 0.5))) |> with_lifetimes(c(1, 1), c(10, 10)), horizon = 100, stop = stop_at(50))
  expect_identical(recommendations(gone)$round, rep(50, 5))
  expect_true(all(is.na(recommendations(gone)$arm)))
  expect_identical(recommendations(gone)$sample_size, rep(10, 5))
})

test_that("equal means do not stop a game", {
  same <- bandit(arms_constant(c(0.5, 0.5, 0.2)))
  expect_false(any(recommendations(games(same, stop = stop_glr(0.5, rate = "practical")))$stopped))
})

test_that("policies in R are stopped, and name the arm of greatest mean", {
  mine <- policy_index(function(v) v$mean + sqrt(2 * log(v$round) / v$pulls), label = "mine")
  expect_stops(few, mine, stop_glr(0.2, rate = "practical"), literal_glr(0.2), 200, reps = 2)
})

test_that("the reason is the first rule of those joined by | that says so", {
  reason <- function(stop) unique(recommendations(games(few, horizon = 50, stop = stop))$reason)
  expect_identical(reason(stop_at(20) | stop_at(20) & stop_at(10)), "at")
  expect_identical(reason(stop_at(30) | stop_at(20) & stop_at(10)), "at & at")
  expect_identical(reason(stop_at(20) & (stop_at(30) | stop_at(10))), "at & (at | at)")
  expect_identical(reason(stop_glr(1e-9, rate = "practical")), "horizon")
})

# --- what becomes of figures --------------------------------------------------------------

test_that("the regret goes on as if the named arm were played, or is missing; all else stays", {
  rounds <- c(5, 12, 100, 1000, 1e5)
  commit <- games(few, policy_ucb1(), 1e5, stop_at(12), record = rounds, reps = 10)
  end <- games(few, policy_ucb1(), 1e5, stop_at(12), record = rounds, reps = 10, after = "end")
  short <- run_study(few, policy_ucb1(), 12, 10, seed = 1, record = 1)
  late <- regret(commit)$round > 12
  gap <- c(0.5, 0.3, 0)[recommendations(commit)$arm]
  expected <- rep(regret(short)$regret, each = 3) + rep(gap, each = 3) * (c(100, 1000, 1e5) - 12)
  expect_equal(regret(commit)$regret[late], expected)
  expect_true(all(is.na(regret(end)$regret[late])))
  expect_identical(regret(end)[!late, ], regret(commit)[!late, ])
  for (figure in c("pulls", "optimal", "reward", "benchmark")) {
    expect_identical(regret(commit)[[figure]][late], rep(regret(short)[[figure]], each = 3))
    expect_identical(regret(end)[[figure]], regret(commit)[[figure]])
  }
  expect_identical(pulls(commit), pulls(short))
  expect_gt(length(unique(gap)), 1)
})

# The arm named is played on by hand.
test_that("comparisons are with the arms that are there, if arms come and go", {
  skip_in_quick()
  lives <- list(first = c(1, 1, 30, 100), last = c(80, 120, 150, 180))
  means <- c(0.2, 0.4, 0.7, 0.9)
  moving <- bandit(arms_bernoulli(means)) |> with_lifetimes(lives$first, lives$last)
  study <- games(moving, policy_uniform(), 200, stop_at(60), record = seq_len(200), reps = 8)
  short <- run_study(moving, policy_uniform(), 200, 8, seed = 1, record = seq_len(200))
  there <- function(t) lives$first <= t & lives$last >= t
  for (r in 1:8) {
    arm <- recommendations(study)$arm[r]
    loss <- vapply(61:200, function(t) max(means[there(t)], 0) - if (there(t)[arm]) means[arm] else 0, 0)
    of <- subset(regret(study), rep == r)$regret
    expect_equal(of[1:60], subset(regret(short), rep == r)$regret[1:60])
    expect_equal(of[61:200], of[60] + cumsum(loss))
  }
  entries <- bandit(arms_bernoulli(means)) |> with_entries(lives$first) |> with_patience(25)
  study <- games(entries, policy_uniform(), 200, stop_at(40), record = seq_len(200), reps = 4)
  for (r in 1:4) {
    arm <- recommendations(study)$arm[r]
    of <- subset(regret(study), rep == r)$regret
    loss <- vapply(41:200, function(t) max(means[lives$first <= t]) - means[arm], 0)
    expect_equal(of[41:200], of[40] + cumsum(loss))
  }
  expect_true(all(exits(study)$round <= 40))
})

test_that("populations are stopped, and what was played until then is kept", {
  born <- bandit_mortal(alive = 5, horizon = 300, mean_lifetime = 40, reward = prior_uniform(5))
  study <- games(born, policy_uniform(), 300, stop_at(100), record = c(100, 300))
  short <- run_study(born, policy_uniform(), 300, 5, seed = 1, record = c(100, 300))
  expect_identical(regret(study)$regret[c(TRUE, FALSE)], regret(short)$regret[c(TRUE, FALSE)])
  expect_identical(sum(pulls(study)$pulls), 500)
  expect_true(all(exits(study)$round <= 100))
  expect_identical(exits(study)[-1], subset(exits(short), round <= 100)[-1])
  alive <- subset(instances(study), first <= 100 & last >= 100)
  expect_true(all(paste(recommendations(study)$rep, recommendations(study)$arm) %in% paste(alive$rep, alive$arm)))
})

test_that("under changes the regret is that of the arm named, and the best is the best now", {
  skip_in_quick()
  later <- rbind(c(0.9, 0.4, 0.1), c(0.3, 0.8, 0.5))
  moving <- few |> with_changes(changes_at(c(50, 120), later))
  study <- run_study(moving, policy_uniform(), 200, 6, seed = 1, stop = stop_at(60), record = seq_len(200))
  short <- run_study(moving, policy_uniform(), 200, 6, seed = 1, record = seq_len(200))
  means <- function(t) if (t < 50) c(0.2, 0.4, 0.7) else if (t < 120) later[1, ] else later[2, ]
  table <- recommendations(study)
  expect_identical(table$simple_regret, 0.9 - later[1, ][table$arm])
  expect_identical(table$correct, table$arm == 1)
  for (r in 1:6) {
    arm <- table$arm[r]
    of <- subset(regret(study), rep == r)$regret
    expect_equal(of[1:60], subset(regret(short), rep == r)$regret[1:60])
    expect_equal(of[61:200], of[60] + cumsum(vapply(61:200, function(t) max(means(t)) - means(t)[arm], 0)))
  }
  expect_gt(length(unique(table$arm)), 1)
})

test_that("in batches rules see what was shown", {
  batches <- run_study(few |> with_batches(50), policy_uniform(), 400, 10, seed = 1, stop = stop_glr(0.1, rate = "practical"), record = 1)
  looks <- run_study(few, policy_uniform(), 400, 10, seed = 1, stop = stop_glr(0.1, looks = seq(50, 400, 50), rate = "practical"), record = 1)
  # The threshold is that of the plays so far, which are more than those shown within a batch.
  expect_identical(recommendations(batches), recommendations(looks))
  expect_true(any(recommendations(looks)$stopped))
})

test_that("arms that wear, rest or sleep are refused", {
  skip_in_quick()
  for (b in list(few |> with_rest(2), few |> with_absences(0.5), few |> with_wear(wear_step(5, 0.1)))) {
    expect_error(run_study(b, policy_uniform(), 10, stop = stop_at(5)), class = "unruly_error_argument")
    expect_false(anyNA(recommendations(run_study(b, policy_uniform(), 40, 3, seed = 1))$arm))
    expect_true(all(recommendations(run_study(b, policy_uniform(), 40, 3, seed = 1))$simple_regret >= 0))
  }
})

# --- studies ---------------------------------------------------------------------------------

test_that("neither threads nor parts can be seen in games that stop", {
  skip_in_quick()
  rule <- stop_glr(0.1, rate = "practical") | stop_at(200)
  study <- games(few, list(policy_ucb1(), policy_uniform()), 500, rule, reps = 30, record = 4, threads = 1)
  expect_identical(games(few, list(policy_ucb1(), policy_uniform()), 500, rule, reps = 30, record = 4, threads = more_threads()), study)
  parts <- c(games(few, list(policy_ucb1(), policy_uniform()), 500, rule, reps = 20, record = 4, first_rep = 11),
             games(few, list(policy_ucb1(), policy_uniform()), 500, rule, reps = 10, record = 4))
  expect_identical(parts, study)
  beside <- c(games(few, policy_ucb1(), 500, rule, reps = 30, record = 4), games(few, policy_uniform(), 500, rule, reps = 30, record = 4))
  expect_identical(beside, study)
  expect_identical(recommendations(parts), recommendations(study))
  expect_error(c(games(few, stop = stop_at(5)), games(few, stop = stop_at(6), reps = 3)), class = "unruly_error_combination")
})

test_that("a folder holds them, and knows one rule from another", {
  skip_in_quick()
  skip_if_not_installed("nanoparquet")
  skip_if_not_installed("jsonlite")
  rule <- stop_glr(0.1, looks = c(20, 100), rate = "practical") | stop_at(200) & stop_separated(0.2)
  study <- games(few, policy_ucb1(), 500, rule, reps = 20, record = 4)
  path <- withr::local_tempfile()
  expect_identical(games(few, policy_ucb1(), 500, rule, reps = 10, record = 4, path = path)$tables,
                   games(few, policy_ucb1(), 500, rule, reps = 10, record = 4)$tables)
  expect_identical(games(few, policy_ucb1(), 500, rule, reps = 20, record = 4, path = path), study)
  expect_identical(read_study(path), study)
  differs <- "its stop differs. x There: glr (error = 0.1, family from the bandit, rate = practical, looks = 20 to 100, 2 looks) | (at"
  for (other in list(stop_at(3), NULL)) {
    told <- path_error(games(few, policy_ucb1(), 500, other, reps = 20, record = 4, path = path))
    expect_match(gsub("\u2716", "x", told), differs, fixed = TRUE)
    expect_match(told, if (is.null(other)) "Here: none." else "Here: at (round = 3), then commit.", fixed = TRUE)
  }
  expect_match(path_error(games(few, policy_ucb1(), 500, rule, reps = 20, record = 4, path = path, after = "end")), "then end", fixed = TRUE)
  plain <- withr::local_tempfile()
  run_study(few, policy_ucb1(), 500, 20, seed = 1, record = 4, path = plain)
  expect_match(path_error(games(few, policy_ucb1(), 500, stop_at(3), reps = 20, record = 4, path = plain)), "There: none.", fixed = TRUE)
})

test_that("moments keep chances and simple regrets", {
  skip_in_quick()
  study <- games(few, list(policy_ucb1(), policy_uniform()), 500, stop_glr(0.3, rate = "practical"), reps = 40, record = 4)
  moments <- games(few, list(policy_ucb1(), policy_uniform()), 500, stop_glr(0.3, rate = "practical"), reps = 40, record = 4, keep = "moments")
  for (what in c("correct", "simple_regret", "sample_size", "regret")) {
    columns <- c("mean", "sd", "lower", "upper")
    expect_equal(summary(moments, what, at = "all")[columns], summary(study, what, at = "all")[columns])
  }
  expect_identical(c(games(few, list(policy_ucb1(), policy_uniform()), 500, stop_glr(0.3, rate = "practical"), reps = 16, record = 4, keep = "moments"),
                     games(few, list(policy_ucb1(), policy_uniform()), 500, stop_glr(0.3, rate = "practical"), reps = 24, record = 4, keep = "moments",
                           first_rep = 17)), moments)
})

test_that("precision may be asked of a chance", {
  study <- suppressMessages(games(few, policy_uniform(), 300, stop_glr(0.3, rate = "practical"), reps = reps_until(0.2, what = "correct", max = 5000)))
  table <- summary(study, "correct", interval = "anytime")
  expect_lte(table$upper - table$lower, 0.4)
})

test_that("a study without a rule is described as ever", {
  d <- run_study(few, policy_ucb1(), 10, 1, seed = 1)$description
  expect_identical(names(d), c("bandits", "policies", "horizon", "seed", "record", "keep"))
  expect_identical(names(unruly:::study_values(d)), c("bandits", "policies", "horizon", "record", "keep", "seed"))
})

# --- chances of error --------------------------------------------------------------------------

test_that("wrong arms are named less often than promised", {
  skip_in_quick()
  near <- bandit(arms_bernoulli(c(0.4, 0.5, 0.6)))
  wrong <- function(stop) mean(!recommendations(games(near, policy_uniform(), 20000, stop, reps = 400))$correct)
  expect_lt(wrong(stop_glr(0.1, rate = "practical")), 0.1)
  expect_lt(wrong(stop_glr(0.1, rate = "proved")), 0.1)
  expect_lt(wrong(stop_separated(0.1, "kl", rate = "practical")), 0.1)
  # At the edge of what they promise: an arm just better than the margin, arms just further apart.
  early <- function(stop) mean(recommendations(games(near, policy_uniform(), 3000, stop, reps = 400))$stopped)
  expect_lt(early(stop_futility(1, margin = 0.19, error = 0.1)), 0.1)
  expect_lt(early(stop_futility(threshold = 0.59, error = 0.1)), 0.1)
  expect_lt(early(stop_equivalence(0.19, error = 0.1)), 0.1)
  expect_gt(wrong(stop_at(30)), 0.2)
})

# --- words ----------------------------------------------------------------------------------------

test_that("rules print in words", {
  expect_snapshot({
    stop_glr()
    stop_glr(0.1, "gaussian", sd = 2, looks = c(10, 20, 30), rate = "practical") & stop_at(20)
    stop_posterior()
    stop_settled() | stop_settled(looks = 100)
    stop_futility("old", margin = 0.1) | stop_futility(threshold = 5, family = "gaussian", sd = 2)
    stop_equivalence(0.1, rate = "practical", range = c(-1, 1), looks = 1:3 * 100)
    stop_at(100) | stop_separated(0.1, "kl") & stop_glr(rate = "proved")
    games(few, list(policy_ucb1(), policy_uniform()), stop = stop_glr() | stop_at(100))
    games(few, policy_ucb1(), stop = stop_at(100), keep = "moments", after = "end")
  }, transform = function(lines) sub("^Time taken: .*", "Time taken: some", lines))
})

test_that("wrong rules are refused in words", {
  expect_errors({
    stop_glr(1)
    stop_glr(family = "poisson")
    stop_glr(family = "gaussian", rate = "proved")
    stop_glr(looks = c(5, 3))
    stop_glr(looks = 0)
    stop_separated(tolerance = -1)
    stop_posterior(1)
    stop_futility()
    stop_futility(1, 0.5)
    stop_futility(0.5)
    stop_futility(1, margin = -1)
    stop_equivalence()
    stop_equivalence(0)
    run_study(few, policy_ucb1(), 10, stop = stop_at(5) | stop_futility(4))
    run_study(few, policy_ucb1(), 10, stop = stop_futility("old"))
    run_study(bandit(arms_gaussian(1:2)), policy_uniform(), 10, stop = stop_equivalence(0.1, range = c(0, 1)))
    stop_posterior(family = "gaussian", range = c(0, 2))
    stop_at(0)
    stop_at()
    stop_glr() | 5
    run_study(few, policy_ucb1(), 10, stop = 5)
    run_study(few, policy_sleeping(policy_ucb1()), 10, stop = stop_settled() | stop_at(5))
    run_study(few, policy_ucb1(), 10, stop = stop_at(5), after = "play")
    run_study(bandit(arms_gaussian(1:2)), policy_uniform(), 10, stop = stop_at(5) | stop_glr(range = c(0, 1), rate = "practical"))
    run_study(bandit(arms_categorical(diag(2), c(1, 3))), policy_uniform(), 10, stop = stop_separated(range = c(0, 1)))
  })
})

test_that("bandits that cannot be stopped are refused with the reason", {
  expect_errors({
    run_study(few |> with_waiting(matrix(0.5, 3, 2)), policy_uniform(), 10, stop = stop_glr())
    run_study(few |> with_spread(spread_delay(1, 3)), policy_uniform(), 10, stop = stop_glr())
    run_study(few |> with_fairness(0.2, 1), policy_uniform(), 10, stop = stop_glr())
    run_study(bandit(arms_tape(matrix(1, 2, 10), by = "round")), policy_uniform(), 10, stop = stop_glr())
    run_study(bandit(arms_linear(diag(2), 1, context_normal(2))), policy_uniform(), 10, stop = stop_at(5))
    run_study(bandit_mortal(5, 10, 5, death = "budgeted"), policy_uniform(), 10, stop = stop_at(5))
  })
})

test_that("a rule that was edited is not played", {
  rule <- stop_glr()
  rule$parameters$error <- 2
  expect_error(games(few, stop = rule), class = "unruly_error_argument")
  rule <- stop_glr() | stop_at(5)
  rule$parts[[2]]$kind <- "never"
  expect_error(games(few, stop = rule), class = "unruly_error_argument")
})

test_that("there may be as many rules as the core takes, and no more", {
  skip_in_quick()
  joined <- function(n) if (n == 1) stop_at(7) else joined(n %/% 2) | joined(n - n %/% 2)
  side_by_side <- joined(999)
  nested <- stop_at(7)
  for (i in 1:15) nested <- if (i %% 2 == 0) nested & stop_at(7) else nested | stop_at(7)
  for (rule in list(side_by_side, nested)) expect_identical(unique(recommendations(games(few, stop = rule))$round), 7)
  for (rule in drawn_of(list(side_by_side | stop_at(8), stop_at(8) | side_by_side, nested & side_by_side), 2)) {
    expect_error(games(few, stop = rule), "at most 1,000 rules", class = "unruly_error_argument")
    expect_error(agent(policy_ucb1(), 2, seed = 1, stop = rule), "at most 1,000 rules", class = "unruly_error_argument")
  }
})

# But for the bounds and looks of boundaries, which some cannot be without and others take from an object.
test_that("arguments that rules share come in the same order in all of them", {
  rules <- grep("^stop_", getNamespaceExports("unruly"), value = TRUE)
  before <- lapply(stats::setNames(nm = rules), function(rule) setdiff(names(formals(rule)), c("...", "looks", "upper", "lower")))
  expect_gt(length(rules), 8)
  for (one in rules) for (other in rules) {
    both <- intersect(before[[one]], before[[other]])
    expect_identical(both, intersect(before[[other]], before[[one]]), label = paste(one, "and", other))
  }
})
