# An agent is fed what the player of a simulation saw, in the order in which he
# saw it, and must make the simulation's choices.

# The agent that knows of a bandit what a policy is told of it.
agent_for <- function(b, policy, horizon, seed = 1, rep = 1, instance = NULL, stop = NULL, drop = NULL, graduate = NULL) {
  life <- trait_of(b, "lifetimes")
  fairness <- trait_of(b, "fairness")
  known <- isTRUE(as.logical(life$known)) || isTRUE(as.logical(trait_of(b, "population")$known))
  count <- b$arms$count
  plan <- trait_of(b, "absences")$awake
  agent(policy, as.character(seq_len(count)), horizon = horizon, seed = seed, rep = rep,
        patience = trait_of(b, "patience")$patience, share = fairness$share, penalty = fairness$penalty,
        waiting = trait_of(b, "waiting")$delay, first = life$first %||% trait_of(b, "entries")$first,
        last = if (known) life$last %||% instance$last[seq_len(count)], context = nrow(b$arms$parameters$context),
        rest = trait_of(b, "rest")$rounds, awake = if (!is.null(plan)) t(plan == 1),
        batch = trait_of(b, "batches")$size %||% trait_of(b, "batches")$ends, stop = if (length(stop$parts) > 0 || !unruly:::joins_stops(stop %||% list(kind = "any"))) stop, after = stop$after %||% "commit", drop = drop, graduate = graduate)
}

# What happens to the arms beside what agents know themselves: functions of the
# agent by the round before which they are called.
arm_events <- function(b, instance, left, horizon, seed, rep) {
  chance <- trait_of(b, "absences")$chance
  if (!is.null(chance)) {
    awake <- remembered(list("awake", chance, horizon, seed, rep), literal_awake(chance, horizon, seed, rep))
    return(absence_events(awake, trait_of(b, "entries")$first %||% 1, left))
  }
  life <- trait_of(b, "lifetimes")
  population <- trait_of(b, "population")
  if (!is.null(population)) return(population_events(b, instance, left, as.logical(population$known)))
  if (is.null(life) || life$known) return(list())
  ends <- sort(unique(life$last[is.finite(life$last)]))
  lapply(ends, function(end) {
    dead <- which(life$last == end)
    list(round = end + 1, call = function(a) {
      dead <- dead[!dead %in% left$arm[left$cause != "died"]]
      if (length(dead) > 0) agent_leave(a, as.character(dead), round = end + 1)
    })
  })
}

# Of an agent that is told who is away, arm by arm. Who comes is awake.
absence_events <- function(awake, first, left) {
  rounds <- nrow(awake)
  arms <- ncol(awake)
  first <- rep(rep_len(first, arms), each = rounds)
  t <- rep(seq_len(rounds), arms)
  before <- t == first | rbind(TRUE, awake[-rounds, , drop = FALSE])
  until <- rep(Inf, arms)
  until[left$arm] <- left$round
  changes <- which(t >= first & before != awake & t <= rep(until, each = rounds))
  lapply(changes[order(t[changes], changes)], function(i) {
    arm <- as.character((i - 1) %/% rounds + 1)
    list(round = t[i], call = function(a) if (before[i]) agent_leave(a, arm, away = TRUE, round = t[i]) else agent_enter(a, arm, round = t[i]))
  })
}

# The newborn has the place of the dead; of those who die together the first
# place comes first. (Where lives are known the agent sees to the deaths itself.)
population_events <- function(b, instance, left, known) {
  place <- seq_len(b$arms$count)
  events <- list()
  for (round in sort(unique(instance$first[instance$first > 1]))) {
    dead <- which(instance$last[place] == round - 1)
    newborn <- sort(instance$arm[instance$first == round])
    for (i in seq_along(newborn)) {
      events <- c(events, list(replacement(round, place[dead[i]], newborn[i], instance, left, known)))
      place[dead[i]] <- newborn[i]
    }
  }
  events
}

replacement <- function(round, dead, newborn, instance, left, known) {
  force(newborn)
  gone <- any(left$arm == dead & left$cause != "died")
  list(round = round, call = function(a) {
    given <- .Call(unruly:::C_agent_description, a)
    if (known) unruly:::pass_rounds(a, round, NULL) else if (!gone) agent_leave(a, as.character(dead), round = round)
    agent_enter(a, as.character(newborn), last = if (known) instance$last[newborn], round = round,
          patience = if (!is.null(given$patience)) given$patience[1])
  })
}

