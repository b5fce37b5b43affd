# One object of each class that the package gives to users, small. Other packages' functions may mask ours.

# Made once, as it takes a second.
small_tables <- function() {
  if (is.null(made_once$tables)) made_once$tables <- make_small_tables()
  made_once$tables
}

made_once <- new.env()

make_small_tables <- function() {
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  study <- run_study(list(effect = pair, null = bandit_null(pair)), list(policy_ucb1(), policy_uniform()), 20, reps = 3, seed = 1, threads = 1,
                     progress = FALSE)
  plan <- function(at) run_study(pair, policy_uniform(), 40, reps = 20, seed = 1, record = 1, stop = stop_at(at), threads = 1, progress = FALSE)
  list(unruly_estimates = estimates(study, c("naive", "sequence")), unruly_comparisons = compare_arms(study, 1),
       unruly_policy_comparisons = compare_policies(study),
       unruly_characteristics = operating_characteristics(study, method = "sequence"),
       unruly_calibration = calibrate_design(plan, c(2, 30), "sample_size", 10, steps = 4, whole = TRUE),
       unruly_waiting_value = bandit_value(with_waiting(pair, c(0.5, 0.5))), unruly_bound = regret_bound(pair, c(10, 20), "lai_robbins"),
       unruly_design = trial_design(bandit(arms_gaussian(c(0, 0.5))), 1:2, power = 0.8), unruly_power = trial_power(trial_design(looks = 1:2), drift = 3),
       unruly_analysis = trial_analysis(data.frame(at = 1:2, z = c(1, 2)), trial_design(looks = 1:2)),
       unruly_likelihood = choice_likelihood(data.frame(arm = c(1, 2, 2), reward = c(0, 1, 1)), policy_delta(), threads = 1),
       unruly_ledger = ledger("Traca"), unruly_arcade = arcade(problems = "fair"))
}

small_agent <- function() {
  a <- agent(policy_thompson("bernoulli"), c("a", "b"), seed = 1)
  for (i in 1:6) unruly::agent_learn(a, unruly::agent_choose(a), reward = i %% 2)
  a
}

one_of_each <- function() {
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  c(small_tables(), list(
    unruly_study = run_study(pair, policy_ucb1(), 20, reps = 2, seed = 1, threads = 1, progress = FALSE),
    unruly_experiment = run_experiment("impatient-se", reps = 2, horizon = 500, threads = 1),
    unruly_series = run_experiment("impatient-cycle", reps = 2, horizon = c(50, 60), threads = 1),
    unruly_exact = exact_study(pair, policy_ucb1(), 5, threads = 1), unruly_agent = small_agent(), unruly_bandit = pair,
    unruly_arms = arms_bernoulli(c(0.2, 0.8)), unruly_policy = policy_ucb1(), unruly_prior = prior_uniform(2), unruly_free = free(0, 1),
    unruly_recovery = recovery(policy_delta(free(), 0.2), pair, 20, units = 2, seed = 1, starts = 5, threads = 1),
    unruly_fit = fit_policy(data.frame(arm = c(1, 2, 1, 1, 2, 2), reward = c(1, 0, 0, 1, 1, 0)), policy_delta(), starts = 5, threads = 1), unruly_stop = stop_glr(0.1),
    unruly_spread = spread_linear(3), unruly_changes = changes_jumps(2), unruly_wear = wear_power(0.5), unruly_delay = delay_geometric(3), unruly_times = at_times(c(1, 2)),
    unruly_context = context_normal(2), unruly_rounds = round_sizes(2), unruly_cycle = aus_cycle(c(2, 4, 4)),
    unruly_log = read_open_bandit(), unruly_tape = simulate_tape(c(0.2, 0.8), 5), unruly_reps_until = reps_until(1),
    unruly_optimum = bayes_optimal(prior_uniform(2), 5, threads = 1)
  ))
}

# All places in a list, as indices.
places_in <- function(x, at = list()) {
  inside <- if (is.list(x)) unlist(lapply(seq_along(x), function(i) places_in(unclass(x)[[i]], c(at, i))), recursive = FALSE)
  c(if (length(at) > 0) list(at), inside)
}

put_at <- function(x, at, value) {
  kept <- attributes(x)
  x <- unclass(x)
  x[at[[1]]] <- list(if (length(at) == 1) value else put_at(x[[at[[1]]]], at[-1], value))
  attributes(x) <- kept
  x
}

value_at <- function(x, at) {
  for (i in at) x <- unclass(x)[[i]]
  x
}
