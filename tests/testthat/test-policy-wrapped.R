# Policies that hold another.

# ---- doubling ---------------------------------------------------------------------------

literal_base_moss <- literal_index(function(t, a, n, mean, world, ...) {
  mean + sqrt(pmax(log(world$horizon / (length(a) * n)), 0) / n)
})

literal_base_ucb <- literal_index(function(t, a, n, mean, world, ...) mean + sqrt(2 * log(world$horizon^2) / n))

literal_base_ucb1 <- literal_index(function(t, a, n, mean, ...) mean + sqrt(2 * log(t) / n))

bases <- list(list(policy_moss(), literal_base_moss), list(policy_ucb(), literal_base_ucb), list(policy_ucb1(), literal_base_ucb1),
              list(policy_etc(5), literal_etc(5)))

test_that("doubling begins afresh in each phase, with its length for the horizon", {
  skip_in_quick()
  case <- waiting_case(4, 3, 1000)
  for (base in bases) {
    for (start in c(1, 64)) {
      expect_literal_cases(policy_doubling(base[[1]], start), literal_doubling(base[[2]], start), 500, sizes = c(1, 3, 20))
    }
    expect_literal_moving(policy_doubling(base[[1]], 30), literal_doubling(base[[2]], 30), seeds = 1)
    expect_literal(case$bandit, policy_doubling(base[[1]]), literal_doubling(base[[2]], 64), case$world)
  }
})

test_that("a phase is a game: its first choices are those of a game of its length", {
  skip_on_cran() # long
  tape <- matrix(rep(c(0.2, 0.7, 0.5), each = 400), 3, byrow = TRUE) # the same in all rounds
  b <- bandit(arms_tape(tape, by = "round"))
  doubled <- choices(play(b, policy_doubling(policy_moss(), 100), 300))$arm
  expect_identical(doubled[1:100], choices(play(b, policy_moss(), 100))$arm)
  expect_identical(doubled[101:300], choices(play(b, policy_moss(), 200))$arm)
})

test_that("a first phase that is longer than the game is the policy with that horizon; random numbers go on", {
  b <- bandit(arms_bernoulli(c(0.3, 0.5, 0.6)))
  expect_identical(core_choices(b, policy_doubling(policy_ucb1(), 1e6), 2000)$arm, core_choices(b, policy_ucb1(), 2000)$arm)
  thompson <- policy_doubling(policy_thompson(), 500)
  world <- literal_world(3, 2000, pays_by_pull(rewards_of(b$arms, 2000)), random = policy_numbers(thompson, 1, 1, 6000))
  world$depth <- 1 # the clock of its draws
  expect_literal(b, thompson, literal_doubling(literal_thompson_gaussian, 500), world)
})

test_that("the fast way of a doubled policy is the plain one, whole stretches included", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(seq(0.2, 0.8, length.out = 20)))
  policies <- list(policy_doubling(policy_moss()), policy_doubling(policy_ucb(), 1000), policy_doubling(policy_etc(9), 1000, label = "etc"),
                   policy_doubling(policy_exp3()), policy_sleeping(policy_ucb1()))
  expect_lazy_is_plain(b, policies, horizon = 5e4)
  kept <- function(keep) pulls(play(b, policies, 5e4, keep = keep, record = 1))
  expect_identical(kept("summary"), kept("choices"))
  expect_lazy_is_plain(bandit_mortal(alive = 10, horizon = 2e4, mean_lifetime = 500), policies, horizon = 2e4)
})

test_that("arms born at the places of the dead inherit nothing inside a wrapper", {
  skip_on_cran() # long
  b <- bandit_mortal(alive = 5, horizon = 3000, mean_lifetime = 100, reward = prior_uniform(5))
  for (base in list(policy_ucb1(), policy_moss(), policy_thompson("bernoulli"), policy_ucb_tuned(), policy_bayes_ucb(), policy_imed())) {
    alone <- choices(play(b, base, 3000))[c("round", "arm")]
    # Random numbers are by the name of the policy, so these differ.
    if (base$constructor == "policy_thompson") next
    expect_identical(choices(play(b, policy_sleeping(base), 3000))[c("round", "arm")], alone)
    if (base$constructor != "policy_moss") {
      expect_identical(choices(play(b, policy_doubling(base, 1e6), 3000))[c("round", "arm")], alone)
    }
  }
})

