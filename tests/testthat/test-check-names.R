# Names that do not exist: what was meant is said.

hint_of <- function(code) {
  error <- tryCatch(code, error = identity)
  expect_s3_class(error, "unruly_error")
  c(unruly:::bullets_of(error, "i"), "")[1]
}

test_that("the closest names are found, by slips of the pen, beginnings and ends", {
  skip_in_quick()
  closest <- unruly:::closest_names
  expect_identical(closest("alhpa", c("alpha", "range", "sd")), "alpha")
  expect_identical(closest("THOMPSON", c("UCB1", "Thompson")), "Thompson")
  expect_identical(closest("ucb", c("UCB1", "UCB-V", "MOSS")), "UCB1")
  expect_identical(closest("Thompson", c("MOSS", "Thompson (beta)")), "Thompson (beta)")
  expect_identical(closest("beta)", c("MOSS", "Thompson (beta)")), "Thompson (beta)")
  expect_identical(closest("elephant", c("alpha", "range", "sd")), character())
  expect_identical(closest("d", c("a", "b", "c")), character())
  expect_identical(closest("a", NULL), character())
  expect_identical(closest("", c("a", "b")), character())
  expect_identical(closest("a", character()), character())
  expect_identical(closest("arm 77", sprintf("arm %d", 1:1e5)), "arm 77")
})

test_that("nothing is asked about what is no name", {
  for (odd in list(1, NULL, NA, mean, list("a"), "\xff", NA_character_, quote(x), "a", character())) {
    expect_null(unruly:::did_you_mean(odd, c("a", "b")))
  }
})

# Does a function hand its dots on, to a method or to another function?
passes_dots_on <- function(f) {
  hands <- function(code) {
    if (!is.call(code) || identical(code[[1]], quote(check_no_dots))) return(FALSE)
    identical(code[[1]], quote(UseMethod)) || any(vapply(as.list(code), function(part) identical(part, quote(...)) || hands(part), NA))
  }
  hands(body(f))
}

test_that("every exported function refuses an argument that it does not have, from the user's call", {
  skip_in_quick()
  names <- grep("^(as_tibble|autoplot)$", getNamespaceExports("unruly"), value = TRUE, invert = TRUE)
  claim <- many_claims()
  for (name in names) {
    f <- getExportedValue("unruly", name)
    if (!is.function(f)) next
    claim("..." %in% names(formals(f)), name, "has dots")
    if (passes_dots_on(f)) next
    last <- identical(utils::tail(names(formals(f)), 1), "...")
    claim(last != name %in% c("calibrate_design", "estimates", "compare_arms", "arcade", "policy_thompson"), name, "has them last, unless what follows must be named in full")
    error <- tryCatch(do.call(name, list(no_such_argument = 1)), error = identity)
    claim(inherits(error, "unruly_error_argument"), name, "refuses it")
    claim(identical(error$argument, "no_such_argument"), name, "names it")
    claim(identical(blamed(error), name), name, "blames the call")
  }
  expect_claims(claim, 900)
})

test_that("arguments given by place, or by the beginning of a name, are matched as R does", {
  expect_identical(policy_ucb1(3, c(0, 2), NULL, "x"), policy_ucb1(alpha = 3, range = c(0, 2), label = "x"))
  expect_identical(policy_ucb1(al = 3, lab = "x"), policy_ucb1(alpha = 3, label = "x"))
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  expect_identical(with_patience(pair, pat = 3), with_patience(pair, 3))
  expect_error(policy_ucb1(3, c(0, 2), NULL, "x", 5), "an argument too many", class = "unruly_error_argument")
})

test_that("the messages read well: misspelt names", {
  pair <- bandit(arms_bernoulli(c(red = 0.2, green = 0.8)))
  study <- run_study(pair, list(policy_ucb1(), policy_thompson("bernoulli")), horizon = 20, reps = 2, seed = 1, threads = 1,
                     progress = FALSE)
  clicks <- data.frame(item = 1:3, click = 0)
  expect_errors({
    policy_ucb1(alhpa = 2)
    policy_ucb1(elephant = 2)
    policy_ucb1(2, c(0, 1), NULL, "a", 5)
    policy_moss(1, 2, 3, 4, 5)
    experiments(3)
    with_patience(pair, pateince = 3)
    run_study(pair, policy_ucb1(), 20, 2, thread = 1)
    run_study(pair, policy_ucb1(), 20, keep = "choice")
    run_study(pair, policy_ucb1(), 20, reps = reps_until(1, what = "rgret"))
    run_study(pair, policy_fixed("gren"), 20)
    run_experiment("mortl-1")
    citation_of("fair1")
    ggplot2::fortify(study, type = "regrets")
    ggplot2::fortify(study, policies = "Thomson")
    ggplot2::fortify(study, type = "contrast", baseline = "UCB")
    compare_policies(study, "thompson")
    summary(study, "rewrd")
    estimates(study, "naiv")
    policy_thompson("betta")
    bandit_replay(clicks, arm = itm, reward = click)
    bandit_replay(data.frame(arms = 1, reward = 1))
    with_patience(pair, c(red = 3, gren = 4))
    policy_registered("policy_ucb_1")
  })
})

