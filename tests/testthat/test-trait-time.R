# Arms that rest and sleep, outcomes in batches: what is played, and what it is compared with.

literal_ucb <- function(alpha) literal_index(function(t, a, n, mean, ...) mean + sqrt(alpha * log(t) / n))

literal_chance <- function(world) {
  list(choose = function(t, live) live[floor(world$random() * length(live)) + 1])
}

literal_moss_in_time <- literal_index(function(t, a, n, mean, world, live, ...) {
  mean + sqrt(pmax(log(world$horizon / (length(live) * n)), 0) / n)
})

# ETC by plays, not by what was seen; an arm that comes makes it compare anew.
literal_etc_in_time <- function(wanted) {
  function(world) {
    plays <- shown <- total <- numeric(world$arms)
    committed <- 0
    list(choose = function(t, live) {
      if (committed %in% live) return(committed)
      if (any(plays[live] < wanted)) return(live[which.min(plays[live])])
      committed <<- live[which.max(ifelse(shown[live] > 0, total[live] / shown[live], -Inf))]
    }, played = function(t, arm) plays[arm] <<- plays[arm] + 1,
    observe = function(t, action, observed, cost) {
      shown[action] <<- shown[action] + 1
      total[action] <<- total[action] + observed
    }, came = function(arm, t) committed <<- 0)
  }
}

# The cycle's next arm that is there; else the lowest.
literal_schedule <- function(cycle) {
  function(world) {
    at <- 0
    list(choose = function(t, live) {
      for (i in seq_along(cycle)) {
        slot <- (at + i - 1) %% length(cycle) + 1
        if (cycle[slot] %in% live) {
          at <<- slot
          return(cycle[slot])
        }
      }
      live[1]
    })
  }
}

literal_round_robin <- function(world) {
  last <- 0
  list(choose = function(t, live) last <<- c(live[live > last], live)[1])
}

# Of unseen arms the one played least, then the lowest; an arm that comes has no plays yet.
literal_delayed_ucb1_in_time <- function(world) {
  inside <- literal_delayed_ucb1(world)
  list(choose = inside$choose, played = inside$played, observe = function(t, action, observed, cost) inside$observe(t, action, observed, cost))
}

test_that("policies play among the arms that are there, and learn when they are told, as the literal game says", {
  policies <- list(
    list(policy_ucb1(), literal_ucb(2)), list(policy_ucb1(alpha = 8), literal_ucb(8)), list(policy_moss(), literal_moss_in_time),
    list(policy_delayed_ucb1(), literal_delayed_ucb1_in_time), list(policy_etc(3), literal_etc_in_time(3)),
    list(policy_round_robin(), literal_round_robin), list(policy_fixed(c(2, 1, 4, 2, 5)), literal_schedule(c(2, 1, 4, 2, 5))),
    list(policy_uniform(), literal_chance)
  )
  skip_on_cran() # takes a while
  for (seed in 1:2) {
    cases <- cases_in_time(150, seed = seed)
    for (name in names(cases)) {
      for (p in policies) expect_in_time(cases[[name]], p[[1]], p[[2]], name, seed, numbers = if (p[[1]]$constructor == "policy_uniform") 800 else 0)
    }
  }
})

# ---- what the regret compares with ---------------------------------------------------

# The greatest sum of means with at most `most[k]` plays of each arm and t in all, by looking at
# all counts.
greatest_sum <- function(mean, most, t) {
  counts <- do.call(expand.grid, lapply(most, function(m) 0:m))
  max(as.matrix(counts)[rowSums(counts) <= t, , drop = FALSE] %*% mean)
}

# The best that can be played, by looking at all schedules.
best_schedule <- function(mean, rest, t) {
  best <- function(round, free) {
    if (round > t) return(0)
    there <- which(free <= round)
    if (length(there) == 0) return(best(round + 1, free))
    max(vapply(there, function(k) mean[k] + best(round + 1, replace(free, k, round + rest[k])), 0))
  }
  best(1, rep(1, length(mean)))
}

final_figures <- function(b, policy, horizon) regret(play(b, policy, horizon, keep = "summary"))

