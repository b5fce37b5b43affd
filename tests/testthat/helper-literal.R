# A small game in R, and slow, literal versions of the policies, written from
# their formulas and not from the core. A world says what pulls pay and how
# arms come and go; a literal policy is a function of the world that returns
# functions of what happens:
#   choose(t, live)                        the action to play in round t
#   observe(t, action, observed, cost)     what was seen of the play
#   came(arm, t), gone(arm, t)             before round t (all but `choose` may be left out)
# Arms, waits and rounds count from 1; action = (arm - 1) * waits + wait.

# ---- worlds -----------------------------------------------------------------

# `pays(arm, pull, round)` is the reward; `delay` the matrix of drawn delays,
# by arm and pull, of a world with waiting.
literal_world <- function(arms, horizon, pays, waits = 1, delay = NULL, patience = Inf, first = 1,
                          last = Inf, known = TRUE, share = NULL, penalty = NULL, mean = NULL,
                          observed = NULL, random = NULL) {
  list(arms = arms, horizon = horizon, pays = pays, waits = waits, delay = delay,
       patience = rep_len(patience, arms), first = rep_len(first, arms), last = rep_len(last, arms),
       known = known, share = share, penalty = penalty, mean = mean, observed = observed,
       random = random)
}

# Plays a literal policy; returns the rounds, arms and waits of its choices.
# The last play is not listed when it would end after the horizon.
play_literal <- function(make, world) {
  horizon <- world$horizon
  waits <- world$waits
  left <- rep(FALSE, world$arms)
  last_pull <- world$first - 1
  pulls <- numeric(world$arms)
  there <- function(t) world$first <= t & world$last >= t & !left
  was_there <- there(1)
  policy <- make(world)
  row <- 0
  rounds <- arms <- chosen <- numeric(horizon)
  moves <- any(is.finite(world$patience)) || any(world$first > 1) || any(is.finite(world$last))
  # The end of a round: neglected arms leave, and the policy hears of changes.
  end_round <- function(t) {
    left <<- left | (was_there & t - last_pull >= world$patience)
    now <- there(t + 1)
    if (t < horizon && !is.null(policy$gone)) for (arm in which(was_there & !now)) policy$gone(arm, t + 1)
    if (!is.null(policy$came)) for (arm in which(now & !was_there)) policy$came(arm, t + 1)
    was_there <<- now
  }
  t <- 1
  live <- which(was_there)
  while (t <= horizon) {
    if (moves) live <- which(was_there)
    if (length(live) == 0) {
      end_round(t)
      t <- t + 1
      next
    }
    action <- policy$choose(t, live)
    arm <- (action - 1) %/% waits + 1
    wait <- (action - 1) %% waits + 1
    if (!any(live == arm)) stop("a literal policy chose an arm that is not there")
    pulls[arm] <- pulls[arm] + 1
    pay <- world$pays(arm, pulls[arm], t)
    cost <- 1
    if (!is.null(world$delay)) {
      tau <- world$delay[arm, pulls[arm]]
      cost <- min(tau, wait)
      if (tau > wait) pay <- 0
    }
    last <- t + cost - 1
    if (last > horizon) break
    row <- row + 1
    rounds[row] <- t
    arms[row] <- arm
    chosen[row] <- wait
    # An arm in play is not neglected; the play is known at its end.
    while (t <= last) {
      last_pull[arm] <- t
      if (t == last && !is.null(policy$observe)) {
        policy$observe(t, action, if (is.null(world$observed)) pay else world$observed[row], cost)
      }
      if (moves) end_round(t)
      t <- t + 1
    }
  }
  made <- seq_len(row)
  cbind(round = rounds[made], arm = arms[made], wait = chosen[made])
}

# ---- the same game in the core ------------------------------------------------

core_choices <- function(bandit, policy, horizon, seed = 1, replication = 1) {
  study <- whatever_scale(run_study(bandit, as_usual(policy), horizon = horizon, reps = 1, first_rep = replication, seed = seed,
                                    keep = "choices", record = 1))
  choices(study)
}

choice_matrix <- function(table) {
  cbind(round = table$round, arm = table$arm, wait = table$wait %||% rep(1, nrow(table)))
}

# `played`: the literal version is played in any case, since it is asked about what it did.
expect_literal <- function(bandit, policy, make, world, seed = 1, replication = 1, played = FALSE) {
  if (!played && is_left_out(policy)) return(invisible())
  table <- core_choices(bandit, policy, world$horizon, seed, replication)
  if (played) return(testthat::expect_identical(choice_matrix(table) + 0, play_literal(make, world) + 0, info = policy$label))
  expect_literal_result(literal_case(bandit, policy, world$horizon, seed, replication),
                        list(play_literal, make, world, table$reward, table$observed), choice_matrix(table) + 0,
                        function() play_literal(make, world) + 0, literal_differs(policy))
}

