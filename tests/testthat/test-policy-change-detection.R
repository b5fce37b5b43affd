# Policies that restart where they detect a change, and Exp3's kin for choices that change: each
# against a slow version written from its formula.

# ---- bandits that change ---------------------------------------------------------------

# Rounds of a tape whose means change at the given rounds.
changing_tape <- function(mean, rounds, seed = 1) {
  set.seed(seed)
  arms <- nrow(mean)
  at <- mean[, pmin(ncol(mean), 1 + (seq_len(rounds) - 1) %/% ceiling(rounds / ncol(mean)))]
  (matrix(stats::runif(arms * rounds), arms) < at) + 0
}

changing_means <- cbind(c(0.9, 0.5, 0.3), c(0.1, 0.4, 0.6), c(0.1, 0.9, 0.6), c(0.95, 0.5, 0.4))

# Bandits with their worlds: means that change and that do not, few values (ties), one arm.
changing_cases <- function(horizon, seed = 1) {
  set.seed(seed)
  tapes <- list(changing_tape(changing_means, horizon, seed),
                changing_tape(rbind(0.5, 0.52)[, c(1, 1)], horizon, seed),
                changing_tape(rbind(c(0, 1, 0), c(1, 0, 1)), horizon, seed),
                rbind(rep(c(0.25, 0.5, 0.25, 0.75), length.out = horizon), rep(0.25, horizon),
                      rep(c(1, 0.25), each = horizon / 2)),
                matrix(sample(0:4, horizon, replace = TRUE) / 4, 1))
  lapply(tapes, function(tape) {
    list(bandit = bandit(arms_tape(tape, by = "round")), world = literal_world(nrow(tape), horizon, pays_by_round(tape)))
  })
}

expect_literal_changes <- function(policy, make, horizon = 1200, which = 1:5, numbers = 0) {
  for (case in changing_cases(horizon)[which]) {
    case$world$random <- policy_numbers(policy, 1, 1, numbers)
    expect_literal(case$bandit, policy, make, case$world)
  }
}

# Outcomes that are shown at the end of the round `lag` rounds later, to a literal policy.
literal_late <- function(make, lag) {
  function(world) {
    world <- late_world(world)
    inside <- make(world)
    late <- list()
    list(choose = function(t, live) {
      due <- vapply(late, function(o) o$start + lag < t, NA)
      for (o in late[due]) {
        world$shown[o$action] <- world$shown[o$action] + 1
        inside$observe(t - 1, o$action, o$observed, 1, o$start)
      }
      late <<- late[!due]
      inside$choose(t, live)
    }, observe = function(t, action, observed, cost) {
      world$played[action] <- world$played[action] + 1
      late[[length(late) + 1]] <<- list(start = t, action = action, observed = observed)
    })
  }
}

# What literal policies that restart share: what was seen of each action since its restart.
literal_watch <- function(world) {
  actions <- world$arms * world$waits
  self <- environment()
  self$seen <- rep(list(numeric()), actions)
  self$since <- self$n <- self$total <- numeric(actions)
  self$add <- function(action, x, start) {
    if (start <= since[action]) return(FALSE)
    seen[[action]] <<- c(seen[[action]], x)
    n[action] <<- n[action] + 1
    total[action] <<- total[action] + x
    TRUE
  }
  self$forget <- function(action, t) {
    seen[action] <<- list(numeric())
    n[action] <<- 0
    total[action] <<- 0
    since[action] <<- t
  }
  self
}

# The index of what was seen: `log_term` a number or one by action.
literal_restart_index <- function(watch, a, log_term, kl, factor) {
  n <- watch$n[a]
  mean <- watch$total[a] / pmax(n, 1)
  if (!kl) {
    if (any(n == 0)) return(evened_out(watch$world, a, a[n == 0][1]))
    return(a[which.max(mean + sqrt(factor * log_term / n))])
  }
  index <- literal_kl_bound(mean, log_term / pmax(n, 1))
  evened_out(watch$world, a, a[which.max(replace(index, n == 0, 1))])
}

# ---- GLR-kl-UCB ------------------------------------------------------------------------

