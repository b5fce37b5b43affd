# Agents with a stopping rule: fed with the outcomes of a study that is stopped, they stop as its
# games do.

stop_settings <- function() {
  three <- bandit(arms_bernoulli(c(0.2, 0.4, 0.7)))
  four <- bandit(arms_bernoulli(c(0.2, 0.4, 0.7, 0.3)))
  list(
    plain = three,
    patience = four |> with_patience(c(9, 9, 7, 40)),
    entries = four |> with_entries(c(1, 1, 30, 11)) |> with_patience(c(9, 12, 60, Inf)),
    known = four |> with_lifetimes(c(1, 1, 20, 60), c(50, 90, Inf, 100), known = TRUE),
    unknown = four |> with_lifetimes(c(1, 1, 20, 60), c(50, 50, Inf, 100), known = FALSE),
    gap = three |> with_lifetimes(c(1, 40, 1), c(20, 90, 30), known = TRUE),
    delay = three |> with_delay(list(0, 3, 7)),
    random_delay = three |> with_delay(c(0.2, 0.3, 0, 0.5)),
    late_lives = four |> with_lifetimes(c(1, 1, 20, 60), c(50, 50, Inf, 100), known = FALSE) |> with_delay(5),
    batches = three |> with_batches(7),
    late_batches = three |> with_batches(ends = c(1, 4, 30, 31, 90)) |> with_delay(list(0, 3, 9))
  )
}

stop_rules <- function() {
  list(
    stop_glr(0.5, rate = "practical"), stop_glr(0.3, looks = c(10, 35, 60), rate = "practical"), stop_separated(0.9, "kl", rate = "practical"), stop_posterior(0.85),
    stop_futility(3, margin = 0.2, error = 0.9, rate = "practical"), stop_equivalence(0.9, 0.9, rate = "practical"), stop_at(25),
    stop_at(80) | stop_glr(0.4, rate = "practical") & stop_posterior(0.9, looks = 1:20 * 5),
    stop_glr(0.5, narrowest = 10), stop_glr(0.6, "bounded", narrowest = 5), stop_glr(0.6, "t", narrowest = 5),
    stop_evidence(control = 3, error = 0.5, alternative = "less", narrowest = 10),
    stop_at(90) | stop_evidence(threshold = 0.3, error = 0.3, family = "bounded", narrowest = 5) & stop_at(20),
    stop_boundary(upper = c(2, 1.5, 1), looks = c(25, 60, 90), concurrent = TRUE)
  )
}

test_that("an agent fed with what a study saw stops in the same round, and names the same arm", {
  skip_on_cran() # long
  settings <- stop_settings()
  rules <- stop_rules()
  stopped <- character()
  cases <- share_of(expand.grid(rule = seq_along(rules), name = names(settings), stringsAsFactors = FALSE), 8)
  for (case in seq_len(nrow(cases))) {
    i <- cases$rule[case]
    name <- cases$name[case]
    rule <- rules[[i]]
    policy <- list(policy_uniform(), policy_thompson("bernoulli"), policy_lucb(0.5, "practical", interval = "kl"))[[(i + match(name, names(settings))) %% 3 + 1]]
    reps <- if (name == "random_delay") 1 else 2 # lags are known of the first one
    study <- run_study(settings[[name]], policy, 110, reps, seed = i, record = 1, keep = "choices", stop = rule)
    expect_agent_agrees(study, name)
    if (any(recommendations(study)$stopped)) stopped <- union(stopped, c(name, unlist(lapply(unruly:::all_stops(rule), `[[`, "kind"))))
  }
  wanted <- c(names(settings), "glr", "separated", "posterior", "futility", "equivalence", "evidence", "at")
  if (is.na(share_number())) expect_true(all(wanted %in% stopped)) else expect_gt(length(stopped), 6)
  race <- run_study(settings$plain, list(policy_racing(0.5, test = "kl"), policy_queue(policy_racing(0.5, test = "kl"))), 400, 3, seed = 1, record = 1,
                    keep = "choices", stop = stop_settled())
  expect_true(all(recommendations(race)$stopped))
  expect_agent_agrees(race)
})

