# Calls every entry of the C glue, with the garbage collector run at every allocation (gctorture2): an object that the glue
# forgot to protect is then freed, and R stops or gives different results.
#
#   Rscript tools/torture.R [step]    1, the default, collects at every allocation, 0 never (for valgrind, and for the tests)
#
# The package's functions make the calls, so that these are as they should be. Their sources are read once more, with a `.Call`
# of their own that turns the torture on and off: R's part of it would take hours.
suppressPackageStartupMessages(library(unruly))
step <- as.integer(c(commandArgs(TRUE), "1")[1])

# Of the calls of an entry in a topic the first is tortured, and of those that do not play games no more than five in all.
seen <- new.env()
in_topic <- new.env()
is_tortured <- function(name) {
  if (!in_topic$tortured || name %in% in_topic$names) return(FALSE)
  in_topic$names <- c(in_topic$names, name)
  assign(name, sum(seen[[name]], 1), seen)
  step > 0 && (seen[[name]] <= 5 || grepl("^C_(study|own|choices|agent|moments)_", name))
}

tortured_call <- function(.NAME, ...) {
  given <- list(...)
  if (is_tortured(.NAME$name)) {
    gctorture2(step)
    on.exit(gctorture2(0))
  }
  do.call(.Call, c(list(.NAME), given), quote = TRUE)
}

sources <- new.env(parent = list2env(list(.Call = tortured_call), parent = asNamespace("unruly")))
files <- strsplit(trimws(read.dcf("DESCRIPTION", "Collate")), "[[:space:]]+")[[1]]
for (file in files) sys.source(file.path("R", file), sources)

# ---- what is called ---------------------------------------------------------------------------------

folder <- tempfile()
dir.create(folder)
in_topic$tortured <- FALSE

# What these call of the package is that of the sources.
helpers <- new.env(parent = sources)
helpers$folder <- folder
evalq({
  two <- arms_bernoulli(c(0.3, 0.6))
  tables <- function(study) lapply(unclass(study)$tables, as.list)
  play <- function(bandit, policies, ..., reps = 2) {
    tables(run_study(bandit, policies, horizon = 20, reps = reps, seed = 1, record = c(1, 10, 20), threads = 2, ..., progress = FALSE))
  }
  refused <- function(code) tryCatch(code, error = function(e) gsub("<environment[^>]*>", "", conditionMessage(e)))
  kept <- function(agent) list(as_tibble(agent), agent_decisions(agent))
  inside <- function(name) file.path(folder, name)

  log_of_two <- data.frame(arm = rep(c("a", "b"), 20), reward = rep(c(1, 0, 1, 1), 10), propensity = 0.5)
}, helpers)

