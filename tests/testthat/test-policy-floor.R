# A floor under chances: by its formulas, with the numbers that the policy draws.

# `known(t, live)` are the chances of the literal policy inside, and `choose` draws as it does.
literal_floor <- function(inside, chance, decay = 0, clip = FALSE, first = 0) {
  function(world) {
    within <- list2env(as.list(world), parent = environment())
    within$depth <- 1
    policy <- inside(within)
    list(choose = function(t, live) {
      k <- length(live)
      least <- if (t <= first) 1 / k else min(chance * t^-decay, 1 / k)
      if (!clip) {
        own <- policy$choose(t, live)
        if (literal_coin(world, min(k * least, 1))) return(live[floor(world$random() * k) + 1])
        return(own)
      }
      p <- policy$chances(t, live)
      own <- policy$choose(t, live)
      raised <- pmax(p, least)
      raised <- raised - if (any(raised > least)) (sum(raised) - 1) / sum(raised - least) * (raised - least) else 0
      if (world$random() * p[match(own, live)] < raised[match(own, live)]) return(own)
      more <- pmax(raised - p, 0)
      live[findInterval(world$random() * sum(more), cumsum(more)) + 1]
    }, observe = policy$observe)
  }
}

# Epsilon-greedy with its chances.
literal_greedy_chances <- function(epsilon) {
  function(world) {
    seen <- new_tally(world)
    best <- function(live) if (any(seen$n[live] == 0)) live[seen$n[live] == 0][1] else live[which.max(seen$total[live] / seen$n[live])]
    list(choose = function(t, live) {
      if (any(seen$n[live] == 0)) return(best(live))
      if (literal_coin(world, epsilon)) live[floor(world$random() * length(live)) + 1] else best(live)
    }, chances = function(t, live) {
      explore <- if (any(seen$n[live] == 0)) 0 else epsilon
      explore / length(live) + (1 - explore) * (live == best(live))
    }, observe = seen$add)
  }
}

test_that("both kinds of floors play what their formulas say", {
  skip_on_cran()
  horizon <- 1500
  for (case in list(list(chance = 0.05, decay = 0, clip = FALSE), list(chance = 0.3, decay = 0.4, clip = FALSE),
                    list(chance = 0.08, decay = 0, clip = TRUE), list(chance = 0.3, decay = 0.3, clip = TRUE), list(chance = 1, decay = 0, clip = TRUE),
                    list(chance = 0.1, decay = 0.2, clip = FALSE, first = 40), list(chance = 0.1, decay = 0.2, clip = TRUE, first = 40))) {
    for (epsilon in c(0, 0.1)) {
      for (b in list(bandit(arms_bernoulli(c(0.3, 0.6, 0.4))), bandit(arms_gaussian(c(0.1, 0.4, 0.2, 0.3))))) {
        policy <- policy_floor(policy_epsilon_greedy(epsilon), case$chance, case$decay, if (case$clip) "clip" else "mixture", first = case$first %||% 0)
        world <- literal_world(b$arms$count, horizon, pays_by_pull(rewards_of(b$arms, horizon)), random = policy_numbers(policy, 1, 1, 6 * horizon))
        expect_literal(b, policy, literal_floor(literal_greedy_chances(epsilon), case$chance, case$decay, case$clip, case$first %||% 0), world)
      }
    }
  }
})

test_that("no chance falls below the floor, and they sum to 1, with arms that are away too", {
  skip_in_quick()
  awake <- matrix(c(TRUE, TRUE, FALSE, TRUE, FALSE, TRUE, TRUE, TRUE, TRUE), 3)
  for (b in list(bandit(arms_bernoulli(c(0.2, 0.5, 0.9))), bandit(arms_bernoulli(c(0.2, 0.5, 0.9))) |> with_absences(awake))) {
    for (type in c("mixture", "clip")) {
      for (inside in list(policy_thompson("bernoulli"), policy_ucb1(), policy_boltzmann(0.05), policy_doubling(policy_exp3(0.1)))) {
        log <- as_tibble(as_log(run_study(b, policy_floor(inside, 0.2, 0.3, type), 200, 1, seed = 3, threads = 1)))
        least <- pmin(0.2 * log$round^-0.3, 1 / lengths(log$pool))
        expect_true(all(vapply(log$propensities, min, 0) >= least - 1e-12))
        expect_equal(vapply(log$propensities, sum, 0), rep(1, 200), tolerance = 1e-8)
      }
    }
  }
})

test_that("clip needs chances that somebody knows; what it holds is refused as by other policies around one", {
  two <- bandit(arms_bernoulli(c(0.3, 0.6)))
  expect_error(run_study(two, policy_floor(policy_thompson_t(), 0.1, type = "clip"), 10), "propensities of Thompson \\(t\\) are unknown", class = "unruly_error_policy")
  expect_errors({
    policy_floor(policy_ucb1())
    policy_floor(policy_oracle(), 0.1)
    policy_floor(policy_floor(policy_ucb1(), 0.1), 0.1)
    policy_floor(policy_ucb1(), 0)
    policy_floor(policy_ucb1(), 0.1, decay = 1)
    policy_floor(policy_ucb1(), 0.1, type = "max")
    run_study(two, policy_floor(policy_thompson_t(), 0.1, type = "clip"), 10)
  })
  expect_snapshot(policy_floor(policy_ucb1(), 0.1, decay = 0.25))
  expect_identical(nrow(choices(play(two, policy_floor(policy_thompson_t(), 0.1), 50))), 50L)
})