test_that("the benchmark of arms that rest is the greatest sum that counts of plays allow, and no schedule exceeds it", {
  skip_in_quick()
  withr::local_seed(4)
  for (i in 1:12) {
    k <- sample(2:4, 1)
    mean <- round(runif(k), 2)
    rest <- sample(4, k, replace = TRUE)
    figures <- final_figures(bandit(arms_constant(mean)) |> with_rest(rest), policy_uniform(), 7)
    wanted <- vapply(1:7, function(t) greatest_sum(mean, ceiling(t / rest), t), 0)
    expect_equal(figures$benchmark, wanted)
    for (t in c(3, 7)) expect_gte(wanted[t] + 1e-12, best_schedule(mean, rest, t))
    expect_equal(figures$regret, wanted - figures$reward)
  }
  # Nothing rests: as without the trait. Arms of negative mean do not count.
  plain <- final_figures(bandit(arms_constant(c(0.2, 0.7))), policy_uniform(), 30)
  expect_equal(final_figures(bandit(arms_constant(c(0.2, 0.7))) |> with_rest(1), policy_uniform(), 30), plain)
  below <- final_figures(bandit(arms_constant(c(0.5, -1))) |> with_rest(3), policy_uniform(), 9)
  expect_equal(below$benchmark, 0.5 * ceiling(1:9 / 3))
})

test_that("only the rounds of their lives count for arms that enter and die", {
  b <- bandit(arms_constant(c(0.9, 0.5, 0.1))) |> with_lifetimes(c(1, 3, 1), c(4, 9, Inf)) |> with_rest(c(2, 3, 1))
  figures <- final_figures(b, policy_uniform(), 12)
  most <- function(t) c(ceiling(min(t, 4) / 2), if (t < 3) 0 else ceiling((min(t, 9) - 2) / 3), t)
  alive <- cumsum(c(0.9, 0.9, 0.9, 0.9, 0.5, 0.5, 0.5, 0.5, 0.5, 0.1, 0.1, 0.1))
  expect_equal(figures$benchmark, pmin(alive, vapply(1:12, function(t) greatest_sum(c(0.9, 0.5, 0.1), most(t), t), 0)))
})

literal_greedy <- function(mean) function(world) list(choose = function(t, live) live[which.max(mean[live])])

test_that("the greedy benchmark is what the oracle plays, and the oracle is far from nothing", {
  skip_in_quick()
  cases <- cases_in_time(300)
  for (name in drawn_of(grep("rest", names(cases), value = TRUE), 2)) {
    case <- cases[[name]]
    played <- expect_in_time(case, policy_oracle(), literal_greedy(case$mean), name)
    given <- case$bandit$traits$rest$parameters
    case$bandit$traits$rest <- with_rest(bandit(arms_bernoulli(case$mean)), given$rounds, benchmark = "greedy")$traits$rest
    figures <- game_of(regret(play(case$bandit, list(policy_oracle(), policy_uniform()), 300)), "Oracle")
    # The one that the comparator keeps never leaves for want of patience.
    if (!"patience" %in% names(case$bandit$traits)) expect_identical(figures$regret, numeric(300), info = name)
    without <- case$world
    without$patience <- rep(Inf, without$arms)
    greedy <- play_in_time(literal_greedy(case$mean), without)$arm
    expect_equal(figures$benchmark, cumsum(ifelse(greedy > 0, c(case$mean, 0)[pmax(greedy, 1)], 0)), info = name)
  }
  withr::local_seed(5)
  for (i in 1:10) {
    mean <- runif(4)
    rest <- sample(4, 4, replace = TRUE)
    greedy <- tail(final_figures(bandit(arms_constant(mean)) |> with_rest(rest), policy_oracle(), 8)$reward, 1)
    expect_gte(greedy, (1 - exp(-1)) * best_schedule(mean, rest, 8))
  }
})

test_that("the regret of arms that sleep compares with the best that is awake, and exits are those of the literal game", {
  skip_on_cran() # long
  for (seed in 1:2) {
    cases <- cases_in_time(300, seed = seed)
    for (name in drawn_of(names(cases), 4, seed)) {
      case <- cases[[name]]
      study <- play(case$bandit, policy_round_robin(), 300, seed = seed)
      log <- play_in_time(literal_round_robin, case$world)
      left <- exits(study)
      expect_identical(left$round + 0, log$left[left$arm], info = name)
      expect_setequal(left$arm, which(log$left < 300 | log$left == 300))
      idle <- setdiff(1:300, choices(study)$round)
      expect_identical(idle, which(log$idle), info = name)
      if (grepl("rest", name) || !grepl("chance|plan", name)) next
      best <- apply(log$eligible, 1, function(e) max(c(case$mean[e], if (!any(e)) 0)))
      expect_equal(regret(study)$benchmark, cumsum(best), info = name)
      expect_equal(regret(study)$regret, cumsum(best - ifelse(log$arm > 0, c(case$mean, 0)[pmax(log$arm, 1)], 0)), info = name)
    }
  }
})