test_that("an outcome of a phase that is over is lost", {
  skip_on_cran() # long
  b <- bandit(arms_constant(c(0.1, 0.9))) |> with_delay(64)
  # Greedy: with two plays of each arm shown it would play the second.
  policy <- policy_epsilon_greedy(0)
  expect_equal(max(choices(play(b, policy_doubling(policy, 1e5), 1000))$arm), 2)
  # While nothing is known the arms take turns, in each phase anew.
  expect_equal(tabulate(choices(play(b, policy_doubling(policy, 64), 64))$arm), c(32, 32))
  expect_equal(choices(play(b, policy_doubling(policy, 64), 192))$arm[c(64, 65, 129, 130)], c(2, 1, 1, 2))
})

test_that("doubling costs a MOSS that need not know T little", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.3, 0.5)))
  final <- summary(run_study(b, list(policy_moss(), policy_doubling(policy_moss())), 20000, reps = 20, seed = 1, threads = 1,
                             progress = FALSE))
  mean <- stats::setNames(final$mean, final$policy)
  expect_gt(mean[["Doubling (MOSS)"]], mean[["MOSS"]])
  expect_lt(mean[["Doubling (MOSS)"]], 10 * mean[["MOSS"]])
})

# ---- restarts -----------------------------------------------------------------------------

test_that("a policy that is restarted begins afresh at each of the rounds, with the rounds until the next for its horizon", {
  skip_in_quick()
  case <- waiting_case(4, 3, 1000)
  for (base in bases) {
    for (at in list(1, 100, c(1, 350), c(50, 51, 500, 5000))) {
      expect_literal_cases(policy_restart(base[[1]], at), literal_restart(base[[2]], at), 500, sizes = c(3, 20))
    }
    expect_literal_moving(policy_restart(base[[1]], 70), literal_restart(base[[2]], 70), seeds = 1)
    expect_literal_moving(policy_restart(base[[1]], c(20, 600)), literal_restart(base[[2]], c(20, 600)), seeds = 2)
    expect_literal(case$bandit, policy_restart(base[[1]], 90), literal_restart(base[[2]], 90), case$world)
  }
})

test_that("a restart without rounds comes with every change of a mean, and only then", {
  skip_on_cran() # long
  changing <- bandit(arms_bernoulli(c(0.8, 0.5, 0.3))) |>
    with_changes(changes_at(c(301, 650, 900), rbind(c(0.2, 0.5, 0.3), c(0.2, 0.5, 0.9), c(0.9, 0.5, 0.9))))
  pair <- list(told = policy_restart(policy_ucb1()), "at rounds" = policy_restart(policy_ucb1(), c(301, 650, 900)))
  for (plain in c(FALSE, TRUE)) {
    withr::local_options(unruly.plain = plain)
    study <- run_study(changing, pair, horizon = 1200, reps = 5, seed = 3, keep = "choices", threads = 1)
    made <- split(choices(study), choices(study)$policy)
    expect_identical(made$told$arm, made$"at rounds"$arm)
  }
  expect_error(run_study(bandit(arms_bernoulli(c(0.8, 0.5))), policy_restart(policy_ucb1()), 10), "does not state when its means change",
               class = "unruly_error_policy")
  expect_error(agent(policy_restart(policy_ucb1()), c("a", "b")), "does not state when its means change", class = "unruly_error_policy")
})

