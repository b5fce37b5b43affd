# A literal game of arms that rest and sleep, with outcomes that are late or come in batches,
# round by round and from the statements of the traits. Beside what a world of
# helper-literal.R has: `rest`, rounds by arm; `awake`, a logical matrix of rounds by arms;
# `lag`, by arm and pull; `ends`, the last rounds of batches.
#
# In a round t: the policy chooses among those that are there; the play is told; at its end
# outcomes are shown (in batches all of them in order of play, else the one of this play
# first); then the neglected leave, the dead die, others come; then, arm by arm, some fall
# asleep or wake up; then rests end, and the rest of the arm just played begins.
play_in_time <- function(make, world) {
  arms <- world$arms
  horizon <- world$horizon
  rest <- rep_len(world$rest %||% 1, arms)
  awake <- world$awake
  shown_at <- function(t) if (is.null(world$ends)) t else c(world$ends[world$ends >= t], Inf)[1]
  is_late <- !is.null(world$lag) || !is.null(world$ends)
  if (is_late) world <- late_world(world)
  policy <- make(world)
  tell <- function(what, ...) if (!is.null(policy[[what]])) policy[[what]](...)
  in_life <- world$first <= 1 & world$last >= 1
  left <- asleep <- logical(arms)
  free <- rep(1, arms) # the round from which the arm does not rest
  attended <- world$first - 1
  pulls <- numeric(arms)
  there <- function(t) in_life & !left & !asleep & free <= t
  chosen <- paid <- numeric(horizon) # by the round of the play, as when it is shown
  shown <- rep(Inf, horizon)
  log <- list(left = rep(Inf, arms), eligible = matrix(FALSE, horizon, arms), idle = logical(horizon))
  # Absences before round t, then a change of one arm at a time.
  put_to_sleep <- function(t) {
    if (is.null(awake)) return()
    for (arm in which(in_life)) {
      before <- there(t)[arm]
      asleep[arm] <<- !awake[(t - 1) %% nrow(awake) + 1, arm]
      if (before && asleep[arm]) tell("gone", arm, t, TRUE)
      if (!before && there(t)[arm]) back(arm, t)
    }
  }
  back <- function(arm, t) {
    attended[arm] <<- t - 1
    tell("came", arm, t)
  }
  put_to_sleep(1)
  for (t in seq_len(horizon)) {
    live <- which(there(t))
    log$eligible[t, ] <- in_life & !asleep
    log$idle[t] <- length(live) == 0
    played <- 0
    if (length(live) > 0) {
      arm <- played <- chosen[t] <- policy$choose(t, live)
      if (!arm %in% live) stop("a literal policy chose an arm that is not there")
      pulls[arm] <- pulls[arm] + 1
      attended[arm] <- t
      tell("played", t, arm)
      if (is_late) world$played[arm] <- world$played[arm] + 1
      lag <- if (is.null(world$lag)) 0 else world$lag[arm, pulls[arm]]
      shown[t] <- shown_at(t + lag)
      paid[t] <- world$pays(arm, pulls[arm], t)
    }
    now <- which(shown == t)
    if (is.null(world$ends)) now <- c(now[now == t], now[now < t])
    for (play in now) {
      tell("observe", t, chosen[play], paid[play], 1)
      if (is_late) world$shown[chosen[play]] <- world$shown[chosen[play]] + 1
    }
    if (t == horizon) break
    was <- there(t)
    leaves <- was & t - attended >= world$patience
    left <- left | leaves
    log$left[leaves] <- t
    for (arm in which(leaves)) tell("gone", arm, t + 1, FALSE)
    dies <- in_life & world$last == t
    in_life <- in_life & !dies
    log$left[dies & !left] <- t
    for (arm in which(dies & !left)) tell("gone", arm, t + 1, FALSE)
    comes <- world$first == t + 1 & world$last >= t + 1
    in_life <- in_life | comes
    attended[comes] <- t
    for (arm in which(comes)) tell("came", arm, t + 1)
    # Who rests is not there yet at the end of this step, and who has just been played is.
    free[free == t + 1] <- Inf
    put_to_sleep(t + 1)
    for (arm in which(is.infinite(free))) {
      free[arm] <- t + 1
      if (there(t + 1)[arm]) back(arm, t + 1)
    }
    if (played > 0 && rest[played] > 1) {
      was <- there(t + 1)[played]
      free[played] <- t + rest[played]
      if (was) tell("gone", played, t + 1, TRUE)
    }
  }
  c(log, list(arm = chosen))
}