test_that("arms of an agent that are not there are asked about", {
  a <- agent(policy_ucb1(), c("red", "green"), seed = 1)
  expect_match(hint_of(agent_leave(a, "gren")), "\"green\"")
})

test_that("the messages read well: one thing in the place of another", {
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  study <- run_study(pair, policy_ucb1(), horizon = 20, reps = 2, seed = 1, threads = 1, progress = FALSE)
  expect_errors({
    run_study(arms_bernoulli(c(0.2, 0.8)), policy_ucb1(), 20)
    policies(arms_tape(matrix(0, 2, 9)))
    pair + with_patience(3)
    pair + with_patience()
    pair + policy_ucb1()
    -pair
    pair == pair
    arms_bernoulli(0.2) + arms_bernoulli(0.8)
    policy_ucb1() + policy_ucb()
    study + study
    run_study(bandit(arms_tape(matrix(0, 20, 3))), policy_ucb1(), 20)
    run_study(bandit(arms_tape(matrix(0, 3, 10))), policy_ucb1(), 20)
    arms_tape(matrix(0, 2, 10), context = matrix(0, 3, 10))
    policy_index(\(v) v$mu)
    policy_custom(\(state, view) which.max(view[["men"]]))
  })
})

test_that("tables are found in a study, and what is in it as before", {
  skip_in_quick()
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  study <- run_study(pair, policy_ucb1(), horizon = 20, reps = 2, seed = 1, threads = 1, progress = FALSE, keep = "choices")
  for (name in unruly:::study_tables) expect_identical(do.call("$", list(study, name)), get(name, asNamespace("unruly"))(study))
  for (name in names(study)) expect_identical(do.call("$", list(study, name)), unclass(study)[[name]])
  expect_identical(names(study), c("description", "replications", "tables"))
  expect_error(study$elephant, "`name`", class = "unruly_error_argument")
  expect_error(study$desc, class = "unruly_error_argument") # no part of a name
  expect_error(run_study(pair, policy_ucb1(), 20, 2, seed = 1, threads = 1)$choices, class = "unruly_error_argument")
})

test_that("values that a policy takes from its view may be put there, or have another name", {
  expect_s3_class(policy_custom(\(state, view) { view$mine <- 1; view$mine }), "unruly_policy")
  expect_s3_class(policy_custom(\(state, view) sapply(1:2, \(view) view$mine)), "unruly_policy")
  expect_s3_class(policy_custom(\(state, view) state$mine), "unruly_policy")
  expect_s3_class(policy_index(\(v) v$mean), "unruly_policy")
  expect_s3_class(policy_index(sum), "unruly_policy")
  expect_error(policy_custom(\(s, v) 1, start = \(v) v$mine), "`start`", class = "unruly_error_argument")
  expect_error(policy_custom(\(s, v) 1, observe = \(s, v, o) v$mine), "`observe`", class = "unruly_error_argument")
})

test_that("the names that a view may have are those that views have", {
  seen <- character()
  look <- policy_custom(\(state, view) { seen <<- union(seen, names(view)); if (view$waits > 1) c(view$live[1], 1) else view$live[1] })
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  problems <- list(
    pair |> with_patience(5), pair |> with_entries(c(1, 3)), pair |> with_lifetimes(1, 10), pair |> with_waiting(c(0.2, 0.8)),
    pair |> with_fairness(0.2, 1), bandit(arms_linear(diag(2), 0.1, context_normal(2)))
  )
  for (problem in problems) looking(run_study(problem, look, 10, 1, seed = 1, threads = 1, progress = FALSE))
  expect_setequal(seen, unruly:::view_parts)
})

test_that("functions that were called otherwise before the first release are gone, and the new ones are there", {
  file <- test_path("..", "..", "tools", "former-names.csv")
  skip_if_not(file.exists(file), "the sources are not here")
  functions <- subset(utils::read.csv(file), kind == "function")
  there <- getNamespaceExports("unruly")
  expect_identical(intersect(functions$former, there), character())
  methods <- c("as_tibble", "summary", "autolayer", "fortify", "glance")
  expect_identical(setdiff(functions$now, c(there, methods)), character())
})

test_that("no argument before the dots is called like the beginning of two, which R refuses in words of its own", {
  words_of_two <- function(names) {
    words <- sub("_.*", "", names)
    setdiff(words[duplicated(words)], names)
  }
  exports <- Filter(is.function, mget(getNamespaceExports("unruly"), asNamespace("unruly"), inherits = TRUE))
  expect_identical(unlist(lapply(exports, function(f) words_of_two(before_dots(f)))), character())
  expect_identical(words_of_two(c("prior_mean", "prior_sd", "sd")), "prior")
})