topics <- alist(
  plain = play(bandit(arms_gaussian(mean = prior_uniform(3))), list(policy_ucb(), policy_thompson())),
  impatient = play(bandit(two) |> with_patience(c(2, 3)), list(policy_ucb1(), policy_uniform()), keep = "choices"),
  log_of_study = {
    late <- run_study(bandit(two) |> with_delay(2), list(policy_ucb1(), policy_thompson()), 10, reps = 2, seed = 1, progress = FALSE)
    contexts <- run_study(bandit(arms_linear(rbind(c(1, 0), c(0, 1)), 1, context_normal(2))), policy_linucb(), 10, reps = 1, seed = 1, progress = FALSE)
    lapply(list(as_log(late, policy = "Thompson", rep = 2), as_log(contexts)), unclass)
  },
  entering = play(bandit(two) |> with_entries(c(1, 5)), policy_round_robin()),
  mortal = play(bandit(two) |> with_lifetimes(1, c(9, Inf)), list(policy_ag(), policy_ucb_l())),
  waiting = play(bandit(two) |> with_waiting(c(0.5, 0.5)), list(policy_wait_ucb(), policy_oracle())),
  fair = play(bandit(two) |> with_fairness(share = 0.2, penalty = 0.1), policy_ht_ucb()),
  spread = play(bandit(two) |> with_spread(spread_delay(1, 3)), policy_ars_ucb()),
  changing = play(bandit(two) |> with_changes(changes_wave(0.1, 9)) |> with_delay(2), policy_ucb1(), overrun = TRUE),
  rules = play(bandit(two), policy_thompson(), stop = stop_posterior(0.9) | stop_evidence(control = 1),
               drop = stop_posterior(below = 0.1)),
  scores = {
    study <- run_study(bandit(two), policy_floor(policy_thompson(), 0.2), 30, reps = 2, seed = 1, keep = c("summary", "scores"), progress = FALSE)
    list(tables(study), estimates(study, c("aipw", "sequence")), compare_arms(study, control = 1, method = "aipw"))
  },
  moments = {
    first <- run_study(bandit(two), list(policy_ucb1(), policy_uniform()), 20, reps = 3, seed = 1, keep = "moments", progress = FALSE)
    more <- run_study(bandit(two), list(policy_ucb1(), policy_uniform()), 20, reps = 2, seed = 1, first_rep = 4, keep = "moments", progress = FALSE)
    list(tables(c(first, more)), summary(c(first, more)))
  },
  precision = play(bandit(two), policy_ucb1(), reps = reps_until(0.5)),
  own = play(bandit(two) |> with_patience(c(2, 3)), policy_custom(\(state, view) view$live[1], \(state, view, outcome) view$runif(1))),
  own_waits = play(bandit(two) |> with_waiting(c(0.5, 0.5)), policy_custom(\(state, view) c(view$live[1], 2))),
  own_index = play(bandit(two), policy_index(\(view) view$mean + 1 / view$pulls)),
  own_wrong = refused(play(bandit(two), policy_custom(\(state, view) if (view$round > 3) "none" else 1))),
  wrong = list(refused(play(bandit(two), policy_wait_ucb())), refused(with_patience(bandit(two), 0)),
               refused(arms_tape(matrix(2^60, 2, 2))), refused(arms_bernoulli(c(a = 0.1, a = 0.2))),
               refused(agent(policy_ht_ucb(), c("a", "b"), share = c(0.9, 0.9)))),
  agent = {
    a <- agent(policy_thompson(), c("a", "b"), seed = 1, stop = stop_at(30))
    agent_warm_start(a, log_of_two[1:4, ])
    silent <- agent(policy_conversion(5), c("a", "b"), seed = 1)
    agent_warm_start(silent, as_log(data.frame(arm = c("a", "b", "a"), time = 1:3, came = c(3, NA, NA)), outcome_time = came))
    first <- agent_choose(a)
    ticket <- agent_ticket(a)
    agent_learn(a, agent_choose(a), 1)
    agent_learn(a, first, 0, ticket = ticket)
    agent_learn(a, "b", 0, chosen = "outside")
    agent_enter(a, "c")
    agent_leave(a, "a")
    agent_choose(a)
    save_agent(a, inside("agent.json"))
    list(.Call(C_agent_extent, a), kept(a), format(agent_why(a)), kept(read_agent(inside("agent.json"))), format(a), as_log(a)$arm)
  },
  agent_in_r = {
    a <- agent(policy_custom(\(state, view) view$live[1], \(state, view, outcome) view$runif(1)), c("a", "b"), seed = 1)
    for (i in 1:3) agent_learn(a, agent_choose(a), i)
    save_agent(a, inside("own.json"))
    list(kept(a), kept(read_agent(inside("own.json"), trust = TRUE)))
  },
  agent_by_rounds = {
    a <- agent(policy_sleeping(policy_ucb1()), c("a", "b"), seed = 1)
    agent_leave(a, "a", away = TRUE, round = 5)
    agent_learn(a, agent_choose(a, round = 7), 1)
    kept(a)
  },
  service = {
    name <- inside("served")
    file.create(paste0(name, ".log"))
    lock <- .Call(C_lock_file, paste0(name, ".lock"))
    out <- .Call(C_append_open, paste0(name, ".log"), 0)
    list(.Call(C_append, out, charToRaw("a line\n"), charToRaw("end\n")), .Call(C_is_held, out, paste0(name, ".log")), .Call(C_close_file, out), .Call(C_close_file, lock), readLines(paste0(name, ".log")),
         .Call(C_sync, name), .Call(C_is_file, name), .Call(C_is_gone, 2^22 + 1))
  },
  estimates = list(estimates(log_of_two, c("naive", "aipw", "sequence")),
                   estimates(log_of_two, "sequence", family = "gaussian", sd = 1),
                   compare_arms(log_of_two, control = "a", family = "bernoulli"), compare_arms(log_of_two, threshold = 0.4, family = "t"),
                   compare_arms(log_of_two, control = "a", family = "t")),
  replay = {
    b <- bandit_replay(log_of_two)
    study <- run_study(b, policy_uniform(), 10, reps = 3, seed = 1, progress = FALSE)
    list(tables(study), replay_value(study), summary(study))
  },
  yahoo = {
    file <- inside("clicks.gz")
    simulate_click_log(events = 60, days = 1, seed = 1, file = file)
    read_yahoo_clicks(file)$arm
  },
  intervals = {
    study <- run_study(bandit(arms_gaussian(c(0.3, 0.6))) |> with_wear(wear_linear(0.01)), policy_uniform(), 10, reps = 30, seed = 1, progress = FALSE)
    both <- run_study(bandit(two), list(policy_ucb1(), policy_uniform()), 10, reps = 30, seed = 1, keep = "moments", progress = FALSE)
    list(summary(study), summary(study, interval = "anytime"), summary(study, interval = "bootstrap"),
         summary(both, interval = "anytime"), compare_policies(both, interval = "anytime"))
  },
  exact = {
    own <- policy_custom(chances = function(state, view) rep(0.5, length(view$live)))
    exact <- exact_study(bandit(two), list(policy_ucb1(), policy_uniform(), own), horizon = 6, threads = 1)
    list(summary(exact, "correct"), summary(exact, "pulls", distribution = TRUE))
  },
  optimum = list(as.list(bayes_optimal(prior_uniform(2), horizon = 5)), gittins_index(c(1, 2), c(1, 1), discount = 0.9),
                 as.list(regret_bound(bandit(two), 10, "identification"))),
  compiled = {
    mine <- policy_compile(system.file("examples", "ucb1.c", package = "unruly"))
    play(bandit(two), mine())
  },
  schedules = list(as.list(aus_cycle(c(2, 4, 4))), refused(aus_cycle(c(2, 3, 7))), cycle_feasibility(c(2, 3, 7), exit = TRUE),
                   as.list(pinwheel_cycle(c(3, 4, 5, 8))), refused(pinwheel_cycle(c(2, 3, 7)))),
  boundaries = list(trial_design(2, looks = 1:3, spending = "pocock"), trial_design(3, looks = 1:3),
                    trial_analysis(data.frame(at = 1:2, z = c(2, 3.1)), trial_design(2, looks = 1:3))),
  identities = list(identity_of(policy_ucb1(range = c(0, 1)))),
  instances = list(instances(run_study(bandit(arms_bernoulli(prior_uniform(2))), policy_uniform(), 5, reps = 3, seed = 1, progress = FALSE))),
  # What only tests ask, or the end of a session.
  alone = list(choice_likelihood(data.frame(arm = c(1, 2, 2), reward = c(0, 1, 1)), policy_delta(), threads = 1)$log_lik,
    choice_likelihood(data.frame(arm = c(1, 2, 2), reward = c(0, 1, NA), pool = I(list(1:2, 1:2, 2:3))),
      policy_custom(chances = \(state, view) state[view$live] / sum(state[view$live]), start = \(view) rep(1, 3),
        observe = \(state, view, outcome) state + outcome$observed), what = "trial")$propensity,
    try(choice_likelihood(data.frame(arm = c(1, 2, 2), reward = c(0, 1, 1)), policy_custom(chances = \(state, view) 2)), silent = TRUE)[0],
    unclass(summary(fit_policy(data.frame(arm = c(1, 2, 2, 1), reward = c(0, 1, 1, 0)), policy_delta(free(), 0.2), starts = 5, threads = 1))), .Call(C_heights, unruly:::describe_policy(policy_thompson("bernoulli", range = c(0, 1))), 1, 1, 0, c(0, 1), c(1, 2)),
               .Call(C_types), .Call(C_philox, c(1, 2, 3, 4), c(5, 6)), .Call(C_draws, "gamma", c(2, 1), 1, 5),
               .Call(C_cholesky, diag(2) + 1), .Call(C_beta_upper_quantile, 2, 3, 0.1), .Call(C_fingerprint, list(1, "a")),
               .Call(C_policy_uniforms, describe_policy(policy_thompson()), 1, 1, 5), .Call(C_forget, "none"), .Call(C_close),
               is.numeric(.Call(C_free_memory)))
)

# ---- twice each ---------------------------------------------------------------------------------------

run_topic <- function(name, torture) {
  in_topic$names <- character()
  in_topic$tortured <- torture
  unlink(file.path(folder, "*"))
  set.seed(1)
  suppressMessages(suppressWarnings(eval(topics[[name]], new.env(parent = helpers))))
}

for (name in names(topics)) {
  began <- proc.time()[["elapsed"]]
  found <- run_topic(name, TRUE) # first, as some things are found once and kept
  expected <- if (step > 0) run_topic(name, FALSE)
  same <- step == 0 || identical(found, expected)
  cat(sprintf("%-16s %s, %.1f s\n", name, if (same) "the same" else "DIFFERENT", proc.time()[["elapsed"]] - began))
  if (!same) quit(status = 1)
}
registered <- readLines(file.path("src", "init.c"))
entries <- regmatches(registered, regexpr("C_[a-z0-9_]+", registered))
never <- setdiff(entries, ls(seen))
if (length(never) > 0) {
  cat("Never called: ", paste(never, collapse = ", "), ".\n", sep = "")
  quit(status = 1)
}
gc()
cat("The glue stood it: nothing was lost.\n")