# The lag of each play's outcome, in rounds after its end.
play_lags <- function(b, chosen, arms, horizon, seed) {
  delay <- trait_of(b, "delay")
  if (!is.null(trait_of(b, "accrual"))) return(literal_calendar(b, chosen, horizon, seed, chosen$rep[1])$shown - chosen$round)
  previews <- trait_of(b, "previews") # the last of them is the outcome
  if (!is.null(previews)) return(rep(max(previews$lag), nrow(chosen)))
  if (is.null(delay)) return(numeric(nrow(chosen)))
  of_zeros <- startsWith(names(delay), "zero_")
  lags_by <- function(parameters) {
    lag <- delays_of(law_of_lags(parameters), arms, horizon + 45, seed, never = delay$never %||% 0)
    lag[cbind(chosen$arm, pulls_before(chosen$arm) + 1)]
  }
  lag <- lags_by(delay[!of_zeros & !names(delay) %in% c("never", "silent")])
  zeros <- if (!is.null(delay$silent)) Inf else if (any(of_zeros)) {
    lags_by(stats::setNames(delay[of_zeros], sub("^zero_", "", names(delay)[of_zeros])))
  }
  if (is.null(zeros)) lag else ifelse(chosen$reward == 0, zeros, lag)
}

# What is to be told, in the order of a game: of one round, late outcomes come
# before changes of arms.
things_to_tell <- function(chosen, lags, events) {
  ends <- chosen$round + chosen$cost - 1
  late <- which(lags > 0 & ends + lags < Inf)
  late <- late[order(ends[late] + lags[late], late)]
  told <- lapply(late, function(i) {
    list(round = ends[i] + lags[i] + 1, late = TRUE, call = function(a) {
      agent_learn(a, as.character(chosen$arm[i]), chosen$reward[i], ticket = i)
    })
  })
  both <- c(told, lapply(events, function(e) c(e, list(late = FALSE))))
  both[order(vapply(both, function(e) e$round, 0), !vapply(both, function(e) e$late, NA))]
}

tell <- function(a, thing) {
  if (thing$late && thing$round - 1 > .Call(unruly:::C_agent_standing, a, NULL)$round) unruly:::pass_rounds(a, thing$round - 1, NULL)
  thing$call(a)
}

# Feeds an agent one game of a study; what differs, in words.
# `between(a, i)` gives the agent that goes on after play i; `arrange` puts what it is told in another order.
feed_agent <- function(study, policy, rep, tables, between = function(a, i) a, arrange = identity) {
  b <- study$description$bandits[[1]]
  horizon <- study$description$horizon
  seed <- study$description$seed
  instance <- tables$instances[tables$instances$rep == rep, ]
  chosen <- game_of(tables$choices, policy, rep)
  left <- game_of(tables$exits, policy, rep)
  waiting <- unruly:::has_trait(b, "waiting")
  context <- b$arms$parameters$context
  tau <- if (waiting) literal_delays(chosen, trait_of(b, "waiting")$delay, seed)
  lags <- play_lags(b, chosen, max(b$arms$count, instance$arm), horizon, seed)
  todo <- arrange(things_to_tell(chosen, lags, arm_events(b, instance, left, horizon, seed, rep)))
  due <- vapply(todo, function(thing) thing$round, 0)
  told <- 0
  tell_until <- function(round) {
    while (told < length(due) && due[told + 1] <= round) {
      told <<- told + 1
      tell(a, todo[[told]])
    }
  }
  rules <- lapply(study$description[c("stop", "drop", "graduate")], unruly:::resolve_stop, unruly:::stated_by_bandit_for_rules(b)) # an agent knows less of the rewards
  known <- unruly:::resolve_policy(study$description$policies[[policy]], unruly:::stated_scale(b)) # nor can an agent be told of heavy tails
  a <- agent_for(b, known, horizon, seed, rep, instance, rules[[1]], rules[[2]], rules[[3]])
  start <- chosen$round
  end <- start + chosen$cost - 1
  wait <- chosen$wait
  arms <- as.character(chosen$arm)
  shown <- if (unruly:::has_trait(b, "spread")) chosen$observed else chosen$reward
  for (i in seq_along(start)) {
    tell_until(start[i])
    action <- agent_choose(a, context = if (!is.null(context)) context[, start[i]], round = start[i])
    arm <- if (waiting) action$arm else action
    if (arm != arms[i] || waiting && action$wait != wait[i]) return(paste("chooses otherwise than the simulation, first in play", i))
    if (waiting) tell_until(end[i])
    reward <- if (lags[i] <= 0) shown[i]
    if (waiting) agent_learn(a, action, reward, time = if (tau[i] <= wait[i]) tau[i] else NA)
    else if (!is.null(reward)) agent_learn(a, action, reward)
    a <- between(a, i)
  }
  if (!is.null(study$description$stop)) expect_agent_stops(a, study, game_of(tables$recommendations, policy, rep), todo[seq_along(todo) > told])
  if (!counts_agree(a, b, game_of(tables$pulls, policy, rep))) "says of its arms what pulls() does not"
}