# Which arms are awake by chance: the literal draw of each round and arm.
literal_awake <- function(chance, horizon, seed = 1, replication = 1) {
  round <- seq_len(horizon)
  vapply(seq_along(chance), function(arm) {
    counter <- cbind(round %% two32, round %/% two32, arm - 1, replication)
    block_uniforms(counter, philox_key(seed, 16))[, 1] < chance[arm]
  }, logical(horizon))
}

# Bandits of these traits with others on top, with their worlds.
cases_in_time <- function(horizon, k = 5, seed = 1) {
  remembered(list("time", horizon, k, seed), make_cases_in_time(horizon, k, seed))
}

make_cases_in_time <- function(horizon, k, seed) {
  set.seed(seed)
  arms <- arms_bernoulli(stats::runif(k))
  mean <- arms$parameters$prob
  pays <- pays_by_pull(rewards_of(arms, horizon, seed))
  rest <- sample(6, k, replace = TRUE)
  chance <- c(stats::runif(k - 1, 0.2, 0.9), 1)
  plan <- matrix(sample(c(TRUE, FALSE), 7 * k, replace = TRUE), 7)
  ends <- cumsum(sample(40, 60, replace = TRUE))
  patience <- sample(c(4, 12, 40, Inf), k, replace = TRUE)
  born <- sample(c(1, 1, 3, horizon %/% 4), k, replace = TRUE)
  died <- born + sample(c(horizon %/% 2, 40, 2 * horizon), k, replace = TRUE)
  enters <- c(1, sample(c(1, 5, horizon %/% 3), k - 1, replace = TRUE))
  lag <- delays_of(late_law, k, horizon, seed)
  parts <- list(rest = list(rest = rest), chance = list(awake = literal_awake(chance, horizon, seed)), plan = list(awake = plan),
                batches = list(ends = ends), sized = list(ends = seq(7, horizon + 7, by = 7)), patience = list(patience = patience),
                lives = list(first = born, last = died), entries = list(first = enters), delay = list(lag = lag))
  adds <- list(rest = function(b) with_rest(b, rest), chance = function(b) with_absences(b, chance),
               plan = function(b) with_absences(b, plan), batches = function(b) with_batches(b, ends = ends),
               sized = function(b) with_batches(b, 7), patience = function(b) with_patience(b, patience),
               lives = function(b) with_lifetimes(b, born, died), entries = function(b) with_entries(b, enters),
               delay = function(b) with_delay(b, late_law))
  made <- list("rest", "chance", "plan", "batches", "sized", c("rest", "patience"), c("rest", "lives"), c("rest", "entries", "patience"),
               c("rest", "delay"), c("chance", "patience"), c("plan", "lives", "patience"), c("chance", "entries"),
               c("plan", "delay"), c("batches", "delay"), c("sized", "delay", "patience"), c("batches", "lives", "patience"),
               c("rest", "chance"), c("rest", "plan", "lives", "patience"), c("rest", "chance", "batches", "delay"),
               c("plan", "sized", "entries"))
  lapply(stats::setNames(made, vapply(made, paste, "", collapse = " + ")), function(names) {
    world <- do.call(literal_world, c(list(k, horizon, pays), parts[names] |> lapply(function(p) p[intersect(names(p), c("patience", "first", "last"))]) |> unname() |> unlist(recursive = FALSE)))
    for (name in names) world[names(parts[[name]])] <- lapply(parts[[name]], identity)
    world[c("patience", "first", "last")] <- lapply(world[c("patience", "first", "last")], rep_len, k)
    list(bandit = Reduce(function(b, name) adds[[name]](b), names, bandit(arms)), world = world, mean = mean)
  })
}

late_law <- c(0.3, 0.2, 0, 0.1, 0.2, 0.2)

expect_in_time <- function(case, policy, make, what, seed = 1, numbers = 0) {
  if (is_left_out(policy)) return(invisible())
  case$world$random <- if (numbers > 0) policy_numbers(policy, seed, 1, numbers)
  core <- core_choices(case$bandit, policy, case$world$horizon, seed)
  arm <- numeric(case$world$horizon)
  arm[core$round] <- core$arm
  expect_literal_result(literal_case(case$bandit, policy, case$world$horizon, seed), list(play_in_time, make, case$world, core$reward, core$observed),
                        arm, function() play_in_time(make, case$world)$arm, literal_differs(policy, paste(" in", what)))
}