test_that("contexts: the best arm awake is that of the round's context", {
  withr::local_seed(6)
  contexts <- matrix(rnorm(80), 40)
  theta <- rbind(c(1, 0), c(0, 1), c(-1, 0.5))
  plan <- matrix(runif(40 * 3) < 0.5, 40)
  study <- play(bandit(arms_linear(theta, 0.1, contexts)) |> with_absences(plan), policy_linucb(), 40)
  mean <- theta %*% t(contexts)
  best <- vapply(1:40, function(t) if (any(plan[t, ])) max(mean[plan[t, ], t]) else 0, 0)
  expect_equal(regret(study)$benchmark, cumsum(best))
})

# ---- draws ---------------------------------------------------------------------------

test_that("absences do not depend on the plays, and arms in a population have probabilities of their own", {
  skip_in_quick()
  b <- bandit(arms_constant(c(0.1, 0.2))) |> with_absences(c(0.5, 0.3))
  study <- play(b, list(policy_fixed(1), b = policy_fixed(2, label = "other")), 2000, reps = 2, seed = 3)
  for (rep in 1:2) {
    awake <- literal_awake(c(0.5, 0.3), 2000, 3, rep)
    one <- game_of(choices(study), rep = rep)
    expect_identical(one$arm + 0, ifelse(awake[one$round, 1], 1, 2))
    expect_identical(one$round, which(rowSums(awake) > 0) + 0)
  }
  for (death in c("timed", "budgeted")) {
    population <- bandit_mortal(3, 200, 12, death = death, init = NULL) |> with_absences(0.6) |> with_patience(40)
    for (policy in list(policy_uniform(), policy_ucb_l(bonus = "constant"), policy_ag(), policy_sleeping(policy_ucb1()))) {
      study <- play(population, policy, 200, seed = 5)
      chosen <- choices(study)
      counter <- cbind(chosen$round, 0, chosen$arm - 1, 1)
      expect_true(all(block_uniforms(counter, philox_key(5, 16))[, 1] < 0.6))
      life <- instances(study)
      if (death == "timed") expect_true(all(chosen$round >= life$first[chosen$arm] & chosen$round <= life$last[chosen$arm]))
    }
  }
})

test_that("the fast way and the plain one agree, and the outcomes of pulls are those without the traits", {
  skip_on_cran() # long
  cases <- cases_in_time(400, k = 5)
  policies <- list(policy_ucb1(), policy_kl_ucb(), policy_thompson("bernoulli"), policy_moss(), policy_imed(), policy_batched_se(4), policy_ucb_l(bonus = "constant"))
  for (name in drawn_of(names(cases), 2)) {
    expect_lazy_is_plain(cases[[name]]$bandit, policies, horizon = 400)
    chosen <- core_choices(cases[[name]]$bandit, policy_ucb1(), 400)
    n <- pulls_before(chosen$arm) + 1
    expect_identical(chosen$reward, vapply(seq_along(n), function(i) cases[[name]]$world$pays(chosen$arm[i], n[i], 0), 0))
  }
})

# ---- policies -----------------------------------------------------------------------

# BaSE, batch by batch, where outcomes are shown at once: arms in turn, then who goes.
# Of equal arms the better one has the lower `tie`.
literal_base <- function(reward, ends, gamma, tie) {
  k <- nrow(reward)
  horizon <- ends[length(ends)]
  left <- seq_len(k)
  total <- n <- numeric(k)
  chosen <- c()
  for (end in ends[-length(ends)]) {
    for (turn in seq_len(max(1, floor((end - length(chosen)) / length(left))))) {
      for (arm in left) {
        n[arm] <- n[arm] + 1
        total[arm] <- total[arm] + reward[arm, n[arm]]
        chosen <- c(chosen, arm)
      }
    }
    mean <- total / n
    left <- left[max(mean[left]) - mean[left] < sqrt(gamma * log(horizon * k) / n[left]) | left == left[order(-mean[left], tie[left])[1]]]
  }
  c(chosen, rep(left[order(-mean[left], tie[left])[1]], max(0, horizon - length(chosen))))[seq_len(horizon)]
}

