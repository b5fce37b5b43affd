# Bad input: a classed error that names the argument, says what was given and
# what is wanted, and blames the function that the user called.

# A number with a class, as those of the package `units` are.
timed <- function(x) structure(x, class = "units", units = "h")

# A few values that are wrong for nearly every argument of a kind.
wrong <- list(
  number = list("a", numeric(), NA, Inf, c(1, 2, 3), timed(0.5)),
  numbers = list("a", factor("a"), numeric(), c(1, NA), -Inf, timed(0.5)),
  text = list(1, NA_character_, "", c("a", "b"), "\xff"),
  flag = list(NA, 1, "TRUE", c(TRUE, FALSE)),
  object = list(1, NULL, list(), mean)
)

# Function, argument, what is wrong for it.
table_of_wrong <- function() {
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  case <- function(name, argument, ...) list(name = name, argument = argument, values = list(...))
  kind <- function(name, argument, kind, ...) {
    list(name = name, argument = argument, values = c(wrong[[kind]], list(...)))
  }
  list(
    kind("agent", "policy", "object", pair),
    case("agent", "arms", 0, 1.5, NULL, NA, character(), c("a", "a"), c("a", ""), factor("a"), list("a"), "\xff"),
    kind("agent", "horizon", "number", 0, 0.5, 2^60),
    case("agent", "seed", "a", 1.5, NA, 1e300),
    kind("agent", "rep", "number", 0, 2^31),
    case("agent", "patience", 0, "a", NA, 1:3, 1.5),
    case("agent", "penalty", -1, "a", NA),
    case("agent", "waiting", 0, "a", NA, 1.5, matrix(1, 2, 2), matrix(0.5, 3, 2), 1e9),
    case("agent", "context", 0, "a", NA, 1.5, 1e9),
    case("agent", "first", 0, "a", NA, 1:3),
    case("agent", "last", 0, "a", NA, 1:3),
    kind("agent_choose", "agent", "object", "a"),
    case("agent_choose", "context", 1, "a", list()),
    case("agent_choose", "round", 0, 1.5, "a", NA, 2^60, mean, list()),
    kind("agent_why", "agent", "object", "a"),
    kind("agent_learn", "agent", "object", "a"),
    case("agent_learn", "arm", "b", 1, NA, mean, list("a", 1), quote(x)),
    case("agent_learn", "reward", "a", NA, Inf, c(1, 2), NULL, mean, list(1), 1e200, factor("a")),
    case("agent_learn", "time", 1, "a", NA, mean),
    case("agent_learn", "ticket", 0, 2, 1.5, "a", NA, c(1, 1), mean, TRUE),
    kind("agent_enter", "agent", "object"),
    case("agent_enter", "arm", NULL, NA, "", c("b", "c"), TRUE, mean, "a"),
    case("agent_enter", "last", 0, "a", NA, 1:2),
    case("agent_enter", "patience", 0, "a", NA, 1:2),
    case("agent_enter", "round", 0, "a", NA, 1:2),
    case("agent_leave", "arm", 1, "c", NA, character()),
    kind("agent_leave", "away", "flag"),
    kind("save_agent", "file", "text"),
    case("read_agent", "file", 1, "no such file", tempdir(), NA),
    kind("read_agent", "trust", "flag"),
    case("play_bandit", "story", "rest", 1, NA, character()),
    kind("play_bandit", "code", "number", 0, 1e5, 1.5),
    kind("play_bandit", "long", "flag"),
    case("serve_agent", "agent", 1, "a", NULL, NA),
    kind("serve_agent", "file", "text"),
    kind("serve_agent", "port", "number", 0, 65536, 1.5),
    case("serve_agent", "token", "short", "with a blank in the midst", NA, 1),
    case("serve_agent", "hosts", "a:80", "http://a", NA, 1, character()),
    kind("serve_agent", "trust", "flag"),
    case("serve_agent", "seconds", 0, -1, NA, "a", 1:2),
    case("arcade", "policies", 1, "no such file.c", list(1), NA, list(policy_ucb1(), policy_ucb1()), mean),
    case("arcade", "problems", "plian", 1, NA, character(), c("iris", "iris")),
    kind("arcade", "reps", "number", 1, 2.5, 1e9),
    case("arcade", "seed", "a", 1.5, NA, 1e300),
    kind("arcade", "paired", "flag"),
    case("arcade", "threads", 0, 1.5, "a", NA),
    kind("arms_bernoulli", "prob", "numbers", -0.1, 1.1, prior_uniform(2, 0, 2), pair),
    kind("arms_gaussian", "mean", "numbers", 1e300),
    kind("arms_gaussian", "sd", "numbers", -1, c(1, 1, 1), prior_normal(2)),
    kind("arms_student", "df", "numbers", 1, 0.5, prior_uniform(2), prior_normal(2)),
    kind("arms_student", "location", "numbers", 1e300),
    kind("arms_student", "scale", "numbers", -1, 1e60, prior_normal(2)),
    kind("arms_lognormal", "meanlog", "numbers", 101, prior_normal(2)),
    kind("arms_lognormal", "sdlog", "numbers", -1, 11, 1:3),
    case("arms_beta", "shape1", 0, -1, "a", NA, prior_normal(2)),
    case("arms_beta", "shape2", 0, -1, Inf, c(1, 2, 0)),
    case("arms_categorical", "prob", "a", matrix(-1, 2, 2), matrix(0, 2, 2), matrix(NA_real_, 2, 2), c(1, 2),
         matrix(0, 0, 0), matrix("a", 2, 2), data.frame(a = 1)),
    case("arms_categorical", "value", "a", 1, c(1, NA), 1:3, c(0, 1e200)),
    kind("arms_constant", "value", "numbers", 1e300),
    case("arms_tape", "reward", "a", 1:3, matrix(NA_real_, 2, 2), matrix(Inf, 2, 2), matrix(0, 0, 2), list()),
    case("arms_tape", "by", "rounds", 1, NA, c("round", "pull"), NULL, "pull"),
    case("arms_tape", "context", "a", matrix(0, 9, 2), matrix(NA_real_, 10, 2), array(0, c(10, 3, 2)), array("a", c(10, 2, 2)), 1e300,
         matrix(1e60, 10, 1), list(), matrix(0, 10, 0)),
    case("arms_logistic", "theta", "a", 1:2, matrix(NA_real_, 2, 2), matrix(1e60, 2, 2), matrix(0, 0, 2)),
    case("arms_logistic", "context", "a", context_normal(3), matrix(0, 5, 3), NULL, NA),
    case("bandit_labels", "data", "a", 1:3, matrix("a", 3), matrix(Inf, 3), list(1), data.frame(), mean, matrix(1e60, 3)),
    case("bandit_labels", "label", c("a", "b"), c("a", NA, "b"), c(1, 1.5, 2), list(1, 2, 3), NULL, mean, matrix("a", 3), c("a", "\xff", "b")),
    kind("bandit_labels", "shuffle", "flag"),
    case("policy_linear_thompson", "alpha", -1, NA, "a", Inf, NULL),
    case("policy_linear_thompson", "ridge", 0, -1, NA, "a", Inf),
    kind("policy_linear_thompson", "shared", "flag"),
    case("policy_logistic_thompson", "range", c(1, 0), c(0, 0), 1, NA, "a", 1:3),
    case("policy_linear_epsilon_greedy", "epsilon", -1, 2, NA, "a"),
    case("policy_linear_epsilon_greedy", "decay", -1, NA, "a", TRUE),
    case("policy_linucb", "ridge", 0, NA, "a"),
    kind("prior_uniform", "k", "number", 0, -1, 1.5, 1e300),
    kind("prior_uniform", "min", "number", 2),
    case("prior_beta", "shape1", 0, NA, "a"),
    case("prior_normal", "sd", -1, NA, "a"),
    case("spread_delay", "min", -1, 0.5, 1e300, "a", 3),
    case("spread_window", "to", 1, 0, NA, 2^60),
    case("spread_linear", "direction", "up", NA, 1),
    case("spread_geometric", "mean", 0, 1, -1, NA, 1e16),
    case("spread_power", "gamma", 1, 0, 51, Inf),
    case("spread_adversarial", "streak", 0, 1.5, "a"),
    kind("bandit", "arms", "object", pair, prior_uniform(2)),
    kind("with_patience", "bandit", "object", arms_bernoulli(0.5), policy_ucb1()),
    kind("with_patience", "patience", "numbers", 0, -1, 1.5, 1:3, 1:7 + 0.5),
    case("with_entries", "first", c(2, 3), 0, 1, c(1, Inf), "a", 1:3),
    case("with_lifetimes", "first", 0, "a", c(1, NA), Inf),
    case("with_lifetimes", "last", 0, "a", 1.5, c(1, 2, 3)),
    kind("with_lifetimes", "known", "flag"),
    case("with_waiting", "delay", "a", matrix(0.4, 2, 2), matrix(-1, 2, 2), matrix(1 / 2, 3, 2), numeric(), NA, NULL,
         timed(c(0.5, 0.5))),
    case("with_waiting", "pay", "a", 2, matrix(0.5, 3, 2), matrix(0.5, 2, 3), NA, timed(c(0.5, 0.5))),
    case("bandit_auction", "rival", timed(c(0.5, 0.5))),
    case("bandit_auction", "value", timed(c(0.4, 0.6))),
    case("bandit_cross_validation", "time", timed(c(0.5, 0.5))),
    case("with_fairness", "share", c(0.5, 0.5), 1, 0.5, -0.1, "a", c(0.1, NA), 1:3 / 10),
    case("with_fairness", "penalty", -1, "a", NA, Inf, 1e300, 1:3, ~ -mean, y ~ mean, ~ unheard_of),
    kind("bandit_value", "bandit", "object", pair),
    case("fair_penalty", "gaps", "a", c(0.1, 0.2), c(0, -1), NA, numeric()),
    case("fair_penalty", "explore", 0, 3, 1.5, NA),
    kind("regret_bound", "bandit", "object", pair),
    case("regret_bound", "horizon", 0.5, 0, NA, "a"),
    case("regret_bound", "bound", "all", 1, policy_thompson(), "policy_ucb", NA),
    case("regret_bound", "what", "all", 1, "shortfall"),
    case("policy_ht_ucb", "penalty", -1, NA, "a", 1e300, Inf),
    case("policy_st_ucb", "penalty", -1, NA, "a", 1e300, Inf),
    case("policy_lfg", "eta", -1, NA, "a", 1e300),
    case("policy_flearn", "alpha", -1, NA, "a"),
    case("policy_flearn", "learner", "ucb", NA, 1),
    case("policy_flearn", "prior", "normal", NA, 1),
    case("policy_fair_etc", "pulls", 0, 1.5, NA, "a"),
    case("compare_policies", "frontier", "UCB1", 1, NA),
    case("arms_movielens", "ratings", 1, data.frame(n1 = 1), NULL),
    case("arms_movielens", "min_ratings", -1, 0.5, 1e6, NA),
    kind("with_spread", "spread", "object", 3),
    kind("bandit_mortal", "alive", "number", 0, 1e9),
    kind("bandit_mortal", "horizon", "number", 0, 2^50),
    kind("bandit_mortal", "mean_lifetime", "number", 0.5, 0),
    kind("bandit_mortal", "reward", "object", prior_normal(2), arms_bernoulli(c(0.1, 0.2)), arms_tape(matrix(1, 2, 9))),
    case("bandit_mortal", "death", "slow", 1, NA),
    kind("bandit_replay", "log", "object", pair, data.frame(arm = 1),
         data.frame(arm = 1.5, reward = 1), data.frame(arm = 1, reward = "a"), data.frame(arm = 1, reward = NA_real_)),
    case("bandit_replay", "init", -1, 0.5, NA, "a"),
    case("bandit_replay", "start", 0, 4, NA, "a"),
    case("bandit_replay", "arm", 1, NA, NULL, "absent"),
    case("bandit_replay", "time", 1, NA, "absent", c("arm", "reward")),
    case("bandit_replay", "min_propensity", 0, 2, "a", NA, 0.5),
    case("bandit_replay", "thin", NA, 1, "a"),
    case("replay_value", "weights", 1, "inverse", NA),
    case("replay_value", "method", 1, "ips", NA),
    case("replay_value", "table", 1, "context", NA),
    case("read_open_bandit", "file", "no such file", tempdir(), NA, 1, "{stop()}"),
    case("read_open_bandit", "position", "a", 1.5, NA, -1),
    case("round_sizes", "beta", 0, -1, NA, "a"),
    case("round_sizes", "c", 0, NA, Inf),
    kind("policy_ucb1", "label", "text"),
    case("policy_ucb", "error", 0, 1, -1, NA, "a", c(0.1, 0.2)),
    case("policy_thompson", "family", "normal", 1, NA),
    case("policy_fixed", "arm", 0, 1.5, NA, "", c("a", ""), 1e300),
    case("policy_fixed", "wait", 0, 1.5, NA),
    case("policy_ag", "range", c(1, 0), c(0, 0), 1, NA, "a", 1:3),
    case("policy_ag", "init", -1, 0.5, NA),
    case("policy_ucb_l", "scale", -1, NA, "a"),
    case("policy_ars_ucb", "alpha", 0, -1, NA),
    case("policy_ars_ucb", "round_size", 1.5, c(2, 2), c(1, 3, 2), 0, "power", NULL, round_sizes),
    kind("policy_odaaf", "mean_delay", "number", -1),
    case("policy_odaaf", "max_delay", -1, "a", NA),
    case("policy_odaaf", "var_delay", -1, "a", NA),
    kind("policy_odaaf_composite", "length", "number", -1),
    kind("policy_ars_exp3", "beta", "number", -1, 2),
    case("policy_ars_exp3", "gamma", 0, 2, "a", NA),
    kind("policy_clw", "length", "number", 0, 1.5),
    case("policy_clw", "version", 2018, "2020", NA, NULL),
    kind("policy_ars_clw", "guess", "number", 0, 1),
    kind("policy_ars_clw", "start", "number", 0, 1.5),
    kind("policy_queue", "policy", "object", pair, policy_oracle()),
    kind("policy_matured", "policy", "object", pair, policy_oracle(), policy_matured(policy_moss(), 9)),
    kind("policy_matured", "within", "number", -1, 1.5),
    kind("policy_doubling", "policy", "object", pair, policy_oracle(), policy_doubling(policy_moss())),
    case("policy_doubling", "start", 0, 1.5, NA, "a"),
    kind("policy_sleeping", "policy", "object", pair, policy_oracle(), policy_sleeping(policy_moss())),
    kind("policy_floor", "policy", "object", pair, policy_oracle(), policy_floor(policy_moss(), 0.1)),
    case("policy_floor", "min_propensity", 0, 1.5, NA, "a"),
    case("policy_floor", "decay", -1, 1, NA, "a"),
    case("policy_floor", "type", "mix", 1, NA),
    kind("policy_restart", "policy", "object", pair, policy_oracle(), policy_restart(policy_moss(), 9)),
    case("policy_restart", "rounds", 0, 1.5, NA, "a", c(9, 5), c(5, 5), Inf),
    case("policy_sw_ucb", "window", 0, 1.5, NA, "a", Inf),
    case("policy_sw_ucb", "xi", 0, NA, "a"),
    case("policy_sw_ucb", "index", "gaussian", 1, NA),
    case("policy_d_ucb", "discount", 0, 1.1, NA, "a"),
    case("policy_d_ucb", "changes", 0, NA, "a"),
    kind("policy_sw_thompson", "window", "number", 0, 1.5),
    kind("policy_discounted_thompson", "discount", "number", 0, 1.1),
    kind("policy_ucb_v", "zeta", "number", 0),
    kind("policy_ucb_v", "c", "number", 0),
    case("policy_ucb_tuned", "range", c(1, 0), 1, NA, "a"),
    case("policy_kl_ucb", "family", "poisson", 1, NA),
    case("policy_bayes_ucb", "family", "exponential", 1, NA),
    case("policy_bayes_ucb", "c", -1, 101, NA, "a"),
    case("policy_robust_ucb", "estimator", "mean", 1, NA),
    kind("policy_robust_ucb", "epsilon", "number", 0, 1.1),
    kind("policy_robust_ucb", "moment", "number", 0),
    kind("policy_raw_ucb", "alpha", "number", 0),
    kind("policy_raw_ucb", "grid", "number", 0.9),
    kind("policy_raw_ucb", "sd", "number", 0),
    kind("policy_fewa", "alpha", "number", 0),
    kind("policy_fewa", "grid", "number", 0.9),
    kind("policy_fewa", "sd", "number", 0),
    kind("policy_wswa", "alpha", "number", 0),
    kind("policy_wswa", "sd", "number", 0),
    case("policy_imed", "family", "exponential", 1, NA),
    case("policy_imed", "sd", 0, -1, NA, "a"),
    case("policy_tracking", "family", "exponential", 1, NA),
    kind("policy_lucb", "error", "number", 0, 1),
    kind("policy_kl_lucb", "error", "number", 0, 1),
    case("policy_top_two", "leader", "best", 1, NA),
    case("policy_top_two", "challenger", "ucb", 1, NA),
    kind("policy_top_two", "beta", "number", 0, 1),
    case("policy_top_two", "allocation", "fair", 1, NA),
    case("policy_chernoff_racing", "rate", "hoeffding", 1, NA),
    kind("policy_kl_racing", "error", "number", 0, 1),
    case("policy_sequential_halving", "fresh", "yes", 2, NA),
    kind("policy_thompson_t", "alpha", "number", -51, 51),
    kind("policy_boltzmann", "temperature", "number", 0),
    kind("policy_boltzmann_gumbel", "sd", "number", 0),
    kind("policy_gittins", "discount", "number", 0, 1),
    case("policy_gittins", "prior", 1, c(0, 1), NA, "a", c(1, 2, 3)),
    kind("policy_gittins", "accuracy", "number", 0, 1),
    kind("gittins_index", "shape1", "numbers", 0),
    kind("gittins_index", "shape2", "numbers", 0),
    case("policy_epsilon_greedy", "restart", 0, 1.5, NA, "a"),
    kind("simulate_tape", "mean", "numbers", -1, 2),
    kind("simulate_tape", "horizon", "number", 0, 1e12),
    case("simulate_tape", "seed", "a", 1.5, NA),
    case("simulate_tape", "mean", "a", 2, matrix(2, 1, 1), list()),
    kind("simulate_tape", "every", "number", 0),
    case("read_outbrain", "path", 1, "no/such", NA, NULL),
    case("read_outbrain", "rounds", 0, "a", NA, 1.5),
    case("read_outbrain", "arms", 0, "a", NA, 1.5),
    case("read_coupons", "file", 1, "no/such", NA, NULL),
    kind("read_coupons", "first", "number", 0),
    case("as_tibble", "x", spread_adversarial(2)),
    case("as_tibble", "lags", -1, "a", NA),
    case("with_delay", "delay", -1, 0.5, "a", NA, NULL, c(0.5, 0.6), matrix(0.5, 3, 2), spread_power(2), spread_adversarial(2)),
    kind("delay_geometric", "mean", "numbers", 0.5),
    kind("run_study", "bandit", "object", arms_bernoulli(0.5), policy_ucb1(), list(pair, 1), list(a = pair, a = pair)),
    kind("run_study", "policies", "object", pair, list(policy_ucb1(), policy_ucb), list(policy_ucb1(), policy_ucb1())),
    kind("run_study", "horizon", "number", 0, -1, 0.5, 1e300, 2^60),
    kind("run_study", "reps", "number", 0, 2^31),
    case("run_study", "first_rep", 0, 2^31, "a", 2^31 - 1),
    case("run_study", "seed", "a", 1.5, NA, 1e300, c(1, 2)),
    case("run_study", "record", 0, "a", c(1, 21), c(0, 5), NA, NULL, 1e300),
    case("run_study", "keep", "all", NA, 1, c("summary", "moments"), character()),
    case("as_log", "policy", "nobody", 1),
    case("as_log", "rep", 0, 3, "a"),
    case("as_log", "bandit", "nobody", 1),
    case("run_study", "threads", 0, 1e6, "a", NA),
    kind("run_study", "progress", "flag"),
    case("run_study", "path", 1, "", NA, c("a", "b")),
    kind("regret", "study", "object"),
    case("choices", "study", 1, NULL, pair),
    case("compare_policies", "baseline", "nobody", 1, NA, c("UCB1", "Uniform")),
    case("compare_policies", "interval", "bootstrap", 1, NA),
    case("reps_until", "baseline", 1, NA, c("a", "b"), mean),
    case("reps_until", "baseline", 1, NA),
    kind("policies", "bandit", "object", arms_bernoulli(0.5)),
    kind("policies", "horizon", "number", 0, 0.5, 2^60),
    kind("policies", "try", "flag"),
    kind("as_table", "x", "object", pair),
    case("as_table", "what", "fun", 1, NA),
    case("as_table", "format", "word", 1, NA, c("gt", "latex")),
    kind("as_table", "digits", "number", 0, 1.5, 16),
    kind("as_table", "level", "number", 0, 1),
    kind("as_table", "caption", "text"),
    case("compare_policies", "what", "fun", 1, c("pulls", "reward", "benchmark", "regret")),
    case("compare_policies", "level", 0, 1, NA, "a"),
    case("summary", "what", "round", 1, NA),
    case("summary", "level", 0, 1, "a"),
    case("aus_cycle", "patience", "a", 0, 1.5, NA, numeric()),
    case("cycle_feasibility", "limit", 0, "a", NA)
  )
}