test_that("an agent that is saved and read at any moment stops as if it had not been", {
  skip_on_cran() # long
  withr::local_options(unruly.span = 8)
  withr::local_seed(5)
  path <- withr::local_tempfile(fileext = ".json")
  again <- function(a, i) {
    if (!yes(0.1)) return(a)
    save_agent(a, path)
    read_agent(path)
  }
  settings <- stop_settings()
  policies <- list(policy_ucb1(), policy_thompson("bernoulli"), policy_racing(0.5))
  cases <- share_of(expand.grid(name = c("plain", "entries", "unknown", "random_delay", "batches"), rule = c(8, 10, 11, 13), stringsAsFactors = FALSE))
  for (i in seq_len(nrow(cases))) {
    for (policy in drawn_within_of(policies)) {
      study <- run_study(settings[[cases$name[i]]], policy, 110, 1, seed = 4, record = 1, keep = "choices", stop = stop_rules()[[cases$rule[i]]])
      expect_agent_agrees(study, cases$name[i], between = again)
    }
  }
})

ab <- c("a", "b", "c")

# `a` pays, the others do not.
until_stopped <- function(a, most = 200) {
  for (i in seq_len(most)) {
    if (recommendations(a)$stopped) break
    arm <- agent_choose(a)
    agent_learn(a, arm, arm == "a")
  }
  a
}

test_that("it knows that it has stopped as soon as the outcome is told", {
  a <- agent(policy_ucb1(), ab, seed = 1, stop = stop_glr(0.1, rate = "practical"))
  expect_identical(as.list(recommendations(a)), list(round = 0, arm = "a", sample_size = 0, stopped = FALSE, reason = NA_character_))
  until_stopped(a)
  found <- recommendations(a)
  expect_true(found$stopped)
  expect_identical(found[c("arm", "reason")], tibble::tibble(arm = "a", reason = "glr"))
  expect_identical(found$sample_size, found$round)
  expect_identical(sum(as_tibble(a)$pulls), found$sample_size)
  bare <- agent(policy_ucb1(), ab, seed = 1)
  until_stopped(bare, found$round)
  expect_identical(recommendations(bare)[c("round", "arm", "sample_size")], found[c("round", "arm", "sample_size")])
  expect_false(recommendations(bare)$stopped)
  expect_true(is.na(recommendations(agent(policy_wait_ucb(), ab, waiting = 3, seed = 1))$arm))
})

test_that("then it goes on with the arm that it named, and its policy is told nothing", {
  skip_in_quick()
  told <- 0
  mine <- policy_custom(
    choose = function(state, view) if (view$round > 40) stop("asked") else view$live[1 + view$round %% length(view$live)],
    observe = function(state, view, outcome) told <<- told + 1, label = "mine"
  )
  for (policy in list(mine, policy_ucb1(), policy_exp3(0.1), policy_queue(policy_ucb1()))) {
    a <- agent(policy, ab, seed = 1, stop = stop_at(30))
    looking(until_stopped(a))
    before <- recommendations(a)
    for (i in 1:50) {
      arm <- agent_choose(a)
      expect_identical(arm, "a")
      agent_learn(a, arm, 0)
    }
    expect_identical(recommendations(a), before)
    expect_identical(before$round, 30)
    expect_gte(as_tibble(a)$pulls[1], 50)
    path <- withr::local_tempfile(fileext = ".json")
    save_agent(a, path)
    b <- looking(read_agent(path, trust = TRUE)) # the own policy counts outside of its state
    expect_identical(recommendations(b), before)
    expect_identical(as_tibble(b), as_tibble(a))
    expect_identical(agent_choose(b), "a")
  }
  expect_lte(told, 60) # twice until round 30
})

test_that("or it is refused", {
  a <- agent(policy_ucb1(), ab, seed = 1, stop = stop_glr(0.1, rate = "practical"), after = "end")
  first <- agent_choose(a)
  expect_identical(first, "a")
  for (i in 1:100) {
    if (recommendations(a)$stopped) break
    agent_learn(a, first, first == "a")
    if (!recommendations(a)$stopped) first <- agent_choose(a)
  }
  expect_error(agent_choose(a), class = "unruly_error_agent")
  expect_errors(agent_choose(a))
  expect_snapshot(a)
  agent_enter(a, "d")
  expect_error(agent_choose(a), class = "unruly_error_agent")
})