test_that("BaSE plays batches in turn, drops arms at their ends and plays the best in the last one", {
  skip_in_quick()
  for (seed in 1:4) {
    for (arms in list(arms_gaussian(c(0, 0.8, 0.3, 1.5, 0.2)), arms_bernoulli(c(0.2, 0.7, 0.9)), arms_constant(c(0.5, 0.5)))) {
      reward <- rewards_of(arms, 600, seed)
      for (m in c(2, 3, 5, 9)) {
        for (grid in c("minimax", "geometric")) {
          if (!is_drawn(seed, arms$count, m, grid == "minimax")) next
          power <- if (grid == "minimax") (2 - 2^(1 - 1:m)) / (2 - 2^(1 - m)) else 1:m / m
          ends <- pmin(floor(600^power + 1e-9), 600)
          policy <- policy_batched_se(m, grid, gamma = 0.1)
          literal <- literal_base(reward, ends, 0.1, policy_numbers_vector(policy, arms$count, seed))
          expect_identical(core_choices(bandit(arms), policy, 600, seed)$arm + 0, literal + 0)
        }
      }
    }
  }
  expect_identical(batch_ends(1000, 3, "geometric"), c(10, 100, 1000))
  expect_identical(batch_ends(10000, 2), c(464, 10000))
  expect_error(batch_ends(1e7, 1e6 + 1), "at most 1,000,000", class = "unruly_error_argument")
  expect_identical(batch_ends(5, 40), unique(c(floor(5^((2 - 2^(1 - 1:39)) / (2 - 2^-39)) + 1e-9), 5)))
})

# The same, choice by choice: where outcomes come late, and arms come and go.
literal_base_in_time <- function(ends, gamma) {
  function(world) {
    there <- world$first <= 1
    dropped <- logical(world$arms)
    plays <- made <- shown <- total <- numeric(world$arms)
    log_term <- gamma * log(world$horizon * sum(there))
    before <- done <- kept <- 0
    m <- 1
    new_quota <- function() max(1, floor((ends[m] - before) / sum(there & !dropped)))
    quota <- new_quota()
    mean <- function() ifelse(shown > 0, total / shown, -Inf)
    tie <- vapply(there, function(here) if (here) world$random() else NA_real_, 0)
    best_of <- function(arms) arms[order(-mean()[arms], tie[arms])[1]]
    end_batch <- function() {
      left <- which(there & !dropped)
      best <- best_of(left)
      n <- pmin(shown, shown[best])
      worse <- intersect(left, which(n > 0 & mean()[best] - mean() >= sqrt(log_term / n)))
      dropped[setdiff(worse, best)] <<- TRUE
      plays <<- pmax(plays - quota, 0)
      before <<- done
      done <<- 0
      m <<- m + 1
      quota <<- new_quota()
    }
    list(choose = function(t, live) {
      while (m < length(ends)) {
        left <- live[!dropped[live]]
        if (length(left) == 0) return(best_of(live))
        arm <- left[which.min(plays[left])]
        if (plays[arm] < quota) return(arm)
        if (done == 0) done <<- t - 1
        if (any(shown[left] < made[left]) && t <= ends[m]) return(arm)
        end_batch()
      }
      left <- which(there & !dropped)
      if (kept == 0 && length(left) > 0) kept <<- best_of(left)
      if (kept %in% live) return(kept)
      left <- intersect(left, live)
      if (length(left) == 0) left <- live
      best_of(left)
    }, played = function(t, arm) {
      plays[arm] <<- plays[arm] + 1
      made[arm] <<- made[arm] + 1
    }, observe = function(t, action, observed, cost) {
      shown[action] <<- shown[action] + 1
      total[action] <<- total[action] + observed
    }, came = function(arm, t) {
      there[arm] <<- TRUE
      if (is.na(tie[arm])) tie[arm] <<- world$random()
    }, gone = function(arm, t, away) {
      there[arm] <<- away
      if (!away && arm == kept) kept <<- 0
    })
  }
}

