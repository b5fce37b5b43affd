# Means that change with the round.

own <- c(0.3, 0.5, 0.6)

laws <- list(
  at = changes_at(c(31, 90, 91), rbind(c(0.9, 0.1, 0.2), c(0.3, 0.3, 0.3), c(0.1, 0.8, 0.8))),
  random = changes_random(0.05, prior_uniform(1, 0.1, 0.9)),
  together = changes_random(0.1, prior_uniform(1), together = TRUE, apart = 7),
  jumps = changes_jumps(5, probability = 0.7, size = c(0.05, 0.45), apart = 12),
  close = changes_jumps(60),
  drift = changes_drift(0.2),
  slow = changes_drift(0.3, every = 9, low = 0.2, high = 0.7),
  wave = changes_wave(0.25, 40),
  waves = changes_wave(c(0.1, 0.2, 0.3), c(20, 30, 50), phase = c(0, 0.2, 0.7), every = 4),
  table = cbind(seq(0, 1, length.out = 150), rep(c(0.2, 0.7), each = 75), rep_len(c(0, 0, 1), 150))
)

changing <- function(law, arms = arms_constant(own)) bandit(arms) |> with_changes(laws[[law]])

test_that("each law's means are those of its literal version", {
  skip_on_cran() # long
  for (name in drawn_of(names(laws), 3)) {
    for (rep in c(1, 7)) {
      literal <- literal_changes(laws[[name]], own, 150, seed = 3, replication = rep)
      expect_equal(unname(paths_matrix(changing(name), 150, seed = 3, rep = rep)), literal, tolerance = 1e-13, info = name)
    }
  }
  one_sided <- with_changes(bandit(arms_constant(0.1)), changes_drift(1, low = 0, high = Inf))
  expect_equal(unname(paths_matrix(one_sided, 100)), literal_changes(changes_drift(1, low = 0, high = Inf), 0.1, 100), tolerance = 1e-13)
  free <- with_changes(bandit(arms_constant(0.1)), changes_drift(1, low = -Inf, high = Inf))
  expect_lt(min(paths_matrix(free, 100)), -1)
})

test_that("each play has the mean of its round, and the dynamic regret is that of the table of means", {
  skip_on_cran() # long
  policies <- list(policy_oracle(), policy_ucb1(), policy_round_robin(), policy_uniform(), policy_fixed(2))
  for (name in drawn_of(names(laws), 3)) {
    study <- play(changing(name), policies, 150, reps = 2, seed = 3)
    played <- choices(study)
    regrets <- regret(study)
    for (rep in 1:2) {
      means <- paths_matrix(changing(name), 150, seed = 3, rep = rep)
      best <- apply(means, 2, max)
      crowns <- literal_crowns(means)
      for (policy in names(study$description$policies)) {
        chosen <- game_of(played, policy, rep)
        figures <- game_of(regrets, policy, rep)
        mine <- means[cbind(chosen$arm, 1:150)]
        expect_identical(chosen$reward, mine)
        expect_equal(figures$benchmark, cumsum(best), info = name)
        expect_equal(figures$regret, cumsum(best - mine), info = name)
        expect_equal(figures$optimal, cumsum(mine == best), info = name)
        expect_equal(figures$changes, crowns, info = name)
        if (policy == "Oracle") expect_identical(figures$regret, numeric(150))
      }
    }
  }
  expect_true(all(is.na(pulls(study)$mean)))
})

test_that("a pull has the random number that it has without the trait, and another mean", {
  skip_in_quick()
  for (name in drawn_of(names(laws), 3)) {
    means <- paths_matrix(changing(name), 150)
    chosen <- core_choices(changing(name, arms_bernoulli(own)), policy_ucb1(), 150)
    n <- ave(chosen$arm, chosen$arm, FUN = seq_along)
    u <- vapply(1:3, function(k) literal_outcome_uniforms(1, 1, k, 150)[, 1], numeric(150))
    expect_identical(chosen$reward, as.double(u[cbind(n, chosen$arm)] < means[cbind(chosen$arm, 1:150)]), info = name)
    chosen <- core_choices(changing(name, arms_gaussian(own, 0.5)), policy_ucb1(), 150)
    n <- ave(chosen$arm, chosen$arm, FUN = seq_along)
    expect_equal(chosen$reward, means[cbind(chosen$arm, 1:150)] + 0.5 * qnorm(u[cbind(n, chosen$arm)]), info = name)
  }
})