# Says at which play choices differ first; matrices with a row a play, or vectors of arms.
literal_differs <- function(policy, where = "") {
  function(core, literal) {
    if (identical(core, literal)) return(NULL)
    core <- as.matrix(core)
    literal <- as.matrix(literal)
    at <- if (nrow(core) == nrow(literal)) which(rowSums(core != literal) > 0)[1] else NA
    sprintf("%s differs from its literal version%s, first at play %s: core (%s), literal (%s)", policy$label, where, at,
            paste(core[at, ], collapse = ", "), paste(literal[at, ], collapse = ", "))
  }
}

# What the n-th pull of each arm pays, whoever pulls it: a matrix, arms by
# pulls, found by playing each arm alone.
rewards_of <- function(arms, horizon, seed = 1, replication = 1) {
  alone <- lapply(seq_len(arms$count), function(k) policy_fixed(k, label = paste("arm", k)))
  study <- whatever_scale(run_study(bandit(arms), alone, horizon = horizon, reps = 1, first_rep = replication, seed = seed,
                                    keep = "choices", record = 1))
  matrix(choices(study)$reward, nrow = arms$count, byrow = TRUE)
}

pays_by_pull <- function(tape) {
  force(tape)
  function(arm, pull, round) tape[arm, pull]
}

# The same of what the arms draw, which is found when it is first asked for: many cases are left out (is_left_out()).
drawn_pays <- function(arms, horizon, seed) {
  for (given in list(arms, horizon, seed)) force(given)
  delayedAssign("tape", rewards_of(arms, horizon, seed))
  function(arm, pull, round) tape[arm, pull]
}

pays_by_round <- function(tape) {
  force(tape)
  function(arm, pull, round) tape[arm, round]
}

# Bandits with few arms and many, with and without ties: each with the rewards
# of its pulls. All rewards lie in [0, 1] if `unit`.
literal_cases <- function(horizon, sizes = c(1, 2, 3, 7, 20), seed = 1, unit = FALSE) {
  remembered(list("cases", horizon, sizes, seed, unit), make_literal_cases(horizon, sizes, seed, unit))
}

# The worth of an expression, found once for each key. R's random numbers go on as if nothing had been drawn for it, so that no
# test depends on the tests before it.
literal_memory <- new.env()
remembered <- function(key, value) {
  key <- paste(deparse(key), collapse = "")
  if (is.null(literal_memory[[key]])) literal_memory[[key]] <- withr::with_preserve_seed(value)
  literal_memory[[key]]
}

make_literal_cases <- function(horizon, sizes, seed, unit) {
  set.seed(seed)
  cases <- list()
  add <- function(arms, pays) {
    if (is.null(pays)) pays <- drawn_pays(arms, horizon, seed)
    cases[[length(cases) + 1]] <<- list(arms = arms, pays = pays)
  }
  for (k in sizes) {
    add(arms_bernoulli(stats::runif(k)), NULL)
    if (!unit) add(arms_gaussian(stats::runif(k), 0.5), NULL)
    add(arms_constant(sample(c(0.3, 0.7), k, replace = TRUE)), NULL)
    tape <- matrix(sample(0:4, k * horizon, replace = TRUE) / 4, k)
    add(arms_tape(tape), pays_by_pull(tape))
    add(arms_tape(tape, by = "round"), pays_by_round(tape))
  }
  cases
}

expect_literal_cases <- function(policy, make, horizon = 700, ..., seed = 1, numbers = 0) {
  for (case in literal_cases(horizon, ..., seed = seed)) {
    world <- literal_world(case$arms$count, horizon, case$pays, random = policy_numbers(policy, seed, 1, numbers))
    expect_literal(bandit(case$arms), policy, make, world, seed)
  }
}

# Arms that leave, enter and die: `cases` of bandits with their worlds.
moving_cases <- function(horizon, k = 6, seed = 1) {
  remembered(list("moving", horizon, k, seed), make_moving_cases(horizon, k, seed))
}

make_moving_cases <- function(horizon, k, seed) {
  set.seed(seed)
  arms <- arms_bernoulli(stats::runif(k))
  pays <- drawn_pays(arms, horizon, seed)
  patience <- sample(c(k + 2, 3 * k, 40, 200, Inf), k, replace = TRUE)
  enters <- c(1, sample(c(1, 2, 5, horizon %/% 3, horizon %/% 2), k - 1, replace = TRUE))
  born <- sample(c(1, 1, 3, horizon %/% 4, horizon %/% 2), k, replace = TRUE)
  died <- born + sample(horizon %/% 2, k)
  list(
    list(bandit = bandit(arms) |> with_patience(patience),
         world = literal_world(k, horizon, pays, patience = patience)),
    list(bandit = bandit(arms) |> with_entries(enters),
         world = literal_world(k, horizon, pays, first = enters)),
    list(bandit = bandit(arms) |> with_entries(enters) |> with_patience(patience),
         world = literal_world(k, horizon, pays, patience = patience, first = enters)),
    list(bandit = bandit(arms) |> with_lifetimes(born, died),
         world = literal_world(k, horizon, pays, first = born, last = died)),
    list(bandit = bandit(arms) |> with_patience(patience) |> with_lifetimes(born, died),
         world = literal_world(k, horizon, pays, patience = patience, first = born, last = died))
  )
}