# What an error for a bad argument lacks.
lacks <- function(error, case) {
  if (!inherits(error, "unruly_error_argument") || !inherits(error, "unruly_error")) return("class")
  c(if (!grepl(case$argument, conditionMessage(error), fixed = TRUE)) "argument", if (blamed(error) != name_of_maker(case$name)) "call")
}

test_that("each kind of bad input gives an error that names the argument and blames the user's call", {
  skip_on_cran() # long
  works <- working_calls()
  for (case in share_of(table_of_wrong(), 8)) {
    lacking <- lapply(case$values, function(value) {
      lacks(error_of(case$name, replace_argument(works[[case$name]], case$argument, value)), case)
    })
    wrong <- vapply(case$values[lengths(lacking) > 0], function(v) paste(deparse(v), collapse = ""), "")
    expect_identical(unlist(lacking), NULL, info = sprintf("%s(%s = %s)", case$name, case$argument, wrong))
  }
})

test_that("the calls that the tests of bad input start from work", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2") # some of the calls draw
  works <- working_calls()
  claim <- many_claims()
  for (name in share_of(names(works), 8)) claim(is.null(error_of(name, works[[name]])), name)
  expect_claims(claim, 150 / parts_of_share())
})

test_that("a required argument that is missing is named, with what is wanted", {
  skip_on_cran() # long
  works <- working_calls()
  exported <- asNamespace("unruly")
  claim <- many_claims()
  for (name in setdiff(names(works), c("summary", "as_tibble"))) {
    needed <- names(Filter(function(f) identical(f, quote(expr = )), as.list(formals(function_of_type(name)))))
    for (argument in intersect(needed, names(works[[name]]))) {
      if (!is_drawn(match(name, names(works)), match(argument, needed), one_in = 6)) next
      error <- error_of(name, works[[name]][setdiff(names(works[[name]]), argument)])
      claim(inherits(error, "unruly_error_argument"), name, argument, "is refused")
      claim(grepl(paste0(argument, "` is missing"), conditionMessage(error)), name, argument, "is named")
      claim(identical(blamed(error), name_of_maker(name)), name, argument, "is blamed on the call")
    }
  }
  expect_claims(claim, 300 / parts_of_share())
})