test_that("a tape by round of what was drawn gives the same choices", {
  skip_in_quick()
  names <- c("at", "random", "jumps", "drift")
  for (name in names) {
    for (policy in drawn_of(list(policy_ucb1(), policy_thompson(), policy_exp3(), policy_moss()), 4, match(name, names))) {
      chosen <- core_choices(changing(name, arms_bernoulli(own)), policy, 150)
      tape <- matrix(0.5, 3, 150)
      tape[cbind(chosen$arm, 1:150)] <- chosen$reward
      again <- core_choices(bandit(arms_tape(tape, by = "round")), policy, 150)
      expect_identical(again[c("round", "arm", "reward")], chosen[c("round", "arm", "reward")], info = paste(name, policy$label))
    }
  }
})

test_that("the fast way is the plain one, and checkpoints do not matter", {
  skip_in_quick()
  policies <- list(policy_oracle(), policy_ucb1(), policy_thompson("bernoulli"), policy_moss(), policy_kl_ucb())
  for (name in drawn_of(names(laws), 3)) {
    b <- changing(name, arms_bernoulli(own))
    fast <- run_study(b, policies, 150, reps = 3, seed = 1, record = c(10, 77, 150), threads = 1)
    plain <- withr::with_options(list(unruly.plain = TRUE), run_study(b, policies, 150, reps = 3, seed = 1, record = c(10, 77, 150), threads = 1))
    expect_identical(regret(fast), regret(plain), info = name)
    all <- regret(play(b, policies, 150, reps = 3))
    expect_equal(all[all$round %in% c(10, 77, 150), ], regret(fast), ignore_attr = TRUE, info = name)
  }
})

test_that("random paths depend on the seed, the replication and the arm alone", {
  skip_on_cran()
  for (name in drawn_of(c("random", "together", "jumps", "drift"), 2)) {
    study <- play(changing(name), list(policy_uniform(), policy_fixed(1)), 150, reps = 2)
    first <- regret(study)[c("rep", "round", "benchmark", "changes")]
    expect_identical(first[1:300, ], first[301:600, ])
    paths <- list(paths_matrix(changing(name), 150), paths_matrix(changing(name), 150, seed = 2), paths_matrix(changing(name), 150, rep = 2))
    expect_false(any(duplicated(paths)))
    fewer <- bandit(arms_constant(own[1:2])) |> with_changes(laws[[name]])
    expect_identical(paths_matrix(fewer, 150), paths[[1]][1:2, ])
    if (name != "jumps") expect_identical(paths_matrix(changing(name), 60), paths[[1]][, 1:60])
  }
})

test_that("random changes come as often as they should", {
  gaps <- function(law, reps = 200) {
    steps <- unruly:::draw_arms(bandit(arms_constant(0.5)) |> with_changes(law), 1, seq_len(reps), 2000, steps = TRUE)
    unlist(lapply(split(steps$round, steps$rep), function(round) diff(c(1, round))[1:5]))
  }
  drawn <- gaps(changes_random(0.1, prior_uniform(1)))
  expect_gt(chisq.test(table(cut(drawn, c(0, 1, 3, 7, 15, Inf))), p = -diff(0.9^c(0, 1, 3, 7, 15, Inf)))$p.value, 1e-4)
  apart <- gaps(changes_random(0.1, prior_uniform(1), apart = 20))
  expect_identical(min(apart), 20)
  expect_lt(abs(mean(apart) - 29), 1.5)
  expect_identical(nrow(mean_paths(changing("random"), 1)), 3L)
  never <- bandit(arms_constant(own)) |> with_changes(changes_random(0, prior_uniform(1)))
  expect_identical(nrow(mean_paths(never, 1e6)), 3L)
})