expect_literal_moving <- function(policy, make, horizon = 700, seeds = 1:2, numbers = 0) {
  for (seed in seeds) {
    for (case in moving_cases(horizon, seed = seed)) {
      case$world$random <- policy_numbers(policy, seed, 1, numbers)
      expect_literal(case$bandit, policy, make, case$world, seed)
    }
  }
}

# A bandit with waiting and its world; the pay may depend on the delay.
waiting_case <- function(k, waits, horizon, seed = 1, joint = FALSE, value = NULL) {
  set.seed(seed)
  delay <- matrix(stats::rexp(k * waits), k)
  delay <- delay / rowSums(delay)
  arms <- if (is.null(value)) arms_bernoulli(stats::runif(k)) else arms_constant(rep_len(value, k))
  b <- bandit(arms) |> with_waiting(delay, pay = if (joint) matrix(stats::runif(k * waits), k))
  # Pulls that wait for everything show delay and value.
  drawn <- lapply(seq_len(k), function(arm) {
    core_choices(b, policy_fixed(arm, waits), horizon * waits, seed)[seq_len(horizon), ]
  })
  reward <- do.call(rbind, lapply(drawn, function(d) d$reward))
  cost <- do.call(rbind, lapply(drawn, function(d) d$cost))
  list(bandit = b, world = literal_world(k, horizon, pays_by_pull(reward), waits = waits, delay = cost))
}

# ---- the policy's own numbers ---------------------------------------------------

policy_numbers_vector <- function(policy, count, seed = 1, replication = 1) {
  .Call(unruly:::C_policy_uniforms, unruly:::describe_policy(as_usual(policy)), as.double(seed), as.double(replication),
        as.double(count))
}

# A function that gives those numbers one after the other, made when they are first asked for. With lanes it gives the
# heights of these in the next turn of a clock.
policy_numbers <- function(policy, seed, replication, count) {
  for (given in list(policy, seed, replication, count)) force(given)
  delayedAssign("u", policy_numbers_vector(policy, count, seed, replication))
  delayedAssign("described", unruly:::describe_policy(as_usual(policy)))
  at <- 0
  turn <- numeric(8)
  function(lanes = NULL, clock = 0) {
    if (!is.null(lanes)) {
      now <- turn[clock + 1]
      turn[clock + 1] <<- now + 1
      return(.Call(unruly:::C_heights, described, as.double(seed), as.double(replication), as.double(clock), as.double(lanes),
                   rep(now, length(lanes))))
    }
    at <<- at + 1
    u[at]
  }
}

# ---- what literal policies share ------------------------------------------------

actions_of <- function(world, live) {
  if (world$waits == 1) return(live)
  as.vector(outer(seq_len(world$waits), (live - 1) * world$waits, "+"))
}

# Counts, totals and times of every action.
new_tally <- function(world) {
  n <- total <- time <- numeric(world$arms * world$waits)
  self <- environment()
  self$add <- function(t, action, observed, cost) {
    n[action] <<- n[action] + 1
    total[action] <<- total[action] + observed
    time[action] <<- time[action] + cost
  }
  self
}

# Where outcomes come late: counts plays and outcomes of each action.
late_world <- function(world) {
  world <- list2env(world)
  world$played <- world$shown <- numeric(world$arms * (if (is.null(world$waits)) 1 else world$waits))
  world
}

# The action to play in place of this one, where a policy takes it because nothing is known of it: of those of
# which no outcome was ever shown the one played least, the lowest in a tie. If none of its own is to come, it stays.
evened_out <- function(world, a, action) {
  if (is.null(world$shown) || world$shown[action] > 0 || world$played[action] == 0) return(action)
  unseen <- a[world$shown[a] == 0]
  unseen[which.min(world$played[unseen])]
}

# argmax of an index; which.max() is the first of equals. `index(t, a, n,
# mean)` may assume n >= 1: the untried are infinite.
literal_index <- function(index) {
  function(world) {
    seen <- new_tally(world)
    list(
      choose = function(t, live) {
        a <- actions_of(world, live)
        n <- seen$n[a]
        if (any(n == 0)) return(evened_out(world, a, a[n == 0][1]))
        a[which.max(index(t, a, n, seen$total[a] / n, world, live, seen))]
      },
      observe = seen$add
    )
  }
}