test_that("BaSE plays on in turn until it has been shown what it wants to know", {
  skip_on_cran() # takes a while
  for (m in c(2, 5)) {
    ends <- floor(200^((2 - 2^(1 - 1:m)) / (2 - 2^(1 - m))) + 1e-9)
    cases <- cases_in_time(200, seed = m)
    for (name in names(cases)) expect_in_time(cases[[name]], policy_batched_se(m, gamma = 0.05), literal_base_in_time(ends, 0.05), name, m, numbers = 99)
  }
})

test_that("every policy plays among arms that rest and sleep and with outcomes in batches, and learns", {
  skip_on_cran() # takes a while
  all <- each_policy()
  pair <- bandit(arms_bernoulli(c(0.2, 0.9, 0.4)))
  traits <- list(batches = \(b) with_batches(b, 50), ends = \(b) with_batches(b, ends = c(3, 200)), rest = \(b) with_rest(b, c(1, 2, 4)),
                 absences = \(b) with_absences(b, c(0.6, 0.7, 0.8)),
                 all = \(b) b |> with_rest(c(2, 1, 3)) |> with_absences(0.7) |> with_batches(9) |> with_delay(3))
  others <- list(identity, \(b) with_patience(b, c(30, 40, Inf)), \(b) with_waiting(b, c(0.5, 0.5)), \(b) with_fairness(b, 0.2, 0.5),
                 \(b) with_lifetimes(b, c(1, 1, 40), c(200, Inf, 300)), \(b) with_spread(b, spread_delay(0, 3)))
  played <- list()
  for (add in names(traits)) {
    for (i in seq_along(others)) {
      # With no other trait, and with the share of the others.
      if (i > 1 && !is_drawn(match(add, names(traits)), i)) next
      b <- tryCatch(traits[[add]](others[[i]](pair)), unruly_error_combination = function(e) NULL)
      if (is.null(b)) next
      study <- study_of(b, all, 300, seed = 1)
      played[[add]] <- union(played[[add]], constructors_of(study))
      final <- regret(study)
      expect_identical(final$policy[!is.finite(final$regret)], character(), info = add)
    }
  }
  # Those of contexts see theirs at once, cycles keep to their arms, and some need births. The table of
  # the Bayes-optimal policy would be too large for three arms and 300 rounds.
  births <- c("policy_bayes_optimal", "policy_ag_l", "policy_ucb_l", unruly:::policy_types()[grepl("contexts", policies()$needs)])
  cycles <- c("policy_fc_se", "policy_fc_entry")
  names <- vapply(all, function(p) p$constructor, "")
  for (add in if (is.na(share_number())) names(traits)) {
    missed <- setdiff(names, played[[add]])
    expect_true(all(missed %in% c(births, "policy_stochastic", "policy_ucb_subset", if (!add %in% c("batches", "ends")) {
      c(cycles, unruly:::policy_types()[grepl("waiting|fairness", policies()$needs)])
    }, "policy_fc_entry")), info = paste(add, paste(missed, collapse = " ")))
  }
  learn <- list(policy_ucb1(), policy_thompson("bernoulli"), policy_moss(), policy_kl_ucb(), policy_se(), policy_batched_se(5), policy_etc(40))
  study <- run_study(pair |> with_batches(100), learn, 5000, reps = 4, seed = 1, record = 5000, threads = 1)
  expect_lt(max(summary(study)$mean), 0.4 * 5000 / 2)
})

test_that("a schedule takes names, cycles and arms that are not there", {
  named <- bandit(arms_bernoulli(c(red = 0.2, green = 0.8)))
  expect_identical(as.character(core_choices(named, policy_fixed(c("green", "green", "red")), 7)$arm), rep(c("green", "green", "red"), 3)[1:7])
  expect_identical(core_choices(three(), policy_fixed(aus_cycle(c(2, 4, 4))), 8)$arm + 0, as.double(rep(aus_cycle(c(2, 4, 4))$slots, 2)))
  kept <- play(three() |> with_patience(c(2, 4, 4)), policy_fixed(pinwheel_cycle(c(2, 4, 4))), 100)
  expect_identical(nrow(exits(kept)), 0L)
  gone <- core_choices(three() |> with_lifetimes(1, c(4, Inf, Inf)), policy_fixed(c(1, 1, 2)), 9)
  expect_identical(gone$arm + 0, c(1, 1, 2, 1, 2, 2, 2, 2, 2))
  a <- agent(policy_fixed(c("b", "a", "b")), c("a", "b"))
  expect_identical(replicate(4, agent_choose(a)), c("b", "a", "b", "b"))
  expect_error(run_study(named, policy_fixed(c(1, 3)), 5), class = "unruly_error_policy")
})

