# The composing fuzzer: settings, that is a bandit, a policy, a horizon, a seed and perhaps a rule that stops games, all as
# code. `setting(bandit = , policy = , ...)` is what a finding prints, and what `make compose` draws.

setting <- function(bandit, policy, horizon, seed = 1, stop = NULL, after = "commit", overrun = FALSE, drop = NULL, graduate = NULL) {
  list(bandit = substitute(bandit), policy = substitute(policy), horizon = horizon, seed = seed, stop = substitute(stop), after = after,
       overrun = overrun, drop = substitute(drop), graduate = substitute(graduate))
}

# A setting by its number: all of it follows from the seed and the number.
compose_setting <- function(seed, number) {
  withr::local_seed((seed %% 20000) * 1e5 + number, .rng_kind = "Mersenne-Twister", .rng_normal_kind = "Inversion", .rng_sample_kind = "Rejection")
  s <- if (yes(0.1)) small_setting(number) else large_setting(number)
  eval(str2lang(code_of(s))) # what is played is what a finding prints
}

large_setting <- function(number) {
  horizon <- sample(c(8, 15, 30, 60), 1, prob = c(1, 2, 4, 3))
  world <- list(arms = sample(5, 1, prob = c(1, 4, 4, 2, 2)), horizon = horizon, free = yes(0.2), population = FALSE, changes = FALSE)
  name <- pick_one(if (yes(0.06)) c("policy_tsallis_inf", "policy_opse", "policy_rising_ucb") else policies_there_are())
  bandit <- bandit_code(world, wishes_of(name))
  world$lives <- "arms_survival" %in% all.names(bandit)
  world$changes <- "with_changes" %in% all.names(bandit)
  world$accrual <- "with_accrual" %in% all.names(bandit)
  policy <- policy_code(name, world)
  if (world$lives && yes(0.4)) policy <- pick_one(list(quote(policy_thompson("survival")), quote(policy_allocation("best", power = 1))))
  if ("with_previews" %in% all.names(bandit) && yes(0.25)) policy <- quote(policy_thompson("gaussian", previews = TRUE))
  leaving <- if (yes(if (any(never_stopped %in% all.names(bandit))) 0.02 else 0.25)) leaving_code(world)
  list(bandit = bandit, policy = policy, horizon = horizon, seed = number, drop = leaving$drop, graduate = leaving$graduate,
       stop = if (yes(if (any(never_stopped %in% all.names(bandit))) 0.02 else if (world$lives) 0.5 else 0.25)) stop_code(world),
       after = if (yes(0.8)) "commit" else "end",
       overrun = if (yes(if ("with_spread" %in% all.names(bandit)) 0.02 else 0.3)) overrun_of(world) else FALSE)
}

# TRUE or a number: of rounds, or a time.
overrun_of <- function(world) if (yes(0.5)) TRUE else if (world$accrual) round(stats::rexp(1), 2) else sample(20, 1)

# Of these no rule stops a game.
never_stopped <- c("with_waiting", "with_spread", "with_fairness", "with_rest", "with_absences", "with_wear", "arms_linear", "arms_logistic",
                   "bandit_replay", "bandit_labels", "bandit_auction", "bandit_cross_validation")

# Small enough for exact studies.
small_setting <- function(number) {
  world <- list(arms = sample(2:3, 1), horizon = sample(3:6, 1), free = FALSE, population = FALSE, changes = FALSE)
  exact <- remembered("compose: exact", with(unruly:::registry(), constructor[counts_suffice %in% "" | bytes_suffice]))
  arms <- piece_of(name <- pick_one(c("arms_bernoulli", "arms_categorical", "arms_constant")), name, arms_pieces, world)
  list(bandit = call("bandit", arms), policy = policy_code(pick_one(intersect(exact, policies_there_are())), world, 3), horizon = world$horizon,
       seed = number, stop = if (yes(0.4)) stop_code(world), after = "commit", overrun = FALSE)
}

