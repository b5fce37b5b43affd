# ---- explore then commit ---------------------------------------------------------

test_that("ETC explores in turn and commits to the best mean, ties to the lowest", {
  for (pulls in c(1, 7, 60)) expect_literal_cases(policy_etc(pulls), literal_etc(pulls), sizes = c(2, 20))
  expect_literal_cases(policy_etc(5000), literal_etc(5000), sizes = 1)
})

test_that("ETC takes the best of the rest when its arm leaves, and explores arms that enter", {
  for (pulls in c(1, 10, 100)) expect_literal_moving(policy_etc(pulls), literal_etc(pulls))
  case <- waiting_case(4, 3, 1000)
  expect_literal(case$bandit, policy_etc(20), literal_etc(20), case$world)
})

# ---- epsilon-greedy ----------------------------------------------------------------

literal_epsilon_greedy <- function(epsilon = 0.1, decay = FALSE) {
  function(world) {
    seen <- new_tally(world)
    list(choose = function(t, live) {
      a <- actions_of(world, live)
      n <- seen$n[a]
      if (any(n == 0)) return(a[n == 0][1])
      chance <- if (decay) min(1, epsilon / t) else epsilon
      if (literal_coin(world, chance)) return(a[floor(world$random() * length(a)) + 1])
      a[which.max(seen$total[a] / n)]
    }, observe = seen$add)
  }
}

test_that("epsilon-greedy makes the choices of its rule, by its own numbers", {
  variants <- list(policy_epsilon_greedy(), policy_epsilon_greedy(decay = 20), policy_epsilon_greedy(0),
                   policy_epsilon_greedy(1), policy_epsilon_greedy(0.5))
  for (policy in variants) {
    make <- literal_epsilon_greedy(policy$parameters$decay %||% policy$parameters$epsilon, !is.null(policy$parameters$decay))
    expect_literal_cases(policy, make, sizes = c(2, 20), numbers = 4000)
  }
  for (policy in variants[1:2]) {
    make <- literal_epsilon_greedy(policy$parameters$decay %||% policy$parameters$epsilon, !is.null(policy$parameters$decay))
    expect_literal_moving(policy, make, numbers = 4000)
    case <- waiting_case(4, 3, 1000)
    case$world$random <- policy_numbers(policy, 1, 1, 4000)
    expect_literal(case$bandit, policy, make, case$world)
  }
})

# ---- MOSS --------------------------------------------------------------------------

literal_moss <- literal_index(function(t, a, n, mean, world, ...) {
  mean + sqrt(pmax(log(world$horizon / (length(a) * n)), 0) / n)
})

test_that("MOSS makes the choices of its formula, ties included", {
  expect_literal_cases(policy_moss(), literal_moss)
  expect_literal_moving(policy_moss(), literal_moss)
  case <- waiting_case(4, 3, 1000)
  expect_literal(case$bandit, policy_moss(), literal_moss, case$world)
})

# ---- KL-UCB ------------------------------------------------------------------------

literal_kl_ucb <- function(c = 0) {
  literal_index(function(t, a, n, mean, ...) {
    literal_kl_bound(mean, max(log(t) + if (c > 0) c * log(log(t)) else 0, 0) / n)
  })
}

# Few cases: the literal version bisects for every arm in every round.
test_that("KL-UCB makes the choices of its formula, at 0 and 1 too, ties included", {
  # Bernoulli, constant, a tape by pull and one by round.
  for (case in literal_cases(1000, sizes = c(1, 2, 20), unit = TRUE)[c(1, 5, 6, 7, 8, 9, 11)]) {
    expect_literal(bandit(case$arms), policy_kl_ucb(), literal_kl_ucb(), literal_world(case$arms$count, 1000, case$pays))
  }
  for (case in literal_cases(1000, sizes = 3, unit = TRUE)) {
    expect_literal(bandit(case$arms), policy_kl_ucb(3), literal_kl_ucb(3), literal_world(3, 1000, case$pays))
  }
  for (prob in list(c(0, 0, 0), c(1, 1, 1), c(0.999, 0, 1))) {
    arms <- arms_bernoulli(prob)
    expect_literal(bandit(arms), policy_kl_ucb(), literal_kl_ucb(),
                   literal_world(3, 1000, pays_by_pull(rewards_of(arms, 1000))))
  }
})

