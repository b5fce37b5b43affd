# What the tests of bad input and bench/fuzz.R share: a working call of each
# function, and values that belong nowhere.

# Thousands of errors are caught: rlang does not note each time who called whom, which takes 2 ms.
options("rlang:::disable_trace_capture" = TRUE)

# One working list of arguments a function; new functions join here, policies by themselves. (Not
# the grids, which pass on whatever the user's function raises.)
working_calls <- function() {
  calls <- described_calls()
  others <- setdiff(unruly:::policy_types(), c(names(calls), "policy_index", "policy_custom"))
  others <- others[!grepl(":", others, fixed = TRUE)]
  c(calls, stats::setNames(lapply(others, default_call), others))
}

# All arguments at their defaults; those without one as their rules want them.
default_call <- function(name) {
  rules <- unruly:::rules_of(name)
  arguments <- formals(function_of_type(name))
  for (argument in setdiff(names(arguments), "...")) {
    needed <- identical(arguments[[argument]], quote(expr = ))
    value <- if (needed) working_value(rules[[argument]]) else eval(arguments[[argument]], asNamespace("unruly"))
    arguments[argument] <- list(if (is.character(value)) value[1] else value)
  }
  as.list(arguments)[names(arguments) != "..."]
}

described_calls <- function() {
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  study <- run_study(pair, list(policy_ucb1(), policy_uniform()), horizon = 20, reps = 2, seed = 1,
                     keep = "choices", threads = 1, progress = FALSE)
  events <- data.frame(arm = c(1, 2, 1), reward = c(0, 1, 1))
  replays <- run_study(bandit_replay(events, init = 1), policy_fixed(1), horizon = 2, reps = 1, seed = 1, threads = 1,
                       progress = FALSE)
  few_figures <- run_study(pair, policy_ucb1(), horizon = 20, reps = 2, seed = 1, keep = "moments", threads = 1, progress = FALSE)
  planned <- trial_design(pair, looks = 1:3, power = 0.8)
  clicks <- tempfile()
  writeLines("100 id-1 0 |user 1 |id-1 |id-2", clicks)
  label <- list(label = NULL)
  list(
    agent = list(policy = policy_ucb1(), arms = c("a", "b"), horizon = 100, seed = 1, rep = 1, patience = 9, share = NULL,
                 penalty = NULL, waiting = NULL, context = NULL, first = c(1, 4), last = c(50, Inf), rest = NULL, awake = NULL, batch = 3,
                 stop = stop_at(50), after = "end"),
    agent_choose = list(agent = waiting_for(), context = NULL, round = NULL),
    agent_learn = list(agent = waiting_for("chosen"), arm = "a", reward = 1, time = NULL, ticket = 1, chosen = "agent", context = NULL, round = NULL),
    agent_warm_start = list(agent = waiting_for(), log = data.frame(arm = "a", reward = 1)),
    agent_decisions = list(agent = waiting_for("chosen")),
    agent_why = list(agent = waiting_for()),
    agent_ticket = list(agent = waiting_for("chosen")),
    agent_enter = list(agent = agent(policy_ucb1(), "a", patience = 9, last = 10), arm = "b", last = 30, patience = 4, round = 3),
    agent_leave = list(agent = waiting_for(), arm = "a", away = FALSE, round = 2),
    save_agent = list(agent = waiting_for(), file = tempfile()),
    read_agent = list(file = saved_agent(), trust = FALSE),
    serve_agent = list(agent = waiting_for, file = tempfile(), port = free_port(), host = "127.0.0.1", token = NULL, hosts = "localhost",
                       trust = FALSE, seconds = 0.01),
    arcade = list(policies = NULL, problems = "iris", reps = 2, seed = 2026, paired = FALSE, path = NULL, threads = 1),
    arms_bernoulli = list(prob = c(0.2, 0.8)),
    arms_gaussian = list(mean = c(0, 1), sd = 1),
    arms_student = list(df = 3, location = c(0, 1), scale = 1),
    arms_lognormal = list(meanlog = c(0, 1), sdlog = 1),
    arms_survival = list(median = c(12, 17), shape = 1, limit = c(24, 24)),
    arms_beta = list(shape1 = 1, shape2 = 2),
    arms_categorical = list(prob = matrix(1, 2, 2), value = c(0, 1)),
    arms_constant = list(value = c(0, 1)),
    arms_tape = list(reward = matrix(1, 2, 10), by = "round", context = matrix(0, 10, 2)),
    prior_uniform = list(k = 2, min = 0, max = 1),
    prior_beta = list(k = 2, shape1 = 1, shape2 = 1),
    prior_normal = list(k = 2, mean = 0, sd = 1),
    spread_delay = list(min = 1, max = 2),
    spread_window = list(from = 1, to = 2),
    spread_linear = list(length = 3, direction = "increasing"),
    spread_geometric = list(mean = 2),
    spread_power = list(gamma = 2),
    spread_adversarial = list(length = 2, streak = 3),
    as_tibble = list(x = spread_delay(1, 2), lags = 1:3),
    simulate_tape = list(mean = c(0.2, 0.8), horizon = 10, every = 3, seed = 1),
    read_outbrain = list(path = click_files(), rounds = 10, first = 1, arms = 2),
    read_coupons = list(file = click_files(), rounds = 10, first = 1),
    delay_geometric = list(mean = 3),
    changes_at = list(round = c(5, 9), mean = diag(2)),
    changes_random = list(rate = 0.1, prior = prior_uniform(1), together = FALSE, apart = 2),
    changes_jumps = list(count = 2, probability = 0.5, size = c(0.1, 0.2), apart = 2),
    changes_drift = list(sd = 0.1, every = 2, low = 0, high = 1),
    changes_wave = list(amplitude = c(0.1, 0.2), period = 9, phase = c(0, 0.5), every = 2),
    with_changes = list(bandit = pair, changes = changes_drift(0.1)),
    wear_step = list(after = 3, drop = c(0.1, 0.2)),
    wear_linear = list(slope = 0.1, floor = 0),
    wear_power = list(exponent = 0.5),
    with_wear = list(bandit = pair, wear = wear_power(1)),
    with_rest = list(bandit = pair, rounds = c(1, 3), benchmark = "bound"),
    with_absences = list(bandit = pair, awake = c(0.5, 1)),
    with_batches = list(bandit = pair, size = 10, ends = NULL),
    batch_ends = list(horizon = 100, batches = 3, grid = "minimax"),
    with_delay = list(bandit = pair, delay = c(0.5, 0.5)),
    with_previews = list(bandit = pair, lag = c(2, 5), sd = c(1, 0)),
    with_accrual = list(bandit = pair, rate = 2, follow_up = c(1, 3), arrivals = "even"),
    at_times = list(times = c(1, 2.5)), at_outcomes = list(counts = c(10, 20)),
    bandit = list(arms = arms_bernoulli(0.5)),
    with_patience = list(bandit = pair, patience = c(2, 3)),
    with_entries = list(bandit = pair, first = c(1, 3)),
    with_lifetimes = list(bandit = pair, first = 1, last = Inf, known = TRUE),
    with_waiting = list(bandit = pair, delay = matrix(0.5, 2, 2), pay = NULL),
    with_fairness = list(bandit = pair, share = 0.2, penalty = 1),
    with_spread = list(bandit = pair, spread = spread_delay(1, 2)),
    bandit_value = list(bandit = bandit_mortal(3, 10, 5)),
    bandit_mortal = list(alive = 3, horizon = 100, mean_lifetime = 10, reward = prior_uniform(3), death = "timed",
                       known = FALSE),
    play_bandit = list(story = "fairness", code = 1, long = FALSE),
    bandit_replay = list(log = events, init = 1, start = 1, known = FALSE, min_propensity = NULL, thin = TRUE),
    replay_value = list(study = replays, level = 0.95, weights = "none", method = "turns", table = "arm"),
    read_yahoo_clicks = list(files = clicks, progress = FALSE),
    simulate_click_log = list(events = 10, days = 1, rate = prior_beta(1, 4, 104), seed = 1, file = NULL),
    arms_linear = list(theta = diag(2), sd = 1, context = context_normal(2)),
    arms_logistic = list(theta = diag(2), context = context_normal(2)),
    bandit_labels = list(data = matrix(1:6, 3), label = c("a", "b", "a"), shuffle = FALSE),
    context_normal = list(d = 2),
    read_open_bandit = list(file = unruly:::open_bandit_sample(), position = NULL),
    round_sizes = list(beta = 2, c = 1),
    policy_thompson = c(list(family = "bernoulli"), label),
    policy_linucb = c(list(alpha = 1, ridge = 2, shared = TRUE), label),
    policy_linear_thompson = c(list(alpha = 1, ridge = 2, shared = TRUE), label),
    policy_logistic_thompson = c(list(alpha = 1, ridge = 2, shared = TRUE, range = c(0, 2)), label),
    policy_linear_epsilon_greedy = c(list(epsilon = 0.2, ridge = 2, shared = TRUE), label),
    policy_linucb_l = c(list(scale = 1), label),
    policy_stochastic = c(list(pulls = 5, early_stop = TRUE, reference = 0.5), label),
    policy_ucb_subset = c(list(scale = 2), label),
    policy_ucb_l = c(list(scale = 1, init = NULL), label),
    policy_odaaf = c(list(mean_delay = 2, max_delay = NULL, var_delay = NULL), label),
    policy_clw = c(list(length = 2, version = "2018"), label),
    policy_ars_clw = c(list(guess = 0.3, start = 8), label),
    policy_queue = c(list(policy = policy_ucb1()), label),
    policy_fixed = c(list(arm = c(1, 2)), label),
    policy_st_ucb = c(list(penalty = 1), label),
    policy_flearn = c(list(alpha = 0, learner = "thompson", family = "bernoulli"), label),
    bandit_value = list(bandit = with_fairness(pair, 0.2, 1)),
    fair_penalty = list(gaps = c(0, 0.5), explore = 1),
    fair_penalty = list(gaps = c(0, 0.5), share = 0.1, tolerance = 0.05),
    arms_movielens = list(ratings = data.frame(n1 = 1, n2 = 2, n3 = 3, n4 = 0, n5 = 1:2), min_ratings = 3),
    policy_wait_ucb = c(list(feedback = "side"), label),
    policy_wait_hoeffding = c(list(feedback = "side"), label),
    policy_fc_se = c(list(n_cycle = NULL, segment = NULL, cycle = c(1, 2)), label),
    policy_fc_entry = c(list(n_cycle = 4, patience_floor = 9, segment = NULL, arms = NULL, cycle = NULL), label),
    policy_epsilon_greedy = c(list(epsilon = 0.1, restart = 9), label),
    policy_glr_kl_ucb = c(list(restart = "global", explore = 0.1, error = 0.5, test_every = 3, split_every = 2,
                               family = "gaussian", explore_growth = FALSE), label),
    policy_cusum_ucb = c(list(burn_in = 5, shift = 0.05, threshold = 1, explore = 0.1, changes = 2, index = "kl"), label),
    policy_m_ucb = c(list(window = 10, threshold = 2, explore = 0.1, changes = 2, index = "kl", count_from = "start"), label),
    policy_exp3_s = c(list(gamma = 0.1, share = 0.01, changes = 2), label),
    policy_rexp3 = c(list(batch = 20, variation = 2), label),
    policy_matured = c(list(policy = policy_ucb1(), within = 20), label),
    policy_conversion = c(list(delay = 20, within = 50), label),
    policy_conversion_hoeffding = c(list(delay = 20, within = 50), label),
    policy_conversion_thompson = c(list(delay = 20, within = 50, prior = c(1, 2)), label),
    policy_opse = c(list(error = 0.1), label),
    policy_tsallis_inf = c(list(estimator = "importance"), label),
    policy_ucb_v = c(list(zeta = 1, c = 1, range = c(0, 1)), label),
    policy_robust_ucb = c(list(estimator = "truncated", epsilon = 0.5, moment = 2), label),
    policy_rising_ucb = c(list(window = 0.1, alpha = 1, sd = 1), label),
    policy_raw_ucb = c(list(alpha = 1, grid = 2, sd = 1), label),
    policy_fewa = c(list(alpha = 1, grid = 2, sd = 1), label),
    policy_wswa = c(list(alpha = 0.1, sd = 1), label),
    policy_imed = c(list(family = "gaussian", sd = 2), label),
    policy_tracking = c(list(family = "gaussian"), label),
    policy_top_two = c(list(leader = "ucb", challenger = "transport", beta = 0.3, allocation = "tracking", family = "gaussian", sd = 2), label),
    policy_allocation = c(list(target = "better", rule = "block", control = 1, control_share = 0.4, power = 1, burn_in = 2, block = 4,
                               family = "gaussian", sd = 2), label),
    policy_allocation = c(list(target = c(1, 2), rule = "dbcd", gamma = 1), label),
    policy_allocation = c(list(target = "rsihr", rule = "erade", alpha = 0.1), label),
    policy_kl_racing = c(list(error = 0.1, rate = "proved"), label),
    policy_sequential_halving = c(list(fresh = TRUE), label),
    regret_bound = list(bandit = with_patience(pair, 3), horizon = 100, bound = policy_fc_se(), what = "regret"),
    regret_bound = list(bandit = pair, bound = "identification", what = "share", error = 0.1),
    regret_bound = list(bandit = with_waiting(pair, c(0.5, 0.5)), horizon = 100, bound = policy_wait_ucb(), constants = TRUE),
    regret_bound = list(bandit = with_patience(pair, 1), horizon = 100, bound = "impatient_lower", first_exit = 2),
    regret_bound = list(bandit = bandit(arms_bernoulli(prior_uniform(2))), horizon = 5, bound = NULL, threads = 1),
    regret_bound = list(bandit = with_spread(pair, spread_delay(1, 2)), horizon = 9, bound = policy_clw(spread = "guessed"), constant = 2),
    policy_gittins = c(list(discount = 0.9, prior = c(1, 1), accuracy = 1e-6, range = c(0, 1)), label),
    gittins_index = list(shape1 = 1, shape2 = 2, discount = 0.9, accuracy = 1e-6),
    policy_bayes_optimal = c(list(prior = c(1, 2), range = c(0, 1)), label),
    bayes_optimal = list(prior = prior_uniform(2), horizon = 6, depth = 2, threads = 1),
    exact_study = list(bandit = pair, policies = policy_ucb1(), horizon = 8, record = 3, threads = 1),
    policy_doubling = c(list(policy = policy_moss(), start = 64), label),
    policy_restart = c(list(policy = policy_moss(), rounds = c(5, 9)), label),
    policy_sleeping = c(list(policy = policy_moss()), label),
    policy_floor = c(list(policy = policy_moss(), min_propensity = 0.1, decay = 0.5, type = "clip"), label),
    as_log = list(x = study, policy = "UCB1", rep = 1, bandit = "bandit"),
    bandit_auction = list(rival = c(0.5, 0.5), value = c(0.4, 0.6), fee = 1),
    bandit_cross_validation = list(time = c(0.5, 0.5), score = 0.4, folds = 5),
    bandit_value = list(bandit = with_waiting(pair, c(0.5, 0.5)), horizon = 10),
    arms_empirical = list(data = list(a = c(1, 2), b = 3)),
    policies = list(bandit = pair, horizon = 5, try = TRUE),
    policy_index = c(list(index = function(v) v$mean), label, list(stream = NULL)),
    policy_custom = c(list(choose = function(s, v) 1, observe = NULL, start = NULL), label, list(stream = policy_ucb1())),
    policy_registered = c(list(name = "policy_ucb1", parameters = list(alpha = 2)), label),
    reps_until = list(half_width = 0.5, what = "difference", max = 100, level = 0.95, baseline = "UCB1"),
    reps_until = list(half_width = 0.5, what = "difference", level = 0.95, baseline = "UCB1", study = study, interval = "t"),
    citation_of = list(x = study),
    read_movielens = list(file = few_ratings(), rows = NULL),
    ledger = list(paper = "Shao", verdict = "open", claim = NULL),
    check_claim = list(claim = "impatient-prop-3.6-load", reps = 1, seed = 1, scale = "quick"),
    run_experiment = list(id = names(unruly:::experiment_registry())[1], reps = 1, horizon = 100, seed = 1, data = NULL, stop = NULL, keep = NULL),
    run_study = list(bandit = pair, policies = policy_ucb1(), horizon = 20, reps = 2, first_rep = 1, seed = 1,
                     record = 10, keep = "summary", threads = 1, progress = FALSE, path = NULL, stop = NULL, drop = NULL, graduate = NULL, after = "commit"),
    stop_glr = list(error = 0.1, family = "bernoulli", rate = "mixture", range = c(0, 1), narrowest = 50, looks = c(5, 10)),
    stop_evidence = list(control = 1, threshold = NULL, error = 0.1, margin = 0.1, alternative = "less", family = "bernoulli", range = c(0, 1), narrowest = 50, looks = NULL),
    stop_separated = list(error = 0.1, interval = "kl", tolerance = 0.1, rate = "proved", range = c(0, 1), looks = NULL),
    stop_futility = list(control = 1, threshold = NULL, margin = 0.1, error = 0.1, family = "bernoulli", rate = "proved", range = c(0, 1), looks = NULL, concurrent = TRUE),
    stop_equivalence = list(margin = 0.1, error = 0.1, family = "bernoulli", rate = "proved", range = c(0, 1), looks = c(5, 10)),
    stop_boundary = list(design = NULL, control = 1, margin = 0.05, upper = c(2, 2), lower = NULL, looks = c(5, 10), sides = 1, family = "bernoulli", range = c(0, 1), concurrent = TRUE),
    stop_log_rank = list(design = NULL, control = 1, upper = c(2, 2), lower = 0, looks = c(5, 10)),
    stop_posterior = list(probability = 0.9, family = "bernoulli", range = c(0, 1), looks = NULL),
    stop_posterior = list(below = 0.1, control = 1, margin = 0.1, family = "bernoulli", range = c(0, 1), looks = c(5, 10), concurrent = TRUE),
    stop_posterior = list(probability = 0.9, control = 1, margin = 0.1, family = "bernoulli", range = c(0, 1), looks = NULL, concurrent = TRUE),
    stop_at = list(round = 5), recommendations = list(study = study, at = "final"),
    estimates = list(x = study, method = "sequence", level = 0.9, at = "final", weights = "constant", family = "bernoulli", range = c(0, 1),
                     narrowest = 50, joint = TRUE, horizon = NULL, decay = NULL),
    compare_arms = list(x = study, control = 1, threshold = NULL, method = "sequence", level = 0.9, margin = 0.1, alternative = "less", adjust = "holm",
                        joint = TRUE, at = "final", family = "bernoulli", range = c(0, 1), narrowest = 50),
    operating_characteristics = list(study = study, level = 0.9, arms = TRUE),
    trial_design = list(arms = pair, looks = c(0.5, 1), error = 0.025, shape = "pocock", sides = 1, futility = 0, binding = TRUE, power = 0.8, control = 1,
                        margin = 0, ratio = c(1, 2), adjust = "dunnett", claim = "ends"),
    trial_design = list(arms = 2, looks = 1:3, spending = "obrien_fleming", sides = 2),
    trial_design = list(arms = pair, looks = 1:3, spending = -4, futility_spending = -2, power = 0.8),
    trial_power = list(design = planned, effect = c(0.1, 0.2), by_look = TRUE), trial_power = list(design = trial_design(2, 2), drift = 1),
    conditional_power = list(design = planned, z = c(1, 1.2), look = 2, effect = 0.2, prior = c(0.3, 0.2)),
    trial_analysis = list(x = data.frame(at = planned$at[1:2], z = c(1, 2)), design = planned, level = 0.9, at = "all"),
    trial_analysis = list(x = as_log(data.frame(arm = c("1", "2", "2", "1", "1", "2"), reward = c(0, 1, 1, 0, 1, 1))), design = planned, looks = c(2, 6)),
    trial_analysis = list(x = run_study(pair, design = planned, reps = 2, seed = 1, threads = 1, progress = FALSE)),
    calibrate_design = list(plan = function(T) run_study(pair, policy_uniform(), T, 5, seed = 1, record = 1, threads = 1), parameter = c(5, 40),
                     measure = "sample_size", target = 20, policy = NULL, bandit = NULL, steps = 2, whole = TRUE),
    bandit_null = list(bandit = pair, control = 2),
    regret = list(study = study),
    pulls = list(study = study),
    exits = list(study = study),
    choices = list(study = study),
    instances = list(study = study),
    compare_policies = list(study = study, baseline = "UCB1", what = "regret", level = 0.95, interval = "t"),
    compare_policies = list(study = run_study(with_fairness(pair, 0.2, 1), list(a = policy_ht_ucb(0), b = policy_ht_ucb(1)),
                                              horizon = 20, reps = 2, seed = 1, threads = 1, progress = FALSE),
                            frontier = "HT-UCB", level = 0.95),
    as_table = list(x = study, what = "regret", format = "latex", digits = 3, level = 0.95, caption = "A table"),
    summary = list(object = study, what = "regret", level = 0.95),
    summary = list(object = exact_study(pair, policy_ucb1(), 5, threads = 1), what = "pulls", at = "final", distribution = TRUE),
    save_figures = list(study = few_figures, path = tempfile(), device = "svg", width = 4, height = 3),
    aus_cycle = list(patience = c(2, 4, 4)),
    pinwheel_cycle = list(patience = c(3, 4, 5, 8), limit = 1000),
    cycle_feasibility = list(patience = c(2, 2), cycle = c(1, 2), exit = TRUE, limit = 1000),
    autoplot = list(object = study, type = "regret", policies = "UCB1", bandits = NULL, level = 0.95, log = "", interval = "t",
                    baseline = "UCB1")
  )
}