literal_glr <- function(restart = "local", explore = NULL, error = NULL, test_every = 10, split_every = 5,
                        family = "bernoulli", explore_growth = TRUE) {
  d <- if (family == "gaussian") function(p, q) 2 * (p - q)^2 else literal_bernoulli_divergence
  function(world) {
    watch <- literal_watch(world)
    error <- error %||% (1 / sqrt(world$horizon))
    restarts <- 0
    changed <- function(x) {
      n <- length(x)
      if (n %% test_every != 0) return(FALSE)
      m <- mean(x)
      if (m == 0 || m == 1) return(FALSE)
      s <- seq_len((n - 1) %/% split_every) * split_every
      first <- cumsum(x)[s]
      z <- s * d(first / s, m) + (n - s) * d((sum(x) - first) / (n - s), m)
      any(z > log(n^1.5 / error))
    }
    list(choose = function(t, live) {
      a <- actions_of(world, live)
      k <- length(a)
      alpha <- min(1, (explore %||% sqrt(k * log(world$horizon) / world$horizon)) * (if (explore_growth) sqrt(restarts + 1) else 1))
      forced <- if (alpha > 0) t %% floor(k / alpha) else 0
      if (forced %in% seq_len(k)) return(a[forced])
      literal_restart_index(watch, a, log(t - watch$since[a]), TRUE)
    }, observe = function(t, action, observed, cost, start = t - cost + 1) {
      if (!watch$add(action, observed, start) || !changed(watch$seen[[action]])) return()
      restarts <<- restarts + 1
      watch$forget(if (restart == "local") action else seq_along(watch$seen), t)
    })
  }
}

glr_variants <- list(list(), list("global"), list("local", explore = 0), list("global", explore = 0.9, error = 0.1),
                     list("global", error = 0.05, test_every = 7, split_every = 3),
                     list("local", family = "gaussian", test_every = 1, split_every = 1),
                     list(explore = 0.3, error = 0.5, explore_growth = FALSE), list("global", explore_growth = FALSE))

test_that("GLR-kl-UCB makes the choices of its formula", {
  for (i in seq_along(glr_variants)) {
    given <- glr_variants[[i]]
    expect_literal_changes(do.call(policy_glr_kl_ucb, given), do.call(literal_glr, given), which = if (i > 2) c(1, 4) else 1:5)
  }
})

test_that("forced plays of GLR-kl-UCB grow with restarts, unless told not to", {
  # Plays in the rounds that force one, per 1,000 rounds, where the best arm changes again and again.
  means <- cbind(c(0.9, 0.1, 0.1), c(0.1, 0.9, 0.1))[, rep(1:2, 10)]
  b <- bandit(arms_bernoulli(means[, 1])) |> with_changes(changes_at(1:19 * 250 + 1, t(means[, -1])))
  # The third arm never is the best: nearly all of its plays are forced.
  third <- function(policy) {
    played <- choices(run_study(b, policy, 5000, reps = 4, seed = 1, keep = "choices", threads = 1, progress = FALSE))
    c(early = sum(played$arm == 3 & played$round <= 1000), late = sum(played$arm == 3 & played$round > 4000)) / 4
  }
  grown <- third(policy_glr_kl_ucb("global", explore = 0.06))
  fixed <- third(policy_glr_kl_ucb("global", explore = 0.06, explore_growth = FALSE))
  expect_gt(grown[["late"]], 1.5 * fixed[["late"]])
  expect_lt(abs(fixed[["late"]] / fixed[["early"]] - 1), 0.4)
})

test_that("GLR-kl-UCB makes the choices of its formula where arms come and go, with waiting and with delays", {
  skip_in_quick()
  for (given in glr_variants[c(1, 5)]) {
    policy <- do.call(policy_glr_kl_ucb, given)
    expect_literal_moving(policy, do.call(literal_glr, given), horizon = 600, seeds = 1)
    case <- waiting_case(2, 3, 600)
    expect_literal(case$bandit, policy, do.call(literal_glr, given), case$world)
    for (lag in c(1, 30)) {
      case <- changing_cases(800)[[1]]
      expect_literal(case$bandit |> with_delay(lag), policy, literal_late(do.call(literal_glr, given), lag), case$world)
    }
  }
})

# ---- CUSUM-UCB -------------------------------------------------------------------------