test_that("restarts make a policy the oracle of change points, in the fast way and in the plain one", {
  skip_on_cran() # long
  withr::local_seed(1)
  mean <- rbind(rep(c(0.8, 0.2), each = 1500), rep(0.5, 3000))
  b <- bandit(arms_tape(matrix(stats::rbinom(6000, 1, mean), 2), by = "round"))
  late <- function(policy) mean(utils::tail(choices(play(b, policy, 3000))$arm, 1400) == 2)
  expect_gt(late(policy_restart(policy_ucb1(), c(1, 1501))), 0.8)
  expect_lt(late(policy_ucb1()), 0.5)
  still <- bandit(arms_bernoulli(seq(0.2, 0.8, length.out = 20)))
  policies <- list(policy_restart(policy_ucb1(), 777), policy_restart(policy_moss(), c(1, 5000, 5001, 1e6)),
                   policy_restart(policy_etc(9), 1000, label = "etc"), policy_restart(policy_forgetting_ucb(memory = "discount"), 2000, label = "d"))
  expect_lazy_is_plain(still, policies, horizon = 3e4)
  kept <- function(keep) pulls(play(still, policies, 3e4, keep = keep, record = 1))
  expect_identical(kept("summary"), kept("choices"))
  expect_lazy_is_plain(bandit_mortal(alive = 10, horizon = 2e4, mean_lifetime = 500), policies, horizon = 2e4)
})

# ---- sleeping ---------------------------------------------------------------------------

# A walk of a log, event by event; the policy inside sees as there whoever has been
# in a pool and will be again.
literal_sleeping <- function(arm, reward, pools, horizon, init, make) {
  arms <- max(unlist(pools))
  event <- rep(seq_along(pools), lengths(pools))
  first <- vapply(seq_len(arms), function(k) min(event[unlist(pools) == k]), 0L)
  last <- vapply(seq_len(arms), function(k) max(event[unlist(pools) == k]), 0L)
  inside <- NULL
  seen <- list(n = numeric(arms), total = numeric(arms))
  init <- min(init, length(unique(arm)))
  met <- integer()
  taken <- integer()
  there <- integer()
  for (e in seq_along(arm)) {
    turn <- length(taken) + 1
    if (turn > horizon) break
    alive <- which(first <= e & last >= e)
    if (is.null(inside)) {
      there <- alive
      inside <- make(list(arms = arms, waits = 1, horizon = horizon, first = ifelse(seq_len(arms) %in% alive, 1, Inf)))
    }
    if (!identical(there, alive)) {
      for (k in sort(c(setdiff(there, alive), setdiff(alive, there)))) {
        if (k %in% there) if (!is.null(inside$gone)) inside$gone(k, turn)
        if (k %in% alive) if (!is.null(inside$came)) inside$came(k, turn)
      }
      there <- alive
    }
    if (length(met) < init) {
      if (arm[e] %in% met) next
      met <- c(met, arm[e])
    } else {
      wanted <- inside$choose(turn, alive)
      if (!wanted %in% pools[[e]]) {
        pool <- pools[[e]]
        mean <- seen$total[pool] / seen$n[pool]
        wanted <- pool[which.max(replace(mean, seen$n[pool] == 0, -Inf))]
      }
      if (wanted != arm[e]) next
    }
    taken <- c(taken, e)
    seen$n[arm[e]] <- seen$n[arm[e]] + 1
    seen$total[arm[e]] <- seen$total[arm[e]] + reward[e]
    if (!is.null(inside$observe)) inside$observe(turn, arm[e], reward[e], 1)
  }
  arm[taken]
}

# Arms that live for a part of the log and are away from a third of its pools.
sleepy_log <- function(events, arms, seed) {
  withr::local_seed(seed)
  from <- c(1, sample(events %/% 2, arms - 1, replace = TRUE))
  to <- pmin(from + sample(events, arms, replace = TRUE), events)
  to[1] <- events
  pools <- lapply(seq_len(events), function(e) sort(unique(c(1L, which(from <= e & to >= e & stats::runif(arms) < 2 / 3)))))
  arm <- vapply(pools, function(p) p[sample.int(length(p), 1)], 0L)
  log <- data.frame(arm = arm, reward = sample(0:4, events, replace = TRUE) / 4)
  log$pool <- pools
  log
}