test_that("junk of every kind raises nothing but errors of the package", {
  skip_in_quick()
  skip_if_not_installed("ggplot2") # some of the calls draw
  works <- working_calls()
  values <- odd_values()
  withr::local_seed(20)
  for (i in share_of(1:100)) {
    name <- sample(setdiff(names(works), c("summary", "as_tibble")), 1)
    given <- works[[name]]
    for (argument in setdiff(sample(names(given), sample(length(given), 1)), c("path", "file", "seconds", "host"))) {
      given <- replace_argument(given, argument, values[[sample(length(values), 1)]])
    }
    if (name == "run_study") given$threads <- 1
    error <- error_of(name, given)
    expect_true(is.null(error) || inherits(error, "unruly_error"), info = name)
    expect_false(inherits(error, "unruly_error_internal"), info = name)
  }
})

test_that("braces in what a user gives are never evaluated", {
  trap <- "{stop('evaluated')} {.foo {"
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  named <- stats::setNames(list(pair, pair), c(trap, "other"))
  study <- run_study(named, list(policy_ucb1(label = trap), policy_uniform()), horizon = 5, reps = 2, seed = 1,
                     progress = FALSE)
  expect_identical(unique(regret(study)$policy), c(trap, "Uniform"))
  expect_output(print(study), "evaluated")
  expect_output(print(policy_ucb1(label = trap)), "evaluated")
  refused <- tryCatch(run_study(named, policy_wait_ucb(label = trap), horizon = 5), error = identity)
  expect_s3_class(refused, "unruly_error_policy")
  expect_match(conditionMessage(refused), trap, fixed = TRUE)
  expect_match(conditionMessage(tryCatch(compare_policies(study, paste0(trap, "x")), error = identity)), trap, fixed = TRUE)
  expect_match(conditionMessage(tryCatch(read_open_bandit(trap), error = identity)), trap, fixed = TRUE)
  expect_s3_class(tryCatch(run_study(pair, list(policy_ucb1(label = trap), policy_ucb(label = trap)), 5), error = identity),
                  "unruly_error_argument")
})