# It has stopped as the game did, once what was due until then was told, and goes on from there.
expect_agent_stops <- function(a, study, game, todo) {
  for (thing in todo) if (thing$round - thing$late <= game$round) tell(a, thing)
  standing <- .Call(unruly:::C_agent_standing, a, NULL)
  traits <- names(study$description$bandits[[1]]$traits)
  if (standing$round <= game$round || "batches" %in% traits && any(c("delay", "accrual", "previews") %in% traits)) unruly:::pass_rounds(a, game$round + 1, NULL)
  found <- recommendations(a)
  testthat::expect_identical(found$stopped, game$stopped)
  if (!game$stopped) return(invisible())
  testthat::expect_identical(found$round, game$round)
  testthat::expect_identical(found$arm, as.character(game$arm))
  testthat::expect_identical(found$sample_size, game$sample_size)
  testthat::expect_identical(found$reason, game$reason)
}

# What an agent says of its arms is what pulls() says of them.
counts_agree <- function(a, bandit, totals) {
  if (unruly:::has_trait(bandit, "population")) return(TRUE)
  table <- as_tibble(a)
  late <- any(unruly:::late_traits %in% names(bandit$traits))
  seen <- totals$pulls > 0
  isTRUE(all.equal(table$pulls, totals$pulls)) &&
    (late || identical(is.na(table$mean), !seen) && identical(table$mean[seen], totals$estimate[seen]))
}

expect_agent_agrees <- function(study, setting = "", ...) {
  # Taken out once: each time the whole study is looked at. Rows of data frames are had sooner than those of tibbles.
  tables <- lapply(list(choices = choices(study), exits = exits(study), pulls = pulls(study)), as.data.frame)
  if (unruly:::has_trait(study$description$bandits[[1]], "population")) tables$instances <- instances(study)
  if (!is.null(study$description$stop)) tables$recommendations <- recommendations(study)
  for (policy in names(study$description$policies)) {
    for (rep in study$replications) {
      # As play() does: rewards may leave the scale that a policy is made for.
      wrong <- whatever_scale(feed_agent(study, policy, rep, tables, ...))
      testthat::expect(length(wrong) == 0, sprintf("the agent of %s %s, setting %s", policy, wrong[1], setting))
    }
  }
}

beta_arms <- function(k) arms_beta(mean = seq(0.2, 0.8, length.out = k))

# Every policy of the package, as working_calls() makes it, but the one that sees
# true means and those that are written in R. Made once.
each_policy <- function() remembered("each policy", make_each_policy())

make_each_policy <- function() {
  calls <- working_calls()
  names <- setdiff(types_of_policies(), c("policy_oracle", "policy_index", "policy_custom"))
  lapply(stats::setNames(nm = names), function(name) {
    do.call(function_of_type(name), calls[[name]][names(calls[[name]]) != "label"])
  })
}

# A study that keeps everything, of those of the policies that can play; NULL if none can.
study_of <- function(bandit, policies, horizon, ...) {
  may <- function(policy) is.null(unruly:::why_not_playable(policy, bandit))
  policies <- unname(Filter(may, policies)) # names would be labels
  labels <- lapply(policies, labels_in)
  while (length(policies) > 0) {
    refused <- tryCatch(return(play(bandit, policies, horizon, record = horizon, ...)), unruly_error_policy = function(e) e$policy)
    able <- !vapply(labels, function(l) refused %in% l, NA)
    if (all(able)) stop(refused, " is none of ", paste(unlist(labels), collapse = ", "))
    policies <- policies[able]
    labels <- labels[able]
  }
}

# Of a policy and of those inside it.
labels_in <- function(policy) c(policy$label, if (!is.null(policy$policy)) labels_in(policy$policy))

constructors_of <- function(study) vapply(study$description$policies, function(policy) policy$constructor, "", USE.NAMES = FALSE)

# A restless life: each arm is now and then away, one of them never. `act(live)` makes a decision.
live_restlessly <- function(arms, decisions, act, leave, enter) {
  there <- rep(TRUE, arms)
  for (i in seq_len(decisions)) {
    if (yes(0.1)) {
      arm <- sample(2:arms, 1)
      if (there[arm]) leave(arm) else enter(arm)
      there[arm] <- !there[arm]
    }
    act(which(there))
  }
}
