named <- function() bandit(arms_bernoulli(c(red = 0.2, blue = 0.5, green = 0.4)))

test_that("names of arms are kept in every table, in the order of the arms", {
  skip_in_quick()
  study <- play(named() |> with_patience(c(3, 30, 3)), list(policy_ucb1(), policy_uniform()), 40, reps = 2)
  for (table in list(pulls(study), exits(study), choices(study), instances(study))) {
    expect_equal(levels(table$arm), c("red", "blue", "green"))
  }
  bare <- play(bandit(arms_bernoulli(c(0.2, 0.5, 0.4))) |> with_patience(c(3, 30, 3)),
               list(policy_ucb1(), policy_uniform()), 40, reps = 2)
  for (table in list(pulls, exits, choices, instances)) {
    expect_type(table(bare)$arm, "integer")
    expect_identical(as.integer(table(study)$arm), table(bare)$arm)
    other <- setdiff(names(table(bare)), "arm")
    expect_identical(table(study)[other], table(bare)[other])
  }
})

test_that("all arms can have names, and both parameters can bring them", {
  names_of <- function(arms) arms$names
  expect_equal(names_of(arms_gaussian(c(a = 1, b = 2))), c("a", "b"))
  expect_equal(names_of(arms_gaussian(0, sd = c(a = 1, b = 2))), c("a", "b"))
  expect_equal(names_of(arms_beta(mean = c(a = 0.1, b = 0.2))), c("a", "b"))
  expect_equal(names_of(arms_beta(1, c(a = 1, b = 2))), c("a", "b"))
  expect_equal(names_of(arms_constant(c(a = 1, b = 2))), c("a", "b"))
  expect_equal(names_of(arms_categorical(rbind(a = 1:2, b = 2:1), 0:1)), c("a", "b"))
  expect_equal(names_of(arms_tape(rbind(a = 1:2, b = 2:1))), c("a", "b"))
  expect_equal(names_of(arms_constant(c(a = 1, 2))), c("a", "2"))
  expect_null(names_of(arms_constant(1:2)))
  expect_null(names_of(arms_gaussian(prior_uniform(2))))
  expect_null(bandit_mortal(3, 50, 10, arms_constant(c(a = 1)))$arms$names)
  expect_error(arms_constant(c(a = 1, a = 2)), "\"a\" twice", class = "unruly_error_argument")
  expect_error(arms_constant(c(1, `1` = 2)), "\"1\" twice", class = "unruly_error_argument")
})

test_that("beside bandits with names, arms without one go by their numbers", {
  study <- play(list(plain = bandit(arms_constant(1:2)), colours = named()), policy_uniform(), 30)
  table <- pulls(study)
  expect_equal(as.character(table$arm), c("1", "2", "red", "blue", "green"))
  expect_equal(levels(table$arm), c("red", "blue", "green", "1", "2"))
  expect_equal(as.character(instances(study)$arm), as.character(table$arm))
})

test_that("a log's arms keep their names", {
  withr::local_seed(1)
  shown <- sample(c("x", "y", "z"), 200, replace = TRUE)
  log <- data.frame(arm = factor(shown), reward = rbinom(200, 1, 0.5))
  study <- play(bandit_replay(log, init = 0), policy_uniform(), 30)
  expect_setequal(levels(pulls(study)$arm), c("x", "y", "z"))
  chosen <- choices(study)
  numbered <- play(bandit_replay(data.frame(arm = match(shown, levels(chosen$arm)), reward = log$reward), init = 0),
                   policy_uniform(), 30)
  expect_type(choices(numbered)$arm, "integer")
  expect_equal(as.integer(chosen$arm), choices(numbered)$arm)
  expect_equal(chosen$reward, choices(numbered)$reward)
})

test_that("names survive joining, folders and values of waiting", {
  skip_in_quick()
  study <- function(reps, first, ...) run_study(named(), policy_ucb1(), 20, reps, first_rep = first, seed = 1, progress = FALSE, ...)
  joined <- c(study(2, 1), study(2, 3))
  expect_identical(pulls(joined), pulls(study(4, 1)))
  skip_if_not_installed("nanoparquet")
  skip_if_not_installed("jsonlite")
  path <- withr::local_tempfile()
  expect_identical(pulls(study(4, 1, path = path)), pulls(joined))
  value <- bandit_value(named() |> with_waiting(c(0.5, 0.5)))
  expect_equal(as.character(value$arm), rep(c("red", "blue", "green"), each = 2))
  optimum <- bandit_value(named() |> with_fairness(0.2, 1))
  expect_identical(optimum$arm, factor(c("red", "blue", "green"), c("red", "blue", "green")))
  bound <- regret_bound(bandit(arms_bernoulli(c(0.2, 0.5, 0.4))) |> with_waiting(c(0.5, 0.5)), 100, policy_wait_ucb())
  expect_equal(regret_bound(value, 100, policy_wait_ucb()), bound)
  expect_identical(levels(regret_bound(value, 100, policy_wait_ucb(), "pulls")$arm), c("red", "blue", "green"))
})