test_that("a sleeping policy is told nothing of absences, and another arm is played in the stead of one that is away", {
  skip_on_cran() # long
  told <- 0
  played <- 0
  for (seed in 1:2) {
    log <- sleepy_log(6000, 8, seed)
    for (base in bases[c(1, 3, 4)]) {
      for (init in c(0, 3)) {
        if (!is_drawn(seed, match(base[[1]]$label, vapply(bases, function(one) one[[1]]$label, "")), init)) next
        replay <- suppressWarnings(bandit_replay(log, init = init, thin = "pool"), classes = "unruly_warning_uneven")
        core <- choices(play(replay, policy_sleeping(base[[1]]), 2500))$arm
        literal <- literal_sleeping(log$arm, log$reward, log$pool, 2500, init, base[[2]])
        expect_equal(core, literal, info = paste(seed, base[[1]]$label, init))
        played <- played + 1
        told <- told + !identical(core, choices(play(replay, base[[1]], 2500))$arm)
      }
    }
  }
  expect_gte(told, played / 2) # it matters
})

test_that("a sleeping policy that begins afresh while arms are away meets them when they are back", {
  skip_on_cran() # long
  withr::local_seed(3)
  for (i in 1:6) {
    replay <- suppressWarnings(bandit_replay(restless_log(3000, 12, i)), classes = "unruly_warning_uneven")
    policies <- lapply(list(policy_ucb1(), policy_thompson(), policy_etc(2), policy_ucb_l(bonus = "constant")),
                       function(base) policy_doubling(policy_sleeping(base), start = sample(5:40, 1)))
    expect_lazy_is_plain(replay, policies, horizon = 3000, seed = i)
  }
})

test_that("a policy that commits to its choice before the outcome can be doubled", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  study <- play(b, policy_doubling(policy_fixed(2)), 1000, keep = "summary", record = 1000)
  expect_identical(pulls(study)$pulls, c(0, 1000))
})

test_that("on other bandits a sleeping policy is itself", {
  skip_on_cran() # long
  for (case in moving_cases(2000)) {
    for (base in list(policy_ucb1(), policy_etc(20), policy_moss(), policy_imed())) {
      expect_identical(core_choices(case$bandit, policy_sleeping(base), 2000)$arm, core_choices(case$bandit, base, 2000)$arm)
    }
  }
  case <- waiting_case(4, 3, 1000)
  expect_identical(core_choices(case$bandit, policy_sleeping(policy_wait_ucb()), 2000)[c("arm", "wait")],
                   core_choices(case$bandit, policy_wait_ucb(), 2000)[c("arm", "wait")])
})

test_that("every policy that can play a log can sleep through it, or double in it", {
  skip_on_cran() # long
  log <- sleepy_log(3000, 8, 5)
  replay <- suppressWarnings(bandit_replay(log), classes = "unruly_warning_uneven")
  bases <- list(policy_uniform(), policy_round_robin(), policy_ucb(), policy_se(), policy_thompson("bernoulli"), policy_epsilon_greedy(),
                policy_kl_ucb(), policy_exp3(), policy_ag(), policy_ag(explore = "longest"), policy_ucb_l(bonus = "constant"), policy_ucb_l(),
                policy_bayes_ucb(), policy_imed(), policy_thompson_t(), policy_boltzmann(), policy_ucb_tuned(), policy_gittins(0.5))
  sleeping <- play(replay, lapply(bases, policy_sleeping), 200)
  doubling <- play(replay, lapply(bases, policy_doubling), 200)
  expect_true(all(regret(sleeping)$pulls[regret(sleeping)$round == 200] > 50))
  expect_true(all(regret(doubling)$pulls[regret(doubling)$round == 200] > 50))
})

# ---- nesting ------------------------------------------------------------------------------