test_that("traits cannot be given twice, and those that do not go together say why", {
  skip_in_quick()
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  add <- list(
    patience = function(b) with_patience(b, 3), entries = function(b) with_entries(b, c(1, 3)),
    lifetimes = function(b) with_lifetimes(b, 1, 9), waiting = function(b) with_waiting(b, c(0.5, 0.5)),
    fairness = function(b) with_fairness(b, 0.1, 1), spread = function(b) with_spread(b, spread_delay(1, 2))
  )
  for (name in names(add)) {
    error <- tryCatch(add[[name]](add[[name]](pair)), error = identity)
    expect_s3_class(error, "unruly_error_combination")
    expect_match(conditionMessage(error), name)
    expect_identical(blamed(error), paste0("with_", name))
    on_log <- tryCatch(add[[name]](bandit_replay(data.frame(arm = 1:2, reward = 1))), error = identity)
    expect_s3_class(on_log, "unruly_error_combination")
  }
  refused <- list(c("entries", "lifetimes"), c("fairness", "entries"), c("fairness", "lifetimes"), c("fairness", "waiting"))
  for (two in c(refused, lapply(refused, rev))) {
    error <- tryCatch(add[[two[2]]](add[[two[1]]](pair)), error = identity)
    expect_s3_class(error, "unruly_error_combination")
    expect_match(conditionMessage(error), "Reason")
    expect_identical(blamed(error), paste0("with_", two[2]))
  }
})