literal_cusum <- function(burn_in, shift, threshold = NULL, explore = NULL, changes = 1, index = "ucb") {
  function(world) {
    watch <- literal_watch(world)
    horizon <- world$horizon
    threshold <- threshold %||% log(horizon / changes)
    explore <- min(1, explore %||% sqrt(changes * log(horizon / changes) / horizon))
    up <- down <- numeric(world$arms * world$waits)
    changed <- function(k) {
      x <- watch$seen[[k]]
      if (length(x) <= burn_in) {
        up[k] <<- down[k] <<- 0
        return(FALSE)
      }
      u <- mean(x[1:burn_in])
      y <- x[length(x)]
      up[k] <<- max(0, up[k] + y - u - shift)
      down[k] <<- max(0, down[k] + u - y - shift)
      max(up[k], down[k]) > threshold
    }
    list(choose = function(t, live) {
      a <- actions_of(world, live)
      if (world$random() < explore) return(a[floor(world$random() * length(a)) + 1])
      literal_restart_index(watch, a, log(max(sum(watch$n), 1)), index == "kl", 1)
    }, observe = function(t, action, observed, cost, start = t - cost + 1) {
      if (watch$add(action, observed, start) && changed(action)) watch$forget(action, t)
    })
  }
}

cusum_variants <- list(list(20, 0.1), list(20, 0.1, index = "kl"), list(5, 0.05, threshold = 2, explore = 0.1, index = "kl"),
                       list(5, 0.05, threshold = 2, explore = 0.1), list(30, 0.05, changes = 3))

test_that("CUSUM-UCB makes the choices of its formula", {
  for (given in cusum_variants) {
    expect_literal_changes(do.call(policy_cusum_ucb, given), do.call(literal_cusum, given), which = c(1, 3:5), numbers = 2400)
  }
})

test_that("CUSUM-UCB makes the choices of its formula where arms come and go, with waiting and with delays", {
  skip_in_quick()
  for (given in cusum_variants[3:4]) {
    policy <- do.call(policy_cusum_ucb, given)
    make <- do.call(literal_cusum, given)
    expect_literal_moving(policy, make, horizon = 600, seeds = 1, numbers = 2000)
    case <- waiting_case(2, 3, 600)
    case$world$random <- policy_numbers(policy, 1, 1, 2000)
    expect_literal(case$bandit, policy, make, case$world)
    for (lag in c(1, 30)) {
      case <- changing_cases(800)[[1]]
      case$world$random <- policy_numbers(policy, 1, 1, 2400)
      expect_literal(case$bandit |> with_delay(lag), policy, literal_late(make, lag), case$world)
    }
  }
})

# ---- M-UCB -----------------------------------------------------------------------------

literal_m <- function(window, threshold = NULL, explore = NULL, changes = 1, index = "ucb", count_from = "restart") {
  function(world) {
    watch <- literal_watch(world)
    horizon <- world$horizon
    at_start <- sum(world$first <= 1) * world$waits
    b <- threshold %||% sqrt(window / 2 * log(2 * at_start * horizon^2))
    last <- 0
    changed <- function(x) {
      if (length(x) < window) return(FALSE)
      x <- x[length(x) - window + seq_len(window)]
      half <- window / 2
      abs(sum(x[half + 1:half]) - sum(x[1:half])) > b
    }
    list(choose = function(t, live) {
      a <- actions_of(world, live)
      k <- length(a)
      alpha <- min(1, explore %||% sqrt(changes * k * (2 * b + 3 * sqrt(window)) / (2 * horizon)))
      forced <- 0
      if (alpha > 0) forced <- if (count_from == "start") t %% floor(k / alpha) else (t - last) %% ceiling(k / alpha)
      if (forced %in% seq_len(k)) return(a[forced])
      literal_restart_index(watch, a, log(t - last), index == "kl", 2)
    }, observe = function(t, action, observed, cost, start = t - cost + 1) {
      if (!watch$add(action, observed, start) || !changed(watch$seen[[action]])) return()
      last <<- t
      watch$forget(seq_along(watch$seen), t)
    })
  }
}

m_variants <- list(list(20, threshold = 4, explore = 0.1), list(20, threshold = 4, explore = 0.1, index = "kl"),
                   list(200, explore = 0.05, count_from = "start"), list(2, threshold = 0.7, explore = 0),
                   list(50, changes = 3, index = "kl", count_from = "start"))

test_that("M-UCB makes the choices of its formula", {
  for (given in m_variants) expect_literal_changes(do.call(policy_m_ucb, given), do.call(literal_m, given), which = c(1, 3:5))
})

test_that("M-UCB makes the choices of its formula where arms come and go, with waiting and with delays", {
  for (given in m_variants[1:2]) {
    policy <- do.call(policy_m_ucb, given)
    make <- do.call(literal_m, given)
    expect_literal_moving(policy, make, horizon = 600, seeds = 1)
    case <- waiting_case(2, 3, 600)
    expect_literal(case$bandit, policy, make, case$world)
    for (lag in c(1, 30)) {
      case <- changing_cases(800)[[1]]
      expect_literal(case$bandit |> with_delay(lag), policy, literal_late(make, lag), case$world)
    }
  }
})

