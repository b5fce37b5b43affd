# Means that change with the arm's own pulls.

fresh <- c(0.5, 0.9, 0.7)

wears <- list(
  step = wear_step(10, 0.3), steps = wear_step(c(5, 20, 50), c(0.5, 0.2, 0)),
  linear = wear_linear(0.01), floor = wear_linear(c(0.02, 0.1, 0.001), floor = c(0.6, 0.3, 0)),
  power = wear_power(0.5), powers = wear_power(c(0.1, 1, 0)),
  table = rbind(seq(0.9, 0, length.out = 40), rep(c(0.8, 0.3), each = 20), rep(0.4, 40))
)

wearing <- function(wear, arms = arms_constant(fresh)) bandit(arms) |> with_wear(wear)

# From the words of the help, pull by pull.
literal_wear <- function(wear, m, n) {
  if (is.matrix(wear)) wear <- list(law = "table", parameters = list(mean = wear))
  p <- lapply(wear$parameters, function(x) if (is.matrix(x)) x else rep_len(x, 3))
  vapply(1:3, function(k) switch(wear$law,
    step = if (n <= p$after[k]) m[k] else m[k] - p$drop[k],
    linear = if (m[k] < p$floor[k]) m[k] else max(p$floor[k], m[k] - p$slope[k] * (n - 1)),
    power = m[k] / n^p$exponent[k],
    table = p$mean[k, min(n, 40)]
  ), 0)
}

test_that("each law's n-th pull has the mean of its literal version", {
  skip_in_quick()
  for (name in drawn_of(names(wears), 3)) {
    literal <- vapply(1:100, function(n) literal_wear(wears[[name]], fresh, n), numeric(3))
    expect_equal(unname(rewards_of(arms_constant(fresh), 1)[, 1]), fresh)
    for (k in 1:3) {
      alone <- core_choices(wearing(wears[[name]]), policy_fixed(k), 100)
      expect_equal(alone$reward, literal[k, ], info = name)
    }
    expect_equal(unname(paths_matrix(wearing(wears[[name]]), 100)), literal, info = name)
  }
})

test_that("the benchmark is the greatest sum that any sharing of the rounds has, by brute force", {
  skip_in_quick()
  # The means of all ways to share t rounds among three arms.
  for (name in drawn_of(names(wears), 3)) {
    sums <- apply(paths_matrix(wearing(wears[[name]]), 25), 1, function(m) c(0, cumsum(m)))
    best <- vapply(1:25, function(t) {
      ways <- expand.grid(a = 0:t, b = 0:t)
      ways <- ways[ways$a + ways$b <= t, ]
      max(sums[ways$a + 1, 1] + sums[ways$b + 1, 2] + sums[t - ways$a - ways$b + 1, 3])
    }, 0)
    study <- play(wearing(wears[[name]]), policy_uniform(), 25)
    expect_equal(regret(study)$benchmark, best, info = name)
  }
})

test_that("the benchmark is the sum of the greatest means, and the regret what the chosen lack", {
  skip_in_quick()
  policies <- list(policy_oracle(), policy_ucb1(), policy_round_robin(), policy_uniform(), policy_fixed(2))
  for (name in drawn_of(names(wears), 3)) {
    study <- play(wearing(wears[[name]]), policies, 150)
    means <- paths_matrix(wearing(wears[[name]]), 150)
    for (policy in unique(regret(study)$policy)) {
      chosen <- game_of(choices(study), policy)
      figures <- game_of(regret(study), policy)
      n <- ave(chosen$arm, chosen$arm, FUN = seq_along)
      expect_equal(chosen$reward, means[cbind(chosen$arm, n)])
      expect_equal(figures$benchmark, cumsum(sort(means, decreasing = TRUE)[1:150]), info = name)
      expect_equal(figures$regret, figures$benchmark - cumsum(chosen$reward), info = name)
      next_ones <- vapply(1:150, function(t) {
        pulls <- tabulate(chosen$arm[seq_len(t - 1)], 3)
        max(means[cbind(1:3, pmin(pulls + 1, 150))])
      }, 0)
      expect_equal(figures$optimal, cumsum(chosen$reward == next_ones), info = name)
      if (policy == "Oracle") expect_identical(figures$regret, numeric(150))
    }
  }
  expect_true(all(is.na(pulls(study)$mean)))
})