test_that("rounds of jumps are uniform on all that leave segments long enough", {
  steps <- unruly:::draw_arms(bandit(arms_constant(0.5)) |> with_changes(changes_jumps(2, apart = 3)), 1, 1:3000, 12, steps = TRUE)
  breaks <- matrix(steps$round, ncol = 2, byrow = TRUE)
  # 12 rounds: the first break in 4..7, the second at least 3 later, in 7..10.
  possible <- Filter(function(x) x[2] - x[1] >= 3, asplit(as.matrix(expand.grid(4:10, 4:10)), 1))
  counts <- table(factor(paste(breaks[, 1], breaks[, 2]), vapply(possible, paste, "", collapse = " ")))
  expect_identical(sum(counts), 3000L)
  expect_length(counts, 10)
  expect_gt(chisq.test(counts)$p.value, 1e-4)
  tight <- bandit(arms_constant(0.5)) |> with_changes(changes_jumps(3, apart = 25))
  expect_identical(mean_paths(tight, 100)$round, c(1, 26, 51, 76))
})

test_that("changes compose with entries, lifetimes, patience, delay and spread", {
  skip_in_quick()
  policies <- list(policy_uniform(), policy_ucb1(), policy_round_robin(), policy_oracle())
  lived <- list(first = c(1, 20, 50), last = c(100, 60, Inf))
  for (name in drawn_of(names(laws), 3)) {
    means <- paths_matrix(changing(name), 150)
    rows <- function(there) apply(ifelse(there, means, -Inf), 2, max)
    there <- outer(1:3, 1:150, function(k, t) lived$first[k] <= t)
    entering <- play(changing(name) |> with_entries(lived$first), policies, 150)
    expect_equal(game_of(regret(entering), "UCB1")$benchmark, cumsum(rows(there)), info = name)
    alive <- there & outer(1:3, 1:150, function(k, t) t <= lived$last[k])
    living <- play(changing(name) |> with_lifetimes(lived$first, lived$last) |> with_delay(3), policies, 150)
    for (policy in unique(regret(living)$policy)) {
      chosen <- game_of(choices(living), policy)
      expect_equal(game_of(regret(living), policy)$regret, cumsum(rows(alive) - means[cbind(chosen$arm, 1:150)]), info = name)
      expect_equal(game_of(regret(living), policy)$changes, literal_crowns(ifelse(alive, means, -Inf)), info = name)
    }
    # Arms that left still count; when all have left nobody earns.
    left <- play(changing(name) |> with_patience(c(3, 4, 2)), policy_fixed(1), 150)
    expect_equal(regret(left)$regret, cumsum(apply(means, 2, max) - means[1, ]), info = name)
    spread <- play(changing(name) |> with_spread(spread_window(1, 4)), policy_round_robin(), 150)
    expect_equal(choices(spread)$reward, means[cbind(choices(spread)$arm, 1:150)], info = name)
  }
})

test_that("with absences the best arm awake counts", {
  skip_in_quick()
  set.seed(1)
  awake <- matrix(stats::runif(450) < 0.6, 150, 3)
  for (name in drawn_of(names(laws), 3)) {
    means <- paths_matrix(changing(name), 150)
    best <- apply(ifelse(t(awake), means, -Inf), 2, max)
    best[best == -Inf] <- 0
    study <- play(changing(name) |> with_absences(awake), list(policy_uniform(), policy_oracle(), policy_ucb1()), 150)
    for (policy in unique(regret(study)$policy)) {
      chosen <- game_of(choices(study), policy)
      expect_equal(game_of(regret(study), policy)$regret, cumsum(best - replace(numeric(150), chosen$round, chosen$reward)), info = name)
    }
  }
})