# ---- Exp3.S and Rexp3 --------------------------------------------------------------------

literal_exp3_s <- function(gamma = NULL, share = NULL, changes = 1) {
  function(world) {
    w <- rep(1, world$arms * world$waits)
    here <- actions_of(world, which(world$first <= 1))
    drawn <- list()
    share <- share %||% (1 / world$horizon)
    list(choose = function(t, live) {
      here <<- actions_of(world, live)
      k <- length(here)
      mixing <- gamma %||% min(1, sqrt(k * (changes * log(k * world$horizon) + exp(1)) / ((exp(1) - 1) * world$horizon)))
      w <<- w / max(w[here])
      p <- (1 - mixing) * w[here] / sum(w[here]) + mixing / k
      i <- which(world$random() < cumsum(p))[1]
      drawn[[t]] <<- mixing / (p[i] * k)
      here[i]
    }, observe = function(t, action, observed, cost, start = t - cost + 1) {
      more <- exp(1) * share * sum(w[here]) / length(here)
      w[action] <<- w[action] * exp(drawn[[start]] * observed)
      w[here] <<- w[here] + more
    }, came = function(arm, t) {
      new <- actions_of(world, arm)
      w[new] <<- if (length(here) > 0) mean(w[here]) else 1
      here <<- c(here, new)
    }, gone = function(arm, t) here <<- setdiff(here, actions_of(world, arm)))
  }
}

# Exp3 anew; what began in an earlier batch is forgotten.
literal_rexp3 <- function(batch = NULL, variation = 1) {
  function(world) {
    at_start <- sum(world$first <= 1) * world$waits
    batch <- batch %||% max(1, ceiling((at_start * log(at_start))^(1 / 3) * (world$horizon / variation)^(2 / 3)))
    w <- rep(1, world$arms * world$waits)
    here <- actions_of(world, which(world$first <= 1))
    drawn <- list()
    since <- 0
    list(choose = function(t, live) {
      here <<- actions_of(world, live)
      if ((t - 1) %/% batch * batch != since) {
        since <<- (t - 1) %/% batch * batch
        w <<- rep(1, length(w))
      }
      k <- length(here)
      mixing <- min(1, sqrt(k * log(k) / ((exp(1) - 1) * batch)))
      w[here] <<- w[here] / max(w[here])
      p <- (1 - mixing) * w[here] / sum(w[here]) + mixing / k
      i <- which(world$random() < cumsum(p))[1]
      drawn[[t]] <<- mixing / (p[i] * k)
      here[i]
    }, observe = function(t, action, observed, cost, start = t - cost + 1) {
      if (start > since) w[action] <<- w[action] * exp(drawn[[start]] * observed)
    }, came = function(arm, t) {
      new <- actions_of(world, arm)
      w[new] <<- if (length(here) > 0) mean(w[here]) else 1
      here <<- c(here, new)
    }, gone = function(arm, t) here <<- setdiff(here, actions_of(world, arm)))
  }
}

exp3_variants <- list(list(policy_exp3(forget = "shares"), literal_exp3_s()), list(policy_exp3(gamma = 0.1, share = 0.01), literal_exp3_s(0.1, 0.01)),
                      list(policy_exp3(changes = 4, forget = "shares"), literal_exp3_s(changes = 4)),
                      list(policy_exp3(forget = "batches"), literal_rexp3()), list(policy_exp3(batch = 100), literal_rexp3(100)),
                      list(policy_exp3(variation = 5), literal_rexp3(variation = 5)))

test_that("Exp3.S and Rexp3 make the choices of their rules, by their own numbers", {
  for (variant in exp3_variants) expect_literal_changes(variant[[1]], variant[[2]], numbers = 1200)
})

test_that("Exp3.S and Rexp3 keep to the arms that are there, and take outcomes late", {
  skip_in_quick()
  for (variant in exp3_variants[c(1, 2, 4, 5)]) {
    policy <- variant[[1]]
    expect_literal_moving(policy, variant[[2]], horizon = 600, seeds = 1, numbers = 600)
    case <- waiting_case(2, 3, 600)
    case$world$random <- policy_numbers(policy, 1, 1, 1000)
    expect_literal(case$bandit, policy, variant[[2]], case$world)
    case <- changing_cases(1200)[[1]]
    case$world$random <- policy_numbers(policy, 1, 1, 1200)
    expect_literal(case$bandit |> with_delay(30), policy, literal_late(variant[[2]], 30), case$world)
  }
})