test_that("names stand in prints and plots", {
  expect_snapshot({
    named()
    arms_gaussian(c(a = 1, b = 2))
    arms_gaussian(c(a = 1, b = 1))
    arms_categorical(rbind(a = 1:2, b = 2:1), 0:1)
    arms_tape(rbind(a = 1:2, b = 2:1))
  })
  skip_if_not_installed("ggplot2")
  study <- play(named() |> with_patience(3), policy_ucb1(), 40, reps = 2)
  for (type in c("pulls", "exits", "choices")) expect_true(all(c("red", "blue") %in% plot_data(study, type)$arm))
  for (type in c("pulls", "exits", "choices")) expect_no_error(ggplot2::ggplotGrob(autoplot(study, type)))
})

test_that("values by arm go by the names of the arms, in whatever order they come", {
  arms <- c("red", "blue", "green")
  mixed <- c("green", "red", "blue")
  given <- list(patience = c(3, 30, 90), from = c(1, 5, 9), share = c(0.1, 0.2, 0.3), last = c(10, 20, Inf))
  named <- lapply(given, rlang::set_names, arms)
  turned <- lapply(named, `[`, mixed)
  b <- function() bandit(arms_bernoulli(c(red = 0.2, blue = 0.5, green = 0.4)))
  traits <- function(b) b$traits
  for (v in list(named, turned)) {
    expect_identical(traits(with_patience(b(), v$patience)), traits(with_patience(b(), given$patience)))
    expect_identical(traits(with_entries(b(), v$from)), traits(with_entries(b(), given$from)))
    expect_identical(traits(with_lifetimes(b(), v$from, v$last)), traits(with_lifetimes(b(), given$from, given$last)))
    expect_identical(traits(with_fairness(b(), v$share, v$patience)), traits(with_fairness(b(), given$share, given$patience)))
  }
  delay <- rbind(red = c(1, 0), blue = c(0.5, 0.5), green = c(0, 1))
  for (add in list(with_waiting, with_delay)) {
    expect_identical(traits(add(b(), delay[mixed, ])), traits(add(b(), unname(delay))))
  }
  expect_identical(arms_gaussian(c(a = 1, b = 2), c(b = 4, a = 3)), arms_gaussian(c(a = 1, b = 2), c(3, 4)))
  expect_identical(arms_beta(c(a = 1, b = 2), c(b = 4, a = 3)), arms_beta(c(a = 1, b = 2), c(3, 4)))
  plays <- function(patience) {
    a <- agent(policy_ucb1(), arms, seed = 1, patience = patience)
    vapply(1:30, function(i) {
      arm <- agent_choose(a)
      agent_learn(a, arm, 0)
      arm
    }, "")
  }
  expect_identical(plays(c(green = 30, red = 2, blue = 30)), plays(c(2, 30, 30)))
  expect_false(identical(plays(c(2, 30, 30)), plays(c(30, 2, 30)))) # so that the order matters
  # Other names are a mistake; arms without names take what comes.
  refusal <- expect_error(with_patience(b(), c(red = 1, blue = 2, gren = 3)), class = "unruly_error_argument")
  expect_match(flat(conditionMessage(refusal)), 'named as the arms are ("red", "blue", "green")', fixed = TRUE)
  expect_match(flat(conditionMessage(refusal)), '"gren"', fixed = TRUE)
  expect_identical(traits(with_patience(bandit(arms_bernoulli(c(0.1, 0.2))), c(y = 1, x = 2)))$patience$parameters$patience, c(1, 2))
})