test_that("in populations arms change from their birth on", {
  skip_in_quick()
  pop <- bandit_mortal(alive = 3, horizon = 300, mean_lifetime = 20, reward = arms_constant(prior_uniform(3, 0.3, 0.7)))
  for (law in drawn_of(list(changes_drift(0.1), changes_random(0.2, prior_uniform(1)), changes_wave(0.3, 10, every = 3), changes_jumps(20, size = c(0.1, 0.3))), 2)) {
    b <- pop |> with_changes(law)
    study <- play(b, list(policy_uniform(), policy_oracle()), 300)
    lives <- instances(study)
    means <- matrix(-Inf, nrow(lives), 300)
    paths <- mean_paths(b, 300)
    for (k in seq_len(nrow(lives))) {
      mine <- paths[paths$arm == lives$arm[k], ]
      rounds <- lives$first[k]:min(300, lives$last[k])
      means[k, rounds] <- mine$mean[findInterval(rounds, mine$round)]
      if (law$law %in% c("drift", "random", "jumps")) expect_identical(mine$mean[1], lives$mean[k])
      if (law$law == "wave") {
        held <- 1 + (rounds - 1) %/% 3 * 3
        expect_equal(means[k, rounds], lives$mean[k] + 0.3 * sin(2 * pi * held / 10))
      }
    }
    for (policy in c("Uniform", "Oracle")) {
      chosen <- game_of(choices(study), policy)
      expect_identical(chosen$reward, means[cbind(chosen$arm, 1:300)])
      expect_equal(game_of(regret(study), policy)$regret, cumsum(apply(means, 2, max) - chosen$reward))
    }
  }
})

test_that("arms with names take their columns by name", {
  named <- bandit(arms_constant(c(a = 0.3, b = 0.5))) |> with_changes(changes_at(3, rbind(c(b = 0.1, a = 0.9))))
  expect_identical(paths_matrix(named, 3)[, 3], c(0.9, 0.1), ignore_attr = TRUE)
  expect_identical(levels(mean_paths(named, 3)$arm), c("a", "b"))
})

test_that("the same in threads, parts and folders", {
  skip_in_quick()
  skip_if_not_installed("nanoparquet")
  b <- bandit(arms_bernoulli(own)) |> with_changes(changes_random(0.01, prior_uniform(1)))
  policies <- list(policy_ucb1(), policy_oracle())
  whole <- run_study(b, policies, 500, reps = 6, seed = 1, threads = 1)
  expect_identical(regret(run_study(b, policies, 500, reps = 6, seed = 1, threads = 2)), regret(whole))
  parts <- c(run_study(b, policies, 500, reps = 2, seed = 1), run_study(b, policies, 500, reps = 4, first_rep = 3, seed = 1))
  order <- order(regret(parts)$policy, regret(parts)$rep, regret(parts)$round)
  expect_equal(regret(parts)[order, ], regret(whole)[order(regret(whole)$policy, regret(whole)$rep, regret(whole)$round), ], ignore_attr = TRUE)
  path <- withr::local_tempdir()
  kept <- run_study(b, policies, 500, reps = 6, seed = 1, path = file.path(path, "study"))
  expect_identical(as.data.frame(regret(kept)), as.data.frame(regret(whole)))
})

test_that("traits that do not go together are refused in words, and so are bad laws", {
  plain <- bandit(arms_bernoulli(own))
  expect_errors({
    with_changes(plain, 3)
    with_changes(plain)
    with_changes(bandit(arms_beta(mean = own)), changes_drift(0.1))
    with_changes(bandit(arms_tape(matrix(0:1, 3, 4))), changes_drift(0.1))
    plain |> with_waiting(c(0.5, 0.5)) |> with_changes(changes_drift(0.1))
    plain |> with_fairness(0.1, 1) |> with_changes(changes_drift(0.1))
    plain |> with_changes(changes_drift(0.1)) |> with_waiting(c(0.5, 0.5))
    plain |> with_changes(changes_drift(0.1)) |> with_changes(changes_drift(0.1))
    with_changes(plain, changes_at(2, c(0.1, 0.2)))
    with_changes(plain, changes_at(2, c(0.1, 0.2, 1.2)))
    with_changes(plain, changes_wave(0.5, 10))
    with_changes(plain, changes_wave(c(0.1, 0.1), 10))
    with_changes(plain, changes_random(0.1, prior_normal(1, 0.5, 1)))
    with_changes(plain, changes_drift(0.1, low = 0.4))
    with_changes(bandit(arms_gaussian(2)), changes_jumps(2))
    with_changes(bandit_mortal(3, 100, 10), changes_at(2, own))
    run_study(plain |> with_changes(laws$table), policy_ucb1(), 151, reps = 1)
    run_study(plain |> with_changes(laws$jumps), policy_ucb1(), 50, reps = 1)
    regret_bound(plain |> with_changes(laws$at), horizon = 100)
    changes_at(c(3, 2), diag(2))
    changes_at(1, own)
    changes_at(c(2, 3), own)
    changes_random(2, prior_uniform(1))
    changes_random(0.1, prior_uniform(2))
    changes_random(0.1, 0.5)
    changes_jumps(2, size = c(0.3, 0.9))
    changes_drift(-1)
    changes_drift(1, low = 1, high = 0)
    changes_wave(0.1, 0)
    with_changes(plain, "a")
    ggplot2::fortify(bandit(arms_tape(matrix(0, 2, 5), by = "round")), type = "means", horizon = 5)
  })
})