# A folder with the smallest files of the readers of clicks.
waiting_for <- function(what = "a choice") {
  a <- agent(policy_ucb1(), c("a", "b"), seed = 1)
  if (what == "chosen") agent_choose(a)
  a
}

free_port <- function() if (rlang::is_installed("httpuv")) httpuv::randomPort() else 8123

saved_agent <- function() save_agent(waiting_for(), tempfile())

click_files <- function() {
  folder <- file.path(tempdir(), "unruly-clicks")
  if (dir.exists(folder)) return(folder)
  dir.create(folder)
  write <- function(name, ...) writeLines(c(...), file.path(folder, name))
  write("clicks_train.csv", "display_id,ad_id,clicked", "1,11,1")
  write("promoted_content.csv", "ad_id,document_id,campaign_id,advertiser_id", "11,101,1,1")
  write("documents_categories.csv", "document_id,category_id,confidence_level", "101,1403,0.9")
  write("coupon_visit_train.csv", "PURCHASE_FLG,I_DATE", "0,2012-03-28 14:15:00")
  folder
}

few_ratings <- function() {
  path <- tempfile()
  writeLines(c("1::10::5::978300760", "1::11::3::978302109"), path)
  path
}

# Values of every kind. Some are fine for some arguments; none may do worse
# than raise an error of the package.
odd_values <- function() {
  list(
    text = "a", braces = "{stop('evaluated')}", braces_open = "}{.foo {x", not_utf8 = "\xff", no_text = "",
    na_text = NA_character_, texts = letters[1:8], list = list(), list_one = list(1), list_nested = list(list(1), "a"),
    fun = mean, identity = function(x) x, primitive = sum, factor = factor("a"), frame = data.frame(a = 1), null = NULL, numbers_none = numeric(),
    texts_none = character(), na = NA, na_number = NA_real_, nan = NaN, inf = Inf, inf_below = -Inf, negative = -1,
    zero = 0, half = 0.5, huge = 1e300, large = 2^60, tiny = 1e-300, seven = as.double(1:7), with_na = c(1, NA),
    with_nan = c(0.1, NaN, 0.2, 0.3, 0.4, 0.5, 0.6), yes = TRUE, both = c(TRUE, FALSE), complex = 1i,
    date = as.Date("2020-01-01"), matrix = matrix(1:4 / 10, 2), matrix_empty = matrix(0, 0, 0),
    matrix_text = matrix("a", 1, 1), array = array(1, c(2, 2, 2)), environment = globalenv(), environment_full = list2env(list(a = 1)),
    integer64 = structure(1, class = "integer64"), new_line = "new\nline", strange_name = "$(a) `b` \"c\" 'd'", raw = as.raw(1),
    formula = y ~ x, name = quote(x), code = quote(f(x)), named = c(a = 1), bandit = bandit(arms_bernoulli(c(0.2, 0.8))),
    policy = policy_ucb1(), constructor = policy_ucb1, policy_list = list(policy_ucb1(), 1),
    policy_twice = list(policy_ucb1(), policy_ucb1()), arms = arms_bernoulli(0.5), prior = prior_uniform(2),
    spread = spread_delay(1, 2), rounds = round_sizes(2), tape = simulate_tape(0.5, 3, seed = 1), delay_law = delay_geometric(1)
  )
}