# ---- what all of them are to do ----------------------------------------------------------------

detectors <- function() {
  list(policy_glr_kl_ucb(), policy_glr_kl_ucb("global", label = "global"),
       policy_glr_kl_ucb("global", family = "gaussian", error = 0.5, test_every = 3, split_every = 1, label = "Gaussian"),
       policy_cusum_ucb(50, 0.1), policy_cusum_ucb(20, 0.05, threshold = 3, index = "kl", label = "CUSUM-KL-UCB"),
       policy_m_ucb(400, explore = 0.1), policy_m_ucb(30, threshold = 6, explore = 0.05, index = "kl", label = "M-KL-UCB"))
}

test_that("the fast way of detectors is their plain way: few arms and many, levels and steps, ties", {
  skip_on_cran() # long
  for (rounds in c(3000, 12000)) {
    b <- bandit(arms_tape(changing_tape(changing_means, rounds), by = "round"))
    expect_lazy_is_plain(b, detectors(), horizon = rounds)
  }
  set.seed(1)
  many <- matrix(stats::runif(40 * 5), 40)
  expect_lazy_is_plain(bandit(arms_tape(changing_tape(many, 5000), by = "round")), detectors(), horizon = 5000)
  steps <- matrix(round(stats::rbeta(3 * 6000, 2, 1) * 7) / 7, 3) * rep(c(1, 0.5), each = 9000)
  expect_lazy_is_plain(bandit(arms_tape(steps, by = "round")), detectors(), horizon = 6000)
  # Rewards that no number of a few bits is: sums are rounded; and no reward differs.
  real <- matrix(stats::runif(3 * 6000), 3) * rep(c(1, 0.7, 0.9), each = 6000)
  expect_lazy_is_plain(bandit(arms_tape(real, by = "round")), detectors(), horizon = 6000)
  expect_lazy_is_plain(bandit(arms_constant(c(0.1, 0.7, 0.7))), detectors(), horizon = 3000)
})

test_that("a change that makes another arm the best is noticed, where KL-UCB goes on", {
  skip_on_cran() # long
  rounds <- 8000
  tape <- changing_tape(cbind(c(0.9, 0.5, 0.2), c(0.5, 0.5, 0.7)), rounds)
  kin <- list(policy_exp3(changes = 2, forget = "shares"), policy_exp3(batch = 500))
  study <- run_study(bandit(arms_tape(tape, by = "round")), c(detectors(), kin, list(policy_kl_ucb())), rounds, reps = 5,
                     seed = 1, keep = "choices", record = rounds, threads = 1, progress = FALSE)
  late <- choices(study)
  late <- late[late$round > 7000, ]
  best <- tapply(late$arm == 3, late$policy, mean)
  learned <- setdiff(names(best), "KL-UCB")
  expect_length(learned, 9)
  # Rexp3, which begins afresh every 500 rounds, finds the best arm in little more than half of the rounds.
  expect_gt(min(best[setdiff(learned, "Rexp3")]), 0.8)
  expect_gt(best[["Rexp3"]], 0.4)
  expect_true(all(best[learned] > best[["KL-UCB"]]), info = paste(names(best), round(best, 2), collapse = ", "))
  expect_lt(best[["KL-UCB"]], 0.4)
})

test_that("without changes, a detector that is not forced to explore is hardly worse than KL-UCB", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.3, 0.5, 0.7)))
  policies <- list(policy_kl_ucb(), policy_glr_kl_ucb(explore = 0), policy_glr_kl_ucb("global", explore = 0, label = "global"))
  final <- summary(run_study(b, policies, 5000, reps = 10, seed = 1, threads = 1, progress = FALSE))
  expect_lt(max(final$mean), 1.2 * final$mean[final$policy == "KL-UCB"])
})