test_that("a pull has the random number that it has without the trait, and another mean", {
  skip_in_quick()
  for (name in drawn_of(names(wears), 3)) {
    means <- paths_matrix(wearing(wears[[name]]), 150)
    u <- vapply(1:3, function(k) literal_outcome_uniforms(1, 1, k, 150)[, 1], numeric(150))
    chosen <- core_choices(wearing(wears[[name]], arms_bernoulli(fresh)), policy_ucb1(), 150)
    n <- ave(chosen$arm, chosen$arm, FUN = seq_along)
    expect_identical(chosen$reward, as.double(u[cbind(n, chosen$arm)] < means[cbind(chosen$arm, n)]), info = name)
    chosen <- core_choices(wearing(wears[[name]], arms_gaussian(fresh, 0.5)), policy_thompson("gaussian"), 150)
    n <- ave(chosen$arm, chosen$arm, FUN = seq_along)
    expect_equal(chosen$reward, means[cbind(chosen$arm, n)] + 0.5 * qnorm(u[cbind(n, chosen$arm)]), info = name)
  }
})

test_that("a tape by pull of the means gives the same choices", {
  skip_in_quick()
  for (name in drawn_of(names(wears), 3)) {
    tape <- paths_matrix(wearing(wears[[name]]), 150)
    for (policy in list(policy_ucb1(), policy_thompson(), policy_moss())) {
      expect_identical(core_choices(wearing(wears[[name]]), policy, 150)[c("arm", "reward")],
                       core_choices(bandit(arms_tape(tape)), policy, 150)[c("arm", "reward")], info = name)
    }
  }
})

test_that("the fast way is the plain one, and checkpoints do not matter", {
  skip_in_quick()
  policies <- list(policy_oracle(), policy_ucb1(), policy_thompson("bernoulli"), policy_moss(), policy_kl_ucb())
  for (name in drawn_of(names(wears), 3)) {
    b <- wearing(wears[[name]], arms_bernoulli(fresh))
    fast <- run_study(b, policies, 150, reps = 3, seed = 1, record = c(10, 77, 150), threads = 2)
    plain <- withr::with_options(list(unruly.plain = TRUE), run_study(b, policies, 150, reps = 3, seed = 1, record = c(10, 77, 150), threads = 1))
    expect_identical(regret(fast), regret(plain), info = name)
    all <- regret(play(b, policies, 150, reps = 3))
    expect_identical(as.data.frame(all[all$round %in% c(10, 77, 150), ]), as.data.frame(regret(fast)), ignore_attr = TRUE, info = name)
  }
})

# The greedy oracle, round by round, over means by arm and pull; who is there in a round.
literal_greedy <- function(means, there) {
  taken <- numeric(nrow(means))
  cumsum(vapply(seq_len(ncol(there)), function(t) {
    now <- ifelse(there[, t], means[cbind(seq_along(taken), taken + 1)], -Inf)
    if (all(now == -Inf)) return(0)
    k <- which.max(now)
    taken[k] <<- taken[k] + 1
    now[k]
  }, 0))
}

# The arm with the greatest sum of means, pull by pull.
literal_throughout <- function(means) cumsum(means[which.max(rowSums(means)), ])