test_that("an arm that cannot be played any more is not gone on with", {
  a <- until_stopped(agent(policy_ucb1(), ab, seed = 1, stop = stop_glr(0.1, rate = "practical")))
  expect_warning(agent_leave(a, "a", away = TRUE), class = "unruly_warning_named")
  expect_errors(agent_choose(a))
  agent_enter(a, "a")
  expect_identical(agent_choose(a), "a")
  agent_learn(a, "a", 1)
  expect_warning(agent_leave(a, "a"), class = "unruly_warning_named")
  agent_enter(a, "a") # another arm of this name
  expect_error(agent_choose(a), class = "unruly_error_agent")
  expect_identical(recommendations(a)$arm, "a")
  nobody <- agent(policy_ucb1(), "a", first = 50, seed = 1, stop = stop_at(3))
  expect_errors({
    agent_choose(nobody, round = 10)
    agent_choose(nobody, round = 60)
  })
  expect_identical(recommendations(nobody)$round, 3)
})

test_that("an arm that was taken away is not named", {
  a <- agent(policy_ucb1(), ab, seed = 1, stop = stop_at(50))
  for (i in 1:20) agent_learn(a, arm <- agent_choose(a), arm == "a")
  expect_identical(recommendations(a)$arm, "a")
  agent_leave(a, "a")
  expect_false(recommendations(a)$arm == "a")
  until_stopped(a)
  expect_true(recommendations(a)$arm %in% c("b", "c"))
})

test_that("a rule is asked only in those passing rounds in which it has something new to say", {
  round_of <- function(stop, to, ...) {
    a <- agent(policy_ucb1(), ab, seed = 1, stop = stop, ...)
    agent_learn(a, agent_choose(a), 1)
    agent_choose(a, round = to)
    recommendations(a)$round
  }
  expect_identical(round_of(stop_at(30), 50), 30)
  expect_identical(round_of(stop_at(30), 2^40), 30)
  expect_identical(round_of(stop_at(1) & stop_at(40) | stop_at(70), 50), 40)
  expect_identical(round_of(stop_posterior(1e-9, family = "gaussian") | stop_at(20), 50), 20)
  # Two of three are dead after round 12, and with them what was not seen.
  a <- agent(policy_round_robin(), ab, last = c(Inf, Inf, 12), seed = 1, stop = stop_posterior(0.4, family = "gaussian"))
  for (arm in c("a", "b")) agent_learn(a, agent_choose(a), arm == "a")
  agent_choose(a, round = 30)
  expect_identical(recommendations(a)$round, 12 + 1)
  a <- agent(policy_round_robin(), ab, seed = 1, stop = stop_posterior(0.4, family = "gaussian", looks = c(5, 20)), batch = 10)
  for (i in 1:3) agent_learn(a, agent_choose(a), i == 1)
  agent_choose(a, round = 30)
  expect_identical(recommendations(a)$round, 20)
})

test_that("with rewards that are still to come it says what would be", {
  a <- agent(policy_round_robin(), c("a", "b"), seed = 1, stop = stop_posterior(0.6, family = "gaussian"))
  agent_choose(a)
  agent_choose(a)
  agent_learn(a, "a", 1, ticket = 1)
  expect_false(recommendations(a)$stopped)
  agent_learn(a, "b", 0, ticket = 2)
  expect_true(recommendations(a)$stopped)
  expect_identical(recommendations(a)$round, 2)
  # What is told of the same round still counts.
  a <- agent(policy_round_robin(), c("a", "b"), seed = 1, stop = stop_posterior(0.6, family = "gaussian"))
  for (i in 1:3) agent_choose(a)
  agent_learn(a, "a", 1, ticket = 1)
  agent_learn(a, "b", 0, ticket = 2)
  expect_true(recommendations(a)$stopped)
  agent_learn(a, "a", -1, ticket = 3)
  expect_false(recommendations(a)$stopped)
  expect_identical(agent_choose(a), "b")
})

test_that("arms that are new count among those a proved threshold is for", {
  rule <- stop_separated(0.9, "kl")
  a <- agent(policy_round_robin(), c("a", "b"), seed = 1, stop = rule)
  b <- agent(policy_round_robin(), c("a", "b"), seed = 1, stop = rule)
  for (name in paste0("x", 1:40)) {
    agent_enter(b, name)
    agent_leave(b, name)
  }
  until_stopped(a)
  until_stopped(b)
  expect_gt(recommendations(b)$sample_size, recommendations(a)$sample_size)
  path <- withr::local_tempfile(fileext = ".json")
  save_agent(b, path)
  expect_identical(recommendations(read_agent(path)), recommendations(b))
})