test_that("the messages read well: arms, priors, spreads", {
  expect_errors({
    arms_bernoulli()
    arms_bernoulli(c(0.2, 1.2))
    arms_bernoulli(c(20, 40))
    arms_bernoulli(control = 0.2, new = 0.4)
    arms_bernoulli(prior_normal(3))
    arms_gaussian(c(1, 2, 3), sd = c(1, 2))
    arms_gaussian(c(1, NA, 3, 4, 5, 6, 7))
    arms_beta(1, 2, mean = 0.5)
    arms_categorical(rbind(c(1, 1), c(0, 0)), 0:1)
    arms_categorical(rbind(c(1, 1), c(1, NA)), 0:1)
    arms_categorical(rbind(c(1, 1)), 1:3)
    arms_constant("a lot")
    arms_tape(1:3)
    arms_tape(matrix(1, 2, 2), by = "rounds")
    prior_uniform(2.5)
    prior_uniform(1e8)
    prior_uniform(3, min = 2, max = 1)
    spread_delay(5, 3)
    spread_geometric(1)
    spread_linear(10, "sideways")
  })
})

test_that("the messages read well: bandits and traits", {
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  expect_errors({
    bandit(c(0.2, 0.8))
    bandit(policy_ucb1())
    with_patience(arms_bernoulli(0.5), 3)
    with_patience(pair, c(1, 2, 3))
    with_patience(pair, 0)
    with_patience(with_patience(pair, 3), 3)
    with_entries(pair, c(2, 3))
    with_lifetimes(pair, first = c(1, 5), last = 3)
    with_lifetimes(with_entries(pair, c(1, 2)), 1, 5)
    with_waiting(pair, c(0.5, 0.4))
    with_waiting(pair, matrix(0.5, 3, 2))
    with_waiting(bandit(arms_gaussian(0:1)), c(0.5, 0.5))
    with_fairness(pair, c(0.5, 0.5), 1)
    with_fairness(pair, -0.1, 1)
    with_spread(pair, 3)
    with_spread(with_waiting(pair, c(0.5, 0.5)), spread_adversarial(5))
    bandit_mortal(10, 1e9, 1)
    bandit_mortal(10, 100, 10, reward = arms_bernoulli(c(0.1, 0.2)))
    bandit_mortal(10, 100, 10, death = "budgeted", known = TRUE)
    bandit_replay(data.frame(item = 1, reward = 0))
    bandit_replay(data.frame(arm = 1:3, reward = c(0, 1, NA)))
  })
})