test_that("laws of lags and penalties go by the names of the arms, too", {
  skip_in_quick()
  b <- function() bandit(arms_bernoulli(c(slow = 0.1, fast = 0.07)))
  traits <- function(...) with_delay(b(), ...)$traits
  forms <- list(list(delay_geometric(c(1000, 200)), delay_geometric(c(fast = 200, slow = 1000))),
                list(delay_geometric(c(1000, 200), 50), delay_geometric(c(fast = 200, slow = 1000), 50)),
                list(list(9, 3), list(fast = 3, slow = 9)),
                list(rbind(c(0, 1), c(1, 0)), rbind(fast = c(1, 0), slow = c(0, 1))))
  other <- list(delay_geometric(c(fst = 200, slow = 1000)), list(fst = 3, slow = 9), rbind(fst = c(1, 0), slow = c(0, 1)))
  for (form in forms) {
    expect_identical(traits(form[[2]]), traits(form[[1]]))
    expect_identical(traits(0, zero = form[[2]]), traits(0, zero = form[[1]]))
    bare <- function(law) with_delay(bandit(arms_bernoulli(c(0.1, 0.07))), law)$traits$delay$parameters
    expect_null(names(unlist(unname(bare(form[[2]])))))
  }
  for (law in other) {
    expect_error(traits(law), 'must be named as the arms are ("slow", "fast")', fixed = TRUE, class = "unruly_error_argument")
  }

  # Policies, whose arms are known when they play.
  silent <- b() |> with_delay(delay_geometric(20), zero = Inf)
  unfair <- bandit(arms_bernoulli(c(slow = 0.9, fast = 0.2))) |> with_fairness(0.4, 1)
  choices_of <- function(bandit, policy) choices(play(bandit, list(a = policy), 200, keep = "choices"))[c("arm", "reward")]
  agrees <- function(bandit, make, numbers, named) {
    expect_identical(choices_of(bandit, make(named)), choices_of(bandit, make(numbers)))
    expect_false(identical(choices_of(bandit, make(unname(named))), choices_of(bandit, make(numbers))))
  }
  agrees(silent, function(mean) policy_conversion(delay_geometric(mean)), c(300, 5), c(fast = 5, slow = 300))
  agrees(silent, function(lag) policy_conversion(as.list(lag)), c(100, 5), c(fast = 5, slow = 100))
  agrees(unfair, policy_ht_ucb, c(0.1, 20), c(fast = 20, slow = 0.1))
  agrees(unfair, function(penalty) policy_doubling(policy_st_ucb(penalty), 20), c(0.1, 20), c(fast = 20, slow = 0.1))
  expect_identical(policy_conversion(list(9, 3)), policy_conversion(list(9, 3)))
  expect_null(names(policy_conversion(list(9, 3))$parameters$lag))
  for (policy in list(policy_conversion(delay_geometric(c(fst = 5, slow = 3))), policy_ht_ucb(c(fst = 1, slow = 2)))) {
    refusal <- expect_error(play(if (is.null(policy$parameters$penalty)) silent else unfair, policy, 10),
                            class = "unruly_error_argument")
    expect_match(flat(conditionMessage(refusal)), 'named as the arms are ("slow", "fast")', fixed = TRUE)
  }
  chosen <- function(delay) {
    a <- agent(policy_conversion(delay_geometric(delay)), c("slow", "fast"), seed = 1)
    vapply(1:40, function(i) {
      arm <- agent_choose(a)
      if (i %% 7 == 0) agent_learn(a, arm, 1)
      arm
    }, "")
  }
  expect_identical(chosen(c(fast = 2, slow = 90)), chosen(c(90, 2)))
  expect_false(identical(chosen(c(2, 90)), chosen(c(90, 2))))
  code <- as_code(policy_conversion(delay_geometric(c(fast = 2, slow = 90))))
  expect_identical(eval(parse(text = code)), policy_conversion(delay_geometric(c(fast = 2, slow = 90))))
  code <- as_code(policy_conversion(list(fast = 2, slow = 90)))
  expect_identical(eval(parse(text = code)), policy_conversion(list(fast = 2, slow = 90)))
})

test_that("estimates match laws of lags and deviations with the names of a log's arms, which are sorted", {
  skip_in_quick()
  set.seed(1)
  n <- 400
  day <- as.Date("2026-01-01") + sort(sample(0:60, n, TRUE))
  arm <- sample(c("slow", "fast"), n, TRUE)
  lag <- ifelse(arm == "slow", 15, 2)
  day_of_order <- replace(day + lag, runif(n) > 0.3 | day + lag > as.Date("2026-03-02"), NA)
  log <- as_log(data.frame(arm, day, day_of_order), time = day, outcome_time = day_of_order)
  rate <- function(delay, x = log) estimates(x, "rate", delay = delay)$estimate
  means <- delay_geometric(c(5, 20) * 86400)
  expect_identical(rate(delay_geometric(c(slow = 20, fast = 5) * 86400)), rate(means))
  expect_identical(rate(list(slow = 15 * 86400, fast = 2 * 86400)), rate(list(2 * 86400, 15 * 86400)))
  expect_error(rate(delay_geometric(c(slw = 20, fast = 5))), "named as the arms are", class = "unruly_error_argument")
  study <- play(bandit(arms_bernoulli(c(slow = 0.1, fast = 0.07))), policy_uniform(), 300, keep = c("choices", "scores"))
  expect_identical(rate(delay_geometric(c(fast = 5, slow = 90)), study), rate(delay_geometric(c(90, 5)), study))
  values <- data.frame(arm, reward = rnorm(n))
  width <- function(sd, x = as_log(values)) {
    found <- estimates(x, "sequence", family = "gaussian", sd = sd)
    found$upper - found$lower
  }
  expect_identical(width(c(slow = 5, fast = 1)), width(c(1, 5)))
  expect_error(width(c(slw = 5, fast = 1)), "named as the arms are", class = "unruly_error_argument")
  expect_identical(width(c(fast = 1, slow = 5), study), width(c(5, 1), study))
})