test_that("a control may be named, and is looked up among the arms", {
  a <- agent(policy_round_robin(), ab, seed = 1, stop = stop_glr(1e-9, rate = "practical") | stop_futility("a", error = 0.3, rate = "practical"))
  until_stopped(a)
  expect_identical(recommendations(a)$reason, "futility")
  path <- withr::local_tempfile(fileext = ".json")
  save_agent(a, path)
  expect_identical(recommendations(read_agent(path)), recommendations(a))
})

test_that("a file says how it has stopped, and is not believed if it says otherwise", {
  skip_in_quick()
  a <- until_stopped(agent(policy_racing(1e-9, test = "kl"), ab, seed = 1, stop = stop_glr(0.1, rate = "practical") | stop_settled(looks = 5) & stop_at(9), after = "end"))
  path <- withr::local_tempfile(fileext = ".json")
  save_agent(a, path)
  content <- jsonlite::read_json(path, simplifyVector = TRUE)
  found <- recommendations(a)
  expect_equal(content$stopped, list(round = found$round, arm = "a", reason = "glr"))
  expect_output(print(read_agent(path)), "glr (error = 0.1, family = bernoulli, rate = practical, range = 0 to 1) | (settled (looks = 5) & at (round = 9)), then end", fixed = TRUE)
  forged <- function(change) {
    content <- unruly:::read_agent_content(path)
    content <- unruly:::sealed(change(content[setdiff(names(content), c("checksum", "hash"))]))
    other <- withr::local_tempfile(fileext = ".json", .local_envir = parent.frame())
    writeLines(jsonlite::toJSON(unruly:::with_exact_numbers(content), auto_unbox = TRUE, null = "null", json_verbatim = TRUE), other)
    other
  }
  expect_identical(recommendations(read_agent(forged(identity))), found)
  expect_error(read_agent(forged(function(x) { x$stopped$round <- 3; x })), "stops at another round", class = "unruly_error_path")
  expect_error(read_agent(forged(function(x) { x$stopped <- NULL; x })), "stops at another round", class = "unruly_error_path")
  expect_error(read_agent(forged(function(x) { x$agent$stop$parts[[1]]$parameters$error$number <- 0.5; x })), class = "unruly_error_path")
  expect_error(read_agent(forged(function(x) { x$agent$stop$parts[[1]]$parameters$error$number <- 2; x })), class = "unruly_error_path")
  expect_error(read_agent(forged(function(x) { x$agent$stop$kind <- "never"; x })), class = "unruly_error_path")
  expect_error(read_agent(forged(function(x) { x$agent$stop$after <- NULL; x })), class = "unruly_error_path")
  expect_error(read_agent(forged(function(x) { x$agent$stop <- 5; x })), class = "unruly_error_path")
})

test_that("agents that no rule can stop are refused with the reason", {
  expect_errors({
    agent(policy_ucb1(), ab, stop = 5)
    agent(policy_ucb1(), ab, stop = stop_at(5), after = "play")
    agent(policy_ucb1(), ab, stop = stop_settled())
    agent(policy_ucb1(), ab, stop = stop_at(5) | stop_futility("d"))
    agent(policy_ucb1(), ab, stop = stop_futility(4))
    agent(policy_ucb1(), ab, stop = stop_at(5), rest = 2)
    agent(policy_wait_ucb(), ab, stop = stop_at(5), waiting = 3)
    agent(policy_linucb(), ab, stop = stop_at(5), context = 2)
    recommendations(agent(policy_ucb1(), ab, seed = 1), at = "all")
  })
})

test_that("an agent whose named arm is taken away says that it plays no more, and is heard", {
  skip_in_quick()
  stopped <- function(...) {
    a <- agent(policy_uniform(), c("a", "b"), seed = 1, stop = stop_at(3), ...)
    for (i in 1:3) agent_learn(a, agent_choose(a), 1)
    a
  }
  a <- stopped()
  named <- agent_choose(a)
  expect_silent(agent_leave(stopped(), setdiff(c("a", "b"), named)))
  expect_warning(agent_leave(a, named, away = TRUE), "plays no arm any more.*agent_enter", class = "unruly_warning_named")
  expect_error(agent_choose(a), class = "unruly_error_agent")
  agent_enter(a, named) # as it says
  expect_identical(agent_choose(a), named)
  expect_warning(agent_leave(a, named), "Make a new agent", class = "unruly_warning_named")
  expect_silent(agent_leave(stopped(after = "end"), named))
  young <- agent(policy_uniform(), c("a", "b"), seed = 1, stop = stop_at(3))
  expect_silent(agent_leave(young, "a"))
})