# What a policy needs and refuses, in the words of traits.
wishes_of <- function(name) {
  listed <- remembered("compose: listed", policies())
  row <- match(name, unruly:::policy_types())
  words <- function(text) strsplit(text, ", ", fixed = TRUE)[[1]]
  list(needs = words(listed$needs[row]), refuses = words(listed$refuses[row]))
}

bandit_code <- function(world, wishes) {
  wanted <- if (length(wishes$needs) > 0 && yes(0.95)) pick_one(wishes$needs) else ""
  if (wanted == "replay" || wanted == "" && yes(0.08)) return(bandit_pieces$bandit_replay(world))
  if (wanted == "" && yes(0.05)) return(pick_one(bandit_pieces[setdiff(names(bandit_pieces), "bandit_mortal")])(world))
  world$population <- wanted == "lifetimes" && yes(0.5) || wanted == "" && yes(0.15)
  base <- if (world$population) bandit_pieces$bandit_mortal(world) else call("bandit", arms_code(world, wanted))
  world$lives <- "arms_survival" %in% all.names(base)
  traits <- traits_for(world, wanted, wishes$refuses, base)
  for (name in traits) base <- trait_code(name, base, world)
  base
}

arms_code <- function(world, wanted) {
  kinds <- kinds_of_arms()
  contexts <- c("arms_linear", "arms_logistic")
  name <- if (wanted == "contexts") pick_one(contexts) else if (yes(0.06)) "arms_survival" else if (world$free) pick_one(setdiff(kinds, contexts)) else
    if (yes(0.05)) pick_one(kinds) else pick_one(union(arms_in_range, setdiff(kinds, c(names(arms_pieces)))))
  piece_of(name, name, arms_pieces, world)
}

# A few traits, seldom any that cannot be together or that the policy refuses.
traits_for <- function(world, wanted, refused, base) {
  of_arms <- if (world$population) "population" else if ("arms_tape" %in% all.names(base) && "round" %in% as.list(base[[2]])) "tape_round" else
    if (any(c("arms_linear", "arms_logistic") %in% all.names(base))) "contexts"
  if (isTRUE(world$lives) && wanted == "" && yes(0.8)) wanted <- "accrual"
  chosen <- if (wanted %in% sub("^with_", "", traits_there_are()) && !(world$population && wanted == "lifetimes")) wanted
  for (trait in sample(sub("^with_", "", traits_there_are()))) {
    if (length(chosen) >= 4 || trait %in% chosen || !yes(0.25)) next
    if (!yes(0.03) && (trait %in% refused || are_apart(trait, c(chosen, of_arms)))) next
    if (trait %in% c("changes", "wear") && !any(c("arms_bernoulli", "arms_gaussian", "arms_constant", "bandit_mortal") %in% all.names(base))) next
    chosen <- c(chosen, trait)
  }
  if (length(chosen) > 0) paste0("with_", chosen)
}

are_apart <- function(trait, others) {
  any(vapply(remembered("compose: conflicts", unruly:::trait_conflicts()), function(two) trait %in% two[1:2] && any(setdiff(two[1:2], trait) %in% others), NA))
}

# ---- as objects, and as text ----------------------------------------------------------

opened <- function(s) {
  value <- function(code) eval(code, environment(opened))
  list(bandit = value(s$bandit), policy = value(s$policy), horizon = s$horizon, seed = s$seed, stop = value(s$stop), after = s$after,
       overrun = s$overrun, drop = value(s$drop), graduate = value(s$graduate))
}

# The study of a setting; `...` goes to run_study() and replaces what is there.
play_opened <- function(o, reps = 2, keep = "choices", ...) {
  if ("choices" %in% keep) record <- seq_len(o$horizon) else record <- 5
  usual <- list(bandit = o$bandit, policies = o$policy, horizon = o$horizon, reps = reps, seed = o$seed, record = record, keep = keep,
                threads = 1, progress = FALSE, stop = o$stop, after = o$after, overrun = o$overrun, drop = o$drop, graduate = o$graduate)
  other <- list(...)
  usual[names(other)] <- other
  unsurprised(do.call(run_study, usual))
}