test_that("names that cannot be read are refused where they come in, others are kept as UTF-8", {
  skip_in_quick()
  bad <- "\xff"
  named <- function(name) bandit(arms_bernoulli(stats::setNames(c(0.1, 0.2), c("a", name))))
  log <- function(...) bandit_replay(data.frame(reward = c(0, 1), ...))
  runs <- list(
    quote(named(bad)), quote(log(arm = c("a", bad))), quote(log(arm = factor(c("a", bad)))), quote(log(arm = c("a", "b"), pool = c("a b", bad))),
    quote(log(arm = c("a", "b"), pool = I(list(c("a", "b"), c("b", bad))))), quote(agent(policy_ucb1(), c("a", bad))),
    quote(run_study(stats::setNames(list(named("b")), bad), policy_ucb1(), 5)),
    quote(run_study(named("b"), stats::setNames(list(policy_ucb1()), bad), 5)), quote(policy_ucb1(label = bad))
  )
  for (run in runs) expect_error(eval(run), "<ff>|different texts", class = "unruly_error_argument")
  latin <- "\xe9"
  Encoding(latin) <- "latin1"
  expect_identical(levels(pulls(run_study(named(latin), policy_ucb1(), 5, reps = 1))$arm), c("a", "\u00e9"))
})

test_that("policy_fixed() takes the name of an arm, whatever its number in each bandit", {
  skip_in_quick()
  skip_if_not_installed("nanoparquet")
  bandits <- list(a = bandit(arms_bernoulli(c(red = 0.2, green = 0.6, blue = 0.9))), b = bandit(arms_bernoulli(c(green = 0.3, red = 0.5))))
  policies <- list(policy_fixed("green"), policy_doubling(policy_fixed("green")))
  study <- play(bandits, policies, 20, reps = 2)
  expect_equal(as.character(unique(choices(study)$arm)), "green")
  by_number <- play(bandits["a"], policy_fixed(2), 20, reps = 2)
  expect_equal(game_of(regret(study), "Fixed green", 2, "a")$reward, game_of(regret(by_number), rep = 2)$reward)
  log <- data.frame(arm = rep(c("x y", "green"), 30), reward = 1)
  expect_equal(as.character(unique(choices(play(bandit_replay(log, init = 0), policy_fixed("x y"), 5))$arm)), "x y")
  expect_output(print(policy_fixed("green")), "<policy> Fixed green$")
  path <- withr::local_tempdir()
  first <- run_study(bandits, policy_fixed("green"), 10, reps = 2, seed = 1, path = path)
  expect_equal(regret(read_study(path)), regret(first))
  a <- agent(policy_fixed("green"), c("red", "green"), seed = 1)
  expect_equal(agent_choose(a), "green")
  expect_error(agent(policy_fixed("gren"), c("red", "green")), "no arm \"gren\"", class = "unruly_error_policy")
  expect_error(run_study(bandits, policy_fixed("blue"), 10), "no arm \"blue\": the arms are \"green\", \"red\"", class = "unruly_error_policy")
  expect_error(run_study(three(), policy_fixed("blue"), 10), "no names", class = "unruly_error_policy")
})