test_that("KL-UCB makes the choices of its formula where arms come and go, and with waiting", {
  expect_literal_moving(policy_kl_ucb(), literal_kl_ucb(), seeds = 1)
  case <- waiting_case(3, 2, 1000)
  expect_literal(case$bandit, policy_kl_ucb(), literal_kl_ucb(), case$world)
})

test_that("KL-UCB explores longest the arms it can tell apart least", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.9, 0.8)))
  final <- regret(run_study(b, list(policy_kl_ucb(), policy_ucb1()), horizon = 20000, reps = 20, seed = 1, record = 1))
  means <- tapply(final$regret, final$policy, mean)
  # Lai and Robbins: ln T gap / kl = 22.4.
  expect_lt(means[["KL-UCB"]], 50)
  expect_gt(means[["UCB1"]], 2 * means[["KL-UCB"]])
})

# ---- Exp3 --------------------------------------------------------------------------

literal_exp3 <- function(gamma = NULL) {
  function(world) {
    actions <- world$arms * world$waits
    w <- rep(1, actions)
    here <- actions_of(world, which(world$first <= 1))
    p <- NULL
    list(choose = function(t, live) {
      here <<- actions_of(world, live)
      k <- length(here)
      mixing <- gamma %||% min(1, sqrt(k * log(k) / ((exp(1) - 1) * world$horizon)))
      w[here] <<- w[here] / max(w[here])
      p <<- (1 - mixing) * w[here] / sum(w[here]) + mixing / k
      i <- which(world$random() < cumsum(p))[1]
      p <<- list(action = here[i], step = mixing / (p[i] * k))
      here[i]
    }, observe = function(t, action, observed, cost) {
      w[action] <<- w[action] * exp(p$step * observed)
    }, came = function(arm, t) {
      new <- actions_of(world, arm)
      w[new] <<- if (length(here) > 0) mean(w[here]) else 1
      here <<- c(here, new)
    }, gone = function(arm, t) here <<- setdiff(here, actions_of(world, arm)))
  }
}

test_that("Exp3 makes the choices of its rule, by its own numbers", {
  expect_literal_cases(policy_exp3(), literal_exp3(), sizes = c(1, 2, 20), numbers = 2000)
  for (gamma in c(0.01, 0.5, 1)) {
    expect_literal_cases(policy_exp3(gamma), literal_exp3(gamma), sizes = 7, numbers = 2000)
  }
})

test_that("Exp3 keeps to the arms that are there, and gives those that enter the average weight", {
  skip_in_quick()
  for (policy in list(policy_exp3(), policy_exp3(0.3))) {
    make <- literal_exp3(policy$parameters$gamma)
    expect_literal_moving(policy, make, numbers = 2000)
    case <- waiting_case(4, 3, 1000)
    case$world$random <- policy_numbers(policy, 1, 1, 2000)
    expect_literal(case$bandit, policy, make, case$world)
  }
})

test_that("the weights of Exp3 neither overflow nor vanish", {
  skip_on_cran() # long
  # Scores reach about -1.4e6, 1e8 and 1e11.
  for (values in list(c(-50, -49), c(1000, 900), c(1e6, 1e6))) {
    played <- core_choices(bandit(arms_constant(values)), policy_exp3(1), 1e5)
    expect_equal(mean(played$arm), 1.5, tolerance = 0.01)
  }
  played <- core_choices(bandit(arms_constant(c(1000, 900))), policy_exp3(0.1), 1e5)
  expect_gt(mean(played$arm == 1), 0.9)
})

# ---- everywhere ----------------------------------------------------------------------

test_that("the baselines play every kind of bandit they can", {
  skip_on_cran() # long
  arms <- arms_bernoulli(c(0.3, 0.6, 0.5))
  log <- data.frame(arm = rep_len(c(1, 2, 3, 2), 600), reward = rep_len(c(0, 1, 1, 0, 0), 600))
  bandits <- list(
    fair = bandit(arms) |> with_fairness(0.2, 0.5),
    spread = bandit(arms) |> with_spread(spread_linear(10)),
    mortal = bandit_mortal(alive = 5, horizon = 300, mean_lifetime = 20),
    # Shown in turn, not at random, which is warned of.
    replay = suppressWarnings(bandit_replay(log, init = 0), classes = "unruly_warning_uneven")
  )
  policies <- list(policy_etc(5), policy_epsilon_greedy(), policy_moss(), policy_exp3())
  study <- run_study(bandits, policies, horizon = 100, reps = 2, seed = 1, record = 1)
  expect_true(all(regret(study)$pulls > 50))
  study <- run_study(bandits[-2], policy_kl_ucb(), horizon = 100, reps = 2, seed = 1, record = 1)
  expect_true(all(regret(study)$pulls > 50))
})