test_that("the messages read well: policies and studies", {
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  study <- run_study(pair, policy_ucb1(), horizon = 10, reps = 2, seed = 1, progress = FALSE)
  withr::local_options(unruly.memory = 1e9)
  other <- run_study(pair, policy_ucb1(), horizon = 11, reps = 2, seed = 1, first_rep = 3, progress = FALSE)
  expect_errors({
    policy_ucb1(label = 3)
    policy_ucb(error = 1)
    policy_ag(range = c(1, 0))
    policy_ars_ucb(round_size = "two")
    run_study()
    run_study(pair)
    run_study(pair, policy_ucb1())
    run_study(policy_ucb1(), pair, 10)
    run_study(list(pair, 3), policy_ucb1(), 10)
    run_study(list(a = pair, a = pair), policy_ucb1(), 10)
    run_study(pair, policy_ucb1, 10)
    run_study(pair, list(policy_ucb1(), policy_ucb1()), 10)
    run_study(pair, policy_ucb1(), 0.5)
    run_study(pair, policy_ucb1(), 10, reps = 1.0000000001)
    run_study(pair, policy_ucb1(), 10, record = c(1, 20))
    run_study(pair, policy_ucb1(), 10, seed = "one")
    run_study(bandit(arms_tape(matrix(1, 2, 5))), policy_ucb1(), 10)
    run_study(bandit_mortal(3, 100, 10), policy_ucb1(), 200)
    run_study(pair, policy_ucb1(), 1e12, keep = "choices")
    run_study(pair, policy_ht_ucb(), 10)
    run_study(pair, policy_fixed(3), 10)
    run_study(bandit(arms_gaussian(0:1)), policy_thompson("bernoulli"), 10)
    run_study(bandit_replay(data.frame(arm = 1, reward = 1)), policy_oracle(), 10)
    regret(pair)
    choices(study)
    compare_policies(study, "UCB2")
    summary(study, what = "happiness")
    c(study, 3)
    c(study, study)
    c(study, other)
  })
})