# Calls `name` with one argument replaced (left out if `value` is a list of
# nothing); the condition, or NULL if it ran.
error_of <- function(name, arguments) {
  quoted <- lapply(arguments, function(a) if (is.language(a) && !inherits(a, "formula")) call("quote", a) else a)
  call <- call_of_type(name, quoted)
  tryCatch({
    suppressWarnings(suppressMessages(eval(call, globalenv_of_tests()), classes = "unruly_message_service"))
    NULL
  }, error = function(e) e)
}

globalenv_of_tests <- function() asNamespace("unruly")

replace_argument <- function(arguments, argument, value) {
  arguments[argument] <- list(value)
  arguments
}

# The name of the function that a condition blames; methods by their generic.
blamed <- function(error) {
  call <- conditionCall(error)
  if (is.null(call)) "" else sub("\\.unruly_.*$", "", paste(deparse(call[[1]]), collapse = ""))
}

# One object of each class, as the package makes it.
made <- function() {
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  study <- run_study(pair, policy_ucb1(), 20, reps = 2, seed = 1, keep = "choices", threads = 1, progress = FALSE)
  list(
    unruly_prior = prior_beta(2, 1, 1), unruly_arms = arms_bernoulli(c(0.2, 0.8)),
    unruly_bandit = with_spread(with_patience(pair, c(2, 9)), spread_delay(1, 2)), unruly_policy = policy_ucb(0.1),
    unruly_spread = spread_linear(3), unruly_rounds = round_sizes(2), unruly_times = at_times(c(1, 2)),
    unruly_log = read_open_bandit(), unruly_cycle = aus_cycle(c(2, 4, 4)), unruly_study = study,
    unruly_series = run_experiment("impatient-cycle", reps = 1, horizon = c(50, 60), threads = 1),
    unruly_exact = exact_study(pair, policy_ucb1(), 5, threads = 1), unruly_optimum = bayes_optimal(prior_uniform(2), 5, threads = 1),
    unruly_waiting_value = bandit_value(with_waiting(pair, c(0.5, 0.5))), unruly_bound = regret_bound(pair, c(10, 100)), unruly_stop = stop_glr(0.1) & stop_at(5) | stop_at(9),
    unruly_estimates = estimates(study, "sequence"), unruly_comparisons = compare_arms(study, 1), unruly_characteristics = operating_characteristics(study, method = "sequence"),
    unruly_arcade = arcade(problems = "fair"),
    unruly_fit = fit_policy(choices(study), policy_delta(free(), 0.2), starts = 5, threads = 1),
    unruly_recovery = recovery(policy_delta(free(), 0.2), pair, 20, units = 2, seed = 1, starts = 5, threads = 1)
  )
}