test_that("KL-UCB refuses rewards outside [0, 1]", {
  expect_errors({
    run_study(bandit(arms_gaussian(c(0, 1))), policy_kl_ucb(range = c(0, 1)), horizon = 10)
    run_study(bandit(arms_constant(c(0.5, 1.1))), policy_kl_ucb(), horizon = 10)
    run_study(bandit(arms_bernoulli(0.5)) |> with_spread(spread_delay(1, 2)), policy_kl_ucb(range = c(0, 1)), horizon = 10)
    run_study(bandit_replay(data.frame(arm = 1:2, reward = 1:2)), policy_kl_ucb(), horizon = 2)
  })
  expect_error(run_study(bandit(arms_gaussian(0)), policy_kl_ucb(range = c(0, 1)), horizon = 10), class = "unruly_error_policy")
  delay <- rbind(c(0.5, 0.5))
  b <- bandit(arms_bernoulli(c(0.2, 0.4))) |> with_waiting(delay, pay = delay)
  expect_s3_class(run_study(b, policy_kl_ucb(), horizon = 10, reps = 1, seed = 1), "unruly_study")
})

test_that("bad arguments of the baselines are refused", {
  expect_errors({
    policy_etc()
    policy_etc(0)
    policy_etc(2.5)
    policy_etc(c(1, 2))
    policy_etc("5")
    policy_etc(NA)
    policy_epsilon_greedy(-0.1)
    policy_epsilon_greedy(1.1)
    policy_epsilon_greedy(NULL)
    policy_epsilon_greedy(decay = Inf)
    policy_epsilon_greedy(20, decay = TRUE)
    policy_epsilon_greedy(0.1, decay = 20)
    policy_epsilon_greedy(decay = NA)
    policy_epsilon_greedy(decay = "yes")
    policy_moss(label = 3)
    policy_kl_ucb(-1)
    policy_kl_ucb(c(0, 3))
    policy_kl_ucb(NULL)
    policy_exp3(0)
    policy_exp3(1.01)
    policy_exp3(NA_real_)
    policy_exp3("a")
  })
  expect_identical(policy_epsilon_greedy(decay = 5)$parameters, list(decay = 5))
})

test_that("a fixed arm that is gone is not the one that is born in its place", {
  for (policy in list(policy_fixed(2), policy_restart(policy_fixed(2), 4), policy_doubling(policy_fixed(2), 3))) {
    study <- run_study(bandit_mortal(3, 15, 5, init = 3), list(policy, policy_fixed(c(2, 2))), 15, reps = 4, seed = 4, keep = "choices", progress = FALSE)
    arms <- split(as.character(choices(study)$arm), choices(study)$policy)
    expect_identical(arms[[1]], arms[[2]])
  }
  a <- agent(policy_fixed("b"), c("a", "b", "c"), seed = 1)
  expect_equal(agent_choose(a), "b")
  agent_learn(a, "b", 1)
  agent_leave(a, "b")
  agent_enter(a, "d")
  expect_equal(agent_choose(a), "a")
})

# ---- Tsallis-INF -------------------------------------------------------------------

tsallis_weights <- function(loss, eta) {
  z <- min(loss) - 2 / eta
  repeat {
    w <- 4 * (eta * (loss - z))^-2
    if (sum(w) - 1 <= 1e-13) return(w)
    z <- z - (sum(w) - 1) / (eta * sum(w^1.5))
  }
}