test_that("cycles of patience with names are of the arms with these names, or refused", {
  buttons <- bandit(arms_bernoulli(c(slow = 0.3, fast = 0.6, other = 0.1)))
  cycle <- aus_cycle(c(fast = 2, slow = 9, other = 9))
  study <- play(buttons, policy_fixed(cycle), 40)
  expect_gt(sum(choices(study)$arm == "fast"), 15)
  expect_identical(as.character(choices(study)$arm[seq_len(cycle$length)]), cycle$names[cycle$slots])
  expect_error(play(three(), policy_fixed(cycle), 10), "no names", class = "unruly_error_policy")
  expect_identical(levels(as_tibble(cycle)$arm), c("fast", "slow", "other"))
  expect_output(print(cycle), "slots: fast, ")
  expect_identical(pinwheel_cycle(c(a = 3, b = 4, c = 5, d = 8))$names, c("a", "b", "c", "d"))
  expect_identical(unclass(aus_cycle(2:3))[c("patience", "slots")], list(patience = c(2, 3), slots = aus_cycle(c(a = 2, b = 3))$slots))
  expect_true(cycle_feasibility(c(slow = 9, other = 9, fast = 2), cycle)$feasible)
  expect_false(cycle_feasibility(c(slow = 2, other = 9, fast = 9), cycle)$feasible)
  expect_error(aus_cycle(c(a = 2, a = 9)), class = "unruly_error_argument")
})

test_that("FC-SE and FC-Entry take cycles of names by the names of the arms", {
  skip_in_quick()
  three <- bandit(arms_gaussian(c(slow = 0.3, fast = 0.6, other = 0.1)))
  impatient <- with_patience(three, c(fast = 2, slow = 9, other = 9))
  cycle <- aus_cycle(c(fast = 2, slow = 9, other = 9))
  slots <- match(cycle$names, c("slow", "fast", "other"))[cycle$slots]
  of <- function(policy, b = impatient) as.character(choices(play(b, policy, 200))$arm)
  expected <- of(policy_fc_se(cycle = slots))
  expect_identical(expected[seq_along(slots)], c("slow", "fast", "other")[slots])
  expect_identical(of(policy_fc_se(cycle = cycle)), expected)
  expect_identical(of(policy_fc_se(cycle = cycle$names[cycle$slots])), expected)
  with_room <- aus_cycle(c(fast = 5, slow = 9, other = 9, 18, 18))
  late <- with_entries(with_patience(three, c(9, 5, 9)), c(1, 1, 1))
  slots <- c(2, 1, 3, -1, -2)[with_room$slots]
  expect_identical(of(policy_fc_entry(cycle = with_room, patience_floor = 9), late),
                   of(policy_fc_entry(cycle = slots, patience_floor = 9), late))
  # An agent, its file, code and print.
  a <- agent(policy_fc_se(cycle = cycle), c("slow", "fast", "other"), horizon = 100, patience = c(9, 2, 9), seed = 1)
  expect_identical(agent_choose(a), "fast")
  expect_identical(agent_choose(read_agent(save_agent(a, withr::local_tempfile()))), "slow") # of round 2
  expect_match(as_code(policy_fc_se(cycle = cycle)), "cycle = c\\(\"fast\"")
  expect_match(as_code(policy_fixed(c("fast", "slow"))), "policy_fixed\\(.*c\\(\"fast\", \"slow\"\\)")
  expect_output(print(policy_fc_se(cycle = cycle)), "cycle = (fast, slow, fast, other", fixed = TRUE)
  # Refused by name.
  refused <- function(code, words) expect_error(code, words, class = "unruly_error_policy")
  refused(of(policy_fc_se(cycle = c("fast", "gone"))), "no arm \"gone\": the arms are \"slow\"")
  refused(of(policy_fc_se(cycle = cycle), with_patience(bandit(arms_gaussian(1:3)), 9)), "no names")
  refused(of(policy_fc_se(cycle = c("fast", "slow", "other"))), "lets the arm \"fast\" wait for 3 rounds")
  expect_error(policy_fc_se(cycle = c("a", NA)), class = "unruly_error_argument")
  infeasible <- function(code, words) expect_error(code, words, class = "unruly_error_infeasible")
  infeasible(aus_cycle(c(a = 2, b = 3, c = 100)), "one: arms \"a\", \"b\"")
  infeasible(aus_cycle(c(a = 1, b = 1)), "one: arm \"a\"")
})

test_that("names of objects that are no vectors name no arms", {
  skip_in_quick()
  named <- new.env()
  named$a <- 1
  for (odd in list(new.env(), named, quote(f(a = 1)), function(a = 1) a)) {
    for (make in list(arms_bernoulli, arms_gaussian, arms_beta, arms_categorical, arms_constant, arms_tape, arms_empirical,
                      arms_linear, arms_movielens)) {
      expect_error(make(odd), class = "unruly_error_argument")
    }
    pair <- bandit(arms_bernoulli(c(a = 0.2, b = 0.8)))
    expect_error(with_patience(pair, odd), "`patience` must be", class = "unruly_error_argument")
  }
})