# ---- words --------------------------------------------------------------------------

test_that("rests, absences and batches print", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  plan <- matrix(c(TRUE, FALSE, TRUE, TRUE, TRUE, TRUE), 3)
  expect_snapshot({
    b |> with_rest(c(2, 3))
    b |> with_rest(2, benchmark = "greedy")
    b |> with_absences(c(0.5, 1))
    b |> with_absences(plan)
    b |> with_batches(100)
    b |> with_batches(1)
    b |> with_batches(ends = c(10, 100, 1000))
    policy_batched_se(3)
    policy_fixed(c(1, 2, 1))
    policy_fixed(c("red", "green"))
  })
})

test_that("a study names the comparator of its regret", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  compared <- function(b) unruly:::comparator_text(b)
  expect_identical(compared(with_rest(b, 2)), ", compared with the greatest sum of means that the rests allow")
  expect_identical(compared(with_rest(b, 2, benchmark = "greedy")), ", compared with the available arm of greatest mean in each round")
  expect_identical(compared(with_absences(b, 0.5)), ", compared with the best arm awake in each round")
})

test_that("wrong rests, absences and batches are refused, and traits they do not go with", {
  b <- bandit(arms_bernoulli(c(red = 0.3, green = 0.6)))
  expect_errors({
    with_rest(b)
    with_rest(b, 0)
    with_rest(b, 1.5)
    with_rest(b, 1:3)
    with_rest(b, 2, benchmark = "oracle")
    with_rest(with_rest(b, 2), 3)
    with_rest(with_waiting(b, c(0.5, 0.5)), 2)
    with_rest(with_fairness(b, 0.1, 1), 2)
    with_rest(bandit_mortal(3, 100, 10), 2)
    with_rest(bandit(arms_tape(matrix(0, 2, 9), by = "round")), 2)
    with_rest(bandit(arms_linear(diag(2), 1, context_normal(2))), 2)
    with_absences(b)
    with_absences(b, 1.5)
    with_absences(b, c(0.1, 0.2, 0.3))
    with_absences(b, "never")
    with_absences(b, matrix(TRUE, 2, 3))
    with_absences(b, NA)
    with_absences(bandit_mortal(2, 100, 10), c(0.5, 0.6))
    with_absences(b, matrix(TRUE, 2, 2, dimnames = list(NULL, c("red", "blue"))))
    with_absences(with_waiting(b, c(0.5, 0.5)), 0.5)
    with_absences(with_fairness(b, 0.1, 1), 0.5)
    with_absences(bandit(arms_tape(matrix(0, 2, 9), by = "round")), 0.5)
    with_batches(b)
    with_batches(b, 0)
    with_batches(b, 3, ends = 4)
    with_batches(b, ends = c(4, 4))
    with_batches(bandit_replay(data.frame(arm = c(1, 2), reward = 0)), 3)
    policy_batched_se(1)
    policy_batched_se(3, grid = "linear")
    batch_ends(0, 3)
    policy_fixed(c(1, 0))
    policy_fixed(c(1, 2), wait = 3)
    policy_fixed(c("red", NA))
    run_study(b, policy_fixed(c("red", "blue")), 10)
    run_study(b |> with_patience(9) |> with_rest(2), policy_fc_se(), 10)
    agent(policy_ucb1(), c("a", "b"), rest = 0)
    agent(policy_ucb1(), c("a", "b"), rest = 2, waiting = 3)
    agent(policy_ucb1(), c("a", "b"), awake = 0.5)
    agent(policy_ucb1(), c("a", "b"), batch = c(3, 2))
    agent(policy_bayes_optimal(), c("a", "b"), horizon = 9, batch = 3)
    agent(policy_fc_se(), c("a", "b"), rest = 3, patience = 4, horizon = 10)
  })
})