test_that("texts that are bytes and no letters are refused like any other that cannot be read", {
  skip_in_quick()
  bytes <- "b\xff"
  Encoding(bytes) <- "bytes"
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  a <- agent(policy_ucb1(), c("a", "b"), seed = 1)
  agent_choose(a)
  refused <- function(code, argument) {
    error <- expect_error(code, class = "unruly_error_argument")
    expect_match(conditionMessage(error), paste0("`", argument, "` must be"), fixed = TRUE)
  }
  refused(agent_learn(a, bytes, 1), "arm")
  refused(agent_enter(a, bytes), "arm")
  refused(agent_leave(a, bytes), "arm")
  refused(save_agent(a, bytes), "file")
  refused(agent(policy_ucb1(), bytes), "arms")
  refused(policy_ucb1(label = bytes), "label")
  refused(run_study(stats::setNames(list(pair), bytes), policy_ucb1(), 10), "bandit")
  refused(arms_bernoulli(stats::setNames(c(0.1, 0.2), c(bytes, "b"))), "prob")
  refused(bandit_replay(data.frame(arm = c(bytes, "a"), reward = 1)), "log$arm")
  refused(policy_compile(bytes), "file")
  refused(policy_registered("policy_ucb1", stats::setNames(list(1), bytes)), "parameters")
  refused(policy_registered("policy_ucb1", list(alpha = bytes)), "alpha")
  error <- expect_error(run_study(pair, policy_index(function(v) rlang::abort(bytes)), 10), class = "unruly_error_own")
  expect_match(conditionMessage(error), "Index.*failed")
})

