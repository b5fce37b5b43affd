# The composing fuzzer: agents. Fed a game of a study they make its choices; living lives that no study has, they do the same
# however they are asked, saved or taught.

# ---- agents and studies -------------------------------------------------------------

invariant_agent <- function(p) agent_differs(p)

invariant_agent_saved <- function(p) {
  path <- withr::local_tempfile(fileext = ".json")
  at <- withr::with_seed(p$opened$seed, sample(p$opened$horizon, 3, replace = TRUE))
  withr::local_options(unruly.span = 8) # its past is told, not asked for
  agent_differs(p, between = function(a, i) if (i %in% at) saved_and_read(a, path) else a)
}

# Asked why, it says what it does, and does what it would have done.
invariant_agent_why <- function(p) {
  at <- withr::with_seed(p$opened$seed + 1, sample(p$opened$horizon, 3, replace = TRUE))
  agent_differs(p, between = function(a, i) {
    if (i %in% at) does_as_it_says(a)
    a
  })
}

does_as_it_says <- function(a) {
  why <- tryCatch(agent_why(a), unruly_error_agent = function(e) NULL)
  if (!identical(attr(why, "code"), "index")) return()
  made <- tryCatch(agent_choose(unruly:::twin_of_agent(a, NULL)), unruly_error = function(e) NULL) # it may want a context
  index <- why[why$part == "index", ]
  best <- index[which.max(index$value), ]
  same <- is.null(made) || is.list(made) && made$arm == best$arm && made$wait == best$wait || identical(made, as.character(best$arm))
  if (!same) stop(sprintf("the greatest index has %s, chosen is %s", best$arm, paste(unlist(made), collapse = ", ")))
}

# In which order outcomes of one round are told makes no difference to policies of which counts and sums suffice, where sums
# of the rewards are exact.
invariant_agent_order <- function(p) {
  o <- p$opened
  exact <- c("bernoulli", "constant", "categorical")
  if (!"delay" %in% names(o$bandit$traits) || !o$bandit$arms$kind %in% exact || !sums_suffice(o$policy)) return()
  agent_differs(p, arrange = function(todo) withr::with_seed(o$seed, shuffled_by_round(todo)))
}

sums_suffice <- function(policy) {
  listed <- remembered("compose: sums", with(unruly:::registry(), constructor[counts_suffice %in% ""]))
  all(unruly:::constructors_of(policy) %in% c(listed, "policy_sleeping", "policy_doubling"))
}

# What is told late, among itself; changes of arms stay where they are.
shuffled_by_round <- function(todo) {
  late <- which(vapply(todo, function(thing) thing$late, NA))
  rounds <- vapply(todo[late], function(thing) thing$round, 0)
  todo[late] <- todo[late][order(rounds, sample.int(length(late)))]
  todo
}

saved_and_read <- function(a, path) {
  save_agent(a, path)
  read_agent(path, trust = TRUE)
}

# Where an agent can be told what a player of the bandit is.
learns_from_previews <- function(policy) isTRUE(policy$parameters$previews) || !is.null(policy$policy) && learns_from_previews(policy$policy)

agent_differs <- function(p, ...) {
  traits <- names(p$opened$bandit$traits)
  late <- intersect(unruly:::late_traits, traits)
  if (p$opened$overrun > 0) return() # an agent is told nothing once it has ended
  if ("previews" %in% traits && learns_from_previews(p$opened$policy)) return() # nor of previews
  together <- function(...) all(c(...) %in% traits)
  if ("replay" %in% traits || length(late) > 0 && "spread" %in% traits || together("absences", "population")) return()
  # A rule divides its error among the arms of a bandit, for an agent among all that it ever had.
  if (together("population") && !is.null(p$opened$stop)) return()
  # Nor is it told how many first plays a population suggests.
  first_plays <- vapply(unruly:::constructors_of(p$opened$policy), function(name) "init" %in% names(formals(function_of_type(name))), NA)
  if (any(first_plays) && !is.null(trait_of(p$opened$bandit, "population")$init)) return()
  # Told of arms that fall asleep by chance, it is not told of births and deaths at the same time.
  if (!is.null(trait_of(p$opened$bandit, "absences")$chance) && "lifetimes" %in% traits) return()
  if (together("population") && trait_of(p$opened$bandit, "population")$death == "budgeted") return() # when arms die follows from the play
  if (inherits(p$opened$bandit$arms$parameters$context, "character") || !is.null(p$opened$bandit$arms$parameters$law)) return()
  found <- unless_refused(in_words(feed_agent(p$study, unique(p$tables$regret$policy), 1, p$tables, ...)))
  if (is_refused(found)) return()
  if (length(found) > 0) paste("the agent", found[1])
}