test_that("policies are nested in each other", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.3, 0.5, 0.7, 0.9))) |> with_entries(c(1, 1, 1, 200)) |> with_patience(c(30, Inf, 60, Inf)) |> with_delay(7)
  nested <- list(policy_doubling(policy_queue(policy_moss())), policy_queue(policy_doubling(policy_moss())),
                 policy_sleeping(policy_doubling(policy_queue(policy_exp3()))))
  study <- play(b, nested, 1000, reps = 2)
  expect_identical(regret(study)$pulls[regret(study)$round == 1000], rep(1000, 6))
  plain <- bandit(arms_gaussian(c(0.1, 0.5, 0.4), 0.5))
  expect_identical(core_choices(plain, nested[[1]], 2000)$arm, core_choices(plain, policy_doubling(policy_moss()), 2000)$arm)
  expect_identical(core_choices(plain, nested[[2]], 2000)$arm, core_choices(plain, policy_doubling(policy_moss()), 2000)$arm)
  # The parameters reach the innermost.
  deep <- policy_sleeping(policy_doubling(policy_ucb1(alpha = 0.1), 1e6))
  expect_identical(core_choices(plain, deep, 2000)$arm, core_choices(plain, policy_ucb1(alpha = 0.1), 2000)$arm)
})

test_that("policies that cannot be nested, or cannot play, are refused", {
  expect_snapshot({
    policy_doubling(policy_moss())
    policy_sleeping(policy_doubling(policy_ucb(0.1), 100))
    policy_doubling(policy_ucb1(), label = "mine")
    policy_restart(policy_ucb1(), c(1, 500))
  })
  expect_errors({
    policy_doubling()
    policy_doubling(1)
    policy_doubling(policy_oracle())
    policy_doubling(policy_index(function(view) view$mean))
    policy_doubling(policy_doubling(policy_moss()))
    policy_doubling(policy_sleeping(policy_doubling(policy_moss())))
    policy_doubling(policy_moss(), start = 0)
    policy_sleeping(policy_sleeping(policy_moss()))
    policy_restart(policy_moss(), 0)
    policy_restart(policy_moss(), c(500, 100))
    policy_restart(policy_restart(policy_moss(), 10), 20)
    run_study(bandit(arms_bernoulli(0.5)), policy_doubling(policy_wait_ucb()), 10)
    run_study(bandit(arms_gaussian(0.5)), policy_sleeping(policy_kl_ucb(range = c(0, 1))), 10)
    run_study(bandit(arms_linear(diag(2), 1, context_normal(2, unit = TRUE))), policy_sleeping(policy_queue(policy_ucb1())), 2)
  })
})

test_that("a policy that was compiled can be held, too", {
  skip_on_cran() # long
  skip_on_os("windows")
  skip_if(Sys.which("make") == "", "there is no make")
  mine <- policy_compile(system.file("examples", "ucb1.c", package = "unruly"), list(alpha = 2))
  b <- bandit(arms_bernoulli(c(0.3, 0.5, 0.7)))
  expect_identical(core_choices(b, policy_doubling(mine(), 100), 2000)$arm, core_choices(b, policy_doubling(policy_ucb1(), 100), 2000)$arm)
})

# --- what it says of the policy inside --------------------------------------------------

# ETC names the arm that it plays in the end, whatever was seen since it has committed.
test_that("a policy inside another names its arm by its own rule", {
  skip_on_cran() # long
  near <- bandit(arms_bernoulli(c(0.5, 0.5, 0.5)))
  inside <- policy_etc(2)
  for (policy in list(inside, policy_sleeping(inside), policy_queue(inside), policy_restart(inside, rounds = c(20, 50)), policy_doubling(inside, start = 30))) {
    study <- run_study(near, policy, 80, reps = 20, seed = 1, keep = "choices", record = 80)
    played <- choices(study)
    expect_identical(recommendations(study)$arm, played$arm[played$round == 80])
  }
})

test_that("pairs of a policy inside another are not broken by a rule", {
  skip_on_cran() # long
  few <- bandit(arms_bernoulli(c(0.2, 0.4, 0.7)))
  inside <- policy_lucb()
  for (policy in list(policy_sleeping(inside), policy_queue(inside), policy_restart(inside, rounds = 5000), policy_doubling(inside, start = 5000))) {
    expect_stops(few, policy, stop_glr(0.2, rate = "practical"), literal_pairs(literal_glr(0.2), 3), 400, reps = 10)
  }
})