test_that("a file that is no log is refused with the line", {
  write <- function(lines) {
    file <- withr::local_tempfile(.local_envir = parent.frame(2))
    writeLines(lines, file)
    file
  }
  expect_refused <- function(lines, says) {
    error <- tryCatch(read_open_bandit(write(lines)), error = identity)
    expect_s3_class(error, "unruly_error_argument")
    expect_match(conditionMessage(error), says)
    expect_identical(blamed(error), "read_open_bandit")
  }
  expect_refused(character(), "cannot be read")
  expect_refused(c("item_id,click"), "at least one event")
  expect_refused(c("item,click", "1,0"), "without `item_id`")
  expect_refused(c("item_id,click", "1,0", "2.5,1"), "\"2.5\" in line 3")
  expect_refused(c("item_id,click", "1,0", "2,x"), "\"x\" in line 3")
  expect_refused(c("item_id,click", "1,2"), "0 or 1")
  expect_refused(c("item_id,click", "1,"), "line 2")
})

test_that("the glue raises classed errors for descriptions that were tampered with", {
  skip_in_quick()
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  play <- function(b, p = policy_ucb1()) run_study(b, p, horizon = 5, reps = 1, seed = 1, progress = FALSE)
  edited <- function(b, edit) expect_error(play(edit(b)), class = "unruly_error_argument")
  edited(with_patience(pair, 3), function(b) {
    b$traits$patience$parameters$patience <- 3
    b
  })
  edited(pair, function(b) {
    b$arms$kind <- "golden"
    b
  })
  edited(pair, function(b) {
    b$arms$parameters$prob <- c(NA, 1)
    b
  })
  edited(bandit_replay(data.frame(arm = 1:2, reward = 1)), function(b) {
    b$traits$replay$parameters$shown <- c(1, 1e9)
    b
  })
  plan <- list(horizon = 5, seed = 1, first_rep = 1, reps = 1, threads = 1, record = 5, keep_choices = 0, keep_rows = 1, keep_scores = 0, keep_prospects = 0, plain = 0, overrun = 0)
  start <- function(bandits, policies, plan) .Call(C_study_start, bandits, policies, plan)
  good <- list(list(describe_bandit(pair)), list(describe_policy(policy_ucb1())), plan)
  for (part in 1:3) {
    for (value in list(NULL, 1, "a", list(), list(1), list(list()), quote(x), sum)) {
      if (part < 3 && (is.null(value) || identical(value, list()))) next
      expect_error(do.call(start, replace(good, part, list(value)), quote = TRUE), class = "unruly_error_argument")
    }
  }
  for (entry in names(plan)) {
    for (value in drawn_of(list(NULL, "a", NaN, c(1, 2), -1e300), 3, match(entry, names(plan)))) {
      if (entry %in% c("keep_choices", "keep_rows", "keep_scores", "keep_prospects", "plain", "overrun") && is.double(value) && length(value) == 1) next
      if (entry == "record" && length(value) == 2) next
      expect_error(start(good[[1]], good[[2]], replace(plan, entry, list(value))), class = "unruly_error_argument")
    }
  }
  twice <- describe_bandit(with_fairness(pair, 0.2, 1))
  twice$traits <- rep(twice$traits, 2)
  expect_error(start(list(twice), good[[2]], plan), "twice")
})