# Expectations that are not met, as text.
in_words <- function(code) tryCatch(code, expectation_failure = function(e) gsub("\\s+", " ", conditionMessage(e)))

# ---- lives of agents -------------------------------------------------------------------

# A life that follows from the seed and from what the agent chooses: choices, rewards told at once, later and in any order,
# plays of others, arms that come, go and fall asleep, rounds that pass. What the agent said is returned; what it is told of a
# play depends on the number of the play alone.
live <- function(a, seed, steps, between = function(a, i) a) {
  state <- new.env()
  state$open <- character() # arms of tickets whose reward is to come, by ticket
  state$said <- character()
  state$born <- 0
  withr::local_seed(seed)
  for (i in seq_len(steps)) {
    state$said <- c(state$said, tryCatch(one_step(a, state), unruly_error = refusal_in_words))
    a <- between(a, i)
  }
  c(state$said, in_arms(as_tibble(a)))
}

refusal_in_words <- function(e) {
  wrong <- wrong_refusal(e)
  if (!is.null(wrong)) stop(wrong, call. = FALSE)
  class(e)[1]
}

in_arms <- function(table) paste(table$arm, table$pulls, format(table$mean, digits = 15))

# Random numbers are drawn before anything may fail, so that lives keep together.
one_step <- function(a, state) {
  kind <- sample(c("choose", "tell", "outside", "enter", "leave", "away", "back"), 1, prob = c(10, 8, 1.5, 0.6, 0.4, 0.6, 0.8))
  u <- stats::runif(2)
  arms <- as_tibble(a)$arm
  arm <- arms[1 + floor(u[1] * length(arms))]
  switch(kind,
    choose = {
      said <- agent_choose(a)
      state$open <- c(state$open, stats::setNames(said, agent_ticket(a)))
      if (u[1] < 0.6) tell_of(a, state, length(state$open))
      said
    },
    tell = if (length(state$open) > 0) tell_of(a, state, 1 + floor(u[1] * length(state$open))),
    outside = agent_learn(a, arm, round(u[2], 1), chosen = "outside"),
    enter = {
      state$born <- state$born + 1
      agent_enter(a, paste0("new", state$born))
    },
    leave = agent_leave(a, arm),
    away = agent_leave(a, arm, away = TRUE),
    back = agent_enter(a, arm)
  )
  if (kind == "choose") said else kind
}

tell_of <- function(a, state, i) {
  ticket <- as.double(names(state$open)[i])
  arm <- state$open[[i]]
  state$open <- state$open[-i]
  agent_learn(a, arm, reward_of(ticket), ticket = ticket)
}

reward_of <- function(ticket) (ticket * 7919) %% 11 / 10

# An agent of the policy alone: what it may be told is up to its life.
lone_agent <- function(p) {
  o <- p$opened
  names <- paste0("arm", seq_len(max(2, o$bandit$arms$count)))
  patience <- if ("policy_fc_se" %in% all.names(p$setting$policy)) NULL else if (o$seed %% 3 == 0) 9
  unless_refused(unsurprised(agent(o$policy, names, horizon = 300, seed = o$seed, patience = patience, stop = o$stop, after = o$after, drop = o$drop, graduate = o$graduate)))
}

invariant_agent_life <- function(p) {
  steps <- 60
  if (is_refused(lone_agent(p))) return()
  path <- withr::local_tempfile(fileext = ".json")
  said <- live(lone_agent(p), p$opened$seed, steps)
  plain <- withr::with_options(list(unruly.plain = TRUE), live(lone_agent(p), p$opened$seed, steps))
  at <- withr::with_seed(p$opened$seed, sample(steps, 3))
  kept <- withr::with_options(list(unruly.span = 8), live(lone_agent(p), p$opened$seed, steps, function(a, i) if (i %in% at) saved_and_read(a, path) else a))
  first_difference(plain, said, "in plain mode") %||% first_difference(kept, said, "once saved and read")
}

first_difference <- function(found, wanted, what) {
  if (identical(found, wanted)) return()
  at <- which(found != wanted)[1]
  sprintf("step %d of an agent's life %s: %s instead of %s", at, what, found[at], wanted[at])
}

# Plays of others in one log teach what they teach one by one.
invariant_agent_warm <- function(p) {
  one <- lone_agent(p)
  if (is_refused(one)) return()
  log <- withr::with_seed(p$opened$seed, data.frame(arm = sample(as_tibble(one)$arm, 7, replace = TRUE), reward = few_numbers(7)))
  if (is_refused(unless_refused(agent_warm_start(one, log)))) return()
  other <- lone_agent(p)
  for (i in seq_len(nrow(log))) agent_learn(other, log$arm[i], log$reward[i], chosen = "outside")
  first_difference(live(one, p$opened$seed, 25), live(other, p$opened$seed, 25), "that was taught a log")
}