test_that("a matrix of means is matched with the arms by its column names", {
  named <- bandit(arms_bernoulli(c(a = 0.2, b = 0.8)))
  means <- cbind(a = c(0.1, 0.2), b = c(0.3, 0.4))
  expect_identical(with_changes(named, means[, 2:1]), with_changes(named, means))
  expect_identical(with_changes(named, means)$traits$changes$parameters, list(law = "table", law.mean = unname(t(means))))
})

test_that("laws and bandits say what they are", {
  expect_snapshot({
    for (law in laws[names(laws) != "table"]) print(law)
    changing("table")
    changing("at")
  })
  edited <- changing("jumps")
  edited$traits$changes$parameters$law.count <- -1
  expect_error(run_study(edited, policy_ucb1(), 100, reps = 1), class = "unruly_error_argument")
  law <- laws$drift
  law$parameters$sd <- "a"
  expect_error(print(law), class = "unruly_error_argument")
})

# --- figures -------------------------------------------------------------------------

marks_of <- function(plot) {
  vline <- vapply(plot$layers, function(layer) inherits(layer$geom, "GeomVline"), NA)
  if (any(vline)) as.data.frame(plot$layers[[which(vline)]]$data)
}

test_that("figures mark where means change, if that is the same in all replications", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  still <- bandit(arms_constant(own))
  study <- run_study(list(still = still, at = changing("at"), table = bandit(arms_constant(own)) |>
                            with_changes(matrix(rep(c(0.1, 0.9), c(40, 110)), 150, 3)),
                          random = changing("random"), many = changing("table")), policy_ucb1(), 150, reps = 2, seed = 1)
  marks <- marks_of(autoplot(study))
  expect_identical(as.character(marks$bandit), c("at", "at", "at", "table"))
  expect_identical(marks$round, c(31, 90, 91, 41))
  expect_null(marks_of(autoplot(study, bandits = c("still", "random"))))
  expect_identical(marks_of(autoplot(study, bandits = "table"))$round, 41)
  expect_built(autoplot(study, bandits = c("at", "table")))
})

test_that("a bandit's means are drawn by round or by pull", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  data <- ggplot2::layer_data(autoplot(changing("at"), "means", horizon = 150))
  drawn <- vapply(split(data, data$group), function(d) d$y[findInterval(c(1, 31, 90, 150), d$x)], numeric(4))
  expect_identical(unname(t(drawn)), unname(paths_matrix(changing("at"), 150)[, c(1, 31, 90, 150)]))
  worn <- autoplot(bandit(arms_constant(own)) |> with_wear(wear_step(5, 0.2)), horizon = 10)
  expect_identical(worn$labels$x, "Pull of the arm")
  expect_identical(range(ggplot2::layer_data(worn)$x), c(1, 10))
  many <- bandit(arms_bernoulli(prior_uniform(20))) |> with_changes(changes_drift(0.1))
  expect_length(unique(ggplot2::layer_data(autoplot(many, horizon = 30))$group), 20)
  expect_built(autoplot(bandit(arms_bernoulli(own)) |> with_changes(changes_drift(0.02, every = 5)), horizon = 500))
  expect_error(autoplot(changing("at"), "medians", horizon = 5), class = "unruly_error_argument")
  expect_identical(autoplot(changing("at"))$labels$x, "Reward") # without a horizon the bandit as it begins
})

test_that("the sizes of jumps are the least and the greatest, which may be equal", {
  expect_error(changes_jumps(2, size = c(0.3, 0.1)), "`size` must be two numbers of at least 0 and at most 0.5, the lesser first", class = "unruly_error_argument")
  expect_no_error(changes_jumps(2, size = c(0.1, 0.1)))
})