# A policy inside so many others, each of another kind.
held_by <- function(policy, wrappers) {
  for (name in wrappers) {
    policy <- switch(name, queue = policy_queue(policy), sleeping = policy_sleeping(policy), doubling = policy_doubling(policy, 8),
                     restart = policy_restart(policy, c(1, 12)))
  }
  policy
}

refusal_of <- function(code) tryCatch({
  code
  NULL
}, unruly_error_policy = identity)

labels_of <- function(policy) {
  listed <- registry()
  c(listed$label[match(policy$constructor, listed$constructor)], if (!is.null(policy$policy)) labels_of(policy$policy))
}

# Refused exactly where the chances are unknown, with words that help.
expect_clips_if_known <- function(refused, known, policy) {
  expect_identical(is.null(refused), known, info = policy$label)
  if (is.null(refused)) return(invisible())
  said <- flat(conditionMessage(refused))
  expect_match(said, "Use `type = \"mixture\"`", fixed = TRUE)
  expect_true(any(vapply(labels_of(policy), function(label) grepl(paste("The propensities of", label), said, fixed = TRUE), NA)), info = said)
}

test_that("clip is refused before the start exactly where chances are not known, at any depth, of agents too", {
  skip_on_cran() # long
  set.seed(37)
  inside <- c(ready_policies(), list(policy_ucb_subset(2), policy_flearn(1, learner = "thompson"), policy_linear_thompson(shared = TRUE),
                                     policy_linear_thompson(shared = TRUE, link = "logit"), policy_linear_epsilon_greedy(0.1), policy_ag(30), policy_exp3(0.1)))
  inside <- Filter(function(p) !p$constructor %in% c("policy_oracle", "policy_index", "policy_custom"), inside)
  # An agent has no bandit that says how late outcomes are.
  inside <- lapply(inside, function(p) {
    rule <- if (startsWith(p$constructor, "policy_conversion")) unruly:::variant_of(p$constructor)$value
    if (is.null(rule)) p else policy_conversion(0, rule = rule)
  })
  wrappers <- c("queue", "sleeping", "doubling", "restart")
  bandits <- list(bandit(arms_bernoulli(c(a = 0.3, b = 0.6, c = 0.5))), bandit(arms_bernoulli(c(0.3, 0.6))) |> with_waiting(matrix(0.5, 2, 2)),
                  bandit(arms_bernoulli(c(0.3, 0.6, 0.5))) |> with_fairness(0.2, 1), bandit(arms_bernoulli(c(0.3, 0.6, 0.5))) |> with_patience(c(9, 5, Inf)),
                  bandit(arms_logistic(rbind(c(1, 0.5), c(-0.5, 1)), context_normal(2))), bandit(arms_bernoulli(c(0.3, 0.6, 0.5))) |> with_entries(c(1, 5, 20)))
  tried <- c(known = 0, unknown = 0)
  # Each of them on the first bandit, and on two of the others.
  bandits_of <- function(i) bandits[c(1, 2 + (i + 0:1) %% (length(bandits) - 1))]
  for (i in seq_along(inside)) for (b in bandits_of(i)) for (depth in if (identical(b, bandits[[1]])) c(0, 1, sample(2:4, 1)) else sample(0:4, 1)) {
    order <- sample(wrappers, depth)
    if (!is_drawn(i, depth, nchar(names(b$traits)[1] %||% ""))) next
    p <- held_by(inside[[i]], order)
    alone <- tryCatch(whatever_scale(run_study(b, p, 40, 1, seed = 5, keep = "choices", threads = 1)), unruly_error_policy = function(e) NULL)
    if (is.null(alone)) next
    known <- !anyNA(choices(alone)$propensity)
    tried <- tried + c(known, !known)
    clipped <- policy_floor(p, 0.05, type = "clip")
    expect_clips_if_known(refusal_of(played <- whatever_scale(run_study(b, clipped, 40, 1, seed = 5, keep = "choices", threads = 1))), known, p)
    if (known) expect_false(anyNA(choices(played)$propensity), info = p$label)
    if (identical(b, bandits[[1]])) expect_clips_if_known(refusal_of(agent(clipped, c("a", "b", "c"), horizon = 40, seed = 5)), known, p)
  }
  expect_true(all(tried > 30 / parts_of_share()))
})

test_that("a policy that never draws is known in a queue too, whatever it holds", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(4)
  for (p in list(policy_ucb1(), policy_doubling(policy_ucb1()), policy_sleeping(policy_restart(policy_doubling(policy_ucb1()), 9)))) {
    expect_identical(choices(play(b, policy_queue(p), 60))$propensity, rep(1, 60))
  }
})

test_that("an agent with a floor makes the choices of a simulation", {
  expect_acts_as_simulated <- function(policy) {
    study <- choices(play(bandit(arms_bernoulli(c(a = 0.3, b = 0.6))), policy, 200))
    a <- agent(policy, c("a", "b"), seed = 1)
    arms <- vapply(seq_len(200), function(i) {
      arm <- agent_choose(a)
      agent_learn(a, arm, study$reward[i])
      arm
    }, "")
    expect_identical(arms, as.character(study$arm))
  }
  expect_acts_as_simulated(policy_floor(policy_thompson("bernoulli"), 0.2, 0.2))
  expect_acts_as_simulated(policy_floor(policy_thompson("bernoulli"), 0.2, 0.2, "clip"))
})