test_that("the comparator is the greedy oracle's reward if means rise or arms come and go", {
  skip_in_quick()
  first <- c(1, 20, 40)
  last <- c(60, 100, 90)
  rising <- list(wear_linear(-0.002), wear_step(3, c(-0.3, 0.2, -0.1)), wear_power(c(-0.05, 0.5, 0)), wears$steps, wears$table)
  for (wear in rising) {
    means <- paths_matrix(wearing(wear), 151)
    always <- matrix(TRUE, 3, 150)
    born <- outer(first, 1:150, `<=`)
    alive <- born & outer(last, 1:150, `>=`)
    policies <- list(policy_uniform(), policy_oracle())
    only_rise <- all(apply(means[, 1:150], 1, diff) >= -1e-15)
    best <- if (only_rise) literal_throughout(means[, 1:150]) else literal_greedy(means, always)
    expect_equal(regret(play(wearing(wear), policies, 150))$benchmark, rep(best, 2))
    expect_equal(regret(play(wearing(wear) |> with_patience(c(3, 4, 2)), policies, 150))$benchmark, rep(best, 2))
    expect_equal(regret(play(wearing(wear) |> with_entries(first) |> with_delay(4), policies, 150))$benchmark, rep(literal_greedy(means, born), 2))
    living <- play(wearing(wear) |> with_lifetimes(first, last), policies, 150)
    expect_equal(regret(living)$benchmark, rep(literal_greedy(means, alive), 2))
    expect_equal(game_of(regret(living), "Oracle")$regret, numeric(150))
  }
})

test_that("in populations each arm wears from its own mean, and the oracle plays those alive", {
  b <- bandit_mortal(alive = 3, horizon = 200, mean_lifetime = 20, reward = arms_constant(prior_uniform(3, 0.3, 0.7))) |> with_wear(wear_power(0.3))
  study <- play(b, list(policy_oracle(), policy_uniform()), 200)
  lives <- instances(study)
  means <- outer(lives$mean, (1:201)^-0.3)
  there <- outer(lives$first, 1:200, `<=`) & outer(lives$last, 1:200, `>=`)
  for (policy in c("Oracle", "Uniform")) {
    chosen <- game_of(choices(study), policy)
    n <- ave(chosen$arm, chosen$arm, FUN = seq_along)
    expect_equal(chosen$reward, means[cbind(chosen$arm, n)])
    expect_equal(game_of(regret(study), policy)$benchmark, literal_greedy(means, there))
  }
})

test_that("traits that go together are told, and a benchmark that is no optimum", {
  plain <- bandit(arms_bernoulli(c(a = 0.5, b = 0.9, c = 0.7)))
  expect_snapshot({
    for (wear in wears[names(wears) != "table"]) print(wear)
    wearing(wears$table)
    wearing(wears$steps)
    wearing(wear_linear(-0.1))
    plain |> with_wear(wear_power(0.1)) |> with_lifetimes(1, c(10, 20, 30))
  })
  expect_errors({
    with_wear(plain, changes_drift(1))
    with_wear(bandit(arms_beta(mean = fresh)), wear_power(1))
    plain |> with_wear(wear_power(1)) |> with_waiting(c(0.5, 0.5))
    plain |> with_fairness(0.1, 1) |> with_wear(wear_power(1))
    plain |> with_changes(changes_drift(0.1)) |> with_wear(wear_power(1))
    plain |> with_wear(wear_power(1)) |> with_changes(changes_drift(0.1))
    bandit_mortal(3, 100, 10, death = "budgeted") |> with_wear(wear_power(1))
    bandit_mortal(3, 100, 10) |> with_wear(wear_step(1:3, 0.1))
    with_wear(plain, wear_step(1:2, 0.1))
    with_wear(plain, diag(2))
    with_wear(plain, matrix(2, 3, 3))
    wear_step(0, 0.1)
    wear_linear("a")
    wear_power(11)
    with_wear(plain, 1:3)
  })
  named <- plain |> with_wear(wear_step(c(c = 3, a = 1, b = 2), 0.2))
  expect_identical(named$traits$wear$parameters$law.after, c(a = 1, b = 2, c = 3), ignore_attr = TRUE)
  expect_identical(paths_matrix(plain |> with_wear(wear_linear(c(0.9, -0.9, 0))), 3)[1:2, ], rbind(c(0.5, 0, 0), c(0.9, 1, 1)), ignore_attr = TRUE)
})