test_that("rewards on another scale make the same choices where the range is told", {
  skip_on_cran() # long
  tape <- changing_tape(changing_means, 2000)
  plain <- bandit(arms_tape(tape, by = "round"))
  wide <- bandit(arms_tape(16 * tape - 4, by = "round"))
  chosen <- function(b, policy) core_choices(b, policy, 2000)$arm
  pairs <- list(c(policy_glr_kl_ucb, list()), c(policy_cusum_ucb, list(burn_in = 20, shift = 0.1, index = "kl", explore = 0)),
                c(policy_m_ucb, list(window = 20, threshold = 4, explore = 0.1)))
  for (pair in pairs) {
    there <- do.call(pair[[1]], c(pair[-1], list(range = c(-4, 12))))
    expect_identical(chosen(wide, there), chosen(plain, do.call(pair[[1]], pair[-1])))
  }
})

test_that("an agent chooses the same in the fast way and in the plain one, wherever arms are away", {
  skip_on_cran() # long
  for (policy in list(policy_glr_kl_ucb(error = 0.9, test_every = 2, split_every = 1),
                      policy_m_ucb(4, threshold = 1.5, explore = 0.1),
                      policy_cusum_ucb(3, 0.05, threshold = 1, index = "kl"))) {
    chosen <- lapply(c(FALSE, TRUE), function(plain) {
      withr::local_options(unruly.plain = plain)
      withr::local_seed(4)
      a <- agent(policy, as.character(1:20), horizon = 1000, seed = 1)
      arms <- integer()
      live_restlessly(20, 500, leave = function(arm) agent_leave(a, as.character(arm), away = TRUE),
                      enter = function(arm) agent_enter(a, as.character(arm)), act = function(live) {
        arm <- agent_choose(a)
        agent_learn(a, arm, as.numeric(runif(1) < as.integer(arm) / 21))
        arms <<- c(arms, as.integer(arm))
      })
      arms
    })
    expect_identical(chosen[[1]], chosen[[2]], info = policy$label)
  }
})

test_that("weights of Exp3.S stay numbers", {
  skip_on_cran() # long
  for (values in list(c(-50, -49), c(1000, 900), c(1, 1))) {
    played <- core_choices(bandit(arms_constant(values)), policy_exp3(gamma = 0.5, forget = "shares"), 1e4)
    expect_true(all(played$arm %in% 1:2) && length(unique(played$arm)) == 2)
  }
  # An arm comes back after the weight of the other has grown by far more than a number can hold.
  a <- agent(policy_exp3(gamma = 0.5, share = 1e-100), c("a", "b"), horizon = 1e4, seed = 1)
  agent_leave(a, "a", away = TRUE)
  for (i in 1:4000) agent_learn(a, agent_choose(a), 1)
  agent_enter(a, "a")
  agent_leave(a, "b", away = TRUE)
  expect_identical(as.character(agent_choose(a)), "a")
})

test_that("they print their defaults in words", {
  expect_snapshot({
    policy_glr_kl_ucb()
    policy_glr_kl_ucb("global", explore = 0.1, error = 0.01, family = "gaussian", range = c(1, 5))
    policy_cusum_ucb(200, 0.1)
    policy_cusum_ucb(200, 0.1, threshold = 3, explore = 0.1, index = "kl")
    policy_m_ucb(200)
    policy_m_ucb(200, explore = 0.1, index = "kl", count_from = "start")
    policy_exp3(forget = "shares")
    policy_exp3(gamma = 0.1, changes = 3, forget = "shares")
    policy_exp3(forget = "batches")
    policy_exp3(batch = 100)
  })
})

test_that("bad arguments of policies that detect changes are refused", {
  expect_errors({
    policy_glr_kl_ucb("none")
    policy_glr_kl_ucb(explore = 1.1)
    policy_glr_kl_ucb(error = 0)
    policy_glr_kl_ucb(test_every = 0)
    policy_glr_kl_ucb(split_every = 2.5)
    policy_cusum_ucb()
    policy_cusum_ucb(10)
    policy_cusum_ucb(10, shift = -0.1)
    policy_cusum_ucb(10, 0.1, index = "gaussian")
    policy_cusum_ucb(10, 0.1, changes = -1)
    policy_m_ucb()
    policy_m_ucb(1)
    policy_m_ucb(11)
    policy_m_ucb(10, count_from = "end")
    policy_exp3(gamma = 0, forget = "shares")
    policy_exp3(share = 2)
    policy_exp3(batch = 0)
    policy_exp3(variation = 0)
    run_study(bandit(arms_gaussian(c(0, 1))), policy_glr_kl_ucb(), horizon = 10)
    run_study(bandit(arms_gaussian(c(0, 1))), policy_m_ucb(10, index = "kl"), horizon = 10)
  })
})