# `silent`: the loss of a 0 is booked at the pull; losses are kept by play until outcomes are shown.
literal_tsallis <- function(estimator = "reduced_variance", silent = FALSE) {
  reduced <- estimator == "reduced_variance"
  function(world) {
    loss <- numeric(world$arms * world$waits)
    here <- actions_of(world, which(world$first <= 1))
    drawn <- list()
    rate <- function(t) (if (reduced) 4 else 2) / sqrt(t)
    list(choose = function(t, live) {
      here <<- actions_of(world, live)
      w <- tsallis_weights(loss[here], rate(t))
      b <- ifelse(reduced & w >= rate(t)^2, 0.5, 0)
      i <- which(world$random() < cumsum(w))[1]
      drawn[[t]] <<- c(w = w[i], b = b[i])
      loss[here] <<- loss[here] + b
      if (silent) loss[here[i]] <<- loss[here[i]] + (1 - b[i]) / w[i]
      here[i]
    }, observe = function(t, action, observed, cost, start = t - cost + 1) {
      of <- drawn[[start]]
      loss[action] <<- loss[action] + (if (silent) -observed else 1 - observed - of[["b"]]) / of[["w"]]
    }, came = function(arm, t) {
      new <- actions_of(world, arm)
      if (length(here) > 0) {
        w <- tsallis_weights(loss[here], rate(t))
        loss[new] <<- loss[here[1]] - 2 / (rate(t) * sqrt(w[1])) + 2 * sqrt(length(here)) / rate(t)
      } else loss[new] <<- 0
      here <<- c(here, new)
    }, gone = function(arm, t) here <<- setdiff(here, actions_of(world, arm)))
  }
}

test_that("Tsallis-INF's probabilities are those computed elsewhere", {
  near <- function(found, known) expect_equal(found, known, tolerance = 1e-11)
  near(tsallis_weights(c(0, 1, 3), 2 / sqrt(10)), c(.492589417658, .329900358266, .177510224077))
  near(tsallis_weights(c(0, 0, 0, 5), 4 / sqrt(50)), c(rep(.3014904170438, 3), .0955287488687))
})

test_that("Tsallis-INF makes the choices of its rule, by its own numbers, and states their probabilities", {
  for (estimator in c("reduced_variance", "importance")) {
    policy <- policy_tsallis_inf(estimator)
    make <- literal_tsallis(estimator)
    expect_literal_cases(policy, make, sizes = c(1, 2, 20), numbers = 2000)
    expect_literal_moving(policy, make, numbers = 2000)
    case <- waiting_case(4, 3, 1000)
    case$world$random <- policy_numbers(policy, 1, 1, 2000)
    expect_literal(case$bandit, policy, make, case$world)
  }
})

# The loss estimates of a game, from its table of choices.
tsallis_propensities <- function(game, arms, estimator, silent) {
  policy <- literal_tsallis(estimator, silent)
  told <- numeric()
  shown <- ifelse(is.na(game$shown), Inf, game$shown)
  world <- list(arms = arms, waits = 1, first = rep(1, arms))
  for (t in seq_len(nrow(game))) {
    if (t == 1) player <- policy(c(world, random = function() 0))
    losses <- environment(player$choose)$loss
    w <- tsallis_weights(losses, (if (estimator == "importance") 2 else 4) / sqrt(t))
    told[t] <- w[game$arm[t]]
    # The draw that the game made.
    environment(player$choose)$world$random <- function() sum(w[seq_len(game$arm[t])]) - w[game$arm[t]] / 2
    player$choose(t, seq_len(arms))
    for (s in which(shown[seq_len(t)] == t)) player$observe(t, game$arm[s], game$reward[s], 1, s)
  }
  told
}

test_that("Tsallis-INF weighs late and silent outcomes by the probabilities of their pulls", {
  skip_on_cran()
  arms <- bandit(arms_bernoulli(c(0.2, 0.5, 0.8)))
  for (estimator in c("reduced_variance", "importance")) for (law in list(0, 7, delay_geometric(30))) for (zero in list(law, Inf)) {
    study <- run_study(with_delay(arms, law, zero = zero), policy_tsallis_inf(estimator), 300, reps = 1, seed = 5, keep = "choices", record = 1)
    game <- choices(study)
    expect_equal(game$propensity, tsallis_propensities(game, 3, estimator, identical(zero, Inf)), tolerance = 1e-9)
  }
})

test_that("Tsallis-INF with another range makes the same choices, also if a silent 0 is no longer its end", {
  for (zero in list(3, Inf)) {
    b <- bandit(arms_bernoulli(c(0.2, 0.5))) |> with_delay(3, zero = zero)
    wide <- play(b, list(policy_tsallis_inf(range = c(-1, 1))), 400)
    expect_true(all(choices(wide)$propensity > 0))
  }
  plain <- core_choices(bandit(arms_constant(c(0.2, 0.6))), policy_tsallis_inf(range = c(0, 1)), 300)
  expect_gt(mean(plain$arm == 2), 0.6)
})