# What decides without dice chooses after a log of its own plays what it chose after playing them. An agent has no bandit
# that would state the scale of rewards.
invariant_warm_as_study <- function(p) {
  o <- p$opened
  if (length(o$bandit$traits) > 0 || !is.null(o$stop) || !is.null(o$drop) || !is.null(o$graduate) || !throws_no_dice(o$policy)) return()
  plays <- game_of(p$tables$choices, rep = 1)
  if (nrow(plays) < 2 || isTRUE(unruly:::has_contexts(o$bandit$arms))) return()
  told <- nrow(plays) %/% 2
  scaled <- unruly:::resolve_policy(o$policy, unruly:::stated_scale(o$bandit))
  a <- unless_refused(agent(scaled, as.character(seq_len(o$bandit$arms$count)), horizon = o$horizon, seed = o$seed))
  if (is_refused(a) || is_refused(unless_refused(agent_warm_start(a, data.frame(arm = as.character(plays$arm), reward = plays$reward)[seq_len(told), ])))) return()
  found <- agent_choose(a)
  if (found != plays$arm[told + 1]) sprintf("after a log of the first %d plays: %s instead of %s", told, found, plays$arm[told + 1])
}

# ---- places ------------------------------------------------------------------------------

# The arms of a population have the places of dead ones. Given places of their own, as arms whose lives are known to us, they
# are played alike by policies that do not know how many places there are.
invariant_places <- function(p) {
  o <- p$opened
  population <- trait_of(o$bandit, "population")
  if (is.null(population) || population$death == "budgeted" || !all(unruly:::constructors_of(o$policy) %in% blind_to_places)) return()
  others <- setdiff(names(o$bandit$traits), c("population", "patience", "delay", "batches"))
  drawn <- p$tables$instances[p$tables$instances$rep == 1, ]
  if (length(others) > 0 || is.null(drawn$prob) || is.null(drawn$last)) return()
  b <- with_lifetimes(bandit(arms_bernoulli(drawn$prob)), drawn$first, drawn$last, known = isTRUE(as.logical(population$known)))
  for (trait in intersect(names(o$bandit$traits), c("patience", "delay", "batches"))) {
    b <- unless_refused(put_again(trait, b, o$bandit$traits[[trait]]$parameters))
    if (is_refused(b)) return()
  }
  other <- unless_refused(play_opened(o, bandit = b, reps = 1, stop = NULL, drop = NULL, graduate = NULL))
  if (is_refused(other) || !is.null(o$stop) || !is.null(o$drop) || !is.null(o$graduate)) return()
  difference_of(list(choices = as.data.frame(choices(other))), list(choices = game_of(p$tables$choices, rep = 1)), columns = c("round", "arm", "reward"))
}

put_again <- function(trait, b, parameters) {
  switch(trait, patience = with_patience(b, parameters$patience[1]), batches = with_batches(b, parameters$size, parameters$ends),
         delay = delay_again(b, parameters))
}

delay_again <- function(b, parameters) {
  of_zeros <- startsWith(names(parameters), "zero_")
  zero <- if (!is.null(parameters$silent)) Inf else if (any(of_zeros)) {
    law_of_lags(stats::setNames(parameters[of_zeros], sub("^zero_", "", names(parameters)[of_zeros])))
  }
  with_delay(b, law_of_lags(parameters[!of_zeros & !names(parameters) %in% c("never", "silent")]), zero, parameters$never %||% 0)
}

law_of_lags <- function(law) if (is.null(law$lag)) structure(list(parameters = law, text = ""), class = "unruly_delay") else as.list(law$lag)

# Their rules have no number of arms.
blind_to_places <- c("policy_fixed", "policy_fixed_schedule", "policy_ucb1", "policy_ucb_tuned", "policy_ucb_v", "policy_kl_ucb", "policy_imed",
                     "policy_bayes_ucb", "policy_uniform", "policy_thompson", "policy_thompson_t", "policy_epsilon_greedy", "policy_sw_ucb",
                     "policy_d_ucb", "policy_robust_ucb", "policy_etc", "policy_restart", "policy_doubling", "policy_sleeping", "policy_floor",
                     "policy_round_robin", "policy_oracle", "policy_boltzmann", "policy_raw_ucb", "policy_fewa", "policy_ucb", "policy_odaaf", "policy_top_two", "policy_allocation")