# Warnings of the package are part of its answers; any other is a finding.
unsurprised <- function(code) {
  withCallingHandlers(code, warning = function(w) if (any(startsWith(class(w), "unruly_warning"))) tryInvokeRestart("muffleWarning"))
}

code_of <- function(s) {
  parts <- c(sprintf("bandit = %s", piped(s$bandit)), sprintf("policy = %s", one_line(s$policy)), sprintf("horizon = %d", as.integer(s$horizon)),
             sprintf("seed = %.0f", s$seed), if (!is.null(s$stop)) sprintf("stop = %s", one_line(s$stop)),
             unlist(lapply(c("drop", "graduate"), function(name) if (!is.null(s[[name]])) sprintf("%s = %s", name, one_line(s[[name]])))),
             if (s$after != "commit") sprintf("after = \"%s\"", s$after), if (s$overrun > 0) sprintf("overrun = %s", s$overrun))
  sprintf("setting(%s)", paste(parts, collapse = ", "))
}

one_line <- function(code) {
  gsub(" +", " ", paste(deparse(code, width.cutoff = 500, control = c("keepNA", "showAttributes")), collapse = " "))
}

# Traits as users chain them.
piped <- function(code) {
  if (!is.call(code) || !startsWith(one_line(code[[1]]), "with_")) return(one_line(code))
  paste(piped(code[[2]]), "|>", one_line(code[-2]))
}

# ---- smaller ones ---------------------------------------------------------------------

# Settings with one thing less: a trait, a wrapper, the rule, an argument of the policy, rounds.
smaller_settings <- function(s) {
  with_bandit <- lapply(without_a_trait(s$bandit), function(b) replace(s, "bandit", list(b)))
  with_policy <- lapply(simpler_policies(s$policy), function(p) replace(s, "policy", list(p)))
  parts <- if (is.call(s$stop) && one_line(s$stop[[1]]) %in% c("|", "&")) as.list(s$stop)[-1]
  with_stop <- if (!is.null(s$stop)) lapply(c(list(NULL), parts), function(rule) replace(s, "stop", list(rule)))
  with_stop <- c(with_stop, lapply(intersect(c("drop", "graduate"), names(unruly:::without_nulls(s))), function(name) replace(s, name, list(NULL))))
  shorter <- unique(floor(c(s$horizon / 2, s$horizon * 3 / 4, s$horizon - 1)))
  c(with_bandit, with_policy, with_stop, lapply(shorter[shorter >= 1], function(h) replace(s, "horizon", h)),
    if (s$seed != 1) list(replace(s, "seed", 1)), if (s$overrun > 0) list(replace(s, "overrun", FALSE)))
}

without_a_trait <- function(code) {
  if (!is.call(code) || !startsWith(one_line(code[[1]]), "with_")) return(list())
  c(list(code[[2]]), lapply(without_a_trait(code[[2]]), function(inner) replace(code, 2, list(inner))))
}

simpler_policies <- function(code) {
  if (!is.call(code) || length(code) == 1) return(list())
  fewer <- lapply(seq_along(code)[-1], function(i) code[-i])
  if (!is_wrapper(one_line(code[[1]]))) return(fewer)
  c(list(code[[2]]), lapply(simpler_policies(code[[2]]), function(inner) replace(code, 2, list(inner))), fewer[-1])
}

# The smallest that `fails` still, by leaving out one thing after the other.
shrink_setting <- function(s, fails, tries = 60) {
  repeat {
    found <- FALSE
    for (smaller in smaller_settings(s)) {
      if (tries <= 0) return(s)
      tries <- tries - 1
      if (!fails(smaller)) next
      s <- smaller
      found <- TRUE
      break
    }
    if (!found) return(s)
  }
}