# What takes an object of a class: every argument of that class somewhere.
takers <- function() {
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  list(
    unruly_prior = list(arms_bernoulli, function(x) arms_gaussian(0, x), function(x) bandit_mortal(2, 10, 5, x), print),
    unruly_arms = list(bandit, function(x) bandit_mortal(2, 10, 5, x), print),
    unruly_bandit = list(function(x) run_study(x, policy_ucb1(), 5), function(x) run_study(list(a = pair, b = x), policy_ucb1(), 5),
                         function(x) with_fairness(x, 0.1, 1), bandit_value,
                         function(x) regret_bound(x, 10, "impatient_lower"), print),
    unruly_policy = list(function(x) run_study(pair, x, 5), function(x) run_study(pair, list(policy_ucb1(), x), 5), print,
                         function(x) agent(x, c("a", "b"))),
    unruly_spread = list(function(x) with_spread(pair, x), print),
    unruly_rounds = list(function(x) policy_ars_ucb(round_size = x), print),
    unruly_times = list(function(x) stop_glr(looks = x), print),
    unruly_log = list(bandit_replay, summary, as_tibble, print),
    unruly_cycle = list(function(x) cycle_feasibility(cycle = x), as_tibble, autoplot, print),
    unruly_study = list(regret, recommendations, pulls, exits, choices, instances, summary, compare_policies, autoplot, print,
                        function(x) c(x, x)),
    unruly_exact = list(regret, pulls, summary, function(x) summary(x, distribution = TRUE), autoplot, print, as_tibble),
    unruly_optimum = list(print), unruly_bound = list(autoplot),
    unruly_series = list(regret, pulls, exits, summary, autoplot, print), unruly_waiting_value = list(autoplot),
    unruly_estimates = list(autoplot), unruly_comparisons = list(autoplot), unruly_characteristics = list(autoplot, print),
    unruly_arcade = list(summary, autoplot),
    unruly_fit = list(summary, tidy, coef, vcov, confint, logLik, predict, function(x) x[[1]], compare_policies, autoplot, print),
    unruly_recovery = list(summary, autoplot, function(x) autoplot(x, "confusion"), print),
    unruly_stop = list(function(x) run_study(pair, policy_ucb1(), 5, stop = x), function(x) x | stop_at(3), function(x) stop_at(3) & x, print)
  )
}

# Many claims told at once: `claim <- many_claims()` makes a function that is called with each and, in
# words, what it is about; `expect_claims(claim)` says which do not hold.
many_claims <- function() {
  made <- 0
  broken <- character()
  function(holds, ...) {
    made <<- made + 1
    if (!isTRUE(holds)) broken <<- c(broken, paste(...))
  }
}

# tools/test.R counts them.
expect_claims <- function(claim, least = 1) {
  tally <- getOption("unruly.tally")
  if (is.environment(tally)) tally$claims <- sum(tally$claims, environment(claim)$made)
  testthat::expect_identical(environment(claim)$broken, character())
  testthat::expect_gte(environment(claim)$made, least)
}

# A value as it is told of a claim.
exactly <- function(value) paste(format(value, digits = 17), collapse = " ")

# The arguments that may be given without their names, or by the beginning of these.
before_dots <- function(f) {
  names <- names(formals(f))
  names[seq_len(match("...", names, nomatch = 1L) - 1L)]
}
